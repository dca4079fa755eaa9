"""Fantasy Battles as an edition of The 9th Age: its rows, and what it says otherwise."""

from __future__ import annotations

from warhost.dice import Distribution
from warhost.field import Cites
from warhost.field.moves.crossing import Way
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.core.edition import Edition, Rows
from warhost.rulesets.fantasy_battles.chapters.charge.charge_move import catch
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import reach_chance
from warhost.rulesets.fantasy_battles.chapters.charge.placement import arc_struck
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general import dangerous, panic
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.chapters.melee import pursuit
from warhost.rulesets.fantasy_battles.core import Battle, Unit, has_moved, values
from warhost.table import Arc, Rect


class Fantasy(Edition[Battle, Unit]):
    """What Fantasy Battles says to the chapters that both editions share."""

    spacing = Cites(
        move="t9a.geometry.unit_spacing",
        inside="t9a.geometry.unit_spacing",
        barred="t9a.terrain.impassable",
        contact="t9a.geometry.unit_spacing",
    )

    rows = Rows(
        flee_distance="t9a.special.flee_move",
        flee_off_board="t9a.special.flee_move",
        danger="t9a.terrain.dangerous_hit",
        caught="t9a.charge.reaction_flee",
        last_health="t9a.attack.casualties",
        panic_destroyed="t9a.panic.friend_destroyed",
        panic_breaks="t9a.panic.friend_breaks",
        panic_fled_through="t9a.panic.flees_through",
        panic_losses="t9a.panic.losses_25",
        panic_direction="t9a.panic.flee_direction",
        flee_direction="t9a.round.step10_flee_distance",
        flee_roll="t9a.round.step10_flee_distance",
        flee_order="t9a.round.step12_move_fleeing",
        pursuit_roll="t9a.round.step11_pursuit_distance",
        pursuit_catch="t9a.round.step11_pursuit_distance",
        pursuit_order="t9a.round.step13_move_pursuing",
        pursuit_new_enemy="t9a.round.step13_move_pursuing",
        most_models="t9a.charge.contact_priority4",
        overrun="t9a.special.overrun",
    )
    dice_of = staticmethod(dice_of)
    flies = staticmethod(values.flies)
    reach_chance = staticmethod(reach_chance)
    destroy = staticmethod(damage.destroy)
    suffer = staticmethod(damage.suffer)
    lose = staticmethod(damage.lose_together)
    test = staticmethod(discipline_test)
    test_odds = staticmethod(passing_odds)
    minds = staticmethod(panic.minds)
    lost_enough = staticmethod(panic.has_lost_enough)
    ways_to_run = staticmethod(pursuit.ways_to_run)
    pursue = staticmethod(pursuit.declare_pursuit)
    instead_of_fleeing = staticmethod(panic.instead_of_fleeing)
    panic_ties_by_chance = True

    def arc_struck(self, battle: Battle, unit: Unit, place: Rect, target: Rect) -> Arc:
        return arc_struck(place, target)

    def flies_running(self, battle: Battle, unit: Unit) -> bool:
        return values.flies(battle, unit, running=True)

    def catches(self, battle: Battle, charger: Unit, target: Unit) -> bool:
        return catch(battle, charger, target) is not None

    def dangers(
        self, battle: Battle, unit: Unit, way: Way, *, fleeing: bool = False, running: bool = False
    ) -> Script[None]:
        """The unit has moved, and the ground on its way may hurt it."""
        has_moved(battle, unit)
        return dangerous.take_tests(battle, unit, way, fleeing=fleeing, running=running)

    def danger_losses(self, battle: Battle, unit: Unit, way: Way) -> Distribution[int]:
        return dangerous.losses(battle, unit, way, fleeing=True)


Battle.book = Fantasy()
