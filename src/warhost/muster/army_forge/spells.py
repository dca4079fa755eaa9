"""Spells of Army Forge books: their sentences, read as figures where the engine can do what they say."""

from __future__ import annotations

import re

import msgspec

from warhost.muster.army_forge.shapes import Spell
from warhost.rulesets.regiments.entries import RuleText, SpellEffect, SpellText, is_in_force

__all__ = ["spell_text"]

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SPELL = re.compile(
    r"Pick (?:up to )?(?P<count>\w+) (?P<side>friendly|enemy) (?P<what>unit|model)s? within (?P<range>\d{1,3})\W* "
    r"which (?P<verb>takes?|gets?) (?P<effect>.*?)"
    r"(?P<once>,? once \(next time the effect would apply\))?\."
    r"(?: Roll as many dice as hits to see if \W?on rolls of 6\W? effects trigger\.)?",
    re.DOTALL,
)
_HITS = re.compile(r"(?P<hits>\d{1,3}) hits?(?: each)?(?: with (?P<rules>.*))?")
_MODIFIER = re.compile(r"(?P<bonus>[+-]\d{1,2}) to (?P<roll>.*)")
_ROLLS = {
    "hit rolls in melee": ("melee",),
    "hit in melee": ("melee",),
    "hit rolls when shooting": ("shooting",),
    "hit when shooting": ("shooting",),
    "hit rolls": ("melee", "shooting"),
    "hit": ("melee", "shooting"),
    "defense rolls": ("defense",),
    "morale test rolls": ("morale",),
}


def spell_text(spell: Spell) -> SpellText:
    """The spell; without an effect if its sentences say something that the engine does not know."""
    match = _SPELL.fullmatch(spell.effect.strip())
    if match is None or match["count"] not in _NUMBERS:
        return SpellText(name=spell.name, cost=spell.threshold, range=12, target="enemy", text=spell.effect)
    return SpellText(
        name=spell.name,
        cost=spell.threshold,
        range=int(match["range"]),
        target="enemy" if match["side"] == "enemy" else "friend",
        units=_NUMBERS[match["count"]],
        one_model=match["what"] == "model",
        text=spell.effect,
        effect=_effect(match["verb"], match["effect"], bool(match["once"])),
    )


def _effect(verb: str, words: str, once: bool) -> SpellEffect | None:
    if verb.startswith("take"):
        hits = _HITS.fullmatch(words)
        return None if hits is None else SpellEffect(hits=int(hits["hits"]), rules=_rules(hits["rules"] or ""))
    modifier = _MODIFIER.fullmatch(words)
    if modifier is not None:
        rolls = _ROLLS.get(modifier["roll"].casefold())
        bonus = int(modifier["bonus"])
        figures = dict.fromkeys(rolls or (), bonus)
        return msgspec.structs.replace(SpellEffect(once=once), **figures) if figures else None
    rules = _rules(words)
    known = bool(rules) and all(is_in_force(rule, "enchanted") for rule in rules)
    return SpellEffect(gives=rules, once=once) if known else None


def _rules(words: str) -> tuple[RuleText, ...]:
    return tuple(RuleText.parse(part) for part in re.split(r", | and ", words) if part)
