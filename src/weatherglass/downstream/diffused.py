"""What came of the question whether bias reaches a sentiment classifier: scores of names, groups compared, mitigation at two levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.mitigate.explicit import Value
from weatherglass.shown import Shown
from weatherglass.stats.intervals import Interval

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1
ALPHA = 0.05
LEAST_ABOVE_CHANCE = 0.55  # the lower end of the accuracy's interval; below it scores of names mean nothing
Kind = Literal["svm", "logistic"]
Level = Literal["none", "embedding", "classifier", "other classifier"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A first name as the vectors spell it, and whom it stands for; `rank` is its row in the file, from 0, or None where rows have no order.

    `sex` is empty where the groups are not told apart by it.
    """

    word: str
    population: str
    sex: str
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The names of one group and their mean score; `interval`: as far as it hangs on which names they are."""

    name: str
    names: int
    mean: float
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two groups of names: `difference` is the mean score of the first less that of the second; its absolute value is B_c.

    `u`: Mann-Whitney's U of the first group; `p` is two-sided, `p_holm` adjusted for all pairs of the same comparison. Both are None where all scores
    are equal, so that there is nothing to rank. `above`: the probability that a name of the first group scores above one of the second, ties counting half.
    `same_sign`: share of classifiers trained on lexicons drawn again in which the difference has the same sign; None where none were trained, or where
    there is no difference.
    """

    one: str
    other: str
    difference: float
    interval: Interval | None
    u: float | None
    p: float | None
    p_holm: float | None
    p_method: Literal["exact", "normal approximation", "none"]
    above: float
    same_sign: float | None = None

    @property
    def bias(self) -> float:
        return abs(self.difference)

    @property
    def clear(self) -> bool:
        return self.p_holm is not None and self.p_holm < ALPHA


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """All groups of one kind (`by`: population or sex), each two of them compared.

    `bias` is the mean of |difference| over all pairs: of two groups it is B_c as published, of more its overall value is not defined there. `floor`: the mean
    of the same when the names are dealt to the groups at random. `h`: Kruskal-Wallis' H with `p`, both None where all scores are equal;
    `explained`: epsilon squared, the share of the variation of ranks between groups.
    """

    by: Literal["population", "sex"]
    groups: tuple[Group, ...]
    pairs: tuple[Pair, ...]
    bias: float
    floor: float
    h: float | None
    p: float | None
    explained: float | None

    @property
    def clear_pairs(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.clear)


@dataclass(frozen=True, slots=True, kw_only=True)
class Balanced:
    """Women's names less men's as the mean of the differences within populations, each of which counts the same.

    Over all names the two sexes may differ because the vectors have more women's names of one population and more men's of another; not here. `p`:
    two-sided, among ways to deal the sexes to the names within each population, drawn at random; None where all scores are equal.
    """

    populations: int
    names: int
    difference: float
    interval: Interval | None
    p: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The names scored in one state of things.

    `level`: what was mitigated: nothing; `embedding`: the direction of sentiment pairs was taken out of vectors; `classifier`: the classifier's own normal was;
    `other classifier`: names treated along this classifier's normal were scored by the other kind of classifier, trained on the same words.
    `retrained`: the direction was taken out of all words, lexicon and names, and the classifier trained anew on them; otherwise out of the names
    only, and the classifier, and with it its accuracy, is the one of before. `accuracy`: on held-out words, the mean of both classes; where a direction
    of pairs was taken out of all words, on those whose lemma is not in the pairs, as that direction has seen the signs of the others.
    `scores`: of the names, in their order. `within`: women's and men's names of each population; `p_holm` over these. `balanced`: of these all together.
    """

    level: Level
    retrained: bool
    accuracy: Value
    scores: tuple[float, ...]
    populations: Compared | None
    sexes: Compared | None
    within: tuple[Pair, ...]
    balanced: Balanced | None = None

    @property
    def near_chance(self) -> bool:
        """Whether the classifier that scores here tells too little for its scores to mean anything."""
        return near_chance(self.accuracy)


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """One kind of classifier on one embedding.

    `accuracy`: of words whose lemma it was not trained on, the mean of both classes; `right`: the share of all words told right; `near_chance`: whether
    it tells too little for a verdict. `zero`: the score of a vector of zeros, which a name without anything to tell would get. `cosine`: between the
    direction of the sentiment pairs and the classifier's normal; None where the pairs are not in the vectors. `with_rank`: correlation of the names'
    scores with the logarithm of their rank, as frequency is mixed with group.
    The first stage is `none`.
    """

    kind: Kind
    accuracy: Value
    right: float
    near_chance: bool
    zero: float
    cosine: float | None
    with_rank: float | None
    stages: tuple[Stage, ...]
    refits: int

    def tells_little(self, stage: Stage) -> bool:
        """Whether nothing is said of a stage, as this classifier, or the one that scores there, is near chance."""
        return self.near_chance or stage.near_chance


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconUsed:
    """What the classifiers learnt from: words found of those with a sign, and in how many lemmas they fall."""

    name: str
    asked: int
    positive: int
    negative: int
    lemmas: int
    left_out_names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diffusion(Shown):
    """Whether the bias of an embedding reaches sentiment classifiers trained on it.

    `pairs`: of the direction of sentiment, as found. `missing`: names that the vectors do not have, by group. `left_out`: groups with too few names, with the reason.
    """

    embedding: Mapping[str, Any]
    language: str
    lexicon: LexiconUsed
    names_list: str
    names: tuple[Name, ...]
    missing: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, str]
    pairs: tuple[str, ...]
    classified: tuple[Classified, ...]
    settings: Mapping[str, Any]
    warnings: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, "kind": "diffusion", **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Diffusion:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def table(self) -> pl.DataFrame:
        """A row per pair of groups, classifier and stage, and one for all pairs of a kind together."""
        import polars as pl

        return pl.DataFrame(list(_rows(self)), schema=_schema())

    def names_table(self) -> pl.DataFrame:
        """A row per name, with its scores."""
        import polars as pl

        names = [fields_of(name) for name in self.names]
        for each in self.classified:
            for stage in each.stages:
                for row, score in zip(names, stage.scores, strict=True):
                    row[column(each.kind, stage)] = score
        return pl.DataFrame(names, infer_schema_length=None)


def near_chance(accuracy: Value) -> bool:
    """Whether held-out words are told too little above guessing for a verdict."""
    return accuracy.interval is None or accuracy.interval.low <= LEAST_ABOVE_CHANCE


def column(kind: str, stage: Stage) -> str:
    """What a stage is called in tables."""
    return f"{kind}, {stage_name(stage)}"


def stage_name(stage: Stage) -> str:
    """In words: `before`, `embedding level`, `classifier level, retrained`."""
    if stage.level == "none":
        return "before"
    if stage.level == "other classifier":
        return "classifier level, other classifier"
    return f"{stage.level} level" + (", retrained" if stage.retrained else "")


def _rows(found: Diffusion) -> Iterable[dict[str, Any]]:
    for each in found.classified:
        for stage in each.stages:
            where = {"classifier": each.kind, "stage": stage_name(stage), "accuracy": stage.accuracy.value}
            for compared in (stage.populations, stage.sexes):
                if compared is not None:
                    yield from (where | row for row in _compared_rows(compared))
            for pair in stage.within:
                yield where | {"by": "sex within population"} | _pair_row(pair)
            if stage.balanced is not None:
                yield where | {"by": "sex, populations counting the same"} | _balanced_row(stage.balanced)


def _compared_rows(compared: Compared) -> Iterable[dict[str, Any]]:
    for pair in compared.pairs:
        yield {"by": compared.by} | _pair_row(pair)
    yield {
        "by": f"all by {compared.by}",
        "bias": compared.bias,
        "floor": compared.floor,
        "h": compared.h,
        "p": compared.p,
        "explained": compared.explained,
    }


def _balanced_row(balanced: Balanced) -> dict[str, Any]:
    return {
        "difference": balanced.difference,
        "low": balanced.interval.low if balanced.interval else None,
        "high": balanced.interval.high if balanced.interval else None,
        "bias": abs(balanced.difference),
        "p": balanced.p,
    }


def _pair_row(pair: Pair) -> dict[str, Any]:
    return {
        "one": pair.one,
        "other": pair.other,
        "difference": pair.difference,
        "low": pair.interval.low if pair.interval else None,
        "high": pair.interval.high if pair.interval else None,
        "bias": pair.bias,
        "u": pair.u,
        "p": pair.p,
        "p_holm": pair.p_holm,
        "p_method": pair.p_method,
        "above": pair.above,
        "same_sign": pair.same_sign,
    }


def _schema() -> Any:
    import polars as pl

    texts = ("classifier", "stage", "by", "one", "other", "p_method")
    numbers = (
        "accuracy",
        "difference",
        "low",
        "high",
        "bias",
        "floor",
        "u",
        "h",
        "p",
        "p_holm",
        "above",
        "explained",
        "same_sign",
    )
    return {**dict.fromkeys(texts, pl.String), **dict.fromkeys(numbers, pl.Float64)}
