"""A look at maps that are made only when a battle begins: one of the boards that they may become."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Game, Setup
from warhost.play.game import luck_of
from warhost.play.questions import Choose, Manoeuvre, Place, Question, Walk
from warhost.play.ruleset import Ruleset
from warhost.table import Board

MOST = 200
"""Answers after which there must be a board."""


def example(book: Ruleset, name: str, seats: int) -> Board | None:
    """The board of a battle on that map, set up by chance, when the first unit comes into question; always the same."""
    chance = Chance(f"a look at {name}")
    armies = book.armies()
    setup = Setup(ruleset=book.slug, armies=tuple(armies[seat % len(armies)] for seat in range(seats)), map=name)
    try:
        game = Game(book, book.set_up(setup), luck_of(chance))
        for _ in range(MOST):
            if game.over or _about_units(game.asked.question):
                break
            game.answer(game.asked.sample(chance))
    except WarhostError:
        # A map that cannot be shown may still be chosen.
        return None
    return game.battle.scene.board


def _about_units(question: Question) -> bool:
    match question:
        case Choose():
            return any(option.unit is not None for option in question.options)
        case Manoeuvre() | Walk() | Place():
            return question.unit is not None
        case _:
            return False
