"""The moments at which optional parts of the book may speak (Advanced Rules).

A part overrides what it has something to say about. `optional.py` knows which parts there are, which are in force, and
asks them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from warhost.play.battle import Outcome
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Clock, Denied, Kind, Option, Question, Roll
from warhost.play.questions import Part as Scored
from warhost.play.script import Refused, Script
from warhost.play.shown.cards import Figure, Overlay
from warhost.rulesets.regiments.core.battle import Battle, Cause, Clash, Effect, Loss, Settings, Unit
from warhost.rulesets.regiments.core.entries import ArmyList, Regiment, SpellEffect, SpellText
from warhost.rulesets.regiments.core.rules import SpecialRule

if TYPE_CHECKING:
    from warhost.field import Path
    from warhost.field.ground.placing import Ground
    from warhost.field.losses import Spread
    from warhost.field.sight.lines import View
    from warhost.muster.checking.roster import Budget
    from warhost.play.questions import Odds
    from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, Way
    from warhost.rulesets.regiments.chapters.melee.charge import Plan
    from warhost.rulesets.regiments.chapters.melee.strikes import Side
    from warhost.rulesets.regiments.chapters.missions.mission import Mission
    from warhost.rulesets.regiments.chapters.shooting import Fire
    from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
    from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
    from warhost.rulesets.regiments.core.battle import Marker
    from warhost.rulesets.regiments.core.rules import ActionName
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel
    from warhost.table import Pose, Rect


class Choice(NamedTuple):
    """One of the ways in which a part may be played, or one of the modules that it consists of."""

    slug: str
    name: str
    text: str
    """What it changes, in a sentence."""
    rule: str = ""


class Part:
    """An optional part of the book. Every method below is a moment; what is written here has nothing to say."""

    slug: ClassVar[str] = ""
    title: ClassVar[str] = ""
    ids: ClassVar[tuple[str, ...]] = ()
    text: ClassVar[str] = ""
    """What it changes, in a sentence or two, for players who think of switching it on."""
    choices: ClassVar[tuple[Choice, ...]] = ()
    """Ways to play it, or its modules."""
    several: ClassVar[bool] = False
    """Whether any selection of its choices may be in force; else it is one of them."""
    usual: ClassVar[tuple[str, ...]] = ()
    """The choices that are in force if none is named; nothing here: the first, or all where several may be."""
    apart: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Of each of these groups of choices at most one may be in force."""
    many_sides: ClassVar[bool] = False
    """Whether it can be played by more than two sides."""
    two_sides: ClassVar[str] = ""
    """Why it is for two sides alone, as half a sentence: "only one player can answer a stratagem"."""
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """What it prints on cards and panels besides named rules, and the rows that explain it to newcomers."""
    options: ClassVar[Mapping[str, tuple[bool | int | str, ...]]] = {}
    """Further choices of options of the game, which players have with this part alone."""
    counts: ClassVar[frozenset[str]] = frozenset()
    """Options of the game that mean something with this part, whatever the mission and the table."""
    takes: ClassVar[frozenset[str]] = frozenset()
    """What only one part at a time can settle, such as "victory", "turn order" or "sight": two that take the same do
    not go together."""

    def __init__(self, chosen: tuple[str, ...] = ()) -> None:
        self.chosen = chosen

    def has(self, choice: str) -> bool:
        """Whether one of its choices is in force."""
        return choice in self.chosen

    def settles(self) -> frozenset[str]:
        """What it takes with the choices that are in force: all that it names, or less."""
        return self.takes

    def seating(self, armies: int) -> tuple[int, ...]:
        """For so many armies the side of each, by its number; nothing: the part leaves it at two armies. It raises
        WarhostError if there are too few or too many."""
        return ()

    def problem(self, settings: Settings) -> str:
        """Why it cannot be played with what else was agreed on, as a sentence; empty if it can."""
        return ""

    def list_problem(self, settings: Settings, seat: int, army: ArmyList) -> str:
        """Why an army's list does not go with the part or with what was brought for it, as a sentence; empty if it
        does."""
        return ""

    # Before the battle.

    def army_problems(self, settings: Settings, armies: Sequence[ArmyList], sides: tuple[int, ...]) -> Iterable[str]:
        """What is wrong with the armies taken together, each on its side, as sentences."""
        return ()

    def mustered(self, regiment: Regiment) -> Regiment:
        """A regiment of an army as it takes the field."""
        return regiment

    def after_table(self, battle: Battle) -> Script[None]:
        """The terrain lies; style, mission and deployment are still to come."""
        yield from ()

    def picks_style(self, battle: Battle) -> Script[str]:
        """The deployment style by its slug, where the part settles it; empty where it does not."""
        yield from ()
        return ""

    def picks_mission(self, battle: Battle) -> Script[str]:
        """The mission by its slug, where the part settles it; empty where it does not."""
        yield from ()
        return ""

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        """The mission that is played: what is given, or one that the part puts in its place."""
        return mission

    def before_deployment(self, battle: Battle) -> Script[None]:
        """Sides are picked and markers placed; nobody is deployed yet."""
        yield from ()

    def settles_sides(self, battle: Battle) -> Script[bool]:
        """Who deploys where and who begins is about to be settled by a roll-off. Whether the part has settled it."""
        yield from ()
        return False

    def after_set_aside(self, battle: Battle) -> Script[None]:
        """Units that may be set aside by their own rules have been, or not; nobody is deployed yet."""
        yield from ()

    def ground(self, battle: Battle, unit: Unit, ground: Ground) -> Script[Ground]:
        """Where a unit that is about to be deployed may stand."""
        yield from ()
        return ground

    def deploys(self, battle: Battle, seat: int) -> Script[bool]:
        """A player is about to place a unit. Whether the turn has gone to the other player instead."""
        yield from ()
        return False

    def deployed(self, battle: Battle) -> Script[None]:
        """Everybody is deployed but the scouts."""
        yield from ()

    def before_battle(self, battle: Battle) -> Script[None]:
        """Everybody is deployed, scouts too; the first round has not begun."""
        yield from ()

    # Rounds and turns.

    def last_round(self, battle: Battle, last: int) -> int:
        """The number of the last round."""
        return last

    def at_round_start(self, battle: Battle) -> Script[None]:
        """A round begins, before the mission's effects, arrivals and spell tokens."""
        yield from ()

    def round_begun(self, battle: Battle) -> Script[None]:
        """The same, after all these."""
        yield from ()

    def stage_of_round(self, battle: Battle) -> str:
        """The stage with which a round goes on after its start; empty: the one in which units are activated in turn."""
        return ""

    def who_acts(self, battle: Battle, seat: int) -> Script[int]:
        """The seat that activates the next unit: what is given, or another one that has a unit to activate."""
        yield from ()
        return seat

    def at_turn_start(self, battle: Battle, seat: int) -> Script[None]:
        """It is the turn of a side that has a unit to activate; it has not said which one."""
        yield from ()

    def may_act(self, battle: Battle, unit: Unit) -> bool:
        """Whether a unit that has not acted yet may be picked now."""
        return True

    def before_seizing(self, battle: Battle) -> Script[None]:
        """A round ends; markers are about to be seized."""
        yield from ()

    def seized(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        """Markers were seized, which nobody has been told yet; so they were before."""
        yield from ()

    def at_round_end(self, battle: Battle) -> Script[None]:
        """A round ends: markers are seized and the mission's points scored; what lasts until the round's end still
        does."""
        yield from ()

    def at_the_end(self, battle: Battle) -> Script[None]:
        """The last round is over; the battle is about to be judged."""
        yield from ()

    def judged(self, battle: Battle, outcome: Outcome) -> Script[Outcome]:
        """The battle was judged so. How it ends: that, or what the part makes of it."""
        yield from ()
        return outcome

    # Activations.

    def begins_to_act(self, battle: Battle, unit: Unit) -> None:
        """A unit's activation begins: whatever lasted until then is over. It comes before everything else."""

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        """A unit was picked to act. Whether the part has done all that it does in this activation."""
        yield from ()
        return False

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        """A unit has acted and morale was tested."""
        yield from ()

    def after_fighting(self, battle: Battle) -> Script[None]:
        """Where units shoot and fight apart from their activations: one has shot, or a combat is over, and morale was
        tested."""
        yield from ()

    def actions(self, battle: Battle, unit: Unit) -> Iterable[Option]:
        """Further actions that the unit may choose. Their keys begin with the part's slug and a colon."""
        return ()

    def no_actions(self, battle: Battle, unit: Unit) -> Iterable[Denied]:
        """Actions that it may not choose, and why: further ones, or those of the core (hold, advance, rush, charge)."""
        return ()

    def shaken_actions(self, battle: Battle, unit: Unit) -> Iterable[Option]:
        """What a Shaken unit may do instead of staying idle. Their keys begin with the part's slug and a colon."""
        return ()

    def action_odds(self, battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
        """What one of the part's own actions has to expect."""
        return option.odds

    def keeps_from(self, battle: Battle, unit: Unit, option: Option) -> Script[bool]:
        """The unit has chosen an action. Whether something keeps it from that: it chooses another one."""
        yield from ()
        return False

    def daunting(self, battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
        """How likely it is that nothing keeps the unit from an action (`keeps_from`), for the odds of the action."""
        return ()

    def action_chosen(self, battle: Battle, unit: Unit, option: Option) -> Script[None]:
        """The unit takes that action now, one of the core or of a part: the last moment before it begins."""
        yield from ()

    def take_action(self, battle: Battle, unit: Unit, key: str) -> Script[None]:
        """The unit takes one of the part's own actions."""
        yield from ()

    def prepare(self, battle: Battle, unit: Unit, moment: str) -> Script[None]:
        """Spells may be cast now: "before the move", "after the move" or "in contact"."""
        yield from ()

    # Magic.

    def gather_power(self, battle: Battle) -> Script[bool]:
        """Casters gain power for the round. Whether the part has given it in a way of its own, in place of tokens."""
        yield from ()
        return False

    def way_to_cast(self, battle: Battle) -> Way:
        """How spells are paid for and rolled for, in place of spell tokens."""
        raise NotImplementedError

    def spare_tokens(self, battle: Battle, unit: Unit) -> int:
        """Tokens of a unit's casters that pay for spells and do nothing else."""
        return 0

    def spend_spare(self, battle: Battle, unit: Unit, tokens: int) -> None:
        """So many of these were spent."""

    def spell_reach(self, battle: Battle, caster: CasterModel, spell: SpellText, inches: float) -> float:
        """How far away the targets of a spell may be that this caster is about to try."""
        return inches

    def further_spells(self, battle: Battle, unit: Unit, way: Way) -> Iterable[Option]:
        """What casters of the unit may try besides the spells of their lists. The keys begin with the part's slug and
        a colon."""
        return ()

    def spell_worth(self, battle: Battle, unit: Unit, option: Option) -> float:
        """What such a spell is worth to its caster's side, in points of an army, if it goes off."""
        return 0.0

    def cast_further(self, battle: Battle, unit: Unit, key: str, way: Way) -> Script[None]:
        """A caster of the unit tries one of these."""
        yield from ()

    def cast_on(self, battle: Battle, caster: CasterModel, spell: SpellText, need: int) -> Script[int]:
        """A spell is about to be tried: what a die must show for it, before anything is added."""
        yield from ()
        return need

    def undoes_spell(
        self, battle: Battle, caster: CasterModel, spell: SpellText, targets: Sequence[Unit]
    ) -> Script[bool]:
        """A spell has gone off and is about to work. Whether it comes to nothing after all."""
        yield from ()
        return False

    # Moves and attacks.

    def moves(self, battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
        """A unit that Advances or Rushes is about to draw its move."""
        yield from ()

    def limits_move(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> None:
        """Raise Refused if a unit may not move like that."""

    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        """A unit has moved along that way and taken its tests for dangerous ground."""
        yield from ()

    def may_shoot_at(self, battle: Battle, unit: Unit, target: Unit) -> bool:
        """Whether a unit may shoot at another that it would see and reach."""
        return True

    def declared_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[list[Fire]]:
        """A unit has named its targets. What it fires: that, or less."""
        yield from ()
        return fires

    def after_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
        """A unit has fired all that."""
        yield from ()

    def charges(self, battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[None]:
        """A unit has declared a charge and is about to move; so it would."""
        yield from ()

    def attacks_begin(self, battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
        """Attacks of a unit on another, made together with all its weapons, are about to be rolled."""
        yield from ()

    def hits_scored(self, battle: Battle, attacks: Sequence[Attack]) -> Script[None]:
        """Attacks have hit, which are not blocked yet."""
        yield from ()

    def about_to_strike(self, battle: Battle, side: Side, attacks: list[Attack]) -> Script[None]:
        """A unit strikes in melee; the attacks may be changed."""
        yield from ()

    def struck(self, battle: Battle, side: Side, other: Side, fallen: Mapping[int, int]) -> Script[None]:
        """A unit has struck another in melee, of which so many models of each group have fallen."""
        yield from ()

    def after_melee(self, battle: Battle, unit: Unit, target: Unit) -> Script[None]:
        """A melee is over and the units have parted."""
        yield from ()

    def measured(self, battle: Battle, inches: float) -> float:
        """How far a distance of the rules is that is measured while the battle is played: as it is, or other. What is
        measured in preparation is not asked for."""
        return inches

    # What happens to units.

    def models_left(self, battle: Battle, unit: Unit) -> int | None:
        """How many models a unit counts as; nothing where they are counted one by one."""
        return None

    def interrupts(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[Path]:
        """A unit is about to move or charge along a way. Returns what is left of the way: all of it, or the rest if the
        part has let the unit go a part of it. The unit may be gone by then."""
        yield from ()
        return way

    def after_volleys(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        """The attacks of a unit that shoots are resolved; they tell at whom, and what came of them."""
        yield from ()

    def takes_tests(self, battle: Battle, unit: Unit) -> bool:
        """Whether the unit is of a kind that takes morale tests at all."""
        return True

    def price_of_failure(self, battle: Battle, unit: Unit, *, melee: bool) -> int:
        """How many wounds, which nobody ignores, each failure costs if a unit takes a test for each wound it has
        suffered, instead of the one test that these wounds would have brought about; 0 if it takes that one."""
        return 0

    def may_seize(self, battle: Battle, unit: Unit, marker: Marker) -> bool:
        """Whether a unit that is near enough counts at a marker."""
        return True

    def spares(self, battle: Battle, unit: Unit, wounds: int, picked: int | None, *, magic: bool) -> Script[int]:
        """A unit, or models of the picked group alone, are about to take wounds; `magic` are those of spells. How many
        are left of them."""
        yield from ()
        return wounds

    def target_note(self, battle: Battle, caster: CasterModel, spell: SpellText, target: Unit) -> str:
        """What else a caster should know of a target that it may pick for a spell."""
        return ""

    def falling(self, battle: Battle, unit: Unit, muster: Muster, before: Mapping[int, int]) -> Script[None]:
        """Wounds that may be ignored were given to models, and some are about to fall; who is left may still be
        changed."""
        yield from ()

    def instead_of_rout(self, battle: Battle, unit: Unit) -> Script[bool]:
        """A unit that has lost a melee is about to rout. Whether something else has happened to it instead."""
        yield from ()
        return False

    def instead_of_shaken(self, battle: Battle, unit: Unit) -> Script[bool]:
        """A unit is about to become Shaken. Whether something else has happened to it instead."""
        yield from ()
        return False

    def leaving(self, battle: Battle, unit: Unit) -> Script[None]:
        """A unit is about to be taken off the table, destroyed or routed; it still stands."""
        yield from ()

    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
        """The same, just before that, with the enemy that brought it about: who dealt the last wound, or won the melee
        after which the unit routs."""
        yield from ()

    def wounded(self, battle: Battle, unit: Unit, loss: Loss) -> Script[None]:
        """A unit took wounds. It still has the models that fell."""
        yield from ()

    def morale_tested(self, battle: Battle, unit: Unit, passed: bool, forced: Cause | None) -> Script[None]:
        """A unit took a morale test, of which nothing has come yet, and which an enemy perhaps forced on it."""
        yield from ()

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        """A melee was fought and its loser has tested morale; the units have not parted yet."""
        yield from ()

    def spell_cast(self, battle: Battle, unit: Unit, spell: SpellText) -> Script[None]:
        """A unit has cast a spell, whose effect is still to come."""
        yield from ()

    def effect(self, battle: Battle, effect: Effect) -> SpellEffect | None:
        """What an effect of the part's own does to the unit on which it lies, where figures can say it."""
        return None

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        """The rule that speaks for the unit on which an effect of the part's own lies, where figures cannot say it."""
        return None

    # Pieces of terrain that count like units (`Unit.site`), and units inside them.

    def targets(self, battle: Battle, unit: Unit, how: str) -> Iterable[Unit]:
        """What the unit may attack besides the enemies on the table; `how` is "shoot", "charge" or "cast"."""
        return ()

    def shelters(self, battle: Battle) -> Iterable[Unit]:
        """The pieces of terrain that units may go into."""
        return ()

    def why_not_enter(self, battle: Battle, shelter: Unit, unit: Unit) -> Refused | None:
        """Why a piece of terrain does not take the unit in, if it does not."""
        return None

    def doors(self, battle: Battle, shelter: Unit, unit: Unit) -> Sequence[Rect] | None:
        """What the unit must touch to get in; None if any part of the piece will do."""
        return None

    def openings(self, battle: Battle, unit: Unit) -> Sequence[Rect] | None:
        """Through what a unit inside a piece of terrain sees and is seen, each looking outwards; None if it is not one
        of the part's pieces."""
        return None

    def in_cover(self, battle: Battle, unit: Unit) -> bool:
        """Whether a unit that is not on the table itself has cover where it is."""
        return False

    def answers(self, battle: Battle, unit: Unit, target: Unit) -> Script[Unit]:
        """A unit has charged a piece of terrain, or into one: who fights it."""
        yield from ()
        return target

    def softens(self, battle: Battle, unit: Unit, target: Unit) -> Spread | None:
        """What a charge may leave of its target before anyone strikes, for the odds of the charge; None: all of it."""
        return None

    def consolidating(self, battle: Battle, unit: Unit) -> Script[bool]:
        """The enemy that the unit has charged is gone. Whether the part did what the unit does now."""
        yield from ()
        return False

    def after_shooting(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        """A unit has shot: all its attacks are resolved."""
        yield from ()

    # The ground, and what is seen.

    def look(self, battle: Battle, unit: Unit, target: Unit, view: View) -> View:
        """What the models of a unit need to know to look at another (`sight.OwnSight` to say how sight is drawn)."""
        return view

    def ground_under(self, battle: Battle, unit: Unit, base: Rect) -> Collection[str]:
        """What the ground is for a model of the unit that stands there, or sweeps over it, besides what the pieces on
        the board say: "difficult", "dangerous" or, where the base is wholly within, "cover"."""
        return ()

    # Deployment, and what armies may cost.

    def to_deploy(self, battle: Battle, seat: int) -> Iterable[Option]:
        """What a side may place when it is its turn to deploy, besides units. Keys begin with the part's slug and a
        colon."""
        return ()

    def deploy(self, battle: Battle, seat: int, key: str) -> Script[None]:
        """The side places one of these."""
        yield from ()

    def instead_of_placing(self, battle: Battle, unit: Unit) -> Script[bool]:
        """A unit is about to be placed on the table. Whether it is deployed some other way."""
        yield from ()
        return False

    def budget(self, settings: Settings, seat: int | None, budget: Budget) -> Budget:
        """What the army of a seat may cost; without a seat, that of whoever may have most."""
        return budget

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        """The rules that speak for a unit without anything that lies on it: for everybody, or because of where it
        stands."""
        return ()

    def slowest(self, battle: Battle, unit: Unit, way: Path) -> float:
        """How far a unit that difficult ground slows goes at most on that way; infinite where nothing slows it."""
        return inf

    def endangers(self, battle: Battle, ground: Rect) -> bool:
        """Whether what a model covers, where it stands or on its way, is dangerous terrain."""
        return False

    def scores(self, battle: Battle, unit: Unit, wounds: int) -> Iterable[Scored]:
        """What else counts for a unit that dealt so many wounds, Fear included, when the winner of a melee is found."""
        return ()

    def may_join(self, battle: Battle, hero: Unit, host: Unit) -> bool:
        """Whether a hero may deploy as part of that unit."""
        return True

    def around(self, battle: Battle, script: Script[None]) -> Script[None]:
        """A step of the battle as it is run: the same, or with something around it, such as a clock in its
        questions."""
        return script

    def clocks(self, battle: Battle) -> Mapping[int, Clock]:
        """The clocks of the seats that lie on the table, whether or not they run."""
        return {}

    # Whatever happens: every die that falls and every event that is told, in the middle of the step that asks for it.

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        """Dice have fallen. What the rules read: these faces, or others that the part puts in their place."""
        yield from ()
        return faces

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        """Something was told. What the core does next has not happened yet: the state may be in the middle of it."""
        yield from ()

    # What is shown.

    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """The battle, which is a copy, without what that seat may not see of the part's secrets."""
        return battle

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        """What a side's panel shows besides."""
        return {}

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        """What a unit shows at a glance besides."""
        return ()

    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        """What lies over the table."""
        return overlay

    def in_force(self, battle: Battle) -> Sequence[str]:
        """What it comes to in this battle, in sentences that all may read: what was rolled, picked or drawn openly."""
        return ()

    def problems(self, battle: Battle) -> Sequence[str]:
        """Every broken invariant of the part as a sentence."""
        return ()

    # What a computer player is told.

    judges: ClassVar[Mapping[str, str]] = {}
    """By their topics the questions of its own that one of the captain's judges answers, and which."""

    acts_after: ClassVar[frozenset[str]] = frozenset()
    """Those of them that place a unit which acts right afterwards."""

    advises: ClassVar[frozenset[str]] = frozenset()
    """The topics of the questions of its own on whose options the part can say what speaks for and against them."""

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        """What speaks for and against an option of such a question, to whoever is asked."""
        return ()

    def advise_by(self, counsel: RegimentsCounsel, question: Question, option: Option) -> Iterable[Term]:
        """The same, where it takes what the counsel reckons: fights, volleys and what units are worth."""
        return self.advise(counsel.battle, question, option)

    def kind_of_action(self, battle: Battle, unit: Unit, key: str) -> Kind | None:
        """The kind of move that one of the part's own actions is; none if the unit stays where it is."""
        return None

    def advise_action(self, counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterable[Term]:
        """What speaks for and against one of the part's own actions, beyond what speaks for the place where the unit
        stands afterwards and, if it has a target, for the charge."""
        return ()

    def advise_spot(self, battle: Battle, question: Question, pose: Pose) -> Iterable[Term]:
        """The same of a place, where it is asked where something goes."""
        return ()

    def marker_weight(self, battle: Battle, seat: int, number: int) -> float:
        """How much more or less than usual a marker, by its place in the battle, counts for a side now."""
        return 1.0

    def prize(self, battle: Battle, seat: int, unit: Unit) -> float:
        """How much more or less than usual it is worth to a side to destroy an enemy unit, as a factor."""
        return 1.0
