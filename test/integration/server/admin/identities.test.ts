import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticate } from '../../../../server/identities/identities.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask, givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => {
  await server.close();
});
beforeEach(async () => {
  await world().pool.query('truncate identities cascade');
});

const put = async (name: string, aliases: readonly object[]) => admin.put(`/identities/${name}`, { aliases });
const sender = { kind: 'sender', value: 's12' };
const trip = { kind: 'tripcode', value: '!Ep8pui8Vw2' };
const nobody = { posterid: null, tripcode: null, name: null };

test('an identity is created, listed, changed and deleted', async () => {
  expect(await put('ann', [trip, sender])).toMatchObject({
    status: 200,
    body: { name: 'ann', aliases: [sender, trip] },
  });
  await put('bob', []);
  expect((await admin.get('/identities')).body).toEqual({
    identities: [
      { name: 'ann', aliases: [sender, trip] },
      { name: 'bob', aliases: [] },
    ],
  });
  await put('ann', [trip]);
  expect(await authenticate(world().pool, { ...nobody, posterid: 's12' })).toBeNull();
  expect((await admin.send('DELETE', '/identities/ann')).status).toBe(204);
  expect(await authenticate(world().pool, { ...nobody, tripcode: trip.value })).toBeNull();
  expect((await admin.send('DELETE', '/identities/ann')).status).toBe(404);
});

const who = async (post: object) => authenticate(world().pool, { ...nobody, ...post });

test('a sender is identified by the address, then the tripcode, then the name', async () => {
  await put('ann', [sender, { kind: 'name', value: 'Ann' }]);
  await put('bob', [trip]);
  await put('carol', [{ kind: 'name', value: 'Carol' }]);
  expect(await who({ posterid: 's12', tripcode: trip.value, name: 'Carol' })).toBe('ann');
  expect(await who({ posterid: 's13', tripcode: trip.value, name: 'Carol' })).toBe('bob');
  expect(await who({ name: 'Carol' })).toBe('carol');
  expect(await who({ name: 'carol' })).toBeNull();
  expect(await who({})).toBeNull();
});

test('an alias belongs to one identity, and a refused alias changes nothing', async () => {
  await put('ann', [sender]);
  await put('bob', [trip]);
  expect(await put('bob', [sender])).toMatchObject({ status: 409, body: { code: 'alias_taken' } });
  expect(await authenticate(world().pool, { ...nobody, tripcode: trip.value })).toBe('bob');
  for (const alias of [
    { kind: 'sender', value: 'ann@example.org' },
    { kind: 'tripcode', value: 'Ep8pui8Vw2' },
    { kind: 'name', value: 'Anonymous' },
    { kind: 'address', value: 'x' },
  ]) {
    expect((await put('bob', [alias])).status).toBe(400);
  }
  expect(await authenticate(world().pool, { ...nobody, tripcode: trip.value })).toBe('bob');
});

test('only admins can read or change identities', async () => {
  const url = '/api/v1/admin/identities';
  expect((await ask(server, { url })).status).toBe(401);
  expect((await ask(server, { method: 'PUT', url: `${url}/ann`, payload: { aliases: [] } })).status).toBe(401);
});
