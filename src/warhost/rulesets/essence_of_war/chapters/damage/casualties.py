"""Which models leave a unit, and where models that come back stand (Damage: Removing Casualties)."""

from __future__ import annotations

from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import (
    NO_ROOM,
    NO_SPOT,
    Battle,
    Unit,
    boundary,
    boundary_at,
    may_stand,
    met,
    places,
    ranks_and_files,
    ranks_in_support,
    rows,
)
from warhost.rulesets.families.ninth_age.chapters import casualties
from warhost.rulesets.families.ninth_age.chapters.casualties import Blocks, moved, shift
from warhost.table import Pose


def _base(battle: Battle, unit: Unit) -> tuple[float, float]:
    entry = battle.scene.entries[unit.entry]
    return entry.base_width, entry.base_depth


BLOCKS: Blocks[Battle, Unit] = Blocks(
    boundary=boundary, ranks=ranks_and_files, base=_base, met=met, support=ranks_in_support
)


@rule("eow.casualty.rear_rank", "eow.casualty.single_rank", "eow.unit.last_rank_short", "eow.casualty.engaged_contact")
@rule("eow.casualty.balance_per_batch")
def remove_models(battle: Battle, unit: Unit, count: int) -> None:
    """Take so many models off, but not all, rank by rank from the rear.

    The front edge stays where it is; nobody else moves. The last rank gives way at its ends, so that the rest stands as
    near the middle as may be (EOW-R086); a single rank at both ends evenly, the odd model from the right (EOW-R087).
    What is in contact with enemies stays so first.
    """
    if unit.guest is not None:
        _close_around_guest(battle, unit, unit.models - count)
        return
    casualties.remove_models(battle, unit, count, BLOCKS)


@rule("eow.adv.char.casualty_shift", "eow.special.war_platform.place")
def _close_around_guest(battle: Battle, unit: Unit, left: int) -> None:
    """So many R&F models are left around their guest, who is never taken in their place.

    Ranks close from the rear. Where not even the first is full any more, both its ends give way as evenly as the
    guest allows, the odd model from the right (EOW-R087). A guest behind a rank that is no longer full steps to the
    front (EOW-R190).
    """
    if unit.spot[0] > 0 and left < unit.files:
        unit.spot = (0, unit.spot[1])
    deep, base = rows(unit), battle.entry(unit)
    short = unit.files - unit.room[0] - left if unit.spot[0] == 0 else 0
    unit.models = left
    if short > 0:
        _narrow_around_guest(battle, unit, short)
    unit.rear_from = max(0, min(unit.rear_from, unit.files - 1))
    _settle_rear(battle, unit)
    shift(unit, ahead=(deep - rows(unit)) * base.base_depth / 2)


def _narrow_around_guest(battle: Battle, unit: Unit, count: int) -> None:
    """The only rank of R&F loses so many models at its ends, beside which the guest keeps its place."""
    pose, width, (rank, file) = unit.pose, battle.entry(unit).base_width, unit.spot
    assert pose is not None
    beside = unit.files - file - unit.room[0]
    files = unit.files - count

    def take(from_left: int) -> None:
        unit.files, unit.spot = files, (rank, file - from_left)
        unit.rear_from = unit.spot[1] if unit.room[1] > 1 else 0
        stand(unit, moved(pose, right=(2 * from_left - count) * width / 2))

    def worth(from_left: int) -> tuple[int, int, float, int]:
        take(from_left)
        touching = casualties.models_in_contact(battle, unit, BLOCKS) if unit.foes else (0, 0)
        return (*touching, -abs(from_left - count / 2), -from_left)

    take(max(range(max(0, count - beside), min(file, count) + 1), key=worth))


def _settle_rear(battle: Battle, unit: Unit) -> None:
    """Where the last rank stands: over a guest that reaches into it, in contact, and as near the middle as may be."""
    unit.rear_from, deep = 0, rows(unit)
    file, wide = unit.spot[1], unit.room[0]
    reaches = unit.guest is not None and unit.spot[0] + unit.room[1] == deep
    casualties.settle_rear(battle, unit, (file, file + wide) if reaches else None, BLOCKS)


@rule("eow.adv.char.casualty_self")
def close_gap(battle: Battle, unit: Unit) -> None:
    """The guest is gone: R&F models from the rear fill its place, row by row, the front first (EOW-R088)."""
    stood = places(unit)
    unit.guest, unit.room, unit.spot = None, NO_ROOM, NO_SPOT
    left, unit.models = unit.models, stood
    remove_models(battle, unit, stood - left)


def restore(battle: Battle, unit: Unit, health: int) -> int:
    """Give lost Health Points back: first to the wounded model, then as whole models at the end of the rear rank.

    New ranks stand behind the last one. A model comes back only where it may stand; the rest is lost, and so is what
    would go beyond the starting number (EOW-R119). Returns the Health Points regained.
    """
    if battle.body(unit).pose is None:
        return 0
    hp = battle.profile(unit).hp
    healed = min(unit.wounds, health)
    unit.wounds -= healed
    most = battle.entry(unit).models - unit.replaced
    while healed < health and unit.models < most and _add_model(battle, unit):
        strength = min(hp, health - healed)
        unit.wounds = hp - strength
        healed += strength
    return healed


def _add_model(battle: Battle, unit: Unit) -> bool:
    """One model more at the end of the rear rank, or in a new rank; False if it has no legal place."""
    before, most = boundary(battle, unit), battle.entry(unit).files

    def free(there: Pose) -> bool:
        # Nearer than 1" only to what was as near before; never newly in contact.
        return may_stand(battle, unit, boundary_at(battle, unit, there), before)

    if unit.guest is not None:
        wider = unit.files < most
        return casualties.add_beside_guests(battle, unit, _settle_rear, free, BLOCKS, wider=wider)
    return casualties.add_model(battle, unit, most, free, BLOCKS)
