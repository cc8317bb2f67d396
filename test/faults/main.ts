/**
 * `npm run faults [-- name …] [--rounds N] [--posts N] [--rate N] [--seconds N] [--seed N]` runs real processes over
 * stores that are killed, emptied and filled up. Without a name it runs all scenarios one after the other, then the
 * tests with their full counts (the name `tests` selects only these). It prints a line of JSON per scenario and exits
 * with 1 if anything is wrong. README.md lists the scenarios.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startCluster } from '../support/cluster.ts';
import { createWorld, destroyWorld } from '../support/world.ts';
import { seededRandom } from '../simulation/scheduler.ts';
import { startPrivateStores, type PrivateStores } from './private-stores.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { startSupervisedStack } from './supervised-stack.ts';
import { killAll } from './watched-process.ts';
import { play, type Report, type ScenarioParams } from './stage.ts';
import { runAlerts } from './alerts/run.ts';
import { runCompose } from './compose/run.ts';
import { filesWithFullCounts } from './full-counts.ts';
import { runModules } from './modules/run.ts';
import { runUpgrade } from './upgrade/run.ts';

const ROUNDS = 5;
const POSTS = 5_000;
const RATE = 100;
const SECONDS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    posts: { type: 'string' },
    rate: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: './data/faults' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Selects the tests that use full counts here and a twentieth of them in `npm test`. */
const TESTS = 'tests';
/** Runs only when named: it needs root, Linux and some gigabytes. */
const COMPOSE = 'compose';
/** Runs only when named: it takes minutes for each module. */
const MODULES = 'modules';
/** One of the tests of TESTS, which takes more than a minute. */
const RECOVERY = 'recovery';
/** Another of them. */
const MANAGED = 'managed-postgresql';
/** Runs only when named: it installs version 0.1.1. */
const UPGRADE = 'upgrade';
const UPGRADED_POSTS = 500;
/** Runs only when named: it needs Debian's Prometheus and root. */
const ALERTS = 'alerts';
const names = [...SCENARIOS.map(({ name }) => name), TESTS, RECOVERY, MANAGED, COMPOSE, MODULES, UPGRADE, ALERTS];
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  say(`there is no scenario ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exitCode = 2;
} else if (values.list) {
  for (const { name, claim } of SCENARIOS) process.stdout.write(`${name.padEnd(22)}${claim}\n`);
  process.stdout.write(`${TESTS.padEnd(22)}every repeated test with its full count, and the tests of clusters\n`);
  process.stdout.write(`${RECOVERY.padEnd(22)}base backups: a restore to a moment, with removals after it; a drill\n`);
  process.stdout.write(`${MANAGED.padEnd(22)}a move to a PostgreSQL without superuser, with TLS and another locale\n`);
  process.stdout.write(
    `${COMPOSE.padEnd(22)}docker-compose.yml in a Docker engine, with stand-ins for the stock images\n`,
  );
  process.stdout.write(
    `${UPGRADE.padEnd(22)}from version 0.1.1 to this one and back, with all posts, removals and accounts\n`,
  );
  process.stdout.write(`${ALERTS.padEnd(22)}the alerts of deploy/ in a running Prometheus (--only ALERT for one)\n`);
  process.stdout.write(`${MODULES.padEnd(22)}the core without each module (--only NAME for one)\n`);
} else {
  const named = positionals.flatMap((name) => SCENARIOS.filter((scenario) => scenario.name === name));
  const chosen = positionals.length === 0 ? SCENARIOS : named;
  let failed = chosen.length === 0 ? 0 : await runScenarios(chosen);
  if (positionals.length === 0 || positionals.includes(TESTS)) failed += runTests(filesWithFullCounts()) ? 0 : 1;
  if (positionals.includes(RECOVERY))
    failed += runTests(['test/long/recovery.test.ts', 'test/long/bucket-recovery.test.ts']) ? 0 : 1;
  if (positionals.includes(MANAGED)) failed += runTests(['test/long/managed-postgresql.test.ts']) ? 0 : 1;
  if (positionals.includes(COMPOSE)) failed += (await runCompose(`${values.data}-compose`, values.only, say)) ? 0 : 1;
  if (positionals.includes(UPGRADE))
    failed += (await runUpgrade(`${values.data}-upgrade`, Number(values.posts ?? UPGRADED_POSTS), say)) ? 0 : 1;
  if (positionals.includes(ALERTS)) failed += (await playAlerts(values.only)) ? 0 : 1;
  if (positionals.includes(MODULES)) failed += runModules(values.only, say) ? 0 : 1;
  say(failed === 0 ? 'everything holds' : `${failed} runs failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function runScenarios(chosen: readonly Scenario[]): Promise<number> {
  const stores = await startPrivateStores(values.data, say);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopEarly(stores));
  try {
    let failed = 0;
    for (const scenario of chosen) if (!(await runScenario(scenario, stores)).ok) failed++;
    say(failed === 0 ? `all ${chosen.length} scenarios hold` : `${failed} of ${chosen.length} scenarios do not hold`);
    return failed;
  } finally {
    await stores.stop();
  }
}

/** Returns whether every alert fired and cleared as it should. */
async function playAlerts(only: string | undefined): Promise<boolean> {
  const stores = await startPrivateStores(`${values.data}-alerts`, say);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopEarly(stores));
  try {
    return await runAlerts(stores, only, say);
  } finally {
    await stores.stop();
  }
}

/** Returns whether all of them passed. */
function runTests(files: readonly string[]): boolean {
  say(`full counts: ${files.length} files`);
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    // oxlint-disable-next-line node/no-process-env -- the stores that the environment names, and PATH
    env: { ...process.env, SAGASU_FULL_COUNTS: '1' },
    stdio: 'inherit',
  });
  return run.status === 0;
}

/** Ends our processes first, because they would wait for their stores otherwise. */
async function stopEarly(stores: PrivateStores): Promise<void> {
  await killAll();
  await stores.stop();
  process.kill(process.pid, 'SIGKILL');
}

async function runScenario(scenario: Scenario, stores: PrivateStores): Promise<Pick<Report, 'ok'>> {
  const given = (name: 'rounds' | 'posts' | 'rate' | 'seconds', fallback: number) =>
    Number(values[name] ?? scenario.params[name] ?? fallback);
  const params: ScenarioParams = {
    rounds: given('rounds', ROUNDS),
    posts: given('posts', POSTS),
    rate: given('rate', RATE),
    seconds: given('seconds', SECONDS),
    seed: Number(values.seed),
  };
  say(`${scenario.name}: ${scenario.claim} (${params.rounds} rounds, seed ${params.seed})`);
  const cluster =
    scenario.nodes === undefined
      ? null
      : await startCluster({ ...stores, nodes: scenario.nodes, data: `${values.data}-cluster`, say });
  const supervised =
    scenario.isSupervised === true ? await startSupervisedStack(`${values.data}-supervised`, say) : undefined;
  const { databaseUrl, redisUrl } = supervised ?? stores;
  const { elasticsearchUrls } = supervised ?? cluster ?? stores;
  const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
  try {
    const report = await play(
      {
        ...scenario,
        run: async (stage) =>
          scenario.run(stage, {
            ...stores,
            nodes: cluster?.elasticsearchNodes ?? [],
            ...(supervised && { supervised }),
          }),
      },
      world,
      params,
      seededRandom(params.seed),
    );
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return report;
  } catch (error) {
    process.stdout.write(
      `${JSON.stringify({ scenario: scenario.name, ok: false, ...params, faults: [String(error)] })}\n`,
    );
    say(error instanceof Error ? (error.stack ?? '') : String(error));
    return { ok: false };
  } finally {
    await destroyWorld(databaseUrl, world).catch((error: unknown) => say(String(error)));
    await cluster?.stop();
    await supervised?.stop();
  }
}
