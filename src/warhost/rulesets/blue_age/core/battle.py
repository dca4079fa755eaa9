"""A battle of The Blue Age as data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Scene as AnyScene
from warhost.play.battle import Unit as AnyUnit
from warhost.rulesets.blue_age.core.entries import Entry
from warhost.table import Area

PHASES = ("command", "move", "shooting", "combat", "end")


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before the battle (blue.setup.*); the defaults are the rulings."""

    points: Annotated[int, Meta(ge=1000, le=1500)] = 1000
    """The points limit (blue.setup.points_limit); for house armies which of their lists is taken."""
    free_lists: bool = False
    """The players agreed to play lists of their own as they are: over the points, past the limits."""
    mode: Literal["pvp", "pve"] = "pvp"
    """Player against player, or against the environment, which plays the second seat (BLUE-R143)."""
    scenario: str = "hold the ground"
    """The scenario by its name (blue.setup.scenario)."""
    table: Literal["48x48", "72x48"] = "48x48"
    """The size of the table in inches (blue.setup.table_size)."""
    turns: Annotated[int, Meta(ge=1, le=20)] = 6
    """How many turns are played (BLUE-R32)."""
    cm_as_inches: bool = False
    """Auras, pushes and the Quake that the book gives in centimetres are in inches (BLUE-R01)."""
    natural_ten: bool = True
    """A natural 10 always hits and always passes a test (BLUE-R04)."""
    cohesion: Literal["chain", "pairs"] = "chain"
    """All models are one chain, or each only has a mate within 2" (BLUE-R12)."""
    successor: bool = False
    """When the Commander is slain the Hero with the highest Initiative takes over (BLUE-R22)."""
    rally_limits: bool = True
    """A rallied unit may neither dash nor charge in that turn (BLUE-R24)."""
    panic: Literal["each attack", "whole phase"] = "each attack"
    """What losses are counted for a Panic Test (BLUE-R38)."""
    chart: Literal["clamped", "formula"] = "clamped"
    """Strength and Grit above 10 count as 10, or the chart goes on by its formula (BLUE-R42)."""
    automatic_kills: Literal["by the chart", "always"] = "by the chart"
    """Which Automatic Wounds slay outright (BLUE-R43)."""
    caught_by_charge: Literal["fight", "wounds"] = "fight"
    """A unit that fled and is reached by the charge fights, or takes the wounds of the caught first (BLUE-R50)."""
    hopeless_charges: bool = False
    """Charges may be declared on enemies that no roll can reach (BLUE-R155)."""
    flanking: Literal["to hit", "combat resolution"] = "to hit"
    """What the flanking bonus is added to (BLUE-R53)."""
    charge_terrain: Literal["added", "instead"] = "added"
    """The marked Initiative modifiers are added to the +1 for charging, or replace it (BLUE-R58)."""
    outnumbering: Literal["surplus", "half", "models"] = "surplus"
    """How outnumbering is counted (BLUE-R62)."""
    breaks_on: Literal["natural", "modified"] = "natural"
    """Whether the 1-2 on which a loser breaks is the die itself or the modified result (BLUE-R70)."""
    fresh_enemies: bool = False
    """A Consolidation Move may also go into contact with enemies that were not in the fight (BLUE-R72)."""
    casts: Literal["each spell", "one a turn"] = "each spell"
    """How often a caster may try in one turn (BLUE-R77)."""
    overload_dice: Literal[1, 2] = 1
    """One D5 for Strength and Grit together, or one for each (BLUE-R81)."""
    monster_ap: Literal["better", "both"] = "better"
    """Smash and the AP of Monsters: the better of them, or both together (BLUE-R87)."""
    destiny_ap: Literal["all attacks", "one attack"] = "all attacks"
    """How many attacks a point of Destiny makes more piercing (BLUE-R94)."""
    refusal: Literal["nothing", "heroes stand back"] = "nothing"
    """What comes of a refused Challenge (BLUE-R98)."""
    duel_on_flight: Literal["stays", "ends"] = "stays"
    """A duellist whose unit runs stays behind, or goes with it (BLUE-R99)."""
    rend: Literal["shred", "nothing"] = "shred"
    """What Rend is (BLUE-R113)."""
    snaring: Literal["wounds", "hits"] = "wounds"
    """What it takes to snare a unit (BLUE-R129)."""
    flyers_hold: bool = True
    """Flyers hold objectives as their main type does (BLUE-R142)."""


class Scene(AnyScene, frozen=True, kw_only=True):
    """What stays the same: the board, the seats, the entries of both armies, the settings."""

    entries: tuple[Entry, ...]
    settings: Settings = Settings()


Role = Literal["", "champion", "bannerman"]


class Model(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """One model: where its base is, the Health that it has lost, who it is, and where it looks if that matters."""

    x: float
    y: float
    lost: int = 0
    role: Role = ""
    facing: float = 0.0


class Effect(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something that lasts on a unit: its name, until when, and what it gives.

    It ends in the End Phase of the turn `until` (BLUE-R146), or when the Command Phase of that turn begins where it is
    `early`. `gives` are special rules as lists write them; `number` is how much of it there is.
    """

    name: str
    until: int
    early: bool = False
    gives: tuple[str, ...] = ()
    number: int = 0


class Flame(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A Flaming Token with what the weapon that set the unit alight has (BLUE-R114)."""

    weapon: str
    strength: int
    ap: int


class Unit(AnyUnit, kw_only=True, omit_defaults=True):
    """A unit: loose models, each with a place of its own. Its pose is that of the rectangle around them.

    A Hero is a unit of one; while he is with another unit, `host` is that one's number. `entry` is its place among the
    scene's entries.
    """

    entry: int
    models: tuple[Model, ...] = ()
    host: int | None = None
    inside: int | None = None
    """The section of a building that it is in."""
    reserve: bool = False
    """Waits in ambush."""
    fate: Literal["", "slain", "fled", "lost"] = ""
    foes: tuple[int, ...] = ()
    """The enemies that it is locked in combat with, by number (BLUE-R152)."""
    fleeing: bool = False

    destiny: int = 0
    """The points of Destiny that are left."""
    spells: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    """The Magic Items that it has now."""
    promoted: bool = False
    """Its Champion has become a Hero (blue.champion.becomes_hero)."""
    planted: int | None = None
    """The objective on which its Warbanner is planted."""
    effects: tuple[Effect, ...] = ()
    burning: Flame | None = None
    healing: int = 0
    """Health lost in this phase that Regeneration may still bring back."""
    fallen: tuple[Model, ...] = ()
    """Models slain in this phase that Regeneration may still bring back, where they fell."""
    used: tuple[str, ...] = ()
    """What it has used that works once a game."""

    # In this turn

    acted: bool = False
    """Has had its move (or has chosen to stay) in this Move Phase."""
    moved: bool = False
    """Some of its models have changed their place in this Move Phase (BLUE-R35)."""
    dashed: bool = False
    rallied: bool = False
    """Has rallied in this turn, so that it may neither dash nor charge (BLUE-R24)."""
    tried: bool = False
    """Has taken its test to rally in this turn."""
    left: bool = False
    """Has walked away from a fight in this turn, or joined or left a unit where that counts."""
    ambushed: Literal["", "open", "building"] = ""
    """Has arrived from ambush in this turn, and where."""
    stupid: bool = False
    """Has failed its Mind Test for this turn."""
    pivoted: bool = False
    """A War Machine that has used its pivot for shooting."""
    shot: tuple[str, ...] = ()
    """The ranged weapons that it has used in this Shooting Phase."""
    panicked: bool = False
    """Has taken its Panic Test in this phase."""
    shot_down: int = 0
    """What it has lost to shooting in this phase: models, as a single model Health."""
    cast: tuple[str, ...] = ()
    """The spells that it has tried in this turn."""

    declared: tuple[int, ...] = ()
    """The enemies on which it has declared a charge in this turn."""
    declares: bool = True
    """May still declare a charge in this turn."""
    stood: bool = False
    """Has used Stand & Shoot in this turn."""
    fled: bool = False
    """Has chosen Flee! in this turn."""
    goal: tuple[float, float] | None = None
    """Where the target of its charge left the table."""
    threw: int = 0
    """The Health that its throws took on the charge of this turn: they count in the fight (BLUE-R130)."""
    charged: tuple[int, ...] = ()
    """The enemies that its charge of this turn has reached."""
    flanked: tuple[int, ...] = ()
    """Those of them that were engaged before (BLUE-R53)."""
    downhill: bool = False
    through: Literal["", "difficult", "dangerous"] = ""
    """The worst ground that its charge went through."""
    charged_by: tuple[int, ...] = ()
    """The enemies whose charges have reached it in this turn."""
    charged_in: Literal["", "terrain", "building"] = ""
    """Where it stood when it was charged, if that counts for the score (BLUE-R68)."""
    obstacle: Literal["", "low", "high"] = ""
    """The obstacle that it defended when it was charged (BLUE-R135)."""
    lost_in: int = 0
    """The last turn in which it lost a fight (BLUE-R63)."""
    snared: bool = False
    terrified: bool = False
    """Has failed its test against a Terror charge in this turn."""
    fought: bool = False
    weapon: str = ""
    """The melee weapon that it fights with in this turn's fight (BLUE-R65)."""

    @property
    def on_table(self) -> bool:
        return bool(self.models)

    @property
    def locked(self) -> bool:
        return bool(self.foes)


class Section(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A section of a building: which feature of the board it is, and what is left of it (BLUE-R137).

    `cover` is its Cover Bonus, `weaker` how much its Defense was lowered.
    """

    feature: int
    building: int
    points: int
    cover: int = 2
    weaker: int = 0
    window: bool = False
    ruined: bool = False


class Duellist(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Who fights in a duel: a Hero (a unit of one), or the Champion of a unit."""

    unit: int
    champion: bool = False


class Duel(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Two who fight each other and nobody else, and in how many turns they have done so."""

    one: Duellist
    other: Duellist
    turns: int = 0


class Marker(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An objective."""

    x: float
    y: float


class Battle(AnyBattle, kw_only=True, omit_defaults=True):
    """The state of a battle of The Blue Age. `active` is the player who acts."""

    scene: Scene
    units: list[Unit]
    first: int = 0
    """The First Player of this turn."""
    homes: tuple[int, ...] = ()
    """For each seat which of the two zones is its own; empty until that is settled."""
    zones: tuple[Area, ...] = ()
    pools: tuple[int, ...] = (0, 0)
    """For each seat the dice that are left in its Magic Pool."""
    markers: tuple[Marker, ...] = ()
    sections: tuple[Section, ...] = ()
    duels: tuple[Duel, ...] = ()
    scores: tuple[int, ...] = (0, 0)
    """Victory Points for each seat that do not follow from where things stand."""
    passed: tuple[int, ...] = ()
    """The seats that have passed in what is done by turns now (BLUE-R148)."""
    fights: tuple[tuple[int, ...], ...] = ()
    """The fights of this turn that are still to be fought, each by the numbers of its units."""
    scenario: str = ""

    def entry(self, unit: Unit) -> Entry:
        return self.scene.entries[unit.entry]

    @property
    def second(self) -> int:
        """The Second Player of this turn."""
        return 1 - self.first

    @property
    def other(self) -> int:
        """The player who does not act now."""
        return 1 - self.active

    @property
    def settings(self) -> Settings:
        return self.scene.settings


def friends(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that are on the table."""
    return [unit for unit in battle.units if unit.seat == seat and unit.models]


def enemies(battle: Battle, seat: int) -> list[Unit]:
    """The units on the table that are not of that seat."""
    return [unit for unit in battle.units if unit.seat != seat and unit.models]


def hosts(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat on the table that act for themselves: Heroes who are with another unit act with it."""
    return [unit for unit in battle.units if unit.seat == seat and unit.models and unit.host is None]


HEROES = "blue heroes"
"""The name under which a battle keeps which of its units are Heroes, beside its data."""


def joined(battle: Battle, unit: Unit) -> list[Unit]:
    """The Heroes who are with the unit. Who is a Hero stays one, so that their numbers are kept."""
    units, own, found = battle.units, unit.id, []
    known = battle.__dict__.get(HEROES)
    if known is None or known[0] != len(units):
        heroes = [one for one in units if battle.scene.entries[one.entry].hero]
        by_seat = [[one.id for one in heroes if one.seat == seat] for seat in (0, 1)]
        known = battle.__dict__[HEROES] = (len(units), by_seat)
    for number in known[1][unit.seat]:
        hero = units[number]
        if hero.host == own and hero.models:
            found.append(hero)
    return found


def head(battle: Battle, unit: Unit) -> Unit:
    """The unit itself; of a Hero who is with another unit that one: it is that one that charges, flees, is locked."""
    return unit if unit.host is None else battle.units[unit.host]


def together(battle: Battle, unit: Unit) -> list[Unit]:
    """The unit and the Heroes who are with it; of a Hero the unit that he is with and all who are."""
    own = head(battle, unit)
    return [own, *joined(battle, own)]


def lay(unit: Unit, effect: Effect) -> None:
    """The effect lies on the unit; one of the same name makes room for it."""
    unit.effects = (*(other for other in unit.effects if other.name != effect.name), effect)


def effect_of(unit: Unit, name: str) -> Effect | None:
    """The effect of that name on the unit."""
    return next((effect for effect in unit.effects if effect.name == name), None)
