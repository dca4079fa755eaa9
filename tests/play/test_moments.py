"""Moments: announced where they happen, followed by what the rulebook said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from warhost.play.events import Event
from warhost.play.rules.moments import Moment
from warhost.play.script import Script


class Told(Event, frozen=True):
    what: str

    @property
    def text(self) -> str:
        return self.what


def says(word: str) -> Callable[[str], Script[None]]:
    def script(who: str) -> Script[None]:
        yield Told(f"{who} {word}")

    return script


def test_what_follows_comes_in_the_order_that_was_given() -> None:
    leaving: Moment[[str]] = Moment("somebody leaves")
    leaving.brings(says("drops a marker"), says("lets passengers out"))
    told = [event.what for event in leaving.announce("The wagon") if isinstance(event, Told)]
    assert told == ["The wagon drops a marker", "The wagon lets passengers out"]


def test_a_moment_from_which_nothing_follows_is_fine() -> None:
    leaving: Moment[[str]] = Moment("somebody leaves")
    leaving.brings()
    assert list(leaving.announce("The wagon")) == []


def test_a_moment_of_which_nobody_said_what_follows_is_a_mistake() -> None:
    leaving: Moment[[str]] = Moment("somebody leaves")
    with pytest.raises(ValueError, match="No handler for the moment: somebody leaves"):
        list(leaving.announce("The wagon"))


def test_what_follows_is_said_once() -> None:
    leaving: Moment[[str]] = Moment("somebody leaves")
    leaving.brings(says("drops a marker"))
    with pytest.raises(ValueError, match="has been said already"):
        leaving.brings(says("lets passengers out"))
