/** The table: the board in the middle, the decision and what belongs to it at the side, time at the foot. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import { Claimable, DeviceButton, DeviceDialog, Nowhere } from "../panels/Claim";
import { PlayerClock } from "../panels/Countdown";
import { Dialog } from "../panels/Dialog";
import { EndDialog, rematch } from "../panels/End";
import { AgreeDialog, ConcedeDialog, EndingItems, Offered } from "../panels/Ending";
import { Icon, IconButton } from "../panels/Icon";
import { InForceButton, InForceDialog } from "../panels/InForce";
import { Newest } from "../panels/Log";
import { Missed, SkippedPanel } from "../panels/Missed";
import { Notices } from "../panels/Notices";
import { QuestionPanel, TurnRow } from "../panels/Question";
import { ReasonsDialog } from "../panels/Reasons";
import { RuleChip } from "../panels/Rule";
import { LinkReach, ShareLink } from "../panels/ShareLink";
import { Tabs } from "../panels/Tabs";
import { ThreatPanel } from "../panels/Threats";
import { TextView } from "../panels/TextView";
import { TimelineBar } from "../panels/Timeline";
import { Whereabouts } from "../panels/Whereabouts";
import { UnitCardPanel } from "../panels/UnitCard";
import { download } from "../panels/files";
import { answering, besideMe, giveConsent, otherPeople, redo, takenBack, undo } from "../state/acting";
import { seatName } from "../state/describing";
import { keepFocus } from "../state/focus";
import { termOf } from "../state/guide";
import { keyDown, turnTable } from "../state/keys";
import { close, open, playSeat } from "../state/opening";
import { showMoment } from "../state/past";
import { hashOf, joinLink, watchLink } from "../state/route";
import { change, nextTheme, settings } from "../state/settings";
import { settling } from "../state/settling";
import { sameSide } from "../state/sides";
import { speakAnswers, speakConnection } from "../state/speaking";
import { asked, battle, connected, consent, gathering, hello, moment, nowhere, picture, seat, state } from "../state/table";
import { side, toggleThreats } from "../state/threats";
import { held, playedHere } from "../state/tokens";
import { helpOpen, measuring, narrow, shareOpen, textOpen, toggleRuler } from "../state/ui";
import { anyComputer, showLastWhy } from "../state/why";
import { Actions } from "../table/Actions";
import { Board } from "../table/Board";
import { PhaseBanner } from "../table/PhaseBanner";
import { fit, zoom, zoomAt } from "../table/view";
import { words } from "../words";
import { GatheringScreen } from "./Gathering";

/** It stays the same from battle to battle, so that one is surely left before the next is opened. */
export function TableScreen(props: { id: string; at: number | null; seat: number | null }): JSX.Element {
  useEffect(() => {
    fit();
    open(props.id, props.at, props.seat);
    addEventListener("keydown", keyDown);
    const ends = [speakAnswers(), speakConnection(), keepFocus()];
    return () => {
      for (const end of ends) end();
      removeEventListener("keydown", keyDown);
      close();
    };
  }, [props.id]);
  useEffect(() => {
    // The link of another seat of the battle at hand: that seat is taken.
    if (props.seat !== null && battle.peek() === props.id && (hello.peek() || gathering.peek()) && seat.peek() !== props.seat) open(props.id, props.at, props.seat);
  }, [props.seat]);
  useEffect(() => {
    if (battle.peek() === props.id && hello.peek()) void showMoment(props.at);
  }, [props.at]);
  return <Screen key={props.id} />;
}

/** All that is on the screen; another battle begins with a fresh one. */
function Screen(): JSX.Element {
  if (nowhere.value) return <Nowhere />;
  if (gathering.value) return <GatheringScreen now={gathering.value} />;
  return (
    <main id="content" class={`table-screen ${settling.value ? "settling" : ""} ${textOpen.value ? "with-text" : ""}`} tabIndex={-1}>
      <div class="stage">
        <Board />
        <Toolbar />
        <PhaseBanner />
        <div class="stage-foot">
          {narrow.value && <Newest />}
          <Actions />
        </div>
      </div>
      {textOpen.value && <TextView />}
      <aside class={`side-panel ${seat.value === null || state.value?.over ? "watching" : ""}`}>
        {moment.value && (
          <div class="past-banner">
            <span>{words.table.past(moment.value.number, state.value?.number ?? moment.value.number)}</span>
            <button type="button" class="primary" onClick={() => void showMoment(null)}>
              {words.table.toNow}
            </button>
          </div>
        )}
        {/* It scrolls where the window is low, so it must be reachable without a mouse. */}
        <div class="decide" tabIndex={0} role="region" aria-label={words.table.standing}>
          {!connected.value && <p class="offline">{words.app.reconnecting}</p>}
          <Notices />
          <TurnRow />
          <SeatsPanel />
          <InForceButton />
          <ConsentPanel />
          <Offered />
          <Missed />
          <SkippedPanel />
          <QuestionPanel />
          <Claimable />
          <ThreatPanel />
          <UnitCardPanel />
        </div>
        <Tabs />
      </aside>
      <TimelineBar />
      <EndDialog />
      <ReasonsDialog />
      <InForceDialog />
      {shareOpen.value && hello.value && picture.value && <ShareDialog />}
      <DeviceDialog />
      <ConcedeDialog />
      <AgreeDialog />
    </main>
  );
}

/** What the table needs of the page's top bar. */
export function TableBar(): JSX.Element {
  const now = state.value;
  if (gathering.value || nowhere.value) return <span class="spacer" />;
  return (
    <>
      <h1 class="phase">{picture.value?.title ?? words.app.loading}</h1>
      <span class="spacer" />
      <UndoButton />
      {now?.undo.redo && <IconButton icon="redo" label={words.table.redo} onClick={redo} />}
      {anyComputer() && (
        <button type="button" class="quiet-button" title={words.log.whyLast} onClick={() => void showLastWhy()}>
          {words.log.why}
        </button>
      )}
      <More />
    </>
  );
}

function UndoButton(): JSX.Element {
  const back = takenBack();
  const whose = back && back.whose !== null ? seatName(back.whose) : null;
  const meaning = !back || back.free ? words.table.undoFree : otherPeople().length ? words.table.undoConsent : words.table.undoRolled;
  const asks = back && !back.free && otherPeople().length > 0 && !besideMe().length;
  return (
    <button type="button" class="undo" disabled={!back || asked.value} title={meaning(whose)} onClick={undo}>
      <Icon name="undo" /> <span class="wide-only">{asks ? words.table.undoAsk : words.table.undo}</span>
    </button>
  );
}

function More(): JSX.Element {
  const id = battle.value;
  const menu = useRef<HTMLDetailsElement>(null);
  // Like every menu: Escape and a click elsewhere close it, and Escape does nothing else then.
  useEffect(() => {
    const pressed = (event: PointerEvent) => {
      if (menu.current && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    const typed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      event.stopPropagation();
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", pressed, true);
    addEventListener("keydown", typed, true);
    return () => {
      removeEventListener("pointerdown", pressed, true);
      removeEventListener("keydown", typed, true);
    };
  }, []);
  return (
    <details
      class="menu"
      ref={menu}
      onClick={(event) => {
        if ((event.target as Element).closest("a, li button")) event.currentTarget.open = false;
      }}
    >
      <summary aria-label={words.table.more} title={words.table.more}>
        <Icon name="more" />
      </summary>
      <ul>
        <li>
          <button type="button" onClick={() => (shareOpen.value = true)}>
            <Icon name="share" /> {words.table.share}
          </button>
        </li>
        {id && playedHere(id).length > 0 && (
          <li>
            <DeviceButton />
          </li>
        )}
        {id && (
          <li>
            <a href={api.reportUrl(id)} target="_blank" rel="noreferrer">
              <Icon name="file" /> {words.table.report}
            </a>
          </li>
        )}
        <li>
          <button type="button" onClick={() => id && void download(id, hello.peek()?.battle.title ?? "battle")}>
            <Icon name="down" /> {words.table.exportRecord}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void rematch()}>
            <Icon name="swap" /> {words.table.rematch}
          </button>
        </li>
        <EndingItems />
        <li>
          <button type="button" onClick={() => change({ atOnce: !settings.peek().atOnce })}>
            <Icon name={settings.value.atOnce ? "play" : "last"} /> {settings.value.atOnce ? words.show.slowly : words.show.atOnceMenu}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => change({ sound: !settings.peek().sound })}>
            <Icon name={settings.value.sound ? "silent" : "sound"} /> {settings.value.sound ? words.sound.menuOff : words.sound.menuOn}
          </button>
        </li>
        {/* Where the bar has no room for them. */}
        <li class="narrow-only">
          <a href={hashOf({ screen: "new" })}>
            <Icon name="plus" /> {words.app.newBattle}
          </a>
        </li>
        <li class="narrow-only">
          <a href={hashOf({ screen: "library" })}>
            <Icon name="list" /> {words.app.library}
          </a>
        </li>
        <li class="narrow-only">
          <button type="button" onClick={nextTheme}>
            <Icon name="theme" /> {words.app.theme[settings.value.theme]}
          </button>
        </li>
        <li class="narrow-only">
          <button type="button" onClick={() => (helpOpen.value = true)}>
            <Icon name="help" /> {words.app.help}
          </button>
        </li>
      </ul>
    </details>
  );
}

function Toolbar(): JSX.Element {
  const likes = settings.value;
  return (
    <div class="toolbar" role="toolbar" aria-label={words.app.name}>
      <IconButton icon="plus" label={words.table.zoomIn} onClick={() => zoomAt(1.25)} />
      <IconButton icon="minus" label={words.table.zoomOut} disabled={zoom.value <= 1} onClick={() => zoomAt(0.8)} />
      <IconButton icon="fit" label={words.table.fit} onClick={fit} />
      <IconButton icon="turn" label={words.table.turn} onClick={turnTable} />
      <hr />
      <IconButton icon="grid" label={words.table.grid} pressed={likes.grid} onClick={() => change({ grid: !likes.grid })} />
      <IconButton icon="name" label={words.table.labels} pressed={likes.labels} onClick={() => change({ labels: !likes.labels })} />
      <IconButton icon="eye" label={words.table.sight} pressed={likes.sight} onClick={() => change({ sight: !likes.sight })} />
      <IconButton icon="threat" label={words.threats.show} pressed={side.value !== null} onClick={toggleThreats} />
      <IconButton
        icon="ruler"
        label={words.table.ruler}
        pressed={measuring.value}
        onClick={toggleRuler}
      />
    </div>
  );
}

function SeatsPanel(): JSX.Element | null {
  const now = picture.value;
  if (!now) return null;
  const same = sameForAll(now.seats.map((one) => one.panel));
  return (
    <ul class="seats">
      {now.seats.map((one, index) => (
        <li key={index} class={`s${index % 4} ${now.active === index && now.turn > 0 ? "active" : ""}`}>
          <p>
            <span class="swatch" aria-hidden="true" />
            <b title={one.name}>{one.name}</b>
            <PlayerClock index={index} />
          </p>
          <span class="kind">{[index === seat.value ? words.table.you : words.people.kindOf(hello.value?.seats[index]), teamOf(one.team, index)].filter(Boolean).join(", ")}</span>
          <Whereabouts index={index} />
          <Figures entries={Object.entries(one.panel).filter(([label, value]) => value !== 0 && !same.includes(label))} />
        </li>
      ))}
      {(same.length > 0 || now.goal) && (
        <li class="for-all">
          <Figures entries={same.filter((label) => label !== GOAL || !now.goal).map((label) => [label, now.seats[0]!.panel[label]!])} />
          {now.goal && (
            <details class="goal">
              <summary>{words.coach.win}</summary>
              <p>{now.goal}</p>
            </details>
          )}
        </li>
      )}
    </ul>
  );
}

/** Who plays with whom, where there are teams. */
function teamOf(team: number | null | undefined, index: number): string {
  if (team === null || team === undefined) return "";
  return seat.value !== null && index !== seat.value && sameSide(index, seat.value) ? words.table.ally : words.table.team(team + 1);
}

/** Words, not counts, that stand on every player's panel alike: they are said once. */
function sameForAll(panels: readonly Record<string, number | string>[]): string[] {
  const first = panels[0] ?? {};
  return Object.keys(first).filter((label) => panels.length > 1 && Number.isNaN(parseFloat(String(first[label]))) && panels.every((one) => one[label] === first[label]));
}

/** What some books print on the panel of how to win: told in full below it. */
const GOAL = "Goal";

/** A value of so many letters may be cut off on a panel. */
const LONG = 40;

function Figures({ entries }: { entries: readonly (readonly [string, number | string])[] }): JSX.Element {
  return (
    <dl>
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={String(value).length > LONG ? String(value) : undefined}>
            <PanelValue value={String(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure of a player; a word that the rulebook explains opens. */
function PanelValue({ value }: { value: string }): JSX.Element {
  const term = termOf(value);
  return term ? <RuleChip id={term.rule} label={value} hint={term.text} /> : <>{value.replace(words.table.of, "$1/$2")}</>;
}

function ConsentPanel(): JSX.Element | null {
  if (asked.value) return <p class="consent">{words.table.askedSent}</p>;
  const now = consent.value;
  if (!now) return null;
  const here = answering(now.seat);
  return (
    <div class="consent" role="alert">
      <p>{now.what || words.table.asked(seatName(now.seat))}</p>
      {here.length > 1 && <p>{words.people.allHaveTo(here.map(seatName))}</p>}
      <div class="actions">
        <button type="button" class="primary" onClick={() => giveConsent(true)}>
          {here.length > 1 ? words.people.weAgree(here.length) : words.table.agree}
        </button>
        <button type="button" onClick={() => giveConsent(false)}>
          {words.table.decline}
        </button>
      </div>
    </div>
  );
}

function ShareDialog(): JSX.Element {
  const id = battle.value!;
  const mine = held(id);
  const [here, setHere] = useState(playedHere(id));
  const move = (index: number, where: "here" | "away") => {
    playSeat(index, where);
    setHere(playedHere(id));
  };
  return (
    <Dialog title={words.table.shareTitle} onClose={() => (shareOpen.value = false)}>
      {Object.entries(mine?.seats ?? {}).map(([index, token]) => (
        <div key={index} class="share-seat">
          {/* One's own key is shown nowhere: whoever had it would be the reader. */}
          {here.includes(Number(index)) ? (
            <p>{words.people.ownSeat(seatName(Number(index)))}</p>
          ) : (
            <ShareLink text={words.table.shareSeat(seatName(Number(index)))} link={joinLink(id, Number(index), token)} />
          )}
          <label class="switch">
            <input type="checkbox" checked={!here.includes(Number(index))} onChange={(event) => move(Number(index), event.currentTarget.checked ? "away" : "here")} />
            <span>{words.table.elsewhere}</span>
          </label>
        </div>
      ))}
      <ShareLink text={words.table.shareWatch} link={watchLink(id)} />
      <LinkReach />
    </Dialog>
  );
}
