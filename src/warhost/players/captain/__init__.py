"""The player `captain`: weighs every answer by named terms, takes the best, and says why."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.play import Ask, Battle, Ruleset
from warhost.players.base import Decision, Reason
from warhost.players.captain.advisor import BookAdvisor
from warhost.players.captain.engine import Advisor, Candidate, pick
from warhost.players.captain.generic import GenericAdvisor

__all__ = ["Advisor", "Candidate", "Captain"]


class Captain:
    """A player that weighs its answers by named terms and takes the best.

    The same seed gives the same answers; its chance only parts what is truly equal.
    It goes by the counsel of the book that is played, where the book offers one, or by the advisor that it is given.
    """

    name = "captain"
    title = "Captain"
    level = 3
    text = "Plays to win and explains its moves."

    def __init__(self, chance: Chance, advisor: Advisor | None = None) -> None:
        self._chance = chance
        self._generic = GenericAdvisor()
        self._advisor = BookAdvisor() if advisor is None else advisor

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        faults: list[Reason] = []
        chosen = pick(ask, self._advisor.candidates(ask, view, ruleset), self._chance, faults)
        if chosen is None:
            chosen = pick(ask, self._generic.candidates(ask, view, ruleset), self._chance, faults)
        if chosen is None:
            chosen = Candidate(ask.sample(self._chance), "Anything that is legal")
            chosen.faults = faults
        return chosen.decision()

    def close(self) -> None:
        self._advisor = BookAdvisor()
