"""Shooting, striking back, spells and tokens."""

from __future__ import annotations

from warhost.play import Allocate, Allocated, Ask, Choose, Option
from warhost.players.captain.engine import Candidate
from warhost.players.captain.regiments.fights import volley_worth
from warhost.players.captain.regiments.orders import Memory
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments.battle import Unit
from warhost.rulesets.regiments.casting import named_spell, targets_of
from warhost.rulesets.regiments.damage import expected
from warhost.rulesets.regiments.entries import SpellText
from warhost.rulesets.regiments.formation import HERO
from warhost.rulesets.regiments.pickings import spells_and_pickings
from warhost.rulesets.regiments.spells import hits_of
from warhost.table import distance

CAST = 0.5
"""The chance to cast a spell without help."""

MOST_BID = 2
"""More tokens than that are never put on one roll."""

TOKEN = 1.5
"""What a token is worth that is kept for later."""


def _wounds(option: Option) -> float:
    return next((odds.value for odds in option.odds if odds.label == "expected wounds"), 0.0)


def shoot(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """The target on which the volley is worth most. Each type of weapon by itself only if nothing speaks against it."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.target is not None:
            target = here.unit(option.target)
            worth = volley_worth(here, target, _wounds(option))
            candidate.add(worth, f"{_wounds(option):.1f} wounds expected", "aofr.shoot.valid_target")
            if not target.activated:
                candidate.add(0.15 * worth, "before it acts")
            if here.at_marker(target):
                candidate.add(0.1 * worth, "it stands at a marker")
        elif option.key in ("pass", "hold"):
            candidate.add(-1.0, "wastes a chance")
        else:
            candidate.add(-0.5, "one target is enough")
        found.append(candidate)
    return found


def strike(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Strike, unless there is nothing to win by it and fresh enemies are near."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.key == "strike" and option.target is not None:
            target = here.unit(option.target)
            wounds = _wounds(option)
            candidate.add(wounds * here.life(target), f"{wounds:.1f} wounds expected", "aofr.melee.strike_back")
            candidate.add(0.1 * here.worth(target) * min(1.0, wounds), "wounds count towards winning the melee")
            if option.unit is not None:
                candidate.add(-_fatigue(here, here.unit(option.unit)), "is fatigued afterwards", "aofr.melee.fatigue")
        found.append(candidate)
    return found


def _fatigue(here: Situation, unit: Unit) -> float:
    """What it costs to be fatigued: little, if no other enemy can still charge in this round."""
    if unit.fatigued or unit.id not in here.rects:
        return 0.0
    place = here.rects[unit.id]
    fresh = sum(not foe.activated and distance(place, here.rects[foe.id]) <= here.charges[foe.id] for foe in here.foes)
    return 0.01 * here.worth(unit) * fresh


def cast(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """The spell that promises most for its tokens on the best of its targets."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is not None and option.key != "pass":
            unit = here.unit(option.unit)
            caster, spell = named_spell(here.battle, unit, option.key)
            promises = {
                target.name: _promise(here, unit, target, spell) for target in targets_of(here.battle, caster, spell)
            }
            best = max(promises, key=lambda name: promises[name])
            candidate.add(CAST * promises[best], f"what it should do to {best}")
            candidate.add(-TOKEN * spell.cost, "tokens", "aofr.special.caster.cast")
        found.append(candidate)
    return found


def cast_on(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """The target on which the spell promises most."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is not None and option.target is not None:
            unit, target = here.unit(option.unit), here.unit(option.target)
            _, spell = named_spell(here.battle, unit, option.key)
            candidate.add(CAST * _promise(here, unit, target, spell), "what the spell should do")
        found.append(candidate)
    return found


def _promise(here: Situation, caster: Unit, target: Unit, spell: SpellText) -> float:
    """What a spell is worth if it works."""
    effect = spell.effect
    if effect is None or (effect.lasting and any(on.name == spell.name for on in target.effects)):
        return 0.0
    worth = 0.0
    if effect.hits:
        attack = hits_of(here.battle, caster, spell.name, effect, target, None)
        worth += volley_worth(here, target, expected(here.battle, attack).wounds)
    if effect.heals and (target.wounds or target.hero_wounds):
        worth += 2.0 * here.life(target)
    if effect.lasting:
        sign = 1.0 if target.seat == here.seat else -1.0
        figures = effect.melee + effect.shooting + effect.defense + 0.5 * effect.morale + 0.5 * effect.move
        # Rules that a spell gives are meant well for friends and ill for enemies.
        share = 0.06 * figures * sign + 0.07 * (len(effect.gives) + len(effect.against))
        busy = 1.0 if not target.activated else 0.5 if effect.defense or effect.gives else 0.2
        worth += here.worth(target) * share * busy
    return worth * (1 + 0.6 * (spell.units - 1))


def ability(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """What a rule lets a unit do costs nothing: on whom it is worth most, if it is worth anything."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is not None and option.target is not None:
            unit, target = here.unit(option.unit), here.unit(option.target)
            known = spells_and_pickings(here.battle.regiment(unit))
            spell = known.get(question.about)
            worth = 0.0 if spell is None else _promise(here, unit, target, spell)
            candidate.add(worth, "what it promises")
        elif option.key == "pass":
            candidate.add(-0.1, "lets a chance go by")
        found.append(candidate)
    return found


def cast_also(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """As many targets as the spell may have, the dearest first."""
    return [
        Candidate.of(option).add(
            0.0 if option.target is None else here.worth(here.unit(option.target)) / 50, "one more target"
        )
        for option in question.options
    ]


def tokens(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    """Tokens for or against a spell: a chance in six for each, as far as there is any to win."""
    helping = question.topic == "boost"
    found = []
    for option in question.options:
        spent = int(option.key)
        better = min(spent, MOST_BID) / 6
        candidate = Candidate.of(option)
        candidate.add(better * (30.0 if helping else 25.0), "changes the chance of the spell")
        candidate.add(-3.2 * spent, "costs tokens", "aofr.special.caster.simultaneous")
        found.append(candidate)
    return found


def pick(here: Situation, ask: Ask, question: Allocate, memory: Memory) -> list[Candidate]:
    """Snipers pick heroes, then whoever has something special."""
    shares: dict[str, dict[str, int]] = {}
    for pool in question.pools:
        best = max(pool.targets, key=lambda option: _prey(here, option))
        shares[pool.key] = {best.key: pool.count}
    return [
        Candidate(Allocated(shares), "All pick the most valuable target").add(
            1.0, "the most valuable model falls first"
        )
    ]


def _prey(here: Situation, option: Option) -> float:
    if option.target is None:
        return 0.0
    target = here.unit(option.target)
    regiment = here.battle.regiment(target)
    group = int(option.key)
    if group == HERO and regiment.hero is not None:
        return float(regiment.hero.cost) / regiment.hero.tough
    per_model = regiment.cost / max(1, regiment.size) / regiment.tough
    return per_model * (1.0 + 0.5 * len(regiment.groups[group].rules))


def pick_one(here: Situation, ask: Ask, question: Choose, memory: Memory) -> list[Candidate]:
    return [Candidate.of(option).add(_prey(here, option), "what the model is worth") for option in question.options]
