"""Characters change places with models of the first rank in the Movement Phase (T9A-R155)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.play.questions import Option
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.melee.make_way import change_places
from warhost.rulesets.fantasy_battles.core import Battle, Unit, guest_place

SWAP = "swap"


@rule("t9a.special.character")
def swap_options(battle: Battle, units: Iterable[Unit]) -> list[Option]:
    """The Characters that may change places within units that neither fight nor flee, once each in a turn."""
    return [
        Option(f"{SWAP}:{guest.id}", f"{guest.name}: change places in {unit.name}", unit=guest.id)
        for unit in units
        if not unit.engaged and not unit.fleeing
        for guest in battle.guests_of(unit)
        if not guest.swapped and _other_files(battle, unit, guest)
    ]


def _other_files(battle: Battle, unit: Unit, guest: Unit) -> list[int]:
    """The files at whose head the Character could stand instead; none for who is no Character of one file."""
    place = guest_place(unit, guest.id)
    if not battle.entry(guest).is_character or (place.files, place.ranks) != (1, 1):
        return []
    taken = {file for other in unit.guests for file in range(other.file, other.file + other.files)}
    return [file for file in range(unit.files) if file not in taken]


@rule("t9a.special.character")
def swap(battle: Battle, guest: Unit) -> Script[None]:
    """A Character changes places with another model of its first rank; this is no move."""
    guest.swapped = True
    unit = battle.body(guest)
    files = _other_files(battle, unit, guest)
    yield from change_places(battle, unit, guest, files, topic="swap places", rule_id="t9a.special.character")
