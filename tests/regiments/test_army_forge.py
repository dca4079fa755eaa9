"""Files of Army Forge: army books, saved lists, resolved lists and lists shared as text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.regiments.forge import BOOK, RESOLVED, SAVED, TEXT, changed, dumps, item, listed, option, rule, weapon
from warhost.muster import Mustered, Source
from warhost.muster.files.army_text import DataError
from warhost.rulesets import muster
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Regiment, SpellEffect, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge import read_army_forge, write_shared_text
from warhost.rulesets.regiments.lists.army_forge.shapes import Bases
from warhost.rulesets.regiments.lists.army_forge.terms import kind_and_base
from warhost.rulesets.regiments.lists.house import ready_list, ready_lists
from warhost.rulesets.regiments.lists.rosters import check

LANCE = Weapon("Beak Lance", None, 1, (RuleText("Lance"),))


def read(value: Any, *books: Any) -> Mustered:
    text = value if isinstance(value, str) else dumps(value)
    return read_army_forge(Source("file.json", text), [Source("book.json", dumps(book)) for book in books])


def book() -> ArmyBook:
    content = read(BOOK).content
    assert isinstance(content, ArmyBook)
    return content


def army(value: Any, *books: Any) -> ArmyList:
    content = read(value, *books).content
    assert isinstance(content, ArmyList)
    return content


def by_name(regiments: tuple[Regiment, ...], name: str) -> Regiment:
    return next(regiment for regiment in regiments if regiment.name == name)


def test_an_army_book_becomes_one_of_ours() -> None:
    chief, wardens, riders = book().units
    assert (chief.quality, chief.defense, chief.cost, chief.kind, chief.base) == (3, 4, 60, "infantry", (30, 30))
    assert (wardens.size, wardens.weapons) == (10, (Weapon("Club", None, 1),))
    assert (riders.kind, riders.base, riders.weapons) == ("cavalry", (25, 50), (LANCE,))


@pytest.mark.parametrize(
    ("square", "size", "tough", "kind", "base"),
    [
        ("25", 10, 1, "infantry", (25, 25)),
        ("35", 10, 1, "infantry", (35, 35)),
        ("40", 3, 3, "large infantry", (40, 40)),
        ("50", 3, 3, "large infantry", (50, 50)),
        ("60", 1, 12, "monster", (60, 60)),
        ("50x25", 5, 1, "cavalry", (25, 50)),
        ("60x30", 5, 1, "cavalry", (30, 60)),
        ("100x50", 1, 12, "giant", (50, 100)),
        ("100x50", 1, 9, "giant", (50, 100)),
        ("100x50", 1, 6, "vehicle", (50, 100)),
        ("100x50", 3, 12, "vehicle", (50, 100)),
        (None, 10, 1, "infantry", (20, 20)),
        (None, 6, 3, "infantry", (20, 20)),
        (None, 5, 3, "large infantry", (40, 40)),
        (None, 3, 2, "infantry", (20, 20)),
        (None, 1, 6, "monster", (60, 60)),
        ("", 1, 5, "large infantry", (40, 40)),
    ],
)
def test_bases_tell_the_kind_of_a_model_and_are_guessed_where_there_are_none(
    square: str | None, size: int, tough: int, kind: str, base: tuple[int, int]
) -> None:
    assert kind_and_base(Bases(square=square), size, tough) == (kind, base)
    if square is None:
        assert kind_and_base(None, size, tough) == (kind, base)


def test_options_become_upgrades_with_the_cost_for_that_unit() -> None:
    chief, wardens, _ = book().units
    assert [(u.name, u.cost, u.choose) for u in chief.upgrades] == [("Punt", 20, "choice 1"), ("Wings", 30, "choice 1")]
    assert chief.upgrades[0].weapons == (Weapon("Ram", None, 2),)
    assert [(u.name, u.replaces, u.models, u.most) for u in wardens.upgrades] == [
        ("Reed Spear", ("Club",), None, 1),
        ("Marsh Bow", ("Club",), 1, 2),
        ("Banner", (), 1, 1),
    ]


def test_spells_are_read_where_the_engine_can_do_them() -> None:
    mist, leeches, chill, tide = book().spells
    assert (mist.units, mist.target, mist.range) == (2, "friend", 12)
    assert mist.effect == SpellEffect(gives=(RuleText("Stealth"),), once=True)
    assert leeches.effect == SpellEffect(hits=4, rules=(RuleText("AP", 1), RuleText("Clinging")))
    assert chill.effect == SpellEffect(melee=-1, once=True)
    assert (tide.effect, tide.text) == (None, "Everything gets wet.")


def test_the_report_says_what_is_in_force_and_what_is_not() -> None:
    report = read(BOOK).report
    assert (report.game, report.version, report.obstacles) == ("Age of Fantasy: Regiments", "3.5.0", ())
    assert "Lance" in report.in_force
    assert "Thrust" not in report.not_in_force
    assert report.not_in_force == {
        "Clinging": ("Leeches",),
        "Sergeant-at-Reeds": ("Reed Wardens",),
        "Slippery": ("Reed Chief",),
    }
    assert report.notes == ("Spells that are not in force: Tide.",)


def test_rules_that_a_later_version_words_differently_are_told() -> None:
    scouts = changed(BOOK, "units", 2, "rules", to=[{"name": "Scout"}, {"name": "Fast"}])
    assert "Played as in 3.4.0 of the book, not as in 3.5.0: Scout." in read(scouts).report.notes
    assert all("Scout" not in note for note in read(changed(scouts, "versionString", to="3.4.1")).report.notes)


def test_a_saved_list_is_explained_by_its_army_book() -> None:
    wardens, riders = army(SAVED, BOOK).regiments
    assert (wardens.size, wardens.combined, wardens.count("Banner")) == (20, True, 1)
    assert wardens.cost == 2 * (100 + 10) + 10
    assert wardens.hero is not None
    assert (wardens.hero.name, wardens.hero.cost, len(wardens.hero.spells)) == ("Reed Chief", 80, 4)
    assert wardens.hero.has("Fast")
    assert riders.size == 5


def test_a_saved_list_without_its_army_book_says_which_one_it_needs() -> None:
    mustered = read(SAVED)
    assert mustered.content is None
    assert mustered.report.obstacles == ("It names units by id only: add the army book book-of-reeds (Reedfolk).",)
    assert mustered.report.notes == ('"Reeds at Dawn": 4 units, 430 of 750 points.',)


def test_ids_that_the_army_book_does_not_have_are_all_told() -> None:
    wrong = changed(SAVED, "list", "units", 0, "id", to="nobody")
    wrong = changed(wrong, "list", "units", 1, "selectedUpgrades", 0, "optionId", to="nothing")
    with pytest.raises(DataError) as error:
        read(wrong, BOOK)
    assert error.value.problems == (
        'file.json, list.units[0]: the army book of the Reedfolk has no unit with id "nobody".',
        'file.json, list.units[1]: Reed Wardens has no upgrade with id "nothing" in its army book.',
    )


def test_a_resolved_list_tells_everything_by_itself() -> None:
    (wardens,) = army(RESOLVED).regiments
    assert (wardens.size, wardens.cost, wardens.faction) == (10, 100 + 5 + 10, "Reeds at Noon")
    assert wardens.hero is not None
    assert {rule.name for rule in wardens.hero.rules} == {"Hero", "Tough", "Caster", "Slippery", "Fast"}
    assert wardens.hero.unknown == ("Slippery",)
    assert [weapon.name for weapon in wardens.hero.groups[0].weapons] == ["Oar", "Ram"]


def test_a_weapon_that_was_swapped_for_one_model_goes_to_one_model() -> None:
    (wardens,) = army(RESOLVED).regiments
    arms = [(group.count, group.name, [weapon.name for weapon in group.weapons]) for group in wardens.groups]
    assert arms == [(1, "Banner", ["Club"]), (1, "", ["Marsh Bow"]), (8, "", ["Club"])]


def test_points_that_do_not_agree_with_the_file_are_told() -> None:
    assert not any("while the file says" in note for note in read(RESOLVED).report.notes)
    notes = read(changed(RESOLVED, "listPoints", to=200)).report.notes
    assert "Its units cost 195 points, while the file says 200." in notes


def test_casters_of_a_resolved_list_get_their_spells_from_the_army_book() -> None:
    hero = army(RESOLVED, BOOK).regiments[0].hero
    assert hero is not None
    assert [spell.name for spell in hero.spells] == ["Mist", "Leeches", "Chill", "Tide"]
    assert "Reed Chief has no spells: add the army book of its faction." in read(RESOLVED).report.notes


def test_copies_that_may_not_be_combined_stay_apart() -> None:
    wrong = changed(SAVED, "list", "units", 2, "selectedUpgrades", to=[])
    mustered = read(wrong, BOOK)
    assert [regiment.size for regiment in mustered.content.regiments] == [10, 10, 5]
    assert any("aofr.army.combine_upgrades" in note for note in mustered.report.notes)


def saved(*units: dict[str, Any]) -> dict[str, Any]:
    return changed(SAVED, "list", "units", to=list(units))


def test_a_hero_that_joined_a_copy_is_with_the_combined_unit() -> None:
    copies = (listed("wardens", "B", combined=True), listed("wardens", "C", joins="B", combined=True))
    for order in ((listed("chief", "A", joins="C"), *copies), (*copies, listed("chief", "A", joins="C"))):
        (wardens,) = army(saved(*order), BOOK).regiments
        assert (wardens.size, wardens.hero is not None) == (20, True)


def test_a_second_hero_stands_alone_with_a_note() -> None:
    told = read(saved(listed("chief", "A", joins="B"), listed("chief", "X", joins="B"), listed("wardens", "B")), BOOK)
    assert [str(regiment) for regiment in told.content.regiments] == ["Reed Chief [1]", "Reed Wardens [10]"]
    assert "Reed Chief [1] joined Reed Wardens [10], which already has a hero, so it plays alone." in told.report.notes


@pytest.mark.parametrize("combined", [True, False])
def test_who_belongs_to_a_unit_that_is_not_there_stands_alone_with_a_note(combined: bool) -> None:
    told = read(saved(listed("wardens", "B", joins="Z", combined=combined), listed("riders", "D")), BOOK)
    assert [regiment.size for regiment in told.content.regiments] == [10, 5]
    assert (
        told.report.notes.count("Reed Wardens [10] belongs to a unit that is not in the list, so it plays alone.") == 1
    )


def test_units_of_a_saved_list_may_come_from_several_books() -> None:
    other = changed(changed(BOOK, "uid", to="other-book"), "name", to="Mudfolk")
    mixed = saved({**listed("riders", "D"), "armyId": "other-book"}, {**listed("riders", "E"), "armyId": ""})
    assert [regiment.faction for regiment in army(mixed, BOOK, other).regiments] == ["Mudfolk", "Reedfolk"]
    assert "other-book" in read(mixed, BOOK).report.obstacles[0]


def test_units_without_an_id_of_their_own_are_told_apart() -> None:
    loose = [{**listed("riders", ""), "selectionId": ""} for _ in range(2)]
    assert len(army(saved(*loose), BOOK).regiments) == 2
    twice = changed(RESOLVED, "units", to=[{**RESOLVED["units"][1], "selectionId": ""}] * 2)
    assert len(army(twice).regiments) == 2


@pytest.mark.parametrize(
    ("affects", "bearers", "for_all"),
    [
        ({"type": "all"}, 10, ("Moss",)),
        (None, 10, ("Moss",)),
        ({"type": "exactly", "value": 3}, 3, ()),
        ({"type": "exactly"}, 1, ()),
        ({"type": "any"}, 1, ()),
        ({"type": "exactly", "value": 99}, 10, ("Moss",)),
    ],
)
def test_an_upgrade_of_a_resolved_list_is_for_as_many_models_as_it_says(
    affects: dict[str, Any] | None, bearers: int, for_all: tuple[str, ...]
) -> None:
    upgrade = {"upgrade": {"affects": affects}, "option": option("moss", 5, rule("Fearless"), label="Moss")}
    told = changed(RESOLVED, "units", 1, "selectedUpgrades", to=[upgrade])
    (wardens,) = army(told).regiments
    assert (wardens.count("Fearless"), wardens.for_all) == (bearers, for_all)


def test_a_gain_that_stands_in_the_loadout_counts_once() -> None:
    cloak = item("Cloak", rule("Impact", 2))
    unit = {
        **RESOLVED["units"][1],
        "loadout": [weapon("Club", 1), cloak],
        "selectedUpgrades": [{"option": option("cloak", 5, cloak, weapon("Net", 1))}],
    }
    (wardens,) = army(changed(RESOLVED, "units", to=[unit])).regiments
    assert (wardens.count("Impact"), wardens.rules) == (1, (RuleText("Sergeant-at-Reeds"), RuleText("Strider")))


def test_a_shared_text_is_read() -> None:
    shared = army(TEXT)
    assert (shared.name, shared.limit, shared.points) == ("Reeds at Dusk - Reedfolk", 750, 80 + 115 + 2 * 120)
    wardens = by_name(shared.regiments, "Reed Wardens")
    assert wardens.faction == "Reedfolk"
    assert wardens.hero is not None
    assert wardens.hero.groups[0].weapons == (Weapon("Ram", None, 2), Weapon("Oar", None, 3, (RuleText("AP", 1),)))
    assert wardens.hero.has("Fast")
    assert (wardens.count("Banner"), wardens.count("Strider"), wardens.unknown) == (1, 10, ("Slippery",))
    assert [r.groups[0].weapons for r in shared.regiments if r.name == "Heron Riders"] == [(LANCE,), (LANCE,)]


def test_a_shared_text_keeps_rules_under_the_names_of_the_book() -> None:
    bows = [w for g in by_name(army(TEXT).regiments, "Reed Wardens").groups for w in g.weapons if w.ranged]
    assert bows == [Weapon("Marsh Bow", 24, 1, (RuleText("Poison"),))]


@pytest.mark.parametrize("name", ready_lists())
def test_a_list_that_is_shared_as_text_is_read_again(name: str) -> None:
    told = ready_list(name)
    text = write_shared_text(told)
    again = army(text)
    assert (again.name, again.limit, again.points) == (told.name, told.limit, told.points)
    assert write_shared_text(again) == text
    for before, after in zip(told.regiments, again.regiments, strict=True):
        assert (after.size, after.rules, after.starting_size) == (before.size, before.rules, before.starting_size)
        assert after.count("Banner") == before.count("Banner")


@pytest.mark.parametrize(("key", "title"), [("gf", "Grimdark Future"), ("gff", "Grimdark Future: Firefight")])
def test_lists_of_other_games_are_read_and_said_to_be_such(key: str, title: str) -> None:
    mustered = read(changed(RESOLVED, "gameSystem", to=key))
    assert isinstance(mustered.content, ArmyList)
    assert mustered.report.obstacles == (f"It was made for {title}, not for Age of Fantasy: Regiments.",)
    problems = muster("aofr").check(mustered)
    assert [problem.message for problem in problems] == [
        f"{mustered.content.name} was made for {title}, not for Age of Fantasy: Regiments."
    ]
    again = muster("aofr").read(Source("own.toml", muster("aofr").write(mustered)))
    assert again.content.made_for == title


@pytest.mark.parametrize(
    ("damaged", "says"),
    [
        (dumps(BOOK)[:300], r"file\.json, line 1, column \d+: is not valid JSON"),
        (
            dumps(changed(BOOK, "units", 1, "quality", to="good")),
            r"file\.json, units\[1\]\.quality: is not a complete army book",
        ),
        (dumps(changed(RESOLVED, "units", 0, "loadout", 0, "attacks", to=None)), None),
        (dumps(changed(RESOLVED, "units", 0, "rules", to=5)), r"file\.json, units\[0\]\.rules: is not a complete list"),
        (dumps(changed(SAVED, "list", to=[])), r"file\.json, list: is not a complete saved list"),
        (dumps(changed(SAVED, "saveVersion", to=9)), r"file\.json, saveVersion: 9 is unknown"),
        ("{}", r"file\.json: is not an Army Forge file"),
        ("++ no end", r"file\.json, line 1: is not a title"),
        (TEXT.replace("Q4+", "Qx", 1), r"file\.json, line 6: is not a unit such as"),
        (TEXT[: TEXT.index("Reed Wardens")], r'file\.json, line 5: no unit follows "# Joined to:"'),
    ],
)
def test_a_damaged_file_gets_one_error_that_names_the_place(damaged: str, says: str | None) -> None:
    if says is None:
        assert isinstance(read(damaged).content, ArmyList)
        return
    with pytest.raises(DataError, match=says) as error:
        read(damaged)
    assert len(error.value.problems) == 1


def outcome(text: str) -> str:
    """Whether a text is read, or refused with an error that names the file."""
    try:
        read_army_forge(Source("file.json", text))
    except DataError as error:
        return "told" if str(error).startswith("file.json") else str(error)
    return "read"


@pytest.mark.parametrize("cut", range(0, 2000, 97))
def test_no_cut_of_a_file_ends_in_a_traceback(cut: int) -> None:
    for text in (dumps(BOOK), dumps(SAVED), TEXT):
        for broken in (text[:cut], text[:cut] + text[cut + 40 :]):
            assert outcome(broken) in ("read", "told")


SAMPLES = os.environ.get("WARHOST_SAMPLES", "")


@pytest.mark.skipif(not SAMPLES, reason="WARHOST_SAMPLES names no folder of real files")
def test_real_files_are_read_and_come_back_from_our_own_format(tmp_path: Path) -> None:
    ours = [path for path in Path(SAMPLES).rglob("*") if "armyforge" in path.name or path.parent.name == "aofr_books"]
    files = [path for path in ours if path.suffix in {".json", ".txt"}]
    assert files
    for path in files:
        mustered = muster("aofr").read(Source.of(path))
        assert mustered.report.form
        if mustered.content is None:
            assert mustered.report.obstacles
            continue
        own = tmp_path / f"{path.stem}.toml"
        own.write_text(muster("aofr").write(mustered), encoding="utf-8")
        assert muster("aofr").read(Source.of(own)).content == mustered.content, path.name
        if isinstance(mustered.content, ArmyList):
            assert all(problem.message for problem in check(mustered.content))
