"""The enchantments of the Vault that have nothing to do with magic, each a small class (The Vault).

Enchanted Weapons act on their bearer's normal Melee Attacks alone (EOW-R218).
"""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest
from warhost.rulesets.essence_of_war.chapters.general.presence import lends
from warhost.rulesets.essence_of_war.core import ITEMS, Attack, Battle, Item, Unit, boundary
from warhost.rulesets.essence_of_war.rules.special_attacks import BreathAttack
from warhost.rulesets.essence_of_war.rules.special_rules import near_flag
from warhost.table import within

BANNER = 6.0
"""How far a Banner is seen, in inches."""

MOST_DISCIPLINE = 9
"""The Signet lifts nobody's Discipline higher."""

NEVER_BELOW = 3
"""What the Shield Breaker's dice must show at least to wound."""


@ITEMS.rule("Eldrich Inscriptions", "eow.vault.weapon.eldrich_inscriptions")
class EldrichInscriptions(Item):
    """Failed To-Wound rolls are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.wounds_rerolled_by = self


@ITEMS.rule("Touch of Greatness", "eow.vault.weapon.touch_of_greatness")
class TouchOfGreatness(Item):
    """+1 Strength and +1 Armour Penetration."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee" and attack.strength is not None:
            attack.strength += 1
            attack.ap += 1


@ITEMS.rule("Cleansing Light", "eow.vault.weapon.cleansing_light")
class CleansingLight(Item):
    """Passed Aegis Saves are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.aegis_rerolled = True


@ITEMS.rule("Shield Breaker", "eow.vault.weapon.shield_breaker")
class ShieldBreaker(Item):
    """+6 Armour Penetration, but a natural 1 or 2 never wounds, whatever else is added (EOW-R034)."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.ap += 6
            attack.wounds_from = NEVER_BELOW


@ITEMS.rule("Supernatural Dexterity", "eow.vault.weapon.supernatural_dexterity")
class SupernaturalDexterity(Item):
    """+2 Offensive Skill and +2 Agility; a printed Agility of 0 stays."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in ("off", "agi"):
            tally.add(2, self)


class SetArmour(Item):
    """Its bearer's Armour is this and never better, whatever it was before (EOW-R027)."""

    armour: int

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        return self.armour if name == "arm" else None

    def caps(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        return self.armour if name == "arm" else None


@ITEMS.rule("Destiny's Call", "eow.vault.armour.destinys_call")
class DestinysCall(SetArmour):
    """Aegis 4+; Armour is 3 and never more."""

    armour = 3

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.aegis.append((4, self.name))


@ITEMS.rule("Armour of Shielding", "eow.vault.armour.armour_of_shielding")
class ArmourOfShielding(Item):
    """Aegis 5+."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.aegis.append((5, self.name))


@ITEMS.rule("Essence of Mithril", "eow.vault.armour.essence_of_mithril")
class EssenceOfMithril(SetArmour):
    """Armour is 5 and never more."""

    armour = 5


@ITEMS.rule("Hardening Infusion", "eow.vault.armour.hardening_infusion")
class HardeningInfusion(Item):
    """+1 Armour, up to the 5 that nobody goes beyond."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "arm":
            tally.add(1, self)


def _in_sight(battle: Battle, bearer: Unit, unit: Unit) -> bool:
    """Whether the bearer of a Banner does not flee and stands within 6" of that unit, or in it."""
    if battle.body(bearer).fleeing:
        return False
    return within(boundary(battle, bearer), boundary(battle, battle.body(unit)), BANNER)


@ITEMS.rule("Banner of Speed", "eow.vault.banner.banner_of_speed")
class BannerOfSpeed(Item):
    """Friends within 6" have +1" Advance and +2" March while its bearer does not flee."""

    def on_friends_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        more = {"adv": 1, "mar": 2}.get(name)
        if more is not None and _in_sight(battle, bearer, unit):
            tally.add(more, self)


@ITEMS.rule("Battle Standard", "eow.vault.banner.battle_standard", "eow.special.rally_around_the_flag")
class BattleStandard(Item):
    """The bearer has Rally Around the Flag."""

    def on_friends_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if near_flag(battle, bearer, test.unit):
            test.reroll(self)


@ITEMS.rule("Banner of Discipline", "eow.vault.banner.banner_of_discipline")
class BannerOfDiscipline(Item):
    """Failed Panic Tests of friends within 6" are rolled again while its bearer does not flee (EOW-R234)."""

    steadies_allies = True

    def on_friends_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind == "panic" and _in_sight(battle, bearer, test.unit):
            test.reroll(self)


@ITEMS.rule("Signet of Command", "eow.vault.artefact.signet_of_command")
class SignetOfCommand(Item):
    """+1 Discipline, but not above 9."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "dis" and tally.total < MOST_DISCIPLINE:
            tally.add(1, self)


@ITEMS.rule("Crown of Autocracy", "eow.vault.artefact.crown_of_autocracy", "eow.diff.general")
class CrownOfAutocracy(Item):
    """Commanding Presence carries 3" farther, up to 18"; who has none has it within 3"."""

    presence_bonus = 3.0

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        return lends(battle, bearer, to)


@ITEMS.rule("Dragon Staff", "eow.vault.artefact.dragon_staff")
class DragonStaff(BreathAttack, Item):
    """One Breath of Strength 4 and AP 0."""

    strength = 4
    ap = 0
