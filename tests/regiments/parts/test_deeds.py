"""What is remembered of a battle for missions that count deeds, and to whom it is credited."""

from __future__ import annotations

from tests.regiments.harness import Fall, draw, find, happen, regiment
from tests.regiments.parts.mission_cards import FOOT, kill, settings
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.core import HERO, Battle, Cause
from warhost.rulesets.regiments.parts.shared.deeds import Deed, deeds_of
from warhost.table import Arc

LED = regiment(size=3, hero=regiment(size=1, rules=["Hero", "Tough(3)"]))


def noted(battle: Battle, what: str) -> list[Deed]:
    return [deed for deed in deeds_of(battle) if deed.what == what]


def test_a_unit_that_is_shot_down_is_lost_with_all_its_models() -> None:
    table = draw("0 A at 36,10 | 1 B at 36,30 face 180", settings(), A=LED, B=LED).having(turn=2)
    battle = happen(table, kill("B")).battle
    by = Cause(0, "shooting")
    assert [(deed.group, deed.amount) for deed in noted(battle, "models lost")] == [(HERO, 1), (0, 3)]
    (gone,) = noted(battle, "unit lost")
    assert (gone.unit, gone.by, gone.heroic, gone.round) == (1, by, True, 2)


def test_who_dies_with_a_transport_is_lost_by_whoever_destroyed_it() -> None:
    wagon = regiment(size=1, rules=["Transport(11)", "Tough(6)"], base=(2, 4))
    table = draw("0 A at 36,10 | 1 W at 36,30 | 1 C at 36,40", settings(), A=FOOT, W=wagon, C=regiment(size=1))
    battle = happen(table.aboard("C", "W"), kill("W"), {"Dangerous": 1}).battle
    assert {(deed.unit, deed.by) for deed in noted(battle, "unit lost")} == {
        (1, Cause(0, "shooting")),
        (2, Cause(0, "shooting")),
    }


def test_the_winner_of_a_melee_forced_the_test_though_it_dealt_no_wound() -> None:
    table = draw("0 A at 36,10 | 1 B at 36,30 face 180", settings(), A=regiment(size=40), B=regiment(size=5))
    table.touch("A", "B").having(turn=2)

    def fight(battle: Battle) -> Script[None]:
        yield from damage.automatic_wounds(battle, find(battle, "B"), 1)
        yield from melee.fight(battle, find(battle, "A"), find(battle, "B"), Arc.FRONT)

    dice: dict[str, Fall] = {"to hit": 1, "Morale": 1}
    play = happen(table, fight, dice).choose("strike")
    (failed,) = noted(play.battle, "test failed")
    assert (failed.unit, failed.by) == (1, Cause(0, "melee"))
    (won,) = noted(play.battle, "melee won")
    assert (won.unit, won.amount) == (0, 0)


def test_wounds_that_nobody_dealt_are_credited_to_nobody() -> None:
    table = draw("0 A at 36,10 | 1 B at 36,30 face 180", settings(), A=FOOT, B=FOOT)
    battle = happen(table, lambda battle: damage.automatic_wounds(battle, find(battle, "B"), 9)).battle
    assert [(deed.what, deed.by) for deed in deeds_of(battle)] == [
        ("wounds taken", None),
        ("models lost", None),
        ("unit lost", None),
    ]
