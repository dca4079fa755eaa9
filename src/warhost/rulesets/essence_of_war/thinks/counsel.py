"""What Essence of War tells a computer player: the worth of units, fights, volleys and spells, the centre as goal."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, ClassVar

import msgspec

from warhost.field.sight.lines import is_outside_all_arcs
from warhost.play.counsel.counsel import After, Fate, Fight, Goal, Spell, Strike, Temper, Term, cited
from warhost.play.counsel.reckoning import below, once
from warhost.play.counsel.throws import counted, mean, mean_number
from warhost.play.questions import Option, Question, Roll
from warhost.rulesets.essence_of_war.chapters.charge.charge import targets
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import covering, farthest
from warhost.rulesets.essence_of_war.chapters.charge.placement import arc_struck
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain
from warhost.rulesets.essence_of_war.chapters.general.discipline import passing
from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting, castable
from warhost.rulesets.essence_of_war.chapters.magic.healing import most_regained
from warhost.rulesets.essence_of_war.chapters.magic.magic import MOST_DICE, chance_of_miscast, chance_through
from warhost.rulesets.essence_of_war.chapters.melee import combat_pivot
from warhost.rulesets.essence_of_war.chapters.movement.swapping import SWAP
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import (
    attack_of,
    is_far,
    is_near,
    shooting_alike,
    usual_shot,
    weapon_of,
    why_not,
)
from warhost.rulesets.essence_of_war.chapters.victory.missions import INFILTRATION, REACH
from warhost.rulesets.essence_of_war.chapters.victory.victory import centre
from warhost.rulesets.essence_of_war.core import (
    SPELLS,
    Battle,
    Unit,
    boundary,
    boundary_at,
    combat_of,
    facing_models,
    flies,
    full_health,
    has,
    health,
    of_kind,
    rate,
    rows,
    speakers,
)
from warhost.rulesets.essence_of_war.rules.spells import DamageSpell, MagicalMove, SpellOfHealth
from warhost.rulesets.essence_of_war.thinks import expected_fights, stakes
from warhost.rulesets.essence_of_war.thinks.choices import CHOICES
from warhost.rulesets.essence_of_war.thinks.company_choices import fights
from warhost.rulesets.essence_of_war.thinks.expected_fights import standing_links
from warhost.rulesets.families.ninth_age.thinks.charge_odds import flight_of
from warhost.rulesets.families.ninth_age.thinks.counsel import BLIND, TOPICS, WAYS, Book, NinthAgeCounsel
from warhost.rulesets.families.ninth_age.thinks.expected_fights import Link
from warhost.table import (
    Arc,
    Pivot,
    Rect,
    Step,
    Wheel,
    distance,
    distance_to_point,
    in_front_arc,
    overlaps,
    summed,
    swept,
    touching_sides,
    walk,
    within,
)

SCORING, LEADER = 30.0, 16.0
"""What a whole unit that counts at the end is worth, and a Character: it lends its Discipline and casts."""

SPENT = 0.3
"""The part of its worth that a unit keeps in the last turn if it can no longer count at the end."""

COMES = 0.7
"""How likely a unit that is near enough comes to where units count in its last move."""

CASTS_FROM, TO_CAST = 16.0, 0.3
"""Most spells reach an enemy so near, and what an inch farther away costs a Wizard."""

ESCORTED, FROM_FRIENDS = 3.0, 0.3
"""How far a Wizard on its own may stand from its troops, and what an inch farther costs."""

IN_VAIN = 2.0
"""How much more Health Points count that are lost to the ground, and not for anything."""

MISCAST = 0.5
"""The chance that a hit of a Miscast costs a Health Point, roughly."""


class EssenceCounsel(NinthAgeCounsel[Battle, Unit]):
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
        health=health,
        flies=flies,
        pivots=lambda battle, unit: has(battle, unit, "pivots_freely"),
        boundary=boundary,
        boundary_at=boundary_at,
        walls=lambda board: of_kind(board, "impassable"),
        hills=lambda board: of_kind(board, "elevated"),
        goals=stakes.goals,
        swap=SWAP,
    )
    temper = Temper(
        tempting=4.0,
        shared=0.5,
        alone=5.0,
        crowding={0: 22.0, 1: 5.0, 2: 1.5},
        faced=0.9,
        invited=1.2,
        fire=0.35,
        lure=0.15,
    )
    ways = msgspec.structs.replace(WAYS, enemies=None, at_last=tuple(float(turn) for turn in range(-75, 76, 15)))
    topics: ClassVar[Mapping[Any, str]] = {
        **TOPICS,
        "combined order": "combined charge",
        "combat pivot test": "turn in combat",
        "combat pivot": "turn in combat",
        **dict.fromkeys(CHOICES, "choice"),
    }
    cites = cited(
        """hold, near: eow.victory.basic.count; wall: eow.terrain.impassable.movement; room: eow.move.blockers;
        hill: eow.terrain.elevated.los_over; charged, charge: eow.charge.range.roll; before: eow.charge.sequence;
        together: eow.charge.combined.roll_first; first: eow.charge.maximise.units; stand: eow.charge.reaction.hold;
        redirect: eow.charge.redirect.test; short: eow.charge.failed.distance; run down: eow.charge.fleeing.destroyed;
        fire: eow.shoot.range_measure; shoot: eow.shoot.sequence; no shot: eow.shoot.who_cannot;
        command: eow.basic.general; off: eow.flee.off_board; rally: eow.rally.mandatory; allocate: eow.melee.allocate;
        pursue: eow.pursuit.declare; turn instead: eow.no_more_foes.action; turn: eow.combat_pivot.who;
        cast: eow.magic.declare; dice: eow.magic.cast_roll; miscast: eow.magic.miscast.hits;
        dispel: eow.magic.dispel"""
    )

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, view.scene.settings.game_turns)
        battle = self.battle
        self.goal_name = stakes.GOAL_NAMES[battle.mission]
        for unit in self.units:
            # Units that test before a fight are taken to pass if that is likelier than not.
            if speakers(battle, unit).at("at_combat_start"):
                unit.primal = passing(battle, unit, "primal instinct") > 0.5

    # What is at stake.

    def threatened(self) -> Sequence[Goal]:
        if self.battle.mission != INFILTRATION:
            return ()
        return stakes.goals(self.battle, 1 - self.seat, self.enemy_turns_left)

    def scores(self, unit: Unit) -> bool:
        return self.battle.entry(unit).category not in ("Character", "Support")

    def follows(self, unit: Unit) -> bool:
        # Where every unit is worth its points, only who casts rather than fights stays behind.
        if self.battle.scene.settings.advanced:
            return self.battle.entry(unit).category == "Character" and not fights(self.battle, unit)
        return not self.scores(unit)

    def counts(self, unit: Unit) -> bool:
        return not unit.fleeing and self.scores(unit)

    def may_come(self, friend: Unit) -> bool:
        if friend.engaged or not self.counts(friend):
            return False
        return self.turns_left > 0 or self._hope(friend) > 0.0

    @once
    def _whole(self, unit: Unit) -> tuple[float, int]:
        """What the unit is worth when nothing has happened to it, and the health that it then has."""
        entry = self.battle.entry(unit)
        points = stakes.points_at_stake(self.battle, unit)
        if points is not None:
            return points, full_health(self.battle, unit)
        # What hits harder and lasts longer matters more: a little, since every unit counts the same at the end.
        profile = entry.profile
        strength = entry.models * profile.hp * (profile.res + profile.arm / 2) / 60 + entry.models * profile.att / 20
        matters = 1.0
        if self.battle.turn >= self.last:
            # In the last turn a unit is worth what it can still do for the count at the end.
            matters = SPENT + (1 - SPENT) * (self._hope(unit) if self.scores(unit) else 0.0)
        worth = (SCORING if self.scores(unit) else LEADER) * (0.8 + min(0.4, strength / 8)) * matters
        return worth, full_health(self.battle, unit)

    def _hope(self, unit: Unit) -> float:
        """How likely the unit counts at the end if nobody keeps it from that: in the last turn only."""
        if unit.pose is None or unit.fleeing:
            return 0.0
        x, y = centre(self.battle)
        away = max(0.0, self._to_point(unit, x, y) - REACH)
        if away <= 0.0:
            return 1.0
        if unit.engaged or away > self.pace(unit):
            return 0.0
        if unit.seat != self.battle.active:
            return COMES if unit.seat != self.battle.first else 0.0
        return COMES if self.battle.phase in ("charge", "movement") and not unit.moved else 0.0

    def _to_point(self, unit: Unit, x: float, y: float) -> float:
        return distance_to_point(self.rects[unit.id], x, y)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        """It may panic if it loses a quarter of what it has."""
        if losses <= 0.0 or self.battle.entry(target).single or target.fleeing or target.passed_panic:
            return Fate()
        panics = 1 - below(health(self.battle, target) / 4 - 0.5, losses, sqrt(max(losses, 0.25)))
        return Fate(0.0, panics * (1 - self.chance("panic", target)))

    # Fights.

    def fight_turned(self, unit: Unit, place: Rect | None) -> Fight | None:
        links = standing_links(self.battle, combat_of(self.battle, unit), self.rects)
        if place is None:
            return self.foreseen(tuple(links), frozenset(), self.seat)
        changed = []
        for link in links:
            if unit.id in (link.one, link.other):
                enemy = self.battle.units[link.other if link.one == unit.id else link.one]
                sides = touching_sides(place, self.rects[enemy.id])
                if sides is None:
                    return None
                mine, yours = facing_models(unit, place, sides[0], enemy, self.rects[enemy.id], sides[1])
                link = Link(unit.id, sides[0], len(mine), enemy.id, sides[1], len(yours))
            changed.append(link)
        return self.foreseen(tuple(changed), frozenset(), self.seat)

    def turns_in_combat(self, unit: Unit) -> Iterable[Rect]:
        return (turn.place for turn in combat_pivot.places(self.battle, unit))

    def charges_soon(self, unit: Unit) -> float:
        return float(self.enemy_turns_left > 0 and not unit.fleeing and not unit.engaged)

    def struck(self, charger: Unit, target: Unit) -> Arc:
        declared = charger.target_arc if charger.target == target.id else None
        return declared or arc_struck(self.battle, charger, self.rects[charger.id], self.rects[target.id])

    def stands_firm(self, option: Option) -> bool:
        return option.key == "hold"

    def faces(self, unit: Unit, place: Rect, target: Rect) -> bool:
        # Models in the rear ranks see, too, and farther to the sides.
        return not is_outside_all_arcs(place, place.depth / max(1, rows(unit)), target)

    def hunters(self, unit: Unit) -> Sequence[Unit]:
        return [foe for foe in self.foes if foe.target is None and not foe.engaged and not foe.fleeing]

    def at(self, unit: Unit, place: Rect) -> Iterable[Term]:
        """A Wizard on its own goes with the troops, near enough to cast."""
        settings, entry = self.battle.scene.settings, self.battle.entry(unit)
        if not settings.advanced or not entry.spells or not self.follows(unit):
            return
        foe = min((distance(place, self.rects[foe.id]) for foe in self.foes), default=0.0)
        yield -TO_CAST * max(0.0, foe - CASTS_FROM), "too far away to cast", "eow.magic.declare"
        own = [friend for friend in self.units if friend.seat == unit.seat and self.scores(friend)]
        friend = min((distance(place, self.rects[one.id]) for one in own if one.id in self.rects), default=0.0)
        yield -FROM_FRIENDS * max(0.0, friend - ESCORTED), "away from its troops", ""

    def leads(self, unit: Unit) -> bool:
        return bool(speakers(self.battle, unit).at("lends_discipline")) and not self.scores(unit)

    # Shooting.

    def range(self, unit: Unit) -> float:
        weapons = self.battle.entry(unit).weapons
        return float(weapons[0].weapon.range) if weapons else 0.0

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        armed = weapon_of(self.battle, unit)
        if armed is None or self.battle.phase == "melee":
            return False
        if not kind and why_not(self.battle, unit, armed.weapon) is not None:
            return False
        return kind != "march" or armed.weapon.march_and_shoot or has(self.battle, unit, "shoots_after_march")

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        armed = weapon_of(self.battle, shooter)
        if armed is None or target.engaged:
            return 0.0
        weapon = armed.weapon
        if not within(place, there, weapon.range) or not in_front_arc(place, there):
            return 0.0
        gap = distance(place, there)
        losses = self._volley(shooter, target.id, is_far(weapon, gap), is_near(weapon, gap), moved)
        blind = self.blocked(shooter, place, target, there)
        return losses * BLIND if blind else losses

    def shots(self, shooter: Unit, target: Unit) -> float:
        return self._volley(shooter, target.id, True, False, True)

    @once
    def _volley(self, shooter: Unit, target: int, far: bool, near: bool, moved: bool) -> float:
        """The Health Points that a volley takes on average from a target that stands in the open."""
        armed = weapon_of(self.battle, shooter)
        assert armed is not None
        weapon, usual = armed.weapon, usual_shot(self.battle, shooter, armed, moved=moved)
        model = shooting_alike(usual, weapon, 1, far=far, hidden=False, near=near)
        one = chain(self.battle, attack_of(self.battle, shooter, weapon, self.unit(target), model))
        many = min(shooter.models, shooter.files * min(rows(shooter), weapon.ranks))
        return many * mean_number(counted(weapon.shots)) * mean(one)

    # The ground.

    def along(self, unit: Unit, start: Rect, steps: Sequence[Step], kind: str) -> Iterable[Term]:
        """Hindering Terrain is a risk for big bases and flyers that march."""
        if kind != "march" or not (flies(self.battle, unit) or self.battle.entry(unit).longest_side_mm > 40):
            return
        stops = walk(start, steps)
        for patch in of_kind(self.battle.scene.board, "hindering"):
            crossed = (
                overlaps(stop if isinstance(step, Wheel | Pivot) else swept(stop, step), patch)
                for stop, step in zip(stops, steps, strict=False)
            )
            if any(crossed) or overlaps(stops[-1], patch):
                yield (
                    -IN_VAIN * self.harm(unit, 0.1 * unit.models),
                    "dangerous terrain",
                    "eow.terrain.hindering.dangerous_ride",
                )
                return

    def set_up_at(self, unit: Unit, place: Rect) -> Iterable[Term]:
        if self.shoots_from_hill(unit, place):
            yield 4.0, "stands on a hill", "eow.terrain.elevated.los_over"

    # Blows and spells.

    def strike(self, option: Option) -> Strike:
        target, harm = self.struck_by(option)
        return Strike(harm, harm * self.life(target) + harm, float(health(self.battle, target)))

    def caster(self, question: Question) -> tuple[EssenceCounsel, set[str]]:
        theirs = EssenceCounsel(self.battle, self.battle.active)
        theirs.battle.attempted = ()
        if theirs.battle.advanced:
            theirs.battle.note(cast_by=())
        return theirs, set(self.battle.attempted)

    def spells(self, question: Question) -> Mapping[str, Spell]:
        castings, _ = castable(self.battle)
        return {key: self._spell(casting) for key, casting in castings.items()}

    def _spell(self, casting: Casting) -> Spell:
        entry, need, spell = casting.spell, casting.to_roll, SPELLS[casting.spell.name]
        marked = [self.unit(number) for number in casting.targets]
        worth, risk = 0.0, MISCAST * self.life(casting.caster)
        if casting.rider is not None or issubclass(spell, SpellOfHealth):
            worth += summed(self._healed(target) for target in marked if target.seat == self.seat)
        if issubclass(spell, MagicalMove):
            worth += summed(self._lifted(target) for target in marked)
        lasts = entry.hits is None and entry.lasts
        hurt = (
            {} if entry.hits is None else {unit: self._hits(casting, self.unit(unit)) for unit in self._struck(casting)}
        )
        own = {unit for unit in hurt if self.unit(unit).seat == casting.caster.seat}
        worth -= summed(self.harm(self.unit(unit), hurt[unit]) for unit in own)
        return Spell(
            entry.name,
            tuple(range(1, min(MOST_DICE, self.dice()) + 1)),
            # An enemy is taken to answer with one die more.
            lambda dice, against: chance_through(
                dice, need, min(against, MOST_DICE, dice + 1), casting.dispel.total - casting.roll.total
            ),
            lambda dice: risk * dice * chance_of_miscast(dice, need),
            worth,
            {unit: lost for unit, lost in hurt.items() if unit not in own},
            (*casting.targets, self.battle.body(casting.caster).id) if lasts else (),
            (lambda: self._after(casting)) if lasts else None,
        )

    def choice(self, question: Question, option: Option) -> Iterable[Term]:
        return CHOICES[question.topic](self, option)

    def _struck(self, casting: Casting) -> list[int]:
        """Whom a spell of harm may hurt, friend or foe."""
        return [unit.id for unit in SPELLS[casting.spell.name].at_risk(self.battle, casting)]

    def _hits(self, casting: Casting, target: Unit) -> float:
        """The Health Points that a spell of harm takes on average."""
        spell = SPELLS[casting.spell.name]
        if not issubclass(spell, DamageSpell):
            return 0.0
        if casting.spell.around:
            return spell.losses(self.battle, casting, target).mean
        number, chains = spell.dice(self.battle, casting, target)
        return mean_number(number) * summed(chance * mean(one) for chance, one in chains)

    def _after(self, casting: Casting) -> After:
        """The table with the spell in effect; in two forms where a die decides."""
        found = []
        for face in (2, 5):
            found.append(EssenceCounsel(self.battle, self.seat))
            if not _resolve(found[-1].battle, casting, face):
                break
        return After(found)

    def _healed(self, unit: Unit) -> float:
        """What the Health Points are worth that come back."""
        now = health(self.battle, unit)
        return self.worth(unit, now + most_regained(self.battle, unit)) - self.worth(unit, now)

    def _lifted(self, unit: Unit) -> float:
        """A move of up to 8 inches: much if it brings the unit to where it counts at the end."""
        if not self.scores(unit):
            return 0.3
        goals = [(goal.away(self.rects[unit.id]), goal.worth) for goal in self.goals()]
        away, worth = min(goals, default=(0.0, 0.0))
        return 0.5 if not 0.0 < away <= 7.5 else 3.0 if self.turns_left else worth


def _resolve(battle: Battle, casting: Casting, face: int) -> bool:
    """Let the spell take effect on a thought-of battle; returns whether it rolled a die."""
    twin = Casting(battle.units[casting.caster.id], casting.spell, casting.version, targets=casting.targets)
    script: Generator[Any, Any, None] = SPELLS[casting.spell.name].resolve(battle, twin)
    rolled, answer = False, None
    while True:
        try:
            said = script.send(answer)
        except StopIteration:
            return rolled
        answer = None
        if isinstance(said, Roll):
            rolled, answer = True, (face,)
