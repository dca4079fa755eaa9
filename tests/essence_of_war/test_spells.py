"""What the spells of the patrols do, each shown on the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Dicing, Faces, Play, Table, draw
from warhost.play import Manoeuvre
from warhost.play.questions import Roll
from warhost.rulesets.essence_of_war.core.battle import Effect
from warhost.rulesets.essence_of_war.core.moments import SPELLS
from warhost.rulesets.essence_of_war.core.values import value
from warhost.rulesets.essence_of_war.lists.patrols import patrols
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.table import Forward, distance

CAST: dict[str, Any] = {"phase": "magic", "stage": "cast"}
NO_DISPEL = (9, 0)


def casting(table: Table, dice: Dicing, **fields: Any) -> Play:
    return table.play(dice, **{**CAST, "pools": NO_DISPEL, **fields})


def under(line: str, spell: str, name: str, form: int = 0) -> Table:
    """A table on which a spell of the first player lies on that unit."""
    return draw(line).set(name, effects=(Effect(spell, 0, 0, form),))


def rolls(play: Play, why: str, roller: str | None = None) -> list[Roll]:
    """The rolls made for that reason, perhaps only those of one unit."""
    number = None if roller is None else play.unit(roller).id
    return [roll for roll in play.rolls if why in roll.why and number in (None, roll.unit)]


def shown(rule: str, *row: Any) -> Any:
    """A line of a table of spells, with the rule that it shows."""
    return pytest.param(*row, marks=pytest.mark.rule(rule))


def values(play: Play, unit: str, *names: str) -> list[int]:
    return [value(play.battle, play.unit(unit), name) for name in names]


@pytest.mark.parametrize(
    ("caster", "spell", "needed", "reach", "side"),
    [
        shown("eow.patrol.beast_herds.entwining_roots", "Soothsayer", "Entwining Roots", 5, 18, "enemy"),
        shown("eow.patrol.beast_herds.healing_waters", "Soothsayer", "Healing Waters", 6, 18, "friend"),
        shown("eow.patrol.daemon_legions.know_thine_enemy", "Harbinger", "Know Thine Enemy", 5, 18, "friend"),
        shown("eow.patrol.daemon_legions.fates_judgement", "Harbinger", "Fate's Judgement", 5, 18, "enemy"),
        shown("eow.patrol.dread_elves.spectral_blades", "Warlock Outcast", "Spectral Blades", 6, 18, "friend"),
        shown("eow.patrol.dread_elves.hasten_the_hour", "Warlock Outcast", "Hasten the Hour", 7, 18, "enemy"),
        shown("eow.patrol.empire_of_sonnstahl.word_of_iron", "Wizard", "Word of Iron", 5, 24, "friend"),
        shown("eow.patrol.empire_of_sonnstahl.silver_spike", "Wizard", "Silver Spike", 5, 18, "enemy"),
        shown("eow.patrol.highborn_elves.altered_sight", "Mage", "Altered Sight", 5 - 1, 24, "friend"),
        shown("eow.patrol.highborn_elves.ice_and_fire", "Mage", "Ice and Fire", 7 - 1, 24, "enemy"),
        shown("eow.patrol.infernal_dwarves.word_of_iron", "Prophet", "Word of Iron", 5, 24, "friend"),
        shown("eow.patrol.infernal_dwarves.silver_spike", "Prophet", "Silver Spike", 5, 18, "enemy"),
        shown("eow.patrol.kingdom_of_equitaine.know_thine_enemy", "Damsel", "Know Thine Enemy", 5, 18, "friend"),
        shown("eow.patrol.kingdom_of_equitaine.fates_judgement", "Damsel", "Fate's Judgement", 5, 18, "enemy"),
        shown("eow.patrol.ogre_khans.hand_of_heaven", "Shaman", "Hand of Heaven", 5, 24, "enemy"),
        shown("eow.patrol.ogre_khans.smite_the_unbeliever", "Shaman", "Smite the Unbeliever", 5, 24, "enemy"),
        shown("eow.patrol.orcs_and_goblins.fireball", "Orc Shaman", "Fireball", 5, 36, "enemy"),
        shown("eow.patrol.orcs_and_goblins.flaming_swords", "Orc Shaman", "Flaming Swords", 7, 18, "friend"),
        shown("eow.patrol.saurian_ancients.awaken_the_beast", "Caiman Warriors", "Awaken the Beast", 6, 18, "friend"),
        shown("eow.patrol.saurian_ancients.entwining_roots", "Skink Hunters", "Entwining Roots", 5, 18, "enemy"),
        shown("eow.patrol.sylvan_elves.awaken_the_beast", "Druid", "Awaken the Beast", 6, 18, "friend"),
        shown("eow.patrol.sylvan_elves.swarm_of_insects", "Druid", "Swarm of Insects", 6, 24, "enemy"),
        shown("eow.patrol.undying_dynasties.altered_sight", "Death Cult Hierarch", "Altered Sight", 5, 24, "friend"),
        shown("eow.patrol.undying_dynasties.ice_and_fire", "Death Cult Hierarch", "Ice and Fire", 7, 24, "enemy"),
        shown("eow.patrol.vampire_covenant.arise", "Vampire Courtier", "Arise!", 4, 12, "friend"),
        shown("eow.patrol.vampire_covenant.spectral_blades", "Vampire Courtier", "Spectral Blades", 6, 18, "friend"),
        shown("eow.patrol.vermin_swarm.ravens_wing", "Swarm Priest", "Raven's Wing", 4, 18, "friend"),
        shown("eow.patrol.vermin_swarm.the_wheel_turns", "Swarm Priest", "The Wheel Turns", 6, 18, "any"),
        shown(
            "eow.patrol.warriors_of_the_dark_gods.pentagram_of_pain", "Sorcerer", "Pentagram of Pain", 5, 24, "enemy"
        ),
        shown("eow.patrol.warriors_of_the_dark_gods.the_rot_within", "Sorcerer", "The Rot Within", 6, 24, "enemy"),
    ],
)
def test_a_spell_has_its_casting_value_its_reach_and_its_side(
    caster: str, spell: str, needed: int, reach: int, side: str
) -> None:
    def offered(seat: int, beyond: float) -> list[float]:
        """The Casting Values at which it is offered on a unit of that seat just so far away."""
        table = draw(f"0 {caster} at 18,3 | {seat} Iron Orcs at 18,30 | 0 Thane at 2,47 | 1 Mongrel Herd at 30,44")
        own, orcs = boundary(table.battle, table.unit(caster)), table.unit("Iron Orcs")
        assert orcs.pose is not None
        depth = boundary(table.battle, orcs).depth
        orcs.pose = type(orcs.pose)(18.0, own.y + own.depth / 2 + reach + beyond + depth / 2, 0.0)
        assert distance(own, boundary(table.battle, orcs)) == pytest.approx(reach + beyond)
        play = table.play(**CAST, pools=(9, 9))
        options = () if play.topic != "cast" else play.options
        return [o.odds[0].value for o in options if f":{spell}:" in o.key and o.target == orcs.id]

    for seat, kind in ((0, "friend"), (1, "enemy")):
        # The smallest value is that of the plain version; Arise! at 8+ and Altered Sight at 7+ are shown elsewhere.
        assert offered(seat, 0.0)[:1] == ([needed] if side in (kind, "any") else [])
        assert offered(seat, 0.1) == []


def test_every_spell_of_the_patrols_has_its_code_and_every_code_its_patrol() -> None:
    known = {spell.name for patrol in patrols().values() for entry in patrol.entries for spell in entry.spells}
    of_patrols = {name for name in SPELLS if any(row.startswith("eow.patrol.") for row in SPELLS[name].ids)}
    assert known - {"Death is only the Beginning"} == of_patrols


@pytest.mark.parametrize(
    ("caster", "spell", "target", "dice", "expected", "lost"),
    [
        # Two hits need no roll To-Wound; Armour 3 against AP 0 saves on 4+.
        shown(
            "eow.patrol.daemon_legions.fates_judgement",
            *("Harbinger", "Fate's Judgement", "Citadel Guard"),
            *([3, (4, 3)], [("D3", None), ("2D6", 4)], 1),
        ),
        shown(
            "eow.patrol.kingdom_of_equitaine.fates_judgement",
            *("Damsel", "Fate's Judgement", "Electoral Cavalry"),
            *([2, (1,)], [("D3", None), ("1D6", 2)], 1),
        ),
        # Armour 5 is no help against AP 10, and nothing is rolled at all.
        shown(
            "eow.patrol.dread_elves.hasten_the_hour",
            *("Warlock Outcast", "Hasten the Hour", "Electoral Cavalry"),
            *([], [], 1),
        ),
        shown(
            "eow.patrol.empire_of_sonnstahl.silver_spike",
            *("Wizard", "Silver Spike", "Tribesmen"),
            *([(2,)], [("1D6", 2)], 2),
        ),
        shown(
            "eow.patrol.infernal_dwarves.silver_spike",
            *("Prophet", "Silver Spike", "Minotaurs"),
            *([(2,)], [("1D6", 2)], 2),
        ),
        # Two hits; two Armour Saves on 2+ pass and are rolled again; what then fails meets the Aegis of 6+.
        shown(
            "eow.patrol.highborn_elves.ice_and_fire",
            *("Mage", "Ice and Fire", "Feudal Knights"),
            [(2, 1), (3, 3), (4, 4), (1, 2), (5,)],
            [("2D3", None), ("2D6", 3), ("2D6", 2), ("2D6", 2), ("1D6", 6)],
            1,
        ),
        shown(
            "eow.patrol.undying_dynasties.ice_and_fire",
            *("Death Cult Hierarch", "Ice and Fire", "Electoral Cavalry"),
            [(2, 1), (3, 3), (4, 4), (1, 2)],
            [("2D3", None), ("2D6", 3), ("2D6", 2), ("2D6", 2)],
            1,
        ),
        # The die for Strength shows 5 against Resilience 4; AP 2 leaves no save.
        shown(
            "eow.patrol.ogre_khans.hand_of_heaven",
            *("Shaman", "Hand of Heaven", "Minotaurs"),
            *([2, 5, (3, 2)], [("D3+1", None), ("D6", None), ("2D6", 3)], 1),
        ),
        shown(
            "eow.patrol.orcs_and_goblins.fireball",
            *("Orc Shaman", "Fireball", "Imperial Guard"),
            *([6, (3, 2, 2, 2), (2,)], [("D3+1", None), ("4D6", 3), ("1D6", 3)], 1),
        ),
        shown(
            "eow.patrol.sylvan_elves.swarm_of_insects",
            *("Druid", "Swarm of Insects", "Vassal Levies"),
            *([(3, 4, 3, 4), (6, *[5] * 13), (4,)], [("4D6", None), ("14D6", 6), ("1D6", 5)], 1),
        ),
        # AP 1 leaves Armour 1 of 2: saved on 6+.
        shown(
            "eow.patrol.warriors_of_the_dark_gods.pentagram_of_pain",
            *("Sorcerer", "Pentagram of Pain", "Iron Orcs"),
            *([4, (4, 4, 3), (5, 6)], [("D3+1", None), ("3D6", 4), ("2D6", 6)], 1),
        ),
    ],
)
def test_a_damage_spell_hits_with_its_figures(
    caster: str, spell: str, target: str, dice: list[Faces], expected: list[tuple[str, int | None]], lost: int
) -> None:
    table = draw(f"0 {caster} at 18,10 | 1 {target} at 18,24 face 180")
    play = casting(table, [(6, 6), *dice])
    before = health(play.battle, play.unit(target))
    play.cast(caster, spell, target, dice=2)
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == expected
    assert health(play.battle, play.unit(target)) == before - lost


@pytest.mark.rule("eow.patrol.empire_of_sonnstahl.silver_spike", "eow.patrol.infernal_dwarves.silver_spike")
@pytest.mark.parametrize("caster", ["Wizard", "Prophet"])
def test_silver_spike_costs_models_with_one_health_point_no_more_than_one(caster: str) -> None:
    play = casting(draw(f"0 {caster} at 18,10 | 1 Iron Orcs at 18,24 face 180"), [(6, 6), (2,)])
    play.cast(caster, "Silver Spike", "Iron Orcs", dice=2)
    assert health(play.battle, play.unit("Iron Orcs")) == 11


@pytest.mark.rule("eow.patrol.orcs_and_goblins.fireball")
def test_fireball_is_attempted_once_in_a_phase() -> None:
    play = casting(draw("Orc Shaman at 18,10 | Iron Orcs at 9,10 | Imperial Guard at 18,24 face 180"), [(1, 1)])
    play.cast("Orc Shaman", "Fireball", "Imperial Guard", dice=2)
    assert not any("Fireball" in key for key in play.keys)


@pytest.mark.rule("eow.patrol.beast_herds.entwining_roots", "eow.patrol.saurian_ancients.entwining_roots")
@pytest.mark.parametrize("caster", ["Soothsayer", "Skink Hunters"])
@pytest.mark.parametrize(
    ("feature", "legal"),
    [
        ("hindering 18,36 4x4", True),
        ("elevated 18,36 4x4", True),
        ("impassable 18,36 4x4", False),
        ("hindering 4,20 4x4", False),
    ],
)
def test_roots_reach_anywhere_near_woods_and_hills(caster: str, feature: str, legal: bool) -> None:
    table = draw(f"36x48 {feature} | 0 {caster} at 18,4 | 1 Imperial Guard at 18,44 face 180 | 0 Damsel at 2,2")
    assert table.play(**CAST, pools=(9, 9)).offers("0:Entwining Roots:5>1") is legal


@pytest.mark.rule("eow.patrol.beast_herds.entwining_roots", "eow.patrol.saurian_ancients.entwining_roots")
@pytest.mark.parametrize("caster", ["Soothsayer", "Skink Hunters"])
def test_roots_lower_off_and_def_and_worsen_aim(caster: str) -> None:
    line = f"0 {caster} at 18,10 | 1 Goblin Rabble at 18,20 face 180"
    play = casting(draw(line), [(2, 3)]).cast(caster, "Entwining Roots", "Goblin Rabble", dice=2)
    assert values(play, "Goblin Rabble", "off", "def") == [1, 2]
    shot = under(line, "Entwining Roots", "Goblin Rabble").play({"": 1}, phase="shooting", active=1)
    shot.choose(unit="Goblin Rabble", target=caster)
    assert rolls(shot, "to hit")[0].need == 5


@pytest.mark.rule("eow.patrol.saurian_ancients.entwining_roots")
def test_a_casting_unit_suffers_a_miscast_hit_for_each_die() -> None:
    table = draw("Skink Hunters at 18,10 | 1 Imperial Guard at 18,20 face 180")
    play = casting(table, [(2, 2, 2), (1, 1, 1)]).cast("Skink Hunters", "Entwining Roots", "Imperial Guard", dice=3)
    assert play.told(events.Miscast) == [events.Miscast(0, 3, 2)]


@pytest.mark.rule("eow.patrol.beast_herds.healing_waters")
@pytest.mark.parametrize(("target", "save"), [("Mongrel Herd", 5), ("Dryads", 5), ("Flame Wardens", 4)])
def test_healing_waters_give_an_aegis_of_five(target: str, save: int) -> None:
    line = f"0 Soothsayer at 18,10 | 0 {target} at 12,10 | 1 Sorcerer at 12,24 face 180"
    play = casting(draw(line), [(3, 3)]).cast("Soothsayer", "Healing Waters", target, dice=2)
    assert play.unit(target).effects == (Effect("Healing Waters", 0, 0),)
    struck = under(line, "Healing Waters", target).play(
        {"Hits": 3, "Wound": 6, "Armour": 1, "Aegis": 6, "": 6}, **CAST, pools=(0, 9), active=1
    )
    struck.cast("Sorcerer", "Pentagram of Pain", target, dice=2)
    assert [roll.need for roll in rolls(struck, "Aegis Save")] == [save]


@pytest.mark.rule("eow.patrol.daemon_legions.know_thine_enemy", "eow.patrol.kingdom_of_equitaine.know_thine_enemy")
@pytest.mark.parametrize(
    ("caster", "target", "skills"), [("Harbinger", "Myrmidons", [7, 6]), ("Damsel", "Pegasus Knights", [6, 6])]
)
def test_know_thine_enemy_adds_two_to_both_skills(caster: str, target: str, skills: list[int]) -> None:
    line = f"0 {caster} at 18,2 | 0 {target} at 12,2 | 1 Goblin Rabble at 18,40 face 180"
    play = casting(draw(line), [(2, 3)]).cast(caster, "Know Thine Enemy", target, dice=2)
    assert values(play, target, "off", "def") == skills
    fought = under(line, "Know Thine Enemy", target).fight(target, "Goblin Rabble").play({"": 1}, phase="melee")
    # Off 2 of the Rabble against 6 instead of 4 needs 5+ instead of 4+.
    assert rolls(fought, "to hit", "Goblin Rabble")[0].need == 5
    assert rolls(fought, "to hit", target)[0].need == (2 if skills[0] == 7 else 3)


@pytest.mark.rule("eow.patrol.dread_elves.spectral_blades", "eow.patrol.vampire_covenant.spectral_blades")
@pytest.mark.parametrize(
    ("caster", "target"), [("Warlock Outcast", "Temple Militants"), ("Vampire Courtier", "Ghouls")]
)
def test_spectral_blades_roll_failed_wounds_again_in_melee_only(caster: str, target: str) -> None:
    line = f"0 {caster} at 18,2 | 0 {target} at 12,2 | 1 Imperial Guard at 18,30 face 180"
    play = casting(draw(line), [(3, 3)]).cast(caster, "Spectral Blades", target, dice=2)
    assert play.unit(target).effects == (Effect("Spectral Blades", 0, 0),)
    fought = under(line, "Spectral Blades", target).fight(target, "Imperial Guard")
    (first, again, *_) = rolls(fought.play({"to hit": 6, "": 1}, phase="melee"), "To-Wound", target)
    assert (first.dice, again.dice) == ("15D6", "15D6")
    assert again.why.endswith("again by Spectral Blades")
    archers = "Citizen Archers at 18,10 | Imperial Guard at 18,24 face 180"
    shot = under(archers, "Spectral Blades", "Citizen Archers").play({"to hit": 6, "": 1}, phase="shooting")
    shot.choose(unit="Citizen Archers")
    assert len(rolls(shot, "To-Wound")) == 1


@pytest.mark.rule("eow.patrol.empire_of_sonnstahl.word_of_iron", "eow.patrol.infernal_dwarves.word_of_iron")
@pytest.mark.parametrize(
    ("caster", "target", "armour"),
    [("Wizard", "Imperial Guard", 5), ("Wizard", "Electoral Cavalry", 5), ("Prophet", "Citadel Guard", 4)],
)
def test_word_of_iron_adds_one_armour_up_to_five(caster: str, target: str, armour: int) -> None:
    line = f"0 {caster} at 18,2 | 0 {target} at 12,10 | 1 Goblin Rabble at 12,24 face 180"
    play = casting(draw(line), [(2, 3)]).cast(caster, "Word of Iron", target, dice=2)
    assert values(play, target, "arm") == [armour]
    shot = under(line, "Word of Iron", target).play({"": 6}, phase="shooting", active=1)
    shot.choose(unit="Goblin Rabble", target=target)
    assert rolls(shot, "Armour Save")[0].need == 7 - armour


@pytest.mark.rule("eow.patrol.highborn_elves.altered_sight", "eow.patrol.undying_dynasties.altered_sight")
@pytest.mark.parametrize(
    ("caster", "target", "off", "aim"),
    [("Mage", "Citizen Archers", 6, 2), ("Death Cult Hierarch", "Skeleton Archers", 4, 4)],
)
def test_altered_sight_sharpens_blade_and_eye(caster: str, target: str, off: int, aim: int) -> None:
    line = f"0 {caster} at 18,2 | 0 {target} at 12,10 | 1 Goblin Rabble at 12,20 face 180"
    play = casting(draw(line), [(2, 3)]).cast(caster, "Altered Sight", target, dice=2, value=5)
    assert values(play, target, "off", "def") == [off, value(play.battle, play.unit(target), "def")]
    assert [roll.dice for roll in play.rolls] == ["2D6"]
    shot = under(line, "Altered Sight", target).play({"": 1}, phase="shooting").choose(unit=target)
    assert rolls(shot, "to hit")[0].need == aim


@pytest.mark.rule("eow.patrol.undying_dynasties.death_is_only_the_beginning", "eow.basic.rsr")
@pytest.mark.rule("eow.patrol.undying_dynasties.altered_sight")
def test_altered_sight_at_seven_also_gives_back_health() -> None:
    line = "Death Cult Hierarch at 18,2 | Skeleton Archers at 12,10 models=11 | Imperial Guard at 18,30 face 180"
    amplified = casting(draw(line), [(3, 4)])
    amplified.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", dice=2, value=7)
    assert amplified.unit("Skeleton Archers").models == 14
    assert values(amplified, "Skeleton Archers", "off") == [4]
    assert amplified.unit("Skeleton Archers").effects == (Effect("Altered Sight", 0, 0),)

    failed = casting(draw(line), [(3, 3)])
    failed.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", dice=2, value=7)
    assert failed.unit("Skeleton Archers").models == 11
    assert failed.unit("Skeleton Archers").effects == ()

    plain = casting(draw(line), [(3, 4)])
    plain.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", dice=2, value=5)
    assert plain.unit("Skeleton Archers").models == 11
    # One attempt, amplified or not.
    assert not any("Altered Sight" in key for key in plain.keys)


@pytest.mark.rule("eow.patrol.undying_dynasties.ice_and_fire")
@pytest.mark.rule("eow.patrol.undying_dynasties.death_is_only_the_beginning")
def test_only_altered_sight_is_amplified() -> None:
    line = "Death Cult Hierarch at 18,2 | Imperial Guard at 18,20 face 180"
    play = draw(line).play(**CAST, pools=(9, 9))
    assert play.keys == ["pass", "0:Altered Sight:5>0", "0:Altered Sight:7>0", "0:Ice and Fire:7>1"]
    amplified = [option.key for option in play.options if "with Death is only the Beginning" in option.label]
    assert amplified == ["0:Altered Sight:7>0"]


@pytest.mark.rule("eow.patrol.vampire_covenant.arise", "eow.basic.rsr")
def test_arise_gives_one_unit_or_two_as_many_health_points_as_their_rsr() -> None:
    line = "Vampire Courtier at 18,2 | Zombies at 12,6 models=14 | Ghouls at 22,6 models=13 | Wizard at 18,40 face 180"
    both = casting(draw(line), [(4, 4)])
    both.cast("Vampire Courtier", "Arise!", "Zombies", "Ghouls", dice=2, value=8)
    assert (both.unit("Zombies").models, both.unit("Ghouls").models) == (19, 15)
    assert [event.health for event in both.told(events.HealthRegained)] == [5, 2]

    one = casting(draw(line), [(2, 2)]).cast("Vampire Courtier", "Arise!", "Zombies", dice=2, value=4)
    assert (one.unit("Zombies").models, one.unit("Ghouls").models) == (19, 13)


@pytest.mark.rule("eow.basic.rsr")
def test_nothing_rises_above_the_starting_number() -> None:
    line = "Vampire Courtier at 18,2 | Zombies at 12,6 models=18 | Wizard at 18,40 face 180"
    play = casting(draw(line), [(2, 2)]).cast("Vampire Courtier", "Arise!", "Zombies", dice=2, value=4)
    assert play.unit("Zombies").models == 20


@pytest.mark.rule("eow.patrol.vampire_covenant.arise")
def test_the_large_version_needs_two_targets_and_may_heal_the_caster() -> None:
    line = "Vampire Courtier at 18,2 wounds=2 | Zombies at 12,6 models=14 | Wizard at 18,40 face 180"
    play = casting(draw(line), [(4, 4)])
    assert [key for key in play.keys if "Arise!:8" in key] == ["0:Arise!:8>0+1"]
    play.choose("0:Arise!:8>0+1").choose("2")
    assert health(play.battle, play.unit("Vampire Courtier")) == 2
    alone = draw("Vampire Courtier at 18,2 | Wizard at 18,40 face 180").play(**CAST, pools=(9, 9))
    assert not any("Arise!:8" in key for key in alone.keys)


@pytest.mark.rule("eow.patrol.ogre_khans.smite_the_unbeliever")
@pytest.mark.parametrize(("die", "profile"), [(1, [3, 6, 4]), (3, [3, 6, 4]), (4, [4, 5, 3]), (6, [4, 5, 3])])
def test_smite_weakens_by_a_die_without_sight_and_even_in_combat(die: int, profile: list[int]) -> None:
    table = draw("0 Shaman at 18,2 face 180 | 1 Iron Orcs at 18,20 face 180 | 0 Tribesmen at 4,4")
    play = casting(table.fight("Tribesmen", "Iron Orcs"), [(2, 3), die])
    play.cast("Shaman", "Smite the Unbeliever", "Iron Orcs", dice=2)
    assert values(play, "Iron Orcs", "res", "str", "ap") == profile


@pytest.mark.rule("eow.patrol.orcs_and_goblins.flaming_swords")
def test_flaming_swords_ease_wounding_in_melee_and_shooting() -> None:
    line = "Orc Shaman at 18,2 | Goblin Rabble at 12,10 | Imperial Guard at 12,24 face 180"
    play = casting(draw(line), [(3, 4)]).cast("Orc Shaman", "Flaming Swords", "Goblin Rabble", dice=2)
    assert play.unit("Goblin Rabble").effects == (Effect("Flaming Swords", 0, 0),)

    def needs(table: Table, **fields: Any) -> list[int | None]:
        played = table.play({"to hit": 6, "": 1}, **fields)
        if played.topic == "shoot":
            played.choose(unit="Goblin Rabble")
        return [roll.need for roll in rolls(played, "To-Wound", "Goblin Rabble")][:1]

    # Shots of Strength 3 and blows of Strength 2 against Resilience 3.
    assert needs(draw(line), phase="shooting") == [4]
    assert needs(under(line, "Flaming Swords", "Goblin Rabble"), phase="shooting") == [3]
    assert needs(draw(line).fight("Goblin Rabble", "Imperial Guard"), phase="melee") == [5]
    burning = under(line, "Flaming Swords", "Goblin Rabble").fight("Goblin Rabble", "Imperial Guard")
    assert needs(burning, phase="melee") == [4]


@pytest.mark.rule("eow.patrol.orcs_and_goblins.flaming_swords")
def test_flaming_swords_ease_neither_stomps_nor_spells() -> None:
    # Both have Strength 4 of their own, against Resilience 3.
    line = "Tribesmen at 18,10 | Imperial Guard at 18,24 face 180"
    stomp = under(line, "Flaming Swords", "Tribesmen").fight("Tribesmen", "Imperial Guard")
    assert rolls(stomp.play({"": 1}, phase="melee"), "Stomp: To-Wound")[0].need == 3
    spell = under("Orc Shaman at 18,2 | Imperial Guard at 12,24 face 180", "Flaming Swords", "Orc Shaman")
    fire = casting(spell, {"To-Wound": 1, "": 6}).cast("Orc Shaman", "Fireball", "Imperial Guard", dice=2)
    assert rolls(fire, "To-Wound")[0].need == 3


@pytest.mark.rule("eow.patrol.orcs_and_goblins.flaming_swords")
def test_flaming_swords_never_wound_on_a_natural_one() -> None:
    line = "Iron Orcs at 18,10 | Imperial Guard at 18,24 face 180"
    table = under(line, "Flaming Swords", "Iron Orcs").fight("Iron Orcs", "Imperial Guard")
    assert rolls(table.play({"": 6}, phase="melee"), "To-Wound", "Iron Orcs")[0].need == 2


@pytest.mark.rule("eow.patrol.saurian_ancients.awaken_the_beast", "eow.patrol.sylvan_elves.awaken_the_beast")
@pytest.mark.parametrize(("caster", "target"), [("Caiman Warriors", "Tegu Warriors"), ("Druid", "Dryads")])
def test_awaken_the_beast_adds_strength_and_penetration(caster: str, target: str) -> None:
    line = f"0 {caster} at 18,2 | 0 {target} at 12,2 | 1 Imperial Guard at 18,30 face 180"
    play = casting(draw(line), [(3, 3)]).cast(caster, "Awaken the Beast", target, dice=2)
    assert values(play, target, "str", "ap") == [5, 2]
    fought = under(line, "Awaken the Beast", target).fight(target, "Imperial Guard").play({"": 6}, phase="melee")
    # Strength 5 against Resilience 3 and AP 2 against Armour 4.
    assert rolls(fought, "To-Wound", target)[0].need == 2
    assert rolls(fought, "Armour Save", "Imperial Guard")[0].need == 5


@pytest.mark.rule("eow.patrol.vermin_swarm.the_wheel_turns")
@pytest.mark.parametrize(("off", "defence"), [(8, 1), (1, 9)])
def test_the_wheel_makes_every_blow_an_even_chance(off: int, defence: int) -> None:
    line = "0 Iron Orcs at 18,10 | 1 Imperial Guard at 18,24 face 180"
    table = under(line, "The Wheel Turns", "Imperial Guard").fight("Iron Orcs", "Imperial Guard")
    table.change("Iron Orcs", off=off).change("Imperial Guard", def_=defence)
    play = table.play({"": 1}, phase="melee")
    assert rolls(play, "to hit", "Iron Orcs")[0].need == 4
    struck = next(event for event in play.told(events.BlowsStruck) if event.unit == play.unit("Iron Orcs").id)
    assert [part.rule for part in struck.parts] == ["eow.patrol.vermin_swarm.the_wheel_turns"]


@pytest.mark.rule("eow.patrol.vermin_swarm.the_wheel_turns")
def test_the_wheel_is_nothing_to_shots() -> None:
    table = under("Sylvan Archers at 18,10 | Imperial Guard at 18,20 face 180", "The Wheel Turns", "Imperial Guard")
    play = table.play({"": 1}, phase="shooting").choose(unit="Sylvan Archers")
    assert rolls(play, "to hit")[0].need == 3


@pytest.mark.rule("eow.patrol.vermin_swarm.the_wheel_turns")
@pytest.mark.parametrize("target", ["Vermin Velites", "Imperial Guard"])
def test_the_wheel_turns_for_friend_and_enemy(target: str) -> None:
    table = draw("Swarm Priest at 18,2 | Vermin Velites at 12,2 | Imperial Guard at 18,15 face 180")
    play = casting(table, [(3, 3)]).cast("Swarm Priest", "The Wheel Turns", target, dice=2)
    assert play.unit(target).effects == (Effect("The Wheel Turns", 0, 0),)


@pytest.mark.rule("eow.patrol.warriors_of_the_dark_gods.the_rot_within")
@pytest.mark.parametrize(
    ("target", "skills"), [("Imperial Guard", [3, 4]), ("Zombies", [1, 1]), ("Goblin Rabble", [1, 2])]
)
def test_the_rot_within_feeds_the_caster_without_sight(target: str, skills: list[int]) -> None:
    table = draw(f"0 Sorcerer at 18,2 face 180 | 1 {target} at 18,20 face 180")
    strength = value(table.battle, table.unit(target), "str")
    play = casting(table, [(3, 3)]).cast("Sorcerer", "The Rot Within", target, dice=2)
    assert values(play, target, "off", "def", "str") == [*skills, strength]
    assert values(play, "Sorcerer", "off", "def") == [6, 5]


@pytest.mark.rule("eow.patrol.vermin_swarm.ravens_wing", "eow.magic.magical_move")
def test_ravens_wing_moves_a_friend_eight_inches_at_once() -> None:
    table = draw("Swarm Priest at 18,4 | Vermin Velites at 10,6 | Imperial Guard at 18,40 face 180")
    play = casting(table, [(2, 2)]).cast("Swarm Priest", "Raven's Wing", "Vermin Velites", dice=2)
    question = play.question
    assert isinstance(question, Manoeuvre)
    assert [(kind.name, kind.forward, kind.back) for kind in question.kinds] == [("advance", 8, 4)]
    play.move("advance", Forward(8.0))
    velites = play.unit("Vermin Velites")
    assert velites.pose is not None
    assert velites.pose.y == pytest.approx(14)
    assert (velites.moved, velites.magic_moved, velites.marched) == (True, True, False)


@pytest.mark.rule("eow.patrol.vermin_swarm.ravens_wing")
def test_a_unit_that_rallied_is_no_target_of_ravens_wing() -> None:
    table = draw("Swarm Priest at 18,4 | Vermin Velites at 10,6 rallied | Imperial Guard at 18,40 face 180")
    play = table.play(**CAST, pools=(9, 9))
    assert play.offers("0:Raven's Wing:4>0")
    assert not play.offers("0:Raven's Wing:4>1")
