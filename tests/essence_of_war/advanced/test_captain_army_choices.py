"""The captain uses what only some armies have: Orders, Orisons, dances, Breath, the War Cry."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Play, draw
from warhost.dice import Chance
from warhost.play import Answer, Chosen
from warhost.players.captain import Captain
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.thinks.expected_fights import BreakTest

ADVANCED = Settings(mode="advanced")
EMPIRE, KNIGHTS = "Empire of Sonnstahl", "Kingdom of Equitaine"


def advised(game: Play) -> Answer:
    return Captain(Chance(1)).decide(game.game.asked, game.battle, RULESET).answer


def at_turn_start(line: str, turn: int = 1) -> Play:
    table = draw(line, settings=ADVANCED, turn=turn, first=0)
    table.battle.phase, table.battle.stage = "charge", "start of turn"
    return table.play({"": 1})


def test_it_breathes_where_that_takes_much() -> None:
    table = draw("Marshal + Dragon Staff at 18,10 | Ghouls at 18,20 face 180", settings=ADVANCED, phase="melee")
    game = table.change("Ghouls", []).fight("Marshal", "Ghouls").play({"": 1})
    assert advised(game) == Chosen("breath")
    strong = draw("Marshal + Dragon Staff at 18,10 | Ghouls at 18,20 face 180", settings=ADVANCED, phase="melee")
    strong.change("Ghouls", [], res=9, arm=5).fight("Marshal", "Ghouls")
    assert advised(strong.play({"": 1})) == Chosen("pass")


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (f"Marshal at 18,10 | {EMPIRE}/Spearmen at 22,10 | Ghouls at 18,44 face 180", "2"),
        (f"Marshal at 18,10 | {EMPIRE}/Handgunners at 22,10 | Ghouls at 22,30 face 180", "1"),
        (f"Marshal at 18,10 | {EMPIRE}/Spearmen at 22,10 | Ghouls at 22,18 face 180", "0"),
    ],
)
def test_its_orders_suit_the_unit(line: str, form: str) -> None:
    answer = advised(at_turn_start(line))
    assert isinstance(answer, Chosen)
    assert answer.option == f"1:{form}"


def test_it_speaks_an_orison_for_those_who_will_fight() -> None:
    line = f"{KNIGHTS}/Lowborn Archers at 6,6 | {KNIGHTS}/Feudal Knights at 18,30 | Ghouls at 18,40 face 180"
    assert advised(at_turn_start(line)) == Chosen("1:0")


def test_it_keeps_the_war_cry_for_the_second_turn() -> None:
    line = "Goblin Demagogue + General at 18,10 | Ghouls at 18,44 face 180"
    assert (advised(at_turn_start(line)), advised(at_turn_start(line, 2))) == (Chosen("pass"), Chosen("war cry"))


def test_it_knows_that_the_supernal_crumble_and_do_not_flee() -> None:
    table = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180", settings=ADVANCED)
    ghouls = table.change("Ghouls", ["Supernal"], dis=7).unit("Ghouls")
    # After a combat lost by 2: for each of 36 throws what it is above 5.
    exact = sum(max(0, a + b - 5) for a in range(1, 7) for b in range(1, 7)) / 36
    assert BreakTest(table.battle, ghouls).costs[2] == pytest.approx(exact)
    table.change("Ghouls", [])
    assert BreakTest(table.battle, ghouls).costs == ()


def test_its_dance_suits_the_enemy() -> None:
    def dance(**profile: int) -> Answer:
        line = "Sylvan Elves/Blade Dancers at 18,10 | Ghouls at 18,20 face 180"
        table = draw(line, settings=ADVANCED, phase="melee").change("Ghouls", [], **profile)
        return advised(table.set("Ghouls", models=5).fight("Blade Dancers", "Ghouls").play({"": 1}))

    assert (dance(arm=5), dance(arm=0)) == (Chosen("2"), Chosen("1"))
