"""What happens because of extra actions, as facts."""

from __future__ import annotations

from warhost.play.events import Event


class ActionTaken(Event, frozen=True):
    """A unit took an action beyond the four usual ones."""

    words = "{unit:unit} took the action {action}"
    unit: int
    action: str


class CoveringFire(Event, frozen=True):
    """Covering Fire at a unit: how many shots hit, and whether that forces a morale test."""

    words = (
        "{unit:unit} laid down covering fire at {target:unit}: {hits:# hit}[{rattled:, enough to force a morale test|}]"
    )
    unit: int
    target: int
    hits: int
    rattled: bool


class Reacted(Event, frozen=True):
    words = "{unit:unit} reacted from Overwatch and shot at {target:unit}"
    unit: int
    target: int
