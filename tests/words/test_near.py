"""Nearest spellings, compared with counting edits word by word."""

from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.spaces import composed_space, random_space
from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path
from weatherglass.words.lookup import Match, forms
from weatherglass.words.near import Near, near


def folded(word: str) -> str:
    """A word as it is compared, letter by letter."""
    kept = []
    for letter in unicodedata.normalize("NFKD", word).casefold():
        if unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc", "Cs"):
            continue
        plain = (languages.get("ar").key or str)(letter)
        kept.append({"_": " ", "-": " ", "‐": " ", "‑": " ", "’": "'", "ʼ": "'"}.get(plain, plain))
    return "".join(kept)


def edits(one: str, other: str) -> int:
    """Letters added, left out or replaced, and neighbours exchanged, by the whole table."""
    table = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i, a in enumerate(one, 1):
        for j, b in enumerate(other, 1):
            ways = [table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a != b)]
            if i > 1 and j > 1 and (a, b) == (other[j - 2], one[i - 2]):
                ways.append(table[i - 2, j - 2] + 1)
            table[i, j] = min(ways)
    return table[len(one), len(other)]


def by_brute_force(space: Embedding, word: str, n: int) -> list[tuple[str, int, int]]:
    """Word, distance and rank, other spellings first."""
    codes = languages.codes()
    tried = dict.fromkeys(form for code in codes for form, _ in forms(word, languages.get(code), Match()))
    rank = {other: int(space.ranks[row]) for other, row in space.index.items() if space.ranks[row] >= 0}
    spelled = [(form, 0, rank[form]) for form in tried if form != word and form in rank]
    asked = folded(word)
    most = min(max(2, len(asked) // 3), len(asked) - 1)
    distances = {other: edits(asked, folded(other)) for other in rank if other not in tried and other != word}
    similar = [(other, distance, rank[other]) for other, distance in distances.items() if distance <= most]
    return [*spelled, *sorted(similar, key=lambda each: each[1:])][:n]


def plain(found: tuple[Near, ...]) -> list[tuple[str, int, int]]:
    return [(each.word, each.distance, each.rank) for each in found]


@pytest.mark.parametrize(
    ("word", "language", "vocabulary", "expected"),
    [
        ("Krankenschwester", "de", ["krankenschwestern", "krankenschwester"], [("krankenschwester", "case", 0), ("krankenschwestern", "similar", 1)]),
        ("ممرّضة", "ar", ["ممرض", "ممرضة"], [("ممرضة", "normalised", 0), ("ممرض", "similar", 1)]),
        ("ممرّضة", "", ["ممرض", "ممرضة"], [("ممرضة", "spelling", 0), ("ممرض", "similar", 1)]),
        ("docter", "en", ["actor", "doctor", "sister"], [("doctor", "similar", 1)]),
        ("infirmier·ère", "fr", ["infirme", "infirmière"], [("infirmière", "similar", 3)]),
        ("Maedchen", "de", ["Märchen", "Mädchen"], [("Mädchen", "spelling", 0), ("Märchen", "similar", 2)]),
        ("rose", "en", ["ROSE", "Rose", "rosé"], [("Rose", "case", 0), ("ROSE", "case", 0), ("rosé", "normalised", 0)]),
        ("New York", "en", ["new-york", "New_York"], [("New_York", "underscore", 0), ("new-york", "normalised", 0)]),
        ("nures", "en", ["nurse", "nuts"], [("nurse", "similar", 1), ("nuts", "similar", 2)]),  # neighbours exchanged
        ("nurse", "en", ["nurse", "purse"], [("purse", "similar", 1)]),  # itself is no other spelling
        ("ab", "en", ["cd", "cb"], [("cb", "similar", 1)]),  # never all letters
        ("a", "en", ["b", "A"], [("A", "case", 0)]),
        ("ca", "en", ["abc"], []),  # nothing is edited twice: exchanged and then parted would be two edits
        ("xylophone", "en", ["nurse"], []),
        ("\u0301", "en", ["nurse"], []),
        ("", "en", ["nurse"], []),
    ],
)  # fmt: skip
def test_what_may_be_meant(
    word: str, language: str, vocabulary: list[str], expected: list[tuple[str, str, int]]
) -> None:
    found = near(random_space(*vocabulary), word, language=language)
    assert [(each.word, each.how, each.distance) for each in found] == expected


def test_the_more_frequent_word_is_first_and_as_many_as_wanted() -> None:
    space = random_space("cat", "hat", "bats", "rat", "Bat")
    assert [each.word for each in near(space, "bat", 3)] == ["Bat", "cat", "hat"]
    assert [each.rank for each in near(space, "bat", 3)] == [4, 0, 1]
    assert near(space, "bat", 0) == ()
    assert len(near(space, "bat", 99)) == 5


def test_words_composed_from_subwords_are_not_in_the_vocabulary() -> None:
    space = composed_space(random_space("nurses", "nurse", "Nursee"), ["nurse", "Nursee"])
    assert [each.word for each in near(space, "nursee")] == ["nurses"]


@pytest.fixture(scope="module")
def sample() -> Embedding:
    return read(sample_path())


@pytest.mark.parametrize(
    "word", ["docter", "Nurse", "enginere", "mathmatics", "telivision", "profesional", "zzzzzz", "e", "responsability"]
)
def test_real_words_as_by_brute_force(sample: Embedding, word: str) -> None:
    assert plain(near(sample, word, 8)) == by_brute_force(sample, word, 8)


def test_many_words_in_several_blocks_as_by_brute_force() -> None:
    """More words than are compared at once, made of few letters, so that many are near."""
    letters = random.Random(7)
    words = dict.fromkeys("".join(letters.choices("abcdeé", k=letters.randint(3, 12))) for _ in range(45_000))
    space = random_space(*words)
    assert len(space) > 33_000
    assert plain(near(space, "abécdabce", 40)) == by_brute_force(space, "abécdabce", 40)


LETTERS = "abcAäÄßeé_- '·\u0301\u00adضةأاىيـّ\n𝔸"


@given(
    vocabulary=st.lists(st.text(LETTERS, min_size=1, max_size=14), max_size=25, unique=True),
    word=st.text(LETTERS, max_size=14),
    n=st.integers(1, 8),
)
@settings(max_examples=300)
def test_any_words_as_by_brute_force(vocabulary: list[str], word: str, n: int) -> None:
    space = random_space(*vocabulary)
    assert plain(near(space, word, n)) == by_brute_force(space, word, n)


LONG = st.text("abc", min_size=12, max_size=45)


@given(
    word=LONG,
    changes=st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["", "a", "bc", "d"])), max_size=12),
    others=st.lists(LONG, max_size=4, unique=True),
)
def test_long_words_as_by_brute_force(word: str, changes: list[tuple[int, str]], others: list[str]) -> None:
    changed = word
    for place, put in changes:
        at = place % (len(changed) + 1)
        changed = changed[:at] + put + changed[at + 1 :]
    space = random_space(*dict.fromkeys((*others, changed or "a")))
    assert plain(near(space, word, 9)) == by_brute_force(space, word, 9)


def test_a_word_longer_than_any_is_near_to_none() -> None:
    assert near(random_space("x" * 250, "y"), "x" * 251) == ()


@pytest.mark.parametrize(("word", "meant"), [("docter", "doctor"), ("sekretary", "secretary"), ("Nurse", "nurse")])
def test_real_vectors(real_vectors: Path, word: str, meant: str) -> None:
    space = read(real_vectors / "en-glove6b-100d-50k.bin")
    assert near(space, word)[0].word == meant
