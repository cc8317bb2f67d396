/** Proposals that two names belong to one person: who may propose what, what staff see, and what a decision changes. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { ask, type Admin, givenAdmin } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { useWorld } from '../../../../test/support/world.ts';
import type { IdentityProposals } from '../../contract/nicknames.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;

const NAMES = ['Ardea', 'Egretta', 'Bubulcus', 'Ciconia', 'Grus', 'Nycticorax'];
const TRIP = { kind: 'tripcode', value: '!heron' } as const;
const at = (day: number) => ({ timePosted: new Date(`2024-03-${10 + day}T12:00:00Z`) });
const name = (value: string) => ({ kind: 'name', value }) as const;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) await archive.board(board);
  await archive.storeAndIndex('g', [
    ...NAMES.map((one, place) => ({ num: 10 + place, thread: 10, opener: place === 0, name: one, ...at(place) })),
    { num: 20, thread: 10, name: 'Ardea', tripcode: TRIP.value, ...at(9) },
    { num: 21, thread: 10, name: 'Secretary', hidden: true },
  ]);
  await archive.storeAndIndex('ck', [{ num: 5, thread: 5, opener: true, tripcode: TRIP.value, ...at(8) }]);
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => server.close());
beforeEach(async () => {
  await world().pool.query('truncate identities, identity_proposals cascade');
});

const propose = async (
  alias: object,
  other: object,
  { from = '192.0.2.1', site = 'same-origin' }: { from?: string; site?: string } = {},
) => {
  const { status, body } = await ask(server, {
    method: 'POST',
    url: '/api/v1/identity-proposals',
    headers: { 'sec-fetch-site': site },
    payload: { alias, other, reason: 'They write the same words.' },
    remoteAddress: from,
  });
  return [status, (body as { code?: string }).code];
};
const list = async (state = 'open') =>
  (await admin.get(`/identity-proposals?state=${state}`)).body as IdentityProposals;
const only = async (state = 'open') => {
  const { proposals } = await list(state);
  expect(proposals).toHaveLength(1);
  return proposals[0] as IdentityProposals['proposals'][number];
};
const decide = async (id: number, action: string, identity?: string) => {
  const { status, body } = await admin.send('POST', `/identity-proposals/${id}`, { action, identity });
  return [status, (body as { code?: string }).code];
};
const identities = async () => (await admin.get('/identities')).body;

test('staff see a pair once, with its reasons and the visible posts under each name', async () => {
  expect(await propose(name('Ardea'), TRIP)).toEqual([204, undefined]);
  expect(await propose(TRIP, name('Ardea'), { from: '192.0.2.77' })).toEqual([409, 'proposal_known']);
  expect(await propose(TRIP, name('Ardea'), { from: '198.51.100.1' })).toEqual([204, undefined]);
  await admin.put('/identities/Heron', { aliases: [TRIP] });
  const proposal = await only();
  expect(proposal).toMatchObject({ proposals: 2, outcome: null, closed_by: null });
  expect(proposal.reasons.map(({ reason }) => reason)).toEqual(Array(2).fill('They write the same words.'));
  expect(proposal.aliases).toEqual([
    {
      ...name('Ardea'),
      identity: null,
      posts: 2,
      first: '2024-03-10T12:00:00.000Z',
      last: '2024-03-19T12:00:00.000Z',
      boards: [{ value: 'g', posts: 2 }],
      names: [{ value: 'Ardea', posts: 2 }],
      tripcodes: [{ value: '!heron', posts: 1 }],
    },
    {
      ...TRIP,
      identity: 'Heron',
      posts: 2,
      first: '2024-03-18T12:00:00.000Z',
      last: '2024-03-19T12:00:00.000Z',
      boards: expect.arrayContaining([
        { value: 'g', posts: 1 },
        { value: 'ck', posts: 1 },
      ]),
      names: [{ value: 'Ardea', posts: 1 }],
      tripcodes: [{ value: '!heron', posts: 2 }],
    },
  ]);
});

test('names without a visible post, equal names, pages of other sites, floods and banned networks are refused', async () => {
  expect(await propose(name('Ardea'), name('Secretary'))).toEqual([404, 'alias_unused']);
  expect(await propose(name('Ardea'), name('Ardea'))).toEqual([400, 'alias_same']);
  expect(await propose(name('Ardea'), name('Anonymous'))).toEqual([400, 'alias_invalid']);
  expect(await propose(name('Ardea'), TRIP, { site: 'cross-site' })).toEqual([403, 'origin_foreign']);
  const pairs = NAMES.flatMap((one, place) => NAMES.slice(place + 1).map((other) => [name(one), name(other)] as const));
  for (const [one, other] of pairs.slice(0, 10)) expect(await propose(one, other)).toEqual([204, undefined]);
  expect(await propose(name('Grus'), name('Nycticorax'))).toEqual([429, 'proposals_too_many']);
  await admin.send('POST', '/bans', { network: '203.0.113.0/24', boards: [], days: 1, reason: 'flood' });
  expect(await propose(name('Ardea'), TRIP, { from: '203.0.113.9' })).toEqual([403, 'banned']);
  expect((await list()).total).toBe(10);
  await world().pool.query(`
    insert into identity_proposals (kind, value, other_kind, other_value)
    select 'name', 'a' || n, 'name', 'b' || n from generate_series(1, 990) n`);
  expect(await propose(name('Ardea'), TRIP, { from: '198.51.100.2' })).toEqual([429, 'proposals_full']);
});

test('the form proposes without scripts', async () => {
  const form = await ask(server, { url: '/_/same-person?kind=tripcode&value=%21heron%22%3E' });
  expect(form.body).toContain('value="!heron&quot;&gt;"');
  expect(form.body).toContain('<option value="tripcode" selected>');
  const sent = await ask(server, {
    method: 'POST',
    url: '/_/same-person',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'kind=tripcode&value=%21heron&other_kind=name&other_value=Grus&reason=Same+words',
  });
  expect([sent.status, sent.body]).toEqual([200, expect.stringContaining('The staff will look at your proposal.')]);
  expect((await only()).reasons).toMatchObject([{ reason: 'Same words' }]);
});

test('a confirmation makes both names those of one identity, and undo removes it again', async () => {
  await propose(name('Ardea'), TRIP);
  const { id } = await only();
  expect(await decide(id, 'undo')).toEqual([409, 'proposal_open']);
  expect(await decide(id, 'confirm')).toEqual([204, undefined]);
  expect(await identities()).toEqual({ identities: [{ name: 'Ardea', aliases: [name('Ardea'), TRIP] }] });
  expect(await only('closed')).toMatchObject({ outcome: 'confirmed', closed_by: 'root' });
  expect(await decide(id, 'decline')).toEqual([409, 'proposal_closed']);
  expect(await decide(id, 'undo')).toEqual([204, undefined]);
  expect(await identities()).toEqual({ identities: [] });
  expect((await only()).id).toBe(id);
  const { rows } = await world().pool.query<{ actor: string }>(
    `select actor from audit_log where action = 'identity_proposals.update' and target ->> 'id' = $1`,
    [String(id)],
  );
  expect(rows).toEqual([{ actor: 'root' }, { actor: 'root' }]);
});

test('a confirmation merges two identities, and undo restores both as they were unless staff changed them since', async () => {
  const before = [
    { name: 'Ann', aliases: [name('Ardea'), name('Grus')] },
    { name: 'Bob', aliases: [name('Ciconia'), TRIP] },
    { name: 'Carol', aliases: [name('Egretta')] },
  ];
  for (const { name: one, aliases } of before) await admin.put(`/identities/${one}`, { aliases });
  await propose(TRIP, name('Ardea'));
  const { id } = await only();
  expect(await decide(id, 'confirm', 'Carol')).toEqual([409, 'identity_exists']);
  expect(await decide(id, 'confirm', 'Ann Lee')).toEqual([204, undefined]);
  expect(await identities()).toEqual({
    identities: [
      { name: 'Ann Lee', aliases: [name('Ardea'), name('Ciconia'), name('Grus'), TRIP] },
      { name: 'Carol', aliases: [name('Egretta')] },
    ],
  });
  await admin.put('/identities/Ann Lee', { aliases: [name('Ardea')] });
  expect(await decide(id, 'undo')).toEqual([409, 'identity_changed']);
  await admin.put('/identities/Ann Lee', { aliases: [name('Grus'), name('Ciconia'), TRIP, name('Ardea')] });
  expect(await decide(id, 'undo')).toEqual([204, undefined]);
  expect(await identities()).toEqual({ identities: before });
  expect(await decide(id, 'confirm')).toEqual([204, undefined]);
  expect(await identities()).toMatchObject({ identities: [{ name: 'Ann' }, { name: 'Carol' }] });
});

test('a declined pair stays declined for half a year, and its next proposer does not learn it', async () => {
  await propose(name('Ardea'), TRIP);
  const { id } = await only();
  expect(await decide(id, 'decline')).toEqual([204, undefined]);
  expect(await identities()).toEqual({ identities: [] });
  expect(await propose(name('Ardea'), TRIP, { from: '198.51.100.3' })).toEqual([204, undefined]);
  expect((await list()).total).toBe(0);
  await world().pool.query(`update identity_proposals set closed_at = now() - interval '181 days'`);
  await world().pool.query(`update identity_proposal_networks set proposed_at = now() - interval '8 days'`);
  await world().pool.query('select expire_identity_proposals()');
  expect((await list('closed')).total).toBe(0);
  expect(await propose(name('Ardea'), TRIP)).toEqual([204, undefined]);
  expect((await list()).total).toBe(1);
});

test('commands list, confirm and undo', async () => {
  await propose(name('Ardea'), TRIP);
  const { id } = await only();
  const listed = await sagasu(world(), 'identity', 'proposals', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject({ id, proposals: 1, outcome: null });
  const confirmed = await sagasu(world(), 'identity', 'confirm', String(id), '--name', 'Heron');
  expect([confirmed.code, confirmed.stdout]).toEqual([0, `Confirmed proposal ${id}.\n`]);
  expect(await identities()).toMatchObject({ identities: [{ name: 'Heron' }] });
  expect(await only('closed')).toMatchObject({ closed_by: 'cli' });
});
