"""The structure of a space as a whole: every examination that its language allows, on vectors or a file of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from threadpoolctl import threadpool_limits

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.baseline import PER_OCTAVE
from weatherglass.measure.result import Lacking
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.shown import Shown
from weatherglass.structure import generic_masculine, genus, occupations, subspace, vocabulary
from weatherglass.structure.concepts import Forms, concepts
from weatherglass.structure.general_bias import GROUPS, SEX, GeneralBias, general_bias, sides_of
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.genus import Genus
from weatherglass.structure.occupations import GARG, GERARD, SHARES, Occupations
from weatherglass.structure.space import FORMS, TERMS, Space, lists_named
from weatherglass.structure.subspace import Subspace
from weatherglass.structure.vocabulary import INCLUSIVE, MOST_WORDS, Projections, Vocabulary
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet, Query, WordSet
from weatherglass.words.reading import guess_language, read_for

if TYPE_CHECKING:
    from weatherglass.words.lexicon import Lexicon

Part = Literal["subspace", "bias", "generic-masculine", "occupations", "genus", "vocabulary"]
PARTS: tuple[Part, ...] = get_args(Part)
Task = Literal["professions", "sentiment"]
TASKS: tuple[Task, ...] = get_args(Task)
POLARITY, NAMES = "polarity", "names"
DRAWS, LEAST_DRAWS = 500, 100
EXTREMES, EXTREME_CONCEPTS = 10, 5  # that are told where nobody asked for another number
GRAMMAR = Notice(
    "grammar-of-sentiment",
    "Sentiment words have a grammatical gender of their own: a feminine noun may lie nearer to words for women by its articles and endings alone. "
    "Between women and men, differences of sentiment and extreme words are in part grammar; between other groups this does not matter.",
)
THESIS_TITLES, THESIS_NAMES = "gerard-competence", "gerard-career"
_OWN_NAMES = {"de": "German", "fr": "French", "ar": "Arabic", "en": "US American"}
# What each examination reads of a language.
LISTS: Mapping[Part, tuple[str, ...]] = {
    "subspace": (subspace.LIST,),
    "bias": (FORMS, POLARITY, *GROUPS),
    "generic-masculine": (TERMS, FORMS, NAMES, THESIS_TITLES, THESIS_NAMES),
    "occupations": (TERMS, FORMS, SHARES, GERARD, GARG),
    "genus": (TERMS, genus.LIST),
    "vocabulary": (subspace.LIST, FORMS, INCLUSIVE),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What is examined, where it is not what the language's lists say.

    `pairs`: of the subspace, and of the direction for the vocabulary. `groups`: lists of group pairs. `concepts`: a list instead of the
    professions. `forms`: whether both forms of a concept are compared; without it, both for women and men, the masculine for other groups. `lexicon`: instead of the polarity list.
    `shares`: of women, by word. `most`: rows whose words are projected. `extremes`: how many words of each kind are told, ten otherwise, and five concepts.
    """

    pairs: PairSet | None = None
    groups: tuple[Query, ...] = ()
    tasks: tuple[Task, ...] = TASKS
    concepts: Query | None = None
    forms: Forms | None = None
    lexicon: Lexicon | None = None
    shares: Query | None = None
    most: int = MOST_WORDS
    extremes: int | None = None

    def __post_init__(self) -> None:
        for name in ("most", "extremes"):
            if (given := getattr(self, name)) is not None and given < 1:
                raise SpecError(f"{name}={given}: give a positive number")
        for task in self.tasks:
            if task not in TASKS:
                raise UnknownName("task", task, TASKS)
        if self.forms is not None and self.forms not in get_args(Forms):
            raise UnknownName("choice of forms", self.forms, get_args(Forms))

    def queries(self, language: str) -> tuple[Query, ...]:
        """The words it names, as lists to read."""
        own = [query for query in (*self.groups, self.concepts, self.shares) if query is not None]
        if self.pairs is not None:
            own.append(Query(name="pairs", language=language, pairs=(self.pairs,)))
        if self.lexicon is not None:
            own.append(_lexicon_query(self.lexicon, language))
        return tuple(own)


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure(Shown):
    """What was found; a part that was not asked for is empty, one that these vectors do not allow says why.

    `extremes`: how many concepts of each kind are told. `command`: the one that makes it again, where a command made it.
    """

    embedding: Mapping[str, Any]
    language: str
    subspaces: tuple[Subspace | Lacking, ...] = ()
    biases: tuple[GeneralBias | Lacking, ...] = ()
    generic_masculine: tuple[Asymmetry | Lacking, ...] = ()
    occupations: tuple[Occupations | Lacking, ...] = ()
    genus: Genus | Lacking | None = None
    vocabulary: Vocabulary | Lacking | None = None
    warnings: tuple[Notice, ...] = ()
    seed: int = 0
    extremes: int = EXTREME_CONCEPTS
    command: str = ""
    projections: Projections | None = None  # of every word: a table of its own, not part of the JSON

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        shown = fields_of(replace(self, projections=None))
        del shown["projections"]
        return {"kind": "structure", **shown}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Structure:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)


@shows_progress
def structure_of(
    vectors: str | os.PathLike[str] | Embedding,
    language: str | None = None,
    *,
    parts: Sequence[Part] = PARTS,
    wishes: Wishes | None = None,
    match: Match | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Structure:
    """Examine gender (and other groups) in the structure of a space with the lists of its language.

    Of a file only the rows that the lists need are read, a sample of the others to compare with, and the first rows where all words are
    projected. Without `language` it is guessed from the words found.
    """
    wishes, match = wishes or Wishes(), match or Match()
    for part in parts:
        if part not in PARTS:
            raise UnknownName("part of the structure", part, PARTS)
    if draws < LEAST_DRAWS:
        raise SpecError(f"draws={draws}: give at least {LEAST_DRAWS} lists of other words to compare with")
    if seed < 0:
        raise SpecError(f"seed={seed}: give 0 or a positive number")
    if language is not None:
        languages.get(language)  # a mistake is told before anything is read
    if isinstance(vectors, Embedding):
        embedding = vectors
    else:
        lists = to_read(language, parts, wishes)
        embedding = read_for(
            lists if language is not None else (*packs.of_tests(None), *lists),
            vectors,
            match,
            sample=PER_OCTAVE,
            first=wishes.most if "vocabulary" in parts else 0,
            allow_pickle=allow_pickle,
            progress=phase(progress, "reading"),
        )
    guessed = []
    if language is None:
        language, notice = guess_language(embedding, packs.of_tests(None), match)
        guessed.append(notice)
    space = Space(embedding, language, match, seed, draws)
    found = examined(space, parts, wishes)
    return replace(found, warnings=(*guessed, *found.warnings))


def examined(space: Space, parts: Sequence[Part], wishes: Wishes) -> Structure:
    """The same in a space that is there already."""
    with threadpool_limits(1, user_api="blas"):  # sharing many small products out takes longer than doing them
        return _examined(space, parts, wishes)


def _examined(space: Space, parts: Sequence[Part], wishes: Wishes) -> Structure:
    subspaces = _subspaces(space, wishes) if {"subspace", "vocabulary"} & {*parts} else ()
    nouns = genus.genus(space) if "genus" in parts else None
    words = _vocabulary(space, wishes, subspaces) if "vocabulary" in parts else None
    warnings = (genus.CAVEAT, *nouns.result.warnings) if isinstance(nouns, Genus) else ()
    if "bias" in parts and is_gendered(space.language):
        warnings = (GRAMMAR, *warnings)
    if isinstance(words, tuple) and not words[0].by_frequency:
        warnings = (*warnings, vocabulary.by_alphabet(space.embedding))
    if wishes.lexicon is not None and "bias" in parts and "sentiment" in wishes.tasks:
        warnings = (*warnings, *wishes.lexicon.notices)
    biases = _biases(space, wishes) if "bias" in parts else ()
    return Structure(
        embedding=space.embedding.identity(),
        language=space.language,
        subspaces=subspaces if "subspace" in parts else (),
        biases=biases,
        generic_masculine=_asymmetries(space) if "generic-masculine" in parts else (),
        occupations=_occupations(space, wishes) if "occupations" in parts else (),
        genus=nouns,
        vocabulary=words[0] if isinstance(words, tuple) else words,
        projections=words[1] if isinstance(words, tuple) else None,
        warnings=tuple(dict.fromkeys((*space.embedding.notices, *warnings, *_substituted(subspaces, biases)))),
        seed=space.seed,
        extremes=wishes.extremes or EXTREME_CONCEPTS,
    )


def _substituted(
    subspaces: Sequence[Subspace | Lacking], biases: Sequence[GeneralBias | Lacking]
) -> tuple[Notice, ...]:
    """Words of pairs, concepts and groups that another spelling stands for."""
    found = dict.fromkeys(
        (
            *(sub for each in subspaces if isinstance(each, Subspace) for sub in each.coverage.substituted),
            *(sub for each in biases if isinstance(each, GeneralBias) for sub in each.substituted),
        )
    )
    if not found:
        return ()
    examples = ", ".join(f"{each.word} as {each.used} ({each.how})" for each in list(found)[:3])
    text = f"Words matched by another spelling: {len(found):,}, such as {examples}."
    return (Notice("substituted", text),)


def is_gendered(language: str) -> bool:
    """Whether nouns of the language have a grammatical gender, as far as its lists tell."""
    return packs.word_list(language, genus.LIST) is not None


def to_read(
    language: str | None, parts: Sequence[Part], wishes: Wishes, *, gendered_only: bool = False
) -> tuple[Query, ...]:
    """Every list whose words these examinations look up, of one language or all."""
    names = dict.fromkeys(name for part in parts for name in LISTS[part])
    codes = packs.languages() if language is None else (language,)
    found: list[Query] = []
    for code in codes:
        if gendered_only and not is_gendered(code):
            continue
        found += [*lists_named(code, names), *wishes.queries(code)]
        if "vocabulary" in parts:
            spelled = vocabulary.inclusive_query(code, packs.word_list(code, FORMS))
            found += [] if spelled is None else [spelled]
    return tuple(found)


def _pair_sets(space: Space, wishes: Wishes) -> tuple[PairSet, ...]:
    if wishes.pairs is not None:
        return (wishes.pairs,)
    listed = space.list(subspace.LIST)
    return () if listed is None else listed.pairs


def _subspaces(space: Space, wishes: Wishes) -> tuple[Subspace | Lacking, ...]:
    found = tuple(subspace.subspace(space, pairs) for pairs in _pair_sets(space, wishes))
    return found or (space.lacks(subspace.LIST),)


def _biases(space: Space, wishes: Wishes) -> tuple[GeneralBias | Lacking, ...]:
    dualities = wishes.groups or lists_named(space.language, GROUPS)
    if not dualities:
        return (space.lacks(SEX),)
    found: list[GeneralBias | Lacking] = []
    for task in wishes.tasks:
        listed, polarity = _task(space, wishes, task)
        if listed is None:
            found.append(space.lacks(FORMS if task == "professions" else POLARITY))
            continue
        for duality in dualities:
            forms = wishes.forms or ("paired" if duality.name == SEX else "masculine")
            chosen = concepts(space, listed, forms, task if listed is not wishes.concepts else listed.name)
            scored = {label: polarity[label] for label in chosen.labels} if polarity else None
            found += [general_bias(space, chosen, pairs, forms, scored) for pairs in duality.pairs]
    return tuple(found)


def _task(space: Space, wishes: Wishes, task: Task) -> tuple[Query | None, dict[str, float] | None]:
    """The list of concepts, and their polarities where they are sentiment words."""
    if task == "professions":
        return wishes.concepts or space.list(FORMS), None
    if wishes.lexicon is not None:
        return _lexicon_query(wishes.lexicon, space.language), {e.word: e.polarity for e in wishes.lexicon.entries}
    listed = space.list(POLARITY)
    if listed is None:
        return None, None
    sign = {"positive": 1.0, "negative": -1.0}
    return listed, {word[0]: sign[target.name] for target in listed.targets for word in target.words}


def _lexicon_query(lexicon: Lexicon, language: str) -> Query:
    words = tuple((entry.word,) for entry in lexicon.entries if entry.polarity)
    return Query(name=lexicon.name, language=language, targets=(WordSet(lexicon.name, words),))


def _asymmetries(space: Space) -> tuple[Asymmetry | Lacking, ...]:
    found: list[Asymmetry | Lacking] = []
    thesis = space.list(THESIS_TITLES)
    if thesis is not None:
        his, hers = thesis.targets
        pairs = PairSet("job titles of the thesis", tuple(zip(hers.words, his.words, strict=True)))
        found.append(generic_masculine.of_pairs(space, pairs.name, pairs))
    forms = space.list(FORMS)
    if forms is None:
        found.append(space.lacks(FORMS))
    else:
        for pairs in forms.pairs:
            name = "occupations, plural" if pairs.name == "plural" else "occupations"
            found.append(generic_masculine.of_pairs(space, name, pairs))
    names = space.list(THESIS_NAMES)
    if names is not None:
        by_name = {target.name: target for target in names.targets}
        found.append(
            generic_masculine.of_sets(
                space, "first names of the thesis", by_name["female names"], by_name["male names"]
            )
        )
    names = space.list(NAMES)
    if names is not None:
        by_name = {target.name: target for target in names.targets}
        own = _OWN_NAMES.get(space.language, names.targets[0].name.split()[0])
        found.append(
            generic_masculine.of_sets(space, f"first names, {own}", by_name[f"{own} female"], by_name[f"{own} male"])
        )
    return tuple(found)


def _occupations(space: Space, wishes: Wishes) -> tuple[Occupations | Lacking, ...]:
    if wishes.shares is not None:
        return (occupations.occupations(space, wishes.shares),)
    found: list[Occupations | Lacking] = []
    for name in (SHARES, GARG):
        listed = space.list(name)
        if listed is not None and listed.rates:
            found.append(occupations.occupations(space, listed))
    thesis = space.list(GERARD)
    if thesis is not None:
        found.append(occupations.gerard(space, thesis))
    return tuple(found) or (
        Lacking(
            skipped=f"no table of shares is known for '{space.language}'; give one with structure occupations --shares"
        ),
    )


def _vocabulary(
    space: Space, wishes: Wishes, known: Sequence[Subspace | Lacking]
) -> tuple[Vocabulary, Projections] | Lacking:
    """On the direction of the longest list whose direction is dominant, and not that of frequency; of the first list where there is none."""
    sets = {pairs.name: pairs for pairs in _pair_sets(space, wishes)}
    subspaces = [each for each in known if isinstance(each, Subspace)]
    if not subspaces:
        reasons = "; ".join(each.skipped for each in known if isinstance(each, Lacking))
        return Lacking(skipped=f"no list of pairs gives a direction ({reasons})")
    dominant = [each for each in subspaces if each.dominant and not each.follows_frequency]
    chosen = max(dominant, key=lambda each: each.coverage.found) if dominant else subspaces[0]
    pairs = sets[chosen.list]
    sides = sides_of(wishes.pairs) if wishes.pairs is not None else ("feminine", "masculine")
    told = wishes.extremes or EXTREMES
    return vocabulary.vocabulary(space, chosen, pairs, sides, most=wishes.most, extremes=told)
