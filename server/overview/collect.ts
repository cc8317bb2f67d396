/** Reads the overview: all parts at the same time, each for a limited time. */
import type pg from 'pg';
import type { Overview, OverviewLine, OverviewPart as ReadPart } from '../../mappings/contract/overview.ts';
import { hasRole, type RoleOnBoard } from '../../mappings/roles.ts';
import { toError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { asAccount } from '../admin/as-account.ts';
import { englishLine } from './english.ts';
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
  const context = contextOf(stores, viewer);
  const allowed = parts.filter(({ role }) => context.may(...role));
  const read = await Promise.all(allowed.map(async (part) => readPart(part, context, limitMs)));
  return { at: stores.clock().toISOString(), parts: read };
}

function contextOf(stores: OverviewStores, { secret, roles }: Viewer): OverviewContext {
  const { pool } = stores;
  return {
    ...stores,
    hasAccount: secret !== null,
    may: (role, where) => hasRole(roles, role, where),
    asViewer: async <T>(work: (client: pg.PoolClient) => Promise<T>) =>
      secret === null ? inTransaction(pool, work) : asAccount(pool, secret, work),
  };
}

async function readPart(part: OverviewPart, context: OverviewContext, limitMs: number): Promise<ReadPart> {
  const { name, texts } = part;
  try {
    const lines = await within(limitMs, part.read(context));
    return { name, unread: null, lines: lines.map((line) => complete(line, texts)) };
  } catch (error) {
    return { name, unread: toError(error).message || 'unknown error', lines: [] };
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
