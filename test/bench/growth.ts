/** Takes the same measures over corpora of several sizes in turn. */
import type { World } from '../support/world.ts';
import { FOUR_BOARDS } from './corpus.ts';
import { quiet } from './machine.ts';
import { geometricMean, median, quantilesOf, toMeasure, type Measure } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { prebuildBodies, rawCeiling } from './raw-bulk.ts';
import { readInTurn, THREAD_POSTS } from './read-in-turn.ts';
import { storedBytes } from './stored-bytes.ts';
import type { StandingWorld } from './standing-world.ts';
import { timeTask } from './task-clock.ts';
import { WITHOUT_SCHEDULE, withProcess } from './with-process.ts';

export interface GrowthContext {
  readonly options: BenchOptions;
  /** In the order of size. */
  readonly standing: readonly StandingWorld[];
  readonly say: (line: string) => void;
  readonly report: (measure: Measure) => void;
}

/** The board that is rebuilt: the largest one. */
const REBUILT = FOUR_BOARDS[0]?.name ?? '';
/** Number of documents, from the smallest corpus, in the raw bulk that each rebuild is compared with. */
const RAW_POSTS = 50_000;
interface Figures {
  readonly posts: number;
  /** Copy time of a rebuild per post over that of the raw bulk, by round. */
  readonly copies: number[];
  /** Geometric mean of the p95 of all query classes, in milliseconds, by round. */
  readonly p95: number[];
  /** In milliseconds, by round. */
  readonly threads: number[];
  readonly bytesAPost: number;
}

export async function measureGrowth({ options, standing, say, report }: GrowthContext): Promise<void> {
  if (standing.length < 2) throw new Error('growth compares sizes: --posts 100000,1000000');
  const figures: Figures[] = [];
  for (const [index, { world }] of standing.entries()) {
    const posts = options.posts[index] ?? 0;
    const { rows, index: indices } = await storedBytes(world);
    say(`${posts} posts: ${perPost(rows, posts)} in PostgreSQL, ${perPost(indices, posts)} in Elasticsearch`);
    figures.push({ posts, copies: [], p95: [], threads: [], bytesAPost: (rows + indices) / posts });
  }
  const corpora = standing.map(({ world }, index) => ({ world, posts: options.posts[index] ?? 0 }));
  for (const [index, { kinds, threads }] of (await readInTurn(corpora, options, say)).entries()) {
    for (let round = 0; round < options.rounds; round++) {
      const p95s = [...kinds.values()].map((rounds) => quantilesOf(rounds[round] ?? [])[1]);
      figures[index]?.p95.push(geometricMean(p95s));
      figures[index]?.threads.push(median(threads[round] ?? []));
    }
  }
  await measureCopies(options, standing, figures, say);
  const [first] = figures;
  if (first === undefined) return;
  for (const own of figures) {
    say(
      `${own.posts} posts: copy ${median(own.copies).toFixed(2)} × raw bulk, search p95 ${median(own.p95).toFixed(1)} ms, thread ${median(own.threads).toFixed(1)} ms, ${own.bytesAPost.toFixed(0)} bytes a post`,
    );
    if (own === first) continue;
    for (const measure of comparisons(own, first)) report(measure);
  }
}

function perPost(bytes: number, posts: number): string {
  return `${(bytes / posts).toFixed(0)} bytes a post`;
}

function comparisons(own: Figures, first: Figures): Measure[] {
  const against = `${first.posts} posts`;
  const sizes = `growth to ${own.posts} posts`;
  const pairs = (of: (figures: Figures) => readonly number[]): [number, number][] =>
    of(own).map((value, index) => [value, of(first)[index] ?? Number.NaN]);
  return [
    toMeasure(
      `${sizes}: cost of a rebuild's copy per post`,
      pairs(({ copies }) => copies),
      { at: 'most', ratio: 1.15 },
      '× raw bulk',
      against,
    ),
    toMeasure(
      `${sizes}: search p95`,
      pairs(({ p95 }) => p95),
      { at: 'most', ratio: own.posts / first.posts },
      'ms',
      against,
    ),
    toMeasure(
      `${sizes}: a thread of ${THREAD_POSTS}, p50`,
      pairs(({ threads }) => threads),
      { at: 'most', ratio: 1.25 },
      'ms',
      against,
    ),
    toMeasure(
      `${sizes}: bytes per post in both stores`,
      [[own.bytesAPost, first.bytesAPost]],
      { at: 'most', ratio: 1.15 },
      'bytes',
      against,
    ),
  ];
}

/**
 * Runs a raw bulk directly before each rebuild, so that changes in the machine's speed cancel out. All sizes use the
 * same bulk: documents of a denser period cost Elasticsearch a tenth less, which would distort the ratio.
 */
async function measureCopies(
  options: BenchOptions,
  standing: readonly StandingWorld[],
  figures: readonly Figures[],
  say: (line: string) => void,
): Promise<void> {
  const [smallest] = standing;
  if (smallest === undefined) return;
  const board = await rebuiltBoard(smallest.world);
  const raw = `${smallest.world.indexPrefix}raw`;
  const bodies = await prebuildBodies(smallest.world, board.id, raw, RAW_POSTS);
  const rawPosts = Math.min(RAW_POSTS, board.posts);
  // Warm-up: Elasticsearch is slow at its first bulk.
  await rawCeiling(smallest.world, raw, bodies);
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, { world }] of standing.entries()) {
      const { posts } = await rebuiltBoard(world);
      await quiet(say);
      const ceiling = (await rawCeiling(smallest.world, raw, bodies)) / rawPosts;
      await withProcess('indexer/main.ts', world, WITHOUT_SCHEDULE, async () => {
        const { steps } = await timeTask(world, 'reindex', REBUILT);
        const copy = (steps.get('copy') ?? Number.NaN) / posts;
        say(
          `${figures[index]?.posts} posts: copy ${(copy * 1e6).toFixed(1)} µs a post, raw bulk ${(ceiling * 1e6).toFixed(1)} µs`,
        );
        figures[index]?.copies.push(copy / ceiling);
      });
    }
  }
}

async function rebuiltBoard(world: World): Promise<{ readonly id: number; readonly posts: number }> {
  const { rows } = await world.pool.query<{ id: number; posts: number }>(
    `select b.id, count(*)::int as posts from posts p join boards b on b.id = p.board_id where b.name = $1 group by b.id`,
    [REBUILT],
  );
  const [board] = rows;
  if (board === undefined) throw new Error(`there is no board ${REBUILT}`);
  return board;
}
