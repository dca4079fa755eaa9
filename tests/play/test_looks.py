"""The look of units: from the cards of each book, or guessed from their names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import warhost.report.look as look_files
from warhost.play.shown.cards import Look
from warhost.play.shown.looks import Told, look_of
from warhost.rulesets import ruleset

FIGURES = json.loads((Path(look_files.__file__).parent / "figures.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (Told(name="Handgunners", build="foot"), Look("gun")),
        (Told(name="Goblin Rabble", army="Orcs and Goblins", build="foot", arms=("Bow",)), Look("bow", "", "goblin")),
        (Told(name="Barrow Knights", build="rider", arms=("Lance",)), Look("lance", "warhorse", "undead")),
        (Told(name="Boar Riders", army="Iron Orcs", build="rider"), Look("spear", "boar", "orc")),
        (Told(name="Great Cannon", build="engine"), Look("cannon")),
        (Told(name="Skull Catapult", build="engine", people="undead"), Look("stone", "", "undead")),
        (Told(name="Scythe Chariots", build="engine"), Look("chariot")),
        (Told(name="Night Wings", build="large", flies=True, beast=True), Look("bird")),
        (Told(name="Crown Prince", build="foot", role="lord", arms=("Great Weapon",)), Look("lord")),
        (Told(name="Bone Rattler", build="foot", role="mage", people="goblin"), Look("mage", "", "goblin")),
        (Told(name="Anybody", build="foot"), Look("sword")),
    ],
)
def test_a_look_follows_from_what_is_told(told: Told, expected: Look) -> None:
    assert look_of(told) == expected


@pytest.mark.parametrize("book", ["eow", "aofr", "kow", "blue", "t9a"])
def test_every_unit_of_a_house_army_has_a_figure_that_is_drawn(book: str) -> None:
    rules = ruleset(book)
    drawn = {kind for part in ("foot", "small", "big", "long") for kind in FIGURES[part]}
    seen: set[str] = set()
    for name in rules.armies():
        for unit in rules.army_card(name).units:  # type: ignore[attr-defined]
            look = unit.stand.look
            assert look.kind in FIGURES["riders"] if look.mount else look.kind in drawn, (unit.name, look)
            assert look.mount == "" or look.mount in FIGURES["mounts"]
            assert look.race in FIGURES["races"]
            seen.add(f"{look.kind} {look.mount}")
    assert len(seen) >= 10, "units of a book can be told apart"
