"""How anybody sets a tournament up: which rulebooks, how many players, what is agreed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warhost.campaign import opening
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.event import entered
from warhost.campaign.tournament.values import Entrant, Settings, Tournament
from warhost.play.cards import OptionCard, Shows
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["TEXT", "begin", "settings_of"]

TEXT = (
    "A tournament or a league of any size. Players with equal scores meet, round after round and never twice, or "
    "everybody meets everybody; wins, ties and destroyed units decide."
)
ASK = "ask"
"""The organiser picks the mission of each round when it is paired."""


MOST_ROUNDS = 60


def settings_of(ruleset: str) -> list[OptionCard]:
    """What is agreed on before the first round; the guidelines of Regiments are the defaults."""
    usual = Settings()
    cards = [
        OptionCard(
            "system",
            "Who meets whom",
            ("swiss", "round robin"),
            usual.system,
            names={"swiss": "Players with equal scores", "round robin": "Everybody meets everybody"},
        ),
        OptionCard("rounds", "Rounds", tuple(range(1, 13)), usual.rounds, only_with={"system": ("swiss",)}),
        OptionCard("league", "A league: rounds are weeks, and matches may be played later", (False, True), False),
        *_points(ruleset),
        OptionCard(
            "minutes", "Minutes for a round", (0, 60, 90, 120, 150, 180), usual.minutes, names={"0": "no limit"}
        ),
    ]
    if ruleset == "aofr":
        missions = book_of(ruleset).missions()
        cards += [
            OptionCard(
                "mission",
                "Mission",
                (ASK, *(option.key for option in missions)),
                ASK,
                names={ASK: "The organiser picks one each round", **{one.key: one.label for one in missions}},
            ),
            OptionCard(
                "clocks",
                "Chess clocks with half of the round for each player",
                (False, True),
                usual.clocks,
                only_with={"minutes": (60, 90, 120, 150, 180)},
            ),
            OptionCard("fortune", "Fortune points", (False, True), usual.fortune),
            OptionCard(
                "force_organisation",
                "Lists keep the limits on heroes, copies and unit costs",
                (False, True),
                usual.force_organisation,
            ),
        ]
    return cards


def _points(ruleset: str) -> list[OptionCard]:
    """The size of armies, where the rulebook has sizes to agree on."""
    book = find_ruleset(ruleset)
    cards = book.option_cards() if isinstance(book, Shows) else ()
    known = next((card for card in cards if card.name == "points"), None)
    if known is None:
        return []
    usual = Settings().points if ruleset == "aofr" else known.default
    return [OptionCard("points", known.text, known.choices, usual, first=True, names=known.names)]


def begin(ruleset: str, entrants: Sequence[opening.Entrant], settings: opening.Settings) -> Tournament:
    """The tournament before its lots are drawn."""
    told: dict[str, Any] = dict(settings)
    mission = told.pop("mission", ASK)
    missions = () if mission == ASK else (mission,) * MOST_ROUNDS
    made = msgspec.convert({"ruleset": ruleset, "missions": missions, **told}, Settings)
    return entered(made, [Entrant(name=one.name, army=one.army, list=one.list) for one in entrants])
