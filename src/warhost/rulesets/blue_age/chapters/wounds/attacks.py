"""Attacks from the first die to wounds: to hit, to wound, armour, Magical Save (Shooting Phase; Fight Sub-Phase).

The rules of both sides speak to every lot of attacks (`prepared`). `chain` describes its dice for play, odds and
players alike; `resolve` throws them, `spread_of` is their exact distribution.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from warhost.play.counsel.throws import END, Again, Leads, Reason, Span, Stage, attempt, save, shares, throw_on, to
from warhost.play.questions import Part
from warhost.play.rules.moments import Moment
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes import warbanner
from warhost.rulesets.blue_age.core import Battle, Special, Unit, is_so, quality_speakers, speakers, values

Kind = Literal["melee", "ranged", "impact", "last", "spell", "other"]
"""Blows, shots, Impact Attacks, blows at Initiative 1 (Stomp, Feral Beast Strike), spells, and hits by something else
(fire, falling stones)."""

SLAIN = Stage("slain", None, ((1, ()),), mark=(1,))
"""Where a die ends that slays a model outright."""

AUTOMATIC = "A"
"""The entry of the chart that wounds without a die and slays."""


class Lot:
    """Attacks of one unit that go against one enemy together."""

    __slots__ = (
        "ap",
        "armour",
        "attacker",
        "by_war_machine",
        "count",
        "covered",
        "deathblow",
        "demolishes",
        "finer",
        "flaming",
        "grit",
        "hits",
        "hits_again",
        "kind",
        "magical",
        "need",
        "parry",
        "qualities",
        "rule",
        "saves",
        "shielded",
        "shred",
        "spared",
        "strength",
        "target",
        "target_role",
        "to_hit",
        "weapon",
        "what",
        "wounds_again",
        "wounds_alone",
        "wrath",
    )

    def __init__(
        self,
        kind: Kind,
        attacker: int,
        target: int,
        count: int,
        need: int | None,
        *,
        strength: int,
        ap: int = 0,
        what: str,
        rule: str,
        weapon: str = "",
        qualities: tuple[str, ...] = (),
        shielded: bool = True,
        target_role: str = "",
    ) -> None:
        self.kind, self.attacker, self.target = kind, attacker, target
        self.count = count
        """Dice to hit; hits where they hit automatically."""
        self.need = need
        """The Melee or Ranged value; None: they hit automatically."""
        self.to_hit = Tally()
        self.strength = Tally(strength)
        """Strength with the weapon."""
        self.ap = Tally(ap)
        """Points of Armour Piercing."""
        self.grit = 0
        self.weapon, self.qualities = weapon, qualities
        self.what, self.rule = what, rule
        self.hits_again: tuple[tuple[Span, ...], Special | str] | None = None
        """Natural faces of dice to hit that are thrown once more, and by which rule; (0, 0) stands for all failures."""
        self.wounds_again: tuple[tuple[Span, ...], Special | str] | None = None
        self.wrath = 10
        """The natural face to wound from which on a wound is a Wrathful Blow."""
        self.finer = 0
        """So many of the attacks pierce one point more."""
        self.deathblow: Special | None = None
        self.wounds_alone: Special | None = None
        """By which rule hits wound without a die (Flammable)."""
        self.saves: Literal["all", "magical", "none"] = "all"
        self.armour: int | None = None
        self.magical: int | None = None
        self.shielded = shielded
        """Whether the target's shield helps against these attacks."""
        self.parry: Special | None = None
        self.shred: Special | str = ""
        self.spared = 0
        """The points of Armour Piercing that do nothing to the target, of what the attack has in the end."""
        self.target_role = target_role
        """Where the attacks go at one model of the target: its Champion."""
        self.flaming = is_so(qualities, "flaming")
        self.demolishes = is_so(qualities, "demolishes")
        self.covered = 0
        """The Cover Bonus that was counted against these attacks."""
        self.by_war_machine = False
        self.hits = 0
        """How many of them hit, once that is known."""


FAILED: tuple[Span, ...] = ((0, 0),)
"""All dice that fail, whatever they need."""
ONES: tuple[Span, ...] = ((1, 1),)


@rule("blue.warbanner.planted_reroll_ones")
def prepared(battle: Battle, lot: Lot, *, defended: bool = True) -> Lot:
    """The lot after the rules of both sides have spoken and before the first die. What nobody's attacks do (fire,
    falling stones) has no rules but its own; walls, which are not `defended`, have none."""
    attacker, target = battle.units[lot.attacker], battle.units[lot.target]
    entry = battle.entry(target)
    lot.grit = values.grit(battle, target)
    lot.armour = values.armour_save(entry, lot.shielded)
    lot.magical = values.magical_save(battle, target)
    for speaker in quality_speakers(lot.qualities).at("on_attack"):
        speaker.on_attack(battle, attacker, lot)
    if lot.kind != "other":
        for speaker in speakers(battle, attacker).at("on_attack"):
            speaker.on_attack(battle, attacker, lot)
    if defended:
        for speaker in speakers(battle, target).at("on_defence"):
            speaker.on_defence(battle, target, lot)
    if lot.hits_again is None and lot.kind in ("melee", "ranged") and warbanner.blesses(battle, attacker):
        lot.hits_again = (ONES, "Warbanner")
    if lot.parry is None:
        parries = [one for one in speakers(battle, target).at("parries") if lot.shielded or not one.shields]
        lot.parry = parries[0] if parries else None
    return lot


@rule("blue.shoot.apply_modifiers", "blue.fight.apply_modifiers", "blue.shoot.hit_roll", "blue.fight.hit_roll")
def to_hit(battle: Battle, lot: Lot) -> int | None:
    """The natural face that hits: the value less all modifiers, held to 2..10 (BLUE-R04); None: no die is thrown."""
    if lot.need is None:
        return None
    return max(2, min(10 if battle.settings.natural_ten else 11, lot.need - lot.to_hit.total))


CHART = {5: 2, 4: 2, 3: 3, 2: 4, 1: 5, 0: 6, -1: 7, -2: 7, -3: 8, -4: 8, -5: 9, -6: 9, -7: 10}
"""What wounds by how much Strength exceeds Grit (BLUE-R42)."""


@rule("blue.shoot.wound_roll", "blue.fight.wound_roll", "blue.to_wound.automatic", "blue.to_wound.impossible")
@rule("blue.to_wound.zero_is_ten", "blue.to_wound.strength_01", "blue.to_wound.strength_02")
@rule("blue.to_wound.strength_03", "blue.to_wound.strength_04", "blue.to_wound.strength_05")
@rule("blue.to_wound.strength_06", "blue.to_wound.strength_07", "blue.to_wound.strength_08")
@rule("blue.to_wound.strength_09", "blue.to_wound.strength_10")
def to_wound(battle: Battle, strength: int, grit: int) -> int | Literal["A"] | None:
    """The To-Wound Chart: the face that wounds, "A" for an Automatic Wound, None where nothing can."""
    if battle.settings.chart == "clamped":
        strength, grit = min(10, max(1, strength)), min(10, max(1, grit))
    by = strength - grit
    return "A" if by >= 6 else CHART.get(by)


@rule("blue.shoot.armour_save", "blue.fight.saves")
def to_save(lot: Lot, ap: int) -> int | None:
    """The natural face that saves with armour against so many points of Armour Piercing; None if none does."""
    if lot.armour is None or lot.saves != "all":
        return None
    needed = max(2, lot.armour + ap)
    return needed if needed <= 10 else None


def ap_of(lot: Lot) -> int:
    """The points of Armour Piercing that count in the end, without a Wrathful Blow."""
    return max(0, lot.ap.total - lot.spared)


# Chains


def _reason(battle: Battle, lot: Lot, why: str, rule_id: str, *, own: bool = True) -> Reason:
    roller = lot.attacker if own else lot.target
    return Reason(f"{lot.what}: {why}", rule_id, battle.units[roller].seat, roller)


def _again(given: tuple[tuple[Span, ...], Special | str] | None, need: int, why: str) -> Again | None:
    """The faces that are thrown again, as far as they fail."""
    if given is None:
        return None
    spans, by = given
    found = tuple((max(1, low), min(high, need - 1)) if (low, high) != (0, 0) else (1, need - 1) for low, high in spans)
    kept = tuple(span for span in found if span[0] <= span[1])
    if not kept:
        return None
    name, rule_id = (by, "") if isinstance(by, str) else (by.name, by.id)
    return Again(kept, f"{why}, again by {name}", rule_id)


def _after_armour(battle: Battle, lot: Lot, end: Leads) -> Leads:
    """What a wound leads to that armour did not stop: a Magical Save where there is one."""
    if lot.magical is None or lot.saves == "none":
        return end
    told = _reason(battle, lot, "Magical Save", "blue.shoot.magic_save_after_armour", own=False)
    return to(save("magic", lot.magical, end, told, sides=10))


@rule("blue.shoot.magic_save_after_armour", "blue.armour.parry", "blue.melee_quality.shred")
@rule("blue.ranged_quality.shred")
def _saved(battle: Battle, lot: Lot, ap: int, end: Leads = END) -> Leads:
    """What a wound leads to: an Armour Save against that much Armour Piercing, then a Magical Save.

    Parry throws failures again and Shred successes; where both hold, every die is thrown again (BLUE-R107).
    """
    then = _after_armour(battle, lot, end)
    need = to_save(lot, max(0, ap - lot.spared))
    if need is None:
        return then
    spans: list[Span] = []
    if lot.parry is not None:
        spans.append((1, need - 1))
    if lot.shred:
        spans.append((need, 10))
    by = lot.parry.name if lot.parry is not None else lot.shred if isinstance(lot.shred, str) else lot.shred.name
    told = _reason(battle, lot, "Armour Save", "blue.shoot.armour_save", own=False)
    again = Again(tuple(spans), f"{told.why}, again by {by}", "blue.armour.parry") if spans else None
    return to(save("armour", need, then, told, again=again, sides=10))


@rule("blue.shoot.wrathful_blow", "blue.fight.wrathful_blow", "blue.special.deathblow")
@rule("blue.special.deathblow_monsters", "blue.special.wrath")
def wound_leads(battle: Battle, lot: Lot) -> Leads:
    """What a hit leads to: the die to wound, and what its face brings; nothing where it cannot wound."""
    ap = max(0, lot.ap.total)
    entry = battle.entry(battle.units[lot.target])
    slain = to(SLAIN)
    if lot.wounds_alone is not None:
        saved = lot.saves
        lot.saves = "magical" if saved == "all" else saved
        leads = _saved(battle, lot, ap, slain if battle.settings.automatic_kills == "always" else END)
        lot.saves = saved
        return leads
    need = to_wound(battle, lot.strength.total, lot.grit)
    if need is None:
        return ()
    if need == AUTOMATIC:
        return _after_armour(battle, lot, slain)
    assert isinstance(need, int)
    naturals = [(max(need, lot.wrath), 10, _saved(battle, lot, ap + 1))]
    if lot.deathblow is not None:
        low = max(need, 9)
        if entry.type == "monster":
            # One wound that may be saved, and one more with it that may not (BLUE-R111).
            naturals += [
                (face, face, _saved(battle, lot, ap + (face >= lot.wrath), to(None, 2))) for face in range(low, 11)
            ]
        else:
            naturals.append((low, 10, slain))
    told = _reason(battle, lot, "to wound", "blue.shoot.wound_roll" if lot.kind != "melee" else "blue.fight.wound_roll")
    again = _again(lot.wounds_again, need, told.why)
    return to(attempt("wound", need, _saved(battle, lot, ap), told, naturals=naturals, again=again, sides=10))


def chain(battle: Battle, lot: Lot) -> Stage:
    """The dice of one attack, from the roll to hit on."""
    told = _reason(battle, lot, "to hit", lot.rule)
    need = to_hit(battle, lot)
    if need is not None and need > 10:
        return Stage("nothing", None, ((1, ()),))
    again = None if need is None else _again(lot.hits_again, need, told.why)
    return attempt("hit", need, wound_leads(battle, lot), told, again=again, sides=10)


def only_hits(stage: Stage) -> Stage:
    """The roll to hit of a chain alone: what hits counts one."""
    return msgspec.structs.replace(stage, results=((1, ()), (stage.need or 1, END)))


class Result(NamedTuple):
    """What came of a lot: hits, wounds that nothing saved, and models that are slain outright."""

    hits: int
    wounds: int
    slain: int


class Failed:
    """Dice to wound that failed, and how many of them are thrown again."""

    def __init__(self, dice: int) -> None:
        self.dice, self.again = dice, 0


STRIKING: Moment[[Battle, Lot]] = Moment("attacks of The Blue Age are about to be made")
"""Whoever makes them more piercing says so in the lot: a point of Destiny."""
WOUNDING: Moment[[Battle, Lot, Failed]] = Moment("attacks of The Blue Age have rolled to wound, and some failed")
"""Whoever has dice rolled again says how many: a point of Destiny."""


@rule("blue.destiny.extra_ap")
def _first(battle: Battle, lot: Lot) -> dict[Stage | None, int]:
    """The dice of a lot before the first roll; those that pierce one point more by themselves are rolled apart."""
    if not lot.finer:
        return {chain(battle, lot): lot.count}
    finer = copy(lot)
    finer.ap = lot.ap.copy()
    finer.ap.add(1, "Destiny", "blue.destiny.extra_ap")
    found: dict[Stage | None, int] = {chain(battle, lot): lot.count - lot.finer}
    stage = chain(battle, finer)
    found[stage] = found.get(stage, 0) + lot.finer
    return {stage: count for stage, count in found.items() if count}


def resolve(battle: Battle, lot: Lot) -> Script[Result]:
    """Throw all dice of a prepared lot: to hit, to wound, armour, Magical Saves."""
    yield from STRIKING.announce(battle, lot)
    dice = _first(battle, lot)
    hits = yield from throw_on(dice, "hit")
    lot.hits = hits = lot.count if lot.need is None else hits
    waiting = {stage: count for stage, count in dice.items() if stage is not None and stage.moment == "wound"}
    passed = yield from throw_on(dice, "wound")
    failed = Failed(sum(waiting.values()) - passed)
    # A die is rolled again once (BLUE-R08).
    if failed.dice and all(stage.again is None for stage in waiting):
        yield from WOUNDING.announce(battle, lot, failed)
        if failed.again:
            dice[next(iter(waiting))] = failed.again
            yield from throw_on(dice, "wound")
    yield from throw_on(dice, "armour")
    yield from throw_on(dice, "magic")
    return Result(hits, dice.get(None, 0), dice.get(SLAIN, 0))


def aftermath(battle: Battle, lot: Lot, wounds: int) -> Script[None]:
    """The attacks have done so many wounds that nothing saved: the weapon and the rules of who made them speak."""
    attacker = battle.units[lot.attacker]
    for speaker in quality_speakers(lot.qualities).at("after_wounds"):
        yield from speaker.after_wounds(battle, attacker, lot, wounds)
    for speaker in speakers(battle, attacker).at("after_wounds"):
        yield from speaker.after_wounds(battle, attacker, lot, wounds)


def unsaved(
    battle: Battle,
    unit: Unit,
    wounds: int,
    what: str,
    cite: str,
    saves: Literal["all", "magical", "none"] = "all",
    ap: int = 0,
) -> Script[int]:
    """How many of these wounds, which nobody's attacks have done, are not saved: Armour, then Magical Saves."""
    lot = Lot("other", unit.id, unit.id, wounds, None, strength=1, what=what, rule=cite)
    lot.saves = saves
    lot.armour = values.armour_save(battle.entry(unit))
    lot.magical = values.magical_save(battle, unit)
    lot.parry = next(iter(speakers(battle, unit).at("parries")), None)
    dice: dict[Stage | None, int] = {
        attempt("hit", None, _saved(battle, lot, ap), _reason(battle, lot, "wounds", cite), sides=10): wounds
    }
    for moment in ("hit", "armour", "magic"):
        yield from throw_on(dice, moment)
    return dice.get(None, 0)


# Exact odds

Pair = tuple[int, int]
"""Wounds and models slain outright."""


@lru_cache(maxsize=4096)
def _pairs(stage: Stage) -> Mapping[Pair, float]:
    """The chances of what comes of one die."""
    if stage == SLAIN:
        return {(0, 1): 1.0}
    found: dict[Pair, float] = {}
    for chance, leads in shares(stage):
        ends: Mapping[Pair, float] = {(0, 0): 1.0}
        for count, later in leads:
            each: Mapping[Pair, float] = {(1, 0): 1.0} if later is None else _pairs(later)
            for _ in range(count):
                ends = _sum(ends, each)
        for pair, share in ends.items():
            found[pair] = found.get(pair, 0.0) + chance * share
    return found


def _sum(ones: Mapping[Pair, float], others: Mapping[Pair, float]) -> dict[Pair, float]:
    found: dict[Pair, float] = {}
    for (wounds, slain), chance in ones.items():
        for (more, besides), share in others.items():
            pair = (wounds + more, slain + besides)
            found[pair] = found.get(pair, 0.0) + chance * share
    return found


@lru_cache(maxsize=4096)
def _power(stage: Stage, count: int) -> Mapping[Pair, float]:
    if count == 0:
        return {(0, 0): 1.0}
    if count == 1:
        return _pairs(stage)
    half = _power(stage, count // 2)
    both = _sum(half, half)
    return _sum(both, _pairs(stage)) if count % 2 else both


def spread_of(battle: Battle, lot: Lot) -> Mapping[Pair, float]:
    """The exact chances of wounds and models slain outright by a prepared lot."""
    return _power(chain(battle, lot), lot.count)


def mean_of(battle: Battle, lot: Lot, slain_worth: float = 1.0) -> float:
    """The wounds that a prepared lot does on average; a model slain outright counts for so many."""
    return mean_and_variance(battle, lot, slain_worth)[0]


def mean_and_variance(battle: Battle, lot: Lot, slain_worth: float = 1.0) -> tuple[float, float]:
    """The same, and how far it strays from that: the mean of the square of the difference."""
    each = squares = 0.0
    for (wounds, slain), chance in _pairs(chain(battle, lot)).items():
        worth = wounds + slain * slain_worth
        each += chance * worth
        squares += chance * worth * worth
    return each * lot.count, (squares - each * each) * lot.count


def needed_parts(modifiers: Tally) -> tuple[Part, ...]:
    """The modifiers of a roll as changes of what it needs."""
    return tuple(msgspec.structs.replace(part, amount=-part.amount) for part in modifiers.parts)
