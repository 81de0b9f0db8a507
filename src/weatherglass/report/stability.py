"""The study of base pairs as tables and sentences, for the terminal and for one offline HTML file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from weatherglass import language as languages
from weatherglass.measure.result import Lacking
from weatherglass.measure.stability_result import ByPair, Stability, mean_kappa
from weatherglass.plot import stability as pictures
from weatherglass.report.numbers import difference, effect, or_dash, per_cent, probability
from weatherglass.report.page import Figure, Table, write_page
from weatherglass.stats.agreement import landis_koch
from weatherglass.words.references import bibtex

NAMES = {"direct-bias": "DB", "ripa": "RIPA", "nbm": "NBM"}
MARK = "*"  # of an unstable pair
_LOPSIDED = 0.75  # share of sides on one side from which kappa has little to go by
DECIDED = "°"  # of a kappa that is 0/0
_DECIDED_NOTE = f"{DECIDED}: all words lean one way in both, so κ is 0/0 and set to 1; it shows nothing, and the mean is without it."
_NAMED = 20  # missing words of a long list that a sentence names
# Zhang, Sneyd & Stevenson 2021, Google News word2vec: κ over ten pairs, and the share of relevant changes (their table 2 prints
# the complement).
PUBLISHED = {"direct-bias": (0.45, 0.31, 0.26), "ripa": (0.42, 0.34, 0.24), "nbm": (0.29, 0.29, 0.15)}
_FORMS = {"animals": "animals", "traits": "traits", "forms": "occupations, both forms"}


def summary(study: Stability) -> list[str]:
    """What the study found, in sentences."""
    found, asked = study.professions
    by = study.base_pairs
    agreement = ", ".join(
        f"{NAMES[name]} {effect(each.kappa)} ({'all lean one way, so it shows nothing' if each.decided else landis_koch(each.kappa)})"
        for name, each in by.items()
    )
    one_side = ", ".join(f"{NAMES[name]} {per_cent(each.one_side)}" for name, each in by.items())
    sentences = [
        f"Over {found} of {asked} professions and {len(study.pairs)} base pairs the sides that the pairs give agree at κ = {agreement}.",
        f"The share of professions that lean the same way by all pairs: {one_side}.",
    ]
    if study.unstable:
        sentences.append(
            f"Unstable pairs, marked {MARK}: {', '.join(study.unstable)}; about the professions’ sides by direct bias each agrees with the "
            "others no more than fairly on average. A score by one of these alone says little about a word."
        )
    else:
        sentences.append("No pair is unstable: each agrees with the others more than fairly on average.")
    lean = by["direct-bias"].to_second
    if not 1 - _LOPSIDED <= lean <= _LOPSIDED:
        which = "second" if lean > 0.5 else "first"
        sentences.append(
            f"{per_cent(max(lean, 1 - lean))} of the sides by direct bias are towards the {which} word of a pair. Where nearly all words lean one way, "
            "as masculine forms may in a language with grammatical gender, κ is low even between pairs that mostly agree."
        )
    if study.missing_pairs:
        sentences.append(f"Not in the vectors, and left out: {', '.join(study.missing_pairs)}.")
    if study.missing_neutral:
        some = ", ".join(study.missing_neutral[:_NAMED]) + (", …" if len(study.missing_neutral) > _NAMED else "")
        sentences.append(
            f"Neutral words that were given, but are not in the vectors ({len(study.missing_neutral):,}): {some}."
        )
    if study.substituted:
        listed = ", ".join(f"{each.word} as {each.used}" for each in study.substituted)
        sentences.append(f"Words of base pairs matched by another spelling: {listed}.")
    if study.unit_length:
        sentences.append("The vectors have unit length, so RIPA gives the same sides as direct bias by definition.")
    return sentences


def tables(study: Stability) -> list[Table]:
    """The paper's tables 1 to 6, and the correlations of its second figure, for these vectors."""
    return [
        _population(study),
        _base_pairs(study),
        _by_pair(
            study,
            "Table 3: agreement between a base pair and its capitalised form",
            {"": study.capitalised_pairs},
            "Cohen’s κ of the professions’ sides.",
        ),
        _by_pair(
            study,
            "Table 4: agreement between a word and its forms",
            study.word_forms,
            "Cohen’s κ. Over the professions that have all forms; where these are too few, over those that have the form.",
        ),
        _by_pair(
            study,
            "Table 5: agreement with the gender that words have",
            {_FORMS[name]: found for name, found in study.correspondence.items()},
            "Cohen’s κ between the side given and the one a word has by its meaning (animals, occupations) or by an inventory of "
            "stereotypes (traits).",
        ),
        _between(study),
        _correlations(study),
    ]


def _population(study: Stability) -> Table:
    rows = tuple(
        (NAMES[name], difference(each.mean), effect(each.sd) if each.sd >= 0.1 else f"{each.sd:.3f}", f"{each.words:,}")
        for name, each in study.population.items()
    )
    note = f"Over the most frequent words and all base pairs. NBM: {study.k} neighbours among {study.neutral_words:,} neutral words."
    return Table("Table 1: the measures over the vocabulary", ("measure", "mean", "sd", "words"), rows, note)


def _base_pairs(study: Stability) -> Table:
    rows = []
    for name, each in study.base_pairs.items():
        kappa, changed, one_side = PUBLISHED[name]
        rows.append(
            (
                NAMES[name],
                f"{effect(each.kappa)}{DECIDED}" if each.decided else f"{effect(each.kappa)} {landis_koch(each.kappa)}",
                effect(kappa),
                per_cent(each.changed),
                per_cent(changed),
                per_cent(each.one_side),
                per_cent(one_side),
                or_dash(each.flips, per_cent),
            )
        )
    header = ("measure", "κ", "published", "changed", "published ", "one side", "published  ", "flips")
    note = (
        "κ: Fleiss’ agreement of the sides over the base pairs. Changed: share of changes of the pair that move a word by a standard deviation "
        "(table 1) or more; the paper prints the complement. One side: share of words that lean the same way by all pairs. Flips: share of "
        f"words that change sides from {' to '.join(study.flips_between or ('woman–man', 'queen–king'))}; published for RIPA: 28 %. Published values: "
        "Google News word2vec, English."
    )
    return Table("Table 2: base pair stability", header, tuple(rows), note)


def _pair_names(study: Stability) -> tuple[str, ...]:
    return tuple(f"{label}{MARK if label in study.unstable else ''}" for label in study.pairs)


def _by_pair(study: Stability, title: str, parts: Mapping[str, ByPair | Lacking], note: str) -> Table:
    rows, skipped = [], []
    for name, part in parts.items():
        if isinstance(part, Lacking):
            skipped.append(f"{name or 'Capitalised pairs'}: not run, {part.skipped}.")
            continue
        for measure, kappas in part.kappas.items():
            cells = tuple(
                _kappa(kappas[label], label in part.decided[measure]) if label in kappas else "–"
                for label in study.pairs
            )
            rows.append(
                (name, NAMES[measure], f"{part.words}/{part.asked}", *cells, or_dash(part.mean(measure), effect))
            )
    header = ("", "measure", "words", *_pair_names(study), "mean")
    if any("–" in row for row in rows):
        skipped.append("–: not in the vectors both as listed and capitalised.")
    if any(cell.endswith(DECIDED) for row in rows for cell in row):
        skipped.append(_DECIDED_NOTE)
    return Table(title, header, tuple(rows), " ".join([note, *skipped]))


def _kappa(value: float, decided: bool) -> str:
    return effect(value) + (DECIDED if decided else "")


def _between(study: Stability) -> Table:
    rows = []
    for name, kappas in study.between_measures.items():
        one, other = name.split(" & ")
        mean = mean_kappa(kappas, study.between_decided[name])
        cells = (_kappa(kappas[label], label in study.between_decided[name]) for label in study.pairs)
        rows.append((f"{NAMES[one]} & {NAMES[other]}", *cells, or_dash(mean, effect)))
    header = ("measures", *_pair_names(study), "mean")
    note = "Cohen’s κ of the professions’ sides by two measures with the same pair."
    if any(study.between_decided.values()):
        note += f" {_DECIDED_NOTE}"
    return Table("Table 6: agreement between measures", header, tuple(rows), note)


def _correlations(study: Stability) -> Table:
    c = study.correlated
    rows = [
        ("κ with the others, mean", *(effect(study.pair_agreement[label]) for label in study.pairs)),
        ("r with the cosines", *(or_dash(c.r[label], effect) for label in study.pairs)),
        ("p, two-sided", *(or_dash(c.p[label], probability) for label in study.pairs)),
    ]
    (mean, sd), (word_mean, word_sd) = c.random_differences, c.random_words
    note = (
        "How the cosine between two pairs’ difference vectors goes with the agreement of their sides (direct bias), pair by pair. Differences "
        f"of random words have a mean cosine of {difference(mean)} (sd {effect(sd)}), random words one of {effect(word_mean)} (sd {effect(word_sd)})."
    )
    return Table("Figure 2 in numbers", ("", *_pair_names(study)), tuple(rows), note)


def _figures(study: Stability) -> list[Figure]:
    return [
        Figure(
            "Figure 1: one word, many scores",
            pictures.scores_by_pair(study, NAMES),
            "Positive: towards the first word of the pair, negative: towards the second. Dashed: mean and standard deviation over the vocabulary (table 1).",
        ),
        Figure(
            "Figure 2: pairs that point alike agree",
            pictures.kappas_by_cosine(study),
            "Each dot is two base pairs: the cosine of their difference vectors, and Cohen’s κ of the sides they give to the professions (direct bias). "
            "Hollow: one of them is unstable.",
        ),
    ]


def write_stability(study: Stability, path: str | os.PathLike[str]) -> Path:
    """Write the study as HTML, with what was noticed while reading; the file appears only when it is complete."""
    context = {
        "study": study,
        "language": languages.get(study.language).name,
        "findings": [*summary(study), *(notice.text for notice in study.warnings)],
        "tables": tables(study),
        "figures": _figures(study),
        "bibtex": bibtex(("zhang2021", "bolukbasi2016", "ethayarajh2019", "gonen2019", "bem1974")),
    }
    return write_page("stability.html", context, path)
