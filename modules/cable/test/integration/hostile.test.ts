/** A host gets invalid and hostile messages. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ByteReader, varintBytes } from '../../codec/bytes.ts';
import { decodeMessage, encodeMessage, isRequest, type CableMessage } from '../../codec/message.ts';
import { MessageSplitter } from '../../peer/message-splitter.ts';
import { insertCabal } from '../support/cabals.ts';
import { keysOf, makePost } from '../support/posts.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
const MESSAGES = countOf(10_000, 1_000);
const HOST = fileURLToPath(new URL('../support/attacked-host.ts', import.meta.url));
const ANN = keysOf(1);

/** A random number generator with a fixed seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = generator(42);
const below = (limit: number): number => Math.floor(random() * limit);
const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)));
const framed = (bytes: Buffer): Buffer => Buffer.concat([varintBytes(bytes.length), bytes]);
const reqId = (): Buffer => noise(4);
const text = (said: string, time = Date.now()) => makePost(ANN, time, { type: 'text', channel: 'tea', text: said });

/** The newest request of the host. Responses to it get the most checks. */
let asked: Buffer = Buffer.alloc(4);

const wire = (message: CableMessage): Buffer => encodeMessage(message, 'deployed');

const ATTACKS: readonly (() => Buffer)[] = [
  () => framed(noise(below(400))),
  () => framed(Buffer.alloc(below(200), 0xff)),
  () => wire({ type: 'hashes', reqId: asked, hashes: Array.from({ length: below(300) }, () => noise(32)) }),
  () => wire({ type: 'hashes', reqId: reqId(), hashes: [noise(32)] }),
  () => wire({ type: 'post', reqId: asked, posts: [noise(200), text('not asked for').bytes, noise(60_000)] }),
  () => wire({ type: 'channelList', reqId: asked, channels: ['a', 'b'] }),
  () => wire({ type: 'posts', reqId: reqId(), ttl: 16, hashes: Array.from({ length: 500 }, () => noise(32)) }),
  () => wire({ type: 'timeRange', reqId: reqId(), ttl: 0, channel: 'tea', timeStart: 0, timeEnd: 0, limit: 0 }),
  () => wire({ type: 'state', reqId: reqId(), ttl: 0, channel: `channel ${below(1_000_000)}`, future: 1 }),
  () => wire({ type: 'channels', reqId: reqId(), ttl: 0, offset: below(2 ** 30), limit: 0 }),
  () => {
    const bytes = Buffer.from(wire({ type: 'posts', reqId: reqId(), ttl: 3, hashes: [noise(32), noise(32)] }));
    const at = 1 + below(bytes.length - 1);
    bytes[at] = below(256);
    return bytes;
  },
  // The count is higher than the number of hashes.
  () => framed(Buffer.concat([Buffer.from([0]), Buffer.alloc(4), asked, varintBytes(20_000)])),
];

test(`${MESSAGES} hostile messages: no crash, no wrong row, at most 200 MB`, { timeout: 240_000 }, async () => {
  const cabal = await insertCabal(world().pool, 'hostile');
  const child = spawn(process.execPath, [HOST, loginUrl(world().databaseUrl, 'scraper'), String(cabal.id)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { port } = JSON.parse(String((await lines.next()).value)) as { port: number };
  let sent = 0;
  while (sent < MESSAGES) {
    const socket = await open(port);
    // A message of excessive length ends the connection, and the next one starts fresh.
    for (let number = 0; number < 500 && sent < MESSAGES && !socket.destroyed; number += 1) {
      sent += 1;
      const attack = ATTACKS[below(ATTACKS.length)];
      const bytes = below(400) === 0 ? Buffer.from('ffffffffff7f', 'hex') : (attack?.() ?? noise(10));
      if (!socket.write(bytes)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    socket.destroy();
  }
  // The host still accepts a post, and has stored nothing else.
  const post = text('and still here');
  const friend = await open(port, (message, socket) => {
    if (!isRequest(message)) return;
    if (message.type === 'timeRange') socket.write(wire({ type: 'hashes', reqId: message.reqId, hashes: [post.hash] }));
    if (message.type === 'posts') socket.write(wire({ type: 'post', reqId: message.reqId, posts: [post.bytes] }));
  });
  const stored = async () => {
    const { rows } = await world().pool.query<{ hash: Buffer }>('select hash from cable_posts where cabal_id = $1', [
      cabal.id,
    ]);
    return rows.map(({ hash }) => hash.toString('hex'));
  };
  await expect.poll(stored).toEqual([post.hash.toString('hex')]);
  friend.destroy();
  child.stdin.end();
  const told = JSON.parse(String((await lines.next()).value)) as {
    peak: number;
    errors: number;
    reasons: Record<string, number>;
  };
  expect(told.errors).toBe(0);
  expect(told.reasons['form']).toBeGreaterThan(0);
  expect(told.reasons['unknown_request']).toBeGreaterThan(0);
  expect(told.peak).toBeLessThanOrEqual(200);
});

/** Connects, reads all messages, and remembers the newest request of the host. */
async function open(port: number, onMessage?: (message: CableMessage, socket: Socket) => void): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  const splitter = new MessageSplitter();
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    for (const one of splitter.split(bytes)) {
      const message = new ByteReader(one).left === 0 ? null : decodeMessage(one, 'deployed');
      if (message === null) continue;
      if (isRequest(message)) asked = message.reqId;
      onMessage?.(message, socket);
    }
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}
