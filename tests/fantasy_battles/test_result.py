"""The Combat Score, Break Tests, Steadfast and Stubborn (Round of Combat: step 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl, next_phase
from tests.fantasy_battles.harness import Table, draw
from warhost.rulesets.fantasy_battles.core.battle import Battle, Settings, Unit
from warhost.rulesets.fantasy_battles.core.ground import kinds_of
from warhost.rulesets.fantasy_battles.core.moments import MODEL_RULES, ModelRule
from warhost.rulesets.fantasy_battles.shown import events

LINE = "Spearmen at 36,20 | Swordsmen at 36,30 face 180"


def fought(table: Table, dice: Any = (), **fields: Any) -> Brawl:
    return brawl(table, dict(dice), **fields).rest()


def hits(unit: str, count: int, of: int = 10) -> dict[str, Any]:
    """So many attacks of that unit hit and wound, all others miss."""
    return {f"{unit} Close Combat Attacks: to hit": (6,) * count + (1,) * (of - count), "to wound": 6}


def line(more: str = "", **changes: Any) -> Table:
    return draw(f"{LINE}{more}").fight("Spearmen", "Swordsmen")


@pytest.mark.rule("t9a.score.health_points")
def test_each_health_point_that_the_enemy_lost_counts_1() -> None:
    game = fought(line(), hits("Spearmen", 4))
    assert game.score(0)["Health Points lost by Swordsmen"] == 4
    assert "Health Points lost by Spearmen" not in game.score(1)


@pytest.mark.rule("t9a.score.health_points")
def test_health_points_of_characters_in_the_ranks_count() -> None:
    table = draw(f"{LINE} | 1 Captain at 4,40").join("Captain", "Swordsmen").fight("Spearmen", "Swordsmen")
    dice = {"Spearmen Close Combat Attacks: to hit": 6, "to wound": 6, "Save": 1}
    game = brawl(table.change("Spearmen", agi=9).change("Captain", arm=0, hp=9), dice)
    while not game.told(events.CombatScored):
        game.strike_at("Captain") if game.topic == "allocate attacks" else game.decline()
    lost = {why: points for why, points in game.score(0).items() if why.startswith("Health Points")}
    assert lost == {"Health Points lost by Captain": 6, "Health Points lost by Swordsmen": 4}


@pytest.mark.rule("t9a.score.health_points")
def test_only_health_points_lost_in_this_round_count() -> None:
    # The Swordsmen lost three to a spell, then four in this round; in the next round nobody is hurt.
    game = fought(line().set("Swordsmen", lost_this_phase=3), hits("Spearmen", 4))
    assert game.score(0)["Health Points lost by Swordsmen"] == 4
    assert "Health Points lost by Swordsmen" not in next_phase(game).rest().score(0)


@pytest.mark.rule("t9a.score.charge")
@pytest.mark.parametrize("charging", [(), ("Spearmen",), ("Spearmen", "Archers")])
def test_charging_counts_1_for_a_side_however_many_charge(charging: tuple[str, ...]) -> None:
    table = draw(f"{LINE} | 0 Archers at 4,4").fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left")
    for name in charging:
        table.set(name, charging=True)
    game = fought(table)
    assert game.score(0).get("Charge Bonus", 0) == min(1, len(charging))


@pytest.mark.rule("t9a.score.rank_bonus", "t9a.height.full_ranks")
@pytest.mark.parametrize(("models", "bonus"), [(25, 3), (20, 3), (15, 2), (10, 1), (14, 1), (9, 0), (5, 0)])
def test_each_full_rank_after_the_first_counts_1_up_to_3(models: int, bonus: int) -> None:
    table = draw(f"Spearmen at 36,20 models={models} | Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen")
    assert fought(table).score(0).get("Rank Bonus", 0) == bonus


@pytest.mark.rule("t9a.score.rank_bonus")
def test_the_best_unit_of_a_side_gives_the_rank_bonus() -> None:
    table = draw("Spearmen at 36,20 models=15 | Swordsmen at 36,30 face 180 | 0 Archers at 4,4")
    game = fought(table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left"))
    assert game.score(0)["Rank Bonus"] == 2


@pytest.mark.rule("t9a.score.standard", "t9a.special.standard_bearer")
def test_each_standard_and_battle_standard_counts_1() -> None:
    table = draw("Guard at 36,20 | 1 Swordsmen at 36,30 face 180 | 0 Banner at 4,4 | 0 Archers at 8,8")
    table.join("Banner", "Guard").change("Archers", standard=True)
    game = fought(table.fight("Guard", "Swordsmen").fight("Archers", "Swordsmen", "left"))
    score = game.score(0)
    assert [why for why in score if "Standard" in why] == [
        *("Standard of Guard", "Standard of Archers", "Battle Standard Bearer"),
    ]
    assert sum(score[why] for why in score if "Standard" in why) == 3
    assert not [why for why in game.score(1) if "Standard" in why]


@pytest.mark.rule("t9a.special.standard_bearer")
def test_the_standard_stays_with_the_last_of_the_rank_and_file() -> None:
    table = draw("Guard at 36,20 models=1 | 1 Swordsmen at 36,30 face 180").fight("Guard", "Swordsmen")
    table.change("Guard", arm=0).change("Sergeant of Guard", arm=0).change("Swordsmen", agi=5)
    game = brawl(table, {"Swordsmen Close Combat Attacks: to hit": [(6, 1, 1, 1), 1], "to wound": 6})
    game.until_asked("allocate attacks").strike_at("Guard").rest()
    assert game.unit("Guard").fate == "destroyed"
    assert game.score(0)["Standard of Sergeant of Guard"] == 1


@pytest.mark.rule("t9a.score.flank", "t9a.score.rear")
@pytest.mark.parametrize(
    ("side", "models", "setting", "bonus"),
    [
        ("left", 4, 1, 1),
        ("right", 5, 1, 2),
        ("rear", 4, 1, 2),
        ("rear", 5, 1, 3),
        ("left", 5, 2, 1),
        ("left", 10, 2, 2),
        ("front", 10, 1, 0),
    ],
)
def test_fighting_in_the_flank_or_rear_counts_more_with_a_full_rank(
    side: str, models: int, setting: Any, bonus: int
) -> None:
    table = draw(f"Archers at 36,20 models={models} | Swordsmen at 36,30 face 180", Settings(flank_ranks=setting))
    game = fought(table.fight("Archers", "Swordsmen", side))
    name = {"rear": "Rear Bonus"}.get(side, "Flank Bonus")
    assert game.score(0).get(name, 0) == bonus
    assert not [why for why in game.score(1) if "Flank" in why or "Rear" in why]


@pytest.mark.rule("t9a.score.flank", "t9a.score.rear")
def test_flank_and_rear_count_once_each_for_a_side() -> None:
    table = draw(
        "Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 0 Archers at 4,4 | 0 Wolves at 4,10 | 0 Knights at 4,20"
    )
    table.fight("Spearmen", "Swordsmen", "rear").fight("Archers", "Swordsmen", "left").fight(
        "Wolves", "Swordsmen", "right"
    )
    score = fought(table).score(0)
    assert (score["Flank Bonus"], score["Rear Bonus"]) == (2, 3)


@pytest.mark.rule("t9a.round.step07_result", "t9a.special.break_test")
def test_losers_test_on_their_discipline_less_the_difference() -> None:
    table = draw("Spearmen at 36,20 models=15 | Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen")
    game = fought(table, hits("Spearmen", 3))
    assert (game.total(0), game.total(1)) == (5, 2)
    assert [test.needed for test in game.tests("break", "Swordsmen")] == [4]
    assert not game.tests("break", "Spearmen")


@pytest.mark.rule("t9a.round.step07_result")
def test_every_unit_of_the_losing_side_takes_a_break_test() -> None:
    table = draw(f"{LINE} | 1 Archers at 4,4").fight("Spearmen", "Swordsmen").fight("Archers", "Spearmen", "left")
    table.change("Spearmen", agi=9)
    game = brawl(table, {"Spearmen Close Combat Attacks: to hit": 6, "to wound": 6})
    game.until_asked("allocate attacks").strike_at("Swordsmen").rest()
    assert game.total(0) > game.total(1)
    assert [len(game.tests("break", name)) for name in ("Spearmen", "Swordsmen", "Archers")] == [0, 1, 1]


@pytest.mark.rule("t9a.special.break_test", "t9a.round.step07_result")
@pytest.mark.parametrize(("dice", "breaks"), [((2, 2), False), ((2, 3), True)])
def test_who_fails_breaks_and_who_rolls_the_number_or_less_stands(dice: tuple[int, int], breaks: bool) -> None:
    # Three Health Points and the rank that they cost: the Spearmen lose by 4, Discipline 8.
    table = line().change("Spearmen", dis=8)
    game = fought(table, {**hits("Swordsmen", 3), "Break": dice})
    assert [test.needed for test in game.tests("break", "Spearmen")] == [4]
    assert game.unit("Spearmen").fleeing is breaks


@pytest.mark.rule("t9a.round.step07_tie")
def test_equal_scores_make_no_loser() -> None:
    game = fought(line())
    assert game.total(0) == game.total(1)
    assert not game.told(events.DisciplineTested)
    assert game.told(events.CombatScored)[0].loser is None


def ranks(own: int, others: int, more: str = "", settings: str = "") -> Table:
    """Spearmen of so many ranks who will lose 5 men to Swordsmen of so many ranks."""
    table = draw(f"{settings}Spearmen at 36,20 models={own} | Swordsmen at 36,30 face 180 models={others}{more}")
    return table.fight("Spearmen", "Swordsmen")


@pytest.mark.rule("t9a.special.steadfast")
def test_more_full_ranks_than_every_enemy_make_a_unit_steadfast() -> None:
    game = fought(ranks(25, 10), hits("Swordsmen", 8))
    assert game.tests("break", "Spearmen")[0].needed == 7
    assert game.total(1) > game.total(0)
    assert "Steadfast" not in str(fought(ranks(20, 15), hits("Swordsmen", 5)).tests("break", "Spearmen")[0].parts)


@pytest.mark.rule("t9a.special.steadfast")
@pytest.mark.parametrize(("models", "steadfast"), [(5, True), (10, False)])
def test_two_full_ranks_in_the_flank_end_steadfast(models: int, steadfast: bool) -> None:
    table = ranks(25, 10, f" | 1 Archers at 4,4 models={models}").fight("Archers", "Spearmen", "left")
    game = fought(table, hits("Swordsmen", 3))
    assert (game.tests("break", "Spearmen")[0].needed == 7) is steadfast


@pytest.mark.rule("t9a.terrain.forest_no_steadfast", "t9a.terrain.water_no_steadfast", "t9a.special.steadfast")
@pytest.mark.parametrize("kind", ["forest", "water"])
def test_nobody_is_steadfast_in_a_forest_or_in_water(kind: str) -> None:
    game = fought(ranks(25, 10, settings=f"72x48 {kind} 36,27 4x3 | "), hits("Swordsmen", 3))
    assert game.tests("break", "Spearmen")[0].needed < 7


@pytest.mark.rule("t9a.terrain.forest_no_steadfast", "t9a.terrain.water_no_steadfast")
@pytest.mark.parametrize("kind", ["forest", "water"])
def test_a_forest_or_water_around_the_enemy_does_not_matter(kind: str) -> None:
    table = ranks(25, 10, settings=f"72x48 {kind} 36,31 6x3 | ")
    assert kind in kinds_of(table.battle, table.unit("Swordsmen"))
    game = fought(table, hits("Swordsmen", 3))
    assert game.tests("break", "Spearmen")[0].needed == 7


@pytest.mark.rule("t9a.special.stubborn")
def test_a_stubborn_unit_tests_without_the_difference() -> None:
    table = line().change("Spearmen", ["Stubborn"], dis=8)
    game = fought(table, hits("Swordsmen", 6))
    assert game.tests("break", "Spearmen")[0].needed == 8


@pytest.mark.rule("t9a.special.break_test")
def test_discipline_is_never_below_0_in_a_break_test() -> None:
    game = fought(line(), hits("Swordsmen", 10))
    assert game.tests("break", "Spearmen")[0].needed == 0


@pytest.mark.rule("t9a.round.step07_result")
def test_rules_may_take_from_a_score_but_not_below_0(monkeypatch: pytest.MonkeyPatch) -> None:
    class Doomed(ModelRule):
        def adds_to_score(self, battle: Battle, bearer: Unit) -> int:
            return -9

    Doomed.name, Doomed.id = "Doomed", "t9a.divination.6_portent_of_doom"
    monkeypatch.setitem(MODEL_RULES.rules, "Doomed", Doomed)
    game = fought(line().change("Spearmen", ["Doomed"]))
    assert game.score(0)["Doomed"] == -9
    assert game.total(0) == 0
