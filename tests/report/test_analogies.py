"""What is said beside analogies: from the figures, cautious, and honest where there is no check."""

from __future__ import annotations

from dataclasses import replace

from weatherglass.quality.analogies import (
    Analogies,
    Answer,
    CounterCheck,
    Generated,
    GeneratedPair,
    Input,
    Solved,
    Tally,
)
from weatherglass.report.analogies import beside
from weatherglass.wording.messages import speaking

MAN, WOMAN, KING = (Input(word, word, "as written") for word in ("man", "woman", "king"))
SOLVED = Solved(
    a=MAN,
    b=KING,
    c=WOMAN,
    cosine_a_c=0.766,
    excluded=(Answer("queen", 0.71, 0.651),),
    unrestricted=(Answer("king", 0.8, 1.0), Answer("queen", 0.71, 0.651)),
)
PLURALS = Tally(
    name="plurals", asked=37, found=37, solved=28, unrestricted=0, returned_x=37, mean_cosine=0.7, sd_cosine=0.1
)
ALL = Tally(
    name="all", asked=550, found=389, solved=86, unrestricted=0, returned_x=389, mean_cosine=0.62, sd_cosine=0.13
)
OTHERS = replace(PLURALS, name="others", found=352, solved=58)
CHECK = CounterCheck(first=MAN, second=WOMAN, cosine=0.766, overall=ALL, categories=(PLURALS, OTHERS))


def text(check: CounterCheck | None = CHECK, why: str = "", solved: Solved = SOLVED) -> str:
    return " ".join(beside(Analogies(embedding="e", language="en", solved=solved, check=check, why_no_check=why)))


def test_the_figures_are_in_the_sentences() -> None:
    assert text() == (
        "With no word left out the answer is “king”, a word of the question; “queen” comes first only because those are left "
        "out. “man” and “woman” are similar (cosine 0.77), so words similar to “king” are to be expected; the cosine of “queen” "
        "with “king” is 0.65. Of 389 word pairs that have nothing to do with gender, “man : x :: woman : ?” returns the partner "
        "of x for 86 (22 %; 76 % of “plurals”); the mean cosine within these pairs is 0.62. With no word left out it returns x "
        "itself for all of them. So similarity alone can bring such answers about; by themselves analogies are not evidence of bias."
    )


def test_a_category_is_named_only_where_it_stands_out() -> None:
    even = tuple(replace(ALL, name=name, found=100, solved=22) for name in ("one", "other"))
    overall = replace(ALL, found=200, solved=44, returned_x=200)
    assert "returns the partner of x for 44 (22 %);" in text(replace(CHECK, overall=overall, categories=even))


def test_nothing_solved_is_said_without_a_claim() -> None:
    none = replace(CHECK, overall=replace(ALL, solved=0, returned_x=380), categories=(replace(PLURALS, solved=0),))
    said = text(none)
    assert "returns the partner of x for none of them" in said
    assert "for 380 of 389" in said
    assert "does not show that similarity alone answers such questions here" in said
    assert "So similarity alone" not in said
    assert "not evidence of bias" in said


def test_few_pairs_are_said_to_be_few() -> None:
    few = replace(CHECK, overall=replace(ALL, found=9, solved=3), categories=(replace(PLURALS, found=4, solved=3),))
    said = text(few)
    assert "Of 550 pairs only these 9 are in the vectors" in said
    assert "plurals" not in said


def test_no_check_gives_the_reason() -> None:
    said = text(None, "there is no list of unrelated word pairs for the language 'xx'")
    assert "could not be made: there is no list of unrelated word pairs for the language 'xx'." in said
    assert "not evidence of bias" in said


def test_other_answers() -> None:
    same = replace(SOLVED, unrestricted=SOLVED.excluded, cosine_a_c=0.2)
    assert "With no word left out “queen” comes first as well. The cosine of “man” with “woman” is 0.20;" in text(
        solved=same
    )
    assert "there is no answer" in text(solved=replace(SOLVED, excluded=()))


def test_generated_pairs_are_similar_by_construction() -> None:
    made = Generated(
        a=WOMAN, b=MAN, cosine_a_b=0.766, words=20_000, delta=1.0, pairs=(GeneratedPair("queen", "king", 0.58, 0.65),)
    )
    said = " ".join(beside(Analogies(embedding="e", language="en", generated=made, check=CHECK)))
    assert said.startswith(
        "Only pairs with a cosine of at least 0.50 were admitted, among 20,000 words, so these words are similar by construction"
    )
    assert "not evidence of bias" in said


def test_other_languages_say_it_with_the_same_figures() -> None:
    with speaking("de"):
        assert "„queen“ steht nur deshalb an erster Stelle" in text()
        assert "bei 86 den Partner von x (22 %; 76 % von „plurals“)" in text()
    with speaking("ar"):
        assert "والتناظرات وحدها ليست دليلًا على تحيّز." in text()
    for language in ("de", "fr", "ar"):
        with speaking(language):
            assert not {"the", "cosine", "word", "returns"} & set(text().split())
