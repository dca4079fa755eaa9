"""What each card counts at a round's end, and what it is worth then (Mission Cards).

Everything is counted in the round that ends, only Slay the King looks back (AOFR-R671). Units are destroyed by whoever
dealt the last wound, won the melee or forced the test (AOFR-R517).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.seizing import marker_distance, reach_of
from warhost.rulesets.regiments.core import HERO, Battle, Regiment, Unit, rating
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.mission_cards.cards import UNKNOWN, Card, cards
from warhost.rulesets.regiments.parts.mission_cards.piles import kept, pile_of
from warhost.rulesets.regiments.parts.shared import deeds
from warhost.rulesets.regiments.parts.shared.deeds import Deed, has_hero
from warhost.table import TOLERANCE

NEAR, FAR = 6.0, 12.0
"""How near to the table centre an enemy spoils the one and the other value of Outflank."""


class Look:
    """A round as one player's cards look at it; with heroes only what units with heroes did counts (AOFR-R679)."""

    def __init__(self, battle: Battle, seat: int, *, heroic: bool = False) -> None:
        self.battle = battle
        self.seat = seat
        self.enemy = battle.other(seat)
        self.heroic = heroic
        self.starts = kept(battle).starts
        self.shifting = pile_of(battle, seat).shifting

    def own(self) -> list[Unit]:
        """The own units on the table that count."""
        units = deeds.standing(self.battle, self.seat)
        return [unit for unit in units if has_hero(self.battle, unit)] if self.heroic else units

    def foes(self) -> list[Unit]:
        return deeds.standing(self.battle, self.enemy)

    def may_score(self) -> bool:
        """Whether anybody is there who could score a card about absence."""
        return not self.heroic or bool(self.own())

    @rule("aofr.cards.control")
    def controls(self, number: int) -> bool:
        """Whether a marker, counted from 1, is the player's; with heroes one of them must be near it."""
        markers = self.battle.markers
        if not 1 <= number <= len(markers):
            return False
        marker = markers[number - 1]
        if marker.gone or marker.owner != self.seat:
            return False
        reach = reach_of(self.battle) + TOLERANCE
        return not self.heroic or any(marker_distance(self.battle, unit, marker) <= reach for unit in self.own())

    def began_with(self, number: int) -> int | None:
        """Who controlled a marker when the round began (AOFR-R672)."""
        return self.starts[number - 1] if 1 <= number <= len(self.starts) else None

    def done(self, what: str, *, ever: bool = False) -> Iterator[Deed]:
        """What own units did to the enemy in this round."""
        for deed in deeds.deeds_of(self.battle):
            if deed.what != what or (deed.round != self.battle.turn and not ever) or (self.heroic and not deed.heroic):
                continue
            if deed.by is not None and self.battle.units[deed.by.unit].seat == self.seat:
                yield deed

    def own_deeds(self, what: str) -> Iterator[Deed]:
        """What own units did by themselves in this round: spells cast, melees won."""
        for deed in deeds.deeds_of(self.battle):
            own = self.battle.units[deed.unit].seat == self.seat
            if own and deed.what == what and deed.round == self.battle.turn and (deed.heroic or not self.heroic):
                yield deed

    def killed(self) -> list[Deed]:
        """Enemy units that own units destroyed in this round."""
        return list(self.done("unit lost"))

    def models_with(self, name: str) -> int:
        """How many enemy models with a rule own units killed in this round (AOFR-R675)."""
        return sum(deed.amount for deed in self.done("models lost") if _has(self._rules(deed), name))

    def _rules(self, deed: Deed) -> tuple[RuleText, ...]:
        regiment = self.battle.regiment(self.battle.units[deed.unit])
        return model_rules(regiment, deed.group)


def model_rules(regiment: Regiment, group: int) -> tuple[RuleText, ...]:
    """The rules of the models of a group as the list has them."""
    if group == HERO:
        assert regiment.hero is not None
        return model_rules(regiment.hero, 0)
    return regiment.rules + regiment.groups[group].rules


def _has(rules: tuple[RuleText, ...], name: str) -> bool:
    return any(rule.name == name for rule in rules)


def most_models(regiment: Regiment, value: Callable[[tuple[RuleText, ...]], int]) -> int:
    """The highest value that more than half of a unit's models have, its hero included (AOFR-R675)."""
    values = [
        value(model_rules(regiment, number)) for number, group in enumerate(regiment.groups) for _ in range(group.count)
    ]
    if regiment.hero is not None:
        values.append(value(model_rules(regiment, HERO)))
    return sorted(values, reverse=True)[len(values) // 2]


# What cards count.


@rule("aofr.cards.11_seize_1", "aofr.cards.12_seize_2", "aofr.cards.13_seize_3", "aofr.cards.14_seize_4")
@rule("aofr.cards.15_seize_5", "aofr.cards.16_seize_6", "aofr.cards.21_seize_1", "aofr.cards.22_seize_2")
@rule("aofr.cards.23_seize_3", "aofr.cards.24_seize_4", "aofr.cards.25_seize_5", "aofr.cards.26_seize_6")
def seized(look: Look, card: Card) -> int:
    """The marker is controlled."""
    return int(look.controls(card.marker))


@rule("aofr.cards.31_hold_1", "aofr.cards.32_hold_2", "aofr.cards.33_hold_3")
@rule("aofr.cards.34_hold_4", "aofr.cards.35_hold_5", "aofr.cards.36_hold_6")
def held(look: Look, card: Card) -> int:
    """The marker is controlled, and was when the round began."""
    return int(look.controls(card.marker) and look.began_with(card.marker) == look.seat)


@rule("aofr.cards.41_on_the_march")
def left_the_own_zone(look: Look, card: Card) -> int:
    """No own unit is in the own deployment zone; any part inside counts (AOFR-R673)."""
    zone = deeds.zone(look.battle, look.seat)
    inside = any(deeds.partly_in(look.battle, unit, zone) for unit in deeds.standing(look.battle, look.seat))
    return int(look.may_score() and not inside)


@rule("aofr.cards.42_delve_deep")
def in_the_enemy_zone(look: Look, card: Card) -> int:
    """Own units in the enemy deployment zone."""
    zone = deeds.zone(look.battle, look.enemy)
    return sum(deeds.partly_in(look.battle, unit, zone) for unit in look.own())


@rule("aofr.cards.43_hold_the_line")
def in_the_own_zone(look: Look, card: Card) -> int:
    """Own units in the own deployment zone, if no enemy is there; none in the first round."""
    zone = deeds.zone(look.battle, look.seat)
    if look.battle.turn < 2 or any(deeds.partly_in(look.battle, unit, zone) for unit in look.foes()):
        return 0
    return sum(deeds.partly_in(look.battle, unit, zone) for unit in look.own())


@rule("aofr.cards.44_shifting_strategy")
def shifting(look: Look, card: Card) -> int:
    """1 for the marker that was rolled, 2 if the enemy controlled it when the round began."""
    if not look.controls(look.shifting):
        return 0
    return 2 if look.began_with(look.shifting) == look.enemy else 1


@rule("aofr.cards.45_area_dominance")
def markers(look: Look, card: Card) -> int:
    """Markers that are controlled."""
    return sum(look.controls(number) for number in range(1, len(look.battle.markers) + 1))


@rule("aofr.cards.46_total_dominance")
def all_markers(look: Look, card: Card) -> int:
    """Whether all markers are controlled."""
    return int(bool(look.battle.markers) and markers(look, card) == len(look.battle.markers))


@rule("aofr.cards.51_volley_fire")
def shot(look: Look, card: Card) -> int:
    """Enemy units destroyed by shooting."""
    return sum(deed.by is not None and deed.by.how == "shooting" for deed in look.killed())


@rule("aofr.cards.52_charge")
def beaten(look: Look, card: Card) -> int:
    """Enemy units destroyed in melee, or routed after it."""
    return sum(deed.by is not None and deed.by.how == "melee" for deed in look.killed())


@rule("aofr.cards.53_cut_them_down")
def destroyed(look: Look, card: Card) -> int:
    """Enemy units destroyed by any means."""
    return len(look.killed())


@rule("aofr.cards.54_outflank")
def away_from_the_centre(look: Look, card: Card) -> int:
    """1 if no enemy is within 6" of the table centre, 2 if none is within 12"."""
    centre = look.battle.scene.board.centre

    def is_near(inches: float) -> bool:
        return any(deeds.is_within(look.battle, unit, centre, inches) for unit in look.foes())

    return 0 if not look.may_score() or is_near(NEAR) else 1 if is_near(FAR) else 2


@rule("aofr.cards.55_terrify")
def tests_failed(look: Look, card: Card) -> int:
    """Enemy units that failed a morale test, whatever caused it; of heroes' units those that they caused."""
    if look.heroic:
        return len({deed.unit for deed in look.done("test failed")})
    return len(
        {
            deed.unit
            for deed in deeds.deeds_of(look.battle)
            if deed.what == "test failed"
            and deed.round == look.battle.turn
            and look.battle.units[deed.unit].seat == look.enemy
        }
    )


@rule("aofr.cards.56_arcane_channeling")
def spells(look: Look, card: Card) -> int:
    """Spells that were cast successfully."""
    return len(list(look.own_deeds("spell cast")))


@rule("aofr.cards.61_slay_the_king")
def king(look: Look, card: Card) -> int:
    """Whether the enemy hero of the highest Tough was destroyed, in this round or an earlier one; one of several."""
    heroes = deeds.heroes(look.battle, look.enemy)
    highest = max((hero.tough for hero in heroes.values()), default=0)
    fell = {(deed.unit, deed.group == HERO) for deed in look.done("models lost", ever=True)}
    return int(any(hero.tough == highest and place in fell for place, hero in heroes.items()))


@rule("aofr.cards.62_spellbreaker")
def casters(look: Look, card: Card) -> int:
    """Enemy models with Caster that were killed."""
    return look.models_with("Caster")


@rule("aofr.cards.63_cleanse_the_skies")
def flyers(look: Look, card: Card) -> int:
    """Enemy units destroyed most of whose models fly."""
    return sum(
        most_models(look.battle.regiment(look.battle.units[deed.unit]), lambda rules: int(_has(rules, "Flying")))
        for deed in look.killed()
    )


@rule("aofr.cards.64_executioner")
def heroes(look: Look, card: Card) -> int:
    """Enemy heroes that were killed, alone or in units."""
    return look.models_with("Hero")


@rule("aofr.cards.65_big_game_hunter")
def toughest(look: Look, card: Card) -> int:
    """The highest Tough of an enemy unit that was destroyed."""
    return max(
        (
            most_models(look.battle.regiment(look.battle.units[deed.unit]), lambda rules: rating(rules, "Tough"))
            for deed in look.killed()
        ),
        default=0,
    )


@rule("aofr.cards.66_take_no_prisoners")
def margin(look: Look, card: Card) -> int:
    """By how many wounds a melee was won at best, without rows or Fear (AOFR-R674)."""
    return max((deed.amount for deed in look.own_deeds("melee won")), default=0)


COUNTS: dict[str, Callable[[Look, Card], int]] = {
    one.__name__.replace("_", " "): one
    for one in (
        *(seized, held, left_the_own_zone, in_the_enemy_zone, in_the_own_zone, shifting, markers, all_markers),
        *(shot, beaten, destroyed, away_from_the_centre, tests_failed, spells),
        *(king, casters, flyers, heroes, toughest, margin),
    )
}
"""What cards count, by the words of the data file."""


@rule("aofr.cards.best_condition")
def value(look: Look, card: Card) -> int:
    """The victory points of a card as things stand: those of the best of its conditions that is fulfilled."""
    count = COUNTS[card.counts](look, card)
    return max((points for least, points in card.scores if count >= least), default=0)


@rule("aofr.cards.direct_challenge", "aofr.cards.tactical_paragons")
def worth(battle: Battle, seat: int, number: int) -> int:
    """What a player scores with a card on the table: its value, and 1 more for a challenge or paragon card."""
    if number == UNKNOWN:
        return 0
    pile = pile_of(battle, seat)
    paragon = number == pile.paragon
    points = value(Look(battle, seat, heroic=paragon), cards()[number])
    return points + paragon + (number == pile.challenge) if points else 0
