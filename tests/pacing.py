"""What is tried in every run, and what waits for the long suite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_now(values: Iterable[Any], now: int = 1) -> list[Any]:
    """Parameters of which the first are tried in the fast suite and the others in the long one, for whole battles."""
    return [
        value if number < now else pytest.param(value, marks=pytest.mark.slow) for number, value in enumerate(values)
    ]
