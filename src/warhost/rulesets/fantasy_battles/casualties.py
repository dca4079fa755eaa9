"""Which models leave a unit, and where models that come back stand (Attack Sequence: step 9)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.field.ranks import Ranks, narrowed, one_more, shortened, without_rear_ranks
from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.battle import Battle, Guest, Unit
from warhost.rulesets.fantasy_battles.contact import met
from warhost.rulesets.fantasy_battles.formation import (
    boundary,
    boundary_at,
    last_rank,
    ranks_and_files,
    rows,
)
from warhost.rulesets.fantasy_battles.rules import ranks_in_support
from warhost.rulesets.fantasy_battles.spacing import may_stand
from warhost.table import Arc, Pose, Rect, direction, touches


@rule("t9a.attack.casualties")
def remove_models(battle: Battle, unit: Unit, count: int) -> None:
    """Take so many models off, but not all, rank by rank from the rear (T9A-R136).

    The front edge stays where it is; nobody else moves.
    """
    unit.lost += count
    if unit.guests:
        _close_around_guests(battle, unit, unit.models - count)
        return
    block, ranks, count = without_rear_ranks(ranks_and_files(unit), count)
    unit.models, unit.rear_from = block.models, block.rear_from
    for _ in range(ranks):
        shift(unit, ahead=battle.entry(unit).base_depth / 2)
    if count and rows(unit) > 1:
        _shorten_last_rank(battle, unit, count)
    elif count:
        _shrink_single_rank(battle, unit, count)


@rule("t9a.attack.casualties")
def _shorten_last_rank(battle: Battle, unit: Unit, count: int) -> None:
    """From the ends, so that the rest stands side by side as near the middle as may be.

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


@rule("t9a.attack.casualties")
def _shrink_single_rank(battle: Battle, unit: Unit, count: int) -> None:
    """As evenly as possible from both ends, the odd model from the right.

    An Engaged unit first keeps as many enemy units, then as many models, in contact as it can.
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
            stand(unit, _moved(pose, right=(2 * from_left - count) * width / 2))

    def worth(from_left: int) -> tuple[int, int, float, int]:
        take(from_left)
        touching = _models_in_contact(battle, unit) if unit.foes and pose is not None else (0, 0)
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
    filled = last_rank(unit)
    reaching = [guest for guest in unit.guests if guest.ranks == deep]
    first = min((guest.file for guest in reaching), default=unit.files)
    last = max((guest.file + guest.files for guest in reaching), default=0)
    options = [
        place for place in range(unit.files - filled + 1) if not reaching or (place <= first and last <= place + filled)
    ]

    def worth(place: int) -> tuple[int, float, int]:
        unit.rear_from = place
        touching = _models_in_contact(battle, unit)[1] if unit.foes else 0
        return touching, -abs(place + filled / 2 - unit.files / 2), -place

    unit.rear_from = max(options, key=worth)


@rule("t9a.attack.casualties")
def close_gap(battle: Battle, unit: Unit, place: Guest) -> None:
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
            stand(unit, _moved(pose, right=(2 * left - short) * width / 2))
    unit.rear_from = max(0, min(unit.rear_from, unit.files - 1))
    settle_rear(battle, unit)
    if pose is not None:
        shift(unit, ahead=(deep - rows(unit)) * battle.entry(unit).base_depth / 2)


def gather(battle: Battle, unit: Unit, place: Guest, base: Rect) -> None:
    """One who was a guest is the unit's own only model from now on, on the base where it stood; the other guests close
    up to it in one rank."""
    others = tuple(guest for guest in unit.guests if guest.unit != place.unit)
    taken = {place.file, *(file for guest in others for file in range(guest.file, guest.file + guest.files))}
    gone = [file for file in range(unit.files) if file not in taken]
    unit.guests, unit.files, unit.rear_from = _closed_up(others, gone), len(taken), 0
    entry, own = battle.entry(unit), place.file - sum(file < place.file for file in gone)
    right = ((unit.files - 1) / 2 - own) * entry.base_width
    stand(unit, _moved(base.pose, right=right, ahead=-(rows(unit) - 1) * entry.base_depth / 2))


def _models_in_contact(battle: Battle, unit: Unit) -> tuple[int, int]:
    """How many enemy units the unit touches, and how many models of both sides are in base contact."""
    own = boundary(battle, unit)
    touching = [foe for foe in unit.foes if touches(own, boundary(battle, battle.units[foe.unit]))]
    return len(touching), sum(len(models) for foe in touching for models in met(battle, unit, foe))


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
    most = unit.frontage or battle.entry(unit).files
    if unit.guests:
        return _add_beside_guests(battle, unit, most)
    pose, entry = unit.pose, battle.entry(unit)
    assert pose is not None
    before, stood = boundary(battle, unit), ranks_and_files(unit)
    for grown in one_more(stood, most):
        unit.models, unit.files, unit.rear_from = grown.ranks
        there = _moved(pose, right=grown.right * entry.base_width, ahead=grown.ahead * entry.base_depth)
        # Nearer than 1" only to what was as near before; never newly in contact.
        if there == pose or may_stand(battle, unit, boundary_at(battle, unit, there), before):
            stand(unit, there)
            return True
    unit.models, unit.files, unit.rear_from = stood
    return False


def _add_beside_guests(battle: Battle, unit: Unit, most: int) -> bool:
    """One R&F model more in a unit with guests: in its last rank, beside its only one, or in a new rank."""
    pose, entry, before, deep = unit.pose, battle.entry(unit), boundary(battle, unit), rows(unit)
    assert pose is not None
    stood = (unit.models, unit.files, unit.rear_from)
    unit.models += 1
    aside = 0.0
    if unit.files < most and deep == 1:
        unit.files += 1
        aside = entry.base_width / 2
    settle_rear(battle, unit)
    there = _moved(pose, right=aside, ahead=(deep - rows(unit)) * entry.base_depth / 2)
    if there == pose or may_stand(battle, unit, boundary_at(battle, unit, there), before):
        stand(unit, there)
        return True
    unit.models, unit.files, unit.rear_from = stood
    return False


def _moved(pose: Pose, *, right: float = 0.0, ahead: float = 0.0) -> Pose:
    fx, fy = direction(pose.facing)
    return Pose(pose.x + fx * ahead + fy * right, pose.y + fy * ahead - fx * right, pose.facing)


def shift(unit: Unit, *, right: float = 0.0, ahead: float = 0.0) -> None:
    """Move a unit on the table without a move of its own: its block has changed, and its front edge stays."""
    assert unit.pose is not None
    stand(unit, _moved(unit.pose, right=right, ahead=ahead))
