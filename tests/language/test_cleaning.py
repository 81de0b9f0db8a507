"""What every step of every language does: words with the step and without it, written by hand."""

from __future__ import annotations

import unicodedata

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.language.reference import is_mark
from tests.language.texts import texts
from weatherglass import language
from weatherglass.errors import SpecError, UnknownName
from weatherglass.language import cleaning
from weatherglass.language.cleaning import Cleaner, chosen, clean, words_of


def same(text: str, either_way: str) -> tuple[str, str, str]:
    return text, either_way, either_way


# (language, step): text, words with the step, words without it; "xx" is a language without rules of its own
LINK = "see https://a.org/b?c=1 or http://d.org and WWW.x.org now, a.b@c.org too"
CASES: dict[tuple[str, str], list[tuple[str, str, str]]] = {
    ("de", "links"): [(LINK, "see or and now too", "see httpsaorgbc1 or httpdorg and wwwxorg now abcorg too")],
    ("de", "compose"): [("Bu\u0308cher", "buecher", "bucher")],
    ("de", "inclusive-forms"): [
        ("Lehrer*in, Lehrer:in, Lehrer_in", "lehrer*in lehrer*in lehrer*in", "lehrerin lehrerin lehrerin"),
        ("Lehrer*innen Lehrer*Innen", "lehrer*innen lehrer*innen", "lehrerinnen lehrerinnen"),
        ("Lehrer/in Lehrer/-innen Lehrer/Innen", "lehrer*in lehrer*innen lehrer*innen", "lehrerin lehrerinnen lehrerinnen"),
        ("Lehrer(in) und Schüler(innen).", "lehrer*in und schueler*innen", "lehrerin und schuelerinnen"),
        ("LehrerIn ÄrztInnen", "lehrer*in aerzt*innen", "lehrerin aerztinnen"),
        ("Held*innenplatz BürgerInnenrechte", "held*innenplatz buerger*innenrechte", "heldinnenplatz buergerinnenrechte"),
        ("jede*r eine:n Angestellte/r", "jede*r eine*n angestellte*r", "jeder einen angestellter"),
        ("Bu\u0308rger/in Leh\u00adrer\u00ad*in", "buerger*in lehrer*in", "buergerin lehrerin"),
        same("MIn GIn AdmIn LinkedIn PlugIn LogIn", "min gin admin linkedin plugin login"),
        same("an/in, Thema:Innenpolitik, in_ning, f*ck", "anin themainnenpolitik inning fck"),
        same("In Berlin, Innen und Ingwer", "in berlin innen und ingwer"),
    ],
    ("de", "lower-case"): [("Die Größe ÄNDERN, GROẞ", "die groesse aendern gross", "Die Groesse AeNDERN GROSS")],
    ("de", "umlauts"): [("Größe Öl ẞ", "groesse oel ss", "größe öl ß")],
    ("de", "alphanumeric"): [
        ("CDU/CSU-Fraktion, „so“!", "cducsufraktion so", "cdu/csu-fraktion, „so“!"),
        ("Sil\u00adbe geht's ǀNamiǂNûs", "silbe gehts ǀnamiǂnûs", "sil\u00adbe geht's ǀnamiǂnûs"),
    ],
    ("de", "numbers"): [("1952 12.000 § 5 2a 5² ½ Ⅷ ٤", "2a", "1952 12000 5 2a 5² ½ ⅷ ٤")],
    ("fr", "links"): [(LINK, "see or and now too", "see https a org b c or http d org and www x org now a b c org too")],
    ("fr", "invisible"): [("respectueuse\u00adment zéro\u200blargeur", "respectueusement zérolargeur", "respectueuse ment zéro largeur")],
    ("fr", "compose"): [("e\u0301te\u0301", "été", "e\u0301te\u0301")],
    ("fr", "typography"): [
        ("aujourd’hui, l`homme peut‑être", "aujourd'hui l homme peut-être", "aujourd hui l homme peut être"),
        ("_l'homme_", "l homme", "l'homme"),
    ],
    ("fr", "inclusive-forms"): [
        ("étudiant·e·s étudiant.e.s étudiant-e-s", " ".join(["étudiant·e·s"] * 3), "étudiant e s étudiant e s étudiant-e-s"),
        ("étudiant(e)s étudiant(es) étudiant/e/s", " ".join(["étudiant·e·s"] * 3), "étudiant e s étudiant es étudiant e s"),
        ("étudiant·es ÉTUDIANT·E·S motivé(e)(s)", "étudiant·e·s étudiant·e·s motivé·e·s", "étudiant es étudiant e s motivé e s"),
        ("né·e arrivé.e. ami-e élu(e)", "né·e arrivé·e ami·e élu·e", "né e arrivé e ami-e élu e"),
        ("acteur·ice lecteur/trice", "acteur·ice lecteur·trice", "acteur ice lecteur trice"),
        ("il·elle ceux·celles", "il·elle ceux·celles", "il elle ceux celles"),
        same("la fin.Le début", "la fin le début"),
        same("dis-le et/ou grand-mère", "dis le et ou grand-mère"),
    ],
    ("fr", "lower-case"): [("L'Été À", "l été à", "L Été À"), ("C'est-à-dire Dis-LE", "c'est-à-dire dis le", "C'est-à-dire Dis LE")],
    ("fr", "pronouns"): [
        ("dit-elle a-t-on a-t'il est-ce que", "dit elle a on a il est ce que", "dit-elle a-t-on a-t il est-ce que"),
        ("va-t'en donnez-m'en", "va t en donnez m en", "va-t en donnez-m en"),
        ("dis-le-moi allons-nous-en", "dis le moi allons nous en", "dis-le-moi allons-nous-en"),
        ("est-ce-que vas-y ce jour-là", "est ce que vas y ce jour là", "est-ce-que vas-y ce jour-là"),
        ("dit-il--non", "dit il non", "dit-il non"),
        same("rendez-vous garde-à-vous peut-être", "rendez-vous garde-à-vous peut-être"),
        same("arc-en-ciel sur-le-champ Bar-le-Duc", "arc-en-ciel sur-le-champ bar-le-duc"),
        same("là-bas lui-même quelques-uns", "là-bas lui-même quelques-uns"),
    ],
    ("fr", "elisions"): [
        ("l'homme qu'il jusqu'à j'l'ai ç'avait", "l homme qu il jusqu à j l ai ç avait", "l'homme qu'il jusqu'à j'l'ai ç'avait"),
        ("d'aujourd'hui, l'« art »", "d aujourd'hui l art", "d'aujourd'hui l art"),
        same("quelqu'un prud'homme presqu'île", "quelqu'un prud'homme presqu'île"),
        same("c'est-à-dire chef-d'œuvre trompe-l'œil", "c'est-à-dire chef-d'oeuvre trompe-l'oeil"),
        same("Saint-Germain-l'Auxerrois", "saint-germain-l'auxerrois"),
    ],
    ("fr", "ligatures"): [("Œuvre et cætera", "oeuvre et caetera", "œuvre et cætera")],
    ("fr", "punctuation"): [
        ("« Ah ! », grand-mère…", "ah grand-mère", "« ah ! », grand-mère…"),
        ("-mot'", "mot", "-mot'"),
        ("mot- 'autre' -- o'brien", "mot autre o'brien", "mot- 'autre' -- o'brien"),
    ],
    ("fr", "numbers"): [("1914-1918 5'30 24e 10", "24e", "1914-1918 5'30 24e 10")],
    ("ar", "links"): [(LINK, "see or and now too", "see https a org b c or http d org and www x org now a b c org too")],
    ("ar", "invisible"): [("قال\u200fوا مي\u200cخواهم", "قالوا ميخواهم", "قال وا مي خواهم")],
    ("ar", "presentation-forms"): [
        ("ﻻ ﷲ", "لا الله", "ﻻ ﷲ"),
        ("كتابﹰا", "كتابا", "كتابﹰا"),
    ],
    ("ar", "compose"): [("مو\u0654من شي\u0654", "مؤمن شئ", "مومن شي"), ("e\u0301", "é", "e")],
    ("ar", "diacritics"): [("مُحَمَّدٌ", "محمد", "مُحَمَّدٌ")],
    ("ar", "tatweel"): [("جمـــيل", "جميل", "جمـــيل")],
    ("ar", "alef"): [("أحمد إلى آخر ٱلله", "احمد الي اخر الله", "أحمد إلي آخر ٱلله")],
    ("ar", "yaa"): [("على کتاب ایران", "علي كتاب ايران", "على کتاب ایران")],
    ("ar", "taa-marbuta"): [("معلمة", "معلمه", "معلمة")],
    ("ar", "long-letters"): [
        ("جمييييل رااائع حلوووو", "جميل رائع حلو", "جمييييل رااائع حلوووو"),
        ("ههههه الللله مددد", "هه الله مدد", "ههههه الللله مددد"),
        same("داوود الله ممكن", "داوود الله ممكن"),
    ],
    ("ar", "lower-case"): [("BBC عربي", "bbc عربي", "BBC عربي")],
    ("ar", "punctuation"): [("نعم، لا؛ لماذا؟ مارس/آذار", "نعم لا لماذا مارس اذار", "نعم، لا؛ لماذا؟ مارس/اذار")],
    ("ar", "arabic-only"): [("قناة bbc العربية گل", "قناة العربية گل", "قناة bbc العربية گل")],
    ("ar", "numbers"): [("٢٠٠٧ 2007 و2007 ال16 بال5 وفد ١أ", "وفد ١ا", "٢٠٠٧ 2007 و2007 ال16 بال5 وفد ١ا")],
    ("en", "links"): [(LINK, "see or and now too", "see https a org b c or http d org and www x org now a b c org too")],
    ("en", "invisible"): [("co\u00adoperate ❤️ \ufeffso", "cooperate so", "co operate so")],
    ("en", "compose"): [("cafe\u0301", "café", "cafe\u0301")],
    ("en", "lower-case"): [("The BBC in İzmir", "the bbc in izmir", "The BBC in İzmir")],
    ("en", "apostrophes"): [
        ("John's don't O’Brien rock'n'roll", "john dont obrien rocknroll", "john s don t o brien rock n roll"),
        ("the students' ‘hat’ it`s", "the students hat it", "the students hat it s"),
        ("_John's_ SHE'S 'so", "john she so", "john s she s so"),
    ],
    ("en", "hyphens"): [
        ("co-operate twenty‑one t-o-y F-16", "cooperate twentyone toy f16", "co operate twenty one t o y f"),
        ("a - b, 20-year-old --c", "a b yearold c", "a b year old c"),
    ],
    ("en", "punctuation"): [("well, “so”_so; a/b", "well so so a b", "well, “so” so; a/b")],
    ("en", "numbers"): [("1914-1918 1,000 2nd 1️⃣ ½", "2nd", "1914 1918 1 000 2nd 1\u20e3 ½")],
    ("xx", "links"): [(LINK, "see or and now too", "see https a org b c or http d org and www x org now a b c org too")],
    ("xx", "invisible"): [("ไทย\u200bคำ a\u00adb", "ไทย คำ ab", "ไทย คำ a b")],
    ("xx", "compose"): [("e\u0301", "é", "e\u0301")],
    ("xx", "lower-case"): [("Ça", "ça", "Ça")],
    ("xx", "punctuation"): [("l'an-2, ça", "l an ça", "l'an-2, ça"), ("a *\u0301b", "a b", "a *\u0301b")],
    ("xx", "numbers"): [("5 a5 ٤", "a5", "5 a5 ٤")],
}  # fmt: skip


def words(code: str, text: str, **choice: list[str]) -> str:
    return " ".join(clean(pl.Series([text]), chosen(language.get(code), **choice))[0])


@pytest.mark.parametrize(
    ("code", "step", "text", "with_it", "without"),
    [(*where, *case) for where, cases in CASES.items() for case in cases],
)
def test_a_step_does_what_it_says(code: str, step: str, text: str, with_it: str, without: str) -> None:
    default = {s.name: s.default for s in language.get(code).cleaning}[step]
    assert words(code, text, add=[step]) == with_it
    assert words(code, text, leave_out=[step]) == without
    assert words(code, text) == (with_it if default else without)


def test_no_step_is_without_a_case() -> None:
    steps = {(code, step.name) for code in (*language.codes(), "xx") for step in language.get(code).cleaning}
    assert steps == set(CASES)


def test_the_steps_keep_the_order_of_the_language() -> None:
    names = [step.name for step in chosen(language.get("en"), add=["links", "hyphens"], leave_out=["lower-case"])]
    assert names == ["links", "invisible", "compose", "apostrophes", "hyphens", "punctuation", "numbers"]


@pytest.mark.parametrize("choice", ["add", "leave_out"])
def test_an_unknown_step_is_named_with_the_nearest(choice: str) -> None:
    with pytest.raises(UnknownName, match=r"step of cleaning for 'de' 'umlaut'\. Did you mean 'umlauts'"):
        chosen(language.get("de"), **{choice: ["umlaut"]})


def test_a_step_of_another_language_is_unknown() -> None:
    with pytest.raises(UnknownName, match="elisions"):
        chosen(language.get("de"), leave_out=["elisions"])


def test_a_step_both_added_and_left_out() -> None:
    with pytest.raises(SpecError, match="'links' is both added and left out"):
        chosen(language.get("de"), add=["links"], leave_out=["links"])


def test_a_kept_sign_comes_back_whatever_is_left_out() -> None:
    assert words("de", "Lehrer*in!", add=["inclusive-forms"], leave_out=["alphanumeric"]) == "lehrer*in!"
    assert words("fr", "né·e, c'est-à-dire", add=["inclusive-forms"], leave_out=["punctuation"]) == "né·e, c'est-à-dire"


@pytest.mark.parametrize("code", language.codes())
def test_what_stands_for_kept_signs_is_dropped_from_texts(code: str) -> None:
    assert words(code, "a\ufdd0b \ufdd1\ufdd2\ufdd3") == "ab"


def test_vowel_signs_do_not_make_a_word_foreign() -> None:
    assert words("ar", "مُحَمَّد جمـيل bbc", add=["arabic-only"], leave_out=["diacritics", "tatweel"]) == "مُحَمَّد جمـيل"


def test_counts_add_up_and_empty_texts_count_zero() -> None:
    given_texts = ["", "  \t\n", "Ein Satz.", "§ 5 – 12 …", None, "Noch zwei Wörter"]
    found, counts = clean(pl.Series(given_texts), chosen(language.get("de")))
    assert found == ["ein", "satz", "noch", "zwei", "woerter"]
    assert counts.tolist() == [0, 0, 2, 0, 0, 3]


@pytest.mark.parametrize("code", [*language.codes(), "xx"])
def test_no_texts_and_no_words(code: str) -> None:
    for given_texts, expected in ([], []), ([""], [0]), ([None, "12 ... 3"], [0, 0]):
        found, counts = clean(pl.Series(given_texts, dtype=pl.String), chosen(language.get(code)))
        assert found == []
        assert counts.tolist() == expected


@pytest.mark.parametrize("code", language.codes())
def test_the_texts_given_are_not_changed(code: str) -> None:
    given_texts = ["E\u0301te\u0301 ﻻ", None, "l'Été"]
    series = pl.Series(given_texts)
    clean(series, chosen(language.get(code)))
    assert series.to_list() == given_texts


@pytest.mark.parametrize("code", language.codes())
@settings(max_examples=50)
@given(many=st.lists(texts, max_size=6))
def test_texts_do_not_touch_each_other(code: str, many: list[str]) -> None:
    found, counts = clean(pl.Series(many, dtype=pl.String), chosen(language.get(code)))
    alone = [words_of(text, language.get(code)) for text in many]
    assert counts.tolist() == [len(some) for some in alone]
    assert found == [word for some in alone for word in some]


@pytest.mark.parametrize("remembered", [20_000_000, 3])
def test_a_word_keeps_its_number_whatever_is_forgotten(remembered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the numbers: how many words each text has, and how many pieces stood between white space before."""
    monkeypatch.setattr(cleaning, "_MOST_PIECES", remembered)
    cleaner = Cleaner(chosen(language.get("en")))
    for texts_given, numbers, counts, before in (
        (["a-b c", "a 12"], [0, 1, 2, 0], [3, 1], 4),
        (["d e f g"], [3, 4, 5, 6], [4], 4),
        (["c d", "12 ...", "h a-b"], [2, 3, 7, 0, 1], [2, 0, 3], 6),
    ):
        found = cleaner.numbers(pl.Series(texts_given))
        assert (found[0].tolist(), found[1].tolist(), found[2]) == (numbers, counts, before)
    assert cleaner.words == list("abcdefgh")


def cleaned_twice(code: str, text: str, add: list[str]) -> tuple[str, str]:
    once = words(code, text, add=add)
    return once, words(code, once, add=add)


@pytest.mark.parametrize("code", ["de", "ar"])
@settings(max_examples=200)
@given(text=texts)
def test_clean_texts_stay_as_they_are(code: str, text: str) -> None:
    once, twice = cleaned_twice(code, text, [])
    assert twice == once


@settings(max_examples=200)
@given(text=texts)
def test_clean_english_stays_as_it_is(text: str) -> None:
    """Accents that stand beside an apostrophe move to the letter before it when it goes, so none are given."""
    once, twice = cleaned_twice("en", "".join(c for c in unicodedata.normalize("NFC", text) if not is_mark(c)), [])
    assert twice == once


FRENCH = (
    "l'homme d'aujourd'hui, quelqu'un; c'est-à-dire rendez-vous dis-le-moi va-t'en a-t-il! chef-d'œuvre « arc-en-ciel » "
    "Bar-le-Duc jusqu'à peut-être j'l'ai 1914-1918 24e étudiant·e·s né(e) -là 'mot' -- grand-mère… O'Brien ce jour-là"
)


@settings(max_examples=200)
@given(some=st.lists(st.sampled_from(FRENCH.split(" ")), max_size=12), add=st.sampled_from([[], ["inclusive-forms"]]))
def test_clean_french_stays_as_it_is(some: list[str], add: list[str]) -> None:
    once, twice = cleaned_twice("fr", " ".join(some), add)
    assert twice == once


@pytest.mark.parametrize("code", language.codes())
def test_every_case_cleaned_with_all_steps_stays_as_it_is(code: str) -> None:
    optional = [step.name for step in language.get(code).cleaning if not step.default]
    for (of, _), cases in CASES.items():
        for text, _, _ in cases if of == code else ():
            once, twice = cleaned_twice(code, text, optional)
            assert twice == once
