"""Results and progress in a real notebook."""

from __future__ import annotations

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = (
    "import weatherglass as wg\n"
    "found = wg.audit(queries=['en/weat6', 'en/weat7'], measures=['weat'], scrutiny=wg.Scrutiny(resamples=200, baseline=0))\n"
    "found.results",
    "found",
    "found.results['en/weat6']",
    "ax = found.plot()\nax.get_title(loc='left')",
    "import time\n"
    "from weatherglass.progress import phase, shows_progress\n"
    "@shows_progress\n"
    "def long_work(progress=None):\n"
    "    tell = phase(progress, 'counting <b>')\n"
    "    for i in range(4):\n"
    "        time.sleep(0.45)\n"
    "        tell(i + 1, 4)\n"
    "    return 'done'\n"
    "long_work()",
)


@pytest.fixture(scope="module")
def outputs() -> list[list[nbformat.NotebookNode]]:
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    return [cell.outputs for cell in book.cells]


def html(outputs: list[nbformat.NotebookNode]) -> str:
    return "".join(each.data.get("text/html", "") for each in outputs if "data" in each)


def test_results_are_a_table_and_a_figure(outputs: list[list[nbformat.NotebookNode]]) -> None:
    shown = html(outputs[0])
    assert shown.count("<tr>") == 3
    assert shown.count("<svg") == 1
    assert "p is below 0.05 in 2 of 2 tests" in shown
    assert "<style" not in shown


def test_an_audit_says_what_it_found(outputs: list[list[nbformat.NotebookNode]]) -> None:
    shown = html(outputs[1])
    assert "In 2 of them p is below 0.05" in shown
    assert "lean more towards" in shown
    assert "<svg" in shown


def test_one_result_shows_its_words(outputs: list[list[nbformat.NotebookNode]]) -> None:
    shown = html(outputs[2])
    assert ">Amy</text>" in shown
    assert "closer to career →" in shown


def test_a_figure_drawn_in_a_notebook_is_shown(outputs: list[list[nbformat.NotebookNode]]) -> None:
    assert any("image/png" in each.get("data", {}) for each in outputs[3])
    assert any("p is below 0.05" in str(each.get("data", {}).get("text/plain", "")) for each in outputs[3])


def test_long_work_shows_a_bar_and_takes_it_away(outputs: list[list[nbformat.NotebookNode]]) -> None:
    bars = [each for each in outputs[4] if each.output_type == "display_data"]
    assert len(bars) == 1
    assert bars[0].data["text/html"] == ""  # what is left of it
    assert "'done'" in str(outputs[4])
