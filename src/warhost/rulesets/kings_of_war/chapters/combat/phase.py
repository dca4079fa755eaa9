"""The combat phase: combats one after the other, each to its end (Combat Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from warhost.dice import Dice
from warhost.field.contact.engagement import combats
from warhost.play.questions import Act, Allocate, Denied, Odds, Option, Part, Pool
from warhost.play.script import Script, allocate, choose, roll_sum, unit_options
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks, nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.combat import outcome
from warhost.rulesets.kings_of_war.chapters.combat.strikes import (
    FACINGS,
    bonuses,
    can_attack,
    favouring,
    foes_of,
    has_attacks,
    lot_of,
    lots_apart,
)
from warhost.rulesets.kings_of_war.chapters.turn import end_phase
from warhost.rulesets.kings_of_war.core import Battle, Special, Unit, enemies, events, speaking, values
from warhost.rulesets.kings_of_war.thinks import combat_odds


class Combat(NamedTuple):
    """All units that are linked through engagements, those of the player whose turn it is apart from the others."""

    own: tuple[Unit, ...]
    enemies: tuple[Unit, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(sorted(unit.id for unit in (*self.own, *self.enemies)))


@rule("kow.combat.group", "kow.combat.active_only")
def open_combats(battle: Battle) -> list[Combat]:
    """The combats in which a unit of the player whose turn it is has not attacked yet (KOW-R104)."""
    others = [unit.id for unit in enemies(battle, battle.active)]
    found = []
    for ids in combats(battle.units, [*battle.fought, *others]):
        units = [battle.units[number] for number in ids]
        own = tuple(unit for unit in units if unit.seat == battle.active)
        found.append(Combat(own, tuple(unit for unit in units if unit.seat != battle.active)))
    return found


@rule("kow.combat.order")
def fight(battle: Battle) -> Script[None]:
    """One combat is fought to its end; when all have been, the phase ends."""
    found = open_combats(battle)
    if not found:
        if not battle.fought:
            yield events.NothingToDo(battle.active, "Combat", "no unit can attack")
        yield from end_phase(battle)
        return
    combat = yield from _next_combat(battle, found)
    yield from fight_combat(battle, combat)


def _next_combat(battle: Battle, found: Sequence[Combat]) -> Script[Combat]:
    if len(found) == 1:
        return found[0]

    def weigh(option: Option) -> Sequence[Odds]:
        return combat_odds.fight_odds(battle, by_key[option.key].own)

    by_key = {"+".join(map(str, combat.ids)): combat for combat in found}
    options = [
        Option(key, f"{_names(combat.own)} against {_names(combat.enemies)}", unit=combat.own[0].id)
        for key, combat in by_key.items()
    ]
    options = [msgspec.structs.replace(option, target=by_key[option.key].enemies[0].id) for option in options]
    rules = ("kow.combat.order",)
    key = yield from choose(battle.active, "combat", "Which combat is next?", options, rules=rules, weigh=weigh)
    return by_key[key]


def _names(units: Sequence[Unit]) -> str:
    return listed([unit.name for unit in units])


class Blow(NamedTuple):
    """What one unit did to another in a combat."""

    by: Unit
    to: Unit
    damage: int


@rule("kow.combat.order", "kow.combat.active_only", "kow.combat.nerve_at_end")
def fight_combat(battle: Battle, combat: Combat) -> Script[None]:
    """All attacks of the own units, then the nerve of who was hurt, then what the winners do."""
    blows = yield from _all_attacks(battle, combat)
    battle.fought = tuple(dict.fromkeys((*battle.fought, *(unit.id for unit in combat.own))))
    before = outcome.Before.of(battle, combat.own)
    hurt = [unit for unit in combat.enemies if unit.hurt]
    results = yield from nerve.take_tests(battle, hurt, "combat", battle.active)
    for unit in hurt:
        unit.hurt = False
    if blows:
        yield _told(battle, combat, blows, results)
    yield from outcome.announce(battle, combat.own, before)


def _told(
    battle: Battle, combat: Combat, blows: Sequence[Blow], results: dict[int, nerve.Result]
) -> events.CombatFought:
    """The result of the combat for the record."""
    by = "kow.combat.damage_counters"
    dealt = tuple(Part(blow.damage, f"{blow.by.name} on {blow.to.name}", by) for blow in blows)
    taken = tuple(
        Part(0, f"{unit.name}, {unit.damage} damage in all: {result}", by_result)
        for unit in combat.enemies
        for result, by_result in [_stood(results.get(unit.id))]
    )
    routed = tuple(number for number, result in results.items() if result == "routed")
    gone = _names([battle.units[number] for number in routed]) or "nobody"
    verdict = f"{sum(blow.damage for blow in blows)} damage, {gone} routed"
    return events.CombatFought(combat.ids, battle.active, dealt, taken, verdict, routed)


def _stood(result: nerve.Result | None) -> tuple[str, str]:
    """How a unit stood a combat, in a word and by its rule."""
    return ("no test", "kow.combat.nerve_at_end") if result is None else (result, f"kow.nerve.{result}")


@rule("kow.combat.unit_order", "kow.combat.distribute")
def _all_attacks(battle: Battle, combat: Combat) -> Script[list[Blow]]:
    """The own units attack, one after the other in the order that their player likes; none has to (KOW-R108)."""
    waiting = [unit for unit in combat.own if unit.id not in battle.fought]
    denied = [
        Denied(str(unit.id), f"{unit.name} has no attacks in combat.", "kow.combat.hit_dice", unit.id)
        for unit in waiting
        if not can_attack(battle, unit)
    ]
    waiting = [unit for unit in waiting if can_attack(battle, unit)]
    blows: list[Blow] = []
    while waiting:
        unit = yield from _next_attacker(battle, waiting, denied, first=not blows)
        if unit is None:
            break
        waiting.remove(unit)
        blows += yield from attack(battle, unit)
    return blows


def _next_attacker(
    battle: Battle, waiting: Sequence[Unit], denied: Sequence[Denied], *, first: bool
) -> Script[Unit | None]:
    def weigh(option: Option) -> Sequence[Odds]:
        return () if option.unit is None else combat_odds.attack_odds(battle, battle.units[option.unit])

    options = [
        msgspec.structs.replace(option, label=f"{option.label} against {_names(foes_of(battle, unit))}")
        for option, unit in zip(unit_options(waiting), waiting, strict=True)
    ]
    options.append(Option("pass", "No attacks in this combat" if first else "No more attacks", passes=True))
    rules = ("kow.combat.unit_order", "kow.combat.distribute")
    key = yield from choose(
        battle.active, "attacker", "Which unit attacks next?", options, rules=rules, denied=denied, weigh=weigh
    )
    return None if key == "pass" else battle.units[int(key)]


# One unit


@rule("kow.combat.hit_dice", "kow.combat.distribute", "kow.combat.attack_pipeline", "kow.combat.random_attacks")
@rule("kow.combat.per_lot_modifiers", "kow.special.aura_attack_timing")
def attack(battle: Battle, unit: Unit) -> Script[list[Blow]]:
    """A unit makes its attacks: how many there are, who gets which, what helps against whom; then all the dice."""
    foes = foes_of(battle, unit)
    number = yield from _number(battle, unit)
    added = yield from _added(battle, unit, foes)
    shares = yield from _shared_out(battle, unit, foes, number)
    favoured: dict[int, list[str]] = {foe.id: [] for foe in foes}
    for by, against in added:
        named = yield from _named(battle, unit, by, list(against), "gets the bonus attacks of")
        shares[named] += against[named]
    for by, ids in favouring(battle, unit, foes):
        struck = [number for number in ids if shares[number]]
        if struck:
            named = yield from _named(battle, unit, by, struck, "is struck with")
            favoured[named].append(by.name)
    apart = yield from _at_one(battle, unit, foes)
    blows: list[Blow] = []
    for foe in foes:
        lots = [lot_of(battle, unit, foe, shares[foe.id], favoured[foe.id])] if shares[foe.id] else []
        for lot in [*lots, *(apart if apart and apart[0].target == foe.id else ())]:
            blows += [Blow(unit, foe, (yield from _strike(battle, lot)))]
    total = sum(blow.damage for blow in blows)
    for speaker in speaking(battle, unit, "after_fighting"):
        yield from speaker.after_fighting(battle, unit, total)
    return blows


@rule("kow.combat.random_attacks", "kow.nerve.devastated_attacks")
def _number(battle: Battle, unit: Unit) -> Script[int]:
    """How many attacks the unit has to share out: rolled if they are random, half if it is devastated (KOW-R105)."""
    if not has_attacks(battle, unit):
        return 0
    number = yield from _rolled(battle, unit, values.attacks(battle, unit), "Attacks", "kow.combat.random_attacks")
    return values.halved(battle, unit, max(0, number))


def _rolled(battle: Battle, unit: Unit, number: int | Dice, why: str, rule_id: str) -> Script[int]:
    if isinstance(number, int):
        return number
    return (yield from roll_sum(number, why=why, rule=rule_id, seat=unit.seat, unit=unit.id))


def _added(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Script[list[tuple[Special, dict[int, int]]]]:
    """The bonus attacks of each rule against the enemies that qualify. Dice for them are rolled before the attacks are
    shared out, once for each rule (KOW-R106)."""
    found = []
    for bonus in bonuses(battle, unit, foes) if has_attacks(battle, unit) else ():
        known: dict[str, int] = {}
        for number in bonus.against.values():
            if str(number) not in known:
                known[str(number)] = yield from _rolled(battle, unit, number, bonus.by.name, bonus.by.id)
        found.append((bonus.by, {foe: known[str(number)] for foe, number in bonus.against.items()}))
    return found


@rule("kow.combat.distribute")
def _shared_out(battle: Battle, unit: Unit, foes: Sequence[Unit], number: int) -> Script[dict[int, int]]:
    """How many attacks go to each enemy; the player is asked only where there are several."""
    shares = dict.fromkeys((foe.id for foe in foes), 0)
    if not number:
        return shares
    targets = tuple(Option(str(foe.id), foe.name, target=foe.id) for foe in foes)
    question = Allocate(
        seat=unit.seat,
        topic="attacks",
        text=f"How are the attacks of {unit.name} split?",
        rules=("kow.combat.distribute", "kow.combat.per_lot_modifiers"),
        act=Act(unit.id, tuple(shares)),
        pools=(Pool("attacks", f"{unit.name}: attacks", number, targets),),
    )
    split = yield from allocate(question)
    return shares | {int(foe): count for foe, count in split["attacks"].items()}


@rule("kow.artefact.partial_bonus", "kow.special.retaliator")
def _named(battle: Battle, unit: Unit, by: Special, ids: Sequence[int], what: str) -> Script[int]:
    """The enemy against which a rule is used that helps against one alone; asked after the attacks are shared out."""
    units = [battle.units[number] for number in ids]
    text = f"Which enemy {what} {by.name} of {unit.name}?"
    options = [Option(str(foe.id), foe.name, unit=unit.id, target=foe.id) for foe in units]
    key = yield from choose(unit.seat, "bonus", text, options, rules=(by.id,), about=by.name)
    return int(key)


@rule("kow.spell.host_shadowbeast_attacks")
def _at_one(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Script[list[Lot]]:
    """Attacks that are rolled by themselves, all at one enemy (KOW-R134)."""
    found = {foe.id: lots_apart(battle, unit, foe) for foe in foes}
    known = [number for number, lots in found.items() if lots]
    if not known:
        return []
    speaker = speaking(battle, unit, "lot_apart")[0]
    return found[(yield from _named(battle, unit, speaker, known, "gets the attacks of"))]


@rule("kow.combat.hit_dice", "kow.combat.damage_counters")
def _strike(battle: Battle, lot: Lot) -> Script[int]:
    """Throw the dice of a lot and put the damage on its target, which then has to test its nerve. Returns the damage
    that was really done."""
    unit, target = battle.units[lot.attacker], battle.units[lot.target]
    done = yield from attacks.resolve(battle, lot)
    yield events.UnitAttacked(
        unit.id,
        target.id,
        FACINGS[lot.facing],
        attacks.dice_of(lot),
        done.hits,
        done.damage,
        attacks.to_hit(lot).face,
        attacks.to_damage(lot),
        (Part(lot.need, "Melee", "kow.combat.hit_roll"), *attacks.needed_parts(lot.to_hit)),
        (Part(lot.defence, "Defence", "kow.combat.damage_roll"), *attacks.needed_parts(lot.to_damage)),
    )
    damage = yield from nerve.suffer(battle, target, done.damage, "combat", unit.id)
    if damage:
        target.hurt = True
    yield from attacks.aftermath(battle, lot, damage)
    return damage


STEPS = {"fight": fight, "outcome": outcome.carry_out}
