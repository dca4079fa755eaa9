"""Which models leave a unit, and where models that come back stand (Attack Sequence: step 9)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import casualties
from warhost.rulesets.families.ninth_age.chapters.casualties import Blocks, moved, shift
from warhost.rulesets.families.ninth_age.core.kinds import Guest as GuestInRanks
from warhost.rulesets.fantasy_battles.core import (
    Battle,
    Guest,
    Unit,
    boundary,
    boundary_at,
    may_stand,
    met,
    ranks_and_files,
    ranks_in_support,
    rows,
)
from warhost.table import Pose, Rect


def _base(battle: Battle, unit: Unit) -> tuple[float, float]:
    entry = battle.scene.entries[unit.entry]
    return entry.base_width, entry.base_depth


BLOCKS: Blocks[Battle, Unit] = Blocks(
    boundary=boundary, ranks=ranks_and_files, base=_base, met=met, support=ranks_in_support
)


@rule("t9a.attack.casualties")
def remove_models(battle: Battle, unit: Unit, count: int) -> None:
    """Take so many models off, but not all, rank by rank from the rear (T9A-R136).

    The front edge stays where it is; nobody else moves.
    """
    unit.lost += count
    if unit.guests:
        _close_around_guests(battle, unit, unit.models - count)
        return
    casualties.remove_models(battle, unit, count, BLOCKS)


@rule("t9a.attack.casualties", "t9a.special.war_platform")
def _close_around_guests(battle: Battle, unit: Unit, left: int) -> None:
    """So many R&F models are left around their guests, who are never taken in their place.

    Ranks close from the rear. Where not even the first is full any more, both its ends give way as evenly as may be,
    the odd model from the right; guests at the ends close up.
    """
    deep, base = rows(unit), battle.entry(unit)
    unit.models = left
    short = unit.files - sum(guest.files for guest in unit.guests) - left
    if short > 0:
        _narrow_around_guests(battle, unit, short)
    unit.rear_from = max(0, min(unit.rear_from, unit.files - 1))
    settle_rear(battle, unit)
    shift(unit, ahead=(deep - rows(unit)) * base.base_depth / 2)


def _narrow_around_guests(battle: Battle, unit: Unit, count: int) -> None:
    """The only rank of R&F loses so many models, as near to its ends as they stand; the guests close up."""
    pose, width = unit.pose, battle.entry(unit).base_width
    files, guests = unit.files, unit.guests
    taken = {file for guest in guests for file in range(guest.file, guest.file + guest.files)}
    own = [file for file in range(files) if file not in taken]

    def take(from_left: int) -> None:
        gone = own[:from_left] + own[len(own) - (count - from_left) :]
        unit.files = files - count
        unit.guests = _closed_up(guests, gone)
        unit.rear_from = 0
        if pose is not None:
            stand(unit, moved(pose, right=(2 * from_left - count) * width / 2))

    def worth(from_left: int) -> tuple[int, int, float, int]:
        take(from_left)
        touching = casualties.models_in_contact(battle, unit, BLOCKS) if unit.foes and pose is not None else (0, 0)
        return (*touching, -abs(from_left - count / 2), -from_left)

    take(max(range(count + 1), key=worth))


def _closed_up(guests: Sequence[Guest], gone: Sequence[int]) -> tuple[Guest, ...]:
    """The places of guests once these files are gone."""
    return tuple(
        msgspec.structs.replace(guest, file=guest.file - sum(file < guest.file for file in gone)) for guest in guests
    )


def settle_rear(battle: Battle, unit: Unit) -> None:
    """Where the last rank stands: over guests that reach into it, in contact, and as near the middle as may be."""
    unit.rear_from, deep = 0, rows(unit)
    reaching = [guest for guest in unit.guests if guest.ranks == deep]
    over = (min(g.file for g in reaching), max(g.file + g.files for g in reaching)) if reaching else None
    casualties.settle_rear(battle, unit, over, BLOCKS)


@rule("t9a.attack.casualties")
def close_gap(battle: Battle, unit: Unit, place: GuestInRanks) -> None:
    """A guest is gone from its place: R&F models from the rear fill it (T9A-R196); where there are not enough, the
    first rank closes up."""
    deep, pose, width = rows(unit), unit.pose, battle.entry(unit).base_width
    unit.guests = tuple(guest for guest in unit.guests if guest.unit != place.unit)
    short = unit.files - sum(guest.files for guest in unit.guests) - unit.models
    if short > 0:
        unit.guests = _closed_up(unit.guests, range(place.file, place.file + short))
        left = short if place.file < (unit.files - 1) / 2 else 0
        unit.files -= short
        if pose is not None:
            stand(unit, moved(pose, right=(2 * left - short) * width / 2))
    unit.rear_from = max(0, min(unit.rear_from, unit.files - 1))
    settle_rear(battle, unit)
    if pose is not None:
        shift(unit, ahead=(deep - rows(unit)) * battle.entry(unit).base_depth / 2)


def gather(battle: Battle, unit: Unit, place: GuestInRanks, base: Rect) -> None:
    """One who was a guest is the unit's own only model from now on, on the base where it stood; the other guests close
    up to it in one rank."""
    others = tuple(guest for guest in unit.guests if guest.unit != place.unit)
    taken = {place.file, *(file for guest in others for file in range(guest.file, guest.file + guest.files))}
    gone = [file for file in range(unit.files) if file not in taken]
    unit.guests, unit.files, unit.rear_from = _closed_up(others, gone), len(taken), 0
    entry, own = battle.entry(unit), place.file - sum(file < place.file for file in gone)
    right = ((unit.files - 1) / 2 - own) * entry.base_width
    stand(unit, moved(base.pose, right=right, ahead=-(rows(unit) - 1) * entry.base_depth / 2))


@rule("t9a.special.raise_hp", "t9a.special.recover_hp")
def restore(battle: Battle, unit: Unit, health: int, *, raises: bool) -> int:
    """Give lost Health Points back: first to the wounded model; if they are Raised then as whole R&F models at the end
    of the rear rank.

    New ranks stand behind the last one. A model comes back only where it may stand; the rest is lost, and so is what
    would go beyond the starting number (T9A-R114). Returns the Health Points regained.
    """
    if battle.body(unit).pose is None:
        return 0
    hp = battle.profile(unit).hp
    healed = min(unit.wounds, health)
    unit.wounds -= healed
    if not raises or unit.host is not None or battle.entry(unit).is_character:
        return healed
    while healed < health and unit.lost > 0 and _add_model(battle, unit):
        unit.lost -= 1
        strength = min(hp, health - healed)
        unit.wounds = hp - strength
        healed += strength
    return healed


def _add_model(battle: Battle, unit: Unit) -> bool:
    """One model more at the end of the rear rank, or in a new rank; False if it has no legal place."""
    before, most = boundary(battle, unit), unit.frontage or battle.entry(unit).files

    def free(there: Pose) -> bool:
        # Nearer than 1" only to what was as near before; never newly in contact.
        return may_stand(battle, unit, boundary_at(battle, unit, there), before)

    if unit.guests:
        wider = unit.files < most and rows(unit) == 1
        return casualties.add_beside_guests(battle, unit, settle_rear, free, BLOCKS, wider=wider)
    return casualties.add_model(battle, unit, most, free, BLOCKS)
