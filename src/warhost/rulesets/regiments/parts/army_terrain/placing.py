"""Where army terrain goes: in the deployment sequence, as if it were a unit (Using Army Terrain)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from warhost.dice import Chance
from warhost.field.ground import placing
from warhost.field.ground.laying import to_edge
from warhost.field.ground.placing import Ground, Newcomer, Room
from warhost.play.questions import Outline, Place, Placed, Within
from warhost.play.script import Refused, Script, place
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.ground import ahead
from warhost.rulesets.regiments.chapters.deployment.markers import lying
from warhost.rulesets.regiments.chapters.missions import mission_of
from warhost.rulesets.regiments.core import Battle, field_of
from warhost.rulesets.regiments.parts.army_terrain.pieces import Kind, Piece, feature_of
from warhost.table import TOLERANCE, Pose, Rect, distance, distance_to_point, feature_rect

CLEAR = 6.0
"""How far army terrain stays from markers and table edges; exactly that far is too near."""

LIMITS = "aofr.army_terrain.deploy_limits"

TOPIC = "army terrain"
NEWCOMER = -1

Limit = Callable[[Rect], Refused | None]


def _room(battle: Battle) -> Room:
    """Army terrain keeps an inch from units, as units do, and overlaps no other piece of terrain."""
    return Room(1.0, "aofr.move.one_inch")


def _newcomer(kind: Kind, seat: int) -> Newcomer:
    def shape(pose: Pose) -> Rect:
        return feature_rect(feature_of(kind, pose, ""))

    return Newcomer(NEWCOMER, seat, kind.name, shape, lambda pose: [shape(pose)], lambda pose: [shape(pose)])


def own_ground(battle: Battle, seat: int) -> Ground:
    """Where the side deploys its units just now (AOFR-R127)."""
    ground = mission_of(battle).deployment(battle)[battle.deploying].grounds[seat]
    return msgspec.structs.replace(ground, rule="aofr.army_terrain.deploy")


@rule("aofr.army_terrain.deploy_limits")
def why_not(battle: Battle, kind: Kind, seat: int, pose: Pose, ground: Ground, limit: Limit) -> Refused | None:
    """Why the piece may not lie there: off its ground, within 6" of a marker or a table edge, or in the way."""
    newcomer = _newcomer(kind, seat)
    shape = newcomer.shape(pose)
    # A second copy is refused with its own distance: the ground around the first is only where to look for places.
    refused = limit(shape) or placing.why_not(field_of(battle), newcomer, pose, ground, _room(battle))
    if refused is not None:
        return refused
    board = battle.scene.board
    if to_edge(board, (shape,)) <= CLEAR + TOLERANCE:
        return Refused('Army terrain may not be placed within 6" of a table edge.', LIMITS)
    if any(distance_to_point(shape, marker.x, marker.y) <= CLEAR + TOLERANCE for marker in lying(battle)):
        return Refused('Army terrain may not be placed within 6" of a marker.', LIMITS)
    if any(distance(shape, feature_rect(feature)) <= TOLERANCE for feature in board.features):
        return Refused("Another piece of terrain is in the way.", "aofr.army_terrain.deploy")
    return None


def _anywhere() -> Limit:
    return lambda shape: None


@rule("aofr.army_terrain.arcane_pillars_place", "aofr.army_terrain.twin_voidgates_place")
def _linked(battle: Battle, kind: Kind, seat: int, first: Rect) -> Limit:
    """The second copy: near enough to the first, and not in the enemy's zone (AOFR-R127)."""
    zoned = mission_of(battle).uses_zones
    theirs = [zone for other in battle.sides if zoned and other != seat for zone in battle.zones[other]]

    def limit(shape: Rect) -> Refused | None:
        if distance(first, shape) > kind.link + TOLERANCE:
            return Refused(f'The two copies must be within {kind.link:g}" of each other.', f"{kind.rule}_place")
        if any(area.overlaps_rect(shape) for area in theirs):
            return Refused("The second copy may not be in the enemy's zone.", "aofr.army_terrain.deploy")
        return None

    return limit


def ask_place(battle: Battle, kind: Kind, seat: int, ground: Ground, limit: Limit, text: str) -> Script[Pose | None]:
    """Where the player wants the piece; None if there is no legal place."""

    def refused(pose: Pose) -> Refused | None:
        return why_not(battle, kind, seat, pose, ground, limit)

    def sensible() -> list[Pose]:
        looking = partial(ahead, battle, seat, ground)
        newcomer = _newcomer(kind, seat)
        poses = placing.sensible_places(field_of(battle), newcomer, ground, _room(battle), looking)
        return [pose for pose in poses if refused(pose) is None]

    places = sensible()
    if not places:
        return None
    answer = yield from place(
        Place(
            seat=seat,
            topic=TOPIC,
            text=text,
            rules=(ground.rule, LIMITS),
            zone=ground.parts[0] if len(ground.parts) == 1 else None,
            gap=1.0,
            outline=Outline("rectangle", *kind.size),
            within=() if ground.around is None else (Within(ground.reach, "Link", points=(ground.around,)),),
        ),
        lambda placed: refused(placed.pose),
        lambda: [Placed(pose) for pose in places],
        lambda chance: _random(places, chance),
    )
    return answer.pose


def _random(places: list[Pose], chance: Chance) -> Placed:
    return Placed(places[chance.pick(len(places))])


@rule("aofr.army_terrain.deploy")
def put_down(battle: Battle, kind: Kind, seat: int) -> Script[Piece | None]:
    """The side places its army terrain, all copies of it at once; it is left out if there is no room (AOFR-R924)."""
    places: list[Pose] = []
    for number in range(kind.copies):
        ground, limit = own_ground(battle, seat), _anywhere()
        if number:
            first = feature_rect(feature_of(kind, places[0], ""))
            far = kind.link + first.radius
            ground = Ground(rule=f"{kind.rule}_place", around=(first.x, first.y), reach=far, fully=False)
            limit = _linked(battle, kind, seat, first)
        which = "" if kind.copies == 1 else " first" if not number else " second"
        pose = yield from ask_place(battle, kind, seat, ground, limit, f"Where do you place your{which} {kind.name}?")
        if pose is None:
            break
        places.append(pose)
        lay(battle, kind, pose)
    return Piece(seat, kind.slug, tuple(places)) if places else None


def lay(battle: Battle, kind: Kind, pose: Pose) -> None:
    """The piece lies on the board."""
    board = battle.scene.board
    features = (*board.features, feature_of(kind, pose, kind.name))
    battle.scene = msgspec.structs.replace(battle.scene, board=msgspec.structs.replace(board, features=features))
