/** Small generated landscapes and still lifes as SVG. Each draws itself for a moment `turn`, 0 to 1, of a seamless loop. */
import { createRandom, type Random } from '../random.ts';
import { pixelText, textWidth } from './pixel-font.ts';

export type Scene =
  | 'terminal'
  | 'circuit'
  | 'chart'
  | 'city'
  | 'waves'
  | 'lanterns'
  | 'hills'
  | 'bowl'
  | 'loaf'
  | 'leaves'
  | 'railway'
  | 'spirals'
  | 'blobs'
  | 'pixels';

/** Scenes in which something moves. */
export const MOVING_SCENES: ReadonlySet<Scene> = new Set<Scene>([
  'terminal',
  'waves',
  'lanterns',
  'bowl',
  'loaf',
  'railway',
  'spirals',
  'blobs',
]);

interface Canvas {
  readonly w: number;
  readonly h: number;
  readonly turn: number;
  readonly random: Random;
  /** Dark to light. */
  readonly colours: readonly [string, string, string, string, string];
}

const PALETTES: readonly Canvas['colours'][] = [
  ['#1d2b3a', '#33658a', '#86bbd8', '#f6ae2d', '#f7f3e9'],
  ['#2d1e2f', '#7b4b94', '#d7899b', '#f6c5af', '#fff4e6'],
  ['#10302b', '#2f6f5e', '#7fb69c', '#e9c46a', '#fdf6e3'],
  ['#26181b', '#8c3b3b', '#d9734e', '#f2b880', '#fbeee0'],
  ['#161c34', '#3d4f8a', '#8fa4dc', '#f2a7c3', '#f4f1fb'],
  ['#22281c', '#5f7347', '#a3b46c', '#e6d8a2', '#faf7ea'],
];

/** The picture as an SVG document; the same arguments give the same text. */
export function drawScene(scene: Scene, seed: string, w: number, h: number, word: string, turn = 0): string {
  const random = createRandom(`${seed}/${scene}`);
  const canvas: Canvas = { w, h, turn, random, colours: random.pick(PALETTES) };
  const cell = Math.max(1, Math.round(w / 220));
  const left = w - textWidth(word, cell) - 4 * cell;
  const plate = box(left - 2 * cell, h - 13 * cell, w, 13 * cell, canvas.colours[0]);
  const caption = plate + pixelText(word, left, h - 10 * cell, cell, canvas.colours[4]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${SCENES[scene](canvas)}${caption}</svg>`;
}

const SCENES: Readonly<Record<Scene, (canvas: Canvas) => string>> = {
  terminal: (c) => {
    let rows = '';
    const line = c.h / 22;
    for (let row = 1; row < 20; row++) {
      let x = c.w * (0.06 + 0.04 * c.random.integer(0, 2));
      for (let piece = c.random.integer(1, 5); piece > 0; piece--) {
        const width = c.w * (0.03 + 0.12 * c.random.next());
        rows += box(x, row * line + line, width, line * 0.45, c.random.pick(c.colours.slice(1)));
        x += width + c.w * 0.015;
        if (x > c.w * 0.85) break;
      }
    }
    const blink = c.turn < 0.5 ? box(c.w * 0.06, 20.6 * line, line * 0.5, line * 0.8, c.colours[4]) : '';
    return box(0, 0, c.w, c.h, c.colours[0]) + rows + blink;
  },
  circuit: (c) => {
    let traces = '';
    for (let i = 0; i < 26; i++) {
      const x = c.random.next() * c.w;
      const y = c.random.next() * c.h;
      const run = (c.random.next() - 0.5) * c.w * 0.5;
      const turn = (c.random.next() - 0.5) * c.h * 0.5;
      const colour = c.random.pick(c.colours.slice(1));
      traces += `<path d="M${r(x)} ${r(y)}h${r(run)}v${r(turn)}" fill="none" stroke="${colour}" stroke-width="${r(c.w / 160)}"/>`;
      traces += disc(x, y, c.w / 70, colour) + disc(x + run, y + turn, c.w / 90, c.colours[4]);
    }
    const chip = box(c.w * 0.36, c.h * 0.34, c.w * 0.28, c.h * 0.32, c.colours[1]);
    return box(0, 0, c.w, c.h, c.colours[0]) + traces + chip + disc(c.w * 0.4, c.h * 0.4, c.w / 60, c.colours[3]);
  },
  chart: (c) => {
    let bars = '';
    const count = c.random.integer(8, 14);
    for (let i = 0; i < count; i++) {
      const height = c.h * (0.1 + 0.6 * c.random.next() * (0.4 + i / count));
      bars += box(
        c.w * (0.08 + (0.84 * i) / count),
        c.h * 0.88 - height,
        (c.w * 0.6) / count,
        height,
        c.colours[(i % 3) + 1],
      );
    }
    return box(0, 0, c.w, c.h, c.colours[4]) + bars + box(c.w * 0.06, c.h * 0.88, c.w * 0.88, c.h / 120, c.colours[0]);
  },
  city: (c) => {
    let houses = '';
    for (let x = 0; x < c.w;) {
      const width = c.w * (0.05 + 0.09 * c.random.next());
      const height = c.h * (0.2 + 0.45 * c.random.next());
      houses += box(x, c.h - height, width, height, c.random.pick(c.colours.slice(0, 2)));
      const step = c.w / 45;
      for (let wx = x + step / 2; wx < x + width - step / 2; wx += step)
        for (let wy = c.h - height + step; wy < c.h - step; wy += step * 1.4)
          if (c.random.chance(0.35)) houses += box(wx, wy, step / 2.4, step / 1.8, c.colours[3]);
      x += width + 1;
    }
    return sky(c, c.colours[1], c.colours[2]) + sun(c, c.colours[4]) + houses;
  },
  waves: (c) => {
    let rows = '';
    const radius = c.w / 12;
    for (let row = 0; row * radius * 0.5 < c.h * 0.65; row++) {
      const y = c.h * 0.5 + row * radius * 0.5;
      const shift = (row % 2) * radius - c.turn * 2 * radius;
      for (let x = shift - radius; x < c.w + 2 * radius; x += 2 * radius)
        for (const [ring, part] of [1, 0.72, 0.45].entries())
          rows += disc(x, y + radius * 0.4, radius * part, c.colours[ring === 1 ? 4 : ring === 0 ? 1 : 2]);
    }
    return sky(c, c.colours[3], c.colours[4]) + sun(c, c.colours[2]) + rows;
  },
  lanterns: (c) => {
    let lights = '';
    for (let i = 0; i < 9; i++) {
      const x = c.w * (0.06 + i * 0.11);
      const y = c.h * (0.22 + 0.1 * Math.sin(i * 1.3) + 0.02 * Math.sin(2 * Math.PI * c.turn + i));
      const size = c.w * (0.035 + 0.015 * c.random.next());
      lights += box(x - 1, 0, 2, y, c.colours[4]) + disc(x, y + size, size * 2.2, c.colours[3], 0.16);
      lights += `<ellipse cx="${r(x)}" cy="${r(y + size)}" rx="${r(size)}" ry="${r(size * 1.25)}" fill="${c.colours[i % 2 === 0 ? 3 : 2]}"/>`;
    }
    return sky(c, c.colours[0], c.colours[1]) + ridge(c, 0.86, 0.04, c.colours[0]) + lights;
  },
  hills: (c) => {
    const shades = [c.colours[3], c.colours[2], c.colours[1], c.colours[0]];
    const layers = shades.map((shade, i) => ridge(c, 0.45 + i * 0.14, 0.09, shade)).join('');
    return sky(c, c.colours[2], c.colours[4]) + sun(c, c.colours[3]) + layers;
  },
  bowl: (c) => {
    const [cx, cy, radius] = [c.w / 2, c.h * 0.55, Math.min(c.w, c.h) * 0.33];
    let food = '';
    for (let i = 0; i < 16; i++) {
      const angle = c.random.next() * 2 * Math.PI;
      const reach = Math.sqrt(c.random.next()) * radius * 0.75;
      food += disc(
        cx + Math.cos(angle) * reach,
        cy + Math.sin(angle) * reach,
        radius * (0.06 + 0.13 * c.random.next()),
        c.random.pick(c.colours.slice(1)),
      );
    }
    return (
      box(0, 0, c.w, c.h, c.colours[1]) +
      disc(cx, cy, radius * 1.12, c.colours[4]) +
      disc(cx, cy, radius * 0.95, c.colours[0]) +
      food +
      steam(c, c.colours[4])
    );
  },
  loaf: (c) => {
    let cuts = '';
    for (let i = 0; i < 4; i++)
      cuts += `<path d="M${r(c.w * (0.3 + i * 0.11))} ${r(c.h * 0.48)}q${r(c.w * 0.05)} ${r(-c.h * 0.12)} ${r(c.w * 0.1)} ${r(-c.h * 0.02)}" fill="none" stroke="${c.colours[4]}" stroke-width="${r(c.w / 70)}"/>`;
    const loaf = `<ellipse cx="${r(c.w / 2)}" cy="${r(c.h * 0.55)}" rx="${r(c.w * 0.33)}" ry="${r(c.h * 0.22)}" fill="${c.colours[2]}"/>`;
    return (
      box(0, 0, c.w, c.h, c.colours[4]) +
      box(0, c.h * 0.62, c.w, c.h * 0.38, c.colours[1]) +
      loaf +
      cuts +
      steam(c, c.colours[3])
    );
  },
  leaves: (c) => {
    let leaves = '';
    for (let i = 0; i < 40; i++) {
      const x = c.random.next() * c.w;
      const y = c.random.next() * c.h;
      const size = c.w * (0.03 + 0.05 * c.random.next());
      leaves += `<path transform="translate(${r(x)} ${r(y)}) rotate(${c.random.integer(0, 359)})" d="M0 0q${r(size)} ${r(-size)} ${r(size * 2)} 0q${r(-size)} ${r(size)} ${r(-size * 2)} 0z" fill="${c.random.pick(c.colours.slice(1, 4))}"/>`;
    }
    return box(0, 0, c.w, c.h, c.colours[0]) + leaves;
  },
  railway: (c) => {
    let sleepers = '';
    for (let i = 0; i < 14; i++) {
      const depth = ((i + c.turn) / 14) ** 2;
      const half = c.w * (0.02 + 0.36 * depth);
      sleepers += box(c.w / 2 - half, c.h * (0.5 + 0.5 * depth), half * 2, 1 + c.h * 0.025 * depth, c.colours[1]);
    }
    const rail = (side: number) =>
      `<path d="M${r(c.w * (0.5 + 0.01 * side))} ${r(c.h / 2)}L${r(c.w * (0.5 + 0.3 * side))} ${c.h}" stroke="${c.colours[4]}" stroke-width="${r(c.w / 130)}"/>`;
    return (
      sky(c, c.colours[1], c.colours[3]) +
      sun(c, c.colours[4]) +
      ridge(c, 0.46, 0.05, c.colours[2]) +
      box(0, c.h / 2, c.w, c.h / 2, c.colours[0]) +
      sleepers +
      rail(-1) +
      rail(1)
    );
  },
  spirals: (c) => {
    const radius = Math.min(c.w, c.h) * 0.36;
    const rings = [1, 0.74, 0.48].map((part, ring) => {
      const petals = c.random.integer(5, 14);
      const depth = 0.12 + 0.2 * c.random.next();
      const points = Array.from({ length: 361 }, (_, i) => {
        const angle = (i / 360) * 2 * Math.PI;
        const reach = radius * part * (1 - depth + depth * Math.cos(petals * angle + 2 * Math.PI * c.turn));
        return `${r(c.w / 2 + reach * Math.cos(angle))} ${r(c.h / 2 + reach * Math.sin(angle))}`;
      });
      const stroke = c.colours[ring] ?? c.colours[0];
      return `<polyline points="${points.join(' ')}" fill="none" stroke="${stroke}" stroke-width="${r(radius / 34)}"/>`;
    });
    return box(0, 0, c.w, c.h, c.colours[4]) + rings.join('');
  },
  blobs: (c) => {
    let blobs = '';
    for (let i = 0; i < 14; i++) {
      const phase = 2 * Math.PI * (c.turn + i / 14);
      const reach = Math.min(c.w, c.h) * (0.1 + 0.3 * c.random.next());
      blobs += disc(
        c.w / 2 + Math.cos(phase) * reach * 1.3,
        c.h / 2 + Math.sin(phase) * reach,
        c.w * (0.04 + 0.07 * c.random.next()),
        c.random.pick(c.colours.slice(1)),
        0.75,
      );
    }
    return box(0, 0, c.w, c.h, c.colours[0]) + blobs;
  },
  pixels: (c) => {
    const cells = 12;
    const size = Math.min(c.w, c.h) / (cells + 4);
    const [left, top] = [(c.w - size * cells) / 2, (c.h - size * cells) / 2];
    let art = '';
    for (let y = 0; y < cells; y++)
      for (let x = 0; x < cells / 2; x++) {
        if (!c.random.chance(0.55)) continue;
        const colour = c.random.pick(c.colours.slice(0, 4));
        art +=
          box(left + x * size, top + y * size, size, size, colour) +
          box(left + (cells - 1 - x) * size, top + y * size, size, size, colour);
      }
    return box(0, 0, c.w, c.h, c.colours[4]) + art;
  },
};

function r(value: number): number {
  return Math.round(value * 10) / 10;
}

function box(x: number, y: number, w: number, h: number, fill = '#000'): string {
  return `<rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}" fill="${fill}"/>`;
}

function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${fill}"${opacity === 1 ? '' : ` opacity="${opacity}"`}/>`;
}

function sky(c: Canvas, above: string, below: string): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs><rect width="${c.w}" height="${c.h}" fill="url(#sky)"/>`;
}

function sun(c: Canvas, fill: string): string {
  return disc(
    c.w * (0.2 + 0.6 * c.random.next()),
    c.h * (0.18 + 0.14 * c.random.next()),
    Math.min(c.w, c.h) * 0.09,
    fill,
  );
}

function ridge(c: Canvas, level: number, swing: number, fill: string): string {
  const [first, second] = [c.random.next() * 6, c.random.next() * 6];
  let path = `M0 ${c.h}`;
  for (let i = 0; i <= 40; i++) {
    const wave = Math.sin(i * 0.28 + first) + 0.5 * Math.sin(i * 0.61 + second);
    path += `L${r((c.w * i) / 40)} ${r(c.h * (level + swing * wave))}`;
  }
  return `<path d="${path}L${c.w} ${c.h}z" fill="${fill}"/>`;
}

function steam(c: Canvas, stroke: string): string {
  return [0.42, 0.5, 0.58]
    .map((x, i) => {
      const sway = c.w * 0.03 * Math.sin(2 * Math.PI * (c.turn + i / 3));
      return `<path d="M${r(c.w * x)} ${r(c.h * 0.3)}q${r(sway + c.w * 0.02)} ${r(-c.h * 0.07)} 0 ${r(-c.h * 0.12)}t0 ${r(-c.h * 0.1)}" fill="none" stroke="${stroke}" stroke-width="${r(c.w / 110)}" opacity="0.7"/>`;
    })
    .join('');
}
