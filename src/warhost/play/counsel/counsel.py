"""What a rulebook may tell a computer player: what units are worth, what fights and volleys would do, where to stand.

A rulebook that offers `Advises` gives one `Counsel` for a decision. It says what its own rules make of a battle, in one
currency of its choice; how answers are judged by it is the player's business (`players.captain`). Every method but
those of `Counsel` that raise NotImplementedError has a default: a book writes what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from warhost.play.battle import Fought, Sided, Stands, copied
from warhost.play.questions import Kind, Manoeuvre, Moved, Option, Question
from warhost.play.rules.sides import allies
from warhost.table import Arc, Point, Pose, Rect, Step, arc_of, distance, distance_to_point

B = TypeVar("B", bound=Fought)
U = TypeVar("U", bound=Sided)

Term: TypeAlias = tuple[float, str, str]
"""What speaks for or against something: how much, in words, and by which rule."""


class Fate(msgspec.Struct, frozen=True):
    """How likely a unit is gone after a fight, and how likely it has only given way."""

    gone: float = 0.0
    broken: float = 0.0


class Fight(msgspec.Struct, frozen=True):
    """A fight as one side expects it: what it wins and loses, in health and in worth, and what becomes of each unit."""

    gain: float = 0.0
    loss: float = 0.0
    deals: float = 0.0
    takes: float = 0.0
    wins: float = 0.0
    fates: Mapping[int, Fate] = {}
    over: float = 0.0
    """How likely it is over at once, so that who charged is free; where units part after each fight it does not
    matter."""
    joins: bool = False
    """Whether this is only what a unit adds to a fight that others are in already."""

    @property
    def value(self) -> float:
        return self.gain - self.loss

    def fate(self, unit: Stands) -> Fate:
        return self.fates.get(unit.id, UNHARMED)

    def beyond(self, before: Fight) -> Fight:
        """The difference that a joiner makes: this fight, with it, less the fight without it."""
        fates = {
            number: Fate(fate.gone - was.gone, fate.broken - was.broken)
            for number, fate in self.fates.items()
            for was in (before.fates.get(number, UNHARMED),)
        }
        return Fight(
            self.gain - before.gain,
            self.loss - before.loss,
            self.deals - before.deals,
            self.takes - before.takes,
            self.wins - before.wins,
            fates,
            self.over,
            joins=True,
        )


UNHARMED = Fate()


class Charge(msgspec.Struct, frozen=True):
    """Who charges whom in which side."""

    charger: int
    target: int
    side: Arc


class Goal(msgspec.Struct, frozen=True, kw_only=True):
    """A point on the table that counts.

    Either each unit within reach counts for itself, or the side that is there alone holds it; its owner keeps it while
    nobody is there, and some (`keeps`) even while both are.
    """

    x: float
    y: float
    reach: float
    worth: float
    """What it is worth to count there, or to hold it, when this turn ends."""
    each: bool = False
    side: int | None = None
    """The only side whose units count here; none: those of both."""
    owner: int | None = None
    keeps: bool = False
    most: bool = False
    """Whether the side with more weight there holds it, though both are (`Counsel.weight`)."""
    wanted: float = 1.0
    """How much its side wants units there; where each counts for itself they all go."""
    left: float = 0.0
    """The least that a side loses at it with a unit that stands there."""
    inch: float | None = None
    """What an inch nearer is worth; none: its worth over all the way that a unit can still go."""
    late: tuple[float, float] | None = None
    """What it costs to be too far to come in time: at all in the last turn, and for each inch; none: it is given up."""
    well_inside: float = 0.0
    """How far inside of its reach a unit had better stand at the end."""
    middle: bool = False
    """Whether the middle of a unit has to be within reach; otherwise any part of it is enough."""

    def away(self, place: Rect) -> float:
        """How far a unit at a place is from counting here."""
        far = hypot(place.x - self.x, place.y - self.y) if self.middle else distance_to_point(place, self.x, self.y)
        return max(0.0, far - self.reach)


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How much things count in a book, as shares of what its counsel says they are worth."""

    faced: float = 0.9
    """A bad charge on the front that an enemy may make."""
    invited: float = 1.2
    """One on a flank or the rear: that one it makes."""
    others: float = 1.0
    """Each further enemy that may charge: all of them come at once, or one after the other."""
    tempting: float = 0.0
    """A charge that promises an enemy this much is surely made; one that promises less, by its share of it."""
    exposed: float = 0.0
    """A flank or rear that an enemy who comes nearer would find, beyond what its charge on the front would do."""
    shared: float = 0.0
    """How much of the danger each friend nearby takes: an enemy charges only one of them."""
    screened: float = 0.0
    """How much of the danger is gone where a friend stands between the unit and the enemy."""
    alone: float = 0.0
    """What it costs to be far from friends before several enemies."""
    fire: float = 0.35
    """A volley that an enemy may shoot."""
    next: float = 0.45
    """The best charge that the unit could make in its next turn."""
    soon: float = 0.8
    """That charge where the unit has yet to act in this turn."""
    forestalled: float = 1.0
    """How much of that is lost where an enemy charges the unit first."""
    lure: float = 0.0
    """Being near to an enemy that it would beat."""
    lurking: float = 0.15
    """The worst charge of reserves that may come from a table edge."""
    crowding: Mapping[int, float] = {}
    """What it costs to be in the way of friends who have to pass, by the turns left."""
    facing: float = 0.02
    """Each degree away from the nearest enemy."""
    fidget: float = 0.0
    """What a move of less than an inch must gain."""
    wheels: float = 0.0
    """How much of the danger to a flank is gone with an enemy that a charge destroys: who is free turns."""
    leaving: float = 0.0
    """What any other move must gain."""
    sortie: float = 0.35
    """How much more danger a unit may meet in a charge than where it stands."""
    shy: float = 1.0
    """A charge must promise more than this where it is declared before all moves."""
    short: float = 2.5
    """What it costs to fall short with a charge."""
    ahead: float = 0.0
    """What it is worth to strike an enemy before it acts, as a share of its worth."""
    sideways: float = 60.0
    """Who has to turn further than this to face a goal loses most of a move by it."""


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """Which moves of a unit are worth a thought: where it heads, how far it goes, and how it turns."""

    lengths: tuple[float, ...] = (1.0, 0.5)
    """How far it goes straight on, as parts of the way that is free."""
    enemies: int | None = 4
    """It heads for so many of the nearest enemies; none: for all of them."""
    flanked: int = 2
    """It heads for points beside and behind so many of the nearest enemies."""
    fan: tuple[float, ...] = (-90.0, -60.0, -30.0, 30.0, 60.0, 90.0)
    """Turns in degrees that lead nowhere in particular."""
    turns: bool = True
    """Whether it may only turn in a move that could take it elsewhere."""
    grazes: bool = True
    """Whether it stops where it just counts at a goal that it passes."""
    around: tuple[Point, ...] = ()
    """Where it heads besides when all units go to one goal: inches to the right of it, and inches beyond it."""
    astride: tuple[float, ...] = ()
    """Turns in degrees from the heading to that goal."""
    at_last: tuple[float, ...] = ()
    """Turns with which it looks for ways that end just where units count, in the last two turns."""
    apart: tuple[float, float] = (1.5, 12.0)
    """Of ways that end in places which differ by fewer inches and degrees one is enough."""


class After(NamedTuple):
    """What a book knows once a lasting spell is in effect: one counsel for each form that it may take.

    The caster's player picks the form (`picked`), or a die decides.
    """

    ways: Sequence[Counsel[Any, Any]]
    picked: bool = False


class Spell(msgspec.Struct, frozen=True):
    """A spell that may be cast, with all that its worth and its chance depend on."""

    name: str
    ways: tuple[int, ...]
    """The numbers of dice, or of tokens, with which it may be cast."""
    chance: Callable[[int, int], float]
    """The chance that it gets through with so many dice against so many of the enemy."""
    cost: Callable[[int], float]
    """What it costs beyond its dice if it gets through with so many."""
    worth: float = 0.0
    """What it is worth by rules of the book alone."""
    losses: Mapping[int, float] = {}
    """The health that it takes from units on average."""
    touched: tuple[int, ...] = ()
    """The units whose prospects a lasting spell changes."""
    after: Callable[[], After] | None = None
    """What the book knows when it lies on them."""


class Strike(msgspec.Struct, frozen=True):
    """Blows or shots of a pool at one target: what one of them takes on average, what that is worth, and what is left
    to take."""

    harm: float
    worth: float
    left: float


def cited(table: str) -> dict[str, str]:
    """The rows of a book behind the captain's terms, as a table in words: `hold, near: eow.victory.basic.count; ...`"""
    found = {}
    for entry in table.split(";"):
        terms, _, row = entry.partition(":")
        found.update({term.strip(): row.strip() for term in terms.split(",")})
    return found


R = TypeVar("R")


class Counsel(Generic[B, U]):
    """What a book knows about one decision of one seat. Its battle is a copy to think with."""

    topics: ClassVar[Mapping[Any, str]] = {}
    """How the questions of the book are judged, by their topic, or by their kind and topic where two kinds share one.

    A question whose topic is the name of a judge needs no entry: see `players.captain.advisor`. An empty name leaves a
    question to plain sense.
    """
    cites: ClassVar[Mapping[str, str]] = {}
    """The rows of the book behind the terms of the captain (`cited`)."""
    temper: ClassVar[Temper] = Temper()
    ways: ClassVar[Ways] = Ways()
    in_line: ClassVar[bool] = False
    """Whether an army is set up in a line towards the middle; otherwise it is spread over its goals."""
    goal_name: str = "a goal"
    """What players call the points that count."""
    command: ClassVar[float] = 12.0
    """How far the influence of a leader reaches."""
    charge_together: ClassVar[bool] = False
    """Whether several units may charge the same one at once."""
    fights_on: ClassVar[bool] = False
    """Whether units that act one by one stay in a fight until it is over (`Fight.over`)."""

    def __init__(self, view: B, seat: int, boundary: Callable[[B, U], Rect]) -> None:
        self.battle: B = copied(view)
        self.seat = seat
        self.units: list[U] = [unit for unit in self.battle.units if unit.pose is not None]
        seats = self.battle.scene.seats
        self.ours = frozenset((seat, *allies(seats, seat)))
        """The seats of the player's side."""
        self.own = [unit for unit in self.units if unit.seat == seat]
        self.foes = [unit for unit in self.units if unit.seat not in self.ours]
        self.rects = {unit.id: boundary(self.battle, unit) for unit in self.units}
        self.memo: dict[object, Any] = {}

    def judged_by(self, asked: Any) -> str | None:
        """How a question is judged, by its topic or by its kind and topic; None where the book does not say."""
        return self.topics.get(asked)

    def unit(self, number: int) -> U:
        found: U = self.battle.units[number]
        return found

    def known(self, key: object, work_out: Callable[[], R]) -> R:
        """What is worked out at most once in a decision."""
        try:
            found: R = self.memo[key]
        except KeyError:
            found = self.memo[key] = work_out()
        return found

    # What is at stake.

    turns_left = 0
    """How many moves of its own are to come after this turn."""
    enemy_turns_left = 0
    """How many moves of the enemy are to come."""
    tempo = 0.0
    """How much more its own charges of the next turn count, and less the enemy's: who begins it."""

    def goals(self) -> Sequence[Goal]:
        """The points on the table that count."""
        return ()

    def threatened(self) -> Sequence[Goal]:
        """The points on the table that count for the enemy alone."""
        return ()

    def gathering(self) -> Goal | None:
        """The goal to which all units go together; none where each goes where it is needed."""
        goals = self.goals()
        return goals[0] if len(goals) == 1 and goals[0].each else None

    def follows(self, unit: U) -> bool:
        """Whether the unit stays behind the others: it leads them, and does not count at the end."""
        return not self.scores(unit)

    def idle(self, option: Option) -> bool:
        """Whether an option among the moves moves nobody and can as well be left."""
        return False

    def scores(self, unit: U) -> bool:
        """Whether a unit may ever count at goals."""
        return True

    def counts(self, unit: U) -> bool:
        """Whether it would count there now."""
        return self.scores(unit)

    def weight(self, unit: U) -> int:
        """How much it counts there against others."""
        return 1

    def worth(self, unit: U) -> float:
        """What the unit is worth."""
        raise NotImplementedError

    def life(self, unit: U) -> float:
        """What one point of its health is worth."""
        raise NotImplementedError

    def harm(self, target: U, losses: float) -> float:
        """What it is worth to take so much health, on average, from a unit outside of combat, goals aside."""
        raise NotImplementedError

    def fate_of(self, target: U, losses: float) -> Fate:
        """What becomes of a unit that loses so much health outside of combat."""
        return UNHARMED

    def missing(self, fate: Fate, unit: U) -> float:
        """How likely a unit with that fate does not count at goals when the turn ends."""
        return fate.gone + fate.broken

    def shock(self, unit: U) -> float:
        """What its side loses besides if the unit gives way."""
        return 0.0

    # Fights, shooting, reach.

    def duel(self, charger: U, target: U, side: Arc) -> Fight:
        """The charge of one unit into a side of another, as the charger's side expects it; goals aside. Where friends
        of the charger fight the target already, only what the charger adds (`Fight.beyond`)."""
        raise NotImplementedError

    def fight(self, target: U, charges: Sequence[Charge] = ()) -> Fight:
        """The fight that the target is in, with those that have declared a charge on it and these charges besides, as
        the captain's side expects it."""
        (charge,) = charges
        return self.duel(self.unit(charge.charger), target, charge.side)

    def side(self, place: Rect, attacker: Rect) -> Arc:
        """The side of a unit at a place that an enemy over there would charge."""
        return arc_of(place, *attacker.front)

    def struck(self, charger: U, target: U) -> Arc:
        """The side that a charge would strike as both stand, or that was declared."""
        return self.side(self.rects[target.id], self.rects[charger.id])

    def may_be_charged(self, target: U) -> bool:
        """Whether a charge on it leads to a fight; who flees already can only be run down."""
        return True

    def may_target(self, unit: U) -> Sequence[U]:
        """Whom else a unit might charge whose target has fled."""
        return ()

    def chargers(self, unit: U) -> Sequence[U]:
        """The enemies that have declared a charge on the unit."""
        return ()

    def catches(self, charger: U, target: U) -> float:
        """The chance that a charger runs down a unit that flees from it."""
        return 0.0

    def hunters(self, unit: U) -> Sequence[U]:
        """Who may still charge the unit in this phase, should it flee from those who charge it now."""
        return ()

    def flees_off(self, unit: U, charger: U) -> float:
        """The chance that a unit that flees from a charger leaves the table."""
        return 0.0

    def stands_firm(self, option: Option) -> bool:
        """Whether a reaction to a charge is to stand and fight."""
        return True

    def overtakes(self, unit: U, enemy: U) -> float:
        """The chance that a unit catches an enemy that gives way in combat."""
        return 0.5

    def returns(self, unit: U) -> float:
        """The chance that a unit which has given way comes back to the fight if nobody catches it."""
        return 1.0

    def turns_in_combat(self, unit: U) -> Iterable[Rect]:
        """The places to which a unit in combat could turn."""
        return ()

    def fight_turned(self, unit: U, place: Rect | None) -> Fight | None:
        """The fight of a unit as it stands, or turned to that place; none if it could not fight on there."""
        return None

    def is_fighting(self, unit: U) -> bool:
        """Whether the unit is in a fight that goes on."""
        return False

    def is_tired(self, unit: U) -> bool:
        """Whether striking costs the unit nothing more."""
        return False

    def charges_soon(self, unit: U) -> float:
        """How much the next charge of an enemy counts; 0 if it makes none."""
        return 1.0

    def reach(self, unit: U, place: Rect | None = None) -> float:
        """How far the unit charges at the very most, from that place or from where it stands."""
        raise NotImplementedError

    def arrives(self, unit: U, gap: float) -> float:
        """The chance that a charge over that distance arrives."""
        return float(gap <= self.reach(unit))

    def gets_there(self, charger: U, target: U) -> float:
        """The chance that a charge arrives by the way that it has to go; who flees already may be reached later."""
        if not self.may_be_charged(target):
            return 1.0
        return self.arrives(charger, distance(self.rects[charger.id], self.rects[target.id]))

    def faces(self, unit: U, place: Rect, target: Rect) -> bool:
        """Whether the unit at a place may charge what stands there."""
        return True

    def pace(self, unit: U, place: Rect | None = None) -> float:
        """How far the unit goes in a turn, from that place."""
        raise NotImplementedError

    def turns_freely(self, unit: U) -> bool:
        """Whether turning costs the unit nothing of its move."""
        return False

    def may_come(self, friend: U) -> bool:
        """Whether a unit may still come to where units count."""
        return self.counts(friend)

    def stride(self, unit: U) -> float:
        """How far it goes without giving up what else it could do."""
        return self.pace(unit)

    def range(self, unit: U) -> float:
        """How far the unit shoots; 0: it does not shoot."""
        return 0.0

    def shoots_after(self, unit: U, kind: str) -> bool:
        """Whether a unit may still shoot after such a move."""
        return True

    def shots(self, shooter: U, target: U) -> float:
        """Roughly the health that a volley of the unit would take from a target in the open."""
        return 0.0

    def fire(self, shooter: U, place: Rect, target: U, there: Rect, *, moved: bool = False) -> float:
        """Roughly the health that the volley of a unit at a place would take from a target at another."""
        return 0.0

    def volleys(self, unit: U, place: Rect, kind: str) -> Mapping[int, float]:
        """The health that the volley of a unit would take from each target, from a place, after such a move."""
        return {}

    def chance(self, test: str, unit: U) -> float:
        """The chance that the unit passes a test that the book calls so."""
        return 0.5

    # The ground.

    def walls(self, unit: U | None = None) -> Sequence[Rect]:
        """What the unit can neither cross nor stand on."""
        return ()

    def heights(self) -> Sequence[Rect]:
        """Where shooters see far."""
        return ()

    def free(self, unit: U, shape: Rect, inches: float, side: Arc = Arc.FRONT) -> float:
        """How far it can go straight over a side of it."""
        return inches

    def stops(self, unit: U, shape: Rect, inches: float) -> Iterable[float]:
        """Shorter ways straight ahead that may be worth a thought for a reason of the book."""
        return ()

    def at(self, unit: U, place: Rect) -> Iterable[Term]:
        """What speaks for or against a place by rules of the book alone."""
        return ()

    def along(self, unit: U, start: Rect, steps: Sequence[Step], kind: str) -> Iterable[Term]:
        """What speaks for or against a way."""
        return ()

    def across(self, unit: U, start: Rect, end: Rect) -> Iterable[Term]:
        """What speaks for or against the way of a loose unit from one place to another."""
        return ()

    def lurkers(self) -> Sequence[U]:
        """Enemies that may come from any table edge in the next turn."""
        return ()

    def side_seen(self, place: Rect, point: Point) -> Arc:
        """The side of a unit at a place on which a point lies."""
        return arc_of(place, *point)

    lurk_band = 0.0
    """How far from a table edge they come in."""

    def leads(self, unit: U) -> bool:
        """Whether others are better off near the unit."""
        return False

    def is_led(self, unit: U) -> bool:
        """Whether the unit itself moves to be near a leader."""
        return True

    def ended(self, unit: U) -> bool:
        """Whether the unit has ended its move of this turn: others wait for it no more."""
        return False

    # Units that act one by one.

    def acting(self, question: Question) -> U | None:
        """The unit that acts."""
        return None

    def actions(self, unit: U) -> Sequence[Option]:
        """What the unit could choose to do if it acted now."""
        return ()

    def action(self, unit: U, option: Option) -> Kind | tuple[Kind, ...] | str:
        """What an action is: a kind of move, several of which one is made, "charge", "stay", "stand" (to stay without
        shooting), "turn" (for nothing, and then it acts), or "own" where only the book knows what it is worth
        (`deed`)."""
        return "stay"

    def stays_inside(self, unit: U) -> Term:
        """What it is worth that a unit stays inside whatever it is in: most had better get out."""
        return -20.0, "gets out", ""

    def ways_inside(self, unit: U, option: Option) -> Iterable[tuple[Moved, Sequence[Term]]]:
        """The moves of an action that take the unit inside something, and what speaks for being there beyond what
        speaks for the place from which it goes in."""
        return ()

    def deed(self, unit: U, option: Option) -> Iterable[Term]:
        """What speaks for or against an action that only the book knows."""
        return ()

    def bonus(self, unit: U, option: Option) -> Iterable[Term]:
        """What speaks for or against an action beyond the place, the fight and the volley that go with it."""
        return ()

    def instead(self, unit: U, option: Option, goes: float) -> Iterable[Term]:
        """What speaks for or against something that a unit may do before it walks, or instead: as it is now it would
        walk so many inches at best."""
        return self.deed(unit, option)

    def besides(self, option: Option) -> Iterable[Term]:
        """What speaks for or against a charge because of further enemies that it is declared on."""
        return ()

    def may_move(self, unit: U, kind: Kind, steps: tuple[Step, ...]) -> bool:
        """Whether the unit could legally move so."""
        return False

    def may_turn(self, unit: U, step: Step) -> bool:
        """Whether the unit could turn so on the spot and stay."""
        return False

    def may_reach(self, unit: U, target: U) -> bool:
        """Whether nothing is in the way of a charge."""
        return True

    def may_join(self, unit: U, friend: U, target: U) -> bool:
        """Whether a friend can charge a target together with a unit."""
        return True

    def along_charge(self, unit: U, target: U) -> Iterable[Term]:
        """What speaks for or against the way of a charge."""
        return ()

    def drafts(self, question: Manoeuvre) -> bool:
        """Whether the captain drafts moves of its own; otherwise it takes the best that is suggested."""
        return True

    # Questions of the book.

    def footprint(self, unit: U, pose: Pose) -> Rect:
        """The unit at a place."""
        raise NotImplementedError

    def dice(self) -> int:
        """How many dice its side has for spells."""
        return 0

    def with_dice(self, more: int) -> Counsel[B, U]:
        """What the book knows if its side had so many more dice for spells."""
        return self

    def dice_against(self) -> int:
        """How many dice the enemy has against them."""
        return 0

    def caster(self, question: Question) -> tuple[Counsel[B, U], set[str]]:
        """What the book tells the enemy who casts, and the names of the spells that it has tried already."""
        raise NotImplementedError

    def promise(self, question: Question, option: Option, losses: float) -> float:
        """What it is worth to use something on the option's target that costs nothing."""
        return self.harm(self.unit(option.target or 0), losses)

    def bid(self, question: Question, tokens: int) -> tuple[float, float, float]:
        """What so many tokens on a spell change: its chance, what the spell is worth, and what they cost."""
        return 0.0, 0.0, 0.0

    def first_set_up(self, unit: U, question: Question) -> Iterable[Term]:
        """Why a unit is set up before or after others."""
        return ()

    def set_up_at(self, unit: U, place: Rect) -> Iterable[Term]:
        """What speaks for or against setting a unit up at a place."""
        return ()

    def acts_now(self, question: Question) -> bool:
        """Whether a unit that arrives may act at once."""
        return False

    def choice(self, question: Question, option: Option) -> Iterable[Term]:
        """What speaks for or against an option of a question that only the book knows."""
        return ()

    def places_after(self, option: Option) -> Iterable[Rect]:
        """Where an order after a fight may leave its unit: it takes the best of these places."""
        return ()

    def spot(self, question: Question, pose: Pose) -> Iterable[Term]:
        """What speaks for or against a place for something that is no unit."""
        return ()

    def spells(self, question: Question) -> Mapping[str, Spell]:
        """The spells that may be cast now, by the keys of their options."""
        return {}

    def strike(self, option: Option) -> Strike:
        """A target of blows or shots that are shared out."""
        raise NotImplementedError


@runtime_checkable
class Advises(Protocol):
    """What a rulebook may offer besides, so that the captain plays it well."""

    def counsel(self, battle: Any, seat: int) -> Counsel[Any, Any]:
        """What the book knows about the battle, for a decision of that seat."""
        ...
