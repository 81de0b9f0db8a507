"""What must hold for every registered measure."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.spaces import planted_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import MEASURES, Measure
from weatherglass.measure.result import Result, Skipped
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Resampled, measure_kept
from weatherglass.words import packs
from weatherglass.words.lookup import lookup
from weatherglass.words.query import Query
from weatherglass.words.references import entries

ALL = sorted(MEASURES)
QUERY = next(q for q in packs.load("en") if q.name == "weat6")


def measured(name: str, space: Embedding, query: Query = QUERY) -> Result:
    outcome = run(space, query, [name]).outcomes[0]
    assert isinstance(outcome, Result), outcome
    return outcome


@pytest.fixture(params=ALL)
def each(request: pytest.FixtureRequest) -> Measure:
    return MEASURES[request.param]


@pytest.fixture(scope="module")
def planted() -> Embedding:
    return planted_space(QUERY, 0.4)


def test_card_is_complete(each: Measure) -> None:
    for text in (each.title, each.what, each.sign, each.range, each.limits):
        assert text.strip()
    assert each.cite
    assert set(each.cite) <= set(entries())


def test_swapping_the_targets_turns_the_sign(each: Measure, planted: Embedding) -> None:
    swapped = replace(QUERY, targets=QUERY.targets[::-1])
    one, other = measured(each.name, planted), measured(each.name, planted, swapped)
    assert one.value is not None
    assert other.value == pytest.approx(-one.value)


def test_rotation_changes_nothing(each: Measure, planted: Embedding) -> None:
    rotation, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(planted.dim, planted.dim)))
    turned = Embedding.from_arrays(planted.words, planted.vectors.astype(np.float64) @ rotation)
    assert measured(each.name, turned).value == pytest.approx(measured(each.name, planted).value, abs=1e-5)


def test_same_input_same_bytes(each: Measure, planted: Embedding) -> None:
    one, other = measured(each.name, planted), measured(each.name, planted)
    assert json.dumps(one.to_dict()) == json.dumps(other.to_dict())


def test_json_round_trip(each: Measure, planted: Embedding) -> None:
    result = measured(each.name, planted)
    assert Result.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False))) == result


def test_missing_words_are_skipped_with_their_names(each: Measure, planted: Embedding) -> None:
    lost = {word[0] for word in QUERY.targets[0].words[1:]}
    smaller = planted.subset(word for word in planted.words if word not in lost)
    outcome = run(smaller, QUERY, [each.name]).outcomes[0]
    assert isinstance(outcome, Skipped)
    assert QUERY.targets[0].name in outcome.reason
    assert set(outcome.coverage.missing) == lost
    assert Skipped.from_dict(json.loads(json.dumps(outcome.to_dict()))) == outcome


def test_input_is_not_changed(each: Measure, planted: Embedding) -> None:
    before = planted.vectors.copy()
    measured(each.name, planted)
    assert np.array_equal(planted.vectors, before)


def test_a_group_effect_is_the_same_measure(each: Measure, planted: Embedding) -> None:
    """Equal weights give the value, and leaving a word out gives what measuring without it gives."""
    if each.group_effect is None:
        pytest.skip("the measure is not of this form")
    found = lookup(planted, QUERY)
    assert found.vectors is not None
    resampled = Resampled(each, found.vectors, each.params)
    everything = resampled.values([np.ones((1, n)) for n in resampled.sizes])
    assert everything[0] == pytest.approx(measured(each.name, planted).value, abs=1e-9)
    kept = [np.ones(n, bool) for n in resampled.sizes]
    kept[2][1] = False
    scores = measure_kept(each, found.vectors, kept, each.params)
    assert scores is not None
    assert resampled.left_out()[2][1] == pytest.approx(scores.value, abs=1e-9)


def test_how_sure_is_told(each: Measure, planted: Embedding) -> None:
    result = measured(each.name, planted)
    assert result.interval is not None
    assert result.interval.low <= result.interval.high
    assert result.influence is not None
    assert {(w.word, w.set) for w in result.influence.words} == {
        (word[0], s.name) for s in (*QUERY.targets, *QUERY.attributes) for word in s.words
    }
    assert (result.p is None) == (result.adjusted is None)
