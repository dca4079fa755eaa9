"""What Fantasy Battles tells a computer player: the worth of units, fights, volleys and spells, and the objective."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, ClassVar

import msgspec

from warhost.field.moves.crossing import way_of
from warhost.field.sight.lines import is_outside_all_arcs
from warhost.play.counsel.counsel import Fate, Goal, Spell, Strike, Temper, Term, cited
from warhost.play.counsel.reckoning import below, once
from warhost.play.counsel.throws import mean, mean_number
from warhost.play.questions import Option, Question
from warhost.rulesets.families.ninth_age.thinks.charge_odds import flight_of
from warhost.rulesets.families.ninth_age.thinks.counsel import BLIND, TOPICS, WAYS, Book, NinthAgeCounsel
from warhost.rulesets.fantasy_battles.chapters.charge.charge import targets
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import covering, farthest
from warhost.rulesets.fantasy_battles.chapters.charge.placement import arc_struck
from warhost.rulesets.fantasy_battles.chapters.damage.damage import chain
from warhost.rulesets.fantasy_battles.chapters.general.dangerous import dangers, losses
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.chapters.magic.casting import castable
from warhost.rulesets.fantasy_battles.chapters.movement.swapping import SWAP
from warhost.rulesets.fantasy_battles.chapters.shooting.cover import Cover
from warhost.rulesets.fantasy_battles.chapters.shooting.salvos import (
    RANKS,
    Arms,
    Salvo,
    armaments,
    attack_of,
    cannot_shoot,
    is_far,
    penalties,
)
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import scores as scores_now
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import scoring_entry
from warhost.rulesets.fantasy_battles.core import (
    HILL,
    ROCKS,
    ArmedWith,
    Battle,
    Unit,
    boundary,
    boundary_at,
    combat_of,
    flies,
    full_health,
    has,
    health,
    of_kind,
    rate,
    rows,
    speakers,
    whole_health,
)
from warhost.rulesets.fantasy_battles.thinks import expected_fights, expected_spells, stakes
from warhost.rulesets.fantasy_battles.thinks.choices import CHOICES, fights
from warhost.rulesets.fantasy_battles.thinks.preparations import marker_at, set_up_at
from warhost.table import (
    Arc,
    Pose,
    Rect,
    Step,
    distance,
    in_front_arc,
    summed,
    walk,
)

IN_VAIN = 2.0
"""How much more Health Points count that are lost to the ground, and not for anything."""

SHOOT_FIRST, FAR_SHOTS = 2, 18.0
"""With more moves left than this, units that shoot so far leave the objective to others."""

LIKELY, LONG_SHOT = 0.4, 25.0
"""Charges that arrive less often than this are long shots, and what it costs that one surely falls short."""


class FantasyCounsel(NinthAgeCounsel[Battle, Unit]):
    """What the book knows about one decision."""

    book = Book(
        fights=expected_fights,
        test=expected_fights.BreakTest,
        likeness=expected_fights.likeness,
        links=expected_fights.standing_links,
        blow=expected_fights.blow,
        combat_of=combat_of,
        targets=targets,
        flight_of=flight_of,
        passing=passing,
        rate=rate,
        farthest=farthest,
        covering=covering,
        health=whole_health,
        flies=flies,
        pivots=lambda battle, unit: has(battle, unit, "pivots_freely"),
        boundary=boundary,
        boundary_at=boundary_at,
        walls=lambda board: of_kind(board, ROCKS),
        hills=lambda board: of_kind(board, HILL),
        goals=stakes.goals,
        swap=SWAP,
    )
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
    ways = msgspec.structs.replace(WAYS, enemies=6)
    topics: ClassVar[Mapping[Any, str]] = {
        **TOPICS,
        "name target": "redirect",
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
        "siphon": "more dice",
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
        super().__init__(view, seat, view.scene.settings.game_turns)
        self.goal_name = stakes.GOAL_NAMES.get(self.battle.objective, "a goal")

    # What is at stake.

    def gathering(self) -> Goal | None:
        return None

    def scores(self, unit: Unit) -> bool:
        # Who carries a marker carries no other; who shoots far shoots first, and comes when it is late.
        if unit.carries >= 0 or (self.turns_left > SHOOT_FIRST and self.range(unit) >= FAR_SHOTS):
            return False
        return scoring_entry(self.battle.entry(unit))

    def counts(self, unit: Unit) -> bool:
        return scores_now(self.battle, unit)

    def follows(self, unit: Unit) -> bool:
        # Every unit is worth its points: only who casts rather than fights, and machines, stay behind.
        entry = self.battle.entry(unit)
        return (entry.is_character and not fights(self.battle, unit)) or not self.pace(unit)

    def may_come(self, friend: Unit) -> bool:
        return not friend.engaged and self.counts(friend) and self.turns_left > 0

    @once
    def _whole(self, unit: Unit) -> tuple[float, int]:
        """What the unit and its guests are worth when nothing has happened to them, and the health that they then
        have."""
        full = sum(full_health(self.battle, one) for one in self.battle.company(unit))
        return max(1.0, stakes.points_at_stake(self.battle, unit)), max(1, full)

    def price(self, model: Unit) -> float:
        """What one model, or the rank and file of a unit, is worth apart from who stands beside it."""
        return max(1.0, stakes.POINT * self.battle.entry(model).points)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        """It may panic if it loses a quarter of what it has."""
        if losses <= 0.0 or self.battle.entry(target).single or target.fleeing or target.passed_panic or target.engaged:
            return Fate()
        enough = ceil(whole_health(self.battle, target) / 4)
        panics = 1 - below(enough - 0.5, losses, sqrt(max(losses, 0.05)))
        return Fate(0.0, panics * (1 - self.chance("panic", target)))

    # Fights.

    def charges_soon(self, unit: Unit) -> float:
        return float(self.enemy_turns_left > 0 and not unit.fleeing and not unit.engaged and self._charges(unit))

    @once
    def _charges(self, unit: Unit) -> bool:
        """Whether the unit ever charges: War Machines never do, nor does who cannot move."""
        return self.rate(unit, "mar") > 0 and not self._machine(unit)

    @once
    def _machine(self, unit: Unit) -> bool:
        return any(speaker.machine for speaker in speakers(self.battle, unit).at("machine"))

    def struck(self, charger: Unit, target: Unit) -> Arc:
        declared = charger.target_arc if charger.target == target.id else None
        return declared or arc_struck(self.rects[charger.id], self.rects[target.id])

    def stands_firm(self, option: Option) -> bool:
        return option.key != "flee"

    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        return super().reach(unit, place) if self._charges(unit) else 0.0

    def faces(self, unit: Unit, place: Rect, target: Rect) -> bool:
        # Models in the rear ranks see, too, and farther to the sides.
        return not is_outside_all_arcs(place, place.depth / max(1, rows(unit)), target)

    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        return float(self.rate(unit, "adv" if self._machine(unit) else "mar"))

    def leads(self, unit: Unit) -> bool:
        return any(speakers(self.battle, one).at("lends_discipline") for one in self.battle.company(unit))

    def is_led(self, unit: Unit) -> bool:
        # A machine that moves to hear its General shoots worse for it.
        return not self._machine(unit)

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
        losses = summed(self._volley(shooter, target.id, arms, is_far(arms, gap), moved) for arms in near)
        return losses * BLIND if losses and self.blocked(shooter, place, target, there) else losses

    def shots(self, shooter: Unit, target: Unit) -> float:
        return summed(self._volley(shooter, target.id, arms, False, True) for arms in self._arms(shooter))

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
        salvo = Salvo(arms, many, penalties(self.battle, arms, far, Cover.NONE, moved=moved))
        one = mean(chain(self.battle, attack_of(self.battle, salvo, target)))
        for unit in waiting:
            unit.pose = None
        return mean_number(salvo.number(self.battle)) * one

    # The ground.

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
            harm = IN_VAIN * max(lost * self.life(unit), self.harm(unit, lost))
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

    def set_up_at(self, unit: Unit, place: Rect) -> Iterable[Term]:
        yield from set_up_at(self, unit, place)
        if self.shoots_from_hill(unit, place):
            yield 4.0, "stands on a hill", "t9a.cover.hills"

    # Blows and spells.

    def strike(self, option: Option) -> Strike:
        target, harm = self.struck_by(option)
        left = health(self.battle, target)
        return Strike(harm, harm * self.price(target) / max(1, left) + harm, float(left))

    def caster(self, question: Question) -> tuple[FantasyCounsel, set[str]]:
        theirs = FantasyCounsel(self.battle, self.battle.active)
        theirs.battle.attempted = ()
        return theirs, {name for _, name in self.battle.attempted}

    def spells(self, question: Question) -> Mapping[str, Spell]:
        castings, _ = castable(self.battle)
        return expected_spells.spells_of(self, castings)

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
