"""Melee: strikes, return strikes, fatigue, the result (Melee)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Act, Odds, Option, Part
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import spend
from warhost.rulesets.regiments.chapters.melee import consolidation, reprisals, takedowns
from warhost.rulesets.regiments.chapters.melee.strikes import (
    Side,
    Sorting,
    counter_models,
    fear_of,
    full_rows,
    impacts_of,
    is_first,
    sorting,
    strikes,
)
from warhost.rulesets.regiments.chapters.morale import lose_melee
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import promised, settle, strike
from warhost.rulesets.regiments.core import Battle, Cause, Clash, Unit, events, optional
from warhost.rulesets.regiments.core.arms import front_rows, usable, use_up, weapons
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import attack_rules
from warhost.rulesets.regiments.rules import growth
from warhost.rulesets.regiments.thinks.melee_odds import strike_odds
from warhost.table import Arc


@rule(
    "aofr.melee.sequence",
    "aofr.melee.front_facing_only",
    "aofr.melee.flank_no_strike_back",
    "aofr.special.counter.flank",
    "aofr.morale.pass",
)
def fight(battle: Battle, unit: Unit, target: Unit, side: Arc) -> Script[None]:
    """The charger strikes, a target that was charged in the front strikes back, the loser tests, units part."""
    charger = Side(battle, unit, charging=True)
    charged = Side(battle, target, charging=False)
    unit.fought = target.fought = True
    yield events.MeleeBegan(unit.id, target.id, _called(side))
    faced = side is Arc.FRONT
    braced = counter_models(battle, target) if faced else 0
    countered = faced and (yield from counter_strike(battle, charged, charger))
    if not unit.fate:
        yield from charge_home(battle, charger, charged, braced)
    if faced and not unit.fate and not target.fate:
        yield from strike_back(battle, charged, charger, countered)
    if faced:
        # Not before it has struck back: Counter also tells which of its weapons have struck already.
        spend(battle, target, "charged")
    for one in (charger, charged):
        one.unit.fatigued = one.unit.fatigued or (one.struck and not one.spared)
    winner = yield from resolve(battle, charger, charged, side)
    clash = Clash((unit.id, target.id), (charger.wounds, charged.wounds), winner)
    yield from optional.each(battle, "melee_fought", clash)
    yield from consolidation.after_melee(battle, unit, target, side)


def _called(side: Arc) -> str:
    return "flank" if side in (Arc.LEFT, Arc.RIGHT) else side.value


def _strikes_of(battle: Battle, side: Side, other: Side, which: Sorting = lambda rules: True) -> list[Attack]:
    return strikes(battle, side.unit, other.unit, charging=side.charging, fatigued=side.tired, which=which)


def _make(
    battle: Battle, side: Side, other: Side, attacks: list[Attack], which: Sorting = lambda rules: True
) -> Script[None]:
    """Strike with all these attacks; Limited weapons among them are used up."""
    if not attacks:
        return
    side.struck = True
    attacks = yield from takedowns.aimed(battle, side, other, attacks)
    yield from optional.each(battle, "about_to_strike", side, attacks)
    yield from settle(battle, attacks)
    for group, count in front_rows(side.unit).items():
        for weapon in weapons(battle, side.unit, group, ranged=False):
            if which(attack_rules(battle, side.unit, group, weapon)):
                use_up(side.unit, weapon, usable(battle, side.unit, weapon, count * weapon.count))
    yield from deal(battle, side, other, attacks)


def deal(battle: Battle, side: Side, other: Side, attacks: Sequence[Attack]) -> Script[None]:
    """These attacks on one enemy are rolled; it pays back what its rules say, and what waits for blows happens."""
    before = dict(kinds_of_model(other.unit))
    borne = reprisals.grudges(battle, other.unit)
    side.wounds += yield from strike(battle, attacks)
    growth.end_feats(battle, side.unit)
    growth.end_marks(battle, other.unit)
    yield from reprisals.repaid(battle, other, side, borne)
    if optional.speaking(battle, "struck"):
        left = dict(kinds_of_model(other.unit))
        fallen = {group: count - left.get(group, 0) for group, count in before.items() if count > left.get(group, 0)}
        yield from optional.each(battle, "struck", side, other, fallen)


@rule("aofr.special.counter.first")
def counter_strike(battle: Battle, charged: Side, charger: Side) -> Script[bool]:
    """Counter weapons strike before the charger, if their owner wants it. Returns whether they did."""
    attacks = _strikes_of(battle, charged, charger, is_first)
    if not attacks:
        return False
    text = (
        f"{acts(charger.unit.name, 'charges')} your {charged.unit.name}. "
        f"{verb(charged.unit.name, 'Does')} {charged.unit.name} strike first with Counter?"
    )
    rules = ("aofr.special.counter.first",)
    if not (yield from _wants_to_strike(battle, charged, charger, attacks, "counter", text, rules, None)):
        return False
    yield from _make(battle, charged, charger, attacks, is_first)
    return True


@rule("aofr.special.impact", "aofr.special.impact_fatigued")
def charge_home(battle: Battle, charger: Side, charged: Side, braced: int) -> Script[None]:
    """The charger's impact and all its strikes."""
    yield from growth.use_feats(battle, charger.unit, "attack")
    yield from growth.remove_marks(battle, charger.unit, charged.unit)
    attacks = _strikes_of(battle, charger, charged)
    impact = [] if charger.tired else impacts_of(battle, charger.unit, charged.unit, braced)
    yield from _make(battle, charger, charged, [*impact, *attacks])


@rule("aofr.melee.strike_back", "aofr.melee.strike_back_free")
def strike_back(battle: Battle, charged: Side, charger: Side, countered: bool) -> Script[None]:
    """The target may strike back, with what has not yet struck. It costs no activation."""
    which = sorting(False if countered else None)
    attacks = _strikes_of(battle, charged, charger, which)
    if not attacks:
        return
    text = (
        f"{charger.unit.name} charged your {charged.unit.name}. "
        f"{verb(charged.unit.name, 'Does')} {charged.unit.name} strike back?"
    )
    rules = ("aofr.melee.strike_back", "aofr.melee.fatigue")
    if (yield from _wants_to_strike(battle, charged, charger, attacks, "strike back", text, rules, countered)):
        yield from growth.use_feats(battle, charged.unit, "attack")
        yield from growth.remove_marks(battle, charged.unit, charger.unit)
        attacks = _strikes_of(battle, charged, charger, which)
        yield from _make(battle, charged, charger, attacks, which)


def _wants_to_strike(
    battle: Battle,
    side: Side,
    other: Side,
    attacks: list[Attack],
    topic: str,
    text: str,
    rules: tuple[str, ...],
    countered: bool | None,
) -> Script[bool]:
    """Whether the unit that was charged strikes; `countered` is not known before the charger has struck. A unit that
    is nobody's always does."""
    if side.unit.seat < 0:
        return True
    promise = promised(battle, attacks)
    options = [
        Option("strike", "Strike", promise, side.unit.id, other.unit.id),
        Option("no", "Do not strike, and avoid fatigue", unit=side.unit.id, passes=True),
    ]

    def weigh(option: Option) -> Sequence[Odds]:
        told = strike_odds(battle, other, side, attacks, strikes=option.key == "strike", countered=countered)
        return told or option.odds

    act = Act(other.unit.id, (side.unit.id,))
    key = yield from choose(side.unit.seat, topic, text, options, rules=rules, weigh=weigh, act=act)
    return key == "strike"


@rule("aofr.melee.result_total", "aofr.melee.lose_without_wounds", "aofr.special.fear")
def score(battle: Battle, side: Side) -> tuple[Part, ...]:
    """Wounds that the unit caused in this melee, and while it stands its full rows and its Fear (AOFR-R092).

    Fear counts as wounds that were dealt, so that what takes from these takes from it too.
    """
    rows, fear = (0, 0) if side.unit.fate else (full_rows(battle, side.unit), fear_of(battle, side.unit))
    dealt = side.wounds + fear
    return (
        Part(side.wounds, "wounds caused", "aofr.melee.result_total"),
        Part(rows, "full rows", "aofr.melee.full_rows"),
        *([Part(fear, "Fear", "aofr.special.fear")] if fear else ()),
        *(more for one in optional.speaking(battle, "scores") for more in one.scores(battle, side.unit, dealt)),
    )


def total(parts: Sequence[Part]) -> int:
    return sum(int(part.amount) for part in parts)


@rule("aofr.melee.winner", "aofr.melee.only_loser_tests", "aofr.melee.tie", "aofr.morale.melee_destroyed")
def resolve(battle: Battle, charger: Side, charged: Side, side: Arc) -> Script[int | None]:
    """The lower score tests; nobody does after a tie, if one of the two is gone, or if one is a piece of terrain.
    Returns who won: who is left, or who has the higher score."""
    unit, target = charger.unit, charged.unit
    if unit.fate or target.fate:
        left = [fighter.id for fighter in (unit, target) if not fighter.fate]
        return left[0] if left else None
    if target.site is not None:
        return None
    parts = (score(battle, charger), score(battle, charged))
    own, theirs = total(parts[0]), total(parts[1])
    for fighter in (unit, target):
        spend(battle, fighter, "result")
    winner = None if own == theirs else unit.id if own > theirs else target.id
    yield events.MeleeResolved(unit.id, target.id, (unit.seat, target.seat), own, theirs, parts, winner)
    if winner == unit.id:
        yield from lose_melee(battle, target, side, Cause(unit.id, "melee"))
    elif winner == target.id:
        yield from lose_melee(battle, unit, None, Cause(target.id, "melee"))
    return winner
