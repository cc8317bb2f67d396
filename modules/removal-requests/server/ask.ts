/** Takes removal requests of people without an account. */
import type pg from 'pg';
import type { PostKey } from '../../../mappings/post.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { assertNotBanned, senderAddress } from '../../../server/bans/ban-check.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import type { ProofsOfWork } from '../../../server/limits/proofs-of-work.ts';
import { proofUsed } from '../../../server/limits/proofs-of-work.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import type { WriterQueue } from '../../../server/limits/writer-queue.ts';
import type { Offers } from '../../../server/module.ts';
import type { SearchContext } from '../../../server/search/context.ts';
import { NotFoundError, RefusedError } from '../../../server/shared/errors.ts';
import { hashOfTicketCode, newTicketCode } from '../../../server/tickets/ticket-code.ts';
import type { AskedRemoval, AskRemoval } from '../contract/removal-requests.ts';
import { fileIn, isOfPosts, postIn, REQUEST_LIMITS } from '../requests.ts';
import { ASK, POSTS_OF_FILE, VISIBLE_POST } from './sql.ts';

export interface RemovalContext {
  readonly pool: pg.Pool;
  readonly boards: SearchContext['boards'];
  readonly writers: WriterQueue;
  readonly proofs: ProofsOfWork;
  readonly offers: Offers;
  readonly publicUrl: string | null;
}

export interface Sender {
  readonly address: string | undefined;
  readonly request: Pick<RequestContext, 'payer' | 'signal'>;
}

interface FoundPost extends PostKey {
  readonly boardId: number;
}

const RETRY_AFTER_SECONDS = 3_600;
/** Bans of all boards count, since a request belongs to no board. */
const NO_BOARD = { id: 0, name: '' };
/** A wrong password costs as much as for a deletion. */
const MOST_PASSWORDS = 5;

/**
 * Stores the request. The secret of its ticket is in the answer only; the database has its hash.
 * @throws RefusedError 400 `removal_invalid`, `removal_line_invalid`, `proof_invalid`; 403 `password_wrong`; 409 `proof_used`; 429 `removals_too_many`,
 * `removals_full`, `password_wait`, `writers_busy`
 * @throws NotFoundError `removal_post_unknown`; BannedError
 */
export async function askRemoval(context: RemovalContext, asked: AskRemoval, sender: Sender): Promise<AskedRemoval> {
  const address = senderAddress(sender.address);
  const proof = await context.proofs.verify({}, asked.proof ?? '');
  await inTransaction(context.pool, async (client) => assertNotBanned(client, NO_BOARD, address));
  const posts = isOfPosts(asked.about) ? await postsOf(context, asked.posts ?? []) : [];
  const sought = isOfPosts(asked.about) ? null : textOf(asked.sought);
  if (!isOfPosts(asked.about) && sought === null) throw invalid('Write the name, or a search that finds the posts.');
  const replyAddress = textOf(asked.reply_address);
  if (replyAddress !== null && replyAddress.length < 3) throw invalid('The reply address is too short.');
  const proven = await provenAmong(context, posts, asked.password ?? '', sender);
  const token = newTicketCode();
  const values = [
    hashOfTicketCode(token),
    asked.about,
    asked.reason,
    posts.map(({ boardId }) => boardId),
    posts.map(({ num }) => num),
    posts.map(({ subnum }) => subnum),
    posts.map((post) => proven.has(post)),
    sought,
    textOf(asked.words),
    replyAddress,
    address,
    proof?.id ?? null,
  ];
  const due = await context.writers.run(sender.address, sender.request.signal, async () => store(context.pool, values));
  return { token, due_at: due.toISOString() };
}

type Outcome = 'added' | 'used' | 'busy' | 'full';

async function store(pool: pg.Pool, values: readonly unknown[]): Promise<Date> {
  const { rows } = await pool.query<{ outcome: Outcome; due: Date | null }>(ASK, [...values]);
  const { outcome = 'full', due = null } = rows[0] ?? {};
  if (outcome === 'used') throw proofUsed();
  if (outcome === 'busy')
    throw new RefusedError(
      429,
      'removals_too_many',
      'Too many requests came from your network. Try again in an hour.',
      RETRY_AFTER_SECONDS,
    );
  if (outcome === 'full' || due === null)
    throw new RefusedError(
      429,
      'removals_full',
      'Too many requests wait for the staff. Try again later.',
      RETRY_AFTER_SECONDS,
    );
  return due;
}

/** Hidden posts are unknown to readers. @throws RefusedError `removal_invalid`, NotFoundError `removal_post_unknown` */
async function postsOf({ pool, boards }: RemovalContext, lines: readonly string[]): Promise<readonly FoundPost[]> {
  const found = new Map<string, FoundPost>();
  const add = (post: FoundPost) => found.set(`${post.boardId} ${post.num} ${post.subnum}`, post);
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== '')) {
    const hash = fileIn(line);
    const named = hash === null ? postIn(line) : null;
    if (hash === null && named === null)
      throw new RefusedError(
        400,
        'removal_line_invalid',
        `This is not the address of a post or file: ${line.slice(0, 60).toWellFormed()}`,
      );
    const posts = hash === null ? [] : await rowsOf(pool, POSTS_OF_FILE, [hashOf(hash), REQUEST_LIMITS.posts]);
    if (named !== null) {
      const board = await boardNamed(boards, named.board);
      posts.push(...(await rowsOf(pool, VISIBLE_POST, [board.id, named.num, named.subnum])));
    }
    if (posts.length === 0)
      throw new NotFoundError(
        'removal_post_unknown',
        `This is not in the archive: ${line.slice(0, 60).toWellFormed()}`,
      );
    for (const post of posts) add(post);
  }
  if (found.size === 0) throw invalid('Write the addresses of the posts or files.');
  if (found.size > REQUEST_LIMITS.posts)
    throw invalid(`A request names at most ${REQUEST_LIMITS.posts} posts. Write a search that finds them instead.`);
  return [...found.values()];
}

const hashOf = (hex: string) => Buffer.from(hex, 'hex');

async function rowsOf(pool: pg.Pool, statement: string, values: unknown[]): Promise<FoundPost[]> {
  const { rows } = await pool.query<{ board_id: number; board: string; num: string; subnum: number }>(
    statement,
    values,
  );
  return rows.map((row) => ({ boardId: row.board_id, board: row.board, num: Number(row.num), subnum: row.subnum }));
}

/** Ghost posts whose password this is. @throws RefusedError 403 `password_wrong` if it is none of theirs */
async function provenAmong(
  { offers }: RemovalContext,
  posts: readonly FoundPost[],
  password: string,
  { address, request }: Sender,
): Promise<ReadonlySet<FoundPost>> {
  const { isPassword } = offers;
  const ghosts = posts.filter(({ subnum }) => subnum > 0);
  if (password === '' || isPassword === undefined || ghosts.length === 0) return new Set();
  const proven = new Set<FoundPost>();
  for (const ghost of ghosts.slice(0, MOST_PASSWORDS)) {
    const board = { id: ghost.boardId, name: ghost.board };
    if (await isPassword({ board, post: ghost, password, address, writer: request })) proven.add(ghost);
  }
  if (proven.size > 0) return proven;
  throw new RefusedError(403, 'password_wrong', 'This is not the password of the post.');
}

function invalid(message: string): RefusedError {
  return new RefusedError(400, 'removal_invalid', message);
}

/** PostgreSQL's text stores no lone surrogates. */
function textOf(written: string | undefined): string | null {
  const text = written?.toWellFormed().trim() ?? '';
  return text === '' ? null : text;
}
