"""What Secondary Objectives need before and during the battle: markers, hills that are named, units that are marked."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from warhost.field.ground.placing import STRICTLY
from warhost.play.battle import copied
from warhost.play.picking import pick
from warhost.play.questions import Denied, Option, Pick, Place, Placed, Within
from warhost.play.script import Refused, Script, choose, place
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import zone
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import (
    CAPTURE_THE_FLAGS,
    FLAGS,
    KING_OF_THE_HILL,
    SECURE_TARGET,
    SPOILS_OF_WAR,
    scores,
    scoring_entry,
)
from warhost.rulesets.fantasy_battles.core import NAMES, ROCKS, Battle, Unit, boundary, of_kind
from warhost.rulesets.fantasy_battles.shown import setup_events as events
from warhost.table import TOLERANCE, Area, Feature, Point, Pose, contains_point, distance_to_point, feature_rect, strip

FROM_ZONE, MARKERS_APART = 12.0, 24.0
"""How far the markers of Secure Target are from their owner's zone and from each other, at least."""

GRID = 2.0
"""How finely places for markers are looked for."""

DROPPED_WITHIN = 1.0
"""How far from where it was dropped a marker may be put down."""


@rule("t9a.objective.chooser_first")
def prepare(battle: Battle) -> Script[None]:
    """What is placed or chosen for the objective, first by the player who chose the Deployment Zone."""
    order = (battle.chooser, 1 - battle.chooser)
    if battle.objective == SPOILS_OF_WAR:
        battle.markers = spoils_markers(battle)
    elif battle.objective == KING_OF_THE_HILL:
        battle.hills = (-1, -1)
        for seat in order:
            yield from _name_hill(battle, seat)
    elif battle.objective == CAPTURE_THE_FLAGS:
        for seat in order:
            yield from _mark_units(battle, seat)
    elif battle.objective == SECURE_TARGET:
        for seat in order:
            yield from _place_target(battle, seat)
    battle.stage = "special deployment"


# King of the Hill


@rule("t9a.objective.king_choice")
def why_no_hill(battle: Battle, seat: int, number: int) -> Refused | None:
    """Why the player cannot name that feature, if not."""
    cite = "t9a.objective.king_choice"
    feature = battle.scene.board.features[number]
    name = feature_name(feature)
    if feature.kind == ROCKS:
        return Refused(f"{name} cannot be named: it is Impassable Terrain.", cite)
    if zone(battle, seat).contains_rect(feature_rect(feature)):
        return Refused(f"{name} cannot be named: it is entirely in your own Deployment Zone.", cite)
    if number in battle.hills:
        return Refused(f"{name} cannot be named: your opponent named it.", cite)
    return None


def feature_name(feature: Feature) -> str:
    """What a player calls the feature: by its kind, and where it lies."""
    return feature.name or f"the {NAMES.get(feature.kind, feature.kind)} at {feature.x:g}, {feature.y:g}"


@rule("t9a.objective.king_choice", "t9a.objective.king_of_the_hill")
def _name_hill(battle: Battle, seat: int) -> Script[None]:
    """The player names a Terrain Feature; one for whom there is none names none, and cannot lose by it (T9A-R025)."""
    options, denied = [], []
    for number, feature in enumerate(battle.scene.board.features):
        refused = why_no_hill(battle, seat, number)
        if refused is None:
            areas = (Area(feature_rect(feature).corners),)
            label = feature_name(feature)
            options.append(Option(str(number), label[:1].upper() + label[1:], areas=areas))
        else:
            denied.append(Denied(str(number), refused.message, refused.rule or ""))
    if not options:
        return
    text, rules = "Which Terrain Feature do you name?", ("t9a.objective.king_choice", "t9a.objective.king_of_the_hill")
    key = yield from choose(seat, "hill", text, options, rules=rules, denied=denied)
    battle.hills = tuple(int(key) if one == seat else hill for one, hill in enumerate(battle.hills))
    yield events.FeatureNamed(seat, feature_name(battle.scene.board.features[int(key)]))


# Capture the Flags


@rule("t9a.objective.capture_marked_units")
def _mark_units(battle: Battle, seat: int) -> Script[None]:
    """The player marks one of the enemy's other units for each Scoring Unit that the enemy has less than three."""
    theirs = [unit for unit in battle.units if unit.seat != seat and battle.entry(unit).role != "champion"]
    flags = sum(scoring_entry(battle.entry(unit)) for unit in theirs)
    others = [unit for unit in theirs if not scoring_entry(battle.entry(unit))]
    missing = min(max(0, FLAGS - flags), len(others))
    if not missing:
        return
    question = Pick(
        seat=seat,
        topic="flags",
        text="Which units do you mark to be destroyed?",
        rules=("t9a.objective.capture_marked_units",),
        options=tuple(Option(str(unit.id), unit.name, unit=unit.id) for unit in others),
        least=missing,
        most=missing,
    )
    for key in (yield from pick(question)):
        battle.units[int(key)].flagged = True
        yield events.UnitFlagged(int(key))


# Secure Target


@rule("t9a.objective.secure_target_placement")
def _place_target(battle: Battle, seat: int) -> Script[None]:
    """The player puts a marker down, away from the own zone and from the other marker."""
    board = battle.scene.board
    question = Place(
        seat=seat,
        topic="marker",
        text="Where do you place your marker?",
        rules=("t9a.objective.secure_target_placement",),
        zone=strip(0.0, 0.0, board.width, board.depth),
    )
    answer = yield from place(
        question,
        lambda placed: check_target(battle, seat, placed.pose),
        lambda: [Placed(Pose(x, y, 0.0)) for x, y in target_places(battle, seat)],
    )
    battle.markers = (*battle.markers, (round(answer.pose.x, 9), round(answer.pose.y, 9)))
    yield events.MarkerPlaced(seat, answer.pose.x, answer.pose.y)


def check_target(battle: Battle, seat: int, pose: Pose) -> None:
    """A marker keeps its distances, and the first one leaves a place for the second."""
    off_both = _off_both(battle)
    why = _why_no_target(battle, seat, pose.x, pose.y, off_both)
    if why is None and not battle.markers and not _far_off(_grid(battle, 1 - seat, off_both), (pose.x, pose.y)):
        why = "there would be no place left for the other player's marker"
    if why is not None:
        raise Refused(f"The marker cannot go there: {why}.", "t9a.objective.secure_target_placement")


@rule("t9a.objective.secure_target_placement")
def _why_no_target(battle: Battle, seat: int, x: float, y: float, off_both: bool) -> str | None:
    board = battle.scene.board
    if not (0.0 <= x <= board.width and 0.0 <= y <= board.depth):
        return "it is off the table"
    if any(hypot(x - mx, y - my) < MARKERS_APART - TOLERANCE for mx, my in battle.markers):
        return 'it must be at least 24" from the other marker'
    if zone(battle, seat).distance_to_point(x, y) <= FROM_ZONE + 2 * STRICTLY:
        return 'it must be more than 12" from your Deployment Zone'
    if off_both and zone(battle, 1 - seat).distance_to_point(x, y) <= FROM_ZONE + 2 * STRICTLY:
        return 'it must be more than 12" from both Deployment Zones'
    return None


@rule("t9a.objective.secure_target_placement")
def _off_both(battle: Battle) -> bool:
    """Whether markers keep off both zones: if it was agreed on, and the zones leave room for two markers (T9A-R026)."""
    if battle.scene.settings.target_markers != "both zones":
        return False
    bare = copied(battle)
    bare.markers = ()
    spots = _grid(bare, 0, off_both=True)
    return any(_far_off(spots, spot) for spot in spots)


def target_places(battle: Battle, seat: int) -> list[Point]:
    """Legal places for a marker."""
    off_both = _off_both(battle)
    found = _grid(battle, seat, off_both)
    if battle.markers:
        return found
    left = _grid(battle, 1 - seat, off_both)
    return [spot for spot in found if _far_off(left, spot)]


def _grid(battle: Battle, seat: int, off_both: bool) -> list[Point]:
    """Places all over the board that keep their distances from zones and from markers that lie there."""
    board = battle.scene.board
    columns, lines = int(board.width / GRID) + 1, int(board.depth / GRID) + 1
    spots = ((i * GRID, j * GRID) for j in range(lines) for i in range(columns))
    return [spot for spot in spots if _why_no_target(battle, seat, *spot, off_both) is None]


def _far_off(spots: Iterable[Point], from_spot: Point) -> bool:
    """Whether one of the places is far enough from another one for two markers."""
    return any(hypot(x - from_spot[0], y - from_spot[1]) >= MARKERS_APART for x, y in spots)


# Spoils of War


@rule("t9a.objective.spoils_of_war", "t9a.geometry.centre_line")
def spoils_markers(battle: Battle) -> tuple[Point, ...]:
    """Three markers on the Centre Line: at the centre and a third of the board's length to either side (T9A-R024)."""
    board = battle.scene.board
    x, y = board.centre
    return tuple(_off_rocks(battle, spot, y) for spot in (x, x - board.width / 3, x + board.width / 3))


def _off_rocks(battle: Battle, x: float, y: float) -> Point:
    """The nearest point of the Centre Line that is not on Impassable Terrain."""
    rocks, step = of_kind(battle.scene.board, ROCKS), 0.25
    tries = (x + sign * step * count for count in range(200) for sign in (1.0, -1.0))
    width = battle.scene.board.width
    free = (spot for spot in tries if 0.0 <= spot <= width and not any(contains_point(rock, spot, y) for rock in rocks))
    return (next(free, x), y)


@rule("t9a.objective.spoils_pickup", "t9a.objective.spoils_of_war")
def pick_up(battle: Battle) -> Script[None]:
    """At the start of a Player Turn its Scoring Units may take the markers that they touch, one each."""
    if battle.objective != SPOILS_OF_WAR:
        return
    carried = {unit.carries for unit in battle.units}
    for number, (x, y) in enumerate(battle.markers):
        if number in carried:
            continue
        units = [
            unit
            for unit in battle.units
            if unit.seat == battle.active
            and unit.carries < 0
            and scores(battle, unit)
            and distance_to_point(boundary(battle, unit), x, y) <= TOLERANCE
        ]
        if not units:
            continue
        options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in units]
        options.append(Option("pass", "Leave it", passes=True))
        text, rules = f"Who picks up marker {number + 1}?", ("t9a.objective.spoils_pickup",)
        key = yield from choose(battle.active, "spoils", text, options, rules=rules)
        if key != "pass":
            battle.units[int(key)].carries = number
            yield events.MarkerPickedUp(int(key), number + 1)


@rule("t9a.objective.spoils_of_war")
def carry(battle: Battle) -> Script[None]:
    """Markers go with their units. A unit that flees, or is gone, drops its marker where it was before."""
    if battle.objective != SPOILS_OF_WAR:
        return
    for unit in battle.units:
        if unit.carries < 0:
            continue
        if scores(battle, unit):
            assert unit.pose is not None
            _lay(battle, unit.carries, (unit.pose.x, unit.pose.y))
        else:
            yield from _drop(battle, unit)


def _lay(battle: Battle, number: int, spot: Point) -> None:
    if battle.markers[number] != spot:
        battle.markers = tuple(spot if one == number else other for one, other in enumerate(battle.markers))


def _drop(battle: Battle, unit: Unit) -> Script[None]:
    """The opponent puts the marker down within an inch of where the unit was."""
    number, unit.carries = unit.carries, -1
    x, y = battle.markers[number]
    yield events.MarkerDropped(unit.id, number + 1)
    question = Place(
        seat=1 - unit.seat,
        topic="dropped marker",
        text=f"Where does marker {number + 1} fall?",
        rules=("t9a.objective.spoils_of_war",),
        zone=strip(0.0, 0.0, battle.scene.board.width, battle.scene.board.depth),
        within=(Within(DROPPED_WITHIN, "Dropped", points=((x, y),)),),
    )
    spots = [(x, y), (x + 1.0, y), (x - 1.0, y), (x, y + 1.0), (x, y - 1.0)]
    answer = yield from place(
        question,
        lambda placed: _why_not_dropped(battle, (x, y), placed.pose),
        lambda: [
            Placed(Pose(a, b, 0.0)) for a, b in spots if _why_not_dropped(battle, (x, y), Pose(a, b, 0.0)) is None
        ],
    )
    _lay(battle, number, (round(answer.pose.x, 9), round(answer.pose.y, 9)))


def _why_not_dropped(battle: Battle, fell: Point, pose: Pose) -> Refused | None:
    board = battle.scene.board
    on_board = 0.0 <= pose.x <= board.width and 0.0 <= pose.y <= board.depth
    if on_board and hypot(pose.x - fell[0], pose.y - fell[1]) <= DROPPED_WITHIN + TOLERANCE:
        return None
    return Refused('The marker stays within 1" of where it was dropped.', "t9a.objective.spoils_of_war")
