"""What The Blue Age tells a computer player: the worth of units and objectives, fights, volleys, charges, spells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor, hypot
from typing import Any, ClassVar

from warhost.dice import Dice, odds
from warhost.field.loose.bodies import rect_about
from warhost.play.counsel.counsel import Goal, Strike, Temper, Term, Ways, cited
from warhost.play.counsel.reckoning import Kept, once
from warhost.play.questions import Option, Question
from warhost.rulesets.blue_age.chapters.buildings import inside as buildings
from warhost.rulesets.blue_age.chapters.charge import phase as charge
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.charge.reactions import FLIGHT
from warhost.rulesets.blue_age.chapters.heroes import joining
from warhost.rulesets.blue_age.chapters.magic import casting
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.chapters.movement.ground import footing_of
from warhost.rulesets.blue_age.chapters.scenario.deployment import drawn
from warhost.rulesets.blue_age.chapters.scenario.objectives import REACH, hold_of
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.core import (
    Battle,
    RangedWeapon,
    Unit,
    all_bases,
    has,
    head,
    speakers,
    terrain_of,
    together,
    values,
)
from warhost.rulesets.blue_age.thinks import charge_odds, ranged_odds
from warhost.rulesets.blue_age.thinks.destiny import BlueDestiny
from warhost.rulesets.blue_age.thinks.fights import POINT
from warhost.table import Arc, Area, Point, Pose, Rect, distance, grown, overlaps, segment_crosses, summed

SOONER = {0: 1.0, 1: 0.7, 2: 0.5, 3: 0.35}
"""The part of that which standing at an objective is worth with so many turns to come."""

CLOSING = 0.008
"""What an inch on the way to the enemy is worth, as a part of a unit's worth."""

FEWEST_TO_LEAD = 8
"""A Hero goes with units of so many models."""

ALONE = 0.01
"""What each inch away from units that he may join costs a Hero, as a part of his worth."""

DASHED = 6.0
"""What it costs to fight or to shoot after a dash."""

FULL = 0.8
"""Who would not go such a part of his Movement needs no dash."""

FIRST_OFF = 2.0
"""What it costs to charge before a friend that is in the way."""

FAR = 15.0
"""Who shoots so far stays behind the others."""

HURT_BY_GROUND = 0.3
"""What a model that enters Dangerous ground is to lose of its worth: two faces of ten wound it and some of that is
saved, but it is lost for nothing and missing in the fight."""

WALLS = frozenset({"impassable", "building", "deep"})

_volleys: Kept[float] = Kept()
"""Volleys as they were reckoned in earlier decisions, by all that they depend on but where both units stood then."""


class BlueCounsel(BlueDestiny):
    """What the book knows about one decision."""

    goal_name = "an objective"
    charge_together = True
    in_line = False
    temper = Temper(
        faced=0.3,
        invited=0.3,
        others=0.3,
        fire=0.15,
        next=0.4,
        soon=0.6,
        forestalled=0.4,
        shy=0.5,
        short=1.0,
        fidget=0.3,
        leaving=0.3,
        facing=0.0,
    )
    ways = Ways(lengths=(1.0, 0.6), enemies=4, flanked=0)
    topics: ClassVar[Mapping[Any, str]] = {
        ("choose", "deploy"): "deployment order",
        ("place", "place"): "deployment",
        ("choose", "move"): "choice",
        ("walk", "consolidate"): "walk",
        ("pick", "heroes"): "picks",
        "command": "choice",
        "spell": "choice",
        "shoot": "choice",
        "dice": "choice",
        "action": "choice",
        "formation": "choice",
        "first player": "choice",
        "which charge": "choice",
        "which fight": "choice",
        "weapon": "choice",
        "dispel": "choice",
        "attacks": "allocate",
        "demolish": "choice",
        "destiny": "choice",
    }
    cites = cited(
        """hold, near: blue.objective_hold.infantry; charged: blue.charge.declare_alternating;
        fire, shoot: blue.shoot.nominate_and_check; charge: blue.charge.success; short: blue.charge.fail_in_cm;
        room: blue.move.cohesion; win: blue.resolution.score_both_sides; stand: blue.reaction.hold_ground;
        run down: blue.reaction.flee_caught; rally: blue.command.rally; allocate: blue.fight.attack_dice"""
    )

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, _space)
        # Heroes who are with a unit act with it.
        self.units = [unit for unit in self.units if unit.host is None]
        self.own = [unit for unit in self.own if unit.host is None]
        self.foes = [unit for unit in self.foes if unit.host is None]
        battle = self.battle
        self.turns_left = max(0, battle.settings.turns - battle.turn)
        moved = battle.phase in ("shooting", "combat", "end") or (battle.phase == "move" and battle.first != seat)
        self.enemy_turns_left = self.turns_left + (not moved)
        self.later = battle.phase in ("command", "move") and battle.first == seat
        """Whether the enemies have still to move in this turn."""
        self.stake = POINT * SOONER.get(self.turns_left, 0.25)
        self._across = bool(scenario_of(self.battle).across)
        self._walls = [piece.shape for piece in terrain_of(battle).pieces if piece.traits & WALLS]

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        scenario = scenario_of(self.battle)
        if scenario.across and self.battle.homes:
            return self._zone(self.battle.zones[self.battle.homes[1 - self.seat]], scenario.across * self.stake)
        worth = scenario.objective * self.stake
        return [
            Goal(x=marker.x, y=marker.y, reach=REACH - 1.5, worth=worth, left=0.3 * worth, most=True)
            for marker in self.battle.markers
        ]

    def _zone(self, zone: Area, worth: float) -> list[Goal]:
        """Points along a zone; who stands there is well inside."""
        (left, right), (near, far) = ((min(told), max(told)) for told in zip(*zone.corners, strict=True))
        reach = min(right - left, far - near) / 2 - 1.0
        x, y = (left + right) / 2, (near + far) / 2
        spots = [(part - 0.5) * max(right - left, far - near) for part in (0.15, 0.5, 0.85)]
        along = right - left >= far - near
        places = [(x + spot, y) if along else (x, y + spot) for spot in spots]
        return [Goal(x=x, y=y, reach=reach, worth=worth, left=0.5 * worth, each=True) for x, y in places]

    @once
    def weight(self, unit: Unit) -> int:
        """What its models count at an objective; in the enemy's zone each unit counts for itself."""
        units = together(self.battle, unit) or [unit]
        total = sum(hold_of(self.battle, one) * (len(one.models) or self.battle.entry(one).models) for one in units)
        return 1 if self._across else total

    def scores(self, unit: Unit) -> bool:
        return self.weight(unit) > 0

    def counts(self, unit: Unit) -> bool:
        return self.scores(unit) and not unit.fleeing and not (self._across and values.below_half(self.battle, unit))

    def side(self, place: Rect, attacker: Rect) -> Arc:
        """Loose units have neither flanks nor rears."""
        return Arc.FRONT

    def side_seen(self, place: Rect, point: Point) -> Arc:
        return Arc.FRONT

    def may_be_charged(self, target: Unit) -> bool:
        return not target.fleeing

    def chargers(self, unit: Unit) -> Sequence[Unit]:
        return [foe for foe in self.foes if unit.id in foe.declared]

    def catches(self, charger: Unit, target: Unit) -> float:
        return charge_odds.caught_fleeing(self.battle, charger, target)

    def flees_off(self, unit: Unit, charger: Unit) -> float:
        x, y = flight.from_enemies(self.battle, unit, [charger])
        far = hypot(x, y)
        if not far:
            return 0.0
        board = self.battle.scene.board
        room = min(
            (edge - base.radius) / share
            for base in all_bases(self.battle, unit)
            for edge, share in (
                (board.width - base.x if x > 0 else base.x, abs(x) / far),
                (board.depth - base.y if y > 0 else base.y, abs(y) / far),
            )
            if share > 1e-6
        )
        return odds.of(Dice.parse(FLIGHT)).at_least(floor(room) + 1)

    def stands_firm(self, option: Option) -> bool:
        return option.key != "flee"

    def is_fighting(self, unit: Unit) -> bool:
        return unit.locked

    def charges_soon(self, unit: Unit) -> float:
        if unit.fleeing or unit.locked:
            return 0.0
        if self.battle.phase == "combat" and unit.seat == self.seat:
            return float(charge.charger_denial(self.battle, unit) is None)
        return 1.0

    @once
    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        if self.battle.entry(unit).type == "war machine" or unit.locked or unit.fleeing:
            return 0.0
        return charge_roll.most(self.battle, unit) + self._first(unit)

    @once
    def _first(self, unit: Unit) -> float:
        """How far a unit still moves before charges are rolled."""
        return float(values.movement(self.battle, unit)) if unit.seat != self.seat and self.later else 0.0

    def arrives(self, unit: Unit, gap: float) -> float:
        return charge_roll.chance_by(self._charge_dice(unit), max(0.0, gap - self._first(unit)))

    @once
    def _charge_dice(self, unit: Unit) -> tuple[charge_roll.Row, int]:
        return charge_roll.dice_of(self.battle, unit)

    @once
    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        return values.movement(self.battle, unit) + 2.0

    @once
    def stride(self, unit: Unit) -> float:
        return float(values.movement(self.battle, unit))

    def turns_freely(self, unit: Unit) -> bool:
        return True

    # Shooting.

    @once
    def range(self, unit: Unit) -> float:
        """How far the unit itself shoots: those whom a Hero with a bow leads fight hand to hand all the same."""
        arms = [weapon.range for weapon in values.ranged_arms(self.battle.entry(unit))]
        spells = [float(spell.range) for spell in map(magic.spells().__getitem__, unit.spells) if spell.attacks]
        return max((*arms, *spells), default=0.0)

    def _arms(self, unit: Unit) -> Sequence[RangedWeapon]:
        return values.ranged_arms(self.battle.entry(unit)) if unit.models else ()

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        return not has(self.battle, unit, "ponderous") or not kind

    def shots(self, shooter: Unit, target: Unit) -> float:
        return summed(self._volley(one, target) for one in together(self.battle, shooter))

    def _volley(self, unit: Unit, target: Unit) -> float:
        """The Health that the best weapon of a unit takes on average, in the open and in range."""
        if not unit.models or not target.models:
            return 0.0
        key = (unit.id, len(unit.models), unit.dashed, unit.effects, target.id, len(target.models), target.effects)
        return _volleys.of(self.battle.scene, key, lambda: self._shot(unit, target))

    def _shot(self, unit: Unit, target: Unit) -> float:
        battle, best = self.battle, 0.0
        for weapon in self._arms(unit):
            if battle.entry(unit).ranged is None and not shots.template_of(weapon):
                continue
            dice = weapon.shots * len(unit.models)
            lot = shots.lot_of(battle, unit, target, weapon, dice)
            worth = float(battle.entry(target).health)
            many = 2.0 + weapon.blast / 2 if weapon.blast else 3.0 if shots.template_of(weapon) else 1.0
            best = max(best, min(many, len(target.models)) * attacks.mean_of(battle, lot, worth))
        return best

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        gap = distance(place, there)
        far = max((weapon.range for one in together(self.battle, shooter) for weapon in self._arms(one)), default=0.0)
        return self.shots(shooter, target) if gap <= far else 0.0

    def volleys(self, unit: Unit, place: Rect, kind: str) -> Mapping[int, float]:
        if not self.shoots_after(unit, kind) or unit.locked:
            return {}
        still = 1.25 if not kind else 1.0
        found = {foe.id: still * self.fire(unit, place, foe, self.rects[foe.id]) for foe in self.foes if not foe.locked}
        return {number: losses for number, losses in found.items() if losses > 0.0}

    # The ground.

    def walls(self, unit: Unit | None = None) -> Sequence[Rect]:
        return self._walls

    def at(self, unit: Unit, place: Rect) -> Iterator[Term]:
        """Who fights comes within reach of the enemy; a Hero alone looks for a unit to lead."""
        entry = self.battle.entry(unit)
        if entry.hero and not unit.locked:
            hosts = [one for one in self.own if one is not unit and joining.may_join(entry, self.battle.entry(one))]
            away = min((distance(place, self.rects[one.id]) for one in hosts), default=0.0)
            yield -ALONE * self.worth(unit) * max(0.0, away - 1.5), "alone before the enemy", "blue.joining.how"
        if not self.turns_left or not self.foes:
            return
        nearest = min(distance(place, self.rects[foe.id]) for foe in self.foes)
        wanted = self.range(unit) or 0.6 * charge_roll.most(self.battle, unit)
        yield -CLOSING * self.worth(unit) * max(0.0, nearest - wanted), "far from the enemy", "blue.charge.success"

    def across(self, unit: Unit, start: Rect, end: Rect) -> Iterator[Term]:
        """A model that enters Dangerous ground is wounded by a 1 or 2; flyers only where they land."""
        lost = 0.0
        for one in together(self.battle, unit):
            dangers = footing_of(self.battle, one).dangers
            flies = bool(speakers(self.battle, one).at("flies"))
            if any(overlaps(end, shape) or (not flies and _enters(start, end, shape)) for shape in dangers):
                lost += len(one.models) * HURT_BY_GROUND * self.life(one)
        if lost:
            yield -lost, "crosses Dangerous ground", "blue.terrain.dangerous_roll"

    def first_set_up(self, unit: Unit, question: Question) -> Iterator[Term]:
        """Heroes wait for the units that they lead."""
        if self.battle.entry(unit).hero:
            yield -100.0, "goes with a unit", "blue.joining.how"

    def leads(self, unit: Unit) -> bool:
        return self.battle.entry(unit).hero and self.battle.entry(unit).type in ("infantry", "cavalry")

    def ended(self, unit: Unit) -> bool:
        return unit.acted

    def footprint(self, unit: Unit, pose: Pose) -> Rect:
        return rect_about(drawn(self.battle.entry(unit), "block", pose), pose.facing)

    def strike(self, option: Option) -> Strike:
        number = option.target if option.target is not None else option.unit or 0
        target = self.unit(number)
        left = max(1.0, float(values.health_left(self.battle, target)))
        return Strike(0.25, self.life(target) * (1.5 if self.battle.entry(target).hero else 1.0), left)

    # Choices.

    def instead(self, unit: Unit, option: Option, goes: float) -> Iterator[Term]:
        if option.key == "dash" and goes < FULL * self.stride(unit):
            yield -1.0, "needs no more inches", "blue.move.dash"
        else:
            yield from self.deed(unit, option)

    def besides(self, option: Option) -> Iterator[Term]:
        """A charge goes round what is in its way; whoever charges several enemies has all of them against him."""
        if option.unit is None:
            return
        numbers = [int(number) for number in option.key.partition(">")[2].split("+")]
        charger, targets = self.unit(option.unit), [self.unit(number) for number in numbers]
        place = self.rects[charger.id]
        straight = [self.arrives(charger, distance(place, self.rects[one.id])) for one in targets]
        alone = self.against([charger], targets[:1])
        # Only of charges that promise something the way is looked for: that takes its time.
        less = straight[0] - self._by_its_way(charger, targets[0].id) if alone.value > 0.0 else 0.0
        if less > 0.0:
            yield -less * (alone.value + 1.0), "has something in its way", "blue.charge.success"
        if len(targets) < 2:
            return
        chance, all_of_them = min(straight), self.against([charger], targets)
        names = " and ".join(one.name for one in targets[1:])
        yield chance * (all_of_them.value - alone.value), f"fights {names} too", "blue.charge.multi_charge"

    @once
    def _by_its_way(self, charger: Unit, target: int) -> float:
        """The chance that a charge arrives by the way that it has to go."""
        return charge_roll.chance_to_reach(
            self.battle, charger, charge_odds.distance(self.battle, charger, self.unit(target))
        )

    def gets_there(self, charger: Unit, target: Unit) -> float:
        straight = super().gets_there(charger, target)
        return straight if target.fleeing or straight < 0.1 else self._by_its_way(charger, target.id)

    def deed(self, unit: Unit, option: Option) -> Iterator[Term]:
        if option.key == "dash":
            yield from self._dashes(unit)
        elif option.key == "plant":
            yield 3.0, "its banner helps to hold the objective", "blue.warbanner.plant"
        else:
            yield -5.0, "has better things to do", ""

    def _dashes(self, unit: Unit) -> Iterator[Term]:
        """A few inches more where nothing is near, against shots and blows at -1."""
        place, stride = self.rects[unit.id], self.stride(unit)
        near = min((distance(place, self.rects[foe.id]) for foe in self.foes), default=99.0)
        comes = max((self.stride(foe) for foe in self.foes), default=0.0) if self.later else 0.0
        if self.range(unit) and near <= self.range(unit) + stride + comes:
            yield -DASHED, "shoots worse after a dash", "blue.ranged_mod.shooter_dashed"
        if near <= stride + comes + 0.8 * charge_roll.most(self.battle, unit):
            yield -DASHED, "fights worse after a dash", "blue.melee_mod.attacker_dashed"
        else:
            yield 1.0, "comes a little farther", "blue.move.dash"

    def acts_now(self, question: Question) -> bool:
        """Charges come after the moves of the same turn."""
        return question.topic == "walk"

    def choice(self, question: Question, option: Option) -> Iterable[Term]:
        topic = question.topic
        if casting.is_cast(option.key):
            return self.cast(option)
        if topic == "move":
            return self._next(option)
        if topic == "shoot":
            return self._shoots(option)
        if topic == "command":
            return ((5.0 if option.key.startswith("rally") else 0.0, "rallies", "blue.command.rally"),)
        if topic == "action":
            return self._leaves(option)
        if topic == "heroes" and question.act is not None:
            return self._company(self.unit(question.act.unit), self.unit(option.unit or 0))
        if topic == "formation":
            wanted = "line" if self.range(self.unit(option.unit or 0)) else "block"
            return ((1.0 if option.key == wanted else 0.0, "suits it", "blue.move.cohesion"),)
        if topic == "dice":
            return self.dice_for(question, option)
        if topic == "dispel":
            return self.dispels(question, option)
        if topic == "weapon":
            return self.armed(self.unit(option.unit or 0), option.key)
        if topic in ("which charge", "which fight"):
            return self._first_of(topic, option)
        if topic == "destiny":
            return self.destined(question, option)
        if topic == "demolish":
            fights = head(self.battle, self.unit(option.unit or 0)).locked
            whom = "its enemies" if fights else "the wall"
            return ((1.0 if option.passes is fights else 0.0, f"strikes {whom}", ""),)
        if topic == "first player":
            return ((1.0 if (option.key == "second") == (not self.turns_left) else 0.0, "suits the turn", ""),)
        return ()

    def _next(self, option: Option) -> Iterator[Term]:
        """Those in front move first, so that nobody stands in the way."""
        if option.unit is None:
            yield -50.0, "leaves units unmoved", ""
            return
        place = self.rects.get(option.unit)
        if place is not None and self.foes:
            near = min(distance(place, self.rects[foe.id]) for foe in self.foes)
            yield -near / 10, "inches from the enemy", ""
        if self.unit(option.unit).host is not None:
            yield -60.0, "stays with its unit", "blue.joining.part_of_unit"
        if self.unit(option.unit).locked:
            yield -20.0, "fights on", "blue.move.fall_back_option"

    def _first_of(self, topic: str, option: Option) -> Iterator[Term]:
        """The surest charge first, and the fight that promises most."""
        if option.unit is None or option.target is None:
            return
        one, other = head(self.battle, self.unit(option.unit)), head(self.battle, self.unit(option.target))
        if topic == "which fight":
            foe = other if other.seat != self.seat else one
            yield self.fight(foe).value, "what the fight promises", "blue.fight.choose_order"
        elif one.id in self.rects and other.id in self.rects:
            chance = self.arrives(one, distance(self.rects[one.id], self.rects[other.id]))
            yield chance, "how surely it arrives", "blue.charge.success"
            own, there = self.rects[one.id], self.rects[other.id]
            waiting = (friend for friend in self.own if friend.declared and not friend.charged and friend is not one)
            for friend in waiting:
                if segment_crosses(self.rects[friend.id], (own.x, own.y), (there.x, there.y)):
                    yield -FIRST_OFF, f"{friend.name} in its way goes first", "blue.charge.success"
                    return

    def _company(self, unit: Unit, hero: Unit) -> Iterator[Term]:
        """A Hero goes with the unit that suits him best of all that are still to be set up."""
        entry = self.battle.entry(hero)
        waiting = [
            one
            for one in self.battle.units
            if one.seat == hero.seat and not one.models and joining.may_join(entry, self.battle.entry(one))
        ]
        mine, best = self._suits(unit, hero), max((self._suits(one, hero) for one in waiting), default=-99.0)
        yield 3.0 if mine >= best else -1.0, "leads the unit that he suits best", "blue.joining.heroic_bonus"

    def _suits(self, unit: Unit, hero: Unit) -> float:
        """Fighters lead large units that fight, casters go with those that shoot; nobody slows them down."""
        entry, lead = self.battle.entry(unit), self.battle.entry(hero)
        shoots, casts = any(one.range >= FAR for one in values.ranged_arms(entry)), lead.magic > 0
        fitting = entry.points / 40 if shoots is casts else 0.0
        few = 3.0 if entry.models < FEWEST_TO_LEAD else 0.0
        crowd = sum(self.battle.entry(one).hero for one in together(self.battle, unit))
        return fitting - few - crowd - 1.5 * abs(entry.movement - lead.movement) - 1.0 * (entry.type != lead.type)

    def _shoots(self, option: Option) -> Iterator[Term]:
        section = option.key.partition("section:")[2]
        if section and buildings.occupant(self.battle, int(section)) is None:
            yield -0.5, "harms nobody", "blue.building.demolisher_only"
            return
        if option.unit is None or option.target is None:
            yield 0.0 if option.passes else 0.5, "may do something", ""
            return
        unit, target = self.unit(option.unit), self.unit(option.target)
        name = option.key.partition(":")[2].partition(">")[0]
        weapon = next((one for one in self._arms(unit) if one.name == name), None) or self._arms(unit)[0]
        losses = next(
            (odd.value for odd in ranged_odds.shot_odds(self.battle, unit, target, weapon) if odd.telling), 0.0
        )
        yield self.harm(head(self.battle, target), losses) + 0.01, "what it takes", "blue.shoot.nominate_and_check"

    def _leaves(self, option: Option) -> Iterator[Term]:
        """Leave only a fight that is lost."""
        if option.key == "fall back" and option.unit is not None:
            unit = self.unit(option.unit)
            fight = self.fight(unit)
            yield -fight.value, "what the fight promises", "blue.move.fall_back_option"
            yield -0.35 * self.worth(unit), "may flee and be cut down", "blue.move.fall_back_fail"


def _enters(start: Rect, end: Rect, shape: Rect) -> bool:
    """Whether a unit that walks straight from one place to another comes upon a piece of ground."""
    wide = grown(shape, max(0.0, min(start.width, start.depth) / 2 - 0.5))
    return segment_crosses(wide, (start.x, start.y), (end.x, end.y))


def _space(battle: Battle, unit: Unit) -> Rect:
    """The rectangle around a unit and the Heroes who are with it."""
    facing = unit.pose.facing if unit.pose is not None else 0.0
    return rect_about(all_bases(battle, unit), facing)
