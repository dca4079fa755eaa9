"""Figures and coats of arms: those of the report are those of the page.

`figures.json` holds some of each. Here it is held against the report, in the page's own tests against the board.
After a change: python -m tests.report.test_figures
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from warhost.play.shown.cards import Look
from warhost.report.drawing.figures import Model, layers_of, palette_of, tiled
from warhost.report.drawing.heraldry import blazon_of, coat_of, coats_of

KEPT = Path(__file__).parent / "figures.json"
LOOKS = (
    Look("spear"),
    Look("great", "", "dwarf"),
    Look("lance", "warhorse"),
    Look("bow", "wolf", "goblin"),
    Look("cannon", "", "orc"),
    Look("chariot"),
    Look("dragon", "", "undead"),
    Look("hound"),
)
ARMIES = ("Deepforge Hold", "Ossuary Kings", "Somebody's own list")
MODELS = (Model(-0.6, 0.2, 0, 1, 1), Model(0.6, -0.3, 12, 2, 2.2))


def drawn() -> dict[str, Any]:
    """Layers and colours of some looks, and some coats."""
    coat = coat_of(ARMIES[0])
    return {
        "layers": [[msgspec.to_builtins(look), layers_of(MODELS, look, "Unit")] for look in LOOKS],
        "palettes": [[msgspec.to_builtins(look), palette_of(coat, look, "Unit")] for look in LOOKS],
        "coats": [[name, msgspec.to_builtins(coat_of(name)), blazon_of(coat_of(name))] for name in ARMIES],
    }


def test_figures_and_coats_are_as_they_are_kept() -> None:
    assert json.loads(json.dumps(drawn())) == json.loads(KEPT.read_text())


def test_a_base_for_many_models_is_filled_at_their_natural_size() -> None:
    assert len(tiled(7.87, 3.15, Look("spear"))) == 9 * 3
    assert {(one.width, one.depth) for one in tiled(4.0, 4.0, Look("lance", "horse"))} == {(1.0, 2.0)}


def test_armies_that_meet_have_different_fields() -> None:
    one, other = coats_of(("Crown of Aldermere", "Crown of Aldermere"))
    assert one.field != other.field


if __name__ == "__main__":
    KEPT.write_text(json.dumps(drawn(), indent=1) + "\n")
