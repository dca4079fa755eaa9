"""Where a special rule may speak.

The core never asks for a rule by its name: it says at which moments rules may speak and asks those that are present,
on the unit, on a group of models, or on a weapon. Whether one model is enough, most are needed or all, is the rule's
own business (AOFR-R046, AOFR-R137).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

import msgspec

from warhost.play.rules.rulebase import NamedRule, Rulebase, moments_of
from warhost.play.rules.tally import Tally
from warhost.rulesets.regiments.core.clauses import Clause, RuleText

if TYPE_CHECKING:
    from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
    from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
    from warhost.rulesets.regiments.core.battle import Battle, Unit

ActionName = Literal["hold", "advance", "rush", "charge", "idle"]


class Share(msgspec.Struct, frozen=True, gc=False):
    """How many of a unit's models have a rule."""

    having: int
    of: int

    @property
    def all(self) -> bool:
        return self.having == self.of

    @property
    def most(self) -> bool:
        """More than half (AOFR-R137)."""
        return 2 * self.having > self.of


Bearer: TypeAlias = Literal["models", "weapons", "hits", "enchanted"]
"""What has a rule: models, a weapon, the hits of a spell, or a unit on which a spell lies."""

MODELS: frozenset[Bearer] = frozenset({"models"})
WEAPONS: frozenset[Bearer] = frozenset({"weapons"})
ENCHANTED: frozenset[Bearer] = frozenset({"enchanted"})
HITS: frozenset[Bearer] = frozenset({"hits"})


class SpecialRule(NamedRule):
    """A rule that may speak. `rating` is the number in its brackets."""

    flies: bool = False
    """Passes over units and terrain while moving."""
    strides: bool = False
    """Difficult terrain does not slow it."""
    sure_footed: bool = False
    """Terrain neither slows it nor hurts it, and climbing costs it nothing."""
    further: int = 0
    """Inches that it goes further where difficult terrain slows it."""
    only_holds: bool = False
    """Takes Hold actions alone."""
    one_is_enough: bool = False
    """Changes the unit's moves if any of its models has it; other rules only if all have it (AOFR-R046)."""
    strikes_first: bool = False
    """Strikes before the charger when charged in the front."""
    braces: bool = False
    """Takes a die from the charger's impact, if it strikes first."""
    shoots_after_rush: bool = False
    """Shoots after a Rush, too."""
    shoots_alone: bool = False
    """Its models shoot after a Rush, though the others of the unit do not."""
    asks_distance: bool = False
    """Wants to know from how far its unit was charged."""
    slowed: bool = False
    """Counts as being in difficult ground."""
    delays: bool = False
    """May pass its turn once per round if the enemy has more units left to activate."""
    band: int = 0
    """Inches from an edge within which it comes in from Ambush; 0 if the rule says nothing of it."""
    keeps_off: int = 0
    """Inches that it must stay away from enemies when it comes in from Ambush."""
    partings: Sequence[Clause] = ()
    """What it does to an enemy near which it moves after a melee."""
    endangered: bool = False
    """Counts as being in dangerous ground when it moves."""
    retaliates: int = 0
    """Hits on the attacker for each wound that a model with the rule takes in melee."""
    avenges: int = 0
    """Hits on the attacker for each model with the rule that is killed in melee."""
    crossings: Sequence[Clause] = ()
    """What happens to an enemy that a model with the rule moves through."""
    takedowns: Sequence[Clause] = ()
    """Further attacks on a single model, once per game."""
    no_shots: bool = False
    """Cannot shoot."""
    tires: bool = False
    """Counts as fatigued."""
    no_strikes: bool = False
    """Cannot strike in melee."""
    needs_sight: bool = True
    """Shoots only at what it sees."""
    picks: bool = False
    """Picks the model that it shoots at."""
    once: bool = False
    """A weapon that is used up."""
    casts: bool = False
    """Gets as many spell tokens as its rating each round."""
    mends: bool = False
    """Of a rule that ignores wounds: each that it ignores takes an earlier one off the model as well."""
    knows_no_spells: bool = False
    """Its spell tokens only help and hinder others who cast."""
    hero_only: bool = False
    """If it lies on a unit that a hero has joined, it speaks for the hero alone."""
    power: int = 0
    """Further spell tokens that a caster with the rule gets each round; below 0: fewer."""
    impact: int = 0
    """Dice that each model rolls for the impact of its charge."""
    impact_ap: int = 0
    """AP of the hits of that impact."""
    spaces: int = 0
    """Room for passengers."""
    reach: int = 0
    """Inches added to the range of its weapons."""
    picks_nobody: bool = False
    """Its unit casts no spells and uses no rule for which it would have to pick a target."""
    defense: int = 0
    """The Defense that a model with the rule counts as having; 0 if the rule says nothing of it."""
    repels: int = 0
    """How many inches enemies from Ambush must stay away; 0 if the rule says nothing of it."""
    placed_within: tuple[int, int] = (0, 0)
    """Inches within which a unit may be placed again when it is activated, and the sides of a die that adds to them."""
    placed_when_deployed: int = 0
    """Inches within which a unit may be placed again when it was deployed."""
    throws: Sequence[tuple[int, int, tuple[RuleText, ...], bool]] = ()
    """Dice that a model throws when it strikes, what they must show, the rules of these hits, and whether they are
    wounds that cannot be blocked."""
    casting: int = 0
    """Added to casting rolls."""
    fear: int = 0
    """Wounds that count for the melee's result though nobody took them."""
    toughness: int = 0
    """Wounds that a model with the rule takes before it dies; 0 if the rule says nothing of it."""
    reserve: ClassVar[Literal["", "ambush", "scout"]] = ""

    only: int | None = None
    """Of a rule that lies on a unit: the group of the models for which alone it speaks; None: for all of them."""

    bearers: ClassVar[frozenset[Bearer]] = MODELS | ENCHANTED
    """What it does something on; in another place it is not in force."""

    def __init__(self, rating: int = 0) -> None:
        self.rating = rating
        if self.answers:
            setattr(self, self.answers, rating)

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        """The unit's allowance for a move action is worked out."""

    def paces(self, action: ActionName) -> float:
        """What the allowance for a move action is multiplied by, after all that is added to it."""
        return 1.0

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """Models with the rule attack, or models with a weapon that has it."""

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """A unit in which this share of the models has the rule is attacked."""

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        """A unit in which this share of the models has the rule takes a morale test."""

    def on_wounds(self, battle: Battle, attack: Attack, taken: Mapping[int, int]) -> None:
        """An attack that heeds the rule has dealt so many wounds to models of each group of its target."""

    def shrouds(self, share: Share, *, charging: bool) -> int:
        """Inches added to the range of whoever shoots at a unit with the rule, or to the move of who charges it."""
        return 0

    def ranges(self, inches: float) -> float:
        """The range of the unit's weapons: what is given, or another one."""
        return inches

    def recovers_on(self, share: Share) -> int:
        """What a die must show for a Shaken unit to recover when a round begins; 0 if none is rolled."""
        return 0

    def moves_after(self, share: Share, *, melee: bool) -> int:
        """Inches that the unit may move after shooting, or after a melee."""
        return 0

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        """What a die must show at least for a wound on a model with the rule to be ignored; 0 if none is rolled.

        This share of the models of the unit has the rule; `magic` are wounds of spells.
        """
        return 0


RULES = Rulebase(SpecialRule)
"""The special rules of the rulebook. Any other rule of an army is kept and shown, but is not in force by its name."""


def is_known(rule: RuleText) -> bool:
    """Whether the rule is one of the book's, with a number where it needs one and none where not; or one whose own
    text was understood."""
    if rule.clauses:
        return True
    return rule.name in RULES and (rule.rating is not None) == (RULES[rule.name].brackets is not None)


def unfolded(texts: tuple[RuleText, ...], moment: str = "") -> tuple[RuleText, ...]:
    """The rules with those that they give to their bearer: at every moment, or also those for melee or shooting."""
    found = dict.fromkeys(texts)
    waiting = list(texts)
    while waiting:
        for clause in waiting.pop().clauses:
            if clause.deed == "gives" and clause.whose != "unit" and (not clause.when or moment in clause.when):
                new = [rule for rule in clause.rules if rule not in found]
                found |= dict.fromkeys(new)
                waiting += new
    return tuple(found)


@lru_cache(maxsize=4096)
def named(texts: tuple[RuleText, ...]) -> tuple[SpecialRule, ...]:
    """The rules of the rulebook that these texts name. Several of one name count once, those with a number add up
    (AOFR-R010).

    What the book does not know in that form, such as a number where it has none, is not in force.
    """
    ratings: dict[str, int] = {}
    for text in filter(is_known, texts):
        if not text.clauses:
            ratings[text.name] = ratings.get(text.name, 0) + (text.rating or 0)
    silent = ignored(texts)
    made = (RULES[name](rating) for name, rating in ratings.items() if name not in silent)
    return tuple(rule for rule in made if moments_of(type(rule)))


def ignored(texts: Iterable[RuleText]) -> set[str]:
    """The names of the rules that others among these texts allow to ignore."""
    clauses = (clause for text in filter(is_known, texts) for clause in text.clauses)
    return {clause.name for clause in clauses if clause.deed == "no rule"}
