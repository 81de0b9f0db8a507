"""Generic masculine, occupations and grammatical gender in words, tables and figures (Gerard 2017, chapter 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from weatherglass.measure.result import Lacking
from weatherglass.plot.figure import picture
from weatherglass.plot.forms import asymmetries, nouns, occupation_shares
from weatherglass.plot.labels import translated
from weatherglass.report.document import Figure, Section, Table, without_empty
from weatherglass.report.structure_bias import heads, joined, missing_name, not_run, numbers_said
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.genus import CAVEAT, Genus
from weatherglass.structure.occupations import Correlation, Occupations
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import (
    correlation,
    difference,
    effect,
    interval_of,
    or_dash,
    p_cell,
    probability,
    some,
    span_cell,
)

# Gerard 2017, section 4.3: mean association of masculine and feminine words; and table 4.2: r and p by form.
PUBLISHED_MEANS = {"job titles of the thesis": (0.05, -0.11), "first names of the thesis": (0.04, -0.11)}
PUBLISHED_R = {
    "masculine singular": (0.32, 0.02),
    "masculine plural": (0.24, 0.07),
    "feminine singular": (0.15, 0.20),
    "feminine plural": (0.15, 0.32),
}


def masculine_section(found: Sequence[Asymmetry | Lacking]) -> Section:
    made = [each for each in found if isinstance(each, Asymmetry)]
    figures: tuple[Figure, ...] = ()
    if made:
        heading = say("structure.masculine.figure")
        figures = (Figure(heading, partial(picture, heading, asymmetries, made), say("structure.masculine.caption")),)
    return Section(
        anchor="generic-masculine",
        title=say("structure.title.generic-masculine"),
        findings=(*(_asymmetry(each) for each in made), *not_run(found)),
        tables=(_means(made),) if made else (),
        figures=figures,
        lists=tuple(
            (say("structure.missing.left_out", list=_named(each)), tuple(map(missing_name, each.missing)))
            for each in made
            if each.missing
        ),
    )


def _named(each: Asymmetry) -> str:
    return translated("structure.name", each.name)


def _asymmetry(each: Asymmetry) -> str:
    means = say(
        "structure.masculine.means",
        name=_named(each),
        words=say("structure.bias.paired", n=each.masculine.words)
        if each.paired
        else say("structure.masculine.words", masculine=each.masculine.words, feminine=each.feminine.words),
        masculine=difference(each.masculine.mean),
        feminine=difference(each.feminine.mean),
    )
    if each.value is None or each.p is None:
        return f"{means} {say('structure.masculine.unknown', reason=each.no_neutral)}"
    numbers = numbers_said(difference(each.value), each.interval, each.p, difference)
    return f"{means} {say(f'structure.masculine.{each.verdict}', numbers=numbers)}"


def _means(made: Sequence[Asymmetry]) -> Table:
    rows = tuple(
        (
            _named(each),
            f"{each.masculine.words}/{each.feminine.words}",
            difference(each.masculine.mean),
            difference(each.feminine.mean),
            or_dash(each.masculine.neutral, difference),
            or_dash(each.feminine.neutral, difference),
            difference(each.raw),
            or_dash(each.value, difference),
            span_cell(each.interval, difference),
            or_dash(each.p, p_cell),
            or_dash(each.wilcoxon_p, probability),
            _published(each),
        )
        for each in made
    )
    header = (
        *heads("words", "m_f", "masculine", "feminine", "neutral_m", "neutral_f", "asymmetry", "corrected", "interval"),
        "p", "Wilcoxon", *heads("published"),
    )  # fmt: skip
    return without_empty(Table(say("structure.masculine.title"), header, rows, say("structure.masculine.note")))


def _published(each: Asymmetry) -> str:
    if each.name not in PUBLISHED_MEANS:
        return "–"
    return " / ".join(map(effect, PUBLISHED_MEANS[each.name]))


def occupations_section(found: Sequence[Occupations | Lacking]) -> Section:
    made = [each for each in found if isinstance(each, Occupations)]
    findings: list[str] = []
    figures: list[Figure] = []
    lists: list[tuple[str, tuple[str, ...]]] = []
    for each in made:
        correlations = [form for form in each.forms if isinstance(form, Correlation)]
        findings += [_correlation(each, form) for form in correlations]
        findings += [
            say("structure.occupations.not_run", table=each.table, reason=form.skipped)
            for form in each.forms
            if isinstance(form, Lacking)
        ]
        if correlations:
            shown = partial(picture, each.title, occupation_shares, each)
            figures.append(Figure(each.title, shown, say("structure.occupations.caption")))
        source = say("structure.occupations.source", table=each.table)
        lists.append((source, (f"{each.source.rstrip('.')}. {each.caveat}",)))
        lists += [
            (say("structure.occupations.not_found", table=each.table, form=_form(form)), form.missing)
            for form in correlations
            if form.missing
        ]
    return Section(
        anchor="occupations",
        title=say("structure.title.occupations"),
        findings=(*findings, *not_run(found)),
        tables=tuple(table for each in made if (table := _correlations(each)).rows),
        figures=tuple(figures),
        lists=tuple(lists),
    )


def _form(form: Correlation) -> str:
    return translated("structure.form", form.form)


def _correlation(each: Occupations, form: Correlation) -> str:
    opening = {"table": each.table, "form": _form(form), "words": form.words, "asked": form.asked}
    if form.r is None:
        assert form.gap is not None
        found = say(
            f"structure.occupations.order_{form.towards}",
            **opening,
            rho=correlation(form.spearman),
            p=probability(form.spearman_p),
            low=correlation(form.gap.low),
            high=correlation(form.gap.high),
            places=form.gap.places,
        )
    else:
        sure = [] if form.interval is None else [interval_of(form.interval, correlation)]
        found = say(
            f"structure.occupations.share_{form.towards}",
            **opening,
            r=correlation(form.r),
            sure=joined([*sure, f"p = {probability(form.p or 0.0)}"]),
            rho=correlation(form.spearman),
        )
    return found if form.shown else f"{found} {say('structure.occupations.not_shown')}"


def _correlations(each: Occupations) -> Table:
    rows = []
    for form in each.forms:
        if isinstance(form, Lacking):
            continue
        r = (
            or_dash(form.r, correlation)
            if form.gap is None
            else f"{correlation(form.gap.low)} … {correlation(form.gap.high)}"
        )
        p = (
            or_dash(form.p, probability)
            if form.gap is None
            else f"{probability(form.gap.p_of_low)} … {probability(form.gap.p_of_high)}"
        )
        published = PUBLISHED_R.get(form.form) if each.ranks_only else None
        rows.append(
            (
                _form(form),
                say(f"structure.occupations.towards_{form.towards}"),
                f"{form.words}/{form.asked}",
                r,
                span_cell(form.interval, correlation),
                p,
                correlation(form.spearman),
                span_cell(form.spearman_interval, correlation),
                probability(form.spearman_p),
                "–" if published is None else joined([correlation(published[0]), probability(published[1])]),
            )
        )
    again = (f"{name} " for name in heads("interval"))
    header = (
        *heads("form", "towards", "words"), "r", *heads("interval"), "p", "ρ", *again, *heads("p_of_rho", "published_r"),
    )  # fmt: skip
    about = say("structure.occupations.order_note") if each.ranks_only else ""
    return without_empty(Table(each.title, header, tuple(rows), about, texts=2))


def genus_section(found: Genus | Lacking) -> Section:
    title = say("structure.title.genus")
    if isinstance(found, Lacking):
        return Section("genus", title, not_run([found]))
    rows = tuple(
        (translated("structure.gender", name), f"{n}/{asked}", or_dash(found.means.get(name), difference))
        for name, (n, asked) in found.words.items()
    )
    heading = say("structure.genus.figure")
    figures = (Figure(heading, partial(picture, heading, nouns, found), say("structure.genus.caption")),)
    means = Table(say("structure.genus.title"), heads("gender", "nouns", "mean"), rows, say("structure.genus.note"))
    return Section(
        anchor="genus",
        title=title,
        findings=(_nearer(found), say(f"warning.{CAVEAT.code}.explained")),
        tables=(means,),
        figures=figures,
        lists=tuple(
            (say("structure.genus.not_found", set=translated("structure.gender", s.name)), s.missing)
            for s in found.result.coverage.sets
            if s.missing
        ),
    )


def _nearer(found: Genus) -> str:
    result = found.result
    assert result.value is not None
    assert result.p is not None
    others = "; ".join(
        say(f"structure.genus.{each.kind}", sets=each.sets, share=some(each.as_extreme / each.sets))
        for each in result.baseline
    )
    numbers = numbers_said(f"d = {effect(result.value)}", result.interval, result.p)
    return say(f"structure.genus.{found.verdict}", numbers=numbers, others=f" ({others})" if others else "")
