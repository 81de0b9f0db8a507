"""A study's folder read: what holds over its models, as `weatherglass study show` says it."""

from __future__ import annotations

from typing import Any

from weatherglass.app.asking import Asked, StudyFolder
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import command


class AskedOfStudy(Asked):
    """A study is read as far as it is; of one that goes on, later reading gives more."""

    study: StudyFolder


def _done(asked: AskedOfStudy, place: Place, progress: Progress) -> Any:
    from weatherglass.study.folder import open_study
    from weatherglass.study.reading import read_study

    progress("gathering", 0, 2)
    studied = open_study(place.path(asked.study))
    progress("judging", 1, 2)
    reading = read_study(studied)
    progress("judging", 2, 2)
    return reading


def _checked(asked: AskedOfStudy, place: Place) -> None:
    from weatherglass.study.folder import how_far

    how_far(place.path(asked.study))


def _same(asked: AskedOfStudy, place: Place) -> Same:
    name = place.name(asked.study)
    return Same(
        command=command(["weatherglass", "study", "show", name], {"--out": ["report"]}, {}),
        python="\n".join(
            [
                "import weatherglass",
                "from weatherglass.study.reading import read_study",
                "",
                f"found = read_study(weatherglass.open_study({name!r}))",
                'weatherglass.write_report(found, "study.html")',
            ]
        ),
    )


STUDY = work(Work(name="study", asked=AskedOfStudy, done=_done, same=_same, checked=_checked))
