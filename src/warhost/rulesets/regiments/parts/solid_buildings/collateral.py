"""Shots that miss who is inside a building may hit the building (Collateral Damage)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from warhost.play.counsel.throws import END, Reason, attempt, throw_out
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of, strike
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.solid_buildings.buildings import Building

HITS_ON = 4


@rule("aofr.building.collateral_spells")
def strays_of(attack: Attack) -> int:
    """How many shots of an attack may stray: those that missed. A spell that fails is no attack that misses."""
    return attack.misses if attack.kind == "shooting" else 0


@rule("aofr.building.collateral")
def stray_shots(battle: Battle, buildings: Mapping[int, Building], attacks: Sequence[Attack]) -> Script[None]:
    """One die for each attack that missed who was inside: on 4+ it hits the building, after all other hits."""
    strays: list[Attack] = []
    for attack in attacks:
        building = None if attack.into is None else buildings.get(attack.into)
        if building is None or not strays_of(attack):
            continue
        shooter = battle.units[attack.attacker]
        told = Reason(f"{attack.what}: stray shots", "aofr.building.collateral", shooter.seat, shooter.id)
        hits = yield from throw_out(attempt("stray", HITS_ON, END, told), strays_of(attack))
        if hits:
            strays.append(_at_building(battle, attack, building, hits))
    for attack in strays:
        if not battle.units[attack.target].fate:
            yield from strike(battle, [attack])


def _at_building(battle: Battle, attack: Attack, building: Building, hits: int) -> Attack:
    """So many hits of the same weapon on the building: its AP and Deadly count, Blast finds one model (AOFR-R136)."""
    stray = copy(attack)
    stray.target, stray.picked, stray.quality, stray.count = building.unit, None, None, hits
    stray.defense = defense_of(battle, battle.units[building.unit])
    stray.blast, stray.limit, stray.extra_on_six, stray.extra_on_high, stray.attacks_on_six = 1, 1, 0, 0, 0
    stray.recoils = 0
    stray.to_block, stray.less_ap, stray.sixes_rolled, stray.six_wounds = Tally(), Tally(), False, 0
    stray.rattles_on = stray.strays_below = None
    return stray
