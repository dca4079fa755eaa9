"""What holds for all tests: neither a slow or busy machine nor the folders of whoever runs them change an outcome."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run: a test fails for the change at hand, not for the luck or the load of the day.
# `--hypothesis-profile=exploring` looks for new ones.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("exploring", _PATIENT)
settings.register_profile("steady", _PATIENT, derandomize=True)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Battles are kept in a folder of the run, never among somebody's own; help is as wide in every terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        patch.setenv("COLUMNS", "80")
        yield
