"""Python, the system, processors, memory, linear algebra, and the encoding of texts."""

from __future__ import annotations

import locale
import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

from weatherglass.diagnosis.check import Check
from weatherglass.diagnosis.installed import OURS, parsed
from weatherglass.wording.numbers import storage

_LITTLE_MEMORY = 10**9  # bytes


def python() -> Iterator[Check]:
    """The version, and whether it is one that the metadata allows."""
    needed = parsed(f"python{metadata(OURS)['Requires-Python']}")
    here = platform.python_version()
    said = (
        f"{here} ({platform.python_implementation()}{', in an environment' if sys.prefix != sys.base_prefix else ''})"
    )
    facts = {"version": here, "needed": needed.ranges}
    if needed.allows(here):
        yield Check(name="python", found=said, facts=facts)
    else:
        advice = f"install Python {needed.ranges} and make a new environment with it"
        yield Check(name="python", state="problem", found=said, advice=advice, facts=facts)


def system() -> Iterator[Check]:
    yield Check(name="system", found=platform.platform(), facts={"machine": platform.machine()})


def usable_processors() -> int:
    """Those that this process may use, which can be fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processors() -> Iterator[Check]:
    there, usable = os.cpu_count() or 1, usable_processors()
    said = f"{there}" if there == usable else f"{usable} of {there} may be used"
    yield Check(name="processors", found=said, facts={"there": there, "usable": usable})


def memory() -> Iterator[Check]:
    """What is there and, where the system tells it, what is free."""
    total, free = _memory()
    if total is None:
        yield Check(name="memory", found="this system does not tell")
        return
    said = storage(total) if free is None else f"{storage(total)}, of which {storage(free)} are free"
    facts = {"total": total, "free": free}
    if free is not None and free < _LITTLE_MEMORY:
        advice = "close other programs before work on large vectors, or read fewer of them with --limit"
        yield Check(name="memory", state="warning", found=said, advice=advice, facts=facts)
    else:
        yield Check(name="memory", found=said, facts=facts)


def _memory() -> tuple[int | None, int | None]:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not a Unix
        return None, None
    try:
        told = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text("ascii").splitlines())
        return total, 1024 * int(told["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):  # not Linux
        return total, None


def linear_algebra() -> Iterator[Check]:
    """The libraries that numpy and scipy multiply with, and in how many threads."""
    import numpy as np
    import scipy.linalg  # noqa: F401  (brings a library of its own)
    from threadpoolctl import threadpool_info

    loaded = [each for each in threadpool_info() if each["user_api"] == "blas"]
    kinds = dict.fromkeys(
        f"{each['internal_api']} {each['version']}, {_threads(each['num_threads'])}" for each in loaded
    )
    most = max((each["num_threads"] for each in loaded), default=0)
    keys = ("internal_api", "version", "num_threads", "threading_layer")
    facts = {"libraries": [{key: each.get(key) for key in keys} for each in loaded]}
    if not loaded:
        said = f"none is known that numpy {np.__version__} uses"
        advice = "results are right, but large products may be slow; wheels from PyPI come with OpenBLAS"
        yield Check(name="linear algebra", state="warning", found=said, advice=advice, facts=facts)
    elif most > usable_processors():
        said = f"{'; '.join(kinds)}, on {usable_processors()} usable processors"
        advice = f"set OPENBLAS_NUM_THREADS and OMP_NUM_THREADS to {usable_processors()}"
        yield Check(name="linear algebra", state="warning", found=said, advice=advice, facts=facts)
    else:
        yield Check(name="linear algebra", found="; ".join(kinds), facts=facts)


def _threads(count: int) -> str:
    return f"{count} threads" if count != 1 else "1 thread"


def encoding() -> Iterator[Check]:
    """Of the locale, which terminals follow; the commands themselves always write UTF-8."""
    told, files = locale.getencoding(), sys.getfilesystemencoding()
    facts = {"locale": told, "file_names": files}
    if {told.lower().replace("-", ""), files.lower().replace("-", "")} <= {"utf8"}:
        yield Check(name="encoding", found="UTF-8", facts=facts)
    else:
        advice = "set LANG=C.UTF-8 (on Windows PYTHONUTF8=1), or umlauts and Arabic may look wrong"
        said = f"texts {told}, names of files {files}"
        yield Check(name="encoding", state="warning", found=said, advice=advice, facts=facts)
