"""What falls in a secret roll is for the seat that rolled, while the battle lasts."""

from __future__ import annotations

from warhost.play import DiceRolled
from warhost.play.ruleset import Setup
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.server.shown.battle_log import Chronicle


def test_others_read_that_dice_fell_and_not_what_they_showed() -> None:
    chronicle = Chronicle(RULESET.set_up(Setup(ruleset="aofr", armies=("Tallgrass Horde", "Unburied Host"))))
    chronicle.hear(DiceRolled("D6", (4,), "Open", "r", seat=0))
    chronicle.hear(DiceRolled("D6", (4,), "A card is drawn", "r", seat=1, secret=True))
    owner, other, spectator = (chronicle.seen_by(seat)[1] for seat in (1, 0, None))
    assert owner.dice is not None
    assert owner.dice.faces == (4,)
    for line in (other, spectator):
        assert line.dice is None
        assert line.text.startswith("A card is drawn: only ")
        assert "4" not in line.text
    assert chronicle.seen_by(0)[0] == chronicle.seen_by(1)[0]
    assert chronicle.seen_by(0, 1) == (other,)
