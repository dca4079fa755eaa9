"""Rules and spells of Army Forge books that are played as their own sentences say, and the report on them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.regiments.forge import BOOK, ONCE, RESOLVED, SAVED, TEXT, changed, described, dumps, rule, weapon
from warhost.cli.armies.muster import command
from warhost.muster import Mustered, Source
from warhost.muster.files.army_text import DataError
from warhost.rulesets import muster
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.core import ArmyBook, ArmyList
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.lists.limits import list_from_data
from warhost.rulesets.regiments.rules.in_force import is_in_force

SLIPPERY = "Enemies get -1 to hit rolls in melee when attacking units where all models have this rule."
RULES = [
    described("Slippery", SLIPPERY),
    described("Slippery Aura", "This model and its unit get Slippery."),
    described("Sergeant-at-Reeds", "This model sings. Everybody listens."),
    described("Clinging", "On unmodified results of 1 to block hits, this weapon deals 1 extra wound."),
    described("Reed Guard", "This model gets +X to defense rolls."),
    described("Drenching", "On unmodified results of 6 to hit, those hits get AP(+2)."),
]
WRITTEN: dict[str, Any] = {**BOOK, "specialRules": RULES}
BRIGHT = changed(
    changed(WRITTEN, "units", 2, "rules", to=[rule("Flying"), rule("Reed Guard", 2), rule("Slippery Aura")]),
    *("units", 2, "weapons"),
    to=[weapon("Beak", 1, rule("Drenching"), count=5)],
)


def read(value: Any, *books: Any) -> Mustered:
    text = value if isinstance(value, str) else dumps(value)
    sources = [Source("book.json", dumps(book)) for book in books]
    return muster("aofr").read(Source("file.json", text), sources)


def book(value: Any = WRITTEN) -> ArmyBook:
    content = read(value).content
    assert isinstance(content, ArmyBook)
    return content


def test_a_rule_of_the_book_is_in_force_as_its_text_says() -> None:
    chief = book().units[0]
    slippery = next(rule for rule in chief.rules if rule.name == "Slippery")
    assert (slippery.text, is_in_force(slippery)) == (SLIPPERY, True)


def test_the_report_tells_the_text_of_what_is_in_force_and_the_part_that_was_not_understood() -> None:
    report = read(WRITTEN).report
    assert report.read == {"Clinging": RULES[3]["description"], "Slippery": SLIPPERY}
    assert report.unread == {"Sergeant-at-Reeds": "This model sings"}
    assert report.not_in_force == {"Sergeant-at-Reeds": ("Reed Wardens",)}
    assert "Clinging" in report.in_force


def test_what_is_in_force_is_counted_as_often_as_it_stands() -> None:
    force = read(WRITTEN).report.force
    assert force is not None
    assert (force.rules - force.rules_in_force, force.spells, force.spells_in_force) == (1, 4, 3)
    plain = read(BOOK).report.force
    assert plain is not None
    assert (plain.rules, plain.rules_in_force, plain.spells_in_force) == (force.rules, force.rules_in_force - 1, 2)


def test_numbers_and_rules_in_rules_are_read() -> None:
    riders = book(BRIGHT).units[2]
    guard, aura = (next(rule for rule in riders.rules if rule.name == name) for name in ("Reed Guard", "Slippery Aura"))
    assert (str(guard), guard.clauses[0].amount) == ("Reed Guard(2)", 2)
    assert [rule.name for rule in aura.clauses[0].rules] == ["Slippery"]
    assert is_in_force(riders.weapons[0].rules[0], "weapons")


@pytest.mark.parametrize("value", [WRITTEN, BRIGHT])
def test_a_book_comes_back_from_our_own_format(value: dict[str, Any]) -> None:
    own = muster("aofr").write(read(value))
    assert muster("aofr").read(Source("own.toml", own)).content == read(value).content


def test_a_list_keeps_its_written_rules_in_a_file_and_in_a_record() -> None:
    told = read(SAVED, BRIGHT)
    assert isinstance(told.content, ArmyList)
    again = muster("aofr").read(Source("own.toml", muster("aofr").write(told)))
    assert again.content == told.content
    assert list_from_data(json.loads(json.dumps(list_data(told.content)))) == told.content
    assert any(rule.clauses for unit in told.content.units() for rule in unit.rules)


def test_a_resolved_list_brings_the_texts_of_its_rules() -> None:
    told = read({**RESOLVED, "specialRules": RULES})
    assert told.report.read == {"Slippery": SLIPPERY}
    assert read(RESOLVED).report.read == {}


def test_a_text_list_gets_the_rules_of_the_book_that_comes_with_it() -> None:
    assert read(TEXT, WRITTEN).report.read == {"Slippery": SLIPPERY}


def effect_of(text: str) -> Any:
    spells = [{"name": "Any", "threshold": 1, "effect": text}]
    return book({**BRIGHT, "spells": spells}).spells[0].effect


def test_spells_give_rules_of_the_book() -> None:
    effect = effect_of(f'Pick up to two friendly units within 12", which get Slippery {ONCE}.')
    assert ([rule.name for rule in effect.gives], effect.once) == (["Slippery"], True)


def test_spells_give_bonuses_in_words() -> None:
    effect = effect_of(f'Pick one friendly unit within 12", which moves +2" when using Advance actions {ONCE}.')
    assert [clause.deed for rule in effect.gives for clause in rule.clauses] == ["move"]


def test_spells_mark_an_enemy() -> None:
    effect = effect_of(f'Pick one enemy unit within 18", which friendly units gets Furious against {ONCE}.')
    assert effect.against == (RuleText("Furious"),)
    assert effect_of(f'Pick one enemy unit within 18", which friendly units gets Strider against {ONCE}.') is None


def test_a_rule_of_hits_that_asks_for_sixes_needs_the_dice_for_them() -> None:
    text = 'Pick one enemy unit within 18", which takes 2 hits with Drenching.'
    dice = 'Roll as many dice as hits to see if "on rolls of 6" effects trigger.'
    with_dice, without = effect_of(f"{text} {dice}"), effect_of(text)
    assert [is_in_force(rule, "hits") for rule in (*with_dice.rules, *without.rules)] == [True, False]


def test_a_file_of_our_own_describes_rules_and_says_what_is_wrong_with_them() -> None:
    own = """name = "Reeds"
points = 100
[[regiment]]
name = "Wardens"
quality = 4
defense = 5
cost = 90
rules = ["Slick"]
groups = [{ models = 5, weapons = ["Club (A1)"] }]
[rule.Slick]
text = "%s"
"""
    good = muster("aofr").read(Source("own.toml", own % SLIPPERY)).content
    assert good.regiments[0].rules[0].clauses[0].deed == "enemy hit"
    with pytest.raises(DataError, match='rule "Slick" does nothing here by its text: nothing is known of "It glows"'):
        muster("aofr").read(Source("own.toml", own % "It glows."))


@pytest.mark.parametrize(
    ("clause", "problem"),
    [
        ({"deed": "extra hits", "amount": 99, "face": 6}, "what it adds must be from -12 to 12"),
        ({"deed": "melee hits", "dice": 500, "need": 6}, "its dice must be from 0 to 24"),
        ({"deed": "ability", "picking": {"target": "enemy", "range": 900, "hits": 1}}, "its range must be"),
        ({"deed": "ability", "picking": {"target": "enemy", "range": 9, "hits": 900}}, "its hits must be"),
        ({"deed": "gives", "rules": [{"name": "AP", "rating": 77}]}, "the number of AP must be"),
        ({"deed": "unheard of"}, "cannot be read"),
    ],
)
def test_a_list_from_anywhere_may_not_bring_rules_out_of_proportion(clause: dict[str, Any], problem: str) -> None:
    told = read(SAVED, WRITTEN)
    assert isinstance(told.content, ArmyList)
    data = json.loads(json.dumps(list_data(told.content)))
    data["regiments"][0]["rules"].append({"name": "Doom", "does": {"text": "Doom.", "clauses": [clause]}})
    with pytest.raises(DataError, match=problem):
        list_from_data(data)


@pytest.mark.parametrize("depth", [60, 300, 3000])
def test_rules_too_deep_in_each_other_are_refused(depth: int) -> None:
    told = read(SAVED, WRITTEN)
    assert isinstance(told.content, ArmyList)
    rule: dict[str, Any] = {"name": "Egg"}
    for _ in range(depth):
        rule = {"name": "Egg", "does": {"text": "Egg.", "clauses": [{"deed": "gives", "rules": [rule]}]}}
    data: Any = json.loads(json.dumps(list_data(told.content)))
    data["regiments"][0]["rules"].append(rule)
    with pytest.raises(DataError, match=r"too deep|more than 40 things"):
        list_from_data(data)


def ran(*args: str) -> Any:
    return CliRunner().invoke(command, ["report", *args], catch_exceptions=False)


def test_the_command_tells_how_much_of_each_file_is_in_force(tmp_path: Path) -> None:
    (tmp_path / "bright.json").write_text(dumps(WRITTEN), encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "saved.json").write_text(dumps(SAVED), encoding="utf-8")
    told = ran(str(tmp_path), "--names")
    assert told.exit_code == 0
    lines = told.output.splitlines()
    force = read(WRITTEN).report.force
    assert force is not None
    assert f"{force.rules_in_force} of {force.rules}" in lines[1]
    assert "3 of 4 (75%)" in lines[1]
    assert lines[2].strip() == "Sergeant-at-Reeds: This model sings"
    assert lines[3].strip() == "Tide (spell)"
    assert "is not valid JSON" in lines[4]
    assert "saved list of Army Forge: It names units by id only: add the army book" in lines[5]
    assert lines[6].startswith("1 of 3 files")
    data = json.loads(ran(str(tmp_path), "--json").output)
    assert data["files"][0]["not_in_force"] == {"Sergeant-at-Reeds": "This model sings"}
    assert data["total"]["rules_in_force"] == force.rules_in_force


def test_all_is_said_to_be_in_force_only_if_it_is(tmp_path: Path) -> None:
    chiefs = [{**WRITTEN["units"][0], "id": f"chief-{number}"} for number in range(80)]
    book = {**WRITTEN, "units": [*chiefs, WRITTEN["units"][1]]}
    force = read(book).report.force
    assert force is not None
    assert 0.995 < force.rules_in_force / force.rules < 1
    (tmp_path / "large.json").write_text(dumps(book), encoding="utf-8")
    assert f"{force.rules_in_force} of {force.rules} (99%)" in ran(str(tmp_path)).output


SAMPLES = os.environ.get("WARHOST_SAMPLES", "")


@pytest.mark.skipif(not SAMPLES, reason="WARHOST_SAMPLES names no folder of real files")
def test_of_real_books_nearly_all_is_in_force() -> None:
    data = json.loads(ran(str(Path(SAMPLES) / "opr" / "aofr_books"), "--json").output)
    total = data["total"]
    assert all("rules" in file for file in data["files"])
    assert total["rules_in_force"] >= 0.95 * total["rules"]
    assert total["spells_in_force"] >= 0.9 * total["spells"]
