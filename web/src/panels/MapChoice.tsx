/** Which map: a list of names, and below it a large picture of the one that is chosen or pointed at. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Board, MapCard, RulesetCard } from "../net/types";
import { MapPreview } from "../table/Board";
import { calledTerrain } from "../table/lettering";
import { words } from "../words";
import type { Options } from "./ArmyChoice";

interface Choice {
  card: RulesetCard;
  chosen: string | null;
  options: Options;
  onChange: (map: string | null) => void;
}

/** So many maps stand for any of them. */
const SAMPLES = 4;

export function MapChoice({ card, chosen, options, onChange }: Choice): JSX.Element {
  const [pointed, setPointed] = useState<string | null | undefined>(undefined);
  const name = pointed === undefined ? chosen : pointed;
  const shown = card.maps.find((map) => map.name === name);
  const row = (map: string | null, title: string) => (
    <label key={map} class="map-name" onPointerEnter={() => setPointed(map)} onPointerLeave={() => setPointed(undefined)}>
      <input type="radio" name="map" checked={chosen === map} onChange={() => onChange(map)} />
      <span>{title}</span>
    </label>
  );
  return (
    <div class="map-choice">
      {/* Above the picture: pictures of another height must not push the names from under the pointer. */}
      <div class="maps" role="radiogroup" aria-label={words.setup.map}>
        {row(null, words.setup.anyMap)}
        {card.maps.map((map) => row(map.name, map.title))}
      </div>
      {shown ? <MapShown card={card} map={shown} options={options} /> : <AnyMap maps={card.maps.map((map) => ({ map, board: boardOf(card, map, options).board }))} onChange={onChange} />}
    </div>
  );
}

/** The board that a map has in a battle with these options, and whether it is only an example of many. */
function boardOf(card: RulesetCard, map: MapCard, options: Options): { board: Board | null; example: boolean } {
  const chosen = (name: string) => options[name] ?? card.options.find((one) => one.name === name)!.default;
  const other = map.boards?.find(
    (one) =>
      Object.entries(one.only_with ?? {}).every(([name, choices]) => choices.includes(chosen(name))) &&
      Object.entries(one.at_least ?? {}).every(([name, least]) => Number(chosen(name)) >= least),
  );
  return other ? { board: other.board, example: !!other.example } : { board: map.board ?? map.example ?? null, example: !map.board };
}

export function MapShown({ card, map, options }: { card: RulesetCard; map: MapCard; options: Options }): JSX.Element {
  const { board, example } = boardOf(card, map, options);
  return (
    <figure class="map-shown">
      {board && <MapPreview board={board} />}
      <figcaption class="quiet">
        <b>{map.title}</b>
        {board && `, ${words.setup.size(board.width, board.depth)}: ${words.setup.terrain(countedTerrain(board.features ?? []))}`}{" "}
        {example && words.setup.madeLater}
      </figcaption>
    </figure>
  );
}

/** A few of them side by side, for whoever leaves it to chance; a click takes one. */
function AnyMap({ maps, onChange }: { maps: readonly { map: MapCard; board: Board | null }[]; onChange: Choice["onChange"] }): JSX.Element {
  return (
    <figure class="map-shown any">
      <div class="samples">
        {maps
          .filter(({ board }) => board)
          .slice(0, SAMPLES)
          .map(({ map, board }) => (
            <button key={map.name} type="button" class="sample" aria-label={words.setup.takeMap(map.title)} title={map.title} onClick={() => onChange(map.name)}>
              <MapPreview board={board!} />
            </button>
          ))}
      </div>
      <figcaption class="quiet">
        <b>{words.setup.anyMap}</b>, {words.setup.byLot}
      </figcaption>
    </figure>
  );
}

/** What lies on a map, each kind once with its number. */
function countedTerrain(features: readonly { kind: string; name?: string }[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const piece of features) {
    const called = calledTerrain(piece);
    counts.set(called, (counts.get(called) ?? 0) + 1);
  }
  return [...counts];
}
