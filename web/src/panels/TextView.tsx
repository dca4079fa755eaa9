/** The table in words: where everything stands, by the clock, from the unit in hand. Enough to play by. */
import type { ComponentChildren, JSX } from "preact";
import { askedInWords } from "../state/asked";
import { seatName } from "../state/describing";
import { placing } from "../state/making";
import { pointAt } from "../state/picking";
import { scene, shown } from "../state/show";
import { picture, question, seat, selected, state } from "../state/table";
import { textOpen } from "../state/ui";
import { sameSide } from "../state/sides";
import { type Eye, aboutMarker, aboutUnit, called, edges, eye, whereIs } from "../state/whereabouts";
import type { Picture, Question, UnitShown } from "../net/types";
import { closest } from "../table/geometry";
import { rectOf } from "../table/Overlay";
import { words } from "../words";
import { TimeLeft } from "./Countdown";

export function TextView(): JSX.Element | null {
  const now = picture.value;
  const from = eye.value;
  if (!now || !from) return null;
  return (
    <section class="text-view" aria-label={words.text.title}>
      <div class="text-head">
        <h2>{words.table.textView}</h2>
        <button type="button" class="link" onClick={() => (textOpen.value = false)}>
          {words.text.close} <kbd>T</kbd>
        </button>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label={words.table.textView}>
        <Happening />
        {question.value && <Decision asked={question.value} />}
        <p class="quiet">{standpoint(from)}</p>
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

/** The fight, the volley or the spell that is being told, line by line; else the line that is shown. */
function Happening(): JSX.Element | null {
  const lines = scene.value?.members.map((one) => one.line) ?? (shown.value ? [shown.value.beat.line] : []);
  if (!lines.length) return null;
  return (
    <Part title={scene.value ? words.show.kinds[scene.value.kind] : words.show.title}>
      {lines.map((line, index) => (
        <li key={index}>{line.text}</li>
      ))}
    </Part>
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

/** The open question: what it is, how long one may think about it, and all that may be answered. */
function Decision({ asked }: { asked: Question }): JSX.Element {
  return (
    <div class="asked">
      <Part title={asked.text}>
        {asked.note && <li>{asked.note}</li>}
        {asked.clock && (
          <li>
            <TimeLeft key={state.value?.number} text={asked.clock.text ?? ""} />
          </li>
        )}
        {askedInWords(asked).map(({ text, below }) => (
          <li key={text}>
            {text}
            {below && (
              <ul>
                {below.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </Part>
    </div>
  );
}

function standpoint({ rect, unit, ghost, model }: Eye): string {
  const at = words.text.at(words.inch(rect.x), words.inch(rect.y));
  const place = `${at}, ${words.text.facing(words.degrees(rect.facing))}`;
  if (!unit) {
    const outline = ghost ? placing.value?.outline : null;
    if (outline?.form === "rectangle") return words.text.fromPiece(place);
    return outline ? words.text.fromTemplate(at) : ghost ? words.text.fromMarker(at) : words.text.fromCentre;
  }
  if (model !== null) return words.text.fromModel(model + 1, unit.name, at);
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
