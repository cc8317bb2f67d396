/** A host of files that dies and returns, as staff and operators see it. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminBoardList } from '../../../../mappings/contract/admin.ts';
import type { BoardSource } from '../../../../mappings/contract/board-source.ts';
import type { Overview, OverviewLine } from '../../../../mappings/contract/overview.ts';
import type { Board } from '../../../../mappings/board.ts';
import type { Redis } from 'ioredis';
import { createMetricsRegistry } from '../../../../platform/metrics.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../../server/given-archive.ts';
import { givenAdmin, type Admin } from '../../server/admin/given-admin.ts';
import { diagnosisOf } from '../../cli/doctor/examine.ts';
import { createHarness, type Harness } from '../harness.ts';
import { addBoard, Upstream } from '../upstream.ts';
import { createMediaHarness, drawPicture, serveFile, type MediaHarness } from './harness.ts';

const MINUTE = 60_000;
const world = useWorld();
const upstream = new Upstream();
let port: number;
let address: string;
let files: Server | null = null;
let board: Board;
let posts: Harness;
let media: MediaHarness;
let server: GivenServer;
let admin: Admin;
let redis: Redis;

async function openFiles(listener: RequestListener): Promise<void> {
  await closeFiles();
  files = createServer(listener);
  files.listen(port, '127.0.0.1');
  await once(files, 'listening');
}

async function closeFiles(): Promise<void> {
  if (files === null) return;
  const closed = once(files, 'close');
  files.close();
  files.closeAllConnections();
  await closed;
  files = null;
}

const serving: RequestListener = (request, response) => upstream.answer(request, response);
const status =
  (code: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(code).end();

beforeAll(async () => {
  redis = createPatientRedis(world().redisUrl);
  port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  const url = await upstream.open();
  board = { ...(await addBoard(world(), url)), mediaUrl: `http://127.0.0.1:${port}` };
  await world().pool.query('update boards set media_url = $1 where id = $2', [board.mediaUrl, board.id]);
  posts = createHarness(world(), board);
  media = await createMediaHarness(world());
  server = await givenServer(world(), { clock: media.context.now, metrics: createMetricsRegistry('server') });
  admin = await givenAdmin(world(), server);
  for (let number = 1; number <= 6; number++) {
    const { fields } = await serveFile(upstream, 1_700_000_000_000 + number, await drawPicture(number));
    upstream.start(number * 100, 0, fields);
  }
  await posts.pass();
});

afterAll(async () => {
  await server.close();
  await media.close();
  await posts.close();
  await closeFiles();
  await upstream.close();
  redis.disconnect();
});

async function lines(): Promise<readonly OverviewLine[]> {
  const { body } = await admin.get('/overview');
  const found = (body as Overview).parts.find(({ name }) => name === 'sources')?.lines ?? [];
  return found.filter(({ kind }) => kind === 'sources.files-failing');
}

async function host(): Promise<BoardSource | undefined> {
  const { body } = await admin.get('/boards');
  return (body as AdminBoardList).boards[0]?.sources.find(({ serves }) => serves === 'files');
}

/** The version of the row changes with each write. */
async function stored(): Promise<{ readonly version: string; readonly failing: boolean; readonly answers: number }> {
  const { rows } = await world().pool.query<{ version: string; failing: boolean; answers: number }>(
    `select xmin::text as version, failing_since is not null as failing, jsonb_array_length(answers) as answers
       from source_answers where base_url = $1`,
    [address],
  );
  return rows[0] ?? { version: '', failing: false, answers: 0 };
}

async function failingSeconds(): Promise<number | undefined> {
  const { body } = await server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const line = body.split('\n').find((text) => /^sagasu_source_failing_seconds\{.*"\S+\/",/.test(text));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** Fetches one wanted file without the back-off of the host's failures, which takes minutes of real time. */
async function fetchOne(): Promise<void> {
  await redis.del(`${world().queuePrefix}:host:127.0.0.1:${port}`);
  const { rows } = await world().pool.query<{ num: string }>(
    `select num from wanted_media where state = 'wanted' order by num limit 1`,
  );
  await world().pool.query(
    `update wanted_media set due_at = case when num = $1 then $2::timestamptz else $2::timestamptz + interval '1 day' end
      where state = 'wanted'`,
    [rows[0]?.num, media.context.now()],
  );
  expect(await media.fetchDue([board])).toBe(1);
}

test('a file that the host lacks is no failure', async () => {
  await openFiles(status(404));
  await fetchOne();
  expect(await host()).toMatchObject({ address, own: true, failing_since: null, answers: [{ outcome: 'ok' }] });
  expect(await lines()).toEqual([]);
});

test('a dead host is shown with its reason and the time, and written once a minute', async () => {
  await closeFiles();
  const died = media.context.now().toISOString();
  await fetchOne();
  expect(await lines()).toMatchObject([
    {
      state: 'error',
      board: 'g',
      name: `127.0.0.1:${port}`,
      since: died,
      reason: 'connection_refused',
      href: '/admin/boards/g',
      text: `127.0.0.1:${port} fails, the host of the files of /g/`,
    },
  ]);
  expect((await server.get('/readyz')).body).toMatchObject({
    failing_sources: [{ board: 'g', serves: 'files', since: died }],
  });
  const first = await stored();
  expect(first).toMatchObject({ failing: true, answers: 2 });
  media.later(MINUTE / 2);
  await fetchOne();
  expect(await stored()).toEqual(first);
  media.later(MINUTE / 2);
  await fetchOne();
  expect(await stored()).toMatchObject({ failing: true, answers: 3 });
  expect(await host()).toMatchObject({ failing_since: died });
  expect(await failingSeconds()).toBe(60);
  expect((await diagnosisOf(world(), ['sources.files-failing'])).findings).toMatchObject([
    { level: 'error', found: expect.stringMatching(/the host of the files of \/g\/, since .*: connection refused$/) },
  ]);
});

test('a host that answers with errors still fails, until it serves files again', async () => {
  await openFiles(status(503));
  media.later(MINUTE);
  await fetchOne();
  expect(await lines()).toMatchObject([{ reason: 'http_status', detail: '503' }]);
  await openFiles(serving);
  await fetchOne();
  expect(await host()).toMatchObject({
    failing_since: null,
    answers: [{ outcome: 'ok' }, { detail: '503' }, {}, {}, {}],
  });
  expect(await lines()).toEqual([]);
  expect(await failingSeconds()).toBe(0);
});

test('a failed host is no longer shown when no file is wanted from it', async () => {
  await closeFiles();
  await fetchOne();
  expect(await lines()).toHaveLength(1);
  await world().pool.query('delete from wanted_media');
  expect(await lines()).toEqual([]);
  expect(await host()).toBeUndefined();
});
