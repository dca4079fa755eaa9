"""From the bare battlefield to the first round: style, mission, markers, sides, deployment (Preparation)."""

from __future__ import annotations

from warhost.field.ground.placing import Ground
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll, roll_sum, unit_options
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import missions
from warhost.rulesets.regiments.chapters.deployment import joining, reserves, solo
from warhost.rulesets.regiments.chapters.deployment.ground import deploy_on, fits, place_deployed
from warhost.rulesets.regiments.chapters.deployment.styles import ANY, SETS, style_of, style_on
from warhost.rulesets.regiments.chapters.missions import ATTACKER, DEFENDER, Deploying, mission_of
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.chapters.structure import begin_round
from warhost.rulesets.regiments.core import Battle, Unit, events, optional

FIRST_STAGE = "deployment style"
KEEP = "reserve"


@rule("aofr.deployment.sets", "aofr.deployment.order_with_mission")
def choose_style(battle: Battle) -> Script[None]:
    """The deployment style: agreed on, or rolled in its set; "any" rolls for the set as well (AOFR-R221).

    It is not told where a mission was agreed on that has no use for it.
    """
    yield from optional.each(battle, "after_table")
    settings = battle.scene.settings
    slug = (yield from optional.picked(battle, "picks_style")) or settings.style
    if slug == ANY:
        number = yield from roll_sum("D3", why="Set of deployment styles", rule="aofr.deployment.sets")
        slug = SETS[number - 1]
    if slug in SETS:
        (face,) = yield from roll("D6", why="Deployment style", rule=f"aofr.deployment.{slug}_table")
        slug = style_on(slug, face)
    battle.style = slug
    _take_sides(battle, 0, 0)
    known = missions.MISSIONS.get(settings.mission)
    if (known is None or known.uses_zones) and mission_of(battle).uses_zones:
        yield events.StyleChosen(style_of(battle).name)
    battle.stage = "mission"


def _take_sides(battle: Battle, seat: int, number: int) -> None:
    """That seat has that zone of the style, the other the other."""
    zones = style_of(battle).zones
    own = zones if (seat == 0) == (number == 0) else zones[::-1]
    battle.zones = tuple(zone.parts for zone in own)
    battle.edges = tuple(zone.edges[0] if zone.edges else "" for zone in own)


@rule("aofr.mission.type_table", "aofr.mission.faceoff_table")
def choose_mission(battle: Battle) -> Script[None]:
    """The mission: agreed on, or rolled; "any" rolls for its type as well."""
    slug = (yield from optional.picked(battle, "picks_mission")) or battle.scene.settings.mission
    if slug == missions.ANY:
        (face,) = yield from roll("D6", why="Type of mission", rule="aofr.mission.type_table")
        slug = missions.type_on(face)
    if slug in missions.mission_types():
        table = {"face_off": "faceoff"}.get(slug, slug)
        (face,) = yield from roll("D6", why="Mission", rule=f"aofr.mission.{table}_table")
        slug = missions.mission_on(slug, face)
    battle.mission = slug
    mission = mission_of(battle)
    yield events.MissionChosen(mission.figures.name)
    battle.stage = "roll off" if mission.sides_first else "markers"


@rule("aofr.setup.order")
def place_markers(battle: Battle) -> Script[None]:
    """Markers are placed after the table is prepared and before armies are deployed."""
    mission = mission_of(battle)
    yield from mission.set_markers(battle)
    battle.stage = "set aside" if mission.sides_first else "roll off"


@rule("aofr.deploy.rolloff", "aofr.deploy.choose_edge", "aofr.placement.full_table_side")
def deployment_roll_off(battle: Battle) -> Script[None]:
    """The winner picks a role where there are any, picks a side, deploys first and has the first turn.

    If one player has placed all terrain the other picks the side (AOFR-R124).
    """
    mission = mission_of(battle)
    if (yield from optional.any_of(battle, "settles_sides")):
        battle.stage = "markers" if mission.sides_first else "set aside"
        return
    winner = yield from roll_off(battle, "who deploys first", "aofr.deploy.rolloff")
    battle.first = battle.active = winner
    if mission.has_roles:
        yield from _pick_role(battle, winner)
    if mission.uses_zones:
        yield from _pick_side(battle, winner if battle.side_chooser is None else battle.side_chooser)
    battle.stage = "markers" if mission.sides_first else "set aside"


@rule("aofr.mission.roles")
def _pick_role(battle: Battle, winner: int) -> Script[None]:
    """The winner attacks or defends as it likes, unless that was settled when lists were written (AOFR-R185)."""
    settings = battle.scene.settings
    attacker: int = settings.attacker
    if attacker < 0:
        limit = missions.attackers_limit(mission_of(battle).figures, settings.points)
        options = [
            Option(ATTACKER, f"Attack, with up to {limit} points"),
            Option(DEFENDER, f"Defend, with up to {settings.points} points"),
        ]
        text = "Do you attack or defend?"
        note = ""
        if limit > settings.points:
            note = (
                "Armies are written already: to let the attacker have more points, settle who attacks before the "
                "battle, with the option attacker. House armies then bring more units."
            )
        role = yield from choose(winner, "role", text, options, note=note, rules=("aofr.mission.roles",))
        attacker = winner if role == ATTACKER else battle.other(winner)
    battle.roles = (ATTACKER, DEFENDER) if attacker == 0 else (DEFENDER, ATTACKER)
    yield events.RolePicked(attacker, ATTACKER)


@rule("aofr.deploy.choose_edge")
def _pick_side(battle: Battle, chooser: int) -> Script[None]:
    zones = style_of(battle).zones
    automatic = battle.scene.settings.solo
    if automatic is not None:
        number = yield from solo.random_zone(battle)
        _take_sides(battle, battle.other(automatic), number)
        yield events.SidePicked(battle.other(automatic), zones[number].side)
        return
    options = [Option(zone.side, f"The {zone.side} zone", areas=zone.parts) for zone in zones]
    text = "Which zone do you take?"
    key = yield from choose(chooser, "side", text, options, rules=("aofr.deploy.choose_edge",))
    _take_sides(battle, chooser, next(i for i, zone in enumerate(zones) if zone.side == key))
    yield events.SidePicked(chooser, key)


def set_aside(battle: Battle) -> Script[None]:
    """Units that may be set aside are, or are not."""
    yield from optional.each(battle, "before_deployment")
    yield from reserves.set_aside(battle)
    yield from optional.each(battle, "after_set_aside")
    battle.stage, battle.active = "deploy", battle.first


@rule("aofr.deploy.alternate", "aofr.deploy.remaining")
def deploy(battle: Battle) -> Script[None]:
    """One unit is deployed. Players take turns; one whose units are all placed is skipped."""
    parts = mission_of(battle).deployment(battle)
    part = parts[battle.deploying]
    if not any(_to_deploy(battle, part, seat) or _besides(battle, part, seat) for seat in part.grounds):
        yield from _end_part(battle, part, len(parts))
        return
    seat = battle.active
    waiting, besides = _to_deploy(battle, part, seat), _besides(battle, part, seat)
    battle.active = battle.other(seat)
    if not (waiting or besides) or solo.waits(battle, seat, bool(_to_deploy(battle, part, battle.other(seat)))):
        return
    if (yield from optional.any_of(battle, "deploys", seat)):
        return
    options = [*unit_options(waiting), *besides]
    if part.may_keep:
        options.append(Option(KEEP, "Keep the rest in reserve", passes=True))
    text = "Which unit do you deploy next?"
    heroes = any(joining.may_join(battle, one, other) for one in waiting for other in waiting)
    note = "A hero may deploy as part of a unit: choose the hero before that unit." if heroes else ""
    key = yield from choose(seat, "deploy", text, options, note=note, rules=("aofr.deploy.alternate",))
    if key == KEEP:
        yield from _keep(waiting)
    elif ":" in key:
        for one in optional.speaking(battle, "deploy"):
            if key.startswith(f"{one.slug}:"):
                yield from one.deploy(battle, seat, key)
    else:
        unit = yield from joining.deploy_as_part(battle, battle.units[int(key)], waiting, _is_turn_of)
        yield from _deploy(battle, unit, part.grounds[seat])


def _besides(battle: Battle, part: Deploying, seat: int) -> list[Option]:
    """What a side may place in its turn besides units."""
    if seat not in part.grounds:
        return []
    return [option for one in optional.speaking(battle, "to_deploy") for option in one.to_deploy(battle, seat)]


def _is_turn_of(battle: Battle, unit: Unit) -> bool:
    """Whether that unit may be deployed in this part of the deployment, and has room."""
    part = mission_of(battle).deployment(battle)[battle.deploying]
    return unit in _to_deploy(battle, part, unit.seat) and fits(battle, unit, part.grounds[unit.seat])


def _to_deploy(battle: Battle, part: Deploying, seat: int) -> list[Unit]:
    """The units of a side that are still to be placed, if it has to place any in this part of the deployment."""
    if seat not in part.grounds:
        return []
    waiting = [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.pose is None and unit.inside is None and not unit.reserve and not unit.fate
    ]
    return waiting if len(waiting) > part.leaves.get(seat, 0) else []


def _deploy(battle: Battle, unit: Unit, ground: Ground) -> Script[None]:
    ground = yield from optional.ground_for(battle, unit, ground)
    if (yield from optional.any_of(battle, "instead_of_placing", unit)):
        return
    if (yield from deploy_on(battle, unit, ground)):
        yield from transports.load(battle, unit)
        yield from place_deployed(battle, unit)


def _keep(units: list[Unit]) -> Script[None]:
    for unit in units:
        unit.reserve = "mission"
        yield events.UnitSetAside(unit.id, "it was kept in reserve")


def _end_part(battle: Battle, part: Deploying, count: int) -> Script[None]:
    """Nobody has anything left to place in this part of the deployment: on to the next, or to the scouts."""
    if part.may_keep:
        everybody = Deploying(part.grounds)
        for seat in part.grounds:
            yield from _keep(_to_deploy(battle, everybody, seat))
    battle.active = battle.first
    battle.deploying += 1
    if battle.deploying == count:
        battle.deploying = 0
        battle.stage = "scouts"


@rule("aofr.special.scout.reserve", "aofr.setup.order")
def deploy_scouts(battle: Battle) -> Script[None]:
    """Scouts come last, where their side has deployed last; then the first round begins."""
    yield from optional.each(battle, "deployed")
    grounds: dict[int, Ground] = {}
    for part in mission_of(battle).deployment(battle):
        grounds.update(part.grounds)
    yield from reserves.deploy_scouts(battle, grounds)
    yield from optional.each(battle, "before_battle")
    yield from begin_round(battle)


STEPS = {
    FIRST_STAGE: choose_style,
    "mission": choose_mission,
    "markers": place_markers,
    "roll off": deployment_roll_off,
    "set aside": set_aside,
    "deploy": deploy,
    "scouts": deploy_scouts,
}
