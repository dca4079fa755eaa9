"""Bonuses that units earn in the battle by rules of army books: markers for each of which a unit is stronger, and
feats that it uses once per game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulesets.regiments.core import Battle, Cause, Clause, Effect, SpecialRule, SpellText, Unit, events
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.core.kinds import figures_of, written_rules
from warhost.rulesets.regiments.rules.pickings import growing
from warhost.rulesets.regiments.rules.written import WRITTEN, WrittenRule

Feat = Literal["attack", "move", "wounds"]

DESTROYS, EACH_ROUND, UNTIL_SHAKEN = "destroys", "round", "round until shaken"
"""When a unit gets a marker: by destroying an enemy, or when a round begins; in the last case it may lose them."""


def _bonuses(battle: Battle, unit: Unit, deed: str) -> Iterator[tuple[RuleText, SpellText, Clause]]:
    """The rules of that kind which enough models of the unit have."""
    for rule, share in written_rules(battle, unit):
        for spell, clause in growing(rule):
            if clause.deed == deed and (share.all or clause.whose != "all"):
                yield rule, spell, clause


def destroyed(battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
    """An enemy that destroys the unit may get a marker for it (AOFR-R517)."""
    if by is None or battle.units[by.unit].fate or battle.units[by.unit].seat == unit.seat:
        return
    yield from _gather(battle, battle.units[by.unit], (DESTROYS,))


def at_round_start(battle: Battle) -> Script[None]:
    """Units get a marker in each round after the one in which they were deployed."""
    for unit in battle.units:
        if not unit.fate and not unit.reserve and battle.turn > max(1, unit.arrived):
            yield from _gather(battle, unit, (EACH_ROUND, UNTIL_SHAKEN))


def _gather(battle: Battle, unit: Unit, moments: tuple[str, ...]) -> Script[None]:
    """The unit gets a marker for each rule of that kind, up to as many as the rule counts."""
    for rule, _, clause in list(_bonuses(battle, unit, "grows")):
        held = next((effect.number for effect in unit.effects if effect.name == rule.name), 0)
        if clause.name not in moments or held >= len(clause.rules):
            continue
        others = tuple(effect for effect in unit.effects if effect.name != rule.name)
        unit.effects = (*others, Effect(rule.name, unit.id, "game", held + 1))
        yield events.MarkerGained(unit.id, rule.name, held + 1)


def shaken(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that becomes Shaken loses the markers that ask for steadiness."""
    lost = {rule.name for rule, _, clause in _bonuses(battle, unit, "grows") if clause.name == UNTIL_SHAKEN}
    for effect in unit.effects:
        if effect.name in lost:
            yield events.MarkersLost(unit.id, effect.name)
    unit.effects = tuple(effect for effect in unit.effects if effect.name not in lost)


def use_feats(battle: Battle, unit: Unit, moment: Feat) -> Script[bool]:
    """The owner may use what the unit can do once per game at such a moment. Returns whether anything was used."""
    used = False
    for rule, spell, clause in list(_bonuses(battle, unit, "feat")):
        if clause.name != moment or rule.name in unit.used or unit.seat < 0:
            continue
        options = [
            Option("pass", "Not now", unit=unit.id, passes=True),
            Option("use", f"Use {rule.name}", unit=unit.id, text=spell.text),
        ]
        text = f"{verb(unit)} {unit.name} use {rule.name}, once per game?"
        key = yield from choose(unit.seat, "feat", text, options, note=spell.text, rules=(WRITTEN,), about=rule.name)
        if key == "use":
            unit.used = (*unit.used, rule.name)
            unit.effects = (*unit.effects, Effect(rule.name, unit.id, "activation", 1))
            used = True
    return used


def mark(unit: Unit, target: Unit, name: str, markers: int, most: int) -> Script[None]:
    """The unit places markers on an enemy, on top of those that lie there already."""
    held = sum(effect.number for effect in target.effects if effect.name == name and effect.until == "game")
    others = tuple(effect for effect in target.effects if effect.name != name)
    target.effects = (*others, Effect(name, unit.id, "game", min(most, held + markers)))
    yield events.MarkerGained(target.id, name, min(most, held + markers))


def remove_marks(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """Whoever attacks may remove markers of its side from the target, for a bonus in this attack."""
    for effect in target.effects:
        figures = figures_of(battle, effect)
        theirs = battle.units[effect.source].seat != unit.seat
        if figures is None or not figures.marks or effect.until != "game" or theirs or unit.seat < 0:
            continue
        options = [
            Option(str(n), f"Remove {n}" if n else "Leave them", unit=unit.id, target=target.id, passes=not n)
            for n in range(effect.number + 1)
        ]
        text = f"How many markers of {effect.name} {does(unit.name)} remove from {target.name}?"
        key = yield from choose(unit.seat, "feat", text, options, rules=(WRITTEN,), about=effect.name)
        if key == "0":
            continue
        left = effect.number - int(key)
        kept = [other for other in target.effects if other is not effect]
        if left:
            kept.append(Effect(effect.name, effect.source, "game", left))
        target.effects = (*kept, Effect(effect.name, effect.source, "activation", int(key)))


def end_marks(battle: Battle, target: Unit) -> None:
    """What removed markers gave for an attack is over."""
    target.effects = tuple(
        effect
        for effect in target.effects
        if effect.until != "activation" or (figures := figures_of(battle, effect)) is None or not figures.marks
    )


def protect(battle: Battle, unit: Unit) -> Script[tuple[tuple[SpecialRule, int], ...]]:
    """What a feat lets the unit ignore wounds on, if it has one for that and its owner uses it now."""
    if not any(clause.name == "wounds" for _, _, clause in _bonuses(battle, unit, "feat")):
        return ()
    before = set(unit.used)
    yield from use_feats(battle, unit, "wounds")
    unit.effects = tuple(effect for effect in unit.effects if effect.name not in set(unit.used) - before)
    return tuple(
        (WrittenRule(rule, ()), given.amount)
        for rule, _, clause in _bonuses(battle, unit, "feat")
        if clause.name == "wounds" and rule.name in set(unit.used) - before
        for given in clause.rules[0].clauses
    )


def verb(unit: Unit) -> str:
    return "Do" if does(unit.name).startswith("do ") else "Does"


def end_feats(battle: Battle, unit: Unit) -> None:
    """What a feat gave for an attack is over."""
    over = {rule.name for rule, _, clause in _bonuses(battle, unit, "feat") if clause.name == "attack"}
    unit.effects = tuple(effect for effect in unit.effects if effect.name not in over)
