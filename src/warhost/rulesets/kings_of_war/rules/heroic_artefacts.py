"""Magical artefacts for heroes (Magical Artefacts: Heroic Artefacts)."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.kings_of_war.core import ARTEFACTS, Battle, Effect, Unit, lay
from warhost.rulesets.kings_of_war.rules.artefacts import Artefact, gives, teaches

ANY: tuple[str, ...] = ()
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


gives("Ej Periscope", "kow.artefact.ej_periscope", 5, "Leaper", heroes=FOOT)


@ARTEFACTS.rule("Amulet of the Fireheart", "kow.artefact.amulet_of_the_fireheart")
class AmuletOfTheFireheart(Artefact):
    """Once a game, right after a spell, the hero may cast another one."""

    cost = 15
    heroic = True
    casts_again = True


gives("Axe of the Giant Slayer", "kow.artefact.axe_of_the_giant_slayer", 15, "Slayer (D3)", heroes=FOOT_OR_MOUNTED)


@ARTEFACTS.rule("Crown of the Wizard King", "kow.artefact.crown_of_the_wizard_king")
class CrownOfTheWizardKing(Artefact):
    """The hero's spells for friends reach 6" farther."""

    cost = 15
    heroic = True

    def spell_reach(self, battle: Battle, bearer: Unit, friendly: bool, inches: float) -> float:
        return inches + FARTHER if friendly else inches


gives("Mournful Blade", "kow.artefact.mournful_blade", 15, "Duellist (D3)", heroes=FOOT_OR_MOUNTED)
gives("Scythe of the Harvester", "kow.artefact.scythe_of_the_harvester", 15, "Rampage (D3)", heroes=FOOT_OR_MOUNTED)


@ARTEFACTS.rule("Torc of Command", "kow.artefact.torc_of_command")
class TorcOfCommand(Artefact):
    """Command orders of the hero reach 18"."""

    cost = 15
    heroic = True

    def command_reach(self, battle: Battle, bearer: Unit, inches: float) -> float:
        return max(inches, 18.0)


teaches("Trickster's Wand", "kow.artefact.tricksters_wand", 15, "Hex", 2, 0, heroes=ANY)


@ARTEFACTS.rule("Banner of Command", "kow.artefact.banner_of_command")
class BannerOfCommand(Artefact):
    """One more die for command orders of the hero."""

    cost = 20
    heroic = True

    def command_dice(self, battle: Battle, bearer: Unit, dice: int) -> int:
        return dice + 1


gives(
    "Blade of the Beast Slayer",
    "kow.artefact.blade_of_the_beast_slayer",
    20,
    "Crushing Strength (+1 vs Large Infantry, Large Cavalry and Monsters)",
    heroes=ANY,
)
gives("Boots of the Seven Leagues", "kow.artefact.boots_of_the_seven_leagues", 20, "Scout", heroes=FOOT_OR_MOUNTED)
teaches("Tome of Darkness", "kow.artefact.tome_of_darkness", 20, "Surge", 5, 3, heroes=ANY)
teaches("Zephyr Crown", "kow.artefact.zephyr_crown", 20, "Wind Blast", 5, 3, heroes=ANY)
teaches("Shroud of the Saint", "kow.artefact.shroud_of_the_saint", 25, "Heal", 3, 2, heroes=ANY)


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


teaches("The Boomstick", "kow.artefact.the_boomstick", 30, "Lightning Bolt", 3, 2, heroes=ANY)
gives("Inspiring Talisman", "kow.artefact.inspiring_talisman", 30, "Inspiring", heroes=ANY)
