/** Reads the overview: all parts at the same time, each for a limited time. */
import type pg from 'pg';
import type { Overview, OverviewLine, OverviewPart as ReadPart } from '../../mappings/contract/overview.ts';
import { hasRole, type RoleOnBoard } from '../../mappings/roles.ts';
import { toError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { asAccount } from '../admin/as-account.ts';
import { englishLine } from './english.ts';
import type { Measure } from './measured-metrics.ts';
import type { OverviewContext, OverviewPart, OverviewStores, PartLine } from './part.ts';

/** A part that takes longer is shown as unread. */
const LIMIT_MS = 3_000;

export interface Viewer {
  /** The token of a session, or a key; null for commands and metrics, which see what the role of their connection sees. */
  readonly secret: string | null;
  readonly roles: readonly RoleOnBoard[];
}

/** Commands and metrics see all parts. */
export const EVERYTHING: Viewer = { secret: null, roles: [{ role: 'admin', board: null }] };

export async function readOverview(
  stores: OverviewStores,
  parts: readonly OverviewPart[],
  viewer: Viewer,
  limitMs = LIMIT_MS,
): Promise<Overview> {
  const { overview } = await measureOverview(stores, parts, viewer, limitMs);
  return overview;
}

/** Reads the overview, and the gauges of the parts that could be read. */
export async function measureOverview(
  stores: OverviewStores,
  parts: readonly OverviewPart[],
  viewer: Viewer,
  limitMs = LIMIT_MS,
): Promise<{ readonly overview: Overview; readonly measures: readonly Measure[] }> {
  const context = contextOf(stores, viewer);
  const allowed = parts.filter(({ role }) => context.may(...role));
  const read = await Promise.all(allowed.map(async (part) => readPart(part, context, limitMs)));
  return {
    overview: { at: stores.clock().toISOString(), parts: read.map(({ part }) => part) },
    measures: read.flatMap(({ measures }) => measures),
  };
}

function contextOf(stores: OverviewStores, { secret, roles }: Viewer): Omit<OverviewContext, 'measure'> {
  const { pool } = stores;
  return {
    ...stores,
    hasAccount: secret !== null,
    may: (role, where) => hasRole(roles, role, where),
    asViewer: async <T>(work: (client: pg.PoolClient) => Promise<T>) =>
      secret === null ? inTransaction(pool, work) : asAccount(pool, secret, work),
  };
}

async function readPart(
  part: OverviewPart,
  context: Omit<OverviewContext, 'measure'>,
  limitMs: number,
): Promise<{ readonly part: ReadPart; readonly measures: readonly Measure[] }> {
  const { name, texts } = part;
  const measures: Measure[] = [];
  const measure: OverviewContext['measure'] = (gauge, value, labels = {}) =>
    void measures.push({ gauge, value, labels });
  try {
    const lines = await within(limitMs, part.read({ ...context, measure }));
    return { part: { name, unread: null, lines: lines.map((line) => complete(line, texts)) }, measures };
  } catch (error) {
    return { part: { name, unread: toError(error).message || 'unknown error', lines: [] }, measures: [] };
  }
}

async function within<T>(limitMs: number, reading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1_000} s`)), limitMs);
  // After the limit nobody waits for the reading.
  reading.catch(() => undefined);
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}

function complete(line: PartLine, texts: OverviewPart['texts']): OverviewLine {
  const whole = {
    board: null,
    number: null,
    unit: 'items' as const,
    name: null,
    since: null,
    reason: null,
    detail: null,
    href: null,
    ...line,
  };
  return { ...whole, text: englishLine(whole, texts) };
}
