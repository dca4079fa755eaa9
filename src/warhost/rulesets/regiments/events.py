"""What happens in a battle of Regiments, as facts."""

from __future__ import annotations

from warhost.play.events import Blow, Event, Hurt
from warhost.table import Pose


class RoundBegan(Event, frozen=True, tag="RoundBegan"):
    words = "Round {round}: {seat:seat} has the first turn"
    round: int
    seat: int


class ChallengeBonus(Event, frozen=True, tag="ChallengeBonus"):
    words = "{seat:seat} gets +1 {to} in this round"
    seat: int
    to: str


class UnitActivated(Event, frozen=True, tag="UnitActivated"):
    words = "{unit:unit}: {action}"
    unit: int
    action: str


class UnitMoved(Event, frozen=True, tag="UnitMoved"):
    words = '{unit:unit} moved {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose


class DisputeSettled(Event, frozen=True, tag="DisputeSettled"):
    words = "{question}: {seat:seat} decided"
    question: str
    seat: int


class UnitTurned(Event, frozen=True, tag="UnitTurned"):
    words = "{unit:unit} turned"
    unit: int
    pose: Pose


class UnitCharged(Event, frozen=True, tag="UnitCharged"):
    words = '{unit:unit} charged {target:unit} in the {side}, {inches:.1f}" away'
    unit: int
    target: int
    side: str
    inches: float
    pose: Pose


class UnitAligned(Event, frozen=True, tag="UnitAligned"):
    words = "{unit:unit} closed up"
    unit: int
    pose: Pose


class UnitConsolidated(Event, frozen=True, tag="UnitConsolidated"):
    words = '{unit:unit} consolidated {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose


class UnitSteppedBack(Event, frozen=True, tag="UnitSteppedBack"):
    words = '{unit:unit} stepped back {inches:.1f}"'
    unit: int
    inches: float
    pose: Pose


class UnitEmbarked(Event, frozen=True, tag="UnitEmbarked"):
    words = "{unit:unit} went into {transport:unit}"
    unit: int
    transport: int


class UnitDisembarked(Event, frozen=True, tag="UnitDisembarked"):
    words = "{unit:unit} got out of {transport:unit}"
    unit: int
    transport: int
    pose: Pose


class DangerousTest(Event, frozen=True, tag="DangerousTest"):
    words = "{unit:unit} tested for dangerous ground: {dice} dice, {wounds} wounds"
    unit: int
    dice: int
    wounds: int


class UnitRecovered(Event, frozen=True, tag="UnitRecovered"):
    words = "{unit:unit} stays idle and is no longer Shaken"
    unit: int


class AttackResolved(Event, frozen=True, tag="AttackResolved"):
    words = "{what} at {target:unit}: attacks {attacks}, hits {hits}, blocked {blocked}, wounds {wounds}"
    attacker: int
    target: int
    what: str
    attacks: int
    hits: int
    blocked: int
    wounds: int

    @property
    def blow(self) -> Blow:
        return Blow(self.attacker, self.target, self.wounds)


class WoundsTaken(Event, frozen=True, tag="WoundsTaken"):
    words = "{unit:unit} took wounds: {wounds}, models lost: {fallen}"
    unit: int
    wounds: int
    fallen: int
    hero: bool = False

    @property
    def hurt(self) -> Hurt:
        return Hurt(self.unit, self.wounds)


class UnitDestroyed(Event, frozen=True, tag="UnitDestroyed"):
    words = "{unit:unit} was destroyed"
    grave = True
    unit: int


class UnitRouted(Event, frozen=True, tag="UnitRouted"):
    words = "{unit:unit} routed"
    grave = True
    unit: int


class UnitShaken(Event, frozen=True, tag="UnitShaken"):
    words = "{unit:unit} became Shaken"
    grave = True
    unit: int


class MoraleTested(Event, frozen=True, tag="MoraleTested"):
    words = "{unit:unit} tested morale: {how}"
    unit: int
    passed: bool
    how: str


class MeleeBegan(Event, frozen=True, tag="MeleeBegan"):
    words = "{unit:unit} fought {target:unit}, charged in the {side}"
    unit: int
    target: int
    side: str


class MeleeResolved(Event, frozen=True, tag="MeleeResolved"):
    words = "Melee result: {unit:unit} {score}, {target:unit} {target_score}"
    unit: int
    target: int
    score: int
    target_score: int
    winner: int | None


class ShotsDeclared(Event, frozen=True, tag="ShotsDeclared"):
    words = "{unit:unit} shot at {target:unit} with {what}"
    unit: int
    target: int
    what: str


class SpellTried(Event, frozen=True, tag="SpellTried"):
    words = "{unit:unit} tried {spell} for {tokens}, helped by {help}, hindered by {hindrance}"
    unit: int
    spell: str
    tokens: int
    help: int
    hindrance: int


class SpellCast(Event, frozen=True, tag="SpellCast"):
    words = "{unit:unit} cast {spell} on {target:unit}"
    unit: int
    spell: str
    target: int


class SpellFailed(Event, frozen=True, tag="SpellFailed"):
    words = "{spell} failed"
    unit: int
    spell: str


class WoundsHealed(Event, frozen=True, tag="WoundsHealed"):
    words = "{unit:unit} was healed, wounds: {wounds}"
    unit: int
    wounds: int


class TerrainSetUp(Event, frozen=True, tag="TerrainSetUp"):
    words = "The table is set up: {what}, {pieces} pieces"
    what: str
    pieces: int


class PieceRemoved(Event, frozen=True, tag="PieceRemoved"):
    words = "There is no room for {what}"
    what: str


class PieceProposed(Event, frozen=True, tag="PieceProposed"):
    words = "{seat:seat} proposed {x:.0f}, {y:.0f} for the {what}"
    seat: int
    what: str
    x: float
    y: float


class PieceIsDangerous(Event, frozen=True, tag="PieceIsDangerous"):
    words = "{what} is dangerous"
    what: str


class StyleChosen(Event, frozen=True, tag="StyleChosen"):
    words = "Deployment: {style}"
    style: str


class MissionChosen(Event, frozen=True, tag="MissionChosen"):
    words = "Mission: {mission}"
    mission: str


class RolledOff(Event, frozen=True, tag="RolledOff"):
    words = "{seat:seat} wins the roll-off: {what}"
    seat: int
    what: str


class RolePicked(Event, frozen=True, tag="RolePicked"):
    words = "{seat:seat} is the {role}"
    seat: int
    role: str


class SidePicked(Event, frozen=True, tag="SidePicked"):
    words = "{seat:seat} deploys: {side}"
    seat: int
    side: str


class MarkerPlaced(Event, frozen=True, tag="MarkerPlaced"):
    words = "Marker {marker} lies at {x:.1f}, {y:.1f}"
    marker: int
    x: float
    y: float
    seat: int | None = None


class MarkerSeized(Event, frozen=True, tag="MarkerSeized"):
    words = "{seat:seat} seizes marker {marker}"
    grave = True
    marker: int
    seat: int


class MarkerNeutral(Event, frozen=True, tag="MarkerNeutral"):
    words = "Marker {marker} is neutral"
    grave = True
    marker: int


class MarkerCarried(Event, frozen=True, tag="MarkerCarried"):
    words = "{unit:unit} takes marker {marker} along"
    marker: int
    unit: int


class MarkerDropped(Event, frozen=True, tag="MarkerDropped"):
    words = "{unit:unit} drops marker {marker}"
    marker: int
    unit: int


class MarkerDestroyed(Event, frozen=True, tag="MarkerDestroyed"):
    words = "Marker {marker} is removed"
    grave = True
    marker: int


class MarkerRevealed(Event, frozen=True, tag="MarkerRevealed"):
    words = "Marker {marker} is a {secret}"
    marker: int
    secret: str


class PointsScored(Event, frozen=True, tag="PointsScored"):
    words = "{seat:seat} scores {points:g} victory points"
    grave = True
    seat: int
    points: float


class UnitSetAside(Event, frozen=True, tag="UnitSetAside"):
    words = "{unit:unit} stays off the table: {why}"
    unit: int
    why: str


class UnitDeployed(Event, frozen=True, tag="UnitDeployed"):
    words = "{unit:unit} is deployed"
    unit: int
    pose: Pose


class UnitArrived(Event, frozen=True, tag="UnitArrived"):
    words = "{unit:unit} comes onto the table"
    unit: int
    pose: Pose


class ReservesLost(Event, frozen=True, tag="ReservesLost"):
    words = "{unit:unit} never returns"
    grave = True
    unit: int


class RoundEnded(Event, frozen=True, tag="RoundEnded"):
    words = "Round {round} ends"
    round: int


class BattleEnded(Event, frozen=True, tag="BattleEnded"):
    words = "{text}"
    text: str
