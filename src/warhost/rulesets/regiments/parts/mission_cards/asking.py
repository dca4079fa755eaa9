"""Questions about cards, to one player or to both at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.play.picking import ask_picks
from warhost.play.questions import Choose, Chosen, Option, Pick, Picked
from warhost.play.script import Ask, Script, Together, ask_choice
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.mission_cards.cards import UNKNOWN, cards
from warhost.rulesets.regiments.parts.mission_cards.conditions import worth

NONE = "none"

DECK, CARDS_OF_DECK, MULLIGAN = "deck", "cards of the deck", "mulligan"
SIXTH, TURN_UP, LAY, FACE_DOWN = "sixth card", "turn up", "lay cards", "face down"
SCORE, DISCARD = "score card", "discard card"
CHALLENGE, SHOW, HIDE, SEND_BACK, RECOVER, PARAGON = (
    "challenge card",
    "show cards",
    "hide cards",
    "send card back",
    "recover cards",
    "paragon card",
)


def card_option(number: int, key: str = "", more: str = "") -> Option:
    """A card among the options of a question."""
    card = cards()[number]
    return Option(key or str(number), f"{card.name}{more}", text=card.told)


def on_table(battle: Battle, seat: int, number: int) -> Option:
    """A card on the own table, with what it would score now."""
    points = worth(battle, seat, number)
    return card_option(number, more=f" ({points} VP as things stand)" if points else "")


def foreign_option(table: Sequence[int], down: Sequence[int], place: int) -> Option:
    """A card of the opponent by its place: by its name, or blindly (AOFR-R677)."""
    number = table[place]
    if number in down or number == UNKNOWN:
        return Option(str(place), "The face-down card" if len(down) == 1 else f"Face-down card {place + 1}")
    return card_option(number, str(place))


def choice(
    seat: int, topic: str, text: str, options: Iterable[Option], rule: str, *, note: str = "", none: str = ""
) -> Ask:
    """A player chooses one card; `none` is what to take none of them is called, where that is possible."""
    told = list(options)
    if none:
        told.append(Option(NONE, none, passes=True))
    return ask_choice(Choose(seat=seat, topic=topic, text=text, note=note, rules=(rule,), options=tuple(told)))


def picks(
    seat: int, topic: str, text: str, options: Iterable[Option], rule: str, least: int, most: int, note: str = ""
) -> Ask:
    """A player picks several cards."""
    question = Pick(
        seat=seat, topic=topic, text=text, note=note, rules=(rule,), options=tuple(options), least=least, most=most
    )
    return ask_picks(question)


def both(asks: Sequence[Ask]) -> Script[dict[int, list[str]]]:
    """Ask all of these at the same time. Returns the keys that each seat gave."""
    if not asks:
        return {}
    if len(asks) == 1:
        answers = [(yield asks[0])]
    else:
        answers = yield Together(asks)
    return {ask.question.seat: _keys(answer) for ask, answer in zip(asks, answers, strict=True)}


def _keys(answer: Chosen | Picked) -> list[str]:
    if isinstance(answer, Picked):
        return list(answer.options)
    return [] if answer.option == NONE else [answer.option]


def numbers(keys: Sequence[str]) -> list[int]:
    return [int(key) for key in keys]
