"""Essence of War for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from warhost.play.guide import Guide, Lesson, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.essence_of_war.armies import patrol, patrols
from warhost.rulesets.essence_of_war.cards import LABELS
from warhost.rulesets.essence_of_war.entries import rule_name
from warhost.rulesets.essence_of_war.rules import MODEL_RULES

LESSONS = (
    Lesson(
        "deploy",
        "How to win",
        "After four turns, whoever has more units within 6 inches of the centre wins. Characters and fleeing units do "
        "not count. Set your units up in the marked zone, an inch apart: fighters where they reach the middle, "
        "shooters where they see it.",
    ),
    Lesson(
        "declare charge",
        "The Charge Phase",
        "A turn goes: charge, move, magic, shoot, melee. A unit may charge an enemy before its front: two dice and its "
        "Advance Rate must reach the distance. What wins a melee: losses of the enemy, full ranks behind the first, "
        "having charged, and to strike a flank or rear.",
    ),
    Lesson(
        "charge reaction",
        "You are charged",
        "Who holds fights where it stands. Who flees may get away and rally later, but may also be caught, "
        "leave the table, or spread panic.",
    ),
    Lesson(
        "move",
        "The Movement Phase",
        "Every unit that neither charged nor fights may move once. Think of the next charge: what stands before the "
        "front of a unit, it can charge; what stands at its flank can charge it there.",
    ),
    Lesson(
        "manoeuvre",
        "Moving a regiment",
        "The thick edge is its front. Drag the regiment forward, a front corner to wheel, the ring to turn it about "
        "its centre. Nothing counts before you confirm, and it can be taken back as long as no dice fell.",
    ),
    Lesson(
        "cast",
        "The Magic Phase",
        "A Flux Card gives both sides dice. A spell needs its Casting Value with the dice you put into it; each is "
        "tried once in a phase. More dice are safer, but three equal ones hurt the caster.",
    ),
    Lesson(
        "dispel",
        "Dispelling",
        "Equal or beat the casting roll and the spell does nothing. Dice that you spend now are missing against the "
        "next spell of this phase.",
    ),
    Lesson(
        "shoot",
        "The Shooting Phase",
        "The first two ranks shoot at what they see. Long range, cover and having moved each make it harder by one; "
        "a shot that needs 7 or more cannot hit. Nobody shoots into a melee.",
    ),
    Lesson(
        "panic order",
        "Panic",
        "Losing a quarter of its Health Points to shots or spells, or a friend that breaks or is destroyed within "
        "6 inches, frightens a unit: with two dice it needs its Discipline or less, or it flees.",
    ),
    Lesson(
        "rally",
        "Rallying",
        "A fleeing unit tests its Discipline. It stops and turns, or it runs on; at the edge of the table it is gone.",
    ),
    Lesson(
        "combat pivot",
        "After a round of melee",
        "A unit that fights on may be set down anew against its enemy, to bring more models into contact or its "
        "front to bear.",
    ),
)


@cache
def guide() -> Guide:
    return Guide(tuple(_terms()), LESSONS)


def _terms() -> Iterator[Meaning]:
    """The characteristics, then every rule, weapon and spell that a patrol lists, each once."""
    rows = catalogue("eow")
    for name, label in LABELS.items():
        yield _meaning(label, f"eow.stat.{name}" if name != "rsr" else "eow.basic.rsr")
    told: set[str] = set()
    for army in patrols():
        for entry in patrol(army).entries:
            for name in map(rule_name, entry.listed):
                row = MODEL_RULES[name].id if name in MODEL_RULES else f"eow.patrol.{_slug(army)}.{_slug(name)}"
                if name not in told and row in rows:
                    told.add(name)
                    yield _meaning(name, row)


def _meaning(name: str, row: str) -> Meaning:
    return Meaning(name, find(row).plain, row)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
