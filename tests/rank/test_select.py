"""Which passages go on."""

from dataclasses import replace

from citewell.model.config import RankConfig
from citewell.model.values import Hit, RankedPassage
from citewell.rank import rank_all, select, snippet_passages
from citewell.text.urls import source_id
from tests.promises import promise
from tests.rank.pages import document, passage, ranked

CONFIG = RankConfig()


def distinct(n: int, words: int = 120) -> str:
    """A text that shares no word with one of another number."""
    return " ".join(f"w{n}x{word}" for word in range(words))


@promise("rank.select.two-passages-of-one-source")
def test_of_twelve_good_passages_of_one_source_two_stay() -> None:
    one = [passage(distinct(n), "a", index=n) for n in range(12)]
    other = passage(distinct(99), "b")

    kept = select(ranked(*one, other), CONFIG)

    assert [each.passage for each in kept] == [one[0], one[1], other]


def test_short_passages_count_by_their_length() -> None:
    short = [passage(distinct(n, words=30), "a", index=n) for n in range(20)]

    kept = select(ranked(*short), CONFIG)

    chars = sum(len(each.passage.text) for each in kept)
    assert len(kept) > CONFIG.per_source
    assert chars <= CONFIG.per_source * CONFIG.passage_chars


@promise("rank.select.nothing-is-said-twice")
def test_one_paragraph_on_two_pages_stays_under_the_better_ranked() -> None:
    kept = select(ranked(passage(distinct(1), "a"), passage(distinct(1), "b")), CONFIG)

    assert [each.passage.source_id for each in kept] == ["src_a"]


@promise("rank.select.nothing-is-said-twice")
def test_a_near_repeat_inside_one_page_is_dropped_and_half_new_words_are_not() -> None:
    words = distinct(1, words=100).split()
    near = " ".join([*words[:80], *distinct(2, words=20).split()])
    half = " ".join([*words[:40], *distinct(3, words=60).split()])

    kept = select(
        ranked(passage(" ".join(words), "a"), passage(near, "b"), passage(half, "c")), CONFIG
    )

    assert [each.passage.source_id for each in kept] == ["src_a", "src_c"]


def test_a_part_of_a_passage_that_stays_is_a_repeat() -> None:
    whole = distinct(1)

    kept = select(ranked(passage(whole, "a"), passage(whole[:200], "b")), CONFIG)

    assert len(kept) == 1


def test_few_words_repeat_only_when_they_are_the_same() -> None:
    kept = select(
        ranked(passage("Open daily", "a"), passage("OPEN daily!", "b"), passage("Closed", "c")),
        CONFIG,
    )

    assert [each.passage.text for each in kept] == ["Open daily", "Closed"]


@promise("rank.select.a-read-page-goes-before-a-snippet")
def test_of_the_same_words_the_page_stays_and_not_the_snippet_ranked_above_it() -> None:
    snippet, page = passage(distinct(1), "a", read=False), passage(distinct(1), "b")

    kept = select(ranked(snippet, passage(distinct(2), "c"), page), CONFIG)

    assert [each.passage.source_id for each in kept] == ["src_c", "src_b"]


@promise("rank.select.every-query-is-heard")
def test_the_best_passage_for_the_second_query_stands_before_the_rest() -> None:
    def scored(n: int, first: float, second: float) -> RankedPassage:
        features = (("query 1", first), ("query 2", second))
        text = passage(distinct(n), f"p{n}")
        return RankedPassage(passage=text, score=max(first, second), features=features)

    pool = [scored(1, 0.9, 0.0), scored(2, 0.8, 0.0), scored(3, 0.7, 0.0), scored(4, 0.0, 0.3)]

    kept = select(pool, CONFIG)

    assert [each.passage.source_id for each in kept] == ["src_p1", "src_p4", "src_p2", "src_p3"]


def test_the_share_that_makes_a_repeat_is_a_setting() -> None:
    words = distinct(1, words=100).split()
    near = " ".join([*words[:80], *distinct(2, words=20).split()])
    pool = ranked(passage(" ".join(words), "a"), passage(near, "b"))

    assert len(select(pool, replace(CONFIG, duplicate_share=1.0))) == 2


def hit(url: str, snippet: str = "", text: str = "") -> Hit:
    return Hit(
        url=url,
        title="A\ntitle",
        snippet=snippet,
        text=text,
        provider="wikipedia",
        query="q",
        rank=1,
    )


def test_a_hit_with_words_is_a_passage_without_a_snapshot() -> None:
    url = "https://A.example/x#y"

    [first, second] = snippet_passages(
        [hit(url, " Trams run. "), hit("https://b.example/"), hit(url, "short", "longer text")]
    )

    assert (first.text, first.snapshot_id, first.heading) == ("Trams run.", "", "A title")
    assert first.source_id == source_id(url)
    assert second.text == "longer text"


def test_everything_seen_becomes_one_list() -> None:
    pages = [document("# Trams", "The tram fare is two euros.", name="a")]

    best, *_ = rank_all(["tram fare"], pages, [hit("https://b.example/", "Cheese")], CONFIG)

    assert best.passage.source_id == "src_a"
