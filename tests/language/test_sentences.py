"""Where sentences end, language by language, and that nothing is lost on the way."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings

from tests.language.reference import WHITE
from tests.language.texts import texts
from weatherglass import language
from weatherglass.language.cleaning import split_sentences, words_of

# A bar where a sentence ends; the white space around it goes
CASES = {
    "de": [
        "Das ist so. | Wir gehen! | Wirklich? | Ja.",
        "Herr Dr. Müller, z. B. Frau Prof. Weiß u. a. Gäste, kam. | Er blieb.",
        "Das sind z.B. Äpfel, d.h. Obst i.d.R. Birnen.",
        "Das kostet ca. 3.5 Mio. Euro bzw. rd. 2 Mrd. Dollar. | Viel.",
        "Am 3. Oktober begann der 2. Teil. | Der II. Weltkrieg und Ludwig XIV. Bourbon.",
        "Ich rufe auf Ziffer 3. | Ich bitte um das Handzeichen.",
        "Wir kommen zu Artikel II. | Wer stimmt zu?",
        "Im Jahr 1990. | Danach kam 1991. | 5 Jahre vergingen.",
        "Nach Art. 5 Abs. 2 Nr. 3 und Art. I GG gilt es. | Fragen dieser Art. | Wir antworten.",
        "Er wohnt in der Hauptstr. 5 und in der Str. 7. | Gut.",
        "Im Sept. 2015 kam Jan. | Er blieb.",
        "Äpfel, Birnen usw. | Das reicht.",
        "„Das ist so.“ | Er ging. | »Nein!« | Sie blieb. | ‚Ja?‘ | Gut.",
        "Er sagte: „Ja.“ und ging.",
        "Und dann … | Nichts. | Er kam... | Sie nicht... aber bald.",
        "Wer stimmt zu? | — Das ist die Mehrheit. | – „Nein!“ | - Doch.",
        "Angenommen. | § 12. | (Zuruf.) | [Beifall.] | Weiter.",
        "Er kam für. | Dann ging er. | Wofu\u0308r. | Dafür.",
        "Nicht hier.Da auch nicht.",
        "Ein Wert von 3,5 und 12.000 m. Breite",
        "Kein Ende bei Dr.\u00a0Müller oder am 3.\u00a0Oktober.",
        "Ende.\u00a0 | Anfang.",
    ],
    "fr": [
        "C'est vrai. | Nous partons ! | Vraiment ? | Oui.",
        "M. Dupont, MM. Durand et Mme. de S. viennent. | Ils restent.",
        "Le Dr. Martin, Mgr. Affre et Mlle. Rose. | Bien.",
        "Voir p. 12, art. 5, vol. 2, chap. IV et fig. 3. | Fin.",
        "Une œuvre d'art. | Accusé de vol. | Il épiait le vol. | Rien.",
        "Tant qu'il y en a. | Allons-y. | Nous voilà.",
        "Des fleurs, des fruits, etc. | Puis rien.",
        "Il a 3.5 ans, ou 24.000 francs. | Non.",
        "« Oui. » | Elle part. | « Ah ! monsieur, dit-il. »",
        "«\u00a0Oui\u00a0!\u00a0» | Elle part.",
        "Mais… | Oui... | Non... dit-il.",
        "Irai-je ? | — Non. | — « Oui ! » | – Bon. | - « Ah. »",
        "En l'an 52 av. J.-C. César vint.",
        "À Paris. | À Rome. | Élise vient. | Œuvre.",
    ],
    "en": [
        "That is so. | We go! | Really? | Yes.",
        "Mr. Smith, Mrs. Jones and Dr. J. R. Brown of St. Paul came. | They stayed.",
        "The U.S. Army, e.g. Company C. | So it is.".replace("C. | So", "C. So"),  # a single letter may be an initial
        "No. | He said No. 5 is up, see Fig. 2 and pp. 3. | Fine.",
        "So do I. | He met the king. | World War I. | The end.",
        "Apples, pears, etc. | That will do.",
        "It was 3.5 on Jan. 5, 1990. | Then 1991. | 5 years.",
        "“Yes.” | She left. | 'No!' | \"Why?\" | (So.) | [Then.] | End.",
        "He said “Yes.” and left.",
        "Then... | Nothing… | He said... nothing.",
        "Go. | — Why? | – No. | -Lila Rose",
        "Smith vs. Jones, cf. Brown et al. (2016).",
        "He is at example.com. | She is not.",
    ],
    "ar": [
        "قال نعم. | ثم ذهب؟ | لماذا! | هكذا؛ | انتهى",
        "قال د. محمد وأ. د. علي نعم. | انتهى.",
        "النسبة 3.5 في المئة. | انتهى.",
        "\"لا.\" | قال (نعم.) | ثم…  | انتهى",
        "كلمة،كلمة. | كلمة",
    ],
    "xx": ["So it is. | Ja. | 5 are left. | «Oui.» | J. K. wrote it.", "Not here. not there."],
}  # fmt: skip


def sentences(code: str, paragraph: str) -> list[str]:
    found: list[str] = split_sentences(pl.Series([paragraph], dtype=pl.String), language.get(code))[0].to_list()
    return found


@pytest.mark.parametrize(("code", "marked"), [(code, marked) for code, cases in CASES.items() for marked in cases])
def test_sentences_end_where_they_should(code: str, marked: str) -> None:
    expected = [" ".join(sentence.split()) for sentence in marked.split("|")]
    paragraph = " ".join(sentence.strip(" ") for sentence in marked.split("|"))
    assert [" ".join(sentence.split()) for sentence in sentences(code, paragraph)] == expected


@pytest.mark.parametrize("code", [*language.codes(), "xx"])
def test_lines_are_apart_and_nothing_is_one_empty_sentence(code: str) -> None:
    assert sentences(code, "a b\nc d") == ["a b", "c d"]
    assert sentences(code, "") == [""]
    assert split_sentences(pl.Series([None, "a"]), language.get(code)).to_list() == [None, ["a"]]
    assert split_sentences(pl.Series([], dtype=pl.String), language.get(code)).to_list() == []


@pytest.mark.parametrize("code", language.codes())
@settings(max_examples=150)
@given(paragraph=texts)
def test_nothing_is_lost(code: str, paragraph: str) -> None:
    found = sentences(code, paragraph)
    assert words_of(" ".join(found), language.get(code)) == words_of(paragraph, language.get(code))
    assert [c for c in "".join(found) if c not in WHITE] == [c for c in paragraph if c not in WHITE]
