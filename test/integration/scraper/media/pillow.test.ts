/** Compares the pixel hash with the program that defines it: Pillow, from PyPI. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprint, type Fingerprint } from '../../../../platform/images/fingerprint.ts';
import { createImageWorker, type ImageWorker } from '../../../../scraper/media/image-worker/image-worker.ts';
import { pythonPrograms } from '../../../support/python.ts';

const SCRIPT = fileURLToPath(new URL('pillow-files.py', import.meta.url));
const pillow = await pythonPrograms(['pillow==13.0.0']);
const IN_MEMORY = { scratch: '', inMemory: Infinity };
let dir: string;
let imageWorker: ImageWorker;

interface PillowFile {
  readonly name: string;
  readonly mode: string;
  /** Absent if Pillow refuses the file. */
  readonly sha3?: string;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sagasu-pillow-'));
  imageWorker = createImageWorker();
});

afterAll(async () => {
  imageWorker.close();
  await rm(dir, { recursive: true, force: true });
});

test('the pixel hash equals Pillow’s for every kind of image, from a file and in memory', async () => {
  const { stdout } = await promisify(execFile)(pillow, [SCRIPT, dir], { maxBuffer: 2 ** 24 });
  const files = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PillowFile);
  expect(files.length).toBeGreaterThan(120);
  const modes = new Set(files.map(({ mode }) => mode));
  expect([...modes].toSorted()).toEqual(['1', 'CMYK', 'I;16', 'L', 'LA', 'P', 'RGB', 'RGBA']);
  const ours = new Map<string, string | null>();
  const inMemory = new Map<string, readonly [Fingerprint, Fingerprint]>();
  for (const { name } of files) {
    const path = join(dir, name);
    const found = await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` });
    ours.set(name, found.pixels);
    // Contributors' clients decode in memory, and decode once where that is possible.
    inMemory.set(name, [found, await fingerprint(await readFile(path), IN_MEMORY)]);
  }
  for (const [name, [ofFile, ofBytes]] of inMemory) expect([name, ofBytes]).toEqual([name, ofFile]);
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(files.map(({ name, sha3 }) => [name, sha3 ?? null])));
});
