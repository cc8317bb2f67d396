/** gallery-dl, which reads vichan-like sites by the 4chan API's JSON: threads under `/res/`, files under `/src/`. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonPrograms } from '../../../../test/support/python.ts';
import { useWorld } from '../../../../test/support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';

const world = useWorld();
const PICTURE = Buffer.from('what the source has');
let python: string;
let server: GivenServer;
let source: Server;
let folder: string;
let site: string;

beforeAll(async () => {
  python = await pythonPrograms(['gallery-dl==1.32.18']);
  folder = await mkdtemp(join(tmpdir(), 'sagasu-gallery-dl-'));
  source = createServer((_request, response) => response.end(PICTURE)).listen(0, '127.0.0.1');
  const archive = givenArchive(world());
  await archive.board('g');
  const { port } = source.address() as AddressInfo;
  await world().pool.query('update boards set media_url = $1', [`http://127.0.0.1:${port}`]);
  const file = { mediaType: 'jpg', mediaName: 'cup', mediaHash: Buffer.alloc(16, 1), mediaSize: PICTURE.length };
  await archive.store('g', [
    { num: 100, thread: 100, opener: true, subject: 'kettles', mediaTime: 1_400_000_000_100, ...file },
    { num: 101, thread: 100, comment: 'no file' },
    { num: 102, thread: 100, mediaTime: 1_400_000_000_102, ...file },
    { num: 103, thread: 100, mediaTime: 1_400_000_000_103, ...file, hidden: true },
    { num: 200, thread: 200, opener: true, mediaTime: 1_400_000_000_200, ...file },
  ]);
  server = await givenServer(world(), { config: { ...givenConfig(world()), sourceFiles: true } });
  site = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await server.close();
  source.close();
  await rm(folder, { recursive: true, force: true });
});

async function galleryDl(...options: readonly string[]): Promise<string[]> {
  const fixed = ['-m', 'gallery_dl', '--ignore-config', '--sleep-request', '0', '--retries', '0', ...options];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8' };
  const { stdout } = await promisify(execFile)(python, fixed, { timeout: 60_000, env });
  return stdout.split('\n').filter((line) => line !== '');
}

test('it finds the visible files of a thread, and the threads of a board', async () => {
  const files = [100, 102].map((num) => `${site}/g/src/${1_400_000_000_000 + num}.jpg`);
  expect(await galleryDl('-g', `vichan:${site}/g/res/100.html`)).toEqual(files);
  const threads = await galleryDl('-g', `vichan:${site}/g/`);
  const nums = threads.map((line) => Number(/\/g\/\w+\/(\d+)/.exec(line)?.[1]));
  expect(new Set(nums)).toEqual(new Set([100, 200]));
});

test('it downloads archived files and those at the source', async () => {
  const target = join(folder, 'files');
  await galleryDl('-D', target, `vichan:${site}/g/res/100.html`);
  const names = await readdir(target);
  expect(names).toHaveLength(2);
  for (const name of names) expect((await readFile(join(target, name))).equals(PICTURE)).toBe(true);
});
