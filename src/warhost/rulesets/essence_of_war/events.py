"""What happens in a battle of Essence of War, as facts."""

from __future__ import annotations

from collections.abc import Callable

from warhost.play.events import Event
from warhost.play.questions import Part
from warhost.table import Pose


class MapChosen(Event, frozen=True, tag="MapChosen"):
    words = "The battle is fought on {name}"
    name: str


class RolledOff(Event, frozen=True, tag="RolledOff"):
    words = "{seat:seat} wins the roll-off, picks a side and deploys first"
    seat: int


class SidePicked(Event, frozen=True, tag="SidePicked"):
    words = "{seat:seat} plays from the {edge} edge"
    seat: int
    edge: str


class UnitDeployed(Event, frozen=True, tag="UnitDeployed"):
    words = "{unit:unit} deploys"
    unit: int
    pose: Pose


class TurnBegan(Event, frozen=True, tag="TurnBegan"):
    words = "Game Turn {turn}: {seat:seat}"
    turn: int
    seat: int


class PhaseBegan(Event, frozen=True, tag="PhaseBegan"):
    words = "{phase} Phase of {seat:seat}"
    phase: str
    seat: int


class DisciplineTested(Event, frozen=True, tag="DisciplineTested"):
    unit: int
    kind: str
    total: int
    target: int
    passed: bool
    parts: tuple[Part, ...] = ()

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        verb = "passes" if self.passed else "fails"
        return f"{unit_name(self.unit)} {verb} its {self.kind} test: {self.total} against Discipline {self.target}"


class TestPassedBy(Event, frozen=True, tag="TestPassedBy"):
    words = "{unit:unit} passes its {kind} test by {by}"
    unit: int
    kind: str
    by: str
    rule: str


class TestRerolled(Event, frozen=True, tag="TestRerolled"):
    words = "{unit:unit} rolls its {kind} test again by {by}"
    unit: int
    kind: str
    by: str
    rule: str


class UnitDestroyed(Event, frozen=True, tag="UnitDestroyed"):
    words = "{unit:unit} is destroyed: {how}"
    unit: int
    how: str


class HealthLost(Event, frozen=True, tag="HealthLost"):
    words = "{unit:unit} loses {health} Health Points ({models} models)"
    unit: int
    health: int
    models: int


class AttackResolved(Event, frozen=True, tag="AttackResolved"):
    """What became of like attacks: hits, wounds and what was saved. No attacker: terrain, or a Miscast."""

    attacker: int | None
    target: int
    what: str
    attacks: int
    hits: int
    wounds: int
    armour_saved: int
    aegis_saved: int

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        saved = self.armour_saved + self.aegis_saved
        who = f"{unit_name(self.attacker)}'s " if self.attacker is not None else ""
        return (
            f"{who}{self.what} on {unit_name(self.target)}: {self.hits} of {self.attacks} hit, {self.wounds} wound, "
            f"{saved} saved"
        )


class BattleEnded(Event, frozen=True, tag="BattleEnded"):
    words = "{text}"
    text: str
