/** The same measures over corpora of several sizes, which stand side by side and are asked in turn. */
import type { ChildProcess } from 'node:child_process';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { createSagasu, getJson } from './contenders/sagasu.ts';
import { FOUR_BOARDS } from './corpus.ts';
import { quiet } from './machine.ts';
import { geometricMean, median, quantilesOf, timed, toMeasure, type Measure } from './measure.ts';
import { threadOfAbout, waitForServer } from './measures/thread.ts';
import type { BenchOptions } from './options.ts';
import { QUERY_CLASSES, sampleQueries, type BenchQuery } from './query-classes.ts';
import { prebuildBodies, rawCeiling } from './raw-bulk.ts';
import { WARM_UP, warmUp } from './rounds.ts';
import { storedBytes } from './stored-bytes.ts';
import type { StandingWorld } from './standing-world.ts';
import { timeTask } from './task-clock.ts';
import { readingServer, withProcess } from './with-process.ts';

export interface GrowthContext {
  readonly options: BenchOptions;
  /** In the order of size. */
  readonly standing: readonly StandingWorld[];
  readonly say: (line: string) => void;
  readonly report: (measure: Measure) => void;
}

/** The board that is rebuilt: the largest. */
const REBUILT = FOUR_BOARDS[0]?.name ?? '';
/** Documents of the raw bulk that each rebuild is held against. */
const RAW_POSTS = 50_000;
const CHUNK = 10;
const THREAD_POSTS = 300;

interface Figures {
  readonly posts: number;
  /** Microseconds of a rebuild's copy for a post, over those of the raw bulk, by round. */
  readonly copies: number[];
  /** Milliseconds: geometric mean of the kinds' p95, by round. */
  readonly p95: number[];
  /** Milliseconds, by round. */
  readonly threads: number[];
  readonly bytesAPost: number;
}

export async function measureGrowth({ options, standing, say, report }: GrowthContext): Promise<void> {
  if (standing.length < 2) throw new Error('growth compares sizes: --posts 100000,1000000');
  const figures: Figures[] = [];
  for (const [index, { world }] of standing.entries()) {
    const posts = options.posts[index] ?? 0;
    figures.push({ posts, copies: [], p95: [], threads: [], bytesAPost: (await storedBytes(world)) / posts });
  }
  await measureReads(options, standing, figures, say);
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

function comparisons(own: Figures, first: Figures): Measure[] {
  const against = `${first.posts} posts`;
  const sizes = `growth to ${own.posts} posts`;
  const pairs = (of: (figures: Figures) => readonly number[]): [number, number][] =>
    of(own).map((value, index) => [value, of(first)[index] ?? Number.NaN]);
  return [
    toMeasure(
      `${sizes}: cost of a rebuild's copy a post`,
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
      `${sizes}: bytes a post in both stores`,
      [[own.bytesAPost, first.bytesAPost]],
      { at: 'most', ratio: 1.15 },
      'bytes',
      against,
    ),
  ];
}

interface Place {
  readonly figures: Figures;
  readonly sagasu: ReturnType<typeof createSagasu>;
  readonly queries: readonly BenchQuery[];
  readonly threadUrl: string;
}

async function measureReads(
  options: BenchOptions,
  standing: readonly StandingWorld[],
  figures: readonly Figures[],
  say: (line: string) => void,
): Promise<void> {
  const servers: ChildProcess[] = [];
  try {
    const places: Place[] = [];
    for (const [index, { world }] of standing.entries()) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      servers.push(startProcess('server/main.ts', world, readingServer(port)));
      await waitForServer(url);
      const own = figures[index];
      if (own === undefined) continue;
      const sagasu = createSagasu(url);
      const queries = await sampleQueries(world.pool, own.posts, WARM_UP + options.queries * options.rounds);
      await sagasu.prepare?.(queries);
      const { board, thread } = await threadOfAbout(world, THREAD_POSTS);
      places.push({ figures: own, sagasu, queries, threadUrl: `${url}/api/v1/boards/${board}/threads/${thread}` });
    }
    for (const { sagasu, queries } of places) await warmUp(sagasu, queries);
    await quiet(say);
    for (let round = 0; round < options.rounds; round++) await readRound(places, options, round);
  } finally {
    for (const server of servers) await stopProcess(server);
  }
}

async function readRound(places: readonly Place[], options: BenchOptions, round: number): Promise<void> {
  const p95s = new Map(places.map((place) => [place, [] as number[]]));
  for (const kind of QUERY_CLASSES) {
    const times = new Map(places.map((place) => [place, [] as number[]]));
    const ownOf = ({ queries }: Place) => queries.filter((query) => query.kind === kind);
    const first = WARM_UP + round * options.queries;
    for (let at = first; at < first + options.queries; at += CHUNK) {
      for (const place of places) {
        for (const query of ownOf(place).slice(at, Math.min(at + CHUNK, first + options.queries))) {
          times.get(place)?.push(await timed(async () => place.sagasu.ask(query)));
        }
      }
    }
    for (const [place, all] of times) p95s.get(place)?.push(quantilesOf(all)[1]);
  }
  const threads = new Map(places.map((place) => [place, [] as number[]]));
  for (let read = 0; read < options.queries; read++) {
    for (const place of places) threads.get(place)?.push(await timed(async () => getJson(place.threadUrl)));
  }
  for (const place of places) {
    place.figures.p95.push(geometricMean(p95s.get(place) ?? []));
    place.figures.threads.push(median(threads.get(place) ?? []));
  }
}

/** Each rebuild right after a raw bulk of the same posts: what the machine does in between does not count. */
async function measureCopies(
  options: BenchOptions,
  standing: readonly StandingWorld[],
  figures: readonly Figures[],
  say: (line: string) => void,
): Promise<void> {
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, { world }] of standing.entries()) {
      const { rows } = await world.pool.query<{ id: number; posts: number }>(
        `select b.id, count(*)::int as posts from posts p join boards b on b.id = p.board_id where b.name = $1 group by b.id`,
        [REBUILT],
      );
      const [board] = rows;
      if (board === undefined) throw new Error(`there is no board ${REBUILT}`);
      const raw = `${world.indexPrefix}raw`;
      const bodies = await prebuildBodies(world, board.id, raw, RAW_POSTS);
      // Once for nothing: the first bulk of all finds Elasticsearch cold.
      if (round === 0) await rawCeiling(world, raw, bodies);
      await quiet(say);
      const ceiling = (await rawCeiling(world, raw, bodies)) / Math.min(RAW_POSTS, board.posts);
      await withProcess('indexer/main.ts', world, {}, async () => {
        const { steps } = await timeTask(world, 'reindex', REBUILT);
        const copy = (steps.get('copy') ?? Number.NaN) / board.posts;
        say(
          `${figures[index]?.posts} posts: copy ${(copy * 1e6).toFixed(1)} µs a post, raw bulk ${(ceiling * 1e6).toFixed(1)} µs`,
        );
        figures[index]?.copies.push(copy / ceiling);
      });
    }
  }
}
