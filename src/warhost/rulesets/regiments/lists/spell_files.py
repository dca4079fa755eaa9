"""Spells in army files: their keys, from which they are read and written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from warhost.muster.files.army_text import Table
from warhost.muster.files.forms import Form, Key, choice, flag, key, number
from warhost.muster.files.toml_text import toml_table, toml_value
from warhost.rulesets.regiments.core import HEALING, Bearer, SpellEffect, SpellText
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.shown.spell_text import describe

__all__ = ["read_spell", "spell_table"]

ReadRules = Callable[[Table, str, Bearer], tuple[RuleText, ...]]
"""How the rules under a key are read, and on whom they must do something."""

SPELL = Form(
    SpellText,
    number("cost", 1, 6),
    number("range", 1),
    choice("target", ("enemy", "friend")),
    number("units", 1, default=1),
    flag("one_model"),
)


def _effect(read: ReadRules) -> Form[SpellEffect]:
    """What a spell does, in the same table as the spell."""

    def rules(name: str, bearer: Bearer) -> Key:
        return key(name, lambda table, name: read(table, name, bearer), (), write=lambda rules: list(map(str, rules)))

    modifiers = [number(name, -12, 12, default=0) for name in ("melee", "shooting", "defense", "morale", "move")]
    return Form(
        SpellEffect,
        number("hits", 1, default=0),
        rules("rules", "hits"),
        rules("gives", "enchanted"),
        rules("against", "weapons"),
        flag("sixes"),
        flag("danger"),
        key("fails", lambda table, name: table.choice(name, ("fatigued", "shaken")), ""),
        *modifiers,
        key("heals", _heals, ""),
        flag("once"),
    )


def _heals(table: Table, name: str) -> str:
    heals = str(table.raw[name])
    if heals and not HEALING.fullmatch(heals):
        table.problem(f'"{name}" must be a whole number or dice such as "D3", not {heals!r}.')
    return heals


def read_spell(table: Table, read: ReadRules) -> SpellText:
    """A spell of a file; one that is not in force has no effect."""
    effect = _effect(read).read_part(table)
    in_force = not (table.has("in_force") and not table.flag("in_force"))
    spell = SPELL.read_part(table, name=table.name, effect=effect if in_force else None)
    text = table.text("text") if table.has("text") else describe(spell)
    table.done()
    if in_force and not (effect.hits or effect.heals or effect.lasting or effect.danger or effect.fails):
        table.problem(
            "it does nothing: give it hits, heals, gives, melee, shooting, defense, morale, move, danger or fails."
        )
    return msgspec.structs.replace(spell, text=text)


def spell_table(spell: SpellText) -> str:
    """The table of a spell in a file."""
    effect: dict[str, Any] = {} if spell.effect is None else _effect(lambda *_: ()).fields(spell.effect)
    text = "" if spell.text == describe(spell) else spell.text
    table = toml_table(f"[spell.{toml_value(spell.name)}]", {**SPELL.fields(spell), **effect, "text": text})
    return table if spell.effect is not None else table.rstrip() + "\nin_force = false\n"
