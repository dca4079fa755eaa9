"""Ways that end in contact with something: how a charge, or a unit on its way into a transport, gets there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from warhost.field import (
    Body,
    Path,
    Surroundings,
    covered,
    hits,
    is_on_board,
    past_walls,
    path_of,
    pivots_into,
    pivots_to_spot,
)
from warhost.play.script import Refused, refuse
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import DIFFICULT, Gait, climbing, held_to
from warhost.rulesets.regiments.core import Battle, Unit, arc_at, field_of, optional
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.table import TOLERANCE, Arc, Forward, Point, Rect, Step, distance

MOST_TURN = 90.0


@rule("aofr.charge.not_straight", "aofr.charge.move", "aofr.melee.valid_target", "aofr.move.no_pass_through_charge")
def ways_to(battle: Battle, unit: Unit, start: Rect, goal: Rect, inches: float, how: Gait) -> Iterator[Path]:
    """Legal ways of so many inches at most that end in contact with the goal, the simplest first."""
    if distance(start, goal) > inches + TOLERANCE:
        return
    legal = _Referee(battle, unit, start, goal, inches, how)
    yield from legal.among(pivots_into(start, goal, inches, MOST_TURN, _faces))
    # What is so near that the unit touches it by turning may need a small step first; what is hardly in reach may be
    # met only with a corner, after a turn that none of the simple ways has. Who flies goes past nothing.
    if not how.flies or not legal.seen:
        yield from legal.among(past_walls(start, goal, _ground(battle, legal, how), inches, MOST_TURN))


def ways_to_spot(
    battle: Battle, unit: Unit, start: Rect, goal: Rect, spot: Point, facing: float, inches: float, how: Gait
) -> Iterator[Path]:
    """Legal ways into contact that lead towards a spot of the goal's side, or onto it in that direction."""
    steps = pivots_to_spot(start, goal, spot, facing, inches, MOST_TURN, _faces)
    yield from _Referee(battle, unit, start, goal, inches, how).among(steps)


@rule("aofr.charge.move", "aofr.melee.rear_no_countercharge")
def _faces(shape: Rect, goal: Rect) -> bool:
    """Whether the goal is before the unit: who touches it while turning towards it is there already."""
    return arc_at(shape, goal.x, goal.y) is Arc.FRONT


class _Referee:
    """A referee that tells ways that can be gone from those that cannot.

    Others are in the way where the unit moves into them.
    """

    def __init__(self, battle: Battle, unit: Unit, start: Rect, goal: Rect, inches: float, how: Gait) -> None:
        self.others = _others_near(battle, unit, path_of(start, (Forward(inches), Forward(inches))), goal)
        self.seen = self.found = 0
        """How many ways led to the goal, and how many of them are legal."""
        self._battle, self._unit, self._how = battle, unit, how
        self._start, self._goal, self._inches = start, goal, inches

    def among(self, drafts: Iterable[tuple[Step, ...]]) -> Iterator[Path]:
        """The legal ones of these ways that end at the goal."""
        for steps in drafts:
            way = path_of(self._start, steps)
            if distance(way.end, self._goal) > 2 * TOLERANCE:
                continue
            self.seen += 1
            if why_not(self._battle, self._unit, way, self._goal, self.others, self._inches, self._how) is None:
                self.found += 1
                yield way


def _others_near(battle: Battle, unit: Unit, way: Path, goal: Rect) -> list[Body]:
    """Those that the way could come near to, without the goal."""
    near = field_of(battle).near(way.start.x, way.start.y, way.reach, unit.id)
    return [other for other in near if other.shape != goal]


def _ground(battle: Battle, legal: _Referee, how: Gait) -> Surroundings:
    """What a unit goes past: units and terrain. If there are ways already, only better ones are looked for."""
    pieces = scenery(battle)
    if how.flies:
        return Surroundings((), (), (), inf, battle.scene.board)
    risky = tuple(piece.shape for piece in pieces.risky)
    return Surroundings(
        walls=(
            *(other.shape for other in legal.others),
            *(piece.shape for piece in pieces.impassable),
            *(risky if legal.found else ()),
        ),
        slow=() if how.strides else tuple(piece.shape for piece in pieces.slowing if piece.difficult),
        shunned=(*risky, *(piece.shape for piece in (*pieces.climbed, *pieces.slowing) if not piece.difficult)),
        slowed_to=optional.measured(battle, DIFFICULT + how.further),
        board=battle.scene.board,
    )


@rule("aofr.charge.ignore_one_inch", "aofr.terrain.difficult_charge", "aofr.terrain.climb")
def why_not(
    battle: Battle, unit: Unit, way: Path, goal: Rect, others: list[Body], inches: float, how: Gait
) -> Refused | None:
    """Why a way into contact cannot be gone: too long, difficult ground and climbing counted, or something in it."""
    total = way.inches
    if total > inches + TOLERANCE:
        return Refused(f'{unit.name} cannot move {total:.2f}": the limit is {inches:g}".', "aofr.measure.movement")
    if not is_on_board(way, battle.scene.board):
        return Refused(f"{unit.name} would leave the table.", "aofr.move.stay_on_table")
    crossed = (way.end,) if how.flies else (way.end, *covered(way))
    for other in others:
        if hits(other.shape, crossed):
            return Refused(f"{unit.name} would move into {other.name}.", "aofr.move.no_pass_through_charge")
    if hits(goal, crossed):
        return Refused(f"{unit.name} would move into its target.", "aofr.move.possible_location")
    for piece in scenery(battle).impassable:
        if hits(piece.shape, crossed):
            return Refused(f"{unit.name} would move into {piece.name}.", "aofr.terrain.impassable")
    total += climbing(battle, way, how)
    if total > inches + TOLERANCE:
        return Refused(
            f'{unit.name} cannot move and climb {total:.2f}": the limit is {inches:g}".', "aofr.terrain.climb"
        )
    most = held_to(battle, unit, way, total, how)
    if total > most + TOLERANCE:
        return Refused(f'{unit.name} can move only {most:g}" in difficult terrain.', "aofr.terrain.difficult")
    return None


def check_way(battle: Battle, unit: Unit, way: Path, goal: Rect, inches: float, how: Gait) -> None:
    """Refuse a way into contact with the goal that cannot be gone."""
    refuse(why_not(battle, unit, way, goal, _others_near(battle, unit, way, goal), inches, how))
