"""The exact numbers of documents as CSV files in one archive."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from weatherglass.report.document import Document
from weatherglass.report.spreadsheet import csv_text

_BEFORE_ALL = (1980, 1, 1, 0, 0, 0)  # the same tables, the same bytes
_UNIX, _READABLE = 3, 0o644 << 16


def archive(documents: Sequence[Document]) -> bytes:
    """A zip of every document's tables, named by the document's number and kind and by what is in them."""
    files = {
        f"{i}-{document.kind}-{'-'.join(re.findall('[a-z0-9]+', name.lower()))}.csv": csv_text(table)
        for i, document in enumerate(documents, 1)
        for name, table in document.tables.items()
    }
    written = io.BytesIO()
    with ZipFile(written, "w") as made:
        for name in sorted(files):
            entry = ZipInfo(name, _BEFORE_ALL)
            entry.create_system, entry.external_attr, entry.compress_type = _UNIX, _READABLE, ZIP_DEFLATED
            made.writestr(entry, files[name])
    return written.getvalue()
