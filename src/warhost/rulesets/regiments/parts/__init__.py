"""The optional parts of the book, each in a file or folder of its own (Advanced Rules).

Importing this package makes them known, in the order of the book; the ruleset does so, and nobody else asks for it.
"""

from __future__ import annotations

# The order of the book is the order in which parts speak.
# isort: off
from warhost.rulesets.regiments.parts import winds_of_power
from warhost.rulesets.regiments.parts import living_spells
from warhost.rulesets.regiments.parts import command_points
# isort: on

__all__ = ["command_points", "living_spells", "winds_of_power"]
