/** Parts of a thread that have addresses of their own: `?last=50` and `?only=deleted`. */
import type { Post } from '../../../../mappings/contract/post.ts';

const MAX_LAST = 5000;

export interface ThreadPart {
  /** So many of the newest replies, below the opening post. */
  readonly last?: string | undefined;
  readonly only?: 'deleted' | undefined;
}

export function readThreadPart(raw: Readonly<Record<string, unknown>>): ThreadPart {
  const last = raw['last'];
  const isCount = typeof last === 'string' && /^[1-9]\d{0,3}$/.test(last) && Number(last) <= MAX_LAST;
  return {
    last: isCount ? last : undefined,
    only: raw['only'] === 'deleted' ? 'deleted' : undefined,
  };
}

/** The posts of the part, the opening post always among them. */
export function postsOfPart(posts: readonly Post[], { last, only }: ThreadPart): readonly Post[] {
  const chosen = only === undefined ? posts : posts.filter((post) => post.opener || isDeleted(post));
  if (last === undefined) return chosen;
  const replies = chosen.filter((post) => !post.opener);
  return [...chosen.filter((post) => post.opener), ...replies.slice(-Number(last))];
}

export function isDeleted(post: Post): boolean {
  return post.time_deleted_post !== null || post.time_deleted_file !== null;
}
