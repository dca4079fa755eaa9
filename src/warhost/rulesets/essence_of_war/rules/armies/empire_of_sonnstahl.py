"""The Orders of Marshals and the Steam Tank (Armylists: Empire of Sonnstahl)."""

from __future__ import annotations

from typing import Literal

from warhost.play.battle import stand
from warhost.play.questions import Denied, Option
from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, choose, roll_sum
from warhost.play.shown.english import does
from warhost.rulesets.essence_of_war.chapters.general import dangerous
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest
from warhost.rulesets.essence_of_war.chapters.movement import movement
from warhost.rulesets.essence_of_war.core import (
    BOONS,
    GAP,
    MODEL_RULES,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    Unit,
    boundary,
    brethren,
    speakers,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import (
    Chase,
    charge_on_the_way,
    last_legal,
    planned,
)
from warhost.table import TOLERANCE, Forward, within

HEARD = 8.0
"""How far an Order carries, in inches."""


@MODEL_RULES.rule("Parent & Support", "eow.list.empire_of_sonnstahl.rule.parent_and_support")
class ParentAndSupport(ModelRule):
    """The unit takes Orders; the rule has no other effect (EOW-R022)."""


@BOONS.rule("Order: Fight in Extra Rank", "eow.list.empire_of_sonnstahl.rule.order_extra_rank")
class ExtraRank(BoonRule):
    """One more rank makes Supporting Attacks."""

    supporting_ranks = 1


@BOONS.rule("Order: no penalty for Long Range", "eow.list.empire_of_sonnstahl.rule.order_long_range")
class LongRange(BoonRule):
    """Long Range does not make its Aim worse."""

    ignores_aim = frozenset({"long range"})


@BOONS.rule("Order: faster", "eow.list.empire_of_sonnstahl.rule.order_speed")
class Faster(BoonRule):
    """+1" Advance and +4" March."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        more = {"adv": 1, "mar": 4}.get(name)
        if more is not None:
            tally.add(more, self)


@BOONS.rule("Order: Minimised Discipline Tests", "eow.list.empire_of_sonnstahl.rule.order_discipline")
class Steady(BoonRule):
    """Minimised Discipline Tests."""

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        test.minimise(self)


ORDERS: tuple[type[BoonRule], ...] = (ExtraRank, LongRange, Faster, Steady)


@MODEL_RULES.rule("Orders", "eow.list.empire_of_sonnstahl.rule.orders", "eow.list.empire_of_sonnstahl.rule.two_orders")
class Orders(ModelRule):
    """When its turn starts it gives an Order to a Parent & Support unit within 8", or as many as its brackets say.

    An Order lasts through the next Player Turn (EOW-R186); nobody gets the same one twice in a turn.
    """

    brackets = Brackets(r"\d", "2", needed=False)

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        for _ in range(int(self.said or 1)):
            options, denied = self._orders(battle, bearer)
            if not options:
                return
            options.append(Option("pass", "No Order", unit=bearer.id, passes=True))
            text = f"Which Order {does(bearer.name)} give?"
            key = yield from choose(bearer.seat, "order", text, options, rules=(self.id,), denied=denied)
            if key == "pass":
                return
            number, _, form = key.partition(":")
            unit, order = battle.units[int(number)], ORDERS[int(form)]
            unit.boons = (*unit.boons, Boon(order.name, "next turn", seat=bearer.seat))
            yield events.BoonGiven(unit.id, bearer.id, order.name, order.id)

    def _orders(self, battle: Battle, bearer: Unit) -> tuple[list[Option], list[Denied]]:
        """What may be ordered, and why not what a unit has been ordered already in this turn."""
        options: list[Option] = []
        denied: list[Denied] = []
        if battle.body(bearer).fleeing:
            return options, denied
        for unit in brethren(battle, bearer):
            takes = any(isinstance(rule, ParentAndSupport) for rule in speakers(battle, unit))
            if not takes or not within(boundary(battle, bearer), boundary(battle, unit), HEARD):
                continue
            given = {boon.rule for boon in unit.boons if boon.until == "next turn"}
            for form, order in enumerate(ORDERS):
                if order.name in given:
                    why = f"{unit.name} got this Order already."
                    denied.append(Denied(f"{unit.id}:{form}", why, self.id, unit.id))
                else:
                    label = f"{unit.name}, {order.name}"
                    options.append(Option(f"{unit.id}:{form}", label, unit=bearer.id, target=unit.id))
        return options, denied


@MODEL_RULES.rule(
    "Steam Powered",
    "eow.list.empire_of_sonnstahl.rule.steam_powered_march",
    "eow.list.empire_of_sonnstahl.rule.steam_powered_charge",
    "eow.list.empire_of_sonnstahl.rule.steam_powered_no_pursuit",
)
class SteamPowered(ModelRule):
    """It Marches as far as its dice say, straight ahead after a Pivot; whom it touches it charges (EOW-R179)."""

    drives = True

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        return Refused(f"{bearer.name} charges only by driving into enemies.", self.ids[1])

    def pursues(self, battle: Battle, bearer: Unit, charged: bool) -> Literal["may", "must", "never"]:
        return "never"

    def drive(self, battle: Battle, bearer: Unit) -> Script[None]:
        bought = battle.entry(bearer).bought
        dice = (bought.march if bought else "") or "4D3"
        inches = yield from roll_sum(dice, why="March", rule=self.id, seat=bearer.seat, unit=bearer.id)
        text = f"Which way {does(bearer.name)} drive {inches} inches?"
        yield from movement.pivot(battle, bearer, topic="drive way", text=text, rules=(self.id,))
        assert bearer.pose is not None
        chase = Chase(bearer.id, bearer.pose.facing, inches, (bearer.id,), frozenset())
        # To touch is enough: an enemy just as far away as it drives is met (EOW-R023).
        plan = planned(battle, chase._replace(inches=inches + 2 * TOLERANCE), before=GAP)
        if plan.target is None:
            plan = planned(battle, chase, before=GAP)
        if plan.target is not None:
            yield from charge_on_the_way(battle, bearer, battle.units[plan.target], plan)
            return
        place, driven = last_legal(battle, bearer, plan)
        pose = stand(bearer, place)
        yield events.UnitMoved(bearer.id, "march", (Forward(driven),), pose, driven)
        if driven > 0.0:
            yield from dangerous.take_tests(battle, bearer, [(plan.start, Forward(driven))])
