"""What players of Regiments may agree on before a battle, in their words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.play.cards import OptionCard
from warhost.rulebook import catalogue, rule
from warhost.rulesets.regiments.battle import Settings
from warhost.rulesets.regiments.battlefield import BALANCED
from warhost.rulesets.regiments.generator import planes
from warhost.rulesets.regiments.lists import BATTLE_SIZES
from warhost.rulesets.regiments.missions import ANY, MISSIONS, figures, mission_names, mission_types
from warhost.rulesets.regiments.placers import ANY as ANY_PLACEMENT
from warhost.rulesets.regiments.placers import WAYS
from warhost.rulesets.regiments.styles import ANY as ANY_STYLE
from warhost.rulesets.regiments.styles import SETS, style, style_names

FIRST = ("points", "mission")
"""Those on which players agree before all else."""

OPTIONS: dict[str, tuple[str, tuple[bool | int | str, ...]]] = {
    "mission": ("Mission", (*mission_names(), *mission_types(), ANY)),
    "points": ("Points: the size of house lists, and the limit for your own", BATTLE_SIZES),
    "force_organisation": ("Own lists must keep the limits on heroes, copies and unit costs", (False, True)),
    "free_lists": ("Own lists may break any limit", (False, True)),
    "style": ("Deployment", (*style_names(), *SETS, ANY_STYLE)),
    "placement": ("How generated terrain is placed", (*WAYS, ANY_PLACEMENT)),
    "name_dangerous": ("Each player makes one more piece of terrain dangerous", (False, True)),
    "attacker": ("Who attacks, if agreed before lists were written", (-1, 0, 1)),
    "rounds": ("Rounds", (0, 1, 2, 3, 4, 5, 6)),
    "width": ("The width of the table in inches", (48, 60, 72)),
    "step_back": ("Units step back an inch after melee", (False, True)),
    "choose_casualties": ("The owner chooses which models are removed", (False, True)),
    "fear": ("How several models with Fear in a unit count", ("once", "each model")),
    "mission_zones": ("How units must stand where a mission says within a distance", ("fully within", "within")),
}
"""The settings that players may change on a page: what they are about, in our words, and what they may be."""

NAMES: dict[str, Mapping[str, str]] = {
    "mission": {
        **{slug: figures(slug).name for slug in mission_names()},
        "face_off": "Any Face-Off mission",
        "progressive": "Any mission with progressive scoring",
        "attack_defend": "Any Attack & Defend mission",
        ANY: "Any mission",
    },
    "style": {
        **{slug: style(slug).name for slug in style_names()},
        **{name: f"Any {name} one" for name in SETS},
        ANY_STYLE: "Any",
    },
    "placement": {
        "random": "At random",
        "free": "By turns, anywhere",
        "restricted": "By turns, with a restriction",
        "full_table": "All by the winner of a roll-off",
        "two_halves": "Each player in their own half",
        "six_squares": "By turns, in a random square",
        "one_player": "All by one player",
        "together": "By both together",
        "alternately": "By turns, without a style",
        ANY_PLACEMENT: "A random style",
    },
    "attacker": {"-1": "not settled", "0": "the first side", "1": "the second side"},
    "rounds": {"0": "as the mission says"},
    "fear": {"once": "once for the unit", "each model": "for each model in the two front rows"},
    "mission_zones": {"fully within": "with all models within the distance", "within": "with at least one model"},
}
"""What choices are called that do not speak for themselves."""


class Idle(msgspec.Struct, frozen=True):
    """When an option would do nothing: what it depends on, with which choices it counts, and what to say otherwise."""

    on: Literal["map", "mission"]
    counts_with: tuple[str, ...]
    why: str
    rule: str


IDLE: dict[str, Idle] = {
    "attacker": Idle(
        "mission",
        (*(slug for slug in mission_names() if figures(slug).type == "attack_defend"), "attack_defend", ANY),
        'No side attacks in the mission "{}"',
        "aofr.mission.roles",
    ),
    "style": Idle(
        "mission",
        (*(slug for slug, mission in MISSIONS.items() if mission.uses_zones), *mission_types(), ANY),
        'There are no deployment zones in the mission "{}"',
        "aofr.deployment.sets",
    ),
    "mission_zones": Idle(
        "mission",
        ("raid", "last_stand", "vip_escort", "rescue", "attack_defend", ANY),
        'No unit is set up near a marker, the centre or an edge in the mission "{}"',
        "aofr.mission.raid.defender_first",
    ),
    "placement": Idle("map", tuple(planes()), 'The table "{}" is not generated', "aofr.placement.table"),
    "name_dangerous": Idle(
        "map", (BALANCED, *planes()), 'There is no terrain on the table "{}"', "aofr.terrain.pick_dangerous"
    ),
}
"""Options that mean something only in some missions or on some tables."""


@rule("aofr.mission.roles", "aofr.deployment.sets")
@rule("aofr.placement.table", "aofr.terrain.pick_dangerous")
def refuse_idle(table: str, settings: Settings) -> None:
    """Refuse what was agreed on and would do nothing. Pieces that players bring are placed like generated ones."""
    usual = Settings()
    for name, idle in IDLE.items():
        chosen = settings.mission if idle.on == "mission" else table or BALANCED
        if getattr(settings, name) == getattr(usual, name) or chosen in idle.counts_with:
            continue
        if idle.on == "map" and settings.pieces:
            continue
        other = f"another {'mission' if idle.on == 'mission' else 'table'}: {', '.join(idle.counts_with)}"
        raise WarhostError(f"{idle.why.format(chosen)}: leave out the option {name}, or choose {other}.", idle.rule)


def option_cards() -> tuple[OptionCard, ...]:
    defaults = Settings()
    return tuple(
        OptionCard(
            name,
            text,
            choices,
            choices[choices.index(getattr(defaults, name))],
            name in FIRST,
            NAMES.get(name, {}),
            mission_texts() if name == "mission" else {},
            {IDLE[name].on: IDLE[name].counts_with} if name in IDLE else {},
        )
        for name, (text, choices) in OPTIONS.items()
    )


def mission_texts() -> dict[str, str]:
    """How each mission is set up and won, by its slug."""
    return {slug: " ".join(_told(f"aofr.mission.{slug}", figures(slug).name)) for slug in mission_names()}


def _told(stem: str, name: str) -> list[str]:
    """The rows of a mission in the order of the book, without its name at the head of each."""
    rows = [row.plain for row in catalogue("aofr").values() if row.id == stem or row.id.startswith(f"{stem}.")]
    heads = (f"{name}: ", f"The {name}: ", f"{name} mission: ")
    told = [next((row[len(head) :] for head in heads if row.startswith(head)), row) for row in rows]
    return [f"{row[:1].upper()}{row[1:]}" for row in told]
