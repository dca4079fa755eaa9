"""The random events of a campaign: a table of their own, 11 to 66 (AOFR-R657)."""

from warhost.rulesets.regiments.parts.campaign.events import fortunes, rewards, troubles
from warhost.rulesets.regiments.parts.campaign.events.table import CampaignEvent, numbered

KINDS = (fortunes, rewards, troubles)
"""The modules that make the events known by being imported."""

__all__ = ["KINDS", "CampaignEvent", "numbered"]
