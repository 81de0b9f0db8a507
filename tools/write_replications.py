"""Write the tables of replications as Markdown, to be put into docs/replications with what is to be said of them.

python tools/write_replications.py OUT/replication.json …   (prints)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from weatherglass.replication.replicated import Carried, Replication
from weatherglass.report.document import Table
from weatherglass.report.replication import experiment_section, why
from weatherglass.report.write import read_results


def page(found: Replication) -> str:
    """Every experiment: its table, and what is misprinted or could not be measured."""
    return "\n\n".join([*(_experiment(found, each) for each in found.carried), *_not_carried(found)]) + "\n"


def _experiment(found: Replication, each: Carried) -> str:
    section = experiment_section(found.paper, each)
    parts = [f"### {section.title}", section.intro, *section.findings, *map(_table, section.tables)]
    for title, items in section.lists[1:]:  # the first are the caveats, which the report has
        parts += [f"{title}:", "\n".join(f"- {item}" for item in items)]
    return "\n\n".join(filter(None, parts))


def _table(table: Table) -> str:
    lines = [table.header, tuple("---" if i < table.texts else "---:" for i in range(len(table.header))), *table.rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(cell: str) -> str:
    below = getattr(cell, "below", "")
    shown = f"{cell} ({below})" if below else str(cell)
    return shown.replace("|", "\\|")


def _not_carried(found: Replication) -> Iterable[str]:
    if found.not_carried:
        yield "### Not carried out"
        yield "\n".join(f"- {each.id} ({each.where}): {why(each)}" for each in found.not_carried)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for result in read_results(Path(name)):
            assert isinstance(result, Replication)
            print(page(result))
