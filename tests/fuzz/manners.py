"""How battles are fought at random: with which set-up, and in which manner their players answer."""

from __future__ import annotations

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Answer, Ask, Chosen, Moved, Ruleset, Setup, Shows


def anything(ask: Ask, chance: Chance) -> Answer:
    """Any legal answer: what the player `random` does. Its armies seldom meet."""
    return ask.sample(chance)


def brawling(ask: Ask, chance: Chance) -> Answer:
    """Mostly one of the sensible answers and seldom a pass, so that the armies meet and everything happens."""
    if chance.pick(8) == 0:
        return ask.sample(chance)
    answers = list(ask.suggestions())
    busy = [answer for answer in answers if answer not in (Chosen("pass"), Moved())]
    pool = busy if busy and chance.pick(10) else answers
    return pool[chance.pick(len(pool))]


def any_setup(rules: Ruleset, chance: Chance) -> Setup:
    """Any armies on any map, and in every other battle any of the options that players may agree on.

    Options that do not go together are refused when the battle is set up; then it is fought without any.
    """
    armies, maps = rules.armies(), rules.maps()
    options: dict[str, object] = {}
    if isinstance(rules, Shows) and chance.pick(2):
        for card in rules.option_cards():
            if chance.pick(2):
                options[card.name] = card.choices[chance.pick(len(card.choices))]
    setup = Setup(
        ruleset=rules.slug,
        armies=(armies[chance.pick(len(armies))], armies[chance.pick(len(armies))]),
        map=maps[chance.pick(len(maps))],
        options=options,
    )
    try:
        rules.set_up(setup)
    except WarhostError:
        return msgspec.structs.replace(setup, options={})
    return setup
