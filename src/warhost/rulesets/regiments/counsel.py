"""What Regiments tells a computer player: the worth of units and markers, melees, volleys, spells, and each action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import prod, sqrt
from typing import Any, ClassVar

from msgspec.structs import replace

from warhost.field import path_of
from warhost.field.placing import edge_distance
from warhost.play.counsel import Counsel, Fate, Fight, Goal, Spell, Strike, Temper, Term, cited
from warhost.play.questions import Kind, Manoeuvre, Option, Question
from warhost.play.reckoning import Kept, below, left_of, once
from warhost.play.script import passes
from warhost.rulesets.regiments import (
    activation,
    charge,
    joining,
    morale,
    moving,
    optional,
    seizing,
    shooting,
    strikes,
    terrain,
)
from warhost.rulesets.regiments.arms import weapons
from warhost.rulesets.regiments.attacks import Attack
from warhost.rulesets.regiments.battle import Battle, Marker, Unit
from warhost.rulesets.regiments.casting import further_spell, named_spell, targets_of
from warhost.rulesets.regiments.damage import attack_with, expected, prepared
from warhost.rulesets.regiments.entries import SpellText
from warhost.rulesets.regiments.formation import HERO, enemies, footprint, footprint_at, site_of
from warhost.rulesets.regiments.ground_on_moves import DIFFICULT, gait, held_to
from warhost.rulesets.regiments.kinds import kinds_of_model, tough
from warhost.rulesets.regiments.missions import ATTACKER, DEFENDER, last_round, mission_of
from warhost.rulesets.regiments.missions.attack_defend import NEAR_EDGE, edges
from warhost.rulesets.regiments.pickings import spells_and_pickings
from warhost.rulesets.regiments.reserves import AMBUSH_BAND
from warhost.rulesets.regiments.rules import ActionName
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.sight import arc_at
from warhost.rulesets.regiments.speakers import attack_rules
from warhost.rulesets.regiments.spells import hits_of
from warhost.rulesets.regiments.structure import waiting
from warhost.rulesets.regiments.suggestions import free_ahead
from warhost.rulesets.regiments.transports import spaces
from warhost.rulesets.regiments.wounds import Muster
from warhost.table import (
    Arc,
    Forward,
    Point,
    Pose,
    Rect,
    Step,
    bearing,
    contains_rect,
    distance,
    overlaps,
    turn_between,
    within,
)

MARKER = 140.0
"""What a marker is worth when the battle ends, in points of an army."""

SOONER, SCORED = {0: 1.0, 1: 0.62, 2: 0.45, 3: 0.36}, 0.75
"""The part of that which holding it is worth with so many rounds to come; the least part where every round scores."""

FORCE = {0: 0.3, 1: 0.8}
"""The part of its worth that a unit still counts with so many rounds to come: markers decide, not who is left."""

LEFT_OPEN = 0.4
"""The part of a marker's worth that its side loses with the unit at it, while rounds are to come."""

STANDING = 0.3
"""The part of its worth that a unit keeps down to its last models: it still holds ground and fills gaps."""

RECOVERS = 0.15
"""How much a Shaken unit that has yet to act is missing at markers when the round ends."""

SHAKEN = 0.35
"""What it costs a side, of the unit's worth, to have it Shaken: a round of doing nothing."""

SPREAD = 0.8
"""How much wounds vary about their mean, as a part of it."""

LATER, TEMPO = 0.45, 0.1
"""How much an enemy counts that has acted already in this round; how much it matters who begins the next one."""

MOST_TURN = 100.0
"""Who has to turn further than this cannot charge."""

CAST, TOKEN = 0.5, 3.0
"""The chance to cast a spell without help, and what a token counts in a spell's worth."""

MOST_BID = 2
"""More tokens than that are never put on one roll."""

HOME, ACROSS, CARRIED = 300.0, 72.0, 80.0
"""What it is worth to have a marker at the table edge where it has to be, how far from it that is worth nothing, and
what a marker adds otherwise to the worth of who carries it."""

ENEMY_OWN, ONLY, DECOY = 4.0, 1.6, 0.15
"""How much more or less than others markers count: the enemy's own that is destroyed for good, the one that decides,
and those that decide nothing any more."""

CARRIED_HOME = {"smash_grab": "aofr.mission.smash_grab.win", "rescue": "aofr.mission.rescue.win"}
"""The missions in which the attacker wins with a marker at a table edge, and the row that says so."""

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}

STEADIES, SHELTER, ACTS = 0.06, 0.3, 0.12
"""What shares of a unit's points and of its own a hero gains and loses by joining it."""

HOLDS = 10.0
"""What each wound that a unit deals by shooting out of a building counts for staying there."""

_kept: Kept[Fight] = Kept()
"""Melees as they were reckoned in earlier decisions, by all that they depend on."""

_struck: Kept[float] = Kept()
"""Wounds of strikes, likewise."""


class RegimentsCounsel(Counsel[Battle, Unit]):
    """What the book knows about one decision."""

    goal_name = "a marker"
    lurk_band = AMBUSH_BAND
    temper = Temper(
        faced=0.8,
        invited=1.0,
        others=0.4,
        exposed=0.2,
        forestalled=0.0,
        lure=0.25,
        facing=0.0,
        fidget=3.0,
        leaving=0.5,
        ahead=0.1,
    )
    topics: ClassVar[Mapping[Any, str]] = {
        "activate": "activation",
        "shoot with": "shoot",
        "counter": "strike",
        "strike back": "strike",
        "cast on": "promises",
        "cast also": "promises",
        "ability": "promises",
        "boost": "tokens",
        "hinder": "tokens",
        ("allocate", "pick"): "allocate",
        "side": "",
        "set aside": "choice",
        ("choose", "arrive"): "choice",
        "aboard": "choice",
        "join": "choice",
        "scouts": "deployment order",
        "arrive": "arrival",
        "scout": "arrival",
        "place": "arrival",
        "disembark": "arrival",
        "bail out": "arrival",
        "move marker": "choice",
    }
    cites = cited(
        """hold: aofr.objective.seize; near: aofr.objective.seize_range; charged: aofr.charge.facing_majority;
        flank: aofr.morale.flank; fire, shoot: aofr.shoot.valid_target; lurkers: aofr.special.ambush.arrive;
        charge: aofr.action.charge; room: aofr.move.one_inch; win: aofr.melee.winner;
        back, strike: aofr.melee.strike_back; tired: aofr.melee.fatigue; idle: aofr.shaken.idle;
        turns: aofr.structure.alternate; cast: aofr.special.caster.cast; tokens: aofr.special.caster.simultaneous"""
    )

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, footprint)
        battle = self.battle
        self.turns_left = self.enemy_turns_left = max(0, last_round(battle) - battle.turn)
        self._parts = optional.speaking(battle, "advises")
        self.tempo = TEMPO if self._begins() else -TEMPO
        self.force = FORCE.get(self.turns_left, 1.0)
        part = SOONER.get(self.turns_left, 0.3)
        if mission_of(battle).figures.type == "progressive":
            part = max(part, SCORED)
        self.stake = MARKER * part
        worth = HOME / 2 if battle.mission in CARRIED_HOME else CARRIED
        carried = (marker for marker in battle.markers if marker.carrier is not None and not marker.gone)
        self._carried = {marker.carrier: worth for marker in carried}
        pieces = scenery(battle)
        self._trodden: tuple[Rect | None, int, bool] = (None, 0, False)
        self._sheltered: tuple[Rect | None, bool] = (None, False)
        self._slow = [piece.shape for piece in pieces.slowing if piece.difficult]
        self._cover = [piece.shape for piece in pieces.sheltering if piece.cover]
        self._risky = [piece.shape for piece in pieces.risky if piece.dangerous]

    def _begins(self) -> bool:
        """Who has no more units to activate first has the first turn of the next round."""
        if self.battle.finished:
            return self.battle.finished[0] == self.seat
        own, theirs = (len(waiting(self.battle, seat)) for seat in (self.seat, 1 - self.seat))
        return own <= theirs if self.battle.active == self.seat else own < theirs

    def judged_by(self, asked: Any) -> str | None:
        told = super().judged_by(asked)
        return "choice" if told is None and any(asked in part.advises for part in self._parts) else told

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        return [
            Goal(
                x=marker.x,
                y=marker.y,
                reach=seizing.reach_of(self.battle),
                worth=(worth := self.stake * self._weight(number, marker)),
                owner=marker.owner,
                keeps=marker.placed_by is not None,
                wanted=0.3 if marker.placed_by == self.seat else 1.0 if marker.owner != self.seat else 0.25,
                left=LEFT_OPEN * worth if self.turns_left else 0.0,
            )
            for number, marker in enumerate(self.battle.markers)
            if not marker.gone and marker.carrier is None
        ]

    def _weight(self, number: int, marker: Marker) -> float:
        """How much a marker counts in this mission and by the optional parts in force."""
        weight = marker_weight(self.battle, self.seat, marker)
        for part in optional.speaking(self.battle, "marker_weight"):
            weight *= part.marker_weight(self.battle, self.seat, number)
        return weight

    def scores(self, unit: Unit) -> bool:
        return not unit.shaken

    def counts(self, unit: Unit) -> bool:
        return seizing.eligible(self.battle, unit)

    @once
    def _lives(self, unit: Unit) -> tuple[int, int]:
        """The wounds that a unit can still take, and those that it could take at first."""
        muster = Muster(self.battle, unit)
        left = sum(muster.lives(group) for group in muster.left)
        regiment = self.battle.regiment(unit)
        most = regiment.size * regiment.tough + (regiment.hero.tough if regiment.hero is not None else 0)
        return max(1, left), max(1, most)

    def worth(self, unit: Unit) -> float:
        left, most = self._lives(unit)
        share = min(1.0, left / most)
        own = self.battle.regiment(unit).points * left_of(share, STANDING, 3)
        if unit.seat != self.seat:
            own *= self._prize(unit)
        return own * self.force + self._carried.get(unit.id, 0.0)

    @once
    def _prize(self, unit: Unit) -> float:
        """How much more or less an enemy unit counts by the optional parts in force."""
        parts = optional.speaking(self.battle, "prize")
        return prod((part.prize(self.battle, self.seat, unit) for part in parts), start=1.0)

    def life(self, unit: Unit) -> float:
        return self.worth(unit) / self._lives(unit)[0]

    def missing(self, fate: Fate, unit: Unit) -> float:
        acted = unit.activated or unit.id == self.battle.acting
        return fate.gone + fate.broken * (1.0 if acted else RECOVERS)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        left, most = self._lives(target)
        gone = _fallen(losses, left)
        if target.shaken or losses <= 0.05:
            return Fate(gone)
        after = left - min(losses, float(left))
        return Fate(gone, (1 - gone) * _ahead(most / 2 - after, losses) * self._fails(target, None))

    def harm(self, target: Unit, losses: float) -> float:
        broken = self.fate_of(target, losses).broken
        return min(losses, float(self._lives(target)[0])) * self.life(target) + broken * SHAKEN * self.worth(target)

    def chance(self, test: str, unit: Unit) -> float:
        return 1 - self._fails(unit, None)

    @once
    def _fails(self, unit: Unit, side: Arc | None) -> float:
        """The chance that the unit fails a morale test after a melee, charged in that side."""
        return morale.failing(unit, morale.melee_test(self.battle, unit, side))

    # Melees and volleys.

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        told = (
            (*_likeness(self.battle, unit), self._carried.get(unit.id, 0.0), self._fails(unit, facing))
            for unit, facing in ((charger, None), (target, side))
        )
        key = (side is Arc.FRONT, self.force, *told)
        return _kept.of(self.battle.scene, key, lambda: self._reckoned(charger, target, side))

    def _reckoned(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        battle = self.battle
        faced = side is Arc.FRONT
        own_lives, their_lives = self._lives(charger)[0], self._lives(target)[0]
        first = self._strikes(target, charger, charging=False, first=True) if faced else 0.0
        impact = None
        if not strikes.tired(charger):
            braced = strikes.counter_models(battle, target) if faced else 0
            impact = strikes.impact_of(battle, charger, target, braced)
        deals = self._strikes(charger, target, charging=True) * max(0.0, 1 - first / own_lives)
        deals += expected(battle, impact).wounds if impact is not None else 0.0
        struck = _fallen(deals, their_lives)
        deals = min(deals, float(their_lives))
        takes = first
        if faced:
            fighting = min(target.models, 2 * target.files)
            standing = target.models * max(0.0, 1 - deals / their_lives)
            back = self._strikes(target, charger, charging=False, first=False)
            # Losses come from the rows behind the two that fight.
            takes = min(first + back * min(1.0, standing / fighting if fighting else 0.0), float(own_lives))
        rows = 1.0
        if target.start > 1:
            rows = max(0.0, target.models * (1 - min(1.0, deals / their_lives)) / target.files - 0.5)
        own_score = deals + strikes.full_rows(battle, charger) + strikes.fear_of(battle, charger)
        wins = _ahead(own_score - takes - rows - strikes.fear_of(battle, target), deals + takes)
        theirs, cost = self._breaking(target, deals, side, wins)
        own, price = self._breaking(charger, takes, None, 1 - wins)
        theirs = Fate(struck + (1 - struck) * theirs.gone, (1 - struck) * theirs.broken)
        gain, loss = deals * self.life(target) + cost, takes * self.life(charger) + price
        return Fight(gain, loss, deals, takes, wins, {target.id: theirs, charger.id: own})

    def _strikes(self, unit: Unit, target: Unit, *, charging: bool, first: bool | None = None) -> float:
        """Wounds of all strikes of a unit, or only of those with Counter, or without."""

        def work_out() -> float:
            attacks = strikes.strikes(
                self.battle,
                unit,
                target,
                charging=charging,
                fatigued=strikes.tired(unit),
                which=strikes.sorting(first),
            )
            return sum(expected(self.battle, attack).wounds for attack in attacks)

        key = (charging, first, *_likeness(self.battle, unit), *_likeness(self.battle, target))
        return _struck.of(self.battle.scene, key, work_out)

    def _breaking(self, unit: Unit, wounds: float, side: Arc | None, loses: float) -> tuple[Fate, float]:
        """What becomes of a unit that is as likely to lose a melee after so many wounds, and what that costs on
        average: Shaken, or routed if half or less is left."""
        left, most = self._lives(unit)
        after = left - wounds
        rout, breaks = _ahead(most / 2 - after, wounds), loses * self._fails(unit, side)
        fate = Fate(breaks * rout, breaks * (1 - rout))
        return fate, fate.gone * max(0.0, after) * self.life(unit) + fate.broken * SHAKEN * self.worth(unit)

    def side(self, place: Rect, attacker: Rect) -> Arc:
        return arc_at(place, attacker.x, attacker.y)

    def side_seen(self, place: Rect, point: Point) -> Arc:
        return arc_at(place, *point)

    def struck(self, charger: Unit, target: Unit) -> Arc:
        return charge.charged_side(self.battle, charger, target)

    def charges_soon(self, unit: Unit) -> float:
        if unit.shaken:
            return 0.0
        return 1.0 if not unit.activated else LATER - self.tempo if self.turns_left else 0.0

    def ended(self, unit: Unit) -> bool:
        return unit.activated

    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        stands = self.rects.get(unit.id)
        if place is not None and place is not stands:
            return self.pace(unit, place)
        return self.known(("reach", unit.id), lambda: self.pace(unit, stands))

    def arrives(self, unit: Unit, gap: float) -> float:
        return 1.0

    def faces(self, unit: Unit, place: Rect, target: Rect) -> bool:
        return abs(turn_between(place.facing, bearing(place.x, place.y, target.x, target.y))) <= MOST_TURN

    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        full = self._allowance(unit, "charge")
        return (
            min(full, optional.measured(self.battle, DIFFICULT))
            if place is not None and self._is_slow(unit, place)
            else full
        )

    def stride(self, unit: Unit) -> float:
        return self._allowance(unit, "advance" if unit.activated else "charge")

    @once
    def _allowance(self, unit: Unit, action: ActionName) -> float:
        return moving.allowance(self.battle, unit, action)

    def _is_slow(self, unit: Unit, place: Rect) -> bool:
        """Whether difficult ground slows the unit down there; what was said of the last place is kept."""
        if not self._slow:
            return False
        if self._trodden[0] is not place or self._trodden[1] != unit.id:
            slow = any(overlaps(place, shape) for shape in self._slow)
            if slow:
                how = gait(self.battle, unit)
                slow = not how.flies and not how.strides
            self._trodden = (place, unit.id, slow)
        return self._trodden[2]

    def is_tired(self, unit: Unit) -> bool:
        return unit.fatigued

    @once
    def range(self, unit: Unit) -> float:
        longest = max((arm.range for arm in shooting.arsenal(self.battle, unit)), default=0)
        return optional.measured(self.battle, float(longest))

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        return kind != "rush"

    def shots(self, shooter: Unit, target: Unit) -> float:
        return self._shots(shooter, target.id)

    @once
    def _shots(self, shooter: Unit, target: int) -> float:
        total = 0.0
        for group, count in kinds_of_model(shooter):
            for weapon in weapons(self.battle, shooter, group, ranged=True):
                attack = attack_with(self.battle, shooter, group, weapon, count * weapon.count, self.unit(target))
                attack.distance = 12.0
                rules = attack_rules(self.battle, shooter, group, weapon)
                total += expected(self.battle, prepared(self.battle, attack, rules)).wounds
        return total

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        reach, further = self.range(shooter), self._allowance(shooter, "advance")
        if not within(place, there, reach + further):
            return 0.0
        share = 1.0 if distance(place, there) <= reach else 0.7
        return share * (0.75 if self._is_covered(there) else 1.0) * self.shots(shooter, target)

    def _is_covered(self, place: Rect) -> bool:
        """Whether cover shelters who stands there; what was said of the last place is kept."""
        if self._sheltered[0] is not place:
            self._sheltered = (place, any(contains_rect(shape, place) for shape in self._cover))
        return self._sheltered[1]

    def volleys(self, unit: Unit, place: Rect, kind: str) -> Mapping[int, float]:
        if not self.shoots_after(unit, kind) or not self.range(unit):
            return {}
        before = unit.pose, unit.moved
        unit.moved = unit.pose is None or (place.x, place.y) != (unit.pose.x, unit.pose.y)
        unit.pose = place.pose
        wounds: dict[int, float] = {}
        for fire in shooting.possible(self.battle, unit):
            for attack in shooting.attacks_of(self.battle, unit, fire, kind != "advance", None):
                wounds[fire.target] = wounds.get(fire.target, 0.0) + expected(self.battle, attack).wounds
        unit.pose, unit.moved = before
        return wounds

    def stays_inside(self, unit: Unit) -> Term:
        """Who holds a piece of terrain stays to shoot out of it, or to keep a marker; a transport is left."""
        battle = self.battle
        if site_of(battle, unit) is None:
            return super().stays_inside(unit)
        fires = [attack for fire in shooting.possible(battle, unit) for attack in self._fired(unit, fire)]
        worth = HOLDS * sum(expected(battle, attack).wounds for attack in fires)
        reach = [marker for marker in battle.markers if not marker.gone and marker.carrier is None]
        if any(seizing.marker_distance(battle, unit, marker) <= seizing.REACH for marker in reach):
            worth += self.stake / 4
        return worth, "holds the building", "aofr.building.solid"

    def _fired(self, unit: Unit, fire: shooting.Fire) -> list[Attack]:
        return shooting.attacks_of(self.battle, unit, fire, True, None)

    # The ground.

    def free(self, unit: Unit, shape: Rect, inches: float, side: Arc = Arc.FRONT) -> float:
        return free_ahead(self.battle, unit, shape, inches, side)

    def stops(self, unit: Unit, shape: Rect, inches: float) -> Iterable[float]:
        if not self._slow and not optional.speaking(self.battle, "slowest"):
            return ()
        most = held_to(self.battle, unit, path_of(shape, (Forward(inches),)), inches, gait(self.battle, unit))
        return (most,) if most < inches else ()

    def at(self, unit: Unit, place: Rect) -> Iterator[Term]:
        home = self._homeward(unit, place)
        if home is not None:
            yield home
        if any(overlaps(place, shape) for shape in self._risky):
            yield -self.worth(unit) / 8, "on dangerous ground", "aofr.terrain.dangerous"
        if self._is_slow(unit, place):
            yield -3.0, "on difficult ground", "aofr.terrain.difficult"
        if self.range(unit) and self.turns_left:
            nearest = min((distance(place, self.rects[foe.id]) for foe in self.foes), default=0.0)
            yield -0.8 * max(0.0, nearest - self.range(unit)), "out of range of all enemies", ""

    def _homeward(self, unit: Unit, place: Rect) -> Term | None:
        """What it is worth that a carrier of the attacker stands there; the closest corner counts."""
        row = CARRIED_HOME.get(self.battle.mission)
        if row is None or self.battle.roles[unit.seat] != ATTACKER or unit.id not in self._carried:
            return None
        gap = min(edge_distance(self.battle.scene.board, x, y) for x, y in place.corners) - NEAR_EDGE
        worth = HOME * (1.0 if gap <= 0.0 else max(0.0, 0.8 - gap / ACROSS))
        return worth, "brings the marker to a table edge", row

    def along(self, unit: Unit, start: Rect, steps: Sequence[Step], kind: str) -> Iterator[Term]:
        """A model throws as many dice as it is Tough in dangerous ground, and every 1 is a wound."""
        if self._risky and kind in ("advance", "rush", "charge") and not gait(self.battle, unit).flies:
            action: ActionName = "advance" if kind == "advance" else "rush" if kind == "rush" else "charge"
            crossing = terrain.in_danger(self.battle, unit, path_of(start, steps), action)
            dice = sum(tough(self.battle, unit, trooper.group) for trooper in crossing)
            yield -dice * self.life(unit) / 6, "crosses dangerous ground", "aofr.terrain.dangerous"

    def lurkers(self) -> Sequence[Unit]:
        return [unit for unit in self.battle.units if unit.seat != self.seat and unit.reserve == "ambush"]

    def footprint(self, unit: Unit, pose: Pose) -> Rect:
        return footprint_at(self.battle, unit, pose)

    # Actions.

    def acting(self, question: Question) -> Unit | None:
        number = self.battle.acting
        return None if number is None else self.unit(number)

    def actions(self, unit: Unit) -> Sequence[Option]:
        return activation.actions(self.battle, unit)[0]

    def action(self, unit: Unit, option: Option) -> Kind | str:
        if option.target is not None:
            return "charge"
        if option.key == "hold":
            return "stay"
        if option.key not in ("advance", "rush"):
            part = optional.owner_of(self.battle, option.key)
            return (None if part is None else part.kind_of_action(self.battle, unit, option.key)) or "stand"
        return moving.kind_of_move(self.battle, unit, "advance" if option.key == "advance" else "rush")

    def bonus(self, unit: Unit, option: Option) -> Iterable[Term]:
        part = optional.owner_of(self.battle, option.key)
        return () if part is None else part.advise_action(self, unit, option)

    def may_move(self, unit: Unit, kind: Kind, steps: tuple[Step, ...]) -> bool:
        action: moving.Action = "advance" if kind.name == "advance" else "rush"
        return passes(moving.check_move, self.battle, unit, kind, steps, action)

    def may_turn(self, unit: Unit, step: Step) -> bool:
        return passes(moving.check_pivot, self.battle, unit, (step,), 180.0, "aofr.move.hold_pivot")

    def may_reach(self, unit: Unit, target: Unit) -> bool:
        return charge.plan(self.battle, unit, target) is not None

    def along_charge(self, unit: Unit, target: Unit) -> Iterable[Term]:
        made = charge.plan(self.battle, unit, target) if self._risky else None
        return () if made is None else self.along(unit, self.rects[unit.id], made.way.steps, "charge")

    def drafts(self, question: Manoeuvre) -> bool:
        return question.topic in ("advance", "rush")

    def acts_now(self, question: Question) -> bool:
        return question.topic == "arrive"

    def first_blow(self) -> float:
        """What the best charge is worth that a unit of either side which has yet to act could make as all stand."""
        best = 0.0
        for side in (self.seat, 1 - self.seat):
            for unit in waiting(self.battle, side):
                if unit.shaken or unit.id not in self.rects:
                    continue
                far = moving.allowance(self.battle, unit, "charge")
                for enemy in enemies(self.battle, side):
                    if enemy.id in self.rects and distance(self.rects[unit.id], self.rects[enemy.id]) <= far:
                        worth = self.duel(unit, enemy, self.struck(unit, enemy)).value
                        if worth > best and charge.plan(self.battle, unit, enemy) is not None:
                            best = worth
        return best

    # Spells, models, setting up.

    def spells(self, question: Question) -> Mapping[str, Spell]:
        found: dict[str, Spell] = {}
        unit = self.acting(question)
        for option in getattr(question, "options", ()):
            if option.passes:
                continue
            unit = self.unit(option.unit) if option.unit is not None else unit
            assert unit is not None
            chance = option.odds[0].value if option.odds else CAST
            further = further_spell(self.battle, option.key)
            if further is not None:
                worth = further.spell_worth(self.battle, unit, option)
                found[option.key] = Spell(option.label, (1,), partial(_likely, chance), _tokens, worth)
                continue
            caster, spell = named_spell(self.battle, unit, option.key)
            marked = targets_of(self.battle, caster, spell)
            best = max((self._promise(unit, target, spell) for target in marked), default=0.0)
            found[option.key] = Spell(spell.name, (spell.cost,), partial(_likely, chance), _tokens, best)
        return found

    def promise(self, question: Question, option: Option, losses: float) -> float:
        target = self.unit(option.target or 0)
        if option.unit is None or question.topic == "cast also":
            return self.worth(target) / 50
        unit = self.unit(option.unit)
        if question.topic == "cast on":
            return CAST * self._promise(unit, target, named_spell(self.battle, unit, option.key)[1])
        spell = spells_and_pickings(self.battle.regiment(unit)).get(question.about)
        return 0.0 if spell is None else self._promise(unit, target, spell)

    def _promise(self, caster: Unit, target: Unit, spell: SpellText) -> float:
        """What a spell is worth if it works."""
        effect = spell.effect
        if effect is None or (effect.lasting and any(on.name == spell.name for on in target.effects)):
            return 0.0
        worth = 0.0
        if effect.hits:
            attack = hits_of(self.battle, caster, spell.name, effect, target, None)
            worth += self.harm(target, expected(self.battle, attack).wounds)
        if effect.heals and (target.wounds or target.hero_wounds):
            worth += 2.0 * self.life(target)
        if effect.lasting:
            sign = 1.0 if target.seat == self.seat else -1.0
            shown = effect.melee + effect.shooting + effect.defense + 0.5 * effect.morale + 0.5 * effect.move
            # Rules that a spell gives are meant well for friends and ill for enemies.
            share = 0.06 * shown * sign + 0.07 * (len(effect.gives) + len(effect.against))
            busy = 1.0 if not target.activated else 0.5 if effect.defense or effect.gives else 0.2
            worth += self.worth(target) * share * busy
        return worth * (1 + 0.6 * (spell.units - 1))

    def bid(self, question: Question, tokens: int) -> tuple[float, float, float]:
        return min(tokens, MOST_BID) / 6, 30.0 if question.topic == "boost" else 25.0, 3.2 * tokens

    def strike(self, option: Option) -> Strike:
        """Snipers pick heroes, then whoever has something special."""
        if option.target is None:
            return Strike(0.0, 0.0, 0.0)
        regiment = self.battle.regiment(self.unit(option.target))
        group = int(option.key)
        if group == HERO and regiment.hero is not None:
            return Strike(0.0, regiment.hero.cost / regiment.hero.tough, 0.0)
        each = regiment.cost / max(1, regiment.size) / regiment.tough
        return Strike(0.0, each * (1.0 + 0.5 * len(regiment.groups[group].rules)), 0.0)

    def first_set_up(self, unit: Unit, question: Question) -> Iterator[Term]:
        if spaces(self.battle, unit):
            yield 100.0, "carries others", ""
        others = [self.unit(one.unit) for one in getattr(question, "options", ()) if one.unit is not None]
        if any(joining.may_join(self.battle, unit, host) for host in others):
            yield 200.0, "may still join a unit", joining.JOIN

    def set_up_at(self, unit: Unit, place: Rect) -> Iterator[Term]:
        if any(overlaps(place, shape) for shape in (*self._slow, *self._risky)):
            yield -6.0, "on bad ground", "aofr.terrain.difficult"
        if self._is_covered(place):
            yield 3.0 if self.range(unit) else 1.0, "in cover", "aofr.terrain.cover"

    def choice(self, question: Question, option: Option) -> Iterator[Term]:
        # What parts know they know of a side, whoever of its players is asked.
        of_side = question if question.seat == self.seat else replace(question, seat=self.seat)
        for part in self._parts:
            if question.topic in part.advises:
                yield from part.advise_by(self, of_side, option)
        if question.topic == "set aside":
            # Scouts go on after all others; ambushers come from any edge.
            yield {"scout": 2.0, "ambush": 1.0}.get(option.key, 0.0), "arrives where it is needed", ""
        elif question.topic == "arrive":
            yield -1.0 if option.passes else 1.0, "is needed now", ""
        elif question.topic == "aboard" and option.unit is not None:
            ranged = self.range(self.unit(option.unit)) > 0.0
            yield -1.0 if ranged else 1.0, "shoots from outside" if ranged else "is carried to the fight", ""
        elif question.topic == "join" and option.unit is not None and option.target is not None:
            yield from self._joined(self.unit(option.unit), self.unit(option.target))

    def _joined(self, hero: Unit, host: Unit) -> Iterator[Term]:
        """A hero steadies a unit that tests badly and is safe in its ranks; by itself it acts when and where it
        likes."""
        own, theirs = self.battle.regiment(hero), self.battle.regiment(host)
        better = theirs.quality - own.quality
        yield STEADIES * theirs.points * better, "improves the unit's morale tests", "aofr.special.hero.morale"
        yield SHELTER * own.points / own.tough, "is hit last", "aofr.special.tough.hero_last"
        yield -ACTS * own.points, "no longer acts on its own", "aofr.structure.alternate"
        slower = self._allowance(hero, "rush") - self._allowance(host, "rush")
        yield -max(0.0, slower), "is slowed down", "aofr.special.fast"
        if bool(self.range(hero)) != bool(self.range(host)):
            yield -5.0, "fights in a different way", "aofr.shoot.who"

    def spot(self, question: Question, pose: Pose) -> Iterator[Term]:
        """An escort comes nearer to its edge, other markers are kept off all."""
        advising = [part for part in self._parts if question.topic in part.advises]
        if advising:
            for part in advising:
                yield from part.advise_spot(self.battle, question, pose)
            return
        escorted = next((marker for marker in self.battle.markers if marker.edge), None)
        if escorted is not None and self.battle.roles[self.seat] == DEFENDER:
            away = edges(self.battle, pose.x, pose.y)[OPPOSITE[escorted.edge]]
            yield -away, "inches from where it needs to be", ""
        else:
            yield edge_distance(self.battle.scene.board, pose.x, pose.y), "inches from the edges", ""


def marker_weight(battle: Battle, seat: int, marker: Marker) -> float:
    """How much more or less than others a marker counts in this mission, for that side."""
    if battle.mission == "smash_grab":
        # The relic alone counts, as soon as one knows it: the defender does, the attacker when it is revealed.
        if not any(other.secret == "relic" for other in battle.markers):
            return 1.0
        return ONLY if marker.secret == "relic" else DECOY
    if battle.mission in ("sabotage", "demolition") and marker.placed_by not in (None, seat):
        return ENEMY_OWN
    return ONLY if battle.mission in CARRIED_HOME or battle.mission == "vip_escort" else 1.0


def _likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What a unit's melees depend on."""
    return (
        *(unit.id, unit.left, unit.hero, unit.wounds, unit.hero_wounds, unit.fatigued, unit.shaken, unit.effects),
        *(unit.used, unit.scars),
        *optional.mood(battle, unit),
    )


def _likely(chance: float, tokens: int, against: int) -> float:
    return chance


def _tokens(tokens: int) -> float:
    return TOKEN * tokens


def _fallen(wounds: float, lives: int) -> float:
    """The chance that so many wounds on average are all that a unit can take."""
    return min(wounds / lives, _ahead(wounds - lives + 0.5, wounds))


def _ahead(lead: float, wounds: float) -> float:
    """The chance to be ahead when so far ahead on average."""
    return below(lead, 0.0, sqrt(SPREAD * wounds + 0.3))
