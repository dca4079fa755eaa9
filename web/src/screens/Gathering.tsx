/** A battle that waits for its armies: what is agreed on, who has chosen, and where the reader chooses. */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../net/api";
import type { Gathering, RulesetCard } from "../net/types";
import { ArmySelect, ChosenArmy, type Options, wantedOf } from "../panels/ArmyChoice";
import { Claimable, DeviceButton, DeviceDialog } from "../panels/Claim";
import { Icon } from "../panels/Icon";
import { MapShown } from "../panels/MapChoice";
import { choiceText } from "../panels/OptionField";
import { AddList, ArmyText } from "../panels/OwnList";
import { titled } from "../panels/PartsChoice";
import { HUMAN } from "../panels/Players";
import { RuleChips } from "../panels/Rule";
import { LinkReach, ShareLink } from "../panels/ShareLink";
import { focusIsNowhere } from "../state/focus";
import { choiceOf, lists } from "../state/lists";
import { complain } from "../state/notices";
import { partsAgreed } from "../state/parts";
import { joinLink, watchLink } from "../state/route";
import { sideName } from "../state/sides";
import { connected } from "../state/table";
import { held, playedHere } from "../state/tokens";
import { droppedLists, shareOpen } from "../state/ui";
import { words } from "../words";

/** So much of a seal is enough to recognise it. */
const SEAL = 16;

export function GatheringScreen({ now }: { now: Gathering }): JSX.Element {
  const [card, setCard] = useState<RulesetCard | null>(null);
  useEffect(() => {
    api.rulesets().then((cards) => setCard(cards.find((one) => one.slug === now.battle.ruleset) ?? null), complain);
  }, [now.battle.ruleset]);
  const mine = now.seats.flatMap((_, index) => (isOwn(now, index) ? [index] : []));
  const lacking = now.seats.flatMap((one, index) => (one.chosen ? [] : [index]));
  const asked = lacking.some((index) => mine.includes(index));
  const host = now.seats.find((one, index) => !mine.includes(index) && one.kind === HUMAN)?.name ?? "";
  return (
    <main id="content" class="screen gathering" tabIndex={-1}>
      <header>
        <h1 aria-live="polite">{asked ? words.gathering.yours : mine.length ? words.gathering.waiting(whoOf(now, lacking)) : words.gathering.watching}</h1>
        <p>
          {asked ? words.gathering.invited(host, now.battle.title_of_ruleset) : `${now.battle.title}.`} <span class="quiet">{words.gathering.soon}</span>
        </p>
        {!connected.value && <p class="bad">{words.app.reconnecting}</p>}
      </header>
      {card ? (
        <div class="sides">
          {inOrder(now, mine).map((index) => (
            <Seat key={index} now={now} card={card} index={index} />
          ))}
          <Agreed now={now} card={card} />
        </div>
      ) : (
        <p class="quiet">{words.app.loading}</p>
      )}
      <Claimable />
      {mine.length > 0 && <DeviceButton />}
      <ShareLink text={words.table.shareWatch} link={watchLink(now.battle.id)} />
      <DeviceDialog />
    </main>
  );
}

/** The seats of the reader come first where there is something to choose: on a small screen the others are far below. */
function inOrder(now: Gathering, mine: readonly number[]): number[] {
  const waiting = (index: number) => Number(mine.includes(index) && !now.seats[index]!.chosen);
  return now.seats.map((_, index) => index).sort((one, other) => waiting(other) - waiting(one) || one - other);
}

function isOwn(now: Gathering, seat: number): boolean {
  return seat === now.seat || playedHere(now.battle.id).includes(seat);
}

/** Those for whom everybody waits, by their names if all have one. */
function whoOf(now: Gathering, seats: readonly number[]): string {
  const names = seats.map((index) => now.seats[index]!.name);
  return names.every(Boolean) ? names.join(", ") : words.gathering.friend;
}

function Seat({ now, card, index }: { now: Gathering; card: RulesetCard; index: number }): JSX.Element {
  const seat = now.seats[index]!;
  const own = isOwn(now, index);
  const token = held(now.battle.id)?.seats[index];
  const [choosing, setChoosing] = useState(own && !seat.chosen);
  const opener = useRef<HTMLButtonElement>(null);
  const wasChoosing = useRef(choosing);
  useLayoutEffect(() => {
    // What had the focus is gone with the form: what opens it again takes it.
    if (wasChoosing.current && !choosing && focusIsNowhere()) opener.current?.focus();
    wasChoosing.current = choosing;
  }, [choosing]);
  const who = own ? words.gathering.you : seat.kind === HUMAN ? (seat.here ? words.gathering.here : words.gathering.away) : words.gathering.computer(seat.title || seat.kind);
  return (
    <fieldset class={`side s${index % 4}`}>
      <legend>{words.gathering.seat(sideName(now.seats.map((one) => one.side), index), seat.name)}</legend>
      <p class={`who ${seat.here ? "here" : ""}`}>
        {seat.army && <b>{seat.called}</b>} <span class="quiet">{who}</span>
      </p>
      {choosing && token ? (
        <Choosing now={now} card={card} index={index} token={token} onDone={() => setChoosing(false)} />
      ) : (
        <>
          {!seat.chosen && !own && token && (
            <>
              <ShareLink text={words.gathering.link} link={joinLink(now.battle.id, index, token)} />
              <LinkReach />
            </>
          )}
          {seat.army ? <ArmyText army={seat.army} /> : <p class="quiet">{seat.chosen ? words.gathering.hidden : words.gathering.open}</p>}
          {token && seat.kind === HUMAN && (
            <div class="actions">
              <button type="button" ref={opener} onClick={() => setChoosing(true)}>
                <Icon name="pen" /> {own ? words.gathering.change : words.gathering.forThem}
              </button>
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

/** The army of a seat, chosen as in a new battle; what is agreed on already stays as it is. */
function Choosing(props: { now: Gathering; card: RulesetCard; index: number; token: string; onDone: () => void }): JSX.Element {
  const { now, card, index, token } = props;
  const seat = now.seats[index]!;
  const own = isOwn(now, index);
  const [army, setArmy] = useState(() => choiceCalled(card, seat.called));
  const [name, setName] = useState(seat.name);
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (droppedLists.value.length && own) setAdding(true);
  }, [droppedLists.value]);
  const choose = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await api.chooseArmy(now.battle.id, token, { ...wantedOf(army), name: name.trim() });
      // Whoever was chosen for may not have the link yet.
      if (!own && !seat.here) shareOpen.value = true;
      props.onDone();
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  return (
    <form class="choosing" onSubmit={(event) => void choose(event)}>
      <ArmySelect card={card} army={army} onChoose={setArmy} onAdd={() => setAdding(true)} />
      <label class="field">
        <span>{words.setup.name}</span>
        <input type="text" maxLength={40} value={name} placeholder={words.setup.namePlaceholder} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <ChosenArmy card={card} army={army} seat={index} options={now.options as Options} onChoose={setArmy} onGone={() => setArmy(null)} />
      <div class="actions">
        <button type="submit" class="primary" disabled={busy}>
          {own ? (seat.chosen ? words.gathering.take : words.gathering.ready) : words.gathering.takeForThem}
        </button>
        {(seat.chosen || !own) && (
          <button type="button" onClick={props.onDone}>
            {words.app.cancel}
          </button>
        )}
      </div>
      {adding && (
        <AddList
          ruleset={card.slug}
          onClose={() => setAdding(false)}
          onTake={(list) => {
            setArmy(choiceOf(list));
            setAdding(false);
          }}
        />
      )}
    </form>
  );
}

/** The choice that was made before, if it is known here: an army, or a list of the reader's own. */
function choiceCalled(card: RulesetCard, name: string): string | null {
  const list = lists.peek().find((one) => one.ruleset === card.slug && one.name === name);
  return card.armies.find((one) => one.name === name)?.name ?? (list ? choiceOf(list) : null);
}

/** What everybody plays by: rulebook, map, the options that matter, and the dice. */
function Agreed({ now, card }: { now: Gathering; card: RulesetCard }): JSX.Element {
  const map = card.maps.find((one) => one.name === now.map);
  const options = card.options.flatMap((option) => {
    const value = (now.options as Options)[option.name] ?? option.default;
    return option.first || value !== option.default ? [[option.text || option.name, choiceText(option, value)] as const] : [];
  });
  const on = partsAgreed(card, now.options);
  const parts = (card.parts ?? []).filter((part) => on[part.slug]);
  return (
    <fieldset class="side map-side agreed">
      <legend>{words.gathering.battle}</legend>
      {map && <MapShown card={card} map={map} options={now.options as Options} />}
      <dl>
        {[[words.gathering.book, now.battle.title_of_ruleset] as const, ...options].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {parts.length > 0 && (
          <div>
            <dt>{words.parts.title}</dt>
            <dd>
              {parts.map((part) => (
                <details key={part.slug}>
                  <summary>{titled(part, on)}</summary>
                  <p class="quiet">{part.text}</p>
                  <RuleChips ids={part.rules} />
                </details>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>{words.gathering.dice}</dt>
          <dd>
            {now.known_seed ? words.gathering.knownSeed : words.gathering.sealed}{" "}
            <span class="quiet">
              {words.gathering.seal} <code title={now.commitment}>{now.commitment.slice(0, SEAL)}…</code>
            </span>
          </dd>
        </div>
      </dl>
      {now.hidden && <p class="quiet">{words.gathering.hiddenRule}</p>}
    </fieldset>
  );
}
