"""Preparation: starting armies, names, the army sheet."""

from __future__ import annotations

import pytest

from tests.campaign.regiments.harness import LEAGUE, Run, army, season, sheet, state, unit
from warhost.campaign.regiments import Army, Entrant, Terms
from warhost.campaign.regiments.armies import shopping
from warhost.campaign.regiments.armies.sheet import army_value, level_marks, note
from warhost.campaign.regiments.steps import preparation
from warhost.campaign.regiments.told.shown import sheet as shown_sheet
from warhost.errors import WarhostError
from warhost.muster.building.buying import Pick

LANCERS, PIKES, KNIVES, MARSHAL = "Gilded Lancers", "Pike Company", "Undercroft Knives", "Bridge Marshal"
"""120, 95, 75 and 75 points."""


def entrant(*units: str, name: str = "One", options: tuple[str, ...] = ()) -> Entrant:
    """An army of these entries, the first with these upgrades."""
    picks = [Pick(unit=entry, options=options if number == 0 else ()) for number, entry in enumerate(units)]
    return Entrant(name, LEAGUE, tuple((f"{name} {number}", pick) for number, pick in enumerate(picks)))


OTHER = entrant(*(LANCERS,) * 5, name="Two")


def started(one: Entrant) -> Army:
    return sheet(season(Terms(type="endless"), one, OTHER)).armies[0]


@pytest.mark.rule("aofr.campaign.start_army")
def test_a_new_army_has_750_points_to_spend() -> None:
    # Six units of 120 points and upgrades for 30 or 35.
    spent = started(entrant(*(LANCERS,) * 6, options=("Musician", "Banner", "Sergeant")))
    assert (spent.purse, len(spent.units)) == (5, 6)
    whole = started(entrant(*(LANCERS,) * 5, KNIVES, KNIVES))
    assert whole.purse == 0
    with pytest.raises(WarhostError, match=r"costs 755 points: a new army has 750.*start_army"):
        started(entrant(LANCERS, *(LANCERS,) * 4, KNIVES, KNIVES, options=("Sergeant",)))


@pytest.mark.rule("aofr.campaign.start_save")
def test_no_more_than_150_points_are_saved() -> None:
    assert started(entrant(*(LANCERS,) * 5)).purse == 150
    # 480 and 95, and a Musician: 585.
    with pytest.raises(WarhostError, match=r"saves 165 points: no more than 150.*start_save"):
        started(entrant(LANCERS, LANCERS, LANCERS, LANCERS, PIKES, options=("Musician",)))


@pytest.mark.rule("aofr.campaign.start_hero")
def test_a_starting_army_has_one_hero_at_most() -> None:
    assert started(entrant(MARSHAL, *(LANCERS,) * 5)).purse == 75
    with pytest.raises(WarhostError, match=r"starts with 2 heroes.*start_hero"):
        started(entrant(MARSHAL, MARSHAL, *(LANCERS,) * 5))


@pytest.mark.rule("aofr.campaign.start_army", "aofr.campaign.start_save", "aofr.campaign.start_hero")
def test_an_army_can_be_bought_unit_by_unit() -> None:
    made = state(army(0, purse=750), army(1))
    combined = "Gilded Lancers [10]"
    run = Run(
        preparation.buy_army(made, 0), answers=[MARSHAL, combined, combined, "Gilded Lancers II: Musician", PIKES]
    )
    bought = made.armies[0]
    names = ["Bridge Marshal", "Gilded Lancers", "Gilded Lancers II", "Pike Company"]
    assert [one.name for one in bought.units] == names
    assert (army_value(made, bought), bought.purse) == (660, 90)
    first, *_, last = run.asked
    assert any(one.what == "done" and one.rule == "aofr.campaign.start_save" for one in first.denied)
    assert any(one.rule == "aofr.campaign.start_hero" for one in last.denied)
    assert any("points, and" in one.why for one in last.denied)


@pytest.mark.rule("aofr.campaign.names")
def test_every_army_and_every_unit_has_a_name_of_its_own() -> None:
    twice = Entrant("One", LEAGUE, (("Red Guard", Pick(unit=LANCERS)), ("Red Guard", Pick(unit=LANCERS))))
    with pytest.raises(WarhostError, match=r'2 units are called "Red Guard".*campaign.names'):
        season(Terms(type="endless"), twice, OTHER)
    with pytest.raises(WarhostError, match='2 armies are called "Two"'):
        season(Terms(type="endless"), entrant(LANCERS, name="Two"), OTHER)
    with pytest.raises(WarhostError, match="no name"):
        season(Terms(type="endless"), Entrant(" ", LEAGUE), OTHER)


@pytest.mark.rule("aofr.campaign.names")
def test_units_that_are_bought_are_named_so_that_nobody_else_has_the_name() -> None:
    made = state(army(0, unit("Pike Company")), army(1, lost=(unit("Pike Company II"),)))
    names = [shopping.enlist(made, 1, Pick(unit=PIKES)).name for _ in range(2)]
    assert names == ["Pike Company III", "Pike Company IV"]


@pytest.mark.rule("aofr.campaign.army_sheet")
def test_the_army_sheet_has_a_track_of_30_boxes_with_a_mark_at_every_fifth() -> None:
    assert [level_marks(unit("A", xp=xp)) for xp in (0, 4, 5, 12, 29, 30)] == [0, 0, 1, 2, 5, 6]
    made = state(army(0, unit("A", xp=12, battles=3, kills=2), vp=4), army(1))
    note(made, "A did well.", unit=made.armies[0].units[0])
    shown = shown_sheet(made, made.armies[0], made.armies[0].units[0])
    assert (shown.name, shown.xp, shown.xp_max, shown.level) == ("A", 12, 30, 2)
    assert shown.xp_marks == (5, 10, 15, 20, 25, 30)
    assert [line.text for line in shown.history] == ["A did well."]
