"""Scenarios: which there are, how one is picked, which markers it has (Scenarios; Battle Scenarios, step 5)."""

from __future__ import annotations

from math import hypot

import msgspec

from warhost.errors import WarhostError, did_you_mean
from warhost.play.script import Script, draw_from
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.kings_of_war.core import Battle, Settings, events
from warhost.table import Board, Point

FAMILIES = ("standard", "battle", "narrative")
"""The families of scenarios; narrative ones tell stories of their own, and none ships yet (kow.scenario.types)."""

ANY = "any"


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario is: its markers and what they are worth."""

    name: str
    family: str
    type: str
    text: str
    objectives: tuple[tuple[float, float], ...] = ()
    loot: tuple[tuple[float, float], ...] = ()
    alternate: int = 0
    """Objectives that players place in turn."""
    bluff: bool = False
    worth: int = 1
    """What each objective is worth."""
    loot_worth: int = 1

    @property
    def scores_points(self) -> bool:
        """Whether victory points decide, or the cost of routed units."""
        return self.family != "standard"

    @property
    def has_markers(self) -> bool:
        return bool(self.objectives or self.loot or self.alternate or self.bluff)


@rule("kow.scenario.types")
def scenarios() -> dict[str, Scenario]:
    """All scenarios by their slugs."""
    return read_data("warhost.rulesets.kings_of_war", "scenarios.toml", dict[str, Scenario])


def types() -> tuple[str, ...]:
    """The types of battle scenarios."""
    return tuple(dict.fromkeys(one.type for one in scenarios().values() if one.family == "battle"))


def of_type(kind: str) -> tuple[str, ...]:
    return tuple(slug for slug, one in scenarios().items() if one.family == "battle" and one.type == kind)


def names() -> tuple[str, ...]:
    """What the setting `scenario` may be."""
    return (*scenarios(), *types(), ANY)


def check(settings: Settings) -> None:
    """Whether there is such a scenario."""
    if settings.scenario not in names():
        other = did_you_mean(settings.scenario, names()) or f" There are {', '.join(names())}."
        raise WarhostError(f'There is no scenario "{settings.scenario}".{other}', "kow.scenario.victory_pick")


def scenario_of(battle: Battle) -> Scenario:
    return scenarios()[battle.scenario or "standard"]


@rule("kow.scenario.victory_pick")
def pick(battle: Battle) -> Script[None]:
    """The scenario: agreed on, or rolled; "any" rolls for its type first."""
    slug = battle.settings.scenario
    if slug == ANY:
        slug = yield from draw_from(types(), why="Type of scenario", rule="kow.scenario.victory_pick")
    if slug in types():
        slug = yield from draw_from(of_type(slug), why="Scenario", rule="kow.scenario.victory_pick")
    battle.scenario = slug
    yield events.ScenarioChosen(scenarios()[slug].name)
    battle.stage = "zones"


@rule("kow.scenario.adapt_maps")
def place_on(board: Board, zones: str, along: float, across: float) -> Point:
    """A place told along and across the centre line, for the deployment zones in use."""
    x, y = board.centre
    if zones == "short edges":
        return x + across, y + along
    if zones == "corners":
        length = hypot(board.width, board.depth)
        ux, uy = board.width / length, -board.depth / length
        return x + along * ux - across * uy, y + along * uy + across * ux
    return x + along, y + across


STEPS = {"scenario": pick}
