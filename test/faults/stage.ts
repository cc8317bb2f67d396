import { insertBoard } from '../support/builders.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { startHttpProxy, type HttpProxy } from '../support/http-proxy.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { World } from '../support/world.ts';
import { drain, judge, swept, type Verdict } from './judge.ts';
import { Load } from './load.ts';
import { WatchedProcess } from './watched-process.ts';

export interface Wishes {
  /** How often the fault strikes. */
  readonly rounds: number;
  /** New posts that wait to be indexed when the faults begin; more come while they last. */
  readonly posts: number;
  /** New posts a second while they last. */
  readonly rate: number;
  /** How long faults last that have a length, in seconds. */
  readonly seconds: number;
  readonly seed: number;
}

/** What a scenario has measured. */
export type Figures = Readonly<Record<string, number | string>>;

/** A world with writers and processes, for one scenario. */
export interface Stage {
  readonly world: World;
  readonly wishes: Wishes;
  readonly random: () => number;
  readonly load: Load;
  /** The database as the processes and writers of this stage reach it. */
  readonly postgres: TcpProxy;
  readonly elasticsearch: HttpProxy;
  /** A fault of the scenario's own finding. */
  readonly complain: (sentence: string) => void;
  /** A process of ours; it reaches PostgreSQL and Elasticsearch through the proxies. */
  readonly run: (main: string, settings?: Readonly<Record<string, string>>) => WatchedProcess;
  /** An indexer that has begun to index. */
  readonly indexer: (settings?: Readonly<Record<string, string>>) => Promise<WatchedProcess>;
}

export interface Report extends Partial<Verdict> {
  readonly scenario: string;
  readonly ok: boolean;
  readonly seed: number;
  readonly rounds: number;
  readonly commits: number;
  readonly retries: number;
  /** From the last fault to the last mark. */
  readonly drainSeconds: number;
  readonly seconds: number;
  readonly figures: Figures;
  /** Lines that processes logged as errors: not wrong by itself, and worth a look. */
  readonly errorsLogged: readonly string[];
  /** Why it is not ok. */
  readonly faults: readonly string[];
}

export interface Play {
  readonly name: string;
  /** Share of posts that no index can take. */
  readonly poison?: number;
  readonly run: (stage: Stage) => Promise<Figures>;
}

const POSTGRES_PORT = 5432;
/** A long run has more posts: slices by the hundred would be what it measures, each with its refresh a second. */
const LEAST_SLICE = 2_000;
const SLICES = 2;
const SHOWN = 5;

/**
 * Plays a scenario to its end: writers and processes run, the faults strike, everything settles, the processes are asked to
 * close, and both stores are read whole.
 */
export async function play(
  { name, poison = 0, run }: Play,
  world: World,
  wishes: Wishes,
  random: () => number,
): Promise<Report> {
  const began = performance.now();
  const address = new URL(world.databaseUrl);
  const postgres = await startTcpProxy({ host: address.hostname, port: Number(address.port || POSTGRES_PORT) });
  const elasticsearch = await startHttpProxy(world.elasticsearchUrls[0] ?? '');
  address.hostname = '127.0.0.1';
  address.port = String(postgres.port);
  const pool = createPostgresPool({ url: address.href });
  const boards = [
    await insertBoard(world.pool, 'whole'),
    await insertBoard(world.pool, 'sliced', { sliceSize: Math.max(LEAST_SLICE, Math.ceil(wishes.posts / SLICES)) }),
  ];
  const load = new Load({ pool, boards, random, rate: wishes.rate, poison });
  const processes: WatchedProcess[] = [];
  const faults: string[] = [];
  const stage: Stage = {
    world,
    wishes,
    random,
    load,
    postgres,
    elasticsearch,
    complain: (sentence) => void faults.push(sentence),
    run(main, settings = {}) {
      const own = { DATABASE_URL: address.href, ELASTICSEARCH_URL: elasticsearch.url, ...settings };
      const started = new WatchedProcess(main, world, own);
      processes.push(started);
      return started;
    },
    indexer: async (settings) => stage.run('indexer/main.ts', settings).logged('"indexing"'),
  };
  try {
    const figures = await run(stage);
    await load.stop();
    const drained = await drain(world);
    faults.push(...drained.faults);
    await swept(world);
    for (const each of processes) if (each.unaskedEnd !== null) faults.push(each.unaskedEnd);
    for (const each of processes.filter(({ isRunning }) => isRunning)) {
      const code = await each.stop();
      if (code !== 0) faults.push(`a process ended with ${code} when it was asked to close: ${each.log.slice(-1_000)}`);
    }
    const verdict = await judge(world, load);
    faults.push(...verdict.differences);
    return {
      scenario: name,
      ok: faults.length === 0,
      seed: wishes.seed,
      rounds: wishes.rounds,
      commits: load.commits,
      retries: load.retries,
      drainSeconds: round(drained.seconds),
      seconds: round((performance.now() - began) / 1000),
      ...verdict,
      figures,
      errorsLogged: [...new Set(processes.flatMap(({ errors }) => errors))].slice(0, SHOWN),
      faults,
    };
  } finally {
    await load.abandon();
    await Promise.all(processes.map(async (each) => each.kill()));
    await pool.end();
    await elasticsearch.close();
    await postgres.close();
  }
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
