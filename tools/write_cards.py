"""Write docs/measures.md, and a page for each measure, from the measures' cards: python -m tools.write_cards"""

from __future__ import annotations

import shutil
from pathlib import Path

import weatherglass.measure  # noqa: F401, registers the measures
from weatherglass.measure.base import BATTERY, MEASURES, Measure
from weatherglass.words import packs
from weatherglass.words.references import in_words

DOCS = Path(__file__).resolve().parents[1] / "docs"
TARGET, FOLDER = DOCS / "measures.md", DOCS / "measures"
# What an example measures, the first that fits: sets of a test, one set of words, words with rates.
EXAMPLES = ("en/weat7", "en/professions", "en/occupations")
SWAPPED = {
    "sign": "turns the sign and leaves the size",
    "same": "changes nothing",
    "other": "gives another value",
}


def page() -> str:
    """All measures in a table."""
    rows = [
        f"| [{name}](measures/{name}.md) | {card.title} | {card.inputs()} | {'yes' if name in BATTERY else ''} |"
        for name, card in sorted(MEASURES.items())
    ]
    lines = [
        "# The measures",
        "",
        "Written from the measures' cards by `tools/write_cards.py`; `weatherglass measures NAME` shows the same.",
        f"An audit runs the standard battery: {', '.join(BATTERY)}. `weatherglass measure NAME VECTORS …` runs any other.",
        "They look at different things and may disagree: [a tutorial](tutorials/measures.md) puts several side by side, and",
        "[Concepts](concepts.md) tells what none of them can say.",
        "",
        "| measure | title | needs | in every audit |",
        "|---|---|---|---|",
        *rows,
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Each measure's page, by its file."""
    return {FOLDER / f"{name}.md": measure_page(card) for name, card in MEASURES.items()}


def measure_page(card: Measure) -> str:
    """A card as a page, with a command that can be given as it stands."""
    sections = [
        f"# {card.title} (`{card.name}`)",
        "Written from the measure's card by `tools/write_cards.py`.",
        card.what,
        *([f"`{card.formula}`"] if card.formula else []),
        "X and Y are the target sets, A and B the attribute sets, x and y the words of a base pair, w is a word.",
        "## How to read it",
        _table(_reading(card)),
        "## What it does not say",
        card.limits,
        "## Running it",
        _fenced("sh", f"weatherglass measure {card.name} vectors.bin {_example(card)}"),
        f"`weatherglass measures {card.name}` shows this card. {_settings(card)}",
        "## Published values",
        f"{card.published}.",
        "## Citation",
        "\n".join(map(cited, card.cite)),
    ]
    return "\n\n".join(sections) + "\n"


def _reading(card: Measure) -> list[tuple[str, str]]:
    null = "none fixed; what chance gives stands beside each result" if card.null is None else f"{card.null:g}"
    return [
        ("needs", card.inputs()),
        ("sign", card.sign),
        ("range", card.range),
        ("little bias", card.good),
        ("without any association", null),
        ("p", card.p_from or "none"),
        ("exchanging the target sets", SWAPPED[card.swapped]),
        ("lengths of vectors", "matter" if card.lengths_matter else "do not matter"),
        ("can be traced to documents", "yes" if card.smooth else "no"),
        ("in every audit", "yes" if card.name in BATTERY else "no"),
    ]


def _example(card: Measure) -> str:
    query = next(each for name in EXAMPLES if card.fits(each := packs.catalogue()[name]))
    return f"--query {query.id}{' --pair she,he' if card.pairs else ''}"


def _settings(card: Measure) -> str:
    if not card.params:
        return "It has no settings."
    listed = ", ".join(f"`{key}={default}`" for key, default in card.params.items())
    return f"Its settings, with their defaults, are given by `--set`: {listed}."


def cited(key: str) -> str:
    """A reference as an item of a list."""
    reference = in_words(key)
    title = f"[{reference.title}]({reference.address})" if reference.address else reference.title
    return f"- {reference.authors} ({reference.year}): {title}"


def _table(rows: list[tuple[str, str]]) -> str:
    escaped = [f"| {name} | {text.replace('|', chr(92) + '|')} |" for name, text in rows]
    return "\n".join(["| | |", "|---|---|", *escaped])


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def write(overview: Path, text: str, folder: Path, each: dict[Path, str]) -> None:
    """The overview and the folder anew, so that no page stays of what is gone."""
    overview.write_text(text, "utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file, made in each.items():
        file.write_text(made, "utf-8")


if __name__ == "__main__":
    write(TARGET, page(), FOLDER, pages())
