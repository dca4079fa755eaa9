"""The named rules of bands. Each speaks at the moments that it is about; nothing else asks for a rule by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.play.rules.rulebase import NUMBER, NamedRule, Rulebase

if TYPE_CHECKING:
    from border_raid.fighting import Attack

FIELDCRAFT = 3.0
"""How near a wood gives cover with Fieldcraft, in inches."""


class BandRule(NamedRule):
    """A rule of a band, with what it says at each moment if it has nothing to say."""

    reach: int = 0
    """How far the band shoots."""
    ranks: int = 2
    """How many ranks strike."""
    hidden_within: float = 0.0
    """How near a wood the band has cover."""
    firm: bool = False
    """Whether the band adds no losses to tests of nerve."""

    def on_attack(self, attack: Attack) -> None:
        """The band attacks."""

    def on_attacked(self, attack: Attack) -> None:
        """The band is attacked."""


RULES = Rulebase(BandRule, form="{} ({})")


@RULES.rule("Bows", "raid.rule.bows")
class Bows(BandRule):
    """The band shoots as far as its brackets say."""

    brackets = NUMBER

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.reach = int(said or 0)


@RULES.rule("Fierce", "raid.rule.fierce")
class Fierce(BandRule):
    """It is one easier to hit with blades after an advance."""

    def on_attack(self, attack: Attack) -> None:
        if not attack.shoots and attack.band.advanced:
            attack.need.add(-1, self)


@RULES.rule("Spears", "raid.rule.spears")
class Spears(BandRule):
    """Three ranks strike."""

    ranks = 3


@RULES.rule("Shields", "raid.rule.shields")
class Shields(BandRule):
    """It is one harder to shoot the band from its front."""

    def on_attacked(self, attack: Attack) -> None:
        if attack.shoots and not attack.flank:
            attack.need.add(1, self)


@RULES.rule("Steady", "raid.rule.steady")
class Steady(BandRule):
    """Losses do not weigh on tests of nerve."""

    firm = True


@RULES.rule("Fieldcraft", "raid.rule.fieldcraft")
class Fieldcraft(BandRule):
    """The band has cover near woods as well."""

    hidden_within = FIELDCRAFT
