"""What spells are worth on average: the chance that they get through, what they take, heal and change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.play.battle import copied
from warhost.play.counsel import Spell
from warhost.rulesets.fantasy_battles.battle import Effect, Unit
from warhost.rulesets.fantasy_battles.casting import Casting, power
from warhost.rulesets.fantasy_battles.formation import health, whole_health
from warhost.rulesets.fantasy_battles.healing import most_back, res_value
from warhost.rulesets.fantasy_battles.magic_odds import chance_of_miscast, chance_through, chance_to_dispel
from warhost.rulesets.fantasy_battles.rules import SPELLS
from warhost.rulesets.fantasy_battles.spell_base import DamageSpell, LastingSpell, MagicalMove

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.counsel import FantasyCounsel

MOVE_SPELL = 0.8
"""What a move more is worth to a unit."""

MISCAST = 3.0
"""The Health Points that a Miscast costs the caster and its unit, roughly."""

WORDS = 1.5
"""What a spell is worth of which no more is known than that it does something."""


def spell_of(counsel: FantasyCounsel, casting: Casting) -> Spell:
    """A spell as the captain weighs it: its chance, its cost, what it takes and what it changes."""
    pool, spell = counsel.dice(), SPELLS[casting.spell.name]
    lasts = issubclass(spell, LastingSpell) and bool(casting.targets)
    hurt = {
        unit.id: lost for unit in spell.at_risk(counsel.battle, casting) if (lost := _lost(counsel, casting, unit)) > 0
    }
    own = {unit for unit in hurt if counsel.unit(unit).seat == counsel.seat}
    worth = -sum(counsel.harm(counsel.battle.body(counsel.unit(unit)), hurt[unit]) for unit in own)
    worth += _helped(counsel, casting)
    return Spell(
        casting.spell.name,
        _ways(counsel, casting, pool),
        lambda dice, against: _through(counsel, casting, dice, against),
        lambda dice: _cost(counsel, casting, dice),
        worth,
        {counsel.battle.body(counsel.unit(unit)).id: lost for unit, lost in hurt.items() if unit not in own},
        tuple(counsel.battle.body(counsel.unit(unit)).id for unit in casting.targets) if lasts else (),
        (lambda: [_after(counsel, casting)]) if lasts else None,
    )


def _ways(counsel: FantasyCounsel, casting: Casting, pool: int) -> tuple[int, ...]:
    dice = (2, 3) if casting.bound is not None else range(1, 6)
    return tuple(number for number in dice if number <= pool)


def _through(counsel: FantasyCounsel, casting: Casting, dice: int, against: int) -> float:
    """The chance that it gets through. An enemy is taken to answer with one die more."""
    answer = min(against, dice + 1)
    if casting.bound is not None:
        return 1.0 - chance_to_dispel(answer, power(counsel.battle, casting, dice)) if answer else 1.0
    lead = casting.roll.total - casting.dispel.total
    rerolls = casting.rerolls_ones is not None
    return chance_through(dice, casting.to_roll, answer, lead, casting.miscast.total, rerolls)


def _cost(counsel: FantasyCounsel, casting: Casting, dice: int) -> float:
    """What a Miscast costs on average, once the spell is cast: the more dice, the harder it strikes."""
    if casting.bound is not None or dice < 3:
        return 0.0
    rerolls = casting.rerolls_ones is not None
    chance = chance_of_miscast(dice, casting.to_roll, casting.miscast.total, rerolls)
    caster = casting.caster
    each = counsel.price(caster) / max(1, health(counsel.battle, caster))
    return chance * min(MISCAST * each, counsel.price(caster))


def _lost(counsel: FantasyCounsel, casting: Casting, target: Unit) -> float:
    """The Health Points that a spell takes from a unit on average."""
    spell = SPELLS[casting.spell.name]
    if not issubclass(spell, DamageSpell):
        return 0.0
    found = spell.losses(counsel.battle, casting, target)
    return found.mean


def _helped(counsel: FantasyCounsel, casting: Casting) -> float:
    """What a spell is worth by its own manner: health that comes back, moves, and what nobody can weigh."""
    spell, total = SPELLS[casting.spell.name], 0.0
    if issubclass(spell, MagicalMove):
        return MOVE_SPELL * len(casting.targets)
    if issubclass(spell, DamageSpell | LastingSpell):
        return 0.0
    for number in casting.targets:
        unit = counsel.battle.body(counsel.unit(number))
        if unit.seat == counsel.seat:
            now = whole_health(counsel.battle, unit)
            back = most_back(counsel.battle, unit, res_value(counsel.battle, unit), raises=True)
            total += counsel.worth(unit, now + back) - counsel.worth(unit, now)
    return total or WORDS


def _after(counsel: FantasyCounsel, casting: Casting) -> FantasyCounsel:
    """The table with the spell in effect."""
    there = copied(counsel.battle)
    for number in casting.targets:
        target = there.units[number]
        body = there.body(target)
        only = target.entry if target.host is not None else -1
        name, caster = casting.spell.name, casting.caster
        laid = Effect(name, caster.seat, caster.entry, version=casting.version.name, only=only)
        body.effects = (*(one for one in body.effects if one.spell != laid.spell), laid)
    return type(counsel)(there, counsel.seat)
