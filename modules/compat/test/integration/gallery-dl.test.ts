/** An unmodified gallery-dl, configured for the archive as its users do. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonPrograms } from '../../../../test/support/python.ts';
import { useWorld } from '../../../../test/support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  START,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';

const REQUIREMENT = 'gallery-dl==1.32.18';
const LIMIT_MS = 60_000;
const PICTURE = Buffer.from('a picture, as far as anybody here is concerned');

const world = useWorld();
let python: string;
let server: GivenServer;
let source: Server;
let folder: string;
let site: string;

beforeAll(async () => {
  python = await pythonPrograms([REQUIREMENT]);
  folder = await mkdtemp(join(tmpdir(), 'sagasu-gallery-dl-'));
  source = createServer((_request, response) => response.end(PICTURE)).listen(0, '127.0.0.1');
  const archive = givenArchive(world());
  for (const board of ['g', 'many']) await archive.board(board);
  await world().pool.query('update boards set media_url = $1', [sourceAddress()]);
  await archive.storeAndIndex('g', [
    { num: 100, thread: 100, opener: true, subject: 'kettles', comment: 'tea', timeBumped: at(200), ...aFile(100) },
    { num: 101, thread: 100, comment: 'tea without a file' },
    { num: 102, thread: 100, comment: 'more tea', ...aFile(102) },
    { num: 102, subnum: 1, thread: 100, comment: 'a ghost of tea' },
    { num: 103, thread: 100, comment: 'tea, and the file is gone', ...aFile(103), timeDeletedFile: at(300) },
    { num: 110, thread: 110, opener: true, comment: 'cups', timeBumped: at(150), ...aFile(110) },
  ]);
  await archive.storeAndIndex(
    'many',
    Array.from({ length: 30 }, (_, index) => index + 1).map((num) => ({
      num,
      thread: num,
      opener: true,
      ...aFile(num),
    })),
  );
  server = await givenServer(world(), { config: { ...givenConfig(world()), sourceFiles: true } });
  site = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await server.close();
  source.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (seconds: number) => new Date(START + seconds * 1000);
const timeOf = (num: number) => 1_551_787_200_000 + num;

function aFile(num: number) {
  return { mediaTime: timeOf(num), mediaType: 'jpg', mediaName: `cup ${num}`, mediaHash: Buffer.alloc(16, num) };
}

function sourceAddress(): string {
  return `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
}

const fileOf = (num: number, board = 'g') => `${sourceAddress()}/${board}/${timeOf(num)}.jpg`;

interface Run {
  readonly code: number | string;
  readonly lines: readonly string[];
  readonly errors: string;
}

async function galleryDl(...options: readonly string[]): Promise<Run> {
  const fixed = ['-m', 'gallery_dl', '--ignore-config', '--sleep-request', '0', '--retries', '0', ...options];
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8' };
    execFile(python, fixed, { timeout: LIMIT_MS, env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, lines: stdout.split('\n').filter((line) => line !== ''), errors: stderr });
    });
  });
}

const urlsOf = async (path: string) => galleryDl('-g', `foolfuuka:${site}${path}`);

describe('gallery-dl', () => {
  test('finds every file of a thread, and an address for the one that is missing', async () => {
    const run = await urlsOf('/g/thread/100/');
    expect(run).toMatchObject({ code: 0, errors: '' });
    expect(run.lines).toEqual([fileOf(100), fileOf(102), `${site}/g/thread/100#p103`]);
  });

  test('reads the fields that it builds file names from', async () => {
    const { code, lines } = await galleryDl('-j', `foolfuuka:${site}/g/thread/100/`);
    expect(code).toBe(0);
    const messages = JSON.parse(lines.join('\n')) as unknown[][];
    const files = messages.flatMap(([kind, , post]) => (kind === 3 ? [post as Record<string, unknown>] : []));
    expect(files[0]).toMatchObject({
      num: '100',
      thread_num: '100',
      title: 'kettles',
      filename: String(timeOf(100)),
      extension: 'jpg',
      filename_media: 'cup 100',
      timestamp_ms: timeOf(100),
      timestamp: Math.floor((START + 100_000) / 1000),
      board: { shortname: 'g' },
    });
  });

  test('pages through the threads of a board, last bumped first, to the end', async () => {
    for (const path of ['/g/', '/g/1', '/g/page/1']) {
      const { code, lines } = await urlsOf(path);
      expect({ code, lines }).toEqual({ code: 0, lines: [`${site}/g/thread/100`, `${site}/g/thread/110`] });
    }
    const { code, lines } = await urlsOf('/many/');
    expect(code).toBe(0);
    expect(lines).toHaveLength(30);
    expect(lines[0]).toBe(`${site}/many/thread/30`);
    expect((await urlsOf('/many/page/3')).lines.at(-1)).toBe(`${site}/many/thread/1`);
  });

  test('pages through a search of one board and of all boards to the end', async () => {
    const gone = `${site}/g/thread/100#p103`;
    expect(await urlsOf('/g/search/text/tea/')).toMatchObject({ code: 0, lines: [gone, fileOf(102), fileOf(100)] });
    expect((await urlsOf('/_/search/filename/cup/type/op/order/asc/')).lines).toHaveLength(32);
    expect(await urlsOf('/_/search/text/unheardof/')).toMatchObject({ code: 0, lines: [] });
  });

  test('pages through a gallery', async () => {
    for (const path of ['/g/gallery', '/g/gallery/1']) {
      expect(await urlsOf(path)).toMatchObject({ code: 0, lines: [fileOf(110), fileOf(100)] });
    }
  });

  test('ends properly if a thread or a board does not exist', async () => {
    for (const path of ['/g/thread/999/', '/nosuch/thread/1/', '/nosuch/gallery']) {
      const { code, errors } = await urlsOf(path);
      expect(code).toBe(4);
      expect(errors).toContain('404 Not Found');
    }
  });

  test('accepts the archive in its configuration, and downloads the files', async () => {
    const { host } = new URL(site);
    const pattern = host.replaceAll('.', String.raw`\.`);
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify({ extractor: { foolfuuka: { ours: { root: site, pattern } } } }));
    const target = join(folder, 'files');
    const { code } = await galleryDl('-c', config, '-D', target, `${site}/g/thread/110/`);
    expect(code).toBe(0);
    const [name = '', ...others] = await readdir(target);
    expect([name, others]).toEqual([`${timeOf(110)} cup 110.jpg`, []]);
    expect((await readFile(join(target, name))).equals(PICTURE)).toBe(true);
  });
});
