"""Miscasts: what a caster brings upon itself, its unit and others (Winds of Power: Casting Spells)."""

from __future__ import annotations

import msgspec

from warhost.play.script import Script, draw_from, roll_sum
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, model_of
from warhost.rulesets.regiments.chapters.magic.spells import hits_of
from warhost.rulesets.regiments.chapters.wounds.damage import strike
from warhost.rulesets.regiments.core import Battle, SpellEffect, SpellText, Unit, on_table, optional, perimeter
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.winds_of_power import state
from warhost.rulesets.regiments.parts.winds_of_power.events import PowerDrained, SpellMiscast
from warhost.table import within

NEAR = 6.0
"""How near a unit must be to be hit in place of the unit of a caster that stands alone."""


class Miscast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the table: up to which roll it counts, and the dice of what it does."""

    name: str
    rule: str
    until: int
    hits: str
    ap: int = 0
    unit: str = ""
    casters: str = ""
    drain: str = ""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    miscast: tuple[Miscast, ...]


@rule("aofr.winds.miscast_table")
def miscast_on(total: int) -> Miscast:
    """What 2D6 say."""
    table = read_data("warhost.rulesets.regiments", "parts/winds_of_power.toml", _File).miscast
    return next(line for line in table if total <= line.until)


@rule("aofr.winds.miscast", "aofr.winds.miscast_table")
def miscast(battle: Battle, caster: CasterModel, spell: SpellText) -> Script[None]:
    """D3 dice leave the pool, then 2D6 tell what happens."""
    unit = battle.units[caster.unit]
    lost = yield from roll_sum("D3", why="Spell dice lost", rule="aofr.winds.miscast", seat=unit.seat, unit=unit.id)
    lost = min(lost, state.dice_of(battle, unit.seat))
    state.take_dice(battle, unit.seat, lost)
    rule_id = "aofr.winds.miscast_table"
    total = yield from roll_sum("2D6", why=f"Miscast of {spell.name}", rule=rule_id, seat=unit.seat, unit=unit.id)
    line = miscast_on(total)
    yield SpellMiscast(unit.id, spell.name, line.name, lost)
    yield from happens(battle, caster, line)


@rule("aofr.winds.cascade", "aofr.winds.detonation", "aofr.winds.boom", "aofr.winds.feedback")
@rule("aofr.winds.power_drain")
def happens(battle: Battle, caster: CasterModel, line: Miscast) -> Script[None]:
    """The caster takes hits, then its unit or whoever is near, other casters, or its own power does."""
    unit = battle.units[caster.unit]
    near = _near(battle, caster) if line.unit else []
    alone = unit.models == 1
    others = [one for one in state.casters_on(battle, unit.seat) if one != caster] if line.casters else []
    known = state.key_of(battle, caster)
    yield from _hits(battle, unit, unit, line.hits, line, caster.group)
    if line.unit and not alone:
        yield from _hits(battle, unit, unit, line.unit, line)
    elif line.unit and near:
        who = yield from draw_from([one.name for one in near], why=f"{line.name}: who is hit", rule=line.rule)
        yield from _hits(battle, unit, next(one for one in near if one.name == who), line.unit, line)
    for other in others:
        yield from _hits(battle, unit, battle.units[other.unit], line.casters, line, other.group)
    if line.drain and not unit.fate:
        yield from _drain(battle, unit, known, line)


def _near(battle: Battle, caster: CasterModel) -> list[Unit]:
    """The units of both sides within 6" of the caster (AOFR-R271)."""
    unit = battle.units[caster.unit]
    model = model_of(battle, unit, caster)
    if model is None:
        return []
    others = [other for other in on_table(battle) if other is not unit]
    far = optional.measured(battle, NEAR)
    return [one for one in others if any(within(model.base, part, far) for part in perimeter(battle, one))]


def _hits(
    battle: Battle, source: Unit, target: Unit, dice: str, line: Miscast, picked: int | None = None
) -> Script[None]:
    """So many hits on a unit, or on one of its models alone with its own Defense (AOFR-R271)."""
    if target.fate or not target.models:
        return
    hits = yield from roll_sum(dice, why=f"{line.name}: hits", rule=line.rule, seat=target.seat, unit=target.id)
    piercing = (RuleText("AP", line.ap),) if line.ap else ()
    attack = hits_of(battle, source, line.name, SpellEffect(hits=hits, rules=piercing), target, picked)
    yield from strike(battle, [attack])


@rule("aofr.winds.power_drain")
def _drain(battle: Battle, unit: Unit, known: str, line: Miscast) -> Script[None]:
    """The caster loses levels, down to none, and as many spells of its book (AOFR-R272)."""
    why = f"{line.name}: levels"
    levels = yield from roll_sum(line.drain, why=why, rule=line.rule, seat=unit.seat, unit=unit.id)
    winds = state.told(battle)
    book = list(winds.books.get(known, ()))
    forgotten: list[str] = []
    for _ in range(min(levels, len(book))):
        spell = yield from draw_from(book, why=f"{line.name}: spell forgotten", rule=line.rule, seat=unit.seat)
        book.remove(spell)
        forgotten.append(spell)
    lost = {**winds.lost, known: winds.lost.get(known, 0) + levels}
    state.keep(battle, msgspec.structs.replace(winds, lost=lost, books={**winds.books, known: tuple(book)}))
    yield PowerDrained(unit.id, levels, listed(forgotten))
