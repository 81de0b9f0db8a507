"""Write docs/python.md from the public names and their docstrings: python -m tools.write_python"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

import weatherglass
from tools.write_cli import escaped

TARGET = Path(__file__).resolve().parents[1] / "docs" / "python.md"


def page() -> str:
    """Every public name: what it is, takes and has."""
    public = {name: getattr(weatherglass, name) for name in weatherglass.__all__ if not name.startswith("_")}
    functions = {name: each for name, each in public.items() if inspect.isfunction(each)}
    types = {name: each for name, each in public.items() if inspect.isclass(each)}
    assert len(functions) + len(types) == len(public), "something public is neither a function nor a type"
    lines = [
        "# Python",
        "",
        "Written from the code by `tools/write_python.py`. Everything here is in `weatherglass` itself and is what a version promises ([Releases](release.md)).",
        "*By name* stands beside arguments that are given by name only. Results are values: nothing changes them, `to_dict` and `from_dict` make them plain data and back, and",
        "`weatherglass.write_report(result, FILE)` writes any of them that can be shown, as HTML, Markdown, LaTeX, CSV, JSON or PDF by the ending of the file ([Reports](report.md)). How they are used: the guide of each subject.",
        "",
        *_overview("function", "does", functions),
        "",
        *_overview("type", "is", types),
        "",
        "## Functions",
    ]
    for name, function in functions.items():
        lines += ["", *_function(name, function)]
    lines += ["", "## Types"]
    for name, cls in types.items():
        lines += ["", *_type(name, cls)]
    return "\n".join(lines) + "\n"


def _overview(what: str, head: str, named: dict[str, Any]) -> list[str]:
    rows = [f"| [`{name}`](#{name.lower()}) | {escaped(_told(each)[0])} |" for name, each in named.items()]
    return [f"| {what} | {head} |", "|---|---|", *rows]


def _told(each: Any) -> list[str]:
    """The paragraphs of a docstring, each as one line, with links to pages; examples, which the guides have, are left out."""
    linked = re.sub(r"`docs/([\w-]+)\.md`", r"[\1](\1.md)", inspect.getdoc(each) or "")
    told = [" ".join(part.split()) for part in linked.split("\n\n")]
    assert told[0], f"{each} has no docstring"
    return [part for part in told if not part.startswith(">>>")]


def _function(name: str, function: Callable[..., Any]) -> Iterator[str]:
    signature = inspect.signature(function)
    yield from (f"### {name}", "", "\n\n".join(_told(function)))
    if signature.parameters:
        yield from (
            "",
            "| argument | type | default |",
            "|---|---|---|",
            *map(_argument, signature.parameters.values()),
        )
    yield from ("", f"Gives `{signature.return_annotation}`.")


def _argument(parameter: inspect.Parameter) -> str:
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    default = "" if parameter.default is parameter.empty else f"`{_value(parameter.default)}`"
    by_name = " (*by name*)" if parameter.kind is parameter.KEYWORD_ONLY else ""
    return f"| `{stars}{parameter.name}`{by_name} | `{escaped(str(parameter.annotation))}` | {default} |"


def _type(name: str, cls: type[Any]) -> Iterator[str]:
    yield from (f"### {name}", "", "\n\n".join(_told(cls)))
    if is_dataclass(cls):
        yield from ("", "| field | type | default |", "|---|---|---|")
        yield from map(_field, (each for each in fields(cls) if not each.name.startswith("_")))
    if offered := [*_offered(cls)]:
        yield from ("", "| offers | |", "|---|---|", *offered)


def _field(each: Field[Any]) -> str:
    if each.default is not MISSING:
        default = f"`{_value(each.default)}`"
    else:
        default = "" if each.default_factory is MISSING else "empty"
    return f"| `{each.name}` | `{escaped(str(each.type))}` | {default} |"


def _offered(cls: type[Any]) -> Iterator[str]:
    """Methods and properties, and what they say they do."""
    for name, member in inspect.getmembers(cls):
        plain = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not (inspect.isfunction(plain) or inspect.ismethod(plain)):
            continue
        told = _told(plain)[0] if plain.__doc__ else f"Gives `{inspect.signature(plain).return_annotation}`."
        yield f"| `{name}{'' if isinstance(member, property) else '()'}` | {escaped(told)} |"


def _value(default: Any) -> str:
    """As it is written in code; a value of a type of ours by that type's name."""
    text = repr(default)
    return escaped(text if len(text) < 60 else f"{type(default).__name__}(…)")


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
