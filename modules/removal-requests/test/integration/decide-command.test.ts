/** `sagasu requests decide`, `note` and `reopen` do what moderators do on the page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RemovalLog } from '../../../../platform/removal-log.ts';
import { ask as request } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { worldEnvironment } from '../../../../test/support/processes.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { RemovalTicket } from '../../contract/removal-requests.ts';

const world = useWorld();
let server: GivenServer;
const WORDS = 'archaeopteryx street 7';

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  const archive = givenArchive(world());
  await archive.board('g');
  const file = {
    mediaName: 'bird',
    mediaType: 'png',
    mediaHashSrc: Buffer.alloc(32, 7),
    mediaHash: Buffer.alloc(16, 7),
  };
  await archive.storeAndIndex('g', [
    { num: 10, thread: 10, opener: true },
    ...Array.from({ length: 8 }, (_, place) => ({ num: 11 + place, thread: 10, comment: 'a plover' })),
    { num: 20, thread: 10, mediaTime: 1, ...file },
    ...[30, 31, 32].map((num) => ({ num, thread: 10, comment: 'a heron', name: 'Ardea cinerea' })),
  ]);
});
afterAll(async () => server.close());

let networks = 0;
const post = async (path: string, payload: object) =>
  request(server, {
    method: 'POST',
    url: `/api/v1/removal-requests${path}`,
    payload,
    remoteAddress: `2001:db8:${(networks += 1).toString(16)}::1`,
  });
/** The number of the new request, and its ticket as it is later. */
const asked = async (more: object) => {
  const { status, body } = await post('', { about: 'posts', reason: 'personal_data', words: WORDS, ...more });
  expect({ status, body }).toMatchObject({ status: 201 });
  const { token } = body as { token: string };
  const { rows } = await world().pool.query<{ id: string }>('select max(id) as id from removal_requests');
  return { id: rows[0]?.id ?? '', ticket: async () => (await post('/ticket', { token })).body as RemovalTicket };
};
const decide = async (...args: readonly string[]) => sagasu(world(), 'requests', 'decide', ...args);
const isVisible = async (num: number) => (await server.get(`/api/v1/boards/g/posts/${num}`)).status === 200;
/** All that a decision may change. */
const state = async () => {
  const rows = async (statement: string) => (await world().pool.query(statement)).rows;
  return Promise.all([
    rows('select num, hidden, time_purged from posts order by num'),
    rows('select id, state, version, outcome, answer from removal_requests order by id'),
    rows('select count(*) from audit_log'),
    rows('select count(*) from banned_media'),
    rows('select count(*) from bulk_actions'),
    new RemovalLog(worldEnvironment(world())['SAGASU_DATA'] ?? '').read(),
  ]);
};

test('a purge removes the posts, closes the request with an answer, and is audited without the words', async () => {
  const { id, ticket } = await asked({ posts: ['/g/11', '/g/12'] });
  const before = await state();
  const unconfirmed = await decide(id, 'purge', '--answer', 'You were right.');
  expect(unconfirmed).toMatchObject({ code: 2, stdout: '/g/11 /g/12\n' });
  expect(unconfirmed.stderr).toContain('--confirm 2');
  expect((await decide(id, 'purge', '--confirm', '3')).stderr).toContain('about 2 posts, not 3');
  expect(await decide(id, 'purge', '--dry-run')).toMatchObject({
    code: 0,
    stdout: `Dry run, undone: Purged 2 posts. Request ${id} is closed.\n`,
    stderr: '',
  });
  expect(await state()).toEqual(before);
  expect(await decide(id, 'purge', '--answer', 'You were right.', '--confirm', '2')).toMatchObject({
    code: 0,
    stdout: `/g/11 /g/12\nPurged 2 posts. Request ${id} is closed.\n`,
  });
  expect([await isVisible(11), await isVisible(12), await isVisible(13)]).toEqual([false, false, true]);
  expect(await ticket()).toMatchObject({ state: 'decided', outcome: 'purge', answer: 'You were right.', words: null });
  const log = await new RemovalLog(worldEnvironment(world())['SAGASU_DATA'] ?? '').read();
  expect(log.map(({ action }) => action)).toEqual(['purge']);
  const { rows: audited } = await world().pool.query<{ action: string; actor: string; text: string }>(
    `select l.action, l.actor, l.target::text || coalesce(d.reason, '') || coalesce(d.before::text, '') as text
       from audit_log l left join audit_details d on d.audit_id = l.id
      where l.action ~ '^(posts|removal_requests)' order by l.id`,
  );
  expect(audited.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
    'cli posts.purge',
    'cli removal_requests.purge',
  ]);
  expect(JSON.stringify(audited)).not.toContain('archaeopteryx');
  expect(audited[0]?.text).toContain(`removal request ${id}`);
});

test('some posts of a request are hidden, and a reopened request is decided again', async () => {
  const { id, ticket } = await asked({ posts: ['/g/13', '/g/14'] });
  expect((await decide(id, 'hide', '--posts', 'g/18')).stderr).toContain('Choose posts that the request names');
  expect((await decide(id, 'hide', '--posts', 'g/13')).stdout).toBe(`Hidden 1 post. Request ${id} is closed.\n`);
  expect([await isVisible(13), await isVisible(14)]).toEqual([false, true]);
  expect((await decide(id, 'hide')).stderr).toContain('cli has decided it: hide');
  expect((await sagasu(world(), 'requests', 'reopen', id)).stdout).toBe(`Request ${id} is open again.\n`);
  expect((await sagasu(world(), 'requests', 'note', id, 'look at 14')).code).toBe(0);
  expect((await sagasu(world(), 'requests', 'show', id)).stdout).toMatch(/cli, .+: look at 14/);
  expect((await decide(id, 'refuse')).stderr).toContain('Write the reason for the person');
  expect((await decide(id, 'refuse', '--answer', 'It stays.')).stdout).toBe(`Refused request ${id}.\n`);
  expect(await ticket()).toMatchObject({ outcome: 'refuse', answer: 'It stays.', added: [] });
});

test('a file is banned, also with the purge of its post', async () => {
  const { id } = await asked({ about: 'files', posts: ['/g/20'], reason: 'copyright' });
  expect((await decide(id, 'ban-file', '--confirm', '1')).stdout).toContain('Banned the files of 1 post.');
  expect((await world().pool.query('select from banned_media')).rowCount).toBe(2);
  expect(await isVisible(20)).toBe(true);
  const { id: other } = await asked({ posts: ['/g/15'] });
  expect((await decide(other, 'delete-file', '--confirm', '1')).stderr).toContain('None of the posts has a file');
  expect((await decide(other, 'purge', '--ban-files', '--confirm', '1')).code).toBe(0);
});

test('the posts of a name are counted and shown first, and go when their number is confirmed', async () => {
  const { id, ticket } = await asked({ about: 'name', sought: 'Ardea cinerea' });
  const before = await state();
  expect((await decide(id, 'purge', '--dry-run')).stdout).toMatch(
    /^g\/32 {2}a heron\n[^]*3 posts on \/g\/\nDry run: nothing/,
  );
  expect(await state()).toEqual(before);
  expect((await decide(id, 'purge')).stderr).toContain('--confirm 3');
  expect((await decide(id, 'purge', '--confirm', '4')).stderr).toContain('on 3 posts, not 4');
  const done = await decide(id, 'purge', '--search', 'a heron -num:30', '--confirm', '2');
  expect(done.stdout).toContain(`Purged 2 posts. Request ${id} is closed.`);
  expect([await isVisible(30), await isVisible(31), await isVisible(32)]).toEqual([true, false, false]);
  expect(await ticket()).toMatchObject({ outcome: 'purge', sought: null });
});

test('options without an effect, withdrawn and unknown requests are refused', async () => {
  const { id } = await asked({ posts: ['/g/16'] });
  for (const args of [
    [id, 'hide', '--search', 'plover'],
    [id, 'refuse', '--posts', 'g/16', '--answer', 'no'],
    [id, 'delete-file', '--ban-files'],
  ])
    expect(await decide(...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has an effect') as string,
    });
  expect(await decide(id, 'dele')).toMatchObject({ code: 2 });
  await world().pool.query(
    `update removal_requests set state = 'withdrawn', closed_at = now(), version = version + 1 where id = $1`,
    [id],
  );
  expect((await decide(id, 'hide')).stderr).toContain('The person has withdrawn it');
  expect(await isVisible(16)).toBe(true);
  expect((await decide('999999', 'hide')).stderr).toContain('no removal request 999999');
});
