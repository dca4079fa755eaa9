/** The list itself: its units, each with its options to open. */
import type { JSX } from "preact";
import type { DraftPick } from "../net/types";
import { Icon, IconButton } from "../panels/Icon";
import { changePick, copyPick, entryOf, opened, picks, removePick, shown } from "../state/building";
import { words } from "../words";
import { Card } from "./Card";
import { PickOptions } from "./PickOptions";
import { Standing } from "./Standing";

export function Picks({ onBegin }: { onBegin: () => void }): JSX.Element {
  return (
    <section class="builder-picks" aria-label={words.builder.list}>
      <h2 id="builder-picks" tabIndex={-1}>
        {words.builder.list}
      </h2>
      {picks.value.length === 0 && (
        <div class="nothing">
          <p>
            <b>{words.builder.emptyList}</b> {words.builder.emptyHint}
          </p>
          <button type="button" onClick={onBegin}>
            <Icon name="shuffle" /> {words.builder.surprise}
          </button>
        </div>
      )}
      <ol class="builder-list">
        {picks.value.map((pick, place) => (
          <PickRow key={place} pick={pick} place={place} />
        ))}
      </ol>
    </section>
  );
}

function PickRow({ pick, place }: { pick: DraftPick; place: number }): JSX.Element {
  const told = shown.value?.picks[place];
  const problems = shown.value?.problems.filter((one) => one.units.includes(place + 1)) ?? [];
  const cards = told?.cards ?? [];
  const open = opened.value === place;
  const toggle = () => (opened.value = open ? null : place);
  const entry = entryOf(pick.unit);
  const usual = entry && entry.sizes.length > 1 && entry.sizes[0]!.models > 1 ? entry.sizes[0]!.name : "";
  const bought = [pick.size || usual, ...counted(pick.options ?? [])].filter(Boolean);
  return (
    <li class={`builder-pick ${open ? "open" : ""} ${problems.length ? "wrong" : ""}`} id={`pick-${place + 1}`}>
      <div class="row">
        <Standing stand={cards[0]?.stand ?? entry?.sizes[0]?.unit?.stand} />
        <button type="button" class="open-pick" aria-expanded={open} aria-controls={`options-${place + 1}`} onClick={toggle}>
          <b>
            <span class="visually-hidden">{words.builder.unitNumber(place + 1)}</span>
            {pick.unit}
          </b>
          {pick.part && <span class="part">{pick.part}</span>}
          <span class="quiet">{[told?.models ? words.builder.models(told.models) : "", ...bought].filter(Boolean).join(" · ")}</span>
          {pick.joined?.map((one, at) => (
            <span key={at} class="quiet">
              {words.builder.joined([one.unit, ...(one.options ?? [])].join(", "))}
            </span>
          ))}
          {told && told.cost === null && <span class="bad">{words.builder.notBought}</span>}
        </button>
        <b class="cost">{told?.cost ?? "–"}</b>
        <span class="tools">
          <IconButton icon="copy" label={words.builder.copyUnit(pick.unit)} onClick={() => copyPick(place)} />
          <IconButton icon="bin" label={words.builder.removeUnit(pick.unit)} onClick={() => leave(place)} />
        </span>
      </div>
      {open && (
        <div class="pick-open" id={`options-${place + 1}`}>
          <SizeChoice pick={pick} place={place} />
          <PickOptions pick={pick} place={place} />
          {cards.map((card, at) => (
            <details key={at} class="pick-card">
              <summary>{words.builder.details(card.name)}</summary>
              <Card card={card} />
            </details>
          ))}
        </div>
      )}
    </li>
  );
}

/** Remove a unit; the focus goes to the one that takes its place. */
function leave(place: number): void {
  removePick(place);
  requestAnimationFrame(() => {
    const rows = [...document.querySelectorAll<HTMLElement>(".open-pick")];
    (rows[Math.min(place, rows.length - 1)] ?? document.getElementById("builder-picks"))?.focus();
  });
}

/** Names, those that are there several times with their number. */
function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name));
}

function SizeChoice({ pick, place }: { pick: DraftPick; place: number }): JSX.Element | null {
  const entry = entryOf(pick.unit);
  if (!entry) return null;
  const size = entry.sizes.find((one) => one.key === (pick.size ?? "")) ?? entry.sizes[0]!;
  const models = pick.models || size.models;
  const grow = (count: number) => changePick(place, { models: Math.max(size.models, Math.min(size.most, count)) });
  if (entry.sizes.length < 2 && size.most <= size.models) return null;
  return (
    <div class="pick-size">
      {entry.sizes.length > 1 && (
        <div class="segmented" role="group" aria-label={words.builder.sizeOf(pick.unit)}>
          {entry.sizes.map((one) => (
            <button key={one.key} type="button" aria-pressed={one === size} onClick={() => changePick(place, { size: one.key, models: 0 })}>
              {one.name || words.builder.models(one.models)} · {one.cost}
            </button>
          ))}
        </div>
      )}
      {size.most > size.models && (
        <div class="stepper-row" role="group" aria-label={words.builder.modelsOf(pick.unit)}>
          <IconButton icon="minus" label={words.builder.fewer} disabled={models <= size.models} onClick={() => grow(models - 1)} />
          <input
            type="number"
            aria-label={words.builder.modelsOf(pick.unit)}
            min={size.models}
            max={size.most}
            value={models}
            onChange={(event) => grow(Number(event.currentTarget.value) || size.models)}
          />
          <IconButton icon="plus" label={words.builder.oneMore} disabled={models >= size.most} onClick={() => grow(models + 1)} />
          <span class="quiet">{words.builder.each(size.each)}</span>
        </div>
      )}
    </div>
  );
}
