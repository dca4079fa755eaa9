"""Make Way: Characters of the first rank come to where the enemy is (Round of Combat: step 3)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.first_rank import file_options
from warhost.rulesets.fantasy_battles.chapters.general.combined import swap_places
from warhost.rulesets.fantasy_battles.core import Battle, Unit, boundary, contacts, guest_place
from warhost.rulesets.fantasy_battles.shown import melee_events as events

STAY = "stay"


@rule("t9a.round.step03_make_way", "t9a.special.make_way")
def make_way(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """Step 3: Characters without contact may change places with rank and file of their rank who have it.

    The Active Player's Characters come first (T9A-R127).
    """
    for number in sorted(combat, key=lambda one: (battle.units[one].seat != battle.active, one)):
        unit = battle.units[number]
        for guest in battle.guests_of(unit) if unit.engaged else ():
            files = _files_in_contact(battle, unit, guest)
            if files:
                yield from change_places(battle, unit, guest, files, topic="make way", rule_id="t9a.special.make_way")


@rule("t9a.special.make_way")
def _files_in_contact(battle: Battle, unit: Unit, guest: Unit) -> list[int]:
    """The files at whose head the Character could stand in contact; none if it is there already, or is no Character
    of one file."""
    place = guest_place(unit, guest.id)
    if not battle.entry(guest).is_character or (place.files, place.ranks) != (1, 1):
        return []
    touching = {file for rank, file in contacts(battle, unit) if rank == 0}
    if place.file in touching:
        return []
    taken = {file for other in unit.guests for file in range(other.file, other.file + other.files)}
    return sorted(touching - taken)


def change_places(
    battle: Battle, unit: Unit, guest: Unit, files: Sequence[int], *, topic: str, rule_id: str
) -> Script[None]:
    """The Character goes to the head of one of these files, or stays where it is."""
    now = guest_place(unit, guest.id).file
    options = [Option(STAY, f"Stay in file {now + 1}", unit=guest.id, passes=True)]
    options += file_options(boundary(battle, unit), battle.entry(unit), files, guest.id)
    text = f"Where in the first rank {does(guest.name)} stand?"
    key = yield from choose(unit.seat, topic, text, options, rules=(rule_id,))
    if key != STAY:
        swap_places(unit, guest.id, int(key))
        yield events.MadeWay(guest.id, unit.id, int(key) + 1)
