"""The course of a raid: who acts, the move, the attack, the end of a round and of the raid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from border_raid.battle import Band, BandMoved, BandRecovered, Raid, field_of, shape_of, standing
from border_raid.fighting import Attack, chance_to_fail, fight
from warhost.field import Cites, MoveKind, Passage, check
from warhost.field.moves.drafts import ask_drawn, random_wheeling, wheeling_drafts
from warhost.play import Denied, Kind, Manoeuvre, Moved, Odds, Option, Outcome, Script, Turning, settled
from warhost.play.script import choose, choose_unit
from warhost.play.shown.cards import Scored
from warhost.rulebook import rule
from warhost.table import Step, walk

HERD = 3.0
"""How near a band must be to hold a herd, in inches."""
HELD, GONE = 2, 1
"""Points for a herd, and for an enemy band that is gone."""
GAP = 0.5
"""How far bands keep from each other where a move ends, in inches."""

PASSAGE = Passage(gap=GAP, passing=0.1, crowded="stays near", board="whole", pivots="lifted", barred="rocks")
CITES = {
    "advance": Cites(move="raid.move.advance", gap="raid.move.gap", barred="raid.move.rocks"),
    "run": Cites(move="raid.move.run", gap="raid.move.gap", barred="raid.move.rocks"),
    "turn": Cites(move="raid.move.turn", gap="raid.move.gap", barred="raid.move.rocks"),
}


@rule("raid.turn.once", "raid.turn.alternate")
def choose_band(battle: Raid) -> Script[None]:
    """The player whose turn it is picks a band that has yet to act."""
    ready = [band for band in standing(battle, battle.active) if not band.acted]
    band = yield from choose_unit(
        ready, battle.active, "activation", "Which band acts?", rules=("raid.turn.once", "raid.turn.alternate")
    )
    battle.acting = band.id
    battle.stage = "move"


def kinds_of(band: Band) -> tuple[Kind, ...]:
    """The moves that a band may make."""
    wheels, move = (Turning("corner", 90.0, costs=True),), float(band.entry.move)
    return (
        Kind("advance", forward=move, turns=wheels, gap=GAP),
        Kind("run", forward=2 * move, turns=wheels, gap=GAP, text="No attack after a run."),
        Kind("turn", turns=(Turning("centre", 180.0, 1),), gap=GAP),
    )


def move_kind(kind: Kind) -> MoveKind:
    """A kind of move with what it keeps from others and the rules behind it."""
    return MoveKind(kind, PASSAGE, CITES[kind.name])


@rule("raid.move.advance", "raid.move.run", "raid.move.turn", "raid.move.gap", "raid.move.rocks")
def move_band(battle: Raid) -> Script[None]:
    """The band advances, runs or turns, or stays."""
    band = battle.units[battle.acting]
    shape, field, kinds = shape_of(band), field_of(battle), kinds_of(band)

    def checks(kind: Kind) -> Callable[[Sequence[Step]], object]:
        return lambda steps: check(field, field[band.id], move_kind(kind), steps)

    goals = [(shape_of(foe).x, shape_of(foe).y) for foe in standing(battle, 1 - band.seat)]
    goals += battle.scene.board.markers
    moved = yield from ask_drawn(
        Manoeuvre(
            seat=band.seat,
            topic="move",
            text=f"Move {band.name}.",
            unit=band.id,
            kinds=kinds,
            rules=("raid.move.advance", "raid.move.run", "raid.move.turn"),
        ),
        {kind.name: checks(kind) for kind in kinds},
        lambda: wheeling_drafts(shape, kinds, goals, battle.scene.board.centre),
        lambda chance: random_wheeling(shape, kinds, chance),
    )
    if moved.kind:
        yield from _go(band, moved, moved.steps)
    ran = moved.kind == "run"
    battle.stage = "end" if ran or band.shaken else "attack"


def _go(band: Band, moved: Moved, steps: Sequence[Step]) -> Script[None]:
    band.pose = settled(walk(shape_of(band), steps)[-1])
    band.advanced = moved.kind == "advance"
    yield BandMoved(band.id, moved.kind, tuple(steps), band.pose)


def attacks(battle: Raid, band: Band) -> list[Attack]:
    """The attacks that a band can make from where it stands."""
    found = [Attack(battle, band, foe) for foe in standing(battle, 1 - band.seat)]
    return [attack for attack in found if attack.is_possible()]


def odds_of(attack: Attack) -> tuple[Odds, ...]:
    """What an attack has to expect."""
    lost = attack.expected
    return (
        Odds("To hit", float(attack.needed), tuple(attack.need.parts), kind="needed"),
        Odds("Models removed", lost, kind="expected", telling=True),
        Odds("Nerve fails", chance_to_fail(attack.target, round(lost)) if round(lost) else 0.0),
    )


@rule("raid.attack.strike", "raid.attack.shoot")
def attack_with(battle: Raid) -> Script[None]:
    """The band attacks one enemy, or nobody."""
    band = battle.units[battle.acting]
    possible = attacks(battle, band)
    if possible:
        options = [
            Option(
                str(one.target.id),
                f"{'Shoot' if one.shoots else 'Strike'} {one.target.name}",
                odds_of(one),
                unit=band.id,
                target=one.target.id,
            )
            for one in possible
        ]
        options.append(Option("pass", "Do not attack", unit=band.id, passes=True))
        named = {one.target.id for one in possible}
        denied = [
            Denied(str(foe.id), f"{foe.name}: not ahead, not in range or not in sight.", "raid.attack.shoot")
            for foe in standing(battle, 1 - band.seat)
            if foe.id not in named
        ]
        key = yield from choose(
            band.seat,
            "shoot",
            f"Whom do {band.name} attack?",
            options,
            rules=("raid.attack.strike", "raid.attack.shoot"),
            denied=denied,
        )
        if key != "pass":
            yield from fight(next(one for one in possible if str(one.target.id) == key))
    battle.stage = "end"


@rule("raid.nerve.shaken")
def end_of_action(battle: Raid) -> Script[None]:
    """The band has acted and recovers; then it is the other player's turn, the next round, or the end."""
    band = battle.units[battle.acting]
    band.acted = True
    if band.shaken:
        band.shaken = False
        yield BandRecovered(band.id)
    battle.acting, battle.stage = -1, "choose"
    gone = [seat for seat in (0, 1) if not standing(battle, seat)]
    if gone:
        judge(battle, alone=1 - gone[0])
        return
    ready = {one.seat for one in standing(battle) if not one.acted}
    battle.active = 1 - battle.active if 1 - battle.active in ready else battle.active
    if not ready:
        next_round(battle)


@rule("raid.turn.rounds")
def next_round(battle: Raid) -> None:
    """All bands may act again; after the last round the raid is judged."""
    if battle.turn >= battle.scene.settings.rounds:
        judge(battle)
        return
    battle.turn += 1
    battle.active = (battle.turn - 1) % 2
    for band in battle.units:
        band.acted = band.advanced = False


@rule("raid.end.herds")
def holder(battle: Raid, x: float, y: float) -> int | None:
    """The seat that holds the herd at a point: it alone has a band near it that is not shaken."""
    near = {
        band.seat
        for band in standing(battle)
        if not band.shaken and hypot(shape_of(band).x - x, shape_of(band).y - y) <= HERD
    }
    return near.pop() if len(near) == 1 else None


@rule("raid.end.bands")
def tally(battle: Raid, seat: int) -> list[Scored]:
    """What a player scores points for as things stand."""
    herds = sum(holder(battle, *herd) == seat for herd in battle.scene.board.markers)
    gone = sum(band.pose is None for band in battle.units if band.seat != seat)
    told = [Scored("Herds held", HELD * herds), Scored("Enemy bands gone", GONE * gone)]
    return [one for one in told if one.points]


def points(battle: Raid) -> tuple[int, int]:
    """The points of both players."""
    first, second = (sum(one.points for one in tally(battle, seat)) for seat in (0, 1))
    return first, second


@rule("raid.end.winner")
def judge(battle: Raid, alone: int | None = None) -> None:
    """More points win; a player who alone has bands left wins at once."""
    battle.outcome = verdict(battle, alone)


def verdict(battle: Raid, alone: int | None = None) -> Outcome:
    """How the raid ends as things stand."""
    score = points(battle)
    best = alone if alone is not None else (None if score[0] == score[1] else int(score[1] > score[0]))
    if best is None:
        return Outcome((), "draw", f"A draw: {score[0]} points each.", score)
    name = battle.scene.seats[best].name
    how = "nobody else is left" if alone is not None else f"{score[best]} points to {score[1 - best]}"
    return Outcome((best,), "victory", f"{name} won: {how}.", score)
