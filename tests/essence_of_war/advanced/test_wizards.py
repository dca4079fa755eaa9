"""Wizards of advanced battles: Channel, Replicable and amplified spells, casters in the ranks of units, healing."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.spellbook import magic, shown, table_of, teach
from tests.essence_of_war.harness import Faces, Fall, Play, draw
from warhost.play.questions import Choose
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.table import Pose

TWO = "0 Orc Shaman at 12,10 | 0 Wizard at 24,10 | 1 Ghouls at 18,24 face 180"


def offered(play: Play, spell: str) -> set[int | None]:
    """Who may cast a spell now."""
    return {option.unit for option in play.options if f":{spell}:" in option.key} if play.topic == "cast" else set()


def why_not(play: Play, caster: str, spell: str) -> list[str]:
    """The rules by which a Wizard cannot cast a spell."""
    assert isinstance(play.question, Choose)
    number = play.unit(caster).id
    return [denied.rule for denied in play.question.denied if denied.what.startswith(f"{number}:{spell}")]


@pytest.mark.parametrize(
    "spell",
    [
        shown("eow.spell.replicable", "Fireball"),
        shown("eow.spell.pyromancy.fireball", "Fireball"),
        shown("eow.diff.fireball", "Fireball"),
        shown("eow.spell.faction.spear_of_infinity", "Spear of Infinity"),
    ],
)
def test_a_replicable_spell_is_attempted_by_several_wizards_each_once(spell: str) -> None:
    table = table_of(TWO, Orc_Shaman=(spell,), Wizard=(spell,))
    play = magic(table, [(1, 1), (1, 1)])
    shaman, wizard = play.unit("Orc Shaman").id, play.unit("Wizard").id
    assert offered(play, spell) == {shaman, wizard}
    play.cast("Orc Shaman", spell, "Ghouls", dice=2)
    assert offered(play, spell) == {wizard}
    assert why_not(play, "Orc Shaman", spell) == ["eow.spell.replicable"]
    play.cast("Wizard", spell, "Ghouls", dice=2)
    assert play.topic != "cast"


@pytest.mark.rule("eow.spell.replicable", "eow.diff.fireball")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_other_spells_are_attempted_once_by_whomever(mode: str) -> None:
    table = draw(TWO, settings=Settings(mode=mode))  # type: ignore[arg-type]
    spell = "Fireball"
    if mode == "advanced":
        spell = "Word of Iron"
        teach(table.battle, "Wizard", spell)
        teach(table.battle, "Orc Shaman", spell)
    else:
        shaman, wizard = table.unit("Orc Shaman"), table.unit("Wizard")
        wizard.entry = shaman.entry
    play = magic(table, [(1, 1)])
    target = "Ghouls" if spell == "Fireball" else "Wizard"
    play.cast("Orc Shaman", spell, target, dice=2)
    assert offered(play, spell) == set()


@pytest.mark.rule("eow.spell.replicable", "eow.adv.char.left_alone")
def test_a_wizard_whose_unit_died_around_it_has_still_made_its_attempt() -> None:
    line = (
        "0 Wizard at 4,4 | 0 Handgunners at 18,16 models=2 | 0 Orc Shaman at 30,4 | 1 Ghouls at 18,20 face 180 | "
        "1 Zombies at 30,22 face 180"
    )
    table = table_of(line, Wizard=("Fireball",), Orc_Shaman=("Wrath of God", "Scrying")).join("Wizard", "Handgunners")
    # The Fireball fails. Then the wrath that a friend calls on the Ghouls takes the last Handgunner too.
    dice: dict[str, Fall] = {"Casting Fireball": (1, 1), "Casting Wrath": (6, 6), "To-Wound": 6, "Save": 1, "": 3}
    play = magic(table, dice).cast("Wizard", "Fireball", "Ghouls", dice=2)
    play.cast("Orc Shaman", "Wrath of God", "Ghouls", dice=2).until("cast")
    wizard = play.unit("Wizard")
    assert (wizard.host, wizard.pose is not None) == (None, True)
    assert why_not(play, "Wizard", "Fireball") == ["eow.spell.replicable"]


@pytest.mark.rule("eow.spell.replicable")
def test_the_next_magic_phase_knows_nothing_of_earlier_attempts() -> None:
    table = table_of(TWO, Orc_Shaman=("Fireball",))
    table.battle.note(cast_by=(("Fireball", 0),), barred=("Fireball",), healed=(0,), dispels=2)
    play = table.play([1], phase="magic")
    assert offered(play, "Fireball") == {play.unit("Orc Shaman").id}
    more = play.battle.more
    assert (more.cast_by, more.barred, more.healed, more.dispels) == ((), (), (), 0)


CHANNELERS = (
    "0 Wizard at 12,10 | 0 Orc Shaman at 18,10 | 0 Mage at 24,10 | 0 Handgunners at 6,4 | 1 Ghouls at 18,40 face 180"
)


def pool_of(*channelers: str, joined: str = "", **states: bool) -> int:
    """The Magic Dice of the Active Player with Flux Card 1, if these Wizards channel."""
    table = table_of(CHANNELERS)
    for name in ("Wizard", "Orc Shaman", "Mage"):
        table.change(name, ["Channel"] if name in channelers else [])
    if joined:
        table.join(joined, "Handgunners")
        table.set("Handgunners", **states)
    else:
        table.set(channelers[0] if channelers else "Mage", **states)
    play = table.play([1], phase="magic")
    told = [event.dice for event in play.told(events.DiceChannelled)]
    assert told == ([play.battle.pools[0] - 4] if play.battle.pools[0] > 4 else [])
    return play.battle.pools[0]


@pytest.mark.rule("eow.special.channel")
def test_who_channels_adds_a_die_to_those_of_the_card() -> None:
    assert pool_of() == 4
    assert pool_of("Wizard") == 5
    assert pool_of("Wizard", joined="Wizard") == 5


@pytest.mark.rule("eow.special.channel")
def test_who_flees_does_not_channel() -> None:
    assert pool_of("Wizard", fleeing=True) == 4
    assert pool_of("Wizard", joined="Wizard", fleeing=True) == 4


@pytest.mark.rule("eow.special.channel")
def test_who_has_left_the_board_does_not_channel() -> None:
    table = table_of(CHANNELERS).change("Wizard", ["Channel"]).set("Wizard", pose=None, fate="destroyed", models=0)
    assert table.change("Mage", []).change("Orc Shaman", []).play([1], phase="magic").battle.pools[0] == 4


@pytest.mark.rule("eow.special.channel_max")
def test_channel_adds_two_dice_at_most() -> None:
    assert pool_of("Wizard", "Mage") == 6
    assert pool_of("Wizard", "Mage", "Orc Shaman") == 6


JOINED = "0 Wizard at 4,4 | 0 Handgunners at 18,10 | 1 Ghouls at 18,20 face 180 | 1 Zombies at 33,4"


@pytest.mark.rule("eow.magic.wizard")
def test_a_wizard_in_the_ranks_casts_from_its_own_base() -> None:
    table = table_of(JOINED, Wizard=("Hand of Heaven",)).join("Wizard", "Handgunners", 0)
    base = boundary(table.battle, table.unit("Wizard"))
    ghouls = table.unit("Ghouls")
    assert ghouls.pose is not None
    depth = boundary(table.battle, ghouls).depth
    for beyond, legal in ((0.0, True), (0.05, False)):
        ghouls.pose = type(ghouls.pose)(base.x, base.y + base.depth / 2 + 24 + beyond + depth / 2, 180.0)
        play = magic(table, pools=(9, 9))
        assert (play.unit("Wizard").id in offered(play, "Hand of Heaven")) == legal


@pytest.mark.rule("eow.magic.wizard")
def test_a_wizard_in_the_second_rank_sees_past_its_own_unit_but_not_behind_it() -> None:
    table = table_of(JOINED, Wizard=("Fireball",)).join("Wizard", "Handgunners").set("Handgunners", spot=(1, 2))
    assert magic(table).offers(unit="Wizard", target="Ghouls")
    table.set("Handgunners", pose=Pose(18.0, 30.0, 0.0))
    assert not offered(magic(table), "Fireball")


@pytest.mark.rule("eow.magic.not_fleeing", "eow.magic.attack_spell_engaged")
def test_a_wizard_in_the_ranks_flees_and_fights_with_its_unit() -> None:
    table = table_of(JOINED, Wizard=("Fireball", "Word of Iron")).join("Wizard", "Handgunners")
    table.fight("Handgunners", "Ghouls")
    play = magic(table)
    assert offered(play, "Word of Iron")
    assert not offered(play, "Fireball")
    table = table_of(JOINED, Wizard=("Word of Iron",)).join("Wizard", "Handgunners").set("Handgunners", fleeing=True)
    assert not offered(magic(table), "Word of Iron")


@pytest.mark.rule("eow.magic.duration", "eow.magic.wizard")
def test_a_spell_on_a_combined_unit_lies_on_all_its_models() -> None:
    table = table_of(JOINED, Wizard=("Word of Iron",)).join("Wizard", "Handgunners")
    play = magic(table, [(3, 3)])
    targets = {option.target for option in play.options[1:]}
    assert targets == {play.unit("Handgunners").id}
    play.cast("Wizard", "Word of Iron", "Handgunners", dice=2)
    assert [effect.spell for effect in play.unit("Handgunners").effects] == ["Word of Iron"]
    assert play.unit("Wizard").effects == ()


@pytest.mark.rule("eow.magic.miscast.hits")
@pytest.mark.parametrize(
    ("line", "caster", "joined", "hits"),
    [
        # A Character suffers a hit less than dice were used and suffers them alone, a Conclave on its models.
        (JOINED, "Wizard", "Handgunners", 2),
        ("0 Skink Hunters at 18,10 | 1 Ghouls at 18,20 face 180", "Skink Hunters", "", 3),
        ("0 Cyclops at 18,10 | 1 Ghouls at 18,20 face 180", "Cyclops", "", 2),
    ],
)
def test_miscast_hits_are_for_the_caster_alone(line: str, caster: str, joined: str, hits: int) -> None:
    table = table_of(line)
    teach(table.battle, caster, "Entwining Roots")
    if joined:
        table.join(caster, joined)
    play = magic(table.change(caster, (), hp=4, arm=0, aeg=None), [(4, 4, 4), (4, *[3] * (hits - 1))])
    before = [health(play.battle, unit) for unit in play.battle.units]
    play.cast(caster, "Entwining Roots", "Ghouls", dice=3)
    number = play.unit(caster).id
    assert [(event.unit, event.hits) for event in play.told(events.Miscast)] == [(number, hits)]
    lost = [one - health(play.battle, unit) for one, unit in zip(before, play.battle.units, strict=True)]
    assert lost == [1 if unit.id == number else 0 for unit in play.battle.units]


@pytest.mark.rule("eow.magic.miscast.hits", "eow.panic.quarter_losses")
def test_what_a_wizard_in_the_ranks_loses_by_a_miscast_counts_for_the_panic_of_its_unit() -> None:
    table = table_of("0 Wizard at 4,4 | 0 Handgunners at 18,10 models=4 files=4 | 1 Ghouls at 18,20 face 180")
    teach(table.battle, "Wizard", "Entwining Roots")
    table.join("Wizard", "Handgunners").change("Wizard", (), hp=3, arm=0)
    dice: dict[str, Fall] = {
        "Flux": 1,
        "Casting": (4, 4, 4),
        "Miscast": (4, 4),
        "Discipline": (1, 1),
        "Panic": (1, 1),
        "": 1,
    }
    play = table.play(dice, phase="movement", stage="move").decline()
    play.until("cast").cast("Wizard", "Entwining Roots", "Ghouls", dice=3).decline()
    assert any("Panic" in roll.why or roll.rule.startswith("eow.panic") for roll in play.rolls)


@pytest.mark.rule("eow.spell.evocation.hasten_the_hour")
@pytest.mark.parametrize(("chosen", "loser"), [("Ghouls", "Ghouls"), ("Vampire Courtier", "Vampire Courtier")])
def test_hasten_the_hour_may_strike_the_character_in_the_ranks(chosen: str, loser: str) -> None:
    table = table_of("0 Orc Shaman at 18,10 | 1 Ghouls at 18,20 face 180 | 1 Vampire Courtier at 4,44")
    teach(table.battle, "Orc Shaman", "Hasten the Hour")
    table.join("Vampire Courtier", "Ghouls").change("Vampire Courtier", (), aeg=4)
    play = magic(table, [(6, 6), (3,)] if chosen != "Ghouls" else [(6, 6)])
    before = {name: health(play.battle, play.unit(name)) for name in ("Ghouls", "Vampire Courtier")}
    play.cast("Orc Shaman", "Hasten the Hour", "Ghouls", dice=2)
    assert (play.topic, play.question.seat) == ("strike whom", 0)
    play.choose(target=chosen)
    after = {name: health(play.battle, play.unit(name)) for name in before}
    assert after == {name: left - (name == loser) for name, left in before.items()}


HIERARCH = "0 Death Cult Hierarch at 18,10 | 0 Skeleton Archers at 26,12 models=11 | 1 Iron Orcs at 18,30 face 180"
RIDER = "Death is only the Beginning"


@pytest.mark.rule("eow.list.undying_dynasties.rule.amplify", "eow.diff.death_is_only")
@pytest.mark.rule("eow.spell.faction.death_is_only_the_beginning")
def test_any_spell_may_be_amplified_for_two_more_and_heals_its_friendly_targets() -> None:
    table = table_of(HIERARCH, Death_Cult_Hierarch=("Altered Sight", "Perception of Strength", "Ice and Fire", RIDER))
    play = magic(table, [(4, 3)])
    values = {key.split(":")[1] + key.split(":")[2].partition(">")[0] for key in play.keys[1:]}
    assert values == {
        *("Altered Sight5", "Altered Sight7", "Perception of Strength8", "Perception of Strength10"),
        *("Ice and Fire7", "Ice and Fire9"),
    }
    play.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", value=7, dice=2)
    assert play.unit("Skeleton Archers").models == 11 + 3
    assert [effect.spell for effect in play.unit("Skeleton Archers").effects] == ["Altered Sight"]


@pytest.mark.rule("eow.list.undying_dynasties.rule.amplify")
def test_whoever_amplifies_reads_what_is_added() -> None:
    table = table_of(HIERARCH, Death_Cult_Hierarch=("Altered Sight", RIDER))
    play = magic(table)
    told = {option.key.split(":")[2][0]: option.text for option in play.options[1:]}
    assert told["7"].startswith(told["5"])
    assert "Rsr" in told["7"]
    assert "Rsr" not in told["5"]


@pytest.mark.rule("eow.list.undying_dynasties.rule.amplify", "eow.spell.faction.death_is_only_the_beginning")
@pytest.mark.parametrize(("spell", "target", "value"), [("Ice and Fire", "Iron Orcs", 9), ("Altered Sight", "", 5)])
def test_nobody_is_healed_by_plain_spells_or_without_a_friendly_target(spell: str, target: str, value: int) -> None:
    table = table_of(HIERARCH, Death_Cult_Hierarch=(spell, RIDER))
    dice: dict[str, Fall] = {"Casting": (6, 3), "": 1}
    play = magic(table, dice)
    play.cast("Death Cult Hierarch", spell, target or "Skeleton Archers", value=value, dice=2)
    assert play.unit("Skeleton Archers").models == 11
    assert play.told(events.HealthRegained) == []


@pytest.mark.rule("eow.spell.faction.arise", "eow.diff.arise")
def test_arise_is_for_one_unit_or_two_and_a_character_regains_one_point_in_a_phase() -> None:
    line = (
        "0 Vampire Courtier at 18,10 wounds=2 | 0 Wizard at 24,10 | 0 Ghouls at 18,16 models=10 | "
        "0 Zombies at 10,12 models=10 | 1 Iron Orcs at 18,40 face 180"
    )
    table = table_of(line, Vampire_Courtier=("Arise!",), Wizard=("Arise!",)).change("Vampire Courtier", (), rsr=2)
    play = magic(table, [(4, 4), (2, 2)])
    play.cast("Vampire Courtier", "Arise!", "Vampire Courtier", "Zombies", value=8, dice=2)
    assert (play.unit("Vampire Courtier").wounds, play.unit("Zombies").models) == (1, 15)
    assert play.battle.more.healed == (play.unit("Vampire Courtier").id,)
    play.cast("Wizard", "Arise!", "Vampire Courtier", value=4, dice=2)
    assert play.unit("Vampire Courtier").wounds == 1


@pytest.mark.rule("eow.diff.arise")
def test_arise_of_a_basic_battle_knows_no_limit_and_no_second_wizard() -> None:
    line = "0 Vampire Courtier at 18,10 wounds=2 | 1 Iron Orcs at 18,40 face 180"
    play = magic(draw(line).change("Vampire Courtier", (), rsr=2), [(4, 4)])
    play.cast("Vampire Courtier", "Arise!", "Vampire Courtier", value=4, dice=2)
    assert play.unit("Vampire Courtier").wounds == 0
    assert not offered(play, "Arise!")


@pytest.mark.rule("eow.spell.faction.arise", "eow.spell.faction.death_is_only_the_beginning")
@pytest.mark.parametrize(
    ("spells", "cast", "dice"),
    [(("Arise!",), ("Arise!", 4), (2, 2)), (("Altered Sight", RIDER), ("Altered Sight", 7), (4, 3))],
)
@pytest.mark.parametrize(("chosen", "after"), [("Zombies", (1, 15)), ("Vampire Courtier", (0, 10))])
def test_the_unit_or_the_character_in_it_regains_health(
    spells: tuple[str, ...], cast: tuple[str, int], dice: Faces, chosen: str, after: tuple[int, int]
) -> None:
    line = (
        "0 Vampire Courtier at 4,4 wounds=1 | 0 Wizard at 24,10 | 0 Zombies at 18,16 models=11 | "
        "1 Iron Orcs at 18,40 face 180"
    )
    table = table_of(line, Wizard=spells).join("Vampire Courtier", "Zombies")
    play = magic(table, [dice]).cast("Wizard", cast[0], "Zombies", value=cast[1], dice=2)
    assert play.topic == "heal whom"
    play.choose(unit=chosen)
    assert (play.unit("Vampire Courtier").wounds, play.unit("Zombies").models) == after


@pytest.mark.rule("eow.spell.faction.arise")
@pytest.mark.parametrize(("wounds", "models", "healed"), [(1, 20, "Vampire Courtier"), (0, 11, "Zombies")])
def test_nobody_is_asked_where_only_one_is_hurt(wounds: int, models: int, healed: str) -> None:
    line = (
        f"0 Vampire Courtier at 4,4 wounds={wounds} | 0 Wizard at 24,10 | 0 Zombies at 18,16 models={models} | "
        "1 Iron Orcs at 18,40 face 180"
    )
    table = table_of(line, Wizard=("Arise!",)).join("Vampire Courtier", "Zombies")
    play = magic(table, [(2, 2)]).cast("Wizard", "Arise!", "Zombies", value=4, dice=2)
    assert [event.unit for event in play.told(events.HealthRegained)] == [play.unit(healed).id]
