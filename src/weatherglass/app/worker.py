"""A process that does one piece of work: it is told what to do by a line of JSON, tells how far it is by others, and ends.

It waits with everything loaded, so that work begins at once. It writes its result into a folder that appears only when it is whole. When
whoever started it is gone, it ends.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weatherglass.app.faults import where_in_code
from weatherglass.app.files import SAMPLE, leading_out
from weatherglass.app.runs import RESULT, write_asked
from weatherglass.app.sets import Sets, query_named
from weatherglass.app.work import works
from weatherglass.errors import FormatError, WeatherglassError
from weatherglass.files import folder_appears_whole, write_whole
from weatherglass.report.write import json_of

_LONGEST_CAUSE = 4000  # characters of why it failed
_BETWEEN_SECONDS = 0.1  # that whoever listens is left alone


@dataclass(slots=True)
class There:
    """A place of work (see `work.Place`) on the worker's side."""

    folder: Path
    paths: dict[str, str]
    names: dict[str, str]
    sets: Sets
    roots: list[Path]

    def path(self, id: str) -> Path:
        """Looked at again, as it may have become a link since it was listed."""
        path = Path(self.paths[id])
        if id != SAMPLE and (found := leading_out([path, *_read_with(path)], self.roots)) is not None:
            raise FormatError(
                f"{found.name} is a link that leads out of the folder given; put the file itself there", file=path
            )
        return path

    def name(self, id: str) -> str:
        return self.names[id]

    def query(self, id: str) -> Any:
        return query_named(self.sets, id)


def _read_with(path: Path) -> Iterator[Path]:
    """What is in a folder, or what lies beside a file and may be read with it."""
    if path.is_dir():
        yield from path.rglob("*")
    else:
        stem = path.name.split(".")[0]
        yield from (each for each in path.parent.iterdir() if each.name.startswith((stem, "vocab.", "tokenizer.")))


def main() -> None:
    """Wait for work, do it, tell what came of it."""
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints must not come between
    _load()
    line = sys.stdin.readline()
    if not line:
        return
    threading.Thread(target=_end_with_whoever_started, daemon=True).start()
    given = json.loads(line)
    _limit(given["memory"])
    try:
        _do(given, told)
        _tell(told, {"done": True})
    except WeatherglassError as error:
        _tell(told, {"failed": _without_paths(str(error), given), "kind": "input"})
    except (MemoryError, OSError) as error:
        if isinstance(error, MemoryError) or error.errno == errno.ENOMEM:  # as opening a file can say it, too
            _tell(told, {"failed": f"more than {given['memory'] / 2**30:.1f} GB of memory", "kind": "memory"})
        else:
            _tell(told, {"failed": error.strerror or type(error).__name__, "kind": "files"})
    except Exception as error:
        _tell(told, {"failed": f"{type(error).__name__} ({where_in_code(error)})", "kind": "ours"})
    told.flush()
    os._exit(0)  # threads that still hash or read are not waited for


def _do(given: dict[str, Any], told: Any) -> None:
    from weatherglass.files.compressed import unpacking_at_most

    work = works()[given["work"]]
    asked = work.asked.model_validate(given["asked"])
    with folder_appears_whole(Path(given["folder"])) as folder, unpacking_at_most(given["unpacked"]):
        tempfile.tempdir = str(folder)  # what is left of work that is killed goes with its folder
        place = There(
            folder, given["paths"], given["names"], Sets(Path(given["sets"])), [Path(each) for each in given["roots"]]
        )
        found = work.done(asked, place, _telling(told))
        if found is not None:
            write_whole(folder / RESULT, json_of([found]))
        write_asked(folder, work.name, given["asked"], given["about"])


def _telling(told: Any) -> Any:
    """Progress, passed on now and then."""
    last: tuple[float, str] = (0.0, "")

    def progress(what: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if what != last[1] or now - last[0] > _BETWEEN_SECONDS or done >= total:
            last = (now, what)
            _tell(told, {"progress": [what, done, total]})

    return progress


def _tell(told: Any, what: dict[str, Any]) -> None:
    told.write(json.dumps(what) + "\n")
    told.flush()


def _load() -> None:
    """What nearly all work needs."""
    works()
    with suppress(ImportError):
        import polars  # noqa: F401

        import weatherglass.auditing  # noqa: F401


def _end_with_whoever_started() -> None:
    sys.stdin.read()
    os._exit(1)


def _limit(memory: int) -> None:
    """Of what it may take of its own; files that are mapped into memory do not count."""
    if memory:
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def _without_paths(text: str, given: dict[str, Any]) -> str:
    """Files called as people see them, not by where they lie on the machine."""
    for id, path in given["paths"].items():
        text = text.replace(path, given["names"][id] or Path(path).name)
    folders = {given["folder"], given["sets"], *(str(Path(path).parent) for path in given["paths"].values())}
    for folder in sorted(folders, key=len, reverse=True):  # files beside them
        text = text.replace(f"{folder}/", "")
    return text if len(text) <= _LONGEST_CAUSE else f"{text[:_LONGEST_CAUSE]} …"


if __name__ == "__main__":
    main()
