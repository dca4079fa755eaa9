"""Regiments for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.guide import Guide, Lesson, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.regiments import special, special_moves
from warhost.rulesets.regiments.missions import figures
from warhost.rulesets.regiments.options import mission_texts
from warhost.rulesets.regiments.rules import SPECIAL_RULES

REGISTRIES = (special, special_moves)
"""Modules that make the named rules known by being imported."""

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

LESSONS = (
    Lesson(
        "marker",
        "Objectives",
        "Most missions are won by markers. At the end of each round a marker with your units within 3 inches and no "
        "enemy that near is yours, and stays so when they walk on; with both sides near it is nobody's. Shaken units "
        "do not count.",
    ),
    Lesson(
        "deploy",
        "Deployment",
        "Players put down one unit in turn, inside the marked zone and an inch apart. A unit sees, shoots and charges "
        "to its front, so turn it to where it shall fight.",
    ),
    Lesson(
        "join",
        "Heroes in units",
        "A hero may deploy as part of a unit without one. It is hit last there, and lends the unit its Quality in "
        "morale tests; but the two act as one unit, and never part again.",
    ),
    Lesson(
        "set aside",
        "Units that wait",
        "Scouts come down after everybody else and go on at once. An ambush stays off the table and arrives in a later "
        "round: safe, but it seizes nothing until then.",
    ),
    Lesson(
        "activate",
        "Taking turns",
        "Players activate one unit each, in turn, until all have acted: then the round ends and markers are seized. "
        "Who acts late in a round has seen what the others did; who acts early strikes first.",
    ),
    Lesson(
        "action",
        "What a unit may do",
        "Hold: stay, turn and shoot. Advance: move, then shoot. Rush: move twice as far, no shooting. Charge: into an "
        "enemy within reach, without dice for the distance. Who is charged in the flank or rear cannot strike back "
        "and is easier to shake.",
    ),
    Lesson(
        "advance",
        "Moving a regiment",
        "The thick edge is its front. It goes straight on, with a single pivot of at most 90 degrees at any moment of "
        "the move; or it goes back or aside half as far. An inch stays free to everybody else. Nothing counts before "
        "you confirm.",
    ),
    Lesson(
        "shoot",
        "Shooting",
        "A shot hits on the Quality of the shooter; each hit is blocked on the Defense of the target. Cover helps to "
        "block, AP makes it harder. A unit that took wounds and has half of its models left, or fewer, tests its "
        "morale.",
    ),
    Lesson(
        "cast",
        "Casting",
        "A spell costs tokens and works on 4+. Both sides may then spend further tokens in secret, each for one more "
        "or one less on the die. Tokens that are spent are gone, whether it works or not.",
    ),
    Lesson(
        "strike back",
        "Striking back",
        "Who was charged may strike back. But whoever has struck once in a round is fatigued and hits only on sixes "
        "until the round is over: a second charge finds it weak.",
    ),
    Lesson(
        "consolidate",
        "After the melee",
        "The enemy is gone: turn to the next one, or step up to 3 inches towards a marker.",
    ),
    Lesson(
        "idle",
        "Shaken",
        "A shaken unit does nothing in its next activation but turn, and is fine again afterwards. Until then it hits "
        "only on sixes, fails every morale test and holds no marker.",
    ),
)


@cache
def guide() -> Guide:
    return Guide((*_words(), *_named_rules(), *_missions()), LESSONS)


def _words() -> Iterator[Meaning]:
    for word, rows in WORDS.items():
        yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])


def _named_rules() -> Iterator[Meaning]:
    for name, named in SPECIAL_RULES.items():
        yield Meaning(name, find(named.id).plain, named.id)


def _missions() -> Iterator[Meaning]:
    """How the mission that the panel names is won."""
    for slug, text in mission_texts().items():
        rows = [row.id for row in catalogue("aofr").values() if row.id.startswith(f"aofr.mission.{slug}")]
        yield Meaning(figures(slug).name, text, rows[-1])
