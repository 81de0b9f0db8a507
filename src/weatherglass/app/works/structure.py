"""Gender and other groups in a space: directions, pairs of forms, occupations, whole vocabularies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from weatherglass.app.asking import Asked, Language, Pairs, Seed, Vectors
from weatherglass.app.python_call import Code, made_of, python_call
from weatherglass.app.typed import (
    file_in_python,
    file_typed,
    given_only,
    pairs_in_python,
    pairs_typed,
    parsed_pairs,
    typed_command,
)
from weatherglass.app.work import VOCABULARY, Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import unless

if TYPE_CHECKING:
    from weatherglass.structure.structure import Wishes

Part = Literal["subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary"]
_USUAL: tuple[Part, ...] = ("subspace",)
_TASKS = {"both": ("professions", "sentiment"), "professions": ("professions",), "sentiment": ("sentiment",)}
_DRAWN = {"subspace", "bias", "vocabulary"}  # parts that compare with random words
_DRAWS, _MOST, _EXTREMES = 500, 50_000, 10


class AskedOfStructure(Asked):
    """`pairs` make the direction instead of the language's own; groups are compared by their general bias, all that the language has where none is named."""

    vectors: Vectors
    language: Language = ""
    parts: Annotated[list[Part], Field(min_length=1, max_length=6)] = Field(default_factory=lambda: [*_USUAL])
    pairs: Pairs = Field(default_factory=list)
    groups: list[Literal["sex", "origin", "religion", "orientation"]] = Field(default_factory=list, max_length=4)
    own_groups: Pairs = Field(default_factory=list)
    task: Literal["both", "professions", "sentiment"] = "both"
    forms: Literal["auto", "paired", "feminine", "masculine"] = "auto"
    most: Annotated[int, Field(ge=1, le=1_000_000)] = _MOST
    extremes: Annotated[int, Field(ge=1, le=200)] | None = None
    draws: Annotated[int, Field(ge=100, le=10_000)] = _DRAWS
    seed: Seed = 0


def _wishes(asked: AskedOfStructure) -> Wishes:
    """Only what the parts that are asked for look at, as the words of others would be read, too."""
    from weatherglass.structure.structure import Wishes
    from weatherglass.words import packs
    from weatherglass.words.given import own_groups

    wished: dict[str, Any] = {"extremes": asked.extremes or (_EXTREMES if asked.parts == ["vocabulary"] else None)}
    if {"subspace", "vocabulary"} & {*asked.parts} and (pairs := parsed_pairs(asked.pairs)):
        wished["pairs"] = replace(pairs, name="own pairs")
    if "bias" in asked.parts:
        named = packs.resolve(asked.groups, language=asked.language) if asked.groups else ()
        own = [own_groups(pairs_typed(asked.own_groups), asked.language)] if asked.own_groups else []
        wished |= {"groups": (*named, *own), "tasks": _TASKS[asked.task]}
        wished |= {} if asked.forms == "auto" else {"forms": asked.forms}
    if "vocabulary" in asked.parts:
        wished["most"] = asked.most
    return Wishes(**wished)


def _done(asked: AskedOfStructure, place: Place, progress: Progress) -> Any:
    from weatherglass.files import write_whole
    from weatherglass.report.spreadsheet import csv_text
    from weatherglass.report.structure_tables import projections_table
    from weatherglass.structure.structure import structure_of

    found = structure_of(
        place.path(asked.vectors),
        asked.language or None,
        parts=asked.parts,
        wishes=_wishes(asked),
        draws=asked.draws if _DRAWN & {*asked.parts} else _DRAWS,
        seed=asked.seed,
        progress=progress,
    )
    if found.projections is not None:
        write_whole(place.folder / VOCABULARY, csv_text(projections_table(found.projections)))
    return replace(found, command=" && ".join(_commands(asked, place, found.language)), projections=None)


def _checked(asked: AskedOfStructure, place: Place) -> None:
    from weatherglass.errors import SpecError, UnknownName
    from weatherglass.structure.general_bias import GROUPS
    from weatherglass.structure.space import lists_named
    from weatherglass.words import packs

    if asked.language:
        packs.of_tests(asked.language)
    if "bias" in asked.parts:
        for field in ("groups", "own_groups"):
            if getattr(asked, field) and not asked.language:
                raise SpecError("give the language of the words, too", key=field)
        for name in asked.groups:
            if packs.word_list(asked.language, name) is None:
                known = [query.name for query in lists_named(asked.language, GROUPS)]
                raise UnknownName(f"list of groups for '{asked.language}'", name, known)
    _wishes(asked)


def _commands(asked: AskedOfStructure, place: Place, language: str) -> Iterator[str]:
    """One for each part."""
    groups = {
        "--groups": asked.groups,
        "--pair": pairs_typed(asked.own_groups),
        "--task": unless(asked.task, "both"),
        "--forms": unless(asked.forms, "auto"),
        "--extremes": unless(asked.extremes, None),
    }
    pairs, draws = {"--pair": pairs_typed(asked.pairs)}, {"--draws": unless(asked.draws, _DRAWS)}
    words = {"--words": unless(asked.most, _MOST), "--extremes": unless(asked.extremes, None)}
    options: dict[str, dict[str, Any]] = {
        "subspace": pairs | draws,
        "bias": groups | draws,
        "vocabulary": pairs | words | draws,
    }
    for part in asked.parts:
        given = {"--lang": unless(language, ""), **options.get(part, {}), "--seed": unless(asked.seed, 0)}
        yield typed_command(["weatherglass", "structure", part, file_typed(place, asked.vectors)], given, {})


def _same(asked: AskedOfStructure, place: Place) -> Same:
    named = {
        "parts": asked.parts,
        "wishes": _wishes_in_python(asked),
        "draws": asked.draws if asked.draws != _DRAWS and _DRAWN & {*asked.parts} else None,
        "seed": asked.seed or None,
    }
    language = [asked.language] if asked.language else []
    return Same(
        command="\n".join(_commands(asked, place, asked.language)),
        python=python_call(
            "weatherglass.structure_of", [file_in_python(place, asked.vectors), *language], given_only(named)
        ),
    )


def _wishes_in_python(asked: AskedOfStructure) -> Code | None:
    """As `_wishes` has them."""
    pairs = pairs_in_python(asked.pairs) if {"subspace", "vocabulary"} & {*asked.parts} else None
    bias, vocabulary = "bias" in asked.parts, "vocabulary" in asked.parts
    groups = [f"*resolve({asked.groups!r}, language={asked.language!r})"] if asked.groups else []
    groups += [f"own_groups({pairs_typed(asked.own_groups)!r}, {asked.language!r})"] if asked.own_groups else []
    return made_of(
        "Wishes",
        pairs=pairs and Code(f'PairSet("own pairs", {pairs}.pairs)'),
        groups=Code(f"({', '.join(groups)},)") if groups and bias else None,
        tasks=Code(repr(_TASKS[asked.task])) if bias and asked.task != "both" else None,
        forms=asked.forms if bias and asked.forms != "auto" else None,
        most=asked.most if vocabulary and asked.most != _MOST else None,
        extremes=asked.extremes or (_EXTREMES if asked.parts == ["vocabulary"] else None),
    )


STRUCTURE = work(
    Work(
        name="structure",
        asked=AskedOfStructure,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("groups", "own_groups", "task", "forms", "most", "extremes", "draws", "seed"),
    )
)
