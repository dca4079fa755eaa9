"""What each game with decks of one's own has besides (Mission Cards: Direct Challenge to Tactical Paragons)."""

from __future__ import annotations

from collections.abc import Callable

from warhost.play.questions import Option
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import held
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.mission_cards import asking, custom, events
from warhost.rulesets.regiments.parts.mission_cards.cards import cards
from warhost.rulesets.regiments.parts.mission_cards.piles import (
    back_into_deck,
    change,
    kept,
    owners,
    turn_up,
    without,
)

FACE_DOWN = "a face-down card"


def _called(battle: Battle, owner: int, number: int) -> str:
    """A card as all may hear of it."""
    return FACE_DOWN if number in kept(battle).piles[owner].down else cards()[number].name


@rule("aofr.cards.direct_challenge")
def direct_challenge(battle: Battle) -> Script[None]:
    """Each player names a card of the opponent; its owner scores 1 more with it this round."""
    asks = []
    for seat in owners(battle):
        pile = kept(battle).piles[battle.other(seat)]
        options = [asking.foreign_option(pile.table, pile.down, place) for place in range(len(pile.table))]
        if options:
            text = "Which card of your opponent is the challenge card of this round?"
            note = "If it is scored this round, it gives 1 victory point more."
            asks.append(asking.choice(seat, asking.CHALLENGE, text, options, "aofr.cards.direct_challenge", note=note))
    said = yield from asking.both(asks)
    for seat, keys in said.items():
        owner = battle.other(seat)
        number = kept(battle).piles[owner].table[int(keys[0])]
        change(battle, owner, challenge=number)
        yield events.CardChallenged(seat, _called(battle, owner, number))


@rule("aofr.cards.strategic_ruse", "aofr.cards.strategic_ruse_tie")
def strategic_ruse(battle: Battle) -> Script[None]:
    """From round 2 on: whoever leads shows all cards, whoever is behind may hide any; with equal scores at most one
    card of each stays face down."""
    if battle.turn < 2:
        return
    one, other = battle.points
    if one == other:
        yield from _hide_one_at_most(battle)
        return
    leader = 0 if one > other else 1
    yield from turn_up(battle, leader, kept(battle).piles[leader].down)
    yield from _hide_any(battle, battle.other(leader))


@rule("aofr.cards.strategic_ruse")
def _hide_any(battle: Battle, seat: int) -> Script[None]:
    pile = kept(battle).piles[seat]
    up = [number for number in pile.table if number not in pile.down]
    if not up:
        return
    text = "Which of your cards do you turn face down?"
    options = [asking.on_table(battle, seat, number) for number in up]
    said = yield from asking.both(
        [asking.picks(seat, asking.HIDE, text, options, "aofr.cards.strategic_ruse", 0, len(up))]
    )
    hidden = asking.numbers(said[seat])
    if hidden:
        change(battle, seat, down=(*pile.down, *hidden))
        yield events.LaidFaceDown(seat, len(hidden))


@rule("aofr.cards.strategic_ruse_tie")
def _hide_one_at_most(battle: Battle) -> Script[None]:
    asks = []
    for seat in owners(battle):
        down = kept(battle).piles[seat].down
        if len(down) > 1:
            options = [asking.on_table(battle, seat, number) for number in down]
            text = "Which of your face-down cards do you turn up?"
            least, row = len(down) - 1, "aofr.cards.strategic_ruse_tie"
            asks.append(asking.picks(seat, asking.SHOW, text, options, row, least, len(down)))
    said = yield from asking.both(asks)
    for seat, keys in said.items():
        yield from turn_up(battle, seat, asking.numbers(keys))


@rule("aofr.cards.planned_gambit")
def planned_gambit(battle: Battle) -> Script[None]:
    """Each player in turn may send a card of the opponent back to the hand; its owner lays another one."""
    row = "aofr.cards.planned_gambit"
    for seat in (battle.first, battle.other(battle.first)):
        owner = battle.other(seat)
        pile = kept(battle).piles[owner]
        if not pile.table:
            continue
        options = [asking.foreign_option(pile.table, pile.down, place) for place in range(len(pile.table))]
        text = "Do you send a card of your opponent back to the hand?"
        said = yield from asking.both(
            [asking.choice(seat, asking.SEND_BACK, text, options, row, none="Send none back")]
        )
        if not said[seat]:
            continue
        number = pile.table[int(said[seat][0])]
        yield events.CardSentBack(seat, _called(battle, owner, number))
        yield from _lay_another(battle, owner, number)


@rule("aofr.cards.planned_gambit")
def _lay_another(battle: Battle, owner: int, number: int) -> Script[None]:
    """The card is in the hand again, and another one lies in its place, if there is one."""
    pile = kept(battle).piles[owner]
    change(battle, owner, table=without(pile.table, number), down=without(pile.down, number))
    laid: list[int] = list(pile.hand)
    if len(pile.hand) > 1:
        options = [asking.on_table(battle, owner, one) for one in pile.hand]
        text = "Which card do you lay in its place?"
        said = yield from asking.both([asking.choice(owner, asking.LAY, text, options, "aofr.cards.planned_gambit")])
        laid = asking.numbers(said[owner])
    hand = tuple(one for one in pile.hand if one not in laid)
    change(battle, owner, hand=(*hand, number), table=(*kept(battle).piles[owner].table, *laid))
    yield from custom.lay_down({owner: laid}, battle)


@rule("aofr.cards.tactical_paragons")
def tactical_paragons(battle: Battle) -> Script[None]:
    """Each player may name one of its cards, which only units with heroes can score this round, for 1 more."""
    text = "Do you name a paragon card for this round?"
    note = "Only units with a hero can score it, and it gives 1 victory point more."
    asks = []
    for seat in owners(battle):
        options = [asking.on_table(battle, seat, number) for number in kept(battle).piles[seat].table]
        if options:
            row = "aofr.cards.tactical_paragons"
            asks.append(asking.choice(seat, asking.PARAGON, text, options, row, note=note, none="Name none"))
    said = yield from asking.both(asks)
    for seat, keys in said.items():
        for number in asking.numbers(keys):
            change(battle, seat, paragon=number)
            yield events.ParagonNamed(seat, _called(battle, seat, number))


@rule("aofr.cards.logistical_supremacy")
def cards_in_hand(battle: Battle, owner: int, game: str) -> Script[int]:
    """How many cards a player draws up to: five, or six in Logistical Supremacy from round 2 on if it has seized more
    markers than the opponent and wants to."""
    own, theirs = held(battle)[owner], held(battle)[battle.other(owner)]
    pile = kept(battle).piles[owner]
    if game != "logistical_supremacy" or battle.turn < 2 or own <= theirs or not pile.deck:
        return custom.HAND
    yes = Option("yes", f"Draw up to {custom.MORE} cards")
    text = "You hold more markers. Do you draw a sixth card?"
    row = "aofr.cards.logistical_supremacy"
    none = f"Draw up to {custom.HAND} cards"
    said = yield from asking.both([asking.choice(owner, asking.SIXTH, text, [yes], row, none=none)])
    return custom.MORE if said[owner] else custom.HAND


@rule("aofr.cards.coordinated_recovery")
def coordinated_recovery(battle: Battle) -> Script[None]:
    """Each player may shuffle up to two cards of its discard pile into the deck."""
    text = "Which discarded cards do you shuffle into your deck?"
    asks = []
    for seat in owners(battle):
        options = [asking.card_option(number) for number in kept(battle).piles[seat].discarded]
        if options:
            row = "aofr.cards.coordinated_recovery"
            asks.append(asking.picks(seat, asking.RECOVER, text, options, row, 0, min(2, len(options))))
    said = yield from asking.both(asks)
    for seat, keys in said.items():
        back = asking.numbers(keys)
        if back:
            discarded = tuple(one for one in kept(battle).piles[seat].discarded if one not in back)
            change(battle, seat, discarded=discarded)
            back_into_deck(battle, seat, back)
            yield events.CardsRecovered(seat, len(back))


ROUND_BEGUN: dict[str, Callable[[Battle], Script[None]]] = {
    "direct_challenge": direct_challenge,
    "strategic_ruse": strategic_ruse,
    "planned_gambit": planned_gambit,
    "tactical_paragons": tactical_paragons,
}
"""What games have after cards are laid out."""

ROUND_ENDED: dict[str, Callable[[Battle], Script[None]]] = {"coordinated_recovery": coordinated_recovery}
"""What games have after cards are scored and discarded."""
