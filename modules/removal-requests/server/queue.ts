/** The queue of removal requests, for staff of their boards. */
import type pg from 'pg';
import type { PostKey } from '../../../mappings/post.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import { toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { asAccount, assertModeratorOfAny } from '../../../server/admin/as-account.ts';
import { presentPost, type FilesAtSource } from '../../../server/posts/present.ts';
import { SELECT_POSTS } from '../../../server/reports/sql.ts';
import { NotFoundError } from '../../../server/shared/errors.ts';
import type { RemovalQueue, RemovalRequest } from '../contract/removal-requests.ts';
import { REQUEST_LIMITS, type About, type ListState, type RemovalReason } from '../requests.ts';
import { templatesOf } from './settings.ts';
import { countRequests, listRequests, SHOW_REQUEST } from './sql.ts';

export interface QueueFilter {
  readonly state: ListState;
  readonly reason: RemovalReason | null;
  readonly about: About | null;
  /** From 1. */
  readonly page: number;
}

interface NamedPost extends PostKey {
  readonly board_id: number;
  readonly is_proven: boolean;
}

interface Row extends Omit<RemovalRequest, 'posts' | 'created_at' | 'due_at' | 'closed_at'> {
  readonly created_at: Date;
  readonly due_at: Date;
  readonly closed_at: Date | null;
  readonly posts: readonly NamedPost[];
}

/** `secret`: null for the command line. `atSources`: by board name, see `presentPost`. */
export async function listQueue(
  pool: pg.Pool,
  secret: string | null,
  { state, reason, about, page }: QueueFilter,
  atSources: ReadonlyMap<string, FilesAtSource>,
): Promise<RemovalQueue> {
  return asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
    const where = [reason, about];
    const limits = [REQUEST_LIMITS.listed, (page - 1) * REQUEST_LIMITS.listed];
    const { rows } = await client.query<Row>(listRequests(state), [...where, ...limits]);
    return {
      total: (await client.query<{ total: number }>(countRequests(state), where)).rows[0]?.total ?? 0,
      requests: await present(client, rows, atSources),
      templates: await templatesOf(client),
    };
  });
}

/** @throws NotFoundError `request_unknown` */
export async function findInQueue(
  pool: pg.Pool,
  secret: string | null,
  id: number,
  atSources: ReadonlyMap<string, FilesAtSource>,
): Promise<RemovalRequest> {
  return asAccount(pool, secret, async (client) => {
    if (secret !== null) await assertModeratorOfAny(client);
    const { rows } = await client.query<Row>(SHOW_REQUEST, [id]);
    const [request] = await present(client, rows, atSources);
    if (request === undefined) throw new NotFoundError('request_unknown', `There is no removal request ${id}.`);
    return request;
  });
}

async function present(
  client: pg.ClientBase,
  rows: readonly Row[],
  atSources: ReadonlyMap<string, FilesAtSource>,
): Promise<RemovalRequest[]> {
  const named = rows.flatMap((row) => row.posts);
  const keys = [named.map(({ board_id: id }) => id), named.map(({ num }) => num), named.map(({ subnum }) => subnum)];
  const posts = (await client.query<PostRow>(SELECT_POSTS, keys)).rows.map(toPost);
  const byId = new Map(posts.map((post) => [documentId(post), post]));
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    notes: row.notes.map((note) => ({ ...note, written_at: new Date(note.written_at).toISOString() })),
    posts: row.posts.map(({ board, num, subnum, is_proven: isProven }) => {
      const post = byId.get(documentId({ board, num, subnum }));
      const isGone = post === undefined || post.timePurged !== null;
      return {
        board,
        num,
        subnum,
        is_proven: isProven,
        hidden: isGone ? null : post.hidden,
        post: isGone ? null : presentPost(post, atSources.get(board) ?? null),
      };
    }),
  }));
}
