"""Optional parts: named by a setting, asked at moments, unknown to the core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.regiments.harness import draw
from warhost.errors import WarhostError
from warhost.play.battle import battle_hash
from warhost.play.script import Script
from warhost.rulesets import regiments
from warhost.rulesets.regiments import optional
from warhost.rulesets.regiments.battle import Battle, Effect, Settings, Unit
from warhost.rulesets.regiments.entries import SpellEffect
from warhost.rulesets.regiments.optional import Choice, Part
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


class DrySand(Part):
    """A made-up part that wants the same ground."""

    takes = frozenset({"ground"})


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(optional, "PARTS", dict(optional.PARTS))
    optional.part("made_up_mud", "Deep Mud", "aofr.pack.choose")(DeepMud)
    optional.part("made_up_sand", "Dry Sand", "aofr.pack.choose")(DrySand)
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
