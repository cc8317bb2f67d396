/** Alerts and their changes: an alert fires after its waiting time, is repeated after a day, and is resolved. Pure. */
import type { Conditions } from './conditions.ts';
import { ALERT_RULES } from './rules.ts';

export interface Alert {
  readonly key: string;
  readonly name: string;
  readonly summary: string;
  readonly detail: string | null;
  readonly path: string | null;
  /** As the overview says, or when a server noticed it. */
  readonly since: string;
  readonly noticedAt: string;
  /** null while the waiting time lasts. */
  readonly sentAt: string | null;
  /** The condition holds no longer. */
  readonly goneAt: string | null;
}

export interface AlertChange {
  readonly status: 'firing' | 'resolved';
  /** It fires for a day or more, and was sent before. */
  readonly isRepeated: boolean;
  readonly alert: Alert;
}

const MINUTE_MS = 60_000;
const REPEAT_MS = 24 * 60 * MINUTE_MS;
/** A condition that returns within this time was never away. */
const RESOLVE_MS = 2 * MINUTE_MS;
/** Timers may be early. */
const TOLERANCE_MS = 1_000;

const rules = new Map(ALERT_RULES.map((rule) => [rule.name, rule]));

export interface Step {
  readonly alerts: readonly Alert[];
  readonly changes: readonly AlertChange[];
}

export function nextAlerts(before: readonly Alert[], { found, unknown }: Conditions, now: Date): Step {
  const known = new Map(before.map((alert) => [alert.key, alert]));
  const steps = [
    ...found.map(({ rule, key, summary, detail, path, since }) => {
      const old = known.get(key);
      known.delete(key);
      const alert = {
        key,
        name: rule.name,
        summary,
        detail,
        path,
        goneAt: null,
        since: old?.since ?? since ?? now.toISOString(),
        noticedAt: old?.noticedAt ?? now.toISOString(),
        sentAt: old?.sentAt ?? null,
      };
      return whileHolding(alert, now);
    }),
    ...[...known.values()].map((alert) => (unknown.has(alert.name) ? step(alert) : whileGone(alert, now))),
  ];
  return { alerts: steps.flatMap(({ alerts }) => alerts), changes: steps.flatMap(({ changes }) => changes) };
}

function whileHolding(alert: Alert, now: Date): Step {
  const { waitMinutes = 0, isSinceKnown } = rules.get(alert.name) ?? {};
  const began = isSinceKnown === true ? alert.since : alert.noticedAt;
  const isDue =
    alert.sentAt === null ? hasPassed(began, waitMinutes * MINUTE_MS, now) : hasPassed(alert.sentAt, REPEAT_MS, now);
  if (!isDue) return step(alert);
  const sent = { ...alert, sentAt: now.toISOString() };
  return step(sent, { status: 'firing', isRepeated: alert.sentAt !== null, alert: sent });
}

function whileGone(alert: Alert, now: Date): Step {
  if (alert.sentAt === null) return { alerts: [], changes: [] };
  const gone = { ...alert, goneAt: alert.goneAt ?? now.toISOString() };
  if (!hasPassed(gone.goneAt, RESOLVE_MS, now)) return step(gone);
  return { alerts: [], changes: [{ status: 'resolved', isRepeated: false, alert: gone }] };
}

function step(alert: Alert, ...changes: readonly AlertChange[]): Step {
  return { alerts: [alert], changes };
}

function hasPassed(since: string, ms: number, now: Date): boolean {
  return now.getTime() - Date.parse(since) >= ms - TOLERANCE_MS;
}
