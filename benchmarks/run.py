"""`make bench`: every benchmark, as one table; ratios to a peer measured in the same run on the same files."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from benchmarks import loading, start
from benchmarks.table import Row, markdown

FOLDER = Path("build/bench")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = [*loading.run(FOLDER), *start.run()]
    print(f"\nPython {platform.python_version()}, {platform.machine()}\n")
    print(markdown(rows))
    sys.exit(0 if all(row.reached for row in rows) else 1)


if __name__ == "__main__":
    main()
