/** The proof of work of ghost posts: it can be used once, and posts without it are held or refused. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PROOF_FACTOR } from '../../limits.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { ask } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenServer,
  SERVER_SECRET,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { createProofs } from '../../../../server/limits/proofs-of-work.ts';

const world = useWorld();
let server: GivenServer;
/** Reduces the work to milliseconds; ghosts.test.ts in test/e2e does the full work. */
const MOST_DERIVATIONS = 40;
const XHR = { 'x-requested-with': 'XMLHttpRequest' };

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  const archive = givenArchive(world());
  for (const board of ['g', 'x']) {
    await archive.board(board);
    await archive.store(board, [{ num: 10, thread: 10, opener: true, replies: 0, images: 0 }]);
    await set(board, {});
  }
});
beforeEach(async () => set('g', {}));
afterAll(async () => server.close());

const set = async (board: string, more: object) =>
  world().pool.query('update boards set settings = $2 where name = $1', [
    board,
    JSON.stringify({ ghosts: { allowed: true, cooldown: 20, ...more } }),
  ]);
/** A challenge as the server makes it, with less work. */
const challengeOf = async (board = 'g', at = () => new Date()): Promise<Challenge> =>
  createProofs({ secret: SERVER_SECRET, use: 'ghost', clock: at, most: MOST_DERIVATIONS }).challenge({ board });
const base64 = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
/** Solves a challenge with the library that browsers use. */
const solved = async (challenge: Challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('not solved in time');
  return base64({ challenge, solution });
};

let networks = 0;
let comments = 0;
const anyNetwork = () => `2001:db8:${(networks += 1).toString(16)}::1`;
const write = async (more: object, remoteAddress = anyNetwork()) => {
  const payload = { board: 'g', thread: 10, comment: `heron ${(comments += 1)}`, password: 'hunter22', ...more };
  const { status, body } = await ask(server, { method: 'POST', url: '/api/v1/ghosts', payload, remoteAddress });
  return { status, body: body as { code?: string; held?: boolean; detail?: string } };
};
const submit = async (remoteAddress = anyNetwork()) =>
  ask(server, {
    method: 'POST',
    url: '/g/submit',
    payload: new URLSearchParams({
      reply_numero: '10',
      reply_chennodiscursus: `by an app ${networks}`,
      reply_nymphassword: 'hunter22',
    }).toString(),
    headers: { ...XHR, 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress,
  });

test('a post with a proof of work is shown immediately, and the proof cannot be used again', async () => {
  const proof = await solved(await challengeOf());
  expect(await write({ proof })).toMatchObject({ status: 201, body: { held: false } });
  expect(await write({ proof })).toMatchObject({ status: 409, body: { code: 'proof_used' } });
  expect(await write({ comment: 'heron', proof: await solved(await challengeOf()) })).toMatchObject({ status: 201 });
});

test('of twenty simultaneous posts with the same proof, one is stored', async () => {
  const proof = await solved(await challengeOf());
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => write({ proof, comment: `stork ${n}` })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(19).fill(409)]);
});

test('a refused post does not use up its proof', async () => {
  const proof = await solved(await challengeOf());
  expect(await write({ proof, thread: 11 })).toMatchObject({ status: 404 });
  expect(await write({ proof })).toMatchObject({ status: 201, body: { held: false } });
});

test('a proof for another board or a changed or expired challenge, a wrong solution and invalid data are refused', async () => {
  const challenge = await challengeOf();
  const ofX = await challengeOf('x');
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00', cost: 1 } };
  const solution = { counter: 1, derivedKey: `${challenge.parameters.keyPrefix}${'00'.repeat(16)}` };
  const unsigned = { parameters: challenge.parameters };
  const wrong: Record<string, string> = {
    board: await solved(ofX),
    easier: await solved(easier),
    guessed: base64({ challenge, solution }),
    unsigned: base64({ challenge: unsigned, solution }),
    text: 'heron',
    json: base64(['heron']),
    deep: base64({ challenge, solution: { counter: '1', derivedKey: {} } }),
  };
  for (const [what, proof] of Object.entries(wrong))
    expect(await write({ proof }), what).toMatchObject({ status: 400, body: { code: 'proof_invalid' } });
  const expired = await challengeOf('g', () => new Date(Date.now() - 31 * 60_000));
  expect(await write({ proof: await solved(expired) })).toMatchObject({ body: { code: 'proof_invalid' } });
});

test('a post without proof is held for staff and its network waits ten times as long, also from FoolFuuka clients', async () => {
  const address = anyNetwork();
  expect(await write({}, address)).toMatchObject({ status: 201, body: { held: true } });
  await world().pool.query(`update poster_addresses set expires_at = expires_at - interval '21 seconds'`);
  const refused = await write({}, address);
  expect(refused).toMatchObject({ status: 429, body: { code: 'ghost_wait' } });
  expect(refused.body.detail).toMatch(new RegExp(`up to 1(79|78|77) seconds`));
  expect(20 * PROOF_FACTOR - 21).toBe(179);
  expect(await write({ proof: await solved(await challengeOf()) }, address)).toMatchObject({
    status: 201,
    body: { held: false },
  });
  expect((await submit()).body).toMatchObject({ success: 'Message sent. The staff will look at it first.' });
  expect((await server.get('/_/reply?board=g&thread=10')).body).toContain('works without scripts');
});

test('a board can require no proof, so that apps can post, or refuse posts without one', async () => {
  await set('g', { proof: false });
  expect((await server.get('/api/v1/ghosts/challenge?board=g')).status).toBe(204);
  expect((await submit()).body).toMatchObject({ success: 'Message sent.' });
  expect((await server.get('/_/reply?board=g&thread=10')).body).not.toContain('works without scripts');
  await set('g', { proofOnly: true });
  expect(await write({})).toMatchObject({ status: 403, body: { code: 'proof_missing' } });
  expect((await submit()).body).toHaveProperty('error');
  expect(await write({ proof: await solved(await challengeOf()) })).toMatchObject({
    status: 201,
    body: { held: false },
  });
  const page = await server.get('/_/reply?board=g&thread=10');
  expect(page.body).toContain('a browser with scripts');
  expect(page.body).not.toContain('<form');
});

test('the challenge of a board can be solved by the library that browsers run', async () => {
  const { body } = await server.get('/api/v1/ghosts/challenge?board=g');
  expect(await write({ proof: await solved(body as Challenge) })).toMatchObject({ body: { held: false } });
});

test('only boards with ghost posts have challenges', async () => {
  await set('g', { allowed: false });
  expect((await server.get('/api/v1/ghosts/challenge?board=g')).status).toBe(403);
  expect((await server.get('/api/v1/ghosts/challenge?board=nowhere')).status).toBe(404);
});

test('used proofs are deleted after they have expired', async () => {
  const { pool } = world();
  await pool.query(`update used_proofs set expires_at = now() - interval '1 second'`);
  expect(await write({ proof: await solved(await challengeOf()) })).toMatchObject({ status: 201 });
  expect((await pool.query('select from used_proofs')).rowCount).toBe(1);
});
