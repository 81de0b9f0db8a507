"""Word similarity: do cosines put pairs of words in the order in which people put them?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from weatherglass.embedding.geometry import unit
from weatherglass.files.plain import fields_of
from weatherglass.measure.association import without_noise
from weatherglass.quality.accuracy import Missing, Rows
from weatherglass.quality.questions import ScoredPairs
from weatherglass.stats.effects import rank_correlation
from weatherglass.stats.intervals import Interval, fisher


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSimilarity:
    """Spearman's ρ between cosines and scores over the covered pairs; None with the `reason` where there is none."""

    name: str
    asked: int
    covered: int
    spearman: float | None
    interval: Interval | None
    missing: Missing
    reason: str = ""

    @property
    def share_covered(self) -> float:
        return self.covered / self.asked

    def to_dict(self) -> dict[str, Any]:
        return fields_of(self) | {"share_covered": self.share_covered}


def word_similarity(rows: Rows, asked: ScoredPairs, *, level: float = 0.95) -> WordSimilarity:
    """Correlate the ranks of cosines and scores, equal ones having their mean rank; pairs with a missing word are left out."""
    ends = np.array([[rows((one,)), rows((other,))] for one, other, _ in asked.pairs])
    covered = (ends >= 0).all(axis=1)
    used = ends[covered]
    scores = np.array([score for *_, score in asked.pairs])[covered]
    vectors = rows.finder.embedding.vectors
    cosines = without_noise(np.einsum("ij,ij->i", unit(vectors[used[:, 0]]), unit(vectors[used[:, 1]])))
    value = rank_correlation(cosines, scores)
    return WordSimilarity(
        name=asked.name,
        asked=len(asked.pairs),
        covered=len(used),
        spearman=value,
        interval=None if value is None else fisher(value, len(used), level, ranks=True),
        missing=rows.missing((word,) for one, other, _ in asked.pairs for word in (one, other)),
        reason="" if value is not None else why_no_correlation(len(used), scores, "words"),
    )


def why_no_correlation(covered: int, scores: np.ndarray[Any, np.dtype[np.float64]], what: str) -> str:
    if covered < 3:
        found = "no pair has" if covered == 0 else "only one pair has" if covered == 1 else "only two pairs have"
        return f"{found} {what} that are in the vectors, and a correlation needs three"
    return (
        f"all {covered:,} pairs have the same {'score' if np.ptp(scores) == 0 else 'cosine'}, so nothing can go with it"
    )
