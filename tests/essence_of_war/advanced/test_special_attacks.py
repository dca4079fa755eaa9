"""Special Attacks, Breath and Area Attacks (Model Rules: Special Attacks; Area Attack)."""

from __future__ import annotations

import msgspec
import pytest

from tests.essence_of_war.harness import Fall, Play, Table, draw
from tests.essence_of_war.test_odds import every_way
from warhost.rulesets.essence_of_war.core.battle import Effect, Settings
from warhost.rulesets.essence_of_war.core.entries import ArmedWith, Weapon
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.essence_of_war.thinks.combat_odds import forecast
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.table import Pose, distance

ADVANCED = Settings(mode="advanced")
ORCS = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180"
MORTAR = "Infernal Engine + Titan Mortar at 18,10"


def fighting(rules: list[str], line: str = ORCS, **profile: int) -> Table:
    table = draw(line, settings=ADVANCED, phase="melee").change("Iron Orcs", rules, **profile).change("Ghouls", [])
    return table.fight("Iron Orcs", "Ghouls")


def special(play: Play, what: str) -> list[events.BlowsStruck]:
    return [event for event in play.told(events.BlowsStruck) if event.what == what]


def needs(play: Play, why: str) -> set[int | None]:
    return {roll.need for roll in play.rolls if why in roll.why}


@pytest.mark.rule("eow.special_attack.impact", "eow.diff.impact")
def test_impact_strikes_first_with_the_models_own_values() -> None:
    table = fighting(["Impact (D3)"], str_=5, ap=2).set("Iron Orcs", charging=True)
    game = table.play({"Hits of Impact": 6, "": 1, "Save": 6})
    (impact,) = special(game, "Impact")
    assert (impact.agility, impact.count % 3) == (10, 0)
    # Strength 5 against Resilience 4.
    assert needs(game, "Impact: To-Wound") == {3}
    later = fighting(["Impact (D3)"]).play({"": 1, "Save": 6})
    assert not special(later, "Impact")


@pytest.mark.rule("eow.special_attack.impact")
def test_impact_strikes_only_what_is_in_front() -> None:
    table = draw(ORCS, settings=ADVANCED, phase="melee").change("Iron Orcs", ["Impact (1)"]).change("Ghouls", [])
    table.fight("Ghouls", "Iron Orcs", "left").set("Iron Orcs", charging=True)
    assert not special(table.play({"": 1, "Save": 6}), "Impact")


@pytest.mark.rule("eow.special_attack.impact")
def test_bracketed_values_beat_the_models_own() -> None:
    table = fighting(["Impact (1 Hit, Str 3, AP 0)"], str_=6).set("Iron Orcs", charging=True)
    assert needs(table.play({"": 1, "Save": 6}), "Impact: To-Wound") == {5}


@pytest.mark.rule("eow.special_attack.stomp", "eow.diff.stomp")
@pytest.mark.parametrize(("enemy", "stomps"), [("Ghouls", True), ("Dire Wolves", False), ("Trolls", False)])
def test_stomp_reaches_small_bases_only(enemy: str, stomps: bool) -> None:
    line = f"Tribesmen + 3x1 at 18,10 | 1 {enemy} at 18,20 face 180"
    table = draw(line, settings=ADVANCED, phase="melee").change("Tribesmen", ["Stomp (1)"]).change(enemy, [])
    game = table.fight("Tribesmen", enemy).play({"": 1, "Save": 6})
    blows = special(game, "Stomp")
    assert bool(blows) is stomps
    if stomps:
        assert blows[0].agility == 0
        # Strength 4 of the profile against Resilience 4.
        assert needs(game, "Stomp: To-Wound") == {4}


@pytest.mark.rule("eow.special_attack.grind")
def test_grind_comes_last_in_every_round() -> None:
    game = fighting(["Grind (2 Hits, Str 5, AP 2)"]).play({"": 1, "Save": 6})
    (grind,) = special(game, "Grind")
    assert (grind.agility, grind.count % 2) == (0, 0)
    assert needs(game, "Grind: To-Wound") == {3}


@pytest.mark.rule("eow.special_attack.immune")
def test_spells_on_the_attacker_do_not_change_special_attacks() -> None:
    table = fighting(["Stomp (1)"], str_=4)
    table.set("Iron Orcs", effects=(Effect("Awaken the Beast", 0, 0, 1), Effect("Spectral Blades", 0, 0)))
    game = table.play({"": 1, "Save": 6})
    assert needs(game, "Stomp: To-Wound") == {4}
    assert not any("Stomp: To-Wound again" in roll.why for roll in game.rolls)


@pytest.mark.rule("eow.special_attack.allocate")
def test_special_attacks_go_to_the_ranks_and_come_on_top() -> None:
    line = "Ghouls + 5x3 at 18,20 face 180 | Vampire Courtier at 3,3 | 1 Arena Beast at 18,10"
    table = draw(line, settings=ADVANCED, phase="melee").change("Arena Beast", ["Stomp (D3)"]).change("Ghouls", [])
    table.change("Vampire Courtier", []).join("Vampire Courtier", "Ghouls").fight("Arena Beast", "Ghouls")
    game = table.play({"Hits of": 6, "to hit": 1, "": 1, "Save": 6})
    while game.topic == "allocate attacks":
        game.decline()
    (stomp,) = special(game, "Stomp")
    assert stomp.target == game.unit("Ghouls").id
    beast = game.unit("Arena Beast").id
    assert sum(event.count for event in special(game, "Melee Attacks") if event.unit == beast) == 5


# Breath


BREATH = "Marshal at 18,10 | Ghouls at 18,{} face 180"


def breathing(away: float, **fields: object) -> Table:
    table = draw(BREATH.format(18), settings=ADVANCED).change("Marshal", ["Breath (Str 4, AP 1)"]).change("Ghouls", [])
    vizier, ghouls = table.unit("Marshal"), table.unit("Ghouls")
    assert vizier.pose is not None
    assert ghouls.pose is not None
    gap = distance(boundary(table.battle, vizier), boundary(table.battle, ghouls))
    vizier.pose = Pose(18.0, vizier.pose.y + gap - away, 0.0)
    return table.set("Marshal", **fields)


@pytest.mark.rule("eow.special_attack.breath_modes", "eow.special_attack.breath_hits")
def test_breath_reaches_six_inches_even_after_a_march() -> None:
    dice: dict[str, Fall] = {"shots": (5, 3), "To-Wound": 6, "Save": 1, "": 1}
    game = breathing(5.9, marched=True, moved=True).play(dice, phase="shooting")
    assert [option.label for option in game.options if option.target is not None] == ["Marshal: Breath on Ghouls"]
    game.choose(unit="Marshal", target="Ghouls")
    # 2D3 with a 5 and a 3 are 3 + 2 hits.
    assert game.told(events.UnitShot)[0].shots == 5
    assert not any("to hit" in roll.why for roll in game.rolls)
    assert needs(game, "Breath: To-Wound") == {4}
    assert health(game.battle, game.unit("Ghouls")) == 10
    assert breathing(6.1).play({"": 1}, phase="shooting").topic != "shoot"


@pytest.mark.rule("eow.special_attack.breath_once")
def test_breath_is_used_once() -> None:
    game = breathing(3.0).play({"shots": 1, "": 1}, phase="shooting").choose(unit="Marshal")
    assert game.unit("Marshal").used == ("Breath",)
    assert breathing(3.0, used=("Breath",)).play({"": 1}, phase="shooting").topic != "shoot"
    assert breathing(3.0).play({}, phase="shooting").topic == "shoot"


@pytest.mark.rule("eow.special_attack.breath_hits")
def test_what_a_breath_promises_is_what_its_dice_give() -> None:
    game = breathing(3.0).play({}, phase="shooting")
    (option,) = (option for option in game.weighed if option.target is not None)
    expected = next(odds.value for odds in option.odds if odds.label == "expected HP lost")
    # Four hits on average, Strength 4 against Resilience 4, no Armour.
    assert expected == pytest.approx(4 * 0.5)


@pytest.mark.rule("eow.special_attack.breath_modes", "eow.special_attack.breath_once")
@pytest.mark.parametrize("uses", [True, False])
def test_in_melee_the_owner_says_when_the_breath_is_used(uses: bool) -> None:
    table = draw(BREATH.format(20), settings=ADVANCED, phase="melee").change("Marshal", ["Breath"], agi=9, str_=5)
    table.change("Ghouls", []).fight("Marshal", "Ghouls")
    game = table.play({"Hits of Breath": 6, "to hit": 1, "": 1, "Save": 6})
    assert game.topic == "breath"
    game.choose("breath" if uses else game.keys[-1])
    blows = special(game, "Breath")
    assert [(blow.agility, blow.count) for blow in blows] == ([(9, 6)] if uses else [])
    assert game.unit("Marshal").used == (("Breath",) if uses else ())
    if uses:
        # Strength 5 of the profile against Resilience 4.
        assert needs(game, "Breath: To-Wound") == {3}


# Area Attack


def bombard(models: int, dice: dict[str, Fall], guest: bool = False) -> Play:
    line = f"{MORTAR} | Ghouls at 18,24 face 180 models={models} | Vampire Courtier at 3,3"
    table = draw(line, settings=ADVANCED).change("Ghouls", [])
    if guest:
        table.change("Vampire Courtier", []).join("Vampire Courtier", "Ghouls")
    game = table.play({**dice, "": 1}, phase="shooting")
    return game.choose(unit="Infernal Engine", target="Ghouls")


@pytest.mark.rule("eow.special.area_attack.hits", "eow.special.area_attack.profile")
@pytest.mark.parametrize(("models", "hits"), [(8, 8), (15, 12), (1, 1)])
def test_an_area_attack_hits_as_many_models_as_it_says(models: int, hits: int) -> None:
    game = bombard(models, {"to hit": 6, "To-Wound": 1, "Save": 6})
    told = {event.what: event for event in game.told(events.AttackResolved)}
    assert told["Titan Mortar"].hits == 1
    assert sum(event.hits for event in told.values()) == hits
    # Strength 7 and Strength 3 against Resilience 4.
    assert needs(game, "Titan Mortar: To-Wound") == {2}
    assert needs(game, "around it: To-Wound") == ({5} if hits > 1 else set())


@pytest.mark.rule("eow.special.area_attack.profile")
def test_only_the_strong_hit_has_multiple_wounds() -> None:
    line = f"{MORTAR} | Trolls + 3x1 at 18,24 face 180"
    table = draw(line, settings=ADVANCED).change("Trolls", [], aeg=None, arm=3)
    game = table.play({"to hit": 6, "To-Wound": 6, "Multiple": 6, "Save": 1, "": 1}, phase="shooting")
    game.choose(unit="Infernal Engine", target="Trolls")
    assert game.told(events.HealthLost)[0].health == 3 + 2


@pytest.mark.rule("eow.special.area_attack.combined")
def test_the_ranks_take_all_hits_and_a_character_counts_as_a_model() -> None:
    game = bombard(6, {"to hit": 6, "To-Wound": 6, "Save": 1}, guest=True)
    assert sum(event.hits for event in game.told(events.AttackResolved)) == 6
    courtier = next(unit for unit in game.battle.units if unit.name == "Vampire Courtier")
    assert courtier.wounds == 0


@pytest.mark.rule("eow.special.area_attack.hits")
def test_what_an_area_attack_promises_is_exact() -> None:
    line = f"{MORTAR} | Ghouls at 18,16 face 180 models=4"
    table = draw(line, settings=ADVANCED).change("Ghouls", [])
    (option,) = (option for option in table.play({}, phase="shooting").weighed if option.target is not None)
    expected = next(odds.value for odds in option.odds if odds.label == "expected HP lost")
    # 4+ to hit; then 2+ for one of Strength 7 and 5+ for three of Strength 3, on models of 1 Health Point.
    assert expected == pytest.approx(1 / 2 * (5 / 6 + 3 * 1 / 3))


@pytest.mark.rule("eow.special.multiple_wounds")
def test_a_weapon_may_have_multiple_wounds() -> None:
    table = draw("Vizier at 18,10 | Trolls + 3x1 at 18,20 face 180", settings=ADVANCED).change("Trolls", [], aeg=None)
    weapon = Weapon(name="Cannon", shots=1, range=36, str_=10, ap=10, multiple_wounds="D3")
    entries = list(table.battle.scene.entries)
    entries[0] = msgspec.structs.replace(entries[0], weapons=(ArmedWith(weapon, 3),))
    table.battle.scene = msgspec.structs.replace(table.battle.scene, entries=tuple(entries))
    game = table.play({"to hit": 6, "To-Wound": 6, "Multiple": 4, "": 1}, phase="shooting").choose(unit="Vizier")
    assert game.told(events.HealthLost)[0].health == 2


# Odds


def duel(rules: list[str], ghouls: list[str], **profile: int) -> Table:
    table = draw("Iron Orcs at 18,10 models=1 | Ghouls at 18,20 face 180 models=2", settings=ADVANCED, phase="melee")
    table.change("Iron Orcs", rules, att=1, **profile).change("Ghouls", ghouls, att=1)
    return table.fight("Iron Orcs", "Ghouls").set("Iron Orcs", charging=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [
        duel(["Impact (D3)"], ["Supernal"]),
        duel(["Grind (1)", "Fear"], ["Unstable"]),
        duel(["Lightning Reflexes", "Poison"], ["Supernal"], agi=5),
        duel(["Devastating (+1 Str, Fear)"], []),
        duel(["Multiple Wounds (D3)"], ["Supernal"], hp=2),
    ],
)
def test_a_round_with_these_rules_is_foreseen_exactly(table: Table) -> None:
    told = forecast(table.battle, 0, 1)
    assert told is not None
    exact = every_way(table)
    for number, outlook in told.items():
        assert outlook.breaks == pytest.approx(sum(p for end, p in exact.items() if end[number + 1][1]))
        assert outlook.gone == pytest.approx(sum(p for end, p in exact.items() if end[number + 1][2]))


def test_a_breath_that_may_be_used_leaves_the_round_open() -> None:
    table = draw(BREATH.format(20), settings=ADVANCED, phase="melee").change("Marshal", ["Breath"]).change("Ghouls", [])
    assert forecast(table.fight("Marshal", "Ghouls").battle, 0, 1) is None
    table.unit("Marshal").used = ("Breath",)
    assert forecast(table.battle, 0, 1) is not None
