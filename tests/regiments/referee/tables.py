"""Tables for positions in which two or more rules meet."""

from __future__ import annotations

from tests.regiments.fights import bows
from tests.regiments.harness import Dicing, Interlude, Table, draw, find, happen, regiment
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.core import Battle, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.action_boosting import Boosting
from warhost.rulesets.regiments.parts.feats.state import Feats

SWORDS = regiment(size=5, weapons=["Sword (A2)"])
MARKSMEN = bows(count=5)
CHAMPION = regiment(size=1, quality=4, weapons=["Sword (A4)"], rules=["Hero", "Tough(3)"])
BEAST = regiment(size=1, weapons=["Claws (A4)"], rules=["Tough(12)"], base=(2.0, 2.0))


def agreed(*parts: str) -> Settings:
    """These parts are in force."""
    return Settings(parts=parts)


def facing(gap: float, *parts: str, mine: Regiment = MARKSMEN, theirs: Regiment = SWORDS) -> Table:
    """Mine and Theirs face each other so far apart, on bare ground in the middle of the table."""
    table = draw("Mine at 36,14 | Theirs at 36,40 face 180", agreed(*parts), Mine=mine, Theirs=theirs)
    return table.having(turn=1).touch("Mine", "Theirs", gap=gap)


def with_boosts(table: Table, mine: int, theirs: int = 0) -> Table:
    optional.keep(table.battle, "action_boosting", Boosting(points=(mine, theirs)))
    return table


def with_feats(table: Table, heroic: tuple[int, int] = (3, 3), monstrous: tuple[int, int] = (3, 3)) -> Table:
    optional.keep(table.battle, "feats", Feats(heroic=heroic, monstrous=monstrous))
    return table


def whole(table: Table, name: str, dice: Dicing = ()) -> Interlude:
    """One activation of that unit with all that comes after it."""

    def script(battle: Battle) -> Script[None]:
        unit = find(battle, name)
        yield from activation.act(battle, unit)
        yield from optional.each(battle, "after_activation", unit)

    return happen(table, script, dice)


def extra(play: Interlude, action: str, name: str = "Mine") -> Interlude:
    """That unit takes an extra action, at the first target where it needs one."""
    play.activate(name)
    while play.topic not in ("action", "shaken"):
        play.decline()
    return play.choose(next(key for key in play.keys if key.startswith(f"extra_actions:{action}")))


def offered(play: Interlude) -> set[str]:
    """What the unit may do, without targets."""
    return {key.removeprefix("extra_actions:").split(">")[0] for key in play.keys}


def finish(play: Interlude) -> Interlude:
    """The quietest answers to the end; who may shoot or strike back does."""
    while not play.game.over:
        if play.topic == "shoot":
            play.choose(next(option.key for option in play.options if not option.passes))
        elif play.topic == "strike back":
            play.choose(play.keys[0])
        else:
            play.decline()
    return play


def last_stand(play: Interlude, action: str) -> Interlude:
    """Mine takes that action in a Last Stand."""
    play.activate("Mine").choose("extra_actions:last_stand")
    return play.choose(next(key for key in play.keys if key.split(">")[0] == action))
