/** HTTP: seasons. Who the reader is in one is told by the keys that this browser has. */
import { allSeasonKeys, ownKeys } from "../state/seasonkeys";
import { ApiError, call, fetched, sent } from "./api";
import { beside } from "./base";
import type {
  BattleEntered,
  CampaignCard,
  ClaimAnswered,
  CorrectionShown,
  CorrectionWanted,
  EntrantWanted,
  FormShown,
  KeyMade,
  PlayerMade,
  PlayerWanted,
  ResultEntered,
  ResultWanted,
  SeasonAnswer,
  SeasonListed,
  SeasonMade,
  SeasonShown,
  SeasonWanted,
} from "./types";

const path = (season: string) => `api/seasons/${encodeURIComponent(season)}`;
const keysOf = (season: string) => ({ "X-Warhost-Tokens": ownKeys(season).join(",") });

function ask<T>(season: string, what: string, init: RequestInit = {}): Promise<T> {
  return fetched<T>(`${path(season)}${what}`, { ...init, headers: keysOf(season) });
}

const put = (body: unknown): RequestInit => ({ ...sent(body), method: "PUT" });

let cards: Promise<CampaignCard[]> | null = null;

export const seasonApi = {
  campaigns(): Promise<CampaignCard[]> {
    cards ??= call<CampaignCard[]>("api/campaigns").catch((error: unknown) => {
      cards = null;
      throw error;
    });
    return cards;
  },
  create: (wanted: SeasonWanted) => fetched<SeasonMade>("api/seasons", sent(wanted)),
  listed: () => call<SeasonListed[]>("api/seasons", { headers: { "X-Warhost-Tokens": allSeasonKeys().join(",") } }),
  /** The season, or nothing if it is as it was. */
  shown: (id: string, after: number | null) => ask<SeasonShown | undefined>(id, after === null ? "" : `?after=${after}`),
  rename: (id: string, title: string) => ask<unknown>(id, "", { ...sent({ title }), method: "PATCH" }),
  remove: (id: string) => ask<unknown>(id, "", { method: "DELETE" }),
  restore: (id: string) => ask<unknown>(id, "/restore", { method: "POST" }),
  enter: (id: string, player: number, wanted: EntrantWanted) => ask<unknown>(id, `/players/${player}`, put(wanted)),
  add: (id: string, wanted: PlayerWanted) => ask<PlayerMade>(id, "/players", sent(wanted)),
  newKey: (id: string, player: number) => ask<KeyMade>(id, `/players/${player}/key`, { method: "POST" }),
  start: (id: string) => ask<unknown>(id, "/start", { method: "POST" }),
  answer: (id: string, wanted: SeasonAnswer) => ask<unknown>(id, "/answer", sent(wanted)),
  form: (id: string, fixture: string, number: number | null) =>
    ask<FormShown>(id, `/form?fixture=${encodeURIComponent(fixture)}${number === null ? "" : `&number=${number}`}`),
  report: (id: string, wanted: ResultWanted) => ask<ResultEntered>(id, "/results", sent(wanted)),
  confirm: (id: string, wanted: ClaimAnswered) => ask<ResultEntered>(id, "/confirmations", sent(wanted)),
  correct: (id: string, wanted: CorrectionWanted) => ask<CorrectionShown>(id, "/corrections", sent(wanted)),
  fight: (id: string, fixture: string) => ask<BattleEntered>(id, "/battles", sent({ fixture })),
  timer: (id: string, minutes: number) => ask<unknown>(id, "/timer", put({ minutes })),
  import: (file: Blob) => fetched<SeasonMade>("api/seasons/import", { method: "POST", body: file }),
  async file(id: string): Promise<Blob> {
    const response = await fetch(beside(`${path(id)}/file`), { headers: keysOf(id) });
    if (!response.ok) throw new ApiError(((await response.json()) as { error: string }).error, null);
    return response.blob();
  },
};
