"""The Melee Phase: all combats fight a round, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from warhost.field.contact.engagement import combats
from warhost.play.questions import Odds
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.melee.combat_pivot import combat_pivots
from warhost.rulesets.essence_of_war.chapters.melee.combat_steps import agility_order, agility_step, start_of_combat
from warhost.rulesets.essence_of_war.chapters.melee.pursuit import flee_and_pursue
from warhost.rulesets.essence_of_war.chapters.melee.result import after_losing, break_tests, combat_result
from warhost.rulesets.essence_of_war.chapters.movement.swapping import before_blows
from warhost.rulesets.essence_of_war.chapters.turn import end_phase
from warhost.rulesets.essence_of_war.core import Battle, taking_part
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.essence_of_war.thinks.combat_odds import forecast, outlook_odds
from warhost.rulesets.families.ninth_age.chapters import phases


@rule("eow.melee.order", "eow.melee.combats")
def fight(battle: Battle) -> Script[None]:
    """The Active Player picks the next combat; it fights one round. Without combats the phase is over."""
    combat = yield from phases.next_combat(
        battle, combats_to_fight(battle), partial(_prospects, battle), "eow.melee.order"
    )
    if combat is None:
        yield from end_phase(battle)
    else:
        yield from round_of_combat(battle, combat)


def _prospects(battle: Battle, combat: tuple[int, ...], own: int) -> Sequence[Odds]:
    """The round of a combat of two units, as the owner of one of them reads it."""
    told = forecast(battle, *combat) if len(combat) == 2 else None
    return () if told is None else tuple(outlook_odds(battle, told, own))


def combats_to_fight(battle: Battle) -> list[tuple[int, ...]]:
    """The combats in which some unit still waits for its round in this phase."""
    return combats(battle.units, battle.fought)


@rule("eow.melee.sequence", "eow.melee.both_sides", "eow.melee.start_effects", "eow.combat_pivot.who")
@rule("eow.result.charge_bonus", "eow.pursuit.overrun")
def round_of_combat(battle: Battle, combat: tuple[int, ...]) -> Script[None]:
    """One Round of Combat, in the order of the book."""
    battle.fought = tuple(sorted({*battle.fought, *combat}))
    yield events.RoundFought(combat)
    yield from before_blows(battle, combat)
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


@rule("eow.basic.devastating", "eow.basic.impact", "eow.result.charge_bonus")
def end_of_round(battle: Battle, combat: Sequence[int]) -> None:
    """Nobody who fought counts as Charging any more, and the round is counted (EOW-R084, EOW-R085)."""
    for unit in taking_part(battle, combat):
        unit.charging = unit.primal = False
        unit.lost_this_round = 0
        unit.boons = tuple(boon for boon in unit.boons if boon.until != "round")
        if unit.engaged:
            unit.rounds += 1


STEPS = {"fight": fight}
