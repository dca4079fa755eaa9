"""Fits the figures by which a report reckons who is likely to win (`warhost.report.telling.course`) to who won.

    python benchmarks/fit_chances.py --games 200

Captains play captains, and every third battle a random player. For every phase of every battle it notes the lead in
strength and in score, each by itself and times how far the battle had gone, and fits a logistic curve to the outcome,
for each rulebook and, in equal parts, for all.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from warhost.dice import Chance
from warhost.play import Game, Setup
from warhost.players import named_player, play_out, start
from warhost.report import course_of, legs_of
from warhost.rulesets import ruleset, slugs

Numbers = NDArray[np.float64]


def battle(slug: str, number: int) -> Game:
    """One battle of any two armies on any map."""
    book = ruleset(slug)
    chance = Chance(f"fit {slug} {number}")
    armies, maps = book.armies(), book.maps()
    setup = Setup(
        ruleset=slug,
        armies=(armies[chance.pick(len(armies))], armies[chance.pick(len(armies))]),
        map=maps[chance.pick(len(maps))],
    )
    kinds = ("captain", "captain") if number % 3 else ("captain", "random") if number % 2 else ("random", "captain")
    game = start(book, setup, f"fit {number}")
    play_out(game, [named_player(kind, seat, chance.fork(kind)) for seat, kind in enumerate(kinds)])
    return game


def rows(game: Game) -> Iterator[tuple[list[float], float]]:
    """How things stood at the start of every phase, and who won: 1 the first seat, 0 the second, 0.5 nobody."""
    outcome = game.battle.outcome
    assert outcome is not None
    won = 0.5 if not outcome.winners else float(0 in outcome.winners)
    before = None
    for standing in course_of(game.ruleset, legs_of(game)).standings:
        phase = (standing.turn, standing.active, standing.phase)
        if phase != before and standing.turn:
            time = min(1.0, standing.turn / game.battle.turn)
            strength = standing.strength[0] - standing.strength[1]
            score = (standing.score[0] - standing.score[1]) / (sum(map(abs, standing.score)) + 1.0)
            yield [strength, strength * time, score, score * time], won
        before = phase


def fitted(features: Numbers, won: Numbers, weight: Numbers) -> tuple[Numbers, float]:
    """The four figures by Newton's method, held a little towards nothing, and the mean surprise that is left."""
    figures = np.zeros(features.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-features @ figures))
        bend = (features * (weight * chance * (1 - chance))[:, None]).T @ features + np.eye(len(figures))
        figures = figures + np.linalg.solve(bend, features.T @ (weight * (won - chance)) - figures)
    chance = 1 / (1 + np.exp(-features @ figures))
    surprise = -(won * np.log(chance) + (1 - won) * np.log(1 - chance))
    return figures, float((surprise * weight).sum() / weight.sum())


def tell(name: str, features: Numbers, won: Numbers, weight: Numbers) -> None:
    figures, surprise = fitted(features, won, weight)
    strength, score = f"{figures[0]:.2f} {figures[1]:+.2f}", f"{figures[2]:.2f} {figures[3]:+.2f}"
    print(f"{name:6} strength {strength}, score {score}; surprise {surprise:.3f}")  # noqa: T201


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="battles of each rulebook")
    games = parser.parse_args(arguments).games
    parts = []
    for slug in slugs():
        found = [row for number in range(games) for row in rows(battle(slug, number))]
        features, won = np.array([row for row, _ in found]), np.array([who for _, who in found])
        tell(slug, features, won, np.ones(len(won)))
        parts.append((features, won, np.full(len(won), 1.0 / len(won))))
    weight = np.concatenate([part[2] for part in parts])
    tell(
        "all",
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        weight * len(weight) / len(parts),
    )


if __name__ == "__main__":
    main()
