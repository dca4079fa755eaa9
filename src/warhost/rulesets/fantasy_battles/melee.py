"""The Melee Phase: all combats fight a round, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field.engagement import combats
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import events
from warhost.rulesets.fantasy_battles.battle import Battle
from warhost.rulesets.fantasy_battles.combat_pivot import combat_pivots
from warhost.rulesets.fantasy_battles.combat_steps import initiative_order, initiative_step, start_of_combat
from warhost.rulesets.fantasy_battles.contact import taking_part
from warhost.rulesets.fantasy_battles.pursuit import flee_and_pursue
from warhost.rulesets.fantasy_battles.result import break_tests, combat_result
from warhost.rulesets.fantasy_battles.turn import end_phase


@rule("t9a.melee.sequence", "t9a.melee.engaged")
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
        rules=("t9a.melee.sequence",),
    )
    yield from round_of_combat(battle, next(combat for combat in combats if _key(combat) == key))


def combats_to_fight(battle: Battle) -> list[tuple[int, ...]]:
    """The combats in which some unit still waits for its round in this phase."""
    return combats(battle.units, battle.fought)


def _key(combat: Sequence[int]) -> str:
    return "+".join(map(str, combat))


def _label(battle: Battle, combat: Sequence[int]) -> str:
    sides = (
        ", ".join(battle.units[number].name for number in combat if battle.units[number].seat == seat)
        for seat in (battle.active, battle.reactive)
    )
    return " against ".join(sides)


@rule("t9a.melee.sequence", "t9a.round.step06_attacks", "t9a.round.step01_start", "t9a.special.combat_reform")
@rule("t9a.score.charge", "t9a.special.overrun")
def round_of_combat(battle: Battle, combat: tuple[int, ...]) -> Script[None]:
    """One Round of Combat, in the order of the book."""
    battle.fought = tuple(sorted({*battle.fought, *combat}))
    yield events.RoundFought(combat)
    yield from start_of_combat(battle, combat)
    charged = [number for number in combat if battle.units[number].charged]
    for strikers in initiative_order(battle, combat):
        yield from initiative_step(battle, strikers)
    result = combat_result(battle, combat)
    yield events.CombatScored(combat, result.totals, result.parts, result.loser)
    broken: list[int] = []
    if result.loser is not None:
        broken = yield from break_tests(battle, combat, result)
    foes = {number: {foe.unit for foe in battle.units[number].foes} for number in combat}
    end_of_round(battle, combat)
    yield from flee_and_pursue(battle, combat, broken, charged)
    still = [number for number in combat if any(foe.unit in foes[number] for foe in battle.units[number].foes)]
    yield from combat_pivots(battle, still, result.loser)


def end_of_round(battle: Battle, combat: Sequence[int]) -> None:
    """Nobody who fought counts as Charging any more, and the round is counted."""
    for unit in taking_part(battle, combat):
        unit.charging = False
        unit.lost_this_round = 0
        unit.boons = tuple(boon for boon in unit.boons if boon.until != "round")
        if unit.engaged:
            unit.rounds += 1


STEPS = {"fight": fight}
