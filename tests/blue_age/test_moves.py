"""The Move Phase: walking, dashing, cohesion (Move Phase)."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import Play, draw, refusal, unit
from warhost.play.questions import Walk, Walked
from warhost.table import Pose


def walked(play: Play, x: float, y: float, formation: str = "", facing: float = 0.0) -> Walked:
    """The unit in question goes there as a whole, its middle so far from where it is."""
    question = play.question
    assert isinstance(question, Walk)
    bases = play.game.asked.previewed(Walked())
    assert bases is not None
    mx, my = sum(b.x for b in bases) / len(bases), sum(b.y for b in bases) / len(bases)
    return Walked(formation, Pose(mx + x, my + y, facing))


@pytest.mark.rule("blue.move.first_player_moves", "blue.terrain.open")
def test_a_unit_moves_up_to_its_movement() -> None:
    play = draw("Spears at 24,10 | Ogres at 24,40 face 180", Spears=unit(models=10), Ogres=unit(models=3)).play()
    play.choose(unit="Spears")
    assert refusal(play, walked(play, 0, 5.1)).rule == "blue.move.first_player_moves"
    before = [model.y for model in play.unit("Spears").models]
    play.answer(walked(play, 0, 5.0))
    assert [model.y for model in play.unit("Spears").models] == pytest.approx([y + 5.0 for y in before])
