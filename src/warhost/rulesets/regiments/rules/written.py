"""Special rules of army books that were read from their own text: they speak at the same moments as the rulebook's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from warhost.play.rules.tally import Tally
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import DEADLY, SNIPERS, Attack
from warhost.rulesets.regiments.core import (
    ATTACK_DEEDS,
    ActionName,
    Battle,
    Clause,
    Share,
    SpecialRule,
    Unit,
    When,
    footprint,
    ignored,
    is_known,
    named,
    optional,
    troopers,
)
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model, tough
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.rules.special import FAR, Indirect, Regeneration, from_afar
from warhost.table import TOLERANCE, within

WRITTEN = "aofr.special.priority"
"""A special rule of an army book wins over the standard rules: that is why it counts."""

CLOSE = 12.0
"""How near an enemy must be for rules on shooting from close by."""

NEAR = 1.0
"""How near to terrain models stand for rules that ask for it."""


class WrittenRule(SpecialRule):
    """A rule of an army book, as far as its clauses are heard where it stands."""

    id = WRITTEN

    def __init__(self, text: RuleText, clauses: Sequence[Clause]) -> None:
        super().__init__(text.rating or 0)
        self.name = text.name
        self.clauses = tuple(clauses)
        deeds = {clause.deed for clause in clauses}
        self.only_holds = "only holds" in deeds
        self.one_is_enough = self.only_holds
        self.strikes_first = "strikes first" in deeds
        self.shoots_after_rush = "rush shot" in deeds
        self.slowed, self.endangered = "slowed" in deeds, "endangered" in deeds
        self.picks, self.delays = "picks" in deeds, "delays" in deeds
        self.band, self.keeps_off = self._most("band"), self._most("keeps off")
        self.partings = tuple(self._of("parting"))
        self.retaliates, self.avenges = self._sum("retaliate"), self._sum("deathstrike")
        self.crossings, self.takedowns = tuple(self._of("crosses")), tuple(self._of("takedown"))
        self.asks_distance = any("from afar" in clause.when for clause in clauses)
        self.reach, self.casting, self.impact_ap = self._sum("range"), self._sum("casting"), self._sum("impact ap")
        self.defense = min((clause.amount for clause in self._of("defense")), default=0)
        self.repels, self.placed_when_deployed = self._most("repel"), self._most("deploy place")
        self.placed_within = max(((clause.amount, clause.magic) for clause in self._of("place")), default=(0, 0))
        self.throws = tuple(
            (clause.dice, clause.need, clause.rules, clause.deed == "melee wounds")
            for clause in self._of("melee hits", "melee wounds")
        )
        self._moments = {moment for moment, of in _MOMENTS.items() if not deeds.isdisjoint(of)}
        if self.asks_distance:
            self._moments.add("asks_distance")

    def _of(self, *deeds: str) -> Iterable[Clause]:
        return (clause for clause in self.clauses if clause.deed in deeds)

    def _sum(self, deed: str) -> int:
        return sum(clause.amount for clause in self._of(deed))

    def _most(self, deed: str) -> int:
        return max((clause.amount for clause in self._of(deed)), default=0)

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        for clause in self._of("move"):
            if action in clause.actions and _stands(battle, unit, clause):
                inches.add(clause.amount, self)

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        for clause in self.clauses:
            if clause.deed in ATTACK_DEEDS and _attacks(battle, clause, attack) and _fits(battle, clause, attack):
                _do(self, clause, attack)

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        for clause in self._of("enemy hit", "block", "enemy ap", "reroll own blocks"):
            if not _has(clause, share) or not _attacked(battle, clause, attack):
                continue
            if clause.deed == "enemy hit":
                attack.to_hit.add(clause.amount, self)
            elif clause.deed == "block":
                attack.to_block.add(clause.amount, self)
            elif clause.deed == "reroll own blocks":
                attack.blocks_again = self
                attack.blocks_again_to = max(attack.blocks_again_to, clause.face)
            else:
                attack.less_ap.add(clause.amount, self)

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        for clause in self._of("morale", "morale save", "no retreat", "reroll morale"):
            if clause.deed == "morale":
                test.modifiers.add(clause.amount, self)
            elif _has(clause, share) and clause.deed == "reroll morale":
                test.again_by = self
            elif _has(clause, share) and clause.deed == "morale save":
                test.saved_by.append((self, clause.amount))
            elif _has(clause, share):
                test.paid_by = (self, clause.amount)

    def shrouds(self, share: Share, *, charging: bool) -> int:
        deed = "enemy charge" if charging else "enemy range"
        return sum(clause.amount for clause in self._of(deed) if _has(clause, share))

    def recovers_on(self, share: Share) -> int:
        return min((clause.amount for clause in self._of("steadfast") if _has(clause, share)), default=0)

    def moves_after(self, share: Share, *, melee: bool) -> int:
        moment: When = "melee" if melee else "shooting"
        fitting = (c for c in self._of("after") if _has(c, share) and (not c.when or moment in c.when))
        return max((clause.amount for clause in fitting), default=0)

    def ignores_wounds_on(self, battle: Battle, unit: Unit, share: Share, *, magic: bool = False) -> int:
        for clause in self._of("ignore wounds"):
            if _has(clause, share) and _stands(battle, unit, clause):
                return clause.magic if magic and clause.magic else clause.amount
        return 0

    def speaks_at(self, moment: str) -> bool:
        return moment in self._moments


_MOMENTS: dict[str, tuple[str, ...]] = {
    "on_attack": tuple(ATTACK_DEEDS),
    "on_defence": ("enemy hit", "block", "enemy ap", "reroll own blocks"),
    "ignores_wounds_on": ("ignore wounds",),
    "defense": ("defense",),
    "shrouds": ("enemy range", "enemy charge"),
    "on_move": ("move",),
    "only_holds": ("only holds",),
    "one_is_enough": ("only holds",),
    "slowed": ("slowed",),
    "reach": ("range",),
    "shoots_after_rush": ("rush shot",),
    "moves_after": ("after",),
    "placed_within": ("place",),
    "placed_when_deployed": ("deploy place",),
    "repels": ("repel",),
    "on_morale": ("morale", "morale save", "no retreat", "reroll morale"),
    "recovers_on": ("steadfast",),
    "strikes_first": ("strikes first",),
    "throws": ("melee hits", "melee wounds"),
    "impact_ap": ("impact ap",),
    "picks": ("picks",),
    "endangered": ("endangered",),
    "retaliates": ("retaliate",),
    "avenges": ("deathstrike",),
    "crossings": ("crosses",),
    "takedowns": ("takedown",),
    "delays": ("delays",),
    "band": ("band",),
    "keeps_off": ("keeps off",),
    "partings": ("parting",),
    "casting": ("casting",),
}
"""The moments at which each deed is done."""


@lru_cache(maxsize=4096)
def spoken(texts: tuple[RuleText, ...]) -> tuple[SpecialRule, ...]:
    """The rules that speak for these texts: those of the rulebook, and those that are written by their clauses."""
    written = tuple(dict.fromkeys(text for text in texts if text.clauses and is_known(text)))
    if not written:
        return named(texts)
    silent = ignored(written)
    return (*named(texts), *(rule for rule in speakers(written) if rule.name not in silent))


def speakers(written: Sequence[RuleText]) -> list[SpecialRule]:
    """The rules that these texts tell. One that is made stronger by another has the stronger clauses instead; who has
    only the other has nothing of it."""
    stronger: dict[str, tuple[Clause, ...]] = {}
    for text in written:
        for clause in text.clauses:
            if clause.deed == "boosts":
                stronger[clause.name] = clause.clauses
    found: list[SpecialRule] = []
    for text in written:
        clauses = _boosted(text.clauses, stronger[text.name]) if text.name in stronger else text.clauses
        if kept := [clause for clause in clauses if clause.deed not in ("boosts", "gives", "ability")]:
            found.append(WrittenRule(text, kept))
    return found


def boosters(texts: Sequence[RuleText]) -> list[SpecialRule]:
    """What makes other rules stronger, each as a rule by itself: to see whether it has counted."""
    boosts = [(text, clause) for text in texts for clause in text.clauses if clause.deed == "boosts"]
    return [WrittenRule(RuleText(clause.name), clause.clauses) for _, clause in boosts]


_MORE_OFTEN = frozenset({"extra hits", "extra attacks", "low wounds", "reroll blocks"})
"""What a better clause does on more results of the die, under the conditions of the plain one."""


def _boosted(plain: Sequence[Clause], better: Sequence[Clause]) -> list[Clause]:
    """The clauses with those replaced that the better ones do as well."""
    old = {clause.deed: clause for clause in plain}
    kept = [clause for clause in plain if clause.deed not in {one.deed for one in better}]
    for clause in better:
        before = old.get(clause.deed)
        # What the better clause leaves open is as it was: wounds of spells, after what it moves.
        if before is not None and clause.deed == "ignore wounds" and not clause.magic:
            clause = msgspec.structs.replace(clause, magic=before.magic)
        if before is not None and clause.deed in _MORE_OFTEN and not clause.when:
            clause = msgspec.structs.replace(clause, when=before.when, whose=before.whose)
        if before is not None and clause.deed in ("after", "place"):
            clause = msgspec.structs.replace(clause, when=before.when, whose=before.whose)
        kept.append(clause)
    return kept


def _has(clause: Clause, share: Share) -> bool:
    """Whether enough models have the rule. What helps a unit as a whole is needed by all (AOFR-R046)."""
    return share.most if clause.whose == "most" else share.all


def _stands(battle: Battle, unit: Unit, clause: Clause) -> bool:
    return "near terrain" not in clause.when or near_terrain(battle, unit)


def near_terrain(battle: Battle, unit: Unit) -> bool:
    """Whether most models of the unit stand within 1" of a piece of terrain."""
    if unit.pose is None:
        return False
    place = footprint(battle, unit)
    pieces = [piece.shape for piece in scenery(battle).pieces if within(place, piece.shape, NEAR)]
    standing = list(troopers(battle, unit)) if pieces else []
    near = sum(any(within(trooper.base, shape, NEAR) for shape in pieces) for trooper in standing)
    return 2 * near > len(standing) > 0


def _attacks(battle: Battle, clause: Clause, attack: Attack) -> bool:
    """Whether the attack is such as the clause wants it."""
    if attack.kind == "impact" or (attack.kind == "spell" and clause.when):
        return False
    shooting, melee = attack.kind == "shooting", attack.kind == "melee"
    afar = from_afar(battle, attack)
    is_so: dict[When, bool] = {
        "melee": melee,
        "shooting": shooting,
        "charging": melee and attack.charging,
        "far": afar,
        "far or charging": afar or (melee and attack.charging),
        "held": shooting and attack.held,
        "close": shooting and attack.distance <= optional.measured(battle, CLOSE) + TOLERANCE,
        "just arrived": battle.units[attack.attacker].arrived == battle.turn > 0,
    }
    return all(
        near_terrain(battle, battle.units[attack.attacker]) if when == "near terrain" else is_so.get(when, False)
        for when in clause.when
    )


def _attacked(battle: Battle, clause: Clause, attack: Attack) -> bool:
    """Whether who is attacked by such an attack is helped by the clause. Impact is a part of melee; spells are not."""
    shooting, melee = attack.kind == "shooting", attack.kind in ("melee", "impact")
    afar = attack.distance > optional.measured(battle, FAR) + TOLERANCE
    target = battle.units[attack.target]
    if attack.kind == "impact" and clause.deed == "enemy hit":
        return False
    is_so: dict[When, bool] = {
        "melee": melee,
        "shooting": shooting,
        "far": shooting and afar,
        "from afar": (shooting or (melee and attack.charging)) and afar,
        "still": not target.moved,
        "no spell": attack.kind != "spell",
    }
    return all(
        near_terrain(battle, target) if when == "near terrain" else is_so.get(when, False) for when in clause.when
    )


def _fits(battle: Battle, clause: Clause, attack: Attack) -> bool:
    """Whether most models of the target have the Tough or the Defense that the clause asks for."""
    if clause.tough is None and clause.defense is None:
        return True
    if clause.defense is not None and not clause.defense[0] <= attack.defense <= clause.defense[1]:
        return False
    if clause.tough is None:
        return True
    target = battle.units[attack.target]
    kinds = [(attack.picked, 1)] if attack.picked is not None else list(kinds_of_model(target))
    low, high = clause.tough
    fitting = sum(count for group, count in kinds if low <= tough(battle, target, group) <= high)
    return 2 * fitting > sum(count for _, count in kinds)


def _do(rule: SpecialRule, clause: Clause, attack: Attack) -> None:
    """What a deed does to an attack."""
    amount, face = clause.amount, clause.face
    match clause.deed:
        case "hit":
            attack.to_hit.add(amount, rule)
        case "ap":
            attack.ap.add(amount, rule)
        case "quality" if attack.quality is not None:
            attack.quality = min(attack.quality, amount)
        case "extra hits" if face == 6:
            attack.extra_on_six += amount
        case "extra hits":
            attack.extra_on_high = max(attack.extra_on_high, amount)
            attack.high = min(attack.high, face)
        case "extra attacks":
            attack.attacks_from = min(attack.attacks_from, face or 6)
            attack.attacks_on_six = 1
        case "steady":
            if any(part.rule == Indirect.id for part in attack.to_hit.parts):
                attack.to_hit.add(1, rule)
        case "picks":
            attack.order = SNIPERS
        case "recoil":
            attack.recoils = max(attack.recoils, face)
        case "less ap":
            attack.less_ap.add(-amount, rule)
        case "reroll hits":
            attack.misses_again = max(attack.misses_again, face)
        case "heedless":
            attack.heedless = True
        case "either":
            attack.either = max(attack.either, amount)
        case "six ap":
            attack.six_more_ap = max(attack.six_more_ap, amount)
        case "six wounds":
            attack.six_wounds = max(attack.six_wounds, amount)
        case "low wounds":
            attack.low_wounds = max(attack.low_wounds, face)
        case "reroll blocks":
            attack.rerolled_by(rule, face)
        case "ignore cover":
            attack.ignores_cover = True
        case "ignore regeneration":
            attack.unheeded |= {Regeneration.name}
        case "deadly":
            attack.deadly = amount + (attack.deadly if attack.deadly > 1 else 0)
            attack.order = min(attack.order, DEADLY)
        case "blast":
            attack.blast = max(1, min(attack.limit, amount + (attack.blast if attack.blast > 1 else 0)))
            attack.ignores_cover = True
