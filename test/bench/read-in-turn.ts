/** Sends the same reads to several corpora in turn, each through a server of its own. */
import type { ChildProcess } from 'node:child_process';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import type { World } from '../support/world.ts';
import { createSagasu, getJson } from './contenders/sagasu.ts';
import { quiet } from './machine.ts';
import { timed } from './measure.ts';
import { threadOfAbout, waitForServer } from './measures/thread.ts';
import type { BenchOptions } from './options.ts';
import { QUERY_CLASSES, sampleQueries, type BenchQuery, type QueryClass } from './query-classes.ts';
import { WARM_UP, warmUp } from './rounds.ts';
import { readingServer } from './with-process.ts';

const CHUNK = 10;
export const THREAD_POSTS = 300;

export interface Corpus {
  readonly world: World;
  readonly posts: number;
}

/** Milliseconds of each answer, by round. */
export interface Reads {
  readonly kinds: ReadonlyMap<QueryClass, number[][]>;
  /** Reads of a thread of about `THREAD_POSTS`. */
  readonly threads: number[][];
}

interface Place {
  readonly reads: Reads;
  readonly sagasu: ReturnType<typeof createSagasu>;
  readonly queries: readonly BenchQuery[];
  readonly threadUrl: string;
}

/** Results are in the order of `corpora`. */
export async function readInTurn(
  corpora: readonly Corpus[],
  options: Pick<BenchOptions, 'rounds' | 'queries'>,
  say: (line: string) => void,
): Promise<readonly Reads[]> {
  const servers: ChildProcess[] = [];
  try {
    const places: Place[] = [];
    for (const { world, posts } of corpora) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      servers.push(startProcess('server/main.ts', world, readingServer(port)));
      await waitForServer(url);
      const sagasu = createSagasu(url);
      const queries = await sampleQueries(world.pool, posts, WARM_UP + options.queries * options.rounds);
      await sagasu.prepare?.(queries);
      const { board, thread } = await threadOfAbout(world, THREAD_POSTS);
      const threadUrl = `${url}/api/v1/boards/${board}/threads/${thread}`;
      places.push({ reads: noReads(), sagasu, queries, threadUrl });
    }
    for (const { sagasu, queries } of places) await warmUp(sagasu, queries);
    await quiet(say);
    for (let round = 0; round < options.rounds; round++) await readRound(places, options.queries, round);
    return places.map(({ reads }) => reads);
  } finally {
    for (const server of servers) await stopProcess(server);
  }
}

function noReads(): Reads {
  return { kinds: new Map(QUERY_CLASSES.map((kind) => [kind, []])), threads: [] };
}

async function readRound(places: readonly Place[], queries: number, round: number): Promise<void> {
  for (const kind of QUERY_CLASSES) {
    const times = new Map(places.map((place) => [place, [] as number[]]));
    const first = WARM_UP + round * queries;
    for (let at = first; at < first + queries; at += CHUNK) {
      for (const place of places) {
        const own = place.queries.filter((query) => query.kind === kind);
        for (const query of own.slice(at, Math.min(at + CHUNK, first + queries))) {
          times.get(place)?.push(await timed(async () => place.sagasu.ask(query)));
        }
      }
    }
    for (const [{ reads }, all] of times) reads.kinds.get(kind)?.push(all);
  }
  const threads = new Map(places.map((place) => [place, [] as number[]]));
  for (let read = 0; read < queries; read++) {
    for (const place of places) threads.get(place)?.push(await timed(async () => getJson(place.threadUrl)));
  }
  for (const [{ reads }, all] of threads) reads.threads.push(all);
}
