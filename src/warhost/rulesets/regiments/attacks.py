"""An attack on its way to its target: what rules add to before the dice are rolled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from warhost.play.questions import Part
from warhost.play.tally import Tally
from warhost.rulebook import rule

if TYPE_CHECKING:
    from warhost.rulesets.regiments.rules import SpecialRule

AttackKind: TypeAlias = Literal["shooting", "melee", "impact", "spell"]

SNIPERS, DEADLY, REST = range(3)
"""The order in which hits are blocked and wounds taken (AOFR-R018)."""


class Attack:
    """Like attacks of one unit on another that are rolled together.

    Rules speak to it (`on_attack`, `on_defence`) before the first die. `group` are the models that attack, `picked`
    is the kind of model that a Sniper picked: it is attacked as a unit of one. Without Quality it hits without a roll.
    """

    __slots__ = (
        "ap",
        "attacker",
        "blast",
        "charging",
        "count",
        "cover",
        "deadly",
        "defense",
        "distance",
        "extra_on_six",
        "group",
        "held",
        "hits",
        "ignores_cover",
        "kind",
        "limit",
        "moved",
        "only_sixes",
        "order",
        "picked",
        "quality",
        "rerolls_sixes",
        "rule",
        "shooters",
        "six_ap",
        "sixes",
        "target",
        "to_block",
        "to_hit",
        "unheeded",
        "what",
    )

    def __init__(
        self,
        kind: AttackKind,
        attacker: int,
        target: int,
        count: int,
        *,
        what: str,
        rule: str,
        quality: int | None,
        defense: int,
        group: int = 0,
        picked: int | None = None,
        limit: int = 1,
    ) -> None:
        self.kind = kind
        self.attacker = attacker
        self.target = target
        self.count = count
        self.what = what
        self.rule = rule
        self.quality = quality
        self.defense = defense
        self.group = group
        self.picked = picked
        self.shooters = 1
        """Models that make these attacks: as many models can be picked."""
        self.limit = limit
        """Models of the target: Blast makes no more hits of one."""
        self.charging = False
        self.held = False
        """Shot on a Hold action."""
        self.moved = False
        """Shot after a move."""
        self.distance = 0.0
        """Between the closest models of the two units."""
        self.cover = False
        self.to_hit = Tally(0)
        self.only_sixes = False
        """Fatigue: nothing but an unmodified 6 hits."""
        self.extra_on_six = 0
        """Further hits for each unmodified 6; they are no 6s themselves."""
        self.blast = 1
        self.ap = Tally(0)
        self.six_ap = 0
        """The least AP of hits from unmodified 6s."""
        self.to_block = Tally(0)
        self.ignores_cover = False
        self.rerolls_sixes: SpecialRule | None = None
        """The rule by which unmodified 6s are rolled again when blocking."""
        self.unheeded: frozenset[str] = frozenset()
        """Rules of the target that cannot ignore its wounds."""
        self.deadly = 1
        self.order = REST
        self.hits = 0
        """Hits that are not from unmodified 6s, or that count like them."""
        self.sixes = 0
        """Hits from unmodified 6s that count apart."""


@rule("aofr.modifier.apply", "aofr.modifier.natural_six", "aofr.modifier.natural_one", "aofr.modifier.cumulative")
def needed(target: int, modifier: int) -> int:
    """The face that succeeds at least: modifiers are added to the die, a natural 6 always succeeds, a 1 never."""
    return min(6, max(2, target - modifier))


@rule("aofr.quality.test", "aofr.stats.quality", "aofr.shaken.fatigued", "aofr.melee.fatigue")
def to_hit(attack: Attack) -> int | None:
    """The face that hits at least; None if the attack hits without a roll."""
    if attack.quality is None:
        return None
    return 6 if attack.only_sixes else needed(attack.quality, attack.to_hit.total)


@rule("aofr.stats.defense", "aofr.special.ap", "aofr.terrain.cover", "aofr.special.blast.ignore_cover")
def to_block(attack: Attack, ap: int) -> int:
    """The face that blocks at least a hit with that AP."""
    return needed(attack.defense, attack.to_block.total - ap)


def block_parts(attack: Attack) -> tuple[Part, ...]:
    """What changes the target's Defense rolls, AP included."""
    return (*attack.to_block.parts, *(Part(-part.amount, part.why, part.rule) for part in attack.ap.parts))


def wounds_alike(attack: Attack) -> tuple[object, ...]:
    """What hits must have in common to be blocked and to wound together, but for their AP."""
    return (
        *(attack.order, attack.what, attack.picked, attack.defense, attack.to_block.total),
        *(attack.rerolls_sixes is None, attack.unheeded, attack.deadly),
    )


def merged(attacks: Iterable[Attack]) -> list[Attack]:
    """The attacks with those put together that do not differ in any roll."""
    lots: dict[tuple[object, ...], Attack] = {}
    for attack in attacks:
        like = (
            *(attack.kind, attack.attacker, attack.target, attack.quality, attack.to_hit.total, attack.only_sixes),
            *(attack.extra_on_six, attack.blast, attack.ap.total, attack.six_ap),
            *wounds_alike(attack),
        )
        if like in lots:
            lots[like].count += attack.count
            lots[like].shooters += attack.shooters
        else:
            lots[like] = attack
    return list(lots.values())
