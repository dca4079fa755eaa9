"""What happens in a battle of Regiments, as facts."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.table import Pose


class RoundBegan(Event, frozen=True, tag="RoundBegan"):
    words = "Round {round}: {seat:seat} has the first turn"
    round: int
    seat: int


class UnitActivated(Event, frozen=True, tag="UnitActivated"):
    words = "{unit:unit}: {action}"
    unit: int
    action: str


class UnitMoved(Event, frozen=True, tag="UnitMoved"):
    words = '{unit:unit} moves {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose


class UnitRecovered(Event, frozen=True, tag="UnitRecovered"):
    words = "{unit:unit} stays idle and is no longer Shaken"
    unit: int


class RoundEnded(Event, frozen=True, tag="RoundEnded"):
    words = "Round {round} ends"
    round: int


class BattleEnded(Event, frozen=True, tag="BattleEnded"):
    words = "{text}"
    text: str
