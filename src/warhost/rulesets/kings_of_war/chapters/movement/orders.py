"""The movement phase: every unit gets one order (Movement Phase: Orders)."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial

from warhost.play.questions import Choose, Denied, Odds, Option
from warhost.play.script import Refused, Script, choose, choose_key, unit_options
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.combat import reform
from warhost.rulesets.kings_of_war.chapters.movement import charge, command, joint_charge, moves, withdraw
from warhost.rulesets.kings_of_war.chapters.scenario import loot
from warhost.rulesets.kings_of_war.chapters.turn import end_phase
from warhost.rulesets.kings_of_war.core import Battle, Unit, as_ordered, before_order, done, events, friends, has
from warhost.table import Arc

MOVE_RULES = (
    "kow.order.halt",
    "kow.order.change_facing",
    "kow.order.back",
    "kow.order.sidestep",
    "kow.order.advance",
    "kow.order.at_the_double",
)
ENGAGED_RULES = ("kow.move.engaged_orders", "kow.reform.place", "kow.withdraw.move")


@rule("kow.move.one_order_each", "kow.ranged.implicit_halt")
def give_orders(battle: Battle) -> Script[None]:
    """One unit gets its order, or a commander tries a command order; when all have theirs the phase ends."""
    own = friends(battle, battle.active)
    waiting = [unit for unit in own if not unit.order]
    commands = command.keys(battle)
    if not waiting and not commands:
        yield from end_phase(battle)
        return

    def made() -> Choose:
        rest = "End the movement phase: the others halt" if waiting else "End the movement phase"
        tried = [command.option(battle, one) for one in commands]
        options = (*unit_options(waiting), *tried, Option("pass", rest, passes=True))
        text = "Which unit gets its order next?"
        rules = ("kow.move.one_order_each", "kow.ranged.implicit_halt")
        return Choose(seat=battle.active, topic="order", text=text, rules=rules, options=options)

    keys = [*(str(unit.id) for unit in waiting), *commands, "pass"]
    key = yield from choose_key(battle.active, keys, made, denied=partial(_denied_orders, battle))
    if key == "pass":
        yield from halt_the_rest(battle)
        yield from end_phase(battle)
    elif key.isdigit():
        yield from order(battle, battle.units[int(key)])
    else:
        yield from command.issue(battle, key)


def _denied_orders(battle: Battle) -> list[Denied]:
    """Who had its order, and which command orders cannot be tried."""
    ordered = [
        Denied(str(unit.id), f"{unit.name} already had an order in this turn.", "kow.move.one_order_each", unit.id)
        for unit in friends(battle, battle.active)
        if unit.order
    ]
    return [*ordered, *command.denials(battle)]


@rule("kow.ranged.implicit_halt")
def halt_the_rest(battle: Battle) -> Script[None]:
    """Who has no order yet is ordered to halt, with everything that follows from an order (KOW-R060)."""
    for unit in friends(battle, battle.active):
        if not unit.order and unit.pose is not None:
            yield from before_order(battle, unit)
            yield from as_ordered(battle, unit, "halt")
            yield from done(battle, unit)


@rule("kow.loot.drop")
def order(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is given its order and carries it out. Who cannot carry it out is asked for another one."""
    yield from before_order(battle, unit)
    if not unit.engaged:
        yield from loot.may_drop(battle, unit)
    while not unit.order and unit.pose is not None:
        yield from (_engaged_order(battle, unit) if unit.engaged else _free_order(battle, unit))


# Units that are not engaged


@rule("kow.move.one_order_each", "kow.charge.impossible_other_order", "kow.special.individual_pivot")
def _free_order(battle: Battle, unit: Unit) -> Script[None]:
    """Move or halt, or charge; individuals may turn before (KOW-R063)."""
    charges = charges_of(battle, unit)
    turns = not unit.turned and has(battle, unit, "individual")

    def made() -> Choose:
        options = [Option("move", "Move or halt", unit=unit.id)]
        options += [_charge_option(battle, key, possible) for key, possible in charges.items()]
        if turns:
            options.append(Option("turn", "Turn to any direction first", unit=unit.id))
        rules = ("kow.order.charge", *MOVE_RULES)
        text = f"What {does(unit.name)} do?"
        return Choose(seat=unit.seat, topic="action", text=text, rules=rules, options=tuple(options))

    def weigh(option: Option) -> tuple[Odds, ...]:
        possible = charges.get(option.key)
        return option.odds if possible is None else joint_charge.prospects(battle, possible.plans())

    denied = partial(_denied_charges, battle, unit, charges)
    keys = ["move", *charges, "turn"] if turns else ["move", *charges]
    key = yield from choose_key(unit.seat, keys, made, denied=denied, weigh=weigh)
    if key == "turn":
        unit.turned = True
        text = f"Which way {does(unit.name)} turn?"
        yield from moves.ask_turn(battle, unit, "turn", "turn", text, rules=("kow.special.individual_pivot",))
    elif key == "move":
        yield from _move(battle, unit)
    else:
        yield from joint_charge.charge(battle, unit, battle.units[int(key.partition(">")[2])])


@rule("kow.order.halt", "kow.order.change_facing", "kow.order.back", "kow.order.sidestep", "kow.order.advance")
@rule("kow.order.at_the_double", "kow.nerve.wavering_orders")
def _move(battle: Battle, unit: Unit) -> Script[None]:
    """The owner draws the move, which says the order; to stay is to halt."""
    text = f"Move {unit.name}"
    kinds = moves.kinds_of_move(battle, unit)
    answer = yield from moves.ask_move(battle, unit, kinds, "move", text, rules=MOVE_RULES)
    yield from as_ordered(battle, unit, answer.kind or "halt")
    if answer.kind:
        yield from moves.make_move(battle, unit, answer.kind, answer.steps)
    else:
        yield events.UnitHalted(unit.id)
    yield from done(battle, unit)


@rule("kow.order.charge", "kow.charge.cond_not_engaged", "kow.charge.cond_two_per_facing", "kow.charge.cond_space")
def charges_of(battle: Battle, unit: Unit) -> dict[str, joint_charge.Possible]:
    """The enemies that the unit can charge, by the keys of the options, and how it would."""
    if charge.why_not(battle, unit) is not None:
        return {}
    found = {}
    for target in charge.in_reach(battle, unit):
        possible = joint_charge.first_plan(battle, unit, target)
        if possible is not None:
            found[f"charge>{target.id}"] = possible
    return found


def _charge_option(battle: Battle, key: str, possible: joint_charge.Possible) -> Option:
    made = possible.plans()[0]
    where = "flank" if made.facing in (Arc.LEFT, Arc.RIGHT) else made.facing.value
    hindered = " (hindered)" if made.hindered else ""
    friend = "" if possible.partner is None else f", only together with {battle.units[possible.partner].name}"
    label = f"Charge {battle.units[made.target].name} in the {where}{hindered}{friend}"
    return Option(key, label, (), made.unit, made.target, made.place.pose)


def _denied_charges(battle: Battle, unit: Unit, charges: Container[str]) -> list[Denied]:
    """The enemies near the unit that it cannot charge, with the reason; `charges` are those that it can make."""
    why = charge.why_not(battle, unit)
    if why is not None:
        return [Denied("charge", why.message, why.rule or "", unit.id)]
    found = charge.denials(battle, unit)
    for target in charge.in_reach(battle, unit):
        key = f"charge>{target.id}"
        if key not in charges:
            refused = joint_charge.why_no_way(battle, unit, target)
            found.append(Denied(key, refused.message, refused.rule or "", unit.id, target.id))
    return found


# Engaged units


Deed = Callable[[Battle, Unit], Script[None]]

DEEDS: dict[str, tuple[str, str, Callable[[Battle, Unit], object], Deed]] = {
    "reform": ("reform", "Reform: stand better against the enemy", reform.place, reform.reform),
    "wrap": ("reform", "Wrap around to another facing of the enemy", reform.wrap, reform.wrap_around),
    "withdraw": ("withdraw", 'Withdraw 2D6"', withdraw.check, withdraw.withdraw),
}
"""What an engaged unit may do besides halting: the order, its label, what refuses it, and how it is carried out."""


@rule("kow.move.engaged_orders", "kow.order.withdraw_reform_engaged_only", "kow.nerve.wavering_orders")
@rule("kow.reform.combined")
def _engaged_order(battle: Battle, unit: Unit) -> Script[None]:
    """Halt, reform, perhaps together with a friend, or withdraw."""
    options = [Option("halt", "Halt and fight on", unit=unit.id)]
    why = f"{unit.name} cannot move while engaged: halt, reform or withdraw."
    denied = [Denied(name, why, "kow.move.engaged_orders", unit.id) for name in ("move", "charge")]
    for key, (_, label, check, _) in DEEDS.items():
        try:
            check(battle, unit)
        except Refused as refused:
            denied.append(Denied(key, refused.message, refused.rule or "", unit.id))
        else:
            options.append(Option(key, label, unit=unit.id))
    options += [
        Option(f"reform>{friend.id}", f"Reform together with {friend.name}", unit=unit.id)
        for friend, _ in joint_charge.reforms_together(battle, unit)
    ]

    def weigh(option: Option) -> tuple[Odds, ...]:
        return withdraw.chances(battle, unit) if option.key == "withdraw" else option.odds

    text = f"What {does(unit.name)} do?"
    key = yield from choose(unit.seat, "action", text, options, rules=ENGAGED_RULES, denied=denied, weigh=weigh)
    if key.startswith("reform>"):
        yield from joint_charge.reform_together(battle, unit, battle.units[int(key.partition(">")[2])])
        return
    name, _, _, deed = DEEDS.get(key, ("halt", "", None, None))
    yield from loot.may_drop(battle, unit)
    yield from as_ordered(battle, unit, name)
    if deed is None:
        yield events.UnitHalted(unit.id)
    else:
        yield from deed(battle, unit)
    yield from done(battle, unit)


STEPS = {"orders": give_orders}
