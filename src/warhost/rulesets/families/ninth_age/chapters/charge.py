"""Whom a unit may charge, how charges are declared, answered and redirected, and what they note when they arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic

import msgspec

from warhost.field import Arrival, Route
from warhost.play.battle import settled, stand
from warhost.play.questions import Act, Denied, Odds, Option, Part, reasons
from warhost.play.script import Script, Weigh, choose, choose_unit
from warhost.play.shown.english import acts, does, verb
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import ARC_NAMES, against, deny, enemies, friends, pair_in
from warhost.rulesets.families.ninth_age.core.kinds import B, Battle, U, Unit
from warhost.table import Arc, Rect, within

LONG_SHOT = 1 / 10
"""Charges that arrive less often tell nothing of the melee: it takes a while, and nobody counts on it."""

MOST_FORESEEN = 2
"""Of so many charges of one question the melee is foreseen, so that nobody waits for it."""

FLEEING = "Turn and run 2D6 inches. A unit that leaves the table or is caught by the charger is destroyed."
"""What a unit that flees from a charge has to expect."""


class Charges(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """What a book says to declared charges: whom a unit may charge, what that has to expect, how it is redirected."""

    boundary: Callable[[B, U], Rect]
    arc: Callable[[B, U, U], Arc]
    """The facing of the target that the charger would strike now."""
    farthest: Callable[[B, U], int]
    """The longest Charge Range that the unit may roll."""
    sees: Callable[[B, U, U], bool]
    room: Callable[[B, U, U, Arc, Sequence[int]], bool]
    """Whether some way leads the charger to that facing, once the units of these numbers have moved away."""
    chance: Callable[[B, U, U], float]
    """How likely the dice bring the charger to the target."""
    needed: Callable[[B, U, U], int]
    """What the dice must show at least."""
    dice: Callable[[B, U], str]
    """The dice of a charge in words."""
    parts: Callable[[B, U, U], tuple[Part, ...]]
    """What the dice have to make up for."""
    clash: Callable[[B, U, U, Arc, U], Iterator[Odds]]
    """The melee that follows if the target holds, as the owner of the last unit reads it."""
    hunt: Callable[[B, U, U], Iterator[Odds]]
    """How likely a target that flees already is caught."""
    test: Callable[[B, U, str], Script[bool]]
    """The Discipline Test to redirect, by that rule."""
    odds: Callable[[B, U], Odds]
    unseen: str
    no_room: str
    redirect: str
    redirected: str


class Run(msgspec.Struct, frozen=True):
    """A charger's roll: its dice, and whether they cover the distance that was measured then."""

    faces: tuple[int, ...]
    made: bool


def possible(
    battle: B,
    cannot_declare: Callable[[B, U], Denied | None],
    provokes: Callable[[B, U, U], bool],
    rules: Charges[B, U],
) -> tuple[list[Option], list[Denied], bool]:
    """Every charge that the Active Player may declare, why not others, and whether a unit in Frenzy has to declare one.

    `provokes` tells whether an enemy is near enough for a unit in Frenzy to charge it: it charges no other.
    """
    options: list[Option] = []
    denied: list[Denied] = []
    driven = False
    for charger in friends(battle, battle.active):
        reason = cannot_declare(battle, charger)
        if reason is not None:
            denied.append(reason)
            continue
        if not charger.declared:
            found, refused = targets(battle, charger, None, rules)
            if charger.frenzied:
                found = [target for target in found if provokes(battle, charger, target)]
                driven = driven or bool(found)
            options.extend(charge_option(battle, charger, target, rules) for target in found)
            denied.extend(refused)
    return options, denied, driven


def targets(battle: B, charger: U, besides: U | None, rules: Charges[B, U]) -> tuple[list[U], list[Denied]]:
    """The enemies that the unit may charge, and why not those that are near enough: no model sees them, or there is no
    room to come to them.

    That one of them might flee does not count; friends that have declared a charge will have moved away.
    """
    found: list[U] = []
    denied: list[Denied] = []
    own = rules.boundary(battle, charger)
    most = rules.farthest(battle, charger)
    moving = [friend.id for friend in friends(battle, charger.seat) if friend.target is not None]
    for target in enemies(battle, charger.seat):
        if target is besides or not within(own, rules.boundary(battle, target), most):
            continue
        if not rules.sees(battle, charger, target):
            denied.append(deny(charger, f"No model in {charger.name} can see {target.name}.", rules.unseen, target))
        elif not rules.room(battle, charger, target, rules.arc(battle, charger, target), moving):
            why = f"There is no room to bring {charger.name} into contact with {target.name}."
            denied.append(deny(charger, why, rules.no_room, target))
        else:
            found.append(target)
    return found, denied


def charge_option(battle: B, charger: U, target: U, rules: Charges[B, U]) -> Option:
    """The option that a unit charges another: the facing, the chance to arrive, and what the dice have to show."""
    side = rules.arc(battle, charger, target)
    label = f"{acts(charger.name, 'charges')} {target.name} in the {ARC_NAMES[side]}"
    parts = rules.parts(battle, charger, target)
    reaches = Odds("charge succeeds", rules.chance(battle, charger, target), parts, telling=True)
    dice = f"needed with {rules.dice(battle, charger)}"
    needed = Odds(dice, max(2, rules.needed(battle, charger, target)), parts, "needed")
    return against(charger, target, label, (reaches, needed))


def reaching(battle: B, charger: U, target: U, rules: Charges[B, U]) -> tuple[Odds, ...]:
    """How likely the charger gets to a unit that has fled already; to none that left the table."""
    if target.pose is None:
        return ()
    return (Odds("charge succeeds", rules.chance(battle, charger, target), rules.parts(battle, charger, target)),)


def foreseeing(battle: B, options: Sequence[Option], rules: Charges[B, U]) -> Weigh:
    """All that charges have to expect: whether they arrive, and for the likeliest the melee if the target holds."""
    arriving = [option for option in options if option.odds and option.odds[0].value >= LONG_SHOT]
    likely = sorted(arriving, key=lambda option: -option.odds[0].value)[:MOST_FORESEEN]

    def weigh(option: Option) -> tuple[Odds, ...]:
        if option.key == "keep" or option.unit is None or option.target is None or not option.odds:
            return option.odds
        charger, target = battle.units[option.unit], battle.units[option.target]
        if target.fleeing:
            return tuple(rules.hunt(battle, charger, target))
        if option not in likely:
            return option.odds
        return (*option.odds, *rules.clash(battle, charger, target, rules.arc(battle, charger, target), charger))

    return weigh


def ask_charge(
    battle: Battle[U],
    options: Sequence[Option],
    denied: Sequence[Denied],
    *,
    driven_by: str,
    rules: tuple[str, ...],
    weigh: Weigh,
) -> Script[tuple[U, U] | None]:
    """Who charges whom next; None if the Active Player has no more charges. `driven_by` is the rule by which a unit has
    to declare one, if there is such a unit."""
    some = any(unit.declared for unit in friends(battle, battle.active))
    if not options:
        if not some:
            why = reasons(denied, "no enemy is within reach of a charge")
            yield events.NothingToDo(battle.active, "Charge", why)
        return None
    if driven_by:
        denied = [*denied, Denied("pass", "A unit in Frenzy has to declare its charge first.", driven_by)]
    else:
        options = [*options, Option("pass", "No more charges" if some else "No charge", passes=True)]
    key = yield from choose(
        battle.active,
        "declare charge",
        "Which unit charges which enemy?",
        options,
        rules=rules,
        denied=denied,
        weigh=weigh,
    )
    return None if key == "pass" else pair_in(battle, key)


def ask_reaction(
    charger: Unit,
    target: Unit,
    options: Sequence[Option],
    denied: Sequence[Denied] = (),
    *,
    away: float,
    chance: float,
    rules: tuple[str, ...],
    weigh: Weigh,
) -> Script[str]:
    """How the target of a charge from so many inches reacts, which arrives with that chance."""
    assert charger.target_arc is not None
    return choose(
        target.seat,
        "charge reaction",
        f"{acts(charger.name, 'charges')} your {target.name} in the {ARC_NAMES[charger.target_arc]} from "
        f'{away:.1f}". How {does(target.name)} react?',
        options,
        note=f"From here the charge has a {chance:.0%} chance to arrive.",
        rules=rules,
        denied=denied,
        weigh=weigh,
        act=Act(charger.id, (target.id,)),
    )


def note_flight(battle: Battle[U], target: U, seat: int) -> list[int]:
    """The target is about to flee: all that charge it note it, and have no fixed facing any more. Returns them."""
    chargers = [unit for unit in friends(battle, seat) if unit.target == target.id]
    for unit in chargers:
        unit.target_arc = None
        if target.id not in unit.fled_from_me:
            unit.fled_from_me = (*unit.fled_from_me, target.id)
    return [unit.id for unit in chargers]


def redirects(
    battle: B,
    fled: U,
    chargers: Sequence[int],
    redirect: Callable[[B, U, U], Script[None]],
    rule_id: str,
    rules: Charges[B, U],
) -> Script[None]:
    """Each charger of the unit that fled may try to redirect, in an order that the Active Player chooses."""
    waiting: list[U] = [battle.units[number] for number in chargers]
    while True:
        able = [unit for unit in waiting if _may_redirect(battle, unit, fled, rules)]
        if not able:
            return
        text = f"{fled.name} fled from several chargers. Which charger decides first whether to redirect?"
        charger = yield from choose_unit(able, battle.active, "redirect order", text, rules=(rule_id,))
        waiting = [unit for unit in able if unit is not charger]
        yield from redirect(battle, charger, fled)


def _may_redirect(battle: B, unit: U, fled: U, rules: Charges[B, U]) -> bool:
    """Whether the unit may redirect: not twice in a turn, and not without another target that it could charge now."""
    if unit.redirected or unit.target != fled.id or unit.pose is None:
        return False
    return bool(targets(battle, unit, fled, rules)[0])


def redirect(battle: B, charger: U, fled: U, rules: Charges[B, U]) -> Script[tuple[U, U] | None]:
    """A Discipline Test: passed, the unit may charge another target; failed, it goes on after the one that fled.

    Returns the unit and its new target, if it charges another.
    """
    options = [
        Option("redirect", "Try to redirect", odds=(rules.odds(battle, charger),), unit=charger.id),
        _keep(battle, charger, fled, rules),
    ]
    text = f"{fled.name} fled from {charger.name}. Try to redirect the charge?"
    key = yield from choose(charger.seat, "redirect", text, options, rules=(rules.redirect,))
    if key == "keep":
        return None
    charger.redirected = True
    if not (yield from rules.test(battle, charger, rules.redirect)):
        return None
    found, denied = targets(battle, charger, fled, rules)
    options = [charge_option(battle, charger, target, rules) for target in found]
    key = yield from choose(
        charger.seat,
        "redirect target",
        f"Who {does(charger.name)} charge instead?",
        [*options, _keep(battle, charger, fled, rules)],
        rules=(rules.redirected,),
        denied=denied,
        weigh=foreseeing(battle, options, rules),
    )
    return None if key == "keep" else pair_in(battle, key)


def _keep(battle: B, charger: U, fled: U, rules: Charges[B, U]) -> Option:
    odds = reaching(battle, charger, fled, rules)
    return Option("keep", f"Keep charging {fled.name}", odds=odds, unit=charger.id, target=fled.id)


def name_fled_target(battle: B, charger: U, rule_id: str, rules: Charges[B, U]) -> Script[None]:
    """Both targets of a redirected charge fled: the charger names one of them before its range is rolled."""
    fled: list[U] = [battle.units[number] for number in charger.fled_from_me]
    options = [against(charger, one, f"Charge {one.name}", reaching(battle, charger, one, rules)) for one in fled]
    text = f"Both targets of {charger.name} fled. Which one is charged?"
    key = yield from choose(charger.seat, "name target", text, options, rules=(rule_id,))
    _, named = pair_in(battle, key)
    charger.target = named.id
    charger.fled_from_me = (charger.target,)


def pick_place(charger: Unit, target: Unit, places: Sequence[Arrival], rule_id: str) -> Script[Arrival]:
    """Among equal places the charger's owner chooses."""
    options = []
    for number, arrival in enumerate(places):
        label = _place_label(arrival, places)
        options.append(Option(str(number), label, unit=charger.id, target=target.id, pose=arrival.place.pose))
    text = f"Choose where {charger.name} {verb(charger.name, 'makes', 'make')} contact with {target.name}"
    key = yield from choose(charger.seat, "charge place", text, options, rules=(rule_id,))
    return places[int(key)]


def _place_label(arrival: Arrival, places: Sequence[Arrival]) -> str:
    """Offsets count to the target's right, which is the charger's left."""
    if arrival.offset == max(place.offset for place in places):
        return "Shift to your left"
    if arrival.offset == min(place.offset for place in places):
        return "Shift to your right"
    return "Nearest to the middle of the facing"


def tell_arrival(charger: Unit, target: Unit, side: Arc, arrival: Arrival) -> Script[None]:
    """The charger has come into contact with that facing, for which the target may have had to turn."""
    assert charger.pose is not None
    assert target.pose is not None
    if arrival.target is not None:
        yield events.TargetTurned(target.id, target.pose)
    path = arrival.path
    yield events.ChargeMoved(charger.id, target.id, ARC_NAMES[side], path.steps, settled(path.arrived), charger.pose)


def touch_fleeing(charger: Unit, target: Unit, path: Route) -> Script[None]:
    """The charger touches a fleeing unit and stays as it arrives."""
    pose = stand(charger, path.arrived)
    charger.moved = True
    charger.target = charger.target_arc = None
    yield events.ChargeMoved(charger.id, target.id, "back", path.steps, pose, pose)
