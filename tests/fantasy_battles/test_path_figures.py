"""What all spells have: a row with their number, and for the Attribute Spells whom they reach."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import apart, conjured
from tests.fantasy_battles.harness import draw
from warhost.rulebook import find
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells, paths, spell
from warhost.rulesets.fantasy_battles.core.moments import PATHS, SPELLS

OF_PATHS = [name for name in SPELLS if spell(name).path not in ("", "Battle Runes")]


def with_rows(names: list[str]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.rule(SPELLS[name].id), id=name) for name in names]


@pytest.mark.parametrize("name", with_rows(OF_PATHS))
def test_a_spell_has_the_number_of_its_row(name: str) -> None:
    entry, row = spell(name), SPELLS[name].id.split(".")
    told, _, words = row[2].partition("_")
    assert row[1] == entry.path.lower()
    assert told == ("a" if entry.attribute else str(entry.number))
    assert words.replace("_", "") in "".join(letter for letter in name.lower() if letter.isalpha())
    if entry.attribute:
        assert paths()[entry.path].attribute == name
    else:
        assert entry.number is not None
        assert paths()[entry.path].numbered(entry.number) == name


def test_every_spell_has_its_code_and_every_code_its_figures() -> None:
    assert set(all_spells()) == set(SPELLS)
    assert len(OF_PATHS) == 68
    assert all(find(SPELLS[name].id).kind in ("spell", "army") for name in SPELLS)


def test_every_path_has_its_six_spells_and_the_rule_that_it_names() -> None:
    for path in paths().values():
        if path.name == "Battle Runes":
            continue
        numbers = [spell(name).number for name in path.spells]
        assert numbers == ([0] if path.name == "Druidism" else []) + [1, 2, 3, 4, 5, 6]
        assert not path.rule or path.rule in PATHS


@pytest.mark.parametrize(
    ("attribute", "after", "reach", "sides"),
    [
        pytest.param(*row, marks=pytest.mark.rule(rule), id=str(row[0]))
        for rule, *row in (
            ("t9a.alchemy.a_alchemical_fire", "Alchemical Fire", "Word of Iron", 18, (1,)),
            ("t9a.divination.a_guiding_light", "Guiding Light", "Scrying", 12, (0,)),
            ("t9a.druidism.a_fountain_of_youth", "Fountain of Youth", "Healing Waters", 18, (0,)),
            ("t9a.pyromancy.a_blaze", "Blaze", "Flaming Swords", 24, (1,)),
            ("t9a.witchcraft.a_evil_eye", "Evil Eye", "Deceptive Glamour", 24, (0, 1)),
        )
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_attribute_spell_reaches_as_far_as_it_says(
    attribute: str, after: str, reach: int, sides: tuple[int, ...], seat: int
) -> None:
    for beyond in (0.0, 0.1):
        line = f"Wizard at 36,10 | {seat} Giant at 36,40 face 180 wounds=2 | 0 Knights at 30,8 | 1 Ogres at 42,8"
        table = apart(draw(line), "Wizard", "Giant", reach + beyond)
        play = conjured(table, after, "Ogres" if after == "Deceptive Glamour" else "Knights")
        offered = play.topic == "attribute" and play.offers(target="Giant")
        assert offered is (beyond == 0.0 and seat in sides)
        if play.topic == "attribute":
            assert all(attribute in option.label for option in play.options)
