"""The rules that belong to one army's list, a module for each army (Armylists).

What several armies share is in `model_rules`, `special_rules` and `special_attacks`.
"""

from warhost.rulesets.essence_of_war.army_rules import (
    beast_herds,
    daemon_legions,
    dread_elves,
    dwarven_holds,
    highborn_elves,
    saurian_ancients,
    undying_dynasties,
    vampire_covenant,
)

__all__ = [
    "beast_herds",
    "daemon_legions",
    "dread_elves",
    "dwarven_holds",
    "highborn_elves",
    "saurian_ancients",
    "undying_dynasties",
    "vampire_covenant",
]
