"""How fast the engine is, on one core: whole random battles, copies, hashes, geometry, odds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

import msgspec

from warhost.dice import Chance
from warhost.play import Battle, Game, Setup, Shows, battle_hash, copied, luck_of
from warhost.play.counsel.throws import Reason, Stage, attempt, mean, save, spread, to
from warhost.players import RandomPlayer, play_out
from warhost.rulesets import ruleset as find_ruleset
from warhost.table import Forward, Wheel, can_see, distance, gap_along, overlap_depth, rect

SMALL = 1000
"""Points of an army in a battle that is measured, so that the figures of all books can be compared."""

PER_CALL = 0.3
"""Seconds for the figure of one call, where battles have more than that."""

Timing: TypeAlias = Callable[[Callable[[], object]], float]


class Figure(msgspec.Struct, frozen=True):
    """One measurement: what, how much, of what."""

    name: str
    value: float
    unit: str


def bench(slugs: Iterable[str], seconds: float = 5.0, done: Callable[[Figure], None] | None = None) -> list[Figure]:
    """Measure everything; `seconds` for each rulebook's battles, and no more than that for any other figure."""
    per_call = partial(_per_call, seconds=min(seconds, PER_CALL))
    figures: list[Figure] = []

    def tell(*found: Figure) -> None:
        for figure in found:
            figures.append(figure)
            if done is not None:
                done(figure)

    for slug in slugs:
        size = small_size(slug)
        games, decisions, took, middle = random_battles(slug, seconds, size)
        words = f" of {size:,} points" if size else ""
        tell(
            Figure(f"{slug}: random battles{words}", games / took, "battles/s"),
            Figure(f"{slug}: decisions", decisions / took, "decisions/s"),
            Figure(f"{slug}: copy of a battle", per_call(partial(copied, middle)), "us"),
            Figure(f"{slug}: hash of a battle", per_call(partial(battle_hash, middle)), "us"),
        )
    tell(*geometry(per_call), *chains(per_call))
    return figures


def small_size(slug: str) -> int:
    """Points of the armies where those of a usual battle are larger, as near to `SMALL` as the book has them; 0 where
    they are not."""
    rules = find_ruleset(slug)
    for card in rules.option_cards() if isinstance(rules, Shows) else ():
        if card.name == "points" and not card.only_with and int(card.default) > SMALL:
            return min(map(int, card.choices), key=lambda size: abs(size - SMALL))
    return 0


def random_battles(slug: str, seconds: float, points: int = 0) -> tuple[int, int, float, Battle]:
    """Random against random with any armies on any maps for that long, at least once; also a battle from its middle.
    The time is the processor's, which a busy machine changes only a little. With `points`, house armies have lists of
    that size."""
    rules = find_ruleset(slug)
    armies, maps = rules.armies(), [name for name in rules.maps() if name != "open"]
    games = decisions = 0
    middle: Battle | None = None
    began = time.process_time()
    while not games or time.process_time() - began < seconds:
        chance = Chance(f"bench {games}")
        setup = Setup(
            ruleset=slug,
            armies=(armies[chance.pick(len(armies))], armies[chance.pick(len(armies))]),
            map=maps[chance.pick(len(maps))],
            options={"points": points} if points else {},
        )
        game = Game(rules, rules.set_up(setup), luck_of(chance.fork("dice")), history=False)
        players = [RandomPlayer(chance.fork(f"seat {seat}")) for seat in range(len(game.battle.scene.seats))]
        if middle is None:
            while game.battle.turn < 2 and not game.over:
                game.answer(game.asked.sample(chance))
            middle = copied(game.battle)
        decisions += play_out(game, players)
        games += 1
    assert middle is not None
    return games, decisions, time.process_time() - began, middle


def geometry(per_call: Timing) -> list[Figure]:
    """The operations that battles are made of."""
    one, other = rect(10.0, 10.0, 20.0, 5.0, 3.0), rect(14.0, 18.0, 200.0, 4.0, 2.0)
    wall = rect(12.0, 14.0, 90.0, 1.0, 3.0)
    model = rect(10.0, 10.0, 20.0, 0.787, 0.787)
    return [
        Figure("distance of two rectangles", per_call(lambda: distance(one, other)), "us"),
        Figure("overlap of two rectangles", per_call(lambda: overlap_depth(one, other)), "us"),
        Figure("gap along a straight move", per_call(lambda: gap_along(one, Forward(6.0), other)), "us"),
        Figure("gap along a wheel", per_call(lambda: gap_along(one, Wheel(60.0), other)), "us"),
        Figure("line of sight past a blocker", per_call(lambda: can_see(model, other, (wall,))), "us"),
    ]


def chains(per_call: Timing) -> list[Figure]:
    """The odds of attacks, described and convolved: some dice count alike, others do not."""
    told = Reason("attack", "bench")

    def chain(each: int = 1) -> Stage:
        ward = save("ward", 6, to(None, each), told)
        armour = save("armour", 5, to(ward), told)
        wound = attempt("wound", 4, to(armour), told)
        sixes = (6, 6, (*to(armour), *to(wound)))
        return attempt("hit", 3, to(wound), told, naturals=(sixes,) if each > 1 else ())

    return [
        Figure("odds of 30 attacks through four stages", per_call(lambda: spread(chain(), 30)), "us"),
        Figure("the same with further hits and wounds", per_call(lambda: spread(chain(2), 30)), "us"),
        Figure("mean of the same", per_call(lambda: mean(chain(2))), "us"),
    ]


def _per_call(work: Callable[[], object], seconds: float) -> float:
    """Microseconds for one call, the best of a hundred short batches: the machine's other work only ever adds."""
    count = 1
    while (took := _batch(work, count)) < seconds / 100:
        count *= 2
    return min(took, *(_batch(work, count) for _ in range(100))) / count * 1e6


def _batch(work: Callable[[], object], count: int) -> float:
    began = time.perf_counter()
    for _ in range(count):
        work()
    return time.perf_counter() - began
