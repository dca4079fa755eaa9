"""Which models leave a unit, and where models that come back stand (Damage: Removing Casualties)."""

from __future__ import annotations

from warhost.field.ranks import Ranks, narrowed, one_more, shortened, without_rear_ranks
from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import NO_ROOM, NO_SPOT, Battle, Unit
from warhost.rulesets.essence_of_war.contact import met
from warhost.rulesets.essence_of_war.formation import (
    boundary,
    boundary_at,
    last_rank,
    places,
    ranks_and_files,
    rows,
)
from warhost.rulesets.essence_of_war.rules import ranks_in_support
from warhost.rulesets.essence_of_war.spacing import may_stand
from warhost.table import Arc, Pose, direction, touches


@rule("eow.casualty.rear_rank", "eow.casualty.single_rank", "eow.unit.last_rank_short")
def remove_models(battle: Battle, unit: Unit, count: int) -> None:
    """Take so many models off, but not all, rank by rank from the rear.

    The front edge stays where it is; nobody else moves.
    """
    if unit.guest is not None:
        _close_around_guest(battle, unit, unit.models - count)
        return
    block, ranks, count = without_rear_ranks(ranks_and_files(unit), count)
    unit.models, unit.rear_from = block.models, block.rear_from
    for _ in range(ranks):
        _shift(unit, ahead=battle.entry(unit).base_depth / 2)
    if count and rows(unit) > 1:
        _shorten_last_rank(battle, unit, count)
    elif count:
        _shrink_single_rank(battle, unit, count)


@rule("eow.casualty.rear_rank", "eow.casualty.engaged_contact")
def _shorten_last_rank(battle: Battle, unit: Unit, count: int) -> None:
    """From the ends, so that the rest stands side by side as near the middle as may be (EOW-R086).

    Where enemies are at the flanks or the rear, as many models as possible stay in contact first; then as many as
    possible of those that support the first rank, which any owner would keep.
    """
    before, left = ranks_and_files(unit), last_rank(unit) - count
    unit.models -= count

    def worth(block: Ranks) -> tuple[int, int]:
        unit.rear_from = place = block.rear_from
        touching = _models_in_contact(battle, unit)[1] if at_risk else 0
        return touching, sum(place <= file < place + left for file in supported)

    supported = _supported_files(battle, unit)
    at_risk = any(foe.mine is not Arc.FRONT for foe in unit.foes)
    unit.rear_from = shortened(before, count, worth).rear_from


def _supported_files(battle: Battle, unit: Unit) -> set[int]:
    """The files in which a model of the last rank makes Supporting Attacks; none if that rank is too far back."""
    deepest = ranks_in_support(battle, unit)
    if not unit.foes or rows(unit) - 1 > deepest:
        return set()
    front = (foe for foe in unit.foes if foe.mine is Arc.FRONT)
    return {file for foe in front for _, file in met(battle, unit, foe)[0]}


@rule("eow.casualty.single_rank", "eow.casualty.engaged_contact", "eow.casualty.balance_per_batch")
def _shrink_single_rank(battle: Battle, unit: Unit, count: int) -> None:
    """As evenly as possible from both ends, the odd model from the right (EOW-R087).

    An Engaged unit first keeps as many enemy units, then as many models, in contact as it can. What earlier batches
    took from which end does not matter.
    """
    pose, width = unit.pose, battle.entry(unit).base_width
    assert pose is not None
    unit.models -= count
    unit.files = unit.models
    unit.rear_from = 0

    def take(from_left: int) -> None:
        stand(unit, _moved(pose, right=(2 * from_left - count) * width / 2))

    def worth(from_left: int) -> tuple[int, int]:
        take(from_left)
        return _models_in_contact(battle, unit)

    take(narrowed(count, worth if unit.foes else None))


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
    _shift(unit, ahead=(deep - rows(unit)) * base.base_depth / 2)


def _narrow_around_guest(battle: Battle, unit: Unit, count: int) -> None:
    """The only rank of R&F loses so many models at its ends, beside which the guest keeps its place."""
    pose, width, (rank, file) = unit.pose, battle.entry(unit).base_width, unit.spot
    assert pose is not None
    beside = unit.files - file - unit.room[0]
    files = unit.files - count

    def take(from_left: int) -> None:
        unit.files, unit.spot = files, (rank, file - from_left)
        unit.rear_from = unit.spot[1] if unit.room[1] > 1 else 0
        stand(unit, _moved(pose, right=(2 * from_left - count) * width / 2))

    def worth(from_left: int) -> tuple[int, int, float, int]:
        take(from_left)
        touching = _models_in_contact(battle, unit) if unit.foes else (0, 0)
        return (*touching, -abs(from_left - count / 2), -from_left)

    take(max(range(max(0, count - beside), min(file, count) + 1), key=worth))


def _settle_rear(battle: Battle, unit: Unit) -> None:
    """Where the last rank stands: over a guest that reaches into it, in contact, and as near the middle as may be."""
    unit.rear_from, deep = 0, rows(unit)
    filled = last_rank(unit)
    reaches = unit.guest is not None and unit.spot[0] + unit.room[1] == deep
    first, last = (unit.spot[1], unit.spot[1] + unit.room[0]) if reaches else (unit.files, 0)
    options = [
        place for place in range(unit.files - filled + 1) if not reaches or (place <= first and last <= place + filled)
    ]

    def worth(place: int) -> tuple[int, float, int]:
        unit.rear_from = place
        touching = _models_in_contact(battle, unit)[1] if unit.foes else 0
        return touching, -abs(place + filled / 2 - unit.files / 2), -place

    unit.rear_from = max(options, key=worth)


@rule("eow.adv.char.casualty_self")
def close_gap(battle: Battle, unit: Unit) -> None:
    """The guest is gone: R&F models from the rear fill its place, row by row, the front first (EOW-R088)."""
    stood = places(unit)
    unit.guest, unit.room, unit.spot = None, NO_ROOM, NO_SPOT
    left, unit.models = unit.models, stood
    remove_models(battle, unit, stood - left)


def _models_in_contact(battle: Battle, unit: Unit) -> tuple[int, int]:
    """How many enemy units the unit touches, and how many models of both sides are in base contact."""
    own = boundary(battle, unit)
    touching = [foe for foe in unit.foes if touches(own, boundary(battle, battle.units[foe.unit]))]
    return len(touching), sum(len(models) for foe in touching for models in met(battle, unit, foe))


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
    if unit.guest is not None:
        return _add_beside_guest(battle, unit)
    pose, entry = unit.pose, battle.entry(unit)
    assert pose is not None
    before, stood = boundary(battle, unit), ranks_and_files(unit)
    for grown in one_more(stood, entry.files):
        unit.models, unit.files, unit.rear_from = grown.ranks
        there = _moved(pose, right=grown.right * entry.base_width, ahead=grown.ahead * entry.base_depth)
        # Nearer than 1" only to what was as near before; never newly in contact.
        if there == pose or may_stand(battle, unit, boundary_at(battle, unit, there), before):
            stand(unit, there)
            return True
    unit.models, unit.files, unit.rear_from = stood
    return False


def _add_beside_guest(battle: Battle, unit: Unit) -> bool:
    """One R&F model more in a Combined Unit: in its last rank, beside its only one, or in a new rank."""
    pose, entry, before, deep = unit.pose, battle.entry(unit), boundary(battle, unit), rows(unit)
    assert pose is not None
    stood = (unit.models, unit.files, unit.rear_from)
    unit.models += 1
    aside = 0.0
    if unit.files < entry.files:
        unit.files += 1
        aside = entry.base_width / 2
    _settle_rear(battle, unit)
    there = _moved(pose, right=aside, ahead=(deep - rows(unit)) * entry.base_depth / 2)
    if there == pose or may_stand(battle, unit, boundary_at(battle, unit, there), before):
        stand(unit, there)
        return True
    unit.models, unit.files, unit.rear_from = stood
    return False


def _moved(pose: Pose, *, right: float = 0.0, ahead: float = 0.0) -> Pose:
    fx, fy = direction(pose.facing)
    return Pose(pose.x + fx * ahead + fy * right, pose.y + fy * ahead - fx * right, pose.facing)


def _shift(unit: Unit, *, right: float = 0.0, ahead: float = 0.0) -> None:
    assert unit.pose is not None
    stand(unit, _moved(unit.pose, right=right, ahead=ahead))
