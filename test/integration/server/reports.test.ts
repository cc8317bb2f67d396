/** Reports: who may report which posts how often, what staff see of it, and the automatic effects of reports. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { changeSettings } from '../../../store/boards/settings.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { addKey } from '../../../server/admin/api-keys.ts';
import { ask, givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let janitor: Admin;
let boardId: number;

beforeAll(async () => {
  // PostgreSQL judges sessions by its own clock.
  server = await givenServer(world(), { clock: () => new Date() });
  const archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('x');
  const numbers = Array.from({ length: 60 }, (_, index) => ({ num: 11 + index, thread: 10, comment: 'plover' }));
  await archive.store('g', [{ num: 10, thread: 10, opener: true }, ...numbers, { num: 90, thread: 10, hidden: true }]);
  await archive.store('x', [{ num: 10, thread: 10, opener: true }]);
  admin = await givenAdmin(world(), server);
  janitor = await givenAdmin(world(), server, 'jan');
  await world().pool.query(
    `update account_roles set role = 'janitor', board_id = $1
      where account_id = (select id from accounts where name = 'jan')`,
    [boardId],
  );
});

afterAll(async () => server.close());

interface Queue {
  readonly total: number;
  readonly posts: readonly Record<string, unknown>[];
}

const send = async (body: object, remoteAddress: string, headers: Record<string, string> = {}) =>
  ask(server, { method: 'POST', url: '/api/v1/reports', payload: body, remoteAddress, headers });
const report = async (num: number, remoteAddress: string) =>
  send({ board: 'g', num, category: 'spam', note: 'buy herons' }, remoteAddress);
const queue = async (query = '', who = admin) => (await who.get(`/reports${query}`)).body as Queue;
const change = async (action: string, nums: readonly number[], more: object = {}, who = admin) =>
  who.send('POST', '/reports', { action, posts: nums.map((num) => ({ board: 'g', num })), ...more });
const isVisible = async (num: number) => (await server.get(`/api/v1/boards/g/posts/${num}`)).status === 200;

test('a network reports a post once, regardless of the address in it; other networks may report it too', async () => {
  expect((await report(11, '203.0.113.7')).status).toBe(201);
  for (const address of ['203.0.113.7', '203.0.113.250', '::ffff:203.0.113.9']) {
    expect(await report(11, address)).toMatchObject({ status: 409, body: { code: 'report_known' } });
  }
  expect((await report(11, '2001:db8:1:2::3')).status).toBe(201);
  expect((await report(11, '2001:db8:1:ffff::1')).status).toBe(409);
  expect((await report(12, '203.0.113.7')).status).toBe(201);
  const { total, posts } = await queue();
  expect(total).toBe(2);
  expect(posts[0]).toMatchObject({
    board: 'g',
    num: 11,
    networks: 2,
    categories: [{ category: 'spam', reports: 2 }],
    held: false,
    hidden: false,
    post: { num: 11, comment: 'plover' },
  });
  expect(JSON.stringify(posts)).not.toMatch(/203\.0|2001:db8/);
});

test('a report of nothing, of a hidden post, or by a page of another site is refused and leaves nothing', async () => {
  const body = { board: 'g', num: 13, category: 'spam' };
  const refusals: [object, number, string][] = [
    [{ ...body, num: 999 }, 404, 'post_unknown'],
    [{ ...body, num: 90 }, 404, 'post_unknown'],
    [{ ...body, board: 'nowhere' }, 404, 'board_unknown'],
    [{ ...body, category: 'boring' }, 400, 'request_invalid'],
    [{ ...body, note: 'x'.repeat(501) }, 400, 'request_invalid'],
    [{ ...body, note: 'a\0b' }, 400, 'request_invalid'],
  ];
  for (const [asked, status, code] of refusals) {
    expect(await send(asked, '198.51.100.1')).toMatchObject({ status, body: { code } });
  }
  for (const headers of [{ origin: 'https://evil.example.org' }, { 'sec-fetch-site': 'cross-site' }]) {
    expect(await send(body, '198.51.100.1', headers as Record<string, string>)).toMatchObject({
      status: 403,
      body: { code: 'origin_foreign' },
    });
  }
  expect((await queue()).total).toBe(2);
});

test('a network that reports many posts is limited for a while, without an effect on others', async () => {
  const statuses: number[] = [];
  for (let num = 20; num < 52; num++) statuses.push((await report(num, '198.51.100.77')).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429, 429]);
  expect((await report(52, '192.0.2.1')).status).toBe(201);
  await change(
    'dismiss',
    Array.from({ length: 33 }, (_, index) => 20 + index),
  );
});

test('1,000 reports from one /24 or one /48 do not hide a post; three networks hide it, until staff look at it', async () => {
  await changeSettings(world().pool, { id: boardId }, { 'reports.hideAfter': 3 });
  const addresses = Array.from({ length: 500 }, (_, index) => [
    `198.18.5.${index % 256}`,
    `2001:db8:99:${index.toString(16)}::1`,
  ]).flat();
  const statuses = new Set<number>();
  for (let start = 0; start < addresses.length; start += 100) {
    const answers = await Promise.all(addresses.slice(start, start + 100).map(async (address) => report(14, address)));
    for (const { status } of answers) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([201, 409]));
  expect(await isVisible(14)).toBe(true);
  expect((await report(14, '198.18.6.1')).status).toBe(201);
  expect(await isVisible(14)).toBe(false);
  expect((await queue()).posts.find(({ num }) => num === 14)).toMatchObject({ held: true, hidden: true, networks: 3 });

  expect(await change('dismiss', [14])).toMatchObject({ status: 200, body: { posts: 1 } });
  expect(await isVisible(14)).toBe(true);
  expect((await report(14, '198.18.7.1')).status).toBe(201);
  expect((await report(14, '198.18.8.1')).status).toBe(201);
  expect((await report(14, '198.18.9.1')).status).toBe(201);
  expect(await isVisible(14)).toBe(true);
  expect((await queue()).posts.find(({ num }) => num === 14)).toMatchObject({ held: false, networks: 3 });
  const { rows } = await world().pool.query(
    `select actor, action from audit_log where target -> 'posts' ? '14' order by id`,
  );
  expect(rows).toEqual([
    { actor: 'report threshold', action: 'posts.hide' },
    { actor: 'root', action: 'posts.show' },
  ]);
});

test('without a threshold of the board, reports do not hide posts, and the hiding function refuses', async () => {
  await changeSettings(world().pool, { id: boardId }, { 'reports.hideAfter': null });
  for (let network = 1; network <= 20; network++) await report(15, `198.19.${network}.1`);
  expect(await isVisible(15)).toBe(true);
  const { rows } = await world().pool.query('select hide_by_reports($1, 15, 0) as may', [boardId]);
  expect(rows).toEqual([{ may: false }]);
});

test('a janitor sees the queue of the own board, writes notes and dismisses, but cannot hide posts', async () => {
  await send({ board: 'x', num: 10, category: 'illegal' }, '203.0.113.7');
  expect((await queue('', janitor)).posts.map(({ board }) => board)).not.toContain('x');
  expect((await queue('?board=x', janitor)).total).toBe(0);
  expect((await queue('?board=x')).total).toBe(1);
  expect((await change('note', [11], { note: 'a known spammer' }, janitor)).status).toBe(200);
  expect((await queue('', janitor)).posts.find(({ num }) => num === 11)).toMatchObject({
    notes: [{ account: 'jan', note: 'a known spammer' }],
  });
  const hide = { action: 'hide', posts: [{ board: 'g', num: 11 }] };
  expect((await janitor.send('POST', '/posts/bulk', hide)).status).toBe(403);
  expect(await janitor.send('POST', '/reports', { action: 'dismiss', posts: [{ board: 'x', num: 10 }] })).toMatchObject(
    {
      status: 404,
      body: { code: 'report_unknown' },
    },
  );
  expect((await change('dismiss', [12], {}, janitor)).status).toBe(200);
  expect((await queue('?state=closed')).posts[0]).toMatchObject({ num: 12, closed_by: 'jan' });
  expect((await change('reopen', [12], {}, janitor)).status).toBe(200);
  expect((await queue()).posts.map(({ num }) => num)).toContain(12);
});

test('staff who are signed in report in their own name, once', async () => {
  const own = { cookie: janitor.cookie, 'sec-fetch-site': 'same-origin' };
  const body = { board: 'g', num: 16, category: 'illegal', note: 'please look' };
  expect((await send(body, '203.0.113.7', own)).status).toBe(201);
  expect((await send(body, '192.0.2.200', own)).status).toBe(409);
  const [found] = (await queue('?category=illegal&board=g')).posts;
  expect(found).toMatchObject({ num: 16, networks: 0, reports: [{ account: 'jan', note: 'please look' }] });
});

test('hiding from the queue closes the reports, and showing undoes exactly these changes', async () => {
  const posts = [11, 12].map((num) => ({ board: 'g', num }));
  expect(await admin.send('POST', '/posts/bulk', { action: 'hide', posts, reason: 'spam' })).toMatchObject({
    body: { posts: posts.map((post) => ({ ...post, subnum: 0 })) },
  });
  expect(await isVisible(11)).toBe(false);
  expect((await queue()).posts.map(({ num }) => num)).not.toContain(11);
  await admin.send('POST', '/posts/bulk', { action: 'show', posts });
  await change('reopen', [11, 12]);
  expect(await isVisible(11)).toBe(true);
  expect((await queue('?order=newest')).posts.map(({ num }) => num)).toContain(11);
  expect((await queue('?order=reports')).posts[0]).toMatchObject({ num: 15, networks: 20 });
  expect((await queue('?limit=1&page=2')).posts).toHaveLength(1);
});

test('4chan X’s report at the source is accepted from pages of 4chan only', async () => {
  const url = '/_/api/chan/offsite_report/';
  const form = new FormData();
  for (const [name, value] of Object.entries({ board: 'g', num: '17', reason: 'Illegal content' }))
    form.set(name, value);
  const encoded = new Response(form);
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    origin: 'https://boards.4chan.org',
    'sec-fetch-site': 'cross-site',
  };
  const request = { method: 'POST', url, headers, payload: Buffer.from(await encoded.arrayBuffer()) } as const;
  const remoteAddress = '192.0.2.77';
  const evil = { ...headers, origin: 'https://boards.4chan.org.evil.example' };
  expect(await ask(server, { ...request, headers: evil, remoteAddress })).toMatchObject({ status: 403 });
  const answer = await ask(server, { ...request, remoteAddress });
  expect(answer).toMatchObject({ status: 200, body: { success: expect.any(String) } });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(await ask(server, { ...request, remoteAddress })).toMatchObject({ body: { error: expect.any(String) } });
  const found = (await queue()).posts.find(({ num }) => num === 17);
  expect(found).toMatchObject({ reports: [{ origin: 'offsite', note: 'Illegal content', category: 'other' }] });
  const missing = { ...request, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } };
  expect(await ask(server, { ...missing, payload: 'board=g&num=' })).toMatchObject({
    status: 422,
    body: { error: 'The "num" parameter is missing.' },
  });
});

test("FoolFuuka's user_actions reports a post by its doc_id", async () => {
  const { body } = await server.get('/_/api/chan/post/?board=g&num=18');
  const payload = new URLSearchParams({
    action: 'report',
    board: 'g',
    doc_id: (body as { doc_id: string }).doc_id,
    reason: 'spam again',
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = { method: 'POST', url: '/_/api/chan/user_actions/', headers } as const;
  expect(await ask(server, { ...request, payload })).toMatchObject({
    status: 200,
    body: { success: expect.any(String) },
  });
  expect((await queue()).posts.map(({ num }) => num)).toContain(18);
  expect(await ask(server, { ...request, payload: 'action=fly&board=g&doc_id=1' })).toMatchObject({ status: 422 });
  expect(await ask(server, { ...request, payload: 'action=report&board=g&doc_id=99999999' })).toMatchObject({
    status: 404,
  });
});

const docIdOf = async (num: number) =>
  ((await server.get(`/_/api/chan/post/?board=g&num=${num}`)).body as { doc_id: string }).doc_id;

test('FoolFuuka’s mod_actions and bulk_mod accept a moderator’s key, and rewrite nothing', async () => {
  const [one, two] = [await docIdOf(18), await docIdOf(19)];
  const role = { role: 'moderator', board: 'g' } as const;
  const options = { scopes: ['read'], perMinute: null, expiresAt: null } as const;
  const key = await addKey(world().pool, { ...options, name: 'tool', roles: [role] });
  const reading = await addKey(world().pool, { ...options, name: 'reader' });
  const sendForm = async (path: string, fields: [string, string][], bearer: string | null = key) => {
    const { status, body } = await ask(server, {
      method: 'POST',
      url: `/_/api/chan/${path}/`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      payload: new URLSearchParams([['board', 'g'], ...fields]).toString(),
    });
    return { status, body: body as { success?: string; error?: string } };
  };
  const hide: [string, string][] = [
    ['action', 'delete_post'],
    ['doc_id', one],
  ];
  for (const [bearer, status] of [
    [null, 403],
    ['sagasu_nobody', 401],
    [reading, 403],
  ] as const)
    expect((await sendForm('mod_actions', hide, bearer)).status, String(bearer)).toBe(status);
  expect(await isVisible(18)).toBe(true);
  expect(await sendForm('mod_actions', hide)).toEqual({ status: 200, body: { success: 'Done.' } });
  expect(await isVisible(18)).toBe(false);
  await admin.send('POST', '/posts', { action: 'show', board: 'g', num: 18 });
  const both: [string, string][] = [
    ['mod_function', 'delete'],
    ['posts[]', one],
    ['posts[]', two],
  ];
  expect((await sendForm('bulk_mod', both)).status).toBe(200);
  expect([await isVisible(18), await isVisible(19)]).toEqual([false, false]);
  await admin.send('POST', '/posts/bulk', { action: 'show', posts: [18, 19].map((num) => ({ board: 'g', num })) });
  for (const [action, status, error] of [
    ['toggle_sticky', 422, 'An archive does not rewrite what the source says.'],
    ['fly', 422, 'Unknown action.'],
    ['delete_image', 404, 'has no file'],
    ['ban_user', 422, 'length'],
  ] as const) {
    const answer = await sendForm('mod_actions', [
      ['action', action],
      ['doc_id', one],
    ]);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(error)]);
  }
});

test('readers without scripts report by a form', async () => {
  const page = await server.get('/_/report?board=g&num=19');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(String(page.body)).toContain('name="num" value="19"');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const post = async (payload: string) => ask(server, { method: 'POST', url: '/_/report', headers, payload });
  expect((await post('board=g&num=19')).status).toBe(400);
  const note = encodeURIComponent('<script>alert(1)</script>');
  expect(await post(`board=g&num=19&category=other&note=${note}`)).toMatchObject({ status: 200 });
  expect((await queue()).posts.find(({ num }) => num === 19)).toMatchObject({
    reports: [{ note: '<script>alert(1)</script>' }],
  });
  const unknown = await server.get('/_/report?board=g&num=%3Cb%3E');
  expect(unknown).toMatchObject({ status: 422 });
  expect(String(unknown.body)).not.toContain('<b>');
  const german = await server.get('/_/report?board=g&num=19', { 'accept-language': 'de-AT, en;q=0.5' });
  expect(String(german.body)).toContain('<legend>Warum meldest du diesen Beitrag?</legend>');
  const japanese = await ask(server, {
    method: 'POST',
    url: '/_/report',
    headers: { ...headers, cookie: 'language=ja', 'accept-language': 'de' },
    payload: 'board=g&num=19',
  });
  expect(String(japanese.body)).toContain('<p>問題の種類を選択してください。</p>');
});

test('a purge deletes the reports, and networks are deleted after 7 days', async () => {
  await admin.send('POST', '/posts/bulk', { action: 'purge', posts: [{ board: 'g', num: 19 }] });
  const count = async (from: string) =>
    (await world().pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count;
  expect(await count('reports where num = 19')).toBe(0);
  expect(await count('report_networks where num = 19')).toBe(0);
  const reports = await count('reports');
  await world().pool.query(
    `update report_networks set reported_at = now() - interval '7 days 1 second' where num = 11`,
  );
  await world().pool.query('select expire_reports()');
  expect(await count('report_networks where num = 11')).toBe(0);
  expect(await count('reports')).toBe(reports);
  expect((await report(11, '203.0.113.7')).status).toBe(201);
});

test('the server’s role cannot read reporters’ networks', async () => {
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  await expect(pool.query('select network from report_networks')).rejects.toThrow('permission denied');
  await expect(pool.query('select * from reports')).resolves.toMatchObject({ rows: [] });
  await pool.end();
});

const openNums = async () =>
  (await queue('?limit=100')).posts.map(({ num }) => Number(num)).filter((num) => num >= 50 && num <= 53);
const dismissNetwork = async (body: object, who = admin) => who.send('POST', '/reports/dismiss-network', body);

test('a moderator dismisses all that one network has reported, but not what others reported as well', async () => {
  const of = ['198.18.7.1', '2001:db8:77::1'] as const;
  for (const num of [50, 51, 52]) expect((await report(num, of[0])).status).toBe(201);
  expect((await report(52, of[1])).status).toBe(201);
  expect((await report(53, of[1])).status).toBe(201);
  expect((await openNums()).toSorted((a, b) => a - b)).toEqual([50, 51, 52, 53]);
  const post = { board: 'g', num: 50 };
  expect((await dismissNetwork({ post }, janitor)).status).toBe(403);
  expect((await dismissNetwork({})).status).toBe(400);
  expect(await dismissNetwork({ post })).toMatchObject({ status: 200, body: { posts: 2 } });
  expect((await openNums()).toSorted((a, b) => a - b)).toEqual([52, 53]);
  const { rows } = await world().pool.query(
    `select actor, target -> 'posts' as posts from audit_log where action = 'addresses.look' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ actor: 'root', posts: ['50'] }]);
  expect(await dismissNetwork({ network: '2001:db8:77::/48' })).toMatchObject({ status: 200, body: { posts: 1 } });
  expect(await openNums()).toEqual([52]);
  expect(await dismissNetwork({ network: '2001:db8:77::/48' })).toMatchObject({
    status: 404,
    body: { code: 'report_unknown' },
  });
  const options = { scopes: ['read'], perMinute: null, expiresAt: null } as const;
  const role = { role: 'moderator', board: 'g' } as const;
  const key = await addKey(world().pool, { ...options, name: 'mod', roles: [role] });
  expect((await report(54, of[0])).status).toBe(201);
  const form = await ask(server, {
    method: 'POST',
    url: '/_/api/chan/mod_actions',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ action: 'delete_all_reports', ip: of[0], board: 'g' }).toString(),
  });
  expect(form).toMatchObject({ status: 200, body: { success: 'Done.' } });
});

/** Concurrent changes of two moderators to one reported post, and the states of the post of which one must result. */
const AT_ONCE: readonly (readonly [string, string, readonly string[]])[] = [
  ['note', 'note', ['visible, open']],
  ['note', 'dismiss', ['visible, closed']],
  ['note', 'hide', ['hidden, closed']],
  ['dismiss', 'hide', ['hidden, closed']],
  ['dismiss', 'purge', ['purged, closed', 'purged, gone']],
  ['hide', 'purge', ['purged, closed', 'purged, gone']],
  ['hide', 'show', ['hidden, closed', 'visible, closed']],
];

async function actAtOnce(action: string, num: number, who: Admin): Promise<number> {
  const note = action === 'note' ? { note: `${who.name} looked at ${num}` } : {};
  const posts = [{ board: 'g', num }];
  const answer =
    action === 'note' || action === 'dismiss'
      ? await change(action, [num], note, who)
      : await who.send('POST', '/posts/bulk', { action, posts, reason: `${who.name} says so` });
  // A report or post may be gone by then.
  expect([200, 404, 409], `${action} ${num}`).toContain(answer.status);
  return answer.status;
}

test('if two moderators handle one post at the same time, neither change is lost, and the log has each under the right name', async () => {
  const second = await givenAdmin(world(), server, 'kim');
  const ROUNDS = 4;
  const nums = Array.from({ length: AT_ONCE.length * ROUNDS }, (_, at) => 40 + at);
  for (const num of nums) expect((await report(num, `2001:db8:${num}::1`)).status).toBe(201);
  const { rows: before } = await world().pool.query<{ id: string }>('select max(id) as id from audit_log');
  for (const [at, num] of nums.entries()) {
    const [one, other, outcomes] = AT_ONCE[at % AT_ONCE.length] ?? ['', '', []];
    const [first, last] = at % 2 === 0 ? [admin, second] : [second, admin];
    const statuses = await Promise.all([actAtOnce(one, num, first), actAtOnce(other, num, last)]);
    expect(statuses, `${one} and ${other}`).toContain(200);
    const { rows } = await world().pool.query<{ state: string; notes: number; did: string[] }>(
      `select case when p.time_purged is not null then 'purged' when p.hidden then 'hidden' else 'visible' end || ', ' ||
         coalesce((select case when r.closed_at is null then 'open' else 'closed' end from reported_posts r
           where r.board_id = p.board_id and r.num = p.num), 'gone') as state,
       (select count(*)::int from report_notes n where n.board_id = p.board_id and n.num = p.num) as notes,
       (select coalesce(array_agg(l.actor || ' ' || l.action), '{}') from audit_log l
         where l.id > $2 and l.board_id = p.board_id and (l.target -> 'posts' ? p.num::text or l.target ->> 'num' = p.num::text)) as did
       from posts p where p.board_id = $1 and p.num = $3`,
      [boardId, before[0]?.id, num],
    );
    const [{ state, notes, did } = { state: '', notes: 0, did: [] }] = rows;
    expect(outcomes, `${one} and ${other}`).toContain(state);
    const written = [one, other].filter((action, place) => action === 'note' && statuses[place] === 200);
    if (!state.startsWith('purged')) expect(notes).toBe(written.length);
    for (const [action, who, status] of [
      [one, first, statuses[0]],
      [other, last, statuses[1]],
    ] as const) {
      const entry = { note: 'report_notes.insert', dismiss: 'reported_posts.update' }[action] ?? `posts.${action}`;
      // A show may come before the hide, and a hide after the purge; then they change nothing.
      const mayDoNothing = action === 'show' || (action === 'hide' && other === 'purge') || action === 'dismiss';
      if (status === 200 && !mayDoNothing) expect(did, `${one} and ${other}`).toContain(`${who.name} ${entry}`);
    }
  }
});
