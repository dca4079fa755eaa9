"""Single models in the ranks of a unit: who may join whom, and what is left of them (Characters, Champions, War
Platforms).

A guest keeps its number, its name and its Health Points; it has no pose while it stands in the ranks of its host. If
the rank and file die around it, it goes on under the number of the unit: for spells that last, for Panic and for
whoever is Engaged with it this is the same unit.
"""

from __future__ import annotations

import msgspec

from warhost.play.script import Refused
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.casualties import shift
from warhost.rulesets.fantasy_battles.chapters.damage.casualties import close_gap, gather
from warhost.rulesets.fantasy_battles.core import (
    Battle,
    Guest,
    Unit,
    guest_base,
    guest_place,
    last_rank,
    rows,
    speakers,
)

_SWAPPED = (
    *("name", "army", "entry", "wounds", "used", "known", "forgotten", "broken_weapons", "jammed"),
    *("lost_this_round", "overkill", "wields", "lost", "flagged", "summoned"),
)
"""What is a single model's own, and goes with it when it takes over the number of its unit."""


@rule("t9a.special.character", "t9a.special.war_platform", "t9a.special.towering_presence")
def check_join(battle: Battle, guest: Unit, unit: Unit) -> Refused | None:
    """Why that single model cannot stand in the ranks of that unit, if it cannot (T9A-R155)."""
    entry, other = battle.entry(guest), battle.entry(unit)
    cited = "t9a.special.war_platform" if is_platform(battle, guest) else "t9a.special.character"
    if entry.models != 1 or unit.seat != guest.seat:
        why = "only single models do" if entry.models != 1 else f"{acts(unit.name, 'is')} of the enemy"
        return Refused(f"{guest.name} cannot join {unit.name}: {why}.", cited)
    if other.single:
        return Refused(f"{acts(unit.name, 'has')} no ranks to join.", cited)
    for mover, met in ((guest, unit), (unit, guest)):
        for speaker in speakers(battle, mover).at("check_company"):
            refused = speaker.check_company(battle, mover, met)
            if refused is not None:
                return refused
    room = room_of(battle, guest, unit)
    if room is None:
        told = f"{entry.base[0]}x{entry.base[1]} mm in a unit on {other.base[0]}x{other.base[1]} mm"
        return Refused(f"{guest.name} cannot join {unit.name}: its base is {told}.", cited)
    if not free_files(unit, room):
        return Refused(f"The first rank of {unit.name} has no place left for {guest.name}.", cited)
    return None


@rule("t9a.special.war_platform")
def is_platform(battle: Battle, guest: Unit) -> bool:
    return any(speaker.platform for speaker in speakers(battle, guest).at("platform"))


@rule("t9a.special.character", "t9a.special.war_platform")
def room_of(battle: Battle, guest: Unit, unit: Unit) -> tuple[int, int] | None:
    """The files and ranks that the guest would take up; None if its base does not fit.

    A Character has the same base as the models. A War Platform may cover several, if just so many bases make its own
    and the unit is as deep.
    """
    (width, depth), (each, deep) = battle.entry(guest).base, battle.entry(unit).base
    if (width, depth) == (each, deep):
        return (1, 1)
    if not is_platform(battle, guest):
        return None
    if width % each or depth % deep:
        return None
    files, ranks = width // each, depth // deep
    return (files, ranks) if files <= unit.files and ranks <= rows(unit) else None


def free_files(unit: Unit, room: tuple[int, int]) -> list[int]:
    """The files at which a guest of that size could stand in the first rank, beside those who stand there already."""
    taken = {file for guest in unit.guests for file in range(guest.file, guest.file + guest.files)}
    wide = room[0]
    return [file for file in range(unit.files - wide + 1) if taken.isdisjoint(range(file, file + wide))]


@rule("t9a.special.character", "t9a.special.war_platform", "t9a.special.champion")
def join(battle: Battle, guest: Unit, unit: Unit, file: int | None = None) -> None:
    """The guest stands in the first rank, by default as near to its middle as may be; those whose places it takes move
    to the rear (T9A-R155). A War Platform always stands in the middle (T9A-R192)."""
    room = room_of(battle, guest, unit)
    assert room is not None, f"{guest.name} does not fit into {unit.name}"
    free = free_files(unit, room)
    assert free, f"{unit.name} has no place for {guest.name}"
    middle = (unit.files - room[0]) / 2
    if file is None or file not in free or room != (1, 1):
        file = min(free, key=lambda one: (abs(one - middle), one))
    stood = rows(unit)
    unit.guests = tuple(sorted((*unit.guests, Guest(guest.id, file, *room)), key=lambda place: place.file))
    # Whoever made room stands in the last rank now, which may reach farther to the sides than before.
    unit.rear_from = min(unit.rear_from, unit.files - last_rank(unit))
    guest.host, guest.pose = unit.id, None
    if unit.pose is not None and rows(unit) != stood:
        settle_depth(battle, unit, stood)


def settle_depth(battle: Battle, unit: Unit, stood: int) -> None:
    """The unit has another number of ranks than it had: its front edge stays where it was."""
    shift(unit, ahead=(stood - rows(unit)) * battle.entry(unit).base_depth / 2)


@rule("t9a.special.make_way")
def swap_places(unit: Unit, guest: int, file: int) -> None:
    """A guest of one file changes places with whoever stands in another file of the first rank."""
    own = guest_place(unit, guest)
    moved = []
    for place in unit.guests:
        if place.unit == guest:
            place = msgspec.structs.replace(place, file=file)
        elif place.file == file:
            place = msgspec.structs.replace(place, file=own.file)
        moved.append(place)
    unit.guests = tuple(sorted(moved, key=lambda place: place.file))


def fall(battle: Battle, guest: Unit) -> None:
    """The guest is gone for good: its place is filled from the rear. What it lost still counts in this round."""
    unit = battle.body(guest)
    place = guest_place(unit, guest.id)
    guest.host, guest.fate, guest.models, guest.wounds = None, "destroyed", 0, 0
    guest.fell_at, guest.stood, guest.began = unit.pose, unit.id, None
    close_gap(battle, unit, place)


@rule("t9a.special.character")
def left_alone(battle: Battle, unit: Unit) -> Unit:
    """The last R&F model of the common pool is gone: a guest stands on where it stood, and is the unit from now on.

    A Champion comes before others; those who are left besides are its guests. The unit's number stays on the table
    with the guest's name, profile and Health Points; the guest's own number is what is left of the R&F, and is given
    back.
    """
    guests = battle.guests_of(unit)
    heir = next((one for one in guests if battle.entry(one).role == "champion"), guests[0])
    place, base = guest_place(unit, heir.id), guest_base(battle, heir)
    for field in _SWAPPED:
        mine, theirs = getattr(unit, field), getattr(heir, field)
        setattr(unit, field, theirs)
        setattr(heir, field, mine)
    heir.host, heir.fate, heir.models, heir.wounds = None, "destroyed", 0, 0
    heir.fell_at, heir.stood, heir.began = unit.pose, unit.id, unit.began
    unit.models, unit.rear_from = 1, 0
    gather(battle, unit, place, base)
    return heir
