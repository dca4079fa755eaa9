"""Regiments for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.guide import Guide, Lesson, Meaning
from warhost.rulebook import catalogue, find
from warhost.rulesets.regiments import special, special_moves
from warhost.rulesets.regiments.missions import figures
from warhost.rulesets.regiments.options import mission_texts
from warhost.rulesets.regiments.rules import RULES

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
        "Most missions are won by markers. At the end of each round you take every marker that has your units, "
        "and no enemies, within 3 inches. It stays yours when they move on. If both sides are close, it becomes "
        "neutral. Shaken units do not count.",
    ),
    Lesson(
        "deploy",
        "Deployment",
        "Players take turns to deploy one unit, inside the marked zone and an inch apart. Units see, shoot and "
        "charge to the front, so face them towards the fight.",
    ),
    Lesson(
        "join",
        "Heroes in units",
        "A hero may deploy as part of a unit that has none. It is hit last and lends the unit its Quality for "
        "morale tests. From then on the two act as one unit and cannot separate.",
    ),
    Lesson(
        "set aside",
        "Reserves",
        "Scouts deploy after everyone else and then move at once. Ambushers stay off the table and arrive in a "
        "later round: safe, but they cannot seize markers until then.",
    ),
    Lesson(
        "activate",
        "Taking turns",
        "Players take turns to activate one unit each. When every unit has acted, the round ends and markers are "
        "seized. Acting late lets you see what others do; acting early lets you strike first.",
    ),
    Lesson(
        "action",
        "Actions",
        "Hold: stay, turn and shoot. Advance: move, then shoot. Rush: move twice as far, no shooting. Charge: "
        "move into an enemy in reach, no dice needed. A unit charged in the flank or rear cannot strike back and "
        "is easier to shake.",
    ),
    Lesson(
        "advance",
        "Moving a regiment",
        "The thick edge is the front. A regiment moves straight ahead with a single pivot of up to 90 degrees at "
        "any point, or half as far backwards or sideways. It must stay an inch from other units. Nothing counts "
        "until you confirm.",
    ),
    Lesson(
        "shoot",
        "Shooting",
        "Roll the shooter's Quality or more to hit. The target blocks hits by rolling its Defense or more. Cover "
        "makes blocking easier, AP makes it harder. A unit that took wounds and has half its models or fewer left "
        "takes a morale test.",
    ),
    Lesson(
        "cast",
        "Casting",
        "A spell costs tokens and works on 4+. Then both players may secretly spend more tokens, each worth +1 or "
        "-1 to the roll. Spent tokens are gone, whether the spell works or not.",
    ),
    Lesson(
        "strike back",
        "Striking back",
        "A unit that was charged may strike back. But once it has fought in a round it is fatigued: it hits only "
        "on sixes until the round ends, so a second charge will find it weak.",
    ),
    Lesson(
        "consolidate",
        "After the melee",
        "The enemy is gone. Turn to face the next one, or move up to 3 inches, perhaps towards a marker.",
    ),
    Lesson(
        "idle",
        "Shaken",
        "A Shaken unit can only turn in its next activation, and then recovers. Until then it hits only on sixes, "
        "fails every morale test and cannot hold markers.",
    ),
)


@cache
def guide() -> Guide:
    return Guide((*_words(), *_named_rules(), *_missions()), LESSONS)


def _words() -> Iterator[Meaning]:
    for word, rows in WORDS.items():
        yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])


def _named_rules() -> Iterator[Meaning]:
    for name in RULES:
        if name not in WORDS:
            yield Meaning(name, find(RULES[name].id).plain, RULES[name].id)


def _missions() -> Iterator[Meaning]:
    """How the mission that the panel names is won."""
    for slug, text in mission_texts().items():
        rows = [row.id for row in catalogue("aofr").values() if row.id.startswith(f"aofr.mission.{slug}")]
        yield Meaning(figures(slug).name, text, rows[-1])
