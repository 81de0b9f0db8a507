"""Write docs/mitigations.md, and a page for each method, from the methods' cards: python -m tools.write_methods"""

from __future__ import annotations

from pathlib import Path

from tools.write_cards import DOCS, cited, write
from weatherglass.mitigate.base import METHODS, Method

TARGET, FOLDER = DOCS / "mitigations.md", DOCS / "mitigations"


def page() -> str:
    """All methods in a table."""
    lines = [
        "# The methods of mitigation",
        "",
        "Written from the methods' cards by `tools/write_methods.py`; `weatherglass mitigations NAME` shows the same.",
        "What is measured before and after, and what the verdicts mean: [Mitigation](mitigation.md). No method makes a space",
        "unbiased.",
        "",
        "| method | title | whose vectors change |",
        "|---|---|---|",
        *(f"| [{name}](mitigations/{name}.md) | {cls.card.title} | {cls.card.treats} |" for name, cls in sorted(METHODS.items())),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Each method's page, by its file."""
    return {FOLDER / f"{name}.md": method_page(cls) for name, cls in METHODS.items()}


def method_page(cls: type[Method]) -> str:
    """A card as a page, with a command and a call that can be given as they stand."""
    card = cls.card
    sections = [
        f"# {card.title} (`{card.name}`)",
        "Written from the method's card by `tools/write_methods.py`.",
        card.what,
        f"Whose vectors change: {card.treats}. Lengths: {card.lengths}.",
        "## What it does not do",
        card.limits,
        "## Running it",
        f"```sh\nweatherglass mitigate vectors.bin less.bin --lang en --method {card.name} --query en/weat6\n```",
        f'```python\nimport weatherglass\n\nvectors = weatherglass.read("vectors.bin")\n'
        f'less = weatherglass.mitigation("{card.name}").fit(vectors, "en").transform(vectors)\n```',
        "Without `--query` the account looks at every test of the language. What it tells: [Mitigation](../mitigation.md).",
        _settings(cls),
        "## Published values",
        f"{card.published}.",
        "## Citation",
        "\n".join(map(cited, card.cite)),
    ]
    return "\n\n".join(sections) + "\n"


def _settings(cls: type[Method]) -> str:
    settings = cls().get_params()
    if not settings:
        return "It has no settings."
    listed = ", ".join(f"`{key}={default}`" for key, default in settings.items())
    return f"Its settings, with their defaults, are given by `--set`: {listed}. {cls.__doc__}"


if __name__ == "__main__":
    write(TARGET, page(), FOLDER, pages())
