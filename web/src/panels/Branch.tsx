/** A new battle from the moment at hand: who plays it, what it is called, and with which dice. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { PlayerCard } from "../net/types";
import { complain } from "../state/notices";
import { hello, moment, seat, state } from "../state/table";
import { branch } from "../state/time";
import { branchOpen } from "../state/ui";
import { words } from "../words";
import { Dialog } from "./Dialog";
import { HUMAN, PlayerSelect, awayOf, isPerson, playerText, seatsOf } from "./Players";

export function BranchDialog(now: { at: number }): JSX.Element | null {
  const told = hello.value;
  // The moment at which it was opened: the battle may go on meanwhile.
  const [{ at, when }] = useState(() => ({ at: now.at, when: (moment.peek() ?? state.peek())?.picture.title ?? "" }));
  const [known, setKnown] = useState<readonly PlayerCard[]>([]);
  const [players, setPlayers] = useState<string[]>(() => usual());
  const [title, setTitle] = useState("");
  const [same, setSame] = useState(false);
  const [seed, setSeed] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.rulesets().then((cards) => setKnown(cards.find((card) => card.slug === told?.battle.ruleset)?.players ?? []), complain);
  }, []);
  if (!told) return null;
  const why = state.value?.over ? (told.commitment ? "" : words.time.sameDiceNever) : words.time.sameDiceLater;
  const shut = () => (branchOpen.value = false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const wanted = {
      at,
      seats: seatsOf(players),
      title: title.trim(),
      same_dice: same,
      ...(seed.trim() && !same ? { seed: seed.trim() } : {}),
      // Computers alone would be through before anybody saw it.
      ...(players.some(isPerson) ? {} : { house: { pace: 0.7 } }),
    };
    const done = await branch(wanted, awayOf(players));
    setBusy(false);
    if (done) shut();
  };
  return (
    <Dialog title={words.time.branchTitle} onClose={shut}>
      <form class="branch-form" onSubmit={(event) => void submit(event)}>
        <p class="quiet">{words.time.branchText(at, when)}</p>
        {known.length === 0 && <p class="quiet">{words.app.loading}</p>}
        {known.length > 0 && told.seats.map((one, index) => (
          <label key={index} class={`field s${index % 4}`}>
            <span>
              <span class="swatch" /> {words.time.branchSeat(one.name)}
            </span>
            <PlayerSelect
              value={players[index]!}
              known={known}
              onPick={(player) => setPlayers(players.map((before, place) => (place === index ? player : before)))}
            />
            <span class="quiet">{playerText(players[index]!, known)}</span>
          </label>
        ))}
        <label class="field">
          <span>{words.time.branchName}</span>
          <input type="text" maxLength={80} value={title} placeholder={told.battle.title} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <fieldset class="choices">
          <legend>{words.time.dice}</legend>
          <label>
            <input type="radio" name="dice" checked={!same} onChange={() => setSame(false)} />
            <span>
              {words.time.newDice} <span class="quiet">{words.time.newDiceText}</span>
            </span>
          </label>
          <label>
            <input type="radio" name="dice" checked={same} disabled={Boolean(why)} onChange={() => setSame(true)} />
            <span>
              {words.time.sameDice} <span class="quiet">{why || words.time.sameDiceText}</span>
            </span>
          </label>
        </fieldset>
        {!same && (
          <>
            <label class="field">
              <span>{words.time.newSeed}</span>
              <input type="text" maxLength={200} value={seed} onInput={(event) => setSeed(event.currentTarget.value)} />
            </label>
            <p class="quiet">{words.setup.seedText}</p>
          </>
        )}
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            {words.time.branchStart}
          </button>
          <button type="button" onClick={shut}>
            {words.app.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** As it is played now; of a battle that is only shown the first seat, or the one looked from, is a person's. */
function usual(): string[] {
  const seats = hello.peek()?.seats ?? [];
  return seats.map((one, index) => (one.kind !== "record" ? one.kind : index === (seat.peek() ?? 0) ? HUMAN : "captain"));
}
