"""The structure of a space as a report: directions and whole vocabularies here, the rest beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from weatherglass.errors import Notice
from weatherglass.measure.result import Lacking
from weatherglass.plot.figure import picture
from weatherglass.plot.forms import vocabulary_histogram
from weatherglass.plot.labels import translated
from weatherglass.plot.structure import pairs_along, variance
from weatherglass.report.document import Document, Figure, Section, Table
from weatherglass.report.identity import for_methods, language_name, of_vectors
from weatherglass.report.structure_bias import bias_section, heads, joined, not_run
from weatherglass.report.structure_forms import genus_section, masculine_section, occupations_section
from weatherglass.report.structure_tables import tables
from weatherglass.structure.general_bias import GeneralBias
from weatherglass.structure.structure import Structure, is_gendered
from weatherglass.structure.subspace import COMPONENTS, Subspace
from weatherglass.structure.vocabulary import SURPRISING, Projected, Vocabulary
from weatherglass.wording.messages import known, say
from weatherglass.wording.numbers import (
    correlation,
    counted,
    difference,
    effect,
    interval_of,
    or_dash,
    per_cent,
    share_of,
)

CITED = ("bolukbasi2016", "gerard2017", "papakyriakopoulos2020", "caliskan2017")
MOST_FINDINGS = 6
_LOWEST = 12  # pairs of a long list that are told one by one


def document(structure: Structure) -> Document:
    """What was examined, as a report."""
    said = sections(structure)
    alone = len(said) == 1
    return Document(
        kind="structure",
        name=structure.embedding["name"],
        identity=_identity(structure),
        findings=tuple(sentence for section in said for sentence in section.findings[: None if alone else 1])[
            :MOST_FINDINGS
        ],
        mind=say("structure.mind"),
        warnings=tuple(notes(structure, said)),
        sections=tuple(said),
        limits=tuple(_limits(structure)),
        methods=(_methods(structure, said),),
        command=structure.command,
        cited=CITED,
        data=structure.to_dict(),
        tables=tables(structure),
    )


def sections(structure: Structure) -> list[Section]:
    """Of the parts that were examined, with their figures or without."""
    found = []
    if structure.subspaces:
        found.append(_subspace_section(structure.subspaces))
    if structure.biases:
        found.append(bias_section(structure.biases, structure.extremes))
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
    return [notice for notice in structure.warnings if _explained(notice) not in told]


def _explained(notice: Notice) -> str:
    key = f"warning.{notice.code}.explained"
    return say(key) if known(key) else notice.text


def _identity(structure: Structure) -> tuple[tuple[str, str], ...]:
    return (say("report.lists_language"), language_name(structure.language)), *of_vectors(structure.embedding)


def _limits(structure: Structure) -> Iterable[str]:
    if is_gendered(structure.language):
        yield say("structure.limit.grammar")
    yield say("structure.limit.lists")
    if structure.biases:
        yield say("structure.limit.two_sides")
    if structure.biases or structure.vocabulary is not None:
        yield say("structure.limit.extremes")


def _methods(structure: Structure, said: Iterable[Section]) -> str:
    draws = next(
        (each.random.draws for each in structure.subspaces if isinstance(each, Subspace) and each.random is not None),
        next((each.shuffled.draws for each in structure.biases if isinstance(each, GeneralBias)), 0),
    )
    opening = say(
        "structure.method.opening",
        **for_methods(structure.embedding),
        language=language_name(structure.language),
    )
    drawn = [say("structure.method.draws", draws=draws)] if draws else []
    parts = [say(f"structure.method.{section.anchor}") for section in said]
    return " ".join([opening, *parts, *drawn, say("structure.method.seed", seed=str(structure.seed))])


def _subspace_section(found: Sequence[Subspace | Lacking]) -> Section:
    made = [each for each in found if isinstance(each, Subspace)]
    figures: list[Figure] = []
    if made:
        heading = say("structure.variance.title")
        figures.append(Figure(heading, partial(picture, heading, variance, made), say("structure.variance.caption")))
        for each in made:
            heading = say("structure.loading.figure", list=each.list)
            figures.append(
                Figure(heading, partial(picture, heading, pairs_along, each), say("structure.loading.caption"))
            )
    return Section(
        anchor="subspace",
        title=say("structure.title.subspace"),
        findings=(*(_direction(each) for each in made), *not_run(found)),
        tables=(_components(made),) if made else (),
        figures=tuple(figures),
        folded=tuple(_loadings(each) for each in made),
        lists=tuple(
            (say("structure.loading.left_out", list=each.list), each.coverage.missing)
            for each in made
            if each.coverage.missing
        ),
    )


def _direction(each: Subspace) -> str:
    opening = say(
        "structure.direction.explains",
        list=each.list,
        found=each.coverage.found,
        asked=each.coverage.asked,
        share=per_cent(each.shares[0]),
        sure="" if each.interval is None else f" ({interval_of(each.interval, per_cent)})",
        second=say("structure.direction.second", share=per_cent(each.shares[1])) if len(each.shares) > 1 else "",
    )
    if each.random is None:
        return say("structure.direction.unknown", opening=opening, reason=each.no_random)
    verdict = say(f"structure.direction.{_verdict(each)}")
    if each.follows_frequency:
        verdict = say("structure.direction.frequency", verdict=verdict, cosine=correlation(each.random.frequency))
    compared = say(
        "structure.direction.compared",
        opening=opening,
        high=per_cent(each.random.high[0]),
        draws=each.random.draws,
        verdict=verdict,
    )
    outliers = [loading.pair for loading in each.loadings if loading.outlier]
    if not outliers:
        return compared
    named = joined(outliers[:_LOWEST] if len(outliers) <= _LOWEST else [*outliers[:_LOWEST], "…"])
    return f"{compared} {say('structure.direction.outliers', pairs=named)}"


def _verdict(each: Subspace) -> str:
    if each.dominant:
        return "dominant"
    assert each.random is not None
    if each.shares[0] <= each.random.high[0]:
        return "not_dominant"
    return "half_elsewhere" if each.going_along <= 0.5 else "no_lead"


def _components(made: Sequence[Subspace]) -> Table:
    rows = []
    for each in made:
        cells = [*(share_of(share) for share in each.shares), *["–"] * (COMPONENTS - len(each.shares))]
        verdict = {True: "yes", False: "no", None: "not_known"}[each.dominant]
        found = f"{each.coverage.found}/{each.coverage.asked}"
        rows.append((each.list, found, *cells, say(f"structure.variance.{verdict}")))
        if each.random is not None:
            random = [*(share_of(share) for share in each.random.high), *["–"] * (COMPONENTS - len(each.random.high))]
            rows.append((f"\u2003{say('structure.variance.random')}", "", *random, ""))
    header = (*heads("list", "pairs"), *(str(i + 1) for i in range(COMPONENTS)), *heads("dominant"))
    return Table(say("structure.variance.title"), header, tuple(rows), say("structure.variance.note"))


def _loadings(each: Subspace) -> Table:
    ordered = sorted(each.loadings, key=lambda loading: loading.cosine)[:_LOWEST]
    outlier = say("structure.loading.outlier")
    rows = tuple((loading.pair, effect(loading.cosine), outlier if loading.outlier else "") for loading in ordered)
    note = [say("structure.loading.lowest")] if len(each.loadings) > _LOWEST else []
    if each.random is not None:
        note.append(say("structure.loading.random", cosine=effect(each.random.cosine)))
    header = (*heads("pair", "cosine_with_others"), "")
    return Table(say("structure.loading.title", list=each.list), header, rows, " ".join(note))


def _vocabulary_section(found: Vocabulary | Lacking) -> Section:
    title = say("structure.title.vocabulary")
    if isinstance(found, Lacking):
        return Section("vocabulary", title, not_run([found]))
    first, second = _sides(found)
    projected = say(
        "structure.vocabulary.projected",
        words=counted(found.words, "word"),
        list=found.list,
        neutral=found.neutral,
        mean=difference(found.mean),
    )
    findings = [
        projected if found.dominant else f"{projected} {say('structure.vocabulary.doubt')}",
        say(
            "structure.vocabulary.typical",
            first=first,
            beyond_first=difference(found.typical[0]),
            second=second,
            beyond_second=difference(found.typical[1]),
            sd=f"{found.sd:.3f}",
        ),
        say(
            "structure.vocabulary.surprising",
            sds=SURPRISING,
            on_first=counted(found.surprising_counts[0], "word"),
            first=first,
            on_second=counted(found.surprising_counts[1], "word"),
            second=second,
        ),
    ]
    if isinstance(found.inclusive, Lacking):
        findings.append(say("structure.vocabulary.no_inclusive", reason=found.inclusive.skipped))
    made = [_bands(found), _surprising(found)]
    if not isinstance(found.inclusive, Lacking):
        made.append(_inclusive(found))
    heading = say("structure.vocabulary.figure")
    shown = partial(picture, heading, vocabulary_histogram, found)
    figures = (Figure(heading, shown, say("structure.vocabulary.caption")),)
    lists = ((say("structure.vocabulary.unexpected"), tuple(map(_projected, found.unexpected))),)
    return Section(
        "vocabulary",
        title,
        tuple(findings),
        tuple(made),
        figures,
        lists=lists if found.unexpected else (),
    )


def _sides(found: Vocabulary) -> tuple[str, str]:
    first, second = (translated("structure.side", side) for side in found.sides)
    return first, second


def _projected(each: Projected) -> str:
    return f"{each.word} ({difference(each.value)})"


def _words(found: Iterable[Projected]) -> str:
    return joined(map(_projected, found)) or "–"


def _bands(found: Vocabulary) -> Table:
    rows = tuple(
        (
            say("structure.vocabulary.ranks", first=band.first, last=band.last),
            _words(band.towards_first),
            _words(band.towards_second),
            say("structure.vocabulary.number", number=band.words),
            difference(band.mean),
            f"{band.sd:.3f}",
        )
        for band in found.bands
    )
    most = (say("structure.vocabulary.most", side=side) for side in _sides(found))
    header = (*heads("rank"), *most, *heads("number_of_words", "mean", "sd"))
    by = "by_frequency" if found.by_frequency else "by_alphabet"
    note = f"{say(f'structure.vocabulary.{by}')} {say('structure.vocabulary.rare')}"
    return Table(say(f"structure.vocabulary.extremes_{by}"), header, rows, note, texts=3)


def _surprising(found: Vocabulary) -> Table:
    rows = tuple((side, _words(words)) for side, words in zip(_sides(found), found.surprising, strict=True))
    note = say("structure.vocabulary.partners", n=found.with_partner)
    return Table(say("structure.vocabulary.surprising_words"), heads("side", "words"), rows, note, texts=2)


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
    # the same names twice: the words, and then their projections
    again = (f"{name} " for name in heads("feminine", "masculine"))
    header = (*heads("inclusive", "feminine", "masculine", "projection"), *again, *heads("place"))
    return Table(
        say("structure.vocabulary.inclusive"), header, rows, say("structure.vocabulary.inclusive_note"), texts=3
    )
