"""Where objective markers may lie, and who puts them there (Preparation: Placing Objectives)."""

from __future__ import annotations

import msgspec

from warhost.dice import Chance
from warhost.field.ground.laying import Marking, Spot
from warhost.play.questions import Option, Place, Placed
from warhost.play.script import Refused, Script, choose, place
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.core import Battle, Marker, events
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.table import Point, Pose

APART = 9.0
"""Markers are further from each other than this."""

STEP = 3.0
"""How finely sensible places are looked for."""

TRIES = 24

ROOM = 1.0
"""The radius of the disc that has to be free near a marker."""

NEAR = 3.0


@rule("aofr.objective.outside_zones", "aofr.objective.spacing", "aofr.mission.common_placing")
def common(rule_id: str = "aofr.objective.outside_zones") -> Spot:
    """The places of markers for which a mission has no rule of its own."""
    return Spot(rule=rule_id, outside=True, apart=APART)


def lying(battle: Battle) -> list[Marker]:
    """The markers that lie on the table."""
    return [marker for marker in battle.markers if not marker.gone and marker.carrier is None]


@rule("aofr.objective.outside_zones", "aofr.objective.spacing", "aofr.mission.common_placing")
@rule("aofr.objective.reachable")
def marking(battle: Battle) -> Marking:
    """What a marker keeps its distance from. It is not in impassable ground, and a disc of 1" has room within 3" of it
    (AOFR-R063)."""
    return Marking(
        board=battle.scene.board,
        zones=tuple(area for zone in battle.zones for area in zone),
        markers=tuple((marker.x, marker.y) for marker in lying(battle)),
        walls=tuple(piece.shape for piece in scenery(battle).impassable),
        disc=ROOM,
        near=NEAR,
        outside_rule="aofr.objective.outside_zones",
        apart_rule="aofr.objective.spacing",
        wall_rule="aofr.objective.reachable",
    )


@rule("aofr.objective.outside_zones", "aofr.objective.spacing", "aofr.mission.common_placing")
def why_not(battle: Battle, x: float, y: float, spot: Spot) -> Refused | None:
    """Why a marker may not lie there."""
    return marking(battle).why_not(x, y, spot)


@rule("aofr.objective.reachable")
def reachable(battle: Battle, x: float, y: float) -> bool:
    """Whether a unit could come near a marker there."""
    return marking(battle).is_reachable(x, y)


def _step(spot: Spot) -> float:
    return STEP if spot.around is None and not spot.band else STEP / 2


def sensible_spots(battle: Battle, spot: Spot) -> list[Point]:
    """Legal places a few inches apart, those in the middle of the table first."""
    return list(marking(battle).spots(spot, _step(spot)))


def random_spot(battle: Battle, spot: Spot, chance: Chance) -> Point:
    """A legal place at random; where a few tries find none, one of the sensible ones."""
    found = marking(battle).random_spot(spot, chance, TRIES)
    if found is not None:
        return found
    points = sensible_spots(battle, spot)
    return points[chance.pick(len(points))]


def ask_spot(battle: Battle, seat: int, spot: Spot, topic: str, text: str) -> Script[Point | None]:
    """Ask a player for a legal place; nobody is asked and there is none if there is no legal place."""
    if next(marking(battle).spots(spot, _step(spot)), None) is None:
        return None
    answer = yield from place(
        Place(seat=seat, topic=topic, text=text, rules=(spot.rule,)),
        lambda placed: why_not(battle, placed.pose.x, placed.pose.y, spot),
        lambda: [there(point) for point in sensible_spots(battle, spot)],
        lambda chance: there(random_spot(battle, spot, chance)),
        draft=lambda: [there(point) for point in marking(battle).drafts(_step(spot))],
    )
    return (round(answer.pose.x, 9), round(answer.pose.y, 9))


def there(point: Point) -> Placed:
    """The answer that puts a marker at a point."""
    return Placed(Pose(*point, 0.0))


def put(battle: Battle, point: Point, seat: int | None = None, *, own: bool = False, edge: str = "") -> Script[None]:
    """A marker lies there from now on; one that is somebody's own is under its control at once."""
    owner = seat if own else None
    battle.markers = (*battle.markers, Marker(*point, owner=owner, placed_by=owner, edge=edge))
    yield events.MarkerPlaced(len(battle.markers), *point, seat)


def place_one(battle: Battle, seat: int, spot: Spot) -> Script[None]:
    """The player puts one marker down. If there is no legal place it goes where others are furthest (AOFR-R062)."""
    number = len(battle.markers) + 1
    point = yield from ask_spot(battle, seat, spot, "marker", f"Where do you place marker {number}?")
    if point is None:
        loose = msgspec.structs.replace(spot, apart=0.0)
        points = sensible_spots(battle, loose)
        if not points:
            return
        point = max(points, key=lambda p: marking(battle).to_marker(*p))
    yield from put(battle, point, seat)


@rule("aofr.objective.first_placer", "aofr.objective.alternate", "aofr.mission.common_placing")
def place_in_turn(battle: Battle, count: int, first: int | None = None, spot: Spot | None = None) -> Script[None]:
    """The winner of a roll-off says who puts the first marker down, then players take turns, one marker each."""
    if first is None:
        first = yield from first_placer(battle)
    turns = battle.in_turn(first)
    for number in range(count):
        seat = turns[number % len(turns)]
        yield from place_one(battle, seat, spot or common())


@rule("aofr.objective.first_placer")
def first_placer(battle: Battle) -> Script[int]:
    """A roll-off; the winner says who places the first marker."""
    winner = yield from roll_off(battle, "who places the first marker", "aofr.objective.first_placer")
    options = [Option(str(seat), battle.scene.seats[seat].name) for seat in battle.sides]
    text = "Who places the first marker?"
    key = yield from choose(winner, "first marker", text, options, rules=("aofr.objective.first_placer",))
    return int(key)
