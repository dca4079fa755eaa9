"""What a rulebook offers besides its rules: asked once for each kind of rulebook, as the answer takes a while to find
and is wanted for every unit of every picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from warhost.play.ruleset import Describes, Ruleset
from warhost.play.shown.cards import OffersParts, PackCard, Shows, Tallies, TellsTime

__all__ = ["chosen_pack", "describing", "offering_parts", "showing", "tallying", "telling_time"]

_FOUND: dict[tuple[type, type], bool] = {}


def showing(ruleset: Ruleset) -> Shows | None:
    """The rulebook, if it has cards of armies, maps and units to show."""
    return cast(Shows, ruleset) if _offers(ruleset, Shows) else None


def describing(ruleset: Ruleset) -> Describes | None:
    """The rulebook, if it describes the states and the strength of units."""
    return cast(Describes, ruleset) if _offers(ruleset, Describes) else None


def tallying(ruleset: Ruleset) -> Tallies | None:
    """The rulebook, if it tells what players score points for."""
    return cast(Tallies, ruleset) if _offers(ruleset, Tallies) else None


def offering_parts(ruleset: Ruleset) -> OffersParts | None:
    """The rulebook, if it has optional parts."""
    return cast(OffersParts, ruleset) if _offers(ruleset, OffersParts) else None


def chosen_pack(ruleset: Ruleset, options: Mapping[str, Any]) -> PackCard | None:
    """The pack of optional parts that the options of a set-up name, if there is one of that name."""
    offers = offering_parts(ruleset)
    packs = offers.pack_cards() if offers and options.get("pack") else ()
    return next((pack for pack in packs if pack.slug == options["pack"]), None)


def telling_time(ruleset: Ruleset) -> TellsTime | None:
    """The rulebook, if it has words of its own for the time of a battle."""
    return cast(TellsTime, ruleset) if _offers(ruleset, TellsTime) else None


def _offers(ruleset: Ruleset, what: Any) -> bool:
    key = (type(ruleset), what)
    if key not in _FOUND:
        _FOUND[key] = isinstance(ruleset, what)
    return _FOUND[key]
