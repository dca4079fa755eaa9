"""Scenarios of the house: the book names none (Preparing For Battle; BLUE-R141, BLUE-R143)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from warhost.errors import WarhostError, did_you_mean
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import Battle, Marker, Settings
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.families.data import read_data


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a battle is won: where objectives lie, and what is worth how many Victory Points."""

    name: str
    title: str
    text: str
    mode: Literal["any", "pve"] = "any"
    small: tuple[tuple[float, float], ...] = ()
    large: tuple[tuple[float, float], ...] = ()
    objective: int = 0
    destroyed: int = 0
    commander: int = 0
    across: int = 0
    lair: float = 0.0
    """How far from the centre the environment sets up; 0: in a zone like everybody."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    scenario: tuple[Scenario, ...]


@lru_cache(maxsize=1)
def scenarios() -> dict[str, Scenario]:
    """The scenarios by their names."""
    return {one.name: one for one in read_data("warhost.rulesets.blue_age", "scenarios.toml", _File).scenario}


@rule("blue.setup.scenario", "blue.setup.pvp_or_pve")
def check(settings: Settings) -> Scenario:
    """The scenario that was selected: it has to be one that there is, and fit the kind of game."""
    known = scenarios()
    if settings.scenario not in known:
        guess = did_you_mean(settings.scenario, known) or f" There are {', '.join(known)}."
        raise WarhostError(f'There is no scenario "{settings.scenario}".{guess}', "blue.setup.scenario")
    found = known[settings.scenario]
    if found.mode == "pve" and settings.mode != "pve":
        raise WarhostError(f"{found.title} is played against the environment only.", "blue.setup.pvp_or_pve")
    return found


def scenario_of(battle: Battle) -> Scenario:
    """The scenario that is played."""
    return scenarios()[battle.scenario or battle.settings.scenario]


@rule("blue.setup.scenario")
def lay_out(battle: Battle) -> Script[None]:
    """The scenario's objectives lie on the table."""
    found = scenarios()[battle.settings.scenario]
    battle.scenario = found.name
    board = battle.scene.board
    spots = found.large if board.width > 48.0 else found.small
    battle.markers = tuple(Marker(board.width / 2 + x, board.depth / 2 + y) for x, y in spots)
    battle.stage = "lore"
    yield events.ScenarioChosen(found.title)


STEPS = {"scenario": lay_out}
