"""The default protocols again, in plain Python: no polars, no patterns, one character after the other.

Written from what the protocols say (for German: Gérard 2017, section 3.3), to be compared with the steps.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

# White_Space and Default_Ignorable_Code_Point, as the Unicode Character Database lists them
WHITE = {
    *map(chr, (*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B))),
    *"\u2028\u2029\u202f\u205f\u3000",
}
IGNORABLE = {
    *map(chr, (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010))),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0)),
    *map(chr, (*range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000))),
}
# Symbols that are alphabetic all the same (Other_Alphabetic): circled, squared and the like
ALPHABETIC_SYMBOLS = {*map(chr, (*range(0x24B6, 0x24EA), *range(0x1F130, 0x1F14A), *range(0x1F150, 0x1F16A)))} | {
    *map(chr, range(0x1F170, 0x1F18A))
}


def pieces(text: str) -> list[str]:
    """What stands between white space; the steps see nothing else."""
    return "".join(" " if c in WHITE else c for c in text).split(" ")


def is_letter(c: str) -> bool:
    return unicodedata.category(c)[0] == "L"


def is_mark(c: str) -> bool:
    return unicodedata.category(c)[0] == "M"


def is_number(c: str) -> bool:
    return unicodedata.category(c)[0] == "N"


def stays(c: str) -> bool:
    return unicodedata.category(c)[0] in "LMN"


def is_in_word(c: str) -> bool:
    """Whether a word boundary counts the character as part of a word."""
    return (
        unicodedata.category(c) in ("Nd", "Nl", "Pc") or unicodedata.category(c)[0] in "LM" or c in ALPHABETIC_SYMBOLS
    )


def lower(text: str) -> str:
    return text.lower().replace("i\N{COMBINING DOT ABOVE}", "i")


def without_ignorable(text: str) -> str:
    return "".join(c for c in text if c not in IGNORABLE)


def composed(text: str) -> str:
    """Base and accent as one character; a text without any is left alone, and with it its few other odd characters."""
    return unicodedata.normalize("NFC", text) if any(map(is_mark, text)) else text


def spaced(text: str, keep: Callable[[str], bool] = stays) -> str:
    """A space for every character that is not kept, and for the marks that follow it."""
    out, dropping = "", False
    for c in text:
        dropping = not keep(c) or (dropping and is_mark(c))
        out += " " if dropping else c
    return out


def german(text: str) -> list[str]:
    """Lower case, umlauts as two letters, nothing but letters and digits, no words of digits only."""
    spelt = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
    words, word = [], ""
    for c in (*composed(text).lower(), " "):
        if c in WHITE:
            words.append(word)
            word = ""
        elif is_letter(c) or is_number(c):
            word += spelt.get(c, c)
    return [word for word in words if not all(map(is_number, word))]


def english(text: str) -> list[str]:
    text = lower(composed(without_ignorable(text)))
    text = "".join("'" if c in "’‘ʼ´`" else " " if c == "_" else c for c in text)
    possessives = [i for i in inner(text) if text[i + 1] == "s" and not (text[i + 2 :] and is_in_word(text[i + 2]))]
    text = "".join(c for i, c in enumerate(text) if i not in possessives and i - 1 not in possessives)
    text = "".join(c for i, c in enumerate(text) if i not in set(inner(text)))
    return [word for word in spaced(text).split(" ") if any(map(is_letter, word))]


def inner(text: str) -> Iterator[int]:
    """Where apostrophes stand between two characters of words."""
    for i in range(1, len(text) - 1):
        if text[i] == "'" and is_in_word(text[i - 1]) and is_in_word(text[i + 1]):
            yield i


def arabic(text: str) -> list[str]:
    text = without_ignorable("".join(" " if c in WHITE else c for c in text))
    alone = {
        c: unicodedata.normalize("NFKC", c) for c in text if "\ufc5e" <= c <= "\ufc63" or "\ufe70" <= c <= "\ufe7f"
    }
    text = "".join(alone[c].removeprefix(" ") if alone.get(c, "").startswith(" ") else c for c in text)
    if any("\ufb50" <= c <= "\ufdff" or "\ufe70" <= c <= "\ufefc" for c in text):
        text = unicodedata.normalize("NFKC", text)
    if any("\u0300" <= c <= "\u036f" or "\u0653" <= c <= "\u0655" for c in text):
        text = unicodedata.normalize("NFC", text)
    same = {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ـ": ""}
    text = "".join(same.get(c, c) for c in text if not is_mark(c))
    return [word for word in spaced(lower(text)).split(" ") if word and not is_arabic_number(word)]


def is_arabic_number(word: str) -> bool:
    if word[0] in "وفبلك":
        word = word[1:]
    word = word.removeprefix("ال")
    return word != "" and all(is_number(c) or is_mark(c) for c in word)


PRONOUNS = "je, tu, il, ils, elle, elles, on, nous, vous, ce, moi, toi, lui, leur, le, les, la, là, ci, y, en"
ELIDED = "l, d, j, m, t, s, n, c, ç, qu, jusqu, lorsqu, puisqu, quoiqu"
APOSTROPHE, HYPHEN = "\ufdd2", "\ufdd3"  # of words that stay whole


def french(text: str) -> list[str]:
    text = composed(without_ignorable(text))
    text = lower("".join("'" if c in "’‘ʼ´`" else "-" if c in "‐‑" else " " if c == "_" else c for c in text))
    for whole in ("rendez-vous", "garde-à-vous"):
        text = text.replace(whole, whole[:-5] + HYPHEN + "vous")
    text = elisions(pronouns(with_en_and_y(text)))
    text = spaced(text.replace("œ", "oe").replace("æ", "ae"), lambda c: stays(c) or c in ("'", "-", APOSTROPHE, HYPHEN))
    words = []
    for word in text.split(" "):
        words += parts(word)
    words = [word.replace(APOSTROPHE, "'").replace(HYPHEN, "-") for word in words]
    return [word for word in words if not all(is_number(c) or is_mark(c) or c in "'-" for c in word)]


def run(text: str, start: int) -> str:
    """The letters, marks and digits from there on."""
    end = start
    while end < len(text) and stays(text[end]):
        end += 1
    return text[start:end]


def goes_on(text: str, end: int) -> bool:
    """Whether a hyphen or apostrophe and more of the word follow."""
    return text[end : end + 1] in ("'", "-") and run(text, end + 1) != ""


def sign_and_next(text: str, end: int) -> str:
    """A hyphen or apostrophe after the last of a word, and what follows it: they begin no other word."""
    return text[end : end + 2] if text[end : end + 1] in ("'", "-") else ""


def with_en_and_y(text: str) -> str:
    """va-t'en → va t en, which must come before the t of va-t-il is dropped."""
    out, i = "", 0
    while i < len(text):
        ending = run(text, i + 3)
        if (
            text[i] == "-"
            and text[i + 1 : i + 3] in ("l'", "m'", "t'")
            and ending in ("en", "y")
            and not goes_on(text, i + 3 + len(ending))
        ):
            end = i + 3 + len(ending)
            out += f" {text[i + 1]} {ending} {sign_and_next(text, end)}"
            i = end + len(sign_and_next(text, end))
        else:
            out += text[i]
            i += 1
    return out


def pronouns(text: str) -> str:
    out, i = "", 0
    while i < len(text):
        found = pronouns_at(text, i) if text[i] == "-" else None
        if found is None:
            out += text[i]
            i += 1
        else:
            chain, end = found
            out += f" {' '.join(chain)} {sign_and_next(text, end)}"
            i = end + len(sign_and_next(text, end))
    return out


def pronouns_at(text: str, hyphen: int) -> tuple[list[str], int] | None:
    """The one or two pronouns that end a word after this hyphen, and where they end."""
    for start in (hyphen + 3, hyphen + 1) if text[hyphen + 1 : hyphen + 3] in ("t-", "t'") else (hyphen + 1,):
        first = run(text, start)
        if first not in PRONOUNS.split(", "):
            continue
        end = start + len(first)
        if not goes_on(text, end):
            return [first], end
        second = run(text, end + 1) if text[end] == "-" else ""
        if second in (*PRONOUNS.split(", "), "que") and not goes_on(text, end + 1 + len(second)):
            return [first, second], end + 1 + len(second)
    return None


def elisions(text: str) -> str:
    out, taken = "", 0
    for i, c in enumerate(text):
        if c != "'":
            out += c
            continue
        start = i
        while start > 0 and is_in_word(text[start - 1]):
            start -= 1
        before, after = text[start:i], text[i + 1 : i + 2]
        compound = i >= 3 and text[i - 1] in "dl" and text[i - 2] == "-" and is_letter(text[i - 3]) and i - 3 >= taken
        if compound and after and is_letter(after):
            out += APOSTROPHE
            taken = i + 2
        elif text[i - 1 : i] == "c" and text.startswith("est-à-dire", i + 1) and i - 1 >= taken:
            out += APOSTROPHE
            taken = i + 11
        else:
            out += " " if before in ELIDED.split(", ") else c
    return out


def parts(word: str) -> list[str]:
    """Apart where two or more hyphens or apostrophes meet, and without them at both ends."""
    found, part, signs = [], "", ""
    for c in word:
        if c in "'-" or (signs and is_mark(c)):
            signs += c
        elif len([s for s in signs if s in "'-"]) == 1 and part:
            part, signs = part + signs + c, ""
        elif signs:
            found.append(part)
            part, signs = c, ""
        else:
            part += c
    return [part for part in (*found, part) if part]
