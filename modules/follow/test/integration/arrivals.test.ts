/** Posts arrive by the real indexer, which stops and starts again meanwhile: every match is delivered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../../test/support/builders.ts';
import { drained, openIndexer } from '../../../../test/support/indexer.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { ItemNews } from '../../contract/follow.ts';
import { givenKey, type FollowClient } from '../support/requests.ts';

const world = useWorld();
let server: GivenServer;
let boards: readonly TestBoard[];

beforeAll(async () => {
  boards = [await insertBoard(world().pool, 'g'), await insertBoard(world().pool, 'ck')];
  server = await givenServer(world(), { clock: () => new Date() });
});
afterAll(async () => server.close());

const BATCHES = 60;
const WORDS = ['heron', 'egret', 'stork'];

/** Threads of several words on both boards; later batches reply to earlier threads, and edit posts. */
async function writeBatch(batch: number): Promise<void> {
  const board = boards[batch % boards.length];
  if (board === undefined) throw new Error('no board');
  const opener = 1_000 * (1 + (batch % 7));
  await writePosts(world().pool, board, [
    aPost({ num: opener, subject: WORDS[(batch % 7) % 2] ?? null, comment: `opener after batch ${batch}` }),
    aPost({ num: opener + batch + 1, thread: opener, comment: `${WORDS[batch % WORDS.length] ?? ''} number ${batch}` }),
  ]);
}

/** Reads all pages, and marks them as read afterwards. */
async function collect(key: FollowClient, id: number, found: Set<string>): Promise<number> {
  let below: number | null = null;
  let through: number | null = null;
  let count = 0;
  do {
    const query = new URLSearchParams({ limit: '3' });
    if (through !== null) query.set('through', String(through));
    if (below !== null) query.set('below', String(below));
    const { status, body } = await key.send('GET', `/items/${id}/news?${query.toString()}`);
    // While the index of a new board is being made.
    if (status === 503) return count;
    expect({ status, body }).toMatchObject({ status: 200 });
    const page = body as ItemNews;
    through ??= page.through;
    below = page.next;
    for (const hit of page.hits) found.add(`${hit.board}/${hit.num} ${String(hit.comment)}`);
    count += page.hits.length;
  } while (below !== null);
  await key.send('POST', '/read', { items: [{ id, through }] });
  return count;
}

test('every match is delivered while an indexer stops and starts', async () => {
  const key = await givenKey(server);
  const queries = ['heron', 'board:g egret', 'op.subject:heron', 'is:op', 'heron OR stork -number'];
  const items: (readonly [q: string, id: number, found: Set<string>])[] = [];
  for (const q of queries) items.push([q, (await key.follow(q)).id, new Set()]);
  let indexer = await openIndexer(world());
  let deliveries = 0;
  const state = { isWriting: true };
  const writing = (async () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      await writeBatch(batch);
      if (batch % 20 === 10) await indexer.close();
      if (batch % 20 === 15) indexer = await openIndexer(world());
      await sleep(20);
    }
    state.isWriting = false;
  })();
  const collectAll = async () => {
    for (const [, id, found] of items) deliveries += await collect(key, id, found);
  };
  while (state.isWriting) await collectAll();
  await writing;
  await drained(world());
  const wanted = new Map<string, readonly string[]>();
  for (const q of queries) {
    const { body } = await server.search({ q, limit: '100' });
    wanted.set(
      q,
      (body as SearchAnswer).hits.map(({ board, num, comment }) => `${board}/${num} ${comment ?? ''}`),
    );
  }
  await eventually('everything was delivered', async () => {
    await collectAll();
    return items.every(([q, , found]) => (wanted.get(q) ?? []).every((post) => found.has(post)));
  });
  await indexer.close();
  expect(wanted.get('heron')?.length).toBeGreaterThan(15);
  // Nothing is new any more, and no post was delivered more often than it changed.
  for (const [, id, found] of items) expect(await collect(key, id, found)).toBe(0);
  expect(deliveries).toBeLessThanOrEqual(2 * BATCHES * queries.length);
});
