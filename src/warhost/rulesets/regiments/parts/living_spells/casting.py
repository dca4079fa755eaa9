"""Casting living spells and unbinding those of the enemy (Living Spells)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.play.questions import Option
from warhost.play.script import Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, Way, casters_of, model_of
from warhost.rulesets.regiments.core import Battle, Unit, optional
from warhost.rulesets.regiments.parts.living_spells import placing, state
from warhost.rulesets.regiments.parts.living_spells.events import (
    LivingSpellGone,
    LivingSpellPlaced,
    LivingSpellUnbound,
)
from warhost.rulesets.regiments.parts.living_spells.spells import CAST_WITHIN, SLUG, LivingSpell, spells
from warhost.rulesets.regiments.parts.living_spells.state import Living
from warhost.table import Base, Circle, bases_within

CAST, UNBIND = f"{SLUG}:cast", f"{SLUG}:unbind"


@rule("aofr.living.cast", "aofr.living.unbind")
def options(battle: Battle, unit: Unit, way: Way) -> Iterator[Option]:
    """The living spells that casters of the unit may try, and those of the enemy that they may unbind: each once in an
    activation, if they can pay for it and stand on the table."""
    for caster in casters_of(battle, unit):
        if model_of(battle, unit, caster) is None:
            continue
        for name in state.drawn_by(battle, unit.seat):
            text = spells()[name].text_of_spell
            if _tried(caster, name) not in unit.tried and way.may_try(battle, caster, text):
                label = f"{name}, a living spell, {way.price(battle, caster, text)}"
                odds = (way.chance(battle, caster, text),)
                yield Option(f"{CAST}:{caster.place}:{name}", label, odds, unit.id, text=text.text)
        for living in near_enemy_spells(battle, unit, caster):
            text = living.spell.text_of_spell
            if _tried(caster, f"unbind {living.name}") not in unit.tried and way.may_try(battle, caster, text):
                label = f"Unbind {living.name} {way.price(battle, caster, text)}"
                odds = (way.chance(battle, caster, text),)
                yield Option(f"{UNBIND}:{caster.place}:{living.name}", label, odds, unit.id, text=text.text)


def _tried(caster: CasterModel, name: str) -> str:
    return f"{SLUG} {caster.group}.{caster.place}:{name}"


@rule("aofr.living.unbind")
def near_enemy_spells(battle: Battle, unit: Unit, caster: CasterModel) -> list[Living]:
    """The enemy's living spells within 12" of the caster model (AOFR-R283)."""
    model = model_of(battle, unit, caster)
    if model is None:
        return []
    return [
        living
        for living in state.in_play(battle)
        if living.seat != unit.seat
        and any(
            bases_within(model.base, shape, optional.measured(battle, CAST_WITHIN))
            for shape in state.shapes(battle, living)
        )
    ]


def attempt(battle: Battle, unit: Unit, key: str, way: Way) -> Script[None]:
    """A caster of the unit tries what an option names."""
    _, deed, place, name = key.split(":", 3)
    caster = casters_of(battle, unit)[int(place)]
    if deed == "cast":
        yield from cast(battle, unit, caster, spells()[name], way)
    else:
        yield from unbind(battle, unit, caster, name, way)


@rule("aofr.living.cast", "aofr.living.one_in_play")
def cast(battle: Battle, unit: Unit, caster: CasterModel, spell: LivingSpell, way: Way) -> Script[None]:
    """The spell is cast like any other; if it goes off it is placed, and the one before it is gone."""
    unit.tried = (*unit.tried, _tried(caster, spell.name))
    told = f"{acts(unit.name, 'casts')} {spell.name}, a living spell."
    if not (yield from casting.goes_off(battle, caster, spell.text_of_spell, (), way, told)):
        return
    living = yield from _placed(battle, unit, caster, spell)
    if living is None:
        yield LivingSpellGone(spell.name, "there was no room for it")
        return
    old = next((one for one in state.told(battle).play if one.seat == unit.seat), None)
    if old is not None:
        state.take_off(battle, old)
        yield LivingSpellGone(old.name, "another living spell took its place")
    state.put(battle, living)
    shape = state.shapes(battle, living)[0]
    yield LivingSpellPlaced(unit.id, spell.name, shape.x, shape.y)


@rule("aofr.living.linked_voidgates", "aofr.living.twin_shock_spheres", "aofr.living.cast")
def _placed(battle: Battle, unit: Unit, caster: CasterModel, spell: LivingSpell) -> Script[Living | None]:
    """Where the spell stands: under its caster, or where its player puts it; a second copy near the first."""
    bare = Living(spell.name, unit.seat, unit.id, caster.group)
    if spell.carried:
        return bare
    model = model_of(battle, unit, caster)
    if model is None:
        return None
    text = f"Where do you place {spell.name}?"
    pose = yield from _ask(battle, unit, spell, text, model.base, CAST_WITHIN)
    if pose is None:
        return None
    first = msgspec.structs.replace(bare, x=pose[0], y=pose[1], facing=pose[2])
    if not spell.second:
        return first
    shape = state.shape_at(spell, first.x, first.y, first.facing, larger=state.told(battle).larger)
    other = yield from _ask(
        battle, unit, spell, f"Where do you place the second copy of {spell.name}?", shape, spell.second
    )
    return None if other is None else msgspec.structs.replace(first, second=other[:2])


def _ask(
    battle: Battle, unit: Unit, spell: LivingSpell, text: str, near: Base, reach: float
) -> Script[tuple[float, float, float] | None]:
    reach = optional.measured(battle, reach)
    test = placing.may_stand(battle, spell, near, reach, new=True)
    around = (near.x, near.y)
    wide = near.radius if isinstance(near, Circle) else max(near.width, near.depth) / 2
    pose = yield from placing.ask_place(battle, unit.seat, spell, text, test, around, reach + wide)
    return None if pose is None else (round(pose.x, 9), round(pose.y, 9), round(pose.facing, 9))


@rule("aofr.living.unbind")
def unbind(battle: Battle, unit: Unit, caster: CasterModel, name: str, way: Way) -> Script[None]:
    """The caster pays and rolls as if it cast the spell; if that succeeds the spell is gone (AOFR-R283)."""
    living = next(one for one in near_enemy_spells(battle, unit, caster) if one.name == name)
    unit.tried = (*unit.tried, _tried(caster, f"unbind {name}"))
    text = living.spell.text_of_spell
    told = f"{acts(unit.name, 'tries')} to unbind {name}."
    if (yield from way.cast(battle, caster, text, (), way.target(battle, caster, text), told)):
        state.take_off(battle, living)
        yield LivingSpellUnbound(unit.id, name)
