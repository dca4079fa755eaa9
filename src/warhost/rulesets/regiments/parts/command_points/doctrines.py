"""The stratagems of the six doctrines, each at its moment (Command Points: the doctrines)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.field import Path
from warhost.play.events import counted
from warhost.play.questions import Odds, Option, Roll
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, choose, roll_pool, roll_sum
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.deployment.ground import place_again
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.chapters.magic.casting import way_of
from warhost.rulesets.regiments.chapters.magic.spell_tokens import Tokens
from warhost.rulesets.regiments.chapters.melee import consolidation
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.missions.seizing import marker_distance, reach_of
from warhost.rulesets.regiments.chapters.morale import MORALE
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait
from warhost.rulesets.regiments.chapters.movement.moves import reach, why_not_move
from warhost.rulesets.regiments.chapters.terrain.dangerous import dangerous_test
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.chapters.wounds.damage import attack_with, prepared, strike
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Effect,
    Marker,
    Share,
    SpecialRule,
    Unit,
    gap_between,
    on_table,
    optional,
    troopers,
)
from warhost.rulesets.regiments.core.arms import usable, weapons
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.core.speakers import attack_rules, casters, movement_rules
from warhost.rulesets.regiments.parts.command_points import events, odds
from warhost.rulesets.regiments.parts.command_points.purse import NO, change, offer, purse, ready, stratagems
from warhost.rulesets.regiments.parts.command_points.withdrawing import closest_enemy, fall_back
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.table import TOLERANCE, overlaps, swept

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
    text = f"{acts(unit.name, 'is')} about to {action.capitalize()}. {verb(unit.name, 'Does')} {unit.name} go further?"
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
    text = f"{unit.name} moved through terrain. Do you make it dangerous?"

    def weigh(key: str) -> Sequence[Odds]:
        return () if key == NO else harm_odds.danger(battle, unit, groups)

    slugs = ready(battle, seat, "hindered_advance")
    if (yield from offer(battle, seat, text, slugs, target=unit.id, weigh=weigh)):
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
    text = f'Where do you place {unit.name}, up to {far:g}" away?'
    yield from place_again(battle, unit, far, topic="relocate", text=text, rule_id=rule_id, by_centre=True)


# 2. Defensive Doctrine

SPARED_ON = 4
RETREAT_FROM = 12.0
RETREAT = "D6+2"
BROKEN = -1
IN_COVER = "Lightning Reflexes"


@rule("aofr.cp.eternal_vigilance")
def spare(battle: Battle, unit: Unit, muster: Muster, before: Mapping[int, int]) -> Script[None]:
    """A wound that would kill a model is ignored on 4+: it is as if one wound less had been given (AOFR-R577)."""
    fallen = [group for group, count in before.items() if muster.left.get(group, 0) < count]
    if not fallen or muster.spilled:
        return
    dearest = max(fallen, key=lambda group: muster.turn(group))
    text = f"Models of {unit.name} are about to fall. Do you try to save one?"
    slugs = ready(battle, unit.seat, "eternal_vigilance")
    saved = (Odds("saves a model", harm_odds.on(SPARED_ON), telling=True),)
    if not (yield from offer(battle, unit.seat, text, slugs, unit=unit.id, odds=lambda slug: saved)):
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
    text = f"{target.name} took {counted(hits, 'hit')}. Do you break {verb(target.name, 'its')} armour?"

    def weigh(key: str) -> Sequence[Odds]:
        return odds.armour_broken(battle, attacks, 0 if key == NO else BROKEN)

    if (yield from offer(battle, seat, text, ready(battle, seat, "armour_breaker"), target=target.id, weigh=weigh)):
        for attack in attacks:
            attack.to_block.add(BROKEN, "Armour Breaker", "aofr.cp.armour_breaker")


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
    inches = yield from roll_sum(RETREAT, why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
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
    text = f"{acts(unit.name, 'has')} fought. {verb(unit.name, 'Does')} {unit.name} move up to 3 inches?"
    if (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "hit_and_run"), unit=unit.id)):
        yield from consolidation.drift(battle, unit, RAN, "Hit & Run")


@rule("aofr.cp.combat_fatigue", "aofr.cp.combat_fatigue_fail")
def tire(battle: Battle, side: Side, attacks: list[Attack]) -> Script[None]:
    """On 4+ a unit that strikes counts as fatigued in this melee, and is not fatigued by it."""
    unit, seat = side.unit, battle.other(side.unit.seat)
    if side.tired:
        return
    text = f"{acts(unit.name, 'is')} about to strike. Do you try to tire the unit?"

    def weigh(key: str) -> Sequence[Odds]:
        target = battle.units[attacks[0].target]
        if key == NO:
            return odds.unhindered(battle, target, attacks)
        return odds.fatigue(battle, target, attacks, TIRED_ON)

    slugs = ready(battle, seat, "combat_fatigue")
    if not (yield from offer(battle, seat, text, slugs, target=unit.id, weigh=weigh)):
        return
    why, rule_id = "Combat Fatigue", "aofr.cp.combat_fatigue"
    (face,) = yield from roll_pool(1, need=TIRED_ON, why=why, rule=rule_id, seat=seat, unit=unit.id)
    works = face >= TIRED_ON
    yield events.CountsAsTired(unit.id, works)
    if works:
        attacks[:] = odds.tired(attacks)
        side.tired = side.spared = True


@rule("aofr.cp.killing_blow")
def strike_once_more(battle: Battle, side: Side, other: Side, fallen: Mapping[int, int]) -> Script[None]:
    """The models of `other` that have just been killed strike once more with all their weapons (AOFR-R578)."""
    unit, foe = other.unit, side.unit
    if not fallen or foe.fate:
        return
    if unit.id not in purse(battle).killing:
        dead = sum(fallen.values())
        killed = "1 model was killed" if dead == 1 else f"{dead} models were killed"
        text = f"{unit.name}: {killed}. Do the dead strike once more in this melee?"

        def weigh(key: str) -> Sequence[Odds]:
            blows = [] if key == NO else _last_blows(battle, other, foe, fallen)
            return harm_odds.dealt(battle, foe, [blows]) if blows else ()

        slugs = ready(battle, unit.seat, "killing_blow")
        if not (yield from offer(battle, unit.seat, text, slugs, unit=unit.id, weigh=weigh)):
            return
        change(battle, killing=(*purse(battle).killing, unit.id))
    attacks = _last_blows(battle, other, foe, fallen)
    if attacks:
        other.wounds += yield from strike(battle, attacks)


@rule("aofr.cp.killing_blow")
def _last_blows(battle: Battle, side: Side, foe: Unit, fallen: Mapping[int, int]) -> list[Attack]:
    """The attacks of models that have just been killed, with all their weapons."""
    unit = side.unit
    attacks: list[Attack] = []
    for group, count in fallen.items():
        for weapon in weapons(battle, unit, group, ranged=False):
            copies = usable(battle, unit, weapon, count * weapon.count)
            if copies and weapon.attacks:
                attack = attack_with(battle, unit, group, weapon, copies, foe)
                attack.charging, attack.only_sixes = side.charging, side.tired
                attacks.append(prepared(battle, attack, attack_rules(battle, unit, group, weapon)))
    return attacks


# 4. Hunting Doctrine: see `hunting`

# 5. Valorous Doctrine

FALL_BACK = "2D6+4"


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
    text = f"{unit.name} {done} the morale test. {'Must it be' if passed else 'Is it'} rolled again?"
    passing = harm_odds.on(roll.need)
    again = (
        Odds("fails this time", 1 - passing, telling=True)
        if passed
        else Odds("passes this time", passing, telling=True)
    )
    if not (yield from offer(battle, seat, text, ready(battle, seat, slug), unit=unit.id, odds=lambda slug: (again,))):
        return faces
    second: tuple[int, ...] = yield from roll_pool(
        1, need=roll.need, why=f"{MORALE} again", rule=f"aofr.cp.{slug}", seat=roll.seat, unit=unit.id
    )
    return second


@rule("aofr.cp.minimize_losses")
def minimize(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that has become Shaken moves up to 2D6+4" away from the closest enemy."""
    if unit.pose is None or closest_enemy(battle, unit) is None:
        return
    text = f"{unit.name} became Shaken. {verb(unit.name, 'Does')} {unit.name} fall back?"
    rule_id = "aofr.cp.minimize_losses"
    slugs, far = ready(battle, unit.seat, "minimize_losses"), (harm_odds.inches(battle, FALL_BACK),)
    if (yield from offer(battle, unit.seat, text, slugs, unit=unit.id, odds=lambda slug: far)):
        why = "Minimize Losses: inches"
        inches = yield from roll_sum(FALL_BACK, why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
        yield from fall_back(battle, unit, inches, rule_id)


@rule("aofr.cp.code_of_honor")
def stay_true(battle: Battle, unit: Unit, *, routs: bool) -> Script[bool]:
    """A unit that would be Shaken is not, one that would rout is Shaken instead."""
    what = "rout" if routs else "become Shaken"
    instead = "become Shaken instead" if routs else "stay steady"
    text = f"{acts(unit.name, 'is')} about to {what}. {verb(unit.name, 'Does')} {unit.name} {instead}?"
    if not (yield from offer(battle, unit.seat, text, ready(battle, unit.seat, "code_of_honor"), unit=unit.id)):
        return False
    if routs:
        yield from morale.shake(battle, unit)
    return True


# 6. Tactical Doctrine

RUSHED = 4


@rule("aofr.cp.rush_objective")
def check_rush(battle: Battle, unit: Unit, way: Path, action: ActionName) -> None:
    """A unit that goes further than it could without the stratagem ends within 3" of an objective."""
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
    text = "Does one of your units with Ambush leave the table, to come back later?"
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
    text = "The enemy is about to seize one of your objectives. Do you shut it down, so that it becomes neutral?"
    if not (yield from offer(battle, seat, text, ready(battle, seat, "total_shutdown"))):
        return
    number = lost[0]
    if len(lost) > 1:
        options = [Option(str(one), f"Marker {one + 1}") for one in lost]
        text = "Which objective do you shut down?"
        number = int((yield from choose(seat, "shut down", text, options, rules=("aofr.cp.total_shutdown",))))
    battle.markers = tuple(
        msgspec.structs.replace(marker, owner=None) if one == number else marker
        for one, marker in enumerate(battle.markers)
    )
    yield events.MarkerShutDown(number + 1)
