"""Results as a notebook shows them: what was found, a table, and the main figure."""

from __future__ import annotations

from functools import partial
from typing import Any

from weatherglass.measure.base import get
from weatherglass.measure.result import Outcome, Results, Skipped
from weatherglass.plot.choice import figures, plotted
from weatherglass.plot.figure import picture
from weatherglass.report.document import Section, Table
from weatherglass.report.page import filled_in
from weatherglass.report.projection import sentences
from weatherglass.report.projection import table as projection_table
from weatherglass.structure.projecting import Projection
from weatherglass.wording import numbers
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import say


def shown(found: Any) -> str:
    """HTML that stands by itself in a notebook's cell."""
    if isinstance(found, Outcome):
        return _filled("", (), outcomes_table(Results((found,))), found)
    if isinstance(found, Results):
        return _filled("", (), outcomes_table(found), found)
    if isinstance(found, Projection):
        return _filled("", sentences(found), projection_table(found), found)
    from weatherglass.report.write import documents

    (document,) = documents([found])
    tables = [table for section in document.sections for table in section.tables]
    summary = (*([document.summary] if document.summary else []), *document.findings)
    return _filled(f"{say(f'kind.{document.kind}')}: {document.name}", summary, tables[0] if tables else None, found)


def _filled(title: str, findings: tuple[str, ...], table: Table | None, found: Any) -> str:
    section = Section("", title, findings, tables=() if table is None else (table,))
    drawn = picture(title or say("report.findings"), partial(plotted, found)) if figures(found) else ""
    return filled_in("notebook.html", {"section": section, "picture": drawn})


def outcomes_table(results: Results) -> Table:
    """A row for each outcome, also for what could not be measured."""
    header = tuple(say(f"notebook.{name}") for name in ("query", "measure", "value", "interval", "p", "words"))
    rows = []
    for outcome in results:
        measure = get(outcome.measure)
        names = (outcome.query, card_text(measure, "title"))
        words = f"{outcome.coverage.found}/{outcome.coverage.asked}"
        if isinstance(outcome, Skipped):
            rows.append((*names, say("audit.not_run_as", reason=outcome.reason), "–", "–", words))
            continue
        value = "–" if outcome.value is None else f"{measure.symbol} = {numbers.value(outcome.value, measure.unit)}"
        ends = numbers.span_cell(outcome.interval, partial(numbers.value, unit=measure.unit))
        rows.append((*names, value, ends, "–" if outcome.p is None else numbers.p_cell(outcome.p), words))
    return Table(say("audit.results"), header, tuple(rows), texts=2)
