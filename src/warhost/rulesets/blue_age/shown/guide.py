"""The Blue Age for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.shown.guide import Guide, Meaning
from warhost.rulebook import find
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of, scenarios
from warhost.rulesets.blue_age.core import ITEMS, QUALITIES, SPECIALS, TRAITS, Battle, armours
from warhost.rulesets.families.data import lessons

WORDS: dict[str, tuple[str, ...]] = {
    "M": ("blue.move.first_player_moves", "blue.move.dash"),
    "Me": ("blue.fight.hit_roll",),
    "Ra": ("blue.shoot.hit_roll",),
    "S": ("blue.fight.wound_roll",),
    "G": ("blue.fight.wound_roll",),
    "H": ("blue.shoot.remove_casualties",),
    "I": ("blue.fight.initiative_order",),
    "A": ("blue.fight.attack_dice",),
    "Sp": ("blue.resolution.spirit_test", "blue.shoot.panic_threshold"),
    "Mi": ("blue.special.stupid_test",),
    "MR": ("blue.command.generate_pool", "blue.casting.success_dice"),
    "D": ("blue.destiny.who",),
    "Sv": ("blue.shoot.armour_save",),
    "MS": ("blue.armour.magical_save",),
    "Pts": ("blue.setup.points_limit",),
    "fleeing": ("blue.move.fleeing_units_excluded", "blue.command.rally"),
    "locked in combat": ("blue.move.fall_back_option", "blue.shoot.not_into_combat"),
    "dashed": ("blue.move.dash_marker",),
    "burning": ("blue.ranged_quality.flaming_end_phase",),
    "snared": ("blue.initiative_mod.snared",),
    "terrified": ("blue.special.terror_target_test",),
    "stupid": ("blue.special.stupid_fail_move", "blue.special.stupid_fail_limits"),
    "fled": ("blue.melee_mod.attacker_fled", "blue.melee_mod.defender_fled"),
    "charged": ("blue.melee_mod.attacker_charged", "blue.initiative_mod.charged"),
    "in a duel": ("blue.duel.only_each_other", "blue.duel.ends_on_death"),
    "banner planted": ("blue.warbanner.plant",),
    "Champion": ("blue.champion.accept_only",),
    "Bannerman": ("blue.combat_score.bannerman",),
    "Warbanner": ("blue.warbanner.combat_resolution", "blue.warbanner.reroll_tests"),
    "Magic Pool": ("blue.magic.pool_lasts_turn",),
}
"""What cards print beside the named rules, and the rows that explain it."""


def goal(battle: Battle) -> str:
    """How the battle is won, by its scenario."""
    return f"{scenario_of(battle).text} The player with more points after {battle.settings.turns} turns wins."


@cache
def guide() -> Guide:
    return Guide((*_words(), *_named(), *_scenarios()), lessons("warhost.rulesets.blue_age"))


def _words() -> Iterator[Meaning]:
    for word, rows in WORDS.items():
        yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])
    for one in armours().values():
        yield Meaning(one.name, find(one.id).plain, one.id)


def _named() -> Iterator[Meaning]:
    told: set[str] = set()
    for registry in (SPECIALS, QUALITIES, ITEMS, TRAITS):
        for name in registry:
            if name in told:
                continue
            told.add(name)
            rows = [row for row in registry[name].ids if row.startswith("blue.")]
            yield Meaning(name, " ".join(find(row).plain for row in rows), registry[name].id)


def _scenarios() -> Iterator[Meaning]:
    """How the scenario that the panel names is won."""
    for one in scenarios().values():
        yield Meaning(one.title, one.text, "blue.setup.scenario")
