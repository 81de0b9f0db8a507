from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.spaces import random_space
from tests.structure.group_spaces import letters, pairs_named, words_query
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, Notice, SpecError, UnknownName
from weatherglass.files.plain import from_plain, json_text, to_plain
from weatherglass.measure.result import Lacking
from weatherglass.structure.concepts import Missing
from weatherglass.structure.general_bias import GeneralBias
from weatherglass.structure.genus import CAVEAT, Genus
from weatherglass.structure.space import Space
from weatherglass.structure.structure import (
    PARTS,
    Part,
    Structure,
    Wishes,
    examined,
    is_gendered,
    structure_of,
    to_read,
)
from weatherglass.structure.subspace import Subspace
from weatherglass.structure.vocabulary import Vocabulary
from weatherglass.words import packs
from weatherglass.words.lexicon import Entry, Lexicon
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet, Query, WordSet

DIM, MOST = 12, 12
ANY = Match(min_coverage=0)  # a few words of a list will do
SEX = packs.word_list("de", "sex")
assert SEX is not None
FEW = Wishes(groups=(SEX,))  # the groups of one list only
OWN_PAIRS = pairs_named("own", "Frau Mann", "Mutter Vater", "Tochter Sohn", "sie er")
RICH = pairs_named("rich–poor", "reich arm", "Reichtum Armut")
LEXICON = Lexicon(
    "own words",
    tuple(
        Entry(word, polarity, word) for word, polarity in zip("abcdefg", (0.5, -0.25, 1, -1, 0.1, 0, 2), strict=True)
    ),
    "table",
    (Notice("two-signs", "1 word left out: it has two signs: h."),),
)


def few_of(queries: Sequence[Query]) -> list[str]:
    """The first words and pairs of every list, without those of several words."""
    found: dict[str, None] = {}
    for query in queries:
        sets = [word_set.words[:MOST] for word_set in query.sets]
        pairs = [[word for pair in pair_set.pairs[:MOST] for word in pair] for pair_set in query.pairs]
        found |= dict.fromkeys(word[0] for words in (*sets, *pairs) for word in words if " " not in word[0])
    return list(found)


def made_of(words: Sequence[str], *, filler: int = 1200, seed: int = 0) -> Embedding:
    """These words among others, with vectors that mean nothing."""
    rng = np.random.default_rng(seed)
    everything = [*dict.fromkeys(words), *(letters(i) for i in range(filler))]
    ordered = [everything[i] for i in rng.permutation(len(everything))]
    vectors = rng.normal(size=(len(ordered), DIM)).astype(np.float32)
    return Embedding.from_arrays(ordered, vectors, name="made.txt")


def written(embedding: Embedding, path: Path) -> Path:
    lines = (
        f"{word} {' '.join(repr(float(x)) for x in row)}"
        for word, row in zip(embedding.words, embedding.vectors, strict=True)
    )
    path.write_text("\n".join([f"{len(embedding)} {embedding.dim}", *lines, ""]), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def german() -> Embedding:
    return made_of([*few_of(to_read("de", PARTS, Wishes())), *few_of(packs.of_tests("de")), *"abcdefg", "reich", "arm"])


@pytest.fixture(scope="module")
def whole(german: Embedding) -> Structure:
    return structure_of(german, "de", wishes=FEW, match=ANY, draws=100)


def only_bias(embedding: Embedding, wishes: Wishes) -> tuple[GeneralBias | Lacking, ...]:
    return structure_of(embedding, "de", parts=("bias",), wishes=wishes, draws=100).biases


def bias(found: GeneralBias | Lacking) -> GeneralBias:
    assert isinstance(found, GeneralBias)
    return found


# As a whole


def test_every_part_is_there_for_a_language_that_has_all_lists(whole: Structure) -> None:
    assert whole.language == "de"
    assert [each.list for each in whole.subspaces if isinstance(each, Subspace)] == [
        "definitional",
        "occupations",
        "long",
    ]
    assert [(bias(each).task, bias(each).groups) for each in whole.biases] == [
        ("professions", ("women", "men")),
        ("sentiment", ("women", "men")),
    ]
    assert not [each for each in (*whole.generic_masculine, *whole.occupations) if isinstance(each, Lacking)]
    assert isinstance(whole.genus, Genus)
    assert isinstance(whole.vocabulary, Vocabulary)
    assert whole.projections is not None
    assert CAVEAT in whole.warnings


@pytest.mark.parametrize("part", PARTS)
def test_a_part_alone_is_what_it_is_among_all_and_the_others_stay_empty(
    part: Part, german: Embedding, whole: Structure
) -> None:
    alone = structure_of(german, "de", parts=(part,), wishes=FEW, match=ANY, draws=100)
    names = {"subspace": "subspaces", "bias": "biases", "generic-masculine": "generic_masculine"}
    fields = {each: names.get(each, each) for each in PARTS}
    for each, field in fields.items():
        assert getattr(alone, field) == (
            getattr(whole, field) if each == part else None if each in ("genus", "vocabulary") else ()
        )
    assert (alone.projections is not None) == (part == "vocabulary")
    assert (CAVEAT in alone.warnings) == (part == "genus")


def test_a_structure_survives_json(whole: Structure) -> None:
    plain = json.loads(json_text(whole.to_dict()))  # which refuses NaN
    assert "projections" not in plain
    assert from_plain(Structure, plain) == replace(whole, projections=None)
    assert to_plain(whole) == whole.to_dict()


def test_parts_that_cannot_be_examined_survive_json_with_their_reasons() -> None:
    found = structure_of(random_space("Frau", "Mann"), "de", draws=100)
    assert from_plain(Structure, json.loads(json_text(found.to_dict()))) == found
    for each in (
        *found.subspaces,
        *found.biases,
        *found.occupations,
        *found.generic_masculine,
        found.genus,
        found.vocabulary,
    ):
        assert isinstance(each, Lacking), each
        assert each.skipped


def test_the_same_seed_gives_the_same_and_another_one_other_draws(german: Embedding) -> None:
    parts: tuple[Part, ...] = ("subspace", "bias")
    wishes = replace(FEW, tasks=("sentiment",))
    first, again, other = (
        structure_of(german, "de", parts=parts, wishes=wishes, draws=100, seed=seed) for seed in (5, 5, 6)
    )
    assert first == again
    assert first.seed == 5
    assert other.subspaces != first.subspaces
    assert bias(other.biases[0]).shuffled != bias(first.biases[0]).shuffled
    assert bias(other.biases[0]).value == bias(first.biases[0]).value


def test_a_file_and_its_vectors_give_the_same(german: Embedding, whole: Structure, tmp_path: Path) -> None:
    file = written(german, tmp_path / "made.txt")
    found = structure_of(file, "de", wishes=FEW, match=ANY, draws=100)
    read, given = found.to_dict(), whole.to_dict()
    assert read.pop("embedding")["words"] == given.pop("embedding")["words"] == len(german)
    assert read == given
    assert found.projections is not None
    assert whole.projections is not None
    assert found.projections.words == whole.projections.words


def test_own_words_are_read_from_a_file_too(german: Embedding, tmp_path: Path) -> None:
    file = written(german, tmp_path / "made.txt")
    own = words_query("a", "b", "c", "d", "e", name="letters")
    wishes = Wishes(pairs=OWN_PAIRS, groups=FEW.groups, concepts=own, lexicon=LEXICON)
    parts: tuple[Part, ...] = ("subspace", "bias")
    found = structure_of(file, "de", parts=parts, wishes=wishes, draws=100)
    given = structure_of(german, "de", parts=parts, wishes=wishes, draws=100)
    assert found.subspaces == given.subspaces
    assert found.biases == given.biases


def test_the_language_is_guessed_from_vectors_and_from_a_file(german: Embedding, tmp_path: Path) -> None:
    for vectors in (german, written(german, tmp_path / "made.txt")):
        found = structure_of(vectors, parts=("subspace",), draws=100)
        assert found.language == "de"
        assert found.warnings[0].code == "language-guessed"
        assert isinstance(found.subspaces[0], Subspace)


def test_a_language_that_cannot_be_guessed_must_be_given() -> None:
    with pytest.raises(CoverageError, match="--lang"):
        structure_of(random_space("xyzzy", "plugh"), draws=100)


def test_a_language_without_lists_says_so_part_by_part() -> None:
    found = structure_of(made_of(["a", "b"]), "xx", draws=100)
    reasons = [
        each.skipped
        for each in (
            *found.subspaces,
            *found.biases,
            *found.generic_masculine,
            *found.occupations,
            found.genus,
            found.vocabulary,
        )
        if isinstance(each, Lacking)
    ]
    assert len(reasons) == 6
    assert reasons[0] == "there is no list “subspace” for xx (xx/subspace)"
    assert reasons[1] == "there is no list “sex” for xx (xx/sex)"


def test_own_pairs_and_groups_do_for_a_language_without_lists() -> None:
    words = [f"{kind}{i}" for kind in "fmc" for i in range(6)]
    pairs = pairs_named("own", *(f"f{i} m{i}" for i in range(6)))
    wishes = Wishes(
        pairs=pairs,
        groups=(Query(name="own", language="xx", pairs=(replace(pairs, name="one–other"),)),),
        concepts=words_query(*(f"c{i}" for i in range(6))),
        tasks=("professions",),
    )
    found = structure_of(made_of(words), "xx", parts=("subspace", "bias"), wishes=wishes, draws=100)
    assert isinstance(found.subspaces[0], Subspace)
    assert bias(found.biases[0]).groups == ("one", "other")


# What is asked for


def test_unknown_parts_too_few_draws_and_a_negative_seed_are_refused(german: Embedding) -> None:
    with pytest.raises(UnknownName, match=r"no part of the structure 'subspaces'. Did you mean 'subspace'\?"):
        structure_of(german, "de", parts=("subspaces",))  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="draws=99: give at least 100"):
        structure_of(german, "de", draws=99)
    with pytest.raises(SpecError, match="seed=-1"):
        structure_of(german, "de", draws=100, seed=-1)


def test_unusable_wishes_are_refused_at_once() -> None:
    with pytest.raises(SpecError, match="most=0: give a positive number"):
        Wishes(most=0)
    with pytest.raises(SpecError, match="extremes=-1"):
        Wishes(extremes=-1)
    with pytest.raises(UnknownName, match=r"no task 'profession'\. Did you mean 'professions'"):
        Wishes(tasks=("profession",))  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="no choice of forms 'neuter'"):
        Wishes(forms="neuter")  # type: ignore[arg-type]


def test_own_pairs_replace_all_lists_of_the_language(german: Embedding) -> None:
    found = structure_of(german, "de", parts=("subspace", "vocabulary"), wishes=Wishes(pairs=OWN_PAIRS), draws=100)
    (only,) = found.subspaces
    assert isinstance(only, Subspace)
    assert only.list == "own"
    assert [loading.pair for loading in only.loadings] == ["Frau–Mann", "Mutter–Vater", "Tochter–Sohn", "sie–er"]
    assert isinstance(found.vocabulary, Vocabulary)
    assert found.vocabulary.sides == ("Frau", "Mann")


def test_own_groups_replace_those_of_the_language_and_compare_the_masculine_form_unless_told_otherwise(
    german: Embedding,
) -> None:
    groups = (Query(name="wealth", language="de", pairs=(RICH, replace(RICH, name="again"))),)
    embedding = made_of([*german.words, "Reichtum", "Armut"], filler=0)
    wishes = Wishes(groups=groups, tasks=("professions",))
    first, second = map(bias, only_bias(embedding, wishes))
    assert (first.groups, second.groups) == (("rich", "poor"), ("reich", "arm"))
    assert (first.forms, first.paired) == ("masculine", 0)
    (paired, _) = map(bias, only_bias(embedding, replace(wishes, forms="paired")))
    assert paired.forms == "paired"
    assert paired.paired == paired.concepts > 0
    # The sexes are compared by both forms, or by the one that is wished for.
    (sexes,) = map(bias, only_bias(embedding, replace(wishes, groups=FEW.groups)))
    assert sexes.forms == "paired"
    (feminine,) = map(bias, only_bias(embedding, replace(wishes, groups=FEW.groups, forms="feminine")))
    assert (feminine.forms, feminine.paired) == ("feminine", 0)


def test_group_words_that_are_not_there_are_named_or_the_groups_are_not_run(german: Embedding) -> None:
    unknown = pairs_named("rich–poor", "reich arm", "wohlhabend mittellos")
    (found,) = only_bias(
        german, Wishes(groups=(Query(name="own", language="de", pairs=(unknown,)),), tasks=("professions",))
    )
    assert isinstance(found, Lacking)
    assert "rich–poor: " in found.skipped
    assert "1 of 2 pairs of group words" in found.skipped
    three = PairSet("women–men", (*OWN_PAIRS.pairs[:2], (("Dame",), ("Kavalier",))))
    (more,) = only_bias(
        german, Wishes(groups=(Query(name="own", language="de", pairs=(three,)),), tasks=("professions",))
    )
    assert [each.concept for each in bias(more).missing_pairs] == ["Dame–Kavalier"]


def test_own_concepts_stand_in_for_the_professions_under_their_own_name(german: Embedding) -> None:
    own = Query(
        name="letters",
        language="de",
        pairs=(pairs_named("", "a b", "c unheard"),),
        targets=(WordSet("", (("d",), ("e",), ("f",), ("g",))),),
    )
    (found, sentiment) = map(bias, only_bias(german, replace(FEW, concepts=own)))
    assert (found.task, found.concepts, found.paired, found.asked) == ("letters", 5, 1, 6)
    assert found.missing == (Missing(concept="c–unheard", forms=("unheard",)),)
    assert sentiment.task == "sentiment"


def test_a_lexicon_stands_in_for_the_polarity_list_without_its_neutral_words(german: Embedding) -> None:
    found = structure_of(
        german, "de", parts=("bias",), wishes=replace(FEW, lexicon=LEXICON, tasks=("sentiment",)), draws=100
    )
    (only,) = map(bias, found.biases)
    assert {lean.concept for lean in only.leans} == set("abcdeg")  # f has a polarity of 0
    leans = {lean.concept: lean.value for lean in only.leans}
    polarity = {entry.word: entry.polarity for entry in LEXICON.entries}
    sides: list[Floats] = [
        np.array([polarity[word] for word, value in leans.items() if sign * value > 0]) for sign in (1, -1)
    ]
    assert only.sentiment is not None
    assert only.sentiment.value == pytest.approx(sides[0].mean() - sides[1].mean())
    # What was left out of the lexicon is told.
    assert LEXICON.notices[0] in found.warnings
    assert from_plain(Structure, json.loads(json_text(found.to_dict()))) == found


def test_what_a_lexicon_left_out_is_told_only_where_it_is_used(german: Embedding) -> None:
    for parts, wishes in (
        (("subspace",), Wishes(lexicon=LEXICON)),
        (("bias",), replace(FEW, lexicon=LEXICON, tasks=("professions",))),
    ):
        found = structure_of(german, "de", parts=parts, wishes=wishes, draws=100)  # type: ignore[arg-type]
        assert LEXICON.notices[0] not in found.warnings


def test_the_language_s_own_polarity_list_gives_plus_and_minus_one(whole: Structure) -> None:
    found = bias(whole.biases[1])
    listed = packs.word_list("de", "polarity")
    assert listed is not None
    good, bad = ({word[0] for word in target.words} for target in listed.targets)
    nearer = [lean.concept for lean in found.leans if lean.value > 0]
    assert set(nearer) <= good | bad
    assert found.sentiment is not None
    assert found.sentiment.nearer_first == len(nearer) > 0
    assert found.sentiment.mean_first == pytest.approx(sum(1 if word in good else -1 for word in nearer) / len(nearer))


def test_words_of_a_part_s_lists_and_of_the_wishes_are_read() -> None:
    names = {query.name for query in to_read("de", ("subspace",), Wishes())}
    assert names == {"subspace"}
    wishes = Wishes(pairs=OWN_PAIRS, lexicon=LEXICON, concepts=words_query("zzz"))
    words = {word for query in to_read("de", ("bias",), wishes) for word in query.all_words()}
    assert {("Frau",), ("zzz",), ("a",)} <= words
    assert ("f",) not in words
    codes = {query.language for query in to_read(None, ("subspace",), Wishes())}
    assert codes == set(packs.languages())
    gendered = {query.language for query in to_read(None, ("subspace",), Wishes(), gendered_only=True)}
    assert gendered == {code for code in codes if is_gendered(code)}
    assert "en" not in gendered


def test_a_space_that_is_there_already_is_examined_alike(german: Embedding, whole: Structure) -> None:
    found = examined(Space(german, "de", ANY, 0, 100), ("genus", "occupations"), Wishes())
    assert found.genus == whole.genus
    assert found.occupations == whole.occupations


def test_notices_of_the_vectors_are_told_once() -> None:
    words = [*few_of(to_read("de", ("subspace",), Wishes())), "Frau"]
    vectors = np.random.default_rng(0).normal(size=(len(words), 5))
    found = structure_of(Embedding.from_arrays(words, vectors), "de", parts=("subspace", "bias"), draws=100)
    assert [notice.code for notice in found.warnings].count("duplicate-words") == 1
