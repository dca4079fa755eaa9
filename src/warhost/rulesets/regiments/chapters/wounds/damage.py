"""From attacks to wounds: roll to hit, roll to block, remove casualties (Shooting and Melee: the sequences).

Attacks are made with `prepared`, which lets the rules of both sides speak; `chain` describes their dice, for play,
odds and players alike; `strike` takes all attacks that are made together through the sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

import msgspec

from warhost.play.counsel.throws import (
    END,
    UNTOLD,
    Again,
    Leads,
    Reason,
    Stage,
    attempt,
    mean,
    save,
    success,
    throw,
    throw_on,
    throw_out,
    to,
)
from warhost.play.questions import Odds
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import held_against, spend_in
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, Further, alike, to_block, to_hit
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster, ignoring, suffer
from warhost.rulesets.regiments.core import HERO, Battle, Cause, SpecialRule, Unit, Weapon, by_rules, events, optional
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import model_rules, unit_rules
from warhost.rulesets.regiments.rules.written import WRITTEN

BACKFIRED, STRAYED, RATTLED, RECOILED = "backfired", "strayed", "rattled", "recoiled"
"""Where dice end that do not wound the target: a wound of whoever attacks, a hit on somebody else, a morale test, a
wound of whoever attacks by its own rules."""


_BLOCKED_BY = {"shooting": "aofr.shoot.block", "melee": "aofr.melee.block", "impact": "aofr.melee.block"}
"""The rule by which a unit blocks; hits of spells and of nobody's are neither shots nor blows."""


@rule("aofr.special.hero.defense")
@by_rules
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
    speaking = [model_rules(battle, unit, group).at("defense") for group in groups]
    told = [max((rule.defense for rule in rules), default=0) for rules in speaking]
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
        limit=optional.models_left(battle, target) if picked is None else 1,
        into=target.inside,
    )


@rule("aofr.terrain.cover", "aofr.special.blast.ignore_cover")
def prepared(battle: Battle, attack: Attack, speaking: Iterable[SpecialRule]) -> Attack:
    """Let the rules of the attack and those of the target speak, once and before the first die."""
    target = battle.units[attack.target]
    spoken_for = list(speaking)
    for speaker in (*spoken_for, *held_against(battle, target, attack, spoken_for)):
        speaker.on_attack(battle, attack)
    for speaker, share in unit_rules(battle, target, attack.picked).at("on_defence"):
        speaker.on_defence(battle, attack, share)
    if attack.cover and not attack.ignores_cover:
        attack.to_block.add(1, "cover", "aofr.terrain.cover")
    return attack


@rule("aofr.shoot.hit", "aofr.melee.hit", "aofr.special.blast.order", "aofr.special.furious_extra_not_six")
def chain(battle: Battle, attack: Attack) -> Stage:
    """The dice of one attack, from the test to hit to its wounds before any are ignored.

    Unmodified 6s may count more; Blast multiplies at the end (AOFR-R018).
    """
    unit, need = battle.units[attack.attacker], to_hit(attack)
    block = _blocking(battle, attack, attack.ap_of())
    hit = _home(attack, block, unit)
    told = Reason(f"{attack.what}: to hit", attack.rule, unit.seat, unit.id)
    if need is None:
        if not attack.sixes_rolled:
            return attempt("hit", None, hit, told)
        told = told._replace(why=f"{attack.what}: 6s")
    misses = min(attack.misses_again, (need or 1) - 1)
    again = Again(((1, misses),), f"{attack.what}: to hit again", WRITTEN) if misses > 0 else None
    only = attack.only_sixes
    if attack.rattles_on is not None and need:
        faces = (*range(1, max(attack.recoils, 1) + 1), 6)
        lucks = [(face, face, (*(hit if face >= need else ()), *_luck(attack, face, unit))) for face in faces]
        return attempt("hit", need, hit, told, naturals=lucks, again=again, unmodified=only)
    special = attack.extra_on_six or attack.extra_on_high or attack.sixes_apart or attack.attacks_on_six
    if not (special or attack.six_wounds_on or attack.one_wounds_below or attack.recoils) and need:
        return attempt("hit", need, hit, told, again=again, unmodified=only)
    six = _home(attack, _blocking(battle, attack, attack.ap_of(six=True), attack.six_wounds), unit)

    def leads(face: int) -> Leads:
        extra = attack.extra_on_six * (face == 6) + attack.extra_on_high * (face >= attack.high)
        own = six if face == 6 and attack.sixes_apart else hit if need is None or face >= need else ()
        more = ((count * extra, stage) for count, stage in hit) if extra else ()
        return (*own, *more, *_luck(attack, face, unit))

    lowest = min(attack.high, need or 6)
    if need and attack.attacks_on_six:
        lowest = min(lowest, max(attack.attacks_from, need))
    naturals = [(face, face, leads(face)) for face in range(lowest, 7)]
    least = max(attack.recoils, 1 if attack.one_wounds_below is not None else 0)
    naturals[:0] = [(face, face, leads(face)) for face in range(1, min(least + 1, lowest))]
    if need is None:
        return attempt("hit", 6, hit, told, otherwise=hit, naturals=naturals)
    if attack.attacks_on_six:
        further = told._replace(why=f"{attack.what}: further attacks to hit")
        more = attempt("further hit", need, hit, further, naturals=naturals, unmodified=only)
        brings = max(attack.attacks_from, need)
        naturals = [
            (low, high, (*leading, *to(more, attack.attacks_on_six)) if low >= brings else leading)
            for low, high, leading in naturals
        ]
    return attempt("hit", need, hit, told, naturals=naturals, again=again, unmodified=only)


def _home(attack: Attack, block: Stage, unit: Unit) -> Leads:
    """What a hit leads to: the dice to block it, Blast multiplied, or the one that may force a test; or one that tells
    first whether it goes astray."""
    straying, home = attack.strays_below, to(block, attack.blast)
    if attack.rattles_on is not None:
        home = to(_rattling(attack, attack.rattles_on, unit))
    if straying is None:
        return home
    lost = Stage(STRAYED, None, ((1, ()),), mark=block.mark)
    told = Reason(f"{attack.what}: {straying.why}", straying.rule, unit.seat, unit.id)
    return to(attempt("stray", straying.need, home, told, otherwise=to(lost)))


def _rattling(attack: Attack, by: Further, unit: Unit) -> Stage:
    """The die of a hit that does nothing but force a morale test, if it shows enough."""
    told = Reason(f"{attack.what}: {by.why}", by.rule, unit.seat, unit.id)
    return attempt("rattle", by.need, to(Stage(RATTLED, None, ((1, ()),))), told)


def _luck(attack: Attack, face: int, unit: Unit) -> Leads:
    """The further die that an unmodified 6 brings for the target, or a 1 for whoever attacks; and the wound that low
    results cost whoever attacks."""
    recoil = to(Stage(RECOILED, None, ((1, ()),))) if face <= attack.recoils else ()
    return (*recoil, *_luck_of_the_die(attack, face, unit))


def _luck_of_the_die(attack: Attack, face: int, unit: Unit) -> Leads:
    six, one = attack.six_wounds_on, attack.one_wounds_below
    if face == 6 and six is not None:
        told = Reason(f"{attack.what}: {six.why}", six.rule, unit.seat, unit.id)
        return to(attempt("luck", six.need, END, told))
    if face == 1 and one is not None:
        told = Reason(f"{attack.what}: {one.why}", one.rule, unit.seat, unit.id)
        return to(attempt("luck", one.need, (), told, otherwise=to(Stage(BACKFIRED, None, ((1, ()),)))))
    return ()


@rule("aofr.stats.defense", "aofr.special.poison.reroll", "aofr.special.poison.once")
@rule("aofr.reroll.once", "aofr.reroll.second_stands")
def _blocking(battle: Battle, attack: Attack, ap: int, more: int = 0) -> Stage:
    """The die against a hit with that AP: what is not blocked wounds, and more than once if it deals `more`; low
    results cost a further wound. Those that must be rolled again, or may, are rolled once more and stand."""
    target, need = battle.units[attack.target], to_block(attack, ap)
    block = _BLOCKED_BY.get(attack.kind, "aofr.stats.defense")
    told = Reason(f"{attack.what}: to block", block, target.seat, target.id)
    wounds = to(None, 1 + more)
    if attack.sure:
        return save("block", None, wounds, told, mark=(ap, more))
    low, failed = min(attack.low_wounds, need - 1), min(attack.blocks_again_to, need - 1)
    by, again = attack.rerolls_sixes or attack.blocks_again, None
    if by is not None:
        spans = ((1, failed),) if failed > 0 else ()
        if attack.rerolls_sixes is not None:
            spans = (*spans, (max(need, attack.rerolls_from), 6))
        again = Again(spans, f"{told.why} again by {by.name}", by.id)
    naturals = ((1, low, to(None, 2 + more)),) if low > 0 else ()
    return save("block", need, wounds, told, naturals=naturals, again=again, mark=(ap, more))


def roll_hits(battle: Battle, attack: Attack) -> Script[None]:
    """One test for each attack, and for those that its 6s bring."""
    dice: dict[Stage | None, int] = {chain(battle, attack): attack.count}
    shown: list[int] = []
    attack.misses = attack.count - (yield from throw_on(dice, "hit", shown))
    yield from throw_on(dice, "further hit", shown)
    yield from throw_on(dice, "luck")
    yield from throw_on(dice, "stray")
    yield from throw_on(dice, "rattle")
    attack.shown = tuple(shown)
    attack.hits = attack.sixes = attack.backfired = attack.rattled = attack.recoiled = attack.discarded = 0
    attack.unblocked = dice.pop(None, 0)
    attack.strayed = {}
    if attack.rattles_on is not None:
        attack.discarded, attack.misses = attack.count - attack.misses, attack.count
    for stage, hits in dice.items():
        assert stage is not None
        if stage.moment == BACKFIRED:
            attack.backfired += hits
        elif stage.moment == RATTLED:
            attack.rattled += hits
        elif stage.moment == RECOILED:
            attack.recoiled += hits
        elif stage.moment == STRAYED:
            if attack.rattles_on is None:
                ap, more = stage.mark
                attack.strayed[ap, more] = attack.strayed.get((ap, more), 0) + hits
        elif stage.mark == (attack.ap_of(), 0):
            attack.hits += hits
        else:
            attack.sixes += hits


def settle(battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
    """Roll the one die by which attacks of a unit that have more AP or hit better get one of the two."""
    lucky = [attack for attack in attacks if attack.either]
    if not lucky:
        return
    unit = battle.units[lucky[0].attacker]
    die = _die_between(Reason("1-3: more AP, 4-6: hits better", WRITTEN, unit.seat, unit.id))
    better = bool((yield from throw_out(die, 1)))
    for attack in lucky:
        decide(attack, hits_better=better)


def _die_between(told: Reason = UNTOLD) -> Stage:
    return attempt("either", 4, END, told)


def decide(attack: Attack, *, hits_better: bool) -> None:
    """Give the attack the one or the other."""
    tally = attack.to_hit if hits_better else attack.ap
    tally.add(attack.either, "hits better" if hits_better else "more AP", WRITTEN)
    attack.either = 0


def outcomes(attacks: Sequence[Attack]) -> list[tuple[float, list[Attack]]]:
    """The attacks as that die may leave them, each way with its chance."""
    if not any(attack.either for attack in attacks):
        return [(1.0, list(attacks))]
    chance = mean(_die_between())
    ways = ((1 - chance, False), (chance, True))
    return [(weight, [_decided(attack, better) for attack in attacks]) for weight, better in ways]


def _decided(attack: Attack, better: bool) -> Attack:
    if not attack.either:
        return attack
    other = copy(attack)
    other.to_hit, other.ap = attack.to_hit.copy(), attack.ap.copy()
    decide(other, hits_better=better)
    return other


class Scored:
    """Hits of one weapon that wound alike, by their AP and the further wounds that each of them deals."""

    def __init__(self, attacks: Sequence[Attack]) -> None:
        self.attack = attacks[0]
        self.tries = sum(attack.count for attack in attacks)
        self.models = sum(attack.shooters for attack in attacks)
        self.hits: dict[tuple[int, int], int] = {}
        self.unblocked = sum(attack.unblocked for attack in attacks)
        for attack in attacks:
            sixes = (attack.ap_of(six=True), attack.six_wounds)
            for kind, hits in (((attack.ap_of(), 0), attack.hits), (sixes, attack.sixes)):
                if hits:
                    self.hits[kind] = self.hits.get(kind, 0) + hits

    def blocks(self, battle: Battle) -> list[tuple[Stage, int]]:
        """The dice with which the target blocks, the hits with the highest AP first."""
        return [
            (_blocking(battle, self.attack, ap, more), self.hits[ap, more])
            for ap, more in sorted(self.hits, reverse=True)
        ]

    @property
    def place(self) -> tuple[int, int]:
        """Snipers, then Deadly weapons, then the rest; within each the highest AP first (AOFR-R018)."""
        return self.attack.order, -max((ap for ap, _ in self.hits), default=0)


def in_order(attacks: Sequence[Attack]) -> list[Scored]:
    """The hits of attacks that have been rolled, in the order in which they are blocked."""
    return sorted(map(Scored, alike(attacks)), key=lambda volley: volley.place)


@rule("aofr.shoot.sequence", "aofr.melee.sequence", "aofr.dice.batch", "aofr.special.deadly.first")
def strike(battle: Battle, attacks: Sequence[Attack]) -> Script[int]:
    """All these attacks of one unit on another: hits, blocks, casualties. Returns the wounds that were really taken."""
    yield from optional.each(battle, "attacks_begin", attacks)
    for attack in attacks:
        yield from roll_hits(battle, attack)
    yield from optional.each(battle, "hits_scored", attacks)
    wounds = 0
    for volley in in_order(attacks):
        wounds += yield from _resolve(battle, volley)
    for attack in attacks:
        attack.taken = wounds
    spend_in(battle, attacks)
    recoil = sum(attack.recoiled for attack in attacks)
    if recoil and not battle.units[attacks[0].attacker].fate:
        yield from automatic_wounds(battle, battle.units[attacks[0].attacker], recoil)
    return wounds


def land(battle: Battle, attack: Attack) -> Script[int]:
    """Hits that are known already strike their target: blocks, casualties. Returns the wounds that were really taken.

    Blast multiplies them, as it does hits that are rolled for.
    """
    attack.hits *= attack.blast
    attack.sixes *= attack.blast
    return (yield from _resolve(battle, Scored([attack])))


@rule("aofr.shoot.block", "aofr.melee.block")
def _resolve(battle: Battle, volley: Scored) -> Script[int]:
    """The target blocks what it can; each hit that is not blocked is a wound."""
    attack = volley.attack
    target = battle.units[attack.target]
    if target.fate:
        return 0
    hits = sum(volley.hits.values())
    blocked, wounds = 0, volley.unblocked
    if attack.rattles_on is not None and not wounds:
        return 0
    for dice, count in volley.blocks(battle):
        done = yield from throw(dice, count)
        blocked += done.passed
        wounds += done.on.get(None, 0)
    yield events.AttackResolved(attack.attacker, target.id, attack.what, volley.tries, hits, blocked, wounds)
    before = _lives(battle, target) if attack.heeds else {}
    taken = yield from suffer(
        battle,
        target,
        wounds,
        deadly=attack.deadly,
        picked=attack.picked,
        models=volley.models,
        unheeded=attack.unheeded,
        magic=attack.kind == "spell",
        by=_dealt(battle, attack),
        shooter=attack.attacker if attack.kind == "shooting" else None,
    )
    if attack.heeds:
        after = _lives(battle, target)
        for by in attack.heeds:
            by.on_wounds(battle, attack, {group: lives - after.get(group, 0) for group, lives in before.items()})
    return taken


def _lives(battle: Battle, unit: Unit) -> dict[int, int]:
    """The wounds that the models of each group can still take."""
    muster = Muster(battle, unit)
    return {group: muster.lives(group) for group in muster.left}


def _dealt(battle: Battle, attack: Attack) -> Cause | None:
    """Who deals the wounds of an attack: nobody does who attacks itself, such as by a trap."""
    hostile = battle.units[attack.attacker].seat != battle.units[attack.target].seat
    return Cause(attack.attacker, "melee" if attack.kind == "impact" else attack.kind) if hostile else None


def automatic_wounds(battle: Battle, unit: Unit, wounds: int) -> Script[int]:
    """Wounds that are not blocked; what ignores wounds still does (AOFR-R112). Returns those really taken."""
    return (yield from suffer(battle, unit, wounds))


class Expected(msgspec.Struct, frozen=True):
    """What attacks have to expect: hits, and wounds that are not blocked and not ignored."""

    hits: float = 0.0
    wounds: float = 0.0

    def plus(self, other: Expected, weight: float = 1.0) -> Expected:
        return Expected(self.hits + weight * other.hits, self.wounds + weight * other.wounds)


def expected(battle: Battle, attack: Attack) -> Expected:
    """The mean of an attack, from the same numbers that its dice are read against; it knows no overkill."""
    if attack.either:
        total = Expected()
        for chance, (decided,) in outcomes([attack]):
            total = total.plus(expected(battle, decided), chance)
        return total
    dice = chain(battle, attack)
    wounds = attack.count * mean(dice)
    target = battle.units[attack.target]
    if attack.deadly > 1 and target.models:
        muster = Muster(battle, target)
        victim = attack.picked if attack.picked is not None else muster.next()
        wounds *= 1 if victim is None else min(attack.deadly, muster.tough[victim])
    for speaker, share in unit_rules(battle, target, attack.picked).at("ignores_wounds_on"):
        need = speaker.ignores_wounds_on(battle, target, share, magic=attack.kind == "spell")
        if need and speaker.name not in attack.unheeded:
            wounds *= 1 - success(ignoring(target, ((speaker, need),))) * share.having / share.of
    return Expected(attack.count * mean(dice, "block"), wounds)


def promised(battle: Battle, attacks: Iterable[Attack]) -> tuple[Odds, ...]:
    """What these attacks have to expect, for the player who decides about them."""
    total = Expected()
    for attack in attacks:
        total = total.plus(expected(battle, attack))
    return (
        Odds("expected hits", total.hits, kind="expected"),
        Odds("expected wounds", total.wounds, kind="expected", telling=True),
    )
