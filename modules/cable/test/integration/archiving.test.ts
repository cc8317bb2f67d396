/** The scraper joins a cabal and archives its channels as boards. */
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { keyIdOf, readKeyFile, readOrMakeKeyFile } from '../../key-files.ts';
import type { PostBody } from '../../codec/post.ts';
import { channelKey } from '../../views/cabal.ts';
import type { Service } from '../../../../platform/lifecycle.ts';
import { readConfig } from '../../../../platform/config.ts';
import { startScraper } from '../../../../scraper/scraper.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { addCableBoard } from '../../store/cable-boards.ts';
import { keysOf, makePost, type MadePost } from '../support/posts.ts';
import { ScriptedPeer } from '../support/scripted-peer.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { runIndexer } from '../../../../test/support/indexer.ts';
import { freePort } from '../../../../test/support/ports.ts';
import { startProcess, stopProcess } from '../../../../test/support/processes.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenAdmin } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenServer } from '../../../../test/integration/server/given-archive.ts';
import { silent } from '../../../../test/integration/scraper/harness.ts';
import { clearStored } from '../../../../test/integration/scraper/stored.ts';

const world = useWorld();
const [ANN, BOB] = [keysOf(1), keysOf(2)];
const DAY = 86_400_000;
/** Noon, so that a few minutes later is the same day. */
const NOON = Math.floor(Date.now() / DAY) * DAY - DAY / 2;

let peer: ScriptedPeer;
let port: number;
let folder: string;
let scraper: Service | null = null;

beforeEach(async () => {
  peer = new ScriptedPeer();
  port = await peer.listen();
  folder = await mkdtemp(join(tmpdir(), 'sagasu-cable-'));
  await readOrMakeKeyFile(join(folder, 'cabal.key'));
});
afterEach(async () => {
  await scraper?.close();
  scraper = null;
  await peer.close();
  await rm(folder, { recursive: true, force: true });
  await world().pool.query('truncate boards, cabals cascade');
  await clearStored(world().pool);
});

async function addBoard(name: string, channel: string): Promise<void> {
  const keyFile = join(folder, 'cabal.key');
  const url = `cable://127.0.0.1:${port}`;
  const board = { name, title: name, source: 'cable' as const, sourceName: name, url, mediaUrl: url, worksafe: true };
  await addCableBoard(world().pool, board, {
    name: channel,
    key: channelKey(channel),
    cabalKeyId: keyIdOf(await readKeyFile(keyFile)),
    keyFile,
    layout: 'deployed',
    prologue: 'CABLE/1.0',
    isPlain: true,
  });
}

async function start(): Promise<void> {
  const { databaseUrl, redisUrl, queuePrefix } = world();
  const config = readConfig({ SAGASU_DATA: folder, SAGASU_QUEUE_PREFIX: queuePrefix, SAGASU_MEDIA_CONCURRENCY: '0' });
  scraper = await startScraper({
    config,
    stores: { databaseUrl: loginUrl(databaseUrl, 'scraper'), redisUrl },
    logger: silent,
    registry: new Registry(),
    now: () => new Date(),
    worker: `test ${Math.random()}`,
  });
}

interface Row {
  readonly num: string;
  readonly thread: string;
  readonly name: string | null;
  readonly posterid: string | null;
  readonly comment: string | null;
  readonly time_purged: Date | null;
}

async function postsOf(board: string): Promise<Row[]> {
  const { rows } = await world().pool.query<Row>(
    `select p.num, p.thread, p.name, p.posterid, p.comment, p.time_purged from posts p join boards b on b.id = p.board_id
     where b.name = $1 order by p.num`,
    [board],
  );
  return rows;
}

const comments = async (board: string) => (await postsOf(board)).map(({ comment }) => comment);
const text = (said: string, channel = 'tea'): PostBody => ({ type: 'text', channel, text: said });

describe('a channel with a board', () => {
  test('its texts become posts, numbered by arrival, in a thread per day, with key and latest name of the author', async () => {
    peer.add(
      makePost(ANN, NOON, { type: 'join', channel: 'tea' }),
      makePost(ANN, NOON, { type: 'info', info: [['name', Buffer.from('ann')]] }),
      makePost(ANN, NOON, { type: 'topic', channel: 'tea', topic: 'All about\ntea' }),
      makePost(ANN, NOON + 1, text('first <b>\nline')),
      makePost(BOB, NOON + 2, text('second')),
      makePost(BOB, NOON - DAY, text('the day before')),
    );
    await addBoard('tea', 'tea');
    await start();
    await expect.poll(() => comments('tea')).toHaveLength(3);
    const posts = await postsOf('tea');
    expect(posts.map(({ num }) => Number(num))).toEqual([1, 2, 3]);
    const [before, ...today] = [...posts].sort((a, b) => ((a.comment ?? '') < (b.comment ?? '') ? 1 : -1));
    expect(before).toMatchObject({ comment: 'the day before', thread: before?.num, name: null });
    const byComment = Object.fromEntries(today.map((post) => [post.comment, post]));
    expect(Object.keys(byComment).sort()).toEqual(['first &lt;b&gt;<br>line', 'second']);
    expect(new Set(today.map(({ thread }) => thread)).size).toBe(1);
    await expect
      .poll(async () => (await postsOf('tea')).find(({ comment }) => comment?.startsWith('first'))?.name)
      .toBe('ann');
    expect(byComment['second']?.posterid).toBe(BOB.publicKey.toString('hex'));
    await expect
      .poll(async () => (await world().pool.query(`select title from boards where name = 'tea'`)).rows)
      .toEqual([{ title: 'All about tea' }]);
    // Later: a new post is in the thread of its day, and a new name applies to all posts.
    peer.add(
      makePost(BOB, NOON + 3, text('third')),
      makePost(BOB, NOON + 3, { type: 'info', info: [['name', Buffer.from('bob')]] }),
    );
    await expect.poll(async () => (await postsOf('tea')).filter(({ name }) => name === 'bob')).toHaveLength(3);
    const third = (await postsOf('tea')).at(-1);
    expect(third).toMatchObject({ num: '4', comment: 'third', thread: byComment['second']?.thread });
  });

  test('its name can be any text, and other channels get no boards', async () => {
    const channel = 'お茶/\0\u202e!';
    peer.add(
      makePost(ANN, NOON, text('in a strange channel', channel)),
      ...Array.from({ length: 50 }, (_, number) => makePost(ANN, NOON, { type: 'join', channel: `flood ${number}` })),
    );
    await addBoard('strange', channel);
    await start();
    await expect.poll(() => comments('strange')).toEqual(['in a strange channel']);
    const { rows } = await world().pool.query('select name from boards');
    expect(rows).toEqual([{ name: 'strange' }]);
  });

  test('a text from the far future is refused, and accepted when its time has come', async () => {
    peer.add(makePost(ANN, Date.now() + 8 * DAY, text('next month')), makePost(ANN, NOON, text('now')));
    await addBoard('tea', 'tea');
    await start();
    await expect.poll(() => comments('tea')).toEqual(['now']);
  });
});

test('every API shows a thread in the order of its links, not of arrival', async () => {
  const opener = makePost(ANN, NOON, text('opener'));
  const question = makePost(BOB, NOON + 500, text('question'));
  const answer = makePost(ANN, NOON + 100, text('answer'), { links: [question.hash] });
  await addBoard('tea', 'tea');
  await start();
  for (const [at, post] of [opener, answer, question].entries()) {
    peer.add(post);
    await expect.poll(() => comments('tea')).toHaveLength(at + 1);
  }
  expect(await comments('tea')).toEqual(['opener', 'answer', 'question']);
  const server = await givenServer(world());
  onTestFinished(() => server.close());
  const bodyOf = async (url: string) => (await server.get(url)).body;
  const ofThread = async () =>
    ((await bodyOf('/api/v1/boards/tea/threads/1')) as { posts: { num: number }[] }).posts.map(({ num }) => num);
  await expect.poll(ofThread).toEqual([1, 3, 2]);
  const { posts } = (await bodyOf('/tea/thread/1.json')) as { posts: { no: number }[] };
  expect(posts.map(({ no }) => no)).toEqual([1, 3, 2]);
  const { threads } = (await bodyOf('/api/v1/boards/tea/threads?order=modified&replies=5')) as {
    threads: { replies: { num: number }[] }[];
  };
  expect(threads[0]?.replies.map(({ num }) => num)).toEqual([3, 2]);
  const foolFuuka = await server.app.inject({ url: '/_/api/chan/thread/?board=tea&num=1' });
  expect(foolFuuka.payload.indexOf('question')).toBeLessThan(foolFuuka.payload.indexOf('answer'));
});

describe('deletes', () => {
  test('purge the post for good, even if it is offered again or after a restart; an opener stays as a stub', async () => {
    const opener = makePost(ANN, NOON, text('opener'));
    const other = makePost(BOB, NOON + 1, text('stays'));
    peer.add(opener);
    await addBoard('tea', 'tea');
    await start();
    await expect.poll(() => comments('tea')).toEqual(['opener']);
    peer.add(other);
    await expect.poll(() => comments('tea')).toEqual(['opener', 'stays']);
    peer.add(makePost(ANN, NOON + 2, { type: 'delete', hashes: [opener.hash] }));
    // A delete by another author changes nothing.
    peer.add(makePost(ANN, NOON + 3, { type: 'delete', hashes: [other.hash] }));
    await expect.poll(() => comments('tea')).toEqual([null, 'stays']);
    const [stub] = await postsOf('tea');
    expect(stub).toMatchObject({ num: '1', thread: '1', name: null, posterid: null });
    expect(stub?.time_purged).not.toBeNull();
    await scraper?.close();
    peer.requests.length = 0;
    await start();
    peer.add(makePost(BOB, NOON + 4, text('after the restart')));
    await expect.poll(() => comments('tea')).toEqual([null, 'stays', 'after the restart']);
    const asked = peer.requests.flatMap((request) => (request.type === 'posts' ? request.hashes : []));
    expect(asked.some((hash) => hash.equals(opener.hash))).toBe(false);
    const { rows } = await world().pool.query('select 1 from cable_posts where hash = $1', [opener.hash]);
    expect(rows).toEqual([]);
    // An earlier backup is restored without the post.
    const { readFile } = await import('node:fs/promises');
    expect(await readFile(join(folder, 'removals.ndjson'), 'utf8')).toContain('"num":1');
  });

  test('of an appointed moderator apply to posts of others, except of other moderators, also if they arrive first', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((said, at) => makePost(ANN, NOON + at, text(said)));
    if (one === undefined || two === undefined || three === undefined) throw new Error('no posts');
    const info: PostBody = {
      type: 'info',
      info: [
        ['name', Buffer.from('ann')],
        ['colour', Buffer.from('green')],
        ['accept-role', Buffer.from([0])],
      ],
    };
    peer.add(one, two, makePost(ANN, NOON, info));
    await addBoard('tea', 'tea');
    await start();
    await expect.poll(async () => new Set(await comments('tea'))).toEqual(new Set(['one', 'two']));
    const server = await givenServer(world(), { clock: () => new Date() });
    onTestFinished(() => server.close());
    const admin = await givenAdmin(world(), server, 'rhea');
    const { rows } = await world().pool.query<{ id: number }>('select id from cabals');
    const path = `/cabals/${rows[0]?.id ?? 0}`;
    const bob = BOB.publicKey.toString('hex');
    await expect
      .poll(async () => (await admin.get(`${path}/authors/${ANN.publicKey.toString('hex')}`)).body)
      .toMatchObject({
        name: 'ann',
        is_moderator: false,
        info: [
          { key: 'colour', value: 'green' },
          { key: 'accept-role', value: '0x00' },
        ],
      });
    const deletes = (at: number, ...hashes: Buffer[]) => makePost(BOB, NOON + at, { type: 'delete', hashes });
    // Later posts prove that a delete has arrived.
    peer.add(deletes(10, one.hash), makePost(BOB, NOON + 11, text('not yet')));
    await expect.poll(async () => (await comments('tea')).includes('not yet')).toBe(true);
    expect(await comments('tea')).not.toContain(null);
    expect((await admin.send('POST', `${path}/moderators`, { author: bob })).status).toBe(204);
    peer.add(deletes(12, two.hash, three.hash));
    await expect.poll(async () => (await comments('tea')).includes(null)).toBe(true);
    peer.add(three, makePost(BOB, NOON + 13, text('after three')));
    await expect.poll(async () => (await comments('tea')).includes('after three')).toBe(true);
    expect(new Set(await comments('tea'))).toEqual(new Set(['one', null, 'not yet', 'after three']));
    await admin.send('POST', `${path}/moderators`, { author: ANN.publicKey.toString('hex') });
    peer.add(deletes(14, one.hash), makePost(BOB, NOON + 15, text('of equals')));
    await expect.poll(async () => (await comments('tea')).includes('of equals')).toBe(true);
    expect(await comments('tea')).toContain('one');
    expect((await admin.get('/cabals')).body).toMatchObject({
      cabals: [{ moderators: [{}, { author: bob, appointed_by: admin.name }] }],
    });
    expect((await admin.send('DELETE', `${path}/moderators/${bob}`)).status).toBe(204);
    expect((await admin.send('DELETE', `${path}/moderators/${bob}`)).status).toBe(404);
  });

  test('a purge by moderators also deletes the bytes of the cabal post', async () => {
    const post = makePost(ANN, NOON, text('to be purged here'));
    peer.add(post);
    await addBoard('tea', 'tea');
    await start();
    await expect.poll(() => comments('tea')).toEqual(['to be purged here']);
    const { rows: boards } = await world().pool.query<{ id: number }>(`select id from boards where name = 'tea'`);
    await moderate(world().pool, {
      action: 'purge',
      board: { id: boards[0]?.id ?? 0, name: 'tea' },
      posts: [{ num: 1, subnum: 0 }],
      threads: false,
      actor: 'cli',
      reason: null,
      now: new Date(),
    });
    const { rows } = await world().pool.query('select 1 from cable_posts where hash = $1', [post.hash]);
    expect(rows).toEqual([]);
    const { rows: kept } = await world().pool.query('select deleted_by from cable_tombstones where hash = $1', [
      post.hash,
    ]);
    expect(kept).toEqual([{ deleted_by: null }]);
  });
});

test('a search finds a new text within seconds, and no longer finds it seconds after its author deletes it', async () => {
  await addBoard('tea', 'tea');
  await runIndexer(world());
  await start();
  const serverPort = await freePort();
  const server = startProcess('server/main.ts', world(), { SAGASU_DATA: folder, SAGASU_PORT: String(serverPort) });
  onTestFinished(async () => stopProcess(server));
  const found = async (q: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${serverPort}/api/v1/search?q=${encodeURIComponent(q)}`);
    return ((await answer.json()) as { hits: unknown[] }).hits.length;
  };
  await eventually('the server answers', async () => (await fetch(`http://127.0.0.1:${serverPort}/readyz`)).ok);
  await expect.poll(() => peer.connections).toBe(1);
  const post = makePost(ANN, Date.now(), text('gyokuro, brewed cold'));
  peer.add(post);
  await expect.poll(() => comments('tea')).toEqual(['gyokuro, brewed cold']);
  await expect.poll(() => found('gyokuro board:tea')).toBe(1);
  expect(await found('gyokuro')).toBe(0);
  await world().pool.query(
    `with i as (insert into identities (name) values ('Ann') returning id)
     insert into identity_aliases (kind, value, identity_id) select 'sender', $1, id from i`,
    [ANN.publicKey.toString('hex')],
  );
  await expect.poll(() => found('identity:Ann board:tea')).toBe(1);
  peer.add(makePost(ANN, Date.now(), { type: 'delete', hashes: [post.hash] }));
  await expect.poll(() => found('gyokuro board:tea')).toBe(0);
  const thread = await fetch(`http://127.0.0.1:${serverPort}/api/v1/boards/tea/threads/1`);
  expect(await thread.text()).not.toContain('gyokuro');
});

test('a block by admins purges all posts of the author on all boards of the cabal, and refuses new ones', async () => {
  const said = makePost(ANN, NOON, text('by the blocked'));
  peer.add(
    said,
    makePost(ANN, NOON, { type: 'topic', channel: 'tea', topic: 'a topic of the blocked' }),
    makePost(ANN, NOON, { type: 'info', info: [['name', Buffer.from('ann')]] }),
    makePost(BOB, NOON + 1, text('by another')),
    makePost(ANN, NOON, text('elsewhere', 'coffee')),
  );
  await addBoard('tea', 'tea');
  await addBoard('coffee', 'coffee');
  await start();
  await expect.poll(async () => new Set(await comments('tea'))).toEqual(new Set(['by another', 'by the blocked']));
  await expect.poll(() => comments('coffee')).toEqual(['elsewhere']);
  const { rows: cabals } = await world().pool.query<{ id: number }>('select id from cabals');
  const cabal = cabals[0]?.id ?? 0;
  const server = await givenServer(world(), { clock: () => new Date() });
  onTestFinished(() => server.close());
  const admin = await givenAdmin(world(), server);
  const key = ANN.publicKey.toString('hex');
  await expect
    .poll(async () => (await admin.get(`/cabals/${cabal}/authors/${key}`)).body)
    .toMatchObject({
      author: key,
      name: 'ann',
      boards: [
        { board: 'coffee', posts: 1 },
        { board: 'tea', posts: 1 },
      ],
      others: 2,
      is_blocked: false,
    });
  const block = () => admin.send('POST', `/cabals/${cabal}/blocked-authors`, { author: key, reason: 'court order' });
  expect((await block()).body).toEqual({ purged: 2, dropped: 2, left: 0 });
  expect((await block()).body).toEqual({ purged: 0, dropped: 0, left: 0 });
  expect((await admin.get('/cabals')).body).toMatchObject({
    cabals: [{ is_running: true, posts: 1, blocked: [{ author: key, blocked_by: admin.name, reason: 'court order' }] }],
  });
  const { entries } = (await admin.get('/audit')).body as { entries: { action: string; actor: string }[] };
  expect(entries.filter(({ actor }) => actor === admin.name).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['cable_blocked.insert', 'posts.purge']),
  );
  expect(await comments('coffee')).toEqual([null]);
  peer.add(makePost(ANN, NOON + 5, text('after the block')), makePost(BOB, NOON + 6, text('from another, after it')));
  await expect.poll(async () => (await comments('tea')).includes('from another, after it')).toBe(true);
  expect(new Set((await comments('tea')).filter((comment) => comment !== null))).toEqual(
    new Set(['by another', 'from another, after it']),
  );
  const { rows } = await world().pool.query(
    'select 1 from cable_posts where author = $1 union all select 1 from cable_users where author = $1',
    [ANN.publicKey],
  );
  expect(rows).toEqual([]);
  expect((await admin.send('DELETE', `/cabals/${cabal}/blocked-authors/${key}`)).status).toBe(204);
  expect((await admin.send('DELETE', `/cabals/${cabal}/blocked-authors/${key}`)).status).toBe(404);
  peer.add(makePost(ANN, NOON + 7, text('forgiven')));
  await expect.poll(async () => (await comments('tea')).includes('forgiven')).toBe(true);
});

test('a cut in the middle of a response leaves no partial posts, and the rest arrives after the reconnect', async () => {
  const posts: MadePost[] = Array.from({ length: 120 }, (_, number) =>
    makePost(ANN, NOON + number, text(`text ${number}`)),
  );
  peer.add(...posts);
  peer.cutAfter = 5_000;
  await addBoard('tea', 'tea');
  await start();
  await expect.poll(() => comments('tea')).toHaveLength(120);
  expect(new Set(await comments('tea')).size).toBe(120);
});

test('a key file that others can read is refused, and no table contains keys', async () => {
  const path = join(folder, 'cabal.key');
  const key = await readKeyFile(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await chmod(path, 0o644);
  await expect(readKeyFile(path)).rejects.toThrow(/chmod 600/);
  await writeFile(path, 'no key\n');
  await chmod(path, 0o600);
  await expect(readKeyFile(path)).rejects.toThrow(/64 hexadecimal digits/);
  await expect(readKeyFile(path)).rejects.not.toThrow(key.toString('hex'));
});
