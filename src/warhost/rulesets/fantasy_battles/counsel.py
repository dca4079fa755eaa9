"""What Fantasy Battles tells a computer player: the worth of units, fights, volleys and spells, and the objective."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, ClassVar

from warhost.field.crossing import way_of
from warhost.field.sight import is_outside_all_arcs
from warhost.play.counsel import Charge, Counsel, Fate, Fight, Goal, Spell, Strike, Temper, Term, Ways, cited
from warhost.play.questions import Option, Question
from warhost.play.reckoning import Kept, below, left_of, once
from warhost.play.throws import mean, mean_number
from warhost.rulesets.families.ninth_age.charge_odds import Flight
from warhost.rulesets.families.ninth_age.expected_fights import CAUGHT, FLED, Combat, Link
from warhost.rulesets.fantasy_battles import charge_odds, expected_fights, expected_spells, stakes
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.casting import castable
from warhost.rulesets.fantasy_battles.charge import targets
from warhost.rulesets.fantasy_battles.charge_range import chance_over, farthest
from warhost.rulesets.fantasy_battles.choices import CHOICES, fights
from warhost.rulesets.fantasy_battles.contact import combat_of
from warhost.rulesets.fantasy_battles.damage import chain
from warhost.rulesets.fantasy_battles.dangerous import dangers, losses
from warhost.rulesets.fantasy_battles.discipline import passing
from warhost.rulesets.fantasy_battles.entries import ArmedWith
from warhost.rulesets.fantasy_battles.expected_fights import BreakTest, blow, charge_link, likeness, standing_links
from warhost.rulesets.fantasy_battles.formation import boundary, boundary_at, full_health, health, rows, whole_health
from warhost.rulesets.fantasy_battles.objectives import scores as scores_now
from warhost.rulesets.fantasy_battles.objectives import scoring_entry
from warhost.rulesets.fantasy_battles.placement import arc_struck
from warhost.rulesets.fantasy_battles.preparations import marker_at, set_up_at
from warhost.rulesets.fantasy_battles.rules import has, speakers
from warhost.rulesets.fantasy_battles.salvos import RANKS, Arms, Salvo, armaments, attack_of, cannot_shoot, is_far
from warhost.rulesets.fantasy_battles.swapping import SWAP
from warhost.rulesets.fantasy_battles.terrain import HILL, ROCKS, of_kind
from warhost.rulesets.fantasy_battles.values import flies, rate
from warhost.table import (
    Arc,
    Pose,
    Rect,
    Step,
    contains_point,
    distance,
    in_front_arc,
    segment_crosses,
    walk,
    within,
)

STANDING = 0.4
"""The part of the worth that a unit keeps down to its last models."""

PANIC_REACH, PANICKED = 6.0, 0.5
"""How near a friend must be to a unit that breaks to test for Panic, and what a unit loses by taking to flight."""

BLIND = 0.25
"""What is left of a volley's promise where something stands in the line between the middles of both units."""

SHOOT_FIRST, FAR_SHOTS = 2, 18.0
"""With more moves left than this, units that shoot so far leave the objective to others."""

LIKELY, LONG_SHOT = 0.4, 25.0
"""Charges that arrive less often than this are long shots, and what it costs that one surely falls short."""

_kept: Kept[Fight] = Kept()
"""Fights as they were reckoned in earlier decisions, by all that they depend on."""


class FantasyCounsel(Counsel[Battle, Unit]):
    """What the book knows about one decision."""

    charge_together = True
    in_line = True
    temper = Temper(
        tempting=4.0,
        shared=0.5,
        screened=0.5,
        alone=4.0,
        crowding={0: 12.0, 1: 4.0, 2: 1.5},
        faced=0.9,
        invited=1.2,
        fire=0.35,
        lure=0.15,
        fidget=0.3,
        leaving=0.1,
    )
    ways = Ways(
        lengths=(1.0, 0.7, 0.4),
        enemies=6,
        flanked=0,
        fan=(),
        turns=False,
        grazes=False,
        around=((-5.0, 0.0), (5.0, 0.0), (-4.0, -3.0), (4.0, -3.0)),
        astride=(-40.0, 40.0),
        at_last=(),
    )
    topics: ClassVar[Mapping[Any, str]] = {
        "declare charge": "charge",
        "redirect target": "charge",
        "name target": "redirect",
        "charge reaction": "reaction",
        "pursuit charge place": "charge place",
        "move": "order of moves",
        "allocate attacks": "allocate",
        "flee direction": "flight",
        "flee from": "flight",
        "sweeping attack": "promises",
        "phantom queen": "promises",
        "attribute": "promises",
        "move charger": "combined charge",
        ("place", "scouts"): "deployment",
        ("place", "ambush place"): "arrival",
        ("place", "marker"): "choice",
        ("place", "dropped marker"): "choice",
        ("pick", "ambush"): "choice",
        ("pick", "scouts"): "choice",
        ("pick", "flags"): "choice",
        ("pick", "select spells"): "choice",
        **dict.fromkeys(CHOICES, "choice"),
    }
    cites = cited(
        """hold, near: t9a.objective.scoring_only; wall: t9a.terrain.impassable; room: t9a.geometry.unit_spacing;
        hill: t9a.cover.hills; charged, charge: t9a.charge.range; before: t9a.charge.sequence;
        together: t9a.charge.contact_priority2; first: t9a.charge.contact_priority2; stand: t9a.charge.reaction_hold;
        redirect: t9a.charge.reaction_flee; short: t9a.charge.failed_move; run down: t9a.charge.reaction_flee;
        fire: t9a.shooting.sequence; shoot: t9a.shooting.sequence; no shot: t9a.shooting.sequence;
        command: t9a.special.commanding_presence; off: t9a.special.flee_move; rally: t9a.move.rally;
        allocate: t9a.attack.allocate; pursue: t9a.round.step09_restrain_pursue;
        turn instead: t9a.round.step14_post_combat; turn: t9a.special.combat_reform; cast: t9a.magic.casting_declare;
        dice: t9a.magic.casting_total; miscast: t9a.miscast.trigger; dispel: t9a.magic.dispel_dice"""
    )

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, boundary)
        battle = self.battle
        self.goal_name = stakes.GOAL_NAMES.get(battle.objective, "a goal")
        self.last = battle.scene.settings.game_turns
        left = self.last - battle.turn
        # The second player's turn of this Game Turn may still be to come.
        self.turns_left = left + (battle.active != seat and seat != battle.first)
        self.enemy_turns_left = left + (battle.active == seat and seat == battle.first)

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        return stakes.goals(self.battle, self.seat, self.turns_left)

    def gathering(self) -> Goal | None:
        return None

    def scores(self, unit: Unit) -> bool:
        # Who carries a marker carries no other; who shoots far shoots first, and comes when it is late.
        if unit.carries >= 0 or (self.turns_left > SHOOT_FIRST and self.range(unit) >= FAR_SHOTS):
            return False
        return scoring_entry(self.battle.entry(unit))

    def idle(self, option: Option) -> bool:
        return option.key.startswith(f"{SWAP}:")

    def counts(self, unit: Unit) -> bool:
        return scores_now(self.battle, unit)

    def follows(self, unit: Unit) -> bool:
        # Every unit is worth its points: only who casts rather than fights, and machines, stay behind.
        entry = self.battle.entry(unit)
        return (entry.is_character and not fights(self.battle, unit)) or not self.pace(unit)

    def may_come(self, friend: Unit) -> bool:
        return not friend.engaged and self.counts(friend) and self.turns_left > 0

    def worth(self, unit: Unit, left: float | None = None) -> float:
        whole, full = self._whole(unit)
        share = (whole_health(self.battle, unit) if left is None else max(0.0, left)) / full
        return whole * left_of(min(1.0, share), STANDING, 4)

    @once
    def _whole(self, unit: Unit) -> tuple[float, int]:
        """What the unit and its guests are worth when nothing has happened to them, and the health that they then
        have."""
        full = sum(full_health(self.battle, one) for one in self.battle.company(unit))
        return max(1.0, stakes.points_at_stake(self.battle, unit)), max(1, full)

    def price(self, model: Unit) -> float:
        """What one model, or the rank and file of a unit, is worth apart from who stands beside it."""
        return max(1.0, stakes.POINT * self.battle.entry(model).points)

    def life(self, unit: Unit) -> float:
        return self.worth(unit) / max(1, whole_health(self.battle, unit))

    def harm(self, target: Unit, losses: float) -> float:
        if losses <= 0.0:
            return 0.0
        now = float(whole_health(self.battle, target))
        losses = min(losses, now)
        total = self.worth(target, now) - self.worth(target, now - losses)
        return total + FLED * self.worth(target) * self.fate_of(target, losses).broken

    def fate_of(self, target: Unit, losses: float) -> Fate:
        """It may panic if it loses a quarter of what it has."""
        if losses <= 0.0 or self.battle.entry(target).single or target.fleeing or target.passed_panic or target.engaged:
            return Fate()
        enough = ceil(whole_health(self.battle, target) / 4)
        panics = 1 - below(enough - 0.5, losses, sqrt(max(losses, 0.05)))
        return Fate(0.0, panics * (1 - self.chance("panic", target)))

    def chance(self, test: Any, unit: Unit) -> float:
        return self.known((test, unit.id), lambda: passing(self.battle, unit, test))

    @once
    def shock(self, unit: Unit) -> float:
        """Panic of friends near a unit that breaks; nobody's where it is still to come in."""
        if unit.id not in self.rects:
            return 0.0
        return sum(
            (1 - self.chance("panic", friend)) * PANICKED * self.worth(friend)
            for friend in self.units
            if friend.seat == unit.seat
            and friend.id != unit.id
            and not friend.engaged
            and not friend.fleeing
            and within(self.rects[unit.id], self.rects[friend.id], PANIC_REACH)
        )

    # Fights.

    @once
    def _test(self, unit: Unit) -> BreakTest:
        return BreakTest(self.battle, unit)

    def _foreseen(self, links: tuple[Link, ...], charging: frozenset[int], seat: int) -> Fight:
        """What this combat promises a seat, with these units counting as Charging in its first round."""
        numbers = sorted({number for link in links for number in (link.one, link.other)})
        units = [self.battle.units[number] for number in numbers]
        key = (links, charging, seat, *(self._alike(unit) for unit in units))
        combat = (expected_fights, self.battle, seat, links, self._test, self.worth, self._like, self.memo)
        return _kept.of(self.battle.scene, key, lambda: Combat(*combat).foresee(charging))

    @once
    def _alike(self, unit: Unit) -> tuple[object, ...]:
        """All that fights of the unit depend on."""
        return (*self._like(unit), self._whole(unit)[0], self._test(unit).chances)

    @once
    def _like(self, unit: Unit) -> tuple[object, ...]:
        """All that the unit's own blows and those on it depend on."""
        return likeness(self.battle, unit)

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        link = charge_link(self.battle, charger, target, side)
        return self._foreseen((link,), frozenset((charger.id,)), charger.seat)

    def fight(self, target: Unit, charges: Sequence[Charge] = ()) -> Fight:
        battle = self.battle
        units = combat_of(battle, target)
        links = standing_links(battle, units, self.rects)
        charging = {number for number in units if battle.units[number].charging}
        new = {charge.charger: charge.side for charge in charges}
        declared = {u.id: u.target_arc for u in self.units if u.target == target.id and u.target_arc is not None}
        for number, side in {**declared, **new}.items():
            links.append(charge_link(battle, battle.units[number], target, side))
            charging.add(number)
        return self._foreseen(tuple(links), frozenset(charging), self.seat) if links else Fight()

    def charges_soon(self, unit: Unit) -> float:
        return float(self.enemy_turns_left > 0 and not unit.fleeing and not unit.engaged and self._charges(unit))

    @once
    def _charges(self, unit: Unit) -> bool:
        """Whether the unit ever charges: War Machines never do, nor does who cannot move."""
        return self._rate(unit, "mar") > 0 and not self._machine(unit)

    @once
    def _machine(self, unit: Unit) -> bool:
        return any(speaker.machine for speaker in speakers(self.battle, unit).at("machine"))

    def is_fighting(self, unit: Unit) -> bool:
        return unit.engaged

    def may_be_charged(self, target: Unit) -> bool:
        return not target.fleeing and target.pose is not None

    def may_target(self, unit: Unit) -> Sequence[Unit]:
        fled = self.battle.units[unit.target] if unit.target is not None else None
        return targets(self.battle, unit, fled)[0]

    def struck(self, charger: Unit, target: Unit) -> Arc:
        declared = charger.target_arc if charger.target == target.id else None
        return declared or arc_struck(self.rects[charger.id], self.rects[target.id])

    def chargers(self, unit: Unit) -> Sequence[Unit]:
        return [foe for foe in self.foes if foe.target == unit.id]

    def catches(self, charger: Unit, target: Unit) -> float:
        if target.fleeing and charger.target == target.id:
            return self.arrives(charger, distance(self.rects[charger.id], self.rects[target.id]))
        return self._flight(target, charger.id).caught

    def flees_off(self, unit: Unit, charger: Unit) -> float:
        return self._flight(unit, charger.id).lost

    @once
    def _flight(self, unit: Unit, charger: int) -> Flight:
        return charge_odds.flight_of(self.battle, self.unit(charger), unit)

    def overtakes(self, unit: Unit, enemy: Unit) -> float:
        return CAUGHT

    def stands_firm(self, option: Option) -> bool:
        return option.key != "flee"

    @once
    def _rate(self, unit: Unit, name: str) -> int:
        return rate(self.battle, unit, name)

    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        return float(self._farthest(unit)) if self._charges(unit) else 0.0

    @once
    def _farthest(self, unit: Unit) -> int:
        return farthest(self.battle, unit)

    def arrives(self, unit: Unit, gap: float) -> float:
        return chance_over(self.battle, unit, gap)

    def faces(self, unit: Unit, place: Rect, target: Rect) -> bool:
        # Models in the rear ranks see, too, and farther to the sides.
        return not is_outside_all_arcs(place, place.depth / max(1, rows(unit)), target)

    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        return float(self._rate(unit, "adv" if self._machine(unit) else "mar"))

    def stride(self, unit: Unit) -> float:
        return float(self._rate(unit, "adv"))

    def turns_freely(self, unit: Unit) -> bool:
        return self.battle.entry(unit).single or has(self.battle, unit, "pivots_freely")

    def ended(self, unit: Unit) -> bool:
        return unit.moved or unit.engaged or unit.seat != self.battle.active

    def leads(self, unit: Unit) -> bool:
        return any(speakers(self.battle, one).at("lends_discipline") for one in self.battle.company(unit))

    # Shooting.

    @once
    def _arms(self, unit: Unit) -> tuple[Arms, ...]:
        """The weapon that each part of the unit shoots with, its first; no Breath."""
        found = (
            next((arms for arms in each if isinstance(arms.how, ArmedWith)), None)
            for each in armaments(self.battle, unit)
        )
        return tuple(arms for arms in found if arms is not None)

    def range(self, unit: Unit) -> float:
        return float(max((arms.range for arms in self._arms(unit)), default=0))

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        if not self._arms(unit) or self.battle.phase == "melee" or "reform" in kind:
            return False
        if not kind and cannot_shoot(self.battle, unit) is not None:
            return False
        return "march" not in kind or has(self.battle, unit, "shoots_after_march")

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        if target.engaged or not self._arms(shooter) or not in_front_arc(place, there):
            return 0.0
        gap = distance(place, there)
        near = [arms for arms in self._arms(shooter) if gap <= arms.range]
        losses = sum(self._volley(shooter, target.id, arms, is_far(arms, gap), moved) for arms in near)
        return losses * BLIND if losses and self._blocked(shooter, place, target, there) else losses

    def shots(self, shooter: Unit, target: Unit) -> float:
        return sum(self._volley(shooter, target.id, arms, True, True) for arms in self._arms(shooter))

    def _volley(self, shooter: Unit, target: int, arms: Arms, far: bool, moved: bool) -> float:
        """The Health Points that a weapon of the unit takes on average from a target that stands in the open."""
        key = ("volley", shooter.id, target, arms.key, far, moved)
        return self.known(key, lambda: self._shot(shooter, self.unit(target), arms, far, moved))

    def _shot(self, shooter: Unit, target: Unit, arms: Arms, far: bool, moved: bool) -> float:
        member, waiting = arms.shooter, [unit for unit in (shooter, target) if unit.pose is None]
        # Who is still to be set up stands anywhere: the average of a volley does not depend on it.
        for unit in waiting:
            unit.pose = Pose(*self.battle.scene.board.centre, 0.0)
        many = 1 if member.host is not None else min(member.models, member.files * min(rows(member), RANKS))
        salvo = Salvo(arms, many, ())
        one = mean(chain(self.battle, attack_of(self.battle, salvo, target)))
        for unit in waiting:
            unit.pose = None
        # What range and moving take from the roll is a sixth of the hits or so each.
        return mean_number(salvo.number(self.battle)) * one * (0.8 if far else 1.0) * (0.8 if moved else 1.0)

    def _blocked(self, unit: Unit, place: Rect, target: Unit, there: Rect) -> bool:
        """Whether something stands in the line from the middle of the front to the middle of the target."""
        start, end = place.front, (there.x, there.y)
        for other in self.units:
            if other.id not in (unit.id, target.id) and segment_crosses(self.rects[other.id], start, end):
                return True
        return any(segment_crosses(rock, start, end) for rock in self.walls())

    def volleys(self, unit: Unit, place: Rect, kind: str) -> Mapping[int, float]:
        if not self.shoots_after(unit, kind):
            return {}
        moved = bool(kind) or unit.moved
        losses = {foe.id: self.fire(unit, place, foe, self.rects[foe.id], moved=moved) for foe in self.foes}
        return {number: lost for number, lost in losses.items() if lost > 0.0}

    # The ground.

    def walls(self, unit: Unit | None = None) -> Sequence[Rect]:
        if unit is not None and flies(self.battle, unit):
            return ()
        return of_kind(self.battle.scene.board, ROCKS)

    def heights(self) -> Sequence[Rect]:
        return of_kind(self.battle.scene.board, HILL)

    def along(self, unit: Unit, start: Rect, steps: Sequence[Step], kind: str) -> Iterable[Term]:
        """What Dangerous Terrain may cost a unit that marches."""
        *manner, move = kind.split()
        if move != "march":
            return
        flying = bool(manner)
        if not self._dangers(unit, flying):
            return
        way = way_of(start, steps, walk(start, steps)[-1])
        lost = losses(self.battle, unit, way, flying=flying).mean
        if lost:
            harm = (lost * self.life(unit) + self.harm(unit, lost)) / 2
            yield -harm, f"{lost:.1f} Health Points lost to Dangerous Terrain", "t9a.terrain.dangerous_test_when"

    @once
    def _dangers(self, unit: Unit, flying: bool) -> bool:
        return bool(dangers(self.battle, unit, fleeing=False, flying=flying))

    def besides(self, option: Option) -> Iterable[Term]:
        """A charge that hardly ever arrives costs the move that would have brought the unit nearer."""
        if option.unit is None or option.target is None or not self.may_be_charged(self.unit(option.target)):
            return
        chance = self.arrives(self.unit(option.unit), distance(self.rects[option.unit], self.rects[option.target]))
        if chance < LIKELY:
            yield (
                LONG_SHOT * (chance - LIKELY),
                "a long shot: better come nearer first",
                "t9a.charge.failed_move",
            )

    def footprint(self, unit: Unit, pose: Pose) -> Rect:
        return boundary_at(self.battle, unit, pose)

    def set_up_at(self, unit: Unit, place: Rect) -> Iterable[Term]:
        yield from set_up_at(self, unit, place)
        if self.range(unit) and any(contains_point(hill, place.x, place.y) for hill in self.heights()):
            yield 4.0, "stands on a hill", "t9a.cover.hills"

    # Blows and spells.

    def strike(self, option: Option) -> Strike:
        assert option.unit is not None
        assert option.target is not None
        unit, target = self.unit(option.unit), self.unit(option.target)
        struck = self.battle.body(target).id
        side = next(foe.theirs for foe in self.battle.body(unit).foes if foe.unit == struck)
        harm = blow(self.battle, unit, target, side)
        left = health(self.battle, target)
        return Strike(harm, harm * self.price(target) / max(1, left) + harm, float(left))

    def dice(self) -> int:
        return self.battle.pools[self.seat]

    def dice_against(self) -> int:
        return self.battle.pools[1 - self.seat]

    def caster(self, question: Question) -> tuple[FantasyCounsel, set[str]]:
        theirs = FantasyCounsel(self.battle, self.battle.active)
        theirs.battle.attempted = ()
        return theirs, {name for _, name in self.battle.attempted}

    def spells(self, question: Question) -> Mapping[str, Spell]:
        castings, _ = castable(self.battle)
        return {key: expected_spells.spell_of(self, casting) for key, casting in castings.items()}

    def promise(self, question: Question, option: Option, losses: float) -> float:
        target = self.battle.body(self.unit(option.target or 0))
        if target.seat == self.seat:
            return expected_spells.WORDS
        return self.harm(target, losses) if losses else expected_spells.WORDS

    def choice(self, question: Question, option: Option) -> Iterable[Term]:
        topic = question.topic
        return CHOICES.get(f"{topic}: {getattr(question, 'about', '')}", CHOICES[topic])(self, option)

    def spot(self, question: Question, pose: Pose) -> Iterable[Term]:
        return marker_at(self, pose)
