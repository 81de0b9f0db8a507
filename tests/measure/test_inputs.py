"""Base pairs and neutral words: where they come from, what is left out, and how far pairs can be trusted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.measure.measuring import BARE
from tests.spaces import cased_space, filler_of, random_space, toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import get
from weatherglass.measure.inputs import Given, _stability_notices, companions, first_rows, misfit, pair_notices
from weatherglass.measure.result import Result, Skipped
from weatherglass.measure.run import run
from weatherglass.words.given import parse_pairs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query, make_query
from weatherglass.words.vocabulary import MOST_FREQUENT

JOBS = make_query({"name": "jobs", "language": "en", "targets": {"jobs": ["nurse", "lawyer", "teacher", "nowhere"]}})
BY_PAIRS = ["direct-bias", "ripa", "nbm"]
SMALL = {"nbm": {"k": 5}}


@pytest.fixture(scope="module")
def space() -> Embedding:
    return cased_space(steady=True, odd="gal–guy", cased=False, filler=200)


def outcome(
    space: Embedding, name: str, *pairs: str, query: Query = JOBS, neutral: tuple[str, ...] | None = None
) -> Result | Skipped:
    given = Given(pairs=parse_pairs(pairs) if pairs else None, neutral=neutral)
    (found,) = run(
        space, query, [name], given=given, params={name: SMALL.get(name, {})}, match=Match(min_words=1)
    ).outcomes
    return found


def measured(
    space: Embedding, name: str, *pairs: str, query: Query = JOBS, neutral: tuple[str, ...] | None = None
) -> Result:
    found = outcome(space, name, *pairs, query=query, neutral=neutral)
    assert isinstance(found, Result), found
    return found


def texts(result: Result | Skipped, code: str) -> list[str]:
    return [notice.text for notice in result.warnings if notice.code == code]


def test_pairs_given_come_before_the_querys_and_the_languages(space: Embedding) -> None:
    own = replace(JOBS, pairs=(parse_pairs(["girl,boy"]),))
    assert list(measured(space, "ripa", "mother,father", query=own).extra["by_pair"]) == ["mother–father"]
    assert list(measured(space, "ripa", query=own).extra["by_pair"]) == ["girl–boy"]
    assert len(measured(space, "ripa").extra["by_pair"]) == 10


@pytest.mark.parametrize("name", BY_PAIRS)
def test_a_pair_with_a_missing_word_is_left_out_and_named(space: Embedding, name: str) -> None:
    result = measured(space, name, "she,he", "zzz,he")
    assert list(result.extra["by_pair"]) == ["she–he"]
    covered = result.coverage.sets[-1]
    assert (covered.name, covered.found, covered.asked, covered.missing) == ("base pairs", 1, 2, ("zzz–he",))
    assert texts(result, "missing-pair") == ["en/jobs: left out, as a word of them is not in the vectors: zzz–he."]


@pytest.mark.parametrize("name", BY_PAIRS)
def test_without_any_pair_nothing_is_measured(space: Embedding, name: str) -> None:
    skipped = outcome(space, name, "zzz,he", "she,yyy")
    assert isinstance(skipped, Skipped)
    assert skipped.reason == "no base pair has both its words in the vectors: zzz–he, she–yyy"
    assert skipped.coverage.sets[-1].missing == ("zzz–he", "she–yyy")


def test_the_same_row_twice_is_no_pair(space: Embedding) -> None:
    assert isinstance(outcome(space, "ripa", "she,She"), Skipped)  # of She and she there is one row


@pytest.mark.parametrize("name", BY_PAIRS)
def test_an_unstable_pair_is_said_on_every_result_that_rests_on_it(space: Embedding, name: str) -> None:
    (text,) = texts(measured(space, name, "gal,guy", "she,he"), "unstable-pair")
    assert "en/jobs: unstable base pairs: gal–guy (" in text
    assert "she–he" not in text
    assert texts(measured(space, name, "she,he"), "unstable-pair") == []
    assert measured(space, name, "gal,guy").extra["pair_agreement"]["gal–guy"] <= 0.4


def test_fair_agreement_is_unstable_and_moderate_is_not() -> None:
    (notice,) = _stability_notices("en/jobs", {"a–b": 0.4, "c–d": 0.401, "e–f": 0.1})
    assert notice.code == "unstable-pair"
    assert notice.text.startswith("en/jobs: unstable base pairs: a–b (fair), e–f (slight). ")
    assert _stability_notices("en/jobs", {"c–d": 0.401}) == []


def test_the_order_of_a_pairs_words_does_not_make_it_unstable(space: Embedding) -> None:
    """(he, she) gives every word the other sign than (she, he), and agrees as well with (woman, man) turned round."""
    one, other = measured(space, "ripa", "she,he"), measured(space, "ripa", "he,she")
    assert [word.score for word in other.words] == pytest.approx([-word.score for word in one.words])
    assert other.extra["pair_agreement"]["he–she"] == pytest.approx(one.extra["pair_agreement"]["she–he"])
    assert texts(other, "unstable-pair") == []
    # a pair that is in no list: queen and king, in either order
    for pair in ("queen,king", "king,queen"):
        assert texts(measured(space, "ripa", pair), "unstable-pair") == []
    assert texts(measured(space, "ripa", "guy,gal"), "unstable-pair") != []


def test_agreement_leaves_the_pair_itself_out() -> None:
    """In a space where all directions differ, a pair's agreement with itself would be 1 and raise the mean."""
    space = cased_space(cased=False, filler=100)
    result = measured(space, "direct-bias")
    from weatherglass.measure.stability import stability

    assert result.extra["pair_agreement"] == pytest.approx(dict(stability(space, "en", k=5).pair_agreement))


@pytest.mark.parametrize("name", BY_PAIRS)
def test_with_few_professions_stability_is_not_assessed_and_that_is_said(name: str, space: Embedding) -> None:
    few = space.subset([*filler_of(space), "nurse", "lawyer", "teacher", "she", "he", "woman", "man"])
    result = measured(few, name, "she,he")
    assert "pair_agreement" not in result.extra
    (text,) = texts(result, "pair-not-assessed")
    assert "cannot be told" in text


def test_neutral_words_are_the_most_frequent_ordinary_ones_less_gendered(space: Embedding) -> None:
    from weatherglass.words.vocabulary import gendered_by_definition

    gendered = gendered_by_definition("en")
    assert gendered is not None
    ordinary = [w for w in space.words if w.isalpha() and len(w) <= 20 and not gendered(w)]
    assert measured(space, "nbm").extra["neutral_words"] == len(ordinary)
    assert "queen" not in ordinary


def test_neutral_words_that_are_given_count_and_missing_ones_are_named(space: Embedding) -> None:
    filler = filler_of(space)[:30]
    result = measured(space, "nbm", "she,he", neutral=(*filler, "Nowhere", filler[0].upper()))
    assert result.extra["neutral_words"] == 30
    assert texts(result, "missing-neutral") == ["Neutral words that were given, but are not in the vectors: Nowhere."]
    many = measured(space, "nbm", "she,he", neutral=(*filler, *(f"gone{i}" for i in range(25))))
    assert texts(many, "missing-neutral")[0].endswith("gone19 and 5 more.")
    assert texts(measured(space, "nbm", "she,he"), "missing-neutral") == []


def test_where_no_neutral_word_is_found_nothing_is_measured_and_they_are_named(space: Embedding) -> None:
    none = outcome(space, "nbm", "she,he", neutral=("nowhere",))
    assert isinstance(none, Skipped)
    assert "there are 0 neutral words" in none.reason
    assert texts(none, "missing-neutral") != []


def test_a_language_without_lists(space: Embedding) -> None:
    other = replace(JOBS, language="xx")
    skipped = outcome(space, "ripa", query=other)
    assert isinstance(skipped, Skipped)
    assert skipped.reason == "there are no base pairs for 'xx'; give some with --pair"
    assert texts(measured(space, "ripa", "she,he", query=other), "pair-not-assessed") != []
    no_neutral = outcome(space, "nbm", "she,he", query=other)
    assert isinstance(no_neutral, Skipped)
    assert no_neutral.reason.startswith("there is no list of gendered words for 'xx'")
    filler = filler_of(space)
    assert measured(space, "nbm", "she,he", query=other, neutral=filler).extra["neutral_words"] == len(filler)


def test_in_an_audit_a_test_is_run_whole_or_not_at_all() -> None:
    """Clusters need no attributes; but beside measures that do, a test that lacks them is skipped for all."""
    words = [f"{name}{i}" for name in "xy" for i in range(4)]
    query = toy_query(targets={"x": words[:4], "y": words[4:]}, attributes={"a": ["gone"], "b": ["lost"]})
    (alone,) = run(random_space(*words), query, ["km"], scrutiny=BARE)
    assert isinstance(alone, Result)
    battery = run(random_space(*words), query, None, scrutiny=BARE)
    assert {each.measure for each in battery.skipped} == {"weat", "ect", "bat", "km"}
    (reason,) = {each.reason for each in battery.skipped}
    assert reason.startswith("too few words: a: 0 of 1 words found; b: 0 of 1")


def test_what_must_be_read() -> None:
    measures = [get("nbm")]
    assert first_rows(measures, Given()) == MOST_FREQUENT
    assert first_rows(measures, Given(neutral=("a",))) == 0
    assert first_rows([get("ripa")], Given()) == 0
    given = Given(pairs=parse_pairs(["aunt,uncle"]), neutral=("table",))
    read = {form for query in companions([JOBS], measures, given) for word in query.all_words() for form in word}
    assert {"aunt", "uncle", "table", "she", "nurse"} <= read
    assert companions([JOBS], [get("weat")], given) == ()


def test_one_pair_by_itself(space: Embedding) -> None:
    assert [notice.code for notice in pair_notices(space, "en", ("gal", "guy"), Match())] == ["unstable-pair"]
    assert pair_notices(space, "en", ("she", "he"), Match()) == ()
    assert pair_notices(space, "en", ("zzz", "he"), Match()) == ()


def test_a_query_that_does_not_fit_is_told_what_is_needed() -> None:
    assert misfit(get("weat"), JOBS) == (
        "weat needs 2 target sets, 2 attribute sets; the query has 1 target and 0 attribute sets"
    )
    attributes = make_query(
        {"name": "q", "language": "en", "targets": {"t": ["a"]}, "attributes": {"x": ["b"], "y": ["c"]}}
    )
    assert misfit(get("wefat"), attributes).startswith("wefat needs a rate for each target word")
    two = replace(attributes, targets=(*attributes.targets, *JOBS.targets))
    assert misfit(get("wefat"), two).startswith("wefat needs 1 target set, 2 attribute sets, a rate per target word; ")
