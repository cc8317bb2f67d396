/** Two of our hosts exchange posts over TCP until both have the same set. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LAYOUTS, type Layout } from '../../codec/layout.ts';
import type { PostBody } from '../../codec/post.ts';
import type { Secrets } from '../../peer/connection.ts';
import type { HostOptions } from '../../peer/host.ts';
import { PEER_LIMITS } from '../../peer/limits.ts';
import { keepDialling } from '../../peer/network.ts';
import type { Cabal } from '../../views/cabal.ts';
import { storePosts } from '../../views/store-posts.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { arrivedPost, insertCabal, viewsOf } from '../support/cabals.ts';
import { dialTo, listenFor, secretsOf, startHost, type TestHost } from '../support/hosts.ts';
import { keysOf, makePost, type MadePost } from '../support/posts.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
const NOW = new Date();
const [ANN, BOB] = [keysOf(1), keysOf(2)];

let pool: pg.Pool;
beforeAll(() => {
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), pipeline: true });
});
afterAll(async () => pool.end());

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

let cabals = 0;
async function newHost(
  layout: Layout = 'deployed',
  options: Partial<HostOptions> = {},
): Promise<TestHost & { readonly cabal: Cabal }> {
  cabals += 1;
  const cabal = await insertCabal(world().pool, `replication ${cabals}`, layout);
  const started = startHost(pool, cabal, options);
  closing.push(() => started.host.close());
  return { ...started, cabal };
}

const store = (cabal: Cabal, posts: readonly MadePost[]) =>
  storePosts(
    pool,
    cabal,
    posts.map(({ bytes }) => arrivedPost(bytes, cabal.layout)),
    NOW,
  );

/** A hash of the set of hashes. */
async function digestOf(cabal: Cabal): Promise<string> {
  const { posts, tombstones } = await viewsOf(pool, cabal);
  return createHash('sha256')
    .update(JSON.stringify([posts, tombstones]))
    .digest('hex');
}

async function connect(to: TestHost, from: TestHost, secrets: Secrets | null): Promise<void> {
  const listener = await listenFor(to.host, secrets);
  closing.push(() => listener.close());
  const connection = await dialTo(listener.port, secrets);
  const attached = from.host.attach(connection);
  closing.push(async () => {
    connection.destroy();
    await attached;
  });
}

const START = NOW.getTime() - 3_600_000;
function history(count: number, layout: Layout): MadePost[] {
  const posts = [
    makePost(ANN, START, { type: 'join', channel: 'tea' }),
    makePost(ANN, START + 1, { type: 'topic', channel: 'tea', topic: 'all teas' }),
    makePost(ANN, START + 2, { type: 'info', info: [['name', Buffer.from('ann')]] }, { layout }),
  ];
  let last: Buffer | null = null;
  for (let number = 0; number < count; number += 1) {
    const body: PostBody = { type: 'text', channel: 'tea', text: `text ${number}` };
    const post = makePost(number % 2 === 0 ? ANN : BOB, START + number, body, { links: last === null ? [] : [last] });
    last = post.hash;
    posts.push(post);
  }
  return posts;
}

describe.each(LAYOUTS)('in the layout %s', (layout) => {
  test.each([
    ['encrypted', secretsOf(7)],
    ['encrypted as the implementation in TypeScript does it', secretsOf(7, 'CABLE1.0')],
    ['encrypted as the implementation in Rust does it', secretsOf(7, 'CABLE')],
    ['in the clear', null],
  ])('a channel is copied to equal sets, and new posts and deletes follow: %s', async (_, secrets) => {
    const [from, to] = [await newHost(layout), await newHost(layout)];
    const posts = history(60, layout);
    await store(from.cabal, posts);
    to.host.follow(['tea']);
    await connect(from, to, secrets);
    await expect.poll(() => digestOf(to.cabal)).toBe(await digestOf(from.cabal));
    // A third host sends posts to the first, which the second gets too.
    const third = await newHost(layout);
    const target = posts.at(-1)?.hash ?? Buffer.alloc(32);
    await store(third.cabal, [
      makePost(ANN, NOW.getTime(), { type: 'text', channel: 'tea', text: 'news' }),
      makePost(BOB, NOW.getTime() + 1, { type: 'delete', hashes: [target] }),
    ]);
    await store(third.cabal, posts);
    from.host.follow(['tea']);
    await connect(third, from, secrets);
    await expect.poll(() => digestOf(to.cabal)).toBe(await digestOf(third.cabal));
    expect((await viewsOf(pool, to.cabal))['tombstones']).toHaveLength(1);
    for (const { seen } of [from, to, third]) expect(seen.errors).toEqual([]);
    expect([...to.seen.reasons.keys()]).toEqual([]);
  });
});

test('a history of several pages is copied completely, even if one millisecond has more posts than a page', async () => {
  const limits = { ...PEER_LIMITS, page: 1_000 };
  const [from, to] = [await newHost(), await newHost('deployed', { limits })];
  const many = Array.from({ length: 2_600 }, (_, number) => {
    const time = START + (number < 1_300 ? 0 : number);
    return makePost(number % 2 === 0 ? ANN : BOB, time, { type: 'text', channel: 'tea', text: `${number}` });
  });
  for (let at = 0; at < many.length; at += 500) await store(from.cabal, many.slice(at, at + 500));
  to.host.follow(['tea']);
  await connect(from, to, secretsOf(7));
  await expect.poll(() => digestOf(to.cabal)).toBe(await digestOf(from.cabal));
});

test('posts of other channels and of channels without a board are not accepted', async () => {
  const [from, to] = [await newHost(), await newHost()];
  await store(from.cabal, history(5, 'deployed'));
  await store(from.cabal, [makePost(ANN, START, { type: 'text', channel: 'coffee', text: 'black' })]);
  to.host.follow(['tea']);
  await connect(from, to, secretsOf(7));
  await expect.poll(() => to.seen.counts.posts).toBe(8);
  const { rows } = await pool.query<{ channel: Buffer }>(
    'select distinct channel from cable_posts where cabal_id = $1',
    [to.cabal.id],
  );
  expect(rows.map(({ channel }) => channel.toString()).sort()).toEqual(['', 'tea']);
});

test('a disconnected peer is dialled again, and its posts of the meantime arrive', async () => {
  const [from, to] = [await newHost(), await newHost()];
  await store(from.cabal, history(4, 'deployed'));
  to.host.follow(['tea']);
  const secrets = secretsOf(7);
  const first = await listenFor(from.host, secrets);
  const stop = new AbortController();
  const dialling = keepDialling({
    host: '127.0.0.1',
    port: first.port,
    secrets,
    attach: (connection) => to.host.attach(connection),
    onFailure: () => undefined,
    signal: stop.signal,
    firstWaitMs: 10,
  });
  await expect.poll(() => digestOf(to.cabal)).toBe(await digestOf(from.cabal));
  await first.close();
  await store(from.cabal, [
    makePost(BOB, NOW.getTime(), { type: 'text', channel: 'tea', text: 'while you were away' }),
  ]);
  const again = await listenFor(from.host, secrets, first.port);
  closing.push(() => again.close());
  await expect.poll(() => digestOf(to.cabal)).toBe(await digestOf(from.cabal));
  stop.abort();
  to.host.close();
  await dialling;
});
