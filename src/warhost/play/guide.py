"""What a rulebook can tell whoever plays it for the first time: what its words mean, and what is decided when."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec


class Term(msgspec.Struct, frozen=True):
    """A word of the rulebook as cards print it, without what may stand in brackets behind it; and its rule."""

    name: str
    text: str
    rule: str


class Lesson(msgspec.Struct, frozen=True):
    """A few sentences for the first time that a question on this topic is asked."""

    topic: str
    title: str
    text: str


class Guide(msgspec.Struct, frozen=True):
    """All that a rulebook explains."""

    terms: tuple[Term, ...] = ()
    lessons: tuple[Lesson, ...] = ()


@runtime_checkable
class Guides(Protocol):
    """What a rulebook may offer to newcomers."""

    def guide(self) -> Guide: ...
