"""What players of Essence of War may agree on before a battle, in their words (eow.mode.basic, eow.mode.advanced)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args, get_origin

import msgspec

from warhost.play.shown.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Settings

FIRST = ("mode", "points")
"""Those on which players agree before all else."""

TEXTS = {
    "mode": "Game",
    "points": "Size of the battle, in Army Points",
    "missions": "Roll for a Mission instead of fighting for the centre",
    "characters": "Characters may join units",
    "points_decide": "The battle is decided by",
    "free_lists": "Own lists may break any limit",
    "option_limits": "What the limit of an option in an Armylist counts",
    "wizard_paths": "Paths of Magic that Wizards may choose",
    "caiman_warriors": "Category of Caiman Warriors",
    "seekers_vanguard": "Vanguard of Seekers",
    "flux": "How Magic Dice are generated each turn",
    "charge_arc": "How the side a charge hits is decided",
    "cover_from": "Where cover is measured from",
    "shots_rolled": "How random numbers of shots are rolled",
    "melee_natural": "When a natural 1 or 6 counts in melee",
    "elevated_by": "When a unit counts as standing on a hill",
    "combat_pivot": "Which enemy models stay in contact after a Combat Pivot",
    "support": "How many Supporting Attacks a model with Support makes",
    "orisons": "Who speaks the Orisons of Equitaine",
    "grudge": "Who bears a Grudge of the Dwarven Holds",
    "destroyed_army": "What happens when an army is wiped out",
}
"""What each setting is about, in the order in which a page offers them. Who is on whose side, and who leads which army,
follows from the seats of a multi-game."""

SIZES = (800, 1200, 1600, 2000, 2400)
"""The sizes of battles that a page offers: those for which every faction has a Roster ready to play."""

NAMES: dict[str, dict[str, str]] = {
    "mode": {"basic": "Basic", "advanced": "Advanced"},
    "points_decide": {"false": "the goal of the battle", "true": "Victory Points"},
    "option_limits": {"per entry": "units of the same entry", "per army": "the whole army"},
    "wizard_paths": {"as listed": "those of their Armylist", "any": "any"},
    "seekers_vanguard": {"bought": "only if it is bought", "always": "always"},
}
"""What choices are called that do not say it themselves."""

CHOICE_TEXTS: dict[str, dict[str, str]] = {
    "mode": {
        "basic": "Two patrols of four units, four turns, a fight for the centre.",
        "advanced": (
            "Armies that are built from points: characters in the ranks, all magic, a Mission, five turns, "
            "Victory Points. You may bring your own list."
        ),
    },
    "points": {
        "800": 'A board of 36 by 48".',
        **{str(size): 'A board of 54 by 48".' for size in SIZES[1:]},
    },
}
"""What comes of choices."""

BASIC_ONLY = ("missions", "characters", "points_decide")
ADVANCED_ONLY = (
    *("points", "free_lists", "option_limits", "wizard_paths", "caiman_warriors", "seekers_vanguard"),
    *("orisons", "grudge"),
)


@rule("eow.mode.basic", "eow.mode.advanced", "eow.mode.mixed")
def option_cards() -> tuple[OptionCard, ...]:
    """A card for each setting that players may change on a page, with the game in which alone it has a meaning."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    return tuple(
        OptionCard(
            name,
            text,
            _choices(name, fields[name].type),
            fields[name].default,
            first=name in FIRST,
            names=NAMES.get(name, {}),
            texts=CHOICE_TEXTS.get(name, {}),
            only_with=_only_with(name),
        )
        for name, text in TEXTS.items()
    )


def _choices(name: str, kind: object) -> tuple[bool | int | str, ...]:
    if name == "points":
        return SIZES
    return get_args(kind) if get_origin(kind) is Literal else (False, True)


def _only_with(name: str) -> Mapping[str, tuple[bool | int | str, ...]]:
    if name in BASIC_ONLY:
        return {"mode": ("basic",)}
    return {"mode": ("advanced",)} if name in ADVANCED_ONLY else {}
