/** Every text that the page shows, by panel: translate this folder and the page speaks another language. */
import { app, coach, help, licences, rule } from "./app";
import { asked } from "./asked";
import { library } from "./battles";
import { builder, shelf } from "./builder";
import { degrees, inch, needs, percent, signed } from "./figures";
import { helping } from "./helping";
import { armies, home } from "./home";
import { parts } from "./parts";
import { people } from "./people";
import { allocate, clock, decline, move, pass, pick, place, question, walk } from "./question";
import { seasons } from "./seasons";
import { gathering, lists, setup } from "./setup";
import { aims, sight, table, threats, unit } from "./table";
import { fair, log, luck, missed, show, skipped, sound } from "./telling";
import { text } from "./text";
import { end, time } from "./time";

export { figure } from "./figures";

export const words = {
  inch, needs, percent, degrees, signed,
  app, rule, help, licences, coach, home, armies,
  setup, parts, lists, gathering, library, shelf, builder, seasons,
  table, unit, sight, threats, aims, text,
  question, asked, clock, pass, decline, move, walk, place, pick, allocate,
  show, skipped, sound, missed, log, luck, fair, time, end,
  people, helping,
};
