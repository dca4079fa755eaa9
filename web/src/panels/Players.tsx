/** Who plays a side: somebody at this screen, somebody with a link, or a computer. */
import type { JSX } from "preact";
import type { PlayerCard, SeatWanted } from "../net/types";
import { words } from "../words";

export const HUMAN = "human";
/** A person too, but with a link and at another screen. */
export const AWAY = "away";
export const isPerson = (player: string) => player === HUMAN || player === AWAY;

/** The seats as the server wants them; where a friend plays is this browser's own matter. */
export function seatsOf(players: readonly string[], names: readonly string[] = []): SeatWanted[] {
  return players.map((player, index) => ({ player: player === AWAY ? HUMAN : player, name: names[index]?.trim() ?? "" }));
}

export function awayOf(players: readonly string[]): number[] {
  return players.flatMap((player, index) => (player === AWAY ? [index] : []));
}

export function playerText(player: string, known: readonly PlayerCard[]): string {
  if (player === HUMAN) return words.setup.humanText;
  return player === AWAY ? words.setup.awayText : (known.find((one) => one.name === player)?.text ?? "");
}

export function PlayerSelect(props: { value: string; known: readonly PlayerCard[]; onPick: (player: string) => void }): JSX.Element {
  return (
    <select value={props.value} onChange={(event) => props.onPick(event.currentTarget.value)}>
      <option value={HUMAN}>{words.setup.human}</option>
      <option value={AWAY}>{words.setup.away}</option>
      {props.known
        .filter((one) => one.name !== HUMAN)
        .map((one) => (
          <option key={one.name} value={one.name} selected={one.name === props.value}>
            {words.setup.computer(one.title || one.name)}
          </option>
        ))}
    </select>
  );
}
