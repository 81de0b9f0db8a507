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
