/** Threads as FoolFuuka's API has them: `{"700": {op, posts: {"701": …, "701_1": …}}}`, as JSON. */
import type { Pool } from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { ListedThread } from '../../threads/list.ts';
import { loadArchived } from './load.ts';
import { foolFuukaPost, type ArchivedPost, type Surroundings } from './post.ts';
import { objectJson, postKey } from './print.ts';

export interface PrintedThread {
  readonly num: number;
  /** null where it was not asked for: the client has it. */
  readonly op: ArchivedPost | null;
  readonly posts: readonly ArchivedPost[];
}

export function threadJson({ num, op, posts }: PrintedThread, around: Surroundings): string {
  const replies = posts.map((reply) => [postKey(reply.post), JSON.stringify(foolFuukaPost(reply, around))] as const);
  const opener = op === null ? [] : [['op', JSON.stringify(foolFuukaPost(op, around))] as const];
  return objectJson([[String(num), objectJson([...opener, ['posts', objectJson(replies)]])]]);
}

/** A page of threads, in their order, which an object of JavaScript would lose. Past the end it is an empty list. */
export async function indexJson(pool: Pool, threads: readonly ListedThread[], around: Surroundings): Promise<string> {
  const archived = await archivedOf(pool, threads);
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
  const archived = await archivedOf(pool, threads);
  const openers = threads.flatMap(({ opener, posts, images }) => {
    const op = archived.get(documentId(opener));
    return op === undefined ? [] : [foolFuukaPost(op, around, { replies: posts, images })];
  });
  return JSON.stringify(openers);
}

async function archivedOf(pool: Pool, threads: readonly ListedThread[]): Promise<ReadonlyMap<string, ArchivedPost>> {
  const posts = await loadArchived(
    pool,
    threads.flatMap(({ opener, lastReplies }) => [opener, ...lastReplies]),
  );
  return new Map(posts.map((archived) => [documentId(archived.post), archived]));
}

export function surroundingsOf(boards: readonly Board[], site: Surroundings['site']): Surroundings {
  return { site, boards: new Map(boards.map((board) => [board.name, board])) };
}
