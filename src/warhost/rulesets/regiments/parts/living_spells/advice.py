"""What living spells are worth to a side, wherever they stand: for computer players."""

from __future__ import annotations

from warhost.dice import Dice, odds
from warhost.rulesets.regiments.chapters.magic.spells import hits_of
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.wounds.damage import expected
from warhost.rulesets.regiments.core import Battle, SpellEffect, Unit, on_table, optional, perimeter
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.living_spells import moving, placing, state
from warhost.rulesets.regiments.parts.living_spells.spells import AROUND, CAST_WITHIN, LivingSpell
from warhost.table import Point, Pose, bases_overlap, direction

STEADY = 2
"""For so many rounds at most a spell is thought to stay where it is."""

SHARE, COVERED, SLOWED = 0.03, 0.03, 0.04
"""The part of a unit's worth that +1 to its dice, cover and slow ground count."""

GATES, WALL, DRAIN, TOKEN, SHOCK = 6.0, 8.0, 2.0, 8.0, 12.0
"""What spells are worth whose use nobody can foresee."""


def worth_of(battle: Battle, unit: Unit) -> float:
    """What is left of a unit, in points."""
    return battle.regiment(unit).points * unit.models / max(1, unit.start)


def value(battle: Battle, seat: int, spell: LivingSpell, pose: Pose, start: Point | None = None) -> float:
    """What a spell is worth to a side if it stands there, or comes there from where it was."""
    rounds = max(0, last_round(battle) - battle.turn) + 1
    if spell.carried:
        return TOKEN * (rounds - 1) if spell.tokens else DRAIN
    if spell.terrain:
        return WALL
    if spell.gate:
        return GATES * rounds / 4
    if spell.shock:
        return SHOCK
    total = 0.0
    for unit in _felt_by(battle, spell, pose, start):
        sign = 1.0 if unit.seat == seat else -1.0
        total += sign * _felt(battle, spell, unit) * min(rounds, STEADY)
    return total


def _felt_by(battle: Battle, spell: LivingSpell, pose: Pose, start: Point | None) -> list[Unit]:
    """The units that the spell would touch next."""
    larger = state.told(battle).larger
    if not spell.path:
        shape = state.shape_at(spell, pose.x, pose.y, pose.facing, larger=larger)
        return [unit for unit in on_table(battle) if state.is_near(battle, unit, shape, AROUND)]
    end = (pose.x, pose.y)
    if start is None:
        dx, dy = direction(pose.facing)
        far = 0.0 if spell.moves == "caster" else optional.measured(battle, moving.STRIDE)
        start, end = end, (pose.x + dx * far, pose.y + dy * far)
    shapes = moving.swept_by(spell, start, end, pose.facing, larger=larger)
    return [
        unit
        for unit in on_table(battle)
        if any(bases_overlap(shape, part) for shape in shapes for part in perimeter(battle, unit))
    ]


def _felt(battle: Battle, spell: LivingSpell, unit: Unit) -> float:
    """What the spell does for a unit near it, in points: below 0 if it harms it."""
    worth = worth_of(battle, unit)
    good = worth * (SHARE * (spell.shooting + spell.melee + spell.morale) + COVERED * spell.cover)
    good -= worth * SLOWED * bool(spell.slow)
    if spell.heals and (unit.wounds or unit.hero_wounds):
        good += worth * 0.1
    if spell.danger:
        good -= worth / 6
    if spell.hits:
        hits = round(odds.of(Dice.parse(spell.hits)).mean)
        piercing = (RuleText("AP", spell.ap),) if spell.ap else ()
        attack = hits_of(battle, unit, spell.name, SpellEffect(hits=hits, rules=piercing), unit, None)
        lives = max(1, unit.models * battle.regiment(unit).tough)
        good -= worth * min(1.0, expected(battle, attack).wounds / lives)
    return good


def best(battle: Battle, unit: Unit, spell: LivingSpell) -> float:
    """What a spell is worth that a unit casts, at the best of some places."""
    pose = unit.pose
    if pose is None:
        return 0.0
    places = placing.drafts(battle, unit.seat, (pose.x, pose.y), optional.measured(battle, CAST_WITHIN))
    return max(value(battle, unit.seat, spell, place) for place in places)
