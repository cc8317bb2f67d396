/** What the command line tells beyond what the API does: whether anybody works on a task. */
import type pg from 'pg';
import type { TaskKind } from '../../mappings/task.ts';
import * as sql from './sql.ts';

export interface Standing {
  readonly id: number;
  readonly kind: TaskKind;
  readonly board: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** An indexer has it under a lease. */
  readonly held: boolean;
}

/** Of every task that has not ended. */
export async function readStandings(pool: pg.Pool): Promise<readonly Standing[]> {
  const { rows } = await pool.query<Omit<Standing, 'id'> & { readonly id: string }>(sql.UNFINISHED_STANDINGS);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Why nobody works on a task; null when somebody does. */
export function whyItWaits(id: number, standings: readonly Standing[]): string | null {
  const task = standings.find((standing) => standing.id === id);
  if (task === undefined || task.held) return null;
  const held = standings.filter((standing) => standing.held);
  const rebuild = held.find(({ kind }) => kind === 'reindex');
  if (task.kind === 'reindex' && rebuild !== undefined) {
    return `one board is rebuilt at a time, and task ${rebuild.id} rebuilds /${rebuild.board}/`;
  }
  return held.length > 0
    ? 'the indexers are busy with other tasks'
    : 'no indexer has taken it up. It goes on as soon as one runs: npm start, or node indexer/main.ts';
}
