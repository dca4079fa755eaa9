"""What options promise is what the scripts give when every way for their dice to fall is followed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.odds_in_battles.regiments import answer
from tests.regiments.harness import Interlude, Table, acts, draw, models, regiment
from warhost.play import Chosen, Game, Odds, Option, chances
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import Battle, Effect, Regiment, SpellEffect, SpellText, Unit

SHOOTERS = regiment(2, weapons=['Bow (24", A1)', "Knife (A1)"])
HERO = regiment(1, quality=3, defense=2, weapons=["Sword (A2)"], rules=["Hero", "Tough(3)"])


def lives(battle: Battle, unit: Unit) -> int:
    if unit.fate:
        return 0
    muster = Muster(battle, unit)
    return sum(muster.lives(group) for group in muster.left)


def fates(play: Interlude, option: Option) -> Any:
    """After that option, whatever the dice show: lives left, Shaken or not, and the fate, of every unit."""
    game: Game = play.game.fork()
    game.answer(Chosen(option.key))

    def see(end: Game) -> tuple[Any, ...]:
        battle = end.battle
        assert isinstance(battle, Battle)
        return tuple((lives(battle, unit), unit.shaken, unit.fate) for unit in battle.units)

    return chances(game, until=lambda _: False, see=see, answer=answer, limit=60_000)


def told(option: Option) -> dict[str, Odds]:
    return {odds.label: odds for odds in option.odds}


def shooting(shooters: Regiment, mark: Regiment, **fields: Any) -> Interlude:
    table = draw("Bows at 30,10 | Mark at 30,25 face 180", Bows=shooters, Mark=mark).set("Bows", seat=0)
    return acts(table.set("Mark", **fields), "Bows").choose("hold").stay()


def weighed(play: Interlude, target: str) -> Option:
    return next(option for option in play.weighed if option.target == play.unit(target).id)


@pytest.mark.parametrize(
    ("shooters", "mark", "fields"),
    [
        (SHOOTERS, regiment(3), {}),
        (SHOOTERS, regiment(3), {"left": (1,)}),
        (SHOOTERS, regiment(3, quality=3, rules=["Fearless"]), {"left": (2,)}),
        (SHOOTERS, regiment(3, rules=["Regeneration"]), {"left": (2,)}),
        (SHOOTERS, regiment(1, rules=["Tough(3)", "Regeneration"]), {"wounds": 1}),
        (SHOOTERS, regiment(1, defense=3, hero=HERO), {"left": (1,)}),
        (
            regiment(1, weapons=['Gun (24", A2, Deadly(3))']),
            regiment(3, rules=["Tough(3)"]),
            {"left": (2,), "wounds": 1},
        ),
        (regiment(1, weapons=['Gun (24", A2, Deadly(2))']), regiment(2, rules=["Tough(3)", "Regeneration"]), {}),
        (regiment(1, weapons=['Bomb (24", A2, Blast(3))']), regiment(5, defense=5), {}),
        (regiment(2, weapons=['Bow (24", A1, Rending, AP(1))']), regiment(3, rules=["Regeneration"]), {}),
        (regiment(2, weapons=['Bow (24", A1, Poison)']), regiment(3, defense=2), {}),
        (regiment(2, weapons=['Bow (24", A1)'], rules=["Relentless"]), regiment(3), {}),
        (regiment(2, weapons=['Rifle (24", A1, Sniper)']), regiment(3), {}),
        (regiment(groups=[models(1, ['Gun (24", A1, Deadly(2))']), models(1, ['Bow (24", A2)'])]), regiment(3), {}),
    ],
)
def test_a_volley_promises_what_every_way_for_its_dice_to_fall_gives(
    shooters: Regiment, mark: Regiment, fields: dict[str, Any]
) -> None:
    play = shooting(shooters, mark, **fields)
    option = weighed(play, "Mark")
    before = lives(play.battle, play.unit("Mark"))
    exact = fates(play, option)
    promise = told(option)
    wounds = sum(chance * (before - end[1][0]) for end, chance in exact.items())
    assert promise["expected wounds"].value == pytest.approx(wounds)
    for label, holds in (
        ("becomes Shaken", lambda end: end[1][1]),
        ("destroyed", lambda end: end[1][2] == "destroyed"),
    ):
        shown = promise[label].value if label in promise else 0.0
        assert shown == pytest.approx(exact.chance(holds), abs=1e-9 if label in promise else 5e-4)


def test_a_volley_opens_into_what_it_needs_and_the_test_that_may_follow() -> None:
    mark = regiment(groups=[models(1, rules=["Banner"]), models(1)])
    promise = told(weighed(shooting(SHOOTERS, mark), "Mark"))
    assert [part.why for part in promise["expected wounds"].parts] == [
        "Bow: 2 dice, 4+ to hit, Quality 4",
        "4+ to block: Defense 4",
    ]
    tests, passes, banner = promise["becomes Shaken"].parts
    assert tests.why.endswith("to be wounded down to half or less and take a test")
    assert (passes.why, banner.amount) == ("3+ to pass the morale test: Quality 4", 1)


def test_nothing_is_promised_where_a_sniper_has_a_choice() -> None:
    snipers = regiment(1, weapons=['Rifle (24", A1, Sniper)'])
    assert weighed(shooting(snipers, regiment(3, hero=HERO)), "Mark").odds == ()


RAGE = SpellText(name="Rage", cost=1, range=12, target="friend", effect=SpellEffect(melee=2, once=True))
"""Helps with the first blows alone."""


def charging(line: str, pikes: Regiment, foe: Regiment, **fields: Any) -> Interlude:
    table = draw(line, Pikes=pikes, Foe=foe).set("Pikes", seat=0)
    return acts(table.set("Foe", seat=1, **fields), "Pikes", {"to hit": 1})


FRONT = "Pikes at 30,10 | Foe at 30,18 face 180"
FLANK = "Pikes at 41,18 face 270 | Foe at 30,18 face 180"
REAR = "Pikes at 30,10 | Foe at 30,18 face 0"


@pytest.mark.parametrize(
    ("line", "pikes", "foe", "fields"),
    [
        (FRONT, regiment(2), regiment(2), {}),
        (FLANK, regiment(2), regiment(2), {}),
        (REAR, regiment(2), regiment(3), {}),
        (FRONT, regiment(1, rules=["Impact(2)", "Fear(1)"]), regiment(2), {}),
        (FRONT, regiment(2, weapons=["Axe (A1, Furious)"]), regiment(3, quality=3), {"left": (2,)}),
        (FRONT, regiment(1, rules=["Impact(2)"]), regiment(1, weapons=["Pike (A2, Counter)"]), {}),
        (FRONT, regiment(2), regiment(1, weapons=["Pike (A1, Counter)", "Fist (A1)"], rules=["Tough(3)"]), {}),
        (FRONT, regiment(2), regiment(2), {"fatigued": True}),
        (FRONT, regiment(2, rules=["Fearless"]), regiment(2), {"shaken": True}),
        (FRONT, regiment(1, weapons=["Axe (A2, Deadly(2))"]), regiment(2, rules=["Tough(3)", "Regeneration"]), {}),
        (
            FRONT,
            regiment(2),
            regiment(1, weapons=["Pike (A1, Counter)", "Fist (A1)"], rules=["Tough(3)"], spells=[RAGE]),
            {"effects": (Effect("Rage", 1),)},
        ),
    ],
)
def test_a_charge_promises_what_every_way_for_its_dice_to_fall_gives(
    line: str, pikes: Regiment, foe: Regiment, fields: dict[str, Any]
) -> None:
    play = charging(line, pikes, foe, **fields)
    assert_kept(play, weighed(play, "Foe"), {"expected wounds": 1, "expected wounds in return": 0})


def assert_kept(play: Interlude, option: Option, wounds: dict[str, int]) -> None:
    """The wounds on the units of these numbers, and the fate of both, are as they were promised."""
    before = [lives(play.battle, unit) for unit in play.battle.units]
    exact = fates(play, option)
    promise = told(option)
    for label, number in wounds.items():
        if label in promise:
            # Who routs leaves its models behind alive: those are not wounds, so that such ends are not looked at.
            seen = sum(p * (before[number] - end[number][0]) for end, p in exact.items() if end[number][2] != "routed")
            routs = exact.chance(lambda end, n=number: end[n][2] == "routed")
            if not routs:
                assert promise[label].value == pytest.approx(seen), label
    for number, unit in enumerate(play.battle.units):
        who = "it" if unit.id == option.unit else "the enemy"
        for label, gone in ((f"{who} is destroyed or routs", True), (f"{who} becomes Shaken", False)):
            if not gone and unit.shaken:
                continue
            seen = exact.chance(lambda end, n=number, gone=gone: bool(end[n][2]) if gone else end[n][1])
            shown = promise[label].value if label in promise else 0.0
            assert shown == pytest.approx(seen, abs=1e-9 if label in promise else 5e-4), label


@pytest.mark.rule("aofr.terrain.dangerous_test")
def test_a_charge_over_dangerous_ground_counts_who_may_fall_on_the_way() -> None:
    table = draw(f"72x48 lava 30,13.5 40x2 | {FRONT}", Pikes=regiment(2), Foe=regiment(2))
    play = acts(table.set("Pikes", seat=0), "Pikes")
    option = weighed(play, "Foe")
    assert told(option)["expected wounds on the way, before wounds are ignored"].value == pytest.approx(2 / 6)
    assert_kept(play, option, {})


@pytest.mark.parametrize("weapons", [["Spear (A1)"], ["Pike (A1, Counter)", "Fist (A1)"]])
@pytest.mark.parametrize("key", ["strike", "no"])
def test_striking_and_keeping_still_both_tell_how_the_melee_may_end(weapons: list[str], key: str) -> None:
    play = charging(FRONT, regiment(2), regiment(2, weapons=weapons))
    play.choose(target="Foe")
    option = next(option for option in play.weighed if option.key == key)
    assert_kept(play, option, {"expected wounds": 0})


def test_a_charge_tells_who_is_likely_to_win_first() -> None:
    play = charging(FLANK, regiment(5), regiment(5))
    label, *_ = told(weighed(play, "Foe"))
    assert label == "wins the melee"


def test_a_charge_hangs_on_the_melee_and_the_likeliest_fate() -> None:
    odds = weighed(charging(FLANK, regiment(5), regiment(5)), "Foe").odds
    wins, fate = [one for one in odds if one.telling]
    assert wins.label == "wins the melee"
    assert fate.value == max(one.value for one in odds if one.label.startswith(("the enemy", "it ")))


def test_a_volley_hangs_on_what_it_does_not_on_its_hits() -> None:
    odds = weighed(shooting(SHOOTERS, regiment(2)), "Mark").odds
    assert [one.label for one in odds if one.telling] == ["expected wounds", "becomes Shaken", "destroyed"]


def test_odds_of_charges_are_worked_out_for_readers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charge, "charge_odds", lambda *_: pytest.fail("nobody asked"))
    table: Table = draw(FRONT, Pikes=regiment(5), Foe=regiment(5)).set("Pikes", seat=0)
    assert acts(table, "Pikes").offers(target="Foe")
