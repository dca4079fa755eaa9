"""The optional parts of the book, each in a file or folder of its own (Advanced Rules).

Importing this package makes them known, in the order of the book; the ruleset does so, and nobody else asks for it.
"""

from __future__ import annotations

from warhost.rulesets.regiments.parts import side_missions

__all__ = ["side_missions"]
