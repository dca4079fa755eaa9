/** The log and the luck: below the decision, which has the room that it needs. */
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { change, settings } from "../state/settings";
import { textOpen } from "../state/ui";
import { words } from "../words";
import { IconButton } from "./Icon";
import { LogPanel } from "./Log";
import { LuckPanel } from "./Luck";

const TABS = ["log", "luck"] as const;
type Tab = (typeof TABS)[number];
const tab = signal<Tab>("log");

const LEAST = 90;
const STEP = 40;

export function Tabs(): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const shown = tab.value;
  const { logFolded: folded, logHeight: height } = settings.value;
  const pick = (next: Tab) => {
    change({ logFolded: false });
    tab.value = next;
  };
  const names: Record<Tab, string> = { log: words.log.title, luck: words.luck.title };
  const own = !folded && height !== null;
  return (
    <section class={`tabs ${folded ? "folded" : ""} ${own ? "own-height" : ""}`} ref={box} style={own ? { "--own": `${height}px` } : {}}>
      {!folded && <Splitter box={box} />}
      <div class="tab-row">
        <div role="tablist" aria-label={words.table.tabs} onKeyDown={(event) => walkTabs(event, shown, pick)}>
          {TABS.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`tab-${one}`}
              tabIndex={shown === one ? 0 : -1}
              aria-selected={shown === one}
              aria-controls="tab-panel"
              onClick={() => pick(one)}
            >
              {names[one]}
            </button>
          ))}
        </div>
        <button type="button" class="text-button" aria-pressed={textOpen.value} onClick={() => (textOpen.value = !textOpen.peek())}>
          {words.table.textView}
        </button>
        <IconButton icon={folded ? "unfold" : "fold"} label={folded ? words.table.unfold : words.table.fold} onClick={() => change({ logFolded: !folded })} />
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${shown}`} hidden={folded}>
        {shown === "log" && <LogPanel />}
        {shown === "luck" && <LuckPanel />}
      </div>
    </section>
  );
}

/** The edge between the decision and what is below it: to be dragged, or moved with arrows; twice clicked it finds its own place again. */
function Splitter({ box }: { box: { current: HTMLElement | null } }): JSX.Element {
  const now = () => box.current?.getBoundingClientRect().height ?? 0;
  const room = () => box.current?.parentElement?.getBoundingClientRect().height ?? 0;
  const set = (height: number) => change({ logHeight: Math.round(Math.max(LEAST, Math.min(room() - LEAST, height))) });
  const reset = () => change({ logHeight: null });
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label={words.table.splitter}
      aria-valuenow={settings.value.logHeight ?? LEAST}
      aria-valuetext={settings.value.logHeight === null ? words.table.splitterFree : words.table.pixels(settings.value.logHeight)}
      title={words.table.splitter}
      tabIndex={0}
      onDblClick={reset}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(box.current!.getBoundingClientRect().bottom - event.clientY);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowUp") set(now() + STEP);
        else if (event.key === "ArrowDown") set(now() - STEP);
        else if (event.key === "Home" || event.key === "Escape") reset();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** Arrows go from tab to tab and take the focus along. */
function walkTabs(event: KeyboardEvent, shown: Tab, pick: (tab: Tab) => void): void {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(shown) + by + TABS.length) % TABS.length]!;
  pick(next);
  document.getElementById(`tab-${next}`)?.focus();
}
