"""The optional parts of the book, each in a file or folder of its own (Advanced Rules).

Importing this package makes them known, in the order of the book; the ruleset does so, and nobody else asks for it.
"""

from __future__ import annotations

# The order of the book is the order in which parts speak.
# isort: off
from warhost.rulesets.regiments.parts import army_terrain
from warhost.rulesets.regiments.parts import solid_buildings
from warhost.rulesets.regiments.parts import side_missions
from warhost.rulesets.regiments.parts import extra_actions
from warhost.rulesets.regiments.parts import action_boosting
from warhost.rulesets.regiments.parts import feats
from warhost.rulesets.regiments.parts import winds_of_power
from warhost.rulesets.regiments.parts import living_spells
from warhost.rulesets.regiments.parts import magic_items
from warhost.rulesets.regiments.parts import special_conditions
from warhost.rulesets.regiments.parts import terrain_effects
from warhost.rulesets.regiments.parts import random_events
from warhost.rulesets.regiments.parts import fog_of_war
from warhost.rulesets.regiments.parts import unit_psychology
from warhost.rulesets.regiments.parts import brutal_damage
from warhost.rulesets.regiments.parts import command_points
from warhost.rulesets.regiments.parts import twists_and_gambits
from warhost.rulesets.regiments.parts import siege_battles
from warhost.rulesets.regiments.parts import phased_battles
from warhost.rulesets.regiments.parts import multiplayer
from warhost.rulesets.regiments.parts import kitchen_table
from warhost.rulesets.regiments.parts import multibasing
from warhost.rulesets.regiments.parts import campaign
from warhost.rulesets.regiments.parts import precise_sight
from warhost.rulesets.regiments.parts import chess_clocks
from warhost.rulesets.regiments.parts import own_heroes
from warhost.rulesets.regiments.parts.shared import fortune
from warhost.rulesets.regiments.parts import mission_cards
from warhost.rulesets.regiments.parts.shared import packs
from warhost.rulesets.regiments.parts.shared import shown
# isort: on

__all__ = [
    "action_boosting",
    "army_terrain",
    "brutal_damage",
    "campaign",
    "chess_clocks",
    "command_points",
    "extra_actions",
    "feats",
    "fog_of_war",
    "fortune",
    "kitchen_table",
    "living_spells",
    "magic_items",
    "mission_cards",
    "multibasing",
    "multiplayer",
    "own_heroes",
    "packs",
    "phased_battles",
    "precise_sight",
    "random_events",
    "shown",
    "side_missions",
    "siege_battles",
    "solid_buildings",
    "special_conditions",
    "terrain_effects",
    "twists_and_gambits",
    "unit_psychology",
    "winds_of_power",
]
