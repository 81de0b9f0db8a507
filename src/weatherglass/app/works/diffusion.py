"""Whether bias reaches a sentiment classifier: scores of first names by group, before and after mitigation at two levels."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from weatherglass.app.asking import Asked, Language, Pairs, Seed, Vectors
from weatherglass.app.python_call import Code, python_call
from weatherglass.app.typed import (
    file_in_python,
    file_typed,
    given_only,
    pairs_in_python,
    pairs_typed,
    parsed_pairs,
    typed_command,
)
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import unless

_REFITS = 20


class AskedOfDiffusion(Asked):
    """Lexicon and names are those that ship for the language; `pairs` make the direction of sentiment, the positive word first."""

    vectors: Vectors
    language: Language = ""
    pairs: Pairs = Field(default_factory=list)
    lengths: Literal["kept", "unit"] = "kept"
    refits: Annotated[int, Field(ge=0, le=200)] = _REFITS
    seed: Seed = 0


def _done(asked: AskedOfDiffusion, place: Place, progress: Progress) -> Any:
    from weatherglass.downstream.diffusion import diffusion_of
    from weatherglass.words.reading import language_of

    path = place.path(asked.vectors)
    return diffusion_of(
        path,
        asked.language or language_of(path)[0],
        pairs=parsed_pairs(asked.pairs),
        lengths=asked.lengths,
        refits=asked.refits,
        seed=asked.seed,
        progress=progress,
    )


def _checked(asked: AskedOfDiffusion, place: Place) -> None:
    """Whether there are lists for the language."""
    from weatherglass.downstream.lexicon_words import signed_words
    from weatherglass.downstream.names import names_list

    if asked.language:
        signed_words(None, asked.language)
        names_list(None, asked.language)
    parsed_pairs(asked.pairs)


def _same(asked: AskedOfDiffusion, place: Place) -> Same:
    options = {
        "--lang": unless(asked.language, ""),
        "--pair": pairs_typed(asked.pairs),
        "--lengths": unless(asked.lengths, "kept"),
        "--refits": unless(asked.refits, _REFITS),
        "--seed": unless(asked.seed, 0),
    }
    file = file_in_python(place, asked.vectors)
    written = str(file) if isinstance(file, Code) else repr(file)
    named = {
        "language": asked.language or Code(f"language_of({written})[0]"),
        "pairs": pairs_in_python(asked.pairs),
        "lengths": None if asked.lengths == "kept" else asked.lengths,
        "refits": None if asked.refits == _REFITS else asked.refits,
        "seed": asked.seed or None,
    }
    return Same(
        command=typed_command(["weatherglass", "diffuse", file_typed(place, asked.vectors)], options, {}),
        python=python_call("weatherglass.diffusion_of", [file], given_only(named)),
    )


DIFFUSION = work(
    Work(
        name="diffusion",
        asked=AskedOfDiffusion,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("pairs", "lengths", "refits", "seed"),
    )
)
