"""Accounts of mitigations: made by hand, where every number is known, and of spaces in which gender is planted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import weatherglass.mitigate  # noqa: F401, registers the methods
from tests.gendered import gendered_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import Notice
from weatherglass.mitigate.account import Account, DirectBias, account_of
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.explicit import Change, Tested, Value, verdict_of
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.utility import Examined, Movement, Utility
from weatherglass.stats.intervals import Interval
from weatherglass.words import packs

NO_VARIATION = "no variation: all words have the same association, so there is nothing to relate d to"


def value(number: float | None, reach: float | None = None, reason: str = "") -> Value:
    """With an interval that reaches so far to both sides."""
    if number is None or reach is None:
        return Value(value=number, reason=reason)
    return Value(value=number, interval=_interval(number - reach, number + reach))


def _interval(low: float, high: float) -> Interval:
    return Interval(low=low, high=high, level=0.95, method="percentile bootstrap", resamples=2000)


def change(before: float | None, after: float | None, reach: float | None = 0.03, reason: str = "") -> Change:
    return Change(before=value(before, reach, reason), after=value(after, reach, reason))


def made_tested(name: str, before: float, after: float, around: tuple[float, float], **changes: Any) -> Tested:
    """Differences before and after, and those in the neighbourhoods; the verdict is what the rules give."""
    difference, neighbours = change(before, after), change(*around, reach=0.01)
    fall = value(before - after, 0.02)
    verdict, reason = verdict_of(difference, fall, neighbours)
    found = Tested(
        query=f"en/{name}", title=f"Title of {name}", words=32, fitted_on=(), difference=difference, d=change(1.5, 0.75, 0.3), d_before=0.6, ect=change(0.5, 0.7, 0.1),
        bat=change(0.48, 0.23, 0.1), fall=fall, neighbours=neighbours, verdict=verdict, reason=reason,
    )  # fmt: skip
    return replace(found, **changes)


REDUCED = made_tested("shrunk", 0.2, 0.05, (0.1, 0.02))
HIDDEN = made_tested(
    "covered", 0.2, -0.02, (0.1, 0.09), fitted_on=("she", "he"), d=Change(before=value(1.5, 0.3), after=value(None, reason=NO_VARIATION)), d_before=-0.15
)  # fmt: skip
UNCHANGED = made_tested("same", 0.2, 0.19, (0.1, 0.1))
GROWN = made_tested("larger", 0.2, 0.3, (0.1, 0.1))
REVERSED = made_tested("turned", 0.2, -0.15, (0.1, -0.05))
UNCLEAR = made_tested("nothing", 0.02, 0.01, (0.005, 0.002))
EACH = (REDUCED, HIDDEN, UNCHANGED, GROWN, REVERSED, UNCLEAR)


def made_traced(**changes: Any) -> Traced:
    """Still seen."""
    found = Traced(
        by="she–he", clusters=change(0.95, 0.9, 0.02), classifier=change(0.98, 0.97, 0.01), neighbours=change(0.8, 0.7, 0.05), chance=0.531, clustered=1000, trained=900, tested=4000
    )  # fmt: skip
    return replace(found, **changes)


GONE = made_traced(clusters=change(0.95, 0.52, 0.02), classifier=change(0.98, 0.6, 0.01))

EXAMINED = (
    Examined(test="analogies", set="en/analogy-pairs", part="semantic: man-woman", change=change(0.8, 0.6), covered=90, asked=100),
    Examined(test="analogies", set="en/analogy-pairs", part="grammar: plural", change=change(0.9, 0.9), covered=100, asked=100),
    Examined(test="analogies", set="en/analogy-pairs", part="all", change=change(0.75, 0.7), covered=1900, asked=2000),
    Examined(test="odd one out", set="en/odd-one-out", part="all", change=change(0.9, 0.91), covered=150, asked=173),
    Examined(test="word similarity", set="pairs.csv", part="all", change=change(0.55, -0.05), covered=30, asked=40),
)  # fmt: skip

MOVEMENTS = (
    Movement(word="boss", cosine=0.9, before=-0.4, after=0.0),
    Movement(word="actor", cosine=1.0, before=-0.3, after=-0.3),
    Movement(word="nurse", cosine=0.95, before=0.25, after=0.05),
)


def made_utility(**changes: Any) -> Utility:
    found = Utility(
        examined=EXAMINED, overlap=value(0.93, 0.01), sampled=1000, still=734, words=50_000, quantiles=(0.91, 0.95, 0.98, 0.997), moved=MOVEMENTS
    )  # fmt: skip
    return replace(found, **changes)


def made_account(**changes: Any) -> Account:
    found = Account(
        embedding={"name": "news.bin", "words": 60_000, "dim": 100, "sha256": "ab" * 32, "format": "word2vec binary"},
        language="en", method="hard", settings={"components": 1, "inflected": "protect"}, facts={"pairs": ["she–he", "woman–man"], "equalised": 2}, words=50_000, treated=49_000,
        protected=996, equalised=(("mother", "father"), ("queen", "king")), components=1, dominant=True, tests=EACH, not_tested={"en/rare": "too few words"},
        direct_bias=(DirectBias(by="pairs it was fitted on", pairs=2, words=280, change=change(0.15, 0.034, 0.01), floor=0.08),), traces=(made_traced(),),
        utility=made_utility(), movements=MOVEMENTS, warnings=(Notice("sets-missing", "1 of 3 equality sets is left out."),),
    )  # fmt: skip
    return replace(found, **changes)


def planted_space(language: str) -> Embedding:
    """A space of a language's lists about gender and of all words of its tests, whose sets lean to opposite sides of gender."""
    base = gendered_space(language, filler=900)
    rng = np.random.default_rng(5)
    new: dict[str, np.ndarray] = {}
    for query in packs.of_tests(language):
        for sets in (query.targets, query.attributes):
            for side, words in zip((0.5, -0.5), sets, strict=True):
                for word in words.words:
                    if word[0] not in base:
                        noise = np.array([0.0, *rng.normal(size=base.dim - 1) / np.sqrt(base.dim - 1)])
                        new.setdefault(word[0].replace(" ", "_"), noise + side * np.eye(base.dim)[0])
    vectors = np.concatenate([base.vectors, np.array(list(new.values()), np.float32)])
    return Embedding.from_arrays([*base.words, *new], vectors, name=f"planted-{language}")


@cache
def planted_account(language: str, method: str = "hard") -> Account:
    """Of such a space."""
    space = planted_space(language)
    return account_of(mitigation(method).fit(space, language), space)


@cache
def sample_account() -> Account:
    """Of the vectors that ship, by hard mitigation."""
    vectors = read(sample_path())
    return account_of(mitigation("hard").fit(vectors, "en"), vectors)
