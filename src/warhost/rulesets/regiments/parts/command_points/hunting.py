"""The stratagems of the Hunting Doctrine, and those of others that are used around shots (Command Points)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.play.battle import copied
from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts, does, listed, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Effect, SpecialRule, Unit, gap_between, look, optional
from warhost.rulesets.regiments.parts.command_points import odds
from warhost.rulesets.regiments.parts.command_points.doctrines import IN_COVER
from warhost.rulesets.regiments.parts.command_points.purse import NO, offer, ready
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.thinks.shooting_odds import volley_odds
from warhost.table import TOLERANCE, Pose

NEARER = 3.0
FRENZIED_WITHIN = 12.0


class HeightenedSenses(SpecialRule):
    """A unit that ignores cover."""

    name, id = "Heightened Senses", "aofr.cp.heightened_senses"

    @rule("aofr.cp.heightened_senses")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        attack.ignores_cover = True


@rule("aofr.cp.lightning_reflexes", "aofr.cp.heightened_senses", "aofr.cp.disrupted_sight")
def around_shots(battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[list[Fire]]:
    """A unit has named its targets: its enemy may shorten its range or let a target take cover, and it may ignore
    cover, bought or not."""
    if not fires:
        return fires
    seat, other = unit.seat, battle.other(unit.seat)
    answers = ["lightning_reflexes", "disrupted_sight"]
    shots = [attack for fire in fires for attack in shooting.attacks_of(battle, unit, fire, held, None)]
    if all(attack.rattles_on is not None for attack in shots):
        answers.remove("lightning_reflexes")
    slugs = ready(battle, other, *answers)
    while slugs and fires:
        names = listed(list(dict.fromkeys(battle.units[fire.target].name for fire in fires)))
        text = f"{acts(unit.name, 'shoots')} at {names}. Do you use a stratagem against it?"

        def answered(key: str, fires: list[Fire] = fires) -> Sequence[Odds]:
            left = _all_shortened(battle, unit, fires) if key == "disrupted_sight" else fires
            ways = [odds.shot_at(battle, unit, left, held, covered) for covered in _covers(key, fires)]
            return min(ways, key=lambda told: told[0].value if told else 0.0)

        slug = yield from offer(battle, other, text, slugs, target=unit.id, weigh=answered)
        if slug == "disrupted_sight":
            fires = _all_shortened(battle, unit, fires)
        elif slug == "lightning_reflexes":
            yield from _take_cover(battle, other, unit, fires, held)
        if not slug:
            break
        slugs = ready(battle, other, *answers)
    slugs = ready(battle, seat, "heightened_senses")
    if slugs and _sees_through(battle, unit, fires, held):
        text = f"{acts(unit.name, 'shoots')} at an enemy in cover. Do you ignore the cover?"

        def sharper(key: str, fires: list[Fire] = fires) -> Sequence[Odds]:
            senses = [] if key == NO else [(unit.id, Effect("Heightened Senses", unit.id, "activation"))]
            return harm_odds.shots(battle, unit, fires, held, senses)

        if (yield from offer(battle, seat, text, slugs, unit=unit.id, weigh=sharper)):
            optional.lay(unit, Effect("Heightened Senses", unit.id, "activation"))
    return fires


@rule("aofr.cp.heightened_senses")
def _sees_through(battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool) -> bool:
    """Whether to ignore cover makes a difference to any of the shots, be it a piece of terrain or the whole table that
    gives the cover."""
    there = copied(battle)
    optional.lay(there.units[unit.id], Effect(HeightenedSenses.name, unit.id, "activation"))
    ways = [
        [
            attack.to_block.total
            for fire in fires
            for attack in shooting.attacks_of(one, one.units[unit.id], fire, held, None)
            if attack.rattles_on is None
        ]
        for one in (battle, there)
    ]
    return ways[0] != ways[1]


def _covers(key: str, fires: Sequence[Fire]) -> list[list[tuple[int, Effect]]]:
    """The ways in which a stratagem may give cover: to each unit that is shot at, or to none."""
    if key != "lightning_reflexes":
        return [[]]
    return [[(number, Effect(IN_COVER, number, "activation"))] for number in dict.fromkeys(f.target for f in fires)]


@rule("aofr.cp.lightning_reflexes")
def _take_cover(battle: Battle, seat: int, unit: Unit, fires: Sequence[Fire], held: bool) -> Script[None]:
    """One of the units that are shot at counts as being in cover."""
    ways = {str(number): (number, effect) for ((number, effect),) in _covers("lightning_reflexes", fires)}
    options = [Option(key, battle.units[number].name, unit=number) for key, (number, _) in ways.items()]

    def weigh(option: Option) -> Sequence[Odds]:
        return odds.shot_at(battle, unit, fires, held, [ways[option.key]])

    rules, text = ("aofr.cp.lightning_reflexes",), "Which unit takes cover?"
    number, effect = ways[(yield from choose(seat, "lightning reflexes", text, options, rules=rules, weigh=weigh))]
    optional.lay(battle.units[number], effect)


def _all_shortened(battle: Battle, unit: Unit, fires: Sequence[Fire]) -> list[Fire]:
    return [cut for fire in fires if (cut := _shortened(battle, unit, fire)) is not None]


@rule("aofr.cp.disrupted_sight")
def _shortened(battle: Battle, unit: Unit, fire: Fire) -> Fire | None:
    """What is left of a weapon group with 3" less range; nothing if nobody reaches the target any more."""
    target = battle.units[fire.target]
    reach = optional.measured(battle, fire.weapon.range + shooting.shroud(battle, target) - NEARER)
    view = look(battle, unit, target)
    models = tuple(model for model in fire.models if shooting.can_fire(model.base, fire.weapon, view, reach))
    return msgspec.structs.replace(fire, models=models) if models and reach > 0 else None


@rule("aofr.cp.frenzied_attack")
def shoot_again(battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
    """A unit that has shot shoots at another enemy within 12" of it, and hits on unmodified 6s alone (AOFR-R579)."""
    if not fires or unit.fate or not ready(battle, unit.seat, "frenzied_attack"):
        return
    shot, near = {fire.target for fire in fires}, optional.measured(battle, FRENZIED_WITHIN) + TOLERANCE
    others = [
        fire
        for fire in shooting.possible(battle, unit)
        if fire.target not in shot and gap_between(battle, unit, battle.units[fire.target]) <= near
    ]
    targets = list(dict.fromkeys(fire.target for fire in others))
    if not targets:
        return

    def volleys(target: int) -> list[list[Attack]]:
        return [odds.volley_on_sixes(battle, unit, fire, held) for fire in others if fire.target == target]

    def expects(target: int) -> tuple[Odds, ...]:
        return volley_odds(battle, battle.units[target], volleys(target))

    def weigh(key: str) -> Sequence[Odds]:
        return () if key == NO else odds.best([(battle.units[one], expects(one)) for one in targets])

    text = f"{acts(unit.name, 'has')} shot. {verb(unit.name, 'Does')} {unit.name} shoot again, at another enemy?"
    slugs = ready(battle, unit.seat, "frenzied_attack")
    if not (yield from offer(battle, unit.seat, text, slugs, unit=unit.id, weigh=weigh)):
        return
    options = [Option(f">{one}", f"Shoot at {battle.units[one].name}", unit=unit.id, target=one) for one in targets]
    rules, text = ("aofr.cp.frenzied_attack",), f"Who {does(unit.name)} shoot at?"
    key = yield from choose(
        unit.seat, "shoot again", text, options, rules=rules, weigh=lambda option: expects(option.target or 0)
    )
    target = int(key.removeprefix(">"))
    fired = [fire for fire in others if fire.target == target]
    yield from shooting.discharge(battle, unit, list(zip(fired, volleys(target), strict=True)))


@rule("aofr.cp.closing_fire", "aofr.cp.closing_fire_kill")
def closing_fire(battle: Battle, unit: Unit, target: Unit, nearest: Pose) -> Script[None]:
    """A unit that is charged shoots at the charger where it is just before contact, at -1 to hit (AOFR-R580)."""
    if not ready(battle, target.seat, "closing_fire") or unit.pose is None or target.pose is None:
        return
    start, unit.pose = unit.pose, nearest
    fires = shooting.possible(battle, target, [unit])
    unit.pose = start
    if not fires:
        return

    def volleys() -> list[list[Attack]]:
        unit.pose = nearest
        made = [shooting.attacks_of(battle, target, fire, False, None) for fire in fires]
        unit.pose = start
        for attack in (attack for attacks in made for attack in attacks):
            attack.to_hit.add(-1, "Closing Fire", "aofr.cp.closing_fire")
        return made

    def weigh(key: str) -> Sequence[Odds]:
        return () if key == NO else harm_odds.dealt(battle, unit, volleys())

    shoots = f"{verb(target.name, 'Does')} {target.name} shoot first?"
    text = f"{acts(unit.name, 'charges')} your {target.name}. {shoots}"
    slugs = ready(battle, target.seat, "closing_fire")
    if not (yield from offer(battle, target.seat, text, slugs, unit=target.id, weigh=weigh)):
        return
    yield from shooting.discharge(battle, target, list(zip(fires, volleys(), strict=True)))
