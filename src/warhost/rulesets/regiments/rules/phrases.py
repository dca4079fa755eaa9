"""Phrases of special rules: what they do, when it counts, and whom they speak of, as data/rule_forms.toml has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Action, Clause, Deed, When, Whose

if TYPE_CHECKING:
    from warhost.rulesets.regiments.rules.reading import Reader

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

INCH = r"(?P<amount>\d{1,2})\""
UNITS = r"(?:a )?units? where (?P<share>all|most) models have this rule"

_PARTS = {"{n}": r"(?P<amount>[+-]\d{1,2})", "{inch}": INCH, "{units}": UNITS}

_ACTIONS: dict[str, tuple[Action, ...]] = {
    "advance": ("advance",),
    "rush": ("rush",),
    "charge": ("charge",),
    "rush/charge": ("rush", "charge"),
    "move": ("advance", "rush", "charge"),
}


class Unread(Exception):
    """A part of a text that says something of which the engine knows nothing."""


class Context(msgspec.Struct, frozen=True):
    """What is known of a phrase from what stood around it."""

    whose: Whose = "model"
    when: tuple[When, ...] = ()
    tough: tuple[int, int] | None = None
    defense: tuple[int, int] | None = None
    enemies: bool = False
    """The phrase speaks of the enemies of its unit."""

    def clause(self, **fields: Any) -> Clause:
        known: dict[str, Any] = {"whose": self.whose, "when": self.when, "tough": self.tough, "defense": self.defense}
        return Clause(**{**known, **fields})

    def also(self, *when: When) -> Context:
        return msgspec.structs.replace(self, when=tuple(dict.fromkeys((*self.when, *when))))


Found: TypeAlias = list[Clause]
Make: TypeAlias = "Callable[[Reader, re.Match[str], Context], Found]"
Form: TypeAlias = "tuple[re.Pattern[str], Make]"
Condition: TypeAlias = tuple[re.Pattern[str], Callable[[re.Match[str], Context], Context]]


class _Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: a form of words, and the clause that it is read as."""

    form: str
    deed: Deed
    of_enemies: Deed | None = None
    own_least: int | None = None
    amount: int | None = None
    face: int | None = None
    magic: int | None = None
    when: tuple[When, ...] | None = None
    also: tuple[When, ...] = ()

    def read(self, reader: Reader, match: re.Match[str], context: Context) -> Found:
        told = match.groupdict()
        fields: dict[str, Any] = {}
        for name in ("amount", "face", "magic", "dice", "need"):
            value = told.get(name) or getattr(self, name, None)
            if value is not None:
                fields[name] = int(value)
        if self.when is not None:
            fields["when"] = self.when
        if told.get("share"):
            fields["whose"] = share_of(match)
        if told.get("action"):
            fields["actions"] = _ACTIONS[told["action"].casefold()]
        if told.get("name"):
            fields["name"] = told["name"]
        if "hits" in told:
            fields["rules"] = reader.rules(told["hits"] or "", "hits")
        if "names" in told:
            fields["rules"] = reader.rules(told["names"])
            if not fields["rules"] or context.enemies:
                raise Unread(match[0])
        of_enemies = context.enemies and self.of_enemies is not None
        if self.own_least is not None and not of_enemies and fields["amount"] < self.own_least:
            raise Unread(match[0])
        return [context.also(*self.also).clause(deed=self.of_enemies if of_enemies else self.deed, **fields)]


class _Circumstance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: a form of words, and what they tell about the phrase that they belong to."""

    form: str
    when: tuple[When, ...] = ()
    whose: Whose | None = None
    enemies: bool = False

    def read(self, match: re.Match[str], context: Context) -> Context:
        told = match.groupdict()
        known: dict[str, Any] = {"enemies": context.enemies or self.enemies}
        if self.whose or told.get("share"):
            known["whose"] = self.whose or share_of(match)
        if told.get("tough"):
            known["tough"] = (int(told["tough"]), int(told["to"] or 99))
        if told.get("defense"):
            first, last = int(told["defense"]), int(told["to"] or (6 if told["worse"] else 2))
            known["defense"] = (min(first, last), max(first, last))
        return msgspec.structs.replace(context, **known).also(*self.when)


class _Forms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    effect: tuple[_Deed, ...]
    condition: tuple[_Circumstance, ...]
    subject: tuple[_Circumstance, ...]
    sentence: tuple[_Deed, ...]


def form(pattern: str, make: Make) -> Form:
    return _pattern(pattern), make


def _pattern(text: str) -> re.Pattern[str]:
    for part, pattern in _PARTS.items():
        text = text.replace(part, pattern)
    return re.compile(text, re.IGNORECASE)


_FORMS = read_data("warhost.rulesets.regiments", "rule_forms.toml", _Forms)

EFFECTS: tuple[Form, ...] = tuple(form(row.form, row.read) for row in _FORMS.effect)
"""What a phrase does."""

CONDITIONS: tuple[Condition, ...] = tuple((_pattern(row.form), row.read) for row in _FORMS.condition)
"""When a phrase counts."""

SUBJECTS: tuple[Condition, ...] = tuple((_pattern(row.form + " "), row.read) for row in _FORMS.subject)
"""Whom a phrase speaks of."""

PLAIN_SENTENCES: tuple[Form, ...] = tuple(form(row.form, row.read) for row in _FORMS.sentence)
"""Sentences that are one clause."""


def share_of(match: re.Match[str]) -> Whose:
    """Whether a unit has something if all its models have the rule, or most; else the model alone has it."""
    share = (match.groupdict().get("share") or "").casefold()
    return "all" if share == "all" else "most" if share == "most" else "model"


def aimed(words: str, context: Context) -> tuple[str, Context]:
    """A phrase about enemies without the words on whom they attack: "in melee when attacking units where ..."."""
    aim = re.search(rf" when (?:trying to )?(attack|shoot|charge)(?:ing)?(?: at)? {UNITS}", words, re.IGNORECASE)
    if aim is None or not context.enemies:
        return words, context
    kept = {"attack": "", "shoot": " when trying to shoot", "charge": " when trying to charge"}[aim[1].casefold()]
    return words[: aim.start()] + kept + words[aim.end() :], msgspec.structs.replace(context, whose=share_of(aim))


def going_on(words: str, context: Context) -> Context:
    """What is still known after an "and": whom the first part spoke of."""
    for pattern, make in SUBJECTS:
        match = pattern.match(words)
        if match is not None:
            return make(match, context)
    return context
