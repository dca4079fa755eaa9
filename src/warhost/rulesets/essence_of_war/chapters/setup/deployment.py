"""Maps and Deployment (Play a Basic Game)."""

from __future__ import annotations

from collections.abc import Callable

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.field.ground.placing import STRICTLY, random_pose, rows_of_places
from warhost.play import script
from warhost.play.battle import stand
from warhost.play.questions import Option, Place, Placed
from warhost.play.script import Refused, Script, choose, choose_unit, once, passes, place
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.turn import begin_player_turn
from warhost.rulesets.essence_of_war.chapters.victory.missions import PATROLLING, ZONE_FROM_MIDDLE
from warhost.rulesets.essence_of_war.core import (
    GAP,
    ROCKS,
    Battle,
    Unit,
    boundary_at,
    check_on_board,
    check_spacing,
    obstacles,
    size,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Area, Pose, strip

SMALL = 8
"""Two patrols have so many units, for which there is always room."""

EDGES = ("near", "far")
EDGE_NAMES = ("south", "north")
"""What the edges are called: near and far change with the one who looks."""


@rule("eow.deploy.basic.zones")
def zone(battle: Battle, seat: int) -> Area:
    """The part of the seat's own half that is more than 12" from the middle line (EOW-R035)."""
    return _zone_at(battle, battle.homes[seat])


def _zone_at(battle: Battle, edge: int) -> Area:
    board = battle.scene.board
    middle, away = board.depth / 2, ZONE_FROM_MIDDLE + STRICTLY
    low, high = (0.0, middle - away) if edge == 0 else (middle + away, board.depth)
    return strip(0.0, low, board.width, high)


def ahead(battle: Battle, seat: int) -> float:
    """The facing of a unit that looks straight at the enemy's half."""
    return 0.0 if battle.homes[seat] == 0 else 180.0


@rule("eow.deploy.basic.roll_off", "eow.setup.sequence_basic", "eow.multi.deploy_roll")
def roll_off(battle: Battle) -> Script[None]:
    """Both roll a D6, ties again; the higher picks a side and deploys first."""
    first = yield from script.roll_off((0, 1), why="Roll-off", rule="eow.deploy.basic.roll_off")
    yield events.RolledOff(first)
    yield from pick_side(battle, first, "eow.deploy.basic.roll_off")
    battle.first = battle.active = first
    battle.stage = "markers" if battle.mission == PATROLLING else "deploy"


def pick_side(battle: Battle, seat: int, rule_id: str) -> Script[None]:
    """The player picks a table edge, and with it the deployment zones of both."""
    options = [
        Option(key, f"The {name} edge", areas=(_zone_at(battle, home),))
        for home, (key, name) in enumerate(zip(EDGES, EDGE_NAMES, strict=True))
    ]
    text = "Which table edge do you play from?"
    edge = yield from choose(seat, "side", text, options, rules=(rule_id,))
    own = EDGES.index(edge)
    battle.homes = (own, 1 - own) if seat == 0 else (1 - own, own)
    yield events.SidePicked(seat, EDGE_NAMES[own])


@rule("eow.deploy.basic.all_at_once")
def deploy(battle: Battle) -> Script[None]:
    """The first player sets up the whole army, then the other; whoever deployed first has the first turn."""
    waiting = [unit for unit in battle.units if unit.seat == battle.active and unit.pose is None and not unit.fate]
    text = "Which unit do you deploy next?"
    unit = yield from choose_unit(waiting, battle.active, "deploy", text, rules=("eow.deploy.basic.all_at_once",))
    yield from set_down(battle, unit)
    if len(waiting) > 1:
        return
    if battle.active == battle.first:
        battle.active = battle.reactive
    else:
        yield from begin_player_turn(battle, battle.first)


def set_down(battle: Battle, unit: Unit) -> Script[None]:
    """One unit is placed in its zone; one for which there is no room left is lost (EOW-R232)."""
    if len(battle.units) > SMALL and not sensible_places(battle, unit):
        unit.fate = "destroyed"
        yield events.UnitDestroyed(unit.id, "there was no room left in the deployment zone")
        return
    question = Place(
        seat=unit.seat,
        topic="deploy",
        text=f"Where {does(unit.name)} deploy?",
        rules=("eow.deploy.basic.inside_zone", "eow.spacing.one_inch"),
        unit=unit.id,
        zone=zone(battle, unit.seat),
        gap=GAP,
        barred=(ROCKS,),
    )
    check: Callable[[Placed], None] = once(lambda placed: check_deployed(battle, unit, placed.pose))
    answer = yield from place(
        question,
        check,
        lambda: [Placed(pose) for pose in sensible_places(battle, unit)],
        lambda chance: random_place(battle, unit, check, chance),
    )
    stand(unit, answer.pose)
    yield events.UnitDeployed(unit.id, answer.pose)


@rule("eow.deploy.basic.inside_zone")
def check_deployed(battle: Battle, unit: Unit, pose: Pose) -> None:
    """A unit stands completely inside its zone and keeps its distance."""
    end = boundary_at(battle, unit, pose)
    check_on_board(battle, unit, end)
    if not zone(battle, unit.seat).contains_rect(end):
        raise Refused(f"{unit.name} must deploy completely inside the deployment zone.", "eow.deploy.basic.inside_zone")
    check_spacing(battle, unit, end)


def sensible_places(battle: Battle, unit: Unit) -> list[Pose]:
    """Legal places looking ahead: rows at the front, in the middle and at the back of the zone, an inch apart."""
    facing = ahead(battle, unit.seat)
    return rows_of_places(zone(battle, unit.seat), facing, size(battle, unit), obstacles(battle, unit), GAP)


def random_place(battle: Battle, unit: Unit, check: Callable[[Placed], None], chance: Chance) -> Placed:
    """A place at random that passes the check, any facing. Where a hundred tries find none, the first sensible one."""
    area = zone(battle, unit.seat)
    for _ in range(100):
        draft = Placed(random_pose(area, chance))
        if passes(check, draft):
            return draft
    places = sensible_places(battle, unit)
    if not places:
        raise WarhostError(
            f"There is no room left in the deployment zone for {unit.name}.", "eow.deploy.basic.inside_zone"
        )
    return Placed(places[0])
