"""Itemised sums: a number that can always be opened into its parts."""

from __future__ import annotations

from typing import Protocol

from warhost.play.questions import Part


class Named(Protocol):
    """A rule that can be named as the source of a modifier."""

    @property
    def name(self) -> str: ...

    @property
    def id(self) -> str: ...


class Tally:
    """A value and what makes it up."""

    __slots__ = ("base", "parts")

    def __init__(self, base: int = 0) -> None:
        self.base = base
        self.parts: list[Part] = []

    def add(self, amount: int, by: Named | str, rule: str = "") -> None:
        """Add a modifier with who made it; nothing is noted for 0."""
        if amount:
            name, source = (by, rule) if isinstance(by, str) else (by.name, by.id)
            self.parts.append(Part(amount, name, source))

    def copy(self) -> Tally:
        """The same value, to be added to by itself."""
        other = Tally(self.base)
        other.parts = list(self.parts)
        return other

    @property
    def total(self) -> int:
        value = self.base
        for part in self.parts:
            value += int(part.amount)
        return value
