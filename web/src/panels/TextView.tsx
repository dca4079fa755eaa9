/** The table in words: where everything stands, by the clock, from the selected or the active unit. */
import type { JSX } from "preact";
import { computed } from "@preact/signals";
import { picture, question, seatName, selected, units, leftOf } from "../state/table";
import { pointAt } from "../state/picking";
import type { UnitShown } from "../net/types";
import { type Rect, clock, closest, sideOf } from "../table/geometry";
import { rectOf } from "../table/Overlay";
import { words } from "../words";

/** The unit that the table is described from. */
const viewer = computed<UnitShown | null>(() => {
  const asked = question.value;
  const id = selected.value ?? (asked && "unit" in asked ? asked.unit : null);
  const unit = id === null || id === undefined ? null : (units.value.get(id) ?? null);
  return unit?.pose ? unit : null;
});

export function whereIs(from: Rect, there: Rect): string {
  const line = closest(from, there);
  return words.text.clock(words.inch(line.inches), clock([from.x, from.y, from.facing], [there.x, there.y]));
}

export function TextView(): JSX.Element | null {
  const now = picture.value;
  if (!now) return null;
  const eye = viewer.value;
  const from: Rect = eye ? rectOf(eye)! : { x: now.board.width / 2, y: now.board.depth / 2, facing: 0, width: 0.01, depth: 0.01 };
  const order = [...now.units].sort((a, b) => distance(from, a) - distance(from, b));
  return (
    <section class="text-view" aria-label={words.text.title}>
      <p class="quiet">{eye ? words.text.from(eye.name) : words.text.fromCentre}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.text.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.text.unit}</th>
              <th scope="col">{words.text.where}</th>
              <th scope="col">{words.text.faces}</th>
              <th scope="col">{words.text.state}</th>
            </tr>
          </thead>
          <tbody>
            {order.map((unit) => {
              const there = rectOf(unit);
              return (
                <tr key={unit.id} class={`s${unit.seat % 4} ${unit.id === selected.value ? "selected" : ""}`}>
                  <th scope="row">
                    <button type="button" class="link" aria-pressed={unit.id === selected.value} onClick={() => pointAt(unit.id)}>
                      {unit.name}
                    </button>
                    <span class="quiet">{seatName(unit.seat)}</span>
                  </th>
                  <td>{!there ? words.text.offTable : unit.id === eye?.id ? words.text.itself : whereIs(from, there)}</td>
                  <td>{there && unit.id !== eye?.id ? words.text.arcs[sideOf(there, [from.x, from.y])] : ""}</td>
                  <td>{[leftOf(unit), ...unit.marks].join(", ")}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <h3>{words.text.terrain}</h3>
        <ul>
          {now.board.features.map((piece, index) => (
            <li key={index}>
              {piece.name || piece.kind}: {whereIs(from, piece)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function distance(from: Rect, unit: UnitShown): number {
  const there = rectOf(unit);
  return there ? closest(from, there).inches : Infinity;
}
