"""Detection with networks, as a whole: what vectors give, and that nothing depends on who did the work."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import psutil
import pytest
from joblib.externals.loky import get_reusable_executor

torch = pytest.importorskip("torch", reason="the neural extra is not installed")
pytestmark = pytest.mark.neural

from tests.labelled import knowing, labelled  # noqa: E402
from weatherglass.downstream.detected import Detection  # noqa: E402
from weatherglass.downstream.detection import DetectionSettings, detect  # noqa: E402
from weatherglass.errors import SpecError  # noqa: E402
from weatherglass.files.plain import json_text  # noqa: E402

QUICK = DetectionSettings(
    seeds=2, epochs=6, hidden=16, batch=16, learning_rate=0.02, dropout=0.1, resamples=100, own=False, workers=1
)


@pytest.fixture(scope="module")
def found() -> Detection:
    """Half of the deciding words of the test texts are not in the training texts, so that only vectors can tell of them."""
    return detect(labelled(360, parts=True, shift=5), [knowing()], "en", settings=QUICK)


def test_the_default_plan_is_that_of_the_paper(found: Detection) -> None:
    assert [(each.model, each.space, each.trainable, each.words) for each in found.detectors] == [
        ("bag", "random", False, "common"),
        ("bag", "knowing", False, "common"),
        ("lstm", "random", False, "common"),
        ("lstm", "knowing", False, "common"),
        ("attention", "random", True, "all"),
        ("attention", "knowing", True, "all"),
    ]
    assert [len(each.epochs) for each in found.detectors] == [0, 0, 2, 2, 2, 2]


@pytest.mark.parametrize("model", ["bag", "lstm", "attention"])
def test_vectors_that_know_beat_random_ones(found: Detection, model: str) -> None:
    random, given = (each for each in found.detectors if each.model == model)
    assert given.test.accuracy.value > random.test.accuracy.value + 0.1
    assert given.against_random is not None
    assert given.against_random.interval is not None
    assert given.against_random.interval.low > 0


def test_the_number_of_workers_changes_nothing() -> None:
    settings = replace(QUICK, models=("lstm",), epochs=2)
    one, two = (detect(labelled(200), [knowing()], "en", settings=replace(settings, workers=n)) for n in (1, 2))
    assert json_text(one.to_dict()) == json_text(two.to_dict())


def test_other_vectors_can_be_trained_and_other_words_taken() -> None:
    settings = replace(QUICK, models=("bag", "lstm"), trainable=True, words="all", seeds=1, epochs=1)
    found = detect(labelled(200), [knowing()], "en", settings=settings)
    assert [(each.model, each.trainable, each.words) for each in found.detectors] == [
        ("bag", False, "all"),
        ("bag", False, "all"),
        ("lstm", True, "all"),
        ("lstm", True, "all"),
    ]


def test_a_training_that_is_killed_is_told_without_a_traceback(never_hangs: None) -> None:
    get_reusable_executor().shutdown(
        wait=True
    )  # of processes that another test left, those that are killed may be idle
    over = threading.Event()

    def kill_one() -> None:
        while not over.is_set():
            for child in psutil.Process().children():
                if "popen_loky_posix" in " ".join(child.cmdline()):
                    child.kill()
                    return
            time.sleep(0.01)

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        with pytest.raises(SpecError, match=r"was killed.*2 side by side: give fewer workers \(--workers 1\)"):
            detect(labelled(200), [knowing()], "en", settings=replace(QUICK, models=("lstm",), workers=2))
    finally:
        over.set()
        killer.join()
