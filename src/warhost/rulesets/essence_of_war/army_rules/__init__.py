"""The rules that belong to one army's list, a module for each army (Armylists).

What several armies share is in `model_rules`, `special_rules` and `special_attacks`.
"""

from warhost.rulesets.essence_of_war.army_rules import (
    beast_herds,
    daemon_legions,
    dread_elves,
    dwarven_holds,
    empire_of_sonnstahl,
    highborn_elves,
    infernal_dwarves,
    kingdom_of_equitaine,
    ogre_khans,
    orcs_and_goblins,
    saurian_ancients,
    sylvan_elves,
    undying_dynasties,
    vampire_covenant,
    vermin_swarm,
    warriors_of_the_dark_gods,
)

__all__ = [
    "beast_herds",
    "daemon_legions",
    "dread_elves",
    "dwarven_holds",
    "empire_of_sonnstahl",
    "highborn_elves",
    "infernal_dwarves",
    "kingdom_of_equitaine",
    "ogre_khans",
    "orcs_and_goblins",
    "saurian_ancients",
    "sylvan_elves",
    "undying_dynasties",
    "vampire_covenant",
    "vermin_swarm",
    "warriors_of_the_dark_gods",
]
