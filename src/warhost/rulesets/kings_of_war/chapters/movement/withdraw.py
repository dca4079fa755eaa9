"""Withdrawing from a combat: a nerve test, a turn towards the enemy, and 2D6" straight back (Withdrawing)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.dice import Dice, odds
from warhost.field import Body
from warhost.field.contact.engagement import part
from warhost.field.moves.halting import halt
from warhost.play.battle import stand
from warhost.play.questions import Odds
from warhost.play.script import Refused, Script, refuse, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import nerve
from warhost.rulesets.kings_of_war.chapters.combat.reform import why_not_leave
from warhost.rulesets.kings_of_war.chapters.movement import moves
from warhost.rulesets.kings_of_war.chapters.movement.moves import gone, yielding
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    Battle,
    Unit,
    events,
    field_of,
    footprint,
    friends,
    has,
    speaking,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Pivot,
    Rect,
    Step,
    apply,
    free_towards,
    on_board,
    overlaps,
    quarter_turns,
    turn_between,
)


@rule("kow.withdraw.condition", "kow.withdraw.pivot_blocked")
def check(battle: Battle, unit: Unit) -> Rect:
    """The unit turned towards its enemies, before it goes back; Refused if it cannot withdraw (KOW-R086)."""
    refuse(why_not_leave(unit, "withdraw", "kow.withdraw.condition"))
    for one in speaking(battle, unit, "stays"):
        raise Refused(f"{unit.name} cannot withdraw: {one.name}.", one.id)
    turned = _turned(battle, unit)
    if not _may_turn(battle, unit, turned):
        words = f"{unit.name} cannot withdraw: there is no room to turn towards the enemy."
        raise Refused(words, "kow.withdraw.pivot_blocked")
    return turned


@rule("kow.withdraw.move")
def _turned(battle: Battle, unit: Unit) -> Rect:
    """The unit with its front towards its enemies: it turns a quarter or half way round, if it must."""
    own = footprint(battle, unit)
    degrees = turn_between(0.0, quarter_turns(unit.foes[0].mine))
    return apply(own, Pivot(degrees)) if degrees else own


@rule("kow.withdraw.pivot_blocked", "kow.withdraw.through_friends")
def _may_turn(battle: Battle, unit: Unit, turned: Rect) -> bool:
    """Whether the turn ends clear of enemies and blocking terrain, on the table; and clear of friends, unless the way
    back leads out of them."""
    here = field_of(battle)
    yields = yielding(battle, unit)
    if not here.has_room(turned, unit.id, barred=BLOCKING, without={*_friends(battle, unit), *yields}):
        return False
    on_others = any(overlaps(turned, here[one].shape) for one in (*_friends(battle, unit), *yields) if one in here)
    return not on_others or _clear_from(battle, unit, turned, 0.0) is not None


def _friends(battle: Battle, unit: Unit) -> list[int]:
    return [friend.id for friend in friends(battle, unit.seat) if friend is not unit]


# The test


@rule("kow.special.feint", "kow.special.individual_withdraw")
def needs_no_test(battle: Battle, unit: Unit) -> bool:
    """Whether the unit withdraws without a test: it feints, or it is no individual and fights individuals only."""
    if has(battle, unit, "feints"):
        return True
    return not has(battle, unit, "individual") and all(
        has(battle, battle.units[foe.unit], "individual") for foe in unit.foes
    )


@rule("kow.withdraw.nerve_test", "kow.withdraw.hits_enemy", "kow.withdraw.hits_blocking")
def chances(battle: Battle, unit: Unit) -> tuple[Odds, ...]:
    """The chance that the unit keeps its nerve, and what may happen to it on the way back if it does."""
    if needs_no_test(battle, unit):
        return (Odds("withdraws", 1.0, telling=True), *_on_the_way(battle, unit, 1.0))
    test = nerve.prepared(battle, unit, "withdraw")
    test.inspired_by = nerve.inspiring(battle, test)
    found = nerve.chances(battle, test)
    passed = Odds("withdraws", found.steady, nerve.parts_of(test), telling=True)
    return (passed, Odds("routs", found.routed), *_on_the_way(battle, unit, found.steady))


def _on_the_way(battle: Battle, unit: Unit, passed: float) -> tuple[Odds, ...]:
    """How likely the unit meets an enemy behind it, or ends wavering, if it withdraws with that chance."""
    turned = check(battle, unit)
    left = frozenset(foe.unit for foe in unit.foes)
    met = wavers = 0.0
    for rolled, share in odds.of(Dice.parse("2D6")).items():
        stopped = _way_back(battle, unit, turned, float(rolled), left)[1]
        met += share if stopped == MET else 0.0
        wavers += share if stopped and stopped != MET else 0.0
    told = (("withdraws into an enemy and routs", met), ("withdraws and wavers", wavers))
    return tuple(Odds(label, passed * share) for label, share in told if share)


@rule("kow.withdraw.nerve_test", "kow.withdraw.fail", "kow.withdraw.move", "kow.withdraw.may_shoot")
@rule("kow.special.feint_face")
def withdraw(battle: Battle, unit: Unit) -> Script[None]:
    """The unit tests its nerve, turns towards its enemies and goes back 2D6"; they stay where they are (KOW-R087)."""
    by = 1 - unit.seat
    if not needs_no_test(battle, unit):
        results = yield from nerve.take_tests(battle, [unit], "withdraw", by)
        if results[unit.id] == "routed":
            return
    turned = check(battle, unit)
    rolled = yield from roll_sum("2D6", why="Withdraw", rule="kow.withdraw.move", seat=unit.seat, unit=unit.id)
    left = frozenset(foe.unit for foe in unit.foes)
    own = footprint(battle, unit)
    inches, stopped = _way_back(battle, unit, turned, float(rolled), left)
    steps: list[Step] = [Pivot(turn_between(own.facing, turned.facing))] if turned.facing != own.facing else []
    part(battle.units, unit)
    pose = stand(unit, gone(turned, Arc.REAR, inches))
    yield events.UnitWithdrew(unit.id, rolled, inches, (*steps, Back(inches)), pose, stopped)
    if stopped == MET:
        yield from nerve.rout(battle, unit, by)
    elif stopped:
        nerve.waver(battle, unit, 2 if battle.settings.withdrawn_wavering == "next turn" else 1)
        yield events.UnitWavered(unit.id)
    elif has(battle, unit, "feints"):
        text = f"Which way {does(unit.name)} turn?"
        yield from moves.ask_turn(battle, unit, "change facing", "feint", text, rules=("kow.special.feint_face",))


MET = "into the enemy"
WALLED = "stopped by blocking terrain"
FOLLOWED = "through friends"
CROWDED = "stopped by friends"


@rule("kow.withdraw.hits_enemy", "kow.withdraw.hits_blocking", "kow.withdraw.through_friends")
@rule("kow.withdraw.friends_as_blocking", "kow.withdraw.terrain_ignored", "kow.terrain.table_edge")
def _way_back(battle: Battle, unit: Unit, turned: Rect, rolled: float, left: frozenset[int]) -> tuple[float, str]:
    """How far the unit goes back, and what ends its way: an enemy, a wall, or friends on which it cannot stop (KOW-R088
    to KOW-R090). What it leaves is not in its way."""
    here = field_of(battle)
    yields = yielding(battle, unit)
    foes = [body.shape for body in here.enemies(unit.seat) if body.id not in left and body.id not in yields]
    there = here.with_body(Body(unit.id, unit.seat, unit.name, turned))
    everybody = {body.id for body in here.bodies}
    # Who comes into contact with the very last of the inches is in contact.
    far = rolled + 2 * TOLERANCE
    wall = halt(there, unit.id, Arc.REAR, far, gap=0.0, barred=BLOCKING, without=everybody).inches
    enemy = _first(turned, foes, far)
    if enemy <= rolled + TOLERANCE and enemy <= wall + TOLERANCE:
        return min(enemy, rolled), MET
    if wall <= rolled + TOLERANCE:
        wall = min(wall, rolled)
        settled = _settled(battle, unit, turned, wall)
        return settled, WALLED if settled >= wall - TOLERANCE else CROWDED
    if not _on_others(battle, unit, gone(turned, Arc.REAR, rolled)):
        return rolled, ""
    clear = _clear_from(battle, unit, turned, rolled)
    if clear is not None:
        return clear, FOLLOWED
    return _settled(battle, unit, turned, rolled), CROWDED


def _first(turned: Rect, shapes: Iterable[Rect], limit: float) -> float:
    """How far back it is to the first of the shapes."""
    for shape in shapes:
        limit = free_towards(turned, Arc.REAR, shape, limit)
    return limit


def _on_others(battle: Battle, unit: Unit, place: Rect) -> bool:
    return any(overlaps(place, body.shape) for body in field_of(battle).others(unit.id))


@rule("kow.withdraw.through_friends")
def _clear_from(battle: Battle, unit: Unit, turned: Rect, rolled: float) -> float | None:
    """How far the unit goes on, beyond so many inches, until it is clear of everybody; None if an enemy, a wall or the
    edge comes first."""
    here = field_of(battle)
    yields = yielding(battle, unit)
    left = {foe.unit for foe in unit.foes}
    lengths = sorted(
        length
        for body in here.others(unit.id)
        if body.seat == unit.seat or body.id in yields
        for length in (_past(turned, body.shape),)
        if length >= rolled - TOLERANCE
    )
    for length in lengths:
        place = gone(turned, Arc.REAR, length)
        if not on_board(place, here.board.width, here.board.depth):
            return None
        hard = [body.shape for body in here.enemies(unit.seat) if body.id not in left and body.id not in yields]
        hard += [piece.shape for piece in here.terrain.having(BLOCKING)]
        if _first(turned, hard, length) < length - TOLERANCE:
            return None
        if not _on_others(battle, unit, place):
            return length
    return None


def _past(turned: Rect, other: Rect) -> float:
    """How far back the unit has to go until its front is past the other."""
    fx, fy = turned.front
    return max(-((x - fx) * turned.fx + (y - fy) * turned.fy) for x, y in other.corners) + TOLERANCE


@rule("kow.withdraw.friends_as_blocking")
def _settled(battle: Battle, unit: Unit, turned: Rect, limit: float) -> float:
    """How far the unit goes back with friends as blocking terrain; who is on one already stops where it is clear."""
    here = field_of(battle)
    left = {foe.unit for foe in unit.foes}
    others = [body.shape for body in here.others(unit.id, left)]
    if not _on_others(battle, unit, turned):
        if not _on_others(battle, unit, gone(turned, Arc.REAR, limit)):
            return limit
        return max(0.0, _first(turned, others, limit))
    lengths = sorted((_past(turned, shape) for shape in others), reverse=True)
    clear = (length for length in lengths if 0.0 <= length <= limit)
    return next((length for length in clear if not _on_others(battle, unit, gone(turned, Arc.REAR, length))), limit)
