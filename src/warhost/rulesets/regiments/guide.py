"""Regiments for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.guide import Guide, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.families.data import lessons
from warhost.rulesets.regiments import optional
from warhost.rulesets.regiments.missions import figures
from warhost.rulesets.regiments.options import mission_texts
from warhost.rulesets.regiments.rules import RULES

WORDS: dict[str, tuple[str, ...]] = {
    "Quality": ("aofr.stats.quality",),
    "Defense": ("aofr.stats.defense",),
    "Points": ("aofr.army.points_limit",),
    "Advance": ("aofr.action.advance",),
    "Rush": ("aofr.action.rush",),
    "A": ("aofr.weapon.profile", "aofr.shoot.attacks", "aofr.melee.attacks"),
    "Spell tokens": ("aofr.special.caster.cast", "aofr.special.caster.boost", "aofr.special.caster.hinder"),
    "Hero": ("aofr.special.hero.join", "aofr.special.hero.morale", "aofr.special.hero.defense"),
    "shaken": ("aofr.shaken.idle", "aofr.shaken.recover", "aofr.shaken.fatigued", "aofr.shaken.no_objectives"),
    "fatigued": ("aofr.melee.fatigue", "aofr.melee.fatigue_ends"),
    "activated": ("aofr.structure.once_per_round",),
}
"""What cards print beside the named rules, and the rows that explain it."""


@cache
def guide() -> Guide:
    return Guide((*_words(), *_named_rules(), *_of_parts(), *_missions()), lessons("warhost.rulesets.regiments"))


def _words() -> Iterator[Meaning]:
    for word, rows in WORDS.items():
        yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])


def _named_rules() -> Iterator[Meaning]:
    for name in RULES:
        if name not in WORDS:
            yield Meaning(name, find(RULES[name].id).plain, RULES[name].id)


def _of_parts() -> Iterator[Meaning]:
    """What optional parts print."""
    for part in optional.PARTS.values():
        for word, rows in part.words.items():
            if word not in WORDS and word not in RULES:
                yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])


def _missions() -> Iterator[Meaning]:
    """How the mission that the panel names is won."""
    for slug, text in mission_texts().items():
        rows = [row.id for row in catalogue("aofr").values() if row.id.startswith(f"aofr.mission.{slug}")]
        yield Meaning(figures(slug).name, text, rows[-1])
