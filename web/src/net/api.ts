/** HTTP: battles, records, rules. Every failure becomes an Error whose message is the server's own sentence. */
import type {
  ArmyWanted,
  BattleListed,
  BattleJudged,
  BattleMade,
  BattleTried,
  BattleWanted,
  BranchWanted,
  BuilderCard,
  CatalogueShown,
  CodeMade,
  CompareWanted,
  Comparison,
  Course,
  DraftOpened,
  DraftShown,
  DraftSource,
  DraftWanted,
  Guide,
  HandedOn,
  ListKept,
  ListMade,
  ListWanted,
  Moment,
  MusterShown,
  MusterWanted,
  RuleShown,
  RulesetCard,
  SeatsClaimed,
  Sketch,
  SurpriseWanted,
  Timeline,
} from "./types";
import { words } from "../words";
import { beside } from "./base";
import { legible } from "./legible";
import { allTokens, ownTokens, tokenFor } from "../state/tokens";

export class ApiError extends Error {
  readonly rule: string | null;
  constructor(message: string, rule: string | null) {
    super(message);
    this.rule = rule;
  }
}

/** What is asked for, as it is shown. */
export async function call<T>(path: string, init: RequestInit = {}, battle?: string): Promise<T> {
  return legible(await fetched<T>(path, init, battle));
}

export async function fetched<T>(path: string, init: RequestInit = {}, battle?: string): Promise<T> {
  const headers = new Headers(init.headers);
  const token = battle ? tokenFor(battle) : null;
  if (token) headers.set("X-Warhost-Token", token);
  if (init.body && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  let response: Response;
  try {
    response = await fetch(beside(path), { ...init, headers });
  } catch {
    throw new ApiError(words.app.offline, null);
  }
  if (!response.ok) {
    const body: { error?: string; rule?: string | null } = legible(await response.json().catch(() => ({})));
    throw new ApiError(body.error ?? `${response.status} ${response.statusText}`, body.rule ?? null);
  }
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

const post = <T>(path: string, body: unknown, battle?: string) =>
  call<T>(path, { method: "POST", body: JSON.stringify(body) }, battle);

function severally([token = "", ...others]: readonly string[]): Record<string, string> {
  return { "X-Warhost-Token": token, "X-Warhost-Tokens": others.join(",") };
}

export const sent = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

let builderCards: Promise<BuilderCard[]> | null = null;
let rulesetCards: Promise<RulesetCard[]> | null = null;

/** What a reader keeps on the server, each thing opened by a key of its own. */
export interface KeptApi {
  listed: (tokens: readonly string[]) => Promise<ListKept[]>;
  keep: (wanted: ListWanted) => Promise<ListMade>;
  change: (id: string, token: string, wanted: ListWanted) => Promise<unknown>;
  remove: (id: string, token: string) => Promise<unknown>;
  restore: (id: string, token: string) => Promise<unknown>;
}

function keptAt(where: "lists" | "packs"): KeptApi {
  const opened = (token: string) => ({ headers: { "X-Warhost-Token": token } });
  return {
    listed: (tokens) => fetched<ListKept[]>(`api/${where}`, { headers: { "X-Warhost-Tokens": tokens.join(",") } }),
    keep: (wanted) => fetched<ListMade>(`api/${where}`, sent(wanted)),
    change: (id, token, wanted) => fetched<unknown>(`api/${where}/${id}`, { ...sent(wanted), method: "PUT", ...opened(token) }),
    remove: (id, token) => fetched<unknown>(`api/${where}/${id}`, { method: "DELETE", ...opened(token) }),
    restore: (id, token) => fetched<unknown>(`api/${where}/${id}/restore`, { method: "POST", ...opened(token) }),
  };
}

export const api = {
  rulesets(): Promise<RulesetCard[]> {
    rulesetCards ??= call<RulesetCard[]>("api/rulesets").catch((error: unknown) => {
      rulesetCards = null;
      throw error;
    });
    return rulesetCards;
  },
  guide: (ruleset: string) => call<Guide>(`api/rulesets/${encodeURIComponent(ruleset)}/guide`),
  async muster(wanted: MusterWanted): Promise<MusterShown> {
    // The list itself goes back to the server, and into files.
    const { text, ...shown } = await fetched<MusterShown>("api/muster", { method: "POST", body: JSON.stringify(wanted) });
    return { ...legible(shown), text };
  },
  builders(): Promise<BuilderCard[]> {
    builderCards ??= call<BuilderCard[]>("api/builders").catch((error: unknown) => {
      builderCards = null;
      throw error;
    });
    return builderCards;
  },
  /** The entries of a faction. Their names go back to the server, so they are shown as they come. */
  entries: (ruleset: string, faction: string) => call<CatalogueShown>(`api/builders/${encodeURIComponent(ruleset)}/factions/${encodeURIComponent(faction)}`),
  async draft(wanted: DraftWanted): Promise<DraftShown> {
    const { text, ...shown } = await fetched<DraftShown>("api/drafts", sent(wanted));
    return { ...legible(shown), text };
  },
  openDraft: (wanted: DraftSource) => fetched<DraftOpened>("api/drafts/open", sent(wanted)),
  surprise: (wanted: SurpriseWanted) => fetched<DraftOpened>("api/drafts/surprise", sent(wanted)),
  handOn: (wanted: DraftWanted) => fetched<HandedOn>("api/drafts/share", sent(wanted)),
  compare: (wanted: CompareWanted) => call<Comparison>("api/drafts/compare", sent(wanted)),
  lists: keptAt("lists"),
  packs: keptAt("packs"),
  /** Whether a battle could begin with what is agreed on. */
  tryBattle: (wanted: BattleTried) => post<BattleJudged>("api/try", wanted),
  create: (wanted: BattleWanted) => post<BattleMade>("api/battles", wanted),
  battles: () => call<BattleListed[]>("api/battles", { headers: { "X-Warhost-Tokens": allTokens().join(",") } }),
  rename: (id: string, title: string) =>
    call<unknown>(`api/battles/${id}`, { method: "PATCH", body: JSON.stringify({ title }) }, id),
  /** Let go of a battle with every seat that these tokens open. */
  remove: (id: string, tokens: readonly string[]) => call<unknown>(`api/battles/${id}`, { method: "DELETE", headers: severally(tokens) }),
  /** Have a battle again that was let go of. */
  restore: (id: string, tokens: readonly string[]) => call<unknown>(`api/battles/${id}/restore`, { method: "POST", headers: severally(tokens) }),
  /** The army of the seat that a token opens, before the battle begins. */
  chooseArmy: (id: string, token: string, wanted: ArmyWanted) =>
    call<unknown>(`api/battles/${id}/army`, { method: "PUT", headers: { "X-Warhost-Token": token }, body: JSON.stringify(wanted) }),
  moment: (id: string, number: number) => call<Moment>(`api/battles/${id}/moment/${number}`, {}, id),
  sketch: (id: string) => call<Sketch>(`api/battles/${id}/sketch`, {}, id),
  timeline: (id: string) => call<Timeline>(`api/battles/${id}/timeline`, {}, id),
  course: (id: string) => call<Course>(`api/battles/${id}/course`, {}, id),
  branch: (id: string, wanted: BranchWanted) => post<BattleMade>(`api/battles/${id}/branch`, wanted, id),
  rematch: (id: string) => post<BattleMade>(`api/battles/${id}/rematch`, {}, id),
  import: (file: Blob) =>
    call<{ id: string; title?: string; watch: string }>("api/import", { method: "POST", body: file }),
  rule: (id: string) => rules.get(id) ?? remember(id),
  /** Shown and copied, so it carries no key: whoever has it reads what a spectator may read. */
  reportUrl: (id: string) => beside(`api/battles/${id}/report`),
  reportFileUrl: (id: string) => `${beside(`api/battles/${id}/report`)}?file`,
  /** A code that hands the seats of this browser over to another one. */
  makeCode: (id: string) => call<CodeMade>(`api/battles/${id}/code`, { method: "POST", headers: severally(ownTokens(id)) }),
  claim: (code: string, battle: string) => post<SeatsClaimed>("api/claim", { code, battle }),
  async record(id: string): Promise<Blob> {
    const headers = new Headers();
    const token = tokenFor(id);
    if (token) headers.set("X-Warhost-Token", token);
    const response = await fetch(beside(`api/battles/${id}/record`), { headers });
    if (!response.ok) throw new ApiError((await response.json()).error, null);
    return response.blob();
  },
};

const rules = new Map<string, Promise<RuleShown>>();

function remember(id: string): Promise<RuleShown> {
  const found = call<RuleShown>(`api/rules/${encodeURIComponent(id)}`);
  rules.set(id, found);
  found.catch(() => rules.delete(id));
  return found;
}
