"""Fortune points: a few times in a battle a player bends a roll of the own units (Tournament Guidelines)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from warhost.dice import Dice
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Odds, Option, Question, Roll
from warhost.play.script import Script, choose
from warhost.play.shown.cards import Figure
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Part, Unit, optional
from warhost.rulesets.regiments.parts.shared.raising import shifted

SLUG = TOPIC = "fortune"
SMALL_GAME = 750
IN_SMALL_GAMES, IN_LARGE_GAMES = 2, 1
"""Points for each player when a round begins, in games of up to 750 points and in larger ones."""
MOST = 3
"""More than that nobody ever has."""
UP, DOWN, KEEP = "+1", "-1", "keep"
WEAPONS = (": to hit", ": to block")
"""How rolls end that are made for each weapon of an attack by itself: all of them are one roll."""

WORTH = (("Morale", 60.0), ("to block", 14.0), ("to hit", 7.0))
"""What one more success is worth to a computer player in rolls of which these words tell ..."""
PRICE = 10.0
"""... and what a point is worth while there is time to spend it."""


class FortuneGained(Event, frozen=True):
    words = "{seat:seat} {seat:has|have} {points:# fortune point}"
    seat: int
    points: int


class FortuneSpent(Event, frozen=True):
    words = "{seat:seat} spent a fortune point for {unit:unit}: {by:+} to all dice, {left} left"
    seat: int
    unit: int
    by: int
    left: int


class Swaying(msgspec.Struct, frozen=True, array_like=True):
    """A roll of an attack that is being changed: whose dice, which of its rolls, by how much."""

    unit: int
    rule: str
    by: int


class Fortune(msgspec.Struct, frozen=True):
    """What is remembered: the points of both, the units for which one was spent in this round, the present attack."""

    points: tuple[int, ...] = (0, 0)
    used: tuple[int, ...] = ()
    attack: tuple[int, int, str] | None = None
    """Who attacks whom, and how."""
    swaying: tuple[Swaying, ...] = ()
    """The rolls of that attack for which a point was spent."""


@optional.part(SLUG, "Fortune Points", "aofr.tourney.fortune_use")
class FortunePoints(Part):
    text = (
        "Each round brings a fortune point, two in games of up to 750 points. Spend one after a roll of your unit to "
        "add 1 to all its dice, or to take 1 away; once for each unit in a round."
    )
    many_sides = True

    @rule("aofr.tourney.fortune_gain", "aofr.tourney.fortune_cap")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """Points come in. Those of earlier rounds are kept, but nobody has more than three."""
        told = optional.kept(battle, SLUG, Fortune)
        more = IN_SMALL_GAMES if battle.scene.settings.points <= SMALL_GAME else IN_LARGE_GAMES
        before = (*told.points, *(0 for _ in battle.sides[len(told.points) :]))
        points = tuple(min(MOST, have + more) for have in before)
        optional.keep(battle, SLUG, Fortune(points))
        for seat, have in enumerate(points):
            yield FortuneGained(seat, have)

    # What was spent on an attack does not reach into the next.

    @rule("aofr.tourney.fortune_one_roll")
    def attacks_begin(self, battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
        """A weapon, or several, of a unit: part of the same attack if they are aimed at the same target."""
        told = optional.kept(battle, SLUG, Fortune)
        attack = (attacks[0].attacker, attacks[0].target, attacks[0].kind)
        if told.attack != attack:
            _another_attack(battle, attack)
        yield from ()

    def declared_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[list[Fire]]:
        _another_attack(battle)
        yield from ()
        return fires

    def about_to_strike(self, battle: Battle, side: Side, attacks: list[Attack]) -> Script[None]:
        _another_attack(battle)
        yield from ()

    @rule("aofr.tourney.fortune_use", "aofr.tourney.fortune_unit_limit", "aofr.tourney.fortune_one_roll")
    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        """The owner of the unit that rolled may spend a point, once for each unit in a round. The dice of all weapons
        of an attack are one roll: those that are rolled after it are changed as well (AOFR-R822)."""
        if roll.unit is None or not may_change(roll):
            return faces
        told = optional.kept(battle, SLUG, Fortune)
        known = next((one for one in told.swaying if (one.unit, one.rule) == (roll.unit, part_of(roll))), None)
        if known is not None:
            return shifted(roll, faces, known.by)
        seat = battle.units[roll.unit].seat
        better = shifted(roll, faces, 1)
        if seat < 0 or not told.points[seat] or roll.unit in told.used or not _gains(roll, faces, better):
            return faces
        key = yield from _offer(seat, roll, faces, told.points[seat])
        if key == KEEP:
            return faces
        by = 1 if key == UP else -1
        points = tuple(have - (one == seat) for one, have in enumerate(told.points))
        swaying = (*told.swaying, Swaying(roll.unit, part_of(roll), by)) if part_of(roll) else told.swaying
        optional.keep(battle, SLUG, Fortune(points, (*told.used, roll.unit), told.attack, swaying))
        yield FortuneSpent(seat, roll.unit, by, points[seat])
        return shifted(roll, faces, by)

    # What is shown, and what a computer player is told.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        return {"Fortune points": optional.kept(battle, SLUG, Fortune).points[seat]}

    def problems(self, battle: Battle) -> Sequence[str]:
        points = optional.kept(battle, SLUG, Fortune).points
        return [f"Seat {seat} has {have} fortune points." for seat, have in enumerate(points) if not 0 <= have <= MOST]

    advises = frozenset({TOPIC})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterator[Term]:
        if option.key == KEEP:
            return
        more = next((odds.value for odds in option.odds), 0.0)
        each = next((worth for words, worth in WORTH if words in question.about), 5.0)
        yield more * each, "more successes", "aofr.tourney.fortune_use"
        if battle.turn < last_round(battle):
            yield -PRICE, "may be of use later", ""


def _another_attack(battle: Battle, attack: tuple[int, int, str] | None = None) -> None:
    told = optional.kept(battle, SLUG, Fortune)
    if told.attack != attack or told.swaying:
        optional.keep(battle, SLUG, msgspec.structs.replace(told, attack=attack, swaying=()))


def may_change(roll: Roll) -> bool:
    """Whether it is a roll of which more or less is better: a test of each die, or a total."""
    told = roll.need is not None or roll.most is not None or roll.read == "sum"
    return told and not roll.secret and not roll.unmodified


@rule("aofr.tourney.fortune_one_roll")
def part_of(roll: Roll) -> str:
    """Of which roll of an attack these dice are a part; empty if they are a roll of their own. What special rules roll
    besides is that."""
    return roll.rule if roll.read == "pool" and roll.why.endswith(WEAPONS) else ""


def _gains(roll: Roll, faces: tuple[int, ...], better: tuple[int, ...]) -> bool:
    """Whether one more on all dice makes a difference that anybody could want: else nobody is asked."""
    return roll.need is None or roll.read == "sum" or _successes(roll, better) > _successes(roll, faces)


def _successes(roll: Roll, faces: Iterable[int]) -> int:
    return sum(face >= (roll.need or 0) for face in faces)


def _offer(seat: int, roll: Roll, faces: tuple[int, ...], have: int) -> Script[str]:
    shown = ", ".join(map(str, faces))
    need = "" if roll.need is None else f" ({roll.need}+ needed)"
    options = [
        Option(UP, "Add 1 to all dice", _odds(roll, faces, 1), roll.unit),
        Option(KEEP, "Keep the point", unit=roll.unit, passes=True),
        Option(DOWN, "Take 1 from all dice", _odds(roll, faces, -1), roll.unit),
    ]
    text = f"{roll.why}: {shown}{need}. Do you spend a fortune point?"
    note = f"You have {have}. Each unit may use one in a round. Unmodified 1s and 6s stay what they are."
    rules = ("aofr.tourney.fortune_use", "aofr.tourney.fortune_unit_limit")
    return (yield from choose(seat, TOPIC, text, options, note=note, rules=rules, about=roll.why))


def _odds(roll: Roll, faces: tuple[int, ...], by: int) -> tuple[Odds, ...]:
    """What comes of it: the dice lie on the table, so it is certain."""
    now = shifted(roll, faces, by)
    if roll.need is None or roll.read == "sum":
        dice = Dice.parse(roll.dice)
        return (Odds("more on the total", dice.total(now) - dice.total(faces), kind="expected"),)
    return (Odds("more successes", _successes(roll, now) - _successes(roll, faces), kind="expected"),)
