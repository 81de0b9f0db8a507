"""Write docs/measures.md from the measures' cards: python tools/write_cards.py"""

from pathlib import Path

import weatherglass.measure  # noqa: F401, registers the measures
from weatherglass.measure.base import BATTERY, MEASURES
from weatherglass.report.readings import card_lines

TARGET = Path(__file__).resolve().parents[1] / "docs" / "measures.md"


def page() -> str:
    """The cards of all measures, by name."""
    lines = [
        "# The measures",
        "",
        "Written from the measures' cards by `tools/write_cards.py`; `weatherglass measures NAME` shows the same.",
        f"An audit runs the standard battery: {', '.join(BATTERY)}. `weatherglass measure NAME VECTORS …` runs any other.",
        "",
        "| measure | title | needs |",
        "|---|---|---|",
        *(f"| [{name}](#{name}) | {card.title} | {card.inputs()} |" for name, card in sorted(MEASURES.items())),
    ]
    for name, card in sorted(MEASURES.items()):
        lines += ["", f"## {name}", "", f"{card.title}.", ""]
        lines += [f"- **{label}**: {text}" for label, text in card_lines(card) if label != "title"]
    return "\n".join(lines).replace("|cos", "\\|cos").replace("|^c", "\\|^c") + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
