"""gensim 4: reading, neighbours, analogies, similarity and odd one out, on the vectors and questions that ours get."""

from __future__ import annotations

from typing import Any

from gensim.models import KeyedVectors

from benchmarks.environments.answering import answer, reply


def answers(question: dict[str, Any]) -> dict[str, Any]:
    """Vectors are opened once; norms are computed by the first question of each kind, which is not timed."""
    file = question["file"]
    keyed = KeyedVectors.load_word2vec_format(file, binary=True)
    return {
        "reading": answer(5, lambda: _vectors(KeyedVectors.load_word2vec_format(file, binary=True), question)),
        "neighbours": answer(5, lambda: [_words(keyed.most_similar(word)) for word in question["words"]]),
        "cosines": answer(5, lambda: [_numbers(keyed.most_similar(word)) for word in question["words"]]),
        "solved": answer(
            5, lambda: [_words(keyed.most_similar(positive=[b, c], negative=[a])) for a, b, c in question["asked"]]
        ),
        "analogies": answer(2, lambda: _analogies(keyed, question["analogies"])),
        "similarity": answer(5, lambda: _similarity(keyed, question["similarity"])),
        "odd": answer(5, lambda: [_odd(keyed, group) for group in question["odd"]]),
    }


def _vectors(keyed: Any, question: dict[str, Any]) -> list[list[float]]:
    return [keyed[word].tolist() for word in question["looked_at"]]


def _words(ranked: list[tuple[str, float]]) -> list[str]:
    return [word for word, _ in ranked]


def _numbers(ranked: list[tuple[str, float]]) -> list[float]:
    return [float(cosine) for _, cosine in ranked]


def _analogies(keyed: Any, file: str) -> list[list[int]]:
    """Right and covered, category by category; the last of gensim's sections is the total."""
    _, sections = keyed.evaluate_word_analogies(file, case_insensitive=False)
    return [[len(each["correct"]), len(each["correct"]) + len(each["incorrect"])] for each in sections[:-1]]


def _similarity(keyed: Any, file: str) -> float:
    _, spearman, _ = keyed.evaluate_word_pairs(file, case_insensitive=False)
    return float(spearman[0])


def _odd(keyed: Any, group: dict[str, list[str]]) -> int:
    """How many odd words of a group are told from those that belong together."""
    return sum(keyed.doesnt_match([*group["together"], odd]) == odd for odd in group["odd"])


if __name__ == "__main__":
    reply(answers)
