"""Action Boosting: points or tokens with which players push single actions beyond their limits (Action Boosting)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import ClassVar

import msgspec

from warhost.play.battle import copied
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Odds, Option, Question
from warhost.play.script import Script, choose, draw_from, roll_sum
from warhost.play.shown.cards import Figure
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import strikes
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.missions.mission import Mission, held
from warhost.rulesets.regiments.chapters.missions.progressive import ScoringMission
from warhost.rulesets.regiments.chapters.missions.seizing import REACH, marker_distance
from warhost.rulesets.regiments.chapters.movement.moves import allowance
from warhost.rulesets.regiments.chapters.wounds.damage import expected
from warhost.rulesets.regiments.core import (
    Battle,
    Choice,
    Effect,
    Marker,
    Part,
    Settings,
    SpecialRule,
    Unit,
    enemies,
    optional,
)
from warhost.rulesets.regiments.parts import extra_actions
from warhost.rulesets.regiments.parts.extra_actions.effects import BOOSTED, Assaulting, ChargingHeavily, begin
from warhost.rulesets.regiments.parts.extra_actions.part import HEAVY, heavy_charge, heavy_charges, heavy_odds
from warhost.rulesets.regiments.parts.shared import boost_odds
from warhost.rulesets.regiments.parts.shared.boosts import BOOSTS, Boost, lay
from warhost.table import summed

SLUG = "action_boosting"
TOPIC = "boost action"
STYLES = ("tactical", "underdog", "random")
FURTHEST = 9.0
"""How far away the target of a boosted Heavy Charge may be."""

ROUNDS = 4
PRICE = {"tactical": 4.0, "underdog": 1.0, "random": 0.0}
"""What a boost must be worth to a computer player, in points of an army: only tactical points can be kept."""


class Boosting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of boosts in a battle: the playstyle, the points of each side, the tokens in its bag."""

    style: str = ""
    points: tuple[int, ...] = (0, 0)
    plain: tuple[int, ...] = (0, 0)
    """Plain tokens in each bag."""
    token: tuple[bool, ...] = (False, False)
    """Whether the boost token is still in the bag."""
    drawn: int | None = None
    """The seat that has drawn its boost token in this turn and may still use it."""


class StyleRolled(Event, frozen=True):
    words = "The playstyle of action boosting is {style}"
    style: str


class PointsGained(Event, frozen=True):
    words = "{seat:seat} got {points:# boost point}"
    seat: int
    points: int


class TokenDrawn(Event, frozen=True):
    words = "{seat:seat} drew {boost:the boost token|a plain token}"
    seat: int
    boost: bool


class ActionBoosted(Event, frozen=True):
    words = "{unit:unit} boosted the action: {what}"
    unit: int
    what: str


@rule("aofr.boost.underdog_mission")
class UnderdogMission(ScoringMission):
    """The standard mission's markers; each one that a side holds scores at every round's end, and nothing besides."""

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, float]:
        one, other = held(battle)
        return (float(one), float(other))


@optional.part(SLUG, "Action Boosting", "aofr.boost.style_table", "aofr.boost.once_per_unit")
class ActionBoosting(Part):
    """Players boost actions of their units, one boost for an action."""

    text = "Players get boosts to spend on the actions of their units, in one of three playstyles."
    many_sides = True
    choices = (
        Choice(
            "tactical", "Tactical", "Each player gets a boost point every round and may save it.", "aofr.boost.tactical"
        ),
        Choice(
            "underdog",
            "Underdog",
            "Markers score every round; the player who is behind gets two boost points, the other one. None are saved.",
            "aofr.boost.underdog_points",
        ),
        Choice(
            "random",
            "Random",
            "Each turn a player draws a token from a bag; the boost token boosts the unit that acts.",
            "aofr.boost.random_draw",
        ),
        Choice("roll", "Roll for it", "A D3 picks one of the three playstyles.", "aofr.boost.style_table"),
    )

    def problem(self, settings: Settings) -> str:
        """The underdog's playstyle is about the standard mission and settles who wins."""
        if not (self.has("underdog") or self.has("roll")):
            return ""
        if any(len(set(one.seating(3))) > 2 for one in optional.in_force(settings.parts).at("seating")):
            return "The playstyle Underdog of Action Boosting is for two sides: play it as tactical or random."
        if settings.mission != "duel":
            return "The playstyle Underdog of Action Boosting is played with the standard mission, duel."
        others = (one for one in optional.in_force(settings.parts) if one.slug != SLUG and "victory" in one.takes)
        clash = next(others, None)
        return "" if clash is None else f"The playstyle Underdog of Action Boosting does not go with {clash.title}."

    # Before the battle.

    @rule("aofr.boost.style_table")
    def after_table(self, battle: Battle) -> Script[None]:
        """The playstyle is picked, or rolled with a D3."""
        style = self.chosen[0]
        if style == "roll":
            number = yield from roll_sum("D3", why="Playstyle of boosts", rule="aofr.boost.style_table")
            style = STYLES[number - 1]
        _keep(battle, style=style)
        yield StyleRolled(style.capitalize())

    def _style(self, battle: Battle) -> str:
        return _kept(battle).style or (self.chosen[0] if self.chosen[0] != "roll" else STYLES[0])

    @rule("aofr.boost.underdog_mission")
    def mission(self, battle: Battle, mission: Mission) -> Mission:
        """With the underdog's playstyle the standard mission is scored every round, for four rounds."""
        if self._style(battle) != "underdog":
            return mission
        return UnderdogMission(msgspec.structs.replace(mission.figures, type="progressive", rounds=ROUNDS))

    # Rounds and turns.

    def round_begun(self, battle: Battle) -> Script[None]:
        style = self._style(battle)
        if style == "tactical":
            yield from tactical_points(battle)
        elif style == "underdog":
            yield from underdog_points(battle)
        else:
            fill_bags(battle)

    def at_turn_start(self, battle: Battle, seat: int) -> Script[None]:
        if self._style(battle) == "random":
            yield from draw_token(battle, seat)

    # Actions.

    def begins_to_act(self, battle: Battle, unit: Unit) -> None:
        """A boost lasts no longer than what it has boosted (AOFR-R252)."""
        optional.lift(unit, BOOSTED)

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        return BOOSTS[effect.number - 1].speaker() if effect.name == BOOSTED else None

    @rule("aofr.boost.heavy_charge")
    def actions(self, battle: Battle, unit: Unit) -> Iterator[Option]:
        """A boosted Heavy Charge has targets that one without does not reach."""
        if not _may_boost(battle, unit.seat) or not _has_extra(battle, "heavy_charge"):
            return
        for option in heavy_charges(battle, unit, HEAVY[0], FURTHEST):
            if option.key not in {near.key for near in heavy_charges(battle, unit, *HEAVY)}:
                key = f"{SLUG}:{option.key.partition(':')[2]}"
                yield msgspec.structs.replace(
                    option, key=key, label=f"Boosted {option.label[0].lower()}{option.label[1:]}"
                )

    def action_odds(self, battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
        there = copied(battle)
        own = there.units[unit.id]
        begin(own, ChargingHeavily)
        return heavy_odds(there, own, option)

    def take_action(self, battle: Battle, unit: Unit, key: str) -> Script[None]:
        target, *where = key.split(">")[1:]
        yield from heavy_charge(battle, unit, battle.units[int(target)], *where)

    @rule("aofr.boost.once_per_unit")
    def action_chosen(self, battle: Battle, unit: Unit, option: Option) -> Script[None]:
        """A boost is declared with the action, and there is one for an action at most."""
        slug, _, action = option.key.partition(">")[0].rpartition(":")
        if slug == SLUG:
            yield from spend(battle, unit, next(boost for boost in BOOSTS if boost.action == action))
            return
        ways = _ways(battle, unit, action)
        if not ways or not _may_boost(battle, unit.seat):
            return
        number = yield from _ask(battle, unit, option, ways)
        if number is not None:
            yield from spend(battle, unit, BOOSTS[number])

    # What is shown, and what computer players are told.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        told = _kept(battle)
        if self._style(battle) != "random":
            return {"Boost points": _of(told.points, seat)}
        return {"Boost token": "in the bag" if _of(told.token, seat) else "drawn"}

    def in_force(self, battle: Battle) -> Sequence[str]:
        return (f"The playstyle of action boosting is {self._style(battle).capitalize()}.",)

    def problems(self, battle: Battle) -> Sequence[str]:
        told = _kept(battle)
        return ("A side has fewer than 0 boost points.",) if min((*told.points, *told.plain)) < 0 else ()

    advises: ClassVar[frozenset[str]] = frozenset({TOPIC})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        """A boost is spent if it promises more than the next one might."""
        if option.passes or option.unit is None:
            return
        left = max(0, ROUNDS - battle.turn)
        price = PRICE[self._style(battle)] * min(1, left)
        boost = BOOSTS[int(option.key)]
        worth = gain(battle, battle.units[option.unit], option.target, boost)
        yield worth or -UNUSED, boost.label if worth else "gains nothing", boost.row
        yield -price, "a boost that could be kept", "aofr.boost.tactical"


def _kept(battle: Battle) -> Boosting:
    return optional.kept(battle, SLUG, Boosting)


def _of(values: tuple[int, ...], seat: int) -> int:
    """What is noted for a seat; nothing for units that are nobody's."""
    return values[seat] if 0 <= seat < len(values) else 0


def _keep(battle: Battle, **changes: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(_kept(battle), **changes))


def _has_extra(battle: Battle, name: str) -> bool:
    parts = optional.in_force(battle.scene.settings.parts)
    return any(isinstance(one, extra_actions.ExtraActions) and one.has(name) for one in parts)


@rule("aofr.boost.tactical")
def tactical_points(battle: Battle) -> Script[None]:
    """Each player gets a point when a round begins; what was not spent stays."""
    seats, points = range(len(battle.scene.seats)), _kept(battle).points
    _keep(battle, points=tuple(_of(points, seat) + 1 for seat in seats))
    for seat in seats:
        yield PointsGained(seat, 1)


@rule("aofr.boost.underdog_points")
def underdog_points(battle: Battle) -> Script[None]:
    """A point for each player, two for the one with fewer victory points; what was not spent is lost (AOFR-R253)."""
    have = battle.points or (0.0, 0.0)
    least = [seat for seat, points in enumerate(have) if points == min(have)]
    points = tuple(2 if least == [seat] else 1 for seat in range(len(have)))
    _keep(battle, points=points)
    for seat, gained in enumerate(points):
        yield PointsGained(seat, gained)


@rule("aofr.boost.random_tokens")
def fill_bags(battle: Battle) -> None:
    """As many tokens as a side has units on the battlefield, one of them the boost token (AOFR-R254)."""
    counts = [
        sum(
            unit.seat == seat and not unit.fate and (unit.pose is not None or unit.inside is not None)
            for unit in battle.units
        )
        for seat in battle.sides
    ]
    _keep(battle, plain=tuple(max(0, count - 1) for count in counts), token=(True,) * len(counts), drawn=None)


@rule("aofr.boost.random_draw")
def draw_token(battle: Battle, seat: int) -> Script[None]:
    """A token from the bag, if any is left; the boost token boosts the unit that acts in this turn."""
    told = _kept(battle)
    bag = ["boost"] * _of(told.token, seat) + ["plain"] * _of(told.plain, seat)
    if not bag:
        _keep(battle, drawn=None)
        return
    token = yield from draw_from(bag, why="Token from the bag", rule="aofr.boost.random_draw", seat=seat)
    if token == "boost":
        _keep(battle, drawn=seat, token=_changed(told.token, seat, False))
    else:
        _keep(battle, drawn=None, plain=_changed(told.plain, seat, told.plain[seat] - 1))
    yield TokenDrawn(seat, token == "boost")


def _changed(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return tuple(value if number == seat else old for number, old in enumerate(values))


def _may_boost(battle: Battle, seat: int) -> bool:
    """Whether a side has a boost to spend right now."""
    told = _kept(battle)
    return _of(told.points, seat) > 0 or told.drawn == seat


def _ways(battle: Battle, unit: Unit, action: str) -> list[int]:
    """The boosts of an action that are of use to the unit, by their places; a near Heavy Charge has none."""
    shoots = bool(shooting.arsenal(battle, unit))
    return [
        number
        for number, boost in enumerate(BOOSTS)
        if boost.action == action and action != "heavy_charge" and (shoots or not boost.ranged)
    ]


def _ask(battle: Battle, unit: Unit, action: Option, ways: Sequence[int]) -> Script[int | None]:
    """Whether the owner boosts the action, and how where it is a choice."""
    options = [Option("no", "Do not boost it", unit=unit.id, target=action.target, passes=True)]
    options += [
        Option(str(number), f"Boost it: {BOOSTS[number].label}", unit=unit.id, target=action.target) for number in ways
    ]
    told = _kept(battle)
    have = "the boost token" if told.drawn == unit.seat else f"{told.points[unit.seat]} to spend"
    text = f"{acts(unit.name, 'takes')} an action: {action.label}. Do you boost it ({have})?"
    rules = ("aofr.boost.once_per_unit", *dict.fromkeys(BOOSTS[number].row for number in ways))

    def weigh(option: Option) -> Sequence[Odds]:
        return boost_odds.expected(battle, unit, action, None if option.passes else BOOSTS[int(option.key)])

    key = yield from choose(unit.seat, TOPIC, text, options, rules=rules, weigh=weigh)
    return None if key == "no" else int(key)


@rule("aofr.boost.once_per_unit")
def spend(battle: Battle, unit: Unit, boost: Boost) -> Script[None]:
    """A point, or the token that was drawn, boosts the action of the unit."""
    told = _kept(battle)
    if told.drawn == unit.seat:
        _keep(battle, drawn=None)
    else:
        _keep(battle, points=_changed(told.points, unit.seat, told.points[unit.seat] - 1))
    lay(unit, boost)
    yield ActionBoosted(unit.id, boost.label)


UNUSED = 0.5
"""What speaks against a boost that gains nothing, where it could not be kept either."""

ARRIVES, ARRIVES_AT_LAST = 15.0, 60.0
"""What it counts to reach an objective a round sooner, and at all."""


def gain(battle: Battle, unit: Unit, target: int | None, boost: Boost) -> float:
    """Roughly what a boost is worth in points of an army: the further harm that it does or spares."""
    plainly, there = copied(battle), copied(battle)
    plain, boosted = plainly.units[unit.id], there.units[unit.id]
    lay(boosted, boost)
    if boost.action == "assault" and target is not None:
        for one in (plain, boosted):
            begin(one, Assaulting)
        shots = _volley(there, boosted, target) - _volley(plainly, plain, target)
        return shots + _blows(there, boosted, target) - _blows(plainly, plain, target)
    if boost.action == "charge" and target is not None:
        return _blows(there, boosted, target) - _blows(plainly, plain, target)
    if boost.ranged or boost.action in ("focused_fire", "overwatch"):
        return _best_volley(there, boosted) - _best_volley(battle, unit)
    if boost.action == "rush":
        return _reached(battle, unit, allowance(there, boosted, "rush"))
    regiment = battle.regiment(unit)
    return {"covering_fire": 3.0, "last_stand": 2.0}.get(boost.action, 0.0) + 0.02 * regiment.points * (
        boost.until == "next"
    )


def _reached(battle: Battle, unit: Unit, inches: float) -> float:
    """What it is worth to rush that far: an objective that the unit does not reach otherwise."""
    gaps = [
        marker_distance(battle, unit, marker)
        for marker in battle.markers
        if not marker.gone and marker.carrier is None and marker.owner != unit.seat
    ]
    nearest = min(gaps, default=inf)
    if not allowance(battle, unit, "rush") + REACH < nearest <= inches + REACH:
        return 0.0
    return ARRIVES if battle.turn < last_round(battle) else ARRIVES_AT_LAST


def _life(battle: Battle, unit: Unit) -> float:
    regiment = battle.regiment(unit)
    return regiment.points / max(1, regiment.size * regiment.tough)


def _blows(battle: Battle, unit: Unit, number: int) -> float:
    target = battle.units[number]
    attacks = strikes.strikes(
        battle, unit, target, charging=True, fatigued=strikes.tired(unit), which=strikes.sorting(None)
    )
    return summed(expected(battle, attack).wounds for attack in attacks) * _life(battle, target)


def _volley(battle: Battle, unit: Unit, number: int) -> float:
    """What all weapons that reach a target do to it on average, in points of an army."""
    target = battle.units[number]
    fires = shooting.possible(battle, unit, [target])
    shots = [one for fire in fires for one in shooting.attacks_of(battle, unit, fire, held=True, picks=None)]
    return summed(expected(battle, attack).wounds for attack in shots) * _life(battle, target)


def _best_volley(battle: Battle, unit: Unit) -> float:
    return max((_volley(battle, unit, enemy.id) for enemy in enemies(battle, unit.seat)), default=0.0)
