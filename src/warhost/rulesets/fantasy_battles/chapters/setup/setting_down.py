"""Setting a unit down: the ground that it may stand on, and whose ranks a Character or a War Platform joins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from warhost.dice import Chance
from warhost.field.ground import placing
from warhost.field.ground.placing import STRICTLY, Ground, Newcomer, Room
from warhost.play.battle import copied, stand
from warhost.play.questions import Denied, Option, Place, Placed
from warhost.play.script import Refused, Script, choose, once, place, refuse
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.first_rank import ask_file
from warhost.rulesets.fantasy_battles.chapters.damage.damage import destroy
from warhost.rulesets.fantasy_battles.chapters.general.combined import (
    check_join,
    free_files,
    is_platform,
    join,
    room_of,
)
from warhost.rulesets.fantasy_battles.chapters.movement.reforms import frontages, refiled, take_up
from warhost.rulesets.fantasy_battles.chapters.setup.ambush import delay
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import (
    APART,
    COUNTERTHRUST,
    FRONTLINE_CLASH,
    LEFT,
    MARCHING_COLUMNS,
    RULES,
    ahead,
    zone,
)
from warhost.rulesets.fantasy_battles.core import (
    GAP,
    ROCKS,
    Battle,
    Unit,
    boundary,
    boundary_at,
    deny,
    everybody_at,
    field_of,
    has,
    rows,
    speakers,
)
from warhost.rulesets.fantasy_battles.shown import setup_events as events
from warhost.table import Pose, Rect, strip

ALONE = "alone"

ROOM = Room(GAP, "t9a.geometry.unit_spacing", (ROCKS,), "t9a.terrain.impassable", GAP)
"""Units keep an inch from each other and from Impassable Terrain wherever they are set down."""


# Where


def home_ground(battle: Battle, unit: Unit) -> Ground:
    """The Deployment Zone of the unit's owner."""
    return Ground(rule=RULES[battle.deployment or FRONTLINE_CLASH], parts=(zone(battle, unit.seat),))


def deployment_ground(battle: Battle, unit: Unit) -> Ground:
    """Where a unit may be deployed: its owner's zone, as far as the Deployment Type leaves it open."""
    if battle.deployment == COUNTERTHRUST:
        return _counterthrust_ground(battle, unit)
    if battle.deployment == MARCHING_COLUMNS and not column_exempt(battle, unit):
        behind = column_end(battle, unit.seat)
        if behind is not None:
            return _column_ground(battle, unit, behind + STRICTLY)
    return home_ground(battle, unit)


@rule("t9a.deployment.counterthrust_distance")
def _counterthrust_ground(battle: Battle, unit: Unit) -> Ground:
    """The zone, more than 20 inches from enemies."""
    (own,) = home_ground(battle, unit).parts
    return Ground(rule="t9a.deployment.counterthrust_distance", parts=(own,), enemies=APART)


@rule("t9a.deployment.marching_columns_order")
def _column_ground(battle: Battle, unit: Unit, behind: float) -> Ground:
    """The part of the zone that is farther from the column's short edge."""
    (own,) = home_ground(battle, unit).parts
    width = battle.scene.board.width
    near, far = min(y for _, y in own.corners), max(y for _, y in own.corners)
    left, right = (behind, width) if battle.edges[unit.seat] == LEFT else (0.0, width - behind)
    return Ground(rule="t9a.deployment.marching_columns_order", parts=(strip(left, near, right, far),))


@rule("t9a.deployment.marching_columns_exempt")
def column_exempt(battle: Battle, unit: Unit) -> bool:
    """Whether the order of Marching Columns does not matter for the unit, nor the unit for the order."""
    if battle.entry(unit).is_character or unit.special == "scout":
        return True
    return is_platform(battle, unit) or any(one.machine for one in speakers(battle, unit).at("machine"))


@rule("t9a.deployment.marching_columns_order", "t9a.deployment.marching_columns_exempt")
def column_end(battle: Battle, seat: int) -> float | None:
    """How far from its short edge the last unit of the player's column begins (T9A-R016); None before the first."""
    width = battle.scene.board.width
    found = []
    for number in battle.placed:
        unit = battle.units[number]
        if unit.seat != seat or unit.pose is None or column_exempt(battle, unit):
            continue
        across = [x for x, _ in boundary(battle, unit).corners]
        found.append(min(across) if battle.edges[seat] == LEFT else width - max(across))
    return max(found, default=None)


def newcomer(battle: Battle, unit: Unit) -> Newcomer:
    """The unit as a body that is to be placed."""

    def parts(pose: Pose) -> tuple[Rect, ...]:
        return (boundary_at(battle, unit, pose),)

    def bases(pose: Pose) -> tuple[Rect, ...]:
        return tuple(model.base for model in everybody_at(battle, unit, pose))

    return Newcomer(unit.id, unit.seat, unit.name, partial(boundary_at, battle, unit), parts, bases)


def check_stands(battle: Battle, unit: Unit, pose: Pose, grounds: Sequence[Ground]) -> None:
    """The unit stands on one of the grounds and keeps its distances."""
    body, here = newcomer(battle, unit), field_of(battle)
    reasons = [placing.why_not(here, body, pose, ground, ROOM) for ground in grounds]
    if all(reasons):
        refuse(reasons[0])


def places(battle: Battle, unit: Unit, grounds: Sequence[Ground], enough: int = 1000) -> list[Pose]:
    """Legal places all over the grounds, looking at the enemy's side."""
    body, here = newcomer(battle, unit), field_of(battle)
    found: list[Pose] = []
    for ground in grounds:
        if len(found) < enough:
            found += placing.sensible_places(here, body, ground, ROOM, _looking(battle, unit), enough - len(found))
    return found


def _looking(battle: Battle, unit: Unit) -> Callable[[float, float], float]:
    facing = ahead(battle, unit.seat)
    return lambda x, y: facing


def set_down(battle: Battle, unit: Unit, grounds: Sequence[Ground], topic: str = "deploy") -> Script[None]:
    """One unit is placed on one of the grounds. One for which there is no room is Delayed in Marching Columns, and else
    lost."""
    yield from choose_formation(battle, unit)
    open_to = [ground for ground in grounds if places(battle, unit, (ground,), 1)]
    if not open_to:
        if battle.deployment == MARCHING_COLUMNS and unit.special != "scout":
            yield from delay(battle, unit)
        else:
            yield from destroy(battle, unit, "there was no room left to deploy")
        return
    question = Place(
        seat=unit.seat,
        topic=topic,
        text=f"Where {does(unit.name)} deploy?",
        rules=(grounds[0].rule, "t9a.geometry.unit_spacing"),
        unit=unit.id,
        zone=grounds[0].parts[0],
        gap=GAP,
        barred=(ROCKS,),
    )
    check: Callable[[Placed], None] = once(lambda placed: check_stands(battle, unit, placed.pose, grounds))
    answer = yield from place(
        question,
        check,
        lambda: [Placed(pose) for pose in places(battle, unit, open_to)],
        lambda chance: Placed(_at_random(battle, unit, open_to, chance)),
    )
    battle.placed = (*battle.placed, unit.id)
    yield events.UnitDeployed(unit.id, stand(unit, answer.pose))


@rule("t9a.deployment.sequence", "t9a.move.reform")
def choose_formation(battle: Battle, unit: Unit) -> Script[None]:
    """Where players agreed on it, the owner says in how many files the unit deploys (T9A-R206)."""
    if battle.scene.settings.formations == "of the list":
        return
    widths = [frontage.files for frontage in frontages(battle, unit)]
    if not widths:
        return
    widths.sort(key=lambda files: (files != unit.files, files))
    options = [Option(str(files), f"{files} wide, {_deep(battle, unit, files)} deep", unit=unit.id) for files in widths]
    text = f"How wide {does(unit.name)} deploy?"
    key = yield from choose(unit.seat, "formation", text, options, rules=("t9a.move.reform",))
    if int(key) != unit.files:
        take_up(battle, unit, int(key))


def _deep(battle: Battle, unit: Unit, files: int) -> int:
    twin = refiled(battle, unit, files)
    return 0 if twin is None else rows(twin)


def _at_random(battle: Battle, unit: Unit, grounds: Sequence[Ground], chance: Chance) -> Pose:
    ground = grounds[chance.pick(len(grounds))]
    body = newcomer(battle, unit)
    return placing.random_place(field_of(battle), body, ground, ROOM, _looking(battle, unit), chance)


# In whose ranks


@rule("t9a.special.character", "t9a.special.war_platform")
def deploy_unit(battle: Battle, unit: Unit, grounds: Sequence[Ground] = ()) -> Script[None]:
    """A unit is placed; a Character stands alone or joins a unit that is there already, a War Platform always joins one
    if any can take it."""
    ground = grounds or (deployment_ground(battle, unit),)
    host = None
    if joins(battle, unit):
        host = yield from _choose_host(battle, unit)
    if host is None:
        yield from set_down(battle, unit, ground)
    else:
        yield from join_ranks(battle, unit, host)


def joins(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is one that may stand in the ranks of another."""
    return battle.entry(unit).single and (battle.entry(unit).is_character or is_platform(battle, unit))


def may_host(battle: Battle, guest: Unit, unit: Unit) -> Refused | None:
    """Why the guest cannot be in the ranks of that unit, if it cannot: it does not fit, or deploys in another way."""
    refused = check_join(battle, guest, unit)
    if refused is None and unit.special == "scout" and not has(battle, guest, "scouts"):
        return Refused(f"{acts(guest.name, 'has')} no Scout and cannot join {unit.name}.", "t9a.special.scout")
    return refused


def hosts_of(battle: Battle, guest: Unit) -> tuple[list[Unit], list[Denied]]:
    """The units on the board that the guest may join, and why not the others that have ranks."""
    found: list[Unit] = []
    denied: list[Denied] = []
    for unit in battle.units:
        if unit.seat != guest.seat or unit.pose is None or battle.entry(unit).single:
            continue
        refused = may_host(battle, guest, unit) or _no_room_to_grow(battle, guest, unit)
        if refused is None:
            found.append(unit)
        else:
            denied.append(deny(guest, refused.message, refused.rule or "t9a.special.character", unit))
    return found, denied


@rule("t9a.special.character")
def _no_room_to_grow(battle: Battle, guest: Unit, host: Unit) -> Refused | None:
    """Why the unit cannot take the guest where it stands: those who make room for it would need a rank more, and there
    is none for it."""
    twin = copied(battle)
    grown = twin.units[host.id]
    join(twin, twin.units[guest.id], grown)
    if rows(grown) == rows(host):
        return None
    assert grown.pose is not None
    here, body = field_of(twin), newcomer(twin, grown)
    grounds = [home_ground(twin, grown)]
    if host.scouted:
        board = battle.scene.board
        grounds = [Ground(rule="t9a.special.scout", parts=(strip(0.0, 0.0, board.width, board.depth),))]
    reasons = [placing.why_not(here, body, grown.pose, ground, ROOM) for ground in grounds]
    if not all(reasons):
        return None
    return Refused(f"{host.name} would need another rank, for which there is no room.", "t9a.special.character")


def _choose_host(battle: Battle, unit: Unit) -> Script[Unit | None]:
    hosts, denied = hosts_of(battle, unit)
    options = [Option(str(host.id), f"In the ranks of {host.name}", unit=unit.id, target=host.id) for host in hosts]
    if not hosts or not is_platform(battle, unit):
        options.insert(0, Option(ALONE, "On its own", unit=unit.id))
    key = yield from choose(
        *(unit.seat, "join", f"Where {does(unit.name)} deploy?", options),
        rules=("t9a.special.war_platform" if is_platform(battle, unit) else "t9a.special.character",),
        denied=denied,
    )
    return None if key == ALONE else battle.units[int(key)]


@rule("t9a.special.character", "t9a.special.war_platform")
def join_ranks(battle: Battle, guest: Unit, host: Unit) -> Script[None]:
    """The guest joins; the owner of a Character picks its place in the first rank."""
    room = room_of(battle, guest, host)
    assert room is not None, f"{guest.name} does not fit into {host.name}"
    file: int | None = None
    free = free_files(host, room)
    if room == (1, 1) and not is_platform(battle, guest) and len(free) > 1:
        middle = (host.files - 1) / 2
        order = sorted(free, key=lambda one: (abs(one - middle), one))
        rule_id = "t9a.special.character"
        file = yield from ask_file(guest, host, boundary(battle, host), battle.entry(host), order, rule_id)
    join(battle, guest, host, file)
    yield events.GuestJoined(guest.id, host.id)
