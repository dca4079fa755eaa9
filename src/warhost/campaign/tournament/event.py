"""The course of a tournament or league: lots, pairings, secret picks, matches, the organiser's desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from warhost.campaign.contract import (
    ORGANISER,
    Answered,
    CampaignScript,
    Fixture,
    Result,
    next_result,
)
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.pages import round_title
from warhost.campaign.tournament.pairing import BYE, bye, pairs, round_robin
from warhost.campaign.tournament.results import second_scores
from warhost.campaign.tournament.scoring import standings, victory_points
from warhost.campaign.tournament.values import Entrant, Match, Round, Settings, Tournament
from warhost.errors import WarhostError
from warhost.play import Ask, Choose, Option, Together
from warhost.play.script import ask_choice, roll_sum
from warhost.play.shown.english import acts, listed
from warhost.rulebook import rule

__all__ = ["STEPS", "admit", "entered", "fixtures", "warnings", "why_closed"]

FEWEST, MOST = 2, 500
LARGEST_DIE = 100
GO_ON, FINISH, CLOSE = "go on", "finish", "close"


def entered(settings: Settings, entrants: Sequence[Entrant]) -> Tournament:
    """A tournament about to begin; the error says all that is wrong with it and with the armies that were handed in."""
    book = book_of(settings.ruleset)
    problems = book.refused(settings)
    if not FEWEST <= len(entrants) <= MOST:
        problems.append(f"A tournament has {FEWEST} to {MOST} players, not {len(entrants)}.")
    names = [entrant.name for entrant in entrants]
    problems += [f'Two players are called "{name}".' for name in dict.fromkeys(names) if names.count(name) > 1]
    if settings.sideboards and not book.sideboards:
        problems.append(f"{book.ruleset.title} has no sideboards.")
    late = [entrant.name for entrant in entrants if entrant.joins > 1]
    if late and settings.system == "round robin":
        problems.append(f"In a round robin everybody plays from the first round on, including {listed(late)}.")
    for entrant in entrants:
        problems += [f"{entrant.name}: {problem}" for problem in book.problems(settings, entrant)]
    if problems:
        raise WarhostError("\n".join(problems))
    state = Tournament(players=tuple(names), settings=settings, entrants=tuple(entrants))
    # As it will be read from a file: lists that were brought are plain data.
    return msgspec.json.decode(msgspec.json.encode(state), type=Tournament)


@rule("aofr.tourney.referees")
def warnings(settings: Settings) -> list[str]:
    """What an organiser should think of before the first round."""
    told = []
    if not settings.referees:
        told.append(
            str(
                WarhostError(
                    "Nobody is named as a referee: players need somebody to turn to when a rule is unclear.",
                    "aofr.tourney.referees",
                )
            )
        )
    return told


@rule("aofr.tourney.force_lists")
def admit(state: Tournament, entrant: Entrant) -> None:
    """A late arrival plays from the next round on and has no points for what was missed (AOFR-R821)."""
    problems = book_of(state.settings.ruleset).problems(state.settings, entrant)
    if entrant.name in state.players:
        problems.insert(0, f'Somebody is called "{entrant.name}" already.')
    if len(state.entrants) >= MOST:
        problems.insert(0, f"A tournament has {MOST} players at most.")
    if problems:
        raise WarhostError("\n".join(problems))
    late = msgspec.structs.replace(entrant, joins=state.number + 1)
    state.players = (*state.players, late.name)
    state.entrants = (*state.entrants, late)


def why_closed(state: Tournament) -> str:
    """Why nobody may come late: where everybody meets everybody all have to be there."""
    if state.settings.system == "round robin":
        return "In a round robin everybody plays from the first round on."
    if state.number >= last_round(state):
        return "No round is left to be paired."
    return ""


# The steps.


@rule("aofr.tourney.pairing_first")
def draw_lots(state: Tournament) -> CampaignScript[None]:
    """The order in which players are paired where nothing else decides is drawn by lot: in the first round all are."""
    left = list(range(len(state.entrants)))
    drawn: list[int] = []
    while left:
        drawn.append(left.pop((yield from _draw(len(left)))))
    state.lots = tuple(drawn)
    state.stage = "desk"


def _draw(number: int) -> CampaignScript[int]:
    """One of so many, each as likely as the next."""
    if number == 1:
        return 0
    why, rule_ = "Lots for the pairings", "aofr.tourney.pairing_first"
    if number <= LARGEST_DIE:
        face: int = yield from roll_sum(f"D{number}", why=why, rule=rule_)
        return face - 1
    while True:
        tens: int = yield from roll_sum(f"D{LARGEST_DIE}", why=why, rule=rule_)
        ones: int = yield from roll_sum(f"D{LARGEST_DIE}", why=why, rule=rule_)
        drawn = (tens - 1) * LARGEST_DIE + ones - 1
        if drawn < LARGEST_DIE**2 // number * number:
            return drawn % number


def desk(state: Tournament) -> CampaignScript[None]:
    """Between rounds the organiser sees to who plays on, and to mistakes in results, before the next is paired."""
    ending = state.number >= last_round(state)
    following = round_title(state, state.number + 1)
    first = Option(FINISH, "Finish the event") if ending else Option(GO_ON, f"Pair {following}")
    text = "All rounds are played." if ending else f"{following} can be paired."
    key = yield from _asked(state, "desk", text, [first, *_desk_options(state)])
    if key == FINISH:
        state.over, state.stage = True, ""
    elif key == GO_ON:
        state.stage = "pair"
    else:
        _at_the_desk(state, key)


def _asked(state: Tournament, topic: str, text: str, options: Sequence[Option]) -> CampaignScript[str]:
    answer = yield ask_choice(Choose(seat=ORGANISER, topic=topic, text=text, options=tuple(options)))
    key: str = answer.option
    return key


def _desk_options(state: Tournament) -> list[Option]:
    """What an organiser may do at any time."""
    options = [
        Option(f"drop:{player}", f"{acts(entrant.name, 'drops')} out")
        for player, entrant in enumerate(state.entrants)
        if str(player) not in state.dropped
    ]
    options += [
        Option(f"back:{player}", f"{acts(state.entrants[int(player)].name, 'plays')} on") for player in state.dropped
    ]
    if state.rounds:
        options += [
            Option(f"reopen:{match.key}", f"Enter the result of {_versus(state, match)} again")
            for match in state.rounds[-1].matches
            if match.done and not match.is_bye
        ]
    return options


def _versus(state: Tournament, match: Match) -> str:
    one, other = match.players
    return f"{state.entrants[one].name} against {state.entrants[other].name}"


def _at_the_desk(state: Tournament, key: str) -> None:
    """The organiser lets somebody go or come back, or takes back a result."""
    deed, _, what = key.partition(":")
    if deed == "drop":
        drop_out(state, int(what))
    elif deed == "back":
        state.dropped = {player: number for player, number in state.dropped.items() if player != what}
    else:
        match = next(match for _, match in state.matches() if match.key == what)
        blank = Match(key=match.key, players=match.players, table=match.table, picks=match.picks)
        _put(state, blank)
        state.stage = "play"


def drop_out(state: Tournament, player: int) -> None:
    """A player is paired no more. Whoever was to meet it wins, without destruction points (AOFR-R821)."""
    state.dropped = {**state.dropped, str(player): state.number}
    for _, match in list(state.matches()):
        if player in match.players and not match.done:
            (other,) = (one for one in match.players if one != player)
            text = f"{acts(state.entrants[player].name, 'drops')} out."
            _put(state, scored(state, match, (other,), (0, 0), text))


@rule("aofr.tourney.pairing_first", "aofr.tourney.pairing_later", "aofr.tourney.mission")
def pair_round(state: Tournament) -> CampaignScript[None]:
    """The next round is paired, the organisers pick its mission, and players their sideboards."""
    number = state.number + 1
    mission = yield from _mission(state, number)
    state.stage = "play"
    if state.settings.system == "round robin":
        rounds = list(round_robin(state.lots))[number - 1 :]
        made = rounds[:1] if not state.settings.league else rounds
        for offset, pairing in enumerate(made):
            yield from _open(state, number + offset, _without_dropped(state, pairing), mission)
        return
    players = [one.player for one in standings(state) if state.is_in(one.player, number)]
    known = meetings(state)

    def met(one: int, other: int) -> int:
        return known[frozenset((one, other))]

    found: list[tuple[int, int]] = []
    if len(players) % 2:
        free = bye(players, _byes(state), met)
        players.remove(free)
        found = [(free, BYE)]
    yield from _open(state, number, [*pairs(players, met), *found], mission)


def last_round(state: Tournament) -> int:
    """How many rounds there are."""
    if state.settings.system == "round robin":
        count = len(state.entrants)
        return count - 1 + count % 2
    return state.settings.rounds


def meetings(state: Tournament) -> Counter[frozenset[int]]:
    """How often any two players have met."""
    return Counter(frozenset(match.players) for _, match in state.matches() if not match.is_bye)


def _byes(state: Tournament) -> dict[int, int]:
    """How often each player had no opponent."""
    had: dict[int, int] = {}
    for _, match in state.matches():
        if match.is_bye:
            had[match.players[0]] = had.get(match.players[0], 0) + 1
    return had


def _without_dropped(state: Tournament, pairing: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of a round robin, without those who have dropped out."""
    gone = {int(player) for player in state.dropped}
    kept = [tuple(BYE if player in gone else player for player in pair) for pair in pairing]
    return [(max(pair), min(pair)) if BYE in pair else (pair[0], pair[1]) for pair in kept if pair != (BYE, BYE)]


def _open(state: Tournament, number: int, pairing: Sequence[tuple[int, int]], mission: str) -> CampaignScript[None]:
    """The matches of a round, each at its table; the first table is that of the leaders."""
    named = state.settings.missions
    matches = [
        Match(key=f"r{number}t{table}", players=pair, table=table)
        for table, pair in enumerate((pair for pair in pairing if BYE not in pair), 1)
    ]
    for pair in pairing:
        if BYE in pair:
            alone = Match(key=f"r{number}bye{pair[0]}", players=pair)
            matches.append(scored(state, alone, (pair[0],), (0, 0), f"{state.entrants[pair[0]].name} had no opponent."))
    if state.settings.sideboards:
        matches = yield from pick_sideboards(state, matches)
    maps = state.settings.maps
    opened = Round(
        number=number,
        matches=tuple(matches),
        mission=named[number - 1] if number <= len(named) else mission,
        map=maps[min(number, len(maps)) - 1] if maps else "",
    )
    state.rounds = (*state.rounds, opened)


@rule("aofr.tourney.mission")
def _mission(state: Tournament, number: int) -> CampaignScript[str]:
    """The organisers choose the mission of a round, in advance or now; players have no say in it."""
    named = state.settings.missions
    if number <= len(named):
        return named[number - 1]
    options = book_of(state.settings.ruleset).missions()
    if not options:
        return ""
    text = f"Which mission is played in {round_title(state, number)}?"
    return (yield from _asked(state, "mission", text, options))


@rule("aofr.tourney.sideboard_pick")
def pick_sideboards(state: Tournament, matches: Sequence[Match]) -> CampaignScript[list[Match]]:
    """All players of a round pick one of their sideboards in secret; picks are revealed together (AOFR-R521)."""
    players = [player for match in matches if not match.is_bye for player in match.players]
    asks = [_sideboard_ask(state, match, player) for match in matches if not match.is_bye for player in match.players]
    several = [(player, ask) for player, ask in zip(players, asks, strict=True) if ask is not None]
    picked = {player: 0 for player in players if state.entrants[player].sideboards}
    if several:
        answers = yield Together(ask for _, ask in several)
        picked |= {player: int(answer.option) for (player, _), answer in zip(several, answers, strict=True)}
    return [
        match
        if match.is_bye
        else msgspec.structs.replace(match, picks=tuple(picked.get(player, -1) for player in match.players))
        for match in matches
    ]


def _sideboard_ask(state: Tournament, match: Match, player: int) -> Ask | None:
    """The question to a player; nothing where there is nothing to choose."""
    entrant = state.entrants[player]
    if len(entrant.sideboards) < 2:
        return None
    opponent = state.entrants[next(one for one in match.players if one != player)]
    lists = [str(data.get("name", "")) for data in (opponent.list or {}, *opponent.sideboards)]
    question = Choose(
        seat=player,
        topic="sideboard",
        text=f"Which sideboard do you add for the match against {opponent.name}?",
        note=f"Your opponent has {listed([one for one in lists if one]) or opponent.army}.",
        rules=("aofr.tourney.sideboard_pick",),
        options=tuple(
            Option(str(number), str(side.get("name", f"Sideboard {number + 1}")))
            for number, side in enumerate(entrant.sideboards)
        ),
    )
    return ask_choice(question)


def play_round(state: Tournament) -> CampaignScript[None]:
    """Results come in any order; the organiser may act in the meantime. A league goes on to its next week although
    matches are open: they stay so until their results come."""
    while True:
        waiting = fixtures(state)
        if not waiting:
            break
        came = yield from next_result(waiting, [_desk_ask(state)])
        if isinstance(came, Result):
            take_result(state, came)
            continue
        key = _key(came)
        if key != CLOSE:
            _at_the_desk(state, key)
        elif state.settings.league and state.number < last_round(state):
            break
        else:
            _call_off(state)
    state.stage = "desk"


def _key(came: Answered) -> str:
    key: str = getattr(came.answer, "option", "")
    return key


def _desk_ask(state: Tournament) -> Ask:
    later = state.settings.league and state.number < last_round(state)
    text = "Go on: matches that are open may be played later" if later else "End the round: open matches count nothing"
    options = (Option(CLOSE, text), *_desk_options(state))
    return ask_choice(
        Choose(seat=ORGANISER, topic="desk", text=f"{round_title(state)} is being played.", options=options)
    )


def _call_off(state: Tournament) -> None:
    """Matches that were not played count nothing."""
    for _, match in list(state.matches()):
        if not match.done:
            _put(state, msgspec.structs.replace(match, done=True, text="Not played."))


# Matches and their results.


def fixtures(state: Tournament) -> list[Fixture]:
    """The battles that are to be fought: of this round, and in a league those that are left from earlier weeks."""
    book = book_of(state.settings.ruleset)
    found = []
    for one, match in state.matches():
        if match.done:
            continue
        entrants = [state.entrants[player] for player in match.players]
        setup = book.setup(
            state.settings,
            (entrants[0].army, entrants[1].army),
            tuple(book.fielded(entrant, pick) for entrant, pick in zip(entrants, match.picks, strict=True)),
            one.mission,
            one.map,
            tuple(entrant.name for entrant in entrants),
        )
        title = f"{round_title(state, one.number)}, table {match.table}: {_versus(state, match)}"
        found.append(Fixture(match.key, setup, match.players, title))
    return found


def take_result(state: Tournament, result: Result) -> None:
    """A match is over."""
    match = next(match for _, match in state.matches() if match.key == result.fixture)
    winners = tuple(match.players[seat] for seat in result.outcome.winners)
    second = second_scores(state, match, result.told)
    _put(state, scored(state, match, winners, second, result.outcome.text, result.seal))


@rule("aofr.tourney.vp", "aofr.tourney.destruction_points")
def scored(
    state: Tournament,
    match: Match,
    winners: tuple[int, ...],
    destruction: tuple[int, int],
    text: str,
    seal: str = "",
) -> Match:
    """The match with what it is worth to both. Who has no opponent wins without destruction points (AOFR-R618)."""
    return msgspec.structs.replace(
        match,
        done=True,
        winners=winners,
        victory=victory_points(state.settings, winners, match.players),
        destruction=destruction,
        text=text,
        seal=seal,
    )


def _put(state: Tournament, match: Match) -> None:
    """Put the match in the place of what was known of it."""
    state.rounds = tuple(
        msgspec.structs.replace(one, matches=tuple(match if old.key == match.key else old for old in one.matches))
        for one in state.rounds
    )


STEPS: dict[str, Callable[[Tournament], CampaignScript[None]]] = {
    "draw lots": draw_lots,
    "desk": desk,
    "pair": pair_round,
    "play": play_round,
}
