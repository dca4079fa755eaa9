"""Many battles at once: the schedule, the work on several processes, and what the results are worth."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Ruleset, Setup, Shows, write_record
from warhost.play.book import maps_to_draw
from warhost.play.events import counted
from warhost.players import Result, named_player, play_match
from warhost.players.workers import Fault, worked_off
from warhost.rulesets import ruleset as find_ruleset


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play: fixed armies, or any of them; fixed map, or any; which players sit where."""

    ruleset: str
    armies: tuple[str, ...] = ()
    lists: tuple[Mapping[str, Any] | None, ...] = ()
    """For each of these armies the list, if a player brought it."""
    options: Mapping[str, Any] = {}
    map: str = "any"
    players: tuple[str, ...]
    games: int
    seed: str
    swap: bool = True
    """After every game the players move on by a seat, so that nobody profits from a seat or an army."""
    pairings: bool = False
    """Every army meets every army and itself, equally often and from either seat, instead of any armies."""
    mirrors: bool = True
    """In pairings armies meet themselves too."""


class Job(msgspec.Struct, frozen=True):
    """One battle of a plan."""

    number: int
    setup: Setup
    players: tuple[str, ...]
    seed: str
    moved: int = 0
    """By how many seats the players have moved on from those that the plan gives them."""
    record: str | None = None


class Played(msgspec.Struct, frozen=True):
    """One battle that was played, with the players back in the plan's order."""

    number: int
    result: Result
    moved: int


class Failed(msgspec.Struct, frozen=True):
    """One battle that came to no end, and why."""

    number: int
    setup: Setup
    players: tuple[str, ...]
    seed: str
    why: str

    @property
    def line(self) -> str:
        return f"Battle {self.number + 1} with seed {self.seed} failed: {self.why}. To see it: {self.again}"

    @property
    def again(self) -> str:
        """The command that plays it once more, where armies are those of the house."""
        setup = self.setup
        words = ["warhost", "watch", setup.ruleset]
        for army in setup.armies:
            words += ["--army", army]
        if setup.map:
            words += ["--map", setup.map]
        for name, choice in setup.options.items():
            words.append(
                f"--option={name}={','.join(map(str, choice)) if isinstance(choice, list | tuple) else choice}"
            )
        return shlex.join([*words, "--players", ",".join(self.players), "--seed", self.seed])


ANY_MAP = "any"


def schedule(plan: Plan, folder: Path | None = None) -> Iterator[Job]:
    """The battles of a plan. The same plan gives the same battles, however many processes play them."""
    rules = find_ruleset(plan.ruleset)
    seats = len(plan.players)
    meet = combinations_with_replacement if plan.mirrors else combinations
    meetings = list(meet(rules.armies(), seats))
    for number in range(plan.games):
        chance = Chance(f"{plan.seed} game {number}")
        if plan.pairings:
            # Armies move on by a seat after every round of all pairings, players when armies have sat everywhere.
            lap, place = divmod(number, len(meetings))
            armies = _moved_on(meetings[place], lap % seats)
            turn = lap // seats
        else:
            armies = tuple(
                plan.armies[seat] if seat < len(plan.armies) else rules.armies()[chance.pick(len(rules.armies()))]
                for seat in range(max(seats, len(plan.armies)))
            )
            turn = number
        maps = maps_to_draw(rules, plan.options)
        chosen = maps[chance.pick(len(maps))] if plan.map == ANY_MAP else plan.map
        moved = turn % seats if plan.swap else 0
        players = _moved_on(plan.players, moved)
        seed = f"{plan.seed}/{number}"
        path = None if folder is None else str(folder / f"{plan.ruleset}-{number:05d}.json")
        setup = Setup(ruleset=plan.ruleset, armies=armies, map=chosen, options=plan.options, lists=plan.lists)
        yield Job(number, setup, players, seed, moved, path)


def _moved_on(sitting: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Who sits where when everybody has moved on by so many seats, the last ones round to the first."""
    return sitting[len(sitting) - seats :] + sitting[: len(sitting) - seats]


def check(plan: Plan) -> None:
    """Find what is wrong with a plan before the first battle: every army, map and player is tried once."""
    if plan.games < 1:
        raise WarhostError(f"Play at least one battle, not {plan.games}.")
    if not plan.mirrors and not plan.pairings:
        raise WarhostError("Only where every army plays every army can they be kept from playing themselves.")
    if plan.pairings and plan.armies:
        raise WarhostError("Either every army plays every army, or you name the armies, not both.")
    rules = find_ruleset(plan.ruleset)
    seats = rules.seat_count if isinstance(rules, Shows) else len(plan.players)
    if len(plan.armies) > seats:
        # More armies than a usual battle has: the rulebook says whether that can be, and for how many players.
        seats = len(rules.set_up(next(iter(schedule(msgspec.structs.replace(plan, games=1)))).setup).scene.seats)
    if len(plan.players) != seats:
        named = ", ".join(plan.players)
        raise WarhostError(
            f"{rules.title} has {counted(seats, 'seat')}: name a player for each, not {named or 'none'}."
        )
    for job in schedule(msgspec.structs.replace(plan, games=1)):
        rules.set_up(job.setup)
    for seat, name in enumerate(plan.players):
        named_player(name, seat, Chance(0)).close()


def play_job(job: Job) -> Played:
    """One battle, recorded if wanted."""
    rules: Ruleset = find_ruleset(job.setup.ruleset)
    record_wanted = job.record is not None
    result, record = play_match(rules, job.setup, job.players, job.seed, record=record_wanted, stand_in=True)
    if record is not None and job.record is not None:
        write_record(record, Path(job.record))
    return Played(job.number, result, job.moved)


def play_all(
    plan: Plan,
    *,
    jobs: int = 1,
    records: Path | None = None,
    done: Callable[[int], None] | None = None,
    failed: Callable[[Failed], None] | None = None,
) -> list[Played]:
    """Play a whole plan, on several processes if wanted; results in the order of the battles.

    `done` is told how many have ended. Interrupted, it gives those that were played, if there are any. `failed` is told
    of each battle that came to no end, and the others are played; where nobody listens, the first one is an error.
    """
    check(plan)
    results: list[Played] = []
    ended = 0
    try:
        for job, came in worked_off(jobs, play_job, schedule(plan, records)):
            if isinstance(came, Fault):
                _leave_no_half(job)
                missed = Failed(job.number, job.setup, job.players, job.seed, came.why)
                if failed is None:
                    raise WarhostError(missed.line)
                failed(missed)
            else:
                results.append(came)
            ended += 1
            if done is not None:
                done(ended)
    except KeyboardInterrupt:
        for half in () if records is None else records.glob(f"{plan.ruleset}-*.part"):
            half.unlink(missing_ok=True)
        if not ended:
            raise
    return sorted(results, key=lambda played: played.number)


def _leave_no_half(job: Job) -> None:
    """Take away what a process that died had begun to write."""
    if job.record is not None:
        path = Path(job.record)
        for half in path.parent.glob(f"{path.name}*.part"):
            half.unlink(missing_ok=True)


class Interval(msgspec.Struct, frozen=True):
    """A share and the range that holds the true one in 95 of 100 cases (Wilson's score interval)."""

    share: float
    low: float
    high: float


def interval(hits: int, of: int, z: float = 1.959964) -> Interval:
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


class Line(msgspec.Struct, frozen=True):
    """What one player (or army) made of its battles."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    win_share: Interval
    decided_share: Interval


class Summary(msgspec.Struct, frozen=True):
    """What a plan's battles come to."""

    ruleset: str
    games: int
    seed: str
    players: tuple[Line, ...]
    armies: tuple[Line, ...]
    pairings: tuple[Line, ...]
    """What each army made of each that stands behind it in the alphabet; of itself, what the first seat made."""
    draws: int
    massacres: int
    seconds: float
    mean_decisions: float
    stood_in: tuple[str, ...] = ()
    """Where a legal answer was played for a player that gave none, battle by battle."""
    failed: tuple[Failed, ...] = ()
    """The battles that came to no end; they count nowhere."""


def summarise(plan: Plan, results: Sequence[Played], seconds: float, failed: Sequence[Failed] = ()) -> Summary:
    """Wins, draws and losses of every player and every army, with their intervals."""
    players = [_line(name, [_view(p, seat) for p in results]) for seat, name in enumerate(plan.players)]
    armies = []
    for army in sorted({army for played in results for army in played.result.setup.armies}):
        seen = [
            _won(played, seat)
            for played in results
            for seat, name in enumerate(played.result.setup.armies)
            if name == army
        ]
        armies.append(_line(army, seen))
    return Summary(
        ruleset=plan.ruleset,
        games=len(results),
        seed=plan.seed,
        players=tuple(players),
        armies=tuple(armies),
        pairings=tuple(_pairings(results)) if plan.pairings else (),
        draws=sum(1 for played in results if not played.result.winners),
        massacres=sum(1 for played in results if played.result.word == "massacre"),
        seconds=round(seconds, 3),
        mean_decisions=round(sum(p.result.decisions for p in results) / max(1, len(results)), 1),
        stood_in=tuple(
            f"Battle {played.number + 1} with seed {played.result.seed}: {line}"
            for played in results
            for line in played.result.stood_in
        ),
        failed=tuple(sorted(failed, key=lambda one: one.number)),
    )


def _pairings(results: Sequence[Played]) -> Iterator[Line]:
    met: dict[tuple[str, ...], list[int]] = {}
    for played in results:
        armies = played.result.setup.armies
        pair = tuple(sorted(armies))
        met.setdefault(pair, []).append(_won(played, armies.index(pair[0])))
    for pair, seen in sorted(met.items()):
        yield _line(" against ".join(pair) if len(set(pair)) > 1 else f"{pair[0]} against itself, first seat", seen)


def _view(played: Played, seat: int) -> int:
    """How the plan's player in that seat fared: 1 won, 0 drew, -1 lost. It may have moved on to another seat."""
    return _won(played, (seat + played.moved) % len(played.result.players))


def _won(played: Played, seat: int) -> int:
    winners = played.result.winners
    if not winners:
        return 0
    return 1 if seat in winners else -1


def _line(name: str, seen: Sequence[int]) -> Line:
    wins, losses = seen.count(1), seen.count(-1)
    return Line(
        name=name,
        games=len(seen),
        wins=wins,
        draws=seen.count(0),
        losses=losses,
        win_share=interval(wins, len(seen)),
        decided_share=interval(wins, wins + losses),
    )
