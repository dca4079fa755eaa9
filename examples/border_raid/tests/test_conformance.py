"""Border Raid keeps the promises that Warhost relies on."""

from border_raid.ruleset import RULESET
from warhost.conformance.checks import *  # noqa: F403

RULEBOOKS = [RULESET]
