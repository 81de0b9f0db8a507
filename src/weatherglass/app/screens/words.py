"""Which words stand for each group, and are they there: the lists that ship, one's own, and what vectors hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.datastructures import UploadFile

from weatherglass.app.choices import tongues
from weatherglass.app.coverage import checked, suggested, thresholds
from weatherglass.app.drafts import Draft, from_form, from_query, loose_query, strict_query, with_alternatives
from weatherglass.app.exploring import query_of
from weatherglass.app.opened import opened_run
from weatherglass.app.same import of_list, of_lists
from weatherglass.app.screen import Form, Screen
from weatherglass.app.uploads import last_part
from weatherglass.app.view import Seen, View
from weatherglass.app.work import Same
from weatherglass.errors import SpecError, UnknownName, WeatherglassError
from weatherglass.wording.messages import say, spoken
from weatherglass.words.pasted import LARGEST, read_pasted
from weatherglass.words.query import Query, make_query

if TYPE_CHECKING:
    import polars as pl

    from weatherglass.app.desk import Desk
    from weatherglass.app.files import DataFile

_SUGGESTED_WORDS = 4  # for which spellings nearby are looked for unasked
_LONGEST_ADDRESS = 16_000  # characters of a draft that an address carries
Rows = list[dict[str, Any]]


def _view(desk: Desk, seen: Seen) -> View:
    """Those that ship by language, after one's own."""
    from weatherglass.words import packs

    vectors = _vectors(desk, seen)
    own = [_row(id, query) for id, query in desk.sets.listed().items()]
    shipped = {code: _tests_first(packs.load(code)) for code in packs.languages()}
    first = seen.one("language") or vectors["language"] or spoken()
    shipped = dict(sorted(shipped.items(), key=lambda each: each[0] != first))
    every = [*own, *(row for rows in shipped.values() for row in rows)]
    return View(
        screen="words",
        title=say("app.words.title"),
        vectors=vectors["id"],
        context={"own": own, "shipped": shipped, "first": first, "with_vectors": _asked_of(vectors), "problem": ""},
        data={"sets": every},
        table=lambda: _table(every),
        same=of_lists(first if first in shipped else spoken()),
    )


def _tests_first(queries: Iterable[Query]) -> Rows:
    """Tests are what most people look for; lists that other work rests on come after them."""
    return [_row(query.id, query) for query in sorted(queries, key=lambda query: not query.is_test)]


def _row(id: str, query: Query) -> dict[str, Any]:
    words = len(query.all_words())
    told = {key: getattr(query, key) for key in ("title", "source", "licence", "translation", "caveat", "content_note", "year")}  # fmt: skip
    return {"id": id, "name": query.name, "language": query.language, "test": query.is_test, "words": words, **told}


def _table(rows: Iterable[dict[str, Any]]) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame(list(rows), infer_schema_length=None)


def _vectors(desk: Desk, seen: Seen) -> dict[str, Any]:
    """The vectors that the address names: whether they are open, and the language that their words seem to be in."""
    id = seen.one("vectors")
    file = desk.files.get(id, "vectors") if id else None
    run = opened_run(desk, id) if file is not None else None
    return {
        "file": file,
        "id": "" if file is None else file.id,
        "name": "" if file is None else file.name,
        "run": "" if run is None else run.id,
        "language": "" if run is None else desk.spaces.language(run.id),
        "files": desk.files.listed("vectors"),
    }


def _asked_of(vectors: dict[str, Any]) -> str:
    return f"?{urlencode({'vectors': vectors['id']})}" if vectors["id"] else ""


def _one(desk: Desk, seen: Seen) -> View:
    """A list with its words, by state where vectors are open."""
    from weatherglass.words.references import bibtex

    language, name = seen.parts["language"], seen.parts["name"]
    own = language == "own"
    id = name if own else f"{language}/{name}"
    query, vectors = query_of(desk, id), _vectors(desk, seen)
    sets = checked(desk.spaces, vectors["run"], query) if vectors["run"] else _unchecked(query)
    row = _row(id, query)
    return View(
        screen="words",
        template="word_set",
        title=query.title or query.name,
        vectors=vectors["id"],
        context={
            "row": row,
            "own": own,
            "sets": sets,
            "vectors": vectors,
            "with_vectors": _asked_of(vectors),
            "near": _near(desk, seen, vectors, query.language, sets),
            "also_at": f"/words/edit?{urlencode({'copy': id, 'vectors': vectors['id']})}",
            "thresholds": thresholds(),
            "bibtex": bibtex(query.cite) if query.cite and not own else "",
            "problem": "",
        },
        data={**row, "vectors": vectors["id"] or None, "open": bool(vectors["run"]), "sets": sets},
        table=lambda: _words_table(sets),
        same=of_list(query, vectors["file"], own=own),
    )


def _unchecked(query: Query) -> Rows:
    """The words alone."""
    every: list[tuple[str, str, Sequence[str]]] = [
        *(("targets", each.name, ["|".join(word) for word in each.words]) for each in query.targets),
        *(("attributes", each.name, ["|".join(word) for word in each.words]) for each in query.attributes),
        *(("pairs", each.name, ["–".join("|".join(word) for word in pair) for pair in each.pairs]) for each in query.pairs),
        *(("groups", each.name, ["|".join(word) for word in each.words.words]) for each in query.groups),
    ]  # fmt: skip
    return [{"role": role, "name": name, "words": [{"text": text} for text in words]} for role, name, words in every]


def _words_table(sets: Rows) -> pl.DataFrame:
    import polars as pl

    schema = {"role": pl.String, "set": pl.String, "word": pl.String, "state": pl.String, "used": pl.String, "rank": pl.Int64}  # fmt: skip
    rows = [
        {"role": each["role"], "set": each["name"], "word": word["text"], **{key: word.get(key) for key in ("state", "used", "rank")}}
        for each in sets
        for word in each["words"]
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=schema)


def _near(desk: Desk, seen: Seen, vectors: dict[str, Any], language: str, sets: Rows) -> list[tuple[str, Any]]:
    """Spellings nearby for missing words: the first ones, and those that are asked for; nothing yet for the others."""
    if not vectors["run"]:
        return []
    missing = list(dict.fromkeys(word for each in sets for word in each["missing"]))
    wanted = {*missing[:_SUGGESTED_WORDS], *seen.query.get("near", [])}
    return [(word, suggested(desk.spaces, vectors["run"], word, language) if word in wanted else None) for word in missing]  # fmt: skip


def _takes_one(desk: Desk, seen: Seen, form: Form) -> str:
    """Delete one's own."""
    if dict(form).get("wish") != "delete" or seen.parts["language"] != "own":
        raise UnknownName("wish", str(dict(form).get("wish")), ["delete"])
    desk.sets.get(seen.parts["name"])
    desk.sets.delete(seen.parts["name"])
    return "/words"


def _edit(desk: Desk, seen: Seen) -> View:
    """The editor, filled in from the address: from a list to copy, or with what was typed."""
    vectors, copied = _vectors(desk, seen), seen.one("copy")
    typed = from_form(seen.pairs)
    draft = (
        typed
        if typed.fields.keys() - {"name", "language", "title"} or not copied
        else from_query(query_of(desk, copied))
    )
    draft = with_alternatives(draft, seen.query.get("also", []))
    if not draft.text("language"):
        draft = Draft(fields={**draft.fields, "language": vectors["language"] or spoken()})
    sets, problem = _tried(desk, vectors, draft)
    return View(
        screen="words",
        template="edit_words",
        title=say("app.words.edit.title"),
        vectors=vectors["id"],
        context={
            "draft": draft,
            "sets": sets,
            "vectors": vectors,
            "tongues": tongues(),
            "near": _near(desk, seen, vectors, draft.text("language"), sets) if not problem else [],
            "also_at": f"/words/edit?{urlencode([*draft.fields.items(), ('vectors', vectors['id'])])}",
            "thresholds": thresholds(),
            "problem": problem,
        },
        data={"fields": dict(draft.fields), "sets": sets, "problem": problem or None},
        table=lambda: _words_table(sets),
        same=_same_of_draft(draft, vectors["file"]),
    )  # fmt: skip


def _tried(desk: Desk, vectors: dict[str, Any], draft: Draft) -> tuple[Rows, str]:
    """What is found of it, or what is wrong with it."""
    try:
        query = loose_query(draft)
        return (checked(desk.spaces, vectors["run"], query) if query and vectors["run"] else []), ""
    except WeatherglassError as error:
        return [], str(error)


def _same_of_draft(draft: Draft, vectors: DataFile | None) -> Same:
    """As a file of one's own, once it can be used; until then, where lists are that could be copied."""
    try:
        return of_list(strict_query(draft), vectors, own=True)
    except WeatherglassError:
        return of_lists(draft.text("language"))


def _takes_edit(desk: Desk, seen: Seen, form: Form) -> str:
    """Keep what was written."""
    draft = from_form((name, value) for name, value in form if isinstance(value, str))
    id = desk.sets.save(strict_query(draft))
    vectors = _given(form, "vectors")
    return f"/words/own/{id}" + (f"?{urlencode({'vectors': vectors})}" if vectors else "")


def _takes(desk: Desk, _seen: Seen, form: Form) -> str:
    """A file with sets goes into the editor, where words that stand on two sides can be seen and mended."""
    sent = dict(form).get("file")
    if not isinstance(sent, UploadFile) or not sent.filename:
        raise SpecError(say("app.start.no_file"))
    name, language = last_part(sent.filename), _given(form, "language")
    query = read_pasted(sent.file.read(LARGEST + 1), name, "" if name.lower().endswith(".toml") else language or "en")
    vectors = [("vectors", given)] if (given := _given(form, "vectors")) else []
    address = urlencode([*from_query(query).fields.items(), *vectors])
    if len(address) <= _LONGEST_ADDRESS:
        return f"/words/edit?{address}"
    return f"/words/edit?{urlencode([('copy', desk.sets.save(_usable(query))), *vectors])}"


def _given(form: Form, name: str) -> str:
    value = dict(form).get(name)
    return value if isinstance(value, str) else ""


def _usable(query: Query) -> Query:
    """The same, unless a test could not use it."""
    import tomllib

    from weatherglass.app.sets import toml_of

    return make_query(tomllib.loads(toml_of(query)))


SCREENS = (
    Screen(path="/words", view=_view, takes=_takes),
    Screen(path="/words/edit", view=_edit, takes=_takes_edit),
    Screen(path="/words/{language}/{name}", view=_one, takes=_takes_one),
)
