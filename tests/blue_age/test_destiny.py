"""Destiny: what Heroes spend their points on (Heroes & Commanders: Destiny)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, draw, hero, refusal, unit
from warhost.play import Chosen
from warhost.play.questions import Option
from warhost.play.script import choose
from warhost.rulesets.blue_age.chapters.wounds import attacks, harm
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, Settings, trials
from warhost.rulesets.blue_age.core.events import heroes as hero_events
from warhost.rulesets.blue_age.ruleset import RULESET

HERO = "Hero at 24,10 | Foe at 24,20 face 180"


def scripted(monkeypatch: pytest.MonkeyPatch, battle: Battle, script: Any, dice: Any) -> Play:
    """A game whose next step is that script, and nothing after it but a question that is never answered."""
    battle.stage = "scripted"

    def step(battle: Battle) -> Any:
        yield from script(battle)
        battle.phase, battle.stage, battle.pools = "combat", "over now", (0, 0)

    def over(battle: Battle) -> Any:
        yield from choose(0, "over", "Over", [Option("yes", "Yes"), Option("no", "No")])

    monkeypatch.setattr(RULESET, "steps", {**RULESET.steps, "scripted": step, "over now": over})
    return Play(battle, dice, RULESET)


def blows(monkeypatch: pytest.MonkeyPatch, dice: Any, settings: Settings | None = None, **fields: Any) -> Play:
    """The Hero strikes five times at an enemy in Medium Armour (7+)."""
    units = {"Hero": hero(**{"destiny": 2, **fields}), "Foe": unit(models=9, armour=["Medium Armour"])}
    battle = draw(HERO, settings, **units).battle

    def script(battle: Battle) -> Any:
        lot = Lot("melee", 0, 1, 5, 6, strength=4, what="Blows", rule="blue.fight.hit_roll")
        result = yield from attacks.resolve(battle, attacks.prepared(battle, lot))
        yield from harm.suffer(battle, battle.units[1], result.wounds, what="Blows")

    return scripted(monkeypatch, battle, script, dice)


def lost(game: Play) -> int:
    return 9 - len(game.unit("Foe").models)


@pytest.mark.rule("blue.destiny.extra_ap")
def test_a_point_makes_all_blows_of_a_step_more_piercing(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [(6,) * 5, (6,) * 5, (7,) * 5]
    plain = blows(monkeypatch, dice, destiny=0)
    assert (plain.topic, lost(plain)) == ("over", 0)
    game = blows(monkeypatch, dice)
    assert (game.topic, game.rolls) == ("destiny", [])
    game.choose("spend")
    assert (lost(game), game.unit("Hero").destiny) == (5, 1)


@pytest.mark.rule("blue.destiny.extra_ap")
def test_it_is_declared_before_the_roll_to_hit_and_for_one_blow_where_players_agreed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of five blows that wound, four are saved on 7 and the one that pierces more is not.
    dice = [(6,) * 4, 6, (6,) * 4, 6, (7,) * 4, 7]
    game = blows(monkeypatch, dice, Settings(destiny_ap="one attack"), destiny=1).choose("spend")
    assert (game.topic, lost(game)) == ("over", 1)
    late = blows(monkeypatch, [(6,) * 5, (6,) * 5, (7,) * 5]).choose("pass")
    assert late.topic == "over"
    refusal(late, Chosen("spend"))


@pytest.mark.rule("blue.destiny.reroll_wounds")
def test_a_point_rolls_three_dice_to_wound_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = blows(monkeypatch, [(6,) * 5, (5,) * 5, (6, 6, 6), (1, 1, 1)]).choose("pass")
    assert game.topic == "destiny"
    game.choose("spend")
    assert [roll.dice for roll in game.rolls] == ["5D10", "5D10", "3D10", "3D10"]
    assert (lost(game), game.unit("Hero").destiny) == (3, 1)


def taken(monkeypatch: pytest.MonkeyPatch, dice: Any, kind: Any, **fields: Any) -> Play:
    """A unit with a Hero takes a test; what came of it is in the order of passes."""
    units = {"Hero": hero(**{"destiny": 1, "spirit": 6, "mind": 6, **fields}), "Foe": unit(), "Guard": unit(models=3)}
    table = draw("Hero at 24,10 | Foe at 24,30 face 180 | Guard at 24,12", **units).join("Hero", "Guard")

    def script(battle: Battle) -> Any:
        done = yield from trials.tested(battle, battle.units[2], kind, "Test", "blue.command.rally")
        battle.scores = (int(done.passed), 0)

    return scripted(monkeypatch, table.battle, script, dice)


@pytest.mark.rule("blue.destiny.auto_pass")
@pytest.mark.parametrize("kind", ["spirit", "mind"])
def test_a_point_passes_a_test_of_the_hero_and_his_unit(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    game = taken(monkeypatch, [], kind)
    assert (game.topic, game.rolls) == ("destiny", [])
    game.choose("spend")
    assert (game.battle.scores, game.rolls, game.unit("Hero").destiny) == ((1, 0), [], 0)
    failed = taken(monkeypatch, [5], kind).choose("pass")
    assert (failed.battle.scores, failed.topic) == ((0, 0), "over")


@pytest.mark.rule("blue.destiny.death_save")
@pytest.mark.parametrize(("face", "alive"), [(6, True), (5, False)])
def test_a_point_gives_a_hero_who_would_die_a_chance(monkeypatch: pytest.MonkeyPatch, face: int, alive: bool) -> None:
    battle = draw(HERO, Hero=hero(health=2, destiny=1), Foe=unit()).battle

    def script(battle: Battle) -> Any:
        yield from harm.suffer(battle, battle.units[0], 3, what="Blows")

    game = scripted(monkeypatch, battle, script, [face])
    assert game.topic == "destiny"
    game.choose("spend")
    assert [model.lost for model in game.unit("Hero").models] == ([1] if alive else [])
    assert game.unit("Hero").destiny == 0
    assert game.told(hero_events.DeathSaved)[0].lives is alive


@pytest.mark.rule("blue.destiny.death_save")
def test_a_hero_without_a_point_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = draw(HERO, Hero=hero(destiny=0), Foe=unit()).battle

    def script(battle: Battle) -> Any:
        yield from harm.suffer(battle, battle.units[0], 3, what="Blows")

    game = scripted(monkeypatch, battle, script, [])
    assert (game.unit("Hero").models, game.unit("Hero").fate) == ((), "slain")
