"""Army files: how factions and units are named, and what the loader says of broken files."""

from __future__ import annotations

import pickle
from importlib.resources import files
from pathlib import Path

import pytest

from warhost.muster.files.army_text import DataError, UnknownName, by_faction
from warhost.muster.values import Source
from warhost.rulesets.essence_of_war.lists.patrols import entry, load_patrol_text, patrol, read_patrol
from warhost.rulesets.essence_of_war.mustering import MUSTER


@pytest.mark.parametrize(
    ("name", "faction"),
    [
        ("Kingdom of Equitain", "Kingdom of Equitaine"),
        ("kingdom of equitainne", "Kingdom of Equitaine"),
        ("kingdom_of_equitaine", "Kingdom of Equitaine"),
        ("Equitaine", "Kingdom of Equitaine"),
        ("orcs", "Orcs and Goblins"),
        ("Orcs & Goblins", "Orcs and Goblins"),
        ("  DWARVEN  holds ", "Dwarven Holds"),
        ("war", "Warriors of the Dark Gods"),
    ],
)
def test_factions_answer_to_other_spellings_and_beginnings(name: str, faction: str) -> None:
    assert patrol(name).faction == faction


def test_units_answer_to_other_spellings() -> None:
    assert entry(patrol("undying"), "Death Cult Hierarchy").name == "Death Cult Hierarch"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Dwarven Hold Guard", 'There is no faction "Dwarven Hold Guard". Did you mean "Dwarven Holds"?'),
        ("d", '"d" could be Daemon Legions, Dread Elves or Dwarven Holds.'),
        ("elves", '"elves" could be Dread Elves, Highborn Elves or Sylvan Elves.'),
        ("khans", 'There is no faction "khans". Did you mean "Ogre Khans"?'),
        ("w", 'There is no faction "w". Did you mean "Warriors of the Dark Gods"?'),
        ("ki", 'There is no faction "ki". Did you mean "Kingdom of Equitaine"?'),
        ("", 'There is no faction "". There are Beast Herds, '),
    ],
)
def test_an_unknown_faction_gets_a_helpful_sentence(name: str, words: str) -> None:
    with pytest.raises(UnknownName) as error:
        patrol(name)
    assert str(error.value).startswith(words)


def shipped(name: str) -> str:
    folder = files("warhost.rulesets.essence_of_war") / "data" / "patrols"
    return (folder / f"{name}.toml").read_text("utf-8")


def broken(old: str, new: str, name: str = "empire_of_sonnstahl") -> str:
    text = shipped(name)
    assert old in text
    return text.replace(old, new, 1)


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(DataError) as error:
        load_patrol_text(text, "army.toml")
    return error.value.problems


@pytest.mark.rule("eow.army.formation_notation")
def test_a_formation_is_files_by_ranks() -> None:
    guard = load_patrol_text(broken('formation = "5x3"', 'formation = "6x3"')).entries[3]
    assert guard.models == 18
    assert guard.width == pytest.approx(6 * guard.base_width)
    assert guard.depth == pytest.approx(3 * guard.base_depth)


PROBLEMS = [
    ('"General"', '"Genral"', 'unit "Wizard": rule "Genral" is unknown. Did you mean "General"?'),
    (
        '"General"',
        '"General (12)"',
        'unit "Wizard": rule "General (12)" cannot be read: General has nothing in brackets.',
    ),
    (
        '"General"',
        '"Impact (many)"',
        'unit "Wizard": rule "Impact (many)" cannot be read: write it like "Impact (1 Hit, Str 4, AP 1)".',
    ),
    (
        '"Handgun (4+)"',
        '"Handgun"',
        'unit "Handgunners": weapon "Handgun" needs the unit\'s Aim in brackets, such as "Handgun (4+)".',
    ),
    ('"Handgun (4+)"', '"Handgn (4+)"', 'unit "Handgunners": weapon "Handgn" is unknown. Did you mean "Handgun"?'),
    ('weapon    = "Handgun (4+)"', "", 'weapon "Handgun": no unit lists it.'),
    (
        '"Silver Spike"]',
        '"Silver Spoke"]',
        'unit "Wizard": spell "Silver Spoke" is unknown. Did you mean "Silver Spike"?',
    ),
    (
        '"5x2"',
        '"5 by 2"',
        'unit "Handgunners": formation "5 by 2" cannot be read: write files x ranks such as "5x2", or "single".',
    ),
    ('"5x2"', '"5x2"\nmodels = 11', 'unit "Handgunners": formation 5x2 holds 10 models, not 11.'),
    (
        'formation = "single"',
        'formation = "1x1"',
        'unit "Wizard": a Character is a single model: write formation = "single".',
    ),
    ('base      = "20x20"', "", 'unit "Wizard": "base" is missing.'),
    ("adv = 4, ", "", 'unit "Wizard", profile: "adv" is missing.'),
    ("adv = 4", 'adv = "4"', 'unit "Wizard", profile: "adv" must be a whole number, not \'4\'.'),
    ("adv = 4", "adv = true", 'unit "Wizard", profile: "adv" must be a whole number, not True.'),
    ("arm = 1", "arm = 6", 'unit "Wizard", profile: "arm" must be from 0 to 5, not 6.'),
    ("agi = 3", "agi = 3, agl = 3", 'unit "Wizard", profile: key "agl" is unknown. Did you mean "agi"?'),
    (
        "shots = 1",
        'shots = "three"',
        'weapon "Handgun": "shots" must be a whole number or dice such as "D3+1", not \'three\'.',
    ),
    ("ap    = 2", 'ap    = "mine"', 'weapon "Handgun": "ap" must be a whole number or "user", not \'mine\'.'),
    ("range = 24", "range = 24\nrnks = 3", 'weapon "Handgun": key "rnks" is unknown. Did you mean "ranks"?'),
    (
        'name      = "Handgunners"',
        'name      = "Wizard"',
        'unit "Wizard": the name appears 2 times; give each unit its own.',
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), PROBLEMS)
def test_a_broken_file_is_told_where_and_what(old: str, new: str, sentence: str) -> None:
    assert problems_of(broken(old, new)) == (f"army.toml, {sentence}",)


def test_an_unknown_base_names_those_that_exist() -> None:
    (problem,) = problems_of(broken('"25x50"', '"25x55"'))
    assert problem.startswith(
        'army.toml, unit "Electoral Cavalry": base "25x55" is unknown: it must be one of "20x20",'
    )
    assert problem.endswith('Did you mean "25x50"?')


@pytest.mark.rule("eow.army.basic_patrol")
def test_a_patrol_of_another_make_up_is_refused() -> None:
    assert problems_of(broken('"Special"', '"Core"')) == (
        "army.toml: a patrol has 2 Core units, this one has 3 (eow.army.basic_patrol).",
        "army.toml: a patrol has 1 Special unit, this one has 0 (eow.army.basic_patrol).",
    )


def test_a_rider_needs_its_spell() -> None:
    text = broken('amplifies = "Altered Sight"', 'amplifies = "Altered Sigth"', "undying_dynasties")
    assert problems_of(text) == (
        'army.toml, spell "Death is only the Beginning": spell "Altered Sigth" is unknown.'
        ' Did you mean "Altered Sight"?',
    )


def test_all_problems_of_all_files_are_told_at_once() -> None:
    texts = {
        "empire.toml": broken('"General"', '"Genral"').replace('"20x20"', '"20x21"', 1).replace("adv = 7, ", ""),
        "dwarves.toml": broken('"Shield Wall"', '"Sheild Wall"', "dwarven_holds"),
        "torn.toml": 'faction = "Torn',
    }
    with pytest.raises(DataError) as error:
        by_faction(texts, read_patrol)
    lines = str(error.value).splitlines()
    assert lines[0] == 'dwarves.toml, unit "Greybeards": rule "Sheild Wall" is unknown. Did you mean "Shield Wall"?'
    assert [line.split(":")[0] for line in lines[1:]] == [
        'empire.toml, unit "Wizard"',
        'empire.toml, unit "Wizard"',
        'empire.toml, unit "Electoral Cavalry", profile',
        "torn.toml",
    ]


def test_the_same_faction_cannot_come_from_two_files() -> None:
    text = shipped("dwarven_holds")
    with pytest.raises(DataError, match=r'two\.toml: the faction "Dwarven Holds" has a file already\.'):
        by_faction({"one.toml": text, "two.toml": text}, read_patrol)


def test_an_army_file_of_a_players_own_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(broken('"Empire of Sonnstahl"', '"League of Cogs"'), "utf-8")
    assert MUSTER.read(Source.of(path)).content.faction == "League of Cogs"


def test_a_missing_army_file_is_a_sentence_not_a_traceback(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere\.toml: cannot be read: No such file or directory"):
        MUSTER.read(Source.of(tmp_path / "nowhere.toml"))


def test_the_longer_name_of_devastating_is_understood() -> None:
    army = load_patrol_text(broken('"Devastating (', '"Devastating Charge (', "dwarven_holds"))
    assert army.entries[0].rules[1] == "Devastating (+1 Str, +1 AP)"


def test_a_data_error_can_be_sent_between_processes() -> None:
    error = DataError(["one", "two"])
    assert pickle.loads(pickle.dumps(error)).problems == ("one", "two")
