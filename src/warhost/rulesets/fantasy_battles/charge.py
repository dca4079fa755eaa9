"""The Charge Phase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from warhost.field import Arrival, Route
from warhost.field.crossing import way_of
from warhost.play.english import acts, verb
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, Weigh, agrees, choose, choose_unit, roll
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age import charge
from warhost.rulesets.fantasy_battles import damage, dangerous, events, movement, panic, sight, stand_and_shoot
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.charge_failed import failed_charge_move
from warhost.rulesets.fantasy_battles.charge_move import arrive, catch, combined_arrivals, engage_others, room
from warhost.rulesets.fantasy_battles.charge_odds import hunt_odds
from warhost.rulesets.fantasy_battles.charge_range import (
    advance_rate,
    farthest,
    needed,
    range_chance,
    range_parts,
    reach_chance,
    rerolls_range,
)
from warhost.rulesets.fantasy_battles.charge_reactions import choose_reaction, terrify
from warhost.rulesets.fantasy_battles.clash_odds import clash_odds
from warhost.rulesets.fantasy_battles.contact import ARC_NAMES, against, deny, enemies, friends, pair_in
from warhost.rulesets.fantasy_battles.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.formation import boundary
from warhost.rulesets.fantasy_battles.placement import arc_struck
from warhost.rulesets.fantasy_battles.psychology import barred
from warhost.rulesets.fantasy_battles.rules import has_moved, spoken
from warhost.rulesets.fantasy_battles.running import dice_of
from warhost.rulesets.fantasy_battles.turn import end_phase
from warhost.rulesets.fantasy_battles.values import flies
from warhost.table import TOLERANCE, Arc, Rect, distance, within

FRENZY = 12.0
"""How near an enemy has to be for a unit in Frenzy to lose its head."""

FRENZY_BEYOND = 7
"""How far beyond its Advance Rate it may be by the other reading (T9A-R165)."""

HILL_REROLL = "t9a.terrain.hill_charge"
FLY = "t9a.special.fly"


class Run(msgspec.Struct, frozen=True):
    """A charger's roll: the dice that count, and whether they cover the distance that was measured then."""

    faces: tuple[int, ...]
    made: bool


@rule("t9a.charge.sequence", "t9a.charge.declare", "t9a.charge.declare_all_before_moving")
def declare_charges(battle: Battle) -> Script[None]:
    """One declaration with its reaction; when the Active Player has no more of them the chargers move."""
    options: list[Option] = []
    denied: list[Denied] = []
    driven = 0
    for charger in friends(battle, battle.active):
        reason = cannot_declare(battle, charger)
        if reason is not None:
            denied.append(reason)
            continue
        if not charger.declared:
            possible, refused = targets(battle, charger)
            if charger.frenzied:
                possible = [target for target in possible if provokes(battle, charger, target)]
                driven += bool(possible)
            options.extend(charge_option(battle, charger, target) for target in possible)
            denied.extend(refused)
    chosen = yield from charge.ask_charge(
        battle,
        options,
        denied,
        driven_by="t9a.special.frenzy" if driven else "",
        rules=("t9a.charge.sequence", "t9a.charge.declare"),
        weigh=_foreseeing(battle, options),
    )
    if chosen is None:
        battle.stage = "move chargers"
    else:
        yield from declare(battle, *chosen)


@rule("t9a.charge.declare", "t9a.special.summon")
def cannot_declare(battle: Battle, unit: Unit) -> Denied | None:
    """Why the unit may not declare a charge whatever the target, if so."""
    if unit.engaged:
        return deny(unit, f"{acts(unit.name, 'is')} Engaged in Combat.", "t9a.charge.declare")
    refused = barred(battle, unit, "charge")
    if refused is not None:
        return deny(unit, refused.message, refused.rule or "t9a.charge.declare")
    for bearer, speaker in spoken(battle, unit, "check_charge"):
        refused = speaker.check_charge(battle, bearer)
        if refused is not None:
            return deny(unit, refused.message, refused.rule or speaker.id)
    return None


@rule("t9a.charge.declare")
def targets(battle: Battle, charger: Unit, besides: Unit | None = None) -> tuple[list[Unit], list[Denied]]:
    """The enemies that the unit may charge, and why not those that are near enough."""
    possible: list[Unit] = []
    denied: list[Denied] = []
    own = boundary(battle, charger)
    most = farthest(battle, charger)
    moving = [friend.id for friend in friends(battle, charger.seat) if friend.target is not None]
    for target in enemies(battle, charger.seat):
        if target is besides or not within(own, boundary(battle, target), most):
            continue
        reason = _cannot_charge(battle, charger, target, moving)
        if reason is None:
            possible.append(target)
        else:
            denied.append(reason)
    return possible, denied


@rule("t9a.charge.declare")
def _cannot_charge(battle: Battle, charger: Unit, target: Unit, moving: Sequence[int]) -> Denied | None:
    """Why an enemy within range may not be charged: no model sees it, or there is no room to come to it.

    That it or another enemy might flee does not count; friends that have declared a charge will have moved away.
    """
    if not sight.unit_sees(battle, charger, target):
        return deny(charger, f"No model in {charger.name} can see {target.name}.", "t9a.charge.declare", target)
    if not room(battle, charger, target, _arc(battle, charger, target), moving):
        why = f"There is no room to bring {charger.name} into contact with {target.name}."
        return deny(charger, why, "t9a.charge.declare", target)
    return None


@rule("t9a.special.frenzy")
def provokes(battle: Battle, charger: Unit, target: Unit) -> bool:
    """Whether an enemy is near enough for a unit in Frenzy to charge it."""
    near = FRENZY
    if battle.scene.settings.frenzy == "Advance Rate + 7":
        near = float(advance_rate(battle, charger) + FRENZY_BEYOND)
    return within(boundary(battle, charger), boundary(battle, target), near)


def _arc(battle: Battle, charger: Unit, target: Unit) -> Arc:
    return arc_struck(boundary(battle, charger), boundary(battle, target))


def charge_option(battle: Battle, charger: Unit, target: Unit) -> Option:
    return charge.charge_option(
        charger,
        target,
        _arc(battle, charger, target),
        chance=reach_chance(battle, charger, target),
        needed=needed(battle, charger, target),
        parts=range_parts(battle, charger, target),
    )


def _reaching(battle: Battle, charger: Unit, target: Unit) -> tuple[Odds, ...]:
    """How likely the charger gets to a unit that has fled already; to none that left the table."""
    if target.pose is None:
        return ()
    return (Odds("reaches", reach_chance(battle, charger, target), range_parts(battle, charger, target)),)


def _foreseeing(battle: Battle, options: Sequence[Option]) -> Weigh:
    """All that charges have to expect: whether they arrive, and for the likeliest the melee if the target holds."""
    likely = charge.likeliest(options)

    def weigh(option: Option) -> tuple[Odds, ...]:
        if option.key == "keep" or option.unit is None or option.target is None or not option.odds:
            return option.odds
        charger, target = battle.units[option.unit], battle.units[option.target]
        if target.fleeing:
            return tuple(hunt_odds(battle, charger, target))
        if option not in likely:
            return option.odds
        return (*option.odds, *clash_odds(battle, charger, target, _arc(battle, charger, target), charger))

    return weigh


@rule("t9a.charge.reaction_first")
def declare(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """A charge is declared, the facing it must strike is fixed, and the target reacts at once."""
    charger.declared = True
    charger.frenzied = False
    charger.target = target.id
    charger.target_arc = _arc(battle, charger, target)
    yield events.ChargeDeclared(charger.id, target.id, ARC_NAMES[charger.target_arc])
    if target.pose is None:
        return
    must_flee = yield from terrify(battle, charger, target)
    reaction = yield from choose_reaction(battle, charger, target, must_flee=must_flee)
    yield events.ReactionDeclared(target.id, reaction)
    if reaction == "flee":
        yield from flee_reaction(battle, charger, target)
    elif reaction == "stand and shoot":
        yield from stand_and_shoot.volley(battle, target, charger)


@rule("t9a.charge.reaction_flee", "t9a.charge.declare")
def flee_reaction(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """The target flees directly away from the unit that charges it; then all its chargers may redirect."""
    assert charger.pose is not None
    # A unit that has pivoted to flee has no fixed facing any more.
    chargers = charge.note_flight(battle, target, charger.seat)
    yield from panic.flee_from(battle, target, charger.pose.x, charger.pose.y)
    yield from redirects(battle, target, chargers)


@rule("t9a.charge.declare")
def redirects(battle: Battle, fled: Unit, chargers: Sequence[int]) -> Script[None]:
    """Each charger of the unit that fled may try to redirect, in an order that the Active Player chooses."""
    waiting = [battle.units[number] for number in chargers]
    while True:
        able = [unit for unit in waiting if _may_redirect(battle, unit, fled)]
        if not able:
            return
        text = f"{fled.name} fled from several chargers. Which charger decides first whether to redirect?"
        rules = ("t9a.charge.declare",)
        charger = yield from choose_unit(able, battle.active, "redirect order", text, rules=rules)
        waiting = [unit for unit in able if unit is not charger]
        yield from redirect(battle, charger, fled)


def _may_redirect(battle: Battle, unit: Unit, fled: Unit) -> bool:
    """A unit does not redirect twice in a turn, nor without another target that it could charge now."""
    if unit.redirected or unit.target != fled.id or unit.pose is None:
        return False
    return bool(targets(battle, unit, fled)[0])


@rule("t9a.charge.declare")
def redirect(battle: Battle, charger: Unit, fled: Unit) -> Script[None]:
    """A Discipline Test: passed, the unit may charge another target; failed, it goes on after the one that fled."""
    chance = passing_odds("passes", battle, charger, "redirect")
    if not (
        yield from charge.ask_redirect(charger, fled, chance, "t9a.charge.declare", _reaching(battle, charger, fled))
    ):
        return
    charger.redirected = True
    if not (yield from discipline_test(battle, charger, "redirect", "t9a.charge.declare")):
        return
    possible, denied = targets(battle, charger, fled)
    options = [charge_option(battle, charger, target) for target in possible]
    chosen = yield from charge.ask_new_target(
        battle,
        charger,
        fled,
        options,
        denied,
        rule_id="t9a.charge.declare",
        weigh=_foreseeing(battle, options),
        keeping=_reaching(battle, charger, fled),
    )
    if chosen is not None:
        yield from declare(battle, *chosen)


@rule("t9a.charge.sequence", "t9a.charge.declare_all_before_moving", "t9a.charge.move_order", "t9a.charge.end")
def move_chargers(battle: Battle) -> Script[None]:
    """One unit that declared a Charge rolls its range and moves; when none is left the phase ends."""
    chargers = [unit for unit in friends(battle, battle.active) if unit.target is not None]
    if not chargers:
        yield from end_phase(battle)
        return
    for unit in chargers:
        if len(unit.fled_from_me) > 1:
            yield from name_fled_target(battle, unit)
    options = [_move_option(battle, unit) for unit in chargers]
    rules = ("t9a.charge.sequence", "t9a.charge.move_order")
    key = yield from choose(battle.active, "move charger", "Which charger moves next?", options, rules=rules)
    charger, target = pair_in(battle, key)
    run = yield from charge_range(battle, charger, target)
    yield from move_charger(battle, charger, target, run)


def _move_option(battle: Battle, charger: Unit) -> Option:
    """The charger and its target, with the chance to get there; a closed way is told, for others may open it."""
    assert charger.target is not None
    target = battle.units[charger.target]
    label = f"{charger.name} against {target.name}"
    if target.pose is None:
        return against(charger, target, label)
    parts = range_parts(battle, charger, target)
    option = against(charger, target, label, (Odds("reaches", reach_chance(battle, charger, target), parts),))
    side = charger.target_arc
    if (side is None and not target.fleeing) or not room(battle, charger, target, side or Arc.REAR):
        option = msgspec.structs.replace(option, text=f"No way to {target.name} is open as all stand now.")
    return option


@rule("t9a.charge.declare")
def name_fled_target(battle: Battle, charger: Unit) -> Script[None]:
    """Both targets of a redirected charge fled: the charger names one of them before its range is rolled."""
    return charge.name_fled_target(battle, charger, "t9a.charge.declare", partial(_reaching, battle, charger))


@rule("t9a.charge.range", "t9a.terrain.hill_charge", "t9a.special.reroll")
def charge_range(battle: Battle, charger: Unit, target: Unit) -> Script[Run]:
    """2D6 plus the lowest Advance Rate, against the distance between the closest points now.

    A charger that started on a Hill may roll once more if it falls short (T9A-R048).
    """
    run = yield from _roll_range(battle, charger, target)
    if run.made or target.pose is None or not rerolls_range(battle, charger):
        return run
    chance = Odds("reaches", range_chance(battle, charger, target), range_parts(battle, charger, target))
    text = f"{acts(charger.name, 'falls')} short of {target.name}. Roll the Charge Range again?"
    again = Option("reroll", "Roll again", (chance,), unit=charger.id)
    if not (yield from agrees(charger.seat, "hill reroll", text, again, "Keep the roll", rules=(HILL_REROLL,))):
        return run
    yield events.ChargeRerolled(charger.id, HILL_REROLL)
    return (yield from _roll_range(battle, charger, target))


def _roll_range(battle: Battle, charger: Unit, target: Unit) -> Script[Run]:
    dice = dice_of(battle, charger, "charge")
    faces = yield from roll(dice, why="Charge Range", rule="t9a.charge.range", seat=charger.seat, unit=charger.id)
    inches = dice.total(faces) + advance_rate(battle, charger)
    kept = dice.kept(faces)
    if target.pose is None:
        return Run(kept, False)
    away = distance(boundary(battle, charger), boundary(battle, target))
    made = inches >= away - TOLERANCE
    yield events.ChargeRangeRolled(charger.id, target.id, inches, away, made)
    return Run(kept, made)


@rule("t9a.charge.range", "t9a.charge.failed_move", "t9a.charge.reaction_flee")
def move_charger(battle: Battle, charger: Unit, target: Unit, run: Run) -> Script[None]:
    """A Successful Charge Move; or a Failed one if the range is short, the target gone, or the way or place closed."""
    if run.made and target.pose is not None:
        if target.fleeing:
            path = catch(battle, charger, target)
            if path is not None:
                yield from run_down(battle, charger, target, path)
                return
        elif charger.target_arc is not None:
            flying = yield from takes_wing(battle, charger, target, charger.target_arc)
            places = charge_places(battle, charger, target, charger.target_arc, flying=flying)
            if places:
                yield from charge_home(battle, charger, target, charger.target_arc, places, flying=flying)
                return
        yield events.ChargeImpossible(charger.id, target.id)
    centre = target.pose or target.fell_at
    # Without a last place there is nothing to wheel towards, so the unit goes straight ahead.
    x, y = (centre.x, centre.y) if centre is not None else boundary(battle, charger).front
    yield from failed_charge_move(battle, charger, max(run.faces), x, y)


@rule("t9a.special.fly")
def takes_wing(battle: Battle, charger: Unit, target: Unit, side: Arc) -> Script[bool]:
    """Whether a charger that can fly does so: its owner says, where flight is a risk and the ground is open to it."""
    if not flies(battle, charger):
        return False
    by_air = charge_places(battle, charger, target, side, flying=True)
    if not any(_in_danger(battle, charger, place) for place in by_air):
        return True
    if not charge_places(battle, charger, target, side, flying=False):
        return True
    text = f"{verb(charger.name, 'Does')} {charger.name} fly into the charge?"
    yes = Option("fly", "Fly: a risk where it starts or ends in a Forest", unit=charger.id)
    return (yield from agrees(charger.seat, "charge in flight", text, yes, "Stay on the ground", rules=(FLY,)))


def _in_danger(battle: Battle, charger: Unit, arrival: Arrival) -> bool:
    way = way_of(arrival.path.start, arrival.path.steps, arrival.place)
    return any(dangerous.models_in_danger(battle, one, way, flying=True) for one in battle.company(charger))


@rule("t9a.charge.contact_priority2")
def charge_places(battle: Battle, charger: Unit, target: Unit, side: Arc, *, flying: bool) -> list[Arrival]:
    """The places among which the charger's owner chooses: those that leave room for most of the units that declared a
    Charge against the same target, still have to move and might reach it."""
    others = [
        unit
        for unit in friends(battle, charger.seat)
        if unit is not charger and unit.target == target.id and reach_chance(battle, unit, target)
    ]
    return combined_arrivals(battle, charger, target, side, others, flying=flying).places


@rule("t9a.charge.contact_best_fit", "t9a.charge.contact_priority4")
@rule("t9a.melee.engaged", "t9a.charge.contact_priority3")
def charge_home(
    battle: Battle, charger: Unit, target: Unit, side: Arc, places: Sequence[Arrival], *, flying: bool
) -> Script[None]:
    """The charger moves into contact and aligns; both units are Engaged. Among equal places its owner chooses."""
    arrival = yield from charge.pick_place(charger, target, places, "t9a.charge.contact_priority4")
    arrive(charger, target, side, arrival)
    yield from charge.tell_arrival(charger, target, side, arrival)
    for enemy, facing in engage_others(battle, charger, target):
        yield events.ChargedToo(charger.id, enemy.id, ARC_NAMES[facing])
    has_moved(battle, charger)
    yield from _dangers(battle, charger, arrival.path, arrival.place, flying=flying)


@rule("t9a.charge.reaction_flee")
def run_down(battle: Battle, charger: Unit, target: Unit, path: Route) -> Script[None]:
    """The charger touches a fleeing unit, which is destroyed; its friends may panic, and the charger may Pivot."""
    yield from charge.touch_fleeing(charger, target, path)
    yield from damage.destroy(battle, target, f"run down by {charger.name}")
    yield from panic.after_destroyed(battle, target)
    yield from _dangers(battle, charger, path, path.arrived)
    if charger.pose is not None:
        yield from movement.pivot(
            battle,
            charger,
            topic="pivot after running down",
            text=f"{charger.name} ran down {target.name} and may pivot.",
            rules=("t9a.charge.reaction_flee",),
        )


@rule("t9a.terrain.dangerous_test_when")
def _dangers(battle: Battle, charger: Unit, path: Route, place: Rect, *, flying: bool | None = None) -> Script[None]:
    """What the charger touched on its way, and where it stands once it is aligned."""
    yield from dangerous.take_tests(battle, charger, way_of(path.start, path.steps, place), flying=flying)


STEPS = {"declare charges": declare_charges, "move chargers": move_chargers}
