/** Bulk actions on all hits of a search or all posts of one address: counted first, confirmed by the count, and undone as a whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkAction, BulkActionStep, ChosenBulkAction } from '../../../mappings/contract/bulk-actions.ts';
import { useWorld } from '../../support/world.ts';
import { ask, givenAdmin, type Admin } from './admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let ofG: Admin;
const ids = { g: 0, x: 0 };

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  const archive = givenArchive(world());
  ids.g = await archive.board('g');
  ids.x = await archive.board('x');
  await archive.storeAndIndex('g', [
    { num: 1, thread: 1, opener: true, subject: 'herons' },
    ...Array.from({ length: 1_200 }, (_, index) => ({
      num: 2 + index,
      thread: 1,
      comment: 'heron',
      ...(index < 700 && { tripcode: '!flood' }),
      ...(index % 100 === 0 && { posterid: 'AbCdEf' }),
    })),
  ]);
  await archive.storeAndIndex('g', [
    { num: 5000, thread: 5000, opener: true },
    { num: 5001, thread: 5000 },
    { num: 5002, thread: 5000 },
    { num: 5003, thread: 5000 },
  ]);
  await archive.storeAndIndex('x', [
    { num: 1, thread: 1, opener: true },
    { num: 2, thread: 1, tripcode: '!flood', comment: 'heron' },
  ]);
  admin = await givenAdmin(world(), server);
  ofG = await givenAdmin(world(), server, 'gail');
  await world().pool.query(
    `update account_roles set role = 'moderator', board_id = $1 where account_id = (select id from accounts where name = 'gail')`,
    [ids.g],
  );
});

afterAll(async () => server.close());

const choose = async (body: object, who = admin) => {
  const { status, body: answer } = await who.send('POST', '/bulk-actions', { action: 'hide', ...body });
  return { status, body: answer as ChosenBulkAction & { readonly code?: string } };
};
const step = async (id: number, what: 'run' | 'undo', body: object = {}, who = admin) => {
  const { status, body: answer } = await who.send('POST', `/bulk-actions/${id}/${what}`, body);
  return { status, body: answer as BulkActionStep & { readonly code?: string } };
};
/** Runs the action to its end. Returns the posts that each request changed. */
const all = async (id: number, what: 'run' | 'undo', body: object = {}, who = admin) => {
  const figures: number[] = [];
  for (;;) {
    const { status, body: answer } = await step(id, what, body, who);
    expect(status).toBe(200);
    figures.push(answer.posts);
    if (answer.left === 0) return figures;
  }
};
const hidden = async (board: number) => {
  const { rows } = await world().pool.query<{ posts: number }>(
    'select count(*)::int as posts from posts where board_id = $1 and hidden',
    [board],
  );
  return rows[0]?.posts;
};

test('all posts with a tripcode are counted, hidden after the count is confirmed, and shown again together', async () => {
  const { status, body } = await choose({ q: 'trip:!flood', reason: 'flood' });
  expect(status).toBe(201);
  expect(body.action).toMatchObject({
    action: 'hide',
    query: 'trip:!flood',
    boards: ['g', 'x'],
    posts: 701,
    elsewhere: 0,
    left: 701,
    done: 0,
    confirmed_at: null,
  });
  expect(body.samples).toHaveLength(20);
  expect(body.samples[0]).toMatchObject({ board: 'g', num: 701, thread: 1, excerpt: 'heron' });
  const { id } = body.action;
  expect((await step(id, 'run', { posts: 700 })).body.code).toBe('bulk_action_differs');
  expect([await hidden(ids.g), await hidden(ids.x)]).toEqual([0, 0]);

  expect(await all(id, 'run', { posts: 701 })).toEqual([500, 200, 1]);
  expect([await hidden(ids.g), await hidden(ids.x)]).toEqual([700, 1]);
  expect((await server.get('/api/v1/boards/g/posts/2')).status).toBe(404);
  // A manual decision of a moderator is kept.
  await admin.send('POST', '/posts', { action: 'show', board: 'g', num: 2 });
  await admin.send('POST', '/posts', { action: 'hide', board: 'g', num: 2 });
  await admin.send('POST', '/posts', { action: 'purge', board: 'g', num: 3 });
  expect((await all(id, 'undo')).reduce((sum, posts) => sum + posts, 0)).toBe(699);
  expect([await hidden(ids.g), await hidden(ids.x)]).toEqual([2, 0]);
  expect((await step(id, 'run', { posts: 701 })).body.code).toBe('bulk_action_undone');
  const log = await world().pool.query<{ did: string; posts: number }>(
    `select l.action || ' ' || coalesce(d.reason, '') as did, sum(jsonb_array_length(l.target -> 'posts'))::int as posts
     from audit_log l left join audit_details d on d.audit_id = l.id
     where l.action ~ '^posts' and d.reason ~ 'bulk' group by 1 order by 1`,
  );
  expect(log.rows).toEqual([
    { did: `posts.hide bulk action ${id}: flood`, posts: 201 },
    { did: `posts.show bulk action ${id}, undone`, posts: 699 },
  ]);
});

test('all posts with an id, or of a search, are purged permanently', async () => {
  const { body } = await choose({ action: 'purge', q: 'board:g id:AbCdEf' });
  expect(body.action.posts).toBe(11);
  expect(await all(body.action.id, 'run', { posts: 11 })).toEqual([11]);
  const { rows } = await world().pool.query('select from posts where board_id = $1 and time_purged is not null', [
    ids.g,
  ]);
  expect(rows).toHaveLength(12);
  expect((await step(body.action.id, 'undo')).body.code).toBe('bulk_action_purged');
});

test('a moderator of one board reaches that board only, and is shown how many posts are on others', async () => {
  const { body } = await choose({ q: 'trip:!flood' }, ofG);
  expect(body.action).toMatchObject({ boards: ['g'], elsewhere: 1 });
  const { posts, id } = body.action;
  expect((await choose({ q: 'board:x heron' }, ofG)).body).toMatchObject({ code: 'bulk_action_empty' });
  const both = (await choose({ q: 'trip:!flood' })).body.action.id;
  expect((await step(both, 'run', { posts: posts + 1 }, ofG)).body.code).toBe('bulk_action_unknown');
  expect((await ofG.get(`/bulk-actions/${both}`)).status).toBe(404);
  const seen = ((await ofG.get('/bulk-actions')).body as { actions: BulkAction[] }).actions.map((one) => one.id);
  expect([seen.includes(id), seen.includes(both)]).toEqual([true, false]);
  expect((await all(id, 'run', { posts }, ofG)).reduce((sum, some) => sum + some, 0)).toBe(posts);
  expect(await hidden(ids.x)).toBe(0);
  expect((await all(id, 'undo', {}, ofG)).reduce((sum, some) => sum + some, 0)).toBe(posts);
});

test('two moderators who run one action at the same time change each post once', async () => {
  const { body } = await choose({ q: 'board:g heron' });
  const { id, posts } = body.action;
  const figures = await Promise.all([all(id, 'run', { posts }), all(id, 'run', { posts }, ofG)]);
  expect(figures.flat().reduce((sum, some) => sum + some, 0)).toBe(posts);
  expect(((await admin.get(`/bulk-actions/${id}`)).body as ChosenBulkAction).action).toMatchObject({
    left: 0,
    done: posts,
  });
  const { rows } = await world().pool.query<{ actor: string; posts: number }>(
    `select l.actor, sum(jsonb_array_length(l.target -> 'posts'))::int as posts from audit_log l join audit_details d on d.audit_id = l.id
     where l.action = 'posts.hide' and d.reason like $1 group by l.actor order by l.actor`,
    [`bulk action ${id}%`],
  );
  // Each change names the account that made it.
  const byName = figures.map((some) => some.reduce((sum, changed) => sum + changed, 0));
  expect(rows).toEqual(
    [
      { actor: 'gail', posts: byName[1] },
      { actor: 'root', posts: byName[0] },
    ].filter((row) => row.posts !== 0),
  );
  expect((await all(id, 'undo')).reduce((sum, some) => sum + some, 0)).toBe(posts);
});

const writeGhost = async (remoteAddress: string, comment: string) => {
  const payload = { board: 'g', thread: 1, comment, password: 'hunter22' };
  const { body } = await ask(server, { method: 'POST', url: '/api/v1/ghosts', payload, remoteAddress });
  const { num, subnum } = body as { num: number; subnum: number };
  return { num, subnum };
};

test('ghost posts of one address are found by the address or by one of the posts, and each view is in the audit log', async () => {
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "cooldown": 0, "proof": false}}' where id = $1`,
    [ids.g],
  );
  const first = await writeGhost('192.0.2.7', 'one');
  await writeGhost('192.0.2.7', 'two');
  await writeGhost('192.0.2.9', 'three');
  const byPost = await choose({ post: { board: 'g', ...first } }, ofG);
  expect(byPost.body).toMatchObject({ action: { posts: 2, query: null } });
  expect(JSON.stringify(byPost.body)).not.toContain('192.0.2');
  expect((await choose({ post: { board: 'g', num: 2 } })).body.code).toBe('address_unknown');
  expect((await choose({ network: '192.0.2.0/8' })).body.code).toBe('network_invalid');
  const byNetwork = await choose({ network: '192.0.2.0/24' });
  expect(byNetwork.body.action.posts).toBe(3);
  expect(await all(byNetwork.body.action.id, 'run', { posts: 3 })).toEqual([3]);
  expect((await choose({ network: '192.0.2.7' })).body.code).toBe('bulk_action_empty');
  expect((await choose({ network: '192.0.2.7', action: 'purge' })).body.action.posts).toBe(2);
  const log = await world().pool.query<{ actor: string; target: object }>(
    `select actor, target from audit_log where action = 'addresses.look' order by id limit 2`,
  );
  expect(log.rows).toEqual([
    { actor: 'gail', target: { posts: [`${first.num}_${first.subnum}`] } },
    { actor: 'root', target: {} },
  ]);
  const kept = await world().pool.query(`select from bulk_actions b where b::text ~ '192\\.0\\.2'`);
  expect(kept.rows).toEqual([]);
});

test.each([
  [{}, 'request_invalid'],
  [{ q: 'x', network: '192.0.2.1' }, 'request_invalid'],
  [{ q: 'board:nowhere' }, 'board_unknown'],
  [{ q: 'nothingmatchesthis' }, 'bulk_action_empty'],
])('%j is refused as a selection', async (body, code) => {
  expect((await choose(body)).body.code).toBe(code);
});

const file = (byte: number) => Buffer.alloc(32, byte);

test('files of a search are banned or deleted together, except those on a board outside the moderator’s rights', async () => {
  const { pool } = world();
  const give = async (board: number, num: number, byte: number) => {
    await pool.query(
      `insert into images (sha256, md5, type, size, datastore_id) values ($1, $2, 'png', 1, null) on conflict do nothing`,
      [file(byte), Buffer.alloc(16, byte)],
    );
    await pool.query('update posts set media_hash_src = $3 where board_id = $1 and num = $2', [board, num, file(byte)]);
  };
  await give(ids.g, 5000, 21);
  await give(ids.g, 5001, 22);
  await give(ids.g, 5002, 23);
  await give(ids.x, 1, 23);
  const q = 'board:g thread:5000';
  const chosen = await choose({ action: 'ban_file', q, reason: 'flood' }, ofG);
  expect(chosen).toMatchObject({ status: 201, body: { action: { action: 'ban_file', posts: 3 } } });
  const { id } = chosen.body.action;
  expect((await step(id, 'run', { posts: 4 }, ofG)).body.code).toBe('bulk_action_differs');
  expect(await all(id, 'run', { posts: 3 }, ofG)).toEqual([2]);
  const banned = async () =>
    (
      await pool.query<{ hash: string }>(
        `select left(encode(hash, 'hex'), 2) as hash from banned_media where length(hash) = 32 order by 1`,
      )
    ).rows.map(({ hash }) => hash);
  expect(await banned()).toEqual(['15', '16']);
  expect(await step(id, 'undo', {}, ofG)).toMatchObject({ status: 409, body: { code: 'bulk_action_purged' } });
  const { rows } = await pool.query(
    `select count(*)::int as entries from audit_log where action = 'posts.banfile' and actor = 'gail'`,
  );
  expect(rows).toEqual([{ entries: 2 }]);
  const rest = await choose({ action: 'delete_file', q: 'board:g thread:5000' });
  expect(rest.body.action.posts).toBe(3);
  expect(await all(rest.body.action.id, 'run', { posts: 3 })).toEqual([3]);
  expect(await banned()).toEqual(['15', '16']);
  expect((await choose({ action: 'ban_file', q: 'board:g num:5003' }, ofG)).body.code).toBe('bulk_action_empty');
});
