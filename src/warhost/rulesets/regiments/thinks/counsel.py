"""What Regiments tells a computer player: the ground, each action, spells, setting up, and whatever else is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from warhost.field import path_of
from warhost.field.ground.placing import edge_distance
from warhost.play.counsel.counsel import Spell, Strike, Temper, Term, Ways, cited
from warhost.play.questions import Kind, Manoeuvre, Moved, Option, Question
from warhost.play.script import passes
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.chapters.deployment import joining
from warhost.rulesets.regiments.chapters.deployment.reserves import AMBUSH_BAND
from warhost.rulesets.regiments.chapters.magic.casting import further_spell, named_spell, targets_of
from warhost.rulesets.regiments.chapters.magic.spells import hits_of
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.missions import ATTACKER, DEFENDER
from warhost.rulesets.regiments.chapters.missions.attack_defend import NEAR_EDGE, edges
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait, held_to
from warhost.rulesets.regiments.chapters.movement.suggestions import free_ahead
from warhost.rulesets.regiments.chapters.movement.transports import spaces
from warhost.rulesets.regiments.chapters.structure import waiting
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.damage import expected
from warhost.rulesets.regiments.core import HERO, ActionName, SpellText, Unit, enemies, footprint_at, optional, site_of
from warhost.rulesets.regiments.core.kinds import tough
from warhost.rulesets.regiments.rules.pickings import spells_and_pickings
from warhost.rulesets.regiments.thinks import parts as counsel_parts
from warhost.rulesets.regiments.thinks.fights import Fights
from warhost.rulesets.regiments.thinks.stakes import ACROSS, CARRIED_HOME, HOME
from warhost.table import (
    Arc,
    Forward,
    Pose,
    Rect,
    Step,
    distance,
    overlaps_any,
)

CAST, TOKEN = 0.5, 3.0
"""The chance to cast a spell without help, and what a token counts in a spell's worth."""

MOST_BID = 2
"""More tokens than that are never put on one roll."""

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}

STEADIES, SHELTER, ACTS = 0.06, 0.3, 0.12
"""What shares of a unit's points and of its own a hero gains and loses by joining it."""


class RegimentsCounsel(Fights):
    """What the book knows about one decision."""

    lurk_band = AMBUSH_BAND
    ways = Ways(apart=(2.5, 20.0))
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
        "feat": "promises",
        "delay": "choice",
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

    def judged_by(self, asked: Any) -> str | None:
        told = super().judged_by(asked)
        return counsel_parts.judged_by(self.battle, asked) if told is None else told

    def stays_inside(self, unit: Unit) -> Term:
        """Who holds a piece of terrain has reasons to stay; a transport is left."""
        if site_of(self.battle, unit) is None:
            return super().stays_inside(unit)
        return counsel_parts.stays_inside(self, unit)

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
        if overlaps_any(place, self._risky):
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
            return counsel_parts.kind_of_action(self.battle, unit, option.key)
        return moving.kind_of_move(self.battle, unit, "advance" if option.key == "advance" else "rush")

    def ways_inside(self, unit: Unit, option: Option) -> Iterable[tuple[Moved, Sequence[Term]]]:
        return counsel_parts.ways_inside(self, unit, option)

    def bonus(self, unit: Unit, option: Option) -> Iterable[Term]:
        return counsel_parts.bonus(self, unit, option)

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
        return question.topic == "arrive" or counsel_parts.acts_now(self.battle, question)

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
        if overlaps_any(place, self._slow) or overlaps_any(place, self._risky):
            yield -6.0, "on bad ground", "aofr.terrain.difficult"
        if self._is_covered(place):
            yield 3.0 if self.range(unit) else 1.0, "in cover", "aofr.terrain.cover"

    def choice(self, question: Question, option: Option) -> Iterator[Term]:
        yield from counsel_parts.advised(self, question, option)
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
        advised = counsel_parts.advised_spot(self.battle, question, pose)
        if advised is not None:
            yield from advised
            return
        escorted = next((marker for marker in self.battle.markers if marker.edge), None)
        if escorted is not None and self.battle.roles[self.seat] == DEFENDER:
            away = edges(self.battle, pose.x, pose.y)[OPPOSITE[escorted.edge]]
            yield -away, "inches from where it needs to be", ""
        else:
            yield edge_distance(self.battle.scene.board, pose.x, pose.y), "inches from the edges", ""


def _likely(chance: float, tokens: int, against: int) -> float:
    return chance


def _tokens(tokens: int) -> float:
    return TOKEN * tokens
