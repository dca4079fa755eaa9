"""Optional parts: named by a setting, asked at moments, unknown to the core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.regiments.fights import clash, volley
from tests.regiments.harness import Fall, draw, regiment
from warhost.errors import WarhostError
from warhost.play.battle import battle_hash
from warhost.play.script import Script
from warhost.rulesets import regiments
from warhost.rulesets.regiments.core import (
    Battle,
    Cause,
    Choice,
    Clash,
    Effect,
    Loss,
    Part,
    Settings,
    SpellEffect,
    Unit,
    optional,
)
from warhost.rulesets.regiments.ruleset import RULESET

CORE = Path(regiments.__file__).parent
SEAM = "ruleset.py"
"""The one file of the core that imports the parts, so that they are known."""


class Mud(msgspec.Struct, frozen=True):
    rounds: int = 0


class DeepMud(Part):
    """A made-up part: it rains when rounds begin, and who acts gets muddy."""

    choices = (Choice("deep", "Deep", "Deep mud."), Choice("thick", "Thick", "Thick mud."))
    several = True
    takes = frozenset({"ground"})

    def round_begun(self, battle: Battle) -> Script[None]:
        told = optional.kept(battle, self.slug, Mud)
        optional.keep(battle, self.slug, msgspec.structs.replace(told, rounds=told.rounds + 1))
        yield from ()

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        optional.lay(unit, Effect("muddy", unit.id, "game"))
        yield from ()

    def effect(self, battle: Battle, effect: Effect) -> SpellEffect | None:
        return SpellEffect(move=-1) if effect.name == "muddy" else None


class Told(msgspec.Struct, frozen=True):
    said: tuple[str, ...] = ()


class Herald(Part):
    """A made-up part that hears of everything that happens to units."""

    def _say(self, battle: Battle, *words: object) -> Script[None]:
        told = optional.kept(battle, self.slug, Told)
        optional.keep(battle, self.slug, Told((*told.said, " ".join(map(str, words)))))
        yield from ()

    def wounded(self, battle: Battle, unit: Unit, loss: Loss) -> Script[None]:
        yield from self._say(battle, unit.name, "wounded", loss.wounds, loss.fallen, _named(battle, loss.by))

    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
        yield from self._say(battle, unit.name, "destroyed", _named(battle, by))

    def morale_tested(self, battle: Battle, unit: Unit, passed: bool, forced: Cause | None) -> Script[None]:
        yield from self._say(battle, unit.name, "passed" if passed else "failed", _named(battle, forced))

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        yield from self._say(battle, clash.wounds, "won by", clash.winner)


def _named(battle: Battle, by: Cause | None) -> str:
    return "by nobody" if by is None else f"by {battle.units[by.unit].name} in {by.how}"


class DrySand(Part):
    """A made-up part that wants the same ground."""

    takes = frozenset({"ground"})


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(optional, "PARTS", dict(optional.PARTS))
    optional.part("made_up_mud", "Deep Mud", "aofr.pack.choose")(DeepMud)
    optional.part("made_up_sand", "Dry Sand", "aofr.pack.choose")(DrySand)
    optional.part("made_up_herald", "Herald", "aofr.pack.choose")(Herald)
    optional.in_force.cache_clear()
    yield
    optional.in_force.cache_clear()


def test_parts_in_force_are_asked_and_remember() -> None:
    settings = Settings(parts=("made_up_mud",))
    table = draw("Pike Company at 36,10 | Tent Guard at 36,40 face 180", settings)
    game = table.play(stage="start of round")
    game.act("Pike Company", "hold").stay()
    assert optional.kept(game.battle, "made_up_mud", Mud).rounds == 1
    assert RULESET.marks(game.battle, game.unit("Pike Company")) == ("activated", "muddy")
    assert RULESET.notes(game.battle, game.unit("Pike Company")).profile["Advance"] == '5"'
    again = msgspec.json.decode(msgspec.json.encode(game.battle), type=Battle)
    assert battle_hash(again) == battle_hash(game.battle)
    assert optional.kept(again, "made_up_mud", Mud).rounds == 1


HEARD = Settings(parts=("made_up_herald",))


def test_parts_hear_who_wounded_whom_and_who_was_destroyed_by_whom() -> None:
    bows = regiment(size=3, weapons=['Bow (24", A1)'])
    table = draw("Bows at 36,10 | Mark at 36,30 face 180", HEARD, Bows=bows, Mark=regiment(size=2))
    play = volley(table, "Bows", "Mark", {"to hit": 6, "to block": 1})
    said = optional.kept(play.battle, "made_up_herald", Told).said
    assert said == ("Mark wounded 2 ((0, 2),) by Bows in shooting", "Mark destroyed by Bows in shooting")


def test_parts_hear_of_melees_tests_and_routs() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", HEARD, Riders=regiment(size=3), Pikes=regiment(size=4))
    dice: dict[str, Fall] = {"to hit": [(6, 6, 1), (1, 1)], "to block": 1, "Morale": 1}
    play = clash(table, "Riders", "Pikes", dice).choose("strike")
    assert optional.kept(play.battle, "made_up_herald", Told).said == (
        "Pikes wounded 2 ((0, 2),) by Riders in melee",
        "Pikes failed by Riders in melee",
        "Pikes destroyed by Riders in melee",
        "(2, 0) won by 0",
    )


def test_choices_are_named_behind_a_colon_and_all_are_usual() -> None:
    (named,) = optional.in_force(("made_up_mud:thick",))
    (usual,) = optional.in_force(("made_up_mud",))
    assert (named.chosen, usual.chosen) == (("thick",), ("deep", "thick"))


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (("made_up_mut",), 'Did you mean "made_up_mud"?'),
        (("made_up_mud:dep",), 'Did you mean "deep"?'),
        (("made_up_mud", "made_up_mud:deep"), "named twice"),
        (("made_up_mud", "made_up_sand"), "Deep Mud and Dry Sand do not go together"),
    ],
)
def test_parts_that_cannot_be_are_refused(parts: tuple[str, ...], told: str) -> None:
    with pytest.raises(WarhostError, match=told.replace("?", r"\?")):
        optional.check(Settings(parts=parts))


def _texts(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", [one for one in sorted(CORE.rglob("*.py")) if "parts" not in one.parts], ids=str)
def test_the_core_does_not_name_a_part(path: Path) -> None:
    named = {text for text in _texts(path) if text in optional.PARTS or "regiments.parts" in text}
    allowed = {"warhost.rulesets.regiments.parts"} if path.name == SEAM else set()
    assert named <= allowed
