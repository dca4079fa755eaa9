"""Druidism (Paths): of every pair of values the second is that of a caster under The Oaken Throne (T9A-R086)."""

from __future__ import annotations

from warhost.play.questions import Option
from warhost.play.script import Refused, Script, agrees
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting, from_terrain
from warhost.rulesets.fantasy_battles.chapters.magic.healing import most_back, raise_up, recover, towers
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import SpellEntry, SpellVersion
from warhost.rulesets.fantasy_battles.core import PATHS, SPELLS, Battle, PathRule, Spell, Unit
from warhost.rulesets.fantasy_battles.shown.magic_events import SpellEnded
from warhost.rulesets.fantasy_battles.shown.spell_events import NoEffect

THRONE = "Throne"
"""The version of a spell that a caster under The Oaken Throne casts."""

OAKEN_THRONE = "The Oaken Throne"


def enthroned(battle: Battle, caster: Unit) -> bool:
    """Whether The Oaken Throne is in play on that caster."""
    return any(effect.spell == OAKEN_THRONE and effect.only == caster.entry for effect in battle.body(caster).effects)


@PATHS.rule("Nature's Call", "t9a.druidism.natures_call")
class NaturesCall(PathRule):
    """Whoever knows a spell of the Path knows The Oaken Throne too, which decides the version of the others."""

    def teaches(self, battle: Battle, caster: Unit) -> tuple[str, ...]:
        return (OAKEN_THRONE,)

    def offers(self, battle: Battle, caster: Unit, spell: SpellEntry, version: SpellVersion) -> bool:
        return version is version_of(battle, caster, spell)

    def on_casting(self, battle: Battle, casting: Casting) -> None:
        casting.value.add(change_by_terrain(battle, casting), self)


@rule("t9a.druidism.0_oaken_throne")
def version_of(battle: Battle, caster: Unit, spell: SpellEntry) -> SpellVersion:
    """The version of a spell that the caster casts: the second of two with the Throne, else the first."""
    return spell.versions[-1] if enthroned(battle, caster) else spell.versions[0]


@rule("t9a.druidism.0_oaken_throne")
def change_by_terrain(battle: Battle, casting: Casting) -> int:
    """What a setting changes in a Casting Value: not the Throne makes it lower, but the terrain from which the spell is
    cast (T9A-R086)."""
    versions = casting.spell.versions
    if battle.scene.settings.oaken_throne == "by the Throne" or len(versions) == 1:
        return 0
    near = bool(casting.targets) and all(from_terrain(battle, casting, battle.units[one]) for one in casting.targets)
    return versions[near].value - casting.spell.version(casting.version.name).value


@SPELLS.rule("Fountain of Youth", "t9a.druidism.a_fountain_of_youth")
class FountainOfYouth(Spell):
    """A model Recovers a Health Point, with the Throne a slain one is Raised; one for each model and phase."""

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        if battle.noted(cls.name, target.entry):
            return Refused(f"{target.name} already gained a Health Point by {cls.name} in this phase.", cls.id)
        if not most_back(battle, target, 1, raises=casting.version.name == THRONE):
            return Refused(f"{target.name} cannot gain a Health Point by {cls.name}.", cls.id)
        return None

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        target, points = battle.units[casting.targets[0]], casting.version.health
        back = raise_up if casting.version.name == THRONE else recover
        gained = yield from back(battle, target, points)
        # Of models with one Health Point another comes back each time.
        if gained and battle.profile(target).hp > 1:
            battle.note(cls.name, target.entry)


@SPELLS.rule("The Oaken Throne", "t9a.druidism.0_oaken_throne")
class TheOakenThrone(LastingSpell):
    """The caster casts the better version of its spells, until the opponent gives a Magic Die to end it."""

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        if enthroned(battle, target):
            return Refused(f"{cls.name} is already in play on {target.name}.", cls.id)
        return None

    def after_siphon(self, battle: Battle, bearer: Unit) -> Script[None]:
        seat = 1 - self.effect.seat
        if battle.pools[seat] == 0:
            return
        yes = Option("end", "Remove a Magic Die: the spell ends", unit=bearer.id)
        text = f"Remove one of your Magic Dice to end {self.name} on {bearer.name}?"
        if not (yield from agrees(seat, "end spell", text, yes, "Keep all dice", rules=(self.id,))):
            return
        battle.pools = tuple(pool - (place == seat) for place, pool in enumerate(battle.pools))
        body = battle.body(bearer)
        body.effects = tuple(effect for effect in body.effects if effect != self.effect)
        yield SpellEnded(body.id, self.name)


@SPELLS.rule("Healing Waters", "t9a.druidism.1_healing_waters")
class HealingWaters(LastingSpell):
    """Fortitude; may be cast from Water Terrain (T9A-R087)."""


@SPELLS.rule("Master of Earth", "t9a.druidism.2_master_of_earth")
class MasterOfEarth(DamageSpell):
    """A spell of hits, which may be cast from Impassable Terrain (T9A-R087)."""


@SPELLS.rule("Entwining Roots", "t9a.druidism.3_entwining_roots")
class EntwiningRoots(LastingSpell):
    """The target is less skilled and shoots worse; the spell may be cast from a Forest (T9A-R087)."""


@SPELLS.rule("Summer Growth", "t9a.druidism.4_summer_growth")
class SummerGrowth(Spell):
    """Slain models come back: most of them to Standard Infantry and Beasts."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            unit = battle.units[number]
            yield from raise_up(battle, unit, raised(battle, unit, casting.version.health))


@rule("t9a.druidism.4_summer_growth")
def raised(battle: Battle, unit: Unit, most: int) -> int:
    """How many Health Points a unit may get: all, one if its models tower, else half of them."""
    entry = battle.entry(unit)
    if towers(battle, unit):
        return 1
    return most if entry.height == "Standard" and entry.type in ("Infantry", "Beast") else most // 2


@SPELLS.rule("Stone Skin", "t9a.druidism.5_stone_skin")
class StoneSkin(LastingSpell):
    """The target is tougher; the spell may be cast from a Hill (T9A-R087)."""


@SPELLS.rule("Spirits of the Wood", "t9a.druidism.6_spirits_of_the_wood")
class SpiritsOfTheWood(LastingSpell):
    """The unit counts as inside a Forest wherever it goes; a friend strides through it (T9A-R088).

    An enemy that is Engaged when the spell is cast does not mind.
    """

    in_forest = True
    FRIEND = 1

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            unit = battle.units[number]
            friendly = unit.seat == casting.caster.seat
            if unit.engaged and not friendly:
                yield NoEffect(unit.id, cls.name)
            else:
                cls.lie_on(battle, unit, casting, cls.FRIEND if friendly else 0)

    def granted(self) -> tuple[str, ...]:
        return ("Strider (Forest)",) if self.effect.form == self.FRIEND else ()
