/** Tickets of reports: secret links by which readers learn what staff decided about theirs. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { PostNumber } from '../../mappings/post.ts';
import type { TicketDecision } from '../../mappings/report.ts';
import { NotFoundError } from '../shared/errors.ts';

/** The function's comment names the indexes. $1 board, $2 num, $3 subnum, $4 hash. */
const ADD_TICKET = 'select add_report_ticket($1, $2, $3, $4)';

/** The function's comment names the index. $1 hash. */
const READ_TICKET = 'select board, post, ghost, reported, decided, outcome, reply from read_report_ticket($1)';

export interface ReportTicket {
  readonly board: string;
  readonly post: PostNumber;
  readonly reported: Date;
  /** null while the report is open. */
  readonly decision: { readonly at: Date; readonly name: TicketDecision; readonly answer: string | null } | null;
}

interface TicketRow {
  readonly board: string;
  readonly post: string;
  readonly ghost: number;
  readonly reported: Date;
  readonly decided: Date | null;
  readonly outcome: TicketDecision | null;
  readonly reply: string | null;
}

const TOKEN = /^[\w-]{22}$/;

/** Stores a ticket of a post. Returns its secret, of which only the hash is stored. */
export async function addTicket(client: pg.ClientBase, boardId: number, { num, subnum }: PostNumber): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  await client.query(ADD_TICKET, [boardId, num, subnum, hashOf(token)]);
  return token;
}

/** @throws NotFoundError `ticket_unknown` */
export async function readTicket(pool: pg.Pool, token: string): Promise<ReportTicket> {
  const { rows } = TOKEN.test(token) ? await pool.query<TicketRow>(READ_TICKET, [hashOf(token)]) : { rows: [] };
  const [row] = rows;
  if (row === undefined)
    throw new NotFoundError('ticket_unknown', 'There is no such report. Links of reports are kept for half a year.');
  const { board, post, ghost, reported, decided, outcome, reply } = row;
  return {
    board,
    post: { num: Number(post), subnum: ghost },
    reported,
    decision: decided === null || outcome === null ? null : { at: decided, name: outcome, answer: reply },
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
