import type pg from 'pg';
import type { PublicExport } from '../contract/public-exports.ts';
import { LIST_EXPORTS } from './sql.ts';

interface ExportRow extends Omit<PublicExport, 'made_at' | 'posts' | 'size'> {
  readonly made_at: Date;
  readonly posts: string;
  readonly size: string;
}

/** Complete files of boards that publish exports: all, or the one with this name. */
export async function listExports(pool: pg.Pool, file: string | null = null): Promise<readonly PublicExport[]> {
  const { rows } = await pool.query<ExportRow>(LIST_EXPORTS, [file]);
  return rows.map((row) => ({
    ...row,
    made_at: row.made_at.toISOString(),
    posts: Number(row.posts),
    size: Number(row.size),
  }));
}
