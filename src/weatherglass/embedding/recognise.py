"""Which files hold vectors, told without reading them: by the same first bytes that reading goes by, looked at more closely.

Whoever reads a file says that it holds vectors, so that a first glance is enough and damage is told. Here any file may come, and a
text whose first line ends in a number is no vectors.
"""

from __future__ import annotations

import codecs
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from weatherglass.embedding.arrays import matrix_and_words, tensor_of
from weatherglass.embedding.fasttext import header_of
from weatherglass.embedding.foreign import is_spacy_folder
from weatherglass.embedding.formats import HEAD, START, in_compression, inner_format, path_format, stream_format
from weatherglass.embedding.selection import MOST_DIMENSIONS
from weatherglass.embedding.text import BOM, is_number, read_header, separator_of
from weatherglass.embedding.word2vec import LONGEST_WORD
from weatherglass.files.compressed import beginning, split_archive

SPACY = "spaCy"
_LINES = 200  # of a text, that are looked at
_ROWS = 3  # that make a binary whose header promises more than there is one of vectors all the same
_MOSTLY = 0.9  # of them must be a word and numbers; a damaged row is told by whoever reads it


def recognised(path: Path) -> str:
    """The format of a file of vectors, as reading calls it, or "spaCy" for such a folder; "" for what cannot be read.

    Looks at some thousand bytes only, and never raises.
    """
    try:
        if path.is_dir():
            return SPACY if is_spacy_folder(path) else ""
        file, _member = split_archive(path)
        return _of_file(path, file) if file.is_file() else ""  # a pipe would be waited for
    except Exception:  # the file is anybody's, and whatever is wrong with it, it is none that can be read
        return ""


def _of_file(path: Path, file: Path) -> str:
    with file.open("rb") as opened:
        start = opened.read(START)
    if not start:
        return ""
    size = file.stat().st_size
    if path == file and (name := path_format(file, start[:HEAD])):
        return name if _sure(name, file, start, size) else ""
    compression, start, *_ = beginning(path, START)
    name = (inner_format(start) if compression else "") or stream_format(start)
    sure = bool(name) and _sure(name, file, start, None if compression else size)
    return in_compression(name, compression) if sure else ""


def _sure(name: str, file: Path, start: bytes, size: int | None) -> bool:
    """Whether a closer look finds the format too; `start` is decompressed, and `size` known of what is not compressed."""
    look = _CLOSER.get(name)  # a format that nothing else can be taken for needs none
    return look is None or look(file, start, size)


def _npz(file: Path, start: bytes, size: int | None) -> bool:
    if size is None:  # its table of contents is at its end, which is not unpacked; the first name is at its beginning
        name = start[30 : 30 + int.from_bytes(start[26:28], "little")]
        return name.endswith(b".npy")
    with zipfile.ZipFile(file) as archive:
        matrix_and_words(file, archive)
    return True


def _safetensors(file: Path, start: bytes, size: int | None) -> bool:
    end = 8 + int.from_bytes(start[:8], "little")
    if end <= len(start):
        tensor_of(file, start[8:end])
        return True
    return size is None or end <= size


def _gensim(_file: Path, start: bytes, _size: int | None) -> bool:
    return b"gensim" in start[:4096]  # the class that is to be made comes first in a pickle


def _fasttext(file: Path, start: bytes, _size: int | None) -> bool:
    return 0 < header_of(start, file).dim <= MOST_DIMENSIONS


def _text(_file: Path, start: bytes, _size: int | None) -> bool:
    """Whether nearly all of the first lines are words with equally many numbers behind."""
    first, _, rest = start.removeprefix(BOM).partition(b"\n")
    header = read_header(first)
    lines = (rest if header else start.removeprefix(BOM)).split(b"\n", _LINES)
    whole = [line.rstrip(b"\r \t") for line in lines[:-1] if line.strip()]
    if not whole:  # one line that goes on, so its last number may be cut
        whole = [lines[-1].rstrip(b"\r \t").rpartition(separator_of(lines[-1]))[0]]
    separator = separator_of(whole[0])
    rows = [line.split(separator) for line in whole]
    dim = header[1] if header and len(lines) > 1 else Counter(len(row) - 1 for row in rows).most_common(1)[0][0]
    good = [row for row in rows if len(row) > dim > 0 and all(map(is_number, row[-dim:]))]
    if not 0 < dim <= MOST_DIMENSIONS or len(good) < max(1, _MOSTLY * len(rows)):
        return False
    # Without a header, counts of words and tables of numbers look alike: vectors have some dimensions, and a row for each word.
    words = {separator.join(row[:-dim]) for row in good}
    named = [word for word in words if not is_number(word)]
    return header is not None or (dim > 1 and min(len(words), 2 * len(named)) >= len(good) / 2)


def _word2vec_binary(_file: Path, start: bytes, size: int | None) -> bool:
    """Whether words stand where the header says that rows begin, and what is between them is no text."""
    line = start.partition(b"\n")[0]
    header = read_header(line)
    if header is None or _is_plain_text(start):
        return False
    rows, dim = header
    if not (rows and 0 < dim <= MOST_DIMENSIONS):
        return False
    position = len(line) + 1
    whole = size is None or rows * (4 * dim + 2) <= size
    some = rows - _ROWS  # of a file that was cut short, which is told by whoever reads it
    while rows and position < len(start):
        space = start.find(b" ", position, position + LONGEST_WORD)
        if space < 0:
            return len(start) - position < LONGEST_WORD and position > len(line) + 1 and (whole or rows <= some)
        word = start[position:space].lstrip(b"\n")
        if b"\n" in word or b"\0" in word:
            return False
        rows, position = rows - 1, space + 1 + 4 * dim
    return whole or rows <= some


def _is_plain_text(start: bytes) -> bool:
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(start)  # a character may be cut at the end
    except UnicodeDecodeError:
        return False
    return all(character.isprintable() or character.isspace() for character in text)


_CLOSER: dict[str, Callable[[Path, bytes, int | None], bool]] = {
    "npz": _npz,
    "safetensors": _safetensors,
    "gensim": _gensim,
    "fastText binary": _fasttext,
    "word2vec text": _text,
    "word2vec binary": _word2vec_binary,
    "GloVe text": _text,
}
