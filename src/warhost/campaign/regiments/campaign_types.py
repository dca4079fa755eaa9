"""Campaign types: how long a campaign lasts, how victory points are counted, and who wins it."""

from __future__ import annotations

from fractions import Fraction

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies.sheet import Army, CampaignState, Terms, note
from warhost.errors import WarhostError
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.play.script import choose, roll
from warhost.play.shown.english import listed, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.parts.multiplayer import MOST_ALONE

LENGTHS = {
    "game-limited": ("missions", "aofr.campaign.game_limited"),
    "point-limited": ("victory points", "aofr.campaign.point_limited"),
    "time-limited": ("weeks", "aofr.campaign.time_limited"),
}
"""What D6+4 counts in each type that has an end."""

MOST_WEEKS = 4
"""So many weeks may lie between two missions."""


@rule("aofr.campaign.type")
def check_players(terms: Terms, players: int) -> None:
    """A campaign is for two or more players. Up to four fight every battle together; more than that play in parallel
    (AOFR-R808)."""
    if players < 2:
        raise WarhostError(
            "A campaign needs two or more players, and this one has "
            f"{'none' if not players else 'one'}: name more of them.",
            "aofr.campaign.type",
        )
    if players > MOST_ALONE and not terms.parallel:
        raise WarhostError(
            f"A battle is for up to four armies, so a campaign of {players} players is played in pairs: agree on "
            "parallel play, in which VP are divided by matches.",
            "aofr.campaign.parallel_play",
        )
    if len(terms.joins) > players:
        raise WarhostError(f"There are {players} players, but {len(terms.joins)} are said to join.")
    if any(joins > 1 for joins in terms.joins) and not terms.late_joiners:
        raise WarhostError("Nobody joins later unless the players agreed on it.", "aofr.campaign.late_joiners")
    if sum(joins <= 1 for joins in _all_joins(terms, players)) < 2:
        raise WarhostError("A campaign needs two or more players from its start.", "aofr.campaign.type")


def _all_joins(terms: Terms, players: int) -> tuple[int, ...]:
    return (*terms.joins, *(1,) * (players - len(terms.joins)))


@rule("aofr.campaign.game_limited", "aofr.campaign.point_limited", "aofr.campaign.time_limited")
def roll_length(state: CampaignState) -> CampaignScript[None]:
    """D6+4 missions, victory points or weeks, rolled once for all to see (AOFR-R643); an endless one needs no die."""
    if state.terms.type not in LENGTHS:
        note(state, "The campaign has no end; its leaderboard is kept up to date.", "aofr.campaign.endless")
        return
    what, rule_id = LENGTHS[state.terms.type]
    (face,) = yield from roll("D6", why=f"Length of the campaign: D6+4 {what}", rule=rule_id)
    state.length = face + 4
    end = "ends when somebody has" if state.terms.type == "point-limited" else "lasts"
    note(state, f"The campaign {end} {state.length} {what}.", rule_id, dice=(face,))


@rule("aofr.campaign.parallel_play", "aofr.campaign.late_joiners")
def scores_by_match(terms: Terms) -> bool:
    """Whether armies may have played unlike numbers of matches, so that VP are divided by them."""
    return terms.parallel or terms.late_joiners


@rule("aofr.campaign.parallel_play")
def score(terms: Terms, army: Army) -> Fraction:
    """What an army has achieved: its VP, or its VP for each match that it played."""
    if not scores_by_match(terms):
        return Fraction(army.vp)
    return Fraction(army.vp, army.matches) if army.matches else Fraction(0)


@rule("aofr.campaign.endless")
def leaderboard(state: CampaignState) -> list[Army]:
    """The armies that play, the best first; equals in the order of their players."""
    playing = [army for army in state.armies if army.joined]
    return sorted(playing, key=lambda army: (-score(state.terms, army), army.player))


def count_weeks(state: CampaignState) -> CampaignScript[None]:
    """The first player says how much time has passed since the last mission; a program cannot know."""
    if state.terms.type != "time-limited":
        return
    options = [Option("1", "One week has passed"), Option("0", "No week has passed", passes=True)]
    options += [Option(str(weeks), f"{weeks} weeks have passed") for weeks in range(2, MOST_WEEKS + 1)]
    left = counted(state.length - state.weeks, "week")
    text = f"How much time has passed since the last mission? The campaign had {left} to go."
    state.weeks += int((yield from choose(0, "week", text, options, rules=("aofr.campaign.time_limited",))))


@rule(
    "aofr.campaign.game_limited", "aofr.campaign.point_limited", "aofr.campaign.time_limited", "aofr.campaign.endless"
)
def has_ended(state: CampaignState) -> bool:
    """Whether the campaign is over after this match."""
    match state.terms.type:
        case "game-limited":
            return state.mission >= state.length
        case "point-limited":
            return any(army.vp >= state.length for army in state.armies)
        case "time-limited":
            return state.weeks >= state.length
        case "endless":
            return False


@rule("aofr.campaign.game_limited", "aofr.campaign.point_limited", "aofr.campaign.time_limited")
def end(state: CampaignState) -> None:
    """The best score wins; equals share the win. Of those who reached the target of points, most VP win (AOFR-R643)."""
    board = leaderboard(state)
    if state.terms.type == "point-limited":
        most = max(army.vp for army in board)
        state.winners = tuple(army.player for army in board if army.vp == most)
    else:
        best = score(state.terms, board[0])
        state.winners = tuple(army.player for army in board if score(state.terms, army) == best)
    state.over = True
    names = [state.players[player] for player in sorted(state.winners)]
    wins = verb(names[0], "wins") if len(names) == 1 else "share the win of"
    note(state, f"{listed(names)} {wins} the campaign.", LENGTHS[state.terms.type][1], grave=True)
