"""The German occupations with their shares of women."""

from __future__ import annotations

from collections import Counter

from weatherglass.words import packs

# Words of one occupational group of the statistic, and so with one figure.
TOGETHER = [
    {"Anwalt", "Rechtsanwalt"},
    {"Bäcker", "Konditor"},
    {"Dolmetscher", "Übersetzer"},
    {"Fleischer", "Metzger"},
    {"Journalist", "Redakteur", "Reporter"},
    {"Komponist", "Musiker", "Sänger"},
    {"Mathematiker", "Statistiker"},
    {"Pfarrer", "Seelsorger"},
    {"Sportlehrer", "Trainer"},
]


def test_every_occupation_has_its_share() -> None:
    query = packs.resolve(["de/shares"])[0]
    words = [word[0] for word in query.targets[0].words]
    assert [s.name for s in query.targets] == ["occupations"]
    assert len(words) >= 60
    assert max(Counter(words).values()) == 1
    assert list(query.rates) == words
    assert all(0 < rate < 1 and round(rate, 3) == rate for rate in query.rates.values())
    assert not query.attributes
    assert not query.is_test


def test_every_occupation_has_all_its_forms() -> None:
    forms, shares = (packs.resolve([f"de/{name}"])[0] for name in ("forms", "shares"))
    masculine = {word for _, word in forms.pairs[0].pairs}
    assert set(shares.targets[0].words) <= masculine


def test_words_of_one_group_share_a_figure_and_the_caveat_says_so() -> None:
    query = packs.resolve(["de/shares"])[0]
    for group in TOGETHER:
        assert len({query.rates[word] for word in group}) == 1
        assert all(word in query.caveat for word in group)
    assert query.rates["Elektriker"] < query.rates["Koch"] < query.rates["Kellner"] < query.rates["Kosmetiker"]
