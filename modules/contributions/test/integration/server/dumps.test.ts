/** Receiving contributed dumps: storage, refusals, and the spool without PostgreSQL. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DUMP_XSD } from '../../../format/dump-xsd.ts';
import type { Dump } from '../../../format/dump.ts';
import { archiveKeys, contributorKeys, MAX_PACKAGE_BYTES, sealPackage, type KeyPair } from '../../../format/package.ts';
import { DUMP_STATES } from '../../../format/states.ts';
import { writeDump } from '../../../format/write-dump.ts';
import { createPostgresPool } from '../../../../../platform/postgres.ts';
import { DumpReceiver } from '../../../server/receive-dump.ts';
import { createFolderFiles } from '../../../../../platform/shared-files/folder-files.ts';
import { openSharedFiles } from '../../../../../platform/shared-files/open-shared-files.ts';
import { S3_CONFIG, startS3Server } from '../../../../../test/support/s3-server.ts';
import { SPOOL_FOLDER } from '../../../format/changes.ts';
import { Spool } from '../../../server/spool.ts';
import { countOf } from '../../../../../test/support/full-counts.ts';
import { collectGarbage } from '../../../../../test/support/garbage.ts';
import { loginUrl } from '../../../../../test/support/logins.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { PICTURE, VIDEO } from '../../unit/format/sample-dump.ts';
import { givenServer, type GivenServer } from '../../../../../test/integration/server/given-archive.ts';

const world = useWorld();
const NOWHERE = 'postgres://sagasu_server:x@127.0.0.1:1/nothing';
const LOG = { warn: () => undefined, info: () => undefined, error: () => undefined };
let server: GivenServer;
let archiveKey: Uint8Array;
let one: KeyPair;
let other: KeyPair;
let folder: string;

beforeAll(async () => {
  server = await givenServer(world());
  [one, other] = [await contributorKeys(Buffer.alloc(32, 1)), await contributorKeys(Buffer.alloc(32, 2))];
  const { body } = await server.get('/api/v1/dumps/key');
  archiveKey = Buffer.from((body as { key: string }).key, 'base64');
});
afterAll(async () => server.close());
beforeEach(async () => {
  await world().pool.query('truncate dumps cascade');
  folder = await mkdtemp(join(tmpdir(), 'sagasu-spool-'));
  return async () => rm(folder, { recursive: true });
});

const packed = async (dump: Dump | string, by: KeyPair | null = one) =>
  sealPackage(typeof dump === 'string' ? dump : writeDump(dump), archiveKey, by);

async function post(payload: Uint8Array, type = 'application/octet-stream') {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/dumps',
    payload: Buffer.from(payload),
    headers: { 'content-type': type },
  });
  const { outcome, code } = answer.json<{ outcome?: string; code?: string }>();
  return [answer.statusCode, outcome ?? code];
}

/** Changes one byte. Each round changes another byte to another value. */
function flipped(bytes: Buffer, round: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = (round * 7919) % changed.length;
  changed[at] = (changed[at] ?? 0) ^ (1 + (round % 255));
  return changed;
}

async function stored() {
  const { rows } = await world().pool.query<Record<string, unknown>>(
    `select d.state, d.problem, d.client, d.version, encode(d.sha256, 'hex') as sha256, d.image_id, d.content,
            (select count(*)::int from dump_contributors c where c.dump_id = d.id) as contributors
       from dumps d order by d.id`,
  );
  return rows;
}

async function addImage(dump: Dump): Promise<string> {
  const { sha256, md5, size, type } = dump.file;
  const { rows } = await world().pool.query<{ id: string }>(
    `insert into images (sha256, md5, size, type) values (decode($1, 'hex'), decode($2, 'hex'), $3, $4) returning id`,
    [sha256, md5, size, type],
  );
  return rows[0]?.id ?? '';
}

const removeImage = async (id: string) => world().pool.query('delete from images where id = $1', [id]);

test('a dump is stored in its canonical form with its contributor', async () => {
  const spaced = writeDump(PICTURE).replaceAll('><', '>\n<');
  expect(await post(await packed(spaced))).toEqual([202, 'added']);
  expect(await stored()).toEqual([
    {
      state: DUMP_STATES.new,
      problem: null,
      client: 'sagasu',
      version: '1.2.0',
      sha256: PICTURE.file.sha256,
      image_id: null,
      content: Buffer.from(writeDump(PICTURE)),
      contributors: 1,
    },
  ]);
});

test('a repeated dump is known, another contributor confirms it, and an unsigned one has no contributor', async () => {
  const first = await packed(VIDEO);
  expect(await post(first)).toEqual([202, 'added']);
  expect(await post(first)).toEqual([202, 'known']);
  expect(await post(await packed(VIDEO))).toEqual([202, 'known']);
  expect(await post(await packed(VIDEO, null))).toEqual([202, 'known']);
  expect(await post(await packed(VIDEO, other))).toEqual([202, 'confirmed']);
  expect(await stored()).toMatchObject([{ contributors: 2 }]);
});

test('of many concurrent equal dumps, exactly one is added', async () => {
  const bytes = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => packed(VIDEO, at % 2 === 0 ? one : other)),
  );
  const outcomes = (await Promise.all(bytes.map(async (each) => post(each)))).map(([, outcome]) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1);
  expect(await stored()).toMatchObject([{ contributors: 2 }]);
});

test('a dump is mapped to its file, also to a later one, and becomes new when the file is removed', async () => {
  const id = await addImage(VIDEO);
  await post(await packed(VIDEO));
  expect(await stored()).toMatchObject([{ image_id: id, state: 0 }]);
  await world().pool.query('update dumps set state = 11');
  await removeImage(id);
  expect(await stored()).toMatchObject([{ image_id: null, state: 0 }]);
  const again = await addImage(VIDEO);
  expect(await stored()).toMatchObject([{ image_id: again, state: 0 }]);
  // A smitten dump stays smitten.
  await world().pool.query('update dumps set state = 91');
  await removeImage(again);
  expect(await stored()).toMatchObject([{ image_id: null, state: 91 }]);
});

test('a dump is not mapped to a file with the same SHA-256 but another MD5', async () => {
  const id = await addImage({ ...VIDEO, file: { ...VIDEO.file, md5: 'e'.repeat(32) } });
  await post(await packed(VIDEO));
  expect(await stored()).toMatchObject([{ image_id: null }]);
  await removeImage(id);
});

test('the database allows one used dump of a file for every role', async () => {
  await post(await packed(VIDEO));
  await post(await packed({ ...VIDEO, client: { name: 'sagasu', version: '1.3' } }));
  await expect(world().pool.query('update dumps set state = 11')).rejects.toThrow('dumps_used');
});

describe('the server refuses', () => {
  test('a package that cannot be opened, and keeps nothing of it', async () => {
    const good = await packed(VIDEO);
    const foreign = await sealPackage(writeDump(VIDEO), (await archiveKeys(Buffer.alloc(32, 9))).publicKey, one);
    for (const bytes of [
      Buffer.from('no package'),
      Buffer.alloc(0),
      foreign,
      good.subarray(0, -1),
      Buffer.alloc(500, 7),
    ]) {
      expect(await post(bytes)).toEqual([400, 'package_unreadable']);
    }
    expect(await post(Buffer.alloc(MAX_PACKAGE_BYTES + 1))).toEqual([413, 'request_invalid']);
    expect((await post(good, 'text/html'))[0]).toBe(415);
    expect(await stored()).toEqual([]);
  });

  test('an invalid dump, and keeps it with its fault for debugging', async () => {
    const invalid = writeDump(VIDEO).replace('size="1000000"', 'size="many"');
    expect(await post(await packed(invalid))).toEqual([422, 'dump_invalid']);
    expect(await stored()).toMatchObject([
      {
        state: DUMP_STATES.failed_xml,
        client: null,
        sha256: null,
        image_id: null,
        content: Buffer.from(invalid),
        contributors: 0,
      },
    ]);
    expect((await stored())[0]?.['problem']).toMatch(/line 1: .*size/);
  });

  test('invalid dumps, and keeps the newest thousand', async () => {
    await world().pool.query(
      `insert into dumps (digest, state, content) select sha256(g::text::bytea), 41, '' from generate_series(1, 1000) g`,
    );
    expect(await post(await packed('<dump/>'))).toEqual([422, 'dump_invalid']);
    const rows = await stored();
    expect(rows).toHaveLength(1000);
    expect(rows.at(-1)?.['content']).toEqual(Buffer.from('<dump/>'));
  });

  test('each of many concurrent invalid dumps', async () => {
    await world().pool.query(
      `insert into dumps (digest, state, content) select sha256(g::text::bytea), 41, '' from generate_series(1, 1000) g`,
    );
    const bad = await Promise.all(Array.from({ length: 600 }, async (_, at) => packed(`<dump${at}/>`)));
    const answers = new Set<string>();
    // More than the pool has connections, but few enough for a slow machine to serve each before it counts as unavailable.
    const CONCURRENT = 40;
    for (let at = 0; at < bad.length; at += CONCURRENT) {
      const some = await Promise.all(bad.slice(at, at + CONCURRENT).map(async (bytes) => post(bytes)));
      for (const answer of some) answers.add(String(answer));
    }
    expect(answers).toEqual(new Set(['422,dump_invalid']));
    expect((await stored()).length).toBeLessThan(1_020);
  });

  test('hostile packages: none is stored as valid, replays count once, and memory use stays low', async () => {
    const good = await packed(PICTURE);
    const xml = writeDump(PICTURE);
    const foreignKey = (await archiveKeys(Buffer.alloc(32, 9))).publicKey;
    const bombs = [await packed(`${' '.repeat(10 * 2 ** 20)}${xml}`), await packed(`${' '.repeat(70_000)}${xml}`)];
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('');
    const using = xml.replace('Pentax', '&a9;');
    const makers: readonly ((round: number) => Promise<Buffer> | Buffer | undefined)[] = [
      (round) => flipped(good, round),
      async (round) => packed(xml.slice(0, (round * 31) % xml.length)),
      async (round) => packed(`<!DOCTYPE d [<!ENTITY a0 "${'ha'.repeat(round % 50)}">${entities}]>${using}`),
      async (round) => packed(`<!DOCTYPE d [<!ENTITY a9 SYSTEM "file:///etc/passwd?${round}">]>${using}`),
      (round) => bombs[round % 2],
      async () => sealPackage(xml, foreignKey, one),
      // Addressed to this archive, but sealed to another.
      async () => {
        const foreign = await sealPackage(xml, foreignKey, one);
        foreign.set(archiveKey.subarray(0, 8), 4);
        return foreign;
      },
      (round) => good.subarray(0, (round * 31) % good.length),
    ];
    const hostile: Buffer[] = [];
    for (let round = 0; round < countOf(10_000); round++) {
      hostile.push((await makers[round % makers.length]?.(Math.floor(round / makers.length))) ?? good);
    }
    expect(hostile).not.toContain(good);
    expect(await post(good)).toEqual([202, 'added']);
    // From here on, only the server uses memory: the bombs have been made.
    collectGarbage();
    const before = process.memoryUsage.rss();
    let highest = before;
    for (const [round, bytes] of hostile.entries()) {
      const [status] = await post(bytes);
      expect(status, `round ${round}`).toBeGreaterThanOrEqual(400);
      expect(status, `round ${round}`).toBeLessThan(500);
      if (round % 10 === 0) expect(await post(good), `replay in round ${round}`).toEqual([202, 'known']);
      if (round % 20 !== 0) continue;
      collectGarbage();
      highest = Math.max(highest, process.memoryUsage.rss());
    }
    const valid = (await stored()).filter(({ state }) => state !== DUMP_STATES.failed_xml);
    expect(valid).toMatchObject([{ state: DUMP_STATES.new, contributors: 1 }]);
    expect((highest - before) / 2 ** 20).toBeLessThan(200);
  });
});

test('the server’s role only sees dumps of shown files, and only its functions can add or change dumps', async () => {
  await post(await packed(VIDEO));
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  try {
    for (const statement of [
      'select from dumps',
      'select from dump_contributors',
      'select from dump_log',
      'update dumps set state = 11',
      'delete from dumps',
    ]) {
      expect((await pool.query(statement)).rowCount, statement).toBe(0);
    }
    for (const statement of [
      `update dumps set sha256 = digest`,
      'insert into dumps (digest, state, content) select digest, 41, content from dumps',
      'insert into dump_contributors select id, digest from dumps',
      'delete from dump_contributors',
      'delete from dump_log',
      `insert into dump_changes (client, version, md5, size, field, after, made_at) select '', '', '', 1, 'width', '', now()`,
    ]) {
      await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
    }
    await expect(pool.query(`select note_dump_action('smite', '{}', null)`)).rejects.toThrow(
      'moderators of all boards',
    );
    await expect(
      pool.query(
        `insert into dump_trust (contributor, client, version, trust, given_by) select sha256(''), 'a', '1', 'full', 'me'`,
      ),
    ).rejects.toThrow('row-level security');
    await expect(pool.query(`select keep_failed_dump('\\x00', 11::smallint, '', '')`)).rejects.toThrow('understood');
  } finally {
    await pool.end();
  }
});

describe('without PostgreSQL', () => {
  test('packages wait in the spool, and are stored when it is back', async () => {
    const spool = new Spool(createFolderFiles(folder));
    const keys = archiveKeys(Buffer.alloc(32, 5));
    const { publicKey } = await keys;
    const away = createPostgresPool({ url: NOWHERE });
    const here = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
    try {
      const closed = new DumpReceiver({ pool: away, keys, spool, isPostgresAway: () => false, log: LOG });
      const noticed = new DumpReceiver({ pool: away, keys, spool, isPostgresAway: () => true, log: LOG });
      const bytes = await sealPackage(writeDump(VIDEO), publicKey, one);
      expect(await closed.take(bytes)).toBe('waiting');
      expect(await closed.take(bytes)).toBe('waiting');
      expect(await noticed.take(await sealPackage(writeDump(PICTURE), publicKey, one))).toBe('waiting');
      expect(await noticed.take(await sealPackage('<dump/>', publicKey, one))).toBe('waiting');
      expect(await readdir(join(folder, SPOOL_FOLDER))).toHaveLength(3);
      // PostgreSQL is still down: the packages stay in the spool.
      expect(await closed.drain()).toBe(0);
      expect(await noticed.drain()).toBe(0);
      expect(await readdir(join(folder, SPOOL_FOLDER))).toHaveLength(3);
      // Another process finds the packages.
      const door = new DumpReceiver({
        pool: here,
        keys,
        spool: new Spool(createFolderFiles(folder)),
        isPostgresAway: () => false,
        log: LOG,
      });
      expect(await door.drain()).toBe(3);
      expect(await readdir(join(folder, SPOOL_FOLDER))).toEqual([]);
      const states = (await stored()).map(({ state }) => Number(state)).toSorted((a, b) => a - b);
      expect(states).toEqual([DUMP_STATES.new, DUMP_STATES.new, DUMP_STATES.failed_xml]);
    } finally {
      await Promise.all([away.end(), here.end()]);
    }
  });

  test('a package that waits on one machine is stored by another one, if they share a bucket', async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const machine = async (name: string) =>
      openSharedFiles({ ...S3_CONFIG, dataDir: join(folder, name), sharedFiles: `${s3.bucket}/archive` });
    const [here, there] = [await machine('here'), await machine('there')];
    const cut = await givenServer(world(), { databaseUrl: NOWHERE, files: here });
    const payload = await packed(VIDEO);
    const answer = await cut.app.inject({
      method: 'POST',
      url: '/api/v1/dumps',
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([202, { outcome: 'waiting' }]);
    await cut.close();
    // The other machine's server looks for packages by itself.
    const second = await givenServer(world(), { files: there });
    await expect.poll(async () => (await stored()).length).toBe(1);
    await expect.poll(async () => (await there.list(SPOOL_FOLDER)).length).toBe(0);
    await second.close();
    for (const files of [here, there]) files.close();
  });

  test('the spool has a quota of files and bytes, which draining frees', async () => {
    const spool = new Spool(createFolderFiles(folder), { files: 3, bytes: 100 });
    const add = async (letter: string, length: number) => spool.add(Buffer.from(letter.repeat(length)));
    expect([await add('a', 60), await add('b', 60), await add('c', 30), await add('d', 10), await add('e', 1)]).toEqual(
      [true, false, true, true, false],
    );
    // A new process counts the existing packages.
    expect(await new Spool(createFolderFiles(folder), { files: 3, bytes: 100 }).add(Buffer.from('f'))).toBe(false);
    expect(await spool.drain(async () => 'done')).toBe(3);
    expect(await add('g', 100)).toBe(true);
  });

  test('a whole server accepts packages, and refuses them when the spool is full', async () => {
    const cut = await givenServer(world(), { databaseUrl: NOWHERE, dataDir: folder });
    try {
      const answer = await cut.app.inject({
        method: 'POST',
        url: '/api/v1/dumps',
        payload: await packed(VIDEO),
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([202, { outcome: 'waiting' }]);
      const bad = await cut.app.inject({
        method: 'POST',
        url: '/api/v1/dumps',
        payload: Buffer.from('noise'),
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect(bad.statusCode).toBe(400);
      expect(await readdir(join(folder, SPOOL_FOLDER))).toHaveLength(1);
    } finally {
      await cut.close();
    }
  });
});

test('the schema is published', async () => {
  const answer = await server.get('/api/v1/dumps/schema.xsd');
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(answer.body).toBe(DUMP_XSD);
});
