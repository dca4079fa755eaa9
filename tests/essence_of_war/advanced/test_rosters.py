"""Rosters: what they cost, what they must have and may not have, each fault with its rule and what would mend it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.essence_of_war.advanced.rosters import bought, found, roster, rules_broken
from warhost.muster import DataError, Draft, Mustered, Pick, Source, bring
from warhost.play import Setup, battle_hash
from warhost.rulesets import muster
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.entries import ArmyList
from warhost.rulesets.essence_of_war.lists.ready_rosters import READY, ready_army, ready_lists
from warhost.rulesets.essence_of_war.lists.rosters import as_agreed, settings_of
from warhost.rulesets.families.brought import list_data

LEGAL = ("Marshal + General", "Wizard + Alchemy", "Spearmen + 6x5", "Spearmen + 6x5", "Imperial Guard + 6x4")


def legal(*instead: str, points: int = 1600) -> Draft:
    return roster("empire", *(instead or LEGAL), points=points)


def told(draft: Draft, **options: Any) -> list[str]:
    return [str(problem) for problem in found(draft, **options)]


def test_a_legal_roster_has_no_problems() -> None:
    assert told(legal()) == []


@pytest.mark.rule("eow.adv.army.points", "eow.multi.armies")
@pytest.mark.parametrize(
    ("points", "possible"),
    [(800, True), (1600, True), (1700, True), (2400, True), (1650, False), (2500, False), (700, False)],
)
def test_battles_are_of_800_to_2400_points_in_hundreds(points: int, possible: bool) -> None:
    broken = [problem.rule for problem in found(legal(), points=points)]
    assert ("eow.adv.army.points" not in broken) is possible


@pytest.mark.rule("eow.adv.army.points_limit")
def test_a_roster_costs_no_more_than_was_agreed() -> None:
    # 1150 points of other units, and a Marshal: 1600 points are legal, 1625 are not.
    others = ("Steam Tank", "Spearmen + 6x5", "Spearmen + 6x5", "Imperial Guard + 6x4")
    units = (*others, "Handgunners + 5x2", "Marshal + on Horse + Dragon Staff + Touch of Greatness")
    assert sum(bought("empire", unit).points for unit in units) == 1475
    assert told(roster("empire", *units, "Handgunners + 5x2")) == []
    assert told(roster("empire", *units, "Imperial Guard + 5x3")) == [
        "Column costs 1625 points: 25 more than the 1600 of the game. Leave out 25 points (eow.adv.army.points_limit)."
    ]


@pytest.mark.rule("eow.adv.army.duplication")
def test_an_entry_is_taken_no_more_often_than_it_says() -> None:
    assert rules_broken("beast", *("Minotaurs",) * 3) == []
    assert rules_broken("beast", *("Minotaurs",) * 4) == ["eow.adv.army.duplication"]
    twice = ("Beast Chieftain + Great Totem", "Beast Chieftain + Great Totem")
    assert rules_broken("beast", *twice) == ["eow.adv.army.duplication"]
    assert rules_broken("beast", twice[0], "Beast Chieftain") == []


@pytest.mark.rule("eow.adv.army.duplication")
def test_limits_of_options_hold_for_an_entry_or_for_the_army() -> None:
    two = ("Threshing Engine + Conclave", "Imps + Conclave")
    assert rules_broken("daemon", *two) == []
    assert rules_broken("daemon", *two, option_limits="per army") == ["eow.adv.army.duplication"]
    assert "Column has Conclave twice: it may be taken once. Choose something else for 1 of them" in " ".join(
        told(roster("daemon", *two), option_limits="per army")
    )
    assert rules_broken("daemon", *two, "Imps + Conclave") == ["eow.adv.army.duplication"]


@pytest.mark.rule("eow.adv.army.base_option", "eow.adv.army.upgrades")
def test_the_price_of_a_base_option_is_absolute_and_upgrades_are_added() -> None:
    assert bought("beast", "Soothsayer + on Raiding Chariot").points == 225
    assert bought("beast", "Soothsayer").points == 200
    assert bought("beast", "Soothsayer + Master").points == 250
    assert bought("beast", "Soothsayer + on Raiding Chariot + Master").points == 275
    with pytest.raises(DataError, match='"Master" may be bought once, not 2 times'):
        bought("beast", "Soothsayer + Master + Master")


@pytest.mark.rule("eow.adv.army.roster")
def test_a_roster_tells_units_base_options_upgrades_items_paths_and_costs() -> None:
    marshal = "Marshal + on Horse + Has 2 Orders + Dragon Staff + General"
    book, draft = muster("eow"), roster("empire", marshal, "Wizard + Master + Pyromancy", *LEGAL[2:])
    built = book.built(draft)
    lines = dict(book.sheet(built).below)["Bought"]
    assert lines[0] == "Marshal: on Horse, Has 2 Orders, Dragon Staff, General, 250 points"
    assert lines[1] == "Wizard: Single Model, Master, Pyromancy, 225 points"
    assert lines[2] == "Spearmen: 6x5, 250 points"
    first = book.data(built)["units"][0]["bought"]
    assert (first["points"], first["option"], list(first["upgrades"])) == (250, "on Horse", ["Has 2 Orders"])
    assert (list(first["items"]), first["general"]) == (["Dragon Staff"], True)
    assert book.read(Source("ours.toml", book.write(built))).content == built.content


@pytest.mark.rule("eow.adv.army.core_minimum")
def test_a_quarter_of_the_agreed_points_are_core() -> None:
    core = ("Handgunners + 7x2", "Spearmen + 5x4")
    assert told(legal("Marshal", *core, "Handgunners + 5x2")) == []
    assert told(legal("Marshal", core[1], "Handgunners + 5x2")) == [
        "Column spends 275 points on Core units: it needs 400, 25 % of 1600. Take more Core units, or larger ones "
        "(eow.adv.army.core_minimum)."
    ]
    assert told(legal("Marshal", *core, "Handgunners + 5x2", points=2400))[0].startswith(
        "Column spends 450 points on Core"
    )


@pytest.mark.rule("eow.adv.army.core_minimum", "eow.multi.points_per_roster")
@pytest.mark.parametrize(("points", "enough"), [(800, ("5x3",)), (1600, ("5x3", "5x3"))])
def test_a_quarter_is_enough_and_25_points_less_are_not(points: int, enough: tuple[str, ...]) -> None:
    core = [f"Clan Warriors + {size}" for size in enough]
    assert found(roster("dwarven", "Thane", *core, points=points)) == []
    (problem,) = found(roster("dwarven", "Thane", *core[1:], "Greybeards + 5x2", points=points))
    assert (problem.rule, problem.by) == ("eow.adv.army.core_minimum", 25)


@pytest.mark.rule("eow.adv.army.core_minimum")
def test_caiman_warriors_may_be_agreed_to_be_special() -> None:
    units = ("Skink Veteran", "Tegu Warriors + 4x3", "Caiman Warriors + 2x2")
    assert found(roster("saurian", *units)) == []
    (problem,) = found(roster("saurian", *units), caiman_warriors="Special")
    assert problem.message.startswith("Column spends 175 points on Core units: it needs 400")


@pytest.mark.rule("eow.adv.army.char_support_max")
def test_half_of_the_agreed_points_are_characters_and_support() -> None:
    rest = ("Spearmen + 6x5", "Spearmen + 5x4")
    # 300 for the Steam Tank and 500 for Characters.
    half = (
        "Steam Tank",
        "Marshal + on Horse + Has 2 Orders + General",
        "Wizard + on Pegasus + Master + Alchemy + Crystal Ball",
    )
    assert sum(bought("empire", unit).points for unit in half) == 800
    assert told(legal(*half, *rest)) == []
    more = (half[0], half[1].replace("General", "Dragon Staff + General"), half[2])
    assert told(legal(*more, *rest)) == [
        "Column spends 825 points on Character and Support units: 50 % of 1600 is 800. Take fewer of them, or cheaper "
        "ones (eow.adv.army.char_support_max)."
    ]


@pytest.mark.rule("eow.adv.army.general")
def test_one_character_is_the_general() -> None:
    core = ("Spearmen + 6x5", "Spearmen + 6x5")
    assert told(legal(*core)) == [
        "Column has no Character to be the General: take one (eow.adv.army.general).",
    ]
    assert told(legal("Marshal", *core)) == []
    assert told(legal("Marshal", "Marshal", *core)) == [
        "Column has 2 Characters and no General: mark one of them (eow.adv.army.general)."
    ]
    assert told(legal("Marshal + General", "Marshal", *core)) == []
    assert told(legal("Marshal + General", "Marshal + General", *core)) == [
        "Marshal and Marshal cannot all be the General: leave one (eow.adv.army.general)."
    ]
    assert told(legal("Marshal", "Spearmen + 6x5 + General", *core))[0].endswith(
        'option "General": only a Character can be the General (eow.adv.army.general).'
    )


@pytest.mark.rule("eow.adv.army.general")
def test_the_general_has_commanding_presence() -> None:
    units = muster("eow").built(legal()).content.units
    leading = [unit.own.unit.has("Commanding Presence") for unit in units]
    assert leading == [True, False, False, False, False]
    alone = muster("eow").built(legal("Marshal", "Spearmen")).content.units
    assert [unit.own.unit.general for unit in alone] == [True, False]


@pytest.mark.rule(
    "eow.adv.army.general", "eow.list.kingdom_of_equitaine.rule.sainted", "eow.list.ogre_khans.rule.cult_leader"
)
def test_some_base_options_make_the_general() -> None:
    for faction, leader, other in (
        ("equitaine", "Castellan + Sainted", "Castellan"),
        ("ogre", "Khan + Cult Leader", "Khan"),
    ):
        draft = roster(faction, leader, other)
        assert "eow.adv.army.general" not in [problem.rule for problem in found(draft)]
        units = [unit.own.unit for unit in muster("eow").built(draft).content.units]
        assert [unit.general for unit in units] == [True, False]
        (problem,) = [
            one for one in found(roster(faction, leader, f"{other} + General")) if one.rule == "eow.adv.army.general"
        ]
        assert "is the General" in problem.message


@pytest.mark.rule("eow.multi.points_per_roster")
def test_a_roster_of_a_coalition_keeps_the_restrictions_by_itself() -> None:
    units = ("Marshal", "Spearmen + 6x4", "Imperial Guard + 6x4")
    assert [problem.rule for problem in found(legal(*units, points=800))] == ["eow.adv.army.core_minimum"]
    assert found(legal(*units, "Handgunners + 5x2", points=800)) == []


# The Vault


@pytest.mark.rule("eow.vault.limit_points")
def test_a_character_carries_enchantments_for_100_points() -> None:
    assert rules_broken("empire", "Marshal + Destiny's Call + Dragon Staff") == []
    assert rules_broken("empire", "Marshal + Destiny's Call + Banner of Speed") == ["eow.vault.limit_points"]
    (problem,) = found(
        roster("empire", "Spearmen + 6x5", "Spearmen + 6x5", "Marshal + Destiny's Call + Banner of Speed")
    )
    assert problem.message == "Marshal carries Enchantments for 125 points: 100 are allowed. Leave out 25 points."
    assert told(legal("Marshal", "Spearmen + Dragon Staff", *LEGAL[2:4])) == [
        'pick 2 "Spearmen": option "Dragon Staff": only Characters carry Enchantments (eow.vault.limit_points).'
    ]


@pytest.mark.rule("eow.vault.limit_types")
def test_of_each_kind_a_character_carries_one() -> None:
    one_each = "Marshal + Shield Breaker + Hardening Infusion + Banner of Discipline + Dragon Staff"
    assert rules_broken("empire", one_each) == []
    for two in (
        "Crystal Ball + Dragon Staff",
        "Shield Breaker + Cleansing Light",
        "Hardening Infusion + Armour of Shielding",
        "Banner of Discipline + Banner of Speed",
    ):
        assert rules_broken("empire", f"Marshal + {two}") == ["eow.vault.limit_types"], two


@pytest.mark.rule("eow.vault.unique")
def test_an_enchantment_is_in_a_roster_once() -> None:
    two = ("Marshal + Battle Standard", "Marshal + Battle Standard")
    assert rules_broken("empire", *two, "Wizard + Alchemy + General") == ["eow.vault.unique"]
    assert rules_broken("empire", two[0], "Marshal + Banner of Speed", "Wizard + Alchemy + General") == []


@pytest.mark.rule("eow.vault.towering_no_armour")
def test_towering_characters_take_no_armour() -> None:
    lord = "Chosen Lord + on Great Beast"
    assert rules_broken("warriors", f"{lord} + Hardening Infusion") == ["eow.vault.towering_no_armour"]
    assert rules_broken("warriors", f"{lord} + Shield Breaker + Dragon Staff + Banner of Speed") == []
    assert rules_broken("warriors", "Chosen Lord + Hardening Infusion") == []


@pytest.mark.rule("eow.vault.cost_in_roster")
def test_enchantments_are_part_of_the_price() -> None:
    assert bought("empire", "Marshal + Battle Standard").points == 200
    assert muster("eow").tally(legal("Marshal + Battle Standard", "Spearmen")).points == 350


def barred(row: str, faction: str, unit: str, item: str, other: str = "") -> Any:
    return pytest.param(row, faction, unit, item, other, marks=pytest.mark.rule(row), id=f"{unit} {item}")


@pytest.mark.parametrize(
    ("row", "faction", "unit", "item", "other"),
    [
        barred("eow.vault.armour.destinys_call", "beast", "Beast Chieftain + on Raiding Chariot", "Destiny's Call"),
        barred("eow.vault.armour.essence_of_mithril", "undying", "Nomarch + on Skeleton Chariot", "Essence of Mithril"),
        barred("eow.vault.banner.battle_standard", "empire", "Marshal + General", "Battle Standard"),
        barred("eow.vault.banner.battle_standard", "equitaine", "Castellan + Sainted", "Battle Standard"),
        barred("eow.vault.artefact.crown_of_the_wizard_king", "empire", "Wizard + Alchemy", "Crown of the Wizard King"),
        barred(
            "eow.vault.artefact.crown_of_the_wizard_king",
            *("warriors", "Chosen Lord + Dark Prelate", "Crown of the Wizard King"),
        ),
        barred("eow.vault.artefact.talisman_of_the_void", "empire", "Wizard + Alchemy", "Talisman of the Void"),
        barred("eow.vault.artefact.talisman_of_the_void", "empire", "Marshal", "Talisman of the Void"),
        barred("eow.list.ogre_khans.rule.iron_fist", "ogre", "Shaman + Pyromancy", "Shield Breaker"),
        barred("eow.list.daemon_legions.rule.daemon_mage", "daemon", "Harbinger + Evocation", "Dragon Staff"),
        barred("eow.list.daemon_legions.rule.daemon_mage", "daemon", "Harbinger + Evocation", "Armour of Shielding"),
    ],
)
def test_some_may_not_carry_an_enchantment(row: str, faction: str, unit: str, item: str, other: str) -> None:
    assert rules_broken(faction, f"{unit} + {item}") == [row]
    (problem,) = [one for one in found(roster(faction, f"{unit} + {item}")) if one.rule == row]
    assert problem.message.startswith(f"{unit.split(' + ')[0]} cannot carry {item}: ")


@pytest.mark.parametrize(
    ("row", "faction", "words"),
    [
        pytest.param(row, faction, words, marks=pytest.mark.rule(row))
        for row, faction, words in (
            ("eow.vault.armour.destinys_call", "beast", "Beast Chieftain + Destiny's Call"),
            ("eow.vault.armour.essence_of_mithril", "undying", "Nomarch + on Skeletal Horse + Essence of Mithril"),
            ("eow.vault.artefact.crown_of_the_wizard_king", "empire", "Marshal + Crown of the Wizard King"),
            ("eow.vault.artefact.talisman_of_the_void", "empire", "Wizard + Master + Alchemy + Talisman of the Void"),
            ("eow.list.ogre_khans.rule.iron_fist", "ogre", "Shaman + Pyromancy + Hardening Infusion + Dragon Staff"),
            ("eow.list.ogre_khans.rule.iron_fist", "ogre", "Khan + Shield Breaker"),
        )
    ],
)
def test_and_others_may(row: str, faction: str, words: str) -> None:
    assert rules_broken(faction, words) == []


# All at once


def test_a_roster_with_a_fault_of_each_kind_has_a_message_for_each() -> None:
    draft = roster(
        "vermin",
        "Swarm Priest + Duumvirate + Witchcraft + Talisman of the Void",
        "Swarm Priest + Occultism + Shield Breaker + Cleansing Light",
        "Bloodfur Legate + on Praetorian Brute + Essence of Mithril + Banner of Speed + Crystal Ball",
        "Arena Beast",
        "Arena Beast",
        "Murmillo Brutes + 2x1",
        points=1250,
    )
    problems = found(draft)
    assert [problem.rule for problem in problems] == [
        "eow.adv.army.points",
        "eow.adv.army.points_limit",
        "eow.adv.army.duplication",
        "eow.adv.army.core_minimum",
        "eow.adv.army.char_support_max",
        "eow.adv.army.general",
        "eow.vault.artefact.talisman_of_the_void",
        "eow.vault.limit_types",
        "eow.vault.limit_points",
        "eow.list.vermin_swarm.rule.duumvirate",
        "eow.special.war_platform.join",
    ]
    assert len({problem.message for problem in problems}) == len(problems)
    assert all(problem.message.endswith(".") for problem in problems)


def test_what_would_mend_a_roster_is_found() -> None:
    book = muster("eow")
    (one,) = book.mends(legal("Marshal", "Wizard + Alchemy", *LEGAL[2:]))
    problem, mends = one
    assert problem.rule == "eow.adv.army.general"
    assert any("General" in mend.text for mend in mends)
    (one,) = book.mends(legal("Marshal + General", "Wizard", *LEGAL[2:]))
    assert one[1]


@pytest.mark.rule(
    "eow.adv.army.points", "eow.adv.army.points_limit", "eow.adv.army.duplication", "eow.adv.army.core_minimum"
)
@pytest.mark.rule("eow.adv.army.char_support_max", "eow.adv.army.general", "eow.adv.wizard.one_path")
@pytest.mark.rule("eow.adv.wizard.unique_path", "eow.vault.limit_points", "eow.vault.limit_types", "eow.vault.unique")
def test_one_fault_of_each_kind_gives_one_message_for_each_with_its_rule_and_what_mends_it() -> None:
    dear = "Marshal + General + Eldrich Inscriptions + Essence of Mithril + Hardening Infusion"
    wizards = ("Wizard + General + Alchemy", "Wizard + Alchemy + Dragon Staff", "Wizard + Dragon Staff")
    draft = roster("Empire of Sonnstahl", dear, *wizards, *["Reiters + 4x2"] * 2, "Steam Tank", "Spearmen", points=1650)
    problems = muster("eow").tally(draft).problems
    assert Counter(problem.rule for problem in problems) == {
        "eow.adv.army.points": 1,
        "eow.adv.army.points_limit": 1,
        # Three Wizards, and two of the largest unit of Reiters.
        "eow.adv.army.duplication": 2,
        "eow.adv.army.core_minimum": 1,
        "eow.adv.army.char_support_max": 1,
        "eow.adv.army.general": 1,
        "eow.adv.wizard.one_path": 1,
        "eow.adv.wizard.unique_path": 1,
        "eow.vault.limit_points": 1,
        "eow.vault.limit_types": 1,
        "eow.vault.unique": 1,
    }
    mends = ("Leave out", "Take ", "Choose ", "Keep one", "leave one", "choose one", "agree on")
    assert all(any(mend in problem.message for mend in mends) for problem in problems)


# To the table


def test_every_ready_roster_is_legal_and_spends_its_points() -> None:
    book = muster("eow")
    sizes: dict[str, list[int]] = {}
    for army in ready_lists().values():
        assert not book.check(book.find(army.name)), army.name
        assert army.points - 25 <= army.cost <= army.points
        assert sum(unit.general for unit in army.entries) == 1
        sizes.setdefault(army.faction, []).append(army.points)
    assert len(sizes) == 16
    assert all(points == [800, 1200, 1600, 2000, 2400] for points in sizes.values())


def test_a_roster_that_is_brought_is_the_same_on_the_table() -> None:
    book = muster("eow")
    army = book.find("The Loud Army")
    brought = bring(book, [army, army], {})
    assert brought.options == {"mode": "advanced", "points": 1200}
    own = Setup(ruleset="eow", armies=brought.armies, lists=brought.lists, options=brought.options, map="open")
    named = Setup(ruleset="eow", armies=("orcs", "Orcs and Goblins 1200"), options=brought.options, map="open")
    one, other = RULESET.set_up(own), RULESET.set_up(named)
    # A list of the player's own goes by its name, one of the house by its faction.
    assert [seat.army for seat in (*one.scene.seats, *other.scene.seats)] == ["The Loud Army"] * 2 + [
        "Orcs and Goblins"
    ] * 2
    one.scene = msgspec.structs.replace(one.scene, seats=other.scene.seats)
    assert battle_hash(one) == battle_hash(other)


def test_a_basic_battle_takes_no_rosters() -> None:
    book = muster("eow")
    with pytest.raises(DataError, match="a Roster is for the Advanced game"):
        bring(book, [book.find("The Loud Army")], {"mode": "basic"})
    with pytest.raises(DataError, match="has fixed patrols"):
        bring(book, [book.find("orcs")], {})


def test_players_may_agree_to_a_roster_that_is_not_legal() -> None:
    book = muster("eow")
    bad: Mustered = book.built(legal("Marshal + Dragon Staff + Crystal Ball", "Spearmen"))
    with pytest.raises(DataError, match="the option free_lists allows it anyway"):
        bring(book, [bad], {})
    assert bring(book, [bad], {"free_lists": True}).lists


def test_seekers_may_be_agreed_to_have_vanguard() -> None:
    army = ArmyList(
        name="Ours", faction="Dwarven Holds", entries=(bought("dwarven", "Seekers"), bought("dwarven", "Thane"))
    )
    (seekers, thane) = as_agreed(army, settings_of({"seekers_vanguard": "always"})).entries
    assert (seekers.has("Vanguard"), thane.has("Vanguard")) == (True, False)
    assert as_agreed(army, settings_of({})) == army


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"files": 0}, "its files must be from 1 to 40, not 0."),
        ({"files": 90}, "its models must be from 1 to 80, not 450."),
        ({"base": [5, 20]}, "the front of its bases in mm must be from 10 to 250, not 5."),
        ({"rules": ["Impact (many)"]}, 'rule "Impact (many)" cannot be read'),
        ({"category": "Character"}, "Character units are single models."),
        ({"spells": [{"name": "Wish", "versions": [{"value": 5}]}]}, 'spell "Wish" is unknown.'),
        ({"name": ""}, "a unit needs a name."),
    ],
)
def test_a_roster_that_the_engine_cannot_bear_is_refused(change: dict[str, Any], says: str) -> None:
    spearmen = bought("empire", "Spearmen + 6x5")
    army = ArmyList(name="Column", faction="Empire of Sonnstahl", entries=(spearmen,))
    data = msgspec.json.decode(msgspec.json.encode(list_data(army)))
    assert READY.from_data(data).entries
    data["entries"][0] |= change
    with pytest.raises(DataError) as error:
        READY.from_data(data)
    assert says in str(error.value)


def test_a_battle_of_a_size_without_a_ready_roster_gets_one_that_is_built_to_it() -> None:
    assert 2250 <= ready_army("orcs", 2300).points <= 2300
    assert 1470 <= ready_army("orcs", 1500).points <= 1500


@pytest.mark.rule("eow.adv.wizard.one_path")
def test_a_wizard_who_has_yet_to_choose_a_path_is_offered_as_any_other() -> None:
    # What is wrong with the Infernal Engine, which nobody may have twice, stays.
    draft = Draft(name="Forge", faction="Infernal Dwarves", points=1200, picks=(Pick(unit="Infernal Engine"),))
    offers = {offer.pick.unit: offer.problems for offer in muster("eow").offers(draft, {"points": 1200})}
    assert offers["Prophet"] == ()
    assert "eow.adv.army.duplication" in {problem.rule for problem in offers["Infernal Engine"]}
