"""A call of the library as it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_WIDEST = 100
# Names that are not public ones, by where they are found.
_FOUND_IN = {
    "Path(": "pathlib",
    "sample_path()": "weatherglass.embedding.sample",
    "own_groups(": "weatherglass.words.given",
    "parse_pairs(": "weatherglass.words.given",
    "language_of(": "weatherglass.words.reading",
    "PairSet(": "weatherglass.words.query",
    "resolve(": "weatherglass.words.packs",
}


def python_call(function: str, positional: Sequence[Any], named: Mapping[str, Any], then: str = "") -> str:
    """`import weatherglass` and the call, its result under a name; `then` is what is done with it."""
    arguments = [*map(_written, positional), *(f"{name}={_written(value)}" for name, value in named.items())]
    line = f"found = {function}({', '.join(arguments)})"
    if len(line) > _WIDEST:
        line = f"found = {function}(\n" + "".join(f"    {each},\n" for each in arguments) + ")"
    code = "".join(str(each) for each in _code_in([*positional, *named.values()]))
    found = {name.rstrip("()"): home for name, home in _FOUND_IN.items() if name in code}
    imports = sorted(f"from {home} import {name}" for name, home in found.items())
    return "\n".join(["import weatherglass", *imports, "", line, *([then] if then else [])])


def made_of(kind: str, **values: Any) -> Code | None:
    """Such as `weatherglass.Match(min_words=2)` of what is not None; nothing where all is."""
    given = ", ".join(f"{name}={_written(value)}" for name, value in values.items() if value is not None)
    return Code(f"weatherglass.{kind}({given})") if given else None


class Code(str):
    """A text that is code already."""


def _code_in(values: Sequence[Any]) -> list[Code]:
    return [each for value in values for each in (_code_in(value) if isinstance(value, list | tuple) else [value]) if isinstance(each, Code)]  # fmt: skip


def _written(value: Any) -> str:
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, list | tuple):
        inside = ", ".join(map(_written, value))
        return f"[{inside}]"
    return repr(value)
