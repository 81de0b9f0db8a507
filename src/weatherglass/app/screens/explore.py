"""Where does a word stand, and what surrounds it? Neighbours, a projection on axes, and analogies, in opened vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from weatherglass.app.asking import Asked, as_pairs, from_pairs, made
from weatherglass.app.exploring import (
    MOST_FREQUENT,
    MOST_POINTS,
    AskedOfNeighbours,
    AskedOfProjection,
    axes_in,
    axis_of,
    neighbours_of,
    opened_id,
    projection_of,
    queries,
    told_of,
)
from weatherglass.app.files import SAMPLE
from weatherglass.app.opened import fewer_words, free_memory
from weatherglass.app.pictures import image
from weatherglass.app.python_call import Code, python_call
from weatherglass.app.screen import Form, Screen
from weatherglass.app.spaces import Opened
from weatherglass.app.typed import command_on, python_name
from weatherglass.app.view import Seen, View
from weatherglass.app.work import Same
from weatherglass.app.works.analogies import ANALOGIES, AskedOfAnalogies
from weatherglass.app.works.opening import OPENING, AskedOfOpening
from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.report.command import unless
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import difference, effect

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk

PARTS = ("neighbours", "projection", "analogies")
_MODELS: Mapping[str, type[Asked]] = {
    "neighbours": AskedOfNeighbours,
    "projection": AskedOfProjection,
    "analogies": AskedOfAnalogies,
}
# What each part needs before anything is asked.
_NEEDED = {"neighbours": ("word",), "projection": ("x", "x_list"), "analogies": ("a", "b")}
_EXAMPLES = {
    "neighbours": {"word": "doctor\nnurse", "axis": "he, she"},
    "projection": {"words_list": "en/professions", "x": "he, she", "y": "good, bad"},
    "analogies": {"a": "man", "b": "doctor", "c": "woman"},
}
_NEAR = 5  # spellings that are offered for a word that is missing


def _view(desk: Desk, seen: Seen) -> View:
    part = seen.one("part", PARTS[0])
    if part not in PARTS:
        raise UnknownName("part of this page", part, PARTS)
    vectors = seen.one("vectors") or SAMPLE
    file = desk.files.get(vectors, "vectors")
    values = {"vectors": vectors, **from_pairs(_MODELS[part], seen.pairs)}
    run = opened_id(desk, vectors)
    space = desk.spaces.get(run) if run else None
    wanted = any(values.get(name) for name in _NEEDED[part])
    shown: dict[str, Any] = {"data": {}, "context": {}, "table": None, "same": None}
    problem = ""
    if wanted and (space is not None or part == "analogies"):
        try:
            shown = _ANSWERS[part](desk, space, made(_MODELS[part], values))
        except WeatherglassError as error:
            problem = str(error)
    return View(
        screen="explore",
        title=say("app.explore.title"),
        vectors=vectors,
        context={
            "part": part,
            "parts": [(name, _address(part=name, **_kept(seen, vectors))) for name in PARTS],
            "values": values,
            "files": desk.files.listed("vectors"),
            "is_open": space is not None,
            "language": space.language if space is not None else "",
            "axes": _axes(desk, space),
            "lists": _lists(desk, space),
            "problem": problem,
            "examples": [(name, _address(part=name, vectors=SAMPLE, **_EXAMPLES[name])) for name in PARTS],
            "here": seen.address(),
            "found": None,
            "effect": effect,
            "difference": difference,
            "most_frequent": MOST_FREQUENT,
            **shown["context"],
        },
        data=shown["data"]
        or {"part": part, "vectors": file.shown(), "opened": space is not None, "problem": problem or None},
        table=shown["table"],
        same=shown["same"],
    )


def _kept(seen: Seen, vectors: str) -> dict[str, str]:
    """What the other parts of the page know as well."""
    return {"vectors": vectors, **{name: value for name in ("language",) if (value := seen.one(name))}}


def _address(**asked: str) -> str:
    return f"/explore?{urlencode(asked)}"


def _axes(desk: Desk, space: Opened | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """The axes that lists give, under the title of each list."""
    found = []
    for id, query in queries(desk, space.language) if space is not None else ():
        inside = [(f"{id}:{name}", called) for name, called, _ in axes_in(query)]
        if inside:
            found.append((f"{query.id}: {query.title}" if query.title else query.id, inside))
    return found


def _lists(desk: Desk, space: Opened | None) -> list[tuple[str, str]]:
    every = queries(desk, space.language) if space is not None else []
    return [(id, f"{query.id}: {query.title}" if query.title else query.id) for id, query in every]


def _neighbours(desk: Desk, space: Opened, asked: AskedOfNeighbours) -> dict[str, Any]:
    from weatherglass.words.near import near

    found = neighbours_of(desk, space, asked)
    axis = axis_of(desk, asked.axis, asked.axis_list)
    spellings = [
        (
            word,
            [
                each.word
                for each in near(space.embedding, word, _NEAR, language=found.language if asked.language else "")
            ],
        )
        for word in found.missing
    ]
    others = {"vectors": asked.vectors, "k": str(asked.k), "axis": asked.axis, "axis_list": asked.axis_list, "language": asked.language}  # fmt: skip

    def around(word: str) -> str:
        return _address(word=word, **{name: value for name, value in others.items() if value})

    return {
        "data": found.to_dict() | {"near": dict(spellings)},
        "context": {"found": found, "around": around, "spellings": spellings, "bar": _bar},
        "table": found.table,
        "same": _same(
            desk,
            asked.vectors,
            ["weatherglass", "neighbours"],
            {
                "--words": [",".join(asked.word)],
                "-k": unless(asked.k, 20),
                "--axis": _pairs(axis),
                "--lang": unless(found.language, "mul"),
            },
            lambda name: python_call(
                "neighbours",
                [Code(f"weatherglass.read({python_name(name)})"), asked.word],
                {"k": asked.k} | _poles("axis", axis) | _language(found.language),
            ),
            "from weatherglass.quality.neighbours import neighbours\n",
        ),
    }


def _bar(side: float) -> float:
    """How long a bar is for it, of 36 at most; cosines with a single axis seldom reach a half."""
    return round(72 * min(abs(side), 0.5), 1)


def _projection(desk: Desk, space: Opened, asked: AskedOfProjection) -> dict[str, Any]:
    from weatherglass.report.projection import sentences

    projected = projection_of(desk, space, asked)
    found = projected.found
    told = urlencode([(name, each) for name, value in asked.model_dump(exclude_defaults=True).items() for each in (value if isinstance(value, list) else [str(value)])])  # fmt: skip
    rows = sorted(zip(found.words, projected.ranks, strict=True), key=lambda row: -row[0].x)
    said = sentences(found)
    code = space.finder(asked.language).language.code

    def table() -> Any:
        import polars as pl

        placed = found.table().with_columns(rank=pl.Series(projected.ranks, dtype=pl.Int64))
        return placed.drop("y") if projected.one else placed

    return {
        "data": found.to_dict() | {"one_axis": projected.one, "shown": len(projected.words), "of": projected.of},
        "context": {
            "found": found,
            "projected": projected,
            "rows": rows,
            "said": [said[0], say("app.explore.one_found", found=found.coverage.sets[0].found, asked=found.coverage.sets[0].asked), said[-1]] if projected.one else said,
            "image": image,
            "figure": f"/api/projection/figure.{{}}?{told}",
            "most_points": MOST_POINTS,
        },
        "table": table,
        "same": _same(
            desk,
            asked.vectors,
            ["weatherglass", "structure", "projection"],
            {
                "--words": [",".join(projected.words)],
                "--x": _pairs(projected.x),
                "--y": _pairs(projected.y),
                "--lang": unless(code, "mul"),
            },
            lambda name: python_call(
                "weatherglass.project",
                [Code(python_name(name)), list(projected.words)],
                _poles("x", projected.x) | _poles("y", projected.y) | _language(code),
            ),
        ),
    }  # fmt: skip


def _analogies(desk: Desk, _space: Opened | None, asked: AskedOfAnalogies) -> dict[str, Any]:
    told = told_of(desk, asked)
    return {
        "data": told or {"part": "analogies", "asked": asked.model_dump(), "computed": False},
        "context": {"found": told, "computed": told is not None},
        "table": None if told is None else lambda: _table_of_analogies(told),
        "same": desk.same(ANALOGIES, asked),
    }


def _table_of_analogies(told: Mapping[str, Any]) -> Any:
    import polars as pl

    if told["generated"]:
        return pl.DataFrame(told["generated"]["pairs"], infer_schema_length=None)
    rows = [
        {"inputs_left_out": left_out, **answer}
        for left_out, name in ((True, "excluded"), (False, "unrestricted"))
        for answer in told["solved"][name]
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


_ANSWERS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "neighbours": _neighbours,
    "projection": _projection,
    "analogies": _analogies,
}


def _same(
    desk: Desk,
    vectors: str,
    words: list[str],
    options: dict[str, list[Any]],
    python: Callable[[str], str],
    imports: str = "",
) -> Same:
    name = "" if vectors == SAMPLE else desk.files.get(vectors).name
    return Same(command=command_on(name, words, options), python=imports + python(name))


def _pairs(poles: tuple[list[str], list[str]] | None) -> list[str]:
    """As the command takes poles: in pairs. Where one has fewer words, its words stand in several, which changes nothing."""
    if poles is None:
        return []
    first, second = poles
    return [f"{first[i % len(first)]},{second[i % len(second)]}" for i in range(max(len(first), len(second)))]


def _poles(name: str, poles: tuple[list[str], list[str]] | None) -> dict[str, Any]:
    if poles is None:
        return {}
    return {name: Code(repr(tuple(each[0] if len(each) == 1 else each for each in poles)))}


def _language(code: str) -> dict[str, str]:
    return {} if code == "mul" else {"language": code}


def _takes(desk: Desk, seen: Seen, form: Form) -> str:
    """Open the vectors, or compute analogies; what comes of it is shown here."""
    pairs = [(name, value) for name, value in form if isinstance(value, str)]
    given = dict(pairs)
    if given.get("wish") == "open":
        asked = made(AskedOfOpening, {"vectors": given.get("vectors", "")})
        if fewer_words(desk.files.get(asked.vectors, "vectors"), free_memory(desk.settings.job_memory)):
            return f"/embedding/{asked.vectors}"  # more than there is room for: how many of them, is asked there
        id, back = desk.ask(OPENING, asked), given.get("then", "")
        then = back if back.startswith("/explore") else _address(vectors=asked.vectors)
    else:
        wanted = made(AskedOfAnalogies, from_pairs(AskedOfAnalogies, pairs))
        id = desk.ask(ANALOGIES, wanted)
        then = f"/explore?{urlencode([('part', 'analogies'), *as_pairs(wanted)])}"
    return then if desk.runs.has(id) else f"/runs/{id}?{urlencode({'then': then})}"


SCREENS = (Screen(path="/explore", view=_view, takes=_takes),)
