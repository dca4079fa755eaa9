"""Units that are not on the table yet: Ambush, Scout, held back, kept by the mission (Special Rules: Ambush, Scout)."""

from __future__ import annotations

from warhost.field.ground.placing import Ground
from warhost.play.questions import Option
from warhost.play.script import Script, choose, choose_unit, unit_options
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import joining, solo
from warhost.rulesets.regiments.chapters.deployment.ground import deploy_on, fits, place_again, place_deployed, set_down
from warhost.rulesets.regiments.chapters.movement.transports import load, passengers
from warhost.rulesets.regiments.core import Battle, Unit, enemies, events, optional
from warhost.rulesets.regiments.core.speakers import movement_rules, unit_rules
from warhost.rulesets.regiments.rules import abilities

AMBUSH_BAND = 6.0
FIRST_AMBUSH = 2
"""The first round in which Ambush units may come."""

SCOUTING = 12.0
SCOUT_MOVE = "aofr.special.scout.move"
WAIT = "wait"


@rule("aofr.special.ambush.reserve", "aofr.special.scout.reserve")
def set_aside(battle: Battle) -> Script[None]:
    """Before anybody deploys, units with Ambush or Scout may be set aside, if all their models have it (AOFR-R046)."""
    for seat in battle.in_turn(battle.first):
        for unit in battle.units:
            if unit.seat == seat and unit.inside is None:
                yield from _may_wait(battle, unit)


def _may_wait(battle: Battle, unit: Unit) -> Script[None]:
    words = {"ambush": "Arrive later, from any table edge", "scout": "Deploy after everyone else, then move"}
    options = [Option("deploy", "Deploy with the others", unit=unit.id)]
    ids = []
    for special in movement_rules(battle, unit):
        if special.reserve:
            options.append(Option(special.reserve, words[special.reserve], unit=unit.id))
            ids.append(special.id)
    if not ids:
        return
    text = f"How {does(unit.name)} enter the battle?"
    key = yield from choose(unit.seat, "set aside", text, options, rules=tuple(ids))
    if key != "deploy":
        unit.reserve = "ambush" if key == "ambush" else "scout"
        yield events.UnitSetAside(unit.id, key)
        yield from load(battle, unit)


@rule("aofr.special.scout.order", "aofr.special.scout.reserve", "aofr.special.scout.move")
def deploy_scouts(battle: Battle, grounds: dict[int, Ground]) -> Script[None]:
    """Scouts must be deployed now, players taking turns; each may then be placed again within 12"."""
    seat = battle.first
    while waiting := [unit for unit in battle.units if unit.reserve == "scout"]:
        own = [unit for unit in waiting if unit.seat == seat]
        if own and not solo.waits(battle, seat, len(own) < len(waiting)):
            text = "Which scouts do you deploy next?"
            unit = yield from choose_unit(own, seat, "scouts", text, rules=("aofr.special.scout.order",))
            unit = yield from joining.deploy_as_part(battle, unit, own, _has_room(grounds[seat]))
            yield from _deploy_scout(battle, unit, grounds[seat])
        seat = battle.other(seat)


def _has_room(ground: Ground) -> joining.Deployable:
    return lambda battle, unit: fits(battle, unit, ground)


def _deploy_scout(battle: Battle, unit: Unit, ground: Ground) -> Script[None]:
    ground = yield from optional.ground_for(battle, unit, ground)
    if (yield from deploy_on(battle, unit, ground)):
        yield from go_on(battle, unit)
        yield from place_deployed(battle, unit)


@rule("aofr.special.scout.move")
def go_on(battle: Battle, unit: Unit) -> Script[None]:
    """The scouts may be placed anywhere so that every model is within 12" of its own place (AOFR-R141)."""
    text = f'Where {does(unit.name)} scout to, up to 12"?'
    # Scouting and coming onto the table count as moves until the unit's next activation (AOFR-R156).
    unit.moved = yield from place_again(battle, unit, SCOUTING, topic="scout", text=text, rule_id=SCOUT_MOVE)
    if unit.moved and unit.pose is not None:
        yield events.UnitScouted(unit.id, unit.pose)


@rule("aofr.special.ambush.arrive")
def arrivals(battle: Battle) -> Script[None]:
    """From round 2 on Ambush units may come, and in any round those for which there was no room (AOFR-R070)."""
    grounds: dict[int, Ground] = {}
    for unit in battle.units:
        if unit.reserve == "ambush" and battle.turn >= FIRST_AMBUSH:
            away = _kept_away(battle, unit)
            inches = max((rule.band for rule in movement_rules(battle, unit).at("band")), default=0) or AMBUSH_BAND
            grounds[unit.id] = Ground(
                rule="aofr.special.ambush.arrive", band=optional.measured(battle, float(inches)), away=away
            )
        elif unit.reserve == "held back" and battle.turn > 1:
            grounds[unit.id] = Ground(rule="aofr.deploy.zone", parts=battle.zones[unit.seat])
    yield from bring_in(battle, grounds)


def _kept_away(battle: Battle, unit: Unit) -> tuple[tuple[int, float], ...]:
    """The enemies that keep Ambushers away by their rules or by those of the Ambushers, and how far."""
    found = []
    own = max((rule.keeps_off for rule in movement_rules(battle, unit).at("keeps_off")), default=0)
    for enemy in enemies(battle, unit.seat):
        inches = max((own, *(rule.repels for rule, _ in unit_rules(battle, enemy).at("repels"))))
        if inches:
            found.append((enemy.id, optional.measured(battle, float(inches))))
    return tuple(found)


@rule("aofr.special.ambush.order")
def bring_in(battle: Battle, grounds: dict[int, Ground], first: int | None = None) -> Script[None]:
    """Players take turns to bring in one unit each, beginning with the one who has the first turn (AOFR-R140) or whom
    another rule names.

    Nobody has to: who waits is done for this round. Units without room are not offered (AOFR-R207).
    """
    waiting = dict(grounds)
    seat = battle.first if first is None else first
    while waiting:
        own = [battle.units[number] for number in waiting if battle.units[number].seat == seat]
        ready = [unit for unit in own if fits(battle, unit, waiting[unit.id])]
        key = WAIT
        if ready:
            options = [*unit_options(ready), Option(WAIT, "No more this round", passes=True)]
            text = "Which unit arrives from reserve?"
            key = yield from choose(seat, "arrive", text, options, rules=("aofr.special.ambush.order",))
        if key == WAIT:
            for unit in own:
                del waiting[unit.id]
        else:
            chosen = battle.units[int(key)]
            ground = waiting.pop(chosen.id)
            others = [unit for unit in own if unit is not chosen and unit.reserve == chosen.reserve]
            unit = yield from joining.deploy_as_part(battle, chosen, others, _has_room(ground))
            waiting.pop(unit.id, None)
            yield from _arrive(battle, unit, ground)
        seat = battle.other(seat)


def _arrive(battle: Battle, unit: Unit, ground: Ground) -> Script[None]:
    ground = yield from optional.ground_for(battle, unit, ground)
    pose = yield from set_down(battle, unit, ground, "arrive", f"Where {does(unit.name)} arrive?")
    if unit.reserve == "ambush":
        for other in (unit, *passengers(battle, unit)):
            other.arrived = battle.turn
    unit.reserve = ""
    unit.moved = True
    yield events.UnitArrived(unit.id, pose)
    if unit.arrived == battle.turn:
        yield from abilities.on_arrival(battle, unit)


@rule("aofr.mission.last_stand.reserves")
def recall(battle: Battle, unit: Unit) -> None:
    """A destroyed unit goes into reserve at its starting strength; what it has used up stays used up (AOFR-R203)."""
    regiment = battle.regiment(unit)
    unit.left = tuple(group.count for group in regiment.groups)
    unit.hero = regiment.hero is not None
    unit.wounds = unit.hero_wounds = 0
    unit.scars, unit.tokens, unit.effects = (), (), ()
    unit.shaken = unit.fatigued = False
    unit.fate, unit.reserve, unit.recalled = "", "mission", True
