"""Chains of throws: an attack from its first die to what it does, described once and read in three ways.

A stage is a handful of like dice: what each must show, which are thrown again, and what becomes of a die by the face
that it shows: so many dice of a later stage, or what counts in the end. A chain is its first stage.

    armour = save("armour", 5, END, Reason("Armour Save", "eow.damage.armour_table", seat=1))
    wound = attempt("wound", 4, to(armour), Reason("To-Wound", "eow.damage.to_wound_table", seat=0))
    hit = attempt("hit", 3, to(wound), Reason("to hit", "eow.shoot.aim", seat=0), naturals=((6, 6, to(armour)),))

Play throws a stage (`throw`), odds take the exact distribution of what comes out at the end (`spread`), players its
mean and variance. Rules that change an attack change the values from which its book makes the chain, so that the
three readers cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import msgspec

from warhost.dice import Dice, Distribution, odds, rows
from warhost.dice.rows import Row
from warhost.play.questions import Roll
from warhost.play.script import Script, roll_pool, roll_sum
from warhost.table import summed

Span: TypeAlias = tuple[int, int]
"""Natural faces from the first to the second."""


class Reason(NamedTuple):
    """What is told of dice when they are thrown: what for, by which rule, and who throws them."""

    why: str
    rule: str
    seat: int | None = None
    unit: int | None = None


UNTOLD = Reason("", "")
"""For dice that are only reckoned with."""


class Again(NamedTuple):
    """The natural faces (spans that do not overlap) that are thrown once more and then stand, and by which rule."""

    spans: tuple[Span, ...]
    why: str = ""
    rule: str = ""


class Stage(msgspec.Struct, frozen=True, cache_hash=True):
    """Like dice that are thrown together, and what becomes of each.

    `moment` is the book's word for it (`hit`, `block`), `need` the least face that succeeds. `results` tell from which
    natural face on what follows; the first begins at 1. Without a need no dice are thrown, and all go that first way.
    `mark` is the book's own: stages that are alike otherwise are told apart by it.
    """

    moment: str
    need: int | None
    results: tuple[tuple[int, Leads], ...]
    reason: Reason = UNTOLD
    again: Again | None = None
    sides: int = 6
    mark: tuple[int, ...] = ()
    plain: tuple[Leads, Leads] = ((), ())
    """What follows on a failure and on a success that no natural face makes special."""
    unmodified: bool = False
    """A die succeeds by what it really shows, whatever has changed it since."""
    says: str = ""
    """The notation of its dice where they say how many, such as `D3`: then none of them succeeds or fails."""


class Swayed(tuple[int, ...]):
    """Faces that something has changed after they fell; what the dice really show is still told.

    A changed result may succeed or fail. What rules say of unmodified results they say of those that fell.
    """

    natural: tuple[int, ...]

    @staticmethod
    def of(fell: tuple[int, ...], faces: Iterable[int]) -> Swayed:
        """What fell, changed to these faces; dice that are changed a second time still show what they first did."""
        swayed = Swayed(faces)
        swayed.natural = natural(fell)
        return swayed


def natural(faces: tuple[int, ...]) -> tuple[int, ...]:
    """What the dice really show: the unmodified results, which nothing that changes dice changes."""
    return faces.natural if isinstance(faces, Swayed) else faces


Leads: TypeAlias = tuple[tuple[int, Stage | None], ...]
"""What a die leads to: so many dice of a stage each; those of no stage are what the chain counts in the end."""

Natural: TypeAlias = tuple[int, int, Leads]
"""Natural faces, from the first to the second of those that the die has, that lead elsewhere than the rest."""

END: Leads = ((1, None),)
"""A die that counts one."""

NOWHERE = Stage("nowhere", None, ((1, ()),))
"""A chain of which nothing comes, without dice."""

Number: TypeAlias = int | Dice | Mapping[int, float]
"""How many dice begin a chain: a number that is known, that dice tell, or that may be any of these."""


def to(stage: Stage | None, count: int = 1) -> Leads:
    """So many dice of a later stage; or that much in the end."""
    return ((count, stage),)


def attempt(
    moment: str,
    need: int | None,
    then: Leads,
    reason: Reason,
    *,
    otherwise: Leads = (),
    naturals: Sequence[Natural] = (),
    again: Again | None = None,
    sides: int = 6,
    unmodified: bool = False,
) -> Stage:
    """A stage whose successes go on: to hit, to wound; failures are lost, or go elsewhere. Without a need all go on."""
    results = ((1, then),) if need is None else ((1, otherwise), (need, then))
    plain = (otherwise, then)
    return Stage(moment, need, _changed(results, naturals, sides), reason, again, sides, (), plain, unmodified)


def save(
    moment: str,
    need: int | None,
    then: Leads,
    reason: Reason,
    *,
    naturals: Sequence[Natural] = (),
    again: Again | None = None,
    sides: int = 6,
    mark: tuple[int, ...] = (),
) -> Stage:
    """A stage whose failures go on: to block, to save. Without a need all do."""
    results = ((1, then),) if need is None else ((1, then), (need, ()))
    return Stage(moment, need, _changed(results, naturals, sides), reason, again, sides, mark, (then, ()))


def number_of(moment: str, dice: Dice, then: Callable[[int], Leads], reason: Reason) -> Stage:
    """A stage whose dice say how many: what follows a number that a die may say."""
    by_face = [(face, then(dice.total((face,)))) for face in range(1, dice.sides + 1)]
    results = tuple(one for place, one in enumerate(by_face) if not place or one[1] != by_face[place - 1][1])
    return Stage(moment, 1, results, reason, sides=dice.sides, says=str(dice))


def _changed(
    results: tuple[tuple[int, Leads], ...], naturals: Sequence[Natural], sides: int
) -> tuple[tuple[int, Leads], ...]:
    """The results with those of some natural faces in their place."""
    if not naturals:
        return results
    by_face: list[Leads] = []
    for (low, leads), (end, _) in pairwise((*results, (sides + 1, ()))):
        by_face += [leads] * (min(end, sides + 1) - low)
    for low, high, leads in naturals:
        by_face[low - 1 : high] = [leads] * (high - low + 1)
    return tuple((face, leads) for face, leads in enumerate(by_face, 1) if face == 1 or leads != by_face[face - 2])


def counted(figure: int | str, times: int = 1) -> int | Dice:
    """A figure that may be dice (`2`, `D3+1`), so many times; the dice of all of them are thrown together."""
    if isinstance(figure, int) or figure.isdecimal():
        return int(figure) * times
    each = Dice.parse(figure)
    if times == 1:
        return each
    return msgspec.structs.replace(each, number=each.number * times, modifier=each.modifier * times)


def throw_number(number: int | Dice, reason: Reason) -> Script[int]:
    """How many there are: the total of the dice, if they tell it."""
    if isinstance(number, int):
        return number
    return (yield from roll_sum(number, why=reason.why, rule=reason.rule, seat=reason.seat, unit=reason.unit))


class Thrown(NamedTuple):
    """What became of the dice of a stage: how many succeeded, how many of each later stage they lead to, and what they
    really show, those that were thrown again included."""

    passed: int
    on: dict[Stage | None, int]
    shown: tuple[int, ...] = ()


def throw(stage: Stage, count: int) -> Script[Thrown]:
    """Throw so many dice of a stage: one question to chance, and one for those that are thrown again."""
    on: dict[Stage | None, int] = {}
    if stage.need is None or count <= 0:
        for number, later in stage.results[0][1] if count > 0 else ():
            on[later] = on.get(later, 0) + number * count
        return Thrown(0, on)
    faces = yield from _ask(stage, count, stage.reason, cuts(stage))
    shown = natural(faces)
    again = stage.again
    if again is not None:
        kept = [at for at, face in enumerate(shown) if not any(low <= face <= high for low, high in again.spans)]
        if len(kept) < count:
            reason = stage.reason._replace(why=again.why, rule=again.rule)
            more = yield from _ask(stage, count - len(kept), reason, _lows(stage))
            shown = (*(shown[at] for at in kept), *natural(more))
            faces = (*(faces[at] for at in kept), *more)
    if stage.unmodified:
        faces = shown
    need = stage.need
    for place, face in enumerate(shown):
        passed = faces[place] >= need
        if passed != (face >= need):
            # It succeeds or fails only because it was changed.
            for number, later in stage.plain[passed]:
                on[later] = on.get(later, 0) + number
            continue
        for least, leads in reversed(stage.results):
            if face >= least:
                for number, later in leads:
                    on[later] = on.get(later, 0) + number
                break
    return Thrown(sum(face >= need for face in faces), on, shown)


def throw_on(dice: dict[Stage | None, int], moment: str, shown: list[int] | None = None) -> Script[int]:
    """Throw those of the dice that have come to that moment, and put what they lead to in their place.

    Returns how many succeeded. What the dice really show is added to `shown`.
    """
    passed = 0
    for stage in [stage for stage in dice if stage is not None and stage.moment == moment]:
        done = yield from throw(stage, dice.pop(stage))
        passed += done.passed
        if shown is not None:
            shown += done.shown
        for later, count in done.on.items():
            dice[later] = dice.get(later, 0) + count
    return passed


def throw_out(chain: Stage, count: int) -> Script[int]:
    """Throw so many dice of a chain and all that they lead to, stage after stage. Returns what comes of them."""
    dice: dict[Stage | None, int] = {chain: count}
    while waiting := [stage for stage in dice if stage is not None]:
        yield from throw_on(dice, waiting[0].moment)
    return dice.get(None, 0)


def _ask(stage: Stage, count: int, reason: Reason, told: tuple[int, ...]) -> Script[tuple[int, ...]]:
    assert stage.need is not None
    why, rule, seat, unit = reason
    if stage.says:
        dice = counted(stage.says, count)
        assert isinstance(dice, Dice)
        asked = Roll(str(dice), why, rule, seat, unit=unit, counts="total")
        if dice.is_plain:
            values = tuple(sorted({dice.value_of_face(face) for face in told if face > 1}))
            asked = msgspec.structs.replace(asked, read="pool", cuts=values)
        faces: tuple[int, ...] = yield asked
        return faces
    return (
        yield from roll_pool(
            count,
            need=stage.need,
            why=why,
            rule=rule,
            seat=seat,
            unit=unit,
            cuts=told,
            sides=stage.sides,
            unmodified=stage.unmodified,
        )
    )


def _lows(stage: Stage) -> tuple[int, ...]:
    """The faces from which on a die counts differently."""
    need = stage.need or 0
    return tuple(sorted({need, *(least for least, _ in stage.results[1:])}))


def cuts(stage: Stage) -> tuple[int, ...]:
    """The faces from which on a die counts differently, or is thrown again."""
    if stage.again is None:
        return _lows(stage)
    bounds = {bound for low, high in stage.again.spans for bound in (low, high + 1) if 1 < bound <= stage.sides}
    return tuple(sorted({*_lows(stage), *bounds}))


def shares(stage: Stage) -> list[tuple[float, Leads]]:
    """What a die of the stage may lead to, each with its chance; the dice that are thrown again included."""
    results, sides = stage.results, stage.sides
    if stage.need is None:
        return [(1.0, results[0][1])]
    spans = () if stage.again is None else stage.again.spans
    anew = sum(high - low + 1 for low, high in spans)
    found = []
    for (low, leads), (end, _) in pairwise((*results, (sides + 1, ()))):
        width = min(end, sides + 1) - low
        if width <= 0:
            continue
        kept = width
        for first, last in spans:
            kept -= max(0, min(end - 1, last) - max(low, first) + 1)
        found.append(((kept * sides + anew * width) / (sides * sides), leads))
    return found


@lru_cache(maxsize=4096)
def success(stage: Stage) -> float:
    """The chance that a die of the stage succeeds; without a need none is thrown that could."""
    if stage.need is None:
        return 0.0
    return mean(msgspec.structs.replace(stage, results=((1, ()), (stage.need, END))))


@lru_cache(maxsize=4096)
def row_of(stage: Stage) -> Row:
    """The chances of what comes of one die in the end."""
    return rows.blend((chance, _row_of_leads(leads)) for chance, leads in shares(stage) if chance)


def _row_of_leads(leads: Leads) -> Row:
    found: Row = (1.0,)
    for count, stage in leads:
        each = rows.certain(count) if stage is None else rows.power(row_of(stage), count)
        found = rows.product(found, each)
    return found


def spread(chain: Stage, number: Number = 1, most: int | None = None) -> Distribution[int]:
    """The exact distribution of what comes of so many dice in the end, up to a most that there is to take."""
    return spread_of_all(((chain, number),), most)


def spread_of_all(chains: Iterable[tuple[Stage, Number]], most: int | None = None) -> Distribution[int]:
    """The same for several chains whose ends count together."""
    total: Row = (1.0,)
    for chain, number in chains:
        each = row_of(chain)
        if isinstance(number, int):
            row = rows.power(each, number)
        else:
            row = rows.drawn(odds.of(number) if isinstance(number, Dice) else number, each)
        total = rows.product(total, row if most is None else rows.capped(row, most))
        if most is not None:
            total = rows.capped(total, most)
    return Distribution.of_row(total)


@lru_cache(maxsize=4096)
def mean(chain: Stage, moment: str | None = None) -> float:
    """What comes of one die on average, in the end; or how many dice of a later moment."""
    total = 0.0
    for chance, leads in shares(chain):
        for count, stage in leads:
            if stage is None:
                total += chance * count if moment is None else 0.0
            else:
                total += chance * count * (1.0 if stage.moment == moment else mean(stage, moment))
    return total


@lru_cache(maxsize=4096)
def variance(chain: Stage) -> float:
    """How far what comes of one die strays from its mean, squared, on average."""
    total = -(mean(chain) ** 2)
    for chance, leads in shares(chain):
        middle = summed(count * (1.0 if stage is None else mean(stage)) for count, stage in leads)
        around = summed(count * variance(stage) for count, stage in leads if stage is not None)
        total += chance * (middle * middle + around)
    return max(0.0, total)


def mean_number(number: Number) -> float:
    """How many dice begin a chain on average."""
    if isinstance(number, int):
        return float(number)
    if isinstance(number, Dice):
        return _mean_of(number)
    return summed(count * chance for count, chance in number.items())


@lru_cache(maxsize=256)
def _mean_of(dice: Dice) -> float:
    return odds.of(dice).mean
