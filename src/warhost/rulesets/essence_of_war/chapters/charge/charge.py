"""The Charge Phase."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Arrival, Combined, Route
from warhost.field.moves.crossing import way_of
from warhost.play.counsel.throws import Reason, throw_number
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose, roll
from warhost.play.shown.english import acts, listed
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.charge.charge_move import arrive, catch, combined_arrivals, room
from warhost.rulesets.essence_of_war.chapters.charge.charge_order import next_charger
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import (
    additions,
    advance_rate,
    dice_words,
    farthest,
    needed,
    range_parts,
    reach_chance,
)
from warhost.rulesets.essence_of_war.chapters.charge.placement import arc_struck
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general import dangerous
from warhost.rulesets.essence_of_war.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.chapters.movement import movement
from warhost.rulesets.essence_of_war.chapters.turn import end_phase
from warhost.rulesets.essence_of_war.core import ARC_NAMES, Battle, Unit, boundary, deny, friends, rate, sight, spoken
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.essence_of_war.thinks.charge_odds import clash_odds
from warhost.rulesets.families.ninth_age.chapters import charge, panic
from warhost.rulesets.families.ninth_age.chapters.charge_failed import failed_charge_move
from warhost.rulesets.families.ninth_age.thinks.charge_odds import flight_odds, hunt_odds
from warhost.table import TOLERANCE, Arc, Rect, distance, within

FRENZY = 12.0
"""How near an enemy has to be for a unit in Frenzy to lose its head."""


@rule("eow.charge.sequence", "eow.charge.optional", "eow.charge.move_after_all")
def declare_charges(battle: Battle) -> Script[None]:
    """One declaration with its reaction; when the Active Player has no more of them the chargers move."""
    options, denied, driven = charge.possible(battle, cannot_declare, provokes, CHARGES)
    chosen = yield from charge.ask_charge(
        battle,
        options,
        denied,
        driven_by="eow.special.frenzy" if driven else "",
        rules=("eow.charge.sequence", "eow.charge.optional"),
        weigh=charge.foreseeing(battle, options, CHARGES),
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
@rule("eow.charge.declare.los", "eow.charge.declare.room", "eow.charge.declare.ignore_flee")
def targets(battle: Battle, charger: Unit, besides: Unit | None = None) -> tuple[list[Unit], list[Denied]]:
    """The enemies that the unit may charge, and why not those that are near enough: no model sees them, or there is no
    room to come to them.

    That one of them might flee does not count; friends that have declared a charge will have moved away.
    """
    return charge.targets(battle, charger, besides, CHARGES)


@rule("eow.special.frenzy")
def provokes(battle: Battle, charger: Unit, target: Unit) -> bool:
    """Whether an enemy is near enough for a unit in Frenzy to charge it."""
    return within(boundary(battle, charger), boundary(battle, target), FRENZY)


def _arc(battle: Battle, charger: Unit, target: Unit) -> Arc:
    return arc_struck(battle, charger, boundary(battle, charger), boundary(battle, target))


CHARGES: charge.Charges[Battle, Unit] = charge.Charges(
    boundary=boundary,
    arc=_arc,
    farthest=farthest,
    sees=sight.unit_sees,
    room=room,
    chance=reach_chance,
    needed=needed,
    dice=dice_words,
    parts=range_parts,
    clash=clash_odds,
    hunt=hunt_odds,
    test=lambda battle, unit, rule_id: discipline_test(battle, unit, "redirect", rule_id),
    odds=lambda battle, unit: passing_odds("passes", battle, unit, "redirect"),
    unseen="eow.charge.declare.los",
    no_room="eow.charge.declare.room",
    redirect="eow.charge.redirect.test",
    redirected="eow.charge.redirect.pass",
)


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
    away = distance(boundary(battle, charger), boundary(battle, target))
    chance = reach_chance(battle, charger, target)

    def weigh(option: Option) -> tuple[Odds, ...]:
        if option.key == "flee":
            return tuple(flight_odds(battle, charger, target))
        arrives = Odds("the charge arrives", chance, range_parts(battle, charger, target), telling=True)
        return (arrives, *clash_odds(battle, charger, target, side, target))

    rules = ("eow.charge.reaction.immediate", "eow.charge.reaction.arc_known")
    return charge.ask_reaction(charger, target, options, away=away, chance=chance, rules=rules, weigh=weigh)


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
    """Each charger of the unit that fled may try to redirect, in an order that the Active Player chooses: once in a
    turn, and if there is another target that it could charge now (EOW-R079)."""
    return charge.redirects(battle, fled, chargers, redirect, "eow.charge.redirect.each", CHARGES)


@rule("eow.charge.redirect.test", "eow.charge.redirect.fail", "eow.charge.redirect.pass", "eow.charge.redirect.once")
def redirect(battle: Battle, charger: Unit, fled: Unit) -> Script[None]:
    """A Discipline Test: passed, the unit may charge another target; failed, it goes on after the one that fled."""
    chosen = yield from charge.redirect(battle, charger, fled, CHARGES)
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
    return charge.name_fled_target(battle, charger, "eow.charge.redirect.both_fled", CHARGES)


@rule("eow.charge.combined.roll_first", "eow.charge.combined.order", "eow.charge.range.roll")
@rule("eow.charge.maximise.units")
def carry_out(battle: Battle, target: Unit, group: Sequence[Unit]) -> Script[None]:
    """All chargers of one target roll before any of them moves; then they move in any order."""
    runs: dict[int, charge.Run] = {}
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
def charge_range(battle: Battle, charger: Unit, target: Unit) -> Script[charge.Run]:
    """2D6 plus the lowest Advance Rate, against the distance between the closest points now (EOW-R076)."""
    dice = dice_of(battle, charger, "charge")
    cite = "eow.charge.range.roll"
    faces = yield from roll(dice, why="Charge Range", rule=cite, seat=charger.seat, unit=charger.id, counts="total")
    inches = dice.total(faces) + advance_rate(battle, charger)
    for speaker, more in additions(battle, charger):
        inches += yield from throw_number(more, Reason(speaker.name, speaker.id, charger.seat, charger.id))
    if target.pose is None:
        return charge.Run(faces, False)
    away = distance(boundary(battle, charger), boundary(battle, target))
    made = inches >= away - TOLERANCE
    yield events.ChargeRangeRolled(charger.id, target.id, inches, away, made)
    return charge.Run(faces, made)


@rule("eow.charge.range.no_space", "eow.charge.impossible", "eow.charge.fleeing.destroyed")
@rule("eow.charge.failed.distance", "eow.charge.failed.path")
def move_charger(
    battle: Battle, charger: Unit, target: Unit, run: charge.Run, others: Sequence[Unit], found: Combined | None = None
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
