/** Before a season begins: players come by their links and choose names and armies. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { seasonApi } from "../net/seasons";
import type { RulesetCard } from "../net/types";
import { ArmySelect, wantedOf } from "../panels/ArmyChoice";
import { Icon } from "../panels/Icon";
import { AddList } from "../panels/OwnList";
import { LinkReach, ShareLink } from "../panels/ShareLink";
import { choiceOf, listOf, meetServer } from "../state/lists";
import { complain, notify } from "../state/notices";
import { enterLink } from "../state/route";
import { seasonKeys } from "../state/seasonkeys";
import { words } from "../words";
import { act, season } from "./now";

export function Joining(): JSX.Element {
  const now = season.value!;
  const [card, setCard] = useState<RulesetCard | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void meetServer();
    api.rulesets().then((cards) => setCard(cards.find((one) => one.slug === now.ruleset) ?? null), complain);
  }, [now.ruleset]);
  const start = () => {
    setBusy(true);
    void act(() => seasonApi.start(now.id)).finally(() => setBusy(false));
  };
  const order = now.players.map((_, number) => number).sort((one, other) => Number(now.you.includes(other)) - Number(now.you.includes(one)) || one - other);
  return (
    <section class="season-box" aria-label={words.seasons.joining}>
      <h2>{words.seasons.joining}</h2>
      <p class="quiet">{now.organiser ? words.seasons.joiningText : words.seasons.joiningPlayer}</p>
      <ul class="joining">
        {order.map((number) => (
          <Player key={number} number={number} card={card} />
        ))}
      </ul>
      {now.organiser && <LinkReach />}
      {now.organiser && (
        <div class="actions">
          <button type="button" class="primary big" disabled={busy} onClick={start}>
            <Icon name="flag" /> {words.seasons.start}
          </button>
        </div>
      )}
    </section>
  );
}

function Player({ number, card }: { number: number; card: RulesetCard | null }): JSX.Element {
  const now = season.value!;
  const one = now.players[number]!;
  const own = now.you.includes(number);
  const link = seasonKeys(now.id).links[number];
  const person = one.player === "human";
  const [choosing, setChoosing] = useState(own && !one.ready);
  return (
    <li class={`side s${number % 4}`}>
      <h3>
        {one.name} {own && <span class="quiet">{words.seasons.yours}</span>} {!person && <span class="quiet">{words.seasons.computer(one.title)}</span>}
      </h3>
      <p class={one.ready ? "good" : "quiet"}>{[one.ready ? words.seasons.ready : words.seasons.notReady, one.army || (now.brings && !one.ready ? words.seasons.noArmy : "")].filter(Boolean).join(" · ")}</p>
      {now.organiser && person && !own && link && !one.ready && <ShareLink text={words.seasons.link(one.name)} link={enterLink(now.id, number, link)} />}
      {choosing && card ? (
        <Choosing number={number} card={card} onDone={() => setChoosing(false)} />
      ) : (
        (own || now.organiser) && (
          <div class="actions">
            <button type="button" class={own && !one.ready ? "primary" : ""} onClick={() => setChoosing(true)}>
              <Icon name="pen" /> {own ? words.seasons.change : words.seasons.chooseFor}
            </button>
          </div>
        )
      )}
    </li>
  );
}

function Choosing({ number, card, onDone }: { number: number; card: RulesetCard; onDone: () => void }): JSX.Element {
  const now = season.value!;
  const one = now.players[number]!;
  const own = now.you.includes(number);
  const unnamed = one.name === words.seasons.playerNumber(number + 1);
  const [name, setName] = useState(unnamed ? "" : one.name);
  const [army, setArmy] = useState<string | null>(card.armies.find((known) => known.name === one.army)?.name ?? null);
  const [sides, setSides] = useState<readonly string[]>([]);
  const [adding, setAdding] = useState<"" | "army" | "sideboard">("");
  const choose = async (event: Event) => {
    event.preventDefault();
    const brought = now.brings ? wantedOf(army ?? anyOf(card)) : {};
    const texts = sides.map((side) => listOf(side)?.text ?? "").filter(Boolean);
    const wanted = { name: name.trim() || one.name, ...brought, ...(texts.length ? { sideboards: texts } : {}) };
    if (await act(() => seasonApi.enter(now.id, number, wanted))) {
      notify(words.seasons.joined(name.trim() || one.name));
      onDone();
    }
  };
  const taking = { ...card, lists: card.lists && now.brings === "list" };
  const withSides = now.brings === "list" && now.agreed.some(([what, value]) => what.toLowerCase() === "sideboards" && value === words.setup.yes);
  return (
    <form class="choosing" onSubmit={(event) => void choose(event)}>
      <label class="field">
        <span>{own ? words.seasons.yourName : words.seasons.nameOf(one.name)}</span>
        <input type="text" maxLength={40} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      {now.brings && <ArmySelect card={taking} army={army} onChoose={setArmy} onAdd={() => setAdding("army")} />}
      {withSides && (
        <div class="field">
          <span>{words.seasons.sideboards}</span>
          {sides.map((side) => (
            <span key={side}>{listOf(side)?.name}</span>
          ))}
          {sides.length < 3 && (
            <button type="button" onClick={() => setAdding("sideboard")}>
              <Icon name="plus" /> {words.seasons.addSideboard}
            </button>
          )}
        </div>
      )}
      <div class="actions">
        <button type="submit" class="primary">
          {words.seasons.take}
        </button>
        <button type="button" onClick={onDone}>
          {words.app.cancel}
        </button>
      </div>
      {adding && (
        <AddList
          ruleset={card.slug}
          onClose={() => setAdding("")}
          onTake={(list) => {
            if (adding === "army") setArmy(choiceOf(list));
            else setSides([...sides, choiceOf(list)]);
            setAdding("");
          }}
        />
      )}
    </form>
  );
}

function anyOf(card: RulesetCard): string {
  return card.armies[Math.floor(Math.random() * card.armies.length)]!.name;
}
