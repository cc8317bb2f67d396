/** MP4 and related formats. Sample sizes are in the tables of `moov`, or in `moof` if the file was recorded in fragments. */
import type { ByteCount } from './byte-count.ts';
import type { FileBytes } from './file-bytes.ts';

interface Box {
  readonly type: string;
  readonly start: number;
  /** Offset of the box's content. */
  readonly body: number;
  readonly end: number;
}

const STRUCTURE: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mfra',
  'sidx',
  'ssix',
  'prft',
  'emsg',
  'pdin',
  'meta',
]);
const PADDING: ReadonlySet<string> = new Set(['free', 'skip', 'wide']);
const IN_STBL = ['mdia', 'minf', 'stbl'];

export function countMp4(file: FileBytes, count: ByteCount): void {
  const defaults = new Map<number, number>();
  for (const box of boxes(file, 0, file.size)) {
    if (STRUCTURE.has(box.type)) count.structure += box.end - box.start;
    else if (box.type === 'mdat') count.structure += box.body - box.start;
    else if (PADDING.has(box.type) && file.isZero(box.body, box.end)) count.structure += box.end - box.start;
    if (box.type === 'moov') countMovie(file, box, count, defaults);
    if (box.type === 'moof') countFragment(file, box, count, defaults);
  }
}

function countMovie(file: FileBytes, moov: Box, count: ByteCount, defaults: Map<number, number>): void {
  for (const box of boxes(file, moov.body, moov.end)) {
    if (box.type === 'trak') {
      const header = child(file, box, 'tkhd');
      const table = IN_STBL.reduce<Box | null>((parent, type) => parent && child(file, parent, type), box);
      if (header === null || table === null) continue;
      const is64 = file.at(header.body, 1)[0] === 1;
      const id = u32(file, header.body + (is64 ? 20 : 12));
      count.add(String(id), sampleBytes(file, table));
    } else if (box.type === 'mvex') {
      for (const trex of boxes(file, box.body, box.end)) {
        if (trex.type === 'trex') defaults.set(u32(file, trex.body + 4), u32(file, trex.body + 16));
      }
    }
  }
}

function sampleBytes(file: FileBytes, table: Box): number {
  const sizes = child(file, table, 'stsz');
  if (sizes !== null) {
    const each = u32(file, sizes.body + 4);
    const samples = u32(file, sizes.body + 8);
    return each > 0 ? each * samples : sum(file, sizes.body + 12, sizes.end, samples, 4);
  }
  const compact = child(file, table, 'stz2');
  if (compact === null) return 0;
  const bits = u32(file, compact.body + 4) & 0xff;
  return bits === 8 || bits === 16
    ? sum(file, compact.body + 12, compact.end, u32(file, compact.body + 8), bits / 8)
    : 0;
}

function sum(file: FileBytes, start: number, end: number, entries: number, width: number): number {
  let total = 0;
  for (let at = start, left = entries; left > 0 && at + width <= end; at += width, left--) {
    total += file.at(at, width).readUIntBE(0, width);
  }
  return total;
}

const HAS_BASE = 0x1;
const HAS_DESCRIPTION = 0x2;
const HAS_DURATION = 0x8;
const HAS_SIZE = 0x10;
const RUN_HAS_OFFSET = 0x1;
const RUN_HAS_FIRST_FLAGS = 0x4;
const RUN_HAS_SIZES = 0x200;
/** Flags for the fields of each sample in a run: duration, size, flags and time. */
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800];

function countFragment(file: FileBytes, moof: Box, count: ByteCount, defaults: ReadonlyMap<number, number>): void {
  for (const traf of boxes(file, moof.body, moof.end)) {
    const header = traf.type === 'traf' ? child(file, traf, 'tfhd') : null;
    if (header === null) continue;
    const flags = u32(file, header.body);
    const id = u32(file, header.body + 4);
    const before = (flags & HAS_BASE ? 8 : 0) + (flags & HAS_DESCRIPTION ? 4 : 0) + (flags & HAS_DURATION ? 4 : 0);
    const size = flags & HAS_SIZE ? u32(file, header.body + 8 + before) : (defaults.get(id) ?? 0);
    for (const run of boxes(file, traf.body, traf.end)) {
      if (run.type === 'trun') count.add(String(id), runBytes(file, run, size));
    }
  }
}

function runBytes(file: FileBytes, run: Box, defaultSize: number): number {
  const flags = u32(file, run.body);
  const samples = u32(file, run.body + 4);
  if ((flags & RUN_HAS_SIZES) === 0) return samples * defaultSize;
  const width = RUN_FIELDS.filter((field) => flags & field).length * 4;
  const start = run.body + 8 + (flags & RUN_HAS_OFFSET ? 4 : 0) + (flags & RUN_HAS_FIRST_FLAGS ? 4 : 0);
  const within = flags & 0x100 ? 4 : 0;
  let total = 0;
  for (let at = start, left = samples; left > 0 && at + width <= run.end; at += width, left--) {
    total += u32(file, at + within);
  }
  return total;
}

function child(file: FileBytes, parent: Box, type: string): Box | null {
  for (const box of boxes(file, parent.body, parent.end)) if (box.type === type) return box;
  return null;
}

function* boxes(file: FileBytes, from: number, to: number): Generator<Box> {
  let start = from;
  while (start + 8 <= to) {
    const head = file.at(start, 16);
    if (head.length < 8) return;
    let size = head.readUInt32BE(0);
    let header = 8;
    if (size === 1 && head.length === 16) {
      size = Number(head.readBigUInt64BE(8));
      header = 16;
    } else if (size === 0) size = to - start;
    const type = head.toString('latin1', 4, 8);
    if (size < header || !/^[ -~\xa9]{4}$/.test(type)) return;
    const end = Math.min(start + size, to);
    yield { type, start, body: start + header, end };
    start = end;
  }
}

function u32(file: FileBytes, at: number): number {
  const bytes = file.at(at, 4);
  return bytes.length === 4 ? bytes.readUInt32BE(0) : 0;
}
