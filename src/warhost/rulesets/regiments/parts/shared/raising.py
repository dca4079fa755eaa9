"""Dice that count one more after they have fallen."""

from __future__ import annotations

from warhost.dice import Dice
from warhost.play.counsel.throws import Swayed, natural
from warhost.play.questions import Odds, Roll
from warhost.rulebook import rule

ONE_MORE = 1


def gained(roll: Roll, faces: tuple[int, ...], now: tuple[int, ...]) -> Odds:
    """What dice that count more are worth: so many more successes, or so much more on the total."""
    more = sum(after > before for after, before in zip(now, faces, strict=True))
    return Odds(what_more(roll, more), more, kind="expected", telling=True)


def what_more(roll: Roll, count: int) -> str:
    """What so much more is of."""
    if roll.need is None:
        return "more on the total"
    return "more success" if count == 1 else "more successes"


def can_be_raised(roll: Roll) -> bool:
    """Whether one more on a die may be good for who rolled it: not in rolls for no unit, nor in those of which the
    least is best, nor in those that decide on tables, nor where only unmodified results succeed."""
    known = roll.seat is not None and roll.unit is not None and roll.most is None and not roll.unmodified
    return known and (roll.need is not None or roll.read == "sum")


def is_test(roll: Roll) -> bool:
    """Whether each die is read by itself against what it needs."""
    return roll.need is not None and roll.read != "sum"


@rule("aofr.tourney.fortune_use", "aofr.campaign.underdog_use")
def shifted(roll: Roll, faces: tuple[int, ...], by: int) -> tuple[int, ...]:
    """All dice of the roll with so much more on each. In tests natural 1s and 6s stay what they are, and where only
    unmodified results succeed no die changes (AOFR-R622)."""
    if roll.unmodified:
        return faces
    if not is_test(roll):
        step = by * faces_for_a_point(roll)
        return Swayed.of(faces, (max(1, face + step) for face in faces))
    both = zip(faces, natural(faces), strict=True)
    return Swayed.of(faces, (face if shown in (1, 6) else face + by for face, shown in both))


def faces_for_a_point(roll: Roll) -> int:
    """How many faces of the die that is thrown make one point: of a D3, which is thrown with a D6, two."""
    dice = Dice.parse(roll.dice)
    return max(1, dice.sides // dice.size)


def counts(roll: Roll, face: int) -> bool:
    """Whether one more makes a success of a failure: a natural 1 stays a failure (AOFR-R573)."""
    return roll.need is not None and 1 < face < roll.need <= face + ONE_MORE


@rule("aofr.cp.high_command", "aofr.cp.supreme_command", "aofr.multi.king_spend")
def raised(roll: Roll, faces: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The dice with 1 more on so many of them, where that makes a difference. What rules say of natural results they
    say of those that fell."""
    more = ONE_MORE
    if roll.read == "sum" or roll.need is None:
        better = list(range(len(faces)))[:most]
        more *= faces_for_a_point(roll)
    else:
        better = [number for number, face in enumerate(faces) if counts(roll, face)][:most]
    if not better:
        return faces
    return Swayed.of(faces, (face + more if number in better else face for number, face in enumerate(faces)))
