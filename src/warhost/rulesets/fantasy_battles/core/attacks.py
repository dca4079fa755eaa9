"""An attack on its way to its target: what rules add to before the dice are rolled (Attack Sequence)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from warhost.play.rules.tally import Named, Tally
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core import tables
from warhost.table import Arc

AttackKind: TypeAlias = Literal["melee", "special", "shooting", "breath", "spell", "sweeping", "miscast", "terrain"]
"""What sort of attack it is (T9A-R140).

"melee": a Close Combat Attack. "special": another Melee Attack, such as a Stomp. "shooting": a Shooting Attack with a
weapon; "breath": a Special Attack that is used as one. "spell", "sweeping": hits of a spell or of a Sweeping Attack,
which are Ranged Attacks like those that shoot. "miscast" and "terrain" are neither Melee nor Ranged Attacks.
"""

MELEE: frozenset[AttackKind] = frozenset({"melee", "special"})
RANGED: frozenset[AttackKind] = frozenset({"shooting", "breath", "spell", "sweeping"})


class Attack(Struct, eq=False):
    """Like attacks of one unit on another that are rolled together.

    Rules speak to it (`on_attack`, `on_defence`) before the first die, see `damage.prepared`. Without `hit_on` it hits
    without a roll. Without Strength it wounds on `wound_on`, or without a roll if that is None. `target` is a unit,
    whose rank and file take the hits, or a guest in its ranks. `from_side` is the target's facing that it comes
    against (melee).
    """

    kind: AttackKind
    attacker: int | None
    target: int
    count: int
    what: str
    rule: str
    strength: int | None = None
    ap: int = 0
    part: int = 0
    """Which part of the attacker's models attacks."""
    weapon: str = ""
    rules: tuple[str, ...] = ()
    """The rules of the part, the weapon or the spell that attacks, as data list them."""
    hit_on: int | None = None
    wound_on: int | None = None
    from_side: Arc | None = None
    named: bool = False
    """It is directed at that very model: its hits are not distributed among those who stand with it."""
    hits: int = 0
    sure: int = 0
    """How many of its hits wound without a roll."""
    misfires_on: int | None = None
    """The natural roll to hit on which it misfires; None: it does not."""
    misfires: int = 0
    """How many of its dice misfired."""
    each: int = 1
    """The hits that come of one attack that hits: several if it is an Area Attack (see `area_attack`)."""
    bracketed: Attack | None = None
    """The attack that one of these hits is, which has the values in square brackets."""
    flaming: bool = False
    magical: bool = False
    toxic: bool = False
    """Its Strength is always 3, its Armour Penetration always 10."""
    divine: bool = False
    """Passed Aegis Saves are rolled again."""
    poisoned: bool = False
    """A natural 6 to hit wounds without a roll: Poison Attacks."""
    focused: bool = False
    """A natural 6 to hit scores one more hit: Battle Focus."""
    lethal: bool = False
    """A natural 6 to wound has Armour Penetration 10 and allows no Fortitude Save."""
    to_hit: Tally = field(default_factory=Tally)
    """What is added to the rolls to hit."""
    distracted_by: Named | None = None
    """What takes 1 from the rolls to hit, unless something else takes from them (T9A-R158)."""
    to_wound: Tally = field(default_factory=Tally)
    hits_rerolled_by: Named | None = None
    """What lets failed rolls to hit be made again."""
    sixes_rerolled_by: Named | None = None
    """What makes natural 6s to hit be rolled again."""
    wounds_rerolled_by: Named | None = None
    armour_rerolled_by: Named | None = None
    """What makes passed Armour Saves be rolled again."""
    special_rerolled_by: Named | None = None
    """What makes passed Special Saves be rolled again."""
    echo: bool = False
    """What it costs brings about no further attacks."""
    always: bool = False
    """It wounds on `wound_on` whatever is added to the roll."""
    wounds_from: int = 2
    """Dice that show less never wound, whatever is added to them."""
    no_special_save: bool = False
    compares: Literal["res", "dis"] = "res"
    """What of the target its Strength is compared with."""
    aegis: list[tuple[int, str]] = []
    """The Aegis Saves that the target may choose from: the die and whose it is."""
    aegis_better: bool = False
    """Aegis Saves are 1 better, but not by this better than 3+ (see `damage.special_save`)."""
    fortitude: list[tuple[int, str]] = []
    multiply: int | str | None = None
    """What each unsaved wound counts: a number, or a die for each such as D3."""
    unspoken: Attack | None = None
    """The attack as it was before any rule spoke, where its hits have to be distributed among several models."""

    @property
    def in_melee(self) -> bool:
        """Whether it is a Melee Attack: a Close Combat Attack or a Special Attack made in contact (T9A-R140)."""
        return self.kind in MELEE

    @property
    def ranged(self) -> bool:
        """Whether it is a Ranged Attack: shots, and hits by spells and Sweeping Attacks (T9A-R140)."""
        return self.kind in RANGED


@rule("t9a.tohit.melee_4_plus", "t9a.tohit.melee_1_to_3", "t9a.tohit.melee_0_to_m3")
@rule("t9a.tohit.melee_m4_to_m7", "t9a.tohit.melee_m8")
def to_hit_table(offence: int, defence: int) -> int:
    """The D6 needed to hit in close combat."""
    return tables.to_hit(offence, defence)


@rule("t9a.towound.2_plus", "t9a.towound.1", "t9a.towound.0", "t9a.towound.m1", "t9a.towound.m2")
def to_wound_table(strength: int, resilience: int) -> int:
    """The D6 needed to wound."""
    return tables.to_wound(strength, resilience)


@rule("t9a.armour.0", "t9a.armour.1", "t9a.armour.2", "t9a.armour.3", "t9a.armour.4", "t9a.armour.5")
def armour_table(armour: int, ap: int) -> int | None:
    """The D6 needed for the Armour Save, never less than 2; none if no save is possible."""
    return tables.armour_save(armour, ap)
