"""What detection rests on: spaces, texts, settings, limits, published figures, and a paragraph of methods."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from weatherglass.downstream.detected import Detection, Space
from weatherglass.downstream.word_spaces import LEAST_COUNT
from weatherglass.embedding.similarity import Similarity
from weatherglass.measure.result import Lacking
from weatherglass.plot import detection as pictures
from weatherglass.plot.detection import MODELS, chance
from weatherglass.report.numbers import counted, effect, length, or_dash, per_cent, share_of, value, whole
from weatherglass.report.page import Figure, Section, Table, without_empty
from weatherglass.report.provenance import made_by, setting_said, settings_said

_RARE = 0.02  # share of the class looked for among the comments that the paper took its texts from: 1,988 of 100,000


def spaces_section(found: Detection) -> Section:
    """Which words they have, and how alike they are to the task's own."""
    alike = [(space.name, space.similarity) for space in found.spaces if space.similarity is not None]
    measured = [(name, each) for name, each in alike if not isinstance(each, Lacking)]
    figures: tuple[Figure, ...] = ()
    if measured:
        caption = (
            "Mean cosine of common words after one space is turned onto the other, weighted by how often they stand in the training texts; no word is scored by a rotation that has seen it. Orange: mean and 95 % range "
            "with the words of one space exchanged at random, which is what chance gives. To be read: the distance of a mark from its own orange bar."
        )
        values = [(name, each.value, each.floor, each.floor_low, each.floor_high) for name, each in measured]
        figures = (Figure("Similarity to the task’s own space", pictures.similarities(values), caption),)
    return Section(
        anchor="spaces",
        title="The vectors",
        findings=(*_alike_said(found), *_unlike_said(found)),
        figures=figures,
        tables=(_spaces(found),),
    )


def _alike_said(found: Detection) -> Iterable[str]:
    for space in found.spaces:
        each = space.similarity
        if each is None:
            continue
        if isinstance(each, Lacking):
            yield f"{space.name}: how alike it is to the space of the training texts’ own could not be measured: {each.skipped}."
        else:
            yield (
                f"{space.name}: similarity to the space of the training texts’ own {effect(each.value)} over {counted(each.words, 'common word')} that stand at least {LEAST_COUNT} times in the training texts (rarer ones were hardly learnt there), which rests on as much as {whole(each.effective)} equally frequent ones; "
                f"with words exchanged at random it is {effect(each.floor)} ({effect(each.floor_low)} to {effect(each.floor_high)}), so that {_beyond(each)}."
            )
    if not any(space.kind == "own" for space in found.spaces):
        yield "No space was trained on the training texts, so that nothing is said of how alike the others are to it."


def _beyond(each: Similarity) -> str:
    if each.value > each.floor_high:
        return f"{effect(each.above_floor)} lies above chance"
    return "the two are not seen to be more alike than chance makes them"


def _unlike_said(found: Detection) -> Iterable[str]:
    if any(space.similarity is not None and not isinstance(space.similarity, Lacking) for space in found.spaces):
        yield (
            "The paper reads a higher similarity as the reason for a better detector, from two spaces. A few spaces cannot show that: they differ also in how much text they were trained on."
        )


def _spaces(found: Detection) -> Table:
    rows = tuple(
        (
            space.name,
            {"random": "random numbers", "given": "given", "own": "trained on the training texts"}[space.kind],
            _made_by(space),
            f"{space.dim:,}",
            f"{space.words:,}/{space.asked:,}",
            share_of(space.running),
            length(space.scale),
            *_similarity_cells(space),
        )
        for space in found.spaces
    )
    header = ("vectors", "kind", "made by", "dimensions", "words", "running words", "scaled by", "similarity", "by chance", "range of chance", "unweighted", "equal words")  # fmt: skip
    note = (
        f"Words: different words of the texts that the space has, of all; {found.common:,} are in all of them. Running words: the share of the test texts’ words, one by one. Scaled by: the number all entries were multiplied by, "
        f"so that spaces differ in directions and not in size. Similarity: to the space of the training texts’ own, words counting as often as they stand there, at least {LEAST_COUNT} times; unweighted: each counting once. Equal words: how many equally frequent words the "
        "weighted mean rests on as much."
    )
    return without_empty(Table("Spaces", header, rows, note, texts=3))


def _made_by(space: Space) -> str:
    """How it was trained, where that is known."""
    if "provenance" in space.source:
        return made_by(space.source["provenance"])
    if "method" in space.source:
        return f"{space.source['method']} ({settings_said(space.source.get('settings', {}))})"
    return ""


def _similarity_cells(space: Space) -> tuple[str, ...]:
    each = space.similarity
    if each is None or isinstance(each, Lacking):
        return "–", "–", "–", "–", "–"
    chance = f"{effect(each.floor_low)} … {effect(each.floor_high)}"
    return effect(each.value), effect(each.floor), chance, effect(each.unweighted), whole(each.effective)


def rests_section(found: Detection) -> Section:
    folded = [_seeds(found), _settings(found)]
    if found.cpu_minutes:
        rows = tuple((name, length(minutes)) for name, minutes in found.cpu_minutes.items())
        folded.append(
            Table("CPU minutes", ("what", "minutes"), rows, "Of all processes together; they differ each time.")
        )
    total = sum(part.texts for part in found.parts)
    where = found.texts if found.texts == found.test_texts else f"{found.texts}, test texts of {found.test_texts}"
    return Section(
        anchor="rests",
        title="What it rests on",
        findings=(
            f"Texts of {where}: {total:,} were used, in parts that share no text.",
            f"{_trained(found)}Which detector is best was decided by validation texts, and the test texts took no part in it.",
            *_minutes(found),
            *(["What was left out or cut, and why, is said in the notes."] if found.warnings else []),
        ),
        tables=(_parts(found),),
        folded=tuple(folded),
    )  # fmt: skip


def _trained(found: Detection) -> str:
    """How often, and what that does to intervals."""
    seeds = max((len(each.test.accuracy.by_seed) for each in found.detectors), default=0)
    networks = "Every network, and whatever has random vectors," if any(each.model != "bag" for each in found.detectors) else "Whatever has random vectors"  # fmt: skip
    few = {1: " With one, all intervals are over texts alone.", 2: " From two, intervals tend to be too narrow."}
    return f"{networks} was trained with {counted(seeds, 'seed')}.{few.get(seeds, '')} "


def _minutes(found: Detection) -> Iterable[str]:
    if found.cpu_minutes:
        yield f"Training took {length(max(found.cpu_minutes.values()))} CPU minutes in all."


def _parts(found: Detection) -> Table:
    rows = tuple(
        (
            {"train": "training", "filtered": "test, all words known"}.get(part.name, part.name),
            f"{part.texts:,}",
            f"{part.looked_for:,}",
            f"{part.texts - part.looked_for:,}",
            value(part.mean_words, "length"),
        )
        for part in (*found.parts, found.filtered)
    )
    header = ("part", "texts", *found.classes, "words per text")
    return Table("Texts", header, rows, "Words per text: the mean. The last row is a part of the test texts.")


def _seeds(found: Detection) -> Table:
    rows = tuple(
        (
            MODELS[each.model],
            each.space,
            ", ".join(share_of(accuracy) for accuracy in each.test.accuracy.by_seed),
            ", ".join(map(str, each.epochs)) or "–",
            share_of(each.validation),
            or_dash(each.test.accuracy.interval_seeds, lambda found: f"{share_of(found.low)} … {share_of(found.high)}"),
        )
        for each in found.detectors
    )
    header = ("model", "vectors", "accuracy of each seed", "best epochs", "validation", "95 % interval over seeds")
    return Table("Seeds", header, rows, "Test accuracy of each seed, the epoch after which the validation loss was lowest, and the mean accuracy on validation texts, by which the best is chosen.", texts=4)  # fmt: skip


def _settings(found: Detection) -> Table:
    rows = tuple((name.replace("_", " "), setting_said(each)) for name, each in _chosen(found).items())
    return Table("Settings", ("setting", "value"), rows, "")


def _chosen(found: Detection) -> dict[str, Any]:
    """Settings as people write them, without those that were left to each model."""
    return {
        name: ", ".join(map(str, each)) if isinstance(each, list | tuple) else each
        for name, each in found.settings.items()
        if each is not None
    }


def limits_section(found: Detection) -> Section:
    one, _ = found.classes
    return Section(
        anchor="limits",
        title="What this does not say",
        findings=(
            f"The labels are the annotators’: a detector learns what they called “{one}”, with their rules and their blind spots, and nothing that they did not see.",
            "A detector of texts is no measure of a text’s author, nor of anybody whom the text is about.",
            *_in_the_wild(found),
            "That vectors help to find such texts does not show that their bias is what helps: all else that they say about words is in them too. It is no reason to use biased vectors elsewhere.",
            "Texts of other times, places and media have other words; how a detector fares with them was not asked.",
            "Two detectors whose intervals overlap may still differ clearly, as they were tested on the same texts: differences to random vectors are therefore taken text by text.",
        ),
    )


def _in_the_wild(found: Detection) -> Iterable[str]:
    """What balanced classes hide: how many of those found would be right where the class is rare."""
    one, _ = found.classes
    shares = rates(found)
    if shares is None:
        return
    caught, wrongly = shares
    test = found.part("test")
    here = _precision(caught, wrongly, test.looked_for / test.texts)
    rare = _precision(caught, wrongly, _RARE)
    if here is None or rare is None:
        return
    yield (
        f"In these test texts {per_cent(test.looked_for / test.texts)} are “{one}”, in texts as they come far fewer. The best detector finds {share_of(caught)} of them and calls {share_of(wrongly)} of the others so: {per_cent(here)} of what "
        f"it calls “{one}” is so here, but only {per_cent(rare)} would be where {per_cent(_RARE)} of texts are, as among the comments that were labelled for the paper."
    )


def rates(found: Detection) -> tuple[float, float] | None:
    """Shares of the texts of each class that the best detector calls the class looked for, by its mean probabilities; None where a class has no text."""
    called = [probability > 0.5 for probability in found.best_detector.probabilities]
    of = {label: [said for said, real in zip(called, found.labels, strict=True) if real is label] for label in (True, False)}  # fmt: skip
    if not of[True] or not of[False]:
        return None
    return sum(of[True]) / len(of[True]), sum(of[False]) / len(of[False])


def _precision(caught: float, wrongly: float, share: float) -> float | None:
    found = caught * share + wrongly * (1 - share)
    return caught * share / found if found else None


def published_section() -> Section:
    rows = (
        ("LSTM", "random", "no", "0.57", "0.55", "0.62"),
        ("LSTM", "Wikipedia, common words", "no", "0.68", "0.65", "0.70"),
        ("LSTM", "social media, common words", "no", "0.70", "0.69", "0.70"),
        ("LSTM", "the task’s own, common words", "no", "0.75", "0.75", "0.75"),
        ("attention", "the task’s own, all words", "yes", "0.80", "0.80", "0.81"),
        ("attention", "the task’s own, all words, filtered texts", "yes", "0.92", "0.92", "0.91"),
    )
    note = (
        "As printed in table 5: German comments on pages of political parties, other vectors, other texts and other networks, so that only the order of rows can be compared with the one here. No interval and no number of seeds is given; whether "
        "the task’s own vectors had seen the test texts is not said."
    )
    header = ("model", "vectors", "trainable", "accuracy", "F1 sexist", "F1 neutral")
    return Section(
        anchor="published",
        title="Published figures, for comparison",
        findings=(
            "Papakyriakopoulos, Hegelich, Medina Serrano and Marco (2020) report accuracies from 0.57 with random vectors to 0.80, and 0.92 on those test texts all of whose words were seen in training. Similarities to the task’s own space: "
            "0.49 for social media, 0.39 for Wikipedia, without a value for chance.",
        ),
        tables=(Table("Table 5 of the paper", header, rows, note, texts=3),),
    )


def methods(found: Detection) -> str:
    """A paragraph to paste into a paper."""
    parts = ", ".join(f"{part.texts:,} {'training' if part.name == 'train' else part.name}" for part in found.parts)
    models = ", ".join(dict.fromkeys(MODELS[each.model] for each in found.detectors))
    spaces = ", ".join(dict.fromkeys(space.name for space in found.spaces))
    seeds = max((len(each.test.accuracy.by_seed) for each in found.detectors), default=0)
    settings = f" Settings: {settings_said(_chosen(found))}." if found.settings else ""
    return (
        f"Detectors of “{found.classes[0]}” against “{found.classes[1]}” texts were trained as by Papakyriakopoulos et al. (2020) with Weatherglass {version('weatherglass')} on {found.texts} ({parts} texts; guessing {per_cent(chance(found))}). "
        f"Models: {models}, and without vectors logistic regression on the words of a text (tf-idf); the bag of vectors is a logistic regression on the mean of a text’s vectors, the LSTM (Hochreiter & Schmidhuber 1997) reads the words in order, and attention weighs the states of a bidirectional LSTM (Yang et al. 2016). "
        f"Vectors: {spaces}, each scaled to the same root mean square; the own space is GloVe (Pennington et al. 2014) on the training texts only. “Common” restricts all spaces to the {found.common:,} words that they share. "
        f"Means over {counted(seeds, 'seed')}; intervals are over seeds and test texts, and differences to random vectors are taken text by text. The best detector was chosen by validation accuracy.{settings}"
    )
