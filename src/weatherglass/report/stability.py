"""The study of base pairs as tables and sentences, for the terminal and for a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from weatherglass.errors import Notice
from weatherglass.measure.pair_agreement import UNSTABLE
from weatherglass.measure.stability_result import ByPair, Stability, TooFew, mean_kappa
from weatherglass.plot.figure import picture
from weatherglass.plot.stability import MARK, NAMES, drawn_words, figures
from weatherglass.report.command import command, unless
from weatherglass.report.document import Document, Figure, Section, Table
from weatherglass.report.identity import for_methods, language_name, of_vectors
from weatherglass.stats.agreement import landis_koch
from weatherglass.wording.messages import grouped, say
from weatherglass.wording.numbers import difference, effect, or_dash, per_cent, probability
from weatherglass.words.vocabulary import MOST_FREQUENT

_LOPSIDED = 0.75  # share of sides on one side from which kappa has little to go by
DECIDED = "°"  # of a kappa that is 0/0
_NAMED = 20  # missing words of a long list that a sentence names
# Zhang, Sneyd & Stevenson 2021, Google News word2vec: κ over ten pairs, and the share of relevant changes (their table 2 prints
# the complement).
PUBLISHED = {"direct-bias": (0.45, 0.31, 0.26), "ripa": (0.42, 0.34, 0.24), "nbm": (0.29, 0.29, 0.15)}
_CITED = ("zhang2021", "bolukbasi2016", "ethayarajh2019", "gonen2019", "bem1974", "landis1977")


def document(study: Stability) -> Document:
    """The study as it is reported."""
    return Document(
        kind="stability",
        name=study.embedding["name"],
        identity=((say("report.lists_language"), language_name(study.language)), *of_vectors(study.embedding)),
        findings=tuple(_found(study)),
        mind=say("stability.mind"),
        warnings=tuple(map(_told, study.warnings)),
        sections=_sections(study),
        limits=tuple(say(f"stability.limits.{name}") for name in ("landis_koch", "agreement", "words")),
        methods=(_methods(study),),
        command=command_line(study),
        cited=_CITED,
        data=study.to_dict(),
        tables={"stability-pairs": study.pairs_table(), "stability-words": study.words_table()},
    )


def _told(notice: Notice) -> Notice:
    """In the language spoken, where it is of this study alone."""
    if notice.code != "not-by-frequency":
        return notice
    return Notice(notice.code, say("stability.not_by_frequency", first=MOST_FREQUENT))


def summary(study: Stability) -> list[str]:
    """What the study found and what it rests on, in sentences."""
    return [*_found(study), *_looked_up(study)]


def _found(study: Stability) -> list[str]:
    found, asked = study.professions
    by = study.base_pairs
    kappas = _listed(
        say(
            "stability.kappa_of",
            measure=NAMES[name],
            kappa=effect(each.kappa),
            words=_words_of(each.kappa, each.decided),
        )
        for name, each in by.items()
    )
    one_side = _listed(
        say("stability.share_of", measure=NAMES[name], share=per_cent(each.one_side)) for name, each in by.items()
    )
    sentences = [
        say("stability.agreement", found=found, asked=asked, pairs=len(study.pairs), kappas=kappas),
        say("stability.one_side", shares=one_side),
    ]
    if study.unstable:
        sentences.append(say("stability.unstable", mark=MARK, pairs=_listed(study.unstable)))
    else:
        sentences.append(say("stability.none_unstable"))
    lean = by["direct-bias"].to_second
    if not 1 - _LOPSIDED <= lean <= _LOPSIDED:
        which = "second" if lean > 0.5 else "first"
        sentences.append(say(f"stability.lopsided.{which}", share=per_cent(max(lean, 1 - lean))))
    if study.unit_length:
        sentences.append(say("stability.unit_length"))
    return sentences


def _words_of(kappa: float, decided: bool) -> str:
    return say("stability.shows_nothing" if decided else f"stability.kappa.{landis_koch(kappa)}")


def _looked_up(study: Stability) -> list[str]:
    """What is missing, and what was found by another spelling."""
    sentences = []
    if study.missing_pairs:
        sentences.append(say("stability.missing_pairs", pairs=_listed(study.missing_pairs)))
    if study.missing_neutral:
        some = _listed([*study.missing_neutral[:_NAMED], *(["…"] if len(study.missing_neutral) > _NAMED else [])])
        sentences.append(say("stability.missing_neutral", n=len(study.missing_neutral), words=some))
    if study.substituted:
        listed = _listed(say("stability.spelled", word=each.word, used=each.used) for each in study.substituted)
        sentences.append(say("stability.substituted", words=listed))
    return sentences


def _listed(parts: Iterable[str]) -> str:
    return say("number.comma").join(parts)


def _sections(study: Stability) -> tuple[Section, ...]:
    """The figures and tables by what they ask; what was looked up last."""
    population, base_pairs, capitals, forms, gender, between, correlations = tables(study)
    drawn = {figure: _figure(study, figure) for figure in figures(study)}
    found, asked = study.professions
    lost = study.missing_professions
    return (
        _section("pairs", (base_pairs,), figures=(drawn["agreement"], drawn["words"])),
        _section("scores", (population,), figures=(drawn["scores"],)),
        _section("forms", (capitals, forms)),
        _section("gender", (gender,)),
        _section("measures", (between,)),
        _section("cosines", (correlations,), figures=(drawn["cosines"],), folded=(_cosines(study),)),
        _section(
            "lists",
            findings=(say("stability.professions_found", found=found, asked=asked), *_looked_up(study)),
            lists=((say("stability.missing_professions"), lost),) if lost else (),
        ),
    )


def _section(
    name: str,
    shown: tuple[Table, ...] = (),
    *,
    figures: tuple[Figure, ...] = (),
    folded: tuple[Table, ...] = (),
    findings: tuple[str, ...] = (),
    lists: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> Section:
    title = say(f"stability.section.{name}")
    return Section(name, title, findings=findings, tables=shown, figures=figures, folded=folded, lists=lists)


def _figure(study: Stability, name: str) -> Figure:
    title = say(f"stability.title.{name}")
    words = len(drawn_words(study))
    caption = say(f"stability.caption.{name}", mark=MARK, words=words, all=len(study.profession_scores))
    return Figure(title, partial(picture, title, figures(study)[name]), caption)


def tables(study: Stability) -> list[Table]:
    """The paper's tables 1 to 6, and the correlations of its second figure, for these vectors."""
    return [
        _population(study),
        _base_pairs(study),
        _capitals(study),
        _by_pair(study, "forms", "form", study.word_forms),
        _by_pair(study, "gender", "gendered", study.correspondence),
        _between(study),
        _correlations(study),
    ]


def _table(
    name: str, header: tuple[str, ...], rows: Iterable[tuple[str, ...]], notes: list[str], texts: int = 1
) -> Table:
    """With its title, and what there is to know of it in sentences."""
    return Table(say(f"stability.table.{name}"), header, tuple(rows), " ".join(notes), texts)


def _columns(*names: str) -> tuple[str, ...]:
    return tuple(say(f"stability.column.{name}") for name in names)


def _population(study: Stability) -> Table:
    rows = (
        (
            NAMES[name],
            difference(each.mean),
            effect(each.sd) if each.sd >= 0.1 else f"{each.sd:.3f}",
            grouped(each.words),
        )
        for name, each in study.population.items()
    )
    note = say("stability.note.population", k=study.k, neutral=study.neutral_words)
    return _table("population", _columns("measure", "mean", "sd", "words"), rows, [note])


def _base_pairs(study: Stability) -> Table:
    rows = []
    for name, each in study.base_pairs.items():
        kappa, changed, one_side = PUBLISHED[name]
        rows.append(
            (
                NAMES[name],
                f"{effect(each.kappa)}{DECIDED}"
                if each.decided
                else f"{effect(each.kappa)} {say(f'stability.kappa.{landis_koch(each.kappa)}')}",
                effect(kappa),
                per_cent(each.changed),
                per_cent(changed),
                per_cent(each.one_side),
                per_cent(one_side),
                or_dash(each.flips, per_cent),
            )
        )
    header = _columns("measure", "kappa", "published", "changed", "published", "one_side", "published", "flips")
    one, other = study.flips_between or ("woman–man", "queen–king")
    notes = [say("stability.note.base_pairs", one=one, other=other)]
    if any(each.decided for each in study.base_pairs.values()):
        notes.append(say("stability.note.decided", mark=DECIDED))
    return _table("base_pairs", header, rows, notes)


def _pair_names(study: Stability) -> tuple[str, ...]:
    return tuple(f"{label}{MARK if label in study.unstable else ''}" for label in study.pairs)


def _capitals(study: Stability) -> Table:
    part = study.capitalised_pairs
    header = (*_columns("measure", "words"), *_pair_names(study), *_columns("mean"))
    rows = [] if isinstance(part, TooFew) else list(_rows(study, part))
    lacking = [say("stability.not_run.capitals", **part.counts)] if isinstance(part, TooFew) else []
    return _table("capitals", header, rows, [say("stability.note.capitals"), *lacking, *_signs(rows)])


def _by_pair(study: Stability, name: str, kind: str, parts: Mapping[str, ByPair | TooFew]) -> Table:
    """A table of several parts, each with a row for every measure; parts that were not run are named below."""
    rows: list[tuple[str, ...]] = []
    lacking = []
    for part_name, part in parts.items():
        label = say(f"stability.{kind}.{part_name}")
        if isinstance(part, TooFew):
            lacking.append(say(f"stability.not_run.{kind}", name=label, **part.counts))
        else:
            rows += [(label, *row) for row in _rows(study, part)]
    header = (*_columns(kind, "measure", "words"), *_pair_names(study), *_columns("mean"))
    return _table(name, header, rows, [say(f"stability.note.{name}"), *lacking, *_signs(rows)], texts=2)


def _rows(study: Stability, part: ByPair) -> Iterable[tuple[str, ...]]:
    for measure, kappas in part.kappas.items():
        decided = part.decided[measure]
        cells = (_kappa(kappas[label], label in decided) if label in kappas else "–" for label in study.pairs)
        words = f"{grouped(part.words)}/{grouped(part.asked)}"
        yield (NAMES[measure], words, *cells, or_dash(part.mean(measure), effect))


def _signs(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """What the signs in the cells stand for."""
    cells = {cell for row in rows for cell in row}
    said = [say("stability.note.no_capitals")] if "–" in cells else []
    return [*said, say("stability.note.decided", mark=DECIDED)] if any(c.endswith(DECIDED) for c in cells) else said


def _kappa(value: float, decided: bool) -> str:
    return effect(value) + (DECIDED if decided else "")


def _between(study: Stability) -> Table:
    rows = []
    for name, kappas in study.between_measures.items():
        one, other = name.split(" & ")
        mean = mean_kappa(kappas, study.between_decided[name])
        cells = (_kappa(kappas[label], label in study.between_decided[name]) for label in study.pairs)
        rows.append((f"{NAMES[one]} & {NAMES[other]}", *cells, or_dash(mean, effect)))
    header = (*_columns("measures"), *_pair_names(study), *_columns("mean"))
    notes = [say("stability.note.between")]
    if any(study.between_decided.values()):
        notes.append(say("stability.note.decided", mark=DECIDED))
    return _table("between", header, rows, notes)


def _correlations(study: Stability) -> Table:
    c = study.correlated
    rows = [
        (say("stability.row.kappa"), *(effect(study.pair_agreement[label]) for label in study.pairs)),
        (say("stability.row.r"), *(or_dash(c.r[label], effect) for label in study.pairs)),
        (say("stability.row.p"), *(or_dash(c.p[label], probability) for label in study.pairs)),
    ]
    (mean, sd), (word_mean, word_sd) = c.random_differences, c.random_words
    note = say(
        "stability.note.correlations",
        mean=difference(mean),
        sd=effect(sd),
        word_mean=effect(word_mean),
        word_sd=effect(word_sd),
    )
    return _table("correlations", (*_columns("number"), *_pair_names(study)), rows, [note])


def _cosines(study: Stability) -> Table:
    rows = (
        (label, *("" if i == j else effect(cosine) for j, cosine in enumerate(study.correlated.cosines[i])))
        for i, label in enumerate(_pair_names(study))
    )
    return _table("cosines", (*_columns("pair"), *_pair_names(study)), rows, [])


def _methods(study: Stability) -> str:
    """Ready to paste into a paper; says only what was done."""
    found, asked = study.professions
    return say(
        "stability.methods",
        **for_methods(study.embedding),
        k=study.k,
        neutral=study.neutral_words,
        pairs=len(study.pairs),
        found=found,
        asked=asked,
        limit=UNSTABLE,
        seed=study.seed,
    )


def command_line(study: Stability) -> str:
    """The command that gives the same numbers, where all that is needed is known: a file, and no neutral words of one's own."""
    if study.embedding["format"] == "arrays" or study.own_neutral:
        return ""
    options = {
        "--lang": [study.language],
        "--k": unless(study.k, 100),
        "--word": unless(study.example.asked, ""),
        "--seed": unless(study.seed, 0),
    }
    return command(["weatherglass", "stability", study.embedding["name"]], options, {})
