"""The player `captain`: weighs every answer by named terms, takes the best, and says why."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.play import Ask, Battle, Ruleset
from warhost.players.base import Decision, Reason
from warhost.players.captain.advisors import advised, advisor_for
from warhost.players.captain.engine import Advisor, Candidate, pick
from warhost.players.captain.generic import GenericAdvisor

__all__ = ["Advisor", "Candidate", "Captain", "advised"]


class Captain:
    """Plays by scored candidates. The same seed gives the same answers; its chance only parts what is truly equal."""

    name = "captain"

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._advisors: dict[str, Advisor] = {}

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        advisor = self._advisors.get(ruleset.slug)
        if advisor is None:
            advisor = self._advisors[ruleset.slug] = advisor_for(ruleset.slug)
        faults: list[Reason] = []
        chosen = pick(ask, advisor.candidates(ask, view, ruleset), self._chance, faults)
        if chosen is None:
            chosen = pick(ask, GenericAdvisor().candidates(ask, view, ruleset), self._chance, faults)
        if chosen is None:
            chosen = Candidate(ask.sample(self._chance), "Anything that is legal")
            chosen.faults = faults
        return chosen.decision()

    def close(self) -> None:
        self._advisors.clear()
