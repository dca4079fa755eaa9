"""Characters change places with models of the first rank (Characters: Swap Places)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general.combined import swap_places
from warhost.rulesets.essence_of_war.core import Battle, Unit, boundary, contacts, speakers
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.first_rank import file_options

SWAP = "swap"
STAY = "stay"


@rule("eow.adv.char.swap_unengaged", "eow.special.war_platform.place")
def may_swap(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has a Character in its first rank who may stand elsewhere in it; War Platforms may not."""
    guest = battle.guest_of(unit)
    if guest is None or unit.room != (1, 1) or unit.spot[0] != 0 or unit.files < 2:
        return False
    return not any(speaker.platform for speaker in speakers(battle, guest).at("platform"))


@rule("eow.adv.char.swap_unengaged")
def swap_options(battle: Battle, units: Sequence[Unit]) -> list[Option]:
    """The Characters that may change places in the Movement Phase, once each."""
    return [
        Option(f"{SWAP}:{unit.id}", f"{battle.units[unit.guest].name}: change places in {unit.name}", unit=unit.id)
        for unit in units
        if unit.guest is not None and not unit.engaged and not unit.swapped and may_swap(battle, unit)
    ]


@rule("eow.adv.char.swap_unengaged")
def swap(battle: Battle, unit: Unit) -> Script[None]:
    """A Character in an unengaged unit changes places with another model of its first rank; this is no move."""
    unit.swapped = True
    yield from _swap(battle, unit, [file for file in range(unit.files) if file != unit.spot[1]])


@rule("eow.adv.char.swap_engaged")
def before_blows(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """The Active Player's Characters may change places, if they then touch an enemy (EOW-R165, EOW-R166)."""
    for number in combat:
        unit = battle.units[number]
        if unit.seat != battle.active or not unit.engaged or not may_swap(battle, unit):
            continue
        touching = {file for rank, file in contacts(battle, unit) if rank == 0}
        files = sorted(touching - {unit.spot[1]})
        if files:
            yield from _swap(battle, unit, files, stays=True)


def _swap(battle: Battle, unit: Unit, files: Sequence[int], *, stays: bool = False) -> Script[None]:
    guest = battle.guest_of(unit)
    assert guest is not None, f"{unit.name} has no Character in its ranks"
    options = [Option(STAY, f"Stay in file {unit.spot[1] + 1}", unit=unit.id, passes=True)] if stays else []
    options += file_options(boundary(battle, unit), battle.entry(unit), files, unit.id)
    key = yield from choose(
        unit.seat,
        "swap places",
        f"Where in the first rank {does(guest.name)} stand?",
        options,
        rules=("eow.adv.char.swap_engaged" if stays else "eow.adv.char.swap_unengaged",),
    )
    if key != STAY:
        swap_places(battle, unit, int(key))
        yield events.PlacesSwapped(guest.id, unit.id, int(key) + 1)
