"""What players of Regiments may agree on before a battle, in their words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.play.shown.cards import OptionCard
from warhost.rulebook import catalogue, rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.deployment.styles import ANY as ANY_STYLE
from warhost.rulesets.regiments.chapters.deployment.styles import SETS, style, style_names
from warhost.rulesets.regiments.chapters.missions import ANY, MISSIONS, figures, mission_names, mission_types
from warhost.rulesets.regiments.chapters.terrain.battlefield import BALANCED
from warhost.rulesets.regiments.chapters.terrain.generator import planes
from warhost.rulesets.regiments.chapters.terrain.placers import ANY as ANY_PLACEMENT
from warhost.rulesets.regiments.chapters.terrain.placers import WAYS
from warhost.rulesets.regiments.core import Settings, optional
from warhost.rulesets.regiments.lists.rosters import BATTLE_SIZES

FIRST = ("points", "mission")
"""Those on which players agree before all else."""

CHOICES: dict[str, tuple[bool | int | str, ...]] = {
    "mission": (*mission_names(), *mission_types(), ANY),
    "points": BATTLE_SIZES,
    "force_organisation": (False, True),
    "free_lists": (False, True),
    "style": (*style_names(), *SETS, ANY_STYLE),
    "placement": (*WAYS, ANY_PLACEMENT),
    "name_dangerous": (False, True),
    "attacker": (-1, 0, 1),
    "rounds": (0, 1, 2, 3, 4, 5, 6),
    "width": (48, 60, 72),
    "depth": (48,),
    "step_back": (False, True),
    "choose_casualties": (False, True),
    "fear": ("once", "each model"),
    "mission_zones": ("fully within", "within"),
}
"""What the settings may be that players may change on a page; data/options.toml says what they are about."""


def _names(option: str) -> dict[str, str]:
    """What the choices of an option are called that do not speak for themselves."""
    own: dict[str, Callable[[], dict[str, str]]] = {
        "mission": lambda: {slug: figures(slug).name for slug in mission_names()},
        "style": lambda: {slug: style(slug).name for slug in style_names()},
    }
    named = own[option]() if option in own else {}
    return {**named, **{name: text for name, text in _texts()[option].items() if name != "text"}}


def _texts() -> dict[str, dict[str, str]]:
    return read_data("warhost.rulesets.regiments", "options.toml", dict[str, dict[str, str]])


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
        if any(name in part.counts for part in optional.in_force(settings.parts)):
            continue
        other = f"another {'mission' if idle.on == 'mission' else 'table'}: {', '.join(idle.counts_with)}"
        raise WarhostError(f"{idle.why.format(chosen)}: leave out the option {name}, or choose {other}.", idle.rule)


def option_cards() -> tuple[OptionCard, ...]:
    defaults = Settings()
    return tuple(
        OptionCard(
            name,
            _texts()[name]["text"],
            choices,
            choices[choices.index(getattr(defaults, name))],
            name in FIRST,
            _names(name),
            mission_texts() if name == "mission" else {},
            {IDLE[name].on: IDLE[name].counts_with} if name in IDLE else {},
        )
        for name, choices in CHOICES.items()
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
