import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { archivedNumbers, opener, threadsInOrder } from '../../../demo/board.ts';
import { readCaptures } from '../../../demo/captures.ts';
import { createDemoSite } from '../../../demo/demo-site.ts';
import { takeStep } from '../../../demo/life/pace.ts';
import { createRandom } from '../../../demo/random.ts';
import { ARCHIVED_THREAD, capturedFolder, OLD_THREAD } from './captured-folder.ts';

const folders: string[] = [];
function folderOf(files: Record<string, unknown>): string {
  const texts = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  const folder = capturedFolder(Object.fromEntries(texts) as Record<string, string>);
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('threads are found at any depth by their file names and are not changed', async () => {
  const captures = await readCaptures(
    folderOf({
      '4chan/rope-thread-500.json': OLD_THREAD,
      '4chan/deep/er/rope-thread-400.json': ARCHIVED_THREAD,
      '4chan/rope-thread-500-tail.json': { posts: [{ no: 500 }] },
      '4chan/rope-threads.json': [],
      '4chan/rope-catalog-2025.json': [],
      'elsewhere/rope-thread-9.json': OLD_THREAD,
    }),
  );
  expect(captures.skipped).toEqual([]);
  expect(captures.boards.map((board) => board.info.board)).toEqual(['rope']);
  const site = await createDemoSite({ captures, seed: 'x', madeAt: 1_800_000_000 });
  const board = site.board('rope');
  expect(threadsInOrder(board).map((thread) => thread.no)).toEqual([500]);
  expect(archivedNumbers(board)).toEqual([400]);
  expect(JSON.stringify(board.threads.get(500)?.posts)).toBe(JSON.stringify(OLD_THREAD.posts));
  expect(JSON.stringify(board.threads.get(400)?.posts)).toBe(JSON.stringify(ARCHIVED_THREAD.posts));
  expect(board.threads.get(500)?.lastModified).toBe(1353111384);
  expect(board.threads.get(400)?.lastModified).toBe(1530484735);
});

test('settings of a board come from the newest file that contains it, or are the defaults', async () => {
  const captures = await readCaptures(
    folderOf({
      '4chan/rope-thread-500.json': OLD_THREAD,
      '4chan/boards-2014.json': { boards: [{ board: 'rope', title: 'Ropes', per_page: 7, pages: 2 }] },
      '4chan/boards-2019.json': { boards: [{ board: 'rope', title: 'Ropes & Knots', ws_board: 1 }] },
      '4chan/boards-2020.json': '{',
    }),
  );
  expect(captures.boards[0]?.info).toMatchObject({ board: 'rope', title: 'Ropes & Knots', per_page: 15, pages: 10 });
  expect(captures.skipped.map(({ file }) => file)).toEqual(['boards-2020.json']);
});

test.each([
  ['JSON that ends early', '{"posts":[{"no":9'],
  ['a page of HTML', '<!DOCTYPE html><p>no'],
  ['null', 'null'],
  ['no posts', { posts: [] }],
  ['posts that are no list', { posts: 'none' }],
  ['a post that is null', { posts: [null] }],
  ['another number than its name says', { posts: [{ no: 8, time: 1, resto: 0 }] }],
  ['a reply first', { posts: [{ no: 9, time: 1, resto: 4 }] }],
  [
    'a reply to another thread',
    {
      posts: [
        { no: 9, time: 1, resto: 0 },
        { no: 10, time: 2, resto: 4 },
      ],
    },
  ],
  [
    'a number twice',
    {
      posts: [
        { no: 9, time: 1, resto: 0 },
        { no: 9, time: 2, resto: 9 },
      ],
    },
  ],
  ['a number that is text', { posts: [{ no: '9', time: 1, resto: 0 }] }],
  ['a post without time', { posts: [{ no: 9, resto: 0 }] }],
])('a file with %s is skipped and named, the others are served', async (_, content) => {
  const captures = await readCaptures(
    folderOf({ '4chan/rope-thread-500.json': OLD_THREAD, '4chan/bad/rope-thread-9.json': content }),
  );
  expect(captures.skipped).toEqual([{ file: join('bad', 'rope-thread-9.json'), reason: expect.stringMatching(/./) }]);
  expect(captures.boards[0]?.threads.map((posts) => posts[0].no)).toEqual([500]);
});

test('a thread in two files is used once, and the other file is reported', async () => {
  const captures = await readCaptures(
    folderOf({ '4chan/a/rope-thread-500.json': OLD_THREAD, '4chan/b/rope-thread-500.json': OLD_THREAD }),
  );
  expect(captures.boards[0]?.threads).toHaveLength(1);
  expect(captures.skipped).toEqual([
    { file: join('b', 'rope-thread-500.json'), reason: 'another file contains the same thread' },
  ]);
});

test('a missing folder or one without threads is a clear error', async () => {
  await expect(readCaptures('/nowhere/at/all')).rejects.toThrow(/SAGASU_CAPTURES: cannot read/);
  await expect(readCaptures(folderOf({ '4chan/notes.txt': 'x' }))).rejects.toThrow(/no \{board\}-thread/);
});

test('on captured boards the demo posts under its own name, and changes and deletes only its own posts', async () => {
  const replies = Array.from({ length: 60 }, (_, index) => ({
    ...OLD_THREAD.posts[1],
    no: 601 + index,
    resto: 600,
    name: index === 0 ? 'demo' : 'Anonymous',
  }));
  const busy = { posts: [{ ...OLD_THREAD.posts[0], no: 600 }, ...replies] };
  const captures = await readCaptures(
    folderOf({ '4chan/rope-thread-600.json': busy, '4chan/rope-thread-400.json': ARCHIVED_THREAD }),
  );
  const site = await createDemoSite({ captures, seed: 'x', madeAt: 1_800_000_000 });
  const kinds = new Set<string>();
  site.onEvent((event) => void kinds.add(event.kind));
  const random = createRandom('steps');
  for (let step = 0; step < 400; step++) takeStep(site, random, 1_800_000_000 + step);
  expect([...kinds].sort()).toEqual(['delete', 'edit', 'reply', 'thread']);
  const posts = [...site.board('rope').threads.values()].flatMap((thread) => thread.posts);
  const captured = posts.filter((post) => post.no <= 660);
  expect(captured).toEqual(expect.arrayContaining([...replies, ...ARCHIVED_THREAD.posts]));
  expect(captured).toHaveLength(62);
  const written = posts.filter((post) => post.no > 660);
  expect(written.length).toBeGreaterThan(100);
  expect(new Set(written.map((post) => post.name))).toEqual(new Set(['Demo']));
});

const real = process.env['SAGASU_CAPTURES'];
describe.skipIf(real === undefined)('the real captures', () => {
  test('every captured thread is served with the posts of its file, key by key', async () => {
    const captures = await readCaptures(real ?? '');
    expect(captures.skipped).toEqual([]);
    const site = await createDemoSite({ captures, seed: 'x', madeAt: 1_800_000_000 });
    const root = join(real ?? '', '4chan');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    let count = 0;
    for (const file of files) {
      const [, board, num] = /^([a-z0-9]+)-thread-(\d+)\.json$/.exec(basename(file)) ?? [];
      if (board === undefined) continue;
      count++;
      const { posts } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { posts: unknown };
      const thread = site.board(board).threads.get(Number(num));
      expect(JSON.stringify(thread?.posts)).toBe(JSON.stringify(posts));
      expect(thread === undefined ? 0 : opener(thread).no).toBe(Number(num));
    }
    expect(count).toBeGreaterThan(0);
    const served = [...site.boards.values()].reduce((sum, board) => sum + board.threads.size, 0);
    expect(served).toBe(count);
  });
});
