"""What shooting and spells promise is what happens: every way in which the dice may fall is played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, shown, wizard
from tests.kings_of_war.harness import Table, unit
from warhost.dice import Distribution
from warhost.play import Chosen
from warhost.play.counsel import exact
from warhost.play.script import Ask

FACED = "Own at 36,10 | Target at 36,20 face 180 damage={}{}"


def played(table: Table, key: str) -> Distribution[tuple[int, int, int]]:
    """The exact chances of the target's damage, of its wavering and of its rout, to the end of the phase."""
    game = table.play().game
    own = game.battle.phase

    def answer(ask: Ask) -> Chosen:
        keys = [option.key for option in getattr(ask.question, "options", ())]
        return Chosen(key if key in keys else "pass" if "pass" in keys else keys[0])

    def see(now: Any) -> tuple[int, int, int]:
        target = now.battle.units[1]
        return target.damage, target.wavering, int(target.fate == "routed")

    return exact.chances(game, until=lambda now: now.battle.phase != own, see=see, answer=answer, limit=200_000)


def compared(table: Table, key: str) -> None:
    """The odds of that option are those of play."""
    before = table.unit("Target").damage
    told = shown(table.play(), key)
    found = played(table, key)
    damage = sum(chance * (seen[0] - before) for seen, chance in found.items())
    if "expected damage" in told:
        assert told["expected damage"] == pytest.approx(damage)
    for label, place in (("the enemy wavers", 1), ("the enemy routs", 2)):
        assert told.get(label, 0.0) == pytest.approx(sum(chance * seen[place] for seen, chance in found.items()))


@pytest.mark.parametrize("damage", [0, 10, 12])
@pytest.mark.parametrize(
    "rules",
    [
        [],
        ["Piercing (1)"],
        ["Shattering (2)"],
        ["Shattering (D3)"],
        ["Blast (2)"],
        ["Elite", "Vicious"],
    ],
)
def test_odds_of_shots(damage: int, rules: list[str]) -> None:
    weapon = {"name": "Bow", "range": 24, "rules": rules}
    compared(field(FACED.format(damage, ""), Own=archers(weapon, attacks=2)), "0>1")


@pytest.mark.parametrize("state", [" hurt=true", " hurt=true shattered=2", " fogged=true"])
def test_odds_count_what_was_done_in_the_phase_already(state: str) -> None:
    compared(field(FACED.format(7, state), Own=archers(attacks=2)), "0>1")


@pytest.mark.parametrize(
    "target",
    [
        {"rules": ["Inspiring (Self)"]},
        {"rules": ["Fearless"]},
        {"rules": ["Stealthy", "Individual"], "hero": True},
        {"rules": ["Big Shield"]},
        {"nerve": 9},
    ],
)
def test_odds_against_targets_with_rules(target: Any) -> None:
    compared(field(FACED.format(8, ""), Own=archers(attacks=2), Target=unit(**target)), "0>1")


def test_odds_of_random_attacks() -> None:
    compared(field(FACED.format(8, ""), Own=archers(attacks="D3")), "0>1")


def test_odds_in_doubtful_cover_and_sight() -> None:
    half = "72x48 hedge 40,16 8x0.5 | " + FACED.format(8, "")
    compared(field(half, Own=archers(attacks=2)), "0>1")
    slit = "Own at 30,10 | Target at 30,30 face 180 damage=8 | One at 28.0315,16 | Two at 31.9985,16"
    compared(field(slit, Own=archers(size="troop", attacks=2), Target=unit(hero=True)), "0>1")


@pytest.mark.parametrize(
    ("spell", "number"),
    [
        ("Alchemist's Curse", 0),
        ("Blizzard", 1),
        ("Bloodboil", 0),
        ("Drain Life", 3),
        ("Fireball", 1),
        ("Icy Breath", 3),
        ("Lightning Bolt", 3),
        ("Mind Fog", 2),
        ("Wither and Perish", 1),
    ],
)
@pytest.mark.parametrize("damage", [0, 9])
def test_odds_of_spells(spell: str, number: int, damage: int) -> None:
    text = FACED.format(damage, "").replace("36,20", "36,17")
    compared(field(text, Own=wizard((spell, number)), Target=unit(defence=3, nerve=12)), f"0:{spell}>1")


@pytest.mark.parametrize("state", [" hurt=true", " fogged=true"])
def test_odds_of_mind_fog_on_who_has_to_test_anyway(state: str) -> None:
    compared(field(FACED.format(8, state), Own=wizard(("Mind Fog", 2))), "0:Mind Fog>1")


@pytest.mark.parametrize("spell", ["Heal", "Martyr's Prayer"])
def test_odds_of_healing(spell: str) -> None:
    text = "Own at 36,10 | Target at 36,17 damage=2 | Foe at 5,44 face 180"
    table = field(text, Own=wizard((spell, 3)))
    found = played(table, f"0:{spell}>1")
    healed = sum(chance * (2 - seen[0]) for seen, chance in found.items())
    assert shown(table.play(), f"0:{spell}>1")["expected damage healed"] == pytest.approx(healed)
