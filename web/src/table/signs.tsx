/** States of units as small pictures. */
import type { JSX } from "preact";
import look from "../../../src/warhost/report/look/shapes.json";
import { words } from "../words";

const SIGNS: Record<string, string> = {
  ...look.signs,
  [words.sight.seen]: "M-5.2,0Q0,-5.4 5.2,0Q0,5.4 -5.2,0ZM0,-1.5A1.5,1.5 0 1 0 0.01,-1.5",
  [words.sight.unseen]: "M-5.2,0Q0,-5.4 5.2,0Q0,5.4 -5.2,0ZM-4.2,5L4.2,-5",
};

/** A state as a picture; a count as its number; one that has neither, as a spell, as its first letters. */
export function Sign({ word }: { word: string }): JSX.Element {
  const drawn = signOf(word);
  if (drawn) return <path class="sign" d={drawn} />;
  return (
    <text class="initials" y={3.2}>
      {/^\d+/.exec(word)?.[0] ?? word.slice(0, 2)}
    </text>
  );
}

/** Who a unit is with or is led by stands behind the words that have the sign. */
function signOf(word: string): string | undefined {
  return SIGNS[word] ?? SIGNS[/^(with|led by|in) /.exec(word)?.[1] ?? ""];
}

/** What kind of state it is: a loss, a bad one, a fight, one of the rulebook's others, or a spell's. */
export function tone(word: string): string {
  if (/^\d/.test(word)) return "hurt";
  if (/engaged|combat|duel/.test(word)) return "fight";
  if (/flee|fled|shaken|waver|terrif|devastat|rout|burning/.test(word)) return "bad";
  if (word === words.sight.seen || word === words.sight.unseen) return "eye";
  return signOf(word) ? "" : "spell";
}

/** A state as a small picture with its word. */
export function Mark({ word }: { word: string }): JSX.Element {
  return (
    <span class="mark">
      <svg class={`wh state ${tone(word)}`} viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">
        <circle class="icon" r={8} />
        <Sign word={word} />
      </svg>
      {word}
    </span>
  );
}
