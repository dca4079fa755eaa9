"""Rounds, turns and activations (Playing the Game: Game Structure)."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose, choose_unit, roll_pool
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.chapters.deployment import reserves, solo
from warhost.rulesets.regiments.chapters.magic import enchantments, spell_tokens
from warhost.rulesets.regiments.chapters.missions import last_round, objectives
from warhost.rulesets.regiments.core import Battle, Effect, Unit, events, optional
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.rules import growth
from warhost.rulesets.regiments.rules.written import WRITTEN


def can_activate(battle: Battle, unit: Unit) -> bool:
    """Units on the table and in transports or terrain there act; others do not (aofr.structure.once_per_round)."""
    stands = unit if unit.inside is None else battle.units[unit.inside]
    if (stands.pose is None and (stands.site is None or stands is unit)) or unit.activated or unit.fate:
        return False
    if not battle.scene.settings.parts:
        return True
    return all(part.may_act(battle, unit) for part in optional.speaking(battle, "may_act"))


def waiting(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that have not yet acted in this round."""
    return [unit for unit in battle.units if unit.seat == seat and can_activate(battle, unit)]


def has_waiting(battle: Battle, seat: int) -> bool:
    """Whether a side has any of them."""
    return any(unit.seat == seat and can_activate(battle, unit) for unit in battle.units)


@rule("aofr.structure.first_turn", "aofr.structure.next_round_first")
def begin_round(battle: Battle) -> Script[None]:
    """A round begins. Round 1: the winner of the deployment roll-off; later: who ran out of units first (AOFR-R057)."""
    if battle.turn:
        battle.first = battle.finished[0] if battle.finished else battle.first
    battle.turn += 1
    battle.active = battle.first
    battle.finished = ()
    for unit in battle.units:
        unit.activated = False
    battle.phase, battle.stage = "round", "start of round"
    yield events.RoundBegan(battle.turn, battle.first)


def start_of_round(battle: Battle) -> Script[None]:
    """Mission effects, then Ambush arrivals, then spell tokens (AOFR-R017)."""
    yield from optional.each(battle, "at_round_start")
    yield from solo.challenge(battle)
    yield from objectives.at_round_start(battle)
    yield from growth.at_round_start(battle)
    yield from reserves.arrivals(battle)
    if not (yield from optional.any_of(battle, "gather_power")):
        spell_tokens.gain_tokens(battle)
    yield from optional.each(battle, "round_begun")
    battle.stage = optional.stage_of_round(battle) or "activate"
    note_finished(battle, None)


@rule("aofr.structure.alternate", "aofr.structure.run_out", "aofr.activation.mandatory", "aofr.structure.hierarchy")
def activate(battle: Battle) -> Script[None]:
    """The player whose turn it is activates one unit; a player without any is skipped; then the round is over."""
    for part in optional.speaking(battle, "who_acts"):
        battle.active = yield from part.who_acts(battle, battle.active)
    seat = battle.active
    if not has_waiting(battle, seat):
        if not any(has_waiting(battle, side) for side in battle.sides):
            battle.stage = "end of round"
            return
        battle.active = battle.other(seat)
        return
    yield from optional.each(battle, "at_turn_start", seat)
    if (yield from delay(battle, seat)):
        battle.active = battle.other(seat)
        return
    unit = yield from choose_unit(
        waiting(battle, seat),
        seat,
        "activate",
        "Which unit acts next?",
        rules=("aofr.activation.mandatory", "aofr.structure.alternate"),
        denied=not_now(battle, seat),
    )
    yield from activation.act(battle, unit)
    yield from objectives.after_activation(battle)
    unit.activated = True
    yield from optional.each(battle, "after_activation", unit)
    note_finished(battle, seat)
    battle.active = battle.other(seat)


DELAYED = "delayed"
"""Lies on a unit for the rest of the round in which it has passed its turn."""


def delay(battle: Battle, seat: int) -> Script[bool]:
    """A side with fewer units left to activate may pass its turn by the rule of one of them, each once per round."""
    own = waiting(battle, seat)
    if not any(len(waiting(battle, side)) > len(own) for side in battle.sides if side != seat):
        return False
    for unit in own:
        rules = unit_rules(battle, unit).at("delays")
        if not rules or any(effect.name == DELAYED for effect in unit.effects):
            continue
        options = [
            Option("go on", "Activate a unit", unit=unit.id),
            Option("pass", "Pass this turn", unit=unit.id, passes=True),
        ]
        text = f"Do you pass your turn by {rules[0][0].name} of {unit.name}?"
        if (yield from choose(seat, "delay", text, options, rules=(WRITTEN,))) == "pass":
            unit.effects = (*unit.effects, Effect(DELAYED, unit.id))
            yield events.TurnPassed(unit.id)
            return True
    return False


@rule("aofr.structure.once_per_round")
def not_now(battle: Battle, seat: int) -> list[Denied]:
    """Units that have acted do not act again in this round."""
    return [
        Denied(
            str(unit.id),
            f"{acts(unit.name, 'has')} already acted this round.",
            "aofr.structure.once_per_round",
            unit.id,
        )
        for unit in battle.units
        if unit.seat == seat and unit.activated and not unit.fate
    ]


def note_finished(battle: Battle, actor: int | None) -> None:
    """Remember who ran out of units to activate; if both do at once, the one who did not act is first (AOFR-R057)."""
    done = [seat for seat in battle.sides if seat not in battle.finished and not has_waiting(battle, seat)]
    battle.finished = (*battle.finished, *sorted(done, key=lambda seat: seat == actor))


@rule("aofr.structure.round_end", "aofr.structure.four_rounds", "aofr.melee.fatigue_ends", "aofr.tourney.match_end")
def end_of_round(battle: Battle) -> Script[None]:
    """Objectives and the mission's points, then what lasts until the round's end ends (AOFR-R016)."""
    yield events.RoundEnded(battle.turn)
    yield from objectives.at_round_end(battle)
    yield from optional.each(battle, "at_round_end")
    if battle.turn < last_round(battle):
        yield from recover(battle)
    for unit in battle.units:
        unit.fatigued = False
        enchantments.fade(unit, "round", "activation")
    if battle.turn < last_round(battle):
        yield from begin_round(battle)
    else:
        battle.phase, battle.stage = "end", "reckon"


def recover(battle: Battle) -> Script[None]:
    """Units that are Shaken when a round begins may recover by their rules; a spell that gave them one is spent."""
    for unit in battle.units:
        if not unit.shaken or unit.fate:
            continue
        for special, share in unit_rules(battle, unit).at("recovers_on"):
            need = special.recovers_on(share)
            if not need or not unit.shaken:
                continue
            (face,) = yield from roll_pool(
                1, need=need, why=special.name, rule=special.id, seat=unit.seat, unit=unit.id
            )
            if face >= need:
                unit.shaken = False
                yield events.UnitRecovered(unit.id)
        enchantments.spend(battle, unit, "recovery")


STEPS = {"start of round": start_of_round, "activate": activate, "end of round": end_of_round}
