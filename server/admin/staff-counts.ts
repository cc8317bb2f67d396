/** Counts of waiting work for the menu of staff pages. */
import type pg from 'pg';
import { hasRole, type Role, type RoleOnBoard } from '../../mappings/roles.ts';
import { FAILING_SOURCES } from '../boards/source-answers.ts';
import { asAccount, assertStaffOfAny } from './as-account.ts';

export interface StaffCount {
  /** With underscores, and unique over all modules. */
  readonly name: string;
  /** The role that the count needs, on all boards or on any. */
  readonly role: readonly [minimum: Role, where: 'all' | 'any'];
  /** A `select` of one number, in a transaction of the account: row security limits it to the account's boards. */
  readonly select: string;
}

/** Counts end here: the menu shows `999+`, and a queue that nobody works costs little. */
const MOST = 1_000;

/** `rows`: the part of a statement after `select`, from its `from` on. */
export const countUpTo = (rows: string) => `select count(*) from (select ${rows} limit ${MOST}) counted`;

export const CORE_COUNTS: readonly StaffCount[] = [
  {
    name: 'open_reports',
    role: ['janitor', 'any'],
    // Index: reported_posts_open.
    select: countUpTo('from reported_posts where closed_at is null'),
  },
  {
    name: 'open_appeals',
    role: ['moderator', 'any'],
    // Indexes: ban_appeals_open, bans_pkey.
    select: countUpTo('from open_appeals'),
  },
  { name: 'failing_sources', role: ['janitor', 'any'], select: countUpTo(FAILING_SOURCES) },
  {
    name: 'failed_tasks',
    role: ['admin', 'any'],
    // Indexes: tasks_failed, tasks_pkey.
    select: countUpTo('from failed_tasks'),
  },
  {
    name: 'quarantined',
    role: ['admin', 'all'],
    // Reads a small table.
    select: countUpTo('from quarantine'),
  },
];

/** One statement for all counts that the roles allow. */
export async function readStaffCounts(
  pool: pg.Pool,
  secret: string,
  roles: readonly RoleOnBoard[],
  declared: readonly StaffCount[],
): Promise<Record<string, number>> {
  const allowed = declared.filter(({ role }) => hasRole(roles, ...role));
  if (allowed.length === 0) return {};
  const columns = allowed.map(({ name, select }) => `(${select})::int as ${name}`);
  return asAccount(pool, secret, async (client) => {
    await assertStaffOfAny(client);
    const { rows } = await client.query<Record<string, number>>(`select ${columns.join(', ')}`);
    return rows[0] ?? {};
  });
}
