"""Regiments for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.shown.guide import Guide, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.families.data import lessons
from warhost.rulesets.regiments.chapters.missions import figures, last_round
from warhost.rulesets.regiments.core import RULES, Battle, optional
from warhost.rulesets.regiments.shown.options import mission_texts

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


SEIZE = (
    "You take a marker if at the end of a round your units are within 3 inches of it, no enemies are, and your units "
    "are not Shaken."
)
MOST = f"Hold more markers than the enemy. {SEIZE}"
POINTS = "The player with more victory points wins."
GOALS = {
    "duel": MOST,
    "seize_ground": MOST,
    "relic_hunt": f"Hold more markers than the enemy: the unit that takes one carries it. {SEIZE}",
    "sabotage": f"Take the enemy marker, which destroys it, and keep your own; otherwise it is a draw. {SEIZE}",
    "breakthrough": MOST,
    "king_of_the_hill": f"Hold the marker. {SEIZE}",
    "pitched_battle": f"Each marker scores a point every round, and most markers one more at the end. {POINTS} {SEIZE}",
    "domination": f"Each marker scores a point every round, and most markers one more. {POINTS} {SEIZE}",
    "capture_hold": f"Each marker you carry scores a point every round, and most one more at the end. {POINTS} {SEIZE}",
    "demolition": f"Your own marker scores a point every round until it is destroyed; then destroying the enemy one "
    f"scores a point. {POINTS} {SEIZE}",
    "headquarters": f"Each marker scores a point every round, and most markers one more at the end. {POINTS} {SEIZE}",
    "mosh_pit": f"The marker scores a point every round, and one more if you took it from the enemy. {POINTS} {SEIZE}",
    "raid": f"Hold the marker. {SEIZE}",
    "smash_grab": f"The attacker wins with the relic within 6 inches of a table edge, otherwise the defender. {SEIZE}",
    "ambush": MOST,
    "last_stand": f"Hold the marker. {SEIZE}",
    "vip_escort": "The defender wins with the marker within 6 inches of the edge opposite to where it started, "
    f"otherwise the attacker. {SEIZE}",
    "rescue": f"The attacker wins with the marker within 6 inches of a table edge, otherwise the defender. {SEIZE}",
}
"""How each mission is won, for somebody who has not read it."""


def goal(battle: Battle) -> str:
    """How the battle is won, by its mission."""
    told = GOALS.get(battle.mission) or mission_texts().get(battle.mission, "")
    return f"{told} The battle lasts {last_round(battle)} rounds." if told else ""


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
