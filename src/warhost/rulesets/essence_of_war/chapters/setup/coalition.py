"""Multi-games: several armies and several players a side (Appendix: Multi-Games).

For the rules there are two sides, and a unit's `seat` is its side: 0 or 1, which is also the seat of the first player
of that Coalition. What a side is asked is brought to the player whose units it is about (`routed`): within a step
partners act one unit at a time in any order, and the step ends when all of them have passed (EOW-R220). What is about
no unit in particular is for the first player to decide (EOW-R222).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from warhost.errors import WarhostError
from warhost.play.battle import Seat
from warhost.play.book import seated as seated_one_each
from warhost.play.questions import Allocate, Allocated, Choose, Chosen, Option
from warhost.play.ruleset import Setup
from warhost.play.script import Ask, Script, allocate, ask_choice, roll_off
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import ArmyList, Battle, Patrol, Settings, Unit
from warhost.rulesets.essence_of_war.shown import events

__all__ = ["is_coalition", "names_of_sides", "routed", "scores_of_players", "seats_of_side", "side_of"]

SHARE = "share"


@rule("eow.multi.coalition", "eow.multi.armies", "eow.army.basic_patrol")
def check_armies(setup: Setup) -> tuple[str, ...]:
    """The armies of a battle by their names: one a side, or two Coalitions of them."""
    if len(setup.armies) < 2:
        raise WarhostError("A battle needs two armies, or more of them in two Coalitions.", "eow.army.basic_patrol")
    return tuple(setup.armies)


def sides_of(count: int, settings: Settings) -> tuple[int, ...]:
    """The side of each of so many armies: as agreed on, else in turn."""
    sides = settings.sides or tuple(number % 2 for number in range(count))
    if len(sides) != count or set(sides) != {0, 1}:
        told = "give each army its side, 0 or 1, with at least one army on each"
        raise WarhostError(f"The sides {sides} do not fit {count} armies: {told}.", "eow.multi.coalition")
    return sides


def commanders_of(count: int, settings: Settings) -> tuple[int, ...]:
    """The seat of the player of each army: as agreed on, else one for each.

    The first player of each side has its number: seat 0 leads the first side, seat 1 the second.
    """
    sides = sides_of(count, settings)
    if settings.commanders:
        seats = settings.commanders
        known = {seat: sides[army] for army, seat in zip(range(count), seats, strict=False)}
        whole = len(seats) == count and set(seats) == set(range(len(known)))
        if not whole or any(known[seat] != sides[army] for army, seat in enumerate(seats)):
            told = "each army needs one player, and a player commands armies of one side"
            raise WarhostError(f"The players {seats} do not fit the armies: {told}.", "eow.multi.coalition")
    else:
        first = [sides.index(0), sides.index(1)]
        order = [*first, *(army for army in range(count) if army not in first)]
        seats = tuple(order.index(army) for army in range(count))
        known = {seat: sides[army] for army, seat in enumerate(seats)}
    if known.get(0) != 0 or known.get(1) != 1:
        raise WarhostError("Seat 0 leads the first side and seat 1 the second.", "eow.multi.coalition")
    return seats


@rule("eow.multi.coalition", "eow.multi.normal_rules")
def seated(factions: Sequence[str], names: Sequence[str], settings: Settings) -> tuple[Seat, ...]:
    """The players of a battle: two, or those of two Coalitions."""
    if len(factions) == 2:
        return seated_one_each(factions, names)
    seats, sides = commanders_of(len(factions), settings), sides_of(len(factions), settings)
    found = []
    for seat in range(max(seats) + 1):
        own = [faction for army, faction in enumerate(factions) if seats[army] == seat]
        told = listed(own)
        name = names[seat] if seat < len(names) and names[seat] else f"{told} {seat + 1}"
        found.append(Seat(name, told, sides[seats.index(seat)]))
    return tuple(found)


@rule("eow.multi.coalition")
def commanded(units: Sequence[Unit], settings: Settings) -> None:
    """Each unit gets its side, its army and its player; until then its seat is the number of its army."""
    count = max((unit.seat for unit in units), default=0) + 1
    if count <= 2:
        return
    sides, seats = sides_of(count, settings), commanders_of(count, settings)
    for unit in units:
        army = unit.seat
        unit.company, unit.seat = army, sides[army]
        unit.player = seats[army] if seats[army] != sides[army] else None


@rule("eow.multi.victory_advanced")
def size_of(armies: Sequence[Patrol | ArmyList], settings: Settings) -> int:
    """The size of the battle: the points of one Coalition, where each Roster has its own limit (EOW-R224).

    Of patrols it is what the dearer side costs (EOW-R231).
    """
    if settings.advanced:
        return settings.points * most_armies(len(armies), settings)
    costs = [0, 0]
    for army, side in zip(armies, sides_of(len(armies), settings), strict=True):
        costs[side] += sum(entry.points for entry in army.entries)
    return max(costs)


def most_armies(count: int, settings: Settings) -> int:
    """How many armies the larger Coalition has."""
    sides = sides_of(count, settings)
    return max(sides.count(0), sides.count(1))


def is_coalition(battle: Battle) -> bool:
    """Whether a side has more than one player."""
    return len(battle.scene.seats) > 2


def side_of(battle: Battle, seat: int) -> int:
    """The side of a player: 0 or 1."""
    team = battle.scene.seats[seat].team
    return seat if team is None else team


def seats_of_side(battle: Battle, side: int) -> tuple[int, ...]:
    """The players of a side, its first player first."""
    return tuple(seat for seat in range(len(battle.scene.seats)) if side_of(battle, seat) == side)


def scores_of_players(battle: Battle, sides: Sequence[int]) -> tuple[float, ...]:
    """What each player scores: as much as the side."""
    return tuple(float(sides[side_of(battle, seat)]) for seat in range(len(battle.scene.seats)))


def names_of_sides(battle: Battle) -> tuple[str, str]:
    """The players of both sides as one reads them: "Ann and Bert"."""
    seats = battle.scene.seats
    first, second = (listed([seats[seat].name for seat in seats_of_side(battle, side)]) for side in (0, 1))
    return first, second


@rule("eow.multi.turns", "eow.multi.sync", "eow.multi.charge", "eow.multi.shooting")
def routed(battle: Battle, script: Script[None]) -> Script[None]:
    """The script with its questions brought to the players whom they are about."""
    answer: Any = None
    if battle.stage == "cast":
        yield from _split_dice(battle)
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        if not isinstance(asked, Ask):
            answer = yield asked
        elif isinstance(asked.question, Choose):
            answer = yield from _choice(battle, asked)
        elif isinstance(asked.question, Allocate):
            answer = yield from _allocation(battle, asked)
        else:
            number = getattr(asked.question, "unit", None)
            seat = asked.question.seat if number is None else battle.units[number].owner
            answer = yield asked.to_seat(seat)


@rule("eow.multi.turns", "eow.multi.sync", "eow.multi.magic_share")
def _choice(battle: Battle, ask: Ask) -> Script[Chosen]:
    """Each partner is asked for the options of their own units, one after the other until somebody takes one."""
    question = ask.question
    assert isinstance(question, Choose), "a choice is asked for here"
    side = question.seat
    moment = f"{battle.turn} {battle.active} {battle.stage} {question.topic} {question.about}"
    while True:
        passing = next((option for option in question.options if option.passes), None)
        seats = _asked(battle, question)
        passed = battle.more.passed[1] if battle.more.passed[0] == moment and passing is not None else ()
        for seat in seats:
            if seat in passed:
                continue
            options = _options_of(battle, question, seat)
            if all(option.passes for option in options):
                continue
            answer: Chosen = yield _to(ask, seat, options)
            if answer.option.startswith(f"{SHARE}:"):
                taker = int(answer.option.removeprefix(f"{SHARE}:"))
                yield from _hand_over(battle, seat, taker)
                # With another die the partner may think again.
                battle.note(passed=(moment, tuple(other for other in passed if other != taker)))
                break
            if passing is not None and answer.option == passing.key:
                passed = (*passed, seat)
                battle.note(passed=(moment, passed))
                continue
            _spent(battle, question.topic, seat, answer.option)
            return answer
        else:
            answer = Chosen(passing.key) if passing is not None else (yield ask.to_seat(side))
            return answer


@rule("eow.multi.deploy_together", "eow.multi.magic_share", "eow.multi.ally_army_rules")
def _asked(battle: Battle, question: Choose) -> list[int]:
    """The players whom a question is for: those whose units it is about, all who have dice to dispel, or the first."""
    own = seats_of_side(battle, question.seat)
    if question.topic == "dispel":
        return [seat for seat in own if battle.more.shares[seat]]
    leader = _leader(battle, question)
    if leader is not None:
        return [leader]
    owners = {_owner(battle, question, option) for option in question.options} - {None}
    if question.topic == "deploy":
        # They deploy at the same time: in turn, so that Characters can join units of Brethren (EOW-R233).
        return sorted((seat for seat in own if seat in owners), key=lambda seat: _deployed(battle, seat))
    if question.topic == "cast":
        # Who has dice and nothing to cast may hand them on first.
        givers = [seat for seat in own if seat not in owners and battle.more.shares[seat]]
        return [*givers, *(seat for seat in own if seat in owners)]
    return [seat for seat in own if seat in owners] or [question.seat]


def _deployed(battle: Battle, seat: int) -> int:
    """How many units of a player stand on the table already."""
    return sum(unit.owner == seat and (unit.pose is not None or unit.host is not None) for unit in battle.units)


def _leader(battle: Battle, question: Choose) -> int | None:
    """The player of the unit whose deed it is, if the question says so and it is of the side that is asked."""
    if question.act is None or battle.units[question.act.unit].seat != question.seat:
        return None
    return battle.units[question.act.unit].owner


def _owner(battle: Battle, question: Choose, option: Option) -> int | None:
    """The player whose unit an option is about, if it is about one of the side that is asked."""
    for number in (option.unit, option.target):
        if number is not None and battle.units[number].seat == question.seat:
            return battle.units[number].owner
    return None


@rule("eow.multi.magic_share", "eow.multi.magic_split")
def _options_of(battle: Battle, question: Choose, seat: int) -> list[Option]:
    """What one of the partners may choose: about their own units, and with their own Magic Dice."""
    dice = battle.more.shares[seat] if battle.more.shares else 0
    if question.topic in ("dispel", "casting dice"):
        found = [option for option in question.options if not option.key.isdigit() or int(option.key) <= dice]
    elif _leader(battle, question) == seat:
        found = list(question.options)
    else:
        found = [option for option in question.options if _owner(battle, question, option) in (None, seat)]
    if question.topic == "cast":
        found = [option for option in found if option.passes or dice]
    if question.topic in ("cast", "dispel") and dice:
        partners = (other for other in seats_of_side(battle, question.seat) if other != seat)
        found += [
            Option(f"{SHARE}:{other}", f"Give a Magic Die to {battle.scene.seats[other].name}")
            for other in partners
            if question.topic == "dispel" or _casts(battle, question, other)
        ]
    return found


def _casts(battle: Battle, question: Choose, seat: int) -> bool:
    """Whether that player has a spell to cast."""
    return any(_owner(battle, question, option) == seat for option in question.options)


def _to(ask: Ask, seat: int, options: Sequence[Option]) -> Ask:
    """The same choice for one player, of these options."""
    question = ask.question
    assert isinstance(question, Choose), "a choice is asked for here"

    def weigh(option: Option) -> Sequence[Any]:
        told = ask.weighed()
        assert isinstance(told, Choose), "a choice stays one"
        return next((known.odds for known in told.options if known.key == option.key), option.odds)

    return ask_choice(msgspec.structs.replace(question, seat=seat, options=tuple(options)), weigh)


@rule("eow.multi.magic_dice", "eow.multi.magic_split")
def _split_dice(battle: Battle) -> Script[None]:
    """Once a Magic Phase each side splits its dice as evenly as it can; the odd ones are rolled for (EOW-R221)."""
    when = (battle.turn, battle.active)
    if battle.more.split == when:
        return
    shares = [0] * len(battle.scene.seats)
    for side in (0, 1):
        seats, dice = seats_of_side(battle, side), battle.pools[side]
        for seat in seats:
            shares[seat] = dice // len(seats)
        waiting = list(seats)
        for _ in range(dice % len(seats)):
            winner = waiting[0]
            if len(waiting) > 1:
                winner = yield from roll_off(waiting, why="Odd Magic Die", rule="eow.multi.magic_split")
            shares[winner] += 1
            waiting.remove(winner)
    battle.note(shares=tuple(shares), split=when)
    yield events.DiceSplit(tuple(shares))


def _hand_over(battle: Battle, giver: int, taker: int) -> Script[None]:
    """A Magic Die changes hands."""
    battle.note(shares=_changed(battle.more.shares, {giver: -1, taker: 1}))
    yield events.DieShared(giver, taker)


def _spent(battle: Battle, topic: str, seat: int, key: str) -> None:
    """Dice that a player rolls are gone from the player's own."""
    if topic in ("dispel", "casting dice") and key.isdigit():
        battle.note(shares=_changed(battle.more.shares, {seat: -int(key)}))


def _changed(shares: Iterable[int], by: dict[int, int]) -> tuple[int, ...]:
    return tuple(dice + by.get(seat, 0) for seat, dice in enumerate(shares))


def _allocation(battle: Battle, ask: Ask) -> Script[Allocated]:
    """Each player splits the attacks of their own units."""
    question = ask.question
    assert isinstance(question, Allocate), "an allocation is asked for here"
    shares: dict[str, dict[str, int]] = {}
    owners: dict[int, list[Any]] = {}
    for pool in question.pools:
        number = pool.targets[0].unit
        seat = question.seat if number is None else battle.units[number].owner
        owners.setdefault(seat, []).append(pool)
    if len(owners) == 1:
        answer: Allocated = yield ask.to_seat(next(iter(owners)))
        return answer
    for seat, pools in owners.items():
        part = msgspec.structs.replace(question, seat=seat, pools=tuple(pools))
        shares |= yield from allocate(part)
    return Allocated(shares)
