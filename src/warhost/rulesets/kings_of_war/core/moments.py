"""Where a named rule may speak: the traits that it may give a unit, and the moments at which it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from warhost.dice import Dice
from warhost.play.rules.rulebase import NamedRule
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.kings_of_war.core.battle import Battle, Unit
from warhost.rulesets.kings_of_war.core.entries import Known, Weapon
from warhost.table import Arc

if TYPE_CHECKING:
    from warhost.rulesets.kings_of_war.chapters.attacks import Lot
    from warhost.rulesets.kings_of_war.chapters.nerve import NerveTest


class Moments(NamedRule):
    """What rules may say of a unit and when they may speak; what a rule leaves as it is here changes nothing."""

    kin: ClassVar[str] = ""
    """A rule that this one is a kind of: what touches that one touches this one too."""
    with_spells: ClassVar[bool] = False
    """It helps the bearer's spells as well as its weapons (KOW-R143); other rules do not (KOW-R144)."""
    casts_again: ClassVar[bool] = False
    """Once a game the bearer may cast a second spell right after its first."""
    immune: ClassVar[frozenset[str]] = frozenset()
    """Rules of enemies that do nothing to the bearer."""
    flies: ClassVar[bool] = False
    strides: ClassVar[bool] = False
    """Its charges are not hindered by terrain."""
    pathfinds: ClassVar[bool] = False
    """Difficult terrain is open ground for it at the double."""
    individual: ClassVar[bool] = False
    yields: ClassVar[bool] = False
    """Others may move and shoot as if it were not there."""
    shambles: ClassVar[bool] = False
    scouts: ClassVar[bool] = False
    feints: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    """It cannot be ordered to withdraw."""
    indirect: ClassVar[bool] = False
    leaps: ClassVar[int] = 0
    """How much higher the bearer counts when it looks at others."""
    charge_pivots: ClassVar[int] = 0
    """Pivots in a charge beyond the one that every unit has."""
    aura_reach: ClassVar[float] = 0.0
    """How far the bearer's auras reach at least."""
    weapons: ClassVar[tuple[Weapon, ...]] = ()
    """Ranged weapons that it gives."""
    gives: ClassVar[tuple[str, ...]] = ()
    """Special rules that it gives, as army lists write them."""
    cost: ClassVar[int] = 0
    """The points of an artefact."""
    opponent_places: ClassVar[str] = ""
    """How many units, as dice, the enemy has to set up first of all."""
    silences: ClassVar[frozenset[str]] = frozenset()
    """Special rules that a unit has and cannot use."""

    def turn_begins(self, battle: Battle, bearer: Unit) -> None:
        """A turn of the bearer's side begins."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        """A value of the bearer (speed, nerve, defence, melee, shooting, attacks, strength, height) is looked up."""

    def on_friends_value(self, battle: Battle, bearer: Unit, friend: Unit, name: str, tally: Tally) -> None:
        """A value of another unit of the bearer's side is looked up."""

    def on_enemys_value(self, battle: Battle, bearer: Unit, enemy: Unit, name: str, tally: Tally) -> None:
        """A value of an enemy of the bearer is looked up."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        """The bearer attacks, in combat or at range."""

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        """The bearer is attacked."""

    def bonus_attacks(self, battle: Battle, bearer: Unit, target: Unit) -> int | Dice:
        """Attacks in combat that the bearer may add against that enemy."""
        return 0

    def favours(self, battle: Battle, bearer: Unit) -> tuple[int, ...]:
        """The enemies in contact of which the bearer's player names one before the dice: the rule helps attacks on that
        one alone (`Lot.is_favoured`)."""
        return ()

    def lot_apart(self, battle: Battle, bearer: Unit, target: Unit) -> Lot | None:
        """Attacks in combat that are rolled by themselves, all of them at one enemy of the player's choice."""
        return None

    def after_attack(self, battle: Battle, bearer: Unit, lot: Lot, damage: int) -> Script[None]:
        """A lot of the bearer's attacks has done so much damage, which is on its target."""
        yield from ()

    def shatters(self, battle: Battle, bearer: Unit, lot: Lot) -> int | Dice:
        """What is added to the nerve test of whom these ranged attacks of the bearer damage."""
        return 0

    def after_fighting(self, battle: Battle, bearer: Unit, damage: int) -> Script[None]:
        """The bearer has made all its attacks in a combat, with so much damage in all."""
        yield from ()

    def hinders(self, battle: Battle, bearer: Unit, charger: Unit, facing: Arc) -> bool:
        """Whether a charge against that facing of the bearer is hindered."""
        return False

    def is_hindered(self, battle: Battle, bearer: Unit) -> bool:
        """Whether the bearer's charges are hindered whatever they cross."""
        return False

    def on_nerve(self, battle: Battle, bearer: Unit, test: NerveTest) -> None:
        """The bearer tests its nerve."""

    def on_enemys_nerve(self, battle: Battle, bearer: Unit, test: NerveTest) -> None:
        """An enemy of the bearer tests its nerve."""

    def inspires(self, battle: Battle, bearer: Unit, unit: Unit) -> bool:
        """Whether a nerve test that this unit of the bearer's side has failed is rolled again."""
        return False

    def when_steady(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The bearer has passed a nerve test."""
        yield from ()

    def when_routed(self, battle: Battle, bearer: Unit, by: int) -> Script[None]:
        """The bearer is routed by that seat and still on the table."""
        yield from ()

    def before_order(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The bearer is about to be given its order."""
        yield from ()

    def as_ordered(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The bearer has its order and is about to carry it out."""
        yield from ()

    def after_order(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The bearer has carried out its order."""
        yield from ()

    def charge_bonus(self, battle: Battle, bearer: Unit) -> int | Dice:
        """Inches that the bearer charges beyond double its Speed."""
        return 0

    def check_target(self, battle: Battle, bearer: Unit, target: Unit, weapon: Weapon) -> Refused | None:
        """Why the bearer cannot shoot at that target with that weapon, if it cannot."""
        return None

    def spells(self, battle: Battle, bearer: Unit, known: tuple[Known, ...]) -> tuple[Known, ...]:
        """The spells that the bearer knows, changed or with more of them."""
        return known

    def spell_reach(self, battle: Battle, bearer: Unit, friendly: bool, inches: float) -> float:
        """How far a spell of the bearer reaches; whether it is one for friendly units."""
        return inches

    def after_spell(self, battle: Battle, bearer: Unit, hits: int) -> Script[None]:
        """The bearer has cast a spell with so many hits, before Blast."""
        yield from ()

    def command_reach(self, battle: Battle, bearer: Unit, inches: float) -> float:
        """How far the bearer's command orders reach."""
        return inches

    def command_dice(self, battle: Battle, bearer: Unit, dice: int) -> int:
        """How many dice the bearer rolls for a command order."""
        return dice
