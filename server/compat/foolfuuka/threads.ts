/** Threads as FoolFuuka's API has them: `{"700": {op, posts: {"701": …, "701_1": …}}}`, as JSON. */
import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { PrintedBody } from '../../answer-memory.ts';
import type { ListedThread } from '../../threads/list.ts';
import { bodyOf, createPostPrinter, type PrintedPost, type PrintPost } from '../../threads/printed-posts.ts';
import { archivedOf, loadArchived } from './load.ts';
import { foolFuukaPost, type ArchivedPost, type Surroundings } from './post.ts';
import { objectJson, postKey } from './print.ts';

export interface PrintedThread {
  readonly num: number;
  /** null where it was not asked for: the client has it. */
  readonly op: PrintedPost | null;
  readonly posts: readonly PrintedPost[];
}

/** A post in its thread, with the name that it has there. */
export function postInThread(archived: ArchivedPost, around: Surroundings): string {
  const { post } = archived;
  return `"${post.opener ? 'op' : postKey(post)}":${JSON.stringify(foolFuukaPost(archived, around))}`;
}

export function createThreadPrinter(): PrintPost<Surroundings> {
  return createPostPrinter((row, around) => postInThread(archivedOf(row), around));
}

export function threadBody({ num, op, posts }: PrintedThread): PrintedBody {
  const opener = op === null ? [] : [[op], ','];
  return bodyOf([`{"${num}":{`, ...opener, '"posts":{', posts, '}}}']);
}

/** A page of threads, in their order, which an object of JavaScript would lose. Past the end it is an empty list. */
export async function indexJson(pool: Pool, threads: readonly ListedThread[], around: Surroundings): Promise<string> {
  const archived = await archivedById(pool, threads);
  const entries = threads.flatMap(({ opener, lastReplies, omittedPosts, omittedImages }) => {
    const op = archived.get(documentId(opener));
    if (op === undefined) return [];
    const posts = lastReplies.flatMap((reply) => archived.get(documentId(reply)) ?? []);
    const thread = {
      op: foolFuukaPost(op, around),
      posts: posts.map((post) => foolFuukaPost(post, around)),
      omitted: omittedPosts,
      images_omitted: omittedImages,
    };
    return [[String(opener.num), JSON.stringify(thread)] as const];
  });
  return entries.length === 0 ? '[]' : objectJson(entries);
}

/** Opening posts alone, with what there is in their threads. */
export async function galleryJson(pool: Pool, threads: readonly ListedThread[], around: Surroundings): Promise<string> {
  const archived = await archivedById(pool, threads);
  const openers = threads.flatMap(({ opener, posts, images }) => {
    const op = archived.get(documentId(opener));
    return op === undefined ? [] : [foolFuukaPost(op, around, { replies: posts, images })];
  });
  return JSON.stringify(openers);
}

async function archivedById(pool: Pool, threads: readonly ListedThread[]): Promise<ReadonlyMap<string, ArchivedPost>> {
  const posts = await loadArchived(
    pool,
    threads.flatMap(({ opener, lastReplies }) => [opener, ...lastReplies]),
  );
  return new Map(posts.map((archived) => [documentId(archived.post), archived]));
}

const MOST_KNOWN = 100;
/** By name: what is printed of posts is good for as long as it is the same one. */
const known = new Map<string, Surroundings>();
const digests = new WeakMap<readonly Board[], string>();

export function surroundingsOf(boards: readonly Board[], site: Surroundings['site']): Surroundings {
  let digest = digests.get(boards);
  if (digest === undefined) {
    digest = hash('sha256', JSON.stringify(boards), 'base64url');
    digests.set(boards, digest);
  }
  const name = `${digest} ${site.base}`;
  let around = known.get(name);
  if (around === undefined) {
    around = { name, site, boards: new Map(boards.map((board) => [board.name, board])) };
    // Whoever asks says under which address.
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(name, around);
  }
  return around;
}
