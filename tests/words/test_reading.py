"""Reading for tests: every spelling that may be asked for, and the language guessed."""

from __future__ import annotations

import pytest

from tests.spaces import random_space
from tests.words.test_lookup import query_of
from weatherglass.errors import CoverageError
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.reading import guess_language, key_to_read, words_to_read


def test_words_to_read_cover_every_lookup() -> None:
    query = query_of(["Ärztin", "x2", "x3"], ["y1|Y9", "y2", "y3"], ["a1", "a2", "a3"], ["b1", "b2", "b3"], "de")
    asked = words_to_read([query], Match())
    assert {"Ärztin", "ärztin", "Aerztin", "aerztin", "y1", "Y9", "y9", "X2"} <= asked


def test_the_key_to_read_by_is_that_of_the_languages_that_have_one() -> None:
    german, arabic = (query_of(["x1"], ["y1"], ["a1"], ["b1"], code) for code in ("de", "ar"))
    assert key_to_read([german], Match()) is None
    key = key_to_read([german, arabic], Match())
    assert key is not None
    assert (key("أخت"), key("Ärztin")) == ("اخت", "Ärztin")
    assert key_to_read([arabic], Match(normalise=False)) is None


@pytest.mark.parametrize(("share", "enough"), [(0.11, True), (0.09, False)])
def test_a_tenth_of_the_words_tells_the_language(share: float, enough: bool) -> None:
    tests = packs.of_tests(None)
    words = sorted({word for query in tests if query.language == "fr" for word in query.all_words()})
    space = random_space(*(word[0] for word in words[: round(share * len(words))]))
    if enough:
        language, notice = guess_language(space, tests, Match())
        assert language == "fr"
        assert notice.text.startswith(
            f"The language was guessed from the test words found: French {len(space)} of {len(words)}, "
        )
    else:
        with pytest.raises(CoverageError, match=rf"cannot be guessed.*French {len(space)} of {len(words)}"):
            guess_language(space, tests, Match())
