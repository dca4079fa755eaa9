/** The table from above, to scale. */
import type { JSX } from "preact";
import { computed, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { deciding } from "../state/describing";
import { settings } from "../state/settings";
import { paused, shown } from "../state/show";
import { board, hovered, moment, picture, question, units } from "../state/table";
import { measuring } from "../state/ui";
import { words } from "../words";
import { Banners, CoatDefs } from "./Banners";
import { Effects } from "./Effects";
import { GroundCanvas, PaintedMap } from "./Ground";
import { GhostLayer, HandleLayer } from "./Ghost";
import { pointerDown, pointerMove, pointerUp, wheel } from "./gestures";
import { Losses } from "./Losses";
import { Menaces, ThreatMarks } from "./Menaces";
import { ActMarks, OptionMarks, Reaches, Ruler, Trail, Zones } from "./Overlay";
import { MARGIN, type Sheet, number, sheetOf, toSheet } from "./sheet";
import { Sections } from "./Sections";
import { Spots } from "./Spots";
import { Edges, type Piece, TerrainName } from "./Terrain";
import { Tip } from "./Tip";
import { Tray } from "./Tray";
import { Labels } from "./Plates";
import { Notes, Units } from "./Units";
import { box, bringIntoView, frame, scale, sheet } from "./view";

export function Board(): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) frame.value = { width, height };
    });
    watch.observe(holder.current!);
    // A wheel that zooms must not scroll the page, so its listener may not be passive.
    const drawn = svg.current!;
    drawn.addEventListener("wheel", wheel, { passive: false });
    drawn.addEventListener("touchmove", keepTouch, { passive: false });
    return () => {
      watch.disconnect();
      drawn.removeEventListener("wheel", wheel);
      drawn.removeEventListener("touchmove", keepTouch);
    };
  }, []);
  useSignalEffect(() => {
    const asked = deciding(question.value) ?? shown.value?.beat.line.unit ?? null;
    const unit = asked === null ? undefined : units.peek().get(asked);
    if (unit?.pose) bringIntoView([unit.pose[0], unit.pose[1]]);
  });
  const now = picture.value;
  const { left, top, width, height } = box.value;
  const point = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    const id = (event.target as Element).closest("[data-unit]")?.getAttribute("data-unit");
    hovered.value = id ? Number(id) : null;
  };
  const view = [left, top, width, height].map(number).join(" ");
  const mode = [
    measuring.value && "measuring",
    question.value && "asked",
    moment.value && "past",
    paused.value && "held",
  ].filter(Boolean);
  return (
    <div class="board-frame" ref={holder}>
      <PaintedGround />
      {/* What never moves is a picture of its own: a drag does not paint it anew. */}
      <svg class={`wh board-ground ${settings.value.grid ? "" : "no-grid"}`} viewBox={view} style={{ "--px": number(1 / scale.value) }} aria-hidden="true">
        <BoardGround />
        <Features />
      </svg>
      <svg
        ref={svg}
        class={`wh board ${mode.join(" ")}`}
        viewBox={view}
        style={{ "--px": number(1 / scale.value) }}
        role="img"
        aria-label={now ? words.table.board(now.title, now.units.filter((unit) => unit.pose).length) : words.app.loading}
        onPointerDown={pointerDown}
        onPointerMove={(event) => {
          point(event);
          pointerMove(event);
        }}
        onPointerUp={pointerUp}
        onPointerCancel={pointerUp}
        onPointerLeave={(event) => {
          if (event.pointerType !== "touch") hovered.value = null;
        }}
        onContextMenu={(event) => {
          // A finger that rests asks what lies there; the browser's own menu would cover the answer.
          if (event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
        }}
      >
        <Patterns />
        {/* Screen readers get the label, and all of this in words in the text view. */}
        <g aria-hidden="true">
          <TerrainNames />
          <Sections />
          <Zones />
          <Menaces />
          <Reaches />
          <Trail />
          <Units />
          <Banners />
          <ThreatMarks />
          <ActMarks />
          <OptionMarks />
          <GhostLayer />
          <Labels />
          <Spots />
          <Losses />
          <HandleLayer />
          <Notes />
          <Ruler />
        </g>
      </svg>
      <Effects />
      <Tray />
      <Tip />
    </div>
  );
}

/**
 * A finger on the board drags, pans or pinches and never scrolls. The browser must be told so for each touch: it takes a
 * quick drag for the start of a fling otherwise, and the next tap on a button only for the end of that fling.
 */
function keepTouch(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

/** Terrain lies still: it is drawn when it, or the sheet, has changed, whatever else happens. */
const features = computed<readonly Piece[]>(() => board.value?.features ?? []);

function Features(): JSX.Element {
  return <Edges pieces={features.value} sheet={sheet.value} />;
}

/** The painting lies below everything else and is moved with the sheet. */
function PaintedGround(): JSX.Element {
  const at = () => {
    const { left, top } = box.value;
    return { left: (MARGIN - left) * scale.value, top: (MARGIN - top) * scale.value, scale: scale.value };
  };
  return <GroundCanvas pieces={() => features.value} on={() => sheet.value} at={at} />;
}

function TerrainNames(): JSX.Element {
  return (
    <>
      {features.value.map((piece, index) => (
        <TerrainName key={index} piece={piece} sheet={sheet.value} />
      ))}
    </>
  );
}

function BoardGround(): JSX.Element {
  return <Ground on={sheet.value} />;
}

function Patterns(): JSX.Element {
  return (
    <defs>
      <CoatDefs />
      <clipPath id="on-board">
        <rect x={MARGIN} y={MARGIN} width={sheet.value.width - 2 * MARGIN} height={sheet.value.height - 2 * MARGIN} />
      </clipPath>
      <pattern id="pattern-1" class="s1" width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M-2,2L2,-2M0,8L8,0M6,10L10,6" class="hatch" />
      </pattern>
      <pattern id="pattern-2" class="s2" width="8" height="8" patternUnits="userSpaceOnUse">
        <circle cx="4" cy="4" r="1.6" fill="var(--seat)" />
      </pattern>
      <pattern id="pattern-3" class="s3" width="8" height="8" patternUnits="userSpaceOnUse">
        <path d="M0,4H8M4,0V8" class="hatch" stroke-width="1.2" />
      </pattern>
      {[0, 1, 2, 3].map((index) => (
        <pattern key={index} id={`menace-${index}`} class={`s${index}`} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
          <path d="M0,0V9" class="menace-hatch" />
        </pattern>
      ))}
      <marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth={number(14 / scale.value)} markerHeight={number(14 / scale.value)} markerUnits="userSpaceOnUse" orient="auto">
        <path class="head" d="M0,0L10,5L0,10L2.5,5Z" />
      </marker>
    </defs>
  );
}

function Ground({ on }: { on: Sheet }): JSX.Element {
  const [w, d] = [on.boardWidth, on.boardDepth];
  const line = (a: [number, number], b: [number, number]) => {
    const [ax, ay] = toSheet(on, a);
    const [bx, by] = toSheet(on, b);
    return `M${number(ax)},${number(ay)}L${number(bx)},${number(by)}`;
  };
  let light = "";
  let strong = "";
  for (let x = 1; x < w; x++) {
    if (x % 6) light += line([x, 0], [x, d]);
    else strong += line([x, 0], [x, d]);
  }
  for (let y = 1; y < d; y++) {
    if (y % 6) light += line([0, y], [w, y]);
    else strong += line([0, y], [w, y]);
  }
  const sixes = (most: number) => Array.from({ length: Math.floor(most / 6) + 1 }, (_, i) => i * 6);
  return (
    <g class="ground-layer">
      {/* How large the board is: what is seen there is painted below. */}
      <rect class="ground bare" x={MARGIN} y={MARGIN} width={on.width - 2 * MARGIN} height={on.height - 2 * MARGIN} />
      <rect class="frame" x={MARGIN} y={MARGIN} width={on.width - 2 * MARGIN} height={on.height - 2 * MARGIN} />
      <path class="grid" d={light} />
      <path class="grid strong" d={strong} />
      {sixes(w).map((x) => {
        const [px, py] = toSheet(on, [x, -0.6]);
        return (
          <text key={`x${x}`} class="ruler" x={number(px)} y={number(py + 4)}>
            {x}
          </text>
        );
      })}
      {sixes(d).map((y) => {
        const [px, py] = toSheet(on, [-0.6, y]);
        return (
          <text key={`y${y}`} class="ruler" x={number(px)} y={number(py + 4)}>
            {y}
          </text>
        );
      })}
    </g>
  );
}

/** A map on its own, its long side across, for choosing one. */
export function MapPreview({ board }: { board: { width: number; depth: number; features?: readonly Piece[] } }): JSX.Element {
  const on = sheetOf(board.width, board.depth, board.depth > board.width ? 1 : 0);
  // There is no ruler, so it needs no room.
  const view = [MARGIN, MARGIN, on.width - 2 * MARGIN, on.height - 2 * MARGIN];
  return (
    <span class="preview" style={{ aspectRatio: `${view[2]} / ${view[3]}` }}>
      <PaintedMap pieces={board.features ?? []} on={on} />
      <svg class="wh" viewBox={view.map(number).join(" ")} aria-hidden="true">
        <Edges pieces={board.features ?? []} sheet={on} />
      </svg>
    </span>
  );
}
