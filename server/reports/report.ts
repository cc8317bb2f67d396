/** Accepts reports of posts from readers and staff. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Board } from '../../mappings/board.ts';
import type { PostNumber } from '../../mappings/post.ts';
import type { ReportCategory, ReportOrigin } from '../../mappings/report.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { toError } from '../../platform/errors.ts';
import { identify } from '../admin/as-account.ts';
import { assertNotBanned, senderAddress } from '../bans/ban-check.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { hideByReports } from '../moderation/hide-by-reports.ts';
import type { WriterQueue } from '../limits/writer-queue.ts';
import type { HiddenPostsCache } from '../visibility/fallback-snapshot.ts';
import { ADD_REPORT } from './sql.ts';
import { addTicket } from './ticket.ts';
import { REPORT_TICKET_PAGE } from '../../mappings/report.ts';

export interface ReportContext {
  readonly pool: pg.Pool;
  readonly postgres: { readonly snapshot: HiddenPostsCache | null };
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly writers: WriterQueue;
}

export interface GivenReport {
  readonly board: Pick<Board, 'id' | 'name'>;
  readonly post: PostNumber;
  readonly category: ReportCategory;
  readonly note: string | null;
  readonly origin: ReportOrigin;
  /** The reporter's address; its network is stored for 7 days. */
  readonly address: string | undefined;
  /** Token of a session, or ''. Staff of the board report with their account, without an address. */
  readonly secret: string;
  /** The client shows the ticket. */
  readonly hasTicket: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

type Outcome = 'added' | 'threshold' | 'known' | 'busy' | 'missing';

/** Reads one row. $1 board. */
const IS_STAFF = 'select $1::int = any (staffed_boards()) as is_staff';

const RETRY_AFTER_SECONDS = 1_800;

/**
 * Stores the report, and hides the post if its reports then exceed the threshold of its board.
 * Returns the address at which the reader learns the decision; null for staff.
 * @throws NotFoundError `post_unknown`
 * @throws RefusedError 409 `report_known`, 429 `reports_too_many`, `writers_busy`; BannedError
 */
export async function report(context: ReportContext, given: GivenReport): Promise<string | null> {
  return context.writers.run(given.address, given.signal, async () => reportInTurn(context, given));
}

async function reportInTurn(context: ReportContext, given: GivenReport): Promise<string | null> {
  const { board, post } = given;
  const { outcome, ticket } = await store(context.pool, given);
  switch (outcome) {
    case 'missing':
      throw new NotFoundError('post_unknown', `There is no post ${post.num} on /${board.name}/ in the archive.`);
    case 'known':
      throw new RefusedError(409, 'report_known', 'This post has already been reported from your network.');
    case 'busy':
      throw new RefusedError(
        429,
        'reports_too_many',
        'Too many reports came from your network. Try again later.',
        RETRY_AFTER_SECONDS,
      );
    case 'threshold':
      await tryToHide(context, board, post);
      return ticket;
    case 'added':
      return ticket;
  }
}

interface Stored {
  readonly outcome: Outcome;
  readonly ticket: string | null;
}

async function store(pool: pg.Pool, given: GivenReport): Promise<Stored> {
  const { board, post, category, note, origin, address, secret } = given;
  return inTransaction(pool, async (client) => {
    // After the end of a session, its reports count as those of a reader.
    if (secret !== '') await identify(client, secret).catch(orReader);
    const sender = senderAddress(address);
    await assertNotBanned(client, board, sender);
    const values = [board.id, post.num, post.subnum, category, textOf(note), origin, sender];
    const { rows } = await client.query<{ outcome: Outcome }>(ADD_REPORT, values);
    const outcome = rows[0]?.outcome ?? 'missing';
    const isStored = outcome === 'added' || outcome === 'threshold';
    const { rows: own } = await client.query<{ is_staff: boolean }>(IS_STAFF, [board.id]);
    const hasTicket = isStored && given.hasTicket && own[0]?.is_staff !== true;
    return { outcome, ticket: hasTicket ? `${REPORT_TICKET_PAGE}#${await addTicket(client, board.id, post)}` : null };
  });
}

function orReader(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}

function textOf(note: string | null): string | null {
  // PostgreSQL's text stores no lone surrogates.
  const text = note?.toWellFormed().trim() ?? '';
  return text === '' ? null : text;
}

/** The report is already stored: if hiding the post fails, the report has still succeeded. */
async function tryToHide(context: ReportContext, board: GivenReport['board'], post: PostNumber): Promise<void> {
  const { pool, postgres, log } = context;
  try {
    const isHidden = await hideByReports(pool, board, post, postgres.snapshot);
    log.info({ board: board.name, ...post, isHidden }, 'reports are over the threshold');
  } catch (error) {
    log.warn({ err: toError(error), board: board.name, ...post }, 'reports could not hide a post');
  }
}
