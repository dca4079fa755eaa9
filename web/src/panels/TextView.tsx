/** The table in words: where everything stands, by the clock, from the unit in hand. Enough to play by. */
import type { ComponentChildren, JSX } from "preact";
import { seatName } from "../state/describing";
import { pointAt } from "../state/picking";
import { picture, question, seat, selected } from "../state/table";
import { sameSide } from "../state/sides";
import { type Eye, aboutMarker, aboutUnit, called, edges, eye, whereIs } from "../state/whereabouts";
import type { Picture, UnitShown } from "../net/types";
import { closest } from "../table/geometry";
import { rectOf } from "../table/Overlay";
import { words } from "../words";

export function TextView(): JSX.Element | null {
  const now = picture.value;
  const from = eye.value;
  if (!now || !from) return null;
  return (
    <section class="text-view" aria-label={words.text.title}>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.text.title}>
        <p class="quiet">{standpoint(from)}</p>
        <Zone />
        {now.board.markers.length > 0 && (
          <Part title={words.text.markers}>
            {now.board.markers.map((marker, index) => (
              <li key={index} class={marker.owner === null ? "" : `s${marker.owner % 4}`}>
                <b>{marker.label || words.table.marker}</b>: {aboutMarker(from, marker, now).join("; ")}
              </li>
            ))}
          </Part>
        )}
        {foesFirst(now).map((side) => (
          <Part key={side} title={seatName(side)}>
            {nearestFirst(from, now, side).map((unit) => (
              <UnitLine key={unit.id} from={from} unit={unit} now={now} />
            ))}
          </Part>
        ))}
        <Part title={words.text.terrain}>
          {[...now.board.features]
            .sort((a, b) => closest(from.rect, a).inches - closest(from.rect, b).inches)
            .map((piece, index) => (
              <li key={index}>
                <b>{called(piece)}</b>, {words.text.size(words.inch(piece.width), words.inch(piece.depth))}: {whereIs(from.rect, piece)}
              </li>
            ))}
          {edges(from, now).map(([name, where]) => (
            <li key={name}>
              <b>{name}</b>: {where}
            </li>
          ))}
        </Part>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </>
  );
}

function UnitLine({ from, unit, now }: { from: Eye; unit: UnitShown; now: Picture }): JSX.Element {
  const chosen = unit.id === selected.value;
  return (
    <li class={`s${unit.seat % 4} ${chosen ? "selected" : ""}`}>
      <button type="button" class="link" aria-pressed={chosen} onClick={() => pointAt(unit.id)}>
        {unit.name}
      </button>
      : {aboutUnit(from, unit, now).join("; ")}
    </li>
  );
}

/** Where one may deploy, as far across and along as the zone goes; how far loose models may go. */
function Zone(): JSX.Element | null {
  const asked = question.value;
  if (asked?.ask === "walk") return <p>{words.walk.told(words.inch(asked.inches), words.inch(asked.cohesion), asked.gap ? words.inch(asked.gap) : "")}</p>;
  if (asked?.ask === "place" && asked.within?.length) return <p>{asked.within.map((one) => words.place.within(one.text, one.inches, words.inch(one.inches))).join("; ")}.</p>;
  if (asked?.ask !== "place" || !asked.zone) return null;
  const [xs, ys] = [0, 1].map((axis) => asked.zone!.corners.map((corner) => corner[axis]!)) as [number[], number[]];
  const span = (all: number[]) => [words.inch(Math.min(...all)), words.inch(Math.max(...all))] as const;
  return <p>{words.text.zone(...span(xs), ...span(ys))}</p>;
}

function standpoint({ rect, unit, ghost }: Eye): string {
  const at = words.text.at(words.inch(rect.x), words.inch(rect.y));
  if (!unit) return ghost ? words.text.fromMarker(at) : words.text.fromCentre;
  const place = `${at}, ${words.text.facing(words.degrees(rect.facing))}`;
  return ghost ? words.text.fromGhost(unit.name, place) : words.text.from(unit.name, place);
}

/** Every seat: enemies first, then allies, the reader's own last. */
function foesFirst(now: Picture): number[] {
  const own = seat.value ?? 0;
  const near = (index: number) => Number(index === own) + Number(sameSide(index, own));
  return now.seats.map((_, index) => index).sort((a, b) => near(a) - near(b));
}

function nearestFirst(from: Eye, now: Picture, side: number): UnitShown[] {
  const away = (unit: UnitShown) => {
    const there = rectOf(unit);
    return there ? closest(from.rect, there).inches : Infinity;
  };
  return now.units.filter((unit) => unit.seat === side).sort((a, b) => away(a) - away(b));
}
