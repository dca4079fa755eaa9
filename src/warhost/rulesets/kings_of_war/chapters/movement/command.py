"""Command orders: what commanders shout to units around them (Command Orders).

Each army has orders of its own, which its commanders carry in their entries. The question about the next order of the
movement phase offers them too: the key `3:Stand Fast>7` lets unit 3 try that order on unit 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from warhost.play.questions import Denied, Odds, Option, Part
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.nerve import heal
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Effect,
    Entry,
    Order,
    Unit,
    events,
    field_of,
    friends,
    is_called,
    lay,
    speaking,
    within_reach,
)
from warhost.table import TOLERANCE

REACH = 12.0
"""How far command orders reach."""

DICE = {"champion": 2, "warlord": 3}
"""How many dice a commander rolls."""

UNTIL: dict[str, Literal["phase", "end", "start"]] = {"phase": "phase", "turn": "end", "next turn": "start"}
"""When an effect ends that lasts for the phase, the turn, or until the next turn begins."""


@rule("kow.command.timing", "kow.command.army_list", "kow.command.one_attempt")
def keys(battle: Battle) -> list[str]:
    """The command orders that may be tried now, by the keys of their options: each commander on the table tries one a
    turn, at any moment of its movement phase, out of its own army's list."""
    found: list[str] = []
    entries, units = battle.scene.entries, battle.units
    for commander in _commanders(battle):
        if commander.commands:
            continue
        orders, friendly, hostile = _able(entries, battle.entry(commander).orders)
        seat = commander.seat
        # Who can receive none of the orders is not measured.
        meant = [
            unit.id
            for unit in units
            if unit.pose is not None
            and not unit.commanded
            and unit.entry in (friendly if unit.seat == seat else hostile)
        ]
        near = field_of(battle).within(commander.id, reach_of(battle, commander) + TOLERANCE, meant) if meant else ()
        for order, able in orders:
            order_key = f"{commander.id}:{order.name}"
            found += [
                f"{order_key}>{number}"
                for number in near
                if units[number].entry in able and (units[number].seat != seat) is order.enemy
            ]
    return found


Able = tuple[tuple[tuple[Order, frozenset[int]], ...], frozenset[int], frozenset[int]]
"""Each order with the places of the entries whose units may receive it; those of friends and of enemies who may receive
any."""


@lru_cache(maxsize=64)
def _able(entries: tuple[Entry, ...], orders: tuple[Order, ...]) -> Able:
    found = tuple(
        (order, frozenset(place for place, entry in enumerate(entries) if _why_never(entry, "", order) is None))
        for order in orders
    )
    friendly = frozenset[int]().union(*(able for order, able in found if not order.enemy))
    return found, friendly, frozenset[int]().union(*(able for order, able in found if order.enemy))


def option(battle: Battle, key: str) -> Option:
    """The option of that key: a commander tries an order on a unit."""
    commander, order, unit = read(battle, key)
    odds = _odds(dice_of(battle, commander), order.target, battle.entry(commander).rank)
    label = f"{commander.name}: {order.name} ({order.target}+) on {unit.name}"
    return Option(key, label, odds, commander.id, unit.id, text=order.text)


def denials(battle: Battle) -> list[Denied]:
    """Why other command orders may not be tried now, or not on units near the commander."""
    found = []
    for commander in _commanders(battle):
        orders, number = battle.entry(commander).orders, commander.id
        if commander.commands:
            why = f"{commander.name} has tried a command order in this turn already."
            found += [Denied(f"{number}:{order.name}", why, "kow.command.one_attempt", number) for order in orders]
            continue
        inches = reach_of(battle, commander)
        for order, unit in _receivers(battle, commander, inches):
            denied = _why_not(battle, unit, order)
            if denied is not None:
                found.append(Denied(f"{number}:{order.name}>{unit.id}", *denied, number, unit.id))
        for order in orders:
            whom = "enemies" if order.enemy else "friends"
            why = f'{order.name} reaches {whom} within {inches:g}".'
            found.append(Denied(f"{number}:{order.name}", why, "kow.command.range", number))
    return found


@rule("kow.command.timing", "kow.command.army_list")
def _commanders(battle: Battle) -> list[Unit]:
    """Those who may give command orders in this phase, whether they have tried one or not."""
    if battle.phase != "movement":
        return []
    commanding = _commanding(battle.scene.entries)
    return [unit for unit in friends(battle, battle.active) if unit.entry in commanding]


@lru_cache(maxsize=64)
def _commanding(entries: tuple[Entry, ...]) -> frozenset[int]:
    """The places of the entries whose units give command orders."""
    return frozenset(place for place, entry in enumerate(entries) if entry.orders and entry.is_commander)


@rule("kow.command.range", "kow.artefact.torc_of_command")
def reach_of(battle: Battle, commander: Unit) -> float:
    """How far the commander's orders reach; nobody has to see anybody."""
    inches = REACH
    for speaker in speaking(battle, commander, "command_reach"):
        inches = speaker.command_reach(battle, commander, inches)
    return inches


@rule("kow.command.champion_roll", "kow.command.warlord_roll", "kow.artefact.banner_of_command")
def dice_of(battle: Battle, commander: Unit) -> int:
    """How many dice the commander rolls for an order."""
    number = DICE[battle.entry(commander).rank]
    for speaker in speaking(battle, commander, "command_dice"):
        number = speaker.command_dice(battle, commander, number)
    return number


def odds_of(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """What a command order that is on offer has to expect of its dice."""
    commander, order, _ = read(battle, option.key)
    return _odds(dice_of(battle, commander), order.target, battle.entry(commander).rank)


@lru_cache(maxsize=64)
def _odds(dice: int, target: int, rank: str) -> tuple[Odds, ...]:
    """How likely at least one of the dice reaches the target number."""
    chance = 1.0 - ((target - 1) / 6) ** dice
    parts = (Part(dice, f"dice, one of them {target}+", f"kow.command.{rank}_roll"),)
    return (Odds("success", chance, parts, telling=True),)


def _receivers(battle: Battle, commander: Unit, inches: float) -> Iterator[tuple[Order, Unit]]:
    """Each order of the commander with the units within its reach on whose side it is meant."""
    near = _near(battle, commander, inches)
    for order in battle.entry(commander).orders:
        for unit in near:
            if _is_for(order, commander, unit):
                yield order, unit


@rule("kow.command.range")
def _near(battle: Battle, commander: Unit, inches: float) -> list[Unit]:
    """The units within that reach of a commander, itself included."""
    everybody = any(order.enemy for order in battle.entry(commander).orders)
    others = [unit for unit in battle.units if unit.pose is not None] if everybody else friends(battle, commander.seat)
    return within_reach(battle, commander, inches + TOLERANCE, others)


def _is_for(order: Order, commander: Unit, unit: Unit) -> bool:
    """Whether an order of the commander is meant for that unit's side, or for the commander itself if it is that."""
    return (unit.seat != commander.seat) is order.enemy and (unit is not commander or order.commanders)


@rule("kow.command.receiver", "kow.command.trait_limit", "kow.command.one_success")
def _why_not(battle: Battle, unit: Unit, order: Order) -> tuple[str, str] | None:
    """Why a unit near enough cannot receive the order, and by which rule; its status does not matter."""
    never = _why_never(battle.entry(unit), unit.name, order)
    if never is None and unit.commanded:
        return f"{unit.name} has received a command order in this turn already.", "kow.command.one_success"
    return never


@rule("kow.command.receiver", "kow.command.trait_limit")
def _why_never(entry: Entry, name: str, order: Order) -> tuple[str, str] | None:
    """Why units of an entry never receive the order."""
    if entry.is_commander and not order.commanders:
        return f"{name} is a commander and takes no command orders.", "kow.command.receiver"
    if order.trait and not is_called(entry, order.trait):
        return f"{order.name} is for {order.trait} only.", "kow.command.trait_limit"
    return None


def read(battle: Battle, key: str) -> tuple[Unit, Order, Unit]:
    """Commander, order and receiver of a key."""
    who, _, rest = key.partition(":")
    name, _, receiver = rest.rpartition(">")
    commander = battle.units[int(who)]
    order = next(one for one in battle.entry(commander).orders if one.name == name)
    return commander, order, battle.units[int(receiver)]


@rule("kow.command.champion_roll", "kow.command.warlord_roll", "kow.command.one_attempt", "kow.command.one_success")
def issue(battle: Battle, key: str) -> Script[None]:
    """The commander tries the order: it works if any single die reaches the target number."""
    commander, order, unit = read(battle, key)
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
        lay(battle, unit, Effect(order.name, until, commander.seat, 0, 0, commander.id, order.gives, order.changes))
