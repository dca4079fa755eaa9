"""Command orders: what commanders shout to units around them (Command Orders).

Each army has orders of its own, which its commanders carry in their entries. The question about the next order of the
movement phase offers them too: the key `3:Stand Fast>7` lets unit 3 try that order on unit 7.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from warhost.play.questions import Denied, Odds, Option, Part
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war import events
from warhost.rulesets.kings_of_war.battle import Battle, Effect, Unit, friends, lay
from warhost.rulesets.kings_of_war.entries import Order
from warhost.rulesets.kings_of_war.formation import within_reach
from warhost.rulesets.kings_of_war.nerve import heal
from warhost.rulesets.kings_of_war.rules import is_meant, speakers
from warhost.table import TOLERANCE

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
        _offer(battle, commander, found, denied)
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


def odds_of(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """What a command order that is on offer has to expect of its dice."""
    commander, order, _ = read(battle, option.key)
    return _odds(dice_of(battle, commander), order.target, battle.entry(commander).rank)


@lru_cache(maxsize=64)
def _odds(dice: int, target: int, rank: str) -> tuple[Odds, ...]:
    """How likely at least one of the dice reaches the target number."""
    chance = 1.0 - ((target - 1) / 6) ** dice
    parts = (Part(dice, f"dice, one of them {target}+", f"kow.command.{rank}_roll"),)
    return (Odds("succeeds", chance, parts, telling=True),)


def _offer(battle: Battle, commander: Unit, found: list[Option], denied: list[Denied]) -> None:
    """The orders of a commander, the units on which it may try them, and why not on others near it."""
    entry, inches = battle.entry(commander), reach_of(battle, commander)
    dice = dice_of(battle, commander)
    near = _near(battle, commander, inches, enemies=any(order.enemy for order in entry.orders))
    for order in entry.orders:
        key, odds = f"{commander.id}:{order.name}", _odds(dice, order.target, entry.rank)
        for unit in near:
            if (unit.seat != commander.seat) is not order.enemy or (unit is commander and not order.commanders):
                continue
            why = _why_not(battle, unit, order)
            if why is None:
                label = f"{order.name} ({order.target}+) on {unit.name}"
                found.append(Option(f"{key}>{unit.id}", label, odds, commander.id, unit.id, text=order.text))
            else:
                denied.append(Denied(f"{key}>{unit.id}", *why, commander.id, unit.id))
        denied.append(Denied(key, _range_told(order, inches), "kow.command.range", commander.id))


@rule("kow.command.range")
def _near(battle: Battle, commander: Unit, inches: float, *, enemies: bool) -> list[Unit]:
    """The units within reach of the commander, itself included; enemies only where an order is for them."""
    others = [unit for unit in battle.units if unit.pose is not None and (enemies or unit.seat == commander.seat)]
    return within_reach(battle, commander, inches + TOLERANCE, others)


@lru_cache(maxsize=256)
def _range_told(order: Order, inches: float) -> str:
    return f'{order.name} reaches {"enemies" if order.enemy else "friends"} within {inches:g}".'


@rule("kow.command.receiver", "kow.command.trait_limit", "kow.command.one_success")
def _why_not(battle: Battle, unit: Unit, order: Order) -> tuple[str, str] | None:
    """Why a unit near enough cannot receive the order, and by which rule; its status does not matter."""
    if battle.entry(unit).is_commander and not order.commanders:
        return f"{unit.name} is a commander and takes no command orders.", "kow.command.receiver"
    if order.trait and not is_meant(battle, unit, order.trait):
        return f"{order.name} is for {order.trait} only.", "kow.command.trait_limit"
    if unit.commanded:
        return f"{unit.name} has received a command order in this turn already.", "kow.command.one_success"
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
        lay(unit, Effect(order.name, until, commander.seat, 0, 0, commander.id, order.gives, order.changes))
