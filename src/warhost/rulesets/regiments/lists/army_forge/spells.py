"""Spells of Army Forge books: their sentences, read as figures where the engine can do what they say."""

from __future__ import annotations

import re

import msgspec

from warhost.rulesets.regiments.core import SpellEffect, SpellText
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.shapes import Spell
from warhost.rulesets.regiments.lists.army_forge.terms import PLAIN
from warhost.rulesets.regiments.rules.pickings import picking_effect
from warhost.rulesets.regiments.rules.reading import Lexicon, normal
from warhost.rulesets.regiments.rules.sentences import asks_for_sixes
from warhost.rulesets.regiments.shown.spell_text import describe

__all__ = ["spell_text"]

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SPELL = re.compile(
    r"Pick (?:up to )?(?P<count>\w+) (?P<side>friendly|enemy) (?P<what>unit|model)s? within (?P<range>\d{1,3})\W* "
    r"which (?P<effect>.*?)(?P<once>,? once \(next time the effect would apply\))?\."
    r"(?P<sixes> Roll as many dice as hits to see if \W?on rolls of [16]\W? effects trigger\.)?",
    re.DOTALL,
)
_HITS = re.compile(r"takes? (?P<hits>\d{1,3}) hits?(?: each)?(?: with (?P<rules>.*))?")
_MODIFIER = re.compile(r"gets? (?P<bonus>[+-]\d{1,2}) to (?P<roll>.*)")
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


def spell_text(spell: Spell, lexicon: Lexicon = PLAIN) -> SpellText:
    """The spell; without an effect if its sentences say something that the engine does not know."""
    found = _read(spell, lexicon)
    return found if found.text.strip() else msgspec.structs.replace(found, text=describe(found))


def _read(spell: Spell, lexicon: Lexicon) -> SpellText:
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
        effect=_effect(match, lexicon),
    )


def _effect(match: re.Match[str], lexicon: Lexicon) -> SpellEffect | None:
    words, once = match["effect"], bool(match["once"])
    hits = _HITS.fullmatch(words)
    if hits is not None:
        return _hits(hits, lexicon, sixes=bool(match["sixes"]))
    modifier = _MODIFIER.fullmatch(words)
    rolls = _ROLLS.get(modifier["roll"].casefold()) if modifier is not None else None
    if modifier is not None and rolls is not None:
        figures = dict.fromkeys(rolls, int(modifier["bonus"]))
        return msgspec.structs.replace(SpellEffect(once=once), **figures)
    told = f"{words} once" if once else words
    found = lexicon.picking(match["count"], match["side"], match["range"], normal(told))
    return None if isinstance(found, str) else picking_effect(found)


def _hits(hits: re.Match[str], lexicon: Lexicon, *, sixes: bool) -> SpellEffect:
    """Hits with their rules; those that the engine does not know are kept, and told."""
    names = [RuleText.parse(part) for part in re.split(r", | and ", hits["rules"] or "") if part]
    rules = tuple(lexicon.rule(rule.name, rule.rating) for rule in names)
    if not sixes:
        # Nothing is rolled that could show a 6: a rule that asks for one is not in force.
        rules = tuple(RuleText(rule.name, rule.rating) if asks_for_sixes(rule) else rule for rule in rules)
    return SpellEffect(hits=int(hits["hits"]), rules=rules, sixes=sixes)
