"""Accounts in every language, on spaces made of the packs' own words."""

from __future__ import annotations

import json

import pytest

from tests.mitigate.spaces import fitted, pack_space
from weatherglass.files.plain import json_text
from weatherglass.mitigate.account import Account, account_of
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.other_words import WITH_OTHERS
from weatherglass.words import packs

PROTOCOL = {
    "en": "she–he",
    "de": "sie–er",
    "fr": "elle–il",
    "ar": "هي–هو",
}  # the pair that Gonen & Goldberg take the sides from
TESTS = {"de": ("weat7", "gerard-competence"), "fr": ("kb-weat7",), "ar": ("weat7", "weat1")}


@pytest.mark.parametrize("language", TESTS)
def test_an_account_in_every_language(language: str) -> None:
    space = pack_space(language)
    found = account_of(fitted("hard", language), space, queries=packs.resolve(TESTS[language], language=language))
    assert found.language == language
    assert found.treated + found.protected + sum(map(len, found.equalised)) == len(space)
    assert found.protected > 0
    assert not found.not_tested
    assert any(WITH_OTHERS in test.query for test in found.tests)
    for test in found.tests:
        assert test.difference.before.value is not None
        assert test.reason
    sides = [look.by for look in found.traces if isinstance(look, Traced)]
    assert sides[0] == PROTOCOL[language]
    assert len(sides) == 2
    assert found.utility.examined
    text = json_text(found.to_dict())
    assert json_text(Account.from_dict(json.loads(text)).to_dict()) == text


def test_gendered_targets_have_a_twin_of_their_own() -> None:
    space = pack_space("de")
    found = account_of(fitted("hard", "de"), space, queries=packs.resolve(["gerard-competence"], language="de"))
    own, twin = found.tests
    assert twin.query == own.query + WITH_OTHERS
    assert twin.fitted_on == ()


@pytest.mark.parametrize("language", PROTOCOL)
def test_the_first_base_pair_is_that_of_the_protocol(language: str) -> None:
    listed = packs.word_list(language, "base-pairs")
    assert listed is not None
    (one,), (other,) = listed.pairs[0].pairs[0]
    assert f"{one}–{other}" == PROTOCOL[language]
