"""The course of a battle: after every step who was how strong, what the score was, and who was likely to win.

Nothing here knows a rulebook. Strength is what its units have left, the score is how it would be judged if it ended
now, and the chance of winning is reckoned from both by four figures that were fitted to battles of all rulebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

import msgspec

from warhost.play import Battle, Event, Game, Judges, Outcome, Ruleset, Shows, Strength, told_outcome
from warhost.play.kept.record import Frame
from warhost.play.rules.sides import sides
from warhost.report.telling.words import strength_of
from warhost.table import summed

STRENGTH = (4.5, 0.5)
"""What all of an army weighs at the start of a battle, and what it gains in weight until the end."""

SCORE = (0.5, 3.0)
"""What all of the score weighs at the start of a battle, and what it gains in weight until the end.

The four figures are fitted to who won some 400 battles of captains against captains and against random players, of
Essence of War and of Regiments in equal parts: `python benchmarks/fit_chances.py`.
"""


class Leg(msgspec.Struct, frozen=True):
    """A part of a battle that is told in one: a step of the rules, or what lies between two snapshots."""

    since: int
    at: int
    before: Battle
    after: Battle
    events: tuple[Event, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """How things stood after so many answers, for each seat: the share of its strength left, score, chance to win."""

    at: int
    turn: int
    active: int
    phase: str
    strength: tuple[float, ...]
    score: tuple[float, ...]
    chance: tuple[float, ...]


class Round(msgspec.Struct, frozen=True):
    """How a turn ended: the score, what was left, who held what could be held, and the verdict if it had ended so."""

    turn: int
    at: int
    strength: tuple[float, ...]
    score: tuple[float, ...]
    holders: tuple[int | None, ...]
    verdict: str


class Toll(msgspec.Struct, frozen=True):
    """The health that a unit took from others, and what it lost by whatever cause."""

    unit: int
    dealt: float
    taken: int


class Course(msgspec.Struct, frozen=True):
    """A whole battle as legs, with how things stood before the first and after each."""

    legs: tuple[Leg, ...]
    standings: tuple[Standing, ...]
    rounds: tuple[Round, ...]
    tolls: tuple[Toll, ...]


def legs_of(game: Game) -> list[Leg]:
    """The steps of a game that kept its history."""
    marks = game.marks
    found = [
        Leg(one.at, other.at, one.battle, other.battle, tuple(game.events[one.told : other.told]))
        for one, other in pairwise(marks)
    ]
    last = marks[-1]
    # A copy: a game that goes on must not change what is told of it.
    return [*found, Leg(last.at, game.number, last.battle, game.closing(), tuple(game.events[last.told :]))]


def legs_between(frames: Sequence[Frame], end: Frame) -> list[Leg]:
    """What lies between snapshots, and between the last of them and the end; what happened there is not known."""
    return [Leg(one.at, other.at, one.battle, other.battle) for one, other in pairwise([*frames, end])]


def course_of(ruleset: Ruleset, legs: Sequence[Leg]) -> Course:
    """The course of a battle from its legs."""
    scale = _Scale(ruleset, legs[-1].after)
    standings = [scale.standing(legs[0].since, legs[0].before), *(scale.standing(leg.at, leg.after) for leg in legs)]
    return Course(tuple(legs), tuple(standings), tuple(_rounds(scale, legs, standings)), _tolls(scale, legs))


class _Scale:
    """What battles of one record are weighed with."""

    def __init__(self, ruleset: Ruleset, last: Battle) -> None:
        self.ruleset = ruleset
        self.last = last
        self.seats = len(last.scene.seats)
        self.sides = sides(last.scene.seats)
        self.turns = last.turn if last.outcome is not None else last.turn + 1
        self.weights = self._weights()

    def left(self, battle: Battle) -> dict[int, Strength]:
        return {unit.id: strength_of(self.ruleset, battle, unit) for unit in battle.units}

    def _weights(self) -> dict[int, float]:
        """What each unit counts of its army: half by heads, half by health, so that neither hordes nor heroes rule."""
        left = self.left(self.last)
        found: dict[int, float] = {}
        for seat in range(self.seats):
            # A unit that became a part of another one counts there.
            own = [unit.id for unit in self.last.units if unit.seat == seat and left[unit.id].models_at_start]
            health = sum(left[unit].health_at_start for unit in own) or 1
            for unit in own:
                found[unit] = 0.5 / len(own) + 0.5 * left[unit].health_at_start / health
        return found

    def strength(self, battle: Battle) -> tuple[float, ...]:
        """The share of its army that every seat has left."""
        left = self.left(battle)
        shares = [0.0] * self.seats
        for unit in battle.units:
            if unit.id in self.weights:
                one = left[unit.id]
                shares[unit.seat] += self.weights[unit.id] * one.health / (one.health_at_start or 1)
        return tuple(round(share, 6) for share in shares)

    def verdict(self, battle: Battle) -> Outcome | None:
        outcome = battle.outcome
        if outcome is None and isinstance(self.ruleset, Judges):
            outcome = self.ruleset.verdict(battle)
        return told_outcome(battle, outcome)

    def score(self, verdict: Outcome | None) -> tuple[float, ...]:
        """The score of a verdict; where a rulebook knows but winners, they have one point."""
        if verdict is None:
            return (0.0,) * self.seats
        return verdict.score or tuple(float(seat in verdict.winners) for seat in range(self.seats))

    def certain(self, outcome: Outcome | None) -> tuple[float, ...]:
        """When it is over, nothing is left to chance. What nobody won is shared by all sides."""
        if outcome is None:
            return ()
        won = [side for side in self.sides if not outcome.winners or set(side) & set(outcome.winners)]
        winners = {seat for side in won for seat in side}
        return tuple(round((seat in winners) / len(won), 6) for seat in range(self.seats))

    def standing(self, at: int, battle: Battle) -> Standing:
        strength = self.strength(battle)
        score = self.score(self.verdict(battle))
        time = battle.turn / max(1, self.turns, battle.turn)
        chance = self.certain(battle.outcome) or chances(strength, score, time, self.sides)
        return Standing(at, battle.turn, battle.active, battle.phase, strength, score, chance)

    def holders(self, battle: Battle) -> tuple[int | None, ...]:
        if not isinstance(self.ruleset, Shows):
            return ()
        return tuple(token.owner for token in self.ruleset.overlay(battle).tokens)


def chances(
    strength: Sequence[float], score: Sequence[float], time: float, sides: Sequence[Sequence[int]] = ()
) -> tuple[float, ...]:
    """How likely the side of each seat wins, by the strength and the share of the score that its seats have on average;
    `time` runs from 0 to 1. Without `sides` every seat is one of its own."""
    # One more than there is: the first point of many to come is not yet all of the score.
    total = summed(abs(points) for points in score) + 1.0
    by_strength = STRENGTH[0] + STRENGTH[1] * time
    by_score = SCORE[0] + SCORE[1] * time
    weights: dict[int, float] = {}
    whole = 0.0
    for side in sides or [(seat,) for seat in range(len(strength))]:
        left = summed(strength[seat] for seat in side) / len(side)
        points = summed(score[seat] for seat in side) / len(side)
        weight = exp(by_strength * left + by_score * points / total)
        weights |= dict.fromkeys(side, weight)
        whole += weight
    return tuple(round(weights[seat] / whole, 6) for seat in range(len(strength)))


def _rounds(scale: _Scale, legs: Sequence[Leg], standings: Sequence[Standing]) -> Iterable[Round]:
    """What the last step of every turn came to. What nobody ever holds is nothing to be held."""
    ends = {leg.before.turn: number for number, leg in enumerate(legs) if leg.before.turn}
    held = {turn: scale.holders(legs[number].after) for turn, number in ends.items()}
    if all(owner is None for owners in held.values() for owner in owners):
        held = dict.fromkeys(held, ())
    for turn, number in ends.items():
        verdict = scale.verdict(legs[number].after)
        standing = standings[number + 1]
        text = "" if verdict is None else verdict.text
        yield Round(turn, standing.at, standing.strength, standing.score, held[turn], text)


def _tolls(scale: _Scale, legs: Sequence[Leg]) -> tuple[Toll, ...]:
    """Every loss is shared among the blows that led to it, by the wounds of each."""
    dealt = dict.fromkeys(scale.weights, 0.0)
    blows: dict[int, list[tuple[int | None, int]]] = {}
    for event in (event for leg in legs for event in leg.events):
        blow, hurt = event.blow, event.hurt
        if blow is not None and blow.wounds > 0:
            blows.setdefault(blow.to, []).append((blow.by, blow.wounds))
        if hurt is not None:
            since = blows.pop(hurt.unit, [])
            wounds = sum(count for _, count in since)
            for by, count in since:
                if by in dealt:
                    dealt[by] += hurt.health * count / wounds
    left = scale.left(scale.last)
    return tuple(
        Toll(unit, round(amount, 3), left[unit].health_at_start - left[unit].health) for unit, amount in dealt.items()
    )
