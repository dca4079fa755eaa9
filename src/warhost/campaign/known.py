"""The campaigns by their slugs: ours, and those of installed packages (`warhost.plugins`)."""

from __future__ import annotations

from typing import Protocol

from warhost.campaign.contract import Campaign
from warhost.errors import WarhostError, did_you_mean
from warhost.plugins import CAMPAIGNS, find_plugin, plugins

__all__ = ["Known", "campaign_slugs", "find_campaign", "register_campaign"]

_registered: dict[str, Campaign] = {}


class Known(Protocol):
    """How the campaign of a file is found by its slug."""

    def __call__(self, slug: str) -> Campaign: ...


def register_campaign(campaign: Campaign) -> None:
    """Make a campaign known in this process. Packages use an entry point in `warhost.campaigns` instead."""
    _registered[campaign.slug] = campaign


def campaign_slugs() -> tuple[str, ...]:
    """Every campaign that can be played."""
    return tuple(dict.fromkeys((*plugins(CAMPAIGNS), *_registered)))


def find_campaign(slug: str) -> Campaign:
    """A campaign by its slug."""
    if slug in _registered:
        return _registered[slug]
    plugin = find_plugin(CAMPAIGNS, slug)
    if plugin is None:
        known = campaign_slugs()
        meant = did_you_mean(slug, known) or f" There are {', '.join(known)}."
        raise WarhostError(f'There is no campaign "{slug}".{meant}')
    found: Campaign = plugin.load()
    return found
