"""How side-missions are shown: on panels, in sentences, and with secrets left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warhost.play.shown.english import listed
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.side_missions.table import side_missions

HIDDEN = "?"
"""Stands in a view for a side-mission that its seat may not know."""

Secrets = tuple[tuple[str, ...], ...]
"""For each side the side-missions that only it knows."""

Done = Callable[[Battle, int, str], bool]
"""Whether a side has done what a side-mission asks for, as things stand."""


def without_secrets(battle: Battle, secrets: Secrets, seat: int | None) -> Secrets:
    """The secrets of all sides as a seat or a spectator may know them; all of them when the battle is over."""
    side = None if seat is None else battle.side_of(seat)
    if battle.outcome is not None:
        return secrets
    return tuple(own if number == side else (HIDDEN,) * len(own) for number, own in enumerate(secrets))


def listed_with(battle: Battle, seat: int, slugs: Sequence[str], done: Done) -> str:
    """Side-missions by their names, with those that are done marked; nothing where they are hidden."""
    return listed([_named(battle, seat, slug, done) for slug in slugs if slug != HIDDEN])


def _named(battle: Battle, seat: int, slug: str, done: Done) -> str:
    name = side_missions()[slug].name
    return f"{name} (done)" if battle.turn and done(battle, seat, slug) else name


def sentences(battle: Battle, shared: Sequence[str], secrets: Secrets) -> Iterator[str]:
    """What side-missions ask for, and of whom."""
    for slug in shared:
        yield f"{side_missions()[slug].name}, for both players: {side_missions()[slug].text}"
    for side, own in enumerate(secrets):
        for slug in own:
            if slug != HIDDEN:
                mission = side_missions()[slug]
                yield f"{mission.name}, in secret for {battle.scene.seats[side].name}: {mission.text}"
