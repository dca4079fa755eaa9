"""Campaigns of Age of Fantasy: Regiments: armies that live through battles, with their scars and their fame.

A file for each chapter of the book, in its order: `campaign_types`, `preparation`, and the six steps `mission_setup`,
`play_mission`, `casualties`, `experience`, `upgrades` and `recruiting`. What acts inside a battle (traits, random
events, underdog points) is an optional part of the rulebook, in `rulesets/regiments/parts/campaign`.
"""

from warhost.campaign.regiments.armies.sheet import Army, CampaignState, Entrant, SheetUnit, Terms
from warhost.campaign.regiments.campaign import CAMPAIGN, RegimentsCampaign, new_campaign

__all__ = [
    "CAMPAIGN",
    "Army",
    "CampaignState",
    "Entrant",
    "RegimentsCampaign",
    "SheetUnit",
    "Terms",
    "new_campaign",
]
