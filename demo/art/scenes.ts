/** Generated pictures as SVG. `turn`, from 0 to 1, is the moment of a seamless loop; still scenes ignore it. */
import { createRandom, type Random } from '../random.ts';
import { pixelText, textWidth } from './pixel-font.ts';

export type Scene = 'terminal' | 'city' | 'waves' | 'hills' | 'bowl' | 'leaves' | 'spirals' | 'pixels';

/** Scenes that move. */
export const MOVING_SCENES: ReadonlySet<Scene> = new Set<Scene>(['terminal', 'waves', 'bowl', 'spirals']);

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

/** Draws a scene of `w` × `h` pixels with a caption, as an SVG document. The same arguments give the same text. */
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
