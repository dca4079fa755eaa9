"""The Special Items of the house as data: what each costs, of which kind it is and what it does to its bearer."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

import msgspec

from warhost.muster.files.army_text import Table, read_table, whole
from warhost.rulesets.fantasy_battles.lists.arms import PACKAGE, arms, read_arms
from warhost.rulesets.fantasy_battles.lists.army_books import Upgrade
from warhost.rulesets.fantasy_battles.lists.book_files import upgrade_form

__all__ = ["ITEM", "SpecialItem", "special_items"]

Kind = Literal["weapon", "armour", "talisman", "potion", "arcane", "banner"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ITEM = "item"
"""The tag of options that are Special Items."""


class SpecialItem(msgspec.Struct, frozen=True, kw_only=True):
    """A Special Item: what it is like in a sentence, and the option by which it is bought."""

    name: str
    kind: Kind
    text: str
    option: Upgrade


@lru_cache(maxsize=1)
def special_items() -> dict[str, SpecialItem]:
    """All Special Items by their names."""
    source = (files(PACKAGE) / "data" / "items.toml").read_text("utf-8")
    return {item.name: item for item in whole(read_table(source, "items.toml", _items))}


def _items(file: Table) -> list[SpecialItem]:
    form = upgrade_form(arms().with_more(read_arms(file)))
    found = []
    for table in file.tables("item"):
        kind, text = table.choice("kind", KINDS), table.text("text")
        option = form.read(table)
        kept = msgspec.structs.replace(option, choose=kind, limit=1, tags=(ITEM, kind))
        found.append(SpecialItem(name=option.name, kind=kind, text=text, option=kept))
    file.done()
    file.distinct("item", (item.name for item in found))
    return found
