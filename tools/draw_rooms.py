"""Draw docs/images/rooms.svg from the imports of the code and the rooms' docstrings: python tools/draw_rooms.py

Where a room stands follows from what it imports, and its line is the first line of its docstring. Only what flows through
the rooms is said here.
"""

from __future__ import annotations

import ast
import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from html import escape
from itertools import combinations, pairwise, permutations, product
from operator import itemgetter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "images" / "rooms.svg"
SOURCE = ROOT / "src" / "weatherglass"

Edge = tuple[str, str]  # a room, and one that imports from it


@dataclass(frozen=True)
class Flow:
    """Data on its way: what it is made from, then in each room what it becomes, and what is said of that."""

    colour: str
    column: int
    start: str
    stops: tuple[tuple[str, str, tuple[str, ...]], ...]
    into: str = ""  # the room where it goes on in the first column
    by_way_of: tuple[str, ...] = ()  # rooms it enters beside

    def enters(self, room: str) -> bool:
        return room in {self.into, *self.by_way_of, *(stop for stop, *_ in self.stops)}


FLOWS = (
    Flow(
        "blue",
        0,
        "vectors file",
        (
            ("embedding", "Embedding", ("words and vectors",)),
            ("words", "lookup", ("a Query from a pack →", "Vectors, Coverage")),
            ("measure", "Scores → Result", ("value, p, interval,", "influence, baselines")),
            ("report", "report", ("sentences, tables",)),
            ("cli", "text, JSON, HTML", ()),
        ),
    ),
    Flow(
        "green",
        1,
        "texts",
        (
            ("corpus", "Corpus", ("cleaned, encoded,", "seen in parts")),
            ("train", "Embedding", ("with its provenance",)),
        ),
        into="embedding",
    ),
    Flow(
        "orange",
        1,
        "study.toml",
        (
            ("study", "tasks → table", ("each trains on a part", "and measures")),
            ("plot", "figures", ()),
        ),
        into="report",
        by_way_of=("corpus", "train", "measure", "quality"),
    ),
)

WIDTH, MARGIN, GAP, TOP = 960, 24, 26, 84
LEFT, RIGHT = MARGIN, 574  # of the rooms
COLUMNS = (630, 808)  # of the flows
RETURN = 786  # where a flow of the second column goes up to the first
BETWEEN = 14  # rooms of a floor
UNITS, NARROWEST = 24, 6  # of a floor's width, and of a room's
NAME, LINE, PAD = 15, 12, 12  # sizes of letters, and the space around them
LETTER = 0.545  # of its size is the width of a letter, on average, in wide fonts


def imports(path: Path) -> list[str]:
    """The rooms that a module imports from, once for each import, also within functions."""
    modules = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = node.module == "weatherglass"
            modules += [f"{node.module}.{alias.name}" for alias in node.names] if whole else [node.module]
        elif isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
    return [module.split(".")[1] for module in modules if module.startswith("weatherglass.")]


def room_of(path: Path) -> str:
    """The room of a module; the package's own two files are rooms by themselves."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_between_rooms() -> Counter[Edge]:
    """How many imports each pair of rooms has."""
    found: Counter[Edge] = Counter()
    for path in SOURCE.rglob("*.py"):
        if not (room := room_of(path)).startswith("__"):
            found.update((other, room) for other in imports(path) if other != room)
    return found


def floors_of(edges: Iterable[Edge]) -> dict[str, int]:
    """Each room one floor above the highest of those that use it; the first floor is 0."""
    users: dict[str, set[str]] = {}
    for used, user in edges:
        users.setdefault(used, set()).add(user)
        users.setdefault(user, set())
    floors: dict[str, int] = {}
    for room in TopologicalSorter(users).static_order():
        floors[room] = min((floors[user] for user in users[room]), default=1) - 1
    top = min(floors.values())
    return {room: floor - top for room, floor in floors.items()}


def needed(edges: Iterable[Edge]) -> list[Edge]:
    """The edges that do not follow from others."""
    left = sorted(edges)
    users = {room: {user for used, user in left if used == room} for edge in left for room in edge}

    def all_users(room: str) -> set[str]:
        return users[room].union(*(all_users(user) for user in users[room]))

    return [(one, other) for one, other in left if not any(other in all_users(user) for user in users[one])]


@cache
def line_of(room: str) -> str:
    """The first line of a room's docstring."""
    module = SOURCE / f"{room}.py" if (SOURCE / f"{room}.py").exists() else SOURCE / room / "__init__.py"
    text = ast.get_docstring(ast.parse(module.read_text("utf-8")))
    if not text:
        raise SystemExit(f"{module} has no docstring")
    return text.splitlines()[0]


@dataclass
class Place:
    """Where a room stands."""

    left: float
    right: float
    top: float = 0.0
    bottom: float = 0.0

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


Floor = dict[str, Place]


def ways_to_stand(rooms: Sequence[str]) -> Iterator[Floor]:
    """The rooms of a floor in every order and in all widths on a grid, none very narrow."""
    least = min(NARROWEST, UNITS // len(rooms))
    step = (RIGHT - LEFT + BETWEEN) / UNITS
    for row in permutations(sorted(rooms)):
        for inner in combinations(range(least, UNITS), len(row) - 1):
            edges = [0, *inner, UNITS]
            if all(end - start >= least for start, end in pairwise(edges)):
                places = [Place(LEFT + start * step, LEFT + end * step - BETWEEN) for start, end in pairwise(edges)]
                yield dict(zip(row, places, strict=True))


def crowded(floor: Floor, far: set[str]) -> float:
    """What it costs: lines of text, what stands between the margin and rooms with arrows to later floors, unequal widths."""
    text = max(len(lines_of(name, place)) for name, place in floor.items())
    widths = [place.right - place.left for place in floor.values()]
    between = sum(RIGHT - place.right for name, place in floor.items() if name in far)
    return 30 * text + between + (max(widths) - min(widths)) / 50


def aside(above: Floor, below: Floor, edges: Sequence[Edge]) -> float:
    """How far the arrows between two floors go sideways; those that cross cost most."""
    steps = [(above[one], below[other]) for one, other in edges if one in above and other in below]
    missed = [max(a.left, b.left) + 2 * PAD - min(a.right, b.right) for a, b in steps]
    return sum(60 + 2 * by for by in missed if by > 0) + WIDTH * sum(
        a.left < c.left and b.left > d.left for (a, b), (c, d) in product(steps, steps)
    )


def placed(edges: Sequence[Edge], floors: dict[str, int]) -> list[Floor]:
    """The rooms where arrows go straight and texts are short, with the height that these need."""
    rows = [[room for room in floors if floors[room] == i] for i in range(max(floors.values()) + 1)]
    far = {room for one, other in edges if floors[other] > floors[one] + 1 for room in (one, other)}
    best: list[tuple[float, list[Floor]]] = [(0.0, [])]  # the best way down to each way to stand on the last floor
    for row in rows:
        best = [
            min(
                (
                    (cost + crowded(floor, far) + (aside(down[-1], floor, edges) if down else 0.0), [*down, floor])
                    for cost, down in best
                ),
                key=itemgetter(0),
            )
            for floor in ways_to_stand(row)
        ]
    _, chosen = min(best, key=itemgetter(0))
    top: float = TOP
    for floor in chosen:
        height = 2 * PAD + NAME + (LINE + 4) * max(len(lines_of(name, place)) for name, place in floor.items())
        for place in floor.values():
            place.top, place.bottom = top, top + height
        top += height + GAP
    return chosen


def lines_of(name: str, place: Place) -> list[str]:
    return textwrap.wrap(line_of(name), int((place.right - place.left - 2 * PAD) / (LINE * LETTER)))


def arrows(floors: list[Floor], edges: Sequence[Edge], counts: Counter[Edge]) -> Iterator[str]:
    """To the next floor straight down where the two rooms stand above each other; to later ones along the side."""
    level = {room: i for i, floor in enumerate(floors) for room in floor}
    lanes = sorted({one for one, other in edges if level[other] > level[one] + 1}, key=lambda room: (level[room], room))
    for one, other in edges:
        start, end = floors[level[one]][one], floors[level[other]][other]
        width = 1 + math.log2(counts[one, other]) / 2
        if level[other] == level[one] + 1:
            low, high = max(start.left, end.left), min(start.right, end.right)
            if low + 2 * PAD <= high:
                x1 = x2 = (low + high) / 2
            else:  # from where they are nearest to each other
                x1, x2 = (low + 2 * PAD, high - 2 * PAD)[:: 1 if low == start.left else -1]
            y1, y2, bend = start.bottom, end.top - 7, GAP / 2
            path = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2:.1f}"
            tip = f"M{x2 - 5:.1f} {y2 - 2:.1f}h10l-5 8z"
        else:
            lane = RIGHT + 12 + 9 * lanes.index(one)
            if start.right == RIGHT:
                path = f"M{RIGHT} {start.bottom - 16:.1f}H{lane - 8}q8 0 8 8"
            else:
                path = f"M{start.middle:.1f} {start.bottom:.1f}v2q0 8 8 8H{lane - 8}q8 0 8 8"
            if end.right == RIGHT:
                path += f"V{end.top + 14:.1f}q0 8 -8 8H{RIGHT + 4}"
                tip = f"M{RIGHT + 9} {end.top + 17:.1f}v10l-8 -5z"
            else:
                path += f"V{end.top - 22:.1f}q0 8 -8 8H{end.middle + 8:.1f}q-8 0 -8 8"
                tip = f"M{end.middle - 5:.1f} {end.top - 9:.1f}h10l-5 8z"
        yield f'<path class="use" d="{path}" stroke-width="{width:.1f}"/><path class="tip" d="{tip}"/>'


def room(name: str, place: Place) -> Iterator[str]:
    """Its name, its line, and a dot for each flow that passes."""
    width, height = place.right - place.left, place.bottom - place.top
    yield f'<g id="{name}"><rect class="room" x="{place.left:.1f}" y="{place.top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="7"/>'
    y = place.top + PAD + NAME - 4
    yield text("name", place.left + PAD, y, name)
    for i, line in enumerate(lines_of(name, place)):
        yield text("line", place.left + PAD, y + 5 + (i + 1) * (LINE + 4) - 2, line)
    passing = [flow.colour for flow in FLOWS if flow.enters(name)]
    for i, colour in enumerate(passing):
        yield f'<circle class="{colour}" cx="{place.right - PAD - 2 - 13 * i:.1f}" cy="{place.top + 16:.1f}" r="4"/>'
    yield "</g>"


def text(kind: str, x: float, y: float, words: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def flowing(flow: Flow, rooms: dict[str, Place]) -> Iterator[str]:
    """A line down the page with a stop at each room's height."""
    x = COLUMNS[flow.column]
    heights = [(rooms[stop].top + rooms[stop].bottom) / 2 for stop, *_ in flow.stops]
    first = rooms[flow.stops[0][0]].top - GAP / 2
    path = f"M{x} {first:.1f}V{heights[-1]:.1f}"
    if flow.into:
        goal = (rooms[flow.into].top + rooms[flow.into].bottom) / 2
        upwards = goal < heights[-1]
        side = RETURN if upwards else x
        turn = -8 if upwards else 8
        start = f"H{side + 8}Q{side} {heights[-1]:.1f} {side} {heights[-1] + turn:.1f}" if upwards else ""
        path += f"{start}V{goal - turn:.1f}Q{side} {goal:.1f} {side - 8} {goal:.1f}H{COLUMNS[0] + 150}"
        yield f'<path class="{flow.colour} tip" d="M{COLUMNS[0] + 142} {goal:.1f}l9 -5v10z"/>'
    yield f'<path class="{flow.colour} flow" d="{path}"/>'
    wide = len(flow.start) * LINE * LETTER * 1.15 + 20  # in bold
    yield f'<rect class="{flow.colour} file" x="{x - 12}" y="{first - 11:.1f}" width="{wide:.1f}" height="22" rx="11"/>'
    yield text(f"{flow.colour} start", x, first + 4, flow.start)
    for (_, what, more), y in zip(flow.stops, heights, strict=True):
        yield f'<circle class="{flow.colour} stop" cx="{x}" cy="{y:.1f}" r="6"/>'
        up = y + 5 - 7.5 * len(more)
        yield text("what", x + 15, up, what)
        for i, line in enumerate(more, 1):
            yield text("more", x + 15, up + 15 * i, line)


STYLE = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:var(--ink)}
svg{--page:#fbfbfa;--room:#fff;--edge:#d4d7dd;--ink:#1f2328;--soft:#59636e;--use:#a3aab4;--blue:#0072b2;--green:#00805e;--orange:#c65500}
.page{fill:var(--page);stroke:var(--edge)}.room{fill:var(--room);stroke:var(--edge)}
.title{font-size:17px;font-weight:600}.about,.line,.more{font-size:12px}.about,.line,.more{fill:var(--soft)}.more{font-size:11.5px}
.name{font-size:15px;font-weight:600}.what{font-size:13px;font-weight:600}.start{font-size:12px;font-weight:600}
.use{fill:none;stroke:var(--use)}.tip{fill:var(--use)}
.blue{--c:var(--blue)}.green{--c:var(--green)}.orange{--c:var(--orange)}circle,.blue.tip,.green.tip,.orange.tip{fill:var(--c)}
.flow{fill:none;stroke:var(--c);stroke-width:2.5}.stop{fill:var(--page);stroke:var(--c);stroke-width:2.5}
.file{fill:var(--c)}.start{fill:var(--page)}
@media (prefers-color-scheme:dark){svg{--page:#0d1117;--room:#161b22;--edge:#30363d;--ink:#e6edf3;--soft:#a0a8b2;--use:#5d6570;--blue:#58b4ef;--green:#35c795;--orange:#f0965a}}
"""


def page() -> str:
    """The picture."""
    counts = imports_between_rooms()
    edges = needed(counts)
    floors = placed(edges, floors_of(counts))
    rooms = {name: place for floor in floors for name, place in floor.items()}
    height = max(place.bottom for place in rooms.values()) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" role="img" aria-labelledby="t d">',
        '<title id="t">The rooms of Weatherglass and what flows through them</title>',
        f'<desc id="d">From top to bottom: {", ".join(sorted(rooms, key=lambda name: (rooms[name].top, rooms[name].left)))}.</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:.0f}" rx="12"/>',
        text("title", LEFT, 40, "The rooms"),
        text("about", LEFT, 60, "Each uses only rooms above it; the thicker the arrow, the more imports."),
        text("title", COLUMNS[0] - 12, 40, "What flows through them"),
        text("about", COLUMNS[0] - 12, 60, "A dot marks every room that it comes through."),
        *arrows(floors, edges, counts),
        *(line for name, place in rooms.items() for line in room(name, place)),
        *(line for flow in FLOWS for line in flowing(flow, rooms)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
