/** An exported archive makes an equal one elsewhere, increment by increment. */
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exportArchive } from '../../../archive-export/export-archive.ts';
import { importArchive } from '../../../archive-export/import-archive.ts';
import { safeHorizon } from '../../../archive-export/horizon.ts';
import { planParts } from '../../../archive-export/parts.ts';
import { EXPORTED_COLUMNS, EXTRA_FILE_COLUMNS } from '../../../mappings/archive-export.ts';
import { mediaKey } from '../../../mappings/media.ts';
import type { Post } from '../../../mappings/post.ts';
import { Datastores } from '../../../platform/datastore/datastores.ts';
import { banMedia } from '../../../scraper/media/ban.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { moderateFile } from '../../../server/moderation/files.ts';
import { moderate } from '../../../server/moderation/moderate.ts';
import { anExtraFile, aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { wardenOf } from '../../support/sessions.ts';
import { createWorld, destroyWorld, useWorld, type World } from '../../support/world.ts';
import { RemovalLog } from '../../../platform/removal-log.ts';

const world = useWorld();
let other: World;
let folder: string;
let board: TestBoard;
let withFile: Partial<Post>;

const LATER = new Date('2024-05-01T12:00:00.123Z');
const signal = new AbortController().signal;
const pace = async () => Promise.resolve();
const s3 = { s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: '' };

beforeAll(async () => {
  other = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  folder = await mkdtemp(join(tmpdir(), 'sagasu-export-'));
  board = await insertBoard(world().pool, 'g', { sliceSize: 100 });
});
afterAll(async () => {
  await destroyWorld(inject('databaseUrl'), other);
  await rm(folder, { recursive: true, force: true });
});

const storesOf = (of: World, name: string) => new Datastores(of.pool, { mediaDir: join(folder, name), ...s3 });

async function exported({ full = false, of = world() }: { full?: boolean; of?: World } = {}) {
  const datastores = storesOf(of, 'here');
  return exportArchive(of.pool, {
    folder: join(folder, 'out'),
    full,
    datastores,
    now: LATER,
    signal,
    pace,
    onProgress: () => undefined,
  });
}

async function imported(from = join(folder, 'out')) {
  const { pool } = other;
  return importArchive(from, {
    pool,
    files: { pool, datastores: storesOf(other, 'there'), incoming: join(folder, 'incoming') },
    ban: async (hash, reason) => void (await banMedia(pool, hash, 'import', reason)),
    now: new Date(),
    signal,
    pace,
    onProgress: () => undefined,
  });
}

/** Everything that an export contains, of the boards by name. */
async function contentOf(pool: pg.Pool) {
  const names = [...EXPORTED_COLUMNS.map(({ name }) => `p.${name}`), 'p.time_purged is not null as purged'].join(', ');
  const list = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows;
  return {
    posts: await list(
      `select b.name as board, ${names.replace('p.time_modified', 'case when p.time_purged is null then p.time_modified end as time_modified')}
       from posts p join boards b on b.id = p.board_id order by 1, p.num, p.subnum`,
    ),
    extraFiles: await list(
      `select f.num, f.subnum, p.extra_files, ${EXTRA_FILE_COLUMNS.map(({ name }) => `f.${name}`).join(', ')}
       from posts p join post_files f using (board_id, num, subnum) order by 1, 2, f.place`,
    ),
    tombstones: await list('select num, subnum from tombstones order by num, subnum'),
    boards: await list('select name, title, worksafe, source, slice_size, settings from boards order by name'),
    bans: await list('select hash, reason from banned_media order by hash'),
    threads: await list('select thread, purged from moderated_threads order by thread'),
    files: await list(
      `select i.sha256, i.md5, i.type, i.size, i.pixels_sha3, i.perceptual_hash, i.banned, t.sha256 as thumb
       from images i left join images t on t.id = i.thumb_id
       where i.datastore_id is not null and not i.banned and i.sha256 not in (select sha256 from media_removals) order by i.sha256`,
    ),
    replays: await list('select num, subnum, sha256 from post_replays order by num'),
    identities: await list(
      `select i.name, a.kind, a.value from identities i join identity_aliases a on a.identity_id = i.id order by 1, 2, 3`,
    ),
  };
}

const revsOf = async (pool: pg.Pool) =>
  (await pool.query('select num, subnum, rev from posts order by num, subnum')).rows;

const post = (num: number, known: Partial<Post> = {}) => aPost({ num, thread: 1, board: 'g', ...known });

/** Stores a file as the scraper would. */
async function storeFile(bytes: string, thumb: Buffer | null = null): Promise<Buffer> {
  const content = Buffer.from(bytes);
  const sha256 = createHash('sha256').update(content).digest();
  const md5 = createHash('md5').update(content).digest();
  const { pool } = world();
  const path = join(folder, 'here/files', mediaKey(sha256, 'png'));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await pool.query(
    `insert into images (sha256, md5, type, size, datastore_id, thumb_id, perceptual_hash)
     values ($1, $2, 'png', $3, (select id from datastores), (select id from images where sha256 = $4), 7)`,
    [sha256, md5, content.length, thumb],
  );
  return sha256;
}

const shows = (file: Buffer | null, mediaHashThb: Buffer | null, mediaHash = randomBytes(16)) => ({
  mediaHashSrc: file,
  mediaHash,
  mediaHashThb,
  mediaType: 'png',
});

const purge = async (nums: readonly number[], pool = world().pool, id = board.id) =>
  moderate(pool, {
    action: 'purge',
    board: { id, name: 'g' },
    posts: nums.map((num) => ({ num, subnum: 0 })),
    threads: false,
    actor: 'cli',
    reason: 'secret reason',
    now: new Date(),
  });

test('the first increment makes an equal archive, with files, hidden posts and tombstones', async () => {
  const { pool } = world();
  for (const [of, name] of [
    [world(), 'here'],
    [other, 'there'],
  ] as const) {
    await storesOf(of, name).add({ name: 'main', kind: 'local', base: 'files' });
  }
  const thumb = await storeFile('a drawn thumbnail');
  const file = await storeFile('a file', thumb);
  const replay = await storeFile('a replay');
  const banned = await storeFile('a banned file');
  const [second, secondThumb, ofPurged] = [
    await storeFile('a second file', thumb),
    await storeFile('its thumbnail at the source'),
    await storeFile('the second file of another purged post'),
  ];
  withFile = {
    mediaHashSrc: file,
    mediaHash: Buffer.alloc(16, 3),
    mediaType: 'png',
    mediaTime: 1_563_642_402_862,
    extraFiles: [
      anExtraFile({
        place: 1,
        ...shows(second, secondThumb),
        mediaName: '"second" \u2028',
        mediaTime: 1_563_642_402_863,
        mediaSize: 12,
        mediaDimsSrcW: 640,
        mediaDimsThbH: 100,
        spoiler: true,
        extra: { tim: '1563642402862-1', unknown: { deep: [1.5, 'x'] } },
      }),
      anExtraFile({ place: 3, mediaHash: Buffer.alloc(16, 4), timeDeletedFile: new Date('2020-02-29T01:02:03.004Z') }),
      anExtraFile({ place: 4, ...shows(banned, null) }),
    ],
  };
  await writePosts(pool, board, [
    post(1, {
      subject: 'Ein »Titel«',
      comment: 'two\nlines \\ "quoted" \u2028 \u{1F600}\t<br>',
      extra: { a: [1, 'x'] },
    }),
    post(2, withFile),
    post(3, {
      hidden: true,
      comment: 'hidden',
      timePosted: new Date('2011-11-06T05:30:00.5Z'),
      extraFiles: [anExtraFile({ place: 1, mediaName: 'of a hidden post' })],
    }),
    post(3, { subnum: 2, comment: 'a ghost' }),
    post(4, {
      comment: 'to be purged',
      extraFiles: [anExtraFile({ place: 1, ...shows(ofPurged, null), mediaName: 'name of the purged' })],
    }),
    post(150, { mediaHashSrc: banned }),
  ]);
  await pool.query(`insert into post_replays values ($1, 2, 0, $2)`, [board.id, replay]);
  await pool.query(`update boards set settings = '{"hidden": true}' where id = $1 and false`, [board.id]);
  await pool.query(`insert into poster_addresses values ($1, 1, 0, '192.0.2.77', now() + interval '1 h')`, [board.id]);
  await pool.query(`insert into senders (address) values ('private@example.org')`);
  await pool.query(
    `with i as (insert into identities (name) values ('Ann') returning id) insert into identity_aliases select 'tripcode', '!abc', id from i`,
  );
  await banMedia(pool, banned, 'cli', 'why');
  await purge([4]);

  const report = await exported();
  expect(report).toMatchObject({
    increment: 1,
    full: true,
    posts: 5,
    tombstones: 1,
    files: { copied: 5, missing: [] },
  });
  const { boards } = await imported();
  expect(boards).toEqual([
    { board: 'g', read: 5, added: 5, changed: 0, unchanged: 0, older: 0, purged: 0, shortened: 0 },
  ]);
  const content = await contentOf(pool);
  expect(content.extraFiles.map(({ num, place }) => [num, place])).toEqual([
    ['2', 1],
    ['2', 3],
    ['2', 4],
    ['3', 1],
  ]);
  expect(await contentOf(other.pool)).toEqual(content);
  const copy = join(folder, 'there/files', mediaKey(file, 'png'));
  expect((await readFile(copy)).toString()).toBe('a file');
});

test('private columns and the content of purged posts are in no file of an export', async () => {
  const { zstdDecompressSync } = await import('node:zlib');
  const increment = join(folder, 'out/000001');
  let text = '';
  for (const name of await readdir(increment)) {
    const bytes = await readFile(join(increment, name));
    text += name.endsWith('.zst') ? zstdDecompressSync(bytes).toString() : bytes.toString();
  }
  expect(text).toContain('hidden');
  for (const secret of ['192.0.2.77', 'private@example.org', 'to be purged', 'name of the purged', 'secret reason'])
    expect(text).not.toContain(secret);
});

test('importing twice changes no row', async () => {
  const before = await revsOf(other.pool);
  const { boards, files } = await imported();
  expect(boards).toMatchObject([{ read: 5, added: 0, changed: 0, unchanged: 5 }]);
  expect(files).toEqual({ stored: 0, present: 5, left_out: 0, missing: 0 });
  expect(await revsOf(other.pool)).toEqual(before);
});

test('the next increments carry what changed, arrived, was hidden, shown or purged, and nothing else', async () => {
  const { pool } = world();
  await writePosts(pool, board, [
    post(2, {
      ...withFile,
      comment: 'edited',
      timeModified: new Date(),
      extraFiles: [
        ...(withFile.extraFiles ?? [])
          .slice(0, 1)
          .map((file) => ({ ...file, mediaName: 'renamed', mediaHashThb: null })),
        anExtraFile({ place: 5, mediaName: 'added' }),
      ],
    }),
    post(201, { comment: 'new slice' }),
  ]);
  await moderate(pool, {
    action: 'show',
    board: { id: board.id, name: 'g' },
    posts: [{ num: 3, subnum: 0 }],
    threads: false,
    actor: 'cli',
    reason: null,
    now: new Date(),
  });
  expect(await exported()).toMatchObject({ increment: 2, full: false, posts: 4, tombstones: 0 });
  await purge([201]);
  expect(await exported()).toMatchObject({ increment: 3, posts: 1, tombstones: 1 });
  const { boards } = await imported();
  // Post 201 arrives with increment 2, and is purged in increment 3.
  expect(boards[0]).toMatchObject({ added: 0, purged: 1 });
  const [{ extraFiles, ...there }, { extraFiles: changed, ...here }] = [
    await contentOf(other.pool),
    await contentOf(pool),
  ];
  expect(there).toEqual(here);
  // The thumbnail that this archive has stays.
  expect(extraFiles).toEqual(
    changed.map((file) => (file['media_name'] === 'renamed' ? { ...file, media_hash_thb: expect.any(Buffer) } : file)),
  );
  expect(extraFiles.map(({ place, media_name: name }) => [place, name])).toEqual([
    [1, 'renamed'],
    [5, 'added'],
    [1, 'of a hidden post'],
  ]);
});

test('posts that moderators of this archive purged or hid stay so after an import', async () => {
  const { pool } = other;
  const { rows } = await pool.query<{ id: number }>(`select id from boards where name = 'g'`);
  const id = rows[0]?.id ?? 0;
  await purge([2], pool, id);
  await moderate(pool, {
    action: 'hide',
    board: { id, name: 'g' },
    posts: [{ num: 150, subnum: 0 }],
    threads: false,
    actor: 'ann',
    reason: null,
    now: new Date(),
  });
  await writePosts(world().pool, board, [
    post(2, { ...withFile, comment: 'edited again', timeModified: new Date(Date.now() + 60_000) }),
    post(150, { comment: 'edited', timeModified: new Date(Date.now() + 60_000) }),
  ]);
  await exported();
  await imported();
  const { rows: stored } = await pool.query(
    `select num, hidden, comment from posts where num in (2, 150) order by num`,
  );
  expect(stored).toEqual([
    { num: '2', hidden: true, comment: null },
    { num: '150', hidden: true, comment: 'edited' },
  ]);
  expect((await pool.query('select from post_files where num = 2')).rowCount).toBe(0);
});

test('a file that moderators deleted stays deleted after an import, also if its post was purged since', async () => {
  const bytes = 'deleted in one archive';
  const sha256 = await storeFile(bytes);
  const second = await storeFile('a second file that is deleted in one archive');
  const extraFiles = [anExtraFile({ place: 2, ...shows(second, null) })];
  await writePosts(world().pool, board, [
    post(20, { mediaHashSrc: sha256, mediaHash: Buffer.alloc(16, 20), mediaType: 'png', extraFiles }),
  ]);
  await exported();
  expect((await imported()).files).toMatchObject({ stored: 2 });
  const { pool } = other;
  const { rows } = await pool.query<{ id: number }>(`select id from boards where name = 'g'`);
  const there = { id: rows[0]?.id ?? 0, name: 'g' };
  const secret = await wardenOf(pool);
  const moderation = { action: 'delete', board: there, reason: null, secret } as const;
  for (const place of [0, 2]) {
    await moderateFile(pool, { ...moderation, post: { num: 20, subnum: 0, place } }, new RemovalLog(folder));
  }
  const hashes = [sha256, second];
  const isStored = async () =>
    (await pool.query('select 1 from images where sha256 = any ($1) and datastore_id is not null', [hashes])).rowCount;
  expect(await isStored()).toBe(0);
  expect((await imported()).files).toMatchObject({ stored: 0 });
  // As when the scraper removes the files of purged posts.
  await purge([20], pool, there.id);
  await pool.query('delete from images where sha256 = any ($1)', [hashes]);
  expect((await imported()).files).toMatchObject({ stored: 0 });
  expect(await isStored()).toBe(0);
});

test('thumbnails and replays of banned or purged files are not restored to the disk either', async () => {
  const [shared, drawn, drawnOfPurged] = [
    await storeFile('shared'),
    await storeFile('drawn'),
    await storeFile('drawn too'),
  ];
  const [byMd5, bySha256] = [await storeFile('banned by MD5', drawn), await storeFile('banned by SHA-256', shared)];
  const [ofPurged, kept] = [await storeFile('of a purged post', drawnOfPurged), await storeFile('kept', shared)];
  const [thumb, sharedThumb, replay] = [
    await storeFile('thumb'),
    await storeFile('shared thumb'),
    await storeFile('replay'),
  ];
  const [bannedSecond, secondOfPurged, thumbOfSecond] = [
    await storeFile('a banned second file', shared),
    await storeFile('the second file of a purged post'),
    await storeFile('the thumbnail of a banned second file'),
  ];
  const md5 = createHash('md5').update('banned by MD5').digest();
  await writePosts(world().pool, board, [
    post(30, shows(byMd5, thumb, md5)),
    // Its own file was never stored.
    post(31, shows(null, thumb, md5)),
    post(32, shows(bySha256, sharedThumb)),
    post(33, {
      ...shows(ofPurged, drawnOfPurged),
      extraFiles: [anExtraFile({ place: 1, ...shows(secondOfPurged, null) })],
    }),
    post(34, {
      ...shows(kept, sharedThumb),
      extraFiles: [anExtraFile({ place: 1, ...shows(bannedSecond, thumbOfSecond) })],
    }),
  ]);
  await world().pool.query(`insert into post_replays values ($1, 30, 0, $2)`, [board.id, replay]);
  const { pool } = other;
  const { rows } = await pool.query<{ id: number }>(`select id from boards where name = 'g'`);
  await writePosts(pool, { ...board, id: rows[0]?.id ?? 0 }, [post(33, { comment: 'here first' })]);
  await purge([33], pool, rows[0]?.id);
  for (const hash of [md5, bySha256, bannedSecond]) await banMedia(pool, hash, 'cli', null);
  await exported();
  for (const round of [1, 2]) {
    const { files } = await imported();
    expect(files).toMatchObject({ stored: round === 1 ? 3 : 0, left_out: 12, missing: 0 });
    const there = (await readdir(join(folder, 'there/files'), { recursive: true })).join(' ');
    const ofSecond = { bannedSecond, secondOfPurged, thumbOfSecond };
    const names = {
      shared,
      drawn,
      drawnOfPurged,
      byMd5,
      bySha256,
      ofPurged,
      kept,
      thumb,
      sharedThumb,
      replay,
      ...ofSecond,
    };
    const stored = Object.entries(names).flatMap(([name, hash]) =>
      there.includes(hash.toString('hex')) ? [name] : [],
    );
    expect(stored).toEqual(['shared', 'kept', 'sharedThumb']);
  }
});

test('a post whose transaction is open during an export is in the next increment', async () => {
  const { pool } = world();
  const writer = await pool.connect();
  await writer.query('begin');
  await writer.query(
    `update posts set comment = 'late', time_modified = now() + interval '5 min', rev = nextval('post_rev') where num = 1`,
  );
  await writePosts(pool, board, [post(5, { comment: 'early' })]);
  await expect(
    safeHorizon(await pool.connect().then((client) => (client.release(), client)), signal, 100),
  ).rejects.toMatchObject({ code: 'export_writer_open' });
  const exporting = exported();
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `select 1 from pg_stat_activity where query like '%pg_locks%' and datname = current_database()`,
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  const { posts } = await exporting;
  expect(posts).toBeGreaterThanOrEqual(2);
  await imported();
  const { rows } = await other.pool.query(`select comment from posts where num in (1, 5) order by num`);
  expect(rows).toEqual([{ comment: 'late' }, { comment: 'early' }]);
});

test('an increment selects visible and hidden posts by their revs', async () => {
  const client = await other.pool.connect();
  try {
    const large = await insertBoard(other.pool, 'large', { sliceSize: 100_000 });
    const posts = Array.from({ length: 4_000 }, (_, place) => post(place + 1, { hidden: place % 4 === 0 }));
    await writePosts(other.pool, large, posts);
    await client.query('analyze posts');
    const { rows: revs } = await client.query<{ rev: string }>('select max(rev) - 20 as rev from posts');
    for (const { kind, board: name, copy } of planParts(await listBoards(client), Number(revs[0]?.rev))) {
      if (kind !== 'files' && (kind !== 'posts' || name !== 'large')) continue;
      const query = copy.slice('copy ('.length, copy.lastIndexOf(') to stdout'));
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const slice = `posts_b${large.id}_s0`;
      expect(plan).toContain(`${slice}_rev_idx `);
      expect(plan).toContain(`${slice}_rev_idx1 `);
      expect(plan).not.toContain(`Seq Scan on ${slice}`);
    }
  } finally {
    client.release();
  }
});

describe('an incomplete folder', () => {
  test('is refused before anything is written', async () => {
    const part = join(folder, 'out/000002/posts-g.ndjson.zst');
    const bytes = await readFile(part);
    await appendFile(part, 'x');
    await expect(imported()).rejects.toMatchObject({ code: 'export_sum_wrong' });
    await writeFile(part, bytes);
    const manifest = join(folder, 'out/000002/manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"epoch": ', '"epoch":  '));
    await expect(imported()).rejects.toMatchObject({ code: 'export_chain_broken' });
    await expect(exported()).rejects.toMatchObject({ code: 'export_chain_broken' });
    await rm(manifest);
    await expect(imported()).rejects.toMatchObject({ code: 'export_manifest_invalid' });
    await writeFile(manifest, text);
    await expect(imported(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'export_folder' });
  });

  test('a stopped export leaves no increment, and an increment of another database is refused', async () => {
    const stopped = AbortSignal.abort();
    const options = { folder: join(folder, 'out'), datastores: null, now: LATER, pace, onProgress: () => undefined };
    await expect(exportArchive(world().pool, { ...options, full: true, signal: stopped })).rejects.toThrow();
    const before = await readdir(join(folder, 'out'));
    await expect(exportArchive(other.pool, { ...options, full: false, signal })).rejects.toMatchObject({
      code: 'export_other_database',
    });
    expect(await readdir(join(folder, 'out'))).toEqual(before);
  });
});
