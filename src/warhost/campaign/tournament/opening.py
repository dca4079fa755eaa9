"""How a tournament or league is set up by anybody: what the organiser decides, and who takes part with which army."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.campaign.opening import Entrant as Player
from warhost.campaign.opening import Settings as Agreed
from warhost.campaign.opening import agreed
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.entering import with_an_army
from warhost.campaign.tournament.values import Entrant, Settings, System, TieBreak
from warhost.play.shown.cards import OptionCard, Shows
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["SIZES", "TEXT", "cards", "settings_of", "with_armies"]

TEXT = (
    "Players meet over several rounds: in a Swiss tournament those with equal points, in a league or round robin "
    "everybody. Tables, standings and tie-breaks are kept for you."
)
SIZES = (2, 128)
PICKED = "each round"
"""The organiser picks the mission of each round when it is paired."""


def cards(ruleset: str) -> Sequence[OptionCard]:
    """What an organiser decides for a tournament of that rulebook."""
    usual = Settings()
    own = _own_cards(ruleset)
    return (
        *own[:1],
        OptionCard(
            "system",
            "How players are paired.",
            ("swiss", "round robin"),
            usual.system,
            names={"swiss": "Swiss", "round robin": "Round robin"},
            texts={
                "swiss": "Players with equal points meet, nobody twice if it can be helped.",
                "round robin": "Every player meets every other once.",
            },
        ),
        OptionCard("rounds", "How many rounds a Swiss tournament has.", tuple(range(1, 11)), usual.rounds),
        OptionCard(
            "league",
            "A round is a week or a club night, and the next one does not wait for matches that are still open.",
            (False, True),
            usual.league,
        ),
        OptionCard(
            "minutes",
            "How long a round lasts, set-up included.",
            (0, 60, 75, 90, 120, 150, 180, 240),
            usual.minutes,
            names={"0": "As long as it takes", **{str(n): f"{n} minutes" for n in (60, 75, 90, 120, 150, 180, 240)}},
        ),
        OptionCard(
            "tie_break",
            "What decides between players with equal victory points.",
            ("destruction", "opponents", "wins"),
            usual.tie_breaks[0],
            names={
                "destruction": book_of(ruleset).second,
                "opponents": "Opponents' victory points",
                "wins": "Number of wins",
            },
        ),
        *own[1:],
    )


def _own_cards(ruleset: str) -> list[OptionCard]:
    """What depends on the rulebook: the size of the armies, missions, and the options of its guidelines."""
    book = find_ruleset(ruleset)
    rules = book_of(ruleset)
    shown = book.option_cards() if isinstance(book, Shows) else ()
    found = [
        OptionCard(
            "points",
            "Points of each army.",
            card.choices,
            rules.points if rules.points in card.choices else card.default,
            first=True,
        )
        for card in shown
        if card.name == "points"
    ]
    missions = rules.missions()
    if missions:
        names = {PICKED: "The organiser picks one for each round", **{one.key: one.label for one in missions}}
        keys = (PICKED, *(one.key for one in missions))
        found.append(OptionCard("mission", "The mission of the matches.", keys, PICKED, names=names))
    found += rules.cards()
    return found


def settings_of(ruleset: str, settings: Agreed) -> Settings:
    """The settings of a tournament as its organiser chose them."""
    told = agreed(cards(ruleset), settings)
    rounds = int(told["rounds"])
    mission = str(told.get("mission", PICKED))
    return Settings(
        ruleset=ruleset,
        system=msgspec.convert(told["system"], System),
        rounds=rounds,
        league=bool(told["league"]),
        minutes=int(told["minutes"]),
        tie_breaks=(msgspec.convert(told["tie_break"], TieBreak),),
        points=int(told.get("points", Settings().points)),
        clocks=bool(told.get("clocks", False)),
        sideboards=bool(told.get("sideboards", False)),
        mixed=bool(told.get("mixed", False)),
        fortune=bool(told.get("fortune", False)),
        missions=() if mission == PICKED else (mission,) * SIZES[1],
    )


def with_armies(settings: Settings, players: Sequence[Player]) -> list[Entrant]:
    """The players as entrants. Where the house has no list of an army at these points, one is put together."""
    return [
        with_an_army(settings, player.name, player.army, f"{player.name} {player.army}")
        if player.list is None
        else Entrant(
            name=player.name,
            army=player.army,
            list=player.list,
            sideboards=player.sideboards,
            primary=book_of(settings.ruleset).main_faction(player.list) if settings.mixed else "",
        )
        for player in players
    ]
