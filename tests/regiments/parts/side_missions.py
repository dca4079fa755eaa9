"""Battles that end with a side-mission in play: what became of units, who holds what, who completed it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.regiments.harness import Dicing, Interlude, Play, Table, draw, find, happen, regiment
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.side_missions import dash, play
from warhost.rulesets.regiments.parts.side_missions.events import SideMissionCompleted
from warhost.rulesets.regiments.ruleset import RULESET

FOOT = regiment(size=5)
"""5" wide and 1" deep."""

TINY = regiment(size=1)
"""1" by 1"."""

PLAIN = "0 A at 36,6 | 1 B at 36,42 face 180"

SIDE, DASH = Settings(parts=("side_missions:shared+free",)), Settings(parts=("mad_dash:shared",))

NO_OTHERS: Mapping[str, Regiment] = {}

Doing = Callable[[Battle], Script[Any]]


def lay(line: str = PLAIN, regiments: Mapping[str, Regiment] = NO_OTHERS, settings: Settings = SIDE) -> Table:
    """A table; units that are not made up are of five models."""
    names = {told.split()[1] for told in line.split(" | ")}
    return draw(line, settings, **{name: regiments.get(name, FOOT) for name in names})


def owned(*owners: int | None) -> tuple[Marker, ...]:
    """A row of markers with these owners."""
    return tuple(Marker(4.0 + 10 * number, 24.0, owner=owner) for number, owner in enumerate(owners))


def rout(*names: str) -> Doing:
    """These units rout one after another, by nobody's doing."""

    def script(battle: Battle) -> Script[None]:
        for name in names:
            yield from removal.rout(battle, find(battle, name))

    return script


def ended(table: Table, *slugs: str, doing: Sequence[Doing] = (), dice: Dicing = ()) -> Interlude:
    """These things happen, then the battle is judged with these side-missions open to both."""
    optional.keep(table.battle, "side_missions", play.Picked("shared", "free", open=slugs))

    def script(battle: Battle) -> Script[None]:
        for deed in doing:
            yield from deed(battle)
        battle.stage = "reckon"
        yield from objectives.reckon(battle)

    return happen(table, script, dice)


def completers(play: Play) -> set[int]:
    """The seats that completed a side-mission."""
    return {event.seat for event in play.told(SideMissionCompleted)}


def in_a_dash(table: Table, variant: str = "shared", **fields: Any) -> Table:
    optional.keep(table.battle, "mad_dash", dash.Dash(variant, **fields))
    return table


def seen(play: Play, seat: int | None) -> Battle:
    """The battle as that seat sees it."""
    view = RULESET.view(play.battle, seat)
    assert isinstance(view, Battle)
    return view
