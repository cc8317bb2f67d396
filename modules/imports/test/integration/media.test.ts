/** Files of another archive are stored once, for the posts that state them; the folder does not change. */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { targetOf } from '../../cli/media.ts';
import { importMedia } from '../../media/import-media.ts';
import { UNWATCHED } from '../../watch.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import type { MediaReport } from '../../media/report.ts';
import { ensureDatastore } from '../../../../scraper/media/store-file.ts';
import { moderateFile } from '../../../../server/moderation/files.ts';
import { listBoards } from '../../../../store/boards/boards.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture } from '../support/asagi-fixtures.ts';
import { pictureOf, fileOf } from '../../../../test/support/pictures.ts';
import { fileColumns, givenAsagiArchive, type GivenArchive } from '../support/asagi-archive.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { wardenOf } from '../../../../test/support/sessions.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import {
  createMediaHarness,
  MEDIA_CONFIG,
  type MediaHarness,
} from '../../../../test/integration/scraper/media/harness.ts';
import { importFiles } from '../support/stored.ts';
import { RemovalLog } from '../../../../platform/removal-log.ts';

const NEW = 'image/1425/39';
const THUMB = 'thumb/1425/39';
const md5Of = (base64: string) => Buffer.from(base64, 'base64');

const world = useWorld();
let harness: MediaHarness;
let archive: GivenArchive;
let server: GivenServer;
let importer: pg.Pool;

beforeAll(async () => {
  importer = createPostgresPool({ url: loginUrl(world().databaseUrl, 'importer'), maxConnections: 10 });
  harness = await createMediaHarness(world());
  await ensureDatastore(harness.context);
  server = await givenServer(world(), { media: { ...MEDIA_CONFIG, mediaDir: harness.root } });
});

afterAll(async () => {
  await server.close();
  await harness.close();
  await importer.end();
});

async function take(name: string, copy = false, watch = UNWATCHED): Promise<MediaReport> {
  const board = (await listBoards(world().pool)).find((one) => one.name === name);
  if (board === undefined) throw new Error(`there is no board ${name}`);
  const target = targetOf({ ...harness.context, pool: importer }, harness.context.incomingDir);
  return importMedia(target, board, archive.folder, { dryRun: false, copy, watch, total: null });
}

/** Names, contents, times and rights of a folder. */
async function stateOf(folder: string): Promise<unknown[]> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, mode, ino } = await stat(join(folder, name));
      const path = join(folder, name);
      const bytes = (await stat(path)).isFile() ? await readFile(path) : '';
      return [name, size, mtimeMs, mode, ino, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}

const status = async (path: string) => (await server.get(path)).status;

const revs = async () =>
  (await world().pool.query('select num, rev from posts order by board_id, num')).rows as unknown[];

test('files, thumbnails and reposts are stored; what is damaged, superfluous, banned, hidden or missing is counted', async () => {
  const [red, blue, green, grey, gold] = await Promise.all(
    ['red', 'blue', 'green', 'grey', 'gold'].map((one) => pictureOf(one)),
  );
  if (!red || !blue || !green || !grey || !gold) throw new Error('no pictures');
  const clip = fileOf(Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('webm and more')]));
  const thumb = await pictureOf('pink', 'jpeg', 10);
  archive = await givenAsagiArchive(
    {
      tiny: [
        { num: 1, comment: 'first', ...fileColumns(red, '1425394837404.png') },
        { num: 2, thread_num: 1, ...fileColumns(red, '1425395540118.png') },
        // The table truncated the name.
        { num: 3, thread_num: 1, ...fileColumns(clip, '1425397242111111.webm') },
        { num: 4, thread_num: 1, ...fileColumns(blue, '1425397577633.png') },
        { num: 5, thread_num: 1, ...fileColumns(green, '1425397614188.png') },
        { num: 6, thread_num: 1, ...fileColumns(grey, '1425398021023.png') },
        { num: 7, thread_num: 1, ...fileColumns(fileOf(Buffer.from('lost')), '1425398131785.png') },
        { num: 8, thread_num: 1, ...fileColumns(gold, '1425398231785.png') },
      ],
    },
    {
      [`tiny/${NEW}/1425394837404.png`]: red.bytes,
      [`tiny/${THUMB}/1425394837404s.jpg`]: thumb.bytes,
      [`tiny/${NEW}/1425397242111111.web`]: clip.bytes,
      [`tiny/${THUMB}/1425397242111111s.jp`]: thumb.bytes,
      [`tiny/${NEW}/1425397577633.png`]: Buffer.from('not blue'),
      [`tiny/${NEW}/1425397614188.png`]: green.bytes,
      [`tiny/${THUMB}/1425397614188s.jpg`]: thumb.bytes,
      [`tiny/${NEW}/1425398021023.png`]: grey.bytes,
      [`tiny/${NEW}/1425398231785.png`]: gold.bytes,
      [`tiny/${THUMB}/1425398231785s.jpg`]: thumb.bytes,
      [`tiny/${NEW}/1425399999999.png`]: Buffer.from('of nobody'),
    },
  );
  await importFiles(world(), [archive.dump('tiny')]);
  // One ban can be matched only by the file's content.
  for (const hash of [md5Of(green.md5), createHash('sha256').update(gold.bytes).digest()])
    await world().pool.query(`insert into banned_media (hash, banned_by) values ($1, 'test')`, [hash]);
  await world().pool.query('update posts set hidden = true where num = 6');
  const before = await stateOf(archive.folder);
  const report = await take('tiny');
  expect(report).toMatchObject({
    files: { found: 7, stored: 2, linked: 1, unchanged: 0 },
    thumbs: { found: 4, stored: 2, linked: 1, unchanged: 0 },
    banned: 4,
    hidden: 1,
    damaged: 1,
    superfluous: 1,
    missing: 3,
  });
  expect(report.samples).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`damaged: ${NEW}/1425397577633.png`),
      `superfluous: ${NEW}/1425399999999.png`,
      'missing: post 7',
      'missing: post 4',
    ]),
  );
  expect(await stateOf(archive.folder)).toEqual(before);
  expect(await readdir(harness.context.incomingDir)).toEqual([]);
});

test('old addresses lead to the files, except to banned and hidden ones', async () => {
  expect(
    await Promise.all(
      [
        `/tiny/${NEW}/1425394837404.png`,
        `/tiny/${THUMB}/1425394837404s.jpg`,
        `/tiny/${NEW}/1425397242111111.web`,
        `/foolfuuka/boards/tiny/${NEW}/1425395540118.png`,
        `/data/tiny/img/1425/39/1425394837404.png`,
        `/data/tiny/${THUMB}/1425397242111111s.jp`,
        `/tiny/${NEW}/1425397614188.png`,
        `/foolfuuka/boards/tiny/${THUMB}/1425397614188s.jpg`,
        `/tiny/${NEW}/1425398021023.png`,
        `/tiny/${NEW}/1425399999999.png`,
        `/tiny/${THUMB}/1425398231785s.jpg`,
      ].map(status),
    ),
  ).toEqual([200, 200, 200, 200, 200, 200, 404, 404, 404, 404, 404]);
});

test('a second import reads and writes only files that were added to the folder', async () => {
  const rows = await revs();
  const report = await take('tiny');
  expect([report.files.stored, report.thumbs.stored, report.files.linked, report.thumbs.linked]).toEqual([0, 0, 0, 0]);
  expect([report.files.unchanged, report.thumbs.unchanged]).toEqual([2, 2]);
  expect(await revs()).toEqual(rows);
  await world().pool.query('update posts set hidden = false where num = 6');
  expect((await take('tiny', true)).files.stored).toBe(1);
});

test('a file that moderators deleted is not restored for any post, and neither are its thumbnails', async () => {
  const [file, kept] = await Promise.all([pictureOf('maroon'), pictureOf('olive')]);
  const [drawn, other] = await Promise.all([pictureOf('plum', 'jpeg', 10), pictureOf('teal', 'jpeg', 10)]);
  const nameless = { ...fileColumns(file, '1425397900003.png'), media_hash: null };
  const [dir, thumbs] = ['image/1425/39', 'thumb/1425/39'];
  const first = { num: 11, ...fileColumns(file, '1425397900001.png') };
  archive = await givenAsagiArchive(
    { tiny: [first, { num: 14, thread_num: 111, ...fileColumns(kept, '1425397900004.png') }] },
    {
      [`tiny/${dir}/1425397900001.png`]: file.bytes,
      [`tiny/${thumbs}/1425397900001s.jpg`]: drawn.bytes,
      [`tiny/${dir}/1425397900004.png`]: kept.bytes,
    },
  );
  await importFiles(world(), [archive.dump('tiny')]);
  expect((await take('tiny')).files.stored).toBe(2);
  const board = (await listBoards(world().pool)).find(({ name }) => name === 'tiny');
  if (board === undefined) throw new Error('there is no board');
  const secret = await wardenOf(world().pool);
  const post = { num: 11, subnum: 0 };
  await moderateFile(
    world().pool,
    { action: 'delete', board, post, reason: null, secret },
    new RemovalLog(harness.dir),
  );
  archive = await givenAsagiArchive(
    {
      tiny: [
        first,
        { num: 12, thread_num: 111, ...fileColumns(file, '1425397900002.png') },
        { num: 13, thread_num: 111, ...nameless },
      ],
    },
    {
      [`tiny/${dir}/1425397900001.png`]: file.bytes,
      [`tiny/${dir}/1425397900002.png`]: file.bytes,
      [`tiny/${dir}/1425397900003.png`]: file.bytes,
      [`tiny/${thumbs}/1425397900001s.jpg`]: drawn.bytes,
      [`tiny/${thumbs}/1425397900002s.jpg`]: other.bytes,
    },
  );
  await importFiles(world(), [archive.dump('tiny')]);
  const stored = 'select sha256 from images where datastore_id is not null order by id';
  const before = (await world().pool.query(stored)).rows;
  for (const copy of [true, false]) {
    const report = await take('tiny', copy);
    expect(report).toMatchObject({ deleted: 5, files: { stored: 0, linked: 0 }, thumbs: { stored: 0, linked: 0 } });
  }
  expect((await world().pool.query(stored)).rows).toEqual(before);
  expect(await status(`/tiny/${dir}/1425397900004.png`)).toBe(200);
  for (const place of [`${dir}/1425397900001.png`, `${dir}/1425397900002.png`, `${thumbs}/1425397900002s.jpg`])
    expect(await status(`/tiny/${place}`)).toBe(404);
});

test('an import that is stopped between two files resumes with the next', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, async (_, at) => pictureOf(`rgb(${at},${at},9)`)));
  const names = pictures.map((_, at) => `14253970${String(at).padStart(5, '0')}.png`);
  // The old layout: folders of the thread's number.
  archive = await givenAsagiArchive(
    { old: pictures.map((one, at) => ({ num: 100 + at, thread_num: 100, ...fileColumns(one, names[at] ?? '') })) },
    Object.fromEntries(pictures.map(({ bytes }, at) => [`old/image/0000/10/${names[at]}`, bytes])),
  );
  await importFiles(world(), [archive.dump('old')]);
  const stop = new AbortController();
  const progress = (files: number) => {
    if (files === 4) stop.abort();
  };
  const first = await take('old', false, { ...UNWATCHED, signal: stop.signal, progress });
  expect(first.cancelled).toBe(true);
  expect(first.files.stored).toBeLessThan(12);
  const again = await take('old');
  expect(again.files.unchanged).toBeGreaterThan(0);
  expect(again.files.unchanged + again.files.stored).toBe(12);
  expect(again.missing).toBe(0);
});

describe.skipIf(!HAS_ASAGI_FIXTURES)('the folder that Asagi 1.3.0 made', () => {
  test('is imported completely', async () => {
    const root = join(harness.dir, 'asagi');
    await mkdir(root);
    execFileSync('tar', ['xzf', asagiFixture('media-asagi.tar.gz'), '-C', root]);
    archive = { folder: join(root, 'boards'), dump: () => '' };
    await writeFile(join(archive.folder, 'mark', 'notes.txt'), 'no file of a post');
    await importFiles(world(), [asagiFixture('asagi-1.3.0.mysql.sql.gz')], { boards: ['mark', 'dst'] });
    const before = await stateOf(archive.folder);
    for (const [name, superfluous] of [
      ['mark', 1],
      ['dst', 0],
    ] as const) {
      const report = await take(name);
      const { files, thumbs } = report;
      expect({ name, superfluous: report.superfluous, damaged: report.damaged }).toEqual({
        name,
        superfluous,
        damaged: 0,
      });
      expect(files.stored + files.unchanged + report.banned + superfluous).toBe(files.found);
      expect(thumbs.found).toBeGreaterThan(0);
      expect((await take(name)).files.stored).toBe(0);
    }
    expect(await stateOf(archive.folder)).toEqual(before);
    await rm(root, { recursive: true });
  });
});

test('links that lead out of the folder are not followed, and a file of another size than its post states is not taken', async () => {
  const [red, blue, gold] = await Promise.all(['crimson', 'navy', 'orange'].map((one) => pictureOf(one)));
  if (!red || !blue || !gold) throw new Error('no pictures');
  archive = await givenAsagiArchive(
    {
      links: [
        { num: 1, comment: 'first', ...fileColumns(red, '1425394837404.png') },
        { num: 2, thread_num: 1, ...fileColumns(blue, '1425394837405.png') },
        { num: 3, thread_num: 1, ...fileColumns(gold, '1425394837406.png') },
      ],
    },
    {
      'elsewhere/private.png': red.bytes,
      'elsewhere/more/1425394837404.png': red.bytes,
      'links-of-others/blue.png': blue.bytes,
      [`links/${NEW}/1425394837406.png`]: gold.bytes,
    },
  );
  await importFiles(world(), [archive.dump('links')]);
  const { id } = (await listBoards(world().pool)).find((one) => one.name === 'links')!;
  await world().pool.query('update posts set media_size = media_size + 1 where board_id = $1 and num = 3', [id]);
  const root = join(archive.folder, 'links', NEW);
  const outside = await mkdtemp(join(tmpdir(), 'sagasu-outside-'));
  await cp(join(archive.folder, 'elsewhere'), outside, { recursive: true });
  await symlink(join(outside, 'private.png'), join(root, '1425394837404.png'));
  await symlink(outside, join(archive.folder, 'links', 'image', 'out'));
  await symlink('../../../../../../../../../etc/passwd', join(root, '1425394837407.png'));
  await symlink('../../../../links-of-others/blue.png', join(root, '1425394837405.png'));
  const report = await take('links');
  await rm(outside, { recursive: true });
  // A link inside of the folder is followed.
  expect(report).toMatchObject({ files: { found: 2, stored: 1 }, damaged: 1, unreadable: 3 });
  expect(report.samples).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/1425394837404\.png/),
      expect.stringMatching(/1425394837406\.png.*size/),
    ]),
  );
});
