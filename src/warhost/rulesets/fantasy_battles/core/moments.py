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
    from warhost.rulesets.fantasy_battles.chapters.general.discipline import DisciplineTest
    from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
    from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import SpellEntry, SpellVersion
    from warhost.rulesets.fantasy_battles.core.attacks import Attack
    from warhost.rulesets.fantasy_battles.core.battle import Battle, Boon, Effect, Unit
    from warhost.table import Point


class Speaker(NamedRule):
    """A rule that may speak; what it does not override changes nothing."""

    needs: ClassVar[Literal["any", "half", "most", "all", "rank and file"]] = "any"
    """How many models of a unit with guests must have the rule for it to hold for the unit: at least so many.

    "rank and file": the R&F have it, and whoever stands in their ranks goes along with it.
    """
    flies: ClassVar[bool] = False
    platform: ClassVar[bool] = False
    """It stands in the middle of a unit's first rank, on a base as large as those of several models."""
    holds_only: ClassVar[bool] = False
    """It may not answer a Charge with Flee."""
    passes: ClassVar[frozenset[str]] = frozenset()
    """The kinds of Discipline Test that are passed without a roll."""
    fearsome: ClassVar[bool] = False
    """Causes Fear."""
    unafraid: ClassVar[bool] = False
    """Immune to Fear."""
    terrifying: ClassVar[bool] = False
    """Causes Terror, and is immune to it."""
    tall: ClassVar[bool] = False
    """Models of its own Height that are not Tall do not hide it, nor others from it."""
    uncovered: ClassVar[bool] = False
    """Fields, Ruins and Walls give it no Cover."""
    pivots_freely: ClassVar[bool] = False
    """May Pivot in an Advance or March as often as it likes, as single models may."""
    shoots_after_march: ClassVar[bool] = False
    """May shoot in a turn in which it Marched."""
    shoots_from_all_ranks: ClassVar[bool] = False
    steady_far: ClassVar[int] = 0
    """What its Shooting Attacks are spared of the Long Range penalty."""
    steady_moving: ClassVar[int] = 0
    """What its Shooting Attacks are spared of the penalty for Moving and Shooting; less than 0: what it costs more."""
    crewed: ClassVar[bool] = False
    """All parts of a kind serve one such weapon together, in place of shooting each for itself."""
    shaken_when_jammed: ClassVar[bool] = False
    """A jammed Artillery Weapon leaves it Shaken (t9a.misfire.jammed)."""
    crumbles: ClassVar[Literal["", "difference", "margin"]] = ""
    """What it loses in place of breaking: by what it lost the combat, or by what it failed its Break Test."""
    stubborn: ClassVar[bool] = False
    """Ignores the difference of the Combat Scores in Break Tests."""
    forester: ClassVar[bool] = False
    """Infantry with it is Stubborn in Forests."""
    towers: ClassVar[bool] = False
    """It stands out wherever it is: no forester."""
    ghostly: ClassVar[bool] = False
    """All terrain is open for its moves, but it may not end in Impassable Terrain."""
    bulky: ClassVar[bool] = False
    """The armour and the saves of its rider do not count."""
    stomped: ClassVar[bool] = True
    """Stomp Attacks can strike it."""
    danger_dice: ClassVar[int] = 0
    """Dice that it rolls more in Dangerous Terrain Tests."""
    random_move: str = ""
    """Dice for the inches that it has to move in the Movement Phase, in place of other moves."""
    in_forest: ClassVar[bool] = False
    """It counts as wholly inside a Forest, wherever it is."""
    ground: ClassVar[int] = 0
    """All ground is Dangerous Terrain so much for the unit."""
    shaken: ClassVar[bool] = False
    no_shooting: ClassVar[bool] = False
    """Makes no Shooting Attacks."""
    ambushes: ClassVar[bool] = False
    scouts: ClassVar[bool] = False
    leads_the_way: ClassVar[bool] = False
    """May make a Vanguard move."""
    machine: ClassVar[bool] = False
    """A War Machine: it does not keep the order of Marching Columns, and is no Scoring Unit by itself."""
    counts_as_moved: ClassVar[bool] = False
    """Shoots as if it had moved in this turn."""
    stacks: ClassVar[bool] = False
    """A spell that gives the same rule again adds to it; otherwise one of two alike is enough."""
    insignificant: ClassVar[bool] = False
    """Its destruction causes no Panic and yields no Victory Points."""

    def exempt_from(self, battle: Battle, bearer: Unit, kind: str) -> bool:
        """Whether Dangerous Terrain of that kind is none for the bearer, and Steadfast is not lost in it."""
        return False

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        """Step 1 of the Priority of Modifiers: what a characteristic of the bearer is set to."""
        return None

    def scales(self, battle: Battle, bearer: Unit, name: str) -> tuple[int, int] | None:
        """Step 2: a characteristic of the bearer is multiplied by the first and divided by the second."""
        return None

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        """Step 3: what is added to a characteristic of the bearer (adv, mar, dis, def, res, arm, att, off, str, ap,
        agi, and aim, where less is better)."""

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        """Step 3 for an enemy whose unit is Engaged with the bearer's."""

    def limits(self, battle: Battle, bearer: Unit, name: str) -> tuple[int | None, int | None]:
        """Step 4: a characteristic of the bearer is never lower than the first, never higher than the second."""
        return None, None

    def counts_ranks(self, battle: Battle, bearer: Unit, ranks: int) -> int:
        """How many Full Ranks the bearer's unit counts as having, which has so many; of several answers the least."""
        return ranks

    def extra_dice(self, battle: Battle, bearer: Unit, run: str) -> int:
        """By how many dice the roll for a "charge", "flee" or "pursuit" (Overruns too) is Maximised; less than 0:
        Minimised."""
        return 0

    def at_deployment_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        """Both armies are deployed and the Vanguard has moved; the first turn is not rolled for yet."""
        yield from ()

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A Player Turn of the bearer's side starts, before the Charge Phase."""
        yield from ()

    def at_charge_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The Charge Phase of the bearer's side starts, before any charge is declared."""
        yield from ()

    def at_phase_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A phase, of either side, ends."""
        yield from ()

    def after_move(self, battle: Battle, bearer: Unit) -> None:
        """The bearer has made a move of any kind."""

    def at_move_end(self, battle: Battle, bearer: Unit, path: Path) -> Script[None]:
        """The bearer's unit has Advanced or Marched along that way in the Movement Phase."""
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

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        """Why the bearer and that other, of whom one is a single model, cannot be one unit, if they cannot."""
        return None

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        """Why the bearer cannot declare a charge, if it cannot."""
        return None

    def check_move(self, battle: Battle, bearer: Unit, kind: str, path: Path) -> Refused | None:
        """Why the bearer cannot make a move of that kind along that way, if it cannot."""
        return None

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        """Why the bearer cannot March, if it cannot."""
        return None

    def pursues(self, battle: Battle, bearer: Unit, charged: bool) -> Literal["may", "must", "never"]:
        """Whether the bearer, which may have charged in this turn, may pursue and overrun."""
        return "may"

    def after_failed_panic(self, battle: Battle, bearer: Unit) -> Script[bool]:
        """The bearer failed a Panic Test. True: it is dealt with here, nobody flees."""
        yield from ()
        return False

    def after_failed_break(self, battle: Battle, bearer: Unit, margin: int) -> Script[bool]:
        """The bearer failed its Break Test by so many points. True: it is dealt with here, nobody flees."""
        yield from ()
        return False

    def after_losing(self, battle: Battle, bearer: Unit, difference: int) -> Script[None]:
        """The bearer lost a Round of Combat by so many points; Break Tests come next."""
        yield from ()

    def frightens_only(self, battle: Battle, bearer: Unit, friend: Unit) -> bool:
        """Whether what befalls the bearer frightens that friend all the same."""
        return True

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A Round of Combat of the bearer starts."""
        yield from ()

    def guards(self, battle: Battle, bearer: Unit) -> bool:
        """Whether the bearer's unit is Stubborn now for those in its ranks."""
        return False

    def adds_support(self, battle: Battle, bearer: Unit) -> int:
        """How many ranks more than others make Supporting Attacks now; of a part's rules, with that part."""
        return 0

    def adds_to_blows(self, battle: Battle, bearer: Unit, name: str) -> int:
        """What is added to an offensive characteristic for Close Combat Attacks alone: of the part that lists the rule,
        or of all parts if the model does."""
        return 0

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        """Melee Attacks that each of the bearer's models in contact makes beside its Close Combat Attacks."""
        return ()

    def breathes(self, battle: Battle, bearer: Unit) -> SpecialAttack | None:
        """The Breath that the bearer has left, which is a Melee Attack or a Shooting Attack."""
        return None

    def marks(self, attack: Attack) -> None:
        """What the rule makes of any attack that has it itself: as a rule of its part, its weapon or its spell."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        """The bearer attacks, in whatever way: its `kind` tells. Also said by the rules of the part and the weapon."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        """The bearer is attacked."""

    def on_shot_at(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        """The bearer's unit is the target of Shooting Attacks that have to roll to hit."""

    def spares(self, battle: Battle, bearer: Unit, unit: Unit, attack: Attack, wounds: int) -> Script[int]:
        """A unit of the bearer's side, or a guest in one, has so many wounds that no Armour Save stopped, before its
        Special Saves. Returns how many come to nothing; of an attack with Multiple Wounds how many Health Points less
        are lost."""
        yield from ()
        return 0

    def adds_to_score(self, battle: Battle, bearer: Unit) -> int:
        """What the Combat Score of the bearer's side gains while the bearer fights."""
        return 0

    def channels(self, battle: Battle, bearer: Unit) -> int:
        """The Veil Tokens that the bearer adds during Siphon the Veil."""
        return 0

    def teaches(self, battle: Battle, bearer: Unit) -> tuple[str, ...]:
        """Spells that the bearer knows besides those that it selected."""
        return ()

    def on_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        """The bearer casts a spell."""

    def on_enemy_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        """An enemy of the bearer casts a spell."""

    def wards(self, battle: Battle, bearer: Unit, casting: Casting) -> bool:
        """A spell has been cast on the bearer. True: it comes to nothing for it, and the rule has done its part."""
        return False

    def after_siphon(self, battle: Battle, bearer: Unit) -> Script[None]:
        """The Veil has been siphoned in a Magic Phase of either side, and no spell has been cast yet."""
        yield from ()

    def on_losses(self, battle: Battle, bearer: Unit, unit: Unit, lost: int, by: int | None) -> Script[int]:
        """A unit, friend or foe of the bearer, has just lost Health Points by an attack or a spell of that seat, and is
        still there. Returns what it loses further by this."""
        yield from ()
        return 0


class ModelRule(Speaker):
    """A rule of a unit entry."""


class SpecialAttack(Struct, frozen=True, kw_only=True):
    """A melee attack of its own kind: when, how many automatic hits, and how hard. Stomp and Impact are such."""

    source: Speaker
    agility: int
    hits: str
    """A number, or dice for each model."""
    strength: int | str
    """A number, or dice that are rolled once for all hits."""
    ap: int
    rules: tuple[str, ...] = ()
    """The rules of its attacks: Toxic Attacks, Flaming Attacks ..."""
    standard_only: bool = False
    """It strikes only models of Standard Height that can be stomped (t9a.special.stomp_attacks)."""
    front_only: bool = False
    once: bool = False
    """Its owner says when it is used, once a game."""
    reach: int = 6
    """How far it carries as a Shooting Attack, if it can be one, in inches."""


MODEL_RULES = Rulebase(ModelRule, form="{} ({})")
"""The rules that a unit entry may list."""


class Spell(Speaker):
    """What a spell does once it is cast. One that lasts speaks for the unit on which it lies.

    The pieces of which most spells are made are in `spell_base`.
    """

    def __init__(self, effect: Effect) -> None:
        self.effect = effect

    def granted(self) -> tuple[str, ...]:
        """The model rules that whoever it lies on has while it lasts, as an entry would list them."""
        return ()

    @classmethod
    def check_target(cls, battle: Battle, casting: Casting, target: Unit) -> Refused | None:
        """Why that unit cannot be its target, beyond what the figures say of sides, range and sight."""
        return None

    @classmethod
    def strikes_into(cls, battle: Battle, casting: Casting, target: Unit) -> bool:
        """Whether a Damage spell may strike that target although it is Engaged in Combat."""
        return False

    @classmethod
    def origins(cls, battle: Battle) -> tuple[Point, ...]:
        """Points other than the caster from which the range of a Ground spell may be measured."""
        return ()

    @classmethod
    def check_point(cls, battle: Battle, casting: Casting, point: Point) -> Refused | None:
        """Why a Ground spell cannot be cast at that point, which is on the board and in range."""
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
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        """The spell takes effect."""
        yield from ()

    @classmethod
    def at_magic_end(cls, battle: Battle) -> Script[None]:
        """A Magic Phase of either side ends, whether the spell lies on anybody or not."""
        yield from ()


SPELLS = Rulebase(Spell)
"""The spells that can be cast, Attribute Spells and Battle Runes among them."""


class PathRule(NamedRule):
    """The rule that all spells of a Path share, if the Path has one. It speaks for non-Bound spells only."""

    def on_casting(self, battle: Battle, casting: Casting) -> None:
        """A spell of the Path is cast: its Casting Value, its dice, Miscast Modifiers."""

    def adds_range(self, battle: Battle, caster: Unit) -> int:
        """The inches that spells of the Path reach farther for that caster; Auras do not."""
        return 0

    def teaches(self, battle: Battle, caster: Unit) -> tuple[str, ...]:
        """Spells that whoever knows a spell of the Path knows in addition."""
        return ()

    def offers(self, battle: Battle, caster: Unit, spell: SpellEntry, version: SpellVersion) -> bool:
        """Whether the caster may cast that version of the spell now."""
        return True

    def before_dispel(self, battle: Battle, casting: Casting) -> Script[None]:
        """A Casting Attempt has been passed, and the Dispelling Attempt comes next."""
        yield from ()

    def after_cast(self, battle: Battle, casting: Casting) -> None:
        """A spell of the Path was successfully cast and not dispelled; its effect comes next."""


PATHS = Rulebase(PathRule)
"""The rules of the Paths, by their names."""


class Item(ModelRule):
    """A Special Item, which its bearer has like a rule of its own."""


ITEMS = Rulebase(Item)
"""The Special Items that are in force."""


class BoonRule(Speaker):
    """What a rule gave a unit for a while; it speaks for that unit as long as it lasts."""

    def __init__(self, boon: Boon) -> None:
        self.boon = boon


BOONS = Rulebase(BoonRule)
"""What units may be given for a while, or suffer."""


def speakers(battle: Battle, unit: Unit) -> Speakers[Speaker]:
    """The rules that may speak for the models of a unit: those of its entry, Type and Height, its items, and the
    spells and boons on it.

    A guest and the R&F of its unit each have their own; what lies on the unit lies on all, but for spells on one model.
    """
    entry, body = battle.scene.entries[unit.entry], battle.body(unit)
    effects = body.effects
    if effects:
        effects = tuple(effect for effect in effects if effect.only in (-1, unit.entry))
    return _speakers(entry.all_rules, entry.items, effects, body.boons)


def spoken(battle: Battle, unit: Unit, moment: str) -> list[tuple[Unit, Speaker]]:
    """Who speaks for a whole unit at a moment, and whose rule it is: the unit's own models' or a guest's.

    What only some models of a unit with guests have holds for the unit if they are enough (`needs`). A rule that
    several of them have speaks for the first of them alone, as often as that one has it.
    """
    own = speakers(battle, unit)
    if not unit.guests:
        return [(unit, speaker) for speaker in own.at(moment)]
    bearers = [(unit, unit.models, own), *((guest, 1, speakers(battle, guest)) for guest in battle.guests_of(unit))]
    models = sum(count for _, count, _ in bearers)
    found: list[tuple[Unit, Speaker]] = []
    told: dict[object, Unit] = {}
    for bearer, _, rules in bearers:
        for speaker in rules.at(moment):
            lies_on_all = isinstance(speaker, BoonRule) or (isinstance(speaker, Spell) and speaker.effect.only < 0)
            like: object = speaker if lies_on_all else type(speaker)
            if told.get(like, bearer) is not bearer:
                continue
            having = models
            if not lies_on_all:
                having = sum(n for _, n, others in bearers if any(type(other) is type(speaker) for other in others))
                if speaker.needs == "rank and file":
                    having = models if bearer is unit else 0
            if _enough(speaker.needs, having, models):
                told[like] = bearer
                found.append((bearer, speaker))
    return found


def _enough(needs: str, having: int, models: int) -> bool:
    """Whether so many models of all of them are as many as a rule needs: each counts once."""
    if needs == "half":
        return 2 * having >= models
    if needs == "most":
        return 2 * having > models
    return having == models if needs == "all" else having > 0


@lru_cache(maxsize=8192)
def _speakers(
    rules: tuple[str, ...], items: tuple[str, ...], effects: tuple[Effect, ...], boons: tuple[Boon, ...]
) -> Speakers[Speaker]:
    spells = tuple(map(_effect_speaker, effects))
    listed = list(rules)
    for text in (text for spell in spells for text in spell.granted()):
        if text not in listed or _stacks(text):
            listed.append(text)
    own = (*MODEL_RULES.spoken(tuple(listed)), *ITEMS.spoken(items))
    return Speakers((*own, *spells, *map(_boon_speaker, boons)))


def _stacks(text: str) -> bool:
    found = MODEL_RULES.made(text)
    return found is not None and found.stacks


@lru_cache(maxsize=1024)
def _boon_speaker(boon: Boon) -> Speaker:
    return BOONS[boon.rule](boon)


@lru_cache(maxsize=1024)
def _effect_speaker(effect: Effect) -> Spell:
    return SPELLS[effect.spell](effect)


def has(battle: Battle, unit: Unit, moment: str) -> bool:
    """Whether anybody speaks for a whole unit at a moment that is a yes or no: `unafraid`, `pivots_freely`."""
    return any(getattr(speaker, moment) for _, speaker in spoken(battle, unit, moment))


def has_moved(battle: Battle, unit: Unit) -> None:
    """The unit has made a move of any kind, and its rules may say something to it."""
    for bearer, speaker in spoken(battle, unit, "after_move"):
        speaker.after_move(battle, bearer)


def ranks_in_support(battle: Battle, unit: Unit) -> int:
    """How many ranks behind the first make Supporting Attacks."""
    return 1 + sum(speaker.adds_support(battle, unit) for speaker in speakers(battle, unit).at("adds_support"))


def is_heard(battle: Battle, moment: str) -> bool:
    """Whether any rule of an entry in this battle speaks at a moment: where none does nobody need be asked."""
    return bool(_heard.of(battle.scene, moment))


_heard = Heard(lambda entry: _speakers(entry.all_rules, entry.items, (), ()))
