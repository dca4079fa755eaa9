"""Casters, their spells and an enemy, for tests of magic."""

from __future__ import annotations

from tests.regiments.harness import Dicing, Interlude, Table, draw, find, happen, regiment
from warhost.rulesets.regiments.chapters.magic.casting import cast_spells
from warhost.rulesets.regiments.core import Regiment, SpellEffect, SpellText

BOLT = SpellText(name="Bolt", cost=2, range=18, target="enemy", effect=SpellEffect(hits=3))
SPARK = SpellText(name="Spark", cost=1, range=18, target="enemy", effect=SpellEffect(hits=1))
WARD = SpellText(name="Ward", cost=1, range=12, target="friend", effect=SpellEffect(defense=1))


def wizard(*spells_known: SpellText, tokens: int = 2) -> Regiment:
    """A caster that walks alone."""
    return regiment(size=1, rules=[f"Caster({tokens})"], spells=spells_known or (BOLT,))


def cast(table: Table, dice: Dicing = (), unit: str = "Wizard") -> Interlude:
    """The unit may cast spells now."""
    return happen(table, lambda battle: cast_spells(battle, find(battle, unit), "before the move"), dice)


def duel(*spells_known: SpellText, tokens: int = 3, line: str = "", **others: Regiment) -> Table:
    """A wizard with tokens before an enemy unit."""
    told = f"Wizard at 36,20 | Foe at 36,30 face 180{line}"
    table = draw(told, None, Wizard=wizard(*spells_known), Foe=regiment(size=5), **others)
    return table.set("Wizard", tokens=(tokens,))
