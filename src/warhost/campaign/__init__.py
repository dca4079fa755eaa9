"""Above a single battle: leagues, tournaments and campaigns that start battles, take their results and keep a record.

A campaign is built like a battle. Its state is plain data, its steps are scripts that ask. Besides players and chance a
script may ask for battles: it names fixtures, and goes on when all their results are in.

    results = yield from fight(fixtures)

What it may offer besides: `Opens` lets anybody set a season of it up, `Admits` lets players join later, `Shows` lets it
be seen, `Tells` and `AsksByHand` let it know more of a battle than who won, and `BeginsAgain` shows starts that are
made up.
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
from warhost.campaign.correcting import Corrected, corrected
from warhost.campaign.forms import AsksByHand, Field, Pickable, filled_in, in_words
from warhost.campaign.known import campaign_slugs, find_campaign, register_campaign
from warhost.campaign.opening import Admits, BeginsAgain, Brings, ChecksArmies, Entrant, Opens, Settings, agreed
from warhost.campaign.season import CampaignRecord, Entry, Fought, Season, replay_season, season_record

__all__ = [
    "ORGANISER",
    "Admits",
    "Answered",
    "AsksByHand",
    "BeginsAgain",
    "Brings",
    "Campaign",
    "CampaignRecord",
    "ChecksArmies",
    "Corrected",
    "Entrant",
    "Entry",
    "Field",
    "Fight",
    "Fixture",
    "Fought",
    "Opens",
    "Pickable",
    "Result",
    "Season",
    "Settings",
    "Shows",
    "State",
    "Tells",
    "agreed",
    "campaign_slugs",
    "corrected",
    "fight",
    "filled_in",
    "find_campaign",
    "in_words",
    "next_result",
    "register_campaign",
    "replay_season",
    "result_of",
    "season_record",
    "told_result",
]
