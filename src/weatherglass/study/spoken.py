"""Which tests each of several spaces gets: those of one language for all, or those of the same name in each language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice, SpecError
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query
from weatherglass.words.reading import guess_language


@dataclass(slots=True)
class Spoken:
    """What was asked for; `codes` are the languages of the spaces, None where they must be guessed."""

    asked: Sequence[str | Query]
    language: str | Sequence[str] | None
    spaces: int
    folders: tuple[Path, ...]
    codes: tuple[str, ...] | None = field(init=False)
    candidates: tuple[Query, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.codes = self._codes()
        wanted = self._any_language() if self.codes is None else ()
        spoken = {query.language for query in wanted}
        if self.asked and len(spoken) == 1:
            self.codes = tuple(spoken) * self.spaces
        self.candidates = wanted if self.codes is None else packs.unique(
            query for code in dict.fromkeys(self.codes) for query in self.of(code)
        )  # fmt: skip

    def _codes(self) -> tuple[str, ...] | None:
        if self.language is None:
            return None
        if isinstance(self.language, str):
            return (self.language,) * self.spaces
        codes = tuple(self.language)
        if len(codes) == 1:
            return codes * self.spaces
        if len(codes) != self.spaces:
            raise SpecError(
                f"{len(codes)} languages were given for {self.spaces} spaces; give one for all, or one for each"
            )
        return codes

    def _any_language(self) -> tuple[Query, ...]:
        if not self.asked:
            return packs.of_tests(None, self.folders)
        return packs.unique(
            query
            for item in self.asked
            for query in ([item] if isinstance(item, Query) else packs.resolve([item], folders=self.folders))
        )

    def of(self, code: str) -> tuple[Query, ...]:
        """The queries of one language among those asked for; the tests of its pack if none were."""
        if not self.asked:
            return packs.of_tests(code, self.folders)
        several = self.codes is None or len(set(self.codes)) > 1
        found: list[Query] = []
        for item in self.asked:
            if isinstance(item, Query):
                named: tuple[Query, ...] = (item,)
            elif several and ("/" in item or item.endswith(".toml")):
                named = packs.resolve([item], folders=self.folders)
            else:
                named = packs.resolve([item], language=code, folders=self.folders)
            others = [query.id for query in named if query.language != code]
            if others and not several:
                raise SpecError(f"'{others[0]}' is not in the language '{code}' that was given; leave one of them out")
            found += [query for query in named if query.language == code]
        return packs.unique(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tests:
    """The queries of each space, in one order; the languages; and what must be known about them."""

    __test__ = False

    queries: tuple[tuple[Query, ...], ...]
    languages: tuple[str, ...]
    notices: tuple[Notice, ...]

    @property
    def one_language(self) -> bool:
        return len(set(self.languages)) == 1


def spoken_by(spoken: Spoken, spaces: Sequence[Embedding], match: Match) -> Tests:
    """Settle the languages by the words found, if they are not known, and pair queries of the same name."""
    notices: list[Notice] = []
    codes = spoken.codes
    if codes is None:
        guesses = []
        for space in spaces:
            code, told = guess_language(space, spoken.candidates, match)
            guesses.append(code)
            notices.append(told_of(space.name, told))
        codes = spoken.codes = tuple(guesses)
    by_code = {code: {query.name: query for query in spoken.of(code)} for code in dict.fromkeys(codes)}
    names = [name for name in by_code[codes[0]] if all(name in queries for queries in by_code.values())]
    if len(by_code) > 1:
        left = sorted({name for queries in by_code.values() for name in queries} - set(names))
        if spoken.asked and left:
            lists = "; ".join(f"{code}: {', '.join(queries) or 'none'}" for code, queries in by_code.items())
            raise SpecError(
                f"spaces of different languages are compared by queries of the same name in each, but '{left[0]}' is not there in all ({lists}); "
                "give the missing ones, or leave it out"
            )
        if left:
            text = f"Tests that only some of the languages have were left out: {', '.join(left)}."
            notices.append(Notice("not-in-all-languages", text))
    if not names:
        raise SpecError(
            f"there is no test that all languages ({', '.join(by_code)}) have; give queries of the same name in each"
        )
    return Tests(
        queries=tuple(tuple(by_code[code][name] for name in names) for code in codes),
        languages=codes,
        notices=tuple(notices),
    )


def told_of(space: str, notice: Notice) -> Notice:
    """A notice about one of several spaces."""
    return Notice(notice.code, f"{space}: {notice.text}")
