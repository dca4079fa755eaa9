"""The spells of the patrols, each a small class; those that only the Grimoire has are in `grimoire`.

Their figures (value, range, hits ...) come with the caster's entry.

What a spell does besides is here: a lasting spell is a rule that speaks for the unit on which it lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from warhost.dice import Dice, Distribution, odds
from warhost.play.counsel.throws import Reason, Stage, counted, spread, throw_number
from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, choose, choose_unit, roll
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.magic.healing import regain
from warhost.rulesets.essence_of_war.chapters.movement import movement
from warhost.rulesets.essence_of_war.core import SPELLS, Attack, Battle, Effect, Spell, Unit, health
from warhost.rulesets.families.ninth_age.chapters import panic

if TYPE_CHECKING:
    from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting

__all__ = ["SPELLS", "DamageSpell", "LastingSpell", "MagicalMove", "SpellOfHealth"]


USUAL_MOVE = 8
"""The inches of a magical move where the spell's entry does not say."""


class LastingSpell(Spell):
    """A spell that lies on its targets until its side begins its next Magic Phase, whatever becomes of the caster.

    `bonuses` are what it adds to characteristics. The same spell never adds to itself (EOW-R032), so cast anew it
    takes the place of the old one.
    """

    bonuses: ClassVar[dict[str, int]] = {}

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        bonus = self.bonuses.get(name)
        if bonus is not None:
            tally.add(bonus, self)

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            cls.lie_on(battle.units[number], casting.caster)
        yield from ()

    @classmethod
    def lie_on(cls, unit: Unit, caster: Unit, form: int = 0) -> None:
        others = tuple(e for e in unit.effects if (e.spell, e.seat, e.form) != (cls.name, caster.seat, form))
        unit.effects = (*others, Effect(cls.name, caster.seat, caster.id, form))


class DamageSpell(Spell):
    """A spell that hits with its own figures: all of the Damage sequence, then perhaps Panic (eow.magic.hits).

    The number of hits and a random Strength are rolled once for the target (EOW-R030).
    """

    @classmethod
    @rule("eow.magic.hits")
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """All units that it strikes are hit at the same time; then those that lost too much test for Panic."""
        caster, entry = casting.caster, casting.spell
        source = battle.body(caster).id
        struck = yield from cls.struck(battle, casting)
        bodies = list(dict.fromkeys(battle.body(unit).id for unit in struck))
        attacks: list[Attack] = []
        strength: int | None = None
        for target in struck:
            hits = yield from cls._number(battle, entry.hits or 0, "Hits", caster)
            figure = cls.strength_against(battle, entry, target)
            if isinstance(figure, str) and attacks:
                figure = strength
            strength = None if figure is None else (yield from cls._number(battle, figure, "Strength", caster))
            attacks.append(cls._attack(battle, casting, target, hits, strength))
        for attack in attacks:
            yield from damage.roll_hits(battle, attack)
        yield from panic.suffer_attacks(battle, attacks)
        yield from panic.after_losses_of_all(battle, (battle.units[number] for number in bodies), source)

    @classmethod
    def struck(cls, battle: Battle, casting: Casting) -> Script[list[Unit]]:
        """The units, or single models in their ranks, that are hit: its targets, if it says nothing else."""
        yield from ()
        return [battle.units[number] for number in casting.targets]

    @classmethod
    def _attack(cls, battle: Battle, casting: Casting, target: Unit, hits: int, strength: int | None) -> Attack:
        caster, entry = casting.caster, casting.spell
        attack = Attack(
            *("spell", caster.id, target.id, hits, cls.name, cls.row(battle, caster)),
            strength=strength,
            ap=entry.ap or 0,
            armour_rerolled=entry.reroll_armour_saves,
        )
        if entry.multiply is not None:
            attack.multiply = (entry.multiply.by, entry.multiply.against_hp)
        return damage.prepared(battle, attack)

    @classmethod
    def dice(cls, battle: Battle, casting: Casting, target: Unit) -> tuple[int | Dice, list[tuple[float, Stage]]]:
        """How many hits there are, and the dice of one of them for each Strength that it may have."""
        entry = casting.spell
        figure = cls.strength_against(battle, entry, target)
        if figure is None:
            strengths: list[tuple[int | None, float]] = [(None, 1.0)]
        else:
            strength = counted(figure)
            strengths = [(strength, 1.0)] if isinstance(strength, int) else [*odds.of(strength).items()]
        return counted(entry.hits or 0), [
            (chance, damage.chain(battle, cls._attack(battle, casting, target, 1, strength)))
            for strength, chance in strengths
        ]

    @classmethod
    def losses(cls, battle: Battle, casting: Casting, target: Unit) -> Distribution[int]:
        """The Health Points that the spell may take from a unit, once it is cast."""
        number, chains = cls.dice(battle, casting, target)
        left = health(battle, target)
        return odds.mixture((chance, spread(chain, number, left)) for chance, chain in chains)

    @classmethod
    def _number(cls, battle: Battle, figure: int | str, of: str, caster: Unit) -> Script[int]:
        """A figure of the spell, rolled if it is dice."""
        told = Reason(f"{of} of {cls.name}", cls.row(battle, caster), caster.seat, caster.id)
        return (yield from throw_number(counted(figure), told))


class SpellOfHealth(Spell):
    """Its targets regain lost Health Points."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            yield from regain(battle, battle.units[number], casting.caster.seat)


class MagicalMove(Spell):
    """An Advance Move at once, as many inches as the spell says (EOW-R059)."""

    @classmethod
    @rule("eow.magic.magical_move")
    def check_target(cls, battle: Battle, target: Unit) -> Refused | None:
        """One magical move for a unit and turn, and none for those that flee, fight, failed a charge or rallied."""
        they, are = verb(target.name, "it"), verb(target.name, "is")
        for hindered, reason in (
            (target.fleeing, f"{are} fleeing"),
            (target.engaged, f"{are} Engaged in Combat"),
            (target.failed_charge, "failed a charge this turn"),
            (target.rallied, "rallied this turn"),
            (target.magic_moved, "already made a magical move this turn"),
        ):
            if hindered:
                return Refused(f"{target.name} cannot make a magical move: {they} {reason}.", "eow.magic.magical_move")
        return None

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """Each target moves, in the order that the caster's player likes."""
        caster, inches = casting.caster, casting.spell.moves or USUAL_MOVE
        rules = (cls.row(battle, caster), "eow.magic.magical_move")
        waiting = [battle.units[number] for number in casting.targets]
        while waiting:
            text = f"{cls.name}: which unit moves next?"
            target = yield from choose_unit(waiting, caster.seat, "magical move order", text, rules=rules)
            waiting.remove(target)
            target.magic_moved = True
            yield from movement.advance_move(
                battle,
                target,
                inches,
                topic="magical move",
                text=f'{cls.name}: {target.name} may make an Advance Move of {inches}".',
                rules=rules,
            )


@SPELLS.rule(
    "Fate's Judgement",
    "eow.patrol.daemon_legions.fates_judgement",
    "eow.patrol.kingdom_of_equitaine.fates_judgement",
    "eow.spell.divination.fates_judgement",
)
class FatesJudgement(DamageSpell):
    """Hits that wound without a roll."""


@SPELLS.rule("Hasten the Hour", "eow.patrol.dread_elves.hasten_the_hour", "eow.spell.evocation.hasten_the_hour")
class HastenTheHour(DamageSpell):
    """One model is hit and wounded without a roll, and armour does not help it. It may be a Character in the unit."""

    @classmethod
    def struck(cls, battle: Battle, casting: Casting) -> Script[list[Unit]]:
        (target,) = yield from super().struck(battle, casting)
        guest, caster = battle.guest_of(target), casting.caster
        if guest is None:
            return [target]
        options = [Option(str(one.id), one.name, unit=caster.id, target=one.id) for one in (target, guest)]
        text = f"Which model does {cls.name} strike?"
        key = yield from choose(caster.seat, "strike whom", text, options, rules=(cls.row(battle, caster),))
        return [battle.units[int(key)]]


@SPELLS.rule(
    "Silver Spike",
    "eow.patrol.empire_of_sonnstahl.silver_spike",
    "eow.patrol.infernal_dwarves.silver_spike",
    "eow.spell.alchemy.silver_spike",
    "eow.diff.silver_spike",
)
class SilverSpike(DamageSpell):
    """One hard hit that costs big models twice as much."""


@SPELLS.rule(
    "Ice and Fire",
    "eow.patrol.highborn_elves.ice_and_fire",
    "eow.patrol.undying_dynasties.ice_and_fire",
    "eow.spell.cosmology.ice_and_fire",
)
class IceAndFire(DamageSpell):
    """Hits against which passed Armour Saves are rolled again."""


@SPELLS.rule("Hand of Heaven", "eow.patrol.ogre_khans.hand_of_heaven", "eow.spell.thaumaturgy.hand_of_heaven")
class HandOfHeaven(DamageSpell):
    """Hits whose Strength is left to a die."""


@SPELLS.rule("Fireball", "eow.patrol.orcs_and_goblins.fireball", "eow.spell.pyromancy.fireball")
class Fireball(DamageSpell):
    """Hits from afar."""


@SPELLS.rule("Swarm of Insects", "eow.patrol.sylvan_elves.swarm_of_insects", "eow.spell.shamanism.swarm_of_insects")
class SwarmOfInsects(DamageSpell):
    """A great many weak hits."""


@SPELLS.rule(
    "Pentagram of Pain",
    "eow.patrol.warriors_of_the_dark_gods.pentagram_of_pain",
    "eow.spell.occultism.pentagram_of_pain",
)
class PentagramOfPain(DamageSpell):
    """Hits that pierce a little."""


@SPELLS.rule(
    "Entwining Roots",
    "eow.patrol.beast_herds.entwining_roots",
    "eow.patrol.saurian_ancients.entwining_roots",
    "eow.spell.druidism.entwining_roots",
)
class EntwiningRoots(LastingSpell):
    """Off and Def 1 lower, Aim one worse (EOW-R115)."""

    bonuses: ClassVar[dict[str, int]] = {"off": -1, "def": -1, "aim": 1}


@SPELLS.rule(
    "Healing Waters",
    "eow.patrol.beast_herds.healing_waters",
    "eow.spell.druidism.healing_waters",
    "eow.diff.healing_waters",
)
class HealingWaters(LastingSpell):
    """Aegis (5+) against everything; whoever has a better one uses that.

    By the advanced text models that have Aegis (5+) already have Aegis (4+) instead (EOW-R122).
    """

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        had = min(attack.aegis, default=(7, ""))[0]
        lifted = had == 5 and battle.scene.settings.mode == "advanced"
        attack.aegis.append((4 if lifted else 5, self.name))


@SPELLS.rule(
    "Know Thine Enemy",
    "eow.patrol.daemon_legions.know_thine_enemy",
    "eow.patrol.kingdom_of_equitaine.know_thine_enemy",
    "eow.spell.divination.know_thine_enemy",
)
class KnowThineEnemy(LastingSpell):
    """Off and Def 2 higher."""

    bonuses: ClassVar[dict[str, int]] = {"off": 2, "def": 2}


@SPELLS.rule(
    "Spectral Blades",
    "eow.patrol.dread_elves.spectral_blades",
    "eow.patrol.vampire_covenant.spectral_blades",
    "eow.spell.evocation.spectral_blades",
)
class SpectralBlades(LastingSpell):
    """Failed rolls To Wound of its Melee Attacks are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.wounds_rerolled_by = self


@SPELLS.rule(
    "Word of Iron",
    "eow.patrol.empire_of_sonnstahl.word_of_iron",
    "eow.patrol.infernal_dwarves.word_of_iron",
    "eow.spell.alchemy.word_of_iron",
)
class WordOfIron(LastingSpell):
    """Armour 1 higher, 5 at most."""

    bonuses: ClassVar[dict[str, int]] = {"arm": 1}


@SPELLS.rule(
    "Altered Sight",
    "eow.patrol.highborn_elves.altered_sight",
    "eow.patrol.undying_dynasties.altered_sight",
    "eow.spell.cosmology.altered_sight",
)
class AlteredSight(LastingSpell):
    """Off 2 higher, Aim one better (EOW-R115)."""

    bonuses: ClassVar[dict[str, int]] = {"off": 2, "aim": -1}


@SPELLS.rule("Arise!", "eow.patrol.vampire_covenant.arise", "eow.spell.faction.arise")
class Arise(SpellOfHealth):
    """One or two units regain Health Points by their Rsr; by the advanced text Characters one at most."""


@SPELLS.rule(
    "Smite the Unbeliever", "eow.patrol.ogre_khans.smite_the_unbeliever", "eow.spell.thaumaturgy.smite_the_unbeliever"
)
class SmiteTheUnbeliever(LastingSpell):
    """A die decides: 1 to 3 lowers Res by 1, 4 to 6 lowers Str and AP by 1."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in (("res",) if self.effect.form <= 3 else ("str", "ap")):
            tally.add(-1, self)

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        caster = casting.caster
        (die,) = yield from roll(
            "D6", why=f"Form of {cls.name}", rule=cls.row(battle, caster), seat=caster.seat, unit=caster.id
        )
        for number in casting.targets:
            cls.lie_on(battle.units[number], caster, die)


@SPELLS.rule("Flaming Swords", "eow.patrol.orcs_and_goblins.flaming_swords", "eow.spell.pyromancy.flaming_swords")
class FlamingSwords(LastingSpell):
    """Melee and Shooting Attacks have +1 To Wound."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind in ("melee", "shooting"):
            attack.to_wound.add(1, self)


@SPELLS.rule(
    "Awaken the Beast",
    "eow.patrol.saurian_ancients.awaken_the_beast",
    "eow.patrol.sylvan_elves.awaken_the_beast",
    "eow.spell.shamanism.awaken_the_beast",
)
class AwakenTheBeast(LastingSpell):
    """Str and AP 1 higher."""

    bonuses: ClassVar[dict[str, int]] = {"str": 1, "ap": 1}


@SPELLS.rule("The Wheel Turns", "eow.patrol.vermin_swarm.the_wheel_turns", "eow.spell.witchcraft.the_wheel_turns")
class TheWheelTurns(LastingSpell):
    """Melee Attacks against it hit on 4+ whoever makes them, and nothing changes that."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.hit_on, attack.hit_fixed_by = 4, self


@SPELLS.rule(
    "The Rot Within", "eow.patrol.warriors_of_the_dark_gods.the_rot_within", "eow.spell.occultism.the_rot_within"
)
class TheRotWithin(LastingSpell):
    """Off and Def of the target 1 lower, but not below 1; those of the caster 1 higher.

    What lies on the caster's unit is for a Character in its ranks alone.
    """

    ON_CASTER = 1

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name not in ("off", "def"):
            return
        if self.effect.form == self.ON_CASTER:
            if bearer.id == self.effect.caster or battle.entry(bearer).single:
                tally.add(1, self)
        elif tally.total > 1:
            tally.add(-1, self)

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        yield from super().resolve(battle, casting)
        cls.lie_on(battle.body(casting.caster), casting.caster, cls.ON_CASTER)


@SPELLS.rule("Raven's Wing", "eow.patrol.vermin_swarm.ravens_wing", "eow.spell.witchcraft.ravens_wing")
class RavensWing(MagicalMove):
    """A friend moves."""
