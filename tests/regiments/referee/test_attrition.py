"""Unit Attrition: as many morale tests as wounds, each of them one by itself, and who gets the credit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows, clash, dice_for
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.mission_cards import dealt
from tests.regiments.referee.tables import finish, whole
from tests.regiments.referee.test_together import after, given
from warhost.play import Choose
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, Settings, events, optional
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.mission_cards import conditions
from warhost.rulesets.regiments.parts.mission_cards.cards import cards
from warhost.rulesets.regiments.parts.mission_cards.piles import Pile
from warhost.rulesets.regiments.parts.twists_and_gambits.mission import round_score
from warhost.rulesets.regiments.parts.unit_psychology.state import told

WORN = "brutal_damage:unit_attrition"
TEN = regiment(size=10)


def table(*parts: str, mine: Regiment | None = None, theirs: Regiment = TEN, gap: float = 8.0) -> Table:
    """Mine can shoot at Theirs, ten models unless told otherwise."""
    settings = Settings(parts=(WORN, *parts), points=750)
    made = draw("Mine at 36,10 | Theirs at 36,40 face 180", settings, Mine=mine or bows(5), Theirs=theirs)
    return made.having(turn=1).touch("Mine", "Theirs", gap=gap)


def commanded(doctrines: tuple[str, str], points: tuple[int, int] = (9, 9)) -> Table:
    """Both sides have command points, and raise no dice."""
    made = table("command_points:growing")
    loud = ("high_command", "supreme_command", "seize_initiative", "waive_initiative")
    quiet = tuple((seat, slug) for seat in (0, 1) for slug in loud)
    optional.keep(made.battle, "command_points", Purse("growing", points, doctrines, quiet=quiet))
    return made


def asks(play: Interlude, key: str) -> bool:
    return not play.game.over and isinstance(play.question, Choose) and key in play.keys


def shot(made: Table, dice: Dicing, use: str = "") -> Interlude:
    """Mine holds and shoots at Theirs; what is named is used where it is offered."""
    play = whole(made, "Mine", dice).act("Mine", "hold").stay()
    play.choose(target="Theirs")
    while not play.game.over:
        if use and asks(play, use):
            play.choose(use)
        else:
            play.decline()
    return play


def results(play: Interlude) -> list[bool]:
    return [one.passed for one in play.told(events.MoraleTested)]


@pytest.mark.rule("aofr.brutal.attrition_tests", "aofr.event.25_end_is_nigh")
def test_all_tests_are_failed_when_the_end_is_nigh() -> None:
    made = after(25, table("random_events"))
    play = shot(made, {"to hit": 6, "to block": 1})
    assert results(play) == [False] * 5
    assert (play.unit("Theirs").fate, dice_for(play, "Morale")) == ("destroyed", [])


@pytest.mark.rule("aofr.brutal.attrition_melee", "aofr.item.terrifying_mask")
def test_all_tests_are_failed_before_a_terrifying_mask() -> None:
    lord = regiment(size=1, weapons=["Sword (A3)"], rules=["Hero", "Tough(3)"])
    made = given(table("magic_items", mine=lord, theirs=regiment(size=12), gap=0.0), "Mine", "Terrifying Mask")
    made.set("Theirs", files=12)
    play = clash(made, "Mine", "Theirs", by_reason({"Mine Sword: to hit": 6, "to hit": 1, "to block": 1}))
    while not play.game.over:
        play.choose("use") if asks(play, "use") else play.decline()
    assert [one for one in results(play) if not one] == [False] * 3
    assert play.unit("Theirs").models == 12 - 3 - 6


@pytest.mark.rule("aofr.brutal.attrition_tests", "aofr.cp.stand_strong")
def test_to_stand_strong_is_to_roll_one_test_again() -> None:
    dice = by_reason({"to hit": 6, "to block": 1, "again": 6, "Morale": 1})
    play = shot(commanded(("hunting", "valorous"), (0, 1)), dice, "stand_strong")
    assert dice_for(play, "Morale") == ["1D6"] * 6
    assert play.unit("Theirs").models == 10 - 5 - 4


@pytest.mark.rule("aofr.brutal.attrition_tests", "aofr.cp.terrorize")
def test_to_terrorize_is_to_have_one_test_rolled_again() -> None:
    dice = by_reason({"to hit": 6, "to block": 1, "again": 1, "Morale": 6})
    play = shot(commanded(("valorous", "hunting"), (2, 0)), dice, "terrorize")
    assert results(play) == [False, True, True, True, True]
    assert play.unit("Theirs").models == 10 - 5 - 1


@pytest.mark.rule("aofr.brutal.attrition_final", "aofr.cp.eternal_vigilance")
@pytest.mark.parametrize(("dice", "asked"), [({"to block": 1, "Morale": 6}, 1), ({"to block": 6, "Morale": 1}, 0)])
def test_vigilance_saves_from_shots_but_not_from_attrition(dice: dict[str, int], asked: int) -> None:
    made = commanded(("hunting", "defensive"))
    made.set("Theirs", left=(5,), hurt=2 if not asked else 0)

    def worn(battle: Battle) -> Script[None]:
        if asked:
            yield from wounds.suffer(battle, find(battle, "Theirs"), 1)
        yield from morale.end_of_activation(battle)

    play = happen(made, worn, {"Vigilance": 1, **dice})
    offers = 0
    while not play.game.over:
        offers += asks(play, "eternal_vigilance")
        play.decline()
    assert offers == asked


def motivated() -> Regiment:
    lord = regiment(size=1, rules=["Hero", "Tough(3)", "Talent: Motivated"], cost=0)
    return regiment(size=9, hero=lord, cost=0)


@pytest.mark.rule("aofr.brutal.attrition_tests", "aofr.campaign.talent_motivated")
def test_the_motivated_pass_the_first_of_their_tests_alone() -> None:
    made = table("campaign", mine=replace(bows(5), cost=0), theirs=motivated())
    play = shot(made, {"to hit": 6, "to block": 1, "Morale": 1})
    assert results(play) == [True, *[False] * 4]
    assert play.unit("Theirs").models == 10 - 5 - 4


@pytest.mark.rule("aofr.brutal.attrition_tests", "aofr.campaign.talent_motivated")
def test_the_odds_know_that_only_the_first_test_is_passed() -> None:
    """Two shots take two of four models in one case of sixteen: one test is passed, the other fails by a half."""
    for talents, more in (((), 1 / 16), (("Talent: Motivated",), 1 / 32)):
        lord = regiment(size=1, rules=["Hero", "Tough(3)", *talents], cost=0)
        few = regiment(size=3, hero=lord, cost=0)
        play = acts(table("campaign", mine=replace(bows(2), cost=0), theirs=few), "Mine").act("Mine", "hold").stay()
        (option,) = [one for one in play.weighed if one.target == 1]
        odds = {one.label: one.value for one in option.odds}
        assert odds["expected wounds when the activation ends"] == pytest.approx(more)


# Who forced the tests


@pytest.mark.rule("aofr.twist.vp_kill", "aofr.brutal.attrition_other")
def test_who_is_worn_down_by_shots_is_destroyed_by_the_shooter() -> None:
    made = table("twists_and_gambits:twists")
    places = ((36, 8), (36, 40), (12, 24), (36, 24), (60, 24))
    made.having(markers=tuple(Marker(x, y) for x, y in places))
    play = shot(made, {"to hit": 6, "to block": 1, "Morale": 1})
    assert play.unit("Theirs").fate == "destroyed"
    assert round_score(play.battle, 0) == 1


@pytest.mark.rule("aofr.psych.frenzy_trigger", "aofr.brutal.attrition_other")
def test_who_wears_an_enemy_down_by_shots_may_go_into_a_frenzy() -> None:
    play = shot(table("unit_psychology:frenzy"), {"to hit": 6, "to block": 1, "Morale": 1})
    assert play.unit("Theirs").fate == "destroyed"
    assert told(play.battle).frenzied == (0,)


@pytest.mark.rule("aofr.cards.51_volley_fire", "aofr.cards.53_cut_them_down", "aofr.cards.55_terrify")
@pytest.mark.parametrize(("faces", "points"), [([6, 1, 1, 1, 1], (0, 0, 1)), ([1], (1, 1, 1)), ([6], (0, 0, 0))])
def test_cards_count_who_is_worn_down_and_who_fails_a_test(faces: list[int], points: tuple[int, ...]) -> None:
    made = table("mission_cards:battle_of_wits", mine=replace(bows(5), rules=(RuleText("Hero"),)))
    dealt(made, Pile(), Pile())
    play = shot(made, by_reason({"to hit": 6, "to block": 1, "Morale": faces}))
    look = conditions.Look(play.battle, 0)
    card = cards()[51]
    assert (
        conditions.shot(look, card),
        conditions.destroyed(look, card),
        conditions.tests_failed(look, card),
    ) == points
    heroic = conditions.Look(play.battle, 0, heroic=True)
    assert conditions.tests_failed(heroic, card) == points[2], "the shooter has forced them"


@pytest.mark.rule("aofr.event.44_panic_attack", "aofr.brutal.attrition_no_shaken")
def test_a_one_in_a_panic_routs_a_unit_that_attrition_wears_down() -> None:
    made = after(44, table("random_events", "unit_psychology:frenzy"))
    play = shot(made, by_reason({"to hit": 6, "to block": 1, "Mine Morale": 6, "Morale": [4, 1]}))
    assert (play.unit("Theirs").fate, len([one for one in play.rolls if one.unit == 1 and "Morale" in one.why])) == (
        "routed",
        2,
    )
    assert [one.unit for one in play.told(events.MoraleTested)][-1] == 0, "who forced the test may go into a frenzy"


@pytest.mark.rule("aofr.brutal.attrition_tests", "aofr.special.fearless")
def test_the_fearless_may_save_each_of_their_tests() -> None:
    made = table(theirs=regiment(size=10, rules=["Fearless"]))
    dice = by_reason({"to hit": 6, "to block": 1, "Fearless": [4, 1, 1, 5, 1], "Morale": 1})
    assert shot(made, dice).unit("Theirs").models == 10 - 5 - 3


@pytest.mark.rule("aofr.brutal.attrition_melee", "aofr.morale.rear", "aofr.melee.flank_no_strike_back")
def test_each_test_of_a_unit_struck_in_the_rear_is_harder() -> None:
    made = draw("Mine at 36,10 | Theirs at 36,30 face 180", Settings(parts=(WORN,)), Mine=regiment(5), Theirs=TEN)
    dice = by_reason({"Mine": (6, 6, 6, 1, 1), "to block": 1, "Morale": [5, 6, 4]})
    play = finish(clash(made, "Mine", "Theirs", dice, "rear"))
    assert [roll.need for roll in play.rolls if "Morale" in roll.why] == [6, 6, 6]
    loser = play.unit("Theirs")
    assert (loser.models, loser.shaken, loser.fate) == (10 - 3 - 2 * 2, False, "")
