"""The step at which models strike (Table: Initiative Modifiers; BLUE-R57, BLUE-R58)."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import (
    Battle,
    MeleeWeapon,
    Unit,
    has,
    head,
    is_so,
    quality_speakers,
    speakers,
    values,
)

FIRST, LAST = 10, 1
"""The steps of a fight are counted down from the one to the other."""

OBSTACLES = {"low": (1, "blue.initiative_mod.low_obstacle"), "high": (2, "blue.initiative_mod.high_obstacle")}
GROUND = {
    "difficult": (-1, "blue.initiative_mod.charged_difficult"),
    "dangerous": (-2, "blue.initiative_mod.charged_dangerous"),
}
SNARED = -3
TERRIFIED = -2
IN_BUILDING = 3
DOWNHILL = 2


@rule("blue.fight.initiative_modifiers_first", "blue.initiative_mod.charged", "blue.initiative_mod.in_building_charged")
@rule("blue.initiative_mod.charged_difficult", "blue.initiative_mod.charged_dangerous")
@rule("blue.initiative_mod.charged_downhill", "blue.initiative_mod.snared", "blue.initiative_mod.low_obstacle")
@rule("blue.initiative_mod.high_obstacle", "blue.initiative_mod.slow_weapon", "blue.initiative_mod.fast_weapon")
@rule("blue.special.terror_target_test", "blue.terrain.hill_charge", "blue.terrain.difficult")
def tally_of(battle: Battle, unit: Unit, weapon: MeleeWeapon) -> Tally:
    """The Initiative of a unit's models before it is held to the steps, with what makes it up."""
    own = head(battle, unit)
    found = Tally(battle.entry(unit).initiative)
    marked = own.charged and (own.downhill or own.through)
    if own.charged and not (marked and battle.settings.charge_terrain == "instead"):
        found.add(1, "charged", "blue.initiative_mod.charged")
    if own.charged and own.through:
        amount, cite = GROUND[own.through]
        found.add(amount, f"through {own.through} ground", cite)
    if own.charged and own.downhill:
        found.add(DOWNHILL, "downhill", "blue.initiative_mod.charged_downhill")
    if own.charged_by and own.inside is not None and not has(battle, own, "undefended"):
        found.add(IN_BUILDING, "in a building", "blue.initiative_mod.in_building_charged")
    if own.charged_by and own.obstacle:
        amount, cite = OBSTACLES[own.obstacle]
        found.add(amount, f"{own.obstacle} obstacle", cite)
    if own.snared:
        found.add(SNARED, "snared", "blue.initiative_mod.snared")
    if own.terrified:
        found.add(TERRIFIED, "terrified", "blue.special.terror_target_test")
    if own.charged and _throws(battle, unit, weapon):
        found.add(1, "Throwing Weapon", "blue.initiative_mod.throwing_weapons")
    for speaker in quality_speakers(weapon.qualities).at("on_initiative"):
        speaker.on_initiative(battle, unit, found)
    for speaker in speakers(battle, unit).at("on_initiative"):
        speaker.on_initiative(battle, unit, found)
    if has(battle, unit, "no_initiative_bonus"):
        found.parts = [part for part in found.parts if part.amount < 0]
    return found


@rule("blue.initiative_mod.throwing_weapons", "blue.ranged_quality.thrown_initiative")
def _throws(battle: Battle, unit: Unit, weapon: MeleeWeapon) -> bool:
    """Whether a unit that charged has Throwing Weapons; not where it fights with both hands."""
    arms = values.ranged_arms(battle.entry(unit))
    return not is_so(weapon.qualities, "two_handed") and any(is_so(one.qualities, "thrown") for one in arms)


@rule("blue.fight.initiative_order", "blue.unit_type.swarm_no_initiative_bonus")
def step_of(battle: Battle, unit: Unit, weapon: MeleeWeapon) -> int:
    """The step at which models of the unit strike: held to 1..10, then what is taken after the cap."""
    step = max(LAST, min(FIRST, tally_of(battle, unit, weapon).total))
    late = sum(speaker.shaken for speaker in speakers(battle, head(battle, unit)).at("shaken"))
    return max(LAST, step - late)
