"""Above a single battle: leagues, tournaments and campaigns that start battles, take their results and keep a record.

A campaign is built like a battle. Its state is plain data, its steps are scripts that ask. Besides players and chance a
script may ask for battles: it names fixtures, and goes on when all their results are in.

    results = yield from fight(fixtures)
"""

from warhost.campaign.contract import (
    ORGANISER,
    Answered,
    Campaign,
    Fight,
    Fixture,
    Result,
    Shows,
    State,
    Tells,
    fight,
    next_result,
    result_of,
    told_result,
)
from warhost.campaign.season import CampaignRecord, Entry, Season, replay_season, season_record

__all__ = [
    "ORGANISER",
    "Answered",
    "Campaign",
    "CampaignRecord",
    "Entry",
    "Fight",
    "Fixture",
    "Result",
    "Season",
    "Shows",
    "State",
    "Tells",
    "fight",
    "next_result",
    "replay_season",
    "result_of",
    "season_record",
    "told_result",
]
