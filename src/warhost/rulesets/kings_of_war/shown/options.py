"""What players of Kings of War may agree on before a battle, in their words (kow.scenario.prepare)."""

from __future__ import annotations

from typing import get_args

import msgspec

from warhost.play.shown.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.scenario.scenarios import scenarios, types
from warhost.rulesets.kings_of_war.core import Settings

FIRST = ("points", "scenario")
"""Those on which players agree before all else."""

TEXTS = {
    "points": "Points per army, for house lists and your own",
    "scenario": "Scenario",
    "zones": "Deployment zones",
    "table": "Table",
    "rounds": "Rounds",
    "extra_round": "Roll for an extra round after the last",
    "initiative": "Roll for who goes first",
    "clock": "Clock",
    "minutes": "Minutes on the clock",
    "sudden_loss": "A player who runs out of time loses",
    "free_lists": "Own lists may break any limit",
    "hidden_artefacts": "Artefacts stay hidden until they are used",
    "obstacle_contact": "Units on both sides of an obstacle are in contact",
    "doubtful": "When sight, an arc or cover is in doubt",
    "commander_cap": "Most commanders in a battalion",
    "bought_spells": "How often an army may buy the same spell",
    "victory_share": "The lead that wins the standard game",
    "wrap_at_corner": "A front that touches only a corner may wrap around",
    "sight_in_arc": "Units see only into their front arc",
    "yielding_fight": "A unit that breaks through a Yielding enemy into another one fights it at once",
    "flyers_after_combat": "Units with Fly may use it after combat",
    "devastated_by": "A unit is devastated when its damage exceeds",
    "withdrawn_wavering": "A unit that withdraws badly is Wavering until",
    "objective_denial": "Which units contest an objective",
    "destroyed_army": "What happens when an army is wiped out in a scenario with markers",
}
"""What each setting is about, in the order in which a page offers them."""

CHOICES: dict[str, tuple[bool | int | str, ...]] = {
    "points": (1000, 1500, 2000, 2500),
    "rounds": (4, 5, 6, 7, 8),
    "minutes": (5, 10, 25, 50, 75),
}
"""What those may be on a page that may be anything."""

NAMES: dict[str, dict[str, str]] = {
    "table": {
        "usual": "usual size for the points",
        **{size: '{}" by {}"'.format(*size.split("x")) for size in ("36x36", "48x48", "72x48", "96x48")},
    },
    "clock": {
        "none": "No clock",
        "chess clock": "A chess clock for each player",
        "stopwatch": "A stopwatch for each turn",
        "game clock": "One clock for the whole battle",
    },
    "doubtful": {"roll": "roll a die", "attacker": "favour the attacker"},
    "bought_spells": {"once an army": "each once", "only [U] once": "any number, those marked [U] once"},
    "victory_share": {"one army": "a tenth of one army", "both armies": "a tenth of both armies"},
    "devastated_by": {"current nerve": "its current Nerve", "printed nerve": "its printed Nerve"},
    "withdrawn_wavering": {"next turn": "the end of its next turn", "this turn": "the end of this turn"},
    "objective_denial": {"scoring units": "only units that can score", "any unit": "any unit"},
}
"""What choices are called that do not say it themselves."""


@rule("kow.scenario.prepare")
def option_cards() -> tuple[OptionCard, ...]:
    """A card for each setting that players may change on a page."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    found = []
    for name, text in TEXTS.items():
        kind, default = fields[name].type, fields[name].default
        choices = _choices(name, kind)
        names = _scenario_names() if name == "scenario" else NAMES.get(name, {})
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
    kinds = {"objectives": "objectives", "loot": "loot", "bluff": "bluff counters"}
    return {**named, **{kind: f"Any scenario with {kinds[kind]}" for kind in types()}, "any": "Any scenario"}
