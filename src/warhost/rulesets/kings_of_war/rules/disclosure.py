"""When a hidden artefact becomes known: at its first use, or when a number that both players see shows it.

Until then the odds that the other player reads are worked out without it.

What happens is told in events. Where artefacts are hidden, each event is looked at: would it read the same if the unit
had no artefact? If not, everybody knows it from then on (KOW-R157).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from warhost.play.events import Event
from warhost.play.script import Ask, Script
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks, fire, magic, nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.combat.strikes import FACINGS
from warhost.rulesets.kings_of_war.chapters.movement import command
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Unit,
    apart,
    events,
    facing_towards,
    footprint,
    named,
    speakers,
    spells_of,
    values,
)
from warhost.rulesets.kings_of_war.shown.hidden import as_seen
from warhost.table import TOLERANCE, Arc

Figure = Callable[[Battle], Any]
"""What players see of something; worked out with the artefact and without."""


def disclosed(battle: Battle, script: Script[None]) -> Script[None]:
    """The same step; what it tells may give hidden artefacts away."""
    return _followed(battle, script) if battle.settings.hidden_artefacts else script


def _followed(battle: Battle, script: Script[None]) -> Script[None]:
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        if isinstance(asked, Ask):
            asked = asked.within(partial(as_seen, battle, asked.seat))
        answer = yield asked
        if isinstance(asked, Event):
            yield from _looked_at(battle, asked)


@rule("kow.artefact.hidden")
def _looked_at(battle: Battle, event: Event) -> Script[None]:
    """Whoever an event gives away has a known artefact from now on."""
    figure = _figure(battle, event)
    for unit in battle.units:
        if not is_secret(battle, unit):
            continue
        used = isinstance(event, events.ArtefactUsed) and event.unit == unit.id
        if used or (figure is not None and figure(battle) != figure(without(battle, unit))):
            unit.shown = True
            yield events.ArtefactShown(unit.id, battle.entry(unit).artefact)


def is_secret(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has an artefact that the enemy does not know."""
    return bool(battle.entry(unit).artefact) and not unit.shown


def without(battle: Battle, unit: Unit) -> Battle:
    """The same battle, to look at, in which the unit has no artefact."""
    entries = list(battle.scene.entries)
    entries[unit.entry] = msgspec.structs.replace(entries[unit.entry], artefact="")
    return msgspec.structs.replace(battle, scene=msgspec.structs.replace(battle.scene, entries=tuple(entries)))


def _figure(battle: Battle, event: Event) -> Figure | None:
    """What an event shows; None if it shows nothing that an artefact could change."""
    match event:
        case events.NerveTested():
            return lambda seen: _nerve(seen, seen.units[event.unit], event.cause)
        case events.NerveRerolled():
            return lambda seen: nerve.inspiring(seen, nerve.NerveTest(seen, seen.units[event.unit], "combat")) is None
        case events.UnitAttacked():
            facing = next(arc for arc, name in FACINGS.items() if name == event.facing)
            return lambda seen: _attack(seen, event.unit, event.target, facing)
        case events.UnitShot():
            return lambda seen: _shot(seen, seen.units[event.unit], event.target, event.weapon)
        case events.SpellCast():
            return lambda seen: _cast(seen, seen.units[event.unit], event.target, event.spell)
        case events.DamageHealed():
            return lambda seen: _level(seen, seen.units[event.unit], event.what)
        case events.UnitSteadied(by=by) if by:
            return lambda seen: _level(seen, seen.units[event.unit], by)
        case events.UnitMoved() | events.UnitCharged():
            return lambda seen: _mobility(seen, seen.units[event.unit])
        case events.CommandOrderTried():
            far = apart(battle, battle.units[event.commander], battle.units[event.unit]) > command.REACH + TOLERANCE
            return lambda seen: _command(seen, seen.units[event.commander], far=far)
    return None


def _nerve(seen: Battle, unit: Unit, cause: str) -> object:
    test = nerve.prepared(seen, unit, cause)  # type: ignore[arg-type]
    return test.nerve.total, test.added.total


def _attack(seen: Battle, attacker: int, target: int, facing: Arc) -> object:
    """What attacks in combat need, what is thrown again and what may be added, whatever their number is."""
    unit, enemy = seen.units[attacker], seen.units[target]
    favoured = frozenset(one.name for one in speakers(seen, unit).at("favours") if one.favours(seen, unit))
    need = values.melee(seen, unit) or 0
    more = [str(one.bonus_attacks(seen, unit, enemy)) for one in speakers(seen, unit).at("bonus_attacks")]
    lot = Lot("combat", attacker, target, 2, need, facing=facing, what="", rule="", favoured=favoured)
    return _dice(attacks.prepared(seen, lot)), more


def _shot(seen: Battle, unit: Unit, target: int, name: str) -> object:
    """What a weapon needs, if the unit has it, and from how high up it sees."""
    weapon = next((one for one in fire.weapons_of(seen, unit) if one.name == name), None)
    if weapon is None:
        return None
    need = fire.shooting(seen, unit, weapon) or 0
    facing = facing_towards(footprint(seen, seen.units[target]), footprint(seen, unit))
    lot = Lot("ranged", unit.id, target, 2, need, facing=facing, what="", rule="", armed=weapon.rules)
    lot.artefact = weapon.artefact
    return _dice(attacks.prepared(seen, lot)), values.eye_height(seen, unit)


def _cast(seen: Battle, unit: Unit, target: int, name: str) -> object:
    """What a spell needs, if the unit has it that strong, and whether it reaches the target."""
    known = next((one for one in spells_of(seen, unit) if magic.title(one) == name), None)
    if known is None:
        return None
    spell = magic.spell_of(known)
    inches = 0.0 if target == unit.id else apart(seen, unit, seen.units[target])
    reach = magic.reach_of(seen, unit, spell)
    lot = magic.lot_of(seen, unit, known, seen.units[target], fire.Aim(Arc.FRONT))
    return inches <= reach + TOLERANCE, _dice(lot)


def _dice(lot: Lot) -> object:
    """What dice need, and which are thrown again."""
    again = [lot.hit_ones_by, lot.damage_ones_by, lot.one_hit_by, lot.one_damage_by]
    return attacks.to_hit(lot), attacks.to_damage(lot), [one and one.name for one in again]


def _level(seen: Battle, unit: Unit, what: str) -> object:
    """How strong a rule of the unit is, if it has it."""
    known = named(seen, unit, what)
    return known and str(known.level(seen))


def _mobility(seen: Battle, unit: Unit) -> object:
    """How a unit moves."""
    present = speakers(seen, unit)
    ways = [bool(present.at(moment)) for moment in ("flies", "strides", "pathfinds", "scouts")]
    more = [str(one.charge_bonus(seen, unit)) for one in present.at("charge_bonus")]
    return values.speed(seen, unit), ways, more


def _command(seen: Battle, commander: Unit, *, far: bool) -> object:
    return command.dice_of(seen, commander), far and command.reach_of(seen, commander)
