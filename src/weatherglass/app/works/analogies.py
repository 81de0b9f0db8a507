"""Analogies, with the counter-check that tells what they are worth; it takes seconds, so it is work."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from weatherglass.app.asking import LONGEST_WORD, Asked, Language, Vectors, Word
from weatherglass.app.python_call import Code, python_call
from weatherglass.app.typed import command_on, python_name
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text
from weatherglass.progress import Progress, phase
from weatherglass.report.command import unless

ANALOGIES_FILE = "analogies.json"
LIMIT = 100_000  # rows, as of the command


class AskedOfAnalogies(Asked):
    """Solve "a is to b as c is to what?"; without c, list pairs of words that differ as a and b do."""

    vectors: Vectors
    a: Word
    b: Word
    c: Annotated[str, Field(max_length=LONGEST_WORD)] = ""
    n: Annotated[int, Field(ge=1, le=100)] = 10
    language: Language = ""
    limit: Annotated[int, Field(ge=10, le=400_000)] = LIMIT


def _done(asked: AskedOfAnalogies, place: Place, progress: Progress) -> None:
    from weatherglass.embedding.formats import read
    from weatherglass.quality.analogies import analogies

    found = analogies(
        read(place.path(asked.vectors), limit=asked.limit, progress=phase(progress, "reading")),
        question=(asked.a, asked.b, asked.c) if asked.c else None,
        pair=None if asked.c else (asked.a, asked.b),
        n=asked.n,
        language=asked.language or None,
        progress=phase(progress, "comparing"),
    )
    (place.folder / ANALOGIES_FILE).write_text(json_text(found.to_dict()), "utf-8")


def _checked(asked: AskedOfAnalogies, _place: Place) -> None:
    """What can be said without the vectors."""
    words = [asked.a, asked.b, *([asked.c] if asked.c else [])]
    if asked.a in words[1:]:
        raise SpecError(f"'{asked.a}' is given twice; give different words", key="a")
    for word in words:
        if "," in word:
            raise SpecError(f"'{word}': give one word, without a comma")


def _same(asked: AskedOfAnalogies, place: Place) -> Same:
    name = place.name(asked.vectors)
    words = ",".join([asked.a, asked.b, *([asked.c] if asked.c else [])])
    options = {
        "--solve" if asked.c else "--generate": [words],
        "-n": unless(asked.n, 10),
        "--lang": unless(asked.language, ""),
        "--limit": unless(asked.limit, LIMIT),
    }
    named: dict[str, Any] = {"question": Code(repr((asked.a, asked.b, asked.c)))} if asked.c else {"pair": Code(repr((asked.a, asked.b)))}  # fmt: skip
    named |= {"n": asked.n} if asked.n != 10 else {}
    named |= {"language": asked.language} if asked.language else {}
    vectors = Code(f"weatherglass.read({python_name(name)}, limit={asked.limit})")
    return Same(
        command=command_on(name, ["weatherglass", "analogies"], options),
        python=python_call("weatherglass.analogies", [vectors], named),
    )


ANALOGIES = work(
    Work(
        name="analogies", asked=AskedOfAnalogies, done=_done, same=_same, checked=_checked, folded=("language", "limit")
    )
)
