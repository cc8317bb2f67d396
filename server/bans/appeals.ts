/** The view of a ban for the banned reader, who has its link from the refusal. */
import type pg from 'pg';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { APPEAL_BAN, READ_BAN } from './sql.ts';

export interface BanNotice {
  /** null: on every board. */
  readonly board: string | null;
  /** The reason; null if it is not shown. */
  readonly why: string | null;
  readonly since: Date;
  readonly until: Date;
  readonly lifted: Date | null;
  readonly appeals: readonly {
    readonly written_at: string;
    readonly decided_at: string | null;
    readonly granted: boolean | null;
    readonly answer: string | null;
  }[];
}

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws NotFoundError `ban_unknown` */
export async function readBan(pool: pg.Pool, token: string): Promise<BanNotice> {
  const { rows } = TOKEN.test(token) ? await pool.query<BanNotice>(READ_BAN, [token]) : { rows: [] };
  const [ban] = rows;
  if (ban === undefined) throw unknown();
  return ban;
}

const REFUSALS: Readonly<Record<string, string>> = {
  over: 'This ban has ended.',
  waiting: 'Your appeal is waiting for the staff to decide.',
  enough: 'This ban has been appealed three times; it cannot be appealed again.',
};

/** @throws NotFoundError `ban_unknown`; RefusedError 409 `appeal_refused` */
export async function appealBan(pool: pg.Pool, token: string, text: string): Promise<void> {
  if (!TOKEN.test(token)) throw unknown();
  const { rows } = await pool.query<{ outcome: string }>(APPEAL_BAN, [token, text.toWellFormed()]);
  const outcome = rows[0]?.outcome ?? 'missing';
  if (outcome === 'missing') throw unknown();
  const refusal = REFUSALS[outcome];
  if (refusal !== undefined) throw new RefusedError(409, 'appeal_refused', refusal);
}

function unknown(): NotFoundError {
  return new NotFoundError('ban_unknown', 'There is no such ban. It may have ended long ago.');
}
