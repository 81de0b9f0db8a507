"""Mitigation of real vectors beside what the papers report of it; the figures of docs/mitigation.md."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.language import get
from weatherglass.measure.base_pairs import direct_bias
from weatherglass.mitigate.account import Account, account_of
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.implicit import Traced
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match, find_pairs
from weatherglass.words.vocabulary import gendered_by_definition, is_ordinary

pytestmark = pytest.mark.real
GLOVE, NEWS, FRENCH = "en-glove6b-100d-50k.bin", "en-googlenews-26k-unit.bin", "fr-spacy-20k.bin"


@cache
def hard_account(file: Path, language: str) -> Account:
    vectors = read(file)
    return account_of(mitigation("hard").fit(vectors, language), vectors)


def first_traces(account: Account) -> Traced:
    found = account.traces[0]
    assert isinstance(found, Traced)
    return found


@pytest.mark.parametrize("name", [GLOVE, NEWS])
def test_hard_mitigation_shrinks_differences_of_gender_and_hides_the_rest(real_vectors: Path, name: str) -> None:
    account = hard_account(real_vectors / name, "en")
    tests = {test.query: test for test in account.tests}
    for query in ("en/weat7-short", "en/weat8", "en/weat8-short"):
        assert tests[query].verdict == "hidden", query
        left, neighbours = tests[query].difference.left, tests[query].neighbours.left
        assert left is not None
        assert neighbours is not None
        assert abs(left) < 0.1
        assert neighbours > 0.8
    for query in ("en/weat2", "en/weat4", "en/weat9"):  # not about gender
        assert tests[query].verdict == "unchanged", query


@pytest.mark.parametrize("name", [GLOVE, NEWS])
def test_scores_that_do_not_vary_any_more_have_no_d(real_vectors: Path, name: str) -> None:
    tests = {test.query: test for test in hard_account(real_vectors / name, "en").tests}
    for query in ("en/weat7-short", "en/weat8-short"):  # all their attribute words are equalised pairs
        assert tests[query].d.after.value is None
        assert "no variation" in tests[query].d.after.reason


def test_d_can_turn_while_the_difference_shrinks(real_vectors: Path) -> None:
    """Google News, WEAT 7: d from 0.88 to −1.10 while the difference falls from 0.025 to −0.008."""
    test = next(test for test in hard_account(real_vectors / NEWS, "en").tests if test.query == "en/weat7")
    assert test.d.before.value == pytest.approx(0.88, abs=0.01)
    assert test.d.after.value == pytest.approx(-1.10, abs=0.01)
    assert test.difference.before.value == pytest.approx(0.025, abs=0.001)
    assert test.difference.after.value == pytest.approx(-0.008, abs=0.001)
    assert test.d_before == pytest.approx(-0.26, abs=0.02)


@pytest.mark.parametrize(("name", "clusters"), [(GLOVE, 0.955), (NEWS, 0.899)])
def test_the_most_biased_words_still_cluster(real_vectors: Path, name: str, clusters: float) -> None:
    """Gonen & Goldberg (2019), all of Google News: 92.5 % after hard debiasing; a classifier 88.9 %."""
    traces = first_traces(hard_account(real_vectors / name, "en"))
    assert traces.by == "she–he"
    assert traces.clusters.before.value is not None
    assert traces.clusters.before.value > 0.99
    assert traces.clusters.after.value == pytest.approx(clusters, abs=0.03)
    assert traces.classifier.after.value is not None
    assert traces.classifier.after.value > 0.88
    assert traces.stays


def test_french_forms_are_protected(real_vectors: Path) -> None:
    vectors = read(real_vectors / FRENCH)
    method = mitigation("hard").fit(vectors, "fr")
    less = method.transform(vectors)
    for word in ("directrice", "directeur", "chanteuse", "chanteur"):
        before, after = (space[word].astype(np.float64) for space in (vectors, less))
        assert before @ after / np.linalg.norm(before) / np.linalg.norm(after) == pytest.approx(1, abs=1e-6)
    assert method.fitted().treated("maison")


def test_null_space_projection_leaves_linear_classifiers_at_chance(real_vectors: Path) -> None:
    """On words that took no part in fitting: neither in training nor in ending the rounds."""
    vectors = read(real_vectors / NEWS)
    method = mitigation("null-space").fit(vectors, "en")
    less = method.transform(vectors)
    words, lean = most_leaning(vectors, 2500)
    accuracies = []
    for space in (vectors, less):
        rows = np.array([space[word] for word in words], np.float64)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        accuracies.append(held_out_accuracy(rows, lean > 0))
    assert accuracies[0] > 0.95
    assert accuracies[1] < 0.56


def most_leaning(vectors: Embedding, most: int) -> tuple[list[str], np.ndarray]:
    """The neutral words that lean most to either side of the pairs; every fifth, so that most of them were not trained on."""
    gendered = gendered_by_definition("en")
    listed = packs.word_list("en", "subspace")
    assert gendered is not None
    assert listed is not None
    pairs, _ = find_pairs(Finder(vectors, get("en"), Match()), listed.pairs[0])
    assert pairs is not None
    used = {*pairs.one.rows, *pairs.other.rows}
    words = [word for word in vectors.words if is_ordinary(word) and not gendered(word) and word not in used]
    lean = direct_bias(np.array([vectors[word] for word in words], np.float64), pairs).mean(axis=0)
    order = np.argsort(lean, kind="stable")
    chosen = np.concatenate([order[:most], order[-most:]])
    return [words[i] for i in chosen], lean[chosen]


def held_out_accuracy(rows: np.ndarray, sides: np.ndarray) -> float:
    """By a classifier of our own split of the words."""
    mixed = np.random.default_rng(7).permutation(len(rows))
    train, test = np.split(mixed, [len(rows) // 2])
    fitted = LogisticRegression(C=10, max_iter=5000, tol=1e-8).fit(rows[train], sides[train])
    return float(fitted.score(rows[test], sides[test]))
