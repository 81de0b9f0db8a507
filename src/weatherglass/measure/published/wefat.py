"""The word embedding factual association test (Caliskan et al. 2017): associations against real-world figures."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from weatherglass.measure.association import NO_VARIATION, normalised
from weatherglass.measure.base import NotMeasurable, Scores, measure
from weatherglass.stats.permutation import PValue, Test, p_from_t
from weatherglass.words.lookup import Vectors

_SAME = 1e-12  # relative spread of rates below which they are constant


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue:
    """Of Pearson's r, by Student's t."""
    from scipy.stats import pearsonr

    used, rates = scores.working["scores"], scores.working["rates"]
    return p_from_t(float(pearsonr(used, rates, alternative=test.alternative).pvalue), test)


@measure(
    name="wefat",
    title="Word embedding factual association test",
    targets=1,
    attributes=2,
    rates=True,
    symbol="r",
    unit="correlation",
    null=0.0,
    what="Correlates each word's normalised association with a real-world figure for that word, such as the share of men in an "
    "occupation.",
    formula="r between the rate of w and s(w) / std over A ∪ B of cos(w, ·), s(w) = mean over a ∈ A of cos(w, a) − mean over b ∈ B of cos(w, b)",
    sign="positive: the higher a word's rate, the nearer it lies to attribute set 1",
    range="−1 to 1",
    bounds=(-1.0, 1.0),
    good="not defined: a high correlation means that the vectors follow the world as the rates have it",
    published="German occupations against the share of men: r = 0.32, 0.24, 0.15, 0.15 for four forms (Gerard 2017); English occupations: "
    "r = 0.90 (Caliskan et al. 2017)",
    limits="Correlation over the words listed; it says nothing about single words, and rates of one country and year are no truth about "
    "others. Words without a rate are left out.",
    reading="the association of {t1} with {a1} rather than {a2} correlates with their rates at r = {value} over {words} words (Spearman’s ρ = {spearman}; regression line: association = {intercept} + {slope} × rate)",
    cite=("caliskan2017", "gerard2017"),
    smooth=True,
    p=p_value,
    p_from="that of Pearson’s correlation with the rates",
)
def wefat(v: Vectors, *, ddof: Literal[0, 1] = 1) -> Scores:
    """Pearson's r between normalised associations and rates, with Spearman's ρ and the regression line."""
    (target,) = v.targets
    scores = normalised(target, *v.attributes, ddof=ddof)
    rates = np.array([v.rates.get(word, np.nan) for word in target.words])
    used = np.isfinite(rates)
    n = int(used.sum())
    if n < 3:
        raise NotMeasurable(f"{n} of the words found have a rate; at least 3 are needed for a correlation")
    x, y = rates[used], scores[used]
    if np.ptp(x) <= _SAME * np.abs(x).max():
        raise NotMeasurable(f"the rates are constant ({x[0]:g} for all {n} words), so nothing can correlate with them")
    if np.ptp(y) < NO_VARIATION:
        raise NotMeasurable("no variation: all words have the same association")
    from scipy.stats import linregress, spearmanr

    line, ranked = linregress(x, y), spearmanr(x, y)
    return Scores(
        value=float(line.rvalue),
        groups=(scores,),
        extra={
            "words": n,
            "without_rate": [word for word in target.words if word not in v.rates],
            "spearman": float(ranked.statistic),
            "spearman_p_two_sided": float(ranked.pvalue),
            "slope": float(line.slope),
            "intercept": float(line.intercept),
            "rates": {word: float(rate) for word, rate in zip(target.words, rates, strict=True) if np.isfinite(rate)},
        },
        working={"scores": y, "rates": x},
    )
