"""Events that leave something on the table: markers, traps, a sniper, a guardian."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warhost.field import Path
from warhost.field.ground.placing import nearest_room
from warhost.field.sight.lines import View, bodies_between, is_behind
from warhost.play.questions import Option
from warhost.play.script import Script, choose, draw_from, roll, roll_sum
from warhost.play.shown.cards import Token
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.terrain.dangerous import dangerous_test
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    Battle,
    Piece,
    Unit,
    base_sees,
    field_of,
    footprint,
    on_table,
    optional,
    perimeter,
    troopers,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.random_events.happening import (
    EventFell,
    Happening,
    RandomEvent,
    change,
    event,
    tell,
    told,
)
from warhost.rulesets.regiments.parts.shared.harm import take_hits, take_wounds
from warhost.rulesets.regiments.parts.shared.harm_odds import average
from warhost.rulesets.regiments.parts.shared.lots import (
    entered,
    one_of_units,
    quarter_centre,
    random_army,
    random_quarter,
    random_unit,
)
from warhost.table import (
    MM_PER_INCH,
    TOLERANCE,
    Feature,
    Point,
    Rect,
    bearing,
    blockers_between,
    contains_point,
    contains_rect,
    distance,
    distance_to_point,
    overlaps,
    rect,
    swept,
)

PUPIL = 0.1
"""How wide the eye is that looks out from a spot, in inches."""


@event("21_magic_anomaly")
class MagicAnomaly(RandomEvent):
    """A place where magic bursts out (AOFR-R541)."""

    reach = 3.0

    @rule("aofr.event.21_magic_anomaly")
    def happen(self, battle: Battle) -> Script[None]:
        """A marker goes into the middle of a random table quarter."""
        number = yield from random_quarter(self.name, self.rule)
        x, y = quarter_centre(battle.scene.board, number)
        yield EventFell(self.name, f"a marker at {x:g}, {y:g}")
        self.begin(battle, x=x, y=y)

    @rule("aofr.event.21_magic_anomaly", "aofr.campaign.event_31_anomaly")
    def on_way(self, battle: Battle, unit: Unit, way: Path | None, one: Happening) -> Script[None]:
        """A unit that moved within 3" of it takes D3+3 hits, once in an activation."""
        if way is None or unit.id in told(battle).harmed:
            return
        ground = (swept(part, step) for shape, step in way.straights() for part in perimeter(battle, unit, shape.pose))
        reach = optional.measured(battle, self.reach)
        if any(distance_to_point(base, one.x, one.y) <= reach + TOLERANCE for base in ground):
            tell(battle, harmed=(*told(battle).harmed, unit.id))
            yield from take_hits(battle, unit, RIGGED, self.name, self.rule)

    def where(self, battle: Battle, one: Happening) -> str:
        return f"{one.x:g}, {one.y:g}"

    def tokens(self, battle: Battle, one: Happening) -> Iterable[Token]:
        yield Token(one.x, one.y, self.name, None)


@event("22_carnivorous_fauna")
class CarnivorousFauna(RandomEvent):
    """Something lives in the terrain."""

    @rule("aofr.event.22_carnivorous_fauna", "aofr.campaign.event_21_fauna")
    def on_way(self, battle: Battle, unit: Unit, way: Path | None, one: Happening) -> Script[None]:
        """A die for each piece that the unit enters: on a 1 every model tests for dangerous terrain (AOFR-R542)."""
        pieces = entered(battle, unit, way)
        if way is not None:
            before = [piece for piece in pieces if _stood_in(battle, unit, way, piece)]
            pieces = [piece for piece in pieces if piece not in before]
        for piece in pieces:
            if unit.fate:
                return
            (face,) = yield from roll(
                "D6", why=f"{self.name} in {piece.name}", rule=self.rule, seat=unit.seat, unit=unit.id, need=2
            )
            if face == 1:
                groups = [group for group, count in kinds_of_model(unit) for _ in range(count)]
                yield from dangerous_test(battle, unit, groups)


def _stood_in(battle: Battle, unit: Unit, way: Path, piece: Piece) -> bool:
    return any(overlaps(part, piece.shape) for part in perimeter(battle, unit, way.start.pose))


RIGGED = "D3+3"
"""Hits of a trap."""


NOWHERE = (-1.0, -1.0)
"""No piece of terrain is there."""


@event("43_rigged_to_blow")
class RiggedToBlow(RandomEvent):
    """A trap that only one player knows of (AOFR-R521)."""

    @rule("aofr.event.43_rigged_to_blow")
    def happen(self, battle: Battle) -> Script[None]:
        """A random player may note a piece of terrain in secret."""
        seat = yield from random_army(battle, self.name, self.rule)
        pieces = [piece for piece in scenery(battle).pieces if not piece.impassable]
        if not pieces:
            return
        hits = average("hits on the first unit inside, on average", RIGGED)
        options = [
            Option(str(number), f"{piece.name} at {piece.shape.x:.0f}, {piece.shape.y:.0f}", (hits,))
            for number, piece in enumerate(pieces)
        ]
        options.append(Option("none", "No trap", passes=True))
        text = f"{self.name}: which piece of terrain do you rig in secret?"
        key = yield from choose(seat, "rig", text, options, rules=(self.rule,))
        # That nothing was rigged is a secret as well.
        x, y = NOWHERE if key == "none" else (pieces[int(key)].shape.x, pieces[int(key)].shape.y)
        self.begin(battle, seat=seat, x=x, y=y)

    @rule("aofr.event.43_rigged_to_blow", "aofr.campaign.event_23_rigged")
    def on_way(self, battle: Battle, unit: Unit, way: Path | None, one: Happening) -> Script[None]:
        """The first unit to enter it takes D3+3 hits with AP(2)."""
        if one.spent:
            return
        for piece in entered(battle, unit, way):
            if (piece.shape.x, piece.shape.y) == (one.x, one.y):
                change(battle, one, spent=True)
                yield EventFell(self.name, f"{piece.name} blew up under {unit.name}")
                yield from take_hits(battle, unit, "D3+3", self.name, self.rule, (RuleText("AP", 2),))
                return

    def where(self, battle: Battle, one: Happening) -> str:
        if one.spent:
            return "blew up"
        name = battle.scene.seats[one.seat].name
        if (one.x, one.y) == NOWHERE:
            return f"{name} rigged nothing"
        # Others do not see where it is.
        pieces = (piece for piece in scenery(battle).pieces if (piece.shape.x, piece.shape.y) == (one.x, one.y))
        rigged = next((f"{name} rigged {piece.name} at {one.x:.0f}, {one.y:.0f}" for piece in pieces), "")
        return rigged or f"{name} may have rigged a piece of terrain"


@event("32_crazy_sniper")
class CrazySniper(RandomEvent):
    """Somebody on a high place picks a victim (AOFR-R546)."""

    @rule("aofr.event.32_crazy_sniper")
    def happen(self, battle: Battle) -> Script[None]:
        """The sniper sits on the tallest piece, that with the widest view; a random unit is its victim all game."""
        seat = yield from self.seat(battle)
        if seat is None:
            return
        victim = yield from random_unit(battle, self.name, self.rule)
        if victim is not None:
            yield EventFell(self.name, f"on {seat.name}, waiting for {victim.name}")
            self.begin(battle, x=seat.shape.x, y=seat.shape.y, units=(victim.id,))

    @rule("aofr.event.32_crazy_sniper")
    def seat(self, battle: Battle) -> Script[Piece | None]:
        """The tallest piece; of those the one from which most units are seen, then any of them."""
        pieces = scenery(battle).pieces
        if not pieces:
            return None
        views = [(piece.height, _seen_from(battle, piece)) for piece in pieces]
        best = [piece for piece, view in zip(pieces, views, strict=True) if view == max(views)]
        cards = [f"{number}. {piece.name}" for number, piece in enumerate(best, 1)]
        card = yield from draw_from(cards, why=f"{self.name}: which piece", rule=self.rule)
        return best[cards.index(card)]

    @rule("aofr.event.32_crazy_sniper", "aofr.campaign.event_33_sniper")
    def round_ends(self, battle: Battle, one: Happening) -> Script[None]:
        """If it sees its victim that takes D3 hits like shots, so that cover helps."""
        victim = battle.units[one.units[0]]
        eye = (one.x, one.y)
        if victim.pose is None or not sees(battle, eye, victim):
            return
        hits = yield from roll_sum("D3", why=f"{self.name}: hits", rule=self.rule, seat=victim.seat, unit=victim.id)
        attack = Attack(
            *("shooting", victim.id, victim.id, hits),
            what=self.name,
            rule=self.rule,
            quality=None,
            defense=damage.defense_of(battle, victim),
            limit=victim.models,
            distance=min(distance_to_point(part, *eye) for part in perimeter(battle, victim)),
            cover=in_cover(battle, eye, victim),
        )
        yield from damage.strike(battle, [damage.prepared(battle, attack, ())])

    def tokens(self, battle: Battle, one: Happening) -> Iterable[Token]:
        yield Token(one.x, one.y, f"Sniper, waiting for {battle.units[one.units[0]].name}", None)


def _seen_from(battle: Battle, piece: Piece) -> int:
    return sum(sees(battle, (piece.shape.x, piece.shape.y), unit) for unit in on_table(battle))


@event("35_arcane_defense")
class ArcaneDefense(RandomEvent):
    """An Ancient Guardian that nothing can hurt (AOFR-R547)."""

    reach = 12.0
    base = 50 / MM_PER_INCH

    @rule("aofr.event.35_arcane_defense")
    def happen(self, battle: Battle) -> Script[None]:
        """It rises in the middle of a random table quarter; nobody walks through its base."""
        number = yield from random_quarter(self.name, self.rule)
        x, y = quarter_centre(battle.scene.board, number)
        free = field_of(battle).has_room
        place = nearest_room(
            rect(x, y, 0.0, self.base, self.base), lambda spot: free(spot, -1, barred="impassable"), 0.5, 48
        )
        board = battle.scene.board
        if free(place, -1, barred="impassable"):
            stone = Feature("impassable", place.x, place.y, self.base, self.base, name="the Ancient Guardian")
            board = msgspec.structs.replace(board, features=(*board.features, stone))
            battle.scene = msgspec.structs.replace(battle.scene, board=board)
        yield EventFell(self.name, f"an Ancient Guardian at {place.x:g}, {place.y:g}")
        self.begin(battle, x=place.x, y=place.y)

    @rule("aofr.event.35_arcane_defense")
    def round_ends(self, battle: Battle, one: Happening) -> Script[None]:
        """The nearest unit that it sees within 12" takes D3 wounds."""
        eye = (one.x, one.y)
        stone = rect(one.x, one.y, 0.0, self.base, self.base)
        near = [
            (round(min(distance(stone, part) for part in perimeter(battle, unit)), 6), unit)
            for unit in on_table(battle)
        ]
        reach = optional.measured(battle, self.reach) + TOLERANCE
        seen = [(away, unit) for away, unit in near if away <= reach and sees(battle, eye, unit)]
        if seen:
            nearest = min(away for away, _ in seen)
            unit = yield from one_of_units([unit for away, unit in seen if away == nearest], self.name, self.rule)
            yield from take_wounds(battle, unit, "D3", self.name, self.rule)

    def where(self, battle: Battle, one: Happening) -> str:
        return f"{one.x:g}, {one.y:g}"

    def tokens(self, battle: Battle, one: Happening) -> Iterable[Token]:
        yield Token(one.x, one.y, "Ancient Guardian", None)


def sees(battle: Battle, eye: Point, target: Unit) -> bool:
    """Whether a spot from which one sees all round has a free line to a model of the unit. What the spot lies on hides
    nothing."""
    if target.pose is None:
        return False
    far = footprint(battle, target)
    pupil = rect(*eye, bearing(*eye, far.x, far.y), PUPIL, PUPIL)
    pieces = [piece for piece in scenery(battle).hiding if not contains_point(piece.shape, *eye)]
    walls = [piece.shape for piece in pieces if piece.blocking] + _bodies(battle, pupil, target)
    view = View(
        target=far,
        bases=tuple(trooper.base for trooper in troopers(battle, target)),
        walls=tuple(blockers_between(pupil, far, walls)),
        veils=tuple(blockers_between(pupil, far, [piece.shape for piece in pieces if not piece.blocking])),
        lookouts=(),
    )
    return base_sees(pupil, view)


def _bodies(battle: Battle, pupil: Rect, target: Unit) -> list[Rect]:
    bodies = bodies_between(field_of(battle), pupil, footprint(battle, target), (target.id,))
    return [part for body in bodies for part in body.covers]


def in_cover(battle: Battle, eye: Point, target: Unit) -> bool:
    """Whether most models of the unit are inside cover, or behind something seen from the spot."""
    far = footprint(battle, target)
    pupil = rect(*eye, bearing(*eye, far.x, far.y), PUPIL, PUPIL)
    pieces = [piece for piece in scenery(battle).sheltering if not contains_point(piece.shape, *eye)]
    shelters = [*blockers_between(pupil, far, [piece.shape for piece in pieces]), *_bodies(battle, pupil, target)]
    bases = [trooper.base for trooper in troopers(battle, target)]
    covered = sum(
        any(piece.cover and contains_rect(piece.shape, base) for piece in pieces)
        or is_behind((base.x, base.y), eye, shelters)
        for base in bases
    )
    return 2 * covered > len(bases)
