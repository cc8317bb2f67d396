/** Ghost posts: permission, limits, numbers, text and deletion. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { ask, givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { givenBuiltPages } from '../../../../test/integration/server/given-pages.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
const ids = { g: 0, x: 0 };

beforeAll(async () => {
  const archive = givenArchive(world());
  ids.g = await archive.board('g');
  ids.x = await archive.board('x');
  for (const board of ['g', 'x']) {
    await archive.store(board, [
      { num: 10, thread: 10, opener: true, replies: 2, images: 0 },
      { num: 11, thread: 10 },
      { num: 15, thread: 10 },
      { num: 20, thread: 20, opener: true, replies: 0, images: 0 },
      { num: 30, thread: 30, opener: true, hidden: true },
    ]);
  }
  // After the boards are added, because a server caches its list of boards for a second.
  const config = { ...givenConfig(world()), tripcodeSecret: 'c2VjcmV0' };
  // PostgreSQL checks sessions with its own clock.
  server = await givenServer(world(), { config, clock: () => new Date(), webRoot: await givenBuiltPages() });
  admin = await givenAdmin(world(), server);
});

beforeEach(async () => set('g', { ghosts: { allowed: true, proof: false } }));
afterAll(async () => {
  await server.close();
});

const set = async (board: string, settings: object) =>
  world().pool.query('update boards set settings = $2 where name = $1', [board, JSON.stringify(settings)]);

let written = 0;
/** Uses a new network for each call by default. */
const addressOf = (number: number) => `2001:db8:${number.toString(16)}::1`;
const ghost = (more: object = {}) => ({
  board: 'g',
  thread: 10,
  comment: `heron ${(written += 1)}`,
  password: 'hunter22',
  ...more,
});
const write = async (
  more: object = {},
  remoteAddress = addressOf(written + 1),
  headers: Record<string, string> = {},
) => {
  const { status, body } = await ask(server, {
    method: 'POST',
    url: '/api/v1/ghosts',
    payload: ghost(more),
    remoteAddress,
    headers,
  });
  return { status, body: body as { code?: string; detail?: string; num: number; subnum: number; held: boolean } };
};
const remove = async (post: object, password = 'hunter22') =>
  ask(server, { method: 'POST', url: '/api/v1/ghosts/delete', payload: { board: 'g', ...post, password } });
const read = async (name: string) => {
  const [num, subnum = '0'] = name.split('_');
  const { status, body } = await server.get(`/api/v1/boards/g/posts/${num}?subnum=${subnum}`);
  return { status, post: body as Record<string, unknown> };
};
const rows = async (what: string) => (await world().pool.query<Record<string, unknown>>(what)).rows;

test('a ghost post is numbered after the newest post of its thread, including removed ones, and shown immediately', async () => {
  expect(await write()).toMatchObject({ status: 201, body: { num: 15, subnum: 1, held: false } });
  const second = await write({ name: 'Ann', subject: 'birds', email: 'sage' });
  expect(second.body).toMatchObject({ num: 15, subnum: 2 });
  expect((await read('15_2')).post).toMatchObject({
    num: 15,
    subnum: 2,
    thread: 10,
    name: 'Ann',
    subject: 'birds',
    email: 'sage',
  });
  expect((await remove({ num: 15, subnum: 2 })).status).toBe(204);
  expect((await write()).body).toMatchObject({ num: 15, subnum: 3 });
  expect((await write({ thread: 20 })).body).toMatchObject({ num: 20, subnum: 1 });
  expect(await rows(`select replies from posts where board_id = ${ids.g} and num = 10`)).toEqual([{ replies: 4 }]);
  expect(await rows(`select count(*)::int as count from dirty where board_id = ${ids.g}`)).toEqual([{ count: 2 }]);
});

test('fifty simultaneous posts get fifty numbers', async () => {
  const before = Number(
    (await rows(`select max(subnum) as most from posts where board_id = ${ids.g} and num = 20`))[0]?.['most'],
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      // On a busy machine some requests exceed the time limit of the queue.
      for (;;) {
        const answer = await write({ thread: 20 }, addressOf(0x1000 + index));
        if (answer.body.code !== 'writers_busy') return answer;
      }
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const numbers = answers.map(({ body }) => body.subnum).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => before + 1 + index));
});

test.each([
  ['Ann#tea', 'Ann', '!WokonZwxw2'],
  ['#password', 'Anonymous', '!ozOtJW9BFA'],
  ['Ann##tea', 'Ann', '!!x61h4K8uH0S'],
  ['Ann#tea#tea', 'Ann', '!WokonZwxw2!!x61h4K8uH0S'],
  ['', 'Anonymous', null],
])('the name %s becomes %s with the tripcode %s', async (name, shown, tripcode) => {
  const { body } = await write({ name });
  expect((await read(`15_${body.subnum}`)).post).toMatchObject({ name: shown, tripcode });
});

test('quotes, links and BBCode are formatted, and HTML is escaped', async () => {
  const comment = `>implying\n>>11 >>20 >>999 [spoiler]x[/spoiler]\n<script>alert(1)</script> [ban[banned]ned]no[/banned] \u202Ereversed`;
  const { body } = await write({ comment });
  const [row] = await rows(
    `select comment from posts where board_id = ${ids.g} and num = 15 and subnum = ${body.subnum}`,
  );
  expect(row?.['comment']).toBe(
    '<span class="quote">&gt;implying</span><br><a href="#p11" class="quotelink">&gt;&gt;11</a> ' +
      '<a href="/g/thread/20#p20" class="quotelink">&gt;&gt;20</a> <span class="deadlink">&gt;&gt;999</span> <s>x</s><br>' +
      '&lt;script&gt;alert(1)&lt;/script&gt; no reversed',
  );
});

test('an address waits between two posts, a /48 counts as one, and the next post is accepted after the wait', async () => {
  await set('g', { ghosts: { allowed: true, proof: false, cooldown: 40 } });
  expect((await write({}, '2001:db8:aaaa:1::1')).status).toBe(201);
  const refused = await write({}, '2001:db8:aaaa:ffff::9');
  expect(refused).toMatchObject({ status: 429, body: { code: 'ghost_wait' } });
  expect(refused.body.detail).toMatch(/^You must wait up to (39|40) seconds to post again\.$/);
  expect((await write({}, '2001:db8:aaab::1')).status).toBe(201);
  expect((await write({}, '192.0.2.1')).status).toBe(201);
  expect((await write({}, '::ffff:192.0.2.1')).status).toBe(429);
  expect((await write({}, '192.0.2.2')).status).toBe(201);
  await world().pool.query(`update poster_addresses set expires_at = expires_at - interval '41 seconds'`);
  expect((await write({}, '192.0.2.1')).status).toBe(201);
});

test('of 1,000 posts from one /48 one is stored, other networks are not delayed, and a deletion does not reset the wait', async () => {
  await set('g', { ghosts: { allowed: true, proof: false, cooldown: 3_600 } });
  const before = Number((await rows(`select count(*) as count from posts where subnum > 0`))[0]?.['count']);
  const reads: number[] = [];
  const others: number[] = [];
  const answers: Awaited<ReturnType<typeof write>>[] = [];
  for (let part = 0; part < 20; part += 1) {
    const flood = Array.from({ length: 50 }, async (_, index) =>
      write({}, `2001:db8:bbbb:${(part * 50 + index).toString(16)}::1`),
    );
    reads.push((await server.get('/api/v1/boards/g/threads/10')).status);
    if (part % 10 === 5) others.push((await write({ thread: 20 }, addressOf(0x4000 + part))).status);
    answers.push(...(await Promise.all(flood)));
  }
  expect([new Set(reads), others]).toEqual([new Set([200]), [201, 201]]);
  const stored = answers.filter(({ status }) => status === 201);
  expect(stored).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(999);
  expect(Number((await rows(`select count(*) as count from posts where subnum > 0`))[0]?.['count'])).toBe(before + 3);
  expect((await remove({ num: 15, subnum: stored[0]?.body.subnum })).status).toBe(204);
  expect((await write({}, '2001:db8:bbbb::2')).status).toBe(429);
});

test('a /24 can write sixty posts an hour', async () => {
  await set('g', { ghosts: { allowed: true, proof: false, cooldown: 1 } });
  await world().pool.query(
    `insert into poster_addresses select $1, 1000 + n, 1, ('203.0.113.' || n)::inet, now() + interval '29 days 23 hours 30 minutes' from generate_series(1, 60) n`,
    [ids.x],
  );
  expect(await write({}, '203.0.113.200')).toMatchObject({ status: 429, body: { code: 'ghosts_too_many' } });
  await world().pool.query(`delete from poster_addresses where num > 1000`);
});

test('a thread accepts the same comment once an hour', async () => {
  expect((await write({ comment: 'twice' })).status).toBe(201);
  expect(await write({ comment: 'twice' }, '192.0.2.100')).toMatchObject({
    status: 409,
    body: { code: 'ghost_known' },
  });
  expect((await write({ comment: 'twice', thread: 20 }, '192.0.2.101')).status).toBe(201);
});

test('boards without ghost posts refuse them and store nothing about the sender', async () => {
  const attempts: [object, number, string][] = [
    [{ thread: 11 }, 404, 'thread_unknown'],
    [{ thread: 30 }, 404, 'thread_unknown'],
    [{ thread: 999 }, 404, 'thread_unknown'],
    [{ board: 'nowhere' }, 404, 'board_unknown'],
    [{ board: 'x' }, 403, 'ghosts_off'],
    [{ comment: ' \n ' }, 400, 'ghost_invalid'],
    [{ comment: '\n'.repeat(101) + 'x' }, 201, ''],
    [{ comment: 'x\n'.repeat(101) + 'x' }, 400, 'ghost_invalid'],
    [{ comment: 'x'.repeat(4_001) }, 400, 'request_invalid'],
    [{ password: 'abc' }, 400, 'request_invalid'],
  ];
  for (const [more, status, code] of attempts) {
    const answer = await write(more, addressOf(0x2000 + written));
    expect([answer.status, answer.body.code ?? ''], JSON.stringify(more).slice(0, 50)).toEqual([status, code]);
  }
  expect((await write({}, addressOf(0x2fff), { 'sec-fetch-site': 'cross-site' })).body.code).toBe('origin_foreign');
  expect(
    await rows(`select count(*)::int as count from poster_addresses where address <<= '2001:db8:2000::/36'`),
  ).toEqual([{ count: 1 }]);
});

test('a board whose source has ghost posts of its own refuses them', async () => {
  const { pool } = world();
  await pool.query(`update boards set source = 'foolfuuka' where id = $1`, [ids.g]);
  expect((await write()).body.code).toBe('ghosts_off');
  await pool.query(`update boards set source = '4chan' where id = $1`, [ids.g]);
  await pool.query(
    `insert into backfills (board_id, source, source_name, url) values ($1, 'foolfuuka', 'g', 'https://old.example')`,
    [ids.g],
  );
  expect((await write()).body.code).toBe('ghosts_off');
  await pool.query('delete from backfills');
  expect((await write()).status).toBe(201);
});

test('without a contact of the operator all boards refuse ghost posts', async () => {
  const silent = await givenServer(world(), { config: { ...givenConfig(world()), contact: null } });
  const answer = await ask(silent, { method: 'POST', url: '/api/v1/ghosts', payload: ghost() });
  expect(answer).toMatchObject({ status: 403, body: { code: 'ghosts_off' } });
  await silent.close();
});

test('a held post stays hidden until staff dismiss it in the queue', async () => {
  await set('g', { ghosts: { allowed: true, proof: false, hold: true } });
  const { status, body } = await write();
  expect([status, body.held]).toEqual([201, true]);
  const name = `${body.num}_${body.subnum}`;
  expect((await read(name)).status).toBe(404);
  const queue = (await admin.get('/reports')).body as { posts: { num: number; subnum: number; held: boolean }[] };
  expect(queue.posts).toMatchObject([{ num: body.num, subnum: body.subnum, held: true, reports: [] }]);
  const posts = [{ board: 'g', num: body.num, subnum: body.subnum }];
  expect((await admin.send('POST', '/reports', { action: 'dismiss', posts })).status).toBe(200);
  expect((await read(name)).status).toBe(200);
});

test('a banned network is refused with a link to appeal', async () => {
  const { body } = await write({}, '198.51.100.9');
  const post = { board: 'g', num: body.num, subnum: body.subnum };
  const banned = await admin.send('POST', '/bans', { post, boards: ['g'], days: 1, reason: 'flood' });
  expect(banned.status).toBe(201);
  expect(await write({}, '198.51.100.9')).toMatchObject({
    status: 403,
    body: { code: 'banned', appeal: expect.stringMatching(/^\/_\/ban\//) as string },
  });
  expect((await write({}, '198.51.100.10')).status).toBe(201);
});

test('only the right password deletes the post, for good', async () => {
  const { body } = await write({ comment: 'quetzalcoatlus', name: 'Quetzal#x' });
  const post = { num: body.num, subnum: body.subnum };
  expect(await remove(post, 'hunter3')).toMatchObject({ status: 403, body: { code: 'password_wrong' } });
  expect((await remove({ num: 15, subnum: 9_999 })).status).toBe(404);
  expect((await remove(post)).status).toBe(204);
  expect((await remove(post)).status).toBe(404);
  expect((await read(`${post.num}_${post.subnum}`)).status).toBe(404);
  const where = `board_id = ${ids.g} and num = ${post.num} and subnum = ${post.subnum}`;
  expect(
    await rows(`select hidden, time_purged is not null as purged, comment, name, tripcode from posts where ${where}`),
  ).toEqual([{ hidden: true, purged: true, comment: null, name: null, tripcode: null }]);
  expect(await rows(`select purged_by from tombstones where ${where}`)).toEqual([{ purged_by: 'its writer' }]);
  expect(await rows(`select from pending_hides where ${where}`)).toHaveLength(1);
  expect(await rows(`select from ghost_passwords where ${where}`)).toEqual([]);
  expect(await rows(`select from tasks where kind = 'purge_segments' and board_id = ${ids.g}`)).not.toEqual([]);
});

test('a purge by staff also deletes password and address', async () => {
  const { body } = await write();
  const { num, subnum } = body;
  expect((await admin.send('POST', '/posts', { action: 'purge', board: 'g', num, subnum })).status).toBe(200);
  for (const table of ['ghost_passwords', 'poster_addresses'])
    expect(
      await rows(`select from ${table} where board_id = ${ids.g} and num = ${num} and subnum = ${subnum}`),
    ).toEqual([]);
});

test("the server's role cannot read passwords and addresses, and cannot insert posts", async () => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server'), maxConnections: 1 });
  for (const statement of [
    'select password_hash from ghost_passwords',
    'select address from poster_addresses',
    `insert into posts (board_id, num, subnum, thread, opener) values (${ids.g}, 1, 1, 10, false)`,
    `select purge_cable_posts(1, $$tea$$, 1)`,
    `select add_post('{}')`,
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
  await pool.end();
});

const multipart = (fields: Record<string, string>) => {
  const boundary = 'xxheronxx';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    payload: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
const submit = async (fields: Record<string, string>, remoteAddress: string, headers: Record<string, string> = {}) => {
  const form = multipart(fields);
  return ask(server, {
    method: 'POST',
    url: '/g/submit',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
    remoteAddress,
  });
};
const XHR = { 'x-requested-with': 'XMLHttpRequest', cookie: 'foolframe_ab1_csrf_token=abc' };
const dashchan = (more: Record<string, string> = {}) => ({
  reply_numero: '10',
  reply_elitterae: 'sage',
  reply_talkingde: '',
  reply_chennodiscursus: `from a phone ${(written += 1)}`,
  reply_nymphassword: 'hunter22',
  reply_gattai: 'true',
  csrf_token: 'abc',
  ...more,
});

test('the requests of Dashchan write a post, find it and delete it', async () => {
  const sent = await submit(dashchan(), '198.51.100.30', XHR);
  expect(sent).toMatchObject({
    status: 200,
    body: { success: 'Message sent.', thread_num: '10', 10: { posts: [{ num: '15' }] } },
  });
  const { subnum } = (sent.body as { 10: { posts: [{ subnum: string }] } })[10].posts[0];
  const found = await server.get(`/_/api/chan/post/?board=g&num=15_${subnum}`);
  expect(found.body).toMatchObject({ num: '15', subnum, email: 'sage', thread_num: '10' });
  const { doc_id: docId } = found.body as { doc_id: string };
  const removeByApp = async (password: string) => {
    const fields = { action: 'delete', board: 'g', doc_id: docId, password, csrf_token: 'abc' };
    const headers = { ...XHR, 'content-type': 'application/x-www-form-urlencoded' };
    return ask(server, {
      method: 'POST',
      url: '/_/api/chan/user_actions',
      payload: new URLSearchParams(fields).toString(),
      headers,
    });
  };
  expect(JSON.stringify((await removeByApp('wrong')).body)).toContain(
    'You did not provide the correct deletion password',
  );
  expect((await removeByApp('hunter22')).body).toHaveProperty('success');
  expect((await server.get(`/_/api/chan/post/?board=g&num=15_${subnum}`)).status).toBe(404);
});

test.each([
  ['a comment of spaces', { reply_chennodiscursus: ' ' }, XHR, 'This comment would display empty.'],
  ['another token than the cookie', { csrf_token: 'abd' }, XHR, "The security token wasn't found. Try resubmitting."],
  ['a hidden field', { name: 'robot' }, XHR, 'Leave the hidden fields empty.'],
] as const)('%s is refused in the words of FoolFuuka, with status 200', async (_what, more, headers, error) => {
  expect(await submit(dashchan(more), '198.51.100.31', headers)).toMatchObject({ status: 200, body: { error } });
});

test('a post that comes too early gets the error text that clients look for', async () => {
  expect((await submit(dashchan(), '198.51.100.32', XHR)).body).toHaveProperty('success');
  expect((await submit(dashchan(), '198.51.100.32', XHR)).body).toEqual({
    error: expect.stringMatching(/^You must wait up to \d+ seconds to post again\.$/) as string,
  });
});

test('forms without scripts write a post, redirect to it, and delete it', async () => {
  const page = await server.get('/_/reply?board=g&thread=10&quote=11');
  expect(page).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } });
  expect(page.body).toContain('&gt;&gt;11');
  expect(page.body).toContain('operator@archive.example');
  const sent = await submit(dashchan({ csrf_token: '' }), '198.51.100.33');
  expect(sent).toMatchObject({
    status: 303,
    headers: { location: expect.stringMatching(/^\/g\/thread\/10\/#15_\d+$/) as string },
  });
  const num = String(sent.headers['location']).split('#')[1] ?? '';
  expect((await server.get(`/_/delete?board=g&num=${num}`)).status).toBe(200);
  const form = async (password: string) =>
    ask(server, {
      method: 'POST',
      url: '/_/delete',
      payload: new URLSearchParams({ board: 'g', num, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await form('wrong')).status).toBe(403);
  expect((await form('hunter22')).status).toBe(200);
  expect((await read(num)).status).toBe(404);
  expect((await server.get('/_/reply?board=x&thread=10')).status).toBe(403);
});

test('threads with ghost posts are noindex unless a setting allows search engines', async () => {
  expect((await write({ thread: 20, comment: 'see https://spam.example/' })).status).toBe(201);
  const robots = async (path: string) => (await server.get(path)).headers['x-robots-tag'];
  expect([await robots('/g/thread/20'), await robots('/g/thread/20'), await robots('/g/')]).toEqual(
    Array.from({ length: 3 }, () => 'noindex'),
  );
  expect(await robots('/x/thread/10')).toBeUndefined();
  const { body } = await server.get('/g/thread/20');
  expect(body).toContain('<a class="link" href="https://spam.example/" rel="noopener noreferrer ugc nofollow">');
  await set('g', { ghosts: { allowed: true, proof: false, index: true } });
  expect([await robots('/g/thread/20'), await robots('/g/')]).toEqual([undefined, undefined]);
});

test('pages and API show where readers can write', async () => {
  const boards = (await server.get('/api/v1/boards')).body as { boards: { name: string; ghosts: boolean }[] };
  expect(boards.boards.map(({ name, ghosts }) => [name, ghosts])).toEqual([
    ['g', true],
    ['x', false],
  ]);
  expect((await server.get('/g/thread/10')).body).toContain('href="/_/reply?board=g&amp;thread=10"');
  expect((await server.get('/x/thread/10')).body).not.toContain('/_/reply');
});
