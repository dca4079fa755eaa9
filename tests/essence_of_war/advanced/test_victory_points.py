"""Victory Points, the Mission's share and who wins (Play an Advanced Game: Victory Points; Who is the Winner?)."""

from __future__ import annotations

import msgspec
import pytest

from tests.essence_of_war.harness import Table, draw
from warhost.rulesets.essence_of_war.chapters.victory.victory import judge
from warhost.rulesets.essence_of_war.chapters.victory.victory_points import points_of, result_of
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.core.entries import Bought
from warhost.table import Pose

ADVANCED = Settings(mode="advanced")
GONE = {"pose": None, "models": 0, "fate": "destroyed"}


def priced(table: Table, **points: int) -> Table:
    """Give units a Point Cost, by their names with underscores."""
    entries = list(table.battle.scene.entries)
    for name, cost in points.items():
        place = table.unit(name.replace("_", " ")).entry
        entries[place] = msgspec.structs.replace(entries[place], bought=Bought(points=cost))
    table.battle.scene = msgspec.structs.replace(table.battle.scene, entries=tuple(entries))
    return table


def fought(size: int = 1600) -> Table:
    """Two armies far from the centre, all units whole."""
    line = (
        "0 Empire/Handgunners at 5,5 | 0 Empire/Imperial Guard at 12,5 | 0 Empire/Electoral Cavalry at 20,5 | "
        "1 Vampire/Ghouls at 5,43 face 180 | 1 Vampire/Zombies at 14,43 face 180 | "
        "1 Vampire/Spectral Hunters at 22,43 face 180 | 1 Vampire/Vampire Courtier at 30,43 face 180"
    )
    table = draw(line, settings=ADVANCED)
    table.battle.note(size=size)
    table.battle.mission = "Occupation"
    prices = {"Handgunners": 125, "Imperial_Guard": 225, "Electoral_Cavalry": 150}
    return priced(table, Ghouls=250, Zombies=200, Spectral_Hunters=325, Vampire_Courtier=175, **prices)


@pytest.mark.rule("eow.adv.vp.worked_example", "eow.adv.vp.destroyed", "eow.adv.vp.fleeing", "eow.adv.vp.off_board")
@pytest.mark.rule("eow.adv.vp.shattered", "eow.adv.vp.mission", "eow.adv.mission.occupation")
def test_the_worked_example_of_the_book() -> None:
    """1350 against 350 Victory Points in a battle of 1600 are a Victory."""
    table = fought().set("Ghouls", **GONE).set("Spectral Hunters", **{**GONE, "fate": "fled"})
    table.set("Vampire Courtier", fleeing=True).set("Zombies", models=2, files=2)
    table.set("Handgunners", **GONE).set("Imperial Guard", **{**GONE, "fate": "fled"})
    # The Electoral Cavalry alone stands near the centre.
    table.set("Electoral Cavalry", pose=Pose(18.0, 22.0, 0.0))
    first, second = points_of(table.battle, 0), points_of(table.battle, 1)
    assert (first.total, first.mission) == (250 + 325 + 175 + 200 + 400, 400)
    assert (second.total, second.mission) == (125 + 225, 0)
    outcome = judge(table.battle)
    assert (outcome.winners, outcome.word, outcome.score) == ((0,), "victory", (1350.0, 350.0))


@pytest.mark.rule("eow.adv.vp.result")
@pytest.mark.parametrize(
    ("difference", "word"),
    [(399, "draw"), (400, "victory"), (1200, "victory"), (1201, "decisive victory")],
)
def test_a_quarter_and_three_quarters_of_the_battle_size_decide(difference: int, word: str) -> None:
    assert result_of(difference, 1600) == word


@pytest.mark.rule("eow.adv.vp.shattered")
@pytest.mark.parametrize(("left", "counts"), [(5, True), (6, False)])
def test_a_unit_with_a_quarter_of_its_health_points_is_shattered(left: int, counts: bool) -> None:
    table = fought().set("Zombies", models=left, files=5)
    assert points_of(table.battle, 0).total == (200 if counts else 0)


@pytest.mark.rule("eow.adv.vp.shattered")
@pytest.mark.parametrize(("hp", "wounds", "counts"), [(4, 3, True), (3, 2, False)])
def test_a_single_model_is_shattered_at_a_quarter_too(hp: int, wounds: int, counts: bool) -> None:
    table = fought().change("Vampire Courtier", hp=hp).set("Vampire Courtier", wounds=wounds)
    assert points_of(table.battle, 0).total == (175 if counts else 0)


def with_wizard() -> Table:
    line = "0 Empire/Handgunners at 18,10 | 0 Empire/Wizard at 3,3 | 1 Vampire/Ghouls at 18,43 face 180"
    table = draw(line, settings=ADVANCED)
    table.battle.note(size=1600)
    return priced(table, Handgunners=125, Wizard=175, Ghouls=200).join("Wizard", "Handgunners")


@pytest.mark.rule("eow.adv.vp.starting_hp")
@pytest.mark.parametrize(("left", "counts"), [(2, True), (3, False)])
def test_the_replaced_model_still_counts_in_the_starting_health(left: int, counts: bool) -> None:
    table = with_wizard().set("Handgunners", models=left, files=left + 1, spot=(0, 0))
    assert points_of(table.battle, 1).total == (125 if counts else 0)


@pytest.mark.rule("eow.adv.vp.characters_separate", "eow.vault.cost_in_roster")
def test_a_character_and_its_unit_are_scored_each_for_itself() -> None:
    table = with_wizard()
    assert points_of(table.battle, 1).total == 0
    table.set("Handgunners", models=2, files=3, spot=(0, 0))
    assert points_of(table.battle, 1).units == (("Handgunners", "shattered", 125),)
    table.set("Handgunners", fleeing=True)
    assert points_of(table.battle, 1).total == 125 + 175


@pytest.mark.rule("eow.adv.vp.mission", "eow.adv.mission.ignored_units")
def test_the_mission_is_worth_a_quarter_and_lone_characters_do_not_complete_it() -> None:
    table = fought(800)
    table.set("Vampire Courtier", pose=Pose(18.0, 24.0, 180.0))
    assert points_of(table.battle, 1).mission == 0
    table.set("Ghouls", pose=Pose(18.0, 20.0, 180.0))
    assert points_of(table.battle, 1).mission == 200


@pytest.mark.rule("eow.diff.turns_victory", "eow.adv.turns")
def test_the_same_end_counts_units_in_a_basic_and_points_in_an_advanced_game() -> None:
    table = fought().set("Ghouls", **GONE).set("Spectral Hunters", **GONE)
    assert judge(table.battle).score == (575.0, 0.0)
    assert table.battle.scene.settings.game_turns == 5
    basic = draw("0 Empire/Handgunners at 18,22 | 1 Vampire/Ghouls at 5,43 face 180")
    assert judge(basic.battle).score == (1.0, 0.0)
    assert basic.battle.scene.settings.game_turns == 4
