"""What a rulebook can tell a page about its armies, maps, options and units, beyond what the rules need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from warhost.play.battle import Battle
from warhost.table import Area, Board, Pose

Figure: TypeAlias = int | str
Build: TypeAlias = Literal["", "foot", "large", "rider", "monster", "engine"]
"""What a model looks like from above, as far as a drawing minds; nothing: only its base is known."""


Troop: TypeAlias = Literal[
    "spear", "pike", "sword", "great", "bow", "cross", "gun", "javelin", "pair", "claw", "lance",
    "mage", "lord", "standard", "hound", "swarm", "spider", "troll", "giant", "tree", "spirit", "bulk", "bird",
    "dragon", "serpent", "chariot", "cannon", "bolt", "stone",
]  # fmt: skip
"""The figure of a model: by its weapon on foot or mounted, by its role, or by what it is."""
People: TypeAlias = Literal["man", "elf", "dwarf", "orc", "goblin", "undead", "beast", "lizard"]
Mount: TypeAlias = Literal["", "horse", "warhorse", "boar", "wolf", "raptor", "spider", "wings"]


class Look(msgspec.Struct, frozen=True):
    """What the models of a unit look like: their figure, what they ride (nothing: on foot), their people."""

    kind: Troop = "sword"
    mount: Mount = ""
    race: People = "man"


class Stand(msgspec.Struct, frozen=True):
    """How a unit stands on the table: so many bases, so many of them side by side, each so wide and deep in mm.

    `round`: they are round, as wide as they are deep, and stand loose. `leader`: its model is somebody of rank.
    """

    bases: int
    files: int
    width: int
    depth: int
    build: Build = ""
    round: bool = False
    leader: bool = False
    look: Look | None = None
    many: bool = False
    """The one base carries many models in ranks."""


class UnitCard(msgspec.Struct, frozen=True):
    """A unit as a player reads it before the battle, and how it will stand."""

    name: str
    text: str
    profile: Mapping[str, Figure]
    rules: tuple[str, ...] = ()
    stand: Stand | None = None


class ArmyCard(msgspec.Struct, frozen=True):
    """An army with its units."""

    name: str
    units: tuple[UnitCard, ...] = ()
    text: str = ""
    """How it fights, in one sentence."""


Backdrop: TypeAlias = Literal["rays", "ranks", "walls", "waves", "stars"]
Emblem: TypeAlias = Literal[
    "sword", "banner", "keep", "mountain", "phoenix", "sun", "star", "tower", "tree", "skull", "hammer", "axes",
    "tusk", "flame", "crescent", "crown", "rose", "wolf", "leaf", "key", "hand",
]  # fmt: skip


class Cover(msgspec.Struct, frozen=True):
    """The cover of a rulebook as a page draws it: a backdrop, an emblem on it, and two colours as `#rrggbb`.

    `motto`: the kind of game, in a few words.
    """

    motto: str
    cloth: str
    gilt: str
    backdrop: Backdrop
    emblem: Emblem


class BoardWith(msgspec.Struct, frozen=True):
    """The board that a map has in battles with certain options.

    `only_with`: the choices of options, one of which must be made. `at_least`: options that must be so large.
    """

    board: Board
    only_with: Mapping[str, tuple[bool | int | str, ...]] = {}
    at_least: Mapping[str, int] = {}
    example: bool = False
    """It is one of many boards that the battle may have."""


class MapCard(msgspec.Struct, frozen=True):
    """A map by its name and title; no board where it is made only when the battle begins, but perhaps an example.

    `boards`: other boards that it has with some options.
    """

    name: str
    title: str
    board: Board | None = None
    example: Board | None = None
    boards: tuple[BoardWith, ...] = ()


class OptionCard(msgspec.Struct, frozen=True):
    """Something that players may agree on: its name in a set-up, what it may be, and what it is by default.

    `first`: players agree on it before all else, such as the size of the game. `names` and `texts`: what choices are
    called and what comes of them, by the choice as a text, where the choice itself does not say it. `only_with`: the
    choices of other options, and of the map by the name of `map`, with one of which alone it has a meaning.
    """

    name: str
    text: str
    choices: tuple[bool | int | str, ...]
    default: bool | int | str
    first: bool = False
    names: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    only_with: Mapping[str, tuple[bool | int | str, ...]] = {}


class PartWay(msgspec.Struct, frozen=True):
    """One of the ways in which an optional part may be played, or one of the modules that it consists of.

    `takes`: what it settles beyond what the part settles anyway. `seatings`: for each number of armies that the part
    seats in this way, the side of each of them.
    """

    slug: str
    name: str
    text: str
    rule: str = ""
    takes: tuple[str, ...] = ()
    seatings: tuple[tuple[int, ...], ...] = ()


class PartCard(msgspec.Struct, frozen=True):
    """An optional part of a rulebook: what it changes, and the ways to play it. A set-up names it in its option
    `parts` by its slug, with a colon and its ways where they are not the usual ones: `fog:hesitation+focus`.

    `several`: any selection of its ways may be played, else one of them is. `usual`: those that are played if none is
    named. `takes`: what only one part at a time can settle, such as the victory; two that take the same do not go
    together. `many_sides`: it can be played by more than two sides. `apart`: groups of its ways, of each of which at
    most one may be played. `options`: further choices of the game's options, which come with it alone.
    """

    slug: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    ways: tuple[PartWay, ...] = ()
    several: bool = False
    usual: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    many_sides: bool = False
    apart: tuple[tuple[str, ...], ...] = ()
    options: Mapping[str, tuple[bool | int | str, ...]] = {}


class PackCard(msgspec.Struct, frozen=True):
    """A ready-made pack of optional parts: which it switches on, and the options and the map that go with them. A
    set-up names it in its option `pack`; parts that are named besides come on top of it, or are left out of it with a
    minus before them."""

    slug: str
    name: str
    text: str
    parts: tuple[str, ...]
    options: Mapping[str, bool | int | str] = {}
    map: str = ""


class PartNow(msgspec.Struct, frozen=True):
    """What a part in force comes to as things stand: in sentences, and in figures with their labels for each seat."""

    slug: str
    told: tuple[str, ...] = ()
    figures: tuple[Mapping[str, Figure], ...] = ()


class UnitNotes(msgspec.Struct, frozen=True):
    """What a player wants to read on a unit's card while it stands on the table, and what it looks like there."""

    profile: Mapping[str, Figure]
    rules: tuple[str, ...] = ()
    single: bool = False
    build: Build = ""
    leader: bool = False
    """Somebody of rank is, or is with, the unit."""
    standard: bool = False
    """A model of the unit carries a standard that counts in the rules."""
    loose: bool = False
    """Its models do not stand in ranks and files: each has a place of its own."""
    round: bool = False
    """Its bases are round; of a unit on the table its bases say so themselves."""
    host: int | None = None
    """The unit in whose ranks this single model stands."""
    belongs: bool = False
    """It is a model of that unit, such as its champion: it needs neither a label nor a banner."""
    look: Look | None = None
    """What its models look like; nothing: to be guessed from its name."""


class Scored(msgspec.Struct, frozen=True):
    """What a player scores points for, in words, and how many."""

    text: str
    points: int


class Token(msgspec.Struct, frozen=True):
    """Something that lies on the table and is no unit. `face` is written on it: what it is worth."""

    x: float
    y: float
    label: str = ""
    owner: int | None = None
    face: str = ""


class Zone(msgspec.Struct, frozen=True):
    """A part of the board that belongs to a seat."""

    seat: int
    area: Area


class Ring(msgspec.Struct, frozen=True):
    """A distance around a point that matters."""

    x: float
    y: float
    radius: float
    label: str = ""


class Ground(msgspec.Struct, frozen=True):
    """What a piece of terrain is to those who play, by its number on the board.

    `text` says it in words. `kind` is what it has become, where that is something else than what the map has there, and
    `name` what it is called where the map has another name for it.
    What can be battered down has `points` left of `most`; `owner` is the seat of those who are inside, called `inside`.
    """

    piece: int
    text: str = ""
    kind: str = ""
    points: int = 0
    most: int = 0
    owner: int | None = None
    inside: str = ""
    name: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """What else is to be drawn on the board just now."""

    tokens: tuple[Token, ...] = ()
    zones: tuple[Zone, ...] = ()
    rings: tuple[Ring, ...] = ()
    grounds: tuple[Ground, ...] = ()


class Reach(msgspec.Struct, frozen=True):
    """How far something of a unit goes from its boundary, and what it is that goes there.

    `front`: into the arc at its front. `turned`: where its front comes if it first turns by up to 90 degrees about its
    centre. `around`: in every direction. `after`: it moves first, and the inches are those of both together.
    """

    label: str
    inches: float
    arc: Literal["front", "turned", "around"] = "front"
    does: Literal["move", "charge", "shoot"] = "move"
    after: bool = False


class Sight(msgspec.Struct, frozen=True):
    """Whether an enemy is seen; what cover it has, in words; what hides it (nothing: it is looked away from)."""

    unit: int
    seen: bool
    cover: str = ""
    hidden_by: tuple[str, ...] = ()


class Threat(msgspec.Struct, frozen=True):
    """What a unit could do to its target next, how far away that is, and how likely it would reach.

    `after`: not from where it stands, but after a move that it could make.
    """

    unit: int
    target: int
    label: str
    inches: float
    chance: float | None = None
    after: bool = False


class Aim(msgspec.Struct, frozen=True):
    """What a unit would have to roll to hit an enemy from a place, with what, and with how many models.

    More than the die has (7 and above): no shot can hit. Where models do not shoot one by one, how many dice it would
    throw on average is told instead.
    """

    unit: int
    label: str
    need: int
    models: int = 0
    dice: float = 0.0


class Survey(msgspec.Struct, frozen=True):
    """What a unit reaches from a place, which enemies it sees and could shoot at there, and who threatens it there."""

    unit: int
    pose: Pose | None
    reaches: tuple[Reach, ...] = ()
    sights: tuple[Sight, ...] = ()
    threats: tuple[Threat, ...] = ()
    aims: tuple[Aim, ...] = ()


class Menace(msgspec.Struct, frozen=True):
    """How far a unit charges and shoots next, at once or after a move, and what it could do to whom."""

    unit: int
    reaches: tuple[Reach, ...]
    threats: tuple[Threat, ...]


class Cards(Protocol):
    """What armies, maps, options and units are in a rulebook's words. A module of functions can be this."""

    def army_card(self, name: str) -> ArmyCard: ...

    def map_card(self, name: str) -> MapCard: ...

    def option_cards(self) -> Sequence[OptionCard]: ...

    def notes(self, battle: Any, unit: Any) -> UnitNotes: ...

    def panel(self, battle: Any, seat: int) -> Mapping[str, Figure]:
        """What a player keeps an eye on: figures with their labels."""
        ...

    def overlay(self, battle: Any) -> Overlay: ...


@runtime_checkable
class Shows(Cards, Protocol):
    """What a rulebook may offer so that a page can show armies, maps and units in its words."""

    @property
    def seat_count(self) -> int:
        """How many players a usual battle has."""
        ...


@runtime_checkable
class HasCover(Protocol):
    """A rulebook with a cover of its own; a page makes one up for others, from their titles."""

    @property
    def cover(self) -> Cover: ...


@runtime_checkable
class Tallies(Protocol):
    """What a rulebook may offer whose battles are decided by points that add up from many things."""

    def tally(self, battle: Any, seat: int) -> Sequence[Scored]:
        """What a player scores points for as things stand; nothing where points do not decide."""
        ...


@runtime_checkable
class SeatsMore(Protocol):
    """What a rulebook may offer whose battles may have more armies than usual. It says who is on which side, too
    (`TakesSides`)."""

    @property
    def most_seats(self) -> int:
        """How many armies a battle may have."""
        ...


@runtime_checkable
class TakesSides(Protocol):
    """What a rulebook may offer in whose battles several armies may be on one side."""

    def sides(self, count: int, options: Mapping[str, Any]) -> Sequence[int]:
        """The side of each of so many armies, with these options; raises WarhostError if they cannot be seated."""
        ...


@runtime_checkable
class LeadsSeveral(Protocol):
    """What a rulebook may offer in whose battles a player may lead several armies of a side."""

    def leaders(self, count: int, options: Mapping[str, Any]) -> Sequence[int]:
        """The seat of the player who leads each of so many armies, with these options."""
        ...


@runtime_checkable
class OffersParts(Protocol):
    """What a rulebook may offer that has optional parts, which players switch on before a battle."""

    def part_cards(self) -> Sequence[PartCard]:
        """All optional parts, in the order of the book."""
        ...

    def pack_cards(self) -> Sequence[PackCard]:
        """The ready-made packs of them."""
        ...

    def parts_in_force(self, battle: Any) -> Sequence[PartCard]:
        """The parts that are in force in a battle, each with the ways alone in which it is played."""
        ...

    def parts_now(self, battle: Any) -> Sequence[PartNow]:
        """What they come to as things stand, as far as whoever has that view of the battle may know."""
        ...


@runtime_checkable
class TellsTime(Protocol):
    """What a rulebook may offer that has words of its own for the time of a battle."""

    @property
    def turn_word(self) -> str:
        """What it calls that which is counted: `Round`."""
        ...

    def when(self, battle: Battle) -> str:
        """Which round or turn it is, and what is done in it: `Round 2 of 4`."""
        ...

    def turn_of(self, battle: Battle) -> int | None:
        """The seat whose turn it is; nobody's before the first, and where a round ends for all together."""
        ...

    def doing(self, battle: Battle) -> str:
        """What is done just now, as a heading within a turn: `Charge`; nothing where the turn itself says it all."""
        ...


@runtime_checkable
class Surveys(Protocol):
    """What a rulebook may offer so that a player can ask what a unit could do from here, or from over there."""

    def survey(self, battle: Any, unit: Any, pose: Pose | None) -> Survey:
        """What the unit reaches, sees and has to fear from that place, or from where it stands."""
        ...

    def menaces(self, battle: Any, seat: int) -> Sequence[Menace]:
        """How far every unit of a seat that stands on the table reaches next, and whom."""
        ...
