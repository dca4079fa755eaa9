"""The registry of named rules, as a rulebook of three paragraphs uses it."""

from __future__ import annotations

import pytest

from examples.tiny_race import RULES, RULESET, Race, RunnerRule, race
from warhost.play import Chosen, Game, Manoeuvre, Moved, copied
from warhost.play.rules.rulebase import NUMBER, Brackets, NamedRule, Rulebase, Speakers, moments, moments_of, parted
from warhost.rulebook import find
from warhost.rulesets.essence_of_war.core.moments import MODEL_RULES
from warhost.rulesets.regiments.core import RULES as SPECIAL_RULES
from warhost.table import Forward


class Singing(NamedRule):
    """The rules of a choir."""

    loud: bool = False

    def on_note(self, pitch: int) -> int:
        return pitch


CHOIR = Rulebase(Singing, form="{} ({})")


@CHOIR.rule("Higher", "choir.higher", "choir.higher.limit")
class Higher(Singing):
    brackets = NUMBER

    def on_note(self, pitch: int) -> int:
        return pitch + int(self.said)


@CHOIR.rule("Loud", "choir.loud")
class Loud(Singing):
    loud = True


@CHOIR.rule("In Turn", "choir.in_turn")
class InTurn(Singing):
    brackets = Brackets(r"\w+ then \w+", "alto then bass")


def test_a_rule_knows_its_name_and_its_rows() -> None:
    assert (Higher.name, Higher.id, Higher.ids) == ("Higher", "choir.higher", ("choir.higher", "choir.higher.limit"))


def test_the_moments_of_a_rule_are_what_it_overrides() -> None:
    assert moments(Higher) == {"loud", "on_note"}
    assert [moments_of(rule) for rule in (Higher, Loud, InTurn)] == [{"on_note"}, {"loud"}, set()]


def test_who_speaks_at_a_moment_is_found_in_the_order_of_the_rules() -> None:
    present = CHOIR.spoken(("Loud", "Higher (2)", "Humming", "Higher (3)"))
    assert [rule.name for rule in present] == ["Loud", "Higher", "Higher"]
    assert [rule.on_note(1) for rule in present.at("on_note")] == [3, 4]
    assert present.at("loud") == (present[0],)
    assert present.at("on_note") is present.at("on_note")


def test_a_moment_that_the_rulebook_does_not_have_is_a_mistake() -> None:
    with pytest.raises(ValueError, match=r'never asked for "on_nota"\. Did you mean "on_note"'):
        CHOIR.spoken(("Loud",)).at("on_nota")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Higher (2)", ""),
        ("Loud", ""),
        ("In Turn (bass then alto)", ""),
        ("Hihger (2)", 'rule "Hihger" is unknown. Did you mean "Higher"?'),
        ("Higher", 'rule "Higher" cannot be read: write it like "Higher (1)".'),
        ("Higher (much)", 'rule "Higher (much)" cannot be read: write it like "Higher (1)".'),
        ("Higher (2", 'rule "Higher (2" cannot be read: write it like "Higher (1)".'),
        ("Loud (2)", 'rule "Loud (2)" cannot be read: Loud has nothing in brackets.'),
        ("In Turn (bass)", 'rule "In Turn (bass)" cannot be read: write it like "In Turn (alto then bass)".'),
    ],
)
def test_a_file_that_names_a_rule_wrongly_is_told_how(text: str, says: str) -> None:
    assert CHOIR.problem(text) == says


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Tough(3)", ("Tough", "3")),
        ("Impact (1 Hit, Str 4)", ("Impact", "1 Hit, Str 4")),
        ("Fast", ("Fast", "")),
        ("Fast (", ("Fast", "(")),
    ],
)
def test_a_text_is_parted_into_name_and_brackets(text: str, parts: tuple[str, str]) -> None:
    assert parted(text) == parts


def test_a_name_is_given_once_and_to_rules_of_the_book_alone() -> None:
    with pytest.raises(ValueError, match="two rules of the name Loud"):
        CHOIR.rule("Loud", "choir.loud")(Loud)
    with pytest.raises(TypeError, match="must be a Singing"):
        CHOIR.rule("Swift", "choir.swift")(RULES["Swift"])


def test_items_that_say_more_than_the_rule_are_sorted_by_their_rule() -> None:
    class Shared(Speakers[tuple[Singing, int]]):
        @staticmethod
        def rule_of(one: tuple[Singing, int]) -> NamedRule:
            return one[0]

    shared = Shared([(Loud(), 3), (Higher("1"), 5)])
    assert [count for _, count in shared.at("on_note")] == [5]


def test_the_tiny_race_uses_the_registry_as_it_is() -> None:
    battle = race("Hares", "Tortoises")
    battle.units[0].rules = ("Swift(3)",)
    battle.units[1].rules = ("Sleepy",)
    assert [run_of(battle, bids) for bids in ((4, 0), (0, 4))] == [8.0, 4.0]
    assert RULES.names == ("Sleepy", "Swift")
    assert moments(RunnerRule) == {"on_run"}


def run_of(battle: Race, bids: tuple[int, int]) -> float:
    """How far the highest bidder may run."""
    game = Game(RULESET, copied(battle))
    for bid in bids:
        game.answer(Chosen(str(bid)))
    question = game.asked.question
    assert isinstance(question, Manoeuvre)
    (kind,) = question.kinds
    game.answer(Moved("run", (Forward(kind.forward),)))
    return kind.forward


@pytest.mark.parametrize(("slug", "book"), [("eow", MODEL_RULES), ("aofr", SPECIAL_RULES)])
def test_the_rules_of_a_book_say_their_rows_and_speak(slug: str, book: Rulebase[NamedRule]) -> None:
    assert len(book) > 20
    for name in book:
        assert (book[name].name, book[name].id.partition(".")[0]) == (name, slug)
        assert all(find(row) for row in book[name].ids)
    # What heroes do is told where it happens: in lists, in deployment, in morale. Parent & Support is only a keyword.
    silent = {"aofr": ["Hero"], "eow": ["Parent & Support"]}
    # What optional parts give to models may be for them alone to know, such as an item.
    core = [name for name in book if ".parts." not in book[name].__module__]
    assert [name for name in core if not moments_of(book[name])] == silent.get(slug, [])
