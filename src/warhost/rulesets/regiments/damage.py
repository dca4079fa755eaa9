"""From attacks to wounds: roll to hit, roll to block, remove casualties (Shooting and Melee: the sequences).

Attacks are made with `prepared`, which lets the rules of both sides speak; `strike` takes all attacks that are made
together through the sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

import msgspec

from warhost.dice import odds
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.attacks import (
    Attack,
    block_again,
    faces_after,
    hit_again,
    to_block,
    to_hit,
    wounds_alike,
)
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.enchantments import held_against, spend_in
from warhost.rulesets.regiments.entries import Weapon
from warhost.rulesets.regiments.formation import HERO
from warhost.rulesets.regiments.kinds import kinds_of_model
from warhost.rulesets.regiments.rules import SpecialRule
from warhost.rulesets.regiments.speakers import model_rules, unit_rules
from warhost.rulesets.regiments.wounds import Muster, suffer
from warhost.rulesets.regiments.written import WRITTEN


@rule("aofr.special.hero.defense")
def defense_of(battle: Battle, unit: Unit, picked: int | None = None) -> int:
    """The Defense of a unit: that of a joined hero only when it is alone, or was picked (AOFR-R172, AOFR-R182)."""
    regiment = battle.regiment(unit)
    alone = unit.hero and not any(unit.left)
    if regiment.hero is not None and (picked == HERO or (picked is None and alone)):
        return _counted_as(battle, unit, (HERO,), regiment.hero.defense)
    groups = [group for group, _ in kinds_of_model(unit) if group != HERO] if picked is None else [picked]
    return _counted_as(battle, unit, groups, regiment.defense)


def _counted_as(battle: Battle, unit: Unit, groups: Sequence[int], printed: int) -> int:
    """The Defense that all these models count as having by their rules, else the printed one."""
    told = [max((rule.defense() for rule in model_rules(battle, unit, group)), default=0) for group in groups]
    return max(told) if told and all(told) else printed


@rule("aofr.stats.quality")
def quality_of(battle: Battle, unit: Unit, group: int) -> int:
    """The Quality with which models of a group attack: a joined hero has its own."""
    regiment = battle.regiment(unit)
    if group == HERO:
        assert regiment.hero is not None
        return regiment.hero.quality
    return regiment.quality


def attack_with(
    battle: Battle, unit: Unit, group: int, weapon: Weapon, copies: int, target: Unit, picked: int | None = None
) -> Attack:
    """So many of a weapon in the hands of one kind of model, before any rule has spoken."""
    return Attack(
        "shooting" if weapon.ranged else "melee",
        unit.id,
        target.id,
        copies * weapon.attacks,
        what=weapon.name,
        rule="aofr.shoot.hit" if weapon.ranged else "aofr.melee.hit",
        quality=quality_of(battle, unit, group),
        defense=defense_of(battle, target, picked),
        group=group,
        picked=picked,
        limit=target.models if picked is None else 1,
    )


@rule("aofr.terrain.cover", "aofr.special.blast.ignore_cover")
def prepared(battle: Battle, attack: Attack, speaking: Iterable[SpecialRule]) -> Attack:
    """Let the rules of the attack and those of the target speak, once and before the first die."""
    target = battle.units[attack.target]
    spoken_for = list(speaking)
    for speaker in (*spoken_for, *held_against(battle, target, attack, spoken_for)):
        speaker.on_attack(battle, attack)
    for speaker, share in unit_rules(battle, target, attack.picked):
        speaker.on_defence(battle, attack, share)
    if attack.cover and not attack.ignores_cover:
        attack.to_block.add(1, "cover", "aofr.terrain.cover")
    return attack


@rule("aofr.shoot.hit", "aofr.melee.hit", "aofr.special.blast.order", "aofr.special.furious_extra_not_six")
def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """One test for each attack; unmodified 6s may count more; Blast multiplies at the end (AOFR-R018)."""
    need = to_hit(attack)
    if need is None and not attack.sixes_rolled:
        attack.hits = attack.count * attack.blast
        return
    unit = battle.units[attack.attacker]
    marked = {attack.misses_again + 1} if need is not None and 0 < attack.misses_again < need - 1 else set()
    marked |= {6} if attack.extra_on_six or attack.six_ap or attack.sixes_apart or attack.attacks_on_six else set()
    marked |= {attack.high} if attack.extra_on_high else set()
    cuts = tuple(sorted({need or 6, *marked})) if marked else ()
    why = f"{attack.what}: to hit" if need is not None else f"{attack.what}: 6s"
    faces = yield from roll_pool(
        attack.count, need=need or 6, why=why, rule=attack.rule, seat=unit.seat, unit=unit.id, cuts=cuts
    )
    if need is not None:
        faces = yield from _missed(unit, attack, faces, need, cuts)
    more = attack.attacks_on_six * sum(face == 6 for face in faces)
    if more and need is not None:
        again = f"{attack.what}: further attacks to hit"
        faces += yield from roll_pool(
            more, need=need, why=again, rule=attack.rule, seat=unit.seat, unit=unit.id, cuts=cuts
        )
    hits = len(faces) if need is None else sum(face >= need for face in faces)
    sixes = sum(face == 6 for face in faces)
    extra = sixes * attack.extra_on_six + attack.extra_on_high * sum(face >= attack.high for face in faces)
    apart = sixes if attack.sixes_apart else 0
    attack.sixes = apart * attack.blast
    attack.hits = (hits - apart + extra) * attack.blast


def _missed(
    unit: Unit, attack: Attack, faces: tuple[int, ...], need: int, cuts: tuple[int, ...]
) -> Script[tuple[int, ...]]:
    """The dice to hit after those were rolled again that may be."""
    again = sum(hit_again(attack, face, need) for face in faces)
    if not again:
        return faces
    why = f"{attack.what}: to hit again"
    anew = yield from roll_pool(again, need=need, why=why, rule=WRITTEN, seat=unit.seat, unit=unit.id, cuts=cuts)
    return (*(face for face in faces if not hit_again(attack, face, need)), *anew)


def settle(battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
    """Roll the one die by which attacks of a unit that have more AP or hit better get one of the two."""
    lucky = [attack for attack in attacks if attack.either]
    if not lucky:
        return
    unit = battle.units[lucky[0].attacker]
    (face,) = yield from roll_pool(
        1, need=4, why="1-3: more AP, 4-6: hits better", rule=WRITTEN, seat=unit.seat, unit=unit.id
    )
    for attack in lucky:
        decide(attack, hits_better=face >= 4)


def decide(attack: Attack, *, hits_better: bool) -> None:
    """Give the attack the one or the other."""
    tally = attack.to_hit if hits_better else attack.ap
    tally.add(attack.either, "hits better" if hits_better else "more AP", WRITTEN)
    attack.either = 0


def outcomes(attacks: Sequence[Attack]) -> list[tuple[float, list[Attack]]]:
    """The attacks as that die may leave them, each way with its chance."""
    if not any(attack.either for attack in attacks):
        return [(1.0, list(attacks))]
    return [(0.5, [_decided(attack, better) for attack in attacks]) for better in (False, True)]


def _decided(attack: Attack, better: bool) -> Attack:
    if not attack.either:
        return attack
    other = copy(attack)
    other.to_hit, other.ap = attack.to_hit.copy(), attack.ap.copy()
    decide(other, hits_better=better)
    return other


class _Volley:
    """Hits of one weapon that wound alike, by their AP and the further wounds that each of them deals."""

    __slots__ = ("attack", "hits", "models", "tries")

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.tries = 0
        self.models = 0
        self.hits: dict[tuple[int, int], int] = {}

    def add(self, attack: Attack) -> None:
        self.tries += attack.count
        self.models += attack.shooters
        sixes = (attack.ap_of(six=True), attack.six_wounds)
        for kind, hits in (((attack.ap_of(), 0), attack.hits), (sixes, attack.sixes)):
            if hits:
                self.hits[kind] = self.hits.get(kind, 0) + hits

    @property
    def place(self) -> tuple[int, int]:
        """Snipers, then Deadly weapons, then the rest; within each the highest AP first (AOFR-R018)."""
        return self.attack.order, -max((ap for ap, _ in self.hits), default=0)


@rule("aofr.shoot.sequence", "aofr.melee.sequence", "aofr.dice.batch", "aofr.special.deadly.first")
def strike(battle: Battle, attacks: Sequence[Attack]) -> Script[int]:
    """All these attacks of one unit on another: hits, blocks, casualties. Returns the wounds that were really taken."""
    volleys: dict[tuple[object, ...], _Volley] = {}
    for attack in attacks:
        yield from roll_hits(battle, attack)
        volleys.setdefault(wounds_alike(attack), _Volley(attack)).add(attack)
    wounds = 0
    for volley in sorted(volleys.values(), key=lambda v: v.place):
        wounds += yield from _resolve(battle, volley)
    spend_in(battle, attacks)
    return wounds


@rule("aofr.shoot.block", "aofr.melee.block")
def _resolve(battle: Battle, volley: _Volley) -> Script[int]:
    """The target blocks what it can; each hit that is not blocked is a wound."""
    attack = volley.attack
    target = battle.units[attack.target]
    if target.fate:
        return 0
    hits = sum(volley.hits.values())
    blocked = wounds = 0
    for ap, more in sorted(volley.hits, reverse=True):
        tried = volley.hits[ap, more]
        stopped, further = (0, 0) if attack.sure else (yield from _block(target, attack, tried, to_block(attack, ap)))
        blocked += stopped
        wounds += (tried - stopped) * (1 + more) + further
    yield events.AttackResolved(attack.attacker, target.id, attack.what, volley.tries, hits, blocked, wounds)
    return (
        yield from suffer(
            battle,
            target,
            wounds,
            deadly=attack.deadly,
            picked=attack.picked,
            models=volley.models,
            unheeded=attack.unheeded,
            magic=attack.kind == "spell",
        )
    )


@rule("aofr.stats.defense", "aofr.special.poison.reroll", "aofr.special.poison.once")
@rule("aofr.reroll.once", "aofr.reroll.second_stands")
def _block(target: Unit, attack: Attack, hits: int, need: int) -> Script[tuple[int, int]]:
    """One die for each hit; those that must be rolled again are rolled once more and stand. Returns how many are
    blocked, and the further wounds that low results cost."""
    what, block = f"{attack.what}: to block", "aofr.shoot.block" if attack.kind == "shooting" else "aofr.melee.block"
    again = attack.rerolls_sixes or attack.blocks_again
    first = max(need, attack.rerolls_from)
    marked = ({first} if attack.rerolls_sixes is not None else set()) | (
        {attack.low_wounds + 1} if attack.low_wounds else set()
    )
    marked |= {attack.blocks_again_to + 1} if 0 < attack.blocks_again_to < need - 1 else set()
    cuts = tuple(sorted({need, *marked})) if marked else ()
    faces = yield from roll_pool(hits, need=need, why=what, rule=block, seat=target.seat, unit=target.id, cuts=cuts)
    rolled = sum(block_again(attack, face, need) for face in faces)
    if again is not None and (rolled or attack.rerolls_sixes is not None):
        why = f"{what} again by {again.name}"
        cuts = tuple(sorted({need, attack.low_wounds + 1})) if attack.low_wounds else ()
        anew = yield from roll_pool(
            rolled, need=need, why=why, rule=again.id, seat=target.seat, unit=target.id, cuts=cuts
        )
        faces = (*(face for face in faces if not block_again(attack, face, need)), *anew)
    return sum(face >= need for face in faces), sum(face <= attack.low_wounds for face in faces if face < need)


def automatic_wounds(battle: Battle, unit: Unit, wounds: int) -> Script[int]:
    """Wounds that are not blocked; what ignores wounds still does (AOFR-R112). Returns those really taken."""
    return (yield from suffer(battle, unit, wounds))


class Expected(msgspec.Struct, frozen=True):
    """What attacks have to expect: hits, and wounds that are not blocked and not ignored."""

    hits: float = 0.0
    wounds: float = 0.0

    def __add__(self, other: Expected) -> Expected:
        return Expected(self.hits + other.hits, self.wounds + other.wounds)


def expected(battle: Battle, attack: Attack) -> Expected:
    """The mean of an attack, from the same numbers that its dice are read against; it knows no overkill."""
    if attack.either:
        ways = [(chance, expected(battle, one[0])) for chance, one in outcomes([attack])]
        return Expected(*(sum(chance * figure for chance, figure in part) for part in _figures(ways)))
    need = to_hit(attack)
    faces = hit_faces(attack)
    chance = 1.0 if need is None else sum(faces[need - 1 :])
    six = faces[5]
    apart = six if attack.sixes_apart else 0.0
    extra = six * attack.extra_on_six + sum(faces[attack.high - 1 :]) * attack.extra_on_high
    dice = attack.count * attack.blast * (1 + six * attack.attacks_on_six)
    plain, special = dice * (chance - apart + extra), dice * apart
    wounds = plain * mean_wounds(attack, attack.ap_of())
    wounds += special * mean_wounds(attack, attack.ap_of(six=True), attack.six_wounds) if special else 0.0
    target = battle.units[attack.target]
    if attack.deadly > 1 and target.models:
        muster = Muster(battle, target)
        victim = attack.picked if attack.picked is not None else muster.next()
        wounds *= 1 if victim is None else min(attack.deadly, muster.tough[victim])
    for speaker, share in unit_rules(battle, target, attack.picked):
        save = speaker.ignores_wounds_on(battle, target, share, magic=attack.kind == "spell")
        if save and speaker.name not in attack.unheeded:
            wounds *= 1 - odds.success(save) * share.having / share.of
    return Expected(plain + special, wounds)


def _figures(ways: Sequence[tuple[float, Expected]]) -> Iterable[list[tuple[float, float]]]:
    return [(chance, one.hits) for chance, one in ways], [(chance, one.wounds) for chance, one in ways]


def goes_through(attack: Attack, ap: int) -> float:
    """How likely a hit with that AP is not blocked."""
    if attack.sure:
        return 1.0
    need = to_block(attack, ap)
    return sum(_block_faces(attack, need)[: need - 1])


def hit_faces(attack: Attack) -> tuple[float, ...]:
    """How likely each face of a die to hit is in the end; none, if no dice are rolled."""
    need = to_hit(attack)
    if need is None and not attack.sixes_rolled:
        return (0.0,) * 6
    return faces_after(lambda face: need is not None and hit_again(attack, face, need))


def _block_faces(attack: Attack, need: int) -> tuple[float, ...]:
    return faces_after(lambda face: block_again(attack, face, need))


def low_share(attack: Attack, ap: int) -> float:
    """How likely the die that blocks a hit with that AP ends so low that it costs a further wound."""
    need = to_block(attack, ap)
    if not attack.low_wounds or attack.sure:
        return 0.0
    return sum(_block_faces(attack, need)[: min(attack.low_wounds, need - 1)])


def mean_wounds(attack: Attack, ap: int, more: int = 0) -> float:
    """The wounds of a hit with that AP on average; `more` are those that it deals beyond the first."""
    return goes_through(attack, ap) * (1 + more) + low_share(attack, ap)
