"""Every rule that a unit of an Armylist, a mount or an option brings is one that the game plays."""

from __future__ import annotations

from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.armylists import armylists, bestiary
from warhost.rulesets.essence_of_war.rules import MODEL_RULES

MISSING = {
    *("Academy Trained", "Ambush", "Ambushing Party", "Autonomous", "Banneret", "Battle Fever", "Beloved"),
    *("Breath (Str 3, AP 2)", "Breath (Str 4, AP 1)", "Brood Rivalry", "Cohort Coordination", "Cult Leader", "Channel"),
    *("Dances of Cenyrn", "Dark Prelate", "Devastating (+1 Att, Fear)", "Fear", "Fiery Heart", "Commanding Presence"),
    *("Fight in Extra Rank (2)", "Forest Walker", "Frenzy", "Goblin Cunning", "Grim Coachman"),
    *("Grind (1 Hit, Str 4, AP 1)", "Grind (2 Hits, Str 3, AP 0)", "Grind (2 Hits, Str 3, AP 1)"),
    *("Grind (2 Hits, Str 4, AP 1)", "Grind (2 Hits, Str 5, AP 2)", "Grind (2 Hits, Str 5, AP 3)"),
    *("Grind (2 Hits, Str 6, AP 3)", "Grind (2D3)", "Grind (2D3+1)", "Grind (4 Hits, Str 3, AP 0)", "Grind (D3)"),
    *("Grudge", "Guarded", "Hierophant", "Hunt Leader", "Immortal Denizens", "Impact (1)", "Impact (2D3)"),
    *("Impact (3D3)", "Impact (D3)", "Impact (D3+1)", "Infernal Brand", "Know Thyself", "Lethal Strike"),
    *("Light Troops", "Lightning Reflexes", "Martial Discipline", "Multiple Wounds (2)", "Orders", "Orders (2)"),
    *("Parent & Support", "Poison", "Rage", "Royal Huntsman", "Rune Craft Mastery", "Ruthless Efficiency"),
    *("Steam Ahead!", "Steam Powered", "Stomp (1)", "Stomp (D3)", "Stomp (D3, Str 5, AP 2)", "Supernal", "Support"),
    *("Swiftstride", "The Quest", "Touch of Frost", "Towering", "Undead", "Undying Will", "Unstable", "Vanguard"),
    *("War Cry!", "War Platform", "War Platform (Raptor Pack)", "War Platform (Tegu Warriors)", "Weapon Master"),
}
"""Rules of the lists that nobody has written yet."""


def test_the_rules_of_lists_that_are_still_missing_are_known() -> None:
    assert RULESET.slug == "eow"
    named = {"Channel", "Commanding Presence"} | {text for mount in bestiary().values() for text in mount.rules}
    for army in armylists().values():
        named |= {text for effect in army.effects.values() for text in effect.gives}
        named |= {text for entry in army.entries for text in entry.rules}
    assert {text for text in named if MODEL_RULES.problem(text)} <= MISSING
