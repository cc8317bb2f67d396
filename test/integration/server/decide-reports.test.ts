/** Decisions of staff about reported posts: what each does, whom it bans, and what a second moderator learns. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../support/world.ts';
import { ask, givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let dataDir: string;
let ann: Admin;
let ben: Admin;
let jan: Admin;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sagasu-decide-'));
  server = await givenServer(world(), { clock: () => new Date(), dataDir });
  const archive = givenArchive(world());
  const boardId = await archive.board('g');
  await archive.board('x');
  await archive.store('g', [
    { num: 10, thread: 10, opener: true },
    ...[11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25].map((num) => ({ num, thread: 10, comment: 'plover' })),
    { num: 18, thread: 10, mediaHash: Buffer.alloc(16, 8) },
    { num: 23, thread: 10, mediaHash: Buffer.alloc(16, 9) },
    { num: 17, subnum: 1, thread: 10, comment: 'ghost' },
  ]);
  await archive.store('x', [{ num: 10, thread: 10, opener: true }]);
  await world().pool.query(
    `insert into poster_addresses (board_id, num, subnum, address, expires_at)
     values ($1, 17, 1, '198.51.100.44', now() + interval '1 day')`,
    [boardId],
  );
  [ann, ben, jan] = [
    await givenAdmin(world(), server, 'ann'),
    await givenAdmin(world(), server, 'ben'),
    await givenAdmin(world(), server, 'jan'),
  ];
  for (const [name, role] of [
    ['ben', 'moderator'],
    ['jan', 'janitor'],
  ]) {
    await world().pool.query(
      `update account_roles set role = $2, board_id = $3 where account_id = (select id from accounts where name = $1)`,
      [name, role, boardId],
    );
  }
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const report = async (num: number, remoteAddress: string, board = 'g', subnum = 0) =>
  ask(server, {
    method: 'POST',
    url: '/api/v1/reports',
    payload: { board, num, subnum, category: 'spam' },
    remoteAddress,
  });
const decide = async (who: Admin, decision: string, num: number, more: object = {}) =>
  who.send('POST', '/reports/decide', { decision, posts: [{ board: 'g', num }], ...more });
const isVisible = async (num: number) => (await server.get(`/api/v1/boards/g/posts/${num}`)).status === 200;
const entries = async (action: string) =>
  (await world().pool.query<{ target: object }>('select target from audit_log where action = $1 order by id', [action]))
    .rows;

interface Queue {
  readonly posts: readonly Record<string, unknown>[];
}

test('a decision hides, shows or purges the post and closes the reports with its name', async () => {
  for (const num of [11, 12, 13]) await report(num, '203.0.113.7');
  expect(await decide(ben, 'hide', 11, { reason: 'spam' })).toMatchObject({
    status: 200,
    body: { posts: 1, bans: [], decided: [] },
  });
  expect(await isVisible(11)).toBe(false);
  expect(await decide(jan, 'dismiss', 12, { reason: 'seen' })).toMatchObject({ body: { posts: 1 } });
  expect(await decide(ben, 'purge', 13)).toMatchObject({ body: { posts: 1 } });
  const { posts } = (await ann.get('/reports?state=closed')).body as Queue;
  expect(posts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ num: 11, decision: 'hidden', closed_by: 'ben' }),
      expect.objectContaining({ num: 12, decision: 'dismissed', closed_by: 'jan' }),
    ]),
  );
  expect((await entries('reported_posts.update')).map(({ target }) => target)).toEqual([
    expect.objectContaining({ num: 11, decision: 'hidden' }),
    expect.objectContaining({ num: 12, decision: 'dismissed' }),
  ]);
});

test('a second moderator learns who has decided, and changes nothing', async () => {
  const before = (await world().pool.query('select max(id) as last from audit_log')).rows;
  expect(await decide(ann, 'dismiss', 11)).toMatchObject({
    status: 200,
    body: { posts: 0, decided: [{ num: 11, closed_by: 'ben', decision: 'hidden' }] },
  });
  expect(await decide(ann, 'hide', 13)).toMatchObject({
    body: { posts: 0, decided: [{ num: 13, closed_by: 'ben', decision: 'purged' }] },
  });
  expect((await world().pool.query('select max(id) as last from audit_log')).rows).toEqual(before);
  expect(await decide(ann, 'hide', 16)).toMatchObject({ status: 404, body: { code: 'report_unknown' } });
});

test('of two decisions at the same time one is carried out', async () => {
  await report(14, '203.0.113.7');
  const answers = await Promise.all([decide(ann, 'hide', 14), decide(ben, 'purge', 14)]);
  const done = answers.filter(({ status, body }) => status === 200 && (body as { posts: number }).posts === 1);
  expect(done.length).toBe(1);
  const both = [...(await entries('posts.hide')), ...(await entries('posts.purge'))];
  expect(both.filter((row) => JSON.stringify(row).includes('"14"')).length).toBe(1);
});

test('a file is deleted or banned, and the post stays', async () => {
  await report(18, '203.0.113.7');
  expect(await decide(ben, 'ban_file', 18)).toMatchObject({ status: 200, body: { posts: 1 } });
  expect(await isVisible(18)).toBe(true);
  expect((await entries('posts.banfile')).length).toBe(1);
  await report(15, '203.0.113.7');
  expect(await decide(ben, 'delete_file', 15)).toMatchObject({ status: 404, body: { code: 'file_unknown' } });
});

test('a decision that fails leaves no ban, no removed file and an open report', async () => {
  await report(23, '203.0.113.8');
  const stateOf = async () => {
    const { rows } = await world().pool.query<{ state: object }>(
      `select (select json_agg(b) from bans b) as bans, (select json_agg(m) from banned_media m) as files,
         (select max(id) from audit_log) as last, (select count(*) from reported_posts where closed_at is null) as open`,
    );
    const log = await readFile(join(dataDir, 'removals.ndjson'), 'utf8').catch(() => '');
    return { ...rows[0], log };
  };
  const before = await stateOf();
  const ban = { of: 'reporters', days: 3, reason: 'spam' };
  const posts = [
    { board: 'g', num: 23 },
    { board: 'g', num: 15 },
  ];
  expect(await decide(ben, 'ban_file', 23, { posts, ban })).toMatchObject({
    status: 404,
    body: { code: 'file_unknown' },
  });
  const onBoth = [
    { board: 'g', num: 15 },
    { board: 'x', num: 10 },
  ];
  await report(10, '203.0.113.9', 'x');
  await world().pool.query(`
    create function refuse_decision() returns trigger language plpgsql as $$ begin
      if new.board_id <> (select id from boards where name = 'x') then return new; end if;
      raise exception 'the disk is full';
    end $$;
    create trigger refuse_decision before insert on tombstones for each row execute function refuse_decision()`);
  expect(await decide(ann, 'purge', 15, { posts: onBoth, ban })).toMatchObject({ status: 500 });
  await world().pool.query('drop function refuse_decision cascade');
  expect(await stateOf()).toEqual({ ...before, open: expect.anything() as string });
  expect(await isVisible(15)).toBe(true);
});

test('the writer of a ghost post and the networks of reporters are banned unseen, together with the decision', async () => {
  await report(17, '192.0.2.9', 'g', 1);
  const ghost = { posts: [{ board: 'g', num: 17, subnum: 1 }] };
  const ban = { days: 3, reason: 'spam' };
  const ofWriter = await decide(ben, 'hide', 17, { ...ghost, ban: { ...ban, of: 'writer' } });
  expect(ofWriter).toMatchObject({ status: 200, body: { posts: 1 } });
  await report(16, '192.0.2.77');
  await report(16, '2001:db8:5::1');
  const ofReporters = await decide(ben, 'dismiss', 16, { ban: { ...ban, of: 'reporters' } });
  expect(ofReporters).toMatchObject({ status: 200, body: { posts: 1 } });
  expect((ofReporters.body as { bans: unknown[] }).bans.length).toBe(2);
  for (const address of ['198.51.100.44', '192.0.2.1', '2001:db8:5:ffff::2'])
    expect(await report(12, address), address).toMatchObject({ status: 403, body: { code: 'banned' } });
  expect((await report(10, '192.0.2.1', 'x')).status).toBeLessThan(300);
  expect(JSON.stringify([ofWriter.body, ofReporters.body, (await ann.get('/bans')).body])).not.toMatch(
    /192\.0\.2|198\.51|2001:db8/,
  );
  expect(await entries('addresses.look')).toEqual([]);
});

test('janitors only dismiss, and moderators of a board ban neither elsewhere nor everywhere', async () => {
  await report(15, '203.0.113.99');
  await report(10, '203.0.113.99', 'x');
  const ban = { of: 'reporters', days: 3, reason: 'spam' };
  const refused = { status: 403, body: { code: 'role_required' } };
  for (const decision of ['hide', 'purge', 'delete_file', 'ban_file'])
    expect(await decide(jan, decision, 15), decision).toMatchObject(refused);
  expect(await decide(jan, 'dismiss', 15, { ban })).toMatchObject(refused);
  expect(await decide(ben, 'dismiss', 15, { ban: { ...ban, everywhere: true } })).toMatchObject(refused);
  expect(await decide(ben, 'hide', 10, { posts: [{ board: 'x', num: 10 }] })).toMatchObject({ status: 404 });
  const { posts } = (await ann.get('/reports')).body as Queue;
  expect(posts.map(({ num }) => num)).toEqual(expect.arrayContaining([10, 15]));
  expect(await isVisible(15)).toBe(true);
});

const ticketOf = async (num: number, address: string) => {
  const { status, body } = await report(num, address);
  expect(status).toBe(201);
  return (body as { ticket: string }).ticket;
};

const codeIn = (ticket: string) => ticket.split('#')[1] ?? '';
const send = async (url: string, token: string, headers: Record<string, string> = {}) =>
  ask(server, { method: 'POST', url, payload: url.startsWith('/api/') ? { token } : `token=${token}`, headers });
const page = async (ticket: string, language = 'en') => {
  const form = { 'accept-language': language, 'content-type': 'application/x-www-form-urlencoded' };
  return String((await send('/_/report/ticket', codeIn(ticket), form)).body);
};

test('a reader learns the decision and the answer by a secret code, which is in no address of a request, nothing about others, and also after a purge', async () => {
  const [hidden, purged, kept] = [
    await ticketOf(19, '203.0.113.50'),
    await ticketOf(20, '203.0.113.51'),
    await ticketOf(21, '203.0.113.52'),
  ];
  const other = await ticketOf(19, '2001:db8:77::1');
  expect(new Set([hidden, purged, kept, other]).size).toBe(4);
  expect(await page(hidden)).toContain('have not decided yet');
  expect(
    await decide(ben, 'hide', 19, { reason: 'inner words', answer: 'Thank you, <b>it is gone</b>.' }),
  ).toMatchObject({
    status: 200,
  });
  await decide(jan, 'dismiss', 21, { answer: 'We keep it.' });
  await decide(ben, 'purge', 20, { answer: 'Removed.' });
  expect(await page(hidden)).toContain('Thank you, &lt;b&gt;it is gone&lt;/b&gt;.');
  expect(await page(other)).toContain('Thank you,');
  for (const text of ['inner words', 'ben', '203.0.113', '2001:db8', 'spam'])
    expect(await page(hidden)).not.toContain(text);
  expect(await page(purged)).toMatch(/deleted permanently[^]*Removed\./);
  expect(await page(kept, 'de')).toMatch(/bleibt sichtbar[^]*We keep it\./);
  expect(await send('/api/v1/reports/ticket', codeIn(purged))).toMatchObject({
    status: 200,
    body: { board: 'g', num: 20, decision: 'purged', answer: 'Removed.' },
    headers: { 'cache-control': 'no-store' },
  });
  expect((await send('/api/v1/reports/ticket', `${codeIn(hidden).slice(0, -3)}xyz`)).status).toBe(404);
  expect((await send('/api/v1/reports/ticket', 'x')).status).toBe(400);
  expect(await page('#x')).toContain('neither the code of a ticket nor its link');
  expect((await send('/api/v1/reports/ticket', codeIn(hidden), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  // Undoing the decision takes the answer back; a later report leaves earlier tickets as they are.
  await ben.send('POST', '/posts/bulk', { action: 'show', posts: [{ board: 'g', num: 19 }] });
  await ben.send('POST', '/reports', { action: 'reopen', posts: [{ board: 'g', num: 19 }] });
  expect(await page(hidden)).toContain('have not decided yet');
  await ticketOf(21, '203.0.114.60');
  expect(await page(kept)).toContain('We keep it.');
  const { rows } = await world().pool.query<{ stored: string }>(
    `select string_agg(t::text, ' ') as stored from report_tickets t`,
  );
  expect(rows[0]?.stored).not.toContain(codeIn(hidden));
  expect((await entries('reported_posts.answer')).length).toBe(3);
});

test('staff answer later, all who reported several posts at once, and replace the answer', async () => {
  const [one, other] = [await ticketOf(24, '203.0.113.80'), await ticketOf(25, '203.0.113.81')];
  const second = await ticketOf(24, '2001:db8:88::1');
  const posts = [24, 25].map((num) => ({ board: 'g', num }));
  await decide(ben, 'hide', 24, { posts: posts.slice(0, 1) });
  await decide(ben, 'purge', 25, { posts: posts.slice(1) });
  expect(await page(one)).not.toContain('Answer');
  const answer = async (who: Admin, text: string, of: object[] = posts) =>
    who.send('POST', '/reports', { action: 'answer', posts: of, answer: text });
  expect(await answer(jan, 'It was spam.')).toMatchObject({ status: 200, body: { posts: 2 } });
  for (const ticket of [one, second, other]) expect(await page(ticket)).toContain('It was spam.');
  await answer(jan, 'It was an advertisement.', posts.slice(0, 1));
  expect(await page(one)).toContain('It was an advertisement.');
  expect(await answer(jan, ' ')).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  for (const foreign of [
    { board: 'x', num: 10 },
    { board: 'g', num: 10 },
  ])
    expect(await answer(jan, 'No.', [foreign])).toMatchObject({ status: 409, body: { code: 'tickets_missing' } });
});

test('staff get no ticket, janitors of other boards answer nobody, and tickets are deleted after half a year', async () => {
  const own = await ask(server, {
    method: 'POST',
    url: '/api/v1/reports',
    payload: { board: 'g', num: 22, category: 'spam' },
    headers: { cookie: jan.cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(own).toMatchObject({ status: 201, body: { ticket: null } });
  const { pool } = world();
  await report(10, '203.0.113.61', 'x');
  expect(await decide(jan, 'dismiss', 10, { posts: [{ board: 'x', num: 10 }], answer: 'No.' })).toMatchObject({
    status: 404,
  });
  await pool.query(`update report_tickets set decided_at = now() - interval '181 days' where decided_at is not null`);
  const open = await pool.query('select from report_tickets where decided_at is null');
  await pool.query('select expire_reports()');
  expect((await pool.query('select from report_tickets')).rowCount).toBe(open.rowCount);
});
