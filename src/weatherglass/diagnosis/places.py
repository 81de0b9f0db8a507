"""Where things are kept: compiled code, the page's results, temporary files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from weatherglass.diagnosis.check import Check, State, without_home
from weatherglass.diagnosis.installed import is_whole
from weatherglass.wording.numbers import storage

_LITTLE_ROOM = 10**9  # bytes


def compiled_code() -> Iterator[Check]:
    """Whether numba can keep what it compiles; where it cannot, whole modules cannot be loaded."""
    advice = "set NUMBA_CACHE_DIR to a folder that can be written to"
    try:
        from weatherglass.train.adagrad import learn_cells
    except RuntimeError as error:  # numba's, when it finds no place
        yield Check(name="compiled code", state="problem", found=f"cannot be kept ({error})", advice=advice)
        return
    folder = Path(learn_cells.stats.cache_path or "")
    yield _folder("compiled code", folder, advice, little=0)


def state() -> Iterator[Check]:
    """The folder of the local page, there or not yet; of no concern where the page is not installed.

    A warning at most: containers often have no home that can be written to, and everything but the page works without.
    """
    from weatherglass.app.settings import usual_state

    if not is_whole("app"):
        return
    name, advice = "page's results", "give another folder with serve --state"
    try:
        folder = usual_state()
    except RuntimeError as error:  # a user without a home
        yield Check(name=name, state="warning", found=f"have no folder ({error})", advice=advice)
        return
    yield _folder(name, folder, advice, little=_LITTLE_ROOM, refused="warning")


def temporary() -> Iterator[Check]:
    """Where training and decompression put what does not fit into memory."""
    advice = "set TMPDIR to a folder that can be written to"
    try:
        folder = Path(tempfile.gettempdir())
    except FileNotFoundError as error:
        yield Check(name="temporary files", state="problem", found=f"have no folder ({error.strerror})", advice=advice)
        return
    yield _folder("temporary files", folder, advice, little=_LITTLE_ROOM)


def _folder(name: str, folder: Path, advice: str, *, little: int, refused: State = "problem") -> Check:
    """Tried by writing into it, or into the nearest folder above it that exists; nothing stays behind."""
    nearest = next(each for each in (folder, *folder.parents) if each.exists())
    place = without_home(folder)
    try:
        with tempfile.TemporaryFile(dir=nearest) as file:
            file.write(b"weatherglass")
        free = shutil.disk_usage(nearest).free
    except OSError as error:
        return Check(
            name=name,
            state=refused,
            found=f"{place} cannot be written to ({error.strerror})",
            advice=advice,
            facts={"folder": place},
        )
    said, facts = f"{place}, {storage(free)} free", {"folder": place, "free": free}
    if free < little:
        return Check(name=name, state="warning", found=said, advice=f"make room on that disk, or {advice}", facts=facts)
    return Check(name=name, found=said, facts=facts)
