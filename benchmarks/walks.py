"""How long it takes to move a loose unit: in the open, among obstacles, as a whole in each formation, model by model.

python -m benchmarks.walks [--models 20] [--runs 40]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median

from warhost.field.loose.answers import LooseWalk
from warhost.field.loose.bodies import FORMATIONS, Terms, drawn_up
from warhost.field.loose.steps import Around
from warhost.play import Walked
from warhost.table import Base, Board, Circle, Pose, rect

BOARD = Board(48.0, 48.0)
MODEL = Circle(0.0, 0.0, 0.5)
TERMS = Terms(inches=6.0, cohesion=2.0, move_rule="move", cohesion_rule="cohesion", room_rule="room")
WALLS: tuple[Base, ...] = (
    rect(24.0, 18.0, 10.0, 5.0, 2.0),
    rect(18.0, 16.0, 40.0, 2.0, 2.0),
    Circle(30.0, 17.0, 1.5),
    rect(40.0, 40.0, 0.0, 4.0, 4.0),
    rect(10.0, 30.0, 0.0, 6.0, 4.0),
)


def units(count: int, y: float) -> tuple[Base, ...]:
    """So many units of 20 in a row across the board."""
    return tuple(
        base for number in range(count) for base in drawn_up("crowd", 20, MODEL, Pose(8.0 + 12 * number, y, 0))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=20)
    parser.add_argument("--runs", type=int, default=40)
    wanted = parser.parse_args()
    body = drawn_up("crowd", wanted.models, MODEL, Pose(24.0, 12.0, 0.0), 0.25)
    foes = units(4, 30.0)
    grounds = {
        "open ground": Around(BOARD, (), units(3, 5.0), foes, 1.0),
        "obstacles": Around(BOARD, WALLS, units(3, 5.0), foes, 1.0),
        "a battle": Around(BOARD, WALLS, units(3, 5.0), units(4, 19.5), 1.0),
    }
    sys.stdout.write(f"milliseconds for {wanted.models} models, least, median and most of {wanted.runs}" + "\n")
    for title, around in grounds.items():
        for name in ("", *FORMATIONS):
            answer = Walked(name, Pose(24.0, 18.0, 0.0))
            told(f"{title}, {name or 'as it stands'}", wanted.runs, lambda a=around, w=answer: after(body, a, w))  # type: ignore[misc]
        ends = after(body, around, Walked("", Pose(24.0, 18.0, 0.0)))
        places = Walked(places=tuple(Pose(end.x, end.y, 0.0) for end in ends))
        told(f"{title}, model by model", wanted.runs, lambda a=around, w=places: after(body, a, w))  # type: ignore[misc]


def after(body: tuple[Base, ...], around: Around, answer: Walked) -> tuple[Base, ...]:
    return LooseWalk("The Pack", body, around, TERMS).after(answer)


def told(title: str, runs: int, work: Callable[[], object]) -> None:
    spent = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        spent.append((time.perf_counter() - start) * 1000.0)
    sys.stdout.write(f"{title:32} {min(spent):7.2f} {median(spent):7.2f} {max(spent):7.2f}\n")


if __name__ == "__main__":
    main()
