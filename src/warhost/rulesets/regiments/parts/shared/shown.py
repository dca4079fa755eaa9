"""The optional parts and their packs as a page and a command line show them, before a battle and in it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.errors import WarhostError
from warhost.play.shown.cards import PackCard, PartCard, PartNow, PartWay
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Part, optional
from warhost.rulesets.regiments.parts.shared.packs import packs

MOST_ARMIES = 6
"""So many armies a battle may have."""


def part_cards() -> tuple[PartCard, ...]:
    """All optional parts, in the order of the book."""
    return tuple(map(_card, optional.PARTS.values()))


@rule("aofr.pack.choose")
def pack_cards() -> tuple[PackCard, ...]:
    """The ready-made packs."""
    return tuple(
        PackCard(slug, pack.name, pack.text, pack.parts, pack.options, pack.map) for slug, pack in packs().items()
    )


def parts_in_force(battle: Battle) -> tuple[PartCard, ...]:
    """The parts in force, each with the ways in which it is played."""
    return tuple(_as_played(part) for part in optional.in_force(battle.scene.settings.parts))


def parts_now(battle: Battle) -> tuple[PartNow, ...]:
    """What the parts in force come to in that view of the battle; those that have nothing to tell are left out."""
    told = (_now(battle, part) for part in optional.in_force(battle.scene.settings.parts))
    return tuple(now for now in told if now.told or any(now.figures))


def _card(part: type[Part]) -> PartCard:
    ways = [_way(part, choice.slug) for choice in part.choices]
    always = _takes(part, ())
    if ways and not part.several:
        # A part that is played in one way takes what it takes in every way.
        always = frozenset.intersection(*(_takes(part, (way.slug,)) for way in ways))
    return PartCard(
        part.slug,
        part.title,
        part.text,
        part.ids,
        tuple(msgspec.structs.replace(way, takes=tuple(sorted(set(way.takes) - always))) for way in ways),
        part.several,
        part.usual or tuple(way.slug for way in (ways if part.several else ways[:1])),
        tuple(sorted(always)),
        part.many_sides,
        part.apart,
        part.options,
    )


def _way(part: type[Part], slug: str) -> PartWay:
    choice = next(one for one in part.choices if one.slug == slug)
    takes = tuple(sorted(_takes(part, (slug,))))
    return PartWay(slug, choice.name, choice.text, choice.rule, takes, tuple(_seatings(part((slug,)))))


def _takes(part: type[Part], chosen: tuple[str, ...]) -> frozenset[str]:
    return part(chosen).settles()


def _seatings(part: Part) -> Iterator[tuple[int, ...]]:
    """The sides of all numbers of armies that the part seats."""
    for armies in range(2, MOST_ARMIES + 1):
        try:
            sides = part.seating(armies)
        except WarhostError:
            continue
        if sides:
            yield sides


def _as_played(part: Part) -> PartCard:
    card = _card(type(part))
    return msgspec.structs.replace(card, ways=tuple(way for way in card.ways if part.has(way.slug)))


def _now(battle: Battle, part: Part) -> PartNow:
    sides = map(battle.side_of, range(len(battle.scene.seats)))
    return PartNow(part.slug, tuple(part.in_force(battle)), tuple(dict(part.panel(battle, side)) for side in sides))
