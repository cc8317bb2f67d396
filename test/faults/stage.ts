import { insertBoard } from '../support/builders.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { startHttpProxy, type HttpProxy } from '../support/http-proxy.ts';
import { processUrl } from '../support/processes.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { World } from '../support/world.ts';
import { drain, judge, untilSwept, type Verdict } from './judge.ts';
import { Load } from './load.ts';
import { WatchedProcess } from './watched-process.ts';

export interface ScenarioParams {
  /** Number of faults. */
  readonly rounds: number;
  /** New posts that wait to be indexed when the faults begin; writers add more during the faults. */
  readonly posts: number;
  /** New posts per second during the faults. */
  readonly rate: number;
  /** Duration of a temporary fault, in seconds. */
  readonly seconds: number;
  readonly seed: number;
}

/** Measurements of a scenario. */
export type Figures = Readonly<Record<string, number | string>>;

/** A world with writers and processes, for one scenario. */
export interface Stage {
  readonly world: World;
  readonly params: ScenarioParams;
  readonly random: () => number;
  readonly load: Load;
  /** The proxy through which the processes and writers of this stage reach the database. */
  readonly postgres: TcpProxy;
  readonly elasticsearch: HttpProxy;
  /** Reports a failure that the scenario itself has found. */
  readonly reportFailure: (sentence: string) => void;
  /** Starts one of our processes, which reaches PostgreSQL and Elasticsearch through the proxies. */
  readonly run: (main: string, settings?: Readonly<Record<string, string>>) => WatchedProcess;
  /** Starts an indexer and waits until it indexes. */
  readonly indexer: (settings?: Readonly<Record<string, string>>) => Promise<WatchedProcess>;
}

export interface Report extends Partial<Verdict> {
  readonly scenario: string;
  readonly ok: boolean;
  readonly seed: number;
  readonly rounds: number;
  readonly commits: number;
  readonly retries: number;
  /** Seconds from the last fault until no thread was marked. */
  readonly drainSeconds: number;
  readonly seconds: number;
  readonly figures: Figures;
  /** Lines that processes logged as errors. They are not failures, but may explain one. */
  readonly errorsLogged: readonly string[];
  /** One sentence per failure; empty if `ok`. */
  readonly faults: readonly string[];
}

export interface Play {
  readonly name: string;
  /** Share of posts that no index can store. */
  readonly poison?: number;
  readonly run: (stage: Stage) => Promise<Figures>;
}

const POSTGRES_PORT = 5432;
/** In long runs a smaller slice would create hundreds of indices, and the run would measure their refreshes. */
const LEAST_SLICE = 2_000;
const SLICES = 2;
const SHOWN = 5;

/**
 * Runs a scenario: starts writers and processes, applies the faults, waits until everything has settled, shuts the
 * processes down, and compares both stores completely.
 */
export async function play(
  { name, poison = 0, run }: Play,
  world: World,
  params: ScenarioParams,
  random: () => number,
): Promise<Report> {
  const began = performance.now();
  const address = new URL(world.databaseUrl);
  const postgres = await startTcpProxy({ host: address.hostname, port: Number(address.port || POSTGRES_PORT) });
  const elasticsearch = await startHttpProxy(world.elasticsearchUrls[0] ?? '');
  const databaseUrl = atPort(address.href, postgres.port);
  const pool = createPostgresPool({ url: databaseUrl });
  const boards = [
    await insertBoard(world.pool, 'whole'),
    await insertBoard(world.pool, 'sliced', { sliceSize: Math.max(LEAST_SLICE, Math.ceil(params.posts / SLICES)) }),
  ];
  const load = new Load({ pool, boards, random, rate: params.rate, poison });
  const processes: WatchedProcess[] = [];
  const faults: string[] = [];
  const stage: Stage = {
    world,
    params,
    random,
    load,
    postgres,
    elasticsearch,
    reportFailure: (sentence) => void faults.push(sentence),
    run(main, settings = {}) {
      const own = {
        DATABASE_URL: processUrl(main, { ...world, databaseUrl }),
        ELASTICSEARCH_URL: elasticsearch.url,
        ...settings,
      };
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
    await untilSwept(world);
    for (const each of processes) if (each.unexpectedEnd !== null) faults.push(each.unexpectedEnd);
    for (const each of processes.filter(({ isRunning }) => isRunning)) {
      const code = await each.stop();
      if (code !== 0) faults.push(`a process ended with ${code} when it was asked to close: ${each.log.slice(-1_000)}`);
    }
    const verdict = await judge(world, load);
    faults.push(...verdict.differences);
    return {
      scenario: name,
      ok: faults.length === 0,
      seed: params.seed,
      rounds: params.rounds,
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
