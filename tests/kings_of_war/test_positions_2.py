"""Positions of shooting, nerve, magic and special rules that a referee worked out on paper from the book alone.

Each is played through the game's own questions: what is asked, which dice are thrown and what they need must agree.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import BOW, archers, wizard
from tests.kings_of_war.harness import Play, Table, draw, unit

DEEP = 80 / 25.4
"""The depth of a regiment of infantry in inches."""

HERO = 40 / 25.4
"""The depth of a hero on foot in inches."""

QUIET: dict[str, Any] = {"Nerve": (1, 1)}
"""Nerve tests that pass whatever is added."""


def field(text: str, header: str = 'phase="ranged"', **units: Any) -> Table:
    """A table in the ranged phase of the first player; who is not described is a regiment of infantry."""
    parts = [part.strip() for part in text.split("|")]
    names = [part.split(" at ")[0].lstrip("01 ") for part in parts if " at " in part]
    return draw(" | ".join([header, *parts]), **dict.fromkeys(names, unit()) | units)


def said(game: Play, *lines: str) -> None:
    """Each of these lines was told, in this order; … stands for anything."""
    log = iter(game.log)
    for line in lines:
        assert any(all(part in one for part in line.split(" … ")) for one in log), (
            f"{line!r} is not told, or too early, in\n" + "\n".join(game.log)
        )


SHOTS: dict[str, tuple[Any, Any, str, tuple[str, ...]]] = {
    "halted": (archers(shooting=4, attacks=10), unit(), "", ("10D6 needing 3+",)),
    "advanced": (archers(shooting=4, attacks=10), unit(), 'order="advance"', ("10D6 needing 4+",)),
    "three modifiers and aiming": (
        archers(shooting=5, attacks=11),
        unit(hero=True, rules=["Stealthy", "Individual"]),
        "cover",
        ("5D6 needing 6+",),
    ),
    "a six is possible": (
        archers(shooting=5, attacks=11),
        unit(rules=["Stealthy"]),
        'order="advance"',
        ("11D6 needing 6+",),
    ),
    "own values of the weapon": (
        archers({"name": "Bolt Thrower", "range": 24, "attacks": 2, "shooting": 5}, shooting=3, attacks=10),
        unit(),
        "",
        ("2D6 needing 4+",),
    ),
    "own attacks only": (
        archers({"name": "Crossbow", "range": 24, "attacks": 7}, shooting=3, attacks=10),
        unit(),
        'order="advance"',
        ("7D6 needing 3+",),
    ),
    "Piercing": (
        archers({**BOW, "rules": ["Piercing (1)"]}, attacks=4),
        unit(defence=5),
        "",
        ("to damage: 4D6 needing 4+",),
    ),
    "Piercing past a one": (
        archers({**BOW, "rules": ["Piercing (4)"]}, attacks=4),
        unit(defence=3),
        "",
        ("to damage: 4D6 needing 2+",),
    ),
    "devastated": (archers(attacks=11), unit(), "damage=13", ("to hit: 5D6 needing 4+",)),
    "as much damage as nerve": (archers(attacks=11), unit(), "damage=12", ("to hit: 11D6 needing 4+",)),
    "devastated with own attacks": (archers({**BOW, "attacks": 5}), unit(), "damage=13", ("2D6 needing 4+",)),
    "devastated and impossible": (
        archers(shooting=6, attacks=11),
        unit(rules=["Stealthy"]),
        'damage=13 order="advance"',
        ("2D6 needing 6+",),
    ),
    "Big Shield": (
        archers({**BOW, "rules": ["Piercing (1)"]}),
        unit(defence=3, rules=["Big Shield"]),
        "",
        ("to damage: … needing 5+",),
    ),
    "Big Shield seen from the flank": (
        archers(),
        unit(defence=3, rules=["Big Shield"]),
        "flank",
        ("to damage: … needing 3+",),
    ),
    "Indirect over cover": (
        archers({**BOW, "rules": ["Indirect"]}),
        unit(),
        "cover",
        ("to hit: … needing 4+",),
    ),
    "cover": (archers(), unit(), "cover", ("to hit: … needing 5+",)),
    "low cover for a monster": (
        archers(type="monster", size=""),
        unit(),
        "cover",
        ("to hit: … needing 4+",),
    ),
    "random attacks": (archers({**BOW, "attacks": "D6+2"}), unit(), "", ("to hit: 8D6 needing 4+",)),
    "Weapon with Stealthy of its own side": (archers(rules=["Stealthy"]), unit(), "", ("4D6 needing 4+",)),
}


@pytest.mark.rule("kow.ranged.hit_roll")
@pytest.mark.rule("kow.ranged.impossible_shot")
@pytest.mark.parametrize("name", SHOTS)
def test_a_shot_needs_what_the_book_says(name: str) -> None:
    shooter, target, how, lines = SHOTS[name]
    facing = "270" if how == "flank" else "180"
    fields = "" if how in ("cover", "flank") else how
    screen = " | 1 Screen at 37.62,22 face 180" if how == "cover" else ""
    at = f"0 Archers at 36,10 {fields} | 1 Foes at 36,28 face {facing}{screen}"
    table = field(at, Archers=shooter, Foes=target)
    if "order=" not in fields:
        table.unit("Archers").order = "halt"
    game = table.play(dice={**QUIET, "": 6})
    game.choose("0>1")
    said(game, *lines)


@pytest.mark.rule("kow.measure.nearest_points")
@pytest.mark.parametrize(
    ("away", "rules", "offered"),
    [
        (24.0, [], True),
        (24.1, [], False),
        (12.0, ["Indirect"], False),
        (12.1, ["Indirect"], True),
    ],
)
def test_ranges_count_between_the_nearest_points(away: float, rules: list[str], offered: bool) -> None:
    at = f"Archers at 36,10 | Foes at 36,{10 + DEEP + away} face 180 | Others at 45,30 face 180"
    game = field(at, Archers=archers({**BOW, "rules": rules})).play()
    assert game.offers("0>1") is offered


@pytest.mark.rule("kow.special.reload")
@pytest.mark.parametrize(("order", "shoots"), [("halt", True), ("change facing", False), ("advance", False)])
def test_who_reloads_must_have_halted(order: str, shoots: bool) -> None:
    at = f'Archers at 36,10 order="{order}" | Bows at 45,10 | Foes at 36,24 face 180'
    game = field(at, Archers=archers({**BOW, "rules": ["Reload"]}), Bows=archers()).play()
    assert game.offers("0>2") is shoots


@pytest.mark.rule("kow.ranged.not_engaged")
@pytest.mark.parametrize("state", ['order="at the double"', "wavering=1", "shot"])
def test_who_cannot_shoot(state: str) -> None:
    game = field(
        f"Archers at 36,10 {state} | Bows at 45,10 | Foes at 36,24 face 180", Archers=archers(), Bows=archers()
    ).play()
    assert not game.offers("0>2")
    assert game.offers("1>2")


@pytest.mark.rule("kow.special.blast")
@pytest.mark.rule("kow.special.elite")
@pytest.mark.rule("kow.special.vicious")
def test_blast_counts_a_die_for_each_hit_and_re_rolls_come_once() -> None:
    shooter = archers({**BOW, "rules": ["Blast (D3)"]}, rules=["Elite", "Vicious"], attacks=4)
    table = field('Archers at 36,10 order="advance" | Foes at 36,24 face 180', Archers=shooter)
    game = table.play(dice=[(1, 1, 5, 2), (5, 1), (3, 6), (1, 1, 4, 6, 3), (4, 1), (1, 1)])
    game.choose("0>1")
    said(game, "2 hits", "took 3 points")


NERVE: dict[str, tuple[str, Any, str, Any, str]] = {
    # what is shot, the rules of the shooter's bow, more units, the dice of the test, what comes of it
    "below": ("damage=4", unit(), "", (3, 3), "11 against 12, steady"),
    "equal": ("damage=4", unit(), "", (3, 4), "12 against 12, wavering"),
    "devastated": ("damage=12", unit(), "", (1, 2), "16 against 12, routed"),
    "devastated and Fearless": ("damage=12", unit(rules=["Fearless"]), "", (1, 2), "routed"),
    "double one": ("damage=12", unit(), "", (1, 1), "15 against 12, steady"),
    "double six": ("", unit(nerve=20), "", (6, 6), "13 against 20, wavering"),
    "double six and Fearless": ("", unit(nerve=20, rules=["Fearless"]), "", (6, 6), "13 against 20, steady"),
    "double six and Inspiring": ("", unit(nerve=20, rules=["Inspiring"]), "", [(6, 6), (1, 2)], "4 against 20, steady"),
    "Fearless is not inspired": (
        "",
        unit(nerve=5, rules=["Fearless", "Inspiring"]),
        "",
        (6, 5),
        "12 against 5, steady",
    ),
    "Inspiring at 6.0": ("", unit(nerve=5), f"Inspiring {6.0}", [(6, 5), (1, 2)], "4 against 5, steady"),
    "Inspiring at 6.1": ("", unit(nerve=5), f"Inspiring {6.1}", [(6, 5)], "12 against 5, wavering"),
    "Very Inspiring at 9.0": ("", unit(nerve=5), f"Very Inspiring {9.0}", [(6, 5), (1, 2)], "4 against 5, steady"),
    "Rallying at 6.0": ("", unit(), f"Rallying {6.0}", (5, 6), "12 against 13, steady"),
    "Rallying at 6.1": ("", unit(), f"Rallying {6.1}", (5, 6), "12 against 12, wavering"),
    "Rallying is for others": ("", unit(rules=["Rallying"]), "", (5, 6), "12 against 12, wavering"),
    "Shattering": ("", unit(), "Shattering", (4, 4), "11 against 12, steady"),
    "Shattering or Dread": ("", unit(), "Shattering Dread", (4, 5), "12 against 12, wavering"),
    "not Shattering and Dread": ("", unit(), "Shattering Dread", (4, 4), "11 against 12, steady"),
    "Dread": ("", unit(), "Dread", (4, 6), "11 against 11, wavering"),
    "Dread devastates": ("damage=11", unit(), "Dread", (1, 2), "15 against 11, routed"),
    "Liliana's Tear": ("", unit(artefact="Liliana's Tear"), "Shattering Dread", (4, 6), "11 against 12, steady"),
    "Staying Stone": ("", unit(artefact="Staying Stone"), "", (5, 6), "12 against 13, steady"),
    "Helm of Confidence": (
        "",
        unit(nerve=5, artefact="Helm of Confidence"),
        "",
        [(6, 5), (1, 2)],
        "4 against 5, steady",
    ),
}


@pytest.mark.rule("kow.ranged.nerve_at_end")
@pytest.mark.rule("kow.nerve.devastated_rout")
@pytest.mark.rule("kow.special.dread_or_shattering")
@pytest.mark.parametrize("name", NERVE)
def test_a_point_of_damage_tests_nerve(name: str) -> None:
    fields, target, others, faces, result = NERVE[name]
    bow = {**BOW, "rules": ["Shattering (2)"] if "Shattering" in others else []}
    parts = ['0 Archers at 36,10 order="halt"', f"1 Foes at 36,24 face 180 {fields}"]
    made: dict[str, Any] = {"Archers": archers(bow, attacks=1), "Foes": target}
    if "Dread" in others:
        parts.append("0 Fiend at 34,20")
        made["Fiend"] = unit(hero=True, rules=["Dread"])
    elif others and others != "Shattering":
        rule, away = others.rsplit(" ", 1)
        parts.append(f"1 Captain at 36,{24 + DEEP / 2 + float(away) + HERO / 2} face 180")
        made["Captain"] = unit(hero=True, rules=[rule])
    game = field(" | ".join(parts), **made).play(dice={"Nerve": faces, "": 6})
    game.choose("0>1")
    assert [line for line in game.log if "tested nerve" in line][-1].endswith(result)
    assert sum("Nerve of Foes: 2D6" in line for line in game.log) == (len(faces) if isinstance(faces, list) else 1)


SPELLS: dict[str, tuple[str, str, Any, Any, Any, Any, tuple[str, ...]]] = {
    # the table, the spell, the caster, the target, the dice to hit, other fields, what is told
    "a missile aims": ("foe 24", "Lightning Bolt", 3, unit(), 6, {}, ("3D6 needing 3+", "to damage: … needing 3+")),
    "a missile suffers all modifiers": (
        "foe 24",
        "Lightning Bolt",
        3,
        unit(hero=True, rules=["Stealthy", "Individual"]),
        6,
        {},
        ("3D6 needing 5+",),
    ),
    "a missile of the devastated": ("foe 24", "Lightning Bolt", 3, unit(), 6, {"damage": 13}, ("D6 needing 3+",)),
    "the unit's own rules do not help": (
        "foe 24",
        "Lightning Bolt",
        2,
        unit(),
        6,
        {"rules": ["Piercing (2)", "Vicious"]},
        ("to damage: … needing 3+",),
    ),
    "Heal ignores aiming": ("friend 20", "Heal", 3, unit(), (4, 3, 6), {}, ("3D6 needing 4+", "recovered 2 points")),
    "Heal of the devastated": ("friend 20", "Heal", 3, unit(), 6, {"damage": 13}, ("3D6 needing 4+",)),
    "Heal and Spellward": ("friend 20", "Heal", 2, unit(rules=["Spellward"]), 6, {}, ("2D6 needing 5+",)),
    "Elite and Heal": (
        "friend 20",
        "Heal",
        2,
        unit(),
        [(1, 3), 6],
        {"rules": ["Elite"]},
        ("by Elite: D6 needing 4+",),
    ),
    "Shroud of the Saint": (
        "friend 20",
        "Heal",
        3,
        unit(),
        6,
        {"artefact": "Shroud of the Saint"},
        ("5D6 needing 4+",),
    ),
    "Barkskin": ("friend 20", "Barkskin", 5, unit(defence=5), (5, 4, 6, 1, 5), {}, ("5D6 needing 5+", "(3)")),
    "Martyr's Prayer": (
        "friend 20",
        "Martyr's Prayer",
        8,
        unit(),
        6,
        {},
        ("Target recovered 5 points", "Wizard took 5 points"),
    ),
    "Alchemist's Curse": (
        "foe 20",
        "Alchemist's Curse",
        2,
        unit(defence=5),
        6,
        {},
        ("7D6 needing 3+", "damage: … needing 2+"),
    ),
    "Alchemist's Curse on a Big Shield": (
        "foe 20",
        "Alchemist's Curse",
        2,
        unit(defence=3, rules=["Big Shield"]),
        6,
        {},
        ("8D6 needing 3+",),
    ),
    "Alchemist's Curse of the devastated": (
        "foe 20",
        "Alchemist's Curse",
        2,
        unit(defence=5),
        6,
        {"damage": 13},
        ("3D6 needing 3+",),
    ),
    "Bloodboil": ("foe 20", "Bloodboil", 0, unit(), 6, {}, ("5D6 needing 3+", "to damage: … needing 3+")),
    "Bloodboil of the devastated": ("foe 20", "Bloodboil", 0, unit(), 6, {"damage": 13}, ("2D6 needing 3+",)),
    "Weakness": ("foe 20", "Weakness", 2, unit(rules=["Stealthy"]), 6, {}, ("2D6 needing 4+",)),
    "Wither and Perish of the devastated": (
        "foe 20",
        "Wither and Perish",
        3,
        unit(),
        6,
        {"damage": 13},
        ("3D6 needing 4+", "9D6 needing 4+"),
    ),
    "Boomstick": ("foe 24", "Lightning Bolt", 4, unit(), 6, {"artefact": "The Boomstick"}, ("6D6 needing 3+",)),
    "Diadem": ("foe 20", "Fireball", 3, unit(), 6, {"artefact": "Diadem of Dragonkind"}, ("5D6 needing 3+",)),
    "Fireball shatters": ("foe 20", "Fireball", 1, unit(), 6, {}, ("took 3 points", "tested nerve: 11 against 12")),
}


@pytest.mark.rule("kow.magic.hit_four")
@pytest.mark.rule("kow.magic.magical_missile")
@pytest.mark.parametrize("name", SPELLS)
def test_a_spell_does_what_the_book_says(name: str) -> None:
    where, spell, number, target, hits, fields, lines = SPELLS[name]
    side, far = where.split()
    damage = fields.get("damage", 0)
    caster = wizard((spell, number), **{key: value for key, value in fields.items() if key != "damage"})
    facing = "face 180" if side == "foe" else "face 0"
    at = f'0 Wizard at 36,10 order="halt" damage={damage} | {"01"[side == "foe"]} Target at 36,{far} {facing} damage=5'
    table = field(f"{at} | 1 Rest at 60,44 face 180", Wizard=caster, Target=target)
    game = table.play(dice={"to hit": hits, "Nerve": (1, 1), "": 6})
    game.choose(f"0:{spell}>1")
    said(game, *lines)


@pytest.mark.rule("kow.magic.duration_token")
@pytest.mark.parametrize(
    ("spell", "told"),
    [
        ("Hex", "Foes are hexed"),
        ("Weakness", "Foes are weakened"),
        ("Scorched Earth", "Foes are under Scorched Earth"),
    ],
)
def test_what_lasts_on_a_unit_is_told_in_plain_words(spell: str, told: str) -> None:
    game = field("Wizard at 36,10 | 1 Foes at 36,20 face 180", Wizard=wizard((spell, 2))).play(dice={"": 6})
    game.choose(f"0:{spell}>1")
    assert told in game.log


@pytest.mark.rule("kow.special.blast")
def test_dice_for_the_size_of_a_blast_need_nothing() -> None:
    bow = {**BOW, "rules": ["Blast (D3)"]}
    game = field("Archers at 36,10 | 1 Foes at 36,24 face 180", Archers=archers(bow, attacks=1)).play(
        dice={**QUIET, "": 6}
    )
    game.choose("0>1")
    said(game, "Archers, Bow: Blast: D3: 3")
