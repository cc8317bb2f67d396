/** Editions of real generals have their neighbours, and other threads are in no series. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { givenArchive, START } from '../../../../test/integration/server/given-archive.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { DEFAULT_SLICE_SIZE } from '../../../../mappings/board.ts';
import { seriesOfThread } from '../../server/read-series.ts';
import { recogniseQueued } from '../../store/recognise.ts';

const world = useWorld();

interface Thread {
  readonly board: string;
  readonly num: number;
  readonly subject: string;
  readonly comment: string;
  /** Null: of no general, or of one without another edition here. */
  readonly general: string | null;
}

const linesOf = (name: string) =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const editions = linesOf('editions.tsv').map(
  ([board = '', num, general = '', label = '', previous = '', subject = '']): Thread => ({
    board,
    num: Number(num),
    subject,
    general,
    comment:
      previous === ''
        ? ''
        : `${escaped(label)} <a href="/${board}/thread/${previous}#p${previous}" class="quotelink">&gt;&gt;${previous}</a>`,
  }),
);
const others = linesOf('others.tsv').map(([board = '', num, subject = '']): Thread => ({
  board,
  num: Number(num),
  subject,
  comment: '',
  general: null,
}));
const threads = [...editions, ...others];
const generals = Map.groupBy(editions, ({ board, general }) => `${board}/${general}`);
const boards = new Map<string, number>();

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const [board, some] of Map.groupBy(threads, (one) => one.board)) {
    const id = await archive.board(board);
    boards.set(board, id);
    for (const slice of new Set(some.map(({ num }) => Math.floor(num / DEFAULT_SLICE_SIZE)))) {
      await world().pool.query('select ensure_slice($1, $2)', [id, slice]);
    }
    await archive.store(
      board,
      some.map(({ num, subject, comment }) => ({
        num,
        thread: num,
        opener: true,
        subject,
        comment,
        timePosted: new Date(START + num),
      })),
    );
  }
  while ((await recogniseQueued(world().pool)) > 0);
}, 120_000);

test('at least 95 % of 200 editions have the edition before and after them', async () => {
  expect(editions.length).toBeGreaterThanOrEqual(200);
  expect(generals.size).toBeGreaterThanOrEqual(20);
  const wrong: string[] = [];
  for (const some of generals.values()) {
    const inOrder = some.toSorted((one, other) => one.num - other.num);
    for (const [place, { board, num, subject }] of inOrder.entries()) {
      const found = await seriesOfThread(world().pool, { id: boards.get(board) ?? 0, name: board }, num);
      const expected = [inOrder[place - 1]?.num ?? null, inOrder[place + 1]?.num ?? null];
      const neighbours = [found.previous?.num ?? null, found.next?.num ?? null];
      if (neighbours.some((one, side) => one !== expected[side])) wrong.push(`${board}/${num} ${subject}`);
    }
  }
  const right = 1 - wrong.length / editions.length;
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
});

test('no series has another thread, or threads of two generals', async () => {
  expect(others.length).toBeGreaterThanOrEqual(2_000);
  const { rows } = await world().pool.query<{ board: string; name: string; threads: string[] }>(
    `select b.name as board, o.name, array_agg(o.num order by o.num) as threads from series_openers o join boards b on b.id = o.board_id
      where o.name is not null group by 1, 2 having count(*) > 1 order by 1, 2`,
  );
  const byThread = new Map(threads.map((one) => [`${one.board}/${one.num}`, one]));
  const mistaken = rows.filter(({ board, threads: nums }) => {
    const found = nums.map((num) => byThread.get(`${board}/${num}`));
    return new Set(found.map((one) => one?.general)).size > 1 || found.some((one) => one?.general === null);
  });
  const subjects = mistaken.map(({ board, name, threads: nums }) => ({
    name,
    subjects: nums.map((num) => byThread.get(`${board}/${num}`)?.subject),
  }));
  expect(subjects).toEqual([]);
});
