/** The armies of a season with the lives of their units: experience, scars, and what became of them. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Roster, Scar, UnitSheet } from "../net/types";
import { RuleChip } from "../panels/Rule";
import { words } from "../words";
import { Line } from "./Standings";
import { nameOf, season } from "./now";

export function Rosters(): JSX.Element | null {
  const now = season.value!;
  const rosters = now.page?.rosters ?? [];
  const own = rosters.find((one) => now.you.includes(one.player));
  const [chosen, setChosen] = useState<number | null>(null);
  if (!rosters.length) return null;
  const shown = rosters.find((one) => one.player === chosen) ?? own ?? rosters[0]!;
  return (
    <section class="season-box rosters" aria-label={words.seasons.rosters}>
      <h2>{words.seasons.rosters}</h2>
      <div class="segmented" role="group" aria-label={words.seasons.rosters}>
        {rosters.map((one) => (
          <button key={one.player} type="button" aria-pressed={one === shown} onClick={() => setChosen(one.player)}>
            {nameOf(one.player)}
          </button>
        ))}
      </div>
      <Sheet roster={shown} />
    </section>
  );
}

function Sheet({ roster }: { roster: Roster }): JSX.Element {
  const units = roster.units ?? [];
  return (
    <>
      <p>
        <b>{roster.name}</b>{" "}
        <span class="quiet">
          {[roster.faction, words.seasons.units(units.length), roster.value ? words.seasons.worth(roster.value) : "", roster.purse ? words.seasons.purse(roster.purse) : ""].filter(Boolean).join(" · ")}
        </span>
      </p>
      <ul class="sheets">
        {units.map((unit) => (
          <Unit key={unit.id} unit={unit} />
        ))}
      </ul>
      {(roster.lost?.length ?? 0) > 0 && (
        <details>
          <summary>
            {words.seasons.lost} ({roster.lost!.length})
          </summary>
          <ul class="sheets">
            {roster.lost!.map((unit) => (
              <Unit key={unit.id} unit={unit} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Unit({ unit }: { unit: UnitSheet }): JSX.Element {
  const away = (unit.state ?? "ready") !== "ready";
  const facts = [unit.kind, unit.models > 1 ? words.seasons.models(unit.models) : "", unit.cost ? words.seasons.worth(unit.cost) : "", unit.hero ? words.seasons.hero : "", unit.battles ? words.seasons.fought(unit.battles, unit.kills ?? 0) : ""];
  return (
    <li class={`sheet ${away ? "away" : ""}`}>
      <h3>
        {unit.name} {(unit.level ?? 0) > 0 && <span class="quiet">{words.seasons.level(unit.level!)}</span>}
      </h3>
      <p class="quiet">{facts.filter(Boolean).join(" · ")}</p>
      {away && <p class="bad">{unit.state_text || unit.state}</p>}
      {(unit.figures?.length ?? 0) > 0 && <p class="quiet">{unit.figures!.map(([name, value]) => `${name} ${value}`).join(" · ")}</p>}
      {(unit.xp_max ?? 0) > 0 && <Track unit={unit} />}
      {(unit.gear?.length ?? 0) > 0 && <p class="quiet">{unit.gear!.join(", ")}</p>}
      {(unit.scars?.length ?? 0) > 0 && (
        <ul class="scars">
          {unit.scars!.map((scar) => (
            <ScarLine key={`${scar.kind} ${scar.name}`} scar={scar} />
          ))}
        </ul>
      )}
      {(unit.history?.length ?? 0) > 0 && (
        <details>
          <summary class="quiet">{words.seasons.history}</summary>
          <ol class="happenings">
            {unit.history!.map((one, index) => (
              <Line key={index} one={one} head="" />
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** The boxes of the army sheet; those at which a level is gained are marked. */
function Track({ unit }: { unit: UnitSheet }): JSX.Element {
  const [have, most] = [unit.xp ?? 0, unit.xp_max!];
  const wide = 7;
  return (
    <svg class="xp" viewBox={`0 0 ${most * wide} 10`} role="img" aria-label={words.seasons.xp(have, most)}>
      <title>{words.seasons.xp(have, most)}</title>
      {Array.from({ length: most }, (_, box) => (
        <rect key={box} x={box * wide + 0.5} y={unit.xp_marks?.includes(box + 1) ? 0.5 : 2} width={wide - 2} height={unit.xp_marks?.includes(box + 1) ? 9 : 6} class={box < have ? "full" : ""} />
      ))}
    </svg>
  );
}

function ScarLine({ scar }: { scar: Scar }): JSX.Element {
  return (
    <li class={scar.kind === "injury" ? "injury" : ""}>
      <b>{scar.name}</b> <span class="quiet">{words.seasons.scarKinds[scar.kind]}.</span> {scar.text} {scar.rule && <RuleChip id={scar.rule} />}
    </li>
  );
}
