"""Two numbers that can be worked out by hand, computed here: an association test, and a step of GloVe's learning."""

from __future__ import annotations

import math
from collections.abc import Iterator

from weatherglass.diagnosis.check import Check

# One direction is attribute A, the other attribute B. Of each word stands the score s = cos(w, A) − cos(w, B).
_SPACE = {
    "a": (1.0, 0.0),
    "b": (0.0, 1.0),
    "x1": (1.0, 0.0),  # s = 1
    "x2": (3.0, 4.0),  # s = 0.6 − 0.8 = −0.2
    "y1": (0.0, 2.0),  # s = −1
    "y2": (4.0, 3.0),  # s = 0.8 − 0.6 = 0.2
}
# Means 0.4 and −0.4; squares 1 + 0.04 + 1 + 0.04 over 4 − 1 words. Of the six ways to split the words into two and two,
# this one and {1, 0.2} have a difference of means of at least 0.8.
_EFFECT, _P = 0.8 / math.sqrt(2.08 / 3), 2 / 6
_ADVICE = "the numbers of this installation cannot be trusted; report it with all that is said here"
_TOLERANCE = 1e-6  # vectors have 32 bits


def association() -> Iterator[Check]:
    """WEAT's d and its exact p on four words."""
    import numpy as np

    from weatherglass.embedding.embedding import Embedding
    from weatherglass.measure.result import Result
    from weatherglass.measure.run import run
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.words.lookup import Match
    from weatherglass.words.query import make_query

    space = Embedding.from_arrays(list(_SPACE), np.array(list(_SPACE.values()), np.float32), name="by hand")
    sets = {"targets": {"x": ["x1", "x2"], "y": ["y1", "y2"]}, "attributes": {"a": ["a"], "b": ["b"]}}
    query = make_query({"name": "by-hand", "language": "en", **sets})
    bare = Scrutiny(interval="none", baseline=0)
    outcome = run(space, query, match=Match(min_words=1), scrutiny=bare).outcomes[0]
    assert isinstance(outcome, Result)
    assert outcome.value is not None
    assert outcome.p is not None
    yield _compared("association test", {"d": (outcome.value, _EFFECT), "p": (outcome.p.estimate, _P)})


def learning() -> Iterator[Check]:
    """One cell of GloVe, compiled: from zeros and log count −2 the error is 2, the loss half its square in each direction."""
    import numpy as np

    from weatherglass.train.adagrad import learn_cells

    vectors, biases = np.zeros((4, 2, 1), np.float32), np.zeros((4, 2), np.float32)
    vectors[:, 1], biases[:, 1] = 1, 1  # sums of squares begin at one
    one, none = np.ones(1, np.int32), np.zeros(1, np.int32)
    log_counts, weights = np.full(1, -2, np.float32), np.ones(1, np.float32)
    loss = learn_cells(vectors, biases, none, one, log_counts, weights, np.float32(0.05))
    yield _compared("compiled learning", {"loss": (loss, 4.0), "bias": (float(biases[0, 0]), -2.0)})


def _compared(name: str, numbers: dict[str, tuple[float, float]]) -> Check:
    """Each number that was computed, beside the one worked out by hand."""
    from weatherglass.wording.numbers import length

    facts = {key: {"computed": got, "by_hand": due} for key, (got, due) in numbers.items()}
    if all(abs(got - due) <= _TOLERANCE for got, due in numbers.values()):
        said = ", ".join(f"{key} = {length(got)}" for key, (got, _) in numbers.items())
        return Check(name=name, found=f"{said}, as worked out by hand", facts=facts)
    said = "; ".join(f"{key} = {got!r}, by hand {due!r}" for key, (got, due) in numbers.items())
    return Check(name=name, state="problem", found=said, advice=_ADVICE, facts=facts)
