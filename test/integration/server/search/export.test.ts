import { connect } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ServerOptions } from '../../../../server/app.ts';
import type { ExportEnd, ExportRow } from '../../../../mappings/contract/export.ts';
import type { Hit, SearchAnswer, SentAnswer } from '../../../../mappings/contract/search.ts';
import { wholeHit } from '../../../../web/src/lib/whole-hit.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { CSV_COLUMNS } from '../../../../server/search/export/writers.ts';
import { eventually } from '../../../support/archive.ts';
import { readCsv } from '../../../support/csv.ts';
import { freePort } from '../../../support/ports.ts';
import { atPort, startTcpProxy } from '../../../support/tcp-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { givenAdmin } from '../admin/given-admin.ts';
import { withBrokenShard } from '../broken-shard.ts';
import { givenArchive, givenConfig, givenServer, type GivenArchive, type GivenServer } from '../given-archive.ts';

/** More than two pages of hits. */
const POSTS = 2_300;
/** As many posts with so much text that network buffers cannot take them for a client that does not read. The newest is first. */
const LONG_POSTS = Array.from({ length: POSTS }, (_, place) => 20_000 - place);
const LONG = 'long '.repeat(1_200);

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;

beforeAll(async () => {
  archive = givenArchive(world());
  for (const name of ['g', 'ck']) await archive.board(name);
  const posts = Array.from({ length: POSTS }, (_, place) => {
    const num = place + 1_000;
    const thread = num - (num % 10);
    const opener = num === thread;
    return {
      num,
      thread,
      opener,
      ...(opener && { subject: `Thread ${thread}` }),
      comment: `many ${num % 3 === 0 ? 'third' : 'other'}`,
    };
  });
  await archive.storeAndIndex('g', posts);
  await archive.storeAndIndex('ck', [
    { num: 1, opener: true, subject: '=SUM(A1)', comment: 'few, "quoted"<br>third' },
    { num: 2, thread: 1, comment: 'few' },
    { num: 3, thread: 1, comment: 'few hiddenword', hidden: false },
    { num: 4, thread: 1, comment: 'nothing of it' },
  ]);
  await world().pool.query(`update posts set hidden = true where num in (3, 1500)`);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

interface Exported {
  readonly rows: readonly ExportRow[];
  readonly end: ExportEnd;
}

function read(text: string): Exported {
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '') as ExportEnd;
  expect(end.end).toBe(true);
  expect(end.rows).toBe(lines.length);
  return { rows: lines.map((line) => JSON.parse(line) as ExportRow), end };
}

const addressOf = (parameters: Record<string, string>) =>
  `/api/v1/search/export?${new URLSearchParams(parameters).toString()}`;

async function exported(parameters: Record<string, string>, from = server): Promise<Exported> {
  const { status, body } = await from.get(addressOf(parameters));
  expect(status, JSON.stringify(body)).toBe(200);
  return read(String(body));
}

/** All pages of the search, as rows of an export. */
async function paged(q: string, sort: string): Promise<readonly ExportRow[]> {
  const rows: ExportRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await server.search({
      q,
      sort,
      limit: '100',
      include: 'tokens',
      ...(cursor !== '' && { cursor }),
    });
    const { hits, next } = body as SentAnswer;
    // Pages fill in what answers leave out; exports have it.
    rows.push(...hits.map((hit) => withoutHighlights(wholeHit(hit))));
    cursor = next;
  }
  return rows;
}

function withoutHighlights(hit: Hit): ExportRow {
  const row: Partial<Hit> = { ...hit };
  delete row.highlights;
  delete row.thread_title;
  return row as ExportRow;
}

const nums = (rows: readonly { num: number }[]) => rows.map(({ num }) => num);

describe('an export contains exactly the hits of the search, in their order', () => {
  test.each([
    ['', 'new'],
    ['third', 'new'],
    ['third', 'old'],
    ['third board:ck', 'relevance'],
    ['is:op -board:ck', 'new'],
    ['few', 'relevance'],
    ['third group:thread', 'new'],
    ['third group:thread', 'old'],
    ['op.subject:thread third -board:ck', 'new'],
    ['num:1200..1300', 'new'],
    ['nowhere', 'new'],
  ])('%j, %s', async (q, sort) => {
    const { rows, end } = await exported({ q, sort });
    const expected = await paged(q, sort);
    expect(nums(rows)).toEqual(nums(expected));
    expect(rows).toEqual(expected);
    expect(end).toEqual({ end: true, rows: expected.length, complete: true, reason: null, next: null });
  });

  test('without hidden posts, even if the index still contains them', async () => {
    const { rows } = await exported({ q: 'many OR few' });
    expect(rows).toHaveLength(POSTS + 3 - 2);
    expect(nums(rows)).not.toContain(1_500);
    expect((await exported({ q: 'hiddenword' })).rows).toEqual([]);
  });
});

/** Like moderation: in the row and in the list of pending hides, but not in the index. */
async function hide(num: number): Promise<void> {
  await world().pool.query('update posts set hidden = true where num = $1', [num]);
  await world().pool.query(
    `insert into pending_hides (board_id, num, subnum, thread, since)
     select board_id, num, subnum, thread, now() from posts where num = $1`,
    [num],
  );
}

test('a grouped export contains a thread whose first hit was just hidden, at its next hit', async () => {
  await archive.storeAndIndex('ck', [
    { num: 20, thread: 20, opener: true, comment: 'pelicanword' },
    { num: 21, thread: 20, comment: 'pelicanword' },
    { num: 22, thread: 22, opener: true, comment: 'pelicanword' },
  ]);
  onTestFinished(async () => {
    await world().pool.query('delete from pending_hides');
    await world().pool.query('update posts set hidden = true where num in (20, 21, 22)');
  });
  await hide(21);
  const q = 'pelicanword group:thread';
  const { rows, end } = await exported({ q });
  expect(nums(rows)).toEqual([22, 20]);
  expect(rows).toEqual(await paged(q, 'new'));
  expect(end).toMatchObject({ rows: 2, complete: true });
  expect(nums((await exported({ q, scope: 'threads' })).rows)).toEqual([22, 20]);
});

describe('a limit', () => {
  test('truncates the export, with a note and a cursor for continuing by export or search', async () => {
    const first = await exported({ q: 'many', limit: '1100' });
    expect(first.end).toMatchObject({ rows: 1_100, complete: false, reason: 'limit' });
    const cursor = first.end.next ?? '';
    const rest = await exported({ q: 'many', cursor });
    expect(rest.end.complete).toBe(true);
    expect([...nums(first.rows), ...nums(rest.rows)]).toEqual(nums(await paged('many', 'new')));
    const page = (await server.search({ q: 'many', cursor, limit: '5' })).body as SearchAnswer;
    expect(nums(page.hits)).toEqual(nums(rest.rows.slice(0, 5)));
    expect(await server.get(addressOf({ q: 'other', cursor }))).toMatchObject({ status: 400 });
  });

  test.each([
    [1, false],
    [999, false],
    [1_000, false],
    [2_298, false],
    [2_299, true],
    [2_300, true],
  ])('of %i rows is complete: %s, since only an extra row shows that there are more', async (limit, complete) => {
    const { end } = await exported({ q: 'many', limit: String(limit) });
    expect(end).toMatchObject({ rows: Math.min(limit, POSTS - 1), complete, reason: complete ? null : 'limit' });
  });

  test('is lower for readers than for admins, and both can request less', async () => {
    const config = { ...givenConfig(world()), exportRows: 5, exportRowsAdmin: 50 };
    await using({ config }, async (limited) => {
      const admin = await givenAdmin(world(), limited);
      const rowsOf = async (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
        read(String((await limited.get(addressOf({ q: 'many', ...parameters }), headers)).body)).end.rows;
      expect(await rowsOf({})).toBe(5);
      expect(await rowsOf({ limit: '1000' })).toBe(5);
      expect(await rowsOf({ limit: '3' })).toBe(3);
      expect(await rowsOf({}, { cookie: admin.cookie })).toBe(50);
      expect(await rowsOf({}, { cookie: `${admin.cookie}x` })).toBe(5);
    });
    await using({ config: { ...config, exportRows: 0 } }, async (closed) => {
      expect(await closed.get(addressOf({ q: 'many' }))).toMatchObject({
        status: 403,
        body: { code: 'export_refused' },
      });
    });
  });
});

async function using(options: Partial<ServerOptions>, work: (server: GivenServer) => Promise<void>): Promise<void> {
  const running = await givenServer(world(), options);
  try {
    await work(running);
  } finally {
    await running.close();
  }
}

describe('CSV', () => {
  test('contains the same posts, with text that spreadsheets do not evaluate as formulas', async () => {
    const answer = await server.get(addressOf({ q: 'few sort:old', format: 'csv' }));
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="sagasu-few-2024-03-31.csv"',
    });
    const text = String(answer.body);
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [head = [], ...rows] = readCsv(text.slice(1));
    expect(head).toEqual(CSV_COLUMNS);
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    expect(column('num')).toEqual(['1', '2', 'rows=2']);
    expect(column('subject').slice(0, 2)).toEqual([`'=SUM(A1)`, '']);
    expect(column('comment')[0]).toBe('few, "quoted"\nthird');
    expect(rows.at(-1)?.slice(0, 4)).toEqual(['#end', 'rows=2', 'complete=true', 'reason=']);
  });

  test('has the same rows as NDJSON', async () => {
    const { rows } = await exported({ q: 'third' });
    const csv = String((await server.get(addressOf({ q: 'third', format: 'csv' }))).body);
    const [head = [], ...cells] = readCsv(csv.slice(1));
    expect(cells.slice(0, -1).map((row) => [row[0], Number(row[1]), row[head.indexOf('comment')]])).toEqual(
      rows.map((row) => [row.board, row.num, row.comment]),
    );
  });
});

describe('scope=threads', () => {
  test('contains each post of each thread with a hit once, in the order of the first hits', async () => {
    const q = 'third -board:ck';
    const { rows, end } = await exported({ q, scope: 'threads' });
    const hits = await paged(q, 'new');
    const threads = [...new Set(hits.map(({ thread }) => thread))];
    const expected: number[] = [];
    for (const thread of threads.slice(0, 20)) {
      const { posts } = (await server.get(`/api/v1/boards/g/threads/${thread}`)).body as Thread;
      expected.push(...nums(posts));
    }
    expect(nums(rows).slice(0, expected.length)).toEqual(expected);
    expect(new Set(nums(rows)).size).toBe(rows.length);
    expect([...new Set(rows.map(({ thread }) => thread))]).toEqual(threads);
    expect(rows).toHaveLength(POSTS - 1);
    expect(rows[0]?.thread_subject).toMatch(/^Thread /);
    expect(end).toMatchObject({ complete: true, next: null });
  });

  test('is truncated at the limit, without a cursor, which could not tell which threads were exported', async () => {
    const { end } = await exported({ q: 'many', scope: 'threads', limit: '15' });
    expect(end).toEqual({ end: true, rows: 15, complete: false, reason: 'limit', next: null });
  });
});

describe('an impossible export is refused with a problem', () => {
  test.each([
    [{ q: '"few' }, 'quote_unclosed'],
    [{ q: 'board:nope' }, 'board_unknown'],
    [{ q: 'few', cursor: 'x' }, 'cursor_invalid'],
    [{ q: 'few', format: 'xml' }, 'request_invalid'],
    [{ q: 'few', limit: '0' }, 'request_invalid'],
    [{ q: 'few', scope: 'all' }, 'request_invalid'],
  ])('%j', async (parameters, code) => {
    expect(await server.get(addressOf(parameters))).toMatchObject({ status: 400, body: { code } });
  });

  test('also while a store is unavailable, and the export slot is released each time', async () => {
    const config = { ...givenConfig(world()), exports: 1 };
    const nowhere = await freePort();
    const elasticsearchUrls = [`http://127.0.0.1:${nowhere}`];
    const running = await givenServer(world(), { config, elasticsearchUrls });
    for (let round = 1; round <= 3; round++) {
      expect(await running.get(addressOf({ q: 'few' }))).toMatchObject({
        status: 503,
        body: { code: 'search_unavailable' },
      });
    }
    await running.close();
  });

  test('also while a shard does not answer: an export is complete or marked as incomplete', async () => {
    await withBrokenShard(world(), 'few', async () => {
      expect(await server.get(addressOf({ q: 'few' }))).toMatchObject({
        status: 503,
        body: { code: 'search_unavailable', detail: expect.stringContaining('would lack posts') },
      });
    });
  });
});

/** A server that listens on a port, so that readers can be slow and disconnect. */
async function listening(options: Parameters<typeof givenServer>[1]): Promise<{ running: GivenServer; url: string }> {
  const running = await givenServer(world(), options);
  const url = await running.app.listen({ port: 0, host: '127.0.0.1' });
  return { running, url };
}

interface SlowReader {
  readonly destroyed: boolean;
  /** The first and the newest chunk. */
  readonly begun: string;
  readonly newest: string;
  destroy(): void;
}

/** Takes one chunk, at most 64 KiB, every 200 ms, on a connection from `localAddress`. */
function slowReader(url: string, localAddress: string): SlowReader {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  let begun = '';
  let newest = '';
  socket.write(`GET ${addressOf({ q: 'long' })} HTTP/1.1\r\nHost: archive\r\n\r\n`);
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    begun ||= chunk;
    newest = chunk;
    socket.pause();
    setTimeout(() => socket.resume(), 200);
  });
  return {
    get destroyed() {
      return socket.destroyed;
    },
    get begun() {
      return begun;
    },
    get newest() {
      return newest;
    },
    destroy: () => socket.destroy(),
  };
}

describe('a slow reader', () => {
  beforeAll(async () => {
    await archive.board('long');
    await archive.storeAndIndex(
      'long',
      LONG_POSTS.map((num) => ({ num, thread: 1, comment: LONG })),
    );
  });

  test('occupies one slot, others receive Retry-After, and a disconnect releases the slot immediately', async () => {
    const { running, url } = await listening({ config: { ...givenConfig(world()), exports: 1 } });
    const reader = await request(`${url}${addressOf({ q: 'long' })}`);
    expect(reader.statusCode).toBe(200);
    // Injected requests come from the trusted 127.0.0.1.
    const other = { 'x-forwarded-for': '192.0.2.1' };
    const refused = await running.get(addressOf({ q: 'few' }), other);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { code: 'exports_busy' },
    });
    reader.body.destroy();
    reader.body.on('error', () => undefined);
    await eventually(
      'the slot is free',
      async () => (await running.get(addressOf({ q: 'few' }), other)).status === 200,
    );
    await running.close();
  });

  test('has one export at a time: a second one is refused until the first has ended', async () => {
    const { running, url } = await listening({});
    const reader = await request(`${url}${addressOf({ q: 'long' })}`);
    expect(await running.get(addressOf({ q: 'few' }))).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { code: 'export_running' },
    });
    const admin = await givenAdmin(world(), running, 'exporter');
    expect((await running.get(addressOf({ q: 'few' }), { cookie: admin.cookie })).status).toBe(200);
    expect(read(await reader.body.text()).end.complete).toBe(true);
    await eventually('the export has ended', async () => (await running.get(addressOf({ q: 'few' }))).status === 200);
    await running.close();
  });

  test('is cut off, so that four of them keep no other reader from exporting', async () => {
    const exportReaders = { bytesPerSecond: 0, windowMs: 3_000, longestMs: 600_000 };
    const { running, url } = await listening({ exportReaders });
    const readers = [2, 3, 4, 5].map((host) => slowReader(url, `127.0.0.${host}`));
    onTestFinished(async () => {
      for (const reader of readers) reader.destroy();
      await running.close();
    });
    const other = { 'x-forwarded-for': '192.0.2.1' };
    const statusOfOther = async () => (await running.get(addressOf({ q: 'few' }), other)).status;
    await eventually('all exports run', async () => readers.every(({ begun }) => begun.startsWith('HTTP/1.1 200')));
    expect(await statusOfOther()).toBe(503);
    exportReaders.bytesPerSecond = 5_000_000;
    await eventually('a slot is free', async () => (await statusOfOther()) === 200);
    for (const reader of readers) await eventually('the connection is closed', async () => reader.destroyed);
    for (const { newest } of readers) expect(newest).not.toContain('"end":true');
  });

  test('is cut off when its export takes too long, and a fast reader is not', async () => {
    const exportReaders = { bytesPerSecond: 1, windowMs: 1_000, longestMs: 60_000 };
    const { running, url } = await listening({ exportReaders });
    const reader = slowReader(url, '127.0.0.2');
    onTestFinished(async () => {
      reader.destroy();
      await running.close();
    });
    expect((await exported({ q: 'few' }, running)).end.complete).toBe(true);
    await eventually('the export runs', async () => reader.begun !== '');
    exportReaders.longestMs = 1_000;
    await eventually('the connection is closed', async () => reader.destroyed);
    expect(reader.newest).not.toContain('"end":true');
    exportReaders.longestMs = 60_000;
    expect((await exported({ q: 'few' }, running)).end.complete).toBe(true);
  });

  test('receives a last line with a cursor when the server stops', async () => {
    const { running, url } = await listening({});
    const reader = await request(`${url}${addressOf({ q: 'long' })}`);
    const closed = running.close();
    const { rows, end } = read(await reader.body.text());
    await closed;
    expect(end).toMatchObject({ complete: false, reason: 'closing', next: expect.any(String) });
    const rest = await exported({ q: 'long', cursor: end.next ?? '' });
    expect([...nums(rows), ...nums(rest.rows)]).toEqual(LONG_POSTS);
  });

  test('receives an error and a cursor in the last line when a store becomes unavailable', async () => {
    const { hostname, port } = new URL(world().elasticsearchUrls[0] ?? '');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const elasticsearchUrls = [atPort(world().elasticsearchUrls[0] ?? '', proxy.port)];
    const { running, url } = await listening({ elasticsearchUrls });
    const reader = await request(`${url}${addressOf({ q: 'long' })}`);
    proxy.cut();
    const { rows, end } = read(await reader.body.text());
    expect(end).toMatchObject({ complete: false, reason: 'search_unavailable' });
    expect(rows.length).toBeGreaterThan(0);
    proxy.restore();
    const rest = await exported({ q: 'long', cursor: end.next ?? '' });
    expect([...nums(rows), ...nums(rest.rows)]).toEqual(LONG_POSTS);
    await running.close();
    await proxy.close();
  });
});
