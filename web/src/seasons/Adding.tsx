/** One player more: invited before a season begins, or a late joiner where its campaign takes them. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { seasonApi } from "../net/seasons";
import type { RulesetCard } from "../net/types";
import { ArmySelect, wantedOf } from "../panels/ArmyChoice";
import { Dialog } from "../panels/Dialog";
import { AddList } from "../panels/OwnList";
import { LinkReach, ShareLink } from "../panels/ShareLink";
import { choiceOf } from "../state/lists";
import { complain, notify } from "../state/notices";
import { enterLink } from "../state/route";
import { keepSeason } from "../state/seasonkeys";
import { words } from "../words";
import { act, season } from "./now";
import { HERE, LINK, WhoPlays } from "./WhoPlays";

export function AddPlayer({ onClose }: { onClose: () => void }): JSX.Element {
  const now = season.value!;
  const [card, setCard] = useState<RulesetCard | null>(null);
  const [name, setName] = useState("");
  const [who, setWho] = useState(LINK);
  const [army, setArmy] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [invited, setInvited] = useState<{ player: number; name: string; key: string } | null>(null);
  useEffect(() => {
    api.rulesets().then((cards) => setCard(cards.find((one) => one.slug === now.ruleset) ?? null), complain);
  }, [now.ruleset]);
  const add = async (event: Event) => {
    event.preventDefault();
    const brought = now.brings && army ? wantedOf(army) : {};
    const person = who === LINK || who === HERE;
    await act(async () => {
      const made = await seasonApi.add(now.id, { name: name.trim(), player: person ? "human" : who, ...brought });
      const told = name.trim() || words.seasons.playerNumber(made.player + 1);
      if (made.key) keepSeason(now.id, who === HERE ? { mine: { [made.player]: made.key } } : { links: { [made.player]: made.key } });
      notify(words.seasons.added(told));
      if (who === LINK && made.key) setInvited({ player: made.player, name: told, key: made.key });
      else onClose();
    });
  };
  if (invited)
    return (
      <Dialog title={words.seasons.added(invited.name)} onClose={onClose}>
        <ShareLink text={words.seasons.link(invited.name)} link={enterLink(now.id, invited.player, invited.key)} />
        <LinkReach />
      </Dialog>
    );
  return (
    <Dialog title={words.seasons.addPlayer} onClose={onClose}>
      {!now.waits && <p class="quiet">{words.seasons.addLate}</p>}
      <form class="choosing" onSubmit={(event) => void add(event)}>
        <label class="field">
          <span>{words.seasons.newName}</span>
          <input type="text" maxLength={40} required={!now.waits} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{words.seasons.whoPlays(now.players.length + 1)}</span>
          <WhoPlays value={who} onChange={setWho} label={words.seasons.whoPlays(now.players.length + 1)} computers={(card?.players ?? []).filter((one) => one.name !== "human")} />
        </label>
        {!now.waits && now.brings && card && <ArmySelect card={{ ...card, lists: card.lists && now.brings === "list" }} army={army} onChoose={setArmy} onAdd={() => setAdding(true)} />}
        <div class="actions">
          <button type="submit" class="primary">
            {words.seasons.addPlayer}
          </button>
          <button type="button" onClick={onClose}>
            {words.app.cancel}
          </button>
        </div>
      </form>
      {adding && card && (
        <AddList
          ruleset={card.slug}
          onClose={() => setAdding(false)}
          onTake={(list) => {
            setArmy(choiceOf(list));
            setAdding(false);
          }}
        />
      )}
    </Dialog>
  );
}
