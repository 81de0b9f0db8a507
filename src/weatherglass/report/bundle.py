"""The data inside a report: the files it was made from, byte for byte, and the way to get them back."""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from weatherglass.errors import FormatError
from weatherglass.files import read_text
from weatherglass.files.compressed import most_unpacked

BLOCK = "weatherglass-result"
_BEGIN, _END = f'<script type="application/json" id="{BLOCK}">', "</script>"
_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
MOST = 512 << 20  # bytes of all files together: a report that holds more is refused


def data_block(files: Mapping[str, str]) -> Markup:
    """Files by their names as JSON that can stand in a page: each packed by xz, in base 64, with its fingerprint."""
    packed = [
        {
            "name": name,
            "sha256": hashlib.sha256(data := text.encode()).hexdigest(),
            "size": len(data),
            "xz": base64.b64encode(lzma.compress(data, preset=6)).decode("ascii"),
        }
        for name, text in files.items()
    ]
    text = json.dumps({"schema_version": 1, "files": packed}, ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704  (JSON without a "<" cannot end the element it stands in)


def extract(path: str | os.PathLike[str]) -> dict[str, str]:
    """The files inside a report, as they were."""
    _, begun, rest = read_text(Path(path)).partition(
        _BEGIN
    )  # not by a pattern, which would try each of many beginnings
    block, ended, _ = rest.partition(_END)
    if not (begun and ended):
        raise FormatError("holds no data of Weatherglass; give a report that Weatherglass wrote", file=path)
    allowed = most_unpacked()
    most = MOST if allowed is None else min(MOST, allowed)
    room = most
    files: dict[str, str] = {}
    try:
        for each in json.loads(block)["files"]:
            name = _safe(each["name"], path)
            data = _unpacked(each, path, room)
            if len(data) > room:
                raise FormatError(
                    f"its data unpack to more than the {most:,} bytes that are unpacked at most; make the report again",
                    file=path,
                )
            room -= len(data)
            files[name] = data.decode()
    except (ValueError, KeyError, TypeError, RecursionError, lzma.LZMAError) as error:
        raise FormatError(f"its data are damaged ({error}); make the report again", file=path) from error
    return files


def _safe(name: str, path: str | os.PathLike[str]) -> str:
    """The name of a file that is written into whatever folder is asked for, and nowhere else."""
    if not _NAME.fullmatch(name):
        raise FormatError(f"a file inside it has a name that is not allowed: {name!r}", file=path)
    return name


def _unpacked(packed: Mapping[str, Any], path: str | os.PathLike[str], room: int) -> bytes:
    """A file's bytes; if there are more than there is room for, the first of them, and one more than fits."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    # No more than it says is ever unpacked; a number below nothing would be taken for no bound.
    data = unpacker.decompress(base64.b64decode(packed["xz"]), max(0, min(packed["size"], room)) + 1)
    if len(data) <= room and hashlib.sha256(data).hexdigest() != packed["sha256"]:
        raise FormatError(f"{packed['name']} inside it has been changed; make the report again", file=path)
    return data
