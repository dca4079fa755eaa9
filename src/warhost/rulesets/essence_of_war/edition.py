"""Essence of War as an edition of The 9th Age: its rows, and what it says otherwise."""

from __future__ import annotations

from warhost.dice import Distribution
from warhost.field import Cites
from warhost.field.moves.crossing import Way
from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.charge.charge_move import catch
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import reach_chance
from warhost.rulesets.essence_of_war.chapters.charge.placement import arc_struck
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general import dangerous, panic
from warhost.rulesets.essence_of_war.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.chapters.melee import pursuit
from warhost.rulesets.essence_of_war.core import Battle, Unit, values
from warhost.rulesets.families.ninth_age.core.edition import Edition, Rows


class Essence(Edition[Battle, Unit]):
    """What Essence of War says to the chapters that both editions share."""

    spacing = Cites(
        move="eow.spacing.one_inch",
        inside="eow.board_edge.end_inside",
        barred="eow.terrain.impassable.movement",
        contact="eow.boundary.contact_only_by_charge",
    )

    rows = Rows(
        flee_distance="eow.flee.distance",
        flee_off_board="eow.flee.off_board",
        danger="eow.dangerous.damage",
        caught="eow.charge.fleeing.destroyed",
        last_health="eow.stat.hp",
        panic_destroyed="eow.panic.friend_destroyed",
        panic_breaks="eow.panic.friend_breaks",
        panic_fled_through="eow.panic.fled_through",
        panic_losses="eow.panic.quarter_losses",
        panic_direction="eow.panic.direction_nearest",
        flee_direction="eow.pursuit.flee_direction",
        flee_roll="eow.pursuit.rolls",
        flee_order="eow.pursuit.flee_move",
        pursuit_roll="eow.pursuit.rolls",
        pursuit_catch="eow.pursuit.catch",
        pursuit_order="eow.pursuit.chargers_first",
        pursuit_new_enemy="eow.pursuit.new_enemy",
        most_models="eow.charge.maximise.models",
        overrun="eow.pursuit.overrun",
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
    arc_struck = staticmethod(arc_struck)

    def flies_running(self, battle: Battle, unit: Unit) -> bool:
        return values.flies(battle, unit, running=True)

    def catches(self, battle: Battle, charger: Unit, target: Unit) -> bool:
        return catch(battle, charger, target) is not None

    def dangers(
        self, battle: Battle, unit: Unit, way: Way, *, fleeing: bool = False, running: bool = False
    ) -> Script[None]:
        return dangerous.take_tests(battle, unit, way, fleeing=fleeing, running=running)

    def danger_losses(self, battle: Battle, unit: Unit, way: Way) -> Distribution[int]:
        return dangerous.losses(battle, unit, way, fleeing=True)


Battle.book = Essence()
