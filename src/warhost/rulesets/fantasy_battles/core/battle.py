"""A battle of Fantasy Battles as data."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from warhost.field import FieldOf, Foe
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Unit as AnyUnit
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.edition import Edition
from warhost.rulesets.families.ninth_age.core.formation import body_of
from warhost.rulesets.families.ninth_age.core.kinds import Scene as AnyScene
from warhost.rulesets.families.ninth_age.core.terrain import terrain_of
from warhost.rulesets.fantasy_battles.core.entries import Entry, Profile
from warhost.table import Arc, Point, Pose

PHASES = ("charge", "movement", "magic", "shooting", "melee")

GAME_TURNS = 6
"""How long a standard game lasts (t9a.turn.game_length)."""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before the battle; the defaults are the rulings."""

    points: Annotated[int, Meta(ge=100, le=20_000)] = 4500
    """The Army Points of the game (t9a.pregame.size)."""
    free_lists: bool = False
    """Lists may cost more than was agreed."""
    deployment: Literal[
        "roll", "Frontline Clash", "Dawn Assault", "Counterthrust", "Encircle", "Refused Flank", "Marching Columns"
    ] = "roll"
    objective: Literal[
        "roll",
        "Hold the Ground",
        "Breakthrough",
        "Spoils of War",
        "King of the Hill",
        "Capture the Flags",
        "Secure Target",
        "none",
    ] = "roll"
    zones: Literal["by type", "12 inches everywhere"] = "by type"
    """How far the Deployment Zones keep from the Centre Line (T9A-R015)."""
    formations: Literal["of the list", "chosen"] = "of the list"
    """How many files units deploy in (T9A-R206)."""
    delayed: Literal["own turn 2", "3+ from turn 2"] = "own turn 2"
    """When Delayed units arrive (T9A-R017)."""
    first_turn: Literal["with bonus", "plain roll-off"] = "with bonus"
    """The roll for the first turn (T9A-R020)."""
    inside_by: Literal["centre", "most models"] = "centre"
    """When a unit is inside a zone or a Terrain Feature (T9A-R023, T9A-R047)."""
    target_markers: Literal["own zone", "both zones"] = "own zone"
    """What the markers of Secure Target keep away from (T9A-R026)."""
    restrain: Literal["free", "Discipline Test"] = "free"
    """What restraining takes (T9A-R039)."""
    heights: Literal["lower models give Soft Cover", "much lower models are ignored"] = "lower models give Soft Cover"
    """How models between shooter and target count by their Heights (T9A-R053)."""
    tokens_per_die: Annotated[int, Meta(ge=1, le=9)] = 3
    """How many Veil Tokens make a Magic Die (T9A-R060)."""
    siphoned: Annotated[int, Meta(ge=0, le=10)] = 4
    """How many Magic Dice may be siphoned in a phase (T9A-R060)."""
    tokens_kept: Annotated[int, Meta(ge=0, le=20)] = 3
    """How many Veil Tokens are kept after Siphon the Veil (T9A-R060)."""
    spells_known: Literal["chosen", "in order"] = "chosen"
    """How Wizards select their spells (T9A-R063)."""
    permanent: Literal["once", "adds up"] = "once"
    """Whether a Permanent spell cast again on the same unit adds to itself (T9A-R071)."""
    stars_align: Literal["Shooting in the basic version", "Shooting in both versions"] = "Shooting in the basic version"
    """Whom the rerolls of The Stars Align help (T9A-R084)."""
    oaken_throne: Literal["by the Throne", "by the terrain"] = "by the Throne"
    """What the lower Casting Value of Druidism needs (T9A-R086)."""
    casting_from: Annotated[int, Meta(ge=0, le=72)] = 18
    """How near a Terrain Feature must be that Druidism is cast from (T9A-R087)."""
    whispers: Literal["no stacking", "Resilience adds up"] = "no stacking"
    """Several Whispers of the Veil on one unit (T9A-R090)."""
    hand_of_glory: Literal["6+ or 1 better", "6+ and 1 better"] = "6+ or 1 better"
    """What Hand of Glory gives (T9A-R093)."""
    awaken_the_beast: Literal["instead", "both"] = "instead"
    """What the boosted Awaken the Beast gives (T9A-R095)."""
    res_value: Literal["resurrection", "Resilience"] = "resurrection"
    """What the Res value of spells is (T9A-R112)."""
    power_level: tuple[int, int] = (5, 8)
    """What 2 and 3 dice count for a Battle Rune (T9A-R068)."""
    misfire_on: Annotated[int, Meta(ge=1, le=6)] = 1
    """The natural roll to hit on which an Artillery Weapon misfires (T9A-R123)."""
    duels: bool = True
    """Whether Duels are fought (T9A-R128)."""
    overkill: Annotated[int, Meta(ge=0, le=20)] = 3
    """The most that Overkill counts (T9A-R129)."""
    flank_ranks: Literal[1, 2] = 1
    """The Full Ranks for the higher Flank and Rear Bonus (T9A-R132)."""
    ambush: Literal["own turn 2", "3+ from turn 2"] = "own turn 2"
    """When Ambushers arrive (T9A-R149)."""
    breath_hits: Literal["2D6", "2D3"] = "2D6"
    """The hits of a Breath Attack (T9A-R152)."""
    distracting: Literal["does not add up", "adds up"] = "does not add up"
    """Distracting beside other modifiers (T9A-R158)."""
    fear: Literal["-1 Discipline", "Discipline Test"] = "-1 Discipline"
    """What Fear does (T9A-R160)."""
    frenzy: Literal["12 inches", "Advance Rate + 7"] = "12 inches"
    """How near an enemy must be for Frenzy (T9A-R165)."""
    vanguard: Literal[12, 6] = 12
    """The inches of a Vanguard move (T9A-R190)."""
    game_turns: Annotated[int, Meta(ge=1, le=12)] = GAME_TURNS
    """How many Game Turns are played (t9a.turn.game_length)."""


class Scene(AnyScene, frozen=True, kw_only=True):
    """What stays the same: the board, the seats, the entries of both armies, the settings."""

    entries: tuple[Entry, ...]
    settings: Settings = Settings()


class Effect(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A spell that lasts: its name, whose next Magic Phase ends it, who cast it (by entry), and in which form.

    `form` is what a die or a choice decided; `version` the version that was cast; `only` the entry of the one model
    that has it, where not the whole unit does; `permanent`: it lasts for the rest of the game.
    """

    spell: str
    seat: int
    caster: int
    form: int = 0
    version: str = "basic"
    only: int = -1
    permanent: bool = False


class Boon(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a rule gives or does to a unit for a while. `until` says when it ends.

    "round": with the Round of Combat; "phase": with this phase; "turn": with this Player Turn; "own turn": with the
    next Player Turn of the unit's owner; "own next turn": the same, but the present Player Turn does not count; "next
    turn": with the next Player Turn of that `seat`; "game": never.
    """

    rule: str
    until: Literal["round", "phase", "turn", "own turn", "own next turn", "next turn", "game"]
    form: int = 0
    other: int = -1
    seat: int = -1


class Began(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit as it was when the phase began: what Panic is measured against."""

    health: int
    pose: Pose
    width: float
    depth: float


class Guest(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A single model in the first rank of a unit: its number, and the file in which it stands, its first one from left.

    It takes up so many files and ranks: a Character or a Champion one of each, a War Platform as many as its base
    covers.
    """

    unit: int
    file: int
    files: int = 1
    ranks: int = 1

    @property
    def rank(self) -> int:
        """Guests of this edition stand in the first rank."""
        return 0


class Unit(AnyUnit, kw_only=True, omit_defaults=True):
    """A unit on the table (or gone from it: no pose). `entry` is its place among the scene's entries.

    Characters, Champions and War Platforms are units of one model. In the ranks of another they are its guests: they
    have no pose of their own; where they stand, what they are engaged with and the spells on them are the host's.
    """

    entry: int
    models: int
    """The rank and file without a Champion, who is a guest."""
    files: int
    frontage: int = 0
    """The files that its owner last chose: casualties narrow it, models that come back widen it up to this."""
    rear_from: int = 0
    """The first file that is filled in the last rank; the rank's models stand side by side from there."""
    wounds: int = 0
    """Health Points lost that did not yet remove a model."""
    guests: tuple[Guest, ...] = ()
    host: int | None = None
    """The unit in whose ranks this single model stands."""
    stood: int | None = None
    """The number under which the rest of its unit goes on, if this one died out of it."""
    lost: int = 0
    """R&F models lost in the battle so far, those that came back not counted."""

    fleeing: bool = False
    foes: tuple[Foe, ...] = ()
    charging: bool = False
    """From contact until the end of the first round it then fights."""
    charged: bool = False
    """Came into combat by a charge, of its own or in pursuit, in the present Player Turn."""
    rounds: int = 0
    """Rounds of combat fought since it was last unengaged."""
    fighting: bool = False
    """Was Engaged when the last Melee Phase ended: if it no longer is, that is dealt with in the next one."""

    target: int | None = None
    """Whom it has declared a charge against and not yet resolved."""
    target_arc: Arc | None = None
    """The facing fixed at the declaration; none once the target has fled."""
    fled_from_me: tuple[int, ...] = ()
    """Targets of this turn's declarations that fled."""
    redirected: bool = False
    declared: bool = False
    frenzied: bool = False
    """Has to declare a charge in this phase if it can."""
    failed_charge: bool = False
    reacted: tuple[int, ...] = ()
    """The chargers that it has shot at in this phase."""

    moved: bool = False
    marched: bool = False
    reformed: bool = False
    rallied: bool = False
    shot: bool = False
    magic_moved: bool = False
    swept: bool = False
    """Has made its Sweeping Attack of this Player Turn."""
    swapped: bool = False
    """Has changed places within its unit in this Player Turn."""
    arrived: int = 0
    """The Game Turn in which it came onto the board as an Ambusher, Delayed or summoned; 0: it was deployed."""
    done: bool = False
    """Has had its turn in the present step: moved, or passed over."""

    passed_panic: bool = False
    lost_this_phase: int = 0
    began: Began | None = None
    lost_this_round: int = 0
    """Health Points lost in the present Round of Combat."""
    overkill: int = 0
    """Health Points beyond its last that a Duel of this Round of Combat cost it."""
    wields: tuple[int, ...] = ()
    """Which of its weapons each part uses in this Round of Combat; nothing: the first."""

    effects: tuple[Effect, ...] = ()
    boons: tuple[Boon, ...] = ()
    used: tuple[str, ...] = ()
    """What it has used up of things that work once a game."""
    known: tuple[str, ...] = ()
    """The Learned Spells that it selected before the battle."""
    forgotten: tuple[str, ...] = ()
    """Spells that it cannot cast any more (t9a.miscast.444_amnesia)."""
    broken_weapons: tuple[str, ...] = ()
    """Artillery Weapons that it cannot use any more (t9a.misfire.breakdown)."""
    jammed: tuple[tuple[str, int], ...] = ()
    """Artillery Weapons that it cannot use in its owner's Player Turn of that Game Turn (t9a.misfire.jammed)."""
    incendiary: int = 0
    """Incendiary markers on it."""
    carries: int = -1
    """The Spoils of War marker that it carries."""
    flagged: bool = False
    """The enemy marked it for Capture the Flags."""

    special: Literal["", "ambush", "flank", "scout", "delayed"] = ""
    """How it is deployed, if not in the usual way; "flank": as an Ambusher of Dawn Assault, from a short edge."""
    vanguard: bool = False
    """Moved as Vanguard before the first turn."""
    scouted: bool = False
    """Was deployed as a Scout outside its own zone."""
    summoned: bool = False
    fate: Literal["", "destroyed", "fled"] = ""
    fell_at: Pose | None = None
    """Where a unit that is gone was last: chargers that lost it go there."""

    @property
    def on_table(self) -> bool:
        return self.pose is not None

    @property
    def engaged(self) -> bool:
        return bool(self.foes)

    @property
    def waiting(self) -> bool:
        """Whether it is still to come onto the board."""
        return (
            self.special in ("ambush", "flank", "delayed") and self.pose is None and not self.fate and not self.arrived
        )


class Battle(AnyBattle, kw_only=True, omit_defaults=True):
    """The state of a battle of Fantasy Battles."""

    fields: ClassVar[FieldOf[Any, Any]] = FieldOf(body_of, attrgetter("pose", "models", "files", "guests"), terrain_of)
    book: ClassVar[Edition[Any, Any]]
    """This edition; its title page sets it."""

    scene: Scene
    units: list[Unit]
    builds: str = ""
    """The stage in which the battlefield is built: it lies there as agreed, or is rolled for."""
    deployment: str = ""
    """The Deployment Type."""
    objective: str = ""
    """The Secondary Objective."""
    chooser: int = 0
    """The seat that chose the Deployment Zone."""
    homes: tuple[int, ...] = ()
    """For each seat the side of the Centre Line (or of the diagonal) it plays from: 0 the near one, 1 the far one."""
    diagonal: int = 0
    """Which diagonal splits the board of Refused Flank: 0 from the near left corner, 1 from the near right one."""
    attacker: int = 0
    """The attacker of Encircle."""
    edges: tuple[int, ...] = ()
    """For each seat its short Board Edge: 0 the left one (x = 0), 1 the right one, -1: not yet picked."""
    deploys: int = 0
    """The seat whose deployment turn it is, or was last."""
    deployment_turns: tuple[int, ...] = (0, 0)
    """How many deployment turns each seat has had."""
    deployed_now: int = 0
    """How many units have been deployed in the deployment turn that goes on."""
    placed: tuple[int, ...] = ()
    """The units deployed so far, in order."""
    finished: tuple[int, ...] = ()
    """The seats that have deployed all their units, the first one first."""
    intent: Literal["", "first", "second"] = ""
    """What the player who finished first wants."""
    left_over: int = 0
    """How many units the other player still had to deploy then, Characters not counted."""
    first: int = 0
    """The seat that has the first Player Turn."""

    decks: tuple[tuple[int, ...], ...] = ()
    """For each seat the Flux Cards not yet drawn."""
    flux: int = 0
    """The Flux Card of this Magic Phase."""
    pools: tuple[int, ...] = (0, 0)
    """For each seat its Magic Dice."""
    tokens: tuple[int, ...] = (0, 0)
    """For each seat its Veil Tokens."""
    orisons: tuple[int, ...] = (0, 0)
    """For each seat its Orison Tokens."""
    attempted: tuple[tuple[int, str], ...] = ()
    """Who (by entry) has attempted which spell in this Magic Phase."""
    spells_cast: tuple[str, ...] = ()
    """The spells that took effect in this Magic Phase, Attribute Spells left out."""
    duality: Literal["", "Cosmos", "Chaos"] = ""
    """The version of the last Cosmology spell that was cast in this Magic Phase."""
    phase_notes: tuple[tuple[str, int, int], ...] = ()
    """Limits of this phase that have been used: what, on or by which entry or seat, how often."""
    wraths: tuple[tuple[float, float, int, int], ...] = ()
    """Wrath of God: where, how many counters, and the Player Turn in which it was cast."""

    fought: tuple[int, ...] = ()
    """Units whose combat is not (or no longer) to be fought in this Melee Phase."""
    duels: tuple[tuple[int, int], ...] = ()
    """The Duels of the present Round of Combat, by entries."""
    counters: tuple[int, ...] = (0, 0)
    """For each seat its counters of Hold the Ground."""
    markers: tuple[Point, ...] = ()
    """The markers of the Secondary Objective."""
    hills: tuple[int, ...] = ()
    """For each seat the Terrain Feature that it named for King of the Hill."""
    tunnels: tuple[Point, ...] = ()
    """Tunnel Markers."""

    def entry(self, unit: Unit) -> Entry:
        return self.scene.entries[unit.entry]

    def profile(self, unit: Unit) -> Profile:
        return self.scene.entries[unit.entry].profile

    @rule("t9a.special.character")
    def body(self, unit: Unit) -> Unit:
        """The unit as it stands on the table: itself, or the one in whose ranks it is."""
        return unit if unit.host is None else self.units[unit.host]

    def bearing(self, entry: int) -> Unit:
        """The unit with that entry, which may have changed numbers with a guest."""
        unit: Unit = self.units[entry]
        if unit.entry == entry:
            return unit
        return next(other for other in self.units if other.entry == entry)

    def guests_of(self, unit: Unit) -> tuple[Unit, ...]:
        """The single models in its ranks, in the order of their places."""
        return tuple(self.units[guest.unit] for guest in unit.guests)

    def company(self, unit: Unit) -> tuple[Unit, ...]:
        """All of a unit's models: those of the unit itself, and the guests in its ranks; the same for a guest."""
        body = self.body(unit)
        return (body, *self.guests_of(body)) if body.guests else (body,)

    def champion_of(self, unit: Unit) -> Unit | None:
        """The Champion in its ranks, if it has one that lives."""
        return next((guest for guest in self.guests_of(unit) if self.entry(guest).role == "champion"), None)

    def noted(self, what: str, who: int = -1) -> int:
        """How often a limit of this phase has been used: by or on an entry, by a seat, or by anybody."""
        return next((times for name, one, times in self.phase_notes if (name, one) == (what, who)), 0)

    def note(self, what: str, who: int = -1, times: int = 1) -> None:
        """A limit of this phase is used once more, or so many times more."""
        others = tuple(note for note in self.phase_notes if note[:2] != (what, who))
        self.phase_notes = (*others, (what, who, self.noted(what, who) + times))

    @property
    @rule("t9a.turn.active_reactive")
    def reactive(self) -> int:
        """The seat of the Reactive Player."""
        return 1 - self.active
