/**
 * `npm run faults -- alerts`: Debian's Prometheus reads a running archive with the rules of deploy/, whose times are shortened. It is silent
 * while the archive is healthy; in each fault the right alerts fire, nothing unrelated does, and all clear afterwards. Every query of the
 * dashboard has a series.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toError } from '../../../platform/errors.ts';
import { createWorld, destroyWorld } from '../../support/world.ts';
import type { PrivateStores } from '../private-stores.ts';
import { startArchive, type SentAlert } from './archive.ts';
import { faultsOf, type Fault } from './faults.ts';
import { alertNames, startPrometheus, type Prometheus } from './prometheus.ts';

const DASHBOARD = fileURLToPath(new URL('../../../deploy/grafana.json', import.meta.url));
const HEALTHY_MS = 60_000;
/** The shortened times of the rules, and what an archive on a busy machine takes to notice a fault. */
const FIRE_LIMIT_MS = 240_000;
const CLEAR_LIMIT_MS = 300_000;
/** Servers wait a minute before they send a lost store, and two before they send that it is back. */
const SEND_LIMIT_MS = 360_000;
/** A fault is over after so much silence of all alerts. */
const SILENCE_MS = 15_000;
/** Played by promtool only: the fault needs a second node. */
const NOT_PLAYED = ['SagasuElasticsearchNodeLost'];

/** Returns whether every check passed. With `only`, a pattern of names, the other alerts are not played. */
export async function runAlerts(
  stores: PrivateStores,
  only: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const world = await createWorld(stores.databaseUrl, stores.redisUrl, stores.elasticsearchUrls);
  const archive = await startArchive(world, stores);
  say('the archive is ready');
  const prometheus = await startPrometheus(archive.targets);
  let isRight = true;
  const report = (line: { readonly ok: boolean } & Record<string, unknown>) => {
    isRight &&= line.ok;
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  const faults = faultsOf(archive).filter(({ expected }) =>
    expected.some((alert) => new RegExp(only ?? '').test(alert)),
  );
  try {
    report({ fault: 'none', ...(await watchHealthy(prometheus)) });
    report(await askDashboard(prometheus));
    for (const fault of faults) report(await play(prometheus, archive.sent, fault));
    if (only === undefined) report(await unplayed(faults));
  } finally {
    await prometheus.stop();
    await archive.stop();
    await destroyWorld(stores.databaseUrl, world);
  }
  return isRight;
}

async function watchHealthy(prometheus: Prometheus) {
  const fired = new Set<string>();
  for (const end = performance.now() + HEALTHY_MS; performance.now() < end; await sleep(1_000))
    for (const alert of await prometheus.firing()) fired.add(alert);
  return { ok: fired.size === 0, seconds: HEALTHY_MS / 1_000, fired: [...fired] };
}

async function askDashboard(prometheus: Prometheus) {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as {
    panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const empty: string[] = [];
  for (const query of queries) if (!(await prometheus.hasSeries(query))) empty.push(query);
  return { ok: queries.length > 0 && empty.length === 0, queries: queries.length, empty };
}

async function play(prometheus: Prometheus, sent: readonly SentAlert[], fault: Fault) {
  const { name, expected, also = [], sends, begin, end } = fault;
  const sentBefore = sent.length;
  const times = (status: SentAlert['status']) =>
    sent.slice(sentBefore).filter((one) => one.key === sends && one.status === status).length;
  const untilSent = async (status: SentAlert['status']) =>
    sends === undefined ? undefined : secondsUntil(async () => times(status) > 0, SEND_LIMIT_MS);
  const fired = new Set<string>();
  const watch = async () => {
    const alerts = await prometheus.firing();
    for (const alert of alerts) fired.add(alert);
    return alerts;
  };
  let failure: string | undefined;
  const attempt = async (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => (failure = toError(error).message));
  await attempt(begin);
  const holds = async () => (await watch(), expected.every((alert) => fired.has(alert)));
  const firedAfter = failure === undefined ? await secondsUntil(holds, FIRE_LIMIT_MS) : null;
  const sentAfter = await untilSent('firing');
  await attempt(end);
  const resolvedAfter = await untilSent('resolved');
  let silentSince: number | undefined;
  const isOver = async () => {
    if ((await watch()).length > 0) silentSince = undefined;
    else silentSince ??= performance.now();
    return silentSince !== undefined && performance.now() - silentSince >= SILENCE_MS;
  };
  const clearedAfter = await secondsUntil(isOver, CLEAR_LIMIT_MS);
  const unrelated = [...fired].filter((alert) => !expected.includes(alert) && !also.includes(alert));
  const sentTimes = sends === undefined ? undefined : [times('firing'), times('resolved')];
  const isSent = sentTimes?.every((count) => count === 1) ?? true;
  const ok = isSent && firedAfter !== null && clearedAfter !== null && unrelated.length === 0 && failure === undefined;
  const cleared = clearedAfter === null ? null : clearedAfter - SILENCE_MS / 1_000;
  return {
    ok,
    fault: name,
    expected,
    firedAfter,
    clearedAfter: cleared,
    fired: [...fired],
    unrelated,
    failure,
    sentAfter,
    resolvedAfter,
    sentTimes,
  };
}

async function unplayed(faults: readonly Fault[]) {
  const played = new Set([...faults.flatMap(({ expected }) => expected), ...NOT_PLAYED]);
  const missing = (await alertNames()).filter((name) => !played.has(name));
  return { ok: missing.length === 0, notPlayed: [...NOT_PLAYED, ...missing] };
}

/** null if it does not hold within the limit. */
async function secondsUntil(holds: () => Promise<boolean>, limitMs: number): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (await holds()) return Math.round((performance.now() - began) / 1_000);
    await sleep(1_000);
  }
  return null;
}
