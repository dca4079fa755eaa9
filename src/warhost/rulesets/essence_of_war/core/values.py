"""Characteristics with everything that changes them (Basic Army Rules: Characteristics)."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.rules.rulebase import Speakers
from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.essence_of_war.core.contact import allied
from warhost.rulesets.essence_of_war.core.entries import Profile
from warhost.rulesets.essence_of_war.core.moments import Speaker, bearers, is_heard, speakers, spoken

_FIELDS = {"def": "def_", "str": "str_"}

CEILINGS = {"arm": 5, "agi": 10, "dis": 10}
"""The only characteristics with an upper limit (eow.stat.armour_cap, eow.stat.agi_dis_cap, eow.stat.no_other_cap)."""

FLOORS = {"agi": 1, "att": 1}
"""Every other characteristic stops at 0 (eow.stat.floor_one, eow.stat.floor_zero)."""


def printed(profile: Profile, name: str) -> int:
    """The characteristic as the entry prints it."""
    number: int = getattr(profile, _FIELDS.get(name, name))
    return number


@rule("eow.stat.shared_profile", "eow.unit.effect_hits_all")
def tally(battle: Battle, unit: Unit, name: str) -> Tally:
    """A characteristic of every model of the unit, with what makes it up; not yet held to its limits."""
    result = Tally(printed(battle.profile(unit), name))
    hear(battle, unit, name, result)
    return result


def hear(battle: Battle, unit: Unit, name: str, result: Tally) -> None:
    """What rules of the unit, of its foes and of its friends say to a value of its models: first what sets it."""
    own = speakers(battle, unit)
    for speaker in own.at("sets"):
        set_to = speaker.sets(battle, unit, name)
        if set_to is not None:
            result.base = set_to
    for speaker in own.at("on_value"):
        speaker.on_value(battle, unit, name, result)
    _hear_foes(battle, unit, name, result)
    for bearer, speaker in _others(battle, unit, "on_friends_value"):
        speaker.on_friends_value(battle, bearer, unit, name, result)


@rule("eow.multi.ally_army_rules")
def _others(battle: Battle, unit: Unit, moment: str) -> Iterator[tuple[Unit, Speaker]]:
    """Rules that speak of a unit's values: those of its foes, or of its whole side."""
    own = battle.body(unit)
    if moment == "on_foes_value":
        bodies = [battle.units[foe.unit] for foe in own.foes]
    else:
        # Who is not on the table is near nobody.
        bodies = bearers(battle, unit.seat, moment) if own.pose is not None else []
    for body in bodies:
        guest = battle.guest_of(body)
        for bearer in (body,) if guest is None else (body, guest):
            for speaker in speakers(battle, bearer).at(moment):
                if not (speaker.id.startswith("eow.list.") and allied(body, own)):
                    yield bearer, speaker


def value(battle: Battle, unit: Unit, name: str) -> int:
    """A characteristic with all modifiers, within its limits; a printed one is."""
    own = speakers(battle, unit)
    if not _changes(battle, unit, own):
        return printed(battle.profile(unit), name)
    found = tally(battle, unit, name)
    total = limited(name, found.base, found.total)
    for speaker in own.at("caps"):
        cap = speaker.caps(battle, unit, name)
        if cap is not None:
            total = min(total, cap)
    return total


def taken_by_foes(battle: Battle, unit: Unit, name: str) -> int:
    """What rules of the foes that it touches add to a characteristic of the unit, mostly less than nothing."""
    found = Tally(0)
    _hear_foes(battle, unit, name, found)
    return found.total


def _hear_foes(battle: Battle, unit: Unit, name: str, result: Tally) -> None:
    for bearer, speaker in _others(battle, unit, "on_foes_value"):
        speaker.on_foes_value(battle, bearer, unit, name, result)


def _changes(battle: Battle, unit: Unit, own: Speakers[Speaker]) -> bool:
    """Whether any rule may change characteristics of the unit's models; `own` are its own."""
    if own.at("on_value") or own.at("sets") or is_heard(battle, "on_friends_value"):
        return True
    return is_heard(battle, "on_foes_value") and bool(battle.body(unit).foes)


@rule("eow.stat.armour_cap", "eow.stat.agi_dis_cap", "eow.stat.no_other_cap")
@rule("eow.stat.floor_zero", "eow.stat.floor_one", "eow.stat.agi_zero_fixed")
def limited(name: str, base: int, modified: int) -> int:
    """Hold a modified characteristic to its ceiling and floor.

    A printed Agility of 0 never changes, nor do Attacks of which the entry prints none (EOW-R017).
    """
    if base == 0 and name in ("agi", "att"):
        return 0
    ceiling = CEILINGS.get(name)
    if ceiling is not None and modified > ceiling:
        # A printed value is never cut down, only bonuses beyond the ceiling are lost.
        modified = max(ceiling, min(base, modified))
    floor = FLOORS.get(name, 0)
    return max(modified, min(base, floor))


@rule("eow.move.advance.lowest", "eow.charge.range.lowest_adv")
def rate(battle: Battle, unit: Unit, name: str) -> int:
    """The Advance or March Rate of the whole unit: the lowest among its models."""
    own, guest = value(battle, unit, name), battle.guest_of(unit)
    return own if guest is None else min(own, value(battle, guest, name))


@rule("eow.diff.fly")
def flies(battle: Battle, unit: Unit, *, running: bool = False) -> bool:
    """Whether the unit flies; by the advanced text nobody does who flees, pursues or overruns (EOW-R063)."""
    if running and battle.scene.settings.mode == "advanced":
        return False
    return any(speaker.flies for _, speaker in spoken(battle, unit, "flies"))
