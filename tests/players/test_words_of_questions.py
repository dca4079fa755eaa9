"""Computer players answer by the fields of a question: other words, another language or none make no difference."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.essence_of_war.harness import draw
from tests.regiments.harness import acts, regiment, written
from tests.regiments.harness import draw as draw_regiments
from tests.regiments.wizards import cast, duel
from warhost.dice import Chance
from warhost.play import Ask, Battle, Choose, Chosen, Ruleset, Setup
from warhost.players import Decision, Player, play_out, start
from warhost.players.captain import Captain
from warhost.players.solo import Solo
from warhost.rulesets import ruleset
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.regiments.ruleset import RULESET as REGIMENTS


def without_words(ask: Ask) -> Ask:
    """The same question without a word that is meant for people."""
    question = replace(ask.question, text="", note="")
    if isinstance(question, Choose):
        question = replace(question, options=tuple(replace(o, label="", text="") for o in question.options))
    preview = (lambda answer: ask.previewed(answer) or ()) if ask.previews else None
    return Ask(question, ask.check, ask.suggestions, ask.sample, ask.weighed, ask.risked, preview, spent=ask.spent)


class Wordless:
    """A player who cannot read."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        return self.player.decide(without_words(ask), view, ruleset)

    def close(self) -> None:
        self.player.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "setup"),
    [
        (Captain, Setup(ruleset="eow", armies=("Beast Herds", "Sylvan Elves"), map="3")),
        pytest.param(
            Captain,
            Setup(ruleset="aofr", armies=("Burrowfolk Swarm", "Unburied Host"), map="open"),
            marks=pytest.mark.slow,
        ),
        (Solo, Setup(ruleset="aofr", armies=("Burrowfolk Swarm", "Unburied Host"), map="open")),
    ],
)
def test_a_battle_is_the_same_without_words(player: type[Captain] | type[Solo], setup: Setup) -> None:
    hashes = set()
    for reads in (True, False):
        game = start(ruleset(setup.ruleset), setup, "words")
        players: list[Player] = [player(Chance(seat)) for seat in (0, 1)]
        play_out(game, players if reads else [Wordless(one) for one in players])
        hashes.add(game.hash())
    assert len(hashes) == 1


def test_the_question_names_the_casting_that_dice_are_for_and_that_may_be_dispelled() -> None:
    line = "Soothsayer at 18,10 | Mongrel Herd at 18,20 | 1 Dryads at 18,24 face 180"
    play = draw(line).fight("Mongrel Herd", "Dryads").play([(6, 6)], phase="magic", stage="cast", pools=(5, 3), turn=2)
    key = next(key for key in play.keys if key.startswith("0:Healing Waters") and key.endswith(">1"))
    play.choose(key)
    asked = []
    for answer in ("2", "no"):
        question = play.game.asked.question
        asked.append((question.topic, question.about))
        told, silent = (
            Captain(Chance(0)).decide(ask, play.battle, RULESET)
            for ask in (play.game.asked, without_words(play.game.asked))
        )
        assert silent.answer == told.answer
        assert [reason.score for reason in silent.reasons] == [reason.score for reason in told.reasons]
        play.choose(answer)
    assert asked == [("casting dice", key), ("dispel", key)]


def test_an_army_without_a_player_knows_the_moment_of_casting_by_its_name() -> None:
    play = cast(duel().having(acting=0))
    assert play.game.asked.question.about == "before the move"
    decision = Solo(Chance(0)).decide(without_words(play.game.asked), play.battle, REGIMENTS)
    assert decision.answer == Chosen("pass")
    assert "it moves first" in decision.sentence


def test_the_captain_knows_by_its_name_what_a_rule_lets_a_unit_do() -> None:
    text = 'Once per activation, before attacking, pick one enemy unit within 18", which takes 6 hits.'
    chief = regiment(1, weapons=[], rules=[written(text)])
    table = draw_regiments("0 Chief at 24,10 | 1 Foe at 30,18 face 180", Chief=chief, Foe=regiment(4, weapons=[]))
    play = acts(table, "Chief")
    assert play.topic == "ability"
    decision = Captain(Chance(0)).decide(without_words(play.game.asked), play.battle, REGIMENTS)
    assert decision.answer == Chosen(">1")
    assert "what it promises" in {reason.label for reason in decision.reasons}
