/** Army lists: begin one, open a sample or somebody's, and all that are kept. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { CharacterChoice } from "../builder/Windows";
import { api } from "../net/api";
import { sentFiles } from "../net/packed";
import type { BuilderCard, DraftOpened } from "../net/types";
import { Dialog } from "../panels/Dialog";
import { Icon } from "../panels/Icon";
import { ArmyShown, isPlayable, useMuster } from "../panels/OwnList";
import { books, forgetList, isSaved, loadBooks, startWork, work } from "../state/building";
import { type SavedList, addList, goneLists, keepList, keys, lists, meetServer, removeList, renameList, restoreList, savedList } from "../state/lists";
import { complain, notify, say } from "../state/notices";
import { go, hashOf } from "../state/route";
import { chosenList, listBook } from "../state/ui";
import { words } from "../words";
import { BuilderScreen } from "./Builder";

/** The address of the list at work. */
export const AT_WORK = "build";

/** All lists, or the one that the address names. */
export function ListsScreen({ list }: { list: string | null }): JSX.Element {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    setReady(false);
    if (list === null) return;
    if (list === AT_WORK || work.peek()?.list === list) {
      if (work.peek()) setReady(true);
      else go({ screen: "lists", list: null });
      return;
    }
    openSaved(list).then(
      (could) => (could ? setReady(true) : go({ screen: "lists", list: null })),
      (error: unknown) => {
        complain(error);
        go({ screen: "lists", list: null });
      },
    );
  }, [list]);
  if (list === null) return <Shelf />;
  return ready ? <BuilderScreen key={list} /> : <Waiting text={words.shelf.opening} />;
}

async function openSaved(id: string): Promise<boolean> {
  const saved = savedList(id);
  if (!saved) {
    notify(words.shelf.gone, "bad");
    return false;
  }
  const found = await api.openDraft({ ruleset: saved.ruleset, files: [{ name: saved.name, text: saved.text }] });
  if (!found.draft) {
    notify(found.problems[0]?.error ?? words.shelf.gone, "bad");
    return false;
  }
  startWork(saved.ruleset, found.draft, id);
  return true;
}

function Waiting({ text }: { text: string }): JSX.Element {
  return (
    <main id="content" class="screen" tabIndex={-1}>
      <p class="quiet">{text}</p>
    </main>
  );
}

/** A list that somebody shared opens as one of the reader's own. */
export function SharedScreen({ ruleset, link }: { ruleset: string; link: string }): JSX.Element {
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setProblem("");
    const failed = (text: string | undefined) => setProblem(text || words.shelf.badLink);
    api.openDraft({ ruleset, files: [{ name: "The link", text: link }] }).then(
      (found) => (found.draft ? build(ruleset, found) : failed(found.problems[0]?.error)),
      (error: Error) => failed(error.message),
    );
  }, [link]);
  if (!problem) return <Waiting text={words.shelf.opening} />;
  return (
    <main id="content" class="screen" tabIndex={-1}>
      <div class="nothing">
        <p class="bad">{words.app.failed(problem)}</p>
        <a class="button primary" href={hashOf({ screen: "lists", list: null })}>
          {words.shelf.title}
        </a>
      </div>
    </main>
  );
}

/** Go on building what was opened. */
function build(ruleset: string, found: DraftOpened): void {
  if (!found.draft) {
    notify(found.problems[0]?.error ?? "", "bad");
    return;
  }
  startWork(ruleset, found.draft);
  go({ screen: "lists", list: AT_WORK });
}

function Shelf(): JSX.Element {
  useEffect(() => {
    loadBooks().catch(complain);
    void meetServer();
  }, []);
  const now = work.value;
  const unsaved = now && !isSaved.value && (now.draft.picks?.length ?? 0) > 0;
  return (
    <main id="content" class="screen shelf" tabIndex={-1}>
      <header>
        <h1>{words.shelf.title}</h1>
        <p class="quiet">{words.shelf.intro}</p>
      </header>
      {books.value ? <Begin cards={books.value} /> : <p class="quiet">{words.app.loading}</p>}
      <section>
        <h2 class="section-title">
          {words.shelf.mine} <span class="quiet">{lists.value.length || ""}</span>
        </h2>
        <ul class="battles">
          {unsaved && (
            <li class="battle-row">
              <div class="about">
                <h3>
                  <a href={hashOf({ screen: "lists", list: AT_WORK })}>{words.shelf.current(now.draft.name)}</a>
                </h3>
                <p class="quiet">{words.shelf.currentText}</p>
              </div>
            </li>
          )}
          {goneLists.value.map((one) => (
            <Deleted key={one.item.id} list={one.item} />
          ))}
          {lists.value.map((one) => (
            <Row key={one.id} list={one} />
          ))}
        </ul>
        {lists.value.length === 0 && !unsaved && <p class="quiet">{words.shelf.none}</p>}
      </section>
    </main>
  );
}

function Begin({ cards }: { cards: readonly BuilderCard[] }): JSX.Element {
  const [slug, setSlug] = useState(listBook.peek() ?? work.peek()?.ruleset ?? cards[0]!.slug);
  const card = cards.find((one) => one.slug === slug) ?? cards[0]!;
  const [faction, setFaction] = useState("");
  const [points, setPoints] = useState(0);
  const [character, setCharacter] = useState("balanced");
  const [busy, setBusy] = useState(false);
  const [importing, setImporting] = useState(false);
  const size = points || card.sizes[Math.min(1, card.sizes.length - 1)] || 1000;
  const here = card.factions.some((one) => one.name === faction) ? faction : "";
  const samples = card.samples.filter((one) => (!here || one.faction === here) && (!points || one.points === points));
  const attempt = (what: () => Promise<DraftOpened>) => {
    setBusy(true);
    what()
      .then((found) => build(card.slug, found), complain)
      .finally(() => setBusy(false));
  };
  const empty = () => {
    const name = here || card.factions[Math.floor(Math.random() * card.factions.length)]!.name;
    startWork(card.slug, { name, faction: name, points: size, picks: [] });
    go({ screen: "lists", list: AT_WORK });
  };
  return (
    <section class="shelf-begin" aria-label={words.shelf.start}>
      <div class="shelf-new">
        <h2>{words.shelf.start}</h2>
        {cards.length > 1 && (
          <div class="segmented" role="group" aria-label={words.shelf.book}>
            {cards.map((one) => (
              <button
                key={one.slug}
                type="button"
                aria-pressed={one === card}
                onClick={() => {
                  setSlug(one.slug);
                  listBook.value = one.slug;
                  setPoints(0);
                }}
              >
                {one.title}
              </button>
            ))}
          </div>
        )}
        <div class="pair">
          <label class="field">
            <span>{words.shelf.faction}</span>
            <select value={here} onChange={(event) => setFaction(event.currentTarget.value)}>
              <option value="">{words.shelf.anyFaction}</option>
              {card.factions.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>{words.shelf.size}</span>
            <input type="number" min={1} max={99999} step={50} list="shelf-sizes" value={size} onChange={(event) => setPoints(Math.max(0, Math.min(99999, Math.round(Number(event.currentTarget.value)) || 0)))} />
            <datalist id="shelf-sizes">
              {card.sizes.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </label>
        </div>
        <div class="actions">
          {card.sizes.map((one) => (
            <button key={one} type="button" class="chip" aria-pressed={one === size} onClick={() => setPoints(one)}>
              {one}
            </button>
          ))}
        </div>
        <div class="actions">
          <button type="button" class="primary" disabled={busy} onClick={empty}>
            <Icon name="plus" /> {words.shelf.begin}
          </button>
          <button type="button" onClick={() => setImporting(true)}>
            <Icon name="file" /> {words.shelf.import}
          </button>
        </div>
        <div class="shelf-surprise">
          <CharacterChoice value={character} onPick={setCharacter} slug={card.characters} />
          <button type="button" disabled={busy} onClick={() => attempt(() => api.surprise({ ruleset: card.slug, faction: here, points: size, character }))}>
            <Icon name="shuffle" /> {words.shelf.surprise}
          </button>
        </div>
      </div>
      <div class="shelf-samples">
        <h2>{words.shelf.samples}</h2>
        <p class="quiet">{samples.length ? words.shelf.samplesText : words.shelf.noSamples}</p>
        <ul class="armies">
          {samples.map((one) => (
            <li key={`${one.faction}/${one.name}`}>
              <button type="button" disabled={busy} onClick={() => attempt(() => api.openDraft({ ruleset: card.slug, sample: one.name }))}>
                <b>{one.faction}</b> <span class="quiet">{words.shelf.sample(one.name, one.points, one.units)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {importing && <ImportWindow ruleset={card.slug} onClose={() => setImporting(false)} />}
    </section>
  );
}

/** A list as text, link or files: opened in the builder, or kept as it is where it has units of its own. */
function ImportWindow({ ruleset, onClose }: { ruleset: string; onClose: () => void }): JSX.Element {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<{ name: string; text: string }[]>([]);
  const [problems, setProblems] = useState<DraftOpened["problems"]>([]);
  const sent = [...(text.trim() ? [{ name: words.lists.pasted, text }] : []), ...files];
  const told = useMuster(sent.length ? { ruleset, files: sent } : null);
  const playable = isPlayable(told.shown);
  const read = async (chosen: Iterable<File>) => {
    const found = await sentFiles(chosen).catch(complain);
    if (!found) return;
    setProblems([]);
    setFiles((before) => [...before, ...found].slice(-5));
  };
  const open = () => {
    api.openDraft({ ruleset, files: sent }).then((found) => {
      if (!found.draft) return setProblems(found.problems);
      onClose();
      build(ruleset, found);
    }, complain);
  };
  const keep = () => {
    const { army, wants, text: whole, verdict } = told.shown!;
    keepList({ ruleset, name: army.name, wants, text: whole, ...(verdict.editable ? {} : { editable: false }) });
    notify(words.shelf.kept(army.name));
    onClose();
  };
  return (
    <Dialog title={words.shelf.import} wide onClose={onClose}>
      <div class="bring-window">
        <label class="field">
          <span>{words.shelf.importText}</span>
          <textarea
            rows={8}
            spellcheck={false}
            value={text}
            onInput={(event) => {
              setProblems([]);
              setText(event.currentTarget.value);
            }}
          />
        </label>
        <div class="actions">
          <label class="button">
            <Icon name="file" /> {words.lists.choose}
            <input class="visually-hidden" type="file" multiple accept=".json,.toml,.txt,.ros,.rosz,.cat" onChange={(event) => {
              void read(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }} />
          </label>
          {files.map((one) => (
            <span key={one.name} class="quiet">
              {one.name}
            </span>
          ))}
        </div>
        {problems.length > 0 && (
          <div class="told-list bad" role="alert">
            <ul>
              {problems.map((one) => (
                <li key={one.error}>{one.error}</li>
              ))}
            </ul>
          </div>
        )}
        {sent.length > 0 && <ArmyShown told={told} />}
        {problems.length > 0 && playable && <p>{words.shelf.importPlayable}</p>}
        <div class="actions">
          <button type="button" class="primary" disabled={!sent.length} onClick={open}>
            {words.shelf.importOpen}
          </button>
          {problems.length > 0 && playable && (
            <button type="button" onClick={keep}>
              {words.shelf.importKeep}
            </button>
          )}
          <button type="button" onClick={onClose}>
            {words.app.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function Row({ list }: { list: SavedList }): JSX.Element {
  const [name, setName] = useState<string | null>(null);
  const here = hashOf({ screen: "lists", list: list.id });
  const title = books.value?.find((one) => one.slug === list.ruleset)?.title ?? list.ruleset;
  const rename = (event: Event) => {
    event.preventDefault();
    const wanted = name?.trim().slice(0, 80);
    if (wanted && wanted !== list.name) {
      renameList(list.id, wanted);
      const now = work.peek();
      if (now?.list === list.id) forgetList(list.id);
    }
    setName(null);
  };
  const play = () => {
    chosenList.value = list.id;
    go({ screen: "new" });
  };
  return (
    <li class="battle-row">
      <div class="about">
        {name === null ? (
          <h3>
            {list.editable === false ? list.name : <a href={here}>{list.name}</a>}
          </h3>
        ) : (
          <form onSubmit={rename}>
            <input
              type="text"
              value={name}
              maxLength={80}
              aria-label={words.shelf.newName(list.name)}
              ref={(input) => input?.focus()}
              onInput={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Escape" && setName(null)}
            />
            <button type="submit">{words.shelf.saveName}</button>
          </form>
        )}
        <p class="quiet">{[title, keys.value[list.id] ? words.shelf.onServer : words.shelf.here].join(" · ")}</p>
      </div>
      <div class="actions">
        {list.editable !== false && (
          <a class="button primary" href={here} aria-label={`${words.shelf.edit}: ${list.name}`}>
            {words.shelf.edit}
          </a>
        )}
        <button type="button" aria-label={`${words.shelf.play}: ${list.name}`} onClick={play}>
          <Icon name="flag" /> {words.shelf.play}
        </button>
        <button type="button" title={words.shelf.rename(list.name)} aria-label={words.shelf.rename(list.name)} onClick={() => setName(list.name)}>
          <Icon name="pen" />
        </button>
        <button type="button" title={words.shelf.copy(list.name)} aria-label={words.shelf.copy(list.name)} onClick={() => copyOf(list)}>
          <Icon name="copy" />
        </button>
        <button
          type="button"
          title={words.shelf.remove(list.name)}
          aria-label={words.shelf.remove(list.name)}
          onClick={() => {
            justDeleted = list.id;
            forgetList(list.id);
            removeList(list.id);
            say(words.shelf.removed(list.name));
          }}
        >
          <Icon name="bin" />
        </button>
      </div>
    </li>
  );
}

function copyOf(list: SavedList): void {
  const name = words.shelf.copied(list.name).slice(0, 80);
  const copy = addList({ ruleset: list.ruleset, name: list.name, wants: list.wants, text: list.text });
  renameList(copy.id, name);
  say(words.shelf.kept(name));
}

/** The list that was deleted last, until its row has taken the focus. */
let justDeleted: string | null = null;

function Deleted({ list }: { list: SavedList }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justDeleted === list.id) button.current?.focus();
    justDeleted = null;
  }, []);
  return (
    <li class="battle-row deleted">
      <p>{words.shelf.removed(list.name)}</p>
      <button type="button" ref={button} aria-label={words.shelf.undoOf(list.name)} onClick={() => void restoreList(list.id)}>
        <Icon name="undo" /> {words.shelf.undo}
      </button>
    </li>
  );
}
