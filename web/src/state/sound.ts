/** Sounds, made in the browser: off until switched on, and never the only sign of anything. */
import { effect } from "@preact/signals";
import { settings } from "./settings";
import { type Cue, shown } from "./show";

export type Sound = "dice" | "march" | "clash" | "horn" | "volley" | "rout" | "spell";

/** One tone or one burst of noise of a sound; times are seconds from its start. */
export interface Note {
  at: number;
  lasts: number;
  /** Hertz, where it begins and where it ends. */
  from: number;
  to: number;
  loud: number;
  wave: OscillatorType | "noise" | "rumble";
}

type Chance = () => number;

function tone(at: number, lasts: number, from: number, loud: number, wave: Note["wave"] = "sine", to = from): Note {
  return { at, lasts, from, to, loud, wave };
}

function times(count: number, make: (index: number) => Note | Note[]): Note[] {
  return Array.from({ length: count }, (_, index) => make(index)).flat();
}

/** What each sound is made of. */
const SCORES: Record<Sound, (chance: Chance) => Note[]> = {
  dice: (chance) =>
    times(9, (index) => {
      const at = index * 0.045 + chance() * 0.03;
      return [tone(at, 0.035, 2400 + chance() * 2200, 0.5 * (1 - index / 12), "noise"), tone(at, 0.03, 900 + chance() * 500, 0.08)];
    }),
  march: () => times(6, (index) => [tone(index * 0.15, 0.12, 140, 0.9, "rumble", 60), tone(index * 0.15 + 0.02, 0.06, 900, 0.12, "noise")]),
  clash: (chance) => [
    ...times(5, () => {
      const at = chance() * 0.3;
      const base = 900 + chance() * 900;
      return [...[1, 1.52, 2.31, 3.17].map((over) => tone(at, 0.5 / over, base * over, 0.07 / over)), tone(at, 0.09, 3000, 0.3, "noise")];
    }),
    tone(0, 0.22, 180, 0.8, "rumble", 70),
  ],
  horn: () => [[0, 196, 0.42], [0.4, 294, 0.95]].flatMap(([at, hertz, lasts]) => [1, 1.004, 2].map((over) => tone(at!, lasts!, hertz! * over, over > 1.5 ? 0.04 : 0.12, "sawtooth"))),
  volley: (chance) => [
    ...times(6, (index) => tone(index * 0.03, 0.08, 220 + chance() * 80, 0.1, "triangle", 120)),
    tone(0.08, 0.75, 1500, 0.34, "noise", 600),
    ...times(9, () => tone(0.78 + chance() * 0.28, 0.06, 500 + chance() * 500, 0.32, "noise")),
  ],
  rout: () => [
    ...[294, 247, 196].map((hertz, index) => tone(index * 0.22, 0.4, hertz, 0.13, "sawtooth", hertz * 0.97)),
    ...times(10, (index) => tone(0.3 + index * 0.09, 0.1, 160, 0.5, "rumble", 70)),
  ],
  spell: (chance) => [
    ...[262, 330, 392, 523].map((hertz, index) => tone(index * 0.12, 0.9, hertz, 0.07, "sine", hertz * 1.02)),
    ...times(6, (index) => tone(0.2 + index * 0.1, 0.2, 1800 + chance() * 1800, 0.04, "triangle")),
    tone(0.75, 0.4, 320, 0.4, "rumble", 60),
  ],
};

export function scoreOf(sound: Sound, chance: Chance = Math.random): Note[] {
  return SCORES[sound](chance);
}

/** Half of what a sound may be: −6 dB, so that several together stay clear. */
const MASTER = 0.5;

let air: { context: AudioContext; master: GainNode; noise: AudioBuffer } | null = null;

function open(): typeof air {
  if (air || typeof AudioContext !== "function") return air;
  const context = new AudioContext();
  const master = context.createGain();
  const evener = context.createDynamicsCompressor();
  master.connect(evener);
  evener.connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  air = { context, master, noise };
  return air;
}

/** When each sound ends, in seconds of the context: one of a kind at a time. */
const ends = new Map<Sound, number>();

/** Let a sound be heard, if sound is on and it is not heard already. */
export function play(sound: Sound): void {
  const { sound: on, volume } = settings.peek();
  if (!on || volume <= 0) return;
  const opened = open();
  if (!opened) return;
  const { context, master } = opened;
  void context.resume();
  const now = context.currentTime + 0.02;
  if ((ends.get(sound) ?? 0) > now) return;
  master.gain.value = MASTER * volume;
  const notes = scoreOf(sound);
  ends.set(sound, now + Math.max(...notes.map((note) => note.at + note.lasts)));
  for (const note of notes) strike(opened, note, now);
}

function strike({ context, master, noise }: NonNullable<typeof air>, { at, lasts, from, to, loud, wave }: Note, now: number): void {
  const start = now + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + Math.min(0.03, lasts * 0.2));
  gain.gain.exponentialRampToValueAtTime(0.0008, start + lasts);
  gain.connect(master);
  const filter = context.createBiquadFilter();
  filter.connect(gain);
  if (wave === "noise" || wave === "rumble") {
    const source = context.createBufferSource();
    source.buffer = noise;
    filter.type = wave === "noise" ? "bandpass" : "lowpass";
    filter.Q.value = wave === "noise" ? 2 : 1;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
    source.connect(filter);
    source.start(start, Math.random());
    source.stop(start + lasts + 0.05);
    return;
  }
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + lasts);
  filter.type = "lowpass";
  filter.frequency.value = wave === "sine" ? 9000 : from * 4;
  source.connect(filter);
  source.start(start);
  source.stop(start + lasts + 0.05);
}

const OF_CUES: Record<Cue["kind"], Sound> = { volley: "volley", spell: "spell", clash: "clash", charge: "horn", flight: "rout" };

/** The sound of what is shown; nothing for what is only read. */
export function soundOf(beat: { cue?: Cue | null; line: { dice: unknown }; change: { went: unknown } | null; lasts: number }): Sound | null {
  if (!beat.lasts) return null;
  if (beat.cue) return OF_CUES[beat.cue.kind];
  if (beat.line.dice) return "dice";
  return beat.change?.went ? "march" : null;
}

effect(() => {
  const beat = shown.value?.beat;
  const sound = beat ? soundOf(beat) : null;
  if (sound) play(sound);
});
