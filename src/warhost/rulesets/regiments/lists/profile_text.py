"""Profiles and weapons as the book prints them: one line of text, read and written."""

from __future__ import annotations

import re

from warhost.errors import WarhostError
from warhost.rulesets.regiments.core import Group, Regiment, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.rules.in_force import unknown_rules

LONGEST_WEAPON = 200
"""Longer ones are not looked at: nobody writes them, and they would take long."""

_WEAPON = re.compile(r"(?:(\d{1,4})x\s+)?([^()]*(?:\([^()]*\))?[^()]*?)\s*\((.*)\)")
_RANGE = re.compile(r"(\d{1,4})\s*(?:\"|\u201d|\u2033|'')")
_ATTACKS = re.compile(r"A(\d{1,4})")
_PROFILE = re.compile(r"(?P<name>.+?)\s*\[(?P<size>\d+)\]\s*Qua\s*(?P<quality>[2-6])\+\s*Def\s*(?P<defense>[2-6])\+")
_POINTS = re.compile(r"(\d+)\s*pts")


def split_outside_brackets(text: str, separator: str = ",") -> list[str]:
    """The parts of a text between separators that stand in no bracket."""
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def looks_like_a_weapon(text: str) -> bool:
    """Whether a text has attacks in its brackets, as weapons have and rules have not."""
    return _read_weapon(text) is not None


def parse_weapon(text: str) -> Weapon:
    """The weapon that a text such as `2x Heavy Rifle (24", A1, AP(1))` describes (aofr.weapon.profile)."""
    weapon = _read_weapon(text)
    if weapon is None:
        raise WarhostError(
            f'weapon "{text}" cannot be read: write it like "Crossbow (24\\", A1, AP(1))" or "Halberd (A1, Rending)".',
            "aofr.weapon.profile",
        )
    return weapon


def _read_weapon(text: str) -> Weapon | None:
    text = text.strip()
    if len(text) > LONGEST_WEAPON or "(" not in text or not text.endswith(")"):
        return None
    match = _WEAPON.fullmatch(text)
    if match is None:
        return None
    parts = split_outside_brackets(match[3])
    reach = _RANGE.fullmatch(parts[0]) if parts else None
    if reach is not None:
        parts = parts[1:]
    attacks = _ATTACKS.fullmatch(parts[0]) if parts else None
    if attacks is None:
        return None
    rules = tuple(RuleText.parse(part) for part in parts[1:])
    return Weapon(match[2].strip(), int(reach[1]) if reach else None, int(attacks[1]), rules, int(match[1] or 1))


def parse_profile(text: str, faction: str = "") -> Regiment:
    """The unit in a line such as `Infantrymen [10] Qua 5+ Def 5+, Hand Weapon (A1), Fast, 130pts` (aofr.stats.profile).

    After the profile stand equipment and special rules in any order, and the points cost at the end.
    """
    head, *rest = split_outside_brackets(text)
    match = _PROFILE.fullmatch(head)
    points = _POINTS.fullmatch(rest[-1]) if rest else None
    if match is None or points is None:
        raise WarhostError(
            f'profile "{text}" cannot be read: write it like "Spearmen [10] Qua 5+ Def 5+, Spear (A1), 130pts".',
            "aofr.stats.profile",
        )
    weapons = tuple(parse_weapon(part) for part in rest[:-1] if looks_like_a_weapon(part))
    rules = tuple(RuleText.parse(part) for part in rest[:-1] if not looks_like_a_weapon(part))
    groups = (Group(int(match["size"]), weapons),)
    return Regiment(
        faction=faction,
        name=match["name"],
        quality=int(match["quality"]),
        defense=int(match["defense"]),
        cost=int(points[1]),
        base=(20, 20),
        groups=groups,
        rules=rules,
        unknown=unknown_rules(rules, groups),
    )
