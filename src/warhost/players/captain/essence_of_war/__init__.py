"""What the captain knows of Essence of War: one file for each subject, found by the topic of the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from warhost.play import Ask, Battle, Ruleset
from warhost.players.captain.engine import Advisor, Candidate
from warhost.players.captain.essence_of_war import charge, deploy, magic, melee, move, shoot
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.generic import GenericAdvisor
from warhost.rulesets.essence_of_war.battle import Battle as EssenceBattle

Judge = Callable[[Situation, Ask, Any], list[Candidate]]

TOPICS: dict[tuple[str, str], Judge] = {
    ("choose", "side"): deploy.side,
    ("choose", "deploy"): deploy.next_unit,
    ("place", "deploy"): deploy.place,
    ("choose", "declare charge"): charge.declarations,
    ("choose", "redirect target"): charge.declarations,
    ("choose", "redirect"): charge.redirect,
    ("choose", "charge reaction"): charge.reaction,
    ("choose", "combined order"): charge.combined_order,
    ("choose", "charge place"): charge.charge_place,
    ("choose", "pursuit charge place"): charge.charge_place,
    ("choose", "move"): move.next_unit,
    ("manoeuvre", "manoeuvre"): move.manoeuvre,
    ("choose", "cast"): magic.spells,
    ("choose", "casting dice"): magic.casting_dice,
    ("choose", "dispel"): magic.dispel,
    ("choose", "store"): magic.store,
    ("choose", "shoot"): shoot.targets,
    ("allocate", "allocate attacks"): melee.allocate,
    ("choose", "pursuit"): melee.pursue,
    ("choose", "overrun"): melee.overrun,
    ("choose", "flee direction"): melee.flee_direction,
    ("choose", "flee from"): melee.flee_from,
    ("choose", "combat pivot test"): melee.combat_pivot_test,
    ("choose", "combat pivot"): melee.combat_pivot,
}
"""Who judges which question, by its kind and topic."""


class EssenceOfWarAdvisor:
    """Weighs the answers to every question of this book; what it has no view on is left to plain sense."""

    def __init__(self) -> None:
        self._generic = GenericAdvisor()

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Sequence[Candidate]:
        question = ask.question
        kind = str(question.__struct_config__.tag)
        judge = TOPICS.get((kind, question.topic), move.manoeuvre if kind == "manoeuvre" else None)
        if judge is None:
            return self._generic.candidates(ask, view, ruleset)
        assert isinstance(view, EssenceBattle)
        return judge(Situation(view, question.seat), ask, question)


def advisor() -> Advisor:
    """A fresh advisor for one player."""
    return EssenceOfWarAdvisor()


__all__ = ["TOPICS", "EssenceOfWarAdvisor", "advisor"]
