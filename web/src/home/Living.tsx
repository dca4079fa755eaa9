/** A recorded battle of house armies, played softly behind the title: the figures, ground and coats of the table. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { UnitShown } from "../net/types";
import { calm } from "../state/settings";
import { Body, drawnBy, sideClass } from "../table/Body";
import { PaintedMap } from "../table/Ground";
import type { Pose } from "../table/geometry";
import { FLAG, blazonOf, coatsOf } from "../table/heraldry";
import { INCH, MARGIN, angle, number, sheetOf, toSheet } from "../table/sheet";
import type { Look } from "../table/figures";
import { type Living, type Standing, at, heartOf } from "./frames";
import recorded from "./battle.json";

const BATTLE = recorded as unknown as Living;
/** Seen from the edge of the first army. */
const ON = sheetOf(BATTLE.width, BATTLE.depth, 0);
/** So many milliseconds from one move to the next; it takes that long to be made, too. */
const PACE = 1300;
/** The moment that stands still where nothing shall move: the lines have met. */
const STILL = BATTLE.still;

export default function LivingBattle({ paused }: { paused: boolean }): JSX.Element {
  const [frame, setFrame] = useState(() => (calm() ? STILL : BATTLE.opening));
  const still = paused || calm();
  useEffect(() => {
    if (still) return;
    let timer = 0;
    const next = () => {
      timer = window.setTimeout(next, PACE);
      if (!document.hidden && scrollY < innerHeight) setFrame((now) => (now + 1) % BATTLE.frames.length);
    };
    timer = window.setTimeout(next, PACE);
    return () => clearTimeout(timer);
  }, [still]);
  const standing = useMemo(() => at(BATTLE, frame), [frame]);
  const stage = useRef<HTMLDivElement>(null);
  const [heart, setHeart] = useState(() => heartOf(BATTLE, frame));
  useEffect(() => setHeart((now) => heartOf(BATTLE, frame, now)), [frame]);
  const [x, y] = toSheet(ON, heart);
  // The ground reaches from edge to edge; where that leaves more of it than there is room for, the fighting is in sight.
  const camera = { "--shape": number((ON.width - 2 * MARGIN) / (ON.height - 2 * MARGIN)), "--x": number((x - MARGIN) / (ON.width - 2 * MARGIN)), "--y": number((y - MARGIN) / (ON.height - 2 * MARGIN)) };
  return (
    <div class="living" ref={stage} data-frame={frame} style={camera}>
      <div class={`living-field ${frame === 0 ? "anew" : ""}`}>
        <PaintedMap pieces={BATTLE.features} on={ON} fine={20} />
        <svg class="wh" viewBox={[MARGIN, MARGIN, ON.width - 2 * MARGIN, ON.height - 2 * MARGIN].map(number).join(" ")}>
          <Defs />
          {BATTLE.units.map((unit) => (
            <Regiment key={unit.id} unit={unit} now={standing[unit.id] ?? null} />
          ))}
        </svg>
      </div>
    </div>
  );
}

const COATS = coatsOf(BATTLE.armies);

function Defs(): JSX.Element {
  return (
    <defs>
      <pattern id="pattern-1" class="s1" width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M-2,2L2,-2M0,8L8,0M6,10L10,6" class="hatch" />
      </pattern>
      <clipPath id="living-cut">
        <path d={FLAG} />
      </clipPath>
      {COATS.map((coat, seat) => {
        const { field, parts } = blazonOf(coat);
        return (
          <g key={seat} id={`living-flag-${seat}`}>
            <path d="M-1.2,-1.3L-1.2,1.5" stroke="#2a1d10" stroke-width=".26" stroke-linecap="round" />
            <g transform="scale(.0108) translate(0,-24)">
              <g clip-path="url(#living-cut)">
                <path d="M-130,-130H130V130H-130Z" fill={field} />
                <g transform="scale(1.16 1)">
                  {parts.map(({ path, fill }, index) => (
                    <path key={index} d={path} fill={fill} fill-rule="evenodd" />
                  ))}
                </g>
              </g>
              <path d={FLAG} fill="none" stroke="#1c150e" stroke-width="14" />
            </g>
          </g>
        );
      })}
    </defs>
  );
}

/** Shown as on the table, with what a unit there has and a picture needs not. */
function shownOf(unit: Living["units"][number], health: number): UnitShown {
  return {
    id: unit.id, seat: unit.seat, name: unit.name, army: BATTLE.armies[unit.seat]!, pose: null, width: unit.width, depth: unit.depth,
    bases: [[0, 0, 0, unit.width, unit.depth]], models: 1, models_at_start: 1, health, health_at_start: unit.health, wounds: 0, marks: [], profile: {}, rules: [],
    single: unit.single, standard: unit.standard, look: unit.look as Look,
  };
}

const CENTRE: Pose = [0, 0, 0];

function Regiment({ unit, now }: { unit: Living["units"][number]; now: Standing | null }): JSX.Element {
  // Whoever has left fades where it stood last.
  const last = useRef(now);
  const turned = useRef<number | null>(null);
  if (now) last.current = now;
  const [px, py, facing, health] = last.current ?? [0, 0, 0, unit.health];
  const shown = useMemo(() => shownOf(unit, health), [unit, health]);
  const drawn = useMemo(() => drawnBy(shown, CENTRE, shown.bases), [shown]);
  const [x, y] = toSheet(ON, [px, py]);
  // The short way round, or a unit would spin about.
  const wanted = angle(ON, facing);
  const before = turned.current ?? wanted;
  turned.current = before + ((((wanted - before) % 360) + 540) % 360) - 180;
  const [w, d] = [(unit.width * INCH) / 2, (unit.depth * INCH) / 2];
  const flag = !unit.single && unit.depth >= 1.5;
  return (
    <g class={`unit ${sideClass(unit.seat)} ${now ? "" : "left-field"}`} style={{ transform: `translate(${number(x)}px, ${number(y)}px)` }}>
      <g class="turning" style={{ transform: `rotate(${number(turned.current)}deg)` }}>
        <rect class="shade" x={number(-w + 3)} y={number(-d + 3)} width={number(2 * w)} height={number(2 * d)} />
        <Body unit={shown} drawn={drawn} coat={COATS[unit.seat]!} />
      </g>
      {flag && (
        <g transform={`scale(${number(0.4 * INCH)})`}>
          <use href={`#living-flag-${unit.seat}`} />
        </g>
      )}
    </g>
  );
}
