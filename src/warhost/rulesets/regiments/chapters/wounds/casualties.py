"""Wounds on a unit: who takes them, who falls, and what is left (Shooting and Melee: Casualties; Tough; Hero)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.dice import Chance
from warhost.field.ranks import Wounded
from warhost.play.counsel.throws import END, UNTOLD, Reason, Stage, save, throw_out, to
from warhost.play.questions import Allocate, Allocated, Option, Pool
from warhost.play.script import Ask, Refused, Script, wrong_kind
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.wounds.removal import destroy
from warhost.rulesets.regiments.core import (
    COMMAND_GROUP,
    HERO,
    Battle,
    Cause,
    Loss,
    SpecialRule,
    Unit,
    by_losses,
    events,
    group_of,
    optional,
    recount,
)
from warhost.rulesets.regiments.core.kinds import kinds_of_model, tough
from warhost.rulesets.regiments.core.speakers import casters, model_rules, unit_rules
from warhost.rulesets.regiments.rules import growth

CHOICE = "aofr.shoot.casualty_choice"


@rule("aofr.special.tough.focus")
class Muster(Wounded):
    """The models of a unit while they take wounds: how many are left of each kind, and their wounds so far."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.left = dict(kinds_of_model(unit))
        self.tough = {group: tough(battle, unit, group) for group in self.left}
        self.rank = {group: _dearness(battle, unit, group) for group in self.left}
        self.wounds = dict(unit.scars)
        if unit.hero:
            self.wounds[HERO] = unit.hero_wounds
        if unit.wounds:
            worn = self.plain()
            if worn is not None:
                self.wounds[worn] = unit.wounds

    @rule("aofr.special.tough.removed_last", "aofr.special.tough.hero_last", "aofr.special.tough.focus")
    def turn(self, kind: int) -> tuple[bool, bool, int, int, int]:
        """Who takes the next wound (AOFR-R174): models without Tough, then the Tough model with most wounds, then the
        least Tough, a hero last."""
        toughness, wounds = self.tough[kind], self.wounds.get(kind, 0)
        return kind == HERO, toughness > 1, -wounds, toughness, self.rank[kind]

    def spare(self, kind: int) -> None:
        """Take back one wound of that kind: the model that fell last is alive with its last point of life."""
        if not self.wounds.get(kind):
            self.left[kind] = self.left.get(kind, 0) + 1
            self.wounds[kind] = self.tough[kind]
        self.wounds[kind] -= 1
        self.taken -= 1

    def plain(self) -> int | None:
        """The kind that would be next if nobody had a wound."""
        living = [group for group, count in self.left.items() if count and group != HERO]
        return min(living, key=lambda g: (self.tough[g] > 1, self.tough[g], self.rank[g]), default=None)


@by_losses
def _dearness(battle: Battle, unit: Unit, group: int) -> int:
    """Who is spared longest: plain models fall first, then special ones, Musician, Banner, Sergeant (AOFR-R076)."""
    own = {text.name for text in group_of(battle, unit, group).rules}
    command = {"Musician": 1, "Banner": 2, "Sergeant": 3}
    highest = max((command[name] for name in COMMAND_GROUP if name in own), default=0)
    # Groups stand in the order of the entry, special models before plain ones.
    return 1000 * highest - group


Saves = tuple[tuple[SpecialRule, int], ...]


def saves_of(
    battle: Battle, unit: Unit, group: int, unheeded: frozenset[str], *, magic: bool = False, picked: bool = False
) -> Saves:
    """The rules by which such a model may ignore wounds, and what their dice must show. One that was picked counts as
    a unit of one."""
    own = {(rule.name, rule.rating) for rule in model_rules(battle, unit, group)}
    return tuple(
        (rule, need)
        for rule, share in unit_rules(battle, unit, group if picked else None).at("ignores_wounds_on")
        if (rule.name, rule.rating) in own
        and (need := rule.ignores_wounds_on(battle, unit, share, magic=magic))
        and rule.name not in unheeded
    )


@rule("aofr.special.regeneration", "aofr.special.poison.regeneration", "aofr.special.rending.regeneration")
def ignoring(unit: Unit, saves: Saves) -> Stage:
    """The dice of a wound that the model's rules try to ignore, one rule after another."""
    then = END
    for by, need in reversed(saves):
        then = to(save("ignore", need, then, Reason(by.name, by.id, unit.seat, unit.id)))
    return then[0][1] or save("ignore", None, END, UNTOLD)


@rule("aofr.shoot.casualties", "aofr.melee.casualties", "aofr.special.tough.wounds", "aofr.special.deadly.no_carry")
def suffer(
    battle: Battle,
    unit: Unit,
    wounds: int,
    *,
    deadly: int = 1,
    picked: int | None = None,
    models: int = 1,
    unheeded: frozenset[str] = frozenset(),
    magic: bool = False,
    sure: bool = False,
    by: Cause | None = None,
    shooter: int | None = None,
) -> Script[int]:
    """The unit takes wounds. Returns those that its models really took.

    `deadly` multiplies each on the model that takes it; what that model has no life for is lost. A `picked` kind of
    model takes them alone, on so many of its `models` at most. Rules named in `unheeded` do not ignore them.
    `magic` are wounds of a spell; those that are `sure` nobody ignores. `by` is the enemy that deals them,
    `shooter` whoever shot, a friend perhaps.
    """
    if not sure:
        for part in optional.speaking(battle, "spares"):
            wounds = yield from part.spares(battle, unit, wounds, picked, magic=magic)
    if wounds <= 0 or not unit.models:
        return 0
    feats = () if sure else (yield from growth.protect(battle, unit))
    muster = Muster(battle, unit)
    before = dict(muster.left)
    saves = {
        group: () if sure else (*saves_of(battle, unit, group, unheeded, magic=magic, picked=group == picked), *feats)
        for group in muster.left
    }
    if picked is not None:
        yield from _on_picked(unit, muster, picked, wounds, deadly, models, saves.get(picked, ()))
    elif deadly > 1:
        yield from _deadly(unit, muster, wounds, deadly, saves)
    else:
        yield from _plainly(battle, unit, muster, wounds, saves)
    if muster.taken and not sure:
        yield from optional.each(battle, "falling", unit, muster, before)
    if muster.taken:
        yield from _settle(battle, unit, muster, before, by, shooter)
    elif any(by.mends for own in saves.values() for by, _ in own):
        write_wounds(unit, muster)
    return muster.taken


def _not_ignored(unit: Unit, muster: Muster, group: int, saves: Saves, wounds: int) -> Script[int]:
    """How many of so many wounds on models of a group their rules do not ignore."""
    if not any(by.mends for by, _ in saves):
        return (yield from throw_out(ignoring(unit, saves), wounds))
    for by, need in saves:
        left = yield from throw_out(ignoring(unit, ((by, need),)), wounds)
        if by.mends:
            muster.wounds[group] = max(0, muster.wounds.get(group, 0) - (wounds - left))
        wounds = left
    return wounds


@rule("aofr.special.sniper.unit_of_one")
def _on_picked(
    unit: Unit, muster: Muster, picked: int, wounds: int, deadly: int, models: int, saves: Saves
) -> Script[None]:
    """Only models of the picked kind are hurt, and no more of them than were picked."""
    stay = max(0, muster.left.get(picked, 0) - models)
    if deadly == 1:
        wounds = yield from _not_ignored(unit, muster, picked, saves, wounds)
        while wounds > 0 and muster.left.get(picked, 0) > stay:
            wounds -= muster.hurt(picked, wounds)
        return
    for _ in range(wounds):
        if muster.left.get(picked, 0) > stay:
            muster.hurt(picked, (yield from _not_ignored(unit, muster, picked, saves, deadly)))


@rule("aofr.special.deadly.multiply", "aofr.special.deadly.no_carry")
def _deadly(unit: Unit, muster: Muster, wounds: int, deadly: int, saves: Mapping[int, Saves]) -> Script[None]:
    """Each wound goes on one model, multiplied before it may be ignored (AOFR-R154, AOFR-R155)."""
    for _ in range(wounds):
        group = muster.next()
        if group is None:
            return
        muster.hurt(group, (yield from _not_ignored(unit, muster, group, saves[group], deadly)))


def _plainly(battle: Battle, unit: Unit, muster: Muster, wounds: int, saves: Mapping[int, Saves]) -> Script[None]:
    """One wound after the other; dice are thrown together for models that ignore wounds alike (AOFR-R137)."""
    if all(own == saves[group] for group in saves for own in saves.values()):
        group = next(iter(saves))
        wounds = yield from _not_ignored(unit, muster, group, saves[group], wounds)
        if wounds and battle.scene.settings.choose_casualties:
            wounds -= yield from _chosen(battle, unit, muster, wounds)
        muster.hurt_in_turn(wounds)
        return
    while wounds > 0 and (hit := muster.next()) is not None:
        run = min(wounds, muster.lives(hit) if muster.tough[hit] == 1 else muster.life(hit))
        wounds -= run
        left = yield from _not_ignored(unit, muster, hit, saves[hit], run)
        while left > 0:
            left -= muster.hurt(hit, left)


@rule("aofr.shoot.casualty_choice")
def _chosen(battle: Battle, unit: Unit, muster: Muster, wounds: int) -> Script[int]:
    """The defender chooses which models without Tough fall. Returns how many did; the others step up."""
    kinds = [g for g, count in muster.left.items() if count and g != HERO and muster.tough[g] == 1]
    fall = min(wounds, sum(muster.left[group] for group in kinds))
    if len(kinds) < 2 or fall == sum(muster.left[group] for group in kinds):
        return 0
    kinds.sort(key=lambda group: muster.rank[group])
    options = tuple(Option(str(g), f"{muster.left[g]} {_called(battle, unit, g)}", unit=unit.id) for g in kinds)
    answer: Allocated = yield _ask_who_falls(unit, muster, kinds, options, fall)
    for key, count in answer.shares["fallen"].items():
        for _ in range(count):
            muster.hurt(int(key), 1)
    return fall


def _called(battle: Battle, unit: Unit, group: int) -> str:
    """What the models of a group are called."""
    armed = group_of(battle, unit, group)
    return armed.name or ", ".join(str(text) for text in armed.rules) or "plain models"


def _ask_who_falls(unit: Unit, muster: Muster, kinds: list[int], options: tuple[Option, ...], fall: int) -> Ask:
    question = Allocate(
        seat=unit.seat,
        topic="casualties",
        text=f"Which models of {unit.name} do you remove?",
        rules=(CHOICE,),
        pools=(Pool("fallen", f"{fall} casualties", fall, options),),
    )

    def check(answer: object) -> None:
        if not isinstance(answer, Allocated):
            raise wrong_kind(question, answer)
        shares = answer.shares.get("fallen", {})
        if set(answer.shares) - {"fallen"} or set(shares) - {option.key for option in options}:
            raise Refused("Only the models listed can be removed.", CHOICE)
        if any(not 0 <= count <= muster.left[int(key)] for key, count in shares.items()):
            raise Refused(f"{acts(unit.name, 'does')} not have that many models of that kind.", CHOICE)
        if sum(shares.values()) != fall:
            raise Refused(f"Remove {fall} models of {unit.name}, not {sum(shares.values())}.", CHOICE)

    def usual(order: list[int]) -> Allocated:
        open_places = fall
        shares: dict[str, int] = {}
        for group in order:
            count = min(open_places, muster.left[group])
            open_places -= count
            shares[str(group)] = count
        return Allocated({"fallen": shares})

    def sample(chance: Chance) -> Allocated:
        order = list(kinds)
        order.insert(0, order.pop(chance.pick(len(order))))
        return usual(order)

    return Ask(question, check, lambda: [usual(kinds)], sample)


def _settle(
    battle: Battle, unit: Unit, muster: Muster, before: Mapping[int, int], by: Cause | None, shooter: int | None
) -> Script[None]:
    """Write down who is left: models step up so that only the last row is short, casters take their tokens along."""
    fallen = sum(before.values()) - sum(muster.left.values())
    hero_fell = unit.hero and not muster.left[HERO]
    unit.hurt += muster.taken
    if battle.scene.settings.parts:
        # Nothing but parts asks for it, so that battles without any are what they were.
        unit.hurt_by = by or unit.hurt_by
    yield events.WoundsTaken(unit.id, muster.taken, fallen, hero_fell)
    for part in optional.speaking(battle, "wounded"):
        lost = tuple((kind, gone) for kind, count in before.items() if (gone := count - muster.left[kind]))
        yield from part.wounded(battle, unit, Loss(muster.taken, lost, by, shooter))
    if not any(muster.left.values()):
        yield from destroy(battle, unit, by)
        return
    holders = casters(battle, unit)
    left = tuple(muster.left.get(group, 0) for group in range(len(unit.left)))
    recount(battle, unit, left, bool(muster.left.get(HERO)))
    write_wounds(unit, muster)
    if unit.tokens:
        unit.tokens = _tokens_left(unit.tokens, holders, casters(battle, unit))


def write_wounds(unit: Unit, muster: Muster) -> None:
    """Note the wounds of the models that are left."""
    open_wounds = {g: w for g, w in muster.wounds.items() if w and muster.left.get(g)}
    unit.hero_wounds = open_wounds.pop(HERO, 0)
    worn = muster.plain()
    unit.wounds = 0 if worn is None else open_wounds.pop(worn, 0)
    unit.scars = tuple(sorted(open_wounds.items()))


def _tokens_left(tokens: tuple[int, ...], holders: Sequence[int], remaining: Sequence[int]) -> tuple[int, ...]:
    """The tokens of the casters that are left; of casters that are alike those with the most stay."""
    kept: list[int] = []
    for group in dict.fromkeys(remaining):
        own = sorted((t for t, holder in zip(tokens, holders, strict=False) if holder == group), reverse=True)
        kept += own[: remaining.count(group)]
    return tuple(kept)
