"""The questions of the Charge Phase, and what a declared, redirected or completed charge notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warhost.field import Arrival, Route
from warhost.play.battle import settled, stand
from warhost.play.english import acts, does
from warhost.play.questions import Denied, Odds, Option, Part, reasons
from warhost.play.script import Script, Weigh, choose
from warhost.rulesets.families.ninth_age import events
from warhost.rulesets.families.ninth_age.contact import ARC_NAMES, against, friends, pair_in
from warhost.rulesets.families.ninth_age.kinds import Battle, U, Unit
from warhost.table import Arc

LONG_SHOT = 1 / 10
"""Charges that arrive less often tell nothing of the melee: it takes a while, and nobody counts on it."""

MOST_FORESEEN = 2
"""Of so many charges of one question the melee is foreseen, so that nobody waits for it."""

FLEEING = "Turn and run 2D6 inches. A unit that leaves the table or is caught by the charger is destroyed."
"""What a unit that flees from a charge has to expect."""


def charge_option(
    charger: Unit, target: Unit, side: Arc, *, chance: float, needed: int, parts: tuple[Part, ...]
) -> Option:
    """The option that a unit charges another on that facing: the chance to arrive, and what the dice have to show."""
    label = f"{acts(charger.name, 'charges')} {target.name} in the {ARC_NAMES[side]}"
    reaches = Odds("reaches", chance, parts, telling=True)
    return against(charger, target, label, (reaches, Odds("needed with 2D6", max(2, needed), parts, "needed")))


def likeliest(options: Sequence[Option]) -> list[Option]:
    """The charges of which the melee is worth foreseeing: those that arrive most often."""
    likely = [option for option in options if option.odds and option.odds[0].value >= LONG_SHOT]
    return sorted(likely, key=lambda option: -option.odds[0].value)[:MOST_FORESEEN]


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


def note_flight(battle: Battle[U], target: U, seat: int) -> list[int]:
    """The target is about to flee: all that charge it note it, and have no fixed facing any more. Returns them."""
    chargers = [unit for unit in friends(battle, seat) if unit.target == target.id]
    for unit in chargers:
        unit.target_arc = None
        if target.id not in unit.fled_from_me:
            unit.fled_from_me = (*unit.fled_from_me, target.id)
    return [unit.id for unit in chargers]


def ask_redirect(charger: Unit, fled: Unit, passes: Odds, rule_id: str, keeping: tuple[Odds, ...] = ()) -> Script[bool]:
    """Whether the unit takes the test to redirect its charge; `keeping` is what it has to expect if it does not."""
    key = yield from choose(
        charger.seat,
        "redirect",
        f"{fled.name} fled from {charger.name}. Try to redirect the charge?",
        [
            Option("redirect", "Try to redirect", odds=(passes,), unit=charger.id),
            Option("keep", f"Keep charging {fled.name}", odds=keeping, unit=charger.id, target=fled.id),
        ],
        rules=(rule_id,),
    )
    return key == "redirect"


def ask_new_target(
    battle: Battle[U],
    charger: U,
    fled: U,
    options: Sequence[Option],
    denied: Sequence[Denied],
    *,
    rule_id: str,
    weigh: Weigh,
    keeping: tuple[Odds, ...] = (),
) -> Script[tuple[U, U] | None]:
    """Whom the unit charges instead; None if it goes on after the one that fled."""
    key = yield from choose(
        charger.seat,
        "redirect target",
        f"Who {does(charger.name)} charge instead?",
        [*options, Option("keep", f"Keep charging {fled.name}", odds=keeping, unit=charger.id, target=fled.id)],
        rules=(rule_id,),
        denied=denied,
        weigh=weigh,
    )
    return None if key == "keep" else pair_in(battle, key)


def name_fled_target(
    battle: Battle[U], charger: U, rule_id: str, reaching: Callable[[U], tuple[Odds, ...]]
) -> Script[None]:
    """Both targets of a redirected charge fled: the charger names one of them before its range is rolled."""
    targets = [battle.units[fled] for fled in charger.fled_from_me]
    options = [against(charger, fled, f"Charge {fled.name}", reaching(fled)) for fled in targets]
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
    text = f"Where {does(charger.name)} strike {target.name}?"
    key = yield from choose(charger.seat, "charge place", text, options, rules=(rule_id,))
    return places[int(key)]


def _place_label(arrival: Arrival, places: Sequence[Arrival]) -> str:
    """Offsets count to the target's right, which is the charger's left."""
    if arrival.offset == max(place.offset for place in places):
        return "As far left as possible"
    if arrival.offset == min(place.offset for place in places):
        return "As far right as possible"
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
