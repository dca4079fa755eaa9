"""Attacks before their dice, and whom their hits go to (Attack Sequence: steps 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warhost.play.questions import Allocate, Limit, Option, Pool
from warhost.play.script import Script, allocate
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import (
    MODEL_RULES,
    WATER,
    Attack,
    Battle,
    Speaker,
    Unit,
    ground,
    kinds_of,
    speakers,
)

TOXIC_STRENGTH, TOXIC_AP = 3, 10
"""What Toxic Attacks always have (T9A-R189)."""


@rule("t9a.special.attack_classes", "t9a.special.multipart_model")
def prepared(battle: Battle, attack: Attack) -> Attack:
    """Like attacks of one unit on another, after the rules of both have spoken and before the first die.

    The rules that the attack has itself (those of its part, weapon or spell) come first, then those of the attacker's
    models, who see by its `kind` whether it is one of theirs, then those of the target. What is always so comes last.
    """
    target = battle.units[attack.target]
    if shares_hits(battle, attack):
        attack.unspoken = _anew(attack)
    own = MODEL_RULES.spoken(attack.rules)
    for named in own.at("marks"):
        named.marks(attack)
    if attack.attacker is not None:
        attacker = battle.units[attack.attacker]
        for speaker in (*own.at("on_attack"), *speakers(battle, attacker).at("on_attack")):
            speaker.on_attack(battle, attacker, attack)
        _quench(battle, attacker, target, attack)
    for speaker in (*speakers(battle, target).at("on_defence"), *_riders(battle, target)):
        speaker.on_defence(battle, target, attack)
    _distract(battle, attack)
    if attack.toxic:
        attack.strength, attack.ap = TOXIC_STRENGTH, TOXIC_AP
    if attack.bracketed is not None:
        prepared(battle, attack.bracketed)
    return attack


@rule("t9a.terrain.water_flaming")
def _quench(battle: Battle, attacker: Unit, target: Unit, attack: Attack) -> None:
    """Melee Attacks out of or into Water Terrain are not Flaming."""
    if attack.flaming and attack.in_melee and WATER in kinds_of(battle, attacker) | kinds_of(battle, target):
        attack.flaming = False


@rule("t9a.special.massive_bulk", "t9a.special.multipart_model")
def _riders(battle: Battle, target: Unit) -> Iterable[Speaker]:
    """The saves that parts of the target's models bring for the whole model; on Massive Bulk they do not count."""
    parts = battle.entry(target).parts
    if not any(part.rules for part in parts) or any(speaker.bulky for speaker in speakers(battle, target).at("bulky")):
        return ()
    return [speaker for part in parts for speaker in MODEL_RULES.spoken(part.rules).at("on_defence")]


@rule("t9a.special.distracting", "t9a.terrain.walls_defend")
def _distract(battle: Battle, attack: Attack) -> None:
    """-1 to hit, if nothing else takes from the roll already; by a setting in any case (T9A-R158)."""
    by = attack.distracted_by
    if by is None and attack.kind == "melee" and attack.attacker is not None:
        attacker, target = battle.units[attack.attacker], battle.units[attack.target]
        by = ground.DEFENDED_WALL if ground.wall_protects(battle, attacker, target) else None
    if by is None:
        return
    hindered = any(part.amount < 0 for part in attack.to_hit.parts)
    if not hindered or battle.scene.settings.distracting == "adds up":
        attack.to_hit.add(-1, by)


@rule("t9a.attack.distribute", "t9a.special.character")
def shares_hits(battle: Battle, attack: Attack) -> bool:
    """Whether the attacker distributes its hits: it names no model, and no rank and file are left (T9A-R135)."""
    target = battle.units[attack.target]
    if attack.named or attack.in_melee or attack.kind == "terrain":
        return False
    return bool(target.guests) and battle.entry(target).is_character


@rule("t9a.attack.distribute")
def distribute(battle: Battle, attacks: Sequence[Attack]) -> Script[list[Attack]]:
    """Step 3: hits that name no model go to the rank and file as long as any is left, afterwards to the Characters
    evenly; the attacker says who takes the odd ones."""
    found: list[Attack] = []
    for attack in attacks:
        for one in (attack,) if attack.bracketed is None else (attack, attack.bracketed):
            if one.unspoken is None or not one.hits:
                found.append(one)
                continue
            shares = yield from _shared_out(battle, one)
            for number, hits in shares.items():
                copy = _anew(one.unspoken)
                copy.target, copy.named, copy.hits, copy.count = number, True, hits, hits
                found.append(prepared(battle, copy))
    return [attack for attack in found if attack.hits or attack.count]


def _anew(attack: Attack) -> Attack:
    """A copy of an attack that rules may speak to by itself: of one hit, without another in brackets."""
    return msgspec.structs.replace(
        attack,
        to_hit=attack.to_hit.copy(),
        to_wound=attack.to_wound.copy(),
        aegis=list(attack.aegis),
        fortitude=list(attack.fortitude),
        bracketed=None,
        each=1,
    )


def _shared_out(battle: Battle, attack: Attack) -> Script[dict[int, int]]:
    """How many of the hits each model of a unit of Characters takes."""
    models = battle.company(battle.units[attack.target])
    least, odd = divmod(attack.hits, len(models))
    shares = {model.id: least for model in models}
    if odd and attack.attacker is not None:
        pool = Pool(
            key=str(attack.target),
            label=attack.what,
            count=odd,
            targets=tuple(Option(str(model.id), model.name, target=model.id) for model in models),
            limits=tuple(Limit(str(model.id), most=1) for model in models),
        )
        question = Allocate(
            seat=battle.units[attack.attacker].seat,
            topic="distribute hits",
            text="Who takes the hits that cannot be split evenly?",
            rules=("t9a.attack.distribute",),
            pools=(pool,),
        )
        told = yield from allocate(question)
        for key, count in told[pool.key].items():
            shares[int(key)] += count
    elif odd:
        for model in models[:odd]:
            shares[model.id] += 1
    return {number: hits for number, hits in shares.items() if hits}
