"""First names that stand for groups: populations, the two sexes, or both at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.downstream.diffused import Name
from weatherglass.embedding.order import frequency_known
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, SetCoverage, find_set
from weatherglass.words.query import Query

NAMES = "names"  # list of a language's pack
SEXES = ("female", "male")
LEAST = 3  # names without which a group is not compared
_SHOWN = 10


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Names by row, in the order of the list; what is missing, and groups that were left out, by the group's name."""

    names: tuple[Name, ...]
    rows: Indices
    vectors: Floats
    missing: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, str]
    notices: tuple[Notice, ...]

    @property
    def populations(self) -> tuple[str, ...]:
        """Those that differ; none where names are told apart by sex alone."""
        return tuple(dict.fromkeys(name.population for name in self.names if name.population))

    def of(self, *, population: str | None = None, sex: str | None = None) -> Bools:
        """Which names are of this population, or sex, or both."""
        chosen = (population in (None, name.population) and sex in (None, name.sex) for name in self.names)
        return np.fromiter(chosen, bool, len(self.names))


def names_list(groups: Query | None, language: str) -> Query:
    """The list given, or the language's own."""
    listed = groups if groups is not None else packs.word_list(language, NAMES)
    if listed is None:
        raise SpecError(f"there is no list of first names for '{language}'; give groups of names")
    if len(listed.targets) < 2:
        raise SpecError(
            f"{listed.id} has fewer than two sets of names; give two groups or more, such as [targets] with “Turkish female” and “Turkish male”"
        )
    return listed


def find_names(finder: Finder, listed: Query) -> Found:
    """The names that the vectors have. One that stands in two groups stands for neither; populations and sexes with too few names are left out."""
    looked_up = [(each.name, *find_set(finder, each)) for each in listed.targets]
    missing = {name: coverage.missing for name, _, coverage in looked_up if coverage.missing}
    index = finder.embedding.index
    groups_of: dict[int, list[str]] = {}
    for name, found, _ in looked_up:
        for row in found.rows:
            groups_of.setdefault(index[row], []).append(name)
    if not groups_of:
        asked = sum(len(each.words) for each in listed.targets)
        raise CoverageError(
            f"none of the {asked:,} names of {listed.id} is in {finder.embedding.name}; give names that are there, in the spelling and script of the vectors"
        )
    sure = {row: groups[0] for row, groups in groups_of.items() if len(groups) == 1}
    kept, left_out = _with_enough({row: parts_of(group) for row, group in sure.items()}, listed)
    if not kept:
        counts = {each.name: sum(group == each.name for group in sure.values()) for each in listed.targets}
        said = "; ".join(f"{name}: {n}" for name, n in counts.items() if n) or "all stand in several groups"
        raise CoverageError(
            f"fewer than two groups of {listed.id} have {LEAST} names or more in {finder.embedding.name} ({said}); give groups with more names"
        )
    notices = (
        *_of_two_groups(finder, groups_of),
        *_otherwise_spelled(finder, listed, [coverage for _, _, coverage in looked_up], kept),
        *_of_one_sex(kept),
    )
    ranked = frequency_known(finder.embedding)
    rows = np.array(list(kept), np.int64)
    ranks = finder.embedding.ranks[rows]
    names = tuple(
        Name(
            word=finder.embedding.words[row],
            population=population,
            sex=sex,
            rank=int(rank) if ranked and rank >= 0 else None,
        )
        for (row, (population, sex)), rank in zip(kept.items(), ranks, strict=True)
    )
    vectors = finder.embedding.vectors[rows].astype(np.float64)
    return Found(names, rows, vectors, missing, left_out, notices)


def parts_of(group: str) -> tuple[str, str]:
    """Population and sex from a set's name: `Turkish female`, `female`, or `Turkish`, which says nothing of sex."""
    population, _, sex = group.rpartition(" ")
    return (population, sex) if sex in SEXES else (group, "")


def _of_two_groups(finder: Finder, groups_of: Mapping[int, list[str]]) -> tuple[Notice, ...]:
    both = {finder.embedding.words[row]: groups for row, groups in groups_of.items() if len(groups) > 1}
    if not both:
        return ()
    said = ", ".join(f"{word} ({', '.join(groups)})" for word, groups in list(both.items())[:_SHOWN])
    more = ", …" if len(both) > _SHOWN else ""
    text = f"Names left out, as they stand in several groups: {len(both):,}: {said}{more}."
    return (Notice("names-in-two-groups", text),)


def _otherwise_spelled(
    finder: Finder, listed: Query, coverages: Sequence[SetCoverage], kept: Mapping[int, object]
) -> tuple[Notice, ...]:
    """Names of which another spelling was found than the list has, which may be a word of its own; and names listed twice."""
    words = finder.embedding.words
    rows = {words[row] for row in kept}
    others = [
        each
        for coverage in coverages
        for each in coverage.substituted
        if each.used in rows and each.how not in ("alternative", "subwords")
    ]
    twice = [name for coverage in coverages for name in coverage.duplicates]
    notices = []
    if others:
        said = ", ".join(f"{each.word} as {each.used}" for each in others[:_SHOWN])
        more = ", …" if len(others) > _SHOWN else ""
        text = f"Names found in another spelling only: {len(others):,} of {len(kept):,}: {said}{more}. One that is also an ordinary word is scored as that word."
        notices.append(Notice("names-otherwise-spelled", text))
    if twice:
        notices.append(Notice("counted-once", f"{listed.id}: {', '.join(twice)} counted once."))
    return tuple(notices)


def _of_one_sex(kept: Mapping[int, tuple[str, str]]) -> tuple[Notice, ...]:
    """Populations with names of either sex in the list, or of one, and too few of the other to compare them."""
    numbers = {
        population: [sum(each == (population, sex) for each in kept.values()) for sex in SEXES]
        for population in dict.fromkeys(population for population, sex in kept.values() if population and sex)
    }
    few = {population: counts for population, counts in numbers.items() if min(counts) < LEAST}
    if not few:
        return ()
    said = ", ".join(f"{population} ({women} and {men})" for population, (women, men) in few.items())
    text = f"Women's and men's names are not compared within {said}: {LEAST} of either are needed. Between populations, sex is mixed with group there."
    return (Notice("names-of-one-sex", text),)


def _with_enough(
    parts: Mapping[int, tuple[str, str]], listed: Query
) -> tuple[dict[int, tuple[str, str]], dict[str, str]]:
    """Names of populations with enough of them; none where nothing is left to compare."""
    populations = dict.fromkeys(parts_of(each.name)[0] for each in listed.targets)
    counts = {each: sum(population == each for population, _ in parts.values()) for each in populations}
    left_out = {
        each: f"{n} name{'' if n == 1 else 's'} in the vectors, and {LEAST} are needed"
        for each, n in counts.items()
        if n < LEAST
    }
    kept = {row: each for row, each in parts.items() if each[0] not in left_out}
    several = len({population for population, _ in kept.values() if population}) > 1
    by_sex = [sum(sex == each for _, sex in kept.values()) for each in SEXES]
    return (kept if several or min(by_sex) >= LEAST else {}), left_out
