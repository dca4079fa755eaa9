"""Positions of the rules of single armies, reckoned by hand from the book and the rulings, then played."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.positions import (
    EMPIRE,
    ahead,
    blows,
    checks,
    gap,
    lay,
    lost,
    melee,
    named,
    needs,
    score,
)
from tests.essence_of_war.advanced.spellbook import magic
from tests.essence_of_war.harness import Fall
from warhost.play import Allocate
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.values import flies
from warhost.rulesets.essence_of_war.shown import events

# Army rules in combat


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.beloved")
@pytest.mark.parametrize(("models", "targets"), [(20, {"Lowborn Levies"}), (5, {"Lowborn Levies", "Damsel"})])
def test_a_damsel_is_safe_behind_two_ranks(models: int, targets: set[str]) -> None:
    line = (
        f"0 Kingdom of Equitaine/Lowborn Levies + 5x4 at 18,10 models={models} | "
        "0 Kingdom of Equitaine/Damsel + Druidism at 3,3 | 1 Minotaurs + 3x1 at 18,20 face 180"
    )
    table = lay(line).join("Damsel", "Lowborn Levies").fight("Minotaurs", "Lowborn Levies")
    game = table.play({"": 1}, phase="melee", active=1)
    found = {"Lowborn Levies"}
    while not game.game.over and game.battle.phase == "melee":
        if isinstance(game.question, Allocate):
            for pool in game.question.pools:
                found |= {game.battle.units[option.target].name for option in pool.targets if option.target is not None}
        game.decline()
    assert found == targets


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.banneret", "eow.special.devastating")
def test_feudal_knights_charge_with_their_banner() -> None:
    line = "0 Kingdom of Equitaine/Feudal Knights + 3x3 + Banneret at 18,10 | 1 Zombies + 5x4 at 18,20 face 180"
    table = lay(line).fight("Feudal Knights", "Zombies").set("Feudal Knights", charging=True)
    game = melee(table, {"Feudal Knights Melee Attacks: to hit": 6})
    # 3 in front, 3 behind, 3 in the third rank: nine at Agility 3, 4 against 1 on 3+; Strength 6 against 3 on 2+.
    assert blows(game, "Feudal Knights") == [("Zombies", 9, 3, 3)]
    assert needs(game, "Feudal Knights", "To-Wound") == [2]
    # Three ranks +2, charge +1, banner +1; Zombies +3. The Zombies lose by one and one crumbles.
    assert score(game) == (4, 3)
    assert lost(game, "Zombies") == 1


@pytest.mark.rule("eow.list.vermin_swarm.rule.life_is_cheap", "eow.list.vermin_swarm.rule.cohort_coordination")
@pytest.mark.parametrize(("killed", "points"), [(3, 2), (5, 3), (6, 4), (7, 5)])
def test_the_first_five_rats_count_half(killed: int, points: int) -> None:
    # Half a point each for the first five, rounded up once: 1.5 is 2, 2.5 is 3, 3.5 is 4, 4.5 is 5.
    line = f"0 Vermin Swarm/Vermin Legionaires + 5x5 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Imperial Guard", "Vermin Legionaires")
    wound = tuple(6 if n < killed else 1 for n in range(10))
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: to hit": 6, "Imperial Guard Melee Attacks: To-Wound": wound}
    game = melee(table, {**dice, "Save": 1, "Break": (1, 1)}, 1)
    assert lost(game, "Vermin Legionaires") == killed
    # Five ranks, or four after more than... 25 - 7 = 18 are still four ranks: +3; the Guard +2.
    assert score(game) == (3, points + 2)
    # Steadfast with five ranks against three: the third rank supports too. 5 + 5 + 5 at Agility 4.
    assert blows(game, "Vermin Legionaires") == [("Imperial Guard", 15, 4, 4)]


@pytest.mark.rule("eow.list.dread_elves.rule.ruthless_efficiency", "eow.special.lightning_reflexes")
@pytest.mark.parametrize(("rounds", "need"), [(0, 3), (1, 4)])
def test_dread_elves_wound_better_at_first(rounds: int, need: int) -> None:
    line = f"0 Dread Elves/Silexian Spears + 5x3 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Silexian Spears", "Imperial Guard").set("Silexian Spears", rounds=rounds)
    game = melee(table, {"Silexian Spears Melee Attacks: to hit": 6, "Break": (1, 1)})
    # 15 blows, 4 against 5 is 4+, by Lightning Reflexes 3+.
    assert blows(game, "Silexian Spears") == [("Imperial Guard", 15, 5, 3)]
    assert needs(game, "Silexian Spears", "To-Wound") == [need]


@pytest.mark.rule("eow.list.dread_elves.rule.rage")
def test_a_wounded_hydra_has_more_attacks() -> None:
    line = f"0 Dread Elves/Hydra at 18,10 wounds=4 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    game = melee(lay(line).fight("Hydra", "Imperial Guard"), {"Break": (1, 1)})
    assert blows(game, "Hydra") == [("Imperial Guard", 9, 2, 4)]


@pytest.mark.rule("eow.list.dwarven_holds.rule.rune_craft_mastery", "eow.list.dwarven_holds.rule.shield_wall")
@pytest.mark.parametrize(("side", "saves"), [("front", [6]), ("left", [])])
def test_the_shield_wall_stands_in_front_only(side: str, saves: list[int]) -> None:
    line = (
        "0 Dwarven Holds/Greybeards + 5x4 at 18,10 | 0 Dwarven Holds/Runic Smith at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,30 face 180"
    )
    table = lay(line).join("Runic Smith", "Greybeards").fight("Imperial Guard", "Greybeards", side)
    game = melee(table, {"Save": 1, "Melee": 6, "Break": (1, 1)}, 1)
    aegis = [roll.need for roll in game.rolls if "Aegis" in roll.why]
    assert aegis == saves
    # AP 1 + 1 against Armour 4: 2 is 5+.
    armour = {roll.need for roll in game.rolls if "Armour" in roll.why and roll.unit == named(game, "Imperial Guard")}
    assert armour == {5}


@pytest.mark.rule("eow.list.ogre_khans.rule.touch_of_frost", "eow.list.ogre_khans.rule.spinesplitter")
def test_yetis_slow_their_foes() -> None:
    line = (
        f"0 Ogre Khans/Yetis + 3x1 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180 | "
        f"1 {EMPIRE}/Marshal at 3,40"
    )
    table = lay(line).join("Marshal", "Imperial Guard").fight("Yetis", "Imperial Guard")
    game = melee(table, {"Break": (1, 1)})
    assert {agility for _, _, agility, _ in blows(game, "Imperial Guard")} == {2}
    assert {agility for _, _, agility, _ in blows(game, "Marshal")} == {4}
    assert {agility for _, _, agility, _ in blows(game, "Yetis")} == {3}


@pytest.mark.rule("eow.list.ogre_khans.rule.spinesplitter", "eow.special_attack.impact")
def test_a_splitter_among_tribesmen() -> None:
    line = (
        "0 Ogre Khans/Tribesmen + 3x2 at 18,10 | 0 Ogre Khans/Khan + Splitter at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 6x5 at 18,20 face 180"
    )
    table = lay(line).join("Khan", "Tribesmen", 1).fight("Tribesmen", "Spearmen").set("Tribesmen", charging=True)
    game = melee(table, {"Hits of Impact": 6, "Break": (1, 1)})
    # Impact: two Tribesmen 1 each at Strength 4, the Khan D3 = 3 at Strength 6.
    assert blows(game, "Tribesmen", "Impact") == [("Spearmen", 2, 10, None)]
    assert blows(game, "Khan", "Impact") == [("Spearmen", 3, 10, None)]
    assert needs(game, "Tribesmen", "Impact: To-Wound") == [3]
    assert needs(game, "Khan", "Impact: To-Wound") == [2]
    # Blows: the Khan 5 + 1 at Agility 3; Tribesmen 2 x 4 and 3 x 3 (Support) at Agility 2.
    assert [count for _, count, *_ in blows(game, "Khan")] == [6]
    assert blows(game, "Tribesmen") == [("Spearmen", 17, 2, 3)]
    assert blows(game, "Khan", "Stomp") == [("Spearmen", 1, 0, None)]
    assert blows(game, "Tribesmen", "Stomp") == [("Spearmen", 2, 0, None)]


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.brood_rivalry", "eow.list.orcs_and_goblins.rule.warborn")
@pytest.mark.parametrize(("rival", "attacks"), [(True, 20), (False, 15)])
def test_orcs_fight_harder_beside_others(rival: bool, attacks: int) -> None:
    line = (
        f"0 Orcs and Goblins/Veteran Orcs + 5x3 at 12,10 | 1 {EMPIRE}/Spearmen + 6x5 at 12,20 face 180 | "
        f"0 Orcs and Goblins/Goblin Rabble + 5x4 at 28,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 28,20 face 180"
    )
    table = lay(line).fight("Veteran Orcs", "Spearmen")
    if rival:
        table.fight("Goblin Rabble", "Imperial Guard")
    game = melee(table, {"Veteran Orcs Break": (1, 1, 1), "Break": (1, 1), "": 1})
    # Five in front with 1 or 2 attacks, ten behind with one each.
    assert [count for _, count, *_ in blows(game, "Veteran Orcs")] == [attacks]


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_favoured")
@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.battle_fever")
@pytest.mark.parametrize(("models", "rolls"), [(9, 2), (2, 2), (1, 1)])
def test_most_of_the_models_must_be_in_fever(models: int, rolls: int) -> None:
    # Barbarians (Battle Fever) with the Chosen Lord (Favoured): most of 9 + 1 and of 2 + 1 have the fever and roll
    # again; of 1 + 1 neither rule has more than half.
    line = (
        "0 Warriors of the Dark Gods/Barbarians + 5x3 at 18,10 | 0 Warriors of the Dark Gods/Chosen Lord at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 6x4 at 18,20 face 180"
    )
    table = (
        lay(line).set("Barbarians", models=models + 1, files=min(models + 1, 5)).join("Chosen Lord", "Barbarians", 0)
    )
    table.fight("Imperial Guard", "Barbarians").set("Imperial Guard", charging=True)
    game = melee(table, {"Break": (6, 6), "": 1}, 1)
    assert len(checks(game, "break")) == rolls


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_attack", "eow.special.light_troops.ranks")
def test_blade_dancers_have_no_ranks_but_support() -> None:
    line = f"0 Sylvan Elves/Blade Dancers + 5x2 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    game = (
        lay(line)
        .fight("Blade Dancers", "Imperial Guard")
        .play({"Break": (1, 1), "": 1}, phase="melee", active=0, first=1, turn=5)
    )
    game.choose(game.keys[1])
    while not game.game.over:
        game.decline()
    # Five with 2 + 1 attacks and five that support: 20, at 6 against 5, Lightning Reflexes: 2+.
    assert blows(game, "Blade Dancers") == [("Imperial Guard", 20, 6, 2)]
    assert score(game) == (0, 2)


# More rules of the armies


@pytest.mark.rule("eow.list.daemon_legions.rule.know_thyself")
@pytest.mark.parametrize(
    ("foe", "attacks"),
    [
        ("Minotaurs + 3x1", 4),  # its 25 mm lie within the 40 mm of the one in the middle: 1 + 3
        ("Zombies + 5x4", 4),  # three Zombies of 20 mm touch it: 1 + 3 x 1
        ("Hydra", 5),  # 1 + 5, but no more than five
    ],
)
def test_the_deceiver_knows_as_many_attacks_as_touch_it(foe: str, attacks: int) -> None:
    table = lay(f"0 Daemon Legions/Kuulima's Deceiver + Evocation at 18,10 | 1 {foe} at 18,20 face 180")
    game = melee(table.fight("Kuulima's Deceiver", foe.partition(" +")[0]), {"Break": (1, 1)})
    assert [count for _, count, *_ in blows(game, "Kuulima's Deceiver")] == [attacks]


@pytest.mark.rule("eow.list.daemon_legions.rule.know_thyself", "eow.melee.gaps")
@pytest.mark.parametrize(
    ("rear_from", "attacks"),
    [
        (1, 3),  # the first file of the last rank is empty: one touched, one across the gap
        (0, 3),  # two empty places before it: both across the gap
        (2, 3),  # no gap before it: both touched
    ],
)
def test_the_deceiver_knows_those_across_a_gap(rear_from: int, attacks: int) -> None:
    line = "0 Daemon Legions/Kuulima's Deceiver + Evocation at 18,10 | 1 Zombies + 5x4 at 18,20 face 180"
    table = lay(line).set("Zombies", models=23, rear_from=rear_from)
    game = melee(table.fight("Kuulima's Deceiver", "Zombies", "rear", -1.2), {"": 1})
    assert [count for _, count, *_ in blows(game, "Kuulima's Deceiver")] == [attacks]


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled")
def test_the_fallen_strike_once_more_and_are_gone() -> None:
    line = f"0 Warriors of the Dark Gods/Fallen + 5x2 at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Imperial Guard", "Fallen").set("Imperial Guard", charging=True)
    game = melee(table, {"Break": (6, 6), "": 1}, 1)
    # 0 to 2 + 1: the test on 8 - 3 fails twice; 5 x 3 + 5 last blows; nobody pursues.
    assert checks(game, "break") == [("Fallen", 5, False), ("Fallen", 5, False)]
    assert [count for _, count, *_ in blows(game, "Fallen")][-1] == 20
    assert game.unit("Fallen").fate == "destroyed"
    assert not game.told(events.PursuitDeclared)


@pytest.mark.rule("eow.list.undying_dynasties.rule.amplify", "eow.spell.faction.death_is_only_the_beginning")
@pytest.mark.parametrize(("models", "after"), [(9, 12), (13, 14)])
def test_an_amplified_spell_raises_archers_up_to_their_number(models: int, after: int) -> None:
    # Rsr 3; of 15 archers one gave its place to the Hierarch: never more than 14.
    line = (
        f"0 Undying Dynasties/Skeleton Archers + 5x3 at 18,10 models={models + 1} | "
        "0 Undying Dynasties/Death Cult Hierarch + Cosmology at 3,3 | 1 Zombies at 18,40 face 180"
    )
    table = lay(line).join("Death Cult Hierarch", "Skeleton Archers")
    play = magic(table, {"Casting": (4, 3), "": 1})
    play.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", dice=2, value=7)
    while play.topic not in ("", "cast", "shoot") and play.battle.phase == "magic":
        play.decline()
    assert play.unit("Skeleton Archers").models == after


@pytest.mark.rule("eow.list.undying_dynasties.rule.undying_will", "eow.list.undying_dynasties.rule.aspen_bow")
def test_archers_with_a_nomarch_aim_better_and_he_shoots_too() -> None:
    line = (
        "0 Undying Dynasties/Skeleton Archers + 5x3 at 18,10 | 0 Undying Dynasties/Nomarch at 3,3 | "
        "1 Zombies + 5x4 at 18,30 face 180"
    )
    table = lay(line).join("Nomarch", "Skeleton Archers").set("Skeleton Archers", moved=True)
    game = table.play({"to hit": 4, "": 1}, phase="shooting").choose(target="Zombies")
    # 14 and the Nomarch, all on 4+ at long range and after a move.
    assert [roll.need for roll in game.rolls if "to hit" in roll.why] == [4, 4]
    assert sum(told.shots for told in game.told(events.UnitShot)) == 15


@pytest.mark.rule("eow.special.fly.all_models", "eow.special.light_troops.joined", "eow.special.swiftstride_all")
def test_a_vampire_on_a_winged_steed_rides_with_spectral_hunters() -> None:
    line = (
        "0 Vampire Covenant/Spectral Hunters + 4x2 at 18,10 | "
        "0 Vampire Covenant/Vampire Courtier + Skeletal Steed + Evocation at 3,3 | 1 Zombies at 18,40 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Spectral Hunters")
    unit = table.unit("Spectral Hunters")
    assert (flies(table.battle, unit), ranks(table.battle, unit)) == (True, 0)
    assert str(dice_of(table.battle, unit, "charge")) == "maximised 2D6"
    # Only the Vampire is Autonomous, and no General is near: no March.
    game = table.play({}, phase="movement").choose(unit="Spectral Hunters")
    assert "march" not in [kind.name for kind in game.question.kinds]  # type: ignore[union-attr]


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.steam_powered_charge", "eow.special_attack.grind")
@pytest.mark.parametrize(("inches", "meets"), [(3.5, True), (4.0, True), (4.1, False)])
def test_a_steam_tank_rolls_into_whom_it_reaches(inches: float, meets: bool) -> None:
    # 4D3 of ones are 4": Zombies at 4.0" are touched, those at 4.1" are not.
    line = f"0 {EMPIRE}/Steam Tank at 18,10 | 1 Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
    table = ahead(lay(line), "Zombies", "Steam Tank", inches)
    assert table.play({"": 1}).topic != "declare charge"
    game = table.play({"March": 1, "": 1}, phase="movement").choose(unit="Steam Tank").choose("march").stay()
    while game.battle.active == 0:
        game.decline()
    assert bool(game.told(events.RoundFought)) is meets
    if meets:
        # Grind (2D3 + 1) with ones: three hits at Agility 0, and no other blows; +1 for the charge against three ranks.
        assert blows(game, "Steam Tank", "Grind")[0] == ("Zombies", 3, 0, None)
        assert blows(game, "Steam Tank") == []
        assert score(game) == (1, 3)


@pytest.mark.rule("eow.adv.char.swap_engaged")
def test_swapping_is_for_the_active_player_and_into_contact() -> None:
    # Zombies of 100 mm, an inch to the right of the middle of 150 mm of Tegu: they reach from -24.6 to 75.4 mm, so the
    # four files on the right (-25 to 75) touch them, the two on the left do not.
    line = (
        "0 Saurian Ancients/Tegu Warriors + 6x3 at 18,10 | 0 Beast Herds/Beast Chieftain at 3,3 | "
        "1 Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
    )
    table = lay(line).join("Beast Chieftain", "Tegu Warriors", 0).fight("Zombies", "Tegu Warriors", offset=1.0)
    game = table.play({"": 1}, phase="melee", active=0)
    assert (game.topic, game.keys) == ("swap places", ["stay", "2", "3", "4", "5"])
    table = lay(line).join("Beast Chieftain", "Tegu Warriors", 0).fight("Zombies", "Tegu Warriors", offset=1.0)
    assert table.play({"": 1}, phase="melee", active=1).topic != "swap places"


@pytest.mark.rule("eow.special.area_attack.hits", "eow.special.area_attack.combined")
def test_a_rock_on_five_and_a_character() -> None:
    line = (
        f"0 Beast Herds/Cyclops at 18,8 | 1 {EMPIRE}/Handgunners + 5x2 at 18,18 face 180 models=5 | "
        f"1 {EMPIRE}/Wizard + Alchemy at 3,40"
    )
    table = lay(line).join("Wizard", "Handgunners")
    game = table.play({"to hit": 6, "To-Wound": 6, "Multiple": 6, "Panic": (1, 1), "": 1}, phase="shooting")
    game.choose(unit="Cyclops", target="Handgunners")
    # Four R&F and the Wizard are five models, so five hits; the four die, the strong hit kills one only, and the
    # Wizard stands untouched.
    assert sum(told.hits for told in game.told(events.AttackResolved)) == 5
    assert game.unit("Wizard").wounds == 0
    assert game.unit("Handgunners").fate == "destroyed"


@pytest.mark.rule("eow.special.multiple_wounds", "eow.special.multiple_wounds_cap")
def test_a_carnosaur_bites_twos_out_of_ogres() -> None:
    line = "0 Saurian Ancients/Carnosaur at 18,10 | 1 Ogre Khans/Tribesmen + 3x2 at 18,20 face 180"
    table = lay(line).fight("Carnosaur", "Tribesmen")
    game = melee(table, {"Carnosaur Melee": 6, "Save": 1, "Break": (1, 1)})
    # Five wounds of two each are ten of eighteen: three Ogres of 3 HP and a wound. 40 mm bases are not stomped on.
    assert lost(game, "Tribesmen") == 10
    assert (game.unit("Tribesmen").models, game.unit("Tribesmen").wounds) == (3, 1)
    assert blows(game, "Carnosaur", "Stomp") == []


@pytest.mark.rule("eow.list.dread_elves.rule.academy_trained")
@pytest.mark.parametrize(("inches", "reach"), [(8.0, 2 + 5 + 1), (8.1, 2 + 5)])
def test_trained_elves_charge_an_inch_farther_near_their_like(inches: float, reach: int) -> None:
    line = (
        "0 Dread Elves/Silexian Spears + 5x3 at 10,10 | 0 Dread Elves/Silexian Auxiliaries + 5x2 at 26,10 | "
        "1 Zombies + 5x4 at 10,20 face 180"
    )
    table = gap(lay(line), "Silexian Auxiliaries", "Silexian Spears", inches)
    game = table.play({"": 1}).choose(unit="Silexian Spears", target="Zombies")
    game.until(phase="movement")
    assert [told.inches for told in game.told(events.ChargeRangeRolled)] == [reach]


@pytest.mark.rule("eow.list.vermin_swarm.rule.life_is_cheap", "eow.adv.char.separate_hp")
def test_the_legates_wounds_count_in_full() -> None:
    line = (
        "0 Vermin Swarm/Vermin Legionaires + 5x5 at 18,10 | 0 Vermin Swarm/Bloodfur Legate at 3,3 | "
        "1 Ogre Khans/Khan at 18,20 face 180"
    )
    table = lay(line).join("Bloodfur Legate", "Vermin Legionaires").fight("Khan", "Vermin Legionaires")
    game = table.play(
        {"Khan Melee": 6, "Save": 1, "Break": (1, 1), "Stomp": 6, "": 1}, phase="melee", active=1, first=0, turn=5
    )
    while not game.game.over:
        if isinstance(game.question, Allocate) and game.question.seat == 1:
            pool = game.question.pools[0]
            game.allocate(
                **{pool.key: {str(named(game, "Bloodfur Legate")): 2, str(named(game, "Vermin Legionaires")): 3}}
            )
        else:
            game.decline()
    # Two wounds of the Legate are 2; three Legionaires and one stomped on are 4 x 0.5: together 4. The rats have +3.
    assert score(game) == (3, 4)
