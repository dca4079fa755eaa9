"""What happens with magic items."""

from __future__ import annotations

from warhost.play.events import Event


class MethodSettled(Event, frozen=True):
    words = "Magic items: selection was {method}"
    method: str


class ItemTaken(Event, frozen=True):
    words = "{hero} took the {item}[: {weapon}]"
    unit: int
    hero: str
    item: str
    weapon: str = ""


class ItemUsed(Event, frozen=True):
    words = "{unit:unit} used the {item}[ on {target:unit}]"
    unit: int
    item: str
    target: int | None = None


class SpellUndone(Event, frozen=True):
    words = "{spell} had no effect"
    unit: int
    spell: str
