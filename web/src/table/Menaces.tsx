/** How far every unit of a side reaches next, each outline tied to its unit, and marks at those who stand within. */
import type { JSX } from "preact";
import type { Menace } from "../net/types";
import { units } from "../state/table";
import { ghostThreats, inFocus, isForward, menaces, threatNames, threatsOn } from "../state/threats";
import { words } from "../words";
import { corners } from "./geometry";
import { around } from "./labels";
import { linePath, rectOf, reachPath } from "./Overlay";
import { number, toSheet } from "./sheet";
import { ghost as made } from "../state/making";
import { scale, sheet } from "./view";

/** Thin outlines of all. Whoever is looked at comes forward, with a hatch, and so does whoever reaches it, without. */
export function Menaces(): JSX.Element | null {
  const all = menaces.value;
  if (!all.length) return null;
  const forward = all.filter(isForward);
  const others = all.filter((menace) => !forward.includes(menace));
  return (
    <g class={`menaces ${forward.length ? "some-forward" : ""}`}>
      <g clip-path="url(#on-board)">
        {others.map((menace) => (
          <Outline key={menace.unit} menace={menace} forward={false} />
        ))}
        {forward.map((menace) => (
          <Outline key={menace.unit} menace={menace} forward />
        ))}
      </g>
      <Lines />
    </g>
  );
}

function Outline({ menace, forward }: { menace: Menace; forward: boolean }): JSX.Element | null {
  const unit = units.value.get(menace.unit);
  const here = unit && rectOf(unit);
  if (!here) return null;
  const side = unit.seat % 4;
  return (
    <g class={`menace s${side} ${forward ? "forward" : ""}`} data-menace={menace.unit}>
      {shownOf(menace, forward).map((reach) => (
        <path
          key={reach.label}
          class={`${reach.does ?? "move"} ${reach.after ? "after" : ""}`}
          d={reachPath(here, reach)}
          fill={!reach.after && forward && inFocus.value === menace.unit ? `url(#menace-${side})` : "none"}
        />
      ))}
    </g>
  );
}

/** What a unit reaches only after a move is wide: it is drawn for those alone that come forward. */
function shownOf(menace: Menace, forward: boolean): Menace["reaches"] {
  return menace.reaches.filter((reach) => forward || !reach.after);
}

/** From whoever threatens what is looked at, straight to it. */
function Lines(): JSX.Element | null {
  const focus = inFocus.value;
  const target = focus === null ? undefined : units.value.get(focus);
  const ghost = ghostThreats.value.length ? (made.value?.rect ?? null) : null;
  const there = ghost ?? (target && rectOf(target));
  const threats = ghost ? ghostThreats.value : (threatsOn.value.get(focus ?? -1) ?? []);
  if (!there) return null;
  return (
    <>
      {[...new Set(threats.map((threat) => threat.unit))].map((id) => {
        const unit = units.value.get(id);
        const from = unit && rectOf(unit);
        return from && <path key={id} class={`menace-line s${unit.seat % 4}`} marker-end="url(#head)" d={linePath(from, there)} />;
      })}
    </>
  );
}

/** At every unit that somebody reaches: by how many; hollow where all of them would have to move first. */
export function ThreatMarks(): JSX.Element {
  return (
    <g class="threat-marks">
      {[...threatsOn.value].map(([id, threats]) => {
        const unit = units.value.get(id);
        const rect = unit && rectOf(unit);
        if (!rect) return null;
        const [, top, right] = around(corners(rect).map((corner) => toSheet(sheet.value, corner)));
        return (
          <g key={id} class={`threat-mark ${threats.every((threat) => threat.after) ? "after" : ""}`} data-threatened={id} transform={`translate(${number(right)},${number(top)}) scale(${number(1 / scale.value)})`}>
            <title>{words.threats.on(unit.name, threatNames(threats))}</title>
            <path d="M0,-10L10,8H-10Z" />
            <text y={5}>{new Set(threats.map((threat) => threat.unit)).size}</text>
          </g>
        );
      })}
    </g>
  );
}
