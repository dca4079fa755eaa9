"""The Charge Phase."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Arrival, Route
from warhost.field.moves.crossing import way_of
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, agrees, roll
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import charge, panic
from warhost.rulesets.families.ninth_age.chapters.charge_failed import failed_charge_move
from warhost.rulesets.families.ninth_age.thinks.charge_odds import hunt_odds
from warhost.rulesets.fantasy_battles.chapters.charge import stand_and_shoot
from warhost.rulesets.fantasy_battles.chapters.charge.charge_move import (
    arrive,
    catch,
    combined_arrivals,
    engage_others,
    room,
)
from warhost.rulesets.fantasy_battles.chapters.charge.charge_order import next_charger
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import (
    advance_rate,
    farthest,
    needed,
    range_chance,
    range_parts,
    reach_chance,
    rerolls_range,
)
from warhost.rulesets.fantasy_battles.chapters.charge.charge_reactions import choose_reaction, terrify
from warhost.rulesets.fantasy_battles.chapters.charge.placement import arc_struck
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general import dangerous
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.chapters.movement import movement
from warhost.rulesets.fantasy_battles.chapters.turn import end_phase
from warhost.rulesets.fantasy_battles.core import (
    ARC_NAMES,
    Battle,
    Unit,
    barred,
    boundary,
    deny,
    flies,
    friends,
    has_moved,
    sight,
    spoken,
)
from warhost.rulesets.fantasy_battles.shown import events
from warhost.rulesets.fantasy_battles.thinks.clash_odds import clash_odds
from warhost.table import TOLERANCE, Arc, Rect, distance, within

FRENZY = 12.0
"""How near an enemy has to be for a unit in Frenzy to lose its head."""

FRENZY_BEYOND = 7
"""How far beyond its Advance Rate it may be by the other reading (T9A-R165)."""

HILL_REROLL = "t9a.terrain.hill_charge"
FLY = "t9a.special.fly"


@rule("t9a.charge.sequence", "t9a.charge.declare", "t9a.charge.declare_all_before_moving")
def declare_charges(battle: Battle) -> Script[None]:
    """One declaration with its reaction; when the Active Player has no more of them the chargers move."""
    options, denied, driven = charge.possible(battle, cannot_declare, provokes, CHARGES)
    chosen = yield from charge.ask_charge(
        battle,
        options,
        denied,
        driven_by="t9a.special.frenzy" if driven else "",
        rules=("t9a.charge.sequence", "t9a.charge.declare"),
        weigh=charge.foreseeing(battle, options, CHARGES),
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
    """The enemies that the unit may charge, and why not those that are near enough: no model sees them, or there is no
    room to come to them.

    That one of them might flee does not count; friends that have declared a charge will have moved away.
    """
    return charge.targets(battle, charger, besides, CHARGES)


@rule("t9a.special.frenzy")
def provokes(battle: Battle, charger: Unit, target: Unit) -> bool:
    """Whether an enemy is near enough for a unit in Frenzy to charge it."""
    near = FRENZY
    if battle.scene.settings.frenzy == "Advance Rate + 7":
        near = float(advance_rate(battle, charger) + FRENZY_BEYOND)
    return within(boundary(battle, charger), boundary(battle, target), near)


def _arc(battle: Battle, charger: Unit, target: Unit) -> Arc:
    return arc_struck(boundary(battle, charger), boundary(battle, target))


CHARGES: charge.Charges[Battle, Unit] = charge.Charges(
    boundary=boundary,
    arc=_arc,
    farthest=farthest,
    sees=sight.unit_sees,
    room=room,
    chance=reach_chance,
    needed=needed,
    dice=lambda battle, charger: "2D6",
    parts=range_parts,
    clash=clash_odds,
    hunt=hunt_odds,
    test=lambda battle, unit, rule_id: discipline_test(battle, unit, "redirect", rule_id),
    odds=lambda battle, unit: passing_odds("passes", battle, unit, "redirect"),
    unseen="t9a.charge.declare",
    no_room="t9a.charge.declare",
    redirect="t9a.charge.declare",
    redirected="t9a.charge.declare",
)


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
    """Each charger of the unit that fled may try to redirect, in an order that the Active Player chooses: once in a
    turn, and if there is another target that it could charge now."""
    return charge.redirects(battle, fled, chargers, redirect, "t9a.charge.declare", CHARGES)


@rule("t9a.charge.declare")
def redirect(battle: Battle, charger: Unit, fled: Unit) -> Script[None]:
    """A Discipline Test: passed, the unit may charge another target; failed, it goes on after the one that fled."""
    chosen = yield from charge.redirect(battle, charger, fled, CHARGES)
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
    charger, target = yield from next_charger(battle, chargers)
    run = yield from charge_range(battle, charger, target)
    yield from move_charger(battle, charger, target, run)


@rule("t9a.charge.declare")
def name_fled_target(battle: Battle, charger: Unit) -> Script[None]:
    """Both targets of a redirected charge fled: the charger names one of them before its range is rolled."""
    return charge.name_fled_target(battle, charger, "t9a.charge.declare", CHARGES)


@rule("t9a.charge.range", "t9a.terrain.hill_charge", "t9a.special.reroll")
def charge_range(battle: Battle, charger: Unit, target: Unit) -> Script[charge.Run]:
    """2D6 plus the lowest Advance Rate, against the distance between the closest points now.

    A charger that started on a Hill may roll once more if it falls short (T9A-R048).
    """
    run = yield from _roll_range(battle, charger, target)
    if run.made or target.pose is None or not rerolls_range(battle, charger):
        return run
    chance = Odds("charge succeeds", range_chance(battle, charger, target), range_parts(battle, charger, target))
    text = f"{acts(charger.name, 'falls')} short of {target.name}. Roll the Charge Range again?"
    again = Option("reroll", "Roll again", (chance,), unit=charger.id)
    if not (yield from agrees(charger.seat, "hill reroll", text, again, "Keep the roll", rules=(HILL_REROLL,))):
        return run
    yield events.ChargeRerolled(charger.id, HILL_REROLL)
    return (yield from _roll_range(battle, charger, target))


def _roll_range(battle: Battle, charger: Unit, target: Unit) -> Script[charge.Run]:
    dice = dice_of(battle, charger, "charge")
    cite = "t9a.charge.range"
    faces = yield from roll(dice, why="Charge Range", rule=cite, seat=charger.seat, unit=charger.id, counts="total")
    inches = dice.total(faces) + advance_rate(battle, charger)
    kept = dice.kept(faces)
    if target.pose is None:
        return charge.Run(kept, False)
    away = distance(boundary(battle, charger), boundary(battle, target))
    made = inches >= away - TOLERANCE
    yield events.ChargeRangeRolled(charger.id, target.id, inches, away, made)
    return charge.Run(kept, made)


@rule("t9a.charge.range", "t9a.charge.failed_move", "t9a.charge.reaction_flee")
def move_charger(battle: Battle, charger: Unit, target: Unit, run: charge.Run) -> Script[None]:
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
    has_moved(battle, charger)
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
