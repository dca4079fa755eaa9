"""Magical artefacts for heroes (Magical Artefacts: Heroic Artefacts)."""

from __future__ import annotations

from warhost.play.tally import Tally
from warhost.rulesets.kings_of_war.artefacts import Artefact, SpellGiver
from warhost.rulesets.kings_of_war.battle import Battle, Effect, Unit, lay
from warhost.rulesets.kings_of_war.rules import ARTEFACTS

FOOT = ("infantry",)
FOOT_OR_MOUNTED = ("infantry", "cavalry")
"""These types and no others: large infantry and large cavalry are types of their own (KOW-R148)."""

FARTHER = 6.0
"""How much farther spells at friends reach with the Crown of the Wizard King."""


@ARTEFACTS.rule("Darklord's Onyx Ring", "kow.artefact.darklords_onyx_ring")
class DarklordsOnyxRing(Artefact):
    """Regeneration (4+) in the first turn of its own that the hero begins with damage."""

    cost = 5
    heroic = True
    types = FOOT_OR_MOUNTED
    lends = ("Regeneration (4+)",)

    def turn_begins(self, battle: Battle, bearer: Unit) -> None:
        if bearer.damage and not self.is_spent(bearer):
            bearer.used += (self.name,)
            bearer.shown = True
            lay(battle, bearer, Effect(self.name, "end", bearer.seat, gives=self.lends))


@ARTEFACTS.rule("Ej Periscope", "kow.artefact.ej_periscope")
class EjPeriscope(Artefact):
    """The hero is a Leaper."""

    cost = 5
    heroic = True
    types = FOOT
    gives = ("Leaper",)


@ARTEFACTS.rule("Amulet of the Fireheart", "kow.artefact.amulet_of_the_fireheart")
class AmuletOfTheFireheart(Artefact):
    """Once a game, right after a spell, the hero may cast another one."""

    cost = 15
    heroic = True
    casts_again = True


@ARTEFACTS.rule("Axe of the Giant Slayer", "kow.artefact.axe_of_the_giant_slayer")
class AxeOfTheGiantSlayer(Artefact):
    """Slayer (D3)."""

    cost = 15
    heroic = True
    types = FOOT_OR_MOUNTED
    gives = ("Slayer (D3)",)


@ARTEFACTS.rule("Crown of the Wizard King", "kow.artefact.crown_of_the_wizard_king")
class CrownOfTheWizardKing(Artefact):
    """The hero's spells for friends reach 6" farther."""

    cost = 15
    heroic = True

    def spell_reach(self, battle: Battle, bearer: Unit, friendly: bool, inches: float) -> float:
        return inches + FARTHER if friendly else inches


@ARTEFACTS.rule("Mournful Blade", "kow.artefact.mournful_blade")
class MournfulBlade(Artefact):
    """Duellist (D3)."""

    cost = 15
    heroic = True
    types = FOOT_OR_MOUNTED
    gives = ("Duellist (D3)",)


@ARTEFACTS.rule("Scythe of the Harvester", "kow.artefact.scythe_of_the_harvester")
class ScytheOfTheHarvester(Artefact):
    """Rampage (D3)."""

    cost = 15
    heroic = True
    types = FOOT_OR_MOUNTED
    gives = ("Rampage (D3)",)


@ARTEFACTS.rule("Torc of Command", "kow.artefact.torc_of_command")
class TorcOfCommand(Artefact):
    """Command orders of the hero reach 18"."""

    cost = 15
    heroic = True

    def command_reach(self, battle: Battle, bearer: Unit, inches: float) -> float:
        return max(inches, 18.0)


@ARTEFACTS.rule("Trickster's Wand", "kow.artefact.tricksters_wand")
class TrickstersWand(SpellGiver):
    """The spell Hex (2)."""

    cost = 15
    heroic = True
    spell = ("Hex", 2, 0)


@ARTEFACTS.rule("Banner of Command", "kow.artefact.banner_of_command")
class BannerOfCommand(Artefact):
    """One more die for command orders of the hero."""

    cost = 20
    heroic = True

    def command_dice(self, battle: Battle, bearer: Unit, dice: int) -> int:
        return dice + 1


@ARTEFACTS.rule("Blade of the Beast Slayer", "kow.artefact.blade_of_the_beast_slayer")
class BladeOfTheBeastSlayer(Artefact):
    """Crushing Strength (+1) against large infantry, large cavalry and monsters."""

    cost = 20
    heroic = True
    gives = ("Crushing Strength (+1 vs Large Infantry, Large Cavalry and Monsters)",)


@ARTEFACTS.rule("Boots of the Seven Leagues", "kow.artefact.boots_of_the_seven_leagues")
class BootsOfTheSevenLeagues(Artefact):
    """The hero is a Scout."""

    cost = 20
    heroic = True
    types = FOOT_OR_MOUNTED
    gives = ("Scout",)


@ARTEFACTS.rule("Tome of Darkness", "kow.artefact.tome_of_darkness")
class TomeOfDarkness(SpellGiver):
    """The spell Surge (5), or 3 more for a Surge that the hero has."""

    cost = 20
    heroic = True
    spell = ("Surge", 5, 3)


@ARTEFACTS.rule("Zephyr Crown", "kow.artefact.zephyr_crown")
class ZephyrCrown(SpellGiver):
    """The spell Wind Blast (5), or 3 more for a Wind Blast that the hero has."""

    cost = 20
    heroic = True
    spell = ("Wind Blast", 5, 3)


@ARTEFACTS.rule("Shroud of the Saint", "kow.artefact.shroud_of_the_saint")
class ShroudOfTheSaint(SpellGiver):
    """The spell Heal (3), or 2 more for a Heal that the hero has."""

    cost = 25
    heroic = True
    spell = ("Heal", 3, 2)


@ARTEFACTS.rule("Wings of Honeymaze", "kow.artefact.wings_of_honeymaze")
class WingsOfHoneymaze(Artefact):
    """The hero flies, and its Defence is 1 lower, but not below 2+."""

    cost = 25
    heroic = True
    types = FOOT
    gives = ("Fly",)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "defence":
            tally.add(-1, self)


@ARTEFACTS.rule("The Boomstick", "kow.artefact.the_boomstick")
class TheBoomstick(SpellGiver):
    """The spell Lightning Bolt (3), or 2 more for a Lightning Bolt that the hero has."""

    cost = 30
    heroic = True
    spell = ("Lightning Bolt", 3, 2)


@ARTEFACTS.rule("Inspiring Talisman", "kow.artefact.inspiring_talisman")
class InspiringTalisman(Artefact):
    """The hero is Inspiring."""

    cost = 30
    heroic = True
    gives = ("Inspiring",)
