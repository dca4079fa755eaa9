"""Dice that have fallen and may still change: underdog points, and the one roll that an Elite unit may roll again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from warhost.dice import Dice
from warhost.play.counsel.counsel import Term
from warhost.play.counsel.throws import Swayed, mean_number
from warhost.play.events import counted
from warhost.play.questions import Odds, Option, Question, Roll
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.campaign.ledger import keep, kept
from warhost.rulesets.regiments.parts.shared.raising import is_test, shifted

UNDERDOG = 50
"""So many points of difference are worth an underdog point."""

ELITE = RuleText("Trait: Elite")

UNDERDOGS, ELITES = "underdog", "elite"
"""The topics of the questions."""

WORTH = (("Morale", 60.0), ("to block", 14.0), ("to hit", 7.0))
"""What one more success is worth to a computer player in rolls of which these words tell ..."""
PRICE = 10.0
"""... and what it is worth to wait while there is time."""

Faces = tuple[int, ...]


def after_roll(battle: Battle, roll: Roll, faces: Faces) -> Script[Faces]:
    """First an Elite unit may roll again, then the underdog may change what lies there."""
    faces = yield from elite(battle, roll, faces)
    return (yield from underdog(battle, roll, faces))


@rule("aofr.campaign.underdog_points")
def points_of(battle: Battle, seat: int) -> int:
    """The underdog points of a side when the battle began: one for every full 50 points that its army is cheaper than
    the most expensive one."""
    worth = dict.fromkeys(battle.sides, 0)
    for unit in battle.units:
        if unit.seat in worth:
            worth[unit.seat] += battle.regiment(unit).cost
    return (max(worth.values()) - worth[seat]) // UNDERDOG


def points_left(battle: Battle, seat: int) -> int:
    return points_of(battle, seat) - spent(battle)[seat]


def spent(battle: Battle) -> list[int]:
    """The underdog points that each side has spent."""
    return [*kept(battle).spent, *(0 for _ in battle.sides)][: len(battle.sides)]


@rule("aofr.campaign.underdog_use")
def underdog(battle: Battle, roll: Roll, faces: Faces) -> Script[Faces]:
    """A point changes all dice of one roll of any side by +1 or -1, after they fell; one point a roll. Of several
    underdogs the first in turn order who wants to spends it (AOFR-R645)."""
    if roll.seat is None:
        return faces
    for seat in battle.in_turn(battle.first):
        if points_left(battle, seat) > 0:
            told = yield from spend(battle, roll, faces, seat)
            if told is not faces:
                return told
    return faces


@rule("aofr.campaign.underdog_use")
def spend(battle: Battle, roll: Roll, faces: Faces, seat: int) -> Script[Faces]:
    """An underdog may spend a point on a roll. It is not asked about dice that a point would not make count
    otherwise."""
    own = roll.seat == seat
    ways = {by: changed(roll, faces, by) for by in ((1, -1) if own else (-1, 1))}
    told = {by: way for by, way in ways.items() if counts(roll, way) != counts(roll, faces)}
    if not told:
        return faces
    better = 1 if own else -1
    now = counts(roll, faces)
    options = [
        Option(f"{by:+d}", f"{by:+d}: {said(roll, way)}", (_gained(better * (counts(roll, way) - now)),))
        for by, way in told.items()
    ]
    options.append(Option("keep", f"Keep it: {said(roll, faces)}", passes=True))
    left = counted(points_left(battle, seat), "underdog point")
    text = f"{roll.why}: {', '.join(map(str, faces))}. Spend one of {left}?"
    rules = ("aofr.campaign.underdog_use",)
    key = yield from choose(seat, UNDERDOGS, text, options, rules=rules, about=roll.why)
    if key == "keep":
        return faces
    told_of = tuple(had + (one == seat) for one, had in enumerate(spent(battle)))
    keep(battle, replace(kept(battle), spent=told_of))
    return ways[int(key)]


def _gained(amount: float) -> Odds:
    """How much better the result would be for who is asked."""
    return Odds("gained", float(amount), kind="expected")


def advise(battle: Battle, question: Question, option: Option) -> Iterator[Term]:
    """What speaks for changing a roll now, and for waiting: morale counts most, then blocks, then hits."""
    if option.passes:
        return
    gained = next((odds.value for odds in option.odds), 0.0)
    each = next((worth for words, worth in WORTH if words in question.about), 5.0)
    yield gained * each, "a better result", question.rules[0]
    if battle.turn < last_round(battle):
        yield -PRICE, "may be of use later", ""


def changed(roll: Roll, faces: Faces, by: int) -> Faces:
    """All dice of a roll with that added to each: a natural 6 still succeeds and a natural 1 fails. Tables have no line
    beyond their last."""
    if is_test(roll) or roll.read == "sum":
        return shifted(roll, faces, by)
    highest = Dice.parse(roll.dice).sides
    return Swayed.of(faces, (min(highest, face) for face in shifted(roll, faces, by)))


def counts(roll: Roll, faces: Faces) -> int:
    """What the dice come to: how many succeed, or their total."""
    if roll.need is not None and is_test(roll):
        return sum(face >= roll.need for face in faces)
    return Dice.parse(roll.dice).total(faces)


def said(roll: Roll, faces: Faces) -> str:
    number = counts(roll, faces)
    if is_test(roll):
        return f"{number} of {len(faces)} {'succeeds' if number == 1 else 'succeed'}"
    return f"{number} in all"


def is_elite(battle: Battle, unit: Unit) -> bool:
    """Whether the unit may still roll a roll again in this game."""
    return ELITE in battle.regiment(unit).rules and unit.id not in kept(battle).elite


@rule("aofr.campaign.trait_elite")
def elite(battle: Battle, roll: Roll, faces: Faces) -> Script[Faces]:
    """Once in each game the unit may roll again; the second result stands. Nobody is asked about perfect rolls."""
    unit = None if roll.unit is None else battle.units[roll.unit]
    if unit is None or roll.seat != unit.seat or not is_elite(battle, unit):
        return faces
    if roll.need is not None and counts(roll, faces) == len(faces):
        return faces
    mean = len(faces) * (7 - roll.need) / 6 if roll.need is not None else mean_number(Dice.parse(roll.dice))
    again = Option("again", "Roll again", (_gained(mean - counts(roll, faces)),), unit.id)
    as_it_is = Option("keep", f"Keep it: {said(roll, faces)}", unit=unit.id, passes=True)
    poor = roll.need is not None and 6 * counts(roll, faces) < (7 - roll.need) * len(faces) - 3
    text = f"{roll.why}: {', '.join(map(str, faces))}. {unit.name} may roll again, once in this game."
    options = [again, as_it_is] if poor else [as_it_is, again]
    key = yield from choose(unit.seat, ELITES, text, options, rules=("aofr.campaign.trait_elite",), about=roll.why)
    if key == "keep":
        return faces
    keep(battle, replace(kept(battle), elite=(*kept(battle).elite, unit.id)))
    second: Faces = yield replace(roll, why=f"{roll.why}, again by Elite")
    return second
