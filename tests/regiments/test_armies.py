"""The house armies, and what is said of army files that are broken."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import msgspec
import pytest

from warhost.muster.files.army_text import DataError, UnknownName
from warhost.rulesets.regiments.core import ArmyBook, UnitEntry
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.house import (
    book,
    books,
    find_regiment,
    full_name,
    load_book_text,
    load_list_text,
    ready_list,
    ready_lists,
)
from warhost.rulesets.regiments.lists.pricing import fair_price
from warhost.rulesets.regiments.lists.rosters import BATTLE_SIZES, GAME_SIZES, build, check

FACTIONS = ["Burrowfolk Swarm", "League of Nine Bridges", "Tallgrass Horde", "Unburied Host"]


def entries() -> Iterator[tuple[ArmyBook, UnitEntry]]:
    return ((army, unit) for army in books().values() for unit in army.units)


def has(unit: UnitEntry, rule: str) -> bool:
    return any(own.name == rule for own in unit.rules)


def test_there_are_four_house_armies() -> None:
    assert list(books()) == FACTIONS


@pytest.mark.parametrize("faction", FACTIONS)
def test_an_army_has_troops_of_every_kind(faction: str) -> None:
    army = book(faction)
    assert len(army.units) >= 10
    assert {unit.kind for unit in army.units} >= {"infantry", "large infantry", "cavalry", "monster", "vehicle"} - (
        {"large infantry"} if faction == "League of Nine Bridges" else set()
    )
    for rule in ("Hero", "Scout", "Ambush", "Caster", "Impact"):
        assert any(has(unit, rule) for unit in army.units), rule
    assert sum(any(weapon.ranged for weapon in unit.weapons) for unit in army.units) >= 2
    assert any(has(unit, "Transport") or unit.kind == "giant" for unit in army.units)


@pytest.mark.parametrize("faction", FACTIONS)
def test_an_army_has_six_spells_that_the_engine_can_cast(faction: str) -> None:
    spells = book(faction).spells
    assert sorted(spell.cost for spell in spells) == [1, 1, 2, 2, 3, 3]
    assert all(spell.effect is not None and spell.text for spell in spells)


def test_names_of_units_and_spells_belong_to_one_army() -> None:
    units = [unit.name for _, unit in entries()]
    spells = [spell.name for army in books().values() for spell in army.spells]
    assert len(units) == len(set(units))
    assert len(spells) == len(set(spells))


def test_every_upgrade_can_be_bought_for_one_copy_and_for_two() -> None:
    for army, unit in entries():
        for upgrade in unit.upgrades:
            bought = build(unit, [upgrade.name], spells=army.spells)
            assert bought.cost == unit.cost + upgrade.cost
            assert bought.unknown == ()
            if unit.size > 1:
                assert build(unit, [upgrade.name], combined=True).size == 2 * unit.size


def test_prices_stay_near_the_formula() -> None:
    for _, unit in entries():
        assert fair_price(build(unit)) == pytest.approx(unit.cost, rel=0.35, abs=10), unit.name


def test_a_plain_unit_of_ten_costs_about_a_hundred_points() -> None:
    plain = book("unburied").units[4]
    assert plain.name == "Barrow Guard"
    assert fair_price(build(plain)) > 100 > fair_price(build(book("unburied").units[2]))


@pytest.mark.parametrize(
    "rule", ["Fast", "Fearless", "Regeneration", "Tough(3)", "Impact(2)", "Fear(1)", "Caster(1)", "Stealth", "Flying"]
)
def test_a_good_rule_makes_a_unit_dearer(rule: str) -> None:
    text = BOOK.replace('rules   = ["Strider"]', f'rules   = ["Strider", "{rule}"]') + SPELL
    assert fair_price(build(load_book_text(text).units[0])) > fair_price(build(load_book_text(BOOK).units[0]))


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("points", BATTLE_SIZES)
def test_every_army_has_a_list_for_each_battle_size(faction: str, points: int) -> None:
    army = ready_list(f"{faction} {points}")
    assert (army.factions, army.limit) == ((faction,), points)
    assert points * 0.96 <= army.points <= points
    assert check(army, force_organisation=True) == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Tallgrass Horde", "Ride of Five Tails"),
        ("tall", "Ride of Five Tails"),
        ("unburied 1500", "Every Grave Opened"),
        ("league 750", "Tollgate Watch"),
        ("autumn raid", "Autumn Raid"),
        ("Swarm at noon", None),
    ],
)
def test_lists_answer_to_their_names_and_to_their_faction(name: str, found: str | None) -> None:
    if found is None:
        with pytest.raises(UnknownName, match="There is no army list"):
            ready_list(name)
    else:
        assert ready_list(name).name == found


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("tall", "Tallgrass Horde"),
        ("UNBURIED 1500", "Unburied Host 1500"),
        ("league", "League of Nine Bridges"),
        ("autumn r", "Autumn Raid"),
    ],
)
def test_the_full_name_stands_for_the_same_list(name: str, full: str) -> None:
    assert full_name(name) == full
    assert ready_list(full) == ready_list(name)
    assert full_name(full) == full


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Unburied Hst", "Unburied Host"), ("unburid 1500", "Unburied 1500"), ("Swarm at noon", "The Swarm at Noon")],
)
def test_a_misspelt_list_is_answered_with_the_nearest_way_to_say_it(name: str, meant: str) -> None:
    with pytest.raises(UnknownName, match=f'Did you mean "{meant}"'):
        ready_list(name)


def test_a_faction_alone_stands_for_its_quick_list() -> None:
    assert {ready_list(faction).limit for faction in FACTIONS} == {GAME_SIZES["quick"]}


@pytest.mark.parametrize(("name", "points"), [("tallgrass 800", 1000), ("Tallgrass Horde", 800)])
def test_a_size_without_a_list_is_refused_with_the_sizes_there_are(name: str, points: int) -> None:
    with pytest.raises(UnknownName, match="Tallgrass Horde has no list of 800 points: there are lists of 750, 1000,"):
        ready_list(name, points)


def test_there_is_a_list_of_every_size_for_each_army() -> None:
    assert len(ready_lists()) == len(FACTIONS) * len(BATTLE_SIZES)


def test_a_caster_knows_the_spells_of_its_own_faction() -> None:
    assert find_regiment("Weather Singer").spells == book("tallgrass").spells
    assert find_regiment("Bow Riders").spells == ()


def test_units_are_found_by_name_with_or_without_their_army() -> None:
    assert find_regiment("pike company").faction == "League of Nine Bridges"
    assert find_regiment("Pike", "league").name == "Pike Company"
    with pytest.raises(UnknownName, match='no unit of the Unburied Host "Pike Company"'):
        find_regiment("Pike Company", "unburied")


BOOK = """
faction = "Testers"

[[unit]]
name    = "Spearmen"
kind    = "infantry"
size    = 10
quality = 4
defense = 5
cost    = 90
weapons = ["Spear (A1, Counter)"]
rules   = ["Strider"]
upgrades = [
  { replace = "Spear", with = "Pike (A1, Counter, AP(1))", cost = 10 },
  { name = "Horses", add = ["Fast", "Impact(1)"], kind = "cavalry", cost = 30 },
]
"""
SPELL = """
[spell."Spark"]
cost   = 1
range  = 12
target = "enemy"
hits   = 2
"""


def problems_of(text: str) -> list[str]:
    with pytest.raises(DataError) as error:
        load_book_text(text, "book.toml")
    return list(error.value.problems)


def broken(old: str, new: str) -> str:
    assert old in BOOK
    return BOOK.replace(old, new, 1)


def test_an_army_book_of_a_players_own_is_read() -> None:
    spearmen = load_book_text(BOOK).units[0]
    assert (spearmen.base, spearmen.cost, [upgrade.name for upgrade in spearmen.upgrades]) == (
        (20, 20),
        90,
        ["Pike", "Horses"],
    )
    mounted = build(spearmen, ["Horses"])
    assert (mounted.kind, mounted.base, mounted.rules[-1]) == ("cavalry", (25, 50), RuleText("Impact", 1))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('["Strider"]', '["Stridr"]', 'book.toml, unit "Spearmen": rule "Stridr" is unknown. Did you mean "Strider"?'),
        (
            '["Strider"]',
            '["Tough"]',
            'book.toml, unit "Spearmen": rule "Tough" cannot be read: write it like "Tough(1)".',
        ),
        (
            '["Strider"]',
            '["Fast(2)"]',
            'book.toml, unit "Spearmen": rule "Fast(2)" cannot be read: Fast has nothing in brackets.',
        ),
        (
            '["Strider"]',
            '["Limited"]',
            'book.toml, unit "Spearmen": rule "Limited" does nothing on models: it belongs on a weapon.',
        ),
        (
            '"Spear (A1, Counter)"',
            '"Spear (A1, Fear(1))"',
            'book.toml, unit "Spearmen": rule "Fear(1)" does nothing on a weapon: it belongs on models.',
        ),
        ("quality = 4", "quality = 7", 'book.toml, unit "Spearmen": "quality" must be from 2 to 6, not 7.'),
        ("cost    = 90\n", "", 'book.toml, unit "Spearmen": "cost" is missing.'),
        ("quality", "qualty", 'book.toml, unit "Spearmen": key "qualty" is unknown. Did you mean "quality"?'),
        (
            'replace = "Spear"',
            'replace = "Sper"',
            'book.toml, unit "Spearmen": upgrade "Pike" replaces "Sper", which no model has. Did you mean "Spear"?',
        ),
        (
            '"Spear (A1, Counter)"',
            '"Spear (Counter)"',
            'book.toml, unit "Spearmen": weapon "Spear (Counter)" cannot be read: '
            'write it like "Crossbow (24\\", A1, AP(1))" or "Halberd (A1, Rending)".',
        ),
        (
            'kind    = "infantry"',
            'kind    = "infantri"',
            'book.toml, unit "Spearmen": kind "infantri" is unknown: it must be one of "infantry", "large infantry", '
            '"cavalry", "monster", "giant", "vehicle". Did you mean "infantry"?',
        ),
        (
            '["Strider"]',
            '["Caster(1)"]',
            'book.toml, unit "Spearmen": it is a Caster, and the faction has no spells.',
        ),
        (
            '["Strider"]',
            '["Strider", "Caster(1)"]',
            'book.toml, unit "Spearmen": it is a Caster, and the faction has no spells.',
        ),
        ("size    = 10", "size    = 41", 'book.toml, unit "Spearmen": "size" must be from 1 to 40, not 41.'),
        ("defense = 5", "defense = 7", 'book.toml, unit "Spearmen": "defense" must be from 2 to 6, not 7.'),
        ("cost    = 90", "cost    = 0", 'book.toml, unit "Spearmen": "cost" must be from 1 to 9999, not 0.'),
        (
            "size    = 10",
            'size    = 10\nbase = "0x20"',
            'book.toml, unit "Spearmen": base "0x20" cannot be read: write front x depth in mm such as "25x50".',
        ),
        ("faction", "factoin = 1\nfaction", 'book.toml: key "factoin" is unknown. Did you mean "faction"?'),
        (
            'name = "Horses"',
            'name = "pike"',
            'book.toml, unit "Spearmen": upgrade "pike" appears 2 times; give each its own name.',
        ),
        ("upgrades = [", 'upgrades = ["Drill",', 'book.toml, unit "Spearmen": package "Drill" is unknown.'),
        (
            "upgrades = [",
            "upgrades = [3,",
            'book.toml, unit "Spearmen": upgrade 1 must be a table or the name of a package, not 3.',
        ),
        (
            "cost = 30",
            "cost = 30, models = 1",
            'book.toml, unit "Spearmen", upgrade 2: "quality", "defense" and "kind" are those of the whole unit: '
            'leave out "models".',
        ),
        (
            "cost = 30",
            "cost = 30, quality = 1",
            'book.toml, unit "Spearmen", upgrade 2: "quality" must be from 2 to 6, not 1.',
        ),
        (
            "cost = 30",
            "cost = 30, defense = 7",
            'book.toml, unit "Spearmen", upgrade 2: "defense" must be from 2 to 6, not 7.',
        ),
    ],
)
def test_a_broken_army_book_gets_a_helpful_sentence(old: str, new: str, says: str) -> None:
    assert says in problems_of(broken(old, new))


def test_all_problems_of_an_army_book_are_told_at_once() -> None:
    text = broken("quality = 4", "quality = 9").replace('["Strider"]', '["Strde"]').replace("cost = 30", 'cost = "x"')
    assert len(problems_of(text)) == 3


def test_rules_that_are_not_in_force_must_be_named_as_such() -> None:
    strange = broken('["Strider"]', '["Xylophony(2)"]')
    assert 'write not_in_force = ["Xylophony"] at the top of the file' in problems_of(strange)[0]
    unit = load_book_text('not_in_force = ["Xylophony"]\n' + strange).units[0]
    assert build(unit).unknown == ("Xylophony(2)",)


def test_two_units_of_one_name_are_a_problem() -> None:
    twice = BOOK + BOOK.partition("\n\n")[2]
    assert problems_of(twice) == ['book.toml, unit "Spearmen": the name appears 2 times; give each unit its own.']


@pytest.mark.rule("aofr.scale.base_size_free")
@pytest.mark.parametrize("base", ["20x20", "32x32", "23x31", "9x120"])
def test_a_book_may_give_a_unit_any_base(base: str) -> None:
    usual = load_book_text(BOOK).units[0]
    other = load_book_text(broken("size    = 10", f'size    = 10\nbase = "{base}"')).units[0]
    assert "x".join(map(str, other.base)) == base
    assert msgspec.structs.replace(other, base=usual.base) == usual


@pytest.mark.rule("aofr.scale.vehicle")
def test_a_vehicle_has_the_footprint_of_its_book_and_else_the_usual_one() -> None:
    wagon = broken('kind    = "infantry"', 'kind = "vehicle"')
    assert load_book_text(wagon).units[0].base == (60, 100)
    agreed = wagon.replace('kind = "vehicle"', 'kind = "vehicle"\nbase = "75x125"')
    assert load_book_text(agreed).units[0].base == (75, 125)


def test_an_upgrade_may_bring_its_own_bases_and_exclude_others() -> None:
    text = broken("cost = 30", 'cost = 30, base = "30x60", choose = "mount", quality = 6, defense = 2')
    horses = load_book_text(text).units[0].upgrades[1]
    assert (horses.base, horses.choose, horses.quality, horses.defense) == ((30, 60), "mount", 6, 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('heals = "a lot"', '"heals" must be a whole number or dice such as "D3", not \'a lot\'.'),
        ("melee = 13", '"melee" must be from -12 to 12, not 13.'),
        ("morale = -13", '"morale" must be from -12 to 12, not -13.'),
        ("hits   = 0", '"hits" must be from 1 to 99, not 0.'),
        ("cost   = 7", '"cost" must be from 1 to 6, not 7.'),
        ("colour = 1", 'key "colour" is unknown.'),
    ],
)
def test_a_broken_spell_gets_a_helpful_sentence(line: str, says: str) -> None:
    key = line.split()[0]
    kept = [told for told in SPELL.splitlines() if not told.startswith(key)]
    assert f'book.toml, spell "Spark": {says}' in problems_of(BOOK + "\n".join([*kept, line]))


@pytest.mark.parametrize(("line", "in_force"), [("", True), ("in_force = true", True), ("in_force = false", False)])
def test_a_spell_may_be_kept_without_effect(line: str, in_force: bool) -> None:
    assert (load_book_text(BOOK + SPELL + line).spells[0].effect is not None) is in_force


def test_a_spell_that_does_nothing_is_a_problem() -> None:
    assert 'book.toml, spell "Spark": it does nothing' in problems_of(BOOK + SPELL.replace("hits   = 2", ""))[0]


LIST = """
name    = "My Army"
faction = "Unburied Host"
points  = 750

[[regiment]]
unit     = "Bone Levy"
combined = true
upgrades = ["Grave Spear", "Banner"]
hero     = { unit = "Barrow Lord" }
"""


def list_problems_of(text: str) -> list[str]:
    with pytest.raises(DataError) as error:
        load_list_text(text, "army.toml")
    return list(error.value.problems)


def test_an_army_list_of_a_players_own_is_read() -> None:
    levy = load_list_text(LIST).regiments[0]
    assert (levy.size, levy.combined, levy.count("Banner")) == (20, True, 1)
    assert levy.hero is not None
    assert levy.hero.name == "Barrow Lord"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "Bone Levy",
            "Bone Levi",
            'army.toml, regiment "Bone Levi": unit "Bone Levi" is not in the army book of the Unburied Host. '
            'Did you mean "Bone Levy"?',
        ),
        (
            '"Grave Spear"',
            '"Grave Speer"',
            'army.toml, regiment "Bone Levy": upgrade "Grave Speer" is unknown. Did you mean "Grave Spear"?',
        ),
        (
            "Unburied Host",
            "Unbaried Host",
            'army.toml, regiment "Bone Levy": There is no faction "Unbaried Host". Did you mean "Unburied Host"?',
        ),
        (
            'unit = "Barrow Lord"',
            'unit = "Crypt Maw"',
            'army.toml, regiment "Bone Levy": Crypt Maw [1] cannot join Bone Levy [20]: '
            "only a single Hero joins a unit (aofr.special.hero.join).",
        ),
        ("points  = 750", "points  = -1", 'army.toml: "points" must be from 0 to 99999, not -1.'),
        ("points  = 750", "points  = 750\nsize = 3", 'army.toml: key "size" is unknown.'),
        (
            'faction = "Unburied Host"\n',
            "",
            'army.toml, regiment "Bone Levy": "faction" is missing: name it here or at the top of the file.',
        ),
        (
            'unit     = "Bone Levy"',
            'unit     = "Crypt Maw"',
            'army.toml, regiment "Crypt Maw": a single model cannot be combined (aofr.army.combine_units).',
        ),
        (
            'unit     = "Bone Levy"',
            'unit     = "Bone Levy"\nsise = 20',
            'army.toml, regiment "Bone Levy": key "sise" is unknown.',
        ),
        (
            "Barrow Lord",
            "Barow Lord",
            'army.toml, regiment "Bone Levy", hero "Barow Lord": '
            'unit "Barow Lord" is not in the army book of the Unburied Host. '
            'Did you mean "Barrow Lord"?',
        ),
    ],
)
def test_a_broken_army_list_gets_a_helpful_sentence(old: str, new: str, says: str) -> None:
    assert old in LIST
    assert says in list_problems_of(LIST.replace(old, new, 1))


def test_a_regiment_may_come_from_another_faction_than_the_list() -> None:
    text = LIST.replace('"Unburied Host"', '"Tallgrass Horde"') + 'faction = "Unburied Host"\n'
    own = text.replace('"Barrow Lord"', '"Barrow Lord", faction = "Unburied Host"')
    assert load_list_text(own).regiments == load_list_text(LIST).regiments


IN_FULL = """
name   = "My Army"
points = 750

[[regiment]]
name    = "Weavers"
faction = "Loom"
quality = 4
defense = 5
cost    = 0
rules   = ["Caster(1)"]
spells  = ["Spark"]
groups  = [{ models = 3, weapons = ["Shears (A1)"] }]
"""


def test_a_regiment_may_be_written_out_in_full() -> None:
    (weavers,) = load_list_text(IN_FULL + SPELL).regiments
    assert (weavers.faction, weavers.size, weavers.base, weavers.cost) == ("Loom", 3, (20, 20), 0)
    assert [spell.name for spell in weavers.spells] == ["Spark"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("quality = 4", "quality = 1", '"quality" must be from 2 to 6, not 1.'),
        ("quality = 4", "quality = 7", '"quality" must be from 2 to 6, not 7.'),
        ("defense = 5", "defense = 1", '"defense" must be from 2 to 6, not 1.'),
        ('"Spark"', '"Sparc"', 'spell "Sparc" is unknown. Did you mean "Spark"?'),
        ("cost    = 0", "cost    = -1", '"cost" must be from 0 to 9999, not -1.'),
    ],
)
def test_a_broken_regiment_in_full_gets_a_helpful_sentence(old: str, new: str, says: str) -> None:
    assert f'army.toml, regiment "Weavers": {says}' in list_problems_of(IN_FULL.replace(old, new, 1) + SPELL)


def test_a_group_with_an_unknown_key_says_where() -> None:
    text = IN_FULL.replace("models = 3", "models = 3, weapon = 1") + SPELL
    assert list_problems_of(text) == [
        'army.toml, regiment "Weavers", groups 1: key "weapon" is unknown. Did you mean "weapons"?'
    ]


def test_a_list_that_is_no_toml_says_where() -> None:
    assert list_problems_of("name = \n")[0].startswith("army.toml: is not valid TOML: ")


def test_a_list_may_use_an_army_book_of_the_players_own() -> None:
    text = 'name = "Own"\nfaction = "Testers"\npoints = 500\n[[regiment]]\nunit = "Spearmen"\nupgrades = ["Pike"]\n'
    own = {"Testers": load_book_text(BOOK)}
    assert load_list_text(text, own=own).points == 100


def test_the_shipped_files_are_read_without_a_problem() -> None:
    folder = files("warhost.rulesets.regiments") / "data"
    for file in (folder / "armies").iterdir():
        assert load_book_text(file.read_text("utf-8"), file.name).not_in_force == ()
