"""What units bring to a melee: their strikes, their impact, their full rows and their Fear (Melee)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, merged
from warhost.rulesets.regiments.chapters.wounds.damage import attack_with, defense_of, prepared
from warhost.rulesets.regiments.core import (
    HERO,
    Based,
    Battle,
    SpecialRule,
    Unit,
    Weapon,
    gap_between,
    optional,
    unfolded,
)
from warhost.rulesets.regiments.core.arms import front_rows, usable, weapons
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import attack_rules, model_rules, unit_rules
from warhost.rulesets.regiments.rules.written import WRITTEN, spoken

Sorting = Callable[[Sequence[SpecialRule]], bool]
"""Which weapons strike now, told from their rules."""


class Side:
    """One of the two units in a melee: what it was like when the melee began, and what it has done so far."""

    def __init__(self, battle: Battle, unit: Unit, *, charging: bool) -> None:
        self.unit = unit
        self.charging = charging
        self.tired = tired(unit) or _is_tired_out(battle, unit)
        self.struck = False
        self.spared = False
        """Whether it is not fatigued by this melee, however often it strikes."""
        self.wounds = 0


@rule("aofr.shaken.fatigued", "aofr.melee.fatigue", "aofr.melee.fatigue_first_free")
def tired(unit: Unit) -> bool:
    """Whether the unit hits on unmodified 6s alone: after its first melee of the round, or while it is Shaken."""
    return unit.fatigued or unit.shaken


@rule("aofr.melee.two_rows", "aofr.melee.all_weapons", "aofr.melee.attacks", "aofr.melee.only_target_unit")
def strikes(
    battle: Battle, unit: Unit, target: Unit, *, charging: bool, fatigued: bool, which: Sorting
) -> list[Attack]:
    """The attacks of the models in the first two rows with all their melee weapons; what is alike is put together."""
    found: list[Attack] = []
    aimed: list[Attack] = []
    kinds = [kind for kind, _ in kinds_of_model(target)]
    if _cannot_strike(battle, unit):
        return found
    asked = charging and any(rule.asks_distance for rule, _ in unit_rules(battle, target).at("asks_distance"))
    far = charge_distance(battle, unit, target) if asked else 0.0
    for group, count in front_rows(unit).items():
        for weapon in weapons(battle, unit, group, ranged=False):
            rules = attack_rules(battle, unit, group, weapon)
            copies = usable(battle, unit, weapon, count * weapon.count)
            if copies and weapon.attacks and which(rules):
                blow = partial(
                    _blow,
                    battle,
                    unit,
                    group,
                    weapon,
                    copies,
                    target,
                    rules,
                    charging=charging,
                    fatigued=fatigued,
                    far=far,
                )
                if not any(rule.picks for rule in rules):
                    found.append(blow(None))
                elif len(kinds) == 1:
                    aimed.append(blow(kinds[0]))
                else:
                    aimed.append(blow(None))
                    aimed[-1].picking = blow
    return [*_thrown(battle, unit, target, which), *aimed, *merged(found)]


def _blow(
    battle: Battle,
    unit: Unit,
    group: int,
    weapon: Weapon,
    copies: int,
    target: Unit,
    rules: Sequence[SpecialRule],
    picked: int | None,
    *,
    charging: bool,
    fatigued: bool,
    far: float,
) -> Attack:
    """The attacks of a weapon in the hands of models of a group, at the unit or at a model of it that was picked."""
    attack = attack_with(battle, unit, group, weapon, copies, target, picked)
    attack.charging, attack.only_sixes = charging, fatigued
    attack.distance = far
    attack.shooters = max(1, copies // weapon.count) if picked is not None else 1
    return prepared(battle, attack, rules)


def _is_tired_out(battle: Battle, unit: Unit) -> bool:
    parts = battle.scene.settings.parts
    return bool(parts) and any(special.tires for special, _ in unit_rules(battle, unit).at("tires"))


def _cannot_strike(battle: Battle, unit: Unit) -> bool:
    return bool(battle.scene.settings.parts) and any(
        special.no_strikes for special, _ in unit_rules(battle, unit).at("no_strikes")
    )


def _thrown(battle: Battle, unit: Unit, target: Unit, which: Sorting) -> Iterator[Attack]:
    """Dice that rules of army books give to models that strike: each that shows enough is a hit, or a wound."""
    if not which(()):
        return
    for group, count in front_rows(unit).items():
        for special in model_rules(battle, unit, group).at("throws"):
            for dice, need, rules, sure in special.throws:
                attack = Attack(
                    *("impact", unit.id, target.id, count * dice, special.name, special.id, need),
                    defense=defense_of(battle, target),
                )
                attack.sure = sure
                yield prepared(battle, attack, spoken(rules))


def is_first(rules: Sequence[SpecialRule]) -> bool:
    return any(rule.strikes_first for rule in rules)


def sorting(first: bool | None) -> Sorting:
    """All blows, or only those with Counter, or those without."""
    return lambda rules: first is None or first == is_first(rules)


@rule("aofr.special.counter.impact")
def counter_models(battle: Battle, unit: Unit) -> int:
    """The models with Counter in the two front rows; each takes a die from the charger's impact (AOFR-R153)."""
    return sum(
        count
        for group, count in front_rows(unit).items()
        if any(
            any(rule.braces for rule in attack_rules(battle, unit, group, weapon).at("braces"))
            for weapon in weapons(battle, unit, group, ranged=False)
        )
    )


def charge_distance(battle: Battle, unit: Unit, target: Unit) -> float:
    """How far the target was away when it was charged; before the charge, how far it is now."""
    if unit.charged_from is not None:
        return unit.charged_from
    return 0.0 if unit.pose is None or target.pose is None else gap_between(battle, unit, target)


@rule("aofr.special.impact", "aofr.special.counter.impact")
def impacts_of(battle: Battle, unit: Unit, target: Unit, braced: int) -> list[Attack]:
    """The impact of a charge: dice that hit on 2+ and have no other rules of their own (AOFR-R159), but for the AP
    that rules give to the impact of their models. Dice that are taken away are those with the least AP."""
    dice: Counter[int] = Counter()
    for group, count in front_rows(unit).items():
        rules = model_rules(battle, unit, group)
        ap = sum(rule.impact_ap for rule in rules.at("impact_ap"))
        dice[ap] += count * sum(rule.impact for rule in rules.at("impact"))
    if _cannot_strike(battle, unit):
        return []
    found = []
    for ap, rolled in sorted(dice.items()):
        gone = min(braced, rolled)
        braced -= gone
        if rolled > gone:
            found.append(_impact(battle, unit, target, rolled - gone, ap))
    return found


def _impact(battle: Battle, unit: Unit, target: Unit, dice: int, ap: int) -> Attack:
    attack = Attack(
        "impact",
        unit.id,
        target.id,
        dice,
        what="Impact",
        rule="aofr.special.impact",
        quality=2,
        defense=defense_of(battle, target),
    )
    if ap:
        attack.ap.add(ap, "AP of its impact", WRITTEN)
    return prepared(battle, attack, ())


@rule("aofr.melee.full_rows", "aofr.melee.full_rows_single")
def full_rows(battle: Battle, unit: Unit) -> int:
    """Multiples of the front row that the unit started with, so that a unit of one model always has one (AOFR-R090)."""
    based = battle.regiment(unit).based
    return optional.models_left(battle, unit) // (based.files if isinstance(based, Based) else unit.files)


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
    return sum(rule.fear for rule in rules)
