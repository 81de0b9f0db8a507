"""What is asked of opened vectors on the spot: words and axes as people give them, and what the library answers.

The screen and the API both ask here, so that they say the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from weatherglass.app.asking import LONGEST_WORD, Asked, Language, Vectors, Word, shown_as
from weatherglass.app.opened import opened_run
from weatherglass.app.sets import is_own
from weatherglass.app.spaces import Opened
from weatherglass.app.works.analogies import ANALOGIES, ANALOGIES_FILE, AskedOfAnalogies
from weatherglass.errors import SpecError, UnknownName
from weatherglass.words import packs
from weatherglass.words.pasted import split_words
from weatherglass.words.query import Query

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.quality.neighbours import Neighbours
    from weatherglass.structure.projecting import Projection

MOST_LOOKED_AROUND = 8
MOST_POINTS = 2000
MOST_FREQUENT = 50_000
_MOST_GIVEN = 5000  # words typed into the address
_FEW_PAIR_SETS = 4  # a list with more of them holds questions, not axes
_PAIR_END = re.compile(r"[;؛\r\n]+")
_BETWEEN = re.compile(r"\s*[–—]\s*")
Poles = tuple[list[str], list[str]]
Axis = Annotated[
    str, Field(max_length=20 * LONGEST_WORD, description="Pairs such as `he, she`, with `;` between several.")
]
AxisList = Annotated[str, Field(max_length=200, description="A list that ships, such as `en/base-pairs:gender`, instead of pairs.")]  # fmt: skip


class AskedOfNeighbours(Asked):
    """The nearest of a few words."""

    vectors: Vectors
    word: Annotated[list[Word], Field(min_length=1, max_length=MOST_LOOKED_AROUND, json_schema_extra=shown_as("words"))]
    k: Annotated[int, Field(ge=1, le=100)] = 20
    axis: Axis = ""
    axis_list: AxisList = ""
    language: Language = ""


class AskedOfProjection(Asked):
    """Words on one axis, or on two. Words are those given, those of a list, and the `top` most frequent ones, taken together."""

    vectors: Vectors
    words: Annotated[list[Word], Field(max_length=_MOST_GIVEN, json_schema_extra=shown_as("words"))] = Field(
        default_factory=list
    )
    words_list: Annotated[str, Field(max_length=200)] = ""
    top: Annotated[int, Field(ge=0, le=MOST_FREQUENT)] = 0
    x: Axis = ""
    x_list: AxisList = ""
    y: Axis = ""
    y_list: AxisList = ""
    language: Language = ""


@dataclass(frozen=True, slots=True)
class Projected:
    """Words on axes. `ranks`: the place of each word found in the file, from 1; `of`: how many there were before some were chosen for being too many; `one`: there is one axis, and y is the same."""

    found: Projection
    ranks: tuple[int, ...]
    words: tuple[str, ...]
    x: Poles
    y: Poles
    of: int
    one: bool


def opened_id(desk: Desk, vectors: str) -> str:
    """The run that opened these vectors as they are now; empty where there is none."""
    desk.files.get(vectors, "vectors")
    run = opened_run(desk, vectors)
    return "" if run is None else run.id


def opened(desk: Desk, vectors: str) -> Opened:
    """These vectors, which must have been opened."""
    id = opened_id(desk, vectors)
    if not id:
        raise SpecError(f"vectors {vectors} are not opened yet; ask for /api/open first, and wait until it is done")
    return desk.spaces.get(id)


def neighbours_of(desk: Desk, space: Opened, asked: AskedOfNeighbours) -> Neighbours:
    """What surrounds the words."""
    from weatherglass.quality.neighbours import neighbours

    return neighbours(
        space.embedding,
        asked.word,
        k=asked.k,
        axis=axis_of(desk, asked.axis, asked.axis_list),
        finder=space.finder(asked.language),
        lengths=space.lengths,
    )


def projection_of(desk: Desk, space: Opened, asked: AskedOfProjection) -> Projected:
    """Where the words stand."""
    from weatherglass.structure.projecting import project

    x, y = axis_of(desk, asked.x, asked.x_list), axis_of(desk, asked.y, asked.y_list)
    if x is None:
        raise SpecError("there is no axis yet; give a pair of words such as he, she", key="x")
    every = _words(desk, space, asked)
    if not every:
        raise SpecError("there are no words yet; give some, choose a list, or take the most frequent ones", key="words")
    words = evenly(every, MOST_POINTS, len(asked.words))
    finder = space.finder(asked.language)
    found = project(space.embedding, words, x, y or x, language=finder.language.code, finder=finder)
    hits = (finder.find((word.word,)) for word in found.words)
    ranks = tuple(int(space.embedding.ranks[hit[0]]) + 1 for hit in hits if hit is not None)
    return Projected(found, ranks, tuple(words), x, y or x, len(every), y is None)


def _words(desk: Desk, space: Opened, asked: AskedOfProjection) -> list[str]:
    """Each once: first what was typed."""
    from weatherglass.words.vocabulary import is_ordinary

    listed = [word[0] for word in query_of(desk, asked.words_list).all_words()] if asked.words_list else []
    frequent = islice((word for word in space.embedding.words if is_ordinary(word)), asked.top)
    return list(dict.fromkeys([*asked.words, *listed, *frequent]))


def evenly(words: Sequence[str], most: int, first: int) -> list[str]:
    """At most so many: the `first` ones, and of the others some at equal distances, so that rare ones are among them too."""
    if len(words) <= most:
        return list(words)
    kept = list(words[: min(first, most)])
    others, room = words[len(kept) :], most - len(kept)
    return kept + [others[i * len(others) // room] for i in range(room)]


def axis_of(desk: Desk, text: str, listed: str) -> Poles | None:
    """The two poles of an axis: of a list where one is chosen, else as typed; nothing where neither is given."""
    if listed:
        return _poles_of_list(desk, listed)
    pairs = [_pair(part) for part in _PAIR_END.split(text) if part.strip()]
    if not pairs:
        return None
    return [*dict.fromkeys(one for one, _ in pairs)], [*dict.fromkeys(other for _, other in pairs)]


def _pair(text: str) -> tuple[str, str]:
    words = split_words(text)
    if len(words) == 1:
        words = [word for word in _BETWEEN.split(words[0]) if word]
    if len(words) != 2 or words[0] == words[1]:
        raise SpecError(
            f"{text.strip()[:80]!r} is no axis; give two different words with a comma between them, such as he, she"
        )
    return words[0], words[1]


def _poles_of_list(desk: Desk, listed: str) -> Poles:
    id, _, part = listed.rpartition(":")
    for name, _, poles in axes_in(query_of(desk, id)):
        if name == part:
            return poles
    raise UnknownName("axis", listed, [f"{id}:{name}" for name, _, _ in axes_in(query_of(desk, id))])


def axes_in(query: Query) -> Iterator[tuple[str, str, Poles]]:
    """The axes that a list of words gives: its pairs, and its sets where there are two; each with its name and what it is called."""
    for pairs in query.pairs if len(query.pairs) <= _FEW_PAIR_SETS else ():
        first, second = ([*dict.fromkeys(pair[i][0] for pair in pairs.pairs)] for i in (0, 1))
        yield pairs.name, f"{first[0]} – {second[0]} ({len(pairs.pairs)})", (first, second)
    for role, sets in (("targets", query.targets), ("attributes", query.attributes)):
        if len(sets) == 2:
            first, second = ([word[0] for word in each.words] for each in sets)
            yield role, f"{sets[0].name} – {sets[1].name}", (first, second)


def query_of(desk: Desk, id: str) -> Query:
    """An own list, or one that ships."""
    if is_own(id):
        return desk.sets.get(id)
    known = packs.catalogue()
    if id not in known:
        raise UnknownName("list of words", id, known)
    return known[id]


def queries(desk: Desk, language: str) -> list[tuple[str, Query]]:
    """The lists that can be chosen from: own ones, then those of the language, or of all."""
    shipped = packs.of_language(language if language in packs.languages() else None)
    return [*desk.sets.listed().items(), *((query.id, query) for query in shipped)]


def told_of(desk: Desk, asked: AskedOfAnalogies) -> dict[str, Any] | None:
    """Analogies with what must be said beside them; nothing where they were not computed yet."""
    from weatherglass.quality.analogies import Analogies
    from weatherglass.report.analogies import beside

    id = desk.id_of(ANALOGIES, asked)
    if not desk.runs.has(id):
        return None
    told: dict[str, Any] = json.loads((desk.runs.get(id).folder / ANALOGIES_FILE).read_text("utf-8"))
    return told | {"sentences": list(beside(Analogies.from_dict(told)))}
