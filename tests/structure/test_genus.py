"""Grammatical gender: a WEAT like any other, a mean for each gender, and a caveat that goes with it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.spaces import random_space
from tests.structure.leaning import examined, leaning, word_list
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.result import Lacking, Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.permutation import Test
from weatherglass.structure.genus import CAVEAT, Genus, genus
from weatherglass.structure.space import Space
from weatherglass.structure.structure import structure_of
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query

NOUNS = {target.name: [word[0] for word in target.words] for target in word_list("genus").targets}


def by_gender(masculine: float, feminine: float, neuter: float, *, seed: int = 0) -> Embedding:
    """Nouns that lean by these numbers, give or take a tenth; of the neuter ones half by 0.1 more, half by 0.1 less."""
    random = np.random.default_rng(seed)
    leans = [
        (word, mean + (0.1 if i % 2 else -0.1) * (1 if name == "neuter" else random.random()))
        for name, mean in (("masculine", masculine), ("feminine", feminine), ("neuter", neuter))
        for i, word in enumerate(NOUNS[name])
    ]
    return leaning(leans)


def made_of(embedding: Embedding, language: str = "de") -> Genus:
    found = genus(examined(embedding, language))
    assert isinstance(found, Genus)
    return found


def test_it_is_the_weat_of_the_same_sets() -> None:
    nouns, terms = ({target.name: target for target in word_list(name).targets} for name in ("genus", "terms"))
    words = [word[0] for target in terms.values() for word in target.words]
    words += [word for name in nouns for word in NOUNS[name][:10]]
    match = Match(min_coverage=0.2)
    embedding = random_space(*words, dim=20, seed=1)
    query = Query(
        name="mine",
        language="de",
        targets=(nouns["masculine"], nouns["feminine"]),
        attributes=(terms["male"], terms["female"]),
    )
    test = Test(alternative="two-sided")
    (expected,) = run(embedding, query, ["weat"], match=match, test=test, scrutiny=Scrutiny())
    assert isinstance(expected, Result)
    made = genus(Space(embedding, "de", match))
    assert isinstance(made, Genus)
    found = made.result
    assert (found.value, found.p, found.interval) == (expected.value, expected.p, expected.interval)
    assert found.words == expected.words
    assert found.coverage == expected.coverage
    assert found.p is not None
    assert found.p.alternative == "two-sided"


@pytest.mark.parametrize(("masculine", "feminine"), [(0.3, -0.3), (-0.3, 0.3)])
def test_the_sign_is_positive_where_nouns_lie_near_the_sex_of_their_gender(masculine: float, feminine: float) -> None:
    found = made_of(by_gender(masculine, feminine, 0.0))
    assert found.result.value is not None
    assert np.sign(found.result.value) == np.sign(masculine)
    assert found.result.p is not None
    assert found.result.p.estimate < 1e-6


def test_the_mean_of_each_gender_and_of_the_neuter_nouns_too() -> None:
    """Of the 50 neuter nouns 25 lean by 0.15 and 25 by −0.05, the mean is 0.05."""
    found = made_of(by_gender(0.3, -0.3, 0.05))
    assert found.words == {"feminine": (50, 50), "masculine": (50, 50), "neuter": (50, 50)}
    assert found.means["neuter"] == pytest.approx(0.05, abs=1e-6)
    groups = {name: [word.score for word in found.result.group(name)] for name in ("masculine", "feminine")}
    assert found.means["masculine"] == pytest.approx(np.mean(groups["masculine"]))
    assert found.means["feminine"] == pytest.approx(np.mean(groups["feminine"]))
    assert found.means["feminine"] < -0.2 < 0.2 < found.means["masculine"]


def test_neuter_nouns_may_be_missing() -> None:
    whole = by_gender(0.3, -0.3, 0.05)
    found = made_of(whole.subset([word for word in whole.words if word not in NOUNS["neuter"]]))
    assert set(found.means) == {"masculine", "feminine"}
    assert found.words["neuter"] == (0, 50)
    assert found.result.value == made_of(whole).result.value


def test_the_caveat_is_among_the_warnings_wherever_it_was_run_and_only_there() -> None:
    whole = by_gender(0.3, -0.3, 0.05)
    assert CAVEAT in structure_of(whole, "de", parts=("genus",)).warnings
    few = whole.subset([word for word in whole.words if word not in NOUNS["masculine"][:40]])
    without = structure_of(few, "de", parts=("genus",))
    assert isinstance(without.genus, Lacking)
    assert "masculine: 10 of 50 words found" in without.genus.skipped
    assert CAVEAT not in without.warnings
    assert structure_of(whole, "de", parts=("generic-masculine",)).genus is None


def test_a_language_without_grammatical_gender_has_no_such_list() -> None:
    found = genus(examined(random_space("he", "she"), "en"))
    assert found == Lacking(skipped="there is no list “genus” for English (en/genus)")
