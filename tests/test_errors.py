"""Errors are sentences."""

from __future__ import annotations

import pickle

import pytest

from warhost.errors import WarhostError


@pytest.mark.parametrize(
    ("message", "rule", "sentence"),
    [
        ("A wheel turns at most 90 degrees.", "eow.move.wheel", "A wheel turns at most 90 degrees (eow.move.wheel)."),
        ("No more than 90", "eow.move.wheel", "No more than 90 (eow.move.wheel)"),
        ("There is no such unit.", None, "There is no such unit."),
    ],
)
def test_an_error_ends_with_the_rule_behind_it(message: str, rule: str | None, sentence: str) -> None:
    assert str(WarhostError(message, rule)) == sentence


def test_an_error_survives_the_way_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(WarhostError("No.", "eow.move.wheel")))
    assert (error.message, error.rule, str(error)) == ("No.", "eow.move.wheel", "No (eow.move.wheel).")
