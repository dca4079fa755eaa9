"""Heroes with magic items, and what happens to them in tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.regiments.harness import Interlude, Table, draw, find, happen, regiment
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import Regiment, Settings
from warhost.rulesets.regiments.parts.magic_items import equipping
from warhost.rulesets.regiments.parts.magic_items.items import (
    item_of,
)

ITEMS = Settings(parts=("magic_items",))
LINE = "0 Lord at 36,20 | 1 Foe at 36,30 face 180"


def lord(*rules: str, **more: Any) -> Regiment:
    """A hero that walks alone."""
    more = {"quality": 4, "defense": 4, "weapons": ["Sword (A2)"], **more}
    return regiment(size=1, rules=["Hero", "Tough(6)", *rules], **more)


def armed(item: str, hero: Regiment | None = None, line: str = LINE, **units: Any) -> Table:
    """A hero, alone or in a unit of that name, has taken an item with its first weapon."""
    made: dict[str, Any] = {"Lord": hero or lord(), "Foe": regiment(size=5), **units}
    table = draw(line, ITEMS, **{name: one for name, one in made.items() if name in line})
    play = happen(table, lambda battle: equipping.take(battle, find(battle, "Lord"), item_of(item)))
    while not play.game.over:
        play.choose(play.keys[0])
    table.battle = play.battle
    return table


def led(item: str, hero: Regiment | None = None, size: int = 9, **more: Any) -> Table:
    """The same hero at the head of a unit."""
    return armed(item, regiment(size=size, hero=hero or lord()), **more)


def uses(play: Interlude, item: str) -> Interlude:
    """The item is used at the question that is open."""
    assert play.topic == "use item", play.topic
    assert item in getattr(play.question, "text", "")
    return play.choose("use")


def wound(table: Table, wounds: int, dice: Mapping[str, Any] | None = None, **how: Any) -> Interlude:
    """The hero's unit takes wounds."""
    return happen(table, lambda battle: suffer(battle, find(battle, "Lord"), wounds, **how), dice or {})


def on_hero(play: Interlude) -> int:
    lord_ = play.unit("Lord")
    return lord_.hero_wounds if lord_.hero else lord_.wounds


def select(table: Table, method: str, dice: Mapping[str, Any] | None = None) -> Interlude:
    return happen(table, lambda battle: equipping.equip(battle, method), dice or {})
