"""Positions worked out by hand: panic, flight and where it leads."""

from __future__ import annotations

import math

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.harness import Fall, Play, Table, draw, happen, shape
from tests.fantasy_battles.test_panic import destroyed, lose
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.core.battle import Battle
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested
from warhost.table import Pose

MM = 1 / 25.4
WIDE, DEEP = 100 * MM, 80 * MM
"""Twenty men, five wide, on bases of 20 mm."""

FAILING: dict[str, Fall] = {"Panic": 6, "Flee": (2, 3)}
"""Panic, and a flight of five inches."""

FAR = "1 Swordsmen at 36,45 face 180"


def frightened(game: Play) -> list[str]:
    """The units that took a Panic Test, one after another."""
    return [game.battle.units[test.unit].name for test in game.told(DisciplineTested) if test.kind == "panic"]


def pose(game: Play, name: str) -> Pose:
    found = game.unit(name).pose
    assert found is not None
    return found


def flight(table: Table, name: str, **dice: Fall) -> Play:
    """That unit flees."""
    number = table.set(name, fleeing=True).unit(name).id
    return happen(table, lambda battle: panic.flee_move(battle, battle.units[number]), {**dice, "": 1})


# Losses of a quarter


@pytest.mark.rule("t9a.panic.losses_25", "t9a.special.character")
@pytest.mark.parametrize(("lost", "tests"), [(2, []), (3, ["Spearmen"])])
def test_the_health_of_a_character_counts_for_the_quarter(lost: int, tests: list[str]) -> None:
    # Eight men and three Health Points of the Captain: a quarter of 11 is 2.75.
    table = draw(f'0 Spearmen at 36,20 models=8 | 0 Captain off in="Spearmen" | {FAR}')
    assert frightened(happen(table, lambda battle: lose(battle, 0, lost, 2), {"": 1})) == tests


@pytest.mark.rule("t9a.panic.losses_25")
@pytest.mark.parametrize(
    ("models", "lost", "tests"), [(9, 2, False), (9, 3, True), (1, 1, False), (4, 1, True), (5, 1, False)]
)
def test_a_quarter_is_not_rounded(models: int, lost: int, tests: bool) -> None:
    table = draw(f"0 Spearmen at 36,20 models={models} files={min(5, models)} | 0 Guard at 5,5 | {FAR}")
    assert ("Spearmen" in frightened(happen(table, lambda battle: lose(battle, 0, lost, 2), {"": 1}))) is tests


@pytest.mark.rule("t9a.panic.losses_25", "t9a.panic.losses_single_model")
@pytest.mark.parametrize(("wounds", "lost", "tests"), [(0, 4, False), (0, 5, True), (1, 4, False), (2, 4, True)])
def test_wounds_count_and_not_models(wounds: int, lost: int, tests: bool) -> None:
    # Six Ogres of three: of 18 a quarter is 4.5, of 17 it is 4.25, of 16 it is 4.
    table = draw(f"0 Ogres at 36,20 wounds={wounds} | {FAR}")
    assert bool(frightened(happen(table, lambda battle: lose(battle, 0, lost, 1), {"": 1}))) is tests


@pytest.mark.rule("t9a.panic.losses_25", "t9a.panic.flee_direction")
def test_the_volley_that_completes_the_quarter_is_fled_from() -> None:
    # Three fall to the Archers in the east, two to the Swordsmen in the north, who are farther away.
    table = draw("0 Spearmen at 36,20 | 1 Archers at 46,20 face 270 | 1 Swordsmen at 36,40 face 180")

    def volleys(battle: Battle) -> Script[None]:
        yield from lose(battle, 0, 3, 1)
        yield from lose(battle, 0, 2, 2)

    game = happen(table, volleys, FAILING)
    assert frightened(game) == ["Spearmen"]
    assert (pose(game, "Spearmen").facing, pose(game, "Spearmen").x) == pytest.approx((180, 36))


@pytest.mark.rule("t9a.panic.losses_25", "t9a.panic.exempt")
def test_a_unit_that_passed_does_not_test_again_for_more_losses() -> None:
    table = draw(f"0 Spearmen at 36,20 | {FAR}")

    def volleys(battle: Battle) -> Script[None]:
        yield from lose(battle, 0, 5, 1)
        yield from lose(battle, 0, 5, 1)

    assert frightened(happen(table, volleys, {"Panic": 1})) == ["Spearmen"]


# Friends destroyed


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.special.character")
def test_a_unit_whose_last_man_falls_beside_its_captain_is_not_destroyed() -> None:
    table = draw(f"0 Spearmen at 36,20 models=2 files=3 | 0 Captain at 5,5 | 0 Guard at 36,25 | {FAR}")
    table.set("Spearmen", files=3).join("Captain", "Spearmen")
    game = happen(table, lambda battle: lose(battle, 0, 2, 3), {"": 1})
    assert "Guard" not in frightened(game)
    assert game.unit("Captain").fate == ""


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.special.character")
def test_a_lone_character_is_a_unit_whose_end_frightens() -> None:
    x = 36 + 10 * MM + 6 + WIDE / 2
    table = draw(f"0 Captain at 36,20 | 0 Guard at {x},20 | 0 Spearmen at {x + WIDE + 2},20 | {FAR}")
    assert frightened(happen(table, lambda battle: destroyed(battle, 0), {"": 1})) == ["Guard"]


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.panic.losses_single_model")
def test_a_single_monster_minds_the_end_of_friends() -> None:
    table = draw(f"0 Spearmen at 36,20 | 0 Giant at 36,26 | {FAR}")
    assert frightened(happen(table, lambda battle: destroyed(battle, 0), {"": 1})) == ["Giant"]


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.panic.flee_direction")
def test_friends_of_a_unit_shot_to_pieces_flee_from_the_closest_enemy_and_not_from_the_shooter() -> None:
    # The Knights stand west of the Guard, six inches off; the Archers shot from the north.
    line = "0 Captain at 36,20 | 0 Guard at 36,16 | 1 Knights at 24,16 face 90 | 1 Archers at 36,34 face 180"
    table = draw(f"{line} | 0 Spearmen at 62,20 | 1 Chariot at 62,32 face 180").set("Captain", wounds=2)
    game = table.play(dice={"to hit": 6, "to wound": 6, "Panic": 6, "Flee": (2, 3), "": 6}, phase="shooting", active=1)
    game.choose(unit="Archers", target="Captain")
    assert pose(game, "Guard") == Pose(41.0, 16.0, 90.0)


# Flights


@pytest.mark.rule("t9a.panic.flees_through", "t9a.panic.friend_destroyed", "t9a.special.flee_move")
def test_a_flight_stretched_to_the_edge_ends_there_and_frightens_once() -> None:
    # Six inches would end among the Guard, who stand two inches from the edge: there is no room beyond them.
    table = draw(f"0 Spearmen at 36,12 | 0 Guard at 36,{2 + DEEP / 2} | {FAR}").set(
        "Spearmen", pose=Pose(36.0, 12.0, 180.0)
    )
    game = flight(table, "Spearmen", Flee=(3, 3))
    assert game.unit("Spearmen").fate == "fled"
    assert frightened(game) == ["Guard"]


@pytest.mark.rule("t9a.panic.flees_through", "t9a.panic.exempt")
def test_a_flight_through_two_friends_frightens_both_but_not_who_fights() -> None:
    line = f"0 Spearmen at 36,30 | 0 Archers at 36,25 | 0 Guard at 36,20 | 1 Knights at 50,20 | {FAR}"
    table = draw(line).set("Spearmen", pose=Pose(36.0, 30.0, 180.0)).fight("Knights", "Guard", "right")
    game = flight(table, "Spearmen", Flee=(6, 6))
    assert frightened(game) == ["Archers"]


@pytest.mark.rule("t9a.special.flee_move")
def test_a_flight_stretched_past_one_unit_goes_on_past_the_next() -> None:
    # Beyond the Archers there is less room than the Spearmen need before the Guard, so they run past both.
    line = f"0 Spearmen at 36,40 | 0 Archers at 36,33 | 0 Guard at 36,28 | {FAR}"
    table = draw(line).set("Spearmen", pose=Pose(36.0, 40.0, 180.0)).set("Swordsmen", pose=Pose(60.0, 45.0, 180.0))
    game = flight(table, "Spearmen", Flee=(3, 3)).choose(unit="Guard")
    assert pose(game, "Spearmen").y == pytest.approx(28 - DEEP - 1, abs=0.02)
    assert sorted(frightened(game)) == ["Archers", "Guard"]


@pytest.mark.rule("t9a.special.swiftstride", "t9a.special.flee_move")
@pytest.mark.parametrize(("kind", "inches"), [("Cavalry", 11.0), ("Infantry", 5.0)])
def test_a_man_on_foot_keeps_riders_from_running_fast(kind: str, inches: float) -> None:
    table = draw(f"0 Knights at 36,30 | 0 Captain at 5,5 | {FAR}").change("Captain", base=(25, 50), type=kind)
    table.join("Captain", "Knights").set("Knights", pose=Pose(36.0, 30.0, 180.0))
    game = flight(table, "Knights", Flee=(5, 2, 6) if kind == "Cavalry" else (2, 3))
    assert pose(game, "Knights").y == pytest.approx(30 - inches, abs=0.01)


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.panic.flee_direction", "t9a.panic.failed_flees")
def test_panic_spreads_along_the_edge_from_where_a_unit_left_the_board() -> None:
    # The Spearmen run south off the board at x = 20. The Guard, 5 inches from there, fail and run from the closest
    # enemy, the Knights to their west.
    line = f"0 Spearmen at 20,8 | 0 Guard at {20 + WIDE + 5},4 | 1 Knights at {20 + WIDE - 9},4 face 90 | {FAR}"
    table = draw(line).set("Spearmen", pose=Pose(20.0, 8.0, 180.0))
    game = flight(table, "Spearmen", Flee=[(6, 6), (2, 2)], Panic=6)
    assert game.unit("Spearmen").fate == "fled"
    there = pose(game, "Guard")
    assert (there.x, there.y, there.facing) == pytest.approx((20 + WIDE + 9, 4.0, 90.0))


@pytest.mark.rule("t9a.panic.flee_direction")
def test_the_closest_enemy_is_found_by_closest_points_and_fled_centre_to_centre() -> None:
    # The wide Swordsmen are nearer with a corner although their centre is farther than that of the Captain.
    line = (
        "0 Spearmen at 36,8 | 0 Guard at 36,14 | 1 Swordsmen at 46,24 face 180 files=20 | 1 Captain at 36,25 face 180"
    )
    game = happen(draw(line), lambda battle: destroyed(battle, 0), {**FAILING, "Flee": (1, 1)})
    # From (46,24) through (36,14): south-west.
    there = pose(game, "Guard")
    assert there.facing == pytest.approx(225)
    assert (there.x, there.y) == pytest.approx((36 - math.sqrt(2), 14 - math.sqrt(2)))


@pytest.mark.rule("t9a.panic.flee_direction")
@pytest.mark.parametrize(("face", "facing"), [(1, 90.0), (2, 270.0)])
def test_chance_picks_among_enemies_that_are_equally_close(face: int, facing: float) -> None:
    line = "0 Spearmen at 36,14 | 0 Guard at 36,20 | 1 Swordsmen at 26,20 face 180 | 1 Archers at 46,20 face 180"
    game = happen(draw(line), lambda battle: destroyed(battle, 0), {**FAILING, "Enemy": face, "Flee": (1, 1)})
    assert pose(game, "Guard") == Pose(38.0 if facing == 90 else 34.0, 20.0, facing)


# Breaking


@pytest.mark.rule("t9a.panic.friend_breaks", "t9a.round.step08_panic", "t9a.panic.friend_destroyed")
@pytest.mark.parametrize(("gap", "tests"), [(6.0, ["Archers"]), (6.1, [])])
def test_friends_test_once_for_a_unit_that_breaks_and_is_run_down(gap: float, tests: list[str]) -> None:
    x = 36 + WIDE + gap
    line = f"0 Spearmen at 36,20 | 0 Archers at {x},20 | 1 Ogres at 36,30 face 180"
    table = draw(line).fight("Ogres", "Spearmen")
    dice: dict[str, Fall] = {
        "Ogres": 6,
        "Spearmen": 1,
        "Break": (6, 6),
        "Panic": (1, 1),
        "Flee": (1, 1),
        "Pursuit": (6, 6),
        "": 1,
    }
    game = brawl(table, {**dice, "Break test": (6, 6)})
    while not game.game.over:
        if game.topic.startswith("pursue") or "pursue" in (game.keys if hasattr(game.question, "options") else []):
            game.choose(next(key for key in game.keys if key not in ("no", "restrain", "pass", "stay")))
        else:
            game.decline()
    assert game.unit("Spearmen").fate == "destroyed"
    assert frightened(game) == tests


# Fearless


@pytest.mark.rule("t9a.special.fearless")
def test_fearless_men_flee_on_until_they_rally_but_do_not_start() -> None:
    table = draw(f"0 Spearmen at 36,20 | 0 Guard at 36,26 | {FAR}").change("Guard", ["Fearless"])
    game = happen(table, lambda battle: destroyed(battle, 0), {"": 6})
    assert not game.unit("Guard").fleeing
    assert frightened(game) == []
    assert not [roll for roll in game.rolls if "Panic" in roll.why]
    assert shape(game, "Guard").y == 26
