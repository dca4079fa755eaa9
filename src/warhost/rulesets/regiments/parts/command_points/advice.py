"""What a stratagem is worth to a computer player, in points of the armies, and what its price is worth."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.counsel import Term
from warhost.play.questions import Choose, Option, Question
from warhost.rulesets.regiments.battle import Battle
from warhost.rulesets.regiments.missions import last_round
from warhost.rulesets.regiments.parts.command_points.purse import NO, NOT_THIS_ROUND, purse, stratagems, style_of

TOPICS = frozenset({"stratagem", "stop a stratagem", "hidden deployment", "doctrine"})

PRICE = 12.0
"""What a command point is worth while there is time to spend it."""

SHARES: dict[str, tuple[float, str]] = {
    "code_of_honor": (0.5, "keeps the unit in the battle"),
    "stand_strong": (0.3, "may keep the unit steady"),
    "terrorize": (0.3, "may shake the enemy"),
    "combat_fatigue": (0.25, "weakens the enemy's blows"),
    "killing_blow": (0.2, "the dead take enemies with them"),
    "closing_fire": (0.3, "shoots before it is struck"),
    "sweeping_move": (0.25, "reaches the enemy"),
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
    "hit_and_run": (0.05, "gets into a better place"),
    "tactical_retreat": (0.1, "gets out of reach"),
    "supreme_caster": (0.1, "casts more"),
}
"""The share of a unit's points that a stratagem saves, or takes from the enemy, on average."""

SUCCESSES = (("Morale", 60.0), ("to block", 14.0), ("to hit", 7.0))
"""What one more success is worth in rolls of which these words tell."""

SHUT_DOWN = 80.0
SEIZED = 15.0


def advise(battle: Battle, question: Question, option: Option) -> Iterator[Term]:
    """Terms for an option of a question about stratagems."""
    if question.topic == "doctrine":
        yield from _doctrine(battle, question.seat, option.key)
        return
    if option.key == NO:
        return
    if option.key == NOT_THIS_ROUND or option.key not in stratagems():
        # To stop what the other side has paid for costs as much and wins little.
        yield -1.0, "may be of use later", ""
        return
    told = stratagems()[option.key]
    yield from _gain(battle, question, option)
    yield -told.cost * PRICE * _scarcity(battle), "costs command points", "aofr.cp.cost"


def _doctrine(battle: Battle, seat: int, slug: str) -> Iterator[Term]:
    """An army that shoots hunts, one with casters or few units is tactical, all others shock and stand."""
    own = [battle.regiment(unit) for unit in battle.units if unit.seat == seat]
    shooting = sum(any(weapon.ranged for group in one.groups for weapon in group.weapons) for one in own)
    share = shooting / max(1, len(own))
    if slug == "hunting":
        yield 2 * share, "its units shoot", "aofr.cp.doctrine_table"
    elif slug == "shock":
        yield 2 * (1 - share), "its units fight", "aofr.cp.doctrine_table"
    elif slug == "valorous":
        yield 0.9, "its units stand", "aofr.cp.doctrine_table"


def _gain(battle: Battle, question: Question, option: Option) -> Iterator[Term]:
    if option.key in ("high_command", "supreme_command"):
        about = question.about if isinstance(question, Choose) else ""
        worth = next((worth for word, worth in SUCCESSES if word in about), 5.0)
        yield worth * sum(odds.value for odds in option.odds), "dice succeed", f"aofr.cp.{option.key}"
    elif option.key == "total_shutdown":
        yield SHUT_DOWN, "the enemy does not get the objective", "aofr.cp.total_shutdown"
    elif option.key == "seize_initiative":
        yield SEIZED, "acts first", "aofr.cp.seize_initiative"
    elif option.key in SHARES:
        share, why = SHARES[option.key]
        number = option.unit if option.unit is not None else option.target
        points = 100 if number is None else battle.regiment(battle.units[number]).points
        yield share * points, why, f"aofr.cp.{option.key}"


def _scarcity(battle: Battle) -> float:
    """How dear a point is: it is worth nothing when it cannot be spent any more."""
    last = battle.turn >= last_round(battle)
    if purse(battle).style and not style_of(battle).kept:
        return 0.3 if last else 0.5
    return 0.4 if last else 1.0
