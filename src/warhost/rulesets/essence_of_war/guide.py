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
        "After four turns, the player with more units within 6 inches of the centre wins. Characters and fleeing "
        "units do not count. Deploy in the marked zone, with units an inch apart: fighters with a clear path to "
        "the centre, shooters with a clear view of it.",
    ),
    Lesson(
        "declare charge",
        "The Charge Phase",
        "Each turn goes charge, move, magic, shoot, melee. A unit can charge an enemy to its front: 2D6 plus its "
        "Advance Rate must cover the distance. Melees are won by enemy losses, full ranks, having charged, and "
        "hitting a flank or rear.",
    ),
    Lesson(
        "charge reaction",
        "You are being charged",
        "A unit that holds stands and fights. A unit that flees may escape and rally later, but it may also be "
        "caught, leave the table or spread panic.",
    ),
    Lesson(
        "move",
        "The Movement Phase",
        "Every unit that did not charge and is not in combat can move once. Think ahead to the next charge: a "
        "unit can charge what is in front of it, and be charged in an open flank.",
    ),
    Lesson(
        "manoeuvre",
        "Moving a regiment",
        "The thick edge is the front. Drag the regiment to move it, drag a front corner to wheel, or use the ring "
        "to pivot. Nothing counts until you confirm, and you can take the move back until dice are rolled.",
    ),
    Lesson(
        "cast",
        "The Magic Phase",
        "A Flux Card gives both players Magic Dice. To cast a spell, roll its Casting Value or more with the dice "
        "you choose. Each spell can be tried once per phase. More dice are safer, but three of a kind hurt the "
        "caster.",
    ),
    Lesson(
        "dispel",
        "Dispelling",
        "Equal or beat the casting roll and the spell does nothing. Dice you spend now are not there for the next "
        "spell in this phase.",
    ),
    Lesson(
        "shoot",
        "The Shooting Phase",
        "The first two ranks shoot at what they can see. Long range, cover and having moved each make the shot "
        "one harder; a shot that needs 7 or more cannot hit. You cannot shoot into a melee.",
    ),
    Lesson(
        "panic order",
        "Panic",
        "A unit tests for panic when shooting or magic takes a quarter of its Health Points, or when a friendly "
        "unit breaks or is destroyed within 6 inches. Roll its Discipline or less on 2D6, or it flees.",
    ),
    Lesson(
        "rally",
        "Rallying",
        "A fleeing unit takes a Discipline test. If it passes, it stops and turns. If it fails, it keeps running, "
        "and is lost when it reaches the table edge.",
    ),
    Lesson(
        "combat pivot",
        "After a round of melee",
        "A unit that is still fighting may be repositioned against its enemy, to bring more models or its front "
        "into contact.",
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
