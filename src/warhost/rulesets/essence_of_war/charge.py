"""The Charge Phase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from warhost.field import Arrival, Combined, Route
from warhost.field.crossing import way_of
from warhost.play.english import acts, does, listed
from warhost.play.questions import Act, Denied, Odds, Option
from warhost.play.script import Script, Weigh, choose, choose_unit, roll
from warhost.play.throws import Reason, throw_number
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import damage, dangerous, events, movement, panic, sight
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.charge_failed import failed_charge_move
from warhost.rulesets.essence_of_war.charge_move import arrive, catch, combined_arrivals, room
from warhost.rulesets.essence_of_war.charge_odds import clash_odds, flight_odds, hunt_odds
from warhost.rulesets.essence_of_war.charge_order import next_charger
from warhost.rulesets.essence_of_war.charge_range import (
    additions,
    advance_rate,
    farthest,
    needed,
    range_parts,
    reach_chance,
)
from warhost.rulesets.essence_of_war.contact import ARC_NAMES, deny, enemies, friends
from warhost.rulesets.essence_of_war.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.placement import arc_struck
from warhost.rulesets.essence_of_war.rules import spoken
from warhost.rulesets.essence_of_war.running import dice_of
from warhost.rulesets.essence_of_war.turn import end_phase
from warhost.rulesets.essence_of_war.values import rate
from warhost.rulesets.families.ninth_age import charge
from warhost.table import TOLERANCE, Arc, Rect, distance, within

FRENZY = 12.0
"""How near an enemy has to be for a unit in Frenzy to lose its head."""


class Run(msgspec.Struct, frozen=True):
    """A charger's roll: its dice, and whether they cover the distance that was measured then."""

    faces: tuple[int, ...]
    made: bool


@rule("eow.charge.sequence", "eow.charge.optional", "eow.charge.move_after_all")
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
        driven_by="eow.special.frenzy" if driven else "",
        rules=("eow.charge.sequence", "eow.charge.optional"),
        weigh=_foreseeing(battle, options),
    )
    if chosen is None:
        battle.stage = "move chargers"
    else:
        yield from declare(battle, *chosen)


@rule("eow.charge.declare.who", "eow.special.vanguard.no_charge")
def cannot_declare(battle: Battle, unit: Unit) -> Denied | None:
    """Why the unit may not declare a charge whatever the target, if so."""
    if unit.engaged:
        return deny(unit, f"{acts(unit.name, 'is')} Engaged in Combat.", "eow.charge.declare.who")
    if unit.fleeing:
        return deny(unit, f"{acts(unit.name, 'is')} fleeing.", "eow.charge.declare.who")
    if unit.vanguard and battle.turn == 1 and unit.seat == battle.first:
        why = f"{unit.name} moved as Vanguard and cannot charge in the first Player Turn."
        return deny(unit, why, "eow.special.vanguard.no_charge")
    for bearer, speaker in spoken(battle, unit, "check_charge"):
        refused = speaker.check_charge(battle, bearer)
        if refused is not None:
            return deny(unit, refused.message, refused.rule or speaker.id)
    return None


@rule("eow.charge.declare.range", "eow.charge.declare.consider_charges", "eow.charge.redirect.pass")
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


@rule("eow.charge.declare.los", "eow.charge.declare.room", "eow.charge.declare.ignore_flee")
def _cannot_charge(battle: Battle, charger: Unit, target: Unit, moving: Sequence[int]) -> Denied | None:
    """Why an enemy within range may not be charged: no model sees it, or there is no room to come to it.

    That it or another enemy might flee does not count; friends that have declared a charge will have moved away.
    """
    if not sight.unit_sees(battle, charger, target):
        return deny(charger, f"No model in {charger.name} can see {target.name}.", "eow.charge.declare.los", target)
    if not room(battle, charger, target, _arc(battle, charger, target), moving):
        why = f"There is no room to bring {charger.name} into contact with {target.name}."
        return deny(charger, why, "eow.charge.declare.room", target)
    return None


@rule("eow.special.frenzy")
def provokes(battle: Battle, charger: Unit, target: Unit) -> bool:
    """Whether an enemy is near enough for a unit in Frenzy to charge it."""
    return within(boundary(battle, charger), boundary(battle, target), FRENZY)


def _arc(battle: Battle, charger: Unit, target: Unit) -> Arc:
    return arc_struck(battle, charger, boundary(battle, charger), boundary(battle, target))


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


@rule("eow.charge.reaction.immediate", "eow.charge.reaction.arc_known")
def declare(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """A charge is declared, the facing it must strike is fixed (EOW-R038), and the target reacts at once."""
    charger.declared = True
    charger.frenzied = False
    if battle.scene.settings.mode != "basic":
        charger.advance = rate(battle, charger, "adv")
    charger.target = target.id
    charger.target_arc = _arc(battle, charger, target)
    yield events.ChargeDeclared(charger.id, target.id, ARC_NAMES[charger.target_arc])
    reaction = yield from choose_reaction(battle, charger, target)
    yield events.ReactionDeclared(target.id, reaction)
    if reaction == "flee":
        yield from flee_reaction(battle, charger, target)


@rule("eow.charge.reaction.hold", "eow.charge.reaction.engaged_hold", "eow.charge.reaction.fleeing_must_flee")
@rule("eow.special.fearless_fleeing")
def choose_reaction(battle: Battle, charger: Unit, target: Unit) -> Script[str]:
    """Hold or Flee; Engaged units can only hold, fleeing units only flee again."""
    assert charger.target_arc is not None
    hold = Option(
        "hold", f"{acts(target.name, 'holds')}", unit=target.id, text="Stand and fight if the charge arrives."
    )
    run = Option("flee", f"{acts(target.name, 'flees')}", unit=target.id, text=charge.FLEEING)
    if target.fleeing:
        options = [run]
    elif target.engaged or any(speaker.holds_only for _, speaker in spoken(battle, target, "holds_only")):
        options = [hold]
    else:
        options = [hold, run]
    side = charger.target_arc
    arc = ARC_NAMES[side]
    away = distance(boundary(battle, charger), boundary(battle, target))
    chance = reach_chance(battle, charger, target)

    def weigh(option: Option) -> tuple[Odds, ...]:
        if option.key == "flee":
            return tuple(flight_odds(battle, charger, target))
        arrives = Odds("the charge arrives", chance, range_parts(battle, charger, target), telling=True)
        return (arrives, *clash_odds(battle, charger, target, side, target))

    return (
        yield from choose(
            target.seat,
            "charge reaction",
            f"{acts(charger.name, 'charges')} your {target.name} in the {arc} from "
            f'{away:.1f}". How {does(target.name)} react?',
            options,
            note=f"From here the charge has a {chance:.0%} chance to arrive.",
            rules=("eow.charge.reaction.immediate", "eow.charge.reaction.arc_known"),
            weigh=weigh,
            act=Act(charger.id, (target.id,)),
        )
    )


@rule("eow.charge.reaction.flee", "eow.charge.redirect.each", "eow.charge.redirect.both_fled")
def flee_reaction(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """The target flees directly away from the unit that charges it; then all its chargers may redirect."""
    assert charger.pose is not None
    # A unit that has pivoted to flee has no fixed facing any more (EOW-R038).
    chargers = charge.note_flight(battle, target, charger.seat)
    yield from panic.flee_from(battle, target, charger.pose.x, charger.pose.y)
    yield from redirects(battle, target, chargers)


@rule("eow.charge.redirect.each", "eow.charge.redirect.once")
def redirects(battle: Battle, fled: Unit, chargers: Sequence[int]) -> Script[None]:
    """Each charger of the unit that fled may try to redirect, in an order that the Active Player chooses."""
    waiting = [battle.units[number] for number in chargers]
    while True:
        able = [unit for unit in waiting if _may_redirect(battle, unit, fled)]
        if not able:
            return
        text = f"{fled.name} fled from several chargers. Which charger decides first whether to redirect?"
        rules = ("eow.charge.redirect.each",)
        charger = yield from choose_unit(able, battle.active, "redirect order", text, rules=rules)
        waiting = [unit for unit in able if unit is not charger]
        yield from redirect(battle, charger, fled)


def _may_redirect(battle: Battle, unit: Unit, fled: Unit) -> bool:
    """A unit does not redirect twice in a turn, nor without another target that it could charge now (EOW-R079)."""
    if unit.redirected or unit.target != fled.id or unit.pose is None:
        return False
    return bool(targets(battle, unit, fled)[0])


@rule("eow.charge.redirect.test", "eow.charge.redirect.fail", "eow.charge.redirect.pass", "eow.charge.redirect.once")
def redirect(battle: Battle, charger: Unit, fled: Unit) -> Script[None]:
    """A Discipline Test: passed, the unit may charge another target; failed, it goes on after the one that fled."""
    chance = passing_odds("passes", battle, charger, "redirect")
    if not (
        yield from charge.ask_redirect(
            charger, fled, chance, "eow.charge.redirect.test", _reaching(battle, charger, fled)
        )
    ):
        return
    charger.redirected = True
    if not (yield from discipline_test(battle, charger, "redirect", "eow.charge.redirect.test")):
        return
    possible, denied = targets(battle, charger, fled)
    options = [charge_option(battle, charger, target) for target in possible]
    chosen = yield from charge.ask_new_target(
        battle,
        charger,
        fled,
        options,
        denied,
        rule_id="eow.charge.redirect.pass",
        weigh=_foreseeing(battle, options),
        keeping=_reaching(battle, charger, fled),
    )
    if chosen is not None:
        yield from declare(battle, *chosen)


@rule("eow.charge.move_after_all", "eow.charge.combined.roll_first", "eow.charge.redirect.both_fled")
def move_chargers(battle: Battle) -> Script[None]:
    """One target's chargers roll and move: a single unit, or all units of a Combined Charge (EOW-R080)."""
    chargers = [unit for unit in friends(battle, battle.active) if unit.target is not None]
    for unit in chargers:
        if len(unit.fled_from_me) > 1:
            yield from name_fled_target(battle, unit)
    if not chargers:
        yield from end_phase(battle)
        return
    groups: dict[int, list[Unit]] = {}
    for unit in chargers:
        assert unit.target is not None
        groups.setdefault(unit.target, []).append(unit)
    options = []
    for number, group in groups.items():
        names = listed([unit.name for unit in group])
        key = f"{'+'.join(str(unit.id) for unit in group)}>{number}"
        options.append(Option(key, f"{names} against {battle.units[number].name}", unit=group[0].id, target=number))
    key = yield from choose(
        battle.active, "move charger", "Which charge do you resolve next?", options, rules=("eow.charge.sequence",)
    )
    number = int(key.partition(">")[2])
    yield from carry_out(battle, battle.units[number], groups[number])


@rule("eow.charge.redirect.both_fled")
def name_fled_target(battle: Battle, charger: Unit) -> Script[None]:
    """Both targets of a redirected charge fled: the charger names one of them before its range is rolled."""
    return charge.name_fled_target(
        battle, charger, "eow.charge.redirect.both_fled", partial(_reaching, battle, charger)
    )


@rule("eow.charge.combined.roll_first", "eow.charge.combined.order", "eow.charge.range.roll")
@rule("eow.charge.maximise.units")
def carry_out(battle: Battle, target: Unit, group: Sequence[Unit]) -> Script[None]:
    """All chargers of one target roll before any of them moves; then they move in any order."""
    runs: dict[int, Run] = {}
    for charger in group:
        runs[charger.id] = yield from charge_range(battle, charger, target)
    left = list(group)
    while left:
        made = {unit.id for unit in left if runs[unit.id].made}
        charger, found = yield from next_charger(battle, target, left, made)
        left.remove(charger)
        others = [unit for unit in left if unit.id in made]
        yield from move_charger(battle, charger, target, runs[charger.id], others, found)


@rule("eow.charge.range.roll", "eow.charge.range.compare", "eow.charge.range.lowest_adv")
def charge_range(battle: Battle, charger: Unit, target: Unit) -> Script[Run]:
    """2D6 plus the lowest Advance Rate, against the distance between the closest points now (EOW-R076)."""
    dice = dice_of(battle, charger, "charge")
    faces = yield from roll(dice, why="Charge Range", rule="eow.charge.range.roll", seat=charger.seat, unit=charger.id)
    inches = dice.total(faces) + advance_rate(battle, charger)
    for speaker, more in additions(battle, charger):
        inches += yield from throw_number(more, Reason(speaker.name, speaker.id, charger.seat, charger.id))
    if target.pose is None:
        return Run(faces, False)
    away = distance(boundary(battle, charger), boundary(battle, target))
    made = inches >= away - TOLERANCE
    yield events.ChargeRangeRolled(charger.id, target.id, inches, away, made)
    return Run(faces, made)


@rule("eow.charge.range.no_space", "eow.charge.impossible", "eow.charge.fleeing.destroyed")
@rule("eow.charge.failed.distance", "eow.charge.failed.path")
def move_charger(
    battle: Battle, charger: Unit, target: Unit, run: Run, others: Sequence[Unit], found: Combined | None = None
) -> Script[None]:
    """A Successful Charge Move; or a Failed one if the range is short, the target gone, or the way or place closed.

    `found` are its places, where they are known already.
    """
    if run.made and target.pose is not None:
        if target.fleeing:
            path = catch(battle, charger, target)
            if path is not None:
                yield from run_down(battle, charger, target, path)
                return
        elif charger.target_arc is not None:
            found = found or combined_arrivals(battle, charger, target, charger.target_arc, others)
            if found.places:
                yield from charge_home(battle, charger, target, charger.target_arc, found.places)
                return
        yield events.ChargeImpossible(charger.id, target.id)
    centre = target.pose or target.fell_at
    # Without a last place there is nothing to wheel towards, so the unit goes straight ahead.
    x, y = (centre.x, centre.y) if centre is not None else boundary(battle, charger).front
    yield from failed_charge_move(battle, charger, max(run.faces), x, y)


@rule("eow.charge.move.unlimited", "eow.charge.move.front_contact", "eow.charge.maximise.free_choice")
@rule("eow.engaged.start", "eow.charge.align.rotate_target", "eow.charge.align.combat_pivot")
def charge_home(battle: Battle, charger: Unit, target: Unit, side: Arc, places: Sequence[Arrival]) -> Script[None]:
    """The charger moves into contact and aligns; both units are Engaged. Among equal places its owner chooses."""
    arrival = yield from charge.pick_place(charger, target, places, "eow.charge.maximise.free_choice")
    arrive(charger, target, side, arrival)
    yield from charge.tell_arrival(charger, target, side, arrival)
    yield from _dangers(battle, charger, arrival.path, arrival.place)


@rule("eow.charge.fleeing.destroyed", "eow.charge.fleeing.pivot", "eow.charge.fleeing.any_facing")
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
            rules=("eow.charge.fleeing.pivot",),
        )


@rule("eow.dangerous.trigger")
def _dangers(battle: Battle, charger: Unit, path: Route, place: Rect) -> Script[None]:
    """What the charger touched on its way, and where it stands once it is aligned (EOW-R050)."""
    yield from dangerous.take_tests(battle, charger, way_of(path.start, path.steps, place))


STEPS = {"declare charges": declare_charges, "move chargers": move_chargers}
