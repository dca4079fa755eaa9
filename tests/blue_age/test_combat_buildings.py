"""Charges and fights at buildings, blows at their walls; spells that open the Combat Phase; Warbanners."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, parts, rolled, step_of, struck, touching
from tests.blue_age.harness import Play, Table, hero, unit
from warhost.rulesets.blue_age.chapters.buildings import demolishing
from warhost.rulesets.blue_age.chapters.combat import weapons
from warhost.rulesets.blue_age.core import CM
from warhost.rulesets.blue_age.core.events import combat as events

MEN = unit(models=5)


def housed(attacker: Any = MEN, occupant: Any = MEN, kind: str = "light_building", distance: float = 5.0) -> Table:
    """X in a building of 4 by 4 inches, A before it."""
    radius = attacker.get("base", 25) / 25.4 / 2
    table = field(
        f'A at 24,{22 - distance - radius} form="line" | X at 24,24 face 180',
        board=f"{kind} 24,24 4x4",
        A=attacker,
        X=occupant,
    )
    table.unit("X").inside = 0
    table.places("X", [(24, 24)] * len(table.unit("X").models))
    return table


@pytest.mark.rule(
    "blue.initiative_mod.in_building_charged",
    "blue.combat_score.charged_in_building",
    "blue.melee_mod.defender_in_cover",
)
def test_who_is_charged_in_a_building_has_its_advantages() -> None:
    game = charge(housed().play(dice=dice()), "A", "X")
    assert game.told(events.ChargeRolled)[0].distance == pytest.approx(5.0, abs=0.01)
    assert step_of(game, "X") == 7
    assert parts(game, 1) == {"charged in a building": 1}
    # A charged, but X is in cover; X strikes from cover.
    assert (needed(game, "A"), needed(game, "X")) == (6, 5)


@pytest.mark.rule("blue.initiative_mod.in_building_charged", "blue.combat_score.charged_in_building")
def test_without_a_charge_a_building_gives_neither() -> None:
    table = housed(distance=0.0).lock("A", "X")
    game = table.play(dice=dice())
    assert step_of(game, "X") == 4
    assert parts(game, 1) == {}


def test_up_to_ten_models_of_each_side_fight_at_the_wall() -> None:
    table = housed(unit(models=14), unit(models=12), distance=0.0).lock("A", "X")
    game = table.play(dice=dice())
    assert [event.attacks for event in struck(game, "A")] == [10]
    assert [event.attacks for event in struck(game, "X")] == [10]


def test_a_unit_charges_out_of_a_building() -> None:
    table = housed()
    game = charge(table.play(dice=dice()), "X", "A")
    assert game.unit("X").inside is None
    assert game.told(events.ChargeReached)[0].unit == 1


# Demolishers


def emptied(table: Table) -> None:
    """X is not in the building but far away."""
    table.unit("X").inside = None
    table.places("X", [(40 + number, 44) for number in range(5)])


@pytest.mark.rule("blue.melee_quality.demolisher", "blue.unit_type.monster_demolisher")
def test_only_demolishers_strike_buildings() -> None:
    table = housed(unit(type="monster", strength=7, attacks=1, health=6), distance=0.0)
    emptied(table)
    monster = table.unit("A")
    weapon = weapons.weapon_of(table.battle, monster)
    assert demolishing.why_not(table.battle, monster, weapon) is None
    men = housed(distance=0.0)
    denied = demolishing.why_not(men.battle, men.unit("A"), weapons.weapon_of(men.battle, men.unit("A")))
    assert denied is not None
    assert denied.rule == "blue.melee_quality.demolisher"
    game = table.play(dice=dice(penetrates=3))
    assert game.topic == "demolish"
    told = {option.key: option.odds for option in game.weighed}["0>section:0"]
    # On a 3 one Structure Point is lost, on 4 to 10 two.
    assert told[0].value == pytest.approx(0.1 + 2 * 0.7)
    game.choose("0>section:0")
    # Strength 7 and a 3 equal the Defense of 10.
    assert game.battle.sections[0].points == 2
    plain = housed(distance=0.0)
    emptied(plain)
    assert plain.play(dice=dice()).topic != "demolish"


# Warbanners


@pytest.mark.rule("blue.combat_score.warbanner")
@pytest.mark.parametrize(("centimetres", "points"), [(14.0, 1), (16.0, 0)])
def test_a_warbanner_near_the_fight_scores(centimetres: float, points: int) -> None:
    y = 20 - 25 / 25.4 - centimetres * CM
    table = touching(MEN, MEN, H=(f"at 24,{y}", hero(warbanner=True)))
    table.unit("H").declares = False
    game = table.play(dice=dice())
    assert parts(game, 0).get("Warbanner", 0) == points


# Spells


def casters(one: int, other: int) -> Play:
    """Both sides have so many casters who know a spell of the Combat Phase, and dice enough."""
    lines, units = [], {}
    for seat, count in ((0, one), (1, other)):
        for number in range(count):
            name = f"M{seat}{number}"
            lines.append(f"{seat} {name} at {10 + 6 * number},{8 + 30 * seat}")
            units[name] = hero(magic=2)
    for seat in range(2):
        lines.append(f"{seat} T{seat} at 24,{12 + 22 * seat}")
        units[f"T{seat}"] = unit(models=3)
    table = field(" | ".join(lines), **units)
    table.battle.pools = (12, 12)
    for unit_ in table.battle.units:
        if unit_.name.startswith("M"):
            unit_.spells = ("Battle Rage",)
    return table.play(dice=dice(**{"Battle Rage": 8, "Cast": 8, "cast": 8}))


@pytest.mark.rule("blue.combat.spells_alternate", "blue.combat.spells_until_done")
@pytest.mark.parametrize(("one", "other", "order"), [(2, 1, [0, 1, 0]), (3, 1, [0, 1, 0, 0]), (1, 0, [0])])
def test_spells_of_the_combat_phase_are_cast_by_turns(one: int, other: int, order: list[int]) -> None:
    game = casters(one, other)
    seen = []
    while game.topic != "charge" and game.battle.stage == "spells":
        if game.topic == "spell":
            seen.append(game.question.seat)
            game.choose(next(key for key in game.keys if key != "pass"))
        elif game.topic == "dice":
            game.choose("1")
        else:
            game.decline()
    assert seen == order


@pytest.mark.rule("blue.combat.spells_until_done")
def test_who_passes_casts_no_more_and_the_other_goes_on() -> None:
    game = casters(2, 2)
    assert (game.topic, game.question.seat) == ("spell", 0)
    game.choose("pass")
    seats = []
    while game.battle.stage == "spells":
        if game.topic == "spell":
            seats.append(game.question.seat)
            game.choose(next(key for key in game.keys if key != "pass"))
        elif game.topic == "dice":
            game.choose("1")
        else:
            game.decline()
    assert seats == [1, 1]
    assert rolled(game, "")
