"""Model rules of Wizards that every army may have (Model Rules: Channel)."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.rules import MODEL_RULES, ModelRule


@MODEL_RULES.rule("Channel", "eow.special.channel", "eow.special.channel_max")
class Channel(ModelRule):
    """The model adds a die to those of the Flux Card while it is on the board and does not flee."""

    channels = 1
