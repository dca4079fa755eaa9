/** Paintings of terrain, one for each that `shapes.json` names. Each stays inside the edge that the rules use. */
import { type At, type Brush, type Colour, type Plot, between, ink, lit, onSheet, rimOf, shrunk, squarish } from "./brush";

export type Painter = (brush: Brush, plot: Plot) => void;

/** So many places for a piece, by its area in square inches. */
const many = ({ width, depth }: Plot, each: number): number => Math.ceil(width * depth * each);

/** Crops by what is sown. */
const CROPS: readonly Colour[] = [[204, 172, 92], [142, 112, 74], [150, 160, 84]];

const field: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const { width: w, depth: d } = plot;
    const sown = Math.floor(brush.random() * CROPS.length);
    const crop = CROPS[sown]!;
    brush.rect(-w / 2, -d / 2, w, d);
    brush.within(() => {
      brush.fill(ink(crop));
      const step = 0.42;
      const furrow = (y: number): At[] => Array.from({ length: Math.ceil(w / 0.5) + 1 }, (_, at) => [-w / 2 + at * 0.5, y + Math.sin(at * 0.35 + plot.x) * step * 0.16]);
      for (let y = -d / 2 + step * 0.3; y < d / 2 + step; y += step) {
        brush.line(furrow(y));
        brush.stroke(ink(lit(crop, 0.78), 0.8), step * 0.34);
        brush.line(furrow(y - step * 0.26));
        brush.stroke(ink(lit(crop, 1.17), 0.75), step * 0.2);
      }
      if (sown !== 1) {
        for (let ear = 0; ear < many(plot, 9); ear++) {
          const [x, y] = [brush.from(-w / 2, w / 2), brush.from(-d / 2, d / 2)];
          brush.line([[x, y], [x + brush.from(-0.05, 0.05), y - 0.22]]);
          brush.stroke(ink(lit(crop, brush.random() < 0.5 ? 0.7 : 1.25), 0.6), 0.05);
        }
      }
    });
    brush.rect(-w / 2 + 0.08, -d / 2 + 0.08, w - 0.16, d - 0.16);
    brush.stroke("rgba(70,78,34,.55)", 0.16);
  });

interface Liquid {
  bank: string;
  rim: string;
  shallow: string;
  deep: string;
}

const WATER: Liquid = { bank: "rgba(188,170,118,.95)", rim: "rgb(62,94,100)", shallow: "rgb(86,136,154)", deep: "rgba(64,112,138,.85)" };
const DEEP_WATER: Liquid = { ...WATER, rim: "rgb(36,66,88)", shallow: "rgb(58,104,138)", deep: "rgba(38,78,116,.9)" };
const TOXIC: Liquid = { bank: "rgba(150,140,84,.95)", rim: "rgb(72,84,34)", shallow: "rgb(132,152,62)", deep: "rgba(104,124,44,.85)" };

function liquidOf(kind: string): Liquid {
  return /toxic|sludge/.test(kind) ? TOXIC : /deep/.test(kind) ? DEEP_WATER : WATER;
}

function ripples(brush: Brush, plot: Plot): void {
  for (let wave = 0; wave < many(plot, 0.7); wave++) {
    const [x, y] = onSheet(plot, brush.from(-1, 1), brush.from(-1, 1));
    const long = brush.from(0.3, 0.8);
    brush.curve([[x - long, y], [x, y - 0.16], [x + long, y]], false);
    brush.stroke(brush.random() < 0.6 ? "rgba(220,236,238,.42)" : "rgba(36,70,86,.3)", 0.055);
  }
}

const water: Painter = (brush, plot) => {
  const { bank, rim: edge, shallow, deep } = liquidOf(plot.kind);
  const rim = rimOf(plot, 0.01, 0.05);
  brush.curve(rim);
  brush.fill(bank);
  brush.curve(shrunk(rim, plot, 0.95));
  brush.fill(edge);
  brush.curve(shrunk(rim, plot, 0.92));
  brush.fill(shallow);
  brush.within(() => {
    brush.curve(shrunk(rim, plot, 0.68));
    brush.fill(deep);
    ripples(brush, plot);
  });
  rim.forEach(([x, y], index) => (index * 31) % 10 < 4 && brush.tuft(x, y));
};

/** Water that flows along the longer side of its piece, its banks a little uneven. */
const river: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const along = plot.width >= plot.depth;
    const [long, wide] = along ? [plot.width, plot.depth] : [plot.depth, plot.width];
    const { bank, rim, shallow, deep } = liquidOf(plot.kind);
    if (!along) brush.on.rotate(Math.PI / 2);
    brush.rect(-long / 2, -wide / 2, long, wide);
    brush.within(() => {
      const shore = (side: 1 | -1, inset: number): At[] =>
        Array.from({ length: Math.ceil(long) * 2 + 3 }, (_, at) => {
          const x = -long / 2 - 0.5 + at * 0.5;
          return [x, side * (wide / 2 - inset) + Math.sin(x * 0.8 + side) * 0.12 + Math.sin(x * 0.33 + plot.x) * 0.1];
        });
      const bed = (inset: number) => brush.polygon([...shore(-1, inset), ...shore(1, inset).reverse()]);
      brush.rect(-long / 2, -wide / 2, long, wide);
      brush.fill("rgba(92,84,44,.4)");
      for (const [inset, colour] of [[0.12, bank], [0.34, rim], [0.42, shallow], [wide * 0.32, deep]] as const) {
        bed(inset);
        brush.fill(colour);
      }
      for (let wave = 0; wave < long * wide * 0.8; wave++) {
        const [x, y] = [brush.from(-long / 2, long / 2), brush.from(-wide / 2 + 0.5, wide / 2 - 0.5)];
        brush.line([[x, y], [x + brush.from(0.3, 0.9), y]]);
        brush.stroke(brush.random() < 0.6 ? "rgba(226,240,240,.5)" : "rgba(40,70,84,.35)", 0.055);
      }
    });
  });

const road: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const along = plot.width >= plot.depth;
    const [long, wide] = along ? [plot.width, plot.depth] : [plot.depth, plot.width];
    if (!along) brush.on.rotate(Math.PI / 2);
    brush.rect(-long / 2, -wide / 2, long, wide);
    brush.within(() => {
      brush.fill("rgba(98,84,48,.34)");
      for (const [inset, colour] of [[0.08, "rgba(190,166,118,.95)"], [wide * 0.16, "rgba(204,182,136,.9)"]] as const) {
        brush.rect(-long / 2, -wide / 2 + inset, long, wide - 2 * inset);
        brush.fill(colour);
      }
      for (const side of [-0.2, 0.2]) {
        const rut = (x: number): At => [x, side * wide + Math.sin(x * 0.7 + side) * 0.06];
        brush.line(Array.from({ length: Math.ceil(long) + 1 }, (_, at) => rut(-long / 2 + at)));
        brush.stroke("rgba(138,112,72,.6)", 0.17);
      }
      for (let pebble = 0; pebble < long * wide * 2; pebble++) {
        brush.oval(brush.from(-long / 2, long / 2), brush.from(-wide / 2, wide / 2), 0.05);
        brush.fill(brush.random() < 0.5 ? "rgba(120,98,62,.5)" : "rgba(232,216,176,.6)");
      }
    });
  });

const bridge: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const { width: w, depth: d } = plot;
    const [dx, dy] = brush.shadow(plot, 0.2);
    brush.rect(-w / 2 + dx, -d / 2 + dy, w, d);
    brush.fill("rgba(30,24,14,.4)");
    for (let x = -w / 2; x < w / 2 - 0.05; x += 0.3) {
      brush.rect(x, -d / 2, Math.min(0.27, w / 2 - x), d);
      brush.fill(ink(lit([150, 116, 74], brush.from(0.85, 1.15))));
    }
    for (const y of [-d / 2, d / 2 - 0.2]) {
      brush.rect(-w / 2, y, w, 0.2);
      brush.fill("#5b4227");
    }
  });

const marsh: Painter = (brush, plot) => {
  const [mud, pool, gleam]: [string, string, string] = /quicksand/.test(plot.kind)
    ? ["rgba(190,164,104,.85)", "rgb(212,186,128)", "rgba(240,222,172,.6)"]
    : /sludge|death/.test(plot.kind)
      ? ["rgba(96,100,44,.82)", "rgb(122,140,62)", "rgba(182,196,104,.6)"]
      : ["rgba(86,92,54,.78)", "rgb(84,108,90)", "rgba(152,170,140,.6)"];
  const rim = rimOf(plot, 0.01, 0.07);
  brush.curve(rim);
  brush.fill(mud);
  brush.within(() => {
    for (let puddle = 0; puddle < many(plot, 0.4); puddle++) {
      const [x, y] = onSheet(plot, brush.from(-0.9, 0.9), brush.from(-0.9, 0.9));
      const size = brush.from(0.4, 1.1);
      brush.oval(x, y + 0.06, size * 1.15, size * 0.62);
      brush.fill("rgba(40,50,32,.5)");
      brush.oval(x, y, size, size * 0.5);
      brush.fill(pool);
      brush.oval(x - size * 0.2, y - size * 0.12, size * 0.5, size * 0.14);
      brush.fill(gleam);
    }
  });
  for (let reed = 0; reed < many(plot, 0.6); reed++) brush.tuft(...onSheet(plot, brush.from(-0.86, 0.86), brush.from(-0.84, 0.84)));
};

/** Crowns by how they grow: broad ones, autumn ones, firs. */
function tree(brush: Brush, x: number, y: number, size: number, sort: number, leaf: Colour): void {
  brush.oval(x + size * 0.3, y + size * 0.42, size * 1.02, size * 0.92);
  brush.fill("rgba(18,22,8,.42)");
  const fir = sort > 0.74;
  const base: Colour = fir ? lit([leaf[0] * 0.63, leaf[1] * 0.76, leaf[2] * 1.2], 1) : sort > 0.62 ? [126, 122, 52] : leaf;
  if (fir) {
    for (const [light, share, off] of [[0.72, 1, 0], [0.98, 0.72, -0.08], [1.3, 0.42, -0.14]] as const) {
      brush.polygon(
        Array.from({ length: 18 }, (_, at): At => {
          const [turn, reach] = [(at / 9) * Math.PI + sort * 9, size * share * (at % 2 ? 0.72 : 1.05)];
          return [x + off * size + Math.cos(turn) * reach, y + off * size + Math.sin(turn) * reach];
        }),
      );
      brush.fill(ink(lit(base, light)));
    }
    return;
  }
  for (const [light, share, off, count] of [[0.66, 1, 0.04, 8], [0.92, 0.82, -0.06, 7], [1.18, 0.56, -0.2, 6], [1.42, 0.3, -0.32, 4]] as const) {
    const { on, inch } = brush;
    on.beginPath();
    for (let at = 0; at < count; at++) {
      const [turn, reach] = [(at / count) * 2 * Math.PI + sort * 20 + share * 3, size * share * 0.6];
      on.moveTo(x * inch, y * inch);
      on.arc((x + off * size + Math.cos(turn) * reach) * inch, (y + off * size + Math.sin(turn) * reach) * inch, size * share * 0.46 * inch, 0, 7);
    }
    on.arc((x + off * size) * inch, (y + off * size) * inch, size * share * 0.62 * inch, 0, 7);
    brush.fill(ink(lit(base, light)));
  }
}

function woods(thick: number, leaf: Colour): Painter {
  return (brush, plot) => {
    brush.curve(rimOf(plot, 0, 0.05));
    brush.fill("rgba(58,68,32,.6)");
    const trees: [x: number, y: number, size: number, sort: number][] = [];
    const wanted = many(plot, thick);
    const narrow = Math.min(plot.width, plot.depth);
    for (let tries = 0; tries < wanted * 14 && trees.length < wanted; tries++) {
      const [u, v] = [brush.from(-0.96, 0.96), brush.from(-0.96, 0.96)];
      const size = Math.min(brush.from(0.5, 0.86), narrow * 0.4);
      if (squarish(u, v, 6) > 0.99 - (size * 1.1) / narrow) continue;
      const [x, y] = onSheet(plot, u, v);
      if (trees.some((other) => Math.hypot(other[0] - x, other[1] - y) < (other[2] + size) * 0.7)) continue;
      trees.push([x, y, size, brush.random()]);
    }
    trees.sort((one, other) => one[1] - other[1]).forEach(([x, y, size, sort]) => tree(brush, x, y, size, sort, leaf));
  };
}

const GREEN: Colour = [70, 98, 44];

const wood: Painter = (brush, plot) => {
  const leaf: Colour = /deadly/.test(plot.kind) ? [112, 78, 120] : /plantation/.test(plot.kind) ? [124, 140, 58] : /scrub/.test(plot.kind) ? [104, 120, 62] : GREEN;
  woods(0.62, leaf)(brush, plot);
};

const hedge: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const along = plot.width >= plot.depth;
    const [long, wide] = along ? [plot.width, plot.depth] : [plot.depth, plot.width];
    if (!along) brush.on.rotate(Math.PI / 2);
    const rows = Math.max(1, Math.round(wide / 0.8));
    const each = wide / rows;
    const count = Math.max(2, Math.round(long / Math.min(0.5, each)));
    for (const pass of [0, 1, 2]) {
      for (let at = 0; at < count * rows; at++) {
        const size = each * 0.5 * (0.86 + ((at * 37) % 10) / 60);
        const x = -long / 2 + size + ((long - 2 * size) * (at % count)) / (count - 1);
        const y = -wide / 2 + (Math.floor(at / count) + 0.5) * each;
        if (pass === 0) brush.oval(x + 0.1, y + 0.14, size);
        else if (pass === 1) brush.oval(x, y, size * 0.96);
        else brush.oval(x - size * 0.26, y - size * 0.28, size * 0.42);
        brush.fill(pass === 0 ? "rgba(26,28,12,.42)" : pass === 1 ? ink(lit([70, 96, 44], 0.86 + ((at * 29) % 10) / 34)) : "rgba(132,158,82,.75)");
      }
    }
  });

const wall: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const along = plot.width >= plot.depth;
    const [w, d] = along ? [plot.width, plot.depth] : [plot.depth, plot.width];
    if (!along) brush.on.rotate(Math.PI / 2);
    brush.rect(-w / 2 + 0.1, -d / 2 + 0.14, w, d);
    brush.fill("rgba(22,18,10,.42)");
    brush.rect(-w / 2, -d / 2, w, d);
    brush.fill("#5e5a50");
    const courses = Math.max(2, Math.round(d / 0.4));
    const high = d / courses;
    for (let course = 0; course < courses; course++) {
      for (let x = -w / 2; x < w / 2 - 0.08; ) {
        const long = Math.min(brush.from(0.3, 0.64), w / 2 - x);
        brush.stone(x + 0.02, -d / 2 + course * high + 0.02, long - 0.04, high - 0.04);
        brush.fill(ink(lit([168, 160, 144], brush.from(0.84, 1.14))));
        x += long;
      }
    }
  });

const fence: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const along = plot.width >= plot.depth;
    const [w, d] = along ? [plot.width, plot.depth] : [plot.depth, plot.width];
    if (!along) brush.on.rotate(Math.PI / 2);
    brush.rect(-w / 2, -d / 2, w, d);
    brush.fill("rgba(120,104,62,.25)");
    brush.line([[-w / 2, 0.12], [w / 2, 0.12]]);
    brush.stroke("rgba(22,18,10,.35)", 0.14);
    for (const y of [-0.1, 0.1]) {
      brush.line([[-w / 2, y], [w / 2, y]]);
      brush.stroke("#8a6a42", 0.11);
    }
    const posts = Math.max(1, Math.round(w / 0.9));
    for (let post = 0; post <= posts; post++) {
      brush.rect(between(-w / 2 + 0.09, w / 2 - 0.09, post / posts) - 0.09, -0.22, 0.18, 0.44);
      brush.fill("#5d4427");
    }
  });

const stakes: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const along = plot.width >= plot.depth;
    const [w, d] = along ? [plot.width, plot.depth] : [plot.depth, plot.width];
    if (!along) brush.on.rotate(Math.PI / 2);
    const reach = Math.min(0.34, d / 2);
    brush.rect(-w / 2, -d / 2, w, d);
    brush.fill("rgba(110,88,56,.3)");
    for (let x = -w / 2 + 0.3; x <= w / 2 - 0.3; x += 0.42) {
      for (const lean of [-0.3, 0.3]) {
        brush.line([[x + lean + 0.08, reach + 0.1], [x - lean + 0.08, -reach + 0.1]]);
        brush.stroke("rgba(20,14,6,.4)", 0.13);
        brush.line([[x + lean, reach], [x - lean, -reach]]);
        brush.stroke(lean < 0 ? "#7a5a36" : "#94713f", 0.13);
      }
    }
  });

const rock: Painter = (brush, plot) => {
  brush.curve(rimOf(plot, 0.02, 0.06));
  brush.fill("rgba(120,112,90,.45)");
  const [w, d] = [plot.width, plot.depth];
  const narrow = Math.min(w, d);
  const cols = Math.max(1, Math.round(w / Math.min(narrow, 3.4)));
  const rows = Math.max(1, Math.round(d / Math.min(narrow, 3.4)));
  const stones: [at: At, size: number][] = [];
  for (let at = 0; at < cols * rows; at++) {
    const [u, v] = [((at % cols) + 0.5) / cols, (Math.floor(at / cols) + 0.5) / rows].map((share) => share * 2 - 1) as [number, number];
    stones.push([onSheet(plot, u * 0.96 + brush.from(-0.06, 0.06), v * 0.96 + brush.from(-0.06, 0.06)), Math.min(w / cols, d / rows) * brush.from(0.4, 0.46)]);
    stones.push([onSheet(plot, u + brush.from(-0.7, 0.7) / cols, v + brush.from(-0.7, 0.7) / rows), Math.min(w / cols, d / rows) * brush.from(0.14, 0.2)]);
  }
  stones.sort((one, other) => one[0][1] - other[0][1]).forEach(([at, size]) => boulder(brush, at, size));
};

function boulder(brush: Brush, [cx, cy]: At, size: number): void {
  const sides = 9;
  const rim = Array.from({ length: sides }, (_, at): At => {
    const [turn, reach] = [(at / sides) * 2 * Math.PI + brush.random() * 0.3, size * brush.from(0.82, 1.06)];
    return [cx + Math.cos(turn) * reach, cy + Math.sin(turn) * reach * 0.88];
  });
  brush.polygon(rim.map(([x, y]): At => [x + size * 0.14, y + size * 0.2]));
  brush.fill("rgba(20,16,8,.45)");
  const top = rim.map(([x, y]): At => [between(cx - size * 0.12, x, 0.48), between(cy - size * 0.18, y, 0.48)]);
  rim.forEach((corner, at) => {
    const next = rim[(at + 1) % sides]!;
    const turn = Math.atan2((corner[1] + next[1]) / 2 - cy, (corner[0] + next[0]) / 2 - cx);
    brush.polygon([corner, next, top[(at + 1) % sides]!, top[at]!]);
    brush.fill(ink(lit([148, 142, 132], 0.8 + 0.36 * Math.cos(turn + Math.PI * 0.75))));
    brush.stroke("rgba(50,46,40,.35)", 0.03);
  });
  brush.polygon(top);
  brush.fill("rgb(176,170,158)");
}

const rubble: Painter = (brush, plot) => {
  brush.curve(rimOf(plot, 0.02, 0.07));
  brush.fill("rgba(140,126,94,.45)");
  for (let stone = 0; stone < many(plot, 2.2); stone++) {
    const [x, y] = onSheet(plot, brush.from(-0.93, 0.93), brush.from(-0.93, 0.93));
    const size = brush.from(0.08, 0.3);
    brush.oval(x + size * 0.3, y + size * 0.4, size, size * 0.8);
    brush.fill("rgba(20,16,8,.35)");
    brush.polygon(Array.from({ length: 6 }, (_, at): At => [x + Math.cos(at * 1.05 + stone) * size * brush.from(0.8, 1.1), y + Math.sin(at * 1.05 + stone) * size * 0.8]));
    brush.fill(ink(lit([158, 150, 134], brush.from(0.78, 1.18))));
  }
};

const ROOFS: Record<string, Colour> = { heavy_building: [112, 118, 128], medium_building: [156, 104, 64], shed: [150, 126, 80], light_building: [176, 146, 84] };

const house: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const tiles = ROOFS[plot.kind] ?? [158, 84, 58];
    const [a, b] = [plot.width / 2, plot.depth / 2];
    const light = brush.light(plot);
    const [dx, dy] = brush.shadow(plot, 0.32);
    brush.polygon([[-a + dx, -b + dy], [a + dx, -b + dy], [a + dx, b + dy], [-a + dx, b + dy]]);
    brush.fill("rgba(18,14,8,.45)");
    const slope = (corners: At[], nx: number, ny: number) => {
      const bright = 1 + (nx * light[0] + ny * light[1]) * 0.34;
      brush.polygon(corners);
      brush.within(() => {
        brush.fill(ink(lit(tiles, bright)));
        const line = ink(lit(tiles, bright * 0.74), 0.55);
        const step = 0.26;
        const [long, deep] = ny ? [a, b] : [b, a];
        for (let row = 0; row * step < 2 * deep; row++) {
          const far = -deep + row * step;
          brush.line(ny ? [[-long, far], [long, far]] : [[far, -long], [far, long]]);
          brush.stroke(line, 0.045);
          for (let along = -long + (row % 2 ? step / 2 : 0); along < long; along += step) {
            brush.line(ny ? [[along, far], [along, far + step]] : [[far, along], [far + step, along]]);
            brush.stroke(line, 0.035);
          }
        }
      });
    };
    const hip = Math.min(a, b) * 0.55;
    const ridge: [At, At] = a >= b ? [[-a + hip, 0], [a - hip, 0]] : [[0, -b + hip], [0, b - hip]];
    const [first, last] = ridge;
    if (a >= b) {
      slope([[-a, -b], [a, -b], last, first], 0, -1);
      slope([[-a, b], [a, b], last, first], 0, 1);
      slope([[-a, -b], first, [-a, b]], -1, 0);
      slope([[a, -b], last, [a, b]], 1, 0);
    } else {
      slope([[-a, -b], [-a, b], last, first], -1, 0);
      slope([[a, -b], [a, b], last, first], 1, 0);
      slope([[-a, -b], first, [a, -b]], 0, -1);
      slope([[-a, b], last, [a, b]], 0, 1);
    }
    brush.line(ridge);
    brush.stroke(ink(lit(tiles, 0.58)), 0.12);
    brush.rect(-a + 0.04, -b + 0.04, 2 * a - 0.08, 2 * b - 0.08);
    brush.stroke("rgba(30,18,10,.8)", 0.08);
    if (Math.min(a, b) > 0.8) {
      brush.rect(a * 0.42, -b * 0.44, 0.5, 0.5);
      brush.fill("#6f6a60");
      brush.rect(a * 0.42 + 0.13, -b * 0.44 + 0.13, 0.24, 0.24);
      brush.fill("#201a14");
    }
  });

const ruin: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const { width: w, depth: d } = plot;
    const thick = Math.min(0.5, w / 5, d / 5);
    brush.rect(-w / 2, -d / 2, w, d);
    brush.fill(/overgrown/.test(plot.kind) ? "rgba(112,124,78,.66)" : "rgba(150,142,122,.66)");
    for (let x = -w / 2 + thick; x < w / 2; x += 0.8) {
      brush.line([[x, -d / 2 + thick], [x, d / 2 - thick]]);
      brush.stroke("rgba(84,78,64,.4)", 0.04);
    }
    for (let y = -d / 2 + thick; y < d / 2; y += 0.8) {
      brush.line([[-w / 2 + thick, y], [w / 2 - thick, y]]);
      brush.stroke("rgba(84,78,64,.4)", 0.04);
    }
    const [dx, dy] = brush.shadow(plot, 0.16);
    const wallFrom = (x0: number, y0: number, x1: number, y1: number) => {
      const count = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / 0.42));
      for (const pass of [0, 1]) {
        for (let at = 0; at < count; at++) {
          if ((at * 7 + Math.round(10 + x0 + y0)) % 11 > 8) continue;
          const [x, y] = [between(x0, x1, at / count), between(y0, y1, at / count)];
          brush.stone(pass ? x : x + dx, pass ? y : y + dy, thick * 0.92, thick * 0.92);
          brush.fill(pass ? ink(lit([172, 164, 146], 0.84 + ((at * 13) % 10) / 30)) : "rgba(18,14,8,.4)");
          if (pass) brush.stroke("rgba(50,44,34,.5)", 0.035);
        }
      }
    };
    wallFrom(-w / 2, -d / 2, w / 2 - thick, -d / 2);
    wallFrom(-w / 2, -d / 2, -w / 2, d / 2 - thick);
    wallFrom(w / 2 - thick, -d / 2, w / 2 - thick, d * 0.1);
    wallFrom(-w / 2, d / 2 - thick, w * 0.1, d / 2 - thick);
    for (let stone = 0; stone < many(plot, 0.8); stone++) {
      brush.oval(brush.from(-0.1, 0.44) * w, brush.from(-0.1, 0.44) * d, brush.from(0.08, 0.24));
      brush.fill(ink(lit([160, 152, 136], brush.from(0.8, 1.15))));
    }
    for (let weed = 0; weed < many(plot, /overgrown/.test(plot.kind) ? 1.2 : 0.4); weed++) {
      brush.oval(brush.from(-0.45, 0.45) * w, brush.from(-0.45, 0.45) * d, 0.16);
      brush.fill("rgba(86,110,50,.7)");
    }
  });

const keep: Painter = (brush, plot) =>
  brush.turned(plot, () => {
    const { width: w, depth: d } = plot;
    const thick = Math.min(w, d) * 0.24;
    const [dx, dy] = brush.shadow(plot, 0.35);
    brush.rect(-w / 2 + dx, -d / 2 + dy, w, d);
    brush.fill("rgba(18,14,8,.5)");
    brush.rect(-w / 2, -d / 2, w, d);
    brush.fill("#8f887a");
    brush.rect(-w / 2 + thick, -d / 2 + thick, w - 2 * thick, d - 2 * thick);
    brush.fill("#6b6558");
    const step = 0.36;
    for (let x = -w / 2; x < w / 2 - step / 2; x += step * 2) {
      for (const y of [-d / 2, d / 2 - thick * 0.4]) {
        brush.rect(x, y, step, thick * 0.4);
        brush.fill("#b5ae9e");
      }
    }
    for (let y = -d / 2; y < d / 2 - step / 2; y += step * 2) {
      for (const x of [-w / 2, w / 2 - thick * 0.4]) {
        brush.rect(x, y, thick * 0.4, step);
        brush.fill("#b5ae9e");
      }
    }
    for (const [u, v] of [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const) {
      const [x, y] = [u * (w / 2 - thick * 0.6), v * (d / 2 - thick * 0.6)];
      brush.oval(x, y, thick * 0.6);
      brush.fill("#a39c8c");
      brush.stroke("#4a453b", 0.06);
      brush.oval(x, y, thick * 0.38);
      brush.fill("#7b7466");
    }
  });

const crater: Painter = (brush, plot) => {
  const rim = rimOf(plot, 0.01, 0.06);
  for (const [share, off, colour] of [[1, 0, "rgba(168,146,104,.9)"], [0.84, -0.1, "rgba(92,74,50,.95)"], [0.66, 0.12, "rgba(58,46,32,.95)"], [0.4, 0.24, "rgba(34,27,20,.95)"]] as const) {
    brush.curve(shrunk(rim, plot, share, [off, off]));
    brush.fill(colour);
  }
};

const pits: Painter = (brush, plot) => {
  brush.curve(rimOf(plot, 0.01, 0.06));
  brush.fill("rgba(150,128,84,.55)");
  for (let pit = 0; pit < many(plot, 0.45); pit++) {
    const [x, y] = onSheet(plot, brush.from(-0.84, 0.84), brush.from(-0.84, 0.84));
    brush.oval(x, y, 0.5, 0.38);
    brush.fill("rgba(110,88,56,.9)");
    brush.oval(x + 0.04, y + 0.04, 0.42, 0.3);
    brush.fill("#2c2118");
    for (const stake of [-1, 0, 1]) {
      brush.line([[x + stake * 0.17, y + 0.17], [x + stake * 0.21, y - 0.21]]);
      brush.stroke("#c9ad7a", 0.07);
    }
  }
};

const dune: Painter = (brush, plot) => {
  brush.curve(rimOf(plot, 0.01, 0.07));
  brush.within(() => {
    brush.fill("rgb(222,200,146)");
    for (let y = -plot.depth; y < plot.depth; y += 0.62) {
      const ridge = Array.from({ length: Math.ceil(plot.width / 0.5) + 1 }, (_, at): At => {
        const x = -plot.width / 2 + at * 0.5;
        return [plot.x + x, plot.y + y + Math.sin(x * 0.9 + y) * 0.35];
      });
      brush.curve(ridge, false);
      brush.stroke("rgba(150,120,70,.45)", 0.14);
      brush.curve(ridge.map(([px, py]): At => [px, py - 0.14]), false);
      brush.stroke("rgba(255,244,208,.5)", 0.08);
    }
  });
};

const smog: Painter = (brush, plot) => {
  for (let puff = 0; puff < many(plot, 0.9); puff++) {
    const [x, y] = onSheet(plot, brush.from(-0.8, 0.8), brush.from(-0.8, 0.8));
    const size = brush.from(0.7, 1.5) * brush.inch;
    const haze = brush.on.createRadialGradient(x * brush.inch, y * brush.inch, 0, x * brush.inch, y * brush.inch, size);
    haze.addColorStop(0, brush.random() < 0.5 ? "rgba(150,170,70,.34)" : "rgba(214,218,150,.3)");
    haze.addColorStop(1, "rgba(150,170,70,0)");
    brush.on.fillStyle = haze;
    brush.on.fillRect(x * brush.inch - size, y * brush.inch - size, 2 * size, 2 * size);
  }
};

const lava: Painter = (brush, plot) => {
  brush.curve(rimOf(plot, 0.01, 0.06));
  brush.within(() => {
    brush.fill("#3a2a22");
    for (const [share, colour] of [[0.94, "#b8341a"], [0.8, "#e8702a"], [0.52, "#f7b23c"]] as const) {
      for (let tongue = 0; tongue < many(plot, 0.34); tongue++) {
        brush.oval(...onSheet(plot, brush.from(-share, share), brush.from(-share, share)), share, share * 0.45, brush.random() * 3);
        brush.fill(colour);
      }
    }
  });
};

/** In the order in which they lie on top of each other; hills are part of the ground itself. */
export const PAINTERS: readonly (readonly [string, Painter])[] = [
  ["dune", dune], ["field", field], ["marsh", marsh], ["lava", lava], ["crater", crater], ["pits", pits], ["water", water], ["river", river], ["road", road],
  ["bridge", bridge], ["ruin", ruin], ["rubble", rubble], ["rock", rock], ["wall", wall], ["fence", fence], ["stakes", stakes], ["hedge", hedge],
  ["house", house], ["keep", keep], ["grove", woods(0.34, GREEN)], ["wood", wood], ["thicket", woods(0.8, [54, 84, 40])], ["smog", smog],
];
