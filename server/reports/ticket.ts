/** Tickets of reports, by which readers learn what staff decided about theirs. */
import type pg from 'pg';
import type { PostNumber } from '../../mappings/post.ts';
import type { ReportTicket } from '../../mappings/contract/reports.ts';
import type { TicketDecision } from '../../mappings/report.ts';
import { NotFoundError } from '../shared/errors.ts';
import { hashOfTicketCode, newTicketCode } from '../tickets/ticket-code.ts';

/** The function's comment names the indexes. $1 board, $2 num, $3 subnum, $4 hash. */
const ADD_TICKET = 'select add_report_ticket($1, $2, $3, $4)';

/** The function's comment names the index. $1 hash. */
const READ_TICKET = 'select board, post, ghost, reported, decided, outcome, reply from read_report_ticket($1)';

interface TicketRow {
  readonly board: string;
  readonly post: string;
  readonly ghost: number;
  readonly reported: Date;
  readonly decided: Date | null;
  readonly outcome: TicketDecision | null;
  readonly reply: string | null;
}

/** Stores a ticket of a post. Returns its code. */
export async function addTicket(client: pg.ClientBase, boardId: number, { num, subnum }: PostNumber): Promise<string> {
  const code = newTicketCode();
  await client.query(ADD_TICKET, [boardId, num, subnum, hashOfTicketCode(code)]);
  return code;
}

/** @throws NotFoundError `ticket_unknown` */
export async function readTicket(pool: pg.Pool, code: string): Promise<ReportTicket> {
  const [row] = (await pool.query<TicketRow>(READ_TICKET, [hashOfTicketCode(code)])).rows;
  if (row === undefined) throw new NotFoundError('ticket_unknown', 'There is nothing with this code any more.');
  const { board, post, ghost, reported, decided, outcome, reply } = row;
  return {
    board,
    num: Number(post),
    subnum: ghost,
    reported_at: reported.toISOString(),
    decided_at: decided?.toISOString() ?? null,
    decision: outcome,
    answer: reply,
  };
}
