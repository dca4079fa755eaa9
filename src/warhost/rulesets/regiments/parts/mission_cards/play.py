"""Mission cards: games in which cards say each round what gives victory points (Mission Cards: General Rules)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.play.battle import Outcome
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.play.script import Script
from warhost.play.shown.cards import Figure
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers
from warhost.rulesets.regiments.chapters.missions import Figures, Mission, held, last_round
from warhost.rulesets.regiments.chapters.missions.mission import outcome
from warhost.rulesets.regiments.core import Battle, Choice, Settings, Unit, optional
from warhost.rulesets.regiments.parts.mission_cards import advice, custom, events, fixed, scoring, twists
from warhost.rulesets.regiments.parts.mission_cards.cards import OWN_DECK, SHIFTING, UNKNOWN, cards, deck_from, games
from warhost.rulesets.regiments.parts.mission_cards.conditions import worth
from warhost.rulesets.regiments.parts.mission_cards.piles import SLUG, Pile, as_seen, kept, named, owners, pile_of
from warhost.rulesets.regiments.parts.shared.deeds import Remembering

MARKERS, ROUNDS = 6, 4
FINAL, MULLIGANS, ROLLED = "final_objectives", "mulligans", "rolled_cards"


class _Mission(Mission):
    """Six markers, four rounds, and most victory points win."""

    def __init__(self, name: str) -> None:
        super().__init__(Figures(slug=SLUG, name=name, type="progressive", die=0, rounds=ROUNDS, markers=str(MARKERS)))

    @rule("aofr.cards.objectives")
    def set_markers(self, battle: Battle) -> Script[None]:
        """Players take turns to place six markers by the common rules; they are numbered as they are placed
        (AOFR-R668)."""
        yield from markers.place_in_turn(battle, MARKERS)

    @rule("aofr.cards.victory")
    def judge(self, battle: Battle) -> Outcome:
        """Most victory points win."""
        one, other = battle.points
        if battle.stage != "reckon" and battle.turn and kept(battle).piles:
            more = scoring.still_to_score(battle)
            one, other = one + more[0], other + more[1]
        return outcome(battle, (one, other), f"{max(one, other):g} to {min(one, other):g} victory points")


@optional.part(SLUG, "Mission cards", "aofr.cards.game_types", "aofr.cards.victory")
class MissionCards(Remembering):
    """The part. Which game is played is one of its choices; the last three may be added."""

    text = (
        "Cards with changing objectives take the place of the mission: seize marker 3, destroy a unit in melee, win "
        "the centre. Players score one completed card each round, and most victory points win."
    )
    choices = (
        *(Choice(slug, game.name, game.text, game.rule) for slug, game in games().items()),
        Choice(
            FINAL, "Final objectives", "Each marker gives 1 victory point at the end.", "aofr.cards.final_objectives"
        ),
        Choice(
            MULLIGANS,
            "Mulligans",
            "With custom decks: a first hand may be shuffled back for one of four cards.",
            "aofr.cards.custom_mulligan",
        ),
        Choice(
            ROLLED,
            "Roll and play",
            "With the fixed deck: cards are rolled with two dice instead of drawn.",
            "aofr.cards.roll_and_play",
        ),
    )
    several = True
    usual = ("battle_of_wits",)
    apart = (tuple(games()),)
    takes = frozenset({"victory", "markers"})
    two_sides = "it compares the victory points of two players"
    advises: ClassVar[frozenset[str]] = advice.TOPICS

    @property
    def game(self) -> str:
        """The game that is played."""
        return next((slug for slug in games() if self.has(slug)), self.usual[0])

    @property
    def is_custom(self) -> bool:
        return games()[self.game].custom

    @rule("aofr.cards.roll_and_play", "aofr.cards.custom_deck")
    def problem(self, settings: Settings) -> str:
        """One game at a time, in the place of the mission; cards are rolled with fixed decks alone, decks are brought
        to games with decks of one's own."""
        several = [game.name for slug, game in games().items() if self.has(slug)]
        name = games()[self.game].name
        if len(several) > 1:
            return f"One game is played with mission cards, not {listed(several)}."
        if settings.mission != Settings().mission:
            return "Mission cards take the place of the mission: leave out the option mission."
        if self.has(ROLLED) and self.is_custom:
            return f"{name} is played with custom decks, from which cards are drawn: they cannot be rolled."
        if self.has(MULLIGANS) and not self.is_custom:
            return f"{name} is played with the fixed deck: there is no hand for a mulligan."
        return self._deck_problem(settings)

    def _deck_problem(self, settings: Settings) -> str:
        told = optional.brought(settings, SLUG)
        if told and not self.is_custom:
            return f"{games()[self.game].name} is played with the fixed deck: no deck can be brought."
        for seat, text in told.items():
            try:
                deck_from(text)
            except ValueError as error:
                return f"The deck of seat {seat}: {error}"
        return ""

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return _Mission(games()[self.game].name)

    @rule("aofr.cards.custom_deck")
    def before_battle(self, battle: Battle) -> Script[None]:
        """Decks are made ready after deployment."""
        if self.is_custom:
            yield from custom.build_decks(battle, optional.brought(battle.scene.settings, SLUG))
        else:
            fixed.begin(battle, self.game)

    @rule("aofr.cards.custom_draw", "aofr.cards.custom_mulligan")
    def round_begun(self, battle: Battle) -> Script[None]:
        """Cards are drawn and laid out (AOFR-R511), then comes what the game has besides."""
        fixed.note_start(battle)
        if not self.is_custom:
            yield from fixed.fill(battle, rolled=self.has(ROLLED))
            return
        for owner in owners(battle):
            most = yield from twists.cards_in_hand(battle, owner, self.game)
            yield from custom.fill_hand(battle, owner, most)
        if battle.turn == 1 and self.has(MULLIGANS):
            yield from custom.mulligans(battle)
        yield from custom.lay_out(battle)
        if self.game in twists.ROUND_BEGUN:
            yield from twists.ROUND_BEGUN[self.game](battle)

    @rule("aofr.cards.wits_discard", "aofr.cards.domination_discard", "aofr.cards.custom_discard")
    def at_round_end(self, battle: Battle) -> Script[None]:
        """Cards are scored after markers are seized (AOFR-R512), then discarded, but not after the last round."""
        yield from scoring.score_cards(battle)
        if battle.turn >= last_round(battle):
            return
        if self.game == "total_domination":
            yield from scoring.discard_behind(battle)
        else:
            yield from scoring.discard_each(battle)
        if self.game in twists.ROUND_ENDED:
            yield from twists.ROUND_ENDED[self.game](battle)

    @rule("aofr.cards.final_objectives")
    def at_the_end(self, battle: Battle) -> Script[None]:
        """If agreed on, each marker that is held gives a point at the end (AOFR-R680)."""
        if not self.has(FINAL):
            return
        for seat, count in enumerate(held(battle)):
            if count:
                battle.points = tuple(have + (count if one == seat else 0) for one, have in enumerate(battle.points))
                yield events.FinalObjectives(seat, count)

    # What is shown.

    @rule("aofr.cards.custom_hidden")
    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """Decks and hands of one's own and cards that lie face down are for their owner alone until the end."""
        told = kept(battle)
        if self.is_custom and battle.outcome is None and told.piles:
            side = None if seat is None else battle.side_of(seat)
            piles = tuple(pile if owner == side else as_seen(pile) for owner, pile in enumerate(told.piles))
            optional.keep(battle, SLUG, msgspec.structs.replace(told, piles=piles))
        return battle

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        if not kept(battle).piles:
            return {}
        pile = pile_of(battle, seat)
        shown: dict[str, Figure] = {"Victory points": f"{battle.points[seat]:g}"}
        if pile.table:
            shown["Cards"] = listed([_status(battle, seat, pile, number) for number in pile.table])
        if self.is_custom:
            known = [card.name for card in named(pile.hand)]
            shown["Hand"] = listed(known) if known else len(pile.hand)
        shown["Cards left"] = len(pile.deck)
        if pile.discarded:
            shown["Discarded"] = len(pile.discarded)
        return shown

    def in_force(self, battle: Battle) -> Sequence[str]:
        return tuple(self._told(battle))

    def _told(self, battle: Battle) -> Iterator[str]:
        game = games()[self.game]
        yield f"{game.name}: {game.text}"
        if self.has(FINAL):
            yield "Each marker gives 1 victory point at the end."
        shared = len(owners(battle)) == 1
        for owner in owners(battle):
            pile = kept(battle).piles[owner]
            whose = "for both players" if shared else f"of {battle.scene.seats[owner].name}"
            for card in named(pile.table):
                more = f" It is marker {pile.shifting}." if card.number == SHIFTING and pile.shifting else ""
                yield f"{card.name}, {whose}: {card.told}{more}"

    @rule("aofr.cards.deck", "aofr.cards.custom_deck")
    def problems(self, battle: Battle) -> Sequence[str]:
        """Every card of a pile is in one place."""
        found = []
        for owner, pile in enumerate(kept(battle).piles):
            everywhere = [*pile.deck, *pile.hand, *pile.table, *pile.discarded]
            known = [number for number in everywhere if number != UNKNOWN]
            if len(set(known)) != len(known):
                found.append(f"A card of pile {owner} is in two places.")
            if len(everywhere) != (OWN_DECK if self.is_custom else len(cards())):
                found.append(f"Pile {owner} has {len(everywhere)} cards.")
            if set(pile.down) - set(pile.table):
                found.append(f"A card of pile {owner} lies face down that is not on the table.")
        return found

    # What a computer player is told.

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        return advice.advise(battle, question, option)

    def marker_weight(self, battle: Battle, seat: int, number: int) -> float:
        return advice.marker_weight(battle, seat, number + 1, final=self.has(FINAL))

    def prize(self, battle: Battle, seat: int, unit: Unit) -> float:
        return advice.prize(battle, seat, unit)


def _status(battle: Battle, seat: int, pile: Pile, number: int) -> str:
    """A card on the table by its name, with what there is to know about it."""
    if number == UNKNOWN:
        return "face down"
    words = [
        f"{worth(battle, seat, number)} VP now" if battle.turn and worth(battle, seat, number) else "",
        f"marker {pile.shifting}" if number == SHIFTING and pile.shifting else "",
        "face down" if number in pile.down else "",
        "challenge" if number == pile.challenge else "",
        "paragon" if number == pile.paragon else "",
    ]
    notes = ", ".join(filter(None, words))
    return f"{cards()[number].name} ({notes})" if notes else cards()[number].name
