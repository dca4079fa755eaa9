"""The mustering of Fantasy Battles: what players find, build, check, share and bring to a battle."""

from __future__ import annotations

import pytest

from warhost.dice import Chance
from warhost.muster import DataError, Draft, Pick, Source, bring
from warhost.muster.building.surprise import surprise
from warhost.play import Setup
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.mustering import MUSTER

LIST = """
name    = "The Ford"
faction = "Saltbridge Compact"
points  = 1000

[[unit]]
unit    = "Banner Captain"
options = ["General", "Shield"]

[[unit]]
unit    = "Harbour Pikes"
models  = 22
options = ["Champion", "Standard Bearer", "Musician"]

[[unit]]
unit = "Handgunners"

[[unit]]
unit   = "Outriders"
models = 6
"""


def test_four_armies_have_lists_of_three_sizes() -> None:
    shipped = MUSTER.shipped()
    assert [one.kind for one in shipped].count("book") == 4
    sizes: dict[str, list[int]] = {one.faction: [] for one in shipped}
    for one in shipped:
        sizes[one.faction] += [one.points] if one.kind == "list" else []
    assert set(map(tuple, sizes.values())) == {(1500, 3000, 4500)}


def test_house_armies_are_found_for_the_size_of_the_game() -> None:
    assert MUSTER.find("deepforge").content.own.points == 4500
    assert MUSTER.find("deepforge", options={"points": 3500}).content.own.points == 3500
    assert MUSTER.find("deepforge", "book").content.faction == "Deepforge Hold"


def test_a_list_is_read_checked_and_written() -> None:
    found = MUSTER.read(Source("ford.toml", LIST))
    assert MUSTER.check(found) == []
    again = MUSTER.read(Source("again.toml", MUSTER.write(found)))
    assert again.content == found.content
    assert MUSTER.read(Source("ford.txt", MUSTER.share(found))).content == found.content
    assert [card.name for card in MUSTER.card(found).units][:2] == ["Banner Captain", "Harbour Pikes"]
    assert "Vanguard" in found.report.in_force


def test_the_units_of_a_list_have_what_was_bought_for_them() -> None:
    captain, pikes, *_ = MUSTER.data(MUSTER.read(Source("ford.toml", LIST)))["units"]
    assert captain["general"]
    assert (captain["profile"]["arm"], captain["shield"]) == (4, 1)
    assert (pikes["models"], pikes["standard"], pikes["champion"]["name"]) == (22, True, "Pike Master")


@pytest.mark.rule("t9a.pregame.size", "t9a.special.general", "t9a.special.standard_bearer")
def test_all_problems_of_a_list_are_told_at_once_with_rules_and_mends() -> None:
    draft = Draft(
        name="Folly",
        faction="Saltbridge Compact",
        points=500,
        picks=(
            Pick(unit="Guild Wizard", options=("Alchemy", "Veil Urn")),
            Pick(unit="Guild Wizard", options=("Pyromancy", "Veil Urn")),
            Pick(unit="Steam Engine"),
            Pick(unit="Gilded Greatswords", options=("Standard of the Iron Vow",)),
        ),
    )
    told = "\n".join(map(str, MUSTER.tally(draft).problems))
    assert "Folly costs" in told
    assert "Folly has no General: an army has one. Name a Character (t9a.special.general)." in told
    assert "Folly has 2 units besides Characters: it needs 3 (t9a.pregame.size)." in told
    assert "Folly has Veil Urn twice: it may be taken once (t9a.pregame.size)." in told
    assert "Gilded Greatswords have nobody to carry Standard of the Iron Vow" in told
    assert "points on Characters: 40 % of 500 is 200" in told
    assert "Folly spends 0 points on Core: it needs 125, 25 % of 500. Add units of Core (t9a.pregame.size)." in told
    assert "points on Engines: 30 % of 500 is 150" in told
    mends = {problem.rule for problem, found in MUSTER.mends(draft) if found}
    assert "t9a.special.general" in mends


@pytest.mark.rule("t9a.special.general")
def test_an_army_has_one_general() -> None:
    two = LIST.replace('unit = "Handgunners"', 'unit = "Marshal of the Compact"\noptions = ["General"]')
    told = [str(problem) for problem in MUSTER.check(MUSTER.read(Source("two.toml", two)))]
    assert "The Ford has 2 Generals: an army has one. Keep one of them (t9a.special.general)." in told


@pytest.mark.rule("t9a.special.battle_standard_bearer")
def test_an_army_has_one_battle_standard_bearer_and_he_is_not_the_general() -> None:
    two = LIST + 2 * '\n[[unit]]\nunit = "Banner Captain"\noptions = ["Battle Standard Bearer"]\n'
    told = [str(problem) for problem in MUSTER.check(MUSTER.read(Source("two.toml", two)), {"points": 4500})]
    assert any("2 Battle Standard Bearers: at most 1 may be taken. Keep one of them" in one for one in told)
    both = LIST.replace('"General", "Shield"', '"General", "Battle Standard Bearer"')
    with pytest.raises(DataError, match=r"General and Battle Standard Bearer are one choice \(leader\)"):
        MUSTER.read(Source("both.toml", both))


@pytest.mark.rule("t9a.pregame.size")
def test_a_list_is_held_to_the_game_that_it_was_made_for_or_to_the_one_agreed_on() -> None:
    found = MUSTER.read(Source("ford.toml", LIST))
    cost = MUSTER.data(found)["points"]
    assert [one.rule for one in MUSTER.check(found, {"points": cost - 1})] == ["t9a.pregame.size"]
    assert MUSTER.check(found, {"points": 300, "free_lists": True}) == []


@pytest.mark.rule("t9a.special.wizard")
def test_a_wizard_chooses_a_path() -> None:
    found = MUSTER.read(Source("w.toml", LIST + '\n[[unit]]\nunit = "Guild Wizard"\n'))
    assert [str(problem) for problem in MUSTER.check(found, {"points": 1500})] == [
        "Guild Wizard has no Path: take Alchemy or Cosmology or Divination or Pyromancy (t9a.special.wizard)."
    ]


@pytest.mark.rule("t9a.pregame.size")
def test_items_cost_no_more_than_an_entry_may_spend() -> None:
    rich = LIST.replace('"Shield"', '"The Toll Collector", "Drowned King\'s Plate"')
    told = [str(problem) for problem in MUSTER.check(MUSTER.read(Source("rich.toml", rich)), {"points": 1500})]
    assert told == [
        "Banner Captain has Special Items for 90 points: 75 may be spent. Leave one out (t9a.pregame.size)."
    ]


@pytest.mark.rule("t9a.special.massive_bulk")
def test_the_saves_of_a_rider_do_not_count_on_a_gigantic_mount() -> None:
    options = {"foot": '"General", "Lantern of the Ninth Hour"', "griffon": '"Griffon", "Lantern of the Ninth Hour"'}
    units = {}
    for name, told in options.items():
        text = LIST + f'\n[[unit]]\nunit = "Marshal of the Compact"\noptions = [{told}]\n'
        units[name] = MUSTER.data(MUSTER.read(Source("l.toml", text)))["units"][-1]
    assert "Aegis (4+)" in units["foot"]["rules"]
    assert "Aegis (4+)" not in units["griffon"]["rules"]
    assert (units["griffon"]["height"], units["griffon"]["profile"]["arm"]) == ("Gigantic", 2)


@pytest.mark.rule("t9a.special.general")
def test_a_list_needs_a_character_to_be_the_general() -> None:
    draft = Draft(name="Leaderless", faction="Ossuary Kings", points=1000, picks=(Pick(unit="Bone Levy"),) * 3)
    told = [str(problem) for problem in MUSTER.tally(draft).problems]
    assert "Leaderless has 0 Characters: it needs 1. Add one to be the General (t9a.special.general)." in told


@pytest.mark.rule("t9a.special.massive_bulk")
def test_saves_that_a_rider_pays_for_and_does_not_have_are_hinted_at() -> None:
    options = ("General", "Griffon", "Shield", "Lantern of the Ninth Hour", "Lance")
    draft = Draft(
        name="Wings", faction="Saltbridge Compact", picks=(Pick(unit="Marshal of the Compact", options=options),)
    )
    assert MUSTER.tally(draft).hints == (
        "Marshal of the Compact: Shield gives no save on a mount with Massive Bulk.",
        "Marshal of the Compact: Lantern of the Ninth Hour gives no save on a mount with Massive Bulk.",
    )
    assert MUSTER.pick_cards(draft)[1][0].profile["Arm"] == 2


@pytest.mark.rule("t9a.pregame.size")
@pytest.mark.parametrize("character", ["fast", "horde", "magic"])
def test_surprise_lists_are_legal(character: str) -> None:
    draft = surprise(MUSTER, "Ossuary Kings", 2000, character, Chance("t9a"))
    assert MUSTER.tally(draft).problems == ()


def test_a_list_is_brought_to_a_battle() -> None:
    found = MUSTER.read(Source("ford.toml", LIST))
    brought = bring(MUSTER, [found, "Ossuary Kings 1500"], {})
    setup = Setup(
        ruleset="t9a", armies=brought.armies, lists=brought.lists, options={**brought.options, "free_lists": True}
    )
    battle = RULESET.set_up(setup)
    assert battle.scene.settings.points == 1000
    assert [unit.name for unit in battle.units if unit.seat == 0][:2] == ["Banner Captain", "Harbour Pikes"]
    assert battle.scene.seats[0].name == "The Ford"


def test_the_builder_offers_entries_and_options_with_what_would_be_wrong() -> None:
    draft = Draft(name="New", faction="Ossuary Kings", points=1500, picks=(Pick(unit="Crypt Scholar"),))
    offers = {offer.pick.unit: offer for offer in MUSTER.offers(draft)}
    assert not offers["Bone Levy"].problems
    options = {option.name: option for option in MUSTER.option_offers(draft, 1)}
    assert options["Wizard Master"].cost == 200
    assert not options["Evocation"].problems
    assert "Crypt Scholar" in MUSTER.pick_cards(draft)[1][0].name
