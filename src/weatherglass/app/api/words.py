"""The JSON API of word sets: those that ship, one's own, what is found of them, and spellings nearby."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from weatherglass.app.api.base import PROBLEMS, Spoken, desk_of
from weatherglass.app.asking import LONGEST_WORD, MOST_WORDS, Vectors, Word
from weatherglass.app.coverage import checked, suggested
from weatherglass.app.drafts import Draft, loose_query, strict_query
from weatherglass.app.opened import opened_run
from weatherglass.app.sets import toml_of
from weatherglass.errors import SpecError, UnknownName
from weatherglass.wording.messages import speaking

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["word sets"])
_LONGEST_TEXT = 1_000_000
Name = Annotated[str, Field(max_length=LONGEST_WORD)]
Text = Annotated[str, Field(max_length=_LONGEST_TEXT)]
Code = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
OwnId = Annotated[str, Path(pattern=r"^own-[0-9a-f]{16}$")]
_TOML: dict[int | str, dict[str, Any]] = {200: {"content": {"application/toml": {"schema": {"type": "string"}}}}}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GivenSet(_Strict):
    """A set of words: as a list, or as a text in which lines or commas separate them. `a|b` are two spellings of one word."""

    role: Literal["targets", "attributes"]
    name: Name = ""
    words: Annotated[list[Word], Field(max_length=MOST_WORDS)] = Field(default_factory=list)
    text: Text = ""


class GivenPairs(_Strict):
    """Pairs of words: the first ones, and their partners, as texts of equally many words."""

    name: Name = ""
    one: Text = ""
    other: Text = ""


class GivenSets(_Strict):
    """Word sets as the editor has them."""

    name: Name = "own"
    title: Annotated[str, Field(max_length=300)] = ""
    language: Code
    sets: Annotated[list[GivenSet], Field(max_length=99)] = Field(default_factory=list)
    pairs: Annotated[list[GivenPairs], Field(max_length=99)] = Field(default_factory=list)

    def draft(self) -> Draft:
        """The same as the editor's fields."""
        fields = {"name": self.name, "language": self.language, "title": self.title}
        counted = {"targets": 0, "attributes": 0}
        for each in self.sets:
            counted[each.role] += 1
            field = f"{each.role}-{counted[each.role]}"
            fields |= {f"{field}-name": each.name, f"{field}-words": "\n".join([*each.words, each.text])}
        for number, pair in enumerate(self.pairs, 1):
            fields |= {f"pairs-{number}-name": pair.name, f"pairs-{number}-one": pair.one, f"pairs-{number}-other": pair.other}  # fmt: skip
        return Draft(fields=fields)


class AskedCoverage(GivenSets):
    """The same, and the vectors to look them up in, which must be open."""

    vectors: Vectors


class Saved(BaseModel):
    """Word sets that were kept; the id is given to tests like the name of a query."""

    id: str


@router.get("/sets")
def sets(request: Request, language: Annotated[str, Query(pattern=r"^([a-z]{2,3})?$")] = "") -> list[dict[str, Any]]:
    """One's own word sets, then those that ship; all, or those of a language."""
    from weatherglass.words import packs

    own = desk_of(request).sets.listed()
    every = {**own, **packs.catalogue()}
    return [
        {"id": id, "language": query.language, "name": query.name, "title": query.title, "test": query.is_test, "words": len(query.all_words())}
        for id, query in every.items()
        if language in ("", query.language)
    ]  # fmt: skip


@router.post("/sets", status_code=201)
def save(request: Request, given: GivenSets) -> Saved:
    """Keep word sets; the same words have the same id."""
    return Saved(id=desk_of(request).sets.save(strict_query(given.draft())))


@router.get("/sets/{id}.toml", response_class=Response, responses=_TOML)
def own_file(request: Request, id: OwnId) -> Response:
    """One's own word sets as a query file."""
    return _toml(toml_of(query := desk_of(request).sets.get(id)), query.name)


@router.delete("/sets/{id}")
def delete(request: Request, id: OwnId) -> Saved:
    """Take one's own word sets away; results that used them keep their words."""
    desk_of(request).sets.get(id)
    desk_of(request).sets.delete(id)
    return Saved(id=id)


@router.get("/sets/{language}/{name}.toml", response_class=Response, responses=_TOML)
def shipped_file(language: Annotated[str, Path(pattern=r"^[a-z]{2,3}$")], name: Annotated[str, Path(max_length=100)]) -> Response:  # fmt: skip
    """A query file that ships."""
    from weatherglass.words import packs

    found = next((each for each in packs.load(language) if each.name == name), None)
    if found is None:
        raise UnknownName("query", f"{language}/{name}", [])
    return _toml((packs.data_folder() / language / f"{found.name}.toml").read_text("utf-8"), found.name)


def _toml(text: str, name: str) -> Response:
    plain = "".join(each if each.isascii() and (each.isalnum() or each in "-_.") else "-" for each in name)
    headers = {"Content-Disposition": f'attachment; filename="{plain}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


@router.post("/coverage")
def coverage(request: Request, asked: AskedCoverage, ui: Spoken = "en") -> dict[str, Any]:
    """What is found of word sets in vectors that are open: each word's state, and how much of each set."""
    run = _opened(request, asked.vectors)
    with speaking(ui):
        query = loose_query(asked.draft())
        return {"sets": [] if query is None else checked(desk_of(request).spaces, run, query)}


@router.get("/near")
def near(
    request: Request,
    vectors: Annotated[str, Query(pattern=r"^[0-9a-z]{4,32}$")],
    word: Annotated[str, Query(min_length=1, max_length=LONGEST_WORD)],
    language: Annotated[str, Query(pattern=r"^([a-z]{2,3})?$")] = "",
) -> list[dict[str, Any]]:
    """Words of vectors that are open that are spelled like this one, the nearest first."""
    from weatherglass.files.plain import fields_of

    run = _opened(request, vectors)
    return [fields_of(each) for each in suggested(desk_of(request).spaces, run, word, language)]


def _opened(request: Request, vectors: str) -> str:
    file = desk_of(request).files.get(vectors, "vectors")
    run = opened_run(desk_of(request), file.id)
    if run is None:
        raise SpecError(f"these vectors are not open: {file.name}; ask for POST /api/open first")
    return run.id
