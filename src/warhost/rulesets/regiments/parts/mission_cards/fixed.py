"""Games with the fixed deck of 36 cards (Mission Cards: Battle of Wits, Total Domination)."""

from __future__ import annotations

import msgspec

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, optional
from warhost.rulesets.regiments.parts.mission_cards import events
from warhost.rulesets.regiments.parts.mission_cards.cards import cards
from warhost.rulesets.regiments.parts.mission_cards.piles import SLUG, Cards, Pile, change, draw, kept, owners

OPEN = 3
"""So many cards lie on the table."""


@rule("aofr.cards.wits_deck", "aofr.cards.domination_deck")
def begin(battle: Battle, game: str) -> None:
    """Battle of Wits: a deck of all cards for each player. Total Domination: one that both share."""
    piles = 1 if game == "total_domination" else 2
    optional.keep(battle, SLUG, Cards(piles=(Pile(deck=tuple(cards())),) * piles))


@rule("aofr.cards.wits_draw", "aofr.cards.domination_draw")
def fill(battle: Battle, *, rolled: bool) -> Script[None]:
    """Cards are drawn until three lie face up: for each player, or for both."""
    shared = len(owners(battle)) == 1
    for owner in owners(battle):
        while len(kept(battle).piles[owner].table) < OPEN:
            number = yield from draw(battle, owner, seat=None if shared else owner, rolled=rolled)
            if not number:
                break
            change(battle, owner, table=(*kept(battle).piles[owner].table, number))
            card = cards()[number]
            yield events.CardDealt(card.name, card.told) if shared else events.CardShown(owner, card.name, card.told)


def note_start(battle: Battle) -> None:
    """Remember who controls which marker when a round begins, and forget the cards that were named in the last one."""
    starts = tuple(None if marker.gone else marker.owner for marker in battle.markers)
    optional.keep(battle, SLUG, msgspec.structs.replace(kept(battle), starts=starts))
    for owner in owners(battle):
        change(battle, owner, challenge=0, paragon=0)
