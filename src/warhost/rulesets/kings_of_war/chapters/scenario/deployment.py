"""Deployment zones, setting up, scouts (Battle Scenarios, steps 4 and 6; The Standard Game: Deployment; Scout)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import hypot

from warhost.dice import Chance
from warhost.field.ground import placing
from warhost.field.ground.placing import STRICTLY, Ground, Newcomer, Room
from warhost.play import script
from warhost.play.battle import stand
from warhost.play.questions import Option, Place, Placed
from warhost.play.script import Script, choose, choose_unit, once, place, refuse, roll, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.movement import moves
from warhost.rulesets.kings_of_war.chapters.turn import begin_battle
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    GAP,
    Battle,
    Unit,
    events,
    field_of,
    footprint_at,
    has,
    speaking,
)
from warhost.table import Area, Board, Pose, Rect, strip

FROM_LINE = 12.0
"""Units are set up more than so many inches from the centre line; exactly that far is not enough (KOW-R167)."""

NAMES = {
    "long edges": ("south", "north"),
    "short edges": ("west", "east"),
    "corners": ("south-west", "north-east"),
}
"""What the zones are called, A and B."""

ROOM = Room(0.0, "kow.deploy.alternate", (BLOCKING,), "kow.deploy.alternate")
"""Units are set up clear of each other and of blocking terrain; friends may touch (KOW-R169)."""


@rule("kow.deploy.long_edges", "kow.deploy.short_edges", "kow.deploy.corners", "kow.standard.deploy_distance")
def zones_on(board: Board, kind: str) -> tuple[Area, Area]:
    """The two zones: everything that is more than 12" from the centre line, on either side of it (KOW-R006)."""
    width, depth = board.width, board.depth
    away = FROM_LINE + STRICTLY
    if kind == "long edges":
        return strip(0.0, 0.0, width, depth / 2 - away), strip(0.0, depth / 2 + away, width, depth)
    if kind == "short edges":
        return strip(0.0, 0.0, width / 2 - away, depth), strip(width / 2 + away, 0.0, width, depth)
    left = width * depth - away * hypot(width, depth)
    across, along = left / depth, left / width
    near = Area(((0.0, 0.0), (0.0, along), (across, 0.0)))
    return near, Area(((width, depth), (width, depth - along), (width - across, depth)))


@rule("kow.deploy.roll")
def zones_rolled(face: int) -> str:
    """Long edges on 1 and 2, short edges on 3 and 4, corners on 5 and 6."""
    return ("long edges", "short edges", "corners")[(face - 1) // 2]


@rule("kow.deploy.roll")
def draw_zones(battle: Battle) -> Script[None]:
    """The deployment zones: agreed on, or rolled for. The standard game has the long edges."""
    kind: str = battle.settings.zones
    if battle.scenario == "standard":
        kind = "long edges"
    elif kind == "roll":
        (face,) = yield from roll("D6", why="Deployment zones", rule="kow.deploy.roll")
        kind = zones_rolled(face)
    battle.drawn = kind
    battle.zones = zones_on(battle.scene.board, kind)
    yield events.ZonesChosen(kind)
    battle.stage = "markers"


@rule("kow.deploy.rolloff", "kow.standard.deploy_rolloff")
def roll_off(battle: Battle) -> Script[None]:
    """Both roll a D6; the winner takes one of the zones and sets up first."""
    cite = "kow.standard.deploy_rolloff" if battle.scenario == "standard" else "kow.deploy.rolloff"
    first = yield from script.roll_off((0, 1), why="Who sets up first", rule=cite)
    yield events.RolledOff(first, "the deployment")
    names = NAMES[battle.drawn]
    options = [Option(name, f"The {name} zone", areas=(area,)) for name, area in zip(names, battle.zones, strict=True)]
    key = yield from choose(first, "side", "Which zone do you take?", options, rules=(cite,))
    own = names.index(key)
    battle.homes = (own, 1 - own) if first == 0 else (1 - own, own)
    battle.active = battle.first = first
    yield events.ZonePicked(first, key)
    yield from _placing_at_once(battle)
    battle.stage = "deploy"


@rule("kow.artefact.scrying_gem")
def _placing_at_once(battle: Battle) -> Script[None]:
    """How many units each player places first of all: one, unless a rule of the enemy says otherwise (KOW-R152)."""
    found = [1, 1]
    for unit in battle.units:
        for speaker in speaking(battle, unit, "opponent_places"):
            other = 1 - unit.seat
            yield events.ArtefactUsed(unit.id, speaker.name)
            told = f"{speaker.name}: units to set up at once"
            found[other] = yield from roll_sum(speaker.opponent_places, why=told, rule=speaker.id, seat=unit.seat)
    battle.first_placing = tuple(found)


def zone(battle: Battle, seat: int) -> Area:
    """The deployment zone of a seat."""
    return battle.zones[battle.homes[seat]]


@rule("kow.deploy.alternate", "kow.standard.deploy_alternate")
def deploy(battle: Battle) -> Script[None]:
    """One unit is set up. Players take turns; one whose units are all placed is skipped (KOW-R168)."""
    seat = battle.active
    waiting = _waiting(battle, seat)
    if not waiting:
        if not any(_waiting(battle, one) for one in (0, 1)):
            battle.active, battle.stage = battle.first, "scouts"
        else:
            battle.active = 1 - seat
        return
    unit = yield from choose_unit(
        waiting, seat, "deploy", "Which unit do you set up next?", rules=("kow.deploy.alternate",)
    )
    yield from set_down(battle, unit)
    left = list(battle.first_placing)
    left[seat] = max(0, left[seat] - 1)
    battle.first_placing = tuple(left)
    if not left[seat] or len(waiting) == 1:
        battle.active = 1 - seat


def _waiting(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that are still to be set up."""
    return [unit for unit in battle.units if unit.seat == seat and unit.pose is None and not unit.fate]


def set_down(battle: Battle, unit: Unit) -> Script[None]:
    """One unit is placed in its zone; one for which there is no room counts as routed."""
    ground = Ground(rule=_zone_rule(battle), parts=(zone(battle, unit.seat),))
    body = _newcomer(battle, unit)
    looking = partial(ahead, battle, unit.seat)
    here = field_of(battle)
    if not placing.sensible_places(here, body, ground, ROOM, looking, 1):
        unit.fate = "routed"
        yield events.NeverDeployed(unit.id)
        return
    question = Place(
        seat=unit.seat,
        topic="deploy",
        text=f"Where {does(unit.name)} deploy?",
        rules=(ground.rule, "kow.deploy.alternate"),
        unit=unit.id,
        zone=ground.parts[0],
        barred=(BLOCKING,),
    )
    check: Callable[[Placed], None] = once(lambda placed: check_deployed(battle, unit, placed.pose))
    answer = yield from place(
        question,
        check,
        lambda: [Placed(pose) for pose in placing.sensible_places(here, body, ground, ROOM, looking)],
        lambda chance: Placed(_at_random(battle, body, ground, chance)),
    )
    yield events.UnitDeployed(unit.id, stand(unit, answer.pose), told_artefact(battle, unit))


@rule("kow.artefact.open")
def told_artefact(battle: Battle, unit: Unit) -> str:
    """The artefact of a unit that is set up: the enemy is told of it, unless players agreed to hide them."""
    return "" if battle.settings.hidden_artefacts else battle.entry(unit).artefact


def _at_random(battle: Battle, body: Newcomer, ground: Ground, chance: Chance) -> Pose:
    return placing.random_place(field_of(battle), body, ground, ROOM, partial(ahead, battle, body.seat), chance)


def _zone_rule(battle: Battle) -> str:
    if battle.scenario == "standard":
        return "kow.standard.deploy_distance"
    return f"kow.deploy.{battle.drawn.replace(' ', '_') or 'long_edges'}"


def _newcomer(battle: Battle, unit: Unit) -> Newcomer:
    def parts(pose: Pose) -> tuple[Rect, ...]:
        return (footprint_at(battle, unit, pose),)

    return Newcomer(unit.id, unit.seat, unit.name, partial(footprint_at, battle, unit), parts, parts)


@rule("kow.standard.deploy_distance", "kow.deploy.alternate")
def check_deployed(battle: Battle, unit: Unit, pose: Pose) -> None:
    """A unit stands wholly in its zone, clear of others and of blocking terrain, and keeps off enemies."""
    ground = Ground(rule=_zone_rule(battle), parts=(zone(battle, unit.seat),), enemies=GAP)
    refuse(placing.why_not(field_of(battle), _newcomer(battle, unit), pose, ground, ROOM))


def ahead(battle: Battle, seat: int, x: float, y: float) -> float:
    """The facing of a unit that looks at the enemy's zone."""
    return placing.facing_zone((zone(battle, 1 - seat),), x, y)


# Scouts


@rule("kow.special.scout", "kow.special.scout_alternate")
def scout(battle: Battle) -> Script[None]:
    """Before the first turn scouts make an advance each: players take turns with them, the winner of a roll-off says
    who begins (KOW-R170)."""
    waiting = [_scouts(battle, seat) for seat in (0, 1)]
    if not any(waiting):
        battle.stage = "first round"
        return
    if all(waiting) and not any(unit.scouted for unit in battle.units):
        winner = yield from script.roll_off((0, 1), why="Who scouts first", rule="kow.special.scout_alternate")
        yield events.RolledOff(winner, "the scouts")
        options = [Option("own", "I move a scout first"), Option("enemy", "The enemy moves one first")]
        rules = ("kow.special.scout_alternate",)
        key = yield from choose(winner, "scouts", "Who moves a scout first?", options, rules=rules)
        battle.active = winner if key == "own" else 1 - winner
    seat = battle.active if waiting[battle.active] else 1 - battle.active
    battle.active = seat
    unit = yield from choose_unit(waiting[seat], seat, "scout", "Which scout moves next?", rules=("kow.special.scout",))
    unit.scouted = True
    yield from moves.scout(battle, unit)
    battle.active = 1 - seat


def _scouts(battle: Battle, seat: int) -> list[Unit]:
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.pose is not None and not unit.scouted and has(battle, unit, "scouts")
    ]


def first_round(battle: Battle) -> Script[None]:
    """Everybody is set up: the battle begins."""
    for unit in battle.units:
        unit.scouted = False
    yield from begin_battle(battle)


STEPS = {
    "zones": draw_zones,
    "roll off": roll_off,
    "deploy": deploy,
    "scouts": scout,
    "first round": first_round,
}
