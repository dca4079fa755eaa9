"""What a player should know of a file that was brought over: a sentence each, with the units that it is about."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Notes"]

MOST_NAMED = 6


class Notes:
    """Sentences that are told once, however many units they are about."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, None]] = {}

    def add(self, sentence: str, unit: str = "") -> None:
        found = self._told.setdefault(sentence, {})
        if unit:
            found[unit] = None

    def sentences(self) -> tuple[str, ...]:
        return tuple(self._sentence(told, list(units)) for told, units in self._told.items())

    def about(self, names: Iterable[str]) -> Notes:
        """What is told of these units alone."""
        found, wanted = Notes(), set(names)
        for told, units in self._told.items():
            for unit in units:
                if unit in wanted:
                    found.add(told, unit)
        return found

    @staticmethod
    def _sentence(told: str, units: list[str]) -> str:
        if not units:
            return told
        more = f" and {len(units) - MOST_NAMED} more" if len(units) > MOST_NAMED else ""
        return f"{', '.join(units[:MOST_NAMED])}{more}: {told}"
