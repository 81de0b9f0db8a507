"""Generic masculine, occupations and grammatical gender in words, tables and figures (Gerard 2017, chapter 4)."""

from __future__ import annotations

from collections.abc import Sequence

from weatherglass.measure.result import Lacking
from weatherglass.plot import forms as pictures
from weatherglass.report.numbers import (
    correlation,
    difference,
    effect,
    interval_of,
    or_dash,
    p_cell,
    p_value,
    probability,
    some,
    span_cell,
)
from weatherglass.report.page import Figure, Section, Table, without_empty
from weatherglass.report.structure_bias import missing_name, not_run
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.genus import CAVEAT, Genus
from weatherglass.structure.occupations import Correlation, Occupations

_SIGNIFICANT = 0.05
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
    figures = (
        Figure(
            "Associations, sorted",
            pictures.sorted_associations(made),
            "Blue circles: masculine words, positive towards male terms. Orange squares: feminine words with their sign turned, positive towards female "
            "terms. Both are sorted for themselves, as in Gerard’s figure 4.4. Dotted: where neutral words as frequent lie on either scale; if all words leaned one "
            "way, the two curves would stand apart by as much as these lines do.",
        ),
    )
    return Section(
        anchor="generic-masculine",
        title="Generic masculine: are masculine words less male than feminine ones female?",
        findings=(
            *(_asymmetry(each) for each in made),
            *not_run(found),
        ),
        tables=(_means(made),) if made else (),
        figures=figures if made else (),
        lists=tuple(
            (f"Left out of {each.name}", tuple(map(missing_name, each.missing))) for each in made if each.missing
        ),
    )


def _asymmetry(each: Asymmetry) -> str:
    words = (
        f"{each.masculine.words} pairs of forms"
        if each.paired
        else f"{each.masculine.words} masculine and {each.feminine.words} feminine"
    )
    text = (
        f"{each.name} ({words}): the mean association with male rather than female terms is {difference(each.masculine.mean)} for masculine and "
        f"{difference(each.feminine.mean)} for feminine words."
    )
    if each.value is None or each.p is None:
        return f"{text} Whether that is an asymmetry or a lean of all words cannot be told: {each.no_neutral}."
    sure = "" if each.interval is None else f", {interval_of(each.interval, difference)}"
    numbers = f"{difference(each.value)}{sure}, p {p_value(each.p)}"
    # p takes the neutral means for known; the interval draws the neutral words again
    doubted = each.interval is not None and each.interval.low <= 0 <= each.interval.high
    if each.p.estimate >= _SIGNIFICANT or doubted:
        return f"{text} Seen from neutral words as frequent, no asymmetry is shown ({numbers}); that there is none is not shown either."
    if each.value > 0:
        return (
            f"{text} Seen from neutral words as frequent, the feminine words are more female than the masculine ones are male ({numbers}), "
            "as a generic masculine would have it."
        )
    return (
        f"{text} Seen from neutral words as frequent, the masculine words are more male than the feminine ones are female ({numbers}): the opposite of "
        "what a generic masculine would give."
    )


def _means(made: Sequence[Asymmetry]) -> Table:
    rows = tuple(
        (
            each.name,
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
        "words", "m/f", "masculine", "feminine", "neutral (m)", "neutral (f)", "asymmetry", "corrected", "95 % interval", "p", "Wilcoxon", "published",
    )  # fmt: skip
    note = (
        "Means of s(w, male terms, female terms): positive towards male. Neutral: the same of words that no list calls gendered, as frequent as the "
        "words of that column. Asymmetry: −feminine − masculine; corrected: after taking off the neutral means. p: two-sided, among exchanges within pairs (partitions where words "
        "come in no pairs); Wilcoxon: of signed ranks. Both take the neutral means for known, while the interval draws the neutral "
        "words again; an asymmetry is told where p is below 0.05 and the interval without 0. Published: Gerard (2017), German news, masculine and feminine means, without a correction or test."
    )
    return without_empty(Table("Means by form", header, rows, note))


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
        findings += [f"{each.table}: not run: {form.skipped}." for form in each.forms if isinstance(form, Lacking)]
        if correlations:
            figures.append(
                Figure(
                    each.title,
                    pictures.scatter(correlations, ranks=each.ranks_only),
                    "Up: towards the sex whose share is on the horizontal axis, as an association divided by its standard deviation (WEFAT). "
                    "Words are named where there is room.",
                )
            )
        lists.append((f"Source and caveats of {each.table}", (f"{each.source.rstrip('.')}. {each.caveat}",)))
        lists += [(f"Not found, {each.table}, {form.form}", form.missing) for form in correlations if form.missing]
    findings += not_run(found)
    return Section(
        anchor="occupations",
        title="Occupations: does the association follow who does the work?",
        findings=tuple(findings),
        tables=tuple(table for each in made if (table := _correlations(each)).rows),
        figures=tuple(figures),
        lists=tuple(lists),
    )


def _correlation(each: Occupations, form: Correlation) -> str:
    of = "men" if form.towards == "male" else "women"
    opening = f"{each.table}, {form.form} ({form.words} of {form.asked} words)"
    if form.r is None:
        assert form.gap is not None
        return (
            f"{opening}: association with {form.towards} terms and place in the order of the share of {of} correlate at ρ = {correlation(form.spearman)} "
            f"(p = {probability(form.spearman_p)}); Pearson’s r lies between {correlation(form.gap.low)} and {correlation(form.gap.high)}, "
            f"depending on which of {form.gap.places} words has no share.{_unless_shown(form.spearman_p)}"
        )
    sure = "" if form.interval is None else f"{interval_of(form.interval, correlation)}, "
    return (
        f"{opening}: association with {form.towards} terms and share of {of} correlate at r = {correlation(form.r)} ({sure}p = "
        f"{probability(form.p or 0.0)}; ρ = {correlation(form.spearman)}).{_unless_shown(form.p or 0.0)}"
    )


def _unless_shown(p: float) -> str:
    return "" if p < _SIGNIFICANT else " A correlation is not shown, nor that there is none."


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
                form.form,
                f"{form.towards}, share of {'men' if form.towards == 'male' else 'women'}",
                f"{form.words}/{form.asked}",
                r,
                span_cell(form.interval, correlation),
                p,
                correlation(form.spearman),
                span_cell(form.spearman_interval, correlation),
                probability(form.spearman_p),
                "–" if published is None else f"{correlation(published[0])}, {probability(published[1])}",
            )
        )
    header = ("form", "towards", "words", "r", "95 % interval", "p", "ρ", "95 % interval ", "p of ρ", "published r, p")
    about = ""
    if each.ranks_only:
        about = (
            "Only the order of the words is certain, so Spearman’s ρ is by their places, and r is the smallest and the largest, each with its p, over all places of the "
            "share that is missing. Published: Gerard (2017), table 4.2; r = 0.15 with p = 0.20 cannot be at 57 words."
        )
    return without_empty(Table(each.title, header, tuple(rows), about, texts=2))


def genus_section(found: Genus | Lacking) -> Section:
    title = "Grammatical gender of things"
    if isinstance(found, Lacking):
        return Section("genus", title, not_run([found]))
    result = found.result
    assert result.value is not None
    assert result.p is not None
    sure = "" if result.interval is None else f", {interval_of(result.interval)}"
    shown = (
        "Masculine nouns lie nearer to male terms than feminine nouns do"
        if result.value > 0
        else "Feminine nouns lie nearer to male terms than masculine nouns do"
    )
    opening = (
        shown if result.p.estimate < _SIGNIFICANT else "No difference between masculine and feminine nouns is shown"
    )
    others = "; ".join(
        f"among {each.sets} pairs of sets of {'random words' if each.kind == 'random' else 'words about other topics'} as extreme: {some(each.as_extreme / each.sets)}"
        for each in result.baseline
    )
    rows = tuple(
        (name, f"{n}/{asked}", or_dash(found.means.get(name), difference)) for name, (n, asked) in found.words.items()
    )
    groups = [
        (name, [(each.word, each.score) for each in found.scores if each.set == name])
        for name in dict.fromkeys(each.set for each in found.scores)
    ]
    return Section(
        anchor="genus",
        title=title,
        findings=(
            f"{opening}: d = {effect(result.value)}{sure}, p {p_value(result.p)}{f' ({others})' if others else ''}.",
            CAVEAT.text,
        ),
        tables=(
            Table("Mean association by gender", ("gender", "nouns", "mean"), rows, "Positive: nearer to male terms."),
        ),
        figures=(
            Figure(
                "Nouns by gender",
                pictures.strips(groups, ("male terms", "female terms")),
                "Each mark is a noun; the bar is the mean of its gender.",
            ),
        ),
        lists=tuple((f"Not found: {s.name}", s.missing) for s in result.coverage.sets if s.missing),
    )
