"""Several units charge one enemy (Multiple charges; Charging engaged units)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, draw, pose, refusal, unit
from warhost.dice import Chance
from warhost.field.contact.engagement import Foe
from warhost.play import Pick, Picked, Refused
from warhost.players import named_player
from warhost.rulesets import ruleset
from warhost.rulesets.kings_of_war.chapters.movement import joint_charge
from warhost.rulesets.kings_of_war.core import Unit, apart
from warhost.table import MM_PER_INCH, Arc

MM = 1 / MM_PER_INCH
DEEP, WIDE = 80 * MM, 100 * MM
IDLE = "Idle at 66,6"


def drawn(line: str, **units: Any) -> Table:
    names = [part.split(" at ")[0].split()[-1] for part in line.split("|") if " at " in part]
    return draw(f"{line} | {IDLE}", None, **{name: unit() for name in [*names, "Idle"]} | units)


def offset(game: Play, name: str, foe: str = "Foe") -> float:
    """How far to the right of the table the unit stands from its enemy, in millimetres."""
    return (pose(game, name).x - pose(game, foe).x) * MM_PER_INCH


def picking(table: Table, name: str = "One") -> Play:
    game = table.play().order(name, f"charge>{table.unit('Foe').id}")
    assert isinstance(game.question, Pick), f"{game.topic} is asked"
    return game


TWO = "One at 33.5,10 | Two at 38.5,10 | Foe at 36,20 face 180"


@pytest.mark.rule("kow.charge.multiple_placement")
@pytest.mark.parametrize("size", ["horde", "regiment"])
def test_two_chargers_share_the_front(size: str) -> None:
    game = drawn(TWO, Foe=unit(size=size)).play().charge("One", "Foe", "Two")
    assert offset(game, "One") == pytest.approx(-50, abs=0.1)
    assert offset(game, "Two") == pytest.approx(50, abs=0.1)
    assert game.unit("One").order == game.unit("Two").order == "charge"
    assert {foe.unit for foe in game.unit("Foe").foes} == {game.unit("One").id, game.unit("Two").id}


@pytest.mark.rule("kow.charge.multiple_unequal")
def test_chargers_of_different_width_are_one_block_in_the_middle() -> None:
    game = drawn(TWO, Foe=unit(size="horde"), Two=unit(type="cavalry")).play().charge("One", "Foe", "Two")
    assert offset(game, "One") == pytest.approx(-62.5, abs=0.1)
    assert offset(game, "Two") == pytest.approx(50, abs=0.1)


def test_a_narrow_facing_gives_each_of_two_unequal_chargers_a_millimetre() -> None:
    foe = unit(type="monster")
    game = drawn(TWO, Foe=foe, One=unit(size="horde"), Two=unit(hero=True)).play().charge("One", "Foe", "Two")
    # 200 and 40 mm in one block: its border would be 80 mm off the middle of a front of 50 mm.
    assert offset(game, "One") == pytest.approx(24 - 100, abs=0.1)
    assert offset(game, "Two") == pytest.approx(24 + 20, abs=0.1)


@pytest.mark.rule("kow.charge.multiple_no_crossing")
@pytest.mark.parametrize(("first", "second"), [("One", "Two"), ("Two", "One")])
@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
def test_who_starts_on_the_left_ends_on_the_left(first: str, second: str, kind: str) -> None:
    game = drawn(TWO, Two=unit(type=kind)).play().charge(first, "Foe", second)
    assert offset(game, "One") < offset(game, "Two")


@pytest.mark.rule("kow.charge.multiple_no_crossing")
@pytest.mark.parametrize("left", ["One", "Two"])
def test_of_units_that_start_level_the_player_says_who_stands_on_the_left(left: str) -> None:
    line = "One at 36,8 | Two at 36,13.5 | Foe at 36,20 face 180"
    table = drawn(line, One=unit(type="cavalry", speed=8), Foe=unit(size="horde"))
    game = table.play().charge("Two", "Foe", "One")
    assert game.topic == "left"
    game.choose(str(game.unit(left).id))
    assert offset(game, left) < offset(game, "One" if left == "Two" else "Two")


@pytest.mark.rule("kow.charge.multiple")
def test_no_more_than_two_charge_one_facing() -> None:
    line = "One at 31,10 | Two at 36,10 | Three at 41,10 | Side at 46,22 face 270 | Foe at 36,20 face 180"
    table = drawn(line, Foe=unit(size="horde"))
    table.unit("Side").seat = 0
    game = picking(table)
    two, three, side = (str(table.unit(name).id) for name in ("Two", "Three", "Side"))
    assert refusal(game, Picked((two, three))).rule == "kow.charge.multiple"
    game.answer(Picked((two, side)))
    assert {foe.mine for foe in game.unit("Foe").foes} == {Arc.FRONT, Arc.LEFT}
    assert len(game.unit("Foe").foes) == 3


@pytest.mark.rule("kow.charge.multiple_orders_first")
@pytest.mark.rule("kow.interp.charge_group_exempt")
@pytest.mark.rule("kow.charge.friends_block")
def test_who_charges_along_is_not_in_the_way() -> None:
    line = "One at 36,8 | Two at 36.2,13.5 | Foe at 36,20 face 180"
    # Cavalry looks over the horde before it.
    table = drawn(line, One=unit(type="cavalry", speed=8), Two=unit(size="horde"), Foe=unit(size="horde"))
    game = table.play().order("One", f"charge>{table.unit('Foe').id}")
    # One cannot charge without Two, so nobody is asked who charges along.
    assert game.unit("One").foes
    assert game.unit("Two").foes
    assert offset(game, "One") < offset(game, "Two")


@pytest.mark.rule("kow.charge.multiple", "kow.charge.multiple_no_room")
def test_a_charge_that_needs_a_friend_tells_the_odds_of_both() -> None:
    line = "One at 36,8 | Two at 36.2,13.5 | Foe at 36,20 face 180"
    table = drawn(line, One=unit(type="cavalry", speed=8), Two=unit(size="horde"), Foe=unit(size="horde"))
    key = f"charge>{table.unit('Foe').id}"
    game = table.play().choose(unit="One")
    (option,) = (option for option in game.weighed if option.key == key)
    assert option.label.endswith(", only together with Two")
    possible = joint_charge.first_plan(table.battle, table.unit("One"), table.unit("Foe"))
    assert possible is not None
    one, two = possible.plans()
    assert [table.battle.units[plan.unit].name for plan in (one, two)] == ["One", "Two"]
    assert option.odds == joint_charge.prospects(table.battle, [one, two])
    assert option.odds != joint_charge.prospects(table.battle, [one])
    assert option.pose == one.place.pose


@pytest.mark.rule("kow.charge.multiple", "kow.charge.multiple_no_room")
@pytest.mark.parametrize(("walls", "least"), [("", 0), (" building 39.1,17 2x4", 1)])
def test_who_cannot_charge_alone_is_asked_for_somebody(walls: str, least: int) -> None:
    # Friend holds most of the front; beside it there is room for New, or a wall. It may reform or wrap around.
    table = drawn(f"kow | 72x48{walls} | New at 36,9 | Friend at 36,15 | Foe at 36,20 face 180")
    game = picking(table.engage("Friend", "Foe", offset=60 * MM), "New")
    assert isinstance(game.question, Pick)
    assert game.question.least == least
    if least:
        assert refusal(game, Picked(())).message


@pytest.mark.rule("kow.charge.multiple_no_room")
def test_who_has_no_room_gets_another_order() -> None:
    walls = f"building {36 - 75 * MM - 1},17 2x4 building {36 + 75 * MM + 1},17 2x4"
    table = drawn(f"kow | 72x48 {walls} | One at 35,9 | Two at 37.5,13 | Foe at 36,20 face 180")
    game = table.play().order("Two", f"charge>{table.unit('Foe').id}")
    assert game.topic == "order"
    assert not game.unit("One").order
    assert game.offers(str(game.unit("One").id))


# Enemies that are engaged already


def fought(size: str = "regiment") -> Table:
    """A friend fights the middle of the enemy's front; another unit may charge it."""
    return drawn("New at 37.5,9 | Friend at 36,15 | Foe at 36,20 face 180", Foe=unit(size=size)).engage("Friend", "Foe")


@pytest.mark.rule("kow.charge.into_engaged_reform")
@pytest.mark.rule("kow.reform.combined")
def test_a_friend_reforms_to_make_room() -> None:
    table = fought()
    # New cannot charge unless Friend makes room, so nobody is asked.
    game = table.play().order("New", f"charge>{table.unit('Foe').id}")
    assert offset(game, "Friend") == pytest.approx(-50, abs=0.1)
    assert offset(game, "New") == pytest.approx(50, abs=0.1)
    assert (game.unit("Friend").order, game.unit("New").order) == ("reform", "charge")
    assert game.unit("New").charged
    assert not game.unit("Friend").charged


@pytest.mark.rule("kow.charge.into_engaged_reform")
def test_a_friend_that_has_its_order_already_makes_no_room() -> None:
    table = fought()
    game = table.play().order("Friend", "halt").order("New")
    assert not game.offers(f"charge>{table.unit('Foe').id}")


@pytest.mark.rule("kow.reform.combined")
def test_no_more_than_two_friends_charge_and_reform_on_one_facing() -> None:
    # There would be room for three heroes on the front of a horde.
    hero = unit(hero=True)
    line = "New at 36,9 | Friend at 30,15 | Third at 42,15 | Foe at 36,20 face 180"
    table = drawn(line, New=hero, Friend=hero, Third=hero, Foe=unit(size="horde"))
    table.engage("Friend", "Foe", offset=-2.0)
    game = picking(table, "New")
    friend = str(table.unit("Friend").id)
    assert refusal(game, Picked((friend, str(table.unit("Third").id)))).rule == "kow.charge.multiple"
    game.answer(Picked((friend,)))
    assert len(game.unit("Foe").foes) == 2


@pytest.mark.rule("kow.reform.combined")
def test_a_friend_that_fights_on_counts_as_one_of_the_two_on_its_facing() -> None:
    hero = unit(hero=True)
    line = "New at 36,9 | Friend at 30,15 | Third at 42,15 | Foe at 36,20 face 180"
    table = drawn(line, New=hero, Friend=hero, Third=hero, Foe=unit(size="horde"))
    table.engage("Friend", "Foe", offset=-2.0).engage("Third", "Foe", offset=2.0)
    foe = table.unit("Foe")
    members = [
        joint_charge.Member(table.unit("New").id, Arc.FRONT),
        joint_charge.Member(table.unit("Friend").id, Arc.FRONT, reforms=True),
    ]
    with pytest.raises(Refused) as refused:
        joint_charge.arrange(table.battle, foe, members)
    assert refused.value.rule == "kow.charge.multiple"
    assert not table.play().order("New").offers(f"charge>{foe.id}")


@pytest.mark.rule("kow.charge.into_engaged")
def test_a_second_unit_may_join_on_the_same_facing() -> None:
    game = fought("horde").play().charge("New", "Foe")
    assert offset(game, "Friend") == pytest.approx(0)
    assert offset(game, "New") == pytest.approx(100, abs=0.1)
    assert not game.unit("Friend").order


@pytest.mark.rule("kow.reform.combined")
@pytest.mark.rule("kow.reform.wrap_place")
def test_a_friend_wraps_around_while_another_charges() -> None:
    """The friend's front is past the corner: it goes to the flank, and the newcomer has the front for itself."""
    line = "New at 35,9 | Friend at 36,15 | Foe at 36,20 face 180"
    table = drawn(line).engage("Friend", "Foe", offset=60 * MM)
    friend = str(table.unit("Friend").id)
    game = picking(table, "New")
    assert isinstance(game.question, Pick)
    assert [option.key for option in game.question.options] == [friend, f"{friend}:wrap"]
    assert refusal(game, Picked((friend, f"{friend}:wrap"))).rule == "kow.move.one_order_each"
    rules = ruleset("kow")
    captain = named_player("captain", 0, Chance("wrap"))
    game.game.asked.check(captain.decide(game.game.asked, rules.view(game.battle, 0), rules).answer)
    game.answer(Picked((f"{friend}:wrap",)))
    assert offset(game, "New") == pytest.approx(0, abs=0.1)
    (foe,) = game.unit("Friend").foes
    assert foe.theirs in (Arc.LEFT, Arc.RIGHT)
    assert pose(game, "Friend").y == pytest.approx(pose(game, "Foe").y)
    assert (game.unit("Friend").order, game.unit("New").order) == ("reform", "charge")


@pytest.mark.rule("kow.reform.combined")
@pytest.mark.rule("kow.reform.no_new_no_lost")
def test_a_friend_with_two_enemies_reforms_beside_a_charger_and_keeps_both() -> None:
    """It stands before the border between Foe and Other and makes room on Foe only as far as Other lets it."""
    left, right = 36 - WIDE / 2, 36 + WIDE / 2
    line = f"New at {36 + WIDE},9 | Friend at 36,15 | Other at {left},20 face 180 | Foe at {right},20 face 180"
    table = drawn(line).engage("Friend", "Foe", offset=50 * MM).engage("Friend", "Other", offset=-50 * MM)
    table.unit("Other").seat = 1
    friend = str(table.unit("Friend").id)
    game = picking(table, "New").answer(Picked((friend,)))
    assert {foe.unit for foe in game.unit("Friend").foes} == {game.unit("Foe").id, game.unit("Other").id}
    assert apart(game.battle, game.unit("Friend"), game.unit("Other")) < 1e-3
    assert offset(game, "New") - offset(game, "Friend") == pytest.approx(100, abs=0.1)
    assert game.unit("Friend").order == "reform"


@pytest.mark.rule("kow.charge.facing_unclear")
@pytest.mark.rule("kow.charge.multiple")
@pytest.mark.parametrize(("face", "facing"), [(2, Arc.FRONT), (5, Arc.LEFT)])
def test_a_unit_whose_facing_is_in_doubt_may_join_and_a_die_says_which(face: int, facing: Arc) -> None:
    """The middle of the front of Two is on the border between the front and the left of Foe."""
    corner = (36 + WIDE / 2, 20 - DEEP / 2)
    line = f"One at 36,10 | Two at {corner[0] + 5},{corner[1] - 5 - DEEP / 2} | Foe at 36,20 face 180"
    table = drawn(line)
    game = table.play(dice=[face]).order("One", f"charge>{table.unit('Foe').id}")
    game.answer(Picked((str(table.unit("Two").id),)))
    assert [foe.theirs for foe in game.unit("Two").foes] == [facing]
    assert [foe.theirs for foe in game.unit("One").foes] == [Arc.FRONT]


def test_a_friend_with_an_order_stays_where_it_is() -> None:
    table = fought()
    table.unit("Friend").order = "halt"
    assert joint_charge.first_plan(table.battle, table.unit("New"), table.unit("Foe")) is None


# Variable distance


def wild(gap: float, face: int, *partners: str) -> Play:
    line = f"Unit at 36,10 | Foe at 36,{10 + DEEP + gap} face 180 | Other at 31,20 face 180"
    table = drawn(line, Unit=unit(rules=["Wild Charge (D3)"]))
    return table.play(dice=[face]).order("Unit", f"charge>{table.unit('Foe').id}")


@pytest.mark.rule("kow.special.wild_charge_variable")
def test_a_charge_that_falls_short_leaves_another_order_but_no_charge() -> None:
    game = wild(12.0, 1)
    assert not game.unit("Unit").foes
    assert not game.unit("Unit").order
    assert game.topic == "move"
    assert charge_denied(game, "Other")
    reached = wild(12.0, 4)
    assert reached.unit("Unit").foes


def charge_denied(game: Play, name: str) -> bool:
    unit: Unit = game.unit("Unit")
    return game.unit(name).id in unit.barred


@pytest.mark.rule("kow.special.wild_charge_variable")
def test_no_die_is_rolled_where_it_does_not_matter() -> None:
    table = drawn(f"Unit at 36,10 | Foe at 36,{10 + DEEP + 9} face 180", Unit=unit(rules=["Wild Charge (D3)"]))
    assert table.play().charge("Unit", "Foe").unit("Unit").foes


@pytest.mark.rule("kow.special.wild_charge")
@pytest.mark.parametrize(("gap", "can"), [(14.0, True), (14.1, False)])
def test_wild_charge_adds_to_the_distance(gap: float, can: bool) -> None:
    line = f"Unit at 36,10 | Foe at 36,{10 + DEEP + gap} face 180"
    table = drawn(line, Unit=unit(speed=6, rules=["Wild Charge (2)"]))
    game = table.play().order("Unit")
    assert (game.topic == "action" and game.offers(f"charge>{table.unit('Foe').id}")) is can


@pytest.mark.rule("kow.charge.multiple", "kow.special.phalanx")
def test_of_two_who_need_each_other_spears_hinder_the_riders_alone() -> None:
    line = "One at 36,8 | Two at 36.2,13.5 | Foe at 36,20 face 180"
    units = {"One": unit(type="cavalry", speed=8), "Two": unit(size="horde")}
    game = drawn(line, **units, Foe=unit(size="horde", rules=["Phalanx"])).play()
    game.order("One", f"charge>{game.unit('Foe').id}")
    assert (game.unit("One").hindered, game.unit("Two").hindered) == (True, False)
    assert len(game.unit("Foe").foes) == 2


@pytest.mark.rule("kow.special.wild_charge_variable", "kow.charge.impossible_other_order", "kow.charge.multiple")
def test_who_needs_a_friend_that_falls_short_may_charge_another_and_the_friend_nobody() -> None:
    line = f"One at 36,6 | Two at 36.2,13.5 | Foe at 36,{25 + DEEP} face 180 | Else at 53,20 face 250"
    wild = unit(size="horde", rules=["Wild Charge (D3)"])
    table = drawn(line, One=unit(type="cavalry", speed=10), Two=wild, Foe=unit(size="horde"))
    game = table.play(dice={"Wild Charge": 1}).order("One", f"charge>{table.unit('Foe').id}")
    assert not game.unit("One").foes
    assert game.keys == ["move", f"charge>{table.unit('Else').id}"]
    game.choose(game.keys[1])
    assert game.unit("One").foes
    assert game.order("Two").topic == "move"


# Odds


def test_options_tell_what_a_charge_has_to_expect() -> None:
    game = drawn(TWO).play().order("One")
    option = next(one for one in game.weighed if one.key.startswith("charge>"))
    assert any(one.telling for one in option.odds)
    alone = {one.label: one.value for one in option.odds}
    game.choose(option.key)
    question = game.game.asked.weighed()
    assert isinstance(question, Pick)
    both = {one.label: one.value for one in question.options[0].odds}
    rout = next(label for label in alone if "rout" in label)
    assert both[rout] > alone[rout]


def test_units_that_touch_are_not_engaged_by_that() -> None:
    game = drawn(TWO).play().charge("One", "Foe", "Two")
    assert apart(game.battle, game.unit("One"), game.unit("Two")) < 1e-3
    assert game.unit("One").foes == (Foe(game.unit("Foe").id, Arc.FRONT, Arc.FRONT),)
