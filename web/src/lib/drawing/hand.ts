/** The hand that draws: the settings of the tools, and the stroke in progress. */
import { blur, brush, erase, fill, type Stamp, type Stroke, tone } from './paint.ts';
import { type Color, EVENT, type Replay, type ReplayEvent, type ToolSettings } from './read-replay.ts';
import { type Tip, type TipKind, tipOf } from './tips.ts';

/** The tools by their numbers in the recording. */
const TOOL = { pencil: 1, pen: 2, airbrush: 3, bucket: 4, tone: 5, pipette: 6, blur: 7, eraser: 8 } as const;

const TIPS: readonly TipKind[] = ['hard', 'smooth', 'soft'];
const TIP_OF: ReadonlyMap<number, TipKind> = new Map([
  [TOOL.pen, 'smooth'],
  [TOOL.airbrush, 'soft'],
]);
const LARGEST = 64;

type Tool = { -readonly [setting in keyof ToolSettings]: ToolSettings[setting] } & { keepsAlpha: boolean };

const NEW_TOOL: Tool = {
  size: 1,
  alpha: 1,
  flow: 1,
  step: 0.01,
  sizeByPressure: false,
  alphaByPressure: false,
  flowByPressure: false,
  tip: 0,
  keepsAlpha: false,
};

interface Pen {
  x: number;
  y: number;
  pressure: number;
  /** Distance since the last stamp, and between two stamps. */
  way: number;
  spacing: number;
}

export class Hand {
  readonly #tools: Map<number, Tool>;
  readonly #colorAt: (x: number, y: number) => Color | null;
  #id: number;
  #color: Color;
  #stroke: Stroke | null = null;
  #pen: Pen = { x: 0, y: 0, pressure: 0.5, way: 0, spacing: 1 };

  /** @param colorAt the color of the drawing at a place; null outside */
  constructor(replay: Replay, colorAt: (x: number, y: number) => Color | null) {
    this.#tools = new Map([...replay.tools].map(([id, settings]) => [id, { ...NEW_TOOL, ...settings }]));
    this.#id = replay.tool;
    this.#color = replay.color;
    this.#colorAt = colorAt;
  }

  /** @returns whether the event sets a tool */
  set({ type, value, color }: ReplayEvent): boolean {
    const tool = this.#tool();
    if (type === EVENT.color) this.#color = color;
    else if (type === EVENT.tool) this.#id = value;
    else if (type === EVENT.size) tool.size = Math.min(Math.max(value, 1), LARGEST);
    else if (type === EVENT.alpha) tool.alpha = value;
    else if (type === EVENT.flow) tool.flow = value;
    else if (type === EVENT.sizeByPressure) tool.sizeByPressure = value !== 0;
    else if (type === EVENT.alphaByPressure) tool.alphaByPressure = value !== 0;
    else if (type === EVENT.flowByPressure) tool.flowByPressure = value !== 0;
    else if (type === EVENT.tip) tool.tip = value;
    else if (type === EVENT.keepAlpha) tool.keepsAlpha = value !== 0;
    else return false;
    return true;
  }

  start(stroke: Stroke, { x, y, pressure }: ReplayEvent): void {
    this.#stroke = stroke;
    this.#pen = { x, y, pressure, way: 0, spacing: this.#spacing(this.#tool().size) };
    this.#touch(stroke, x, y, pressure, stroke.before);
  }

  /** Follows the pen from its last place, with a stamp at every step of the tool. */
  move({ x, y, pressure }: ReplayEvent): void {
    const pen = this.#pen;
    const stroke = this.#stroke;
    if (stroke === null) return;
    if (this.#id === TOOL.bucket || this.#id === TOOL.pipette) {
      this.#touch(stroke, x, y, pressure, stroke.pixels);
      return;
    }
    const source = this.#id === TOOL.blur ? stroke.pixels.slice() : stroke.pixels;
    const distance = Math.hypot(x - pen.x, y - pen.y);
    let last = { x: pen.x, y: pen.y };
    for (const place of lineTo(pen, x, y)) {
      pen.way += Math.max(Math.abs(place.x - last.x), Math.abs(place.y - last.y));
      last = place;
      if (pen.way < pen.spacing) continue;
      pen.way = 0;
      const share = distance === 0 ? 0 : 1 - Math.hypot(x - place.x, y - place.y) / distance;
      this.#touch(stroke, place.x, place.y, pen.pressure * (1 - share) + pressure * share, source);
    }
    Object.assign(pen, { x, y, pressure });
  }

  end(): void {
    this.#stroke = null;
  }

  #touch(stroke: Stroke, x: number, y: number, pressure: number, source: Uint8ClampedArray): void {
    const tool = this.#tool();
    if (this.#id === TOOL.bucket) {
      fill(stroke, x, y, this.#color, tool.alpha);
      return;
    }
    if (this.#id === TOOL.pipette) {
      this.#color = this.#colorAt(x, y) ?? this.#color;
      return;
    }
    const size = tool.sizeByPressure ? Math.ceil(pressure * tool.size) : tool.size;
    const alpha = tool.alphaByPressure ? pressure * tool.alpha : tool.alpha;
    const flow = tool.flowByPressure ? pressure * tool.flow : tool.flow;
    if (size === 0 || alpha <= 0 || flow <= 0) return;
    this.#pen.spacing = this.#spacing(size);
    const { keepsAlpha } = tool;
    const stamp = { tip: this.#tip(size), x, y, alpha, flow: eased(this.#id, flow), color: this.#color, keepsAlpha };
    stampWith(this.#id, stroke, stamp, source);
  }

  #tip(size: number): Tip {
    const kind = this.#id === TOOL.eraser ? TIPS[this.#tool().tip] : TIP_OF.get(this.#id);
    return tipOf(kind ?? 'hard', size);
  }

  #spacing(size: number): number {
    // A spray is twice as wide as its size.
    const width = this.#tip(1).width === 2 ? size * 2 : size;
    return Math.ceil(width * this.#tool().step);
  }

  #tool(): Tool {
    const known = this.#tools.get(this.#id);
    if (known !== undefined) return known;
    const tool = { ...NEW_TOOL };
    this.#tools.set(this.#id, tool);
    return tool;
  }
}

function stampWith(tool: number, stroke: Stroke, stamp: Stamp, source: Uint8ClampedArray): void {
  if (tool === TOOL.eraser) erase(stroke, stamp);
  else if (tool === TOOL.tone) tone(stroke, stamp);
  else if (tool === TOOL.blur) blur(stroke, stamp, source);
  else brush(stroke, stamp);
}

/** The flow of light paint is less than proportional. */
function eased(tool: number, flow: number): number {
  if (tool === TOOL.pen) return 1 - Math.sqrt(1 - flow ** 3);
  return tool === TOOL.airbrush ? 1 - Math.sqrt(1 - flow) : flow;
}

/** The pixels of a straight line, including both ends. */
function* lineTo(from: { readonly x: number; readonly y: number }, toX: number, toY: number) {
  let { x, y } = from;
  const wide = Math.abs(toX - x);
  const high = Math.abs(toY - y);
  let error = (wide > high ? wide : -high) / 2;
  for (;;) {
    yield { x, y };
    if (x === toX && y === toY) return;
    const now = error;
    if (now > -wide) {
      error -= high;
      x += x < toX ? 1 : -1;
    }
    if (now < high) {
      error += wide;
      y += y < toY ? 1 : -1;
    }
  }
}
