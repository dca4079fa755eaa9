"""Gambits: the hand, using a power, scoring at the round's end (Twists & Gambits: Gambits)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Unit, events
from warhost.rulesets.regiments.parts.twists_and_gambits import powers, scoring
from warhost.rulesets.regiments.parts.twists_and_gambits.state import (
    Gambit,
    GambitDiscarded,
    GambitGained,
    GambitScored,
    gambits,
    keep,
    kept,
)

HAND = 3
POWER, SCORE, DISCARD = "gambit power", "score gambit", "discard gambit"


@rule("aofr.gambit.start")
def deal(battle: Battle) -> Script[None]:
    """Each player gets three random gambits."""
    for seat in (0, 1):
        for _ in range(HAND):
            yield from gain(battle, seat)


@rule("aofr.gambit.roll", "aofr.gambit.replace")
def gain(battle: Battle, seat: int) -> Script[None]:
    """One die for the group, one for the number; what is in the hand already is rolled again (AOFR-R587)."""
    hand = kept(battle).hands[seat]
    while True:
        (group,) = yield from roll("D6", why="Gambit: 1-3 A, 4-6 B", rule="aofr.gambit.roll", seat=seat)
        (number,) = yield from roll("D6", why="Gambit", rule="aofr.gambit.roll", seat=seat)
        gambit = list(gambits().values())[(0 if group <= 3 else 6) + number - 1]
        if gambit.slug not in hand:
            break
    _hold(battle, seat, (*hand, gambit.slug))
    yield GambitGained(seat, gambit.name)


def _hold(battle: Battle, seat: int, hand: tuple[str, ...]) -> None:
    keep(battle, hands=tuple(hand if number == seat else old for number, old in enumerate(kept(battle).hands)))


@rule("aofr.gambit.replace")
def replace(battle: Battle, seat: int, slug: str) -> Script[None]:
    """A gambit leaves the hand, and a new one is rolled for."""
    _hold(battle, seat, tuple(one for one in kept(battle).hands[seat] if one != slug))
    yield from gain(battle, seat)


def hand_of(battle: Battle, seat: int) -> list[Gambit]:
    return [gambits()[slug] for slug in kept(battle).hands[seat]]


@rule("aofr.gambit.one_per_round")
def may_play(battle: Battle, seat: int) -> bool:
    """One power used, or one gambit scored, in a round."""
    played = kept(battle).played
    return 0 <= seat < len(played) and not played[seat]


def _played(battle: Battle, seat: int) -> None:
    keep(battle, played=tuple(number == seat or old for number, old in enumerate(kept(battle).played)))


@rule("aofr.gambit.one_per_round")
def use_power(battle: Battle, unit: Unit) -> Script[None]:
    """When a unit begins to act, its side may use the power of one gambit."""
    seat = unit.seat
    if not may_play(battle, seat):
        return
    ready = [gambit for gambit in hand_of(battle, seat) if powers.targets(battle, seat, gambit)]
    if not ready:
        return
    options = [Option("no", "Keep the gambits", unit=unit.id, passes=True)]
    options += [Option(gambit.slug, f"{gambit.name}: {gambit.power}", unit=unit.id) for gambit in ready]
    text = "Do you use the power of a gambit? If you do, you cannot score one this round."

    def weigh(option: Option) -> Sequence[Odds]:
        return option.odds if option.passes else powers.best(battle, seat, gambits()[option.key])

    key = yield from choose(seat, POWER, text, options, rules=("aofr.gambit.one_per_round",), weigh=weigh)
    if key == "no":
        return
    _played(battle, seat)
    yield from powers.use(battle, seat, gambits()[key])
    yield from replace(battle, seat, key)


@rule("aofr.gambit.one_per_round", "aofr.gambit.vp")
def score(battle: Battle, seat: int, worth: int) -> Script[None]:
    """When the round ends, a side that used no power may score one gambit."""
    if not may_play(battle, seat):
        return
    ready = [gambit for gambit in hand_of(battle, seat) if scoring.is_met(battle, seat, gambit.slug)]
    if not ready:
        return
    options = [Option(gambit.slug, f"Score {gambit.name}: {gambit.scoring}") for gambit in ready]
    options.append(Option("no", "Score none", passes=True))
    text = "Which gambit do you score?"
    key = yield from choose(seat, SCORE, text, options, rules=("aofr.gambit.one_per_round", "aofr.gambit.vp"))
    if key == "no":
        return
    _played(battle, seat)
    yield GambitScored(seat, gambits()[key].name)
    yield events.PointsScored(seat, float(worth))
    battle.points = tuple(have + worth * (number == seat) for number, have in enumerate(battle.points))
    yield from replace(battle, seat, key)


@rule("aofr.gambit.discard")
def discard(battle: Battle, seat: int) -> Script[None]:
    """When the round ends, a player may throw away one gambit for a new one."""
    options = [Option("no", "Keep all gambits", passes=True)]
    options += [Option(gambit.slug, f"Discard {gambit.name}: {gambit.scoring}") for gambit in hand_of(battle, seat)]
    key = yield from choose(seat, DISCARD, "Do you discard a gambit?", options, rules=("aofr.gambit.discard",))
    if key != "no":
        yield GambitDiscarded(seat, gambits()[key].name)
        yield from replace(battle, seat, key)
