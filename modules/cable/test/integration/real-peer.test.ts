/**
 * Runs the unmodified client program over plain TCP. CABLE_PEER_DIR is a folder whose node_modules have cable.js, cable-core and cable-client.
 * They are in no package registry: without the variable this file is not part of the tests (vitest.config.ts).
 */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keepDialling } from '../../peer/network.ts';
import { storePosts } from '../../views/store-posts.ts';
import type { Cabal } from '../../views/cabal.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { arrivedPost, insertCabal } from '../support/cabals.ts';
import { listenFor, startHost, type TestHost } from '../support/hosts.ts';
import { keysOf, makePost } from '../support/posts.ts';
import { RealPeer } from '../support/real-peer.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { freePort } from '../../../../test/support/ports.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
const START = Date.now() - 3_600_000;

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
async function newHost(known?: Cabal): Promise<TestHost & { readonly cabal: Cabal }> {
  cabals += 1;
  const cabal = known ?? (await insertCabal(world().pool, `real ${cabals}`));
  const started = startHost(pool, cabal);
  closing.push(() => started.host.close());
  return { ...started, cabal };
}

function dial({ host }: TestHost, port: number): void {
  const stop = new AbortController();
  const attach = (connection: Parameters<typeof host.attach>[0]) => host.attach(connection, true);
  const options = { host: '127.0.0.1', port, secrets: null, attach, onFailure: () => undefined, firstWaitMs: 50 };
  const dialling = keepDialling({ ...options, signal: stop.signal });
  closing.push(async () => {
    stop.abort();
    host.close();
    await dialling;
  });
}

function realPeer(way: 'listen' | 'dial', port: number): RealPeer {
  const peer = new RealPeer(way, port);
  closing.push(() => peer.kill());
  return peer;
}

async function storedOf({ id }: Cabal): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ type: number; count: number }>(
    'select type, count(*)::int as count from cable_posts where cabal_id = $1 group by type',
    [id],
  );
  const names = ['texts', 'deletes', 'infos', 'topics', 'joins', 'leaves'];
  return Object.fromEntries(rows.map(({ type, count }) => [names[type] ?? type, count]));
}

async function textsInOrder({ id, layout }: Cabal): Promise<string[]> {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    'select bytes from cable_posts where cabal_id = $1 and type = 0 order by rank, time, hash',
    [id],
  );
  return rows.map(({ bytes }) => {
    const { post } = arrivedPost(bytes, layout);
    return post.type === 'text' ? post.text : '';
  });
}

describe('the unmodified client program', () => {
  test('is dialled: texts, topic, name and join arrive, deletes follow, and deleted posts are refused', async () => {
    const port = await freePort();
    const peer = realPeer('listen', port);
    const channel = 'tea';
    await peer.order({ what: 'join', channel });
    await peer.order({ what: 'name', channel, said: 'ann' });
    await peer.order({ what: 'topic', channel, said: 'all teas' });
    const hashes: string[] = [];
    const said = Array.from({ length: 50 }, (_, number) => `text ${number}`);
    for (const text of said) hashes.push(await peer.order<string>({ what: 'text', channel, said: text }));
    const ours = await newHost();
    ours.host.follow([channel]);
    dial(ours, port);
    await expect.poll(() => storedOf(ours.cabal)).toEqual({ texts: 50, infos: 1, topics: 1, joins: 1 });
    expect(await textsInOrder(ours.cabal)).toEqual(said);
    await peer.order({ what: 'delete', channel, hashes: [hashes[3], hashes[7]] });
    await expect.poll(() => storedOf(ours.cabal)).toMatchObject({ texts: 48, deletes: 1 });
    await peer.order({ what: 'text', channel, said: 'later' });
    await expect.poll(() => storedOf(ours.cabal)).toMatchObject({ texts: 49 });
    // A new process of ours requests everything again.
    ours.host.close();
    const again = await newHost(ours.cabal);
    again.host.follow([channel]);
    dial(again, port);
    await peer.order({ what: 'text', channel, said: 'last' });
    await expect.poll(() => storedOf(ours.cabal)).toMatchObject({ texts: 50 });
    const gone = said.filter((_, at) => at !== 3 && at !== 7);
    expect(await textsInOrder(ours.cabal)).toEqual([...gone, 'later', 'last']);
    expect(ours.seen.errors).toEqual([]);
    expect(peer.isRunning).toBe(true);
  });

  test('dials us and reads posts of a third peer: pages of 100, then one answer with the rest of 5,000 posts', async () => {
    const third = await newHost();
    const posts = Array.from({ length: 5_000 }, (_, number) =>
      makePost(keysOf(1 + (number % 3)), START + number, { type: 'text', channel: 'tea', text: `text ${number}` }),
    );
    const arrived = posts.map(({ bytes }) => arrivedPost(bytes));
    for (let at = 0; at < arrived.length; at += 1_000)
      await storePosts(pool, third.cabal, arrived.slice(at, at + 1_000), new Date());
    const ours = await newHost();
    ours.host.follow(['tea']);
    const source = await listenFor(third.host, null);
    closing.push(() => source.close());
    dial(ours, source.port);
    await expect.poll(() => storedOf(ours.cabal)).toEqual({ texts: 5_000 });
    const listener = await listenFor(ours.host, null);
    closing.push(() => listener.close());
    const peer = realPeer('dial', listener.port);
    let read: string[] = [];
    const readUpTo = async (wanted: number): Promise<void> => {
      await expect
        .poll(
          async () => {
            read = await peer.order<string[]>({ what: 'texts', channel: 'tea' });
            return read.length;
          },
          { timeout: 60_000, interval: 250 },
        )
        .toBe(wanted);
    };
    for (let page = 1; page <= 5; page += 1) {
      const end = START + 5_000 - (page - 1) * 100;
      await peer.order({ what: 'ask', channel: 'tea', start: START, end, limit: 100 });
      await readUpTo(page * 100);
      expect(read).toContain(`text ${5_000 - page * 100}`);
    }
    await peer.order({ what: 'ask', channel: 'tea', start: START, end: START + 4_500, limit: 0 });
    await readUpTo(5_000);
    expect(new Set(read).size).toBe(5_000);
    expect(ours.seen.errors).toEqual([]);
  });

  test('is killed while it answers: no partial posts are stored, and the rest comes from another peer', async () => {
    const port = await freePort();
    const peer = realPeer('listen', port);
    const said = Array.from({ length: 600 }, (_, number) => `text ${number} ${'of some length, '.repeat(100)}`);
    for (const text of said) await peer.order({ what: 'text', channel: 'tea', said: text });
    const ours = await newHost();
    const other = await newHost();
    other.host.follow(['tea']);
    dial(other, port);
    await expect.poll(() => storedOf(other.cabal)).toEqual({ texts: 600 });
    ours.host.follow(['tea']);
    dial(ours, port);
    await expect.poll(async () => (await storedOf(ours.cabal))['texts'] ?? 0, { interval: 1 }).toBeGreaterThan(0);
    await peer.kill();
    const { rows } = await pool.query('select 1 from cable_posts where cabal_id = $1 and length(bytes) < 1000', [
      ours.cabal.id,
    ]);
    expect(rows).toEqual([]);
    const listener = await listenFor(other.host, null);
    closing.push(() => listener.close());
    dial(ours, listener.port);
    await expect.poll(() => storedOf(ours.cabal)).toEqual({ texts: 600 });
    expect(new Set(await textsInOrder(ours.cabal))).toEqual(new Set(said));
  });
});
