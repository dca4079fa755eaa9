"""One activation: what begins with it, what belongs to each action, and what ends with it."""

from __future__ import annotations

import pytest

from tests.regiments.fights import attacks, bows, needs
from tests.regiments.harness import Fall, Table, acts, draw, regiment
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.core import Effect, SpellEffect, SpellText, events
from warhost.table import Forward, Pivot, Sidestep, Step

FOOT = regiment(size=5, weapons=[])
SPARK = SpellText(name="Spark", cost=1, range=30, target="enemy", effect=SpellEffect(hits=1))
HASTE = SpellText(name="Haste", cost=1, range=30, target="friend", effect=SpellEffect(move=2, once=True))


def range_of_bows(rules: tuple[str, ...] = (), **fields: object) -> Table:
    """Five archers before ten spearmen."""
    table = draw("Bows at 36,10 | Foe at 36,22 face 180", Bows=bows(5, rules), Foe=regiment(size=10))
    return table.set("Foe", **fields)


def magician(**fields: object) -> Table:
    """A caster of Spark before an enemy."""
    mage = regiment(size=1, weapons=[], rules=["Caster(2)"], spells=[SPARK])
    return draw("Mage at 36,10 | Foe at 36,22 face 180", Mage=mage, Foe=FOOT).set("Mage", tokens=(2,), **fields)


SHOT_DOWN: dict[str, Fall] = {"to hit": 6, "to block": 1, "Morale": 6}


@pytest.mark.rule("aofr.morale.trigger", "aofr.morale.melee_replaces")
def test_a_unit_tests_at_the_end_of_the_activation_that_hurt_it_even_if_it_fought_in_an_earlier_one() -> None:
    play = acts(range_of_bows(fought=True), "Bows", SHOT_DOWN).act("Bows", "hold").stay()
    assert not play.told(events.MoraleTested)
    play.choose(target="Foe").stay()
    assert [event.unit for event in play.told(events.MoraleTested)] == [play.unit("Foe").id]


@pytest.mark.rule("aofr.morale.needs_wounds")
def test_wounds_of_an_earlier_activation_are_forgotten() -> None:
    play = acts(range_of_bows(hurt=5, left=(5,)), "Bows").act("Bows", "hold").stay().choose("pass").stay()
    assert play.game.over
    assert not play.told(events.MoraleTested)


@pytest.mark.rule("aofr.special.caster.one_try_per_spell")
def test_a_spell_tried_in_an_earlier_activation_may_be_tried_again() -> None:
    play = acts(magician(tried=("0.0:Spark",)), "Mage", {"Casting": 1}).activate("Mage")
    assert play.offers("0:Spark")


@pytest.mark.rule("aofr.special.caster.before_attack")
def test_who_holds_may_cast_after_turning_too() -> None:
    play = acts(magician(), "Mage", {"Casting": 1}).act("Mage", "hold").stay()
    assert play.topic == "cast"
    assert play.choose("pass").topic == "hold after shooting"


@pytest.mark.rule("aofr.special.caster.before_attack", "aofr.special.transport.inside_targets")
@pytest.mark.parametrize(("spell", "casts"), [(SPARK, False), (HASTE, True)])
def test_who_has_boarded_a_transport_casts_on_it_and_those_inside_alone(spell: SpellText, casts: bool) -> None:
    mage = regiment(size=1, weapons=['Bow (24", A1)'], rules=["Caster(2)"], spells=[spell])
    wagon = regiment(size=1, base=(3, 3), weapons=[], rules=["Transport(6)", "Tough(9)"])
    line = "0 Mage at 36,10 | 0 Wagon at 36,16 | 1 Foe at 30,22 face 180"
    table = draw(line, Mage=mage, Wagon=wagon, Foe=FOOT).set("Mage", tokens=(2,))
    play = acts(table, "Mage").act("Mage", "advance").move(Forward(4), kind="embark")
    assert (play.unit("Mage").inside, play.topic) == (play.unit("Wagon").id, "cast" if casts else "")
    if casts:
        assert [option.target for option in play.choose("0:Haste").options] == [0, 1]


@pytest.mark.rule("aofr.special.entrenched")
def test_a_unit_that_moved_is_entrenched_again_after_an_activation_without_a_move() -> None:
    table = draw("Bows at 36,10 | Foe at 36,22 face 180", Bows=FOOT, Foe=FOOT).set("Bows", moved=True)
    play = acts(table, "Bows").act("Bows", "hold").move(Pivot(90))
    assert not play.unit("Bows").moved
    assert acts(table, "Bows").act("Bows", "advance").move(Forward(1)).unit("Bows").moved


@pytest.mark.rule("aofr.special.relentless", "aofr.action.hold", "aofr.action.advance")
@pytest.mark.parametrize(("action", "hits"), [("hold", 10), ("advance", 5)])
def test_relentless_counts_on_a_hold_and_not_on_an_advance(action: str, hits: int) -> None:
    play = acts(range_of_bows(("Relentless",)), "Bows", {"to hit": 6, "to block": 6})
    play.act("Bows", action).stay().choose(target="Foe")
    assert attacks(play)[0].hits == hits


@pytest.mark.rule("aofr.special.indirect.moved")
@pytest.mark.parametrize(
    ("action", "steps", "need"),
    [
        ("hold", (), 4),
        ("hold", (Pivot(20),), 4),
        ("advance", (), 4),
        ("advance", (Pivot(20),), 4),
        ("advance", (Forward(0),), 4),
        ("advance", (Forward(0.5),), 5),
        ("advance", (Pivot(20), Forward(0.5)), 5),
        ("advance", (Sidestep(0.5),), 5),
    ],
)
def test_indirect_weapons_are_worse_after_a_move_and_a_pivot_is_none(
    action: str, steps: tuple[Step, ...], need: int
) -> None:
    mortars = bows(5, weapon='Mortar (24", A1, Indirect)')
    table = draw("Bows at 36,10 moved | Foe at 36,22 face 180", Bows=mortars, Foe=regiment(size=10))
    play = acts(table, "Bows", {"to hit": 1}).act("Bows", action)
    (play.move(*steps) if steps else play.stay()).choose(target="Foe")
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.special.indirect.moved")
def test_the_odds_of_indirect_shots_know_whether_the_unit_has_moved() -> None:
    mortars = bows(5, weapon='Mortar (24", A1, Indirect)')
    table = draw("Bows at 36,10 | Foe at 36,22 face 180", Bows=mortars, Foe=regiment(size=10))
    told = []
    for steps in ((Pivot(20),), (Forward(1),)):
        play = acts(table, "Bows").act("Bows", "advance").move(*steps)
        told.append(next(odds.value for odds in play.options[1].odds if odds.label == "expected hits"))
    assert told == pytest.approx([5 / 2, 5 / 3])


@pytest.mark.rule("aofr.action.charge")
def test_a_charge_is_all_that_a_unit_does() -> None:
    lancers = regiment(size=5, weapons=["Lance (A1)", 'Pistol (12", A1)'])
    table = draw("Riders at 36,10 | Foe at 36,18 face 180", Riders=lancers, Foe=FOOT)
    play = acts(table, "Riders", {"to hit": 1}).charge("Riders", "Foe")
    assert play.game.over
    assert [event.what for event in attacks(play)] == ["Lance"]


@pytest.mark.rule("aofr.special.immobilized")
def test_the_move_actions_of_an_immobilized_unit_are_denied_by_its_rule() -> None:
    rooted = regiment(size=5, weapons=[], rules=["Immobilized"])
    table = draw("Trees at 36,10 | Foe at 36,18 face 180", Trees=rooted, Foe=FOOT)
    options, denied = activation.actions(table.battle, table.unit("Trees"))[:2]
    assert [option.key for option in options] == ["hold"]
    assert [(no.what, no.rule) for no in denied] == [
        (action, "aofr.special.immobilized") for action in ("advance", "rush", "charge")
    ]


@pytest.mark.rule("aofr.terrain.dangerous")
@pytest.mark.parametrize("shaken", [True, False])
def test_a_unit_that_dies_in_dangerous_ground_as_it_is_activated_does_nothing_more(shaken: bool) -> None:
    table = draw("72x48 lava 36,10 6x6 | Last at 36,10 | Foe at 36,22 face 180", Last=regiment(size=1), Foe=FOOT)
    play = acts(table.set("Last", shaken=shaken), "Last", [1])
    assert (play.game.over, play.unit("Last").fate) == (True, "destroyed")
    assert not play.told(events.UnitActivated)
    assert not play.told(events.UnitRecovered)


@pytest.mark.rule("aofr.special.flying", "aofr.terrain.dangerous")
@pytest.mark.parametrize("shaken", [True, False])
def test_a_flyer_that_does_not_take_off_from_dangerous_ground_tests_and_may_die(shaken: bool) -> None:
    bird = regiment(size=1, weapons=['Spit (24", A1)'], rules=["Flying"])
    table = draw("72x48 lava 36,10 6x6 | Bird at 36,10 | Foe at 36,22 face 180", Bird=bird, Foe=FOOT)
    play = acts(table.set("Bird", shaken=shaken), "Bird", [1])
    if not shaken:
        play.act("Bird", "hold")
    assert (play.game.over, play.unit("Bird").fate) == (True, "destroyed")
    assert not play.told(events.UnitRecovered)


@pytest.mark.rule("aofr.special.flying")
def test_a_flyer_that_takes_off_from_dangerous_ground_is_safe() -> None:
    bird = regiment(size=1, weapons=[], rules=["Flying"])
    table = draw("72x48 lava 36,10 6x6 | Bird at 36,10 | Foe at 36,30 face 180", Bird=bird, Foe=FOOT)
    assert acts(table, "Bird").act("Bird", "advance").move(Forward(6)).rolls == []


@pytest.mark.rule("aofr.shaken.recover", "aofr.shaken.idle")
def test_a_shaken_unit_in_a_transport_recovers_without_a_question() -> None:
    wagon = regiment(size=1, base=(3, 3), weapons=[], rules=["Transport(6)"])
    line = "0 Unit off | 0 Wagon at 36,16 | 1 Foe at 30,30 face 180"
    table = draw(line, Unit=FOOT, Wagon=wagon, Foe=FOOT).set("Unit", shaken=True).aboard("Unit", "Wagon")
    play = acts(table, "Unit")
    assert (play.game.over, play.unit("Unit").shaken) == (True, False)
    assert len(play.told(events.UnitRecovered)) == 1


@pytest.mark.rule("aofr.shaken.recover", "aofr.morale.trigger", "aofr.shaken.auto_fail")
@pytest.mark.parametrize("face", [3, 4])
def test_a_shaken_unit_halved_by_dangerous_ground_recovers_and_then_tests_with_a_die(face: int) -> None:
    # Three of five fall in the lava; Quality 4 is to be rolled once the unit is no longer Shaken.
    line = "72x48 lava 36,10 8x6 | Unit at 36,10 | Foe at 36,30 face 180"
    table = draw(line, Unit=regiment(size=5, quality=4, weapons=[]), Foe=FOOT).set("Unit", shaken=True)
    dice: dict[str, Fall] = {"Dangerous": (1, 1, 1, 2, 2), "Morale": face}
    play = acts(table, "Unit", dice).stay()
    told = [type(event) for event in play.game.events]
    assert told.index(events.UnitRecovered) < told.index(events.MoraleTested)
    assert [(event.passed, event.how) for event in play.told(events.MoraleTested)] == [(face == 4, "")]
    assert play.unit("Unit").shaken == (face == 3)


@pytest.mark.rule("aofr.activation.mandatory")
def test_an_advance_on_which_nobody_moves_is_told_once_and_so_is_a_move() -> None:
    table = draw("Unit at 36,10 | Foe at 36,30 face 180", Unit=FOOT, Foe=FOOT)
    stayed = acts(table, "Unit").act("Unit", "advance").stay()
    assert [event.action for event in stayed.told(events.UnitActivated)] == ["advance"]
    assert acts(table, "Unit").act("Unit", "advance").move(Forward(2)).told(events.UnitActivated) == []


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize("action", ["advance", "charge"])
def test_a_spell_on_the_next_move_is_spent_by_it(action: str) -> None:
    table = draw("Unit at 36,10 | Foe at 36,18 face 180", Unit=regiment(size=5, weapons=[], spells=[HASTE]), Foe=FOOT)
    play = acts(table.set("Unit", effects=(Effect("Haste", 0),)), "Unit")
    if action == "charge":
        play.charge("Unit", "Foe")
    else:
        assert "8" in next(option.label for option in play.activate("Unit").options if option.key == "advance")
        play.act("Unit", "advance").stay()
    assert play.unit("Unit").effects == ()
