"""Battles of test armies from the Pre-Game Sequence on, with dice told by what they are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tests.fantasy_battles import troops
from tests.fantasy_battles.harness import Fall, Play
from warhost.play import Picked, Place, Placed, Refused, Setup
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.core.battle import Battle
from warhost.rulesets.fantasy_battles.core.entries import ArmyList, Entry
from warhost.table import Pose

NORTH, SOUTH = "far", "near"
"""The zones that the player who won the roll-off may take."""

DICE: dict[str, Fall] = {
    "Deployment Type": 1,
    "Secondary Objective": 1,
    "Deployment Zone": [5, 2],
    "First turn": [6, 1],
    "Flux Card": 4,
}
"""Frontline Clash, Hold the Ground; the first player chooses the zone, and wins the roll for the first turn."""


def army(*names: str | Entry, name: str = "Test Army") -> ArmyList:
    """A list of these units of the tests; several of one kind have numbers."""
    entries: list[Entry] = []
    for one in names:
        entry = troops.TROOPS[one] if isinstance(one, str) else one
        count = sum(other.name.startswith(entry.name) for other in entries)
        entries.append(msgspec.structs.replace(entry, name=f"{entry.name} {count + 1}") if count else entry)
    return ArmyList(name=name, army=name, entries=tuple(entries))


def set_up(first: ArmyList, second: ArmyList, field: str = "open", **options: Any) -> Battle:
    """The battle of two lists before its first step."""
    setup = Setup(
        ruleset="t9a",
        armies=(first.name, second.name),
        names=("Anna", "Bert"),
        lists=(msgspec.to_builtins(first), msgspec.to_builtins(second)),
        map=field,
        options=options,
    )
    return RULESET.set_up(setup)


class Muster(Play):
    """A battle before its first turn, with answers for what a test is not about."""

    def on_to(self, topic: str) -> Muster:
        """Go on with plain answers until that is asked."""
        while self.topic != topic:
            assert not self.game.over, f"{topic} is never asked"
            self.plainly()
        return self

    def ours_first(self) -> Muster:
        """The first player, who chose the zone, deploys first, because the other says so."""
        self.on_to("deploys first").choose("them")
        return self

    def deployable(self) -> list[str]:
        """The names of the units that may be deployed now."""
        assert self.topic == "deploy", f"{self.topic} is asked"
        question = self.question
        if isinstance(question, Place):
            assert question.unit is not None
            return [self.battle.units[question.unit].name]
        return [option.label for option in self.options if option.unit is not None]

    def plainly(self) -> Muster:
        """The first suggestion; nobody is declared, delayed or sent ahead."""
        keys = [] if not hasattr(self.question, "options") else self.keys_of_any()
        if self.topic in ("ambush", "scouts"):
            return self.pick()
        if "pass" in keys:
            return self.choose("pass")
        self.answer(self.game.asked.suggestions()[0])
        return self

    def keys_of_any(self) -> list[str]:
        """The keys of the options of any question that has some."""
        return [option.key for option in getattr(self.question, "options", ())]

    def pick(self, *names: str) -> Muster:
        """Pick the options about these units."""
        self.answer(Picked(tuple(str(self.unit(name).id) for name in names)))
        return self

    def take(self, name: str) -> Muster:
        """Take a unit to deploy, so that its place is asked for."""
        if not isinstance(self.question, Place):
            self.choose(unit=name)
        if self.topic == "join":
            self.choose("alone")
        assert isinstance(self.question, Place), f"{self.topic} is asked"
        return self

    def put(self, name: str, x: float, y: float, facing: float | None = None) -> Muster:
        """Deploy a unit there, looking at the enemy unless told otherwise."""
        self.take(name)
        seat = self.unit(name).seat
        if facing is None:
            facing = 0.0 if self.battle.homes[seat] == 0 else 180.0
        self.place(x, y, facing)
        return self


def ruled_out(play: Play, x: float, y: float, facing: float = 0.0) -> str:
    """The rule by which a place is refused; "" if it is legal. Nothing is placed."""
    try:
        play.game.asked.check(Placed(Pose(x, y, facing)))
    except Refused as refused:
        return refused.rule or "no rule"
    return ""


def muster(
    first: Sequence[str | Entry],
    second: Sequence[str | Entry],
    *,
    until: str = "",
    dice: Mapping[str, Fall] | None = None,
    field: str = "open",
    **options: Any,
) -> Muster:
    """The battle of two armies of the tests, played plainly until something is asked."""
    battle = set_up(army(*first, name="Ours"), army(*second, name="Theirs"), field, **options)
    play = Muster(battle, {**DICE, **(dice or {})})
    return play.on_to(until) if until else play
