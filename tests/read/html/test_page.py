"""HTML pages: what of them is text, in which form, and with which map."""

import pytest

from citewell.model.values import Document
from tests.promises import promise
from tests.read.responses import assert_exact, main_of, page, texts

PROSE = (
    "The river rises in the hills and runs for two hundred kilometres through a wide valley. "
    "Its water has been measured since 1884, in summer and in winter, at the old bridge. "
)


def forms(document: Document) -> list[tuple[str, int, str]]:
    """Kind, level and text of every block."""
    return [
        (block.kind, block.level, document.text[block.start : block.end])
        for block in document.blocks
    ]


@promise("read.html.every-visible-word-is-in-the-text")
def test_furniture_is_in_the_text_but_not_in_the_reading_view() -> None:
    document = page(
        f"<nav>Home News Sport</nav><article><h1>River</h1><p>{PROSE}</p><p>{PROSE[:-1]}!</p>"
        "</article><aside>Read also this</aside><footer>Imprint of the house</footer>"
        "<form>Your address <button>Send it</button></form>"
    )

    for words in ("Home News Sport", "Read also this", "Imprint of the house", "Send it"):
        assert words in document.text
        assert words not in document.main_text()
        assert main_of(document, words) < 0.2
    assert document.main_text().startswith("# River\n\nThe river rises")
    assert_exact(document)


@promise("read.html.furniture-words-yield-to-content-words")
def test_a_cookie_box_is_furniture_and_a_shared_story_is_not() -> None:
    document = page(
        f"<div class='cookie-consent'><p>Cookies here. {PROSE}</p></div>"
        f"<div class='article-share-story'><p>A story. {PROSE}</p></div>"
        f"<div><p>{PROSE * 3}</p></div>"
    )

    assert main_of(document, "Cookies here.") < 0.2
    assert main_of(document, "A story.") > 0.5


@promise("read.html.header-of-an-article-is-content")
def test_the_header_of_an_article_is_kept_and_that_of_the_page_is_not() -> None:
    document = page(
        "<header><p>The Daily Valley, every morning.</p></header>"
        f"<article><header><h2>Water falls again</h2></header><p>{PROSE}</p></article>"
    )

    assert main_of(document, "Water falls again") > 0.5
    assert main_of(document, "Daily Valley") < 0.2


@promise("read.html.every-post-of-a-thread-is-kept")
def test_all_posts_of_a_thread_are_content() -> None:
    posts = "".join(f"<article><p>Post {n} says: {PROSE}</p></article>" for n in range(5))

    document = page(f"<nav>Forum index</nav>{posts}")

    assert all(f"Post {n} says" in document.main_text() for n in range(5))


@promise("read.html.too-little-content-falls-back-to-the-body")
@pytest.mark.parametrize(("marked", "outside_counts"), [(PROSE[:120], True), (PROSE * 2, False)])
def test_when_the_marked_content_is_short_the_whole_body_counts(
    marked: str, *, outside_counts: bool
) -> None:
    rows = "".join(f"<div>Offer number {n}</div>" for n in range(12))

    document = page(f"<main>{marked}</main><div>{rows}</div><footer>Imprint</footer>")

    assert ("Offer number 7" in document.main_text()) == outside_counts
    assert "Imprint" not in document.main_text()


@promise("read.html.ui-lines-and-repeats-are-furniture")
@pytest.mark.parametrize(
    "line",
    ["Reply Quote Share", "Facebook Twitter Email", "|||", "We use cookies to improve the site."],
)
def test_lines_of_buttons_symbols_and_boilerplate_are_furniture(line: str) -> None:
    document = page(f"<article><p>{PROSE}</p><p>{line}</p><p>{PROSE} More.</p></article>")

    assert main_of(document, line) < 0.2


@promise("read.html.ui-lines-and-repeats-are-furniture")
def test_a_long_paragraph_about_cookies_is_content() -> None:
    document = page(f"<article><p>{PROSE}</p><p>We use cookies, said the baker. {PROSE}</p>")

    assert main_of(document, "said the baker") > 0.5


@promise("read.html.ui-lines-and-repeats-are-furniture")
def test_a_line_that_repeats_is_content_once() -> None:
    document = page(f"<article><p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p></article>")

    assert [block.main > 0.5 for block in document.blocks] == [True, False, False]


@promise("read.html.tables-are-rows")
def test_a_table_is_rows_and_its_cells_stay_apart() -> None:
    document = page(
        "<table><caption>Levels</caption><tr><th>Year<th>Level"
        "<tr><td>1884<td><a href=/a>2 | 3</a> m<tr><td>1885<td><p>4</p><p>5</p></table>"
    )

    assert forms(document) == [
        ("caption", 0, "Levels"),
        ("table", 0, "| Year | Level |\n| --- | --- |\n| 1884 | 2 \\| 3 m |\n| 1885 | 4 5 |"),
    ]
    (link,) = document.spans
    assert document.text[link.start : link.end] == "2 \\| 3"


@promise("read.html.tables-are-rows")
@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><td>one<td><table><tr><td>two<td>three</table></table>",
        f"<table><tr><td>one<td><h2>two</h2>{PROSE}</table>",
        f"<table><tr><td>one<td>{PROSE * 3}</table>",
        "<table role=presentation><tr><td>one<td>two</table>",
        "<table><tr><td>one<tr><td>two</table>",
    ],
    ids=["nested", "with headings", "one long cell", "by its role", "one column"],
)
def test_a_table_that_lays_out_a_page_is_read_as_text(table: str) -> None:
    first = forms(page(table))[0]

    assert first == ("paragraph", 0, "one")


@promise("read.html.blocks-keep-their-form")
def test_lists_terms_quotes_and_code_keep_their_form() -> None:
    document = page(
        "<h2>Parts</h2><ul><li>wheel<ul><li>rim</ul><li><p>axle<p>of steel</ul>"
        "<ol start=3><li>push<li>pull</ol><dl><dt>Spoke<dd>A thin rod.</dl>"
        "<blockquote>Round<br>and round.<blockquote>And again.</blockquote></blockquote>"
        "<pre><code class='language-python'>def  turn():\n    return ```\n</code></pre>"
    )

    assert forms(document) == [
        ("heading", 2, "## Parts"),
        ("list", 1, "- wheel"),
        ("list", 2, "  - rim"),
        ("list", 1, "- axle"),
        ("list", 1, "  of steel"),
        ("list", 1, "3. push"),
        ("list", 1, "4. pull"),
        ("definition", 0, "Spoke"),
        ("definition", 1, "A thin rod."),
        ("quote", 1, "> Round\n> and round."),
        ("quote", 2, "> > And again."),
        ("code", 0, "````python\ndef  turn():\n    return ```\n````"),
    ]
    assert [(span.kind, document.text[span.start : span.end]) for span in document.spans] == [
        ("strong", "Spoke")
    ]
    assert_exact(document)


@promise("read.html.blocks-keep-their-form")
def test_two_line_breaks_part_paragraphs_and_one_parts_lines() -> None:
    assert texts(page("Rose<br>is red<br><br>Violet<br> <br>is blue")) == [
        "Rose\nis red",
        "Violet",
        "is blue",
    ]


@promise("read.html.implied-end-tags-end")
def test_paragraphs_and_items_end_without_their_end_tags() -> None:
    document = page("<p>one<p>two<ul><li>a<li>b</ul>")

    assert texts(document) == ["one", "two", "- a", "- b"]


@promise("read.html.blanks-collapse-as-in-a-browser")
def test_a_no_break_space_is_a_space_and_a_zero_width_mark_is_nothing() -> None:
    document = page("<p>ten&nbsp;&nbsp;\n <b> metres</b> </b>of r\u200bope\u0085.</p>")

    assert document.text == "ten metres of rope ."


@promise("read.visible.invisible-text-never-enters")
@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>secret</p>",
        "<p aria-hidden='true'>secret</p>",
        "<p style='color:red; display : none'>secret</p>",
        "<p style='VISIBILITY:hidden!important'>secret</p>",
        "<p style='opacity:0'>secret</p>",
        "<p style='opacity: 0.0; top:0'>secret</p>",
        "<p style='font-size:0px'>secret</p>",
        "<div style='display:none'><p>deep <b>secret</b></p></div>",
        "<span hidden>secret</span>",
        "<template><p>secret</p></template>",
        "<noscript><p>secret</p></noscript>",
        "<script>secret</script>",
        "<style>.secret{}</style>",
        "<!-- secret -->",
        "<select><option>secret</select>",
        "<dialog>secret</dialog>",
        "<svg><title>secret</title></svg>",
        "<iframe>secret</iframe>",
        "<table><tr hidden><td>secret<td>secret<tr><td>a<td>b</table>",
        "<pre>a<span hidden>secret</span></pre>",
    ],
)
def test_invisible_text_never_enters(hidden: str) -> None:
    document = page(f"<p>before</p>{hidden}<p>after</p>")

    assert "secret" not in document.text
    assert "before" in document.text
    assert "after" in document.text


@promise("read.visible.invisible-text-never-enters")
@pytest.mark.parametrize(
    "style", ["opacity:0.5", "font-size:0.8em", "display:block", "line-height:0", "opacity:.05"]
)
def test_a_style_that_hides_nothing_hides_nothing(style: str) -> None:
    assert page(f"<p style='{style}'>seen</p>").text == "seen"


@promise("read.visible.invisible-text-never-enters")
def test_a_page_that_hides_its_body_until_a_script_runs_is_read() -> None:
    assert page("<body style='opacity:0'><p>seen</p>").text == "seen"


@promise("read.visible.noscript-only-when-it-is-the-page")
def test_a_noscript_that_holds_the_whole_page_is_the_page() -> None:
    document = page(f"<p>Loading</p><noscript><article><p>{PROSE * 4}</p></article></noscript>")

    assert "The river rises" in document.main_text()


@promise("read.html.links-are-absolute-http-spans")
def test_only_web_links_are_spans_and_they_are_absolute() -> None:
    document = page(
        "<base href='/docs/'><p><a href='mailto:a@b.test'>mail</a> <a href='javascript:x()'>run</a>"
        " <a href='#part'>down</a> <a href='guide?a=1'> the <b>guide</b> </a>"
        " <a href='https://other.test/'>other</a> <a>none</a> <a href='http://[bad'>bad</a></p>"
    )

    links = [span for span in document.spans if span.kind == "link"]
    assert [(document.text[link.start : link.end], link.url) for link in links] == [
        ("the guide", "https://site.test/docs/guide?a=1"),
        ("other", "https://other.test/"),
    ]
    assert document.text == "mail run down the guide other none bad"


@promise("read.html.links-are-absolute-http-spans")
def test_a_link_round_two_blocks_is_a_span_in_each() -> None:
    document = page("<a href='/x'><h3>Head</h3><p>Words</p></a>")

    assert [document.text[span.start : span.end] for span in document.spans] == ["Head", "Words"]
    assert_exact(document)


@promise("read.html.figures-have-their-captions")
def test_figures_carry_address_alternative_caption_and_place() -> None:
    document = page(
        "<p>Before.</p><figure><img data-src='/big.jpg' src='data:image/gif;base64,R0'"
        " alt=' A  map ' width=640 height='480px'>"
        "<figcaption>The <b>valley</b></figcaption></figure>"
        "<img src='icon.png' width='50%'>"
    )

    first, second = document.figures
    assert (first.url, first.alt, first.caption) == (
        "https://site.test/big.jpg",
        "A map",
        "The valley",
    )
    assert (first.width, first.height) == (640, 480)
    assert document.text[first.start :].startswith("The valley")
    assert (second.url, second.caption, second.width) == (
        "https://site.test/dir/icon.png",
        "",
        None,
    )
    assert second.start == len(document.text)


@promise("read.html.bombs-are-read-in-linear-time")
@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 200_000 + "<p>the end",
        "<ul><li>x" * 20_000 + "<p>the end",
        "<blockquote>x" * 20_000 + "<p>the end",
        "<b><p>x" * 20_000 + "<p>the end",
        "<a href=/x>x<div>" * 20_000 + "<p>the end",
        "<table><tr><td>x" * 10_000 + "<p>the end",
        "<table><tr>" + "<td>a|<a href=q>b|</a>" * 20_000 + "</table><p>the end",
        "<pre>" * 20_000 + "the end",
        "<form><nav class='share ad'>x" * 20_000 + "<p>the end",
        "<dl><dt>x" * 20_000 + "<p>the end",
        '<script type="application/ld+json">' + "[" * 100_000 + "</script><p>the end",
    ],
    ids=["div", "list", "quote", "bold", "link", "table", "cell", "pre", "nav", "term", "json"],
)
def test_bombs_are_read_to_the_end(markup: str) -> None:
    assert "the end" in page(markup).text


def test_ruby_readings_stand_in_parentheses() -> None:
    assert (
        page("<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>").text == "漢字 (かんじ)"
    )
