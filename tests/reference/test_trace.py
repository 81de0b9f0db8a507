"""Predicted changes against retrained ones on sixteen million words of German debates: removals of several sizes, two tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.trace.traced import Trace
from weatherglass.trace.tracing import trace_of

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def corpus(real_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return build_corpus(real_corpora / "germaparl.jsonl.xz", tmp_path_factory.mktemp("debates") / "corpus", language="de")  # fmt: skip


@pytest.fixture(scope="module", params=["gerard-career", "kb-weat6-de"])
def found(request: pytest.FixtureRequest, corpus: Corpus) -> Trace:
    return trace_of(corpus, request.param, models=2, verify=[0.02, 0.05, 0.2], dim=50, epochs=15, min_count=20)


def test_what_was_predicted_comes(found: Trace) -> None:
    """Measured with three seeds and four sizes: r = 0.98 and 1.00 (docs/trace.md)."""
    predicted = np.array([np.mean(each.predicted) for each in found.removals])
    measured = np.array([np.mean(each.measured) for each in found.removals])
    assert len(predicted) == 9
    assert np.corrcoef(predicted, measured)[0, 1] >= 0.8
    assert (np.sign(predicted) == np.sign(measured))[np.abs(measured) > 0.3].all()
    seed_by_seed = np.array([pair for each in found.removals for pair in zip(each.predicted, each.measured, strict=True)])  # fmt: skip
    assert np.corrcoef(seed_by_seed.T)[0, 1] >= 0.8


def test_the_documents_on_top_carry_the_effect_and_random_ones_do_not(found: Trace) -> None:
    change = {(each.which, each.share): float(np.mean(each.measured)) for each in found.removals}
    assert change["top", 0.05] < -0.7
    assert abs(change["random", 0.05]) < 0.4 < abs(change["top", 0.05])
    assert change["bottom", 0.05] > 0.2


def test_the_models_agree_about_the_documents(found: Trace) -> None:
    assert found.agreement is not None
    assert found.agreement > 0.7
    assert found.ranked > 300
    assert all(group.reason == "" for group in found.groups)
