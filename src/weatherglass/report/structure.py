"""The structure of a space as sections of a page: directions and whole vocabularies here, the rest beside."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from weatherglass import language as languages
from weatherglass.errors import Notice
from weatherglass.measure.result import Lacking
from weatherglass.plot import forms as word_pictures
from weatherglass.plot import structure as pictures
from weatherglass.report.numbers import (
    correlation,
    counted,
    difference,
    effect,
    interval_of,
    or_dash,
    per_cent,
    share_of,
)
from weatherglass.report.page import Figure, Section, Table, write_page
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.structure_bias import EXTREMES, bias_section, not_run
from weatherglass.report.structure_forms import genus_section, masculine_section, occupations_section
from weatherglass.structure.structure import Structure
from weatherglass.structure.subspace import COMPONENTS, Subspace
from weatherglass.structure.vocabulary import SURPRISING, Projected, Projections, Vocabulary
from weatherglass.words.references import bibtex

CITED = ("bolukbasi2016", "gerard2017", "papakyriakopoulos2020", "caliskan2017")
_LOWEST = 12  # pairs of a long list that are told one by one


def sections(structure: Structure, extremes: int = EXTREMES) -> list[Section]:
    """Of the parts that were examined."""
    found = []
    if structure.subspaces:
        found.append(_subspace_section(structure.subspaces))
    if structure.biases:
        found.append(bias_section(structure.biases, extremes))
    if structure.generic_masculine:
        found.append(masculine_section(structure.generic_masculine))
    if structure.occupations:
        found.append(occupations_section(structure.occupations))
    if structure.genus is not None:
        found.append(genus_section(structure.genus))
    if structure.vocabulary is not None:
        found.append(_vocabulary_section(structure.vocabulary))
    return found


def notes(structure: Structure, said: Iterable[Section]) -> list[Notice]:
    """What to know beside the sections; what is said among their findings is left out."""
    told = {finding for section in said for finding in section.findings}
    return [notice for notice in structure.warnings if notice.text not in told]


def write_structure(structure: Structure, path: str | os.PathLike[str], extremes: int = EXTREMES) -> Path:
    """Write the sections as one HTML file; it appears only when it is complete."""
    said = sections(structure, extremes)
    context = {
        "structure": structure,
        "language": languages.get(structure.language).name,
        "sections": said,
        "notes": notes(structure, said),
        "bibtex": bibtex(CITED),
    }
    return write_page("structure.html", context, path)


def projections_csv(found: Projections) -> str:
    """Every word with its rank and projection."""
    import polars as pl

    return csv_text(pl.DataFrame({"word": found.words, "rank": found.ranks + 1, "projection": found.values}))


def _subspace_section(found: Sequence[Subspace | Lacking]) -> Section:
    made = [each for each in found if isinstance(each, Subspace)]
    figures: list[Figure] = []
    if made:
        figures.append(
            Figure(
                "Variance explained by component",
                pictures.components(made),
                "Bars: share of the variance of the pairs’ differences. Orange: 5 to 95 % of lists of random pairs as frequent, and their mean.",
            )
        )
        figures += [
            Figure(
                f"Pairs along the direction: {each.list}",
                pictures.loadings(each),
                "Cosine of each pair’s difference with the direction that the other pairs give. Orange: no more along it than differences of random words.",
            )
            for each in made
        ]
    return Section(
        anchor="subspace",
        title="Is there one direction of gender?",
        findings=(
            *(_direction(each) for each in made),
            *not_run(found),
        ),
        tables=(_components(made),) if made else (),
        figures=tuple(figures),
        folded=tuple(_loadings(each) for each in made),
        lists=tuple(
            (f"Pairs left out of {each.list}", each.coverage.missing) for each in made if each.coverage.missing
        ),
    )


def _direction(each: Subspace) -> str:
    sure = "" if each.interval is None else f" ({interval_of(each.interval, per_cent)})"
    text = f"{each.list} ({each.coverage.found} of {each.coverage.asked} pairs): the first component explains {per_cent(each.shares[0])} of the variance of the differences{sure}"
    second = f", the second {per_cent(each.shares[1])}" if len(each.shares) > 1 else ""
    if each.random is None:
        return f"{text}{second}. Whether that is a dominant direction cannot be told: {each.no_random}."
    compared = f"random pairs reach {per_cent(each.random.high[0])} in 5 % of {each.random.draws} draws"
    verdict = "a dominant direction" if each.dominant else "no dominant direction"
    if not each.dominant and each.shares[0] > each.random.high[0]:
        verdict += f", as {'half of the pairs or more do not go along' if each.going_along <= 0.5 else 'it does not lead the second by more than random pairs do'}"
    if each.follows_frequency:
        verdict += f", but much of it is frequency: its cosine with the mean difference of random words as frequent as the pairs’ words is {correlation(each.random.frequency)}"
    outliers = [loading.pair for loading in each.loadings if loading.outlier]
    left = (
        f" Pairs that do not go along: {', '.join(outliers[:_LOWEST])}{', …' if len(outliers) > _LOWEST else ''}."
        if outliers
        else ""
    )
    return f"{text}{second}; {compared}: {verdict}.{left}"


def _components(made: Sequence[Subspace]) -> Table:
    rows = []
    for each in made:
        cells = [*(share_of(share) for share in each.shares), *["–"] * (COMPONENTS - len(each.shares))]
        verdict = {True: "yes", False: "no", None: "not known"}[each.dominant]
        rows.append((each.list, f"{each.coverage.found}/{each.coverage.asked}", *cells, verdict))
        if each.random is not None:
            random = [*(share_of(share) for share in each.random.high), *["–"] * (COMPONENTS - len(each.random.high))]
            rows.append(("\u2003random pairs, 95 % point", "", *random, ""))
    header = ("list", "pairs", *(str(i + 1) for i in range(COMPONENTS)), "dominant")
    note = (
        "Principal components of the pairs’ words, each pair centred at its middle (Bolukbasi et al. 2016). Dominant: the first component explains more, and "
        "leads the second by more, than 95 % of lists of random pairs as frequent, and most pairs go along with the direction of the others. With as many pairs as components the shares add up to 100 % whatever the words."
    )
    return Table("Variance explained by component", header, tuple(rows), note)


def _loadings(each: Subspace) -> Table:
    ordered = sorted(each.loadings, key=lambda loading: loading.cosine)[:_LOWEST]
    rows = tuple((loading.pair, effect(loading.cosine), "outlier" if loading.outlier else "") for loading in ordered)
    note = "The pairs that lie least along the direction of the others." if len(each.loadings) > _LOWEST else ""
    if each.random is not None:
        note += f" One in twenty differences of random words reaches a cosine of {effect(each.random.cosine)}."
    return Table(f"Pairs: {each.list}", ("pair", "cosine with the others’ direction", ""), rows, note.strip())


def _vocabulary_section(found: Vocabulary | Lacking) -> Section:
    title = "The whole vocabulary on the direction"
    if isinstance(found, Lacking):
        return Section("vocabulary", title, not_run([found]))
    first, second = found.sides
    doubt = "" if found.dominant else " That direction is not dominant, so that little should be built on it."
    findings = [
        f"{counted(found.words, 'word')} were projected on the direction of the list “{found.list}”; {found.neutral:,} of them count as neutral, and their mean "
        f"({difference(found.mean)}) is taken off.{doubt}",
        f"Half of the pairs’ {first} words lie beyond {difference(found.typical[0])}, half of the {second} ones beyond {difference(found.typical[1])}; the standard "
        f"deviation of neutral words is {found.sd:.3f}.",
        f"Surprising, as no list and no ending calls them gendered, yet as far out as half of the pairs’ words and by {SURPRISING} standard deviations: "
        f"{counted(found.surprising_counts[0], 'word')} on the {first} side, {counted(found.surprising_counts[1], 'word')} on the {second} side. They need reading: names "
        "of people, adjectives that agree with a noun, and topics are among them.",
    ]
    if isinstance(found.inclusive, Lacking):
        findings.append(f"Gender-inclusive forms: not run: {found.inclusive.skipped}.")
    tables = [_bands(found), _surprising(found)]
    if not isinstance(found.inclusive, Lacking):
        tables.append(_inclusive(found))
    figures = (
        Figure(
            "Projections of all words",
            word_pictures.histogram(found),
            "Dashed: the middle of the pairs’ words on either side.",
        ),
    )
    lists = (("Words of the pairs on the other side of zero", tuple(map(_projected, found.unexpected))),)
    return Section(
        "vocabulary", title, tuple(findings), tuple(tables), figures, lists=lists if found.unexpected else ()
    )


def _projected(each: Projected) -> str:
    return f"{each.word} ({difference(each.value)})"


def _words(found: Iterable[Projected]) -> str:
    return ", ".join(map(_projected, found)) or "–"


def _bands(found: Vocabulary) -> Table:
    rows = tuple(
        (
            f"{band.first:,}–{band.last:,}",
            _words(band.towards_first),
            _words(band.towards_second),
            f"{band.words:,}",
            difference(band.mean),
            f"{band.sd:.3f}",
        )
        for band in found.bands
    )
    header = ("rank", f"most {found.sides[0]}", f"most {found.sides[1]}", "words", "mean", "sd")
    title, order = "Extremes by frequency", "By rank in the file, which stands for frequency."
    if not found.by_frequency:
        title, order = (
            "Extremes",
            "The file’s rows are in alphabetical order, so that frequent and rare words stand together.",
        )
    note = f"{order} Rare words have poor vectors: extremes among them are the least reliable."
    return Table(title, header, rows, note, texts=3)


def _surprising(found: Vocabulary) -> Table:
    rows = tuple((side, _words(words)) for side, words in zip(found.sides, found.surprising, strict=True))
    note = f"{found.with_partner:,} words with a partner of the other gender in the vocabulary, by their ending, are left out, as are those of the language’s list of gendered words."
    return Table("Surprising words", ("side", "words"), rows, note, texts=2)


def _inclusive(found: Vocabulary) -> Table:
    assert not isinstance(found.inclusive, Lacking)
    rows = tuple(
        (
            each.word,
            each.feminine,
            each.masculine,
            difference(each.value),
            difference(each.feminine_value),
            difference(each.masculine_value),
            or_dash(each.place, correlation),
        )
        for each in found.inclusive
    )
    header = ("inclusive", "feminine", "masculine", "projection", "feminine ", "masculine ", "place")
    note = "Place: 0 where the masculine form lies, 1 where the feminine one does; beyond that range where the form lies outside both."
    return Table("Gender-inclusive forms", header, rows, note, texts=3)
