"""An attack on its way to its target: what rules add to before the dice are rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from warhost.play.questions import Part
from warhost.play.rules.tally import Tally
from warhost.rulebook import rule

if TYPE_CHECKING:
    from warhost.rulesets.regiments.core import SpecialRule, Trooper

AttackKind: TypeAlias = Literal["shooting", "melee", "impact", "spell"]

SNIPERS, DEADLY, REST = range(3)
"""The order in which hits are blocked and wounds taken (AOFR-R018)."""


class Further(NamedTuple):
    """A further die that some results to hit bring: what it must show, what it is for, and by which rule."""

    need: int
    why: str
    rule: str


class Attack(Struct, eq=False):
    """Like attacks of one unit on another that are rolled together.

    Rules speak to it (`on_attack`, `on_defence`) before the first die. `group` are the models that attack, `picked`
    is the kind of model that a Sniper picked: it is attacked as a unit of one. Without Quality it hits without a roll.
    """

    kind: AttackKind
    attacker: int
    target: int
    count: int
    what: str
    rule: str
    quality: int | None
    defense: int
    group: int = 0
    picked: int | None = None
    shooters: int = 1
    """Models that make these attacks: as many models can be picked."""
    limit: int = 1
    """Models of the target: Blast makes no more hits of one."""
    charging: bool = False
    held: bool = False
    """Shot on a Hold action."""
    moved: bool = False
    """Shot after a move."""
    distance: float = 0.0
    """Between the closest models of the two units."""
    cover: bool = False
    """Whether the target is in or behind cover; only shooting asks for it (aofr.terrain.cover_shooting_only)."""
    to_hit: Tally = field(default_factory=Tally)
    only_sixes: bool = False
    """Nothing but an unmodified 6 hits: Fatigue, Covering Fire."""
    extra_on_six: int = 0
    """Further hits for each unmodified 6; they are no 6s themselves."""
    extra_on_high: int = 0
    high: int = 6
    """Further hits for each unmodified result from `high` on, if that is less than 6."""
    attacks_on_six: int = 0
    attacks_from: int = 6
    """Further attacks for each hit with an unmodified result from `attacks_from` on; they bring no more."""
    recoils: int = 0
    """Each unmodified result to hit up to this costs whoever attacks a wound."""
    misses_again: int = 0
    """Misses with an unmodified result up to this are rolled again."""
    either: int = 0
    """A die decides before the attack: 1-3 gives it so much more AP, 4-6 so much to hit."""
    sixes_rolled: bool = False
    """Hits without a roll for which dice are rolled all the same, to see which of them count as 6s."""
    blast: int = 1
    ap: Tally = field(default_factory=Tally)
    less_ap: Tally = field(default_factory=Tally)
    """What the target takes from the AP, to no less than 0."""
    six_ap: int = 0
    """The least AP of hits from unmodified 6s."""
    six_more_ap: int = 0
    """AP that hits from unmodified 6s have beyond that of the others."""
    six_wounds: int = 0
    """Further wounds for each hit from an unmodified 6 that is not blocked."""
    low_wounds: int = 0
    """Each unmodified result up to this when blocking costs a further wound."""
    heedless: bool = False
    """Negative modifiers do not count."""
    to_block: Tally = field(default_factory=Tally)
    ignores_cover: bool = False
    sure: bool = False
    """Its hits cannot be blocked."""
    rerolls_sixes: SpecialRule | None = None
    """The rule by which unmodified 6s are rolled again when blocking."""
    rerolls_from: int = 6
    """The least result that is rolled again."""
    blocks_again: SpecialRule | None = None
    blocks_again_to: int = 0
    """The rule by which failures to block are rolled again, and up to which unmodified result."""
    unheeded: frozenset[str] = frozenset()
    """Rules of the target that cannot ignore its wounds."""
    heeds: tuple[SpecialRule, ...] = ()
    """Rules that want to know what its wounds do."""
    deadly: int = 1
    order: int = REST
    six_wounds_on: Further | None = None
    """A die for each unmodified 6 to hit, by which the target takes a wound besides that is not blocked."""
    one_wounds_below: Further | None = None
    """A die for each unmodified 1 to hit: whoever attacks takes a wound if it shows less."""
    strays_below: Further | None = None
    """A die for each hit: it strikes somebody else if it shows less."""
    rattles_on: Further | None = None
    """A die for each hit, which does nothing else: the target tests morale if one shows enough."""
    trailing: tuple[str, str, str] | None = None
    """Further wounds that the target takes once if it is wounded at all: what for, by which rule, and the dice."""
    standing: tuple[Trooper, ...] = ()
    """The models that shoot, where they stand."""
    elsewhere: Callable[[int], Attack] | None = None
    """The same attack on another unit."""
    picking: Callable[[int], Attack] | None = None
    """The same attack on a picked model of that kind, for weapons that may pick one in melee."""
    hits: int = 0
    """Hits that are not from unmodified 6s, or that count like them."""
    sixes: int = 0
    """Hits from unmodified 6s that count apart."""
    misses: int = 0
    """Attacks that did not hit, or whose hits count as misses."""
    shown: tuple[int, ...] = ()
    """The unmodified results of its dice to hit."""
    rattled: int = 0
    """Hits that force a morale test, of the `discarded` ones."""
    discarded: int = 0
    """Hits that count as misses in the end."""
    into: int | None = None
    """What its target is inside of."""
    unblocked: int = 0
    """Wounds besides the hits that are not blocked."""
    backfired: int = 0
    """Wounds that it costs whoever attacks."""
    recoiled: int = 0
    """The same by its own rules, not by an optional part."""
    strayed: dict[tuple[int, int], int] = field(default_factory=dict)
    """Hits that strike somebody else, by their AP and the further wounds of each."""
    taken: int = 0
    """Wounds that the target really took from it and the attacks made with it."""

    def rerolled_by(self, rule: SpecialRule, face: int) -> None:
        """Results from that face on are rolled again when blocking."""
        self.rerolls_from = min(face, self.rerolls_from) if self.rerolls_sixes is not None else face
        self.rerolls_sixes = self.rerolls_sixes or rule

    @property
    def sixes_apart(self) -> bool:
        """Whether hits from unmodified 6s count otherwise than the rest."""
        return self.ap_of(six=True) > self.ap_of() or self.six_wounds > 0

    def ap_of(self, *, six: bool = False) -> int:
        """The AP of its hits, or of those from unmodified 6s: what lessens it leaves 0 at least."""
        ap = max(self.ap.total + self.six_more_ap, self.six_ap) if six else self.ap.total
        less = 0 if self.heedless else self.less_ap.total
        return max(0, ap + less) if less else ap


@rule("aofr.modifier.apply", "aofr.modifier.natural_six", "aofr.modifier.natural_one", "aofr.modifier.cumulative")
def needed(target: int, modifier: int) -> int:
    """The face that succeeds at least: modifiers are added to the die, a natural 6 always succeeds, a 1 never."""
    return min(6, max(2, target - modifier))


@rule("aofr.quality.test", "aofr.stats.quality", "aofr.shaken.fatigued", "aofr.melee.fatigue")
def to_hit(attack: Attack) -> int | None:
    """The face that hits at least; None if the attack hits without a roll."""
    if attack.quality is None:
        return None
    if attack.only_sixes:
        return 6
    total = attack.to_hit.total
    if attack.heedless:
        total = attack.to_hit.base + sum(max(0, int(part.amount)) for part in attack.to_hit.parts)
    return needed(attack.quality, total)


@rule("aofr.stats.defense", "aofr.special.ap", "aofr.terrain.cover", "aofr.special.blast.ignore_cover")
def to_block(attack: Attack, ap: int) -> int:
    """The face that blocks at least a hit with that AP."""
    return needed(attack.defense, attack.to_block.total - ap)


def block_parts(attack: Attack) -> tuple[Part, ...]:
    """What changes the target's Defense rolls, AP included."""
    less = () if attack.heedless else attack.less_ap.parts
    return (*attack.to_block.parts, *(Part(-part.amount, part.why, part.rule) for part in (*attack.ap.parts, *less)))


def wounds_alike(attack: Attack) -> tuple[object, ...]:
    """What hits must have in common to be blocked and to wound together, but for their AP."""
    return (
        *(attack.order, attack.what, attack.picked, attack.defense, attack.to_block.total),
        *(attack.rerolls_sixes is None, attack.unheeded, attack.deadly, tuple(by.name for by in attack.heeds)),
        *(attack.rerolls_from, attack.low_wounds, attack.sure, attack.kind == "spell", attack.blocks_again_to),
    )


def alike(attacks: Iterable[Attack]) -> list[list[Attack]]:
    """The attacks in lots of those whose hits are blocked and wound together."""
    lots: dict[tuple[object, ...], list[Attack]] = {}
    for attack in attacks:
        lots.setdefault(wounds_alike(attack), []).append(attack)
    return list(lots.values())


def rolls_alike(attack: Attack) -> tuple[object, ...]:
    """What attacks must have in common to be rolled together."""
    return (
        *(attack.kind, attack.attacker, attack.target, attack.quality, attack.to_hit.total, attack.only_sixes),
        *(attack.extra_on_six, attack.blast, attack.ap.total, attack.six_ap),
        *(attack.extra_on_high, attack.high, attack.attacks_on_six, attack.either, attack.heedless),
        *(attack.misses_again, attack.attacks_from, attack.recoils),
        *(attack.less_ap.total, attack.six_more_ap, attack.six_wounds, attack.sixes_rolled),
        *wounds_alike(attack),
    )


def unmodified(attack: Attack) -> Attack:
    """The attack as it was before any rule spoke, but at the worst Quality: whatever makes that better shows."""
    return Attack(
        *(attack.kind, attack.attacker, attack.target, attack.count, attack.what, attack.rule),
        None if attack.quality is None else 6,
        attack.defense,
        group=attack.group,
        picked=attack.picked,
        shooters=attack.shooters,
        limit=attack.limit,
        charging=attack.charging,
        held=attack.held,
        moved=attack.moved,
        distance=attack.distance,
        cover=attack.cover,
    )


def merged(attacks: Iterable[Attack]) -> list[Attack]:
    """The attacks with those put together that do not differ in any roll."""
    lots: dict[tuple[object, ...], Attack] = {}
    for attack in attacks:
        like = rolls_alike(attack)
        if like in lots:
            lots[like].count += attack.count
            lots[like].shooters += attack.shooters
        else:
            lots[like] = attack
    return list(lots.values())
