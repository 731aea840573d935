"""Plain text and Markdown."""

import pytest

from citewell.model.errors import ErrorCode, WebError
from citewell.model.values import Document
from citewell.read.plain import read_text
from tests.promises import promise
from tests.read.responses import URL, assert_exact, response, texts


def plain(body: str, media_type: str = "text/plain", url: str = URL) -> Document:
    return read_text(response(body, media_type=media_type, url=url), reader="text/1")


@promise("read.plain.paragraphs-keep-their-spacing")
def test_blank_lines_part_paragraphs_and_spacing_inside_stays() -> None:
    document = plain("\r\none  two  \r\n  three\r\n\r\n \t\r\n# four\r\n")

    assert texts(document) == ["one  two\n  three", "# four"]
    assert [block.kind for block in document.blocks] == ["paragraph", "paragraph"]
    assert document.title == URL
    assert_exact(document)


@promise("read.plain.markdown-is-kept")
@pytest.mark.parametrize(
    ("media_type", "url"),
    [("text/markdown", URL), ("text/plain", "https://site.test/README.md?plain=1")],
)
def test_markdown_headings_fences_and_lists_are_blocks_as_they_stand(
    media_type: str, url: str
) -> None:
    body = "# Title\nwords\n## Part\n- a\n- b\n\n> said\n\n```py\nx = 1\n\n# no heading\n```\nend"

    document = plain(body, media_type, url)

    assert texts(document) == [
        "# Title",
        "words",
        "## Part",
        "- a\n- b",
        "> said",
        "```py\nx = 1\n\n# no heading\n```",
        "end",
    ]
    kinds = [(block.kind, block.level) for block in document.blocks]
    assert kinds == [
        ("heading", 1), ("paragraph", 0), ("heading", 2), ("list", 1), ("quote", 1), ("code", 0),
        ("paragraph", 0),
    ]  # fmt: skip
    assert document.title == "Title"
    assert_exact(document)


@promise("read.plain.markdown-is-kept")
def test_a_fence_that_never_closes_holds_the_rest() -> None:
    document = plain("a\n```\nb\n\nc\n", "text/markdown")

    assert texts(document) == ["a", "```\nb\n\nc"]


@promise("read.visible.invisible-text-never-enters")
def test_invisible_characters_go_and_spaces_stay() -> None:
    assert texts(plain("a\u200bb  c\u202ed\u00a0e")) == ["ab  cd e"]


@promise("read.text.empty-is-no-text")
def test_blank_text_is_no_text() -> None:
    with pytest.raises(WebError) as caught:
        plain(" \n\u200b\n")

    assert caught.value.code is ErrorCode.NO_TEXT
