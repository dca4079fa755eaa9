"""What magic items do, each in one place, in the order of the book. They are special rules of their hero."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.play.rules.tally import Tally
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.chapters.magic.casting import way_of
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    MODELS,
    RULES,
    WEAPONS,
    ActionName,
    Battle,
    Share,
    SpecialRule,
    Unit,
    group_of,
)
from warhost.rulesets.regiments.parts.magic_items.state import steal

BEST = 2
"""What Quality, Defense or Morale of 2+ needs."""


def used_once(name: str, row: str) -> None:
    """Add an item that a hero may use once; when, and what it does then, is in `uses`."""
    RULES.rule(name, row)(type(name, (SpecialRule,), {"bearers": MODELS}))


# Relic weapons


@RULES.rule("Kingslayer Weapon", "aofr.item.kingslayer_weapon")
class KingslayerWeapon(SpecialRule):
    """+3 Attacks and AP(4) against units that have or are a living hero (AOFR-R290)."""

    bearers = WEAPONS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        target = battle.units[attack.target]
        if not target.hero and not battle.regiment(target).is_hero:
            return
        attack.count += 3
        arms = group_of(battle, battle.units[attack.attacker], attack.group).weapons
        own = max((arm.rating("AP") for arm in arms if arm.name == attack.what and arm.has(self.name)), default=0)
        attack.ap.add(max(0, 4 - own), self)


@RULES.rule("Biting Weapon", "aofr.item.biting_weapon")
class BitingWeapon(SpecialRule):
    """The weapon hits at Quality 2+; of several such values the best counts (AOFR-R162)."""

    bearers = WEAPONS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.quality is not None:
            attack.quality = min(attack.quality, BEST)


@RULES.rule("Spellthieving Weapon", "aofr.item.spellthieving_weapon")
class SpellthievingWeapon(SpecialRule):
    """Each wound on an enemy caster takes a token from it, and one of those of the next round (AOFR-R292)."""

    bearers = WEAPONS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.heeds = (*attack.heeds, self)

    def on_wounds(self, battle: Battle, attack: Attack, taken: Mapping[int, int]) -> None:
        target = battle.units[attack.target]
        if target.fate:
            return
        for caster in casters_of(battle, target):
            wounds = taken.get(caster.group, 0)
            if wounds:
                way_of(battle).grant(battle, caster, -wounds)
                steal(target, caster.group, wounds, attack.attacker)


@RULES.rule("Fencer's Blade", "aofr.item.fencers_blade")
class FencersBlade(SpecialRule):
    """The blade strikes as if its bearer were not fatigued."""

    bearers = WEAPONS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.only_sixes = False


# Holy armour


@RULES.rule("Armour of Destiny", "aofr.item.armour_of_destiny")
class ArmourOfDestiny(SpecialRule):
    """A wound on the hero is ignored on a 5+."""

    bearers = MODELS

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        return 5


@RULES.rule("Helmet of Fortune", "aofr.item.helmet_of_fortune")
class HelmetOfFortune(SpecialRule):
    """+1 to Defense rolls against hits on the hero himself: alone, or picked out (AOFR-R288)."""

    bearers = MODELS

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all:
            attack.to_block.add(1, self)


@RULES.rule("Silver-Steel Shield", "aofr.item.silver_steel_shield")
class SilverSteelShield(SpecialRule):
    """Hits from shooting on the hero himself are blocked as with Defense 2+ (AOFR-R288, AOFR-R289)."""

    bearers = MODELS

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all and attack.kind == "shooting":
            attack.to_block.add(max(0, attack.defense - BEST), self)


@RULES.rule("Glittering Chainmail", "aofr.item.glittering_chainmail")
class GlitteringChainmail(SpecialRule):
    """Hits from melee on the hero himself, those of a charge included, are blocked as with Defense 2+."""

    bearers = MODELS

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all and attack.kind in ("melee", "impact"):
            attack.to_block.add(max(0, attack.defense - BEST), self)


@RULES.rule("Dragon Shield", "aofr.item.dragon_shield")
class DragonShield(SpecialRule):
    """Hits on the hero himself have 2 less AP, to no less than 0."""

    bearers = MODELS

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if share.all:
            attack.less_ap.add(-2, self)


@RULES.rule("Charmed Helmet", "aofr.item.charmed_helmet")
class CharmedHelmet(SpecialRule):
    """One more spell token each round, for who is a caster (AOFR-R293)."""

    bearers = MODELS

    power = 1


# Sorcerous talismans


@RULES.rule("Talisman of Preservation", "aofr.item.talisman_of_preservation")
class TalismanOfPreservation(SpecialRule):
    """A wound on the hero is ignored on a 6, and an earlier one comes off."""

    bearers = MODELS

    mends = True

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        return 6


@RULES.rule("Dawnstone", "aofr.item.dawnstone")
class Dawnstone(SpecialRule):
    """A wound of a spell on the hero is ignored on a 2+."""

    bearers = MODELS

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        return BEST if magic else 0


used_once("Protective Gem", "aofr.item.protective_gem")
used_once("Opal Amulet", "aofr.item.opal_amulet")


class Guarded(SpecialRule):
    """A gem or an amulet is at work: whoever strikes, or shoots, at the unit gets -1 to hit (AOFR-R291)."""

    def __init__(self, name: str, rule_id: str, kind: str) -> None:
        super().__init__()
        self.name, self.id, self.kind = name, rule_id, kind

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        if attack.kind == self.kind:
            attack.to_hit.add(-1, self)


used_once("Luckstone", "aofr.item.luckstone")
used_once("Seed of Rebirth", "aofr.item.seed_of_rebirth")


# Mystic banners


@RULES.rule("Banner of Swiftness", "aofr.item.banner_of_swiftness")
class BannerOfSwiftness(SpecialRule):
    """The hero and its unit Advance 2" further."""

    bearers = MODELS

    one_is_enough = True

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "advance":
            inches.add(2, self)


@RULES.rule("Rampager's Standard", "aofr.item.rampagers_standard")
class RampagersStandard(SpecialRule):
    """The hero and its unit Charge 4" further."""

    bearers = MODELS

    one_is_enough = True

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "charge":
            inches.add(4, self)


@RULES.rule("Banner of Eternal Flame", "aofr.item.banner_of_eternal_flame")
class BannerOfEternalFlame(SpecialRule):
    """The hero and its unit ignore difficult and dangerous terrain and what climbing costs (AOFR-R297)."""

    bearers = MODELS

    one_is_enough = True
    sure_footed = True


@RULES.rule("Standard of Discipline", "aofr.item.standard_of_discipline")
class StandardOfDiscipline(SpecialRule):
    """The hero and its unit test morale at Quality 2+ (AOFR-R300)."""

    bearers = MODELS

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.quality = min(test.quality, BEST)


# Arcane items


used_once("Tome of Magic", "aofr.item.tome_of_magic")
used_once("Hex Scroll", "aofr.item.hex_scroll")
used_once("Power Wand", "aofr.item.power_wand")
used_once("Dispel Scroll", "aofr.item.dispel_scroll")
used_once("Channeling Staff", "aofr.item.channeling_staff")
used_once("Scroll of Shielding", "aofr.item.scroll_of_shielding")


# Enchanted items


@RULES.rule("Trickster's Shard", "aofr.item.tricksters_shard")
class TrickstersShard(SpecialRule):
    """Nobody regenerates wounds of the hero's weapons."""

    bearers = MODELS | WEAPONS

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.unheeded |= {"Regeneration"}


used_once("Terrifying Mask", "aofr.item.terrifying_mask")


class Terrified(SpecialRule):
    """A mask is at work on the enemy: every morale test is failed (AOFR-R291)."""

    name = "Terrifying Mask"
    id = "aofr.item.terrifying_mask"

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.settle(self, passes=False)


used_once("Potion of Displacement", "aofr.item.potion_of_displacement")


class Robbed(SpecialRule):
    """A caster gets fewer tokens when the next round begins (AOFR-R292)."""

    name = "Spellthieving Weapon"
    id = "aofr.item.spellthieving_weapon"

    def __init__(self, group: int, tokens: int) -> None:
        super().__init__()
        self.only = group
        self.power = -tokens

    def speaks_at(self, moment: str) -> bool:
        return moment == "power"
