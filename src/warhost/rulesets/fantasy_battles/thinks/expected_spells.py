"""What spells are worth on average: the chance that they get through, what they take, heal and change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

import msgspec

from warhost.play.counsel.counsel import After, Spell
from warhost.play.counsel.exact import forms
from warhost.play.counsel.throws import counted, mean, mean_number
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.chapters.damage.damage import chain
from warhost.rulesets.fantasy_battles.chapters.magic import miscast
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting, power
from warhost.rulesets.fantasy_battles.chapters.magic.healing import most_back, res_value
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell, MagicalMove
from warhost.rulesets.fantasy_battles.core import SPELLS, Battle, Unit, health, whole_health
from warhost.rulesets.fantasy_battles.thinks.magic_odds import (
    chance_through,
    chance_to_cast,
    chance_to_dispel,
    chances_of_results,
)
from warhost.table import summed

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.thinks.counsel import FantasyCounsel

MOVE_SPELL = 0.8
"""What a move more is worth to a unit."""

FORGOTTEN = 4.0
"""What it costs to forget a spell for the rest of the battle."""

WORDS = 1.5
"""What a spell is worth of which no more is known than that it does something."""


_OF_ONE_UNIT = frozenset(("panic", "break", "rally", "_test", "_whole", "_like", "_alike", "_farthest", "rate"))
"""What the counsel keeps that depends on a single unit and on who leads it, by name."""


def spells_of(counsel: FantasyCounsel, castings: Mapping[str, Casting]) -> dict[str, Spell]:
    """All that may be cast, as the captain weighs it."""
    last = len({casting.spell.name for casting in castings.values()}) == 1
    return {key: _spell_of(counsel, casting, last) for key, casting in castings.items()}


def _spell_of(counsel: FantasyCounsel, casting: Casting, last: bool) -> Spell:
    """A spell with its chance, its cost, what it takes and what it changes; and whether no other can be cast now."""
    pool, spell = counsel.dice(), SPELLS[casting.spell.name]
    lasts = issubclass(spell, LastingSpell) and bool(casting.targets)
    hurt = {
        unit.id: lost for unit in spell.at_risk(counsel.battle, casting) if (lost := _lost(counsel, casting, unit)) > 0
    }
    own = {unit for unit in hurt if counsel.unit(unit).seat == counsel.seat}
    worth = -summed(counsel.harm(counsel.battle.body(counsel.unit(unit)), hurt[unit]) for unit in own)
    worth += _helped(counsel, casting)
    return Spell(
        casting.spell.name,
        _ways(counsel, casting, pool),
        lambda dice, against: _through(counsel, casting, dice, against, last),
        lambda dice: _cost(counsel, casting, dice),
        worth,
        {counsel.battle.body(counsel.unit(unit)).id: lost for unit, lost in hurt.items() if unit not in own},
        tuple(counsel.battle.body(counsel.unit(unit)).id for unit in casting.targets) if lasts else (),
        (lambda: _after(counsel, casting)) if lasts else None,
    )


def _ways(counsel: FantasyCounsel, casting: Casting, pool: int) -> tuple[int, ...]:
    dice = (2, 3) if casting.bound is not None else range(1, 6)
    return tuple(number for number in dice if number <= pool)


def _through(counsel: FantasyCounsel, casting: Casting, dice: int, against: int, last: bool) -> float:
    """The chance that it gets through. The enemy is taken to answer with all its dice where nothing else can be cast,
    else with the share of them that the spell has of the caster's."""
    answer = against if last else min(against, ceil(against * dice / max(1, counsel.dice())))
    if casting.bound is not None:
        return 1.0 - chance_to_dispel(answer, power(counsel.battle, casting, dice)) if answer else 1.0
    lead = casting.roll.total - casting.dispel.total
    rerolls = casting.rerolls_ones is not None
    return chance_through(dice, casting.to_roll, answer, lead, casting.miscast.total, rerolls)


def _cost(counsel: FantasyCounsel, casting: Casting, dice: int) -> float:
    """What a Miscast costs on average, once the spell is cast: the more dice, the likelier it is and the harder it
    strikes."""
    if casting.bound is not None or dice < 3:
        return 0.0
    figures = (dice, casting.to_roll, casting.miscast.total, casting.rerolls_ones is not None)
    cast = chance_to_cast(*figures)
    results = enumerate(chances_of_results(*figures)[miscast.BROKEN :], miscast.BROKEN + 1)
    found = summed(chance * _suffered(counsel, casting, dice, result) for result, chance in results if chance)
    return found / cast if cast else 0.0


def _suffered(counsel: FantasyCounsel, casting: Casting, dice: int, result: int) -> float:
    """What a result of the Miscast table costs the caster's side on average."""
    battle, caster = counsel.battle, casting.caster

    def work_out() -> float:
        price = counsel.price(caster)
        if result in miscast.FIRE:
            one = mean(chain(battle, miscast.fire(battle, caster, result, dice, 1)))
            return counsel.harm(battle.body(caster), mean_number(counted(miscast.FIRE[result])) * one)
        if result in miscast.HITS:
            one = mean(chain(battle, miscast.strike(battle, caster, result)))
            return price * min(1.0, miscast.HITS[result] * one / max(1, health(battle, caster)))
        return price if result == miscast.MOST else FORGOTTEN

    return counsel.known(("miscast", caster.id, dice, result), work_out)


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


def _after(counsel: FantasyCounsel, casting: Casting) -> After:
    """The table with the spell in effect, once for each form that a die or the caster's player may give it.

    The spell's own script says so; one that hurts is taken to have hurt its targets.
    """
    spell = SPELLS[casting.spell.name]
    assert issubclass(spell, LastingSpell)

    def resolve(there: Battle) -> Script[None]:
        twin = msgspec.structs.replace(casting, caster=there.units[casting.caster.id])
        if not issubclass(spell, DamageSpell):
            yield from spell.resolve(there, twin)
            return
        for number in casting.targets:
            spell.lie_on(there, there.units[number], twin)

    found = forms(counsel.battle, resolve, lambda there: tuple(unit.effects for unit in there.units))
    return After([_known_after(counsel, casting, there) for there in found.battles], found.picked)


def _known_after(counsel: FantasyCounsel, casting: Casting, there: Battle) -> FantasyCounsel:
    """What is known of the table with the spell in effect in one of its forms."""
    after = type(counsel)(there, counsel.seat)
    changed = {
        one.id for one, unit in zip(counsel.battle.units, there.units, strict=True) if one.effects != unit.effects
    }
    touched = [counsel.battle.body(counsel.unit(number)) for number in sorted({*casting.targets, *changed})]
    if not any(counsel.leads(unit) for unit in touched):
        after.memo.update(_unchanged(counsel, touched))
    return after


def _unchanged(counsel: FantasyCounsel, touched: Sequence[Unit]) -> Iterator[tuple[object, object]]:
    """What is known already and stays true whatever lies on these units: it concerns neither them nor who fights them.

    Who leads others changes more: its Discipline is theirs.
    """
    changed = {number for unit in touched for number in (unit.id, *(foe.unit for foe in unit.foes))}
    for key, known in counsel.memo.items():
        match key:
            case ("blows", one, _, _, other, _, _) | ("volley", one, other, _, _, _):
                kept = one not in changed and other not in changed
            case (name, unit, *_):
                kept = name in _OF_ONE_UNIT and unit not in changed
            case _:
                kept = False
        if kept:
            yield key, known
