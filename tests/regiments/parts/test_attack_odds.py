"""Odds of choices that change dice to come: feats, boosts, gambits, twists, and combats in which all strike at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.regiments.fights import bows
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.test_action_boosting import facing as boosting
from tests.regiments.parts.test_feats import CHAMPION, FEATS, SWORDS, after, facing
from tests.regiments.parts.test_part_odds import shown
from tests.regiments.parts.test_phased_battles import table as phased
from tests.regiments.parts.test_twists_and_gambits import BOTH, field
from tests.regiments.test_odds import lives
from warhost.play.counsel.exact import ends
from warhost.play.questions import Allocate
from warhost.play.script import Ask, Script
from warhost.rulesets.regiments.core import Battle, Effect, Regiment, optional
from warhost.rulesets.regiments.parts.feats.state import Feats
from warhost.rulesets.regiments.parts.phased_battles import combat
from warhost.rulesets.regiments.parts.phased_battles.engaged import Charged, Phases
from warhost.rulesets.regiments.parts.phased_battles.odds import AtOnce
from warhost.rulesets.regiments.parts.twists_and_gambits import gambit, powers, twist
from warhost.rulesets.regiments.parts.twists_and_gambits.state import gambits, twists
from warhost.rulesets.regiments.thinks.melee_odds import charge_odds
from warhost.table import Arc

TEN = regiment(size=10, defense=4)
SHOT = "expected wounds on Theirs when shooting"
CHARGE = "expected wounds on Theirs when charging"

# Feats


def test_heroic_accuracy_and_strength_are_weighed_by_the_blows_of_the_hero() -> None:
    """Four blows at Quality 3+ and AP(1) against Defense 4+: a hit on 3+, or on 2+; blocked on 5+, or on 6+."""
    play = acts(facing(6.0, CHAMPION, TEN), "Mine")
    assert shown(play, "no") == {CHARGE: pytest.approx(4 * 4 / 6 * 4 / 6)}
    assert shown(play, "accuracy>2") == {CHARGE: pytest.approx(4 * 5 / 6 * 4 / 6)}
    assert shown(play, "strength>2") == {CHARGE: pytest.approx(4 * 4 / 6 * 5 / 6)}
    assert shown(play, "accuracy>1") == {}, "it has nothing to shoot with"


def test_heroic_accuracy_counts_for_the_hero_alone() -> None:
    lord = regiment(size=1, quality=4, weapons=['Bow (24", A2)'], rules=["Hero", "Tough(3)"], name="Lord")
    joined = regiment(size=5, quality=4, weapons=['Bow (24", A1)'], hero=lord)
    play = acts(facing(20.0, joined, TEN).set("Mine", hero=True), "Mine")
    plain = 7 / 2 / 2
    assert shown(play, "no") == {SHOT: pytest.approx(plain, abs=0.01)}
    assert shown(play, "accuracy>1") == {SHOT: pytest.approx(plain + 2 / 6 / 2, abs=0.01)}


def test_heroic_resolve_tells_whom_it_would_help_most() -> None:
    made = draw("0 Mine at 36,10 | 0 Mate at 30,10 | 1 Foe at 36,40", FEATS, Mine=CHAMPION, Mate=SWORDS, Foe=SWORDS)
    optional.keep(made.battle, "feats", Feats(heroic=(2, 0)))
    play = acts(made.having(turn=1), "Mine").choose("resolve")
    told = [shown(play, str(made.unit(name).id))["fails a morale test without it"] for name in ("Mine", "Mate")]
    assert told == [pytest.approx(2 / 6), pytest.approx(3 / 6)]


@pytest.mark.rule("aofr.feat.monstrous_terror")
def test_terror_tells_who_would_not_dare_to_charge() -> None:
    beast = regiment(size=1, weapons=["Claws (A4)"], rules=["Tough(12)"], base=(2.0, 2.0))
    near, far = (after(facing(gap, beast, SWORDS)) for gap in (6.0, 20.0))
    assert shown(near, "terror") == {"Theirs do not dare to charge it": pytest.approx(1 / 2)}
    assert shown(far, "terror") == {}


@pytest.mark.rule("aofr.feat.monstrous_terror")
def test_a_charge_at_a_terrifying_monster_tells_whether_it_is_dared() -> None:
    beast = regiment(size=1, weapons=["Claws (A4)"], rules=["Tough(12)"], base=(2.0, 2.0))
    made = facing(6.0, SWORDS, beast)
    for terror in (False, True):
        if terror:
            optional.lay(made.unit("Theirs"), Effect("Monstrous Terror", made.unit("Theirs").id, "round"))
        play = acts(made, "Mine", {"to hit": 1})
        told = shown(play, f"charge>{made.unit('Theirs').id}")
        assert ("dares to charge" in told) is terror
        if terror:
            assert told["dares to charge"] == pytest.approx(1 / 2)


# Boosts


@pytest.mark.parametrize(
    ("action", "gap", "plain", "better"),
    [
        ("hold", 20.0, 5 / 2 / 2, 5 * 4 / 6 / 2),
        ("advance", 20.0, 5 / 2 / 2, 5 * 4 / 6 / 2),
        ("extra_actions:focused_fire", 15.0, 5 / 2 / 2, 5 * 4 / 6 / 2),
        ("extra_actions:overwatch", 15.0, 5 * 2 / 6 / 2, 5 / 2 / 2),
    ],
)
def test_a_boost_is_weighed_by_the_volley(action: str, gap: float, plain: float, better: float) -> None:
    made = boosting(gap, mine=bows(5, quality=4), theirs=TEN)
    play = acts(made, "Mine", {"to hit": 1}).choose(action)
    assert play.topic == "boost action"
    assert shown(play, "no") == {SHOT: pytest.approx(plain)}
    assert shown(play, play.keys[1]) == {SHOT: pytest.approx(better)}


def test_a_boost_of_a_volley_that_would_not_reach_tells_what_it_brings() -> None:
    play = acts(boosting(30.0, mine=bows(5, quality=4), theirs=TEN), "Mine").choose("hold")
    assert shown(play, "no") == {}
    assert shown(play, play.keys[1]) == {SHOT: pytest.approx(5 * 4 / 6 / 2)}


@pytest.mark.parametrize(
    ("action", "theirs", "label"),
    [
        ("hunker_down", bows(6, quality=2), "expected wounds if Theirs shoot at it"),
        ("defensive_stance", regiment(6, quality=2, weapons=["Sword (A1)"]), "expected wounds if Theirs charge it"),
    ],
)
def test_a_boost_of_a_guarded_unit_is_weighed_by_who_could_harm_it(action: str, theirs: Regiment, label: str) -> None:
    """Six dice that hit on 2+: at -2 on 4+, at -3 on 5+; half are blocked."""
    made = boosting(6.0, mine=TEN, theirs=theirs)
    play = acts(made, "Mine").choose(f"extra_actions:{action}")
    assert shown(play, "no") == {label: pytest.approx(6 * 3 / 6 / 2)}
    assert shown(play, play.keys[1]) == {label: pytest.approx(6 * 2 / 6 / 2)}
    made.set("Theirs", activated=True)
    assert shown(acts(made, "Mine").choose(f"extra_actions:{action}"), "no") == {}, "it has acted"


def test_boosted_covering_fire_is_likelier_to_force_a_test() -> None:
    """Each of five shots hits on a 6 and rattles on a 4+, or on a 3+; the target fails its test on 1 to 3."""
    play = acts(boosting(15.0, mine=bows(5), theirs=TEN), "Mine").choose("extra_actions:covering_fire")
    for key, need in (("no", 3 / 6), (play.keys[1], 4 / 6)):
        tests = 1 - (1 - need / 6) ** 5
        assert shown(play, key) == {
            "Theirs have to test morale": pytest.approx(tests),
            "becomes Shaken": pytest.approx(tests / 2),
        }


# Gambits and twists


def met(gap: float, mine: Regiment = TEN, theirs: Regiment = TEN) -> Table:
    """Mine and Theirs so far apart, and a unit of either side far away, so that there is something to choose."""
    line = "0 Mine at 20,10 | 1 Theirs at 20,38 face 180 | 0 Mate at 66,4 | 1 Other at 66,44 face 180"
    made = draw(line, BOTH, Mine=mine, Theirs=theirs, Mate=TEN, Other=TEN).having(turn=1, points=(2.0, 0.0))
    return made.touch("Mine", "Theirs", gap=gap)


def used(made: Table, slug: str) -> Interlude:
    return happen(made, lambda battle: powers.use(battle, 0, gambits()[slug]))


def test_the_power_of_a_gambit_is_weighed_on_each_unit() -> None:
    """Furious: every 6 to hit of a charge is another hit. Stealth: -1 to hit from more than 9" away."""
    made = met(6.0, regiment(5, quality=4))
    play = used(made, "a5")
    assert shown(play, str(made.unit("Mine").id)) == {CHARGE: pytest.approx((5 / 2 + 5 / 6) / 2, abs=0.001)}
    assert shown(play, str(made.unit("Mate").id)) == {}, "nobody is near"
    made = met(15.0, theirs=bows(4))
    told = shown(used(made, "a6"), str(made.unit("Mine").id))
    assert told == {"expected wounds if Theirs shoot at it": pytest.approx(4 * 2 / 6 / 2)}


def test_valiant_drive_tells_who_needs_it() -> None:
    made = met(6.0, regiment(5, quality=3))
    told = [shown(used(made, "a2"), str(made.unit(name).id)) for name in ("Mine", "Mate")]
    assert told == [{"fails a morale test without it": pytest.approx(failed)} for failed in (2 / 6, 3 / 6)]


def test_a_power_of_dice_tells_its_best_target_before_it_is_chosen() -> None:
    mine = regiment(size=1, rules=["Hero", "Tough(3)"])
    made = field(mine=mine, hands=(("b4", "a1", "a2"), ())).touch("Mine", "Theirs", gap=6.0)
    play = happen(made, lambda battle: gambit.use_power(battle, find(battle, "Mine")))
    assert shown(play, "b4") == {"expected wounds": pytest.approx(2)}
    assert shown(play, "a1") == {}


@pytest.mark.parametrize(
    ("slug", "key", "label", "value"),
    [
        ("a5_fighting_frenzy", "Theirs", "expected wounds on Mine when charging", 10 * 4 / 6 / 2),
        ("a3_rusting_hex", "Mine", "expected wounds if Theirs charge it", 10 / 2 * 4 / 6),
        ("a1_heavenly_blessing", "Theirs", "expected wounds if Mine charges it", 10 / 2 / 2 * 4 / 6),
    ],
)
def test_a_twist_on_a_unit_tells_what_it_makes_of_the_dice(slug: str, key: str, label: str, value: float) -> None:
    made = met(6.0, mine=TEN, theirs=TEN)
    names = list(twists())
    number = names.index(slug)
    dice = {"Twist: 1-3": 1 if number < 6 else 4, "Twist": number % 6 + 1}
    play = happen(made, twist.twist_of_the_round, dice)
    assert shown(play, str(made.unit(key).id)) == {label: pytest.approx(value, abs=0.03)}


# Phased battles


def quietly(script: Script[Any]) -> Script[None]:
    """The same script with the first answer to every question that it puts to a player."""
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        answer = asked.suggestions()[0] if isinstance(asked, Ask) else (yield asked)


def joined(side: str, mine: Regiment, theirs: Regiment) -> Table:
    made = phased("0 A at 36,20 | 1 B at 36,30 face 180", A=mine, B=theirs)
    made.touch("A", "B", side)
    told = (Charged(made.unit("A").id, made.unit("B").id, side),)
    optional.keep(made.battle, "phased_battles", Phases(charges=told))
    return made


@pytest.mark.rule("aofr.phased.simultaneous", "aofr.phased.counter", "aofr.phased.impact", "aofr.phased.resolution")
@pytest.mark.parametrize(
    ("side", "mine", "theirs"),
    [
        ("front", regiment(2), regiment(2)),
        ("rear", regiment(2), regiment(2)),
        ("front", regiment(1, rules=["Impact(2)"]), regiment(2)),
        ("front", regiment(2), regiment(2, weapons=["Pike (A1, Counter)"])),
        ("front", regiment(1, weapons=["Axe (A3)"]), regiment(1, weapons=["Pike (A1, Counter)", "Fist (A1)"])),
        ("front", regiment(1, rules=["Impact(2)", "Tough(3)"]), regiment(1, weapons=["Fist (A2)"])),
    ],
)
def test_a_charge_in_phases_promises_what_every_way_for_its_dice_to_fall_gives(
    side: str, mine: Regiment, theirs: Regiment
) -> None:
    battle = joined(side, mine, theirs).battle
    own, foe = find(battle, "A"), find(battle, "B")

    def state(end: Battle) -> tuple[Any, ...]:
        return tuple((lives(end, unit), unit.shaken, unit.fate) for unit in (find(end, "A"), find(end, "B")))

    found = ends(battle, lambda there: quietly(combat.resolve(there, [find(there, "A"), find(there, "B")])), state)
    assert sum(chance for _, chance in found) == pytest.approx(1)
    told = {one.label: one.value for one in charge_odds(battle, own, foe, Arc(side), kind=AtOnce)}
    seen = [(state(end), chance) for end, chance in found]
    for number, who in ((0, "it"), (1, "the enemy")):
        gone = sum(chance for one, chance in seen if one[number][2])
        shaken = sum(chance for one, chance in seen if one[number][1])
        assert told.get(f"{who} is destroyed or routs", 0.0) == pytest.approx(gone, abs=5e-4)
        assert told.get(f"{who} becomes Shaken", 0.0) == pytest.approx(shaken, abs=5e-4)
    if not any(one[1][2] == "routed" for one, _ in seen):
        # Who routs leaves its models behind alive: those are not wounds.
        before = lives(battle, foe)
        assert told["expected wounds"] == pytest.approx(sum(chance * (before - one[1][0]) for one, chance in seen))


@pytest.mark.rule("aofr.phased.simultaneous")
def test_blows_against_several_enemies_tell_what_they_do_to_each() -> None:
    made = phased(
        "0 A at 36,20 | 1 B at 34,30 face 180 | 1 C at 38,30 face 180",
        A=regiment(6, weapons=["Sword (A1)"]),
        B=regiment(9, defense=4),
        C=regiment(9, defense=2),
    )
    made.set("A", files=6)
    made.touch("A", "B", "front").touch("C", "A", "front", offset=1.5)
    made.touch("B", "A", "front", offset=-1.5)
    play = happen(made, lambda battle: combat.resolve(battle, [find(battle, name) for name in "ABC"]), {})
    question = play.question
    assert isinstance(question, Allocate)
    told: Mapping[str, float] = {one.label: one.odds[0].value for one in question.pools[0].targets}
    assert told == {"B": pytest.approx(6 / 2 / 2), "C": pytest.approx(6 / 2 / 6)}


def test_a_charge_into_a_combat_of_several_tells_only_its_own_blows() -> None:
    made = phased(
        "0 A at 36,10 | 0 C at 50,10 | 1 B at 36,20 face 180",
        A=regiment(5),
        B=regiment(5, defense=4),
        C=regiment(5),
    )
    made.touch("C", "B", "left")
    optional.keep(made.battle, "phased_battles", Phases(opened=(0,)))
    play: Interlude | Any = made.play(stage="movement phase")
    if play.topic == "activate":
        play.choose(unit="A")
    key = next(key for key in play.keys if key.startswith("charge"))
    told = shown(play, key)
    assert told["expected wounds"] == pytest.approx(5 / 2 / 2, abs=0.01)
    assert "wins the melee" not in told
