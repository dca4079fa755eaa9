"""Shooting: weapon groups, their targets, the models that see and reach them, the volleys (Shooting)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

import msgspec

from warhost.field.sight.lines import View
from warhost.play.questions import Allocate, Denied, Odds, Option, Pool, reasons
from warhost.play.script import Script, allocate, choose, roll_sum
from warhost.play.shown.english import acts, does, listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import spend
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, merged
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.damage import (
    attack_with,
    defense_of,
    prepared,
    promised,
    settle,
    strike,
)
from warhost.rulesets.regiments.core import (
    HERO,
    Battle,
    Cause,
    Trooper,
    Unit,
    Weapon,
    base_covered,
    base_sees,
    by_rules,
    cover,
    enemies,
    events,
    gap_between,
    group_of,
    look,
    openings,
    optional,
    seen_models,
    troopers,
    unfolded,
)
from warhost.rulesets.regiments.core.arms import usable, use_up, weapons
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model, texts_of
from warhost.rulesets.regiments.core.speakers import attack_rules, model_rules, unit_rules
from warhost.rulesets.regiments.rules import growth
from warhost.rulesets.regiments.rules.written import spoken
from warhost.rulesets.regiments.thinks.shooting_odds import volley_odds
from warhost.table import TOLERANCE, Rect, in_front_arc, within

RULES = ("aofr.shoot.valid_target", "aofr.shoot.one_target")

NEARLY = 6.0
"""How far out of range an enemy is, in inches, of whom it is still told why it cannot be shot at."""


class WeaponType(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What makes weapons of one unit a group: name, range and rules, not how many attacks they have (AOFR-R073)."""

    name: str
    range: float
    rules: tuple[RuleText, ...]


class Fire(msgspec.Struct, frozen=True, gc=False):
    """The models of a unit that can fire weapons of one type at one target, by their group."""

    weapon: WeaponType
    target: int
    models: tuple[Trooper, ...]

    def of(self, group: int) -> int:
        return sum(trooper.group == group for trooper in self.models)


Foretell: TypeAlias = Callable[[Sequence[Fire]], tuple[Odds, ...]]
"""What weapon groups that are fired at one target have to expect."""

Picks = Mapping[int, int]
"""For each kind of model of the target: how many Snipers picked it."""


def type_of(battle: Battle, unit: Unit, group: int, weapon: Weapon) -> WeaponType:
    """The type of a weapon in the hands of a model of the group: Sniper and Indirect may be the model's own."""
    assert weapon.range is not None
    texts = texts_of(battle, unit, group)
    own = tuple(text for text in _about_targets(texts) if not weapon.has(text.name))
    inches: float = weapon.range + _further(texts)
    for special, _ in unit_rules(battle, unit).at("ranges"):
        inches = special.ranges(inches)
    return WeaponType(weapon.name, inches, weapon.rules + own)


@lru_cache(maxsize=4096)
def _further(texts: tuple[RuleText, ...]) -> int:
    """The inches that rules add to the range of weapons."""
    return sum(special.reach for special in spoken(unfolded(texts, "shooting")))


@lru_cache(maxsize=4096)
def _about_targets(texts: tuple[RuleText, ...]) -> tuple[RuleText, ...]:
    """Those of the rules that say whom a model may shoot at."""
    own = unfolded(texts, "shooting")
    known = {special.name for special in spoken(own) if special.picks or not special.needs_sight}
    written = {text.name: text for text in own if text.clauses}
    return tuple(written.get(name, RuleText(name)) for name in sorted(known))


@rule("aofr.shoot.declare_first", "aofr.shoot.simultaneous", "aofr.shoot.sequence", "aofr.special.sniper.first")
def shoot(battle: Battle, unit: Unit, held: bool, only: Collection[int] = ()) -> Script[None]:
    """The unit shoots: all targets are named first, then each weapon group goes through the sequence by itself. Only
    models of these groups do, if any are told."""
    fires = possible(battle, unit)
    if only:
        those = [(fire, tuple(model for model in fire.models if model.group in only)) for fire in fires]
        fires = [msgspec.structs.replace(fire, models=models) for fire, models in those if models]
    if not fires:
        if (unit.pose is not None or openings(battle, unit)) and arsenal(battle, unit):
            denied = out_of_reach(battle, unit, ())
            why = reasons(denied, "no enemy is in range", many="no enemy is in range, in sight and in front")
            yield events.NoTarget(unit.id, why)
        return
    orders = yield from declare(battle, unit, fires, held)
    yield from fire_all(battle, unit, orders, held)


@rule("aofr.shoot.declare_first", "aofr.shoot.simultaneous", "aofr.shoot.sequence", "aofr.special.sniper.first")
def fire_all(battle: Battle, unit: Unit, orders: list[Fire], held: bool, *, hurting: bool = True) -> Script[None]:
    """The weapon groups fire at the targets that were named, one after the other. Feats and markers help, and Snipers
    pick models, unless the hits hurt nobody."""
    aimed_at = [battle.units[number] for number in dict.fromkeys(fire.target for fire in orders)] if hurting else []
    if aimed_at:
        yield from growth.use_feats(battle, unit, "attack")
    for target in aimed_at:
        yield from growth.remove_marks(battle, unit, target)
    for part in optional.speaking(battle, "declared_shots"):
        orders = yield from part.declared_shots(battle, unit, orders, held)
    volleys: list[tuple[Fire, list[Attack]]] = []
    for fire in orders:
        target = battle.units[fire.target]
        yield events.ShotsDeclared(unit.id, target.id, fire.weapon.name)
        picks = (yield from pick_models(battle, unit, fire)) if hurting and _picks(fire) else None
        volleys.append((fire, attacks_of(battle, unit, fire, held, picks)))
    yield from settle(battle, [attack for _, attacks in volleys for attack in attacks])
    yield from discharge(battle, unit, volleys)
    yield from optional.each(battle, "after_shots", unit, orders, held)
    growth.end_feats(battle, unit)
    for target in aimed_at:
        growth.end_marks(battle, target)


def after_volleys(battle: Battle, unit: Unit, shots: Sequence[Attack]) -> Script[None]:
    """What follows volleys, on an action or as an answer to something: further wounds, what the dice to hit bring
    about, and shots that miss a target which is inside something."""
    if shots:
        yield from _trailing(battle, shots)
        yield from optional.each(battle, "after_volleys", unit, shots)
        yield from optional.each(battle, "after_shooting", unit, shots)


@rule("aofr.special.limited")
def discharge(battle: Battle, unit: Unit, volleys: Sequence[tuple[Fire, list[Attack]]]) -> Script[None]:
    """The weapon groups fire, one after the other, and use up what can be used once; then what follows volleys. Also
    for shots apart from an action of the unit's own."""
    for fire, attacks in sorted(volleys, key=_place):
        spent = _spent(battle, unit, fire)
        yield from volley(battle, battle.units[fire.target], attacks)
        for weapon, copies in spent:
            use_up(unit, weapon, copies)
    spend(battle, unit, "shot")
    yield from after_volleys(battle, unit, [attack for _, attacks in volleys for attack in attacks])


def _trailing(battle: Battle, shots: Sequence[Attack]) -> Script[None]:
    """Further wounds that a target takes once if the volleys have wounded it."""
    for number in dict.fromkeys(attack.target for attack in shots):
        at = [attack for attack in shots if attack.target == number]
        dice = next((attack.trailing for attack in at if attack.trailing), None)
        target = battle.units[number]
        if dice is not None and not target.fate and any(attack.taken for attack in at):
            why, rule_id, figure = dice
            more = yield from roll_sum(figure, why=why, rule=rule_id, seat=target.seat, unit=target.id)
            yield from suffer(battle, target, more, by=Cause(at[0].attacker, "shooting"), shooter=at[0].attacker)


def after_rush(battle: Battle, unit: Unit) -> bool:
    """Whether all models of the unit may shoot after a Rush."""
    return any(rule.shoots_after_rush and share.all for rule, share in unit_rules(battle, unit).at("shoots_after_rush"))


def alone_after_rush(battle: Battle, unit: Unit) -> list[int]:
    """The groups of models that may shoot after a Rush by themselves."""
    kinds = [group for group, _ in kinds_of_model(unit)]
    return [
        group for group in kinds if any(one.shoots_alone for one in model_rules(battle, unit, group).at("shoots_alone"))
    ]


def _place(volley: tuple[Fire, list[Attack]]) -> tuple[int, int]:
    """Snipers, then Deadly weapons, then the rest; within each the highest AP first (AOFR-R018)."""
    attacks = volley[1]
    return min(attack.order for attack in attacks), -max(attack.ap_of() for attack in attacks)


@rule("aofr.shoot.sequence", "aofr.special.hero.defense")
def volley(battle: Battle, target: Unit, attacks: Sequence[Attack]) -> Script[None]:
    """One weapon group: hits, blocks, casualties. What the target blocks with is looked up now (AOFR-R182)."""
    if target.fate:
        return
    for attack in attacks:
        attack.defense = defense_of(battle, target, attack.picked)
    alive = [attack for attack in attacks if attack.picked is None or _is_there(target, attack.picked)]
    if alive:
        yield from strike(battle, alive)


def _is_there(target: Unit, group: int) -> bool:
    return any(kind == group for kind, _ in kinds_of_model(target))


def arsenal(battle: Battle, unit: Unit) -> Mapping[WeaponType, Collection[int]]:
    """The types of ranged weapons that the unit has and can still use, and the groups that carry them."""
    return _arsenal(battle, unit, unit.used)


@by_rules
def _arsenal(battle: Battle, unit: Unit, used: tuple[str, ...]) -> Mapping[WeaponType, Collection[int]]:
    types: dict[WeaponType, set[int]] = {}
    if any(special.no_shots for special, _ in unit_rules(battle, unit).at("no_shots")):
        return types
    for group, count in kinds_of_model(unit):
        for weapon in weapons(battle, unit, group, ranged=True):
            if usable(battle, unit, weapon, count * weapon.count):
                types.setdefault(type_of(battle, unit, group, weapon), set()).add(group)
    return types


@rule("aofr.shoot.valid_target", "aofr.shoot.who", "aofr.shoot.range_per_model", "aofr.shoot.own_unit_ignored")
def possible(battle: Battle, unit: Unit, targets: Sequence[Unit] | None = None) -> list[Fire]:
    """All that the unit could fire: for each type of weapon and each enemy (or only these) the models that see and
    reach it."""
    types = arsenal(battle, unit)
    outlooks = openings(battle, unit)
    if not types or (unit.pose is None and not outlooks):
        return []
    longest = optional.measured(battle, max(weapon.range for weapon in types))
    carriers = set().union(*types.values())
    armed = _armed_inside(unit, carriers, outlooks) if outlooks else _armed(battle, unit, carriers)
    fires: list[Fire] = []
    for target in in_range_of(battle, unit) if targets is None else targets:
        gap = gap_between(battle, unit, target)
        if gap > longest + TOLERANCE:
            continue
        view = look(battle, unit, target)
        less = shroud(battle, target)
        for weapon, groups in types.items():
            reach = optional.measured(battle, weapon.range + less)
            if gap <= reach + TOLERANCE and reach > 0:
                models = tuple(t for t in armed if t.group in groups and can_fire(t.base, weapon, view, reach))
                models = _each_once(models) if outlooks else models
                if models:
                    fires.append(Fire(weapon, target.id, models))
    return fires


def in_range_of(battle: Battle, unit: Unit) -> list[Unit]:
    """All that a unit might shoot at: the enemies on the table, and what optional parts offer besides."""
    found = enemies(battle, unit.seat) + optional.further_targets(battle, unit, "shoot")
    for part in optional.speaking(battle, "may_shoot_at"):
        found = [target for target in found if part.may_shoot_at(battle, unit, target)]
    return found


def _armed(battle: Battle, unit: Unit, carriers: Collection[int]) -> list[Trooper]:
    return [trooper for trooper in troopers(battle, unit) if trooper.group in carriers]


def _armed_inside(unit: Unit, carriers: Collection[int], outlooks: Sequence[Rect]) -> list[Trooper]:
    """Every armed model at each opening of the piece of terrain that it is inside of: it may fire from any of them."""
    models = [group for group, count in kinds_of_model(unit) if group in carriers for _ in range(count)]
    return [Trooper(group, 0, place, base) for base in outlooks for place, group in enumerate(models)]


def _each_once(models: Sequence[Trooper]) -> tuple[Trooper, ...]:
    """Each model at the first opening from which it can fire."""
    found: dict[int, Trooper] = {}
    for model in models:
        found.setdefault(model.file, model)
    return tuple(found.values())


@by_rules
def shroud(battle: Battle, target: Unit) -> int:
    """What rules of the target take from the range of whoever shoots at it: a number below 0, or 0."""
    return sum(rule.shrouds(share, charging=False) for rule, share in unit_rules(battle, target).at("shrouds"))


@rule("aofr.shoot.who", "aofr.special.indirect.no_los")
def can_fire(base: Rect, weapon: WeaponType, view: View, reach: float) -> bool:
    """Whether a model has an enemy in its front arc, in range and in sight; some weapons need no sight (AOFR-R165)."""
    if _sees(weapon):
        return base_sees(base, view, reach, front=True)
    return any(within(base, other, reach) and in_front_arc(base, other) for other in view.bases)


@lru_cache(maxsize=4096)
def _sees(weapon: WeaponType) -> bool:
    return all(rule.needs_sight for rule in spoken(weapon.rules))


def _picks(fire: Fire) -> bool:
    return any(rule.picks for rule in spoken(fire.weapon.rules))


@rule("aofr.shoot.one_target", "aofr.shoot.weapon_groups", "aofr.shoot.two_targets", "aofr.shoot.group_same_target")
def declare(
    battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool, foretell: Foretell | None = None
) -> Script[list[Fire]]:
    """The player names one target for all weapons, or with several types of weapon one for each type. What firing some
    of them at one target has to expect is told by `foretell` where it is not hits and wounds."""
    told = (foretell, foretell) if foretell is not None else _foretold(battle, unit, held)
    types = list(dict.fromkeys(fire.weapon for fire in fires))
    targets = list(dict.fromkeys(fire.target for fire in fires))
    options = [Option("pass", "Hold fire", unit=unit.id, passes=True)]
    for number in targets:
        at = [fire for fire in fires if fire.target == number]
        what = listed([fire.weapon.name for fire in at])
        label = f"Shoot at {battle.units[number].name} with {what}"
        options.append(Option(f">{number}", label, told[0](at), unit.id, number))
    denied = out_of_reach(battle, unit, targets)
    if len(types) > 1 and len(targets) > 1:
        options.append(Option("split", "Choose a target for each type of weapon", unit=unit.id))
    elif len(targets) > 1:
        why = f"All weapons of one type fire at the same target, and {acts(unit.name, 'has')} only one type in range."
        denied.append(Denied("split", why, "aofr.shoot.group_same_target", unit.id))

    def weigh(option: Option) -> Sequence[Odds]:
        at = [fire for fire in fires if fire.target == option.target]
        return told[1](at) if at else option.odds

    text = f"Who {does(unit.name)} shoot at?"
    key = yield from choose(unit.seat, "shoot", text, options, rules=RULES, denied=denied, weigh=weigh)
    if key == "split":
        return (yield from _split(battle, unit, fires, types, told))
    return [fire for fire in fires if key == f">{fire.target}"]


def out_of_reach(battle: Battle, unit: Unit, targets: Sequence[int]) -> list[Denied]:
    """Why enemies that one might think of cannot be shot at; nobody thinks of those that are far out of range."""
    furthest = max(weapon.range for weapon in arsenal(battle, unit))
    longest = optional.measured(battle, furthest)
    denied = []
    for enemy in in_range_of(battle, unit):
        gap = gap_between(battle, unit, enemy)
        reach = optional.measured(battle, furthest + shroud(battle, enemy))
        if enemy.id in targets or gap > longest + NEARLY:
            continue
        why = f"No model in {unit.name} has {enemy.name} in range, in sight and in front."
        if gap > reach + TOLERANCE:
            why = f"{acts(enemy.name, 'is')} " + f'{gap:.1f}" away; {unit.name} can shoot up to {reach:g}".'
        denied.append(Denied(f">{enemy.id}", why, "aofr.shoot.valid_target", unit.id, enemy.id))
    return denied


@rule("aofr.shoot.weapon_groups", "aofr.shoot.two_targets")
def _split(
    battle: Battle, unit: Unit, fires: Sequence[Fire], types: Sequence[WeaponType], told: tuple[Foretell, Foretell]
) -> Script[list[Fire]]:
    """A target for each type of weapon, no more than two different ones."""
    orders: list[Fire] = []
    for weapon in types:
        aimed_at = {fire.target for fire in orders}
        options = [Option("hold", f"Hold fire with {weapon.name}", unit=unit.id, passes=True)]
        denied: list[Denied] = []
        for fire in fires:
            if fire.weapon != weapon:
                continue
            name = battle.units[fire.target].name
            if len(aimed_at) == 2 and fire.target not in aimed_at:
                why = f"{unit.name} cannot shoot at {name} as well: two targets are the limit."
                denied.append(Denied(f">{fire.target}", why, "aofr.shoot.two_targets", unit.id, fire.target))
                continue
            options.append(Option(f">{fire.target}", f"{weapon.name} at {name}", told[0]([fire]), unit.id, fire.target))

        def weigh(
            option: Option, weapon: WeaponType = weapon, so_far: Sequence[Fire] = tuple(orders)
        ) -> Sequence[Odds]:
            also = [fire for fire in fires if fire.weapon == weapon]
            at = [fire for fire in (*so_far, *also) if fire.target == option.target]
            return told[1](at) if at else option.odds

        rules = ("aofr.shoot.weapon_groups", "aofr.shoot.two_targets")
        text = f"Who {does(unit.name)} fire {weapon.name} at?"
        key = yield from choose(unit.seat, "shoot with", text, options, rules=rules, denied=denied, weigh=weigh)
        orders += [fire for fire in fires if fire.weapon == weapon and key == f">{fire.target}"]
    return orders


def _foretold(battle: Battle, unit: Unit, held: bool) -> tuple[Foretell, Foretell]:
    """What volleys have to expect, roughly and exactly; roughly, Snipers are reckoned as if they shot at the unit."""

    def roughly(fires: Sequence[Fire]) -> tuple[Odds, ...]:
        return promised(battle, [attack for fire in fires for attack in attacks_of(battle, unit, fire, held, None)])

    return roughly, lambda fires: prospects(battle, unit, fires, held)


def prospects(battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool) -> tuple[Odds, ...]:
    """What these weapon groups, all of them fired at one target, have to expect; as they are rolled, one by one."""
    volleys = volleys_of(battle, unit, fires, held)
    return () if volleys is None else volley_odds(battle, battle.units[fires[0].target], volleys)


def volleys_of(battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool) -> list[list[Attack]] | None:
    """The attacks of weapon groups that fire at one target, in their order.

    Nothing is told where Snipers may pick between kinds of model: it depends on the pick.
    """
    kinds = [kind for kind, _ in kinds_of_model(battle.units[fires[0].target])]
    if len(kinds) > 1 and any(_picks(fire) for fire in fires):
        return None
    volleys = []
    for fire in fires:
        picks = {kinds[0]: len(fire.models)} if _picks(fire) else None
        volleys.append((fire, attacks_of(battle, unit, fire, held, picks)))
    return [attacks for _, attacks in sorted(volleys, key=_place)]


@rule("aofr.shoot.attacks", "aofr.dice.batch", "aofr.terrain.cover_shooting_only")
def attacks_of(battle: Battle, unit: Unit, fire: Fire, held: bool, picks: Picks | None) -> list[Attack]:
    """The attacks of a weapon group: those of all models able to fire, dice apart where they need another number."""
    target = battle.units[fire.target]
    far = gap_between(battle, unit, target)
    sheltered = cover(battle, unit, target, indirect=not _sees(fire.weapon))
    found: list[Attack] = []
    unpicked = dict(picks) if picks is not None else None
    for weapon, group, copies in _firing(battle, unit, fire):
        for picked, count in _shared(unpicked, copies, weapon.count):
            attack = attack_with(battle, unit, group, weapon, count, target, picked)
            attack.shooters = count
            attack.held, attack.moved, attack.distance = held, unit.moved, far
            attack.cover = sheltered if picked is None else _picked_in_cover(battle, unit, fire, picked)
            attack.standing = fire.models
            attack.elsewhere = partial(_at_another, battle, unit, fire, group, weapon, count)
            found.append(prepared(battle, attack, attack_rules(battle, unit, group, weapon)))
    return merged(found)


def _at_another(battle: Battle, unit: Unit, fire: Fire, group: int, weapon: Weapon, count: int, other: int) -> Attack:
    """An attack of these models that strikes a unit which nobody aimed at."""
    target = battle.units[other]
    attack = attack_with(battle, unit, group, weapon, count, target)
    attack.distance = gap_between(battle, unit, target)
    attack.cover = cover(battle, unit, target, indirect=not _sees(fire.weapon))
    attack.standing = fire.models
    return prepared(battle, attack, attack_rules(battle, unit, group, weapon))


def _firing(battle: Battle, unit: Unit, fire: Fire) -> list[tuple[Weapon, int, int]]:
    """The weapons that are fired: whose, and how many of them."""
    return [
        (weapon, group, copies)
        for group in dict.fromkeys(trooper.group for trooper in fire.models)
        for weapon in group_of(battle, unit, group).weapons
        if weapon.ranged
        and type_of(battle, unit, group, weapon) == fire.weapon
        and (copies := usable(battle, unit, weapon, fire.of(group) * weapon.count))
    ]


def _spent(battle: Battle, unit: Unit, fire: Fire) -> list[tuple[Weapon, int]]:
    return [(weapon, copies) for weapon, _, copies in _firing(battle, unit, fire)]


@rule("aofr.special.sniper.pick", "aofr.special.sniper.los")
def pick_models(battle: Battle, unit: Unit, fire: Fire) -> Script[Picks]:
    """Each Sniper picks a model that it sees; those with the same choice decide together (AOFR-R172, AOFR-R173)."""
    target = battle.units[fire.target]
    choices: dict[tuple[int, ...], int] = {}
    for trooper in fire.models:
        kinds = tuple(
            kind for kind, bases in _kinds(battle, target).items() if _can_pick(battle, unit, fire, trooper, bases)
        )
        choices[kinds] = choices.get(kinds, 0) + 1
    pools = tuple(
        Pool(
            f"snipers {number}" if number else "snipers",
            f"{count} with {fire.weapon.name}",
            count,
            tuple(Option(str(kind), called(battle, target, kind), unit=unit.id, target=target.id) for kind in kinds),
        )
        for number, (kinds, count) in enumerate(choices.items())
    )
    shares = yield from allocate(
        Allocate(
            seat=unit.seat,
            topic="pick",
            text=f"Which models in {target.name} do the snipers pick?",
            rules=("aofr.special.sniper.pick",),
            pools=pools,
        )
    )
    picks: dict[int, int] = {}
    for share in shares.values():
        for kind, count in share.items():
            if count:
                picks[int(kind)] = picks.get(int(kind), 0) + count
    return picks


def called(battle: Battle, unit: Unit, group: int) -> str:
    """What the models of a group are called by someone who picks one."""
    if group == HERO:
        hero = battle.regiment(unit).hero
        assert hero is not None
        return hero.name or "the hero"
    armed = group_of(battle, unit, group)
    return armed.name or ", ".join(str(text) for text in armed.rules) or f"a plain model of {unit.name}"


def _kinds(battle: Battle, target: Unit) -> dict[int, list[Rect]]:
    """The bases of each kind of model in the target."""
    kinds: dict[int, list[Rect]] = {}
    for trooper in seen_models(battle, target):
        kinds.setdefault(trooper.group, []).append(trooper.base)
    return kinds


def _can_pick(battle: Battle, unit: Unit, fire: Fire, trooper: Trooper, bases: Sequence[Rect]) -> bool:
    view = msgspec.structs.replace(look(battle, unit, battle.units[fire.target]), bases=tuple(bases))
    reach = optional.measured(battle, fire.weapon.range + shroud(battle, battle.units[fire.target]))
    return can_fire(trooper.base, fire.weapon, view, reach)


def _picked_in_cover(battle: Battle, unit: Unit, fire: Fire, picked: int) -> bool:
    """Whether every model of the picked kind has cover of its own: of several the Sniper picks one without."""
    target = battle.units[fire.target]
    bases = _kinds(battle, target)[picked]
    return all(base_covered(battle, unit, target, base, indirect=not _sees(fire.weapon)) for base in bases)


def _shared(picks: dict[int, int] | None, copies: int, each: int) -> list[tuple[int | None, int]]:
    """At what kinds of model so many weapons are fired, each model firing `each`; their picks are crossed off."""
    if picks is None:
        return [(None, copies)]
    found: list[tuple[int | None, int]] = []
    for kind in list(picks):
        share = min(picks[kind] * each, copies)
        if share:
            found.append((kind, share))
            copies -= share
            picks[kind] -= share // each
    return found
