"""Command orders: what commanders shout to units around them (Command Orders).

Each army has orders of its own, which its commanders carry in their entries. The question about the next order of the
movement phase offers them too: the key `3:Stand Fast>7` lets unit 3 try that order on unit 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from warhost.play.questions import Denied, Odds, Option, Part
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war import events
from warhost.rulesets.kings_of_war.battle import Battle, Effect, Unit, enemies, friends, lay
from warhost.rulesets.kings_of_war.entries import Order
from warhost.rulesets.kings_of_war.formation import is_within
from warhost.rulesets.kings_of_war.nerve import heal
from warhost.rulesets.kings_of_war.rules import is_meant, speakers

REACH = 12.0
"""How far command orders reach."""

DICE = {"champion": 2, "warlord": 3}
"""How many dice a commander rolls."""

UNTIL: dict[str, Literal["phase", "end", "start"]] = {"phase": "phase", "turn": "end", "next turn": "start"}
"""When an effect ends that lasts for the phase, the turn, or until the next turn begins."""


@rule("kow.command.timing", "kow.command.army_list", "kow.command.one_attempt")
def options(battle: Battle) -> tuple[list[Option], list[Denied]]:
    """The command orders that may be tried now, and why others may not: each commander on the table tries one a turn,
    at any moment of its movement phase, out of its own army's list."""
    found: list[Option] = []
    denied: list[Denied] = []
    if battle.phase != "movement":
        return found, denied
    for commander in friends(battle, battle.active):
        entry = battle.entry(commander)
        if not entry.orders or not entry.is_commander:
            continue
        if commander.commands:
            why = f"{commander.name} has tried a command order in this turn already."
            denied += [
                Denied(f"{commander.id}:{order.name}", why, "kow.command.one_attempt", commander.id)
                for order in entry.orders
            ]
            continue
        for order in entry.orders:
            _offer(battle, commander, order, found, denied)
    return found, denied


@rule("kow.command.range", "kow.artefact.torc_of_command")
def reach_of(battle: Battle, commander: Unit) -> float:
    """How far the commander's orders reach; nobody has to see anybody."""
    inches = REACH
    for speaker in speakers(battle, commander).at("command_reach"):
        inches = speaker.command_reach(battle, commander, inches)
    return inches


@rule("kow.command.champion_roll", "kow.command.warlord_roll", "kow.artefact.banner_of_command")
def dice_of(battle: Battle, commander: Unit) -> int:
    """How many dice the commander rolls for an order."""
    number = DICE[battle.entry(commander).rank]
    for speaker in speakers(battle, commander).at("command_dice"):
        number = speaker.command_dice(battle, commander, number)
    return number


def chance_of(battle: Battle, commander: Unit, order: Order) -> float:
    """How likely at least one die reaches the target number."""
    return 1.0 - ((order.target - 1) / 6) ** dice_of(battle, commander)


def odds_of(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """What a command order that is on offer has to expect of its dice."""
    commander, order, _ = _read(battle, option.key)
    return _odds(battle, commander, order)


def _odds(battle: Battle, commander: Unit, order: Order) -> tuple[Odds, ...]:
    number = dice_of(battle, commander)
    parts = (Part(number, f"dice, one of them {order.target}+", f"kow.command.{battle.entry(commander).rank}_roll"),)
    return (Odds("succeeds", chance_of(battle, commander, order), parts, telling=True),)


def _offer(battle: Battle, commander: Unit, order: Order, found: list[Option], denied: list[Denied]) -> None:
    """The units on which the commander may try the order, and why not on others."""
    key, inches = f"{commander.id}:{order.name}", reach_of(battle, commander)
    odds = _odds(battle, commander, order)
    for unit, why, rule_id in _receivers(battle, commander, order):
        if why:
            denied.append(Denied(f"{key}>{unit.id}", why, rule_id, commander.id, unit.id))
        elif is_within(battle, commander, unit, inches):
            label = f"{order.name} ({order.target}+) on {unit.name}"
            found.append(Option(f"{key}>{unit.id}", label, odds, commander.id, unit.id, text=order.text))
    whose = "enemies" if order.enemy else "friends"
    denied.append(Denied(key, f'{order.name} reaches {whose} within {inches:g}".', "kow.command.range", commander.id))


@rule("kow.command.receiver", "kow.command.trait_limit", "kow.command.one_success")
def _receivers(battle: Battle, commander: Unit, order: Order) -> Iterator[tuple[Unit, str, str]]:
    """The units of the side that the order is for, each with why it cannot receive it and by which rule."""
    side = enemies(battle, commander.seat) if order.enemy else friends(battle, commander.seat)
    for unit in side:
        if unit is commander and not order.commanders:
            continue
        if battle.entry(unit).is_commander and not order.commanders:
            yield unit, f"{unit.name} is a commander and takes no command orders.", "kow.command.receiver"
        elif order.trait and not is_meant(battle, unit, order.trait):
            yield unit, f"{order.name} is for {order.trait} only.", "kow.command.trait_limit"
        elif unit.commanded:
            yield unit, f"{unit.name} has received a command order in this turn already.", "kow.command.one_success"
        else:
            yield unit, "", ""


def is_command(key: str) -> bool:
    """Whether the key of an option is that of a command order."""
    return ":" in key


def _read(battle: Battle, key: str) -> tuple[Unit, Order, Unit]:
    """Commander, order and receiver of a key."""
    who, _, rest = key.partition(":")
    name, _, receiver = rest.rpartition(">")
    commander = battle.units[int(who)]
    order = next(one for one in battle.entry(commander).orders if one.name == name)
    return commander, order, battle.units[int(receiver)]


@rule("kow.command.champion_roll", "kow.command.warlord_roll", "kow.command.one_attempt", "kow.command.one_success")
def issue(battle: Battle, key: str) -> Script[None]:
    """The commander tries the order: it works if any single die reaches the target number."""
    commander, order, unit = _read(battle, key)
    commander.commands = True
    faces = yield from roll_pool(
        dice_of(battle, commander),
        need=order.target,
        why=f"Command order {order.name}",
        rule=f"kow.command.{battle.entry(commander).rank}_roll",
        seat=commander.seat,
        unit=commander.id,
    )
    works = any(face >= order.target for face in faces)
    yield events.CommandOrderTried(commander.id, unit.id, order.name, works)
    if works:
        unit.commanded = True
        yield from _obey(battle, commander, unit, order)


@rule("kow.command.duration", "kow.command.capability")
def _obey(battle: Battle, commander: Unit, unit: Unit, order: Order) -> Script[None]:
    """What the order brings: at once, or for as long as it lasts. A weapon is of use to who can shoot then."""
    if order.steadies and unit.wavering:
        unit.wavering = 0
        yield events.UnitSteadied(unit.id, order.name)
    if order.heals:
        yield from heal(battle, unit, order.heals, order.name)
    if order.gives or order.changes or order.weapon is not None:
        until = UNTIL[order.lasts]
        lay(unit, Effect(order.name, until, commander.seat, 0, 0, commander.id, order.gives, order.changes))
