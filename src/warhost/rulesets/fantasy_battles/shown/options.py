"""What players of Fantasy Battles may agree on before a battle, in their words (t9a.pregame.size)."""

from __future__ import annotations

from typing import get_args

import msgspec

from warhost.play.shown.cards import OptionCard
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import Settings

FIRST = ("points",)
"""Those on which players agree before all else."""

TEXTS = {
    "points": "Size of the battle, in Army Points",
    "free_lists": "Own lists may break any limit",
    "deployment": "Deployment Type",
    "objective": "Secondary Objective",
    "game_turns": "How many Game Turns are played",
    "zones": "How far Deployment Zones keep from the Centre Line",
    "formations": "How many files units deploy in",
    "first_turn": "How the first turn is rolled for",
    "delayed": "When Delayed units arrive",
    "ambush": "When Ambushers arrive",
    "vanguard": "How many inches Vanguard units move",
    "inside_by": "When a unit is inside a zone or a Terrain Feature",
    "target_markers": "Which zones the markers of Secure Target keep away from",
    "restrain": "What it takes to restrain from pursuit",
    "heights": "What lower models between shooter and target do",
    "misfire_on": "The roll to hit on which Artillery Weapons misfire",
    "breath_hits": "Hits of a Breath Attack",
    "duels": "Duels are fought",
    "overkill": "The most that Overkill counts",
    "flank_ranks": "Full Ranks for the higher Flank and Rear Bonus",
    "distracting": "Distracting beside other modifiers",
    "fear": "What Fear does",
    "frenzy": "How near an enemy provokes Frenzy",
    "tokens_per_die": "Veil Tokens for a Magic Die",
    "siphoned": "Magic Dice that may be siphoned in a phase",
    "tokens_kept": "Veil Tokens kept after Siphon the Veil",
    "spells_known": "How Wizards select their spells",
    "permanent": "A Permanent spell cast again on the same unit",
    "stars_align": "Who The Stars Align helps",
    "oaken_throne": "What lowers the Casting Values of Druidism",
    "casting_from": "How near terrain must be that Druidism is cast from, in inches",
    "whispers": "Several Whispers of the Veil on one unit",
    "hand_of_glory": "Aegis from Hand of Glory",
    "awaken_the_beast": "What the boosted Awaken the Beast gives",
    "res_value": "The Res value of spells that bring Health Points back",
}
"""What each setting is about, in the order in which a page offers them."""

CHOICES: dict[str, tuple[int, ...]] = {
    "points": (1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 6000),
    "game_turns": (4, 5, 6, 7),
    "misfire_on": (1, 2),
    "overkill": (0, 3, 5),
    "tokens_per_die": (2, 3, 4),
    "siphoned": (2, 3, 4, 5, 6),
    "tokens_kept": (0, 3, 6),
    "casting_from": (6, 12, 18, 24),
}
"""What may be chosen where a setting is any number."""

NAMES: dict[str, dict[str, str]] = {
    "deployment": {"roll": "rolled for"},
    "objective": {"roll": "rolled for"},
    "formations": {"of the list": "as their list says", "chosen": "as their player chooses, unit by unit"},
    "first_turn": {"with bonus": "with the bonus for deploying first"},
    "inside_by": {"centre": "its Centre is inside", "most models": "most of its models are inside"},
    "target_markers": {"own zone": "their owner's", "both zones": "both"},
    "restrain": {"free": "nothing", "Discipline Test": "a Discipline Test"},
    "heights": {
        "lower models give Soft Cover": "they give Soft Cover",
        "much lower models are ignored": "Soft Cover, but nothing if they are two Heights lower",
    },
    "distracting": {
        "does not add up": "counts if nothing else takes from the roll",
        "adds up": "is added to all others",
    },
    "fear": {"-1 Discipline": "-1 Discipline in contact", "Discipline Test": "a Discipline Test in each round"},
    "spells_known": {"chosen": "they choose", "in order": "in the order of the Path"},
    "permanent": {"once": "changes nothing", "adds up": "adds to the first"},
    "whispers": {"no stacking": "count once", "Resilience adds up": "the loss of Resilience adds up"},
    "hand_of_glory": {"6+ or 1 better": "6+, or 1 better than before", "6+ and 1 better": "6+ and at once 1 better"},
    "awaken_the_beast": {"instead": "Resilience instead of Strength", "both": "Strength and Resilience"},
    "res_value": {"resurrection": "as the data of the unit say", "Resilience": "its Resilience"},
}
"""What choices are called that do not say it themselves."""


@rule("t9a.pregame.size")
def option_cards() -> tuple[OptionCard, ...]:
    """A card for each setting that players may change on a page."""
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    return tuple(
        OptionCard(
            name,
            text,
            CHOICES.get(name) or get_args(fields[name].type) or (False, True),
            fields[name].default,
            first=name in FIRST,
            names=NAMES.get(name, {}),
        )
        for name, text in TEXTS.items()
    )
