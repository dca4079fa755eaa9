"""The words of Army Forge in ours: games, rules under other names, rules that changed, bases and items."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from warhost.rulesets.regiments.core import SCALE_BASES, Kind, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.shapes import Bases, Described, Thing
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = [
    "OUR_GAME",
    "PLAIN",
    "changed_rules",
    "copies_of",
    "game_title",
    "kind_and_base",
    "lexicon_of",
    "rule_text",
    "rules_in",
    "weapon_of",
    "weapons_in",
]

OUR_GAME = "aofr"
OUR_VERSION = "3.4.0"

_GAMES = {
    "aof": "Age of Fantasy",
    "aofq": "Age of Fantasy: Quest",
    "aofr": "Age of Fantasy: Regiments",
    "aofs": "Age of Fantasy: Skirmish",
    "ftl": "Warfleets: FTL",
    "gf": "Grimdark Future",
    "gff": "Grimdark Future: Firefight",
    "gfsq": "Grimdark Future: Star Quest",
}

_CHANGED = frozenset({"Ambush", "Entrenched", "Fearless", "Regeneration", "Relentless", "Rending", "Scout", "Sergeant"})
"""Rules that kept their name but say something else since version 3.5."""


def game_title(key: str) -> str:
    """The name of a game by the letters that Army Forge uses for it."""
    return _GAMES.get(key.casefold(), key or "an unnamed game")


def changed_rules(rules: Iterable[str], version: str) -> list[str]:
    """Those of the rules that a later version of the book words differently."""
    numbers = tuple(map(int, re.findall(r"\d{1,4}", version)[:2]))
    return [rule for rule in rules if rule in _CHANGED] if numbers >= (3, 5) else []


_ONE_PAIR = re.compile(r"[^()]*(?:\([^()]*\)[^()]*)?")
_OTHER_SIGNS = str.maketrans("(),", "[];")


def _writable(name: str) -> str:
    """A name that can be written in a line with others: a pair of brackets is fine, commas and odd ones are not."""
    return name.replace(",", ";") if _ONE_PAIR.fullmatch(name) else name.translate(_OTHER_SIGNS)


PLAIN = Lexicon()
"""No army book: the rules of the rulebook, and those that later versions add for all."""


def lexicon_of(rules: Iterable[Described]) -> Lexicon:
    """The rules of an army book as it describes them."""
    return Lexicon({rule.name: rule.description for rule in rules if rule.description})


def rule_text(thing: Thing, lexicon: Lexicon = PLAIN) -> RuleText:
    """A rule, under the name that the book has for it, with what its own text says."""
    text = "" if thing.rating is None else str(thing.rating)
    told = RuleText.parse(thing.name) if not text else RuleText(thing.name)
    rated = int(text) if re.fullmatch(r"\d{1,4}", text) else told.rating
    if text and rated is None:
        return RuleText(f"{_writable(told.name)}({text})")
    rule = lexicon.rule(told.name, rated)
    return msgspec.structs.replace(rule, name=_writable(rule.name))


_NUMBERED = re.compile(r"^(?:(\d{1,2})x\s+)+")


def weapon_of(thing: Thing, count: int = 1, lexicon: Lexicon = PLAIN) -> Weapon:
    rules = tuple(rule_text(rule, lexicon) for rule in thing.special_rules)
    name = _NUMBERED.sub("", _writable(thing.name))
    return Weapon(name, thing.range or None, thing.attacks or 0, rules, count)


def copies_of(thing: Thing) -> int:
    """How many of a weapon or item an option brings to each model: told by a count, or by a "2x" in its name."""
    numbered = _NUMBERED.match(thing.name)
    return max(1, int(thing.count or 1), int(numbered[1]) if numbered else 1)


def rules_in(thing: Thing, lexicon: Lexicon = PLAIN) -> list[RuleText]:
    """The rules that a thing brings: itself if it is one, else those in it."""
    if thing.is_weapon:
        return []
    if thing.is_item:
        return [rule for part in thing.content for rule in rules_in(part, lexicon)]
    return [rule_text(thing, lexicon)]


def weapons_in(thing: Thing, lexicon: Lexicon = PLAIN) -> list[Weapon]:
    """The weapons that a thing brings: itself if it is one, else those in it; each as many times as it says."""
    if thing.is_weapon:
        return [weapon_of(thing, copies_of(thing), lexicon)]
    return [weapon for part in thing.content for weapon in weapons_in(part, lexicon)]


def kind_and_base(bases: Bases | None, size: int, tough: int) -> tuple[Kind, tuple[int, int]]:
    """The kind of model and its base: front and depth in mm, the long side along the facing."""
    sides = [int(side) for side in re.findall(r"\d{1,4}", (bases.square or "") if bases is not None else "")]
    if not sides:
        kind: Kind = "infantry" if tough < 3 or size > 5 else "large infantry" if tough < 6 else "monster"
        return kind, SCALE_BASES[kind][0]
    front, depth = min(sides), max(sides)
    if front == depth:
        return ("infantry" if depth <= 35 else "large infantry" if depth <= 50 else "monster"), (front, depth)
    if depth <= 60:
        return "cavalry", (front, depth)
    return ("giant" if size == 1 and tough >= 9 else "vehicle"), (front, depth)
