/** Another Sagasu harvests this one through FoolFuuka's API, page by page, and ends up with the same posts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { createHistoryState, walkHistory } from '../../../../scraper/backfill/walk-history.ts';
import { ParseWarnings } from '../../../../scraper/sources/parse-result.ts';
import { readThreadDocument } from '../../../../scraper/sources/four-chan/thread.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../../test/support/builders.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { createHarness } from '../../../../test/integration/scraper/harness.ts';
import { hold } from '../../../../test/integration/scraper/upstream.ts';
import { givenServer, START, type GivenServer } from '../../../../test/integration/server/given-archive.ts';

const world = useWorld();
let server: GivenServer;
let url: string;
let own: TestBoard;

beforeAll(async () => {
  server = await givenServer(world());
  own = await insertBoard(world().pool, 'g');
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await server.close();
});

type StoredPost = Parameters<typeof aPost>[0];

/** Stores these posts in the first archive and lets the second one, with the board `tea`, read it completely. */
async function harvested(posts: readonly StoredPost[]): Promise<void> {
  await world().pool.query(
    'truncate posts, dirty, harvest_state, refusals, url_history, forums, backfills, wanted_media',
  );
  await writePosts(
    world().pool,
    own,
    posts.map((post) => aPost({ ...post, board: 'g' })),
  );
  const board = await upsertBoard(world().pool, {
    name: 'tea',
    sourceName: 'g',
    title: 'Tea',
    worksafe: true,
    source: 'foolfuuka',
    url,
    mediaUrl: url,
  });
  const scraper = createHarness(world(), board);
  const harvest = { context: scraper.context, board: await hold(world(), board), signal: new AbortController().signal };
  await walkHistory(harvest, createHistoryState());
  await scraper.close();
  const { rows } = await world().pool.query('select url, reason, sample from refusals');
  expect(rows).toEqual([]);
}

/** The differences that docs/COMPATIBILITY.md lists, and the columns that describe the archive's own copy. */
const OWN = ['board_id', 'id', 'rev', 'time_modified', 'time_bumped', 'replies', 'images', 'extra', 'comment'];

async function rowsOf(board: string) {
  const { rows } = await world().pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(p) - $2::text[] as row from posts p join boards b on b.id = p.board_id
     where b.name = $1 and not p.hidden order by num, subnum`,
    [board, OWN],
  );
  return rows.map(({ row }) => ({ ...row, sticky: row['sticky'] === true, closed: row['closed'] === true }));
}

const at = (seconds: number) => new Date(START + seconds * 1000);

test('a second archive has all posts: deleted ones, archived threads, ghost posts and files', async () => {
  const threads = Array.from({ length: 24 }, (_, index) => 100 * (index + 1));
  const posts = threads.flatMap((thread): StoredPost[] => [
    {
      num: thread,
      thread,
      opener: true,
      subject: `thread ${thread}`,
      name: 'Anonymous',
      timeArchived: thread % 200 === 0 ? at(90_000) : null,
      timeBumped: at(100_000 - thread),
      mediaTime: 1_551_787_200_000 + thread,
      mediaType: 'png',
      mediaName: `a & b ${thread}`,
      mediaHash: Buffer.alloc(16, thread % 256),
      mediaSize: 5,
      mediaDimsSrcW: 4,
      mediaDimsSrcH: 3,
      spoiler: thread % 300 === 0,
      posters: 3,
      country: 'DE',
    },
    ...[1, 2, 3, 4, 5, 6, 7].slice(0, (thread / 100) % 8).map((reply) => ({
      num: thread + reply,
      thread,
      name: 'Anonymous',
      comment: `<a href="#p${thread}" class="quotelink">&gt;&gt;${thread}</a><br>reply &amp; ${reply}`,
      timeDeletedPost: reply === 3 ? at(80_000) : null,
    })),
    { num: thread + 50, thread, comment: 'not to be seen', hidden: true },
    ...(thread === 700 ? [{ num: 707, subnum: 1, thread, comment: 'a ghost' }] : []),
  ]);
  await harvested(posts);
  const first = await rowsOf('g');
  expect(first).toHaveLength(posts.length - threads.length);
  expect(await rowsOf('tea')).toEqual(first);
});

const folder = process.env['SAGASU_CAPTURES'];

test.skipIf(folder === undefined)('every captured thread is there, post by post', async () => {
  const files = readdirSync(join(folder ?? '', '4chan'), { recursive: true, encoding: 'utf8' });
  const posts = new Map<number, StoredPost>();
  for (const file of files.filter((name) => /(^|\/)g-thread-\d+\.json$/.test(name))) {
    const document = JSON.parse(readFileSync(join(folder ?? '', '4chan', file), 'utf8')) as { posts: { no: number }[] };
    const thread = readThreadDocument(document, document.posts[0]?.no ?? 0, new ParseWarnings());
    for (const { fields } of thread.posts) posts.set(fields.num, fields);
  }
  expect(posts.size).toBeGreaterThan(300);
  await harvested([...posts.values()]);
  const first = await rowsOf('g');
  expect(first.length).toBe(posts.size);
  expect(await rowsOf('tea')).toEqual(first);
});
