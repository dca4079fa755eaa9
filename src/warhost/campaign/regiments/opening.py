"""How a campaign is set up by anybody: what the players agree on, and who takes part with which faction."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.campaign.opening import Entrant as Player
from warhost.campaign.opening import Settings, agreed
from warhost.campaign.regiments.sheet import CampaignState, Entrant, Length, Terms
from warhost.play.cards import OptionCard
from warhost.rulesets.regiments.armies import book

TEXT = (
    "Armies that live through battles: their units gain experience, traits and injuries, and are recruited and lost "
    "between missions."
)
SIZES = (2, 60)

CARDS = (
    OptionCard(
        "type",
        "How long the campaign lasts.",
        ("game-limited", "point-limited", "time-limited", "endless"),
        "game-limited",
        names={
            "game-limited": "D6+4 missions",
            "point-limited": "until somebody has D6+4 VP",
            "time-limited": "D6+4 weeks",
            "endless": "without end",
        },
    ),
    OptionCard("points", "Points for a new army.", (500, 750, 1000, 1500), 750, first=True),
    OptionCard("no_permadeath", "Units that would die sit out matches instead.", (False, True), False),
    OptionCard(
        "mission",
        "The mission of every battle.",
        ("any", "face_off", "progressive", "attack_defend", "duel"),
        "duel",
        names={"any": "rolled for each time"},
    ),
)


def begin(entrants: Sequence[Player], settings: Settings) -> CampaignState:
    """A campaign before its first step. With more than two players matches are played in parallel."""
    told = agreed(CARDS, settings)
    terms = Terms(
        type=msgspec.convert(told["type"], Length),
        parallel=len(entrants) > 2,
        no_permadeath=bool(told["no_permadeath"]),
        points=int(told["points"]),
        options={"mission": str(told["mission"])},
    )
    return CampaignState(
        players=tuple(one.name for one in entrants),
        entrants=tuple(Entrant(army_name(one.name), book(one.army).faction) for one in entrants),
        terms=terms,
    )


def army_name(player: str) -> str:
    """What a player's army is called unless somebody says otherwise."""
    return f"{player}'{'' if player.endswith('s') else 's'} army"
