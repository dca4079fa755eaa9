"""One server for each test, and databases of both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Table, serving
from tests.server.postgres import postgres_address


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with serving(tmp_path / "battles.sqlite") as table:
        yield table


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "battles.sqlite")
    else:
        yield postgres_address(request)
