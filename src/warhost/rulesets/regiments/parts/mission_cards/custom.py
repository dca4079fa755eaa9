"""Decks of one's own: building them, drawing, laying cards out (Mission Cards: Custom Deck Rules)."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.play.questions import Option
from warhost.play.script import Ask, Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, optional
from warhost.rulesets.regiments.parts.mission_cards import asking, events
from warhost.rulesets.regiments.parts.mission_cards.cards import (
    OWN_DECK,
    SHIFTING,
    cards,
    deck_from,
    in_order,
    ready_decks,
)
from warhost.rulesets.regiments.parts.mission_cards.fixed import OPEN
from warhost.rulesets.regiments.parts.mission_cards.piles import (
    SLUG,
    Cards,
    Pile,
    back_into_deck,
    change,
    draw,
    kept,
    named,
    owners,
    roll_marker,
    turn_up,
)

HAND, MORE, MULLIGAN = 5, 6, 4
"""How many cards a hand is filled up to, as a rule, with Logistical Supremacy, and after a mulligan."""

OWN = "own"


@rule("aofr.cards.custom_deck")
def build_decks(battle: Battle, brought: Mapping[int, str]) -> Script[None]:
    """Each player puts a deck of 18 different cards together: one that was brought, a ready one, or one of its own.
    Nobody sees what the other takes, nor whether it is a ready one (AOFR-R905): both are asked twice."""
    decks = {seat: deck_from(text) for seat, text in brought.items()}
    seats = [seat for seat in battle.sides if seat not in decks]
    options = [
        Option(slug, deck.name, text=f"{deck.text} {', '.join(card.name for card in named(deck.cards))}.")
        for slug, deck in ready_decks().items()
    ]
    options.append(Option(OWN, "A deck of your own", text=f"Pick {OWN_DECK} of the {len(cards())} cards."))
    row = "aofr.cards.custom_deck"
    said = yield from asking.both(
        [asking.choice(seat, asking.DECK, "Which deck do you play?", options, row) for seat in seats]
    )
    asks = [_pick_deck(seat) if said[seat] == [OWN] else _confirm_deck(seat, said[seat][0]) for seat in seats]
    picked = yield from asking.both(asks)
    for seat, keys in picked.items():
        decks[seat] = in_order(asking.numbers(keys)) if said[seat] == [OWN] else ready_decks()[keys[0]].cards
    optional.keep(battle, SLUG, Cards(piles=tuple(Pile(deck=decks[seat]) for seat in sorted(decks))))
    for seat in sorted(decks):
        yield events.DeckBuilt(seat, len(decks[seat]))


@rule("aofr.cards.custom_deck")
def _pick_deck(seat: int) -> Ask:
    options = [asking.card_option(number) for number in cards()]
    text = f"Which {OWN_DECK} cards are in your deck?"
    return asking.picks(seat, asking.CARDS_OF_DECK, text, options, "aofr.cards.custom_deck", OWN_DECK, OWN_DECK)


@rule("aofr.cards.custom_deck")
def _confirm_deck(seat: int, slug: str) -> Ask:
    """Ask for a ready deck once more, while the other player may be picking the cards of its own."""
    deck = ready_decks()[slug]
    option = Option(slug, f"Play {deck.name}", text=f"{', '.join(card.name for card in named(deck.cards))}.")
    return asking.choice(
        seat, asking.CARDS_OF_DECK, "These cards are in your deck.", [option], "aofr.cards.custom_deck"
    )


@rule("aofr.cards.custom_draw", "aofr.cards.44_shifting_strategy")
def fill_hand(battle: Battle, owner: int, most: int) -> Script[None]:
    """Draw until there are so many cards in hand. The marker of Shifting Strategy is rolled for whether it is drawn or
    not, so that nobody learns from that die what is in the hand (AOFR-R911)."""
    need = min(most - len(kept(battle).piles[owner].hand), len(kept(battle).piles[owner].deck))
    if need <= 0:
        return
    marker = yield from roll_marker(battle, seat=owner, secret=True)
    for _ in range(need):
        number = yield from draw(battle, owner, seat=owner, secret=True)
        change(battle, owner, hand=(*kept(battle).piles[owner].hand, number))
        if number == SHIFTING:
            change(battle, owner, shifting=marker)
    yield events.CardsDrawn(owner, need)


@rule("aofr.cards.custom_mulligan")
def mulligans(battle: Battle) -> Script[None]:
    """Whoever wants to shuffles its first hand back and draws four cards, once (AOFR-R678)."""
    text = "Do you shuffle this hand back into the deck?"
    yes = Option("yes", f"Shuffle it back and draw {MULLIGAN} cards")
    asks = [
        asking.choice(
            owner, asking.MULLIGAN, text, [yes], "aofr.cards.custom_mulligan", note=_hand(battle, owner), none="Keep it"
        )
        for owner in owners(battle)
    ]
    said = yield from asking.both(asks)
    for owner, keys in said.items():
        if not keys:
            continue
        back_into_deck(battle, owner, kept(battle).piles[owner].hand)
        change(battle, owner, hand=())
        yield events.HandShuffledBack(owner)
        yield from fill_hand(battle, owner, MULLIGAN)


def _hand(battle: Battle, owner: int) -> str:
    return f"Your hand: {', '.join(cards()[number].name for number in kept(battle).piles[owner].hand)}."


@rule("aofr.cards.custom_draw", "aofr.cards.custom_hidden")
def lay_out(battle: Battle) -> Script[None]:
    """Both lay cards from the hand on the table until three lie there (AOFR-R905). Before that a card that lies face
    down may be turned up, so that another one may be laid so (AOFR-R906)."""
    short = [owner for owner in owners(battle) if len(kept(battle).piles[owner].table) < OPEN]
    yield from _turn_up(battle, short)
    laid: dict[int, list[int]] = {}
    asks: list[Ask] = []
    for owner in short:
        pile = kept(battle).piles[owner]
        need = OPEN - len(pile.table)
        if len(pile.hand) <= need:
            laid[owner] = list(pile.hand)
        else:
            text = f"Which {need} cards do you lay on the table?" if need > 1 else "Which card do you lay on the table?"
            options = [asking.on_table(battle, owner, number) for number in pile.hand]
            asks.append(asking.picks(owner, asking.LAY, text, options, "aofr.cards.custom_draw", need, need))
    said = yield from asking.both(asks)
    laid.update({owner: asking.numbers(keys) for owner, keys in said.items()})
    for owner, numbers in laid.items():
        pile = kept(battle).piles[owner]
        hand = tuple(number for number in pile.hand if number not in numbers)
        change(battle, owner, hand=hand, table=(*pile.table, *numbers))
    yield from lay_down({owner: laid[owner] for owner in sorted(laid)}, battle)


@rule("aofr.cards.custom_hidden")
def _turn_up(battle: Battle, seats: list[int]) -> Script[None]:
    """Whoever has a card face down may turn it up."""
    row = "aofr.cards.custom_hidden"
    asks = []
    for owner in seats:
        down = kept(battle).piles[owner].down
        if down:
            options = [asking.card_option(number) for number in down]
            text = "Do you turn a face-down card up?"
            asks.append(asking.choice(owner, asking.TURN_UP, text, options, row, none="Leave it face down"))
    said = yield from asking.both(asks)
    for owner, keys in said.items():
        yield from turn_up(battle, owner, asking.numbers(keys))


@rule("aofr.cards.custom_hidden")
def lay_down(laid: Mapping[int, list[int]], battle: Battle) -> Script[None]:
    """One of the cards that were laid may lie face down if none does yet; the others are shown (AOFR-R521)."""
    text = "Do you lay one of these cards face down?"
    asks = [
        asking.choice(
            owner,
            asking.FACE_DOWN,
            text,
            [asking.on_table(battle, owner, number) for number in numbers],
            "aofr.cards.custom_hidden",
            none="All face up",
        )
        for owner, numbers in laid.items()
        if numbers and not kept(battle).piles[owner].down
    ]
    said = yield from asking.both(asks)
    for owner, numbers in laid.items():
        down = asking.numbers(said.get(owner, []))
        change(battle, owner, down=(*kept(battle).piles[owner].down, *down))
        for number in numbers:
            if number not in down:
                yield events.CardShown(owner, cards()[number].name, cards()[number].told)
        if down:
            yield events.LaidFaceDown(owner, len(down))
