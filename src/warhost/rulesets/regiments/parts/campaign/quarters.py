"""The four quarters of the table (AOFR-R508)."""

from __future__ import annotations

from warhost.play.script import Script, roll
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import troopers
from warhost.table import Area, Board, Point, strip

NAMES = ("south-west", "south-east", "north-east", "north-west")


def quarters(board: Board) -> tuple[Area, ...]:
    """The quarters, from the lower left counter-clockwise."""
    x, y = board.centre
    return (
        strip(0, 0, x, y),
        strip(x, 0, board.width, y),
        strip(x, y, board.width, board.depth),
        strip(0, y, x, board.depth),
    )


def centre_of(board: Board, quarter: int) -> Point:
    corners = quarters(board)[quarter].corners
    return (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)


def is_in(battle: Battle, unit: Unit, quarter: int) -> bool:
    """Whether any part of any base of the unit is within the quarter."""
    if unit.pose is None or unit.fate:
        return False
    area = quarters(battle.scene.board)[quarter]
    return any(area.overlaps_rect(trooper.base) for trooper in troopers(battle, unit))


def random_quarter(why: str, rule: str) -> Script[int]:
    """A D6 for one of the quarters; 5 and 6 are rolled again."""
    while True:
        (face,) = yield from roll("D6", why=f"{why}: table quarter", rule=rule)
        if face <= 4:
            return face - 1
