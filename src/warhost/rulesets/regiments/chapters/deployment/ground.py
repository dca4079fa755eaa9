"""Where units are set up: zones, strips along the table edges, distances that must be kept (Deploying Armies).

Units may also be placed again near where they stand: scouts, and whom rules of army books allow it.
"""

from __future__ import annotations

from functools import partial
from math import hypot

from warhost.dice import Chance
from warhost.field.ground import placing
from warhost.field.ground.placing import Ground, Newcomer, Room, farthest_moved, ring_of_poses, shifted
from warhost.play.battle import stand
from warhost.play.questions import Place, Placed
from warhost.play.script import Refused, Script, place
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import (
    Battle,
    Unit,
    barred_kinds,
    events,
    field_of,
    footprint_at,
    perimeter,
    troopers,
)
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.rules.written import WRITTEN
from warhost.table import TOLERANCE, Pose

GAP = 1.0
"""How far units stay from each other; exactly that far is far enough (AOFR-R041)."""

EDGES = ("south", "north", "west", "east")
"""What the edges are called, in the order of their strips."""

TRIES = 8
"""How many places at random are tried where a unit is placed again."""

ROOM = Room(GAP, "aofr.move.one_inch", ("impassable", "gap"), "aofr.terrain.impassable")


def set_down(battle: Battle, unit: Unit, ground: Ground, topic: str, text: str) -> Script[Pose]:
    """Ask the owner where the unit stands, and put it there."""
    question = Place(
        seat=unit.seat,
        topic=topic,
        text=text,
        rules=(ground.rule, "aofr.move.one_inch"),
        unit=unit.id,
        zone=ground.parts[0] if len(ground.parts) == 1 else None,
        gap=GAP,
        barred=barred_kinds(battle),
    )
    answer = yield from place(
        question,
        lambda placed: why_not(battle, unit, placed.pose, ground),
        lambda: [Placed(pose) for pose in sensible_places(battle, unit, ground)],
        lambda chance: Placed(random_place(battle, unit, ground, chance)),
        draft=lambda: [Placed(pose) for pose in drafted_places(battle, unit, ground)],
    )
    return stand(unit, answer.pose)


@rule("aofr.deploy.zone")
def deploy_on(battle: Battle, unit: Unit, ground: Ground) -> Script[bool]:
    """The unit is placed; one for which there is no room is held back (AOFR-R070). Whether it stands."""
    if not fits(battle, unit, ground):
        unit.reserve = "held back"
        yield events.UnitSetAside(unit.id, "there was no room")
        return False
    pose = yield from set_down(battle, unit, ground, "deploy", f"Where {does(unit.name)} deploy?")
    unit.reserve = ""
    yield events.UnitDeployed(unit.id, pose)
    return True


def fits(battle: Battle, unit: Unit, ground: Ground) -> bool:
    """Whether there is room for the unit at all (AOFR-R070)."""
    return bool(sensible_places(battle, unit, ground, enough=1))


def _newcomer(battle: Battle, unit: Unit) -> Newcomer:
    return Newcomer(
        unit.id,
        unit.seat,
        unit.name,
        partial(footprint_at, battle, unit),
        partial(perimeter, battle, unit),
        lambda pose: [one.base for one in troopers(battle, unit, pose)],
    )


@rule("aofr.move.one_inch")
def why_not(battle: Battle, unit: Unit, pose: Pose, ground: Ground) -> Refused | None:
    """Why the unit may not be set up there: off its ground (AOFR-R003), too close to something, or no place to stand.

    Whoever is set up stands 1" from other units and on ground that can be entered (AOFR-R068).
    """
    return placing.why_not(field_of(battle), _newcomer(battle, unit), pose, ground, ROOM)


def sensible_places(battle: Battle, unit: Unit, ground: Ground, enough: int = 1000) -> list[Pose]:
    """Legal places all over the ground, looking ahead; if there are none, looking anywhere and closer together."""
    looking = partial(ahead, battle, unit.seat, ground)
    return placing.sensible_places(field_of(battle), _newcomer(battle, unit), ground, ROOM, looking, enough)


def drafted_places(battle: Battle, unit: Unit, ground: Ground) -> list[Pose]:
    """Places all over the ground, looking ahead; not all of them are legal."""
    looking = partial(ahead, battle, unit.seat, ground)
    return placing.drafted_places(field_of(battle), _newcomer(battle, unit), ground, looking)


def ahead(battle: Battle, seat: int, ground: Ground, x: float, y: float) -> float:
    """The facing of a unit that looks at the enemy: at the nearest point of the enemy's zone, from a table edge
    straight away from it, from the middle of the table outwards."""
    if ground.parts:
        return placing.facing_zone(battle.zones[battle.other(seat)], x, y)
    if ground.around is not None:
        return placing.facing_outwards(ground.around, x, y)
    return placing.facing_inwards(battle.scene.board, x, y)


def random_place(battle: Battle, unit: Unit, ground: Ground, chance: Chance) -> Pose:
    """A legal place at random; where a few tries find none, one of the sensible ones."""
    looking = partial(ahead, battle, unit.seat, ground)
    return placing.random_place(field_of(battle), _newcomer(battle, unit), ground, ROOM, looking, chance)


def place_again(
    battle: Battle, unit: Unit, inches: float, *, topic: str, text: str, rule_id: str, by_centre: bool = False
) -> Script[bool]:
    """The unit may be placed anywhere so that every model, or its centre, is so near to its own place. Returns whether
    it was moved."""
    start = unit.pose
    assert start is not None
    before = [one.base for one in troopers(battle, unit)]
    anywhere = Ground(rule=rule_id)

    def refusal(pose: Pose) -> Refused | None:
        if by_centre and hypot(pose.x - start.x, pose.y - start.y) > inches + TOLERANCE:
            return Refused(f'The centre of {unit.name} stays within {inches:g}" of where it was.', rule_id)
        after = (one.base for one in troopers(battle, unit, pose))
        if not by_centre and farthest_moved(before, after) > inches + TOLERANCE:
            return Refused(f'Every model of {unit.name} stays within {inches:g}" of where it was.', rule_id)
        return why_not(battle, unit, pose, anywhere)

    def check(placed: Placed) -> Refused | None:
        return None if placed.pose == start else refusal(placed.pose)

    def suggest() -> list[Placed]:
        return [Placed(start), *(Placed(pose) for pose in ring_of_poses(start, inches) if refusal(pose) is None)]

    def sample(chance: Chance) -> Placed:
        for _ in range(TRIES):
            pose = shifted(start, chance.uniform() * inches, chance.uniform() * 360.0)
            if refusal(pose) is None:
                return Placed(pose)
        return Placed(start)

    question = Place(seat=unit.seat, topic=topic, text=text, rules=(rule_id,), unit=unit.id, gap=GAP)
    answer = yield from place(question, check, suggest, sample)
    return stand(unit, answer.pose) != start


def place_anew(battle: Battle, unit: Unit, inches: float, name: str) -> Script[None]:
    """The unit may be placed again by a rule of its own."""
    text = f'Where is {unit.name} placed by {name}, up to {inches:g}" away?'
    if (yield from place_again(battle, unit, inches, topic="place", text=text, rule_id=WRITTEN)):
        unit.moved = True
        assert unit.pose is not None
        yield events.UnitPlaced(unit.id, name, unit.pose)


def place_deployed(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that was deployed may be placed again, if all its models have such a rule."""
    for own, share in unit_rules(battle, unit).at("placed_when_deployed"):
        if own.placed_when_deployed and share.all and unit.pose is not None:
            yield from place_anew(battle, unit, float(own.placed_when_deployed), own.name)
            return
