/**
 * Each process reports in Redis that it runs, and the settings of its environment, without secrets. So the server can show the settings
 * of processes on other machines.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Config } from './config.ts';
import type { Service } from './lifecycle.ts';
import { createRedis } from './redis.ts';
import type { ProcessName } from './roles.ts';
import { shownSettings, type ShownSetting } from './shown-settings.ts';
import { VERSION } from './version.ts';

export type ReportingName = Exclude<ProcessName, 'importer'>;

export type ReportedSetting = Pick<ShownSetting, 'name' | 'source' | 'file' | 'value'>;

export interface ProcessReport {
  readonly id: string;
  readonly process: ReportingName;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** Milliseconds since 1970 by the clock of Redis, since clocks of machines differ. */
  readonly startedAt: number;
  readonly seenAt: number;
  /** The process has closed. */
  readonly isStopped: boolean;
  readonly settings: readonly ReportedSetting[];
}

const REPORT_EVERY_MS = 30_000;
/** A process is gone when three reports are missing. */
export const GONE_AFTER_MS = 3 * REPORT_EVERY_MS;
const KEPT_MS = 86_400_000;

const ID = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;

const keyOf = (prefix: string) => `${prefix}:processes`;

/** The report of this process at `now`. */
export function ownReport(name: ReportingName, now: number, isStopped = false): ProcessReport {
  return {
    id: ID,
    process: name,
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    startedAt: Math.round(now - process.uptime() * 1_000),
    seenAt: now,
    isStopped,
    settings: shownSettings().map(({ name: setting, source, file, value }) => ({ name: setting, source, file, value })),
  };
}

/** True if a process of the same kind has started on the same machine after the last report of this one. Pure. */
export function isReplaced(report: ProcessReport, all: readonly ProcessReport[]): boolean {
  return all.some(
    ({ id, process: name, host, startedAt }) =>
      id !== report.id && name === report.process && host === report.host && startedAt > report.seenAt,
  );
}

/** All reports of the last day, and the time by the clock of Redis. */
export async function readProcessReports(
  redis: Redis,
  prefix: string,
): Promise<{ readonly now: number; readonly reports: readonly ProcessReport[] }> {
  const [now, stored] = await Promise.all([timeOf(redis), redis.hvals(keyOf(prefix))]);
  const reports = stored.map((text) => JSON.parse(text) as ProcessReport);
  return { now, reports: reports.filter(({ seenAt }) => seenAt > now - KEPT_MS) };
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}

/** Starts a service, and reports its process until it closes. Without Redis the process is not reported. */
export async function withReports(
  name: ReportingName,
  { redisUrl, queuePrefix }: Pick<Config, 'redisUrl' | 'queuePrefix'>,
  start: () => Promise<Service>,
): Promise<Service> {
  if (redisUrl === null) return start();
  const reports = reportProcess(name, redisUrl, queuePrefix);
  try {
    const service = await start();
    return {
      async close() {
        await Promise.all([service.close(), reports.close()]);
      },
    };
  } catch (error) {
    await reports.close();
    throw error;
  }
}

function reportProcess(name: ReportingName, redisUrl: string, prefix: string): Service {
  const redis = createRedis(redisUrl);
  const send = async (isStopped: boolean) => {
    const report = ownReport(name, await timeOf(redis), isStopped);
    await redis.hset(keyOf(prefix), report.id, JSON.stringify(report));
  };
  const sendIfReachable = async (isStopped = false) => send(isStopped).catch(() => undefined);
  const first = sendIfReachable().then(async () => forgetOld(redis, prefix).catch(() => undefined));
  const timer = setInterval(() => void sendIfReachable(), REPORT_EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await first;
      await sendIfReachable(true);
      redis.disconnect();
    },
  };
}

/** Keeps the hash small, also while a supervisor restarts a process that fails again and again. */
async function forgetOld(redis: Redis, prefix: string): Promise<void> {
  const { now, reports } = await readProcessReports(redis, prefix);
  const kept = new Set(
    reports.filter((report) => report.seenAt > now - GONE_AFTER_MS || !isReplaced(report, reports)).map(({ id }) => id),
  );
  const old = (await redis.hkeys(keyOf(prefix))).filter((id) => !kept.has(id));
  if (old.length > 0) await redis.hdel(keyOf(prefix), ...old);
}
