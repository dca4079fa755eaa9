"""Coalitions of several armies and players (Appendix: Multi-Games)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.advanced.positions import checks
from tests.essence_of_war.advanced.test_setting_up import army
from tests.essence_of_war.harness import Dicing, Play, Table, draw
from tests.playing import refusal
from warhost.errors import WarhostError
from warhost.play import Chosen, Setup
from warhost.play.battle import Seat
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.melee import strikes
from warhost.rulesets.essence_of_war.chapters.victory.victory import judge
from warhost.rulesets.essence_of_war.core.battle import Boon, Settings
from warhost.rulesets.essence_of_war.core.contact import brethren
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Arc

FOUR = ("Empire of Sonnstahl", "Vampire Covenant", "Dwarven Holds", "Beast Herds")
SEATS = (Seat("Ann", "Empire of Sonnstahl", 0), Seat("Bert", "Vampire Covenant", 1), Seat("Cleo", "Dwarven Holds", 0))


def new_game(armies: tuple[str, ...] = FOUR, dice: Dicing = (6, 2), **options: Any) -> Play:
    """A basic multi-game of patrols on an open table, after the dice of the roll-off."""
    return Play(RULESET.set_up(Setup(ruleset="eow", armies=armies, map="open", options=options)), dice)


def three(line: str, settings: Settings | None = None, **fields: Any) -> Table:
    """A table on which Ann and Cleo fight Bert: units of Dwarven Holds are Cleo's."""
    table = draw(line, settings, **fields)
    scene = table.battle.scene
    table.battle.scene = type(scene)(
        ruleset=scene.ruleset,
        version=scene.version,
        board=scene.board,
        seats=SEATS,
        entries=scene.entries,
        settings=scene.settings,
    )
    for unit in table.battle.units:
        if unit.army == "Dwarven Holds":
            unit.company, unit.player = 2, 2
    return table


@pytest.mark.rule("eow.multi.coalition")
def test_two_coalitions_with_one_player_for_two_armies_against_two_players() -> None:
    game = new_game(commanders=(0, 1, 0, 2))
    seats = game.battle.scene.seats
    assert [seat.team for seat in seats] == [0, 1, 1]
    assert {unit.army: unit.owner for unit in game.battle.units} == dict(zip(FOUR, (0, 1, 0, 2), strict=True))
    with pytest.raises(WarhostError, match="commands armies of one side") as refused:
        new_game(commanders=(0, 0, 1, 2))
    assert refused.value.rule == "eow.multi.coalition"
    with pytest.raises(WarhostError, match="do not fit 4 armies"):
        new_game(sides=(0, 0, 0, 0))


@pytest.mark.rule("eow.multi.armies")
def test_uneven_coalitions_are_allowed_by_agreement() -> None:
    battle = new_game(FOUR[:3], sides=(0, 1, 0)).battle
    assert [unit.seat for unit in battle.units] == [0] * 4 + [1] * 4 + [0] * 4


@pytest.mark.rule("eow.multi.normal_rules", "eow.multi.battlefield")
def test_an_advanced_multi_game_lasts_five_turns_on_a_wide_board() -> None:
    settings = Settings(mode="advanced", points=800)
    armies = [army("Empire of Sonnstahl", ("Marshal", "Spearmen + 5x4"), 800) for _ in range(4)]
    setup = Setup(ruleset="eow", armies=("Empire of Sonnstahl",) * 4, map="open")
    battle = RULESET.battle_of(armies, settings, setup)
    assert settings.game_turns == 5
    assert (battle.scene.board.width, battle.scene.board.depth) == (54.0, 48.0)
    six = RULESET.battle_of(armies + armies[:2], settings, Setup(ruleset="eow", armies=("x",) * 6, map="open"))
    assert (six.scene.board.width, six.scene.board.depth) == (72.0, 48.0)


def rallied(table: Table) -> list[tuple[str, int, bool]]:
    """Who tries to rally in the first Movement Phase, on which Discipline, with the best of rolls."""
    game = table.play({"": 1}, phase="charge")
    while not (found := checks(game, "rally")):
        game.decline()
    return found


LENT = "Handgunners at 18,10 fleeing | Thane at 18,13 | Wizard at 30,30 | Ghouls at 18,40 face 180"


@pytest.mark.rule("eow.multi.allies", "eow.multi.ally_discipline")
def test_an_ally_lends_no_discipline() -> None:
    # The Thane of an Ally stands by as they try to rally, and then the same Thane as one of their own army.
    for table, discipline in ((three(LENT), 7), (draw(LENT), 9)):
        assert rallied(table) == [("Handgunners", discipline, True)]


@pytest.mark.rule("eow.multi.brethren")
def test_brethren_share_the_generals_word() -> None:
    table = draw("Handgunners at 18,10 fleeing | Wizard at 18,13 | Ghouls at 18,40 face 180").change("Wizard", dis=9)
    table.set("Wizard", company=2, player=2)
    assert rallied(table) == [("Handgunners", 9, True)]


@pytest.mark.rule("eow.multi.ally_panic")
@pytest.mark.parametrize(("allied", "tests"), [(True, 0), (False, 1)])
def test_the_loss_of_an_ally_frightens_nobody(allied: bool, tests: int) -> None:
    line = "Greybeards at 18,10 models=1 files=1 | Handgunners at 21,10 | Warlock Outcast at 18,22 face 180"
    table = (three if allied else draw)(line, pools=(0, 5), phase="magic", active=1, stage="cast")
    if allied:
        table.battle.note(shares=(0, 5, 0), split=(1, 1))
    game = table.play([(6, 6), (1, 1)]).cast("Warlock Outcast", "Hasten the Hour", "Greybeards", dice=2)
    assert game.unit("Greybeards").fate == "destroyed"
    assert len(game.told(events.DisciplineTested)) == tests


@pytest.mark.rule("eow.multi.ally_friendly")
def test_a_spell_for_friends_may_be_cast_on_an_ally() -> None:
    line = "Wizard at 18,10 | Greybeards at 18,16 | Ghouls at 18,40 face 180"
    table = three(line, pools=(5, 0), phase="magic", stage="cast")
    table.battle.note(shares=(3, 0, 2), split=(1, 0))
    game = table.play().choose("pass")
    assert any(key.startswith("0:Word of Iron") and key.endswith(">1") for key in game.keys)


@pytest.mark.rule("eow.multi.no_join_ally")
def test_nobody_joins_a_unit_of_an_ally() -> None:
    table = three("Greybeards at 18,10 | Wizard at 3,3 | Ghouls at 18,40 face 180", Settings(mode="advanced"))
    refused = check_join(table.battle, table.unit("Wizard"), table.unit("Greybeards"))
    assert refused is not None
    assert refused.rule == "eow.multi.no_join_ally"
    table.set("Greybeards", army="Empire of Sonnstahl")
    assert check_join(table.battle, table.unit("Wizard"), table.unit("Greybeards")) is None


@pytest.mark.rule("eow.multi.deploy_roll", "eow.multi.deploy_together")
def test_one_die_a_coalition_and_both_its_armies_deploy_before_the_other() -> None:
    game = new_game()
    assert (game.topic, game.question.seat, len(game.rolls)) == ("side", 0, 2)
    game.choose("near")
    seen: list[int] = []
    while not game.told(events.TurnBegan):
        seen.append(game.question.seat)
        game.answer(game.game.asked.suggestions()[0], game.question.seat)
    teams = [game.battle.scene.seats[seat].team for seat in seen]
    assert teams == sorted(teams, key=lambda team: team or 0)
    assert set(seen) == {0, 1, 2, 3}


@pytest.mark.rule("eow.multi.turns", "eow.multi.sync")
def test_partners_act_in_the_same_step_and_it_ends_when_all_have_passed() -> None:
    table = three("Handgunners at 12,10 | Greybeards at 24,10 | Ghouls at 18,40 face 180", phase="movement")
    game = table.play({"Flux": 1})
    assert (game.topic, game.question.seat, game.keys) == ("move", 0, ["0", "pass"])
    assert refusal(game, Chosen("1")).message
    game.choose("pass")
    assert (game.topic, game.question.seat, game.keys) == ("move", 2, ["1", "pass"])
    assert (game.battle.phase, game.battle.active) == ("movement", 0)
    game.choose("pass")
    assert game.battle.active == 1


@pytest.mark.rule("eow.multi.charge")
def test_partners_may_charge_the_same_enemy() -> None:
    table = three("Imperial Guard at 15,20 | Hold Guardians at 20,20 | Ghouls at 17.5,28 face 180")
    game = table.play({"harge": 6, "Odd": [1, 2] * 50, "": 1})
    assert game.question.seat == 0
    game.choose(unit="Imperial Guard", target="Ghouls")
    while game.question.seat != 2:
        game.choose("pass") if "pass" in game.keys else game.choose(game.keys[0])
    game.choose(unit="Hold Guardians", target="Ghouls")
    game.until(turn=2)
    rolled = [event.unit for event in game.told(events.ChargeRangeRolled)]
    assert sorted(rolled) == [0, 1]


@pytest.mark.rule("eow.multi.magic_dice", "eow.multi.magic_split")
def test_dice_are_split_evenly_and_the_odd_one_is_rolled_for() -> None:
    line = "Wizard at 18,10 | Thane at 24,10 | Warlock Outcast at 18,30 face 180"
    game = three(line, phase="magic", stored=(1, 0)).play([(4,), 2, 5])
    # Card 4 gives 7 dice and 5; the stored one makes 8.
    assert game.battle.more.shares == (4, 5, 4)
    odd = three(line, phase="magic").play([(4,), 2, 5])
    assert odd.battle.more.shares == (3, 5, 4)


@pytest.mark.rule("eow.multi.magic_share")
def test_a_partner_hands_over_a_die() -> None:
    table = three("Wizard at 18,10 | Greybeards at 24,10 | Ghouls at 18,20 face 180", phase="magic", stage="cast")
    entries = list(table.battle.scene.entries)
    entries[1] = type(entries[1])(
        **{name: getattr(entries[1], name) for name in entries[1].__struct_fields__ if name != "spells"},
        spells=entries[0].spells[:1],
    )
    scene = table.battle.scene
    table.battle.scene = type(scene)(
        ruleset=scene.ruleset, version=scene.version, board=scene.board, seats=SEATS, entries=tuple(entries)
    )
    table.battle.pools = (6, 0)
    table.battle.note(shares=(2, 0, 4), split=(1, 0))
    game = table.play()
    assert "share:2" in game.keys
    game.choose("share:2")
    assert game.battle.more.shares == (1, 0, 5)


@pytest.mark.rule("eow.multi.magic_store")
def test_a_coalition_keeps_one_die_at_most() -> None:
    table = three("Wizard at 18,10 | Greybeards at 24,10 | Ghouls at 18,40 face 180", phase="magic", stage="store")
    game = table.play(pools=(4, 0))
    assert game.question.seat == 0
    game.choose("store")
    assert game.battle.stored == (1, 0)


@pytest.mark.rule("eow.multi.victory_basic")
def test_units_of_all_partners_count_near_the_centre() -> None:
    table = three("Handgunners at 18,20 | Greybeards at 18,22 | Ghouls at 18,27 face 180 | Zombies at 5,40 face 180")
    game = table.play({"": 1}, phase="melee", active=1, first=0, turn=4)
    outcome = game.battle.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.score) == ((0, 2), (2.0, 1.0, 2.0))
    assert game.told(events.BattleEnded)[0].text == "Ann and Cleo win: 2 to 1 units within 6 inches of the centre."


@pytest.mark.rule("eow.multi.victory_advanced")
def test_victory_points_are_summed_for_a_coalition() -> None:
    settings = Settings(mode="advanced", points=800)
    armies = [army("Empire of Sonnstahl", ("Marshal", "Spearmen + 5x4"), 800) for _ in range(4)]
    battle = RULESET.battle_of(armies, settings, Setup(ruleset="eow", armies=("x",) * 4, map="open"))
    battle.homes, battle.turn = (0, 1), 5
    for unit in battle.units:
        if unit.seat == 1:
            unit.fate, unit.models = "destroyed", 0
    outcome = judge(battle)
    # 150 + 150 points from each of two armies; 600 of 1600 are more than a quarter.
    assert (outcome.score, outcome.word, outcome.winners) == ((600.0, 0.0, 600.0, 0.0), "victory", (0, 2))
    assert battle.more.size == 1600


@pytest.mark.rule("eow.multi.patrolling")
def test_each_coalition_places_one_marker() -> None:
    game = new_game(dice=[3, 6, 2], missions=True).choose("near")
    assert (game.topic, game.question.seat) == ("marker", 0)
    game.place(18.0, 32.0)
    assert (game.topic, game.question.seat) == ("marker", 1)
    game.place(9.0, 15.0)
    assert game.topic == "deploy"


@pytest.mark.rule("eow.multi.combat_result", "eow.multi.combat_win")
def test_two_armies_that_charge_together_have_one_charge_bonus() -> None:
    table = three("Imperial Guard at 5,5 | Hold Guardians at 10,5 | Ghouls at 18,28 face 180")
    table.fight("Imperial Guard", "Ghouls", offset=-1.0).fight("Hold Guardians", "Ghouls", side="left")
    table.set("Imperial Guard", charging=True).set("Hold Guardians", charging=True)
    game = table.play({"": 1}, phase="melee")
    while not (scored := game.told(events.CombatScored)):
        game.answer(game.game.asked.suggestions()[0], game.question.seat)
    assert [part.amount for part in scored[0].parts[0] if part.why == "Charge Bonus"] == [1]
    assert scored[0].loser == 1


@pytest.mark.rule("eow.multi.shooting")
def test_partners_shoot_one_after_the_other_at_any_target() -> None:
    table = three("Handgunners at 12,10 | Clan Marksmen at 24,10 | Ghouls at 18,25 face 180", phase="shooting")
    game = table.play({"": 1})
    assert game.question.seat == 0
    game.choose(unit="Handgunners", target="Ghouls")
    assert game.question.seat == 2
    assert game.offers(unit="Clan Marksmen", target="Ghouls")


@pytest.mark.rule("eow.multi.ally_army_rules")
def test_an_orison_is_not_for_allies_but_for_brethren() -> None:
    line = (
        "0 Kingdom of Equitaine/Lowborn Levies + 5x4 at 18,10 | 0 Kingdom of Equitaine/Feudal Knights + 3x2 at 28,10 | "
        "0 Orcs and Goblins/Trolls + 3x1 at 8,10 | 1 Vampire Covenant/Ghouls + 5x3 at 18,40 face 180"
    )
    table = draw(line, settings=Settings(mode="advanced"))
    table.set("Feudal Knights", company=2).set("Trolls", company=4)
    battle = table.battle
    offered = {unit.name for unit in brethren(battle, table.unit("Lowborn Levies"))}
    assert offered == {"Lowborn Levies", "Feudal Knights"}
    game = Play(begun(table), {"": 1})
    assert game.topic == "orison"
    assert {option.unit for option in game.options if option.unit is not None} == {0, 1}


def begun(table: Table) -> Any:
    """The battle at the end of the enemy's turn: the next step begins that of the first player."""
    table.battle.active, table.battle.first = 1, 1
    table.battle.phase, table.battle.stage = "melee", "fight"
    return table.battle


COACHED = (
    "0 Empire of Sonnstahl/Spearmen at 18,10 | 0 Dwarven Holds/Greybeards at 26,10 | 0 Dwarven Holds/Thane at 30,10 | "
    "1 Vampire Covenant/Zombies at 18,20 face 180"
)


@pytest.mark.rule("eow.multi.ally_army_rules")
def test_allies_neither_share_a_grudge_nor_the_help_of_a_coachman() -> None:
    table = three(COACHED, Settings(mode="advanced"))
    thane = table.unit("Thane").entry
    table.set("Zombies", boons=(Boon("Grudge", "game", other=thane, seat=0),))
    for name, again in (("Greybeards", True), ("Spearmen", False)):
        attack = strikes.normal_attack(table.battle, table.unit(name), table.unit("Zombies"), 1, Arc.FRONT)
        assert (attack.hits_rerolled_by is not None) == again
    table.change("Thane", ["Grim Coachman"])
    table.set("Spearmen", pose=table.unit("Thane").pose)
    for name, saved in (("Greybeards", True), ("Spearmen", False)):
        attack = strikes.normal_attack(table.battle, table.unit("Zombies"), table.unit(name), 1, Arc.REAR)
        assert ((6, "Grim Coachman") in attack.aegis) == saved
