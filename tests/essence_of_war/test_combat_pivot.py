"""Combat Pivots: who may, after which test, in which order, and where to."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.field.contact.resetting import Stand
from warhost.play.battle import copied
from warhost.play.questions import Chosen
from warhost.play.script import Refused
from warhost.rulesets.essence_of_war.chapters.melee.combat_pivot import make_pivot, may_pivot, places
from warhost.rulesets.essence_of_war.core.battle import Battle, Settings
from warhost.rulesets.essence_of_war.invariants import problems
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import TOLERANCE, Arc, touches

from .brawl import Brawl, brawl
from .harness import Table, draw, find

DICE: dict[str, Any] = {"to hit": 1, "Break": 1, "Panic": 1}
FILE = 20 / 25.4


MORE = Settings(combat_pivot="the same or more")


def flanked(guard: str = "", settings: Settings | None = None, offset: float = 1.5 * FILE) -> Table:
    """Imperial Guard (5x3) in the left flank of Handgunners (5x2, Discipline 7), who lose for it.

    The flank lies before an end of the Guard's front, so that the Handgunners can turn to the same models.
    """
    table = draw(f"0 Imperial Guard at 4,4 {guard} | 1 Handgunners at 18,24 face 180", settings)
    return table.fight("Imperial Guard", "Handgunners", "left", offset)


def fronts(table: Table | Battle, unit: int) -> list[Stand]:
    battle = table.battle if isinstance(table, Table) else table
    return [to for to in places(battle, battle.units[unit]) if to.side is Arc.FRONT]


def asked(game: Brawl) -> list[str]:
    """The topics of all questions until the phase is over, everything declined."""
    topics = []
    while not game.game.over:
        topics.append(game.topic)
        game.decline()
    return topics


@pytest.mark.rule("eow.combat_pivot.who")
def test_units_that_are_still_engaged_may_combat_pivot_or_keep_their_place() -> None:
    table = flanked()
    before = [unit.pose for unit in table.battle.units]
    game = brawl(table, DICE | {"Combat pivot": 1}).until_asked("combat pivot")
    assert (game.question.seat, game.keys[0]) == (0, "keep")
    assert game.offers(unit="Imperial Guard")
    game.choose("keep").rest()
    assert [unit.pose for unit in game.battle.units] == before


@pytest.mark.rule("eow.combat_pivot.who")
def test_units_that_left_the_combat_make_no_combat_pivot() -> None:
    game = brawl(flanked("charging"), DICE | {"Break": 6, "Flee": 6, "Pursuit": 1})
    assert "combat pivot" not in asked(game)


@pytest.mark.rule("eow.combat_pivot.one_facing")
def test_a_unit_engaged_on_two_facings_never_combat_pivots() -> None:
    table = draw("0 Imperial Guard at 4,4 | 1 Handgunners at 18,24 face 180 | 0 Citadel Guard at 30,4")
    table.fight("Imperial Guard", "Handgunners", "left")
    assert may_pivot(table.unit("Handgunners"))
    assert places(table.battle, table.unit("Handgunners"))
    table.fight("Citadel Guard", "Handgunners", "front")
    assert not may_pivot(table.unit("Handgunners"))
    assert not places(table.battle, table.unit("Handgunners"))
    game = brawl(table, DICE).until_asked("combat pivot")
    assert game.question.seat == 0
    assert "combat pivot test" not in asked(game)


@pytest.mark.rule("eow.combat_pivot.loser_test")
@pytest.mark.parametrize(("faces", "allowed"), [((4, 4), False), ((4, 3), True)])
def test_a_unit_that_lost_needs_a_passed_discipline_test(faces: tuple[int, int], allowed: bool) -> None:
    game = brawl(flanked(), DICE | {"Combat pivot": faces}).until_asked("combat pivot test")
    assert game.question.seat == 1
    game.choose("test")
    assert [test.passed for test in game.tests("combat pivot", "Handgunners")] == [allowed]
    assert game.topic == ("combat pivot order" if allowed else "combat pivot")
    seats = []
    while not game.game.over:
        if game.topic == "combat pivot":
            seats.append(game.question.seat)
        game.decline()
    assert (1 in seats) == allowed
    assert not game.tests("combat pivot", "Imperial Guard")


@pytest.mark.rule("eow.combat_pivot.loser_test", "eow.combat_pivot.who")
def test_a_unit_that_lost_may_stay_without_a_test() -> None:
    game = brawl(flanked(), DICE).until_asked("combat pivot test").choose("pass")
    assert not game.tests("combat pivot", "Handgunners")
    assert (game.topic, game.question.seat) == ("combat pivot", 0)
    game.choose("keep")
    assert game.game.over


@pytest.mark.rule("eow.combat_pivot.order")
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_player_says_who_pivots_first_after_all_tests(active: int) -> None:
    game = brawl(flanked(), DICE | {"Combat pivot": 1}, active=active).until_asked("combat pivot test")
    game.choose("test")
    assert (game.topic, game.question.seat) == ("combat pivot order", active)
    game.choose(str(1 - active))
    assert (game.topic, game.question.seat) == ("combat pivot", 1 - active)
    assert {option.unit for option in game.options} == {None, 1 - active}
    game.choose("keep")
    assert (game.topic, game.question.seat) == ("combat pivot", active)


@pytest.mark.rule("eow.combat_pivot.order")
def test_a_player_completes_all_own_pivots_one_at_a_time_in_any_order() -> None:
    table = draw("0 Imperial Guard at 4,4 | 1 Handgunners at 18,24 face 180 | 0 Citadel Guard at 30,4")
    table.fight("Imperial Guard", "Handgunners", "left").fight("Citadel Guard", "Handgunners", "right")
    game = brawl(table, DICE).until_asked("combat pivot")
    game.choose(unit="Citadel Guard")
    assert (game.topic, game.question.seat) == ("combat pivot", 0)
    assert not game.offers(unit="Citadel Guard")
    game.choose(unit="Imperial Guard")
    assert [event.unit for event in game.told(events.CombatPivoted)] == [2, 0]


def test_no_two_pivots_are_offered_in_the_same_words() -> None:
    game = brawl(flanked(settings=MORE), DICE | {"Combat pivot": 1}).until_asked("combat pivot test")
    game.choose("test").choose("1")
    labels = [option.label for option in game.options]
    assert len(labels) > 5
    assert len(set(labels)) == len(labels)


@pytest.mark.rule("eow.combat_pivot.face_flanker")
def test_a_flanked_unit_turns_its_front_to_the_attacker() -> None:
    game = brawl(flanked(), DICE | {"Combat pivot": 1}).until_asked("combat pivot test")
    game.choose("test").choose("1")
    front = next(o for o in game.options if o.unit == 1 and "front to the enemy" in o.label)
    game.answer(Chosen(front.key)).rest()
    guns, guard = game.unit("Handgunners"), game.unit("Imperial Guard")
    assert [(foe.mine, foe.theirs) for foe in guns.foes] == [(Arc.FRONT, Arc.FRONT)]
    assert [(foe.mine, foe.theirs) for foe in guard.foes] == [(Arc.FRONT, Arc.FRONT)]
    assert touches(boundary(game.battle, guns), boundary(game.battle, guard))
    assert not problems(game.battle)


@pytest.mark.rule("eow.combat_pivot.same_enemies")
def test_a_pivot_touches_the_same_enemies_on_the_same_facings_and_no_other() -> None:
    line = "0 Imperial Guard at 4,4 | 1 Handgunners at 18,24 face 180 | 1 Sylvan Archers at {},24 face 180"
    far = draw(line.format(28)).fight("Imperial Guard", "Handgunners", "front", 0.0)
    near = draw(line.format(18 + 5 * FILE + 0.2)).fight("Imperial Guard", "Handgunners", "front", 0.0)
    assert len(fronts(near, 0)) < len(fronts(far, 0))
    archers = boundary(near.battle, near.unit("Sylvan Archers"))
    guns = boundary(near.battle, near.unit("Handgunners"))
    for to in places(near.battle, near.unit("Imperial Guard")):
        assert touches(to.place, guns)
        assert not touches(to.place, archers)
    game = brawl(near, DICE).until_asked("combat pivot")
    with pytest.raises(Refused):
        game.answer(Chosen(f"0:{len(places(game.battle, game.unit('Imperial Guard')))}"))


@pytest.mark.rule("eow.combat_pivot.same_enemies")
def test_a_unit_with_two_enemies_before_its_front_keeps_touching_both() -> None:
    table = draw("0 Imperial Guard at 18,20 | 1 Handgunners at 4,4 | 1 Sylvan Archers at 4,40")
    table.fight("Handgunners", "Imperial Guard", "front", -2.2).fight("Sylvan Archers", "Imperial Guard", "front", 2.2)
    found = places(table.battle, table.unit("Imperial Guard"))
    assert found
    for to in found:
        assert all(touches(to.place, boundary(table.battle, table.unit(n))) for n in ("Handgunners", "Sylvan Archers"))


@pytest.mark.rule("eow.combat_pivot.characters")
def test_a_character_stays_in_contact_wherever_it_is_placed() -> None:
    table = draw("0 Wizard at 4,4 | 1 Handgunners at 18,24 face 180").fight("Wizard", "Handgunners")
    found = places(table.battle, table.unit("Wizard"))
    assert found
    assert all(touches(to.place, boundary(table.battle, table.unit("Handgunners"))) and to.models == 1 for to in found)


@pytest.mark.rule("eow.combat_pivot.characters")
def test_a_character_in_the_ranks_is_not_swung_out_of_contact() -> None:
    table = draw("0 Handgunners at 18,10 | 0 Wizard at 4,4 | 1 Imperial Guard at 18,24 face 180")
    table.join("Wizard", "Handgunners").fight("Handgunners", "Imperial Guard")
    unit = table.unit("Handgunners")
    assert unit.spot in contacts(table.battle, unit)
    found = places(table.battle, unit)
    assert Arc.REAR not in {to.side for to in found}, "his back rank would fight, and not he"


@pytest.mark.rule("eow.combat_pivot.contact_count")
@pytest.mark.parametrize("facing", [180, 90])
def test_no_fewer_models_of_the_unit_are_in_contact_than_before(facing: int) -> None:
    table = draw(f"0 Imperial Guard at 4,4 | 1 Wizard at 18,24 face {facing}").fight("Imperial Guard", "Wizard")
    before = len(contacts(table.battle, table.unit("Imperial Guard")))
    sideways = [to.place.x - 18 if facing == 180 else to.place.y - 24 for to in fronts(table, 0)]
    offsets = sorted(round(inches / FILE, 3) for inches in sideways)
    assert before == 3
    assert offsets == [-1.0, 1.0]
    assert all(to.models >= before for to in places(table.battle, table.unit("Imperial Guard")))


@pytest.mark.rule("eow.combat_pivot.contact_count")
def test_more_models_may_come_into_contact() -> None:
    table = draw("0 Imperial Guard at 4,4 | 1 Shaman at 18,24 face 180")
    table.fight("Imperial Guard", "Shaman", "front", 3 * FILE)
    assert len(contacts(table.battle, table.unit("Imperial Guard"))) == 1
    assert max(to.models for to in fronts(table, 0)) == 4
    stood = boundary(table.battle, table.unit("Imperial Guard"))
    assert all(abs(to.place.x - stood.x) > TOLERANCE for to in fronts(table, 0))


@pytest.mark.rule("eow.combat_pivot.enemy_contacts")
def test_no_enemy_model_loses_contact() -> None:
    table = draw("0 Wizard at 4,4 | 1 Handgunners at 18,24 face 180").fight("Wizard", "Handgunners")
    guns = table.unit("Handgunners")
    before = set(contacts(table.battle, guns))
    assert len(before) == 3
    found = places(table.battle, table.unit("Wizard"))
    assert {(round(to.place.x, 6), round(to.place.y, 6)) for to in found} == {(18.0, round(24 - 1.5 * FILE, 6))}
    for to in found:
        make_pivot(table.battle, table.unit("Wizard"), to)
        assert before <= set(contacts(table.battle, guns))


def touched(table: Table, unit: str, to: Stand, enemy: str) -> set[tuple[int, int]]:
    """The models of the enemy that are in contact after that pivot of the unit."""
    battle = copied(table.battle)
    make_pivot(battle, find(battle, unit), to)
    return set(contacts(battle, find(battle, enemy)))


@pytest.mark.rule("eow.combat_pivot.enemy_contacts")
@pytest.mark.parametrize("unit", ["Imperial Guard", "Handgunners"])
def test_no_enemy_model_comes_into_contact_that_was_not_before(unit: str) -> None:
    # Three Handgunners are in contact with three of the Guard; both fronts could meet on their whole length.
    for settings, more in ((None, False), (MORE, True)):
        table = draw("0 Imperial Guard at 4,4 | 1 Handgunners at 18,24 face 180", settings)
        table.fight("Imperial Guard", "Handgunners", "front", 2.5 * FILE)
        enemy = "Handgunners" if unit == "Imperial Guard" else "Imperial Guard"
        before = set(contacts(table.battle, table.unit(enemy)))
        assert len(before) == 3
        after = [touched(table, unit, to, enemy) for to in places(table.battle, table.unit(unit))]
        assert after
        assert all(before <= spots for spots in after)
        assert any(before < spots for spots in after) == more


@pytest.mark.rule("eow.combat_pivot.enemy_contacts", "eow.combat_pivot.face_flanker")
def test_a_wide_unit_flanked_in_the_middle_of_the_attackers_front_can_turn_to_it_only_by_agreement() -> None:
    for settings, turns in ((None, False), (MORE, True)):
        table = flanked(settings=settings, offset=0.0)
        assert bool(fronts(table, 1)) == turns


@pytest.mark.rule("eow.combat_pivot.enemy_contacts")
def test_models_that_a_friend_keeps_in_contact_may_be_touched_too() -> None:
    table = draw("0 Wizard at 4,4 | 1 Handgunners at 18,24 face 180 | 0 Imperial Guard at 30,4")
    table.fight("Wizard", "Handgunners", "front", 2 * FILE).fight("Imperial Guard", "Handgunners", "front", -2 * FILE)
    guns = set(contacts(table.battle, table.unit("Handgunners")))
    found = [touched(table, "Wizard", to, "Handgunners") for to in fronts(table, 0)]
    assert found
    assert all(spots == guns for spots in found)


@pytest.mark.rule("eow.combat_pivot.enemy_contacts")
def test_an_enemy_model_may_be_left_to_a_friend_that_touches_it_too() -> None:
    table = draw("0 Wizard at 4,4 | 1 Handgunners at 18,24 face 180 | 0 Imperial Guard at 30,4")
    table.fight("Wizard", "Handgunners", "front", 2 * FILE)
    alone = {round(to.place.x, 3) for to in places(table.battle, table.unit("Wizard"))}
    table.fight("Imperial Guard", "Handgunners", "front", -1.5 * FILE)
    shared = {round(to.place.x, 3) for to in places(table.battle, table.unit("Wizard"))}
    assert len(shared) > len(alone)


@pytest.mark.rule("eow.combat_pivot.same_enemies")
def test_a_unit_that_touches_only_a_corner_keeps_touching_it() -> None:
    """The enemy's last rank has no model at that corner, so that no model of either is in contact."""
    table = draw("0 Handgunners at 4,4 | 1 Imperial Guard at 18,24 models=13")
    table.fight("Handgunners", "Imperial Guard", "right", 4 * FILE)
    assert not contacts(table.battle, table.unit("Handgunners"))
    guard = boundary(table.battle, table.unit("Imperial Guard"))
    assert all(touches(to.place, guard) for to in places(table.battle, table.unit("Handgunners")))
