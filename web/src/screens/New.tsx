/** A new battle: at once, or as you like it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Covers } from "../home/Covers";
import { Doors } from "../home/Doors";
import { Stage } from "../home/Stage";
import { api } from "../net/api";
import { sentFiles } from "../net/packed";
import type { BattleJudged, BattleTried, BattleWanted, RulesetCard } from "../net/types";
import { ArmySelect, ChosenArmy, type Options, THEIRS, everyOption, wantedOf } from "../panels/ArmyChoice";
import { Icon } from "../panels/Icon";
import { MapChoice } from "../panels/MapChoice";
import { OptionField, hasMeaning, meant } from "../panels/OptionField";
import { PartsChoice } from "../panels/PartsChoice";
import { RuleChip } from "../panels/Rule";
import { RunningBattles } from "../panels/RunningBattles";
import { AddList } from "../panels/OwnList";
import { AWAY, HUMAN, PlayerSelect, awayOf, isLed, isPerson, leaders, ledBy, playerText, seatsOf, swapped } from "../panels/Players";
import { choiceOf, listOf, meetServer, savedList } from "../state/lists";
import { complain, notify } from "../state/notices";
import { type PartsOn, bookOfPack, choiceOfPack, choicesWith, keepPack, meetPacks, mostArmies, offeredPack, packChosen, packFrom, partOptions, partsNamed, possibleWith, seatingPart, sidesOf, withPart, withoutPart } from "../state/parts";
import { go } from "../state/route";
import { sideName } from "../state/sides";
import { keep } from "../state/tokens";
import { bringOpen, chosenList, droppedLists, shareOpen } from "../state/ui";
import { RunningSeasons } from "../seasons/Running";
import { words } from "../words";

/** So many milliseconds without a change before the server is asked. */
const PAUSE = 250;

interface Wish {
  ruleset: string;
  armies: (string | null)[];
  players: string[];
  names: string[];
  map: string | null;
  seed: string;
  options: Options;
  /** The pack of optional parts that was chosen, and the parts that are on. */
  pack: string;
  parts: PartsOn;
  /** Armies that friends choose stay hidden until the battle begins. */
  hidden: boolean;
  /** Other dice fall after something was taken back. */
  newDice: boolean;
}

export async function begin(wanted: BattleWanted, away: readonly number[] = []): Promise<void> {
  try {
    const made = await api.create(wanted);
    keep(made.id, made.tokens, made.watch, away);
    // Where a friend is to choose an army first, the page that waits for it has the link.
    shareOpen.value = away.length > 0 && !wanted.seats?.some((seat) => seat.chooses);
    go({ screen: "battle", id: made.id, at: null, seat: null });
  } catch (error) {
    complain(error);
  }
}

export function NewScreen(): JSX.Element {
  const [cards, setCards] = useState<RulesetCard[] | null>(null);
  const [book, setBook] = useState<RulesetCard | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.rulesets().then(setCards, complain);
  }, []);
  const quick = async (wanted: BattleWanted, away: readonly number[]) => {
    setBusy(true);
    await begin(wanted, away);
    setBusy(false);
  };
  return (
    <main id="content" class="screen new-screen" tabIndex={-1}>
      <Stage books={cards?.length ?? 0} />
      <Doors card={book} busy={busy} onBegin={(wanted, away) => void quick(wanted, away)} />
      <RunningSeasons />
      {cards ? <OwnBattle cards={cards} onBook={setBook} /> : <p class="quiet">{words.app.loading}</p>}
    </main>
  );
}

function OwnBattle({ cards, onBook }: { cards: RulesetCard[]; onBook: (book: RulesetCard) => void }): JSX.Element {
  const first = cards[0]!;
  const [wish, setWish] = useState<Wish>(() => usual(first));
  const card = cards.find((one) => one.slug === wish.ruleset) ?? first;
  useEffect(() => onBook(card), [card]);
  const [adding, setAdding] = useState<number | null>(null);
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  useEffect(() => {
    if (!droppedLists.value.length || adding !== null) return;
    void bookOf(droppedLists.value, [card, ...cards.filter((one) => one !== card)].filter((one) => one.lists)).then((taking) => {
      if (!taking) return;
      if (taking !== card) setWish(usual(taking));
      setAdding(0);
    });
  }, [droppedLists.value]);
  useEffect(() => {
    const list = chosenList.value ? savedList(chosenList.value) : null;
    const taking = cards.find((one) => one.slug === list?.ruleset);
    if (!list || !taking) return;
    chosenList.value = null;
    const begun = usual(taking);
    setWish({ ...begun, armies: [choiceOf(list), ...begun.armies.slice(1)], options: unusual(taking, list.wants) });
  }, [chosenList.value]);
  useEffect(() => {
    if (!bringOpen.value) return;
    bringOpen.value = false;
    setAdding(0);
  }, [bringOpen.value]);
  useEffect(() => {
    void meetServer();
    void meetPacks();
  }, []);
  useEffect(() => {
    const text = offeredPack.value;
    if (!text) return;
    offeredPack.value = "";
    const taking = cards.find((one) => one.slug === bookOfPack(text)) ?? card;
    const pack = packFrom(taking, text);
    if (typeof pack === "string") return notify(words.parts.noParts);
    const own = keepPack({ ...pack, name: pack.name || words.parts.paste });
    const begun = usual(taking);
    setWish({ ...begun, pack: choiceOfPack(own), parts: partsNamed(taking, own.parts), options: unusual(taking, { ...own.options }), map: own.map || null });
    notify(words.parts.added(own.name));
  }, [offeredPack.value]);
  const withOptions = (part: object) => {
    return unusual(card, { ...wish.options, ...part });
  };
  const at = <T,>(list: readonly T[], index: number, value: T) => list.map((one, place) => (place === index ? value : one));
  const choose = (index: number, army: string | null) =>
    change({ armies: at(wish.armies, index, army), options: withOptions(listOf(army)?.wants ?? {}) });
  // Whoever plays elsewhere has an army in mind: left open, it is theirs to choose.
  const seatPlayer = (index: number, player: string) => {
    const army = wish.armies[index]!;
    const theirs = player === AWAY ? (army ?? THEIRS) : army === THEIRS ? null : army;
    const armies = at(wish.armies, index, theirs);
    // Whoever leads several armies has them chosen before the battle.
    const players = at(wish.players, index, player);
    change({ players, armies: armies.map((one, army) => (one === THEIRS && players.includes(ledBy(army)) ? null : one)) });
  };
  /** So many armies fight; those that are added are played by captains. */
  const seated = (count: number): Partial<Wish> => {
    const fill = <T,>(list: readonly T[], value: T) => Array.from({ length: count }, (_, index) => list[index] ?? value);
    return { armies: fill(wish.armies, null), players: fill(wish.players, "captain"), names: fill(wish.names, "") };
  };
  /** Where a part seats more armies than usual, it is on exactly if there are so many. */
  const seating = seatingPart(card);
  const seat = (count: number) => {
    const parts = !seating ? wish.parts : count <= card.seats ? withoutPart(wish.parts, seating.slug) : wish.parts[seating.slug] ? wish.parts : withPart(card, wish.parts, seating);
    change({ ...seated(count), parts });
  };
  const switchParts = (parts: PartsOn, more: Partial<Wish> = {}) => {
    const armies = wish.armies.length;
    const count = !seating ? armies : !parts[seating.slug] ? card.seats : Math.min(Math.max(armies, card.seats + 1), mostArmies(card, parts));
    const options = possibleWith(card, parts, more.options ?? wish.options);
    change({ ...more, options, parts, ...(count === armies ? {} : seated(count)) });
  };
  /** One click: the parts of the pack and what it sets, in place of what the last one has set. */
  const choosePack = (pack: string) => {
    const [old, next] = [packChosen(card, wish.pack), packChosen(card, pack)];
    const left = Object.entries(wish.options).filter(([name, value]) => old?.options?.[name] !== value);
    const options = unusual(card, { ...Object.fromEntries(left), ...next?.options });
    const map = next?.map || (old?.map && wish.map === old.map ? null : wish.map);
    switchParts(partsNamed(card, next?.parts ?? []), { pack, options, map });
  };
  const waits = wish.armies.includes(THEIRS);
  const sides = sidesOf(card, wish.parts, wish.armies.length);
  const together = (one: number, other: number) => sides !== null && sides[one] === sides[other];
  /** Earlier armies on the same side whose players may lead this one too; whoever leads others already stays with them. */
  const partnersOf = (index: number) =>
    card.leads_several && !wish.players.includes(ledBy(index))
      ? wish.players.flatMap((player, army) => (army < index && together(army, index) && !isLed(player) ? [army] : []))
      : [];
  const own = meant(card, wish.options, wish.map);
  // What a pack of the rulebook sets, and the players leave as usual, has to be said.
  const set = Object.keys(card.packs?.find((one) => one.slug === wish.pack)?.options ?? {});
  const asUsual = card.options.filter((option) => set.includes(option.name)).map((option) => [option.name, own[option.name] ?? option.default]);
  const agreed = { ...own, ...Object.fromEntries(asUsual), ...partOptions(card, wish.pack, wish.parts) } as Options;
  const problem = useTried(card, wish, agreed);
  const options = (first: boolean) =>
    card.options
      .filter((option) => Boolean(option.first) === first && hasMeaning(card, option, wish.options, wish.map))
      .map((option) => ({ ...option, choices: [...choicesWith(card, wish.parts, option)] }))
      .filter((option) => option.choices.length > 1)
      .map((option) => (
        <OptionField key={option.name} option={option} value={wish.options[option.name]} onChange={(value) => change({ options: withOptions({ [option.name]: value }) })} />
      ));
  const submit = (event: Event) => {
    event.preventDefault();
    const brought = wish.armies.map(wantedOf);
    const { playing, commanders } = leaders(wish.players);
    const players = playing.map((army) => wish.players[army]!);
    const seats = seatsOf(players, playing.map((army) => wish.names[army]!));
    const led = players.length < wish.players.length ? { commanders } : {};
    const listed = brought.some((one) => one.list !== null);
    void begin({
      ruleset: wish.ruleset,
      armies: brought.map((one) => one.army),
      ...(listed ? { lists: brought.map((one) => one.list) } : {}),
      map: wish.map,
      seats: seats.map((seat, index) => ({ ...seat, chooses: wish.armies[playing[index]!] === THEIRS })),
      ...(wish.seed.trim() ? { seed: wish.seed.trim() } : {}),
      options: { ...(listed ? everyOption(card, agreed) : agreed), ...led },
      // Computers alone would be through before anybody saw it.
      house: { ...(wish.players.some(isPerson) ? {} : { pace: 0.7 }), hidden_armies: waits && wish.hidden, new_dice: wish.newDice },
    }, awayOf(players));
  };
  const shuffle = () => {
    const any = <T,>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!;
    change({ armies: wish.armies.map((army) => (army === THEIRS ? army : any(card.armies).name)), map: any(card.maps).name });
  };
  return (
    <>
      <div class="home-shelves">
        <RunningBattles books={cards} />
        <Covers cards={cards} chosen={wish.ruleset} onChoose={(one) => one.slug !== wish.ruleset && setWish(usual(one))} />
      </div>
      <form class="own" onSubmit={submit}>
        <header>
          <h2>
            {words.setup.ownTitle} <span class="quiet">{card.title}</span>
          </h2>
          <span class="spacer" />
          <button type="button" onClick={shuffle}>
            <Icon name="shuffle" /> {words.setup.shuffle}
          </button>
          <button type="button" onClick={() => change({ armies: [...wish.armies].reverse(), ...swapped(wish.players, wish.names) })}>
            <Icon name="swap" /> {words.setup.swap}
          </button>
        </header>
        {card.options.some((one) => one.first) && <div class="pair options">{options(true)}</div>}
        <div class="sides">
          {wish.armies.map((army, index) => (
            <fieldset key={index} class={`side s${index % 4}`}>
              <legend>{card.leads_several && wish.armies.length > card.seats ? words.setup.armyOf(index, sideName(sides, index)) : sideName(sides, index)}</legend>
              <ArmySelect card={card} army={army} friend={wish.players[index] === AWAY && !wish.players.includes(ledBy(index))} onChoose={(name) => choose(index, name)} onAdd={() => setAdding(index)} />
              <div class="pair player">
                <label class="field">
                  <span>{words.setup.player}</span>
                  <PlayerSelect value={wish.players[index]!} known={card.players} partners={partnersOf(index)} onPick={(player) => seatPlayer(index, player)} />
                </label>
                {!isLed(wish.players[index]!) && (
                  <label class="field">
                    <span>{words.setup.name}</span>
                    <input
                      type="text"
                      maxLength={40}
                      value={wish.names[index]}
                      placeholder={words.setup.namePlaceholder}
                      onInput={(event) => change({ names: at(wish.names, index, event.currentTarget.value) })}
                    />
                  </label>
                )}
              </div>
              {army !== THEIRS && <p class="quiet">{playerText(wish.players[index]!, card.players)}</p>}
              <ChosenArmy
                card={card}
                army={army}
                seat={index}
                options={agreed}
                onOptions={(part) => change({ options: withOptions(part) })}
                onChoose={(name) => choose(index, name)}
                onGone={() => change({ armies: wish.armies.map((one) => (one === army ? null : one)) })}
              />
              {index >= card.seats && index === wish.armies.length - 1 && (
                <button type="button" onClick={() => seat(wish.armies.length - 1)}>
                  <Icon name="bin" /> {words.setup.removeArmy}
                </button>
              )}
              {army === THEIRS && (
                <label class="switch">
                  <input type="checkbox" checked={wish.hidden} onChange={(event) => change({ hidden: event.currentTarget.checked })} />
                  <span>{words.setup.hidden}</span>
                </label>
              )}
            </fieldset>
          ))}
          <fieldset class="side map-side">
            <legend>{words.setup.map}</legend>
            <MapChoice card={card} chosen={wish.map} options={agreed} onChange={(map) => change({ map })} />
          </fieldset>
        </div>
        {(card.most_seats ?? card.seats) > card.seats && (
          <p class="more-armies">
            <button type="button" disabled={wish.armies.length >= mostArmies(card, wish.parts)} onClick={() => seat(wish.armies.length + 1)}>
              <Icon name="plus" /> {words.setup.addArmy}
            </button>{" "}
            <span class="quiet">{seating ? words.parts.moreArmies(seating.title) : words.setup.addArmyText}</span>
          </p>
        )}
        {(card.parts?.length ?? 0) > 0 && (
          <PartsChoice
            key={card.slug}
            card={card}
            pack={wish.pack}
            on={wish.parts}
            manySides={new Set(sides ?? []).size > 2}
            options={wish.options}
            map={wish.map}
            onPack={choosePack}
            onParts={switchParts}
          />
        )}
        <details>
          <summary>{words.setup.options}</summary>
          <div class="pair options">
            <label class="field">
              <span>{words.setup.seed}</span>
              <input type="text" value={wish.seed} maxLength={200} aria-describedby="seed-help" onInput={(event) => change({ seed: event.currentTarget.value })} />
              <small id="seed-help" class="quiet">
                {words.setup.seedText}
              </small>
            </label>
            <label class="field">
              <span>{words.setup.afterTakingBack}</span>
              <select value={String(wish.newDice)} onChange={(event) => change({ newDice: event.currentTarget.value === "true" })}>
                <option value="false">{words.setup.asDefault(words.setup.sameDice)}</option>
                <option value="true">{words.setup.newDice}</option>
              </select>
            </label>
            {options(false)}
          </div>
        </details>
        <div class="actions start">
          {problem && (
            <p class="refusal" role="status">
              {words.parts.cannot} {problem.problem} {problem.rule && <RuleChip id={problem.rule} label={words.parts.rule} />}
            </p>
          )}
          <button type="submit" class="primary big">
            {waits ? words.setup.invite : words.setup.start}
          </button>
        </div>
        {adding !== null && (
          <AddList
            ruleset={card.slug}
            onClose={() => setAdding(null)}
            onTake={(list) => {
              choose(adding, choiceOf(list));
              setAdding(null);
            }}
          />
        )}
      </form>
    </>
  );
}

/** What the rulebook has against what is agreed on, once the reader pauses. With lists of the reader's own only the battle itself can tell. */
function useTried(card: RulesetCard, wish: Wish, options: Options): BattleJudged | null {
  const [told, setTold] = useState<BattleJudged | null>(null);
  const listed = wish.armies.some((army) => listOf(army));
  const wanted = JSON.stringify(card.parts?.length && !listed ? { ruleset: card.slug, armies: wish.armies.length, map: wish.map, options } : null);
  useEffect(() => {
    let current = true;
    const asks = JSON.parse(wanted) as BattleTried | null;
    if (!asks || (!Object.keys(asks.options ?? {}).length && asks.armies === card.seats)) return setTold(null);
    const later = setTimeout(() => {
      api.tryBattle(asks).then(
        (found) => current && setTold(found.problem ? found : null),
        () => undefined,
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(later);
    };
  }, [wanted]);
  return told;
}

/** The first rulebook that can read these files, or else the first of all. */
async function bookOf(files: readonly File[], cards: readonly RulesetCard[]): Promise<RulesetCard | undefined> {
  const sent = await sentFiles(files.slice(0, 6)).catch(() => []);
  for (const one of cards) {
    const told = await api.muster({ ruleset: one.slug, files: sent }).catch(() => null);
    if (told && told.kind !== "other") return one;
  }
  return cards[0];
}

/** The options without those that are as they would be anyway. */
function unusual(card: RulesetCard, all: object): Options {
  const options = { ...all } as Options;
  for (const option of card.options) if (options[option.name] === option.default) delete options[option.name];
  return options;
}

function usual(card: RulesetCard): Wish {
  const seats = Math.max(2, card.seats);
  return {
    ruleset: card.slug,
    armies: Array.from({ length: seats }, () => null),
    players: Array.from({ length: seats }, (_, index) => (index === 0 ? HUMAN : "captain")),
    names: Array.from({ length: seats }, () => ""),
    map: null,
    seed: "",
    options: {},
    pack: "",
    parts: {},
    hidden: false,
    newDice: false,
  };
}
