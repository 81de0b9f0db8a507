"""Tables as CSV, for a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # wide ones are taken for them too


def csv_text(frame: pl.DataFrame) -> str:
    """The exact numbers; a text or heading that would be taken for a formula gets an apostrophe before it."""
    import polars as pl

    text = pl.col(pl.String)
    begins = text.str.head(1).is_in(_BEGINS_A_FORMULA)
    safe = frame.with_columns(pl.when(begins).then("'" + text).otherwise(text).name.keep())
    return safe.rename({name: f"'{name}" for name in safe.columns if name.startswith(_BEGINS_A_FORMULA)}).write_csv()
