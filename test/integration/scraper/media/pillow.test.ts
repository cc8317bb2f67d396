/** The hash of pixels against the program that defines it: Pillow, as PyPI has it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageWorker, type ImageWorker } from '../../../../scraper/media/image-worker/image-worker.ts';
import { pythonPrograms } from '../../../support/python.ts';

const SCRIPT = fileURLToPath(new URL('pillow-files.py', import.meta.url));
const pillow = await pythonPrograms(['pillow==13.0.0']);
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

test('the hash of pixels is that of Pillow for every kind of image', async ({ skip }) => {
  if (!('python' in pillow)) return skip(pillow.missing);
  const { stdout } = await promisify(execFile)(pillow.python, [SCRIPT, dir], { maxBuffer: 2 ** 24 });
  const files = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PillowFile);
  expect(files.length).toBeGreaterThan(120);
  const modes = new Set(files.map(({ mode }) => mode));
  expect([...modes].toSorted()).toEqual(['1', 'CMYK', 'I;16', 'L', 'LA', 'P', 'RGB', 'RGBA']);
  const ours = new Map<string, string | null>();
  for (const { name } of files) {
    const path = join(dir, name);
    ours.set(name, (await imageWorker.run({ kind: 'fingerprint', path, scratch: `${path}.v` })).pixels);
  }
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(files.map(({ name, sha3 }) => [name, sha3 ?? null])));
}, 300_000);
