/** The ticket of a removal request, for the person with its secret. */
import type pg from 'pg';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import { hashOfTicketCode } from '../../../server/tickets/ticket-code.ts';
import type { RemovalStatistics, RemovalTicket } from '../contract/removal-requests.ts';
import { deadlinesOf } from './settings.ts';
import { CHANGE_TICKET, COUNT_ALL, READ_TICKET } from './sql.ts';

const iso = (time: string) => new Date(time).toISOString();

/** @throws NotFoundError `ticket_unknown` */
export async function readTicket(pool: pg.Pool, token: string): Promise<RemovalTicket> {
  const { rows } = await pool.query<{ ticket: RemovalTicket | null }>(READ_TICKET, [hashOfTicketCode(token)]);
  const ticket = rows[0]?.ticket ?? null;
  if (ticket === null) throw unknown();
  return {
    ...ticket,
    created_at: iso(ticket.created_at),
    due_at: iso(ticket.due_at),
    closed_at: ticket.closed_at === null ? null : iso(ticket.closed_at),
    added: ticket.added.map((one) => ({ ...one, written_at: iso(one.written_at) })),
  };
}

type Outcome = 'done' | 'unknown' | 'closed' | 'working' | 'full';

/**
 * Adds words; null withdraws the request.
 * @throws NotFoundError `ticket_unknown`; RefusedError 409 `request_closed`, `request_worked_on`, `words_full`
 */
export async function changeTicket(pool: pg.Pool, token: string, words: string | null): Promise<void> {
  const text = words?.toWellFormed().trim() ?? null;
  if (text === '') throw new RefusedError(400, 'removal_invalid', 'Write something.');
  const { rows } = await pool.query<{ outcome: Outcome }>(CHANGE_TICKET, [hashOfTicketCode(token), text]);
  switch (rows[0]?.outcome) {
    case 'closed':
      throw new RefusedError(409, 'request_closed', 'The request is closed.');
    case 'working':
      throw new RefusedError(409, 'request_worked_on', 'A decision is being carried out at this moment.');
    case 'full':
      throw new RefusedError(409, 'words_full', 'You have added words ten times.');
    case 'done':
      return;
    case 'unknown':
    case undefined:
      throw unknown();
  }
}

function unknown(): NotFoundError {
  return new NotFoundError('ticket_unknown', 'There is nothing with this code any more.');
}

export async function readStatistics(pool: pg.Pool): Promise<RemovalStatistics> {
  const { rows } = await pool.query<RemovalStatistics['counts'][number]>(COUNT_ALL);
  return { deadlines: await deadlinesOf(pool), counts: rows };
}
