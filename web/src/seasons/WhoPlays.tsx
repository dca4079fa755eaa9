/** Who plays for a player of a season: somebody with a link, somebody at this screen, or a computer. */
import type { JSX } from "preact";
import type { PlayerCard } from "../net/types";
import { words } from "../words";

export const LINK = "link";
export const HERE = "here";

export function WhoPlays({ value, label, computers, onChange }: { value: string; label: string; computers: readonly PlayerCard[]; onChange: (who: string) => void }): JSX.Element {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value={LINK}>{words.seasons.invited}</option>
      <option value={HERE}>{words.seasons.here}</option>
      {computers.map((computer) => (
        <option key={computer.name} value={computer.name}>
          {words.seasons.computer(computer.title || computer.name)}
        </option>
      ))}
    </select>
  );
}
