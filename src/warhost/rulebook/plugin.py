"""The pytest plugin of the rulebook: the `rule` mark."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rule or rules of the books that this test shows")
