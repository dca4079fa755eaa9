"""The three Missions, which players may agree to add to a basic game (Play an Advanced Game: Missions).

With a Mission the winner is whoever completes it; without one it is the basic Victory.
"""

from __future__ import annotations

from math import hypot

from warhost.dice import Chance
from warhost.play.questions import Place, Placed
from warhost.play.script import Refused, Script, place, roll
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Battle, Unit, boundary, of_kind
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import TOLERANCE, Area, Point, Pose, distance_to_point, strip

OCCUPATION, PATROLLING, INFILTRATION = "Occupation", "Patrolling", "Infiltration"

ZONE_FROM_MIDDLE = 12.0
"""Deployment zones are more than this far from the line that halves the board (EOW-R035)."""

APART, FROM_CENTRE, FROM_EDGE = 18.0, 6.0, 3.0
"""What a Patrolling marker keeps from the other one, the centre, and board edges and Impassable Terrain."""

PATROL_REACH = 3.0

REACH = 6.0
"""Units no farther than this from the centre marker count."""


@rule("eow.adv.mission.roll", "eow.adv.mission.in_basic", "eow.mode.mixed")
def roll_mission(battle: Battle) -> Script[None]:
    """A D6: 1-2 Occupation, 3-4 Patrolling, 5-6 Infiltration."""
    (face,) = yield from roll("D6", why="Mission", rule="eow.adv.mission.roll")
    battle.mission = (OCCUPATION, PATROLLING, INFILTRATION)[(face - 1) // 2]
    battle.stage = "roll off" if battle.scene.settings.mode == "basic" else "before roll off"
    yield events.MissionRolled(battle.mission)


@rule("eow.adv.mission.patrolling_markers", "eow.multi.patrolling")
def place_marker(battle: Battle) -> Script[None]:
    """Each player places a marker in the other half, outside the enemy's zone, first the one who picked the side."""
    seat = battle.first if not battle.markers else 1 - battle.first
    question = Place(
        seat=seat,
        topic="marker",
        text="Where do you place your Patrolling marker?",
        rules=("eow.adv.mission.patrolling_markers",),
        zone=_opposite_half(battle, seat),
    )
    answer = yield from place(
        question,
        lambda placed: check_marker(battle, seat, placed.pose),
        lambda: [Placed(Pose(x, y, 0.0)) for x, y in marker_places(battle, seat)],
        lambda chance: Placed(_random_marker(battle, seat, chance)),
    )
    battle.markers = (*battle.markers, (round(answer.pose.x, 9), round(answer.pose.y, 9)))
    yield events.MarkerPlaced(seat, answer.pose.x, answer.pose.y)
    if len(battle.markers) == 2:
        battle.stage = "deploy" if battle.scene.settings.mode == "basic" else "deploys first"


@rule("eow.adv.mission.patrolling_markers", "eow.adv.map.half_line")
def _opposite_half(battle: Battle, seat: int) -> Area:
    """The half of the enemy without his zone."""
    board = battle.scene.board
    middle = board.depth / 2
    low, high = (middle, middle + ZONE_FROM_MIDDLE) if battle.homes[seat] == 0 else (middle - ZONE_FROM_MIDDLE, middle)
    return strip(0.0, low, board.width, high)


@rule("eow.adv.mission.patrolling_markers")
def check_marker(battle: Battle, seat: int, pose: Pose) -> None:
    """A marker keeps its distances, and the first one leaves a place for the second (EOW-R206)."""
    problem = _marker_problem(battle, seat, pose.x, pose.y)
    if problem is None and not battle.markers and not _leaves_room(battle, seat, (pose.x, pose.y)):
        problem = "there would be no place left for the other player's marker"
    if problem is not None:
        raise Refused(f"The marker cannot go there: {problem}.", "eow.adv.mission.patrolling_markers")


@rule("eow.adv.mission.patrolling_markers")
def _marker_problem(battle: Battle, seat: int, x: float, y: float) -> str | None:
    board = battle.scene.board
    if not (0.0 <= x <= board.width and 0.0 <= y <= board.depth):
        return "it is off the table"
    if not _opposite_half(battle, seat).contains_point(x, y):
        return "it must be in the opposite half, outside the enemy's deployment zone"
    if min(x, y, board.width - x, board.depth - y) < FROM_EDGE - TOLERANCE:
        return 'it must be at least 3" from the table edges'
    if hypot(x - board.width / 2, y - board.depth / 2) < FROM_CENTRE - TOLERANCE:
        return 'it must be at least 6" from the centre'
    if any(distance_to_point(rock, x, y) < FROM_EDGE - TOLERANCE for rock in of_kind(board, "impassable")):
        return 'it must be at least 3" from Impassable Terrain'
    if any(hypot(x - mx, y - my) < APART - TOLERANCE for mx, my in battle.markers):
        return 'it must be at least 18" from the other marker'
    return None


def marker_places(battle: Battle, seat: int) -> list[Point]:
    """Legal places for a marker, three inches apart."""
    return [place for place in _grid(battle, seat) if battle.markers or _leaves_room(battle, seat, place)]


def _grid(battle: Battle, seat: int) -> list[Point]:
    board = battle.scene.board
    columns = [FROM_EDGE + 1.5 * i for i in range(int((board.width - 2 * FROM_EDGE) / 1.5) + 1)]
    low = _opposite_half(battle, seat).corners[0][1]
    lines = [low + 1.5 * i for i in range(int(ZONE_FROM_MIDDLE / 1.5) + 1)]
    return [(x, y) for y in lines for x in columns if _marker_problem(battle, seat, x, y) is None]


def _leaves_room(battle: Battle, seat: int, first: Point) -> bool:
    return any(hypot(x - first[0], y - first[1]) >= APART for x, y in _grid(battle, 1 - seat))


def _random_marker(battle: Battle, seat: int, chance: Chance) -> Pose:
    places = marker_places(battle, seat)
    x, y = places[chance.pick(len(places))]
    return Pose(x, y, 0.0)


@rule("eow.adv.mission.occupation", "eow.adv.mission.patrolling_goal", "eow.adv.mission.infiltration")
def fulfils(battle: Battle, unit: Unit, near_centre: bool) -> bool:
    """Whether the unit counts towards the Mission of its player."""
    if battle.mission == PATROLLING:
        shape = boundary(battle, unit)
        return any(distance_to_point(shape, x, y) <= PATROL_REACH + TOLERANCE for x, y in battle.markers)
    if battle.mission == INFILTRATION:
        assert unit.pose is not None
        middle = battle.scene.board.depth / 2
        ahead = unit.pose.y - middle if battle.homes[unit.seat] == 0 else middle - unit.pose.y
        return ahead > ZONE_FROM_MIDDLE + TOLERANCE
    return near_centre


@rule("eow.victory.basic.remove", "eow.adv.mission.ignored_units")
def counts(battle: Battle, unit: Unit) -> bool:
    """Nobody counts who flees, is a Character alone (EOW-R207) or is a Support unit."""
    return unit.pose is not None and not unit.fleeing and battle.entry(unit).category not in ("Character", "Support")


@rule("eow.adv.mission.occupation", "eow.victory.basic.count")
def near_centre(battle: Battle, unit: Unit) -> bool:
    """Whether any part of the unit is within 6" of the centre (EOW-R200)."""
    x, y = battle.scene.board.centre
    return unit.pose is not None and distance_to_point(boundary(battle, unit), x, y) <= REACH + TOLERANCE


def counted_units(battle: Battle, seat: int) -> int:
    """How many units of the player count towards the Mission as things stand."""
    return sum(
        unit.seat == seat and counts(battle, unit) and fulfils(battle, unit, near_centre(battle, unit))
        for unit in battle.units
    )


@rule("eow.adv.mission.occupation", "eow.adv.mission.patrolling_goal", "eow.adv.mission.infiltration")
def completed_by(battle: Battle) -> int | None:
    """Who completes the Mission as things stand; nobody while both have as many units (EOW-R203)."""
    if not battle.mission:
        return None
    has = [counted_units(battle, seat) for seat in (0, 1)]
    return None if has[0] == has[1] else 0 if has[0] > has[1] else 1


GOALS = {
    "": "within 6 inches of the centre",
    OCCUPATION: "within 6 inches of the centre",
    PATROLLING: "within 3 inches of a marker",
    INFILTRATION: "inside the enemy's deployment zone",
}

STEPS = {"mission": roll_mission, "markers": place_marker}
