/** Trust in signed releases of clients: from the signing of a folder over packages to used dumps. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOwnRelease } from '../../../client/archive/own-release.ts';
import { openArchive } from '../../../client/archive/archive.ts';
import type { DumpReleaseList } from '../../../contract/dump-releases.ts';
import type { Dump } from '../../../format/dump.ts';
import { contributorKeys, sealPackage, type KeyPair } from '../../../format/package.ts';
import { signRelease, type ReleaseStatement } from '../../../format/release.ts';
import { writeDump } from '../../../format/write-dump.ts';
import { DumpStage } from '../../support/dump-stage.ts';
import { PICTURE, VIDEO } from '../../unit/format/sample-dump.ts';
import { openSession } from '../../../../../test/support/sessions.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { sagasu } from '../../../../../test/integration/cli/harness.ts';
import { givenAdmin, type Admin } from '../../../../../test/integration/server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../../../../../test/integration/server/given-archive.ts';

const world = useWorld();
const CLIENT = PICTURE.client;
let stage: DumpStage;
let server: GivenServer;
let admin: Admin;
let folder: string;
let ann: KeyPair;
let eve: KeyPair;

beforeAll(async () => {
  stage = await DumpStage.of(world());
  server = await givenServer(world(), { clock: () => stage.now });
  admin = await givenAdmin(world(), server);
  [ann, eve] = [await contributorKeys(Buffer.alloc(32, 1)), await contributorKeys(Buffer.alloc(32, 2))];
  folder = await mkdtemp(join(tmpdir(), 'sagasu-release-'));
  await mkdir(join(folder, 'dist', 'client'), { recursive: true });
  await writeFile(join(folder, 'dist', 'client', 'main.js'), 'describe();');
});
afterAll(async () => {
  await server?.close();
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (...words: string[]) => sagasu(world(), 'dumps', ...words);
const hexOf = ({ publicKey }: KeyPair) => Buffer.from(publicKey).toString('hex');
const list = async () => (await admin.get('/dumps/releases')).body as DumpReleaseList;

async function stateOf({ file }: Dump): Promise<unknown> {
  await stage.service();
  const { rows } = await stage.owner.query<{ state: number; reason: string }>(
    `select state, reason from dumps where sha256 = decode($1, 'hex')`,
    [file.sha256],
  );
  return rows[0];
}
const USED = { state: 11, reason: 'first' };
const WAITS = { state: 0, reason: 'untrusted' };

/** Another file of the same kind. */
const another = (dump: Dump, digit: string): Dump => ({
  ...dump,
  file: { ...dump.file, md5: digit.repeat(32), sha1: digit.repeat(40), sha256: digit.repeat(64) },
});

test('a release is signed, stated by the client, trusted for known contributors or anybody, and distrusted', async () => {
  const dist = join(folder, 'dist');
  const signed = await run(
    'sign-release',
    dist,
    '--key',
    join(folder, 'release.key'),
    '--client',
    CLIENT.name,
    '--client-version',
    CLIENT.version,
  );
  expect(signed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Signed sagasu 1\.2\.0, digest [0-9a-f]{64}, by /) as string,
  });
  const release = await readOwnRelease(CLIENT, dist);
  expect(release).toMatchObject({ client: CLIENT.name, version: CLIENT.version });
  if (release === null) throw new Error('no release');
  // A changed client, another version and a source checkout state none.
  await writeFile(join(dist, 'client', 'main.js'), 'lie();');
  expect(await readOwnRelease(CLIENT, dist)).toBeNull();
  await writeFile(join(dist, 'client', 'main.js'), 'describe();');
  expect(await readOwnRelease({ ...CLIENT, version: '9' }, dist)).toBeNull();
  expect(await readOwnRelease(CLIENT)).toBeNull();

  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const send = async (dump: Dump, contributor: KeyPair, stated: ReleaseStatement | null = release) =>
    (await openArchive({ address, contributor, release: stated })).send(writeDump(dump));
  const [first, second] = [PICTURE, another(PICTURE, '3')];
  await stage.post(first);
  await stage.post(second);

  // The release of a key that is not listed is ignored.
  expect(await send(first, ann)).toBe('added');
  expect(await list()).toMatchObject({ keys: [], releases: [] });
  expect(await run('add-release-key', release.key, 'the project')).toMatchObject({ code: 0 });
  expect(await send(first, ann)).toBe('known');
  expect(await send(second, eve)).toBe('added');
  // Nothing is noted for a dump of another version, for an unsigned dump, and without a release.
  const old = { ...another(PICTURE, '4'), client: { ...CLIENT, version: '1.1.0' } };
  await send(old, ann);
  const [listed] = (await list()).releases;
  expect(listed).toMatchObject({
    ...CLIENT_OF(release),
    key_name: 'the project',
    dumps: 2,
    trust: null,
    scope: 'known',
  });
  const id = listed?.id ?? 0;
  expect(await stateOf(first)).toEqual(WAITS);

  // For known contributors: ann is trusted with an older version only.
  expect(await admin.send('PUT', '/dumps/releases/trust', { release: id, trust: 'full' })).toMatchObject({
    status: 204,
  });
  expect(await stateOf(first)).toEqual(WAITS);
  await admin.send('PUT', '/dumps/trust', {
    contributor: hexOf(ann),
    client: CLIENT.name,
    version: '1.0',
    trust: 'lesser',
  });
  expect(await stateOf(first)).toEqual(USED);
  expect(await stateOf(second)).toEqual(WAITS);
  const details = await server.get(`/api/v1/dumps/${await idOf(first)}`);
  expect(details.body).toMatchObject({
    contributors: [{ contributor: hexOf(ann), release: release.digest, trust: 'full' }],
  });

  // For anybody.
  expect(await run('trust-release', String(id), '--level', 'lesser', '--scope', 'anybody')).toMatchObject({
    code: 0,
    stdout: `Release ${id} is trusted: lesser, anybody.\n`,
  });
  expect(await stateOf(second)).toEqual(USED);
  expect((await run('releases')).stdout).toMatch(/the project\s+2\s+lesser, anybody/);

  // A revert of the client ends the trust in its releases, and so does the removal of the key.
  await run('revert', CLIENT.name, CLIENT.version);
  expect((await list()).releases).toMatchObject([{ trust: null }]);
  await run('trust-release', String(id), '--scope', 'anybody');
  expect(await stateOf(second)).toEqual(USED);
  expect(await run('remove-release-key', release.key)).toMatchObject({ code: 0 });
  expect(await list()).toMatchObject({ keys: [], releases: [] });
  const third = another(VIDEO, '5');
  await stage.post(third);
  await send({ ...third, client: CLIENT }, eve);
  expect(await stateOf(third)).toEqual(WAITS);
  expect((await run('remove-release-key', release.key)).code).not.toBe(0);
  const { rows } = await stage.owner.query<{ action: string }>(
    `select distinct action from audit_log where action ~ 'release' order by action`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'dumps.addreleasekey',
    'dumps.removereleasekey',
    'dumps.trustrelease',
  ]);
});

const CLIENT_OF = ({ client, version, digest, key }: ReleaseStatement) => ({ client, version, digest, key });

async function idOf({ file }: Dump): Promise<number> {
  const { rows } = await stage.owner.query<{ id: number }>(
    `select id::int from dumps where sha256 = decode($1, 'hex')`,
    [file.sha256],
  );
  return rows[0]?.id ?? 0;
}

test('a package with a false statement is refused, and only staff of all boards decide on releases and admins on keys', async () => {
  const { body } = await server.get('/api/v1/dumps/key');
  const archiveKey = Buffer.from((body as { key: string }).key, 'base64');
  const statement = await signRelease({ client: 'sagasu', version: '1', digest: 'ab'.repeat(32) }, eve);
  const post = async (release: ReleaseStatement) => {
    const payload = await sealPackage(writeDump(PICTURE), archiveKey, ann, release);
    const headers = { 'content-type': 'application/octet-stream' };
    return (await server.app.inject({ method: 'POST', url: '/api/v1/dumps', payload, headers })).json<{
      code?: string;
    }>().code;
  };
  expect(await post(statement)).toBeUndefined();
  for (const wrong of [
    { ...statement, version: '2' },
    { ...statement, digest: 'cd'.repeat(32) },
    { ...statement, key: hexOf(ann) },
    { ...statement, client: '<b>' },
    { ...statement, signature: '' },
  ])
    expect(await post(wrong), JSON.stringify(wrong)).toBe('package_unreadable');

  const requests = [
    ['GET', '/dumps/releases', undefined, 200],
    ['PUT', '/dumps/releases/trust', { release: 9_999, trust: null }, 404],
    ['POST', '/dumps/release-keys', { key: hexOf(eve), name: 'eve' }, 403],
    ['DELETE', `/dumps/release-keys/${hexOf(eve)}`, undefined, 403],
  ] as const;
  const moderator = await openSession(world().pool, { name: 'mod', role: 'moderator' });
  const ofOne = await openSession(world().pool, { name: 'one', role: 'moderator', boardId: stage.board.id });
  for (const [method, path, payload, ofModerator] of requests)
    for (const [secret, status] of [
      [moderator, ofModerator],
      [ofOne, 403],
      ['nobody', 401],
    ] as const) {
      const answer = await server.app.inject({
        method,
        url: `/api/v1/admin${path}`,
        headers: { cookie: `sagasu=${secret}`, 'x-sagasu-admin': '1' },
        ...(payload !== undefined && { payload }),
      });
      expect(answer.statusCode, `${method} ${path} ${status}`).toBe(status);
    }
});
