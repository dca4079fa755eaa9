"""The spells of the Grimoire, each shown on the table of an advanced battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.essence_of_war.advanced.positions import ahead, blows, gap, needs
from tests.essence_of_war.advanced.positions import melee as melee_phase
from tests.essence_of_war.advanced.spellbook import ADVANCED, magic, shown, table_of, teach, under, values
from tests.essence_of_war.harness import Faces, Fall, Interlude, Play, Table, draw
from tests.odds_in_battles.essence_of_war import answer
from warhost.play import Game, chances, copied
from warhost.play.questions import Manoeuvre
from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.magic.casting import castable
from warhost.rulesets.essence_of_war.core.battle import Battle, Effect
from warhost.rulesets.essence_of_war.core.moments import SPELLS
from warhost.rulesets.essence_of_war.lists.armylists import grimoire
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.table import Forward, distance

DUEL = "0 Orc Shaman at 18,10 | 1 Imperial Guard at 18,24 face 180"
FIGHT = "Iron Orcs at 18,10 | Ghouls at 18,20 face 180"


@pytest.mark.parametrize(
    ("path", "spell", "needed", "reach", "side"),
    [
        shown("eow.spell.alchemy.word_of_iron", "Alchemy", "Word of Iron", 5, 24, "friend"),
        shown("eow.spell.alchemy.silver_spike", "Alchemy", "Silver Spike", 5, 18, "enemy"),
        shown("eow.spell.alchemy.molten_copper", "Alchemy", "Molten Copper", 9, 24, "enemy"),
        shown("eow.spell.cosmology.altered_sight", "Cosmology", "Altered Sight", 5, 24, "friend"),
        shown("eow.spell.cosmology.ice_and_fire", "Cosmology", "Ice and Fire", 7, 24, "enemy"),
        shown("eow.spell.cosmology.perception_of_strength", "Cosmology", "Perception of Strength", 8, 24, "any"),
        shown("eow.spell.divination.know_thine_enemy", "Divination", "Know Thine Enemy", 5, 18, "friend"),
        shown("eow.spell.divination.fates_judgement", "Divination", "Fate's Judgement", 5, 18, "enemy"),
        shown("eow.spell.divination.scrying", "Divination", "Scrying", 7, 18, "friend"),
        shown("eow.spell.druidism.entwining_roots", "Druidism", "Entwining Roots", 5, 18, "enemy"),
        shown("eow.spell.druidism.healing_waters", "Druidism", "Healing Waters", 6, 18, "friend"),
        shown("eow.spell.druidism.master_of_earth", "Druidism", "Master of Earth", 8, 18, "enemy"),
        shown("eow.spell.evocation.spectral_blades", "Evocation", "Spectral Blades", 6, 18, "friend"),
        shown("eow.spell.evocation.hasten_the_hour", "Evocation", "Hasten the Hour", 7, 18, "enemy"),
        shown("eow.spell.occultism.pentagram_of_pain", "Occultism", "Pentagram of Pain", 5, 24, "enemy"),
        shown("eow.spell.occultism.the_rot_within", "Occultism", "The Rot Within", 6, 24, "enemy"),
        shown("eow.spell.occultism.the_grave_calls", "Occultism", "The Grave Calls", 9, 18, "enemy"),
        shown("eow.spell.pyromancy.fireball", "Pyromancy", "Fireball", 5, 36, "enemy"),
        shown("eow.spell.pyromancy.flaming_swords", "Pyromancy", "Flaming Swords", 7, 18, "friend"),
        shown("eow.spell.pyromancy.scorching_salvo", "Pyromancy", "Scorching Salvo", 8, 18, "enemy"),
        shown("eow.spell.shamanism.awaken_the_beast", "Shamanism", "Awaken the Beast", 6, 18, "friend"),
        shown("eow.spell.shamanism.swarm_of_insects", "Shamanism", "Swarm of Insects", 6, 24, "enemy"),
        shown("eow.spell.shamanism.break_the_spirit", "Shamanism", "Break the Spirit", 8, 18, "enemy"),
        shown("eow.spell.thaumaturgy.hand_of_heaven", "Thaumaturgy", "Hand of Heaven", 5, 24, "enemy"),
        shown("eow.spell.thaumaturgy.smite_the_unbeliever", "Thaumaturgy", "Smite the Unbeliever", 5, 24, "enemy"),
        shown("eow.spell.thaumaturgy.wrath_of_god", "Thaumaturgy", "Wrath of God", 10, 24, "enemy"),
        shown("eow.spell.battle_runes.rune_of_resolve", "Battle Runes", "Rune of Resolve", 4, 12, "friend"),
        shown("eow.spell.battle_runes.rune_of_resilience", "Battle Runes", "Rune of Resilience", 8, 12, "friend"),
        shown("eow.spell.battle_runes.rune_of_revocation", "Battle Runes", "Rune of Revocation", 8, 12, "any"),
        shown("eow.spell.witchcraft.ravens_wing", "Witchcraft", "Raven's Wing", 4, 18, "friend"),
        shown("eow.spell.witchcraft.the_wheel_turns", "Witchcraft", "The Wheel Turns", 6, 18, "any"),
        shown("eow.spell.witchcraft.bewitching_glare", "Witchcraft", "Bewitching Glare", 9, 18, "enemy"),
        shown("eow.spell.faction.black_wing_totem", "", "Black Wing Totem", 8, 18, "friend"),
        shown("eow.spell.faction.blooded_horn_totem", "", "Blooded Horn Totem", 8, 18, "friend"),
        shown("eow.spell.faction.spear_of_infinity", "", "Spear of Infinity", 4, 24, "enemy"),
        shown("eow.spell.faction.arise", "", "Arise!", 4, 12, "friend"),
    ],
)
def test_a_spell_has_its_casting_value_its_reach_and_its_side(
    path: str, spell: str, needed: int, reach: int, side: str
) -> None:
    assert not path or spell in [known.name for known in grimoire().paths[path]]

    def offered(seat: int, beyond: float) -> list[float]:
        """The Casting Values at which it is offered on a unit of that seat just so far away."""
        line = f"0 Orc Shaman at 18,3 | {seat} Iron Orcs at 18,30 | 0 Thane at 2,47 | 1 Mongrel Herd at 30,44"
        table = table_of(line, Orc_Shaman=(spell,))
        own, orcs = boundary(table.battle, table.unit("Orc Shaman")), table.unit("Iron Orcs")
        assert orcs.pose is not None
        depth = boundary(table.battle, orcs).depth
        orcs.pose = type(orcs.pose)(18.0, own.y + own.depth / 2 + reach + beyond + depth / 2, 0.0)
        play = magic(table, pools=(9, 9))
        options = () if play.topic != "cast" else play.options
        return [o.odds[0].value for o in options if f":{spell}:" in o.key and o.target == orcs.id]

    for seat, kind in ((0, "friend"), (1, "enemy")):
        assert offered(seat, 0.0)[:1] == ([needed] if side in (kind, "any") else [])
        assert offered(seat, 0.1) == []


def test_every_spell_of_the_grimoire_has_its_code_and_every_code_its_figures() -> None:
    assert set(grimoire().spells) - {"Death is only the Beginning"} == set(SPELLS)


@pytest.mark.parametrize(
    ("spell", "target", "dice", "expected", "lost"),
    [
        # A wound that is not saved costs models with 3 Health Points two of them, and models with 1 no more than it.
        shown("eow.spell.alchemy.silver_spike", "Silver Spike", "Tribesmen", [(2,)], [("1D6", 2)], 2),
        shown("eow.diff.silver_spike", "Silver Spike", "Iron Orcs", [(2,)], [("1D6", 2)], 1),
        shown("eow.diff.silver_spike", "Silver Spike", "Tribesmen", [(2,)], [("1D6", 2)], 2),
        shown("eow.spell.faction.spear_of_infinity", "Spear of Infinity", "Tribesmen", [(3,)], [("1D6", 3)], 2),
        # Armour 5 makes it Strength 6 against Resilience 3, and AP 4 leaves a save on 6+, then the Aegis of 6+.
        shown(
            *("eow.spell.alchemy.molten_copper", "Molten Copper", "Feudal Knights"),
            *([(1, 1), (2, 1), (5,), (5,)], [("2D3", None), ("2D6", 2), ("1D6", 6), ("1D6", 6)], 1),
        ),
        # No armour counts as 2: Strength 3 against Resilience 4.
        shown(
            *("eow.spell.alchemy.molten_copper", "Molten Copper", "Ghouls"),
            *([(1, 1), (5, 4)], [("2D3", None), ("2D6", 5)], 1),
        ),
        shown(
            *("eow.spell.cosmology.ice_and_fire", "Ice and Fire", "Electoral Cavalry"),
            *([(2, 1), (3, 3), (4, 4), (1, 2)], [("2D3", None), ("2D6", 3), ("2D6", 2), ("2D6", 2)], 1),
        ),
        shown(
            *("eow.spell.divination.fates_judgement", "Fate's Judgement", "Citadel Guard"),
            *([6, (4, 3, 3)], [("D3", None), ("3D6", 4)], 2),
        ),
        shown(
            *("eow.spell.druidism.master_of_earth", "Master of Earth", "Ghouls"),
            *([(1, 1), (4, 3)], [("2D3", None), ("2D6", 4)], 1),
        ),
        shown("eow.spell.evocation.hasten_the_hour", "Hasten the Hour", "Electoral Cavalry", [], [], 1),
        shown(
            *("eow.spell.occultism.pentagram_of_pain", "Pentagram of Pain", "Iron Orcs"),
            *([1, (4, 3), (5,)], [("D3+1", None), ("2D6", 4), ("1D6", 6)], 1),
        ),
        # Resilience 4: four hits wound on 3+, and no armour is left.
        shown(
            *("eow.spell.occultism.the_grave_calls", "The Grave Calls", "Ghouls"),
            *([(3, 3), (3, 3, 2, 2)], [("2D3", None), ("4D6", 3)], 2),
        ),
        shown(
            *("eow.spell.pyromancy.fireball", "Fireball", "Imperial Guard"),
            *([3, (3, 2, 2), (2,)], [("D3+1", None), ("3D6", 3), ("1D6", 3)], 1),
        ),
        shown(
            *("eow.spell.shamanism.swarm_of_insects", "Swarm of Insects", "Ghouls"),
            *([(6, 6, 3, 3), (6, *[5] * 17)], [("4D6", None), ("18D6", 6)], 1),
        ),
        # The die for Strength shows 1 against Resilience 4.
        shown(
            *("eow.spell.thaumaturgy.hand_of_heaven", "Hand of Heaven", "Ghouls"),
            *([1, 1, (6, 5)], [("D3+1", None), ("D6", None), ("2D6", 6)], 1),
        ),
    ],
)
def test_a_spell_of_harm_hits_with_its_figures(
    spell: str, target: str, dice: list[Faces], expected: list[tuple[str, int | None]], lost: int
) -> None:
    table = table_of(f"0 Orc Shaman at 18,10 | 1 {target} at 18,24 face 180", Orc_Shaman=(spell,))
    play = magic(table, [(6, 6), *dice])
    before = health(play.battle, play.unit(target))
    play.cast("Orc Shaman", spell, target, dice=2)
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == expected
    assert health(play.battle, play.unit(target)) == before - lost


@pytest.mark.parametrize(
    ("spell", "side", "before", "after"),
    [
        shown("eow.spell.alchemy.word_of_iron", "Word of Iron", 0, {"arm": 3}, {"arm": 4}),
        shown("eow.spell.alchemy.word_of_iron", "Word of Iron", 0, {"arm": 5}, {"arm": 5}),
        shown("eow.spell.cosmology.altered_sight", "Altered Sight", 0, {"off": 3}, {"off": 5}),
        shown(
            "eow.spell.cosmology.perception_of_strength",
            *("Perception of Strength", 0, {"str_": 3, "ap": 0}, {"str": 4, "ap": 1}),
        ),
        shown(
            "eow.spell.cosmology.perception_of_strength",
            *("Perception of Strength", 1, {"str_": 3, "ap": 0}, {"str": 2, "ap": 0}),
        ),
        shown(
            "eow.spell.divination.know_thine_enemy",
            *("Know Thine Enemy", 0, {"off": 3, "def_": 3}, {"off": 5, "def": 5}),
        ),
        shown(
            "eow.spell.druidism.entwining_roots",
            *("Entwining Roots", 1, {"off": 3, "def_": 2}, {"off": 2, "def": 1}),
        ),
        shown(
            "eow.spell.occultism.the_rot_within",
            *("The Rot Within", 1, {"off": 3, "def_": 1}, {"off": 2, "def": 1}),
        ),
        shown(
            "eow.spell.shamanism.awaken_the_beast",
            *("Awaken the Beast", 0, {"str_": 3, "ap": 0}, {"str": 4, "ap": 1}),
        ),
        shown("eow.spell.faction.black_wing_totem", "Black Wing Totem", 0, {"agi": 3}, {"agi": 6}),
        shown("eow.spell.faction.blooded_horn_totem", "Blooded Horn Totem", 0, {"att": 2}, {"att": 3}),
    ],
)
def test_a_lasting_spell_changes_characteristics_until_the_next_magic_phase(
    spell: str, side: int, before: dict[str, int], after: dict[str, int]
) -> None:
    table = table_of(f"0 Orc Shaman at 18,10 | {side} Ghouls at 18,18 | 1 Zombies at 4,44 | 0 Thane at 34,4")
    teach(table.battle, "Orc Shaman", spell)
    play = magic(table.change("Ghouls", (), **before), [(6, 6)])
    play.cast("Orc Shaman", spell, "Ghouls", dice=2)
    assert values(play, "Ghouls", *after) == list(after.values())
    assert [(effect.spell, effect.seat) for effect in play.unit("Ghouls").effects] == [(spell, 0)]


@pytest.mark.rule("eow.spell.occultism.the_rot_within")
def test_the_rot_within_strengthens_the_caster_and_not_the_unit_around_it() -> None:
    table = table_of("0 Wizard at 4,4 | 0 Handgunners at 18,10 | 1 Ghouls at 18,20 face 180")
    teach(table.battle, "Wizard", "The Rot Within")
    before = {name: values(table, name, "off", "def") for name in ("Wizard", "Handgunners")}
    play = magic(table.join("Wizard", "Handgunners"), [(6, 6)])
    play.cast("Wizard", "The Rot Within", "Ghouls", dice=2)
    assert values(play, "Wizard", "off", "def") == [figure + 1 for figure in before["Wizard"]]
    assert values(play, "Handgunners", "off", "def") == before["Handgunners"]


@pytest.mark.rule("eow.spell.thaumaturgy.smite_the_unbeliever")
@pytest.mark.parametrize(("die", "after"), [(1, (4, 3, 1)), (3, (4, 3, 1)), (4, (5, 2, 0)), (6, (5, 2, 0))])
def test_smite_the_unbeliever_lowers_what_a_die_says(die: int, after: tuple[int, int, int]) -> None:
    table = table_of(DUEL, Orc_Shaman=("Smite the Unbeliever",)).change("Imperial Guard", (), res=5, str_=3, ap=1)
    play = magic(table, [(6, 6), die]).cast("Orc Shaman", "Smite the Unbeliever", "Imperial Guard", dice=2)
    assert tuple(values(play, "Imperial Guard", "res", "str", "ap")) == after


def shot(table: Table, dice: dict[str, Fall] | None = None) -> Play:
    """The volley of the Handgunners on the Ghouls: all hit and wound, and no armour helps, unless the dice say so."""
    falls: dict[str, Fall] = {**(dice or {}), "Save": 1, "": 6}
    return table.play(falls, phase="shooting").choose(unit="Handgunners", target="Ghouls")


def burnt(table: Table, dice: dict[str, Fall] | None = None) -> Play:
    """A Fireball of the Wizard on the Ghouls that nobody dispels."""
    falls: dict[str, Fall] = {**(dice or {}), "Save": 1, "": 5}
    return magic(table, falls).cast("Wizard", "Fireball", "Ghouls", dice=2)


def fought(table: Table, die: int = 6) -> Play:
    """The melee of the Iron Orcs against the Ghouls, all of whose dice show the same."""
    return melee_phase(table.fight("Iron Orcs", "Ghouls"), {"": die})


GUNS = "0 Handgunners at 18,10 | 1 Ghouls at 18,20 face 180"


@pytest.mark.parametrize(
    ("spell", "on", "seat", "more"),
    [
        shown("eow.spell.cosmology.altered_sight", "Altered Sight", "Handgunners", 0, -1),
        shown("eow.spell.divination.scrying", "Scrying", "Ghouls", 1, 1),
        shown("eow.spell.druidism.entwining_roots", "Entwining Roots", "Handgunners", 1, 1),
        shown("eow.spell.shamanism.break_the_spirit", "Break the Spirit", "Handgunners", 1, 1),
        shown("eow.spell.witchcraft.the_wheel_turns", "The Wheel Turns", "Ghouls", 0, 0),
    ],
)
def test_spells_change_what_shots_need(spell: str, on: str, seat: int, more: int) -> None:
    (plain,) = set(needs(shot(draw(GUNS, settings=ADVANCED)), "Handgunners", "to hit"))
    assert plain is not None
    table = under(GUNS, spell, on, seat=seat)
    told = next(odds.value for odds in table.play(phase="shooting").options[1].odds if odds.label.startswith("to hit"))
    assert told == plain + more
    assert set(needs(shot(table), "Handgunners", "to hit")) == {plain + more}


@pytest.mark.parametrize(
    ("spell", "on", "need"),
    [
        shown("eow.spell.divination.scrying", "Scrying", "Ghouls", 5),
        shown("eow.spell.shamanism.break_the_spirit", "Break the Spirit", "Iron Orcs", 5),
        shown("eow.spell.witchcraft.the_wheel_turns", "The Wheel Turns", "Ghouls", 4),
        shown("eow.spell.witchcraft.bewitching_glare", "Bewitching Glare", "Ghouls", 4),
    ],
)
def test_spells_change_what_blows_need(spell: str, on: str, need: int) -> None:
    table = under(FIGHT, spell, on).change("Iron Orcs", (), off=3).change("Ghouls", (), def_=3)
    assert {asked for *_, asked in blows(fought(table), "Iron Orcs")} == {need}


@pytest.mark.rule("eow.spell.witchcraft.the_wheel_turns")
def test_nothing_changes_the_four_that_the_wheel_asks_for() -> None:
    quick = ["Lightning Reflexes"]
    table = under(FIGHT, "The Wheel Turns", "Ghouls").change("Iron Orcs", quick, off=9)
    assert {asked for *_, asked in blows(fought(table), "Iron Orcs")} == {4}
    plain = draw(FIGHT, settings=ADVANCED).change("Iron Orcs", quick, off=9)
    assert {asked for *_, asked in blows(fought(plain), "Iron Orcs")} == {2}


WIZARD = "0 Wizard at 18,10 | 0 Iron Orcs at 26,10 | 1 Ghouls at 18,20 face 180"


def again(play: Play) -> bool:
    """Whether any roll to wound was made again."""
    return any("To-Wound again" in roll.why for roll in play.rolls)


@pytest.mark.parametrize(
    ("spell", "on", "shots"),
    [
        shown("eow.spell.evocation.spectral_blades", "Spectral Blades", 0, False),
        shown("eow.spell.witchcraft.bewitching_glare", "Bewitching Glare", 1, True),
    ],
)
def test_failed_rolls_to_wound_are_rolled_again(spell: str, on: int, shots: bool) -> None:
    failed: dict[str, Fall] = {"To-Wound again": 6, "To-Wound": 1}
    play = melee_phase(under(FIGHT, spell, ("Iron Orcs", "Ghouls")[on]).fight("Iron Orcs", "Ghouls"), {**failed, "": 6})
    orcs = [roll.dice for roll in play.rolls if roll.unit == 0 and "To-Wound" in roll.why]
    # All of them failed, and all are rolled once more.
    assert orcs[0] == orcs[1]
    assert again(shot(under(GUNS, spell, ("Handgunners", "Ghouls")[on]), failed)) is shots
    table = under(WIZARD, spell, ("Wizard", "Ghouls")[on])
    teach(table.battle, "Wizard", "Fireball")
    assert not again(burnt(table, failed))


@pytest.mark.parametrize(
    ("spell", "on", "more", "burns"),
    [
        shown("eow.spell.pyromancy.flaming_swords", "Flaming Swords", 0, -1, 0),
        shown("eow.spell.battle_runes.rune_of_resilience", "Rune of Resilience", 1, 1, 1),
    ],
)
def test_rolls_to_wound_are_changed(spell: str, on: int, more: int, burns: int) -> None:
    """By so much for blows and shots, and by so much for spells and Special Attacks."""

    def wounds(line: str, first: str, meet: Callable[[Table], Play], why: str) -> int:
        found = []
        for table in (under(line, spell, (first, "Ghouls")[on]), draw(line, settings=ADVANCED)):
            if first == "Wizard":
                teach(table.battle, "Wizard", "Fireball")
            if first == "Iron Orcs":
                table.change("Iron Orcs", ["Stomp (1)"], str_=4)
            (need,) = set(needs(meet(table), first, why))
            assert need is not None
            found.append(need)
        return found[0] - found[1]

    assert wounds(FIGHT, "Iron Orcs", fought, "Melee Attacks: To-Wound") == more
    assert wounds(GUNS, "Handgunners", shot, "To-Wound") == more
    assert wounds(WIZARD, "Wizard", burnt, "To-Wound") == burns
    assert wounds(FIGHT, "Iron Orcs", fought, "Stomp: To-Wound") == burns


@pytest.mark.rule("eow.spell.battle_runes.rune_of_resilience")
def test_a_natural_six_wounds_in_spite_of_the_rune() -> None:
    table = under(FIGHT, "Rune of Resilience", "Ghouls").change("Iron Orcs", (), str_=1)
    assert set(needs(fought(table), "Iron Orcs", "To-Wound")) == {6}


@pytest.mark.rule("eow.spell.faction.blooded_horn_totem")
def test_the_blooded_horn_makes_blows_pierce_but_no_shots() -> None:
    def saved(line: str, unit: str, meet: Callable[[Table], Play]) -> list[set[int | None]]:
        tables = (under(line, "Blooded Horn Totem", unit), draw(line, settings=ADVANCED))
        hard = [table.change("Ghouls", (), arm=5).change(unit, ap=0) for table in tables]
        return [set(needs(meet(table), "Ghouls", "Armour")) for table in hard]

    pierced, plain = saved(FIGHT, "Iron Orcs", fought)
    assert {(need or 0) - 2 for need in pierced} == plain
    shots, plain_shots = saved(GUNS, "Handgunners", shot)
    assert shots == plain_shots


@pytest.mark.rule("eow.spell.faction.black_wing_totem")
@pytest.mark.parametrize(("inches", "offered"), [(20.0, True), (20.1, False)])
def test_the_black_wing_lengthens_charges(inches: float, offered: bool) -> None:
    # 4" of Advance, 12" of two dice, and D3 + 1 more.
    table = under("Iron Orcs at 18,4 | Ghouls at 18,30 face 180", "Black Wing Totem", "Iron Orcs")
    ahead(table.change("Iron Orcs", (), adv=4), "Ghouls", "Iron Orcs", inches)
    play = table.play({"": 1}, phase="charge")
    assert (play.topic == "declare charge" and play.offers(unit="Iron Orcs", target="Ghouls")) is offered


@pytest.mark.rule("eow.spell.faction.black_wing_totem")
def test_the_chance_of_a_charge_counts_the_black_wing() -> None:
    table = under("Iron Orcs at 18,10 | Ghouls at 18,20 face 180", "Black Wing Totem", "Iron Orcs")
    ahead(table.change("Iron Orcs", (), adv=4), "Ghouls", "Iron Orcs", 14.0)
    play = table.play({"": 1}, phase="charge")
    (option,) = (option for option in play.weighed if option.target is not None)
    ways = [one + other + third for one in range(1, 7) for other in range(1, 7) for third in (2, 3, 4)]
    chance = sum(4 + way >= 14 for way in ways) / len(ways)
    assert next(odds.value for odds in option.odds if odds.kind == "chance") == pytest.approx(chance)
    needed = next(odds for odds in option.odds if odds.kind == "needed")
    assert (needed.label, needed.value) == ("needed with 2D6 and D3+1", 10)


@pytest.mark.rule("eow.spell.druidism.healing_waters", "eow.diff.healing_waters")
@pytest.mark.parametrize(("had", "has"), [(None, 5), (6, 5), (5, 4), (4, 4), (3, 3)])
def test_healing_waters_lift_an_aegis_of_five(had: int | None, has: int) -> None:
    table = under(FIGHT, "Healing Waters", "Ghouls").change("Ghouls", (), aeg=had)
    assert set(needs(fought(table), "Ghouls", "Aegis")) == {has}


@pytest.mark.rule("eow.diff.healing_waters")
def test_the_waters_of_a_basic_battle_lift_nothing() -> None:
    table = draw(FIGHT).set("Ghouls", effects=(Effect("Healing Waters", 1, 1),)).change("Ghouls", (), aeg=5)
    assert set(needs(fought(table), "Ghouls", "Aegis")) == {5}


@pytest.mark.rule("eow.spell.druidism.entwining_roots", "eow.spell.druidism.master_of_earth")
@pytest.mark.parametrize("spell", ["Entwining Roots", "Master of Earth"])
@pytest.mark.parametrize(
    ("feature", "legal"), [("elevated", True), ("hindering", True), ("impassable", False), (None, False)]
)
def test_targets_near_hills_and_woods_are_in_range_and_need_no_sight(
    spell: str, feature: str | None, legal: bool
) -> None:
    ground = "" if feature is None else f" {feature} 18,44 4x2"
    line = f"eow | 36x48{ground} | 0 Orc Shaman at 18,2 face 180 | 1 Ghouls at 18,36 face 180"
    table = table_of(line, Orc_Shaman=(spell,))
    play = magic(table, pools=(9, 9))
    assert (play.topic == "cast" and play.offers(target="Ghouls")) == legal


@pytest.mark.rule("eow.spell.druidism.master_of_earth")
def test_master_of_earth_is_not_for_units_in_combat() -> None:
    line = "0 Orc Shaman at 18,2 | 0 Iron Orcs at 18,8 | 1 Ghouls at 18,12 face 180 | 1 Zombies at 8,14"
    table = table_of(line, Orc_Shaman=("Master of Earth",)).fight("Iron Orcs", "Ghouls")
    play = magic(table, pools=(9, 9))
    assert [option.target for option in play.options[1:]] == [play.unit("Zombies").id]


@pytest.mark.rule("eow.spell.divination.scrying")
def test_scrying_at_ten_is_for_all_friends_within_six_inches() -> None:
    line = (
        "0 Orc Shaman at 18,10 | 0 Iron Orcs at 18,15 | 0 Goblin Rabble at 25,10 | 0 Thane at 18,26 | 1 Ghouls at 2,44"
    )
    table = table_of(line, Orc_Shaman=("Scrying",))
    play = magic(table, [(6, 4)])
    small = [key for key in play.keys if ":Scrying:7>" in key]
    assert len(small) == 4
    play.cast("Orc Shaman", "Scrying", "Orc Shaman", "Iron Orcs", "Goblin Rabble", value=10, dice=2)
    lies_on = [unit.name for unit in play.battle.units if unit.effects]
    assert lies_on == ["Orc Shaman", "Iron Orcs", "Goblin Rabble"]


@pytest.mark.rule("eow.spell.pyromancy.scorching_salvo")
def test_the_salvo_strikes_every_unengaged_enemy_in_range_seen_or_not() -> None:
    line = (
        "0 Orc Shaman at 18,10 face 180 | 0 Iron Orcs at 6,8 | 1 Ghouls at 18,22 face 180 | 1 Zombies at 28,18 | "
        "1 Spectral Hunters at 6,12 face 180 | 1 Thane at 34,44"
    )
    table = table_of(line, Orc_Shaman=("Scorching Salvo",)).fight("Iron Orcs", "Spectral Hunters")
    # D3+1 for each: 2 hits on the Ghouls (Resilience 4) and 4 on the Zombies (Resilience 3).
    play = magic(table, [(6, 6), 1, 5, (4, 3), (3, 3, 2, 2)])
    play.cast("Orc Shaman", "Scorching Salvo", "Ghouls", "Zombies", dice=2)
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [
        *(("D3+1", None), ("D3+1", None), ("2D6", 4), ("4D6", 3))
    ]
    assert (health(play.battle, play.unit("Ghouls")), health(play.battle, play.unit("Zombies"))) == (14, 18)


WRATH = (
    "0 Orc Shaman at 4,10 | 1 Ghouls at 18,30 face 180 | 0 Iron Orcs at 18,24 | 1 Zombies at 18,37.2 | "
    "1 Spectral Hunters at 30,30 | 0 Goblin Rabble at 26,24"
)


@pytest.mark.rule("eow.spell.thaumaturgy.wrath_of_god")
def test_wrath_of_god_strikes_friend_and_foe_near_the_target() -> None:
    table = table_of(WRATH, Orc_Shaman=("Wrath of God",)).fight("Goblin Rabble", "Spectral Hunters")
    ghouls = boundary(table.battle, table.unit("Ghouls"))
    gaps = {unit.name: distance(ghouls, boundary(table.battle, unit)) for unit in table.battle.units}
    assert 3 < gaps["Iron Orcs"] < 4 < gaps["Zombies"] < 5
    # A radius of 4": the Ghouls and the Iron Orcs, not the Zombies, nor whoever fights.
    play = magic(table, [(6, 6), (3, 3), (1, 1), (1, 1), (2, 2), (2, 2)])
    play.cast("Orc Shaman", "Wrath of God", "Ghouls", dice=2)
    assert [roll.dice for roll in play.rolls[1:]] == ["2D3", "2D3", "2D3", "2D6", "2D6"]
    told = [(event.target, event.hits) for event in play.told(events.AttackResolved)]
    assert told == [(play.unit("Ghouls").id, 2), (play.unit("Iron Orcs").id, 2)]


@pytest.mark.rule("eow.spell.thaumaturgy.wrath_of_god")
def test_wrath_of_god_spares_those_who_fight_however_near_they_are() -> None:
    line = "0 Orc Shaman at 4,10 | 1 Ghouls at 18,30 face 180 | 1 Zombies at 23.5,30 face 180 | 0 Iron Orcs at 30,10"
    table = table_of(line, Orc_Shaman=("Wrath of God",)).fight("Iron Orcs", "Zombies")
    ghouls = boundary(table.battle, table.unit("Ghouls"))
    assert all(distance(ghouls, boundary(table.battle, table.unit(name))) < 3 for name in ("Zombies", "Iron Orcs"))
    play = magic(table, [(6, 6), (6, 6), (1, 1), (1, 1)])
    play.cast("Orc Shaman", "Wrath of God", "Ghouls", dice=2)
    assert [event.target for event in play.told(events.AttackResolved)] == [play.unit("Ghouls").id]


@pytest.mark.rule("eow.spell.thaumaturgy.wrath_of_god")
def test_what_wrath_of_god_promises_counts_the_chance_to_be_near_enough() -> None:
    table = table_of(WRATH, Orc_Shaman=("Wrath of God",))
    play = magic(table, pools=(9, 9))
    option = next(option for option in play.weighed if option.target == play.unit("Ghouls").id)
    told = {odd.label: odd.value for odd in option.odds}
    # 2D3 is 4 or more in 6 of 9 ways, 5 or more in 3 of 9; each time 4 hits on average.
    orcs = told["expected HP lost by Iron Orcs if it takes effect"]
    zombies = told["expected HP lost by Zombies if it takes effect"]
    assert orcs == pytest.approx(6 / 9 * 4 * 2 / 3, abs=1e-9)
    assert zombies == pytest.approx(3 / 9 * 4 * 5 / 6, abs=1e-9)


@pytest.mark.parametrize(
    ("spell", "others"),
    [
        shown("eow.spell.alchemy.molten_copper", "Molten Copper", ""),
        shown("eow.spell.pyromancy.scorching_salvo", "Scorching Salvo", "| 1 Zombies at 8,18 models=3"),
        pytest.param("Wrath of God", "| 0 Goblin Rabble at 18,19 models=2", marks=pytest.mark.slow),
        shown("eow.spell.thaumaturgy.hand_of_heaven", "Hand of Heaven", ""),
    ],
)
def test_what_a_spell_of_harm_promises_is_what_its_dice_do(spell: str, others: str) -> None:
    table = table_of(f"0 Orc Shaman at 14,10 | 1 Ghouls at 18,24 face 180 models=2 {others}", Orc_Shaman=(spell,))
    play = magic(table, pools=(9, 9))
    option = next(option for option in play.weighed if option.target == play.unit("Ghouls").id)
    promised = [odd.value for odd in option.odds if odd.label.startswith("expected HP lost")]
    cast = castable(play.battle)[0][option.key]
    harmed = [unit.id for unit in SPELLS[spell].at_risk(play.battle, cast)]

    def resolve(battle: Battle) -> Script[None]:
        yield from SPELLS[spell].resolve(battle, castable(battle)[0][option.key])

    def see(end: Game) -> tuple[int, ...]:
        assert isinstance(end.battle, Battle)
        return tuple(health(end.battle, end.battle.units[number]) for number in harmed)

    before = [health(play.battle, play.battle.units[number]) for number in harmed]
    game = Game(Interlude(resolve), copied(play.battle))
    ends = chances(game, until=lambda _: False, see=see, answer=answer, limit=200_000)
    for place, told in enumerate(promised):
        lost = sum(chance * (before[place] - end[place]) for end, chance in ends.items())
        assert told == pytest.approx(lost)
    assert len(promised) == len(harmed)


@pytest.mark.rule("eow.spell.evocation.danse_macabre", "eow.magic.magical_move")
def test_all_friends_near_the_caster_may_dance_but_those_that_cannot() -> None:
    line = (
        "0 Orc Shaman at 18,10 | 0 Iron Orcs at 18,15 | 0 Goblin Rabble at 26,10 moved marched | "
        "0 Feral Orc Marauders at 10,10 magic_moved | 0 Thane at 18,30 | 1 Ghouls at 18,44"
    )
    table = table_of(line, Orc_Shaman=("Danse Macabre",))
    play = magic(table, [(6, 6)])
    assert play.options[1].odds[0].value == 8
    play.cast("Orc Shaman", "Danse Macabre", "Orc Shaman", "Iron Orcs", "Goblin Rabble", dice=2)
    assert play.topic == "magical move order"
    play.choose(unit="Iron Orcs")
    assert isinstance(play.question, Manoeuvre)
    start = boundary(play.battle, play.unit("Iron Orcs"))
    with pytest.raises(Exception, match="6"):
        play.move("advance", Forward(6.1))
    play.move("advance", Forward(6.0))
    assert boundary(play.battle, play.unit("Iron Orcs")).y == pytest.approx(start.y + 6)
    play.choose(unit="Goblin Rabble").stay()
    assert play.question.unit == play.unit("Orc Shaman").id
    play.stay()
    moved = [unit.name for unit in play.battle.units if unit.magic_moved]
    assert moved == ["Orc Shaman", "Iron Orcs", "Goblin Rabble", "Feral Orc Marauders"]


@pytest.mark.rule("eow.spell.evocation.danse_macabre")
@pytest.mark.parametrize(("inches", "dances"), [(9.0, True), (9.1, False)])
def test_the_dance_reaches_nine_inches(inches: float, dances: bool) -> None:
    table = table_of("0 Orc Shaman at 18,10 | 0 Iron Orcs at 18,15 | 1 Ghouls at 18,44", Orc_Shaman=("Danse Macabre",))
    play = magic(gap(table, "Iron Orcs", "Orc Shaman", inches), [(4, 4)])
    assert ("+" in play.keys[1].partition(">")[2]) is dances


@pytest.mark.parametrize(
    ("spell", "state"),
    [
        shown("eow.spell.battle_runes.rune_of_resolve", "Rune of Resolve", "fleeing"),
        shown("eow.spell.battle_runes.rune_of_resolve", "Rune of Resolve", "rallied"),
        shown("eow.spell.witchcraft.ravens_wing", "Raven's Wing", "failed_charge"),
        shown("eow.spell.witchcraft.ravens_wing", "Raven's Wing", "magic_moved"),
        shown("eow.spell.evocation.danse_macabre", "Danse Macabre", "failed_charge"),
    ],
)
def test_a_magical_move_is_not_for_everybody(spell: str, state: str) -> None:
    line = f"0 Orc Shaman at 18,10 | 0 Iron Orcs at 18,15 {state} | 1 Ghouls at 18,44"
    play = magic(table_of(line, Orc_Shaman=(spell,)), pools=(9, 9))
    assert {option.target for option in play.options[1:]} == {play.unit("Orc Shaman").id}


@pytest.mark.parametrize(
    "spell",
    [
        shown("eow.spell.battle_runes.rune_of_resolve", "Rune of Resolve"),
        shown("eow.spell.witchcraft.ravens_wing", "Raven's Wing"),
    ],
)
def test_a_magical_move_goes_eight_inches_after_a_march_too(spell: str) -> None:
    line = "0 Orc Shaman at 18,10 | 0 Iron Orcs at 18,15 moved marched | 1 Ghouls at 18,44"
    play = magic(table_of(line, Orc_Shaman=(spell,)), [(6, 6)]).cast("Orc Shaman", spell, "Iron Orcs", dice=2)
    with pytest.raises(Exception, match="8"):
        play.move("advance", Forward(8.1))
    start = boundary(play.battle, play.unit("Iron Orcs"))
    play.move("advance", Forward(8.0))
    assert boundary(play.battle, play.unit("Iron Orcs")).y == pytest.approx(start.y + 8)


@pytest.mark.rule("eow.spell.shamanism.break_the_spirit")
def test_all_ground_is_dangerous_to_a_broken_spirit() -> None:
    line = "0 Iron Orcs at 18,10 models=5 | 1 Ghouls at 18,20 face 180 models=5"
    table = under(line, "Break the Spirit", "Iron Orcs", seat=1)
    dice: dict[str, Fall] = {"Charge Range": (6, 6), "Dangerous Terrain (2)": (1, 2, 3, 4, 5), "": 1}
    play = table.play(dice, phase="charge")
    play.choose(unit="Iron Orcs", target="Ghouls").until("charge place").choose("0")
    assert [roll.dice for roll in play.rolls if "Dangerous Terrain (2)" in roll.why] == ["5D6"]
    assert play.told(events.HealthLost)[0].health == 2


@pytest.mark.rule("eow.spell.shamanism.break_the_spirit")
def test_worse_ground_stays_worse_for_a_broken_spirit() -> None:
    line = "eow | 36x48 impassable 18,14 2x2 | 0 Iron Orcs at 18,10 models=5 fleeing | 1 Ghouls at 18,40"
    table = under(line, "Break the Spirit", "Iron Orcs", seat=1)
    dice: dict[str, Fall] = {"Rally": 6, "Flee": (4, 4), "": 6}
    play = table.play(dice, phase="movement")
    tests = [(roll.why.rpartition("(")[2], roll.dice) for roll in play.rolls if "Dangerous" in roll.why]
    # Eight inches through the rock: who goes through it tests as for rocks, the others as for the spell.
    assert {grade for grade, _ in tests} == {"2)", "3)"}
    assert sum(int(dice.partition("D")[0] or 1) for _, dice in tests) == 5


REVOKED = (
    "0 Runic Smith at 18,10 | 0 Greybeards at 18,14 | 1 Orc Shaman at 18,24 face 180 | 1 Iron Orcs at 8,24 face 180"
)


@pytest.mark.rule("eow.spell.battle_runes.rune_of_revocation")
def test_the_rune_of_revocation_ends_all_spells_on_a_unit() -> None:
    table = table_of("0 Thane at 18,10 | 0 Greybeards at 18,14 | 1 Orc Shaman at 18,34 face 180")
    teach(table.battle, "Thane", "Rune of Revocation")
    table.set("Greybeards", effects=(Effect("Scrying", 0, 0), Effect("Entwining Roots", 1, 2)))
    play = magic(table, [(6, 6)]).cast("Thane", "Rune of Revocation", "Greybeards", dice=2)
    assert [effect.spell for effect in play.unit("Greybeards").effects] == ["Rune of Revocation"]
    assert [event.spell for event in play.told(events.SpellEnded)] == ["Scrying", "Entwining Roots"]


WARDED = "0 Thane at 18,4 | 0 Greybeards at 18,14 | 0 Clan Warriors at 6,14 | 1 Orc Shaman at 18,24 face 180"


@pytest.mark.rule("eow.spell.battle_runes.rune_of_revocation")
def test_the_next_enemy_spell_on_the_unit_comes_to_nothing_and_the_one_after_it_works() -> None:
    table = under(WARDED, "Rune of Revocation", "Greybeards").change("Thane", ())
    teach(table.battle, "Orc Shaman", "Fireball", "Entwining Roots")
    play = magic(table, [(3, 3), (3, 3)], active=1, pools=(5, 9))
    play.cast("Orc Shaman", "Fireball", "Greybeards", dice=2)
    assert play.topic == "cast"
    assert [event.unit for event in play.told(events.SpellWarded)] == [play.unit("Greybeards").id]
    assert play.unit("Greybeards").effects == ()
    play.cast("Orc Shaman", "Entwining Roots", "Greybeards", dice=2).choose("no")
    assert [effect.spell for effect in play.unit("Greybeards").effects] == ["Entwining Roots"]


@pytest.mark.rule("eow.spell.battle_runes.rune_of_revocation")
def test_of_several_targets_only_the_one_with_the_rune_is_unaffected() -> None:
    table = under(WARDED, "Rune of Revocation", "Greybeards").change("Thane", ())
    teach(table.battle, "Orc Shaman", "Scorching Salvo")
    play = magic(table, [(6, 6), 1, (1, 1)], active=1, pools=(0, 9))
    play.cast("Orc Shaman", "Scorching Salvo", "Greybeards", "Clan Warriors", dice=2)
    struck = [event.target for event in play.told(events.AttackResolved)]
    assert struck == [play.unit("Clan Warriors").id]


@pytest.mark.rule("eow.spell.battle_runes.rune_of_revocation")
def test_the_rune_neither_minds_failed_castings_nor_spells_of_its_own_side() -> None:
    table = under(WARDED, "Rune of Revocation", "Greybeards").change("Thane", ())
    teach(table.battle, "Orc Shaman", "Fireball")
    play = magic(table, [(1, 1)], active=1, pools=(5, 9)).cast("Orc Shaman", "Fireball", "Greybeards", dice=2)
    assert [effect.spell for effect in play.unit("Greybeards").effects] == ["Rune of Revocation"]
    own = under(WARDED, "Rune of Revocation", "Greybeards").change("Thane", ())
    teach(own.battle, "Thane", "Scrying")
    play = magic(own, [(6, 6)]).cast("Thane", "Scrying", "Greybeards", value=7, dice=2)
    assert [effect.spell for effect in play.unit("Greybeards").effects] == ["Rune of Revocation", "Scrying"]
