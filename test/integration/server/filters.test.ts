/** Filters: their effect on new and stored posts, who may change them, and undoing them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import type { AppliedFilter, Filter, TriedFilter, UndoneFilter } from '../../../mappings/contract/filters.ts';
import type { PostObservation } from '../../../mappings/post.ts';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { deletePosts } from '../../../scraper/deletions/record-missing.ts';
import { lockThread } from '../../../store/post-lock.ts';
import { createSlices } from '../../../store/slices.ts';
import { writeRange } from '../../../store/write-range.ts';
import { writeThread } from '../../../store/write-thread.ts';
import { anExtraFile, aPost } from '../../support/builders.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { ask, givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const NOW = new Date('2024-05-01T12:00:00Z');
let server: GivenServer;
let admin: Admin;
let adminOfG: Admin;
let scrapers: pg.Pool;
const ids = { g: 0, x: 0 };

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  scrapers = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper') });
  const archive = givenArchive(world());
  ids.g = await archive.board('g');
  ids.x = await archive.board('x');
  for (const board of ['g', 'x']) {
    await archive.storeAndIndex(board, [
      { num: 10, thread: 10, opener: true, subject: 'cheap watches' },
      ...Array.from({ length: 40 }, (_, index) => ({
        num: 11 + index,
        thread: 10,
        comment: index % 4 === 0 ? 'Cheap <b>watches</b> here' : 'plover',
      })),
      { num: 60, thread: 10, comment: 'cheap watches', hidden: true },
    ]);
  }
  admin = await givenAdmin(world(), server);
  adminOfG = await givenAdmin(world(), server, 'gail');
  await world().pool.query(
    `update account_roles set board_id = $1 where account_id = (select id from accounts where name = 'gail')`,
    [ids.g],
  );
});

afterAll(async () => {
  await server.close();
  await scrapers.end();
});

const PHRASE = { board: 'g', kind: 'phrase', pattern: 'cheap watches', action: 'hide' };

const added = async (body: object, who = admin) => {
  const { status, body: answer } = await who.send('POST', '/filters', body);
  expect([status, answer]).toEqual([201, { id: expect.any(Number) as number }]);
  return (answer as { id: number }).id;
};
/** The fields of all answers of the routes. */
type Batch = Partial<TriedFilter & AppliedFilter & UndoneFilter> & { readonly code?: string };
const named = (num: number) => ({ board: 'g', num });
const send = async (id: number, what: string, body: object = {}, who = admin) => {
  const { status, body: answer } = await who.send('POST', `/filters/${id}/${what}`, body);
  return { status, body: answer as Batch };
};
const enabled = async (body: object) => {
  const id = await added(body);
  expect((await send(id, 'try')).status).toBe(200);
  expect((await send(id, 'enable')).status).toBe(204);
  return id;
};
const undone = async (id: number) => {
  let posts = 0;
  for (;;) {
    const { status, body } = await send(id, 'undo');
    expect(status).toBe(200);
    posts += body.posts ?? 0;
    if (body.left === 0) return posts;
  }
};
const listed = async (id: number) => {
  const { body } = await admin.get('/filters');
  return (body as { filters: Filter[] }).filters.find((one) => one.id === id);
};
const states = async (board: number, from: number) => {
  const { rows } = await world().pool.query<{ state: string }>(
    `select num || case when hidden then ' hidden' else '' end as state from posts where board_id = $1 and num >= $2 order by num`,
    [board, from],
  );
  return rows.map(({ state }) => state);
};
const observed = (known: Parameters<typeof aPost>[0], isDeleted = false): PostObservation => {
  const fields = aPost(known);
  return { fields, fileDeleted: false, ...(isDeleted && { deletion: { time: NOW } }) };
};
const arrive = async (posts: readonly PostObservation[]) =>
  inTransaction(scrapers, async (client) => {
    const [first] = posts;
    const lock = await lockThread(client, ids.g, first?.fields.thread ?? 0);
    return writeThread(lock, posts, { mediaKinds: [], now: NOW });
  });

test('a filter has no effect before it is tried and enabled, then hides new posts, and is undone as a whole', async () => {
  const id = await added(PHRASE);
  expect((await send(id, 'enable')).body.code).toBe('filter_untried');
  const tried = await send(id, 'try');
  expect(tried.body).toMatchObject({ posts: 41, matches: 11, next: null });
  expect(tried.body.samples?.[0]).toMatchObject({ board: 'g', num: 47, thread: 10, excerpt: 'Cheap watches here' });
  expect((await states(ids.g, 10)).filter((state) => state.endsWith('hidden'))).toEqual(['60 hidden']);

  await arrive([observed({ num: 100, thread: 10, comment: 'cheap watches' })]);
  expect((await send(id, 'enable')).status).toBe(204);
  const more = [
    observed({ num: 101, thread: 10, comment: 'cheap watches' }),
    observed({ num: 102, thread: 10, comment: 'plover' }),
  ];
  await arrive(more);
  expect(await states(ids.g, 100)).toEqual(['100', '101 hidden', '102']);
  expect((await server.get('/api/v1/boards/g/posts/101')).status).toBe(404);
  const { rows } = await world().pool.query('select replies from posts where board_id = $1 and num = 10', [ids.g]);
  expect(rows).toEqual([{ replies: 42 }]);

  const before = await world().pool.query('select rev from posts where board_id = $1 order by num', [ids.g]);
  await arrive(more);
  expect((await world().pool.query('select rev from posts where board_id = $1 order by num', [ids.g])).rows).toEqual(
    before.rows,
  );

  expect((await send(id, 'apply')).body).toEqual({ posts: 12, next: null });
  expect(await listed(id)).toMatchObject({ hidden: 13, held: 0, refused: 0, tried_matches: 11 });
  expect(await undone(id)).toBe(13);
  expect((await states(ids.g, 10)).filter((state) => state.endsWith('hidden'))).toEqual(['60 hidden']);
  expect(await listed(id)).toMatchObject({ hidden: 0, enabled_at: null });
  await arrive([observed({ num: 103, thread: 10, comment: 'cheap watches' })]);
  expect(await states(ids.g, 103)).toEqual(['103']);
  expect((await admin.send('DELETE', `/filters/${id}`)).status).toBe(204);
  const log = await world().pool.query<{ action: string; actor: string }>(
    `select action, actor from audit_log where action ~ '^post_filters' order by id`,
  );
  expect(log.rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual(
    ['insert', 'update', 'update', 'delete'].map((did) => `post_filters.${did} root`),
  );
});

test('a refusing filter blocks replies, by threads and by ranges, and hides opening posts', async () => {
  const id = await enabled({ ...PHRASE, pattern: 'refused words', action: 'refuse' });
  await arrive([
    observed({ num: 200, thread: 200, comment: 'refused words' }),
    observed({ num: 201, thread: 200, comment: 'Refused  WORDS' }),
    observed({ num: 202, thread: 200, comment: 'plover' }),
  ]);
  expect(await states(ids.g, 200)).toEqual(['200 hidden', '202']);
  const range = await writeRange(
    world().pool,
    createSlices(world().pool),
    { id: ids.g, sliceSize: 50_000_000 },
    [observed({ num: 203, thread: 200, comment: 'refused words' }), observed({ num: 204, thread: 200, comment: 'x' })],
    { mediaKinds: [], now: NOW },
    'import',
  );
  expect(range).toMatchObject({ added: 1, refused: 1 });
  expect(await states(ids.g, 203)).toEqual(['204']);
  expect(await listed(id)).toMatchObject({ hidden: 1, refused: 2 });
  expect((await admin.send('DELETE', `/filters/${id}`)).status).toBe(409);
  expect(await undone(id)).toBe(1);
  await arrive([observed({ num: 201, thread: 200, comment: 'Refused  WORDS' })]);
  expect(await states(ids.g, 200)).toEqual(['200', '201', '202', '204']);
});

test('a held post waits in the queue of staff, and undoing the filter keeps their decisions', async () => {
  const id = await enabled({ ...PHRASE, kind: 'regexp', pattern: '\\bhold (me|us)\\b', action: 'hold' });
  await arrive([301, 302, 303].map((num) => observed({ num, thread: 10, comment: 'hold me' })));
  const queue = async () => {
    const { body } = await admin.get('/reports');
    return (body as { posts: { num: number; held: boolean; networks: number }[] }).posts;
  };
  expect((await queue()).map(({ num, held, networks }) => [num, held, networks])).toEqual([
    [301, true, 0],
    [302, true, 0],
    [303, true, 0],
  ]);
  expect((await admin.send('POST', '/reports', { action: 'dismiss', posts: [named(301)] })).status).toBe(200);
  expect((await admin.send('POST', '/posts', { action: 'hide', ...named(302) })).status).toBe(200);
  expect(await states(ids.g, 300)).toEqual(['301', '302 hidden', '303 hidden']);
  expect(await undone(id)).toBe(1);
  expect(await states(ids.g, 300)).toEqual(['301', '302 hidden', '303']);
  expect(await queue()).toEqual([]);
});

const writeGhost = async (comment: string, remoteAddress: string) => {
  const payload = { board: 'x', thread: 10, comment, password: 'hunter22' };
  return ask(server, { method: 'POST', url: '/api/v1/ghosts', payload, remoteAddress });
};

test('ghost posts are refused with a message, or held for staff', async () => {
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "proof": false}}' where id = $1`,
    [ids.x],
  );
  const filters = [
    await enabled({ ...PHRASE, board: 'x', pattern: 'ghastly', action: 'refuse' }),
    await enabled({ ...PHRASE, board: 'x', pattern: 'dubious' }),
  ];
  expect(await writeGhost('so ghastly', '192.0.2.1')).toMatchObject({ status: 403, body: { code: 'ghost_refused' } });
  expect(await writeGhost('so dubious', '198.51.100.1')).toMatchObject({ status: 201, body: { held: true } });
  expect(await writeGhost('so fine', '203.0.113.1')).toMatchObject({ status: 201, body: { held: false } });
  for (const id of filters) await undone(id);
});

test('a filter can hide posts that the source deleted', async () => {
  const deleted = { board: 'g', kind: 'deleted', action: 'hide' };
  const id = await enabled(deleted);
  await arrive([
    observed({ num: 401, thread: 10, comment: 'x' }, true),
    observed({ num: 402, thread: 10, comment: 'x' }),
  ]);
  expect(await states(ids.g, 400)).toEqual(['401 hidden', '402']);
  await world().pool.query('update posts set time_deleted_post = now() where board_id = $1 and num in (11, 402)', [
    ids.g,
  ]);
  expect((await send(id, 'apply')).body).toEqual({ posts: 2, next: null });
  expect(await undone(id)).toBe(3);
});

test('such a filter hides later deletions immediately, and leaves earlier ones', async () => {
  await arrive([501, 502, 503].map((num) => observed({ num, thread: 10, comment: 'x' })));
  const id = await enabled({ board: 'g', kind: 'deleted', action: 'hide' });
  const before = await world().pool.query<{ replies: number }>(
    'select replies from posts where board_id = $1 and num = 10',
    [ids.g],
  );
  await inTransaction(scrapers, async (client) => {
    const lock = await lockThread(client, ids.g, 10);
    await deletePosts(lock, 10, new Map([[502, NOW]]), NOW);
  });
  expect(await states(ids.g, 501)).toEqual(['501', '502 hidden', '503']);
  const { rows } = await world().pool.query('select p.num from pending_hides p where p.board_id = $1', [ids.g]);
  expect(rows).toContainEqual({ num: '502' });
  const after = await world().pool.query<{ replies: number }>(
    'select replies from posts where board_id = $1 and num = 10',
    [ids.g],
  );
  expect(after.rows[0]?.replies).toBe((before.rows[0]?.replies ?? 0) - 1);
  expect((await server.get('/api/v1/boards/g/posts/502')).status).toBe(404);
  expect(await undone(id)).toBe(1);
  expect(await states(ids.g, 501)).toEqual(['501', '502', '503']);
});

const withFile = (num: number, mediaHash: Buffer) =>
  observed({ num, thread: 10, comment: 'x', mediaHash, mediaTime: num, mediaType: 'png' });

test('another archive’s list of banned files is tried, applied as a hide, also matches later posts, and is undone as a whole', async () => {
  const [banned, other] = [Buffer.alloc(16, 11), Buffer.alloc(16, 12)];
  await arrive([withFile(601, banned), withFile(602, other)]);
  const body = { kind: 'files', action: 'hide', note: 'another archive' };
  for (const [files, said] of [
    [[], 'list the MD5s'],
    [['nonsense'], 'nonsense is no MD5'],
  ] as const)
    expect((await admin.send('POST', '/filters', { ...body, files })).body).toMatchObject({
      code: 'filter_invalid',
      detail: expect.stringContaining(said) as string,
    });
  const id = await added({ ...body, files: [banned.toString('base64'), banned.toString('hex'), 'f'.repeat(32)] });
  expect(await listed(id)).toMatchObject({ files: 2, note: 'another archive' });
  expect((await send(id, 'try')).body).toMatchObject({ matches: 1, samples: [{ num: 601 }] });
  const second = anExtraFile({ place: 1, mediaHash: banned, mediaType: 'png' });
  await arrive([withFile(603, banned), { ...withFile(605, other), extraFiles: [second] }]);
  expect(await states(ids.g, 601)).toEqual(['601', '602', '603', '605']);
  await send(id, 'enable');
  await arrive([withFile(604, banned)]);
  expect((await send(id, 'apply')).body.posts).toBe(3);
  expect(await states(ids.g, 601)).toEqual(['601 hidden', '602', '603 hidden', '604 hidden', '605 hidden']);
  expect(await undone(id)).toBe(4);
  expect(await states(ids.g, 601)).toEqual(['601', '602', '603', '604', '605']);
  expect((await admin.send('DELETE', `/filters/${id}`)).status).toBe(204);
  expect((await world().pool.query('select from filter_hashes')).rowCount).toBe(0);
});

test('a long archive is tried and filtered in batches', async () => {
  const archive = givenArchive(world());
  const long = await archive.board('long');
  await archive.store('long', [
    { num: 1, thread: 1, opener: true },
    ...Array.from({ length: 1_200 }, (_, index) => ({ num: 2 + index, thread: 1, comment: 'flood' })),
  ]);
  const id = await enabled({ board: 'long', kind: 'phrase', pattern: 'flood', action: 'hide' });
  const figures: number[] = [];
  let next: string | null = null;
  do {
    const { body }: { body: Batch } = await send(id, 'apply', next === null ? {} : { cursor: next });
    figures.push(body.posts ?? 0);
    next = body.next ?? null;
  } while (next !== null);
  expect(figures).toEqual([500, 500, 200]);
  expect((await states(long, 1)).filter((state) => !state.endsWith('hidden'))).toEqual(['1']);
  expect(await undone(id)).toBe(1_200);
});

test('an admin of one board filters that board only; a moderator can only read filters', async () => {
  const ofAll = { kind: 'phrase', pattern: 'watches', action: 'hide' };
  for (const board of [{}, { board: 'x' }])
    expect((await adminOfG.send('POST', '/filters', { ...ofAll, ...board })).body).toMatchObject({
      code: 'role_required',
    });
  const everywhere = await added(ofAll);
  for (const what of ['try', 'enable', 'disable', 'apply', 'undo'])
    expect((await send(everywhere, what, {}, adminOfG)).body.code, what).toBe('role_required');
  const own = await added({ ...ofAll, board: 'g' }, adminOfG);
  expect((await send(own, 'try', {}, adminOfG)).body.posts).toBeGreaterThan(40);
  const onX = await added({ ...ofAll, board: 'x' });
  const seen = ((await adminOfG.get('/filters')).body as { filters: Filter[] }).filters.map((one) => one.id);
  expect([seen.includes(everywhere), seen.includes(own), seen.includes(onX)]).toEqual([true, true, false]);
  expect((await send(onX, 'try', {}, adminOfG)).body.code).toBe('filter_unknown');
  expect((await ask(server, { method: 'GET', url: '/api/v1/admin/filters' })).status).toBe(401);
});

test.each([
  [{ kind: 'regexp', pattern: '(' }],
  [{ kind: 'regexp', pattern: '(a)\\1' }],
  [{ kind: 'regexp', pattern: 'a*' }],
  [{ kind: 'phrase', pattern: '  ' }],
  [{ kind: 'phrase', pattern: 'x', fields: [] }],
  [{ kind: 'deleted', pattern: 'x' }],
  [{ kind: 'deleted', action: 'refuse' }],
])('%j is refused as a filter', async (body) => {
  expect((await admin.send('POST', '/filters', { action: 'hide', ...body })).body).toMatchObject({
    code: 'filter_invalid',
  });
});

test('a post that matches a hiding filter is stored as hidden, by threads and by ranges', async () => {
  const id = await enabled({ ...PHRASE, pattern: 'hidden at once' });
  const { pool } = world();
  await pool.query(
    `create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'changed'; end $$;
     create trigger refuse_change before update of hidden on posts
       for each row when (old.hidden <> new.hidden) execute function refuse_change()`,
  );
  try {
    const posts = [
      observed({ num: 900, thread: 10, comment: 'hidden at once' }),
      observed({ num: 901, thread: 10, comment: 'plover' }),
    ];
    await arrive(posts);
    const slices = createSlices(scrapers);
    const range = [
      observed({ num: 902, thread: 10, comment: 'hidden at once' }),
      observed({ num: 903, thread: 10, comment: 'plover' }),
    ];
    const written = await writeRange(scrapers, slices, { id: ids.g, sliceSize: 50_000_000 }, range, {
      mediaKinds: [],
      now: NOW,
    });
    expect(written.added).toBe(2);
    expect(await states(ids.g, 900)).toEqual(['900 hidden', '901', '902 hidden', '903']);
    expect(await listed(id)).toMatchObject({ hidden: 2 });
  } finally {
    await pool.query('drop function refuse_change cascade');
  }
  expect(await undone(id)).toBe(2);
});

test('invisible characters within words do not evade phrases', async () => {
  const written = {
    zerowidth: 'zero\u200Bwidth',
    softhyphen: 'soft\u00ADhyphen',
    wordjoiner: 'word\u2060joiner',
    supercalifragilistic: 'super<wbr>califragilistic',
    visible: 'vis\uFE0Fible',
    control: 'co\u0301ntrol',
  };
  const posts = Object.values(written).map((comment, index) => ({ num: 1_001 + index, thread: 10, comment }));
  await arrive([...posts, { num: 1_100, thread: 10, comment: 'plover' }].map((post) => observed(post)));
  for (const [index, pattern] of Object.keys(written).entries()) {
    const id = await added({ ...PHRASE, pattern });
    const { num } = posts[index] ?? {};
    expect([pattern, (await send(id, 'try')).body]).toMatchObject([pattern, { matches: 1, samples: [{ num }] }]);
    await send(id, 'enable');
    await send(id, 'apply');
  }
  // The same words in new posts.
  await arrive(posts.map((post) => observed({ ...post, num: post.num + 100 })));
  expect((await states(ids.g, 1_000)).filter((state) => !state.endsWith('hidden'))).toEqual(['1100']);
});
