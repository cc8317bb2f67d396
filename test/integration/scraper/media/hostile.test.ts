import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { createImageWorker, type ImageWorker } from '../../../../scraper/media/image-worker/image-worker.ts';
import { hashDistance } from '../../../../mappings/perceptual-hash.ts';
import { hostileFiles, type HostileFile } from './hostile-files.ts';
import { drawPicture } from './harness.ts';
import { processMemory } from '../../../support/process-memory.ts';

let dir: string;
let imageWorker: ImageWorker;
let files: HostileFile[];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sagasu-hostile-'));
  imageWorker = createImageWorker();
  files = await hostileFiles();
});

afterAll(async () => {
  imageWorker.close();
  await rm(dir, { recursive: true, force: true });
});

/** `drawn`, or the reason of the failure. */
async function draw(name: string): Promise<string> {
  const path = join(dir, name);
  try {
    await imageWorker.run({ kind: 'thumbnail', path, into: `${path}.thumb` });
    await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    return 'drawn';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a hostile set of files costs the child process less than 300 MB and has no other effect', async () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
  await writeFile(join(dir, 'good'), await drawPicture(1));
  const outcomes = new Map<string, string>();
  const peaks: number[] = [];
  for (const [at, { name, bytes }] of files.entries()) {
    await writeFile(join(dir, String(at)), bytes);
    outcomes.set(name, await draw(String(at)));
    if (imageWorker.pid !== undefined) peaks.push(processMemory(imageWorker.pid, 'VmHWM'));
    // The next image is drawn as usual.
    expect([name, await draw('good')]).toEqual([name, 'drawn']);
  }
  const drawn = [...outcomes].filter(([, outcome]) => outcome === 'drawn').map(([name]) => name);
  // Some files are only large or have data after the picture; these get a thumbnail.
  expect(drawn).toContain('png with a page behind it');
  const never = /svg|pdf|tiff|a text|one byte|cut|^png of (65535|16384|\d{8,})|^jpeg.* 65500|^webp of 16383/;
  expect(drawn.filter((name) => never.test(name))).toEqual([]);
  expect(Math.max(...peaks)).toBeLessThanOrEqual(300);
  const left = (await readdir(dir)).filter((name) => name.endsWith('.v'));
  expect(left).toEqual([]);
});

test('a thumbnail contains only pixels, and no hidden data of the file', async () => {
  const secret = 'a secret of the uploader';
  const picture = await sharp(await drawPicture(3))
    .withExif({ IFD0: { Copyright: secret } })
    .jpeg()
    .toBuffer();
  expect(picture.includes(secret)).toBe(true);
  await writeFile(join(dir, 'exif'), picture);
  expect(await draw('exif')).toBe('drawn');
  expect((await readFile(join(dir, 'exif.thumb'))).includes(secret)).toBe(false);
});

test('an image that takes too long ends the child process, and the next one is drawn', async () => {
  const impatient = createImageWorker(1);
  try {
    const order = { kind: 'thumbnail', path: join(dir, 'good'), into: join(dir, 'late') } as const;
    await expect(impatient.run(order)).rejects.toThrow('longer than');
    expect(impatient.deaths).toBe(1);
  } finally {
    impatient.close();
  }
  // A stopped child process cannot finish the task before it is killed.
  if (imageWorker.pid !== undefined) process.kill(imageWorker.pid, 'SIGSTOP');
  const victim = imageWorker.run({ kind: 'thumbnail', path: join(dir, 'good'), into: join(dir, 'killed') });
  process.kill(imageWorker.pid ?? 0, 'SIGKILL');
  await expect(victim).rejects.toThrow('SIGKILL');
  expect(await draw('good')).toBe('drawn');
});

test('a child process that is killed leaves no file of its task', async () => {
  const path = join(dir, 'large');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 3000, height: 3000, channels: 3, background: '#000', noise } as const;
  await writeFile(path, await sharp({ create }).png({ compressionLevel: 0 }).toBuffer());
  const scratch = `${path}.v`;
  const task = imageWorker.run({ kind: 'fingerprint', path, scratch });
  const outcome = expect(task).rejects.toThrow('SIGKILL');
  await expect.poll(() => existsSync(scratch), { interval: 2, timeout: 60_000 }).toBe(true);
  process.kill(imageWorker.pid ?? 0, 'SIGKILL');
  await outcome;
  expect(existsSync(scratch)).toBe(false);
});

test('hashes of similar images differ in few bits, those of others in many', async () => {
  const shapes = Array.from(
    { length: 24 },
    (_, at) =>
      `<circle cx="${(at * 97) % 300}" cy="${(at * 61) % 200}" r="${10 + ((at * 13) % 40)}" fill="rgb(${(at * 89) % 256},${(at * 151) % 256},90)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${shapes.join('')}</svg>`;
  const scene = await sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png().toBuffer();
  const original = await hashOf('original', scene);
  const smaller = await hashOf('smaller', await sharp(scene).resize(150).jpeg({ quality: 40 }).toBuffer());
  const other = await hashOf('other', await sharp(scene).rotate(90).toBuffer());
  expect(hashDistance(original, smaller)).toBeLessThanOrEqual(6);
  expect(hashDistance(original, other)).toBeGreaterThan(12);
});

async function hashOf(name: string, bytes: Buffer): Promise<bigint> {
  const path = join(dir, name);
  await writeFile(path, bytes);
  return BigInt((await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` })).perceptual);
}
