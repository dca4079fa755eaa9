"""Transports: who fits, getting in, getting out, what is seen, and what happens when one is lost."""

from __future__ import annotations

import pytest

from tests.regiments.harness import Play, Table, acts, draw, find, happen, refusal, regiment
from warhost.field.ground.placing import Ground
from warhost.play import Placed
from warhost.play.questions import Manoeuvre
from warhost.rulesets.regiments.chapters.deployment import setup
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Regiment, events, unit_sees
from warhost.table import Forward, Pivot, Pose, distance, overlaps

WAGON = regiment(1, rules=["Transport(11)", "Tough(6)"], base=(2, 4))
ONE = regiment(1)
FIVE = regiment(5)
TEN = regiment(10)
HERO = regiment(1, rules=["Hero", "Tough(6)"])


def taken(crew: Regiment) -> int | None:
    table = draw("Crew at 30,20", Crew=crew)
    return transports.space_taken(table.battle, table.unit("Crew"))


def yard(line: str = "Wagon at 36,20 | Crew at 36,10 | Foe at 60,40 face 180", crew: Regiment = FIVE) -> Table:
    return draw(line, Wagon=WAGON, Crew=crew, Foe=TEN)


def loaded(line: str = "Wagon at 36,20 | Crew at 36,10 | Foe at 60,40 face 180", crew: Regiment = FIVE) -> Table:
    return yard(line, crew).aboard("Crew", "Wagon")


def kinds(game: Play) -> list[str]:
    """The kinds of move that are offered."""
    question = game.question
    assert isinstance(question, Manoeuvre)
    return [kind.name for kind in question.kinds]


def why_not(crew: Regiment, wagon: Regiment = WAGON) -> str:
    table = draw("Wagon at 36,20 | Crew at 36,10", Wagon=wagon, Crew=crew)
    refused = transports.why_not_carry(table.battle, table.unit("Wagon"), table.unit("Crew"))
    return "" if refused is None else refused.rule or ""


@pytest.mark.rule("aofr.special.transport.capacity")
def test_plain_models_and_heroes_take_one_space_and_tough_ones_three() -> None:
    assert taken(regiment(10, hero=regiment(1, rules=["Hero", "Tough(3)"]))) == 11
    assert taken(regiment(3, rules=["Tough(3)"])) == 9
    assert taken(regiment(3, rules=["Tough(2)"])) == 9
    assert why_not(regiment(10, hero=regiment(1, rules=["Hero", "Tough(3)"]))) == ""
    assert why_not(regiment(12)) == "aofr.special.transport.capacity"
    assert why_not(FIVE, wagon=regiment(1)) == "aofr.special.transport.capacity"


@pytest.mark.rule("aofr.special.transport.capacity")
def test_who_is_inside_takes_room_from_the_others() -> None:
    table = draw("Wagon at 36,20 | Crew at 36,10 | More at 30,10", Wagon=WAGON, Crew=TEN, More=FIVE)
    table.aboard("Crew", "Wagon")
    refused = transports.why_not_carry(table.battle, table.unit("Wagon"), table.unit("More"))
    assert refused is not None
    assert refused.rule == "aofr.special.transport.capacity"


@pytest.mark.rule("aofr.special.transport.capacity")
def test_as_many_as_there_is_room_for_fit() -> None:
    table = draw("Wagon at 36,20 | Crew at 36,10 | More at 30,10", Wagon=WAGON, Crew=regiment(6), More=FIVE)
    table.aboard("Crew", "Wagon")
    assert transports.why_not_carry(table.battle, table.unit("Wagon"), table.unit("More")) is None


@pytest.mark.rule("aofr.special.transport.capacity")
def test_no_transport_carries_the_enemy_itself_or_one_that_carries_others() -> None:
    cart = regiment(1, rules=["Transport(5)"])
    table = draw("0 Wagon at 36,20 | 0 Cart at 30,20 | 0 Crew at 36,10 | 1 Foe at 20,20", None,
        Wagon=WAGON, Cart=cart, Crew=FIVE, Foe=ONE)  # fmt: skip

    def carried(name: str, by: str = "Wagon") -> bool:
        return transports.why_not_carry(table.battle, table.unit(by), table.unit(name)) is None

    assert carried("Cart")
    assert not carried("Cart", by="Cart")
    assert not carried("Foe")
    table.aboard("Crew", "Cart")
    assert not carried("Cart")


@pytest.mark.rule("aofr.special.transport.embark", "aofr.terrain.dangerous")
def test_who_goes_aboard_through_dangerous_ground_tests_and_may_not_arrive() -> None:
    line = "72x48 lava 36,15 8x1 | Wagon at 36,20 | Crew at 36,11.5 | Foe at 60,40 face 180"
    burnt = acts(yard(line), "Crew", [(1, 2, 2, 2, 2)]).act("Crew", "advance").move(Forward(6), kind="embark")
    assert (burnt.unit("Crew").models, burnt.unit("Crew").inside) == (4, burnt.unit("Wagon").id)
    lost = acts(yard(line, ONE), "Crew", [1]).act("Crew", "advance").move(Forward(6), kind="embark")
    assert (lost.unit("Crew").fate, lost.unit("Crew").inside) == ("destroyed", None)
    assert not lost.told(events.UnitEmbarked)


@pytest.mark.rule("aofr.special.transport.destroyed")
def test_who_stands_where_a_lost_transport_was_keeps_an_inch_from_others() -> None:
    table = loaded("Wagon at 36,20 | Crew at 36,10 | Foe at 36,24 face 180")
    game = happen(table, lambda b: removal.destroy(b, find(b, "Wagon")), dice=[(2, 2, 2, 2, 2)])
    assert refusal(game, Placed(Pose(36.0, 22.0, 0.0))).rule == "aofr.move.one_inch"
    assert refusal(game, Placed(Pose(36.0, 12.6, 0.0))).rule == "aofr.special.transport.destroyed"
    assert game.place(36.0, 20.0).unit("Crew").moved


@pytest.mark.rule("aofr.special.transport.destroyed")
def test_passengers_that_die_in_the_test_are_not_set_down() -> None:
    game = happen(loaded(crew=ONE), lambda b: removal.destroy(b, find(b, "Wagon")), dice=[1])
    assert (game.game.over, game.unit("Crew").fate, game.unit("Crew").shaken) == (True, "destroyed", False)


@pytest.mark.rule("aofr.special.transport.too_big")
def test_who_is_too_tough_cannot_be_carried() -> None:
    assert taken(regiment(1, rules=["Tough(6)"])) is None
    assert taken(regiment(1, rules=["Tough(4)"])) is None
    assert taken(HERO) == 1
    assert taken(regiment(1, rules=["Hero", "Tough(7)"])) is None
    assert taken(regiment(1, rules=["Hero", "Tough(9)"])) is None
    assert why_not(regiment(1, rules=["Tough(6)"])) == "aofr.special.transport.too_big"


@pytest.mark.rule("aofr.special.transport.embark", "aofr.special.transport.embark_one_inch")
def test_a_unit_that_reaches_its_transport_with_one_model_is_inside() -> None:
    # The wagon's rear is at y = 18, the crew's front 6" before it.
    game = acts(yard("Wagon at 36,20 | Crew at 36,11.5 | Foe at 60,40 face 180"), "Crew").act("Crew", "advance")
    assert game.refuses(Forward(6)) == "aofr.move.one_inch"
    assert game.refuses(Forward(5.5), kind="embark") == "aofr.special.transport.embark"
    game.move(Forward(6), kind="embark")
    crew = game.unit("Crew")
    assert (crew.inside, crew.pose, crew.moved) == (game.unit("Wagon").id, None, True)
    assert game.told(events.UnitEmbarked)


@pytest.mark.rule("aofr.special.transport.embark")
def test_the_way_aboard_is_a_legal_move() -> None:
    line = "72x48 {} | Wagon at 36,20 | Crew at 36,11.5 | Foe at 60,40 face 180"
    game = acts(yard(line.format("")), "Crew").act("Crew", "rush")
    assert game.refuses(Pivot(5), Forward(6), Pivot(-5), kind="embark") == "aofr.move.advance_pivot"
    blocked = acts(yard(line.format("building 36,15 8x1")), "Crew").act("Crew", "rush")
    assert blocked.refuses(Forward(6), kind="embark") == "aofr.terrain.impassable"


@pytest.mark.rule("aofr.special.transport.embark", "aofr.special.transport.capacity")
def test_going_aboard_is_offered_only_where_there_is_room() -> None:
    line = "0 Wagon at 36,20 | 0 Crew at 36,11.5 | 0 More at 60,10 | 1 Foe at 60,40 face 180"
    table = draw(line, Wagon=WAGON, Crew=FIVE, More=TEN, Foe=TEN)
    assert kinds(acts(table, "Crew").act("Crew", "advance")) == ["advance", "embark"]
    assert kinds(acts(table.aboard("More", "Wagon"), "Crew").act("Crew", "advance")) == ["advance"]
    friend = draw(line, Wagon=regiment(1, base=(2, 4)), Crew=FIVE, More=TEN, Foe=TEN)
    assert kinds(acts(friend, "Crew").act("Crew", "advance")) == ["advance"]


@pytest.mark.rule("aofr.special.transport.embark")
def test_a_transport_out_of_reach_is_not_offered_and_one_around_the_corner_is_found() -> None:
    far = acts(yard("Wagon at 36,30 | Crew at 36,11 | Foe at 60,40 face 180"), "Crew").act("Crew", "advance")
    assert kinds(far) == ["advance"]
    near = acts(yard("Wagon at 40,18 | Crew at 34,14 | Foe at 60,40 face 180"), "Crew").act("Crew", "rush")
    aboard = [answer for answer in near.game.asked.suggestions() if getattr(answer, "kind", "") == "embark"]
    assert aboard
    near.answer(aboard[0])
    assert near.unit("Crew").inside == near.unit("Wagon").id


@pytest.mark.rule("aofr.special.transport.disembark")
def test_a_unit_gets_out_beside_the_transport_and_stays_fully_within_six_inches() -> None:
    game = acts(loaded(), "Crew").act("Crew", "rush")
    assert game.topic == "disembark"
    assert refusal(game, Placed(Pose(36.0, 26.0, 0.0))).rule == "aofr.special.transport.disembark"
    assert refusal(game, Placed(Pose(36.0, 22.0, 0.0))).rule == "aofr.special.transport.disembark"
    game.place(36.0, 22.5)
    assert (game.topic, game.unit("Crew").moved, len(game.told(events.UnitDisembarked))) == ("rush", True, 1)
    # Its front corners are 2.5" from the middle, the wagon's front is at y = 22 and its sides at 35 and 37.
    assert game.refuses(Forward(4.9)) == "aofr.special.transport.disembark"
    game.move(Forward(4.8))
    assert game.unit("Crew").inside is None
    assert game.footprint("Crew").y == pytest.approx(27.3)


@pytest.mark.rule("aofr.special.transport.disembark")
def test_who_gets_out_is_set_down_fully_within_six_inches() -> None:
    # A front of 10": set down at the end of the hull its far corner is 9" from it.
    game = acts(loaded(crew=regiment(5, base=(2, 1))), "Crew").act("Crew", "advance")
    assert refusal(game, Placed(Pose(41.0, 22.5, 0.0))).rule == "aofr.special.transport.disembark"
    game.place(36.0, 22.5)


@pytest.mark.rule("aofr.special.transport.disembark")
def test_who_gets_out_keeps_an_inch_from_others() -> None:
    table = draw("Wagon at 36,20 | Crew at 36,10 | Foe at 36,24 face 180", Wagon=WAGON, Crew=FIVE, Foe=TEN)
    game = acts(table.aboard("Crew", "Wagon"), "Crew").act("Crew", "advance")
    assert refusal(game, Placed(Pose(36.0, 22.5, 0.0))).rule == "aofr.move.one_inch"


@pytest.mark.rule("aofr.special.transport.disembark")
def test_without_room_beside_it_nobody_gets_out() -> None:
    line = "72x48 building 36,23.5 20x3 building 36,16.5 20x3 building 41,20 8x4 building 31,20 8x4"
    table = loaded(f"{line} | Wagon at 36,20 | Crew at 60,10 | Foe at 60,40 face 180")
    game = acts(table, "Crew")
    # Only Hold is left, which inside means to do nothing.
    assert game.game.over
    assert game.unit("Crew").inside is not None


@pytest.mark.rule("aofr.special.transport.disembark_charge")
def test_a_charge_may_begin_inside() -> None:
    table = loaded("Wagon at 36,20 | Crew at 36,10 | Foe at 36,27 face 180")
    game = acts(table, "Crew", {"": 1}).activate("Crew")
    game.choose(target="Foe")
    charged = game.told(events.UnitCharged)[0]
    assert charged.target == game.unit("Foe").id
    assert game.unit("Crew").inside is None
    assert game.told(events.MeleeBegan)
    # 6" and more away: within charge distance, but the charger would not be fully within 6" of its transport.
    for y in (29, 31):
        far = acts(loaded(f"Wagon at 36,20 | Crew at 36,10 | Foe at 36,{y} face 180"), "Crew").activate("Crew")
        assert not far.offers(target="Foe")


@pytest.mark.rule("aofr.special.transport.not_both")
def test_who_got_out_cannot_go_in_with_the_same_move() -> None:
    table = draw("Wagon at 36,20 | Cart at 44,20 | Crew at 36,10 | Foe at 60,40 face 180",
        Wagon=WAGON, Cart=WAGON, Crew=FIVE, Foe=TEN)  # fmt: skip
    game = acts(table.aboard("Crew", "Wagon"), "Crew").act("Crew", "rush").place(37.5, 20.0, 90.0)
    assert game.topic == "rush"
    assert kinds(game) == ["rush"]
    assert game.refuses(Forward(4.0), kind="embark") == "aofr.action.rush"


@pytest.mark.rule("aofr.special.transport.los")
def test_nothing_is_seen_between_inside_and_outside() -> None:
    bows = regiment(5, weapons=['Bow (30", A1)'])
    table = loaded("Wagon at 36,20 | Crew at 36,10 | Foe at 36,30 face 180", crew=bows)
    battle, crew, foe = table.battle, table.unit("Crew"), table.unit("Foe")
    assert not unit_sees(battle, crew, foe)
    assert not unit_sees(battle, foe, crew)
    game = acts(table, "Crew").act("Crew", "hold")
    assert game.game.over
    assert not game.rolls


@pytest.mark.rule("aofr.special.transport.inside_targets")
def test_inside_one_sees_the_others_there_and_the_transport() -> None:
    table = draw("Wagon at 36,20 | Crew at 36,10 | Hero at 30,10 | Cart at 60,10",
        Wagon=WAGON, Crew=FIVE, Hero=HERO, Cart=WAGON)  # fmt: skip
    table.aboard("Crew", "Wagon").aboard("Hero", "Wagon")
    battle, crew = table.battle, table.unit("Crew")
    assert unit_sees(battle, crew, table.unit("Hero"))
    assert unit_sees(battle, crew, table.unit("Wagon"))
    assert not unit_sees(battle, crew, table.unit("Cart"))
    assert not unit_sees(battle, table.unit("Wagon"), crew)


@pytest.mark.rule("aofr.special.transport.destroyed")
def test_passengers_of_a_lost_transport_test_are_shaken_and_stand_within_six_inches() -> None:
    table = loaded()
    game = happen(table, lambda b: removal.destroy(b, find(b, "Wagon")), dice=[(1, 2, 3, 4, 1)])
    assert [roll.rule for roll in game.rolls] == ["aofr.terrain.dangerous_test"]
    assert game.topic == "bail out"
    assert refusal(game, Placed(Pose(36.0, 30.0, 0.0))).rule == "aofr.special.transport.destroyed"
    # The ground under the wreck may be used.
    game.place(36.0, 20.0)
    crew = game.unit("Crew")
    assert (crew.models, crew.shaken, crew.inside) == (3, True, None)
    assert [event.unit for event in game.told(events.UnitDisembarked)] == [crew.id]
    assert "Crew became Shaken" in game.log
    assert game.unit("Wagon").pose is None


@pytest.mark.rule("aofr.special.transport.destroyed")
def test_passengers_without_room_are_lost() -> None:
    table = draw("2x4 | Wagon at 1,2 | Crew at 1,1", Wagon=WAGON, Crew=FIVE).aboard("Crew", "Wagon")
    game = happen(table, lambda b: removal.destroy(b, find(b, "Wagon")), dice=[(2, 2, 2, 2, 2)])
    assert (game.unit("Crew").fate, game.unit("Crew").inside, game.game.over) == ("destroyed", None, True)


@pytest.mark.rule("aofr.special.transport.deploy")
def test_units_inside_are_deployed_with_their_transport() -> None:
    table = draw("Wagon off | Crew off | Foe at 60,40 face 180", Wagon=WAGON, Crew=FIVE, Foe=TEN)
    ground = Ground(rule="aofr.deploy.zone", parts=table.battle.zones[0])
    game = happen(table, lambda b: setup._deploy(b, find(b, "Wagon"), ground))
    game.place(36.0, 6.0)
    game.choose(unit="Crew")
    assert game.unit("Crew").inside == game.unit("Wagon").id
    assert game.game.over


@pytest.mark.rule("aofr.special.transport.deploy")
def test_a_transport_and_those_inside_take_one_turn_to_deploy() -> None:
    line = "0 Wagon off | 0 Crew off | 0 More off | 1 Foe off | 1 Foes off"
    table = draw(line, None, Wagon=WAGON, Crew=FIVE, More=FIVE, Foe=TEN, Foes=TEN)
    game = table.play(stage="deploy", turn=0).choose(unit="Wagon").place(36, 6)
    assert (game.topic, game.question.seat) == ("aboard", 0)
    game.choose(unit="Crew")
    # There is room for both; then it is the other player's turn, and nobody is left to deploy.
    assert [option.unit for option in game.options] == [None, game.unit("More").id]
    game.choose(unit="More")
    assert (game.topic, game.question.seat) == ("deploy", 1)
    inside = [game.unit(name).inside for name in ("Crew", "More")]
    assert inside == [game.unit("Wagon").id] * 2
    game.choose(unit="Foe").place(20, 42, 180).place(50, 42, 180)
    assert game.battle.turn == 1
    assert [event.unit for event in game.told(events.UnitDeployed)] == [
        game.unit(n).id for n in ("Wagon", "Foe", "Foes")
    ]


@pytest.mark.rule("aofr.special.transport.deploy")
def test_only_own_units_that_are_not_down_or_set_aside_go_inside_as_it_deploys() -> None:
    names = ("Down", "Aside", "Lost", "Elsewhere", "Crew")
    line = "0 Wagon off | 0 Cart at 10,6 | 0 Down at 20,6 | " + " | ".join(f"0 {name} off" for name in names[1:])
    table = draw(f"{line} | 1 Foe off", None, Wagon=WAGON, Cart=WAGON, Foe=FIVE, **dict.fromkeys(names, FIVE))
    table.set("Aside", reserve="ambush").set("Lost", fate="destroyed").aboard("Elsewhere", "Cart")
    game = table.play(stage="deploy", turn=0).choose(unit="Wagon").place(36, 6)
    assert [option.unit for option in game.options] == [None, game.unit("Crew").id]


@pytest.mark.rule("aofr.special.transport.deploy")
def test_a_transport_may_be_deployed_empty_and_nobody_is_asked_who_does_not_fit() -> None:
    table = draw("Wagon off | Crew off | Foe at 60,40 face 180", Wagon=WAGON, Crew=FIVE, Foe=TEN)
    ground = Ground(rule="aofr.deploy.zone", parts=table.battle.zones[0])
    game = happen(table, lambda b: setup._deploy(b, find(b, "Wagon"), ground))
    game.place(36.0, 6.0).choose("none")
    assert game.game.over
    assert game.unit("Crew").inside is None
    alone = draw("Wagon off | Foe at 60,40 face 180", Wagon=WAGON, Foe=TEN)
    assert happen(alone, lambda b: setup._deploy(b, find(b, "Wagon"), ground)).place(36.0, 6.0).game.over


def test_the_ways_out_do_not_overlap_the_transport() -> None:
    table = loaded()
    wagon = table.footprint("Wagon")
    spots = list(transports.ways_out(table.battle, table.unit("Crew"), table.unit("Wagon")))
    assert spots
    assert all(distance(spot, wagon) == pytest.approx(0.0, abs=0.001) for spot in spots)
    assert not any(overlaps(spot, wagon) for spot in spots)
