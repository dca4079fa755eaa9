"""What is said to mend a list mends it."""

from __future__ import annotations

import pytest

from tests.muster.village import VILLAGE
from warhost.muster import Draft, Mend, Pick


def village(*picks: Pick, points: int = 0) -> Draft:
    return Draft(name="Feud", faction="Valley Folk", points=points, picks=picks)


def mends(draft: Draft, rule: str | None) -> tuple[Mend, ...]:
    return next(found for problem, found in VILLAGE.mends(draft) if problem.rule == rule)


SPEARS, ELDER, OGRE = Pick(unit="Spearmen"), Pick(unit="Elder"), Pick(unit="Ogre")


@pytest.mark.parametrize(
    ("draft", "rule", "first"),
    [
        (
            village(Pick(unit="Spearmen", size="Horde"), Pick(unit="Spearmen", options=("Shields",)), points=210),
            "village.army.points",
            "Remove Shields from Spearmen (unit 2)",
        ),
        (village(Pick(unit="Militia", models=14), SPEARS, points=100), "village.army.points", "Reduce Militia to 12"),
        (village(ELDER, SPEARS, points=1000), "village.army.core", "Add Spearmen (Horde)"),
        (village(OGRE, Pick(unit="Spearmen", size="Troop")), "village.army.unlock", "Change Spearmen to Horde"),
        (village(Pick(unit="Spearman")), None, "Remove Spearman"),
        (village(Pick(unit="Spearmen", options=("Halberds",))), None, "Remove Halberds from Spearmen"),
        (village(Pick(unit="Spearmen", options=("Bows", "Pikes"))), None, "Remove Bows from Spearmen"),
    ],
)
def test_the_smallest_change_that_mends_a_problem_is_told_first(draft: Draft, rule: str | None, first: str) -> None:
    texts = [mend.text for mend in mends(draft, rule)]
    assert any(text.startswith(first) for text in texts), texts


def test_a_change_that_brings_another_problem_mends_nothing() -> None:
    # Without its spearmen the list would lack core units.
    draft = village(Pick(unit="Spearmen", size="Horde"), OGRE, OGRE, points=280)
    for problem, found in VILLAGE.mends(draft):
        for mend in found:
            after = VILLAGE.tally(mend.draft).problems
            assert problem.message not in [one.message for one in after]
            assert {one.rule for one in after} <= {one.rule for one in VILLAGE.tally(draft).problems}


def test_where_nothing_mends_a_problem_at_once_what_helps_is_told() -> None:
    draft = village(*[Pick(unit="Spearmen", size="Horde")] * 5, points=100)
    found = mends(draft, "village.army.points")
    assert found
    assert all(mend.helps for mend in found)


def test_a_sound_list_needs_no_mending() -> None:
    assert VILLAGE.mends(village(SPEARS, ELDER)) == []


def test_braces_in_names_do_no_harm() -> None:
    draft = village(Pick(unit="{0}", options=("{x}",), joined=(Pick(unit="{}", options=("{y}",)),)))
    assert any(mend.text == "Remove {0}" for mend in mends(draft, None))


def test_units_that_no_book_has_are_not_drawn_and_the_rest_is() -> None:
    cards = VILLAGE.pick_cards(village(SPEARS, Pick(unit="Spearman"), ELDER))
    assert {number: [card.name for card in found] for number, found in cards.items()} == {1: ["Spearmen"], 3: ["Elder"]}


def test_another_size_of_the_game_is_told_only_where_nothing_else_helps() -> None:
    over = village(Pick(unit="Spearmen", size="Horde"), Pick(unit="Spearmen", options=("Shields",)), ELDER, points=250)
    assert not any("Play for" in mend.text for mend in mends(over, "village.army.points"))
    # The only hero is dear, and the list needs one.
    few = village(SPEARS, ELDER, points=150)
    assert [(mend.text, mend.helps) for mend in mends(few, "village.army.heroes")] == [("Play for 200 points", True)]
