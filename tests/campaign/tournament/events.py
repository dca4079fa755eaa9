"""Tournaments of a test: players with armies of the house, results typed in, dice written down or from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.campaign import ORGANISER, Fixture, Season
from warhost.campaign.tournament import CAMPAIGN, Entrant, Settings, Tournament, entered, typed_result
from warhost.dice import Chance
from warhost.play import Chosen, luck_of
from warhost.rulesets.regiments.lists.house import books

NAMES = ("Ann", "Ben", "Cay", "Dan", "Eve", "Fay", "Gus", "Hal", "Ina", "Jon", "Kim", "Lee", "Mia", "Ned", "Oda", "Pam")


def entrants(number: int, **told: Any) -> list[Entrant]:
    armies = list(books())
    return [Entrant(name=name, army=armies[place % len(armies)], **told) for place, name in enumerate(NAMES[:number])]


class Event:
    """A tournament that a test runs. Players are named by their first letters."""

    def __init__(self, players: int | Sequence[Entrant], seed: str = "event", **settings: Any) -> None:
        settings = {"missions": ("duel",) * 20, "points": 750, **settings}
        own = entrants(players) if isinstance(players, int) else players
        self.season = Season(CAMPAIGN, entered(Settings(**settings), own), luck_of(Chance(seed)))

    @property
    def state(self) -> Tournament:
        assert isinstance(self.season.state, Tournament)
        return self.season.state

    def desk(self, key: str = "go on") -> Event:
        self.season.answer(Chosen(key), ORGANISER)
        return self

    def player(self, letter: str) -> int:
        return next(number for number, name in enumerate(self.state.players) if name.startswith(letter))

    def fixture(self, letter: str) -> Fixture:
        return next(one for one in self.season.fixtures if self.player(letter) in one.players)

    def result(self, letter: str, won: str = "", second: tuple[int, int] = (0, 0)) -> Event:
        """The match of that player: who won it (nobody: a tie), the second scores of that player and of the other."""
        fixture = self.fixture(letter)
        winner = next((name for name in self.state.players if won and name.startswith(won)), None)
        swapped = fixture.players[0] != self.player(letter)
        self.season.report(typed_result(self.state, fixture, winner, second[::-1] if swapped else second))
        return self

    def pairs(self, number: int | None = None) -> list[str]:
        """The pairings of a round: "Ann-Ben" is "AB", and a player without an opponent stands alone."""
        one = self.state.rounds[-1 if number is None else number - 1]
        return [
            "".join(self.state.players[player][0] for player in match.players if player >= 0) for match in one.matches
        ]

    def play(self, best: str = "ABCDEFGHIJKLMNOP") -> Event:
        """The open matches of the round: whoever comes first here wins."""
        for fixture in self.season.fixtures:
            letters = [self.state.players[player][0] for player in fixture.players]
            first = min(letters, key=best.index)
            self.result(first, first)
        return self
