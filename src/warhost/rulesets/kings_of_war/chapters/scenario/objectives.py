"""Markers: where they may lie, and who controls what (Objectives, Loot & Bluffing)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

import msgspec

from warhost.dice import Chance
from warhost.play.questions import Option, Outline, Place, Placed
from warhost.play.script import Refused, Script, choose, place, roll
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.scenario.scenarios import place_on, scenario_of
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    Battle,
    Marker,
    Unit,
    events,
    field_of,
    footprint,
    is_scoring,
    strength,
)
from warhost.table import MM_PER_INCH, TOLERANCE, Point, Pose, Rect, distance_to_point, point_on_board

TOKEN = 20 / MM_PER_INCH
"""The radius of a token of 40 mm."""

APART = 12.0
"""Markers lie at least so far from each other, edge to edge (KOW-R172)."""

CLEAR = 3.0
"""Markers lie at least so far from blocking terrain and the table edge, edge to edge (KOW-R173)."""

REACH = 3.0
"""Who is no farther from a marker than this may control it."""

BLUFFS = (0, 0, 1, 1, 2)
"""The bluff counters of each player (kow.bluff.set)."""

STEP = 2.0
"""How far apart the places are that are suggested for a marker, in inches."""

WORDS = {"objective": "Objective", "loot": "Loot counter", "bluff": "Bluff counter"}


# Where markers lie


@rule("kow.objective.marker", "kow.loot.counter", "kow.bluff.counter")
def why_not(battle: Battle, x: float, y: float, others: Iterable[Marker]) -> Refused | None:
    """Why a marker may not lie there: too near to another, to blocking terrain or to the edge."""
    board, cite = battle.scene.board, "kow.objective.marker"
    if min(x, y, board.width - x, board.depth - y) < CLEAR + TOKEN - TOLERANCE:
        return Refused(f'The marker must be at least {CLEAR:g}" from the table edge.', cite)
    for other in others:
        if hypot(x - other.x, y - other.y) < APART + 2 * TOKEN - TOLERANCE:
            return Refused(f'The marker must be at least {APART:g}" from other markers.', cite)
    for piece in field_of(battle).terrain.having(BLOCKING):
        if distance_to_point(piece.shape, x, y) < CLEAR + TOKEN - TOLERANCE:
            return Refused(f'The marker must be at least {CLEAR:g}" from {piece.name}.', cite)
    return None


def set_markers(battle: Battle) -> Script[None]:
    """The markers of the scenario are laid down, before armies are set up."""
    scenario = scenario_of(battle)
    for kind, places, worth in (
        ("objective", scenario.objectives, scenario.worth),
        ("loot", scenario.loot, scenario.loot_worth),
    ):
        for along, across in places:
            yield from _lay_down(battle, kind, along, across, worth)
    if scenario.bluff:
        battle.hands = (BLUFFS, BLUFFS)
    battle.active = 0
    if scenario.alternate or scenario.bluff:
        (face,) = yield from roll(
            "D6", why="Who places the first marker: 1-3 the first player", rule="kow.objective.marker"
        )
        battle.active = 0 if face <= 3 else 1
        battle.stage = "place marker"
    else:
        battle.stage = "roll off"


@rule("kow.objective.centre_blocked", "kow.scenario.area", "kow.scenario.adapt_maps")
def _lay_down(battle: Battle, kind: str, along: float, across: float, worth: int) -> Script[None]:
    """A marker of the scenario's map; on a table where it has no place it is left out. One for the centre that
    something keeps out goes along the centre line to the nearest place (KOW-R171)."""
    board = battle.scene.board
    x, y = place_on(board, battle.drawn, along, across)
    if not point_on_board(x, y, board.width, board.depth):
        return
    if why_not(battle, x, y, battle.markers) is not None:
        places = _beside(battle, along, across)
        if not places:
            return
        if len(places) > 1:
            (face,) = yield from roll("D6", why="Which way the marker goes", rule="kow.objective.centre_blocked")
            x, y = places[0 if face <= 3 else 1]
        else:
            x, y = places[0]
    yield from _lie(battle, Marker(x, y, kind, value=worth))  # type: ignore[arg-type]


def _beside(battle: Battle, along: float, across: float) -> list[Point]:
    """The nearest legal places on the centre line to one that is not; two if they are equally far."""
    board = battle.scene.board
    most = hypot(board.width, board.depth) / 2
    found: list[tuple[float, Point]] = []
    for sign in (-1.0, 1.0):
        way = _first_legal(battle, along, across, sign, most)
        if way is not None:
            found.append((way, place_on(board, battle.drawn, along + sign * way, across)))
    if not found:
        return []
    nearest = min(way for way, _ in found)
    return [spot for way, spot in found if way <= nearest + 1e-6]


def _first_legal(battle: Battle, along: float, across: float, sign: float, most: float) -> float | None:
    """How far along the line the first legal place is that way."""

    def legal(way: float) -> bool:
        spot = place_on(battle.scene.board, battle.drawn, along + sign * way, across)
        return why_not(battle, *spot, battle.markers) is None

    way, step = 0.0, 0.25
    while way <= most:
        way += step
        if legal(way):
            low, high = way - step, way
            for _ in range(40):
                middle = (low + high) / 2
                low, high = (low, middle) if legal(middle) else (middle, high)
            return high
    return None


def _lie(battle: Battle, marker: Marker) -> Script[None]:
    battle.markers = (*battle.markers, marker)
    yield events.MarkerPlaced(WORDS[marker.kind], len(battle.markers), marker.x, marker.y)


@rule("kow.bluff.set", "kow.bluff.hidden", "kow.bluff.counter")
def place_marker(battle: Battle) -> Script[None]:
    """Players place objectives or bluff counters in turn; who places a bluff counter knows what it is worth."""
    scenario = scenario_of(battle)
    seat = battle.active
    placed = sum(marker.placed_by is not None for marker in battle.markers)
    total = scenario.alternate + (sum(map(len, battle.hands)) + placed if scenario.bluff else 0)
    spots = _free_spots(battle)
    if placed >= total or not spots:
        battle.hands = ()
        battle.stage = "roll off"
        return
    kind, value = "objective", scenario.worth
    if scenario.bluff:
        kind, value = "bluff", (yield from _pick_value(battle, seat))
    question = Place(
        seat=seat,
        topic="marker",
        text=f"Where does the {WORDS[kind].lower()} lie?",
        rules=("kow.objective.marker",),
        outline=Outline("circle", 2 * TOKEN),
    )
    answer = yield from place(
        question,
        lambda placed: why_not(battle, placed.pose.x, placed.pose.y, battle.markers),
        lambda: [Placed(Pose(x, y, 0.0)) for x, y in spots],
        lambda chance: _at_random(spots, chance),
    )
    yield from _lie(battle, Marker(answer.pose.x, answer.pose.y, kind, seat, value))  # type: ignore[arg-type]
    battle.active = 1 - seat


def _pick_value(battle: Battle, seat: int) -> Script[int]:
    """Which of the counters in hand is placed; nobody else sees it.

    Who has several that are alike is asked all the same: a question that is left out would tell the opponent.
    """
    hand = battle.hands[seat]
    values = sorted(set(hand), reverse=True)
    options = [Option(str(value), f"A counter worth {value}") for value in values]
    text = "Which bluff counter do you place? Only you see its value."
    rules = ("kow.bluff.hidden", "kow.bluff.set")
    key = yield from choose(seat, "bluff counter", text, options, rules=rules, always=len(hand) > 1)
    left = list(hand)
    left.remove(int(key))
    battle.hands = tuple(tuple(left) if one == seat else other for one, other in enumerate(battle.hands))
    return int(key)


def _at_random(spots: Sequence[Point], chance: Chance) -> Placed:
    x, y = spots[chance.pick(len(spots))]
    return Placed(Pose(x, y, 0.0))


def _free_spots(battle: Battle) -> list[Point]:
    """Legal places for a marker all over the table."""
    board = battle.scene.board
    across, along = int(board.width / STEP), int(board.depth / STEP)
    spots = [(i * STEP, j * STEP) for i in range(1, across) for j in range(1, along)]
    return [spot for spot in spots if why_not(battle, *spot, battle.markers) is None]


# Who controls what


@rule("kow.objective.control", "kow.objective.many", "kow.bluff.counter")
def near(battle: Battle, marker: Marker, unit: Unit) -> bool:
    """Whether a unit is within 3" of a marker, between the nearest points of base and token."""
    if unit.pose is None:
        return False
    return distance_to_point(footprint(battle, unit), marker.x, marker.y) - TOKEN <= REACH + TOLERANCE


@rule("kow.objective.control", "kow.objective.contest", "kow.objective.tie")
def controller(battle: Battle, marker: Marker) -> int | None:
    """The seat that controls a marker: the higher Unit Strength of scoring units within 3" (KOW-R020); nobody's where
    it is equal."""
    totals = [0, 0]
    present = [False, False]
    for unit in battle.units:
        if near(battle, marker, unit):
            present[unit.seat] = True
            if is_scoring(battle, unit):
                totals[unit.seat] += strength(battle, unit)
    for seat in (0, 1):
        alone = totals[seat] > 0 and totals[1 - seat] == 0
        if alone and present[1 - seat] and battle.settings.objective_denial == "any unit":
            return None
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


@rule("kow.bluff.hidden")
def reveal(battle: Battle) -> Script[None]:
    """At the end of the battle bluff counters are turned (KOW-R178)."""
    for number, marker in enumerate(battle.markers, 1):
        if marker.kind == "bluff" and not marker.revealed:
            change(battle, number - 1, revealed=True)
            yield events.BluffRevealed(number, marker.value)


def change(battle: Battle, number: int, **fields: object) -> None:
    """Change a marker."""
    markers = list(battle.markers)
    markers[number] = msgspec.structs.replace(markers[number], **fields)
    battle.markers = tuple(markers)


def token_touches(shape: Rect, marker: Marker) -> bool:
    """Whether a base lies on a token or touches it."""
    return distance_to_point(shape, marker.x, marker.y) <= TOKEN + TOLERANCE


STEPS = {"markers": set_markers, "place marker": place_marker}
