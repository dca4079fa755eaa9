"""What players of Kings of War may agree on before a battle, in their words (kow.scenario.prepare)."""

from __future__ import annotations

from typing import get_args

import msgspec

from warhost.play.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.battle import Settings
from warhost.rulesets.kings_of_war.scenarios import scenarios, types

FIRST = ("points", "scenario")
"""Those on which players agree before all else."""

TEXTS = {
    "points": "Points: the size of house lists, and the limit for your own",
    "scenario": "Scenario",
    "zones": "Deployment zones",
    "table": "Table in inches",
    "rounds": "Rounds before the roll for one more",
    "extra_round": "A die after the last round may add another",
    "initiative": "When players roll for the first turn",
    "clock": "How time is kept",
    "minutes": "Minutes for each player, each turn or the whole battle",
    "sudden_loss": "Running out of time loses the battle",
    "free_lists": "Own lists may break any limit",
    "hidden_artefacts": "Artefacts stay hidden until they are used",
    "obstacle_contact": "Units on both sides of an obstacle are in contact",
    "doubtful": "Sight, arcs and cover in real doubt",
    "commander_cap": "Commanders that a battalion may have at most",
    "victory_share": "A lead of a tenth wins the standard game: a tenth of",
    "wrap_at_corner": "A front that touches only a corner may wrap around",
    "sight_in_arc": "Only what lies in the front arc is seen",
    "yielding_fight": "A unit that runs into another enemy after a Yielding one attacks it at once",
    "flyers_after_combat": "Fly works in moves after a combat",
    "devastated_by": "Damage devastates above the",
    "withdrawn_wavering": "A unit that withdrew badly wavers until the end of its",
    "objective_denial": "Who keeps the enemy from an objective",
    "destroyed_army": "What happens when an army is wiped out in a scenario with markers",
}
"""What each setting is about, in the order in which a page offers them."""

CHOICES: dict[str, tuple[bool | int | str, ...]] = {
    "points": (1000, 1500, 2000, 2500),
    "rounds": (4, 5, 6, 7, 8),
    "minutes": (5, 10, 25, 50, 75),
}
"""What those may be on a page that may be anything."""

CLOCKS = {
    "none": "No clock",
    "chess clock": "A chess clock for each player",
    "stopwatch": "A stopwatch for each turn",
    "game clock": "A set time for the whole battle",
}


@rule("kow.scenario.prepare")
def option_cards() -> tuple[OptionCard, ...]:
    """A card for each setting that players may change on a page."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    found = []
    for name, text in TEXTS.items():
        kind, default = fields[name].type, fields[name].default
        choices = _choices(name, kind)
        names = CLOCKS if name == "clock" else _scenario_names() if name == "scenario" else {}
        texts = {slug: one.text for slug, one in scenarios().items()} if name == "scenario" else {}
        timed = {"clock": ("chess clock", "stopwatch", "game clock")} if name == "minutes" else {}
        only = {"clock": ("chess clock", "stopwatch")} if name == "sudden_loss" else timed
        found.append(OptionCard(name, text, choices, default, name in FIRST, names, texts, only))
    return tuple(found)


def _choices(name: str, kind: object) -> tuple[bool | int | str, ...]:
    if name == "scenario":
        return (*scenarios(), *types(), "any")
    return CHOICES.get(name) or get_args(kind) or (False, True)


def _scenario_names() -> dict[str, str]:
    named = {slug: one.name for slug, one in scenarios().items()}
    return {**named, **{kind: f"Any scenario of the type {kind}" for kind in types()}, "any": "Any battle scenario"}
