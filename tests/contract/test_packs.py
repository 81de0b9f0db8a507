"""What must hold for every query that ships."""

from __future__ import annotations

import pytest

from tests.measure.measuring import BARE
from tests.spaces import planted_space
from weatherglass import language as languages
from weatherglass.measure.base import MEASURES
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.stats.permutation import Test
from weatherglass.words import packs
from weatherglass.words.query import Query
from weatherglass.words.references import bibtex, entries

ALL = {query.id: query for query in packs.of_tests(None)}
EXPECTED = {
    "en": [*(f"weat{i}" for i in range(1, 11)), "weat7-short", "weat8-short"],
    "de": [
        *(f"gerard-{name}" for name in ("flowers", "science", "career", "competence", "asian", "turkish", "religion")),
        *(f"weat{i}" for i in (1, 2, 6, 7, 8, 9, 10)),
        *(f"kb-{name}" for name in ("weat5", "weat6-ch", "weat6-de", "weat7", "weat8", "studies", "character")),
    ],
    "fr": ["kb-weat5", "kb-weat6-ch", "kb-weat6-fr", "kb-weat7", "kb-weat8", "weat1", "weat2", "weat9"],
    "ar": ["weat1", "weat2", "weat7", "weat8", "weat9"],
}


@pytest.fixture(params=sorted(ALL))
def query(request: pytest.FixtureRequest) -> Query:
    return ALL[request.param]


def test_every_test_of_the_papers_is_there() -> None:
    missing = {f"{lang}/{name}" for lang, names in EXPECTED.items() for name in names} - set(ALL)
    assert not missing


def test_provenance_is_complete(query: Query) -> None:
    assert query.title
    assert query.source
    assert query.licence
    assert query.caveat
    assert query.year is not None
    assert 1990 < query.year < 2030
    assert query.cite
    assert set(query.cite) <= set(entries())


def test_translated_lists_say_who_translated(query: Query) -> None:
    if query.language in ("fr", "ar") or (query.language == "de" and not query.name.startswith("gerard")):
        assert query.translation or query.name in ("kb-studies", "kb-character", "weat6")


def test_lists_that_may_hurt_carry_a_note(query: Query) -> None:
    sets = " ".join(s.name for s in query.sets)
    if any(word in sets for word in ("American", "Turkish", "Asian", "foreign", "Islamic", "illness", "weapons")):
        assert query.content_note


def test_the_sets_are_two_and_two_and_not_too_small(query: Query) -> None:
    assert (len(query.targets), len(query.attributes)) == (2, 2)
    assert all(len(set(s.words)) >= 4 for s in query.sets)


def test_the_script_fits_the_language(query: Query) -> None:
    arabic = [any("\u0600" <= c <= "\u06ff" for c in word[0]) for word in query.all_words()]
    assert all(arabic) if query.language == "ar" else not any(arabic)


def test_a_synthetic_space_gives_the_planted_sign(query: Query) -> None:
    for strength in (0.5, -0.5):
        outcome = run(
            planted_space(query, strength), query, scrutiny=BARE, test=Test(method="sampled", n=100)
        ).outcomes[0]
        assert isinstance(outcome, Result), outcome
        assert outcome.value is not None
        assert outcome.value * strength > 0
        assert not outcome.coverage.missing


@pytest.mark.parametrize("listed", [q for q in packs.of_language(None) if not q.targets], ids=lambda q: q.id)
def test_pairs_and_groups_alone_are_taken_for_no_test(listed: Query) -> None:
    assert not listed.is_test
    assert [each.name for each in MEASURES.values() if each.fits(listed)] == []


@pytest.mark.parametrize("code", packs.languages())
def test_every_pack_has_its_language(code: str) -> None:
    language = languages.get(code)
    assert language.name != code
    assert language.code == code


def test_references_are_well_formed() -> None:
    for key, entry in entries().items():
        assert entry.count("{") == entry.count("}")
        for field in ("title", "year"):
            assert f"{field} " in entry or f"{field}=" in entry, (key, field)
    assert bibtex(["caliskan2017", "caliskan2017"]).count("@") == 1
