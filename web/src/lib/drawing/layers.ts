/** The layers of a drawing. A step makes new layers and does not change the old ones, so that it can be undone. */
import type { Color } from './read-replay.ts';

export interface Layer {
  readonly id: number;
  /** Red, green, blue and alpha of each pixel. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly alpha: number;
  readonly visible: boolean;
}

/** From the lowest to the topmost. */
export interface Layers {
  readonly all: readonly Layer[];
  readonly active: number;
  readonly selected: ReadonlySet<number>;
  /** The highest number that a layer has had. */
  readonly count: number;
}

export function firstLayers(pixels: number): Layers {
  return withLayer({ all: [], active: 0, selected: new Set(), count: 0 }, pixels);
}

export function activeLayer({ all, active }: Layers): Layer | undefined {
  return all.find(({ id }) => id === active);
}

export function activate(layers: Layers, id: number): Layers {
  const active = layers.all.some((layer) => layer.id === id) ? id : layers.active;
  return { ...layers, active, selected: new Set([active]) };
}

/** The painting program supports no more layers. */
const MOST_LAYERS = 25;

/** Adds a layer above the active one and makes it active. null if there are too many. */
export function addLayer(layers: Layers, pixels: number): Layers | null {
  return layers.all.length < MOST_LAYERS ? withLayer(layers, pixels) : null;
}

function withLayer(layers: Layers, pixels: number): Layers {
  const id = layers.count + 1;
  const layer = { id, pixels: new Uint8ClampedArray(pixels * 4), alpha: 1, visible: true };
  const above = layers.all.findIndex((other) => other.id === layers.active) + 1;
  return { all: layers.all.toSpliced(above, 0, layer), active: id, selected: new Set([id]), count: id };
}

export function changeLayer(layers: Layers, id: number, change: Partial<Layer>): Layers {
  return { ...layers, all: layers.all.map((layer) => (layer.id === id ? { ...layer, ...change } : layer)) };
}

export function toggleSelection(layers: Layers, id: number): Layers {
  const selected = new Set(layers.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...layers, selected };
}

/** Deletes the selected layers; null if none would be left, which the painting program refuses. */
export function deleteLayers(layers: Layers): Layers | null {
  const { all, selected } = layers;
  const left = all.filter(({ id }) => !selected.has(id));
  if (left.length === 0 || left.length === all.length) return null;
  // The next layer below the topmost deleted one becomes active; else the topmost of all.
  const top = all.findLastIndex(({ id }) => selected.has(id));
  const below = all.slice(0, top).findLast(({ id }) => !selected.has(id));
  return activate({ ...layers, all: left }, (below ?? left.at(-1))?.id ?? 0);
}

/** Moves the selected layers below the one at a position. */
export function moveLayers(layers: Layers, position: number): Layers | null {
  const { all, selected } = layers;
  const moved = all.filter(({ id }) => selected.has(id));
  const others = all.filter(({ id }) => !selected.has(id));
  const passed = position > 0 ? all.filter(({ id }, at) => selected.has(id) && at <= position).length : 0;
  const next = others.toSpliced(position - passed, 0, ...moved);
  return next.every((layer, at) => layer === all[at]) ? null : { ...layers, all: next };
}

/** Merges the selected layers into the topmost of them, or a single one into the layer below it. */
export function mergeLayers(layers: Layers, pixels: number): Layers | null {
  const { all, selected } = layers;
  const chosen = all.filter(({ id }) => selected.has(id));
  const [only] = chosen;
  if (only === undefined) return null;
  const below = all[all.indexOf(only) - 1];
  if (chosen.length === 1 && below === undefined) return null;
  const merged = chosen.length === 1 && below !== undefined ? [below, only] : chosen;
  const target = chosen.length === 1 ? below : chosen.at(-1);
  if (target === undefined) return null;
  const result = new Uint8ClampedArray(pixels * 4);
  // A hidden layer is merged too if it is selected.
  for (const layer of merged) blend(result, layer, 0, result.length);
  const left = all.filter((layer) => layer === target || !merged.includes(layer));
  const changed = changeLayer({ ...layers, all: left }, target.id, { pixels: result, alpha: 1 });
  return activate(changed, target.id);
}

/** Draws all layers over the background into `target`, from one pixel index to another. */
export function flatten(
  layers: Layers,
  background: Color,
  target: Uint8ClampedArray,
  from = 0,
  to = target.length / 4,
): void {
  for (let at = from * 4; at < to * 4; at += 4) {
    [target[at], target[at + 1], target[at + 2]] = background;
    target[at + 3] = 255;
  }
  for (const layer of layers.all) {
    if (layer.visible) blend(target, layer, from * 4, to * 4);
  }
}

function blend(target: Uint8ClampedArray, { pixels, alpha }: Layer, from: number, to: number): void {
  for (let at = from; at < to; at += 4) {
    const above = ((pixels[at + 3] ?? 0) / 255) * alpha;
    if (above === 0) continue;
    const below = ((target[at + 3] ?? 0) / 255) * (1 - above);
    const sum = above + below;
    for (let channel = at; channel < at + 3; channel += 1) {
      target[channel] = ((pixels[channel] ?? 0) * above + (target[channel] ?? 0) * below) / sum;
    }
    target[at + 3] = sum * 255;
  }
}
