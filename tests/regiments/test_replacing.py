"""What options of Army Forge take away: names in the singular and plural, copies, items; and odd lists of units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.regiments.forge import BOOK, SAVED, TEXT, changed, dumps, item, listed, option, rule, weapon
from warhost.muster import Mustered, Source
from warhost.muster.files.army_text import DataError
from warhost.rulesets import muster
from warhost.rulesets.regiments.core import ArmyList, Regiment
from warhost.rulesets.regiments.lists.army_forge import read_army_forge
from warhost.rulesets.regiments.lists.army_forge.replacing import is_named


def unit(*weapons: dict[str, Any], size: int = 1, items: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {
        "id": "ogre",
        "name": "Mud Ogre",
        "size": size,
        "cost": 100,
        "quality": 4,
        "defense": 4,
        "rules": [rule("Tough", 6)],
        "weapons": list(weapons),
        "items": list(items),
        "upgrades": ["P9"],
    }


def section(target: str | list[str], *options: dict[str, Any], affects: dict[str, Any] | None = None) -> dict[str, Any]:
    targets = [target] if isinstance(target, str) else target
    return {
        "uid": "s9",
        "label": f"Replace {' and '.join(targets)}",
        "variant": "replace",
        "targets": targets,
        "affects": affects,
        "options": list(options),
    }


def book_of(ogre: dict[str, Any], *sections: dict[str, Any]) -> dict[str, Any]:
    return {**BOOK, "units": [ogre], "upgradePackages": [{"uid": "P9", "sections": list(sections)}]}


def read(value: Any, *books: Any) -> Mustered:
    text = value if isinstance(value, str) else dumps(value)
    return read_army_forge(Source("file.json", text), [Source("book.json", dumps(book)) for book in books])


def bought(book: dict[str, Any], *options: str) -> tuple[Regiment, Mustered]:
    told = read(changed(SAVED, "list", "units", to=[listed("ogre", "A", *options)]), book)
    assert isinstance(told.content, ArmyList)
    return told.content.regiments[0], told


def arms(regiment: Regiment) -> dict[str, int]:
    """The weapons of the whole unit and how many of each it has."""
    found: dict[str, int] = {}
    for group in regiment.groups:
        for one in group.weapons:
            found[one.name] = found.get(one.name, 0) + one.count * group.count
    return found


CLUB = option("club", 5, weapon("Big Club", 3))


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("Mud Fist", "Mud Fists"),
        ("Mud Fists", "Mud Fist"),
        ("Reed Knife", "Reed Knives"),
        ("Otter Teeth", "Otter Tooth"),
        ("Marsh Staves", "Marsh Staff"),
        ("Torches", "Torch"),
        ("Fury", "Furies"),
        ("Axe", "Axes"),
        ("Heavy-Lance", "heavy lances"),
    ],
)
def test_a_target_is_found_in_the_singular_and_in_the_plural(target: str, name: str) -> None:
    assert is_named(target, name)
    ogre, told = bought(book_of(unit(weapon(name, 2)), section(target, CLUB)), "club")
    assert arms(ogre) == {"Big Club": 1}
    assert not any("takes away" in note for note in told.report.notes)


@pytest.mark.parametrize(("target", "name"), [("Mud Fist", "Fist"), ("Bow", "Crossbow"), ("Glass", "Gla")])
def test_other_names_are_other_weapons(target: str, name: str) -> None:
    assert not is_named(target, name)


@pytest.mark.parametrize(
    ("target", "left"),
    [("Fist", {"Big Club": 1, "Fist": 1}), ("Fists", {"Big Club": 1}), ("2x Fist", {"Big Club": 1})],
)
def test_of_two_copies_as_many_go_as_the_target_says(target: str, left: dict[str, int]) -> None:
    ogre, _ = bought(book_of(unit(weapon("Fist", 2, count=2)), section(target, CLUB)), "club")
    assert arms(ogre) == left


def test_each_of_two_copies_can_be_replaced() -> None:
    book = book_of(unit(weapon("Fist", 2, count=2)), section("Fist", CLUB, option("net", 5, weapon("Net", 1))))
    assert arms(bought(book, "club", "net")[0]) == {"Big Club": 1, "Net": 1}
    assert arms(bought(book, "club", "club")[0]) == {"Big Club": 2}
    with pytest.raises(DataError, match="no model has it any more"):
        bought(book, "club", "club", "net")


def test_each_of_two_copies_that_an_option_brought_can_be_replaced() -> None:
    logs = section("Sling", option("logs", 5, weapon("Log", 2, count=2)))
    book = book_of(unit(weapon("Sling", 1)), logs, section("Log", CLUB))
    assert arms(bought(book, "logs", "club")[0]) == {"Big Club": 1, "Log": 1}
    assert arms(bought(book, "logs", "club", "club")[0]) == {"Big Club": 2}


@pytest.mark.parametrize("gain", [weapon("Net", 1, count=2), weapon("2x Net", 1), {**weapon("Net", 1), "count": "02"}])
def test_an_option_of_two_copies_brings_two(gain: dict[str, Any]) -> None:
    ogre, _ = bought(book_of(unit(weapon("Sling", 1)), section("Sling", option("nets", 5, gain))), "nets")
    assert (arms(ogre), ogre.upgrades) == ({"Net": 2}, ("2x Net",))


def test_in_a_unit_of_several_each_model_gives_up_its_own_copies() -> None:
    book = book_of(unit(weapon("Fist", 1, count=6), size=3), section("Fist", CLUB, affects={"type": "any"}))
    assert arms(bought(book, "club", "club")[0]) == {"Big Club": 2, "Fist": 4}


def test_an_item_that_is_replaced_takes_its_rules_and_weapons_along() -> None:
    mount = item("Newt Mount", rule("Strider"), weapon("Newt Bite", 2))
    swap = option("heron", 10, item("Heron Mount", rule("Flying"), weapon("Beak", 3)))
    book = book_of(unit(weapon("Oar", 2, count=3), size=3, items=(mount,)), section("Newt Mounts", swap))
    ogre, told = bought(book, "heron")
    assert ({rule.name for rule in ogre.rules}, arms(ogre)) == ({"Tough", "Flying"}, {"Oar": 3, "Beak": 3})
    again = muster("aofr").read(Source("own.toml", muster("aofr").write(read(book))))
    assert again.content == read(book).content
    assert not [note for note in told.report.notes if "takes" in note]


def test_an_item_that_an_option_brought_can_be_replaced_whatever_is_told_first() -> None:
    sections = (
        section("Oar", option("punt", 5, item("Punt", rule("Fast"), weapon("Ram", 1)))),
        section("Punt", option("raft", 5, item("Raft", rule("Slow")))),
    )
    for order in (("punt", "raft"), ("raft", "punt")):
        ogre, _ = bought(book_of(unit(weapon("Oar", 2)), *sections), *order)
        assert ({rule.name for rule in ogre.rules}, arms(ogre)) == ({"Tough", "Slow"}, {})


def test_an_upgrade_of_a_weapon_is_on_that_weapon_alone() -> None:
    arrows = {**section("Marsh Bows", option("barbs", 5, item("Barbs", rule("Rending")))), "variant": "upgrade"}
    ogre, _ = bought(book_of(unit(weapon("Marsh Bow", 1, range_=24), weapon("Oar", 2)), arrows), "barbs")
    assert [str(one) for one in ogre.groups[0].weapons] == ['Marsh Bow (24", A1, Rending)', "Oar (A2)"]
    assert not ogre.has("Rending")


def test_an_upgrade_of_an_item_is_for_its_bearer() -> None:
    saddle = {**section("Newt Mount", option("saddle", 5, item("Saddle", rule("Fast")))), "variant": "upgrade"}
    ogre, _ = bought(book_of(unit(weapon("Oar", 2), items=(item("Newt Mount", rule("Strider")),)), saddle), "saddle")
    assert {rule.name for rule in ogre.rules} == {"Tough", "Strider", "Fast"}


def test_a_replacement_that_finds_nothing_is_told_in_both_reports() -> None:
    book = book_of(unit(weapon("Oar", 2)), section("Halberd", CLUB))
    said = 'Mud Ogre: "Replace Halberd" takes away Halberd, which no model has.'
    assert said in read(book).report.notes
    ogre, told = bought(book, "club")
    assert (arms(ogre), said in told.report.notes) == ({"Oar": 1, "Big Club": 1}, True)
    assert said not in bought(book)[1].report.notes


def test_rules_that_all_have_stay_when_one_model_gives_up_its_item() -> None:
    mount = item("Newt Mount", rule("Strider"))
    one = section("Newt Mount", CLUB, affects={"type": "exactly", "value": 1})
    told = bought(book_of(unit(weapon("Oar", 2, count=3), size=3, items=(mount,)), one), "club")[1]
    assert any("they keep Strider" in note for note in told.report.notes)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("units", 1, "size"), "10"),
        (("units", 1, "quality"), "4+"),
        (("units", 1, "weapons", 0, "count"), "010"),
        (("units", 0, "weapons", 0, "attacks"), "03"),
        (("units", 0, "rules", 1, "rating"), "03"),
        (("units", 1, "cost"), 100.0),
        (("spells", 0, "threshold"), "1"),
    ],
)
def test_numbers_may_be_written_as_text(place: tuple[str | int, ...], value: Any) -> None:
    assert read(changed(BOOK, *place, to=value)).content == read(BOOK).content


def test_a_word_is_no_number() -> None:
    with pytest.raises(DataError, match=r"units\[1\]\.size"):
        read(changed(BOOK, "units", 1, "size", to="many"))


def units_of(*units: dict[str, Any]) -> tuple[list[str], tuple[str, ...]]:
    told = read(changed(SAVED, "list", "units", to=list(units)), BOOK)
    assert isinstance(told.content, ArmyList)
    return [str(regiment) for regiment in told.content.regiments], told.report.notes


@pytest.mark.parametrize("combined", [True, False])
def test_a_unit_that_is_joined_to_itself_stands_alone(combined: bool) -> None:
    names, notes = units_of(listed("wardens", "B", joins="B", combined=combined), listed("riders", "D"))
    assert names == ["Reed Wardens [10]", "Heron Riders [5]"]
    assert "Reed Wardens [10] is joined to itself, so it plays alone." in notes


def test_two_that_are_joined_to_each_other_are_both_there() -> None:
    pair = [listed("wardens", one, joins=other, combined=True) for one, other in (("B", "C"), ("C", "B"))]
    assert units_of(*pair)[0] == ["Reed Wardens [20]"]
    heroes = [listed("chief", one, joins=other) for one, other in (("A", "X"), ("X", "A"))]
    assert sorted(units_of(*heroes, listed("riders", "D"))[0]) == ["Heron Riders [5]", "Reed Chief [1]"]


def test_a_hero_that_has_a_hero_joins_nobody() -> None:
    names, notes = units_of(listed("chief", "A", joins="X"), listed("chief", "X", joins="B"), listed("wardens", "B"))
    assert sorted(names) == ["Reed Chief [1]", "Reed Wardens [10]"]
    assert any("plays alone" in note for note in notes)


def test_units_with_the_same_id_are_each_there_once() -> None:
    names, notes = units_of(listed("riders", "D"), listed("wardens", "D"), listed("chief", "A", joins="D"))
    assert sorted(names) == ["Heron Riders [5]", "Reed Wardens [10]"]
    assert any("has the id of another unit" in note for note in notes)


def test_an_army_book_tells_a_text_its_bases_and_spells() -> None:
    alone, told = read(TEXT), read(TEXT.replace("Tough(3),", "Tough(3), Caster(1),"), BOOK)
    assert isinstance(alone.content, ArmyList)
    assert isinstance(told.content, ArmyList)
    bases = {unit.name: (unit.kind, unit.base) for unit in told.content.units()}
    assert bases["Heron Riders"] == ("cavalry", (25, 50))
    assert bases["Reed Chief"] == ("infantry", (30, 30))
    assert {unit.base for unit in alone.content.units()} == {(20, 20), (40, 40)}
    chief = next(unit for unit in told.content.units() if unit.name == "Reed Chief")
    assert [spell.name for spell in chief.spells] == ["Mist", "Leeches", "Chill", "Tide"]
    assert not any("guessed" in note for note in told.report.notes)


def test_units_that_the_book_does_not_have_are_told() -> None:
    told = read(TEXT.replace("Heron Riders", "Crane Riders"), BOOK)
    assert "In no army book that was given: Crane Riders. Their bases are guessed." in told.report.notes


def test_a_book_of_our_own_serves_a_text_as_well() -> None:
    own = muster("aofr").write(read(BOOK))
    told = read_army_forge(Source("list.txt", TEXT), [Source("own.toml", own)])
    assert isinstance(told.content, ArmyList)
    assert next(unit for unit in told.content.units() if unit.name == "Heron Riders").base == (25, 50)


def test_a_book_that_has_none_of_the_units_is_refused() -> None:
    other = changed(book_of(unit(weapon("Oar", 1))), "name", to="Mudfolk")
    with pytest.raises(DataError, match="the army book of the Mudfolk has none of its units: Reed Chief"):
        read(TEXT, other)
