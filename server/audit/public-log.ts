import type pg from 'pg';
import type { PublicLog, PublicLogEntry } from '../../mappings/contract/public-log.ts';

/** Index: audit_log_board. $1 id to begin below, $2 board, each or null; $3 limit. */
const LIST_PUBLIC = 'select id, at, action, board, posts, thread, actor from public_log($1, $2, $3)';

interface PublicRow extends Omit<PublicLogEntry, 'id' | 'at'> {
  readonly id: string;
  readonly at: Date;
}

export interface PublicLogFilter {
  readonly board?: string | undefined;
  /** Only entries with a lower id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Actions of moderators on the boards whose settings publish them, newest first. PostgreSQL applies the settings. */
export async function listPublicLog(pool: pg.Pool, { board = '', before, limit }: PublicLogFilter): Promise<PublicLog> {
  const { rows } = await pool.query<PublicRow>(LIST_PUBLIC, [before ?? null, board === '' ? null : board, limit + 1]);
  const entries = rows.slice(0, limit).map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}
