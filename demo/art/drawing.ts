/** Drawings made stroke by stroke: as a picture, and as the recording (.tgkr) that the painting program of boards stores beside it. */
import { deflateRawSync } from 'node:zlib';
import type { Random } from '../random.ts';

type Point = readonly [x: number, y: number];
type Color = readonly [red: number, green: number, blue: number];

export interface Drawing {
  readonly w: number;
  readonly h: number;
  readonly strokes: readonly Stroke[];
}

interface Stroke {
  readonly color: Color;
  /** Pixels. */
  readonly size: number;
  readonly points: readonly Point[];
}

const INK: Color = [34, 40, 49];
const COLOURS: readonly Color[] = [
  [197, 74, 58],
  [46, 117, 182],
  [63, 140, 92],
  [214, 146, 38],
  [124, 82, 160],
];

/** Draws with a hand that is not quite steady. */
class Pen {
  readonly strokes: Stroke[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** An arc of an ellipse, in turns: 0 is right, 0.25 is down. */
  arc(color: Color, size: number, [x, y]: Point, [rx, ry]: Point, from = 0, to = 1): void {
    const steps = Math.max(6, Math.round(Math.abs(to - from) * Math.max(rx, ry)));
    this.#stroke(color, size, steps, (share) => {
      const angle = 2 * Math.PI * (from + (to - from) * share);
      return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
    });
  }

  /** Straight lines through the corners. */
  path(color: Color, size: number, ...corners: readonly Point[]): void {
    const last = corners.length - 1;
    this.#stroke(color, size, last * 12, (share) => {
      const at = Math.min(last - 1, Math.floor(share * last));
      const [from = [0, 0], to = [0, 0]] = [corners[at], corners[at + 1]];
      const part = share * last - at;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    });
  }

  /** Strokes to and fro that fill a shape, row by row. */
  hatch(color: Color, top: number, bottom: number, edges: (y: number) => Point): void {
    const corners: Point[] = [];
    for (let y = top; y <= bottom; y += 7) {
      const [left, right] = edges(y);
      corners.push(
        corners.length % 4 === 0 ? [left, y] : [right, y],
        corners.length % 4 === 0 ? [right, y] : [left, y],
      );
    }
    this.path(color, 8, ...corners);
  }

  #stroke(color: Color, size: number, steps: number, place: (share: number) => Point): void {
    const points = Array.from({ length: steps + 1 }, (_, step): Point => {
      const [x, y] = place(step / steps);
      const wobble = () => (this.#random.next() - 0.5) * 1.6;
      return [Math.round(x + wobble()), Math.round(y + wobble())];
    });
    this.strokes.push({ color, size, points });
  }
}

const MOTIFS: readonly ((pen: Pen, color: Color) => void)[] = [
  // A cup of tea.
  (pen, color) => {
    pen.hatch(color, 150, 232, (y) => [112 + (y - 150) * 0.3, 268 - (y - 150) * 0.3]);
    pen.arc(INK, 5, [190, 144], [84, 16]);
    pen.path(INK, 5, [106, 146], [136, 240], [244, 240], [274, 146]);
    pen.arc(INK, 5, [272, 182], [36, 28], -0.22, 0.24);
    pen.arc(INK, 5, [190, 250], [122, 16]);
    for (const x of [160, 190, 220]) {
      pen.arc(INK, 3, [x, 108], [7, 11], 0.25, 0.75);
      pen.arc(INK, 3, [x, 86], [7, 11], 0.25, -0.25);
    }
  },
  // A cat.
  (pen, color) => {
    pen.arc(INK, 5, [190, 160], [92, 78]);
    pen.path(INK, 5, [108, 126], [112, 48], [158, 90]);
    pen.path(INK, 5, [222, 90], [268, 48], [272, 126]);
    for (const x of [152, 228]) {
      pen.arc(color, 7, [x, 150], [13, 17]);
      pen.path(INK, 7, [x, 142], [x, 158]);
    }
    pen.path(color, 5, [182, 182], [198, 182], [190, 190], [182, 182]);
    pen.arc(INK, 4, [176, 194], [14, 12], 0, 0.4);
    pen.arc(INK, 4, [204, 194], [14, 12], 0.5, 0.1);
    for (const y of [180, 190, 200]) {
      pen.path(INK, 2, [140, y], [66, y * 2 - 196]);
      pen.path(INK, 2, [240, y], [314, y * 2 - 196]);
    }
  },
  // A tree.
  (pen, color) => {
    pen.path(INK, 5, [30, 250], [350, 250]);
    pen.path(INK, 6, [168, 250], [178, 160]);
    pen.path(INK, 6, [212, 250], [202, 160]);
    pen.hatch(color, 60, 150, (y) => {
      const half = 88 * Math.sqrt(Math.max(0.05, 1 - ((y - 105) / 56) ** 2));
      return [190 - half, 190 + half];
    });
    for (const [x, y] of [
      [120, 120],
      [150, 74],
      [206, 56],
      [256, 84],
      [262, 132],
    ] as const)
      pen.arc(INK, 4, [x, y], [34, 30]);
    pen.arc(color, 6, [320, 50], [22, 22]);
  },
  // A house.
  (pen, color) => {
    pen.hatch(color, 70, 126, (y) => [190 - (y - 52) * 1.4, 190 + (y - 52) * 1.4]);
    pen.path(INK, 5, [76, 132], [190, 48], [304, 132], [76, 132]);
    pen.path(INK, 5, [96, 132], [96, 250], [284, 250], [284, 132]);
    pen.path(INK, 4, [168, 250], [168, 180], [212, 180], [212, 250]);
    for (const x of [114, 232]) {
      pen.path(INK, 4, [x, 160], [x + 36, 160], [x + 36, 196], [x, 196], [x, 160]);
      pen.path(INK, 3, [x + 18, 160], [x + 18, 196]);
    }
    pen.arc(INK, 4, [204, 216], [3, 3]);
  },
];

export function makeDrawing(index: number, random: Random): Drawing {
  const pen = new Pen(random);
  MOTIFS[index % MOTIFS.length]?.(pen, random.pick(COLOURS));
  return { w: 380, h: 280, strokes: pen.strokes };
}

export function drawingSvg({ w, h, strokes }: Drawing): string {
  const lines = strokes.map(
    ({ color, size, points }) =>
      `<polyline points="${points.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(' ')}" stroke="rgb(${color.join()})" stroke-width="${size}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="#fff"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</g></svg>`;
}

/** Numbers of events in a recording. */
const EVENT = { begin: 0, start: 7, move: 8, end: 3, color: 6, tool: 10, size: 11, finish: 255 } as const;
const PEN = 2;
/** Settings of a new tool: number, size, alpha, step, pressure of size and alpha, tip, flow, pressure of flow. */
const TOOL_BYTES = 19;
const POINT_MS = 24;

/** The recording of Tegaki 0.9.4. */
export function drawingReplay({ w, h, strokes }: Drawing, random: Random): Buffer {
  const events: Buffer[] = [];
  let time = 800;
  const add = (type: number, ...payload: readonly number[]) => {
    const event = Buffer.alloc(5 + payload.length);
    event.writeUInt8(type, 0);
    event.writeUInt32BE(time, 1);
    event.set(payload, 5);
    events.push(event);
  };
  add(EVENT.begin);
  add(EVENT.tool, PEN);
  for (const { color, size, points } of strokes) {
    time += random.integer(250, 1400);
    add(EVENT.color, ...color);
    add(EVENT.size, size);
    for (const [at, [x, y]] of points.entries()) {
      add(at === 0 ? EVENT.start : EVENT.move, x >> 8, x & 0xff, y >> 8, y & 0xff);
      time += POINT_MS;
    }
    add(EVENT.end);
  }
  add(EVENT.finish);
  const pen = Buffer.alloc(TOOL_BYTES);
  pen.set([PEN, 8]);
  pen.writeFloatBE(1, 2);
  pen.writeFloatBE(0.05, 6);
  pen.writeFloatBE(1, 14);
  const canvas = Buffer.alloc(21);
  canvas.writeUInt16BE(canvas.length, 0);
  canvas.writeUInt16BE(w, 10);
  canvas.writeUInt16BE(h, 12);
  canvas.set([255, 255, 255, 0, 0, 0, PEN], 14);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(events.length);
  const data = Buffer.concat([canvas, Buffer.from([1, TOOL_BYTES]), pen, count, ...events]);
  const head = Buffer.from([...Buffer.from('TGK'), 1, 0, 0, 0, 0, 0, 9, 4, 1]);
  head.writeUInt32BE(data.length, 4);
  return Buffer.concat([head, deflateRawSync(data)]);
}
