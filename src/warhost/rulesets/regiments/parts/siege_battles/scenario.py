"""The scenario: roles, points, the castle, objectives, and who wins (Siege Battle Scenarios)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import ClassVar

import msgspec

from warhost.dice import Chance
from warhost.field.ground.laying import Spot
from warhost.field.ground.placing import Ground
from warhost.muster.checking.roster import Budget
from warhost.play.battle import Outcome
from warhost.play.questions import Place, Placed, Within
from warhost.play.script import Refused, Script, place, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers
from warhost.rulesets.regiments.chapters.missions import Deploying, Figures, Mission, attackers_limit, held
from warhost.rulesets.regiments.chapters.missions.mission import won_by, zone_ground
from warhost.rulesets.regiments.core import Battle, Marker, Settings, Unit, footprint
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.siege_battles import castle, events, tools
from warhost.rulesets.regiments.parts.siege_battles.figures import GateName, attacker, defender, told
from warhost.table import TOLERANCE, Point, distance_to_point, segment_crosses

ROUNDS = 8
"""After so many rounds the defender has held out (AOFR-R591)."""

APART = 9.0
SHIFT = 6.0
OFF_TERRAIN = 1.0
"""How far a marker that the attacker moves stays from terrain (AOFR-R592)."""

OBJECTIVES, MOVES = "aofr.siege.objectives", "aofr.siege.objectives_move"

Judge = Callable[[Battle, float, float], Refused | None]
"""Why a marker may not lie at a point."""

FIGURES = Figures(
    slug="siege",
    name="Siege Battle",
    type="attack_defend",
    die=0,
    rounds=ROUNDS,
    markers="D3+1",
    attackers_points=1.25,
    rounded_to=1,
)


@rule("aofr.siege.points")
def budget(settings: Settings, seat: int | None) -> Budget:
    """The attacker's army may cost a quarter more than the defender's, rounded down to a point (AOFR-R516)."""
    most = attackers_limit(FIGURES, settings.points)
    if seat is None or seat == settings.attacker:
        return Budget(most, "the attacker in a siege")
    if settings.attacker >= 0:
        return Budget(settings.points, "the defender in a siege")
    hint = f"In a siege the attacker may have up to {most}: settle who attacks first, with the attacker option."
    return Budget(settings.points, hint=hint)


class SiegeMission(Mission):
    """One side storms a castle, the other holds it."""

    uses_zones: ClassVar[bool] = False

    def __init__(self, gate: GateName) -> None:
        super().__init__(FIGURES)
        self.gate = gate

    @property
    @rule("aofr.siege.roles")
    def has_roles(self) -> bool:
        """The winner of a roll-off decides who attacks."""
        return True

    def set_markers(self, battle: Battle) -> Script[None]:
        """The defender picks a half and builds the castle in it, places the objectives, the attacker moves them and
        buys siege tools."""
        yield from castle.pick_half(battle)
        yield from castle.build(battle, self.gate)
        yield from castle.lock(battle)
        yield from place_objectives(battle)
        yield from move_objectives(battle)
        yield from tools.buy(battle)

    @rule("aofr.siege.table_half")
    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        """The defender deploys in its half, garrisons too, the attacker at the opposite edge (AOFR-R593)."""
        grounds: dict[int, Ground] = {seat: zone_ground(battle, seat) for seat in (0, 1)}
        return (Deploying(grounds),)

    @rule("aofr.siege.win_attacker", "aofr.siege.win_defender")
    def judge(self, battle: Battle) -> Outcome:
        """The attacker wins with more objectives, the defender when three quarters of the attackers are destroyed, or
        when the attacker has not won in time; both at once are a draw (AOFR-R591)."""
        own, theirs = held(battle)[attacker(battle)], held(battle)[defender(battle)]
        stormed, destroyed = is_stormed(battle), is_repelled(battle)
        if stormed and destroyed:
            return Outcome((), "draw", "A draw: the castle is taken, and the attackers are destroyed.")
        if stormed:
            return won_by(battle, attacker(battle), f"{own} to {theirs} objectives")
        why = "three quarters of the attackers are destroyed" if destroyed else "the castle has held out"
        return won_by(battle, defender(battle), why)


@rule("aofr.siege.win_attacker")
def is_stormed(battle: Battle) -> bool:
    """Whether the attacker has seized more objectives than the defender."""
    return held(battle)[attacker(battle)] > held(battle)[defender(battle)]


@rule("aofr.siege.win_defender")
def is_repelled(battle: Battle) -> bool:
    """Whether three quarters or more of the attacker's units are destroyed; siege towers do not count."""
    towers = told(battle).towers
    army = [
        unit
        for unit in battle.units
        if unit.seat == attacker(battle) and unit.part_of is None and unit.id not in towers and unit.site is None
    ]
    gone = sum(unit.fate in ("destroyed", "routed") for unit in army)
    return bool(army) and 4 * gone >= 3 * len(army)


@rule("aofr.siege.win_attacker", "aofr.siege.win_defender")
def is_decided(battle: Battle) -> bool:
    """Whether the siege ends with this round."""
    return bool(battle.roles) and battle.turn > 0 and (is_stormed(battle) or is_repelled(battle))


# Objectives.


@rule("aofr.siege.objectives")
def why_no_objective(battle: Battle, x: float, y: float) -> Refused | None:
    """An objective lies in the defender's half, over 9" from the others and from the table edges."""
    if not castle.halves(battle)[told(battle).half].contains_point(x, y):
        return Refused("Objectives must be in your half of the table.", OBJECTIVES)
    marking = msgspec.structs.replace(markers.marking(battle), zones=(), apart_rule=OBJECTIVES)
    return marking.why_not(x, y, Spot(rule=OBJECTIVES, apart=APART, clear=APART))


@rule("aofr.siege.objectives")
def place_objectives(battle: Battle) -> Script[None]:
    """The defender places D3+1 of them."""
    count = yield from roll_sum("D3+1", why="Objectives", rule=OBJECTIVES)
    seat, board = defender(battle), battle.scene.board
    for number in range(1, count + 1):
        spots = [
            (float(x), float(y))
            for y in range(1, int(board.depth), 2)
            for x in range(1, int(board.width), 3)
            if why_no_objective(battle, x, y) is None
        ]
        if not spots:
            return
        point = yield from _ask(
            battle, seat, "marker", f"Where do you place objective {number}?", OBJECTIVES, spots, why_no_objective
        )
        yield from markers.put(battle, point, seat)


def _ask(
    battle: Battle,
    seat: int,
    topic: str,
    text: str,
    rule_id: str,
    spots: Sequence[Point],
    why_not: Judge,
    start: Point | None = None,
) -> Script[Point]:
    def sample(chance: Chance) -> Placed:
        return markers.there(spots[chance.pick(len(spots))])

    near = (Within(SHIFT, "Moved", points=(start,)),) if start is not None else ()
    zone = castle.halves(battle)[told(battle).half]
    answer = yield from place(
        Place(seat=seat, topic=topic, text=text, rules=(rule_id,), zone=zone, within=near),
        lambda placed: why_not(battle, placed.pose.x, placed.pose.y),
        lambda: [markers.there(point) for point in spots],
        sample,
    )
    return (round(answer.pose.x, 9), round(answer.pose.y, 9))


@rule("aofr.siege.objectives_move")
def why_not_move(battle: Battle, marker: Marker, x: float, y: float) -> Refused | None:
    """The attacker moves an objective up to 6", neither across a castle component nor onto one; it stays in the
    defender's half and an inch off terrain (AOFR-R592)."""
    if (x, y) == (marker.x, marker.y):
        return None
    if hypot(x - marker.x, y - marker.y) > SHIFT + TOLERANCE:
        return Refused('The objective may be moved up to 6".', MOVES)
    if not castle.halves(battle)[told(battle).half].contains_point(x, y):
        return Refused("The objective must stay in the defender's half.", MOVES)
    parts = [footprint(battle, battle.units[one.unit]) for one in told(battle).components]
    parts += [footprint(battle, battle.units[one.unit]) for one in told(battle).passages]
    if any(segment_crosses(shape, (marker.x, marker.y), (x, y)) for shape in parts):
        return Refused("The objective may not be moved across a castle component.", MOVES)
    if any(distance_to_point(piece.shape, x, y) < OFF_TERRAIN - TOLERANCE for piece in scenery(battle).impassable):
        return Refused('The objective must stay 1" away from terrain.', MOVES)
    return None


@rule("aofr.siege.objectives_move")
def move_objectives(battle: Battle) -> Script[None]:
    """The attacker may move each of them."""
    seat = attacker(battle)
    for number, marker in enumerate(battle.markers):
        spots = [(marker.x, marker.y), *_around(battle, marker)]

        def why_not(battle: Battle, x: float, y: float, marker: Marker = marker) -> Refused | None:
            return why_not_move(battle, marker, x, y)

        text = f'Where do you move objective {number + 1}, up to 6"? Leave it where it is to keep it there.'
        x, y = yield from _ask(battle, seat, "shift objective", text, MOVES, spots, why_not, spots[0])
        if (x, y) != (marker.x, marker.y):
            moved = msgspec.structs.replace(marker, x=x, y=y)
            battle.markers = (*battle.markers[:number], moved, *battle.markers[number + 1 :])
            yield events.MarkerShifted(seat, number + 1, x, y)


def _around(battle: Battle, marker: Marker) -> Iterator[Point]:
    """Places to which the attacker may move an objective, those nearer to the attacker's edge first."""
    towards = 1.0 if told(battle).half == "south" else -1.0
    for dx, dy in ((0, 6), (4, 4), (-4, 4), (0, 3), (6, 0), (-6, 0), (0, -6)):
        x, y = marker.x + dx, marker.y + towards * dy
        if why_not_move(battle, marker, x, y) is None:
            yield (x, y)


def is_tower(battle: Battle, unit: Unit) -> bool:
    return unit.id in told(battle).towers
