"""The loops over the rows of word2vec's binary that numpy cannot do, compiled by numba; loaded only for large files."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Bits = NDArray[np.uint32]

_SPACE, _LINE_BREAK = 32, 10
_WITHOUT_SIGN = np.uint32(0x7FFFFFFF)


@njit(cache=True, nogil=True)
def _copy(source: Bytes, target: Bytes) -> None:
    """Four times as quick as an assignment to a slice."""
    for i in range(len(target)):
        target[i] = source[i]


@njit(cache=True, nogil=True)
def unpack(
    window: Bytes, position: int, block: Bits, largest: Bits, filled: int, words: Bytes, length: int, longest: int
) -> tuple[int, int, int]:
    """Fill a block with the rows from `position` on, and `words` with their words, each followed by a line break.

    `largest` becomes the largest size of a number in each row: of bits without sign, as order and zero are the same,
    and what is not finite is larger than all that is. Returns where the rest begins, how many rows are filled, and the
    length of the words: −1 if the next row has none.
    """
    rows = len(block)
    size = 4 * block.shape[1]
    end = len(window)
    numbers = block.view(np.uint8)
    while filled < rows:
        limit = min(end, position + longest)
        space = position
        while space < limit and window[space] != _SPACE:
            space += 1
        if space == limit:
            return position, filled, (-1 if end - position >= longest else length)
        after = space + 1 + size
        if after > end:
            break
        while position < space and window[position] == _LINE_BREAK:  # some writers end each row with one
            position += 1
        for i in range(position, space):
            if window[i] == _LINE_BREAK or window[i] == 0:
                return position, filled, -1
            words[length] = window[i]
            length += 1
        words[length] = _LINE_BREAK
        length += 1
        _copy(window[space + 1 : after], numbers[filled])
        top = np.uint32(0)
        for bits in block[filled]:
            top = max(top, bits & _WITHOUT_SIGN)
        largest[filled] = top
        filled += 1
        position = after
    return position, filled, length


@njit(cache=True, nogil=True)
def pack(words: Bytes, block: Bytes, packed: Bytes) -> int:
    """Fill `packed` with rows as word2vec writes them, from words that are each followed by a line break; its length."""
    size = block.shape[1]
    at = length = 0
    for row in range(len(block)):
        while words[at] != _LINE_BREAK:
            packed[length] = words[at]
            at += 1
            length += 1
        at += 1
        packed[length] = _SPACE
        length += 1
        _copy(block[row], packed[length : length + size])
        length += size
        packed[length] = _LINE_BREAK
        length += 1
    return length
