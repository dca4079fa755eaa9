"""Characters in units: who may join whom, what a Combined Unit is, and what is left of it (Characters).

A guest keeps its number, its name and its Health Points; it has no pose while it stands in the ranks of its host. If
its unit dies around it, it goes on under the number of the unit: for spells that last, for Panic and for whoever is
Engaged with it this is the same unit.
"""

from __future__ import annotations

from warhost.play.battle import stand
from warhost.play.script import Refused
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.casualties import close_gap
from warhost.rulesets.essence_of_war.core import (
    BOONS,
    NO_ROOM,
    NO_SPOT,
    Battle,
    Unit,
    allied,
    guest_base,
    rows,
    speakers,
)

_SWAPPED = ("name", "army", "company", "player", "entry", "wounds", "used", "lost_this_round")
"""What is a single model's own, and goes with it when it takes over the number of its unit."""


@rule("eow.adv.char.join_base", "eow.adv.char.join_one", "eow.adv.char.join_ranked", "eow.special.war_platform.base")
@rule(
    "eow.special.war_platform.join", "eow.special.towering.join", "eow.special.unstable.join", "eow.multi.no_join_ally"
)
def check_join(battle: Battle, guest: Unit, unit: Unit) -> Refused | None:
    """Why that single model cannot stand in the ranks of that unit, if it cannot."""
    entry, other = battle.entry(guest), battle.entry(unit)
    if not entry.single or unit.seat != guest.seat:
        return Refused(f"{guest.name} cannot join {unit.name}.", "eow.adv.char.join_ranked")
    if other.single:
        return Refused(f"{acts(unit.name, 'has')} no ranks to join.", "eow.adv.char.join_ranked")
    if unit.guest is not None:
        has, its = verb(unit.name, "has"), verb(unit.name, "its")
        return Refused(f"{unit.name} already {has} a Character in {its} ranks.", "eow.adv.char.join_one")
    if allied(guest, unit):
        return Refused(f"{guest.name} cannot join {unit.name}, a unit of an Ally.", "eow.multi.no_join_ally")
    for mover, met in ((guest, unit), (unit, guest)):
        for speaker in speakers(battle, mover).at("check_company"):
            refused = speaker.check_company(battle, mover, met)
            if refused is not None:
                return refused
    if room_of(battle, guest, unit) is None:
        told = f"{entry.base[0]}x{entry.base[1]} mm in a unit on {other.base[0]}x{other.base[1]} mm"
        return Refused(f"{guest.name} cannot join {unit.name}: its base is {told}.", "eow.adv.char.join_base")
    return None


@rule("eow.adv.char.join_base", "eow.special.war_platform.base")
def room_of(battle: Battle, guest: Unit, unit: Unit) -> tuple[int, int] | None:
    """The files and ranks that the guest would take up; None if its base does not fit.

    A Character has the same base as the models. A War Platform may cover several, if just so many bases make its own
    and the unit is as deep (EOW-R016).
    """
    (width, depth), (each, deep) = battle.entry(guest).base, battle.entry(unit).base
    if (width, depth) == (each, deep):
        return (1, 1)
    if not any(speaker.platform for speaker in speakers(battle, guest).at("platform")):
        return None
    if width % each or depth % deep:
        return None
    files, ranks = width // each, depth // deep
    return (files, ranks) if files <= unit.files and ranks <= rows(unit) else None


@rule("eow.adv.char.join_replaces", "eow.adv.char.separate_hp", "eow.special.war_platform.place")
def join(battle: Battle, guest: Unit, unit: Unit, file: int | None = None) -> None:
    """The guest takes the place of models of the first rank, by default in the middle of it.

    A War Platform always stands in the middle, half a file to the left where there is none (EOW-R191). One that is
    Guarded stands behind a full rank (EOW-R190).
    """
    room = room_of(battle, guest, unit)
    assert room is not None, f"{guest.name} does not fit into {unit.name}"
    middle = (unit.files - room[0]) // 2
    behind = any(speaker.guarded for speaker in speakers(battle, guest).at("guarded"))
    behind = behind and unit.models - room[0] * room[1] >= unit.files and rows(unit) >= room[1] + 1
    unit.guest, unit.room = guest.id, room
    unit.spot = (int(behind), middle if file is None or room != (1, 1) else file)
    unit.replaced = room[0] * room[1]
    unit.models -= unit.replaced
    guest.host, guest.pose = unit.id, None


@rule("eow.adv.char.swap_unengaged", "eow.adv.char.swap_engaged", "eow.special.war_platform.place")
def swap_places(battle: Battle, unit: Unit, file: int) -> None:
    """The guest changes places with a model of the first rank."""
    unit.spot = (0, file)


def fall(battle: Battle, guest: Unit) -> None:
    """The guest is gone for good: its place is filled from the rear. What it lost still counts in this round."""
    unit = battle.body(guest)
    guest.host, guest.fate, guest.models, guest.wounds = None, "destroyed", 0, 0
    guest.fell_at, guest.stood, guest.began = unit.pose, unit.id, None
    close_gap(battle, unit)


@rule("eow.adv.char.left_alone")
def left_alone(battle: Battle, unit: Unit) -> None:
    """The last R&F model is gone: the guest stands on where it stood, and is the unit from now on.

    The unit's number stays on the table with the guest's name, profile and Health Points; the guest's own number is
    what is left of the R&F.
    """
    guest = battle.guest_of(unit)
    assert guest is not None, f"{unit.name} has no guest"
    base = guest_base(battle, guest)
    for field in _SWAPPED:
        mine, theirs = getattr(unit, field), getattr(guest, field)
        setattr(unit, field, theirs)
        setattr(guest, field, mine)
    unit.guest, unit.room, unit.spot = None, NO_ROOM, NO_SPOT
    unit.models = unit.files = 1
    unit.rear_from = 0
    unit.boons = tuple(boon for boon in unit.boons if not BOONS[boon.rule].of_ranks)
    guest.host, guest.fate, guest.models, guest.wounds = None, "destroyed", 0, 0
    guest.fell_at, guest.replaced, unit.replaced = unit.pose, unit.replaced, 0
    guest.stood, guest.began = unit.id, unit.began
    stand(unit, base)
