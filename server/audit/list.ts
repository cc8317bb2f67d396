import type pg from 'pg';
import type { AuditEntry, AuditList } from '../../mappings/contract/audit.ts';

export interface AuditFilter {
  readonly actor?: string | undefined;
  /** A whole action name, or the part before the dot. */
  readonly action?: string | undefined;
  /** Board name. */
  readonly board?: string | undefined;
  /** `71`, or `71_2` for a ghost post. */
  readonly post?: string | undefined;
  /** Only entries with a lower id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/**
 * Newest first, by audit_log_pkey, or audit_log_actor, audit_log_action, audit_log_board or audit_log_posts. $1 actor, $2 action, $3 board,
 * $4 post, $5 id to begin below, each or null; $6 limit.
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
  order by l.id desc
  limit $6`;

/** Index: audit_addresses_pkey. $1 ids. */
const WITH_ADDRESS = 'select audit_entries_with_address($1::bigint[]) as ids';

/** audit_addresses_pkey; records the look. $1 id. */
const READ_ADDRESS = 'select host(look_at_audit_address($1)) as address';

interface EntryRow extends Omit<AuditEntry, 'id' | 'at' | 'has_address'> {
  readonly id: string;
  readonly at: Date;
}

/** Entries that the role of `client` may see, newest first. */
export async function listAudit(client: pg.ClientBase | pg.Pool, filter: AuditFilter): Promise<AuditList> {
  const { actor = null, action = null, board = null, post = null, before = null, limit } = filter;
  const values = [actor, action, board, post, before, limit + 1];
  const { rows } = await client.query<EntryRow>(LIST_ENTRIES, values);
  const shown = rows.slice(0, limit);
  const found = await client.query<{ ids: string[] }>(WITH_ADDRESS, [shown.map(({ id }) => id)]);
  const withAddress = new Set(found.rows[0]?.ids);
  const entries = shown.map((row) => ({
    ...row,
    id: Number(row.id),
    at: row.at.toISOString(),
    has_address: withAddress.has(row.id),
  }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/**
 * The address of an entry's request; null once it has expired or a purge has removed it. Each look is recorded in the audit log, as the
 * last statement of its transaction.
 */
export async function viewAuditAddress(client: pg.ClientBase | pg.Pool, id: number): Promise<string | null> {
  const { rows } = await client.query<{ address: string | null }>(READ_ADDRESS, [id]);
  return rows[0]?.address ?? null;
}
