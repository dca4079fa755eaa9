"""Rounds of Combat, read against plausible wrong readings: who else, how often, until when, and what does not count."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Table, carried_out, draw, shape
from warhost.play import Manoeuvre, Moved
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.core import Boon
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Arc, Pivot, distance

BROKEN: dict[str, Any] = {"to hit": 1, "Break": 6, "Flee": 6, "": 1}
"""Nobody hits, and whoever loses breaks and runs 12 inches."""

MM = 1 / 25.4


def three_combats() -> Table:
    table = draw(
        "Spearmen at 10,20 | Swordsmen at 10,30 face 180 | Archers at 26,20 | Wolves at 26,30 face 180 | "
        "Ogres at 50,20 | Knights at 50,30 face 180"
    )
    return table.fight("Spearmen", "Swordsmen").fight("Archers", "Wolves").fight("Ogres", "Knights")


def outflanked() -> Table:
    """Swordsmen who are charged in front and flank, and lose without a blow."""
    table = draw("0 Spearmen at 36,20 charging | 1 Swordsmen at 36,24 face 180 models=5 | 0 Archers at 4,4 charging")
    return table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left")


def asked_after(game: Brawl) -> list[tuple[int, str]]:
    """Whose units may turn after the combat, in the order in which they are asked."""
    found = []
    while not game.game.over:
        if game.topic == "post-combat reform":
            assert isinstance(game.question, Manoeuvre)
            found.append((game.question.seat, game.battle.units[game.question.unit].name))
        game.decline()
    return found


@pytest.mark.rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform")
def test_each_winner_that_is_free_may_turn() -> None:
    assert asked_after(brawl(outflanked(), BROKEN)) == [(0, "Spearmen"), (0, "Archers")]


@pytest.mark.rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform")
def test_a_winner_may_turn_in_the_enemys_turn_too() -> None:
    assert asked_after(brawl(outflanked(), BROKEN, active=1)) == [(0, "Spearmen"), (0, "Archers")]


@pytest.mark.rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform")
def test_who_still_has_an_enemy_in_contact_may_not_turn() -> None:
    table = draw(
        "0 Spearmen at 36,20 charging | 1 Swordsmen at 36,24 face 180 models=5 | 0 Archers at 4,4 charging | "
        "1 Giant at 60,40"
    )
    table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left").fight("Giant", "Archers", "rear")
    table.change("Giant", ["Unbreakable"])
    game = brawl(table, {**BROKEN, "Swordsmen Break": 6})
    assert "Archers" not in [name for _, name in asked_after(game)]


@pytest.mark.rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform")
@pytest.mark.parametrize("active", [0, 1])
def test_free_units_of_both_players_may_turn_the_active_players_first(active: int) -> None:
    # A chain: the Spearmen kill the Swordsmen while the Wolves kill the Archers behind them.
    table = draw(
        "0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 models=3 | 0 Archers at 4,4 models=3 | 1 Wolves at 4,40"
    )
    table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "rear").fight("Wolves", "Archers", "rear")
    hits: dict[str, Any] = {"Spearmen Close": 6, "Wolves Close": 6, "Archers": 1, "Swordsmen": 1, "": 1}
    game = brawl(table, hits, active=active)
    assert [seat for seat, _ in asked_after(game)] == [active, 1 - active]


@pytest.mark.rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform")
@pytest.mark.parametrize("move", [Moved("pivot", (Pivot(180.0),)), Moved("reform", (), 4)])
def test_a_winner_pivots_or_reforms_once(move: Moved) -> None:
    game = brawl(outflanked(), BROKEN).until_asked("post-combat reform").answer(move)
    assert game.unit("Spearmen").moved
    assert [name for _, name in asked_after(game)] == ["Archers"]


@pytest.mark.rule("t9a.round.step16_end")
def test_the_end_of_one_round_ends_nothing_in_other_combats() -> None:
    table = three_combats()
    for name in ("Spearmen", "Swordsmen", "Archers", "Wolves"):
        table.set(name, boons=(Boon("Shaken", "round"),))
    game = brawl(table, {"Stomp": 1}).choose("0+1").until_asked("next combat")
    left = {unit.name: len(unit.boons) for unit in game.battle.units}
    assert left == {"Spearmen": 0, "Swordsmen": 0, "Archers": 1, "Wolves": 1, "Ogres": 0, "Knights": 0}


@pytest.mark.rule("t9a.round.step16_end")
def test_a_round_ends_for_those_who_left_the_combat_too() -> None:
    table = draw(
        "0 Spearmen at 10,20 charging | 1 Swordsmen at 10,24 face 180 models=5 | 0 Archers at 40,10 | "
        "1 Wolves at 60,20 face 180 | 0 Ogres at 60,10"
    )
    table.fight("Spearmen", "Swordsmen").fight("Ogres", "Wolves")
    table.set("Swordsmen", boons=(Boon("Shaken", "round"), Boon("Shaken", "game")))
    table.set("Spearmen", boons=(Boon("Shaken", "round"),))
    game = brawl(table, BROKEN).choose("0+1").until_asked("post-combat reform").decline()
    # The other combat is the only one left and has begun: the phase is not over.
    assert game.battle.phase == "melee"
    assert game.unit("Swordsmen").fleeing
    assert [boon.until for boon in game.unit("Swordsmen").boons] == ["game"]
    assert game.unit("Spearmen").boons == ()


@pytest.mark.rule("t9a.round.step16_end")
def test_rounds_are_counted_for_those_who_fight_on() -> None:
    game = brawl(outflanked(), BROKEN).rest()
    assert {unit.name: unit.rounds for unit in game.battle.units} == {"Spearmen": 0, "Swordsmen": 0, "Archers": 0}
    game = brawl(three_combats(), {"Stomp": 1}).choose("0+1").until_asked("next combat")
    assert [unit.rounds for unit in game.battle.units] == [1, 1, 0, 0, 0, 0]


@pytest.mark.rule("t9a.round.step07_tie", "t9a.score.charge")
def test_a_tie_is_a_tie_whatever_the_points_are_made_of() -> None:
    # One Health Point against a charge; each side has its three ranks.
    table = draw("Spearmen at 36,20 | Swordsmen at 36,30 face 180 models=21").fight("Spearmen", "Swordsmen")
    table.set("Spearmen", charging=True, charged=True)
    dice: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": (6, *[1] * 9), "to wound": 6, "": 1}
    game = brawl(table.set("Spearmen", models=21), dice).rest()
    assert game.score(0).keys() != game.score(1).keys()
    assert (game.total(0), game.told(events.CombatScored)[0].loser) == (game.total(1), None)
    assert not game.told(events.DisciplineTested)
    assert game.unit("Spearmen").engaged
    assert game.unit("Swordsmen").engaged


@pytest.mark.rule("t9a.melee.engaged")
def test_the_ends_of_a_long_chain_fight_in_one_combat() -> None:
    table = draw(
        "0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 0 Archers at 4,4 | 1 Wolves at 4,40 | 0 Ogres at 60,4"
    )
    table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "rear").fight("Wolves", "Archers", "rear")
    game = brawl(table.fight("Ogres", "Wolves", "rear"), {"Stomp": 1}).rest()
    assert game.told(events.RoundFought)[0].units == (0, 1, 2, 3, 4)


@pytest.mark.rule("t9a.melee.no_longer_engaged")
def test_units_are_dealt_with_before_each_combat_not_only_before_the_first() -> None:
    game = brawl(three_combats().set("Archers", fighting=True), {"Stomp": 1})
    assert game.topic == "next combat"
    carried_out(damage.lose_together(game.battle, {game.unit("Wolves").id: 10}, "a test"))
    game.choose("0+1").until_asked("post-combat pivot")
    assert len(game.told(events.RoundFought)) == 1


@pytest.mark.rule("t9a.terrain.water_no_steadfast", "t9a.terrain.forest_no_steadfast")
@pytest.mark.parametrize("kind", ["water", "forest"])
@pytest.mark.parametrize(("unit", "files"), [("Ogres", 3), ("Knights", 5), ("Hawks", 3)])
def test_large_and_mounted_units_are_not_steadfast_there_either(unit: str, files: int, kind: str) -> None:
    for board, steadfast in (("72x48", True), (f"72x48 {kind} 36,20 14x20", False)):
        table = draw(
            f"{board} | 0 {unit} at 36,20 models={files * 4} files={files} | 1 Swordsmen at 36,40 face 180 models=10"
        )
        table.fight("Swordsmen", unit).change(unit, [], dis=9, hp=1)
        dice: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": (*[6] * 5, *[1] * 5), "to wound": 6, "": 1}
        game = brawl(table, dice).rest()
        assert [test.needed == 9 for test in game.tests("break", unit)] == [steadfast]


@pytest.mark.rule("t9a.charge.multiple", "t9a.melee.engaged")
def test_a_second_enemy_is_fought_on_the_side_that_is_touched() -> None:
    # The Guard beside the lone man shows its left flank, the Archers theirs; a charger of ten files meets one of them.
    guard = f"Guard at {36 - (20 + 80) / 2 * MM - 0.1},{20 + 40 * MM} face 90"
    archers = f"Archers at {36 + (20 + 40) / 2 * MM + 0.1},{20 + 40 * MM} face 270"
    table = draw(f"Spearmen at 36,10 files=10 | General at 36,30 | Captain at 36,20 face 180 | 1 {guard} | 1 {archers}")
    game = table.fight("General", "Captain", "rear").play(dice={"Charge Range": (6, 6), "": 1})
    game.choose(unit="Spearmen", target="Captain").until(phase="magic")
    foes = {game.battle.units[foe.unit].name: foe.theirs for foe in game.unit("Spearmen").foes}
    assert foes.pop("Captain") is Arc.FRONT
    assert list(foes.values()) in ([Arc.LEFT], [Arc.RIGHT])
    (other,) = foes
    assert distance(shape(game, "Spearmen"), shape(game, other)) == pytest.approx(0.0, abs=0.01)
    assert [foe.mine for foe in game.unit(other).foes] == list(foes.values())
