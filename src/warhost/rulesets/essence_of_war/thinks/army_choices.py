"""What speaks for the options of rules that only some armies have: Orders, Orisons, dances, Breath, a Quest.

A rough judgement is enough here: such choices help a little, and nobody waits for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from warhost.play.counsel.counsel import Term
from warhost.play.counsel.throws import counted, mean, mean_number
from warhost.play.questions import Option
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain
from warhost.rulesets.essence_of_war.chapters.melee.strikes import special_attack
from warhost.rulesets.essence_of_war.chapters.shooting.breath import breath_of
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import weapon_of
from warhost.rulesets.essence_of_war.core import Battle, Unit, boundary, enemies, ranks, value
from warhost.table import distance

if TYPE_CHECKING:
    from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel

NEAR = 14.0
"""Enemies nearer than that, in inches, will be fought soon."""

KEPT = 0.8
"""What a thing that works once is worth when it is kept for later."""


def _unit(battle: Battle, number: int | None) -> Unit:
    assert number is not None
    return battle.units[number]


def _closest(battle: Battle, unit: Unit) -> float:
    own = boundary(battle, battle.body(unit))
    return min((distance(own, boundary(battle, enemy)) for enemy in enemies(battle, unit.seat)), default=99.0)


def _breath(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    unit = _unit(battle, option.unit)
    breath = breath_of(battle, unit)
    if option.passes or breath is None:
        yield KEPT, "keeps it for later", ""
        return
    for foe in battle.body(unit).foes[:1]:
        target = battle.units[foe.unit]
        one = chain(battle, special_attack(battle, unit, target, breath, 1, foe.theirs))
        lost = mean_number(counted(breath.hits)) * mean(one)
        yield counsel.harm(target, lost), f"{lost:.1f} of {target.name} on average", breath.source.id


def _order(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    if option.passes:
        return
    unit, form = _unit(battle, option.target), int(option.key.partition(":")[2])
    near, shoots = _closest(battle, unit), weapon_of(battle, unit) is not None
    fits = {
        0: 1.2 if unit.engaged else 0.8 if near < NEAR else 0.0,
        1: 1.0 if shoots and not unit.engaged and near < NEAR * 2 else -0.5,
        2: 0.9 if near >= NEAR and not unit.engaged else -0.5,
        3: 1.0 if unit.engaged or unit.fleeing else 0.3,
    }[form]
    yield fits * (1 + counsel.worth(unit) / 100), "helps there most", "eow.list.empire_of_sonnstahl.rule.orders"


def _orison(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    if option.passes:
        return
    unit, form = _unit(battle, option.unit), int(option.key.partition(":")[2])
    fighting = unit.engaged or _closest(battle, unit) < NEAR
    fits = {0: 1.0 if fighting else 0.4, 1: 0.9 if fighting else 0.0, 2: 2.0 if unit.fleeing else 0.2}[form]
    yield fits * (1 + counsel.worth(unit) / 50), "helps there most", "eow.list.kingdom_of_equitaine.rule.orisons"


def _dance(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    unit, form = _unit(battle, option.unit), int(option.key)
    foes = [battle.units[foe.unit] for foe in unit.foes]
    armour = max((value(battle, foe, "arm") for foe in foes), default=0)
    deep = max((ranks(battle, foe) for foe in foes), default=0)
    fits = {0: 0.8, 1: 1.0, 2: 0.5 + 0.2 * armour, 3: 0.4 * max(0, min(3, deep - 1))}[form]
    yield fits, "suits these enemies", "eow.list.sylvan_elves.rule.dances_of_cenyrn"


def _war_cry(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    if not option.passes and battle.turn >= 2:
        yield 1.0, "carries charges farther", "eow.list.orcs_and_goblins.rule.war_cry"
    elif option.passes:
        yield 0.5, "too early", ""


def _quest(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    target = _unit(battle, option.target)
    yield float(battle.entry(target).points), "costs most", "eow.list.kingdom_of_equitaine.rule.the_quest"


def _fail(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    """Who would nearly surely fail anyway at least rallies without a roll."""
    if option.key == "roll":
        yield option.odds[0].value - 0.2, "may pass", ""


def _drive(counsel: EssenceCounsel, option: Option) -> Iterator[Term]:
    if not option.passes:
        yield 1.0, "goes at the enemy", ""


ARMY_CHOICES: Mapping[str, Callable[[EssenceCounsel, Option], Iterator[Term]]] = {
    "breath": _breath,
    "order": _order,
    "orison": _orison,
    "dance": _dance,
    "war cry": _war_cry,
    "quest": _quest,
    "choose to fail": _fail,
    "drive": _drive,
}
"""The topics that are told of here."""
