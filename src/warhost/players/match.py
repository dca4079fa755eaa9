"""A battle between players, from set-up to the end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError, did_you_mean
from warhost.play import Ask, Event, Game, Record, Refused, Ruleset, Setup, luck_of, record_of, told_apart
from warhost.players.base import Decision, Player, Unseeing
from warhost.players.program import PlayerError, ProgramPlayer
from warhost.plugins import PLAYERS, find_plugin, plugins

SWEPT_AFTER = 200_000
"""While a battle is played out the garbage collector looks for circles after so many new values."""


def player_names() -> tuple[str, ...]:
    """The players that can be named; `program COMMAND` starts any other."""
    return tuple(plugins(PLAYERS))


def named_player(name: str, seat: int, chance: Chance) -> Player:
    """A player by its name."""
    plugin = find_plugin(PLAYERS, name)
    if plugin is not None:
        player = plugin.load()(chance.fork(f"{name} {seat}"))
        if not isinstance(player, Player):
            raise plugin.error("it makes something that lacks what every Player has (warhost.players.Player)")
        return player
    kind, _, command = name.partition(" ")
    if kind == "program":
        return ProgramPlayer(command, seat)
    names = player_names()
    meant = did_you_mean(name, names) or f' There are {", ".join(names)} and "program COMMAND".'
    raise WarhostError(f'There is no player "{name}".{meant}')


def player_title(name: str) -> str:
    """What a player is called on screen: the `title` of its class, if it has one."""
    return str(_shown(name, "title", name))


def player_text(name: str) -> str:
    """A sentence on a player for whoever chooses one: the `text` of its class, if it has one."""
    return str(_shown(name, "text", "A computer player."))


def player_level(name: str) -> int:
    """How strong a player is, from 1 up: the `level` of its class; 0 where that is not said."""
    level = _shown(name, "level", 0)
    return level if isinstance(level, int) else 0


def _shown(name: str, what: str, otherwise: object) -> object:
    plugin = plugins(PLAYERS).get(name)
    return otherwise if plugin is None else getattr(plugin.load(), what, otherwise)


class Result(msgspec.Struct, frozen=True):
    """How a battle between players went."""

    setup: Setup
    players: tuple[str, ...]
    seed: str
    winners: tuple[int, ...]
    word: str
    score: tuple[float, ...]
    decisions: int
    steps: int
    turns: int
    stood_in: tuple[str, ...] = ()
    """Where a legal answer was played for a player that gave none."""


def start(ruleset: Ruleset, setup: Setup, seed: str | int, *, history: bool = True, followed: bool = False) -> Game:
    """A battle set up, with dice from the seed. Where people follow it, units of one name have numbers."""
    battle = ruleset.set_up(setup)
    return Game(ruleset, told_apart(battle) if followed else battle, luck_of(Chance(seed)), history=history)


class StandIn:
    """Answers for players that fail to, so that the battle goes on, and says so."""

    def __init__(self, names: Sequence[str], chance: Chance) -> None:
        self._names, self._chance = names, chance
        self.lines: list[str] = []

    def decide(self, ask: Ask, error: Exception) -> Decision:
        """Any legal answer in place of one that was not given, or not allowed."""
        seat, said = ask.seat, str(error) or "no reason given"
        why = said if isinstance(error, Refused) else f"{type(error).__name__}: {said}"
        self.lines.append(
            f'{self._names[seat]} in seat {seat + 1} had no answer to "{ask.question.topic}" ({why}): '
            "a random legal one was played."
        )
        return Decision(ask.sample(self._chance), (), f"A random legal move, because no decision was made: {why}")


def play_out(
    game: Game,
    players: Sequence[Player],
    *,
    on_decision: Callable[[int, Decision], None] | None = None,
    on_events: Callable[[Sequence[Event]], None] | None = None,
    limit: int = 20_000,
    stand_in: StandIn | None = None,
) -> int:
    """Let the players answer until the battle is over; returns how many decisions it took.

    A player that raises ends the battle, unless somebody stands in for it. Nobody does for a program of somebody's own
    that breaks off: it says itself what is wrong with it.
    """
    count = 0
    deciding = [_deciding(player, game, seat) for seat, player in enumerate(players)]
    with _seldom_swept():
        while not game.over:
            ask = game.asked
            seat = ask.seat
            try:
                decision = deciding[seat](ask)
            except PlayerError:
                raise
            except Exception as error:
                if stand_in is None:
                    raise
                decision = stand_in.decide(ask, error)
            if on_decision is not None:
                on_decision(seat, decision)
            try:
                told = game.answer(decision.answer, seat)
            except Refused as error:
                if stand_in is None:
                    raise
                told = game.answer(stand_in.decide(ask, error).answer, seat)
            if on_events is not None:
                on_events(told)
            count += 1
            if count > limit:
                raise WarhostError(f"The battle has not ended after {limit} decisions.")
    return count


@contextmanager
def _seldom_swept() -> Iterator[None]:
    """Nearly all that players think of is gone by itself: a collector that often looks for circles finds none."""
    first, *later = gc.get_threshold()
    # Who has asked for fewer sweeps, or for none at all, gets them.
    if not 0 < first < SWEPT_AFTER:
        yield
        return
    gc.set_threshold(SWEPT_AFTER, *later)
    try:
        yield
    finally:
        gc.set_threshold(first, *later)


def _deciding(player: Player, game: Game, seat: int) -> Callable[[Ask], Decision]:
    """How the player of a seat comes to a decision: with a view of the battle, where it looks at it."""
    if isinstance(player, Unseeing):
        return player.guess
    ruleset = game.ruleset
    return lambda ask: player.decide(ask, ruleset.view(game.battle, seat), ruleset)


def play_match(
    ruleset: Ruleset,
    setup: Setup,
    names: Sequence[str],
    seed: str | int,
    *,
    record: bool = False,
    stand_in: bool = False,
) -> tuple[Result, Record | None]:
    """One battle between named players. If wanted, a legal answer is played for one that gives none."""
    stands_in = StandIn(names, Chance(f"{seed} stand-in")) if stand_in else None
    players = [named_player(name, seat, Chance(f"{seed} players")) for seat, name in enumerate(names)]
    try:
        game = start(ruleset, setup, seed, history=record)
        decisions = play_out(game, players, stand_in=stands_in)
    finally:
        for player in players:
            player.close()
    outcome = game.battle.outcome
    assert outcome is not None
    result = Result(
        setup=setup,
        players=tuple(names),
        seed=str(seed),
        winners=outcome.winners,
        word=outcome.word,
        score=outcome.score,
        decisions=decisions,
        steps=game.steps,
        turns=game.battle.turn,
        stood_in=() if stands_in is None else tuple(stands_in.lines),
    )
    return result, record_of(game, setup, tuple(names), str(seed)) if record else None
