/** Which map: a list of names, and below it a large picture of the one that is chosen or pointed at. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MapCard, RulesetCard } from "../net/types";
import { MapPreview } from "../table/Board";
import { calledTerrain } from "../table/lettering";
import { words } from "../words";

interface Choice {
  card: RulesetCard;
  chosen: string | null;
  onChange: (map: string | null) => void;
}

/** So many maps stand for any of them. */
const SAMPLES = 4;

export function MapChoice({ card, chosen, onChange }: Choice): JSX.Element {
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
      {shown ? <MapShown map={shown} /> : <AnyMap maps={card.maps} />}
    </div>
  );
}

export function MapShown({ map }: { map: MapCard }): JSX.Element {
  const board = map.board ?? map.example;
  return (
    <figure class="map-shown">
      {board && <MapPreview board={board} />}
      <figcaption class="quiet">
        <b>{map.title}</b>
        {board && `, ${words.setup.size(board.width, board.depth)}: ${words.setup.terrain(countedTerrain(board.features ?? []))}`}{" "}
        {!map.board && words.setup.madeLater}
      </figcaption>
    </figure>
  );
}

/** A few of them side by side, for whoever leaves it to chance. */
function AnyMap({ maps }: { maps: readonly MapCard[] }): JSX.Element {
  const boards = maps.flatMap((map) => map.board ?? map.example ?? []).slice(0, SAMPLES);
  return (
    <figure class="map-shown any">
      <div class="samples">
        {boards.map((board, index) => (
          <MapPreview key={index} board={board} />
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
