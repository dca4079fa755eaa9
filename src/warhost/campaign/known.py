"""The campaigns that Warhost knows, by their slugs. Each is a folder here, imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from warhost.campaign.contract import Campaign
from warhost.errors import WarhostError, did_you_mean

__all__ = ["Known", "campaign_slugs", "find_campaign", "register_campaign"]

_FOLDERS = {"aofr-campaign": "warhost.campaign.regiments", "tournament": "warhost.campaign.tournament"}
"""Each has a `CAMPAIGN`."""

_registered: dict[str, Campaign] = {}


class Known(Protocol):
    """How the campaign of a file is found by its slug."""

    def __call__(self, slug: str) -> Campaign: ...


def register_campaign(campaign: Campaign) -> None:
    """Make a campaign known that is no folder here."""
    _registered[campaign.slug] = campaign


def campaign_slugs() -> tuple[str, ...]:
    """Every campaign that can be played."""
    return tuple(dict.fromkeys((*_FOLDERS, *_registered)))


def find_campaign(slug: str) -> Campaign:
    """A campaign by its slug."""
    if slug in _registered:
        return _registered[slug]
    if slug not in _FOLDERS:
        known = campaign_slugs()
        meant = did_you_mean(slug, known) or f" There are {', '.join(known)}."
        raise WarhostError(f'There is no campaign "{slug}".{meant}')
    found: Campaign = import_module(_FOLDERS[slug]).CAMPAIGN
    return found
