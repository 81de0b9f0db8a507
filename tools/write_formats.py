"""Write the tables of docs/file-formats.md from the code's tables of formats: python -m tools.write_formats

The rest of the page is written by hand; a table stands between two comments that name it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from weatherglass.corpus.documents import FORMATS as TEXTS
from weatherglass.embedding.formats import PATH_FORMATS, STREAM_FORMATS, WRITERS
from weatherglass.report.formats import FORMATS as REPORTS
from weatherglass.report.write import KINDS

TARGET = Path(__file__).resolve().parents[1] / "docs" / "file-formats.md"
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_WRITTEN = {".txt": "word2vec text", ".vec": "word2vec text", ".bin": "word2vec binary", ".npz": "npz"}


def page() -> str:
    """The page as it is, with its tables anew."""
    tables = {"vectors": _vectors, "written": _written, "texts": _texts, "results": _results, "reports": _reports}
    return _TABLE.sub(lambda match: f"{match[1]}\n{tables[match[2]]()}\n\n{match[3]}", TARGET.read_text("utf-8"))


def _vectors() -> str:
    rows = [(name, "yes") for name in STREAM_FORMATS] + [(name, "") for name in PATH_FORMATS]
    return _table(("format of vectors", "also compressed, as it is read"), rows)


def _written() -> str:
    return _table(("name ends with", "written as"), [(f"`{suffix}`", _WRITTEN[suffix]) for suffix in WRITERS])


def _texts() -> str:
    rows = [
        (f"`{name}`", each.about, "each is a sentence" if each.sentences else "split into sentences")
        for name, each in TEXTS.items()
    ]
    return _table(("`--format`", "what it is", "paragraphs"), rows)


def _results() -> str:
    return _table(("kind", "file"), [(name, f"`{kind.file}`") for name, kind in sorted(KINDS.items())])


def _reports() -> str:
    return _table(
        ("`--format`", "name ends with"), [(f"`{name}`", f"`{each.endings[0]}`") for name, each in REPORTS.items()]
    )


def _table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [header, tuple("---" for _ in header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
