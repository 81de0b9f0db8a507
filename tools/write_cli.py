"""Write docs/cli.md from the commands themselves: python -m tools.write_cli"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from weatherglass import cli
from weatherglass.cli.options import app

TARGET = Path(__file__).resolve().parents[1] / "docs" / "cli.md"
EXIT_CODES = (
    (0, "done; with a gate: no limit is exceeded"),
    (cli.GATE_FAILED, "a limit of a gate is exceeded"),
    (cli.USAGE, "a mistake in what was asked for: an option, a name, a file of queries, of a gate or of a study"),
    (cli.INCONCLUSIVE, "no test could be run, a gate cannot tell, or models of a study failed"),
    (cli.BAD_DATA, "a file that cannot be read, is damaged or has too little in it; or a problem that `doctor` found"),
    (130, "stopped by Ctrl-C"),
)
_BOUNDS = re.compile(r"\s*\[([^\[\]]*)\]$")  # what Typer adds to a help text: default, range, required


def page() -> str:
    """Every command with its arguments and options; the same whatever the width of the terminal."""
    for module in iter_modules(cli.__path__):
        import_module(f"{cli.__name__}.{module.name}")
    program = get_command(app)
    assert isinstance(program, TyperGroup)
    found = dict(sorted(_commands(program, "weatherglass")))
    lines = [
        "# The command line",
        "",
        "Written from the commands by `tools/write_cli.py`; `weatherglass COMMAND --help` shows the same. Results go to the standard",
        "output, progress and errors to the other one. A mistake ends with a sentence and a code, never with a traceback.",
        "",
        "| exit code | meaning |",
        "|---:|---|",
        *(f"| {code} | {meaning} |" for code, meaning in EXIT_CODES),
        "",
        "| command | does |",
        "|---|---|",
        *(f"| [`{name}`](#{_anchor(name)}) | {_first(command)} |" for name, command in found.items()),
    ]
    for name, command in found.items():
        lines += ["", *_section(name, command)]
    return "\n".join(lines) + "\n"


def _commands(group: TyperGroup, name: str) -> Iterator[tuple[str, TyperCommand]]:
    for own, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _commands(command, f"{name} {own}")
        else:
            assert isinstance(command, TyperCommand)
            yield f"{name} {own}", command


def _first(command: TyperCommand) -> str:
    return escaped(" ".join((command.help or "").split("\n\n")[0].split()))


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _section(name: str, command: TyperCommand) -> list[str]:
    context = typer.Context(command, info_name=name)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    records = [record for param in command.params if (record := param.get_help_record(context))]
    told = [" ".join(part.split()) for part in (command.help or "").split("\n\n")]
    lines = [f"## {name}", "", "\n\n".join(told), "", f"`{usage}`"]
    if records:
        lines += ["", "| | | default, bounds |", "|---|---|---|", *(_row(*record) for record in records)]
    return lines


def _row(what: str, told: str) -> str:
    bounds = _BOUNDS.search(told)
    text = told[: bounds.start()] if bounds else told
    return f"| `{escaped(what)}` | {escaped(text)} | {escaped(bounds[1].removeprefix('default: ')) if bounds else ''} |"


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
