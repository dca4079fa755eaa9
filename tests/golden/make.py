"""Fight the golden battles of a book anew, where its rules have changed and the old answers no longer fit:

    python tests/golden/make.py blue
    python tests/golden/make.py eow-coalition

Records whose old answers still fit stay as they are: `pytest tests/golden` tells.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from warhost.play import Setup, write_record
from warhost.players import play_match
from warhost.rulesets import ruleset

Fight = tuple[tuple[str, ...], tuple[str, ...], str, Mapping[str, object]]

BATTLES: dict[str, Fight] = {
    "aofr-parts": (
        ("Burrowfolk Swarm", "Unburied Host"),
        ("random", "random"),
        "hospitable",
        {
            "points": 750,
            "mission": "any",
            "style": "any",
            "parts": (
                "army_terrain",
                "solid_buildings",
                "side_missions:shared_hidden+limited",
                "extra_actions",
                "action_boosting:random",
                "feats",
                "living_spells",
                "magic_items:limited",
                "terrain_effects",
                "random_events",
                "fog_of_war",
                "unit_psychology",
                "brutal_damage",
                "command_points",
                "precise_sight:volumetric",
                "fortune",
            ),
        },
    ),
    "aofr-pack": (
        ("League of Nine Bridges", "Unburied Host"),
        ("captain", "captain"),
        "",
        {"points": 750, "pack": "added_complexity", "parts": ("-side_missions", "mission_cards:strategic_ruse")},
    ),
    "blue-captains-1": (("Tidewardens", "Ashmoot Clans"), ("captain", "captain"), "3", {}),
    "blue-line": (("Greenfold Kin", "Hollow Court"), ("captain", "random"), "6", {"scenario": "break the line"}),
    "blue-lair": (("Hollow Court", "Tidewardens"), ("random", "random"), "2", {"mode": "pve", "scenario": "the lair"}),
    "eow-advanced": (
        ("Empire of Sonnstahl", "Undying Dynasties"),
        ("captain", "captain"),
        "2",
        {"mode": "advanced", "points": 1200},
    ),
    "eow-captains-1": (("Highborn Elves", "Dread Elves"), ("captain", "captain"), "1", {}),
    "eow-captains-2": (("Beast Herds", "Saurian Ancients"), ("captain", "captain"), "1", {}),
    "eow-coalition": (
        ("Dwarven Holds", "Orcs and Goblins", "Kingdom of Equitaine", "Vampire Covenant"),
        ("captain", "random", "random", "captain"),
        "",
        {"mode": "advanced", "points": 800},
    ),
    "kow-bluff": (
        ("Children of the Maw", "Lanternless Court"),
        ("captain", "captain"),
        "3",
        {"points": 1000, "scenario": "fools_gold", "zones": "corners"},
    ),
    "t9a-captains": (
        ("Ossuary Kings", "Thornback Tribes"),
        ("captain", "captain"),
        "3",
        {"points": 1500, "deployment": "Encircle", "objective": "Spoils of War"},
    ),
    "t9a-random": (
        ("Deepforge Hold", "Ossuary Kings"),
        ("random", "random"),
        "5",
        {"points": 1500, "deployment": "Marching Columns", "objective": "Secure Target"},
    ),
}
"""For each record its armies, its players, its map and its options."""


def make(slug: str) -> None:
    for name, (armies, players, ground, options) in BATTLES.items():
        book = name.partition("-")[0]
        if slug in (name, book):
            setup = Setup(ruleset=book, armies=armies, map=ground, options=options)
            _, record = play_match(ruleset(book), setup, players, f"golden {name}", record=True)
            assert record is not None
            write_record(record, Path(__file__).parent / f"{name}.json")


if __name__ == "__main__":
    make(sys.argv[1])
