/** Hand-typed rows of an Asagi database: values that current programs do not write, and hostile posts. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ImportReport } from '../../asagi/report.ts';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import { HAS_ASAGI_FIXTURES, asagiFixture, readExpected, type HandPost } from '../support/asagi-fixtures.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { importFiles, readPosts, type StoredPost } from '../support/stored.ts';

const hand = HAS_ASAGI_FIXTURES ? readExpected().hand : null;

const keyOf = ({ num, subnum }: { num: number; subnum: number }) => `${num}.${subnum}`;

describe.skipIf(hand === null)('rows of every kind', () => {
  const world = useWorld();
  let report: ImportReport;
  let stored: ReadonlyMap<string, StoredPost>;
  const posts = (hand?.posts ?? []).filter(({ table }) => table === 'main');
  const ofCase = (name: string): StoredPost => {
    const found = posts.find((post) => post.case === name);
    const post = found && stored.get(keyOf(found));
    if (post === undefined) throw new Error(`there is no post of the case ${name}`);
    return post;
  };

  beforeAll(async () => {
    report = await importFiles(world(), [asagiFixture('asagi-1.3.0.mysql.sql.gz')], { boards: ['hand', 'local'] });
    const all = await readPosts(world().pool);
    stored = new Map(all.filter(({ board }) => board === 'hand').map((post) => [keyOf(post), post]));
  });

  test('every row is imported, or refused with a reason', () => {
    const missing = posts.filter((post) => !stored.has(keyOf(post)));
    expect(missing.map((post) => [post.case, post.action])).toEqual(
      missing.map((post) => [post.case, 'import-flag-or-reject']),
    );
    const board = report.boards.find(({ board: name }) => name === 'hand');
    expect([board?.read, board?.imported]).toEqual([posts.length, posts.length - missing.length]);
    expect(board?.refused).toEqual({ no_time: 1, time_out_of_range: 1, thread: 1 });
  });

  test('times are right to the second or marked', () => {
    const wrong = posts.flatMap((post) => {
      const found = stored.get(keyOf(post));
      if (found === undefined) return [];
      const possible: readonly (number | null)[] = post.utc_any ?? [post.utc];
      const isMarked = found.uncertain || found.flags.includes('time_impossible');
      const mustBeMarked = post.ambiguous === true || post.case === 'time-in-gap';
      return possible.includes(found.utc) && isMarked === mustBeMarked
        ? []
        : [[post.case, found.utc, possible, isMarked]];
    });
    expect(wrong).toEqual([]);
  });

  test('deletions keep their times', () => {
    const wrong = posts.flatMap((post: HandPost) => {
      const deleted = stored.get(keyOf(post))?.deleted ?? null;
      if (post.deleted !== true) return deleted === null ? [] : [[post.case, deleted]];
      if (post.deleted_utc === null) return deleted !== null ? [] : [[post.case, 'not deleted']];
      const possible = post.deleted_utc_any ?? [post.deleted_utc];
      return possible.some((time) => time === deleted) ? [] : [[post.case, deleted, possible]];
    });
    expect(wrong).toEqual([]);
  });

  test('the stored text can be restored, and does not contain active content', () => {
    for (const post of posts.filter(({ text }) => typeof text === 'string')) {
      const { comment, extra } = stored.get(keyOf(post)) ?? {};
      const asagi = extra?.['asagi'] as { original?: string } | undefined;
      const { tokens, unknown } = parseComment(comment ?? '');
      const text = asagi?.original ?? commentPlainText(tokens);
      expect([post.case, text]).toEqual([post.case, post.text?.replaceAll('\0', '\uFFFD')]);
      expect([post.case, [...unknown.keys()]]).toEqual([post.case, []]);
      expect(comment).not.toMatch(/<(?:script|img|a href="javascript)/i);
    }
    expect(ofCase('text-fortune-injection').comment).not.toContain('style=');
  });

  test('values that do not fit their column are kept and flagged', () => {
    for (const [name, flag] of [
      ['hash-not-base64', 'hash'],
      ['hash-null-file-set', 'hash'],
      ['capcode-Z', 'capcode'],
      ['exif-broken', 'exif'],
      ['exif-array', 'exif'],
      ['exif-html', 'exif'],
      ['op-with-other-thread', 'thread_of_opener'],
      ['thread-num-own-but-op-0', 'opener_not_marked'],
      ['text-mojibake', 'damaged_text'],
      ['text-question-marks', 'damaged_text'],
      ['text-replacement', 'damaged_text'],
      ['text-control', 'nul'],
    ] as const) {
      expect([name, ofCase(name).flags]).toEqual([name, expect.arrayContaining([flag])]);
    }
    expect(ofCase('hash-unpadded-urlsafe').media_hash).toMatch(/==$/);
    expect(ofCase('capcode-n').capcode).toBeNull();
    expect(ofCase('capcode-V').capcode).toBe('V');
    expect([ofCase('country-us').country, ofCase('country-xx').country]).toEqual(['US', null]);
    expect(ofCase('poster-hash-cut').posterid).toBe('Dev');
    expect(ofCase('name-16-truncated').media_type).toBe('webm');
    expect(ofCase('empty-strings')).toMatchObject({ name: null, subject: null, email: null, comment: null });
  });

  test('addresses, passwords and removed posts are not stored', async () => {
    const secrets = [...posts.flatMap((post) => post.must_not_appear ?? []), 'abcdefghijklmnopqrstuuABCDEF'];
    const { rows } = await world().pool.query<{ row: string }>('select to_jsonb(p)::text as row from posts p');
    const everything = rows.map(({ row }) => row).join('\n') + JSON.stringify(report);
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    for (const post of hand?.posts.filter(({ table }) => table === 'deleted') ?? []) {
      if (posts.some((kept) => keyOf(kept) === keyOf(post))) continue;
      expect([post.case, stored.has(keyOf(post))]).toEqual([post.case, false]);
    }
  });

  test('files that the source bans are banned in the archive', async () => {
    const { rows } = await world().pool.query<{ md5: string }>(
      `select encode(hash, 'base64') as md5 from banned_media`,
    );
    expect(rows.map(({ md5 }) => md5).sort()).toEqual([...(hand?.banned_md5 ?? [])].sort());
  });

  test('removed posts are imported only on request, hidden and without files', async () => {
    const before = await readPosts(world().pool);
    const dump = [asagiFixture('asagi-1.3.0.mysql.sql.gz')];
    const { boards } = await importFiles(world(), dump, { boards: ['hand'], withRemoved: true });
    const removed = hand?.posts.filter((post) => post.table === 'deleted' && !stored.has(keyOf(post))) ?? [];
    expect(removed.length).toBeGreaterThan(0);
    expect(boards.map(({ table, imported }) => [table, imported])).toEqual([
      ['hand', 0],
      ['hand_deleted', removed.length],
    ]);
    const { rows } = await world().pool.query<{ key: string; hidden: boolean; has_file: boolean; row: string }>(
      `select p.num || '.' || p.subnum as key, p.hidden, num_nonnulls(p.media_hash, p.media_time, p.media_name) > 0 as has_file,
         to_jsonb(p)::text as row from posts p where p.hidden`,
    );
    expect(rows.map(({ key }) => key).sort()).toEqual(removed.map(keyOf).sort());
    expect(rows.filter(({ has_file: hasFile }) => hasFile)).toEqual([]);
    const secrets = hand?.posts.flatMap((post) => post.must_not_appear ?? []) ?? [];
    expect(secrets.filter((secret) => rows.some(({ row }) => row.includes(secret)))).toEqual([]);
    const nums = new Set(rows.map(({ key }) => key));
    expect((await readPosts(world().pool)).filter((post) => !nums.has(keyOf(post)))).toEqual(before);
  });

  test("a board of the archive's own has its times in UTC", async () => {
    expect(report.boards.find(({ board: name }) => name === 'local')?.clock).toBe('utc');
    const local = (await readPosts(world().pool)).filter((post) => post.board === 'local');
    expect(local.map(({ num, utc }) => ({ num, utc }))).toEqual(hand?.local.map(({ num, utc }) => ({ num, utc })));
  });
});
