"""An attack on its way to its target: what rules add to before the dice are rolled (Damage)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.moments import Speaker
from warhost.rulesets.families.ninth_age.core import tables
from warhost.table import Arc

AttackKind: TypeAlias = Literal["melee", "special", "shooting", "spell", "miscast", "terrain"]


class Attack(Struct, eq=False):
    """Like attacks of one unit on another that are rolled together.

    Rules speak to it (`on_attack`, `on_defence`) before the first die. Without Strength it wounds on `wound_on`, or
    without a roll if that is None. Without `hit_on` it hits without a roll. `from_side` is the target's facing that
    it comes against (melee). `aegis` collects the saves to choose from.
    """

    kind: AttackKind
    attacker: int | None
    target: int
    count: int
    what: str
    rule: str
    strength: int | None = None
    ap: int = 0
    hit_on: int | None = None
    wound_on: int | None = None
    from_side: Arc | None = None
    hits: int = 0
    auto_wounds: int = 0
    """Hits that wound without a roll though the others roll."""
    poison: bool = False
    """A natural 6 to hit wounds without a roll."""
    lethal: bool = False
    """A natural 6 to wound has Armour Penetration 10."""
    to_hit: Tally = field(default_factory=Tally)
    """What is added to the rolls to hit."""
    to_wound: Tally = field(default_factory=Tally)
    hit_fixed_by: Speaker | None = None
    """What sets the number to hit, whatever the skills and other rules say."""
    hits_rerolled_by: Speaker | None = None
    wounds_rerolled_by: Speaker | None = None
    ones_rerolled_by: Speaker | None = None
    """What lets natural 1s to wound be rolled again."""
    armour_rerolled: bool = False
    """Passed Armour Saves are rolled again."""
    aegis_rerolled: bool = False
    """Passed Aegis Saves are rolled again."""
    wounds_from: int = 2
    """Dice that show less never wound, whatever is added to them."""
    aegis: list[tuple[int, str]] = []
    besides: tuple[int, Attack] | None = None
    """Each hit is so many hits of another kind besides: Area Attack."""
    multiply: tuple[int | str, int] | None = None
    """Unsaved wounds count so many times (a number, or a die for each such as D3) against models with at least so many
    Health Points: Multiple Wounds."""


@rule("eow.melee.to_hit_table", "eow.stat.off", "eow.stat.def", "eow.table.success_summary")
def to_hit_table(offence: int, defence: int) -> int:
    """The D6 needed to hit in melee."""
    return tables.to_hit(offence, defence)


@rule("eow.damage.to_wound_table", "eow.stat.res", "eow.stat.str", "eow.table.success_summary")
def to_wound_table(strength: int, resilience: int) -> int:
    """The D6 needed to wound."""
    return tables.to_wound(strength, resilience)


@rule("eow.damage.armour_table", "eow.stat.arm", "eow.stat.ap", "eow.table.success_summary")
@rule("eow.damage.armour_natural_one")
def armour_table(armour: int, ap: int) -> int | None:
    """The D6 needed for the Armour Save, never less than 2; none if no save is possible."""
    return tables.armour_save(armour, ap)
