/** MP3 and related formats: a sequence of frames, with tags before and after it. */
import { ONLY_TRACK, type ByteCount } from './byte-count.ts';
import type { FileBytes } from './file-bytes.ts';
import { id3Bytes } from './id3.ts';

const ID3V1_BYTES = 128;
const APE_HEADER_BYTES = 32;
const APE_HAS_HEADER = 0x80000000;

export function countMpegAudio(file: FileBytes, count: ByteCount): void {
  let at = 0;
  while (at < file.size) {
    const tag = tagBytes(file, at);
    const size = tag === 0 ? frameBytes(file.at(at, 4)) : tag;
    if (size === 0) {
      at = nextFrame(file, at + 1);
      continue;
    }
    const end = Math.min(at + size, file.size);
    if (tag === 0) count.add(ONLY_TRACK, end - at);
    else count.structure += end - at;
    at = end;
  }
}

const SEARCH_BYTES = 32 * 1024;

/** Finds the offset where frames continue. It requires two frames in a row, since a single header of two bytes occurs in any data. */
function nextFrame(file: FileBytes, from: number): number {
  for (let at = from; at < file.size; at += SEARCH_BYTES) {
    const part = Buffer.from(file.at(at, SEARCH_BYTES));
    for (let found = part.indexOf(0xff); found !== -1; found = part.indexOf(0xff, found + 1)) {
      const size = frameBytes(file.at(at + found, 4));
      if (size > 0 && frameBytes(file.at(at + found + size, 4)) > 0) return at + found;
    }
  }
  // A tag may follow at the end.
  return file.size >= from + ID3V1_BYTES && tagBytes(file, file.size - ID3V1_BYTES) > 0
    ? file.size - ID3V1_BYTES
    : file.size;
}

/** Length of the tag at this offset (ID3v2, ID3v1 or APEv2), or 0. */
function tagBytes(file: FileBytes, at: number): number {
  const id3 = id3Bytes(file, at);
  if (id3 > 0) return id3;
  const head = file.at(at, APE_HEADER_BYTES);
  if (head.toString('latin1', 0, 3) === 'TAG') return ID3V1_BYTES;
  if (head.length < APE_HEADER_BYTES || head.toString('latin1', 0, 8) !== 'APETAGEX') return 0;
  // The size includes the footer, but not the header.
  return head.readUInt32LE(12) + ((head.readUInt32LE(20) & APE_HAS_HEADER) === 0 ? 0 : APE_HEADER_BYTES);
}

/** Bit rates in kbit/s for indexes 1 to 14: MPEG-1 layers I to III, then MPEG-2 layer I, then its layers II and III. */
const RATES = {
  first: {
    1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  later: {
    1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000];
/** Sample rates by the two version bits: 2.5, reserved, 2, 1. */
const DIVISORS = [4, null, 2, 1];

/** Returns 0 if no frame begins at the offset. */
function frameBytes(header: Buffer): number {
  if (header.length < 4) return 0;
  const bits = header.readUInt32BE(0);
  if (bits >>> 21 !== 0x7ff) return 0;
  const version = (bits >>> 19) & 3;
  const layer = 4 - ((bits >>> 17) & 3);
  const divisor = DIVISORS[version] ?? null;
  const sampleRate = SAMPLE_RATES[(bits >>> 10) & 3];
  if (layer === 4 || divisor === null || sampleRate === undefined) return 0;
  const rates: readonly number[] = RATES[version === 3 ? 'first' : 'later'][layer as 1 | 2 | 3];
  const rate = rates[((bits >>> 12) & 15) - 1];
  if (rate === undefined) return 0;
  const padding = (bits >>> 9) & 1;
  const perSecond = (rate * 1000) / (sampleRate / divisor);
  if (layer === 1) return (Math.floor(12 * perSecond) + padding) * 4;
  return Math.floor((layer === 3 && version !== 3 ? 72 : 144) * perSecond) + padding;
}
