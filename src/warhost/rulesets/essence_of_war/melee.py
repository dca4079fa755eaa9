"""The Melee Phase: all combats fight a round, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import Battle
from warhost.rulesets.essence_of_war.combat_pivot import combat_pivots
from warhost.rulesets.essence_of_war.contact import combat_of
from warhost.rulesets.essence_of_war.damage import suffer
from warhost.rulesets.essence_of_war.pursuit import flee_and_pursue
from warhost.rulesets.essence_of_war.result import after_losing, break_tests, combat_result
from warhost.rulesets.essence_of_war.rules import SpecialAttack, speakers
from warhost.rulesets.essence_of_war.strikes import Blows, attacks_of, normal_blows, share_out, special_blows
from warhost.rulesets.essence_of_war.turn import end_phase
from warhost.rulesets.essence_of_war.values import value


@rule("eow.melee.order", "eow.melee.combats")
def fight(battle: Battle) -> Script[None]:
    """The Active Player picks the next combat; it fights one round. Without combats the phase is over."""
    combats = combats_to_fight(battle)
    if not combats:
        if not battle.fought:
            yield events.NothingToDo(battle.active, "Melee", "no unit is in combat")
        yield from end_phase(battle)
        return
    options = [Option(_key(combat), _label(battle, combat), unit=combat[0]) for combat in combats]
    key = yield from choose(
        battle.active,
        "next combat",
        "Which combat is fought next?",
        options,
        rules=("eow.melee.order",),
        weigh=lambda option: _prospects(battle, option),
    )
    yield from round_of_combat(battle, next(combat for combat in combats if _key(combat) == key))


def _prospects(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """The round of a combat of two units, as the Active Player reads it."""
    from warhost.rulesets.essence_of_war.combat_odds import forecast, outlook_odds

    combat = [int(number) for number in option.key.split("+")]
    told = forecast(battle, *combat) if len(combat) == 2 else None
    if told is None:
        return ()
    own = next(number for number in combat if battle.units[number].seat == battle.active)
    return tuple(outlook_odds(battle, told, own))


def combats_to_fight(battle: Battle) -> list[tuple[int, ...]]:
    """The combats in which some unit still waits for its round in this phase."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for unit in battle.units:
        if unit.foes and unit.id not in seen and unit.id not in battle.fought:
            combat = combat_of(battle, unit)
            seen.update(combat)
            found.append(combat)
    return found


def _key(combat: Sequence[int]) -> str:
    return "+".join(map(str, combat))


def _label(battle: Battle, combat: Sequence[int]) -> str:
    sides = (
        ", ".join(battle.units[number].name for number in combat if battle.units[number].seat == seat)
        for seat in (battle.active, battle.reactive)
    )
    return " against ".join(sides)


@rule("eow.melee.sequence", "eow.melee.both_sides", "eow.melee.start_effects", "eow.combat_pivot.who")
@rule("eow.result.charge_bonus", "eow.pursuit.overrun")
def round_of_combat(battle: Battle, combat: tuple[int, ...]) -> Script[None]:
    """One Round of Combat, in the order of the book."""
    battle.fought = tuple(sorted({*battle.fought, *combat}))
    yield events.RoundFought(combat)
    yield from start_of_combat(battle, combat)
    charged = [number for number in combat if battle.units[number].charged]
    for strikers in agility_order(battle, combat):
        yield from agility_step(battle, strikers)
    result = combat_result(battle, combat)
    yield events.CombatScored(combat, result.totals, result.parts, result.loser)
    broken: list[int] = []
    if result.loser is not None:
        yield from after_losing(battle, combat, result)
        broken = yield from break_tests(battle, combat, result)
    foes = {number: {foe.unit for foe in battle.units[number].foes} for number in combat}
    end_of_round(battle, combat)
    yield from flee_and_pursue(battle, combat, broken, charged)
    still = [number for number in combat if any(foe.unit in foes[number] for foe in battle.units[number].foes)]
    yield from combat_pivots(battle, still, result.loser)


@rule("eow.melee.start_effects")
def start_of_combat(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """What happens at the start of each round, the Active Player's units first."""
    for number in combat:
        battle.units[number].lost_this_round = 0
        battle.units[number].primal = False
    for number in sorted(combat, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        for speaker in speakers(battle, unit):
            yield from speaker.at_combat_start(battle, unit)


class Striker(NamedTuple):
    """A unit whose turn it is to strike, with its normal attacks or with a special one."""

    agility: int
    unit: int
    special: SpecialAttack | None = None


@rule("eow.melee.agility_order", "eow.melee.steps", "eow.stat.agi")
def agility_order(battle: Battle, combat: Sequence[int]) -> list[list[Striker]]:
    """Who strikes at which step, from 10 down to 0; fixed for the round."""
    strikers: list[Striker] = []
    for number in combat:
        unit = battle.units[number]
        strikers.append(Striker(value(battle, unit, "agi"), number))
        for speaker in speakers(battle, unit):
            strikers.extend(
                Striker(special.agility, number, special) for special in speaker.special_attacks(battle, unit)
            )
    steps = sorted({striker.agility for striker in strikers}, reverse=True)
    return [[striker for striker in strikers if striker.agility == step] for step in steps]


@rule("eow.melee.simultaneous", "eow.melee.allocate_all_first")
def agility_step(battle: Battle, strikers: Sequence[Striker]) -> Script[None]:
    """All attacks of a step are allocated, the Active Player's first (EOW-R139), then rolled, then losses come off.

    At its end broken contact is closed again, as after all losses.
    """
    blows: list[Blows] = []
    for seat in (battle.active, battle.reactive):
        own = [blow for striker in strikers for blow in blows_of(battle, striker, seat)]
        blows.extend((yield from share_out(battle, seat, own)))
    if not blows:
        return
    attacks = yield from attacks_of(battle, blows)
    yield from suffer(battle, attacks)


def blows_of(battle: Battle, striker: Striker, seat: int) -> list[Blows]:
    unit = battle.units[striker.unit]
    if unit.seat != seat or not unit.engaged:
        return []
    if striker.special is None:
        return normal_blows(battle, unit, striker.agility)
    return special_blows(battle, unit, striker.special)


@rule("eow.basic.devastating", "eow.basic.impact", "eow.result.charge_bonus")
def end_of_round(battle: Battle, combat: Sequence[int]) -> None:
    """Nobody who fought counts as Charging any more, and the round is counted (EOW-R084, EOW-R085)."""
    for number in combat:
        unit = battle.units[number]
        unit.charging = unit.primal = False
        unit.lost_this_round = 0
        if unit.engaged:
            unit.rounds += 1


STEPS = {"fight": fight}
