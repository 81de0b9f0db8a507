"""Where a command writes its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from weatherglass.errors import SpecError, UnknownName
from weatherglass.files import refuse_target, write_whole

if TYPE_CHECKING:
    import polars as pl


@contextmanager
def output_folder(
    out: Path | None, force: bool, files: Sequence[str], *, else_new: bool = False
) -> Iterator[Path | None]:
    """The folder for the report, made before anything is computed, and removed again when nothing came of it.

    Where none was asked for: a new one (`else_new`), or None.
    """
    if out is None and not else_new:
        yield None
        return
    folder = out or _new_folder()
    existing = [name for name in files if (folder / name).exists()]
    if existing and not force:
        raise SpecError(f"--out {out}: holds {existing[0]} already; give another folder, or --force to overwrite it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"--out {folder}: cannot be made ({error.strerror}); give another folder") from error
    try:
        yield folder
    except BaseException:
        with suppress(OSError):  # not empty: something was there before
            folder.rmdir()
        raise


def write_found(
    folder: Path, files: Sequence[str], page: Callable[[Path], object], text: str, *tables: pl.DataFrame
) -> None:
    """A result under these names: as a page, as JSON, and its tables as CSV. The page comes last: what took long is then safe already."""
    from weatherglass.report.spreadsheet import csv_text

    for name, content in zip(files[1:], (text, *map(csv_text, tables)), strict=True):
        write_whole(folder / name, content)
    page(folder / files[0])


def refuse_target_beside(out: Path | None, file: Path, *, overwrite: bool) -> None:
    """A file that cannot be written, where the folder for the report will be made."""
    if file.parent == out and not out.exists():
        return
    refuse_target(file, overwrite=overwrite)


def wanted_figures(asked: Sequence[str] | None, *, out: Path | None = None, force: bool) -> list[tuple[str, Path]]:
    """The name (empty for the main one) and the file of each figure asked for, checked before anything is computed."""
    from weatherglass.plot.svg import FORMATS

    wanted: list[tuple[str, Path]] = []
    for each in asked or ():
        name, is_named, file = each.partition("=")
        path = Path(file if is_named else each)
        if path.suffix.lstrip(".").lower() not in FORMATS:
            raise SpecError(f"--figure {each}: a figure is written as .svg, .pdf or .png; give a file that ends so")
        refuse_target_beside(out, path, overwrite=force)
        if any(path == other for _, other in wanted):
            raise SpecError(f"--figure {each}: another figure is written there; give each a file of its own")
        wanted.append((name if is_named else "", path))
    return wanted


def write_figures(wanted: Sequence[tuple[str, Path]], found: object, language: str = "en") -> None:
    """The figures asked for of a result, the main one where no name was given."""
    if not wanted:
        return
    from weatherglass.plot.choice import plotted
    from weatherglass.plot.figure import drawn, save
    from weatherglass.wording.messages import speaking

    with speaking(language):
        for name, path in wanted:
            save(drawn(plotted, found, name), path)


def check_report_language(language: str) -> None:
    """Whether reports are written in it; asked before anything is computed."""
    from weatherglass.wording.messages import languages

    if language not in languages():
        raise UnknownName("language of reports", language, languages())


def _new_folder() -> Path:
    """Made here and now, so that two audits side by side do not take the same one."""
    for i in count(1):
        folder = Path("weatherglass-report" if i == 1 else f"weatherglass-report-{i}")
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise AssertionError("counting never ends")
