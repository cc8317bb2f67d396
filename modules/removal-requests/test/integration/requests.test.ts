/** Removal requests: who may ask for what, what a ticket shows, what staff of which boards see, and what a decision does. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProofs } from '../../../../server/limits/proofs-of-work.ts';
import { ask as request, givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenServer,
  SERVER_SECRET,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { RemovalQueue, RemovalStatistics, RemovalTicket } from '../../contract/removal-requests.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
/** Moderators of all boards, and of one. */
let ann: Admin;
let bob: Admin;
let logged = '';
/** Reduces the work to milliseconds. */
const MOST_DERIVATIONS = 20;
const SECRET_WORDS = 'archaeopteryx street 7';

beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) });
  server = await givenServer(world(), { clock: () => new Date(), logger });
  const archive = givenArchive(world());
  const g = await archive.board('g');
  await archive.board('x');
  const file = {
    mediaTime: 1,
    mediaName: 'bird',
    mediaType: 'png',
    mediaHashSrc: Buffer.alloc(32, 7),
    mediaHash: Buffer.alloc(16, 7),
  };
  await archive.storeAndIndex('g', [
    { num: 10, thread: 10, opener: true },
    ...Array.from({ length: 30 }, (_, place) => ({ num: 11 + place, thread: 10, comment: 'a plover', name: 'Ardea' })),
    { num: 60, thread: 10, ...file },
    { num: 90, thread: 10, hidden: true },
  ]);
  await archive.storeAndIndex('x', [
    { num: 10, thread: 10, opener: true },
    { num: 12, thread: 10 },
  ]);
  admin = await givenAdmin(world(), server);
  ann = await givenAdmin(world(), server, 'ann');
  bob = await givenAdmin(world(), server, 'bob');
  await world().pool.query(
    `update account_roles set role = 'moderator', board_id = case a.name when 'bob' then $1::int end
       from accounts a where a.id = account_id and a.name in ('ann', 'bob')`,
    [g],
  );
});
afterAll(async () => server.close());

let networks = 0;
const anyNetwork = () => `2001:db8:${(networks += 1).toString(16)}::1`;
const proof = async () => {
  const challenge = await createProofs({
    secret: SERVER_SECRET,
    use: 'removal',
    clock: () => new Date(),
    most: MOST_DERIVATIONS,
  }).challenge({});
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};
const post = async (path: string, payload: object, remoteAddress = anyNetwork()) =>
  request(server, { method: 'POST', url: `/api/v1/removal-requests${path}`, payload, remoteAddress });
const ask = async (more: object, remoteAddress = anyNetwork()) =>
  post('', { about: 'posts', reason: 'personal_data', ...more }, remoteAddress);
/** Returns the secret. */
const asked = async (more: object) => {
  const { status, body } = await ask(more);
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { token: string }).token;
};
const ticket = async (token: string) => (await post('/ticket', { token })).body as RemovalTicket;
const queue = async (who = ann, query = '') => (await who.get(`/removal-requests${query}`)).body as RemovalQueue;
const newest = async (who = ann) => {
  const { requests } = await queue(who);
  const found = requests.toSorted((one, other) => other.id - one.id)[0];
  if (found === undefined) throw new Error('the queue is empty');
  return found;
};
const decide = async (id: number, body: object, who = ann) => who.send('POST', `/removal-requests/${id}`, body);
const isVisible = async (num: number, board = 'g') =>
  (await server.get(`/api/v1/boards/${board}/posts/${num}`)).status === 200;

test('a person asks without an account, a moderator purges, and the person reads decision and reason', async () => {
  const token = await asked({
    posts: ['https://archive.example/g/thread/10#p11', '>>>/g/12'],
    words: SECRET_WORDS,
    reply_address: 'me@bird.example',
  });
  expect(await ticket(token)).toMatchObject({
    state: 'open',
    reason: 'personal_data',
    words: SECRET_WORDS,
    posts: [
      { board: 'g', num: 11, subnum: 0 },
      { board: 'g', num: 12, subnum: 0 },
    ],
  });
  expect((await post('/ticket/change', { token, words: `also ${SECRET_WORDS}` })).status).toBe(204);
  const { id, version, posts, notes, reply_address: address } = await newest(bob);
  expect({ posts, notes, address }).toMatchObject({
    posts: [{ num: 11, hidden: false, post: { comment: 'a plover' } }, { num: 12 }],
    notes: [{ account: null, words: `also ${SECRET_WORDS}` }],
    address: 'me@bird.example',
  });
  expect(await decide(id, { action: 'purge', version, answer: 'You were right.' }, bob)).toMatchObject({
    status: 200,
    body: { posts: 2, left: 0 },
  });
  expect([await isVisible(11), await isVisible(12), await isVisible(13)]).toEqual([false, false, true]);
  expect(await ticket(token)).toMatchObject({
    state: 'decided',
    outcome: 'purge',
    answer: 'You were right.',
    words: null,
    added: [],
  });
});

test('logs, the audit log, the tables and public answers have nothing of what a person wrote, nor the secret, nor its hash', async () => {
  const token = await asked({
    about: 'name',
    sought: SECRET_WORDS,
    words: SECRET_WORDS,
    reply_address: 'us@bird.example',
  });
  const { id, version } = await newest();
  await decide(id, { action: 'refuse', version, answer: 'It is not your name.' });
  const { rows } = await world().pool.query<{ text: string }>(
    `select l.action || l.target::text || coalesce(d.reason, '') || coalesce(d.before::text, '') as text
       from audit_log l left join audit_details d on d.audit_id = l.id`,
  );
  const audited = rows.map(({ text }) => text).join('\n');
  expect(audited).toContain('removal_requests.decline');
  const published = JSON.stringify((await server.get('/api/v1/removal-requests/statistics')).body);
  expect(logged).toContain('removal request changed');
  for (const text of [audited, published, logged])
    for (const secret of ['archaeopteryx', 'bird.example', token]) expect(text).not.toContain(secret);
  const { rows: stored } = await world().pool.query(
    `select from removal_requests r where r::text like '%' || $1 || '%'`,
    [token],
  );
  expect(stored).toEqual([]);
});

test('a moderator of one board sees neither requests about posts of others, nor about names', async () => {
  await asked({ posts: ['/x/12', '/g/13'] });
  const { id, version } = await newest();
  await asked({ about: 'name', sought: 'Ardea' });
  expect((await queue(ann)).total).toBe(2);
  expect((await queue(bob)).total).toBe(0);
  expect(await decide(id, { action: 'hide', version }, bob)).toMatchObject({
    status: 404,
    body: { code: 'request_unknown' },
  });
  expect(await decide(id, { action: 'hide', version, posts: [{ board: 'x', num: 12, subnum: 0 }] })).toMatchObject({
    status: 200,
    body: { posts: 1 },
  });
  expect([await isVisible(12, 'x'), await isVisible(13)]).toEqual([false, true]);
});

test('of two moderators with the same request the second learns of the first, and so does one whose request was withdrawn', async () => {
  const token = await asked({ posts: ['/g/14'] });
  const { id, version } = await newest();
  const both = await Promise.all([
    decide(id, { action: 'hide', version }, ann),
    decide(id, { action: 'refuse', version, answer: 'no' }, bob),
  ]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  const refused = both.find(({ status }) => status === 409)?.body as { code: string };
  expect(['request_changed', 'request_worked_on']).toContain(refused.code);
  expect(await decide(id, { action: 'refuse', version, answer: 'no' })).toMatchObject({
    status: 409,
    body: { code: 'request_changed', detail: expect.stringMatching(/(ann|bob) has decided it/) as string },
  });
  expect((await post('/ticket/change', { token, withdraw: true })).body).toMatchObject({ code: 'request_closed' });

  const other = await asked({ posts: ['/g/15'], words: SECRET_WORDS, reply_address: 'them@bird.example' });
  const open = await newest();
  expect((await post('/ticket/change', { token: other, withdraw: true })).status).toBe(204);
  expect(await ticket(other)).toMatchObject({ state: 'withdrawn', words: null });
  expect(await decide(open.id, { action: 'hide', version: open.version })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('withdrawn') as string },
  });
  expect((await queue(ann, '?state=closed')).requests[0]).toMatchObject({
    id: open.id,
    words: null,
    reply_address: null,
  });
});

test('a decision that fails leaves the request open, and a reopened one can be decided again', async () => {
  await asked({ about: 'files', posts: ['/g/16'] });
  const { id, version } = await newest();
  expect(await decide(id, { action: 'ban_file', version })).toMatchObject({ body: { code: 'request_files_missing' } });
  const open = await newest();
  expect(open).toMatchObject({ id, state: 'open', worked_by: null });
  expect(await decide(id, { action: 'refuse', version: open.version })).toMatchObject({
    body: { code: 'answer_missing' },
  });
  await decide(id, { action: 'refuse', version: open.version, answer: 'There is no file.' });
  const [closed] = (await queue(ann, '?state=closed')).requests;
  expect((await decide(id, { action: 'reopen', version: closed?.version })).status).toBe(200);
  const { version: again } = await newest();
  expect((await decide(id, { action: 'hide', version: again })).status).toBe(200);
});

test('a decision whose record fails has changed no post', async () => {
  await asked({ posts: ['/g/17', '/g/18'], reason: 'illegal' });
  const { id, version } = await newest();
  await world().pool.query(`
    create function refuse_outcome() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger refuse_outcome before update of outcome on removal_requests for each row execute function refuse_outcome()`);
  expect((await decide(id, { action: 'purge', version })).status).toBe(500);
  await world().pool.query('drop function refuse_outcome cascade');
  expect([await isVisible(17), await isVisible(18)]).toEqual([true, true]);
  expect(await newest()).toMatchObject({ id, version, state: 'open' });
  expect((await decide(id, { action: 'purge', version })).status).toBe(200);
  expect([await isVisible(17), await isVisible(18)]).toEqual([false, false]);
});

test('commands list and show requests, and mark one whose posts were purged otherwise', async () => {
  await asked({ posts: ['/g/19', '/g/20'], reason: 'illegal', words: SECRET_WORDS });
  const { id, version } = await newest();
  const list = await sagasu(world(), 'requests', 'list');
  expect(list.stdout).toMatch(new RegExp(`\\n${id} +/g/19 /g/20 +illegal .+ open\\n`));
  expect((await sagasu(world(), 'requests', 'show', String(id))).stdout).toContain(`words: ${SECRET_WORDS}`);
  await ann.send('POST', '/posts/bulk', { action: 'purge', posts: [19, 20].map((num) => ({ board: 'g', num })) });
  expect((await sagasu(world(), 'requests', 'list')).stdout).toContain('open, all posts are purged');
  expect((await decide(id, { action: 'purge', version })).status).toBe(200);
  const closed = await sagasu(world(), 'requests', 'list', '--closed', '--json');
  const rows = closed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(rows[0]).toMatchObject({ id, outcome: 'purge', words: null, posts: [{ num: 19, hidden: null }, { num: 20 }] });
  expect(await sagasu(world(), 'requests', 'show', '999999')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no removal request 999999') as string,
  });
});

test('metrics count open requests, which no account may read for them', async () => {
  await asked({ posts: ['/x/10'] });
  await world().pool.query(`update removal_requests set due_at = now() - interval '1 hour' where closed_at is null`);
  const open = (await queue()).total;
  const metrics = String((await server.get('/metrics')).body);
  const line = (kind: string) => metrics.split('\n').find((one) => one.includes(`kind="removals.${kind}"`));
  expect(line('open')).toMatch(new RegExp(` ${open}$`));
  expect(line('overdue')).toMatch(new RegExp(` ${open}$`));
});

test('the address of a file names its posts, whose file a decision bans', async () => {
  const token = await asked({ about: 'files', posts: [`/media/07/07/${'07'.repeat(32)}.png`], reason: 'copyright' });
  expect((await ticket(token)).posts).toMatchObject([{ num: 60 }]);
  const { id, version } = await newest();
  expect((await decide(id, { action: 'ban_file', version })).status).toBe(200);
  expect((await world().pool.query('select from banned_media')).rowCount).toBe(2);
  expect(await isVisible(60)).toBe(true);
});

test('a name is removed by a bulk action, which the decision runs', async () => {
  await asked({ about: 'name', sought: 'Ardea' });
  const { id, version } = await newest();
  const { body } = await ann.send('POST', '/bulk-actions', { action: 'hide', q: 'name:Ardea' });
  const { action } = body as { action: { id: number; posts: number } };
  expect(
    await decide(id, { action: 'purge', version, bulk_action: action.id, bulk_posts: action.posts }),
  ).toMatchObject({
    status: 400,
  });
  const { version: now } = await newest();
  expect(
    await decide(id, { action: 'hide', version: now, bulk_action: action.id, bulk_posts: action.posts }),
  ).toMatchObject({
    status: 200,
    body: { left: 0 },
  });
  expect(await isVisible(30)).toBe(false);
});

test('what cannot be asked is refused with a reason', async () => {
  const refusals = [
    [{ posts: ['/g/99'] }, 'removal_post_unknown'],
    // Hidden posts are answered like missing ones.
    [{ posts: ['/g/90'] }, 'removal_post_unknown'],
    [{ posts: ['/nowhere/1'] }, 'board_unknown'],
    [{ posts: ['what I wrote'] }, 'removal_line_invalid'],
    [{ posts: [] }, 'removal_invalid'],
    [{ about: 'search' }, 'removal_invalid'],
    [{ posts: ['/x/10'], proof: 'nonsense' }, 'proof_invalid'],
  ] as const;
  for (const [body, code] of refusals) expect((await ask(body)).body).toMatchObject({ code });
  expect((await post('/ticket', { token: 'A'.repeat(43) })).body).toMatchObject({ code: 'ticket_unknown' });
  const foreign = { 'sec-fetch-site': 'cross-site' };
  const url = '/api/v1/removal-requests';
  const payload = { about: 'posts', posts: ['/x/10'], reason: 'other' };
  expect(await request(server, { method: 'POST', url, payload, headers: foreign })).toMatchObject({ status: 403 });
});

test('a network sends one request an hour without a proof of work and five with one, each proof once', async () => {
  const from = '203.0.113.7';
  const body = { posts: ['/x/10'] };
  expect((await ask(body, from)).status).toBe(201);
  expect((await ask(body, '203.0.113.99')).body).toMatchObject({ code: 'removals_too_many' });
  const used = await proof();
  expect((await ask({ ...body, proof: used }, from)).status).toBe(201);
  expect((await ask({ ...body, proof: used }, anyNetwork())).body).toMatchObject({ code: 'proof_used' });
  for (let more = 0; more < 3; more++) expect((await ask({ ...body, proof: await proof() }, from)).status).toBe(201);
  expect((await ask({ ...body, proof: await proof() }, from)).body).toMatchObject({ code: 'removals_too_many' });
  await admin.send('POST', '/bans', { network: '198.51.100.0/24', boards: [], days: 1, reason: 'spam' });
  expect((await ask(body, '198.51.100.3')).body).toMatchObject({ code: 'banned' });
});

test('the password of a ghost post proves that the person wrote it', async () => {
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "proof": false, "cooldown": 1}}'`,
  );
  const written = await request(server, {
    method: 'POST',
    url: '/api/v1/ghosts',
    payload: { board: 'x', thread: 10, comment: 'I am a heron', password: 'a long password' },
    remoteAddress: anyNetwork(),
  });
  const { num, subnum } = written.body as { num: number; subnum: number };
  const posts = [`/x/thread/10#p${num}_${subnum}`, '/x/10'];
  expect((await ask({ posts, password: 'another password' })).body).toMatchObject({ code: 'password_wrong' });
  const token = await asked({ posts, password: 'a long password' });
  expect((await ticket(token)).posts.map(({ is_proven: isProven }) => isProven)).toEqual([false, true]);
});

const sendForm = async (url: string, fields: Record<string, string>) =>
  request(server, {
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: anyNetwork(),
  });

test('people without scripts ask by a form, and read, amend and withdraw the ticket by forms', async () => {
  const stored = await sendForm('/_/removal', {
    about: 'posts',
    posts: '/x/10\r\n',
    reason: 'other',
    words: '<b>bold</b>',
  });
  const [, token = ''] = /<code>([\w-]{43})<\/code>/.exec(String(stored.body)) ?? [];
  expect(stored.headers['cache-control']).toBe('no-store');
  const shown = await sendForm('/_/removal/ticket', { token: `https://archive.example/removal/ticket#${token}` });
  expect(shown.body).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(shown.body).toContain('/x/10');
  expect((await sendForm('/_/removal/ticket', { token, action: 'add', words: 'a second thought' })).body).toContain(
    'a second thought',
  );
  expect((await sendForm('/_/removal/ticket', { token, action: 'withdraw' })).body).toContain('Withdrawn');
  expect((await sendForm('/_/removal', { about: 'posts', reason: 'nothing' })).status).toBe(400);
});

test('reply addresses expire 30 days after the end, words after a year, and left work is open again', async () => {
  const expire = async () => world().pool.query('select expire_removal_requests()');
  const token = await asked({ posts: ['/x/10'], words: 'old words', reply_address: 'old@bird.example' });
  const { id, version } = await newest();
  await decide(id, { action: 'refuse', version, answer: 'no' });
  const age = async (days: number) =>
    world().pool.query(`update removal_requests set closed_at = now() - make_interval(days => $2) where id = $1`, [
      id,
      days,
    ]);
  const row = async () =>
    (await world().pool.query(`select reply_address, words, outcome from removal_requests where id = $1`, [id]))
      .rows[0] as object;
  await age(29);
  await expire();
  expect(await row()).toMatchObject({ reply_address: 'old@bird.example' });
  await age(30);
  await expire();
  expect(await row()).toEqual({ reply_address: null, words: 'old words', outcome: 'refuse' });
  expect((await ticket(token)).answer).toBe('no');
  await age(365);
  await expire();
  expect(await row()).toEqual({ reply_address: null, words: null, outcome: 'refuse' });
  expect((await post('/ticket', { token })).status).toBe(404);

  await asked({ posts: ['/x/10'] });
  const left = await newest();
  await world().pool.query(
    `update removal_requests set state = 'working', worked_by = 'gone', worked_at = now() - interval '11 minutes' where id = $1`,
    [left.id],
  );
  await expire();
  expect(await newest()).toMatchObject({ id: left.id, state: 'open' });
});

test('the public sees counts and median times by month, reason and decision, and admins set deadlines and templates', async () => {
  const { counts } = (await server.get('/api/v1/removal-requests/statistics')).body as RemovalStatistics;
  expect(counts.every((count) => Object.keys(count).join() === 'month,reason,outcome,requests,days')).toBe(true);
  const of = (reason: string, outcome: string) =>
    counts.find((one) => one.reason === reason && one.outcome === outcome);
  expect(of('personal_data', 'purge')).toMatchObject({ requests: 1, days: 0 });
  expect(of('copyright', 'ban_file')).toMatchObject({ requests: 1 });
  expect(of('other', 'withdrawn')).toMatchObject({ requests: 1 });
  expect(of('personal_data', 'open')?.days).toBeNull();
  const settings = {
    deadlines: { personal_data: 3, copyright: 14, illegal: 1, other: 30 },
    templates: [{ name: 'gone', answer: 'It is gone.' }],
  };
  expect((await admin.put('/removal-settings', settings)).status).toBe(204);
  expect((await admin.get('/removal-settings')).body).toEqual(settings);
  expect((await ann.get('/removal-settings')).status).toBe(403);
  expect((await queue()).templates).toEqual(settings.templates);
  const { due_at: due, created_at: at } = await ticket(await asked({ posts: ['/x/10'] }));
  expect(Date.parse(due) - Date.parse(at)).toBe(3 * 86_400_000);
});
