/** All seasons of the reader, and the form for a new one. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import { seasonApi } from "../net/seasons";
import type { CampaignCard, PlayerCard, RulesetCard, SeasonListed } from "../net/types";
import { Icon } from "../panels/Icon";
import { OptionField } from "../panels/OptionField";
import { complain, notify } from "../state/notices";
import { go, hashOf } from "../state/route";
import { HERE, LINK, WhoPlays } from "../seasons/WhoPlays";
import { deleted } from "../seasons/now";
import { keepSeason } from "../state/seasonkeys";
import { usualRounds } from "../seasons/rounds";
import { words } from "../words";

export function SeasonsScreen({ making }: { making: boolean }): JSX.Element {
  return making ? <NewSeason /> : <Shelf />;
}

function Shelf(): JSX.Element {
  const [found, setFound] = useState<readonly SeasonListed[] | null>(null);
  useEffect(() => {
    seasonApi.listed().then(setFound, complain);
  }, []);
  const bringBack = async (id: string) => {
    try {
      await seasonApi.restore(id);
      deleted.value = deleted.peek().filter((one) => one.id !== id);
      setFound(await seasonApi.listed());
    } catch (error) {
      complain(error);
    }
  };
  const take = (file: File) =>
    seasonApi.import(file).then((made) => {
      keepSeason(made.id, { organiser: made.organiser, links: made.players });
      notify(made.left_out ? words.seasons.leftOut(made.left_out) : words.seasons.imported);
      go({ screen: "season", id: made.id });
    }, complain);
  const parts = [
    [words.seasons.running, found?.filter((one) => !one.over) ?? []],
    [words.seasons.over, found?.filter((one) => one.over) ?? []],
  ] as const;
  return (
    <main id="content" class="screen seasons" tabIndex={-1}>
      <header>
        <h1>{words.seasons.title}</h1>
        <p class="quiet">{words.seasons.intro}</p>
        <div class="actions">
          <a class="button primary" href={hashOf({ screen: "seasons", making: true })}>
            <Icon name="plus" /> {words.seasons.make}
          </a>
          <label class="button">
            <Icon name="file" /> {words.seasons.import}
            <input
              type="file"
              class="visually-hidden"
              accept=".json,application/json"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                event.currentTarget.value = "";
                if (file) void take(file);
              }}
            />
          </label>
        </div>
      </header>
      {deleted.value.length > 0 && (
        <ul class="battles">
          {deleted.value.map((one) => (
            <li key={one.id} class="battle-row deleted">
              <p>{words.seasons.deleted(one.title)}</p>
              <button type="button" aria-label={words.library.undoOf(one.title)} onClick={() => void bringBack(one.id)}>
                <Icon name="undo" /> {words.library.undo}
              </button>
            </li>
          ))}
        </ul>
      )}
      {found === null && <p class="quiet">{words.app.loading}</p>}
      {found?.length === 0 && <p class="quiet">{words.seasons.none}</p>}
      {parts.map(
        ([title, some]) =>
          some.length > 0 && (
            <section key={title}>
              <h2 class="section-title">
                {title} <span class="quiet">{some.length}</span>
              </h2>
              <ul class="battles">
                {some.map((one) => (
                  <Row key={one.id} one={one} />
                ))}
              </ul>
            </section>
          ),
      )}
    </main>
  );
}

function Row({ one }: { one: SeasonListed }): JSX.Element {
  const here = hashOf({ screen: "season", id: one.id });
  return (
    <li class="battle-row">
      <div class="about">
        <div class="titled">
          <h3>
            <a href={here}>{one.title}</a>
          </h3>
          {one.your_move && <span class="your-move">{words.seasons.yourMove}</span>}
        </div>
        <p class="quiet">
          {[one.waits ? words.seasons.waits : one.stage, one.organiser ? words.seasons.organise : "", one.your_players.length ? words.seasons.playAs(one.your_players.length) : "", words.seasons.updated(when(one.updated))]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div class="actions">
        <a class={`button ${one.over ? "" : "primary"}`} href={here} aria-label={`${words.seasons.open}: ${one.title}`}>
          {words.seasons.open}
        </a>
      </div>
    </li>
  );
}

function when(moment: string): string {
  const then = new Date(moment);
  return Number.isNaN(then.getTime()) ? moment : then.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

interface Entry {
  name: string;
  /** By a link, at this screen, or the name of a computer player. */
  player: string;
}

function NewSeason(): JSX.Element {
  const [cards, setCards] = useState<readonly CampaignCard[] | null>(null);
  const [computers, setComputers] = useState<readonly PlayerCard[]>([]);
  useEffect(() => {
    seasonApi.campaigns().then(setCards, complain);
    api.rulesets().then((books: readonly RulesetCard[]) => setComputers((books[0]?.players ?? []).filter((one) => one.name !== "human")), complain);
  }, []);
  return (
    <main id="content" class="screen seasons" tabIndex={-1}>
      <header>
        <h1>{words.seasons.make}</h1>
        <p class="quiet">{words.seasons.intro}</p>
      </header>
      {cards ? <Form cards={cards} computers={computers} /> : <p class="quiet">{words.app.loading}</p>}
    </main>
  );
}

type Settings = Record<string, boolean | number | string>;

function Form({ cards, computers }: { cards: readonly CampaignCard[]; computers: readonly PlayerCard[] }): JSX.Element {
  const [slug, setSlug] = useState(cards[0]?.slug ?? "");
  const card = cards.find((one) => one.slug === slug) ?? cards[0]!;
  const [bookSlug, setBook] = useState("");
  const book = card.books.find((one) => one.slug === bookSlug) ?? card.books[0]!;
  const [chosen, setChosen] = useState<Settings>({});
  const [players, setPlayers] = useState<readonly Entry[]>([
    { name: "", player: HERE },
    { name: "", player: LINK },
  ]);
  const [title, setTitle] = useState("");
  const [busy, setBusy] = useState(false);
  const entries = Array.from({ length: Math.min(card.most, Math.max(card.fewest, players.length)) }, (_, index) => players[index] ?? { name: "", player: LINK });
  const change = (index: number, part: Partial<Entry>) => setPlayers(entries.map((one, place) => (place === index ? { ...one, ...part } : one)));
  const settings: Settings = { ...usualRounds(book.settings, entries.length), ...chosen };
  const known = new Set(book.settings.map((one) => one.name));
  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const made = await seasonApi.create({
        campaign: card.slug,
        ruleset: book.slug,
        title: title.trim(),
        settings: Object.fromEntries(Object.entries(settings).filter(([name]) => known.has(name))),
        players: entries.map((one) => ({ name: one.name.trim(), player: one.player === LINK || one.player === HERE ? "human" : one.player })),
      });
      const some = (where: string) => Object.fromEntries(Object.entries(made.players).filter(([number]) => entries[Number(number)]!.player === where));
      keepSeason(made.id, { organiser: made.organiser, mine: some(HERE), links: some(LINK) });
      go({ screen: "season", id: made.id });
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  return (
    <form class="own new-season" onSubmit={(event) => void create(event)}>
      <fieldset class="season-kinds">
        <legend>{words.seasons.kind}</legend>
        {cards.map((one) => (
          <label key={one.slug} class={`kind ${one === card ? "chosen" : ""}`}>
            <input
              type="radio"
              name="campaign"
              checked={one === card}
              onChange={() => {
                setSlug(one.slug);
                setChosen({});
              }}
            />
            <span>
              <b>{one.title}</b> <small class="quiet">{one.text}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {card.books.length > 1 && (
        <div class="segmented" role="group" aria-label={words.seasons.book}>
          {card.books.map((one) => (
            <button
              key={one.slug}
              type="button"
              aria-pressed={one === book}
              onClick={() => {
                setBook(one.slug);
                setChosen({});
              }}
            >
              {one.title}
            </button>
          ))}
        </div>
      )}
      <label class="field season-title">
        <span>{words.seasons.seasonTitle}</span>
        <input type="text" maxLength={80} value={title} placeholder={card.title} onInput={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <section>
        <h2>{words.seasons.players}</h2>
        <p class="quiet">{words.seasons.playersText(card.fewest, card.most)}</p>
        <ol class="entries">
          {entries.map((one, index) => (
            <li key={index} class={`s${index % 4}`}>
              <input type="text" maxLength={40} aria-label={words.seasons.playerName(index + 1)} placeholder={words.seasons.playerNumber(index + 1)} value={one.name} onInput={(event) => change(index, { name: event.currentTarget.value })} />
              <WhoPlays value={one.player} label={words.seasons.whoPlays(index + 1)} computers={computers} onChange={(player) => change(index, { player })} />
              <button
                type="button"
                class="icon-button"
                disabled={entries.length <= card.fewest}
                aria-label={words.seasons.removePlayer(one.name || words.seasons.playerNumber(index + 1))}
                onClick={() => setPlayers(entries.filter((_, place) => place !== index))}
              >
                <Icon name="bin" />
              </button>
            </li>
          ))}
        </ol>
        <button type="button" disabled={entries.length >= card.most} onClick={() => setPlayers([...entries, { name: "", player: LINK }])}>
          <Icon name="plus" /> {words.seasons.addPlayer}
        </button>
      </section>
      <section>
        <h2>{words.seasons.settings}</h2>
        <div class="pair options">
          {book.settings.map((option) => (
            <OptionField key={option.name} option={option} value={settings[option.name]} onChange={(value) => setChosen({ ...chosen, [option.name]: value })} />
          ))}
        </div>
      </section>
      <p class="quiet">{words.seasons.createText}</p>
      <div class="start">
        <button type="submit" class="primary big" disabled={busy}>
          <Icon name="flag" /> {words.seasons.create}
        </button>
      </div>
    </form>
  );
}
