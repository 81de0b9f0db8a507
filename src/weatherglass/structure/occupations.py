"""Does a form's association follow who does the work? WEFAT for each form of occupations (Gerard 2017, table 4.2).

Scores are oriented the same way for all forms: masculine forms towards male terms against the share of men, feminine forms
towards female terms against the share of women.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.measure.association import NO_VARIATION, normalised
from weatherglass.measure.base import NotMeasurable
from weatherglass.measure.result import Lacking
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.intervals import Interval, fisher
from weatherglass.structure.space import FORMS, LEVEL, Space
from weatherglass.words.lookup import FoundSet
from weatherglass.words.query import Query, Word, WordSet

SHARES, GERARD, GARG = "shares", "gerard-occupations", "occupations"
LEAST_WORDS = 10
Form = Literal["masculine singular", "masculine plural", "feminine singular", "feminine plural", "one form"]
# Gerard 2017, appendix B.2: the shares of men in per cent as printed, one fewer than the 57 words, which stand in their
# increasing order; the last two are printed the other way round.
PRINTED_SHARES = (
    0.8, 0.8, 2.4, 4.2, 4.6, 5.7, 6.1, 7.0, 19.3, 19.7, 19.8, 22.1, 24.1, 25.4, 25.9, 27.8, 27.9, 28.8, 29.6, 31.4, 34.6, 37.2,
    44.9, 45.1, 46.3, 47.0, 50.8, 51.2, 51.2, 52.4, 54.6, 54.8, 56.2, 57.7, 59.3, 65.2, 67.8, 70.1, 72.0, 73.1, 73.6, 76.8, 78.1,
    78.9, 79.5, 81.5, 82.1, 83.3, 85.2, 89.1, 90.5, 94.4, 96.3, 96.9, 99.5, 98.7,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """An occupation: the share of those of the form's sex in it, and how far its word leans to that sex."""

    word: str
    share: float
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Pearson's r over all places where the missing share may belong: smallest and largest, and their p (two-sided)."""

    places: int
    low: float
    high: float
    p_of_low: float
    p_of_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """Of one form. `towards`: the sex whose terms and share are taken. p are two-sided, by Student's t.

    Where only the order of the shares is certain, `r`, its line and the `points`' shares are None or ranks, and `gap` has the range of r.
    """

    form: Form
    towards: Literal["male", "female"]
    words: int
    asked: int
    r: float | None
    p: float | None
    interval: Interval | None
    spearman: float
    spearman_p: float
    spearman_interval: Interval | None
    slope: float | None
    intercept: float | None
    gap: Gap | None
    points: tuple[Point, ...]
    missing: tuple[str, ...]

    @property
    def shown(self) -> bool:
        """Whether there is a correlation, by Pearson's r, or by Spearman's ρ where only the order is certain."""
        return (self.spearman_p if self.p is None else self.p) < SIGNIFICANT


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupations:
    """One table of shares, form by form."""

    table: str
    title: str
    source: str
    caveat: str
    ranks_only: bool
    forms: tuple[Correlation | Lacking, ...]


def occupations(space: Space, query: Query) -> Occupations | Lacking:
    """Of a table with the share of women by word as its rates; other forms of the words come from the language's list of forms."""
    terms = space.terms()
    if isinstance(terms, Lacking):
        return terms
    women, known = query.rates, _forms(space.list(FORMS))
    if sum(word.casefold() in known for word in women) < LEAST_WORDS:
        known = {}  # a few words with two forms, as in English, are no table of their own
    found: dict[Form, list[tuple[Word, float]]] = {}
    named: dict[Word, str] = {}
    for word, share in women.items():
        forms: dict[Form, Word] = known.get(word.casefold(), {"one form": (word,)})
        first = named.setdefault(next(iter(forms.values())), word)
        if women[first] != share:
            return Lacking(skipped=f"“{first}” and “{word}” are one occupation with two shares; give one")
        for form, spelled in forms.items():
            theirs = share if form.startswith("feminine") else 1 - share
            found.setdefault(form, []).append((spelled, theirs))
    order = ("masculine singular", "masculine plural", "feminine singular", "feminine plural", "one form")
    return Occupations(
        table=query.id,
        title=query.title,
        source=query.source,
        caveat=query.caveat,
        ranks_only=False,
        forms=tuple(_correlation(space, form, found[form], terms, None) for form in order if form in found),
    )


def gerard(space: Space, query: Query) -> Occupations | Lacking:
    """His 57 words, whose order is certain, and his 56 shares, of which one place is not."""
    terms = space.terms()
    if isinstance(terms, Lacking):
        return terms
    by_name = {pairs.name: pairs.pairs for pairs in query.pairs}
    columns: dict[Form, tuple[Word, ...]] = {
        "masculine singular": tuple(pair[1] for pair in by_name["singular"]),
        "masculine plural": tuple(pair[1] for pair in by_name["plural"]),
        "feminine singular": tuple(pair[0] for pair in by_name["singular"]),
        "feminine plural": tuple(pair[0] for pair in by_name["plural"]),
    }
    found = []
    for form, words in columns.items():
        women = form.startswith("feminine")
        ordered = words[::-1] if women else words
        printed = tuple(100 - share for share in reversed(PRINTED_SHARES)) if women else PRINTED_SHARES
        placed = [(word, float(i)) for i, word in enumerate(ordered)]
        found.append(_correlation(space, form, placed, terms, printed))
    return Occupations(
        table=query.id,
        title=query.title,
        source=query.source,
        caveat=query.caveat,
        ranks_only=True,
        forms=tuple(found),
    )


def _forms(query: Query | None) -> dict[str, dict[Form, Word]]:
    """For each spelling of a singular, in lower case, all forms of its occupation."""
    if query is None:
        return {}
    by_name = {pairs.name: pairs.pairs for pairs in query.pairs}
    plurals = by_name.get("plural", ())
    known: dict[str, dict[Form, Word]] = {}
    for i, (feminine, masculine) in enumerate(by_name.get("forms", ())):
        forms: dict[Form, Word] = {"masculine singular": masculine, "feminine singular": feminine}
        if plurals:
            forms |= {"masculine plural": plurals[i][1], "feminine plural": plurals[i][0]}
        for word in (*masculine, *feminine):
            known[word.casefold()] = forms
    return known


def _correlation(
    space: Space,
    form: Form,
    words: Sequence[tuple[Word, float]],
    terms: tuple[FoundSet, FoundSet],
    printed: Sequence[float] | None,
) -> Correlation | Lacking:
    """`printed`: shares in the order of the words, one fewer than these; then the words' figures are their places."""
    feminine = form.startswith("feminine")
    female, male = terms
    found, covered = space.found(WordSet(form, tuple(word for word, _ in words)))
    if covered.found < LEAST_WORDS:
        return Lacking(
            skipped=f"{form}: {covered.found} of {covered.asked} words were found; at least {LEAST_WORDS} are needed"
        )
    try:
        scores = normalised(found, *((female, male) if feminine else (male, female)), ddof=1)
    except NotMeasurable as error:
        return Lacking(skipped=f"{form}: {error}")
    figures = {word[0]: figure for word, figure in words}
    x = np.array([figures[word] for word in found.words])
    if np.ptp(scores) < NO_VARIATION or np.ptp(x) == 0:
        return Lacking(skipped=f"{form}: no variation, so nothing can correlate")
    from scipy.stats import linregress, spearmanr

    line, ranked = linregress(x, scores), spearmanr(x, scores)
    rho = float(ranked.statistic)
    certain = printed is None
    return Correlation(
        form=form,
        towards="female" if feminine else "male",
        words=len(found.words),
        asked=covered.asked,
        r=float(line.rvalue) if certain else None,
        p=float(line.pvalue) if certain else None,
        interval=fisher(float(line.rvalue), len(x), LEVEL) if certain else None,
        spearman=rho,
        spearman_p=float(ranked.pvalue),
        spearman_interval=fisher(rho, len(x), LEVEL, ranks=True),
        slope=float(line.slope) if certain else None,
        intercept=float(line.intercept) if certain else None,
        gap=None if printed is None else _gap(x.astype(np.int64), scores, printed),
        points=tuple(
            Point(word=word, share=float(share), score=float(score))
            for word, share, score in zip(found.words, x, scores, strict=True)
        ),
        missing=covered.missing,
    )


def _gap(places: Indices, scores: Floats, printed: Sequence[float]) -> Gap:
    """For each word in turn: it is the one without a share, and the others have the printed ones in order."""
    from scipy.stats import pearsonr

    found = []
    for gap in range(len(printed) + 1):
        kept = places != gap
        shares = np.array([printed[place - (place > gap)] for place in places[kept]])
        made = pearsonr(shares, scores[kept])
        found.append((float(made.statistic), float(made.pvalue)))
    (low, p_of_low), (high, p_of_high) = min(found), max(found)
    return Gap(places=len(found), low=low, high=high, p_of_low=p_of_low, p_of_high=p_of_high)
