"""Files of Armylists, mounts, enchantments and spells: what is wrong with one is told in a sentence."""

from __future__ import annotations

from importlib.resources import files

import pytest

from tests.essence_of_war.advanced.rosters import bought
from warhost.muster import DataError, Source
from warhost.rulesets import muster
from warhost.rulesets.essence_of_war.core.moments import ITEMS, MODEL_RULES
from warhost.rulesets.essence_of_war.lists.armylists import armylists, load_book_text, vault
from warhost.rulesets.essence_of_war.lists.library_files import read_bestiary, read_grimoire, read_vault

DATA = files("warhost.rulesets.essence_of_war") / "data"
EMPIRE = "armylists/empire_of_sonnstahl.toml"


def broken(old: str, new: str, name: str = EMPIRE) -> str:
    text = (DATA / name).read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            '"Parent & Support"',
            '"Parent & Suport"',
            'rule "Parent & Suport" is unknown. Did you mean "Parent & Support"?',
        ),
        ('"Grind (2D3+1)"', '"Grind (a lot)"', 'rule "Grind (a lot)" cannot be read: write it like'),
        ('category = "Core"', 'category = "Special"', "an Armylist has 2 Special entries, this one has 3."),
        (
            'category = "Core"',
            'category = "Rare"',
            'category "Rare" is unknown: it must be one of "Character", "Support"',
        ),
        (
            'sure     = "house"',
            'sure     = "hearsay"',
            'sure "hearsay" is unknown: it must be one of "text", "builder"',
        ),
        ("cost = 175", 'cost = "cheap"', "\"cost\" must be a whole number, not 'cheap'."),
        ('"on Pegasus"', '"on Pegasos"', 'mount "Pegasos" is not in the Bestiary. Did you mean "Pegasus"?'),
        (
            'Alchemy = "text builder"',
            'Alchemie = "text"',
            'path "Alchemie" is not in the Grimoire. Did you mean "Alchemy"?',
        ),
        ('"Master", cost', '"Mastery", cost', 'what it changes is not said: describe it under [effect."Mastery"].'),
        ('"5x3", cost = 150', '"wide", cost = 150', "a Special unit needs a formation such as 5x3."),
        ('"Single Model", cost = 300', '"2x2", cost = 300', "a Support unit is a single model, not a formation."),
        ('[effect."Has 2 Orders"]', '[effect."Has 3 Orders"]', 'effect "Has 3 Orders": no unit has it.'),
        ('weapons = ["Cannon (3+)"]', 'weapons = ["Canon (3+)"]', 'weapon "Canon" is unknown. Did you mean "Cannon"?'),
        ('[weapon."Handgun"]', '[weapon."Handguns"]', 'rule "Handgun" is unknown.'),
        ('mar = "4D3"', 'mar = "fast"', '"mar" must be a whole number or dice such as "4D3", not \'fast\'.'),
        ("limit    = 2", "limit    = 0", '"limit" must be from 1 to 9, not 0.'),
        (
            'name     = "Marshal"',
            'name     = "Wizard"',
            'unit "Wizard": the name appears 2 times; give each unit its own.',
        ),
        ('name     = "Marshal"', 'nome     = "Marshal"', 'key "nome" is unknown. Did you mean "name"?'),
        ("faction =", "faction", "is not valid TOML"),
    ],
)
def test_a_broken_armylist_says_what_is_wrong(old: str, new: str, says: str) -> None:
    with pytest.raises(DataError) as error:
        load_book_text(broken(old, new), "mine.toml")
    assert says in str(error.value)
    assert all(problem.startswith("mine.toml") for problem in error.value.problems)


def test_all_problems_are_told_at_once() -> None:
    text = broken("limit    = 2", "limit    = 0").replace('base     = "20x20"', 'base     = "21x20"', 1)
    with pytest.raises(DataError) as error:
        load_book_text(text, "mine.toml")
    assert len(error.value.problems) == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"Molten Copper"]', '"Molten Coper"]', 'spell "Molten Coper" is not described. Did you mean "Molten Copper"?'),
        ('"Molten Copper"]', '"Molten Copper", "Fireball"]', 'path "Alchemy" has 4 spells: it must have 3.'),
        ('[spell."Arise!"]', '[spell."Arise"]', 'spell "Arise": it belongs to no Path and no faction.'),
        ('str       = "1+X"', 'str       = "X"', '"str" must be a whole number or dice such as "D3+1", not \'X\'.'),
        ("range  = { small = 18, large = 6 }", "range  = { small = 18 }", '"large" is missing.'),
    ],
)
def test_a_broken_grimoire_says_what_is_wrong(old: str, new: str, says: str) -> None:
    _, problems = read_grimoire(broken(old, new, "grimoire.toml"), "grimoire.toml")
    assert any(says in problem for problem in problems), problems


def test_broken_mounts_and_enchantments_say_what_is_wrong() -> None:
    _, problems = read_bestiary(broken('arm = "+1"', 'arm = "one"', "bestiary.toml"), "bestiary.toml")
    assert problems == [
        'bestiary.toml, mount "Beastie Chariot", profile: "arm" must be a whole number, not \'one\'.',
    ]
    _, problems = read_vault(broken('bars = ["General"]', 'bars = ["Colonel"]', "vault.toml"), "vault.toml")
    assert len(problems) == 1
    assert 'banner "Battle Standard": bars "Colonel" is unknown: it must be one of "Chariot", "General"' in problems[0]


def test_an_armylist_of_a_players_own_is_an_army_book() -> None:
    book, source = muster("eow"), Source("ours.toml", broken('"Empire of Sonnstahl"', '"Free Cities"'))
    found = book.read(source)
    assert (found.kind, found.content.faction) == ("book", "Free Cities")
    assert book.catalogue("Free Cities", [source]).entries[0].faction == "Free Cities"
    assert book.write(found) == source.text
    assert "Free Cities: Armylist of 8 entries" in book.sheet(found).title


def test_every_rule_and_enchantment_of_the_lists_is_one_that_the_game_plays() -> None:
    for army in armylists().values():
        for entry in army.entries:
            for option in entry.options:
                unit = bought(
                    army.faction, " + ".join([entry.name, option.name, *(one.name for one in entry.upgrades)])
                )
                assert not [text for text in unit.rules if MODEL_RULES.problem(text)], entry.name
    assert set(vault()) <= set(ITEMS)
