"""Write docs/mitigations.md from the cards of the methods of mitigation: python tools/write_methods.py"""

from pathlib import Path

from weatherglass.mitigate.base import METHODS
from weatherglass.report.readings import method_lines

TARGET = Path(__file__).resolve().parents[1] / "docs" / "mitigations.md"


def page() -> str:
    """The cards of all methods, by name."""
    lines = [
        "# The methods of mitigation",
        "",
        "Written from the methods' cards by `tools/write_methods.py`; `weatherglass mitigations NAME` shows the same.",
        "What is measured before and after, and what the verdicts mean: [mitigation.md](mitigation.md).",
        "",
        "| method | title |",
        "|---|---|",
        *(f"| [{name}](#{name}) | {cls.card.title} |" for name, cls in sorted(METHODS.items())),
    ]
    for name, cls in sorted(METHODS.items()):
        lines += ["", f"## {name}", "", f"{cls.card.title}.", ""]
        lines += [f"- **{label}**: {text}" for label, text in method_lines(cls)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
