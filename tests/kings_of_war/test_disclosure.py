"""Hidden artefacts: who sees them, and when they become known (Magical Artefacts)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, wizard
from tests.kings_of_war.harness import Play, Table, draw, engaged, unit
from warhost.rulesets.kings_of_war.core import ARTEFACTS, Settings
from warhost.rulesets.kings_of_war.core.events import ArtefactShown, UnitDeployed
from warhost.rulesets.kings_of_war.shown.hidden import view

HIDDEN = Settings(hidden_artefacts=True)


def fought(dice: dict[str, Any] | None = None, *, a: Any = None, x: Any = None, damage: int = 0) -> Play:
    """A combat of A against X with hidden artefacts."""
    table = engaged(settings=HIDDEN, A=unit(attacks=2, **(a or {})), X=unit(**{"nerve": 20, **(x or {})}))
    table.unit("A").damage = damage
    return table.play(dice=dice or {"to hit": 6, "to damage": 6, "Nerve": 1}).choose(unit="A")


def seen(table: Table | Play, name: str, seat: int) -> str:
    """The artefact of a unit as a seat sees it."""
    return view(table.battle, seat).entry(table.unit(name)).artefact


@pytest.mark.rule("kow.artefact.hidden")
def test_a_hidden_artefact_is_seen_by_its_owner_alone() -> None:
    line = "Us at 36,20 | Them at 36,40 face 180"
    table = draw(line, HIDDEN, Us=unit(artefact="Brew of Haste"), Them=unit())
    assert (seen(table, "Us", 0), seen(table, "Us", 1)) == ("Brew of Haste", "")
    table.unit("Us").shown = True
    assert seen(table, "Us", 1) == "Brew of Haste"
    table = draw(line, Us=unit(artefact="Brew of Haste"), Them=unit())
    assert seen(table, "Us", 1) == "Brew of Haste"


@pytest.mark.rule("kow.artefact.hidden")
def test_what_a_unit_costs_does_not_tell_its_hidden_artefact() -> None:
    line = "Us at 36,20 | Them at 36,40 face 180"
    table = draw(line, HIDDEN, Us=unit(artefact="Brew of Haste", points=120), Them=unit())
    known, guessed = (view(table.battle, seat).entry(table.unit("Us")).points for seat in (0, 1))
    assert known == 120
    assert guessed == 120 - ARTEFACTS["Brew of Haste"].cost < known


@pytest.mark.rule("kow.artefact.hidden")
@pytest.mark.parametrize("shown", [False, True])
def test_odds_do_not_tell_a_hidden_artefact_of_the_enemy(shown: bool) -> None:
    """The Staying Stone makes a rout less likely: who does not know of it reads the odds without it."""
    line = "0 A at 36,20 | 0 Idle at 60,10 | 1 X at 36,27 face 180"

    def told(settings: Settings, artefact: str) -> list[tuple[str, float]]:
        table = draw(line, settings, A=unit(attacks=20), Idle=unit(), X=unit(artefact=artefact, nerve=8))
        table.unit("X").shown = shown
        game = table.play().choose(unit="A")
        option = next(one for one in game.weighed if one.key.startswith("charge>"))
        return [(one.label, one.value) for one in option.odds]

    bare, known = told(Settings(), ""), told(Settings(), "Staying Stone")
    assert bare != known
    assert told(HIDDEN, "Staying Stone") == (known if shown else bare)


@pytest.mark.rule("kow.artefact.hidden")
@pytest.mark.parametrize(
    ("artefact", "shown"),
    [
        ("Brew of Strength", True),
        ("Brew of Sharpness", True),
        ("Hammer of Measured Force", False),
        ("Blade of Slashing", True),
        ("Mace of Crushing", True),
        ("Blessing of the Gods", True),
        ("Chant of Hate", True),
        ("Pipes of Terror", True),
        ("Hann's Sanguinary Scripture", True),
        ("Fire-Oil", False),
        ("Brew of Haste", False),
        ("Staying Stone", False),
    ],
)
def test_what_an_attack_gives_away(artefact: str, shown: bool) -> None:
    game = fought(a={"artefact": artefact}, damage=3)
    assert game.unit("A").shown == shown
    assert [told.artefact for told in game.told(ArtefactShown)] == [artefact] * shown
    assert seen(game, "A", 1) == (artefact if shown else "")


@pytest.mark.rule("kow.artefact.hidden")
def test_a_nerve_test_gives_away_what_raises_nerve() -> None:
    game = fought(x={"artefact": "Staying Stone"})
    assert game.unit("X").shown
    assert not fought(x={"artefact": "Helm of Confidence"}).unit("X").shown
    failed = {"to hit": 6, "to damage": 6, "Nerve": [(6, 6), (1, 1)]}
    game = fought(failed, x={"artefact": "Helm of Confidence", "nerve": 8})
    assert game.unit("X").shown


@pytest.mark.rule("kow.artefact.hidden")
def test_nothing_is_given_away_where_artefacts_lie_open() -> None:
    table = engaged(A=unit(attacks=2, artefact="Brew of Strength"), X=unit(nerve=20))
    game = table.play(dice={"to hit": 6, "to damage": 6, "Nerve": 1}).choose(unit="A")
    assert game.told(ArtefactShown) == []
    assert not game.unit("A").shown


@pytest.mark.rule("kow.artefact.open")
@pytest.mark.parametrize(("hides", "told"), [(False, "Brew of Haste"), (True, "")])
def test_the_enemy_is_told_of_an_artefact_when_the_unit_is_set_up(hides: bool, told: str) -> None:
    line = 'kow stage="zones" phase="deployment" turn=0 scenario="standard" | 72x48 | 0 Us off | 1 Them off'
    table = draw(line, Settings(hidden_artefacts=hides), Us=unit(artefact="Brew of Haste"), Them=unit())
    game = table.play([6, 1]).choose("south").place(36.0, 6.0)
    (event,) = game.told(UnitDeployed)
    assert event.artefact == told
    assert ("Brew of Haste" in game.log[-1]) == (not hides)


@pytest.mark.rule("kow.artefact.hidden")
@pytest.mark.parametrize(
    ("artefact", "shown"), [("Brew of Haste", True), ("Mead of Madness", True), ("Fire-Oil", False)]
)
def test_a_charge_gives_away_what_makes_a_unit_move_farther(artefact: str, shown: bool) -> None:
    line = "0 A at 36,20 | 0 Idle at 60,10 | 1 X at 36,27 face 180"
    table = draw(line, HIDDEN, A=unit(artefact=artefact), Idle=unit(), X=unit())
    game = table.play().charge("A", "X")
    assert game.unit("A").shown == shown


@pytest.mark.rule("kow.artefact.hidden")
def test_a_use_gives_an_artefact_away() -> None:
    line = "0 A at 36,20 damage=4 | 0 Idle at 60,10 | 1 X at 36,44 face 180"
    table = draw(line, HIDDEN, A=unit(artefact="Healing Brew"), Idle=unit(), X=unit())
    game = table.play([4]).moving("A").stay()
    assert not game.unit("A").shown
    assert game.choose("use").unit("A").shown


@pytest.mark.rule("kow.artefact.hidden")
def test_a_command_order_gives_away_what_helps_it() -> None:
    order = {"name": "Strike", "target": 5, "gives": ["Elite"]}
    for artefact, at, shown in (
        ("Banner of Command", 10.0, True),
        ("Torc of Command", 10.0, False),
        ("Torc of Command", 16.0, True),
    ):
        chief = unit(hero=True, rank="champion", orders=[order], artefact=artefact)
        line = f"0 Chief at 36,30 | 0 Us at 36,{30 - at} | 1 X at 60,44 face 180"
        table = draw(line, HIDDEN, Chief=chief, Us=unit(), X=unit())
        game = table.play({"Command order": 1}).choose("0:Strike>1")
        assert game.unit("Chief").shown == shown


@pytest.mark.rule("kow.artefact.hidden")
@pytest.mark.parametrize(
    ("artefact", "shown"),
    [("Blessing of the Gods", True), ("Ej Periscope", True), ("Brew of Strength", False), ("Fire-Oil", False)],
)
def test_what_a_shot_gives_away(artefact: str, shown: bool) -> None:
    table = field("Us at 36,10 | Foe at 36,26 face 180", settings=HIDDEN, Us=archers(artefact=artefact))
    game = table.play({"to hit": 6, "to damage": 6, "Nerve": 1}).choose("0>1")
    assert game.unit("Us").shown == shown


@pytest.mark.rule("kow.artefact.hidden")
def test_a_weapon_or_a_spell_of_an_artefact_gives_it_away() -> None:
    table = field("Us at 36,10 | Foe at 36,20 face 180", settings=HIDDEN, Us=unit(artefact="War-Bow of Kaba"))
    assert table.play({"to hit": 6, "to damage": 6, "Nerve": 1}).choose("0>1").unit("Us").shown
    for spells, artefact, shown in (
        ((), "Diadem of Dragonkind", True),
        ((("Fireball", 2),), "Diadem of Dragonkind", True),
        ((("Fireball", 2),), "The Boomstick", False),
        ((("Fireball", 2),), "Blessing of the Gods", True),
    ):
        caster = wizard(*spells, artefact=artefact)
        table = field("Us at 36,10 | Foe at 36,18 face 180", settings=HIDDEN, Us=caster)
        game = table.play({"to hit": 1, "again": 1, "Nerve": 1}).choose("0:Fireball>1")
        assert game.unit("Us").shown == shown
