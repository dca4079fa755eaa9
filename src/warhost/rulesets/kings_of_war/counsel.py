"""What Kings of War tells a computer player: the worth of units and markers, combats, volleys, spells and orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from warhost.field.drafts import free_inches
from warhost.play.counsel import Charge, Counsel, Fate, Fight, Goal, Strike, Temper, Term, Ways, cited
from warhost.play.questions import Kind, Manoeuvre, Option, Question
from warhost.play.script import passes
from warhost.rulesets.kings_of_war import (
    charge,
    combat_odds,
    command,
    fire,
    loot,
    magic,
    moves,
    nerve,
    ranged_odds,
    values,
)
from warhost.rulesets.kings_of_war.battle import Battle, Unit
from warhost.rulesets.kings_of_war.formation import GAP, field_of, footprint, footprint_at
from warhost.rulesets.kings_of_war.objectives import REACH, TOKEN
from warhost.rulesets.kings_of_war.scenarios import scenario_of
from warhost.rulesets.kings_of_war.sight import in_arc
from warhost.rulesets.kings_of_war.terrain import BLOCKING
from warhost.table import Arc, Pose, Rect, Step, distance

POINT = 160.0
"""What a victory point is worth when the battle ends, in points of an army of 2,000."""

SOONER = {0: 1.0, 1: 0.7, 2: 0.45, 3: 0.3}
"""The part of that which standing at a marker is worth with so many rounds to come."""

HURT = 0.55
"""The part of its worth that damage takes from a unit on its way to a rout."""

WAVERS, BREAKS = 0.22, 0.3
"""What it costs a side, of the unit's worth, that it wavers for a turn, or is left devastated."""

CLOSING = 0.006
"""What an inch on the way to the enemy is worth, as a part of a unit's worth."""

SHAKY = 0.35
"""What a command order or a spell that only helps is worth, as a part of the worth of who gets it, at most."""

SPELLS: dict[str, float] = {
    "Bane Chant": 0.08,
    "Barkskin": 0.05,
    "Bastion": 0.06,
    "Hex": 0.05,
    "Host Shadowbeast": 0.12,
    "Scorched Earth": 0.05,
    "Veil of Shadows": 0.04,
    "Weakness": 0.07,
    "Mind Fog": 0.1,
    "Enthral": 0.03,
    "Wind Blast": 0.03,
    "Surge": 0.15,
}
"""What spells that do no damage are worth, as a part of the worth of their target, if they work."""

MOST_KEPT = 16384
_kept: dict[tuple[object, ...], tuple[object, Fight]] = {}
"""Charges as they were reckoned in earlier decisions, by all that they depend on."""


class KingsCounsel(Counsel[Battle, Unit]):
    """What the book knows about one decision."""

    goal_name = "a marker"
    charge_together = True
    in_line = True
    command = 6.0
    temper = Temper(faced=0.75, invited=1.1, others=0.8, exposed=0.25, shared=0.1, lure=0.2, next=0.5, fidget=0.3)
    ways = Ways(lengths=(1.0, 0.66, 0.33))
    topics: ClassVar[Mapping[Any, str]] = {
        "order": "activation",
        "shoot": "choice",
        "first turn": "choice",
        "attacks": "allocate",
        ("choose", "loot"): "choice",
        "drop loot": "choice",
        "outcome": "choice",
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
        super().__init__(view, seat, footprint)
        battle = self.battle
        rounds = battle.settings.rounds
        self.turns_left = max(0, rounds - battle.turn)
        acted = battle.taken > 0 or battle.active != seat
        self.enemy_turns_left = self.turns_left + (0 if acted and battle.active == seat else 1)
        self.stake = POINT * SOONER.get(self.turns_left, 0.22) * battle.settings.points / 2000
        self._walls = [piece.shape for piece in field_of(battle).terrain.having(BLOCKING)]

    # What is at stake.

    def goals(self) -> Sequence[Goal]:
        return [
            Goal(
                x=marker.x,
                y=marker.y,
                reach=TOKEN if marker.kind == "loot" else REACH + TOKEN,
                worth=self.stake * (marker.value if marker.value > 0 else 0.8 if marker.value < 0 else 0.1),
                left=0.3 * self.stake,
            )
            for marker in self.battle.markers
            if marker.carrier is None
        ]

    def scores(self, unit: Unit) -> bool:
        return values.is_scoring(self.battle, unit)

    def worth(self, unit: Unit) -> float:
        known: float | None = self.memo.get(("worth", unit.id))
        if known is None:
            entry = self.battle.entry(unit)
            left = 1.0 - HURT * min(1.0, unit.damage / max(1, entry.nerve))
            carried = sum(self.stake for number in loot.carried(self.battle, unit))
            known = self.memo["worth", unit.id] = entry.points * left + carried
        return known

    def life(self, unit: Unit) -> float:
        entry = self.battle.entry(unit)
        return HURT * entry.points / max(1, entry.nerve)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        found = self._fate(target, losses, "ranged")
        return Fate(found.routed, found.wavering)

    def _fate(self, target: Unit, losses: float, cause: nerve.Cause) -> nerve.Chances:
        """What becomes of a unit that takes so much damage on average, by the two whole numbers around it."""
        low = int(losses)
        key = ("fate", target.id, low, cause)
        if key not in self.memo:
            self.memo[key] = tuple(
                nerve.chances_after(self.battle, target, cause, {number: 1.0}) for number in (low, low + 1)
            )
        one, other = self.memo[key]
        share = losses - low
        return nerve.Chances(
            one.steady * (1 - share) + other.steady * share,
            one.wavering * (1 - share) + other.wavering * share,
            one.routed * (1 - share) + other.routed * share,
        )

    def harm(self, target: Unit, losses: float) -> float:
        if losses <= 0.0:
            return 0.0
        fate = self.fate_of(target, losses)
        return losses * self.life(target) + self.worth(target) * (fate.gone + WAVERS * fate.broken)

    # Combats.

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        scene = self.battle.scene
        near = self._near_rules(charger) + self._near_rules(target)
        key = (id(scene), side, *_likeness(charger), *_likeness(target), near)
        known = _kept.get(key)
        # The scene is kept with what was reckoned, so that no other can have its id meanwhile.
        if known is None or known[0] is not scene:
            if len(_kept) > MOST_KEPT:
                _kept.clear()
            known = _kept[key] = (scene, self._reckoned([(charger, side)], target))
        return known[1]

    def _near_rules(self, unit: Unit) -> tuple[int, ...]:
        """What others nearby do to the Nerve of a unit: a charge is judged by how things stand."""
        if unit.pose is None:
            return (0,)
        key = ("near", unit.id)
        if key not in self.memo:
            self.memo[key] = (values.nerve(self.battle, unit),)
        found: tuple[int, ...] = self.memo[key]
        return found

    def fight(self, target: Unit, charges: Sequence[Charge] = ()) -> Fight:
        return self._reckoned([(self.unit(one.charger), one.side) for one in charges], target)

    def _reckoned(self, charges: Sequence[tuple[Unit, Arc]], target: Unit) -> Fight:
        """The attacks of all of them together, and what the target's own turn would do to the first."""
        chargers = [(unit, side, False) for unit, side in charges if unit.pose is not None]
        if not chargers or target.pose is None:
            return self._unplaced(charges, target)
        fight = combat_odds.charged(self.battle, chargers, target)
        found = combat_odds.prospect(fight.battle, fight.attackers, fight.target)
        first = charges[0][0]
        row, lost = combat_odds.answer(fight, fight.battle.units[first.id], found)
        takes = sum(number * chance for number, chance in enumerate(row))
        gain = found.routed * self.worth(target)
        gain += (1 - found.routed) * found.mean * self.life(target) + BREAKS * found.devastated * self.worth(target)
        loss = lost * self.worth(first) + (1 - lost) * takes * self.life(first)
        fates = {target.id: Fate(found.routed, BREAKS * found.devastated), first.id: Fate(lost)}
        return Fight(gain, loss, found.mean, takes, found.routed, fates)

    def _unplaced(self, charges: Sequence[tuple[Unit, Arc]], target: Unit) -> Fight:
        """A charge of or against a unit that is not set up yet: by what both are worth."""
        mine = sum(self.battle.entry(unit).points for unit, _ in charges)
        wins = mine / max(1.0, mine + self.battle.entry(target).points)
        return Fight(wins * self.worth(target), (1 - wins) * mine, wins=wins)

    def is_fighting(self, unit: Unit) -> bool:
        return unit.engaged

    def charges_soon(self, unit: Unit) -> float:
        return 0.0 if charge.why_not(self.battle, unit) is not None else 1.0

    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        key = ("reach", unit.id)
        if key not in self.memo:
            able = charge.why_not(self.battle, unit) is None
            self.memo[key] = charge.reach(self.battle, unit).most if able else 0.0
        found: float = self.memo[key]
        return found

    def faces(self, place: Rect, target: Rect) -> bool:
        return in_arc(place, target)

    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        return 2.0 * self.stride(unit)

    def stride(self, unit: Unit) -> float:
        key = ("stride", unit.id)
        if key not in self.memo:
            self.memo[key] = float(values.speed(self.battle, unit)) if not unit.engaged else 0.0
        found: float = self.memo[key]
        return found

    def turns_freely(self, unit: Unit) -> bool:
        return True

    # Shooting.

    def range(self, unit: Unit) -> float:
        key = ("range", unit.id)
        if key not in self.memo:
            weapons = [fire.range_of(self.battle, unit, weapon) for weapon in fire.weapons_of(self.battle, unit)]
            known = magic.known_spells(self.battle, unit)
            spells = [magic.reach_of(self.battle, unit, magic.spell_of(one)) for one in known]
            self.memo[key] = float(max((*weapons, *spells), default=0.0))
        found: float = self.memo[key]
        return found

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        return kind != "at the double" and not (kind and self._reloads(unit))

    def _reloads(self, unit: Unit) -> bool:
        return any("Reload" in weapon.rules for weapon in fire.weapons_of(self.battle, unit)) or (
            "Reload" in self.battle.entry(unit).rules
        )

    def shots(self, shooter: Unit, target: Unit) -> float:
        key = ("shots", shooter.id, target.id)
        if key not in self.memo:
            weapons = fire.weapons_of(self.battle, shooter)
            self.memo[key] = max(
                (ranged_odds.expected_damage(self.battle, shooter, weapon, target) for weapon in weapons), default=0.0
            )
        found: float = self.memo[key]
        return found

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        beyond = distance(place, there) - self.range(shooter)
        if beyond > self.stride(shooter):
            return 0.0
        return self.shots(shooter, target) * (1.0 if beyond <= 0.0 else 0.6)

    def volleys(self, unit: Unit, place: Rect, kind: str) -> Mapping[int, float]:
        reach = self.range(unit)
        if not reach or not self.shoots_after(unit, kind):
            return {}
        share = 0.8 if kind else 1.0
        return {
            foe.id: share * self.shots(unit, foe)
            for foe in self.foes
            if not foe.engaged and in_arc(place, self.rects[foe.id]) and distance(place, self.rects[foe.id]) <= reach
        }

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
        return any(
            rule.startswith(("Inspiring", "Very Inspiring", "Rallying")) for rule in self.battle.entry(unit).rules
        )

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
        return "own" if unit.engaged or option.key not in ("halt", "turn") else "stay"

    def may_move(self, unit: Unit, kind: Kind, steps: tuple[Step, ...]) -> bool:
        return passes(moves.check_move, self.battle, unit, kind, steps)

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
        if topic == "outcome":
            return self._outcome(option)
        if topic in ("loot", "drop loot"):
            keeps = option.passes == (topic == "drop loot")
            return ((10.0 if keeps else 0.0, "loot wins the battle", "kow.loot.pick_up"),)
        if topic == "first turn":
            return ((1.0 if option.key == "first" else 0.0, "strikes first", "kow.turn.initiative"),)
        return ()

    def _command(self, option: Option) -> Iterator[Term]:
        """A command order is worth more the more its unit is worth, and costs nothing to try."""
        receiver = self.unit(option.target or 0)
        chance = next((odd.value for odd in command.odds_of(self.battle, option)), 0.5)
        worth = 0.1 * self.worth(receiver)
        if receiver.wavering:
            worth += WAVERS * self.worth(receiver)
        if any(self.arrives(receiver, distance(self.rects[receiver.id], self.rects[foe.id])) for foe in self.foes):
            worth *= 2.0
        yield chance * worth, "an order that costs nothing", "kow.command.one_attempt"

    def deed(self, unit: Unit, option: Option) -> Iterator[Term]:
        """Fight on, from a better side where that can be had; leave only a fight that is lost."""
        if option.key == "wrap":
            yield 0.2 * self.worth(unit), "attacks a flank or the rear", "kow.combat.flank_double"
        elif option.key == "reform":
            yield -0.1, "needs no better place", "kow.reform.place"
        elif option.key == "withdraw":
            yield -0.3 * self.worth(unit), "gives the fight up", "kow.withdraw.nerve_test"

    def _shot(self, option: Option) -> Iterator[Term]:
        """What a volley or a spell is worth."""
        if option.passes or option.unit is None or option.target is None:
            yield -0.5, "wastes a chance", ""
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
        told = {odd.label: odd.value for odd in ranged_odds.spell_odds(self.battle, unit, spell, target)}
        losses = next((value for label, value in told.items() if "damage" in label and "expected" in label), 0.0)
        if target.seat != self.seat and losses:
            yield self.harm(target, losses), f"{losses:.1f} damage on average", "kow.magic.as_ranged"
        elif losses:
            yield min(losses, target.damage) * self.life(target), "healed on average", "kow.spell.heal"
        share = SPELLS.get(spell.name, 0.0)
        yield share * self.worth(target), "what the spell does besides", "kow.magic.as_ranged"

    def _outcome(self, option: Option) -> Iterator[Term]:
        """Turn to the nearest enemy; stay out of reach of what would strike the flank."""
        yield {"hold": 1.0, "forward": 0.4}.get(option.key, 0.0), "faces the next enemy", "kow.outcome.hold"

    def spot(self, question: Question, pose: Pose) -> Iterator[Term]:
        """Markers lie where one's own army is nearer."""
        own = [rect for number, rect in self.rects.items() if self.unit(number).seat == self.seat]
        middle = self.battle.scene.board.depth / 2
        yield -abs(pose.y - middle) / 10 if not own else 0.0, "inches from the middle", ""


def nerve_left(battle: Battle, unit: Unit) -> float:
    """About how much more damage routs a unit: what is left of its Nerve less an average roll."""
    return float(values.nerve(battle, unit) - unit.damage - 7)


def _likeness(unit: Unit) -> tuple[object, ...]:
    """What a unit's combats depend on."""
    return (unit.id, unit.damage, unit.effects, unit.wavering, unit.foes)
