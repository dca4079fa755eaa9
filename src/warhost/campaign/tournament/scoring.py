"""Victory points, tie-breaks, the table and who wins the event."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.campaign.tournament.pairing import BYE
from warhost.campaign.tournament.values import Match, Settings, TieBreak, Tournament
from warhost.rulebook import rule

__all__ = ["Standing", "standings", "victory_points", "winners"]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has made of its matches so far. Players between whom nothing decides share a rank."""

    player: int
    rank: int = 0
    victory: int
    destruction: int
    won: int
    tied: int
    lost: int
    byes: int
    opponents: int
    """The victory points of all its opponents."""

    @property
    def played(self) -> int:
        return self.won + self.tied + self.lost


@rule("aofr.tourney.vp")
def victory_points(settings: Settings, winners: tuple[int, ...], players: tuple[int, int]) -> tuple[int, int]:
    """What a match is worth to each of its players."""
    if not winners:
        return settings.tie, settings.tie
    one, other = (settings.win if player in winners else settings.loss for player in players)
    return one, other


def standings(state: Tournament) -> list[Standing]:
    """The table: most victory points first, then by the tie-breaks; what they leave equal stands by lot."""
    settings = state.settings
    own = _own_matches(state)
    found = {player: _counted(player, matches) for player, matches in own.items()}
    for player, standing in found.items():
        opponents = [other for match in own[player] for other in match.players if other not in (player, BYE)]
        strength = sum(found[other].victory for other in opponents)
        found[player] = msgspec.structs.replace(standing, opponents=strength)
    lots = {player: place for place, player in enumerate(state.lots)}
    ordered = sorted(
        found.values(),
        key=lambda one: (*(-value for value in worth(one, settings.tie_breaks)), lots.get(one.player, one.player)),
    )
    ranked: list[Standing] = []
    for place, one in enumerate(ordered, 1):
        level = ranked and worth(ranked[-1], settings.tie_breaks) == worth(one, settings.tie_breaks)
        ranked.append(msgspec.structs.replace(one, rank=ranked[-1].rank if level else place))
    return ranked


@rule("aofr.tourney.winner", "aofr.tourney.pairing_tiebreak", "aofr.tourney.pairing_later")
def worth(one: Standing, tie_breaks: tuple[TieBreak, ...]) -> tuple[int, ...]:
    """By what a player stands above another: victory points, then each tie-break in turn."""
    figures: dict[TieBreak, int] = {"destruction": one.destruction, "opponents": one.opponents, "wins": one.won}
    return (one.victory, *(figures[name] for name in tie_breaks))


@rule("aofr.tourney.winner")
def winners(state: Tournament) -> tuple[int, ...]:
    """Who has won the event: one, or several between whom nothing decides; nobody before its end."""
    if not state.over:
        return ()
    return tuple(one.player for one in standings(state) if one.rank == 1)


def _own_matches(state: Tournament) -> dict[int, list[Match]]:
    """For every player the matches that are over."""
    own: dict[int, list[Match]] = {player: [] for player in range(len(state.entrants))}
    for _, match in state.matches():
        for player in match.players if match.done else ():
            if player != BYE:
                own[player].append(match)
    return own


@rule("aofr.tourney.vp", "aofr.tourney.winner")
def _counted(player: int, own: Sequence[Match]) -> Standing:
    """The sums of a player's matches."""
    fought = [match for match in own if not match.is_bye]
    won = sum(player in match.winners for match in fought)
    tied = sum(not match.winners for match in fought)
    return Standing(
        player=player,
        victory=sum(match.victory[match.players.index(player)] for match in own),
        destruction=sum(match.destruction[match.players.index(player)] for match in own),
        won=won,
        tied=tied,
        lost=len(fought) - won - tied,
        byes=len(own) - len(fought),
        opponents=0,
    )
