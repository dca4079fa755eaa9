"""Fantasy Battles for newcomers: the words on its cards, and a lesson for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from warhost.play.rules.rulebase import NamedRule
from warhost.play.shown.guide import Guide, Meaning
from warhost.rulebook import find
from warhost.rulesets.families.data import lessons
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import NONE, OBJECTIVES, RULES
from warhost.rulesets.fantasy_battles.core import BOONS, ITEMS, MODEL_RULES, SPELLS, Battle
from warhost.rulesets.fantasy_battles.lists.item_files import special_items
from warhost.rulesets.fantasy_battles.shown.cards import GOALS

WORDS: dict[str, tuple[str, ...]] = {
    "Adv": ("t9a.move.advance", "t9a.charge.range"),
    "Mar": ("t9a.move.march",),
    "Dis": ("t9a.panic.failed_flees", "t9a.special.break_test"),
    "HP": ("t9a.attack.unsaved",),
    "Def": ("t9a.tohit.melee_1_to_3", "t9a.tohit.melee_0_to_m3"),
    "Res": ("t9a.towound.0", "t9a.towound.1", "t9a.towound.m1"),
    "Arm": ("t9a.attack.armour_save", "t9a.armour.2"),
    "Att": ("t9a.attack.hits",),
    "Off": ("t9a.tohit.melee_4_plus", "t9a.tohit.melee_1_to_3"),
    "Str": ("t9a.towound.0", "t9a.towound.2_plus"),
    "AP": ("t9a.armour.2",),
    "Agi": ("t9a.round.step05_initiative",),
    "fleeing": ("t9a.fleeing.no_voluntary", "t9a.fleeing.only_flee_moves"),
    "engaged": ("t9a.melee.engaged",),
    "Decimated": ("t9a.decimated.definition", "t9a.decimated.rally"),
    "Standard Bearer": ("t9a.special.standard_bearer",),
    "Champion": ("t9a.special.champion",),
    "Character": ("t9a.special.character",),
    "Wizard": ("t9a.special.wizard",),
    "Soft Cover": ("t9a.shooting.mod_soft_cover",),
    "Hard Cover": ("t9a.shooting.mod_hard_cover",),
    "Victory Points": ("t9a.victory.vp_casualty", "t9a.victory.vp_fleeing", "t9a.victory.vp_shattered"),
    "Magic Dice": ("t9a.special.veil_token",),
    "Veil Tokens": ("t9a.special.veil_token",),
    "Orison Tokens": ("t9a.special.orison_token",),
}
"""What cards and the panel print beside the named rules, and the rows that explain it."""

ITEM_ROWS = {
    "weapon": "t9a.special.attack_classes",
    "armour": "t9a.attack.armour_save",
    "talisman": "t9a.special.special_save",
    "potion": "t9a.special.one_use_only",
    "arcane": "t9a.special.wizard",
    "banner": "t9a.special.standard_bearer",
}
"""The row that comes nearest to what a kind of item is about."""


def goal(battle: Battle) -> str:
    """How the battle is won: by Victory Points, and by its Secondary Objective."""
    told = (
        f"After {battle.scene.settings.game_turns} Game Turns you score the points of every enemy unit that is "
        "destroyed, and half the points of those that flee or are shattered. The difference becomes Battle Points"
    )
    if battle.objective == NONE:
        return f"{told}."
    if not battle.objective:
        return f"{told}, and the Secondary Objective shifts three of them."
    return f"{told}, and the Secondary Objective shifts three of them. {battle.objective}: {GOALS[battle.objective]}."


@cache
def guide() -> Guide:
    return Guide((*_words(), *_named()), lessons("warhost.rulesets.fantasy_battles"))


def _words() -> Iterator[Meaning]:
    for word, rows in WORDS.items():
        yield Meaning(word, " ".join(find(row).plain for row in rows), rows[0])
    for objective in OBJECTIVES:
        yield Meaning(objective, find(RULES[objective]).plain, RULES[objective])


def _named() -> Iterator[Meaning]:
    """Every Special Item in its own words, and every model rule, spell and boon, each name once."""
    told = set(WORDS)
    for item in special_items().values():
        told.add(item.name)
        yield Meaning(item.name, item.text, ITEMS[item.name].id if item.name in ITEMS else ITEM_ROWS[item.kind])
    for registry in (MODEL_RULES, ITEMS, SPELLS, BOONS):
        for name in registry:
            if name not in told:
                told.add(name)
                yield Meaning(name, _told(registry[name]), registry[name].id)


def _told(named: type[NamedRule]) -> str:
    """What a rule does: in the words of its rows, or in its own where only a ruling makes it (T9A-R204, T9A-R205)."""
    rows = dict.fromkeys(row for row in named.ids if row.startswith("t9a."))
    return " ".join(find(row).plain for row in rows) or " ".join((named.__doc__ or "").split())
