"""Commanders, their traits, Heroic Bonuses and Magic Items (Commander; appendix C of the rulings)."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import Table, carried_out, draw, hero, unit
from warhost.play.rules.tally import Tally
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.wounds.attacks import ONES, Lot, prepared
from warhost.rulesets.blue_age.core import ITEMS, TRAITS, Settings, speakers, trials, values

RADIUS = 25 / 25.4 / 2


def beside(inches: float, settings: Settings | None = None, **chief: object) -> Table:
    """A Commander of Spirit 4+, and a unit of one model with 7+ that is so far away."""
    x = 5 + 2 * RADIUS + inches
    text = f"Chief at 5,10 | Guard at {x:.8f},10 | Foe at 40,40 face 180"
    made = hero(commander=True, spirit=4, destiny=0, **chief)
    return draw(text, settings, Chief=made, Guard=unit(spirit=7), Foe=unit(models=2))


def spirit(table: Table, name: str = "Guard") -> int:
    return trials.prepared(table.battle, table.unit(name), "spirit", "Test", "blue.command.rally").need


@pytest.mark.rule("blue.commander.spirit_aura")
def test_units_near_the_commander_use_his_spirit() -> None:
    assert (spirit(beside(12.0)), spirit(beside(12.1))) == (4, 7)
    running = beside(5.0)
    running.unit("Chief").fleeing = True
    assert spirit(running) == 7


@pytest.mark.rule("blue.commander.spirit_aura")
def test_his_own_spirit_counts_where_it_is_better() -> None:
    table = draw("Chief at 5,10 | Guard at 8,10", Chief=hero(commander=True, spirit=6), Guard=unit(spirit=5))
    assert spirit(table) == 5


def test_a_successor_leads_where_players_agreed() -> None:
    text = "Chief at 5,10 | Second at 5,14 | Third at 5,18 | Foe at 40,40 face 180"
    units = {
        "Chief": hero(commander=True, initiative=9),
        "Second": hero(initiative=4),
        "Third": hero(initiative=6),
        "Foe": unit(),
    }
    for settings, name in ((Settings(), None), (Settings(successor=True), "Third")):
        table = draw(text, settings, **units)
        chief = values.commander_of(table.battle, 0)
        assert chief is not None
        assert chief.name == "Chief"
        table.unit("Chief").models = ()
        found = values.commander_of(table.battle, 0)
        assert (found.name if found else None) == name


@pytest.mark.rule("blue.commander.trait")
def test_command_traits() -> None:
    assert set(TRAITS) >= {"Inspiring", "Shrewd", "Bold"}
    assert (spirit(beside(15.0, trait="Inspiring")), spirit(beside(15.1, trait="Inspiring"))) == (4, 7)
    shrewd = beside(1.0, trait="Shrewd")
    (one,) = speakers(shrewd.battle, shrewd.unit("Chief")).at("turn_roll")
    assert one.turn_roll(shrewd.battle, shrewd.unit("Chief")) == 1
    bold = beside(1.0, trait="Bold").join("Chief", "Guard")
    for name in ("Chief", "Guard"):
        bold.unit("Guard").charged = ()
        assert values.strength(bold.battle, bold.unit(name)) == 4
        bold.unit("Guard").charged = (2,)
        assert values.strength(bold.battle, bold.unit(name)) == 5
    # Without a list that has traits there is none.
    plain = beside(1.0)
    assert not speakers(plain.battle, plain.unit("Chief")).at("turn_roll")
    assert plain.battle.entry(plain.unit("Chief")).trait == ""


@pytest.mark.rule("blue.duel.reward_magic_item")
def test_magic_items() -> None:
    assert {name: kind.cost for name, kind in ITEMS.rules.items()} == {
        "Charm": 15,
        "Keen Edge": 15,
        "Ring of the Pool": 20,
        "Crown of the Blue Age": 40,
    }
    table = beside(1.0, items=["Charm", "Keen Edge", "Crown of the Blue Age"])
    chief = table.unit("Chief")
    assert values.magical_save(table.battle, chief) == 9
    lot = Lot("melee", chief.id, 2, 3, 6, strength=4, what="Blow", rule="blue.fight.hit_roll")
    assert prepared(table.battle, lot).ap.total == 1
    assert (spirit(table, "Chief"), spirit(table)) == (2, 2)
    ring = beside(1.0, items=["Ring of the Pool"], magic=1)
    carried_out(magic.make_pools(ring.battle), [1])
    assert ring.battle.pools == (2, 0)


def test_heroic_bonuses_of_the_house() -> None:
    table = beside(1.0, bonus=["Sword Drill", "Steady Colours", "Spurs"]).join("Chief", "Guard")
    guard, chief = table.unit("Guard"), table.unit("Chief")
    for bearer, again, charge in ((guard, ONES, 1), (chief, None, 0)):
        lot = Lot("melee", bearer.id, 2, 3, 6, strength=4, what="Blow", rule="blue.fight.hit_roll")
        hits = prepared(table.battle, lot).hits_again
        assert (hits[0] if hits else None) == again
        added = Tally()
        for one in speakers(table.battle, bearer).at("on_charge"):
            one.on_charge(table.battle, bearer, added)
        assert added.total == charge
    assert spirit(table) == 3
