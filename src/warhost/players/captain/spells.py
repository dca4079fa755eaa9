"""How the captain casts and dispels: what a spell would change, by the odds of its dice."""

from __future__ import annotations

from warhost.play import Ask, Choose
from warhost.play.counsel import Spell
from warhost.players.captain.engine import Candidate
from warhost.players.captain.fighting import losses_of
from warhost.players.captain.overview import Overview

TRY = 0.1
"""A spell must promise at least this much to be tried."""

TRY_AT_LAST = 0.01
"""In the last turn nothing is kept for later: whatever a spell may change is worth trying."""

DIE = 0.02
"""What a die against a spell costs where nothing else is to come: the fewer do it, the better."""

IN_VAIN = 4.0
"""What it costs to cast in a way that cannot succeed."""


def cast(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Which spell next: its worth by the chance that it gets through, and what the other dice can still do."""
    least = TRY if here.counsel.turns_left else TRY_AT_LAST
    spells, pool = here.counsel.spells(question), here.counsel.dice()
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        spell = spells.get(option.key)
        if spell is None:
            candidate.add(least, "saves the dice")
        elif spell.ways:
            dice, chance, cost = max(
                spell.ways, key=lambda way: _promise(spell, way) + _others(spells, spell, pool - way[0])
            )
            promise = _promise(spell, (dice, chance, cost))
            candidate.add(promise, f"a spell worth {spell.worth:.1f}, allowing for its chance", here.cite("cast"))
            if promise >= least:
                candidate.add(_others(spells, spell, pool - dice), "other spells with the other dice")
        found.append(candidate)
    return found


def casting_dice(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """How many dice: the chance of success, and what the other dice can still do."""
    spells, pool = here.counsel.spells(question), here.counsel.dice()
    spell = spells[question.about]
    ways = {dice: (chance, cost) for dice, chance, cost in spell.ways}
    found = []
    for option in question.options:
        count = int(option.key)
        candidate = Candidate.of(option, f"Cast with {option.label}")
        chance, cost = ways.get(count, (0.0, 0.0))
        candidate.add(spell.worth * chance, f"{chance:.0%} to get through", here.cite("dice"))
        if not chance:
            candidate.add(-IN_VAIN, "too few for it", here.cite("dice"))
        candidate.add(-cost * chance, "what it may cost", here.cite("miscast"))
        candidate.add(_others(spells, spell, pool - count), "other spells with the other dice")
        found.append(candidate)
    return found


def _promise(spell: Spell, way: tuple[int, float, float]) -> float:
    """What the spell promises when it is cast so."""
    _, chance, cost = way
    return chance * (spell.worth - cost)


def _others(spells: dict[str, Spell] | object, spell: Spell, dice: int) -> float:
    """What the best of the other spells promises with so many dice, if it promises anything."""
    assert isinstance(spells, dict)
    return max(
        (
            _promise(other, way)
            for other in spells.values()
            if other.name != spell.name
            for way in other.ways
            if way[0] <= dice
        ),
        default=0.0,
    )


def dispel(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Whether and with how many dice: what the spell would do against what may still come."""
    worth, later = here.counsel.spell_against(question)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if not option.passes:
            count = int(option.key)
            chance = next((odd.value for odd in option.odds if odd.kind == "chance"), 0.5)
            candidate.label = f"Dispel with {option.label}"
            candidate.add(worth * chance, f"{chance:.0%} to stop it", here.cite("dispel"))
            candidate.add(later(0) - later(count) - DIE * count, "dice against later spells")
        found.append(candidate)
    return found


def store(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """A die that is kept costs nothing."""
    return [
        Candidate.of(option).add(0.0 if option.passes else 1.0, "a die for next time") for option in question.options
    ]


def promises(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Something that costs nothing: on whom it is worth most, if it is worth anything."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.passes or option.target is None:
            candidate.add(-0.1, "lets a chance go by")
        else:
            candidate.add(here.counsel.promise(question, option, losses_of(option)), "what it promises")
        found.append(candidate)
    return found


def tokens(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Tokens for or against a spell: what each adds to its chance."""
    found = []
    for option in question.options:
        chance, worth, cost = here.counsel.bid(question, int(option.key))
        candidate = Candidate.of(option)
        candidate.add(chance * worth, "changes the chance of the spell")
        candidate.add(-cost, "costs tokens", here.cite("tokens"))
        found.append(candidate)
    return found
