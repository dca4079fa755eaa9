"""A battle of Kings of War as data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from warhost.field import Foe
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Scene as AnyScene
from warhost.play.battle import Unit as AnyUnit
from warhost.rulesets.kings_of_war.core.entries import Entry
from warhost.table import Area

PHASES = ("movement", "ranged", "combat")


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before the battle (kow.scenario.prepare); the defaults are the rulings."""

    points: Annotated[int, Meta(ge=1, le=100_000)] = 2000
    """The size of the game (kow.standard.forces); for house armies which of their lists is taken."""
    free_lists: bool = False
    """The players agreed to play lists of their own as they are: over the points, past the limits."""
    scenario: str = "standard"
    """The scenario: its slug, its type to roll in, or "any"."""
    table: Literal["usual", "36x36", "48x48", "72x48", "96x48"] = "usual"
    """The size of the table in inches; usual: by the size of the game."""
    missing: tuple[str, ...] = ()
    """Pieces of a terrain set-up that are not at hand, by kind, one left out for each (kow.scenario.terrain_match)."""
    zones: Literal["long edges", "short edges", "corners", "roll"] = "long edges"
    """The deployment zones of battle scenarios (kow.deploy.roll)."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 6
    """How many rounds are played before the roll for another one (kow.scenario.duration_variable)."""
    extra_round: bool = True
    """A die after the last round decides whether there is one more; never in a timed game (KOW-R179)."""
    initiative: Literal["each round", "once"] = "each round"
    """When players roll for the first turn (KOW-R012)."""
    clock: Literal["none", "chess clock", "stopwatch", "game clock"] = "none"
    """How time is kept: in a timed game, for each player or each turn; or for the battle as a whole, which then ends
    with the round in which the time is up (kow.scenario.duration_time)."""
    minutes: Annotated[float, Meta(ge=0.1, le=600.0)] = 50.0
    """Time for each player on a chess clock, for each turn by the stopwatch, or for the whole battle."""
    sudden_loss: bool = False
    """A player who runs out of time loses at once (kow.timed.sudden_loss)."""
    hidden_artefacts: bool = False
    """Artefacts are shown at their first use (kow.artefact.hidden)."""
    obstacle_contact: bool = False
    """Units on both sides of an obstacle count as in contact (KOW-R059)."""
    doubtful: Literal["roll", "attacker"] = "roll"
    """Sight, arcs and cover in real doubt are settled by a die, or for the attacker (KOW-R028)."""
    commander_cap: Literal[2, 4] = 4
    """How many commanders a battalion may have at most (KOW-R011)."""
    bought_spells: Literal["once an army", "only [U] once"] = "once an army"
    """Which bought spells an army has once: every one, or those marked [U] (KOW-R164)."""
    victory_share: Literal["one army", "both armies"] = "one army"
    """Of what a lead of 10 percent is reckoned in the standard game (KOW-R021)."""
    wrap_at_corner: bool = True
    """A front that touches the enemy only at its corner may wrap around (KOW-R014)."""
    sight_in_arc: bool = False
    """Only what of a target lies in the front arc is seen (KOW-R042)."""
    yielding_fight: bool = True
    """Who reaches another enemy after routing a Yielding one attacks it at once (KOW-R116)."""
    flyers_after_combat: bool = False
    """Fly works in moves after a combat too (KOW-R114)."""
    devastated_by: Literal["current nerve", "printed nerve"] = "current nerve"
    """Which Nerve damage has to exceed (KOW-R119)."""
    withdrawn_wavering: Literal["next turn", "this turn"] = "next turn"
    """Until the end of which own turn a unit wavers that withdrew badly (KOW-R091)."""
    objective_denial: Literal["scoring units", "any unit"] = "scoring units"
    """Which enemies keep a player from an objective that nobody contests (KOW-R020)."""
    destroyed_army: Literal["play on", "end at once"] = "play on"
    """Whether a scenario with markers goes on when an army is gone (KOW-R182)."""


class Scene(AnyScene, frozen=True, kw_only=True):
    """What stays the same: the board, the seats, the entries of both armies, the settings."""

    entries: tuple[Entry, ...]
    settings: Settings = Settings()


class Effect(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something that lasts on a unit: its name, when it ends, and what it gives.

    It ends when a turn of that seat ends (or starts), after so many such turns have been `left`. `number` is how much
    of it there is (barkskin tokens, shadow attacks), `gives` special rules as army lists write them.
    """

    name: str
    until: Literal["phase", "end", "start"]
    seat: int
    left: int = 0
    number: int = 0
    source: int = -1
    gives: tuple[str, ...] = ()
    changes: tuple[tuple[str, int], ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A token of 40 mm: an objective, a loot counter or a bluff counter.

    `placed_by` is who placed it (a bluff counter is theirs), `value` what it is worth (-1: hidden from who looks),
    `carrier` the unit that carries loot. A carried counter lies where its carrier's centre is.
    """

    x: float
    y: float
    kind: Literal["objective", "loot", "bluff"] = "objective"
    placed_by: int | None = None
    value: int = 1
    carrier: int | None = None
    revealed: bool = False
    dropped: str = ""
    """The unit and phase in which it was dropped: the same unit does not pick it up in that phase (KOW-R177)."""


class Unit(AnyUnit, kw_only=True, omit_defaults=True):
    """A unit on the table (or gone from it: no pose). `entry` is its place among the scene's entries."""

    entry: int
    damage: int = 0
    wavering: int = 0
    """How many own turns have to end until it is steady again; 0: it is steady."""
    foes: tuple[Foe, ...] = ()

    order: str = ""
    """The order that it got in this turn: halt, change facing, back, sidestep, advance, at the double, charge, reform,
    withdraw; none yet: empty."""
    charged: bool = False
    """Has charged in this turn, or counts as having done so."""
    hindered: bool = False
    """Its charge of this turn was hindered."""
    turned: bool = False
    """An individual that has used its free turn before its order."""
    barred: tuple[int, ...] = ()
    """Enemies that it may not charge in this turn: its roll for Wild Charge fell short."""
    scouted: bool = False
    """Has made its move before the first turn."""
    held_by: tuple[int, ...] = ()
    """The enemies with which it was engaged when its turn began (kow.special.retaliator)."""
    began_wavering: bool = False
    """Was wavering when its turn began and has not rolled for it yet (kow.special.headstrong)."""

    shot: bool = False
    """Has made its ranged attack, or cast its spell, in this turn."""
    cast: tuple[str, ...] = ()
    """The spells that it has cast in this turn."""
    hurt: bool = False
    """Was damaged by attacks of the active player in this phase or combat, and is to test its nerve."""
    shattered: int = 0
    """What is added to its next nerve test for ranged attacks (kow.special.shattering)."""
    fogged: bool = False
    """Tests its nerve at the end of the ranged phase although it took no damage (kow.spell.mind_fog)."""
    excused: bool = False
    """Was reached by a surged unit: it takes no nerve test in this ranged phase (kow.spell.surge_no_nerve)."""

    commanded: bool = False
    """Has received a successful command order in this turn."""
    commands: bool = False
    """A commander that has tried a command order in this turn."""
    once: tuple[str, ...] = ()
    """Rules that have worked on it, or for it, in this turn and do so once a turn."""
    used: tuple[str, ...] = ()
    """What it has used that works once a game."""
    shown: bool = False
    """Its hidden artefact has been seen."""
    effects: tuple[Effect, ...] = ()
    fate: Literal["", "routed"] = ""

    @property
    def on_table(self) -> bool:
        return self.pose is not None

    @property
    def engaged(self) -> bool:
        return bool(self.foes)


class Battle(AnyBattle, kw_only=True, omit_defaults=True):
    """The state of a battle of Kings of War. `turn` counts rounds."""

    scene: Scene
    units: list[Unit]
    first: int = 0
    """The seat that has the first turn of this round."""
    taken: int = 0
    """How many turns of this round are over."""
    homes: tuple[int, ...] = ()
    """For each seat which of the two zones is its own; empty until that is settled."""
    zones: tuple[Area, ...] = ()
    """The two deployment zones, A and B."""
    scenario: str = ""
    markers: tuple[Marker, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    """For each seat the values of bluff counters that it has not placed yet."""
    scores: tuple[int, ...] = ()
    """Victory points for each seat that do not follow from where things stand."""
    fought: tuple[int, ...] = ()
    """Units that have attacked, or are not to attack, in this combat phase."""
    pending: tuple[tuple[int, str], ...] = ()
    """Orders after a combat that were given and not yet carried out: unit and order."""
    out_of_time: tuple[int, ...] = ()
    """The seats that have run out of time."""
    first_placing: tuple[int, ...] = ()
    """For each seat how many units it still has to place in its first turn to place any (kow.artefact.scrying_gem)."""
    drawn: str = ""
    """The deployment zones in use: long edges, short edges or corners."""
    ended: str = ""
    """Why the battle ends before its last round."""

    def entry(self, unit: Unit) -> Entry:
        return self.scene.entries[unit.entry]

    @property
    def other(self) -> int:
        """The seat whose turn it is not."""
        return 1 - self.active

    @property
    def settings(self) -> Settings:
        return self.scene.settings


def friends(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that are on the table."""
    return [unit for unit in battle.units if unit.seat == seat and unit.pose is not None]


def enemies(battle: Battle, seat: int) -> list[Unit]:
    """The units on the table that are not of that seat."""
    return [unit for unit in battle.units if unit.seat != seat and unit.pose is not None]


LASTING = "kow lasting"
"""The name under which a battle keeps what follows from all that lasts on units, beside its data."""


def lay(battle: Battle, unit: Unit, effect: Effect) -> None:
    """The effect lies on the unit; one of the same name makes room for it."""
    has_lasting(battle, unit, (*(other for other in unit.effects if other.name != effect.name), effect))


def lift(battle: Battle, unit: Unit, name: str) -> None:
    """No effect of that name lies on the unit any more."""
    has_lasting(battle, unit, tuple(effect for effect in unit.effects if effect.name != name))


def has_lasting(battle: Battle, unit: Unit, effects: tuple[Effect, ...]) -> None:
    """These effects, and no others, lie on the unit now. In a battle that goes on they change nowhere else, so that
    what follows from them need not be worked out every time."""
    if effects != unit.effects:
        unit.effects = effects
        battle.__dict__.pop(LASTING, None)


def effect_of(unit: Unit, name: str) -> Effect | None:
    """The effect of that name on the unit."""
    return next((effect for effect in unit.effects if effect.name == name), None)
