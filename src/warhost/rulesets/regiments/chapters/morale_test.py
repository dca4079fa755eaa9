"""A morale test on its way: what rules add to before the die is rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.play.rules.tally import Tally

if TYPE_CHECKING:
    from warhost.rulesets.regiments.core import SpecialRule


class MoraleTest:
    """A test of a unit against its Quality, what is added to the die, and by which rules a failure may be undone."""

    __slots__ = ("again_by", "later", "modifiers", "paid_by", "quality", "saved_by", "settled", "unit")

    def __init__(self, unit: int, quality: int, *, later: bool = False) -> None:
        self.unit = unit
        self.quality = quality
        self.later = later
        """Whether the unit takes other tests before it."""
        self.modifiers = Tally(0)
        self.settled: tuple[SpecialRule, bool] | None = None
        """The rule by which the test is passed or failed without a die."""
        self.saved_by: list[tuple[SpecialRule, int]] = []
        """Rules that turn a failure into a pass, and what a die must show for it."""
        self.again_by: SpecialRule | None = None
        """The rule by which a failed test is taken once more."""
        self.paid_by: tuple[SpecialRule, int] | None = None
        """The rule by which a failure is a pass that costs wounds, and up to which result a die costs one."""

    def settle(self, by: SpecialRule, *, passes: bool) -> None:
        """The test is passed or failed without a die. Where both are said the unit fails (AOFR-R950)."""
        if self.settled is None or not passes:
            self.settled = (by, passes)
