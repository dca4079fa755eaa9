"""One server for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Table, serving


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with serving(tmp_path / "battles.sqlite") as table:
        yield table
