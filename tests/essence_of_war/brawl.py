"""A Melee Phase and nothing else, with dice told by whose they are and what they are for.

game = brawl(draw(...).fight("Iron Orcs", "Ghouls"), {"to hit": 1, "Iron Orcs: Break test": (6, 6)})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from warhost.dice import Dice
from warhost.play import Game, Roll
from warhost.play.battle import Battle as AnyBattle
from warhost.play.ruleset import Step
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.essence_of_war.ruleset import EssenceOfWar
from warhost.rulesets.essence_of_war.shown import events

from .harness import Play, Table, WrittenDice

Telling = Mapping[str, Any]
"""For each reason a face, faces, or a list of rolls."""


class MeleeAlone(EssenceOfWar):
    """The battle stops when the Melee Phase is over."""

    def next_step(self, battle: AnyBattle) -> Step | None:
        return super().next_step(battle) if battle.phase == "melee" else None


class ToldDice(WrittenDice):
    """The first telling found in "Unit: what for" counts: a face for all dice, these faces, or these rolls in turn."""

    def __init__(self, battle: Battle, telling: Telling) -> None:
        super().__init__(())
        self.names = [unit.name for unit in battle.units]
        self.telling = {why: list(faces) if isinstance(faces, list) else faces for why, faces in telling.items()}

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        self.asked.append(roll)
        what = roll.why if roll.unit is None else f"{self.names[roll.unit]}: {roll.why}"
        number = Dice.parse(roll.dice).faces
        for why, told in self.telling.items():
            if why in what:
                faces = told.pop(0) if isinstance(told, list) else told
                faces = (faces,) * number if isinstance(faces, int) else faces
                assert len(faces) == number, f"{what} is a roll of {roll.dice}, told are {faces}"
                return faces
        raise AssertionError(f"No dice are told for: {what} ({roll.dice}, {roll.rule})")


class Brawl(Play):
    """A Melee Phase being fought by a test."""

    def __init__(self, battle: Battle, telling: Telling) -> None:
        self.dice = ToldDice(battle, telling)
        self.game = Game(MeleeAlone(), battle, self.dice)

    def struck(self, unit: str, target: str | None = None) -> list[events.BlowsStruck]:
        """The attacks that a unit made so far."""
        number = self.unit(unit).id
        to = None if target is None else self.unit(target).id
        return [e for e in self.told(events.BlowsStruck) if e.unit == number and to in (None, e.target)]

    def score(self, seat: int) -> dict[str, float]:
        """The last Combat Result of a side, part by part."""
        return {part.why: part.amount for part in self.told(events.CombatScored)[-1].parts[seat]}

    def tests(self, kind: str, unit: str) -> list[events.DisciplineTested]:
        number = self.unit(unit).id
        return [e for e in self.told(events.DisciplineTested) if e.kind == kind and e.unit == number]

    def order(self, *kinds: type[Any]) -> list[str]:
        """The names of events of these kinds in the order in which they happened."""
        return [type(event).__name__ for event in self.game.events if isinstance(event, kinds)]

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


def brawl(table: Table, telling: Telling, **fields: Any) -> Brawl:
    """Start the Melee Phase of that table."""
    battle = table.battle
    battle.phase, battle.stage = "melee", "fight"
    for name, value in fields.items():
        setattr(battle, name, value)
    return Brawl(battle, telling)


def next_phase(game: Brawl, telling: Telling) -> Brawl:
    """The next Melee Phase of the same units, the other player's turn."""
    battle = game.battle
    battle.phase, battle.stage, battle.fought = "melee", "fight", ()
    battle.active = battle.reactive
    return Brawl(battle, telling)
