"""What is kept of a state is what would be worked out anew, at every step of random battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.fuzz.manners import any_setup, anything, brawling
from tests.pacing import first_now
from warhost.dice import Chance
from warhost.field.field import KEPT
from warhost.play import Answer, Ask, Battle, Game, Step, copied, luck_of
from warhost.rulesets import ruleset
from warhost.rulesets.blue_age.chapters.movement import ground
from warhost.rulesets.blue_age.core import battle as blue_battle
from warhost.rulesets.blue_age.core import formation as blue_formation
from warhost.rulesets.blue_age.core import party, rules, sight, terrain
from warhost.rulesets.families.ninth_age.core import formation as eow_formation
from warhost.rulesets.kings_of_war.chapters.movement import charge as kow_charge
from warhost.rulesets.kings_of_war.chapters.movement import moves as kow_moves
from warhost.rulesets.kings_of_war.core import LASTING, enemies, friends
from warhost.rulesets.kings_of_war.core import formation as kow_formation
from warhost.rulesets.kings_of_war.core import rules as kow_rules
from warhost.rulesets.kings_of_war.core import sight as kow_sight
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait
from warhost.rulesets.regiments.chapters.movement.transports import spaces
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.core import by_losses, by_rules, formation, speakers
from warhost.rulesets.regiments.core.kinds import kinds_of_model, texts_of, tough, unfolded_texts

FIELDS: dict[str, Callable[[Any], Any]] = {
    "eow": eow_formation.field_of,
    "aofr": formation.field_of,
    "kow": kow_formation.field_of,
}


def steps_of(slug: str, number: int, manner: Callable[[Ask, Chance], Answer]) -> Iterator[Battle]:
    """The battle after each step of a battle at random."""
    rules = ruleset(slug)
    chance = Chance(f"kept {slug} {number}")
    seen: list[Battle] = []

    def note(step: Step, battle: Battle) -> None:
        seen.append(battle)

    game = Game(rules, rules.set_up(any_setup(rules, chance)), luck_of(chance.fork("dice")), on_step=note)
    while not game.over:
        game.answer(manner(game.asked, chance))
        if seen:
            yield seen[-1]
            seen.clear()


def in_turn(pairs: list[Any], step: int, apart: int) -> list[Any]:
    """Some of the pairs of units; after so many steps all of them have been among them."""
    return pairs[step % apart :: apart]


@pytest.mark.parametrize("manner", [anything, brawling])
@pytest.mark.parametrize("slug", sorted(FIELDS))
@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2))])
def test_the_field_of_a_battle_is_never_stale(number: int, slug: str, manner: Callable[[Ask, Chance], Answer]) -> None:
    field_of = FIELDS[slug]
    for battle in steps_of(slug, number, manner):
        twin = copied(battle)
        twin.__dict__.pop(KEPT, None)
        assert field_of(battle).bodies == field_of(twin).bodies


@pytest.mark.parametrize("manner", [anything, brawling])
def test_a_planned_charge_is_never_stale(manner: Callable[[Ask, Chance], Answer]) -> None:
    """A plan is asked for twice, and compared with that of a battle that has kept nothing."""
    planned = 0
    for step, battle in enumerate(steps_of("aofr", 0, manner)):
        units: list[Any] = [unit for unit in formation.on_table(battle) if unit.inside is None]  # type: ignore[arg-type]
        pairs = [(unit, foe) for unit in units for foe in units if unit.seat != foe.seat]
        for unit, foe in in_turn(pairs, step, 7):
            twin: Any = copied(battle)
            twin.__dict__.pop(KEPT, None)
            anew = charge.plan(twin, twin.units[unit.id], twin.units[foe.id])
            assert charge.plan(battle, unit, foe) == charge.plan(battle, unit, foe) == anew  # type: ignore[arg-type]
            planned += anew is not None
    assert planned


def told(battle: Any) -> list[Any]:
    """All that Regiments keeps of the units on the table."""
    found: list[Any] = []
    for unit in formation.on_table(battle):
        groups = [group for group, _ in kinds_of_model(unit)]
        found += [formation.size(battle, unit), formation.troopers(battle, unit), shooting.arsenal(battle, unit)]
        found += [(texts_of(battle, unit, group), unfolded_texts(battle, unit, group)) for group in groups]
        found += [(rule.name, rule.rating, share) for rule, share in speakers.unit_rules(battle, unit)]
        found += [rule.name for rule in speakers.movement_rules(battle, unit)]
        found += [speakers.casters(battle, unit), gait(battle, unit), spaces(battle, unit)]
        found += [[rule.name for rule in speakers.model_rules(battle, unit, group)] for group in groups]
        found += [(tough(battle, unit, group), damage.defense_of(battle, unit, group)) for group in groups]
        found += [damage.defense_of(battle, unit), shooting.shroud(battle, unit)]
        found += [moving.allowance(battle, unit, action) for action in ("advance", "rush", "charge")]
    return found


KOW_KEPT = (KEPT, kow_charge.KEPT, kow_sight.KEPT, LASTING)
MOMENTS = ("on_value", "charge_bonus", "flies", "on_attack", "on_nerve", "before_order")


def told_of_kings(battle: Any, step: int, apart: int) -> list[Any]:
    """What Kings of War keeps of units on the table: their rules, and of some who sees and how they would charge."""
    found: list[Any] = []
    for unit in (*friends(battle, 0), *friends(battle, 1)):
        found.append([(one.name, one.sayings) for one in kow_rules.speakers(battle, unit)])
        found += [[one.name for one in kow_rules.speaking(battle, unit, moment)] for moment in MOMENTS]
        found.append(kow_moves.yielding(battle, unit))
    pairs = [(unit, enemy) for seat in (0, 1) for unit in friends(battle, seat) for enemy in enemies(battle, seat)]
    for unit, enemy in in_turn(pairs, step, apart):
        found += [kow_sight.sees(battle, unit, enemy), kow_charge.plan(battle, unit, enemy)]
    return found


@pytest.mark.parametrize("apart", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("manner", first_now([anything, brawling]))
def test_what_kings_of_war_keeps_is_never_stale(manner: Callable[[Ask, Chance], Answer], apart: int) -> None:
    for step, position in enumerate(steps_of("kow", 0, manner)):
        battle: Any = position
        twin: Any = copied(battle)
        for name in KOW_KEPT:
            twin.__dict__.pop(name, None)
        for unit in (*friends(battle, 0), *friends(battle, 1)):
            all_rules = kow_rules.speakers(battle, unit)
            for moment in MOMENTS:
                quick = kow_rules.speaking(battle, unit, moment)
                assert [vars(one) for one in quick] == [vars(one) for one in all_rules.at(moment)]
        assert told_of_kings(battle, step, apart) == told_of_kings(twin, step, apart)


def forget() -> None:
    by_losses.forget()
    by_rules.forget()


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2))])
def test_what_units_are_made_of_is_never_stale(number: int) -> None:
    forget()
    kept = [told(battle) for battle in steps_of("aofr", number, brawling)]
    anew = []
    for battle in steps_of("aofr", number, brawling):
        forget()
        anew.append(told(battle))
    assert kept == anew


def of_blue(battle: Any, step: int, apart: int) -> list[Any]:
    """All that The Blue Age keeps of the units on the table, with the looks of some of them at some enemies."""
    found: list[Any] = [terrain.terrain_of(battle).pieces]
    units = [unit for unit in battle.units if unit.models]
    for unit in units:
        found += [one.id for one in blue_battle.joined(battle, unit)]
        found += [blue_formation.bases_of(battle, unit), blue_formation.circle_about(battle, unit)]
        found += [ground.box_of(battle, unit), party.is_torn(battle, unit)]
        found += [one.name for one in rules.speakers(battle, unit)]
    pairs = [(unit, foe) for unit in units for foe in units if unit.seat != foe.seat and foe.host is None]
    for unit, foe in in_turn(pairs, step, apart):
        found += [sight.sees_any(battle, unit, foe), sight.sees(battle, unit, foe)]
    return found


@pytest.mark.parametrize("apart", [31, pytest.param(11, marks=pytest.mark.slow)])
@pytest.mark.parametrize("manner", first_now([anything, brawling]))
def test_what_loose_units_are_and_see_is_never_stale(manner: Callable[[Ask, Chance], Answer], apart: int) -> None:
    for step, battle in enumerate(steps_of("blue", 0, manner)):
        twin: Any = copied(battle)
        twin.__dict__.clear()
        kept = of_blue(battle, step, apart)
        assert kept == of_blue(battle, step, apart) == of_blue(twin, step, apart)
