"""The qualities of weapons (Weapon Qualities): they speak for the attacks that are made with a weapon that has them.

Those that say when a weapon may be used, how often or from where (Polearm, Thrown, Rapid Fire, Volley Fire, Blast,
Firestorm, Flaming, Snaring, Demolisher, Stone Thrower) are the business of shots, blows and templates.
"""

from __future__ import annotations

from warhost.play.tally import Tally
from warhost.rulesets.blue_age.attacks import FAILED, Lot
from warhost.rulesets.blue_age.battle import Battle, Unit
from warhost.rulesets.blue_age.rules import QUALITIES, Special


@QUALITIES.rule("Fast", "blue.melee_quality.fast_initiative", "blue.melee_quality.fast_reroll")
class Fast(Special):
    """+1 Initiative; failed blows again at an enemy whose Initiative in its profile is lower (BLUE-R124)."""

    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(1, "Fast", "blue.initiative_mod.fast_weapon")

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        enemy = battle.entry(battle.units[lot.target])
        if lot.kind == "melee" and battle.entry(bearer).initiative > enemy.initiative:
            lot.hits_again = (FAILED, self)


@QUALITIES.rule("Slow", "blue.melee_quality.slow")
class Slow(Special):
    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(-2, "Slow", "blue.initiative_mod.slow_weapon")


@QUALITIES.rule("Shred", "blue.melee_quality.shred", "blue.ranged_quality.shred")
class Shred(Special):
    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        lot.shred = self


@QUALITIES.rule("Accurate", "blue.ranged_quality.accurate")
class Accurate(Special):
    """Failed dice of 1 and 2 again."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.hits_again is None:
            lot.hits_again = (((1, 2),), self)


@QUALITIES.rule("Parry", "blue.melee_quality.parry")
class WeaponParry(Special):
    """It speaks for the bearer when he is attacked in a fight in which he uses the weapon."""

    parries = True


for _name, _id in (
    ("Demolisher", "blue.melee_quality.demolisher"),
    ("Lance", "blue.melee_quality.lance"),
    ("Polearm", "blue.melee_quality.polearm_reach"),
    ("Scythe", "blue.melee_quality.scythe"),
    ("Two-Handed", "blue.melee_quality.two_handed_shield"),
    ("Blast", "blue.ranged_quality.blast"),
    ("Firestorm", "blue.ranged_quality.firestorm"),
    ("Flaming", "blue.ranged_quality.flaming_token"),
    ("Ignores Cover", "blue.ranged_quality.ignores_cover"),
    ("Rapid Fire", "blue.ranged_quality.rapid_fire"),
    ("Snaring", "blue.ranged_quality.snaring"),
    ("Thrown", "blue.ranged_quality.thrown_charge"),
    ("Volley Fire", "blue.ranged_quality.volley_fire"),
    ("Stone Thrower", "blue.unit_type.stone_thrower_keyword"),
):
    QUALITIES.rule(_name, _id)(type(_name.replace("-", "").replace(" ", ""), (Special,), {"__doc__": "Told by name."}))
