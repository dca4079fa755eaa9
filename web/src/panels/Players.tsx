/** Who plays a side: somebody at this screen, somebody with a link, or a computer. */
import type { JSX } from "preact";
import type { PlayerCard, SeatWanted } from "../net/types";
import { words } from "../words";

export const HUMAN = "human";
/** A person too, but with a link and at another screen. */
export const AWAY = "away";
export const isPerson = (player: string) => player === HUMAN || player === AWAY;

/** Led by the player of another army, by its place among the armies. */
const LED = "led:";
export const ledBy = (army: number) => `${LED}${army}`;
export const isLed = (player: string) => player.startsWith(LED);

/** Those who play, one for each seat, in the order of the first army of each; and the seat that leads each army. */
export function leaders(players: readonly string[]): { playing: readonly number[]; commanders: readonly number[] } {
  const playing = players.flatMap((player, army) => (isLed(player) ? [] : [army]));
  return { playing, commanders: players.map((player, army) => playing.indexOf(isLed(player) ? Number(player.slice(LED.length)) : army)) };
}

/** The same players with the armies in the other order: of the armies of one player the first has the player. */
export function swapped(players: readonly string[], names: readonly string[]): { players: string[]; names: string[] } {
  const { playing, commanders } = leaders(players);
  const led = [...commanders].reverse();
  const first = led.map((seat) => led.indexOf(seat));
  return {
    players: led.map((seat, army) => (first[army] === army ? players[playing[seat]!]! : ledBy(first[army]!))),
    names: led.map((seat, army) => (first[army] === army ? (names[playing[seat]!] ?? "") : "")),
  };
}

/** The seats as the server wants them; where a friend plays is this browser's own matter. */
export function seatsOf(players: readonly string[], names: readonly string[] = []): SeatWanted[] {
  return players.map((player, index) => ({ player: player === AWAY ? HUMAN : player, name: names[index]?.trim() ?? "" }));
}

export function awayOf(players: readonly string[]): number[] {
  return players.flatMap((player, index) => (player === AWAY ? [index] : []));
}

export function playerText(player: string, known: readonly PlayerCard[]): string {
  if (player === HUMAN) return words.setup.humanText;
  if (isLed(player)) return words.setup.ledText;
  return player === AWAY ? words.setup.awayText : (known.find((one) => one.name === player)?.text ?? "");
}

/** `partners`: armies of the same side whose player may lead this one too. */
export function PlayerSelect(props: { value: string; known: readonly PlayerCard[]; partners?: readonly number[]; onPick: (player: string) => void }): JSX.Element {
  return (
    <select value={props.value} onChange={(event) => props.onPick(event.currentTarget.value)}>
      <option value={HUMAN}>{words.setup.human}</option>
      <option value={AWAY}>{words.setup.away}</option>
      {props.partners?.map((army) => (
        <option key={army} value={ledBy(army)} selected={ledBy(army) === props.value}>
          {words.setup.led(army)}
        </option>
      ))}
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
