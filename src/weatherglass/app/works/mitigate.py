"""Vectors with less bias, and the account of what was reduced, what is only hidden, and what it cost."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from weatherglass.app.asking import Asked, Language, Method, Pairs, Queries, Seed, Vectors, WordRows, Words
from weatherglass.app.python_call import Code, made_of, python_call
from weatherglass.app.typed import (
    file_in_python,
    file_typed,
    given_only,
    lines_file,
    pairs_in_python,
    pairs_typed,
    parsed_pairs,
    query_files,
    query_names,
    typed_command,
    words_in_python,
)
from weatherglass.app.work import MADE_VECTORS, Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import unless

if TYPE_CHECKING:
    from weatherglass.mitigate.roles import Roles

_WORDS = 50_000
_SETTINGS = ("components", "inflected", "lam", "sums", "rounds", "candidates", "most")  # beside the seed
_FILES = {"equalise": "equalise.txt", "neutral": "neutral.txt", "specific": "specific.txt"}
_LONGEST_NAME = 100


class AskedOfMitigate(Asked):
    """Words have the roles that the language's lists give them, unless others are given; a setting left out is as the method has it."""

    vectors: Vectors
    method: Method = "hard"
    language: Language = ""
    queries: Queries = Field(default_factory=list)
    pairs: Pairs = Field(default_factory=list)
    equalise: WordRows = Field(default_factory=list)
    neutral: Words = Field(default_factory=list)
    specific: Words = Field(default_factory=list)
    inflected: Literal["usual", "protect", "equalise", "neutralise"] = "usual"
    components: Annotated[int, Field(ge=1, le=100)] | None = None
    lam: Annotated[float, Field(ge=0, le=1000)] | None = None
    sums: bool = False
    rounds: Annotated[int, Field(ge=1, le=300)] | None = None
    candidates: Annotated[int, Field(ge=1, le=300)] | None = None
    most: Annotated[int, Field(ge=2, le=50_000)] | None = None
    words: Annotated[int, Field(ge=1, le=1_000_000)] = _WORDS
    format: Literal["bin", "vec", "npz"] = "bin"
    seed: Seed = 0


def _settings(asked: AskedOfMitigate) -> dict[str, Any]:
    """Those that are not as the method has them."""
    given = {name: getattr(asked, name) for name in _SETTINGS}
    return {
        name: value for name, value in given.items() if value is not None and value is not False and value != "usual"
    }


def _with_seed(asked: AskedOfMitigate) -> dict[str, Any]:
    """With the seed, where the method has one."""
    from weatherglass.mitigate.base import get

    known = get(asked.method)().get_params()
    return _settings(asked) | ({"seed": asked.seed} if "seed" in known else {})


def _roles(asked: AskedOfMitigate, language: str) -> Roles:
    from weatherglass.mitigate.roles import Roles

    return Roles(
        language=language,
        pairs=parsed_pairs(asked.pairs),
        equalise=tuple(tuple((word,) for word in each) for each in asked.equalise) or None,
        neutral=tuple(dict.fromkeys(asked.neutral)) or None,
        specific=tuple(dict.fromkeys(asked.specific)) or None,
    )


def _done(asked: AskedOfMitigate, place: Place, progress: Progress) -> Any:
    from weatherglass.mitigate.mitigating import mitigate_vectors
    from weatherglass.words.reading import language_of

    path = place.path(asked.vectors)
    made = place.folder / MADE_VECTORS
    made.mkdir()
    return mitigate_vectors(
        path,
        made / target_name(asked, place.name(asked.vectors) or path.name),
        asked.method,
        _roles(asked, asked.language or language_of(path)[0]),
        settings=_with_seed(asked),
        words=asked.words,
        queries=[place.query(each) for each in asked.queries],
        seed=asked.seed,
        progress=progress,
    )


def target_name(asked: AskedOfMitigate, source: str) -> str:
    """A file called by the vectors and the method; where anything is not as usual, also by a few signs made of all that is asked for."""
    stem = re.sub(r"(\.(gz|bz2|xz|zip|bin|vec|txt|npz|model|kv|magnitude|safetensors))+$", "", Path(source).name)
    usual = type(asked)(vectors=asked.vectors, method=asked.method, format=asked.format)
    told = json.dumps(asked.model_dump(exclude={"vectors", "format"}), sort_keys=True)
    own = "" if asked == usual else f"-{hashlib.sha256(told.encode()).hexdigest()[:6]}"
    plain = re.sub(r"[^\w.+-]", "_", stem)[:_LONGEST_NAME]
    return f"{plain}-{asked.method}{own}.{asked.format}"


def _checked(asked: AskedOfMitigate, place: Place) -> None:
    from weatherglass.mitigate.base import mitigation
    from weatherglass.words import packs

    mitigation(asked.method, **_with_seed(asked)).check()
    if asked.language:
        packs.of_tests(asked.language)
    packs.given([place.query(each) for each in asked.queries], language=asked.language or None)
    _roles(asked, asked.language or "en")


def _same(asked: AskedOfMitigate, place: Place) -> Same:
    queries, settings = query_names(asked.queries, place), _settings(asked)
    lines = {
        "equalise": pairs_typed(asked.equalise),
        "neutral": dict.fromkeys(asked.neutral),
        "specific": dict.fromkeys(asked.specific),
    }
    options = {
        "--method": unless(asked.method, "hard"),
        "--lang": unless(asked.language, ""),
        "--pair": pairs_typed(asked.pairs),
        **{f"--{name}": [_FILES[name]] if given else [] for name, given in lines.items()},
        "--set": [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in settings.items()],
        "--words": unless(asked.words, _WORDS),
        "--query": queries,
        "--seed": unless(asked.seed, 0),
    }  # fmt: skip
    target = target_name(asked, place.name(asked.vectors) or place.path(asked.vectors).name)
    named = {
        "settings": (_with_seed(asked) if asked.seed else settings) or None,
        "words": None if asked.words == _WORDS else asked.words,
        "queries": queries or None,
        "seed": asked.seed or None,
    }
    return Same(
        command=typed_command(["weatherglass", "mitigate", file_typed(place, asked.vectors), target], options, {}),
        python=python_call(
            "weatherglass.mitigate_vectors",
            [file_in_python(place, asked.vectors), target, asked.method, *_roles_in_python(asked, place)],
            given_only(named),
        ),
        files={
            **query_files(asked.queries, place),
            **{name: text for each, given in lines.items() for name, text in lines_file(_FILES[each], given).items()},
        },
    )


def _roles_in_python(asked: AskedOfMitigate, place: Place) -> list[Any]:
    """A language's code, own words, or nothing where the language is guessed and all words are its own."""
    if not (asked.pairs or asked.equalise or asked.neutral or asked.specific):
        return [asked.language] if asked.language else []
    file = file_in_python(place, asked.vectors)
    guessed = Code(f"language_of({file if isinstance(file, Code) else repr(file)})[0]")
    sets = tuple(tuple((word,) for word in each) for each in asked.equalise)
    return [
        made_of(
            "Roles",
            language=asked.language or guessed,
            pairs=pairs_in_python(asked.pairs),
            equalise=Code(repr(sets)) if sets else None,
            neutral=words_in_python(list(dict.fromkeys(asked.neutral)), _FILES["neutral"]),
            specific=words_in_python(list(dict.fromkeys(asked.specific)), _FILES["specific"]),
        )
    ]


MITIGATE = work(
    Work(
        name="mitigate",
        asked=AskedOfMitigate,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("pairs", "equalise", "neutral", "specific", *_SETTINGS, "words", "format", "seed"),
    )
)
