/** Clients that request long answers without reading them can neither fill the server's memory nor lock readers out. */
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_LIMITS } from '../../../server/http/plugins/held-answers.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const POSTS = 3_000;
const READERS = 40;
/** Less than a dozen of the answers; the buffers of the operating system do not count. */
const MAX_BYTES = 16 * 1024 * 1024;
const STALL_MS = 300;
const URL = '/api/v1/boards/g/threads/1';
let server: GivenServer;
let port: number;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store(
    'g',
    Array.from({ length: POSTS }, (_, at) => ({
      num: 1 + at,
      thread: 1,
      opener: at === 0,
      comment: `${at} `.repeat(150),
    })),
  );
  server = await givenServer(world(), {
    heldAnswers: { ...HELD_LIMITS, maxBytes: MAX_BYTES, maxBytesOfClient: MAX_BYTES / 2, stallMs: STALL_MS },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await server.close();
});

/** Requests the thread and reads only what the operating system buffers by itself. */
function stalledReader(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${URL} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

async function metric(name: string): Promise<number> {
  const { body } = await server.app.inject({ url: '/metrics' });
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)?.[1] ?? 0);
}

test('forty clients that do not read hold no more than the limit, and every reader is answered', async () => {
  const stalled: Socket[] = [];
  let most = 0;
  try {
    for (let at = 0; at < READERS; at++) {
      stalled.push(stalledReader());
      await setTimeout(STALL_MS / 10);
      most = Math.max(most, await metric('sagasu_server_held_bytes'));
    }
    for (let at = 0; at < 5; at++) {
      const answer = await fetch(`http://127.0.0.1:${port}${URL}`, {
        headers: { 'accept-encoding': 'identity', 'x-forwarded-for': '192.0.2.7' },
      });
      expect(answer.status).toBe(200);
      const body = await answer.text();
      expect((JSON.parse(body) as { posts: unknown[] }).posts).toHaveLength(POSTS);
      expect(body.length * READERS).toBeGreaterThan(2 * MAX_BYTES);
    }
    expect(most).toBeLessThanOrEqual(MAX_BYTES);
    expect(await metric(String.raw`sagasu_server_held_answers_total\{what="cut"\}`)).toBeGreaterThan(0);
  } finally {
    for (const socket of stalled) socket.destroy();
  }
  await expect.poll(async () => metric('sagasu_server_held_bytes')).toBe(0);
});

test('a client that reads slowly but steadily gets the whole answer', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${URL} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  let bytes = 0;
  const whole = new Promise<void>((resolve, reject) => socket.once('end', resolve).once('error', reject));
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    socket.pause();
    void setTimeout(5).then(() => socket.resume());
  });
  await whole;
  expect(bytes).toBeGreaterThan(2_000_000);
});
