import type pg from 'pg';
import { createPostgresPool } from '../../platform/postgres.ts';

const FILTER = /\bnot (\w+\.)?hidden\b/g;

export interface UnfilteredPool {
  readonly pool: pg.Pool;
  /** Statements that lost their filter. */
  readonly changed: ReadonlySet<string>;
}

/** A pool on whose connections every statement lost its filter of hidden posts, so that only PostgreSQL's own rules apply. */
export function unfilteredPool(url: string): UnfilteredPool {
  const pool = createPostgresPool({ url });
  const changed = new Set<string>();
  const unfiltered = (text: string): string => {
    if (text.search(FILTER) !== -1) changed.add(text);
    return text.replace(FILTER, 'true');
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
    const changing = (statement: unknown, ...rest: unknown[]): unknown =>
      query(typeof statement === 'string' ? unfiltered(statement) : withText(statement, unfiltered), ...rest);
    Object.assign(client, { query: changing });
  });
  return { pool, changed };
}

function withText(statement: unknown, change: (text: string) => string): unknown {
  const isConfig =
    typeof statement === 'object' && statement !== null && Object.getPrototypeOf(statement) === Object.prototype;
  if (!isConfig || !('text' in statement) || typeof statement.text !== 'string') return statement;
  return { ...statement, text: change(statement.text) };
}
