/** Random histories: a client that revalidates its copy sees every change. */
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { listBoards } from '../../../../store/boards/boards.ts';
import { printContext } from '../../server/foolfuuka/site.ts';
import { foolFuukaThread } from '../../server/foolfuuka/threads.ts';
import { fourChanThread } from '../../server/four-chan/thread.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { Site } from '../../../../server/shared/site.ts';
import { ThreadImages } from '../../server/foolfuuka/board-images.ts';
import { ThreadReader, type PrintedThread } from '../../../../server/threads/read-thread.ts';
import { useWorld } from '../../../../test/support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  START,
  type GivenArchive,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { wardenOf } from '../../../../test/support/sessions.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let boardId: number;
let pool: pg.Pool;
let now = START;

const publicUrl = 'http://archive.example.org';

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  server = await givenServer(world(), { clock: () => new Date(now), config: { ...givenConfig(world()), publicUrl } });
});

afterAll(async () => {
  await server.close();
  await pool.end();
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 1_500 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 200_000 }) }) },
  fc.record({
    kind: fc.constant('write' as const),
    reply: fc.integer({ min: 0, max: 2 }),
    text: fc.constantFrom('a', 'b'),
  }),
  fc.record({ kind: fc.constantFrom('hide' as const, 'show' as const), reply: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('file' as const), reply: fc.integer({ min: 0, max: 2 }) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Copy {
  readonly body: string;
  readonly etag: string;
  readonly date: string;
}

/** The answers of a thread's addresses without a cache. */
async function readAnew(thread: number): Promise<(PrintedThread | null)[]> {
  const boards = await listBoards(pool);
  const [board] = boards;
  if (board === undefined) throw new Error('there is no board');
  const context = printContext(boards, new Site(publicUrl));
  const images = await new ThreadImages(pool, () => new Date(now)).read(board.id, thread);
  const foolFuuka = (limit: number | null) =>
    foolFuukaThread(thread, { after: null, limit, deleted: false }, context, images);
  const formats = [fourChanThread(board, null), foolFuuka(null), foolFuuka(1)];
  return Promise.all(formats.map(async (format) => new ThreadReader(pool, 1).read(board, thread, format)));
}

let threads = 0;

const FILES = `
  update posts set media_hash_src = $2, time_modified = $4, rev = rev + 1000000 where board_id = $1 and num = $3`;

async function take(thread: number, change: Step): Promise<void> {
  if (change.kind === 'wait') {
    now += change.ms;
    return;
  }
  const num = thread + change.reply;
  if (change.kind === 'write') {
    const { rows } = await pool.query('select hidden from posts where num = $1', [num]);
    const isHidden = (rows as { hidden: boolean }[])[0]?.hidden ?? false;
    const opener = change.reply === 0;
    const file = { mediaTime: num, mediaType: 'png' };
    const post = { num, thread, opener, comment: change.text, hidden: isHidden, timeModified: new Date(now), ...file };
    await archive.store('g', [{ ...post, timePosted: new Date(START) }]);
  } else if (change.kind === 'file') {
    await world().pool.query(FILES, [boardId, Buffer.alloc(32, threads % 256), num, new Date(now)]);
  } else {
    const board = { id: boardId, name: 'g', source: '4chan' as const };
    const posts = [{ num, subnum: 0 }];
    const facts = {
      threads: false,
      actor: 'warden',
      secret: await wardenOf(world().pool),
      reason: null,
      now: new Date(now),
    };
    await moderate(pool, { action: change.kind, board, posts, ...facts }).catch(() => undefined);
  }
}

const ADDRESSES = [
  (thread: number) => `/g/thread/${thread}.json`,
  (thread: number) => `/_/api/chan/thread/?board=g&num=${thread}`,
  (thread: number) => `/_/api/chan/thread/?board=g&num=${thread}&last_limit=1`,
  (thread: number) => `/_/api/chan/post/?board=g&num=${thread}`,
];

test('an answer is 304 only while its bytes are the same, and always while its ETag is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const thread = ++threads * 10;
      await take(thread, { kind: 'write', reply: 0, text: 'a' });
      const known = ADDRESSES.map((address) => ({ url: address(thread), copies: [] as Copy[] }));
      for (const change of steps) {
        await take(thread, change);
        const fresh = await readAnew(thread);
        for (const [place, { url, copies }] of known.entries()) await compare(url, copies, fresh[place]);
      }
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? countOf(200)) },
  );
}, 600_000);

/** `fresh`: the same answer without a cache; undefined for addresses whose answers are not cached. */
async function compare(url: string, copies: Copy[], fresh: PrintedThread | null | undefined): Promise<void> {
  const ask = async (headers: Record<string, string>) => server.app.inject({ url, headers });
  const whole = await ask({});
  if (fresh === null) expect(whole.statusCode).toBe(404);
  else if (fresh !== undefined) {
    expect(whole.body).toBe(String(fresh.body));
    expect(whole.headers['etag']).toBe(fresh.etag);
  }
  for (const { body, etag, date } of copies) {
    const byTag = await ask({ 'if-none-match': etag });
    expect(byTag.statusCode).toBe(whole.statusCode === 404 ? 404 : etag === whole.headers['etag'] ? 304 : 200);
    if (byTag.statusCode === 304) expect(whole.body).toBe(body);
    const byDate = await ask({ 'if-modified-since': date });
    if (byDate.statusCode === 304) expect(whole.body).toBe(body);
    else expect(byDate.body.replace(/"request_id":"[^"]*"/, '')).toBe(whole.body.replace(/"request_id":"[^"]*"/, ''));
  }
  if (whole.statusCode === 404) return;
  const copy = {
    body: whole.body,
    etag: String(whole.headers['etag']),
    date: String(whole.headers['last-modified']),
  };
  copies.push(copy);
  // After a minute without changes, dates validate too.
  now += 62_000;
  const settled = String((await ask({})).headers['last-modified']);
  expect((await ask({ 'if-modified-since': settled })).statusCode).toBe(304);
  now -= 62_000;
}
