"""What happens with magic items."""

from __future__ import annotations

from collections.abc import Callable

from warhost.play.events import Event


class MethodSettled(Event, frozen=True):
    words = "Magic items are selected by the method {method}"
    method: str


class ItemTaken(Event, frozen=True):
    words = "{hero} took the {item}[: {weapon}]"
    unit: int
    hero: str
    item: str
    weapon: str = ""


class ItemUsed(Event, frozen=True):
    unit: int
    item: str
    target: int | None = None

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        against = "" if self.target is None else f" against {unit_name(self.target)}"
        return f"{unit_name(self.unit)} used the {self.item}{against}"


class SpellUndone(Event, frozen=True):
    words = "{spell} had no effect"
    unit: int
    spell: str
