/** Loaded posts of the page, for previews of quoted posts; other posts are requested. */
import { useEffect } from 'react';
import type { Post } from '../../../mappings/contract/post.ts';

const lists = new Set<readonly Post[]>();

/** Registers these posts while the component is shown. */
export function usePreviewPosts(posts: readonly Post[]): void {
  useEffect(() => {
    lists.add(posts);
    return () => {
      lists.delete(posts);
    };
  }, [posts]);
}

/** The loaded post with this number on the source, if any part of the page has it. */
export function postAtHand(board: string, num: number): Post | undefined {
  for (const posts of lists) {
    const post = posts.find((other) => other.num === num && other.board === board && other.subnum === 0);
    if (post !== undefined) return post;
  }
  return undefined;
}
