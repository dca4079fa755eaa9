"""What shooting promises is what happens: every way in which the dice may fall is played."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.blue_age.harness import Table, hero, unit
from tests.blue_age.shooters import archers, copied, field, shown
from warhost.dice import Distribution
from warhost.field.ground.templates import scattered
from warhost.play import Choose, Chosen, Place
from warhost.play.counsel import exact
from warhost.play.script import Ask
from warhost.rulesets.blue_age.chapters.shooting import blast
from warhost.rulesets.blue_age.core import Settings
from warhost.rulesets.blue_age.core.values import health_left
from warhost.rulesets.blue_age.thinks import template_odds

FACED = "Own at 24,10 | Target at 24,26 face 180"

Seen = tuple[int, int, bool, bool, bool]
"""Health and models lost, and whether the target is destroyed, has tested and has panicked."""


def played(table: Table, key: str) -> Distribution[Seen]:
    """The exact chances of what comes of an option, up to the next question."""
    game = copied(table).play().game
    battle: Any = game.battle
    group = [one.id for one in battle.units if one.id == 1 or one.host == 1]
    spots = {(model.x, model.y) for model in battle.units[1].models}
    had = sum(health_left(battle, battle.units[n]) for n in group), sum(len(battle.units[n].models) for n in group)

    def answer(ask: Ask) -> Any:
        if isinstance(ask.question, Place):
            return ask.suggestions()[0]
        assert isinstance(ask.question, Choose)
        return Chosen(key)

    def over(now: Any) -> bool:
        question = now.asked.question if not now.over else None
        return isinstance(question, Choose) and key not in [option.key for option in question.options]

    def see(now: Any) -> Seen:
        units = [now.battle.units[n] for n in group]
        health, models = sum(health_left(now.battle, one) for one in units), sum(len(one.models) for one in units)
        gone, moved = not units[0].models, any((model.x, model.y) not in spots for model in units[0].models)
        return had[0] - health, had[1] - models, gone, units[0].panicked and not gone, moved

    return exact.chances(game, until=over, see=see, answer=answer, limit=400_000)


def compared(table: Table, key: str = "0>1") -> dict[str, float]:
    """The odds of that option are those of play."""
    told = shown(copied(table).play(), key)
    found = played(table, key)

    def mean(place: int) -> float:
        return sum(chance * seen[place] for seen, chance in found.items())

    assert told["expected wounds"] == pytest.approx(mean(0))
    assert told["expected models lost"] == pytest.approx(mean(1))
    assert told.get("destroyed", 0.0) == pytest.approx(mean(2), abs=1e-4)
    assert told.get("Panic Test", 0.0) == pytest.approx(mean(3), abs=1e-4)
    assert told.get("falls back in panic", 0.0) == pytest.approx(mean(4), abs=1e-4)
    return told


TARGETS: list[dict[str, Any]] = [
    {"models": 3},
    {"models": 2, "health": 2, "champion": True},
    {"models": 3, "armour": ["Medium Armour", "Shield"]},
    {"models": 1, "health": 5, "rules": ["Magical Save (8+)"], "armour": ["Light Armour"]},
    {"models": 3, "grit": 3, "rules": ["Elite"]},
    {"models": 3, "rules": ["Unbreakable"]},
]


@pytest.mark.parametrize(("count", "weapon"), [(2, "Bow"), (1, "Crossbow"), (1, "'Kragi Crossbow")])
@pytest.mark.parametrize("target", TARGETS)
def test_odds_of_shots(count: int, weapon: str, target: dict[str, Any]) -> None:
    compared(field(FACED, Own=archers(count, weapon), Target=unit(**target)))


@pytest.mark.slow
@pytest.mark.parametrize("weapon", ["Crossbow", "'Kragi Crossbow"])
@pytest.mark.parametrize("target", TARGETS)
def test_odds_of_more_shots(weapon: str, target: dict[str, Any]) -> None:
    compared(field(FACED, Own=archers(2, weapon), Target=unit(**target)))


@pytest.mark.parametrize("rules", [["Deathblow"], ["Wrath"], ["Bane (Kyrani)"], ["Deathblow", "Wrath"]])
@pytest.mark.parametrize("kind", ["infantry", "monster"])
def test_odds_of_shots_with_rules(rules: list[str], kind: str) -> None:
    target = unit(type=kind, models=2, health=3, army="Kyrani", armour=["Heavy Armour"])
    compared(field(FACED, Own=archers(2, rules=rules), Target=target))


def test_odds_of_shots_at_a_unit_with_a_hero() -> None:
    table = field(FACED + " | Hero at 24,27 face 180", Own=archers(3), Target=unit(), Hero=hero(destiny=0))
    compared(table.join("Hero", "Target"))


@pytest.mark.parametrize("panic", ["each attack", "whole phase"])
@pytest.mark.parametrize("lost", [0, 1])
def test_odds_count_earlier_losses_where_agreed(panic: Any, lost: int) -> None:
    table = field(FACED, Settings(panic=panic), Own=archers(2), Target=unit(models=6))
    table.unit("Target").shot_down = lost
    compared(table)


def test_odds_against_flammable_targets() -> None:
    table = field(
        "Own at 24,10 | Target at 24,14 face 180",
        Own=archers(1, "Fire Spewer"),
        Target=unit(models=3, rules=["Flammable"]),
    )
    compared(table)


SWARM = {"type": "swarm", "base": 40}


@pytest.mark.parametrize(
    "target",
    [
        {"models": 4},
        {"models": 1, "health": 3, **SWARM},
        pytest.param({"models": 2, "health": 3, **SWARM}, marks=pytest.mark.slow),
    ],
)
def test_odds_of_firestorms(target: Any) -> None:
    compared(field("Own at 24,10 | Target at 24,14 face 180", Own=archers(1, "Fire Spewer"), Target=unit(**target)))


THROWER = {"type": "war machine", "ranged": 5, "weapons": ["Stone Thrower"], "base": 60}


@pytest.mark.slow
def test_odds_of_blasts() -> None:
    target = unit(rules=["Unbreakable"])
    table = field("Own at 24,8 | Target at 24,24 face 180", Own=unit(**THROWER), Target=target)
    assert "to hit" in compared(table)


def test_odds_of_blasts_count_where_templates_come_down() -> None:
    target = unit(rules=["Unbreakable"])
    table = field("Own at 24,8 | Target at 24,24 face 180", Own=unit(**THROWER), Target=target)
    lands = sum(
        bool(blast.covered_by(table.battle, scattered((24.0, 24.0), float(degree), inches), 3.0))
        for degree, inches in product(range(1, 361), range(1, 11))
    )
    told = shown(table.play(), "0>1")
    assert (told["to hit"], told["to wound"]) == (5, 2)
    assert 0 < lands < 3600
    assert told["expected wounds"] == pytest.approx(0.9 * (0.6 + 0.4 * lands / 3600))


@pytest.mark.parametrize("house", ["", "48x48 light_building 30,27 4x4 | "])
def test_where_templates_come_down(house: str) -> None:
    text = f"{house}Own at 24,8 | Target at 24,24 face 180 | Friends at 26,20"
    table = field(text, Own=unit(**THROWER), Target=unit(models=7), Friends=unit(models=5))
    ways: dict[tuple[Any, ...], float] = {}
    for degree, inches in product(range(1, 361), range(1, 11)):
        covered = blast.covered_by(table.battle, scattered((24.1, 24.2), float(degree), inches), 3.0)
        ways[tuple(sorted(covered.items()))] = ways.get(tuple(sorted(covered.items())), 0.0) + 1 / 3600
    told: dict[tuple[Any, ...], float] = {}
    for chance, covered in template_odds.landings_of(table.battle, (24.1, 24.2), 3.0, 0.0):
        told[tuple(sorted(covered.items()))] = told.get(tuple(sorted(covered.items())), 0.0) + chance
    assert told == pytest.approx(ways)


def test_unseen_blasts_have_nothing_to_hit() -> None:
    text = "48x48 impassable 24,16 20x1 | Own at 24,8 | Target at 24,24 face 180"
    told = shown(field(text, Own=unit(**THROWER), Target=unit(models=5)).play(), "0>1")
    assert "to hit" not in told
    assert 0 < told["expected wounds"] < 0.6


def test_odds_of_a_war_machine_that_has_to_turn() -> None:
    machine = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60)
    table = field("Own at 24,30 | Target at 24,16 face 180", Own=machine, Target=unit(models=3))
    compared(table)


def test_odds_of_blasts_on_friends_are_told() -> None:
    text = "Own at 24,8 | Target at 24,24 face 180 | Friends at 24,19"
    told = shown(field(text, Own=unit(**THROWER), Target=unit(models=3), Friends=unit(models=5)).play(), "0>1")
    assert told["expected wounds on own models"] > 0.1


def test_odds_of_penetration() -> None:
    machine = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60)
    table = field("48x48 heavy_building 24,26 6x6 | Own at 24,10 | Target at 40,26 face 180", Own=machine)
    told = shown(copied(table).play(), "0>section:0")
    found = 0.0
    for face in range(1, 11):
        play = copied(table).play({"to hit": 10, "Building Penetration": 4, "penetrates": face})
        play.choose("0>section:0")
        found += 0.5 * 0.1 * (5 - play.battle.sections[0].points)
    assert told["expected Structure Points lost"] == pytest.approx(found)
