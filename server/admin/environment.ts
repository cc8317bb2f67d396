/** The settings of the environment of all processes, from their reports. */
import type { Redis } from 'ioredis';
import type { EnvironmentSettings } from '../../mappings/contract/environment.ts';
import { toError } from '../../platform/errors.ts';
import {
  GONE_AFTER_MS,
  isReplaced,
  ownReport,
  readProcessReports,
  type ProcessReport,
} from '../../platform/process-reports.ts';
import { SETTINGS } from '../../platform/settings.ts';

interface EnvironmentStores {
  readonly redis: Redis;
  readonly queuePrefix: string;
  readonly clock: () => Date;
}

/** Without Redis: only of this server. */
export async function readEnvironment({ redis, queuePrefix, clock }: EnvironmentStores): Promise<EnvironmentSettings> {
  try {
    const { now, reports } = await readProcessReports(redis, queuePrefix);
    const own = ownReport('server', now);
    return { unread: null, ...presentReports([own, ...reports.filter(({ id }) => id !== own.id)], now) };
  } catch (error) {
    const now = clock().getTime();
    return { unread: toError(error).message, ...presentReports([ownReport('server', now)], now) };
  }
}

/** Pure. */
export function presentReports(
  reports: readonly ProcessReport[],
  now: number,
): Pick<EnvironmentSettings, 'processes' | 'settings'> {
  const shown = reports
    .filter((report) => stateOf(report, now) === 'running' || !isReplaced(report, reports))
    .toSorted((one, other) => compare(sortedBy(one), sortedBy(other)));
  const processes = shown.map((report) => ({
    id: report.id,
    process: report.process,
    host: report.host,
    pid: report.pid,
    version: report.version,
    state: stateOf(report, now),
    started_at: new Date(report.startedAt).toISOString(),
    seen_at: new Date(report.seenAt).toISOString(),
  }));
  const running = shown.filter((report) => stateOf(report, now) === 'running');
  return { processes, settings: settingsOf(running) };
}

type State = EnvironmentSettings['processes'][number]['state'];

function stateOf({ isStopped, seenAt }: ProcessReport, now: number): State {
  if (isStopped) return 'stopped';
  return seenAt > now - GONE_AFTER_MS ? 'running' : 'gone';
}

const sortedBy = ({ process, host, pid }: ProcessReport) => `${process} ${host} ${String(pid).padStart(10, '0')}`;
const compare = (one: string, other: string) => (one < other ? -1 : 1);

interface Described {
  readonly name: string;
  readonly fallback: string | null;
  readonly meaning: string;
}

type Setting = EnvironmentSettings['settings'][number];

/** Equal values of several processes are one. Processes of other versions may have settings that this server does not know. */
function settingsOf(running: readonly ProcessReport[]): Setting[] {
  const known = new Map(Object.values(SETTINGS as Readonly<Record<string, Described>>).map((one) => [one.name, one]));
  const values = new Map<string, Map<string, Setting['values'][number]>>();
  for (const { id, settings } of running) {
    for (const { name, source, file, value } of settings) {
      const ofName = values.get(name) ?? new Map<string, Setting['values'][number]>();
      values.set(name, ofName);
      const key = JSON.stringify([source, file, value]);
      ofName.set(key, { source, file, value, processes: [...(ofName.get(key)?.processes ?? []), id] });
    }
  }
  return [...values.keys()].toSorted(compare).map((name) => ({
    name,
    fallback: known.get(name)?.fallback ?? null,
    meaning: known.get(name)?.meaning ?? null,
    values: [...(values.get(name)?.values() ?? [])],
  }));
}
