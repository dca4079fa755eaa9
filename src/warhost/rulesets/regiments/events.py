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


class UnitTurned(Event, frozen=True, tag="UnitTurned"):
    words = "{unit:unit} turns"
    unit: int
    pose: Pose


class DangerousTest(Event, frozen=True, tag="DangerousTest"):
    words = "{unit:unit} is on dangerous ground: {dice} dice, {wounds} wounds"
    unit: int
    dice: int
    wounds: int


class UnitRecovered(Event, frozen=True, tag="UnitRecovered"):
    words = "{unit:unit} stays idle and is no longer Shaken"
    unit: int


class AttackResolved(Event, frozen=True, tag="AttackResolved"):
    words = "{what} at {target:unit}: {attacks} attacks, {hits} hits, {blocked} blocked, {wounds} wounds"
    attacker: int
    target: int
    what: str
    attacks: int
    hits: int
    blocked: int
    wounds: int


class WoundsTaken(Event, frozen=True, tag="WoundsTaken"):
    words = "{unit:unit} takes {wounds} wounds and loses {fallen} models"
    unit: int
    wounds: int
    fallen: int
    hero: bool = False


class UnitDestroyed(Event, frozen=True, tag="UnitDestroyed"):
    words = "{unit:unit} is destroyed"
    unit: int


class UnitRouted(Event, frozen=True, tag="UnitRouted"):
    words = "{unit:unit} routs"
    unit: int


class UnitShaken(Event, frozen=True, tag="UnitShaken"):
    words = "{unit:unit} is Shaken"
    unit: int


class MoraleTested(Event, frozen=True, tag="MoraleTested"):
    words = "{unit:unit} tests morale: {how}"
    unit: int
    passed: bool
    how: str


class MeleeBegan(Event, frozen=True, tag="MeleeBegan"):
    words = "{unit:unit} fights {target:unit}, charged in the {side}"
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
    words = "{unit:unit} shoots at {target:unit} with {what}"
    unit: int
    target: int
    what: str


class SpellTried(Event, frozen=True, tag="SpellTried"):
    words = "{unit:unit} tries {spell} for {tokens} tokens, helped by {help}, hindered by {hindrance}"
    unit: int
    spell: str
    tokens: int
    help: int
    hindrance: int


class SpellCast(Event, frozen=True, tag="SpellCast"):
    words = "{unit:unit} casts {spell} on {target:unit}"
    unit: int
    spell: str
    target: int


class SpellFailed(Event, frozen=True, tag="SpellFailed"):
    words = "{spell} fails"
    unit: int
    spell: str


class WoundsHealed(Event, frozen=True, tag="WoundsHealed"):
    words = "{unit:unit} is healed of {wounds} wounds"
    unit: int
    wounds: int


class RoundEnded(Event, frozen=True, tag="RoundEnded"):
    words = "Round {round} ends"
    round: int


class BattleEnded(Event, frozen=True, tag="BattleEnded"):
    words = "{text}"
    text: str
