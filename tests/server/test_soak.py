"""A server that runs for long: its memory stays level and its answers stay quick (see `benchmarks/soak.py`)."""

from __future__ import annotations

import os

import pytest

from benchmarks.soak import WARM, soaked

MINUTES = float(os.environ.get("WARHOST_SOAK_MINUTES", "1.5"))


@pytest.mark.slow
def test_memory_stays_level_and_answers_stay_quick() -> None:
    soak = soaked(MINUTES)
    assert soak.exceeded() == []
    assert soak.battles > WARM
    assert soak.warm
