"""Does what was predicted of documents hold once vectors are trained without them?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from weatherglass.plot.figure import axes_for, figure, titled
from weatherglass.plot.pieces import BLUE, GREY
from weatherglass.stats.effects import rank_correlation
from weatherglass.wording import numbers
from weatherglass.wording.messages import say

_MOST_NAMED = 12


@figure
def predicted_and_retrained(changes: Sequence[tuple[str, float, float]], *, ax: Axes | None = None) -> Axes:
    """Each removal of documents: the change of the effect that was predicted, and the one after training again.

    On the dashed line the prediction holds exactly. Names stand beside points where these are few.
    """
    ax = axes_for(ax, 5.4, 5.0)
    predicted = np.array([each[1] for each in changes])
    retrained = np.array([each[2] for each in changes])
    ends = [float(min(predicted.min(), retrained.min())), float(max(predicted.max(), retrained.max()))]
    room = 0.06 * (ends[1] - ends[0]) or 0.5
    ax.axhline(0, color=GREY, linewidth=0.6)
    ax.axvline(0, color=GREY, linewidth=0.6)
    ax.plot(ends, ends, color="black", linestyle="--", linewidth=1, label=say("trace.figure.equal"))
    ax.scatter(predicted, retrained, s=30, color=BLUE, zorder=3)
    if len(changes) <= _MOST_NAMED:
        for name, x, y in changes:
            ax.annotate(name, (x, y), xytext=(5, 3), textcoords="offset points", fontsize=8)
    ax.set(xlim=(ends[0] - room, ends[1] + room), ylim=(ends[0] - room, ends[1] + room), aspect="equal")
    ax.set_xlabel(say("trace.figure.predicted"))
    ax.set_ylabel(say("trace.figure.retrained"))
    ax.legend(loc="upper left")
    agreement = rank_correlation(predicted, retrained)
    titled(
        ax,
        say("trace.figure.title", n=len(changes), rho=numbers.correlation(agreement))
        if agreement is not None
        else say("trace.figure.no_order", n=len(changes)),
    )
    return ax
