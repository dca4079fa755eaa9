"""Model rules of command and nerve, and what Shaken and Fleeing units may do (Psychology)."""

from typing import Any, get_args

import pytest

from tests.fantasy_battles.harness import Table, draw, happen, with_rules
from warhost.rulesets.fantasy_battles.chapters.general.discipline import TestKind, discipline_test, passing
from warhost.rulesets.fantasy_battles.chapters.melee.result import combat_result
from warhost.rulesets.fantasy_battles.core.battle import Boon, Settings
from warhost.rulesets.fantasy_battles.core.psychology import Action, barred
from warhost.rulesets.fantasy_battles.shown import events
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested

SMALL = 20 / 25.4
"""The base of a man."""
WIDE = 100 / 25.4


def needed(table: Table, name: str, kind: TestKind = "panic") -> int:
    """The Discipline on which a unit takes such a test."""
    number = table.unit(name).id
    game = happen(table, lambda battle: discipline_test(battle, battle.units[number], kind, "t9a.x"), {"": 1})
    return game.told(DisciplineTested)[0].needed


def beside(inches: float) -> float:
    """Where a single man stands so many inches to the right of a unit of five files at x = 20."""
    return 20 + WIDE / 2 + SMALL / 2 + inches


@pytest.mark.rule("t9a.special.commanding_presence", "t9a.special.general")
@pytest.mark.parametrize(("inches", "discipline"), [(12.0, 9), (12.1, 7)])
def test_units_within_12_inches_use_the_discipline_of_the_general(inches: float, discipline: int) -> None:
    table = draw(f"Spearmen at 20,10 | General at {beside(inches)},10 | Swordsmen at 36,44 face 180")
    assert needed(table, "Spearmen") == discipline


@pytest.mark.rule("t9a.special.commanding_presence")
def test_commanding_presence_is_a_rule_that_others_may_have_and_nobody_follows_the_enemy() -> None:
    line = "Spearmen at 20,10 | Captain at 28,10 | General at 28,20 face 180"
    assert needed(draw(line), "Spearmen") == 7
    assert needed(draw(line).change("Captain", ["Commanding Presence"]), "Spearmen") == 8
    far = f"Spearmen at 20,10 | Captain at {beside(17)},10 | Swordsmen at 36,44 face 180"
    assert needed(draw(far).change("Captain", ['Commanding Presence (18")']), "Spearmen") == 8


@pytest.mark.rule("t9a.special.commanding_presence")
def test_a_general_in_the_ranks_leads_his_own_unit_and_others_from_where_he_stands() -> None:
    line = "Spearmen at 20,10 | General at 60,40 | Guard at 35.5,10 | Swordsmen at 36,44 face 180"
    table = draw(line).join("General", "Guard", 4)
    assert needed(table, "Guard") == 9
    # From the far end of the rank his word carries no farther than his own base.
    assert needed(draw(line).join("General", "Guard", 4), "Spearmen") == 7
    assert needed(draw(line).join("General", "Guard", 0), "Spearmen") == 9


@pytest.mark.rule("t9a.fleeing.no_presence")
def test_nobody_follows_a_general_or_a_flag_that_flees() -> None:
    line = "Spearmen at 20,10 | General at 26,10 | Banner at 26,12 | Swordsmen at 36,44 face 180"
    assert needed(draw(line).set("General", fleeing=True), "Spearmen") == 7
    table = draw(line).set("General", fleeing=True).set("Banner", fleeing=True).change("Banner", dis=5)
    game = happen(table, lambda battle: discipline_test(battle, battle.units[0], "panic", "t9a.x"), {"": 6})
    assert (game.told(DisciplineTested)[0].needed, game.told(events.TestRerolled)) == (7, [])


@pytest.mark.rule("t9a.special.rally_around_the_flag", "t9a.special.battle_standard_bearer", "t9a.special.reroll")
@pytest.mark.parametrize(("inches", "rolls"), [(10.0, 2), (12.0, 2), (12.1, 1)])
def test_failed_tests_near_the_battle_standard_are_taken_once_more(inches: float, rolls: int) -> None:
    table = draw(f"Spearmen at 20,10 | Banner at {beside(inches)},10 | Swordsmen at 36,44 face 180")
    game = happen(table, lambda battle: discipline_test(battle, battle.units[0], "break", "t9a.x"), {"": 6})
    assert len(game.rolls) == rolls


@pytest.mark.rule("t9a.special.rally_around_the_flag", "t9a.special.reroll")
def test_two_flags_give_one_reroll_and_the_odds_know_it() -> None:
    table = draw("Spearmen at 20,10 | Banner at 25,10 | Captain at 26,10 | Swordsmen at 36,44 face 180")
    table.change("Captain", ["Rally Around the Flag"])
    assert passing(table.battle, table.unit("Spearmen"), "panic") == pytest.approx(1 - (15 / 36) ** 2)
    game = happen(table, lambda battle: discipline_test(battle, battle.units[0], "panic", "t9a.x"), {"": 6})
    assert len(game.rolls) == 2


@pytest.mark.rule("t9a.special.battle_standard_bearer")
def test_the_battle_standard_is_worth_a_point_of_combat_score() -> None:
    table = draw("Spearmen at 36,10 | Banner at 4,4 | Swordsmen at 36,20 face 180").fight("Spearmen", "Swordsmen")
    before = combat_result(table.battle, [0, 2]).totals[0]
    table.join("Banner", "Spearmen")
    assert combat_result(table.battle, [0, 2]).totals[0] == before + 1


@pytest.mark.rule("t9a.special.fear")
@pytest.mark.parametrize(
    ("rules", "discipline"), [([], 6), (["Fear"], 7), (["Fearless"], 7)], ids=["plain", "Fear", "Fearless"]
)
def test_fear_lowers_the_discipline_of_enemies_in_contact(rules: list[str], discipline: int) -> None:
    line = "Giant at 36,10 | Swordsmen at 36,20 face 180"
    table = with_rules(line, "Swordsmen", rules).fight("Giant", "Swordsmen")
    assert needed(table, "Swordsmen", "break") == discipline
    assert needed(with_rules(line, "Swordsmen", rules), "Swordsmen", "break") == 7


@pytest.mark.rule("t9a.special.fear")
@pytest.mark.parametrize(("file", "discipline"), [(0, 6), (4, 7)])
def test_only_a_model_with_fear_that_touches_frightens(file: int, discipline: int) -> None:
    # The Captain stands at one end of the front, of which the other end is in contact.
    table = draw("Spearmen at 36,10 | Captain at 4,4 | Swordsmen at 36,20 face 180").change("Captain", ["Fear"])
    table.join("Captain", "Spearmen", file).fight("Spearmen", "Swordsmen", offset=-60 / 25.4)
    assert needed(table, "Swordsmen", "break") == discipline


@pytest.mark.rule("t9a.special.fear")
@pytest.mark.parametrize(("dice", "afraid"), [((4, 4), True), ((3, 4), False)])
def test_by_a_setting_fear_is_a_test_before_each_round(dice: tuple[int, int], afraid: bool) -> None:
    settings = Settings(fear="Discipline Test")
    table = draw("Giant at 36,10 | Swordsmen at 36,20 face 180", settings, phase="melee").fight("Giant", "Swordsmen")
    game = table.play(dice={"Fear": dice, "": 1})
    assert game.told(DisciplineTested)[0].kind == "fear"
    rolled = next(roll for roll in game.rolls if roll.unit == table.unit("Swordsmen").id and "to hit" in roll.why)
    assert rolled.need == (5 if afraid else 4)


FLEEING: dict[str, str] = {
    "charge": "t9a.fleeing.no_charge",
    "advance": "t9a.fleeing.only_flee_moves",
    "march": "t9a.fleeing.only_flee_moves",
    "reform": "t9a.fleeing.only_flee_moves",
    "magical move": "t9a.fleeing.only_flee_moves",
    "shoot": "t9a.fleeing.no_shooting",
    "channel": "t9a.fleeing.no_channel",
    "cast": "t9a.fleeing.no_casting_or_items",
    "use an item": "t9a.fleeing.no_casting_or_items",
    "pursue": "t9a.fleeing.no_voluntary",
}
SHAKEN: dict[str, str] = {
    "charge": "t9a.shaken.no_declare_charge",
    "pursue": "t9a.shaken.no_pursuit",
    "overrun": "t9a.shaken.no_overrun",
    "advance": "t9a.shaken.no_advance",
    "march": "t9a.shaken.no_march",
    "reform": "t9a.shaken.no_reform",
    "random move": "t9a.shaken.no_random_movement",
    "shoot": "t9a.shaken.no_shooting",
}


@pytest.mark.parametrize(
    ("action", "rule"), [pytest.param(*both, marks=pytest.mark.rule(both[1])) for both in FLEEING.items()]
)
def test_what_a_fleeing_unit_may_not_do(action: Action, rule: str) -> None:
    table = draw("Spearmen at 36,10 | Captain at 4,4").join("Captain", "Spearmen").set("Spearmen", fleeing=True)
    for name in ("Spearmen", "Captain"):
        refused = barred(table.battle, table.unit(name), action)
        assert refused is not None
        assert refused.rule == rule


@pytest.mark.parametrize(
    ("action", "rule"), [pytest.param(*both, marks=pytest.mark.rule(both[1])) for both in SHAKEN.items()]
)
def test_what_a_shaken_unit_may_not_do(action: Action, rule: str) -> None:
    table = draw("Spearmen at 36,10").set("Spearmen", boons=(Boon("Shaken", "turn"),))
    refused = barred(table.battle, table.unit("Spearmen"), action)
    assert refused is not None
    assert refused.rule == rule


@pytest.mark.rule("t9a.shaken.may_cast_and_fight", "t9a.fleeing.no_voluntary")
@pytest.mark.parametrize("action", ["cast", "channel", "use an item"])
def test_shaken_units_do_whatever_the_list_does_not_name(action: Action) -> None:
    table = draw("Spearmen at 36,10").set("Spearmen", boons=(Boon("Shaken", "turn"),))
    assert barred(table.battle, table.unit("Spearmen"), action) is None


def test_others_may_do_everything() -> None:
    table = draw("Spearmen at 36,10")
    assert [one for one in get_args(Action) if barred(table.battle, table.unit("Spearmen"), one) is not None] == []


@pytest.mark.rule("t9a.shaken.may_cast_and_fight")
def test_a_shaken_unit_fights_and_may_flee_from_a_charge() -> None:
    shaken: dict[str, Any] = {"boons": (Boon("Shaken", "game"),)}
    table = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 180", phase="melee").set("Swordsmen", **shaken)
    game = table.fight("Spearmen", "Swordsmen").play(dice={"": 1})
    assert any(roll.unit == table.unit("Swordsmen").id and "to hit" in roll.why for roll in game.rolls)
    game = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 180").set("Swordsmen", **shaken).play()
    assert game.choose(unit="Spearmen", target="Swordsmen").offers("flee")
