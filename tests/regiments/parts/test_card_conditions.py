"""What each mission card is worth at a round's end, with the examples of their rows."""

from __future__ import annotations

import pytest

from tests.regiments.harness import Fall, find, models, regiment
from tests.regiments.parts.mission_cards import (
    Doing,
    dealt,
    ended,
    holding,
    kill,
    lay,
    piles,
    rest_of,
    score_of,
)
from tests.regiments.wizards import SPARK, wizard
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import HERO, Battle, Cause
from warhost.rulesets.regiments.parts.mission_cards.cards import cards
from warhost.rulesets.regiments.parts.mission_cards.piles import Pile
from warhost.table import Arc

SEIZE = [
    "aofr.cards.11_seize_1",
    "aofr.cards.12_seize_2",
    "aofr.cards.13_seize_3",
    "aofr.cards.14_seize_4",
    "aofr.cards.15_seize_5",
    "aofr.cards.16_seize_6",
    "aofr.cards.21_seize_1",
    "aofr.cards.22_seize_2",
    "aofr.cards.23_seize_3",
    "aofr.cards.24_seize_4",
    "aofr.cards.25_seize_5",
    "aofr.cards.26_seize_6",
]
HOLD = [
    "aofr.cards.31_hold_1",
    "aofr.cards.32_hold_2",
    "aofr.cards.33_hold_3",
    "aofr.cards.34_hold_4",
    "aofr.cards.35_hold_5",
    "aofr.cards.36_hold_6",
]


def numbers(row: str) -> tuple[int, int]:
    """The number of a card and that of its marker, by its id."""
    number, _, marker = row.removeprefix("aofr.cards.").split("_")
    return int(number), int(marker)


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row)) for row in SEIZE])
def test_seize_wants_control_of_its_marker(row: str) -> None:
    number, marker = numbers(row)
    worth = [score_of(number, lay(owners=holding(marker, owner))) for owner in (0, None, 1)]
    assert worth == [1, 0, 0]
    assert cards()[number].id == row


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row)) for row in HOLD])
def test_hold_wants_control_at_both_ends_of_the_round(row: str) -> None:
    number, marker = numbers(row)
    held, lost = lay(owners=holding(marker, 0)), lay(owners=holding(marker, 1))
    assert score_of(number, held, starts=holding(marker, 0)) == 2
    assert score_of(number, lay(owners=holding(marker, 0)), starts=holding(marker, None)) == 0
    assert score_of(number, lay(owners=holding(marker, 0)), starts=holding(marker, 1)) == 0
    assert score_of(number, lost, starts=holding(marker, 0)) == 0
    assert cards()[number].id == row


@pytest.mark.rule("aofr.cards.31_hold_1")
def test_control_at_the_beginning_is_what_the_round_began_with() -> None:
    table = dealt(lay("0 A at 4,22 | 1 B at 60,42", owners=(0,)), *[Pile(deck=rest_of(31), table=(31,))] * 2)
    play = table.play(dice=[1, 2, 3, 4] * 6, stage="start of round", turn=2)
    while play.battle.turn == 2:
        play.decline()
    assert play.battle.points == (2.0, 0.0)


@pytest.mark.rule("aofr.cards.41_on_the_march")
@pytest.mark.parametrize(("y", "points"), [(12.6, 1), (12.4, 0)])
def test_on_the_march_no_unit_is_in_the_own_zone(y: float, points: float) -> None:
    assert score_of(41, lay(f"0 A at 36,{y} | 0 A1 at 20,30 | 1 B at 36,42")) == points


@pytest.mark.rule("aofr.cards.42_delve_deep")
@pytest.mark.parametrize(("deep", "points"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_delve_deep_units_in_the_enemy_zone(deep: int, points: float) -> None:
    units = [f"0 A{i} at {8 + 10 * i},{36 if i < deep else 34}" for i in range(4)]
    assert score_of(42, lay(" | ".join([*units, "1 B at 60,42"]))) == points


@pytest.mark.rule("aofr.cards.43_hold_the_line")
def test_hold_the_line_three_units_at_home_and_no_enemy() -> None:
    line = "0 A at 8,6 | 0 A1 at 20,6 | 0 A2 at 32,12 | 1 B at 60,{}"
    assert score_of(43, lay(line.format(30)), turn=2) == 1
    assert score_of(43, lay(line.format(30)), turn=1) == 0
    assert score_of(43, lay(line.format(12)), turn=2) == 0
    assert score_of(43, lay(line.format(30)).set("A2", pose=None, fate="destroyed"), turn=2) == 0


@pytest.mark.rule("aofr.cards.44_shifting_strategy")
def test_shifting_strategy_the_marker_that_was_rolled() -> None:
    assert score_of(44, lay(owners=holding(4, 0)), shifting=4) == 1
    assert score_of(44, lay(owners=holding(4, 0)), shifting=4, starts=holding(4, 1)) == 2
    assert score_of(44, lay(owners=holding(4, 0)), shifting=4, starts=holding(4, 0)) == 1
    assert score_of(44, lay(owners=holding(3, 0)), shifting=4) == 0


@pytest.mark.rule("aofr.cards.44_shifting_strategy")
def test_the_marker_of_shifting_strategy_is_rolled_when_it_is_drawn() -> None:
    table = dealt(lay(), Pile(deck=(44,), table=(11, 12), discarded=rest_of(44, 11, 12)), Pile(table=(11, 12, 13)))
    table.battle.markers = table.battle.markers[:5]
    play = table.play(dice=[6, 4], stage="start of round", turn=2)
    assert [(roll.why, roll.dice) for roll in play.rolls] == [("Marker of Shifting Strategy", "D6")] * 2
    assert piles(play)[0].shifting == 4


@pytest.mark.rule("aofr.cards.45_area_dominance")
@pytest.mark.parametrize(("owners", "points"), [((0, 0, 1, 0), 2), ((0, 0, 1), 0), ((0, 0, 0, 0), 2)])
def test_area_dominance_three_markers(owners: tuple[int, ...], points: float) -> None:
    assert score_of(45, lay(owners=owners)) == points


@pytest.mark.rule("aofr.cards.46_total_dominance")
@pytest.mark.parametrize(("owners", "points"), [((0,) * 6, 5), ((0,) * 5, 0), ((0, 0, 0, 0, 0, 1), 0)])
def test_total_dominance_all_markers(owners: tuple[int, ...], points: float) -> None:
    assert score_of(46, lay(owners=owners)) == points


FOES = [f"B{i}" for i in range(7)]
ENEMIES = [f"1 {name} at {6 + 9 * i},42 face 180" for i, name in enumerate(FOES)]
CROWD = " | ".join(["0 A at 36,6", "0 A1 at 50,6", *ENEMIES])


@pytest.mark.rule("aofr.cards.51_volley_fire")
@pytest.mark.parametrize(("kills", "points"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_volley_fire_units_destroyed_by_shooting(kills: int, points: float) -> None:
    assert score_of(51, lay(CROWD), kill(*FOES[:kills]), kill("B6", how="melee")) == points


@pytest.mark.rule("aofr.cards.52_charge")
@pytest.mark.parametrize(("kills", "points"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_charge_units_destroyed_in_melee(kills: int, points: float) -> None:
    assert score_of(52, lay(CROWD), kill(*FOES[:kills], how="melee"), kill("B6")) == points


@pytest.mark.rule("aofr.cards.52_charge")
def test_routs_after_a_melee_count_for_charge() -> None:
    def rout(battle: Battle) -> Script[None]:
        yield from morale.lose_melee(battle, find(battle, "B0"), None, Cause(find(battle, "A").id, "melee"))

    table = lay(CROWD).set("B0", left=(2,))
    assert score_of(52, table, rout, dice={"Morale": 1}) == 1


@pytest.mark.rule("aofr.cards.53_cut_them_down")
@pytest.mark.parametrize(("kills", "points"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 5)])
def test_cut_them_down_units_destroyed_by_any_means(kills: int, points: float) -> None:
    assert score_of(53, lay(CROWD), kill(*FOES[:1][:kills]), kill(*FOES[1:kills], how="melee")) == points


@pytest.mark.rule("aofr.cards.53_cut_them_down")
def test_only_kills_of_this_round_count_and_only_one_s_own() -> None:
    def earlier(battle: Battle) -> Script[None]:
        battle.turn = 2
        yield from kill("B0")(battle)
        battle.turn = 3

    assert score_of(53, lay(CROWD), earlier) == 0
    assert score_of(53, lay(CROWD), lambda battle: removal.destroy(battle, find(battle, "B0"))) == 0
    assert score_of(53, lay(CROWD), kill("A1", by="B0")) == 0


@pytest.mark.rule("aofr.cards.best_condition")
def test_a_card_scores_its_best_condition_alone() -> None:
    assert score_of(53, lay(CROWD), kill(*FOES[:4])) == 2


@pytest.mark.rule("aofr.cards.54_outflank")
@pytest.mark.parametrize(("y", "points"), [(29.5, 0), (31.5, 1), (36.4, 1), (36.6, 2)])
def test_outflank_no_enemy_near_the_centre(y: float, points: float) -> None:
    assert score_of(54, lay(f"0 A at 36,6 | 1 B at 36,{y} | 1 C at 60,42")) == points


def scared(*names: str, by: str | None = "A") -> Doing:
    """These units take wounds and fail a morale test."""

    def script(battle: Battle) -> Script[None]:
        for name in names:
            cause = None if by is None else Cause(find(battle, by).id, "shooting")
            yield from wounds.suffer(battle, find(battle, name), 3, by=cause)
        yield from morale.end_of_activation(battle)

    return script


@pytest.mark.rule("aofr.cards.55_terrify")
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_terrify_enemy_units_that_failed_a_morale_test(count: int, points: float) -> None:
    assert score_of(55, lay(CROWD), scared(*FOES[:count], by=None), scared("A1"), dice={"Morale": 1}) == points


def casts(tries: int) -> Doing:
    def script(battle: Battle) -> Script[None]:
        unit = find(battle, "A")
        for _ in range(tries):
            unit.tokens, unit.tried = (1,), ()
            yield from casting.cast_spells(battle, unit, "before the move")

    return script


@pytest.mark.rule("aofr.cards.56_arcane_channeling")
@pytest.mark.parametrize(("works", "points"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_arcane_channeling_spells_that_worked(works: int, points: float) -> None:
    table = lay("0 A at 36,20 | 1 B at 36,30 face 180", {"A": wizard(SPARK), "B": regiment(size=9)})
    dealt(table, Pile(deck=rest_of(56), table=(56,)), Pile(deck=tuple(cards())))
    dice: dict[str, Fall] = {"Casting": [4] * works + [3] * (3 - works), "to block": 6}
    play = ended(table, casts(3), dice=dice)
    while play.topic != "discard card" and not play.game.over:
        play.choose(target="B") if play.topic == "cast" else play.decline()
    assert play.battle.points == (points, 0)


CHIEF, CAPTAIN = (regiment(size=1, rules=["Hero", f"Tough({tough})"]) for tough in (6, 3))
SORCERER = regiment(size=1, rules=["Hero", "Tough(3)", "Caster(1)"])
BATS = regiment(size=3, rules=["Flying"])
COURT = {
    "B0": CHIEF,
    "B1": regiment(size=5, hero=CAPTAIN),
    "B2": regiment(size=5, hero=SORCERER),
    "B3": BATS,
    "B4": regiment(groups=[models(2, rules=["Flying"]), models(3)]),
    "B5": regiment(size=1, rules=["Tough(9)"]),
    "B6": regiment(size=1, rules=["Tough(12)"]),
}


def snipe(name: str) -> Doing:
    def script(battle: Battle) -> Script[None]:
        yield from wounds.suffer(battle, find(battle, name), 9, picked=HERO, by=Cause(find(battle, "A").id, "shooting"))

    return script


@pytest.mark.rule("aofr.cards.61_slay_the_king")
def test_slay_the_king_looks_back_to_earlier_rounds() -> None:
    def earlier(battle: Battle) -> Script[None]:
        battle.turn = 1
        yield from kill("B0")(battle)
        battle.turn = 3

    assert score_of(61, lay(CROWD, COURT), earlier) == 2
    assert score_of(61, lay(CROWD, COURT), kill("B1", "B2")) == 0
    assert score_of(61, lay(CROWD, {**COURT, "B0": CAPTAIN}), kill("B1")) == 2
    assert score_of(61, lay(CROWD), kill("B1")) == 0


@pytest.mark.rule("aofr.cards.62_spellbreaker")
def test_spellbreaker_a_caster_in_a_unit_that_survives() -> None:
    assert score_of(62, lay(CROWD, COURT), snipe("B2")) == 1
    assert score_of(62, lay(CROWD, COURT), snipe("B1"), kill("B0")) == 0


@pytest.mark.rule("aofr.cards.63_cleanse_the_skies")
def test_cleanse_the_skies_a_unit_most_of_which_flies() -> None:
    assert score_of(63, lay(CROWD, COURT), kill("B3")) == 1
    assert score_of(63, lay(CROWD, COURT), kill("B4", "B5")) == 0


@pytest.mark.rule("aofr.cards.64_executioner")
def test_executioner_heroes_alone_or_in_units() -> None:
    assert score_of(64, lay(CROWD, COURT), snipe("B1")) == 1
    assert score_of(64, lay(CROWD, COURT), kill("B0"), snipe("B1")) == 1
    assert score_of(64, lay(CROWD, COURT), kill("B0", "B2"), snipe("B1")) == 2
    assert score_of(64, lay(CROWD, COURT), kill("B3", "B6")) == 0


@pytest.mark.rule("aofr.cards.65_big_game_hunter")
def test_big_game_hunter_the_toughest_unit_counts() -> None:
    assert score_of(65, lay(CROWD, COURT), kill("B5")) == 1
    assert score_of(65, lay(CROWD, COURT), kill("B5", "B6")) == 2
    assert score_of(65, lay(CROWD, COURT), kill("B0")) == 1
    assert score_of(65, lay(CROWD, COURT), kill("B1", "B3")) == 0


def melee_won(own: int, theirs: int, foes: int = 20) -> float:
    """What Take No Prisoners scores after a melee in which both caused so many wounds."""
    table = lay("0 A at 36,10 | 1 B at 36,30 face 180", {"A": regiment(size=10), "B": regiment(size=foes)})
    dealt(table, Pile(deck=rest_of(66), table=(66,)), Pile(deck=tuple(cards())))
    table.touch("A", "B").set("B", files=5)
    dice: dict[str, Fall] = {
        "to hit": [(6,) * own + (1,) * (10 - own), (6,) * theirs + (1,) * (10 - theirs)],
        "to block": 1,
        "Morale": 6,
    }

    def script(battle: Battle) -> Script[None]:
        yield from melee.fight(battle, find(battle, "A"), find(battle, "B"), Arc.FRONT)

    play = ended(table, script, dice=dice)
    play.choose("strike")
    return play.battle.points[0]


@pytest.mark.rule("aofr.cards.66_take_no_prisoners")
@pytest.mark.parametrize(("own", "theirs", "points"), [(5, 2, 1), (7, 1, 2), (3, 1, 0)])
def test_take_no_prisoners_by_how_many_wounds_a_melee_was_won(own: int, theirs: int, points: float) -> None:
    assert melee_won(own, theirs) == points


@pytest.mark.rule("aofr.cards.66_take_no_prisoners")
def test_rows_do_not_count_for_the_margin_but_the_melee_must_be_won() -> None:
    assert melee_won(3, 0) == 1
    assert melee_won(3, 0, foes=45) == 0


# Paragon cards.

LED = {"A": regiment(size=5, hero=CAPTAIN)}


@pytest.mark.rule("aofr.cards.tactical_paragons")
def test_a_paragon_card_is_scored_by_units_with_heroes_alone_for_one_more() -> None:
    at = "0 A at 4,22 | 0 A1 at 60,6 | 1 B at 60,42"
    game = "tactical_paragons"
    assert score_of(11, lay(at, LED, game, (0,)), paragon=11) == 2
    assert score_of(11, lay(at, {}, game, (0,)), paragon=11) == 0
    assert score_of(11, lay(at, LED, game, (0,)), paragon=12) == 1
    away = "0 A at 20,6 | 0 A1 at 4,22 | 1 B at 60,42"
    assert score_of(11, lay(away, LED, game, (0,)), paragon=11) == 0


@pytest.mark.rule("aofr.cards.tactical_paragons")
@pytest.mark.parametrize(
    ("number", "by", "points"), [(53, "A", 2), (53, "A1", 0), (51, "A", 2), (51, "A1", 0), (55, "A", 2), (55, "A1", 0)]
)
def test_the_hero_s_unit_must_do_it_itself(number: int, by: str, points: float) -> None:
    done = scared("B0", by=by) if number == 55 else kill("B0", by=by)
    table = lay(CROWD, LED, "tactical_paragons")
    assert score_of(number, table, done, dice={"Morale": 1}, paragon=number) == points


@pytest.mark.rule("aofr.cards.tactical_paragons")
def test_cards_about_absence_need_a_hero_on_the_table() -> None:
    line = "0 A at 36,20 | 1 B at 60,42"
    assert score_of(54, lay(line, LED, "tactical_paragons"), paragon=54) == 3
    assert score_of(54, lay(line, {}, "tactical_paragons"), paragon=54) == 0
    assert score_of(41, lay(line, LED, "tactical_paragons"), paragon=41) == 2
    assert score_of(42, lay("0 A at 8,37 | 0 A1 at 20,37 | 1 B at 60,42", LED, "tactical_paragons"), paragon=42) == 2
