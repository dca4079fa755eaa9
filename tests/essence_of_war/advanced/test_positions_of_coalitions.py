"""Positions of multi-games, reckoned by hand from the book and the rulings."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.essence_of_war.advanced.positions import EMPIRE, blows, checks
from tests.essence_of_war.advanced.test_multi_games import new_game
from tests.essence_of_war.advanced.test_setting_up import army
from tests.essence_of_war.harness import Play, Table, draw, refused_move
from tests.playing import refusal
from warhost.play import Choose, Chosen, Setup
from warhost.play.battle import Seat
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Forward

ADVANCED = Settings(mode="advanced", points=1200)
DWARVES, VAMPIRES, ELVES, BEASTS = "Dwarven Holds", "Vampire Covenant", "Highborn Elves", "Beast Herds"


def coalition(line: str, *, twice: bool = False, **fields: Any) -> Table:
    """Ann's army of the first unit and Cleo's of all others of their side fight Bert.

    Where they have the same faction (`twice`) units with a "*" in their names are Cleo's.
    """
    table = draw(line.replace("*", ""), settings=ADVANCED, homes=(0, 1), **fields)
    own = [unit for unit in table.battle.units if unit.seat == 0]
    cleo = [part for part in line.split("|") if "/" in part and not part.strip().startswith("1 ")]
    for unit, text in zip(own, cleo, strict=True):
        if "*" in text if twice else unit.army != own[0].army:
            unit.company, unit.player = 2, 2
    partner = next((unit.army for unit in own if unit.player == 2), own[0].army)
    enemy = next(unit.army for unit in table.battle.units if unit.seat == 1)
    seats = (Seat("Ann", own[0].army, 0), Seat("Bert", enemy, 1), Seat("Cleo", partner, 0))
    table.battle.scene = msgspec.structs.replace(table.battle.scene, seats=seats)
    return table


def quiet(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    """The tests of one kind in the first Player Turn, with the quietest answers until there is one."""
    while not (found := checks(game, kind)) and game.battle.active == 0 and not game.game.over:
        game.decline()
    return found


# Discipline


FLED = (
    f"{EMPIRE}/Spearmen + 5x4 at 18,10 fleeing | {{}} at 18,14 | {EMPIRE}/Marshal at 40,40 | "
    f"1 {VAMPIRES}/Ghouls + 5x3 at 18,40 face 180"
)


@pytest.mark.rule("eow.multi.ally_discipline", "eow.multi.brethren")
def test_the_general_of_an_ally_lends_nothing() -> None:
    game = coalition(FLED.format(f"{DWARVES}/Thane + General")).play({"": 1}, phase="movement")
    assert quiet(game, "rally") == [("Spearmen", 7, True)]


@pytest.mark.rule("eow.multi.brethren", "eow.special.commanding_presence")
def test_the_general_of_brethren_lends_its_discipline() -> None:
    line = (
        f"{EMPIRE}/Spearmen + 5x4 at 18,10 fleeing | {EMPIRE}/Marshal + General* at 18,14 | "
        f"1 {VAMPIRES}/Ghouls + 5x3 at 18,40 face 180"
    )
    game = coalition(line, twice=True).play({"": 1}, phase="movement")
    assert quiet(game, "rally") == [("Spearmen", 9, True)]


@pytest.mark.rule("eow.multi.ally_discipline", "eow.special.rally_around_the_flag")
@pytest.mark.parametrize(
    ("flag", "again"), [(f"{EMPIRE}/Marshal + Battle Standard", 1), (f"{DWARVES}/Thane + Battle Standard", 0)]
)
def test_the_flag_of_an_ally_rallies_nobody(flag: str, again: int) -> None:
    line = FLED.format(flag).replace(f"{EMPIRE}/Marshal at 40,40 | ", "")
    game = coalition(line).play({"Rally": [(6, 6), (1, 1)], "": 1}, phase="movement")
    tested = quiet(game, "rally")
    assert [passed for _, _, passed in tested] == ([False, True] if again else [False])


SHOT = (
    f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {{}} at 18,14 | 1 {BEASTS}/Mongrel Raiders + 5x2 at 18,26 face 180 | "
    f"1 {BEASTS}/Mongrel Raiders + 5x2 at 26,26 face 180"
)


def panicked(table: Table) -> list[bool]:
    """The Panic Tests of Spearmen whom arrows took a quarter of: the first fails, a second would not."""
    table.battle.units[-1].name = "Other Raiders"
    dice = {"to hit": 6, "To-Wound": 6, "Save": 1, "Panic": [(6, 6), (1, 1)], "": 1}
    game = table.play(dice, phase="shooting", active=1)
    game.choose(unit="Mongrel Raiders", target="Spearmen")
    return [told.passed for told in game.told(events.DisciplineTested) if told.kind == "panic"]


@pytest.mark.rule("eow.multi.ally_friendly", "eow.vault.banner.banner_of_discipline")
@pytest.mark.parametrize("bearer", [f"{DWARVES}/Thane", f"{EMPIRE}/Marshal"])
def test_the_banner_of_discipline_helps_allies_too(bearer: str) -> None:
    # The book takes the General, Commanding Presence and the Flag from Allies, not the Banner.
    assert panicked(coalition(SHOT.format(f"{bearer} + Banner of Discipline")))[-1] is True
    assert panicked(coalition(SHOT.format(bearer))) == [False]


@pytest.mark.rule("eow.multi.ally_friendly", "eow.vault.banner.banner_of_speed")
@pytest.mark.parametrize(("bearer", "march"), [(f"{DWARVES}/Thane + Banner of Speed", 10.0), (f"{DWARVES}/Thane", 8.0)])
def test_the_banner_of_speed_hastens_allies_too(bearer: str, march: float) -> None:
    line = f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {bearer} at 22,10 | 1 {VAMPIRES}/Ghouls + 5x3 at 18,40 face 180"
    game = coalition(line).play({"": 1}, phase="movement").choose(unit="Spearmen")
    assert refused_move(game, "march", Forward(march + 0.1))
    game.move("march", Forward(march))


@pytest.mark.rule("eow.multi.ally_discipline", "eow.special.undead.march")
@pytest.mark.parametrize(
    ("leader", "twice", "marches"),
    [
        (f"{EMPIRE}/Marshal + General", False, False),
        (f"{VAMPIRES}/Vampire Courtier + Evocation + General", False, True),
        (f"{VAMPIRES}/Vampire Courtier + Evocation + General*", True, True),
    ],
)
def test_the_undead_march_by_the_word_of_their_own_and_not_of_allies(leader: str, twice: bool, marches: bool) -> None:
    line = f"{VAMPIRES}/Zombies + 5x4 at 18,10 | {leader} at 22,10 | 1 {BEASTS}/Wildhorn Herd + 5x3 at 18,40 face 180"
    game = coalition(line, twice=twice).play({"": 1}, phase="movement").choose(unit="Zombies")
    assert any(kind.name == "march" for kind in game.question.kinds) is marches  # type: ignore[union-attr]


@pytest.mark.rule("eow.multi.brethren", "eow.special.undead.crumble")
@pytest.mark.parametrize(("own", "tests"), [(True, 1), (False, 0)])
def test_the_undead_crumble_for_the_general_of_their_own_army_alone(own: bool, tests: int) -> None:
    # One General falls to a shot; the Zombies are Ann's (EOW-R223).
    star = "" if own else "*"
    line = (
        f"{VAMPIRES}/Zombies + 5x4 at 40,10 | "
        f"{VAMPIRES}/Vampire Courtier + Evocation + General{star} at 18,12 wounds=2 | "
        f"1 {BEASTS}/Mongrel Raiders + 5x2 at 18,26 face 180"
    )
    dice = {"to hit": 6, "To-Wound": 6, "Save": 1, "Crumble": (6, 6), "Odd": [1, 2] * 20, "": 1}
    game = coalition(line, twice=True).play(dice, phase="shooting", active=1)
    game.choose(unit="Mongrel Raiders", target="Vampire Courtier").until(phase="melee")
    assert game.unit("Vampire Courtier").fate == "destroyed"
    assert len(checks(game, "crumble")) == tests


# Panic


BROKEN = (
    f"{EMPIRE}/Handgunners + 5x2 at 18,10 models=1 files=1 | {{}} at 22,10 | "
    f"1 {BEASTS}/Mongrel Raiders + 5x2 at 18,24 face 180"
)


@pytest.mark.rule("eow.multi.ally_panic", "eow.multi.brethren")
@pytest.mark.parametrize(
    ("friend", "twice", "tests"),
    [
        (f"{EMPIRE}/Spearmen + 5x4", False, 1),
        (f"{EMPIRE}/Spearmen + 5x4*", True, 1),
        (f"{DWARVES}/Clan Warriors + 5x3", False, 0),
    ],
)
def test_who_falls_frightens_its_own_and_brethren_but_not_allies(friend: str, twice: bool, tests: int) -> None:
    table = coalition(BROKEN.format(friend), twice=twice)
    dice = {"to hit": 6, "To-Wound": 6, "Save": 1, "": 1}
    game = table.play(dice, phase="shooting", active=1).choose(unit="Mongrel Raiders", target="Handgunners")
    assert game.unit("Handgunners").fate == "destroyed"
    assert len(checks(game, "panic")) == tests


# Joining


@pytest.mark.rule("eow.multi.no_join_ally", "eow.multi.deploy_together")
def test_at_deployment_a_character_is_offered_units_of_brethren_and_none_of_allies() -> None:
    forces = [
        (EMPIRE, ("Marshal", "Spearmen + 5x4")),
        (BEASTS, ("Beast Chieftain", "Wildhorn Herd + 5x3")),
        (EMPIRE, ("Marshal", "Imperial Guard + 5x3")),
        (DWARVES, ("Thane", "Clan Warriors + 5x3")),
    ]
    settings = Settings(mode="advanced", points=800, sides=(0, 1, 0, 0))
    setup = Setup(ruleset="eow", armies=tuple(name for name, _ in forces), map="open")
    battle = RULESET.battle_of([army(name, units, 800) for name, units in forces], settings, setup)
    game = Play(battle, [1, 6, 2])
    while game.topic != "side":
        game.decline()
    game.choose("near").choose("them")
    while game.topic == "ambush":
        game.choose("pass")
    # All regiments first; each is chosen by the player who leads it.
    offered: dict[str, set[str]] = {}
    x = 6.0
    while game.question.seat != 1:
        if game.topic == "deploy" and isinstance(game.question, Choose):
            first = min(game.options, key=lambda option: battle.entry(game.battle.units[int(option.key)]).single)
            game.choose(first.key)
        elif game.topic == "join":
            guest = game.battle.units[game.options[0].unit or 0]
            hosts = {game.battle.units[option.target].name for option in game.options if option.target is not None}
            offered[f"{guest.army} {guest.company}"] = hosts
            game.choose("alone")
        elif game.topic == "first turn":
            break
        else:
            game.place(x, 6.0)
            x += 7.0
    assert offered[f"{EMPIRE} 0"] == {"Spearmen", "Imperial Guard"}
    assert offered[f"{EMPIRE} 2"] == {"Spearmen", "Imperial Guard"}
    assert offered[f"{DWARVES} 3"] == {"Clan Warriors"}


# Magic

CASTERS = (
    f"{EMPIRE}/Wizard + Pyromancy at 18,10 | {{}} at 26,10 | "
    f"1 {VAMPIRES}/Vampire Courtier + Evocation at 18,24 face 180 | 1 {VAMPIRES}/Ghouls + 5x3 at 26,24 face 180"
)


def casting(partner: str, dice: Any, **fields: Any) -> Play:
    return coalition(CASTERS.format(partner)).play(dice, phase="magic", **fields)


@pytest.mark.rule("eow.multi.magic_dice", "eow.multi.magic_split", "eow.special.channel_max")
def test_two_channelled_dice_are_the_most_for_a_coalition() -> None:
    # A Wizard of Ann and two Mages of Cleo channel three, of which two count: 4 + 2 of card 1, three for each.
    line = (
        f"{EMPIRE}/Wizard + Pyromancy at 18,10 | {ELVES}/Mage + Alchemy at 26,10 | "
        f"{ELVES}/Mage + Divination at 32,10 | 1 {VAMPIRES}/Ghouls + 5x3 at 18,30 face 180"
    )
    table = coalition(line)
    table.battle.units[2].name = "Other Mage"
    game = table.play([1], phase="magic")
    assert game.battle.more.shares == (3, 4, 3)


@pytest.mark.rule("eow.multi.magic_split")
@pytest.mark.parametrize(
    ("card", "rolls", "shares"), [(1, [6, 1], (3, 4, 2)), (1, [1, 6], (2, 4, 3)), (2, [], (3, 4, 3))]
)
def test_an_odd_die_goes_to_the_winner_of_a_roll(card: int, rolls: list[int], shares: tuple[int, ...]) -> None:
    # Card 1 gives four dice and the Wizard channels a fifth, card 2 one more; the other side has four.
    game = casting(f"{DWARVES}/Clan Warriors + 5x3", [card, *rolls])
    assert game.battle.more.shares == shares


@pytest.mark.rule("eow.multi.magic_share")
def test_a_partner_without_spells_gives_its_dice_away() -> None:
    game = casting(f"{DWARVES}/Clan Warriors + 5x3", [2])
    assert game.battle.more.shares == (3, 4, 3)
    assert (game.topic, game.question.seat, game.keys) == ("cast", 2, ["pass", "share:0"])
    game.choose("share:0").choose("share:0")
    assert game.battle.more.shares == (5, 4, 1)
    game.choose("pass")
    assert (game.topic, game.question.seat) == ("cast", 0)
    game.choose(next(key for key in game.keys if key.startswith("0:Fireball")))
    assert game.keys == ["1", "2", "3", "4", "5"]


@pytest.mark.rule("eow.multi.magic_share")
def test_a_die_that_comes_late_is_not_lost() -> None:
    # Ann has passed already when Cleo, who has a spell too, hands over a die.
    game = casting(f"{ELVES}/Mage + Alchemy", [1])
    game.choose("pass")
    assert game.question.seat == 2
    game.choose("share:0")
    assert (game.topic, game.question.seat, game.battle.more.shares) == ("cast", 0, (4, 4, 2))


@pytest.mark.rule("eow.multi.magic_share", "eow.multi.magic_split")
def test_a_spell_is_cast_with_the_own_dice_and_with_those_that_were_given() -> None:
    # Four dice and two by Channel: three for each, whatever the side has together.
    game = casting(f"{ELVES}/Mage + Alchemy", [1, (1, 1, 2)])
    game.choose(next(key for key in game.keys if key.startswith("0:Fireball")))
    assert game.keys == ["1", "2", "3"]
    game.choose("3")
    assert game.battle.more.shares == (0, 4, 3)
    # She has none left to cast with; Cleo has.
    assert (game.topic, game.question.seat) == ("cast", 2)


@pytest.mark.rule("eow.multi.magic_share")
def test_partners_may_put_their_dice_together_for_a_dispel() -> None:
    line = (
        f"0 {EMPIRE}/Spearmen + 5x4 at 18,30 face 180 | 0 {DWARVES}/Clan Warriors + 5x3 at 26,30 face 180 | "
        f"1 {VAMPIRES}/Vampire Courtier + Evocation at 18,10"
    )
    game = coalition(line).play([1, (6, 6)], phase="magic", active=1)
    assert game.battle.more.shares == (2, 4, 2)
    game.choose(next(key for key in game.keys if key != "pass"))
    game.choose("2")
    # Twelve is more than two dice easily beat: Ann takes a die of Cleo.
    assert (game.topic, game.question.seat) == ("dispel", 0)
    assert [key for key in game.keys if key.isdigit()] == ["1", "2"]
    game.choose("share:2")
    assert game.battle.more.shares == (1, 2, 3)
    assert game.question.seat == 0
    game.choose("no")
    assert (game.topic, game.question.seat) == ("dispel", 2)
    assert [key for key in game.keys if key.isdigit()] == ["1", "2", "3"]


@pytest.mark.rule("eow.multi.magic_store")
def test_one_die_is_stored_for_the_coalition_and_split_with_the_next_phase() -> None:
    game = casting(f"{ELVES}/Mage + Alchemy", {"Flux": [1, 2, 3], "Odd": [1, 2] * 20, "": 1}).until("store")
    assert game.question.seat == 0
    game.choose("store")
    assert game.battle.stored == (1, 0)
    game.until("cast", turn=2)
    # Six of card 3, two by Channel, and the one that was kept.
    assert (game.battle.active, sum(game.battle.more.shares[seat] for seat in (0, 2))) == (0, 9)


@pytest.mark.rule("eow.multi.ally_friendly")
def test_a_spell_on_friends_reaches_allies() -> None:
    line = (
        f"{EMPIRE}/Wizard + Alchemy at 18,10 | {DWARVES}/Clan Warriors + 5x3 at 18,16 | "
        f"1 {VAMPIRES}/Ghouls + 5x3 at 18,40 face 180"
    )
    game = coalition(line).play([2, (6, 6)], phase="magic", pools=(0, 0)).choose("pass")
    game.cast("Wizard", "Word of Iron", "Clan Warriors", dice=2)
    if game.topic == "dispel":
        game.choose("no")
    assert [effect.spell for effect in game.unit("Clan Warriors").effects] == ["Word of Iron"]


@pytest.mark.rule("eow.multi.allies", "eow.vault.artefact.binding_scroll")
def test_a_scroll_binds_a_spell_of_any_partner() -> None:
    line = (
        f"{EMPIRE}/Wizard + Pyromancy at 18,10 | {ELVES}/Mage + Alchemy at 26,10 | "
        f"1 {BEASTS}/Beast Chieftain + Binding Scroll at 18,34 face 180"
    )
    game = coalition(line).play({"": 1}, phase="magic")
    assert {"Fireball", "Word of Iron"} <= set(game.keys)


# Charges and combat

MELEE = (
    f"{EMPIRE}/Imperial Guard + 5x3 at 5,5 | {DWARVES}/Clan Warriors + 5x3 at 10,5 | "
    f"1 {VAMPIRES}/Zombies + 5x6 at 18,28 face 180"
)


def fought(*charging: str, dice: Any = None) -> Play:
    table = coalition(MELEE).fight("Imperial Guard", "Zombies").fight("Clan Warriors", "Zombies", side="left")
    for name in charging:
        table.set(name, charging=True)
    game = table.play({"": 1} if dice is None else dice, phase="melee")
    while not game.told(events.CombatScored):
        game.answer(game.game.asked.suggestions()[0], game.question.seat)
    return game


@pytest.mark.rule("eow.multi.combat_result")
@pytest.mark.parametrize(
    ("charging", "bonus"), [((), []), (("Clan Warriors",), [1]), (("Imperial Guard", "Clan Warriors"), [1])]
)
def test_one_charge_bonus_for_all_partners(charging: tuple[str, ...], bonus: list[int]) -> None:
    scored = fought(*charging).told(events.CombatScored)[0]
    assert [part.amount for part in scored.parts[0] if part.why == "Charge Bonus"] == bonus


@pytest.mark.rule("eow.multi.combat_result", "eow.result.flank_rear", "eow.result.rank_bonus")
def test_the_flank_of_one_partner_and_the_ranks_of_the_other_make_one_sum() -> None:
    scored = fought().told(events.CombatScored)[0]
    # Nobody falls. The Guard has 3 ranks; the Warriors are in the flank.
    told = {part.why: part.amount for part in scored.parts[0]}
    assert any("Flank" in why for why in told)
    assert any("Rank" in why for why in told)


@pytest.mark.rule("eow.melee.agility_order", "eow.multi.combat_result")
def test_partners_strike_by_agility_and_not_by_player() -> None:
    game = fought()
    order = [(game.battle.units[told.unit].name, told.agility) for told in game.told(events.BlowsStruck)]
    # Imperial Guard 3, Clan Warriors 2, Zombies 1.
    assert [agility for _, agility in order] == sorted((agility for _, agility in order), reverse=True)
    assert {name for name, _ in order} == {"Imperial Guard", "Clan Warriors", "Zombies"}
    assert blows(game, "Imperial Guard")


@pytest.mark.rule("eow.multi.combat_win")
def test_all_partners_lose_together_and_each_takes_its_break_test() -> None:
    table = coalition(MELEE).fight("Imperial Guard", "Zombies")
    table.fight("Clan Warriors", "Zombies", side="left")
    dice = {"Zombies Melee Attacks: to hit": 6, "Zombies Melee Attacks: To-Wound": 6, "Break": 1, "Save": 1, "": 1}
    game = table.play(dice, phase="melee")
    while not game.told(events.CombatScored):
        game.answer(game.game.asked.suggestions()[0], game.question.seat)
    for _ in range(6):
        if not game.game.over:
            game.decline()
    assert game.told(events.CombatScored)[0].loser == 0
    assert {name for name, _, _ in checks(game, "break")} == {"Imperial Guard", "Clan Warriors"}


@pytest.mark.rule("eow.multi.sync", "eow.multi.charge")
def test_no_partner_moves_before_all_have_declared_their_charges() -> None:
    line = (
        f"{EMPIRE}/Imperial Guard + 5x3 at 15,20 | {DWARVES}/Clan Warriors + 5x3 at 21,20 | "
        f"1 {VAMPIRES}/Zombies + 5x6 at 18,28 face 180"
    )
    game = coalition(line).play({"": 1})
    assert (game.topic, game.question.seat) == ("declare charge", 0)
    game.choose("pass")
    assert (game.topic, game.question.seat) == ("declare charge", 2)
    assert refusal(game, Chosen("move")).message
    game.choose("pass")
    assert game.battle.phase == "movement"


@pytest.mark.rule("eow.multi.turns")
def test_a_charge_on_a_partner_is_met_by_the_partner() -> None:
    line = (
        f"0 {EMPIRE}/Spearmen + 5x4 at 30,28 face 180 | 0 {DWARVES}/Clan Warriors + 5x3 at 18,28 face 180 | "
        f"1 {BEASTS}/Wildhorn Herd + 5x3 at 18,20"
    )
    game = coalition(line).play({"": 1}, active=1, first=0)
    while game.topic != "declare charge":
        game.decline()
    game.choose(unit="Wildhorn Herd", target="Clan Warriors")
    assert (game.topic, game.question.seat) == ("charge reaction", 2)


# Army rules

LEVY = (
    f"Kingdom of Equitaine/Lowborn Levies + 5x4 at 18,10 | {{}} at 26,10 | 1 {VAMPIRES}/Ghouls + 5x3 at 18,40 face 180"
)


@pytest.mark.rule("eow.multi.ally_army_rules")
@pytest.mark.parametrize(
    ("friend", "twice", "blessed"),
    [(f"{EMPIRE}/Spearmen + 5x4", False, False), ("Kingdom of Equitaine/Lowborn Archers + 5x2*", True, True)],
)
def test_orisons_are_for_the_kingdom(friend: str, twice: bool, blessed: bool) -> None:
    table = coalition(LEVY.format(friend), twice=twice, active=1, first=1, phase="melee", stage="fight")
    game = table.play({"": 1})
    assert game.topic == "orison"
    assert game.question.seat == 0
    assert (table.battle.units[1].id in {option.unit for option in game.options}) is blessed


@pytest.mark.rule("eow.multi.ally_army_rules")
@pytest.mark.parametrize(
    ("friend", "twice", "ordered"),
    [(f"{DWARVES}/Clan Warriors + 5x3", False, False), (f"{EMPIRE}/Spearmen + 5x4*", True, True)],
)
def test_orders_of_the_empire_are_for_the_empire(friend: str, twice: bool, ordered: bool) -> None:
    line = f"{EMPIRE}/Marshal at 18,10 | {friend} at 22,10 | 1 {VAMPIRES}/Ghouls + 5x3 at 18,40 face 180"
    table = coalition(line, twice=twice, active=1, first=1, phase="melee", stage="fight")
    game = table.play({"": 1})
    assert (game.topic == "order" and game.offers(target=table.battle.units[1].name)) is ordered
    if ordered:
        assert game.question.seat == 0


# Victory


@pytest.mark.rule("eow.multi.victory_advanced", "eow.adv.mission.occupation")
def test_units_of_both_partners_count_for_the_mission() -> None:
    line = (
        f"54x48 | {EMPIRE}/Spearmen + 5x4 at 27,22 | {DWARVES}/Clan Warriors + 5x3 at 33,22 | "
        f"1 {VAMPIRES}/Zombies + 5x4 at 22,27 face 180"
    )
    table = coalition(line, mission="Occupation", turn=5, first=0, active=1, phase="melee")
    table.battle.note(size=2400)
    game = table.play({"": 1})
    outcome = game.battle.outcome
    assert outcome is not None
    # A quarter of 2400 for two units to one; 600 of 2400 are a Victory.
    assert (outcome.score, outcome.winners, outcome.word) == ((600.0, 0.0, 600.0), (0, 2), "victory")


@pytest.mark.rule("eow.multi.victory_advanced", "eow.adv.vp.shattered")
def test_losses_of_all_partners_score_for_the_enemy() -> None:
    line = (
        f"54x48 | {EMPIRE}/Spearmen + 5x4 at 27,8 models=4 files=4 | {DWARVES}/Clan Warriors + 5x3 at 40,8 fleeing | "
        f"1 {VAMPIRES}/Zombies + 5x4 at 22,40 face 180"
    )
    table = coalition(line, turn=5, first=0, active=1, phase="melee")
    table.battle.note(size=2400)
    game = table.play({"": 1})
    outcome = game.battle.outcome
    assert outcome is not None
    lost = sum(game.battle.entry(game.unit(name)).points for name in ("Spearmen", "Clan Warriors"))
    assert outcome.score[1] == lost


@pytest.mark.rule("eow.multi.deploy_roll")
def test_a_tie_is_rolled_again_by_the_coalitions() -> None:
    game = new_game(dice=[4, 4, 2, 5])
    assert (game.topic, game.question.seat, len(game.rolls)) == ("side", 1, 4)
