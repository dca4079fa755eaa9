"""Loose bodies and what stands around them, at random, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from warhost.field.loose.bodies import FORMATIONS, Bases, drawn_up
from warhost.field.loose.steps import Around
from warhost.table import Base, Board, Circle, Pose, bases_overlap, rect

BOARD = Board(30.0, 24.0)
REACH = 2.0

facings = st.sampled_from([0.0, 30.0, 90.0, 145.0, 270.0])
MODELS: list[Base] = [Circle(0.0, 0.0, 0.5), Circle(0.0, 0.0, 0.8), rect(0.0, 0.0, 0.0, 0.8, 0.8)]
models = st.sampled_from(MODELS)


@st.composite
def crowds(draw: st.DrawFn, of: st.SearchStrategy[Base] = models) -> Bases:
    """A body in the middle of the board, in any formation."""
    pose = Pose(draw(st.floats(9, 21)), draw(st.floats(9, 15)), draw(facings))
    gap = draw(st.sampled_from([0.0, 0.3, 1.5]))
    return drawn_up(draw(st.sampled_from(FORMATIONS)), draw(st.integers(1, 7)), draw(of), pose, gap)


blocks = st.builds(rect, st.floats(2, 28), st.floats(2, 22), facings, st.floats(0.5, 6), st.floats(0.5, 4))
boulders = st.builds(Circle, st.floats(2, 28), st.floats(2, 22), st.floats(0.4, 2.5))


@st.composite
def scenes(draw: st.DrawFn, of: st.SearchStrategy[Base] = models) -> tuple[Bases, Around]:
    """A body, and walls, mates and foes that do not stand on it."""
    body = draw(crowds(of))
    gap = draw(st.sampled_from([0.0, 1.0]))

    def clear(things: list[Base], room: float) -> tuple[Base, ...]:
        wide = [Circle(base.x, base.y, base.radius + room) for base in body]
        return tuple(one for one in things if not any(bases_overlap(one, base) for base in wide))

    walls = clear(draw(st.lists(st.one_of(blocks, boulders), max_size=3)), 0.1)
    foes = clear(draw(st.lists(boulders, max_size=2)), gap + 0.1)
    mates = clear(draw(st.lists(boulders, max_size=2)), 0.1)
    return body, Around(BOARD, walls, mates, foes, gap)
