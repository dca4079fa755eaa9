"""Misfires of Artillery Weapons, result by result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.gunnery import armed, option, shooting, told, why
from tests.fantasy_battles.harness import Play, Table, draw
from tests.fantasy_battles.troops import part
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import ArmedWith, Weapon
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, Misfired, UnitShot

MM = 1 / 25.4

GUN: dict[str, Any] = {"name": "Gun", "rules": ("Artillery Weapon",)}

LINE = "Cannon at 36,10 | Spearmen at 36,24 face 180"


def battery(line: str = LINE, settings: Settings | None = None, misfire: int = 0) -> Table:
    """A War Machine with one Gun (4+), on a 60 mm base, with 4 Health Points."""
    table = draw(line, settings).change("Cannon", parts=(part(),))
    return armed(table, "Cannon", misfire=misfire, **GUN)


def fired(table: Table, *dice: Any, by: str = "Cannon") -> Play:
    game = shooting(table, [(face,) if isinstance(face, int) else face for face in dice])
    return game.choose(unit=by, target="Spearmen")


@pytest.mark.rule("t9a.misfire.roll", "t9a.special.artillery_weapon")
def test_a_natural_1_to_hit_is_a_misfire() -> None:
    game = fired(battery(), 1, 2)
    assert [(event.weapon, event.effect) for event in game.told(Misfired)] == [("Gun", "Breakdown")]
    assert [roll.rule for roll in game.rolls] == ["t9a.special.aim", "t9a.misfire.roll"]


@pytest.mark.rule("t9a.special.artillery_weapon")
@pytest.mark.parametrize(("rules", "face"), [((), 1), (("Artillery Weapon",), 2)])
def test_other_weapons_just_miss_and_other_misses_are_no_misfires(rules: tuple[str, ...], face: int) -> None:
    game = fired(armed(draw(LINE).change("Cannon", parts=(part(),)), "Cannon", name="Gun", rules=rules), face)
    assert game.told(Misfired) == []


@pytest.mark.rule("t9a.special.artillery_weapon")
def test_a_crew_serves_one_weapon() -> None:
    game = shooting(draw(LINE), [(2,)]).choose(unit="Cannon", target="Spearmen")
    assert [(event.weapon, event.shots) for event in game.told(UnitShot)] == [("Cannon", 1)]


RESULTS = [(6, "Malfunction"), (5, "Malfunction"), (4, "Jammed"), (3, "Jammed"), (2, "Breakdown"), (1, "Breakdown")]


@pytest.mark.rule("t9a.misfire.roll", "t9a.misfire.breakdown", "t9a.misfire.jammed", "t9a.misfire.malfunction")
@pytest.mark.parametrize(("face", "effect"), RESULTS)
def test_the_table(face: int, effect: str) -> None:
    game = fired(battery(), 1, face)
    assert [event.effect for event in game.told(Misfired)] == [effect]


@pytest.mark.rule("t9a.misfire.roll", "t9a.misfire.explosion")
@pytest.mark.parametrize(("face", "effect"), [(1, "Explosion"), (2, "Breakdown"), (6, "Malfunction")])
def test_data_may_add_to_the_roll(face: int, effect: str) -> None:
    dice = (1, face, 1) if effect == "Explosion" else (1, face)
    game = fired(battery(misfire=-1), *dice)
    assert [event.effect for event in game.told(Misfired)] == [effect]


@pytest.mark.rule("t9a.misfire.roll")
def test_players_may_agree_on_another_roll() -> None:
    assert fired(battery(settings=Settings(misfire_on=2)), 2, 2).told(Misfired)
    assert not fired(battery(settings=Settings(misfire_on=2)), 1).told(Misfired)


@pytest.mark.rule("t9a.misfire.roll")
def test_a_weapon_takes_one_result_however_many_of_its_shots_were_1s() -> None:
    table = armed(battery(), "Cannon", shots=4, **GUN)
    game = fired(table, (1, 1, 1, 3), 2)
    assert len(game.told(Misfired)) == 1


@pytest.mark.rule("t9a.misfire.roll", "t9a.special.artillery_weapon")
def test_the_question_tells_how_likely_a_misfire_is() -> None:
    assert told(option(shooting(battery()), "Cannon"), "misfires").value == pytest.approx(1 / 6)
    twice = armed(battery(), "Cannon", shots=2, **GUN)
    assert told(option(shooting(twice), "Cannon"), "misfires").value == pytest.approx(11 / 36)


def near(away: float) -> str:
    """A lone Captain so many inches to the left of the Cannon's base."""
    return f"0 Captain at {36 - 40 * MM - away},10"


@pytest.mark.rule("t9a.misfire.explosion")
def test_an_explosion_hits_every_model_near_by_and_destroys_the_machine() -> None:
    # D6 = 4: models at 3.9 inches are hit, at 4.1 inches they are not; Strength 5 against Resilience 4, AP 2.
    line = f"{LINE} | {near(3.9)} | 0 Wizard at {36 + 40 * MM + 4.1},10 | 1 Banner at 36,{10 - 40 * MM - 2} face 0"
    game = fired(battery(line, misfire=-1), 1, 1, 4, 3, 3)
    assert game.unit("Cannon").fate == "destroyed"
    assert [game.unit(name).wounds for name in ("Captain", "Wizard", "Banner")] == [1, 0, 1]
    assert [roll.need for roll in game.rolls[3:]] == [3, 3]


@pytest.mark.rule("t9a.misfire.explosion")
def test_an_explosion_counts_models_not_units() -> None:
    # Only the two nearest files of the Swordsmen are within an inch.
    line = f"{LINE} | 0 Swordsmen at {36 + 30 * MM + 50 * MM + 0.5},10"
    game = fired(battery(line, misfire=-1), 1, 1, 1, (1,) * 4, (1, 1))
    assert game.rolls[3].dice == "4D6"


@pytest.mark.rule("t9a.misfire.explosion")
def test_friends_of_a_machine_that_blew_up_may_panic() -> None:
    game = fired(battery(f"{LINE} | 0 Swordsmen at 42,10", misfire=-1), 1, 1, 1, (1, 1))
    assert [(event.unit, event.kind) for event in game.told(DisciplineTested)] == [(2, "panic")]


@pytest.mark.rule("t9a.misfire.breakdown")
def test_a_broken_weapon_is_never_used_again() -> None:
    table = battery(f"{LINE} | 0 Archers at 44,10").set("Cannon", broken_weapons=("Gun",))
    game = shooting(table)
    assert not game.offers(unit="Cannon")
    assert why(game, "0") == "t9a.misfire.breakdown"
    assert fired(battery(), 1, 2).unit("Cannon").broken_weapons == ("Gun",)


@pytest.mark.rule("t9a.misfire.jammed")
def test_a_jammed_weapon_rests_for_one_turn() -> None:
    # Not a War Machine: the weapon itself may not shoot in the owner's next Player Turn.
    table = battery().change("Cannon", [])
    assert fired(table, 1, 3).unit("Cannon").jammed == (("Gun", 2),)
    table = battery(f"{LINE} | 0 Archers at 44,10").change("Cannon", []).set("Cannon", jammed=(("Gun", 2),))
    for turn, offered in ((1, True), (2, False), (3, True)):
        table.battle.turn = turn
        assert shooting(table).offers(unit="Cannon") is offered
    table.battle.turn = 2
    assert why(shooting(table), "0") == "t9a.misfire.jammed"


@pytest.mark.rule("t9a.misfire.jammed")
@pytest.mark.parametrize(("first", "turn"), [(1, 3), (0, 2)])
def test_the_next_turn_of_its_owner_may_be_in_this_game_turn(first: int, turn: int) -> None:
    # It jammed in the enemy's turn, as it shot at a charger.
    table = battery("Spearmen at 36,10 | Cannon at 36,24 face 180").change("Cannon", [])
    table.battle.turn, table.battle.first = 2, first
    game = table.play(dice={"Gun: to hit": 1, "Misfire": 3, "": 1}, phase="charge")
    game.choose(unit="Spearmen", target="Cannon").choose("stand and shoot")
    assert game.unit("Cannon").jammed == (("Gun", turn),)


@pytest.mark.rule("t9a.misfire.jammed")
def test_a_jammed_war_machine_is_shaken_until_its_next_turn_is_over() -> None:
    game = shooting(battery(f"{LINE} | 0 Archers at 50,10"), {"Gun: to hit": 1, "Misfire": 3, "": 1})
    game.choose(unit="Cannon", target="Spearmen")
    assert game.unit("Cannon").jammed == ()
    for turn, active, shaken in ((1, 1, True), (2, 0, True), (2, 1, False)):
        for _ in range(200):
            if (game.battle.turn, game.battle.active) == (turn, active):
                break
            game.decline()
        assert bool(game.unit("Cannon").boons) is shaken, (turn, active)


@pytest.mark.rule("t9a.misfire.malfunction")
def test_a_malfunction_costs_a_health_point_without_saves() -> None:
    game = fired(battery().change("Cannon", ["War Machine", "Aegis (2+)"], arm=6), 1, 5)
    assert game.unit("Cannon").wounds == 1
    assert len(game.rolls) == 2


@pytest.mark.rule("t9a.misfire.malfunction")
def test_a_malfunction_may_be_the_end() -> None:
    game = fired(battery().set("Cannon", wounds=3), 1, 5)
    assert game.unit("Cannon").fate == "destroyed"


@pytest.mark.rule("t9a.special.area_attack", "t9a.spell.bracketed_hit")
def test_an_area_attack_hits_rank_by_rank() -> None:
    """A cannon ball through four ranks: one hit at Strength 10, the others at Strength 5."""
    game = shooting(draw(LINE).change("Cannon", parts=(part(shots=(ArmedWith(BALL, 4),)),)), [(4,), (1,) * 3, (1,)])
    game.choose(unit="Cannon", target="Spearmen")
    assert [roll.why for roll in game.rolls[1:]] == ["Cannon: to wound", "Cannon: to wound"]


BALL = Weapon(name="Cannon", range=48, str_=5, ap=10, rules=("Artillery Weapon", "Area Attack (1x5)"), str_at_one=10)


@pytest.mark.rule("t9a.misfire.malfunction")
def test_a_malfunction_hurts_the_shooter_and_not_the_men_around_it() -> None:
    table = draw("0 Guard at 36,10 | 0 Captain at 60,10 | Spearmen at 36,24 face 180").join("Captain", "Guard")
    game = fired(armed(table, "Captain", **GUN), 1, 6, by="Guard")
    assert [event.effect for event in game.told(Misfired)] == ["Malfunction"]
    assert (game.unit("Captain").wounds, game.unit("Guard").models) == (1, table.unit("Guard").models)
