"""Tables with solid buildings and other pieces that optional parts put on the board."""

from __future__ import annotations

from collections.abc import Mapping

from tests.regiments.harness import Table, draw
from warhost.play import Setup
from warhost.play.kept.record import replay
from warhost.players import play_match
from warhost.rulesets.regiments.core import Regiment, Settings, optional
from warhost.rulesets.regiments.parts.army_terrain import ArmyTerrain
from warhost.rulesets.regiments.parts.army_terrain.pieces import Piece, kind_of
from warhost.rulesets.regiments.parts.army_terrain.placing import lay
from warhost.rulesets.regiments.parts.siege_battles import castle
from warhost.rulesets.regiments.parts.siege_battles.figures import GATES, change, plans
from warhost.rulesets.regiments.parts.solid_buildings import Buildings, SolidBuildings
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Pose


def in_force(name: str) -> Settings:
    return Settings(parts=(name,))


def town(line: str, regiments: Mapping[str, Regiment], choices: str = "holding") -> Table:
    """A table whose solid buildings can be entered, by the choices of the part that are named."""
    table = draw(line, in_force(f"solid_buildings:{choices}"), **regiments)
    (part,) = optional.in_force(table.battle.scene.settings.parts)
    assert isinstance(part, SolidBuildings)
    part.stand_up(table.battle)
    return table


def standing(table: Table) -> Buildings:
    return optional.kept(table.battle, "solid_buildings", Buildings)


def battle_of(part: str, players: tuple[str, str] = ("random", "random"), seed: str = "1", **options: object) -> None:
    """A small battle with the part is played to its end, keeps the invariants, and is replayed to the same end."""
    one, other, *_ = RULESET.armies()
    told = {"parts": [part], "points": 750, **options}
    board = "" if "pieces" in options else "balanced"
    setup = Setup(ruleset="aofr", armies=(one, other), map=board, options=told)
    result, record = play_match(RULESET, setup, players, seed, record=True)
    assert result.decisions
    assert record is not None
    again = replay(record, RULESET).battle
    assert again.outcome == record.outcome
    assert RULESET.problems(again) == []


def landmarks(
    line: str, regiments: Mapping[str, Regiment], slug: str, *places: tuple[float, float], seat: int = 0
) -> Table:
    """A table on which that side's army terrain lies at those places."""
    table = draw(line, in_force("army_terrain"), **regiments)
    poses = tuple(Pose(x, y, 0.0) for x, y in places)
    for pose in poses:
        lay(table.battle, kind_of(slug), pose)
    optional.keep(table.battle, "army_terrain", ArmyTerrain(placed=(Piece(seat, slug, poses),)))
    return table


def castle_with(
    line: str, regiments: Mapping[str, Regiment], *built: tuple[str, float, float], gate: str = "wooden"
) -> Table:
    """A siege in which the first side attacks from the south; the castle looks at it. What is built stands there."""
    table = draw(line, in_force(f"siege_battles:{gate}"), **regiments)
    table.having(roles=("attacker", "defender"))
    change(table.battle, half="north")
    for name, x, y in built:
        kind = next(one for one in plans() if one == name)
        door = next(one for one in GATES if one == gate)
        castle.set_up(table.battle, kind, Pose(x, y, 180.0), door)
    return table
