"""A battle of Essence of War as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from warhost.field import Foe
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Scene as AnyScene
from warhost.play.battle import Unit as AnyUnit
from warhost.rulesets.essence_of_war.entries import Entry, Profile
from warhost.table import Arc, Pose

PHASES = ("charge", "movement", "magic", "shooting", "melee")


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before the battle; the defaults are the rulings (EOW-R225)."""

    mode: Literal["basic", "advanced"] = "basic"
    missions: bool = False
    flux: Literal["deck", "die"] = "deck"
    charge_arc: Literal["midpoint", "majority"] = "midpoint"
    cover_from: Literal["best of three", "midpoint"] = "best of three"
    shots_rolled: Literal["per model", "per unit"] = "per model"
    melee_natural: Literal["always", "as shooting"] = "always"
    elevated_by: Literal["half of the models", "centre"] = "half of the models"
    combat_pivot: Literal["the same models", "the same or more"] = "the same models"
    destroyed_army: Literal["play on", "end at once"] = "play on"

    @property
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


class Began(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit as it was when the phase began: what Panic is measured against."""

    health: int
    pose: Pose
    width: float
    depth: float


class Unit(AnyUnit, kw_only=True, omit_defaults=True):
    """A unit on the table (or gone from it: no pose). `entry` is its place among the scene's entries."""

    entry: int
    models: int
    files: int
    rear_from: int = 0
    """The first file that is filled in the last rank; the rank's models stand side by side from there."""
    wounds: int = 0
    """Health Points lost that did not yet remove a model."""
    guests: tuple[int, ...] = ()
    """Entries of single models that fight in this unit's ranks; always empty while Characters act alone."""

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
    failed_charge: bool = False

    moved: bool = False
    marched: bool = False
    rallied: bool = False
    shot: bool = False
    magic_moved: bool = False
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
    fate: Literal["", "destroyed", "fled"] = ""
    fell_at: Pose | None = None
    """Where a unit that is gone was last: chargers that lost it go there (EOW-R077)."""

    @property
    def on_table(self) -> bool:
        return self.pose is not None

    @property
    def engaged(self) -> bool:
        return bool(self.foes)


class Battle(AnyBattle, kw_only=True, omit_defaults=True):
    """The state of a battle of Essence of War."""

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

    def entry(self, unit: Unit) -> Entry:
        return self.scene.entries[unit.entry]

    def profile(self, unit: Unit) -> Profile:
        return self.scene.entries[unit.entry].profile

    @property
    def reactive(self) -> int:
        """The seat of the Reactive Player (eow.turn.active_reactive)."""
        return 1 - self.active
