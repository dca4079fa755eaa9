"""Combat Result, Break Tests, Steadfast and No More Foes."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulesets.essence_of_war.chapters.melee.result import broken_ranks, steadfast
from warhost.rulesets.essence_of_war.shown import events

from .brawl import Brawl, brawl, next_phase
from .harness import Table, draw

MISS: dict[str, Any] = {"to hit": 1, "Combat pivot": 1, "Panic": 1, "Flee": 4, "Pursuit": 1}
LOST = "Health Points lost by "


def duel(guard: str = "", guns: str = "", side: str = "front") -> Table:
    """Imperial Guard of 5x3 against Handgunners of 5x2 (Discipline 7)."""
    table = draw(f"0 Imperial Guard at 4,4 {guard} | 1 Handgunners at 18,24 face 180 {guns}")
    return table.fight("Imperial Guard", "Handgunners", side)


@pytest.mark.rule("eow.result.compare")
def test_equal_totals_make_winners_of_both() -> None:
    game = brawl(duel("models=10"), MISS).rest()
    scored = game.told(events.CombatScored)[0]
    assert (scored.totals, scored.loser) == ((1, 1), None)
    assert not game.told(events.DisciplineTested)


@pytest.mark.rule("eow.result.compare", "eow.break.test")
def test_the_lower_total_loses_and_tests_at_minus_the_difference() -> None:
    game = brawl(duel("charging"), MISS | {"Break": 1}).rest()
    scored = game.told(events.CombatScored)[0]
    assert (scored.totals, scored.loser) == ((3, 1), 1)
    assert [test.needed for test in game.tests("break", "Handgunners")] == [7 - 2]
    assert not game.tests("break", "Imperial Guard")


def test_a_combat_result_and_the_break_test_open_into_their_parts() -> None:
    game = brawl(duel("charging"), MISS | {"Break": 1}).rest()
    scored = game.told(events.CombatScored)[0]
    assert (set(scored.fight.units), scored.fight.winner) == ({0, 1}, 0)
    result = scored.sums
    assert [(one.seat, one.total) for one in result] == [(0, 3), (1, 1)]
    assert [part.why for part in result[0].parts] == ["Rank Bonus", "Charge Bonus"]
    (discipline,) = game.tests("break", "Handgunners")[0].sums
    assert [(part.amount, part.why) for part in discipline.parts] == [(7, "own Discipline"), (-2, "Lost by 2")]


@pytest.mark.rule("eow.result.health_points")
def test_each_health_point_that_the_enemy_lost_counts_one() -> None:
    three = {"Imperial Guard: Melee Attacks: to hit": (6,) * 3 + (1,) * 7, "Wound": 6, "Armour": 1, "Break": 1}
    game = brawl(duel(), three | MISS).rest()
    assert game.score(0)[LOST + "Handgunners"] == 3
    assert game.score(1) == {"Rank Bonus": 1}


@pytest.mark.rule("eow.result.health_points")
def test_units_that_were_wiped_out_count_with_what_they_really_lost() -> None:
    table = draw("0 Imperial Guard at 4,4 | 1 Handgunners at 18,24 face 180 | 1 Wizard at 4,40")
    table.fight("Imperial Guard", "Handgunners").fight("Wizard", "Imperial Guard", "left")
    dice = {"Imperial Guard: Melee Attacks: to hit": 6, "Wound": 6, "Armour": 1, "Break": 1} | MISS
    game = brawl(table.change("Imperial Guard", att=5), dice)
    while game.topic == "allocate attacks":
        game.answer(game.game.asked.suggestions()[-1])
    game.rest()
    assert game.unit("Wizard").pose is None
    assert game.score(0)[LOST + "Wizard"] == 3


@pytest.mark.rule("eow.result.rank_bonus")
@pytest.mark.parametrize(("models", "bonus"), [(25, 3), (20, 3), (11, 2), (15, 2), (10, 1)])
def test_every_rank_after_the_first_counts_one_up_to_three(models: int, bonus: int) -> None:
    game = brawl(duel(f"models={models}"), MISS | {"Break": 1}).rest()
    assert game.score(0)["Rank Bonus"] == bonus


@pytest.mark.rule("eow.result.rank_bonus")
@pytest.mark.parametrize(("models", "bonus"), [(25, 3), (10, 1)])
def test_the_rank_bonus_is_that_of_the_best_unit_alone(models: int, bonus: int) -> None:
    table = draw(f"0 Imperial Guard at 4,4 models={models} | 1 Handgunners at 18,24 face 180 | 0 Citadel Guard at 30,4")
    table.fight("Imperial Guard", "Handgunners").fight("Citadel Guard", "Handgunners", "rear")
    game = brawl(table, MISS | {"Break": 1}).rest()
    assert game.score(0)["Rank Bonus"] == bonus


@pytest.mark.rule("eow.result.rank_bonus")
def test_ranks_are_counted_after_casualties() -> None:
    one_hit = {"Imperial Guard: Melee Attacks: to hit": (6,) + (1,) * 9, "Wound": 6, "Armour": 1, "Break": 1}
    game = brawl(duel("", "models=6"), one_hit | MISS).rest()
    assert "Rank Bonus" not in game.score(1)


@pytest.mark.rule("eow.result.charge_bonus")
def test_several_chargers_bring_one_point() -> None:
    table = draw("0 Imperial Guard at 4,4 charging | 1 Handgunners at 18,24 | 0 Citadel Guard at 30,4 charging")
    table.fight("Imperial Guard", "Handgunners").fight("Citadel Guard", "Handgunners", "rear")
    game = brawl(table, MISS | {"Break": 1}).rest()
    assert game.score(0)["Charge Bonus"] == 1
    assert "Charge Bonus" not in game.score(1)


@pytest.mark.rule("eow.result.charge_bonus")
def test_the_charge_bonus_is_for_the_first_round_alone() -> None:
    dice = MISS | {"Break": 1}
    first = brawl(duel("charging"), dice).rest()
    assert first.score(0)["Charge Bonus"] == 1
    assert "Charge Bonus" not in next_phase(first, dice).rest().score(0)


@pytest.mark.rule("eow.result.charge_bonus")
def test_dead_chargers_bring_nothing() -> None:
    table = draw("0 Wizard at 4,4 charging | 1 Handgunners at 18,24 | 0 Citadel Guard at 30,4")
    table.fight("Wizard", "Handgunners", "left").fight("Citadel Guard", "Handgunners", "rear")
    table.change("Handgunners", att=3)
    dice = {"Handgunners: Melee Attacks: to hit": 6, "Wound": 6, "Armour": 1, "Aegis": 1, "Break": 1} | MISS
    game = brawl(table, dice)
    while game.topic == "allocate attacks":
        game.answer(game.game.asked.suggestions()[0])
    game.rest()
    assert game.unit("Wizard").pose is None
    assert "Charge Bonus" not in game.score(0)


@pytest.mark.rule("eow.result.flank_rear")
def test_two_flank_attackers_bring_two_points_and_a_frontal_one_none() -> None:
    table = draw("0 Imperial Guard at 4,4 | 1 Handgunners at 18,24 | 0 Citadel Guard at 30,4")
    table.fight("Imperial Guard", "Handgunners", "left").fight("Citadel Guard", "Handgunners", "right")
    game = brawl(table, MISS | {"Break": 1}).rest()
    assert game.score(0)["Flank or Rear Bonus"] == 2
    assert "Flank or Rear Bonus" not in game.score(1)
    frontal = brawl(duel(), MISS | {"Break": 1}).rest()
    assert "Flank or Rear Bonus" not in frontal.score(0)


@pytest.mark.rule("eow.result.flank_rear")
def test_one_attacker_in_the_rear_is_enough_for_its_side() -> None:
    table = duel("| 0 Citadel Guard at 30,4").fight("Citadel Guard", "Handgunners", "rear")
    game = brawl(table, MISS | {"Break": 1}).rest()
    assert game.score(0)["Flank or Rear Bonus"] == 2


@pytest.mark.rule("eow.break.test")
def test_the_losing_player_chooses_the_order_of_break_tests() -> None:
    table = draw("0 Imperial Guard at 18,20 charging | 1 Handgunners at 4,4 | 1 Sylvan Archers at 4,40")
    table.fight("Handgunners", "Imperial Guard", "front", -2.2).fight("Sylvan Archers", "Imperial Guard", "front", 2.2)
    game = brawl(table, MISS | {"Break": 1}).until_asked("break test")
    assert (game.question.seat, game.keys) == (1, ["1", "2"])
    game.choose(unit="Sylvan Archers").rest()
    assert [e.unit for e in game.told(events.DisciplineTested) if e.kind == "break"] == [2, 1]


@pytest.mark.rule("eow.break.pass")
def test_a_unit_that_passes_stays_engaged_where_it_is() -> None:
    table = duel("charging")
    pose = table.unit("Handgunners").pose
    game = brawl(table, MISS | {"Break": (1, 4)}).rest()
    guns = game.unit("Handgunners")
    assert (guns.engaged, guns.fleeing, guns.pose) == (True, False, pose)


@pytest.mark.rule("eow.break.fail")
def test_friends_near_a_unit_that_breaks_test_for_panic_before_it_flees() -> None:
    table = draw(
        "0 Imperial Guard at 4,4 charging | 1 Handgunners at 18,24 face 180 | 1 Wizard at 18,29.2 | "
        "1 Sylvan Archers at 30,24"
    )
    table.fight("Imperial Guard", "Handgunners")
    game = brawl(table, MISS | {"Break": (2, 4)}).rest()
    assert game.unit("Handgunners").fleeing
    told = [
        (type(e).__name__, e.unit) for e in game.game.events if isinstance(e, events.DisciplineTested | events.UnitFled)
    ]
    assert told == [("DisciplineTested", 1), ("DisciplineTested", 2), ("UnitFled", 1)]


def ranked(own: int, one: int, other: int = 0) -> bool:
    """Whether Handgunners with that many ranks are Steadfast against enemies with those."""
    table = draw(
        f"1 Handgunners at 18,24 face 180 models={5 * own} | 0 Imperial Guard at 4,4 models={5 * one} | "
        f"0 Citadel Guard at 30,4 models={5 * max(1, other)}"
    )
    table.fight("Imperial Guard", "Handgunners", "front", -2.2)
    combat: tuple[int, ...] = (0, 1)
    if other:
        table.fight("Citadel Guard", "Handgunners", "front", 2.2)
        combat = (0, 1, 2)
    return steadfast(table.battle, table.unit("Handgunners"), combat)


@pytest.mark.rule("eow.steadfast.condition")
def test_a_unit_is_steadfast_with_more_ranks_than_every_enemy_in_the_combat() -> None:
    assert ranked(4, 3, 2)
    assert not ranked(3, 3)
    assert not ranked(3, 1, 3)
    assert ranked(2, 1)


@pytest.mark.rule("eow.steadfast.condition")
def test_enemies_that_have_left_the_combat_do_not_count_against_steadfast() -> None:
    table = duel("models=5", "models=10 | 0 Citadel Guard at 30,4 models=15")
    assert steadfast(table.battle, table.unit("Handgunners"), (0, 1, 2))
    table.fight("Citadel Guard", "Imperial Guard", "rear")
    assert not steadfast(table.battle, table.unit("Handgunners"), (0, 1, 2))


@pytest.mark.rule("eow.steadfast.effect", "eow.steadfast.condition")
def test_a_steadfast_unit_tests_without_the_difference() -> None:
    one_rank = brawl(duel("models=5 charging", "models=10", "left"), MISS | {"Break": 1}).rest()
    assert [test.needed for test in one_rank.tests("break", "Handgunners")] == [7]
    assert one_rank.told(events.CombatScored)[0].totals == (3, 1)
    two_ranks = brawl(duel("models=10 charging", "models=10"), MISS | {"Break": 1}).rest()
    assert [test.needed for test in two_ranks.tests("break", "Handgunners")] == [6]


@pytest.mark.rule("eow.steadfast.lost_terrain", "eow.terrain.hindering.broken_ranks")
@pytest.mark.parametrize(("wood", "target"), [("18,24", 7 - 2), ("18,28", 7)])
def test_a_unit_with_its_centre_in_hindering_terrain_is_not_steadfast(wood: str, target: int) -> None:
    table = draw(
        f"36x48 hindering {wood} 6x4 hindering 4,44 2x2 | 0 Citadel Guard at 4,4 charging | "
        "1 Handgunners at 18,24 face 180 models=25"
    )
    table.fight("Citadel Guard", "Handgunners")
    assert broken_ranks(table.battle, table.unit("Handgunners")) == (target < 7)
    hits = {"Citadel Guard: Melee Attacks: to hit": (6,) * 3 + (1,) * 7, "Wound": 6, "Armour": 1, "Break": 1}
    game = brawl(table.change("Handgunners", hp=2), hits | MISS).rest()
    assert game.told(events.CombatScored)[0].totals == (5, 3)
    assert [test.needed for test in game.tests("break", "Handgunners")] == [target]


@pytest.mark.rule("eow.steadfast.lost_flank")
@pytest.mark.parametrize(("ranks", "target"), [(2, 7 - 1), (1, 7)])
def test_enemies_with_two_ranks_in_flank_or_rear_take_steadfast_away(ranks: int, target: int) -> None:
    charging = "charging" if ranks == 1 else ""
    table = duel(f"models={5 * ranks} {charging}", "models=15", "right")
    game = brawl(table, MISS | {"Break": 1}).rest()
    assert [test.needed for test in game.tests("break", "Handgunners")] == [target]


@pytest.mark.rule("eow.steadfast.zero_ranks")
def test_single_models_are_never_steadfast() -> None:
    table = draw("0 Druid at 4,4 charging | 1 Wizard at 18,24 face 180").fight("Druid", "Wizard")
    assert not steadfast(table.battle, table.unit("Wizard"), (0, 1))
    game = brawl(table, MISS | {"Break": 1}).rest()
    assert [test.needed for test in game.tests("break", "Wizard")] == [7 - 1]


def freed(guard: str = "") -> Brawl:
    """Imperial Guard (4 ranks) kill the Wizard that they and the Druid fight; the Druid loses against Handgunners."""
    table = draw(
        f"0 Imperial Guard at 4,4 models=20 {guard} | 1 Wizard at 18,24 face 180 | 0 Druid at 30,4 | "
        "1 Handgunners at 4,40 charging"
    )
    table.fight("Imperial Guard", "Wizard").fight("Druid", "Wizard", "rear")
    table.fight("Handgunners", "Druid", "rear")
    dice = {"Imperial Guard: Melee Attacks: to hit": 6, "Wound": 6, "Armour": 1, "Break": 1, "Pursuit": (3, 4)} | MISS
    return brawl(table.change("Imperial Guard", agi=9), dice)


@pytest.mark.rule("eow.no_more_foes.win")
def test_a_unit_without_foes_takes_no_break_test_though_its_side_lost() -> None:
    game = freed()
    assert game.told(events.CombatScored)[0].loser == 0
    game.rest()
    assert len(game.tests("break", "Druid")) == 1
    assert not game.tests("break", "Imperial Guard")


@pytest.mark.rule("eow.no_more_foes.score")
def test_a_unit_without_foes_adds_lost_health_points_and_nothing_else() -> None:
    assert freed("charging").score(0) == {LOST + "Wizard": 3}


@pytest.mark.rule("eow.no_more_foes.action")
def test_a_unit_without_foes_may_pivot_and_if_it_charged_it_may_overrun_instead() -> None:
    stood = freed()
    while stood.topic != "pivot after combat":
        assert stood.topic != "overrun"
        stood.decline()
    assert stood.question.seat == 0
    charged = freed("charging charged")
    assert charged.topic == "overrun"
    charged.choose("pass").until_asked("pivot after combat")


@pytest.mark.rule("eow.no_more_foes.win")
def test_both_sides_wiped_out_end_the_combat_without_a_loser() -> None:
    table = draw("0 Wizard at 18,20 wounds=1 | 1 Damsel at 18,30 face 180").fight("Wizard", "Damsel")
    for name in ("Wizard", "Damsel"):
        table.change(name, att=3, aeg=None)
    game = brawl(table, {"to hit": 6, "Wound": 6, "Armour": 1})
    assert game.game.over
    scored = game.told(events.CombatScored)[0]
    assert (scored.totals, scored.loser) == ((3, 2), None)
