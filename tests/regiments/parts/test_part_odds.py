"""The odds that parts show before dice are rolled: each of them is what playing every roll out comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.playing import Fall
from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows, volley
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.magic_heroes import armed
from tests.regiments.parts.test_command_points import clash, shot, table
from tests.regiments.parts.test_siege_battles import GATEWAY, WALL, carrying
from warhost.dice import odds
from warhost.play.questions import Odds, Option
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.core import Battle, events
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.thinks.melee_odds import bout_odds
from warhost.table import Arc

FOOT = regiment(size=5)


def shown(play: Interlude, key: str) -> dict[str, float]:
    """The odds of an option, by what they are of."""
    option: Option = next(one for one in play.weighed if one.key == key)
    return {one.label: one.value for one in option.odds}


def figures(told: Sequence[Odds]) -> dict[str, float]:
    return {one.label: one.value for one in told}


# Wounds, hits and healing


@pytest.mark.parametrize("size", [1, 2, 5])
def test_wounds_of_dice_are_those_that_a_unit_can_take(size: int) -> None:
    made = draw("0 Foot at 36,20", Foot=regiment(size=size))
    told = figures(harm_odds.taken(made.battle, made.unit("Foot"), "D3"))
    assert told["expected wounds"] == pytest.approx(sum(min(size, number) for number in (1, 2, 3)) / 3)
    assert told.get("destroyed", 0) == pytest.approx(sum(number >= size for number in (1, 2, 3)) / 3)


def test_wounds_that_may_be_ignored_count_less() -> None:
    made = draw("0 Foot at 36,20", Foot=regiment(size=5, rules=["Regeneration"]))
    (told,) = harm_odds.taken(made.battle, made.unit("Foot"), "D3")
    assert told.value == pytest.approx(2 * 2 / 3)


def test_a_chance_of_wounds_is_a_share_of_them() -> None:
    made = draw("0 Foot at 36,20", Foot=FOOT)
    (told,) = harm_odds.taken(made.battle, made.unit("Foot"), "D3", chance=harm_odds.on(2))
    assert told.value == pytest.approx(2 * 5 / 6)


def test_nothing_heals_more_wounds_than_there_are() -> None:
    assert [harm_odds.healed("D3", wounds).value for wounds in (1, 2, 5)] == pytest.approx([1, 5 / 3, 2])


def test_hits_of_dice_are_blocked() -> None:
    made = draw("0 Foot at 36,20", Foot=regiment(size=9, defense=4))
    (told,) = harm_odds.hit(made.battle, made.unit("Foot"), "D3+3", "Trap", "aofr.event.43_rigged_to_blow")
    assert told.value == pytest.approx(5 / 2)


# Stratagems


def test_eternal_vigilance_tells_the_chance_of_its_die() -> None:
    made = table("Foot at 36,10 | Foe at 36,30 face 180", ("defensive", "shock"), Foot=FOOT, Foe=FOOT)
    play = happen(made, lambda battle: wounds.suffer(battle, find(battle, "Foot"), 2))
    assert shown(play, "eternal_vigilance") == {"saves a model": pytest.approx(1 / 2)}


@pytest.mark.parametrize("quality", [2, 4, 5])
def test_a_morale_test_that_is_rolled_again_is_passed_as_any_other(quality: int) -> None:
    """Every face of the die is played out."""
    for doctrines, first, slug, label in (
        (("valorous", "shock"), 1, "stand_strong", "passes this time"),
        (("shock", "valorous"), 6, "terrorize", "fails this time"),
    ):
        results = []
        told = 0.0
        for again in range(1, 7):
            play = rolled_again(doctrines, [first, again], quality)
            told = shown(play, slug)[label]
            results.append(play.choose(slug).value)
        passed = sum(results) / 6
        assert told == pytest.approx(passed if slug == "stand_strong" else 1 - passed)


def rolled_again(doctrines: tuple[str, str], dice: list[int], quality: int) -> Interlude:
    foot = regiment(size=5, quality=quality)
    made = table("Foot at 36,10 | Foe at 36,30 face 180", doctrines, (2, 2), Foot=foot, Foe=FOOT)

    def take(battle: Battle) -> Any:
        unit = find(battle, "Foot")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    return happen(made, take, dice)


def test_armour_that_is_broken_lets_more_hits_through() -> None:
    play = shot(("defensive", "shock"), {"to hit": (6, 6, 6, 1, 1)}, Foe=regiment(size=9, defense=4))
    assert shown(play, "pass")["expected wounds"] == pytest.approx(3 / 2)
    assert shown(play, "armour_breaker")["expected wounds"] == pytest.approx(3 * 4 / 6)


def test_a_tired_unit_deals_fewer_wounds() -> None:
    """Three blows that hit on 4+, or on 6s alone, and are blocked on 4+."""
    play = clash(("strategic", "shock"), {}, Foot=regiment(size=3, quality=4), Foe=regiment(size=9, defense=4))
    plain, weak = 3 / 2 / 2, 3 / 6 / 2
    label = "expected wounds on your unit"
    assert shown(play, "pass") == {label: pytest.approx(plain)}
    assert shown(play, "combat_fatigue") == {
        "counts as fatigued": pytest.approx(1 / 2),
        label: pytest.approx((plain + weak) / 2),
    }


def test_the_dead_deal_wounds_with_their_last_blows() -> None:
    dice: dict[str, Fall] = {"to hit": (6, 6, 1, 1, 1), "to block": 1}
    foe = regiment(size=5, quality=3, weapons=["Blade (A2)"])
    play = clash(("strategic", "shock"), dice, Foot=regiment(size=5, defense=5), Foe=foe)
    play.choose("pass")
    assert shown(play, "killing_blow")["expected wounds"] == pytest.approx(4 * 4 / 6 * 4 / 6, abs=0.01)
    assert shown(play, "pass") == {}


def test_closing_fire_tells_its_wounds_at_minus_1() -> None:
    made = table(
        "Foot at 36,10 | Bows at 36,20 face 180",
        ("shock", "hunting"),
        Foot=regiment(size=9, defense=4),
        Bows=bows(5, quality=4),
    )
    play = acts(made, "Foot", by_reason({})).charge("Foot", "Bows")
    assert shown(play, "closing_fire")["expected wounds"] == pytest.approx(5 * 2 / 6 / 2)


def test_a_second_volley_tells_its_wounds_on_sixes() -> None:
    made = table(
        "Bows at 36,10 | Foe at 30,25 face 180 | Near at 40,20 face 180",
        ("hunting", "shock"),
        Bows=regiment(size=3, quality=2, weapons=['Bow (24", A1)']),
        Foe=FOOT,
        Near=regiment(size=9, defense=4),
    )
    play = acts(made, "Bows", by_reason({"to hit": 1})).act("Bows", "hold").stay().choose(target="Foe")
    assert shown(play, "frenzied_attack") == {"expected wounds": pytest.approx(3 / 6 / 2)}


def test_cover_by_lightning_reflexes_is_weighed_against_none() -> None:
    play = shot(("shock", "defensive"), {}, Bows=bows(5, quality=4), Foe=regiment(size=9, defense=5))
    assert shown(play, "pass")["expected wounds"] == pytest.approx(5 / 2 * 4 / 6)
    assert shown(play, "lightning_reflexes")["expected wounds"] == pytest.approx(5 / 2 * 3 / 6)


@pytest.mark.parametrize("gap", [4.0, 9.0])
def test_a_charged_unit_knows_how_likely_it_escapes(gap: float) -> None:
    """Every face of the die is played out, the unit falling back as far as it can."""

    def declared(face: int) -> Interlude:
        made = table("Foot at 36,20 | Foe at 36,40 face 180", ("shock", "defensive"), Foot=FOOT, Foe=FOOT)
        made.touch("Foot", "Foe", gap=gap)
        return acts(made, "Foot", by_reason({"Retreat": face, "to hit": 1})).charge("Foot", "Foe")

    told = shown(declared(1), "tactical_retreat")
    assert told["inches on average"] == pytest.approx(5.5)
    away = 0
    for face in range(1, 7):
        play = declared(face).choose("tactical_retreat")
        play.choose(play.keys[0])
        away += bool(play.told(events.ChargeStopped))
    assert told["out of the charger's reach"] == pytest.approx(away / 6)
    assert (away > 0) is (gap > 4)


def test_falling_back_tells_its_inches() -> None:
    made = table("Foot at 36,20 | Foe at 36,30 face 180", ("valorous", "shock"), (1, 0), Foot=FOOT, Foe=FOOT)
    play = happen(made, lambda battle: morale.shake(battle, find(battle, "Foot")))
    assert shown(play, "minimize_losses") == {"inches on average": pytest.approx(11)}


# Magic items


def met(made: Table) -> Interlude:
    """Foe has charged the hero, and the melee begins."""
    made.touch("Foe", "Lord")
    return happen(made, lambda battle: melee.fight(battle, find(battle, "Foe"), find(battle, "Lord"), Arc.FRONT))


def test_a_gem_is_weighed_by_the_whole_melee() -> None:
    play = met(armed("Protective Gem"))
    use, keep = shown(play, "use"), shown(play, "pass")
    assert use["wins the melee"] > keep["wins the melee"]
    there = play.battle
    told = bout_odds(there, find(there, "Foe"), find(there, "Lord"), Arc.FRONT, charging=False)
    assert keep == figures(told)


def test_a_mask_makes_the_loser_fail_for_sure() -> None:
    """A Shaken or routed enemy is as likely as a lost melee; without the mask only a share of that."""
    play = met(armed("Terrifying Mask"))
    use, keep = shown(play, "use"), shown(play, "pass")
    assert use["wins the melee"] == pytest.approx(keep["wins the melee"])
    gone = ("the enemy becomes Shaken", "the enemy is destroyed or routs")
    assert sum(use.get(one, 0) for one in gone) == pytest.approx(use["wins the melee"])
    assert sum(keep.get(one, 0) for one in gone) < use["wins the melee"]


def test_an_amulet_is_weighed_by_the_volley() -> None:
    """Five shots that hit on 4+, or on 5+, and are blocked on 4+."""
    play = volley(armed("Opal Amulet", Foe=bows(5, quality=4)), "Foe", "Lord", {})
    assert shown(play, "pass")["expected wounds"] == pytest.approx(5 / 2 / 2, abs=0.01)
    assert shown(play, "use")["expected wounds"] == pytest.approx(5 / 3 / 2, abs=0.01)


@pytest.mark.parametrize(("taken", "ignored"), [(1, 1.0), (2, 5 / 3), (4, 2.0)])
def test_a_luckstone_ignores_no_more_wounds_than_there_are(taken: int, ignored: float) -> None:
    play = happen(armed("Luckstone"), lambda battle: wounds.suffer(battle, find(battle, "Lord"), taken))
    assert shown(play, "use") == {"wounds ignored on average": pytest.approx(ignored)}


# Sieges


def test_a_ram_counts_in_the_odds_of_its_charge() -> None:
    """D3+4 hits with AP(4) against Defense 2+: each wounds unless the die shows 6. The gate has Tough(6)."""
    made = carrying("ram", GATEWAY, WALL, Pikes=regiment(5, weapons=[]))
    play = acts(made, "Pikes", {})
    gate = find(play.battle, "Wooden Gate 1")
    told = shown(play, f"charge>{gate.id}")
    tough = play.battle.regiment(gate).tough
    falls = sum(odds.binomial(hits, 5 / 6)[count] for hits in (5, 6, 7) for count in range(tough, hits + 1)) / 3
    assert told["destroys it"] == pytest.approx(falls)
    assert 0 < falls < 1


# Buildings, terrain and feats


def test_a_monster_that_stomps_knows_what_is_ignored() -> None:
    made = draw("0 Foot at 36,20", Foot=regiment(size=9, rules=["Regeneration"]))
    told = figures(harm_odds.danger(made.battle, made.unit("Foot"), [0] * 9))
    assert told["expected wounds"] == pytest.approx(9 / 6 * 2 / 3, abs=0.001)
