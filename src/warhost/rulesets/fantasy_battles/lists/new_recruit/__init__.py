"""New Recruit's army books, stat lines and pasted lists, with a report of what is in force."""

from warhost.rulesets.fantasy_battles.lists.new_recruit.reading import importers

__all__ = ["importers"]
