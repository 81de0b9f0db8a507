"""`make bench`: every benchmark, as one table; ratios to a peer measured in the same run on the same data.

`python -m benchmarks.run permutation` runs only those that are named.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import (
    agreement,
    corpus,
    downstream,
    glove,
    loading,
    measures,
    mitigation,
    page,
    permutation,
    quality,
    rewriting,
    start,
    structure,
    study,
    trace,
)
from benchmarks.table import Row, markdown

FOLDER = Path("build/bench")
BENCHMARKS: dict[str, Callable[[], list[Row]]] = {
    "loading": lambda: loading.run(FOLDER),
    "rewriting": lambda: rewriting.run(FOLDER),
    "permutation": lambda: permutation.run(FOLDER),
    "measures": lambda: measures.run(FOLDER),
    "corpus": lambda: corpus.run(FOLDER),
    "glove": lambda: glove.run(FOLDER),
    "quality": lambda: quality.run(FOLDER),
    "structure": lambda: structure.run(FOLDER),
    "mitigation": lambda: mitigation.run(FOLDER),
    "downstream": lambda: downstream.run(FOLDER),
    "study": lambda: study.run(FOLDER),
    "trace": lambda: trace.run(FOLDER),
    "agreement": lambda: agreement.run(FOLDER),
    "start": start.run,
    "page": lambda: page.run(FOLDER),
}


def main() -> None:
    names = sys.argv[1:] or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        sys.exit(f"{', '.join(unknown)}: no such benchmark; give any of {', '.join(BENCHMARKS)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = [row for name in names for row in BENCHMARKS[name]()]
    print(f"\nPython {platform.python_version()}, {platform.machine()}\n")
    print(markdown(rows))
    sys.exit(0 if all(row.reached for row in rows) else 1)


if __name__ == "__main__":
    main()
