"""What a player may not see: the values of the enemy's bluff counters, and artefacts that were agreed to be hidden."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from warhost.play.battle import copied
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import ARTEFACTS, Battle, Marker, Scene, Unit

UNKNOWN = -1
"""What a bluff counter is worth to who does not know it."""


@rule("kow.bluff.hidden", "kow.artefact.hidden")
def view(battle: Battle, seat: int | None) -> Battle:
    """A copy as that seat, or somebody who watches, may see it."""
    seen = copied(battle)
    if battle.markers:
        seen.markers = tuple(_seen(marker, seat) for marker in battle.markers)
    if battle.hands:
        seen.hands = tuple(hand if own == seat else (UNKNOWN,) * len(hand) for own, hand in enumerate(battle.hands))
    if battle.settings.hidden_artefacts and battle.outcome is None:
        seen.scene = seen_scene(battle, seat)
    return seen


def _seen(marker: Marker, seat: int | None) -> Marker:
    if marker.kind != "bluff" or marker.revealed or marker.placed_by == seat:
        return marker
    return msgspec.structs.replace(marker, value=UNKNOWN)


@rule("kow.artefact.hidden")
def seen_scene(battle: Battle, seat: int | None) -> Scene:
    """The scene in which entries with a hidden artefact look as if they had none: what it costs would tell which."""
    entries = list(battle.scene.entries)
    for unit in battle.units:
        entry = entries[unit.entry]
        if entry.artefact and is_hidden(unit, seat):
            kind = ARTEFACTS.rules.get(entry.artefact)
            points = entry.points if kind is None else max(0, entry.points - kind.cost)
            entries[unit.entry] = msgspec.structs.replace(entry, artefact="", points=points)
    if entries == list(battle.scene.entries):
        return battle.scene
    return msgspec.structs.replace(battle.scene, entries=tuple(entries))


@contextmanager
def as_seen(battle: Battle, seat: int) -> Iterator[None]:
    """While this lasts, the battle has only those artefacts that the seat knows: for odds, which would give others
    away."""
    whole = battle.scene
    battle.scene = seen_scene(battle, seat)
    try:
        yield
    finally:
        battle.scene = whole


def is_hidden(unit: Unit, seat: int | None) -> bool:
    """Whether that seat does not know the artefact of the unit."""
    return unit.seat != seat and not unit.shown
