"""What a whole fight has to expect: wounds both ways step by step, the score, who wins, who runs.

The steps are those of play: after every step each way that its dice may fall is followed, ways that leave the same
models in the same places are followed together. It is reckoned that attacks go where a program would send them, that
nobody fights a duel and that no Destiny is spent. Ways less likely than `SLIGHT` are left out, and all but the
likeliest `MOST` after a step; what is left counts for the whole. That is less than a thousandth in nearly every fight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from warhost.play.battle import copied
from warhost.play.questions import Choose, Chosen, Odds, Roll
from warhost.play.script import Ask, Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import initiative, resolution, rounds, strikes, weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot, Result
from warhost.rulesets.blue_age.core import Battle, Unit
from warhost.rulesets.blue_age.core.values import health_left
from warhost.table import summed

SLIGHT = 1e-5
MOST = 1_000
"""So many ways are followed from one step into the next."""

TOLD = 0.0005
"""Chances below this are not told."""


class Way(NamedTuple):
    """One way that a fight may have gone so far: its units, the Health that each side took, and its chance."""

    units: tuple[Unit, ...]
    wounds: tuple[int, int]
    chance: float


class Prospect(msgspec.Struct, frozen=True):
    """What a fight has to expect, each for both seats."""

    wounds: tuple[float, float]
    """The Health that each seat takes from its enemies on average."""
    wins: tuple[float, float]
    destroyed: tuple[float, float]
    """The chance that nobody of a seat is left."""
    breaks: tuple[float, float]
    """The chance that any unit of a seat breaks."""
    leaves: tuple[float, float]
    """The chance that any unit of a seat breaks or falls back."""


@rule("blue.fight.initiative_order", "blue.resolution.score_both_sides")
def prospect(battle: Battle, group: Sequence[int], before: Sequence[Lot] = ()) -> Prospect:
    """What a fight of these units has to expect; `before` are attacks that come before its first step (throws)."""
    there = copied(battle)
    fight = Fight(there, group)
    arms = {unit.id: weapons.weapon_of(there, unit) for unit in rounds.fighters(there, fight)}
    order = rounds.steps(there, fight, arms)
    threw = tuple(sum(unit.threw for unit in fight.side(there, seat)) for seat in range(2))
    ways = [Way(tuple(there.units[number] for number in fight.members), (threw[0], threw[1]), 1.0)]
    if before:
        ways = _after(there, fight, ways, lambda: list(before))
    for step in range(initiative.FIRST, initiative.LAST - 1, -1):
        if step in (initiative.FIRST, initiative.LAST) or step in order.values():
            ways = _after(there, fight, ways, lambda step=step: _lots(there, fight, step, order, arms))
    return _summed(there, fight, ways)


def _lots(battle: Battle, fight: Fight, step: int, order: rounds.Order, arms: rounds.Arms) -> list[Lot]:
    """The attacks of one step as a program would make them."""
    if not all(fight.side(battle, seat) for seat in range(2)):
        return []
    lots = rounds.impacts(battle, fight, step)
    for unit in rounds.pushed(battle, fight, step, order, arms):
        weapon = arms[unit.id]
        blows = strikes.by_default(battle, unit, weapon, strikes.touching(battle, fight, unit, weapon))
        lots += [strikes.lot_of(battle, fight, one, weapon) for one in blows]
    return lots + rounds.last_blows(battle, fight, step)


def _after(battle: Battle, fight: Fight, ways: Sequence[Way], lots_of: Any) -> list[Way]:
    """All ways after the attacks of a step, those alike together."""
    found: dict[Hashable, Way] = {}
    for way in ways:
        _set(battle, fight, way)
        # All attacks of a step are made before anybody falls.
        lots = [(lot, _results(battle, lot)) for lot in lots_of()]
        after = [way._replace(units=tuple(battle.units[number] for number in fight.members))]
        for lot, results in lots:
            after = list(_merged({}, _suffered(battle, fight, after, lot, results)).values())
        _merged(found, after)
    kept = sorted(found.values(), key=lambda one: -one.chance)[:MOST]
    total = summed(way.chance for way in kept)
    return [way._replace(chance=way.chance / total) for way in kept]


def _results(battle: Battle, lot: Lot) -> dict[Result, float]:
    """What attacks may come to, each with its chance; more wounds than there is Health count as so many."""
    most = _health(battle, lot)
    found: dict[Result, float] = {}
    for (wounds, slain), chance in attacks.spread_of(battle, lot).items():
        result = Result(0, min(wounds, most), min(slain, most))
        found[result] = found.get(result, 0.0) + chance
    return found


def _suffered(
    battle: Battle, fight: Fight, ways: Sequence[Way], lot: Lot, results: Mapping[Result, float]
) -> Iterator[Way]:
    """What each result of attacks makes of each way."""
    for way in ways:
        for result, share in results.items():
            if way.chance * share >= SLIGHT:
                _set(battle, fight, way)
                _carried_out(strikes.take_off(battle, fight, lot, result))
                units = tuple(battle.units[number] for number in fight.members)
                yield Way(units, (fight.wounds[0], fight.wounds[1]), way.chance * share)


def _merged(found: dict[Hashable, Way], ways: Iterable[Way]) -> dict[Hashable, Way]:
    """Ways that leave the same models in the same places become one, with those found before."""
    for way in ways:
        key = (tuple((unit.models, unit.host) for unit in way.units), way.wounds)
        known = found.get(key)
        found[key] = way if known is None else known._replace(chance=known.chance + way.chance)
    return found


def _set(battle: Battle, fight: Fight, way: Way) -> None:
    """The units of the fight are as that way has left them."""
    for unit in way.units:
        battle.units[unit.id] = unit.__copy__()  # type: ignore[attr-defined]
    fight.wounds[:] = way.wounds


def _health(battle: Battle, lot: Lot) -> int:
    """The Health of a target and of the Heroes with it."""
    target = battle.units[lot.target]
    return health_left(battle, target) + sum(health_left(battle, one) for one in battle.units if one.host == target.id)


def _carried_out(script: Script[Any]) -> None:
    """Run a script in which nobody wants anything and no die helps."""
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(asked, Ask):
            question = asked.question
            quiet = question.options if isinstance(question, Choose) else ()
            key = next((option.key for option in quiet if option.passes), "")
            answer = Chosen(key) if key else asked.suggestions()[0]
        elif isinstance(asked, Roll):
            answer = (1,) * int(asked.dice.split("D")[0] or 1)


def _summed(battle: Battle, fight: Fight, ways: Sequence[Way]) -> Prospect:
    wounds, wins, destroyed, breaks, leaves = ([0.0, 0.0] for _ in range(5))
    for way in ways:
        _set(battle, fight, way)
        scores = [resolution.score(battle, fight, seat) for seat in range(2)]
        winner = resolution.winner_of(battle, fight, scores)
        for seat in range(2):
            wounds[seat] += way.chance * way.wounds[seat]
            destroyed[seat] += way.chance * (not fight.side(battle, seat))
        if winner is None:
            continue
        wins[winner] += way.chance
        margin = scores[winner].total - scores[1 - winner].total
        stays = holds = 1.0
        for unit in fight.side(battle, 1 - winner):
            known = resolution.fates(battle, resolution.loser_trial(battle, unit, max(0, margin)))
            stays *= known["stays"]
            holds *= 1.0 - known["breaks"]
        if fight.side(battle, 1 - winner):
            leaves[1 - winner] += way.chance * (1.0 - stays)
            breaks[1 - winner] += way.chance * (1.0 - holds)
    return Prospect(*((one[0], one[1]) for one in (wounds, wins, destroyed, breaks, leaves)))


def blended(parts: Sequence[tuple[float, Prospect]]) -> Prospect:
    """Prospects of which each holds with its chance."""
    fields = Prospect.__struct_fields__
    return Prospect(
        *(
            (
                summed(chance * getattr(one, name)[0] for chance, one in parts),
                summed(chance * getattr(one, name)[1] for chance, one in parts),
            )
            for name in fields
        )
    )


# Told


def fight_odds(battle: Battle, group: Sequence[int], seat: int) -> tuple[Odds, ...]:
    """What a fight has to expect, as a player of that seat reads it."""
    return tuple(told(prospect(battle, group), seat))


def told(found: Prospect, seat: int, share: float = 1.0) -> Iterator[Odds]:
    """The figures of a fight for a seat; `share` is the chance that it is fought at all."""
    other = 1 - seat
    yield Odds("wins the fight", found.wins[seat] * share, telling=True)
    yield Odds("loses the fight", found.wins[other] * share)
    yield Odds("expected wounds", found.wounds[seat] * share, (), "expected", telling=True)
    yield Odds("expected losses", found.wounds[other] * share, (), "expected")
    for label, chance in (
        ("the enemy is destroyed", found.destroyed[other]),
        ("the enemy breaks", found.breaks[other]),
        ("the enemy leaves the fight", found.leaves[other]),
        ("is destroyed", found.destroyed[seat]),
        ("breaks", found.breaks[seat]),
        ("leaves the fight", found.leaves[seat]),
    ):
        if chance * share >= TOLD:
            yield Odds(label, chance * share)
