"""What a rulebook can tell whoever plays it for the first time: what its words mean, and what is decided when."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec


class Meaning(msgspec.Struct, frozen=True):
    """What a word means that cards print, without what may stand in brackets behind it; and by which rule."""

    name: str
    text: str
    rule: str


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """A few sentences for the first time that a question on this topic is asked. `partners`: of somebody who has
    partners on the same side."""

    topic: str
    title: str
    text: str
    partners: bool = False


class Guide(msgspec.Struct, frozen=True):
    """All that a rulebook explains."""

    terms: tuple[Meaning, ...] = ()
    lessons: tuple[Lesson, ...] = ()


@runtime_checkable
class Aims(Protocol):
    """Rulebooks that say how the battle at hand is won."""

    def goal(self, battle: Any) -> str: ...


@runtime_checkable
class Guides(Protocol):
    """What a rulebook may offer to newcomers."""

    def guide(self) -> Guide: ...
