"""From attacks to wounds: roll to hit, roll to block, remove casualties (Shooting and Melee: the sequences).

Attacks are made with `prepared`, which lets the rules of both sides speak; `strike` takes all attacks that are made
together through the sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warhost.dice import odds
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.attacks import Attack, to_block, to_hit, wounds_alike
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.enchantments import spend_in
from warhost.rulesets.regiments.entries import Weapon
from warhost.rulesets.regiments.formation import HERO
from warhost.rulesets.regiments.rules import SpecialRule
from warhost.rulesets.regiments.speakers import unit_rules
from warhost.rulesets.regiments.wounds import Muster, suffer


@rule("aofr.special.hero.defense")
def defense_of(battle: Battle, unit: Unit, picked: int | None = None) -> int:
    """The Defense of a unit: that of a joined hero only when it is alone, or was picked (AOFR-R172, AOFR-R182)."""
    regiment = battle.regiment(unit)
    alone = unit.hero and not any(unit.left)
    if regiment.hero is not None and (picked == HERO or (picked is None and alone)):
        return regiment.hero.defense
    return regiment.defense


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
    for speaker in speaking:
        speaker.on_attack(battle, attack)
    for speaker, share in unit_rules(battle, battle.units[attack.target], attack.picked):
        speaker.on_defence(battle, attack, share)
    if attack.cover and not attack.ignores_cover:
        attack.to_block.add(1, "cover", "aofr.terrain.cover")
    return attack


@rule("aofr.shoot.hit", "aofr.melee.hit", "aofr.special.blast.order", "aofr.special.furious_extra_not_six")
def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """One test for each attack; unmodified 6s may count more; Blast multiplies at the end (AOFR-R018)."""
    need = to_hit(attack)
    if need is None:
        attack.hits = attack.count * attack.blast
        return
    cuts = tuple(sorted({need, 6})) if attack.extra_on_six or attack.six_ap else ()
    unit = battle.units[attack.attacker]
    faces = yield from roll_pool(
        attack.count, need=need, why=f"{attack.what}: to hit", rule=attack.rule, seat=unit.seat, unit=unit.id, cuts=cuts
    )
    hits = sum(face >= need for face in faces)
    sixes = sum(face == 6 for face in faces)
    apart = sixes if attack.six_ap > attack.ap.total else 0
    attack.sixes = apart * attack.blast
    attack.hits = (hits - apart + sixes * attack.extra_on_six) * attack.blast


class _Volley:
    """Hits of one weapon that wound alike, by their AP."""

    __slots__ = ("attack", "hits", "models", "tries")

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self.tries = 0
        self.models = 0
        self.hits: dict[int, int] = {}

    def add(self, attack: Attack) -> None:
        self.tries += attack.count
        self.models += attack.shooters
        for ap, hits in ((attack.ap.total, attack.hits), (max(attack.ap.total, attack.six_ap), attack.sixes)):
            if hits:
                self.hits[ap] = self.hits.get(ap, 0) + hits

    @property
    def place(self) -> tuple[int, int]:
        """Snipers, then Deadly weapons, then the rest; within each the highest AP first (AOFR-R018)."""
        return self.attack.order, -max(self.hits, default=0)


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
    blocked = 0
    for ap in sorted(volley.hits, reverse=True):
        blocked += yield from _block(target, attack, volley.hits[ap], to_block(attack, ap))
    unblocked = hits - blocked
    yield events.AttackResolved(attack.attacker, target.id, attack.what, volley.tries, hits, blocked, unblocked)
    return (
        yield from suffer(
            battle,
            target,
            unblocked,
            deadly=attack.deadly,
            picked=attack.picked,
            models=volley.models,
            unheeded=attack.unheeded,
        )
    )


@rule("aofr.stats.defense", "aofr.special.poison.reroll", "aofr.special.poison.once")
@rule("aofr.reroll.once", "aofr.reroll.second_stands")
def _block(target: Unit, attack: Attack, hits: int, need: int) -> Script[int]:
    """One die for each hit; those that must be rolled again are rolled once more and stand."""
    what, block = f"{attack.what}: to block", "aofr.shoot.block" if attack.kind == "shooting" else "aofr.melee.block"
    again = attack.rerolls_sixes
    cuts = tuple(sorted({need, 6})) if again is not None else ()
    faces = yield from roll_pool(hits, need=need, why=what, rule=block, seat=target.seat, unit=target.id, cuts=cuts)
    if again is not None:
        sixes = sum(face == 6 for face in faces)
        anew = yield from roll_pool(
            sixes, need=need, why=f"{what} again by {again.name}", rule=again.id, seat=target.seat, unit=target.id
        )
        faces = (*(face for face in faces if face != 6), *anew)
    return sum(face >= need for face in faces)


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
    need = to_hit(attack)
    chance = 1.0 if need is None else odds.success(need)
    six = 0.0 if need is None else 1 / 6
    apart = six if attack.six_ap > attack.ap.total else 0.0
    dice = attack.count * attack.blast
    plain, special = dice * (chance - apart + six * attack.extra_on_six), dice * apart
    wounds = plain * goes_through(attack, attack.ap.total) + special * goes_through(attack, attack.six_ap)
    target = battle.units[attack.target]
    if attack.deadly > 1 and target.models:
        muster = Muster(battle, target)
        victim = attack.picked if attack.picked is not None else muster.next()
        wounds *= 1 if victim is None else min(attack.deadly, muster.tough[victim])
    for speaker, share in unit_rules(battle, target, attack.picked):
        save = speaker.ignores_wounds_on()
        if save and speaker.name not in attack.unheeded:
            wounds *= 1 - odds.success(save) * share.having / share.of
    return Expected(plain + special, wounds)


def goes_through(attack: Attack, ap: int) -> float:
    """How likely a hit with that AP is not blocked."""
    chance = odds.success(to_block(attack, ap))
    if attack.rerolls_sixes is not None:
        chance -= (1 - chance) / 6
    return 1 - chance
