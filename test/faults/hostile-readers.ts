/**
 * `node test/faults/hostile-readers.ts [--posts N] [--queries N] [--seconds N] [--seed N]` measures how much one
 * hostile client slows the others down, over a corpus and with processes as in production. It sends every hostile query
 * alone; then it runs ten readers alone, beside a hostile client with the default limits, and beside one without rate
 * limits, where only the fair queue protects the readers. It prints a line of JSON and exits with 1 if a limit is
 * exceeded.
 */
import { parseArgs } from 'node:util';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../platform/config.ts';
import { startStack } from '../../dev-stores/start.ts';
import { fillWorld } from '../bench/fill.ts';
import { withProcess } from '../bench/with-process.ts';
import { seededRandom } from '../simulation/scheduler.ts';
import { hostileQueries } from '../support/hostile-queries.ts';
import { freePort } from '../support/ports.ts';
import { prepareTemplate } from '../support/template.ts';
import { createWorld, destroyWorld, type World } from '../support/world.ts';

const READERS = 10;
const READER_PAUSE_MS = 200;
const ABUSER_AT_ONCE = 60;
const WORST_MS = 2_500;
const MAX_SLOWDOWN = 2;
const REQUEST_LIMIT_MS = 30_000;
const ORDINARY = [
  'kernel',
  'the word',
  '"of the"',
  'subject:general',
  'board:g is:op',
  'linux -windows',
  'after:1y',
  'has:file',
];

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '200000' },
    queries: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    // Starts the hostile client in a child process, so that its load does not distort the readers' measured times.
    abuse: { type: 'string' },
  },
});
const say = (line: string) => process.stderr.write(`${line}\n`);
const queries = hostileQueries(Number(values.queries), seededRandom(Number(values.seed)));

interface Asked {
  readonly ms: number;
  readonly status: number;
  readonly partial: boolean;
}

async function ask(url: string, q: string, from: string): Promise<Asked> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/search?q=${encodeURIComponent(q)}`, {
    headers: { 'x-forwarded-for': from },
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  });
  const body = (await answer.json()) as { readonly partial?: boolean };
  return { ms: performance.now() - began, status: answer.status, partial: body.partial === true };
}

function quantile(asked: readonly Asked[], share: number): number {
  const sorted = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

function byStatus(asked: readonly Asked[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, partial } of asked) {
    const kind = partial ? `${status} partial` : String(status);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Runs ten readers for `seconds`, each from its own address. */
async function readOn(url: string, seconds: number): Promise<Asked[]> {
  const ends = performance.now() + seconds * 1000;
  const asked: Asked[] = [];
  const reader = async (number: number) => {
    for (let turn = number; performance.now() < ends; turn++) {
      asked.push(await ask(url, ORDINARY[turn % ORDINARY.length] ?? '', `10.0.0.${number + 1}`));
      await sleep(READER_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, number) => reader(number)));
  return asked;
}

/** Starts a child process that sends as many queries as it can from one address. */
function abuse(url: string): { stop(): Promise<Asked[]> } {
  const args = ['--abuse', url, '--queries', values.queries, '--seed', values.seed];
  const child = fork(fileURLToPath(import.meta.url), args);
  return {
    async stop() {
      const result = once(child, 'message') as Promise<[Asked[]]>;
      child.send('stop');
      const [asked] = await result;
      return asked;
    },
  };
}

async function abuseUntilStopped(url: string): Promise<void> {
  const asked: Asked[] = [];
  const over = new AbortController();
  let next = 0;
  const one = async () => {
    while (!over.signal.aborted) asked.push(await ask(url, queries[next++ % queries.length] ?? '', '10.0.0.66'));
  };
  const all = Promise.all(Array.from({ length: ABUSER_AT_ONCE }, one));
  await once(process, 'message');
  over.abort();
  await all;
  process.send?.(asked, () => process.disconnect?.());
}

async function withServer<T>(
  world: World,
  settings: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return withProcess(
    'server/main.ts',
    world,
    { SAGASU_PORT: String(port), SAGASU_TRUSTED_PROXIES: '127.0.0.1', ...settings },
    async () => {
      for (let left = 300; left > 0; left--) {
        if (
          await fetch(`${url}/readyz`).then(
            (answer) => answer.ok,
            () => false,
          )
        )
          return work(url);
        await sleep(100);
      }
      throw new Error('the server did not come up');
    },
  );
}

async function run(world: World): Promise<boolean> {
  const seconds = Number(values.seconds);
  await fillWorld(world, Number(values.posts), say);
  const unlimited = { SAGASU_RATE_LIMIT: '0' };

  const figures = await withServer(world, unlimited, async (url) => {
    await readOn(url, 5);
    const single: (Asked & { readonly q: string })[] = [];
    for (const q of queries) single.push({ q, ...(await ask(url, q, '10.0.0.66')) });
    const worst = single.reduce((most, each) => (each.ms > most.ms ? each : most));
    say(`the worst took ${Math.round(worst.ms)} ms: ${worst.q}`);
    const alone = await readOn(url, seconds);
    const abuser = abuse(url);
    const beside = await readOn(url, seconds);
    const abuses = await abuser.stop();
    return { single, worst, alone, beside, abuses };
  });
  const limited = await withServer(world, {}, async (url) => {
    const alone = await readOn(url, seconds);
    const abuser = abuse(url);
    const beside = await readOn(url, seconds);
    return { alone, beside, abuses: await abuser.stop() };
  });

  const faults: string[] = [];
  const failed = [figures.single, figures.alone, figures.beside, figures.abuses, limited.beside, limited.abuses]
    .flat()
    .filter(({ status }) => status >= 500 && status !== 503);
  if (failed.length > 0) faults.push(`${failed.length} answers were faults of the server`);
  if (figures.worst.ms > WORST_MS) faults.push(`the worst query took ${Math.round(figures.worst.ms)} ms`);
  const slowed = (part: { readonly alone: readonly Asked[]; readonly beside: readonly Asked[] }) =>
    Math.round((quantile(part.beside, 0.95) / quantile(part.alone, 0.95)) * 100) / 100;
  if (slowed(limited) > MAX_SLOWDOWN)
    faults.push(`readers were ${slowed(limited)} times as slow beside a limited abuser`);
  const shown = (part: typeof limited) => ({
    p95Alone: quantile(part.alone, 0.95),
    p95Beside: quantile(part.beside, 0.95),
    slowed: slowed(part),
    readers: byStatus(part.beside),
    abuser: byStatus(part.abuses),
  });
  const report = {
    posts: Number(values.posts),
    queries: queries.length,
    single: {
      p50: quantile(figures.single, 0.5),
      p95: quantile(figures.single, 0.95),
      worst: Math.round(figures.worst.ms),
      answers: byStatus(figures.single),
    },
    limited: shown(limited),
    unlimited: shown(figures),
    faults,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  return faults.length === 0;
}

async function playAll(): Promise<void> {
  const stack = await startStack(readConfig(), { onProgress: say });
  try {
    await prepareTemplate(stack.databaseUrl);
    const world = await createWorld(stack.databaseUrl, stack.redisUrl, stack.elasticsearchUrls);
    try {
      process.exitCode = (await run(world)) ? 0 : 1;
    } finally {
      await destroyWorld(stack.databaseUrl, world);
    }
  } finally {
    await stack.stop();
  }
}

if (values.abuse === undefined) await playAll();
else await abuseUntilStopped(values.abuse);
