/** The art on the covers of rulebooks: paths within 120 by 150, in two colours that the book gives. */
import type { Cover, RulesetCard } from "../net/types";
import { hashOf, mixed, placedAt, put, randomFrom } from "../table/art";
import { chargeOf, coatOf } from "../table/heraldry";
import { number } from "../table/sheet";

export interface Stroke {
  path: string;
  fill: string;
  opacity?: number;
  /** Drawn as a line that wide. */
  line?: number;
}

const MIDDLE = 60;
const HEART = 52;

/** The cover that a book has; one is made up for a book without, always the same for the same title. */
export function coverOf({ title, cover }: Pick<RulesetCard, "title" | "cover">): Omit<Cover, "motto"> & { motto: string } {
  if (cover) return cover;
  const coat = coatOf(title);
  const random = randomFrom(hashOf(`${title} cover`));
  const backdrops = ["rays", "walls", "waves", "stars", "ranks"] as const;
  return { motto: "", cloth: mixed(coat.field, "#120c08", 0.42), gilt: coat.metal, backdrop: backdrops[Math.floor(random() * backdrops.length)]!, emblem: coat.charge };
}

const BACKDROPS: Record<Cover["backdrop"], (cloth: string, gilt: string) => Stroke[]> = {
  rays: (_, gilt) =>
    Array.from({ length: 24 }, (__, ray) => {
      const [from, to] = [ray * 15, ray * 15 + 7.2].map((degrees) => (degrees * Math.PI) / 180);
      const at = (angle: number) => `${number(MIDDLE + Math.cos(angle) * 130)},${number(HEART + Math.sin(angle) * 130)}`;
      return { path: `M${MIDDLE},${HEART}L${at(from!)}L${at(to!)}Z`, fill: gilt, opacity: ray % 2 ? 0.3 : 0.13 };
    }),
  ranks: (cloth, gilt) =>
    [0, 1, 2, 3, 4].flatMap((row) => {
      const size = 0.62 + row * 0.14;
      const y = 26 + row * row * 3.4 + row * 14;
      const men = Array.from({ length: 13 }, (_, file) => MIDDLE + (file - 6 + (row % 2) * 0.5) * 15 * size).filter((x) => x > -8 && x < 128);
      const spears = men.map((x) => `M${number(x + 4 * size)},${number(y + 8 * size)}V${number(y - 26 * size)}`).join("");
      const bodies = men.map((x) => `M${number(x - 6 * size)},${number(y + 12 * size)}q0,${number(-14 * size)} ${number(6 * size)},${number(-14 * size)}t${number(6 * size)},${number(14 * size)}z`).join("");
      const heads = men.map((x) => round(x, y - 6 * size, 4.4 * size)).join("");
      return [
        { path: spears, fill: mixed(gilt, cloth, 0.55 - row * 0.1), line: 1.5 * size },
        { path: bodies, fill: mixed(gilt, cloth, 0.75 - row * 0.14) },
        { path: heads, fill: mixed("#f1e8cf", cloth, 0.6 - row * 0.13) },
      ];
    }),
  walls: (cloth, gilt) => [
    { path: round(88, 34, 15), fill: gilt, opacity: 0.9 },
    { path: "M-4,92L18,66L34,84L58,52L82,80L100,62L126,90V150H-4Z", fill: mixed(cloth, "#000000", 0.2), opacity: 0.7 },
  ],
  waves: (cloth, gilt) => [
    { path: "M86,8A21,21 0 1 0 103,40A17.500,17.500 0 1 1 86,8Z", fill: mixed(gilt, "#ffffff", 0.45) },
    ...[0, 1, 2, 3, 4, 5].map((wave) => ({
      path: `M-20,${74 + wave * 11}${Array.from({ length: 5 }, () => "q8.500,-9 17,0t17,0").join("")}V152H-20Z`,
      fill: mixed(gilt, cloth, 0.82 - wave * 0.05),
      opacity: 0.34 + wave * 0.06,
    })),
  ],
  stars: (_, gilt) => {
    const random = randomFrom(3);
    const star = "M0,-1L.26,-.32L.98,-.3L.42,.14L.62,.84L0,.42L-.62,.84L-.42,.14L-.98,-.3L-.26,-.32Z";
    const some = (count: number, least: number, more: number) =>
      Array.from({ length: count }, () => put(star, placedAt(8 + random() * 108, 6 + random() * 104, random() * 60, least + random() * more))).join("");
    return [
      { path: some(26, 0.9, 1.2), fill: gilt, opacity: 0.4 },
      { path: some(12, 1.9, 1.6), fill: gilt, opacity: 0.62 },
      { path: `${ring(MIDDLE, HEART, 47, 46.2)}${ring(MIDDLE, HEART, 43.5, 43)}`, fill: gilt, opacity: 0.55 },
    ];
  },
};

const EMBLEMS: Partial<Record<Cover["emblem"], (cloth: string, gilt: string) => Stroke[]>> = {
  sword: (cloth, gilt) => [
    { path: round(MIDDLE, 60, 33), fill: mixed(gilt, "#fff4d6", 0.62) },
    { path: ring(MIDDLE, 60, 36.500, 34.6), fill: gilt },
    { path: "M60,16L65,25V79H55V25Z", fill: cloth },
    { path: "M60,16L65,25V79H60Z", fill: mixed(cloth, "#000000", 0.35) },
    { path: "M41,79q19,-4 38,0v6q-19,-3.500 -38,0zM57,84h6v17h-6zM60,100a4.600,4.600 0 1 1 -.1,0z", fill: mixed(cloth, "#000000", 0.25) },
  ],
  banner: (cloth, gilt) => [
    { path: "M58,4h4v92h-4z", fill: mixed(cloth, "#000000", 0.55) },
    { path: "M60,0l4,6l-4,7l-4,-7z", fill: gilt },
    { path: "M62,14C78,8 88,22 108,15L100,31L109,48C88,54 78,40 62,47Z", fill: mixed("#a3402c", cloth, 0.08) },
    { path: "M62,14C78,8 88,22 108,15L106.500,20C88,27 78,13 62,19Z", fill: gilt, opacity: 0.85 },
    { path: put("M0,-1L.26,-.32L.98,-.3L.42,.14L.62,.84L0,.42L-.62,.84L-.42,.14L-.98,-.3L-.26,-.32Z", placedAt(80, 33, 0, 8)), fill: mixed(gilt, "#ffffff", 0.4) },
  ],
  keep: (cloth, gilt) => [
    { path: "M12,118V62h5v-6h6v6h5v-6h6v6h5v12h8V40h5v-7h6v7h5v-7h6v7h5v-7h6v7h5v34h8V62h5v-6h6v6h5v-6h6v6h5v56Z", fill: mixed(cloth, "#05060f", 0.62) },
    { path: "M20,84h6v16h-6zM94,84h6v16h-6zM54,56h4v11h-4zM62,56h4v11h-4zM50,118V94q10,-15 20,0v24z", fill: gilt },
    { path: "M59,33V8h2.400v25z", fill: mixed(cloth, "#05060f", 0.62) },
    { path: "M61.400,8q9,-4 20,2q-8,3 -9,8q-6,-2 -11,1z", fill: "#b23a2b" },
  ],
  mountain: (cloth, gilt) => [
    { path: "M22,92L60,36L98,92Z", fill: mixed(gilt, cloth, 0.72) },
    { path: "M60,36L98,92H66L58,72L64,58Z", fill: mixed(gilt, cloth, 0.86) },
    { path: "M60,36L72,54L66,60L60,54L53,61L48,53.700Z", fill: mixed(gilt, "#ffffff", 0.6) },
    { path: "M10,95q25,-7 50,0t50,0v4q-25,7 -50,0t-50,0z", fill: mixed(gilt, "#ffffff", 0.25), opacity: 0.8 },
  ],
  phoenix: (cloth, gilt) => [
    {
      path: put(
        "M-.14,-.2C-.4,-.7 -.8,-.9 -1.16,-.72C-1.1,-.5 -1.2,-.3 -1.08,-.1C-.92,-.14 -.84,.06 -.72,.2C-.56,.1 -.44,.3 -.3,.4C-.2,.2 -.16,.1 -.14,-.2ZM.14,-.2C.4,-.7 .8,-.9 1.16,-.72C1.1,-.5 1.2,-.3 1.08,-.1C.92,-.14 .84,.06 .72,.2C.56,.1 .44,.3 .3,.4C.2,.2 .16,.1 .14,-.2Z",
        placedAt(MIDDLE, 66, 0, 42),
      ),
      fill: gilt,
    },
    { path: put("M-.3,-.1C-.5,-.5 -.8,-.64 -1,-.56C-.9,-.3 -.7,-.1 -.36,.14ZM.3,-.1C.5,-.5 .8,-.64 1,-.56C.9,-.3 .7,-.1 .36,.14Z", placedAt(MIDDLE, 66, 0, 42)), fill: mixed(gilt, "#a33a06", 0.5), opacity: 0.8 },
    {
      path: put("M-.09,-.5C-.18,-.66 -.16,-.86 0,-1.04C.16,-.86 .18,-.66 .09,-.5C.24,-.3 .28,.1 .18,.4C.16,.7 .3,.84 .5,.86C.4,.98 .1,.98 .02,.74C-.06,.6 -.14,.5 -.18,.4C-.28,.1 -.24,-.3 -.09,-.5Z", placedAt(MIDDLE, 66, 0, 42)),
      fill: mixed(gilt, "#fff4d6", 0.6),
    },
    { path: put("O0,-.78 .05,.05", placedAt(MIDDLE, 66, 0, 42)), fill: cloth },
  ],
};

/** What is on a cover below its frame and title, the first at the bottom: a backdrop, and an emblem that is set into it. */
export function artOf({ cloth, gilt, backdrop, emblem }: Omit<Cover, "motto">): { backdrop: Stroke[]; emblem: Stroke[] } {
  const drawn = EMBLEMS[emblem]?.(cloth, gilt) ?? [
    { path: round(MIDDLE, 60, 33), fill: mixed(cloth, "#000000", 0.3) },
    { path: ring(MIDDLE, 60, 35, 33), fill: gilt },
    { path: put(chargeOf(emblem), placedAt(MIDDLE, 60, 0, 25)), fill: gilt },
  ];
  return { backdrop: (BACKDROPS[backdrop] ?? BACKDROPS.rays)(cloth, gilt), emblem: drawn };
}

/** A title as a cover prints it: what comes before a colon and after a comma is smaller. */
export function titleOf(title: string): { series: string; name: string; edition: string } {
  const [, series = "", rest = title] = /^(.{3,20}): (.+)$/.exec(title) ?? [];
  const [, name = rest, edition = ""] = /^(.+?), (.+)$/.exec(rest) ?? [];
  return { series, name, edition };
}

function round(x: number, y: number, r: number): string {
  return `M${number(x - r)},${number(y)}a${number(r)},${number(r)} 0 1 0 ${number(2 * r)},0a${number(r)},${number(r)} 0 1 0 ${number(-2 * r)},0Z`;
}

function ring(x: number, y: number, outer: number, inner: number): string {
  return round(x, y, outer) + round(x, y, inner);
}
