"""What options promise is what the scripts give when every way for their dice to fall is followed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Interlude, Play, Table, draw, shape
from tests.odds_in_battles.essence_of_war import answer
from warhost.dice import Distribution
from warhost.play import Choose, Game, Moved, Odds, Option, chances, copied
from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.melee import combat_steps
from warhost.rulesets.essence_of_war.chapters.melee.result import after_losing, break_tests, combat_result
from warhost.rulesets.essence_of_war.chapters.shooting import shooting
from warhost.rulesets.essence_of_war.core.battle import Battle, Began, Effect
from warhost.rulesets.essence_of_war.ruleset import RULESET
from warhost.rulesets.essence_of_war.thinks.combat_odds import forecast
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.table import Forward, Pose, distance

COMBAT = (0, 1)
NOBODY = -1


def one_round(battle: Battle) -> Script[None]:
    """A Round of Combat up to its Break Tests; who broke is written down as fleeing, who lost as the turn."""
    yield from combat_steps.start_of_combat(battle, COMBAT)
    for strikers in combat_steps.agility_order(battle, COMBAT):
        yield from combat_steps.agility_step(battle, strikers)
    result = combat_result(battle, COMBAT)
    battle.turn = NOBODY if result.loser is None else result.loser
    if result.loser is not None:
        yield from after_losing(battle, COMBAT, result)
        for number in (yield from break_tests(battle, COMBAT, result)):
            battle.units[number].fleeing = True


def every_way(table: Table) -> Distribution[tuple[Any, ...]]:
    """What the round may come to: the loser, and of each unit its Health Points, whether it broke and is gone."""

    def see(end: Game) -> tuple[Any, ...]:
        battle = end.battle
        assert isinstance(battle, Battle)
        return (battle.turn, *((health(battle, u), u.fleeing, u.pose is None) for u in battle.units))

    game = Game(Interlude(one_round), table.battle)
    return chances(game, until=lambda _: False, see=see, answer=answer, limit=60_000)


def fighting(one: str = "models=1", other: str = "models=1", side: str = "front") -> Table:
    table = draw(f"Iron Orcs at 18,10 {one} | Ghouls at 18,20 face 180 {other}", phase="melee")
    return table.change("Iron Orcs", (), att=1).change("Ghouls", (), att=1).fight("Iron Orcs", "Ghouls", side)


@pytest.mark.parametrize(
    "table",
    [
        fighting(),
        fighting("models=1 charging"),
        fighting(side="right"),
        fighting(other="models=2"),
        fighting().change("Ghouls", ["Daemonic"]),
        fighting().change("Ghouls", ["Primal Instinct"], dis=5),
        fighting().change("Iron Orcs", ["Impact (D3 Hits, Str 4, AP 0)"]).set("Iron Orcs", charging=True),
        fighting().change("Iron Orcs", ["Path of the Favoured"], hp=2, agi=1),
    ],
)
def test_a_round_of_combat_is_foreseen_exactly(table: Table) -> None:
    told = forecast(table.battle, *COMBAT)
    assert told is not None
    before = [health(table.battle, unit) for unit in table.battle.units]
    exact = every_way(table)
    for number, outlook in told.items():
        seat, enemy = table.battle.units[number].seat, 1 - number
        lost = sum(chance * (before[number] - end[number + 1][0]) for end, chance in exact.items() if not crumbled(end))
        if not any(crumbled(end) for end in exact):
            assert outlook.lost == pytest.approx(lost)
        assert outlook.breaks == pytest.approx(sum(p for end, p in exact.items() if end[number + 1][1]))
        assert outlook.gone == pytest.approx(sum(p for end, p in exact.items() if end[number + 1][2]))

        def wins(end: tuple[Any, ...], seat: int = seat, number: int = number, enemy: int = enemy) -> bool:
            return end[0] == 1 - seat or (end[0] == NOBODY and end[enemy + 1][2] and not end[number + 1][2])

        assert outlook.wins == pytest.approx(exact.chance(wins))


def crumbled(end: tuple[Any, ...]) -> bool:
    """Who falls apart after a lost round loses more than the blows took: a loser that is gone."""
    return bool(end[0] != NOBODY and (end[1][2] or end[2][2]))


def told_of(play: Play, key: str) -> dict[str, Odds]:
    return odds_of(play.game, key)


def odds_of(game: Game, key: str) -> dict[str, Odds]:
    question = game.asked.weighed()
    assert isinstance(question, Choose)
    option: Option = next(option for option in question.options if option.key == key)
    return {odds.label: odds for odds in option.odds}


CHARGE = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180"


def test_a_charge_tells_the_round_that_follows_if_it_arrives() -> None:
    told = told_of(draw(CHARGE).play(phase="charge"), "0>1")
    labels = list(told)
    assert labels[:4] == [
        *("charge succeeds", "needed with 2D6", "wins the round if it arrives"),
        "expected enemy HP lost if it arrives",
    ]
    blows = told["expected enemy HP lost if it arrives"].parts
    assert blows[0].rule == "eow.melee.to_hit_table"


@pytest.mark.rule("eow.magic.duration")
def test_own_spells_end_before_the_melee_that_a_charge_tells_of() -> None:
    def promised(*effects: Effect) -> float:
        table = draw("Goblin Rabble at 18,10 | Ghouls at 18,20 face 180").set("Goblin Rabble", effects=effects)
        return told_of(table.play(phase="charge"), "0>1")["expected enemy HP lost if it arrives"].value

    assert promised(Effect("Flaming Swords", 0, 0)) == promised()
    assert promised(Effect("Flaming Swords", 1, 1)) > promised()


def test_a_charge_hangs_on_its_arrival_the_round_and_the_likeliest_fate() -> None:
    told = told_of(draw(CHARGE).play(phase="charge"), "0>1").values()
    *leading, fate = [one for one in told if one.telling]
    assert [one.label for one in leading] == ["charge succeeds", "wins the round if it arrives"]
    assert fate.value == max(one.value for one in told if "breaks" in one.label or "destroyed" in one.label)


def test_a_long_shot_tells_nothing_of_the_melee() -> None:
    play = draw("Iron Orcs at 18,4 | Ghouls at 18,20.5 face 180").play(phase="charge")
    assert list(told_of(play, "0>1")) == ["charge succeeds", "needed with 2D6"]


@pytest.mark.rule("eow.flee.off_board")
def test_who_could_flee_reads_how_likely_it_gets_away() -> None:
    play = (
        draw("Iron Orcs at 18,36 | Goblin Rabble at 4,4 | Ghouls at 18,44 face 180")
        .change("Ghouls", ())
        .play(phase="charge")
    )
    told = told_of(play.choose("0>2"), "flee")
    # The edge is three inches behind it: any throw but a 2 leads over it.
    (escapes,) = told.values()
    assert any("to flee off the table" in part.why for part in escapes.parts)
    assert escapes.value <= 1 / 36 + 1e-9


FACES = range(1, 7)


def gap_of(play: Play) -> float:
    return distance(shape(play, "Iron Orcs"), shape(play, "Ghouls"))


def test_a_fleeing_target_tells_how_likely_it_is_caught_as_it_flees_on() -> None:
    play = draw("Iron Orcs at 18,10 | Ghouls at 18,16 face 0 fleeing").set("Ghouls", seat=1).play(phase="charge")
    told = told_of(play, "0>1")
    # It runs 2D6 ahead; the orcs need the gap and that run with 2D6 and their Advance of 4.
    throws = [(a + b, c + d) for a in FACES for b in FACES for c in FACES for d in FACES]
    caught = sum(run + gap_of(play) <= 4 + charge for run, charge in throws) / 6**4
    assert told["catches the fleeing unit"].value == pytest.approx(caught)
    assert "charge succeeds" not in told


@pytest.mark.rule("eow.panic.quarter_losses", "eow.shoot.panic")
@pytest.mark.parametrize("rules", [(), ("Fearless",), ("Warborn",)])
@pytest.mark.parametrize("lost", [0, 2])
def test_a_volley_tells_how_likely_its_target_panics(rules: tuple[str, ...], lost: int) -> None:
    table = draw("Lowborn Archers at 18,10 models=3 | Ghouls at 18,20 face 180 models=8", phase="shooting")
    table.change("Ghouls", rules)
    ghouls = table.unit("Ghouls")
    assert ghouls.pose is not None
    table.set("Ghouls", began=Began(8 + lost, ghouls.pose, 5.0, 2.0), lost_this_phase=lost)
    volley = Interlude(lambda battle: shooting.volley(battle, battle.units[0], battle.units[1]))
    game = Game(volley, copied(table.battle))
    told = odds_of(Game(RULESET, table.battle), "0>1")

    def see(end: Game) -> int:
        return int(end.battle.units[1].fleeing or end.battle.units[1].fate == "fled")

    exact = chances(game, until=lambda _: False, see=see, answer=answer)
    assert (told["panics and flees"].value if "panics and flees" in told else 0.0) == pytest.approx(exact[1])


@pytest.mark.rule("eow.panic.exempt_states", "eow.stat.hp")
def test_a_volley_on_fleeing_units_tells_no_panic_but_how_likely_it_destroys_them() -> None:
    table = draw("Lowborn Archers at 18,10 models=3 | Ghouls at 18,20 face 180 models=2 fleeing", phase="shooting")
    ghouls = table.change("Ghouls", ()).unit("Ghouls")
    assert ghouls.pose is not None
    ghouls.began = Began(2, ghouls.pose, 5.0, 2.0)
    told = odds_of(Game(RULESET, table.battle), "0>1")
    # Each of three arrows hits on 4 and wounds Resilience 4 on 5: two or three of them do.
    wound = 1 / 2 * 1 / 3
    assert told["destroyed"].value == pytest.approx(3 * wound**2 * (1 - wound) + wound**3)
    assert "panics and flees" not in told


@pytest.mark.rule("eow.magic.hits")
@pytest.mark.parametrize(("models", "panics"), [(12, True), (16, True), (20, False)])
def test_a_spell_tells_how_likely_its_target_panics_and_flees(models: int, panics: bool) -> None:
    # A Pentagram of Pain makes 4 hits at most: a quarter of 16 models, but not of 20.
    line = f"0 Sorcerer at 18,2 | 1 Goblin Rabble at 18,20 face 180 models={models}"
    play = draw(line, phase="magic", stage="cast", pools=(9, 0)).play()
    told = told_of(play, next(key for key in play.keys if "Pentagram" in key))
    assert ("panics and flees if it takes effect" in told) is panics


@pytest.mark.rule("eow.magic.dispel", "eow.magic.cast_roll")
def test_casting_dice_tell_the_chance_against_every_number_of_dice_to_dispel() -> None:
    line = "Orc Shaman at 18,10 | Imperial Guard at 18,24 face 180"
    play = draw(line, phase="magic", stage="cast", pools=(2, 1)).play()
    key = next(key for key in play.keys if key.startswith("0:"))
    needed = next(option for option in play.options if option.key == key).odds[0].value
    told = told_of(play.choose(key), "2")
    label = "takes effect against 1 die to dispel"
    rolls = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    through = sum(a + b >= needed and c < a + b for a, b, c in rolls) / 216
    assert told[label].value == pytest.approx(through)
    assert [one for one in told if "dispel" in one] == [label]


@pytest.mark.rule("eow.rally.fail", "eow.flee.off_board")
@pytest.mark.parametrize(("room", "leaves"), [(6.5, 21 / 36), (7.0, 21 / 36), (7.1, 15 / 36), (12.1, 0)])
def test_a_rally_tells_whether_a_failed_one_ends_off_the_table(room: float, leaves: float) -> None:
    # Discipline 5 fails with 26 of 36 rolls. Of the Flee Moves 21 of 36 are 7 inches or more, 15 are 8 or more.
    table = draw("Goblin Rabble at 18,40 fleeing | Iron Orcs at 4,10 fleeing | Ghouls at 18,10").change(
        "Goblin Rabble", [], dis=5
    )
    goblins = table.unit("Goblin Rabble")
    goblins.pose = Pose(18.0, 48 - shape(table, "Goblin Rabble").depth / 2 - room, 0.0)
    told = told_of(table.play(phase="movement"), "0")
    assert told["rallies"].value == pytest.approx(10 / 36)
    assert (told["flees off the table"].value if leaves else 0) == pytest.approx(26 / 36 * leaves)
    assert ("flees off the table" in told) is bool(leaves)


@pytest.mark.rule("eow.dangerous.trigger", "eow.dangerous.dice_count")
def test_a_march_through_dangerous_ground_tells_what_it_may_cost() -> None:
    line = "eow | 36x48 hindering 18,18 20x2 | Feudal Knights at 18,10 | Ghouls at 18,45 face 180"
    play = draw(line).play(phase="movement").choose(unit="Feudal Knights")
    ask = play.game.asked
    (odds,) = ask.risked(Moved("march", (Forward(10.0),)))
    assert odds.label == "expected HP lost to Dangerous Terrain"
    # Six models that lose a Health Point with a die of 1 and save it with an Aegis of 6.
    assert odds.value == pytest.approx(6 * 1 / 6 * 5 / 6)
    assert ask.risked(Moved("advance", (Forward(1.0),))) == ()


def test_a_place_is_not_touched_by_working_out_odds() -> None:
    play = draw(CHARGE).play(phase="charge")
    before, pose = play.game.hash(), play.unit("Ghouls").pose
    play.game.asked.weighed()
    assert (play.game.hash(), play.unit("Ghouls").pose) == (before, pose)
    assert isinstance(pose, Pose)
