"""How each question of a book is judged: by what it is about, with what the book tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from warhost.play import Ask, Battle, Ruleset, battle_hash
from warhost.play.counsel.counsel import Advises, Counsel
from warhost.players.captain.acting import activations, charges, deploying, fighting, moves, spells, walks
from warhost.players.captain.engine import Candidate
from warhost.players.captain.generic import GenericAdvisor
from warhost.players.captain.judging.overview import Overview, Thoughts

Judge = Callable[[Overview, Ask, Any], list[Candidate]]

JUDGES: dict[str, Judge] = {
    "side": deploying.side,
    "deployment order": deploying.order,
    "deployment": deploying.place,
    "arrival": deploying.arrive,
    "charge": charges.declarations,
    "redirect": charges.redirect,
    "reaction": charges.reaction,
    "combined charge": charges.combined_order,
    "joint charge": charges.together,
    "charge place": charges.charge_place,
    "order of moves": moves.order,
    "move": activations.move,
    "walk": walks.walk,
    "activation": activations.next_unit,
    "action": activations.actions,
    "cast": spells.cast,
    "more dice": spells.more_dice,
    "casting dice": spells.casting_dice,
    "dispel": spells.dispel,
    "store": spells.store,
    "promises": spells.promises,
    "tokens": spells.tokens,
    "shoot": fighting.shoot,
    "allocate": fighting.allocate,
    "pick": fighting.pick,
    "strike": fighting.strike,
    "combat order": fighting.combat_order,
    "pursuit": fighting.pursue,
    "overrun": fighting.overrun,
    "flight": fighting.flight,
    "outcome": fighting.outcome,
    "turn in combat": fighting.turn_in_combat,
    "choice": deploying.by_worth,
    "picks": deploying.picks,
}
"""The judges by the names that a book's counsel gives its questions (`Counsel.topics`)."""

_NOT_CHOSEN = {"deployment", "arrival", "move", "walk", "allocate", "joint charge", "picks"}
_CHOSEN = {name: name for name in JUDGES if name not in _NOT_CHOSEN}
USUAL: dict[str, dict[str, str]] = {
    "choose": {**_CHOSEN, "deploy": "deployment order"},
    "place": {"deploy": "deployment"},
    "allocate": {"allocate": "allocate"},
    "pick": {"joint charge": "joint charge"},
    "walk": {"walk": "walk"},
}
"""The judges of questions whose topics need no word of a book, by their kinds."""


def judge_of(counsel: Counsel[Any, Any], kind: str, topic: str) -> str:
    """The name of the judge of a question; none: it is left to plain sense."""
    told = counsel.judged_by((kind, topic))
    if told is not None:
        return told
    if kind == "manoeuvre":
        return "move"
    told = counsel.judged_by(topic)
    return USUAL.get(kind, {}).get(topic, "") if told is None else told


class BookAdvisor:
    """An advisor that weighs answers by the book's counsel; what that says nothing about is left to plain sense."""

    def __init__(self) -> None:
        self._generic = GenericAdvisor()
        self._thoughts = Thoughts()
        self._seen: tuple[str, int] | None = None
        self._here: Overview | None = None

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Sequence[Candidate]:
        question = ask.question
        found: Sequence[Candidate] = ()
        if isinstance(ruleset, Advises):
            here = self._overview(view, question.seat, ruleset)
            kind = str(question.__struct_config__.tag)
            name = judge_of(here.counsel, kind, question.topic)
            if name:
                found = JUDGES[name](here, ask, question)
        return found or self._generic.candidates(ask, view, ruleset)

    def _overview(self, view: Battle, seat: int, book: Advises) -> Overview:
        """What the book tells about the battle; the same again while nothing has changed between two questions."""
        seen = (battle_hash(view), seat)
        if self._here is None or self._seen != seen:
            self._seen, self._here = seen, Overview(book.counsel(view, seat), self._thoughts)
        return self._here
