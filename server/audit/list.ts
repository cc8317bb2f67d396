import type pg from 'pg';
import type { AuditEntry, AuditList } from '../../mappings/contract/audit.ts';

export interface AuditFilter {
  readonly actor?: string | undefined;
  /** Whole, or the part before the dot. */
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

interface EntryRow extends Omit<AuditEntry, 'id' | 'at'> {
  readonly id: string;
  readonly at: Date;
}

/** Entries that the role of `client` may see, newest first. */
export async function listAudit(client: pg.ClientBase | pg.Pool, filter: AuditFilter): Promise<AuditList> {
  const { actor = null, action = null, board = null, post = null, before = null, limit } = filter;
  const values = [actor, action, board, post, before, limit + 1];
  const { rows } = await client.query<EntryRow>(LIST_ENTRIES, values);
  const entries = rows.slice(0, limit).map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
