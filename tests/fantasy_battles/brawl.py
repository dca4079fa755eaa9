"""A Melee Phase and nothing else, with dice told by whose they are and what they are for.

game = brawl(draw(...).fight("Ogres", "Guard"), {"to hit": 1, "Guard Break test": (6, 6)})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from tests.fantasy_battles.harness import Fall, Play, Table
from warhost.play import Allocated
from warhost.play.battle import Battle as AnyBattle
from warhost.play.questions import Allocate
from warhost.play.ruleset import Step
from warhost.rulesets.fantasy_battles.ruleset import FantasyBattles
from warhost.rulesets.fantasy_battles.shown import events

MISS: dict[str, Any] = {"to hit": 1, "Break": 1, "Combat reform": 1, "Flee": 3, "Pursuit": 1}
"""Nobody hits, and whoever loses stands if it can, or else gets away."""


class MeleeAlone(FantasyBattles):
    """The battle stops when the Melee Phase is over."""

    def next_step(self, battle: AnyBattle) -> Step | None:
        return super().next_step(battle) if battle.phase == "melee" else None


class Brawl(Play):
    """A Melee Phase being fought by a test."""

    def struck(self, unit: str, target: str | None = None) -> list[events.BlowsStruck]:
        """The attacks that a unit made so far."""
        number = self.unit(unit).id
        to = None if target is None else self.unit(target).id
        return [e for e in self.told(events.BlowsStruck) if e.unit == number and to in (None, e.target)]

    def score(self, seat: int) -> dict[str, float]:
        """The last Combat Score of a side, part by part."""
        return {part.why: part.amount for part in self.told(events.CombatScored)[-1].parts[seat]}

    def total(self, seat: int) -> int:
        """The last Combat Score of a side."""
        return self.told(events.CombatScored)[-1].totals[seat]

    def tests(self, kind: str, unit: str) -> list[events.DisciplineTested]:
        number = self.unit(unit).id
        return [e for e in self.told(events.DisciplineTested) if e.kind == kind and e.unit == number]

    def order(self, *kinds: type[Any]) -> list[str]:
        """The names of events of these kinds in the order in which they happened."""
        return [type(event).__name__ for event in self.game.events if isinstance(event, kinds)]

    def strike_at(self, target: str) -> Self:
        """Every attack that may go there goes there."""
        question = self.question
        assert isinstance(question, Allocate)
        key = str(self.unit(target).id)
        return self.answer(Allocated({pool.key: {key: pool.count} for pool in question.pools}))

    def until_asked(self, topic: str) -> Self:
        """Pass on everything until that question is open."""
        for _ in range(100):
            assert not self.game.over, f"The phase ended without the question {topic}"
            if self.topic == topic:
                return self
            self.decline()
        raise AssertionError(f"Never asked: {topic}")

    def rest(self) -> Self:
        """Pass on everything until the phase is over."""
        for _ in range(100):
            if self.game.over:
                return self
            self.decline()
        raise AssertionError("The phase never ended")


def brawl(table: Table, dice: Mapping[str, Fall] = MISS, **fields: Any) -> Brawl:
    """Start the Melee Phase of that table. What no dice are told for misses, stands, or runs a little."""
    battle = table.battle
    battle.phase, battle.stage = "melee", "fight"
    for name, value in fields.items():
        setattr(battle, name, value)
    return Brawl(battle, _with_misses(dice), MeleeAlone())


def _with_misses(dice: Mapping[str, Fall]) -> dict[str, Fall]:
    return {**dice, **{why: fall for why, fall in MISS.items() if why not in dice}}


def next_phase(game: Brawl, dice: Mapping[str, Fall] = MISS) -> Brawl:
    """The next Melee Phase of the same units, the other player's turn."""
    battle = game.battle
    battle.phase, battle.stage, battle.fought = "melee", "fight", ()
    battle.active = battle.reactive
    return Brawl(battle, _with_misses(dice), MeleeAlone())
