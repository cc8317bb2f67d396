/** Texts of vichan boards that earlier versions stored in the site's escaped form. */
import { expect, onTestFinished, test } from 'vitest';
import { unescapeTexts } from '../../../store/unescape-texts.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { createSlices } from '../../../store/slices.ts';
import { vichan } from '../../../scraper/sources/vichan/source.ts';
import { writeRange } from '../../../store/write-range.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import { loginUrl } from '../../support/logins.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const world = useWorld();

const sent = [
  { sub: 'R&amp;D &lt;b&gt;', name: 'Tom &amp; Jerry', email: 'a&amp;b', capcode: 'R&amp;D' },
  { sub: 'Use &amp;amp;', name: 'Anonymous' },
  { name: 'Q&A' },
  { name: 'Ann' },
];
const texts = [
  ['R&D <b>', 'Tom & Jerry', 'a&b', { capcode: 'R&D' }],
  ['Use &amp;', 'Anonymous', null, { unescaped: true }],
  [null, 'Q&A', null, null],
  [null, 'Ann', null, null],
];

test('stored texts are unescaped once, like those of new posts, and a second run changes nothing', async () => {
  const { pool, databaseUrl } = world();
  const importer = createPostgresPool({ url: loginUrl(databaseUrl, 'importer') });
  onTestFinished(async () => importer.end());
  const place = { source: 'vichan' as const, url: 'http://127.0.0.1:1', mediaUrl: 'http://127.0.0.1:1', closed: true };
  const board = await upsertBoard(pool, { name: 'tea', title: 'Tea', worksafe: true, ...place });
  const posts = sent.map((fields, at) => ({
    no: 10 + at,
    resto: at === 0 ? 0 : 10,
    time: 1_400_000_000 + at,
    ...fields,
  }));
  const read = vichan.thread.read(JSON.stringify({ posts }), 10);
  if (!read.ok) throw new Error(read.refusal.detail);
  await writeRange(importer, createSlices(importer), board, read.value.posts, { mediaKinds: [], now: new Date() });
  const stored = async () => {
    const { rows } = await pool.query({
      text: 'select subject, name, email, extra from posts order by num',
      rowMode: 'array',
    });
    return rows as readonly (readonly unknown[])[];
  };
  expect(await stored()).toEqual(texts);
  const run = async (dryRun = false) => unescapeTexts(importer, board, { dryRun, now: new Date() });
  expect(await run()).toEqual({ read: 0, changed: 0 });

  // The first two as an earlier version left them.
  await pool.query(
    `update posts set subject = 'R&amp;D &lt;b&gt;', name = 'Tom &amp; Jerry', email = 'a&amp;b', extra = '{"capcode":"R&amp;D"}' where num = 10`,
  );
  await pool.query(`update posts set subject = 'Use &amp;amp;', extra = null where num = 11`);
  // An imported post, a ghost post, and a text that was never escaped.
  await pool.query(`update posts set name = 'A &amp; B', extra = '{"asagi":{"comment":"bbcode"}}' where num = 13`);
  await pool.query(`update posts set name = 'Q&A &amp; you' where num = 12`);
  expect(await run(true)).toEqual({ read: 3, changed: 2 });
  await pool.query('delete from dirty');
  const { code, stdout } = await sagasu(world(), 'reprocess', 'texts');
  expect([code, JSON.parse(stdout)]).toEqual([0, { board: 'tea', read: 3, changed: 2 }]);
  const after = await stored();
  expect(after.slice(0, 2)).toEqual(texts.slice(0, 2));
  expect(after.slice(2)).toEqual([
    [null, 'Q&A &amp; you', null, null],
    [null, 'A &amp; B', null, { asagi: { comment: 'bbcode' } }],
  ]);
  // The search index is updated too.
  expect((await pool.query('select thread from dirty')).rows).toEqual([{ thread: '10' }]);
  expect(await run()).toEqual({ read: 1, changed: 0 });
  expect(await stored()).toEqual(after);
});

test('a board of another source is not for this command', async () => {
  const { pool } = world();
  const place = { source: '4chan' as const, url: 'http://127.0.0.1:1', mediaUrl: 'http://127.0.0.1:1', closed: true };
  await upsertBoard(pool, { name: 'ck', title: 'Food', worksafe: true, ...place });
  const { code, stderr } = await sagasu(world(), 'reprocess', 'texts', 'ck');
  expect([code, stderr]).toEqual([2, expect.stringContaining('/ck/ is not harvested from vichan')]);
});
