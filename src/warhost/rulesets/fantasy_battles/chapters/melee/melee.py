"""The Melee Phase: all combats fight a round, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from warhost.field.contact.engagement import combats
from warhost.play.questions import Odds
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import phases
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit
from warhost.rulesets.fantasy_battles.chapters.melee.combat_reform import combat_reforms
from warhost.rulesets.fantasy_battles.chapters.melee.combat_steps import (
    initiative_order,
    initiative_step,
    start_of_combat,
)
from warhost.rulesets.fantasy_battles.chapters.melee.duelling import duels
from warhost.rulesets.fantasy_battles.chapters.melee.make_way import make_way
from warhost.rulesets.fantasy_battles.chapters.melee.post_combat import no_longer_engaged, note_engaged, post_combat
from warhost.rulesets.fantasy_battles.chapters.melee.pursuit import panic_of_friends
from warhost.rulesets.fantasy_battles.chapters.melee.result import after_losing, break_tests, combat_result
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import choose_weapons
from warhost.rulesets.fantasy_battles.chapters.turn import end_phase
from warhost.rulesets.fantasy_battles.core import Battle, taking_part
from warhost.rulesets.fantasy_battles.shown import events
from warhost.rulesets.fantasy_battles.thinks.combat_odds import forecast, outlook_odds


@rule("t9a.melee.sequence", "t9a.melee.engaged", "t9a.melee.no_longer_engaged")
def fight(battle: Battle) -> Script[None]:
    """Units that are no longer Engaged are dealt with, then the Active Player picks the next combat, which fights one
    round. Without combats the phase is over."""
    yield from no_longer_engaged(battle)
    combat = yield from phases.next_combat(
        battle, combats_to_fight(battle), partial(_prospects, battle), "t9a.melee.sequence"
    )
    if combat is None:
        note_engaged(battle)
        yield from end_phase(battle)
    else:
        yield from round_of_combat(battle, combat)


def _prospects(battle: Battle, combat: tuple[int, ...], own: int) -> Sequence[Odds]:
    """The round of a combat, as the owner of one of its units reads it."""
    told = forecast(battle, combat)
    return () if told is None else tuple(outlook_odds(battle, told, own))


@rule("t9a.melee.engaged", "t9a.melee.each_combat_once")
def combats_to_fight(battle: Battle) -> list[tuple[int, ...]]:
    """The combats in which some unit still waits for its round in this phase."""
    return combats(battle.units, battle.fought)


@rule("t9a.melee.sequence", "t9a.melee.each_combat_once", "t9a.round.step06_attacks")
def round_of_combat(battle: Battle, combat: tuple[int, ...]) -> Script[None]:
    """One Round of Combat in its sixteen steps."""
    battle.fought = tuple(sorted({*battle.fought, *combat}))
    charged = [number for number in combat if battle.units[number].charged]
    yield events.RoundFought(combat)
    yield from start_of_combat(battle, combat)  # 1
    yield from choose_weapons(battle, combat)  # 2
    yield from make_way(battle, combat)  # 3
    yield from duels(battle, combat)  # 4
    for strikers in initiative_order(battle, combat):  # 5
        yield from initiative_step(battle, strikers)  # 6
    result = combat_result(battle, combat)
    yield events.CombatScored(combat, result.totals, result.parts, result.loser)
    broken: list[int] = []
    if result.loser is not None:
        yield from after_losing(battle, combat, result)
        broken = yield from break_tests(battle, combat, result)  # 7
    engaged = {number: {foe.unit for foe in battle.units[number].foes} for number in combat}
    yield from panic_of_friends(battle, broken)  # 8
    flights = yield from pursuit.direct_flights(battle, broken)
    freed = pursuit.freed_by(battle, combat, broken)
    pursuers = yield from pursuit.declare_pursuits(battle, freed, charged)  # 9
    fled = yield from pursuit.flee_distances(battle, broken)  # 10
    ran = yield from pursuit.pursuit_distances(battle, pursuers)  # 11
    yield from pursuit.catch(battle, flights, pursuers, fled, ran)
    yield from pursuit.flee_moves(battle, flights, fled)  # 12
    _spent(battle, combat)
    chases = pursuit.chases_of(battle, combat, flights, pursuers, ran)
    ran_down = yield from pursuit.move_pursuers(battle, chases)  # 13
    yield from post_combat(battle, [n for n in freed if n not in ran or n in ran_down])  # 14
    still = [number for number in combat if any(foe.unit in engaged[number] for foe in battle.units[number].foes)]
    yield from combat_reforms(battle, still, result.loser)  # 15
    end_of_round(battle, combat, still)  # 16


@rule("t9a.score.charge")
def _spent(battle: Battle, combat: Sequence[int]) -> None:
    """Nobody who has fought this round is Charging any more; whoever runs into another enemy is anew."""
    for number in combat:
        battle.units[number].charging = False


@rule("t9a.round.step16_end")
def end_of_round(battle: Battle, combat: Sequence[int], still: Sequence[int]) -> None:
    """Step 16: what lasts for a round ends, and the round is counted for those who fight on."""
    battle.duels = ()
    for unit in taking_part(battle, combat):
        unit.lost_this_round = unit.overkill = 0
        unit.wields = ()
        unit.boons = tuple(boon for boon in unit.boons if boon.until != "round")
    for number in still:
        battle.units[number].rounds += 1


STEPS = {"fight": fight}
