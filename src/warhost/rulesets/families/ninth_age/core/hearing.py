"""Which entries of a battle have rules that speak at a moment: nobody else need be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warhost.play.counsel.reckoning import Kept
from warhost.play.rules.rulebase import Speakers

__all__ = ["Heard"]


class Heard:
    """The entries of a scene that speak at a moment, found once for each moment and scene."""

    def __init__(self, speakers: Callable[[Any], Speakers[Any]]) -> None:
        """`speakers` are the rules of an entry, without what lies on its unit."""
        self._speakers = speakers
        self._kept: Kept[frozenset[int]] = Kept()

    def of(self, scene: Any, moment: str) -> frozenset[int]:
        """The numbers of the entries whose rules speak at that moment."""
        heard = self._kept.within(scene)
        known = heard.get(moment)
        if known is None:
            speaking = (number for number, entry in enumerate(scene.entries) if self._speakers(entry).at(moment))
            known = heard[moment] = frozenset(speaking)
        return known
