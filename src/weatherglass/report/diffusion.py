"""Whether bias reaches sentiment classifiers, as sections of a page: what it rests on here, the rest beside."""

from __future__ import annotations

import os
from collections import Counter
from importlib.metadata import version
from pathlib import Path

from weatherglass import language as languages
from weatherglass.downstream.diffused import ALPHA, Classified, Diffusion, LexiconUsed, Name
from weatherglass.report.diffusion_groups import (
    TITLES,
    called,
    populations_section,
    sexes_section,
    verdict_sections,
)
from weatherglass.report.diffusion_mitigation import mitigation_sections
from weatherglass.report.numbers import correlation, counted, per_cent, score, share_of
from weatherglass.report.page import Section, Table, write_page
from weatherglass.report.provenance import setting_said, settings_said
from weatherglass.words.references import bibtex

CITED = ("papakyriakopoulos2020", "platt1999", "mann1947", "kruskal1952", "holm1979")
_RANKED = 0.3  # correlation with rank from which it is called more than slight


def sections(found: Diffusion) -> list[Section]:
    """The verdict, groups, mitigation, what it rests on, its limits, and what was published."""
    groups = [populations_section(found), sexes_section(found)]
    return [
        *verdict_sections(found),
        *(section for section in groups if section is not None),
        *mitigation_sections(found),
        _rests_section(found),
        _limits_section(found),
        _published_section(),
    ]


def write_diffusion(found: Diffusion, path: str | os.PathLike[str]) -> Path:
    """Write the sections as one HTML file; it appears only when it is complete."""
    context = {
        "found": found,
        "language": languages.get(found.language).name,
        "sections": sections(found),
        "notes": found.warnings,
        "methods": methods(found),
        "bibtex": bibtex(CITED),
    }
    return write_page("diffusion.html", context, path)


def _rests_section(found: Diffusion) -> Section:
    lexicon = found.lexicon
    used = lexicon.positive + lexicon.negative
    missing = sum(map(len, found.missing.values()))
    lists = [(f"Names that the vectors do not have: {group}", words) for group, words in found.missing.items() if words]
    if lexicon.left_out_names:
        lists.append(("Words of the lexicon that are names, and were left out of it", lexicon.left_out_names))
    if found.pairs:
        lists.append(("Pairs of the direction of sentiment", found.pairs))
    return Section(
        anchor="rests",
        title="What it rests on",
        findings=(
            f"Lexicon “{lexicon.name}”: {used:,} of {counted(lexicon.asked, 'word')} with a sign are in the vectors, {lexicon.positive:,} positive and {lexicon.negative:,} negative, in "
            f"{counted(lexicon.lemmas, 'lemma')}; all words of a lemma are on the same side when words are held out. {_left_out(lexicon)}",
            f"Names of the list {found.names_list}: {len(found.names):,} are in the vectors, {missing:,} are not.",
            *(f"Left out: {group}: {reason}." for group, reason in found.left_out.items()),
            *map(_rests_on, found.classified),
        ),
        folded=(_names_table(found), _settings_table(found)),
        lists=tuple(lists),
    )


def _left_out(lexicon: LexiconUsed) -> str:
    n = len(lexicon.left_out_names)
    return f"{counted(n, 'word')} of it {'is a name and was' if n == 1 else 'are names and were'} left out." if n else "None of its words is a name."  # fmt: skip


def _rests_on(each: Classified) -> str:
    """What a reader should know of a classifier beside its accuracy."""
    parts = [f"a vector of zeros, of which it knows nothing, gets the score {score(each.zero)}"]
    if each.with_rank is not None:
        size = (
            "so that part of the differences between groups may be frequency"
            if abs(each.with_rank) >= _RANKED
            else "which is slight, but does not rule out that frequency takes part in single differences"
        )
        lean = "lower" if each.with_rank < 0 else "higher"
        parts.append(
            f"the names’ scores correlate with the logarithm of their rank in the file at r = {correlation(each.with_rank)} (rare names score {lean}), {size}"
        )
    first = each.stages[0]
    compared = [found for found in (first.populations, first.sexes) if found is not None]
    clear = [pair.same_sign for found in compared for pair in found.clear_pairs if pair.same_sign is not None]
    if each.refits and not each.near_chance:
        again = f"{counted(each.refits, 'classifier')} trained on lexicons drawn anew"
        parts.append(
            f"each of the {counted(len(clear), 'clear difference')} between groups has the same sign in {'all' if min(clear) == 1 else f'at least {share_of(min(clear))}'} of {again}"
            if clear
            else f"there is no clear difference whose sign could be compared in the {again}"
        )
    return f"{TITLES[each.kind]}: {'; '.join(parts)}."


def _names_table(found: Diffusion) -> Table:
    counts = Counter(map(_group_of, found.names))
    groups = list(dict.fromkeys([*counts, *found.missing]))
    rows = tuple((group, f"{counts[group]:,}", f"{len(found.missing.get(group, ())):,}") for group in groups)
    return Table("Names by group", ("group", "found", "missing"), rows, "Missing names are listed below.")


def _group_of(name: Name) -> str:
    return f"{name.population} {name.sex}".strip()


def _settings_table(found: Diffusion) -> Table:
    rows = tuple((name.replace("_", " "), setting_said(each)) for name, each in found.settings.items())
    return Table("Settings", ("setting", "value"), rows, "")


def _limits_section(found: Diffusion) -> Section:
    mixed = "The mean of a population mixes women’s and men’s names as the vectors have them. Where their shares differ between populations, part of a difference between these is one between sexes."
    return Section(
        anchor="limits",
        title="What this does not say",
        findings=(
            "Names stand for groups only by likelihood: bearers live everywhere, no name is of one country alone, and single ones are decided by famous bearers or by other meanings of the word.",
            "A score says nothing about the people who bear a name, and nothing about whether they are liked. It says what a classifier makes of a word that should say neither good nor bad.",
            "p-values and intervals are over names, the classifier being given. That the lexicon might have been another one is seen in the share of classifiers with the same sign, and nowhere else.",
            "Frequency is mixed with group: names of the groups that texts are about are frequent, others are rare, and vectors of rare words are poor and lie elsewhere.",
            *([mixed] if any(each.stages[0].sexes is not None for each in found.classified) else []),
            "Only names were asked, one word at a time. What a classifier of whole texts makes of groups is another question.",
            "That a difference is not clear, or is gone after mitigation, does not show that a classifier treats groups alike: what was not asked was not looked at.",
        ),
    )


def _published_section() -> Section:
    rows = (
        ("populations", "Wikipedia", "0.23", "0.027", "0"),
        ("populations", "social media", "0.14", "0.035", "0"),
        ("sexes", "Wikipedia", "0.011", "0.009", "0"),
        ("sexes", "social media", "0.068", "0.018", "0"),
    )
    note = (
        "B_c as printed, of a linear support vector machine on two sets of German GloVe vectors, with a German lexicon and names from another list: other vectors, other words and other names, so that they "
        "can be compared with the numbers here by their order of magnitude only. How one value is made of nine populations is not said in the paper. Classifiers were not retrained after mitigation."
    )
    return Section(
        anchor="published",
        title="Published figures, for comparison",
        findings=(
            "Papakyriakopoulos, Hegelich, Medina Serrano and Marco (2020) report an accuracy of around 85 % on held-out words for both of their classifiers, and the differences below.",
        ),
        tables=(
            Table("B_c in the paper", ("groups", "vectors", "before", "embedding level", "classifier level"), rows, note, texts=2),
        ),
    )  # fmt: skip


def methods(found: Diffusion) -> str:
    """A paragraph to paste into a paper."""
    vectors, lexicon = found.embedding, found.lexicon
    kinds = " and ".join(called(each) for each in found.classified)
    accuracy = "; ".join(
        f"{called(each)} {'–' if each.accuracy.value is None else share_of(each.accuracy.value)}"
        for each in found.classified
    )
    refits = max((each.refits for each in found.classified), default=0)
    populations = len({name.population for name in found.names})
    sexes = len({name.sex for name in found.names if name.sex})
    grouped = f"{counted(populations, 'population')}{' and ' + str(sexes) + ' sexes' if sexes else ''}"
    again = f" Classifiers were trained on {refits} lexicons drawn anew to see whether signs hold." if refits else ""
    settings = f" Settings: {settings_said(found.settings)}." if found.settings else ""
    return (
        f"Diffusion of bias was measured as by Papakyriakopoulos et al. (2020) with Weatherglass {version('weatherglass')}. Classifiers of sentiment ({kinds}) were trained on the vectors ({vectors['name']}, "
        f"{vectors['words']:,} words, {vectors['dim']} dimensions) of {lexicon.positive:,} positive and {lexicon.negative:,} negative words of the lexicon {lexicon.name}; scores of the support vector machine become "
        "probabilities by one sigmoid (Platt 1999). Words were held out by lemma; accuracy is the mean of both classes "
        f"({accuracy}; chance {per_cent(0.5)}). The score of a name is S = log10 P(positive) − log10 P(negative). {len(found.names):,} first names of {grouped} ({found.names_list}) were scored; the bias "
        "B_c of two groups is the absolute difference of their mean scores, and of more than two the mean over all pairs, given beside its mean when names are dealt to the groups at random. Groups were "
        f"compared by the Kruskal–Wallis test (1952), each two by the Mann–Whitney test (1947), two-sided, adjusted by Holm’s method (1979) over all pairs at a level of {ALPHA:g}. Intervals are "
        "over names. Mitigation took out of the names the first component of sentiment pairs (embedding level) or the classifier’s normal (classifier level); in the retrained variants, out of all words before "
        f"training.{again}{settings}"
    )
