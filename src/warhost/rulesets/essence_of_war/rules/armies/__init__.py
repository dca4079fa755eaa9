"""The rules that belong to one army's list, a module for each people (Armylists).

What several armies share is in `model_rules`, `special_rules` and `special_attacks`.
"""

from warhost.rulesets.essence_of_war.rules.armies import (
    beast_herds,
    daemon_legions,
    dwarves,
    elves,
    empire_of_sonnstahl,
    kingdom_of_equitaine,
    ogre_khans,
    orcs_and_goblins,
    saurian_ancients,
    undead,
    vermin_swarm,
    warriors_of_the_dark_gods,
)

__all__ = [
    "beast_herds",
    "daemon_legions",
    "dwarves",
    "elves",
    "empire_of_sonnstahl",
    "kingdom_of_equitaine",
    "ogre_khans",
    "orcs_and_goblins",
    "saurian_ancients",
    "undead",
    "vermin_swarm",
    "warriors_of_the_dark_gods",
]
