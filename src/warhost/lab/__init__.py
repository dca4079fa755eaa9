"""The lab: many battles, and what can be learnt from them."""

from warhost.lab.matches import (
    ANY_MAP,
    Failed,
    Interval,
    Job,
    Line,
    Plan,
    Played,
    Summary,
    check,
    interval,
    play_all,
    play_job,
    schedule,
    summarise,
)

__all__ = [
    "ANY_MAP",
    "Failed",
    "Interval",
    "Job",
    "Line",
    "Plan",
    "Played",
    "Summary",
    "check",
    "interval",
    "play_all",
    "play_job",
    "schedule",
    "summarise",
]
