import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';
import { ask, givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 10, thread: 10, opener: true, comment: 'quinceword' },
    { num: 11, thread: 10, comment: 'quinceword' },
    { num: 11, subnum: 1, thread: 10, comment: 'quinceword' },
    { num: 12, thread: 10, comment: 'quinceword' },
  ]);
});

afterAll(async () => {
  await server.close();
});

const total = async () => ((await server.search({ q: 'quinceword' })).body as { total: { value: number } }).total.value;

test('an admin hides a post, a ghost and a thread, shows them again, and is named in the log', async () => {
  const post = { board: 'g', num: 11 };
  expect(await admin.send('POST', '/posts', { action: 'hide', ...post, reason: 'off topic' })).toMatchObject({
    status: 200,
    body: { posts: 1 },
  });
  expect(await total()).toBe(3);
  expect(await admin.send('POST', '/posts', { action: 'hide', ...post, subnum: 1 })).toMatchObject({ status: 200 });
  expect(await admin.send('POST', '/posts', { action: 'hide', board: 'g', num: 10, thread: true })).toMatchObject({
    body: { posts: 2 },
  });
  expect(await total()).toBe(0);
  expect(await admin.send('POST', '/posts', { action: 'show', board: 'g', num: 10, thread: true })).toMatchObject({
    body: { posts: 4 },
  });
  expect(await total()).toBe(4);
  const { rows } = await world().pool.query(
    `select l.actor, l.action, l.target, d.reason from audit_log l join audit_details d on d.audit_id = l.id
     where l.action like 'posts.%' order by l.id limit 1`,
  );
  expect(rows).toEqual([{ actor: admin.name, action: 'posts.hide', target: { posts: ['11'] }, reason: 'off topic' }]);
});

test('a request for a missing post, with invalid values or without permission changes nothing', async () => {
  const hide = { action: 'hide', board: 'g', num: 10 };
  const refusals: [object, number, string][] = [
    [{ ...hide, num: 99 }, 404, 'post_unknown'],
    [{ ...hide, num: 11, thread: true }, 404, 'thread_unknown'],
    [{ ...hide, board: 'nowhere' }, 404, 'board_unknown'],
    [{ ...hide, action: 'delete' }, 400, 'request_invalid'],
    [{ ...hide, num: 2 ** 60 }, 400, 'request_invalid'],
    [{ ...hide, subnum: 2 ** 31 }, 400, 'request_invalid'],
    [{ ...hide, reason: 'a\0b' }, 400, 'request_invalid'],
    [{ ...hide, everything: true }, 400, 'request_invalid'],
  ];
  for (const [body, status, code] of refusals) {
    expect(await admin.send('POST', '/posts', body)).toMatchObject({ status, body: { code } });
  }
  const url = '/api/v1/admin/posts';
  const stranger = await ask(server, { method: 'POST', url, payload: hide });
  expect(stranger).toMatchObject({ status: 401, body: { code: 'session_required' } });
  const page = { cookie: admin.cookie, origin: 'https://evil.example.org' };
  expect(await ask(server, { method: 'POST', url, payload: hide, headers: page })).toMatchObject({ status: 403 });
  expect(await total()).toBe(4);
});

test('a request to show a purged post is refused with the reason', async () => {
  expect(await admin.send('POST', '/posts', { action: 'purge', board: 'g', num: 12 })).toMatchObject({
    body: { posts: 1 },
  });
  expect(await admin.send('POST', '/posts', { action: 'show', board: 'g', num: 12 })).toMatchObject({
    status: 409,
    body: { code: 'post_purged', detail: 'Post 12 on /g/ was purged: nothing is left to show.' },
  });
});
