"""Raise and Recover: Health Points that come back, and the models with them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, happen, shape
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.rulesets.fantasy_battles.chapters.magic.healing import raise_up, recover, res_value
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.invariants import problems
from warhost.rulesets.fantasy_battles.shown import events


def healed(table: Table, name: str, points: int, *, raises: bool) -> Play:
    """That unit regains Health Points."""
    do: Any = raise_up if raises else recover
    game = happen(table, lambda battle: do(battle, next(u for u in battle.units if u.name == name), points))
    assert problems(game.battle) == []
    return game


@pytest.mark.rule("t9a.special.raise_hp")
def test_raise_heals_the_wounded_first_and_then_brings_models_back() -> None:
    # Models with 3 HP: one has lost 1, two are dead. Of 4 HP one heals the wound, three are a model.
    table = draw("Ogres at 36,20 models=4 wounds=1")
    game = healed(table, "Ogres", 4, raises=True)
    ogres = game.unit("Ogres")
    assert (ogres.models, ogres.wounds, ogres.lost) == (5, 0, 1)
    assert sum(event.health for event in game.told(events.HealthRegained)) == 4


@pytest.mark.rule("t9a.special.raise_hp")
def test_a_model_comes_back_with_as_many_health_points_as_are_left() -> None:
    game = healed(draw("Ogres at 36,20 models=4"), "Ogres", 2, raises=True)
    assert (game.unit("Ogres").models, game.unit("Ogres").wounds) == (5, 1)


@pytest.mark.rule("t9a.special.raise_hp")
def test_nobody_is_raised_beyond_the_starting_number() -> None:
    game = healed(draw("Spearmen at 36,20 models=18"), "Spearmen", 6, raises=True)
    assert game.unit("Spearmen").models == 20
    assert game.told(events.HealthRegained)[-1].health == 2


@pytest.mark.rule("t9a.special.raise_hp")
def test_raised_models_stand_in_the_last_rank_and_the_front_stays() -> None:
    table = draw("Spearmen at 36,20 models=9")
    front = shape(table, "Spearmen").front
    game = healed(table, "Spearmen", 4, raises=True)
    assert game.unit("Spearmen").models == 13
    assert game.unit("Spearmen").files == 5
    assert shape(game, "Spearmen").front == pytest.approx(front)


@pytest.mark.rule("t9a.special.raise_hp")
def test_what_has_no_room_is_lost() -> None:
    # A new rank would stand on the rocks behind the unit.
    table = draw("72x48 impassable 36,17.6 8x2 | Spearmen at 36,20 models=10")
    game = healed(table, "Spearmen", 4, raises=True)
    assert game.unit("Spearmen").models == 10


@pytest.mark.rule("t9a.special.raise_hp")
def test_a_wounded_champion_is_healed_with_the_rank_and_file_but_a_dead_one_stays_dead() -> None:
    table = draw("Guard at 36,20 models=17").change("Guard", hp=2).change("Sergeant of Guard", hp=2)
    table.set("Sergeant of Guard", wounds=1)
    game = healed(table, "Guard", 3, raises=True)
    assert game.unit("Sergeant of Guard").wounds == 0
    assert game.unit("Guard").models == 18


@pytest.mark.rule("t9a.special.raise_hp")
def test_a_character_is_healed_but_brings_nobody_back() -> None:
    table = draw("Spearmen at 36,20 models=15 | Captain at 10,10").join("Captain", "Spearmen").set("Captain", wounds=2)
    game = healed(table, "Captain", 5, raises=True)
    assert (game.unit("Captain").wounds, game.unit("Spearmen").models) == (0, 15)


@pytest.mark.rule("t9a.special.recover_hp")
@pytest.mark.parametrize(("unit", "lost", "back"), [("Spearmen", {"models": 15}, 0), ("Ogres", {"wounds": 2}, 1)])
def test_recover_heals_models_on_the_board_and_returns_no_dead(unit: str, lost: dict[str, int], back: int) -> None:
    table = draw(f"{unit} at 36,20 " + " ".join(f"{key}={value}" for key, value in lost.items()))
    before = health(table.battle, table.unit(unit))
    game = healed(table, unit, 1, raises=False)
    assert health(game.battle, game.unit(unit)) - before == back


@pytest.mark.rule("t9a.special.raise_hp")
@pytest.mark.parametrize("raises", [True, False])
def test_a_destroyed_unit_stays_destroyed(raises: bool) -> None:
    table = draw("Spearmen at 36,20 | Ogres at 10,10").set("Ogres", pose=None, fate="destroyed", models=0, lost=6)
    game = healed(table, "Ogres", 5, raises=raises)
    assert game.unit("Ogres").models == 0
    assert not game.told(events.HealthRegained)


@pytest.mark.rule("t9a.special.res_value")
@pytest.mark.parametrize(
    ("unit", "changes", "setting", "expected"),
    [
        ("Spearmen", {"rsr": 3}, "resurrection", 3),
        ("Spearmen", {}, "resurrection", 2),  # Standard rank and file whose data have none
        ("Ogres", {}, "resurrection", 1),
        ("Captain", {}, "resurrection", 1),
        ("Spearmen", {"rsr": 2}, "Resilience", 3),
        ("Giant", {}, "Resilience", 5),
    ],
)
def test_the_res_value_is_a_figure_of_the_entry_or_by_a_setting_the_resilience(
    unit: str, changes: dict[str, Any], setting: Any, expected: int
) -> None:
    table = draw(f"{unit} at 36,20", Settings(res_value=setting)).change(unit, **changes)
    assert res_value(table.battle, table.unit(unit)) == expected
