"""5. Upgrade armies: upgrades are bought and sold."""

from __future__ import annotations

import pytest

from tests.campaign.regiments.harness import Run, army, state, unit
from warhost.campaign.regiments import Army, SheetUnit
from warhost.campaign.regiments.armies import shopping
from warhost.campaign.regiments.armies.sheet import CampaignState
from warhost.campaign.regiments.steps import upgrades
from warhost.play import Refused
from warhost.rulesets.regiments.core import ArmyBook, UnitEntry, Upgrade, Weapon

GUARD = UnitEntry(
    faction="House Guard",
    name="Guard",
    size=5,
    quality=4,
    defense=4,
    cost=100,
    kind="infantry",
    base=(20, 20),
    weapons=(Weapon("Sword", None, 1),),
    upgrades=tuple(
        Upgrade(name=name, cost=cost)
        for name, cost in (
            ("Plume", 5),
            ("Drums", 10),
            ("Horn", 25),
            ("Mail", 30),
            ("Plate", 45),
            ("Rags", -10),
            ("Vow", 0),
        )
    ),
)
BOOK = ArmyBook(faction="House Guard", units=(GUARD,))


def guards(*options: str, purse: int, tried: tuple[str, ...] = ()) -> CampaignState:
    one = unit("A", "Guard", options=options, tried=tried)
    owner = Army(player=0, name="Guards", faction="House Guard", joined=True, purse=purse, units=(one,))
    return state(owner, army(1), books=(BOOK,))


def after(made: CampaignState) -> tuple[int, tuple[str, ...]]:
    (one,) = made.armies[0].units
    return made.armies[0].purse, one.pick.options


@pytest.mark.rule("aofr.campaign.buy_upgrade")
def test_an_upgrade_is_paid_out_of_the_points_that_are_left() -> None:
    made = guards(purse=40)
    run = Run(upgrades.upgrade_army(made, 0), answers=["buy A Horn"])
    assert after(made) == (15, ("Horn",))
    assert "45 points, and 40 are left" in {one.what: one.why for one in run.asked[0].denied}["buy A Plate"]
    with pytest.raises(Refused, match="45 points, and 40 are left"):
        Run(upgrades.upgrade_army(guards(purse=40), 0), answers=["buy A Plate"])


@pytest.mark.rule("aofr.campaign.buy_negative")
def test_an_upgrade_of_less_than_0_brings_points() -> None:
    made = guards(purse=20)
    Run(upgrades.upgrade_army(made, 0), answers=["buy A Rags"])
    assert after(made) == (30, ("Rags",))
    poor = guards(purse=0)
    Run(upgrades.upgrade_army(poor, 0), answers=["buy A Rags"])
    assert after(poor) == (10, ("Rags",))


@pytest.mark.rule("aofr.campaign.sell_upgrade")
@pytest.mark.parametrize(("name", "gain"), [("Horn", 10), ("Mail", 15), ("Drums", 5), ("Plate", 20)])
def test_an_upgrade_is_sold_for_half_its_price_rounded_down_to_5(name: str, gain: int) -> None:
    made = guards(name, purse=0)
    Run(upgrades.upgrade_army(made, 0), answers=[f"sell A {name}"])
    assert after(made) == (gain, ())


@pytest.mark.rule("aofr.campaign.sell_upgrade")
def test_what_was_free_cannot_be_sold() -> None:
    with pytest.raises(Refused, match="cost nothing"):
        Run(upgrades.upgrade_army(guards("Vow", "Horn", purse=0), 0), answers=["sell A Vow"])


@pytest.mark.rule("aofr.campaign.sell_cheap")
def test_an_upgrade_of_5_points_is_sold_on_a_4_and_tried_once() -> None:
    made = guards("Plume", "Horn", purse=0)
    Run(upgrades.upgrade_army(made, 0), [4], ["sell A Plume"])
    assert after(made) == (5, ("Horn",))
    made = guards("Plume", "Horn", purse=0)
    run = Run(upgrades.upgrade_army(made, 0), [3], ["sell A Plume"])
    assert after(made) == (0, ("Plume", "Horn"))
    assert "after the next mission" in run.denied["sell A Plume"]


@pytest.mark.rule("aofr.campaign.sell_negative")
def test_giving_up_an_upgrade_of_less_than_0_costs_all_of_it() -> None:
    made = guards("Rags", purse=12)
    Run(upgrades.upgrade_army(made, 0), answers=["sell A Rags"])
    assert after(made) == (2, ())
    with pytest.raises(Refused, match="costs 10 points, and 9 are left"):
        Run(upgrades.upgrade_army(guards("Rags", purse=9), 0), answers=["sell A Rags"])


def test_a_unit_has_one_command_model_of_each_kind() -> None:
    one: SheetUnit = unit("A", options=("Banner",))
    made = state(army(0, one, purse=100), army(1))
    offers = {offer.name for offer in shopping.upgrade_offers(made, made.armies[0])}
    assert "Sergeant" in offers
    assert "Banner" not in offers
