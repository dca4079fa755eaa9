"""What a survey says of the enemies, in short."""

from __future__ import annotations

from warhost.play import Survey


def seen(looked: Survey) -> list[int]:
    return [sight.unit for sight in looked.sights if sight.seen]


def words(looked: Survey) -> dict[int, str]:
    """What is said of each enemy: its cover, or what hides it."""
    return {sight.unit: sight.cover or " and ".join(sight.hidden_by) for sight in looked.sights}
