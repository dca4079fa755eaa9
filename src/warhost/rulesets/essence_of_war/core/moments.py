"""Where a named rule may speak.

The core never asks for a rule by its name. It says at which moments rules may speak (a characteristic is looked up,
a Discipline Test is taken, an attack is made ...) and asks those that are present: the model rules of the entry and
the spells that last on the unit. A rule is one small class that overrides the moments it is about, and a modifier
always carries who made it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from warhost.play.rules.rulebase import NamedRule, Rulebase, Speakers
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.families.ninth_age.core.hearing import Heard

if TYPE_CHECKING:
    from warhost.dice import Distribution
    from warhost.field import Path
    from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest
    from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting
    from warhost.rulesets.essence_of_war.core.attacks import Attack
    from warhost.rulesets.essence_of_war.core.battle import Battle, Boon, Effect, Unit
    from warhost.rulesets.essence_of_war.core.entries import SpellEntry


class Speaker(NamedRule):
    """A rule that may speak; what it does not override changes nothing."""

    needs: ClassVar[Literal["any", "half", "most", "all", "rank and file"]] = "any"
    """How many models of a Combined Unit must have the rule for it to hold for the unit: at least so many.

    "rank and file": the R&F have it, and whoever stands in their ranks goes along with it.
    """
    flies: ClassVar[bool] = False
    platform: ClassVar[bool] = False
    """It must stand in the ranks of a unit, on a base as large as those of several models."""
    guarded: ClassVar[bool] = False
    """It stands in the second rank of its unit."""
    holds_only: ClassVar[bool] = False
    """Hold is the only Charge Reaction."""
    passes: ClassVar[frozenset[str]] = frozenset()
    """The kinds of Discipline Test that are passed without a roll."""
    supporting_ranks: int = 0
    """Ranks beyond the second that make Supporting Attacks."""
    maximised: ClassVar[frozenset[str]] = frozenset()
    """The moves for which a Maximised roll is made: "charge", "flee", "pursuit" (Overruns too)."""
    unafraid: ClassVar[bool] = False
    """Immune to Fear."""
    towers: ClassVar[bool] = False
    """Models that do not tower are overlooked when it looks or is looked at."""
    pivots_freely: ClassVar[bool] = False
    """May Pivot in an Advance or March as often as it likes, as single models may."""
    shoots_after_march: ClassVar[bool] = False
    """May shoot in a turn in which it Marched."""
    steadies_allies: ClassVar[bool] = False
    """Whether what it does to tests of friends (`on_friends_discipline`) it does to those of Allies too."""
    presence_bonus: ClassVar[float] = 0.0
    """Inches that a Commanding Presence carries farther."""
    ambushes: ClassVar[bool] = False
    """May wait in Ambush."""
    leads_the_way: ClassVar[bool] = False
    """May move before the first turn."""
    counts_as_moved: ClassVar[bool] = False
    """Shoots as if it had moved."""
    marches_freely: ClassVar[bool] = False
    """No rule of its own keeps it from Marching."""
    drives: ClassVar[bool] = False
    """It does not March as others do: `drive` is its March."""
    denies_rank_bonus: ClassVar[bool] = False
    """Enemies in contact have no Rank Bonus."""
    ignores_aim: ClassVar[frozenset[str]] = frozenset()
    """What does not make its Aim worse: "cover", "long range", "moving"."""
    at_home: ClassVar[frozenset[str]] = frozenset()
    """The kinds of terrain that neither endanger it nor break its ranks."""
    may_fail: ClassVar[frozenset[str]] = frozenset()
    """The kinds of Discipline Test that it may choose to fail."""
    channels: ClassVar[int] = 0
    """Magic Dice that it adds to those of the Flux Card."""
    ground: ClassVar[int] = 0
    """All ground is Dangerous Terrain so much for the unit."""
    heals_within: ClassVar[int] = 0
    """A rider of its spells may heal any one friend within so many inches instead of their targets."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        """A characteristic of the bearer (adv, mar, dis, def, res, arm, att, off, str, ap, agi, aim) is looked up."""

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        """What a characteristic of the bearer is set to in place of its printed value, before anything is added."""
        return None

    def caps(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        """What a characteristic of the bearer never goes beyond."""
        return None

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        """A characteristic of an enemy is looked up whose unit is Engaged with the bearer's."""

    def on_friends_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        """A characteristic of a model of the bearer's side, the bearer's own included, is looked up."""

    def counts_ranks(self, battle: Battle, bearer: Unit, ranks: int) -> int:
        """How many ranks the bearer's unit counts as having, which has so many; of several answers the least."""
        return ranks

    def adds_to_charge(self, battle: Battle, bearer: Unit) -> str:
        """What the bearer's Charge Range gains: a number or dice, as in "D3+1"."""
        return ""

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A Player Turn of the bearer's side starts, before the Charge Phase."""
        yield from ()

    def at_charge_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The Charge Phase of the bearer's side starts, before any charge is declared."""
        yield from ()

    def at_phase_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A phase, of either side, ends."""
        yield from ()

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        """The bearer takes a Discipline Test."""

    def on_friends_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        """A unit of the bearer's side, the bearer included, takes a Discipline Test."""

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        """Whether that friend may use the bearer's Discipline."""
        return False

    def presence(self, battle: Battle, bearer: Unit) -> float:
        """How far the bearer's Commanding Presence carries, in inches; 0 if it has none."""
        return 0.0

    def breathes(self, battle: Battle, bearer: Unit) -> SpecialAttack | None:
        """The Breath that the bearer has left, which is a melee attack or a shooting attack."""
        return None

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        """Why the bearer and that other, of whom one is a single model, cannot be one unit, if they cannot."""
        return None

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        """Why the bearer cannot declare a charge, if it cannot."""
        return None

    def check_move(self, battle: Battle, bearer: Unit, kind: str, path: Path) -> Refused | None:
        """Why the bearer cannot make a move of that kind along that way, if it cannot."""
        return None

    def drive(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The bearer, which `drives`, makes its March."""
        yield from ()

    def pursues(self, battle: Battle, bearer: Unit, charged: bool) -> Literal["may", "must", "never"]:
        """Whether the bearer, which may have charged in this turn, may pursue and overrun."""
        return "may"

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        """Why the bearer cannot March, if it cannot."""
        return None

    def panics(self, battle: Battle, bearer: Unit, other: Unit) -> bool:
        """Whether the bearer's destruction, breaking or flight makes that friend test for Panic."""
        return True

    def shielded(self, battle: Battle, bearer: Unit) -> bool:
        """Whether enemies may not direct Melee Attacks at the bearer, a guest in another's ranks."""
        return False

    def adds_support(self, battle: Battle, bearer: Unit) -> int:
        """How many ranks more than others make Supporting Attacks now."""
        return 0

    def lends_support(self, battle: Battle, bearer: Unit, unit: Unit) -> int:
        """How many Supporting Attacks other models of the bearer's unit make because of it."""
        return 1

    def supports(self, battle: Battle, bearer: Unit) -> int:
        """How many Supporting Attacks a model of the bearer makes."""
        return 1

    def before_roll_off(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The Mission is known, the roll-off for the zones is to come."""
        yield from ()

    def when_deployed(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The bearer has been deployed, alone or in the ranks of another."""
        yield from ()

    def at_deployment_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        """Both armies stand; Vanguard moves and the first turn are to come."""
        yield from ()

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A Round of Combat of the bearer starts."""
        yield from ()

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        """Melee attacks that each of the bearer's models in contact makes beside its normal ones."""
        return ()

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        """The bearer attacks."""

    def on_company_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        """Models of the bearer's unit attack: the bearer, or others in the same ranks."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        """The bearer is attacked."""

    def on_friends_defence(self, battle: Battle, bearer: Unit, unit: Unit, attack: Attack) -> None:
        """Models of the bearer's side, the bearer included, are attacked."""

    def scores(self, battle: Battle, bearer: Unit, lost: int) -> float:
        """What the enemy's Combat Result gains by the Health Points that the bearer lost in this round."""
        return lost

    def adds_to_result(self, battle: Battle, bearer: Unit) -> int:
        """What the Combat Result of the bearer's side gains while the bearer fights."""
        return 0

    def after_losing(self, battle: Battle, bearer: Unit, difference: int) -> Script[None]:
        """The bearer's side lost the Round of Combat; before any Break Test."""
        yield from ()

    def eases_crumbling(self, battle: Battle, bearer: Unit, unit: Unit) -> int:
        """How many Health Points fewer that friend loses when a lost combat makes it crumble."""
        return 0

    def after_failed_break(self, battle: Battle, bearer: Unit, margin: int) -> Script[bool]:
        """The bearer failed its Break Test for good, by so many points. True: it is dealt with here, nobody flees."""
        yield from ()
        return False

    def breaking_costs(self, battle: Battle, bearer: Unit, margin: int) -> int | None:
        """The Health Points that a Break Test failed by so many points takes in place of a flight; None: it flees."""
        return None

    def at_enemy_magic(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A Magic Phase of the enemy starts, before the Flux Card is drawn."""
        yield from ()

    def teaches(self, battle: Battle, bearer: Unit) -> tuple[SpellEntry, ...]:
        """Spells that the bearer knows besides those of its entry."""
        return ()

    def casts_at_foes(self, battle: Battle, bearer: Unit, spell: SpellEntry) -> bool:
        """Whether the bearer may cast that spell at enemies that it is Engaged with, though others may not."""
        return False

    def check_spell(self, battle: Battle, bearer: Unit, spell: SpellEntry, target: Unit) -> Refused | None:
        """Why the bearer cannot cast a spell on that unit, if a rule of its own forbids it."""
        return None

    def on_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        """The bearer casts a spell."""

    def on_enemy_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        """An enemy of the bearer casts a spell."""

    def wards(self, battle: Battle, bearer: Unit, casting: Casting) -> bool:
        """A spell has been cast on the bearer. True: it comes to nothing for it, and the rule has done its part."""
        return False


class ModelRule(Speaker):
    """A rule of a unit entry."""


class ArmyRule(Speaker):
    """A rule of a whole army, named like its faction; it speaks when a Player Turn of that army starts."""


ARMY_RULES = Rulebase(ArmyRule)
"""The rules that armies built from an Armylist have as a whole, by their factions."""


class SpecialAttack(Struct, frozen=True, kw_only=True):
    """A melee attack of its own kind: when, how many automatic hits, and how hard. Stomp and Impact are such."""

    source: Speaker
    agility: int
    hits: str
    strength: int
    ap: int
    front_only: bool = False
    max_base_mm: int | None = None
    once: bool = False
    """Its owner says when it is used, once a game."""


MODEL_RULES = Rulebase(ModelRule, form="{} ({})")
"""The rules that a unit entry may list."""


class Spell(Speaker):
    """What a spell does once it is cast. One that lasts speaks for the unit on which it lies."""

    def __init__(self, effect: Effect) -> None:
        self.effect = effect

    @classmethod
    def row(cls, battle: Battle, caster: Unit) -> str:
        """Its row in the rule table: that of the Grimoire in an advanced battle, else of the caster's own patrol."""
        advanced = battle.scene.settings.mode == "advanced"
        return (_row(cls.ids, "spell") if advanced else _row(cls.ids, caster.army)) or cls.id

    @classmethod
    def check_target(cls, battle: Battle, target: Unit) -> Refused | None:
        """Why that unit cannot be its target, beyond what the figures say of sides, range and sight."""
        return None

    @classmethod
    def at_risk(cls, battle: Battle, casting: Casting) -> list[Unit]:
        """The units on which the spell may have an effect, once it is cast."""
        return [battle.units[number] for number in casting.targets]

    @classmethod
    def losses(cls, battle: Battle, casting: Casting, target: Unit) -> Distribution[int] | None:
        """The Health Points that the spell may take from a unit, once it is cast; None if it takes none."""
        return None

    @classmethod
    def strength_against(cls, battle: Battle, entry: SpellEntry, target: Unit) -> int | str | None:
        """The Strength of its hits on that unit, a number or dice; None if they wound without a roll."""
        return entry.str_

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """The spell takes effect."""
        yield from ()


@lru_cache(maxsize=256)
def _row(ids: tuple[str, ...], army: str) -> str:
    """The first of these rows that is of that army's patrol (or of "spell": of the Grimoire); empty if none is."""
    patrol = f".{army.lower().replace(' ', '_')}."
    return next((row for row in ids if patrol in row), "")


SPELLS = Rulebase(Spell)
"""The spells that can be cast; each has a row in the Grimoire and one for every patrol that knows it."""


class Item(ModelRule):
    """An enchantment of the Vault, which its bearer has like a rule of its own."""


ITEMS = Rulebase(Item)
"""The enchantments of the Vault."""


class BoonRule(Speaker):
    """What a rule gave a unit for a while; it speaks for that unit as long as it lasts."""

    of_ranks: ClassVar[bool] = False
    """It is the R&F models' own and ends with the last of them, though a Character fights on."""

    def __init__(self, boon: Boon) -> None:
        self.boon = boon


BOONS = Rulebase(BoonRule)
"""What units may be given for a while: Orders, Orisons, dances, marks."""


def speakers(battle: Battle, unit: Unit) -> Speakers[Speaker]:
    """The rules that may speak for the models of a unit: those of its entry, its enchantments, the spells on it.

    A guest and the R&F of its unit each have their own; what lies on the unit lies on both.
    """
    entry = battle.scene.entries[unit.entry]
    body = unit if unit.host is None else battle.units[unit.host]
    if not entry.bought and not body.boons:
        return _speakers(entry.rules, body.effects)
    return _more_speakers(entry.rules, entry.items, body.effects, body.boons)


def spoken(battle: Battle, unit: Unit, moment: str) -> list[tuple[Unit, Speaker]]:
    """Who speaks for a whole unit at a moment, and whose rule it is: the unit's own models' or its guest's.

    What only some models of a Combined Unit have holds for the unit if they are enough (`needs`); by the basic texts
    what the unit has, it has as a whole.
    """
    guest = battle.guest_of(unit)
    own = speakers(battle, unit)
    if guest is None:
        return [(unit, speaker) for speaker in own.at(moment)]
    theirs = speakers(battle, guest)
    found: list[tuple[Unit, Speaker]] = []
    for bearer, rules, others in ((unit, own, theirs), (guest, theirs, own)):
        for speaker in rules.at(moment):
            lies_on_both = isinstance(speaker, Spell | BoonRule)
            shared = any(type(other) is type(speaker) for other in others)
            if bearer is guest and (lies_on_both or (shared and any(type(s) is type(speaker) for _, s in found))):
                continue
            having = unit.models + 1 if lies_on_both or shared else unit.models if bearer is unit else 1
            needs = "any" if battle.scene.settings.mode == "basic" and bearer is unit else speaker.needs
            if needs == "rank and file" and not lies_on_both:
                having = unit.models + 1 if bearer is unit else 0
            if _enough(needs, having, unit.models + 1):
                found.append((bearer, speaker))
    return found


def _enough(needs: str, having: int, models: int) -> bool:
    """Whether so many models of all of them are as many as a rule needs (EOW-R167): each counts once."""
    if needs == "half":
        return 2 * having >= models
    if needs == "most":
        return 2 * having > models
    return having == models if needs == "all" else having > 0


@lru_cache(maxsize=4096)
def _speakers(rules: tuple[str, ...], effects: tuple[Effect, ...]) -> Speakers[Speaker]:
    return Speakers((*MODEL_RULES.spoken(rules), *(_effect_speaker(effect) for effect in effects)))


@lru_cache(maxsize=4096)
def _more_speakers(
    rules: tuple[str, ...], items: tuple[str, ...], effects: tuple[Effect, ...], boons: tuple[Boon, ...]
) -> Speakers[Speaker]:
    own = (*MODEL_RULES.spoken(rules), *ITEMS.spoken(items))
    return Speakers((*own, *map(_effect_speaker, effects), *map(_boon_speaker, boons)))


@lru_cache(maxsize=1024)
def _boon_speaker(boon: Boon) -> Speaker:
    return BOONS[boon.rule](boon)


@lru_cache(maxsize=1024)
def _effect_speaker(effect: Effect) -> Speaker:
    return SPELLS[effect.spell](effect)


def has(battle: Battle, unit: Unit, moment: str) -> bool:
    """Whether anybody speaks for a whole unit at a moment that is a yes or no: `unafraid`, `pivots_freely`."""
    return any(getattr(speaker, moment) for _, speaker in spoken(battle, unit, moment))


def ranks_in_support(battle: Battle, unit: Unit) -> int:
    """How many ranks behind the first make Supporting Attacks."""
    own = speakers(battle, unit)
    more = sum(speaker.adds_support(battle, unit) for speaker in own.at("adds_support"))
    return 1 + more + sum(speaker.supporting_ranks for speaker in own.at("supporting_ranks"))


def is_heard(battle: Battle, moment: str) -> bool:
    """Whether any rule of an entry in this battle speaks at a moment: where none does nobody need be asked."""
    return bool(heard_of(battle, moment))


def heard_of(battle: Battle, moment: str) -> frozenset[int]:
    """The entries of this battle whose rules speak at a moment: for a moment of which no spell and no boon speaks,
    nobody else need be asked."""
    return _heard.of(battle.scene, moment)


_heard = Heard(lambda entry: _more_speakers(entry.rules, entry.items, (), ()))


def bearers(battle: Battle, seat: int, moment: str) -> list[Unit]:
    """The units of a side on the table, or around a guest, of which a rule of their entries speaks at a moment."""
    heard = heard_of(battle, moment)
    if not heard:
        return []
    return [
        unit
        for unit in battle.units
        if unit.seat == seat
        and unit.pose is not None
        and (unit.entry in heard or (unit.guest is not None and battle.units[unit.guest].entry in heard))
    ]


def company(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """All of a unit's models: those of the unit itself, and the guest in its ranks or the unit around a guest."""
    body = battle.body(unit)
    guest = battle.guest_of(body)
    return (body,) if guest is None else (body, guest)


def find_rule(battle: Battle, unit: Unit, cls: type[ModelRule]) -> ModelRule | None:
    """For a rule that must know whether another unit has the same rule as itself."""
    for speaker in MODEL_RULES.spoken(battle.scene.entries[unit.entry].rules):
        if isinstance(speaker, cls):
            return speaker
    return None
