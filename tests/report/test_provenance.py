"""How vectors were made, in a line."""

from weatherglass.report.provenance import made_by


def test_the_line_tells_method_settings_corpus_part_and_whether_it_comes_again() -> None:
    made = {
        "method": "word2vec",
        "settings": {"dim": 100, "window": 5, "epochs": 3, "seed": 7, "hierarchical_softmax": False, "threads": 2},
        "corpus": {"name": "news", "words": 1_234_567, "view": ["from 1990 to 1999"]},
        "deterministic": False,
    }
    assert made_by(made) == (
        "word2vec, 3 epochs (window 5, hierarchical softmax no) on news, 1,234,567 running words (from 1990 to 1999); "
        "seed 7, not deterministic"
    )


def test_a_file_that_says_little_is_shown_as_far_as_it_goes() -> None:
    assert made_by({"method": "glove"}) == "glove, ? epochs on an unknown corpus; seed ?"


def test_mitigated_vectors_tell_the_mitigation_and_what_it_changed() -> None:
    """A provenance as `Method.provenance` makes it, of vectors that were changed twice and trained before."""
    trained = {"method": "glove", "settings": {"epochs": 15, "seed": 1}, "corpus": {"name": "news"}}
    once = {
        "mitigation": "hard",
        "settings": {"components": 1, "inflected": "protect"},
        "language": "en",
        "vectors": {"name": "news.bin", "words": 10, "dim": 2, "sha256": "x", "format": "npz"},
        "made_before": None,
    }
    assert made_by(once) == "hard mitigation (components 1, inflected protect) of news.bin, language en"
    twice = {**once, "mitigation": "soft", "settings": {"sums": False}, "made_before": {**once, "made_before": trained}}
    assert made_by(twice) == (
        "soft mitigation (sums no) of news.bin, language en; which were made by hard mitigation (components 1, inflected protect) of news.bin, language en; "
        "which were made by glove, 15 epochs on news; seed 1"
    )


def test_a_mitigation_that_says_little_is_shown_as_far_as_it_goes() -> None:
    assert (
        made_by({"mitigation": "direction-removal", "settings": {}})
        == "direction-removal mitigation of unknown vectors, language ?"
    )


def test_the_provenance_of_a_method_is_told() -> None:
    from tests.mitigated import planted_space
    from weatherglass.mitigate.base import mitigation

    space = planted_space("ar")
    made = mitigation("linear-projection").fit_transform(space, "ar").made
    assert made is not None
    assert made_by(made) == "linear-projection mitigation (components 1) of planted-ar, language ar"
