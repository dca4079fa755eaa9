"""Effects that pieces of terrain and objective markers turn out to have (Battlefield Effects: Terrain & Objective
Effects)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Literal

import msgspec

from warhost.field import Path
from warhost.play.events import Event
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll
from warhost.play.shown.cards import Overlay, Token
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.missions.seizing import marker_distance
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import DIFFICULT
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Choice,
    Marker,
    Part,
    Piece,
    Share,
    SpecialRule,
    Unit,
    events,
    optional,
    perimeter,
)
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.shared.harm import take_hits, take_wounds
from warhost.rulesets.regiments.parts.shared.lots import entered, is_inside
from warhost.table import TOLERANCE, Rect, distance_to_point, overlaps, swept

SLUG = "terrain_effects"
REACH = 3.0
"""How far the effect of a marker reaches."""

PLACED = (
    events.UnitDeployed,
    events.UnitArrived,
    events.UnitScouted,
    events.UnitPlaced,
    events.UnitDisembarked,
)
"""Whoever is set up somewhere enters the ground there; harm comes later (AOFR-R534)."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    dice: tuple[int, ...]
    text: str


Kind = Literal["terrain", "objective"]
WORDS: dict[Kind, dict[str, Words]] = read_data(
    "warhost.rulesets.regiments", f"parts/{SLUG}.toml", dict[Kind, dict[str, Words]]
)
"""The effects by what they are effects of and by their slugs."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has been found out: the effects of pieces by where they lie, and of markers by their numbers."""

    terrain: tuple[tuple[float, float, str], ...] = ()
    objective: tuple[tuple[int, str, int], ...] = ()
    """With the round from which it counts (AOFR-R537)."""
    harmed: tuple[tuple[int, float, float], ...] = ()
    """The units and the pieces that have harmed them in the present activation (AOFR-R535)."""


class TerrainRevealed(Event, frozen=True):
    words = "{piece}: {effect}"
    piece: str
    effect: str


class ObjectiveRevealed(Event, frozen=True):
    words = "Marker {marker}: {effect}"
    marker: int
    effect: str


def told(battle: Battle) -> Told:
    return optional.kept(battle, SLUG, Told)


def tell(battle: Battle, **changes: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(told(battle), **changes))


@rule("aofr.terrain_effect.table", "aofr.objective_effect.table")
def effect_on(kind: Kind, face: int) -> str:
    """The effect of a piece, or of a marker, on a die."""
    return next(slug for slug, words in WORDS[kind].items() if face in words.dice)


def known_pieces(battle: Battle) -> list[tuple[Piece, str]]:
    """The pieces whose effect is known, with it; those that are gone are left out."""
    effects = {(x, y): effect for x, y, effect in told(battle).terrain}
    return [(piece, effects[place]) for piece in scenery(battle).pieces if (place := _place(piece)) in effects]


def _place(piece: Piece) -> tuple[float, float]:
    return piece.shape.x, piece.shape.y


def pieces_with(battle: Battle, effect: str) -> list[Rect]:
    """The ground of the pieces that have that effect."""
    return [piece.shape for piece, found in known_pieces(battle) if found == effect]


def markers_with(battle: Battle, effect: str) -> list[Marker]:
    """The markers whose effect that is, from the round after they were seized first; one that is carried has none."""
    return [
        marker
        for number, found, since in told(battle).objective
        if found == effect and since <= battle.turn
        for marker in battle.markers[number : number + 1]
        if not marker.gone and marker.carrier is None
    ]


def is_near(battle: Battle, unit: Unit, effect: str) -> bool:
    """Whether a marker with that effect is within 3" of the unit."""
    if unit.pose is None:
        return False
    reach = optional.measured(battle, REACH) + TOLERANCE
    return any(marker_distance(battle, unit, one) <= reach for one in markers_with(battle, effect))


class _Vigor(SpecialRule):
    name, id = "Magical Vigor", "aofr.terrain_effect.magical_vigor"

    @rule("aofr.terrain_effect.magical_vigor")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """+1 to hit when shooting for units inside."""
        unit = battle.units[attack.attacker]
        if attack.kind == "shooting" and any(
            is_inside(battle, unit, ground) for ground in pieces_with(battle, "magical_vigor")
        ):
            attack.to_hit.add(1, self)


class _Stakes(SpecialRule):
    name, id = "Defensive Stakes", "aofr.terrain_effect.defensive_stakes"

    @rule("aofr.terrain_effect.defensive_stakes")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """-1 to hit for who charges a unit inside, or touches the piece when the charge ends (AOFR-R536)."""
        if attack.kind != "melee" or not attack.charging:
            return
        unit, target = battle.units[attack.attacker], battle.units[attack.target]
        for ground in pieces_with(battle, "defensive_stakes"):
            touched = unit.pose is not None and any(overlaps(part, ground) for part in perimeter(battle, unit))
            if touched or is_inside(battle, target, ground):
                attack.to_hit.add(-1, self)
                return


class _Barrier(SpecialRule):
    name, id = "Defensive Barrier", "aofr.objective_effect.defensive_barrier"

    @rule("aofr.objective_effect.defensive_barrier")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """Shots at a unit within 3" are at -1 to hit."""
        if attack.kind == "shooting" and is_near(battle, battle.units[attack.target], "defensive_barrier"):
            attack.to_hit.add(-1, self)


class _Monument(SpecialRule):
    name, id = "Holy Monument", "aofr.objective_effect.holy_monument"

    @rule("aofr.objective_effect.holy_monument")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """+1 to hit in melee for units within 3"."""
        if attack.kind == "melee" and is_near(battle, battle.units[attack.attacker], "holy_monument"):
            attack.to_hit.add(1, self)


SPEAKERS: dict[str, SpecialRule] = {
    "magical_vigor": _Vigor(),
    "defensive_stakes": _Stakes(),
    "defensive_barrier": _Barrier(),
    "holy_monument": _Monument(),
}
"""The effects that change attacks."""


@optional.part(SLUG, "Terrain & Objective Effects", "aofr.terrain_effect.use")
class TerrainEffects(Part):
    """What is unknown is rolled for when the first unit enters a piece, or a marker is seized for the first time."""

    many_sides = True
    text = "Pieces of terrain and objective markers may turn out to be deadly, or may help the units there."
    choices = (
        Choice(
            "random",
            "Roll for them",
            "A die is rolled when a piece is first entered or a marker first seized.",
            "aofr.terrain_effect.use",
        ),
        Choice(
            "agreed",
            "Pick them",
            "Before the battle the players take turns to pick the effect of each.",
            "aofr.terrain_effect.use",
        ),
    )

    # How they are found.

    @rule("aofr.terrain_effect.use")
    def before_deployment(self, battle: Battle) -> Script[None]:
        """Players who pick the effects take turns, piece by piece and marker by marker."""
        if not self.has("agreed"):
            return
        seat = battle.first
        for piece in scenery(battle).pieces:
            if not piece.impassable:
                effect = yield from _picked(seat, "terrain", piece.name)
                tell(battle, terrain=(*told(battle).terrain, (*_place(piece), effect)))
                seat = battle.other(seat)
        for number in range(len(battle.markers)):
            effect = yield from _picked(seat, "objective", f"marker {number + 1}")
            tell(battle, objective=(*told(battle).objective, (number, effect, 0)))
            seat = battle.other(seat)

    @rule("aofr.terrain_effect.reveal", "aofr.terrain_effect.regular")
    def enter(self, battle: Battle, pieces: Iterable[Piece]) -> Script[None]:
        """A unit enters these pieces: for each that is unknown a die is rolled, once for the whole battle."""
        for piece in pieces:
            if any((x, y) == _place(piece) for x, y, _ in told(battle).terrain):
                continue
            (face,) = yield from roll("D6", why=f"Effect of {piece.name}", rule="aofr.terrain_effect.table")
            effect = effect_on("terrain", face)
            tell(battle, terrain=(*told(battle).terrain, (*_place(piece), effect)))
            yield TerrainRevealed(piece.name.capitalize(), WORDS["terrain"][effect].name)

    @rule("aofr.objective_effect.reveal", "aofr.objective_effect.regular")
    def seized(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        """A marker is seized for the first time: its die is rolled, and its effect counts from the next round."""
        for number, (was, now) in enumerate(zip(before, battle.markers, strict=True)):
            known = any(told_of == number for told_of, _, _ in told(battle).objective)
            if known or now.owner is None or now.owner == was.owner:
                continue
            (face,) = yield from roll("D6", why=f"Effect of marker {number + 1}", rule="aofr.objective_effect.table")
            effect = effect_on("objective", face)
            tell(battle, objective=(*told(battle).objective, (number, effect, battle.turn + 1)))
            yield ObjectiveRevealed(number + 1, WORDS["objective"][effect].name)

    # Who enters a piece, and what it does at once.

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if isinstance(event, PLACED):
            yield from self.enter(battle, entered(battle, battle.units[event.unit]))

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        tell(battle, harmed=())
        yield from self._go_through(battle, unit, None)
        return False

    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        yield from self._go_through(battle, unit, way)

    def _go_through(self, battle: Battle, unit: Unit, way: Path | None) -> Script[None]:
        pieces = entered(battle, unit, way)
        yield from self.enter(battle, pieces)
        for piece in pieces:
            yield from self.harm(battle, unit, piece)

    @rule("aofr.terrain_effect.daemonic_infestation", "aofr.terrain_effect.deadly_spores")
    def harm(self, battle: Battle, unit: Unit, piece: Piece) -> Script[None]:
        """Who is activated in a deadly piece or moves through it is harmed, once by a piece in an activation."""
        effect = next((effect for known, effect in known_pieces(battle) if known is piece), "")
        harmed = (unit.id, *_place(piece))
        if effect not in ("daemonic_infestation", "deadly_spores") or harmed in told(battle).harmed:
            return
        tell(battle, harmed=(*told(battle).harmed, harmed))
        name = WORDS["terrain"][effect].name
        if effect == "daemonic_infestation":
            yield from take_wounds(battle, unit, "D3", name, "aofr.terrain_effect.daemonic_infestation")
        else:
            yield from take_hits(battle, unit, "D6", name, "aofr.terrain_effect.deadly_spores")

    # What they do as long as they last.

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        known = {effect for _, _, effect in told(battle).terrain} | {one[1] for one in told(battle).objective}
        return [speaker for effect, speaker in SPEAKERS.items() if effect in known]

    @rule("aofr.objective_effect.booby_traps")
    def endangers(self, battle: Battle, ground: Rect) -> bool:
        """The ground within 3" of a marker with traps is dangerous."""
        return any(_reaches(battle, marker, ground) for marker in markers_with(battle, "booby_traps"))

    @rule("aofr.objective_effect.magical_field")
    def slowest(self, battle: Battle, unit: Unit, way: Path) -> float:
        """The ground within 3" of a marker with a magical field is difficult."""
        for marker in markers_with(battle, "magical_field"):
            for shape, step in way.straights():
                if any(_reaches(battle, marker, swept(part, step)) for part in perimeter(battle, unit, shape.pose)):
                    return optional.measured(battle, DIFFICULT)
        return inf

    # What is shown.

    def _known(self, battle: Battle) -> Iterator[tuple[float, float, str]]:
        """Where the effects lie that are known and do something, and what they are."""
        for piece, effect in known_pieces(battle):
            if effect != "regular":
                yield piece.shape.x, piece.shape.y, f"{piece.name.capitalize()}: {WORDS['terrain'][effect].name}"
        for number, effect, _ in told(battle).objective:
            marker = battle.markers[number]
            if effect != "regular" and not marker.gone:
                yield marker.x, marker.y, f"Marker {number + 1}: {WORDS['objective'][effect].name}"

    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        tokens = tuple(Token(x, y, label, None) for x, y, label in self._known(battle))
        return msgspec.structs.replace(overlay, tokens=(*overlay.tokens, *tokens))

    def in_force(self, battle: Battle) -> Sequence[str]:
        found = [label for _, _, label in self._known(battle)]
        texts = {words.name: words.text for kind in WORDS.values() for words in kind.values()}
        return tuple(f"{label}. {texts[label.partition(': ')[2]]}" for label in found)


def _reaches(battle: Battle, marker: Marker, ground: Rect) -> bool:
    return distance_to_point(ground, marker.x, marker.y) <= optional.measured(battle, REACH) + TOLERANCE


def _picked(seat: int, kind: Kind, what: str) -> Script[str]:
    options = [Option(slug, f"{words.name}: {words.text}") for slug, words in WORDS[kind].items()]
    rules = (f"aofr.{kind}_effect.table", "aofr.terrain_effect.use")
    return (yield from choose(seat, f"{kind} effect", f"Which effect does {what} have?", options, rules=rules))
