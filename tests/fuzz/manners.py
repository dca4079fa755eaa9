"""How battles are fought at random: with which set-up, and in which manner their players answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Answer, Ask, Chosen, Moved, Ruleset, Setup, Shows, Walked

SMALL = 1000
"""Points of an army in a test that does not ask for a large one."""


Manner: TypeAlias = Callable[[Ask, Chance], Answer]


def anything(ask: Ask, chance: Chance) -> Answer:
    """Any legal answer: what the player `random` does. Its armies seldom meet."""
    return ask.sample(chance)


def brawling(ask: Ask, chance: Chance) -> Answer:
    """Mostly one of the sensible answers and seldom a pass, so that the armies meet and everything happens."""
    if chance.pick(8) == 0:
        return ask.sample(chance)
    answers = list(ask.suggestions())
    busy = [answer for answer in answers if answer not in (Chosen("pass"), Moved(), Walked())]
    pool = busy if busy and chance.pick(10) else answers
    return pool[chance.pick(len(pool))]


def runs_out(ask: Ask, chance: Chance) -> bool:
    """Whether the clock of a question runs out before it is answered: most do not, some do in most battles with one."""
    return ask.question.clock is not None and chance.pick(150) == 0


def sizes(rules: Ruleset) -> tuple[int, ...]:
    """The sizes of game in points that a book has ready lists for, if its house armies are not small anyway."""
    cards = rules.option_cards() if isinstance(rules, Shows) else ()
    points = next((card for card in cards if card.name == "points" and int(card.default) > SMALL), None)
    return () if points is None else tuple(int(choice) for choice in points.choices)


def small(rules: Ruleset) -> dict[str, object]:
    """The options of a small battle, in which all happens that happens in a large one, only sooner."""
    return _of_size(rules, SMALL)


def _of_size(rules: Ruleset, points: int) -> dict[str, object]:
    """The option for armies of so many points, or of as few as the book has, where they come in several sizes."""
    known = sizes(rules)
    return {"points": max(points, min(known))} if known else {}


def any_setup(rules: Ruleset, chance: Chance, points: int = SMALL) -> Setup:
    """Any armies on any map, and in every other battle any of the options that players may agree on.

    Options that do not go together are refused when the battle is set up; then it is fought without the one that is in
    the way of the others, or without any. Where house armies come in several sizes they have so many points.
    """
    armies, maps = rules.armies(), rules.maps()
    options: dict[str, object] = {}
    if isinstance(rules, Shows) and chance.pick(2):
        for card in rules.option_cards():
            if chance.pick(2):
                options[card.name] = card.choices[chance.pick(len(card.choices))]
    size = _of_size(rules, points)
    setup = Setup(
        ruleset=rules.slug,
        armies=(armies[chance.pick(len(armies))], armies[chance.pick(len(armies))]),
        map=maps[chance.pick(len(maps))],
        options=options | size,
    )
    for left_out in ("", *options):
        rest = {name: choice for name, choice in options.items() if name != left_out}
        fewer = msgspec.structs.replace(setup, options=rest | size)
        try:
            rules.set_up(fewer)
        except WarhostError:
            continue
        return fewer
    return msgspec.structs.replace(setup, options=size)
