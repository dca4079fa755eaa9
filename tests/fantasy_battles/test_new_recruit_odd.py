"""Pasted texts and files as players really have them, and as nobody should: read alike, or refused with sentences."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from tests.fantasy_battles.new_recruit_files import BOOK, STATS, TEXT, json_source, read
from warhost.dice import Chance
from warhost.muster import DataError, Mustered, Source
from warhost.rulesets.fantasy_battles.lists.list_checks import army_of
from warhost.rulesets.fantasy_battles.lists.list_limits import bounds
from warhost.rulesets.fantasy_battles.lists.new_recruit.text import Taken, read_pasted, split_options
from warhost.rulesets.fantasy_battles.mustering import MUSTER

ARMIES = {
    "Glass Dunes": (
        "Glass Dunes\n210 - Sand Seer, General, Wizard Master, Cosmology\n300 - 30 Dune Walkers, Spear\n510\n"
    ),
    "Order of the Bell": (
        "Order of the Bell\n410 - Bell Marshal (General, Great Weapon (Toll of Noon)), Battle Standard Bearer\n"
        "180 - 10 Ringers, Halberd, Full Command\n590\n"
    ),
    "Low Marsh, the Drowned": (
        "Low Marsh, the Drowned\n95 - 5 Eel Riders, Light Troops, Ambush\n500 - Old Mother Mud\n595\n"
    ),
}
"""Lists of armies that nobody has a book of."""


@pytest.mark.parametrize("army", ARMIES)
def test_a_list_of_an_unknown_army_is_read_and_not_played(army: str) -> None:
    found = MUSTER.read(Source("list", ARMIES[army]))
    assert found.content.own.faction == army
    assert found.content.points == found.content.own.points
    assert not any(entry.profiled for entry in army_of(found.content).entries)
    assert found.report.obstacles[0].endswith(": give a file with stat lines.")
    assert any("There is no army book of" in note for note in found.report.notes)
    with pytest.raises(DataError, match="there is no profile"):
        MUSTER.field(found, {})


def test_a_list_with_a_book_of_another_army_says_so() -> None:
    found = read(ARMIES["Glass Dunes"])
    assert "The army book at hand is of Fen Folk: it has none of the list's units." in found.report.notes
    assert found.content.own.faction == "Glass Dunes"
    assert found.report.obstacles


def test_a_list_of_an_army_that_calls_itself_otherwise_finds_its_units_all_the_same() -> None:
    found = read(TEXT.replace("Fen Folk", "The Drowned"))
    assert "The list is of The Drowned, the army book at hand of Fen Folk: it is used anyway." in found.report.notes
    assert not found.report.obstacles


def test_a_misspelt_unit_is_told_with_the_name_that_may_be_meant() -> None:
    told = read(TEXT.replace("Reed Spears", "Reed Speers")).report.notes
    where = "It is not in the army book of Fen Folk and has no profile."
    assert f'Reed Speers (line 3): {where} Did you mean "Reed Spears"?' in told


def _below(text: str) -> str:
    """The list with each option on a line of its own below its unit."""
    found = []
    for line in text.splitlines():
        if " - " in line:
            cost, unit = line.split(" - ", 1)
            name, *options = (str(taken) for taken in split_options(unit))
            found += [f"{name} [{cost} pts]", *(f"  - {option}" for option in options)]
        else:
            found.append(line)
    return "\n".join(found)


def _turned(text: str, form: str) -> str:
    """The list with every unit in another form, from its cost and the rest of its line."""
    lines = (line.split(" - ", 1) for line in text.splitlines())
    return "\n".join(form.format(cost=line[0], unit=line[1]) if len(line) == 2 else line[0] for line in lines)


SAME: dict[str, Callable[[str], str]] = {
    "numbered lines": lambda text: _turned(text, "7. {cost} - {unit}"),
    "shares of the army": lambda text: _turned(text, "{cost} (8.75 %) - {unit}"),
    "costs at the end": lambda text: _turned(text, "{unit} - {cost} pts"),
    "a table": lambda text: _turned(text, "| {cost} | {unit} |"),
    "an option a line": lambda text: _turned(text, "{unit} [{cost} pts]").replace(", ", ",\n"),
    "options below their unit": _below,
    "tabs": lambda text: text.replace(" - ", "\t"),
    "tabs and dashes": lambda text: text.replace(" - ", "\t-\t"),
    "non-breaking spaces": lambda text: text.replace(" ", "\u00a0"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "old Mac line ends": lambda text: text.replace("\n", "\r"),
    "an x behind numbers": lambda text: text.replace("20 Reed", "20x Reed").replace("3 Mud", "3 \u00d7 Mud"),
    "lower case": str.lower,
    "upper case": str.upper,
    "a byte order mark": lambda text: "\ufeff" + text,
    "brackets around costs": lambda text: text.replace("265 -", "[265] -").replace("235 -", "(235 pts) -"),
    "cents": lambda text: text.replace("265 -", "265,00 -").replace("235 -", "235.0 pts -"),
    "dashes of other lengths": lambda text: text.replace(" - ", " \u2013 "),
    "quoted lines": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "bullets": lambda text: text.replace("\n2", "\n* 2").replace("\n3", "\n- 3"),
    "comments": lambda text: text.replace("Musician", "Musician // my favourites").replace(
        "Fen Hydra", "Fen Hydra # big"
    ),
    "empty lines": lambda text: text.replace("\n", "\n\n \n"),
    "BBCode": lambda text: (
        "[b]" + _turned(text, "[*][b]{cost}[/b] - {unit}").replace("\n", "[/b]\n[list]\n", 1) + "[/list]"
    ),
    "HTML": lambda text: _turned(text, "<b>{cost}</b> - {unit}").replace("\n", "<br>\n"),
    "Markdown": lambda text: "## " + _turned(text, "- **{cost}** - {unit}").replace("Fen Hydra", "*Fen Hydra*"),
    "a code fence": lambda text: f"```\n{text}```\n",
    "a table with a head": lambda text: _turned(text, "| {cost} | {unit} |").replace(
        "\n", "\n| Cost | Unit |\n|-----:|------|\n", 1
    ),
    "a minus sign": lambda text: text.replace(" - ", " \u2212 "),
    "costs in brackets and no dash": lambda text: _turned(text, "[{cost}] {unit}"),
    "points and no dash": lambda text: _turned(text, "{cost}pts {unit}"),
    "a dash behind the name": lambda text: text.replace("Spears, ", "Spears - ", 1),
    "headings": lambda text: text.replace("\n2", "\n== Core (300) ==\n2").replace("\n3", "\n### Special\n3"),
    "a heading first": lambda text: text.replace("\n", "\nCharacters: 265\n", 1),
    "lines that a mail broke": lambda text: text.replace(" (", " (\n"),
    "arrows": lambda text: text.replace("Musician", "Musician <- loud"),
    "a comment before it": lambda text: f"// for Saturday\n{text}",
    "a greeting behind it": lambda text: f"{text}See you there!\nhttps://example.org/list\nMade at home\nBy me\n",
    "the army with its year": lambda text: text.replace("Fen Folk", "Army: Fen Folk 2024"),
    "the army as one word": lambda text: text.replace("Fen Folk", "fenfolk"),
    "the army with the game": lambda text: text.replace("Fen Folk", "The 9th Age: Fen Folk - 4500 pts"),
    "the total with its name behind": lambda text: text.replace("1140", "1140 pts total"),
}


@pytest.mark.parametrize("dress", SAME)
def test_a_list_in_any_dress_is_the_same_list(dress: str) -> None:
    plain, dressed = army_of(read(TEXT).content), army_of(read(SAME[dress](TEXT)).content)
    assert [(one.name, one.models, one.points) for one in dressed.entries] == [
        (one.name, one.models, one.points) for one in plain.entries
    ]
    assert [set(one.parts) for one in dressed.entries] == [set(one.parts) for one in plain.entries]


def test_a_list_without_costs_takes_those_of_its_book() -> None:
    free = "\n".join(line.split(" - ", 1)[-1] for line in TEXT.splitlines()[:-1])
    found = read(free)
    assert [(one.name, one.models) for one in army_of(found.content).entries] == [
        (one.name, one.models) for one in army_of(read(TEXT).content).entries
    ]
    assert all(one.points for one in army_of(found.content).entries)
    assert "The list has no costs: its units cost what their army book says." in found.report.notes
    alone = MUSTER.read(Source("list", free))
    assert "The list has no costs: without its army book nobody can say what its units cost." in alone.report.notes


@pytest.mark.parametrize("line", ["2x 235 - 20 Reed Spears", "470 - 2x 20 Reed Spears", "470 pts: 2 x20 Reed Spears"])
def test_several_units_in_a_line_are_told_and_not_guessed(line: str) -> None:
    found = read(f"Fen Folk\n265 - Fen Elder, General\n{line}\n")
    assert [entry.name for entry in army_of(found.content).entries] == ["Fen Elder"]
    assert f'Line 3, "{line}", has several units and is left out: write a line for each.' in found.report.notes


def test_what_nobody_knows_is_told_with_its_unit_and_line() -> None:
    told = read(TEXT.replace("Musician", "Musician, Kazoo, Big Drum")).report.notes
    assert "Reed Spears (line 3): Nothing is known of Kazoo and Big Drum." in told


def test_a_colon_may_stand_for_brackets() -> None:
    assert split_options("Shamanism: Savage Fury, Shield") == [Taken("Shamanism", ("Savage Fury",)), Taken("Shield")]


@pytest.mark.parametrize(
    ("written", "points"), [("1.350", 1350), ("1,350", 1350), ("1 350", 1350), ("1'350", 1350), ("350,00", 350)]
)
def test_points_in_other_notations(written: str, points: int) -> None:
    assert [unit.cost for unit in read_pasted(f"Fen Folk\n{written} - Fen Elder\n").units] == [points]


def test_points_that_nobody_can_read_are_not_guessed() -> None:
    pasted = read_pasted("Fen Folk\n300 - Fen Hydra\n36,5 - Fen Elder\n")
    assert [unit.name for unit in pasted.units] == ["Fen Hydra"]
    assert pasted.unread == ((3, "36,5 - Fen Elder"),)


def test_costs_may_stand_behind_the_units() -> None:
    found = read("Fen Folk\nFen Elder (265 pts)\n20 Reed Spears [235 pts]\n")
    assert [(entry.name, entry.models, entry.points) for entry in army_of(found.content).entries] == [
        ("Fen Elder", 1, 265),
        ("Reed Spears", 20, 235),
    ]


def test_units_that_cost_more_than_the_list_says_are_told() -> None:
    found = read("Fen Folk\n265 - Fen Elder\n300 - Fen Hydra\n500\n")
    assert "The units cost 565 points together, and the list says 500." in found.report.notes


def test_a_comment_is_told() -> None:
    assert any("treated as a comment" in note for note in read(SAME["comments"](TEXT)).report.notes)


def test_choices_that_the_book_asks_for_are_told_where_they_are_missing() -> None:
    told = "\n".join(read(TEXT.replace("Pyromancy", "Shield")).report.notes)
    assert "Fen Elder: The army book does not allow this: " in told


def test_conditions_of_the_book_are_told_and_not_checked() -> None:
    changed = json.loads(json.dumps(BOOK).replace('"armyHasNotOption"', '"hasOption"'))
    told = "\n".join(read(TEXT, json_source(changed, "book.json"), json_source(STATS, "stats.json")).report.notes)
    assert "Fen Elder: The book has conditions between options" in told


BIG = "Fen Folk\n" + "235 - 20 Reed Spears, Musician\n" * 7000
REFUSED = {
    "two lists": (TEXT + ARMIES["Glass Dunes"], "has 2 lists (Fen Folk, Glass Dunes): give one at a time."),
    "200 kB": (BIG, "has 7001 lines: a list has at most 400."),
    "a line without end": (f"Fen Folk\n300 - Fen Hydra{', Scale' * 9000}\n", "line 2 is longer than 1500 characters."),
    "nothing": ("", "is empty."),
    "blanks": (" \r\n\t\n", "is empty."),
    "a word": ("Fen Folk", "cannot be read."),
    "a number": ("4000", "cannot be read."),
    "truncated JSON": (json.dumps(BOOK)[:900], "is not valid JSON: Input data was truncated."),
    "truncated stat lines": (json.dumps(STATS)[:900], "is not valid JSON: Input data was truncated."),
    "JSON of another schema": ('{"listName": "x", "units": [{"id": 1}]}', "cannot be read."),
    "JSON of a roster": ('{"roster": {"forces": []}}', "cannot be read."),
    "a book without units": ('{"army": [], "options": []}', "holds no units that can be read."),
    "deep lists": ("[" * 100_000, "cannot be read."),
    "deep tables": ('{"army":{"options":' + '{"a":' * 50_000, "nested too deeply"),
    "XML": ('<roster name="x"><forces/></roster>', "cannot be read."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_list_is_refused_with_a_sentence(name: str) -> None:
    text, sentence = REFUSED[name]
    with pytest.raises(DataError) as caught:
        MUSTER.read(Source("list", text))
    assert any(sentence in problem for problem in caught.value.problems), caught.value.problems
    assert all(problem.startswith("list: ") and len(problem) < 400 for problem in caught.value.problems)


def test_all_that_is_wrong_with_a_text_is_told_at_once() -> None:
    text = BIG + "1000\n" + f"Glass Dunes\n9 - Seer{', Sand' * 900}\n"
    with pytest.raises(DataError) as caught:
        MUSTER.read(Source("list", text))
    assert caught.value.problems[0].startswith("list: has ")


PIECES = [
    "\t",
    "\u00a0",
    "\r\n",
    "\n",
    ",",
    "(",
    ")",
    "[",
    "]",
    " - ",
    "\u2013",
    "x",
    "\u00d7",
    "0",
    "99999999",
    ";",
    "//",
    "#",
]
PIECES += [
    "Fen Elder",
    "General",
    "pts",
    "\ufeff",
    "\x00",
    "\u202e",
    "Wizard Adept",
    "{",
    "}",
    "4.000",
    "-",
    ":",
    "|",
    "<b>",
    "'",
]


@pytest.mark.parametrize("number", range(60))
def test_texts_with_anything_in_them_are_read_or_refused(number: int) -> None:
    chance = Chance(f"odd {number}")
    letters = list(TEXT)
    for _ in range(1 + chance.pick(12)):
        place = chance.pick(len(letters))
        letters[place : place + chance.pick(4)] = list(PIECES[chance.pick(len(PIECES))])
    books = (json_source(BOOK, "b.json"), json_source(STATS, "s.json"))
    found, problems = _read("".join(letters), *books)
    assert all(problem.startswith("list") and problem.endswith(".") for problem in problems)
    if found is None:
        return
    assert MUSTER.sheet(found).rows
    MUSTER.check(found)
    again, problems = _read(MUSTER.write(found))
    assert again is None or again.content.points == found.content.points
    assert again is not None or bounds(army_of(found.content)), problems


def _read(text: str, *books: Source) -> tuple[Mustered | None, Sequence[str]]:
    """What a text holds, or why it cannot be read."""
    try:
        return MUSTER.read(Source("list", text), books), ()
    except DataError as error:
        return None, error.problems
