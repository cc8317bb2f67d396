/** Histories drawn at random: who asks with what they were told before hears of every change, and of nothing else. */
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { createAnswerMemory, type PrintedBody } from '../../../../server/answer-memory.ts';
import { loadBoards } from '../../../../server/boards/load.ts';
import { loadFoolFuukaThread } from '../../../../server/compat/foolfuuka/load-thread.ts';
import { createThreadPrinter, surroundingsOf } from '../../../../server/compat/foolfuuka/threads.ts';
import { createFourChanPrinter, loadFourChanThread } from '../../../../server/compat/four-chan/load-thread.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { Site } from '../../../../server/http/site.ts';
import { ThreadRows } from '../../../../server/threads/rows.ts';
import { ThreadStates } from '../../../../server/threads/states.ts';
import { useWorld } from '../../../support/world.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  START,
  tellServers,
  type GivenArchive,
  type GivenServer,
} from '../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let boardId: number;
let pool: pg.Pool;
let anew: ReturnType<typeof deskThatRemembersNothing>;
let now = START;

const publicUrl = 'http://archive.example.org';

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  pool = createPostgresPool({ url: world().databaseUrl, role: 'sagasu_server' });
  anew = deskThatRemembersNothing();
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

function deskThatRemembersNothing() {
  const states = new ThreadStates({ pool, now: () => performance.now() });
  return { states, rows: new ThreadRows({ pool, states, maxKept: 0 }), memory: createAnswerMemory(0) };
}

/** As the addresses of threads would answer if nothing had been read or printed before. */
async function readAnew(thread: number): Promise<(PrintedBody | null)[]> {
  const boards = await loadBoards(pool);
  const [board] = boards;
  if (board === undefined) throw new Error('there is no board');
  const around = surroundingsOf(boards, new Site(publicUrl));
  const asked = { board, num: thread, after: null, around };
  return [
    await loadFourChanThread({ ...anew, print: createFourChanPrinter() }, board, thread),
    await loadFoolFuukaThread({ ...anew, print: createThreadPrinter() }, { ...asked, limit: null }),
    await loadFoolFuukaThread({ ...anew, print: createThreadPrinter() }, { ...asked, limit: 1 }),
  ];
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
    // FoolFuuka's API shows where it is, the 4chan API does not.
    await world().pool.query(FILES, [boardId, Buffer.alloc(32, threads % 256), num, new Date(now)]);
    await tellServers(world(), boardId, [thread]);
  } else {
    const board = { id: boardId, name: 'g', source: '4chan' as const };
    const posts = [{ num, subnum: 0 }];
    const facts = { threads: false, actor: 'warden', reason: null, now: new Date(now) };
    await moderate(pool, { action: change.kind, board, posts, ...facts }).catch(() => undefined);
  }
}

const ADDRESSES = [
  (thread: number) => `/g/thread/${thread}.json`,
  (thread: number) => `/_/api/chan/thread/?board=g&num=${thread}`,
  (thread: number) => `/_/api/chan/thread/?board=g&num=${thread}&last_limit=1`,
  (thread: number) => `/_/api/chan/post/?board=g&num=${thread}`,
];

test('an answer is called unchanged only while its bytes are what they were', async () => {
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
    { numRuns: Number(process.env['HISTORIES'] ?? 25) },
  );
}, 600_000);

/** `fresh`: the same, read and printed without anything from before; undefined where nothing is kept. */
async function compare(url: string, copies: Copy[], fresh: PrintedBody | null | undefined): Promise<void> {
  const ask = async (headers: Record<string, string>) => server.app.inject({ url, headers });
  const whole = await ask({});
  if (fresh === null) expect(whole.statusCode).toBe(404);
  else if (fresh !== undefined) {
    expect(whole.body).toBe(String(fresh.body));
    expect(whole.headers['etag']).toBe(fresh.etag);
  }
  for (const { body, etag, date } of copies) {
    const byTag = await ask({ 'if-none-match': etag });
    expect(byTag.statusCode).toBe(whole.statusCode === 404 ? 404 : body === whole.body ? 304 : 200);
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
  // Seen from a minute after the last change, dates are good too.
  now += 62_000;
  const settled = String((await ask({})).headers['last-modified']);
  expect((await ask({ 'if-modified-since': settled })).statusCode).toBe(304);
  now -= 62_000;
}
