"""A battle of Age of Fantasy: Regiments as data."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Scene as AnyScene
from warhost.play.battle import Unit as AnyUnit
from warhost.play.counsel.alike import Alike
from warhost.rulesets.regiments.core.entries import Regiment
from warhost.table import Area


class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before the battle (aofr.general.agree_before_game); the defaults are the rulings."""

    rounds: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many rounds are played; 0: as many as the mission says."""
    points: Annotated[int, Meta(ge=1, le=100_000)] = 1000
    force_organisation: bool = False
    free_lists: bool = False
    """The players agreed to play lists of their own as they are: over the points, past the limits, of other games."""
    width: Annotated[float, Meta(ge=24.0, le=240.0)] = 72.0
    depth: Annotated[float, Meta(ge=24.0, le=240.0)] = 48.0
    pieces: tuple[str, ...] = ()
    """Pieces of terrain that the players brought along instead of a generator's (aofr.placement.pieces)."""
    placement: str = "random"
    """How terrain is placed: a placement style, "any" to roll for it, or who places it (aofr.terrain.placers)."""
    name_dangerous: bool = False
    """Each player names one piece of terrain that is dangerous as well (aofr.terrain.pick_dangerous)."""
    style: str = "front_line"
    """The deployment style: its slug, the set (standard, advanced, asymmetric) to roll in, or "any"."""
    mission: str = "duel"
    """The mission: its slug, its type (face_off, progressive, attack_defend) to roll in, or "any"."""
    attacker: Literal[-1, 0, 1] = -1
    """The seat that attacks, if that was settled before lists were written (AOFR-R185); -1 if it was not."""
    solo: Literal[0, 1] | None = None
    """The seat of an army without a player: the other side deploys first, in a zone that is rolled for."""
    challenge: bool = False
    """That army gets a bonus in rounds in which it does not hold more markers (aofr.ai.challenge_equal)."""
    step_back: bool = True
    """Units step back an inch after melee (aofr.melee.optional_no_separation)."""
    choose_casualties: bool = False
    """The defender is asked who falls (aofr.shoot.casualty_choice); else the usual order holds (AOFR-R076)."""
    fear: Literal["once", "each model"] = "once"
    """Whether Fear that several models of a unit have counts once for the unit or for each of them (AOFR-R158)."""
    pack: str = ""
    """A ready-made pack of optional parts, by its slug (aofr.pack.choose)."""
    parts: tuple[str, ...] = ()
    """The optional parts that are in force, each by its slug, with a colon and choices where it has any."""
    brought: tuple[str, ...] = ()
    """What players openly bring along for optional parts: each as the part's slug, the seat and what it is, with colons
    between them."""
    mission_zones: Literal["fully within", "within"] = "fully within"
    """How a unit stands that a mission sets up within some inches of a marker, the centre or an edge (AOFR-R683)."""


class Scene(AnyScene, frozen=True, kw_only=True):
    """What stays the same: the board, the seats, the regiments of both armies, the settings."""

    regiments: tuple[Regiment, ...]
    settings: Settings = Settings()


class Effect(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A spell or other effect that lasts for a time: its name, who made it, and how long it lasts at most.

    `number` is the size of a bonus, or which part of a spell is left whose parts are spent one by one; 0 is all of it.
    """

    name: str
    source: int
    until: Literal["round", "activation", "next", "game"] = "round"
    """The end of the round, that of the activation, the next activation of its unit, or that of the game."""
    number: int = 0


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An objective marker: where it lies, whose it is, who placed it as its own, who carries it, whether it is gone.

    A marker of `Smash & Grab` has a secret, hidden until it is revealed; that of `VIP Escort` knows the table edge
    at which it began. A carried marker lies where its carrier's centre is.
    """

    x: float
    y: float
    owner: int | None = None
    placed_by: int | None = None
    carrier: int | None = None
    gone: bool = False
    secret: Literal["", "blank", "trap", "relic"] = ""
    revealed: bool = False
    edge: str = ""


class Site(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The ground that a piece of terrain covers."""

    x: float
    y: float
    facing: float
    width: float
    depth: float


class Cause(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Who brought something about: an enemy unit, and how it did."""

    unit: int
    how: Literal["melee", "shooting", "spell", "feat"]


class Unit(AnyUnit, kw_only=True, omit_defaults=True):
    """A unit on the table, in reserve, inside a transport, or gone; or a piece of terrain that counts like one.

    `entry` is its place among the scene's regiments. `left` counts the models that are left of each of the entry's
    groups; a joined hero is counted apart.
    """

    entry: int
    left: tuple[int, ...]
    files: int
    start: int
    """Models at the beginning of the game, a joined hero included (aofr.special.hero.size)."""
    hero: bool = False
    """A joined hero is alive."""
    wounds: int = 0
    """Wounds on the Tough model that is being worn down."""
    scars: tuple[tuple[int, int], ...] = ()
    """Wounds on Tough models of other groups that were picked out: their group and how many."""
    hero_wounds: int = 0

    shaken: bool = False
    fatigued: bool = False
    activated: bool = False
    charged_from: float | None = None
    """How far its target was away when it charged in this activation."""
    moved: bool = False
    """Has moved since its last activation began (aofr.special.entrenched)."""

    tested: int = 0
    """Models that took a dangerous terrain test in the present activation (AOFR-R110)."""
    hurt: int = 0
    """Wounds taken in the present activation."""
    hurt_by: Cause | None = None
    """The enemy that last wounded it in the present activation, and how."""
    fought: bool = False
    """Has fought a melee in the present activation: only the melee's own morale test counts."""

    reserve: Literal["", "ambush", "scout", "held back", "mission"] = ""
    """Why it is not on the table yet: set aside by its own rule, no room in its zone, or kept back by the mission."""
    arrived: int = 0
    """The round in which it came in by Ambush."""
    recalled: bool = False
    """Was destroyed once and went into reserve (aofr.mission.last_stand.reserves)."""
    inside: int | None = None
    """The transport that it is in, or the piece of terrain."""
    site: Site | None = None
    """A piece of terrain that can be attacked or entered: where it lies. It has no pose, never acts and never tests;
    what it does to moves and to sight is the business of the feature on the board."""

    tokens: tuple[int, ...] = ()
    """Spell tokens of each caster model, in the order of the models."""
    tried: tuple[str, ...] = ()
    """Spells tried in this activation."""
    used: tuple[str, ...] = ()
    """Limited weapons that have been used."""
    effects: tuple[Effect, ...] = ()
    fate: Literal["", "destroyed", "routed", "left", "joined"] = ""
    player: int | None = None
    """The seat of the player who commands it, where that is not the first of its side: `seat` is the side."""
    part_of: int | None = None
    """The unit of which this hero has become a part as it deployed."""

    @property
    def owner(self) -> int:
        return self.seat if self.player is None else self.player

    @property
    def models(self) -> int:
        """Models left, a joined hero included."""
        return sum(self.left) + self.hero


class Loss(msgspec.Struct, frozen=True, gc=False):
    """Wounds that a unit took at once: how many, how many models of which groups fell, and who dealt them.

    Nobody did where it was the ground, a trap or the unit's own doing.
    """

    wounds: int
    fallen: tuple[tuple[int, int], ...] = ()
    by: Cause | None = None
    shooter: int | None = None
    """The unit whose shots they were, be it an enemy or a friend."""


class Clash(msgspec.Struct, frozen=True, gc=False):
    """A melee that has been fought: the charger and its target, the wounds that each of them caused, and who won it.

    A unit that destroyed the other has won.
    """

    units: tuple[int, int]
    wounds: tuple[int, int]
    winner: int | None = None


class Battle(AnyBattle, kw_only=True, omit_defaults=True):
    """The state of a battle of Regiments. `turn` counts rounds."""

    scene: Scene
    units: list[Unit]
    first: int = 0
    """The seat that has the first turn of this round."""
    finished: tuple[int, ...] = ()
    """The seats that have run out of units to activate, in that order (AOFR-R057)."""
    zones: tuple[tuple[Area, ...], ...] = ()
    """For each seat its deployment zone."""
    edges: tuple[str, ...] = ()
    """For each seat its table edge: south, north, west or east."""
    style: str = ""
    mission: str = ""
    side_chooser: int | None = None
    """The seat that picks its side, if that is not up to the winner of the roll-off (AOFR-R124)."""
    deploying: int = 0
    """Which part of the mission's deployment it is."""
    roles: tuple[str, ...] = ()
    """For each seat attacker or defender, where the mission has them."""
    markers: tuple[Marker, ...] = ()
    points: tuple[float, ...] = ()
    """Victory points so far."""
    acting: int | None = None
    """The unit whose activation it is."""
    rulings: tuple[tuple[str, int], ...] = ()
    """Questions settled by the dispute die in this match."""
    order: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The sides in the order of their turns, where there are more than two."""
    kept: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """What optional parts remember, by their slugs; never changed in place (`optional.keep`)."""

    def regiment(self, unit: Unit) -> Regiment:
        return self.scene.regiments[unit.entry]

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides by their numbers: a seat each, or that of the first player of each team."""
        seats = self.scene.seats
        return (0, 1) if len(seats) == 2 or seats[0].team is not None else tuple(range(len(seats)))

    def side_of(self, seat: int) -> int:
        """The side of a player."""
        team = self.scene.seats[seat].team
        return seat if team is None else team

    def other(self, seat: int) -> int:
        """The other side; where there are more than two, the next one in turn."""
        return 1 - seat if self.order is msgspec.UNSET else self.in_turn(seat)[1]

    def in_turn(self, first: int) -> tuple[int, ...]:
        """All sides in the order of their turns, from that one on."""
        if self.order is msgspec.UNSET:
            return (first, 1 - first)
        place = self.order.index(first)
        return self.order[place:] + self.order[:place]


_LEFT = attrgetter("left", "hero", "files")

by_losses: Alike[Battle, Unit] = Alike(attrgetter("scene.regiments"), attrgetter("entry"), _LEFT)
"""Marks what depends on a regiment and on what is left of it; spells that lie on the unit change nothing."""

by_rules: Alike[Battle, Unit] = Alike(
    attrgetter("scene.regiments"),
    attrgetter("entry"),
    _LEFT,
    attrgetter("effects"),
    attrgetter("scene.settings.parts"),
)
"""Marks what depends on the rules of what is left of a regiment: it is kept for units on which no spell lies, where no
optional part is in force that might speak for them."""
