import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrackAnalyser, type TrackAnalyser } from '../../../client/describe/analyse-tracks.ts';
import { describeFile } from '../../../client/describe/describe-file.ts';
import { isCoherent, unexplainedBytes } from '../../../format/coherence.ts';
import { readDump } from '../../../format/read-dump.ts';
import { writeDump } from '../../../format/write-dump.ts';
import { wavFile } from '../../../../../test/support/wav-file.ts';

let folder: string;
let tracks: TrackAnalyser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-dump-'));
  tracks = createTrackAnalyser();
});
afterAll(async () => {
  tracks.close();
  await rm(folder, { recursive: true });
});

async function describeBytes(name: string, bytes: Buffer) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const scratch = join(folder, 'scratch.v');
  const client = { name: 'sagasu', version: '0.1.0' };
  return describeFile(Buffer.from(path), { client, tracks, scratch, extent: 'whole' });
}

async function dumpOf(name: string, bytes: Buffer) {
  const { dump, missing } = await describeBytes(name, bytes);
  expect(missing).toBe('');
  return dump;
}

const sum = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');

describe('a dump of a file', () => {
  test('with sound has container, duration and track, which account for its size', async () => {
    const bytes = wavFile(3);
    const dump = await dumpOf('a secret name.wav', bytes);
    expect(dump).toEqual({
      client: { name: 'sagasu', version: '0.1.0' },
      file: {
        size: bytes.length,
        type: 'bin',
        md5: sum('md5', bytes),
        sha1: sum('sha1', bytes),
        sha256: sum('sha256', bytes),
        offered: false,
      },
      image: null,
      media: {
        container: 'Wave',
        duration: 3000,
        structure: null,
        tracks: [
          { kind: 'audio', codec: 'PCM', bitrate: 128_000, bytes: null, duration: 3000, width: null, height: null },
        ],
      },
    });
    expect(isCoherent(dump)).toBe(true);
    expect(writeDump(dump)).not.toContain('secret');
    expect(readDump(Buffer.from(writeDump(dump)))).toEqual(dump);
  });

  test('with as much appended silence as its content is incoherent', async () => {
    const bytes = wavFile(3);
    expect(isCoherent(await dumpOf('whole.wav', bytes))).toBe(true);
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    expect(isCoherent(await dumpOf('padded.wav', padded))).toBe(false);
  });

  test('from a camera has the camera model, but not place or owner', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
      .jpeg()
      .withExif({
        IFD0: { Make: 'Pentax', Model: 'K-1', Artist: 'Somebody', Copyright: 'Somebody' },
        IFD2: { ISOSpeedRatings: '400', BodySerialNumber: '12345678', CameraOwnerName: 'Somebody' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '51/1 30/1 3230/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '0/1 7/1 4366/100',
        },
      })
      .toBuffer();
    expect(photo.includes('Somebody')).toBe(true);
    const dump = await dumpOf('photo.jpg', photo);
    expect(dump.file).toMatchObject({ type: 'jpg' });
    expect(dump.image).toMatchObject({ width: 40, height: 30 });
    expect(dump.image?.exif).toEqual(
      expect.arrayContaining([
        { tag: 'Make', value: 'Pentax' },
        { tag: 'Model', value: 'K-1' },
        { tag: 'ISOSpeedRatings', value: '400' },
      ]),
    );
    expect(writeDump(dump)).not.toMatch(/GPS|Somebody|12345678|Latitude/);
  });

  test('of an unknown type has its hashes', async () => {
    const dump = await dumpOf('notes.txt', Buffer.from('some text'));
    expect(dump).toMatchObject({ file: { size: 9, type: 'bin' }, image: null, media: null });
  });

  test('without content is refused', async () => {
    await expect(dumpOf('empty', Buffer.alloc(0))).rejects.toThrow('the file is empty');
  });

  test('has the pixels and dimensions of an image, even if it is decoded through a temporary file', async () => {
    const small = await sharp({ create: { width: 4, height: 2, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const rgba = Buffer.from('123456ff'.repeat(8), 'hex');
    expect((await dumpOf('small.png', small)).image).toMatchObject({
      width: 4,
      height: 2,
      pixels: sum('sha3-256', rgba),
    });
    const large = await sharp({ create: { width: 4_100, height: 4_000, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const pixels = sum('sha3-256', Buffer.from('123456ff'.repeat(4_100 * 4_000), 'hex'));
    expect((await dumpOf('large.png', large)).image).toMatchObject({ width: 4_100, height: 4_000, pixels });
  });

  test('that cannot be decoded has its hashes and the reason for missing parts', async () => {
    const noise = Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, at) => (at * at) % 251));
    const picture = sharp(noise, { raw: { width: 100, height: 100, channels: 3 } });
    const jpeg = await picture.jpeg().toBuffer();
    const cut = await describeBytes('cut.jpg', jpeg.subarray(0, jpeg.length / 2));
    expect(cut).toMatchObject({
      dump: { file: { type: 'jpg' }, image: null },
      missing: expect.stringMatching(/^pixels \(/),
    });
    const png = await picture.png().toBuffer();
    png.writeUInt32BE(100_000, 16);
    png.writeUInt32BE(100_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    const huge = await describeBytes('huge.png', png);
    expect(huge).toMatchObject({
      dump: { file: { type: 'png' }, image: null },
      missing: expect.stringMatching(/^pixels \(/),
    });
    const head = await dumpOf('cut.wav', wavFile(3).subarray(0, 30));
    expect(unexplainedBytes(head)).toBeNull();
    expect(isCoherent(head)).toBe(true);
  });
});
