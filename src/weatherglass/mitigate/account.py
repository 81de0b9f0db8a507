"""The account of a mitigation: what tests show before and after, what is only hidden, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.handed import embedding_of
from weatherglass.errors import Notice, SpecError
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.base_pairs import mean_direct_bias
from weatherglass.measure.inputs import PAIRS, PROFESSIONS, Given
from weatherglass.measure.published.direct_bias import unrelated
from weatherglass.measure.result import Lacking
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.mitigate.base import Fitted, Method
from weatherglass.mitigate.explicit import Change, Tested, Value, tested, value_of
from weatherglass.mitigate.implicit import Traced, traced
from weatherglass.mitigate.other_words import other_pairs, with_other_words
from weatherglass.mitigate.roles import FORMS, is_about_gender
from weatherglass.mitigate.utility import Movement, Utility, cosines_with, movements, utility
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.quality.quality import File
from weatherglass.quality.questions import ScoredPairs
from weatherglass.shown import Shown
from weatherglass.structure.space import Space
from weatherglass.structure.subspace import Subspace, subspace
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundPairs, Match, find_pairs, find_set
from weatherglass.words.query import PairSet, Query, WordSet
from weatherglass.words.vocabulary import gendered_by_definition, ordinary_rows

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1
FIRST_DIRECTION = "the first direction"  # what tells the sides of words where no pairs do
_DRAWN = 30  # professions whose movement is shown
_DRAWS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectBias:
    """The mean |cosine| of professions, protected ones too, with the first component of pairs, each space having its own.

    `floor`: what unrelated vectors of as many dimensions give.
    """

    by: str
    pairs: int
    words: int
    change: Change
    floor: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Account(Shown):
    """Everything about one mitigation of one embedding.

    `words`: how many rows were looked at, from the first on. Each of them is `treated`, `protected`, or in a set that was `equalised`.
    `dominant`: whether the pairs have one direction in common at all; None where that cannot be told or is not asked.
    `not_tested`: tests that could not be measured, with the reason.
    """

    embedding: Mapping[str, Any]
    language: str
    method: str
    settings: Mapping[str, Any]
    facts: Mapping[str, Any]
    words: int
    treated: int
    protected: int
    equalised: tuple[tuple[str, ...], ...]
    components: int
    dominant: bool | None
    tests: tuple[Tested, ...]
    not_tested: Mapping[str, str]
    direct_bias: tuple[DirectBias, ...]
    traces: tuple[Traced | Lacking, ...]
    utility: Utility
    movements: tuple[Movement, ...]
    warnings: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, "kind": "mitigation", **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Account:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def table(self) -> pl.DataFrame:
        """One row per number that was taken before and after."""
        import polars as pl

        return pl.DataFrame(list(_rows(self)), schema=_schema())

    def moved_table(self) -> pl.DataFrame:
        """The words that moved most, and the professions that leaned most: how far, and along the direction."""
        import polars as pl

        return pl.DataFrame([asdict(each) for each in dict.fromkeys((*self.utility.moved, *self.movements))])


@shows_progress
def account_of(
    method: Method,
    before: Embedding,
    after: Embedding | None = None,
    *,
    queries: Sequence[str | Query] | None = None,
    similarity: Sequence[File | ScoredPairs] = (),
    match: Match | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Account:
    """Compare an embedding with what a fitted method makes of it; without `queries` by all tests of the language.

    `similarity`: files of word pairs with people's scores, in addition to the questions that ship.
    """
    before = embedding_of(before)
    fitted, language, match = method.fitted(), method.language_, match or Match()
    after = method.transform(before) if after is None else after
    _check(before, after, fitted)
    finder = Finder(before, languages.get(language), match)
    gender = is_about_gender(language, fitted.defining)
    others = other_pairs(finder, language, fitted.used) if gender else None
    ordinary = _ordinary(before, language, fitted, gender)
    neutral = np.array([row for row in ordinary if fitted.treated(before.words[row])], np.int64)
    done = phase(progress, "measuring")
    asked = list(packs.of_tests(language) if queries is None else packs.given(queries, language=language))
    if others is not None:
        asked += _with_other_words(finder, asked, others)
    # Where only chosen words are treated, they are too few to be neighbours of each other.
    candidates = neutral if len(neutral) >= len(ordinary) / 2 else ordinary
    tests, not_tested = tested(before, after, asked, fitted.used, candidates, match, seed)
    _tell(done, 1)
    professions = _professions(finder, language, fitted, others)
    looked_at = tuple(
        traced(before, after, by, lean(neutral), neutral, professions, lean(professions), seed)
        for by, lean in _sides(finder, language, fitted, gender, others)
    )
    _tell(done, 2)
    equalised = {word for words in fitted.equalised for word in words if word in before}
    treated = sum(word not in equalised and fitted.treated(word) for word in before.words)
    direction = fitted.directions[0]
    found = Account(
        embedding=before.identity(),
        language=language,
        method=method.card.name,
        settings=method.get_params(),
        facts=dict(fitted.facts),
        words=len(before),
        treated=treated,
        protected=len(before) - treated - len(equalised),
        equalised=fitted.equalised,
        components=len(fitted.directions),
        dominant=_dominant(before, language, fitted, match, seed),
        tests=tests,
        not_tested=not_tested,
        direct_bias=tuple(
            _direct_bias(before, after, language, pairs, professions, match)
            for pairs in (fitted.pairs, others)
            if pairs is not None and len(professions)
        ),
        traces=looked_at,
        utility=utility(before, after, language, direction, similarity, match, seed),
        movements=_of_professions(before, after, professions, direction),
        warnings=(*fitted.notices, *before.notices),
    )
    _tell(done, 3)
    return found


def _tell(done: Any, part: int) -> None:
    if done is not None:
        done(part, 3)


def _check(before: Embedding, after: Embedding, fitted: Fitted) -> None:
    if before.words != after.words:
        raise SpecError(f"{before.name} and what was made of it hold different words; give both as they are")
    for space in (before, after):
        if space.dim != fitted.directions.shape[1]:
            raise SpecError(
                f"{space.name} has {space.dim} dimensions, but the method was fitted on vectors of {fitted.directions.shape[1]}; fit it anew"
            )


def _ordinary(embedding: Embedding, language: str, fitted: Fitted, gender: bool) -> Indices:
    """Rows of ordinary words that were not fitted on; where it is about gender, not gendered by definition either."""
    gendered = gendered_by_definition(language) if gender else None
    words = embedding.words
    rows = [
        i
        for i in ordinary_rows(embedding, embedding.rows)
        if words[i] not in fitted.used and not (gendered is not None and gendered(words[i]))
    ]
    return np.array(rows, np.int64)


def _with_other_words(finder: Finder, queries: Sequence[Query], others: PairSet) -> list[Query]:
    """Those that can have other gendered words; tests that differed in those words alone are one."""
    found: dict[Any, Query] = {}
    for query in queries:
        if (new := with_other_words(finder, query, others)) is not None:
            found.setdefault(new.sets, new)
    return list(found.values())


def _professions(finder: Finder, language: str, fitted: Fitted, others: PairSet | None) -> Indices:
    """Rows of professions, or of the feminine and masculine forms where the language lists those; none that pairs are made of."""
    listed = packs.word_list(language, PROFESSIONS) or packs.word_list(language, FORMS)
    if listed is None:
        return np.empty(0, np.int64)
    words = WordSet(PROFESSIONS, tuple(dict.fromkeys(listed.all_words())))
    found, _ = find_set(finder, words)
    taken = fitted.used | {row for pair in (others.pairs if others else ()) for (row,) in pair}
    return np.array([finder.embedding.index[row] for row in found.rows if row not in taken], np.int64)


def _sides(
    finder: Finder, language: str, fitted: Fitted, gender: bool, others: PairSet | None
) -> list[tuple[str, Callable[[Indices], Floats]]]:
    """What tells the sides of words: one pair as in the protocol, pairs that were not fitted on, or the direction itself."""
    embedding = finder.embedding

    def by_pairs(pairs: FoundPairs) -> Callable[[Indices], Floats]:
        return lambda rows: mean_direct_bias(embedding.vectors, rows, pairs)

    if not gender:
        return [(FIRST_DIRECTION, lambda rows: cosines_with(embedding.vectors, rows, fitted.directions[0]))]
    own = packs.word_list(language, PAIRS)
    candidates = (*(own.pairs[0].pairs if own else ()), *(fitted.pairs.pairs if fitted.pairs else ()))
    first = (find_pairs(finder, PairSet("", (pair,)))[0] for pair in candidates)
    found = [(pair.labels[0], by_pairs(pair)) for pair in first if pair is not None][:1]
    if others is not None and (more := find_pairs(finder, others)[0]) is not None:
        found.append((f"{len(more.labels)} {others.name}", by_pairs(more)))
    return found


def _direct_bias(
    before: Embedding, after: Embedding, language: str, pairs: PairSet, professions: Indices, match: Match
) -> DirectBias:
    words = tuple((before.words[row],) for row in professions)
    query = Query(name=PROFESSIONS, language=language, targets=(WordSet(PROFESSIONS, words),))
    outcomes = [
        run(
            space,
            query,
            ("direct-bias",),
            match=match,
            scrutiny=Scrutiny(baseline=0, resamples=2000),
            given=Given(pairs=pairs),
            params={"direct-bias": {"components": 1}},
        ).outcomes[0]
        for space in (before, after)
    ]
    one, other = (value_of(outcome) for outcome in outcomes)
    return DirectBias(
        by=pairs.name,
        pairs=len(pairs.pairs),
        words=len(words),
        change=Change(before=one, after=other),
        floor=unrelated(before.dim, 1.0, 1),
    )


def _dominant(embedding: Embedding, language: str, fitted: Fitted, match: Match, seed: int) -> bool | None:
    """Whether the first component of the pairs stands out among those of random pairs."""
    if fitted.pairs is None:
        return None
    found = subspace(Space(embedding, language, match, seed, _DRAWS), fitted.pairs)
    return found.dominant if isinstance(found, Subspace) else None


def _of_professions(
    before: Embedding, after: Embedding, professions: Indices, direction: Floats
) -> tuple[Movement, ...]:
    """Those that leaned most to either side."""
    if not len(professions):
        return ()
    lean = cosines_with(before.vectors, professions, direction)
    order = np.argsort(lean, kind="stable")
    half = _DRAWN // 2
    chosen = order if len(order) <= _DRAWN else np.concatenate([order[:half], order[-half:]])
    return movements(before, after, professions[chosen].tolist(), direction)


def _rows(account: Account) -> Iterable[dict[str, Any]]:
    for test in account.tests:
        named = {
            "difference": test.difference,
            "d": test.d,
            "ECT": test.ect,
            "BAT": test.bat,
            "neighbours": test.neighbours,
        }
        for name, change in named.items():
            yield _row("test", test.query, name, change) | {"verdict": test.verdict}
    for each in account.direct_bias:
        yield _row("direct bias", each.by, "mean |cosine|", each.change)
    for look in account.traces:
        if isinstance(look, Traced):
            for name in ("clusters", "classifier", "neighbours"):
                yield _row("traces", look.by, name, getattr(look, name))
    for exam in account.utility.examined:
        yield _row(exam.test, exam.set, exam.part, exam.change)
    yield _row("neighbours kept", "", "share", Change(before=Value(value=1.0), after=account.utility.overlap))


def _row(kind: str, name: str, statistic: str, change: Change) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": kind, "name": name, "statistic": statistic}
    for when, value in (("before", change.before), ("after", change.after)):
        row |= {when: value.value, f"{when}_reason": value.reason or None}
        if value.interval is not None:
            row |= {f"{when}_low": value.interval.low, f"{when}_high": value.interval.high}
    return row


def _schema() -> Any:
    import polars as pl

    texts = dict.fromkeys(("kind", "name", "statistic"), pl.String)
    numbers = {f"{when}{end}": pl.Float64 for when in ("before", "after") for end in ("", "_low", "_high")}
    return {**texts, **numbers, "before_reason": pl.String, "after_reason": pl.String, "verdict": pl.String}
