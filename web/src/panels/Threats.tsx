/** Who stands within whose reach, in words. */
import type { JSX } from "preact";
import { pointAt } from "../state/picking";
import { picture, selected, units } from "../state/table";
import { showThreats, side, threatNames, threatsOn } from "../state/threats";
import { words } from "../words";

export function ThreatPanel(): JSX.Element | null {
  const now = picture.value;
  if (side.value === null || !now) return null;
  const reached = [...threatsOn.value].flatMap(([id, threats]) => {
    const unit = units.value.get(id);
    return unit ? [{ unit, threats }] : [];
  });
  return (
    <section class="threats" aria-label={words.threats.title}>
      <div class="segmented" role="group" aria-label={words.threats.of}>
        {now.seats.map((one, index) => (
          <button key={index} type="button" class={`s${index % 4}`} aria-pressed={side.value === index} onClick={() => showThreats(index)}>
            {one.name}
          </button>
        ))}
      </div>
      <p class="quiet">{words.threats.from}</p>
      {reached.length === 0 && <p>{words.threats.nobody}</p>}
      <ul>
        {reached.map(({ unit, threats }) => (
          <li key={unit.id} class={`s${unit.seat % 4}`}>
            <button type="button" class="link" aria-pressed={unit.id === selected.value} onClick={() => pointAt(unit.id)}>
              {unit.name}
            </button>{" "}
            {words.threats.by(threatNames(threats))}
          </li>
        ))}
      </ul>
    </section>
  );
}
