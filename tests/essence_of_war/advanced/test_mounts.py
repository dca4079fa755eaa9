"""The mounts of the Bestiary: what they replace, what they add, and the rules that they give."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.essence_of_war.advanced.rosters import bought
from warhost.rulesets.essence_of_war.lists.armylists import bestiary, list_entry


def mount(row: str, base: str, values: str, rules: str) -> Any:
    return pytest.param(row, base, values, rules, marks=pytest.mark.rule(f"eow.mount.{row}"), id=row)


def hits(text: str) -> str:
    """`Impact D3+1 5/2` as a rule reads."""
    name, number, figures = text.split()
    strength, ap = figures.split("/")
    return f"{name} ({number} Hit{'' if number == '1' else 's'}, Str {strength}, AP {ap})"


@pytest.mark.parametrize(
    ("row", "base", "values", "rules"),
    [
        mount("beastie", "25x50", "adv 8, mar 16, arm +1", "Swiftstride"),
        mount(
            "beastie_chariot",
            "50x100",
            "adv 8, mar 8, hp 4, res 4, arm +1",
            "Swiftstride, Grind 2 3/1, Impact D3+1 5/2",
        ),
        mount(
            "bull_of_shamut",
            "50x50",
            "adv 6, mar 12, hp 4, res 5, aeg 5",
            "Towering, Supernal, Fear, Swiftstride, Light Troops, Fly, Grind 2 5/2, Impact 1 5/2",
        ),
        mount("cadaver_wagon", "60x100", "adv 4, mar 8, hp 4, res 4, arm +2", "Grind 4 3/0, Impact 1 4/1"),
        mount("elven_horse", "25x50", "adv 9, mar 18, arm +2", "Swiftstride"),
        mount(
            "flying_beast",
            "50x50",
            "adv 8, mar 16, hp 4, res 5, arm 3",
            "Towering, Fear, Swiftstride, Light Troops, Fly, Stomp 1 5/3, Grind 2 5/3",
        ),
        mount(
            "great_beast",
            "50x75",
            "adv 7, mar 14, res 5, arm +1",
            "Towering, Swiftstride, Fear, Stomp 1 5/2, Grind 2 5/2",
        ),
        mount("great_elk", "50x50", "adv 8, mar 16, res 5, arm +1", "Swiftstride"),
        mount("horse", "25x50", "adv 7, mar 14, arm +2", "Swiftstride"),
        mount(
            "lion_chariot",
            "50x100",
            "adv 8, mar 8, hp 4, res 4, arm +2",
            "Swiftstride, Grind 2 5/2, Impact D3+1 5/2",
        ),
        mount("pegasus", "40x40", "adv 8, mar 16, res 4, arm +1", "Swiftstride, Light Troops, Fly, Stomp 1 4/1"),
        mount(
            "pegasus_charger",
            "50x50",
            "adv 8, mar 16, res 4, arm +2",
            "Towering, Swiftstride, Light Troops, Fly, Stomp 1 4/1",
        ),
        mount("praetorian_brute", "40x40", "adv 6, mar 12, res 5, arm +1", "War Platform, Stomp 1 5/2, Grind 2 5/2"),
        mount(
            "pteradon",
            "40x40",
            "adv 8, mar 16, hp 3, arm +1",
            "Vanguard, Swiftstride, Light Troops, Fly, Stomp 1 4/1, Grind 2 4/1",
        ),
        mount(
            "raiding_chariot",
            "50x100",
            "adv 7, mar 7, hp 4, res 5, arm +2",
            "Swiftstride, Grind 2 4/1, Impact D3+1 5/2",
        ),
        mount("raptor", "25x50", "adv 7, mar 14, arm +2", "Swiftstride"),
        mount("shield_bearers", "40x20", "hp 4, arm +2", "War Platform, Grind 1 4/1"),
        mount("skeletal_horse", "25x50", "adv 8, mar 16, arm +1", "Swiftstride"),
        mount("skeleton_chariot", "50x100", "adv 8, mar 10, arm +1", "Swiftstride, Grind 2 3/0, Impact 2D3 4/1"),
        mount(
            "taurosaur",
            "50x100",
            "adv 6, mar 10, hp 5, res 5, arm 4",
            "Towering, Swiftstride, Fear, Stomp D3 6/3, Grind 2 6/3, Impact D3 6/3",
        ),
        mount("unicorn", "25x50", "adv 10, mar 20, res 4, arm +1", "Swiftstride"),
        mount("war_dais", "50x50", "hp 4, arm +2", "War Platform, Grind 2 4/1"),
        mount("wardens", "50x75", "adv 6, mar 12, hp 5, arm 3", "Grind 2 5/2"),
        mount("warhorse", "25x50", "adv 8, mar 16, arm +2", "Swiftstride"),
    ],
)
def test_a_mount_has_the_figures_of_the_book(row: str, base: str, values: str, rules: str) -> None:
    (found,) = (one for one in bestiary().values() if one.name.lower().replace(" ", "_") == row)
    assert f"{found.base[0]}x{found.base[1]}" == base
    told = [f"{name} {value}" for name, value in found.set.items()]
    told += [f"{name} +{value}" for name, value in found.add.items()]
    assert sorted(told) == sorted(values.split(", "))
    wanted = {text if "/" not in text else hits(text) for text in rules.split(", ")}
    assert set(found.rules) == wanted
    assert len(found.rules) == len(wanted)


def test_the_bestiary_has_no_other_mounts() -> None:
    assert len(bestiary()) == 24


def rider(row: str, faction: str, words: str, changed: str) -> Any:
    return pytest.param(faction, words, changed, marks=pytest.mark.rule(f"eow.mount.{row}"), id=row)


@pytest.mark.parametrize(
    ("faction", "words", "changed"),
    [
        rider("beastie", "orcs", "Goblin Demagogue + on Beastie", "arm 3, adv 8, mar 16"),
        rider("beastie_chariot", "orcs", "Goblin Demagogue + on Beastie Chariot", "hp 4, adv 8, arm 3"),
        rider("bull_of_shamut", "infernal", "Vizier + on Bull of Shamut", "hp 4, aeg 5, adv 6, mar 12"),
        rider("cadaver_wagon", "vampire", "Necromancer + Grim Coachman", "arm 2, hp 4, res 4, aeg 5"),
        rider("elven_horse", "sylvan", "Chieftain + on Elven Horse", "arm 4, adv 9, mar 18"),
        rider("flying_beast", "orcs", "Orc Shaman + on Flying Beast", "arm 3, hp 4, adv 8, mar 16"),
        rider("great_beast", "daemon", "Harbinger + on Great Beast", "res 5, adv 7, mar 14, arm 1"),
        rider("great_elk", "sylvan", "Chieftain + Wild Hunter", "res 5, arm 3, adv 8, mar 16"),
        rider("horse", "empire", "Marshal + on Horse", "arm 5, adv 7, mar 14"),
        rider("lion_chariot", "highborn", "Commander + Royal Huntsman", "hp 4, res 4, arm 4, adv 8, mar 8"),
        rider("pegasus", "empire", "Wizard + on Pegasus", "arm 2, res 4, adv 8, mar 16"),
        rider("pegasus_charger", "equitaine", "Castellan + Sainted", "arm 5, adv 8, mar 16, dis 9, aeg 5, att 4"),
        rider("praetorian_brute", "vermin", "Bloodfur Legate + on Praetorian Brute", "res 5, arm 3, adv 6, mar 12"),
        rider("pteradon", "saurian", "Skink Veteran + on Pteradon", "hp 3, arm 3, adv 8, mar 16"),
        rider("raiding_chariot", "beast", "Soothsayer + on Raiding Chariot", "arm 2, hp 4, adv 7, mar 7"),
        rider("raptor", "dread", "Silexian Officer + on Raptor", "arm 4, adv 7, mar 14"),
        rider("shield_bearers", "dwarven", "Thane + on Shield Bearers", "arm 5, hp 4"),
        rider("skeletal_horse", "undying", "Nomarch + on Skeletal Horse", "arm 3, adv 8, mar 16"),
        rider("skeleton_chariot", "undying", "Nomarch + on Skeleton Chariot", "arm 3, adv 8, mar 10"),
        rider("taurosaur", "saurian", "Skink Veteran + on Taurosaur", "hp 5, arm 4, res 5, mar 10"),
        rider("unicorn", "equitaine", "Damsel + on Unicorn", "res 4, arm 1, adv 10, mar 20"),
        rider("war_dais", "warriors", "Sorcerer + on War Dais", "arm 5, hp 4"),
        rider("wardens", "saurian", "Anurarch Archmage + Wardens", "hp 5, arm 3, dis 8, off 4, def 4"),
        rider("warhorse", "equitaine", "Castellan + on Warhorse", "arm 5, adv 8, mar 16"),
        rider("replace", "empire", "Marshal + on Horse", "arm 5, adv 7, mar 14"),
        rider("choose", "empire", "Marshal + on Horse", "arm 5, adv 7, mar 14"),
    ],
)
def test_a_rider_has_what_the_mount_changes_and_keeps_the_rest(faction: str, words: str, changed: str) -> None:
    unit = bought(faction, words)
    entry = list_entry(faction, unit.name)
    before, after = msgspec.to_builtins(entry.profile), msgspec.to_builtins(unit.profile)
    differing = {f"{name} {value}" for name, value in after.items() if value != before[name]}
    assert differing == set(changed.split(", "))
    assert unit.bought
    found = bestiary()[unit.bought.mount]
    assert unit.base == found.base
    assert set(found.rules) <= set(unit.rules)
    lost = {"War Platform (Tegu Warriors)", "Guarded"}
    assert set(entry.rules) - lost <= set(unit.rules)


@pytest.mark.rule("eow.mount.choose")
def test_who_buys_a_mount_is_mounted() -> None:
    marshal = bought("empire", "Marshal + on Horse")
    assert marshal.bought
    assert (marshal.mounted, marshal.bought.mount, marshal.points) == (True, "Horse", 175)
    assert not bought("empire", "Marshal").mounted
    with pytest.raises(Exception, match='option "on Pegasus" is unknown'):
        bought("empire", "Marshal + on Horse + on Pegasus")


@pytest.mark.rule("eow.mount.replace")
def test_armour_of_a_mount_is_added_up_to_five_or_set() -> None:
    assert bought("warriors", "Sorcerer + on War Dais").profile.arm == 5
    assert bought("dwarven", "Thane + on Shield Bearers").profile.arm == 5
    assert bought("saurian", "Skink Veteran + on Taurosaur").profile.arm == 4
    assert bought("empire", "Marshal + on Horse").rules == ("Orders", "Swiftstride")


@pytest.mark.rule("eow.mount.skeleton_chariot")
def test_a_nomarch_on_a_chariot_has_the_base_of_skeleton_chariots() -> None:
    assert bought("undying", "Nomarch + on Skeleton Chariot").base == bought("undying", "Skeleton Chariots").base
