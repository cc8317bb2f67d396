import type { Post } from '../../../../mappings/contract/post.ts';
import type { ThreadPart } from './thread-part.ts';

/** The posts of the part, always including the opening post. */
export function postsOfPart(posts: readonly Post[], { last, only }: ThreadPart): readonly Post[] {
  const chosen = only === undefined ? posts : posts.filter((post) => post.opener || isDeleted(post));
  if (last === undefined) return chosen;
  const replies = chosen.filter((post) => !post.opener);
  return [...chosen.filter((post) => post.opener), ...replies.slice(-Number(last))];
}

export function isDeleted(post: Post): boolean {
  return post.time_deleted_post !== null || post.time_deleted_file !== null;
}
