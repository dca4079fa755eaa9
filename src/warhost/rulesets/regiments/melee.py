"""Melee: strikes, return strikes, fatigue, the result (Melee)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warhost.play.english import acts, verb
from warhost.play.questions import Act, Odds, Option, Part
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.arms import front_rows, usable, use_up, weapons
from warhost.rulesets.regiments.attacks import Attack, merged
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.damage import Expected, attack_with, defense_of, expected, prepared, settle, strike
from warhost.rulesets.regiments.enchantments import spend
from warhost.rulesets.regiments.formation import HERO, gap_between
from warhost.rulesets.regiments.morale import lose_melee
from warhost.rulesets.regiments.rules import SpecialRule, spoken, unfolded
from warhost.rulesets.regiments.speakers import attack_rules, kinds_of_model, model_rules, unit_rules
from warhost.table import Arc

Sorting = Callable[[Sequence[SpecialRule]], bool]
"""Which weapons strike now, told from their rules."""


class Side:
    """One of the two units in a melee: what it was like when the melee began, and what it has done so far."""

    def __init__(self, battle: Battle, unit: Unit, *, charging: bool) -> None:
        self.unit = unit
        self.charging = charging
        self.tired = tired(unit)
        self.struck = False
        self.wounds = 0


@rule("aofr.shaken.fatigued", "aofr.melee.fatigue")
def tired(unit: Unit) -> bool:
    """Whether the unit hits on unmodified 6s alone: after its first melee of the round, or while it is Shaken."""
    return unit.fatigued or unit.shaken


@rule(
    "aofr.melee.sequence",
    "aofr.melee.front_facing_only",
    "aofr.melee.flank_no_strike_back",
    "aofr.special.counter.flank",
    "aofr.morale.pass",
)
def fight(battle: Battle, unit: Unit, target: Unit, side: Arc) -> Script[None]:
    """The charger strikes, a target that was charged in the front strikes back, the loser tests, units part."""
    from warhost.rulesets.regiments import consolidation

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
        one.unit.fatigued = one.unit.fatigued or one.struck
    yield from resolve(battle, charger, charged, side)
    yield from consolidation.after_melee(battle, unit, target, side)


def _called(side: Arc) -> str:
    return "flank" if side in (Arc.LEFT, Arc.RIGHT) else side.value


@rule("aofr.melee.two_rows", "aofr.melee.all_weapons", "aofr.melee.attacks", "aofr.melee.only_target_unit")
def strikes(
    battle: Battle, unit: Unit, target: Unit, *, charging: bool, fatigued: bool, which: Sorting
) -> list[Attack]:
    """The attacks of the models in the first two rows with all their melee weapons; what is alike is put together."""
    found: list[Attack] = []
    asked = charging and any(rule.asks_distance for rule, _ in unit_rules(battle, target))
    far = charge_distance(battle, unit, target) if asked else 0.0
    for group, count in front_rows(unit).items():
        for weapon in weapons(battle, unit, group, ranged=False):
            rules = attack_rules(battle, unit, group, weapon)
            copies = usable(battle, unit, weapon, count * weapon.count)
            if copies and weapon.attacks and which(rules):
                attack = attack_with(battle, unit, group, weapon, copies, target)
                attack.charging, attack.only_sixes = charging, fatigued
                attack.distance = far
                found.append(prepared(battle, attack, rules))
    return [*_thrown(battle, unit, target, which), *merged(found)]


def _thrown(battle: Battle, unit: Unit, target: Unit, which: Sorting) -> Iterator[Attack]:
    """Dice that rules of army books give to models that strike: each that shows enough is a hit, or a wound."""
    if not which(()):
        return
    for group, count in front_rows(unit).items():
        for special in model_rules(battle, unit, group):
            for dice, need, rules, sure in special.throws():
                attack = Attack(
                    *("impact", unit.id, target.id, count * dice, special.name, special.id, need),
                    defense=defense_of(battle, target),
                )
                attack.sure = sure
                yield prepared(battle, attack, spoken(rules))


def _strikes_of(battle: Battle, side: Side, other: Side, which: Sorting = lambda rules: True) -> list[Attack]:
    return strikes(battle, side.unit, other.unit, charging=side.charging, fatigued=side.tired, which=which)


def _is_first(rules: Sequence[SpecialRule]) -> bool:
    return any(rule.strikes_first for rule in rules)


def sorting(first: bool | None) -> Sorting:
    """All blows, or only those with Counter, or those without."""
    return lambda rules: first is None or first == _is_first(rules)


def _make(battle: Battle, side: Side, attacks: list[Attack], which: Sorting = lambda rules: True) -> Script[None]:
    """Strike with all these attacks; Limited weapons among them are used up."""
    if not attacks:
        return
    side.struck = True
    yield from settle(battle, attacks)
    for group, count in front_rows(side.unit).items():
        for weapon in weapons(battle, side.unit, group, ranged=False):
            if which(attack_rules(battle, side.unit, group, weapon)):
                use_up(side.unit, weapon, usable(battle, side.unit, weapon, count * weapon.count))
    side.wounds += yield from strike(battle, attacks)


@rule("aofr.special.counter.impact")
def counter_models(battle: Battle, unit: Unit) -> int:
    """The models with Counter in the two front rows; each takes a die from the charger's impact (AOFR-R153)."""
    return sum(
        count
        for group, count in front_rows(unit).items()
        if any(
            any(rule.braces for rule in attack_rules(battle, unit, group, weapon))
            for weapon in weapons(battle, unit, group, ranged=False)
        )
    )


@rule("aofr.special.counter.first")
def counter_strike(battle: Battle, charged: Side, charger: Side) -> Script[bool]:
    """Counter weapons strike before the charger, if their owner wants it. Returns whether they did."""
    attacks = _strikes_of(battle, charged, charger, _is_first)
    if not attacks:
        return False
    text = (
        f"{acts(charger.unit.name, 'charges')} your {charged.unit.name}. "
        f"{verb(charged.unit.name, 'Does')} {charged.unit.name} strike first with Counter?"
    )
    rules = ("aofr.special.counter.first",)
    if not (yield from _wants_to_strike(battle, charged, charger, attacks, "counter", text, rules, None)):
        return False
    yield from _make(battle, charged, attacks, _is_first)
    return True


@rule("aofr.special.impact", "aofr.special.impact_fatigued")
def charge_home(battle: Battle, charger: Side, charged: Side, braced: int) -> Script[None]:
    """The charger's impact and all its strikes."""
    attacks = _strikes_of(battle, charger, charged)
    impact = None if charger.tired else impact_of(battle, charger.unit, charged.unit, braced)
    yield from _make(battle, charger, attacks if impact is None else [impact, *attacks])


def charge_distance(battle: Battle, unit: Unit, target: Unit) -> float:
    """How far the target was away when it was charged; before the charge, how far it is now."""
    if unit.charged_from is not None:
        return unit.charged_from
    return 0.0 if unit.pose is None or target.pose is None else gap_between(battle, unit, target)


@rule("aofr.special.impact", "aofr.special.counter.impact")
def impact_of(battle: Battle, unit: Unit, target: Unit, braced: int) -> Attack | None:
    """The impact of a charge: dice that hit on 2+ and have no other rules of their own (AOFR-R159)."""
    dice = sum(
        count * sum(rule.impact() for rule in model_rules(battle, unit, group))
        for group, count in front_rows(unit).items()
    )
    if dice <= braced:
        return None
    attack = Attack(
        "impact",
        unit.id,
        target.id,
        dice - braced,
        what="Impact",
        rule="aofr.special.impact",
        quality=2,
        defense=defense_of(battle, target),
    )
    return prepared(battle, attack, ())


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
        yield from _make(battle, charged, attacks, which)


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
    """Whether the unit that was charged strikes; `countered` is not known before the charger has struck."""
    promise = promised(battle, attacks)
    options = [
        Option("strike", "Strike", promise, side.unit.id, other.unit.id),
        Option("no", "Do not strike, and avoid fatigue", unit=side.unit.id, passes=True),
    ]

    def weigh(option: Option) -> Sequence[Odds]:
        from warhost.rulesets.regiments.melee_odds import strike_odds

        told = strike_odds(battle, other, side, attacks, strikes=option.key == "strike", countered=countered)
        return told or option.odds

    act = Act(other.unit.id, (side.unit.id,))
    key = yield from choose(side.unit.seat, topic, text, options, rules=rules, weigh=weigh, act=act)
    return key == "strike"


def promised(battle: Battle, attacks: Sequence[Attack]) -> tuple[Odds, ...]:
    """What these attacks have to expect, for the player who decides about them."""
    total = Expected()
    for attack in attacks:
        total += expected(battle, attack)
    return (
        Odds("expected hits", total.hits, kind="expected"),
        Odds("expected wounds", total.wounds, kind="expected", telling=True),
    )


@rule("aofr.melee.full_rows", "aofr.melee.full_rows_single")
def full_rows(unit: Unit) -> int:
    """Multiples of the front row that the unit started with, so that a unit of one model always has one (AOFR-R090)."""
    return unit.models // unit.files


@rule("aofr.special.fear")
def fear_of(battle: Battle, unit: Unit) -> int:
    """What its models share counts once; a joined hero adds its own (AOFR-R158).

    Players may agree that each model in the two front rows adds its own.
    """
    if battle.scene.settings.fear == "each model":
        return sum(count * _fear(model_rules(battle, unit, group)) for group, count in front_rows(unit).items())
    if not any(unit.left):
        return _fear(model_rules(battle, unit, HERO)) if unit.hero else 0
    shared = max(_fear(model_rules(battle, unit, group)) for group, _ in kinds_of_model(unit) if group != HERO)
    hero = battle.regiment(unit).hero
    if not unit.hero or hero is None:
        return shared
    return shared + _fear(spoken(unfolded(hero.rules + hero.groups[0].rules)))


def _fear(rules: Sequence[SpecialRule]) -> int:
    return sum(rule.fear() for rule in rules)


@rule("aofr.melee.result_total", "aofr.melee.lose_without_wounds", "aofr.special.fear")
def score(battle: Battle, side: Side) -> tuple[Part, ...]:
    """Wounds that the unit caused in this melee, its full rows, and its Fear (AOFR-R092)."""
    return (
        Part(side.wounds, "wounds caused", "aofr.melee.result_total"),
        Part(full_rows(side.unit), "full rows", "aofr.melee.full_rows"),
        *(Part(fear, "Fear", "aofr.special.fear") for fear in (fear_of(battle, side.unit),) if fear),
    )


def _total(parts: Sequence[Part]) -> int:
    return sum(int(part.amount) for part in parts)


@rule("aofr.melee.winner", "aofr.melee.only_loser_tests", "aofr.melee.tie", "aofr.morale.melee_destroyed")
def resolve(battle: Battle, charger: Side, charged: Side, side: Arc) -> Script[None]:
    """The lower score tests; nobody does after a tie, or if one of the two is gone."""
    unit, target = charger.unit, charged.unit
    if unit.fate or target.fate:
        return
    parts = (score(battle, charger), score(battle, charged))
    own, theirs = _total(parts[0]), _total(parts[1])
    for fighter in (unit, target):
        spend(battle, fighter, "result")
    winner = None if own == theirs else unit.id if own > theirs else target.id
    yield events.MeleeResolved(unit.id, target.id, (unit.seat, target.seat), own, theirs, parts, winner)
    if winner == unit.id:
        yield from lose_melee(battle, target, side)
    elif winner == target.id:
        yield from lose_melee(battle, unit, None)
