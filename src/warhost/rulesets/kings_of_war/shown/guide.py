"""Kings of War for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.shown.guide import Guide, Meaning
from warhost.rulebook import find
from warhost.rulesets.families.data import lessons
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.chapters.scenario.scenarios import scenario_of, scenarios
from warhost.rulesets.kings_of_war.core import ARTEFACTS, SPECIALS, Battle

WORDS: dict[str, tuple[str, ...]] = {
    "Sp": ("kow.order.advance", "kow.order.at_the_double", "kow.charge.cond_distance"),
    "Me": ("kow.combat.hit_roll",),
    "Sh": ("kow.ranged.hit_roll",),
    "De": ("kow.combat.damage_roll",),
    "US": ("kow.objective.contest", "kow.us.halved"),
    "Att": ("kow.combat.hit_dice", "kow.combat.flank_double", "kow.combat.rear_treble"),
    "Ne": ("kow.nerve.test", "kow.nerve.devastated"),
    "Ht": ("kow.los.blocked", "kow.terrain.hill_height"),
    "damage": ("kow.combat.damage_counters",),
    "wavering": ("kow.nerve.wavering", "kow.nerve.wavering_orders", "kow.nerve.wavering_no_ranged"),
    "devastated": ("kow.nerve.devastated", "kow.nerve.devastated_attacks", "kow.nerve.devastated_rout"),
    "engaged": ("kow.charge.engaged", "kow.move.engaged_orders"),
    "hindered": ("kow.charge.hindered", "kow.combat.hindered_modifier"),
    "carries loot": ("kow.loot.speed", "kow.loot.no_fly_wild"),
    "Pts": ("kow.army.faction_points",),
}
"""What cards print beside the named rules, and the rows that explain it."""


def goal(battle: Battle) -> str:
    """How the battle is won, by its scenario."""
    if not battle.scenario:
        return ""
    scenario = scenario_of(battle)
    most = " The player with more victory points wins." if scenario.scores_points else ""
    return f"{scenario.text}{most} The battle lasts {battle.settings.rounds} rounds, and perhaps one more."


@cache
def guide() -> Guide:
    return Guide((*_words(), *_named(), *_scenarios()), lessons("warhost.rulesets.kings_of_war"))


def _words() -> Iterator[Meaning]:
    for word, rows in WORDS.items():
        yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])


def _named() -> Iterator[Meaning]:
    for registry in (SPECIALS, ARTEFACTS, SPELLS):
        for name in registry:
            yield Meaning(name, " ".join(find(row).plain for row in registry[name].ids), registry[name].id)


def _scenarios() -> Iterator[Meaning]:
    """How the scenario that the panel names is won."""
    for one in scenarios().values():
        yield Meaning(one.name, one.text, "kow.scenario.victory_pick")
