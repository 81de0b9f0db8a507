"""Write src/weatherglass/LICENCES.toml and docs/licences.md: python tools/write_licences.py

Word lists tell their origin and licence themselves. What cannot speak for itself is told here, by patterns: a file that
none of them covers has no row, and a test says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from weatherglass.words.query import read_query

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "weatherglass"
TARGET = ROOT / "docs" / "licences.md"
TABLE = SOURCE / "LICENCES.toml"
OWN = "Written for the toolkit"


@dataclass(frozen=True, slots=True)
class Row:
    """`path`: a file within the package, or a pattern of several; `sha256` only of what nobody edits."""

    path: str
    what: str
    origin: str
    licence: str
    sha256: str = ""

    def covers(self, file: Path) -> bool:
        return PurePosixPath(file.relative_to(SOURCE).as_posix()).match(self.path)


TOLD_HERE = (
    Row(
        "embedding/data/glove-6b-100d-sample.npz",
        "vectors: a slice of GloVe 6B, 14,563 words × 100",
        "Pennington, Socher & Manning (2014), trained on Wikipedia 2014 and Gigaword 5; how the slice was taken: embedding/data/LICENCE.txt",
        "Open Data Commons Public Domain Dedication and License 1.0 (PDDL-1.0)",
    ),
    Row("embedding/data/LICENCE.txt", "what is to be known of these vectors", OWN, "MIT"),
    Row(
        "embedding/data/templates.toml",
        "sentences around words",
        f"{OWN}; sentences for names after May et al. (2019), as the file says",
        "Published sentences: facts, cited; own sentences and this file: MIT",
    ),
    Row(
        "words/data/references.bib",
        "the works that are cited",
        "Bibliographic facts, gathered for the toolkit",
        "Facts; this file: MIT",
    ),
    Row("app/messages/*.toml", "texts of the page in four languages", OWN, "MIT"),
    Row("app/static/*.css", "looks of the page; no font and no library of others", OWN, "MIT"),
    Row("app/static/*.js", "scripts of the page; no library of others", OWN, "MIT"),
    Row("app/static/icon.svg", "the page's icon", "Drawn for the toolkit", "MIT"),
    Row("app/templates/*.html", "templates of the page", OWN, "MIT"),
    Row("app/templates/*/*.html", "templates of the page's screens", OWN, "MIT"),
    Row("report/messages/*.toml", "texts of reports in four languages", OWN, "MIT"),
    Row("report/templates/*", "templates and looks of reports; no font of others", OWN, "MIT"),
    Row("study/presets/*.toml", "presets of studies", OWN, "MIT"),
    Row(
        "replication/papers/*.toml",
        "figures of papers, and how they were measured",
        "The papers that each file names, with table and page",
        "Published figures: facts, cited; these files: MIT",
    ),
    Row("py.typed", "mark for type checkers", OWN, "MIT"),
    Row("LICENCES.toml", "this table", "Written by tools/write_licences.py", "MIT"),
)


def data_files() -> Iterator[Path]:
    """Everything in the package that is no code."""
    yield TABLE  # also before it is first written
    for file in sorted(SOURCE.rglob("*")):
        if file.is_file() and file.suffix not in (".py", ".pyc", ".nbi", ".nbc") and file != TABLE:
            yield file


def rows() -> tuple[Row, ...]:
    """One for each word list, from what it says itself; the others as they are told here, if there are such files."""
    files = list(data_files())
    told = tuple(_with_checksum(row, files) for row in TOLD_HERE if any(row.covers(file) for file in files))
    lists = tuple(_of_list(file) for file in files if _is_list(file))
    return told + lists


def without_row() -> list[str]:
    """Files that ship and whose licence nobody tells."""
    every = rows()
    return [str(file.relative_to(SOURCE)) for file in data_files() if not any(row.covers(file) for row in every)]


def _is_list(file: Path) -> bool:
    return file.suffix == ".toml" and file.parent.parent == SOURCE / "words" / "data"


def _of_list(file: Path) -> Row:
    query = read_query(file)
    return Row(file.relative_to(SOURCE).as_posix(), query.title, query.source, query.licence)


def _with_checksum(row: Row, files: list[Path]) -> Row:
    """Of data in binary; texts are edited, and git and the installed record tell of that."""
    found = [file for file in files if row.covers(file) and file.suffix == ".npz"]
    return replace(row, sha256=hashlib.sha256(found[0].read_bytes()).hexdigest()) if found else row


def table() -> str:
    """All rows as TOML."""
    lines = [
        "# What ships beside the code, where it comes from and under which licence. Written by tools/write_licences.py."
    ]
    for row in rows():
        values = {
            "path": row.path,
            "what": row.what,
            "origin": row.origin,
            "licence": row.licence,
            "sha256": row.sha256,
        }
        lines += ["", "[[files]]", *(f"{key} = {_quoted(value)}" for key, value in values.items() if value)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """JSON's strings are TOML's too."""
    return json.dumps(text, ensure_ascii=False)


def page() -> str:
    """All rows for people: what is told here first, then the lists of each language."""
    told = [row for row in rows() if not row.path.startswith("words/data/") or row.path.endswith(".bib")]
    lines = [
        "# Licences of what ships",
        "",
        "Written by `tools/write_licences.py`, word lists from their own fields; `weatherglass/LICENCES.toml` in the package is the same for programs.",
        "The code is under the MIT licence (`LICENSE`). Facts such as single words, pairs of words and published figures are nobody's; their",
        "source is told all the same, and the choice and form in which they stand here is under the licence in the last column. What is",
        "installed beside the toolkit has licences of its own: [dependencies.md](dependencies.md).",
        "",
        "| file | what it is | origin | licence |",
        "|---|---|---|---|",
        *(f"| `{row.path}` | {_cell(row.what)} | {_cell(row.origin)} | {_cell(row.licence)} |" for row in told),
    ]
    lists = [row for row in rows() if row not in told]
    for language in sorted({row.path.split("/")[2] for row in lists}):
        lines += ["", f"## Word lists: {language}", "", "| list | title | source | licence |", "|---|---|---|---|"]
        lines += [
            f"| `{language}/{Path(row.path).stem}` | {_cell(row.what)} | {_cell(row.origin)} | {_cell(row.licence)} |"
            for row in lists
            if row.path.split("/")[2] == language
        ]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
    TARGET.write_text(page(), "utf-8")
