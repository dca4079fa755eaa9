"""Tournaments and leagues of any rulebook: Swiss pairings or everybody against everybody, tables, standings.

The guidelines of Age of Fantasy: Regiments (Tournament Guidelines) are what is set unless an organiser decides
otherwise; its checks of armies, sideboards and mixed armies are in `guidelines`.
"""

from warhost.campaign.tournament.campaign import CAMPAIGN
from warhost.campaign.tournament.event import entered, warnings
from warhost.campaign.tournament.results import typed_result
from warhost.campaign.tournament.scoring import Standing, standings, winners
from warhost.campaign.tournament.values import Entrant, Match, Round, Settings, Tournament

__all__ = [
    "CAMPAIGN",
    "Entrant",
    "Match",
    "Round",
    "Settings",
    "Standing",
    "Tournament",
    "entered",
    "standings",
    "typed_result",
    "warnings",
    "winners",
]
