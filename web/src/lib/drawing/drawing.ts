/** Redraws a drawing from its recording, event by event. */
import { Hand } from './hand.ts';
import * as layering from './layers.ts';
import { type Layers } from './layers.ts';
import { type Color, EVENT, type Replay, type ReplayEvent } from './read-replay.ts';

const UNDO_STEPS = 50;
const UNDO_BYTES = 256 * 1024 * 1024;

interface Step {
  readonly before: Layers;
  readonly after: Layers;
}

/** Applies the events of a replay in their order. */
export class Drawing {
  readonly #replay: Replay;
  readonly #pixels: number;
  readonly #undoSteps: number;
  readonly #hand: Hand;
  #layers: Layers;
  #past: Step[] = [];
  #future: Step[] = [];
  /** The ids of the layers whose alpha the last step changed: another change of their alpha continues that step. */
  #lastAlpha: string | null = null;
  /** How many events have been applied. */
  done = 0;

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#pixels = replay.width * replay.height;
    this.#undoSteps = Math.min(UNDO_STEPS, Math.floor(UNDO_BYTES / (this.#pixels * 4)));
    this.#layers = layering.firstLayers(this.#pixels);
    this.#hand = new Hand(replay, (x, y) => this.#colorAt(x, y));
  }

  /** Applies the next event. @returns false at the end */
  step(): boolean {
    if (this.done >= this.#replay.length) return false;
    this.#apply(this.#replay.event(this.done));
    this.done += 1;
    return true;
  }

  /** Puts the drawing as it is now into `target`. */
  draw(target: Uint8ClampedArray): void {
    layering.flatten(this.#layers, this.#replay.background, target);
  }

  #apply(event: ReplayEvent): void {
    switch (event.type) {
      case EVENT.strokeStart:
      case EVENT.strokeStartWithoutPressure:
        this.#startStroke(event);
        break;
      case EVENT.strokeMove:
      case EVENT.strokeMoveWithoutPressure:
        this.#hand.move(event);
        break;
      case EVENT.strokeEnd:
        this.#hand.end();
        break;
      case EVENT.undo:
        this.#undo();
        break;
      case EVENT.redo:
        this.#redo();
        break;
      default:
        if (!this.#hand.set(event)) this.#arrange(event);
    }
  }

  /** Applies an event that changes layers. */
  #arrange({ type, value }: ReplayEvent): void {
    const layers = this.#layers;
    switch (type) {
      case EVENT.addLayer:
        this.#change(layering.addLayer(layers, this.#pixels));
        break;
      case EVENT.deleteLayers:
        this.#change(layering.deleteLayers(layers));
        break;
      case EVENT.moveLayers:
        this.#change(layering.moveLayers(layers, value));
        break;
      case EVENT.mergeLayers:
        this.#change(layering.mergeLayers(layers, this.#pixels));
        break;
      case EVENT.layerAlpha:
        this.#setLayerAlpha(value);
        break;
      case EVENT.unseenStep:
        this.#change(layers);
        break;
      case EVENT.toggleVisibility: {
        const visible = layers.all.find(({ id }) => id === value)?.visible !== true;
        this.#layers = layering.changeLayer(layers, value, { visible });
        break;
      }
      case EVENT.activateLayer:
        this.#layers = layering.activate(layers, value === 0 ? (layers.all.at(-1)?.id ?? 0) : value);
        break;
      case EVENT.toggleSelection:
        this.#layers = layering.toggleSelection(layers, value);
        break;
    }
  }

  /** Adds a step that can be undone; null if nothing changed. */
  #change(next: Layers | null): void {
    if (next === null) return;
    this.#past.push({ before: this.#layers, after: next });
    if (this.#past.length > this.#undoSteps) this.#past.shift();
    this.#future = [];
    this.#lastAlpha = null;
    this.#layers = next;
  }

  #setLayerAlpha(alpha: number): void {
    const changed = this.#layers.all.filter(({ id }) => this.#layers.selected.has(id)).map(({ id }) => id);
    if (changed.length === 0) return;
    const next = changed.reduce((layers, id) => layering.changeLayer(layers, id, { alpha }), this.#layers);
    const same = changed.join();
    const last = this.#lastAlpha === same ? this.#past.pop() : undefined;
    this.#change(next);
    if (last !== undefined) this.#past.splice(-1, 1, { before: last.before, after: next });
    this.#lastAlpha = same;
  }

  #undo(): void {
    const step = this.#past.pop();
    if (step === undefined) return;
    this.#future.push(step);
    this.#show(step.before);
  }

  #redo(): void {
    const step = this.#future.pop();
    if (step === undefined) return;
    this.#past.push(step);
    this.#show(step.after);
  }

  /** Changes which layers are visible, which cannot be undone. */
  #show(layers: Layers): void {
    const hidden = new Set(this.#layers.all.filter(({ visible }) => !visible).map(({ id }) => id));
    const all = layers.all.map((layer) => ({ ...layer, visible: !hidden.has(layer.id) }));
    this.#layers = layering.activate({ ...layers, all }, layers.active);
    this.#lastAlpha = null;
  }

  #startStroke(event: ReplayEvent): void {
    const before = layering.activeLayer(this.#layers)?.pixels;
    if (before === undefined) return;
    const { width, height } = this.#replay;
    const pixels = before.slice();
    this.#change(layering.changeLayer(this.#layers, this.#layers.active, { pixels }));
    this.#hand.start({ width, height, pixels, before, cover: new Uint8Array(this.#pixels) }, event);
  }

  #colorAt(x: number, y: number): Color | null {
    const { width, height, background } = this.#replay;
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    const target = new Uint8ClampedArray(this.#pixels * 4);
    const at = y * width + x;
    layering.flatten(this.#layers, background, target, at, at + 1);
    return [target[at * 4] ?? 0, target[at * 4 + 1] ?? 0, target[at * 4 + 2] ?? 0];
  }
}
