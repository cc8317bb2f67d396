import type pg from 'pg';
import type { AuditAddresses, AuditChoices, AuditEntry, AuditList } from '../../mappings/contract/audit.ts';
import { findSubjects } from './subjects.ts';

export interface AuditFilter {
  readonly actor?: string | undefined;
  /** A whole action name, or the part before the dot. */
  readonly action?: string | undefined;
  /** Board name. */
  readonly board?: string | undefined;
  /** `71`, or `71_2` for a ghost post. */
  readonly post?: string | undefined;
  /** Only entries of this time and later, and before this one. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only entries with a lower id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/**
 * Newest first, by audit_log_pkey, or audit_log_actor, audit_log_action, audit_log_board, audit_log_posts or audit_log_at. $1 actor, $2 action,
 * $3 board, $4 post, $5 id to begin below, $6 and $7 times, each or null; $8 limit.
 */
const LIST_ENTRIES = `
  select l.id, l.at, l.actor, l.session, l.action, b.name as board, l.target, d.reason, d.before,
    l.reason_hash is not null and d.reason is null or l.before_hash is not null and d.before is null as emptied
  from audit_log l
  left join boards b on b.id = l.board_id
  left join audit_details d on d.audit_id = l.id
  where ($1::text is null or l.actor = $1)
    and ($2::text is null or l.action = $2 or starts_with(l.action, $2 || '.'))
    and ($3::text is null or l.board_id = (select id from boards where name = $3))
    and ($4::text is null or l.target -> 'posts' ? $4)
    and ($5::bigint is null or l.id < $5)
    and ($6::timestamptz is null or l.at >= $6)
    and ($7::timestamptz is null or l.at < $7)
  order by l.id desc
  limit $8`;

/** Index: audit_log_actor or audit_log_action, one step for each name. */
const listNames = (column: 'actor' | 'action') => `
  with recursive names (name) as (
    (select ${column} from audit_log order by ${column} limit 1)
    union all
    select (select l.${column} from audit_log l where l.${column} > names.name order by l.${column} limit 1)
      from names where names.name is not null)
  select name from names where name is not null order by name`;

/** Index: audit_addresses_pkey. $1 ids. */
const WITH_ADDRESS = 'select audit_entries_with_address($1::bigint[]) as ids';

/** audit_addresses_pkey; records the look. $1 ids. */
const READ_ADDRESSES = 'select id, host(address) as address from look_at_audit_addresses($1::bigint[])';

interface EntryRow extends Omit<AuditEntry, 'id' | 'at' | 'has_address' | 'subject'> {
  readonly id: string;
  readonly at: Date;
}

/** Entries that the role of `client` may see, newest first. */
export async function listAudit(client: pg.ClientBase | pg.Pool, filter: AuditFilter): Promise<AuditList> {
  const {
    actor = null,
    action = null,
    board = null,
    post = null,
    before = null,
    from = null,
    to = null,
    limit,
  } = filter;
  const values = [actor, action, board, post, before, from, to, limit + 1];
  const { rows } = await client.query<EntryRow>(LIST_ENTRIES, values);
  const shown = rows.slice(0, limit);
  const found = await client.query<{ ids: string[] }>(WITH_ADDRESS, [shown.map(({ id }) => id)]);
  const withAddress = new Set(found.rows[0]?.ids);
  const subjects = await findSubjects(client, shown);
  const entries = shown.map((row) => ({
    ...row,
    subject: subjects.get(row.id) ?? null,
    id: Number(row.id),
    at: row.at.toISOString(),
    has_address: withAddress.has(row.id),
  }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/** The actors and actions of the entries that the role of `client` may see. */
export async function listAuditChoices(client: pg.ClientBase): Promise<AuditChoices> {
  const { rows: actors } = await client.query<{ name: string }>(listNames('actor'));
  const { rows: actions } = await client.query<{ name: string }>(listNames('action'));
  return { actors: actors.map(({ name }) => name), actions: actions.map(({ name }) => name) };
}

/** The stored addresses of the entries' requests. Each look is recorded in the audit log, as the last statement of its transaction. */
export async function viewAuditAddresses(
  client: pg.ClientBase | pg.Pool,
  ids: readonly number[],
): Promise<AuditAddresses['addresses']> {
  const { rows } = await client.query<{ id: string; address: string }>(READ_ADDRESSES, [ids]);
  return rows.map(({ id, address }) => ({ id: Number(id), address }));
}
