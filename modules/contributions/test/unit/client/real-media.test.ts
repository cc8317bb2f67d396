/** Dumps of real media files: their tracks account for their size. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT } from '../../../client/client.ts';
import { countBytes } from '../../../client/describe/count/count-bytes.ts';
import { createDescriber, type Describer } from '../../../client/describe/describer.ts';
import { isCoherent, unexplainedBytes } from '../../../format/coherence.ts';
import type { Dump } from '../../../format/dump.ts';
import { readDump } from '../../../format/read-dump.ts';
import { writeDump } from '../../../format/write-dump.ts';
import { makeCoveredMp3, makeMedia, MEDIA_KINDS, type MediaKind } from '../../../../../test/support/real-media.ts';

let folder: string;
let describer: Describer;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sagasu-media-'));
  describer = createDescriber({ client: CLIENT, processes: 1 });
});
afterAll(() => {
  describer.close();
  rmSync(folder, { recursive: true });
});

async function dumpOf(path: string): Promise<Dump> {
  const { dump, missing } = await describer.describe(Buffer.from(path), 1);
  expect(missing).toBe('');
  // The dump as an archive reads it.
  expect(readDump(Buffer.from(writeDump(dump)))).toEqual(dump);
  return dump;
}

async function dumpOfBytes(name: string, ...parts: readonly Buffer[]): Promise<Dump> {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(parts));
  return dumpOf(path);
}

const KINDS = Object.keys(MEDIA_KINDS) as MediaKind[];
/** Files whose frames or samples do not state sizes. MediaInfo calculates their bit rates. */
const UNCOUNTED: readonly MediaKind[] = ['flac.flac', 'wave.wav'];

/** A duration in seconds that exceeds a Matroska cluster, an Ogg page and the distance of two key frames. */
const LONG = 33;

const WITH_TRACKS = KINDS.filter((kind) => kind !== 'gif.gif');

describe.each(WITH_TRACKS)('a file such as %s', (kind) => {
  test.each([1, LONG])('of %d s is explained by its tracks and container', async (seconds) => {
    const dump = await dumpOf(makeMedia(folder, kind, seconds));
    // If bytes are counted, the sum is exact.
    expect(Math.abs(unexplainedBytes(dump) ?? Number.NaN)).toBeLessThanOrEqual(UNCOUNTED.includes(kind) ? 100 : 0);
    expect(isCoherent(dump)).toBe(true);
  });
});

// MediaInfo counts everything after the header of a FLAC file as its frames.
test.each(WITH_TRACKS.filter((kind) => kind !== 'flac.flac'))(
  'a file such as %s is incoherent with an appended archive of a tenth of its size',
  async (kind) => {
    const bytes = readFileSync(join(folder, `${LONG}-${kind}`));
    const noise = Buffer.from(Array.from({ length: bytes.length / 10 }, (_, at) => (at * at * 31 + (at >> 3)) % 251));
    expect(isCoherent(await dumpOfBytes(`large-${kind}`, bytes, zipOf(noise)))).toBe(false);
    expect(isCoherent(await dumpOfBytes(`small-${kind}`, bytes, zipOf(noise.subarray(0, bytes.length / 50))))).toBe(
      true,
    );
  },
);

test('a moving GIF has pixels and no tracks to compare', async () => {
  const dump = await dumpOf(makeMedia(folder, 'gif.gif', 5));
  expect(dump).toMatchObject({ file: { type: 'gif' }, image: { width: 40, height: 30 }, media: null });
  expect(isCoherent(dump)).toBe(true);
});

test('an MP3 with a cover larger than its sound is coherent, but not with an appended file', async () => {
  const path = makeCoveredMp3(folder);
  const dump = await dumpOf(path);
  expect(dump.media?.structure).toBeGreaterThan(dump.file.size / 2);
  expect(unexplainedBytes(dump)).toBe(0);
  const bytes = readFileSync(path);
  expect(isCoherent(await dumpOfBytes('padded.mp3', bytes, Buffer.alloc(bytes.length / 10, 'x')))).toBe(false);
});

test('padding explains bytes only if it is empty', async () => {
  const mp4 = readFileSync(makeMedia(folder, 'h264-aac.mp4', 2));
  const webm = readFileSync(makeMedia(folder, 'vp8.webm', 2));
  for (const [fill, isExplained] of [
    [0, true],
    [7, false],
  ] as const) {
    const content = Buffer.alloc(60_000, fill);
    expect(isCoherent(await dumpOfBytes('free.mp4', mp4, free(content)))).toBe(isExplained);
    expect(isCoherent(await dumpOfBytes('void.webm', webm, gap(content)))).toBe(isExplained);
  }
});

test('a dump whose bit rate lies is incoherent, with and without counted bytes', async () => {
  const dump = await dumpOf(makeMedia(folder, 'vp9-quiet-opus.webm', 5));
  const changed = (
    change: (track: NonNullable<Dump['media']>['tracks'][number]) => object,
    structure: number | null,
  ) => ({
    ...dump,
    media: { ...dump.media!, structure, tracks: dump.media!.tracks.map((track) => ({ ...track, ...change(track) })) },
  });
  const { structure } = dump.media!;
  expect(isCoherent(changed(() => ({}), structure))).toBe(true);
  expect(isCoherent(changed(() => ({ bytes: null }), null))).toBe(true);
  expect(isCoherent(changed(({ bitrate }) => ({ bitrate: bitrate! * 2 }), structure))).toBe(false);
  expect(isCoherent(changed(({ bitrate }) => ({ bitrate: bitrate! * 2, bytes: null }), null))).toBe(false);
  expect(isCoherent(changed(({ bytes }) => ({ bytes: bytes! / 2, bitrate: null }), structure))).toBe(false);
});

test('counting the bytes of a damaged file never fails or returns a negative number', () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 0x7fffffff) % below;
  for (const [container, kind] of [
    ['WebM', 'vp8-vorbis.webm'],
    ['MPEG-4', 'fragments.mp4'],
    ['MPEG-4', 'h264-aac.mp4'],
    ['Ogg', 'vorbis.ogg'],
    ['MPEG Audio', 'constant.mp3'],
    ['FLAC', 'flac.flac'],
  ] as const) {
    const whole = readFileSync(join(folder, `1-${kind}`));
    for (let run = 0; run < 300; run++) {
      const bytes = Buffer.from(whole.subarray(0, run % 3 === 0 ? random(whole.length) : whole.length));
      for (let hit = random(8); hit >= 0; hit--) bytes[random(Math.min(bytes.length, 3000)) || 0] = random(256);
      const ofBuffer = countBytes(container, bytes, bytes.length);
      const ofFile = countBytes(container, (length, at) => bytes.subarray(at, at + length), bytes.length);
      expect(ofFile?.rest()).toBe(ofBuffer?.rest());
      expect(ofBuffer?.rest()).toBeGreaterThanOrEqual(0);
    }
  }
});

function header(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function zipOf(content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 0 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(1, 26);
  return Buffer.concat([local, Buffer.from('a'), packed]);
}

const free = (content: Buffer) => Buffer.concat([header(content.length + 8), Buffer.from('free'), content]);
// In Matroska, a size of four bytes begins with 0x1.
const gap = (content: Buffer) =>
  Buffer.concat([Buffer.from([0xec, 0x10]), header(content.length).subarray(1), content]);
