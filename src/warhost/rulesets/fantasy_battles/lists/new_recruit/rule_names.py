"""Rules and weapons by the names that New Recruit has for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from warhost.play.rules.rulebase import parted
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, ArmedWith, MeleeWeapon
from warhost.rulesets.fantasy_battles.lists.arms import arms
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import key_of, text_of, texts_of

__all__ = ["is_rule", "melee_weapon", "rule_text", "ruled", "shooting_weapon"]

_SPLIT = re.compile(r"(.+?)\s*\((.*)\)\s*")
_AIM = re.compile(r"([2-6])\+")
_STRENGTH = re.compile(
    r"(?i)(\d+|\d*D\d(?:\+\d)?)\s*(?:St|Str|Strength)\b|\b(?:St|Str|Strength)\s*(\d+|\d*D\d(?:\+\d)?)"
)
_AP = re.compile(r"(?i)(\d+)\s*AP\b|\bAP\s*(\d+)")

RULE_NAMES = {
    "impact hit": "Impact Hits",
    "impact": "Impact Hits",
    "grind": "Grind Attacks",
    "grind attack": "Grind Attacks",
    "grinding attack": "Grind Attacks",
    "poison": "Poison Attacks",
    "poisoned attack": "Poison Attacks",
    "stomp": "Stomp Attacks",
    "devastating": "Devastating Charge",
    "breath": "Breath Attack",
    "toxic": "Toxic Attacks",
}
"""Rules that go by several names, by what all spellings of a name have in common."""

OTHER_NAMES = {
    "thrown weapon": "Throwing Weapons",
    "throwing weapon": "Throwing Weapons",
    "pair of weapon": "Paired Weapons",
}
"""Weapons that have other names there."""


@lru_cache(maxsize=1)
def _rules() -> Mapping[str, str]:
    others = {key: name for key, name in RULE_NAMES.items() if name in MODEL_RULES}
    return others | {key_of(name): name for name in MODEL_RULES}


@lru_cache(maxsize=1)
def _melee() -> Mapping[str, MeleeWeapon]:
    return {key_of(name): weapon for name, weapon in arms().melee.items()}


@lru_cache(maxsize=1)
def _shooting() -> Mapping[str, str]:
    return {key_of(name): name for name in arms().shooting}


def rule_text(told: Any) -> str:
    """A rule as our cards write it, from a table with a name and parameters or from a text.

    Rules that are in force get the name that we have for them, and brackets as they read here; what stands in
    brackets of a rule that has none here is left out. Others are written as they are.
    """
    if isinstance(told, Mapping):
        name, said = text_of(told.get("name") or told.get("id")), ", ".join(texts_of(told.get("params")))
    else:
        name, said = text_of(told), ""
    if not said:
        split = _SPLIT.fullmatch(name)
        name, said = (split[1], split[2]) if split is not None else (name, "")
    known = _rules().get(key_of(name))
    if known is None:
        return f"{name} ({said})" if said else name
    return _ruled(known, said)


def _ruled(name: str, said: str) -> str:
    """A known rule with what stands in its brackets, written so that it can be read."""
    if MODEL_RULES[name].brackets is None:
        return name
    written = said.replace("\u00d7", "x").replace('"', "").strip()
    if name == "Breath Attack":
        written = _values(written)
    elif name == "Devastating Charge":
        written = ", ".join(_bonus(part.strip()) for part in _split(written))
    for text in (
        f"{name} ({written})",
        f"{name} ({written.replace(' ', '')})",
        f"{name} ({written.split(',')[0]})",
        name,
    ):
        if (written or text == name) and not MODEL_RULES.problem(text):
            return text
    return f"{name} ({said})" if said else name


def _values(said: str) -> str:
    """Strength and AP in our order of words: `Str 3, AP 2, Toxic` of `3 St, 2 AP, Toxic Attacks`."""
    strength, ap = _STRENGTH.search(said), _AP.search(said)
    told = [f"Str {strength[1] or strength[2]}"] if strength else []
    told += [f"AP {ap[1] or ap[2]}"] if ap else []
    rest = _AP.sub("", _STRENGTH.sub("", said))
    words = (re.sub(r"(?i)\s*attacks?$", "", word.strip(" +")) for word in rest.split(","))
    return ", ".join([*told, *filter(None, words)])


_FIGURES = {
    "Att": r"At|Att|Attacks?|Attack Value",
    "Off": r"Of|Off|Offensive Skill",
    "Str": r"St|Str|Strength",
    "AP": r"AP|Armour Penetration",
    "Agi": r"Ag|Agi|Agility",
}
_BONUSES = {
    key: re.compile(rf"(?i)\+?\s*(\d)\s*(?:{words})|(?:{words})\s*\+\s*(\d)") for key, words in _FIGURES.items()
}


def _split(said: str) -> list[str]:
    """The parts of a text between commas that are in no brackets."""
    return re.split(r",(?![^(]*\))", said)


def _bonus(said: str) -> str:
    """What a charge gives, in our words: `+1 Str` of `1 St`, `Poison Attacks` of `poison attacks`."""
    for key, form in _BONUSES.items():
        if read := form.fullmatch(said):
            return f"+{read[1] or read[2]} {key}"
    return rule_text(said)


def is_rule(name: str) -> bool:
    """Whether a name is that of a rule in force."""
    return key_of(parted(name)[0]) in _rules()


def ruled(text: str) -> bool:
    """Whether a rule is in force as it is written."""
    return not MODEL_RULES.problem(text)


def melee_weapon(name: str) -> MeleeWeapon | None:
    """The weapon of that name, if it is one for close combat."""
    key = key_of(name)
    return _melee().get(key) or _melee().get(key_of(OTHER_NAMES.get(key, "")))


def shooting_weapon(name: str) -> tuple[str, ArmedWith | None]:
    """The shooting weapon of a name like `Bow (4+)`: its name here, and the weapon with its Aim if one is told.

    The name is empty if there is no such weapon.
    """
    split, aim = _SPLIT.fullmatch(name), _AIM.search(name)
    key = key_of(split[1] if split is not None else _AIM.sub("", name))
    found = _shooting().get(key) or OTHER_NAMES.get(key, "")
    if found not in arms().shooting:
        return "", None
    return found, None if aim is None else ArmedWith(arms().shooting[found], int(aim[1]))
