"""Deep Rivers stop those who run as they stop those who walk (Terrain: Rivers; BLUE-R133)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age import fighting, shooters
from tests.blue_age.harness import Play, draw, spots, unit
from warhost.rulesets.blue_age.chapters.wounds.regeneration import regenerate
from warhost.rulesets.blue_age.core import CM

RADIUS = 25 / 25.4 / 2
BANK = 24 - RADIUS
"""Where a model stands that has run north as far as a river from y = 24 on."""

RIVER = "deep_river 24,26 44x4"


def flees(river: str = RIVER, **fields: Any) -> Play:
    """X is charged by A and runs 10" north from y = 22."""
    text = "A at 24,16 | X at 24,22 face 180 | Y at 2,46"
    table = fighting.field(text, board=river, A=unit(), X=unit(**fields), Y=unit())
    return fighting.charge(
        table.play(dice=fighting.dice(**{"Flee!": 10, "Charge Roll": (1, 1), "Charging Terror": 10})), "A", "X", "flee"
    )


def panics(river: str = RIVER, **fields: Any) -> Play:
    """X loses half its number to arrows and falls back 5" north."""
    table = shooters.field(
        f"48x48 {river} | Own at 24,10 | X at 24,22 face 180",
        Own=shooters.archers(1),
        X=unit(**{"health": 2, **fields}),
    )
    return shooters.shot(table, {"to hit": 10, "to wound": 9, "Panic Test": 2, "falls back": 9, "": 1})


def fails_to_leave(river: str = RIVER, **fields: Any) -> Play:
    """X fails to leave a fight in good order and runs 10" north."""
    table = draw(
        f"48x48 {river} | X at 24,22 | A at 24,{22 - 2 * RADIUS} face 180", X=unit(spirit=5, **fields), A=unit()
    )
    play = table.lock("X", "A").play(dice={"Fall Back": 3, "Flee!": 10, "": 1})
    play.choose(unit="X").choose("fall back")
    return play


def is_driven_home(river: str = RIVER, **fields: Any) -> Play:
    """X, whose home is in the north, runs 20 cm there."""
    table = draw(f"48x48 {river} | A at 2,2 | X at 24,22 face 180", X=unit(**fields), A=unit())
    table.unit("X").fleeing = True
    table.battle.stage = "mandatory"
    return table.play(dice={"Flight": 10, "": 1})


WAYS = [flees, panics, fails_to_leave, is_driven_home]


@pytest.mark.rule("blue.terrain.river_deep")
@pytest.mark.parametrize("runs", WAYS)
def test_who_has_to_run_stops_at_the_bank_of_a_deep_river(runs: Any) -> None:
    play = runs()
    assert spots(play, "X") == [(24.0, round(BANK, 3))]
    assert not fighting.rolled(play, "Deep water")


@pytest.mark.rule("blue.terrain.river_deep")
@pytest.mark.parametrize("fields", [{"type": "monster"}, {"flyer": True}])
@pytest.mark.parametrize("runs", [flees, is_driven_home])
def test_monsters_and_flyers_run_across_a_deep_river(runs: Any, fields: dict[str, Any]) -> None:
    ((_, y),) = spots(runs("deep_river 24,26 44x2", **fields), "X")
    assert y > 27


@pytest.mark.rule("blue.terrain.bridge")
@pytest.mark.parametrize("runs", [flees, is_driven_home])
def test_who_has_to_run_runs_across_a_bridge(runs: Any) -> None:
    ((_, y),) = spots(runs(f"{RIVER} bridge 24,26 3x6"), "X")
    assert y > 28


@pytest.mark.rule("blue.terrain.river_deep")
def test_who_runs_against_a_slanting_bank_slides_along_it() -> None:
    ((x, y),) = spots(flees("deep_river 24,28 30x2 turned 30"), "X")
    assert x != 24.0
    assert y > 24


@pytest.mark.rule("blue.terrain.river_deep")
def test_nobody_runs_off_the_table_across_a_deep_river() -> None:
    table = draw("48x48 deep_river 24,44 48x3 | A at 2,2 | X at 24,41 face 180", X=unit(), A=unit())
    table.unit("X").fleeing = True
    table.battle.stage = "mandatory"
    play = table.play(dice={"Flight": 10, "": 1})
    assert play.unit("X").fate == ""
    assert spots(play, "X") == [(24.0, round(42.5 - RADIUS, 3))]


@pytest.mark.rule("blue.terrain.river_deep")
@pytest.mark.parametrize(
    ("fields", "lost"), [({"health": 2, "armour": ["Medium Armour"]}, 1), ({"type": "monster"}, 0)]
)
def test_who_stands_in_deep_water_and_has_to_run_is_wounded_and_gets_out(fields: dict[str, Any], lost: int) -> None:
    play = is_driven_home("deep_river 24,22 44x4", **fields)
    (model,) = play.unit("X").models
    assert model.lost == lost
    assert not [roll for roll in play.rolls if "Armour" in roll.why]
    assert model.y == pytest.approx(24 + RADIUS + 20 * CM if lost else 22 + 20 * CM, abs=0.01)


@pytest.mark.rule("blue.terrain.river_deep", "blue.special.regeneration_revive")
def test_a_monster_that_fell_in_a_deep_river_gets_up_there() -> None:
    troll = unit(models=2, type="monster", rules=["Regeneration (5+)"])
    table = draw("48x48 deep_river 24,22 44x4 | A at 2,2 | X at 24,22 face 180", X=troll, A=unit())
    first, second = table.unit("X").models
    table.unit("X").models, table.unit("X").fallen, table.unit("X").healing = (first,), (second,), 1
    for _ in _thrown(regenerate(table.battle), 9):
        pass
    assert [(one.x, one.y) for one in table.unit("X").models] == [(first.x, first.y), (second.x, second.y)]


def _thrown(script: Any, face: int) -> Any:
    """Run a script with that face on every die."""
    from warhost.play import Roll

    answer = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        answer = (face,) * int(asked.dice.split("D")[0] or 1) if isinstance(asked, Roll) else None
        yield asked
