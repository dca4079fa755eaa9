"""What The Blue Age tells a computer player: the worth of units and objectives, fights, volleys, charges, spells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, ClassVar

from warhost.field.loose import rect_about
from warhost.play.counsel import Charge, Counsel, Fate, Fight, Goal, Strike, Temper, Term, Ways, cited
from warhost.play.questions import Option, Question
from warhost.play.reckoning import Kept, below, once
from warhost.rulesets.blue_age import (
    attacks,
    casting,
    charge,
    charge_odds,
    charge_roll,
    magic,
    ranged_odds,
    resolution,
    shots,
    values,
    weapons,
)
from warhost.rulesets.blue_age.arms import MeleeWeapon, RangedWeapon
from warhost.rulesets.blue_age.attacks import Lot
from warhost.rulesets.blue_age.battle import Battle, Unit, head, joined, together
from warhost.rulesets.blue_age.deployment import drawn
from warhost.rulesets.blue_age.formation import all_bases
from warhost.rulesets.blue_age.objectives import REACH, hold_of
from warhost.rulesets.blue_age.rules import has, speakers
from warhost.rulesets.blue_age.scenarios import scenario_of
from warhost.rulesets.blue_age.terrain import terrain_of
from warhost.table import Arc, Point, Pose, Rect, distance

POINT = 45.0
"""What a Victory Point is worth when the battle ends, in points of an army of 1,000."""

SOONER = {0: 1.0, 1: 0.7, 2: 0.5, 3: 0.35}
"""The part of that which standing at an objective is worth with so many turns to come."""

RUNS = 0.45
"""What it costs a side, of the unit's worth, that it falls back or flees."""

CLOSING = 0.008
"""What an inch on the way to the enemy is worth, as a part of a unit's worth."""

SPREAD = 2.5
"""How far the difference of two scores strays from its mean."""

FEWEST_TO_LEAD = 8
"""A Hero goes with units of so many models."""

WALLS = frozenset({"impassable", "building", "deep"})

_rounds: Kept[float] = Kept()
_volleys: Kept[float] = Kept()
"""Rounds of blows and volleys as they were reckoned in earlier decisions, by all that they depend on."""


class BlueCounsel(Counsel[Battle, Unit]):
    """What the book knows about one decision."""

    goal_name = "an objective"
    charge_together = True
    in_line = True
    temper = Temper(faced=0.3, invited=0.3, others=0.3, next=0.4, soon=0.8, shy=0.5, short=1.0, fidget=0.3, facing=0.0)
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
        "dispel": "",
        "attacks": "allocate",
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
        self._walls = [piece.shape for piece in terrain_of(battle).pieces if piece.traits & WALLS]

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        scenario = scenario_of(self.battle)
        if scenario.across and self.battle.homes:
            zone = self.battle.zones[self.battle.homes[1 - self.seat]]
            xs, ys = [x for x, _ in zone.corners], [y for _, y in zone.corners]
            reach = min(max(xs) - min(xs), max(ys) - min(ys)) / 2
            y = (min(ys) + max(ys)) / 2
            worth = scenario.across * self.stake
            return [
                Goal(x=min(xs) + part * (max(xs) - min(xs)), y=y, reach=reach, worth=worth, each=True)
                for part in (0.2, 0.5, 0.8)
            ]
        worth = scenario.objective * self.stake
        return [
            Goal(x=marker.x, y=marker.y, reach=REACH - 1.0, worth=worth, left=0.3 * worth, most=True)
            for marker in self.battle.markers
        ]

    @once
    def weight(self, unit: Unit) -> int:
        return sum(hold_of(self.battle, one) * len(one.models) for one in together(self.battle, unit))

    def scores(self, unit: Unit) -> bool:
        return self.weight(unit) > 0

    def counts(self, unit: Unit) -> bool:
        return self.scores(unit) and not unit.fleeing

    @once
    def worth(self, unit: Unit) -> float:
        return sum(self._worth(one) for one in together(self.battle, unit) or [unit])

    def _worth(self, unit: Unit) -> float:
        entry, scenario = self.battle.entry(unit), scenario_of(self.battle)
        share = values.health_left(self.battle, unit) / values.full_health(entry) if unit.models else 1.0
        prize = POINT * (scenario.destroyed + scenario.commander * entry.commander)
        return entry.points * share + prize * (1.0 if share > 0.0 else 0.0)

    @once
    def life(self, unit: Unit) -> float:
        entry = self.battle.entry(unit)
        return entry.points / values.full_health(entry)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        left = max(1.0, float(values.health_left(self.battle, target)))
        gone = min(1.0, max(0.0, losses / left - 0.5) * 2) if losses > 0.5 * left else 0.0
        return Fate(gone, 0.5 * (losses * 4 > left) * (1 - gone))

    def harm(self, target: Unit, losses: float) -> float:
        if losses <= 0.0:
            return 0.0
        left = float(values.health_left(self.battle, target))
        fate = self.fate_of(target, losses)
        prize = POINT * scenario_of(self.battle).destroyed
        return min(losses, left) * self.life(target) + fate.gone * prize + 0.1 * fate.broken * self.worth(target)

    # Fights.

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        return self._fought([charger], [target], charging={charger.id}, seat=charger.seat)

    def fight(self, target: Unit, charges: Sequence[Charge] = ()) -> Fight:
        comers = [self.unit(one.charger) for one in charges]
        comers += [unit for unit in self.units if target.id in unit.declared and unit not in comers]
        own = [target, *(self.unit(n) for n in {f for foe in target.foes for f in self.unit(foe).foes} - {target.id})]
        enemies = [*comers, *(self.unit(number) for number in target.foes if self.unit(number) not in comers)]
        if not enemies:
            return Fight()
        ours, theirs = (enemies, own) if target.seat != self.seat else (own, enemies)
        return self._fought(ours, theirs, charging={one.id for one in comers}, seat=self.seat)

    def _fought(self, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[int], seat: int) -> Fight:
        """A round of a fight by its means: blows both ways, the score, who runs then."""
        ours, theirs = [one for one in ours if one.models], [one for one in theirs if one.models]
        if not ours or not theirs:
            return Fight()
        deals = {foe.id: 0.0 for foe in theirs}
        takes = {one.id: 0.0 for one in ours}
        for one in ours:
            deals[theirs[0].id] += self._round(one, theirs[0], one.id in charging)
        for foe in theirs:
            takes[ours[0].id] += self._round(foe, ours[0], foe.id in charging)
        quick = self._quicker(ours[0], theirs[0], charging)
        dealt, taken = sum(deals.values()), sum(takes.values())
        health = [max(1.0, sum(values.health_left(self.battle, unit) for unit in side)) for side in (ours, theirs)]
        if quick > 0:
            taken *= max(0.0, 1 - 0.8 * dealt / health[1])
        elif quick < 0:
            dealt *= max(0.0, 1 - 0.8 * taken / health[0])
        dealt, taken = min(dealt, health[1]), min(taken, health[0])
        lead = dealt - taken + len(ours) - len(theirs)
        lead += any(one.id in charging for one in ours) - any(foe.id in charging for foe in theirs)
        wins = 1 - below(0.5, lead, SPREAD)
        loses = below(-0.5, lead, SPREAD)
        away = wins * self._runs(theirs[0], max(1, round(lead)))
        lost = loses * self._runs(ours[0], max(1, round(-lead)))
        gone = max(0.0, 2 * dealt / health[1] - 1)
        perished = max(0.0, 2 * taken / health[0] - 1)
        prize = POINT * scenario_of(self.battle).destroyed
        gain = dealt * self.life(theirs[0]) + gone * prize + away * RUNS * self.worth(theirs[0]) * (1 - gone)
        loss = taken * self.life(ours[0]) + perished * prize + lost * RUNS * self.worth(ours[0]) * (1 - perished)
        fates = {
            theirs[0].id: Fate(gone, away * (1 - gone)),
            ours[0].id: Fate(perished, lost * (1 - perished)),
        }
        return Fight(gain, loss, dealt, taken, wins, fates)

    def _round(self, unit: Unit, enemy: Unit, charging: bool) -> float:
        """The Health that a round of blows of a unit takes on average."""
        return sum(self._own_round(one, unit, enemy, charging) for one in together(self.battle, unit) if one.models)

    def _own_round(self, one: Unit, unit: Unit, enemy: Unit, charging: bool) -> float:
        count = self._in_contact(one, unit, enemy)
        key = (one.id, enemy.id, count, charging, one.effects, enemy.effects, one.host, len(joined(self.battle, enemy)))
        return _rounds.of(self.battle.scene, key, lambda: self._reckoned(one, enemy, count, charging))

    def _in_contact(self, one: Unit, unit: Unit, enemy: Unit) -> int:
        """About how many models of a unit come to blows: by the room around the enemy."""
        if one is not unit:
            return 1
        there = self.rects.get(enemy.id)
        wide = there.width + there.depth if there is not None else 2.0 * len(enemy.models)
        room = ceil(wide / (2 * self.battle.entry(one).radius)) + 1
        weapon = weapons.weapon_of(self.battle, one)
        return min(len(one.models), round(room * (1.6 if "Polearm" in weapon.qualities else 1.0)))

    def _reckoned(self, unit: Unit, enemy: Unit, count: int, charging: bool) -> float:
        battle, entry = self.battle, self.battle.entry(unit)
        weapon: MeleeWeapon = weapons.weapon_of(battle, unit)
        second = not charging and weapon.otherwise is not None
        strength = weapon.otherwise if second and weapon.otherwise is not None else weapon.strength
        ap = weapon.ap_otherwise if second and weapon.ap_otherwise is not None else weapon.ap
        dice = count * max(0, values.attacks(battle, unit))
        worth = float(battle.entry(enemy).health)
        total = 0.0
        if dice:
            lot = Lot(
                "melee",
                unit.id,
                enemy.id,
                dice,
                entry.melee,
                strength=values.strength(battle, unit) + strength,
                ap=ap,
                what="",
                rule="blue.fight.hit_roll",
                weapon=weapon.name,
                qualities=weapon.qualities,
            )
            lot.to_hit.add(int(charging), "charged")
            total += attacks.mean_of(battle, attacks.prepared(battle, lot), worth)
        impact = sum(one.impact(battle, unit, entry) for one in speakers(battle, unit).at("impact")) if charging else 0
        if impact:
            lot = Lot(
                "impact",
                unit.id,
                enemy.id,
                impact * count,
                None,
                strength=values.strength(battle, unit),
                what="",
                rule="blue.special.impact_attacks",
            )
            total += attacks.mean_of(battle, attacks.prepared(battle, lot), worth)
        return total

    def _quicker(self, one: Unit, other: Unit, charging: set[int]) -> int:
        """Who strikes first: more than 0 if the first of them does."""
        mine, theirs = (self.battle.entry(unit).initiative + (unit.id in charging) for unit in (one, other))
        return mine - theirs

    def _runs(self, unit: Unit, margin: int) -> float:
        """The chance that a unit does not stay that has lost by so much."""
        key = ("runs", unit.id, min(margin, 12))
        trial = resolution.loser_trial
        return self.known(
            key, lambda: 1.0 - resolution.fates(self.battle, trial(self.battle, unit, min(margin, 12)))["stays"]
        )

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
        board = self.battle.scene.board
        place = self.rects[unit.id]
        near = min(place.x, place.y, board.width - place.x, board.depth - place.y)
        return 0.5 if near < 7.0 else 0.0

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

    def _first(self, unit: Unit) -> float:
        """How far a unit still moves before charges are rolled."""
        return float(values.movement(self.battle, unit)) if unit.seat != self.seat and self.later else 0.0

    def arrives(self, unit: Unit, gap: float) -> float:
        return charge_roll.chance_to_reach(self.battle, unit, max(0.0, gap - self._first(unit)))

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
        arms = [weapon.range for one in together(self.battle, unit) for weapon in self._arms(one)]
        known = [magic.spells()[name] for one in together(self.battle, unit) for name in one.spells]
        spells = [float(spell.range) for spell in known if spell.attacks]
        return max((*arms, *spells), default=0.0)

    def _arms(self, unit: Unit) -> Sequence[RangedWeapon]:
        return values.ranged_arms(self.battle.entry(unit)) if unit.models else ()

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        return not has(self.battle, unit, "ponderous") or not kind

    def shots(self, shooter: Unit, target: Unit) -> float:
        return sum(self._volley(one, target) for one in together(self.battle, shooter))

    def _volley(self, unit: Unit, target: Unit) -> float:
        """The Health that the best weapon of a unit takes on average, in the open and in range."""
        if not unit.models or not target.models:
            return 0.0
        key = (unit.id, len(unit.models), target.id, target.effects, unit.effects)
        return _volleys.of(self.battle.scene, key, lambda: self._shot(unit, target))

    def _shot(self, unit: Unit, target: Unit) -> float:
        battle, best = self.battle, 0.0
        for weapon in self._arms(unit):
            if battle.entry(unit).ranged is None and not weapon.blast and "Firestorm" not in weapon.qualities:
                continue
            dice = weapon.shots * len(unit.models)
            lot = shots.lot_of(battle, unit, target, weapon, dice)
            worth = float(battle.entry(target).health)
            many = 2.0 + weapon.blast / 2 if weapon.blast else 3.0 if "Firestorm" in weapon.qualities else 1.0
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
        """Who fights comes within reach of the enemy."""
        if not self.turns_left or not self.foes:
            return
        nearest = min(distance(place, self.rects[foe.id]) for foe in self.foes)
        wanted = self.range(unit) or 0.6 * charge_roll.most(self.battle, unit)
        yield -CLOSING * self.worth(unit) * max(0.0, nearest - wanted), "far from the enemy", "blue.charge.success"

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

    def deed(self, unit: Unit, option: Option) -> Iterator[Term]:
        if option.key == "dash":
            yield from self._dashes(unit)
        elif option.key == "plant":
            yield 3.0, "its banner helps to hold the objective", "blue.warbanner.plant"
        else:
            yield -5.0, "has better things to do", ""

    def _dashes(self, unit: Unit) -> Iterator[Term]:
        """A few inches more where nothing is near, against shots and blows at -1."""
        place = self.rects[unit.id]
        near = min((distance(place, self.rects[foe.id]) for foe in self.foes), default=99.0)
        if self.volleys(unit, place, "walk"):
            yield -4.0, "shoots worse after a dash", "blue.ranged_mod.shooter_dashed"
        if near <= self.stride(unit) + charge_roll.most(self.battle, unit):
            yield -3.0, "fights worse after a dash", "blue.melee_mod.attacker_dashed"
        else:
            yield 1.0, "comes a little farther", "blue.move.dash"

    def choice(self, question: Question, option: Option) -> Iterable[Term]:
        topic = question.topic
        if casting.is_cast(option.key):
            return self._cast(option)
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
            return self._dice(question, option)
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

    def _company(self, unit: Unit, hero: Unit) -> Iterator[Term]:
        """Heroes go with large units: fighters with those that fight, casters with any."""
        entry, casts = self.battle.entry(unit), self.battle.entry(hero).magic > 0
        if entry.models < FEWEST_TO_LEAD:
            yield -1.0, "too few to lead", "blue.joining.how"
        elif self._arms(unit) or entry.ranged is not None:
            yield (
                1.0 if self.battle.entry(hero).magic else -0.5,
                "safe behind the others",
                "blue.joining.not_targetable",
            )
        else:
            yield 0.5 if casts else 2.0, "leads them", "blue.joining.heroic_bonus"

    def _shoots(self, option: Option) -> Iterator[Term]:
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

    def _cast(self, option: Option) -> Iterator[Term]:
        """What a spell promises: harm by its hits, else a part of what its target is worth where that is in danger."""
        rest = option.key.partition(":")[2]
        spell = magic.spells()[rest.partition(">")[0]]
        if option.target is None:
            yield 0.2, "may do something", "blue.casting.resolve_and_next"
            return
        target = self.unit(option.target)
        if spell.target == "enemy":
            worth = (
                1.6 * self.life(target) * min(3.0, len(target.models)) if spell.attacks else 0.05 * self.worth(target)
            )
        else:
            place = self.rects[target.id]
            near = min((distance(place, self.rects[foe.id]) for foe in self.foes), default=99.0)
            worth = 0.06 * self.worth(target) * (target.locked or near <= 14.0)
        yield worth / spell.casting - 0.5, f"what {spell.name} does", "blue.casting.resolve_and_next"

    def _dice(self, question: Question, option: Option) -> Iterator[Term]:
        """Enough dice to succeed most of the time, some left for later."""
        dice = int(option.key)
        wanted = min(4, max(2, ceil(self.battle.pools[self.seat] / 2)))
        yield -abs(dice - wanted) + 0.0, "dice for later", "blue.magic.pool_lasts_turn"


def _space(battle: Battle, unit: Unit) -> Rect:
    """The rectangle around a unit and the Heroes who are with it."""
    facing = unit.pose.facing if unit.pose is not None else 0.0
    return rect_about(all_bases(battle, unit), facing)
