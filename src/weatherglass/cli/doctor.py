"""The command `doctor`: what this installation and this machine can do, and what to mend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from weatherglass.cli import BAD_DATA
from weatherglass.cli.options import AsJson, app
from weatherglass.cli.terminal import print_json, table
from weatherglass.files.plain import shown

if TYPE_CHECKING:
    from weatherglass.diagnosis.check import Diagnosis


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check the installation: versions, extras, folders, shipped data, and two numbers that are known by hand."""
    from weatherglass.diagnosis.diagnosing import diagnose

    diagnosis = diagnose()
    if as_json:
        print_json(diagnosis.to_dict())
    else:
        _print(diagnosis)
    if not diagnosis.healthy:
        raise typer.Exit(BAD_DATA)


def _print(diagnosis: Diagnosis) -> None:
    """A line for each check, and under it what to do."""
    rows = [(check.state, check.name, shown(check.found)) for check in diagnosis.checks]
    advice = [f"→ {shown(check.advice)}" if check.advice else "" for check in diagnosis.checks]
    print(table(("state", "what", "found"), rows, right=(), remarks=advice))
    problems, warnings = (len(diagnosis.of(state)) for state in ("problem", "warning"))
    print(f"\nproblems: {problems}, warnings: {warnings}")
