"""Units without enemies after a combat: Post-Combat Pivots and Reforms; No Longer Engaged (Melee Phase)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit import may_run
from warhost.rulesets.fantasy_battles.chapters.melee.pursuit import overrun_alone
from warhost.rulesets.fantasy_battles.chapters.movement import manoeuvres, movement
from warhost.rulesets.fantasy_battles.chapters.movement.reforms import reform_kind
from warhost.rulesets.fantasy_battles.core import Battle
from warhost.rulesets.fantasy_battles.shown import melee_events as events

RULES = ("t9a.special.post_combat_reform", "t9a.round.step14_post_combat")


@rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform", "t9a.shaken.combat_reforms_allowed")
def post_combat(battle: Battle, units: Sequence[int]) -> Script[None]:
    """Step 14: units without foes that did not run on may Pivot or Reform, the Active Player's first (T9A-R040)."""
    for number in sorted(units, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        if may_run(unit):
            text = f"{acts(unit.name, 'has')} no more enemies in contact and may Pivot or Reform."
            kinds = [manoeuvres.pivot_kind(), reform_kind(battle, unit)]
            yield from movement.ask_move(battle, unit, kinds, (), topic="post-combat reform", text=text, rules=RULES)


@rule("t9a.melee.no_longer_engaged", "t9a.special.no_longer_engaged")
def no_longer_engaged(battle: Battle) -> Script[None]:
    """Before a combat is chosen: who lost all enemies outside its own round may Overrun if it charged this turn, or
    Pivot (T9A-R043)."""
    for unit in sorted(battle.units, key=lambda one: (one.seat != battle.active, one.id)):
        if unit.engaged or not (unit.fighting or unit.charged) or unit.id in battle.fought:
            continue
        unit.fighting = False
        battle.fought = (*battle.fought, unit.id)
        if not may_run(unit):
            continue
        yield events.NoLongerEngaged(unit.id)
        if not (yield from overrun_alone(battle, unit)):
            text = f"{acts(unit.name, 'has')} no more enemies in contact and may Pivot."
            yield from movement.pivot(battle, unit, topic="post-combat pivot", text=text, rules=RULES)


def note_engaged(battle: Battle) -> None:
    """The Melee Phase is over: who is Engaged now is remembered."""
    for unit in battle.units:
        unit.fighting = unit.engaged
