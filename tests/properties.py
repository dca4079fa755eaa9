"""How many examples a property is tried with: few in the fast suite, many with `--hypothesis-profile=thorough`."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

FAST, THOROUGH = 25, 400

# Neither how many examples a property leaves out nor the load of a machine is a failure.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def load_profiles() -> None:
    """The same examples in every run: a test fails for the change at hand, not for the luck or the load of the day.
    `--hypothesis-profile=exploring` looks for new ones."""
    # Constants of the modules that a process has loaded so far would make other examples in every process.
    if hasattr(providers, "is_local_module_file"):
        providers.is_local_module_file = lambda path: False
    settings.register_profile("exploring", _PATIENT, max_examples=THOROUGH)
    settings.register_profile("steady", _PATIENT, derandomize=True, max_examples=FAST)
    settings.register_profile("thorough", _PATIENT, derandomize=True, max_examples=THOROUGH)
    settings.load_profile("steady")


def examples(times: float) -> settings:
    """For a property whose examples are rarely of the kind that it is about (more), or slow (fewer)."""
    assert settings.default is not None
    return settings(max_examples=round(times * settings.default.max_examples))
