"""Write docs/warnings.md from the messages of reports: python tools/write_warnings.py"""

from pathlib import Path

from weatherglass.wording.messages import ENGLISH, messages

TARGET = Path(__file__).resolve().parents[1] / "docs" / "warnings.md"


def page() -> str:
    """Every code with what it is called and what it means."""
    said = messages(ENGLISH)
    codes = sorted({key.split(".")[1] for key in said if key.startswith("warning.")} - {"row"})
    lines = [
        "# Warnings",
        "",
        "Written from `src/weatherglass/report/messages/en.toml` by `tools/write_warnings.py`. A report explains each of these once and lists its",
        "cases; JSON has them under their codes, which do not change.",
        "",
        "| code | called | what it means |",
        "|---|---|---|",
        *(f"| `{code}` | {said[f'warning.{code}.title']} | {said[f'warning.{code}.explained']} |" for code in codes),
        f"| any other | {said['warning.row.title']} | {said['warning.row.explained']} |",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
