"""The campaigns and tournaments that can be played, by their slugs."""

from __future__ import annotations

from importlib import import_module

from warhost.campaign.contract import Campaign
from warhost.errors import WarhostError, did_you_mean

__all__ = ["campaign", "campaigns", "register_campaign"]

_FOLDERS: dict[str, str] = {}
"""For each slug the package with its campaign, which is named `CAMPAIGN` there."""

_registered: dict[str, Campaign] = {}


def register_campaign(campaign: Campaign) -> None:
    """Make a campaign known to the server, the page and the tests."""
    _registered[campaign.slug] = campaign


def campaigns() -> tuple[str, ...]:
    """Every campaign that can be played."""
    return tuple(dict.fromkeys((*_FOLDERS, *_registered)))


def campaign(slug: str) -> Campaign:
    """A campaign by its slug."""
    if slug not in _registered:
        folder = _FOLDERS.get(slug)
        if folder is None:
            known = ", ".join(campaigns())
            raise WarhostError(
                f'There is no campaign "{slug}".{did_you_mean(slug, campaigns()) or f" There are {known}."}'
            )
        found: Campaign = import_module(folder).CAMPAIGN
        _registered[slug] = found
    return _registered[slug]
