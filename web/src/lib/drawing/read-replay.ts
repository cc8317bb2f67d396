/**
 * Reads the recording of a drawing (.tgkr) by the painting program Tegaki, which imageboards store beside drawings: a header, then the
 * canvas, the tools and the events of the painter, compressed.
 */

export type Color = readonly [red: number, green: number, blue: number];

/** The settings of a tool when the drawing began. */
export interface ToolSettings {
  readonly size: number;
  readonly alpha: number;
  readonly flow: number;
  /** Distance between two stamps of a stroke, as a share of the size. */
  readonly step: number;
  readonly sizeByPressure: boolean;
  readonly alphaByPressure: boolean;
  readonly flowByPressure: boolean;
  readonly tip: number;
}

export interface Replay {
  readonly width: number;
  readonly height: number;
  readonly background: Color;
  readonly color: Color;
  readonly tool: number;
  readonly tools: ReadonlyMap<number, Partial<ToolSettings>>;
  /** Number of events. */
  readonly length: number;
  /** When each event happens, in milliseconds of the replay. Pauses are shortened. */
  readonly times: Float64Array;
  readonly event: (index: number) => ReplayEvent;
}

export interface ReplayEvent {
  readonly type: number;
  readonly x: number;
  readonly y: number;
  /** 0 to 1. */
  readonly pressure: number;
  /** The value that the event sets; 0 for events without a value. */
  readonly value: number;
  readonly color: Color;
}

/** The types of events, by their numbers in the recording. */
export const EVENT = {
  begin: 0,
  strokeStart: 1,
  strokeMove: 2,
  strokeEnd: 3,
  undo: 4,
  redo: 5,
  color: 6,
  strokeStartWithoutPressure: 7,
  strokeMoveWithoutPressure: 8,
  tool: 10,
  size: 11,
  alpha: 12,
  sizeByPressure: 13,
  alphaByPressure: 14,
  tip: 15,
  keepAlpha: 16,
  flowByPressure: 17,
  flow: 18,
  addLayer: 20,
  deleteLayers: 21,
  moveLayers: 22,
  mergeLayers: 23,
  toggleVisibility: 24,
  activateLayer: 25,
  toggleSelection: 26,
  layerAlpha: 27,
  unseenStep: 254,
  end: 255,
} as const;

/** Bytes of an event after its type and time. */
const PAYLOAD: ReadonlyMap<number, number> = new Map([
  ...[0, 3, 4, 5, 20, 21, 23, 254, 255].map((type) => [type, 0] as const),
  ...[10, 11, 13, 14, 15, 16, 17, 22, 24, 25, 26].map((type) => [type, 1] as const),
  [6, 3],
  ...[7, 8, 12, 18, 27].map((type) => [type, 4] as const),
  ...[1, 2].map((type) => [type, 6] as const),
]);

const PLACED: ReadonlySet<number> = new Set([1, 2, 7, 8]);

const HEADER_BYTES = 12;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PIXELS = 1600 * 1600;
const LONGEST_PAUSE_MS = 1000;

/** The file is not a recording that can be replayed. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  readonly code = 'replay_unreadable';
}

export async function readReplay(file: Uint8Array<ArrayBuffer>): Promise<Replay> {
  if (file.length < HEADER_BYTES || new TextDecoder('latin1').decode(file.subarray(0, 3)) !== 'TGK') {
    throw new ReplayError('This is not the recording of a drawing.');
  }
  const size = new DataView(file.buffer, file.byteOffset).getUint32(4);
  const body = file.subarray(HEADER_BYTES);
  if (size > MAX_BYTES) throw new ReplayError('The recording is too long.');
  const data = file[3] === 1 ? await inflate(body, size) : body;
  try {
    return parse(new DataView(data.buffer, data.byteOffset, data.byteLength));
  } catch (error) {
    if (error instanceof RangeError) throw new ReplayError('The recording ends too early.');
    throw error;
  }
}

async function inflate(body: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array> {
  const data = new Uint8Array(size);
  let filled = 0;
  const reader = new Blob([body]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Data beyond the stated size is cut off, so that the memory is bounded by the stated size.
      data.set(value.subarray(0, size - filled), filled);
      filled = Math.min(size, filled + value.length);
      if (filled === size) break;
    }
  } catch {
    throw new ReplayError('The recording is damaged.');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return data.subarray(0, filled);
}

function parse(view: DataView): Replay {
  const width = view.getUint16(10);
  const height = view.getUint16(12);
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) {
    throw new ReplayError('The drawing is too large to be replayed.');
  }
  const toolsAt = view.getUint16(0);
  const toolBytes = view.getUint8(toolsAt + 1);
  const toolCount = view.getUint8(toolsAt);
  const tools = new Map<number, Partial<ToolSettings>>();
  for (let index = 0; index < toolCount; index += 1) {
    const at = toolsAt + 2 + index * toolBytes;
    tools.set(view.getUint8(at), readTool(view, at, toolBytes));
  }
  return {
    width,
    height,
    background: colorAt(view, 14),
    color: colorAt(view, 17),
    tool: view.getUint8(20),
    tools,
    ...readEvents(view, toolsAt + 2 + toolCount * toolBytes),
  };
}

/** Tools in older recordings have fewer bytes. */
function readTool(view: DataView, at: number, bytes: number): Partial<ToolSettings> {
  return {
    size: view.getUint8(at + 1),
    alpha: view.getFloat32(at + 2),
    step: view.getFloat32(at + 6),
    ...(bytes > 11 && { sizeByPressure: view.getUint8(at + 10) !== 0, alphaByPressure: view.getUint8(at + 11) !== 0 }),
    ...(bytes > 13 && { tip: view.getInt8(at + 13) }),
    ...(bytes > 17 && { flow: view.getFloat32(at + 14) }),
    ...(bytes > 18 && { flowByPressure: view.getUint8(at + 18) !== 0 }),
  };
}

function readEvents(view: DataView, start: number): Pick<Replay, 'length' | 'times' | 'event'> {
  const length = view.getUint32(start);
  if (length * 5 > view.byteLength) throw new ReplayError('The recording ends too early.');
  const offsets = new Uint32Array(length);
  const times = new Float64Array(length);
  let at = start + 4;
  let last = length === 0 ? 0 : view.getUint32(at + 1);
  let time = 0;
  for (let index = 0; index < length; index += 1) {
    const payload = PAYLOAD.get(view.getUint8(at));
    if (payload === undefined) throw new ReplayError('The recording has events that are not known.');
    const now = view.getUint32(at + 1);
    time += Math.min(Math.max(now - last, 0), LONGEST_PAUSE_MS);
    last = Math.max(now, last);
    offsets[index] = at;
    times[index] = time;
    at += 5 + payload;
  }
  if (at > view.byteLength) throw new ReplayError('The recording ends too early.');
  return { length, times, event: (index) => eventAt(view, offsets[index] ?? 0) };
}

const BLACK: Color = [0, 0, 0];
const NOTHING = { x: 0, y: 0, pressure: 0.5, value: 0, color: BLACK };

function eventAt(view: DataView, at: number): ReplayEvent {
  const type = view.getUint8(at);
  const from = at + 5;
  if (type === EVENT.color) return { ...NOTHING, type, color: colorAt(view, from) };
  const payload = PAYLOAD.get(type) ?? 0;
  const hasPlace = PLACED.has(type);
  return {
    ...NOTHING,
    type,
    ...(hasPlace && { x: view.getInt16(from), y: view.getInt16(from + 2) }),
    ...(hasPlace && payload === 6 && { pressure: view.getUint16(from + 4) / 0xffff }),
    ...(!hasPlace && payload === 4 && { value: view.getFloat32(from) }),
    ...(payload === 1 && { value: view.getUint8(from) }),
  };
}

function colorAt(view: DataView, at: number): Color {
  return [view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2)];
}
