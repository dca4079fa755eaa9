"""What a stratagem is worth to a computer player, in points of the armies, and what its price is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from warhost.play.battle import copied
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Choose, Option, Question
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, Effect, Unit, enemies, gap_between, optional
from warhost.rulesets.regiments.parts.command_points import doctrines, moves
from warhost.rulesets.regiments.parts.command_points.purse import NO, NOT_THIS_ROUND, purse, stratagems, style_of
from warhost.table import summed

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

TOPICS = frozenset(
    {
        *("stratagem", "stop a stratagem", "doctrine"),
        *("hidden deployment", "coordinated move", "vanish", "retreat", "fall back", "shut down"),
    }
)

PRICE = 12.0
"""What a command point is worth while there is time to spend it."""

SHARES: dict[str, tuple[float, str]] = {
    "code_of_honor": (0.5, "keeps the unit in the battle"),
    "stand_strong": (0.3, "may keep the unit steady"),
    "terrorize": (0.3, "may shake the enemy"),
    "combat_fatigue": (0.25, "weakens the enemy's blows"),
    "killing_blow": (0.2, "the dead take enemies with them"),
    "closing_fire": (0.3, "shoots before it is struck"),
    "lightning_reflexes": (0.08, "loses less"),
    "disrupted_sight": (0.12, "may be out of range"),
    "heightened_senses": (0.15, "hits home through cover"),
    "armour_breaker": (0.15, "more hits wound"),
    "frenzied_attack": (0.12, "shoots twice"),
    "eternal_vigilance": (0.08, "may save a model"),
    "push_forward": (0.06, "gets further"),
    "rush_objective": (0.15, "reaches an objective"),
    "hindered_advance": (0.06, "may lose models"),
    "minimize_losses": (0.08, "gets out of reach"),
    "supreme_caster": (0.1, "casts more"),
}
"""The share of a unit's worth that a stratagem saves, or takes from the enemy, on average."""

SUCCESSES = (("Morale", 60.0), ("to block", 14.0), ("to hit", 7.0))
"""What one more success is worth in rolls of which these words tell."""

STEADY = frozenset({"code_of_honor", "stand_strong"})
"""What may keep a unit from becoming Shaken, and so at its objective."""

SHUT_DOWN = 80.0
SWEPT, SEIZED = 0.6, 0.35
"""The part of what a charge promises that it is worth to make it possible, or to make it before the enemy acts."""

NOT_ASKED = 1000.0
"""What it costs not to be asked any more; whoever does not get tired of questions never wants it."""

LAST_WORD = 8.0
"""What it is worth in the last round that an enemy has to act first."""

PICKS: Mapping[str, Callable[[RegimentsCounsel, Question, Option], Iterator[Term]]] = {
    "coordinated move": moves.pair,
    "hidden deployment": moves.picked_up,
    "vanish": moves.vanishing,
    "retreat": moves.retreating,
    "fall back": moves.falling_back,
    "shut down": moves.shut_down,
}
"""What is said of the options of questions that follow a stratagem."""


def advise(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    """Terms for an option of a question about stratagems."""
    battle = counsel.battle
    if question.topic == "doctrine":
        yield from _doctrine(battle, question.seat, option.key)
        return
    if option.key == NO:
        return
    if question.topic in PICKS:
        yield from PICKS[question.topic](counsel, question, option)
        return
    if option.key == NOT_THIS_ROUND:
        yield -NOT_ASKED, "may be of use later", ""
        return
    if option.key not in stratagems():
        yield from _answer(counsel, question)
        return
    told = stratagems()[option.key]
    yield from _gain(counsel, question, option)
    yield -told.cost * PRICE * _scarcity(battle), "costs command points", "aofr.cp.cost"


def _answer(counsel: RegimentsCounsel, question: Question) -> Iterator[Term]:
    """To stop what the other side has paid for, or to do the same, costs as much."""
    row = question.rules[0]
    slug = row.removeprefix("aofr.cp.").removesuffix("_cancel").removesuffix("_reply")
    if slug == "seize_initiative":
        yield SEIZED * counsel.first_blow(), "strikes first", row
    yield -stratagems()[slug].cost * PRICE * _scarcity(counsel.battle), "costs command points", row


def _doctrine(battle: Battle, seat: int, slug: str) -> Iterator[Term]:
    """What an army is made of says which stratagems it will use, by the shares of its points."""
    own = [unit for unit in battle.units if unit.seat == seat]
    points = {unit.id: battle.regiment(unit).points for unit in own}
    total = max(1, sum(points.values()))

    def share(units: list[Unit]) -> float:
        return sum(points[unit.id] for unit in units) / total

    shooting = share([unit for unit in own if _shoots(battle, unit)])
    match slug:
        case "hunting":
            yield 2 * shooting, "its units shoot", "aofr.cp.doctrine_table"
        case "shock":
            yield 2 * (1 - shooting), "its units fight", "aofr.cp.doctrine_table"
        case "valorous":
            shy = share([unit for unit in own if battle.regiment(unit).quality >= 5])
            yield 0.8 + shy, "its units may lose heart", "aofr.cp.doctrine_table"
        case "defensive":
            tough = share([unit for unit in own if battle.regiment(unit).tough >= 3])
            yield 0.4 + 1.2 * tough, "its models are worth saving", "aofr.cp.doctrine_table"
        case "tactical":
            casts = share([unit for unit in own if doctrines.has_caster(battle, unit)])
            yield 0.6 + 2 * casts, "its casters and runners", "aofr.cp.doctrine_table"
        case "strategic":
            yield 0.5, "its moves", "aofr.cp.doctrine_table"


def _shoots(battle: Battle, unit: Unit) -> bool:
    return any(weapon.ranged for group in battle.regiment(unit).groups for weapon in group.weapons)


def _gain(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    battle = counsel.battle
    number = option.unit if option.unit is not None else option.target
    unit = None if number is None else battle.units[number]
    row = f"aofr.cp.{option.key}"
    if option.key in ("high_command", "supreme_command"):
        about = question.about if isinstance(question, Choose) else ""
        worth = next((worth for word, worth in SUCCESSES if word in about), 5.0)
        yield worth * summed(odds.value for odds in option.odds), "dice succeed", row
    elif option.key == "total_shutdown":
        yield SHUT_DOWN, "the enemy does not get the objective", row
    elif option.key in moves.WORTH:
        yield from moves.WORTH[option.key](counsel, unit, question.seat)
    elif option.key == "sweeping_move" and unit is not None:
        yield SWEPT * _swept(counsel, unit), "a charge that it could make then", row
    elif option.key == "hit_and_run" and unit is not None:
        there = moves.is_near_marker(battle, unit, doctrines.RAN)
        worth = (moves.GOES_ON if there else moves.DRIFTS) * counsel.worth(unit)
        yield worth, "gets to an objective" if there else "gets into a better place", row
    elif option.key == "seize_initiative":
        yield SEIZED * counsel.first_blow(), "strikes first", row
    elif option.key == "waive_initiative" and battle.turn >= last_round(battle):
        yield LAST_WORD, "has the last word at the objectives", row
        yield -SEIZED * counsel.first_blow(), "could strike first", row
    elif option.key in SHARES:
        share, why = SHARES[option.key]
        yield share * (100.0 if unit is None else counsel.worth(unit)), why, row
        if option.key in STEADY and unit is not None and moves.is_at_marker(battle, unit):
            yield share * counsel.stake, "keeps an objective", "aofr.objective.seize"


def _swept(counsel: RegimentsCounsel, unit: Unit) -> float:
    """How much better a unit's best charge is with 4" more."""
    battle = counsel.battle
    twin = copied(battle)
    runner = twin.units[unit.id]
    optional.lay(runner, Effect(doctrines.SweepingMove.name, unit.id, "activation"))
    far = moving.allowance(twin, runner, "charge")
    now, then = 0.0, 0.0
    for enemy in enemies(battle, unit.seat):
        if gap_between(battle, unit, enemy) > far:
            continue
        worth = counsel.duel(unit, enemy, counsel.struck(unit, enemy)).value
        if worth > now and charge.plan(battle, unit, enemy) is not None:
            now = worth
        elif worth > then and charge.plan(twin, runner, twin.units[enemy.id]) is not None:
            then = worth
    return max(0.0, then - now)


def _scarcity(battle: Battle) -> float:
    """How dear a point is: it is worth nothing when it cannot be spent any more."""
    last = battle.turn >= last_round(battle)
    if purse(battle).style and not style_of(battle).kept:
        return 0.15 if last else 0.5
    return 0.2 if last else 1.0
