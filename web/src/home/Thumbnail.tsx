/** A battle as it stands, in a small picture: the painted ground, and where the units of each side are. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import type { Sketch } from "../net/types";
import { sideClass } from "../table/Body";
import { PaintedMap } from "../table/Ground";
import { type Point, corners } from "../table/geometry";
import { MARGIN, number, path, sheetOf, toSheet } from "../table/sheet";

/** Pixels to the inch of the ground. */
const FINE = 4;

/** The sketch of a battle, once it has come into sight. */
function useSketch(id: string, wanted: boolean): [Sketch | null, (element: Element | null) => void] {
  const [sketch, setSketch] = useState<Sketch | null>(null);
  const element = useRef<Element | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    // A battle that cannot be sketched is listed all the same.
    const ask = () => void api.sketch(id).then((found) => current && found?.units && setSketch(found), () => undefined);
    if (typeof IntersectionObserver !== "function" || !element.current) {
      ask();
      return () => void (current = false);
    }
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      watch.disconnect();
      ask();
    });
    watch.observe(element.current);
    return () => {
      current = false;
      watch.disconnect();
    };
  }, [id, wanted]);
  return [sketch, (found) => void (element.current = found)];
}

export function Thumbnail({ battle, begun }: { battle: string; begun: boolean }): JSX.Element {
  const [sketch, ref] = useSketch(battle, begun);
  return (
    <span class="thumbnail preview" ref={ref} aria-hidden="true">
      {sketch && <Sketched sketch={sketch} />}
    </span>
  );
}

export function Sketched({ sketch }: { sketch: Sketch }): JSX.Element {
  const on = sheetOf(sketch.width, sketch.depth, sketch.depth > sketch.width ? 1 : 0);
  const seats = [...new Set(sketch.units.map((unit) => unit.seat))].sort();
  const outlines = (seat: number, drawn: (outline: Point[]) => string) =>
    sketch.units
      .filter((unit) => unit.seat === seat)
      .map((unit) => drawn(corners(unit).map((corner) => toSheet(on, corner))))
      .join("");
  return (
    <>
      <PaintedMap pieces={sketch.features} on={on} fine={FINE} />
      <svg class="wh" viewBox={[MARGIN, MARGIN, on.width - 2 * MARGIN, on.height - 2 * MARGIN].map(number).join(" ")} preserveAspectRatio="xMidYMid slice">
        {seats.map((seat) => (
          <g key={seat} class={`sketched ${sideClass(seat)}`}>
            <path class="cast-of" d={outlines(seat, (outline) => path(outline.map(([x, y]): Point => [x + 8, y + 10])))} />
            <path class="body-of" d={outlines(seat, path)} />
            {/* The other side is striped as on the table: a line along the middle of each unit. */}
            {seat % 2 === 1 && <path class="stripe-of" d={outlines(seat, ([a, b, c, d]) => path([between(a!, d!), between(b!, c!)], false))} />}
          </g>
        ))}
      </svg>
    </>
  );
}

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
