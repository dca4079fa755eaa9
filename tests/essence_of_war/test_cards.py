"""What the card of a unit tells a drawing of it."""

from __future__ import annotations

import pytest

from warhost.play import Setup
from warhost.rulesets.essence_of_war.lists.patrols import patrol
from warhost.rulesets.essence_of_war.ruleset import RULESET
from warhost.rulesets.essence_of_war.shown.looks import build_of


@pytest.mark.parametrize(
    ("army", "unit", "build"),
    [
        ("Vermin Swarm", "Blackfur Veterans", "foot"),
        ("Vermin Swarm", "Murmillo Brutes", "large"),
        ("Kingdom of Equitaine", "Feudal Knights", "rider"),
        ("Undying Dynasties", "Skeleton Chariots", "engine"),
    ],
)
def test_what_a_model_looks_like_follows_from_its_base(army: str, unit: str, build: str) -> None:
    (entry,) = [entry for entry in patrol(army).entries if entry.name == unit]
    assert build_of(entry) == build


def test_standards_and_characters_are_told() -> None:
    battle = RULESET.set_up(Setup(ruleset="eow", armies=("Vermin Swarm", "Ogre Khans"), map="open"))
    told = {unit.name: RULESET.notes(battle, unit) for unit in battle.units}
    assert {name for name, notes in told.items() if notes.standard} == {"Blackfur Veterans", "Murmillo Brutes"}
    assert {name for name, notes in told.items() if notes.leader} == {"Swarm Priest", "Shaman"}
