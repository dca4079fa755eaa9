"""Magical artefacts for heroes (Heroic Artefacts)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kings_of_war.harness import Table, carried_out, draw, engaged, unit
from tests.kings_of_war.lots import NEAR, damages_on, faced, nerve_test, spoken
from tests.kings_of_war.test_combat import dice_to_hit
from warhost.rulesets.kings_of_war.chapters.turn import begin_turn, expire
from warhost.rulesets.kings_of_war.core import ARTEFACTS, Known, has, speakers, spells_of, values

MOUNTED = ("infantry", "cavalry")
PRICES: dict[str, tuple[int, tuple[str, ...]]] = {
    "Darklord's Onyx Ring": (5, MOUNTED),
    "Ej Periscope": (5, ("infantry",)),
    "Amulet of the Fireheart": (15, ()),
    "Axe of the Giant Slayer": (15, MOUNTED),
    "Crown of the Wizard King": (15, ()),
    "Mournful Blade": (15, MOUNTED),
    "Scythe of the Harvester": (15, MOUNTED),
    "Torc of Command": (15, ()),
    "Trickster's Wand": (15, ()),
    "Banner of Command": (20, ()),
    "Blade of the Beast Slayer": (20, ()),
    "Boots of the Seven Leagues": (20, MOUNTED),
    "Tome of Darkness": (20, ()),
    "Zephyr Crown": (20, ()),
    "Shroud of the Saint": (25, ()),
    "Wings of Honeymaze": (25, ("infantry",)),
    "The Boomstick": (30, ()),
    "Inspiring Talisman": (30, ()),
}


def hero(artefact: str, them: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    return faced(unit(hero=True, artefact=artefact, **fields), them)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(ARTEFACTS[name].id)) for name in PRICES])
def test_what_heroic_artefacts_cost_and_who_may_carry_them(name: str) -> None:
    artefact: Any = ARTEFACTS[name]
    assert (artefact.cost, artefact.types, artefact.heroic) == (*PRICES[name], True)


def test_each_heroic_artefact_has_its_price() -> None:
    assert sorted(name for name in ARTEFACTS if getattr(ARTEFACTS[name], "heroic", False)) == sorted(PRICES)


@pytest.mark.rule("kow.artefact.darklords_onyx_ring")
def test_the_onyx_ring_regenerates_in_the_first_turn_that_begins_with_damage() -> None:
    table = hero("Darklord's Onyx Ring")
    us = table.unit("Us")
    carried_out(begin_turn(table.battle, 0))
    us.damage = 3
    spoken(table, "Us", "as_ordered")
    assert us.damage == 3
    expire(table.battle, "end", 0)
    carried_out(begin_turn(table.battle, 0))
    spoken(table, "Us", "as_ordered", [(4, 2, 6)])
    assert us.damage == 1
    expire(table.battle, "end", 0)
    carried_out(begin_turn(table.battle, 0))
    spoken(table, "Us", "as_ordered")
    assert us.damage == 1


@pytest.mark.rule("kow.artefact.ej_periscope")
def test_the_periscope_looks_from_higher_up() -> None:
    table = hero("Ej Periscope")
    assert values.eye_height(table.battle, table.unit("Us")) == 3
    assert values.height(table.battle, table.unit("Us")) == 2


@pytest.mark.rule("kow.artefact.amulet_of_the_fireheart")
def test_the_amulet_allows_a_second_spell() -> None:
    table = hero("Amulet of the Fireheart")
    assert has(table.battle, table.unit("Us"), "casts_again")
    assert not has(table.battle, table.unit("Them"), "casts_again")


@pytest.mark.rule("kow.artefact.crown_of_the_wizard_king")
def test_the_crown_of_the_wizard_king_makes_spells_for_friends_reach_farther() -> None:
    table = hero("Crown of the Wizard King")
    (crown,) = speakers(table.battle, table.unit("Us")).at("spell_reach")
    assert crown.spell_reach(table.battle, table.unit("Us"), True, 12.0) == 18.0
    assert crown.spell_reach(table.battle, table.unit("Us"), True, 24.0) == 30.0
    assert crown.spell_reach(table.battle, table.unit("Us"), False, 12.0) == 12.0


@pytest.mark.parametrize(
    ("name", "them", "dice"),
    [
        pytest.param(
            "Axe of the Giant Slayer",
            unit(type="monster"),
            (3, 6),
            marks=pytest.mark.rule("kow.artefact.axe_of_the_giant_slayer"),
        ),
        pytest.param("Mournful Blade", unit(hero=True), (5, 7), marks=pytest.mark.rule("kow.artefact.mournful_blade")),
        pytest.param(
            "Scythe of the Harvester", unit(), (1, 5), marks=pytest.mark.rule("kow.artefact.scythe_of_the_harvester")
        ),
    ],
)
def test_weapons_that_give_a_few_more_attacks(name: str, them: Mapping[str, Any], dice: tuple[int, int]) -> None:
    table = engaged(A=unit(hero=True, attacks=4, artefact=name), X=them)
    game = table.play(dice={"to hit": 1, name: dice[0], "Slayer": dice[0], "Duellist": dice[0], "Rampage": dice[0]})
    assert dice_to_hit(game.choose(unit="A")) == [dice[1]]


@pytest.mark.rule("kow.artefact.blade_of_the_beast_slayer")
@pytest.mark.parametrize(
    ("kind", "needed"),
    [("monster", 4), ("titan", 4), ("large infantry", 4), ("large cavalry", 4), ("infantry", 5), ("cavalry", 5)],
)
def test_the_blade_of_the_beast_slayer_is_for_the_large(kind: str, needed: int) -> None:
    table = hero("Blade of the Beast Slayer", unit(type=kind, defence=6), rules=["Crushing Strength (1)"])
    assert damages_on(table) == needed


@pytest.mark.rule("kow.artefact.boots_of_the_seven_leagues")
def test_the_boots_of_the_seven_leagues_scout() -> None:
    table = hero("Boots of the Seven Leagues")
    assert has(table.battle, table.unit("Us"), "scouts")


def _spells() -> list[Any]:
    return [
        pytest.param(artefact, spell, fresh, stronger, marks=pytest.mark.rule(f"kow.artefact.{row}"))
        for artefact, spell, fresh, stronger, row in (
            ("Trickster's Wand", "Hex", 2, 0, "tricksters_wand"),
            ("Tome of Darkness", "Surge", 5, 3, "tome_of_darkness"),
            ("Zephyr Crown", "Wind Blast", 5, 3, "zephyr_crown"),
            ("Shroud of the Saint", "Heal", 3, 2, "shroud_of_the_saint"),
            ("The Boomstick", "Lightning Bolt", 3, 2, "the_boomstick"),
        )
    ]


@pytest.mark.parametrize(("artefact", "spell", "fresh", "stronger"), _spells())
def test_artefacts_that_give_or_strengthen_a_spell(artefact: str, spell: str, fresh: int, stronger: int) -> None:
    table = hero(artefact)
    assert spells_of(table.battle, table.unit("Us")) == (Known(spell, fresh, artefact=True),)
    table = hero(artefact, spells=[{"name": spell, "number": 6}, {"name": "Fireball", "number": 1}])
    assert spells_of(table.battle, table.unit("Us")) == (Known(spell, 6 + stronger), Known("Fireball", 1))


@pytest.mark.rule("kow.artefact.wings_of_honeymaze")
@pytest.mark.parametrize(("before", "after"), [(5, 4), (3, 2), (2, 2)])
def test_the_wings_of_honeymaze_fly_and_lower_defence(before: int, after: int) -> None:
    table = hero("Wings of Honeymaze", defence=before)
    us = table.unit("Us")
    assert values.defence(table.battle, us) == after
    assert damages_on(table, by="Them", on="Us") == after
    assert has(table.battle, us, "flies")
    assert values.nerve(table.battle, us) == 12


@pytest.mark.rule("kow.artefact.inspiring_talisman")
def test_the_talisman_inspires() -> None:
    line = f"0 Us at 36,20 | 0 Near at 36,{20 + NEAR - 20 / 25.4} damage=9 | 1 Them at 60,40 face 180"
    table = draw(line, Us=unit(hero=True, artefact="Inspiring Talisman"), Near=unit(), Them=unit())
    assert nerve_test(table, "Near", "combat", (3, 4), (1, 1)).result == "steady"
