"""What Weatherglass and its peers are all asked on some vectors: word sets, pairs and questions, spelled as the vectors spell them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.geometry import unit
from weatherglass.mitigate.base import Method, mitigation
from weatherglass.quality.accuracy import Rows
from weatherglass.quality.analogies import usable
from weatherglass.quality.questions import OddSet, ScoredPairs, shipped_analogies, shipped_odd
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match, lookup
from weatherglass.words.query import Group, PairSet, Query, WordSet

AUDITED = tuple(f"weat{i}" for i in range(1, 11))
DRAWN = "weat8"  # whose p WEFE draws
DRAWS, FEW_DRAWS, SEED = 1_000, 100, 0
COUNTED = 8  # words of a set up to which responsibly counts p in seconds
LOOKED_AT, NEAREST, SCORED, ALIKE = 1_000, 200, 500, 30
SMALL, GENERATED = 4_000, 50  # words that analogies are generated from (all pairs of them), and how many
LEAST_ALIKE = 0.2  # cosine; β divides by it


@dataclass(frozen=True)
class Asked:
    """One embedding, and all that is asked of it; files of it lie in `folder`."""

    title: str
    embedding: Embedding
    folder: Path
    finder: Finder = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "finder", Finder(self.embedding, languages.get("en"), Match()))

    @cached_property
    def tests(self) -> dict[str, Query]:
        """The English tests of two and two sets of which every word is there, each word as the vectors spell it."""
        queries = [query for query in packs.of_tests("en") if len(query.targets) == len(query.attributes) == 2]
        looked_up = {query.name: lookup(self.embedding, query) for query in queries}
        return {
            query.name: Query(
                name=query.name,
                language="en",
                targets=_spelled(looked_up[query.name].vectors, "targets"),
                attributes=_spelled(looked_up[query.name].vectors, "attributes"),
            )
            for query in queries
            if not looked_up[query.name].coverage.missing
        }

    @property
    def audited(self) -> list[str]:
        return [name for name in AUDITED if name in self.tests]

    @cached_property
    def hard(self) -> Method:
        """Hard mitigation with the English lists: its pairs, sets and neutral words are what the peers get."""
        return mitigation("hard").fit(self.embedding, "en")

    @cached_property
    def multi_class(self) -> Method:
        return mitigation("multi-class").fit(self.embedding, "en")

    @property
    def pairs(self) -> PairSet:
        pairs = self.hard.fitted().pairs
        assert pairs is not None
        return pairs

    @cached_property
    def professions(self) -> list[str]:
        listed = packs.word_list("en", "professions")
        assert listed is not None
        hits = [self.finder.find(word) for word in listed.targets[0].words]
        return list(dict.fromkeys(self.embedding.words[hit[0]] for hit in hits if hit is not None))

    @cached_property
    def alike(self) -> list[tuple[str, str]]:
        """Professions that follow each other in the list and are alike enough for β, a ratio, to mean something."""
        vectors = unit(self.embedding.vectors[[self.embedding.index[word] for word in self.professions]])
        near = (vectors[:-1] * vectors[1:]).sum(axis=1) >= LEAST_ALIKE
        found = [(self.professions[i], self.professions[i + 1]) for i in np.flatnonzero(near)]
        return found[:ALIKE]

    @cached_property
    def looked_at(self) -> list[str]:
        """Rows from the first to the last, and every word that is made equal, but for sets that no peer makes equal."""
        some = np.linspace(0, len(self.embedding) - 1, LOOKED_AT).astype(int)
        sets = self.hard.fitted().equalised
        equal = [word for each in (*sets, *self.multi_class.fitted().equalised) for word in each]
        skipped = {word for each in sets if not _in_a_plain_case(each) for word in each}
        every = dict.fromkeys([*(self.embedding.words[row] for row in some), *equal])
        return [word for word in every if word not in skipped]

    @cached_property
    def small(self) -> Embedding:
        """The first words that Bolukbasi et al. would generate analogies from, and the first pair."""
        ends = [self.embedding.index[word[0]] for word in self.pairs.pairs[0]]
        rows = sorted({*usable(self.embedding, SMALL), *ends})
        return Embedding.from_arrays([self.embedding.words[row] for row in rows], self.embedding.vectors[rows], "small")

    @cached_property
    def nearest(self) -> list[str]:
        rows = np.random.default_rng(0).choice(len(self.embedding), NEAREST, replace=False)
        return [self.embedding.words[row] for row in rows]

    @cached_property
    def categories(self) -> dict[str, list[tuple[str, ...]]]:
        """The shipped analogies whose four words are there, in rows of their own."""
        shipped = shipped_analogies("en")
        assert shipped is not None
        found = {}
        for number, category in enumerate(shipped.categories):
            hits = [[self.finder.find(word) for word in question] for question in category.questions]
            rows = [[hit[0] for hit in each if hit is not None] for each in hits]
            whole = [tuple(self.embedding.words[row] for row in each) for each in rows if len(set(each)) == 4]
            if whole:
                found[f"category-{number}"] = list(dict.fromkeys(whole))
        return found

    @property
    def asked(self) -> list[tuple[str, ...]]:
        """a, b and c of some of these."""
        every = [question[:3] for questions in self.categories.values() for question in questions]
        return every[:: max(1, len(every) // NEAREST)][:NEAREST]

    @cached_property
    def odd(self) -> OddSet:
        shipped, rows = shipped_odd("en"), Rows(self.finder)
        assert shipped is not None
        groups = []
        for group in shipped.groups:
            parts = [
                [self.embedding.words[rows(w)] for w in part if rows(w) >= 0] for part in (group.together, group.odd)
            ]
            together = list(dict.fromkeys(parts[0]))
            odd = [word for word in dict.fromkeys(parts[1]) if word not in together]
            groups.append(Group(group.name, tuple((w,) for w in together), tuple((w,) for w in odd)))
        return OddSet("odd one out", tuple(group for group in groups if len(group.together) > 1 and group.odd))

    @cached_property
    def scored(self) -> ScoredPairs:
        """Pairs and scores drawn by chance: what is compared is the arithmetic, not how good the vectors are."""
        rng = np.random.default_rng(1)
        rows = rng.choice(len(self.embedding), (SCORED, 2), replace=False)
        words = [(self.embedding.words[one], self.embedding.words[other]) for one, other in rows]
        return ScoredPairs(
            "pairs", tuple((*each, float(score)) for each, score in zip(words, rng.random(SCORED), strict=True))
        )

    def path(self, name: str) -> Path:
        return self.folder.absolute() / name

    def written(self) -> None:
        """The files that both sides read."""
        write(self.embedding, self.path("vectors.bin"))
        write(self.small, self.path("small.bin"))
        lines = [[f": {name}", *(" ".join(q) for q in questions)] for name, questions in self.categories.items()]
        self.path("analogies.txt").write_text("\n".join(line for part in lines for line in part) + "\n", "utf-8")
        pairs = [f"{one}\t{other}\t{score!r}" for one, other, score in self.scored.pairs]
        self.path("similarity.tsv").write_text("\n".join(pairs) + "\n", "utf-8")

    def question(self) -> dict[str, Any]:
        """All of it as JSON."""
        hard, multi_class = self.hard.fitted(), self.multi_class.fitted()
        words = self.embedding.words
        return {
            "file": str(self.path("vectors.bin")),
            "small": str(self.path("small.bin")),
            "analogies": str(self.path("analogies.txt")),
            "similarity": str(self.path("similarity.tsv")),
            "tests": {name: _lists(query) for name, query in self.tests.items()},
            "audited": self.audited,
            "drawn": DRAWN,
            "draws": DRAWS,
            "few_draws": FEW_DRAWS,
            "seed": SEED,
            "counted": COUNTED,
            "pairs": [[x, y] for (x,), (y,) in self.pairs.pairs],
            "equalise": [list(each) for each in hard.equalised],
            "neutral": [word for word in words if hard.treated(word)],
            "specific": [word for word in words if not hard.treated(word)],
            "classes": [list(each) for each in multi_class.equalised],
            "untreated": [word for word in words if not multi_class.treated(word)],
            "components": len(multi_class.directions),
            "professions": self.professions,
            "alike": self.alike,
            "looked_at": self.looked_at,
            "words": self.nearest,
            "asked": self.asked,
            "generated": GENERATED,
            "odd": [
                {"together": [w for (w,) in group.together], "odd": [w for (w,) in group.odd]}
                for group in self.odd.groups
            ],
        }


def _in_a_plain_case(words: tuple[str, ...]) -> bool:
    """Peers spell the words of a set in lower, upper and title case, and look no further: never “Catholic_priest”."""
    return any(all(case(word) == word for word in words) for case in (str.lower, str.upper, str.title))


def _spelled(found: Any, role: str) -> tuple[WordSet, ...]:
    return tuple(WordSet(each.name, tuple((row,) for row in each.rows)) for each in getattr(found, role))


def _lists(query: Query) -> list[list[str]]:
    return [[word for (word,) in each.words] for each in (*query.targets, *query.attributes)]
