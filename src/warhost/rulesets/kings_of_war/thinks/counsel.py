"""What Kings of War tells a computer player: the worth of units and markers, combats, volleys, spells and orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from warhost.dice import Dice, odds
from warhost.field.moves.drafts import free_inches
from warhost.play.counsel.counsel import Goal, Strike, Temper, Term, Ways, cited
from warhost.play.counsel.reckoning import once
from warhost.play.questions import Kind, Manoeuvre, Option, Question
from warhost.play.script import passes
from warhost.rulesets.kings_of_war.chapters import fire, magic
from warhost.rulesets.kings_of_war.chapters.combat.outcome import MOVES
from warhost.rulesets.kings_of_war.chapters.movement import charge, command, joint_charge, moves, withdraw
from warhost.rulesets.kings_of_war.chapters.scenario.objectives import REACH, TOKEN
from warhost.rulesets.kings_of_war.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    GAP,
    Battle,
    Known,
    Order,
    Unit,
    Weapon,
    field_of,
    footprint_at,
    in_arc,
    values,
)
from warhost.rulesets.kings_of_war.thinks import ranged_odds
from warhost.rulesets.kings_of_war.thinks.fights import WAVERS, Sense, nerve_left
from warhost.table import Arc, Pivot, Pose, Rect, Step, apply, bearing, distance, turn_between

CLOSING = 0.006
"""What an inch on the way to the enemy is worth, as a part of a unit's worth."""

HELPED = 0.12
"""What a command order or a spell is worth that makes a unit fight or shoot better now, as a part of its worth."""

MAY_MOVE = 0.5
"""How likely a unit that has yet to move still shoots at whom it sees now."""

LEADING = ("Inspiring", "Very Inspiring", "Rallying", "Aura")
"""The rules of leaders that do others good who are near."""

IN_VAIN = 1000.0
"""What speaks against orders and spells that nobody gains by."""

UNKNOWN_MARKER, WORTHLESS_MARKER = 0.8, 0.05
"""What a bluff counter of the enemy counts, and one that is known to be worth nothing, in victory points."""

AT_WILL = ("Bane Chant", "Host Shadowbeast")
SHIELDS = ("Barkskin", "Bastion", "Veil of Shadows")
HINDERS = {"Weakness": 0.08, "Scorched Earth": 0.05, "Wind Blast": 0.05}
"""Spells for those who fight now, for those whom enemies can reach, and what spells are worth on enemies that could
charge, as a part of the worth of their target."""

HARDER = ("Vicious (combat)", "Crushing Strength", "Elite (combat)", "Thunderous Charge", "Brutal", "Slayer", "Duelist")
SHOT_HARDER = ("Elite (ranged)", "Vicious (ranged)", "Piercing")
FARTHER = ("Wild Charge",)
SAFER = ("Ensnare", "Phalanx", "Headstrong", "Rallying", "Stealthy", "Fearless", "Iron Resolve", "Big Shield")
"""Which rules that a command order may give help in combat, at range, to charge, and against charges."""


class KingsCounsel(Sense):
    """What the book knows about one decision."""

    goal_name = "a marker"
    charge_together = True
    fights_on = True
    in_line = True
    command = 6.0
    temper = Temper(
        faced=0.75,
        invited=1.1,
        others=0.8,
        exposed=0.12,
        shared=0.1,
        screened=0.6,
        lure=0.2,
        next=0.5,
        wheels=0.8,
        fidget=0.3,
    )
    ways = Ways(lengths=(1.0, 0.66, 0.33))
    topics: ClassVar[Mapping[Any, str]] = {
        "order": "activation",
        "shoot": "choice",
        "first turn": "choice",
        "attacks": "allocate",
        ("choose", "loot"): "choice",
        "drop loot": "choice",
        "outcome": "outcome",
        "bluff counter": "choice",
        "marker": "choice",
        "combat": "choice",
        "attacker": "choice",
        "side": "side",
    }
    cites = cited(
        """hold: kow.objective.control; near: kow.objective.control; charged: kow.charge.facing_by_midpoint;
        flank: kow.combat.flank_double; fire, shoot: kow.ranged.target; charge: kow.order.charge;
        room: kow.interp.no_end_overlap; win: kow.nerve.routed; back: kow.combat.active_only;
        turns: kow.move.one_order_each; allocate: kow.combat.distribute; idle: kow.nerve.wavering_orders"""
    )

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat)
        self._walls = [piece.shape for piece in field_of(self.battle).terrain.having(BLOCKING)]

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        return [
            Goal(
                x=marker.x,
                y=marker.y,
                reach=TOKEN if marker.kind == "loot" else REACH + TOKEN,
                worth=self.stake * (marker.value or WORTHLESS_MARKER if marker.value >= 0 else UNKNOWN_MARKER),
                left=0.3 * self.stake * (marker.value != 0),
                most=marker.kind != "loot",
            )
            for marker in self.battle.markers
            if marker.carrier is None
        ]

    @once
    def scores(self, unit: Unit) -> bool:
        return values.is_scoring(self.battle, unit)

    @once
    def weight(self, unit: Unit) -> int:
        return values.strength(self.battle, unit)

    # The ground.

    def walls(self, unit: Unit | None = None) -> Sequence[Rect]:
        return self._walls

    def free(self, unit: Unit, shape: Rect, inches: float, side: Arc = Arc.FRONT) -> float:
        here = field_of(self.battle)
        flies = moves.gait(self.battle, unit).flies
        return free_inches(here, unit.id, shape, inches, side, gap=GAP, barred=BLOCKING, flies=flies)

    def at(self, unit: Unit, place: Rect) -> Iterator[Term]:
        """In a battle without markers, and on the way to the enemy in any: who fights comes within reach of it."""
        if not self.turns_left or not self.foes:
            return
        nearest = min(distance(place, self.rects[foe.id]) for foe in self.foes)
        wanted = self.range(unit) or self.reach(unit)
        share = CLOSING if not scenario_of(self.battle).scores_points else CLOSING / 3
        yield -share * self.worth(unit) * max(0.0, nearest - wanted), "far from the enemy", "kow.charge.cond_distance"

    def leads(self, unit: Unit) -> bool:
        """Heroes on foot or on horse who inspire others or command them."""
        entry = self.battle.entry(unit)
        if not entry.hero or entry.type not in ("infantry", "cavalry"):
            return False
        return bool(entry.orders) or any(rule.startswith(LEADING) for rule in entry.rules)

    def ended(self, unit: Unit) -> bool:
        return bool(unit.order) if unit.seat == self.battle.active else False

    def footprint(self, unit: Unit, pose: Pose) -> Rect:
        return footprint_at(self.battle, unit, pose)

    # Orders.

    def acting(self, question: Question) -> Unit | None:
        for option in getattr(question, "options", ()):
            if option.unit is not None:
                return self.unit(option.unit)
        return None

    def actions(self, unit: Unit) -> Sequence[Option]:
        if unit.engaged:
            return [Option("halt", "Halt", unit=unit.id)]
        return [Option("move", "Move or halt", unit=unit.id)]

    def action(self, unit: Unit, option: Option) -> Kind | tuple[Kind, ...] | str:
        if option.target is not None:
            return "charge"
        if option.key == "move":
            return moves.kinds_of_move(self.battle, unit)
        return "turn" if option.key == "turn" else "own"

    def may_move(self, unit: Unit, kind: Kind, steps: tuple[Step, ...]) -> bool:
        return passes(moves.check_move, self.battle, unit, kind, steps)

    def may_join(self, unit: Unit, friend: Unit, target: Unit) -> bool:
        mine = charge.plan(self.battle, unit, target)
        if mine is None:
            return False
        for member in joint_charge.partners(self.battle, unit, target):
            if member.unit == friend.id:
                both = [joint_charge.Member(unit.id, mine.facing), member]
                return passes(joint_charge.fit, self.battle, target, both)
        return False

    def may_reach(self, unit: Unit, target: Unit) -> bool:
        return charge.plan(self.battle, unit, target) is not None

    def drafts(self, question: Manoeuvre) -> bool:
        return question.topic in ("move", "scout move")

    def strike(self, option: Option) -> Strike:
        target = self.unit(option.target or 0)
        left = max(1.0, nerve_left(self.battle, target))
        return Strike(0.3, self.worth(target) / left, left)

    # Choices.

    def choice(self, question: Question, option: Option) -> Iterable[Term]:
        topic = question.topic
        if topic == "order" and option.target is not None:
            return self._command(option)
        if topic == "shoot":
            return self._shot(option)
        if topic in ("combat", "attacker"):
            return ((-5.0 if option.passes else 1.0, "an attack costs nothing", "kow.combat.order"),)
        if topic in ("loot", "drop loot"):
            keeps = option.passes == (topic == "drop loot")
            return ((10.0 if keeps else -10.0, "loot wins the battle", "kow.loot.pick_up"),)
        if topic == "first turn":
            return self._first(option)
        return ()

    def _first(self, option: Option) -> Iterator[Term]:
        """The first turn strikes first, and after the second turn of a round it is two turns in a row; at the end of a
        battle for markers the last word is worth more."""
        last = not self.turns_left and scenario_of(self.battle).has_markers
        if option.key == "second":
            yield float(last), "the last move at the markers", "kow.objective.control"
        elif not last:
            yield 1.0, "strikes first", "kow.turn.initiative"

    # Command orders.

    def _command(self, option: Option) -> Iterator[Term]:
        """What the order does for who gets it, by its chance: to try costs nothing, but each commander tries once."""
        assert option.target is not None
        receiver = self.unit(option.target)
        _, order, _ = command.read(self.battle, option.key)
        chance = command.odds_of(self.battle, option)[0].value
        worth = self._ordered(receiver, order)
        if worth <= 0.0:
            yield -IN_VAIN, "nobody gains by it now", "kow.command.one_attempt"
        else:
            yield chance * worth, f"what {order.name} does", "kow.command.one_attempt"

    def _ordered(self, unit: Unit, order: Order) -> float:
        """What a command order is worth on a unit now."""
        worth = self.worth(unit)
        total = order.heals and min(order.heals, unit.damage) * self.life(unit)
        if order.steadies and unit.wavering:
            total += (WAVERS if not unit.order else WAVERS / 4) * worth
        changed = dict(order.changes)
        if order.enemy:
            threatened = unit.engaged or any(
                distance(self.rects[unit.id], self.rects[one.id]) <= self.range(one)
                for one in self.own
                if self.range(one)
            )
            return total + (HELPED * worth if threatened else 0.0)
        if unit.engaged and (_gives(order, HARDER) or changed.get("attacks", 0) > 0):
            total += HELPED * worth
        if self.range(unit) and _gives(order, SHOT_HARDER) and unit.order != "at the double":
            best = max(self.volleys(unit, self.rects[unit.id], unit.order).values(), default=0.0)
            total += HELPED * worth * min(1.0, best)
        more = 2.0 * changed.get("speed", 0) + 1.0 * _gives(order, FARTHER)
        if more and not unit.order and not unit.engaged:
            total += self._reached_then(unit, more)
        if (_gives(order, SAFER) or changed.get("defence", 0) > 0) and self.threats(unit):
            total += HELPED * worth
        if order.weapon is not None:
            total += self._best_shot(unit, order.weapon)
        return total

    def _best_shot(self, unit: Unit, weapon: Weapon) -> float:
        """What the best volley with a weapon is worth that the unit would get: nothing if it has no target for it. Who
        has yet to move may come nearer, but is as likely to do something else."""
        if unit.engaged or fire.why_silent(unit) is not None:
            return 0.0
        found = [
            self.harm(foe, ranged_odds.expected_damage(self.battle, unit, weapon, foe))
            for foe in self.foes
            if fire.why_no_target(self.battle, unit, foe, weapon) is None
        ]
        return max(found, default=0.0) * (1.0 if unit.order else MAY_MOVE)

    def _reached_then(self, unit: Unit, more: float) -> float:
        """What the best charge is worth that the unit could make only if it charged so much farther."""
        place, reach, best = self.rects[unit.id], self.reach(unit), 0.0
        for foe in self.foes:
            there = self.rects[foe.id]
            if reach < distance(place, there) <= reach + more and self.faces(unit, place, there):
                best = max(best, self.duel(unit, foe, self.side(there, place)).value)
        return best / 2

    def threats(self, unit: Unit) -> list[Unit]:
        """The enemies that fight a unit or could charge it as it stands."""
        place, engaged = self.rects[unit.id], {foe.unit for foe in unit.foes}
        return [foe for foe in self.foes if foe.id in engaged or self._threatens(foe, place)]

    def _threatens(self, foe: Unit, place: Rect) -> bool:
        shape = self.rects[foe.id]
        if not self.charges_soon(foe) or not self.faces(foe, shape, place):
            return False
        return self.arrives(foe, distance(place, shape)) > 0.0

    # Fights that go on.

    def deed(self, unit: Unit, option: Option) -> Iterator[Term]:
        """Fight on, from a better side where that can be had; leave only a fight that is lost."""
        if option.key == "wrap":
            yield 0.2 * self.worth(unit), "attacks a flank or the rear", "kow.combat.flank_double"
        elif option.key.partition(">")[0] == "reform":
            yield -0.1, "needs no better place", "kow.reform.place"
        elif option.key == "withdraw":
            yield from self._withdrawn(unit)

    def _withdrawn(self, unit: Unit) -> Iterator[Term]:
        """To leave costs a nerve test and the blows of this turn; to stay, what the enemies do in theirs."""
        fight = self.fight_on(unit)
        tested = {odd.label: odd.value for odd in withdraw.chances(self.battle, unit)}
        yield -fight.gain, "gives its own attacks up", "kow.combat.active_only"
        yield fight.loss, "is not attacked where it stands", "kow.withdraw.move"
        yield -tested.get("routs", 0.0) * self.worth(unit), "may rout instead", "kow.withdraw.nerve_test"
        yield -0.5 * fight.loss - 0.1 * self.worth(unit), "may be charged again", "kow.order.charge"

    def places_after(self, option: Option) -> Iterator[Rect]:
        """A unit that holds turns as it likes; others go so far on average as the dice say."""
        assert option.unit is not None
        place = self.rects[option.unit]
        if option.key in MOVES:
            side, dice, _, _ = MOVES[option.key]
            inches = odds.of(Dice.parse(dice)).mean
            place = moves.gone(place, side, self.free(self.unit(option.unit), place, inches, side))
        yield place
        if option.key == "hold":
            for foe in sorted(self.foes, key=lambda one: distance(place, self.rects[one.id]))[:3]:
                there = self.rects[foe.id]
                yield apply(place, Pivot(turn_between(place.facing, bearing(place.x, place.y, there.x, there.y))))

    # Volleys and spells.

    def _shot(self, option: Option) -> Iterator[Term]:
        """What a volley or a spell is worth."""
        if option.passes or option.unit is None or option.target is None:
            return
        unit, target = self.unit(option.unit), self.unit(option.target)
        name = option.key.partition(":")[2].partition(">")[0]
        spell = next((one for one in magic.known_spells(self.battle, unit) if one.name == name), None)
        if spell is None:
            weapons = fire.weapons_of(self.battle, unit)
            weapon = next((one for one in weapons if one.name == name), weapons[0])
            losses = ranged_odds.expected_damage(self.battle, unit, weapon, target)
            yield self.harm(target, losses), f"{losses:.1f} damage on average", "kow.ranged.target"
            return
        worth, words = self._cast(unit, spell, target)
        if worth > 0.0:
            yield worth, words, "kow.magic.as_ranged"
        else:
            yield -IN_VAIN, "a spell that changes nothing", "kow.magic.as_ranged"

    def _cast(self, caster: Unit, known: Known, target: Unit) -> tuple[float, str]:
        """What a spell promises, in words."""
        told = {odd.label: odd.value for odd in ranged_odds.spell_odds(self.battle, caster, known, target)}
        name, worth, works = known.name, self.worth(target), told.get("success", 1.0)
        healed = told.get("expected damage healed", 0.0)
        if healed:
            return healed * self.life(target), f"{healed:.1f} damage healed on average"
        losses = told.get("expected damage", 0.0)
        if losses:
            return self.harm(target, losses), f"{losses:.1f} damage on average"
        if name == "Mind Fog":
            lost = told.get("the enemy routs", 0.0) + WAVERS * told.get("the enemy wavers", 0.0)
            return lost * worth, "a nerve test"
        if name in AT_WILL:
            return works * HELPED * worth * target.engaged, "it fights better now"
        if name in SHIELDS:
            return works * HELPED / 2 * worth * bool(self.threats(target)), "enemies can reach it"
        if name == "Hex":
            return works * HELPED * worth * bool(self.battle.entry(target).spells), "its spells fail"
        if name == "Surge":
            return works * self._surged(target, told.get("expected hits", 0.0)), "it is driven into the enemy"
        near = target.engaged or any(foe is target for one in self.own for foe in self.threats(one))
        return works * HINDERS.get(name, 0.0) * worth * near, "it does less to us"

    def _surged(self, unit: Unit, inches: float) -> float:
        """What the charge is worth that so many inches straight ahead would make."""
        ahead = moves.gone(self.rects[unit.id], Arc.FRONT, inches)
        best = 0.0
        for foe in self.foes:
            there = self.rects[foe.id]
            if in_arc(self.rects[unit.id], there) and distance(ahead, there) <= GAP:
                best = max(best, self.duel(unit, foe, self.side(there, self.rects[unit.id])).value)
        return best

    def spot(self, question: Question, pose: Pose) -> Iterator[Term]:
        """Markers lie where one's own army is nearer."""
        own = [rect for number, rect in self.rects.items() if self.unit(number).seat == self.seat]
        middle = self.battle.scene.board.depth / 2
        yield -abs(pose.y - middle) / 10 if not own else 0.0, "inches from the middle", ""


def _gives(order: Order, names: tuple[str, ...]) -> bool:
    """Whether a command order gives one of these rules."""
    return any(text.startswith(names) for text in order.gives)
