"""The optional parts of the book, each in a file or folder of its own (Advanced Rules).

Importing this package makes them known, in the order of the book; the ruleset does so, and nobody else asks for it.
"""

from __future__ import annotations

# The order of the book is the order in which parts speak.
# isort: off
from warhost.rulesets.regiments.parts import solid_buildings
from warhost.rulesets.regiments.parts import side_missions
from warhost.rulesets.regiments.parts import winds_of_power
from warhost.rulesets.regiments.parts import special_conditions
from warhost.rulesets.regiments.parts import command_points
from warhost.rulesets.regiments.parts import campaign
from warhost.rulesets.regiments.parts import mission_cards
# isort: on

__all__ = [
    "campaign",
    "command_points",
    "mission_cards",
    "side_missions",
    "solid_buildings",
    "special_conditions",
    "winds_of_power",
]
