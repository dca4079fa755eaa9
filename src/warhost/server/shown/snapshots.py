"""Snapshots of battles as they are played, and what is shown of a battle that a newer Warhost does not replay."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.play import Battle, Game, Outcome, Record, Rolled, battle_hash, sealed_record, with_own_names
from warhost.play.kept.record import Snapshot, StepHash, format_for
from warhost.server.store.values import Kept, Logged, Passed

EVERY = 8
"""Steps after which there is a snapshot even if the phase goes on: so little of a battle is not shown at most."""


class _Moment(msgspec.Struct):
    """What a snapshot tells of itself."""

    turn: int = 0
    active: int = 0
    outcome: Outcome | None = None


def passed(game: Game, since: int = 0) -> list[Passed]:
    """The steps of a game from that one on; the end counts as one more, with a snapshot of what is left."""
    steps = [_passed(game, number) for number in range(since, len(game.marks))]
    if game.over and game.agreed is None and since <= len(game.marks):
        steps.append(Passed(game.number, game.hash(), _without_scene(game.battle)))
    return steps


def _passed(game: Game, number: int) -> Passed:
    mark = game.marks[number]
    # The start is kept with the battle itself.
    due = number > 0 and (number % EVERY == 0 or _phase(mark.battle) != _phase(game.marks[number - 1].battle))
    return Passed(mark.at, battle_hash(mark.battle), _without_scene(mark.battle) if due else None)


def _phase(battle: Battle) -> tuple[int, int, str]:
    return battle.turn, battle.active, battle.phase


def _without_scene(battle: Battle) -> str:
    """All of a battle but its scene, which never changes and makes up most of it."""
    parts = _parts(msgspec.json.encode(with_own_names(battle)))
    del parts["scene"]
    return msgspec.json.encode(parts).decode()


def _parts(battle: bytes | str) -> dict[str, msgspec.Raw]:
    return msgspec.json.decode(battle, type=dict[str, msgspec.Raw])


def first_difference(kept: Sequence[Passed], now: Sequence[Passed]) -> int | None:
    """After how many answers a battle goes otherwise than it once went; None: it does not."""
    for number, step in enumerate(kept):
        if number >= len(now) or (now[number].answered, now[number].hash) != (step.answered, step.hash):
            return step.answered
    return None


def record_from_steps(
    kept: Kept, log: Sequence[Logged], steps: Sequence[Passed], agreed: Outcome | None = None
) -> Record:
    """The record of a battle without playing it again. Its snapshots begin with the start. `agreed` is how its players
    ended it before the rules did."""
    scene = _parts(kept.start)["scene"]
    last = steps[-1] if kept.progress.over and steps and agreed is None else None
    snapshots = [_snapshot(0, kept.start)]
    for step in steps:
        if step.snapshot is not None:
            whole = msgspec.json.encode({"scene": scene, **_parts(step.snapshot)}).decode()
            snapshots.append(_snapshot(step.answered, whole))
    outcome = agreed
    if last is not None and last.snapshot is not None:
        outcome = msgspec.json.decode(last.snapshot, type=_Moment).outcome
    seed = kept.seed if kept.progress.over else None
    return sealed_record(
        Record(
            format=format_for(kept.setup, seed),
            ruleset=kept.ruleset,
            version=kept.version,
            setup=kept.setup,
            players=tuple(seat.player for seat in kept.seats),
            seed=seed,
            places=None if seed is None else places_of(log),
            start=msgspec.Raw(kept.start.encode()),
            entries=tuple(one.entry for one in log),
            steps=tuple(StepHash(step.answered, step.hash) for step in (steps if last is None else steps[:-1])),
            snapshots=tuple(snapshots),
            outcome=outcome,
            final=kept.progress.hash,
        )
    )


def places_of(log: Sequence[Logged]) -> tuple[int | None, ...]:
    """Where in the stream of the seed each roll begins; none for those of the battle that this one branched off."""
    return tuple(one.counter for one in log if isinstance(one.entry.answer, Rolled))


def _snapshot(answered: int, battle: str) -> Snapshot:
    moment = msgspec.json.decode(battle, type=_Moment)
    return Snapshot(answered, moment.turn, moment.active, msgspec.Raw(battle.encode()))
