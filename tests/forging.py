"""Records whose luck was altered by somebody who knows how: every hash and the seal fit."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.play import Entry, Game, Record, Rolled, Ruleset, record_of, sealed_record, starting_battle


def sealed_with(record: Record, **changes: Any) -> Record:
    """The record with something else in it, and a seal that fits."""
    return sealed_record(msgspec.structs.replace(record, **changes))


def rolls_at(record: Record) -> list[int]:
    """The numbers of the answers that are dice."""
    return [number for number, entry in enumerate(record.entries) if isinstance(entry.answer, Rolled)]


def forged(record: Record, ruleset: Ruleset, roll: int) -> Record:
    """The record of the same battle in which one roll fell otherwise, and all that was answered is still legal."""
    entries = list(record.entries)
    answer = entries[rolls_at(record)[roll]].answer
    assert isinstance(answer, Rolled)
    face = answer.faces[0]
    other = face - 1 if face > 1 else 2
    entries[rolls_at(record)[roll]] = Entry(Rolled((other, *answer.faces[1:])))
    game = Game(ruleset, starting_battle(record, ruleset))
    game.feed(entries)
    told = record_of(game, record.setup, record.players)
    return sealed_with(told, seed=record.seed, places=record.places, format=record.format)
