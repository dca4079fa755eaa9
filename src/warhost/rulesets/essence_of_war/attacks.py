"""An attack on its way to its target: what rules add to before the dice are rolled (Damage)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warhost.play.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.rules import Speaker
from warhost.table import Arc

AttackKind: TypeAlias = Literal["melee", "special", "shooting", "spell", "miscast", "terrain"]


class Attack:
    """Like attacks of one unit on another that are rolled together.

    Rules speak to it (`on_attack`, `on_defence`) before the first die. Without Strength it wounds on `wound_on`, or
    without a roll if that is None. Without `hit_on` it hits without a roll. `from_side` is the target's facing that
    it comes against (melee). `aegis` collects the saves to choose from.
    """

    __slots__ = (
        "aegis",
        "ap",
        "armour_rerolled",
        "attacker",
        "auto_wounds",
        "count",
        "from_side",
        "hit_fixed_by",
        "hit_on",
        "hits",
        "hits_rerolled_by",
        "kind",
        "multiply",
        "poison",
        "rule",
        "strength",
        "target",
        "to_wound",
        "what",
        "wound_on",
        "wounds_rerolled_by",
    )

    def __init__(
        self,
        kind: AttackKind,
        attacker: int | None,
        target: int,
        count: int,
        *,
        what: str,
        rule: str,
        strength: int | None = None,
        ap: int = 0,
        hit_on: int | None = None,
        wound_on: int | None = None,
        from_side: Arc | None = None,
    ) -> None:
        self.kind = kind
        self.attacker = attacker
        self.target = target
        self.count = count
        self.what = what
        self.rule = rule
        self.strength = strength
        self.ap = ap
        self.hit_on = hit_on
        self.wound_on = wound_on
        self.from_side = from_side
        self.hits = 0
        self.auto_wounds = 0
        """Hits that wound without a roll though the others roll."""
        self.poison = False
        """A natural 6 to hit wounds without a roll."""
        self.to_wound = Tally(0)
        self.hit_fixed_by: Speaker | None = None
        """What sets the number to hit, whatever the skills say."""
        self.hits_rerolled_by: Speaker | None = None
        self.wounds_rerolled_by: Speaker | None = None
        self.armour_rerolled = False
        """Passed Armour Saves are rolled again."""
        self.aegis: list[tuple[int, str]] = []
        self.multiply: tuple[int, int] | None = None
        """Unsaved wounds count so many times against models with at least so many Health Points."""


@rule("eow.melee.to_hit_table", "eow.stat.off", "eow.stat.def", "eow.table.success_summary")
def to_hit_table(offence: int, defence: int) -> int:
    """The D6 needed to hit in melee."""
    difference = offence - defence
    if difference >= 4:
        return 2
    if difference >= 1:
        return 3
    if difference >= -3:
        return 4
    if difference >= -7:
        return 5
    return 6


@rule("eow.damage.to_wound_table", "eow.stat.res", "eow.stat.str", "eow.table.success_summary")
def to_wound_table(strength: int, resilience: int) -> int:
    """The D6 needed to wound."""
    return min(6, max(2, 4 - (strength - resilience)))


@rule("eow.damage.armour_table", "eow.stat.arm", "eow.stat.ap", "eow.table.success_summary")
def armour_table(armour: int, ap: int) -> int | None:
    """The D6 needed for the Armour Save; none if no save is possible."""
    left = armour - ap
    return None if left <= 0 else max(2, 7 - left)
