/**
 * Where the time of a search goes, for whoever wants to know: measured along one request, wherever its work is done. Stages
 * may run beside each other, so their sum may be more than the whole.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export const STAGES = ['parse', 'resolve', 'search', 'elasticsearch', 'hydrate', 'present'] as const;
/**
 * parse: text to tree, boards looked up. resolve: what the query needs to know first. search: questions for the page, there
 * and back; elasticsearch: its own part of all questions, as it says. hydrate: rows. present: marks and tokens.
 */
export type Stage = (typeof STAGES)[number];

export type StageTimes = Map<Stage, number>;

const current = new AsyncLocalStorage<StageTimes>();

export async function withStages<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly times: StageTimes }> {
  const times: StageTimes = new Map();
  return { result: await current.run(times, work), times };
}

export async function stage<T>(name: Stage, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    addTime(name, performance.now() - started);
  }
}

export function addTime(name: Stage, ms: number): void {
  const times = current.getStore();
  times?.set(name, (times.get(name) ?? 0) + ms);
}

/** The header that browsers show beside the request. */
export function serverTiming(times: StageTimes): string {
  return [...times].map(([name, ms]) => `${name};dur=${roundedMs(ms)}`).join(', ');
}

export function roundedMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
