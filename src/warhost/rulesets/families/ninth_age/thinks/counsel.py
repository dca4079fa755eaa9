"""What both games of The 9th Age tell a computer player alike: fights, flights, reach, panic and the line of fire.

A book's counsel derives from `NinthAgeCounsel`, hands its own functions over as a `Book`, and adds what it alone knows:
what counts, what units are worth, its weapons and its spells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from math import ceil
from typing import Any, ClassVar, Generic

import msgspec

from warhost.play.battle import copied
from warhost.play.counsel.counsel import Charge, Counsel, Fate, Fight, Goal, Ways
from warhost.play.counsel.reckoning import Kept, left_of, once
from warhost.play.questions import Option
from warhost.rulesets.families.ninth_age.core.kinds import B, U
from warhost.rulesets.families.ninth_age.thinks.charge_odds import Flight
from warhost.rulesets.families.ninth_age.thinks.expected_fights import (
    CAUGHT,
    FLED,
    BreakTest,
    Combat,
    Fights,
    Link,
    charge_link,
)
from warhost.table import TOLERANCE, Arc, Board, Pose, Rect, contains_point, distance, segment_crosses, summed, within

__all__ = ["BLIND", "PANICKED", "TOPICS", "WAYS", "Book", "NinthAgeCounsel"]

STANDING = 0.4
"""The part of the worth that a unit keeps down to its last models."""

PANIC_REACH, PANICKED = 6.0, 0.5
"""How near a friend must be to a unit that breaks to test for Panic, and what a unit loses by taking to flight."""

BLIND = 0.25
"""What is left of a volley's promise where something stands in the line between the middles of both units."""

WAYS = Ways(
    lengths=(1.0, 0.7, 0.4),
    flanked=0,
    fan=(),
    turns=False,
    grazes=False,
    around=((-5.0, 0.0), (5.0, 0.0), (-4.0, -3.0), (4.0, -3.0)),
    astride=(-40.0, 40.0),
    apart=(2.5, 20.0),
)

TOPICS: Mapping[Any, str] = {
    "declare charge": "charge",
    "redirect target": "charge",
    "charge reaction": "reaction",
    "pursuit charge place": "charge place",
    "move": "order of moves",
    "next combat": "combat order",
    "allocate attacks": "allocate",
    "flee direction": "flight",
    "flee from": "flight",
}
"""How questions are judged that both books ask."""

_kept: Kept[Fight] = Kept()
"""Fights as they were reckoned in earlier decisions, by all that they depend on."""


class Book(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """What a book says to all this: functions of its own, which play uses too."""

    fights: Fights[B, U]
    test: Callable[[B, U], BreakTest]
    likeness: Callable[[B, U], tuple[object, ...]]
    """All that the blows of a unit and those on it depend on."""
    links: Callable[[B, Sequence[int], Mapping[int, Rect]], list[Link]]
    """The contacts among units that are there already."""
    blow: Callable[[B, U, U, Arc], float]
    """What one attack takes on average."""
    combat_of: Callable[[B, U], tuple[int, ...]]
    targets: Callable[[B, U, U | None], tuple[list[U], Any]]
    flight_of: Callable[[B, U, U], Flight]
    passing: Callable[[B, U, Any], float]
    rate: Callable[[B, U, str], int]
    farthest: Callable[[B, U], int]
    covering: Callable[[B, U], Callable[[float], float]]
    """How likely a charge of the unit covers a distance."""
    health: Callable[[B, U], int]
    flies: Callable[[B, U], bool]
    pivots: Callable[[B, U], bool]
    """Whether the unit turns freely though it has ranks."""
    boundary: Callable[[B, U], Rect]
    boundary_at: Callable[[B, U, Pose], Rect]
    walls: Callable[[Board], Sequence[Rect]]
    hills: Callable[[Board], Sequence[Rect]]
    goals: Callable[[B, int, int], Sequence[Goal]]
    """What counts for a seat with so many moves left."""
    swap: str
    """How the options begin that let a model change places in its unit."""


class NinthAgeCounsel(Counsel[B, U]):
    """What either book knows about one decision."""

    book: ClassVar[Book[Any, Any]]
    charge_together = True
    in_line = True

    def __init__(self, view: B, seat: int, game_turns: int) -> None:
        super().__init__(view, seat, self.book.boundary)
        battle = self.battle
        self.last = game_turns
        left = game_turns - battle.turn
        # The second player's turn of this Game Turn may still be to come.
        self.turns_left = left + (battle.active != seat and seat != battle.first)
        self.enemy_turns_left = left + (battle.active == seat and seat == battle.first)

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        return self.book.goals(self.battle, self.seat, self.turns_left)

    def idle(self, option: Option) -> bool:
        return option.key.startswith(f"{self.book.swap}:")

    def _whole(self, unit: U) -> tuple[float, int]:
        """What the unit is worth when nothing has happened to it, and the health that it then has."""
        raise NotImplementedError

    def worth(self, unit: U, left: float | None = None) -> float:
        whole, full = self._whole(unit)
        share = (self.book.health(self.battle, unit) if left is None else max(0.0, left)) / full
        return whole * left_of(min(1.0, share), STANDING, 4)

    def life(self, unit: U) -> float:
        return self.worth(unit) / max(1, self.book.health(self.battle, unit))

    def harm(self, target: U, losses: float) -> float:
        if losses <= 0.0:
            return 0.0
        now = float(self.book.health(self.battle, target))
        losses = min(losses, now)
        total = self.worth(target, now) - self.worth(target, now - losses)
        return total + FLED * self.worth(target) * self.fate_of(target, losses).broken

    def fate_of(self, target: U, losses: float) -> Fate:
        raise NotImplementedError

    def chance(self, test: Any, unit: U) -> float:
        return self.known((test, unit.id), lambda: self.book.passing(self.battle, unit, test))

    @once
    def shock(self, unit: U) -> float:
        """Panic of friends near a unit that breaks; nobody's where it is still to come in."""
        if unit.id not in self.rects:
            return 0.0
        return summed(
            (1 - self.chance("panic", friend)) * PANICKED * self.worth(friend)
            for friend in self.units
            if friend.seat == unit.seat
            and friend.id != unit.id
            and not friend.engaged
            and not friend.fleeing
            and within(self.rects[unit.id], self.rects[friend.id], PANIC_REACH)
        )

    # Fights.

    @once
    def _test(self, unit: U) -> BreakTest:
        return self.book.test(self.battle, unit)

    def foreseen(self, links: tuple[Link, ...], charging: frozenset[int], seat: int) -> Fight:
        """What a combat promises a seat, with these units counting as Charging in its first round."""
        numbers = sorted({number for link in links for number in (link.one, link.other)})
        units = [self.battle.units[number] for number in numbers]
        key = (links, charging, seat, *(self._alike(unit) for unit in units))
        combat = (self.book.fights, self.battle, seat, links, self._test, self.worth, self._like, self.memo)
        return _kept.of(self.battle.scene, key, lambda: Combat(*combat).foresee(charging))

    @once
    def _alike(self, unit: U) -> tuple[object, ...]:
        """All that fights of the unit depend on."""
        return (*self._like(unit), self._whole(unit)[0], self._test(unit).chances)

    @once
    def _like(self, unit: U) -> tuple[object, ...]:
        """All that the unit's own blows and those on it depend on."""
        return self.book.likeness(self.battle, unit)

    def duel(self, charger: U, target: U, side: Arc) -> Fight:
        # Nobody tells one flank from the other, so that a charge into either is foreseen once.
        side = Arc.RIGHT if side is Arc.LEFT else side
        link = charge_link(self.book.fights, self.battle, charger, target, side)
        # In the Melee Phase charges are thought of for units whose fight is over: those of later turns.
        over = self.battle.phase == "melee"
        if over or not target.engaged or charger.engaged or target.id not in self.rects:
            return self.foreseen((link,), frozenset((charger.id,)), charger.seat)
        units = self.book.combat_of(self.battle, target)
        links = tuple(self._links(units))
        charging = frozenset(number for number in units if self.battle.units[number].charging)
        before = self.foreseen(links, charging, charger.seat)
        return self.foreseen((*links, link), charging | {charger.id}, charger.seat).beyond(before)

    def _links(self, units: Sequence[int]) -> list[Link]:
        """The contacts among units of a combat."""
        key = ("links", *units)
        return self.known(key, lambda: self.book.links(self.battle, units, self.rects))

    def fight(self, target: U, charges: Sequence[Charge] = ()) -> Fight:
        battle, book = self.battle, self.book
        units = book.combat_of(battle, target)
        links = list(self._links(units))
        charging = {number for number in units if battle.units[number].charging}
        new = {charge.charger: charge.side for charge in charges}
        declared = {u.id: u.target_arc for u in self.units if u.target == target.id and u.target_arc is not None}
        for number, side in {**declared, **new}.items():
            links.append(charge_link(book.fights, battle, battle.units[number], target, side))
            charging.add(number)
        return self.foreseen(tuple(links), frozenset(charging), self.seat) if links else Fight()

    def is_fighting(self, unit: U) -> bool:
        return unit.engaged

    def may_be_charged(self, target: U) -> bool:
        return not target.fleeing and target.pose is not None

    def may_target(self, unit: U) -> Sequence[U]:
        fled = self.battle.units[unit.target] if unit.target is not None else None
        return self.book.targets(self.battle, unit, fled)[0]

    def chargers(self, unit: U) -> Sequence[U]:
        return [foe for foe in self.foes if foe.target == unit.id]

    def catches(self, charger: U, target: U) -> float:
        if target.fleeing and charger.target == target.id:
            return self.arrives(charger, distance(self.rects[charger.id], self.rects[target.id]))
        return self._flight(target, charger.id).caught

    def flees_off(self, unit: U, charger: U) -> float:
        return self._flight(unit, charger.id).lost

    @once
    def _flight(self, unit: U, charger: int) -> Flight:
        return self.book.flight_of(self.battle, self.unit(charger), unit)

    def overtakes(self, unit: U, enemy: U) -> float:
        return CAUGHT

    def returns(self, unit: U) -> float:
        return self.chance("rally", unit)

    # How far units come.

    @once
    def rate(self, unit: U, name: str) -> int:
        """Its Advance Rate or its March Rate."""
        return self.book.rate(self.battle, unit, name)

    def reach(self, unit: U, place: Rect | None = None) -> float:
        return float(self._farthest(unit))

    @once
    def _farthest(self, unit: U) -> int:
        return self.book.farthest(self.battle, unit)

    def arrives(self, unit: U, gap: float) -> float:
        # Dice and rates are whole inches, so that all gaps up to the next inch are one.
        return self._covers(unit, ceil(gap - TOLERANCE))

    @once
    def _covers(self, unit: U, inches: int) -> float:
        return self._covering(unit)(float(inches))

    @once
    def _covering(self, unit: U) -> Callable[[float], float]:
        return self.book.covering(self.battle, unit)

    def pace(self, unit: U, place: Rect | None = None) -> float:
        return float(self.rate(unit, "mar"))

    def stride(self, unit: U) -> float:
        return float(self.rate(unit, "adv"))

    def turns_freely(self, unit: U) -> bool:
        return self.battle.entry(unit).single or self.book.pivots(self.battle, unit)

    def ended(self, unit: U) -> bool:
        return unit.moved or unit.engaged or unit.seat != self.battle.active

    # Shooting.

    def blocked(self, unit: U, place: Rect, target: U, there: Rect) -> bool:
        """Whether something stands in the line from the middle of the front to the middle of the target."""
        start, end = place.front, (there.x, there.y)
        for other in self.units:
            if other.id not in (unit.id, target.id) and segment_crosses(self.rects[other.id], start, end):
                return True
        return any(segment_crosses(rock, start, end) for rock in self.walls())

    def volleys(self, unit: U, place: Rect, kind: str) -> Mapping[int, float]:
        if not self.shoots_after(unit, kind):
            return {}
        moved = bool(kind) or unit.moved
        losses = {foe.id: self.fire(unit, place, foe, self.rects[foe.id], moved=moved) for foe in self.foes}
        return {number: lost for number, lost in losses.items() if lost > 0.0}

    # The ground.

    def walls(self, unit: U | None = None) -> Sequence[Rect]:
        if unit is not None and self.book.flies(self.battle, unit):
            return ()
        return self.book.walls(self.battle.scene.board)

    def heights(self) -> Sequence[Rect]:
        return self.book.hills(self.battle.scene.board)

    def shoots_from_hill(self, unit: U, place: Rect) -> bool:
        """Whether it is a shooter at a place from which it sees far."""
        return bool(self.range(unit)) and any(contains_point(hill, place.x, place.y) for hill in self.heights())

    def footprint(self, unit: U, pose: Pose) -> Rect:
        return self.book.boundary_at(self.battle, unit, pose)

    # Blows and spells.

    def struck_by(self, option: Option) -> tuple[U, float]:
        """The target of blows that are shared out, and what one of them takes from it."""
        assert option.unit is not None
        assert option.target is not None
        unit, target = self.unit(option.unit), self.unit(option.target)
        struck = self.battle.body(target).id
        side = next(foe.theirs for foe in self.battle.body(unit).foes if foe.unit == struck)
        return target, self.book.blow(self.battle, unit, target, side)

    def dice(self) -> int:
        return self.battle.pools[self.seat]

    def with_dice(self, more: int) -> Counsel[B, U]:
        there = copy(self)
        there.battle = copied(self.battle)
        there.battle.pools = tuple(dice + more * (seat == self.seat) for seat, dice in enumerate(self.battle.pools))
        return there

    def dice_against(self) -> int:
        return self.battle.pools[1 - self.seat]
