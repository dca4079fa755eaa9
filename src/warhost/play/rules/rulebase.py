"""The named rules of a rulebook, in one registry that army files, cards, the guide and the rules themselves read.

A rulebook writes one base class below `NamedRule`. What it defines there are the moments: methods and attributes that
the game asks for, with the answer of a rule that has nothing to say. A rule is one small class that overrides the
moments it is about:

    class KingdomRule(NamedRule):
        def on_melee(self, attack: Attack) -> None:
            "Models with the rule strike."

    RULES = Rulebase(KingdomRule)

    @RULES.rule("Crushing", "kingdom.rule.crushing")
    class Crushing(KingdomRule):
        brackets = NUMBER

        def on_melee(self, attack: Attack) -> None:
            attack.strength += int(self.said)

The game never asks for a rule by its name. It takes the rules of a unit and asks those that speak at a moment:

    for rule in RULES.spoken(unit.rules).at("on_melee"):
        rule.on_melee(attack)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from warhost.errors import did_you_mean


class Brackets(NamedTuple):
    """What stands in the brackets behind a rule's name: how it reads, an example, and whether something has to."""

    pattern: str
    example: str
    needed: bool = True


NUMBER = Brackets(r"\d{1,4}", "1")
"""A whole number, as in Tough(3)."""


class NamedRule:
    """A rule with a name. `id` is its row in the rule table, `ids` are all of them, `said` is what its brackets say.

    The class of a rulebook directly below this one defines the moments.
    """

    name: str = ""
    id: str = ""
    ids: ClassVar[tuple[str, ...]] = ()
    brackets: ClassVar[Brackets | None] = None
    """None for a rule that has nothing in brackets."""
    bearers: ClassVar[frozenset[str]] = frozenset()
    """What the rule does something on, where a rulebook has several kinds: models, weapons, spells."""
    answers: ClassVar[str] = ""
    """The moment at which the number in its brackets is the rule's answer, if that is all that it says then."""

    def __init__(self, said: str = "") -> None:
        self.said = said

    def speaks_at(self, moment: str) -> bool:
        """Whether the rule has anything to say at a moment of its rulebook."""
        return moment in moments_of(type(self))


def _book(cls: type[NamedRule]) -> type[NamedRule]:
    """The class that defines the moments of a rule's rulebook."""
    line = cls.__mro__
    book: type[NamedRule] = line[line.index(NamedRule) - 1]
    return book


_moments: dict[type[NamedRule], frozenset[str]] = {}
_moments_of: dict[type[NamedRule], frozenset[str]] = {}


def moments(cls: type[NamedRule]) -> frozenset[str]:
    """All moments at which rules of its rulebook may speak."""
    book = _book(cls)
    if book not in _moments:
        _moments[book] = frozenset(name for name in vars(book) if not name.startswith("_")) - vars(NamedRule).keys()
    return _moments[book]


def moments_of(cls: type[NamedRule]) -> frozenset[str]:
    """The moments at which a rule of that class speaks: those that it does not leave as its rulebook has them."""
    if cls not in _moments_of:
        book = _book(cls)
        changed = {name for name in moments(cls) if getattr(cls, name) is not getattr(book, name)}
        _moments_of[cls] = frozenset(changed | {cls.answers} - {""})
    return _moments_of[cls]


R = TypeVar("R", bound=NamedRule)
C = TypeVar("C", bound=type[NamedRule])
T = TypeVar("T")


class Speakers(tuple[T, ...]):
    """Rules that are present, in the order in which they speak. Who speaks at a moment is found once and kept."""

    def at(self, moment: str) -> tuple[T, ...]:
        """Those that have something to say at that moment."""
        known: tuple[T, ...] | None = self.__dict__.get(moment)
        if known is None:
            known = tuple([one for one in self if self.rule_of(one).speaks_at(moment)])
            if not known and self:
                _check(type(self.rule_of(self[0])), moment)
            self.__dict__[moment] = known
        return known

    @staticmethod
    def rule_of(one: Any) -> NamedRule:
        """The rule in an item; rulebooks whose items say more than the rule override this."""
        rule: NamedRule = one
        return rule


def _check(rule: type[NamedRule], moment: str) -> None:
    """Raise an error if the rulebook has no such moment: a slip of the pen must not silence all rules."""
    if moment not in moments(rule):
        raise ValueError(f'Rules are never asked for "{moment}".{did_you_mean(moment, moments(rule))}')


def parted(text: str) -> tuple[str, str]:
    """The name of a rule and what stands in its brackets: `Impact (1 Hit, Str 4)` or `Tough(3)`."""
    name, bracket, rest = text.partition("(")
    return name.strip(), rest[:-1].strip() if rest.endswith(")") else bracket + rest


class Rulebase(Generic[R]):
    """The named rules of one rulebook, in the order in which they were registered."""

    def __init__(self, book: type[R], form: str = "{}({})") -> None:
        """`form` is how the rulebook writes a name and its brackets."""
        self.book = book
        self.form = form
        self.rules: dict[str, type[R]] = {}
        self.spoken: Callable[[tuple[str, ...]], Speakers[R]] = lru_cache(maxsize=1024)(self._spoken)

    def rule(self, name: str, *ids: str) -> Callable[[C], C]:
        """Register a rule under the name that files, cards and other rules use, with its rows in the rule table."""

        def register(cls: C) -> C:
            if name in self.rules:
                raise ValueError(f"There are two rules of the name {name}.")
            if self.book not in cls.__mro__:
                raise TypeError(f"{name} is not a rule of this book: it must be a {self.book.__name__}.")
            cls.name, cls.id, cls.ids = name, ids[0], ids
            cls.__rules__ = ids  # type: ignore[attr-defined]
            self.rules[name] = cast("type[R]", cls)
            return cls

        return register

    def __contains__(self, name: object) -> bool:
        return name in self.rules

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __getitem__(self, name: str) -> type[R]:
        return self.rules[name]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all rules, sorted."""
        return tuple(sorted(self.rules))

    def problem(self, text: str) -> str:
        """Why a file cannot name a rule like that, as a sentence; empty if it can."""
        name, said = parted(text)
        if name not in self.rules:
            return f'rule "{name}" is unknown.{did_you_mean(name, self.names)}'
        return self.misread(name, said, text)

    def misread(self, name: str, said: str | None, text: str) -> str:
        """What is wrong with the brackets of a known rule, as a sentence; empty if nothing is."""
        wanted = self.rules[name].brackets
        if wanted is None:
            return f'rule "{text}" cannot be read: {name} has nothing in brackets.' if said else ""
        if re.fullmatch(wanted.pattern, said) if said else not wanted.needed:
            return ""
        return f'rule "{text}" cannot be read: write it like "{self.form.format(name, wanted.example)}".'

    def made(self, text: str) -> R | None:
        """The rule that a text names, with what its brackets say; None if there is no such rule."""
        name, said = parted(text)
        return self.rules[name](said) if name in self.rules else None

    def _spoken(self, texts: tuple[str, ...]) -> Speakers[R]:
        """The rules that these texts name, in their order."""
        return Speakers(rule for rule in map(self.made, texts) if rule is not None)
