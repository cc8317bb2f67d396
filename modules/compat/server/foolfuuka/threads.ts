/** Threads in the form of FoolFuuka's API: `{"700": {op, posts: {"701": …, "701_1": …}}}`, as JSON. */
import type { Pool } from 'pg';
import { documentId } from '../../../../mappings/elasticsearch/post-document.ts';
import type { ListedThread } from '../../../../server/threads/list.ts';
import type { ArchivedRow, ThreadFormat, ThreadRows } from '../../../../server/threads/read-thread.ts';
import { archivedPosts, loadArchived } from './load-posts.ts';
import { foolFuukaPost, type ArchivedPost } from './post.ts';
import type { PrintContext } from './site.ts';
import { withImage, withImages, type BoardImages } from './board-images.ts';

export interface ThreadSelection {
  /** Only posts that the archive stored after this doc_id; null for all. */
  readonly after: number | null;
  /** Only this many of the newest replies; null for all. */
  readonly limit: number | null;
  /** Only deleted replies. */
  readonly deleted: boolean;
}

/** The text is empty if nothing came after `after`. Clients read the opener's fields first, so a thread is never sent without one. */
export function foolFuukaThread(
  num: number,
  selection: ThreadSelection,
  context: PrintContext,
  images: BoardImages,
): ThreadFormat {
  const { after, limit, deleted } = selection;
  return {
    name: `foolfuuka ${after} ${limit} ${deleted} ${context.site.base}`,
    version: `${context.version} ${images.version}`,
    print: ({ rows }) => (hasOpener(rows, num) ? selectedJson(num, rows, selection, { context, images }) : null),
  };
}

function selectedJson(
  num: number,
  rows: ThreadRows['rows'],
  { after, limit, deleted }: ThreadSelection,
  { context, images }: { readonly context: PrintContext; readonly images: BoardImages },
): string {
  const posts = after === null ? rows : rows.filter((row) => Number(row.doc_id) > after);
  const replies = posts.filter((row) => !row.opener && (!deleted || row.time_deleted_post !== null));
  if (after !== null && (deleted ? replies : posts).length === 0) return '';
  const openers = posts.filter((row) => row.opener);
  const chosen = archivedPosts([...openers, ...(limit === null ? replies : replies.slice(-limit))]);
  const printed = chosen.map((archived) => postInThread(withImage(archived, images), context));
  return threadJson(num, printed.slice(0, openers.length), printed.slice(openers.length));
}

function hasOpener(rows: readonly ArchivedRow[], thread: number): boolean {
  return rows.some((row) => row.opener && Number(row.num) === thread);
}

/** Members of JSON objects. The opener is left out if the client already has it. */
export function threadJson(num: number, opener: readonly string[], replies: readonly string[]): string {
  return `{"${num}":{${[...opener, `"posts":{${replies.join(',')}}`].join(',')}}}`;
}

/** A post as a member of its thread. */
export function postInThread(archived: ArchivedPost, context: PrintContext): string {
  const { opener, num, subnum } = archived.post;
  const key = opener ? 'op' : subnum === 0 ? String(num) : `${num}_${subnum}`;
  return `"${key}":${JSON.stringify(foolFuukaPost(archived, context))}`;
}

/**
 * A page of threads. The object is written by hand: JavaScript would order its numeric keys by size. Past the end it is an empty
 * list, as in FoolFuuka.
 */
export async function indexJson(pool: Pool, threads: readonly ListedThread[], context: PrintContext): Promise<string> {
  const archived = await archivedById(pool, threads, context);
  const members = threads.flatMap(({ opener, lastReplies, omittedPosts, omittedImages }) => {
    const op = archived.get(documentId(opener));
    if (op === undefined) return [];
    const posts = lastReplies.flatMap((reply) => archived.get(documentId(reply)) ?? []);
    const thread = {
      op: foolFuukaPost(op, context),
      posts: posts.map((post) => foolFuukaPost(post, context)),
      omitted: omittedPosts,
      images_omitted: omittedImages,
    };
    return [`"${opener.num}":${JSON.stringify(thread)}`];
  });
  return members.length === 0 ? '[]' : `{${members.join(',')}}`;
}

/** Opening posts with the counts of their threads. */
export async function galleryJson(
  pool: Pool,
  threads: readonly ListedThread[],
  context: PrintContext,
): Promise<string> {
  const archived = await archivedById(pool, threads, context);
  const openers = threads.flatMap(({ opener, posts, images }) => {
    const op = archived.get(documentId(opener));
    return op === undefined ? [] : [foolFuukaPost(op, context, { replies: posts, images })];
  });
  return JSON.stringify(openers);
}

async function archivedById(
  pool: Pool,
  threads: readonly ListedThread[],
  { boards }: PrintContext,
): Promise<ReadonlyMap<string, ArchivedPost>> {
  const posts = await loadArchived(
    pool,
    threads.flatMap(({ opener, lastReplies }) => [opener, ...lastReplies]),
  );
  return new Map((await withImages(pool, boards, posts)).map((archived) => [documentId(archived.post), archived]));
}
