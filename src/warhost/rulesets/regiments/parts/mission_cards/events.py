"""What is told of mission cards."""

from __future__ import annotations

from warhost.play.events import Event


class CardShown(Event, frozen=True):
    words = "{seat:seat} showed {name}: {text}"
    seat: int
    name: str
    text: str


class CardDealt(Event, frozen=True):
    words = "{name} lies face up for both: {text}"
    name: str
    text: str


class CardsDrawn(Event, frozen=True):
    words = "{seat:seat} drew {count:# card}"
    seat: int
    count: int


class DeckBuilt(Event, frozen=True):
    words = "{seat:seat} put a deck of {count:# card} together"
    seat: int
    count: int


class HandShuffledBack(Event, frozen=True):
    words = "{seat:seat} shuffled the hand back into the deck"
    seat: int


class LaidFaceDown(Event, frozen=True):
    words = "{seat:seat} laid {count:# card} face down"
    seat: int
    count: int


class CardScored(Event, frozen=True):
    words = "{seat:seat} scored {name} for {points:# victory point}"
    grave = True
    seat: int
    name: str
    points: int


class CardTied(Event, frozen=True):
    words = "Both players completed {name}: nobody scored it, and it was discarded"
    name: str


class CardDiscarded(Event, frozen=True):
    words = "{seat:seat} discarded {name}"
    seat: int
    name: str


class CardSentBack(Event, frozen=True):
    words = "{seat:seat} sent {name} back to the hand it came from"
    seat: int
    name: str


class CardChallenged(Event, frozen=True):
    words = "{seat:seat} named {name} as the challenge card of the round"
    seat: int
    name: str


class ParagonNamed(Event, frozen=True):
    words = "{seat:seat} named {name} as the paragon card of the round"
    seat: int
    name: str


class CardsRecovered(Event, frozen=True):
    words = "{seat:seat} shuffled {count:# discarded card} into the deck"
    seat: int
    count: int


class FinalObjectives(Event, frozen=True):
    words = "{seat:seat} scored {points:# victory point} for the markers at the end"
    seat: int
    points: int
