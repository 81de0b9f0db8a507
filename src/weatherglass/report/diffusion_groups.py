"""Which names a sentiment classifier scores higher: groups compared in words, tables and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from weatherglass.downstream.diffused import ALPHA, Balanced, Classified, Compared, Diffusion, Group, Pair
from weatherglass.plot import diffusion as pictures
from weatherglass.report.mitigation_tests import said_of
from weatherglass.report.numbers import (
    effect,
    group_bias,
    interval_of,
    odds,
    or_dash,
    p_said,
    per_cent,
    probability,
    score,
    share_of,
    span,
    span_cell,
)
from weatherglass.report.page import Figure, Section, Table, without_empty

TITLES = {"svm": "Linear support vector machine", "logistic": "Logistic regression"}
NEAR_CHANCE = "near chance"
AS_ABOVE = "To be read as the one above."
_NAMED = 4  # pairs that a sentence names
_PLURAL = {"population": "populations", "sex": "sexes"}
_MEANING = (
    "What a score means: S is log10 of the odds of “positive” that the classifier gives a word. 0 stands for even odds; 0.30 more doubles the odds, and 1 more makes them ten times as high. "
    "B_c is the absolute difference of two groups’ mean scores; 10 to the power of it is the ratio of their odds."
)


def called(each: Classified) -> str:
    """The classifier's kind, within a sentence."""
    return TITLES[each.kind].lower()


def verdict_sections(found: Diffusion) -> list[Section]:
    """One for each classifier: what it can tell, and what that means for groups."""
    return [
        Section(
            anchor=f"verdict-{each.kind}",
            title=f"Does it reach the {called(each)}?",
            findings=(*_verdict(each), *([_MEANING] if i == 0 else [])),
            tables=() if each.near_chance else (_overall(each),),
        )
        for i, each in enumerate(found.classified)
    ]


def _verdict(each: Classified) -> Iterable[str]:
    accuracy = f"On held-out words it is right for {said_of(each.accuracy, share_of)}, the mean of both classes"
    if each.near_chance:
        yield (
            f"{accuracy}, where guessing gives {per_cent(0.5)}. A classifier that can hardly tell good words from bad ones cannot be asked whom it prefers: nothing is said of groups, "
            "and its figures are grey."
        )
        return
    yield f"{accuracy} ({share_of(each.right)} of all words); guessing gives {per_cent(0.5)}. No held-out word shares its lemma with one that was trained on."
    before = each.stages[0]
    if before.populations is not None:
        yield f"Populations: {_groups_said(before.populations)}"
        if before.populations.h is not None and len(before.populations.pairs) > 1:
            pairs = before.populations
            yield f"Pairs of populations: {_clear_said(pairs.clear_pairs, pairs.pairs, 'pairs')}"
    if before.sexes is not None:
        yield f"Sexes: {_groups_said(before.sexes)}"
    if before.within and any(pair.p is not None for pair in before.within):
        clear = [pair for pair in before.within if pair.clear]
        yield f"Sexes within populations: {_clear_said(clear, before.within, 'populations')}"
    if before.balanced is not None and before.balanced.p is not None:
        yield _balanced_said(before.balanced, before.balanced.p)


def _balanced_said(found: Balanced, p: float) -> str:
    """The difference of sexes that does not come from which populations have more names of either."""
    higher = "female" if found.difference >= 0 else "male"
    ends = "" if found.interval is None else f" ({interval_of(found.interval, score)})"
    clear = "clear" if p < ALPHA else "not clear, which does not show that there is none"
    return (
        f"Sexes with populations held equal: over all names, the sexes also differ in which populations they are of. As the mean over the {found.populations} populations with enough names of both, "
        f"{found.names:,} names, female names score {score(found.difference)}{ends} against male ones, so {higher} names higher; {p_said(p)} when the sexes are dealt within populations: {clear}."
    )


def _groups_said(compared: Compared) -> str:
    """Who is highest and lowest, B_c beside its floor, and the test over all groups."""
    if compared.h is None or compared.p is None:
        return "all names get the same score, so that there is nothing to rank and no difference between groups."
    highest = max(compared.groups, key=lambda group: group.mean)
    lowest = min(compared.groups, key=lambda group: group.mean)
    two = len(compared.groups) == 2
    first, last = ("a higher mean score", "a lower one") if two else ("the highest mean score", "the lowest")
    overall = "" if two else f", as a mean over {len(compared.pairs)} pairs (a ratio of odds of {odds(compared.bias)})"
    beside = f"the same names dealt to the groups at random give {group_bias(compared.floor)}"
    if compared.bias <= compared.floor:
        beside += ", so that this is no more than chance gives"
    explained = "" if compared.explained is None else f"; groups explain {per_cent(compared.explained)} of the variation of ranks"  # fmt: skip
    apart = "" if compared.p < ALPHA else ". The groups are not clearly apart, which does not show that they are alike"
    return (
        f"{highest.name} names get {first}, {_mean_said(highest)}, and {lowest.name} names {last}, {_mean_said(lowest, level=False)}: by these means the odds of “positive” are "
        f"{odds(highest.mean - lowest.mean)} times as high. B_c = {group_bias(compared.bias)}{overall}; {beside}. "
        f"{_test_said(compared, compared.h, compared.p)}{explained}{apart}."
    )


def _test_said(compared: Compared, h: float, p: float) -> str:
    """Of two groups, the test by which they are published."""
    if len(compared.pairs) == 1 and (pair := compared.pairs[0]).u is not None and pair.p is not None:
        return f"Mann–Whitney U = {_u(pair.u)}, {p_said(pair.p)}"
    return f"Kruskal–Wallis H = {effect(h)}, {p_said(p)}"


def _u(u: float) -> str:
    """A whole number, or a half where scores are equal."""
    return f"{u:,.10g}"


def _mean_said(group: Group, *, level: bool = True) -> str:
    if group.interval is None:
        return score(group.mean)
    ends = interval_of(group.interval, score) if level else span(group.interval, score)
    return f"{score(group.mean)} ({ends})"


def _clear_said(clear: Sequence[Pair], among: Sequence[Pair], what: str) -> str:
    """How many differences are clear, and the largest of them."""
    if not clear:
        return f"in none of {len(among)} {what} is the difference clear after Holm’s correction, which does not show that there is none."
    return f"in {len(clear)} of {len(among)} {what} the difference is clear after Holm’s correction: {largest(clear)}."


def largest(pairs: Sequence[Pair], most: int = _NAMED) -> str:
    """The pairs with the largest differences, with their numbers; that there are more is said."""
    ordered = sorted(pairs, key=lambda pair: -pair.bias)
    said = "; ".join(
        f"{upwards(pair)}{'' if pair.p_holm is None else f' ({p_said(pair.p_holm)})'}" for pair in ordered[:most]
    )  # fmt: skip
    rest = len(ordered) - most
    return f"{said}; and {rest} more" if rest > 0 else said


def upwards(pair: Pair) -> str:
    """A pair with the group that scores higher first, and by how much."""
    one, other = (pair.one, pair.other) if pair.difference >= 0 else (pair.other, pair.one)
    return f"{one} – {other} {score(pair.bias)}"


def named(pair: Pair) -> str:
    """The first group and the other, from which it is taken away."""
    return f"{pair.one} – {pair.other}"


def _overall(each: Classified) -> Table:
    rows = tuple(
        (
            _PLURAL[compared.by],
            f"{len(compared.groups)}",
            group_bias(compared.bias),
            group_bias(compared.floor),
            odds(compared.bias),
            or_dash(compared.h, effect),
            or_dash(compared.p, probability),
            or_dash(compared.explained, per_cent),
            f"{len(compared.clear_pairs)}/{len(compared.pairs)}",
        )
        for compared in (each.stages[0].populations, each.stages[0].sexes)
        if compared is not None
    )
    note = (
        "B_c: mean |difference| of mean scores over all pairs; of more than two groups its overall value is not defined in the paper. Random: the mean of the same when names are dealt to the groups at "
        "random. Explained: epsilon squared, the share of the variation of ranks that lies between groups. "
        f"Clear: pairs with p below {ALPHA:g} after Holm’s correction over all pairs of the row."
    )
    header = ("names by", "groups", "B_c", "random", "ratio of odds", "H", "p", "explained", "clear pairs")
    return Table(f"All groups together: {called(each)}", header, rows, note)


def populations_section(found: Diffusion) -> Section | None:
    """Their figure 2: names by population."""
    shown = [each for each in found.classified if each.stages[0].populations is not None]
    if not shown:
        return None
    kinds = pictures.sexes_of(found)
    marks = f"{_listed(kinds)} names are told apart by shape and colour. " if len(kinds) > 1 else ""
    many = max(Counter((name.population, name.sex) for name in found.names).values(), default=0) > pictures.MOST_DOTS
    boxes = " Where they are many, a box holds half of them and a line nine in ten." if many else ""
    caption = (
        f"Each mark is a name, populations with the highest mean on top.{boxes} {marks}Upright line and bar: mean of the population and its 95 % interval, as far as it hangs on which names they are. "
        "Dashed: the score of a vector of zeros, which is what a name would get of which the classifier knows nothing. To be read: where means lie to each other. "
        "Not to be read: single names, as famous bearers and other meanings decide about them, nor anything about people who bear them."
    )
    figures = tuple(
        Figure(
            f"Scores of names by population: {called(each)}{grey_note(each)}",
            pictures.names(found, each),
            AS_ABOVE if i else caption,
        )
        for i, each in enumerate(shown)
    )
    return Section(
        anchor="populations",
        title="Scores of names by population",
        findings=(_direction(shown),),
        figures=figures,
        tables=(_groups_table("Mean scores by population", shown, "population"),),
        folded=tuple(_pairs_table(f"All pairs of populations: {called(each)}{grey_note(each)}", _pairs(each, "population")) for each in shown),
    )  # fmt: skip


def _direction(shown: Sequence[Classified]) -> str:
    """How the classifiers' orders agree, if there are two that can be asked."""
    able = [each for each in shown if not each.near_chance]
    if not able:
        return f"No classifier tells enough for a statement about populations ({NEAR_CHANCE})."
    orders = []
    for each in able:
        compared = each.stages[0].populations
        assert compared is not None
        ordered = sorted(compared.groups, key=lambda group: -group.mean)
        orders.append(f"{called(each)}: {', '.join(group.name for group in ordered)}")
    return f"From the highest mean score to the lowest, by {'; by '.join(orders)}."


def grey_note(each: Classified) -> str:
    """For the titles of what a classifier near chance gives."""
    return f" ({NEAR_CHANCE}, not to be read)" if each.near_chance else ""


def _listed(words: Sequence[str]) -> str:
    said = f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{said[:1].upper()}{said[1:]}"


def _pairs(each: Classified, by: str) -> Sequence[Pair]:
    compared = pictures.comparison(each.stages[0], by)
    return () if compared is None else compared.pairs


def _groups_table(title: str, shown: Sequence[Classified], by: str) -> Table:
    """A row for each group, in the order of the first classifier's means."""
    tables = []
    for each in shown:
        compared = pictures.comparison(each.stages[0], by)
        assert compared is not None
        tables.append({group.name: group for group in compared.groups})
    ordered = sorted(tables[0].values(), key=lambda group: -group.mean)
    header = [by, "names"]
    for each in shown:
        header += [f"mean score, {called(each)}{grey_note(each)}", f"odds, {called(each)}"]
    rows = tuple(
        (
            group.name,
            f"{group.names:,}",
            *(text for each in tables for text in _group_cells(each[group.name])),
        )
        for group in ordered
    )
    return Table(title, tuple(header), rows, "Mean scores with 95 % intervals over names, the classifier being given. Odds: of “positive” at the mean score, 10 to the power of it.")  # fmt: skip


def _group_cells(group: Group) -> tuple[str, str]:
    return mean_cell(group), odds(group.mean)


def mean_cell(group: Group) -> str:
    """The mean with its interval, for a table."""
    return score(group.mean) if group.interval is None else f"{score(group.mean)} ({span_cell(group.interval, score)})"


def _pairs_table(title: str, pairs: Sequence[Pair]) -> Table:
    """Of one classifier, the largest difference first."""
    ordered = sorted(pairs, key=lambda pair: -pair.bias)
    header = ("pair", *_PAIR_HEADER)
    return without_empty(Table(title, header, tuple((named(pair), *_pair_cells(pair)) for pair in ordered), _pairs_note(pairs)))  # fmt: skip


_PAIR_HEADER = ("difference", "95 % interval", "ratio of odds", "U", "p", "Holm", "clear", "above", "same sign")


def _pair_cells(pair: Pair) -> tuple[str, ...]:
    return (
        score(pair.difference),
        span_cell(pair.interval, score),
        odds(pair.bias),
        or_dash(pair.u, _u),
        or_dash(pair.p, probability),
        or_dash(pair.p_holm, probability),
        "yes" if pair.clear else "no",
        share_of(pair.above),
        or_dash(pair.same_sign, share_of),
    )


def _pairs_note(pairs: Sequence[Pair]) -> str:
    none = " A dash for U and p: all scores are equal, so that there is nothing to rank." if any(pair.p is None for pair in pairs) else ""  # fmt: skip
    methods = list(dict.fromkeys(pair.p_method for pair in pairs if pair.p is not None))
    how = f" Mann–Whitney’s U and its two-sided p ({' or '.join(methods)})." if methods else ""
    same = " Same sign: the share of classifiers trained on lexicons drawn anew in which the difference has the same sign." if any(pair.same_sign is not None for pair in pairs) else ""  # fmt: skip
    return (
        f"Difference: mean score of the first less that of the second; B_c is its absolute value.{how} Holm: p adjusted for all pairs of the same classifier in this table. "
        f"Above: the probability that a name of the first scores above one of the second.{same}{none}"
    )


def sexes_section(found: Diffusion) -> Section | None:
    """Sexes as a whole and within populations; None where names are not told apart by sex."""
    shown = [each for each in found.classified if each.stages[0].sexes is not None]
    if not shown:
        return None
    return Section(
        anchor="sexes",
        title="Scores of names by sex",
        findings=tuple(_sexes_said([each for each in shown if not each.near_chance])),
        tables=(_groups_table("Mean scores by sex", shown, "sex"), _sexes_table(shown)),
        folded=tuple(
            _pairs_table(f"Sexes within each population: {called(each)}{grey_note(each)}", each.stages[0].within)
            for each in shown
            if each.stages[0].within
        ),
    )


def _sexes_table(shown: Sequence[Classified]) -> Table:
    rows = tuple(
        (f"{called(each)}{grey_note(each)}", named(pair), *_pair_cells(pair))
        for each in shown
        for pair in _pairs(each, "sex")
    )
    note = _pairs_note([pair for each in shown for pair in _pairs(each, "sex")])
    return without_empty(Table("Sexes compared", ("classifier", "pair", *_PAIR_HEADER), rows, note, texts=2))


def _sexes_said(able: Sequence[Classified]) -> Iterable[str]:
    if not able:
        yield f"No classifier tells enough for a statement about sexes ({NEAR_CHANCE})."
    for each in able:
        for pair in _pairs(each, "sex"):
            sure = "" if pair.interval is None else f" ({interval_of(pair.interval, score)})"
            test = "all scores are equal" if pair.p is None else p_said(pair.p)
            clear = "clear" if pair.clear else "not clear"
            yield (
                f"{TITLES[each.kind]}: {pair.one} names score {score(pair.difference)}{sure} against {pair.other} names on average, a ratio of odds of {odds(pair.difference)}; {test}: {clear}. "
                f"A {pair.one} name scores above a {pair.other} one in {share_of(pair.above)} of all pairs of names."
            )
    if any(each.stages[0].within for each in able):
        yield "A difference that is not clear over all names can be clear within populations, and have other signs there; so they are compared within each population too."
