"""Twin battles that differ in one player's secret alone: the opponent sees the same until it is revealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.regiments.harness import Play
from tests.regiments.missions import set_up
from tests.regiments.parts.happenings import OURS, event, table
from tests.regiments.parts.mission_cards import asked, begun, dealt, lay, pile, prepared
from tests.regiments.parts.side_missions import in_a_dash, owned
from tests.regiments.parts.side_missions import lay as lay_side
from tests.regiments.parts.test_army_terrain import rolled
from warhost.play.questions import Chosen
from warhost.rulesets.regiments.core import Settings
from warhost.rulesets.regiments.parts.mission_cards.cards import ready_decks
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.server import messages
from warhost.server.shown.battle_log import Chronicle
from warhost.server.shown.picture import picture_of

HOLDER, OPPONENT = 0, 1
"""The seat that has the secret, and the one that must not learn it."""


def learned(play: Play, seat: int | None) -> list[object]:
    """Everything that a seat or a spectator can learn: the table, the log, the own question, and who is asked."""
    chronicle = Chronicle(play.battle)
    for fact in play.game.events:
        chronicle.hear(fact)
    own = [ask.question for ask in play.game.pending if ask.question.seat == seat]
    picture = picture_of(RULESET, RULESET.view(play.battle, seat))
    waiting = [ask.question.seat for ask in play.game.pending]
    return [messages.encode(picture), chronicle.seen_by(seat), own, waiting, play.game.number]


Answering = Callable[[Play], object]


def alike(one: Play, other: Play, *answers: tuple[Answering, Answering]) -> None:
    """The opponent and a spectator see the same now and after each of these answers, the holder does not."""
    told = []
    for both in (None, *answers):
        for play, answer in zip((one, other), both or (), strict=False):
            answer(play)
        for seat in (OPPONENT, None):
            assert learned(one, seat) == learned(other, seat)
        told.append(learned(one, HOLDER) != learned(other, HOLDER))
    assert any(told), "The twins have no secret to tell them apart."


def scoring(table: Sequence[int], down: Sequence[int], hand: Sequence[int]) -> Play:
    """A round ends in which the holder has seized the markers 1 and 2."""
    foe = pile([21, 22, 23], [24, 25, 26, 31, 32])
    own = pile(table, hand, down=down)
    laid = dealt(lay(game="coordinated_recovery", owners=(HOLDER, HOLDER)), own, foe)
    return laid.play(stage="end of round", turn=2)


def card(number: int | str) -> Answering:
    return lambda play: asked(play, a=[number])


PASS = card("none")


@pytest.mark.rule("aofr.cards.custom_hidden", "aofr.cards.custom_score")
def test_whether_a_face_down_card_ties_with_one_that_is_face_up_is_not_told() -> None:
    ties, other = scoring([11, 12, 31], [12], [13, 14]), scoring([11, 13, 31], [13], [12, 14])
    assert (ties.topic, ties.keys, other.keys) == ("score card", ["11", "12"], ["11"])
    alike(ties, other, (card(11), card(11)), (PASS, PASS))


@pytest.mark.rule("aofr.cards.custom_hidden", "aofr.cards.custom_score")
def test_whether_a_face_down_card_is_completed_is_told_when_it_is_scored() -> None:
    done, other = scoring([31, 12, 32], [12], [13, 14]), scoring([31, 13, 32], [13], [12, 14])
    assert (done.keys, other.keys) == (["12"], ["none"])
    alike(done, other)
    card(12)(done)
    PASS(other)
    assert (done.battle.points, other.battle.points) == ((1.0, 0.0), (0.0, 0.0))


@pytest.mark.rule("aofr.cards.custom_score")
def test_who_has_all_cards_face_up_is_asked_only_between_equals() -> None:
    assert scoring([11, 13, 31], [], [12, 14]).topic == "discard card"
    assert scoring([11, 12, 31], [], [13, 14]).topic == "score card"


@pytest.mark.rule("aofr.cards.custom_deck")
def test_whether_a_deck_is_a_ready_one_is_not_told() -> None:
    ready, own = (prepared("planned_gambit", [1] * 14) for _ in range(2))
    cards = ready_decks()["conquest"].cards
    alike(
        ready,
        own,
        (lambda play: asked(play, b=["sorcery"]), lambda play: asked(play, b=["sorcery"])),
        (card("conquest"), card("own")),
        (card("conquest"), lambda play: asked(play, a=cards)),
        (lambda play: asked(play, b=["sorcery"]), lambda play: asked(play, b=["sorcery"])),
    )


def round_of(game: str, hidden: int) -> Play:
    """A round begins with that card of the holder's face down, and another one in its hand."""
    other = {13: 14, 14: 13}[hidden]
    own = pile([11, 12, hidden], [other, 15, 16, 21, 22], down=[hidden])
    return begun(game, own, pile([31, 32, 33], [34, 35, 36, 25, 26]))


@pytest.mark.rule("aofr.cards.custom_hidden", "aofr.cards.direct_challenge")
def test_a_challenged_face_down_card_stays_unknown() -> None:
    answers = lambda play: asked(play, a=[0], b=[2])  # noqa: E731
    alike(round_of("direct_challenge", 13), round_of("direct_challenge", 14), (answers, answers))


@pytest.mark.rule("aofr.cards.custom_hidden", "aofr.cards.tactical_paragons")
def test_a_face_down_paragon_stays_unknown() -> None:
    one, other = round_of("tactical_paragons", 13), round_of("tactical_paragons", 14)
    alike(one, other, (lambda play: asked(play, a=[13], b=[]), lambda play: asked(play, a=[14], b=[])))


@pytest.mark.rule("aofr.cards.custom_hidden", "aofr.cards.planned_gambit")
def test_a_face_down_card_that_is_sent_back_stays_unknown() -> None:
    def sent_back(play: Play) -> None:
        play.choose("none").choose("2").choose("15").choose("none")

    alike(round_of("planned_gambit", 13), round_of("planned_gambit", 14), (sent_back, sent_back))


@pytest.mark.rule("aofr.side.hidden")
@pytest.mark.parametrize("method", ["free", "limited"])
def test_a_secret_side_mission_is_told_to_nobody_else(method: str) -> None:
    def picking() -> Play:
        table = lay_side(settings=Settings(parts=(f"side_missions:hidden+{method}",))).having(markers=owned(None, None))
        return table.play(dice=[1] * 6 if method == "limited" else [], stage="set aside", turn=0)

    def picked(slug: str, seat: int) -> Answering:
        return lambda play: play.game.answer(Chosen(slug), seat)

    both = picked("mislead", OPPONENT)
    alike(picking(), picking(), (picked("rule", HOLDER), picked("fortify", HOLDER)), (both, both))


@pytest.mark.rule("aofr.dash.hidden")
def test_a_secret_side_mission_of_a_dash_is_told_to_nobody_else() -> None:
    def rolling(face: int) -> Play:
        table = in_a_dash(lay_side(settings=Settings(parts=("mad_dash:hidden",))), "hidden")
        return table.play(dice=[1, face, 1, 4], stage="start of round", turn=1)

    alike(rolling(1), rolling(2))


# Terrain and markers


@pytest.mark.rule("aofr.army_terrain.secret_pick")
def test_the_army_terrain_that_a_side_keeps_is_told_to_nobody_else() -> None:
    one, other = rolled(6, 1, 5, 2), rolled(6, 1, 5, 2)
    keys = one.keys
    kept: Answering = lambda play: play.game.answer(Chosen("enchanted_shrine"), OPPONENT)  # noqa: E731
    alike(
        one,
        other,
        (
            lambda play: play.game.answer(Chosen(keys[0]), HOLDER),
            lambda play: play.game.answer(Chosen(keys[1]), HOLDER),
        ),
        (kept, kept),
    )


@pytest.mark.rule("aofr.event.43_rigged_to_blow")
@pytest.mark.parametrize("other", ["1", "none"])
def test_which_piece_is_rigged_is_told_to_nobody_else(other: str) -> None:
    line = "72x48 signpost 18,18 12x4 signpost 50,18 12x4 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"

    def rigged() -> Play:
        return event(43, table(line), {"Rigged": OURS})

    alike(rigged(), rigged(), (lambda play: play.choose("0"), lambda play: play.choose(other)))


@pytest.mark.rule("aofr.mission.smash_grab.markers")
def test_which_markers_are_relic_and_trap_is_told_to_nobody_else() -> None:
    """The first seat defends, and marks them in another order."""
    defends = ("defender", "attacker")

    def marking() -> Play:
        play = set_up("smash_grab", [3, 1, 2], roles=defends)
        while play.topic == "marker":
            play.decline()
        return play

    alike(
        marking(),
        marking(),
        (lambda play: play.choose("0"), lambda play: play.choose("2")),
        (lambda play: play.choose("1"), lambda play: play.choose("0")),
    )
