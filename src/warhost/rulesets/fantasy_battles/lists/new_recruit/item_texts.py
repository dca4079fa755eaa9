"""What an item does, by its own text, where every word of the text is one that the engine plays.

`+2 Att, +2 Str, +2 AP, and Distracting (1).` is such a text: an item with it is in force. A text with anything else in
it is not read in part, for half an item would be another item.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from warhost.muster.files.army_text import plain_line
from warhost.play.rules.rulebase import moments_of
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, OFFENSIVE, MeleeWeapon, rule_name
from warhost.rulesets.fantasy_battles.lists.new_recruit.rule_names import melee_weapon, rule_text, ruled

__all__ = ["effect_of", "plain_text"]

_MARKUP = re.compile(r"<[^>]*>|\\newline\{\}|\\n")
_NAMES = {
    "adv": r"adv|advance(?: rate)?",
    "mar": r"mar|march(?: rate)?",
    "dis": r"dis|discipline",
    "hp": r"hp|health points?",
    "def": r"def|defensive skill",
    "res": r"res|resilience",
    "arm": r"arm|armour",
    "att": r"att|attacks?|attack value",
    "off": r"off|offensive skill",
    "str": r"str|strength",
    "ap": r"ap|armour penetration",
    "agi": r"agi|agility",
}
_ADDS = {name: re.compile(rf"(?i)(?P<by>[+-]\s?\d)\s*(?:{words})") for name, words in _NAMES.items()}
_WHO = re.compile(
    r"(?i)^(?:and |as well as |also )?"
    r"(?:(?:the |its )?(?:bearer|wielder|wearer|owner|model|weapon|character)(?:'s model)? )?"
    r"(?:(?:attacks made )?with this weapon )?(?:gains?|has|have|with|gets?|receives?|must be used with)? ?"
)
_BETWEEN = re.compile(r"(?:,| and |;|\.)(?![^(]*\))")
"""Between the things of a text, but not within brackets."""


def plain_text(value: Any) -> str:
    """The text of an item without markup, on one line."""
    if not isinstance(value, str):
        return ""
    return re.sub(r" ([.,;])", r"\1", plain_line(_MARKUP.sub(" ", value.replace("\u2019", "'"))))


def effect_of(name: str, text: str, weapon: str = "") -> dict[str, Any] | None:
    """What an item of that name does, as the fields of an option; None if its text says anything else.

    `weapon` is what it is an enchantment of: what it adds to attacks goes with that weapon.
    """
    adds: dict[str, int] = {}
    rules: list[str] = []
    clauses = [_WHO.sub("", clause.strip(), count=1).strip() for clause in _BETWEEN.split(text)]
    for clause in filter(None, clauses):
        added = next(((key, found["by"]) for key, form in _ADDS.items() if (found := form.fullmatch(clause))), None)
        rule = rule_text(clause)
        if added is not None:
            adds[added[0]] = adds.get(added[0], 0) + int(added[1].replace(" ", ""))
        elif ruled(rule):
            rules.append(rule)
        else:
            return None
    if not adds and not rules:
        return None
    return _of_weapon(name, weapon, adds, rules) if weapon else {"adds": tuple(adds.items()), "rules": tuple(rules)}


def _of_weapon(name: str, weapon: str, adds: dict[str, int], rules: list[str]) -> dict[str, Any]:
    """An enchanted weapon in place of the plain one."""
    plain = melee_weapon(weapon) or MeleeWeapon(name=weapon)
    fields = {"str": "str_"}
    changed = {
        fields.get(key, key): getattr(plain, fields.get(key, key)) + by for key, by in adds.items() if key in OFFENSIVE
    }
    of_attacks = tuple(text for text in rules if _is_of_attacks(text))
    mine = msgspec.structs.replace(plain, name=f"{plain.name} ({name})", rules=(*plain.rules, *of_attacks), **changed)
    left = tuple((key, by) for key, by in adds.items() if key not in OFFENSIVE)
    others = tuple(text for text in rules if text not in of_attacks)
    return {"weapons": (mine,), "replaces": (plain.name,), "adds": left, "rules": others}


def _is_of_attacks(text: str) -> bool:
    """Whether a rule is one of attacks, which a weapon may have, and not of the whole model."""
    name = rule_name(text)
    return "on_attack" in moments_of(MODEL_RULES[name]) or (name.endswith(" Attacks") and name != "Stomp Attacks")
