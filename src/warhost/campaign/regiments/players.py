"""How a computer runs its army between battles: a small sensible policy for each question of the campaign."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warhost.campaign.regiments.armies.sheet import CampaignState, army_value, value_of
from warhost.campaign.regiments.armies.shopping import made, wares
from warhost.dice import Chance
from warhost.play.questions import AnyAnswer, Choose, Chosen, Option
from warhost.play.script import Ask

RESERVE = 100
"""Points that are kept for a ransom or the locals while the army is worth something."""
MOST_UPGRADES = 2
"""Upgrades that a unit gets on the way."""

Answers = Callable[[CampaignState, Choose, Chance], str]


def answer(state: CampaignState, ask: Ask, chance: Chance) -> AnyAnswer:
    """What a computer answers; the same chance gives the same answer."""
    question = ask.question
    if isinstance(question, Choose) and question.topic in POLICY:
        return Chosen(POLICY[question.topic](state, question, chance))
    return ask.suggestions()[0]


def _starting(question: Choose, *words: str) -> list[Option]:
    return [option for option in question.options if option.key.split()[0] in words]


def _one(options: Sequence[Option], chance: Chance) -> str:
    return options[chance.pick(len(options))].key


def muster(state: CampaignState, question: Choose, chance: Chance) -> str:
    """A hero and a choice of units that go well together in points; what is left over goes into upgrades."""
    army = state.armies[question.seat]
    offers = list(wares(state, army))
    units = [option for option in question.options if option.key.startswith("unit ")]
    heroes = [option for option in units if offers[int(option.key.split()[1])].hero]
    if heroes and 2 * army_value(state, army) >= state.terms.points:
        return _one(heroes, chance)
    # A few larger units rather than many small ones: those of at least a sixth of the army come first.
    able = [
        option
        for option in units
        if option not in heroes and 6 * offers[int(option.key.split()[1])].cost >= state.terms.points
    ]
    if able or units:
        return _one(able or [option for option in units if option not in heroes] or units, chance)
    done = _starting(question, "done")
    upgrades = _starting(question, "upgrade")
    return _one(upgrades, chance) if upgrades and (not done or chance.uniform() < 0.7) else done[0].key


def upgrade(state: CampaignState, question: Choose, chance: Chance) -> str:
    """Some upgrades for units that have few, while there is more in the purse than a reserve; nothing is sold."""
    army = state.armies[question.seat]
    few = {unit.id for unit in army.units if len(unit.pick.options) < MOST_UPGRADES}
    offers = [option for option in _starting(question, "buy") if option.key.split()[1] in few]
    if army.purse > RESERVE and offers and chance.uniform() < 0.5:
        return _one(offers, chance)
    return "done"


def recruit(state: CampaignState, question: Choose, chance: Chance) -> str:
    """New units while there are points for them, a hero if there is none, now and then one with experience."""
    army = state.armies[question.seat]
    offers = list(wares(state, army))
    able = [
        option
        for option in _starting(question, "recruit", "veteran")
        if offers[int(option.key.split()[1])].cost + RESERVE // 2 <= army.purse or len(army.units) < 3
    ]
    heroes = [option for option in able if offers[int(option.key.split()[1])].hero]
    if heroes and not any(unit.hero for unit in army.units):
        return _one(heroes, chance)
    regular = [option for option in able if option not in heroes]
    if not able and not army.units:
        return "disband army"  # nothing is left and nothing can be paid: it starts anew
    return _one(regular, chance) if regular else "done"


def ransom(state: CampaignState, question: Choose, chance: Chance) -> str:
    """A unit is bought back if it is worth more than its price."""
    army = state.armies[question.seat]
    captive = next((unit for unit in army.units if question.text.startswith(unit.name)), None)
    price = int(question.options[0].label.split()[1])
    return "pay" if captive is None or value_of(state, army, captive) > price else "pass"


def specialist(state: CampaignState, question: Choose, chance: Chance) -> str:
    """Shooting for units that shoot, melee for the others."""
    army = state.armies[question.seat]
    unit = next(unit for unit in army.units if unit.name in question.text)
    shoots = any(weapon.ranged for group in made(state, army, unit.pick).groups for weapon in group.weapons)
    wanted = "shooting" if shoots else "melee"
    return wanted if any(option.key == wanted for option in question.options) else question.options[0].key


def any_of_them(state: CampaignState, question: Choose, chance: Chance) -> str:
    return _one(question.options, chance)


POLICY: dict[str, Answers] = {
    "muster": muster,
    "upgrade": upgrade,
    "recruit": recruit,
    "ransom": ransom,
    "specialist": specialist,
    "trait": any_of_them,
    "skill set": any_of_them,
}
"""What is decided by some thought or by chance; any other question is answered with what is suggested first."""
