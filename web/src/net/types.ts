/** The shapes of all messages. They are made from docs/schemas; here they only get the names that the page uses. */
import type {
  Allocate,
  Allocated,
  Choose,
  Chosen,
  Hello,
  Manoeuvre,
  Moved,
  Pick,
  Picked,
  Place,
  Placed,
  Published,
  Kind,
  Walk,
  Walked,
} from "../generated/messages";

export type {
  Aim,
  ArmyCard,
  ArmyWanted,
  BattleListed,
  BattleMade,
  BattleWanted,
  BoardShown,
  BranchWanted,
  Change,
  Checked,
  CodeMade,
  Denied,
  DiceShown,
  Events,
  FeatureShown,
  Fight,
  FileSent,
  Gathering,
  Guide,
  Hello,
  Kind,
  Lesson,
  Line,
  MapCard,
  Menace,
  MarkerShown,
  Moment,
  MusterShown,
  MusterWanted,
  Odds,
  Option,
  OptionCard,
  Outcome,
  Part,
  Picture,
  PlayerCard,
  Presence,
  Pool,
  Reach,
  Reasons,
  RingShown,
  RulesetCard,
  RuleShown,
  SeatClock,
  SeatWanted,
  SeatsClaimed,
  SeedRevealed,
  State,
  Stop,
  Sum,
  SurveyAsked,
  Surveyed,
  Meaning,
  Threat,
  Threatened,
  ThreatsAsked,
  Timeline,
  UnitCard,
  UnitShown,
  Went,
} from "../generated/messages";
export type { Allocate, Choose, Manoeuvre, Moved, Pick, Place, Walk, Walked };

export type Question = Choose | Pick | Manoeuvre | Walk | Place | Allocate;
export type Answer = Chosen | Picked | Moved | Walked | Placed | Allocated;
export type Outline = NonNullable<Place["outline"]>;
export type Within = NonNullable<Place["within"]>[number];
export type Frontage = NonNullable<Kind["frontages"]>[number];
export type Step = NonNullable<Moved["steps"]>[number];
export type Course = Published["course"];
export type TurningPoint = Course["points"][number];
export type ToPage = Published["to_page"];
export type ToServer = Published["to_server"];
export type SeatKind = Hello["seats"][number];
