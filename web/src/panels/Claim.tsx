/** One's own battle in another browser: the code that hands it over, where it is entered, and what to do without one. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { complain, notify } from "../state/notices";
import { open } from "../state/opening";
import { go, hashOf, watchLink } from "../state/route";
import { battle, gathering, hello, keyFits } from "../state/table";
import { keep, playedHere, seatIsPlayed } from "../state/tokens";
import { deviceOpen } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { HUMAN } from "./Players";
import { ShareLink } from "./ShareLink";

/** Where an address leads that opens nothing. */
export function Nowhere(): JSX.Element {
  useEffect(() => {
    document.title = `${words.people.nowhere} · ${words.app.name}`;
  }, []);
  return (
    <main id="content" class="screen nowhere" tabIndex={-1}>
      <section class="nothing" role="alert">
        <h1>{words.people.nowhere}</h1>
        <p>{words.people.nowhereText}</p>
        <div class="actions">
          <a class="button primary" href={hashOf({ screen: "new" })}>
            {words.app.newBattle}
          </a>
          <a class="button" href={hashOf({ screen: "library" })}>
            {words.app.library}
          </a>
        </div>
      </section>
    </main>
  );
}

/** For whoever watches a battle that people play: perhaps it is the reader's own. */
export function Claimable(): JSX.Element | null {
  const id = battle.value;
  const told = hello.value ?? gathering.value;
  if (!id || !told || told.seat !== null || !told.seats.some((one) => one.kind === HUMAN)) return null;
  return (
    <details class="claim" open={!keyFits.value}>
      <summary>{words.people.playing}</summary>
      {!keyFits.value && <p class="bad">{words.people.keyWrong}</p>}
      <p class="quiet">{words.people.playingText}</p>
      <ClaimForm battle={id} />
    </details>
  );
}

/** Where a code is entered: for the battle at hand, or for whichever it is of. */
export function ClaimForm({ battle: wanted }: { battle: string }): JSX.Element {
  const [code, setCode] = useState("");
  const [why, setWhy] = useState("");
  const [busy, setBusy] = useState(false);
  const claim = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setWhy("");
    try {
      const claimed = await api.claim(code.trim(), wanted);
      keep(claimed.id, claimed.tokens, null);
      for (const seat of Object.keys(claimed.tokens)) seatIsPlayed(claimed.id, Number(seat), "here");
      notify(words.people.claimed(claimed.title));
      if (battle.peek() === claimed.id) open(claimed.id, null);
      else go({ screen: "battle", id: claimed.id, at: null, seat: null });
    } catch (error) {
      setWhy(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form class="claim-form" onSubmit={(event) => void claim(event)}>
      <label class="field">
        <span>{words.people.code}</span>
        <span class="pair">
          <input
            type="text"
            class="code"
            value={code}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            placeholder="ABCD-2345"
            required
            onInput={(event) => setCode(event.currentTarget.value)}
          />
          <button type="submit" disabled={busy}>
            {words.people.claim}
          </button>
        </span>
      </label>
      {why && (
        <p class="refusal" role="alert">
          {why}
        </p>
      )}
    </form>
  );
}

export function DeviceButton(): JSX.Element {
  return (
    <button type="button" onClick={() => (deviceOpen.value = true)}>
      <Icon name="share" /> {words.people.device}
    </button>
  );
}

/** The code for another browser. Every time it is opened the code is a new one. */
export function DeviceDialog(): JSX.Element | null {
  const id = battle.value;
  return deviceOpen.value && id && playedHere(id).length > 0 ? <Device id={id} /> : null;
}

function Device({ id }: { id: string }): JSX.Element {
  const [code, setCode] = useState("");
  const shut = () => (deviceOpen.value = false);
  const make = () => {
    api.makeCode(id).then(
      (made) => setCode(made.code),
      (error: unknown) => {
        complain(error);
        shut();
      },
    );
  };
  useEffect(make, [id]);
  useEffect(() => () => void shut(), []);
  return (
    <Dialog title={words.people.device} onClose={shut}>
      <p>{words.people.deviceText}</p>
      <p class="code" role="status">
        {code ? <code>{code}</code> : words.people.making}
      </p>
      <ShareLink text={words.people.deviceLink} link={watchLink(id)} />
      <div class="actions">
        <button type="button" onClick={make}>
          {words.people.newCode}
        </button>
      </div>
    </Dialog>
  );
}
