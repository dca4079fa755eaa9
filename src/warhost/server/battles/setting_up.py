"""Setting battles up: who sits where, with which army, on which map and with which dice."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Refused, Ruleset, Setup, Shows
from warhost.play.book import army_name, leaders_of, maps_to_draw, sides_of
from warhost.play.ruleset import PlaysSeats
from warhost.play.shown.english import listed
from warhost.play.shown.offers import chosen_pack
from warhost.players import player_names
from warhost.rulesets import ruleset
from warhost.server import messages as m
from warhost.server.battles.ledger import HUMAN, RECORD
from warhost.server.battles.room import Room
from warhost.server.lists.mustering import brought, takes_lists
from warhost.server.store.rows import now
from warhost.server.store.values import Kept, Logged, Progress

TO_COME = "an army not yet chosen"


def cleaned(text: str) -> str:
    """A name or title without what cannot be printed, on one line."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def seated(book: Ruleset, wanted: m.BattleWanted) -> m.BattleWanted:
    """The wish with everybody in a seat and armies by their full names; left out: a person in the first seat against
    captains. Seats that a program plays by the options of the battle are its own, whoever was wished for."""
    seats = tuple(_checked(seat) for seat in wanted.seats)
    armies = len(wanted.armies) or len(seats) or (book.seat_count if isinstance(book, Shows) else 2)
    led = leaders_of(book, max(armies, len(seats)), wanted.options)
    if not seats:
        seats = tuple(m.SeatWanted(HUMAN if seat == 0 else player_names()[0]) for seat in range(max(led) + 1))
    programs = book.programs(wanted.options) if isinstance(book, PlaysSeats) else {}
    seats = tuple(
        msgspec.structs.replace(one, player=programs[seat], chooses=False) if seat in programs else one
        for seat, one in enumerate(seats)
    )
    _check_seats(seats, led)
    lists = (*wanted.lists, *[None] * len(wanted.armies))
    named = tuple(_in_full(book, *pair) for pair in zip(wanted.armies, lists, strict=False))
    return msgspec.structs.replace(wanted, seats=seats, armies=named)


def _check_seats(seats: Sequence[m.SeatWanted], led: Sequence[int]) -> None:
    """Whether there is a seat for everybody who leads an army."""
    if max(led) + 1 != len(seats):
        players = "" if max(led) + 1 == len(led) else f" with {max(led) + 1} players"
        raise WarhostError(f"There are {len(led)} armies{players} for {len(seats)} seats.")
    for number, seat in enumerate(seats):
        if seat.chooses and led.count(number) > 1:
            told = "cannot choose them later: name them"
            raise WarhostError(f"The player in seat {number + 1} leads {led.count(number)} armies and {told}.")


def leading(book: Ruleset, wish: m.BattleWanted) -> tuple[int, ...]:
    """The seat of the player who leads each army of a wish in which everybody is seated."""
    return leaders_of(book, max(len(wish.armies), len(wish.seats)), wish.options)


def sides_of_seats(book: Ruleset, wish: m.BattleWanted) -> tuple[int, ...]:
    """The side of each player of such a wish. What the rulebook has against the wish as a whole is told when the battle
    is to begin: until then everybody is a side of their own."""
    led = leading(book, wish)
    try:
        sides = sides_of(book, len(led), wish.options)
    except WarhostError:
        return tuple(range(len(wish.seats)))
    return tuple(sides[led.index(seat)] for seat in range(len(wish.seats)))


def _in_full(book: Ruleset, army: str | None, list_: str | None) -> str | None:
    """The full name of an army that was named; a list of the player's own may be called anything."""
    return army_name(book, army) if army and list_ is None else army


def _checked(seat: m.SeatWanted) -> m.SeatWanted:
    """A seat with a player that may be named here. Programs are not: a page must not start any on the server."""
    if seat.player != HUMAN and seat.player not in player_names():
        raise WarhostError(f'There is no player "{seat.player}": {", ".join((HUMAN, *player_names()))}.')
    if seat.chooses and seat.player != HUMAN:
        raise WarhostError(
            f'Only a person can choose an army later: name one for "{seat.player}", or leave it to chance.'
        )
    return msgspec.structs.replace(seat, name=cleaned(seat.name))


def setup_of(book: Ruleset, wish: m.BattleWanted, chance: Chance) -> Setup:
    """The set-up that was wished for; what is not named is drawn."""
    led = leading(book, wish)
    given = _of_all(wish.armies, led)
    choice = book.armies()
    drawn = tuple(name or choice[chance.pick(len(choice))] for name in given)
    host = brought(book.slug, drawn, wish.lists, wish.options)
    return Setup(
        ruleset=book.slug,
        armies=host.armies,
        map=_drawn_map(book, host.options, chance) if wish.map is None else wish.map,
        names=_names([seat.name for seat in wish.seats], host.armies, led),
        options=host.options,
        lists=host.lists,
    )


def _drawn_map(book: Ruleset, options: Mapping[str, Any], chance: Chance) -> str:
    maps = maps_to_draw(book, options)
    return maps[chance.pick(len(maps))]


def _of_all(told: Sequence[str | None], led: Sequence[int]) -> tuple[str | None, ...]:
    """Something that may be told of the armies, for each of them."""
    return (*told, *[None] * (len(led) - len(told)))


def _names(names: Sequence[str], armies: Sequence[str], led: Sequence[int]) -> tuple[str, ...]:
    """The names of players; whoever has none goes by the armies. Nobody named: the rulebook decides."""
    if not any(names):
        return ()
    own = [[army for army, seat in zip(armies, led, strict=True) if seat == number] for number in range(len(names))]
    return tuple(name or listed(armies) for name, armies in zip(names, own, strict=True))


def missing(wish: m.BattleWanted) -> tuple[int, ...]:
    """The seats whose armies are still to be chosen."""
    return tuple(number for number, seat in enumerate(wish.seats) if seat.chooses)


def _open_armies(book: Ruleset, wish: m.BattleWanted) -> tuple[int, ...]:
    """The armies that are still to be chosen."""
    lacks = missing(wish)
    return tuple(army for army, seat in enumerate(leading(book, wish)) if seat in lacks)


def settled(book: Ruleset, wish: m.BattleWanted, chance: Chance) -> m.BattleWanted:
    """A wish that waits for armies, with everything else settled: what was left to chance is drawn, and the options are
    those of the players who have chosen already, so that no list that comes later can change them."""
    led, lacks = leading(book, wish), _open_armies(book, wish)
    lists = _of_all(wish.lists, led)
    armies = list(_of_all(wish.armies, led))
    for army in lacks:
        if armies[army] or lists[army]:
            raise WarhostError(f"The player in seat {led[army] + 1} chooses the army: do not name one.")
    choice = book.armies()
    for number in range(len(led)):
        if number not in lacks and not lists[number]:
            armies[number] = armies[number] or choice[chance.pick(len(choice))]
    options = dict(wish.options)
    if takes_lists(book.slug) and isinstance(book, Shows):
        pack = chosen_pack(book, options)
        usual = {card.name: card.default for card in book.option_cards()} | dict(pack.options if pack else {})
        options = {**usual, **brought(book.slug, [name or "" for name in armies], lists, options).options}
    return msgspec.structs.replace(
        wish,
        armies=tuple(armies),
        lists=lists,
        map=wish.map or _drawn_map(book, options, chance),
        options=options,
        seed=None,
    )


def with_army(book: Ruleset, wish: m.BattleWanted, seat: int, wanted: m.ArmyWanted, chance: Chance) -> m.BattleWanted:
    """The wish with another army for a seat, and perhaps another name for who sits there. An army that is left to
    chance is drawn, the same one however often it is."""
    choice = book.armies()
    army = _in_full(book, wanted.army, wanted.list)
    if not army and not wanted.list:
        army = choice[chance.fork(f"army {seat}").pick(len(choice))]
    before, own = wish.seats[seat], leading(book, wish).index(seat)
    now_there = m.SeatWanted(before.player, before.name if wanted.name is None else cleaned(wanted.name))
    return msgspec.structs.replace(
        wish,
        armies=_put(wish.armies, own, army),
        lists=_put(wish.lists, own, wanted.list),
        seats=(*wish.seats[:seat], now_there, *wish.seats[seat + 1 :]),
    )


def _put(told: tuple[str | None, ...], number: int, value: str | None) -> tuple[str | None, ...]:
    return (*told[:number], value, *told[number + 1 :])


def tried(book: Ruleset, wish: m.BattleWanted) -> Setup:
    """The set-up of a settled wish as far as it is known. Raises what the rulebook has against it.

    It is judged with other armies in place of those that are still to be chosen: with one that is chosen already, as
    the rulebook may have none of its own for a battle of that size, or with one of its own. Any that will do, will do.
    """
    lacks = _open_armies(book, wish)
    chosen = [pair for number, pair in enumerate(zip(wish.armies, wish.lists, strict=True)) if number not in lacks]
    refused: WarhostError | None = None
    for army, list_ in [*chosen, (book.armies()[0], None)] if chosen else ():
        try:
            setup = setup_of(book, _standing_in(wish, lacks, army, list_), Chance(0))
            book.set_up(setup)
        except WarhostError as error:
            refused = refused or error
        else:
            return msgspec.structs.replace(setup, armies=_without(setup.armies, lacks), lists=(), names=())
    if refused is not None:
        raise refused
    return Setup(ruleset=book.slug, armies=("",) * len(wish.armies), map=wish.map or "", options=wish.options)


def could_begin(wanted: m.BattleTried) -> m.BattleJudged:
    """Whether a battle with these options could begin, with armies of the rulebook's own."""
    book = ruleset(wanted.ruleset)
    own = book.armies()
    armies = tuple(own[seat % len(own)] for seat in range(wanted.armies))
    chosen = _drawn_map(book, wanted.options, Chance(0)) if wanted.map is None else wanted.map
    try:
        book.set_up(Setup(ruleset=book.slug, armies=armies, map=chosen, options=wanted.options))
    except WarhostError as error:
        return m.BattleJudged(error.message, error.rule)
    return m.BattleJudged()


def _standing_in(wish: m.BattleWanted, lacks: Sequence[int], army: str | None, list_: str | None) -> m.BattleWanted:
    for one in lacks:
        wish = msgspec.structs.replace(wish, armies=_put(wish.armies, one, army), lists=_put(wish.lists, one, list_))
    return wish


def _without(armies: Sequence[str], lacks: Sequence[int]) -> tuple[str, ...]:
    return tuple("" if number in lacks else army for number, army in enumerate(armies))


def title_of(book: Ruleset, setup: Setup, hidden: bool = False) -> str:
    """What a battle is called that nobody gave a title."""
    if hidden:
        return f"A battle of {book.title}"[:80]
    title = " against ".join(army or TO_COME for army in setup.armies)[:80]
    return title if setup.armies[0] else title.capitalize()


def new_battle(
    book: Ruleset,
    setup: Setup,
    seats: tuple[m.SeatWanted, ...],
    house: m.House,
    chance: Chance,
    start: str,
    title: str = "",
) -> Kept:
    """A new battle as it will be kept, before anything has happened in it. One without a start waits for its armies."""
    moment = now()
    asked = tuple(seat for seat, wanted in enumerate(seats) if wanted.chooses)
    return Kept(
        id=secrets.token_urlsafe(9),
        title=cleaned(title) or title_of(book, setup, house.hidden_armies and not start),
        ruleset=book.slug,
        version=book.version,
        setup=setup,
        seats=seats,
        house=house,
        seed=chance.seed.hex(),
        commitment=chance.commitment(),
        start=start,
        progress=Progress(chance.counter, 0, False, "", asked=asked),
        created=moment,
        updated=moment,
    )


def start_of(book: Ruleset, setup: Setup) -> str:
    """The battle as it stands before anybody has done anything."""
    return msgspec.json.encode(book.set_up(setup)).decode()


def branch_of(source: Room, wanted: m.BranchWanted) -> tuple[Kept, list[Logged]]:
    """A new battle from a moment of another, and its past: its own players and title, new dice or the same."""
    entries = source.entries
    at = wanted.at
    if at > len(entries):
        raise WarhostError(f"The battle has {len(entries)} answers; there is no moment {at}.")
    while 0 < at < len(entries) and entries[at].entry.joint:
        at -= 1
    kept = source.kept
    seats = tuple(seat if seat.player != RECORD else m.SeatWanted(HUMAN) for seat in kept.seats)
    if wanted.seats:
        if len(wanted.seats) != len(seats):
            raise WarhostError(f"The battle has {len(seats)} seats, not {len(wanted.seats)}.")
        if any(seat.chooses for seat in wanted.seats):
            raise WarhostError("A branch keeps the armies of its battle.")
        seats = tuple(_checked(seat) for seat in wanted.seats)
    chance = _dice(source, wanted, at)
    # With the same dice the past is of the same stream: its rolls keep their places in it.
    past = [Logged(one.entry, one.counter if wanted.same_dice else None, one.reasons) for one in entries[:at]]
    title = cleaned(wanted.title) or branch_title(kept.title, at)
    house = msgspec.structs.replace(wanted.house, known_seed=wanted.seed is not None or wanted.same_dice)
    return new_battle(source.ruleset, kept.setup, seats, house, chance, kept.start, title), past


_BRANCHED = re.compile(r" \((from move [\d, then]+)\)$")
_LONGEST_TITLE = 80


def branch_title(parent: str, at: int) -> str:
    """The usual title of a branch: that of its parent and the move it begins after. Of a long title the end goes, and
    of a branch of a branch both moves are named."""
    before = _BRANCHED.search(parent)
    origin = f" ({before[1]}, then {at})" if before else f" (from move {at})"
    name = parent[: before.start()] if before else parent
    return name[: _LONGEST_TITLE - len(origin)].rstrip() + origin


def _dice(source: Room, wanted: m.BranchWanted, at: int) -> Chance:
    """The dice of a branch. Those of its source only when they are no secret any more."""
    if not wanted.same_dice:
        return Chance.fresh() if wanted.seed is None else Chance(wanted.seed)
    if not source.kept.commitment:
        raise Refused("This battle's dice come from its record; a branch rolls new ones.", "play.seed")
    if not source.game.over:
        raise Refused("You can use the same dice after the end: until then nobody may know them.", "play.seed")
    following = (one.counter for one in source.entries[at:] if one.counter is not None)
    return Chance(source.kept.seed, next(following, source.ledger.progress.counter))


def rematch_of(source: Room) -> Kept:
    """The same battle again with the armies swapped: everybody keeps the seat and leads the other's army."""
    kept = source.kept
    if any(seat.player == RECORD for seat in kept.seats):
        raise WarhostError("A view-only battle has no players for a rematch.")
    armies = kept.setup.armies
    lists = [kept.setup.list_of(seat) for seat in range(len(armies))]
    setup = msgspec.structs.replace(
        kept.setup,
        armies=(*armies[1:], armies[0]),
        lists=(*lists[1:], lists[0]) if any(lists) else (),
    )
    armies = setup.armies
    names = tuple(seat.name for seat in kept.seats)
    book = source.ruleset
    setup = msgspec.structs.replace(setup, names=_names(names, armies, leaders_of(book, len(armies), setup.options)))
    house = msgspec.structs.replace(kept.house, known_seed=False)
    return new_battle(book, setup, kept.seats, house, Chance.fresh(), start_of(book, setup))
