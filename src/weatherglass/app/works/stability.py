"""Whether measures by pairs of words say the same whatever pair is used."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from weatherglass.app.asking import LONGEST_WORD, Asked, Language, Seed, Vectors, Words
from weatherglass.app.python_call import python_call
from weatherglass.app.typed import file_in_python, file_typed, given_only, lines_file, typed_command, words_in_python
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import unless

_NEUTRAL = "neutral.txt"
_K = 100


class AskedOfStability(Asked):
    """The base pairs, professions and neutral words are those of the language; neutral words can be given instead."""

    vectors: Vectors
    language: Language = ""
    neutral: Words = Field(default_factory=list)
    word: Annotated[str, Field(max_length=LONGEST_WORD)] = ""
    k: Annotated[int, Field(ge=1, le=10_000)] = _K
    seed: Seed = 0


def _neutral(asked: AskedOfStability) -> list[str]:
    return list(dict.fromkeys(asked.neutral))


def _done(asked: AskedOfStability, place: Place, progress: Progress) -> Any:
    from weatherglass.measure.stability import stability

    return stability(
        place.path(asked.vectors),
        asked.language or None,
        k=asked.k,
        neutral=_neutral(asked) or None,
        word=asked.word or None,
        seed=asked.seed,
        progress=progress,
    )


def _checked(asked: AskedOfStability, place: Place) -> None:
    from weatherglass.measure.space import lists_of

    if asked.language:
        lists_of(asked.language)


def _same(asked: AskedOfStability, place: Place) -> Same:
    options = {
        "--lang": unless(asked.language, ""),
        "--k": unless(asked.k, _K),
        "--neutral": [_NEUTRAL] if asked.neutral else [],
        "--word": unless(asked.word, ""),
        "--seed": unless(asked.seed, 0),
    }
    named = {
        "language": asked.language or None,
        "k": None if asked.k == _K else asked.k,
        "neutral": words_in_python(_neutral(asked), _NEUTRAL),
        "word": asked.word or None,
        "seed": asked.seed or None,
    }
    return Same(
        command=typed_command(["weatherglass", "stability", file_typed(place, asked.vectors)], options, {}),
        python=python_call("weatherglass.stability", [file_in_python(place, asked.vectors)], given_only(named)),
        files=lines_file(_NEUTRAL, _neutral(asked)),
    )


STABILITY = work(
    Work(
        name="stability",
        asked=AskedOfStability,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("neutral", "word", "k", "seed"),
    )
)
