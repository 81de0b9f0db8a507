"""KM by hand, its level of chance by listing, and what must not change it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.measure.measuring import (
    found_set,
    measured,
    outcome,
    query_of,
    random_vectors,
    scores,
    skipped,
    space_of,
    splits,
)
from weatherglass.errors import SpecError
from weatherglass.measure.published.km import _chance, km, of_some, p_value
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Vectors

# Two clear clusters on a line (the second coordinate is the same for all): 1, 2, 3 and 21, 22, 23.
LINE = {"p": (1, 1), "q": (2, 1), "r": (3, 1), "s": (21, 1), "t": (22, 1), "u": (23, 1)}


def test_by_hand() -> None:
    """Clusters {p, q, r} and {s, t, u}; the sets are {p, q, s} and {r, t, u}: four of six words lie with their own.

    Chance: three of six words in a cluster, 3 + 3. The number shared with the first set is 0, 1, 2, 3 with 1, 9, 9, 1 in
    20, which puts 6, 4, 4, 6 of six words right: (2·1 + 18·2/3)/20 = 0.7; the 95 % point is 1, as two in 20 reach it.
    """
    result = measured("km", space_of(LINE), query_of({"x": ["p", "q", "s"], "y": ["r", "t", "u"]}))
    assert result.value == pytest.approx(4 / 6)
    assert scores(result) == {"p": 1, "q": 1, "s": 0, "r": 0, "t": 1, "u": 1}
    assert result.extra["chance"] == pytest.approx(0.7)
    assert result.extra["chance_95"] == 1
    assert (result.extra["spread"], result.extra["lowest"], result.extra["highest"]) == (0, 4 / 6, 4 / 6)
    assert result.p is not None
    # Every split puts at least four of six right.
    assert (result.p.estimate, result.p.partitions) == (1, 20)
    clear = measured("km", space_of(LINE), query_of({"x": ["p", "q", "r"], "y": ["s", "t", "u"]}))
    assert clear.value == 1
    assert clear.p is not None
    assert clear.p.estimate == pytest.approx(2 / 20)  # this split and the one with the sets exchanged
    assert clear.p.floor == pytest.approx(2 / 20)
    assert [notice.text for notice in clear.warnings if notice.code == "floor"] == [
        "en/small: 3 + 3 words are too few for any p below 0.05; the smallest is 2 in 20."
    ]


def test_chance_for_eight_and_eight_is_the_published_one() -> None:
    """Balanced clusters: mean 0.59, 95 % point 0.75."""
    mean, high = _chance(np.array([8]), (8, 8))
    assert mean == pytest.approx(0.59, abs=0.01)
    assert high == 0.75


@pytest.mark.parametrize(
    ("sizes", "clusters"), [((3, 4), [2]), ((2, 5), [3, 3, 1]), ((4, 4), [0, 4, 8]), ((3, 3), [6])]
)
def test_chance_by_listing_every_split(sizes: tuple[int, int], clusters: list[int]) -> None:
    words = sum(sizes)
    accuracies = []
    for cluster, (chosen, _) in product(clusters, splits(*sizes)):
        right = sum((i in chosen) == (i < cluster) for i in range(words))
        accuracies.append(max(right, words - right) / words)
    mean, high = _chance(np.array(clusters), sizes)
    assert mean == pytest.approx(np.mean(accuracies))
    assert np.mean(np.array(accuracies) <= high + 1e-12) >= 0.95
    assert np.mean(np.array(accuracies) < high - 1e-12) < 0.95


def test_p_by_listing_every_split_for_the_clusters_that_were_found() -> None:
    v = random_vectors((4, 5), 3, 2, lean=0.8)
    found = km(v, runs=4, restarts=1)
    labels = found.working["labels"]
    assert found.value is not None
    values = []
    for chosen, _ in splits(4, 5):
        member = np.isin(np.arange(9), chosen)
        right = (labels == member).sum(axis=1)
        values.append(np.maximum(right, 9 - right).mean() / 9)
    p = p_value(v, found, Test())
    assert p.partitions == 126
    assert p.estimate == pytest.approx(np.mean(np.array(values) >= found.value - 1e-9))


@pytest.mark.parametrize("seed", range(5))
def test_exchanging_the_sets_or_turning_their_words_around_changes_nothing(seed: int) -> None:
    v = random_vectors((6, 5), 3, seed)
    whole = km(v, restarts=1)
    exchanged = km(replace(v, targets=v.targets[::-1]), restarts=1)
    assert exchanged.value == whole.value
    assert exchanged.extra == pytest.approx(whole.extra)


def test_a_missing_word_shifts_no_label() -> None:
    query = query_of({"x": ["gone", "p", "q", "lost"], "y": ["s", "nowhere", "t", "r"]})
    result = measured("km", space_of(LINE), query)
    assert scores(result) == {"p": 1, "q": 1, "s": 1, "t": 1, "r": 0}
    assert result.value == pytest.approx(4 / 5)
    assert result.coverage.missing == ("gone", "lost", "nowhere")


def test_the_mean_and_spread_over_runs_that_differ() -> None:
    """The corners of a square can be divided in several ways, all at rest."""
    rows = np.array([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]], float)
    v = Vectors(targets=(found_set("x", rows[[0, 1]]), found_set("y", rows[[2, 3]])))
    found = km(v, runs=200, restarts=1)
    right = (found.working["labels"] == np.array([True, True, False, False])).sum(axis=1)
    accuracies = np.maximum(right, 4 - right) / 4
    assert found.value == pytest.approx(accuracies.mean())
    assert (found.extra["lowest"], found.extra["highest"]) == (0.5, 1.0)
    assert found.extra["spread"] == pytest.approx(accuracies.std(ddof=1))
    assert km(v, runs=1).extra["spread"] is None


def test_normalising_takes_the_lengths_away() -> None:
    v = random_vectors((5, 5), 4, 3, lean=0.5)
    lengths = np.arange(1, 6)[:, None] ** 2
    longer = replace(v, targets=tuple(replace(t, vectors=t.vectors * lengths) for t in v.targets))
    assert km(longer, normalise=True).value == km(v, normalise=True).value
    assert km(longer).extra != km(v).extra


def test_some_of_the_words_are_clustered_anew_and_one_word_of_a_set_is_too_few() -> None:
    v = random_vectors((4, 3), 3, 1, lean=1.0)
    kept = [
        np.array([[1, 1, 1, 1], [1, 0, 1, 1], [0, 0, 1, 0]], bool),
        np.array([[1, 1, 1], [0, 1, 1], [1, 1, 1]], bool),
    ]
    values = of_some(v, kept, runs=20, restarts=10, normalise=False, seed=0)
    fewer = Vectors(
        targets=tuple(found_set(t.name, t.vectors[mask[1]]) for t, mask in zip(v.targets, kept, strict=True))
    )
    assert values[0] == km(v, runs=1).value
    assert values[1] == km(fewer, runs=1).value
    assert np.isnan(values[2])


def test_sets_of_two_words_have_no_interval_as_one_word_of_a_set_is_no_group() -> None:
    query = query_of({"x": ["p", "q"], "y": ["s", "t"]})
    found = outcome("km", space_of(LINE), query, scrutiny=Scrutiny(baseline=0))
    assert isinstance(found, Result)
    assert found.value == 1
    assert found.interval is None
    assert any("no interval" in notice.text for notice in found.warnings)


def test_words_in_one_place_are_no_clusters() -> None:
    rows = dict.fromkeys("pqrstu", (1, 2))
    result = measured("km", space_of(rows), query_of({"x": ["p", "q"], "y": ["r", "s", "t", "u"]}))
    assert result.value == pytest.approx(4 / 6)  # all in one cluster
    assert result.extra["chance"] == pytest.approx(4 / 6)
    assert result.p is not None
    assert result.p.estimate == 1


def test_what_cannot_be_measured() -> None:
    assert "one word" in skipped("km", space_of(LINE), query_of({"x": ["p"], "y": ["q", "r"]}))
    with pytest.raises(SpecError, match="runs=0"):
        km(random_vectors((3, 3), 3, 0), runs=0)
