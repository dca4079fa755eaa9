"""The stratagems of the six doctrines, each at its moment (Command Points: the doctrines)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.field import Path
from warhost.play.questions import Option, Roll
from warhost.play.script import Refused, Script, choose, roll_pool, roll_sum
from warhost.play.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.regiments import consolidation, morale, optional, shooting
from warhost.rulesets.regiments.arms import usable, weapons
from warhost.rulesets.regiments.attacks import Attack
from warhost.rulesets.regiments.battle import Battle, Effect, Marker, Unit
from warhost.rulesets.regiments.casters import casters_of
from warhost.rulesets.regiments.casting import way_of
from warhost.rulesets.regiments.damage import attack_with, prepared, strike
from warhost.rulesets.regiments.formation import gap_between, on_table, troopers
from warhost.rulesets.regiments.ground import place_again
from warhost.rulesets.regiments.ground_on_moves import gait
from warhost.rulesets.regiments.morale import MORALE
from warhost.rulesets.regiments.moving import reach, why_not_move
from warhost.rulesets.regiments.parts.command_points import events
from warhost.rulesets.regiments.parts.command_points.purse import change, offer, purse, ready, stratagems
from warhost.rulesets.regiments.parts.command_points.withdrawing import closest_enemy, fall_back
from warhost.rulesets.regiments.rules import ActionName, Share, SpecialRule
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.seizing import marker_distance, reach_of
from warhost.rulesets.regiments.shooting import Fire
from warhost.rulesets.regiments.sight import look
from warhost.rulesets.regiments.speakers import attack_rules, casters, movement_rules
from warhost.rulesets.regiments.spell_tokens import Tokens
from warhost.rulesets.regiments.strikes import Side
from warhost.rulesets.regiments.terrain import dangerous_test
from warhost.rulesets.regiments.wounds import Muster
from warhost.table import TOLERANCE, Pose, overlaps, swept

# 1. Strategic Doctrine

PUSH = "Push Forward"
PUSHED = 2
NEAR_EACH_OTHER = 12.0
COORDINATED = 3.0
RELOCATED = 6.0


class PushForward(SpecialRule):
    """A unit that was pushed forward."""

    name, id = PUSH, "aofr.cp.push_forward"

    @rule("aofr.cp.push_forward")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action in ("advance", "rush"):
            inches.add(PUSHED, self.name, self.id)


class RushObjective(SpecialRule):
    """A unit that rushes towards an objective."""

    name, id = "Rush Objective", "aofr.cp.rush_objective"

    @rule("aofr.cp.rush_objective")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "rush":
            inches.add(RUSHED, self.name, self.id)


@rule("aofr.cp.push_forward", "aofr.cp.rush_objective")
def before_the_move(battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
    """A unit that Advances or Rushes may go further."""
    slugs = ("push_forward", "rush_objective") if action == "rush" and battle.markers else ("push_forward",)
    text = f"{unit.name}: {action} further?"
    while slug := (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, *slugs), unit=unit.id)):
        optional.lay(unit, Effect(stratagems()[slug].name, unit.id, "activation"))


@rule("aofr.cp.hindered_advance")
def hinder(battle: Battle, unit: Unit, way: Path) -> Script[None]:
    """The other side may make the terrain on a unit's way dangerous: each model that touched it tests (AOFR-R576). Who
    flies ignores what terrain does."""
    seat = battle.other(unit.seat)
    if not unit.models or gait(battle, unit).flies or not ready(battle, seat, "hindered_advance"):
        return
    pieces = [piece.shape for piece in scenery(battle).pieces]
    found = {
        index: trooper.group
        for shape, step in way.straights()
        for index, trooper in enumerate(troopers(battle, unit, shape.pose))
        if any(overlaps(swept(trooper.base, step), piece) for piece in pieces)
    }
    groups = [found[index] for index in sorted(found)][unit.tested :]
    if not groups:
        return
    text = f"{unit.name} moved through terrain. Was it dangerous?"
    if (yield from offer(battle, seat, text, ready(battle, seat, "hindered_advance"), target=unit.id)):
        yield from dangerous_test(battle, unit, groups)


@rule("aofr.cp.coordinated_move")
def pairs(battle: Battle, seat: int) -> list[tuple[Unit, Unit]]:
    """Units of a side that can move, by twos that are near each other."""
    own = [unit for unit in on_table(battle, seat) if may_drift(battle, unit)]
    return [
        (one, other)
        for number, one in enumerate(own)
        for other in own[number + 1 :]
        if gap_between(battle, one, other) <= optional.measured(battle, NEAR_EACH_OTHER) + TOLERANCE
    ]


def may_drift(battle: Battle, unit: Unit) -> bool:
    """Shaken units and those that can only Hold make no such moves (AOFR-R518)."""
    return unit.pose is not None and not unit.shaken and why_not_move(battle, unit) is None


@rule("aofr.cp.coordinated_move")
def coordinate(battle: Battle, seat: int) -> Script[None]:
    """Two units near each other each move up to 3" in any direction."""
    near = pairs(battle, seat)
    options = [Option(f"{a.id}+{b.id}", f"{a.name} and {b.name}", unit=a.id, target=b.id) for a, b in near]
    text = "Which two units move?"
    key = yield from choose(seat, "coordinated move", text, options, rules=("aofr.cp.coordinated_move",))
    for number in key.split("+"):
        yield from consolidation.drift(battle, battle.units[int(number)], COORDINATED, "Coordinated Move")


@rule("aofr.cp.strategic_relocation")
def relocate(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that has just been activated is placed anywhere within 6", measured from centre to centre (AOFR-R520)."""
    rule_id, far = "aofr.cp.strategic_relocation", optional.measured(battle, RELOCATED)
    text = f'Where is {unit.name} placed, up to {far:g}" away?'
    yield from place_again(battle, unit, far, topic="relocate", text=text, rule_id=rule_id, by_centre=True)


# 2. Defensive Doctrine

SPARED_ON = 4
RETREAT_FROM = 12.0
IN_COVER = "Lightning Reflexes"


@rule("aofr.cp.eternal_vigilance")
def spare(battle: Battle, unit: Unit, muster: Muster, before: Mapping[int, int]) -> Script[None]:
    """A wound that would kill a model is ignored on 4+: it is as if one wound less had been given (AOFR-R577)."""
    fallen = [group for group, count in before.items() if muster.left.get(group, 0) < count]
    if not fallen or muster.spilled:
        return
    dearest = max(fallen, key=lambda group: muster.turn(group))
    text = f"Models of {unit.name} are about to fall. Do you try to save one?"
    if not (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "eternal_vigilance"), unit=unit.id)):
        return
    why, rule_id = "Eternal Vigilance", "aofr.cp.eternal_vigilance"
    (face,) = yield from roll_pool(1, need=SPARED_ON, why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
    yield events.WoundSpared(unit.id, face >= SPARED_ON)
    if face >= SPARED_ON:
        muster.spare(dearest)


class LightningReflexes(SpecialRule):
    """A unit that counts as being in cover."""

    name, id = IN_COVER, "aofr.cp.lightning_reflexes"

    @rule("aofr.cp.lightning_reflexes")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        attack.cover = attack.cover or attack.kind == "shooting"


@rule("aofr.cp.armour_breaker")
def break_armour(battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
    """A unit that has been hit blocks at -1."""
    hit = [attack for attack in attacks if attack.hits + attack.sixes]
    if not hit:
        return
    target, seat = battle.units[hit[0].target], battle.units[hit[0].attacker].seat
    if seat == target.seat:
        return
    hits = sum(attack.hits + attack.sixes for attack in hit)
    text = f"{target.name} took {hits} hits. Is its armour broken?"
    if (yield from offer(battle, seat, text, ready(battle, seat, "armour_breaker"), target=target.id)):
        for attack in attacks:
            attack.to_block.add(-1, "Armour Breaker", "aofr.cp.armour_breaker")


@rule("aofr.cp.tactical_retreat")
def can_retreat(battle: Battle, unit: Unit) -> bool:
    """Units near an enemy that can move may retreat."""
    if not may_drift(battle, unit):
        return False
    enemy = closest_enemy(battle, unit)
    return enemy is not None and gap_between(battle, unit, enemy) <= optional.measured(battle, RETREAT_FROM) + TOLERANCE


@rule("aofr.cp.tactical_retreat")
def retreat(battle: Battle, unit: Unit) -> Script[None]:
    """The unit moves up to D6+2" away from the closest enemy."""
    rule_id = "aofr.cp.tactical_retreat"
    why = "Tactical Retreat: inches"
    inches = yield from roll_sum("D6+2", why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
    yield from fall_back(battle, unit, inches, rule_id)


# 3. Shock Doctrine

SWEPT = 4
RAN = 3.0
TIRED_ON = 4


class SweepingMove(SpecialRule):
    """A unit that charges further."""

    name, id = "Sweeping Move", "aofr.cp.sweeping_move"

    @rule("aofr.cp.sweeping_move")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "charge":
            inches.add(SWEPT, self.name, self.id)


@rule("aofr.cp.hit_and_run")
def hit_and_run(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that has just fought may move up to 3"."""
    if unit.fate or not may_drift(battle, unit):
        return
    text = f"{unit.name} has fought. Does it move up to 3 inches?"
    if (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "hit_and_run"), unit=unit.id)):
        yield from consolidation.drift(battle, unit, RAN, "Hit & Run")


@rule("aofr.cp.combat_fatigue", "aofr.cp.combat_fatigue_fail")
def tire(battle: Battle, side: Side, attacks: list[Attack]) -> Script[None]:
    """On 4+ a unit that strikes counts as fatigued in this melee, and is not fatigued by it."""
    unit, seat = side.unit, battle.other(side.unit.seat)
    if side.tired:
        return
    text = f"{unit.name} is about to strike. Do you tire it?"
    if not (yield from offer(battle, seat, text, ready(battle, seat, "combat_fatigue"), target=unit.id)):
        return
    why, rule_id = "Combat Fatigue", "aofr.cp.combat_fatigue"
    (face,) = yield from roll_pool(1, need=TIRED_ON, why=why, rule=rule_id, seat=seat, unit=unit.id)
    works = face >= TIRED_ON
    yield events.CountsAsTired(unit.id, works)
    if works:
        attacks[:] = [attack for attack in attacks if attack.kind != "impact"]
        for attack in attacks:
            attack.only_sixes = True
        side.tired, side.struck = True, False


@rule("aofr.cp.killing_blow")
def strike_once_more(battle: Battle, side: Side, other: Side, fallen: Mapping[int, int]) -> Script[None]:
    """The models of `other` that have just been killed strike once more with all their weapons (AOFR-R578)."""
    unit, foe = other.unit, side.unit
    if not fallen or foe.fate:
        return
    if unit.id not in purse(battle).killing:
        text = f"{sum(fallen.values())} of {unit.name} were killed. Do the dead strike once more in this melee?"
        if not (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "killing_blow"), unit=unit.id)):
            return
        change(battle, killing=(*purse(battle).killing, unit.id))
    attacks: list[Attack] = []
    for group, count in fallen.items():
        for weapon in weapons(battle, unit, group, ranged=False):
            copies = usable(battle, unit, weapon, count * weapon.count)
            if copies and weapon.attacks:
                attack = attack_with(battle, unit, group, weapon, copies, foe)
                attack.charging, attack.only_sixes = other.charging, other.tired
                attacks.append(prepared(battle, attack, attack_rules(battle, unit, group, weapon)))
    if attacks:
        other.wounds += yield from strike(battle, attacks)


# 4. Hunting Doctrine

NEARER = 3.0
FRENZIED_WITHIN = 12.0


class HeightenedSenses(SpecialRule):
    """A unit that ignores cover."""

    name, id = "Heightened Senses", "aofr.cp.heightened_senses"

    @rule("aofr.cp.heightened_senses")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.ignores_cover = True


@rule("aofr.cp.lightning_reflexes", "aofr.cp.heightened_senses", "aofr.cp.disrupted_sight")
def around_shots(battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[list[Fire]]:
    """A unit has named its targets: its enemy may shorten its range or let a target take cover, and it may ignore
    cover, bought or not."""
    if not fires:
        return fires
    seat, other = unit.seat, battle.other(unit.seat)
    slugs = ready(battle, other, "lightning_reflexes", "disrupted_sight")
    while slugs and fires:
        names = ", ".join(dict.fromkeys(battle.units[fire.target].name for fire in fires))
        text = f"{unit.name} shoots at {names}. Do you answer?"
        slug = yield from offer(battle, other, text, slugs, target=unit.id)
        if slug == "disrupted_sight":
            fires = [cut for fire in fires if (cut := _shortened(battle, unit, fire)) is not None]
        elif slug == "lightning_reflexes":
            yield from _take_cover(battle, other, [fire.target for fire in fires])
        if not slug:
            break
        slugs = ready(battle, other, "lightning_reflexes", "disrupted_sight")
    if any(attack.cover for fire in fires for attack in shooting.attacks_of(battle, unit, fire, held, None)):
        text = f"{unit.name} shoots at an enemy in cover. Is the cover ignored?"
        if (yield from offer(battle, seat, text, ready(battle, seat, "heightened_senses"), unit=unit.id)):
            optional.lay(unit, Effect("Heightened Senses", unit.id, "activation"))
    return fires


@rule("aofr.cp.lightning_reflexes")
def _take_cover(battle: Battle, seat: int, targets: Sequence[int]) -> Script[None]:
    """One of the units that are shot at counts as being in cover."""
    options = [Option(str(one), battle.units[one].name, unit=one) for one in dict.fromkeys(targets)]
    key = options[0].key
    if len(options) > 1:
        rules = ("aofr.cp.lightning_reflexes",)
        key = yield from choose(seat, "lightning reflexes", "Which unit takes cover?", options, rules=rules)
    optional.lay(battle.units[int(key)], Effect(IN_COVER, int(key), "activation"))


@rule("aofr.cp.disrupted_sight")
def _shortened(battle: Battle, unit: Unit, fire: Fire) -> Fire | None:
    """What is left of a weapon group with 3" less range; nothing if nobody reaches the target any more."""
    target = battle.units[fire.target]
    reach = optional.measured(battle, fire.weapon.range + shooting.shroud(battle, target) - NEARER)
    view = look(battle, unit, target)
    models = tuple(model for model in fire.models if shooting.can_fire(model.base, fire.weapon, view, reach))
    return msgspec.structs.replace(fire, models=models) if models and reach > 0 else None


@rule("aofr.cp.frenzied_attack")
def shoot_again(battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
    """A unit that has shot shoots at another enemy within 12" of it, and hits on unmodified 6s alone (AOFR-R579)."""
    if not fires or unit.fate or not ready(battle, unit.seat, "frenzied_attack"):
        return
    shot, near = {fire.target for fire in fires}, optional.measured(battle, FRENZIED_WITHIN) + TOLERANCE
    others = [
        fire
        for fire in shooting.possible(battle, unit)
        if fire.target not in shot and gap_between(battle, unit, battle.units[fire.target]) <= near
    ]
    targets = list(dict.fromkeys(fire.target for fire in others))
    text = f"{unit.name} has shot. Does it shoot again, at another enemy?"
    if not targets or not (
        yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "frenzied_attack"), unit=unit.id)
    ):
        return
    options = [Option(f">{one}", f"Shoot at {battle.units[one].name}", unit=unit.id, target=one) for one in targets]
    rules = ("aofr.cp.frenzied_attack",)
    key = yield from choose(unit.seat, "shoot again", f"Who does {unit.name} shoot at?", options, rules=rules)
    for fire in others:
        if key == f">{fire.target}":
            attacks = shooting.attacks_of(battle, unit, fire, held, None)
            for attack in attacks:
                attack.only_sixes = True
            yield from shooting.volley(battle, battle.units[fire.target], attacks)


@rule("aofr.cp.closing_fire", "aofr.cp.closing_fire_kill")
def closing_fire(battle: Battle, unit: Unit, target: Unit, nearest: Pose) -> Script[None]:
    """A unit that is charged shoots at the charger where it is just before contact, at -1 to hit (AOFR-R580)."""
    if not ready(battle, target.seat, "closing_fire") or unit.pose is None or target.pose is None:
        return
    start, unit.pose = unit.pose, nearest
    fires = shooting.possible(battle, target, [unit])
    unit.pose = start
    if not fires:
        return
    text = f"{unit.name} charges {target.name}. Does {target.name} shoot at it?"
    if not (yield from offer(battle, target.seat, text, ready(battle, target.seat, "closing_fire"), unit=target.id)):
        return
    unit.pose = nearest
    volleys = [(fire, shooting.attacks_of(battle, target, fire, False, None)) for fire in fires]
    unit.pose = start
    for _, attacks in volleys:
        for attack in attacks:
            attack.to_hit.add(-1, "Closing Fire", "aofr.cp.closing_fire")
        yield from shooting.volley(battle, unit, attacks)


# 5. Valorous Doctrine


@rule("aofr.cp.stand_strong", "aofr.cp.terrorize")
def test_again(battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
    """A failed morale test may be rolled again by its owner, a passed one has to be if the other side pays."""
    if roll.why != MORALE or roll.seat is None or roll.unit is None or roll.need is None:
        return faces
    unit = battle.units[roll.unit]
    passed = faces[0] >= roll.need
    seat = battle.other(roll.seat) if passed else roll.seat
    slug = "terrorize" if passed else "stand_strong"
    done = "passed" if passed else "failed"
    text = f"{unit.name} {done} the morale test. Is it rolled again?"
    if not (yield from offer(battle, seat, text, ready(battle, seat, slug), unit=unit.id)):
        return faces
    again: tuple[int, ...] = yield from roll_pool(
        1, need=roll.need, why=f"{MORALE} again", rule=f"aofr.cp.{slug}", seat=roll.seat, unit=unit.id
    )
    return again


@rule("aofr.cp.minimize_losses")
def minimize(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that has become Shaken moves up to 2D6+4" away from the closest enemy."""
    if unit.pose is None or closest_enemy(battle, unit) is None:
        return
    text = f"{unit.name} became Shaken. Does it fall back?"
    rule_id = "aofr.cp.minimize_losses"
    if (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "minimize_losses"), unit=unit.id)):
        why = "Minimize Losses: inches"
        inches = yield from roll_sum("2D6+4", why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
        yield from fall_back(battle, unit, inches, rule_id)


@rule("aofr.cp.code_of_honor")
def stay_true(battle: Battle, unit: Unit, *, routs: bool) -> Script[bool]:
    """A unit that would be Shaken is not, one that would rout is Shaken instead."""
    what = "rout" if routs else "be Shaken"
    text = f"{unit.name} would {what}. Does it keep its honour?"
    if not (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "code_of_honor"), unit=unit.id)):
        return False
    if routs:
        yield from morale.shake(battle, unit)
    return True


# 6. Tactical Doctrine

RUSHED = 4


@rule("aofr.cp.rush_objective")
def check_rush(battle: Battle, unit: Unit, way: Path, action: ActionName) -> None:
    """Whoever goes further than it could without the stratagem ends within 3" of an objective."""
    if action != "rush" or not optional.has_effect(unit, RushObjective.name):
        return
    usual = optional.measured(battle, float(reach(battle, unit, action).total) - RUSHED)
    if way.inches <= usual + TOLERANCE:
        return
    end = way.end.pose
    start, unit.pose = unit.pose, end
    near = any(
        marker_distance(battle, unit, marker) <= reach_of(battle) + TOLERANCE
        for marker in battle.markers
        if not marker.gone
    )
    unit.pose = start
    if not near:
        why = f'{unit.name} may go beyond {usual:g}" only to end within 3" of an objective.'
        raise Refused(why, "aofr.cp.rush_objective")


@rule("aofr.cp.supreme_caster")
def supreme_caster(battle: Battle, unit: Unit) -> Script[None]:
    """A caster gets a token that pays for spells; where spells are not paid with tokens it is like one of theirs."""
    way = way_of(battle)
    if isinstance(way, Tokens):
        change(battle, supreme=(*purse(battle).supreme, unit.id))
    else:
        way.grant(battle, casters_of(battle, unit)[0], 1)
    yield events.SupremeToken(unit.id)


def has_caster(battle: Battle, unit: Unit) -> bool:
    return bool(casters(battle, unit))


@rule("aofr.cp.vanish")
def vanish(battle: Battle, seat: int) -> Script[None]:
    """At a round's end a unit with Ambush leaves the table and waits as it did before it came (AOFR-R582)."""
    able = [
        unit
        for unit in on_table(battle, seat)
        if any(special.reserve == "ambush" for special in movement_rules(battle, unit))
    ]
    if not able or not ready(battle, seat, "vanish"):
        return
    text = "Does one of your units with Ambush vanish?"
    if not (yield from offer(battle, seat, text, ready(battle, seat, "vanish"))):
        return
    options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in able]
    key = yield from choose(seat, "vanish", "Which unit vanishes?", options, rules=("aofr.cp.vanish",))
    unit = battle.units[int(key)]
    unit.pose, unit.reserve, unit.shaken, unit.arrived = None, "ambush", False, 0
    yield events.Vanished(unit.id)


@rule("aofr.cp.total_shutdown")
def shut_down(battle: Battle, seat: int, before: tuple[Marker, ...]) -> Script[None]:
    """A marker of this side that the other has just seized becomes neutral instead."""
    lost = [
        number
        for number, (was, now) in enumerate(zip(before, battle.markers, strict=True))
        if was.owner == seat and now.owner not in (None, seat)
    ]
    if not lost:
        return
    text = "The enemy is about to seize an objective of yours. Is it shut down?"
    if not (yield from offer(battle, seat, text, ready(battle, seat, "total_shutdown"))):
        return
    number = lost[0]
    if len(lost) > 1:
        options = [Option(str(one), f"Marker {one + 1}") for one in lost]
        text = "Which objective is shut down?"
        number = int((yield from choose(seat, "shut down", text, options, rules=("aofr.cp.total_shutdown",))))
    battle.markers = tuple(
        msgspec.structs.replace(marker, owner=None) if one == number else marker
        for one, marker in enumerate(battle.markers)
    )
    yield events.MarkerShutDown(number + 1)
