"""What the captain knows of Age of Fantasy: Regiments: one file a subject, found by the question's topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from warhost.play import Ask, Battle, Ruleset
from warhost.players.captain.engine import Advisor, Candidate
from warhost.players.captain.generic import GenericAdvisor
from warhost.players.captain.regiments import choices, deploy, orders
from warhost.players.captain.regiments.orders import Memory
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments.battle import Battle as RegimentsBattle

__all__ = ["TOPICS", "RegimentsAdvisor", "advisor"]

Judge = Callable[[Situation, Ask, Any, Memory], list[Candidate]]

TOPICS: dict[tuple[str, str], Judge] = {
    ("choose", "activate"): orders.next_unit,
    ("choose", "action"): orders.actions,
    ("choose", "shoot"): choices.shoot,
    ("choose", "shoot with"): choices.shoot,
    ("choose", "counter"): choices.strike,
    ("choose", "strike back"): choices.strike,
    ("choose", "cast"): choices.cast,
    ("choose", "cast on"): choices.cast_on,
    ("choose", "cast also"): choices.cast_also,
    ("choose", "ability"): choices.ability,
    ("choose", "boost"): choices.tokens,
    ("choose", "hinder"): choices.tokens,
    ("choose", "pick"): choices.pick_one,
    ("allocate", "pick"): choices.pick,
    ("choose", "set aside"): deploy.set_aside,
    ("choose", "deploy"): deploy.next_unit,
    ("choose", "scouts"): deploy.next_unit,
    ("choose", "arrive"): deploy.arrive,
    ("choose", "aboard"): deploy.aboard,
    ("choose", "join"): deploy.join,
    ("place", "deploy"): deploy.place,
    ("place", "arrive"): deploy.come_in,
    ("place", "scout"): deploy.come_in,
    ("place", "place"): deploy.come_in,
    ("place", "disembark"): deploy.come_in,
    ("place", "bail out"): deploy.come_in,
    ("place", "move marker"): deploy.move_marker,
}
"""Who judges which question, by its kind and topic."""


class RegimentsAdvisor:
    """Weighs the answers to every question of this book; what it has no view on is left to plain sense."""

    def __init__(self) -> None:
        self._generic = GenericAdvisor()
        self._memory = Memory()

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Sequence[Candidate]:
        question = ask.question
        kind = str(question.__struct_config__.tag)
        judge = TOPICS.get((kind, question.topic), orders.manoeuvre if kind == "manoeuvre" else None)
        found: Sequence[Candidate] = ()
        if judge is not None:
            assert isinstance(view, RegimentsBattle)
            found = judge(Situation(view, question.seat), ask, question, self._memory)
        return found or self._generic.candidates(ask, view, ruleset)


def advisor() -> Advisor:
    """A fresh advisor for one player."""
    return RegimentsAdvisor()
