import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectByBoard, type PostStatement, type RowSource } from '../../../../../server/posts/select-by-board.ts';
import { SELECT_THREADS } from '../../../../../server/search/export/read-threads.ts';
import { SELECT_HITS } from '../../../../../server/search/hydrate/read-rows.ts';
import { SELECT_VISIBLE } from '../../../../../server/visibility/visible-posts.ts';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../../given-archive.ts';

const BOARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const world = useWorld();
const ids = new Map<string, number>();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of BOARDS) {
    ids.set(board, await archive.board(board));
    await archive.storeAndIndex(board, [
      { num: 1, thread: 1, opener: true, subject: `Herons of ${board}`, comment: 'a heron' },
      { num: 2, thread: 1, comment: 'a second heron' },
      { num: 3, thread: 1, comment: 'a hidden heron', hidden: true },
      { num: 4, thread: 4, opener: true, comment: 'another heron' },
    ]);
  }
  server = await givenServer(world(), {});
});
afterAll(async () => server.close());

const asBoard = (name: string) => ({ id: ids.get(name) ?? 0, name }) as never;

/** A board directory with as many boards. */
function source(count: number): RowSource {
  return {
    pool: world().pool,
    boards: {
      all: async () => BOARDS.slice(0, count).map(asBoard),
      find: async (name) => (ids.has(name) ? asBoard(name) : null),
      filesAtSource: async () => new Map(),
    },
  };
}

const keys = [...BOARDS, 'nowhere'].flatMap((board) => [1, 2, 3, 4, 5].map((num) => ({ board, num, thread: num })));
const STATEMENTS: readonly [string, PostStatement, (some: typeof keys) => readonly unknown[], number][] = [
  ['hits', SELECT_HITS, (some) => [some.map(({ num }) => num), some.map(() => 0)], 3],
  ['visible', SELECT_VISIBLE, (some) => [some.map(({ num }) => num), some.map(() => 0)], 3],
  ['threads', SELECT_THREADS, (some) => [some.map(({ thread }) => thread)], 3],
];

test.each(STATEMENTS)(
  'rows of %s are the same whether one statement or one per board reads them',
  async (_name, statement, columnsOf, each) => {
    const rowsOf = async (count: number) => {
      const rows = await selectByBoard<{ board: string; num: string }, (typeof keys)[number]>(
        source(count),
        statement,
        keys,
        columnsOf as never,
      );
      return rows.toSorted((x, y) => x.board.localeCompare(y.board) || Number(x.num) - Number(y.num));
    };
    const atOnce = await rowsOf(1);
    expect(atOnce).toHaveLength(BOARDS.length * each);
    expect(await rowsOf(BOARDS.length)).toEqual(atOnce);
  },
);

test.each(['postgres', 'elasticsearch'])(
  'a search over many boards shows each hit, in order, from %s',
  async (from) => {
    const { status, body } = await server.get(`/api/v1/search?q=heron&limit=50&source=${from}`);
    expect(status).toBe(200);
    const { hits } = body as SearchAnswer;
    const shown = hits.map(({ board, num }) => `${board}.${num}`);
    expect(new Set(shown)).toEqual(new Set(BOARDS.flatMap((board) => [1, 2, 4].map((num) => `${board}.${num}`))));
    expect(hits.map(({ num }) => num)).toEqual(hits.map(({ num }) => num).toSorted((x, y) => y - x));
  },
);

test('an export of threads over many boards keeps the posts of each thread together', async () => {
  const { body } = await server.get('/api/v1/search/export?q=second&format=ndjson&scope=threads');
  const posts = String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { board?: string; num: number })
    // The last line says how the export ended.
    .slice(0, -1);
  const byBoard = Map.groupBy(posts, ({ board }) => board);
  expect(new Set(byBoard.keys())).toEqual(new Set(BOARDS));
  for (const [board, ofBoard] of byBoard) expect(ofBoard, board).toMatchObject([{ num: 1 }, { num: 2 }]);
  expect([...byBoard.values()].flat()).toEqual(posts);
});
