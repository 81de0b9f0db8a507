"""A comparison in words and as a page: what it claims, what it does not, and harmless whatever the names."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from tests.report.parsed import text_of
from tests.study.spaces import query, space, without
from weatherglass.corpus.build import build_from_words
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.similarity import Similarity
from weatherglass.files.plain import json_text
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.report.compare import alike, command_line, document, finding, summary
from weatherglass.report.compare_tables import letters, signed, tables
from weatherglass.report.document import Document, Section
from weatherglass.report.formats import write_report
from weatherglass.report.page import html
from weatherglass.report.write import read_result, report_html
from weatherglass.study.compare import compare
from weatherglass.study.comparison import Compared, Comparison
from weatherglass.study.difference import Difference
from weatherglass.wording import numbers
from weatherglass.wording.messages import speaking
from weatherglass.words.lookup import Match

HOSTILE = "<img src=x onerror=alert(1)>\"'</script>"


def sections_of(found: Document) -> list[Section]:
    return [each for section in found.sections for each in (section, *section.parts)]


def made(spaces: list[Embedding], **given: object) -> Comparison:
    options = {"queries": query(8), "resamples": 399, "alike": False, **given}
    return compare(spaces, **options)  # type: ignore[arg-type]


def spaces_of(*leans: float, noise: float = 0.3, filler: int = 0) -> list[Embedding]:
    return [space(lean, n=8, seed=i, noise=noise, name=f"s{i}", filler=filler) for i, lean in enumerate(leans)]


@pytest.fixture(scope="module")
def pair() -> Comparison:
    return made(spaces_of(0.0, 0.9, filler=80), alike=True, measures=["weat", "ect", "rnsb", "word-association"])


def test_a_clear_difference_is_called_clear_with_its_direction() -> None:
    found = made(spaces_of(0.15, 0.9, noise=0.1))
    one = found.tests[0].differences[0]
    assert one.p is not None
    assert one.p.high < 0.05
    _, text = finding(found.tests[0])
    assert text.startswith("s1 − s0: +")
    assert "exchanges of the words’ scores counted" in text
    assert "The association is clearly stronger in s1." in text
    weaker = finding(made(spaces_of(0.9, 0.15, noise=0.1)).tests[0])[1]
    assert "The association is clearly weaker in s1." in weaker
    assert (
        "clear after Holm’s correction (en/made), 1 has p below 0.05 taken alone; the sign is the same in 1 of 1 test."
        in summary(found)[1]
    )


def test_another_sign_is_said_to_be_one() -> None:
    text = finding(made(spaces_of(0.6, -0.6)).tests[0])[1]
    assert "d is clearly smaller in s1, where its sign is the other." in text


def test_a_value_of_the_other_sign_that_is_not_clear_by_itself_is_said_to_be_so() -> None:
    found = made(spaces_of(0.6, -0.6))
    before, after = found.tests[0].outcomes
    assert isinstance(after, Result)
    assert after.p is not None
    unclear = replace(after, p=replace(after.p, estimate=0.3, low=0.3, high=0.3))
    text = finding(replace(found.tests[0], outcomes=(before, unclear)))[1]
    assert "d is clearly smaller in s1, where its sign is the other; by itself the value there is not clear." in text


def test_four_tests_are_ranked() -> None:
    queries = [query(n, name=f"q{n}") for n in (5, 6, 7, 8)]
    three, four = (summary(made(spaces_of(0.2, 0.6), queries=queries[:n])) for n in (3, 4))
    assert "ordered alike" not in " ".join(three)
    values = [list(each.values.values()) for each in made(spaces_of(0.2, 0.6), queries=queries).tests]
    rho = numbers.effect(float(spearmanr(values).statistic))
    assert f"the tests’ values are ordered alike to the degree ρ = {rho} (Spearman)" in four[1]


def test_an_unclear_difference_shows_no_likeness() -> None:
    text = finding(made(spaces_of(0.3, 0.3, noise=0.8)).tests[0])[1]
    assert "These words do not clearly tell the two spaces apart; this does not show that they are alike." in text
    assert not re.search(r"clearly (stronger|weaker|larger|smaller)", text)


def test_the_same_value_is_said_to_be_the_same() -> None:
    one = spaces_of(0.3)[0]
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(one.dim, one.dim)))[0]
    other = Embedding.from_arrays(one.words, one.vectors @ turn, name="turned")
    assert "Up to the precision of the vectors the two values are the same." in finding(made([one, other]).tests[0])[1]


def altered(found: Comparison, **changes: object) -> Compared:
    test = found.tests[0]
    return replace(test, differences=(replace(test.differences[0], **changes),))  # type: ignore[arg-type]


def test_p_below_a_limit_among_many_is_not_clear() -> None:
    found = made(spaces_of(0.15, 0.9, noise=0.1))
    one = found.tests[0].differences[0]
    assert one.adjusted is not None
    corrections = tuple(
        replace(c, estimate=0.2, low=0.2, high=0.2, verdict="not clear") for c in one.adjusted.corrections
    )
    text = finding(altered(found, adjusted=replace(one.adjusted, family=9, corrections=corrections)))[1]
    assert "Holm 0.2 over 9 differences" in text
    assert "Taken alone p is below 0.05; among 9 differences that is not enough to call it clear." in text


def test_interval_and_p_may_disagree_and_that_is_said() -> None:
    found = made(spaces_of(0.15, 0.9, noise=0.1))
    one = found.tests[0].differences[0]
    assert one.interval is not None
    across = finding(altered(found, interval=replace(one.interval, low=-0.2)))[1]
    assert "The interval includes 0: with other words of these kinds the difference might vanish." in across
    unclear = made(spaces_of(0.3, 0.3, noise=0.8))
    span = unclear.tests[0].differences[0].interval
    assert span is not None
    beside = finding(altered(unclear, interval=replace(span, low=0.1, high=0.5)))[1]
    assert "The interval excludes 0 all the same" in beside


def test_what_there_is_none_of_has_its_reason(pair: Comparison) -> None:
    rnsb = finding(pair["en/made", "rnsb"])[1]
    assert (
        "no interval, as resampling the words does not tell how the value of rnsb varies; no p, as rnsb is no" in rnsb
    )
    words = finding(pair["en/made", "word-association"])
    assert words[0] == "s0: scores of single words only; s1: scores of single words only."
    assert "no difference is given: word-association scores single words" in words[1]
    skipped = made([without(each, *(f"xa{i}" for i in range(6))) for each in spaces_of(0.1, 0.2)])
    values, difference = finding(skipped.tests[0])
    assert values.startswith("s0: not measured, too few common words: xa: 2 of 8 words are in all spaces (s0 2, s1 2)")
    assert difference == "s1 against s0: no difference is given: not measured in s0 and s1."
    assert summary(skipped)[0].endswith("none of 1 test has a value in both spaces.")


def test_the_similarity_says_what_it_rests_on(pair: Comparison) -> None:
    one = pair.similarities[0]
    assert isinstance(one, Similarity)
    text = alike(one)
    assert "mean cosine 0." in text
    assert "each word scored by a rotation that was not fitted to it" in text
    assert "With the words of one space exchanged at random it is" in text
    assert "Weights: none: neither file" in text or "Weights: 1/rank" in text
    assert "dimensions was placed within" not in text
    wide = [spaces_of(0.1, filler=80)[0], space(0.1, n=8, dim=24, filler=80, name="wide")]
    (other,) = made(wide, alike=True).similarities
    assert isinstance(other, Similarity)
    assert "The space of 20 dimensions was placed within that of 24, which it cannot fill" in alike(other)
    few = replace(one, common=500, effective=20.4)
    assert "by their 112 common words (the most frequent of 500): mean cosine" in alike(few)
    assert "rests on as little as that of 20 equally weighted words would; with all words counting the same" in alike(
        few
    )
    even = alike(replace(one, effective=float(one.words)))
    assert "most frequent of" not in even
    assert "rests on as little" not in even
    assert summary(pair)[-1].startswith("s0 and s1 as a whole: mean cosine of 112 common words after alignment 0.")


def test_languages_are_compared_by_sign_and_rank_only() -> None:
    found = made(spaces_of(0.2, 0.4), queries=[query(8), query(8, language="fr")], language=["en", "fr"])
    text = " ".join(summary(found))
    assert "translated lists, not identical items; compare signs and ranks, not magnitudes" in text
    assert "the sign is the same in 1 of 1 test" in text
    assert [table.title for table in tables(found)] == ["Word embedding association test (weat)"]


def test_own_words_are_said_to_be_own() -> None:
    one, other = spaces_of(0.2, 0.4)
    found = made([without(one, "xa0"), other], common_words=False)
    assert "each on the words that it has, so that a difference may come from the words too" in summary(found)[0]
    assert "measured on different words" in finding(found.tests[0])[1]


def test_tables_have_as_many_cells_as_heads(pair: Comparison) -> None:
    assert letters(pair) == {"s0": "A", "s1": "B"}
    for table in tables(pair):
        for row in table.rows:
            assert len(row) == len(table.header)
    assert tables(pair)[0].header == ("test", "d(A)", "p(A)", "d(B)", "p(B)", "common", "found")
    assert tables(pair)[0].rows[0][-2:] == ("32/32", "32, 32")


def test_tables_of_differences_and_similarities() -> None:
    three = made(spaces_of(0.15, 0.9, 0.5, noise=0.1, filler=80), alike=True)
    other = three.similarities[1]
    assert isinstance(other, Similarity)
    other = replace(other, unweighted=0.25)
    differences, similar = tables(replace(three, similarities=(three.similarities[0], other)))[1:]
    one = three.tests[0].differences[1]
    assert one.interval is not None
    assert one.p is not None
    assert one.adjusted is not None
    card = get("weat")
    holm = numbers.corrected(one.p, one.adjusted.by("holm"))
    assert differences.header == ("test", "spaces", "difference of d", "interval", "p", "Holm")
    ends = f"{signed(one.interval.low, card)} … {signed(one.interval.high, card)}"
    assert differences.rows[1] == ("en/made", "C − A", signed(one.value or 0, card), ends, numbers.p_cell(one.p), holm)
    assert holm != numbers.p_cell(one.p)
    values = (other.value, other.floor, other.above_floor, other.unweighted)
    mean, floor, above, unweighted = map(numbers.effect, values)
    span = f"{numbers.effect(other.floor_low)} … {numbers.effect(other.floor_high)}"
    assert similar.rows[1] == ("A and C", mean, floor, span, above, unweighted, "112", f"{other.effective:,.0f}")


def test_the_page_needs_nothing_else_and_says_it_all(pair: Comparison) -> None:
    page = html([document(pair)])
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|<img|@import|url\(|src=", page)
    assert page.count("<h1") == 1
    text = text_of(page)
    for sentence in [*summary(pair), *(line for each in pair.tests for line in finding(each))]:
        assert sentence in text
    assert isinstance(pair.similarities[0], Similarity)
    assert alike(pair.similarities[0]) in text
    for table in tables(pair):
        assert table.note in text
        assert not [cell for row in table.rows for cell in row if cell not in text]
    for each in pair.spaces:
        assert each.identity["sha256"] in page
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()
    assert "{schonemann1966," in page
    assert "{papakyriakopoulos2020," in page
    assert not re.search(r"\b(unbiased|fair)\b", text)
    assert page.count("<svg role=") == len(pair.tests)


def test_every_test_is_linked_and_every_space_has_its_mark(pair: Comparison) -> None:
    found = document(pair)
    anchors = {each.anchor for each in sections_of(found)}
    linked = [link for each in found.sections for table in each.tables for link in table.links]
    assert len(linked) == len(set(linked)) == len(pair.tests)
    assert set(linked) <= anchors
    for each in found.sections[1:5]:
        assert [(fact.label, fact.text) for fact in each.facts] == [("A", "s0"), ("B", "s1")]
    assert [label for label, _ in found.identity] == ["A, reference", "B"]


def test_what_is_no_name_says_how_tests_are_looked_up(pair: Comparison) -> None:
    numbered: Any = 0
    with pytest.raises(TypeError, match=r"give the id of a query, .*\.tests has all in their order"):
        _ = pair[numbered]


def test_many_findings_stand_in_a_section_of_their_own(pair: Comparison) -> None:
    found = document(pair)
    assert [*found.findings, *found.sections[0].findings] == summary(pair)
    assert len(found.findings) == 6
    few = document(replace(pair, tests=pair.tests[:1], similarities=()))
    assert [each.anchor for each in few.sections] == ["weat", "tests"]
    assert list(few.findings) == summary(replace(pair, tests=pair.tests[:1], similarities=()))


def test_the_page_is_the_same_after_json(pair: Comparison) -> None:
    again = read_result(json_text(pair.to_dict()), "compare.json")
    assert isinstance(again, Comparison)
    assert again == pair
    assert html([document(again)]) == html([document(pair)])


@pytest.mark.parametrize("language", ["de", "fr", "ar"])
def test_a_page_in_another_language_has_none_of_the_english_sentences(pair: Comparison, language: str) -> None:
    found = document(pair)
    english = {*found.findings, found.mind, *found.limits, found.methods[0]}
    words = (text for each in sections_of(found) for text in each.findings)
    english |= {text for text in words if not text.startswith("s0: ")}  # values alone have no words of their own
    english |= {table.note for each in sections_of(found) for table in each.tables}
    page = report_html(pair, language=language)
    assert f'lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in page
    assert not [each for each in english if each in text_of(page)]
    with speaking(language):
        assert "s1 − s0" in finding(pair.tests[0])[1]
        assert signed(0.996, get("bat")).startswith("+")


def test_hostile_names_are_text() -> None:
    one, other = spaces_of(0.2, 0.4, filler=80)
    evil = [replace(one, name=HOSTILE), other]
    hostile = replace(query(8), title=HOSTILE)
    page = html([document(made(evil, queries=hostile, alike=True))])
    assert "<img" not in page
    assert "<script" not in page
    assert "</script" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 6


def test_the_command_gives_the_same_again(tmp_path: Path) -> None:
    files = [write(each, tmp_path / f"{each.name} a.bin") for each in spaces_of(0.2, 0.4)]
    texts = build_from_words([["xa0", "ya0"]], tmp_path / "texts", language="en")
    given = {
        "level": 0.9,
        "match": Match(min_coverage=0.4, min_words=2, min_test_coverage=0.5),
        "corpus": texts,
        "folders": [tmp_path],
    }
    found = made(files, reference=1, seed=4, common_words=False, **given)  # type: ignore[arg-type]
    command = command_line(found)
    assert command == (
        f"weatherglass compare '{files[0]}' '{files[1]}' --lang en --query en/made --measure weat --pack {tmp_path} --reference 2 "
        f"--corpus {texts.folder} --level 0.9 --resamples 399 --min-coverage 0.4 --min-words 2 --min-test-coverage 0.5 --seed 4 --own-words --no-alike"
    )
    assert document(found).command == command
    in_memory = made(spaces_of(0.2, 0.4))
    assert command_line(in_memory) == ""
    assert document(in_memory).methods[-1] == "Made in Python, by weatherglass.compare."


def test_a_failed_write_leaves_nothing(pair: Comparison, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        write_report(pair, tmp_path / "none" / "compare.html")
    assert list(tmp_path.iterdir()) == []


def test_a_difference_without_value_has_a_sentence() -> None:
    found = made(spaces_of(0.2, 0.4))
    why = "of a reason"
    gone = Difference(before="s0", after="s1", value=None, no_value=why, no_interval=why, no_p=why)
    test = replace(found.tests[0], differences=(gone,))
    assert finding(test)[1] == "s1 against s0: no difference is given: of a reason."
    assert finding(test, {"s0": "A", "s1": "B"})[1] == "B against A: no difference is given: of a reason."
