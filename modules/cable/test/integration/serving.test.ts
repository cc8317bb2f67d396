/** A host answers the requests of peers that dial it. */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decodeMessage, encodeMessage, isRequest, type CableMessage } from '../../codec/message.ts';
import type { PostBody } from '../../codec/post.ts';
import type { Connection } from '../../peer/connection.ts';
import type { HostOptions } from '../../peer/host.ts';
import { PEER_LIMITS } from '../../peer/limits.ts';
import { storePosts } from '../../views/store-posts.ts';
import type { Cabal } from '../../views/cabal.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { aPost, insertBoard, writePosts } from '../../../../test/support/builders.ts';
import { arrivedPost, insertCabal } from '../support/cabals.ts';
import { dialTo, listenFor, startHost, type TestHost } from '../support/hosts.ts';
import { keysOf, makePost, type MadePost } from '../support/posts.ts';
import { ScriptedPeer } from '../support/scripted-peer.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
const NOW = Date.now();
const ANN = keysOf(1);

let pool: pg.Pool;
beforeAll(() => {
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'scraper'), pipeline: true });
});
afterAll(async () => pool.end());

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Given extends TestHost {
  readonly cabal: Cabal;
  readonly port: number;
}

let cabals = 0;
async function givenHost(options: Partial<HostOptions> = {}): Promise<Given> {
  cabals += 1;
  const cabal = await insertCabal(world().pool, `serving ${cabals}`);
  const started = startHost(pool, cabal, options);
  const listener = await listenFor(started.host, null);
  closing.push(() => started.host.close());
  closing.push(() => listener.close());
  return { ...started, cabal, port: listener.port };
}

const store = (cabal: Cabal, posts: readonly MadePost[]) =>
  storePosts(
    pool,
    cabal,
    posts.map(({ bytes }) => arrivedPost(bytes)),
    new Date(),
  );
const text = (said: string, time: number): MadePost => {
  const body: PostBody = { type: 'text', channel: 'tea', text: said };
  return makePost(ANN, time, body);
};
const hexes = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

/** A peer that dials the host. */
class Client {
  readonly received: CableMessage[] = [];
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
    void this.#read().catch(() => undefined);
  }

  static async dial({ port }: Given): Promise<Client> {
    const connection = await dialTo(port, null);
    closing.push(() => connection.destroy());
    return new Client(connection);
  }

  async #read(): Promise<void> {
    for await (const bytes of this.#connection.messages()) {
      const message = decodeMessage(bytes, 'deployed');
      if (message !== null) this.received.push(message);
    }
  }

  async send(message: CableMessage): Promise<void> {
    await this.#connection.send(encodeMessage(message, 'deployed'));
  }

  responsesTo(reqId: Buffer): CableMessage[] {
    return this.received.filter((message) => !isRequest(message) && message.reqId.equals(reqId));
  }

  hashesOf(reqId: Buffer): string[] {
    return this.responsesTo(reqId).flatMap((message) => (message.type === 'hashes' ? hexes(message.hashes) : []));
  }

  isEnded(reqId: Buffer): boolean {
    return this.responsesTo(reqId).some((message) => message.type === 'hashes' && message.hashes.length === 0);
  }

  /** Resolves when all answers to earlier messages have arrived. */
  async caughtUp(): Promise<void> {
    lastId += 1;
    const reqId = idOf(lastId);
    await this.send({ type: 'channels', reqId, ttl: 0, offset: 0, limit: 0 });
    await expect.poll(() => this.responsesTo(reqId)).toHaveLength(1);
  }
}

let lastId = 1_000;
const idOf = (number: number): Buffer => Buffer.from([0, 0, number >> 8, number & 255]);
const range = (reqId: Buffer, more: { timeEnd?: number; limit?: number; ttl?: number } = {}): CableMessage => ({
  type: 'timeRange',
  reqId,
  ttl: 0,
  channel: 'tea',
  timeStart: 0,
  timeEnd: 0,
  limit: 0,
  ...more,
});

/** A host with posts from a scripted peer. */
async function givenFed(): Promise<{ readonly host: Given; readonly source: ScriptedPeer }> {
  const host = await givenHost();
  const source = new ScriptedPeer();
  const port = await source.listen();
  closing.push(() => source.close());
  host.host.follow(['tea']);
  const connection = await dialTo(port, null);
  const attached = host.host.attach(connection, true);
  closing.push(async () => {
    connection.destroy();
    await attached;
  });
  await expect.poll(() => source.requests.some(({ type }) => type === 'state')).toBe(true);
  return { host, source };
}

const isStored = async ({ cabal }: Given, { hash }: MadePost): Promise<boolean> => {
  const { rowCount } = await pool.query('select from cable_posts where cabal_id = $1 and hash = $2', [cabal.id, hash]);
  return rowCount === 1;
};

describe('an open range request', () => {
  test('gets later posts until it is cancelled', async () => {
    const { host, source } = await givenFed();
    const [first, second, third] = [text('first', NOW), text('second', NOW + 1), text('third', NOW + 2)];
    source.add(first);
    await expect.poll(() => isStored(host, first)).toBe(true);
    const client = await Client.dial(host);
    await client.send(range(idOf(1)));
    await expect.poll(() => client.hashesOf(idOf(1))).toEqual(hexes([first.hash]));
    source.add(second);
    await expect.poll(() => client.hashesOf(idOf(1))).toEqual(hexes([first.hash, second.hash]));
    expect(client.isEnded(idOf(1))).toBe(false);
    await client.send({ type: 'cancel', reqId: idOf(2), ttl: 0, cancelId: idOf(1) });
    await client.caughtUp();
    source.add(third);
    await expect.poll(() => isStored(host, third)).toBe(true);
    await client.caughtUp();
    expect(client.hashesOf(idOf(1))).toEqual(hexes([first.hash, second.hash]));
  });

  test('ends at its limit, which counts later posts too', async () => {
    const { host, source } = await givenFed();
    const posts = [1, 2, 3, 4].map((number) => text(`text ${number}`, NOW + number));
    source.add(...posts.slice(0, 2));
    await expect.poll(() => isStored(host, posts[1] ?? text('', 0))).toBe(true);
    const client = await Client.dial(host);
    await client.send(range(idOf(1), { limit: 3 }));
    await expect.poll(() => client.hashesOf(idOf(1))).toHaveLength(2);
    expect(client.isEnded(idOf(1))).toBe(false);
    source.add(...posts.slice(2));
    await expect.poll(() => client.isEnded(idOf(1))).toBe(true);
    await client.caughtUp();
    expect(client.hashesOf(idOf(1))).toHaveLength(3);
  });

  test('is refused and counted if the peer has too many', async () => {
    const host = await givenHost({ limits: { ...PEER_LIMITS, openRequests: 3 } });
    await store(host.cabal, [text('first', NOW)]);
    const client = await Client.dial(host);
    for (const number of [1, 2, 3, 4]) await client.send(range(idOf(number)));
    await expect.poll(() => host.seen.reasons.get('too_many')).toBe(1);
    await expect.poll(() => client.hashesOf(idOf(3))).toHaveLength(1);
    expect(client.responsesTo(idOf(4))).toEqual([]);
  });
});

test('a hidden post is not served while it is hidden', async () => {
  const host = await givenHost();
  const [shown, hidden] = [text('shown', NOW), text('hidden', NOW + 1)];
  await store(host.cabal, [shown, hidden]);
  const board = await insertBoard(world().pool, 'served');
  await writePosts(world().pool, board, [aPost({ num: 1, thread: 1 }), aPost({ num: 2, thread: 1, opener: false })]);
  await world().pool.query(
    'update cable_posts set board_id = $1, num = case hash when $2 then 1 else 2 end where cabal_id = $3',
    [board.id, shown.hash, host.cabal.id],
  );
  const setHidden = (isHidden: boolean) =>
    world().pool.query('update posts set hidden = $2 where board_id = $1 and num = 2', [board.id, isHidden]);
  const client = await Client.dial(host);
  const served = async (number: number): Promise<[string[], string[]]> => {
    const [asked, listed] = [idOf(number), idOf(number + 1)];
    await client.send({ type: 'posts', reqId: asked, ttl: 0, hashes: [shown.hash, hidden.hash] });
    await client.send(range(listed, { timeEnd: NOW + 1_000 }));
    await expect.poll(() => client.isEnded(listed)).toBe(true);
    const posts = client.responsesTo(asked).flatMap((message) => (message.type === 'post' ? message.posts : []));
    return [hexes(posts), client.hashesOf(listed)];
  };
  await setHidden(true);
  expect(await served(1)).toEqual([hexes([shown.bytes]), hexes([shown.hash])]);
  await setHidden(false);
  expect(await served(3)).toEqual([hexes([shown.bytes, hidden.bytes]), hexes([hidden.hash, shown.hash])]);
});

describe('the requests of other peers', () => {
  test('are not forwarded by default', async () => {
    const host = await givenHost();
    const [sender, other] = [await Client.dial(host), await Client.dial(host)];
    await other.caughtUp();
    await sender.send(range(idOf(1), { ttl: 3 }));
    await sender.caughtUp();
    await other.caughtUp();
    expect(other.received.filter(isRequest)).toEqual([]);
  });

  test('are forwarded once if the operator allows it, with a lower ttl, and never in circles', async () => {
    const host = await givenHost({ forwards: true });
    const [sender, second, third] = [await Client.dial(host), await Client.dial(host), await Client.dial(host)];
    for (const client of [second, third]) await client.caughtUp();
    await sender.send(range(idOf(1), { ttl: 3 }));
    for (const client of [second, third]) {
      await expect.poll(() => client.received.filter(isRequest)).toMatchObject([{ type: 'timeRange', ttl: 2 }]);
    }
    // Peers send requests back to their senders, and to each other.
    await second.send(range(idOf(1), { ttl: 1 }));
    await sender.send(range(idOf(1), { ttl: 3 }));
    await third.send(range(idOf(1), { ttl: 16 }));
    await sender.send(range(idOf(2), { ttl: 0 }));
    for (const client of [sender, second, third]) await client.caughtUp();
    expect(sender.received.filter(isRequest)).toEqual([]);
    for (const client of [second, third]) expect(client.received.filter(isRequest)).toHaveLength(1);
    const answer = text('of the third', NOW);
    await third.send({ type: 'hashes', reqId: idOf(1), hashes: [answer.hash] });
    await expect.poll(() => sender.hashesOf(idOf(1))).toContain(answer.hash.toString('hex'));
    expect(await isStored(host, answer)).toBe(false);
  });

  test('are cancelled at the peers that got them', async () => {
    const host = await givenHost({ forwards: true });
    const [sender, other] = [await Client.dial(host), await Client.dial(host)];
    await other.caughtUp();
    await sender.send(range(idOf(1), { ttl: 1 }));
    await expect.poll(() => other.received.filter(isRequest)).toHaveLength(1);
    await sender.send({ type: 'cancel', reqId: idOf(2), ttl: 1, cancelId: idOf(1) });
    await expect
      .poll(() => other.received.filter(isRequest))
      .toMatchObject([{}, { type: 'cancel', cancelId: idOf(1) }]);
  });
});

test('a full cabal accepts only deletes, which free space', async () => {
  const first = text('first', NOW);
  const limits = { ...PEER_LIMITS, totalBytes: first.bytes.length };
  const host = await givenHost({ limits });
  const source = new ScriptedPeer();
  closing.push(() => source.close());
  const connection = await dialTo(await source.listen(), null);
  source.add(first);
  host.host.follow(['tea']);
  const attached = host.host.attach(connection, true);
  closing.push(async () => {
    connection.destroy();
    await attached;
  });
  await expect.poll(() => isStored(host, first)).toBe(true);
  await expect.poll(() => source.requests.some((one) => one.type === 'timeRange' && one.timeEnd === 0)).toBe(true);
  const second = text('second', NOW + 1);
  source.add(second);
  await expect.poll(() => host.seen.reasons.get('full')).toBe(1);
  expect(await isStored(host, second)).toBe(false);
  source.add(makePost(ANN, NOW + 2, { type: 'delete', hashes: [first.hash] }));
  await expect.poll(() => isStored(host, first)).toBe(false);
  const { rows } = await pool.query(
    `select s.posts::int, s.bytes::int, (select count(*)::int from cable_posts where cabal_id = $1) as counted,
       (select sum(octet_length(bytes))::int from cable_posts where cabal_id = $1) as summed
     from cabal_sizes s where s.cabal_id = $1`,
    [host.cabal.id],
  );
  const [size] = rows as { posts: number; bytes: number; counted: number; summed: number }[];
  expect(size).toMatchObject({ posts: 1, counted: 1 });
  expect(size?.bytes).toBe(size?.summed);
});
