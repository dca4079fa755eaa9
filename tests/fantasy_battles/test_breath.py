"""Breath Attacks: once a game, six inches far or in melee."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.gunnery import at, option, shooting, told, why
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.troops import part
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import ArmedWith, Weapon
from warhost.rulesets.fantasy_battles.shown.events import BlowsStruck, UnitShot

RULE = "Breath Attack (Str 4, AP 1)"
BOW = Weapon(name="Bow", range=24, str_=3, ap=0)


def drake(away: float = 5, rule: str = RULE, settings: Settings | None = None) -> Table:
    """A Giant with a Breath so many inches before twenty Spearmen."""
    return draw(at(away, "Giant", deep=75), settings).change("Giant", [rule])


@pytest.mark.rule("t9a.special.breath_attack")
def test_2d6_automatic_hits_with_the_values_in_brackets() -> None:
    game = shooting(drake(), {"shots": (3, 4), "to wound": (3,) * 7, "Armour": 1, "": (1, 1)})
    game.choose(unit="Giant", target="Spearmen")
    assert [(event.weapon, event.shots) for event in game.told(UnitShot)] == [("Breath Attack", 7)]
    assert [(roll.dice, roll.need) for roll in game.rolls[1:2]] == [("7D6", 3)]
    assert game.unit("Spearmen").models == 13


@pytest.mark.rule("t9a.special.breath_attack")
def test_by_agreement_2d3_hits() -> None:
    game = shooting(drake(settings=Settings(breath_hits="2D3")), {"shots": (3, 6), "": 1})
    game.choose(unit="Giant", target="Spearmen")
    assert game.rolls[0].dice == "2D3"


@pytest.mark.rule("t9a.special.breath_attack", "t9a.special.one_use_only")
def test_a_breath_is_used_once_a_game() -> None:
    game = shooting(drake(), {"": 1}).choose(unit="Giant", target="Spearmen")
    assert game.unit("Giant").used == ("Breath Attack",)
    assert not shooting(drake().set("Giant", used=("Breath Attack",))).offers(unit="Giant")


@pytest.mark.rule("t9a.special.breath_attack")
def test_it_carries_six_inches_and_may_follow_a_march() -> None:
    assert shooting(drake(5.9).set("Giant", marched=True, moved=True)).offers(unit="Giant", target="Spearmen")
    table = draw(f"{at(6.1, 'Giant', deep=75)} | 0 Archers at 44,10").change("Giant", [RULE])
    game = shooting(table)
    assert not game.offers(unit="Giant")
    assert why(game, "0>1") == "t9a.los.per_model"


@pytest.mark.rule("t9a.special.breath_attack")
def test_what_a_breath_has_to_expect_is_exact() -> None:
    shot = option(shooting(drake()), "Giant")
    assert told(shot, "expected hits").value == pytest.approx(7)
    # Strength 4 against Resilience 3, no armour; twenty Health Points are more than twelve hits.
    assert told(shot, "expected HP lost").value == pytest.approx(7 * 4 / 6)


@pytest.mark.rule("t9a.special.breath_attack")
def test_a_strength_of_dice_is_rolled_once_for_all_hits() -> None:
    table = drake(rule="Breath Attack (Str D3+2, AP 1, Magical)")
    shot = option(shooting(table), "Giant")
    # Strength 3, 4 and 5 against Resilience 3: 4+, 3+ and 2+.
    assert told(shot, "expected HP lost").value == pytest.approx(7 * (3 + 4 + 5) / 18)
    game = shooting(table, {"Strength": 6, "shots": (1, 1), "": 1}).choose(unit="Giant", target="Spearmen")
    assert [(roll.dice, roll.need) for roll in game.rolls][2] == ("2D6", 2)


@pytest.mark.rule("t9a.special.breath_attack")
def test_a_breath_may_be_kept_while_others_shoot() -> None:
    table = drake().change("Giant", parts=(part(shots=(ArmedWith(BOW, 4),)),))
    labels = [one.label for one in shooting(table).options if one.unit == 0]
    assert labels == ["Giant: shoot at Spearmen with Bow", "Giant: shoot at Spearmen with Breath Attack"]
    # A rider shoots whether or not his mount breathes.
    table.change("Giant", parts=(part("rider", shots=(ArmedWith(BOW, 4),)), part("drake")))
    labels = [one.label for one in shooting(table).options if one.unit == 0]
    assert labels == ["Giant: shoot at Spearmen with Bow", "Giant: shoot at Spearmen with Bow and Breath Attack"]


@pytest.mark.rule("t9a.special.breath_attack")
@pytest.mark.parametrize(("key", "hits"), [("breath", 7), ("", 0)])
def test_in_melee_it_is_used_at_the_models_agility(key: str, hits: int) -> None:
    table = drake().fight("Giant", "Spearmen").change("Spearmen", agi=5)
    dice = {"Breath Attack: to wound": 6, "Hits of Breath": (3, 4), "Stomp": 1, "": 1}
    game = table.play(dice=dice, phase="melee").until("breath")
    assert [event.agility for event in game.told(BlowsStruck)] == [5]
    game.choose(key or next(one for one in game.keys if one != "breath"))
    assert game.unit("Giant").used == (("Breath Attack",) if hits else ())
    blows = [event for event in game.told(BlowsStruck) if event.what == "Breath Attack"]
    assert [(event.count, event.agility) for event in blows] == ([(7, 3)] if hits else [])
