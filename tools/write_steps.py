"""Write docs/cleaning.md from the languages' steps of cleaning: python tools/write_steps.py"""

from pathlib import Path

from weatherglass import language
from weatherglass.language.steps import GENERAL, Step

TARGET = Path(__file__).resolve().parents[1] / "docs" / "cleaning.md"


def page() -> str:
    """The steps of every language, in their order."""
    lines = [
        "# Cleaning texts",
        "",
        "Written from the languages' rules by `tools/write_steps.py`. `weatherglass corpus build` does the steps marked",
        "*default*, in this order, on each piece of text between white space; `--with NAME` adds one of the others,",
        "`--without NAME` leaves one out. A piece may become several words, or none. The names of the steps that were done are kept with the corpus and with the vectors.",
        "Paragraphs are split into sentences before anything else, at full stops and other ends, not after abbreviations,",
        "initials and (in German) ordinal numbers.",
    ]
    for code in language.codes():
        rules = language.get(code)
        lines += ["", f"## {rules.name} (`{code}`)", "", *_table(rules.cleaning)]
    lines += ["", "## Any other language", "", *_table(GENERAL)]
    return "\n".join(lines) + "\n"


def _table(steps: tuple[Step, ...]) -> list[str]:
    rows = [f"| `{step.name}` | {'default' if step.default else ''} | {step.what} |" for step in steps]
    return ["| step | | what it does |", "|---|---|---|", *rows]


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
