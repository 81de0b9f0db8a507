"""Vectors that were opened, looked at through the file system's cache: only the rows that are asked for come into memory."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weatherglass.app.runs import Runs
from weatherglass.app.works.opening import DESCRIPTION, MATRIX, OPENED, RANKS, WORDS
from weatherglass.errors import UnknownName

if TYPE_CHECKING:
    from weatherglass.arrays import Singles
    from weatherglass.embedding.embedding import Embedding
    from weatherglass.words.lookup import Finder

_KEPT = 3


@dataclass(frozen=True, slots=True)
class Opened:
    """Vectors that were opened: ready to be looked up in, and what they are like. `language`: guessed, empty where it could not be.

    `lengths` are those of the rows, computed once, as every search for the nearest needs them.
    """

    embedding: Embedding
    description: Mapping[str, Any]
    language: str
    lengths: Singles
    _finders: dict[str, Finder] = field(default_factory=dict, compare=False, repr=False)

    def finder(self, language: str = "") -> Finder:
        """Finds words by a language's rules, by those of the guessed one where none is given; made once, as it may go through all words."""
        from weatherglass import language as languages
        from weatherglass.structure.projecting import NO_LANGUAGE
        from weatherglass.words.lookup import Finder, Match

        code = language or self.language or NO_LANGUAGE
        if code not in self._finders:
            self._finders[code] = Finder(self.embedding, languages.get(code), Match())
        return self._finders[code]


class Spaces:
    """The last few are held."""

    def __init__(self, runs: Runs):
        self._runs = runs
        self._lock = threading.Lock()
        self._held: OrderedDict[str, Opened] = OrderedDict()

    def get(self, id: str) -> Opened:
        """Those of this run, which must be one that opened vectors."""
        with self._lock:
            if id not in self._held:
                self._held[id] = self._open(id)
                while len(self._held) > _KEPT:
                    self._held.popitem(last=False)
            self._held.move_to_end(id)
            return self._held[id]

    def description(self, id: str) -> dict[str, Any]:
        """What they are like, without opening them."""
        file = self._runs.get(id).folder / DESCRIPTION
        if not file.is_file():
            raise UnknownName("opened vectors", id, [])
        described: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return described

    def language(self, id: str) -> str:
        """That of their words as it was guessed; empty where it could not be."""
        return str(json.loads((self._runs.get(id).folder / OPENED).read_text("utf-8"))["language"])

    def _open(self, id: str) -> Opened:
        import numpy as np

        from weatherglass.embedding.embedding import Embedding, Source
        from weatherglass.errors import Notice
        from weatherglass.quality.ranking import row_lengths

        folder = self._runs.get(id).folder
        facts = json.loads((folder / OPENED).read_text("utf-8"))
        made = Embedding(
            name=facts["name"],
            words=tuple(json.loads((folder / WORDS).read_text("utf-8"))),
            vectors=np.load(folder / MATRIX, mmap_mode="r"),
            ranks=np.load(folder / RANKS),
            rows=facts["rows"],
            source=facts["source"] and Source(**facts["source"] | {"path": Path(facts["source"]["path"])}),
            notices=tuple(Notice(**each) for each in facts["notices"]),
        )
        return Opened(made, self.description(id), facts["language"], row_lengths(made.vectors))
