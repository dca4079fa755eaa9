"""Unit types and subtypes as rules that speak (Unit Types). How each type moves and charges is in those phases."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, Entry, Special, Unit
from warhost.rulesets.blue_age.core.rules import TYPES

CHARIOT_AP = 2
MONSTER_AP = 2
SMASHING = 3
"""The points of Armour Piercing that Smash gives to every blow."""


@TYPES.rule("infantry", "blue.unit_type.infantry")
class Infantry(Special):
    """The core rules as they are."""


@TYPES.rule("hero", "blue.unit_type.hero_subtype", "blue.unit_type.hero_joins_destiny")
class Hero(Special):
    """A subtype: the rules of the main type hold."""


@TYPES.rule(
    "cavalry",
    "blue.unit_type.cavalry_impact",
    "blue.unit_type.cavalry_no_buildings",
    "blue.unit_type.cavalry_terrain",
    "blue.terrain.obstacle_high_impassable",
)
class Cavalry(Special):
    """An Impact Attack for each model; no buildings, no climbing; Difficult ground is Dangerous."""

    no_buildings = True
    difficult_is_dangerous = True
    closed = frozenset({"high"})

    def impact(self, battle: Battle, bearer: Unit, entry: Entry) -> int:
        return 1


@TYPES.rule("beast", "blue.unit_type.beast_sure_step", "blue.unit_type.beast_rerolls")
class Beast(Special):
    gives = ("Sure Step",)
    dashes_again = True


@TYPES.rule(
    "chariot",
    "blue.unit_type.chariot_impact",
    "blue.unit_type.chariot_no_buildings",
    "blue.unit_type.chariot_charge_arc",
    "blue.unit_type.chariot_terrain",
    "blue.unit_type.chariot_pivot_before",
    "blue.unit_type.chariot_pivot_during",
    "blue.terrain.obstacle_high_impassable",
    "blue.shoot.multi_weapon_types",
)
class Chariot(Special):
    """Two Impact Attacks at AP -2; charges ahead only; no buildings, no climbing; it turns by pivots, and whatever is
    not Open Ground is Dangerous to it; each of its ranged weapons may shoot."""

    charge_arc = 90.0
    no_buildings = True
    all_is_dangerous = True
    closed = frozenset({"high"})
    drives = True
    towers = True
    all_weapons = True

    def impact(self, battle: Battle, bearer: Unit, entry: Entry) -> int:
        return 2

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "impact":
            lot.ap.add(CHARIOT_AP, "Chariot", "blue.unit_type.chariot_impact")


@TYPES.rule(
    "war machine",
    "blue.unit_type.war_machine_no_entry",
    "blue.unit_type.war_machine_arc",
    "blue.unit_type.war_machine_pivot",
    "blue.unit_type.war_machine_terrain",
    "blue.terrain.woods_light_war_machines",
    "blue.terrain.woods_heavy_war_machines",
    "blue.shoot.multi_weapon_types",
)
class WarMachine(Special):
    """It does not go into buildings and woods and does not climb; Difficult ground is Dangerous; each of its weapons
    may shoot, to the front, after a turn on the spot."""

    no_buildings = True
    difficult_is_dangerous = True
    closed = frozenset({"woods", "high"})
    shoot_arc = 180.0
    pivots = True
    all_weapons = True

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        lot.by_war_machine = lot.kind == "ranged"


@TYPES.rule(
    "monstrous infantry",
    "blue.unit_type.monstrous_infantry_rules",
    "blue.unit_type.monstrous_infantry_impact",
    "blue.unit_type.monstrous_infantry_ap",
    "blue.terrain.river_shallow",
)
class MonstrousInfantry(Special):
    """Sure Step, Fear, an Impact Attack, and blows that pierce one point more."""

    gives = ("Sure Step", "Fear")
    opened = frozenset({"shallow"})

    def impact(self, battle: Battle, bearer: Unit, entry: Entry) -> int:
        return 1

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "melee":
            lot.ap.add(1, "Monstrous Infantry", "blue.unit_type.monstrous_infantry_ap")


@TYPES.rule(
    "monster",
    "blue.unit_type.monster_rules",
    "blue.unit_type.monster_arc",
    "blue.unit_type.monster_easy_target",
    "blue.unit_type.monster_impact",
    "blue.unit_type.monster_no_buildings",
    "blue.unit_type.monster_demolisher",
    "blue.unit_type.monster_ap",
    "blue.unit_type.monster_arc",
    "blue.terrain.river_shallow",
    "blue.terrain.river_deep",
    "blue.shoot.multi_weapon_types",
)
class Monster(Special):
    """Terror, Smash, Sure Step, Stomp; one Impact Attack more than its Attacks; easy to shoot at; no buildings, but its
    blows damage them."""

    gives = ("Terror", "Smash", "Sure Step", "Stomp")
    opened = frozenset({"shallow", "deep"})
    charge_arc = 180.0
    no_buildings = True
    shoot_arc = 180.0
    towers = True
    all_weapons = True
    demolishes = True

    def impact(self, battle: Battle, bearer: Unit, entry: Entry) -> int:
        return entry.attacks + 1

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        # Smash speaks after this and leaves what is better than its own.
        if lot.kind == "melee":
            lot.ap.add(MONSTER_AP, "Monster", "blue.unit_type.monster_ap")

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "ranged" and not lot.by_war_machine:
            lot.to_hit.add(1, "at a Monster", "blue.unit_type.monster_easy_target")


@TYPES.rule(
    "swarm",
    "blue.unit_type.swarm_no_initiative_bonus",
    "blue.unit_type.swarm_sure_step",
    "blue.unit_type.swarm_hard_to_hit",
    "blue.unit_type.swarm_no_los_block",
    "blue.unit_type.swarm_template_hits",
)
class Swarm(Special):
    """Sure Step, no bonus to Initiative, hard to hit with blows, nobody's view."""

    gives = ("Sure Step",)
    no_initiative_bonus = True
    no_block = True
    swarming = True

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind in ("melee", "last"):
            lot.to_hit.add(-1, "at a Swarm", "blue.unit_type.swarm_hard_to_hit")


@TYPES.rule("flyer", "blue.unit_type.flyer_subtype", "blue.unit_type.flyer_impact", "blue.unit_type.flyer_no_buildings")
class Flyer(Special):
    """A subtype: it flies, with more Impact Attacks; no buildings."""

    flies = True
    no_buildings = True

    def impact(self, battle: Battle, bearer: Unit, entry: Entry) -> int:
        return entry.attacks

    def on_charge(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(6, "Flyer", "blue.charge_roll.flyer")
