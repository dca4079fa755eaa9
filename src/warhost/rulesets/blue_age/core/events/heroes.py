"""What happens to Heroes, Champions and Warbanners, as facts."""

from __future__ import annotations

from warhost.play.events import Event


class BannerPlanted(Event, frozen=True):
    words = "{unit:unit} planted the Warbanner"
    unit: int


class BannerTakenUp(Event, frozen=True):
    words = "{unit:unit} took up the Warbanner"
    unit: int


class DestinySpent(Event, frozen=True):
    """A Hero spent a point of Destiny; so many are left."""

    words = "{unit:unit} spent a point of Destiny: {use}"
    unit: int
    use: str
    left: int


class DeathSaved(Event, frozen=True):
    """A Death Save: the die, and whether the Hero lives."""

    words = "{unit:unit} rolled {face} to survive: {lives:alive with 1 Health|slain}"
    grave = True
    unit: int
    face: int
    lives: bool


class ChallengeIssued(Event, frozen=True):
    words = "{unit:unit} issued a Challenge"
    unit: int


class ChallengeRefused(Event, frozen=True):
    words = "Nobody accepted the Challenge of {unit:unit}"
    unit: int


class DuelBegan(Event, frozen=True):
    words = "{unit:unit} and {target:unit} fought a duel"
    unit: int
    target: int


class DuelEnded(Event, frozen=True):
    """A duel is over; why says how: a death, Bug Out, a flight."""

    words = "The duel of {unit:unit} and {target:unit} ended: {why}"
    unit: int
    target: int
    why: str


class DuelWon(Event, frozen=True):
    """A duellist has slain the other: a point of Destiny and a Victory Point."""

    words = "{unit:unit} slew {target:unit} in a duel"
    grave = True
    unit: int
    target: int


class ItemTaken(Event, frozen=True):
    words = "{unit:unit} took {item} from {target:unit}"
    unit: int
    target: int
    item: str


class ChampionPromoted(Event, frozen=True):
    words = "The Champion of {unit:unit} became a Hero"
    grave = True
    unit: int


class SpiritShaken(Event, frozen=True):
    words = "{unit:unit} lost heart: -1 Spirit until the End Phase of turn {until}"
    unit: int
    until: int
