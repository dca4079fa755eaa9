"""Campaign rules inside a battle: traits, underdog points, random events, and missions that go on until one wins."""

from warhost.rulesets.regiments.parts.campaign.part import CampaignRules

__all__ = ["CampaignRules"]
