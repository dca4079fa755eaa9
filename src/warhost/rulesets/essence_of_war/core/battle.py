"""A battle of Essence of War as data."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from warhost.field import FieldOf, Foe
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Unit as AnyUnit
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.entries import Entry, Profile
from warhost.rulesets.families.ninth_age.core.edition import Edition
from warhost.rulesets.families.ninth_age.core.formation import body_of
from warhost.rulesets.families.ninth_age.core.kinds import GuestPlace
from warhost.rulesets.families.ninth_age.core.kinds import Scene as AnyScene
from warhost.rulesets.families.ninth_age.core.terrain import terrain_of
from warhost.table import Arc, Pose

NO_SPOT, NO_ROOM = (-1, -1), (0, 0)
"""The place of a guest where there is none, and the room that it takes up: as in the beginning, to the bit."""

PHASES = ("charge", "movement", "magic", "shooting", "melee")


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before the battle; the defaults are the rulings (EOW-R225)."""

    mode: Literal["basic", "advanced"] = "basic"
    points: Annotated[int, Meta(ge=100, le=10_000)] = 1600
    """The size of an advanced battle in Army Points (eow.adv.army.points)."""
    missions: bool = False
    """Missions in a basic game; an advanced one always has one."""
    characters: bool = False
    """Characters of patrols may join units (eow.mode.mixed)."""
    points_decide: bool = False
    """A basic game is decided by Victory Points (eow.mode.mixed)."""
    sides: tuple[int, ...] = ()
    """In a multi-game the side of each army, 0 or 1; nothing: in turn (eow.multi.coalition)."""
    commanders: tuple[int, ...] = ()
    """In a multi-game the player of each army, by seats; nothing: each has one of its own."""
    free_lists: bool = False
    """The players agreed to play lists of their own as they are: over the points, past the limits."""
    option_limits: Literal["per entry", "per army"] = "per entry"
    """What (0-X) behind an option of an Armylist counts (EOW-R015)."""
    wizard_paths: Literal["as listed", "any"] = "as listed"
    """Which Paths of Magic the Wizards of Armylists may choose (EOW-R004)."""
    caiman_warriors: Literal["Core", "Special"] = "Core"
    """Their category in the Armylist (EOW-R003)."""
    seekers_vanguard: Literal["bought", "always"] = "bought"
    """Whether Seekers have Vanguard without paying for it (EOW-R013)."""
    flux: Literal["deck", "die"] = "deck"
    charge_arc: Literal["midpoint", "majority"] = "midpoint"
    cover_from: Literal["best of three", "midpoint"] = "best of three"
    shots_rolled: Literal["per model", "per unit"] = "per model"
    melee_natural: Literal["always", "as shooting"] = "always"
    elevated_by: Literal["half of the models", "centre"] = "half of the models"
    combat_pivot: Literal["the same models", "the same or more"] = "the same models"
    support: Literal["up to the Attack Value", "always three"] = "up to the Attack Value"
    orisons: Literal["the army", "a Damsel"] = "the army"
    grudge: Literal["the army", "the bearer's unit"] = "the army"
    destroyed_army: Literal["play on", "end at once"] = "play on"

    @property
    def advanced(self) -> bool:
        return self.mode == "advanced"

    @property
    def has_mission(self) -> bool:
        return self.missions or self.advanced

    @property
    def victory_points(self) -> bool:
        return self.points_decide or self.advanced

    @property
    @rule("eow.turn.game_length_basic", "eow.mode.advanced", "eow.adv.turns")
    def game_turns(self) -> int:
        """A basic game lasts 4 Game Turns, an advanced one 5 (eow.turn.game_length_basic, eow.mode.advanced)."""
        return 4 if self.mode == "basic" else 5


class Scene(AnyScene, frozen=True, kw_only=True):
    """What stays the same: the board, the seats, the entries of both armies, the settings."""

    entries: tuple[Entry, ...]
    settings: Settings = Settings()


class Effect(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A spell that lasts: its name, whose next Magic Phase ends it, who cast it, and a die that decided its form."""

    spell: str
    seat: int
    caster: int
    form: int = 0


class Boon(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a rule gives a unit for a while: an Order, an Orison, a dance. `until` says when it ends.

    "round": with the Round of Combat; "turn": with this Player Turn; "next turn": with the one after it; "game": never.
    """

    rule: str
    until: Literal["round", "turn", "next turn", "game"]
    form: int = 0
    """Which of several effects it is."""
    other: int = -1
    """Whom it is about, if it is about somebody: a Grudge, a Quest."""
    seat: int = -1
    """Whose rule it is."""


class Began(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit as it was when the phase began: what Panic is measured against."""

    health: int
    pose: Pose
    width: float
    depth: float


class Unit(AnyUnit, kw_only=True, omit_defaults=True):
    """A unit on the table (or gone from it: no pose). `entry` is its place among the scene's entries."""

    player: int | None = None
    """In a multi-game the seat of its player, where that is not the first of its side; `seat` is the side."""
    company: int = 0
    """In a multi-game the army that it belongs to, by its place among all of them."""
    entry: int
    models: int
    files: int
    rear_from: int = 0
    """The first file that is filled in the last rank; the rank's models stand side by side from there."""
    wounds: int = 0
    """Health Points lost that did not yet remove a model."""
    guest: int | None = None
    """The unit of a single model that stands in this unit's ranks: a Character or a War Platform.

    `models` are the others, the R&F. The guest has no pose of its own; where it stands, what it is engaged with and
    the spells on it are those of the unit.
    """
    spot: tuple[int, int] = NO_SPOT
    """Rank and file of the guest's place, of its left front corner where it takes several."""
    room: tuple[int, int] = NO_ROOM
    """How many files and ranks the guest takes up."""
    stood: int | None = None
    """The number under which the rest of its Combined Unit goes on, if this unit or guest died out of it."""
    replaced: int = 0
    """Models that a guest took the place of: they are out of the game."""
    host: int | None = None
    """The unit in whose ranks this single model stands."""

    fleeing: bool = False
    foes: tuple[Foe, ...] = ()
    charging: bool = False
    """From contact until the end of the first round it then fights (EOW-R084)."""
    charged: bool = False
    """Came into combat by a charge, of its own or in pursuit, in the present Player Turn."""
    rounds: int = 0
    """Rounds of combat fought since it was last unengaged (EOW-R085)."""

    target: int | None = None
    """Whom it has declared a charge against and not yet resolved."""
    target_arc: Arc | None = None
    """The facing fixed at the declaration; none once the target has fled."""
    fled_from_me: tuple[int, ...] = ()
    """Targets of this turn's declarations that fled."""
    redirected: bool = False
    declared: bool = False
    advance: int | None = None
    """Its Advance Rate when it declared its charge, where that may change before the roll (EOW-R216)."""
    frenzied: bool = False
    """Has to declare a charge in this phase if it can."""
    failed_charge: bool = False

    moved: bool = False
    marched: bool = False
    rallied: bool = False
    shot: bool = False
    magic_moved: bool = False
    swapped: bool = False
    """Its Character has changed places in this Movement Phase."""
    done: bool = False
    """Has had its turn in the present step: moved, or passed over."""

    passed_panic: bool = False
    lost_this_phase: int = 0
    began: Began | None = None
    lost_this_round: int = 0
    """Health Points lost in the present Round of Combat."""
    primal: bool = False
    """Passed its test at the start of this Round of Combat."""

    effects: tuple[Effect, ...] = ()
    boons: tuple[Boon, ...] = ()
    used: tuple[str, ...] = ()
    """What it has used up of things that work once a game."""
    reserve: bool = False
    """Waits in Ambush."""
    vanguard: bool = False
    """Moved as Vanguard before the first turn."""
    fate: Literal["", "destroyed", "fled"] = ""
    fell_at: Pose | None = None
    """Where a unit that is gone was last: chargers that lost it go there (EOW-R077)."""
    fell_with: int | None = None
    """The guest who was in its ranks when it was destroyed as a whole."""

    @property
    def owner(self) -> int:
        return self.seat if self.player is None else self.player

    @property
    def on_table(self) -> bool:
        return self.pose is not None

    @property
    def engaged(self) -> bool:
        return bool(self.foes)

    @property
    def guests(self) -> tuple[GuestPlace, ...]:
        """The guest with its place, as the chapters that both editions share read it."""
        return () if self.guest is None else (GuestPlace(self.guest, *self.spot, *self.room),)


class Advanced(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an advanced battle keeps besides: a value of its own, so that basic battles are written as ever."""

    size: int = 0
    """The Army Points of the battle."""
    deploys_first: int = 0
    chosen: tuple[int, ...] = ()
    """Seats that have made the choice of the present stage."""
    cast_by: tuple[tuple[str, int], ...] = ()
    """Who has attempted which Replicable spell in this Magic Phase, by the entries of the Wizards."""
    barred: tuple[str, ...] = ()
    """Spells that cannot be cast in this Magic Phase."""
    crumbled: tuple[int, ...] = ()
    """Units that have tested for the loss of their General."""
    shares: tuple[int, ...] = ()
    """In a multi-game the Magic Dice of each player."""
    split: tuple[int, int] = (0, -1)
    """The turn and the side in whose Magic Phase they were split last."""
    passed: tuple[str, tuple[int, ...]] = ("", ())
    """In a multi-game the players who have passed, and at which moment."""
    healed: tuple[int, ...] = ()
    """Single models that regained a Health Point in this Magic Phase, by their entries."""
    dispels: int = 0
    """Dispelling attempts in this Magic Phase."""


class Battle(AnyBattle, kw_only=True, omit_defaults=True):
    """The state of a battle of Essence of War."""

    fields: ClassVar[FieldOf[Any, Any]] = FieldOf(
        body_of, attrgetter("pose", "models", "files", "room", "spot"), terrain_of
    )
    book: ClassVar[Edition[Any, Any]]
    """This edition; its title page sets it."""

    scene: Scene
    units: list[Unit]
    homes: tuple[int, ...] = ()
    """For each seat the table edge it plays from: 0 the near one (y = 0), 1 the far one."""
    first: int = 0
    """The seat that deployed first and has the first Player Turn."""
    decks: tuple[tuple[int, ...], ...] = ()
    """For each seat the Flux Cards not yet drawn."""
    pools: tuple[int, ...] = ()
    stored: tuple[int, ...] = ()
    attempted: tuple[str, ...] = ()
    """Spells attempted in this Magic Phase."""
    fought: tuple[int, ...] = ()
    """Units whose combat is not (or no longer) to be fought in this Melee Phase."""
    mission: str = ""
    markers: tuple[tuple[float, float], ...] = ()
    """The players' markers of the Patrolling Mission."""
    advanced: Advanced | UnsetType = UNSET

    def entry(self, unit: Unit) -> Entry:
        return self.scene.entries[unit.entry]

    def profile(self, unit: Unit) -> Profile:
        return self.scene.entries[unit.entry].profile

    @property
    def more(self) -> Advanced:
        """What an advanced battle keeps besides; as in the beginning, where nothing has been noted."""
        return self.advanced or Advanced()

    def note(self, **changes: Any) -> None:
        """Note something of what an advanced battle keeps besides."""
        self.advanced = msgspec.structs.replace(self.more, **changes)

    @rule("eow.adv.char.part_of_unit")
    def body(self, unit: Unit) -> Unit:
        """The unit as it stands on the table: itself, or the one in whose ranks it is."""
        return unit if unit.host is None else self.units[unit.host]

    def bearing(self, entry: int) -> Unit:
        """The unit with that entry, which may have changed numbers with its guest."""
        unit: Unit = self.units[entry]
        return unit if unit.entry == entry else self.units[unit.entry]

    def guest_of(self, unit: Unit) -> Unit | None:
        """The single model in its ranks."""
        return None if unit.guest is None else self.units[unit.guest]

    def guests_of(self, unit: Unit) -> tuple[Unit, ...]:
        """The single models in its ranks: one, or none."""
        return () if unit.guest is None else (self.units[unit.guest],)

    def company(self, unit: Unit) -> tuple[Unit, ...]:
        """All of a unit's models: those of the unit itself, and the guest in its ranks or the unit around a guest."""
        body = unit if unit.host is None else self.units[unit.host]
        return (body,) if body.guest is None else (body, self.units[body.guest])

    @property
    def reactive(self) -> int:
        """The seat of the Reactive Player (eow.turn.active_reactive)."""
        return 1 - self.active
