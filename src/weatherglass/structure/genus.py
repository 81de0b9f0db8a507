"""Do nouns for things lie nearer to the terms of the sex that shares their grammatical gender? (Gerard 2017, section 4.2)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weatherglass.errors import Notice
from weatherglass.measure.association import association
from weatherglass.measure.result import Lacking, Result, WordScore
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import SIGNIFICANT, Scrutiny
from weatherglass.stats.permutation import Test
from weatherglass.structure.space import TERMS, Space
from weatherglass.words.query import Query

LIST = "genus"
CAVEAT = Notice(
    "genus-and-sexus",
    "The terms that stand for the sexes nearly all have the grammatical gender of their sex, so that a positive value may come from the "
    "gender that they and the nouns share in grammar (articles, pronouns, endings), without anything being thought male or female. "
    "Gerard (2017), who proposed this test, did not carry it out for that reason: grammatical and natural gender are not separable by it.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Genus:
    """WEAT of masculine against feminine nouns with male against female terms; and the association of all nouns (positive: male).

    `means` by gender, and `words` found and asked for; neuter nouns, where there are any, are in these and in the `scores` only.
    """

    result: Result
    scores: tuple[WordScore, ...]
    means: dict[str, float]
    words: dict[str, tuple[int, int]]

    @property
    def verdict(self) -> Literal["masculine", "feminine", "not_shown"]:
        """Which nouns are shown to lie nearer to male terms."""
        assert self.result.value is not None
        assert self.result.p is not None
        if self.result.p.estimate >= SIGNIFICANT:
            return "not_shown"
        return "masculine" if self.result.value > 0 else "feminine"


def genus(space: Space) -> Genus | Lacking:
    """Of the language's list of nouns for things by grammatical gender."""
    nouns, terms = space.list(LIST), space.list(TERMS)
    if nouns is None:
        return space.lacks(LIST)
    if terms is None:
        return space.lacks(TERMS)
    sets = {target.name: target for target in nouns.targets}
    female, male = terms.targets
    query = Query(
        name=LIST,
        language=space.language,
        targets=(sets["masculine"], sets["feminine"]),
        attributes=(male, female),
        title=nouns.title,
        source=nouns.source,
        cite=nouns.cite,
        caveat=nouns.caveat,
    )
    outcome = run(
        space.embedding,
        query,
        ["weat"],
        match=space.match,
        test=Test(alternative="two-sided", seed=space.seed),
        scrutiny=Scrutiny(),
    ).outcomes[0]
    if not isinstance(outcome, Result):
        return Lacking(skipped=outcome.reason)
    judged = space.terms()
    if isinstance(judged, Lacking):
        return judged
    found = {name: space.found(target) for name, target in sets.items()}
    scores = {name: association(words, judged[1], judged[0]) for name, (words, _) in found.items() if words.words}
    return Genus(
        result=outcome,
        scores=tuple(
            WordScore(word, name, float(score))
            for name, each in scores.items()
            for word, score in zip(found[name][0].words, each, strict=True)
        ),
        means={name: float(each.mean()) for name, each in scores.items()},
        words={name: (covered.found, covered.asked) for name, (_, covered) in found.items()},
    )
