/** The views of a cabal depend on the set of posts, not on their order of arrival. */
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostBody } from '../../codec/post.ts';
import { readChannels, readPosts, readRange, readState, missingAmong } from '../../views/read-answers.ts';
import { storePosts } from '../../views/store-posts.ts';
import type { Cabal } from '../../views/cabal.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { arrivedPost, insertCabal, viewsOf } from '../support/cabals.ts';
import { keysOf, makePost, type MadePost } from '../support/posts.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
const NOW = new Date('2025-03-01T12:00:00Z');
const [ANN, BOB, EVE] = [keysOf(1), keysOf(2), keysOf(3)];
const CHANNELS = ['tea', 'Tea', '!/\0~', 'お茶'];

let pool: pg.Pool;
beforeAll(() => {
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), pipeline: true });
});
afterAll(async () => pool.end());

let cabals = 0;
async function newCabal(): Promise<Cabal> {
  cabals += 1;
  return insertCabal(world().pool, `views ${cabals}`);
}

const store = (cabal: Cabal, ...posts: readonly MadePost[]) =>
  storePosts(
    pool,
    cabal,
    posts.map(({ bytes }) => arrivedPost(bytes)),
    NOW,
  );
const hexes = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));
const text = (channel: string, said: string): PostBody => ({ type: 'text', channel, text: said });
const rangeOf = async (cabal: Cabal, channel: string): Promise<string[]> => {
  const found = await readRange(pool, cabal, { channel, timeStart: 0, timeEnd: 0 }, 1_000);
  return hexes(found.map(({ hash }) => hash));
};

const ranges = async (cabal: Cabal) => Promise.all(CHANNELS.map((channel) => rangeOf(cabal, channel)));

/** One post of a history: author, content, links to earlier posts, and time since the previous post. */
const step = fc.record({
  author: fc.nat(2),
  kind: fc.constantFrom('text', 'text', 'topic', 'join', 'leave', 'info', 'delete', 'delete'),
  channel: fc.nat(CHANNELS.length - 1),
  links: fc.array(fc.nat(30), { maxLength: 3 }),
  targets: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
  later: fc.integer({ min: -20, max: 20 }),
});
type Step = Parameters<Parameters<typeof step.map>[0]>[0];

function historyOf(steps: readonly Step[]): MadePost[] {
  const posts: MadePost[] = [];
  let time = 1_000;
  for (const [number, one] of steps.entries()) {
    time = Math.max(0, time + one.later);
    const before = (at: number): Buffer[] =>
      posts.length === 0 ? [] : [posts[at % posts.length]?.hash ?? Buffer.alloc(32)];
    const channel = CHANNELS[one.channel] ?? 'tea';
    const bodies: Record<string, PostBody> = {
      text: text(channel, `text ${number}`),
      topic: { type: 'topic', channel, topic: `topic ${number}` },
      join: { type: 'join', channel },
      leave: { type: 'leave', channel },
      info: { type: 'info', info: [['name', Buffer.from(`name ${number}`)]] },
      delete: { type: 'delete', hashes: one.targets.flatMap(before) },
    };
    const body = bodies[one.kind];
    if (body === undefined) continue;
    posts.push(makePost([ANN, BOB, EVE][one.author] ?? ANN, time, body, { links: one.links.flatMap(before) }));
  }
  return posts;
}

test('views are equal for every order, division and repetition of the same posts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 60, maxLength: 60 }),
      async (steps, shuffle) => {
        const history = historyOf(steps);
        const inOrder = await newCabal();
        for (const post of history) await store(inOrder, post);
        const shuffled = await newCabal();
        const order = [...history, ...history]
          .map((post, at) => ({ post, key: shuffle[at % shuffle.length]?.[0] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ post }) => post);
        let portion: MadePost[] = [];
        for (const [at, post] of order.entries()) {
          portion.push(post);
          if (shuffle[at % shuffle.length]?.[1] === true) continue;
          await store(shuffled, ...portion);
          portion = [];
        }
        await store(shuffled, ...portion);
        expect(await viewsOf(pool, shuffled)).toEqual(await viewsOf(pool, inOrder));
        expect(await ranges(shuffled)).toEqual(await ranges(inOrder));
      },
    ),
    { numRuns: countOf(300) },
  );
});

describe('a delete', () => {
  test('removes its target from the store and all views, even if the target is offered again', async () => {
    const cabal = await newCabal();
    const post = makePost(ANN, 10, text('tea', 'to be deleted'));
    const deletion = makePost(ANN, 20, { type: 'delete', hashes: [post.hash] });
    await store(cabal, post);
    expect(await store(cabal, deletion)).toMatchObject({ deleted: 1 });
    expect(await readPosts(pool, cabal, [post.hash, deletion.hash])).toEqual([deletion.bytes]);
    expect(await rangeOf(cabal, 'tea')).toEqual(hexes([deletion.hash]));
    expect(await missingAmong(pool, cabal, [post.hash])).toEqual([]);
    expect(await store(cabal, post)).toMatchObject({ added: [], deleted: 0 });
    expect(JSON.stringify(await viewsOf(pool, cabal))).not.toContain(Buffer.from('to be deleted').toString('hex'));
  });

  test('that arrives before its target applies when the target arrives, if both have the same author', async () => {
    const cabal = await newCabal();
    const post = makePost(ANN, 10, text('tea', 'late'));
    const censored = makePost(BOB, 11, text('tea', 'mine'));
    const deletion = makePost(ANN, 20, { type: 'delete', hashes: [post.hash, censored.hash] });
    await store(cabal, deletion);
    // The channel is unknown so far, and both should be requested.
    expect(await rangeOf(cabal, 'tea')).toEqual([]);
    expect(hexes(await missingAmong(pool, cabal, [post.hash, censored.hash]))).toEqual(
      hexes([post.hash, censored.hash]),
    );
    await store(cabal, post, censored);
    expect(await rangeOf(cabal, 'tea')).toEqual(hexes([deletion.hash, censored.hash]));
  });

  test('by another author changes nothing, and deletes cannot be deleted', async () => {
    const cabal = await newCabal();
    const post = makePost(ANN, 10, text('tea', 'stays'));
    const foreign = makePost(EVE, 20, { type: 'delete', hashes: [post.hash] });
    const ofDelete = makePost(EVE, 30, { type: 'delete', hashes: [foreign.hash] });
    await store(cabal, post, foreign, ofDelete);
    expect(await rangeOf(cabal, 'tea')).toEqual(hexes([post.hash]));
    expect(await readPosts(pool, cabal, [foreign.hash, ofDelete.hash])).toHaveLength(2);
  });

  test('of the latest topic, join or name restores the one before', async () => {
    const cabal = await newCabal();
    const posts = [
      makePost(ANN, 1, { type: 'join', channel: 'tea' }),
      makePost(ANN, 2, { type: 'topic', channel: 'tea', topic: 'green' }),
      makePost(ANN, 3, { type: 'info', info: [['name', Buffer.from('ann')]] }),
    ];
    await store(cabal, ...posts);
    const before = await readState(pool, cabal, 'tea');
    const later = [
      makePost(ANN, 11, { type: 'leave', channel: 'tea' }),
      makePost(ANN, 12, { type: 'topic', channel: 'tea', topic: 'black' }),
      makePost(ANN, 13, { type: 'info', info: [['name', Buffer.from('anna')]] }),
    ];
    await store(cabal, ...later);
    expect(hexes(await readState(pool, cabal, 'tea'))).not.toEqual(hexes(before));
    await store(cabal, makePost(ANN, 20, { type: 'delete', hashes: later.map(({ hash }) => hash) }));
    expect(hexes(await readState(pool, cabal, 'tea'))).toEqual(hexes(before));
  });
});

test('two thousand texts with the same millisecond are all stored', async () => {
  const cabal = await newCabal();
  await store(cabal, ...Array.from({ length: 2_000 }, (_, number) => makePost(ANN, 5, text('tea', `${number}`))));
  const found = await readRange(pool, cabal, { channel: 'tea', timeStart: 5, timeEnd: 6 }, 5_000);
  expect(found).toHaveLength(2_000);
});

test('a channel list is sorted by bytes, and two spellings of a channel are one channel', async () => {
  const cabal = await newCabal();
  await store(cabal, ...['tea', 'Tea', '!/\0~', 'お茶'].map((channel) => makePost(ANN, 1, { type: 'join', channel })));
  expect(await readChannels(pool, cabal, 0, 0)).toEqual(['!/\0~', 'Tea', 'お茶']);
  expect(await readChannels(pool, cabal, 1, 1)).toEqual(['Tea']);
});
