"""The table: its size, and the maps that can be named (Preparation: Preparing the Battlefield)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Settings
from warhost.rulesets.regiments.missions import check_mission
from warhost.rulesets.regiments.setup import FIRST_STAGE
from warhost.table import Board

OPEN = "open"


def names() -> tuple[str, ...]:
    return (OPEN,)


@rule("aofr.setup.table_size", "aofr.setup.smaller_table")
def chosen(name: str, settings: Settings) -> tuple[Board, str]:
    check_mission(settings.mission)
    return Board(settings.width, settings.depth), FIRST_STAGE


STEPS: dict[str, Callable[[Battle], Script[None]]] = {}
