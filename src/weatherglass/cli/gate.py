"""The gate of an audit: its options, what is printed and written, and the exit code."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from weatherglass.cli import GATE_FAILED, INCONCLUSIVE
from weatherglass.cli.output import refuse_target_beside
from weatherglass.cli.terminal import table
from weatherglass.errors import SpecError
from weatherglass.files import write_whole
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.auditing import Audit
    from weatherglass.gate.checking import Gated
    from weatherglass.gate.rules import Gate
    from weatherglass.gate.stored import StoredBaseline

OnInconclusive = Literal["fail", "warn", "pass"]

GateFile = Annotated[
    Path | None,
    typer.Option("--gate", metavar="FILE", help="Limits to hold the tests against; exit 1 if one is exceeded."),
]
BaselineFile = Annotated[
    Path | None, typer.Option("--baseline", metavar="FILE", help="A saved baseline, for the gate's limits on change.")
]
NewBaseline = Annotated[
    Path | None, typer.Option("--save-baseline", metavar="FILE", help="Save the values for later audits.")
]
JUnitFile = Annotated[
    Path | None, typer.Option("--junit", metavar="FILE", help="Where the gate's JUnit XML goes, if not to --out.")
]
Inconclusive = Annotated[
    OnInconclusive | None,
    typer.Option(
        "--on-inconclusive", help="What a check that cannot be decided does to the gate; by default exit 3 (fail)."
    ),
]
ExitZero = Annotated[bool, typer.Option("--exit-zero", help="Exit 0 also where the gate is failed or inconclusive.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked for beside the audit, read and checked before it begins."""

    gate: Gate | None
    baseline: StoredBaseline | None
    save: Path | None
    junit: Path | None
    on_inconclusive: OnInconclusive | None

    @property
    def files(self) -> tuple[str, ...]:
        """What is written beside the report."""
        if self.gate is None:
            return ()
        return ("gate.json", "gate.md", *(() if self.junit else ("junit.xml",)))

    @property
    def measures(self) -> tuple[str, ...] | None:
        return None if self.gate is None else self.gate.measures

    def check(self, outcome: Audit) -> Gated | None:
        if self.gate is None:
            return None
        from weatherglass.gate.checking import check_gate

        return check_gate(outcome, self.gate, self.baseline, on_inconclusive=self.on_inconclusive)

    def write(self, outcome: Audit, gated: Gated | None, folder: Path | None) -> None:
        """The files, the new baseline, and what a build shows of them."""
        from weatherglass.gate.stored import save_baseline
        from weatherglass.report.gate import github_lines, junit, markdown, plain

        if self.save is not None:
            save_baseline(outcome, self.save, overwrite=True)  # whether it may be was asked before
        if gated is None:
            return
        if folder is not None:
            write_whole(folder / "gate.json", json_text(plain(gated)))
            write_whole(folder / "gate.md", markdown(gated))
        if self.junit is not None:
            write_whole(self.junit, junit(gated))
        elif folder is not None:
            write_whole(folder / "junit.xml", junit(gated))
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(markdown(gated) + "\n")
        if os.environ.get("GITHUB_ACTIONS") == "true":
            for line in github_lines(gated):  # taken from stderr as well, where they are in no result's way
                print(line, file=sys.stderr)


def asked_of_gate(
    gate: Path | None,
    baseline: Path | None,
    save: Path | None,
    junit: Path | None,
    on_inconclusive: OnInconclusive | None,
    *,
    out: Path | None,
    force: bool,
) -> Asked:
    """Read what was given; a mistake in it is told before the audit takes its time."""
    if gate is None:
        for option, given in (("--baseline", baseline), ("--junit", junit), ("--on-inconclusive", on_inconclusive)):
            if given is not None:
                raise SpecError(f"{option} goes with --gate; give a file of limits")
    if baseline is not None and save is not None and baseline.resolve() == save.resolve():
        raise SpecError(
            f"--save-baseline {save}: is the baseline to compare with; under its own name it would hide a slow change"
        )
    for target in (save, junit):
        if target is not None:
            refuse_target_beside(out, target, overwrite=force)
    if gate is None:
        return Asked(gate=None, baseline=None, save=save, junit=None, on_inconclusive=None)
    from weatherglass.gate.rules import read_gate
    from weatherglass.gate.stored import read_baseline

    return Asked(
        gate=read_gate(gate),
        baseline=None if baseline is None else read_baseline(baseline),
        save=save,
        junit=junit,
        on_inconclusive=on_inconclusive,
    )


def gate_as_json(gated: Gated | None) -> dict[str, Any]:
    """What is added to the JSON of the audit."""
    if gated is None:
        return {}
    from weatherglass.report.gate import plain

    return {"gate": plain(gated)}


def print_gated(gated: Gated | None) -> None:
    """A line a check, its sentence below, then the whole in a sentence."""
    if gated is None:
        return
    from weatherglass.report.gate import HEADER, reason, rows, summary

    print()
    print(table(HEADER, rows(gated), right=("value", "interval", "p"), remarks=[reason(each) for each in gated.checks]))
    for note in gated.notes:
        print(f"note: {shown(note)}")
    print(summary(gated))


def exit_code(outcome: Audit, gated: Gated | None) -> int:
    """By the gate; without one, an audit of which no test could be run is inconclusive."""
    if gated is None:
        return 0 if outcome.results.measured else INCONCLUSIVE
    return {"passed": 0, "failed": GATE_FAILED, "inconclusive": INCONCLUSIVE}[gated.verdict]
