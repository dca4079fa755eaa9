"""What a computer player is told of mission cards: which it may hope for, and what they make worth fighting for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.rulesets.regiments.chapters.missions.seizing import marker_distance
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.mission_cards import asking
from warhost.rulesets.regiments.parts.mission_cards.cards import UNKNOWN, Card, cards, ready_decks
from warhost.rulesets.regiments.parts.mission_cards.conditions import Look, model_rules, most_models, value
from warhost.rulesets.regiments.parts.mission_cards.piles import kept, named, pile_of
from warhost.rulesets.regiments.parts.shared import deeds
from warhost.rulesets.regiments.parts.shared.deeds import has_hero
from warhost.table import summed

TOPICS = frozenset(
    {
        *(asking.DECK, asking.MULLIGAN, asking.SIXTH, asking.TURN_UP, asking.LAY, asking.FACE_DOWN),
        *(asking.SCORE, asking.DISCARD, asking.CHALLENGE, asking.SHOW, asking.HIDE, asking.SEND_BACK),
        *(asking.RECOVER, asking.PARAGON),
    }
)

POINT = 10.0
"""What a victory point counts."""

AT_MARKER, IN_REACH, TAKEN, FAR = 0.9, 0.5, 0.25, 0.1
"""How likely a side controls a marker at the round's end that it controls now, that nobody holds and a unit of it can
reach, that the enemy holds, and that is far from all its units."""

REACH = 15.0
STAYS = 0.75
"""How much of what a card is worth now it will be worth at the round's end."""

CHANCES = {
    "left the own zone": 0.25,
    "in the enemy zone": 0.3,
    "in the own zone": 0.25,
    "markers": 0.35,
    "all markers": 0.02,
    "shot": 0.3,
    "beaten": 0.45,
    "destroyed": 0.6,
    "away from the centre": 0.3,
    "tests failed": 0.5,
    "spells": 0.7,
    "king": 0.25,
    "casters": 0.25,
    "flyers": 0.25,
    "heroes": 0.25,
    "toughest": 0.3,
    "margin": 0.5,
}
"""How likely the least value of a card is reached in a round, roughly."""

KEEPS = 0.3
"""A card that promises less than that many victory points a round had better make room for another."""

EARLY = 0.4
"""How much of that there is in the first round, before armies meet."""

FIGHTING = frozenset(
    {
        *("shot", "beaten", "destroyed", "tests failed", "king"),
        *("casters", "flyers", "heroes", "toughest", "margin"),
    }
)
"""What cards count that are completed by fighting."""


def hope(battle: Battle, seat: int, card: Card) -> float:
    """How many victory points a card promises a side at the end of this round, roughly."""
    now = value(Look(battle, seat), card) if battle.turn else 0
    if card.counts in ("seized", "held", "shifting"):
        return _marker_hope(battle, seat, card)
    if not is_possible(battle, seat, card):
        return 0.0
    early = EARLY if battle.turn <= 1 and card.counts in FIGHTING else 1.0
    return max(STAYS * now, early * CHANCES[card.counts] * card.scores[0][1])


def _marker_hope(battle: Battle, seat: int, card: Card) -> float:
    number = pile_of(battle, seat).shifting if card.counts == "shifting" else card.marker
    if not 1 <= number <= len(battle.markers):
        return 0.0
    owner = battle.markers[number - 1].owner
    if card.counts == "held" and owner != seat:
        return 0.3
    gap = min(
        (marker_distance(battle, unit, battle.markers[number - 1]) for unit in deeds.standing(battle, seat)),
        default=100.0,
    )
    chance = AT_MARKER if owner == seat else FAR if gap > REACH else IN_REACH if owner is None else TAKEN
    return chance * card.scores[0][1]


def is_possible(battle: Battle, seat: int, card: Card) -> bool:
    """Whether the armies have what a card asks for."""
    own, enemy = deeds.army(battle, seat), deeds.army(battle, battle.other(seat))
    if card.counts == "spells":
        return any(_any_model(battle, unit, "Caster") for unit in own)
    needs = {"casters": "Caster", "heroes": "Hero", "king": "Hero", "flyers": "Flying"}
    if card.counts in needs:
        return any(_any_model(battle, unit, needs[card.counts]) for unit in enemy)
    if card.counts == "toughest":
        return any(most_models(battle.regiment(unit), _tough) >= card.scores[0][0] for unit in enemy)
    if card.counts == "shot":
        groups = (group for unit in own for group in battle.regiment(unit).groups)
        return any(weapon.ranged for group in groups for weapon in group.weapons)
    return True


def _tough(rules: Iterable[object]) -> int:
    return sum(getattr(rule, "rating", 0) or 0 for rule in rules if getattr(rule, "name", "") == "Tough")


def _any_model(battle: Battle, unit: Unit, name: str) -> bool:
    regiment = battle.regiment(unit)
    kinds = [model_rules(regiment, number) for number in range(len(regiment.groups))]
    if regiment.hero is not None:
        kinds.append(model_rules(regiment.hero, 0))
    return any(rule.name == name for rules in kinds for rule in rules)


def advise(battle: Battle, question: Question, option: Option) -> Iterator[Term]:
    """What speaks for and against an option of a question about cards."""
    seat, topic = question.seat, question.topic
    if topic == asking.DECK:
        yield from on_deck(battle, seat, option.key)
    elif topic == asking.SIXTH:
        yield 0.0 if option.passes else 1.0, "more cards to choose from", "aofr.cards.logistical_supremacy"
    elif topic == asking.MULLIGAN:
        yield from _mulligan(battle, seat, option)
    elif option.passes:
        return
    elif topic in (asking.CHALLENGE, asking.SEND_BACK):
        yield from _foreign(battle, seat, topic, int(option.key))
    else:
        yield from _own_card(battle, seat, topic, cards()[int(option.key)])


def _own_card(battle: Battle, seat: int, topic: str, card: Card) -> Iterator[Term]:
    promise = hope(battle, seat, card)
    if topic == asking.LAY:
        yield POINT * promise, "likely to be scored this round", card.id
    elif topic == asking.SCORE:
        yield -promise, "easy to complete again", card.id
    elif topic == asking.DISCARD:
        later = max(promise, KEEPS) if card.counts in FIGHTING and is_possible(battle, seat, card) else promise
        yield POINT * (KEEPS - later), "makes room for a better card", card.id
    elif topic in (asking.FACE_DOWN, asking.HIDE):
        yield promise, "the enemy would prevent it", card.id
    elif topic == asking.SHOW:
        yield -promise, "is better kept hidden", card.id
    elif topic == asking.TURN_UP:
        yield KEEPS - promise, "may well be known", card.id
    elif topic == asking.RECOVER:
        yield promise - KEEPS, "may be scored again", card.id
    elif topic == asking.PARAGON:
        able = value(Look(battle, seat, heroic=True), card) if battle.turn else 0
        bonus = POINT * (1.0 if able else 0.3) * min(1.0, promise)
        yield bonus, "a unit with a hero can score it for more", "aofr.cards.tactical_paragons"
        yield -POINT * (0.0 if able else 0.5) * promise, "only units with heroes can score it", card.id


def _foreign(battle: Battle, seat: int, topic: str, place: int) -> Iterator[Term]:
    """Cards of the enemy: the one it can hope for least is challenged, the one it can hope for most is sent back."""
    enemy = battle.other(seat)
    number = kept(battle).piles[enemy].table[place]
    promise = 0.5 if number == UNKNOWN else hope(battle, enemy, cards()[number])
    if topic == asking.CHALLENGE:
        yield -POINT * promise, "unlikely to be scored", "aofr.cards.direct_challenge"
    else:
        yield POINT * (promise - KEEPS), "the enemy would score it", "aofr.cards.planned_gambit"


def on_deck(battle: Battle, seat: int, key: str) -> Iterator[Term]:
    """How many cards of a ready deck these armies can complete, and how likely."""
    deck = ready_decks().get(key)
    if deck is None:
        return
    able = (card for card in named(deck.cards) if is_possible(battle, seat, card))
    promise = summed(CHANCES.get(card.counts, IN_REACH) for card in able)
    yield promise, "cards that these armies can complete", "aofr.cards.custom_deck"


def _mulligan(battle: Battle, seat: int, option: Option) -> Iterator[Term]:
    if not option.passes:
        best = sorted((hope(battle, seat, card) for card in named(pile_of(battle, seat).hand)), reverse=True)[:3]
        yield KEEPS * 2 - summed(best), "a poor hand", "aofr.cards.custom_mulligan"


def _in_play(battle: Battle, seat: int) -> Iterable[Card]:
    return named(pile_of(battle, seat).table) if kept(battle).piles else ()


def marker_weight(battle: Battle, seat: int, number: int, *, final: bool) -> float:
    """How much a marker counts for a side: by the cards on its table that name it, and at the end if agreed."""
    weight = 0.5 if final else 0.25
    for card in _in_play(battle, seat):
        shifted = card.counts == "shifting" and pile_of(battle, seat).shifting == number
        if card.marker == number or shifted:
            weight += 0.7 * card.scores[-1][1]
        elif card.counts == "markers":
            weight += 0.3
    return weight


def prize(battle: Battle, seat: int, unit: Unit) -> float:
    """How much more an enemy unit counts for the cards on a side's table."""
    factor = 1.0
    for card in _in_play(battle, seat):
        if card.counts in ("king", "heroes"):
            factor += 0.3 if has_hero(battle, unit) else 0.0
        elif card.counts in ("casters", "flyers"):
            factor += 0.2 if _any_model(battle, unit, "Caster" if card.counts == "casters" else "Flying") else 0.0
        elif card.counts == "toughest":
            factor += 0.2 if most_models(battle.regiment(unit), _tough) >= card.scores[0][0] else 0.0
        elif card.counts in FIGHTING:
            factor += 0.1
    return factor
