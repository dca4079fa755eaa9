"""What players of The Blue Age may agree on before a battle, in their words (blue.setup.*)."""

from __future__ import annotations

from typing import get_args

import msgspec

from warhost.play.shown.cards import OptionCard
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenarios
from warhost.rulesets.blue_age.core import Settings

FIRST = ("points", "scenario", "mode")
"""Those on which players agree before all else."""

TEXTS = {
    "points": "Points: the size of house lists, and the limit for your own",
    "scenario": "Scenario",
    "mode": "Against a player, or against the environment",
    "table": "Table in inches",
    "turns": "Turns",
    "free_lists": "Own lists may break any limit",
    "cm_as_inches": "Auras, pushes and the Quake given in centimetres are in inches",
    "natural_ten": "A natural 10 always hits and always passes a test",
    "cohesion": "Models keep together as",
    "successor": "When the Commander falls, the Hero with the highest Initiative takes over",
    "rally_limits": "A rallied unit may neither dash nor charge in that turn",
    "panic": "Losses that cause a Panic Test are those of",
    "chart": "Strength and Grit above 10",
    "automatic_kills": "Automatic Wounds slay outright",
    "caught_by_charge": "A unit that fled and is reached by the charge takes",
    "flanking": "The flanking bonus is added to",
    "charge_terrain": "Initiative for charging downhill or through terrain is",
    "outnumbering": "Outnumbering is counted by",
    "breaks_on": "A loser breaks on 1 or 2 of the",
    "fresh_enemies": "A Consolidation Move may reach enemies that were not in the fight",
    "casts": "How often a caster may try in one turn",
    "overload_dice": "Dice for the Strength and Grit of an Overload",
    "monster_ap": "Smash and the Armour Piercing of Monsters: the",
    "destiny_ap": "Destiny makes more piercing",
    "refusal": "When a Challenge is refused",
    "duel_on_flight": "A duel whose unit runs away",
    "rend": "Rend is",
    "snaring": "A unit is snared by",
    "flyers_hold": "Flyers hold objectives as their main type does",
}
"""What each setting is about, in the order in which a page offers them."""

CHOICES: dict[str, tuple[bool | int | str, ...]] = {"points": (1000, 1250, 1500), "turns": (4, 5, 6, 7, 8)}
"""What those may be on a page that may be anything."""

NAMES: dict[str, dict[str, str]] = {
    "mode": {"pvp": "Against a player", "pve": "Against the environment"},
    "table": {"48x48": "4 by 4 feet", "72x48": "6 by 4 feet"},
    "cohesion": {"chain": "one chain of gaps of 2 inches", "pairs": "pairs: each has a mate within 2 inches"},
    "panic": {"each attack": "one attack", "whole phase": "the whole phase"},
    "chart": {"clamped": "count as 10", "formula": "count as they are"},
    "caught_by_charge": {"fight": "no more than the fight", "wounds": "the wounds of the caught too"},
    "flanking": {"to hit": "hit rolls", "combat resolution": "the combat score"},
    "charge_terrain": {"added": "added to that for charging", "instead": "in place of that for charging"},
    "outnumbering": {
        "surplus": "units in surplus",
        "half": "half of all units",
        "models": "models",
    },
    "breaks_on": {"natural": "die itself", "modified": "modified result"},
    "casts": {"each spell": "Each spell once", "one a turn": "Once in all"},
    "monster_ap": {"better": "better of them", "both": "sum of both"},
    "destiny_ap": {"all attacks": "all attacks of that moment", "one attack": "one attack"},
    "refusal": {"nothing": "Nothing happens", "heroes stand back": "That side's Heroes may not attack"},
    "duel_on_flight": {"stays": "The duellist stays behind", "ends": "The duellist goes with his unit"},
    "rend": {"shred": "Shred", "nothing": "without effect"},
    "snaring": {"wounds": "an unsaved wound", "hits": "a hit"},
}
"""What choices are called that do not say it themselves."""


def option_cards() -> tuple[OptionCard, ...]:
    """All settings as a page offers them."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    return tuple(_card(name, fields[name]) for name in TEXTS)


def _card(name: str, field: msgspec.structs.FieldInfo) -> OptionCard:
    titles = {one.name: one.title for one in scenarios().values()} if name == "scenario" else NAMES.get(name, {})
    texts = {one.name: one.text for one in scenarios().values()} if name == "scenario" else {}
    choices = CHOICES.get(name) or (tuple(scenarios()) if name == "scenario" else get_args(field.type) or (False, True))
    return OptionCard(name, TEXTS[name], choices, field.default, first=name in FIRST, names=titles, texts=texts)
