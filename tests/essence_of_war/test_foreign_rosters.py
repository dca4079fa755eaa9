"""Rosters of BattleScribe and New Recruit for Essence of War, read and written.

The rosters here are made up in the shape that the builders write.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli import main
from warhost.dice import Chance
from warhost.muster import DataError, Pick, Source, surprise
from warhost.muster.foreign.writing import foreign_roster, packed_roster, roster_json, roster_text, roster_xml
from warhost.rulesets import muster

EOW = muster("eow")

SIMPLE = """Beast Herds - Thorn and Hoof - [1200 pts]

# ++ Armylist ++ [1200 pts]
## Configuration
Show/Hide Options: none

## Characters [500 pts]
Soothsayer [250 pts]: Army General, Druidism, Master [50 pts], Single Model
Beast Chieftain [250 pts]: Raiding Chariot [100 pts], Special Items (Obsidian Rock [25 pts])

## Core [475 pts]
Mongrel Herd [175 pts]: 5\u00d74
Wildhorn Herd [200 pts]: 5x4
Mongrel Raiders [100 pts]: 5x2

## Special [225 pts]
Minotaurs [225 pts]: 3\u00d71
"""

SCRIBED = """++ Armylist (Beast Herds) [1,200pts] ++

+ Characters [500pts] +

Soothsayer [250pts]: Army General, Druidism, Master, on Foot
Beast Chieftain [250pts]: on Raid. Chariot
. Special Items: Obsidian Rock

+ Core [475pts] +

Mongrel Herd [175pts]: 5\u00d74
Wildhorn Herd [200pts]: 5\u00d74
Mongrel Raiders [100pts]: 5\u00d72

+ Special [225pts] +

Minotaurs [225pts]: 3\u00d71

++ Total: [1,200pts] ++
"""

SHORT = """Beast Herds
250 - Soothsayer, General, Druidism, Wizard Master
250 - Beast Chieftain, on Raiding Chariot, Obsidian Rock
175 - 20 Mongrel Herd
200 - 20 Wildhorn Herd
100 - 10 Mongrel Raiders
225 - 3 Minotaurs
1200
"""

PICKS = (
    Pick(unit="Soothsayer", options=("General", "Druidism", "Master")),
    Pick(unit="Beast Chieftain", size="on Raiding Chariot", options=("Obsidian Rock",)),
    Pick(unit="Mongrel Herd", size="5x4"),
    Pick(unit="Wildhorn Herd", size="5x4"),
    Pick(unit="Mongrel Raiders"),
    Pick(unit="Minotaurs"),
)


def unit(name: str, *inside: str) -> dict[str, Any]:
    return {"name": name, "number": 1, "selections": [{"name": one, "number": 1} for one in inside]}


def roster(*units: dict[str, Any], army: str = "Beast Herds", game: str = "T9A: Essence of War") -> str:
    forces = [{"name": "Armylist", "catalogueName": army, "selections": list(units)}]
    limits = [{"name": "pts", "value": 1200}]
    return json.dumps({"roster": {"name": "Try", "gameSystemName": game, "costLimits": limits, "forces": forces}})


@pytest.mark.parametrize("text", [SIMPLE, SCRIBED, SHORT])
def test_texts_of_other_builders_are_the_same_roster(text: str) -> None:
    mustered = EOW.read(Source("thorn.txt", text))
    draft = EOW.draft_of(mustered)
    assert draft is not None
    assert draft.picks == PICKS
    assert mustered.report.notes == ()
    assert EOW.check(mustered, {"points": 1200}) == []


def test_a_spelling_that_the_book_has_itself_is_known() -> None:
    text = roster(unit("Death Cult Hierarchy", "Evocation"), unit("Spearmen"), army="Undying Dynasties")
    with pytest.raises(DataError) as error:
        EOW.read(Source("it", text))
    assert all("Death Cult Hierarchy" not in problem for problem in error.value.problems)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (roster(unit("Minotaur Chieftain")), 'unit "Minotaur Chieftain" is not in the army book of the Beast Herds'),
        (
            roster(unit("Soothsayer", "Drudism")),
            '"Drudism" is not one of its formations or options. Did you mean "Druidism"?',
        ),
        (roster(unit("Soothsayer", "Druidism", "Black Wing")), '"Black Wing" is not one of its formations or options.'),
        (roster(unit("Mongrel Herd", "7\u00d75")), '"7\u00d75" is not one of its formations or options.'),
        (roster(unit("Mongrel Herd", "5x3", "5x4")), "it has 5x3 and 5x4: take one of them."),
        (roster(unit("Mongrel Herd", "General")), "only a Character can be the General (eow.adv.army.general)."),
        (roster(unit("Mongrel Herd", "Obsidian Rock")), "only Characters carry Enchantments (eow.vault.limit_points)."),
        (roster(unit("Soothsayer"), army="Goat Herds"), 'There is no faction "Goat Herds"'),
        (roster(unit("Soothsayer"), game="Warring Stars"), "this is a roster of Warring Stars, which is another game"),
    ],
)
def test_what_the_book_does_not_have_is_told_and_never_guessed(text: str, told: str) -> None:
    with pytest.raises(DataError) as error:
        EOW.read(Source("it.json", text))
    (problem,) = error.value.problems
    assert told in problem


def test_a_roster_with_one_fault_of_each_kind_gives_one_message_for_each() -> None:
    faulty = roster(
        unit("Minotaur Chieftain"),
        unit("Soothsayer", "Drudism"),
        unit("Soothsayer", "Druidism", "Black Wing"),
        unit("Mongrel Herd", "7x5"),
        unit("Mongrel Herd", "5x3", "5x4"),
    )
    with pytest.raises(DataError) as error:
        EOW.read(Source("it.json", faulty))
    assert len(error.value.problems) == 5
    assert [problem.partition(",")[0] for problem in error.value.problems] == ["it.json"] * 5


FACTIONS = sorted({army.faction for army in EOW.shipped()})


@pytest.mark.parametrize("faction", FACTIONS)
def test_rosters_of_every_faction_are_written_and_read_again(faction: str) -> None:
    draft = surprise(EOW, faction, 1200, "magic", Chance(11), name="There and Back")
    told = foreign_roster(EOW, draft)
    packed = Source.of_bytes("it.rosz", packed_roster(roster_xml(told), "it")).text
    for text in (packed, roster_json(told), roster_text(told)):
        mustered = EOW.read(Source("it", text))
        assert mustered.report.notes == ()
        again = EOW.draft_of(mustered)
        assert again is not None
        assert (again.name, again.faction, again.points) == ("There and Back", faction, 1200)
        assert sorted(map(_plain, again.picks)) == sorted(map(_plain, draft.picks))
        assert not EOW.check(mustered, {"points": 1200})


def _plain(pick: Pick) -> tuple[str, str, tuple[str, ...]]:
    entries = EOW.catalogue(next(f for f in FACTIONS if EOW.catalogue(f).find(pick.unit))).find(pick.unit)
    assert entries is not None
    return pick.unit, pick.size or entries.sizes[0].name, tuple(sorted(pick.options))


def test_a_packed_roster_goes_through_the_command_line(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, ["muster", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    text, packed, again = (str(tmp_path / name) for name in ("thorn.txt", "thorn.rosz", "thorn.toml"))
    Path(text).write_text(SIMPLE, encoding="utf-8")
    run("export", text, "--to", "rosz", "--out", packed, "--rules", "eow")
    assert "BattleScribe roster" in run("import", packed, "--rules", "eow", "--out", again)
    assert run("check", again, "--points", "1200", "--rules", "eow").endswith("No problems.\n")
    assert run("export", packed, "--rules", "eow").startswith("Thorn and Hoof (Beast Herds, 1200 points)\n- Soothsayer")


def test_an_option_with_brackets_in_its_name_survives_every_form() -> None:
    bracketed = [
        (faction, entry.name, option.name)
        for faction in FACTIONS
        for entry in EOW.catalogue(faction).entries
        for option in entry.options
        if "(" in option.name
    ]
    assert bracketed
    for faction, name, option in bracketed:
        lines = (
            f"{faction} - Try - [900 pts]\n## Core\n{name} [90 pts]: {option} [5 pts]",
            f"{faction}\n9 - {name}, {option}",
        )
        for text in lines:
            assert option not in problems_of(text)


def problems_of(text: str) -> str:
    """What is wrong with a roster: it may need more before it can be played."""
    try:
        EOW.read(Source("it", text))
    except DataError as error:
        return str(error)
    return ""


def test_the_rulebook_is_found_from_the_army_that_a_roster_names(tmp_path: Path) -> None:
    told = foreign_roster(EOW, surprise(EOW, "Dwarven Holds", 1200, "balanced", Chance(1), name="Holds"))
    texts = {"a.ros": roster_xml(told), "b.json": roster_json(told), "c.txt": roster_text(told)}
    for name, text in {**texts, "d.txt": SCRIBED, "e.txt": SHORT, "f.txt": f"Realm - {SIMPLE}"}.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(main, ["muster", "check", str(path), "--points", "1200"])
        assert result.exit_code == 0, (name, result.output)


def test_a_battle_that_is_not_possible_is_told_first() -> None:
    result = CliRunner().invoke(main, ["muster", "new", "Beast Herds", "--points", "1250"])
    assert result.exit_code == 2
    assert "for 1250 points was found: a battle of 1250 points is not possible" in result.output
