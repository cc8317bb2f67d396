/** Passwords of ghost posts: limits for wrong ones in all APIs, and the cost of each check. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPatientRedis } from '../../../../test/support/patient-redis.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { ask } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenConfig,
  givenServer,
  type Answer,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';

const world = useWorld();
const RIGHT = 'a long password';
const MINUTE_MS = 60_000;
let server: GivenServer;
let now = Date.now();

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store('g', [{ num: 10, thread: 10, opener: true, replies: 0, images: 0 }]);
  await world().pool.query(
    `update boards set settings = '{"ghosts": {"allowed": true, "proof": false, "cooldown": 1}}'`,
  );
  server = await givenServer(world(), { clock: () => new Date(now) });
});
afterAll(async () => server.close());

let written = 0;
/** Writes a ghost post from this address in thread 10. Returns its subnum. */
const givenPost = async (remoteAddress: string) => {
  const payload = { board: 'g', thread: 10, comment: `heron ${(written += 1)}`, password: RIGHT };
  const { status, body } = await ask(server, { method: 'POST', url: '/api/v1/ghosts', payload, remoteAddress });
  expect(status).toBe(201);
  await world().pool.query(`update poster_addresses set expires_at = expires_at - interval '1 hour'`);
  return (body as { subnum: number }).subnum;
};

const guess = async (subnum: number, password: string, remoteAddress: string, on = server) =>
  ask(on, {
    method: 'POST',
    url: '/api/v1/ghosts/delete',
    payload: { board: 'g', num: 10, subnum, password },
    remoteAddress,
  });
const outcome = ({ status, body }: Answer) => [status, (body as { code?: string }).code ?? ''];
const WRONG = [403, 'password_wrong'];
const WAIT = [429, 'password_wait'];

/** Sends five wrong passwords, each of which gets an answer. */
const failFive = async (subnum: number, addressOf: (at: number) => string) => {
  for (let at = 0; at < 5; at += 1) expect(outcome(await guess(subnum, `wrong ${at}`, addressOf(at)))).toEqual(WRONG);
};

test('after five wrong passwords a network waits, longer each time, for all posts; then the right one works', async () => {
  const [one, other] = [await givenPost('192.0.2.1'), await givenPost('192.0.2.2')];
  await failFive(one, () => '198.51.100.1');
  const refused = await guess(other, RIGHT, '198.51.100.1');
  expect([outcome(refused), Number(refused.headers['retry-after'])]).toEqual([WAIT, 60]);
  now += MINUTE_MS;
  expect(outcome(await guess(other, 'wrong', '198.51.100.1'))).toEqual(WRONG);
  now += MINUTE_MS;
  const longer = await guess(other, RIGHT, '198.51.100.1');
  expect([outcome(longer), Number(longer.headers['retry-after'])]).toEqual([WAIT, 60]);
  now += MINUTE_MS;
  expect((await guess(other, RIGHT, '198.51.100.1')).status).toBe(204);
});

test('the /64 of an IPv6 address is one network', async () => {
  const post = await givenPost('192.0.2.3');
  await failFive(post, (at) => `2001:db8:5:6:${at + 1}::1`);
  expect(outcome(await guess(post, 'wrong', '2001:db8:5:6:ffff::1'))).toEqual(WAIT);
});

test('after five wrong passwords from all networks a post is locked, except for the network that wrote it', async () => {
  const post = await givenPost('192.0.2.4');
  await failFive(post, (at) => `203.0.113.${at + 1}`);
  // The right password gets the same answer as a wrong one while the post is locked.
  expect(outcome(await guess(post, 'wrong', '203.0.113.100'))).toEqual(WAIT);
  expect(outcome(await guess(post, RIGHT, '203.0.113.101'))).toEqual(WAIT);
  expect(outcome(await guess(post, 'wrong', '192.0.2.4'))).toEqual(WAIT);
  expect((await guess(post, RIGHT, '192.0.2.4')).status).toBe(204);
});

test('a locked post accepts the right password from other networks later', async () => {
  const post = await givenPost('192.0.2.5');
  await failFive(post, (at) => `203.0.113.${at + 10}`);
  expect(outcome(await guess(post, RIGHT, '203.0.113.102'))).toEqual(WAIT);
  now += MINUTE_MS;
  expect((await guess(post, RIGHT, '203.0.113.102')).status).toBe(204);
});

test('simultaneous guesses cannot exceed the limit', async () => {
  const post = await givenPost('192.0.2.6');
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => guess(post, `wrong ${at}`, '198.51.100.6')),
  );
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
});

test('the form and FoolFuuka’s API share the limit of the API', async () => {
  const post = await givenPost('192.0.2.7');
  const remoteAddress = '198.51.100.7';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = async (password: string) =>
    ask(server, {
      method: 'POST',
      url: '/_/delete',
      headers,
      remoteAddress,
      payload: new URLSearchParams({ board: 'g', num: `10_${post}`, password }).toString(),
    });
  const { body } = await ask(server, { url: `/_/api/chan/post/?board=g&num=10_${post}` });
  const { doc_id: docId } = body as { doc_id: string };
  const byApp = async (password: string) =>
    ask(server, {
      method: 'POST',
      url: '/_/api/chan/user_actions/',
      headers,
      remoteAddress,
      payload: new URLSearchParams({ action: 'delete', board: 'g', doc_id: docId, password }).toString(),
    });
  for (let at = 0; at < 2; at += 1) {
    expect((await form(`wrong ${at}`)).status).toBe(403);
    expect((await byApp(`wrong ${at}`)).status).toBe(403);
  }
  expect(outcome(await guess(post, 'wrong', remoteAddress))).toEqual(WRONG);
  for (const refused of [await form(RIGHT), await byApp(RIGHT), await guess(post, RIGHT, remoteAddress)])
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
});

test('servers share their counts in Redis', async () => {
  const post = await givenPost('192.0.2.8');
  const { redisUrl } = world();
  const clients = [createPatientRedis(redisUrl), createPatientRedis(redisUrl)];
  await Promise.all(clients.map(async (redis) => redis.ping()));
  const servers = await Promise.all(
    clients.map(async (redis) => givenServer(world(), { redis, clock: () => new Date() })),
  );
  const answers: Answer[] = [];
  for (let at = 0; at < 8; at += 1)
    answers.push(await guess(post, `wrong ${at}`, '198.51.100.8', servers[at % 2] ?? server));
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
  await Promise.all(servers.map(async (one) => one.close()));
  for (const redis of clients) redis.disconnect();
});

test('a guess costs as much as twelve threads', async () => {
  const post = await givenPost('192.0.2.9');
  const limited = await givenServer(world(), {
    config: { ...givenConfig(world()), rateLimit: 30 },
    clock: () => new Date(now),
  });
  const statuses: unknown[] = [];
  for (let at = 0; at < 3; at += 1) statuses.push(outcome(await guess(post, `wrong ${at}`, '198.51.100.9', limited)));
  expect(statuses).toEqual([WRONG, WRONG, [429, 'rate_limited']]);
  const read = await ask(limited, { url: '/api/v1/boards/g/threads/10', remoteAddress: '198.51.100.9' });
  expect(read.status).toBe(200);
  await limited.close();
});

test('new passwords need at least eight characters, and older passwords remain valid', async () => {
  const payload = { board: 'g', thread: 10, comment: 'short', password: '1234567' };
  const refused = await ask(server, { method: 'POST', url: '/api/v1/ghosts', payload, remoteAddress: '192.0.2.20' });
  expect(refused.status).toBe(400);
  const post = await givenPost('192.0.2.21');
  // The hash of `0123`, stored by an older version.
  const { hash } = await import('@node-rs/argon2');
  const old = await hash('0123', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await world().pool.query('update ghost_passwords set password_hash = $1 where subnum = $2', [old, post]);
  expect((await guess(post, '0123', '192.0.2.21')).status).toBe(204);
});
