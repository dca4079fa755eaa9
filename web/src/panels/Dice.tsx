/** Dice as they fell, and cards as they were drawn. */
import type { JSX } from "preact";
import look from "../../../src/warhost/report/look/shapes.json";
import type { DiceShown } from "../net/types";
import { words } from "../words";

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** Dice that are no cubes, by their sides; a D5 is a D10 that is halved. */
const SHAPES: Record<string, { rim: string; facets: string }> = look.dice;

/** How many sides the dice of a roll have, by its notation. */
function sidesOf(dice: string): number {
  return Number(/D(\d+)/i.exec(dice)?.[1] ?? 6);
}

function Die({ face, sides, tone }: { face: number; sides: number; tone: string }): JSX.Element {
  const shape = SHAPES[sides];
  if (shape) {
    return (
      <svg class={`die d${sides} ${tone}`} viewBox="-10 -10 20 20" aria-hidden="true">
        <path class="rim" d={shape.rim} />
        <path class="facets" d={shape.facets} />
        <text y="3.6">{face}</text>
      </svg>
    );
  }
  // Only a cube has pips.
  const pips = sides === 6 || sides === 3 ? PIPS[face] : undefined;
  return (
    <svg class={`die ${tone}`} viewBox="-10 -10 20 20" aria-hidden="true">
      <rect x="-9" y="-9" width="18" height="18" rx="4.5" />
      {pips ? (
        pips.map(([x, y], index) => <circle key={index} cx={x * 4.6} cy={y * 4.6} r="1.9" />)
      ) : (
        <text y="4.5">{face}</text>
      )}
    </svg>
  );
}

/** So many letters fit on the picture of a card. */
const FITS = 3;

/** A card that was drawn, by its name. */
function Card({ name }: { name: string }): JSX.Element {
  if (name.length > FITS) {
    return (
      <span class="drawn" aria-hidden="true">
        {name}
      </span>
    );
  }
  return (
    <svg class="die card" viewBox="-10 -13 20 26" aria-hidden="true">
      <rect x="-9" y="-12" width="18" height="24" rx="3" />
      <text y="4.5">{name}</text>
    </svg>
  );
}

/** How a roll came out, in words. */
function verdictOf(dice: DiceShown): string {
  if (!dice.tries) return "";
  if (dice.each && dice.tries > 1) return words.log.successes(dice.good, dice.tries);
  return dice.good ? words.log.made : words.log.missed;
}

/** Many tries are good that bring as much as one may expect; nothing at all never is. */
function isGood(dice: DiceShown): boolean {
  return dice.good > 0 && (!dice.each || dice.good >= dice.tries * dice.chance);
}

/** What was needed and what came, without the dice themselves. */
export function countOf(dice: DiceShown): string {
  const needed = dice.need !== null ? words.needs(dice.need) : dice.most !== null ? words.log.most(dice.most) : "";
  const came = dice.card || verdictOf(dice) || dice.kept.reduce((sum, place) => sum + dice.values[place]!, 0);
  return [needed, came].filter((one) => one !== "").join(": ");
}

export function DiceRow({ dice }: { dice: DiceShown }): JSX.Element {
  if (dice.card) {
    return (
      <span class="dice">
        <span class="visually-hidden">{words.log.card(dice.card, dice.deck ?? [])}</span>
        <Card name={dice.card} />
      </span>
    );
  }
  const tone = (value: number, place: number) => {
    if (!dice.kept.includes(place)) return "dropped";
    if (!dice.tries) return "";
    if (!dice.each) return dice.good ? "good" : "miss";
    return dice.need !== null && value >= dice.need ? "good" : "miss";
  };
  const needed = dice.need !== null ? words.needs(dice.need) : dice.most !== null ? words.log.most(dice.most) : "";
  const thrown = dice.values.map((value, place) => ({ value, tone: tone(value, place) }));
  // Dice of which nothing is needed may each be for something of its own: they stay in their order.
  if (dice.each && dice.tries) thrown.sort((a, b) => b.value - a.value);
  return (
    <span class="dice">
      <span class="visually-hidden">{thrown.map((one) => (one.tone === "dropped" ? words.log.dropped(one.value) : one.value)).join(", ")}</span>
      {thrown.map((one, index) => (
        <Die key={index} face={one.value} sides={sidesOf(dice.dice)} tone={one.tone} />
      ))}
      {needed && <span class="need">{needed}</span>}
      {dice.tries > 0 && <span class={`came ${isGood(dice) ? "good" : "miss"}`}>{verdictOf(dice)}</span>}
    </span>
  );
}
