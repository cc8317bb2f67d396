/** Contributed dumps in the API: lists for readers and moderators, and actions of moderators. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dump } from '../../../format/dump.ts';
import type {
  ContributorList,
  DumpChangeList,
  DumpDetails,
  DumpedFile,
  DumpList,
  DumpStatistics,
} from '../../../contract/dump-list.ts';
import type { StaffDump } from '../../../contract/dump-moderation.ts';
import { DumpStage, keyOf } from '../../support/dump-stage.ts';
import { openSession, wardenOf } from '../../../../../test/support/sessions.ts';
import { insertBoard } from '../../../../../test/support/builders.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { PICTURE, VIDEO } from '../../unit/format/sample-dump.ts';
import { givenServer, type GivenServer } from '../../../../../test/integration/server/given-archive.ts';

const world = useWorld();
let stage: DumpStage;
let server: GivenServer;
let moderator: string;

/** A file that nobody has posted. */
const PRIVATE: Dump = {
  ...VIDEO,
  file: { ...VIDEO.file, md5: '1'.repeat(32), sha256: '2'.repeat(64), size: 1_000_001 },
};
const HIDDEN: Dump = { ...VIDEO, file: { ...VIDEO.file, md5: '3'.repeat(32), sha256: '4'.repeat(64) } };

beforeAll(async () => {
  stage = await DumpStage.of(world());
  server = await givenServer(world(), { clock: () => stage.now });
  moderator = await wardenOf(world().pool);
});
afterAll(async () => Promise.all([stage.close(), server.close()]));
beforeEach(async () => stage.clear());

const get = async <T>(path: string): Promise<T> => {
  const answer = await server.get(`/api/v1/${path}`);
  expect(answer.status, path).toBe(200);
  return answer.body as T;
};

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token = moderator) {
  const answer = await server.app.inject({
    method,
    url: `/api/v1/admin/dumps${path}`,
    headers: { cookie: `sagasu=${token}` },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json<unknown>() };
}

async function given() {
  const num = await stage.post(PICTURE, { width: 1, height: 1 });
  await stage.post(HIDDEN, { hidden: true });
  await stage.trust('ann', PICTURE);
  const shown = await stage.contribute(PICTURE);
  await stage.contribute(PICTURE, 'bob');
  const hidden = await stage.contribute(HIDDEN);
  const unposted = await stage.contribute(PRIVATE, 'bob');
  await stage.service();
  return { num, shown, hidden, unposted };
}

test('readers only see dumps of files that visible posts show', async () => {
  const { num, shown, hidden, unposted } = await given();
  const { dumps, next } = await get<DumpList>('dumps');
  expect(next).toBeNull();
  expect(dumps).toMatchObject([
    {
      id: shown,
      state: 'used',
      reason: 'first',
      client: 'sagasu',
      version: '1.2.0',
      contributor: keyOf('ann'),
      confirmations: 1,
      offered: true,
      mapped: true,
      stored: false,
      verified: true,
      boards: ['thumbs'],
      post: { board: 'thumbs', num, subnum: 0, thread: num },
    },
  ]);
  for (const id of [hidden, unposted]) expect((await server.get(`/api/v1/dumps/${id}`)).status).toBe(404);
  for (const query of [
    'unmapped=true',
    `contributor=${keyOf('bob')}&unmapped=true`,
    `hash=${PRIVATE.file.sha256}`,
    `hash=${HIDDEN.file.md5}`,
  ])
    expect((await get<DumpList>(`dumps?${query}`)).dumps, query).toEqual([]);
  expect((await server.get(`/api/v1/dumps/file?sha256=${PRIVATE.file.sha256}`)).status).toBe(404);
  expect((await server.get(`/api/v1/dumps/file?md5=${HIDDEN.file.md5}&size=${HIDDEN.file.size}`)).status).toBe(404);
  const { changes } = await get<DumpChangeList>('dumps/changes');
  expect(changes.map(({ dump }) => dump)).toEqual(changes.map(() => shown));
  expect(changes).toHaveLength(6);
  // Hiding the post hides the dump.
  await stage.owner.query('update posts set hidden = true');
  expect((await get<DumpList>('dumps')).dumps).toEqual([]);
  expect((await get<DumpChangeList>('dumps/changes')).changes).toEqual([]);
  expect((await server.get(`/api/v1/dumps/${shown}`)).status).toBe(404);
});

test('each filter narrows a list, and lists are paged', async () => {
  const { shown } = await given();
  await stage.post(VIDEO);
  const video = await stage.contribute(VIDEO, 'bob');
  await stage.service();
  const ids = async (query: string) => (await get<DumpList>(`dumps?${query}`)).dumps.map(({ id }) => id);
  expect(await ids('')).toEqual([video, shown]);
  for (const [query, expected] of [
    ['state=used', [shown]],
    ['state=new', [video]],
    ['client=sagasu', [video, shown]],
    ['client=other', []],
    ['version=1.2.0', [video, shown]],
    ['type=mp4', [video]],
    [`contributor=${keyOf('ann')}`, [shown]],
    [`contributor=${keyOf('bob')}`, [video, shown]],
    ['board=thumbs', [video, shown]],
    ['board=other', []],
    ['verified=true', [video, shown]],
    ['verified=false', []],
    ['unmapped=false', [video, shown]],
    [`hash=${PICTURE.file.md5}`, [video, shown]],
    [`hash=${PICTURE.file.sha1}`, [video, shown]],
  ] as const)
    expect(await ids(query), query).toEqual(expected);
  const { dumps, next } = await get<DumpList>('dumps?limit=1');
  expect([dumps.map(({ id }) => id), next]).toEqual([[video], video]);
  expect(await ids(`limit=1&before=${video}`)).toEqual([shown]);
  for (const bad of ['state=lost', 'contributor=ann', 'limit=1000', 'hash=xyz'])
    expect((await server.get(`/api/v1/dumps?${bad}`)).status, bad).toBe(400);
});

test('a dump has its contributors, its changes and its states', async () => {
  const { shown } = await given();
  const details = await get<DumpDetails>(`dumps/${shown}`);
  expect(details).toMatchObject({
    says: { sha256: PICTURE.file.sha256, width: '800', duration: null },
    contributors: [
      { contributor: keyOf('ann'), trust: 'full' },
      { contributor: keyOf('bob'), trust: null },
    ],
    log: [
      { actor: 'service', from: 'new', to: 'used', reason: 'first' },
      { actor: 'door', from: null, to: 'new' },
    ],
  });
  expect(details.changes).toHaveLength(6);
  expect(details.changes[0]).toMatchObject({ state: 'pending', applied: true, decided_at: null });
});

test('a file has the dump that verifies it, or the reason why none does', async () => {
  const file = async () => get<DumpedFile>(`dumps/file?md5=${PICTURE.file.md5}&size=${PICTURE.file.size}`);
  await stage.post(PICTURE, { width: 5, height: 5 });
  expect(await file()).toMatchObject({
    verified_by: null,
    unverified_because: 'no_dump',
    facts: { sha256: null, width: '5' },
    dumps: [],
  });
  const id = await stage.contribute(PICTURE);
  expect((await file()).unverified_because).toBe('waiting');
  await stage.service();
  expect((await file()).unverified_because).toBe('untrusted');
  await stage.trust('ann', PICTURE);
  await stage.service();
  expect(await file()).toMatchObject({ verified_by: id, unverified_because: null });
  stage.later(1440);
  await stage.grant();
  const bySha256 = await get<DumpedFile>(`dumps/file?sha256=${PICTURE.file.sha256}`);
  expect(bySha256).toMatchObject({
    stored: false,
    verified_by: id,
    facts: { sha256: PICTURE.file.sha256, width: '800' },
  });
  expect((await server.get('/api/v1/dumps/file?md5=ff')).status).toBe(400);
  expect((await server.get(`/api/v1/dumps/file?md5=${'f'.repeat(32)}`)).status).toBe(400);
});

test('statistics count all dumps, and contributors are identified by key', async () => {
  await given();
  // The server caches the statistics for five minutes.
  stage.later(6);
  expect(await get<DumpStatistics>('dumps/statistics')).toMatchObject({
    states: [
      { state: 'new', dumps: 1 },
      { state: 'used', dumps: 2 },
    ],
    clients: [{ client: 'sagasu', version: '1.2.0', dumps: 3, used: 2 }],
    contributors: 2,
    verified: 2,
    unmapped: 2,
    restored: 0,
  });
  const { contributors } = await get<ContributorList>('dumps/contributors');
  expect(new Map(contributors.map(({ contributor, dumps }) => [contributor, dumps]))).toEqual(
    new Map([
      [keyOf('ann'), 2],
      [keyOf('bob'), 2],
    ]),
  );
  expect(await get(`dumps/contributors/${keyOf('ann')}`)).toMatchObject({
    used: 2,
    trust: [{ client: 'sagasu', version: '1.2.0', trust: 'full' }],
  });
  expect((await server.get(`/api/v1/dumps/contributors/${keyOf('eve')}`)).status).toBe(404);
});

test('moderators of all boards see every dump with its text, and dumps that could not be parsed', async () => {
  const { shown, hidden, unposted } = await given();
  await stage.owner.query(`select keep_failed_dump(sha256('x'), 41::smallint, 'no XML', 'x')`);
  const all = (await ask('GET', '')).body as DumpList;
  expect(all.dumps.map(({ id }) => id)).toEqual([unposted, hidden, shown]);
  expect(((await ask('GET', '?unmapped=true')).body as DumpList).dumps.map(({ id }) => id)).toEqual([unposted, hidden]);
  const found = (await ask('GET', `/${unposted}`)).body as StaffDump;
  expect(found.xml).toContain(PRIVATE.file.sha256);
  const { body: failed } = await ask('GET', '/failed');
  expect(failed).toMatchObject({ dumps: [{ state: 'failed_xml', problem: 'no XML' }] });
  const [{ id }] = (failed as { dumps: [{ id: number }] }).dumps;
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ details: null, problem: 'no XML', xml: 'x' });
  expect((await ask('POST', '', { action: 'reset', dumps: [id] })).body).toMatchObject({ done: [], refused: [{ id }] });
  expect((await ask('POST', '', { action: 'delete', dumps: [id] })).body).toEqual({ done: [id], refused: [] });
});

test('only moderators of all boards may act, and the API reports each refusal separately', async () => {
  const { shown } = await given();
  const { id: boardId } = await insertBoard(world().pool, `b${Date.now()}`);
  const ofOne = await openSession(world().pool, { name: `one${Date.now()}`, boardId });
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['POST', '', { action: 'smite', dumps: [shown] }],
    ['POST', '/revert', { client: 'sagasu', version: '1.2.0' }],
    ['PUT', '/trust', { contributor: keyOf('eve'), client: 'sagasu', version: '1.2.0', trust: 'full' }],
  ] as const) {
    expect((await ask(method, path, payload, ofOne)).status, path).toBe(403);
    expect((await ask(method, path, payload, 'nobody')).status, path).toBe(401);
  }
  expect((await ask('POST', '', { action: 'forget', dumps: [shown, 999_999] })).body).toMatchObject({
    done: [],
    refused: [
      { id: 999_999, detail: 'There is no such dump.' },
      { id: shown, detail: 'A dump that is used cannot become forgotten.' },
    ],
  });
  const { changes } = (await ask('GET', '/changes?state=pending&field=width')).body as DumpChangeList;
  const ids = changes.map(({ id }) => id);
  expect((await ask('POST', '/changes', { action: 'revert', changes: ids })).body).toMatchObject({ done: [] });
  expect((await ask('POST', '/changes', { action: 'grant', changes: ids })).body).toEqual({ done: ids, refused: [] });
  await stage.finish();
  expect((await get<DumpChangeList>('dumps/changes?state=granted')).changes).toMatchObject([
    { field: 'width', decided_by: 'moderator', applied: true, posts: 1 },
  ]);
  expect((await ask('POST', '/clean', { states: ['used'] })).status).toBe(400);
  await ask('POST', '', { action: 'smite', dumps: [shown] });
  expect((await ask('POST', '/clean', { states: ['smitten'], client: 'sagasu' })).body).toEqual({
    dumps: 1,
    left: false,
  });
  expect((await ask('GET', '/trust')).body).toMatchObject({
    trust: [{ contributor: keyOf('ann'), given_by: 'warden' }],
  });
  const ofBob = { contributor: keyOf('bob'), client: 'sagasu', version: '1.2.0' };
  expect((await ask('PUT', '/trust', { ...ofBob, trust: 'lesser' })).status).toBe(204);
  expect((await ask('PUT', '/trust', { ...ofBob, trust: null })).status).toBe(204);
  expect((await ask('POST', '/revert', { client: 'sagasu', version: '1.2.0', reason: 'a bug' })).body).toMatchObject({
    untrusted: 1,
  });
});
