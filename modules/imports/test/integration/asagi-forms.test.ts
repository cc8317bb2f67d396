/** The same rows in other forms of dumps, repeated imports, and imports over posts that are stored already. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import type { PostObservation } from '../../../../mappings/post.ts';
import type { BoardReport } from '../../asagi/report.ts';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture } from '../support/asagi-fixtures.ts';
import { finishBulkLoads } from '../../../../store/bulk-load.ts';
import { createWorld, destroyWorld, useWorld, type World } from '../../../../test/support/world.ts';
import { asStored, observe } from '../support/observed.ts';
import { importFiles, readPosts, type StoredPost } from '../support/stored.ts';

const folder = mkdtempSync(join(tmpdir(), 'sagasu-forms-'));

function unpacked(archive: string): string {
  execFileSync('tar', ['xzf', asagiFixture(`variants/${archive}`), '-C', folder]);
  return folder;
}

/** The counts of rows in a report, without their results in the archive. */
function told(reports: readonly BoardReport[]) {
  return reports.map(({ board, read, refused, refused_samples: samples, uncertain_times: uncertain, flags }) => [
    board,
    { read, refused, samples, uncertain, flags },
  ]);
}

async function inNewWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
  const world = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  try {
    return await work(world);
  } finally {
    await destroyWorld(inject('databaseUrl'), world);
  }
}

const plain = (posts: readonly StoredPost[]) => posts.map((post) => ({ ...post, rev: 0 }));
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
/** Archives publish CSV files in another order than that of the table. */
const sorted = (posts: readonly PostObservation[] = []) =>
  posts.toSorted((a, b) => a.fields.num - b.fields.num || a.fields.subnum - b.fields.subnum);
const keyOf = ({ board, num, subnum }: Omit<StoredPost, 'rev'>) => `${board}/${num}.${subnum}`;
const DUMP = 'asagi-1.3.0.mysql.sql.gz';

describe.skipIf(!HAS_ASAGI_FIXTURES)('forms of dumps', () => {
  const world = useWorld();

  test('every form of a dump gives the same posts', async () => {
    const whole = await observe([asagiFixture(DUMP)], ['dst', 'mark', 'hand']);
    const csv = unpacked('csv-4plebs-form.tar.gz');
    const zstd = join(folder, 'dst.zst');
    writeFileSync(zstd, zstdCompressSync(gunzipSync(readFileSync(asagiFixture('variants/dst.ansi.sql.gz')))));
    for (const [board, file] of [
      ['dst', asagiFixture('variants/dst.ansi.sql.gz')],
      ['dst', asagiFixture('variants/dst.data-only-replace.sql.gz')],
      ['dst', asagiFixture('variants/dst.skip-opt.sql.gz')],
      ['dst', zstd],
      ['mark', asagiFixture('variants/mark.one-line.sql.gz')],
      ['dst', join(csv, 'dst.csv')],
      ['mark', join(csv, 'mark.csv')],
      ['hand', join(csv, 'hand.csv')],
      ['mark', join(unpacked('mark-hand.tab.tar.gz'), 'mark.txt')],
    ] as const) {
      const { damage, posts, refused } = await observe([file], [board]);
      expect([file, damage]).toEqual([file, []]);
      expect([file, refused]).toEqual([file, whole.refused.filter((row) => row.startsWith(`${board}:`))]);
      expect([file, sorted(posts.get(board))]).toEqual([file, sorted(whole.posts.get(board))]);
    }
  });

  test('a second import changes nothing', async () => {
    await importFiles(world(), [asagiFixture(DUMP)], { boards: ['dst', 'mark', 'hand'] });
    const before = await readPosts(world().pool);
    const { boards } = await importFiles(world(), [asagiFixture(DUMP)], { boards: ['dst', 'mark', 'hand'] });
    expect(await readPosts(world().pool)).toEqual(before);
    for (const { read, imported, unchanged, skipped, refused } of boards) {
      expect([imported, read]).toEqual([0, unchanged + sum(skipped) + sum(refused)]);
    }
  });

  test('an interrupted import resumes where it stopped, and its report includes earlier refusals and marks', async () => {
    await inNewWorld(async (other) => {
      const until = async (end: number) =>
        importFiles(other, [asagiFixture(DUMP)], {
          bulkRows: 1,
          onRows: (rows) => {
            if (rows > end) throw new Error('interrupted');
          },
        });
      const { posts } = await observe([asagiFixture(DUMP)]);
      const rows = [...posts.values()].reduce((all, found) => all + found.length, 0);
      await expect(until(rows * 0.9)).rejects.toThrow('interrupted');
      // The state after a killed import.
      const autovacuum = `select count(*)::int as paused from pg_class where 'autovacuum_enabled=false' = any (reloptions)`;
      expect((await other.pool.query<{ paused: number }>(autovacuum)).rows[0]?.paused).toBeGreaterThan(0);
      const { boards } = await until(Infinity);
      const whole = await importFiles(other, [asagiFixture(DUMP)], { dryRun: true });
      expect(told(boards)).toEqual(told(whole.boards));
      const skipped = boards.map(({ skipped: reasons }) => reasons['written before the interruption'] ?? 0);
      expect(Math.max(...skipped)).toBeGreaterThan(100);
      for (const { read, imported, unchanged, skipped: left, refused } of boards) {
        expect(read).toBe(imported + unchanged + sum(left) + sum(refused));
      }
      expect((await other.pool.query('select 1 from import_positions')).rows).toEqual([]);
      expect((await finishBulkLoads(other.pool)).length).toBeGreaterThan(3);
      expect((await other.pool.query(autovacuum)).rows).toEqual([{ paused: 0 }]);
      const wanted = [...posts].flatMap(([board, found]) => found.map((post) => keyOf(asStored(board, post)))).sort();
      expect((await readPosts(other.pool)).map(keyOf).sort()).toEqual(wanted);
    });
  });

  test('a dry run writes nothing and counts everything', async () => {
    await inNewWorld(async (other) => {
      const { boards, dry_run: isDry } = await importFiles(other, [asagiFixture(DUMP)], {
        boards: ['g'],
        dryRun: true,
      });
      expect([isDry, boards.map(({ board, imported }) => [board, imported])]).toEqual([true, [['g', 636]]]);
      expect(await readPosts(other.pool)).toEqual([]);
    });
  });

  test('a truncated dump is reported, and its complete rows are imported', async () => {
    const whole = gunzipSync(readFileSync(asagiFixture('variants/dst.ansi.sql.gz')));
    const cut = join(folder, 'cut.sql');
    writeFileSync(cut, whole.subarray(0, 20_000));
    const damage = await inNewWorld(async (other) => {
      const report = await importFiles(other, [cut]);
      const found = plain(await readPosts(other.pool));
      const all = new Map(plain(await readPosts(world().pool)).map((post) => [keyOf(post), post]));
      expect(found.length).toBeGreaterThan(20);
      for (const post of found) expect(all.get(keyOf(post))?.comment).toBe(post.comment);
      return report.damage;
    });
    expect(damage).toMatchObject([{ table: 'dst', kind: 'cut' }]);
  });

  test('an import over harvested posts fills in missing values, merges deletions and keeps posts purged', async () => {
    await inNewWorld(async (other) => {
      const url = 'http://127.0.0.1:9';
      const board = await upsertBoard(other.pool, {
        name: 'g',
        title: 'G',
        worksafe: true,
        source: '4chan',
        url,
        mediaUrl: url,
      });
      await importFiles(other, [asagiFixture(DUMP)], { boards: ['g'] });
      const posts = await readPosts(other.pool);
      const [scraped, purged] = posts.filter(
        ({ comment, deleted, email }) => comment !== null && deleted === null && email === null,
      );
      if (scraped === undefined || purged === undefined) throw new Error('the board has posts');
      await other.pool.query(
        `update posts set comment = 'the <wbr>source''s', subject = null, time_deleted_post = '2020-01-01', extra = '{"since4pass": 2019}'
         where board_id = $1 and num = $2`,
        [board.id, scraped.num],
      );
      await other.pool.query(`insert into tombstones (board_id, num, subnum, purged_by) values ($1, $2, 0, 'test')`, [
        board.id,
        purged.num,
      ]);
      await other.pool.query(
        `update posts set hidden = true, time_purged = now(), name = null, tripcode = null, capcode = null, posterid = null, country = null,
           email = null, subject = null, comment = null, media_time = null, media_hash = null, media_name = null, media_type = null,
           media_size = null, media_dims_src_w = null, media_dims_src_h = null, media_dims_thb_w = null, media_dims_thb_h = null,
           spoiler = false, sticky = null, closed = null, posters = null, replies = null, images = null, extra = null,
           time_deleted_post = null, time_deleted_file = null, time_archived = null, time_bumped = null
         where board_id = $1 and num = $2`,
        [board.id, purged.num],
      );
      const { boards } = await importFiles(other, [asagiFixture(DUMP)], { boards: ['g'] });
      expect(boards[0]?.skipped).toEqual({ 'purged here': 1 });
      expect(boards[0]?.conflicts).toEqual({ comment: { posts: 1, samples: [String(scraped.num)] } });
      const after = new Map((await readPosts(other.pool)).map((post) => [post.num, post]));
      expect(after.get(scraped.num)).toMatchObject({
        comment: "the <wbr>source's",
        subject: scraped.subject,
        deleted: Date.UTC(2020, 0, 1) / 1000,
        extra: { since4pass: 2019 },
      });
      expect(after.get(scraped.num)?.extra).not.toHaveProperty('asagi');
      expect(after.get(purged.num)).toMatchObject({ comment: null, name: null, extra: null });
    });
  });

  test('of two archives, the one with the source’s HTML wins, in either order', async () => {
    const one = async (first: string, second: string) =>
      inNewWorld(async (other) => {
        for (const file of [first, second]) await importFiles(other, [asagiFixture(file)], { boards: ['mark'] });
        return (await readPosts(other.pool)).map(({ num, comment }) => [num, comment]);
      });
    const html = (
      await inNewWorld(async (other) => {
        await importFiles(other, [asagiFixture('neofuuka.mysql.sql.gz')], { boards: ['mark'] });
        return readPosts(other.pool);
      })
    ).flatMap(({ num, comment, extra }) =>
      (extra?.['asagi'] as { comment?: string } | undefined)?.comment === 'html' ? [[num, comment]] : [],
    );
    expect(html.length).toBeGreaterThan(3);
    for (const found of [await one(DUMP, 'neofuuka.mysql.sql.gz'), await one('neofuuka.mysql.sql.gz', DUMP)]) {
      expect(found).toEqual(expect.arrayContaining(html));
    }
  });
});
