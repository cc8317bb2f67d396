/**
 * An exported archive with altered values and matching checksums: each import is refused with the position before anything is written, or
 * imports valid data.
 */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exportArchive } from '../../../archive-export/export-archive.ts';
import { importArchive } from '../../../archive-export/import-archive.ts';
import { checkLine } from '../../../archive-export/check-line.ts';
import { ExportError } from '../../../archive-export/export-error.ts';
import type { ExportManifest, PartKind } from '../../../mappings/archive-export.ts';
import { anExtraFile, aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { countOf } from '../../support/full-counts.ts';
import { createWorld, destroyWorld, useWorld, type World } from '../../support/world.ts';
import { fullPost } from '../../unit/server/posts.ts';

const world = useWorld();
let other: World;
let folder: string;
let changed: string;
const signal = new AbortController().signal;
const pace = async () => Promise.resolve();
const onProgress = () => undefined;

type Row = Record<string, unknown>;

beforeAll(async () => {
  other = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  folder = await mkdtemp(join(tmpdir(), 'sagasu-hostile-'));
  changed = join(folder, 'changed');
  const { pool } = world();
  const board = await insertBoard(pool, 'g', { sliceSize: 100 });
  const full = { ...fullPost, board: 'g', thread: 1, opener: false, subnum: 0 };
  await writePosts(pool, board, [
    { ...full, num: 1, opener: true, extra: { text: 'a', number: 1.5 } },
    { ...full, num: 2, comment: 'second', extraFiles: [1, 2].map((place) => anExtraFile({ ...full, place })) },
    aPost({ num: 3, thread: 1, board: 'g' }),
  ]);
  await pool.query(`update posts set time_purged = now(), hidden = true, spoiler = false where num = 3`);
  await pool.query(`insert into tombstones (board_id, num, subnum, purged_by) values ($1, 3, 0, 'mika')`, [board.id]);
  await pool.query(`insert into moderated_threads values ($1, 50, false)`, [board.id]);
  await pool.query(`insert into post_replays values ($1, 1, 0, $2)`, [board.id, Buffer.alloc(32, 1)]);
  await pool.query(`insert into banned_media (hash, reason, banned_by) values ($1, 'why', 'mika')`, [
    Buffer.alloc(16, 2),
  ]);
  await pool.query(`with i as (insert into identities (name) values ('Ann') returning id)
    insert into identity_aliases select 'tripcode', '!ann', id from i`);
  await pool.query(`insert into datastores (name, kind, base) values ('x', 'local', '/nowhere')`);
  await pool.query(
    `insert into images (sha256, md5, type, size, datastore_id, perceptual_hash, pixels_sha3)
     values ($1, $2, 'png', 5, (select min(id) from datastores), 7, $1)`,
    [fullPost.mediaHashSrc ?? Buffer.alloc(32, 3), fullPost.mediaHash],
  );
  await pool.query('update posts set media_hash_src = $1 where num = 1', [
    fullPost.mediaHashSrc ?? Buffer.alloc(32, 3),
  ]);
  await exportArchive(pool, {
    folder: join(folder, 'out'),
    full: false,
    datastores: null,
    now: new Date(),
    signal,
    pace,
    onProgress,
  });
});
afterAll(async () => {
  await destroyWorld(inject('databaseUrl'), other);
  await rm(folder, { recursive: true, force: true });
});

const importChanged = async () =>
  importArchive(changed, {
    pool: other.pool,
    files: null,
    ban: async () => undefined,
    now: new Date(),
    signal,
    pace,
    onProgress,
  });

const manifestOf = async (from: string) =>
  JSON.parse(await readFile(join(from, '000001/manifest.json'), 'utf8')) as ExportManifest;

/** Writes the archive with other lines in the part of a kind, and matching checksums. */
async function withLines(kind: PartKind, change: (lines: string[]) => readonly string[]): Promise<void> {
  if (kind !== changedKind) await restoreFolder();
  changedKind = kind;
  const manifest = await manifestOf(join(folder, 'out'));
  const part = manifest.parts.find((one) => one.kind === kind);
  if (part === undefined) throw new Error(`no part with ${kind}`);
  const path = join(changed, '000001', part.name);
  const given = await readFile(join(folder, 'out/000001', part.name));
  const lines = change(zstdDecompressSync(given).toString().trim().split('\n'));
  const bytes = zstdCompressSync(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  await writeFile(path, bytes);
  const sums = { rows: lines.length, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const parts = manifest.parts.map((one) => (one === part ? { ...one, ...sums } : one));
  await writeFile(join(changed, '000001/manifest.json'), JSON.stringify({ ...manifest, parts }));
}

/** Lines of the part that differs from the export. */
let changedKind: PartKind | null = null;

async function restoreFolder(): Promise<void> {
  changedKind = null;
  await rm(changed, { recursive: true, force: true });
  await cp(join(folder, 'out'), changed, { recursive: true });
}

async function withManifest(change: (manifest: ExportManifest) => object): Promise<void> {
  await restoreFolder();
  await writeFile(join(changed, '000001/manifest.json'), JSON.stringify(change(await manifestOf(changed))));
}

/** The tables that an import may change. */
async function contentOf(): Promise<string> {
  const tables = [
    'boards',
    'posts',
    'post_files',
    'tombstones',
    'moderated_threads',
    'post_replays',
    'identities',
    'identity_aliases',
  ];
  const all = await Promise.all(
    tables.map(async (table) => (await other.pool.query(`select t::text from ${table} t order by 1`)).rows),
  );
  return JSON.stringify(all);
}

/** The refusal; null if the import succeeded. Anything else fails. */
async function refusal(): Promise<string | null> {
  try {
    await importChanged();
    return null;
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return error.message;
  }
}

/** JSON of hostile values. */
const HOSTILE = [
  'null',
  'true',
  '-1',
  '0',
  '1.0',
  '1e3',
  '1e400',
  '1.5',
  '9007199254740993',
  '99999999999999999999',
  '""',
  '"zz"',
  '"\\u0000"',
  '"\\ud800"',
  '"2024-02-30T00:00:00+00:00"',
  '"99999-01-01T00:00:00+00:00"',
  JSON.stringify('x'.repeat(80_000)),
  '[]',
  '{}',
  '{"a":"\\u0000"}',
] as const;

/** Each field gets other values; over all fields each value is tried many times. */
function some(place: number): readonly string[] {
  const count = countOf(HOSTILE.length, 7);
  return Array.from({ length: count }, (_, at) => HOSTILE[(place * count + at) % HOSTILE.length] ?? '');
}

describe.each(['boards', 'identities', 'bans', 'tombstones', 'threads', 'files', 'posts', 'replays'] as const)(
  'a line of %s',
  (kind) => {
    test('is refused with its position, or imported correctly, if any field is changed', async () => {
      await withLines(kind, (lines) => lines);
      expect(await refusal()).toBeNull();
      const part = (await manifestOf(changed)).parts.find((one) => one.kind === kind);
      const lines = zstdDecompressSync(await readFile(join(changed, '000001', part?.name ?? '')))
        .toString()
        .trim()
        .split('\n');
      const [line = ''] = lines;
      const fields = Object.keys(JSON.parse(line) as Row);
      expect(fields.length).toBeGreaterThan(1);
      let [refused, tried] = [0, 0];
      for (const [at, field] of fields.entries()) {
        const before = await contentOf();
        let isImported = false;
        for (const value of some(at)) {
          tried++;
          const row = JSON.parse(line) as Row;
          const hostile = JSON.stringify({ ...row, [field]: '@' }).replace('"@"', () => value);
          await withLines(kind, ([, ...others]) => [hostile, ...others]);
          const message = await refusal();
          isImported ||= message === null;
          if (message === null) continue;
          refused++;
          expect(message).toMatch(
            /000001\/[a-z-]+\.ndjson\.zst, line 1: .+ Nothing was imported\.|posts of a board that the export does not list/,
          );
          expect(message.length).toBeLessThan(600);
        }
        const { [field]: _left, ...rest } = JSON.parse(line) as Row;
        await withLines(kind, ([, ...others]) => [JSON.stringify(rest), ...others]);
        isImported ||= (await refusal()) === null;
        if (!isImported) expect(await contentOf()).toBe(before);
      }
      expect(refused).toBeGreaterThan(tried / 4);
    });

    test('is refused, or imported correctly, if it is not an object, is repeated, or has an unknown field', async () => {
      for (const line of ['', 'x', '[]', 'null', '{', '{}', '['.repeat(200_000)]) {
        await withLines(kind, (lines) => [...lines, line, line]);
        expect(await refusal()).toMatch(/line \d+: /);
      }
      await withLines(kind, (lines) => [...lines, ...lines]);
      const message = await refusal();
      if (['boards', 'tombstones', 'threads', 'posts'].includes(kind)) expect(message).toMatch(/repeats the row/);
      await withLines(kind, ([first = '', ...others]) => [first.replace('{', '{"new_in_version_2":1,'), ...others]);
      expect(await refusal()).toMatch(/"new_in_version_2", which this version does not know/);
    });
  },
);

const faultOf = (line: string) => checkLine('posts', line).fault ?? null;

test('additional files of a post are refused with their fault, or imported, if any field is changed', async () => {
  await withLines('posts', (lines) => lines);
  const part = (await manifestOf(changed)).parts.find(({ kind }) => kind === 'posts');
  const lines = zstdDecompressSync(await readFile(join(changed, '000001', part?.name ?? '')))
    .toString()
    .trim()
    .split('\n');
  const post = lines.map((line) => JSON.parse(line) as Row).find(({ num }) => num === 2);
  const [first = {}, second = {}] = (post?.['extra_files'] ?? []) as Row[];
  const withFiles = (files: unknown) => JSON.stringify({ ...post, num: 20, extra_files: files });
  const tried = Object.keys(first).flatMap((field) =>
    HOSTILE.map((value) => withFiles([{ ...first, [field]: '@' }, second]).replace('"@"', () => value)),
  );
  const accepted = tried.filter((line) => faultOf(line) === null);
  expect(accepted.length).toBeLessThan(tried.length / 2);
  for (const [files, fault] of [
    [[first, first], 'extra_files repeats the place 1'],
    [[{ ...first, time_deleted_file: '2024-02-30T00:00:00+00:00' }], 'extra_files.0.time_deleted_file is no time'],
    [[{ ...first, new_field: 1 }], /"extra_files\/0\/new_field"/],
    [[[]], /^extra_files\.0 /],
    [[], /^extra_files /],
    ['x', /^extra_files /],
  ] as const) {
    expect([files, faultOf(withFiles(files))]).toEqual([
      files,
      typeof fault === 'string' ? fault : expect.stringMatching(fault),
    ]);
  }
  expect(faultOf(withFiles([{ ...first, media_size: '@' }]).replace('"@"', () => '1.0'))).toMatch(/fraction/);
  await withLines('posts', () => [
    ...lines,
    ...accepted.map((line, at) => line.replace('"num":20', () => `"num":${1000 + at}`)),
  ]);
  expect(await refusal()).toBeNull();
  const { rows } = await other.pool.query('select from post_files where num >= 1000');
  expect(rows).toHaveLength(accepted.length * 2);
});

test.each([
  ['rows of a part', (one: ExportManifest) => ({ ...one, parts: one.parts.map((part) => ({ ...part, rows: 1e9 })) })],
  ['bytes of a part', (one: ExportManifest) => ({ ...one, parts: one.parts.map((part) => ({ ...part, bytes: 1 })) })],
  ['a part that is listed twice', (one: ExportManifest) => ({ ...one, parts: [...one.parts, ...one.parts] })],
  [
    'a name that leads out of the folder',
    (one: ExportManifest) => ({ ...one, parts: one.parts.map((part) => ({ ...part, name: '../x.ndjson.zst' })) }),
  ],
  [
    'posts without a board',
    (one: ExportManifest) => ({ ...one, parts: one.parts.map(({ board: _board, ...part }) => part) }),
  ],
  [
    'a board of a list',
    (one: ExportManifest) => ({ ...one, parts: one.parts.map((part) => ({ ...part, board: 'g' })) }),
  ],
  [
    'posts of another board',
    (one: ExportManifest) => ({
      ...one,
      parts: one.parts.map((part) => (part.board === undefined ? part : { ...part, board: 'h' })),
    }),
  ],
  ['revs', (one: ExportManifest) => ({ ...one, from_rev: one.to_rev + 1 })],
  ['an increment', (one: ExportManifest) => ({ ...one, increment: 2 })],
  ['a version', (one: ExportManifest) => ({ ...one, version: 2 })],
  ['a kind', (one: ExportManifest) => ({ ...one, parts: one.parts.map((part) => ({ ...part, kind: 'accounts' })) })],
])('a manifest with other %s is refused', async (_what, change) => {
  await withManifest(change);
  expect(await refusal()).toMatch(/manifest|000001/);
});

test('a part that is not compressed is refused', async () => {
  await withLines('posts', (lines) => lines);
  const manifest = await manifestOf(changed);
  const part = manifest.parts.find(({ kind }) => kind === 'posts');
  const bytes = Buffer.from('no zstd');
  await writeFile(join(changed, '000001', part?.name ?? ''), bytes);
  const sums = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const parts = manifest.parts.map((one) => (one.name === part?.name ? { ...one, ...sums } : one));
  await writeFile(join(changed, '000001/manifest.json'), JSON.stringify({ ...manifest, parts }));
  expect(await refusal()).toMatch(/cannot be decompressed/);
});

test('the beginning of a comment beyond the limit is imported', async () => {
  await withLines('posts', ([first = '', ...others]) => {
    const row = { ...(JSON.parse(first) as Row), num: 77, comment: 'x'.repeat(2_000_000) };
    return [JSON.stringify(row), ...others];
  });
  const { boards } = await importChanged();
  expect(boards).toMatchObject([{ board: 'g', shortened: 1 }]);
  const { rows } = await other.pool.query(`select length(comment) as comment, extra from posts where num = 77`);
  expect(rows).toMatchObject([{ comment: 1_000_000, extra: { shortened: { comment: 2_000_000 } } }]);
});
